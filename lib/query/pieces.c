/* SPDX-License-Identifier: MIT */
/* pieces.c -- patterns of pieces on squares, looked for in every position of a game.
 *
 *     w: K (5,1), R (3,3); b: K (5,9)        a position as a list
 *     r1bqk??r/8/8/4P3/8/8/PPP??PPP/R!!QK!!R     as FEN, some squares left open
 *
 * A pattern is a list of squares with what may stand on each; where it is the whole
 * position, nothing else stands anywhere. On boards with edges a rank of FEN may also have
 * a gap of any width (*): such a row is kept as it is written.
 *
 * Anywhere on the plane: some piece of the pattern, the anchor, must stand somewhere.
 * Each piece of its kind and side says by how much the pattern is shifted then, and the
 * others are asked for there. So cost follows pieces, never distance:
 *
 *     pattern  K (5,1)  R (7,3)     board  K (-10^30, 4)   shift (-10^30 - 5, 3)
 *                                   R at (7 + shift, 3 + shift)?
 *
 * Where it was not there before, a move brings it about only by a piece that went somewhere,
 * so that one alone is asked for. Pieces become fewer and pawns go forward, so that a game may be
 * past it long before its end: no more of it is played then.
 *
 * In a mirror a pattern is turned left to right, and, with colours changed, upside down. */
#include "query/condition.h"

#include "base/scan.h"
#include "text/starts/fen.h"
#include "text/starts/start.h"

#include <stdlib.h>

/* What may stand on a square: kinds, a bit each, by side; or nothing. In a rank also a gap: any
 * number of squares, of which nothing is said. */
typedef struct {
    uint64_t sets[2];
    bool may_be_empty, is_gap;
} choice;

typedef struct {
    cp_square at;
    choice what;
    uint8_t kind, side; /* where it can be one kind of one side only; else CP_NO_KIND */
} element;

struct row {
    choice *cells;
    uint32_t count;
    int32_t rank;
    bool has_gap;
};

struct pattern {
    struct pattern *next; /* or this one */
    element *elements;
    uint32_t count, pieces; /* pieces: elements that are no empty squares */
    uint32_t anchor;        /* an element of one kind; or count: there is none */
    struct row *rows;
    uint32_t row_count;
    bool is_whole, is_anywhere;
    bool is_of_pieces; /* only of those of one kind each, whosever turn it is */
    int turn;
    cp_bits homes[2]; /* of a classical board, by side: where pawns must not have left their rank */
};

/* ---- making ---- */

/* A pattern on its way. */
struct maker {
    struct cp_query_maker *m;
    const struct cp_variant *variant;
    struct pattern *out;
    size_t room;
    bool has_gaps;    /* it says nothing of some squares */
    cp_square *taken; /* by pieces, in an order of handles, which is as good as any to look in */
    uint32_t taken_count;
};

/* Why no variant has the pattern: the first reason, and the first of one that can be read in
 * some variant, and says two things that cannot both be. */
struct faults {
    cp_str reading, asking;
};

static void note_fault(cp_str *first, cp_str why)
{
    *first = first->len ? *first : why;
}

static bool is_one_kind(const choice *c)
{
    uint64_t all = c->sets[0] | c->sets[1];
    return !c->may_be_empty && all && !(all & (all - 1)) && !(c->sets[0] && c->sets[1]);
}

static void add_element(struct maker *k, cp_square at, choice what)
{
    struct pattern *p = k->out;
    p->elements = cp_arena_grow(k->m->arena, p->elements, p->count, &k->room, sizeof *p->elements);
    element *e = &p->elements[p->count++];
    *e = (element){.at = at, .what = what, .kind = CP_NO_KIND};
    p->pieces += !what.may_be_empty;
    if (!is_one_kind(&what))
        return;
    e->side = what.sets[CP_WHITE] ? CP_WHITE : CP_BLACK;
    e->kind = (uint8_t)cp_bits_first(what.sets[e->side]);
}

