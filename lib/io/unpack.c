/* SPDX-License-Identifier: MIT */
/* unpack.c -- the only file that knows zlib and libzstd.
 *
 * gzip: members follow one another (pigz, bgzip, cat a.gz b.gz); zeros behind the
 * last one are a tape's padding. Zstandard: frames follow one another, and some are
 * skipped (pzstd writes them). A frame says how far back it reaches; more than
 * WINDOW is refused, or a few bytes could ask for gigabytes of memory.
 *
 * The thread fills blocks, and waits while all are full; who reads waits while none is. What is
 * wrong travels in the block behind whose bytes it was found, so that it is told in its turn.
 * Only while it reads may the thread be cancelled: it holds nothing then.
 *
 * Why so: D9 (DECISIONS.md). */
#include "io/unpack.h"

#include "io/descriptors.h"

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#define ZLIB_CONST
#include <zlib.h>
#include <zstd.h>
#include <zstd_errors.h>

struct cp_packing {
    cp_str suffix;
    size_t (*pack)(char *room, size_t size, cp_str text); /* 0: there is no memory */
    size_t (*most)(size_t len);                           /* bytes that it takes */
    bool (*is_begun)(const unsigned char *first, size_t len);
    void *(*open)(void); /* NULL: memory is refused */
    void (*close)(void *state);

    /* One step onward in both, for which zstd's own structs serve. *is_whole: the packed file
     * may end here (members may stand one behind the other). NULL, or what is wrong: nothing
     * more can be had. */
    const char *(*step)(void *state, ZSTD_inBuffer *in, ZSTD_outBuffer *out, bool *is_whole);
};

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

/* Both buffers are blocks. */
static const char *step_gz(void *state, ZSTD_inBuffer *in, ZSTD_outBuffer *out, bool *is_whole)
{
    struct gunzip *g = state;
    const unsigned char *from = in->src;
    *is_whole = g->is_between;
    while (g->is_between && in->pos < in->size && from[in->pos] == 0)
        in->pos++;
    if (g->is_between && in->pos == in->size)
        return NULL;
    if (g->is_between && inflateReset(&g->z) != Z_OK)
        return words_for(g, Z_STREAM_ERROR);
    g->z.next_in = from + in->pos;
    g->z.avail_in = (uInt)(in->size - in->pos);
    g->z.next_out = (unsigned char *)out->dst + out->pos;
    g->z.avail_out = (uInt)(out->size - out->pos);
    int answer = inflate(&g->z, Z_NO_FLUSH);
    in->pos = in->size - g->z.avail_in;
    out->pos = out->size - g->z.avail_out;
    *is_whole = g->is_between = answer == Z_STREAM_END;
    return answer == Z_OK || answer == Z_STREAM_END || answer == Z_BUF_ERROR ? NULL
                                                                             : words_for(g, answer);
}

/* And some for its head and its end, which are longer than those of zlib's own format. */
static size_t most_gz(size_t len)
{
    enum { HEAD = 64 };
    return compressBound((uLong)len) + HEAD;
}

static size_t pack_gz(char *room, size_t size, cp_str text)
{
    enum { MEMORY_LEVEL = 8 }; /* zlib's own */
    z_stream z = {.next_in = (const unsigned char *)text.at,
                  .avail_in = (uInt)text.len,
                  .next_out = (unsigned char *)room,
                  .avail_out = (uInt)size};
    if (deflateInit2(&z, Z_DEFAULT_COMPRESSION, Z_DEFLATED, GZIP_ONLY, MEMORY_LEVEL,
                     Z_DEFAULT_STRATEGY) != Z_OK)
        return 0;
    bool good = deflate(&z, Z_FINISH) == Z_STREAM_END;
    (void)deflateEnd(&z); /* it only frees */
    return good ? size - z.avail_out : 0;
}

static const struct cp_packing packing_gz = {{".gz", 3}, pack_gz,  most_gz, is_gz,
                                             open_gz,    close_gz, step_gz};

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

