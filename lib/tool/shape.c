/* SPDX-License-Identifier: MIT */
#include "tool/shape.h"

enum { LOOK = 512 }; /* bytes that tell */

const unsigned char *cp_space_skip(const unsigned char *b, const unsigned char *end)
{
    while (b < end && cp_is_space((char)*b))
        b++;
    return b;
}

/* {"name": ...} is a record; { anything else } is a comment before a game. */
static bool is_json(const unsigned char *b, const unsigned char *end)
{
    if (b == end || *b != '{')
        return false;
    b = cp_space_skip(b + 1, end);
    if (b == end || *b == '}')
        return b < end;
    if (*b != '"')
        return false;
    for (b++; b < end && *b != '"'; b++)
        if (*b == '\\')
            b++;
    if (b >= end)
        return true;
    b = cp_space_skip(b + 1, end);
    return b == end || *b == ':';
}

/* "--- ", "%YAML", a # comment, or "name: value". */
static bool is_yaml(const unsigned char *b, const unsigned char *end)
{
    cp_str left = {(const char *)b, (size_t)(end - b)};
    if (cp_str_starts(left, CP_STR("---")) || cp_str_starts(left, CP_STR("%YAML")) ||
        cp_str_starts(left, CP_STR("#")))
        return true;
    size_t n = 0;
    while (n < left.len && (cp_is_letter(left.at[n]) || left.at[n] == '_'))
        n++;
    return n > 1 && n + 1 < left.len && left.at[n] == ':' && cp_is_space(left.at[n + 1]);
}

bool cp_shape_is_told(const unsigned char *b, const unsigned char *end)
{
    size_t len = (size_t)(end - b);
    if (len >= LOOK)
        return true;
    if (len && *b == '{')
        return memchr(b, ':', len) || memchr(b, '}', len);
    return len && memchr(b, '\n', len);
}

enum cp_shape cp_shape_of(const unsigned char *b, const unsigned char *end)
{
    if (is_json(b, end))
        return CP_SHAPE_JSON;
    return is_yaml(b, end) ? CP_SHAPE_YAML : CP_SHAPE_TEXT;
}