static choice piece(uint8_t kind, int side)
{
    choice c = {.may_be_empty = false};
    c.sets[side] = (uint64_t)1 << kind;
    return c;
}

static const choice nothing = {.may_be_empty = true};
static const choice anything = {.sets = {UINT64_MAX, UINT64_MAX}, .may_be_empty = true};

/* ---- FEN with squares left open ---- */

static bool read_piece(const struct cp_alphabet *a, char c, choice *out)
{
    bool is_black = c >= 'a' && c <= 'z';
    char upper = is_black ? (char)(c - 'a' + 'A') : c;
    for (uint8_t kind = 0; kind < a->count; kind++) {
        cp_str letter = cp_alphabet_letter(a, kind);
        if (letter.len == 1 && letter.at[0] == upper) {
            *out = piece(kind, is_black ? CP_BLACK : CP_WHITE);
            return true;
        }
    }
    return false;
}

/* [KQ], [^q], and nothing in them for an empty square: _. */
static bool read_set(const struct cp_alphabet *a, cp_str *text, choice *out)
{
    const char *end = memchr(text->at, ']', text->len);
    bool is_turned = text->len > 1 && text->at[1] == '^';
    *out = (choice){.may_be_empty = false};
    if (!end)
        return false;
    for (const char *c = text->at + 1 + is_turned; c < end; c++) {
        choice one = nothing;
        if (*c != '_' && !read_piece(a, *c, &one))
            return false;
        out->sets[0] |= one.sets[0];
        out->sets[1] |= one.sets[1];
        out->may_be_empty |= one.may_be_empty;
    }
    if (is_turned)
        *out = (choice){{~out->sets[0], ~out->sets[1]}, !out->may_be_empty, false};
    *text = cp_str_skip(*text, (size_t)(end - text->at) + 1);
    return true;
}

/* The cells that text begins with: *count of them, all alike. */
static bool read_cells(const struct maker *k, cp_str *text, choice *out, uint32_t *count)
{
    const struct cp_alphabet *a = &k->variant->alphabet;
    char c = text->at[0];
    *count = 1;
    if (c == '[')
        return read_set(a, text, out);
    if (cp_is_digit(c)) {
        size_t len = 0;
        while (len < text->len && len < 4 && cp_is_digit(text->at[len]))
            len++;
        *out = nothing;
        bool good = cp_number_parse((cp_str){text->at, len}, 1000, count);
        *text = cp_str_skip(*text, len);
        return good;
    }
    *text = cp_str_skip(*text, 1);
    if (read_piece(a, c, out))
        return true;
    *out = c == '?' ? anything : (choice){.may_be_empty = false};
    if (c == '!' || c == 'A')
        out->sets[CP_WHITE] = UINT64_MAX;
    if (c == '!' || c == 'a')
        out->sets[CP_BLACK] = UINT64_MAX;
    return c == '?' || c == '!' || c == 'A' || c == 'a';
}

/* A rank as cells; false when it cannot be one. */
static bool read_row(const struct maker *k, cp_str text, struct row *out)
{
    uint32_t files = (uint32_t)k->variant->files, room = files + 2, least = 0;
    *out = (struct row){.cells = cp_arena_take_zero(k->m->arena, room, sizeof *out->cells)};
    while (text.len) {
        choice what = {.is_gap = cp_scan_char(&text, '*')};
        uint32_t count = 1;
        if (!what.is_gap && !read_cells(k, &text, &what, &count))
            return false;
        out->has_gap |= what.is_gap;
        least += what.is_gap ? 0 : count;
        if (what.is_gap && out->count && out->cells[out->count - 1].is_gap)
            continue;
        if (count > room - out->count)
            return false;
        for (; count; count--)
            out->cells[out->count++] = what;
    }
    return out->has_gap ? least <= files : least == files && out->count == files;
}

