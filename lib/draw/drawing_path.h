/* SPDX-License-Identifier: MIT */
/* drawing_path.h -- numbers, paths and transforms as SVG writes them, read and written
 * anew: what comes out are letters and decimals of ours, whatever went in. Numbers count
 * in millionths. */
#ifndef CP_DRAWING_PATH_H
#define CP_DRAWING_PATH_H

#include "base/buf.h"

enum { CP_MICRO = 1000000, CP_MICRO_MOST = 1000000 }; /* no number is larger than a million */

/* The number at the front of *rest, which moves behind it. */
CP_MUST_USE bool cp_micro_take(cp_str *rest, int64_t *out);

/* All of text; "px" may stand behind it. */
CP_MUST_USE bool cp_micro_parse(cp_str text, int64_t *out);
void cp_micro_format(struct cp_buf *out, int64_t micro);

/* Past white space and at most one comma. */
cp_str cp_skip_comma(cp_str text);

/* These append to out, and return NULL, or where text could not be read. */
CP_MUST_USE const char *cp_path_copy(struct cp_buf *out, cp_str text);
CP_MUST_USE const char *cp_points_copy(struct cp_buf *out, cp_str text);
CP_MUST_USE const char *cp_transform_copy(struct cp_buf *out, cp_str text);

#endif
