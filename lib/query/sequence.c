/* SPDX-License-Identifier: MIT */
/* sequence.c -- moves that follow one another anywhere in a game, and what takes what.
 *
 *     Bxh7+ Kxh7 Ng5+       one right behind the other
 *     Bxh7+ ... Qxg6        any number of moves between them
 *     N*x*  *xf7  *8=Q      a knight takes; anything takes on f7; a pawn becomes a queen there
 *
 * Of a move all that is written must be so, a capture and a check as well. Where the line may stand
 * is a bit for each of its moves: those before it have been played, up to the last half-move or,
 * behind a gap, at any time. So a half-move costs as much as the moves that may come next. */
#include "query/condition.h"

#include "base/scan.h"
#include "text/moves/notation.h"

enum { WORDS_MOST = 63 };
enum { FILE_IS_SAID = 1, RANK_IS_SAID = 2, WHOLE = 3 };

/* What a word with a * in it leaves open. */
struct open_move {
    uint8_t piece, promotion;   /* CP_NO_KIND: any, or none */
    uint8_t from_said, to_said; /* as above */
    cp_square from, to;
};

struct word {
    bool is_any, is_open;
    bool takes;
    enum cp_check_mark check;
    cp_written move; /* or, if it is open: */
    struct open_move open;
};

struct sequence {
    struct word words[WORDS_MOST];
    uint32_t count;
    uint64_t gaps; /* a bit for each word that others may stand before */
    int first;     /* who begins: enum cp_side, or CP_ANY_TURN */
};

/* ---- reading ---- */

static uint8_t take_square(const struct cp_variant *v, struct cp_ints *ints, cp_str *text,
                           cp_square *out)
{
    cp_square_text square;
    size_t len = cp_square_scan(ints, *text, &square);
    uint8_t said = 0;
    if (len) {
        *out = square.square;
        *text = cp_str_skip(*text, len);
        return WHOLE;
    }
    if (v->bounded && text->len && text->at[0] >= 'a' && text->at[0] <= 'z' && text->at[0] != 'x') {
        out->file = CP_INT(text->at[0] - 'a' + 1);
        *text = cp_str_skip(*text, 1);
        said = FILE_IS_SAID;
    }
    cp_str digits = cp_scan_digits(text);
    uint32_t rank;
    if (v->bounded && cp_number_parse(digits, INT32_MAX, &rank)) {
        out->rank = CP_INT(rank);
        said |= RANK_IS_SAID;
    }
    return said;
}

/* + # ++ at its end. */
static enum cp_check_mark take_mark(cp_str *text)
{
    size_t len = text->len;
    while (len && (text->at[len - 1] == '+' || text->at[len - 1] == '#'))
        len--;
    cp_str mark = cp_str_skip(*text, len);
    text->len = len;
    return !mark.len                        ? CP_MARK_NONE
           : memchr(mark.at, '#', mark.len) ? CP_MARK_MATE
           : mark.len > 1                   ? CP_MARK_DOUBLE
                                            : CP_MARK_CHECK;
}

/* N*x*, *xf7, P*8=Q: a piece or *, where it comes from or *, x, where it goes to or *, and what it
 * becomes. A square alone is where it goes to. */
static bool read_open(struct word *out, const struct cp_variant *v, const struct cp_alphabet *a,
                      struct cp_ints *ints, cp_str text)
{
    struct open_move *o = &out->open;
    *o = (struct open_move){.piece = v->pawn, .promotion = CP_NO_KIND};
    out->is_open = true;
    out->check = take_mark(&text);
    cp_str promotion = text;
    text = cp_scan_until(&promotion, '=');
    if (promotion.at > text.at + text.len) {
        o->promotion = cp_query_take_letter(v, a, &promotion);
        if (o->promotion == CP_NO_KIND || promotion.len)
            return false;
    }
    if (cp_scan_char(&text, '*')) {
        o->piece = CP_NO_KIND;
    } else if (text.len && !(text.at[0] >= 'a' && text.at[0] <= 'z')) {
        o->piece = cp_query_take_letter(v, a, &text);
        if (o->piece == CP_NO_KIND)
            return false;
    }
    bool is_anywhere = cp_scan_char(&text, '*');
    if (!is_anywhere)
        o->from_said = take_square(v, ints, &text, &o->from);
    out->takes = cp_scan_char(&text, 'x');
    if (!out->takes && !is_anywhere && !text.len) {
        o->to = o->from;
        o->to_said = o->from_said;
        o->from_said = 0;
    } else if (!cp_scan_char(&text, '*')) {
        o->to_said = take_square(v, ints, &text, &o->to);
    }
    return !text.len;
}

