/* SPDX-License-Identifier: MIT */
/* styles_test.c -- a law: every legal move, in each style and each spelling that it can
 * be written in, is read back as that move and no other (R-NOT-5, R-NOT-8). On random
 * positions of every bundled variant, with trapdoors and without, and of variants made
 * up here, whose pieces, pawns and kings move in odd ways. CP_POSITIONS asks for more. */
#include "rules/chess/turn.h"
#include "rules/rules.h"
#include "rules/setup.h"
#include "test.h"
#include "text/moves/notation.h"

enum { MEN = 24, USUAL = 400, MADE_UP = 500, PLIES = 4, LENGTHS = 4, FAULTS_SHOWN = 12 };

struct world {
    struct cp_arena arena, scratch;
    struct cp_ints *ints;
    struct cp_diags diags;
    struct cp_notations notations;
    struct cp_variant variant;
    struct cp_law law;
    struct cp_position p;
    uint64_t seed;
    unsigned long moves, faults;
    cp_str yaml; /* of a variant made up */
};

static uint64_t roll(struct world *w, uint64_t below)
{
    w->seed ^= w->seed << 13;
    w->seed ^= w->seed >> 7;
    w->seed ^= w->seed << 17;
    return (w->seed >> 11) % below;
}

static uint32_t usual_or(uint32_t usual)
{
    const char *asked = getenv("CP_POSITIONS");
    return asked ? (uint32_t)strtoul(asked, NULL, 10) : usual;
}

static void open_world(struct world *w, uint64_t seed)
{
    *w = (struct world){.ints = cp_ints_open(), .seed = seed};
    cp_arena_init(&w->arena, NULL, NULL);
    cp_arena_init(&w->scratch, NULL, NULL);
    w->diags = cp_diags_in(&w->arena);
    cp_notations_open(&w->notations, &w->arena);
}

static void close_world(struct world *w)
{
    cp_notations_close(&w->notations);
    cp_arena_close(&w->scratch);
    cp_ints_close(w->ints);
    cp_arena_close(&w->arena);
}

/* ---- positions ---- */

static int64_t within(struct world *w, int32_t edge)
{
    return (int64_t)roll(w, edge ? (uint64_t)edge : 9) + 1;
}

/* Kings, and men of few kinds, so that several can go to one square. */
static bool set_up(struct world *w)
{
    const struct cp_variant *v = &w->variant;
    cp_man men[MEN];
    struct cp_start start = {.men = men, .turn = roll(w, 2) ? CP_BLACK : CP_WHITE};
    uint64_t count = 4 + roll(w, MEN - 4);
    uint8_t kinds[] = {(uint8_t)roll(w, v->alphabet.count), (uint8_t)roll(w, v->alphabet.count),
                       (uint8_t)roll(w, v->alphabet.count)};
    for (uint32_t i = 0; i < count; i++) {
        bool is_royal = i < 2 && w->law.royal[i] != CP_NO_KIND; /* a side may have none */
        uint8_t kind = is_royal ? w->law.royal[i] : kinds[roll(w, 3)];
        men[start.count++] =
            (cp_man){.square = {CP_INT(within(w, v->files)), CP_INT(within(w, v->ranks))},
                     .kind = v->body.exists && kind == v->body.kind ? v->body.of : kind,
                     .side = (uint8_t)(i < 2        ? i
                                       : roll(w, 3) ? start.turn
                                                    : roll(w, 2)),
                     .moved = roll(w, 2)};
    }
    if (v->castles && roll(w, 2)) {
        for (uint32_t i = 0; i < 2; i++)
            men[i].square.rank = CP_INT(i ? v->ranks : 1);
        start.castling = CP_STR("KQkq");
    }
    const struct cp_start *from = roll(w, 4) ? &start : &v->start;
    int32_t culprit;
    cp_arena_reset(&w->scratch);
    cp_position_init(&w->p, &w->law, w->ints, &w->scratch, from);
    cp_rules_of(&w->p)->begin(&w->p, from);
    return cp_rules_of(&w->p)->check_setup(&w->p, from, &culprit) == CP_OK;
}

/* ---- one move ---- */