static void add_row(struct maker *k, const struct row *row, int32_t rank)
{
    if (row->has_gap) {
        k->has_gaps = true;
        if (row->count == 1)
            return;
        k->out->rows[k->out->row_count] = *row;
        k->out->rows[k->out->row_count++].rank = rank;
        return;
    }
    for (uint32_t file = 0; file < row->count; file++) {
        const choice *what = &row->cells[file];
        bool is_open = what->may_be_empty && (what->sets[0] & what->sets[1]) == UINT64_MAX;
        k->has_gaps |= is_open || (!is_one_kind(what) && (what->sets[0] | what->sets[1]));
        if (!is_open)
            add_element(k, (cp_square){CP_INT((int64_t)file + 1), CP_INT(rank)}, *what);
    }
}

static bool refuse_word(struct maker *k, struct faults *faults, cp_str word, const char *why)
{
    note_fault(&faults->reading,
               cp_str_printf(k->m->arena, "\"%.*s\" %s", cp_str_shown(word), word.at, why));
    return false;
}

/* The pieces, and whose turn it is if that is there; the fields behind are passed over. */
static bool read_fen(struct maker *k, cp_str text, struct faults *faults)
{
    const struct cp_variant *v = k->variant;
    cp_str ranks = cp_scan_word(&text), turn = cp_scan_word(&text);
    int32_t count = 1;
    for (size_t i = 0; i < ranks.len; i++)
        count += ranks.at[i] == '/';
    if (!v->bounded || !v->files || count != v->ranks)
        return false;
    k->out->rows = cp_arena_take_zero(k->m->arena, (size_t)v->ranks, sizeof *k->out->rows);
    for (int32_t rank = v->ranks; rank >= 1; rank--) {
        cp_str cells = cp_scan_until(&ranks, '/');
        struct row row;
        if (!cells.len || !read_row(k, cells, &row)) /* of a board of one rank it may be anything */
            return count > 1 && refuse_word(k, faults, cells, "is no rank of such a board");
        add_row(k, &row, rank);
    }
    if (cp_str_is(turn, "w") || cp_str_is(turn, "b"))
        k->out->turn = turn.at[0] == 'w' ? CP_WHITE : CP_BLACK;
    bool is_turn = !turn.len || k->out->turn != CP_ANY_TURN || cp_str_is(turn, "-");
    return is_turn || refuse_word(k, faults, turn, "is nobody's turn: w, b or -");
}

/* ---- a list of pieces ---- */

static int compare_handles(const void *a, const void *b)
{
    const cp_square *x = a, *y = b;
    return x->file.v != y->file.v ? (x->file.v < y->file.v ? -1 : 1)
                                  : (x->rank.v > y->rank.v) - (x->rank.v < y->rank.v);
}

/* False: two pieces stand on one square. */
static bool sort_taken(struct maker *k)
{
    const struct pattern *p = k->out;
    k->taken = cp_arena_take_zero(k->m->arena, p->count + 1, sizeof *k->taken);
    for (uint32_t i = 0; i < p->count; i++)
        if (!p->elements[i].what.may_be_empty)
            k->taken[k->taken_count++] = p->elements[i].at;
    qsort(k->taken, k->taken_count, sizeof *k->taken, compare_handles);
    for (uint32_t i = 1; i < k->taken_count; i++)
        if (cp_square_equal(k->taken[i], k->taken[i - 1]))
            return false;
    return true;
}

static bool read_list(struct maker *k, cp_str text, struct faults *faults)
{
    struct cp_start start = {0};
    cp_span at = {.file = "pattern", .line = 1, .col = 1};
    struct cp_diags d = cp_diags_in(k->m->arena);
    if (!cp_start_parse(&start, k->m->arena, k->m->ints, &k->variant->alphabet, text, at, &d)) {
        cp_str detail;
        enum cp_diag why = cp_diags_first_error(&d, 0, &at, &detail);
        note_fault(&faults->reading, cp_str_printf(k->m->arena, "%s%s%.*s", cp_diag_text(why),
                                                   detail.len ? ": " : "", CP_FMT(detail)));
        return false;
    }
    for (uint32_t i = 0; i < start.count; i++)
        add_element(k, start.men[i].square, piece(start.men[i].kind, start.men[i].side));
    for (size_t from = 0; from < text.len; from++)
        if (cp_str_starts(cp_str_skip(text, from), CP_STR("turn")))
            k->out->turn = (int)start.turn;
    return start.count > 0;
}

