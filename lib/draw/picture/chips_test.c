/* SPDX-License-Identifier: MIT */
#include "draw/picture/scene.h"

#include "draw/picture/view.h"
#include "draw/sample_test.h"

/* "left: (-9,4) right: ..." of the window, edge by edge. */
static cp_str chips(struct sample *s)
{
    static const char *const names[] = {"left", "right", "top", "bottom"};
    struct cp_buf b;
    cp_buf_init(&b, &s->arena);
    for (int edge = 0; edge < CP_EDGES; edge++) {
        if (s->scene.edges[edge].count)
            cp_buf_printf(&b, "%s%s:", b.len ? " " : "", names[edge]);
        for (uint32_t i = 0; i < s->scene.edges[edge].count; i++) {
            cp_buf_putc(&b, ' ');
            cp_buf_put(&b, s->scene.edges[edge].list[i].label);
        }
    }
    return cp_buf_str(&b);
}

TEST(a_chip_stands_where_its_direction_leaves_the_window)
{
    struct sample s;
    sample_open(&s);
    sample_put(&s, "wR", CP_INT(-9), CP_INT(4)); /* on a rank of the window */
    sample_put(&s, "wR", CP_INT(99), CP_INT(8));
    sample_put(&s, "bR", CP_INT(3), CP_INT(-70)); /* on a file */
    sample_put(&s, "bR", CP_INT(90), CP_INT(20)); /* beyond a corner, more to the right */
    sample_put(&s, "bR", CP_INT(20),
               CP_INT(190)); /* and more above: at the corner, the nearest first */
    sample_window(&s, at(1, 1), at(8, 8));
    EXPECT(sample_make(&s));
    EXPECT_STR(chips(&s), "left: (-9,4) right: (90,20) (20,190) (99,8) bottom: (3,-70)");
    EXPECT_INT(s.scene.edges[CP_LEFT].list[0].anchor, 4 * 45 + 22);
    EXPECT_INT(s.scene.edges[CP_BOTTOM].list[0].anchor, 2 * 45 + 22);
    EXPECT_INT(s.scene.edges[CP_BOTTOM].list[0].dx, 0);
    s.view.flip = true;
    EXPECT(sample_make(&s));
    EXPECT_STR(chips(&s), "left: (99,8) (20,190) (90,20) right: (-9,4) top: (3,-70)");
    sample_close(&s);
}

TEST(a_piece_on_a_diagonal_of_the_window_stands_on_it)
{
    struct sample s;
    sample_open(&s);
    sample_put(&s, "wB", CP_INT(104), CP_INT(102)); /* through (8,6) */
    sample_put(&s, "bB", CP_INT(-97), CP_INT(102)); /* through (-1,6), (1,4) */
    sample_put(&s, "bQ", CP_INT(52), CP_INT(50));   /* before the first */
    sample_put(&s, "wQ", sample_int(&s, "1000000000000000000000003"),
               sample_int(&s, "-999999999999999999999995")); /* through (8,0): above (8,1) */
    sample_window(&s, at(1, 1), at(8, 8));
    s.view.has_signs = true;
    EXPECT(sample_make(&s));
    EXPECT_STR(chips(&s),
               "left: (\u221297, 102) right: (52, 50) (104, 102) bottom: (\u224810\u00b2\u2074, "
               "\u2248\u22129.99\u00b710\u00b2\u00b3)");
    EXPECT_INT(s.scene.edges[CP_RIGHT].list[1].anchor, 2 * 45 + 22 - 31);
    EXPECT_INT(s.scene.edges[CP_RIGHT].list[1].dx, 707);
    EXPECT(!s.scene.edges[CP_RIGHT].list[1].is_corner);
    sample_close(&s);
}

TEST(a_piece_that_hardly_rises_is_at_the_corner_above)
{
    static const char *const files[] = {"16000", "-4000", "1000000000",
                                        "-123456789012345678901234567890"};
    for (size_t i = 0; i < sizeof files / sizeof *files; i++)
        for (int flip = 0; flip < 2; flip++) {
            struct sample s;
            sample_open(&s);
            sample_put(&s, "wR", sample_int(&s, files[i]), CP_INT(40));
            sample_window(&s, at(1, 1), at(8, 8));
            s.view.flip = flip;
            EXPECT(sample_make(&s));
            const struct cp_chips *edge =
                &s.scene.edges[(files[i][0] == '-') != flip ? CP_LEFT : CP_RIGHT];
            EXPECT_INT(edge->count, 1);
            EXPECT(flip ? edge->list[0].anchor > 8 * 45 : edge->list[0].anchor < 0);
            sample_close(&s);
        }
}

