/* SPDX-License-Identifier: MIT */
/* agents_pair_test.h -- the engine of agents and its twin (agents_twin.h) side by
 * side on one position, from the start or at random. A sketch says of either all
 * that matters, so equal sketches are equal positions. CP_POSITIONS=20000 in the
 * environment asks for more than the daily number. */
#ifndef CP_AGENTS_PAIR_TEST_H
#define CP_AGENTS_PAIR_TEST_H

#include "rules/agents/agents.h"
#include "rules/agents/agents_twin.h"
#include "rules/chess/turn.h"
#include "test.h"

enum { STATE = 1024 };

static const cp_square home = {{0}, {0}};
static struct cp_arena run, arena;
static struct cp_ints *ints;
static struct cp_variant variant; /* with trapdoors now and then */
static struct cp_law law;
static struct atwin_move twin_list[ATWIN_MOVES];

__attribute__((constructor)) static void load(void)
{
    static struct cp_diags diags;
    static struct cp_variants all;
    cp_arena_init(&run, NULL, NULL);
    cp_arena_init(&arena, NULL, NULL);
    ints = cp_ints_open();
    diags = cp_diags_in(&run);
    const struct cp_variant *v = NULL;
    if (ints && cp_variants_load(&all, &run, ints, &diags))
        v = cp_variants_find(&all, CP_STR("trapper"));
    if (!v)
        abort();
    variant = *v;
    if (!cp_law_init(&law, &variant, &run, &diags))
        abort();
}

__attribute__((destructor)) static void unload(void)
{
    cp_ints_close(ints);
    cp_arena_close(&arena);
    cp_arena_close(&run);
}

static uint64_t next_random(uint64_t *seed)
{
    *seed ^= *seed << 13;
    *seed ^= *seed >> 7;
    *seed ^= *seed << 17;
    return *seed;
}

static inline int below(uint64_t *seed, int n)
{
    return (int)((next_random(seed) >> 11) % (uint64_t)n);
}

/* ---- positions of both ---- */

static inline void twin_of(struct atwin *t, const struct cp_start *start)
{
    *t = (struct atwin){.count = (int)start->count,
                        .black_to_move = start->turn == CP_BLACK,
                        .delay = variant.trapdoor};
    for (uint32_t i = 0; i < start->count; i++) {
        const cp_man *man = &start->men[i];
        int file = (int)man->square.file.v, rank = (int)man->square.rank.v;
        struct atwin_man *m = &t->man[i + 1];
        *m = (struct atwin_man){variant.alphabet.pieces[man->kind].letter.at[0],
                                man->side == CP_BLACK,
                                file,
                                rank,
                                file,
                                rank,
                                (int)man->clock};
        for (uint32_t k = 0; k < start->before_count; k++)
            if (cp_square_equal(start->befores[k].now, man->square)) {
                m->file_before = (int)start->befores[k].then.file.v;
                m->rank_before = (int)start->befores[k].then.rank.v;
            }
    }
}

/* Placement, memory, running clocks, turn: men in the order of their squares, like
 * men alike. Who was not displaced, or is safe, says nothing of it. */
struct sketch {
    char text[STATE];
    size_t len;
};

static inline void draw(struct sketch *s, char kind, bool black, int file, int rank,
                        int file_before, int rank_before, int clock)
{
    s->len += (size_t)snprintf(s->text + s->len, sizeof s->text - s->len, "%c%c%d",
                               black ? kind | 0x20 : kind, 'a' + file - 1, rank);
    if (file != file_before || rank != rank_before)
        s->len += (size_t)snprintf(s->text + s->len, sizeof s->text - s->len, "<%c%d",
                                   'a' + file_before - 1, rank_before);
    if (clock > 0)
        s->len += (size_t)snprintf(s->text + s->len, sizeof s->text - s->len, "!%d", clock);
    s->text[s->len++] = ' ';
    s->text[s->len] = 0;
}

