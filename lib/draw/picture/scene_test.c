/* SPDX-License-Identifier: MIT */
#include "draw/sample_test.h"

TEST(an_automatic_window_fits_the_men_with_a_margin)
{
    struct sample s;
    sample_open(&s);
    sample_put(&s, "wK", CP_INT(-3), CP_INT(2));
    sample_put(&s, "bK", CP_INT(9), CP_INT(14));
    EXPECT(sample_make(&s));
    EXPECT_STR(sample_box(&s, 0), "(-4,1) to (10,15)");
    EXPECT_INT(s.scene.panel_count, 1);
    EXPECT_INT(s.scene.outside_count, 0);
    sample_close(&s);
}

TEST(a_position_without_men_still_has_a_window)
{
    struct sample s;
    sample_open(&s);
    EXPECT(sample_make(&s));
    EXPECT_STR(sample_box(&s, 0), "(1,1) to (8,8)");
    sample_close(&s);
}

TEST(a_window_grows_to_near_squares_of_the_last_move_and_not_to_far_ones)
{
    struct sample s;
    sample_open(&s);
    sample_put(&s, "wK", CP_INT(1), CP_INT(1));
    sample_put(&s, "wR", CP_INT(12), CP_INT(-3));
    sample_diagram(&s, at(1, 1), at(8, 8));
    s.view.has_last = true;
    s.view.last_from = at(500, -3);
    s.view.last_to = at(12, -3);
    EXPECT(sample_make(&s));
    EXPECT_STR(sample_box(&s, 0), "(1,-3) to (12,8)");
    EXPECT_INT(s.scene.panel_count, 1); /* an empty far square is no inset */
    sample_close(&s);
}

TEST(a_window_grows_to_a_near_king_in_check_and_a_far_checker_gets_a_chip)
{
    struct sample s;
    cp_square king = at(10, 1), rook = at(1000, 1);
    sample_open(&s);
    sample_put(&s, "wK", king.file, king.rank);
    sample_put(&s, "bR", rook.file, rook.rank);
    sample_diagram(&s, at(1, 1), at(8, 8));
    s.view.checked = &king;
    s.view.checkers = &rook;
    s.view.checked_count = s.view.checker_count = 1;
    EXPECT(sample_make(&s));
    EXPECT_STR(sample_box(&s, 0), "(1,1) to (10,8)");
    EXPECT_INT(s.scene.panel_count, 1);
    EXPECT_INT(s.scene.edges[CP_RIGHT].count, 1);
    EXPECT(s.scene.edges[CP_RIGHT].list[0].checks);
    uint32_t file, rank;
    EXPECT(cp_panel_find(&s.scene, &s.scene.panels[0], king, &file, &rank));
    EXPECT(s.scene.panels[0].cells[rank * 10 + file].flags & CP_CELL_CHECK);
    sample_close(&s);
}

TEST(men_far_away_but_near_to_each_other_share_an_inset_others_are_chips)
{
    struct sample s;
    sample_open(&s);
    cp_int far = sample_int(&s, "1000000000000000000000000000000");
    sample_put(&s, "wK", CP_INT(1), CP_INT(1));
    sample_put(&s, "bQ", far, CP_INT(7));
    sample_put(&s, "bK", cp_int_add(s.ints, far, CP_INT(2)), CP_INT(5));
    sample_put(&s, "wR", CP_INT(300), CP_INT(9));
    sample_put(&s, "wHa", CP_INT(-300), CP_INT(9));
    sample_put(&s, "wN", CP_INT(900), CP_INT(-9));
    sample_window(&s, at(1, 1), at(8, 8));
    EXPECT(sample_make(&s));
    EXPECT_INT(s.scene.panel_count, 2);
    EXPECT_STR(sample_box(&s, 1), "(999999999999999999999999999999,4) to "
                                  "(1000000000000000000000000000003,8)");
    EXPECT_INT(s.scene.outside_count, 0);
    EXPECT(s.scene.edges[CP_LEFT].list[0].man == &s.men[4]);
    EXPECT(s.scene.edges[CP_RIGHT].list[0].man == &s.men[3]);
    EXPECT(s.scene.edges[CP_RIGHT].list[1].man == &s.men[5]);
    sample_close(&s);
}

