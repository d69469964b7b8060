/* SPDX-License-Identifier: MIT */
/* bodies_fuzz.c -- any bytes are a position with knights in blocks, near home or far
 * from it, and moves written on it. What is refused is told in words; what is legal
 * is played, taken back without a trace, written and read again as the same move. The
 * men who give check after it are those found from nothing, and somebody can move
 * exactly when a move is told.
 * seeds: testdata/formation/?*.txt
 */
#include "rules/chess/turn.h"
#include "rules/rules.h"
#include "rules/setup.h"

#include <stdlib.h>

enum { MEN = 40, MOVES = 12 };

static void require(bool truth)
{
    if (!truth)
        abort();
}

static struct cp_arena run;
static struct cp_ints *ints;
static struct cp_variant variant;
static struct cp_law law;
static cp_square far;

/* ---- the bytes ---- */

struct bytes {
    const uint8_t *at;
    size_t left;
    bool is_far;
};

static uint8_t next(struct bytes *b)
{
    if (!b->left)
        return 0;
    b->left--;
    return *b->at++;
}

static cp_square next_square(struct bytes *b)
{
    uint8_t where = next(b);
    cp_square at = {CP_INT(where % 16), CP_INT(where / 16)};
    return b->is_far ? cp_square_shift(ints, at, far) : at;
}

/* Knights for the most part, and blocks of them. */
static void next_man(struct bytes *b, struct cp_start *start)
{
    uint8_t what = next(b);
    cp_square at = next_square(b);
    const struct cp_body_words *body = &variant.body;
    cp_man man = {.square = at,
                  .kind = (uint8_t)(what % 4 ? what / 4 % variant.alphabet.count : body->of),
                  .side = what >> 7,
                  .clock = what % 3};
    uint32_t men = what % 4 == 1 ? (uint32_t)body->files * body->ranks : 1;
    for (uint32_t i = 0; i < men && start->count < MEN; i++) {
        man.kind = men > 1 ? body->of : man.kind;
        man.square = cp_square_leap(ints, at, (int32_t)i / body->ranks, (int32_t)i % body->ranks);
        start->men[start->count++] = man;
    }
}

static void next_start(struct bytes *b, struct cp_start *start)
{
    uint8_t first = next(b);
    start->turn = first & 1 ? CP_BLACK : CP_WHITE;
    b->is_far = first & 2;
    variant.trapdoor = first & 4 ? 1 + (first >> 3 & 1) : 0;
    for (uint8_t side = 0; side < 2; side++)
        start->men[start->count++] =
            (cp_man){.square = next_square(b), .kind = law.royal[side], .side = side};
    for (uint32_t i = first >> 4; i > 0; i--)
        next_man(b, start);
}

/* From where a man stands, along a queen's line as a rule. */
static cp_written next_move(struct bytes *b, const struct cp_position *p)
{
    uint8_t bits = next(b), piece = next(b), way = next(b);
    cp_square from = p->at[next(b) % p->count];
    cp_square to = cp_square_step(ints, from, way % 3 - 1, way / 3 % 3 - 1, CP_INT(way / 9));
    cp_written w = {
        .piece = (uint8_t)(piece & 1 ? variant.body.kind : piece / 2 % variant.alphabet.count),
        .promotion = CP_NO_KIND,
        .has = (uint16_t)(CP_HAS_TO | CP_HAS_PIECE | (bits & CP_HAS_FROM)),
        .sep = bits & 4 ? CP_SEP_TAKE : CP_SEP_MOVE,
        .from = from,
        .to = way / 9 ? to : next_square(b)};
    if (bits & 8)
        w.promotion = (uint8_t)(bits / 16 % variant.alphabet.count);
    return w;
}

/* ---- a move ---- */

struct trace {
    cp_hash hash;
    cp_square at[MEN];
    uint32_t falls_at[MEN], checks, fallen, ply;
    int32_t king[2];
    bool gone[MEN];
};

static void trace_of(struct trace *out, struct cp_position *p)
{
    memset(out, 0, sizeof *out);
    out->hash = cp_position_hash(p);
    memcpy(out->at, p->at, p->count * sizeof *out->at);
    memcpy(out->falls_at, p->falls_at, p->count * sizeof *out->falls_at);
    memcpy(out->gone, p->gone, p->count * sizeof *out->gone);
    memcpy(out->king, p->king, sizeof out->king);
    out->checks = p->checks;
    out->fallen = p->fallen_count;
    out->ply = p->ply;
}

