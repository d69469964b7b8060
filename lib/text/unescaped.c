/* SPDX-License-Identifier: MIT */
#include "text/unescaped.h"

#include "base/json.h"

enum { STEP = 256 }; /* bytes of raw in which escapes are counted again */

/* Right behind an escape: offsets in the text, and in raw. */
struct cp_noted {
    uint64_t text, raw;
};

/* Past the next escape that begins before `end`; false: there is none. */
static bool pass_escape(cp_str raw, uint64_t end, struct cp_noted *n)
{
    const char *next = n->raw < end ? memchr(raw.at + n->raw, '\\', (size_t)(end - n->raw)) : NULL;
    if (!next)
        return false;
    char meant[4];
    size_t len;
    const char *behind = cp_json_unescape(next, raw.at + raw.len, meant, &len);
    n->text += (size_t)(next - raw.at) - n->raw + len;
    n->raw = (size_t)(behind - raw.at);
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
