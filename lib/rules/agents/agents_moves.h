/* SPDX-License-Identifier: MIT */
/* agents_moves.h -- what each agent may do, and why not: one move, tried on the
 * board. Whoever lists, resolves or plays moves asks here, so there is one text of
 * the rules. */
#ifndef CP_AGENTS_MOVES_H
#define CP_AGENTS_MOVES_H

#include "game/written.h"
#include "rules/agents/agents_board.h"

/* Makes the move on the board, all but the ko rule; CP_OK and the trial, or the
 * reason why not, with what to blame in *t, and the board as it was. An agent of
 * the side to move stands on pace->from. */
CP_MUST_USE enum cp_diag cp_agents_enact(const struct cp_position *p, const cp_pace *pace,
                                         struct cp_trial *t);

/* Whether the whole turn is legal; the board is as it was in either case, and *t
 * holds whom the turn displaces, or what to blame. */
CP_MUST_USE enum cp_diag cp_agents_check(const struct cp_position *p, const cp_pace *pace,
                                         struct cp_trial *t);

/* One step of a mover, from a cell to the next in a direction: for enacting two
 * and for listing all. When refused, what the step began is not taken back. */
CP_MUST_USE enum cp_diag cp_mover_step(const struct cp_position *p, struct cp_trial *t,
                                       int32_t from, int32_t direction, uint8_t sep,
                                       bool is_second);

/* The direction from one cell to another in line with it, and how many steps it
 * is; 0 when they are not in line. */
int32_t cp_cell_direction(const struct cp_agents *board, int32_t from, int32_t to, int32_t *steps);

#endif
