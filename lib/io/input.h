/* SPDX-License-Identifier: MIT */
/* input.h -- the files of the command line in turn, or standard input, or what a caller's
 * function reads, as one stream of UTF-8 each.
 *
 *     fd ──► [unpacked] ──► [UTF-16] ──► raw block ──► UTF-8 ──► text or record reader
 *
 * Everything behind it reads UTF-8 and nothing else: byte order marks where lines
 * begin are dropped, UTF-16 is decoded, Latin-1 and Windows-1252 are noticed and recoded
 * with a warning, UTF-32 is refused by name. NUL bytes pass: the reader behind knows their
 * place. Columns of recoded lines count the recoded bytes.
 *
 * What is wrong in a file is kept until it is asked for by the place reached
 * (cp_input_report): so messages come in the same order however the file was cut
 * into blocks. */
#ifndef CP_INPUT_H
#define CP_INPUT_H

#include "base/diag.h"
#include "base/source.h"
#include "base/str.h"
#include "io/unpack.h"

/* ---- what is wrong with a file's bytes ---- */

enum { CP_BROKEN_MOST = 20 }; /* damaged bytes reported per file */

/* Of one file, in order: its encoding guessed once, bytes that are damaged, its end. */
struct cp_faults {
    struct cp_fault list[CP_BROKEN_MOST + 2];
    uint32_t count, reported, broken; /* broken: damaged bytes among them */
};

/* ---- game text, JSON Lines and YAML, told apart by their first bytes ---- */

/* What the first bytes look like. */
enum cp_shape { CP_SHAPE_EMPTY, CP_SHAPE_TEXT, CP_SHAPE_JSON, CP_SHAPE_YAML };

/* ---- files ---- */

/* CP_BYTES: whatever they are, they pass as they are. */
enum cp_encoding { CP_ENCODING_AUTO, CP_UTF_8, CP_UTF_16, CP_WINDOWS_1252, CP_BYTES };

enum {
    CP_FILE_MOST = 16 << 20, /* bytes of a file that is read whole */
};

struct cp_input {
    struct cp_arena *arena;   /* for its block; lives as long */
    struct cp_diags *diags;   /* where it reports what cannot be opened */
    const char *const *files; /* "-" is standard input */
    uint32_t count, next;     /* none: standard input once */
    enum cp_encoding wanted;  /* as asked */
    uint64_t from_byte;       /* of UTF-8 files, where reading begins */
    uint32_t from_line;       /* and on which line; 0: 1 */
    bool is_piped;            /* standard input is what the file holds from there */
    bool is_beside;           /* no games stand in it: nobody can ask */
    const char *file;         /* the open one's name in messages */
    cp_source source;         /* where bytes come from instead of files; NULL: files */
    void *source_data;
    int fd;                        /* -1: none */
    int64_t size;                  /* of a regular file, when it was opened; else 0 */
    bool is_streamed;              /* of some file nobody knows whether it can be read once more */
    enum cp_encoding encoding;     /* as found so far in this file */
    uint64_t offset;               /* of the UTF-8 of this file, read so far */
    uint32_t line;                 /* that comes next */
    bool is_list;                  /* its JSON is no JSON Lines, but one list */
    enum cp_shape shape;           /* of this file, once looked at */
    bool is_after_return;          /* a line feed next belongs to the same line end */
    bool is_line_begun;            /* something has been read behind the last line end */
    bool is_utf_16, is_big_endian; /* what was read, before it became UTF-8 */
    unsigned char *units;          /* of UTF-16, a block, once needed */
    size_t units_from, units_to;
    struct cp_faults faults;   /* of this file */
    bool is_ended, has_failed; /* this file */
    unsigned char *raw;
    size_t from, to;              /* the unread part of raw */
    struct cp_unpacker *unpacker; /* of this file; NULL: it is not packed */
    uint64_t taken;               /* bytes read from all files */
    uint64_t taken_before;        /* unpacking began */
    char spare[4];                /* of a character that did not fit where it was asked for */
    size_t spare_len;
};

/* files must outlive it. */
void cp_input_init(struct cp_input *in, struct cp_arena *arena, struct cp_diags *d,
                   const char *const *files, uint32_t count, enum cp_encoding wanted);

/* The same of one stream that a function reads, under that name. */
void cp_input_init_source(struct cp_input *in, struct cp_arena *arena, struct cp_diags *d,
                          const char *const *name, cp_source source, void *data,
                          enum cp_encoding wanted);

/* Opens the next file; one that cannot be read is empty and has a fault, or has been
 * reported. False when there is none left. */
CP_MUST_USE bool cp_input_next(struct cp_input *in);

/* Up to size bytes of the open file as UTF-8; 0 at its end, -1 when reading
 * failed. `input` is a struct cp_input. */
CP_MUST_USE long cp_input_read(void *input, char *room, size_t size);

/* Reports what was wrong before an offset of the file, once; UINT64_MAX: all of it. */
void cp_input_report(struct cp_input *in, uint64_t before);

/* Line ends in text, as its readers count them: LF, CR LF, and in game text CR
 * alone. *is_after_return goes on from one piece to the next. */
uint32_t cp_lines_count(cp_str text, enum cp_shape shape, bool *is_after_return);

/* By a look at the first bytes of the open file, before anything was read. */
enum cp_shape cp_input_shape(struct cp_input *in);

void cp_input_close(struct cp_input *in);

/* A whole file (of variants, of notes) as UTF-8, into arena. False: reported. */
CP_MUST_USE bool cp_file_read(struct cp_arena *arena, struct cp_diags *d, const char *file,
                              cp_str *out);

/* The same of one that a file names: no pipe, which may never end. */
CP_MUST_USE bool cp_file_read_regular(struct cp_arena *arena, struct cp_diags *d, const char *file,
                                      cp_str *out);

#endif