static const char *step_zst(void *state, ZSTD_inBuffer *in, ZSTD_outBuffer *out, bool *is_whole)
{
    size_t before = in->pos + out->pos, answer = ZSTD_decompressStream(state, out, in);
    if (in->pos + out->pos > before) /* asked for nothing, it answers nothing */
        *is_whole = answer == 0;
    if (!ZSTD_isError(answer))
        return NULL;
    return ZSTD_getErrorCode(answer) == ZSTD_error_frameParameter_windowTooLarge
               ? "its window is above 8 MiB; read it through zstd -dc --long=31"
               : ZSTD_getErrorName(answer);
}

static size_t pack_zst(char *room, size_t size, cp_str text)
{
    size_t len = ZSTD_compress(room, size, text.at, text.len, ZSTD_CLEVEL_DEFAULT);
    return ZSTD_isError(len) ? 0 : len;
}

static const struct cp_packing packing_zst = {
    {".zst", 4}, pack_zst, ZSTD_compressBound, is_zst, open_zst, close_zst, step_zst};

/* ---- which ---- */

static const struct cp_packing *const packings[] = {&packing_gz, &packing_zst};
enum { PACKINGS = sizeof packings / sizeof *packings };

const struct cp_packing *cp_packing_of(const unsigned char *first, size_t len)
{
    for (size_t i = 0; i < PACKINGS; i++)
        if (packings[i]->is_begun(first, len))
            return packings[i];
    return NULL;
}

const struct cp_packing *cp_packing_take(cp_str *name)
{
    for (size_t i = 0; i < PACKINGS; i++) {
        cp_str suffix = packings[i]->suffix;
        if (name->len <= suffix.len ||
            !cp_str_like(cp_str_skip(*name, name->len - suffix.len), suffix))
            continue;
        name->len -= suffix.len;
        return packings[i];
    }
    return NULL;
}

bool cp_packing_write(const struct cp_packing *packing, int fd, cp_str text,
                      const struct cp_arena *like)
{
    enum { PIECE = 1 << 18 }; /* bytes that are packed at a time */
    struct cp_arena arena;
    bool good = true;
    if (!packing)
        return cp_descriptor_write(fd, text);
    cp_arena_init(&arena, like->out_of_memory, like->handler_data);
    do {
        cp_str piece = {text.at, text.len < PIECE ? text.len : PIECE};
        size_t most = packing->most(piece.len);
        char *room = cp_arena_take(&arena, most);
        cp_str packed = {room, packing->pack(room, most, piece)};
        errno = ENOMEM;
        good = packed.len && cp_descriptor_write(fd, packed);
        cp_arena_reset(&arena);
        text = cp_str_skip(text, piece.len);
    } while (good && text.len);
    cp_arena_close(&arena);
    return good;
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

/* ---- unpacking ahead ---- */

enum { BLOCKS = 4 };

struct block {
    unsigned char bytes[CP_BLOCK];
    size_t len;
    uint64_t taken;        /* packed bytes up to here */
    struct cp_fault fault; /* behind its bytes */
    bool is_last;
};

struct cp_unpacker {
    const struct cp_packing *packing;
    void *state;
    cp_packed_source source;
    void *data;

    /* of who unpacks */
    unsigned char packed[CP_BLOCK];
    ZSTD_inBuffer in;        /* of it */
    bool is_whole, has_more; /* the packed file may end here; unpacked bytes may wait */
    uint64_t taken;
    int ignored;

    /* between the two, under `lock` */
    struct block blocks[BLOCKS];
    unsigned first, count; /* that are full */
    bool is_stopped;
    pthread_mutex_t lock;
    pthread_cond_t changed;

    /* of who reads */
    size_t at; /* in the first block */
    bool has_thread, is_ended;
    pthread_t thread;
};

/* The next bytes, as many as one step yields; or none, at the end or where something is wrong. */
static void fill_block(struct cp_unpacker *u, struct block *b)
{
    ZSTD_outBuffer out = {b->bytes, CP_BLOCK, 0};
    b->fault = (struct cp_fault){.kind = CP_OK};
    while (!out.pos && !b->fault.kind) {
        if (u->in.pos == u->in.size && !u->has_more) {
            if (u->has_thread) /* else nobody can cancel it */
                pthread_setcancelstate(PTHREAD_CANCEL_ENABLE, &u->ignored);
            size_t got = u->source(u->data, u->packed, CP_BLOCK, &b->fault);
            if (u->has_thread)
                pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &u->ignored);
            u->in = (ZSTD_inBuffer){u->packed, got, 0};
            u->taken += got;
            if (!got && !b->fault.kind && !u->is_whole)
                b->fault = (struct cp_fault){CP_ARCHIVE_BROKEN, .words = "it ends too early"};
            if (!got)
                break;
        }
        const char *wrong = u->packing->step(u->state, &u->in, &out, &u->is_whole);
        u->has_more = out.pos == out.size;
        if (wrong)
            b->fault = (struct cp_fault){CP_ARCHIVE_BROKEN, .words = wrong};
    }
    b->len = out.pos;
    b->taken = u->taken;
    b->is_last = b->fault.kind || !b->len;
}

