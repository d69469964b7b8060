/* SPDX-License-Identifier: MIT */
#include "game/square.h"

static const cp_str phi = {"\xcf\x86", 2}; /* U+03C6 */

/* ---- parts ---- */

/* A whole number as it is written: no leading zero, no "-0". */
static bool parse_number(struct cp_ints *t, cp_int *out, cp_str text)
{
    size_t first = text.len && text.at[0] == '-';
    bool is_zero = text.len > first && text.at[first] == '0';
    if (is_zero && text.len > 1)
        return false;
    return cp_int_parse(t, out, text);
}

static bool is_small_letter(char c)
{
    return c >= 'a' && c <= 'z';
}

/* "phi" is read as φ (R-NOT-1), so the file of that name is written PHI: the one
 * exception to small letters, without which letters and numbers would not be
 * the same squares. -phi is nothing but a file. */
static const cp_str phi_word = {"phi", 3}, phi_file = {"PHI", 3};
enum { PHI_NUMBER = (16 * 26 + 8) * 26 + 9 };

/* The letters of a file at the start of text, with their sign; 0 for none. */
static size_t letters_length(cp_str text)
{
    if (cp_str_starts(text, phi_file))
        return phi_file.len;
    size_t sign = text.len && text.at[0] == '-', end = sign;
    while (end < text.len && is_small_letter(text.at[end]))
        end++;
    return end > sign ? end : 0;
}

static bool parse_letters(struct cp_ints *t, cp_int *out, cp_str letters)
{
    bool minus = letters.at[0] == '-';
    if (cp_str_equal(letters, phi_file)) {
        *out = CP_INT(PHI_NUMBER);
        return true;
    }
    if (cp_str_equal(letters, phi_word))
        return false;
    if (!cp_int_parse_letters(t, out, cp_str_skip(letters, minus)))
        return false;
    if (minus)
        *out = cp_int_negate(t, *out);
    return true;
}

static void format_letters(const struct cp_ints *t, struct cp_buf *out, cp_int file, cp_str zero)
{
    int sign = cp_int_sign(t, file);
    if (sign == 0) {
        cp_buf_put(out, zero);
        return;
    }
    if (sign < 0)
        cp_buf_putc(out, '-');
    if (cp_int_equal(file, CP_INT(PHI_NUMBER)))
        cp_buf_put(out, phi_file);
    else
        cp_int_format_letters(t, out, file);
}

/* ---- squares ---- */

static bool parse_numeric(struct cp_ints *t, cp_square *out, cp_str inside)
{
    const char *comma = inside.len ? memchr(inside.at, ',', inside.len) : NULL;
    if (!comma)
        return false;
    size_t len = (size_t)(comma - inside.at);
    return parse_number(t, &out->file, (cp_str){inside.at, len}) &&
           parse_number(t, &out->rank, cp_str_skip(inside, len + 1));
}

static bool parse_lettered(struct cp_ints *t, cp_square *out, cp_str inside, cp_str zero)
{
    size_t len = letters_length(inside);
    if (len == 0 && cp_str_starts(inside, zero)) {
        out->file = CP_INT(0);
        return parse_number(t, &out->rank, cp_str_skip(inside, zero.len));
    }
    return len > 0 && parse_letters(t, &out->file, (cp_str){inside.at, len}) &&
           parse_number(t, &out->rank, cp_str_skip(inside, len));
}

static bool parse_bare(struct cp_ints *t, cp_square *out, cp_str text)
{
    size_t len = letters_length(text);
    return len > 0 && text.at[0] != '-' && parse_letters(t, &out->file, (cp_str){text.at, len}) &&
           parse_number(t, &out->rank, cp_str_skip(text, len)) && cp_int_sign(t, out->rank) > 0;
}

enum cp_diag cp_square_parse(struct cp_ints *t, cp_square *out, cp_str text,
                             enum cp_spelling spelling)
{
    if (spelling == CP_BARE)
        return parse_bare(t, out, text) ? CP_OK : CP_NOT_A_SQUARE;
    if (text.len < 2 || text.at[0] != '(' || text.at[text.len - 1] != ')')
        return CP_NOT_A_SQUARE;
    cp_str inside = {text.at + 1, text.len - 2};
    bool read = spelling == CP_NUMERIC
                    ? parse_numeric(t, out, inside)
                    : parse_lettered(t, out, inside, spelling == CP_LETTER ? phi : CP_STR("0"));
    return read ? CP_OK : CP_NOT_A_SQUARE;
}

bool cp_square_can_be_bare(const struct cp_ints *t, cp_square square)
{
    return cp_int_sign(t, square.file) > 0 && cp_int_sign(t, square.rank) > 0 &&
           cp_int_compare(t, square.file, CP_INT(26)) <= 0;
}

void cp_square_format(const struct cp_ints *t, struct cp_buf *out, cp_square square,
                      enum cp_spelling spelling)
{
    if (spelling == CP_BARE && !cp_square_can_be_bare(t, square))
        spelling = CP_NUMERIC;
    if (spelling != CP_BARE)
        cp_buf_putc(out, '(');
    cp_file_format(t, out, square.file, spelling);
    if (spelling == CP_NUMERIC)
        cp_buf_putc(out, ',');
    cp_int_format(t, out, square.rank);
    if (spelling != CP_BARE)
        cp_buf_putc(out, ')');
}

/* ---- files alone ---- */

enum cp_diag cp_file_parse(struct cp_ints *t, cp_int *out, cp_str text)
{
    if (cp_str_equal(text, phi)) {
        *out = CP_INT(0);
        return CP_OK;
    }
    size_t len = letters_length(text);
    bool read =
        len > 0 && len == text.len ? parse_letters(t, out, text) : parse_number(t, out, text);
    return read ? CP_OK : CP_NOT_A_FILE;
}

void cp_file_format(const struct cp_ints *t, struct cp_buf *out, cp_int file,
                    enum cp_spelling spelling)
{
    if (spelling == CP_NUMERIC)
        cp_int_format(t, out, file);
    else
        format_letters(t, out, file, spelling == CP_LETTER_ASCII ? CP_STR("0") : phi);
}