TEST(an_automatic_window_takes_the_larger_group_and_leaves_the_far_one_to_an_inset)
{
    struct sample s;
    sample_open(&s);
    for (int i = 0; i < 4; i++)
        sample_put(&s, "wR", CP_INT(i), CP_INT(1));
    sample_put(&s, "bR", CP_INT(200), CP_INT(1));
    sample_put(&s, "bK", CP_INT(201), CP_INT(1));
    EXPECT(sample_make(&s));
    EXPECT_STR(sample_box(&s, 0), "(-2,-2) to (5,5)");
    EXPECT_STR(sample_box(&s, 1), "(199,0) to (202,2)");
    sample_close(&s);
}

TEST(of_a_group_that_no_window_can_hold_the_densest_part_is_shown)
{
    struct sample s;
    sample_open(&s);
    for (int i = 0; i < 60; i++)
        sample_put(&s, "wR", CP_INT(i), CP_INT(i % 2));
    EXPECT(sample_make(&s));
    EXPECT_STR(sample_box(&s, 0), "(-1,-12) to (38,14)"); /* and no strip */
    for (int i = 0; i < 40; i++)
        sample_put(&s, "bR", CP_INT(60 + i % 20), CP_INT(2 + i / 20));
    EXPECT(sample_make(&s));
    EXPECT_STR(sample_box(&s, 0), "(41,-11) to (80,15)");
    sample_close(&s);
}

TEST(the_window_is_where_a_king_in_check_is_and_not_where_idle_men_are)
{
    struct sample s;
    cp_square king = at(500, 500), rook = at(500, 510);
    cp_square kings[] = {king, at(1, 1)};
    sample_open(&s);
    for (int i = 0; i < 8; i++)
        sample_put(&s, "wN", CP_INT(i), CP_INT(2));
    sample_put(&s, "wK", CP_INT(1), CP_INT(1));
    sample_put(&s, "bK", king.file, king.rank);
    sample_put(&s, "wR", rook.file, rook.rank);
    s.view.kings = kings;
    s.view.king_count = 2;
    s.view.checked = &king;
    s.view.checkers = &rook;
    s.view.checked_count = s.view.checker_count = 1;
    EXPECT(sample_make(&s));
    EXPECT_STR(sample_box(&s, 0), "(496,499) to (504,511)");
    EXPECT_STR(sample_box(&s, 1), "(-1,0) to (8,3)");
    sample_diagram(&s, at(1, 1), at(8, 8)); /* nor in the variant's diagram */
    EXPECT(sample_make(&s));
    EXPECT_STR(sample_box(&s, 0), "(496,499) to (504,511)");
    sample_window(&s, at(1, 1), at(8, 8)); /* but where it is asked for */
    EXPECT(sample_make(&s));
    EXPECT_STR(sample_box(&s, 0), "(1,1) to (8,8)");
    sample_close(&s);
}

TEST(a_man_that_went_far_away_alone_leaves_the_window_to_the_kings)
{
    struct sample s;
    cp_square kings[] = {at(5, 1), at(5, 9)};
    sample_open(&s);
    sample_put(&s, "wK", CP_INT(5), CP_INT(1));
    sample_put(&s, "bK", CP_INT(5), CP_INT(9));
    sample_put(&s, "wR", CP_INT(-700), CP_INT(4));
    s.view.kings = kings;
    s.view.king_count = 2;
    s.view.has_last = true;
    s.view.last_from = at(8, 4);
    s.view.last_to = at(-700, 4);
    EXPECT(sample_make(&s));
    EXPECT_STR(sample_box(&s, 0), "(3,0) to (10,10)"); /* with the square it left */
    EXPECT(s.scene.edges[CP_LEFT].list[0].moved);
    sample_close(&s);
}

TEST(a_window_grows_to_any_man_within_eight_squares_but_not_the_one_asked_for)
{
    struct sample s;
    sample_open(&s);
    sample_put(&s, "wN", CP_INT(11), CP_INT(4));
    sample_put(&s, "wN", CP_INT(4), CP_INT(-3));
    sample_diagram(&s, at(1, 1), at(8, 8));
    EXPECT(sample_make(&s));
    EXPECT_STR(sample_box(&s, 0), "(1,-3) to (11,8)");
    sample_window(&s, at(1, 1), at(8, 8));
    EXPECT(sample_make(&s));
    EXPECT_STR(sample_box(&s, 0), "(1,1) to (8,8)");
    sample_close(&s);
}

