/* SPDX-License-Identifier: MIT */
/* source.h -- where bytes come from: a file, a pipe, a string. */
#ifndef CP_SOURCE_H
#define CP_SOURCE_H

#include "base/str.h"

/* Fills room with up to size bytes; 0 at the end; negative when reading fails. */
typedef long (*cp_source)(void *data, char *room, size_t size);

/* A source of the text that `left` points at, of which it leaves what is not yet read. */
static inline long cp_source_of_text(void *left, char *room, size_t size)
{
    cp_str *text = left;
    size_t len = text->len < size ? text->len : size;
    if (len)
        memcpy(room, text->at, len);
    *text = cp_str_skip(*text, len);
    return (long)len;
}

/* With one such byte DOS ended files, and CP/M filled its blocks of 128. At the end of input
 * they are none of it: how many text ends with. */
enum { CP_DOS_END = 0x1a };

static inline unsigned cp_dos_ends(cp_str text)
{
    enum { MOST = 128 };
    unsigned n = 0;
    while (n < MOST && n < text.len && text.at[text.len - 1 - n] == CP_DOS_END)
        n++;
    return n;
}

#endif
