/* SPDX-License-Identifier: MIT */
/* drawing.h -- how pictures are drawn, as options ask for it. */
#ifndef CP_DRAWING_H
#define CP_DRAWING_H

#include "tool/diagrams.h"

/* All of cp-render; what says which games, and where pictures go, is not asked for here. */
extern const struct cp_option cp_drawing_options[];

/* enum cp_brush by --ascii, --unicode, --svg; -1: by none of them. False: reported. */
CP_MUST_USE bool cp_brush_read(int *brush, struct cp_run *run, const struct cp_options *o);

/* All else, for d->brush; it lives as long as arena. False: reported to run->own. */
CP_MUST_USE bool cp_diagrams_read(struct cp_diagrams *d, struct cp_run *run,
                                  const struct cp_options *o, struct cp_arena *arena);

#endif
