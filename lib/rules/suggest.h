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

/* Two half-moves as one word: 1.e4e5 2.Nf3d6. Spelt like one long move
 * without its dash, they are two where that is not legal and they are. Boards with
 * bare squares only. */

/* For a move of line, refused in p: true when it was two, legal one after the
 * other. Then node is the first and the second is behind it. */
CP_MUST_USE bool cp_suggest_split(struct cp_game *g, struct cp_line *line, struct cp_node *node,
                                  struct cp_position *p, cp_square shift);

#endif
