/* SPDX-License-Identifier: MIT */
/* agents_turn.h -- a whole turn of agents on a position, and back; what it did. */
#ifndef CP_AGENTS_TURN_H
#define CP_AGENTS_TURN_H

#include "rules/agents/agents_list.h"
#include "rules/family.h"

/* A move of the position as cells, and back. */
cp_pace cp_pace_of(const struct cp_position *p, const cp_move *move);
cp_move cp_move_of(const struct cp_position *p, const cp_pace *pace);

/* The family's: see family.h. A move that only the ko rule forbids can be played. */
void cp_agents_begin(struct cp_position *p, const struct cp_start *start);
enum cp_diag cp_agents_check_setup(struct cp_position *p, const struct cp_start *start,
                                   int32_t *culprit);
void cp_agents_apply(struct cp_position *p, const cp_move *move, cp_undo *undo);
void cp_agents_undo(struct cp_position *p, const cp_undo *undo);
uint32_t cp_agents_shifts(const struct cp_position *p, const cp_undo *undo, cp_shift *out);
uint32_t cp_agents_recall(const struct cp_position *p, cp_before *out);
enum cp_outcome cp_agents_outcome(struct cp_position *p, int *winner);

#endif
