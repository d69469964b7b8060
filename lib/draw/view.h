/* SPDX-License-Identifier: MIT */
/* view.h -- what is asked of a picture: men and marks, a window, words. Filled
 * by whoever knows the rules; the drawing side knows none. */
#ifndef CP_VIEW_H
#define CP_VIEW_H

#include "draw/box.h"
#include "draw/marks.h"
#include "game/start.h"

enum cp_window_mode {
    CP_WINDOW_FIXED, /* the view's own window, grown to what matters */
    CP_WINDOW_AUTO,  /* around the men */
};

enum cp_axes { CP_AXES_NONE = 0, CP_AXES_LETTERS = 1, CP_AXES_NUMBERS = 2, CP_AXES_BOTH = 3 };

/* What is asked for. Everything is borrowed and must outlive the scene. */
struct cp_view {
    struct cp_ints *ints;
    const struct cp_alphabet *alphabet;
    const cp_man *men; /* in any order */
    uint32_t count;
    const uint16_t *clocks; /* one for each man: turns until it falls, 0 none; NULL: no clocks */
    const cp_man *fallen;   /* who fell through a trapdoor in the last turn, and where */
    uint32_t fallen_count;
    bool bounded; /* squares (1,1) .. (files,ranks) */
    int32_t files, ranks;
    const cp_square *traps;
    uint32_t trap_count;
    bool has_origin_mark;
    cp_square origin_mark;
    bool has_last;
    cp_square last_from, last_to;
    const cp_square *checked, *checkers; /* kings in check, and who gives it */
    uint32_t checked_count, checker_count;
    const struct cp_mark *marks; /* highlights and arrows */
    enum cp_window_mode mode;
    cp_box window; /* when FIXED */
    bool flip;     /* Black's side below */
    enum cp_axes axes;
    enum cp_spelling spelling; /* of squares in words */
    cp_str title, caption;     /* empty: none; any bytes */
};

#endif