/* Squares with blanks or commas between. */
static bool read_empty(struct maker *k, cp_str text, struct faults *faults)
{
    while ((text = cp_str_trim(text)).len) {
        cp_square_text square;
        size_t len = cp_square_scan(k->m->ints, text, &square);
        if (!len) {
            while (len < text.len && !cp_is_space(text.at[len]) && text.at[len] != ',')
                len++;
            if (!cp_square_scan_open(k->m->ints, (cp_str){text.at, len}, &square))
                return false;
        }
        if (bsearch(&square.square, k->taken, k->taken_count, sizeof *k->taken, compare_handles)) {
            note_fault(&faults->asking,
                       cp_str_printf(k->m->arena,
                                     "a piece stands on %.*s, which --empty wants empty", (int)len,
                                     text.at));
            return false;
        }
        add_element(k, square.square, nothing);
        text = cp_behind_commas(cp_str_skip(text, len));
    }
    return true;
}

/* ---- turned and readied ---- */

/* The middle that a pattern is turned about: of the board, or of the classical one. */
static cp_int turned(struct cp_ints *t, cp_int n, int32_t size)
{
    return cp_int_sub(t, CP_INT((size ? size : 8) + 1), n);
}

static void turn_choice(choice *c)
{
    uint64_t white = c->sets[CP_WHITE];
    c->sets[CP_WHITE] = c->sets[CP_BLACK];
    c->sets[CP_BLACK] = white;
}

/* A copy of p as a mirror shows it. */
static struct pattern *turn_pattern(struct maker *k, const struct pattern *p, bool is_aside,
                                    bool is_over)
{
    struct cp_arena *arena = k->m->arena;
    struct pattern *out = cp_arena_take_zero(arena, 1, sizeof *out);
    *out = *p;
    out->next = NULL;
    out->elements = cp_arena_take_zero(arena, p->count + 1, sizeof *out->elements);
    out->rows = cp_arena_take_zero(arena, p->row_count + 1, sizeof *out->rows);
    for (uint32_t i = 0; i < p->count; i++) {
        const struct cp_variant *v = k->variant;
        element *e = &out->elements[i];
        *e = p->elements[i];
        if (is_aside)
            e->at.file = turned(k->m->ints, e->at.file, v->bounded ? v->files : 0);
        if (is_over) {
            e->at.rank = turned(k->m->ints, e->at.rank, v->bounded ? v->ranks : 0);
            e->side = !e->side;
            turn_choice(&e->what);
        }
    }
    for (uint32_t i = 0; i < p->row_count; i++) {
        const struct row *old = &p->rows[i];
        struct row *row = &out->rows[i];
        *row = *old;
        row->cells = cp_arena_take_zero(arena, row->count, sizeof *row->cells);
        for (uint32_t cell = 0; cell < row->count; cell++) {
            row->cells[cell] = old->cells[is_aside ? row->count - 1 - cell : cell];
            if (is_over)
                turn_choice(&row->cells[cell]);
        }
        if (is_over)
            row->rank = k->variant->ranks + 1 - row->rank;
    }
    if (is_over && out->turn != CP_ANY_TURN)
        out->turn = !out->turn;
    return out;
}

/* Of one kind, and a royal one before others: there are few of these. */
static void choose_anchor(const struct cp_variant *v, struct pattern *p)
{
    p->anchor = p->count;
    for (uint32_t i = 0; i < p->count; i++) {
        uint8_t kind = p->elements[i].kind;
        if (kind == CP_NO_KIND)
            continue;
        if (p->anchor == p->count || v->kinds[kind].royal ||
            (p->elements[p->anchor].kind == v->pawn && kind != v->pawn))
            p->anchor = i;
        if (v->kinds[kind].royal)
            return;
    }
}

