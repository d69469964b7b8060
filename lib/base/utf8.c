/* SPDX-License-Identifier: MIT */
#include "base/utf8.h"

static bool is_tail(const char *at)
{
    return ((unsigned char)*at & 0xc0) == 0x80;
}

/* The first byte gives the length; the second is narrower after E0, ED, F0, F4. */
size_t cp_utf8_length(const char *at, const char *end)
{
    size_t left = (size_t)(end - at);
    if (!left)
        return 0;
    unsigned char first = (unsigned char)at[0], second = left > 1 ? (unsigned char)at[1] : 0;
    if (first < 0x80)
        return 1;
    if (first < 0xc2 || first > 0xf4 || left < 2 || !is_tail(at + 1))
        return 0;
    if (first < 0xe0)
        return 2;
    if ((first == 0xe0 && second < 0xa0) || (first == 0xed && second > 0x9f) ||
        (first == 0xf0 && second < 0x90) || (first == 0xf4 && second > 0x8f))
        return 0;
    size_t length = first < 0xf0 ? 3 : 4;
    for (size_t i = 2; i < length; i++)
        if (i >= left || !is_tail(at + i))
            return 0;
    return length;
}

size_t cp_utf8_cut(cp_str text, size_t most)
{
    size_t len = text.len;
    if (len > most)
        for (len = most; len && is_tail(text.at + len);)
            len--;
    return len;
}

uint32_t cp_utf8_get(const char *at, size_t length)
{
    static const unsigned char masks[] = {0, 0x7f, 0x1f, 0x0f, 0x07};
    uint32_t code = (unsigned char)at[0] & masks[length];
    for (size_t i = 1; i < length; i++)
        code = code << 6 | ((unsigned char)at[i] & 0x3f);
    return code;
}

size_t cp_utf8_put(char *to, uint32_t code)
{
    size_t length = code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
    static const unsigned char marks[] = {0, 0, 0xc0, 0xe0, 0xf0};
    for (size_t i = length; i-- > 1; code >>= 6)
        to[i] = (char)(0x80 | (code & 0x3f));
    to[0] = (char)(marks[length] | code);
    return length;
}

bool cp_utf8_is_ascii(cp_str text)
{
    uint64_t w, seen = 0;
    for (; text.len >= sizeof w; text = cp_str_skip(text, sizeof w)) {
        memcpy(&w, text.at, sizeof w);
        seen |= w;
    }
    for (size_t i = 0; i < text.len; i++)
        seen |= (unsigned char)text.at[i];
    return !(seen & CP_EACH(0x80));
}

bool cp_utf8_is_valid(cp_str text, size_t *bad)
{
    for (size_t at = 0, length; at < text.len; at += length) {
        length = (unsigned char)text.at[at] < 0x80
                     ? 1
                     : cp_utf8_length(text.at + at, text.at + text.len);
        if (!length) {
            if (bad)
                *bad = at;
            return false;
        }
    }
    return true;
}

bool cp_utf8_is_text(cp_str text)
{
    return cp_utf8_is_valid(text, NULL) && !(text.len && memchr(text.at, '\0', text.len));
}

bool cp_utf8_is_shown(uint32_t code)
{
    bool is_control = code < 0x20 || (code >= 0x7f && code < 0xa0);
    bool is_turning = code == 0x061c || code == 0x200e || code == 0x200f ||
                      (code >= 0x202a && code <= 0x202e) || (code >= 0x2066 && code <= 0x2069);
    bool is_line_end = code == 0x2028 || code == 0x2029;
    return !is_control && !is_turning && !is_line_end && (code & 0xfffe) != 0xfffe;
}

void cp_shown_put(struct cp_buf *out, cp_str text)
{
    for (size_t at = 0, n; at < text.len; at += n ? n : 1) {
        n = cp_utf8_length(text.at + at, text.at + text.len);
        uint32_t code = n ? cp_utf8_get(text.at + at, n) : (unsigned char)text.at[at];
        if (n && cp_utf8_is_shown(code))
            cp_buf_put(out, (cp_str){text.at + at, n});
        else
            cp_buf_printf(out, n > 1 ? "\\u%04x" : "\\x%02x", (unsigned)code);
    }
}
