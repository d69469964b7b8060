/* SPDX-License-Identifier: MIT */
/* glued.h -- two half-moves as one word: 1.e4e5 2.Nf3d6. Spelt like one long move
 * without its dash, they are two where that is not legal and they are. Boards with
 * bare squares only. */
#ifndef CP_GLUED_H
#define CP_GLUED_H

#include "game/game.h"
#include "rules/families.h"

/* For a move of line, refused in p: true when it was two, legal one after the
 * other. Then node is the first and the second is behind it. */
CP_MUST_USE bool cp_glued_part(struct cp_game *g, struct cp_line *line, struct cp_node *node,
                               struct cp_position *p, cp_square shift);

#endif
