/* SPDX-License-Identifier: MIT */
#include "text/starts/start.h"

#include "text/sample_test.h"

#include "test.h"

static struct cp_start start;
static const cp_span place = {"games.txt", 3, 9, 0};

static bool read_in(const struct cp_alphabet *a, const char *text)
{
    sample_begin(false);
    return cp_start_parse(&start, &sample_record, sample_ints, a, cp_str_from(text), place,
                          &sample_diags);
}

static cp_str written(enum cp_spelling spelling)
{
    struct cp_buf out;
    cp_buf_init(&out, &sample_record);
    cp_start_format(sample_ints, &out, &sample_plane, &start, spelling);
    return cp_buf_str(&out);
}

TEST(a_start_position_has_men_a_turn_and_memory) /* R-NOT-13 */
{
    EXPECT(read_in(&sample_plane, "w: K (1,1), Q (4,5), (2,2); b: K (9,9), Hu (3,3), P(4,4);"
                                  " turn b; moved (2,2) (4,4); ep (5,6); castle KQkq"));
    EXPECT_INT(sample_diags.count, 0);
    EXPECT_INT(start.count, 6);
    EXPECT_INT(start.men[1].kind, Q);
    EXPECT_INT(start.men[1].square.rank.v, 5);
    EXPECT_INT(start.men[2].kind, PAWN);
    EXPECT(start.men[2].moved && start.men[5].moved && !start.men[0].moved);
    EXPECT_INT(start.men[4].kind, HU);
    EXPECT_INT(start.men[4].side, CP_BLACK);
    EXPECT_INT(start.turn, CP_BLACK);
    EXPECT(start.has_en_passant);
    EXPECT_INT(start.en_passant.file.v, 5);
    EXPECT_STR(start.castling, "KQkq");
}

TEST(it_is_written_in_either_spelling) /* R-NOT-13 */
{
    EXPECT(read_in(&sample_plane,
                   "b:k(i9),P(0-3) ; w : King ( 1 , 1 ),hawk (b2) ;ep(c3);moved (φ-3)"));
    EXPECT_STR(written(CP_NUMERIC),
               "w: K (1,1), Ha (2,2); b: K (9,9), (0,-3); moved (0,-3); ep (3,3)");
    EXPECT_STR(written(CP_LETTER), "w: K (a1), Ha (b2); b: K (i9), (φ-3); moved (φ-3); ep (c3)");
    EXPECT_STR(written(CP_LETTER_ASCII),
               "w: K (a1), Ha (b2); b: K (i9), (0-3); moved (0-3); ep (c3)");
}

TEST(what_is_written_is_read_as_the_same)
{
    static const char *const texts[] = {
        "w: K (1,1); b: K (9,9)", "w: K (1,1), (2,2); b:; turn b",
        "w:; b: Hu (100000000000000000000,-5); castle Kq",
        "w: (0,0), (1,0), (2,0); b: (3,0); moved (0,0) (2,0) (3,0); ep (1,1)"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        EXPECT(read_in(&sample_plane, texts[i]));
        EXPECT_STR(written(CP_NUMERIC), texts[i]);
    }
}

TEST(boards_with_edges_may_use_bare_squares)
{
    EXPECT(read_in(&sample_board, "w: K e1, Ra1, e2; b: Ke8, (4,7); ep e3; moved e2"));
    EXPECT_INT(start.count, 5);
    EXPECT_INT(start.men[1].kind, R);
    EXPECT_INT(start.men[1].square.file.v, 1);
    EXPECT(start.men[2].moved);
    EXPECT(!read_in(&sample_plane, "w: K e1"));
}

static cp_str written_agents(enum cp_spelling spelling)
{
    struct cp_buf out;
    cp_buf_init(&out, &sample_record);
    cp_start_format(sample_ints, &out, &sample_agents, &start, spelling);
    return cp_buf_str(&out);
}

TEST(an_agent_may_have_stood_elsewhere_before) /* R-NOT-13 */
{
    EXPECT(read_in(&sample_agents, "w: K e2, M e3, P (7,1); b: K i8; turn b;"
                                   " before e3<e4 (7,1)<(g3),b4 < b5; before i8<i7"));
    EXPECT_INT(sample_diags.count, 0);
    EXPECT_INT(start.men[2].kind, PUPPETEER);
    EXPECT_INT(start.before_count, 4);
    EXPECT_INT(start.befores[0].now.rank.v, 3);
    EXPECT_INT(start.befores[0].then.rank.v, 4);
    EXPECT_INT(start.befores[2].now.file.v, 2);
    EXPECT_INT(start.befores[2].line, 1);
    EXPECT_INT(start.befores[2].col, 66);
    EXPECT_STR(written_agents(CP_BARE), "w: K e2, M e3, P g1; b: K i8; turn b;"
                                        " before e3<e4 g1<g3 b4<b5 i8<i7");
    EXPECT_STR(written_agents(CP_NUMERIC),
               "w: K (5,2), M (5,3), P (7,1); b: K (9,8); turn b;"
               " before (5,3)<(5,4) (7,1)<(7,3) (2,4)<(2,5) (9,8)<(9,7)");
}

