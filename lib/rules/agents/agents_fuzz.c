/* SPDX-License-Identifier: MIT */
/* agents_fuzz.c -- any bytes are a position of agents and moves written on it. What
 * is refused is told in words; what is legal is played, taken back without a trace,
 * written short and long, and read again as the same move.
 * seeds: testdata/agents/rules.cases
 */
#include "rules/agents/agents.h"

#include <stdlib.h>

enum { MEN = 60, WIDTH = 13 + 2 * CP_AGENTS_MARGIN, CELLS = WIDTH * (9 + 2 * CP_AGENTS_MARGIN) };

static const cp_square home = {{0}, {0}};

static void require(bool truth)
{
    if (!truth)
        abort();
}

/* ---- the bytes ---- */

struct bytes {
    const uint8_t *at;
    size_t left;
};

static uint8_t next(struct bytes *b)
{
    if (!b->left)
        return 0;
    b->left--;
    return *b->at++;
}

/* Off the board now and then. */
static cp_square next_square(struct bytes *b)
{
    uint8_t file = next(b), rank = next(b);
    return (cp_square){CP_INT(file % 15), CP_INT(rank % 11)};
}

static void next_start(struct bytes *b, struct cp_start *start)
{
    start->turn = next(b) % 2 ? CP_BLACK : CP_WHITE;
    uint32_t count = next(b) % MEN, befores = next(b) % 4;
    for (uint32_t i = 0; i < count; i++)
        start->men[start->count++] = (cp_man){.square = next_square(b),
                                              .kind = (uint8_t)(i < 2 ? 0 : next(b) % 4),
                                              .side = (uint8_t)(i < 2 ? i : next(b) % 2),
                                              .clock = next(b) % 4};
    for (uint32_t i = 0; i < befores && count; i++)
        start->befores[start->before_count++] =
            (cp_before){.now = start->men[next(b) % count].square, .then = next_square(b)};
}

static cp_written next_move(struct bytes *b)
{
    static const uint16_t has[] = {CP_HAS_FROM_FILE, CP_HAS_FROM_RANK, CP_HAS_TO, CP_HAS_PIECE,
                                   CP_HAS_VIA,       CP_IS_ANY_MAN,    CP_IS_NULL};
    uint8_t bits = next(b);
    cp_written w = {.piece = next(b) % 4,
                    .promotion = CP_NO_KIND,
                    .sep = next(b) % (CP_SEP_LEAD + 1),
                    .from = next_square(b),
                    .to = next_square(b)};
    for (size_t i = 0; i < sizeof has / sizeof *has; i++)
        w.has |= bits >> i & 1 ? has[i] : 0;
    if (w.has & CP_HAS_VIA) {
        w.via = next_square(b);
        w.then = next(b) % (CP_SEP_LEAD + 1);
    }
    return w;
}

/* ---- a move ---- */

struct trace {
    cp_hash hash;
    int32_t king[2], man[CELLS];
    uint32_t fallen_count, ply, last_count, falls_at[MEN];
    cp_trace last[CP_TRACES_MOST];
    uint8_t turn;
};

static void trace_of(struct trace *out, const struct cp_position *p)
{
    memset(out, 0, sizeof *out);
    out->hash = p->hash;
    memcpy(out->king, p->king, sizeof out->king);
    memcpy(out->man, p->agents->man, sizeof out->man);
    memcpy(out->falls_at, p->falls_at, p->count * sizeof *out->falls_at);
    out->fallen_count = p->fallen_count;
    out->ply = p->ply;
    out->last_count = p->agents->last_count;
    memcpy(out->last, p->agents->last, p->agents->last_count * sizeof *out->last);
    out->turn = (uint8_t)p->turn;
}

static void check_reading(struct cp_position *p, const cp_move *move, enum cp_style style)
{
    cp_written w;
    struct cp_resolution r;
    cp_rules_agents.write(p, move, style, home, &w);
    cp_rules_agents.resolve(p, &w, home, &r);
    require(r.why == CP_OK && r.move.man == move->man && r.move.sep == move->sep &&
            r.move.then == move->then && cp_square_equal(r.move.to, move->to) &&
            (!move->then || cp_square_equal(r.move.via, move->via)));
}

static void check_move(struct cp_position *p, const cp_written *w, struct cp_buf *out)
{
    static struct trace before, after;
    struct cp_resolution r;
    cp_undo undo;
    cp_shift shifts[CP_SHIFTS_MOST];
    int winner;
    trace_of(&before, p);
    cp_rules_agents.resolve(p, w, home, &r);
    trace_of(&after, p);
    require(memcmp(&before, &after, sizeof before) == 0);
    if (r.why) {
        cp_rules_agents.explain(out, p, &r, CP_BARE, home);
        if (!cp_rules_agents.force(p, w, &r))
            return;
    } else {
        check_reading(p, &r.move, CP_LONG);
        check_reading(p, &r.move, CP_SHORT);
    }
    cp_rules_agents.apply(p, &r.move, &undo);
    require(cp_rules_agents.shifts(p, &undo, shifts) <= CP_SHIFTS_MOST);
    cp_rules_agents.undo(p, &undo);
    trace_of(&after, p);
    require(memcmp(&before, &after, sizeof before) == 0);
    cp_rules_agents.apply(p, &r.move, &undo);
    require(cp_rules_agents.outcome(p, &winner) != CP_OUTCOME_UNDECIDED);
}

static bool is_over(const struct cp_position *p)
{
    return p->king[CP_WHITE] == CP_NOBODY || p->king[CP_BLACK] == CP_NOBODY;
}

/* ---- the variant, once ---- */

static struct cp_arena run;
static struct cp_ints *ints;
static struct cp_variant variant;
static struct cp_law law;

static void load(void)
{
    struct cp_variants all;
    cp_arena_init(&run, NULL, NULL);
    ints = cp_ints_open();
    struct cp_diags diags = cp_diags_in(&run);
    require(ints && cp_variants_load(&all, &run, ints, &diags));
    const struct cp_variant *v = cp_variants_find(&all, CP_STR("trapper"));
    require(v != NULL);
    variant = *v;
    require(cp_law_init(&law, &variant, &run, &diags));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static cp_man men[MEN];
    static cp_before befores[4];
    struct bytes b = {data, size};
    struct cp_start start = {.men = men, .befores = befores};
    struct cp_position p;
    struct cp_arena arena;
    struct cp_buf out;
    int32_t culprit;
    if (!ints)
        load();
    cp_arena_init(&arena, NULL, NULL);
    cp_buf_init(&out, &arena);
    uint8_t first = next(&b);
    variant.trapdoor = first & 1 ? 1 + first / 2 % 2 : 0;
    bool as_usual = first >> 7;
    next_start(&b, &start);
    const struct cp_start *begin = as_usual ? &variant.start : &start;
    cp_position_init(&p, &law, ints, &arena, begin);
    cp_rules_agents.begin(&p, begin);
    if (cp_rules_agents.check_setup(&p, begin, &culprit) == CP_OK)
        while (b.left && !is_over(&p)) {
            cp_written w = next_move(&b);
            check_move(&p, &w, &out);
        }
    cp_arena_close(&arena);
    return 0;
}