TEST(a_checker_stands_on_the_line_from_the_king)
{
    struct sample s;
    cp_square king = at(3, 2), bishop;
    sample_open(&s);
    bishop = (cp_square){sample_int(&s, "1000000000000000000000003"),
                         sample_int(&s, "1000000000000000000000002")};
    sample_put(&s, "wK", king.file, king.rank);
    sample_put(&s, "bQ", bishop.file, bishop.rank);
    sample_window(&s, at(1, 1), at(8, 8));
    s.view.checked = &king;
    s.view.checkers = &bishop;
    s.view.checked_count = s.view.checker_count = 1;
    EXPECT(sample_make(&s));
    EXPECT_STR(chips(&s), "right: *1"); /* its square is too long */
    /* from (2.5,6.5) squares on the screen up to the right: at 8.2 it is 0.8 from above */
    EXPECT_INT(s.scene.edges[CP_RIGHT].list[0].anchor, 36);
    EXPECT_INT(s.scene.edges[CP_RIGHT].list[0].dx, 707);
    EXPECT_INT(s.scene.edges[CP_RIGHT].list[0].dy, -707);
    sample_close(&s);
}

TEST(where_an_edge_is_full_kings_come_first_then_the_nearest_and_the_rest_is_counted)
{
    struct sample s;
    cp_square king = at(5000, 5);
    sample_open(&s);
    for (int i = 0; i < 20; i++)
        sample_put(&s, i % 2 ? "wR" : "bR", CP_INT(100 + 10 * i), CP_INT(5));
    sample_put(&s, "bK", king.file, king.rank);
    s.view.kings = &king;
    s.view.king_count = 1;
    sample_window(&s, at(1, 1), at(8, 8));
    EXPECT(sample_make(&s));
    EXPECT_STR(chips(&s), "right: (100,5) (110,5) (120,5) (130,5) (140,5) (150,5) (160,5) (170,5) "
                          "(5000,5) 12 more, 6 white");
    EXPECT_INT(s.scene.outside_count, 12);
    sample_close(&s);
}

/* ---- laws, on generated positions ---- */

/* In how many places of the picture a man is. */
static uint32_t times_shown(const struct sample *s, const cp_man *man, bool but_listed)
{
    uint32_t times = 0, file, rank;
    for (uint32_t p = 0; p < s->scene.panel_count; p++)
        times += cp_panel_find(&s->scene, &s->scene.panels[p], man->square, &file, &rank);
    for (int edge = 0; edge < CP_EDGES; edge++)
        for (uint32_t i = 0; i < s->scene.edges[edge].count; i++)
            times += s->scene.edges[edge].list[i].man == man;
    for (uint32_t i = 0; !but_listed && i < s->scene.outside_count; i++)
        times += s->scene.outside[i] == man;
    return times;
}

static void check_edges(const struct sample *s)
{
    for (int edge = 0; edge < CP_EDGES; edge++) {
        const struct cp_chips *chips_here = &s->scene.edges[edge];
        for (uint32_t i = 0; i < chips_here->count; i++) {
            const struct cp_chip *c = &chips_here->list[i];
            EXPECT(cp_chip_thickness(&s->scene, c, (enum cp_edge)edge) <= chips_here->thickness);
            if (i == 0)
                continue;
            const struct cp_chip *before = c - 1;
            EXPECT(before->place + before->length <= c->place);
            EXPECT(before->anchor <= c->anchor);
        }
    }
}

TEST(every_man_is_seen_once_kings_and_checkers_always_and_no_chip_covers_another)
{
    uint32_t random = 20261122;
    for (int round = 0; round < 600; round++) {
        struct sample s;
        sample_open(&s);
        sample_generate(&s, &random);
        EXPECT(sample_make(&s));
        for (uint32_t i = 0; i < s.view.count; i++) {
            EXPECT_INT(times_shown(&s, &s.men[i], false), 1);
            bool is_king = i < s.view.king_count;
            bool checks = s.view.checker_count && i == 2;
            if (is_king || checks)
                EXPECT_INT(times_shown(&s, &s.men[i], true), 1);
        }
        check_edges(&s);
        sample_close(&s);
    }
}
