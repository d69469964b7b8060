/* SPDX-License-Identifier: MIT */
#include "draw/drawing_file.h"
#include "draw/drawing_path.h"
#include "test.h"

static struct cp_arena arena;

__attribute__((constructor)) static void open_arena(void)
{
    cp_arena_init(&arena, NULL, NULL);
}

/* Between <svg viewBox="0 0 45 45"> and its end. */
static const struct cp_drawing *drawn(const char *inner, struct cp_diags *d)
{
    struct cp_buf svg;
    cp_buf_init(&svg, &arena);
    cp_buf_printf(&svg, "<svg viewBox=\"0 0 45 45\">%s</svg>", inner);
    cp_diags_init(d, &arena);
    return cp_drawing_parse(&arena, cp_buf_str(&svg), "x.svg", d);
}

static const char *said(struct cp_diags *d)
{
    struct cp_buf out;
    cp_buf_init(&out, &arena);
    cp_diags_format(d, &out, 20);
    cp_buf_putc(&out, '\0');
    return out.at;
}

/* The path of the only part. */
static const char *path_of(const char *inner)
{
    struct cp_diags d;
    const struct cp_drawing *drawing = drawn(inner, &d);
    if (!drawing)
        printf("# %s\n", said(&d));
    return drawing ? drawing->parts[0].path : "";
}

TEST(shapes_become_paths)
{
    EXPECT(strcmp(path_of("<path d=' M 1,2 -3 .5e1 a1 1 0 011 1 z'/>"),
                  "M1 2 -3 5a1 1 0 0 1 1 1z") == 0);
    EXPECT(strcmp(path_of("<rect x='1' y='2' width='3' height='4'/>"), "M1 2h3v4h-3z") == 0);
    EXPECT(strncmp(path_of("<rect width='10' height='4' rx='1'/>"), "M1 0h8a1 1 0 0 1 1 1v2", 22) ==
           0);
    EXPECT(strcmp(path_of("<circle cx='5' cy='6' r='2'/>"), "M3 6a2 2 0 1 1 4 0a2 2 0 1 1 -4 0z") ==
           0);
    EXPECT(strcmp(path_of("<line x2='.125' y1='-1e-3'/>"), "M0 -0.001L0.125 0") == 0);
    EXPECT(strcmp(path_of("<polygon points='1 2,3,4 5-6'/>"), "M1 2L3 4L5 -6z") == 0);
    EXPECT(strcmp(path_of("<polyline points='1 2'/>"), "M1 2") == 0);
}

TEST(what_is_white_is_the_side_s_and_what_is_black_contrasts)
{
    static const struct {
        const char *svg;
        enum cp_part_role first, second;
    } cases[] = {
        {"<path d='M0 0' fill='white' stroke='black'/>", CP_PART_SHAPE, CP_PART_END},
        {"<path d='M0 0' fill='#FFF'/>", CP_PART_SHAPE, CP_PART_END},
        {"<path d='M0 0'/>", CP_PART_DOTS, CP_PART_END},
        {"<path d='M0 0' fill='none' stroke='#000000'/>", CP_PART_STROKES, CP_PART_END},
        {"<path d='M0 0' stroke='black'/>", CP_PART_DOTS, CP_PART_STROKES},
        {"<g style='fill:white;'><g><path d='M0 0'/></g><path d='M1 1' style='fill:none;stroke : "
         "black'/></g>",
         CP_PART_SHAPE, CP_PART_STROKES},
    };
    struct cp_diags d;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const struct cp_drawing *drawing = drawn(cases[i].svg, &d);
        EXPECT(drawing && drawing->parts[0].role == cases[i].first &&
               drawing->parts[1].role == cases[i].second);
    }
    EXPECT(!drawn("<path d='M0 0' fill='none'/>", &d) && strstr(said(&d), "nothing is drawn"));
}

TEST(a_drawing_without_white_is_told_of)
{
    struct cp_diags d;
    EXPECT(drawn("<path d='M0 0'/>", &d) && strstr(said(&d), "drawing-dark"));
    EXPECT(drawn("<path d='M0 0' fill='none' stroke='black'/>", &d) &&
           strstr(said(&d), "drawing-dark"));
    EXPECT(drawn("<path d='M0 0'/><path d='M1 1' fill='white'/>", &d) && !d.count);
}

