/* SPDX-License-Identifier: MIT */
/* scene.h -- decides what a picture shows of a position on a board without edges.
 *
 * 1. the window: as asked for; or the variant's diagram, grown to pieces at most three
 *    squares away and to what matters within ten; or where the game is. Long empty
 *    stretches are torn out of a window that was not asked for;
 * 2. far pieces that stand near one another get an inset;
 * 3. all others are chips at the edges of the window, or, when there are too many for an
 *    edge, named in a remark. */
#ifndef CP_SCENE_H
#define CP_SCENE_H

#include "draw/view.h"

/* False when the window cannot be drawn, which is then reported at `at` with the value
 * that is too large (R-NOT-4). */
CP_MUST_USE bool cp_scene_make(struct cp_scene *out, const struct cp_view *view,
                               struct cp_arena *arena, struct cp_diags *d, cp_span at);

#endif
