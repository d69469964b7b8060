/* SPDX-License-Identifier: MIT */
/* svg.h -- the brush for pictures: one self-contained SVG 1.1 file that is also
 * fit to stand inside a page. No scripts, no style sheets, nothing from
 * elsewhere; every piece and every marked square has an id and a title. */
#ifndef CP_SVG_H
#define CP_SVG_H

#include "draw/scene.h"

enum cp_theme { CP_THEME_LIGHT, CP_THEME_DARK, CP_THEME_PRINT };

/* In the prefix of ids: what the caller will put there later. */
#define CP_SVG_LATER '\1'

/* The scene as an SVG document. Ids begin with prefix (letters, digits, '-' and
 * '_', CP_SVG_LATER; anything else becomes '_'), so that several may share a page. */
void cp_svg_paint(struct cp_buf *out, const struct cp_scene *s, enum cp_theme theme, cp_str prefix);

#endif