TEST(empty_stretches_are_torn_out_but_for_one_square_on_either_side)
{
    struct sample s;
    uint32_t file, rank;
    sample_open(&s);
    sample_put(&s, "wK", CP_INT(1), CP_INT(1));
    sample_put(&s, "bK", CP_INT(30), CP_INT(1));  /* 28 empty files */
    sample_put(&s, "bR", CP_INT(30), CP_INT(12)); /* 10 empty ranks */
    sample_put(&s, "bR", CP_INT(30), CP_INT(22)); /* 9 */
    EXPECT(sample_make(&s));
    const struct cp_panel *p = &s.scene.panels[0];
    EXPECT_INT(p->x.extent, 32 + 5); /* of 16 ranks that are drawn two thirds are 11 files */
    EXPECT_INT(p->files, 32 + 5 - 26);
    EXPECT_INT(p->y.extent, 24);
    EXPECT_INT(p->ranks, 24 - 8);
    EXPECT(cp_panel_find(&s.scene, p, at(30, 12), &file, &rank));
    EXPECT_INT(file, 4 + 2);
    EXPECT_INT(rank, 4);
    EXPECT(!cp_panel_find(&s.scene, p, at(15, 1), &file, &rank));
    EXPECT(!cp_panel_find(&s.scene, p, at(1, 4), &file, &rank));
    for (uint32_t row = 0; row < p->ranks; row++)
        for (uint32_t column = 0; column < p->files; column++) {
            cp_square square = cp_panel_square(&s.scene, p, column, row);
            EXPECT(cp_panel_find(&s.scene, p, square, &file, &rank));
            EXPECT_INT(file, column);
            EXPECT_INT(p->ranks - 1 - rank, row);
            bool even = (square.file.v + square.rank.v) % 2 == 0;
            EXPECT_INT(cp_panel_cell(&s.scene, p, column, row)->flags & CP_CELL_DARK,
                       even ? CP_CELL_DARK : 0);
        }
    sample_window(&s, at(0, 0), at(31, 15)); /* what is asked for is whole */
    EXPECT(sample_make(&s));
    EXPECT_INT(s.scene.panels[0].files, 32);
    sample_close(&s);
}

/* A far man's own rank or file stays, or its chip would stand beside another. */
TEST(a_rank_of_a_far_man_is_not_torn_out)
{
    struct sample s;
    uint32_t file, rank;
    sample_open(&s);
    sample_put(&s, "wK", CP_INT(1), CP_INT(1));
    sample_put(&s, "bK", CP_INT(1), CP_INT(30));
    sample_put(&s, "bR", CP_INT(-9000), CP_INT(15));
    EXPECT(sample_make(&s));
    EXPECT(cp_panel_find(&s.scene, &s.scene.panels[0], at(1, 15), &file, &rank));
    EXPECT_INT(s.scene.panels[0].y.tear_count, 2);
    sample_close(&s);
}

/* R-NOT-4 */
TEST(a_window_too_large_to_draw_is_refused_with_its_size)
{
    struct sample s;
    struct cp_buf said;
    sample_open(&s);
    sample_window(&s, at(1, 1), (cp_square){sample_int(&s, "123456789012345678901234"), CP_INT(8)});
    EXPECT(!sample_make(&s));
    cp_buf_init(&said, &s.arena);
    cp_diags_format(&s.diags, &said, 20);
    EXPECT(strstr((cp_buf_putc(&said, '\0'), said.at), "123456789012345678901234 files") != NULL);
    EXPECT(strstr(said.at, "[picture-too-large]") != NULL);
    sample_close(&s);
}

TEST(a_window_upside_down_is_refused)
{
    struct sample s;
    sample_open(&s);
    sample_window(&s, at(1, 9), at(8, 8));
    EXPECT(!sample_make(&s));
    EXPECT_INT(s.diags.count, 1);
    sample_close(&s);
}

