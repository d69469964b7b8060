/* SPDX-License-Identifier: MIT */
#include "text/starts/start.h"

#include "text/sample_test.h"

#include "test.h"

static struct cp_start start;
static const cp_span place = {"games.txt", 3, 9, 0};

static bool set_in(const char *men, const char *clocks, bool bounded, uint32_t delay)
{
    sample_begin(false);
    return cp_start_parse(&start, &sample_record, sample_ints,
                          bounded ? &sample_board : &sample_plane, cp_str_from(men), place,
                          &sample_diags) &&
           cp_clocks_parse(&start, &sample_record, sample_ints, bounded, delay, cp_str_from(clocks),
                           place, &sample_diags);
}

static const char board[] = "w: K e1, h3; b: K e8, N c6, e4";

TEST(turns_left_are_plies_counted_from_the_start) /* R-TD-8, R-NOT-13 */
{
    EXPECT(set_in(board, "e4:1 h3:2", true, 5));
    EXPECT_INT(start.men[0].clock, 0);
    EXPECT_INT(start.men[1].clock, 3); /* White to move: his second turn is ply 3 */
    EXPECT_INT(start.men[4].clock, 2); /* Black's first is ply 2 */
    EXPECT(set_in("w: K e1, h3; b: K e8, N c6, e4; turn b", "e4:1 h3:2", true, 5));
    EXPECT_INT(start.men[1].clock, 4);
    EXPECT_INT(start.men[4].clock, 1);
    EXPECT(set_in(board, "e4:3p,h3:10P", true, 5));
    EXPECT_INT(start.men[1].clock, 10);
    EXPECT_INT(start.men[4].clock, 3);
}

TEST(squares_may_be_in_parentheses_of_any_spelling)
{
    EXPECT(set_in("w: K (4,4), R (-2,9), (0,7); b: K (9,9)", "(4,4):1; ( -b9 ) : 3p (φ7):5", false,
                  5));
    EXPECT_INT(start.men[0].clock, 1);
    EXPECT_INT(start.men[1].clock, 3);
    EXPECT_INT(start.men[2].clock, 9);
    EXPECT(set_in(board, "(5,4):1 (h3):1", true, 1));
    EXPECT_INT(start.men[4].clock, 2);
    EXPECT(!set_in("w: K (4,4); b: K (9,9)", "d4:1", false, 5));
    EXPECT(set_in("w: K (4,4); b: K (9,9)", "(04,4):1", false, 5));
    EXPECT(sample_says("games.txt:3:9: warning: unusual spelling of a number"));
    EXPECT(set_in(board, " , ", true, 5));
    EXPECT(set_in(board, "", true, 0));
}

TEST(a_clock_that_cannot_run_is_reported_where_it_stands) /* R-TD-8 */
{
    EXPECT(!set_in(board, "e4:1 d5:2 h3:0  c6:6, c6:11p e4:2 x (1,2", true, 5));
    EXPECT(sample_says("games.txt:3:14: error: this trapdoor cannot be running: "
                       "no piece stands there: \"d5:2\" [clock-wrong]"));
    EXPECT(sample_says("games.txt:3:19: error: this trapdoor cannot be running: "
                       "it would have fallen already: \"h3:0\""));
    EXPECT(sample_says("games.txt:3:25: error: this trapdoor cannot be running: "
                       "longer than this game's delay: \"c6:6\""));
    EXPECT(sample_says("games.txt:3:31: error: this trapdoor cannot be running: "
                       "longer than this game's delay: \"c6:11p\""));
    EXPECT(sample_says("games.txt:3:38: error: this trapdoor cannot be running: "
                       "a second clock on this square: \"e4:2\""));
    EXPECT(sample_says("not a square and a number: \"x\""));
    EXPECT(sample_says("not a square and a number: \"(1,2\""));
    EXPECT_INT(sample_diags.errors, 7);
    EXPECT(!set_in(board, "e4:4294967297", true, 5));
    EXPECT(!set_in(board, "e4:99999999999999999999p", true, UINT32_MAX / 2));
    EXPECT(!set_in(board, "e4:1q", true, 5));
    EXPECT(!set_in(board, "e4:1", true, 0));
    EXPECT(sample_says("this game has no trapdoors"));
}

static cp_str rewritten(const char *text, bool bounded, int shift, enum cp_spelling spelling)
{
    struct cp_buf out;
    sample_begin(false);
    cp_buf_init(&out, &sample_record);
    cp_clocks_rewrite(sample_ints, &out, cp_str_from(text), bounded,
                      (cp_square){CP_INT(shift), CP_INT(0)}, spelling, shift == 0);
    return cp_buf_str(&out);
}

TEST(clocks_move_along_with_their_squares)
{
    EXPECT_STR(rewritten("(4,4):1, (a9):3p", false, -1, CP_LETTER), "(c4):1, (φ9):3p");
    EXPECT_STR(rewritten("(4,4):1 (a9):3p", false, 8, CP_NUMERIC), "(12,4):1 (9,9):3p");
    EXPECT_STR(rewritten("e4:1 (h3):2", true, 0, CP_NUMERIC), "e4:1 (8,3):2");
    EXPECT_STR(rewritten("e4:1 (h3):2", true, 1, CP_NUMERIC), "(6,4):1 (9,3):2");
    EXPECT_STR(rewritten("e4:1 what (ever 2,3", false, 0, CP_LETTER), "e4:1 what (ever 2,3");
}

TEST(a_hundred_thousand_clocks_are_set_in_no_time)
{
    enum { MEN = 100000 };
    static struct cp_arena arena;
    struct cp_buf men, clocks;
    cp_buf_init(&men, &arena);
    cp_buf_init(&clocks, &arena);
    cp_buf_puts(&men, "w: K (0,0)");
    for (int i = 1; i < MEN; i++) {
        cp_buf_printf(&men, ", (%d,%d)", i, -i);
        cp_buf_printf(&clocks, "(%d,%d):%d ", i, -i, i % 5 + 1);
    }
    cp_buf_putc(&men, '\0');
    cp_buf_putc(&clocks, '\0');
    EXPECT(set_in(men.at, clocks.at, false, 5));
    EXPECT_INT(start.men[MEN / 2].clock, 1);
    cp_arena_close(&arena);
}
