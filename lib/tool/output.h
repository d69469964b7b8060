/* SPDX-License-Identifier: MIT */
/* output.h -- what a tool writes: collected in `text`, written in large pieces.
 * A write that fails is remembered, so whoever writes need not look each time;
 * the last write and the close are checked like any other. */
#ifndef CP_OUTPUT_H
#define CP_OUTPUT_H

#include "base/buf.h"
#include "base/diag.h"

enum cp_fate {
    CP_WRITTEN,
    CP_READER_GONE, /* EPIPE: nobody reads on; quietly stop */
    CP_UNWRITABLE,  /* reported */
};

struct cp_output {
    struct cp_buf text; /* put here what is to be written */
    struct cp_arena arena;
    struct cp_diags *diags;
    const char *file; /* its name in messages */
    int fd;
    enum cp_fate fate;
    bool is_held; /* all stays in `text` until somebody takes it */
};

/* NULL or "-" is standard output; another file is made or emptied. False when
 * it cannot be (reported). */
CP_MUST_USE bool cp_output_open(struct cp_output *o, const struct cp_arena *like,
                                struct cp_diags *d, const char *file);

/* Writes what is there once it is worth a system call, or at once. */
enum cp_fate cp_output_flush_full(struct cp_output *o);
enum cp_fate cp_output_flush(struct cp_output *o);

/* Writes what is there, then text, which is not copied. */
enum cp_fate cp_output_write(struct cp_output *o, cp_str text);

/* For one who collects for another: no file, all stays in `text` until emptied. */
void cp_output_hold(struct cp_output *o, const struct cp_arena *like, struct cp_diags *d);
void cp_output_empty(struct cp_output *o);

/* Flushes and closes; what it answers is final. */
CP_MUST_USE enum cp_fate cp_output_close(struct cp_output *o);

#endif
