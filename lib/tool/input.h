/* SPDX-License-Identifier: MIT */
/* input.h -- the files of the command line in turn, or standard input, as one
 * stream of UTF-8 each.
 *
 *     fd ──► raw block ──► UTF-8 ──► text or record reader
 *
 * Everything behind it reads UTF-8 and nothing else: a byte order mark is
 * dropped, Latin-1 and Windows-1252 are noticed and recoded with a warning,
 * UTF-16 is refused by name. NUL bytes pass: the reader behind knows their
 * place. Columns of recoded lines count the recoded bytes. */
#ifndef CP_INPUT_H
#define CP_INPUT_H

#include "base/diag.h"

/* CP_BYTES: whatever they are, they pass as they are. */
enum cp_encoding { CP_ENCODING_AUTO, CP_UTF_8, CP_WINDOWS_1252, CP_BYTES };

enum { CP_FILE_MOST = 16 << 20 }; /* of a file that is read whole */

/* What the first bytes look like. */
enum cp_shape { CP_SHAPE_EMPTY, CP_SHAPE_TEXT, CP_SHAPE_JSON, CP_SHAPE_YAML };

struct cp_input {
    struct cp_arena *arena;    /* for its block; lives as long */
    struct cp_diags *diags;    /* where it reports */
    const char *const *files;  /* "-" is standard input */
    uint32_t count, next;      /* none: standard input once */
    enum cp_encoding wanted;   /* as asked */
    const char *file;          /* the open one's name in messages */
    int fd;                    /* -1: none */
    enum cp_encoding encoding; /* as found so far in this file */
    uint32_t line, faults;     /* of this file, when something was wrong in it */
    bool is_ended, has_failed; /* this file */
    unsigned char *raw;
    size_t from, to; /* the unread part of raw */
    char spare[4];   /* of a character that did not fit where it was asked for */
    size_t spare_len;
};

/* files must outlive it. */
void cp_input_init(struct cp_input *in, struct cp_arena *arena, struct cp_diags *d,
                   const char *const *files, uint32_t count, enum cp_encoding wanted);

/* Opens the next file that can be read; those that cannot be are reported
 * and passed over. False when there is none left. */
CP_MUST_USE bool cp_input_next(struct cp_input *in);

/* Up to size bytes of the open file as UTF-8; 0 at its end, -1
 * when reading failed (reported). `input` is a struct cp_input. */
CP_MUST_USE long cp_input_read(void *input, char *room, size_t size);

/* By a look at the first bytes of the open file, before anything was read. */
enum cp_shape cp_input_shape(struct cp_input *in);

void cp_input_close(struct cp_input *in);

/* A whole file (of variants, of notes) as UTF-8, into arena. False: reported. */
CP_MUST_USE bool cp_file_read(struct cp_arena *arena, struct cp_diags *d, const char *file,
                              cp_str *out);

#endif