TEST(a_bounded_board_has_edges_and_no_window_beyond_them)
{
    struct sample s;
    sample_open(&s);
    sample_bound(&s, 8, 8);
    sample_window(&s, at(-5, 3), at(20, 30));
    EXPECT(sample_make(&s));
    EXPECT_STR(sample_box(&s, 0), "(1,3) to (8,8)");
    EXPECT(s.scene.panels[0].ends[CP_LEFT] && s.scene.panels[0].ends[CP_RIGHT]);
    EXPECT(s.scene.panels[0].ends[CP_TOP] && !s.scene.panels[0].ends[CP_BOTTOM]);
    sample_close(&s);
}

TEST(a_plane_with_borders_shows_no_square_beyond_them)
{
    struct sample s;
    sample_open(&s);
    s.view.border.has[0] = s.view.border.has[3] = true;
    s.view.border.at[0] = CP_INT(-2);
    s.view.border.at[3] = CP_INT(8);
    sample_window(&s, at(-5, 3), at(20, 30));
    EXPECT(sample_make(&s));
    EXPECT_STR(sample_box(&s, 0), "(-2,3) to (20,8)");
    EXPECT(s.scene.panels[0].ends[CP_LEFT] && !s.scene.panels[0].ends[CP_RIGHT]);
    EXPECT(s.scene.panels[0].ends[CP_TOP] && !s.scene.panels[0].ends[CP_BOTTOM]);
    sample_close(&s);
}

TEST(a1_is_dark_and_colours_go_on_below_zero)
{
    struct sample s;
    sample_open(&s);
    sample_window(&s, at(-3, -2), at(4, 4));
    EXPECT(sample_make(&s));
    for (uint32_t row = 0; row < 7; row++)
        for (uint32_t column = 0; column < 8; column++) {
            cp_square square = cp_panel_square(&s.scene, &s.scene.panels[0], column, row);
            bool even = (square.file.v + square.rank.v) % 2 == 0;
            const cp_scene_cell *cell = cp_panel_cell(&s.scene, &s.scene.panels[0], column, row);
            EXPECT_INT(cell->flags & CP_CELL_DARK, even ? CP_CELL_DARK : 0);
        }
    sample_close(&s);
}

TEST(a_flipped_picture_begins_with_the_lowest_rank_and_the_highest_file)
{
    struct sample s;
    sample_open(&s);
    sample_put(&s, "wR", CP_INT(8), CP_INT(1));
    sample_window(&s, at(1, 1), at(8, 8));
    s.view.flip = true;
    EXPECT(sample_make(&s));
    EXPECT(cp_square_equal(cp_panel_square(&s.scene, &s.scene.panels[0], 0, 0), at(8, 1)));
    EXPECT_INT(cp_panel_cell(&s.scene, &s.scene.panels[0], 0, 0)->kind, 1);
    sample_close(&s);
}

TEST(a_board_of_13_files_and_9_ranks_has_58_light_53_dark_squares_and_6_traps)
{
    struct sample s;
    const cp_square traps[] = {at(3, 3), at(3, 7), at(7, 3), at(7, 7), at(11, 3), at(11, 7)};
    unsigned light = 0, dark = 0, blue = 0;
    sample_open(&s);
    sample_bound(&s, 13, 9);
    s.view.traps = traps;
    s.view.trap_count = 6;
    EXPECT(sample_make(&s));
    const struct cp_panel *panel = &s.scene.panels[0];
    EXPECT_INT(panel->files * panel->ranks, 117);
    for (uint32_t i = 0; i < 117; i++) {
        uint8_t flags = panel->cells[i].flags;
        blue += (flags & CP_CELL_TRAP) != 0;
        dark += flags == CP_CELL_DARK;
        light += flags == 0;
    }
    EXPECT_INT(light, 58);
    EXPECT_INT(dark, 53);
    EXPECT_INT(blue, 6);
    for (uint32_t corner = 0; corner < 4; corner++)
        EXPECT(panel->cells[corner % 2 * 12 + corner / 2 * 8 * 13].flags & CP_CELL_DARK);
    sample_close(&s);
}

/* ---- where pieces may go ---- */

