/* SPDX-License-Identifier: MIT */
/* halves.h -- two half-moves as one word: 1.e4e5 2.Nf3d6. Spelt like one long move
 * without its dash, they are two where that is not legal and they are. Boards with
 * bare squares only. */
#ifndef CP_HALVES_H
#define CP_HALVES_H

#include "game/game.h"
#include "rules/rules.h"

/* Whether some word of g is spelt so that it may be two. */
bool cp_halves_may_be_in(const struct cp_variant *v, const struct cp_game *g,
                         struct cp_arena *scratch);

/* Whether each word of g is one all the same, for there is who makes it: engines write so. v has
 * the rules of the game. If not, a replay parts words. */
bool cp_halves_are_none(const struct cp_variant *v, const struct cp_game *g);

/* The first word that is none such, for nobody makes it, if all before it say where they come
 * from; NULL: there is none. */
const struct cp_node *cp_halves_first(const struct cp_variant *v, const struct cp_game *g);

/* For a move of line, refused in p: true when it was two, legal one after the
 * other. Then node is the first and the second is behind it. */
CP_MUST_USE bool cp_halves_part(struct cp_game *g, struct cp_line *line, struct cp_node *node,
                                struct cp_position *p, cp_square shift);

#endif
