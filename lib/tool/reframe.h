/* SPDX-License-Identifier: MIT */
/* reframe.h -- from one origin of squares to another (R-NOT-12). Here is decided
 * by how much; respell.h does the rewriting. */
#ifndef CP_REFRAME_H
#define CP_REFRAME_H

#include "tool/play.h"

/* Adds to *shift what takes g's squares to the frame of that name, and names it
 * in g, nothing for the default. False: no such frame, reported. */
CP_MUST_USE bool cp_game_reframe(struct cp_run *run, struct cp_game *g, cp_str name,
                                 cp_square *shift);

/* g's squares are about to be moved by that much: names the frame they are in
 * then, or reports that it is none of the variant's. */
void cp_game_leave_frame(struct cp_run *run, struct cp_game *g, cp_square by);

#endif
