/* SPDX-License-Identifier: MIT */
#include "draw/brushes/brushes.h"
#include "draw/sample_test.h"

static cp_str painted(struct sample *s, bool unicode)
{
    struct cp_buf out;
    cp_buf_init(&out, &s->arena);
    if (sample_make(s))
        cp_ascii_paint(&out, &s->scene, unicode);
    return cp_buf_str(&out);
}

static void put_small(struct sample *s)
{
    sample_put(s, "wK", CP_INT(0), CP_INT(1));
    sample_put(s, "bHa", CP_INT(2), CP_INT(-1));
    sample_window(s, at(-1, -1), at(2, 1));
}

TEST(columns_are_aligned_and_sides_told_by_case)
{
    struct sample s;
    sample_open(&s);
    put_small(&s);
    EXPECT_STR(painted(&s, false), " 1  .  K  .  .\n"
                                   " 0  .  .  .  .\n"
                                   "-1  .  .  .  ha\n"
                                   "    -a 0  a  b\n");
    sample_close(&s);
}

TEST(unicode_has_chess_symbols_and_phi)
{
    struct sample s;
    sample_open(&s);
    put_small(&s);
    EXPECT_STR(painted(&s, true), " 1  \u00b7  \u2654  \u00b7  \u00b7\n"
                                  " 0  \u00b7  \u00b7  \u00b7  \u00b7\n"
                                  "-1  \u00b7  \u00b7  \u00b7  ha\n"
                                  "    -a \u03c6  a  b\n");
    sample_close(&s);
}

TEST(axes_are_in_letters_numbers_both_or_not_there)
{
    struct sample s;
    sample_open(&s);
    sample_window(&s, at(1, 1), at(2, 1));
    EXPECT_STR(painted(&s, false), "1  .  .\n   a  b\n");
    s.view.axes = CP_AXES_NUMBERS;
    EXPECT_STR(painted(&s, false), "1  .  .\n   1  2\n");
    s.view.axes = CP_AXES_BOTH;
    EXPECT_STR(painted(&s, false), "   1  2\n1  .  .\n   a  b\n");
    s.view.axes = CP_AXES_NONE;
    EXPECT_STR(painted(&s, false), " .  .\n");
    sample_close(&s);
}

TEST(wide_labels_stand_upright)
{
    struct sample s;
    sample_open(&s);
    s.view.axes = CP_AXES_NUMBERS;
    sample_window(&s, at(99, 1), at(101, 1));
    EXPECT_STR(painted(&s, false), "1  .  .  .\n"
                                   "      1  1\n"
                                   "   9  0  0\n"
                                   "   9  0  1\n");
    sample_close(&s);
}

TEST(labels_too_long_count_from_the_corner_which_is_named)
{
    struct sample s;
    sample_open(&s);
    s.view.axes = CP_AXES_NUMBERS;
    cp_int far = sample_int(&s, "100000000000000000000000");
    sample_window(&s, (cp_square){far, CP_INT(1)},
                  (cp_square){cp_int_add(s.ints, far, CP_INT(1)), CP_INT(1)});
    EXPECT_STR(painted(&s, false),
               "Window: (100000000000000000000000,1) to (100000000000000000000001,1)\n"
               "1  .  .\n"
               "   +0 +1\n");
    sample_close(&s);
}

TEST(marks_stand_around_their_square_and_in_the_remarks)
{
    struct sample s;
    struct cp_mark arrow = {
        .from = at(1, 1), .to = at(4, 1), .colour = CP_RED, .kind = CP_MARKED_ARROW};
    struct cp_mark square = {.next = &arrow, .from = at(4, 1), .to = at(4, 1)};
    cp_square king = at(3, 2), rook = at(2, 2);
    sample_open(&s);
    sample_put(&s, "bK", king.file, king.rank);
    sample_put(&s, "wR", rook.file, rook.rank);
    sample_window(&s, at(1, 1), at(4, 2));
    s.view.has_last = s.view.has_origin_mark = true;
    s.view.origin_mark = at(1, 1);
    s.view.last_from = at(2, 1);
    s.view.last_to = rook;
    s.view.checked = &king;
    s.view.checkers = &rook;
    s.view.checked_count = s.view.checker_count = 1;
    s.view.marks = &square;
    EXPECT_STR(painted(&s, false), "2  . [R !k !.\n"
                                   "1 |. [. ]. <. >\n"
                                   "   a  b  c  d\n"
                                   "Last move: (2,1) to (2,2)\n"
                                   "Check: black king (3,2) by white rook (2,2)\n"
                                   "Highlighted: green (4,1)\n"
                                   "Arrows: red (1,1) to (4,1)\n");
    sample_close(&s);
}

TEST(a_running_clock_stands_behind_its_man)
{
    struct sample s;
    uint16_t clocks[2] = {6, 0};
    sample_open(&s);
    sample_put(&s, "bK", CP_INT(1), CP_INT(1));
    sample_put(&s, "wK", CP_INT(2), CP_INT(1));
    sample_window(&s, at(1, 1), at(2, 1));
    s.view.clocks = clocks;
    EXPECT_STR(painted(&s, false), "1  k5 K\n"
                                   "   a  b\n"
                                   "Trapdoors: black king (1,1) 5\n");
    sample_close(&s);
}