static bool is_same(const cp_move *a, const cp_move *b)
{
    return a->man == b->man && cp_square_equal(a->to, b->to) && a->promotion == b->promotion &&
           a->rook == b->rook && a->taken == b->taken && a->is_body == b->is_body &&
           a->sep == b->sep && a->then == b->then && (!a->then || cp_square_equal(a->via, b->via));
}

static void tell(struct world *w, const cp_move *move, cp_str text, cp_str what)
{
    struct cp_buf men;
    if (w->faults++ >= FAULTS_SHOWN)
        return;
    cp_buf_init(&men, &w->scratch);
    for (uint32_t i = 0; i < w->p.count; i++) {
        if (w->p.gone[i])
            continue;
        cp_buf_puts(&men, w->p.side[i] ? " b" : " w");
        cp_buf_put(&men, cp_alphabet_letter(&w->variant.alphabet, w->p.kind[i]));
        cp_square_format(w->ints, &men, w->p.at[i], CP_NUMERIC);
    }
    cp_buf_puts(&men, "; ");
    cp_square_format(w->ints, &men, move->from, CP_NUMERIC);
    cp_square_format(w->ints, &men, move->to, CP_NUMERIC);
    printf("# %.*s: \"%.*s\": %.*s;%.*s\n", CP_FMT(w->variant.id), CP_FMT(text), CP_FMT(what),
           CP_FMT(men));
    if (w->yaml.len)
        test_show("yaml", w->yaml);
}

static void check_form(struct world *w, const cp_move *move, enum cp_style style,
                       enum cp_spelling spelling)
{
    static const cp_square home = {{0}, {0}};
    const struct cp_rules *rules = cp_rules_of(&w->p);
    const struct cp_notation *n = cp_notations_get(&w->notations, &w->variant.alphabet);
    struct cp_scanned read;
    struct cp_resolution r;
    struct cp_buf out;
    cp_written written;
    cp_buf_init(&out, &w->scratch);
    rules->write(&w->p, move, style, home, &written);
    if (spelling != CP_BARE)
        cp_written_complete(&written);
    cp_written_format(w->ints, &out, &w->variant.alphabet, &written, spelling);
    cp_str text = cp_buf_str(&out);
    if (cp_notation_scan(n, w->ints, text, &read) != text.len) {
        tell(w, move, text, CP_STR("is not read"));
        return;
    }
    rules->resolve(&w->p, &read.move, home, &r);
    if (r.why)
        tell(w, move, text, cp_str_from(cp_diag_text(r.why)));
    else if (!is_same(&r.move, move))
        tell(w, move, text, CP_STR("is another move"));
    else if (read.is_dialect || read.odd)
        tell(w, move, text, CP_STR("is a dialect"));
}

static void check_move(struct world *w, const cp_move *move)
{
    enum cp_spelling native = w->variant.alphabet.native;
    w->moves++;
    for (enum cp_style style = CP_LONG; style <= CP_SHORT; style++) {
        check_form(w, move, style, native);
        if (native != CP_NUMERIC)
            check_form(w, move, style, CP_NUMERIC);
        if (native == CP_NUMERIC)
            check_form(w, move, style, CP_LETTER);
    }
    if (cp_alphabet_is_bare(&w->variant.alphabet))
        check_form(w, move, CP_ENGINE, native);
}

/* ---- all moves ---- */

static void check_length(struct world *w, const cp_range *range, cp_int length, cp_move *chosen,
                         uint32_t *seen)
{
    const struct cp_variant *v = &w->variant;
    uint32_t kinds = range->promotes ? v->promotion[w->p.turn].to_count : 1;
    for (uint32_t i = 0; i < kinds; i++) {
        cp_move move;
        uint8_t kind = range->promotes ? v->promotion[w->p.turn].to[i] : CP_NO_KIND;
        if (cp_range_move(&w->p, range, length, kind, &move) != CP_OK)
            continue;
        check_move(w, &move);
        if (roll(w, ++*seen) == 0)
            *chosen = move;
    }
}

