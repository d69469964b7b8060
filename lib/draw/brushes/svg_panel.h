/* SPDX-License-Identifier: MIT */
/* svg_panel.h -- one part of the SVG brush: a rectangle of squares and all that is
 * on it, in the look of a theme. */
#ifndef CP_SVG_PANEL_H
#define CP_SVG_PANEL_H

#include "draw/brushes/brushes.h"
#include "draw/picture/words.h"

enum {
    CP_SVG_UNIT = CP_DRAWING_GRID, /* a square is as large as the grid of the drawings */
    CP_SVG_MARGIN = 12,            /* around everything */
    CP_SVG_TITLE = 20,             /* font of titles */
    CP_SVG_TITLE_HIGH = 28,        /* height of a line of them */
};

struct cp_svg_paint {
    struct cp_buf *out;
    const struct cp_scene *scene;
    const struct cp_view *view;
    const struct cp_theme *look;
    cp_str look_name; /* in ids of drawings */
    const char *dark; /* what dark squares are filled with */
    struct cp_arena *arena;
    cp_str drawing_prefix; /* of their ids; all others get it later */
    uint32_t letter;       /* how large letters are at least, in units; 0: any */
};

/* "cp-light-black-knight": the id, after its prefix, of a drawing; a disc is named
 * after its letters, in hex digits. */
void cp_svg_put_drawing_id(struct cp_svg_paint *p, uint32_t kind, uint8_t side);

static inline uint32_t cp_larger(uint32_t a, uint32_t b)
{
    return a > b ? a : b;
}

/* Words in lines so wide, from y down. */
struct cp_svg_lines {
    uint32_t x, y, width;
    uint32_t size, height; /* of the font, of a line */
    bool is_bold;
};

/* How high they are together; out NULL: they are only measured. */
uint32_t cp_svg_put_lines(struct cp_buf *out, cp_str text, const struct cp_svg_lines *how);

/* A document but for its body. */
struct cp_svg_frame {
    const struct cp_svg_style *style;
    uint32_t width, height;
    cp_str title, description;
    cp_str definitions; /* SVG */
};

/* All of it; CP_SVG_PREFIX_LATER becomes the prefix that the style asks for, or its hash. */
void cp_svg_put_document(struct cp_buf *out, const struct cp_svg_frame *f, cp_str body);

struct cp_label_fonts {
    uint32_t files, ranks;
};

/* " href=..." to the drawing of a piece: as SVG 2 writes it, and as SVG 1.1 does, which is
 * all that some programs know (Inkscape 1.2). */
void cp_svg_put_reference(struct cp_svg_paint *p, uint32_t kind, uint8_t side);

/* A corner of a path, in tenths of a unit: "M12.5 4". */
void cp_svg_put_corner(struct cp_buf *out, char command, int64_t x, int64_t y);

/* "<title>white hawk (d1)</title>" */
void cp_svg_put_man_title(struct cp_svg_paint *p, const cp_man *man);

/* The chips beside the window; its upper left square begins at (0,0). At each edge labels are so
 * wide, beyond the strip. */
void cp_svg_put_chips(struct cp_svg_paint *p, const uint32_t gutters[CP_EDGES]);

/* The map of all pieces below its heading; its corner is at (0,0). */
uint32_t cp_svg_map_width(const struct cp_svg_paint *p);
uint32_t cp_svg_map_height(const struct cp_svg_paint *p);
void cp_svg_put_map(struct cp_svg_paint *p);

/* Rings around the window, of which each is ten times as far: how much room they need beside it,
 * they, and the men in them. */
enum { CP_SVG_RING = 54 };
uint32_t cp_svg_rings_room(struct cp_svg_paint *p);
void cp_svg_put_rings(struct cp_svg_paint *p);
void cp_svg_put_ringed(struct cp_svg_paint *p);

/* A panel with its axes, labels in a font so large; its upper left square begins at (0,0). */
void cp_svg_put_panel(struct cp_svg_paint *p, const struct cp_panel *panel,
                      const struct cp_labels *letters, const struct cp_labels *numbers,
                      const struct cp_label_fonts *fonts);

#endif
