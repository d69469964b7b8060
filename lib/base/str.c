/* SPDX-License-Identifier: MIT */
#include "base/str.h"

bool cp_str_like(cp_str a, cp_str b)
{
    if (a.len != b.len)
        return false;
    for (size_t i = 0; i < a.len; i++)
        if (cp_lower(a.at[i]) != cp_lower(b.at[i]))
            return false;
    return true;
}

cp_str cp_str_trim(cp_str a)
{
    while (a.len && cp_is_space(a.at[0]))
        a = cp_str_skip(a, 1);
    while (a.len && cp_is_space(a.at[a.len - 1]))
        a.len--;
    return a;
}

int cp_str_compare(cp_str a, cp_str b)
{
    size_t shared = a.len < b.len ? a.len : b.len;
    int order = shared ? memcmp(a.at, b.at, shared) : 0;
    if (order)
        return order;
    return a.len < b.len ? -1 : a.len > b.len;
}

bool cp_number_parse(cp_str text, uint32_t most, uint32_t *out)
{
    uint64_t n = 0;
    for (size_t i = 0; i < text.len && n <= most; i++) {
        if (!cp_is_digit(text.at[i]))
            return false;
        n = n * 10 + (uint64_t)(text.at[i] - '0');
    }
    *out = (uint32_t)n;
    return text.len && n <= most;
}
