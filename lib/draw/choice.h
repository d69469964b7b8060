/* SPDX-License-Identifier: MIT */
/* choice.h -- which squares of the plane a picture shows: one window, and
 * insets for men that are far from it but near to each other. */
#ifndef CP_CHOICE_H
#define CP_CHOICE_H

#include "draw/view.h"

enum { CP_PANELS_MOST = 9, CP_INSET_SIZE_MOST = 16 };

/* boxes[0] is the window; boxes that do not overlap. */
struct cp_choice {
    cp_box boxes[CP_PANELS_MOST];
    uint32_t count;
};

/* False when the window cannot be drawn, which is then reported at `at` with
 * the value that is too large (R-NOT-4). */
CP_MUST_USE bool cp_choice_make(struct cp_choice *out, const struct cp_view *view,
                                struct cp_arena *arena, struct cp_diags *d, cp_span at);

/* The squares of a bounded view. */
cp_box cp_view_board(const struct cp_view *view);

#endif
