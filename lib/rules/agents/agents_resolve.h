/* SPDX-License-Identifier: MIT */
/* agents_resolve.h -- from a move of agents as somebody wrote it to the one legal
 * move it means, and back (R-TR-16). */
#ifndef CP_AGENTS_RESOLVE_H
#define CP_AGENTS_RESOLVE_H

#include "rules/agents/agents_turn.h"

/* The family's: see family.h. */
void cp_agents_resolve(struct cp_position *p, const cp_written *w, cp_square shift,
                       struct cp_resolution *out);
bool cp_agents_force(const struct cp_position *p, const cp_written *w, struct cp_resolution *r);
void cp_agents_write(struct cp_position *p, const cp_move *move, enum cp_style style,
                     cp_square shift, cp_written *out);

/* The move in full, whatever else is legal. */
void cp_agents_write_long(const struct cp_position *p, const cp_move *move, cp_square shift,
                          cp_written *out);

#endif
