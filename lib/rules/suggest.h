/* SPDX-License-Identifier: MIT */
/* suggest.h -- what may have been meant by a written move that is none: the
 * legal moves whose spelling is nearest to it. */
#ifndef CP_SUGGEST_H
#define CP_SUGGEST_H

#include "game/game.h"
#include "rules/rules.h"

/* "Nf3, Nh3": the nearest first, a few at most, in short notation and squares
 * shifted back to the game's frame; nothing on a board without edges, or when no
 * legal move resembles it. Scratch from arena. */
void cp_suggest_moves(struct cp_buf *out, struct cp_position *p, cp_str text, cp_square shift,
                      struct cp_arena *arena);

/* R(xe5) goes to file xe. The capture that may have been meant, Rx(e5), if it is legal; empty:
 * there is none. */
cp_str cp_suggest_capture(struct cp_position *p, const cp_written *w, cp_square shift,
                          struct cp_arena *arena);

#endif
