/* SPDX-License-Identifier: MIT */
/* moves.c -- the moves that a game begins with, as a person writes them: '1. e4 c5 2. Nf3'.
 *
 * A move is what is written of it: the piece, where it goes, and as much of where it comes
 * from as is told. In any order each side has played its own moves of the line, no others
 * before them: 1. d4 Nf6 2. c4 is 1. c4 Nf6 2. d4 too. */
#include "query/condition.h"

#include "rules/halves.h"
#include "text/notation.h"

enum { MOVES_MOST = 256, ORDER_MOST = 32 }; /* of a line; of a side, in any order */

struct line {
    cp_written moves[MOVES_MOST];
    bool is_any[MOVES_MOST]; /* * stands there */
    uint32_t count;
    bool is_ordered;
    const struct cp_node *two; /* a word that nobody makes: two moves; NULL: none */
};

/* ---- reading ---- */

/* 12. 12... and dots alone are passed over. */
static cp_str pass_number(cp_str text)
{
    size_t at = 0;
    while (at < text.len && cp_is_digit(text.at[at]))
        at++;
    if (at < text.len && text.at[at] != '.')
        return text;
    while (at < text.len && text.at[at] == '.')
        at++;
    return cp_str_skip(text, at);
}

static cp_str take_word(cp_str *text)
{
    size_t len = 0;
    *text = cp_str_trim(pass_number(cp_str_trim(*text)));
    while (len < text->len && !cp_is_space(text->at[len]))
        len++;
    cp_str word = {text->at, len};
    *text = cp_str_skip(*text, len);
    return word;
}

static bool read_line(struct line *out, struct cp_query_maker *m, const struct cp_variant *v,
                      cp_str text, cp_str *culprit)
{
    const struct cp_notation *n = cp_notations_get(m->notations, &v->alphabet);
    struct cp_diags ignored;
    cp_diags_init(&ignored, m->arena);
    struct cp_game g;
    cp_game_init(&g, m->arena, m->ints);
    for (cp_str word; (word = take_word(&text)).len;) {
        cp_span at = {.line = 1, .col = 1};
        struct cp_node *node = cp_line_add(&g, &g.moves, word);
        cp_written *move = &out->moves[out->count];
        *culprit = word;
        if (out->count == MOVES_MOST)
            return false;
        out->is_any[out->count] = cp_str_is(word, "*");
        node->is_read =
            !out->is_any[out->count] && cp_notation_parse(n, m->ints, word, at, move, &ignored);
        if (!node->is_read && !out->is_any[out->count])
            return false;
        node->move = *move;
        out->count++;
    }
    out->two = cp_halves_first(v, &g);
    return out->count && (out->is_ordered || out->count <= 2 * ORDER_MOST);
}

/* Why text is no line of moves, of which culprit is the word. */
static void put_reason(struct cp_query_maker *m, cp_str text, cp_str culprit, bool is_ordered)
{
    uint32_t count = 0, most = is_ordered ? MOVES_MOST : 2 * ORDER_MOST;
    for (cp_str rest = text; count <= most && take_word(&rest).len;)
        count++;
    if (count > most)
        cp_buf_printf(m->why, "there are at most %u moves", most);
    else if (!count)
        cp_buf_puts(m->why, "there is no move in it");
    else
        cp_buf_printf(m->why, "\"%.*s\" is no move of any variant that is known", CP_FMT(culprit));
}

static bool make_lines(struct cp_condition *c, struct cp_query_maker *m, cp_str text,
                       bool is_ordered)
{
    const struct cp_variants *all = m->variants;
    struct line **made = c->asked = cp_arena_take_zero(m->arena, all->count, sizeof(struct line *));
    cp_str culprit = text, farthest = {0};
    bool good = false;
    cp_variants_wake(all, m->arena, m->ints);
    for (uint32_t i = 0; i < all->count; i++) {
        struct line *line = cp_arena_take_zero(m->arena, 1, sizeof *line);
        line->is_ordered = is_ordered;
        if (!read_line(line, m, all->list[i], text, &culprit)) {
            farthest = culprit.at >= farthest.at ? culprit : farthest;
            continue;
        }
        if (line->two) {
            cp_buf_printf(m->why, "\"%.*s\" is two moves; put a space between them",
                          CP_FMT(line->two->text));
            return false;
        }
        made[i] = line;
        good = true;
        for (uint32_t k = 0; k < line->count; k++)
            c->is_slow |= line->moves[k].has & (CP_HAS_FROM | CP_IS_ANY_MAN | CP_HAS_VIA);
    }
    if (!good)
        put_reason(m, text, farthest, is_ordered);
    return good;
}

static bool parse_moves(struct cp_condition *c, struct cp_query_maker *m, cp_str value)
{
    return make_lines(c, m, value, true);
}

static bool parse_any_order(struct cp_condition *c, struct cp_query_maker *m, cp_str value)
{
    return make_lines(c, m, value, false);
}

