/* SPDX-License-Identifier: MIT */
/* html.h -- what stands around games and pictures in a page: one HTML file that asks for
 * nothing else, and runs no script but the one that is bundled. Foreign text enters by
 * cp_words_put, as in pictures. */
#ifndef CP_HTML_H
#define CP_HTML_H

#include "draw/svg.h"

/* All in front of the games, and all behind them. */
void cp_html_put_head(struct cp_buf *out, const struct cp_svg_style *style, cp_str title);
void cp_html_put_foot(struct cp_buf *out);

/* Drawings that figures use, lines of SVG, where no reader sees them. */
void cp_html_put_drawings(struct cp_buf *out, cp_str definitions);

/* A picture with its caption; id begins all ids in it. Its drawings are not there. */
void cp_html_put_figure(struct cp_buf *out, const struct cp_svg_part *part,
                        const struct cp_svg_style *style, cp_str id, cp_str title);

#endif
