/* SPDX-License-Identifier: MIT */
/* agents_list.h -- all legal moves of agents. */
#ifndef CP_AGENTS_LIST_H
#define CP_AGENTS_LIST_H

#include "rules/agents/agents_moves.h"

/* Whether a king is gone: nobody moves any more (R-TR-14, R-TD-4). */
static inline bool cp_agents_are_done(const struct cp_position *p)
{
    return p->king[CP_WHITE] == CP_NOBODY || p->king[CP_BLACK] == CP_NOBODY;
}

/* Lists the legal moves of one man of the side to move into p->agents->paces, behind
 * the first `count`, and returns how many there are then. It stops early when
 * there are `enough`. */
uint32_t cp_agents_list_man(struct cp_position *p, int32_t man, uint32_t count, uint32_t enough);

/* All of the side to move, man by man; none once a king is gone. */
uint32_t cp_agents_list(struct cp_position *p, uint32_t enough);

#endif
