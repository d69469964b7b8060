/* SPDX-License-Identifier: MIT */
/* unpack_zst.c -- the only file that knows libzstd. Frames follow one another, and
 * some are skipped (pzstd writes them). A frame says how far back it reaches; more
 * than WINDOW is refused, or a few bytes could ask for gigabytes of memory. */
#include "tool/unpack.h"

#include <zstd.h>
#include <zstd_errors.h>

enum { WINDOW = 23 }; /* 8 MiB: what zstd -19 uses, and the format recommends to support */

static bool is_begun(const unsigned char *first, size_t len)
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

static const char *step(void *state, struct cp_unpack_io *io, bool *is_whole)
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

const struct cp_packing cp_packing_zst = {is_begun, open_zst, close_zst, step};