/* Whether all of it is on the board, if that has edges. */
static bool is_on_board(const struct cp_variant *v, const struct pattern *p)
{
    for (uint32_t i = 0; i < p->count && v->bounded; i++) {
        cp_square at = p->elements[i].at;
        if (at.file.v < 1 || at.file.v > v->files || at.rank.v < 1 || at.rank.v > v->ranks)
            return false;
    }
    return true;
}

/* What --turn says; false: it is the other side's turn there. */
static bool take_turn(struct pattern *p, int turn, struct faults *faults)
{
    if (turn != CP_ANY_TURN && p->turn != CP_ANY_TURN && p->turn != turn) {
        note_fault(&faults->asking,
                   p->turn == CP_WHITE
                       ? CP_STR("it is White's turn there, and --turn says Black's")
                       : CP_STR("it is Black's turn there, and --turn says White's"));
        return false;
    }
    p->turn = turn != CP_ANY_TURN ? turn : p->turn;
    return true;
}

static bool is_of_fen(cp_str text)
{
    return !text.len || !memchr(text.at, ':', text.len);
}

static const int home_ranks[] = {[CP_WHITE] = 2, [CP_BLACK] = 7};

/* Pawns that no move brings back, nor anything else: so it is on classical boards. */
static void find_homes(const struct cp_variant *v, struct pattern *p)
{
    bool is_classical = v->bounded && v->files == 8 && v->ranks == 8 && v->pawn != CP_NO_KIND &&
                        v->family == CP_FAMILY_CHESS && !v->body.exists && !p->is_anywhere;
    const struct cp_kind *pawn = is_classical ? &v->kinds[v->pawn] : NULL;
    for (uint32_t i = 0; is_classical && i < pawn->ray_count; i++)
        is_classical = pawn->rays[CP_WHITE][i].dy > 0 && !pawn->rays[CP_WHITE][i].bent;
    for (int side = 0; side < 2; side++)
        for (uint32_t i = 0; is_classical && i < v->promotion[side].to_count; i++)
            is_classical = v->promotion[side].to[i] != v->pawn;
    for (uint32_t i = 0; is_classical && i < p->count; i++) {
        const element *e = &p->elements[i];
        if (e->kind == v->pawn && e->at.rank.v == home_ranks[e->side])
            p->homes[e->side] |= cp_bit(cp_bit_place(e->at));
    }
}

/* The pattern for one variant, and those that a mirror shows; NULL: it cannot be there. */
static struct pattern *make_pattern(struct cp_query_maker *m, const struct cp_variant *v,
                                    cp_str text, struct faults *faults)
{
    struct pattern *p = cp_arena_take_zero(m->arena, 1, sizeof *p);
    struct maker k = {.m = m, .variant = v, .out = p};
    p->turn = CP_ANY_TURN;
    p->is_anywhere = m->is_anywhere;
    if (!m->alphabet(m->data, v)) /* no game of it can be read with these letters */
        return NULL;
    if (text.len && !(is_of_fen(text) ? read_fen(&k, text, faults) : read_list(&k, text, faults)))
        return NULL;
    if (!sort_taken(&k)) {
        note_fault(&faults->asking, CP_STR("two pieces stand on one square"));
        return NULL;
    }
    p->is_whole = text.len && !m->is_some && !k.has_gaps;
    if (p->is_whole || m->is_some) {
        /* empty squares of FEN: where the pieces are counted they are, and otherwise unsaid */
        uint32_t count = p->count;
        p->count = 0;
        for (uint32_t i = 0; i < count; i++)
            if (!p->elements[i].what.may_be_empty)
                p->elements[p->count++] = p->elements[i];
    }
    if (!read_empty(&k, m->empty, faults) || !take_turn(p, m->turn, faults) ||
        (!p->is_anywhere && !is_on_board(v, p)))
        return NULL;
    struct pattern *last = p;
    for (int i = 1; i < 4 && m->is_mirrored; i++)
        last = last->next = turn_pattern(&k, p, i & 1, i & 2);
    for (struct pattern *one = p; one; one = one->next) {
        choose_anchor(v, one);
        find_homes(v, one);
        one->is_of_pieces = one->turn == CP_ANY_TURN && !one->row_count;
        for (uint32_t i = 0; i < one->count; i++)
            one->is_of_pieces &= one->elements[i].kind != CP_NO_KIND;
    }
    return p;
}

