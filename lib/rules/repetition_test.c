/* SPDX-License-Identifier: MIT */
/* repetition_test.c -- equality of positions told from footprints, against snapshots
 * of whole boards compared man by man; and the table of sightings against
 * counting them (R-FIDE-3, R-INF-2). */
#include "rules/repetition.h"
#include "test.h"

enum { PLIES = 160, MEN = 5 };

struct world {
    struct cp_arena arena;
    struct cp_ints *ints;
    struct cp_diags diags;
    struct cp_variants variants;
    struct cp_law law;
    struct cp_position p;
    uint64_t seed;
};

/* Two kings, two knights, and a pawn far from everything. */
static void world_init(struct world *w, uint64_t seed)
{
    static const struct {
        const char *letter;
        int side, file, rank;
    } men[MEN] = {{"K", 0, 1, 1}, {"N", 0, 2, 1}, {"P", 0, 30, 2}, {"K", 1, 1, 9}, {"N", 1, 2, 9}};
    *w = (struct world){.seed = seed};
    cp_arena_init(&w->arena, NULL, NULL);
    w->diags = cp_diags_in(&w->arena);
    w->ints = cp_ints_open();
    EXPECT(cp_variants_load(&w->variants, &w->arena, w->ints, &w->diags));
    const struct cp_variant *v = cp_variants_find(&w->variants, CP_STR("coaip"));
    EXPECT(cp_law_init(&w->law, v, &w->arena, &w->diags));
    struct cp_start start = {.men = cp_arena_take_zero(&w->arena, MEN, sizeof(cp_man))};
    for (int i = 0; i < MEN; i++)
        start.men[start.count++] = (cp_man){
            .square = {CP_INT(men[i].file), CP_INT(men[i].rank)},
            .side = (uint8_t)men[i].side,
            .kind = cp_alphabet_find(
                &v->alphabet, cp_str_from(*men[i].letter == 'P' ? "" : men[i].letter), false)};
    cp_position_init(&w->p, &w->law, w->ints, &w->arena, &start);
    cp_position_find_checks(&w->p);
}

static void world_close(struct world *w)
{
    cp_ints_close(w->ints);
    cp_arena_close(&w->arena);
}

static int draw(struct world *w, int below)
{
    w->seed ^= w->seed << 13;
    w->seed ^= w->seed >> 7;
    w->seed ^= w->seed << 17;
    return (int)(w->seed % (uint64_t)below);
}

/* A random legal step that stays near home, so that positions come again. */
static void step(struct world *w, cp_undo *undo)
{
    static const int steps[8][2] = {{1, 0},   {-1, 0}, {0, 1}, {1, 2},
                                    {-1, -2}, {0, -1}, {2, 1}, {-2, -1}};
    for (;;) {
        cp_move move;
        int32_t man = draw(w, MEN);
        const int *by = steps[draw(w, 8)];
        cp_square to = cp_square_leap(w->ints, w->p.at[man], by[0], by[1]);
        bool is_home = w->p.kind[man] == w->law.variant->pawn ||
                       (to.file.v >= 0 && to.file.v < 4 && to.rank.v % 8 < 4);
        if (w->p.gone[man] || !is_home || (w->p.kind[man] == w->law.variant->pawn && draw(w, 9)) ||
            cp_move_check(&w->p, man, to, CP_NO_KIND, &move) != CP_OK || move.taken != CP_NOBODY)
            continue;
        cp_move_apply(&w->p, &move, undo);
        return;
    }
}

struct snapshot {
    cp_square at[MEN];
    bool moved[MEN];
    enum cp_side turn;
};

/* Nobody is taken in these walks and no two men of a side are alike. */
static struct snapshot snapshot_of(const struct world *w)
{
    struct snapshot s = {.turn = w->p.turn};
    for (int i = 0; i < MEN; i++) {
        s.at[i] = w->p.at[i];
        s.moved[i] = w->p.kind[i] == w->law.variant->pawn && w->p.moved[i];
    }
    return s;
}

static bool is_same(const struct snapshot *a, const struct snapshot *b)
{
    for (int i = 0; i < MEN; i++)
        if (!cp_square_equal(a->at[i], b->at[i]) || a->moved[i] != b->moved[i])
            return false;
    return a->turn == b->turn;
}

TEST(footprints_and_snapshots_agree_on_which_positions_are_the_same)
{
    struct world w;
    struct cp_history history;
    static struct snapshot shots[PLIES + 1];
    int same = 0;
    for (uint64_t seed = 1; seed <= 20; seed++) {
        world_init(&w, seed * 7919);
        cp_history_init(&history, &w.arena, &w.p);
        shots[0] = snapshot_of(&w);
        for (uint32_t ply = 1; ply <= PLIES; ply++) {
            cp_undo undo;
            step(&w, &undo);
            cp_history_put(&history, &w.p, &undo);
            shots[ply] = snapshot_of(&w);
            for (uint32_t then = 0; then < ply; then++) {
                bool wanted = is_same(&shots[then], &shots[ply]);
                EXPECT(cp_history_is_same(&history, &w.p, then) == wanted);
                same += wanted;
            }
        }
        world_close(&w);
    }
    EXPECT(same > 100);
}

TEST(sightings_are_counted_and_taken_back)
{
    struct cp_arena arena;
    struct cp_repetition r;
    cp_arena_init(&arena, NULL, NULL);
    cp_repetition_init(&r, &arena);
    for (uint32_t round = 1; round <= 3; round++)
        for (uint32_t i = 0; i < 5000; i++) {
            struct cp_sighting *s = cp_repetition_put(&r, (cp_hash){i * 64, i}, round);
            EXPECT_INT(s->count, round);
            EXPECT_INT(s->first, 1);
        }
    cp_repetition_del(&r, (cp_hash){64, 1});
    EXPECT_INT(cp_repetition_put(&r, (cp_hash){64, 1}, 9)->count, 3);
    for (int i = 0; i < 3; i++)
        cp_repetition_del(&r, (cp_hash){64, 1});
    struct cp_sighting *again = cp_repetition_put(&r, (cp_hash){64, 1}, 9);
    EXPECT_INT(again->count, 1);
    EXPECT_INT(again->first, 9);
    cp_arena_close(&arena);
}

TEST(the_same_walk_back_is_the_same_position_but_a_pawn_does_not_come_back)
{
    struct world w;
    struct cp_history history;
    cp_undo undo;
    world_init(&w, 1);
    cp_history_init(&history, &w.arena, &w.p);
    static const int moves[4][3] = {{1, 3, 3}, {4, 3, 7}, {1, 2, 1}, {4, 2, 9}};
    for (int i = 0; i < 4; i++) {
        cp_move move;
        cp_square to = {CP_INT(moves[i][1]), CP_INT(moves[i][2])};
        EXPECT_INT(cp_move_check(&w.p, moves[i][0], to, CP_NO_KIND, &move), CP_OK);
        cp_move_apply(&w.p, &move, &undo);
        cp_history_put(&history, &w.p, &undo);
    }
    EXPECT(cp_history_is_same(&history, &w.p, 0));
    EXPECT(!cp_history_is_same(&history, &w.p, 2));
    EXPECT(!cp_history_is_same(&history, &w.p, 1));
    world_close(&w);
}