static inline void sketch_twin(struct sketch *s, const struct atwin *t)
{
    s->len = (size_t)snprintf(s->text, sizeof s->text, "%c ", t->black_to_move ? 'b' : 'w');
    for (int square = 0; square < 13 * 9; square++)
        for (int i = 1; i <= t->count; i++) {
            const struct atwin_man *m = &t->man[i];
            if (m->file && (m->file - 1) * 9 + m->rank - 1 == square)
                draw(s, m->kind, m->black, m->file, m->rank, m->file_before, m->rank_before,
                     m->falls_at - t->ply);
        }
}

static inline cp_square before(const struct cp_position *p, int32_t man)
{
    for (uint32_t i = 0; i < p->agents->last_count; i++)
        if (p->agents->last[i].man == man)
            return cp_square_of(p->agents, p->agents->last[i].from);
    return p->at[man];
}

static inline void sketch_position(struct sketch *s, const struct cp_position *p)
{
    s->len = (size_t)snprintf(s->text, sizeof s->text, "%c ", p->turn == CP_BLACK ? 'b' : 'w');
    for (int square = 0; square < 13 * 9; square++) {
        cp_square at = {CP_INT(square / 9 + 1), CP_INT(square % 9 + 1)};
        int32_t man = cp_position_get(p, at);
        if (man == CP_NOBODY)
            continue;
        cp_square then = before(p, man);
        draw(s, law.variant->alphabet.pieces[p->kind[man]].letter.at[0], p->side[man] == CP_BLACK,
             (int)at.file.v, (int)at.rank.v, (int)then.file.v, (int)then.rank.v,
             (int)cp_trapdoor_left(p, man));
    }
}

static inline void hash_sketch(const struct sketch *s, uint64_t out[2])
{
    uint64_t a = 0xcbf29ce484222325u, b = 0x9e3779b97f4a7c15u;
    for (size_t i = 0; i < s->len; i++) {
        a = (a ^ (unsigned char)s->text[i]) * 0x100000001b3u;
        b = (b + (unsigned char)s->text[i]) * 0xd6e8feb86659fd93u;
        b ^= b >> 29;
    }
    out[0] = a;
    out[1] = b;
}

static inline void spell(char *out, struct cp_position *p, const cp_written *w)
{
    struct cp_buf text;
    cp_buf_init(&text, &arena);
    cp_written_format(p->ints, &text, &law.variant->alphabet, w, CP_BARE);
    snprintf(out, ATWIN_TEXT, "%.*s", CP_FMT(cp_buf_str(&text)));
}

static inline void begin(struct cp_position *p, struct atwin *t, const struct cp_start *start)
{
    int32_t culprit;
    cp_position_init(p, &law, ints, &arena, start);
    cp_rules_agents.begin(p, start);
    EXPECT_INT(cp_rules_agents.check_setup(p, start, &culprit), CP_OK);
    twin_of(t, start);
}

/* ---- random positions ---- */

static inline bool is_taken(const struct cp_start *start, int file, int rank)
{
    for (uint32_t i = 0; i < start->count; i++)
        if (start->men[i].square.file.v == file && start->men[i].square.rank.v == rank)
            return true;
    return (file == 3 || file == 7 || file == 11) && (rank == 3 || rank == 7);
}

/* Men crowd around one trap as often as not: that is where the rules are. */
static inline void put_somewhere(struct cp_start *start, uint8_t kind, enum cp_side side, int crowd,
                                 uint64_t *seed)
{
    for (;;) {
        int file = crowd ? 3 + 4 * below(seed, crowd) + below(seed, 9) - 4 : 1 + below(seed, 13);
        int rank = crowd ? 3 + below(seed, 9) - 4 : 1 + below(seed, 9);
        bool rim = file == 1 || file == 13 || rank == 1 || rank == 9;
        if (file < 1 || rank < 1 || file > 13 || rank > 9 || is_taken(start, file, rank) ||
            (rim && law.variant->kinds[kind].royal))
            continue;
        start->men[start->count++] =
            (cp_man){.square = {CP_INT(file), CP_INT(rank)}, .kind = kind, .side = (uint8_t)side};
        return;
    }
}

