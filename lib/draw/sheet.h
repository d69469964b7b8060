/* SPDX-License-Identifier: MIT */
/* sheet.h -- several diagrams on one sheet, row by row, numbered. A title that all have
 * stands above them once.
 *
 *     The title
 *     1                 2
 *     +----------+      +----------+      diagrams as text keep their lines and are as
 *     |          |      |          |      wide as they are; SVGs are as large as --size
 *     +----------+      +----------+      asks, or fill columns of equal width when the
 *     White to move     Mate in 2         sheet has a given one */
#ifndef CP_SHEET_H
#define CP_SHEET_H

#include "draw/svg.h"

enum { CP_SHEET_MOST = 10 }; /* columns, and rows */

/* One diagram, painted without its title: as text, or as SVG. */
struct cp_sheet_picture {
    cp_str title, text;
    struct cp_svg_part svg;
};

struct cp_sheet {
    const struct cp_sheet_picture *list;
    uint32_t count;   /* 1 or more */
    uint32_t columns; /* CP_SHEET_MOST at most */
    uint32_t first;   /* the number of the first */
};

/* The style for cp_svg_paint_part: what is left of the sheet's size for one diagram. */
struct cp_svg_style cp_sheet_style(const struct cp_svg_style *style, uint32_t columns);

void cp_sheet_put_text(struct cp_buf *out, const struct cp_sheet *s);

/* One document, whose ids are unique though pictures may be equal. */
void cp_sheet_put_svg(struct cp_buf *out, const struct cp_sheet *s,
                      const struct cp_svg_style *style);

#endif
