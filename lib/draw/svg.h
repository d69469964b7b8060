/* SPDX-License-Identifier: MIT */
/* svg.h -- the brush for pictures: one self-contained SVG 1.1 file that is also
 * fit to stand inside a page. No scripts, nothing from elsewhere; its style sheet
 * says only that the page's are not for it, and what the colours are at night;
 * every piece and every marked square has an id and a title. */
#ifndef CP_SVG_H
#define CP_SVG_H

#include "draw/theme.h"
#include "draw/view.h"

enum cp_length_unit { CP_PX, CP_MM, CP_CM, CP_IN, CP_PT };

/* A length as CSS has it: "85mm". */
struct cp_length {
    uint32_t thousandths; /* of the unit; 0: none was given */
    uint8_t unit;         /* enum cp_length_unit */
};

struct cp_svg_style {
    const struct cp_theme *theme; /* NULL: light */
    cp_str id_prefix;             /* empty: by content */
    bool border;                  /* a frame around the sheet */
    bool transparent;             /* no ground behind it */
    bool map;                     /* of all pieces, on a logarithmic scale */
    struct cp_length square;      /* how large a square is: */
    struct cp_length width;       /* or how wide the sheet */
    struct cp_length label;       /* how high labels at the axes are */
};

/* "24px", "8.5mm"; without a unit px. False: none, nothing, or more than a hundred
 * thousand of the unit. */
CP_MUST_USE bool cp_length_parse(struct cp_length *out, cp_str text);

/* The scene as an SVG document. Many may share a page: a drawing's id says whose it
 * is and in which theme, so that equal ids are equal drawings; all other ids begin
 * with a hash of what the picture shows, or with id_prefix if that is not empty
 * (letters, digits, '-' and '_'; anything else becomes '_'). A sheet of a given size has
 * labels of at least six points, if need be fewer. */
void cp_svg_paint(struct cp_buf *out, const struct cp_scene *s, const struct cp_svg_style *style);

/* The same to stand on a sheet with others: see sheet.h. */
struct cp_svg_part {
    uint32_t width, height; /* in units of its squares */
    uint32_t letter;        /* the font that words have at least, in these units */
    cp_str description;     /* words */
    cp_str definitions;     /* each a line of SVG, which only equal ones have an id of */
    cp_str body;            /* SVG, with a hole for the prefix of ids */
};

/* All in arena. */
void cp_svg_paint_part(struct cp_svg_part *out, const struct cp_scene *s,
                       const struct cp_svg_style *style, struct cp_arena *arena);

/* Sets of kinds of pieces, by side. */
struct cp_svg_kinds {
    uint64_t of[2];
};

/* For those who use drawings beside pictures: the drawings of a set, each a line of SVG as in
 * cp_svg_part's definitions, and the id of one. */
void cp_svg_put_drawings(struct cp_buf *out, const struct cp_alphabet *a,
                         const struct cp_svg_kinds *used, const struct cp_svg_style *style);
void cp_svg_put_name(struct cp_buf *out, const struct cp_alphabet *a, uint8_t kind, uint8_t side,
                     const struct cp_svg_style *style);

/* Each drawing once: adds the lines that are not in `all` to it, and to `fresh` if that is not
 * NULL. */
void cp_svg_add_definitions(struct cp_buf *all, struct cp_buf *fresh, cp_str lines);

#endif
