/* SPDX-License-Identifier: MIT */
/* segment.h -- what can be seen, in a panel, of the line between two squares. Exact
 * to a tenth of a unit however far the squares are.
 *
 *            +- - - - - - -+  . to
 *            |  panel  . ' |             Points are counted in tenths of a drawing
 *            |     . '     |             unit from the upper left corner of the panel
 *     from   | . '         |             as it is seen; the strip beyond its edges
 *       . ' '+- - - - - - -+             belongs to it. */
#ifndef CP_SEGMENT_H
#define CP_SEGMENT_H

#include "draw/drawings.h"
#include "draw/view.h"

enum {
    CP_TENTHS = CP_DRAWING_GRID * 10, /* of a square */
    CP_STRIP = 9,                     /* units beyond the window */
};

typedef struct {
    int64_t x, y;
} cp_point;

struct cp_segment {
    cp_point from, to;
    bool enters, leaves; /* the line begins, ends, outside */
};

/* From the middle of one square to that of another; false: none of it is there. */
CP_MUST_USE bool cp_segment_find(struct cp_segment *out, const struct cp_scene *s,
                                 const struct cp_panel *p, cp_square from, cp_square to);

#endif
