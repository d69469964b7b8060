/* SPDX-License-Identifier: MIT */
/* moves.c -- the moves that a game begins with, as a person writes them: '1. e4 c5 2. Nf3'.
 *
 * A move is what is written of it: the piece, where it goes, and as much of where it comes
 * from as is told. What is left open is as it was played; what that means then, the rules
 * say, so castling is O-O, e1g1 and Kg1, and the move of a block is no knight's. The fast
 * lane asks itself, where no more than a piece and a square is said.
 *
 * In any order each side has played its own moves of the line, no others before them:
 * 1. d4 Nf6 2. c4 is 1. c4 Nf6 2. d4 too. */
#include "query/condition.h"

#include "base/scan.h"
#include "text/moves/notation.h"

enum { MOVES_MOST = 256, ORDER_MOST = 32 }; /* of a line; of a side, in any order */

/* What a side has played of a line in any order: which of its moves of the line each may be, a
 * bit each; and by which each of those is taken, counted from 1, 0: by none. */
struct played {
    uint32_t may_be[ORDER_MOST];
    uint8_t taken_by[ORDER_MOST];
};

struct line {
    cp_written moves[MOVES_MOST];
    bool is_any[MOVES_MOST]; /* * stands there */
    uint32_t count;
    struct played *played; /* of each worker, two sides; NULL: the moves are in their order */
    bool is_blacks;        /* 1... e5: the first move is one of Black's, behind any of White's */
};

/* ---- reading ---- */

/* The line as words, the same for all variants. */
struct words {
    cp_str at[MOVES_MOST];
    uint32_t count;
    bool is_blacks;
};

/* 12. 12... and dots alone are passed over; false: that is not the number of the move that
 * comes now, which is in *culprit. */
static bool pass_number(cp_str *text, struct words *out, cp_str *culprit)
{
    enum { NUMBER_MOST = 1000000 };
    uint32_t number = 0, dots = 0;
    size_t digits = cp_digits_end(*text, 0);
    cp_str rest = cp_str_skip(*text, digits);
    while (cp_scan_char(&rest, '.') || cp_scan_prefix(&rest, CP_STR("\xe2\x80\xa6")))
        dots++;
    if (!dots)
        return true;
    *culprit = (cp_str){text->at, text->len - rest.len};
    bool is_known = digits && cp_number_parse((cp_str){text->at, digits}, NUMBER_MOST, &number);
    *text = cp_str_trim(rest);
    if (!digits)
        return true;
    bool is_blacks = dots > 1 || (size_t)(rest.at - culprit->at) > digits + 1;
    if (is_blacks && !out->count) {
        out->at[out->count++] = CP_STR("*");
        out->is_blacks = true;
    }
    return is_known && number == out->count / 2 + 1 && is_blacks == (out->count % 2 == 1);
}

/* False, and why: it is no line in any variant. */
static bool read_words(struct words *out, struct cp_query_maker *m, cp_str text, bool is_ordered)
{
    uint32_t most = is_ordered ? MOVES_MOST : 2 * ORDER_MOST;
    cp_str culprit;
    for (*out = (struct words){.count = 0}; (text = cp_str_trim(text)).len;) {
        if (!pass_number(&text, out, &culprit)) {
            cp_buf_printf(m->why,
                          "\"%.*s\" stands before move %u%s: a line begins with the game's first "
                          "move, * is any",
                          CP_FMT(culprit), out->count / 2 + 1, out->count % 2 ? " of Black" : "");
            return false;
        }
        size_t len = 0;
        while (len < text.len && !cp_is_space(text.at[len]) && !(len && text.at[len] == '|'))
            len++;
        cp_str word = {text.at, len};
        text = cp_str_trim(cp_str_skip(text, len));
        (void)cp_scan_char(&text, '|'); /* that stands between moves in ICN */
        if (!len)
            break;
        if (out->count == most) {
            cp_buf_printf(m->why, "there are at most %u moves", most);
            return false;
        }
        out->at[out->count++] = word;
    }
    if (out->count == out->is_blacks)
        cp_buf_puts(m->why, "there is no move in it");
    return out->count > out->is_blacks;
}