TEST(where_a_piece_fell_there_is_a_hole)
{
    struct sample s;
    cp_man fallen[2] = {{.square = at(1, 1), .kind = 0, .side = CP_WHITE},
                        {.square = at(9, 9), .kind = 0, .side = CP_BLACK}};
    sample_open(&s);
    sample_put(&s, "bK", CP_INT(3), CP_INT(1));
    sample_window(&s, at(1, 1), at(3, 1));
    s.view.fallen = fallen;
    s.view.fallen_count = 2;
    EXPECT_STR(painted(&s, false), "1  _  .  k\n"
                                   "   a  b  c\n"
                                   "Fell: white king (1,1), black king (9,9)\n");
    sample_close(&s);
}

TEST(a_bounded_board_has_borders_where_it_ends_and_traps_are_shown)
{
    struct sample s;
    cp_square trap = at(2, 2);
    sample_open(&s);
    sample_bound(&s, 2, 2);
    s.view.traps = &trap;
    s.view.trap_count = 1;
    EXPECT_STR(painted(&s, false), "  -------\n"
                                   "2  .  #\n"
                                   "1  .  .\n"
                                   "  -------\n"
                                   "   a  b\n");
    cp_man fallen = {.square = trap, .kind = 1, .side = CP_WHITE};
    s.view.fallen = &fallen;
    s.view.fallen_count = 1;
    EXPECT_STR(painted(&s, false), "  -------\n"
                                   "2  .  x\n"
                                   "1  .  .\n"
                                   "  -------\n"
                                   "   a  b\n"
                                   "Fell: white rook (2,2)\n");
    EXPECT_STR(painted(&s, true), "  -------\n"
                                  "2  ·  ×\n"
                                  "1  ·  ·\n"
                                  "  -------\n"
                                  "   a  b\n"
                                  "Fell: white rook (2,2)\n");
    sample_close(&s);
}

TEST(what_a_move_moved_and_what_stands_together_is_told)
{
    struct sample s;
    const cp_track tracks[] = {
        {at(1, 1), at(2, 2), CP_TRACK_OWN, 0, CP_WHITE},
        {at(2, 2), at(3, 3), CP_TRACK_MOVED, 1, CP_BLACK},
        {at(4, 1), at(4, 3), CP_TRACK_SWAP, 1, CP_BLACK},
        {at(1, 3), at(2, 3), CP_TRACK_BODY, 5, CP_WHITE},
        {at(1, 1), at(4, 1), CP_TRACK_LEAD, 5, CP_WHITE},
    };
    const cp_body_box body = {{at(2, 2), at(3, 3)}, 4, CP_BLACK};
    sample_open(&s);
    sample_window(&s, at(1, 1), at(4, 3));
    s.view.axes = CP_AXES_NONE;
    s.view.tracks = tracks;
    s.view.track_count = sizeof tracks / sizeof *tracks;
    s.view.bodies = &body;
    s.view.body_count = 1;
    EXPECT_STR(painted(&s, false),
               "[. [. ].  .\n .  .  .  .\n .  .  .  .\n"
               "Moved too: black rook (2,2) to (3,3), (4,1) and (4,3) changed places\n"
               "Together: black queen (2,2)\n");
    sample_close(&s);
}

TEST(control_characters_in_words_never_reach_the_terminal)
{
    struct sample s;
    sample_open(&s);
    sample_window(&s, at(1, 1), at(1, 1));
    s.view.axes = CP_AXES_NONE;
    s.view.title = CP_STR("a\x1b[31mb\xff\tc\xc2\x85");
    EXPECT_STR(painted(&s, false), "a\\x1b[31mb\\xff c\\u0085\n .\n");
    sample_close(&s);
}

TEST(insets_stand_below_and_chips_beside)
{
    struct sample s;
    sample_open(&s);
    sample_put(&s, "wK", CP_INT(1), CP_INT(1));
    sample_put(&s, "bK", CP_INT(50), CP_INT(1));
    sample_put(&s, "bR", CP_INT(51), CP_INT(1));
    sample_put(&s, "wHa", CP_INT(-70), CP_INT(1));
    sample_window(&s, at(1, 1), at(2, 1));
    sample_put(&s, "bQ", CP_INT(2), CP_INT(700));
    sample_put(&s, "wN", CP_INT(90), CP_INT(-90));
    EXPECT_STR(painted(&s, false), "^ q(2,700)\n"
                                   "Ha(-70,1) < 1  K  .   v> N(90,-90)\n"
                                   "               a  b\n"
                                   "\n"
                                   "Inset 1: (49,0) to (52,2)\n"
                                   "47 files right\n"
                                   "2  .  .  .  .\n"
                                   "1  .  k  r  .\n"
                                   "0  .  .  .  .\n"
                                   "   aw ax ay az\n");
    sample_close(&s);
}

