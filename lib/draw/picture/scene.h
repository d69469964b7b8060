/* SPDX-License-Identifier: MIT */
/* scene.h -- decides what a picture shows of a position on a board without edges.
 *
 * 1. the window: as asked for; or the variant's diagram, grown to pieces at most eight
 *    squares away and to what matters within ten; or where the game is. Long empty
 *    stretches are torn out of a window that was not asked for;
 * 2. far pieces that stand near one another get an inset;
 * 3. all others are chips at the edges of the window, or, when there are too many for an
 *    edge, named in a remark.
 *
 * Why so: D6 (DECISIONS.md). */
#ifndef CP_SCENE_H
#define CP_SCENE_H

#include "draw/picture/view.h"

/* False when the window cannot be drawn, which is then reported at `at` with the value
 * that is too large (R-NOT-4). */
CP_MUST_USE bool cp_scene_make(struct cp_scene *out, const struct cp_view *view,
                               struct cp_arena *arena, struct cp_diags *d, cp_span at);

/* ---- chips: pieces beyond the window, each as a small label at the edge where its
 * direction leaves the window:
 *
 *        .  .  .  . |            right of the window, on a rank of it: beside that rank
 *        .  .  .  . >|R (99,3)|  beyond a corner: as the line from that corner goes
 *        .  K  .  . |            giving check: as the line from the king goes
 *
 * Chips of an edge keep the order in which their directions meet it, stand as near to
 * those places as there is room, and never overlap. Where there are too many, kings,
 * pieces that give check and the last moved have the first claim, then the nearest; the
 * others are counted on a chip of their own. */

/* Sizes of chips, in units of the drawings. */
enum {
    CP_CHIP_PIECE = 30, /* how large the piece is */
    CP_CHIP_FONT = 12,
    CP_CHIP_ROOM = 4, /* around piece and label */
    CP_CHIP_GAP = 18, /* between what stands at the edge and the chips */
};

/* One of these sizes, as large as labels make it. */
static inline uint32_t cp_chip_units(const struct cp_scene *s, uint32_t size)
{
    return size * s->chip_font / CP_CHIP_FONT;
}

/* How far a chip reaches away from its edge. */
uint32_t cp_chip_thickness(const struct cp_scene *s, const struct cp_chip *chip, enum cp_edge edge);

/* Gives the pieces of s->beyond chips at the edges of the window, whose labels have that font;
 * those that have no room are in s->outside. */
void cp_chips_place(struct cp_scene *s, uint32_t font, struct cp_arena *arena);

#endif
