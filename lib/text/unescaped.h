/* SPDX-License-Identifier: MIT */
/* unescaped.h -- where the bytes of a string stand that JSON has in one line of a file:
 *
 *     raw   5,2>5,4\n\u0031. 5,7     each escape has more bytes than it stands for;
 *     text  5,2>5,4.1. 5,7          one of each few hundred bytes is noted, and counted on from */
#ifndef CP_UNESCAPED_H
#define CP_UNESCAPED_H

#include "base/arena.h"

struct cp_unescaped {
    uint32_t line, col; /* of its first byte */
    cp_str raw;         /* as it stands between its quotation marks, and is known to be right */
    struct cp_noted *list;
    size_t count;
};

/* Once raw is known. */
void cp_unescaped_note(struct cp_unescaped *u, struct cp_arena *arena);

/* The column of the byte at an offset in the text. */
uint64_t cp_unescaped_col(const struct cp_unescaped *u, uint64_t offset);

#endif