/* A row of the window: '*' where a piece may go, 'x' what it may take. */
static cp_str row_of_ways(struct sample *s, uint32_t row)
{
    struct cp_buf out;
    const struct cp_panel *p = &s->scene.panels[0];
    cp_buf_init(&out, &s->arena);
    for (uint32_t column = 0; column < p->files; column++) {
        uint8_t shapes = cp_panel_cell(&s->scene, p, column, row)->shapes;
        cp_buf_putc(&out, shapes & CP_SHAPE_PREY ? 'x' : shapes & CP_SHAPE_WAY ? '*' : '.');
    }
    return cp_buf_str(&out);
}

TEST(ways_are_dots_and_go_on_beyond_the_window)
{
    struct sample s;
    sample_open(&s);
    sample_put(&s, "wR", CP_INT(2), CP_INT(1));
    cp_square prey = at(2, 3);
    cp_way ways[] = {
        {.from = at(2, 1), .dx = 1, .low = CP_INT(1), .is_endless = true},
        {.from = at(2, 1), .dy = 1, .low = CP_INT(1), .high = CP_INT(2)},
        {.from = at(2, 1), .dx = -1, .dy = 2, .low = CP_INT(1), .high = CP_INT(1)},
        {.from = at(2, 1), .dx = -3, .dy = 1, .low = CP_INT(1), .high = CP_INT(1)},
    };
    s.view.ways = ways;
    s.view.way_count = 4;
    s.view.prey = &prey;
    s.view.prey_count = 1;
    sample_window(&s, at(1, 1), at(4, 4));
    EXPECT(sample_make(&s));
    EXPECT_STR(row_of_ways(&s, 3), "..**");
    EXPECT_STR(row_of_ways(&s, 2), ".*..");
    EXPECT_STR(row_of_ways(&s, 1), "*x..");
    EXPECT_STR(row_of_ways(&s, 0), "....");
    const struct cp_panel *p = &s.scene.panels[0];
    EXPECT_INT(p->exit_count, 2);
    EXPECT(cp_square_equal(p->exits[0].from, at(4, 1)) &&
           cp_square_equal(p->exits[0].to, at(5, 1)));
    EXPECT(cp_square_equal(p->exits[1].from, at(2, 1)) &&
           cp_square_equal(p->exits[1].to, at(-1, 2))); /* a leap out of it */
    sample_close(&s);
}

/* 10^20 - 11 and 10^20 + 39 are primes, and none lies between. */
TEST(ways_of_primes_are_exact_however_far_they_come_from)
{
    struct sample s;
    sample_open(&s);
    sample_put(&s, "wR", sample_int(&s, "100000000000000000000"), CP_INT(1));
    cp_way way = {
        .from = s.men[0].square, .dx = -1, .low = CP_INT(5), .is_endless = true, .primes = true};
    s.view.ways = &way;
    s.view.way_count = 1;
    sample_window(&s, at(1, 1), at(20, 1));
    EXPECT(sample_make(&s));
    EXPECT_STR(row_of_ways(&s, 0), "..........*.........");
    EXPECT_INT(s.scene.panels[0].exit_count, 1);
    EXPECT(cp_square_equal(s.scene.panels[0].exits[0].to, at(-39, 1)));
    way.is_endless = false; /* the last prime is the one that is seen */
    way.high = sample_int(&s, "100000000000000000038");
    EXPECT(sample_make(&s));
    EXPECT_INT(s.scene.panels[0].exit_count, 0);
    way =
        (cp_way){.from = s.men[0].square, .dx = -1, .dy = 1, .low = CP_INT(1), .is_endless = true};
    EXPECT(sample_make(&s)); /* it passes far above */
    EXPECT_STR(row_of_ways(&s, 0), "....................");
    EXPECT_INT(s.scene.panels[0].exit_count, 0);
    sample_close(&s);
}

TEST(an_automatic_window_shows_how_a_way_begins)
{
    struct sample s;
    sample_open(&s);
    sample_put(&s, "wR", CP_INT(1000), CP_INT(-1000));
    cp_way way = {.from = at(1000, -1000), .dx = 1, .low = CP_INT(7), .is_endless = true};
    s.view.ways = &way;
    s.view.way_count = 1;
    EXPECT(sample_make(&s));
    EXPECT(cp_box_has(s.ints, s.scene.panels[0].box, at(1007, -1000)));
    EXPECT_INT(s.scene.panels[0].x.tear_count, 0);
    sample_close(&s);
}
