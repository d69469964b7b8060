/* SPDX-License-Identifier: MIT */
/* restyle.h -- long and short notation (R-NOT-8). Both need the rules: which
 * origin must be written depends on what else could legally go there. */
#ifndef CP_RESTYLE_H
#define CP_RESTYLE_H

#include "tool/play.h"

/* Plays g and rewrites node->move of every legal move in that style (CP_LONG or
 * CP_SHORT), with the capture and check marks it should have. From the first
 * refused move on, a line stays as it was; that is reported. False: g cannot be
 * played at all, reported. The text of the moves is for the caller to format, in
 * *spelling, or each in its own if that is NULL: in numbers an origin is whole. */
CP_MUST_USE bool cp_game_restyle(struct cp_run *run, struct cp_game *g, enum cp_style style,
                                 const enum cp_spelling *spelling);

#endif
