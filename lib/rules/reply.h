/* SPDX-License-Identifier: MIT */
/* reply.h -- is there any legal move at all? The question behind checkmate and
 * stalemate, answered exactly on a board without end (R-INF-5). */
#ifndef CP_REPLY_H
#define CP_REPLY_H

#include "rules/move.h"

/* Whether the side to move has a legal move. Its cost follows the men. */
CP_MUST_USE bool cp_position_can_move(struct cp_position *p);

/* The same for one man, who must be of the side to move. */
CP_MUST_USE bool cp_man_can_move(struct cp_position *p, int32_t man);

/* Squares strictly between an attacker and a king, both on one line: where a
 * man may stand in between. `low`..`high` are steps from the king along the
 * family's direction; empty when low > high. */
typedef struct {
    cp_spot king;
    uint32_t line;
    cp_int low, high;
    bool is_open;        /* false: the attack is a leap, nothing can stand between */
    bool is_after_falls; /* the attack is there only once this turn's due men have fallen */
} cp_gap;

/* The gap between the attacker's square and its target along its path. */
void cp_gap_init(cp_gap *gap, const struct cp_position *p, const cp_spot *king, int32_t attacker);

/* The lengths of a man's path that end in the gap, low..high in steps of the
 * path; false when none does. On another line it is one length or none. */
CP_MUST_USE bool cp_gap_lengths(const cp_gap *gap, const struct cp_position *p, int32_t man,
                                const cp_path *path, cp_int *low, cp_int *high);

/* Whether a square is in the gap. */
CP_MUST_USE bool cp_gap_has(const cp_gap *gap, const struct cp_position *p, cp_square at);

/* The first enemy that would attack the king if man, not the king himself, were
 * lifted off the board, and the gap between the two; CP_NOBODY when there is
 * none and man moves as he likes. */
CP_MUST_USE int32_t cp_man_restrainer(struct cp_position *p, int32_t man, cp_gap *gap);

#endif
