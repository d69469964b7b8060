/* SPDX-License-Identifier: MIT */
/* unpack.h -- packed files read as if they were not: told by their first bytes,
 * never by their names; by a thread of their own where files are read.
 *
 *     packed block ──► step ──► some raw blocks that wait ──► input.c
 *
 * Memory is flat, whatever it unpacks to. What is written is packed if its name says so, piece by
 * piece, each whole by itself: such pieces may stand one behind another. */
#ifndef CP_UNPACK_H
#define CP_UNPACK_H

#include "base/arena.h"
#include "base/diag.h"

enum {
    CP_BLOCK = 64 * 1024,
    CP_PACKING_LOOK = 10, /* bytes that tell how they are packed */
};

/* Something wrong at a byte of a file's UTF-8; UINT64_MAX: behind all there is. */
struct cp_fault {
    enum cp_diag kind; /* CP_OK: nothing */
    uint64_t offset;
    uint32_t line;     /* 0: unknown */
    int number;        /* the byte, or errno */
    const char *words; /* NULL, or instead of it */
};

/* Reads on for the unpacker, in its thread if it has one: 0 at the end, or where *fault is set. */
typedef size_t (*cp_packed_source)(void *data, unsigned char *room, size_t size,
                                   struct cp_fault *fault);

/* How what begins so is packed; NULL: in no way that is read here. */
const struct cp_packing *cp_packing_of(const unsigned char *first, size_t len);

/* Unpacks that, at most CP_BLOCK bytes, and what the source has behind it. NULL: memory or a
 * thread is refused. */
struct cp_unpacker *cp_unpacker_open(const unsigned char *first, size_t len,
                                     cp_packed_source source, void *data, bool has_thread);

/* Ends its thread, also one that waits for input. */
void cp_unpacker_close(struct cp_unpacker *u);

/* As much as there is room for, or what is ready; 0 at the end, or where *fault is set. *taken: how
 * many packed bytes were read for it. */
size_t cp_unpacker_read(struct cp_unpacker *u, unsigned char *room, size_t size, uint64_t *taken,
                        struct cp_fault *fault);

/* How a file of that name is packed, by its last suffix, which is taken off; NULL: it is not. */
const struct cp_packing *cp_packing_take(cp_str *name);

/* One more piece of it, or several, packed; of NULL as they are. Memory is refused as `like` does
 * it. False: errno. */
CP_MUST_USE bool cp_packing_write(const struct cp_packing *packing, int fd, cp_str text,
                                  const struct cp_arena *like);

/* The command that unpacks what begins so to its standard output; NULL: none is known. */
const char *cp_packing_command(const unsigned char *first, size_t len);

#endif
