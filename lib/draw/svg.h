/* SPDX-License-Identifier: MIT */
/* svg.h -- the brush for pictures: one self-contained SVG 1.1 file that is also
 * fit to stand inside a page. No scripts, no style sheets, nothing from
 * elsewhere; every piece and every marked square has an id and a title. */
#ifndef CP_SVG_H
#define CP_SVG_H

#include "draw/view.h"

enum cp_theme { CP_THEME_LIGHT, CP_THEME_DARK, CP_THEME_PRINT };

/* The scene as an SVG document. Many may share a page: a drawing's id says whose it
 * is and in which theme, so that equal ids are equal drawings; all other ids begin
 * with a hash of what the picture shows, or with prefix if that is not empty
 * (letters, digits, '-' and '_'; anything else becomes '_'). */
void cp_svg_paint(struct cp_buf *out, const struct cp_scene *s, enum cp_theme theme, cp_str prefix);

#endif