static bool read_line(struct line *out, struct cp_query_maker *m, const struct cp_variant *v,
                      const struct words *words, cp_str *culprit)
{
    const struct cp_alphabet *letters = m->alphabet(m->data, v);
    const struct cp_notation *n = letters ? cp_notations_get(m->notations, letters) : NULL;
    struct cp_diags ignored = cp_diags_in(m->arena);
    struct cp_game g;
    cp_game_init(&g, m->arena, m->ints);
    for (uint32_t i = 0; n && i < words->count; i++) {
        cp_span at = {.line = 1, .col = 1};
        cp_str word = words->at[i];
        struct cp_node *node = cp_line_add(&g, &g.moves, word);
        *culprit = word;
        out->is_any[i] = cp_str_is(word, "*");
        node->is_read = !out->is_any[i] &&
                        cp_notation_parse(n, m->ints, word, at, false, &out->moves[i], &ignored);
        if (!out->is_any[i] && (!node->is_read || out->moves[i].has & CP_IS_NULL))
            return false;
        node->move = out->moves[i];
    }
    out->count = words->count;
    out->is_blacks = words->is_blacks;
    return n != NULL;
}

/* ---- what no game of a variant can have ---- */

/* The border of a plane is a rule, which a game may change. */
static bool are_squares_there(const struct cp_variant *v, const cp_written *w,
                              const struct cp_ints *t)
{
    const cp_int one = CP_INT(1); /* for what is not told */
    cp_square from = {w->has & CP_HAS_FROM_FILE ? w->from.file : one,
                      w->has & CP_HAS_FROM_RANK ? w->from.rank : one};
    struct cp_border border;
    return !v->bounded || !cp_variant_border(v, &border) ||
           ((!(w->has & CP_HAS_TO) || cp_border_has(&border, t, w->to)) &&
            cp_border_has(&border, t, from) &&
            (!(w->has & CP_HAS_VIA) || cp_border_has(&border, t, w->via)));
}

/* How far from the origin, along files and ranks, as far as that is told. */
struct distance {
    int64_t by[2];
    bool is_told[2];
};

static bool reaches(const cp_ray *ray, const struct distance *d)
{
    const int64_t step[2] = {ray->dx, ray->dy};
    int64_t times = 0; /* 0: any number */
    for (int way = 0; way < 2; way++) {
        if (!d->is_told[way] || (!step[way] && !d->by[way]))
            continue;
        if (!step[way] || d->by[way] % step[way] || d->by[way] / step[way] < 1)
            return false;
        if (times && times != d->by[way] / step[way])
            return false;
        times = d->by[way] / step[way];
    }
    return ray->primes || !times || (times >= ray->low && (!ray->high || times <= ray->high));
}

/* Whether a piece of that kind, of either side, can go so far. Where that is not for its rays
 * alone to say, it can: of agents and bodies, of ways that bend, of kings, who may castle, and
 * in numbers that are too large. */
static bool can_go(const struct cp_variant *v, uint8_t piece, const struct distance *d)
{
    const struct cp_kind *kind = &v->kinds[piece];
    bool is_far = d->by[0] == INT64_MIN || d->by[1] == INT64_MIN;
    bool may_castle = (kind->royal || kind->castles) && !(d->is_told[1] && d->by[1]);
    if (!kind->ray_count || is_far || may_castle)
        return true;
    for (int side = 0; side < 2; side++)
        for (uint32_t i = 0; i < kind->ray_count; i++)
            if (kind->rays[side][i].bent || kind->rays[side][i].round ||
                reaches(&kind->rays[side][i], d))
                return true;
    return false;
}

/* Whether some game of v might have that move, whatever its start is. */
static bool may_be_played(const struct cp_variant *v, const cp_written *w, struct cp_ints *t)
{
    const uint16_t vague = CP_IS_FUSED | CP_IS_ANY_MAN | CP_HAS_VIA;
    if (w->castling || (w->has & CP_IS_FUSED))
        return true;
    if (!are_squares_there(v, w, t))
        return false;
    bool is_body = v->body.exists && (w->piece == v->body.kind || w->piece == v->body.of);
    if ((w->has & vague) || !(w->has & CP_HAS_TO) || w->piece >= v->alphabet.count || is_body)
        return true;
    struct distance d = {.is_told = {w->has & CP_HAS_FROM_FILE, w->has & CP_HAS_FROM_RANK}};
    if (d.is_told[0])
        d.by[0] = cp_int_or(cp_int_sub(t, w->to.file, w->from.file), INT64_MIN);
    if (d.is_told[1])
        d.by[1] = cp_int_or(cp_int_sub(t, w->to.rank, w->from.rank), INT64_MIN);
    return can_go(v, w->piece, &d);
}