TEST(transforms_are_those_of_all_around_and_the_box_fills_the_grid)
{
    struct cp_diags d;
    cp_diags_init(&d, &arena);
    const struct cp_drawing *drawing = cp_drawing_parse(
        &arena,
        CP_STR("<svg viewBox='0 0 90 45'><g transform='translate(1,-2),rotate(45)'><path d='M0 0' "
               "fill='white' transform='scale(.5)'/></g></svg>"),
        "x.svg", &d);
    EXPECT(drawing && strstr(drawing->parts[0].style,
                             " transform=\"translate(22.5 22.5) scale(0.5) translate(-45 -22.5) "
                             "translate(1 -2) rotate(45) scale(0.5)\""));
}

TEST(equal_drawings_have_equal_names)
{
    struct cp_diags d;
    const struct cp_drawing *a = drawn("<path d='M1 1L2 2'/>", &d);
    const struct cp_drawing *b = drawn("<!-- so --><path  d=\"M 1 1 L 2 2\" id='x'></path>", &d);
    const struct cp_drawing *c = drawn("<path d='M1 1L2 3'/>", &d);
    EXPECT(a && b && strcmp(a->name, b->name) == 0);
    EXPECT(a && c && strcmp(a->name, c->name) != 0);
}

TEST(what_drawings_may_not_have_is_refused_at_its_place)
{
    static const struct {
        const char *svg, *said;
    } cases[] = {
        {"<script>alert(1)</script>",
         "x.svg:1:27: error: an element that drawings cannot have here: script"},
        {"<image href='x.png'/>", "drawing-element"},
        {"<use href='#a'/>", "drawing-element"},
        {"<style>*{}</style>", "drawing-element"},
        {"<foreignObject/>", "drawing-element"},
        {"<path d='M0 0'><g/></path>", "only svg and g"},
        {"<svg/>", "one svg is around all"},
        {"<path onload='x()' d='M0 0'/>",
         "x.svg:1:32: error: an attribute that drawings do not have: onload: not in path"},
        {"<path d='M0 0' style='fill:white;filter:url(#a)'/>", "filter: within style"},
        {"<path d='M0 0' style='style:x'/>", "style: within style"},
        {"<path d='M0 0' xlink:href='#a'/>", "xlink:href"},
        {"<path d='M0 0' class='a'/>", "class"},
        {"<path d='M0 0' fill='url(#a)'/>", "url(#a): a drawing is white, black and none"},
        {"<path d='M0 0' fill='red'/>", "drawing-value"},
        {"<path d='M0 0' stroke='white'/>", "a white line cannot be seen"},
        {"<path d='M0 0' opacity='.5'/>", "seen through"},
        {"<path d='M0 0' stroke-width='3em'/>", "3em: a number"},
        {"<path d='M0 0' stroke-width='-1'/>", "too small"},
        {"<path d='M0 0' stroke-linecap='x'/>", "no such value"},
        {"<path d='L1 1'/>", "x.svg:1:35: error: a value"},
        {"<path d='M1 1 x 2'/>", "x.svg:1:40: error: a value"},
        {"<path d='M1'/>", "drawing-value"},
        {"<path d='M1 9999999'/>", "drawing-value"},
        {"<path d='M1 1a1 1 0 2 1 1 1'/>", "drawing-value"},
        {"<path/>", "it has no shape"},
        {"<polygon points=''/>", "drawing-value"},
        {"<polygon points='1 2 3'/>", "drawing-value"},
        {"<g transform='spin(3)'/>", "this transform cannot be read"},
        {"<g transform='scale(1 2 3)'/>", "this transform cannot be read"},
        {"<g transform='scale(1'/>", "this transform cannot be read"},
        {"<path d=M/>", "a value stands in quotes"},
        {"<path d='M0 0' d='M0 0'/>", "twice"},
        {"<path d='&#77;0 0'/>", "there are no entities"},
        {"<path d='M0 0'id='x'/>", "a blank stands before"},
        {"<!DOCTYPE svg [<!ENTITY a 'b'>]>", "no DOCTYPE"},
        {"<![CDATA[x]]>", "no DOCTYPE, CDATA"},
        {"<?xml-stylesheet href='x'?>", "no DOCTYPE, CDATA or instructions"},
        {"<g></path>", "it is not what is open"},
        {"<!-- x", "within a comment"},
        {"hello", "text stands in title and desc only"},
        {"<path d='M0 0'/", "a > is missing"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct cp_diags d;
        bool refused = !drawn(cases[i].svg, &d) && strstr(said(&d), cases[i].said);
        if (!refused)
            printf("# %s\n# %s\n", cases[i].svg, said(&d));
        EXPECT(refused);
    }
}

static void expect_refused(cp_str svg, const char *wanted)
{
    struct cp_diags d;
    cp_diags_init(&d, &arena);
    bool refused = !cp_drawing_parse(&arena, svg, "x.svg", &d) && strstr(said(&d), wanted);
    if (!refused)
        printf("# %s\n", said(&d));
    EXPECT(refused);
}

TEST(a_file_is_one_svg_with_a_box_and_within_bounds)
{
    struct cp_buf b;
    expect_refused(CP_STR(""), "there is no svg [drawing-syntax]");
    expect_refused(CP_STR("<g/>"), "one svg is around all");
    expect_refused(CP_STR("<svg><path d='M0 0'/></svg>"), "it has no viewBox");
    expect_refused(CP_STR("<svg viewBox='0 0 0 9'/>"), "its box is");
    expect_refused(CP_STR("<svg viewBox='0 0 9'/>"), "four numbers");
    expect_refused(CP_STR("<svg viewBox='0 0 9 9'"), "a > is missing");
    expect_refused(CP_STR("<svg viewBox='0 0 9 9'>"), "the file ends before");
    expect_refused(CP_STR("<svg viewBox='0 0 9 9'/><svg viewBox='0 0 9 9'/>"), "one svg");
    cp_buf_init(&b, &arena);
    for (int i = 0; i < CP_DRAWING_MOST / 3; i++)
        cp_buf_puts(&b, "    ");
    expect_refused(cp_buf_str(&b), "65536 bytes [drawing-limit]");
    cp_buf_reset(&b);
    cp_buf_puts(&b, "<svg viewBox='0 0 9 9'>");
    for (int i = 0; i <= CP_PARTS_OF_DRAWING; i++)
        cp_buf_puts(&b, "<path d='M0 0'/>");
    cp_buf_puts(&b, "</svg>");
    expect_refused(cp_buf_str(&b), "256 shapes");
    cp_buf_reset(&b);
    cp_buf_puts(&b, "<svg viewBox='0 0 9 9'>");
    for (int i = 0; i < CP_DRAWING_DEPTH - 2; i++)
        cp_buf_puts(&b, "<g transform='matrix(100000 100000 100000 100000 100000 100000) "
                        "rotate(100000 100000 100000)'>");
    expect_refused(cp_buf_str(&b), "1000 characters");
    cp_buf_reset(&b);
    cp_buf_puts(&b, "<svg viewBox='0 0 9 9'>");
    for (int i = 0; i < CP_DRAWING_DEPTH; i++)
        cp_buf_puts(&b, "<g>");
    expect_refused(cp_buf_str(&b), "16 elements within each other");
}

TEST(a_drawing_as_programs_save_it_is_read_whole)
{
    static char text[4096];
    FILE *file = fopen("testdata/drawings/tower.svg", "rb");
    struct cp_diags d;
    cp_diags_init(&d, &arena);
    EXPECT(file != NULL);
    size_t len = file ? fread(text, 1, sizeof text, file) : 0;
    if (file)
        fclose(file);
    const struct cp_drawing *tower = cp_drawing_parse(&arena, (cp_str){text, len}, "tower.svg", &d);
    size_t count = 0;
    while (tower && tower->parts[count].role != CP_PART_END)
        count++;
    EXPECT(count == 8); /* of seven shapes, one is filled with black and has a line, too */
}

TEST(numbers_are_kept_to_the_millionth)
{
    static const struct {
        const char *text, *written;
    } cases[] = {{"1", "1"},      {"-0.5", "-0.5"},    {".1234567", "0.123456"}, {"+3.", "3"},
                 {"1e3", "1000"}, {"1.5E-2", "0.015"}, {"1000000", "1000000"},   {"1e-99", "0"},
                 {"12px", "12"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        int64_t n;
        struct cp_buf out;
        cp_buf_init(&out, &arena);
        EXPECT(cp_micro_parse(cp_str_from(cases[i].text), &n));
        cp_micro_format(&out, n);
        EXPECT_STR(cp_buf_str(&out), cases[i].written);
    }
    static const char *const wrong[] = {"", ".", "-", "e5", "1e", "1000001", "1e99", "5em", "1 2"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        int64_t n;
        EXPECT(!cp_micro_parse(cp_str_from(wrong[i]), &n));
    }
}
