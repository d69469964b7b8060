/* SPDX-License-Identifier: MIT */
/* agents_twin_test.c -- the engine against the twin that only knows the published
 * sentences: the same legal moves, leading to the same positions with the same
 * memory and clocks, from the start and on random positions; and every move is
 * resolved from its text, in full and short, played and taken back without a trace. */
#include "rules/agents/agents_pair_test.h"
#include "rules/moves.h"

enum { USUAL = 800, PLAYED = 3, LISTED = 4096 };

/* ---- comparing ---- */

struct line {
    char move[ATWIN_TEXT];
    uint64_t after[2]; /* of a sketch */
};

static int compare_lines(const void *a, const void *b)
{
    const struct line *x = a, *y = b;
    int moves = strcmp(x->move, y->move);
    return moves ? moves : memcmp(x->after, y->after, sizeof x->after);
}

static int compare_hashes(const void *a, const void *b)
{
    return memcmp(a, b, 2 * sizeof(uint64_t));
}

/* All that a move may change and undoing must bring back. */
struct trace {
    struct sketch sketch;
    cp_hash hash;
    int32_t king[2];
    uint32_t fallen_count, ply, last_count;
    int32_t cells[21 * 17];
    cp_trace last[CP_TRACES_MOST];
    uint32_t falls_at[ATWIN_MEN];
};

static void trace_of(struct trace *out, const struct cp_position *p)
{
    memset(out, 0, sizeof *out);
    sketch_position(&out->sketch, p);
    out->hash = p->hash;
    memcpy(out->king, p->king, sizeof out->king);
    out->fallen_count = p->fallen_count;
    out->ply = p->ply;
    out->last_count = p->agents->last_count;
    memcpy(out->last, p->agents->last, p->agents->last_count * sizeof *out->last);
    memcpy(out->cells, p->agents->man, sizeof out->cells);
    memcpy(out->falls_at, p->falls_at, p->count * sizeof *out->falls_at);
}

static bool is_unchanged(const struct trace *a, const struct trace *b)
{
    bool same = strcmp(a->sketch.text, b->sketch.text) == 0 && a->hash.low == b->hash.low &&
                a->hash.high == b->hash.high && a->fallen_count == b->fallen_count &&
                a->ply == b->ply && a->last_count == b->last_count;
    return same && memcmp(a->king, b->king, sizeof a->king) == 0 &&
           memcmp(a->cells, b->cells, sizeof a->cells) == 0 &&
           memcmp(a->last, b->last, sizeof a->last) == 0 &&
           memcmp(a->falls_at, b->falls_at, sizeof a->falls_at) == 0;
}

static bool means(struct cp_position *p, const cp_written *w, const cp_move *move)
{
    struct cp_resolution r;
    cp_agents_resolve(p, w, home, &r);
    cp_pace wanted = cp_pace_of(p, move), got = cp_pace_of(p, &r.move);
    return r.why == CP_OK && got.from == wanted.from && got.via == wanted.via &&
           got.to == wanted.to && got.sep == wanted.sep && got.then == wanted.then;
}

/* Written in full and short and read again, played and taken back. */
static void check_there_and_back(struct cp_position *p, const cp_move *move)
{
    static struct trace first, last;
    cp_written w;
    cp_undo undo;
    trace_of(&first, p);
    cp_agents_write(p, move, CP_LONG, home, &w);
    EXPECT(means(p, &w, move));
    cp_agents_write(p, move, CP_SHORT, home, &w);
    EXPECT(means(p, &w, move));
    cp_rules_agents.apply(p, move, &undo);
    cp_rules_agents.undo(p, &undo);
    trace_of(&last, p);
    EXPECT(is_unchanged(&first, &last));
}

/* The engine's moves and where they lead. */
static uint32_t engine_lines(struct cp_position *p, struct line *out, bool thorough)
{
    const cp_move *moves;
    uint32_t count = list_moves(p, &moves);
    for (uint32_t i = 0; i < count; i++) {
        struct sketch s;
        cp_undo undo;
        cp_written w;
        if (thorough)
            check_there_and_back(p, &moves[i]);
        cp_agents_write(p, &moves[i], CP_LONG, home, &w);
        spell(out[i].move, p, &w);
        cp_rules_agents.apply(p, &moves[i], &undo);
        sketch_position(&s, p);
        hash_sketch(&s, out[i].after);
        cp_rules_agents.undo(p, &undo);
    }
    qsort(out, count, sizeof *out, compare_lines);
    return count;
}