TEST(what_was_before_is_a_pair_of_squares) /* R-NOT-13 */
{
    static const char *const bad[] = {"before e3",        "before e3<",   "before <e3",
                                      "before e3<x",      "before e3>e4", "before e3<e4<e5",
                                      "before (5,3<(5,4)"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        char text[80];
        snprintf(text, sizeof text, "w: K e2; b: K i8; %s", bad[i]);
        EXPECT(!read_in(&sample_agents, text));
        EXPECT(sample_says("write before e3<e4"));
        EXPECT_INT(sample_diags.errors, 1);
    }
    EXPECT(!read_in(&sample_board, "w: K e2; b: K e8; before e2<e1"));
    EXPECT(sample_says("nothing that a start position has"));
}

TEST(p_is_a_pawn_unless_it_is_somebody_elses_letter)
{
    EXPECT(read_in(&sample_plane, "w: p (1,1)"));
    EXPECT_INT(start.men[0].kind, PAWN);
    EXPECT(read_in(&sample_agents, "w: p b1, puppeteer c1"));
    EXPECT_INT(start.men[0].kind, PUPPETEER);
    EXPECT(!read_in(&sample_agents, "w: b1"));
    EXPECT(sample_says("no piece of this variant"));
}

TEST(every_square_of_a_start_can_be_moved)
{
    EXPECT(read_in(&sample_agents, "w: K e2; b: K i8; before e2<e3"));
    struct cp_start *there =
        cp_start_shift(&start, &sample_record, sample_ints, (cp_square){CP_INT(1), CP_INT(-1)});
    start = *there;
    EXPECT_STR(written_agents(CP_BARE), "w: K f1; b: K j7; before f1<f2");
}

TEST(a_man_knows_where_it_was_written)
{
    EXPECT(read_in(&sample_plane, "w: K (1,1), Q (4,5);\n b: K (9,9)"));
    EXPECT_INT(start.men[0].col, 4);
    EXPECT_INT(start.men[1].line, 1);
    EXPECT_INT(start.men[1].col, 13);
    EXPECT_INT(start.men[2].line, 2);
    EXPECT_INT(start.men[2].col, 5);
}

TEST(every_fault_is_reported_at_its_place) /* R-NOT-13 */
{
    EXPECT(
        !read_in(&sample_plane, "w: K (1,1), X (4,5), Q 4,5; b: K (9,9;\n turn red; colour blue"));
    EXPECT(sample_says("games.txt:3:21: error: this is no start position: "
                       "no piece of this variant: \"X (4,5)\" [not-a-setup]"));
    EXPECT(sample_says("games.txt:3:30: error"));
    EXPECT(!read_in(&sample_plane, "w: K (1,1); turn red; colour blue; moved (1,1"));
    EXPECT(sample_says("games.txt:3:26: error: this is no start position: turn is w or b"));
    EXPECT(sample_says("games.txt:3:31: error"));
    EXPECT_INT(sample_diags.errors, 3);
    EXPECT(!read_in(&sample_plane, ""));
    EXPECT(!read_in(&sample_plane, "w:; b:"));
    EXPECT(sample_says("no pieces"));
    EXPECT(!read_in(&sample_plane, "w: K (1,1),, Q (2,2)"));
    EXPECT(!read_in(&sample_plane, "w: K (1.1)"));
}

TEST(odd_numbers_are_leniencies_here_too) /* R-NOT-3 */
{
    EXPECT(read_in(&sample_plane, "w: K (+1,01)"));
    EXPECT_INT(sample_diags.warnings, 1);
    EXPECT(sample_says("games.txt:3:14: warning: unusual spelling of a number"));
}

TEST(whose_turn_it_is_can_be_told_alone)
{
    EXPECT_INT(cp_start_turn(CP_STR("w: K (1,1); b: K (9,9); turn b")), CP_BLACK);
    EXPECT_INT(cp_start_turn(CP_STR("turn black; w: K (1,1)")), CP_BLACK);
    EXPECT_INT(cp_start_turn(CP_STR("w: K (1,1); turn w; b: K (9,9)")), CP_WHITE);
    EXPECT_INT(cp_start_turn(CP_STR("w: K (1,1)")), CP_WHITE);
    EXPECT_INT(cp_start_turn(CP_STR("")), CP_WHITE);
}

TEST(a_hundred_thousand_men_are_read_in_no_time)
{
    enum { MEN = 100000 };
    static struct cp_arena arena;
    struct cp_buf text;
    cp_buf_init(&text, &arena);
    cp_buf_puts(&text, "w: K (0,0)");
    for (int i = 1; i < MEN; i++)
        cp_buf_printf(&text, ", (%d,%d)", i, -i);
    cp_buf_puts(&text, "; moved");
    for (int i = 1; i < MEN; i++)
        cp_buf_printf(&text, " (%d,%d)", i, -i);
    cp_buf_putc(&text, '\0');
    EXPECT(read_in(&sample_plane, text.at));
    EXPECT_INT(start.count, MEN);
    EXPECT(start.men[MEN / 2].moved && !start.men[0].moved);
    cp_arena_close(&arena);
}
