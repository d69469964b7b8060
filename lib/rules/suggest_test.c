/* SPDX-License-Identifier: MIT */
#include "rules/moves.h"

#include "rules/bitboards/both_test.h"

#include "test.h"

static struct both w;

/* What is near to text where a game of that variant begins. */
static cp_str nearest(const char *variant, const char *text)
{
    static const cp_square home = {{0}, {0}};
    static struct cp_law law;
    struct cp_buf out;
    EXPECT(w.ints || both_open(&w));
    cp_arena_reset(&w.scratch);
    const struct cp_variant *v = cp_variants_find(&w.variants, cp_str_from(variant));
    EXPECT(cp_law_init(&law, v, &w.arena, &w.diags));
    cp_position_init(&w.p, &law, w.ints, &w.scratch, &v->start);
    cp_rules_of(&w.p)->begin(&w.p, &v->start);
    cp_buf_init(&out, &w.scratch);
    cp_suggest_moves(&out, &w.p, cp_str_from(text), home, &w.scratch);
    return cp_buf_str(&out);
}

TEST(moves_that_are_spelt_alike_are_near)
{
    EXPECT_STR(nearest("fide", "Nf6"), "Nf3, Na3, Nc3, Nh3");
    EXPECT_STR(nearest("fide", "Ne4"), "e4, Na3, Nc3, Nf3");
    EXPECT_STR(nearest("fide", "Sf3"), "Nf3, f3, Na3, Nc3");
    EXPECT_STR(nearest("fide", "e2e5"), "e3, e4");
}

TEST(a_legal_move_is_nearest_to_itself_in_every_form)
{
    static const char *const forms[][2] = {{"Nf3", "Nf3"},    {"Ng1-f3", "Nf3"}, {"g1f3", "Nf3"},
                                           {"Nf3+!", "Nf3"},  {"e4", "e4"},      {"e2-e4", "e4"},
                                           {"Ng1xf3", "Nf3"}, {"e2e4", "e4"}};
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++)
        EXPECT(cp_str_starts(nearest("fide", forms[i][0]), cp_str_from(forms[i][1])));
}

TEST(squares_in_numbers_are_as_near_as_in_letters_and_so_is_what_is_told)
{
    EXPECT_STR(nearest("fide", "N(6,6)"), "N(6,3), N(1,3), N(3,3), N(8,3)");
    EXPECT_STR(nearest("fide", "N 6,4"), "(6,4), N(6,3), N(1,3), N(3,3)");
    EXPECT_STR(nearest("fide", "N(7,1)-(6 . 4)"), "N(6,3), N(8,3)");
    EXPECT_STR(nearest("fide", "(5,2)-(5,5)"), "(5,3), (5,4)");
    EXPECT_STR(nearest("trapper", "K(5,2)-(5,5)"), "K(5,3), K(4,3), K(6,3)");
    EXPECT_STR(nearest("trapper", "M(5,3)-(9,5)"), "M(4,2)-(5,3)-(4,3), M(6,2)-(4,3), "
                                                   "M(4,2)-(5,3)-(4,4), M(6,2)-(4,4)");
    EXPECT(cp_str_starts(nearest("fide", "5254"), CP_STR("e4")));
}

TEST(what_resembles_nothing_has_nothing_near)
{
    EXPECT_STR(nearest("fide", "O-O"), "");
    EXPECT_STR(nearest("fide", ""), "");
    EXPECT_STR(nearest("fide", "12/03/2024"), "");
    EXPECT_STR(nearest("fide", "5934"), "");
    EXPECT_STR(nearest("fide", "Hastings"), "");
    EXPECT(nearest("fide", "a word of any length, and longer than any move is").len < 40);
}

TEST(boards_without_edges_may_have_moves_without_end)
{
    EXPECT_STR(nearest("coaip", "N(6,6)"), "");
    both_close(&w);
}
