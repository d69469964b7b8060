/* SPDX-License-Identifier: MIT */
/* nearest.h -- what somebody may have meant who wrote a move that is none: the
 * legal moves whose spelling is nearest to his. */
#ifndef CP_NEAREST_H
#define CP_NEAREST_H

#include "rules/families.h"

/* "Nf3, Nh3": the nearest first, a few at most, in short notation and squares
 * shifted back to the game's frame; nothing on a board without edges, or when no
 * legal move resembles it. Scratch from arena. */
void cp_nearest_format(struct cp_buf *out, struct cp_position *p, cp_str text, cp_square shift,
                       struct cp_arena *arena);

#endif
