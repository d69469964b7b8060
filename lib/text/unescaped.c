/* SPDX-License-Identifier: MIT */
#include "text/unescaped.h"

enum { STEP = 256 }; /* bytes of raw in which escapes are counted again */

/* Right behind an escape: offsets in the text, and in raw. */
struct cp_noted {
    uint64_t text, raw;
};

static uint32_t hex_of(cp_str raw, size_t at)
{
    uint32_t n = 0;
    for (size_t i = at; i < at + 4 && i < raw.len; i++) {
        char c = cp_lower(raw.at[i]);
        n = n * 16 + (uint32_t)(cp_is_digit(c) ? c - '0' : c - 'a' + 10);
    }
    return n;
}

/* Past the next escape that begins before `end`; false: there is none. */
static bool pass_escape(cp_str raw, uint64_t end, struct cp_noted *n)
{
    const char *next = n->raw < end ? memchr(raw.at + n->raw, '\\', (size_t)(end - n->raw)) : NULL;
    if (!next)
        return false;
    size_t at = (size_t)(next - raw.at), len = 2, plain = 1;
    if (raw.at[at + 1] == 'u') {
        uint32_t code = hex_of(raw, at + 2);
        bool is_pair = code >= 0xd800 && code < 0xdc00;
        len = is_pair ? 12 : 6;
        plain = is_pair ? 4 : code < 0x80 ? 1 : code < 0x800 ? 2 : 3;
    }
    n->text += at - n->raw + plain;
    n->raw = at + len;
    return true;
}

void cp_unescaped_note(struct cp_unescaped *u, struct cp_arena *arena)
{
    size_t room = 0;
    struct cp_noted n = {0, 0};
    uint64_t known = 0;
    u->list = NULL;
    u->count = 0;
    while (pass_escape(u->raw, u->raw.len, &n)) {
        if (n.raw <= known + STEP)
            continue;
        if (u->count == room)
            u->list = cp_arena_grow(arena, u->list, &room, sizeof *u->list);
        u->list[u->count++] = n;
        known = n.raw;
    }
}

uint64_t cp_unescaped_col(const struct cp_unescaped *u, uint64_t offset)
{
    size_t low = 0, high = u->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (u->list[middle].text <= offset)
            low = middle + 1;
        else
            high = middle;
    }
    struct cp_noted n = low ? u->list[low - 1] : (struct cp_noted){0, 0}, next = n;
    uint64_t end = n.raw + STEP < u->raw.len ? n.raw + STEP : u->raw.len;
    while (pass_escape(u->raw, end, &next) && next.text <= offset)
        n = next;
    return u->col + n.raw + (offset - n.text);
}
