/* SPDX-License-Identifier: MIT */
/* raster.h -- pictures as PNG and PDF, made of SVG by librsvg, where it was built in
 * (make RSVG=1). Only this file knows that library. */
#ifndef CP_RASTER_H
#define CP_RASTER_H

#include "base/diag.h"

enum cp_raster { CP_RASTER_PNG, CP_RASTER_PDF };

/* Whether it was built in. */
bool cp_raster_is_there(void);

/* Puts the document as PNG, two pixels for one of the SVG, or as PDF. False: it could not be
 * made, and nothing was put. */
CP_MUST_USE bool cp_raster_put(struct cp_buf *out, cp_str svg, enum cp_raster format);

#endif
