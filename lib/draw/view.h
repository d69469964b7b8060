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

/* What the last turn did besides its own two squares. */
enum cp_way_kind {
    CP_WAY_OWN,   /* a part of the way of who moved */
    CP_WAY_MOVED, /* somebody whom he moved */
    CP_WAY_SWAP,  /* two who changed places: from and to are theirs */
    CP_WAY_SIGHT, /* from who leads to whom he leads */
    CP_WAY_ALONG, /* a man of a block that moved as one: only his squares are marked */
};

typedef struct {
    cp_square from, to;
    uint8_t kind;        /* enum cp_way_kind */
    uint8_t piece, side; /* of the man: for words */
} cp_way;

/* Men who may move as one: outlined, and named by a piece of their own. */
typedef struct {
    cp_box box;
    uint8_t piece, side;
} cp_block;

/* What is asked for. Everything is borrowed and must outlive the scene. */
struct cp_view {
    struct cp_ints *ints;
    const struct cp_alphabet *alphabet;
    const cp_man *men; /* in any order */
    uint32_t count;
    const uint16_t *clocks; /* one for each man: turns until it falls, 0 none; NULL: no clocks */
    const cp_man *fallen;   /* who fell through a trapdoor or into a trap in the last turn */
    uint32_t fallen_count;
    bool bounded; /* squares (1,1) .. (files,ranks) */
    int32_t files, ranks;
    const cp_square *traps; /* squares that swallow who stands there */
    uint32_t trap_count;
    bool has_origin_mark;
    cp_square origin_mark;
    bool has_last;
    cp_square last_from, last_to;
    const cp_way *ways;
    uint32_t way_count;
    const cp_block *blocks;
    uint32_t block_count;
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
