/* SPDX-License-Identifier: MIT */
/* move_test.c -- what no recorded game reaches: edges of a bounded board, and a
 * king that stands to be taken because nobody judged the start. */
#include "rules/chess/moves.h"
#include "rules/chess/replies.h"
#include "test.h"

static const char small_board[] = "id: small\n"
                                  "name: Small\n"
                                  "notation: bare\n"
                                  "board: {files: 5, ranks: 4}\n"
                                  "pieces:\n"
                                  "  K: {name: king, move: K, royal: true}\n"
                                  "  R: {name: rook, move: R}\n"
                                  "  Hu: {name: huygens, move: W, primes: 3}\n"
                                  "setup:\n"
                                  "  white: {K: a1, R: a2, Hu: b1}\n"
                                  "  black: {K: e4}\n";

struct world {
    struct cp_arena arena;
    struct cp_ints *ints;
    struct cp_diags diags;
    struct cp_variant *variant;
    struct cp_law law;
    struct cp_position p;
};

static bool world_init(struct world *w)
{
    *w = (struct world){0};
    cp_arena_init(&w->arena, NULL, NULL);
    w->diags = cp_diags_in(&w->arena);
    w->ints = cp_ints_open();
    bool loaded = cp_variant_parse(&w->variant, &w->arena, w->ints, cp_str_from(small_board),
                                   "small.yaml", &w->diags);
    if (!loaded) {
        struct cp_buf text;
        cp_buf_init(&text, &w->arena);
        cp_diags_format(&w->diags, &text, 9);
        printf("# %.*s\n", CP_FMT(cp_buf_str(&text)));
        return false;
    }
    EXPECT(cp_law_init(&w->law, w->variant, &w->arena, &w->diags));
    cp_position_init(&w->p, &w->law, w->ints, &w->arena, &w->variant->start);
    cp_position_find_checks(&w->p);
    return true;
}

static void world_close(struct world *w)
{
    cp_ints_close(w->ints);
    cp_arena_close(&w->arena);
}

static enum cp_diag try(struct world *w, int file, int rank, int to_file, int to_rank)
{
    cp_move move;
    int32_t man = cp_position_get(&w->p, (cp_square){CP_INT(file), CP_INT(rank)});
    if (man == CP_NOBODY)
        return CP_NOTHING_THERE;
    return cp_move_check(&w->p, man, (cp_square){CP_INT(to_file), CP_INT(to_rank)}, CP_NO_KIND,
                         &move);
}

TEST(nothing_leaves_a_bounded_board)
{
    struct world w;
    EXPECT(world_init(&w));
    EXPECT_INT(try(&w, 1, 2, 5, 2), CP_OK);
    EXPECT_INT(try(&w, 1, 2, 6, 2), CP_OFF_BOARD);
    EXPECT_INT(try(&w, 1, 2, 1, 5), CP_OFF_BOARD);
    EXPECT_INT(try(&w, 1, 1, 0, 1), CP_OFF_BOARD);
    EXPECT_INT(try(&w, 2, 1, 5, 1), CP_OK);
    EXPECT_INT(try(&w, 2, 1, 2, 6), CP_OFF_BOARD);
    world_close(&w);
}

TEST(the_moves_of_a_bounded_board_end_at_its_edge)
{
    struct world w;
    EXPECT(world_init(&w));
    struct cp_ranges s;
    cp_ranges_init(&s, &w.arena);
    cp_chess_each_move(&w.p, cp_position_get(&w.p, (cp_square){CP_INT(1), CP_INT(2)}), &s);
    EXPECT_INT(s.count, 6); /* each square for itself: up a3 a4, right b2 c2 d2 e2 */
    for (uint32_t i = 0; i < s.count; i++)
        EXPECT(cp_range_is_single(&s.list[i]) && s.list[i].high.v <= (s.list[i].dy ? 2 : 4));
    EXPECT(cp_position_can_move(&w.p));
    world_close(&w);
}

/* R-INF-10 keeps such positions from being played; asked all the same, the king
 * is no prey. */
TEST(a_king_that_could_be_taken_is_not)
{
    struct world w;
    EXPECT(world_init(&w));
    int32_t rook = cp_position_get(&w.p, (cp_square){CP_INT(1), CP_INT(2)});
    cp_position_del(&w.p, rook);
    cp_position_put(&w.p, rook, (cp_square){CP_INT(1), CP_INT(4)});
    EXPECT_INT(try(&w, 1, 4, 5, 4), CP_KING_TAKEN);
    world_close(&w);
}

TEST(putting_and_lifting_men_leaves_no_trace)
{
    struct world w;
    EXPECT(world_init(&w));
    cp_hash before = w.p.hash;
    cp_square home = w.p.at[1];
    cp_position_del(&w.p, 1);
    EXPECT_INT(cp_position_get(&w.p, home), CP_NOBODY);
    cp_position_put(&w.p, 1, (cp_square){CP_INT(3), CP_INT(3)});
    EXPECT(w.p.hash.low != before.low && w.p.hash.high != before.high);
    cp_position_del(&w.p, 1);
    cp_position_put(&w.p, 1, home);
    EXPECT(w.p.hash.low == before.low && w.p.hash.high == before.high);
    EXPECT_INT(cp_position_get(&w.p, home), 1);
    world_close(&w);
}
