/* SPDX-License-Identifier: MIT */
/* agents_text.h -- refusals and legal moves of agents, for people to read. */
#ifndef CP_AGENTS_TEXT_H
#define CP_AGENTS_TEXT_H

#include "rules/agents/agents_resolve.h"

/* The family's: see family.h. */
void cp_agents_explain(struct cp_buf *out, const struct cp_position *p,
                       const struct cp_resolution *r, enum cp_spelling spelling, cp_square shift);
void cp_agents_tell_moves(struct cp_buf *out, struct cp_survey *s, struct cp_position *p,
                          enum cp_spelling spelling, cp_square shift);

#endif
