/* SPDX-License-Identifier: MIT */
#include "draw/drawings.h"
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
    *d = cp_diags_in(&arena);
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

TEST(a_path_s_data_is_kept_where_it_can_be_read)
{
    EXPECT(strcmp(path_of("<path d=' M 1,2\n-3 .5e-1 a1 1 0 011 1 z'/>"),
                  "M 1,2 -3 .5e-1 a1 1 0 011 1 z") == 0);
    EXPECT(strcmp(path_of("<path id='x' d='m1-2h3v.5zC1 2 3 4 5 6 7 8 9 1 2 3'></path>"),
                  "m1-2h3v.5zC1 2 3 4 5 6 7 8 9 1 2 3") == 0);
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
        {"<path fill='white' d='M0 0'/><path d='M1 1' fill='none' stroke=' black '/>",
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

TEST(lines_have_their_own_width)
{
    struct cp_diags d;
    const struct cp_drawing *drawing = drawn(
        "<path d='M0 0' fill='none' stroke='black' stroke-width='.5'/><path d='M0 0' fill='none' "
        "stroke='black'/><path d='M0 0' fill='white'/>",
        &d);
    EXPECT(drawing && strcmp(drawing->parts[0].style, " stroke-width=\".5\"") == 0);
    EXPECT(drawing && strcmp(drawing->parts[1].style, " stroke-width=\"1\"") == 0);
    EXPECT(drawing && strcmp(drawing->parts[2].style, " stroke=\"none\"") == 0);
    EXPECT(drawing && strcmp(drawing->box, "0 0 45 45") == 0);
}

TEST(a_drawing_without_white_is_told_of)
{
    struct cp_diags d;
    EXPECT(drawn("<path d='M0 0'/>", &d) && strstr(said(&d), "drawing-dark"));
    EXPECT(drawn("<path d='M0 0' fill='none' stroke='black'/>", &d) &&
           strstr(said(&d), "drawing-dark"));
    EXPECT(drawn("<path d='M0 0'/><path d='M1 1' fill='white'/>", &d) && !d.count);
}

TEST(equal_drawings_have_equal_names)
{
    struct cp_diags d;
    const struct cp_drawing *a = drawn("<path d='M1 1L2 2'/>", &d);
    const struct cp_drawing *b = drawn("<!-- so --><path  d=\"M1 1L2 2\" id='x'></path>", &d);
    const struct cp_drawing *c = drawn("<path d='M1 1L2 3'/>", &d);
    EXPECT(a && b && strcmp(a->name, b->name) == 0);
    EXPECT(a && c && strcmp(a->name, c->name) != 0);
}

TEST(what_drawings_may_not_have_is_refused_at_its_place)
{
    static const struct {
        const char *svg, *said;
    } cases[] = {
        {"<script>alert(1)</script>", "x.svg:1:26: error: the drawing cannot be used: a drawing is "
                                      "one svg and within it paths"},
        {"<image href='x.png'/>", "no other element"},
        {"<use href='#a'/>", "no other element"},
        {"<style>*{}</style>", "no other element"},
        {"<foreignObject/>", "no other element"},
        {"<g><path d='M0 0'/></g>", "no other element"},
        {"<circle r='2'/>", "no other element"},
        {"<title>x</title>", "no other element"},
        {"<paths d='M0 0'/>", "no other element"},
        {"<path d='M0 0'><g/></path>", "the end of the element is missing"},
        {"<svg/>", "no other element"},
        {"<path onload='x()' d='M0 0'/>",
         "x.svg:1:32: error: the drawing cannot be used: onload: a path has d, fill, stroke"},
        {"<path d='M0 0' style='fill:white'/>", "style: a path has"},
        {"<path d='M0 0' transform='scale(2)'/>", "transform: a path has"},
        {"<path d='M0 0' xlink:href='#a'/>", "xlink:href"},
        {"<path d='M0 0' xmlns:a='#a'/>", "xmlns:a"},
        {"<path d='M0 0' class='a'/>", "class"},
        {"<path d='M0 0' fill='url(#a)'/>", "url(#a): a drawing is white, black and none"},
        {"<path d='M0 0' fill='red'/>", "red: a drawing is white"},
        {"<path d='M0 0' fill=''/>", "a drawing is white"},
        {"<path d='M0 0' stroke='white'/>", "a white line cannot be seen"},
        {"<path d='M0 0' opacity='.5'/>", "opacity"},
        {"<path d='M0 0' stroke-width='3em'/>", "3em: a width is a number"},
        {"<path d='M0 0' stroke-width='3px'/>", "3px: a width is a number"},
        {"<path d='M0 0' stroke-width='-1'/>", "a width is a number"},
        {"<path d='M0 0' stroke-width='0.0'/>", "a width is a number"},
        {"<path d='M0 0' stroke-width=''/>", "a width is a number"},
        {"<path d='L1 1'/>", "x.svg:1:35: error: the drawing cannot be used: the path cannot be"},
        {"<path d='M1 1 x 2'/>", "x.svg:1:40: error: "},
        {"<path d='1 2'/>", "x.svg:1:35: error: "},
        {"<path d='M1 1z2'/>", "x.svg:1:40: error: "},
        {"<path d='M1'/>", "x.svg:1:37: error: "},
        {"<path d='ML1 1'/>", "x.svg:1:36: error: "},
        {"<path d='M1 1L'/>", "x.svg:1:40: error: "},
        {"<path d='M1 1 2'/>", "x.svg:1:41: error: "},
        {"<path d='M1 99999999'/>", "x.svg:1:38: error: "},
        {"<path d='M1 1e9'/>", "x.svg:1:39: error: "},
        {"<path d='M1 .'/>", "x.svg:1:38: error: "},
        {"<path d='M1 1a1 1 0 2 1 1 1'/>", "x.svg:1:46: error: "},
        {"<path d=''/>", "x.svg:1:35: error: "},
        {"<path/>", "x.svg:1:26: error: "},
        {"<path d=M/>", "= and a value in quotes"},
        {"<path d/>", "= and a value in quotes"},
        {"<path d='M0 0' d='M0 0'/>", "twice"},
        {"<path d='&#77;0 0'/>", "there are no entities"},
        {"<path d='M0 0'id='x'/>", "a blank stands between"},
        {"<!DOCTYPE svg [<!ENTITY a 'b'>]>", "no other element"},
        {"<![CDATA[x]]>", "no other element"},
        {"<?xml-stylesheet href='x'?>", "no other element"},
        {"</path>", "the end of the element"},
        {"<!-- x", "within a comment"},
        {"hello", "no other element or text"},
        {"<path d='M0 0'/", "a path has"},
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
    struct cp_diags d = cp_diags_in(&arena);
    bool refused = !cp_drawing_parse(&arena, svg, "x.svg", &d) && strstr(said(&d), wanted);
    if (!refused)
        printf("# %s\n", said(&d));
    EXPECT(refused);
}

TEST(a_file_is_one_svg_with_a_box_and_within_bounds)
{
    struct cp_buf b;
    expect_refused(CP_STR(""), "a drawing is one svg");
    expect_refused(CP_STR("<g/>"), "a drawing is one svg");
    expect_refused(CP_STR("<svg><path d='M0 0'/></svg>"), "its viewBox is four numbers");
    expect_refused(CP_STR("<svg viewBox='0 0 0 9'/>"), "its width and height");
    expect_refused(CP_STR("<svg viewBox='0 0 9 -9'/>"), "its width and height");
    expect_refused(CP_STR("<svg viewBox='0 0 9'/>"), "four numbers");
    expect_refused(CP_STR("<svg viewBox='0 0 9 9 9'/>"), "four numbers");
    expect_refused(CP_STR("<svg viewBox='0 0 9 9' fill='white'/>"), "fill: an svg has a viewBox");
    expect_refused(CP_STR("<svg viewBox='0 0 9 9'"), "an svg has a viewBox");
    expect_refused(CP_STR("<svg viewBox='0 0 9 9'/>"), "nothing is drawn");
    expect_refused(CP_STR("<svg viewBox='0 0 9 9'>"), "no other element or text");
    expect_refused(CP_STR("<svg viewBox='0 0 9 9'></svg"), "the end of the element is missing");
    expect_refused(CP_STR("<svg viewBox='0 0 9 9'/><svg viewBox='0 0 9 9'/>"), "behind the svg");
    expect_refused(CP_STR("<?xml"), "within its first line");
    cp_buf_init(&b, &arena);
    for (int i = 0; i < CP_DRAWING_MOST / 3; i++)
        cp_buf_puts(&b, "    ");
    expect_refused(cp_buf_str(&b), "65536 bytes [drawing-wrong]");
    cp_buf_reset(&b);
    cp_buf_puts(&b, "<svg viewBox='0 0 9 9'>");
    for (int i = 0; i <= CP_PARTS_OF_DRAWING; i++)
        cp_buf_puts(&b, "<path d='M0 0'/>");
    cp_buf_puts(&b, "</svg>");
    expect_refused(cp_buf_str(&b), "256 paths");
}

TEST(a_drawing_as_programs_save_it_is_read_whole)
{
    static char text[4096];
    FILE *file = fopen("testdata/drawings/tower.svg", "rb");
    struct cp_diags d = cp_diags_in(&arena);
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
