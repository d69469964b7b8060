/* SPDX-License-Identifier: MIT */
/* progress.h -- how far a long run is, in one line of standard error that is
 * drawn anew now and then, and taken away for messages and at the end:
 *
 *     [########............]  41%  412.6 MB of 1.0 GB  31250 games/s  0:19 left
 *     412.6 MB  1289344 games  31250 games/s                 the size is not known
 *
 * Bytes are those read from files, packed as they are. Nothing is drawn unless
 * asked for. */
#ifndef CP_PROGRESS_H
#define CP_PROGRESS_H

#include "base/buf.h"

#include <time.h>

struct cp_progress {
    bool is_on, is_drawn;
    uint64_t total; /* bytes of all files; 0: not known */
    struct timespec begun, drawn;
};

/* Begins now. No files: standard input. */
void cp_progress_begin(struct cp_progress *p, const char *const *files, uint32_t count);

/* So far. Cheap to call often: what was drawn is left standing for a while. */
void cp_progress_show(struct cp_progress *p, uint64_t bytes, uint64_t games);
void cp_progress_clear(struct cp_progress *p);

/* The line, after some seconds. */
void cp_progress_format(struct cp_buf *out, const struct cp_progress *p, double seconds,
                        uint64_t bytes, uint64_t games);

#endif
