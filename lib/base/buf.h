/* SPDX-License-Identifier: MIT */
/* buf.h -- a byte buffer that grows in an arena. Whatever is formatted goes
 * through one, never into fixed arrays. */
#ifndef CP_BUF_H
#define CP_BUF_H

#include "base/arena.h"

#include <stdarg.h>

struct cp_buf {
    char *at;
    size_t len, room;
    struct cp_arena *arena;
};

/* An empty one. */
static inline struct cp_buf cp_buf_in(struct cp_arena *arena)
{
    return (struct cp_buf){.arena = arena};
}

static inline void cp_buf_init(struct cp_buf *b, struct cp_arena *arena)
{
    *b = cp_buf_in(arena);
}

static inline void cp_buf_reset(struct cp_buf *b)
{
    b->len = 0;
}

static inline cp_str cp_buf_str(const struct cp_buf *b)
{
    return (cp_str){b->at, b->len};
}

/* Room for n more bytes; the caller adds those it uses to len. Never NULL, so that
 * nothing may be added to it. */
void cp_buf_grow(struct cp_buf *b, size_t n);

/* Whether the arena's bound leaves room for n more bytes: for those who may not be jumped
 * out of. */
CP_MUST_USE bool cp_buf_can_grow(const struct cp_buf *b, size_t n);

static inline char *cp_buf_room(struct cp_buf *b, size_t n)
{
    if (CP_UNLIKELY(b->room - b->len <= n))
        cp_buf_grow(b, n);
    return b->at + b->len;
}

/* memcpy for what is mostly short: words of a move or two. */
static inline void cp_copy(char *to, const char *from, size_t n)
{
    if (n > 16) {
        memcpy(to, from, n);
    } else if (n >= 8) {
        memcpy(to, from, 8);
        memcpy(to + n - 8, from + n - 8, 8);
    } else if (n >= 4) {
        memcpy(to, from, 4);
        memcpy(to + n - 4, from + n - 4, 4);
    } else if (n >= 2) {
        memcpy(to, from, 2);
        memcpy(to + n - 2, from + n - 2, 2);
    } else if (n) {
        *to = *from;
    }
}

static inline void cp_buf_put(struct cp_buf *b, cp_str text)
{
    if (text.len) {
        cp_copy(cp_buf_room(b, text.len), text.at, text.len);
        b->len += text.len;
    }
}

static inline void cp_buf_puts(struct cp_buf *b, const char *text)
{
    size_t len = strlen(text);
    if (len)
        memcpy(cp_buf_room(b, len), text, len);
    b->len += len;
}

static inline void cp_buf_putc(struct cp_buf *b, char c)
{
    *cp_buf_room(b, 1) = c;
    b->len++;
}

void cp_buf_put_int(struct cp_buf *b, int64_t n);
void cp_buf_printf(struct cp_buf *b, const char *fmt, ...) CP_PRINTF(2, 3);
void cp_buf_vprintf(struct cp_buf *b, const char *fmt, va_list args);

/* The same as a text of its own, with a NUL behind it. */
cp_str cp_str_printf(struct cp_arena *arena, const char *fmt, ...) CP_PRINTF(2, 3);

#endif
