/* SPDX-License-Identifier: MIT */
/* film.h -- pictures one after another in one SVG, which plays them again and again without any
 * script. Who shows no motion, or is asked for less of it, shows the last. */
#ifndef CP_FILM_H
#define CP_FILM_H

#include "draw/svg.h"

enum {
    CP_FILM_PICTURE = 1200, /* milliseconds for each */
    CP_FILM_END = 3600,     /* and for the last */
};

/* Count is 1 or more. */
void cp_film_paint(struct cp_buf *out, const struct cp_svg_part *parts, uint32_t count,
                   cp_str title, const struct cp_svg_style *style);

#endif
