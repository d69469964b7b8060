/* SPDX-License-Identifier: MIT */
/* agents.h -- the family of agents, who push, pull, swap and lead one another, and
 * lose their king to a trap (R-TR-1 to R-TR-17).
 *
 *     agents_board.h    cells, and a turn being tried on them
 *     agents_moves.h    what each agent may do, and why not
 *     agents_list.h     all legal moves
 *     agents_turn.h     a whole turn on the position, and back
 *     agents_resolve.h  from what is written to a move, and back
 *     agents_text.h     refusals and lists in words */
#ifndef CP_AGENTS_H
#define CP_AGENTS_H

#include "rules/family.h"

extern const struct cp_family cp_family_agents;

#endif
