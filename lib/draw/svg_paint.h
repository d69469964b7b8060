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
    const char *trap, *pit;  /* of a trap's square: around and within */
    const char *own, *moved; /* ways of who moved, and of whom he moved */
    const char *block[2];
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

/* Lengths in tenths of a unit along an arrow and across it. */
struct cp_svg_arrow {
    int32_t tail, tip;  /* left free around the centre of the first square, of the last */
    int32_t head, wing; /* length of the head; half its width */
    int32_t shaft;      /* half the shaft's width */
    bool is_double;     /* a head at both ends: tail is as tip */
    const char *colour, *opacity;
};

/* An arrow that begins or ends in the panel; one that leaves it points the way. */
void cp_svg_put_arrow(struct cp_svg_paint *p, const struct cp_panel *panel, cp_square from,
                      cp_square to, const struct cp_svg_arrow *look);

/* The arrows that somebody asked for. */
void cp_svg_put_arrows(struct cp_svg_paint *p, const struct cp_panel *panel);

/* What the last turn did, and what stands on the board beside men (svg_turn.c):
 * traps are ground, blocks lie under the men, the vanished among them, ways above. */
void cp_svg_put_traps(struct cp_svg_paint *p, const struct cp_panel *panel);
void cp_svg_put_blocks(struct cp_svg_paint *p, const struct cp_panel *panel);
void cp_svg_put_vanished(struct cp_svg_paint *p, const struct cp_panel *panel);
void cp_svg_put_ways(struct cp_svg_paint *p, const struct cp_panel *panel);

/* Where a square's upper left corner is in the panel. */
CP_MUST_USE bool cp_svg_find(struct cp_svg_paint *p, const struct cp_panel *panel, cp_square square,
                             uint32_t *x, uint32_t *y);

#endif
