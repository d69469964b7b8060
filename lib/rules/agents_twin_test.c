/* SPDX-License-Identifier: MIT */
/* agents_twin_test.c -- the engine against the twin that only knows the published
 * sentences (agents_twin.h): the same legal moves, leading to the same positions
 * with the same memory, from the start and on random positions; and every move is
 * resolved from its text, in full and short, played and taken back without a trace.
 * Short forms mean what the definition of R-TR-16 says of the twin's moves.
 * CP_POSITIONS=20000 in the environment asks for more than the daily number. */
#include "rules/agents.h"
#include "rules/agents_resolve.h"
#include "rules/agents_twin.h"
#include "rules/trapdoor.h"
#include "test.h"

enum { USUAL = 800, PLAYED = 3, STATE = 1024, LISTED = 4096 };

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
    cp_diags_init(&diags, &run);
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

static int below(uint64_t *seed, int n)
{
    return (int)((next_random(seed) >> 11) % (uint64_t)n);
}

/* ---- positions of both ---- */

static void twin_of(struct atwin *t, const struct cp_start *start)
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

static void draw(struct sketch *s, char kind, bool black, int file, int rank, int file_before,
                 int rank_before, int clock)
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

static void sketch_twin(struct sketch *s, const struct atwin *t)
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

static cp_square before(const struct cp_position *p, int32_t man)
{
    for (uint32_t i = 0; i < p->own->last_count; i++)
        if (p->own->last[i].man == man)
            return cp_square_of(p->own, p->own->last[i].from);
    return p->at[man];
}

static void sketch_position(struct sketch *s, const struct cp_position *p)
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

/* ---- comparing ---- */

struct line {
    char move[ATWIN_TEXT];
    uint64_t after[2]; /* of a sketch */
};

static void hash_sketch(const struct sketch *s, uint64_t out[2])
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

static void spell(char *out, struct cp_position *p, const cp_written *w)
{
    struct cp_buf text;
    cp_buf_init(&text, &arena);
    cp_written_format(p->ints, &text, &law.variant->alphabet, w, CP_BARE);
    snprintf(out, ATWIN_TEXT, "%.*s", CP_FMT(cp_buf_str(&text)));
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
    out->last_count = p->own->last_count;
    memcpy(out->last, p->own->last, p->own->last_count * sizeof *out->last);
    memcpy(out->cells, p->own->man, sizeof out->cells);
    memcpy(out->falls_at, p->falls_at, p->count * sizeof *out->falls_at);
}

static bool means(struct cp_position *p, const cp_written *w, const cp_move *move)
{
    static const cp_square home = {{0}, {0}};
    struct cp_resolution r;
    cp_agents_resolve(p, w, home, &r);
    cp_pace wanted = cp_pace_of(p, move), got = cp_pace_of(p, &r.move);
    return r.why == CP_OK && memcmp(&wanted, &got, sizeof got) == 0;
}

