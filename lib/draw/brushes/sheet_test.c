/* SPDX-License-Identifier: MIT */
#include "draw/brushes/brushes.h"
#include "draw/sample_test.h"

enum { PICTURES = 5 };

struct pages {
    struct sample s;
    struct cp_sheet_picture list[PICTURES];
    struct cp_buf out;
};

/* Equal pictures, but that the second is wider. */
static void make(struct pages *p, const struct cp_svg_style *style, uint32_t columns)
{
    struct cp_svg_style part = cp_sheet_style(style, columns);
    memset(p->list, 0, sizeof p->list);
    sample_open(&p->s);
    sample_put(&p->s, "wK", CP_INT(1), CP_INT(1));
    for (int i = 0; i < PICTURES; i++) {
        for (int file = 5; i == 1 && file < 20; file += 3)
            sample_put(&p->s, "bK", CP_INT(file), CP_INT(1));
        p->s.view.count = i == 1 ? p->s.view.count : 1;
        EXPECT(sample_make(&p->s));
        cp_svg_paint_part(&p->list[i].svg, &p->s.scene, &part, &p->s.arena);
    }
    cp_buf_init(&p->out, &p->s.arena);
}

static const char *svg(struct pages *p, const struct cp_svg_style *style, uint32_t columns)
{
    struct cp_sheet sheet = {p->list, PICTURES, columns, 7};
    cp_buf_reset(&p->out);
    cp_sheet_put_svg(&p->out, &sheet, style);
    cp_buf_putc(&p->out, '\0');
    return p->out.at;
}

static unsigned count(const char *text, const char *what)
{
    unsigned n = 0;
    for (const char *at = text; (at = strstr(at, what)); at++)
        n++;
    return n;
}

TEST(text_pictures_stand_side_by_side_under_their_numbers)
{
    struct cp_arena arena;
    struct cp_buf out;
    struct cp_sheet_picture list[3] = {
        {.text = CP_STR("a b\nc\n")}, {.text = CP_STR("wide\n")}, {.text = CP_STR("x\ny\nz\n")}};
    struct cp_sheet sheet = {list, 3, 2, 9};
    cp_arena_init(&arena, NULL, NULL);
    cp_buf_init(&out, &arena);
    cp_sheet_put_text(&out, &sheet);
    EXPECT_STR(cp_buf_str(&out), "9      10\na b    wide\nc\n\n11\nx\ny\nz\n");
    list[0].title = list[2].title = CP_STR("A - B");
    cp_buf_reset(&out);
    cp_sheet_put_text(&out, &sheet);
    EXPECT_STR(cp_buf_str(&out), "9  A - B     10\na b          wide\nc\n\n11  A - B\nx\ny\nz\n");
    list[1].title = list[0].title; /* all have it */
    cp_buf_reset(&out);
    cp_sheet_put_text(&out, &sheet);
    EXPECT_STR(cp_buf_str(&out), "A - B\n\n9      10\na b    wide\nc\n\n11\nx\ny\nz\n");
    cp_arena_close(&arena);
}

TEST(equal_pictures_have_ids_of_their_own_and_drawings_are_there_once)
{
    struct pages p;
    struct cp_svg_style style = {.id_prefix = CP_STR("fig")};
    make(&p, &style, 3);
    const char *text = svg(&p, &style, 3);
    EXPECT_INT(count(text, "<g id=\"figcp-light-white-king\""), 1);
    EXPECT_INT(count(text, "<g id=\"figcp-light-black-king\""), 1);
    EXPECT_INT(count(text, "id=\"fig7-man1.1\""), 1);
    EXPECT_INT(count(text, "id=\"fig11-man1.1\""), 1);
    EXPECT_INT(count(text, "id=\"fig8-man11.1\""), 1);
    EXPECT_INT(count(text, "\1"), 0);
    EXPECT_INT(count(text, ">5 diagrams</desc>"), 1);
    style.id_prefix = (cp_str){0};
    EXPECT_INT(count(svg(&p, &style, 3), "\1"), 0);
    sample_close(&p.s);
}

TEST(a_sheet_is_as_large_as_its_pictures_or_as_was_asked_for)
{
    struct pages p;
    struct cp_svg_style style = {0};
    make(&p, &style, 2);
    uint32_t left = p.list[0].svg.width, right = p.list[1].svg.width;
    char wanted[80];
    EXPECT(right > left);
    snprintf(wanted, sizeof wanted, " viewBox=\"0 0 %u ", left + right + 8);
    EXPECT(strstr(svg(&p, &style, 2), wanted) != NULL);
    snprintf(wanted, sizeof wanted, " viewBox=\"0 0 %u ", 4 * left + right + 4 * 8);
    EXPECT(strstr(svg(&p, &style, 6), wanted) != NULL); /* not all columns are used */
    EXPECT_INT(count(p.out.at, "scale("), 0);
    sample_close(&p.s);
    EXPECT(cp_length_parse(&style.width, CP_STR("85mm")));
    make(&p, &style, 2);
    const char *text = svg(&p, &style, 2);
    EXPECT(strstr(text, " width=\"85mm\" ") != NULL);
    EXPECT(strstr(text, " viewBox=\"0 0 848 ") != NULL);
    EXPECT_INT(count(text, "scale("), PICTURES);
    sample_close(&p.s);
}

TEST(the_width_of_a_sheet_is_shared_so_that_labels_can_be_read)
{
    struct cp_svg_style style = {0}, part;
    EXPECT(cp_length_parse(&style.width, CP_STR("1mm")));
    part = cp_sheet_style(&style, 10);
    EXPECT(part.width.thousandths > 90 && part.width.thousandths < 100);
    EXPECT(cp_length_parse(&style.width, CP_STR("0.001mm")));
    EXPECT_INT(cp_sheet_style(&style, 10).width.thousandths, 1);
    EXPECT_INT(cp_sheet_style(&(struct cp_svg_style){0}, 3).width.thousandths, 0);
}
