/* SPDX-License-Identifier: MIT */
/* braced.h -- a comment in braces at a cursor, in ICN as in other text: it ends with its }, or
 * where a section of tags begins (R-NOT-10). */
#ifndef CP_BRACED_H
#define CP_BRACED_H

#include "text/cursor.h"

/* Its length up to its brace; where it has none up to the tags, or the end of input. Of one that
 * is too long to keep it is not known. */
enum cp_braced_end { CP_BRACED_CLOSED, CP_BRACED_OPEN, CP_BRACED_TOO_LONG };
CP_MUST_USE enum cp_braced_end cp_braced_length(struct cp_cursor *c, size_t *len);

/* Past one that is too long, and its brace; true where tags ended it. */
bool cp_braced_pass_over(struct cp_cursor *c);

#endif