/* False: it is no move of that variant. */
static bool read_word(struct word *out, struct cp_query_maker *m, const struct cp_variant *v,
                      const struct cp_alphabet *letters, cp_str text)
{
    cp_span at = {.line = 1, .col = 1};
    struct cp_diags ignored = cp_diags_in(m->arena);
    *out = (struct word){.is_any = cp_str_is(text, "*")};
    if (out->is_any)
        return true;
    if (memchr(text.at, '*', text.len))
        return read_open(out, v, letters, m->ints, text);
    if (!cp_notation_parse(cp_notations_get(m->notations, letters), m->ints, text, at, false,
                           &out->move, &ignored))
        return false;
    out->takes = out->move.sep == CP_SEP_TAKE;
    out->check = (enum cp_check_mark)out->move.check;
    return !(out->move.has & CP_IS_NULL);
}

static bool is_gap(cp_str word)
{
    return cp_str_is(word, "...") || cp_str_is(word, "\xe2\x80\xa6");
}

/* w: or b: in front says who begins. */
static struct sequence *read_sequence(struct cp_query_maker *m, const struct cp_variant *v,
                                      cp_str text, cp_str *culprit)
{
    const struct cp_alphabet *letters = m->alphabet(m->data, v);
    struct sequence *s = cp_arena_take_zero(m->arena, 1, sizeof *s);
    bool is_whites = cp_scan_prefix(&text, CP_STR("w:"));
    s->first = is_whites ? CP_WHITE : cp_scan_prefix(&text, CP_STR("b:")) ? CP_BLACK : CP_ANY_TURN;
    for (cp_str word; letters && (word = cp_scan_word(&text)).len;) {
        *culprit = word;
        if (is_gap(word)) {
            s->gaps |= UINT64_C(1) << s->count;
            continue;
        }
        if (s->count == WORDS_MOST || !read_word(&s->words[s->count], m, v, letters, word))
            return NULL;
        s->count++;
    }
    bool begins = s->count && !(s->gaps & 1) && !(s->gaps >> s->count & 1);
    return begins ? s : NULL;
}

static bool parse_sequence(struct cp_condition *c, struct cp_query_maker *m, cp_str value)
{
    const struct cp_variants *all = m->variants;
    struct sequence **made = c->asked = cp_by_variant_take(m);
    cp_str culprit = value, farthest = {0};
    bool good = false;
    cp_variants_wake(all, m->lasting, m->ints);
    for (uint32_t i = 0; i < all->count; i++) {
        made[i] = read_sequence(m, all->list[i], cp_str_trim(value), &culprit);
        farthest = !made[i] && culprit.at >= farthest.at ? culprit : farthest;
        good |= made[i] != NULL;
        for (uint32_t k = 0; made[i] && k < made[i]->count; k++) {
            const struct word *w = &made[i]->words[k];
            c->asks_mate |= w->check == CP_MARK_MATE;
            c->is_slow |= !w->is_open && !w->is_any && cp_written_is_vague(all->list[i], &w->move);
        }
    }
    c->line = value;
    if (!good)
        cp_buf_printf(m->why,
                      "\"%.*s\"; it takes up to %d moves, with * for what may be anything, and ... "
                      "between those that others may stand between: 'Bxh7+ ... N*x*'",
                      CP_FMT(farthest), WORDS_MOST);
    return good;
}

/* ---- a move that is played, by whatever plays it ---- */

struct played {
    uint8_t kind, promotion;
    cp_square from, to;
    bool takes;
    const struct cp_ply *ply;       /* to be played; or */
    const struct cp_bit_ply *quick; /* just played */
};

static struct played played_quickly(const struct cp_bit_ply *q)
{
    const cp_packed_move *m = q->move;
    bool castles = m->odd >= CP_PACKED_CASTLING;
    return (struct played){
        .kind = q->roles->kind[castles ? CP_KING : m->man],
        .promotion = m->odd && !castles ? q->roles->kind[m->odd] : CP_NO_KIND,
        .from = {CP_INT(q->from % 8 + 1), CP_INT(q->from / 8 + 1)},
        .to = {CP_INT(q->to % 8 + 1), CP_INT(q->to / 8 + 1)},
        .takes = m->takes,
        .quick = q,
    };
}