/* ---- one move ---- */

static enum cp_castling castling_of(const cp_move *move)
{
    if (move->rook == CP_NOBODY)
        return CP_CASTLE_NONE;
    return move->rook_to.file.v < move->to.file.v ? CP_CASTLE_KING : CP_CASTLE_QUEEN;
}

static bool is_from(const cp_written *w, cp_square from)
{
    return (!(w->has & CP_HAS_FROM_FILE) || cp_int_equal(w->from.file, from.file)) &&
           (!(w->has & CP_HAS_FROM_RANK) || cp_int_equal(w->from.rank, from.rank));
}

static bool is_move(const cp_written *w, const struct cp_ply *ply)
{
    const cp_move *move = ply->move;
    const struct cp_position *p = ply->position;
    enum cp_castling castling = castling_of(move);
    if (w->castling || castling)
        return w->castling == castling;
    bool promotes = move->promotion != CP_NO_KIND;
    uint8_t kind = promotes ? ply->undo->kind : p->kind[move->man];
    bool is_piece = w->has & CP_IS_ANY_MAN || w->piece == kind;
    return is_piece && cp_square_equal(w->to, move->to) && w->promotion == move->promotion &&
           is_from(w, move->from);
}

static bool is_packed(const cp_written *w, const struct cp_bit_ply *ply)
{
    const cp_packed_move *m = ply->move;
    const struct cp_classical *roles = ply->roles;
    bool castles = m->odd >= CP_PACKED_CASTLING;
    if (w->castling || castles)
        return castles && m->odd - CP_PACKED_CASTLING == w->castling;
    uint8_t promotion = m->odd ? roles->kind[m->odd] : CP_NO_KIND;
    return w->piece == roles->kind[m->man] && w->promotion == promotion &&
           w->to.file.v == m->to % 8 + 1 && w->to.rank.v == m->to / 8 + 1;
}

/* ---- a line ---- */

/* The slot's count: half-moves so far that were of the line; in any order the moves that
 * are used up, a bit each, are kept in count (White's) and running (Black's). */
struct step {
    const struct line *line;
    uint32_t ply; /* from 1 */
    const struct cp_ply *slow;
    const struct cp_bit_ply *fast;
};

static bool is_like(const struct step *s, uint32_t i)
{
    const cp_written *w = &s->line->moves[i];
    return s->line->is_any[i] || (s->slow ? is_move(w, s->slow) : is_packed(w, s->fast));
}

static bool goes_on(struct cp_slot *slot, const struct step *s)
{
    const struct line *line = s->line;
    uint32_t i = s->ply - 1;
    slot->fails |= !slot->holds && !is_like(s, i);
    if (slot->holds || slot->fails)
        return false;
    slot->count++;
    slot->holds |= slot->count == line->count;
    return slot->count == line->count;
}

static bool goes_on_in_any_order(struct cp_slot *slot, const struct step *s)
{
    const struct line *line = s->line;
    uint32_t *used = s->ply & 1 ? &slot->count : &slot->running;
    bool is_there = false;
    if (slot->holds || slot->fails)
        return false;
    for (uint32_t i = (s->ply - 1) & 1, bit = 1; i < line->count && !is_there; i += 2, bit <<= 1) {
        is_there = !(*used & bit) && is_like(s, i);
        *used |= is_there ? bit : 0;
    }
    slot->fails = !is_there;
    slot->holds |= is_there && s->ply == line->count;
    return is_there && s->ply == line->count;
}

static bool advance(struct cp_slot *slot, const struct step *s)
{
    slot->fails |= !s->line;
    return s->line && (s->line->is_ordered ? goes_on(slot, s) : goes_on_in_any_order(slot, s));
}

static bool start_moves(const struct cp_condition *c, struct cp_slot *slot, struct cp_position *p,
                        uint32_t variant)
{
    (void)c;
    (void)slot;
    (void)p;
    (void)variant;
    return false;
}

static bool after_moves(const struct cp_condition *c, struct cp_slot *slot,
                        const struct cp_ply *ply, uint32_t variant)
{
    struct step s = {.line = cp_by_variant(c, variant), .ply = ply->ply, .slow = ply};
    return advance(slot, &s);
}

static bool look_moves(const struct cp_condition *c, struct cp_slot *slot,
                       const struct cp_bit_ply *ply, uint32_t variant)
{
    struct step s = {.line = cp_by_variant(c, variant), .ply = ply->ply, .fast = ply};
    return ply->move && advance(slot, &s);
}

const struct cp_question cp_ask_moves = {.option = "moves",
                                         .parse = parse_moves,
                                         .start = start_moves,
                                         .after = after_moves,
                                         .look = look_moves};
const struct cp_question cp_ask_moves_in_any_order = {.option = "moves-in-any-order",
                                                      .parse = parse_any_order,
                                                      .start = start_moves,
                                                      .after = after_moves,
                                                      .look = look_moves};
