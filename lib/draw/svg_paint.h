/* SPDX-License-Identifier: MIT */
/* svg_paint.h -- what the parts of the SVG brush share: the look of a theme, and
 * where the paint goes. Nobody else includes it. */
#ifndef CP_SVG_PAINT_H
#define CP_SVG_PAINT_H

#include "draw/labels.h"
#include "draw/pieces.h"
#include "draw/words.h"

/* One square is as large as the grid of the drawings. */
enum { CP_SVG_UNIT = CP_DRAWING_GRID, CP_SVG_FADE = 9 /* the strip beyond the window */ };

struct cp_svg_look {
    const char *ground, *words, *light, *dark, *edge;
    const char *fill[2], *ink[2], *detail[2]; /* of men, by side */
    const char *last, *check, *origin;
    const char *colours[CP_COLOURS];
    bool framed; /* marks are frames, to be told apart without colour */
};

struct cp_svg_paint {
    struct cp_buf *out;
    const struct cp_scene *scene;
    const struct cp_view *view;
    const struct cp_svg_look *look;
    struct cp_arena *arena;
    cp_str prefix; /* of ids */
};

/* "black7": the id, after the prefix, of a drawing. */
void cp_svg_put_drawing_id(struct cp_svg_paint *p, uint32_t kind, uint8_t side);

/* The squares, marks, men, arrows and axes of a panel whose upper left square
 * begins at (0,0). */
void cp_svg_put_panel(struct cp_svg_paint *p, const struct cp_panel *panel,
                      const struct cp_labels *letters, const struct cp_labels *numbers);

/* The arrows that begin or end in a panel; one that leaves it points the way. */
void cp_svg_put_arrows(struct cp_svg_paint *p, const struct cp_panel *panel);

#endif