/* By variant. False: no variant can have such a position. */
static bool make_all(struct cp_condition *c, struct cp_query_maker *m, cp_str text)
{
    const struct cp_variants *all = m->variants;
    struct pattern **made = c->asked;
    struct faults faults = {0};
    bool good = false;
    cp_variants_wake(all, m->lasting, m->ints);
    for (uint32_t i = 0; i < all->count; i++) {
        struct pattern *p = make_pattern(m, all->list[i], text, &faults);
        struct pattern *last = p;
        while (last && last->next)
            last = last->next;
        if (p) {
            last->next = made[i];
            made[i] = p;
        }
        good |= p != NULL;
        for (; p && !c->is_slow; p = p->next)
            c->is_slow = all->list[i]->bounded && p->is_anywhere;
    }
    bool is_neither = text.len && is_of_fen(text) && !memchr(text.at, '/', text.len);
    c->line = text.len ? text : m->empty;
    note_fault(&faults.reading, is_neither
                                    ? CP_STR("it is no FEN, and a list begins with w: or b:")
                                    : CP_STR("no variant that is known has such a position"));
    note_fault(&faults.asking, faults.reading);
    if (!good)
        cp_buf_put(m->why, faults.asking);
    return good;
}

static bool parse_position(struct cp_condition *c, struct cp_query_maker *m, cp_str value)
{
    c->asked = cp_by_variant_take(m);
    return make_all(c, m, cp_str_trim(value));
}

static bool parse_empty(struct cp_condition *c, struct cp_query_maker *m, cp_str value)
{
    m->empty = value;
    return parse_position(c, m, CP_STR(""));
}

/* Each line is a position; those of lists may stand in one of several lines. */
static bool parse_start_like(struct cp_condition *c, struct cp_query_maker *m, cp_str value)
{
    bool has_some = false;
    c->asked = cp_by_variant_take(m);
    while (value.len) {
        cp_str line = cp_str_trim(cp_scan_until(&value, '\n'));
        if (!line.len || line.at[0] == '#')
            continue;
        if (!make_all(c, m, line))
            return false;
        has_some = true;
    }
    if (!has_some)
        cp_buf_puts(m->why, "no position stands in it");
    return has_some;
}

/* ---- looking ---- */

static bool is_there(const struct cp_position *p, int32_t man, cp_square at)
{
    return !p->gone[man] && cp_square_equal(p->at[man], at);
}

static bool has_index(const struct cp_position *p)
{
    return !p->is_stale && !p->fast;
}

static int32_t man_at(const struct cp_position *p, cp_square at)
{
    if (has_index(p))
        return cp_position_get(p, at);
    for (uint32_t man = 0; man < p->count; man++)
        if (is_there(p, (int32_t)man, at))
            return (int32_t)man;
    return CP_NOBODY;
}

static bool may_stand(const choice *c, const struct cp_position *p, int32_t man)
{
    return man == CP_NOBODY ? c->may_be_empty : c->sets[p->side[man]] >> p->kind[man] & 1;
}