static void *unpack_all(void *unpacker)
{
    struct cp_unpacker *u = unpacker;
    bool is_over = pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &u->ignored) != 0;
    while (!is_over) {
        pthread_mutex_lock(&u->lock);
        while (u->count == BLOCKS && !u->is_stopped)
            pthread_cond_wait(&u->changed, &u->lock);
        struct block *b = &u->blocks[(u->first + u->count) % BLOCKS];
        bool is_stopped = u->is_stopped;
        pthread_mutex_unlock(&u->lock);
        if (is_stopped)
            break;
        fill_block(u, b);
        is_over = b->is_last;
        pthread_mutex_lock(&u->lock);
        u->count++;
        pthread_cond_signal(&u->changed);
        pthread_mutex_unlock(&u->lock);
    }
    return NULL;
}

struct cp_unpacker *cp_unpacker_open(const unsigned char *first, size_t len,
                                     cp_packed_source source, void *data, bool has_thread)
{
    struct cp_unpacker *u = calloc(1, sizeof *u);
    if (!u)
        return NULL;
    u->packing = cp_packing_of(first, len);
    u->state = u->packing->open();
    u->source = source;
    u->data = data;
    memcpy(u->packed, first, len);
    u->in = (ZSTD_inBuffer){u->packed, len, 0};
    if (!u->state) {
        free(u);
        return NULL;
    }
    u->lock = (pthread_mutex_t)PTHREAD_MUTEX_INITIALIZER;
    u->changed = (pthread_cond_t)PTHREAD_COND_INITIALIZER;
    sigset_t before;
    cp_signals_hold(&before);
    u->has_thread = has_thread; /* which it asks itself */
    if (has_thread && pthread_create(&u->thread, NULL, unpack_all, u) != 0)
        u->has_thread = false; /* it is unpacked while it is read */
    cp_signals_release(&before);
    return u;
}

void cp_unpacker_close(struct cp_unpacker *u)
{
    if (u->has_thread) {
        pthread_mutex_lock(&u->lock);
        u->is_stopped = true;
        pthread_cond_signal(&u->changed);
        pthread_mutex_unlock(&u->lock);
        pthread_cancel(u->thread);
        pthread_join(u->thread, NULL);
    }
    u->packing->close(u->state);
    free(u);
}

size_t cp_unpacker_read(struct cp_unpacker *u, unsigned char *room, size_t size, uint64_t *taken,
                        struct cp_fault *fault)
{
    if (u->is_ended)
        return 0;
    struct block *b = &u->blocks[u->first];
    if (!u->has_thread && !u->count) {
        fill_block(u, b);
        u->count++;
    }
    pthread_mutex_lock(&u->lock);
    while (!u->count)
        pthread_cond_wait(&u->changed, &u->lock);
    pthread_mutex_unlock(&u->lock);
    size_t left = b->len - u->at, len = left < size ? left : size;
    memcpy(room, b->bytes + u->at, len);
    u->at += len;
    *taken = b->taken;
    if (len < left)
        return len;
    *fault = b->fault;
    u->is_ended = b->is_last;
    u->at = 0;
    pthread_mutex_lock(&u->lock);
    u->first = (u->first + 1) % BLOCKS;
    u->count--;
    pthread_cond_signal(&u->changed);
    pthread_mutex_unlock(&u->lock);
    return len;
}