static uint32_t twin_lines(const struct atwin *t, struct line *out)
{
    int count = atwin_moves(t, twin_list);
    for (int i = 0; i < count; i++) {
        struct sketch s;
        memset(&out[i], 0, sizeof out[i]);
        memcpy(out[i].move, twin_list[i].text, ATWIN_TEXT);
        sketch_twin(&s, &twin_list[i].after);
        hash_sketch(&s, out[i].after);
    }
    qsort(out, (size_t)count, sizeof *out, compare_lines);
    return (uint32_t)count;
}

static void tell(const struct cp_position *p, const struct line *mine, uint32_t mine_count,
                 const struct line *twins, uint32_t twin_count)
{
    struct sketch s;
    sketch_position(&s, p);
    printf("# %s\n", s.text);
    uint32_t i = 0, k = 0;
    while (i < mine_count || k < twin_count) {
        int order = i == mine_count ? 1 : k == twin_count ? -1 : compare_lines(&mine[i], &twins[k]);
        if (order)
            printf("#   only the %s: %s\n", order < 0 ? "engine" : "twin",
                   order < 0 ? mine[i].move : twins[k].move);
        i += order <= 0;
        k += order >= 0;
    }
}

static bool agree(struct cp_position *p, const struct atwin *t, bool thorough)
{
    static struct line mine[LISTED], twins[LISTED];
    memset(mine, 0, sizeof mine);
    uint32_t mine_count = engine_lines(p, mine, thorough), twin_count = twin_lines(t, twins);
    bool same = mine_count == twin_count && memcmp(mine, twins, mine_count * sizeof *mine) == 0;
    if (!same)
        tell(p, mine, mine_count, twins, twin_count);
    for (uint32_t i = 1; i < mine_count; i++)
        same &= strcmp(mine[i - 1].move, mine[i].move) != 0; /* each move once */
    return same;
}

/* ---- counts from the start ---- */

TEST(the_start_has_465_moves_in_engine_and_twin)
{
    struct cp_position p;
    struct atwin t;
    begin(&p, &t, &law.variant->start);
    EXPECT_INT(cp_agents_list(&p, UINT32_MAX), 465);
    EXPECT(agree(&p, &t, true));
    cp_arena_reset(&arena);
}

/* Distinct positions two plies from the start, placement with the ko rule's memory;
 * and distinct placements alone. */
struct places {
    uint64_t (*hash)[2];
    size_t count;
};

static size_t distinct(struct places *s)
{
    qsort(s->hash, s->count, sizeof *s->hash, compare_hashes);
    size_t kept = s->count > 0;
    for (size_t i = 1; i < s->count; i++)
        if (memcmp(s->hash[i], s->hash[kept - 1], sizeof *s->hash) != 0)
            memcpy(s->hash[kept++], s->hash[i], sizeof *s->hash);
    return s->count = kept;
}

static size_t twin_places(const struct atwin *t, struct places *first, struct places *second)
{
    static struct atwin_move replies[ATWIN_MOVES];
    struct sketch s;
    size_t moves = 0;
    int count = atwin_moves(t, twin_list);
    for (int i = 0; i < count; i++) {
        sketch_twin(&s, &twin_list[i].after);
        hash_sketch(&s, first->hash[first->count++]);
        int answers = atwin_moves(&twin_list[i].after, replies);
        for (int k = 0; k < answers; k++) {
            sketch_twin(&s, &replies[k].after);
            hash_sketch(&s, second->hash[second->count++]);
        }
        moves += (size_t)answers;
    }
    return moves;
}

static size_t engine_places(struct cp_position *p, struct places *first, struct places *second)
{
    const cp_move *moves, *replies;
    struct sketch s;
    cp_undo undo, again;
    size_t played = 0;
    uint32_t count = list_moves(p, &moves);
    for (uint32_t i = 0; i < count; i++) {
        cp_rules_agents.apply(p, &moves[i], &undo);
        sketch_position(&s, p);
        hash_sketch(&s, first->hash[first->count++]);
        uint32_t answers = list_moves(p, &replies);
        for (uint32_t k = 0; k < answers; k++) {
            cp_rules_agents.apply(p, &replies[k], &again);
            sketch_position(&s, p);
            hash_sketch(&s, second->hash[second->count++]);
            cp_rules_agents.undo(p, &again);
        }
        played += answers;
        cp_rules_agents.undo(p, &undo);
    }
    return played;
}

