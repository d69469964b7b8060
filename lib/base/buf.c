/* SPDX-License-Identifier: MIT */
#include "base/buf.h"

#include <stdarg.h>
#include <stdio.h>

static size_t room_for(const struct cp_buf *b, size_t n)
{
    size_t room = b->room ? b->room : 128;
    while (room - b->len <= n && room <= SIZE_MAX / 2)
        room *= 2;
    return room - b->len < n ? SIZE_MAX : room; /* the arena refuses it */
}

bool cp_buf_can_grow(const struct cp_buf *b, size_t n)
{
    const struct cp_arena *a = b->arena;
    size_t room = room_for(b, n);
    return !a->most || b->room - b->len > n || (room < a->most && a->held < a->most - room);
}

void cp_buf_grow(struct cp_buf *b, size_t n)
{
    size_t room = room_for(b, n);
    b->at = cp_arena_take_more(b->arena, b->at, b->room, room);
    b->room = room;
}

void cp_buf_put_int(struct cp_buf *b, int64_t n)
{
    char digits[20];
    size_t first = sizeof digits;
    uint64_t left = n < 0 ? -(uint64_t)n : (uint64_t)n;
    do {
        digits[--first] = (char)('0' + left % 10);
        left /= 10;
    } while (left);
    if (n < 0)
        cp_buf_putc(b, '-');
    cp_buf_put(b, (cp_str){digits + first, sizeof digits - first});
}

/* Mostly there is room, and what is printed need not be measured first. */
void cp_buf_vprintf(struct cp_buf *b, const char *fmt, va_list args)
{
    va_list again;
    va_copy(again, args);
    char *at = cp_buf_room(b, 1);
    int needed = vsnprintf(at, b->room - b->len, fmt, again);
    va_end(again);
    size_t len = needed > 0 ? (size_t)needed : 0;
    if (len >= b->room - b->len)
        (void)vsnprintf(cp_buf_room(b, len + 1), len + 1, fmt, args);
    b->len += len;
}

void cp_buf_printf(struct cp_buf *b, const char *fmt, ...)
{
    va_list args;
    va_start(args, fmt);
    cp_buf_vprintf(b, fmt, args);
    va_end(args);
}

cp_str cp_str_printf(struct cp_arena *arena, const char *fmt, ...)
{
    va_list args;
    struct cp_buf b = cp_buf_in(arena);
    va_start(args, fmt);
    cp_buf_vprintf(&b, fmt, args);
    va_end(args);
    return cp_buf_str(&b);
}