/* The engine's moves, each written and read again, played and taken back. */
static uint32_t engine_lines(struct cp_position *p, struct line *out, bool thorough)
{
    static const cp_square home = {{0}, {0}};
    static struct trace first, last;
    const cp_move *moves;
    uint32_t count = cp_family_agents.list(p, &arena, &moves);
    trace_of(&first, p);
    for (uint32_t i = 0; i < count; i++) {
        struct sketch s;
        cp_undo undo;
        cp_written w;
        cp_agents_write(p, &moves[i], CP_LONG, home, &w);
        spell(out[i].move, p, &w);
        EXPECT(!thorough || means(p, &w, &moves[i]));
        cp_agents_write(p, &moves[i], CP_SHORT, home, &w);
        EXPECT(!thorough || means(p, &w, &moves[i]));
        cp_agents_apply(p, &moves[i], &undo);
        sketch_position(&s, p);
        hash_sketch(&s, out[i].after);
        cp_agents_undo(p, &undo);
        trace_of(&last, p);
        EXPECT(!thorough || memcmp(&first, &last, sizeof first) == 0);
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

static void begin(struct cp_position *p, struct atwin *t, const struct cp_start *start)
{
    int32_t culprit;
    cp_position_init(p, &law, ints, &arena, start);
    cp_agents_begin(p, start);
    EXPECT_INT(cp_agents_check_setup(p, start, &culprit), CP_OK);
    twin_of(t, start);
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
    uint32_t count = cp_family_agents.list(p, &arena, &moves);
    for (uint32_t i = 0; i < count; i++) {
        cp_agents_apply(p, &moves[i], &undo);
        sketch_position(&s, p);
        hash_sketch(&s, first->hash[first->count++]);
        uint32_t answers = cp_family_agents.list(p, &arena, &replies);
        for (uint32_t k = 0; k < answers; k++) {
            cp_agents_apply(p, &replies[k], &again);
            sketch_position(&s, p);
            hash_sketch(&s, second->hash[second->count++]);
            cp_agents_undo(p, &again);
        }
        played += answers;
        cp_agents_undo(p, &undo);
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
    EXPECT_INT((int64_t)mine, (int64_t)cp_family_agents.perft(&p, 2, &arena));
    for (int i = 0; i < 2; i++) {
        size_t count = distinct(&set[i]);
        EXPECT_INT((int64_t)count, (int64_t)distinct(&set[i + 2]));
        EXPECT(memcmp(set[i].hash, set[i + 2].hash, count * sizeof *set[i].hash) == 0);
        printf("# %zu distinct positions after %d\n", count, i + 1);
    }
    cp_arena_reset(&arena);
}

/* ---- random positions ---- */

static bool is_taken(const struct cp_start *start, int file, int rank)
{
    for (uint32_t i = 0; i < start->count; i++)
        if (start->men[i].square.file.v == file && start->men[i].square.rank.v == rank)
            return true;
    return (file == 3 || file == 7 || file == 11) && (rank == 3 || rank == 7);
}

/* Men crowd around one trap as often as not: that is where the rules are. */
static void put_somewhere(struct cp_start *start, uint8_t kind, enum cp_side side, int crowd,
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
static void displace_some(struct cp_start *start, uint64_t *seed)
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

static void random_start(struct cp_start *start, uint64_t *seed)
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

/* Both play the same random move. */
static bool play_on(struct cp_position *p, struct atwin *t, uint64_t *seed)
{
    static const cp_square home = {{0}, {0}};
    const cp_move *moves;
    uint32_t count = cp_family_agents.list(p, &arena, &moves);
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
    cp_agents_apply(p, move, &undo);
    return true;
}

/* ---- short forms, by their definition ---- */

/* "Me2>e3<f4" taken apart: squares and signs, the last square being where it ends. */
struct parts {
    char kind, from[3], via[3], to[3], sep, then;
};

static void take_apart(struct parts *out, const char *text)
{
    *out = (struct parts){.kind = text[0], .sep = text[3]};
    memcpy(out->from, text + 1, 2);
    memcpy(out->to, text + strlen(text) - 2, 2);
    if (strlen(text) > 6) {
        memcpy(out->via, text + 4, 2);
        out->then = text[6];
    }
}

/* What is left of a move when parts are left out of it. */
struct shortened {
    struct parts full;
    bool has_file, has_rank, has_via, has_sep;
};

/* "A form without separator means - for every step"; a file or rank of the origin
 * must agree, and so must every square and sign that is written. */
static bool fits(const struct shortened *s, const struct parts *m)
{
    const struct parts *f = &s->full;
    bool is_plain = m->sep == '-' && (!m->then || m->then == '-');
    if (m->kind != f->kind || strcmp(m->to, f->to) != 0 ||
        (s->has_file && m->from[0] != f->from[0]) || (s->has_rank && m->from[1] != f->from[1]))
        return false;
    if (s->has_via)
        return strcmp(m->via, f->via) == 0 && m->sep == f->sep && m->then == f->then;
    if (!s->has_sep || f->sep == '-')
        return is_plain;
    return m->sep == f->sep && (m->sep == '@' || !m->then);
}

/* Fewest steps, then the smallest square on the way, then the smallest origin. */
static bool comes_before(const struct parts *a, const struct parts *b)
{
    if (!a->then != !b->then)
        return !a->then;
    int way = strcmp(a->via, b->via);
    return way ? way < 0 : strcmp(a->from, b->from) < 0;
}

/* The move that a short form means; NULL when none fits, or several that lead to
 * different positions, and then *many. */
static const char *meaning_of(const struct shortened *s, int count, bool *many)
{
    const char *best = NULL;
    uint64_t first[2], after[2];
    struct parts best_parts, m;
    *many = false;
    for (int i = 0; i < count; i++) {
        struct sketch sketch;
        take_apart(&m, twin_list[i].text);
        if (!fits(s, &m))
            continue;
        sketch_twin(&sketch, &twin_list[i].after);
        hash_sketch(&sketch, after);
        if (!best)
            memcpy(first, after, sizeof first);
        *many |= memcmp(first, after, sizeof first) != 0;
        if (!best || comes_before(&m, &best_parts)) {
            best = twin_list[i].text;
            best_parts = m;
        }
    }
    return *many ? NULL : best;
}

static cp_square square_of(const char text[3])
{
    return (cp_square){CP_INT(text[0] - 'a' + 1), CP_INT(text[1] - '0')};
}

static uint8_t sep_of(char sign)
{
    static const char signs[] = "?-x><~@";
    return (uint8_t)(strchr(signs, sign) - signs);
}

static cp_written written_of(const struct shortened *s)
{
    const struct parts *f = &s->full;
    cp_written w = {.piece = cp_alphabet_find(&variant.alphabet, (cp_str){&f->kind, 1}, false),
                    .promotion = CP_NO_KIND,
                    .has = CP_HAS_PIECE | CP_HAS_TO,
                    .from = square_of(f->from),
                    .to = square_of(f->to)};
    w.has |= s->has_file ? CP_HAS_FROM_FILE : 0;
    w.has |= s->has_rank ? CP_HAS_FROM_RANK : 0;
    if (s->has_sep)
        w.sep = sep_of(f->sep);
    if (s->has_via) {
        w.has |= CP_HAS_VIA;
        w.via = square_of(f->via);
        w.then = sep_of(f->then);
    }
    return w;
}

static bool reads_alike(struct cp_position *p, const struct shortened *s, int count)
{
    static const cp_square home = {{0}, {0}};
    bool many;
    const char *wanted = meaning_of(s, count, &many);
    cp_written w = written_of(s);
    struct cp_resolution r;
    cp_agents_resolve(p, &w, home, &r);
    if (!wanted)
        return many ? r.why == CP_AMBIGUOUS : r.why != CP_OK && r.why != CP_AMBIGUOUS;
    char got[ATWIN_TEXT] = "";
    if (r.why == CP_OK) {
        cp_agents_write(p, &r.move, CP_LONG, home, &w);
        spell(got, p, &w);
    }
    if (strcmp(got, wanted) == 0)
        return true;
    printf("# %s is read as %s\n", wanted, got);
    return false;
}

/* Parts left out of legal moves, and now and then another destination. */
static bool short_forms_agree(struct cp_position *p, const struct atwin *t, uint64_t *seed)
{
    bool same = true;
    int count = atwin_moves(t, twin_list);
    for (int i = 0; i < 40 && count; i++) {
        struct shortened s = {.has_file = below(seed, 3) == 0, .has_rank = below(seed, 3) == 0};
        take_apart(&s.full, twin_list[below(seed, count)].text);
        s.has_via = s.full.then && below(seed, 2);
        s.has_sep = s.has_via || s.full.sep != '-' || below(seed, 2);
        if (below(seed, 8) == 0)
            s.full.to[0] = (char)('a' + below(seed, 13));
        same &= reads_alike(p, &s, count);
    }
    return same;
}

static int positions_wanted(void)
{
    const char *asked = getenv("CP_POSITIONS");
    return asked ? atoi(asked) : USUAL;
}

TEST(random_positions_have_the_same_moves_and_positions_in_engine_and_twin)
{
    uint64_t seed = 88172645463325252u;
    int wanted = positions_wanted(), bad = 0;
    for (int n = 0; n < wanted && bad < 5;) {
        struct cp_position p;
        struct cp_start start;
        struct atwin t;
        random_start(&start, &seed);
        begin(&p, &t, &start);
        for (int ply = 0; ply < PLAYED; ply++, n++) {
            bad += !agree(&p, &t, true);
            bad += !short_forms_agree(&p, &t, &seed);
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
    int wanted = positions_wanted() / 6, bad = 0;
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
