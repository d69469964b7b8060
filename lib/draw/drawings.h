/* SPDX-License-Identifier: MIT */
/* drawings.h -- our own piece drawings, as path data on a grid of 45 x 45 units.
 *
 *     shapes   filled with the side's colour and outlined
 *     strings  outside the shapes, in the outline's colour
 *     strokes  inside, in the contrasting colour
 *     dots     filled with the contrasting colour
 *
 * painted in the order of the parts. A drawing is found by the name a variant gives its
 * piece ("hawk", or what else the same piece is called), so a user's own variant gets the
 * drawings it asks for by name, and a plain disc with its letter for anything else. */
#ifndef CP_DRAWINGS_H
#define CP_DRAWINGS_H

#include "base/diag.h"
#include "game/alphabet.h"

enum { CP_DRAWING_GRID = 45, CP_NAMES_OF_DRAWING = 6 };

enum cp_part_role { CP_PART_END, CP_PART_SHAPE, CP_PART_STRINGS, CP_PART_STROKES, CP_PART_DOTS };

struct cp_drawing_part {
    enum cp_part_role role;
    const char *path;
    const char *style; /* of an author's: an attribute of its own with a blank before it */
};

struct cp_drawing {
    const char *name;
    const char *other_names[CP_NAMES_OF_DRAWING]; /* NULL behind the last */
    const struct cp_drawing_part *parts;          /* up to END */
    const char *white, *black;                    /* its Unicode chess symbols; NULL: none */
    const char *box;                              /* of an author's: its viewBox; NULL: the grid */
};

/* The drawing of a piece so named, but for case; NULL when there is none. */
const struct cp_drawing *cp_drawing_find(cp_str name);

/* The piece's own, if its variant brings one, else that of its name. */
const struct cp_drawing *cp_drawing_of(const struct cp_piece_words *piece);

/* All of them, by index; NULL beyond the last. */
const struct cp_drawing *cp_drawing_at(size_t index);

/* ---- drawings of an author's own: from a small SVG file:
 *
 *     <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 45 45">
 *       <path d="M10 39l12-30 12 30z" fill="white" stroke="black" stroke-width="1.5"/>
 *     </svg>
 *
 * It is drawn as White's piece: what is white has the side's colour, black lines around
 * it the outline's, all else that is black the contrasting one. The file is read, never
 * passed through: svg with its viewBox and path with d, fill, stroke and stroke-width, anything
 * else is refused at its place. There are no entities, no scripts, no style sheets, no
 * references. */

/* Bytes of a file, and its paths. */
enum { CP_DRAWING_MOST = 64 * 1024, CP_PARTS_OF_DRAWING = 256 };

/* NULL: what is wrong was reported, with its place. Its name says what it looks like. */
CP_MUST_USE const struct cp_drawing *cp_drawing_parse(struct cp_arena *arena, cp_str svg,
                                                      const char *file, struct cp_diags *d);

#endif
