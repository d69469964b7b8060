/* SPDX-License-Identifier: MIT */
#include "rules/halves.h"

#include "rules/bitboards/both_test.h"
#include "text/notation.h"

#include "test.h"

static struct both w;

/* A game of chess of words with blanks between; whether the board is needed to part them. */
static bool needs_board(const char *words)
{
    static struct cp_notations all;
    struct cp_game g;
    EXPECT(w.ints || both_open(&w));
    cp_arena_reset(&w.scratch);
    if (!all.arena)
        cp_notations_open(&all, &w.arena);
    const struct cp_variant *v = cp_variants_find(&w.variants, CP_STR("fide"));
    cp_game_init(&g, &w.scratch, w.ints);
    for (cp_str text = cp_str_from(words); text.len; text = cp_str_trim(text)) {
        const char *blank = memchr(text.at, ' ', text.len);
        size_t len = blank ? (size_t)(blank - text.at) : text.len;
        cp_line_add(&g, &g.moves, (cp_str){text.at, len});
        text = cp_str_skip(text, len);
    }
    EXPECT(cp_notation_read_game(cp_notations_get(&all, &v->alphabet), &g, &w.diags));
    return cp_halves_may_be_in(v, &g, &w.scratch) && !cp_halves_are_none(v, &g);
}

TEST(short_moves_are_none)
{
    EXPECT(!needs_board("e4 e5 Nf3 Nc6 Nbd2 R1e2 e2-e4 Ng1-f3"));
}

TEST(games_as_engines_write_them_need_no_board)
{
    EXPECT(!needs_board("e2e4 e7e5 g1f3 b8c6 f1c4 f8c5 e1g1 g8f6 f1e1 e8g8 f3e5 f8e8"));
    EXPECT(!needs_board("d2d4 d7d5 b1c3 b8c6 c1f4 c8f5 d1d2 d8d7 e1c1 e8c8 d1e1 d8e8"));
    EXPECT(!needs_board("e2e4 g8f6 e4e5 d7d5 e5d6 c7d6"));
}

TEST(words_that_nobody_makes_need_it)
{
    EXPECT(needs_board("e4e5"));
    EXPECT(needs_board("e2e4 e7e5 d4d5"));
    EXPECT(needs_board("e2e4 g8f6 e4e5 d7d5 e5d6 d5d4")); /* the pawn was taken in passing */
    EXPECT(needs_board("e4 e5 g1f3"));                    /* where e4 comes from is not said */
    EXPECT(needs_board("e2e4 e7e5 Bb5a6"));
    both_close(&w);
}
