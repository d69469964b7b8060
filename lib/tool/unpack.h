/* SPDX-License-Identifier: MIT */
/* unpack.h -- packed files read as if they were not: told by their first bytes,
 * never by their names. input.c reads and asks for steps.
 *
 *     packed block ──► step ──► raw block      flat memory, whatever it unpacks to */
#ifndef CP_UNPACK_H
#define CP_UNPACK_H

#include "base/str.h"

/* What is still to be read, and where to write; step moves both on. */
struct cp_unpack_io {
    const unsigned char *from;
    size_t from_len;
    unsigned char *to;
    size_t room;
};

struct cp_packing {
    bool (*is_begun)(const unsigned char *first, size_t len);
    void *(*open)(void); /* NULL: memory is refused */
    void (*close)(void *state);

    /* One step onward. *is_whole: the packed file may end here (members may stand
     * one behind the other). NULL, or what is wrong: nothing more can be had. */
    const char *(*step)(void *state, struct cp_unpack_io *io, bool *is_whole);
};

enum { CP_PACKING_LOOK = 10 }; /* bytes that tell it */

/* How what begins so is packed; NULL: it is not, or not so that it can be read here. */
const struct cp_packing *cp_packing_of(const unsigned char *first, size_t len);

/* The command that unpacks what begins so to its standard output; NULL: none is known. */
const char *cp_packing_command(const unsigned char *first, size_t len);

#endif
