/* SPDX-License-Identifier: MIT */
#include "tool/plies.h"

enum { DIGITS_MOST = 9 }; /* so that no number overflows */

static bool take_number(cp_str *text, uint32_t *out)
{
    size_t n = 0;
    *out = 0;
    for (; n < text->len && cp_is_digit(text->at[n]); n++)
        *out = *out * 10 + (uint32_t)(text->at[n] - '0') * (n < DIGITS_MOST);
    *text = cp_str_skip(*text, n);
    return n > 0 && n <= DIGITS_MOST;
}

static bool take_range(cp_str text, struct cp_ply_range *out)
{
    if (!take_number(&text, &out->low))
        return false;
    out->high = out->low;
    if (text.len && text.at[0] == '-') {
        text = cp_str_skip(text, 1);
        if (!take_number(&text, &out->high))
            return false;
    }
    return text.len == 0 && out->low <= out->high;
}

bool cp_plies_parse(struct cp_plies *out, struct cp_arena *arena, cp_str text)
{
    *out = (struct cp_plies){0};
    out->ranges = cp_arena_take_zero(arena, text.len / 2 + 1, sizeof *out->ranges);
    for (bool more = true; more;) {
        const char *comma = text.len ? memchr(text.at, ',', text.len) : NULL;
        cp_str item = {text.at, comma ? (size_t)(comma - text.at) : text.len};
        more = comma != NULL;
        text = cp_str_skip(text, item.len + more);
        if (cp_str_is(item, "last"))
            out->last = true;
        else if (cp_str_is(item, "all"))
            out->ranges[out->count++] = (struct cp_ply_range){0, UINT32_MAX};
        else if (take_range(item, &out->ranges[out->count]))
            out->count++;
        else
            return false;
    }
    return true;
}

bool cp_plies_has(const struct cp_plies *p, uint32_t ply)
{
    for (uint32_t i = 0; i < p->count; i++)
        if (p->ranges[i].low <= ply && ply <= p->ranges[i].high)
            return true;
    return false;
}

uint32_t cp_plies_missing(const struct cp_plies *p, uint32_t plies)
{
    for (uint32_t i = 0; i < p->count; i++) {
        if (p->ranges[i].low > plies)
            return p->ranges[i].low;
        if (p->ranges[i].high > plies && p->ranges[i].high != UINT32_MAX)
            return p->ranges[i].high;
    }
    return 0;
}