static bool fits_at(const struct cp_position *p, const element *e, cp_square at)
{
    enum { FEW = 4 };
    if (e->kind == CP_NO_KIND)
        return may_stand(&e->what, p, man_at(p, at));
    cp_numbers numbers = cp_men_of_kind(p, e->kind, e->side);
    if (has_index(p) && numbers.end - numbers.first > FEW)
        return may_stand(&e->what, p, cp_position_get(p, at));
    for (int32_t man = numbers.first; man < numbers.end; man++)
        if (p->kind[man] == e->kind && p->side[man] == e->side && is_there(p, man, at))
            return true;
    return false;
}

/* Whether all pieces but one, which is there, stand where they should. */
static bool fits_shifted(const struct cp_position *p, const struct pattern *pat, uint32_t but,
                         cp_square by)
{
    for (uint32_t i = 0; i < pat->count; i++)
        if (i != but &&
            !fits_at(p, &pat->elements[i], cp_square_shift(p->ints, pat->elements[i].at, by)))
            return false;
    return true;
}

static bool fits_anywhere(const struct cp_position *p, const struct pattern *pat)
{
    const element *anchor = &pat->elements[pat->anchor];
    cp_numbers numbers = cp_men_of_kind(p, anchor->kind, anchor->side);
    cp_square back = cp_square_negate(p->ints, anchor->at);
    for (int32_t man = numbers.first; man < numbers.end; man++)
        if (!p->gone[man] && p->kind[man] == anchor->kind && p->side[man] == anchor->side &&
            fits_shifted(p, pat, pat->anchor, cp_square_shift(p->ints, p->at[man], back)))
            return true;
    return false;
}

/* What stands on a square of a quick look, of a board of 8x8. */
static bool stands(const choice *c, const struct cp_bit_ply *quick, cp_square at)
{
    const struct cp_bitboard *b = quick->board;
    int square = cp_bit_place(at);
    if (!(cp_bitboard_all(b) >> square & 1))
        return c->may_be_empty;
    unsigned side = b->men[CP_BLACK] >> square & 1;
    return c->sets[side] >> quick->roles->kind[cp_bitboard_role(b, square)] & 1;
}

static bool may_stand_at(const choice *c, const struct cp_moment *m, cp_square at)
{
    const struct cp_position *p = m->position;
    return m->quick ? stands(c, m->quick, at) : may_stand(c, p, man_at(p, at));
}

/* The cells of a row with gaps from left to right; a gap takes as little as it can, and
 * more when what follows does not fit. */
static bool row_fits(const struct row *row, uint32_t files, const struct cp_moment *m)
{
    uint32_t cell = 0, file = 0, gap = UINT32_MAX, from = 0;
    while (file < files) {
        cp_square at = {CP_INT((int64_t)file + 1), CP_INT(row->rank)};
        if (cell < row->count && row->cells[cell].is_gap) {
            gap = cell++;
            from = file;
        } else if (cell < row->count && may_stand_at(&row->cells[cell], m, at)) {
            cell++;
            file++;
        } else if (gap != UINT32_MAX) {
            cell = gap + 1;
            file = ++from;
        } else {
            return false;
        }
    }
    while (cell < row->count && row->cells[cell].is_gap)
        cell++;
    return cell == row->count;
}

static bool has_as_many(const struct pattern *pat, uint32_t standing)
{
    return pat->is_whole ? standing == pat->pieces : standing >= pat->pieces;
}

static bool pattern_fits(const struct pattern *pat, const struct cp_moment *m)
{
    if ((pat->turn != CP_ANY_TURN && m->turn != pat->turn) || !has_as_many(pat, m->standing))
        return false;
    if (pat->is_anywhere && pat->anchor < pat->count)
        return fits_anywhere(m->position, pat);
    for (uint32_t i = 0; i < pat->count; i++) {
        const element *e = &pat->elements[i];
        if (m->quick ? !stands(&e->what, m->quick, e->at) : !fits_at(m->position, e, e->at))
            return false;
    }
    for (uint32_t i = 0; i < pat->row_count; i++)
        if (!row_fits(&pat->rows[i], (uint32_t)m->variant->files, m))
            return false;
    return true;
}

