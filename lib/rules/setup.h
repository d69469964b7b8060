/* SPDX-License-Identifier: MIT */
/* setup.h -- may a game begin like this? (R-INF-10) */
#ifndef CP_SETUP_H
#define CP_SETUP_H

#include "rules/move.h"

/* Judges a position just set up from start; CP_OK, or the fault and the man of
 * the start it concerns (CP_NOBODY when it concerns nobody in particular). Also
 * finds who gives check to the side to move. */
CP_MUST_USE enum cp_diag cp_setup_check(struct cp_position *p, const struct cp_start *start,
                                        int32_t *culprit);

/* Whether what is left on the board is on the variant's list of men proven
 * unable to mate. An observation, never a verdict (R-INF-6). */
CP_MUST_USE bool cp_position_is_bare(const struct cp_position *p);

#endif
