/* SPDX-License-Identifier: MIT */
/* output.h -- what a tool writes: collected in `text`, written in large pieces.
 * A write that fails is remembered, so it need not be looked at each time;
 * the last write and the close are checked like any other. And the line on standard
 * error that shows how far a long run is.
 *
 * A regular file is written beside the one that is there, without a name where the
 * file system can do that, and takes its place once it is whole:
 *
 *     open ──► beside, unnamed ──► write ... ──► close ──► named ──► renamed
 *                                     │
 *                     signal, full disk, left ──► what was there is untouched */
#ifndef CP_OUTPUT_H
#define CP_OUTPUT_H

#include "base/buf.h"
#include "base/diag.h"
#include "io/unpack.h"

#include <time.h>

enum cp_fate {
    CP_WRITTEN,
    CP_READER_GONE, /* EPIPE: it is not read on; quietly stop */
    CP_UNWRITABLE,  /* reported */
};

struct cp_output {
    struct cp_buf text; /* put here what is to be written */
    struct cp_arena arena;
    struct cp_diags *diags;
    const char *file; /* its name in messages */
    int fd;
    enum cp_fate fate;
    bool is_held;                     /* all stays in `text` until it is taken */
    const struct cp_packing *packing; /* as its name says; NULL: what is written is not packed */
    bool has_begun;                   /* something of it is written */
    struct cp_arena names;            /* of the next two: */
    const char *target;               /* the file whose place it takes; NULL: written as it is */
    const char *beside;               /* its own name until then; NULL: it has none */
};

/* Whether that is a file, or may become one, beside which others can stand: no device, pipe or
 * stream of this process. */
CP_MUST_USE bool cp_output_is_file(const char *file);

/* NULL or "-" is standard output. What is called .gz or .zst is packed so. A regular file takes its
 * place when it is closed, with the owner and permissions of the one that was there; one that has
 * several names, or is in a folder where none can be made, is emptied and written in place.
 * Devices, pipes and what standard output and error are open on are written as they are. False when
 * it cannot be written (reported). */
CP_MUST_USE bool cp_output_open(struct cp_output *o, const struct cp_arena *like,
                                struct cp_diags *d, const char *file);

/* Writes what is there once it is worth a system call, or at once. */
enum cp_fate cp_output_flush_full(struct cp_output *o);
enum cp_fate cp_output_flush(struct cp_output *o);

/* Writes what is there, then text, which is not copied. */
enum cp_fate cp_output_write(struct cp_output *o, cp_str text);

/* For a worker that collects for the main thread: no file, all stays in `text` until emptied. */
void cp_output_hold(struct cp_output *o, const struct cp_arena *like, struct cp_diags *d);
void cp_output_empty(struct cp_output *o);

/* Not all that belongs into it could be had: what stands in its place stays, which is
 * reported. Nothing, of what is written in place. */
void cp_output_leave(struct cp_output *o);

/* Flushes and closes; what it answers is final. */
CP_MUST_USE enum cp_fate cp_output_close(struct cp_output *o);

/* ---- progress ---- */

/* How far a long run is, in one line of standard error that is
 * drawn anew now and then, and taken away for messages and at the end:
 *
 *     [########............]  41%  412.6 MB of 1.0 GB  31250 games/s  0:19 left
 *     412.6 MB  1289344 games  31250 games/s                 the size is not known
 *
 * Bytes are those read from files, packed as they are. Nothing is drawn unless
 * asked for. */
struct cp_progress {
    bool is_on, is_drawn;
    const struct cp_arena *like; /* memory is refused as it does */
    uint64_t total;              /* bytes of all files; 0: not known */
    struct timespec begun, drawn;
};

/* Begins now. No files: standard input. */
void cp_progress_begin(struct cp_progress *p, const struct cp_arena *like, const char *const *files,
                       uint32_t count);

/* So far. Cheap to call often: what was drawn is left standing for a while. */
void cp_progress_show(struct cp_progress *p, uint64_t bytes, uint64_t games);
void cp_progress_clear(struct cp_progress *p);

/* The line, after some seconds. */
void cp_progress_format(struct cp_buf *out, const struct cp_progress *p, double seconds,
                        uint64_t bytes, uint64_t games);

#endif