/* Some of an endless line's; a move to go on with, if there is any. */
static bool check_position(struct world *w, cp_move *chosen)
{
    struct cp_ranges ranges;
    uint32_t seen = 0;
    cp_ranges_init(&ranges, &w->scratch);
    if (cp_position_is_over(&w->p))
        return false;
    for (uint32_t man = 0; man < w->p.count; man++)
        if (!w->p.gone[man] && w->p.side[man] == w->p.turn)
            cp_rules_of(&w->p)->each_move(&w->p, (int32_t)man, &ranges);
    for (uint32_t i = 0; i < ranges.count; i++) {
        const cp_range *range = &ranges.list[i];
        cp_int length = range->low;
        for (int n = 0; n < LENGTHS &&
                        (range->is_endless || cp_int_compare(w->ints, length, range->high) <= 0);
             n++) {
            check_length(w, range, length, chosen, &seen);
            length = cp_int_add(w->ints, length, CP_INT(1));
        }
    }
    return seen > 0;
}

static void check_positions(struct world *w, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        cp_move move;
        cp_undo undo;
        if (!set_up(w))
            continue;
        for (int ply = 0; ply < PLIES && check_position(w, &move); ply++)
            cp_rules_of(&w->p)->apply(&w->p, &move, &undo);
    }
}

TEST(every_move_of_the_bundled_variants_is_read_back_in_every_style)
{
    struct cp_variants all = {.count = 1};
    unsigned long moves = 0;
    for (uint32_t i = 0; i < 2 * all.count; i++) {
        struct world w;
        open_world(&w, 88172645463325252u);
        EXPECT(cp_variants_load(&all, &w.arena, w.ints, &w.diags));
        cp_variants_wake(&all, &w.arena, w.ints);
        w.variant = *all.list[i / 2];
        w.variant.trapdoor = i % 2 ? 2 : 0;
        EXPECT(cp_law_init(&w.law, &w.variant, &w.arena, &w.diags));
        check_positions(&w, usual_or(USUAL) / 8);
        EXPECT_INT((int64_t)w.faults, 0);
        moves += w.moves;
        close_world(&w);
    }
    EXPECT(moves > 10000);
}

/* ---- variants made up ---- */

/* Up to three terms of Betza's. */
static void put_moves(struct world *w, struct cp_buf *out, bool is_king)
{
    static const char *const modes[] = {"", "", "", "m", "c", "mi"};
    static const char *const steps[] = {"W",   "fW",  "sW", "fsW", "vW",  "rW", "F",   "fF",
                                        "bF",  "frF", "D",  "sD",  "N",   "fN", "frN", "A",
                                        "fA",  "H",   "L",  "W2",  "sW3", "F2", "fF2", "D2",
                                        "fN2", "R",   "sR", "fR",  "B",   "fB", "Q",   "N0"};
    enum { STEPS = sizeof steps / sizeof *steps, LEAPS = 25 };
    for (uint64_t terms = 1 + roll(w, 3); terms; terms--) {
        cp_buf_puts(out, modes[is_king ? 0 : roll(w, sizeof modes / sizeof *modes)]);
        cp_buf_puts(out, steps[roll(w, is_king ? LEAPS : STEPS)]);
    }
}

/* Pieces that push and pull, on boards large and small; one kind perhaps without a letter. */
static cp_str agents_text(struct world *w)
{
    static const char *const spellings[] = {"bare", "bare", "letters", "numeric"};
    struct cp_buf out;
    unsigned files = (unsigned)(roll(w, 4) ? 4 + roll(w, 10) : 24 + roll(w, 10));
    unsigned ranks = (unsigned)(5 + roll(w, 7));
    cp_buf_init(&out, &w->arena);
    cp_buf_printf(&out,
                  "id: made-up\nname: Made up\nfamily: agents\n"
                  "board: {files: %u, ranks: %u, traps: [b3, d2, c5]}\nnotation: %s\npieces:\n"
                  "  K: {name: king, agent: king, royal: true}\n"
                  "  M: {name: mover, agent: mover%s}\n  S: {name: swapper, agent: swapper}\n"
                  "  P: {name: puppeteer, agent: puppeteer}\n"
                  "setup:\n  white: {K: c3, M: c2 d3}\n  black: {K: b4, M: d4}\n",
                  files, ranks, spellings[roll(w, 4)], roll(w, 2) ? ", unwritten: true" : "");
    return cp_buf_str(&out);
}

