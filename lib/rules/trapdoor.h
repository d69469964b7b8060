/* SPDX-License-Identifier: MIT */
/* trapdoor.h -- every square has a trapdoor: a man that stays where he arrived
 * falls through it `delay` moves later (R-TD-1). An overlay on any variant: the
 * position counts plies and knows for each man the ply at whose end he falls.
 *
 *     a turn   1. the move            clock of every man it displaced restarts
 *              2. checkmate?          judged with all due men standing: no falls
 *              3. all due men fall    at once
 *              4. a king among them   his owner has lost
 *              5. check, mate, stalemate on what is left
 */
#ifndef CP_TRAPDOOR_H
#define CP_TRAPDOOR_H

#include "rules/move.h"

/* Whether men other than the mover and whom he takes fall at the end of the turn
 * that begins now. */
CP_MUST_USE bool cp_trapdoor_is_due(const struct cp_position *p, const cp_move *move);

/* Whether the turn leaves the mover's king unattacked after its falls (R-TD-5),
 * the move itself being safe: also when it checkmates first, or the king falls. */
CP_MUST_USE bool cp_trapdoor_is_safe(struct cp_position *p, const cp_move *move, int32_t *attacker);

/* Plays a whole turn: the move and what falls. cp_move_undo takes back both. */
void cp_turn_apply(struct cp_position *p, const cp_move *move, cp_undo *undo);

/* The overlay's part of cp_move_undo: clocks and fallen men. */
void cp_turn_take_back(struct cp_position *p, const cp_undo *undo);

/* Lifts, or puts back, the men of the side to move that would fall at the end of
 * its turn, but for `mover`: to look at the board that will be left. False (and
 * nothing lifted) when there are none or its king is one of them. */
CP_MUST_USE bool cp_trapdoor_lift_due(struct cp_position *p, int32_t mover);
void cp_trapdoor_put_back(struct cp_position *p);

/* Turns left until a man falls, in plies; 0: his square is safe. */
static inline uint32_t cp_trapdoor_left(const struct cp_position *p, int32_t man)
{
    return p->falls_at[man] > p->ply ? p->falls_at[man] - p->ply : 0;
}

/* What the running clocks add to the hash (R-TD-9). */
cp_hash cp_trapdoor_hash(const struct cp_position *p);

#endif