TEST(circles_crosses_and_labels_have_signs_of_their_own_and_are_told)
{
    struct sample s;
    sample_open(&s);
    sample_put(&s, "wK", CP_INT(1), CP_INT(1));
    struct cp_mark marks[] = {
        {.from = at(1, 1), .kind = CP_MARKED_CIRCLE, .colour = CP_PURPLE, .next = marks + 1},
        {.from = at(3, 1), .kind = CP_MARKED_CROSS, .colour = CP_ORANGE, .next = marks + 2},
        {.from = at(5, 1), .kind = CP_MARKED_LABEL, .label = "12", .next = marks + 3},
        {.from = at(7, 1), .next = marks + 4},
        {.from = at(5, 1), .to = at(7, 2), .kind = CP_MARKED_BENT},
    };
    s.view.marks = marks;
    sample_window(&s, at(1, 1), at(7, 1));
    s.view.axes = CP_AXES_NONE;
    EXPECT_STR(painted(&s, false), "(K ). {. }. \". \". <. >\n"
                                   "Highlighted: green (7,1)\n"
                                   "Circles: purple (1,1)\n"
                                   "Crosses: orange (3,1)\n"
                                   "Labels: green 12 at (5,1)\n"
                                   "Arrows: green (5,1) bent to (7,2)\n");
    sample_close(&s);
}

TEST(a_chip_in_check_or_moved_is_marked_and_a_long_square_stands_below)
{
    struct sample s;
    cp_square king = at(1, 1), rook = at(-40, 1);
    sample_open(&s);
    sample_put(&s, "wK", CP_INT(1), CP_INT(1));
    sample_put(&s, "bR", CP_INT(-40), CP_INT(1));
    sample_put(&s, "bQ", CP_INT(40), CP_INT(1));
    sample_put(&s, "wR", CP_INT(1), sample_int(&s, "123456789012345678901234567890"));
    sample_window(&s, at(1, 1), at(2, 1));
    s.view.checked = &king;
    s.view.checkers = &rook;
    s.view.checked_count = s.view.checker_count = 1;
    s.view.has_last = true;
    s.view.last_from = at(41, 1);
    s.view.last_to = at(40, 1);
    EXPECT_STR(painted(&s, false), "^ R*1\n"
                                   "!r(-40,1)! < 1 !K !.   > [q(40,1)]\n"
                                   "                a  b\n"
                                   "Far away: *1 white rook (1,123456789012345678901234567890)\n"
                                   "Last move: (41,1) to (40,1)\n"
                                   "Check: white king (1,1) by black rook (-40,1)\n");
    sample_close(&s);
}

TEST(a_tear_is_a_line_of_tildes)
{
    struct sample s;
    sample_open(&s);
    sample_put(&s, "wK", CP_INT(1), CP_INT(1));
    sample_put(&s, "bK", CP_INT(19), CP_INT(19));
    s.view.axes = CP_AXES_NUMBERS;
    EXPECT_STR(painted(&s, false), "20  .  .  .  ~ .  .  .\n"
                                   "19  .  .  .  ~ .  k  .\n"
                                   "18  .  .  .  ~ .  .  .\n"
                                   "    ~  ~  ~    ~  ~  ~\n"
                                   " 2  .  .  .  ~ .  .  .\n"
                                   " 1  .  K  .  ~ .  .  .\n"
                                   " 0  .  .  .  ~ .  .  .\n"
                                   "    0  1  2    18 19 20\n");
    s.view.flip = true;
    EXPECT_STR(painted(&s, false), " 0  .  .  .  ~ .  .  .\n"
                                   " 1  .  .  .  ~ .  K  .\n"
                                   " 2  .  .  .  ~ .  .  .\n"
                                   "    ~  ~  ~    ~  ~  ~\n"
                                   "18  .  .  .  ~ .  .  .\n"
                                   "19  .  k  .  ~ .  .  .\n"
                                   "20  .  .  .  ~ .  .  .\n"
                                   "    20 19 18   2  1  0\n");
    sample_close(&s);
}

TEST(long_remarks_are_wrapped_between_words_but_a_square_is_never_broken)
{
    struct sample s;
    char digits[101] = "1";
    memset(digits + 1, '0', 99);
    sample_open(&s);
    struct cp_mark queen = {.from = at(-100, 3)};
    struct cp_mark rook = {.from = {sample_int(&s, digits), CP_INT(2)}, .next = &queen};
    struct cp_mark king = {.from = at(-300, 1), .next = &rook};
    s.view.marks = &king;
    sample_window(&s, at(1, 1), at(1, 1));
    s.view.axes = CP_AXES_NONE;
    const char *lines[2] = {" .\nHighlighted: green (-300,1), green\n  (1000",
                            "000,2),\n  green (-100,3)\n"};
    cp_str text = painted(&s, false);
    EXPECT(cp_str_starts(text, cp_str_from(lines[0])));
    size_t tail = strlen(lines[1]);
    EXPECT(text.len > tail && strncmp(text.at + text.len - tail, lines[1], tail) == 0);
    sample_close(&s);
}
