/* SPDX-License-Identifier: MIT */
#include "io/columns.h"

enum { KEPT = 1 << 18 }; /* 2 MiB: more than any reader looks ahead */

struct cp_continuation {
    uint32_t line, col;
};

void cp_columns_begin(struct cp_columns *c, struct cp_arena *arena, uint32_t line,
                      bool ends_at_returns)
{
    struct cp_continuation *list = c->list;
    *c = (struct cp_columns){.list = list,
                             .arena = arena,
                             .known_from = line,
                             .line = line,
                             .col = 1,
                             .ends_at_returns = ends_at_returns};
}

void cp_columns_pass(struct cp_columns *c, cp_str text)
{
    for (size_t i = 0; i < text.len; i++) {
        char byte = text.at[i];
        bool is_second = byte == '\n' && c->is_after_return;
        c->is_after_return = c->ends_at_returns && byte == '\r';
        if (is_second)
            continue;
        if (byte == '\n' || c->is_after_return) {
            c->line++;
            c->col = 1;
            continue;
        }
        uint32_t col = c->col++;
        if (((unsigned char)byte & 0xc0) != 0x80)
            continue;
        if (!c->list)
            c->list = cp_arena_take(c->arena, KEPT * sizeof *c->list);
        if (c->count == KEPT) {
            c->count = KEPT / 2;
            memmove(c->list, c->list + KEPT / 2, c->count * sizeof *c->list);
            c->known_from = c->list[0].line + 1; /* of its own line some may be gone */
        }
        c->list[c->count++] = (struct cp_continuation){c->line, col};
    }
}

/* How many stand before that place. */
static uint32_t count_before(const struct cp_columns *c, uint32_t line, uint32_t col)
{
    uint32_t low = 0, high = c->count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        const struct cp_continuation *at = &c->list[middle];
        if (at->line < line || (at->line == line && at->col < col))
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

uint32_t cp_columns_find(const struct cp_columns *c, uint32_t line, uint32_t col)
{
    bool is_known = c->line && line >= c->known_from && line <= c->line && col;
    return is_known ? col - (count_before(c, line, col) - count_before(c, line, 0)) : 0;
}
