/* SPDX-License-Identifier: MIT */
#include "rules/setup.h"

static enum cp_diag check_man(const struct cp_position *p, int32_t man)
{
    const struct cp_variant *v = p->law->variant;
    enum cp_side side = p->side[man];
    if (!cp_on_board(p->law, p->ints, p->at[man]))
        return CP_OFF_BOARD;
    if (cp_position_get(p, p->at[man]) != man)
        return CP_START_SQUARE_TWICE;
    if (p->law->royals >> p->kind[man] & 1 && !p->law->has_royals && p->royal[side] != man)
        return CP_START_TWO_KINGS;
    if (v->body.exists && p->kind[man] == v->body.kind)
        return CP_START_BODY;
    if (v->kinds[p->kind[man]].promotes && cp_must_promote_on(v, (int)side, p->at[man]))
        return CP_START_PAWN_PROMOTED;
    /* On a board with edges: behind every one of its like in the variant's set-up. */
    bool is_behind = v->kinds[p->kind[man]].promotes && v->bounded;
    for (uint32_t i = 0; is_behind && i < v->start.count; i++) {
        const cp_man *other = &v->start.men[i];
        int ahead = cp_int_compare(p->ints, p->at[man].rank, other->square.rank);
        is_behind = other->kind != p->kind[man] || other->side != side ||
                    (side == CP_WHITE ? ahead < 0 : ahead > 0);
    }
    return is_behind ? CP_START_PAWN_BEHIND : CP_OK;
}

enum cp_diag cp_setup_check(struct cp_position *p, const struct cp_start *start, int32_t *culprit)
{
    *culprit = CP_NOBODY;
    for (int32_t man = (int32_t)p->count - 1; man >= 0; man--) {
        enum cp_diag why = check_man(p, man);
        if (why) {
            *culprit = man;
            return why;
        }
    }
    for (int side = CP_WHITE; side <= CP_BLACK; side++)
        if (p->law->royal[side] != CP_NO_KIND && p->king[side] == CP_NOBODY &&
            !p->law->variant->any_royals)
            return side == CP_WHITE ? CP_START_NO_WHITE_KING : CP_START_NO_BLACK_KING;
    int32_t idle = cp_attacked_king(p, cp_other(p->turn), culprit);
    if (idle != CP_NOBODY)
        return cp_man_attacks(p, *culprit, idle) ? CP_START_KING_CAPTURABLE
                                                 : CP_START_KING_BEFORE_BODY;
    cp_castling_settle(p);
    enum cp_diag rights = cp_castling_claim(p, start->castling);
    if (rights)
        return rights;
    for (int i = 0; i < 4; i++) { /* R-TD-8: a man with a running clock has moved */
        int32_t rook = p->castle[i / 2][i % 2], king = p->castler[i / 2];
        if (rook != CP_NOBODY && (p->falls_at[rook] || p->falls_at[king])) {
            *culprit = p->falls_at[rook] ? rook : king;
            return CP_START_CASTLING_CLOCK;
        }
    }
    *culprit = CP_NOBODY;
    if (start->has_en_passant && p->passing == CP_NOBODY && !p->law->variant->bounded)
        return CP_START_NOTHING_PASSED; /* on a bounded board it is ignored: R-FIDE-6 */
    cp_position_find_checks(p);
    return CP_OK;
}

void cp_setup_get_state(struct cp_position *p, struct cp_buf *castling, struct cp_start *out)
{
    *out = (struct cp_start){.men = out->men, .turn = p->turn, .quiet = p->quiet};
    memcpy(out->checked, p->checked, sizeof out->checked);
    out->has_en_passant = cp_position_has_passing(p);
    out->en_passant = p->passed;
    out->passed_more = p->passed_more;
    if (out->has_en_passant && p->law->variant->bounded) /* where squares are numbers from 1 on */
        out->passer = p->at[p->passing];
    castling->len = 0;
    if (p->law->variant->castles)
        cp_castling_format(castling, p);
    out->castling = cp_buf_str(castling);
}

void cp_setup_get(struct cp_position *p, struct cp_buf *castling, struct cp_start *out)
{
    cp_setup_get_state(p, castling, out);
    for (uint32_t i = 0; i < p->count; i++)
        if (!p->gone[i])
            out->men[out->count++] =
                (cp_man){.square = p->at[i],
                         .kind = p->kind[i],
                         .side = p->side[i],
                         .clock = p->falls_at[i] > p->ply ? p->falls_at[i] - p->ply : 0,
                         .moved = p->law->variant->kinds[p->kind[i]].has_first && p->moved[i]};
}

/* Whether the kinds on the board, kings aside, are exactly those of the entry. */
static bool is_entry(const struct cp_position *p, const uint32_t *counts, uint32_t men,
                     const struct cp_bare_material *entry)
{
    if (men != entry->count)
        return false;
    for (uint32_t i = 0; i < entry->count; i++) {
        uint32_t needed = 0;
        for (uint32_t j = 0; j < entry->count; j++)
            needed += entry->kinds[j] == entry->kinds[i];
        if (counts[entry->kinds[i]] != needed)
            return false;
    }
    return p->king[CP_WHITE] != CP_NOBODY && p->king[CP_BLACK] != CP_NOBODY;
}

/* Whether all men but the kings are of the entry's kinds, on squares of one colour. */
static bool is_one_colour(const struct cp_position *p, const struct cp_bare_material *entry)
{
    int32_t colour = -1;
    for (uint32_t i = 0; i < p->count; i++) {
        bool listed = false;
        if (p->gone[i] || p->king[p->side[i]] == (int32_t)i)
            continue;
        for (uint32_t k = 0; k < entry->count; k++)
            listed |= entry->kinds[k] == p->kind[i];
        cp_int half, sum = cp_int_add(p->ints, p->at[i].file, p->at[i].rank);
        int32_t here = cp_int_divide(p->ints, sum, 2, &half);
        if (!listed || (colour >= 0 && here != colour))
            return false;
        colour = here;
    }
    return colour >= 0;
}

bool cp_position_is_bare(const struct cp_position *p)
{
    if (!cp_position_may_be_bare(p) || p->law->has_royals)
        return false;
    uint32_t counts[CP_KINDS_MOST] = {0}, men = 0;
    for (uint32_t i = 0; i < p->count; i++) {
        if (p->gone[i] || p->king[p->side[i]] == (int32_t)i)
            continue;
        if (!(p->law->bare_kinds >> p->kind[i] & 1) || ++men > CP_BARE_MOST)
            return false; /* mostly another man stands there too */
        counts[p->kind[i]]++;
    }
    if (p->delay && men)
        return false; /* a king may yet fall (R-TD-9) */
    const struct cp_variant *v = p->law->variant;
    for (uint32_t i = 0; i < v->bare_count; i++)
        if (v->bare[i].one_colour ? is_one_colour(p, &v->bare[i])
                                  : is_entry(p, counts, men, &v->bare[i]))
            return true;
    return false;
}
