/* SPDX-License-Identifier: MIT */
/* unpack.c -- the only file that knows zlib and libzstd.
 *
 * gzip: members follow one another (pigz, bgzip, cat a.gz b.gz); zeros behind the
 * last one are a tape's padding. Zstandard: frames follow one another, and some are
 * skipped (pzstd writes them). A frame says how far back it reaches; more than
 * WINDOW is refused, or a few bytes could ask for gigabytes of memory. */
#include "tool/unpack.h"

#include <limits.h>
#include <stdlib.h>
#define ZLIB_CONST
#include <zlib.h>
#include <zstd.h>
#include <zstd_errors.h>

/* ---- gzip ---- */

enum { GZIP_ONLY = 16 + MAX_WBITS };

struct gunzip {
    z_stream z;
    bool is_between; /* members */
};

static bool is_gz(const unsigned char *first, size_t len)
{
    return len >= 3 && first[0] == 0x1f && first[1] == 0x8b && first[2] == 8;
}

static void *open_gz(void)
{
    struct gunzip *g = calloc(1, sizeof *g);
    if (g && inflateInit2(&g->z, GZIP_ONLY) == Z_OK)
        return g;
    free(g);
    return NULL;
}

static void close_gz(void *state)
{
    struct gunzip *g = state;
    (void)inflateEnd(&g->z); /* it only frees */
    free(g);
}

static const char *words_for(const struct gunzip *g, int answer)
{
    if (answer == Z_MEM_ERROR)
        return "there is no memory to unpack it";
    if (answer == Z_NEED_DICT)
        return "it needs a dictionary";
    return g->z.msg ? g->z.msg : "it cannot be unpacked";
}

/* On to the next member; false when there is none. */
static bool pass_padding(struct gunzip *g, struct cp_unpack_io *io)
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

static const char *step_gz(void *state, struct cp_unpack_io *io, bool *is_whole)
{
    struct gunzip *g = state;
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

static const struct cp_packing packing_gz = {is_gz, open_gz, close_gz, step_gz};

/* ---- Zstandard ---- */

enum { WINDOW = 23 }; /* 8 MiB: what zstd -19 uses, and the format recommends to support */

static bool is_zst(const unsigned char *first, size_t len)
{
    if (len < 4)
        return false;
    bool is_frame = memcmp(first, "\x28\xb5\x2f\xfd", 4) == 0;
    bool is_skipped = (first[0] & 0xf0) == 0x50 && memcmp(first + 1, "\x2a\x4d\x18", 3) == 0;
    return is_frame || is_skipped;
}

static void *open_zst(void)
{
    ZSTD_DCtx *z = ZSTD_createDCtx();
    if (z && !ZSTD_isError(ZSTD_DCtx_setParameter(z, ZSTD_d_windowLogMax, WINDOW)))
        return z;
    (void)ZSTD_freeDCtx(z); /* it only frees, and takes NULL */
    return NULL;
}

static void close_zst(void *state)
{
    (void)ZSTD_freeDCtx(state);
}

static const char *step_zst(void *state, struct cp_unpack_io *io, bool *is_whole)
{
    ZSTD_inBuffer in = {io->from, io->from_len, 0};
    ZSTD_outBuffer out = {io->to, io->room, 0};
    size_t answer = ZSTD_decompressStream(state, &out, &in);
    io->from += in.pos;
    io->from_len -= in.pos;
    io->to += out.pos;
    io->room -= out.pos;
    if (in.pos || out.pos) /* asked for nothing, it answers nothing */
        *is_whole = answer == 0;
    if (!ZSTD_isError(answer))
        return NULL;
    return ZSTD_getErrorCode(answer) == ZSTD_error_frameParameter_windowTooLarge
               ? "its window is above 8 MiB; read it through zstd -dc --long=31"
               : ZSTD_getErrorName(answer);
}

static const struct cp_packing packing_zst = {is_zst, open_zst, close_zst, step_zst};

/* ---- which ---- */

const struct cp_packing *cp_packing_of(const unsigned char *first, size_t len)
{
    static const struct cp_packing *const all[] = {&packing_gz, &packing_zst};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (all[i]->is_begun(first, len))
            return all[i];
    return NULL;
}

const char *cp_packing_command(const unsigned char *first, size_t len)
{
    static const struct {
        const char *begin, *rest; /* from the fifth byte on */
        const char *command;
    } all[] = {
        {"\xfd"
         "7zX",
         "Z", "xz -dc"},
        {"PK\3\4", "", "unzip -p"},
        {"7z\xbc\xaf", "\x27\x1c", "7z x -so"},
        {"\x04\x22\x4d\x18", "", "lz4 -dc"},
        {"Rar!", "\x1a\x07", "unrar p -inul"},
    };
    if (len >= CP_PACKING_LOOK && memcmp(first, "BZh", 3) == 0 &&
        memcmp(first + 4, "1AY&SY", 6) == 0) /* between them a digit: how well it is packed */
        return "bzip2 -dc";
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (len >= 4 + strlen(all[i].rest) && memcmp(first, all[i].begin, 4) == 0 &&
            memcmp(first + 4, all[i].rest, strlen(all[i].rest)) == 0)
            return all[i].command;
    return NULL;
}
