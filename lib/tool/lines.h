/* SPDX-License-Identifier: MIT */
/* lines.h -- a stream of bytes as lines of any length. */
#ifndef CP_LINES_H
#define CP_LINES_H

#include "base/buf.h"
#include "base/source.h"

enum { CP_LINE_MOST = 64 << 20 }; /* bytes of one line */

struct cp_lines {
    cp_source source;
    void *data;
    struct cp_arena arena; /* of its window only */
    struct cp_buf window;
    size_t at;       /* what comes before it has been given out */
    uint32_t number; /* of the line given out last */
    uint64_t offset; /* of what comes behind it */
    bool is_ended;
    size_t most; /* CP_LINE_MOST; smaller in tests */
};

/* Memory is refused the way `like` does it. */
void cp_lines_open(struct cp_lines *l, const struct cp_arena *like, cp_source source, void *data);
void cp_lines_close(struct cp_lines *l);

/* The next line without its end (\n or \r\n), which lives until the next call.
 * A line beyond the most is passed over and said to be TOO_LONG. */
enum cp_lines_next { CP_LINES_END, CP_LINES_LINE, CP_LINES_TOO_LONG };
CP_MUST_USE enum cp_lines_next cp_lines_read(struct cp_lines *l, cp_str *line);

#endif
