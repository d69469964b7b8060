/* SPDX-License-Identifier: MIT */
/* unpack_gz.c -- the only file that knows zlib. Members follow one another (pigz,
 * bgzip, cat a.gz b.gz); zeros behind the last one are a tape's padding. */
#include "tool/unpack.h"

#include <limits.h>
#include <stdlib.h>
#define ZLIB_CONST
#include <zlib.h>

enum { GZIP_ONLY = 16 + MAX_WBITS };

struct gz {
    z_stream z;
    bool is_between; /* members */
};

static bool is_begun(const unsigned char *first, size_t len)
{
    return len >= 3 && first[0] == 0x1f && first[1] == 0x8b && first[2] == 8;
}

static void *open_gz(void)
{
    struct gz *g = calloc(1, sizeof *g);
    if (g && inflateInit2(&g->z, GZIP_ONLY) == Z_OK)
        return g;
    free(g);
    return NULL;
}

static void close_gz(void *state)
{
    struct gz *g = state;
    (void)inflateEnd(&g->z); /* it only frees */
    free(g);
}

static const char *words_for(const struct gz *g, int answer)
{
    if (answer == Z_MEM_ERROR)
        return "there is no memory to unpack it";
    if (answer == Z_NEED_DICT)
        return "it needs a dictionary";
    return g->z.msg ? g->z.msg : "it cannot be unpacked";
}

/* On to the next member; false when there is none. */
static bool pass_padding(struct gz *g, struct cp_unpack_io *io)
{
    while (io->from_len && *io->from == 0) {
        io->from++;
        io->from_len--;
    }
    if (!io->from_len)
        return false;
    g->is_between = inflateReset(&g->z) != Z_OK;
    return true;
}

static uInt clipped(size_t len)
{
    return len < UINT_MAX ? (uInt)len : UINT_MAX;
}

static const char *step(void *state, struct cp_unpack_io *io, bool *is_whole)
{
    struct gz *g = state;
    *is_whole = g->is_between;
    if (g->is_between && !pass_padding(g, io))
        return NULL;
    uInt from_len = clipped(io->from_len), room = clipped(io->room);
    g->z.next_in = io->from;
    g->z.avail_in = from_len;
    g->z.next_out = io->to;
    g->z.avail_out = room;
    int answer = inflate(&g->z, Z_NO_FLUSH);
    io->from += from_len - g->z.avail_in;
    io->from_len -= from_len - g->z.avail_in;
    io->to += room - g->z.avail_out;
    io->room -= room - g->z.avail_out;
    *is_whole = g->is_between = answer == Z_STREAM_END;
    return answer == Z_OK || answer == Z_STREAM_END || answer == Z_BUF_ERROR ? NULL
                                                                             : words_for(g, answer);
}

const struct cp_packing cp_packing_gz = {is_begun, open_gz, close_gz, step};