/* Whether a piece that has just moved is one of the pattern's. */
static bool fits_with(const struct cp_position *p, const struct pattern *pat, int32_t man)
{
    for (uint32_t i = 0; i < pat->count && man != CP_NOBODY && !p->gone[man]; i++) {
        const element *e = &pat->elements[i];
        bool is_it = e->kind == p->kind[man] && e->side == p->side[man] &&
                     (pat->is_anywhere || cp_square_equal(e->at, p->at[man]));
        cp_square back = is_it ? cp_square_negate(p->ints, e->at) : e->at;
        if (is_it && fits_shifted(p, pat, i, cp_square_shift(p->ints, p->at[man], back)))
            return true;
    }
    return false;
}

/* A pattern that was not there before the move, and is of pieces only, takes one that moved:
 * nothing else of the board needs a look. What falls may leave the rest as a whole. */
static bool comes_about(const struct pattern *pat, const struct cp_moment *m)
{
    const struct cp_ply *ply = m->ply;
    const struct cp_position *p = m->position;
    if (!ply || !pat->is_of_pieces || p->agents || ply->move->is_body || ply->fall_count)
        return pattern_fits(pat, m);
    return has_as_many(pat, m->standing) &&
           (fits_with(p, pat, ply->move->man) || fits_with(p, pat, ply->move->rook));
}

/* Pawns of a side, on a classical board. */
static cp_bits pawns_of(const struct cp_moment *m, int side)
{
    const struct cp_position *p = m->position;
    cp_bits pawns = 0;
    if (m->quick)
        return m->quick->board->role[CP_PAWN] & m->quick->board->men[side];
    cp_numbers numbers = cp_men_of_kind(p, m->variant->pawn, (uint8_t)side);
    for (int32_t man = numbers.first; man < numbers.end; man++)
        if (!p->gone[man] && p->kind[man] == m->variant->pawn && p->side[man] == side)
            pawns |= cp_bit(cp_bit_place(p->at[man]));
    return pawns;
}

/* Whether the pattern may be there later: no piece that it needs is gone, nor a pawn that has to
 * stand at home and that no other behind it can replace. */
static bool may_come(const struct pattern *pat, const struct cp_moment *m)
{
    bool may = m->standing >= pat->pieces;
    for (int side = 0; side < 2 && may; side++) {
        cp_bits pawns = pat->homes[side] ? pawns_of(m, side) : 0;
        cp_bits behind = pawns & CP_RANK_1 << (side == CP_WHITE ? 0 : 56);
        may = !(pat->homes[side] & ~pawns) || behind;
    }
    return may || (m->position && m->position->agents); /* who may bring pieces back */
}

static bool pieces_at(const struct cp_condition *c, struct cp_slot *slot, const struct cp_moment *m)
{
    bool was_met = slot->is_met, may_be_met = false;
    slot->is_met = false;
    for (const struct pattern *pat = cp_by_variant(c, m->number); pat && !slot->is_met;
         pat = pat->next) {
        slot->is_met = was_met ? pattern_fits(pat, m) : comes_about(pat, m);
        may_be_met = may_be_met || slot->is_met || may_come(pat, m);
    }
    slot->holds |= slot->is_met;
    slot->fails = !slot->holds && !may_be_met;
    return slot->is_met;
}

static bool start_at(const struct cp_condition *c, struct cp_slot *slot, const struct cp_moment *m)
{
    bool is_met = m->is_start && pieces_at(c, slot, m);
    slot->fails = !slot->holds;
    return is_met;
}

const struct cp_question cp_ask_position = {
    .option = "position", .parse = parse_position, .at = pieces_at};
const struct cp_question cp_ask_fen = {.option = "fen", .parse = parse_position, .at = pieces_at};
const struct cp_question cp_ask_empty = {.option = "empty", .parse = parse_empty, .at = pieces_at};
const struct cp_question cp_ask_start_like = {
    .option = "start-like", .is_of_file = true, .parse = parse_start_like, .at = start_at};