/* Some men were displaced by the last move: any that could have been. */
static inline void displace_some(struct cp_start *start, uint64_t *seed)
{
    uint32_t wanted = (uint32_t)below(seed, 4);
    for (int tries = 0; tries < 20 && start->before_count < wanted; tries++) {
        const cp_man *man = &start->men[below(seed, (int)start->count)];
        int file = (int)man->square.file.v + below(seed, 5) - 2;
        int rank = (int)man->square.rank.v + below(seed, 5) - 2;
        bool rim = file <= 1 || file >= 13 || rank <= 1 || rank >= 9;
        bool is_free = file >= 1 && file <= 13 && rank >= 1 && rank <= 9 &&
                       !is_taken(start, file, rank) &&
                       !(rim && law.variant->kinds[man->kind].royal);
        cp_before b = {.now = man->square, .then = {CP_INT(file), CP_INT(rank)}};
        for (uint32_t i = 0; i < start->before_count; i++)
            is_free &= !cp_square_equal(start->befores[i].now, b.now) &&
                       !cp_square_equal(start->befores[i].then, b.then);
        if (is_free)
            start->befores[start->before_count++] = b;
    }
}

static inline void random_start(struct cp_start *start, uint64_t *seed)
{
    static cp_man men[ATWIN_MEN];
    static cp_before befores[CP_TRACES_MOST];
    int crowd = below(seed, 4), count = 1 + below(seed, crowd ? 14 : 40);
    *start = (struct cp_start){
        .men = men, .befores = befores, .turn = below(seed, 2) ? CP_BLACK : CP_WHITE};
    put_somewhere(start, 0, CP_WHITE, crowd, seed);
    put_somewhere(start, 0, CP_BLACK, crowd, seed);
    for (int i = 0; i < count; i++)
        put_somewhere(start, (uint8_t)(1 + below(seed, 3)), below(seed, 2) ? CP_BLACK : CP_WHITE,
                      crowd, seed);
    displace_some(start, seed);
    variant.trapdoor = below(seed, 3) ? 0 : 1 + below(seed, 2);
    for (uint32_t i = 0; i < start->count && variant.trapdoor; i++)
        men[i].clock = (uint32_t)(below(seed, 2) ? 1 + below(seed, 2 * variant.trapdoor) : 0);
}

/* The engine's moves, man by man. */
static inline uint32_t list_moves(struct cp_position *p, const cp_move **out)
{
    struct cp_ranges ranges;
    cp_ranges_init(&ranges, &arena);
    for (int32_t man = 0; man < (int32_t)p->count; man++)
        if (!p->gone[man] && p->side[man] == p->turn)
            cp_rules_agents.each_move(p, man, &ranges);
    cp_move *moves = cp_arena_take_zero(&arena, ranges.count, sizeof *moves);
    for (uint32_t i = 0; i < ranges.count; i++)
        EXPECT(cp_range_move(p, &ranges.list[i], CP_INT(1), CP_NO_KIND, &moves[i]) == CP_OK);
    *out = moves;
    return ranges.count;
}

/* Both play the same random move. */
static inline bool play_on(struct cp_position *p, struct atwin *t, uint64_t *seed)
{
    const cp_move *moves;
    uint32_t count = list_moves(p, &moves);
    if (!count)
        return false;
    char text[ATWIN_TEXT];
    cp_written w;
    cp_undo undo;
    const cp_move *move = &moves[below(seed, (int)count)];
    cp_agents_write(p, move, CP_LONG, home, &w);
    spell(text, p, &w);
    int listed = atwin_moves(t, twin_list);
    for (int i = 0; i < listed; i++)
        if (strcmp(twin_list[i].text, text) == 0) {
            *t = twin_list[i].after;
            break;
        }
    cp_rules_agents.apply(p, move, &undo);
    return true;
}

static inline int positions_wanted(int usual)
{
    const char *asked = getenv("CP_POSITIONS");
    return asked ? atoi(asked) : usual;
}

#endif