static bool make_lines(struct cp_condition *c, struct cp_query_maker *m, cp_str text,
                       bool is_ordered)
{
    const struct cp_variants *all = m->variants;
    struct line **made = c->asked = cp_by_variant_take(m);
    struct words words;
    cp_str culprit = text, farthest = {0};
    bool good = false;
    if (!read_words(&words, m, text, is_ordered))
        return false;
    cp_variants_wake(all, m->lasting, m->ints);
    struct played *played =
        is_ordered ? NULL : cp_arena_take(m->arena, m->workers * 2 * sizeof *played);
    for (uint32_t i = 0; i < all->count; i++) {
        struct line *line = cp_arena_take_zero(m->arena, 1, sizeof *line);
        line->played = played;
        if (!read_line(line, m, all->list[i], &words, &culprit)) {
            farthest = culprit.at >= farthest.at ? culprit : farthest;
            continue;
        }
        c->line = text;
        good = true;
        uint32_t may_be = 0;
        while (may_be < line->count &&
               (line->is_any[may_be] || may_be_played(all->list[i], &line->moves[may_be], m->ints)))
            may_be++;
        if (may_be < line->count)
            continue; /* as good as none, and told if no game has another variant */
        made[i] = line;
        for (uint32_t k = 0; k < line->count; k++)
            c->is_slow |= cp_written_is_vague(all->list[i], &line->moves[k]);
    }
    if (!good)
        cp_buf_printf(m->why, "\"%.*s\" is no move of any variant that is known", CP_FMT(farthest));
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

/* Of agents, also by which steps. */
static bool is_same(const cp_move *a, const cp_move *b)
{
    return a->man == b->man && a->is_body == b->is_body && cp_square_equal(a->to, b->to) &&
           a->rook == b->rook && a->promotion == b->promotion && a->sep == b->sep &&
           a->then == b->then && (!a->then || cp_square_equal(a->via, b->via));
}

bool cp_written_fits(cp_written w, const struct cp_ply *ply)
{
    const cp_square home = {CP_INT(0), CP_INT(0)};
    const cp_move *move = ply->move;
    struct cp_resolution r;
    if (!w.castling) {
        if ((w.has & CP_HAS_FROM_FILE && !cp_int_equal(w.from.file, move->from.file)) ||
            (w.has & CP_HAS_FROM_RANK && !cp_int_equal(w.from.rank, move->from.rank)))
            return false;
        w.from = move->from;
        w.has |= CP_HAS_FROM;
    }
    if (w.promotion == CP_NO_KIND)
        w.promotion = move->promotion;
    cp_rules_of(ply->position)->resolve(ply->position, &w, home, &r);
    bool is_it = r.why == CP_OK && is_same(&r.move, move);
    for (uint32_t i = 0; r.why == CP_AMBIGUOUS && i < r.choice_count && i < CP_CHOICES_MOST; i++)
        is_it |= is_same(&r.choices[i], move);
    return is_it;
}

bool cp_written_fits_quick(const cp_written *w, const struct cp_bit_ply *ply)
{
    const cp_packed_move *m = ply->move;
    const struct cp_bitboard *b = ply->board;
    bool castles = m->odd >= CP_PACKED_CASTLING;
    if (w->castling)
        return castles && m->odd - CP_PACKED_CASTLING == w->castling;
    int king = cp_bits_first(b->role[CP_KING] & b->men[!b->turn]);
    int to = castles ? king : m->to, man = castles ? CP_KING : m->man;
    uint8_t promotion = m->odd && !castles ? ply->roles->kind[m->odd] : CP_NO_KIND;
    return w->piece == ply->roles->kind[man] &&
           (!(w->has & CP_HAS_FROM_FILE) || w->from.file.v == ply->from % 8 + 1) &&
           (!(w->has & CP_HAS_FROM_RANK) || w->from.rank.v == ply->from / 8 + 1) &&
           (w->promotion == promotion || w->promotion == CP_NO_KIND) &&
           w->to.file.v == to % 8 + 1 && w->to.rank.v == to / 8 + 1;
}

/* A quick look knows a piece and two squares, and kings may castle however that is written. */
bool cp_written_is_vague(const struct cp_variant *v, const cp_written *w)
{
    bool may_castle =
        w->piece < v->alphabet.count && (v->kinds[w->piece].royal || v->kinds[w->piece].castles);
    return (w->has & (CP_IS_ANY_MAN | CP_HAS_VIA | CP_IS_FUSED)) ||
           (may_castle && (w->has & CP_HAS_FROM));
}

/* ---- a line ---- */

/* A move of the game: to be played, or played in a quick look. */
struct step {
    const struct cp_ply *ply;
    const struct cp_bit_ply *quick; /* NULL: it is to be played */
    uint32_t half;                  /* which of the line it is, from 0 */
};

static bool is_like(const struct line *line, uint32_t i, const struct step *s)
{
    return line->is_any[i] || (s->quick ? cp_written_fits_quick(&line->moves[i], s->quick)
                                        : cp_written_fits(line->moves[i], s->ply));
}

/* Whether the move of that number can take one of the line's that were not tried yet, those that
 * others have taken too, if they can take yet another. */
static bool take(struct played *side, uint32_t move, uint32_t *tried)
{
    for (uint32_t i = 0, bit = 1; i < ORDER_MOST; i++, bit <<= 1) {
        if (!(side->may_be[move] & ~*tried & bit))
            continue;
        *tried |= bit;
        if (!side->taken_by[i] || take(side, side->taken_by[i] - 1U, tried)) {
            side->taken_by[i] = (uint8_t)(move + 1);
            return true;
        }
    }
    return false;
}

/* Whether all that the side has played, with this move, are as many moves of the line. Of White's
 * there were slot->count so far, of Black's slot->running. */
static bool is_left(struct cp_slot *slot, const struct line *line, const struct step *s)
{
    uint32_t which = s->half & 1, *count = which ? &slot->running : &slot->count, tried = 0;
    struct played *side = &line->played[2 * slot->worker + which];
    if (*count == 0)
        memset(side->taken_by, 0, sizeof side->taken_by);
    side->may_be[*count] = 0;
    for (uint32_t i = which, bit = 1; i < line->count; i += 2, bit <<= 1)
        if (is_like(line, i, s))
            side->may_be[*count] |= bit;
    return take(side, (*count)++, &tried);
}

/* Whether the line is complete with this move of that side. 1... e5 begins with a move of White's,
 * which a game that begins with Black does not have. */
static bool advance(struct cp_slot *slot, const struct line *line, struct step s, uint32_t ply,
                    enum cp_side mover)
{
    slot->fails |= !line;
    if (slot->holds || slot->fails)
        return false;
    s.half = ply - 1 + (line->is_blacks && (mover == CP_BLACK) == (ply % 2 == 1));
    slot->fails = !(line->played ? is_left(slot, line, &s) : is_like(line, s.half, &s));
    slot->holds = !slot->fails && s.half + 1 == line->count;
    return slot->holds;
}

static void before_moves(const struct cp_condition *c, struct cp_slot *slot,
                         const struct cp_ply *ply, uint32_t variant)
{
    const struct step s = {.ply = ply};
    slot->is_met =
        advance(slot, cp_by_variant(c, variant), s, ply->ply, (enum cp_side)ply->position->turn);
}

static bool moves_at(const struct cp_condition *c, struct cp_slot *slot, const struct cp_moment *m)
{
    if (m->is_start || !m->quick)
        return !m->is_start && slot->is_met;
    const struct step s = {.quick = m->quick};
    return advance(slot, cp_by_variant(c, m->number), s, m->quick->ply, (enum cp_side) !m->turn);
}

const struct cp_question cp_ask_moves = {
    .option = "moves", .parse = parse_moves, .before = before_moves, .at = moves_at};
const struct cp_question cp_ask_moves_in_any_order = {.option = "moves-in-any-order",
                                                      .parse = parse_any_order,
                                                      .before = before_moves,
                                                      .at = moves_at};