static void check_reading(struct cp_position *p, const cp_move *move, enum cp_style style,
                          cp_square shift)
{
    cp_written w;
    struct cp_resolution r;
    cp_move_write(p, move, style, shift, &w);
    cp_resolve(p, &w, shift, &r);
    require(r.why == CP_OK && r.move.is_body == move->is_body && r.move.man == move->man &&
            r.move.taken == move->taken && cp_square_equal(r.move.to, move->to));
}

/* Checks are found again from nothing, and moves by telling them. */
static void check_after(struct cp_position *p, struct cp_arena *arena)
{
    struct cp_ranges s;
    uint32_t checks = p->checks, runs = 0;
    cp_position_find_checks(p);
    require(checks == p->checks);
    if (p->king[CP_WHITE] == CP_NOBODY || p->king[CP_BLACK] == CP_NOBODY)
        return;
    cp_ranges_init(&s, arena);
    for (int32_t man = 0; man < (int32_t)p->count; man++)
        if (!p->gone[man] && p->side[man] == p->turn)
            cp_chess_each_move(p, man, &s);
    for (uint32_t i = 0; i < s.count; i++)
        runs += !cp_range_is_empty(p->ints, &s.list[i]);
    p->is_undecided = false;
    bool can_move = cp_position_can_move(p);
    require(can_move || !runs);
    require(!can_move || runs || p->passing != CP_NOBODY || p->delay);
}

static void check_move(struct cp_position *p, const cp_written *w, struct cp_buf *out)
{
    static const cp_square home = {{0}, {0}};
    struct trace before, after;
    struct cp_resolution r;
    cp_undo undo;
    cp_shift shifts[CP_SHIFTS_MOST];
    trace_of(&before, p);
    cp_resolve(p, w, home, &r);
    trace_of(&after, p);
    require(memcmp(&before, &after, sizeof before) == 0);
    if (r.why) {
        cp_resolution_format(out, p, &r, CP_NUMERIC, home);
        if (!cp_rules_chess.force(p, w, &r))
            return;
    } else {
        check_reading(p, &r.move, CP_LONG, home);
        check_reading(p, &r.move, CP_SHORT, far);
    }
    cp_turn_apply(p, &r.move, &undo);
    require(cp_rules_chess.shifts(p, &undo, shifts) > 0);
    cp_move_undo(p, &undo);
    trace_of(&after, p);
    require(memcmp(&before, &after, sizeof before) == 0);
    cp_turn_apply(p, &r.move, &undo);
    check_after(p, p->arena);
}

/* ---- the variant, once ---- */

static void load(void)
{
    struct cp_variants all;
    cp_arena_init(&run, NULL, NULL);
    ints = cp_ints_open();
    struct cp_diags diags = cp_diags_in(&run);
    require(ints && cp_variants_load(&all, &run, ints, &diags));
    const struct cp_variant *v = cp_variants_find(&all, CP_STR("formation"));
    require(v && cp_int_parse(ints, &far.file, CP_STR("1000000000000000000000000000000")));
    far.rank = cp_int_negate(ints, far.file);
    variant = *v;
    require(cp_law_init(&law, &variant, &run, &diags));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static cp_man men[MEN];
    struct bytes b = {data, size, false};
    struct cp_start start = {.men = men};
    struct cp_position p;
    struct cp_arena arena;
    struct cp_buf out;
    int32_t culprit;
    if (!ints)
        load();
    size_t mark = cp_ints_mark(ints);
    cp_arena_init(&arena, NULL, NULL);
    cp_buf_init(&out, &arena);
    next_start(&b, &start);
    cp_position_init(&p, &law, ints, &arena, &start);
    cp_rules_chess.begin(&p, &start);
    if (cp_setup_check(&p, &start, &culprit) == CP_OK)
        for (int i = 0; i < MOVES && b.left; i++) {
            if (p.king[CP_WHITE] == CP_NOBODY || p.king[CP_BLACK] == CP_NOBODY)
                break;
            cp_written w = next_move(&b, &p);
            check_move(&p, &w, &out);
        }
    cp_arena_close(&arena);
    cp_ints_reset(ints, mark);
    return 0;
}
