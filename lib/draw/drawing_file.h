/* SPDX-License-Identifier: MIT */
/* drawing_file.h -- a drawing of an author's own, from a small SVG file:
 *
 *     <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 45 45">
 *       <path d="M10 39l12-30 12 30z" fill="white" stroke="black" stroke-width="1.5"/>
 *     </svg>
 *
 * It is drawn as White's piece: what is white has the side's colour, black lines around
 * it the outline's, all else that is black the contrasting one. The file is read, never
 * passed through: a closed list of elements, attributes and values, anything else is
 * refused at its place; what is painted is written anew. There are no entities, no
 * scripts, no style sheets, no references. */
#ifndef CP_DRAWING_FILE_H
#define CP_DRAWING_FILE_H

#include "base/diag.h"
#include "draw/drawings.h"

/* Bytes of a file, its parts, elements within each other, and bytes of all transforms around
 * a part, which are written for each. */
enum { CP_DRAWING_MOST = 64 * 1024, CP_PARTS_OF_DRAWING = 256, CP_DRAWING_DEPTH = 16 };
enum { CP_TRANSFORMS_MOST = 1000 };

/* NULL: what is wrong was reported, with its place. Its name says what it looks like. */
CP_MUST_USE const struct cp_drawing *cp_drawing_parse(struct cp_arena *arena, cp_str svg,
                                                      const char *file, struct cp_diags *d);

#endif
