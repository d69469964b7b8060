/* SPDX-License-Identifier: MIT */
/* falls.h -- the men who fell in a turn, against the falls somebody wrote. */
#ifndef CP_FALLS_H
#define CP_FALLS_H

#include "game/game.h"
#include "rules/trapdoor.h"

/* Sorts men by file, then rank: the order in which falls are written. */
void cp_falls_sort(const struct cp_position *p, int32_t *men, uint32_t count);

/* Men sorted so. CP_OK; CP_FALLS_MISSING when somebody who fell is not written; CP_FALL_WRONG
 * when a square is written on which nobody fell (R-TD-7). `shift` takes written
 * squares to the variant's default frame. */
CP_MUST_USE enum cp_diag cp_falls_check(const struct cp_position *p, const struct cp_fall *written,
                                        cp_square shift, const int32_t *men, uint32_t count);

/* Writes the falls that happened over those of node, in the game's frame. */
void cp_falls_write(struct cp_game *g, struct cp_node *node, const struct cp_position *p,
                    cp_square shift, const int32_t *men, uint32_t count);

#endif
