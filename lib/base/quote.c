/* SPDX-License-Identifier: MIT */
#include "base/quote.h"
#include "base/utf8.h"

#include <stdint.h>

#define ONES  0x0101010101010101u
#define HIGHS 0x8080808080808080u

static uint64_t has_zero(uint64_t word)
{
    return (word - ONES) & ~word & HIGHS;
}

const char *cp_json_skip_plain(const char *at, const char *end)
{
    while (end - at >= 8) {
        uint64_t word;
        memcpy(&word, at, 8);
        uint64_t special = has_zero(word ^ ONES * '"') | has_zero(word ^ ONES * '\\') |
                           ((word - ONES * 0x20) & ~word & HIGHS) | (word & HIGHS);
        if (special)
            break;
        at += 8;
    }
    while (at < end && (unsigned char)*at >= 0x20 && (unsigned char)*at < 0x80 && *at != '"' &&
           *at != '\\')
        at++;
    return at;
}

void cp_json_put_string(struct cp_buf *out, cp_str text)
{
    static const char hex[] = "0123456789abcdef";
    if (!text.len)
        text = CP_STR("");
    const char *at = text.at, *end = text.at + text.len;
    cp_buf_putc(out, '"');
    while (at < end) {
        const char *plain = at;
        at = cp_json_skip_plain(at, end);
        cp_buf_put(out, (cp_str){plain, (size_t)(at - plain)});
        if (at == end)
            break;
        unsigned char c = (unsigned char)*at;
        if (c >= 0x80) {
            size_t length = cp_utf8_length(at, end);
            cp_buf_put(out, length ? (cp_str){at, length} : CP_STR("\xef\xbf\xbd"));
            at += length ? length : 1;
            continue;
        }
        at++;
        if (c == '"' || c == '\\') {
            cp_buf_put(out, (cp_str){(char[]){'\\', (char)c}, 2});
        } else if (c == '\n' || c == '\t' || c == '\r') {
            cp_buf_puts(out, c == '\n' ? "\\n" : c == '\t' ? "\\t" : "\\r");
        } else {
            cp_buf_put(out, (cp_str){(char[]){'\\', 'u', '0', '0', hex[c >> 4], hex[c & 15]}, 6});
        }
    }
    cp_buf_putc(out, '"');
}
