/* SPDX-License-Identifier: MIT */
/* json.h -- RFC 8259 text to values.
 * One value per call; nesting and size are budgeted, duplicate keys refused. */
#ifndef CP_JSON_H
#define CP_JSON_H

#include "base/quote.h"
#include "base/value.h"

/* Lists and maps within each other. A variation costs three levels, so the
 * deepest game that text may hold (CP_DEPTH_MOST) fits. */
enum { CP_JSON_DEPTH = 1 << 20 };

/* The one value that text holds; false (and a report at its place) when it is
 * no JSON. `at` is where text begins in the user's file. Strings without
 * escapes borrow from text, which must live as long as the value. */
CP_MUST_USE bool cp_json_parse(struct cp_value **out, struct cp_arena *arena, cp_str text,
                               cp_span at, struct cp_diags *d);

#endif