static struct played to_be_played(const struct cp_ply *ply)
{
    const cp_move *m = ply->move;
    return (struct played){
        .kind = ply->position->kind[m->man],
        .promotion = m->promotion,
        .from = m->from,
        .to = m->to,
        .takes = m->taken != CP_NOBODY,
        .ply = ply,
    };
}

static bool is_on(cp_square at, uint8_t said, cp_square asked)
{
    return (!(said & FILE_IS_SAID) || cp_int_equal(at.file, asked.file)) &&
           (!(said & RANK_IS_SAID) || cp_int_equal(at.rank, asked.rank));
}

/* What the rules make of a word is asked last: most moves go elsewhere. */
static bool is_written(const struct word *w, const struct played *p)
{
    const uint16_t vague = CP_IS_FUSED | CP_HAS_VIA;
    if (p->quick)
        return cp_written_fits_quick(&w->move, p->quick);
    const cp_move *m = p->ply->move;
    bool is_plain = !w->move.castling && m->rook == CP_NOBODY && !m->is_body && !m->sep &&
                    !(w->move.has & vague) && (w->move.has & CP_HAS_TO);
    return (!is_plain || cp_square_equal(w->move.to, m->to)) && cp_written_fits(w->move, p->ply);
}

static bool is_like(const struct word *w, const struct played *p)
{
    if (w->is_any)
        return true;
    if (w->takes && !p->takes)
        return false;
    if (!w->is_open)
        return is_written(w, p);
    return (w->open.piece == CP_NO_KIND || w->open.piece == p->kind) &&
           (w->open.promotion == CP_NO_KIND || w->open.promotion == p->promotion) &&
           is_on(p->from, w->open.from_said, w->open.from) &&
           is_on(p->to, w->open.to_said, w->open.to);
}

static bool is_marked(const struct word *w, const struct cp_moment *m)
{
    switch (w->check) {
    case CP_MARK_CHECK:
        return m->checks > 0;
    case CP_MARK_DOUBLE:
        return m->checks > 1;
    case CP_MARK_MATE:
        return m->quick ? m->quick->move->mark == CP_MARK_MATE
                        : m->ply->outcome == CP_OUTCOME_CHECKMATE;
    default:
        return true;
    }
}

/* ---- a sequence ---- */

enum { COMES, FITS }; /* kept of a slot: bits of words that may come next, and that the move is */

/* Which of the words that may come now a move is, but for its mark. */
static uint64_t find_words(const struct sequence *s, uint64_t comes, const struct played *p,
                           int mover)
{
    uint64_t fits = 0;
    comes |= s->first == CP_ANY_TURN || s->first == mover;
    for (uint32_t i = 0; i < s->count && comes >> i; i++)
        if (comes >> i & 1 && is_like(&s->words[i], p))
            fits |= UINT64_C(1) << i;
    return fits;
}

static void before_sequence(const struct cp_condition *c, struct cp_slot *slot,
                            const struct cp_ply *ply, uint32_t variant)
{
    const struct sequence *s = cp_by_variant(c, variant);
    const struct played p = to_be_played(ply);
    slot->kept[FITS] = s ? find_words(s, slot->kept[COMES], &p, (int)ply->position->turn) : 0;
}

static bool sequence_at(const struct cp_condition *c, struct cp_slot *slot,
                        const struct cp_moment *m)
{
    const struct sequence *s = cp_by_variant(c, m->number);
    slot->fails |= !s;
    if (m->is_start || !s)
        return false;
    uint64_t fits = slot->kept[FITS];
    if (m->quick) {
        const struct played p = played_quickly(m->quick);
        fits = find_words(s, slot->kept[COMES], &p, !m->turn);
    }
    for (uint32_t i = 0; i < s->count && fits >> i; i++)
        if (fits >> i & 1 && !is_marked(&s->words[i], m))
            fits &= ~(UINT64_C(1) << i);
    slot->kept[COMES] = fits << 1 | (slot->kept[COMES] & s->gaps);
    bool is_met = slot->kept[COMES] >> s->count & 1;
    slot->holds |= is_met;
    return is_met;
}

