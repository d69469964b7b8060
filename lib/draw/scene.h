/* SPDX-License-Identifier: MIT */
/* scene.h -- a finite view of a position: what every brush paints.
 *
 *     view (asked for)                 scene (decided)
 *     men, marks, window, texts  -->   panels[0]  the window  . . . .
 *                                      panels[1..] insets      . K . .
 *                                      outside    men in no panel, by rank, file
 *
 * The window grows to near squares that matter (the last move, a king in check
 * and who gives it); what is far but near to each other gets an inset; whoever
 * is left is named in the caption. The board itself has no edge unless the view
 * says so. Knows no rules: a view is filled by whoever does. */
#ifndef CP_SCENE_H
#define CP_SCENE_H

#include "draw/choice.h"

enum cp_cell_flag {
    CP_CELL_DARK = 1,
    CP_CELL_FROM = 2, /* the last move */
    CP_CELL_TO = 4,
    CP_CELL_CHECK = 8, /* a king in check */
    CP_CELL_TRAP = 16,
    CP_CELL_ORIGIN = 32,
    CP_CELL_FALL = 64, /* somebody fell here in the last turn */
};

typedef struct {
    uint8_t kind;   /* CP_NO_KIND: empty */
    uint8_t side;   /* enum cp_side */
    uint8_t flags;  /* enum cp_cell_flag */
    uint8_t tints;  /* one bit for each enum cp_colour */
    uint16_t clock; /* turns until it falls, 0 none */
} cp_cell;

struct cp_panel {
    cp_box box;
    uint32_t files, ranks;
    cp_cell *cells; /* rank by rank from the lowest, each from the lowest file */
    bool left_edge, right_edge, low_edge, high_edge; /* the board ends here */
};

struct cp_scene {
    const struct cp_view *view;
    struct cp_panel panels[CP_PANELS_MOST];
    uint32_t panel_count;   /* 1 + insets */
    const cp_man **outside; /* men in no panel, by rank, then file */
    uint32_t outside_count;
};

/* Decides what is seen. False when the window cannot be drawn, which is then
 * reported at `at` with the value that is too large (R-NOT-4). */
CP_MUST_USE bool cp_scene_make(struct cp_scene *out, const struct cp_view *view,
                               struct cp_arena *arena, struct cp_diags *d, cp_span at);

/* Where square is in a panel, counted from its low corner. */
CP_MUST_USE bool cp_panel_find(const struct cp_scene *s, const struct cp_panel *p, cp_square square,
                               uint32_t *file, uint32_t *rank);

/* The cell, and the square, at a column and row of the picture as it is seen:
 * row 0 on top, flipped if the view is. */
const cp_cell *cp_panel_cell(const struct cp_scene *s, const struct cp_panel *p, uint32_t column,
                             uint32_t row);
cp_square cp_panel_square(const struct cp_scene *s, const struct cp_panel *p, uint32_t column,
                          uint32_t row);

/* Whether a square is in any panel. */
bool cp_scene_has(const struct cp_scene *s, cp_square square);

#endif
