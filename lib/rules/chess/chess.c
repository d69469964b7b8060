/* SPDX-License-Identifier: MIT */
/* chess.c -- the table of men that move along rays and guard a king. */
#include "rules/rules.h"

#include "rules/chess/attack.h"
#include "rules/chess/turn.h"
#include "rules/setup.h"

static void begin(struct cp_position *p, const struct cp_start *start)
{
    (void)start;
    cp_trapdoor_lay(p);
}

/* The same of a body: of the men that stand where it goes, and are not of it, one at
 * most may be taken. */
static bool force_body(const struct cp_position *p, struct cp_resolution *r)
{
    const struct cp_body_words *b = &p->law->variant->body;
    cp_body body;
    if (r->fitting != 1 || !cp_body_find(p, r->move.man, &body))
        return false;
    cp_move_begin(&r->move, p, r->move.man, r->to, CP_NOBODY);
    r->move.is_body = true;
    for (int32_t i = 0; i < b->files * b->ranks; i++) {
        cp_square at = cp_square_leap(p->ints, r->to, i / b->ranks, i % b->ranks);
        int32_t man = cp_position_get(p, at);
        bool is_own = false;
        for (uint32_t k = 0; k < body.count; k++)
            is_own |= body.man[k] == man;
        if (!cp_on_board(p->law, p->ints, at) ||
            (man != CP_NOBODY && !is_own &&
             (p->owner[man] == p->turn || cp_is_king(p, man) || cp_is_void(p, man) ||
              r->move.taken != CP_NOBODY)))
            return false;
        if (man != CP_NOBODY && !is_own)
            r->move.taken = man;
    }
    return !cp_square_equal(r->move.from, r->to);
}

/* It must be known what goes where, no man of its own side and no king may stand
 * there, and a pawn at its end must become something. */
static bool force(struct cp_position *p, const cp_written *w, struct cp_resolution *r)
{
    int32_t man = r->move.man;
    if (man == CP_NOBODY || p->owner[man] != p->turn || w->castling)
        return false;
    if (r->why == CP_KING_LEFT_IN_CHECK || r->why == CP_KING_EXPOSED ||
        r->why == CP_KING_STEPS_INTO_CHECK || r->why == CP_TURN_UNDECIDED)
        return true; /* else a move like any other */
    if (r->is_body)
        return force_body(p, r);
    int32_t there = cp_position_get(p, r->to);
    if (r->fitting != 1 || !cp_on_board(p->law, p->ints, r->to) ||
        cp_square_equal(p->at[man], r->to) ||
        (there != CP_NOBODY &&
         (p->owner[there] == p->turn || cp_is_king(p, there) || cp_is_void(p, there))))
        return false;
    if (cp_promotes_by(p->law->variant, (int)p->turn, p->kind[man], p->at[man], r->to,
                       there != CP_NOBODY) == CP_MUST_PROMOTE)
        return false;
    cp_move_begin(&r->move, p, man, r->to, there);
    return true;
}

static uint32_t add_shift(cp_shift *out, uint32_t count, cp_shift shift)
{
    if (count < CP_SHIFTS_MOST)
        out[count++] = shift;
    return count;
}

/* Each man of a body from its old square to its new one. */
static uint32_t add_body(const struct cp_position *p, const cp_move *move, cp_shift *out)
{
    cp_square back = {cp_int_sub(p->ints, move->from.file, move->to.file),
                      cp_int_sub(p->ints, move->from.rank, move->to.rank)};
    uint32_t count = 0;
    cp_body body;
    for (uint32_t i = 0; cp_body_find(p, move->man, &body) && i < body.count; i++) {
        cp_square to = p->at[body.man[i]];
        cp_square from = cp_square_shift(p->ints, to, back);
        count = add_shift(out, count, (cp_shift){from, to, body.man[i], false});
    }
    return count;
}

static uint32_t shifts(const struct cp_position *p, const cp_undo *undo, cp_shift *out)
{
    const cp_move *move = &undo->move;
    uint32_t count = move->is_body
                         ? add_body(p, move, out)
                         : add_shift(out, 0, (cp_shift){move->from, move->to, move->man, false});
    if (move->taken != CP_NOBODY) {
        cp_square there = p->at[move->taken];
        count = add_shift(out, count, (cp_shift){there, there, move->taken, true});
    }
    if (move->rook != CP_NOBODY)
        count =
            add_shift(out, count, (cp_shift){undo->rook_from, move->rook_to, move->rook, false});
    out[0].leaves = undo->burst > 0;
    for (uint32_t i = p->fallen_count - undo->falls - undo->burst; i < p->fallen_count; i++) {
        if (p->fallen[i] == move->man)
            continue;
        cp_square there = p->at[p->fallen[i]];
        count = add_shift(out, count, (cp_shift){there, there, p->fallen[i], true});
    }
    return count;
}

/* The mover loses when both kings fell (R-TD-4). */
static enum cp_outcome find_outcome(struct cp_position *p, int *winner)
{
    enum cp_side mover = cp_other(p->turn);
    *winner = -1;
    if (p->is_left_open)
        return CP_OUTCOME_UNDECIDED;
    if (p->idle >= 2)
        return CP_OUTCOME_PASSED;
    if (CP_UNLIKELY(p->law->wins_otherwise)) {
        uint8_t how = cp_position_won(p, winner);
        if (how)
            return how == CP_WINS_ALL_TAKEN      ? CP_OUTCOME_ALL_TAKEN
                   : how == CP_WINS_ROYAL_TAKEN  ? CP_OUTCOME_ROYAL_TAKEN
                   : how == CP_WINS_ROYALS_TAKEN ? CP_OUTCOME_ROYALS_TAKEN
                   : how == CP_WINS_HILL         ? CP_OUTCOME_HILL
                                                 : CP_OUTCOME_GOAL;
    }
    if (cp_king_is_gone(p, mover) || cp_king_is_gone(p, p->turn)) {
        *winner = (int)(cp_king_is_gone(p, mover) ? p->turn : mover);
        return CP_OUTCOME_KING_FALLEN;
    }
    p->is_undecided = false;
    if (cp_position_can_move(p))
        return CP_OUTCOME_NONE;
    if (p->is_undecided)
        return CP_OUTCOME_UNDECIDED;
    const struct cp_variant *v = p->law->variant;
    enum cp_stalemate result = p->checks ? v->mated : v->stalemate;
    if (result == CP_STALEMATE_FEWER)
        *winner = cp_position_fewer(p);
    else if (result != CP_STALEMATE_DRAWS)
        *winner = (int)(result == CP_STALEMATE_WINS ? p->turn : mover);
    return p->checks ? CP_OUTCOME_CHECKMATE : CP_OUTCOME_STALEMATE;
}

static bool is_pinned(struct cp_position *p, int32_t man)
{
    struct cp_restraint m;
    return !p->checks && cp_restraint_find(&m, p, man, false) && m.is_held;
}

const struct cp_rules cp_rules_chess = {
    .begin = begin,
    .check_setup = cp_setup_check,
    .resolve = cp_resolve,
    .force = force,
    .apply = cp_turn_apply,
    .undo = cp_move_undo,
    .shifts = shifts,
    .outcome = find_outcome,
    .write = cp_move_write,
    .explain = cp_resolution_format,
    .each_move = cp_chess_each_move,
    .each_attack = cp_chess_each_attack,
    .is_pinned = is_pinned,
    .repeats = true,
};