TEST(two_plies_from_the_start_engine_and_twin_have_the_same_moves_and_positions)
{
    enum { ROOM = 220000 };
    struct places set[4];
    for (int i = 0; i < 4; i++)
        set[i] = (struct places){cp_arena_take_zero(&run, ROOM, sizeof *set[i].hash), 0};
    struct cp_position p;
    struct atwin t;
    begin(&p, &t, &law.variant->start);
    size_t mine = engine_places(&p, &set[0], &set[1]);
    size_t twins = twin_places(&t, &set[2], &set[3]);
    EXPECT_INT((int64_t)mine, (int64_t)twins);
    EXPECT_INT((int64_t)mine, (int64_t)cp_perft(&p, 2, &arena));
    for (int i = 0; i < 2; i++) {
        size_t count = distinct(&set[i]);
        EXPECT_INT((int64_t)count, (int64_t)distinct(&set[i + 2]));
        EXPECT(memcmp(set[i].hash, set[i + 2].hash, count * sizeof *set[i].hash) == 0);
        printf("# %zu distinct positions after %d\n", count, i + 1);
    }
    cp_arena_reset(&arena);
}

/* ---- random positions and games ---- */

TEST(random_positions_have_the_same_moves_and_positions_in_engine_and_twin)
{
    uint64_t seed = 88172645463325252u;
    int wanted = positions_wanted(USUAL), bad = 0;
    for (int n = 0; n < wanted && bad < 5;) {
        struct cp_position p;
        struct cp_start start;
        struct atwin t;
        random_start(&start, &seed);
        begin(&p, &t, &start);
        for (int ply = 0; ply < PLAYED; ply++, n++) {
            bad += !agree(&p, &t, true);
            if (!play_on(&p, &t, &seed))
                break;
        }
        cp_arena_reset(&arena);
    }
    EXPECT_INT(bad, 0);
}

TEST(games_from_the_start_have_the_same_moves_and_positions_in_engine_and_twin)
{
    uint64_t seed = 0x2545f4914f6cdd1du;
    int wanted = positions_wanted(USUAL) / 6, bad = 0;
    variant.trapdoor = 0;
    for (int n = 0; n < wanted && bad < 5;) {
        struct cp_position p;
        struct atwin t;
        begin(&p, &t, &law.variant->start);
        for (int ply = 0; ply < 200 && n < wanted; ply++) {
            if (below(&seed, 4) == 0) {
                bad += !agree(&p, &t, false);
                n++;
            }
            if (!play_on(&p, &t, &seed))
                break;
        }
        cp_arena_reset(&arena);
    }
    EXPECT_INT(bad, 0);
}

/* ---- memory ---- */

/* The arena refuses whatever is asked of it, which ends the program. */
static void play_without_memory(struct cp_position *p, const cp_move *move)
{
    struct cp_resolution r;
    cp_undo undo;
    cp_written w;
    int winner;
    arena.refuse_at = 1;
    cp_agents_write(p, move, CP_SHORT, home, &w);
    cp_agents_resolve(p, &w, home, &r);
    cp_rules_agents.apply(p, &r.move, &undo);
    cp_rules_agents.undo(p, &undo);
    cp_rules_agents.apply(p, &r.move, &undo);
    (void)cp_rules_agents.outcome(p, &winner);
    arena.refuse_at = 0;
}

TEST(no_memory_is_taken_for_a_move)
{
    uint64_t seed = 88172645463325252u;
    struct cp_position p;
    struct atwin t;
    begin(&p, &t, &law.variant->start);
    for (int ply = 0; ply < 100; ply++) {
        uint32_t count = cp_agents_list(&p, UINT32_MAX);
        if (!count || p.king[CP_WHITE] == CP_NOBODY || p.king[CP_BLACK] == CP_NOBODY)
            break;
        cp_move move = cp_move_of(&p, &p.agents->paces[below(&seed, (int)count)]);
        play_without_memory(&p, &move);
    }
    EXPECT(p.ply > 20);
    cp_arena_reset(&arena);
}