static cp_str variant_text(struct world *w)
{
    static const char *const pawns[] = {"mfFcfWimfF2", "mfWcfFimfW2", "mfsWcfsF", "mfsWcfFimfW3",
                                        "mfRcfB",      "mfWmfDcsW",   "mfFcfFcfW"};
    static const char *const letters[] = {"R", "B", "Ab", "A"};
    static const char *const spellings[] = {"bare", "bare", "bare", "letters", "numeric"};
    struct cp_buf out;
    bool is_plane = roll(w, 6) == 0, is_wide = roll(w, 8) == 0;
    unsigned files = (unsigned)(is_wide ? 24 + roll(w, 20) : 4 + roll(w, 8));
    unsigned ranks = (unsigned)(roll(w, 8) ? 4 + roll(w, 8) : 9 + roll(w, 20));
    bool promotes = roll(w, 2), castles = !is_plane && files > 6 && !roll(w, 3);
    cp_buf_init(&out, &w->arena);
    cp_buf_puts(&out, "id: made-up\nname: Made up\n");
    if (is_plane)
        cp_buf_printf(&out, "board: plane\nwindow: (a1) (h8)\nnotation: %s\n",
                      roll(w, 2) ? "letters" : "numeric");
    else
        cp_buf_printf(&out, "board: {files: %u, ranks: %u}\nnotation: %s\n", files, ranks,
                      spellings[roll(w, 5)]);
    cp_buf_puts(&out, "pieces:\n  K: {name: king, royal: true, move: K");
    if (!is_plane && roll(w, 4) == 0)
        put_moves(w, &out, true);
    cp_buf_puts(&out, "}\n");
    for (uint64_t i = 0, count = 1 + roll(w, 3); i < count; i++) {
        cp_buf_printf(&out, "  %s: {name: piece%u, move: ", letters[i], (unsigned)i);
        put_moves(w, &out, false);
        cp_buf_puts(&out, "}\n");
    }
    cp_buf_puts(&out, "  P: {name: pawn, unwritten: true, move: ");
    const char *pawn = pawns[roll(w, sizeof pawns / sizeof *pawns)];
    if (roll(w, 3))
        cp_buf_printf(&out, "%s%s", pawn, strchr(pawn, 'i') ? ", en-passant: true" : "");
    else
        put_moves(w, &out, false);
    cp_buf_puts(&out, promotes ? ", promotes: true}\n" : "}\n");
    if (promotes)
        cp_buf_printf(&out, "promotion: {white: %u, black: 1, to: [R]}\n", is_plane ? 9 : ranks);
    if (castles)
        cp_buf_printf(&out, "castling: {kingside: [5, 4], queenside: %s}\n",
                      roll(w, 2) ? "[2, 3]" : "{white: [2, 3], black: [1, 2]}");
    cp_buf_printf(&out, "setup:\n  white: {K: d1, R: a1, P: a2 b2 c2 d2}\n  mirror: %u\n",
                  is_plane ? 9 : ranks + 1);
    return cp_buf_str(&out);
}

TEST(every_move_of_variants_made_up_is_read_back_in_every_style)
{
    uint32_t fine = 0;
    unsigned long moves = 0;
    for (uint64_t i = 1; i <= usual_or(MADE_UP); i++) {
        struct world w;
        struct cp_variant *v;
        open_world(&w, i * 0x9e3779b97f4a7c15u);
        cp_str yaml = roll(&w, 5) ? variant_text(&w) : agents_text(&w);
        bool is_good = cp_variant_parse(&v, &w.arena, w.ints, yaml, "made-up.yaml", &w.diags);
        if (is_good) {
            w.variant = *v;
            w.variant.trapdoor = (int32_t)roll(&w, 3);
            w.yaml = yaml;
            is_good = cp_law_init(&w.law, &w.variant, &w.arena, &w.diags);
        }
        if (is_good) {
            fine++;
            check_positions(&w, 12);
            EXPECT_INT((int64_t)w.faults, 0);
            moves += w.moves;
        }
        close_world(&w);
    }
    printf("# %u variants, %lu moves\n", fine, moves);
    EXPECT(fine > usual_or(MADE_UP) / 2);
}
