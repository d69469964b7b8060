/* SPDX-License-Identifier: MIT */
#include "rules/suggest.h"

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

TEST(what_resembles_nothing_has_nothing_near)
{
    EXPECT_STR(nearest("fide", "O-O"), "");
    EXPECT_STR(nearest("fide", ""), "");
    EXPECT(nearest("fide", "a word of any length, and longer than any move is").len < 40);
}

TEST(boards_without_edges_may_have_moves_without_end)
{
    EXPECT_STR(nearest("coaip", "N(6,6)"), "");
    both_close(&w);
}
