/* SPDX-License-Identifier: MIT */
#include "text/squares.h"

enum { SQUARE_MOST = 1 << 20, LETTERS_MOST = 8 };

static bool can_stand_inside(char c)
{
    return cp_is_digit(c) || cp_is_letter(c) || (c && strchr(" \t,+-", c)) ||
           (unsigned char)c >= 0x80;
}

/* Bytes from the parenthesis to the first that no square has. */
static size_t inside_length(cp_str text)
{
    size_t len = 1;
    while (len < text.len && len < SQUARE_MOST && can_stand_inside(text.at[len]))
        len++;
    return len;
}

static bool is_plain_word(cp_str text)
{
    size_t small = 0, capital = 0;
    for (size_t i = 0; i < text.len; i++) {
        small += text.at[i] >= 'a' && text.at[i] <= 'z';
        capital += text.at[i] >= 'A' && text.at[i] <= 'Z';
    }
    bool is_phi = cp_str_starts(text, CP_STR("(Phi"));
    return is_phi || ((!small || !capital) && small + capital <= LETTERS_MOST);
}

static bool rewrite(const struct cp_squares *how, struct cp_buf *out, cp_str text)
{
    cp_square_text square;
    bool is_square =
        cp_square_scan(how->ints, text, &square) == text.len && !square.odd && is_plain_word(text);
    if (is_square)
        cp_square_format(how->ints, out, cp_square_shift(how->ints, square.square, how->shift),
                         how->spelling);
    return is_square;
}

size_t cp_squares_rewrite(const struct cp_squares *how, struct cp_buf *out, cp_str text,
                          bool is_last)
{
    size_t done = 0;
    while (done < text.len) {
        const char *open = memchr(text.at + done, '(', text.len - done);
        size_t plain = open ? (size_t)(open - text.at) : text.len;
        cp_buf_put(out, (cp_str){text.at + done, plain - done});
        done = plain;
        if (!open)
            break;
        cp_str rest = cp_str_skip(text, done);
        size_t len = inside_length(rest);
        if (len == rest.len && !is_last && len < SQUARE_MOST)
            break;
        bool is_closed = len < rest.len && rest.at[len] == ')';
        bool is_done = is_closed && rewrite(how, out, (cp_str){rest.at, len + 1});
        len += is_done;
        if (!is_done)
            cp_buf_put(out, (cp_str){rest.at, len});
        done += len;
    }
    return done;
}