const struct cp_question cp_ask_sequence = {.option = "sequence",
                                            .holds_each = true,
                                            .parse = parse_sequence,
                                            .before = before_sequence,
                                            .at = sequence_at};

/* ---- what takes what ---- */

struct takes {
    uint64_t takers, taken; /* kinds, a bit each */
};

static bool read_kinds(const struct cp_variant *v, const struct cp_alphabet *a, cp_str text,
                       uint64_t *out)
{
    if (cp_str_is(text, "*"))
        *out = UINT64_MAX;
    while (text.len && *out != UINT64_MAX) {
        uint8_t kind = cp_query_take_letter(v, a, &text);
        if (kind == CP_NO_KIND)
            return false;
        *out |= UINT64_C(1) << kind;
    }
    return *out != 0;
}

static bool parse_takes(struct cp_condition *c, struct cp_query_maker *m, cp_str value)
{
    const struct cp_variants *all = m->variants;
    struct takes **made = c->asked = cp_by_variant_take(m);
    bool good = false;
    cp_str taken = value, takers = cp_str_trim(cp_scan_until(&taken, ':'));
    cp_variants_wake(all, m->lasting, m->ints);
    for (uint32_t i = 0; i < all->count; i++) {
        const struct cp_alphabet *a = m->alphabet(m->data, all->list[i]);
        struct takes t = {0};
        if (!a || !read_kinds(all->list[i], a, takers, &t.takers) ||
            !read_kinds(all->list[i], a, cp_str_trim(taken), &t.taken))
            continue;
        good = true;
        made[i] = cp_arena_take_zero(m->arena, 1, sizeof t);
        *made[i] = t;
    }
    c->line = value;
    if (!good)
        cp_buf_puts(m->why, "letters of pieces, a colon, letters of what one of them takes, or *: "
                            "'BN:Q'");
    return good;
}

static void before_takes(const struct cp_condition *c, struct cp_slot *slot,
                         const struct cp_ply *ply, uint32_t variant)
{
    const struct takes *t = cp_by_variant(c, variant);
    const struct cp_position *p = ply->position;
    const cp_move *m = ply->move;
    slot->is_met = t && m->taken != CP_NOBODY && t->takers >> p->kind[m->man] & 1 &&
                   t->taken >> p->kind[m->taken] & 1;
}

enum { ROLE_BITS = 8 };

/* How many men of each role a side has, so many bits each. */
static uint64_t count_roles(const struct cp_bitboard *b, int side)
{
    uint64_t counts = 0;
    for (int role = CP_PAWN; role < CP_ROLES; role++)
        counts |= (uint64_t)cp_bits_count(b->role[role] & b->men[side]) << (ROLE_BITS * role);
    return counts;
}

/* A quick look does not tell who was taken, but who is left. */
static bool takes_quickly(const struct takes *t, struct cp_slot *slot, const struct cp_moment *m)
{
    const struct cp_bitboard *b = m->quick->board;
    uint64_t *had = slot->kept;
    bool is_met = false;
    if (m->is_start) {
        had[CP_WHITE] = count_roles(b, CP_WHITE);
        had[CP_BLACK] = count_roles(b, CP_BLACK);
        return false;
    }
    if (m->promotion != CP_NO_KIND)
        had[!m->turn] = count_roles(b, !m->turn);
    if (m->takes) {
        uint64_t has = count_roles(b, m->turn);
        int role = cp_bits_first(had[m->turn] ^ has) / ROLE_BITS;
        const struct played p = played_quickly(m->quick);
        had[m->turn] = has;
        is_met = t->takers >> p.kind & 1 && t->taken >> m->quick->roles->kind[role] & 1;
    }
    return is_met;
}

static bool takes_at(const struct cp_condition *c, struct cp_slot *slot, const struct cp_moment *m)
{
    const struct takes *t = cp_by_variant(c, m->number);
    bool is_met = t && (m->quick ? takes_quickly(t, slot, m) : !m->is_start && slot->is_met);
    slot->fails |= !t;
    slot->holds |= is_met;
    return is_met;
}

const struct cp_question cp_ask_takes = {.option = "takes",
                                         .holds_each = true,
                                         .parse = parse_takes,
                                         .before = before_takes,
                                         .at = takes_at};
