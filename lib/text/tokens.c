/* SPDX-License-Identifier: MIT */
#include "text/tokens.h"

#include "game/square.h"

static bool is_blank(char c)
{
    return c == ' ' || c == '\t';
}

static size_t blanks(cp_str text, size_t from)
{
    while (from < text.len && is_blank(text.at[from]))
        from++;
    return from;
}

/* ---- results and glyphs ---- */

static bool is_delimiter(cp_str text, size_t at)
{
    return at >= text.len || cp_is_space(text.at[at]) || strchr("){};[(*", text.at[at]);
}

/* A result is two halves around a dash. */
static size_t half_length(cp_str text, size_t at, char *value)
{
    static const struct {
        cp_str text;
        char value;
    } halves[] = {{{"1/2", 3}, '2'}, {{"\xc2\xbd", 2}, '2'}, {{"1", 1}, '1'}, {{"0", 1}, '0'}};
    for (size_t i = 0; at <= text.len && i < sizeof halves / sizeof *halves; i++)
        if (cp_str_starts(cp_str_skip(text, at), halves[i].text)) {
            *value = halves[i].value;
            return halves[i].text.len;
        }
    return 0;
}

size_t cp_result_scan(cp_str text, cp_str *result)
{
    if (text.len && text.at[0] == '*' && is_delimiter(text, 1)) {
        *result = CP_STR("*");
        return 1;
    }
    char white = 0, black = 0;
    size_t first = half_length(text, 0, &white);
    if (!first)
        return 0;
    size_t dash = cp_minus_scan(cp_str_skip(text, first));
    size_t second = dash ? half_length(text, first + dash, &black) : 0;
    size_t len = first + dash + second;
    if (!second || !is_delimiter(text, len))
        return 0;
    if (white == '2' && black == '2')
        *result = CP_STR("1/2-1/2");
    else if (white == '1' && black == '0')
        *result = CP_STR("1-0");
    else if (white == '0' && black == '1')
        *result = CP_STR("0-1");
    else
        return 0;
    return len;
}

static const cp_str glyphs[] = {{"", 0},   {"!", 1},  {"?", 1}, {"!!", 2},
                                {"??", 2}, {"!?", 2}, {"?!", 2}};

cp_str cp_glyph_of(uint32_t nag)
{
    return nag < sizeof glyphs / sizeof *glyphs ? glyphs[nag] : glyphs[0];
}

size_t cp_glyph_scan(cp_str text, uint32_t *nag)
{
    for (uint32_t i = 6; i > 0; i--)
        if (cp_str_starts(text, glyphs[i])) {
            *nag = i;
            return glyphs[i].len;
        }
    return 0;
}

size_t cp_dots_scan(cp_str text)
{
    size_t at = 0;
    for (;;)
        if (at < text.len && text.at[at] == '.')
            at++;
        else if (text.len - at >= 3 && memcmp(text.at + at, "\xe2\x80\xa6", 3) == 0)
            at += 3;
        else
            return at;
}

/* ---- falls ---- */

static size_t any_square(struct cp_ints *ints, cp_str text, size_t from, cp_square *out,
                         uint8_t *odd)
{
    cp_square_text square;
    cp_str rest = cp_str_skip(text, from);
    size_t len = cp_square_scan(ints, rest, &square);
    if (!len) {
        while (len < rest.len && cp_is_letter(rest.at[len]))
            len++;
        while (len < rest.len && cp_is_digit(rest.at[len]))
            len++;
        if (!cp_square_scan_open(ints, (cp_str){rest.at, len}, &square))
            return 0;
    }
    *out = square.square;
    *odd |= square.odd;
    return from + len;
}

size_t cp_fall_scan(struct cp_ints *ints, cp_str text, size_t from, cp_fall_text *out)
{
    *out = (cp_fall_text){0};
    from = blanks(text, from);
    if (from < text.len && text.at[from] == ',')
        from = blanks(text, from + 1);
    out->begin = from;
    from = from < text.len ? any_square(ints, text, from, &out->left, &out->odd) : 0;
    if (!from || from >= text.len || text.at[from] != ':')
        return 0;
    return any_square(ints, text, from + 1, &out->right, &out->odd);
}

size_t cp_falls_scan(struct cp_ints *ints, cp_str text)
{
    cp_fall_text pair;
    size_t at = cp_fall_scan(ints, text, 1, &pair);
    while (at) {
        size_t end = blanks(text, at);
        if (end < text.len && text.at[end] == ')')
            return end + 1;
        at = cp_fall_scan(ints, text, at, &pair);
    }
    return 0;
}

/* ---- what the moves look like ---- */

/* What a parenthesis holds: (g9) and (-1, 4) are squares, (1. d4) is none. */
static enum cp_seen seen_inside(cp_str inside)
{
    const char *end = memchr(inside.at, ')', inside.len);
    bool has_comma = false, has_digit = false, has_gap = false;
    inside = cp_str_trim((cp_str){inside.at, end ? (size_t)(end - inside.at) : 0});
    for (size_t i = 0; i < inside.len; i++) {
        has_comma |= inside.at[i] == ',';
        has_digit |= cp_is_digit(inside.at[i]);
        has_gap |= cp_is_space(inside.at[i]) || (inside.at[i] == '.' && !has_digit);
    }
    if (!has_digit || (has_gap && !has_comma))
        return CP_SEEN_NOTHING;
    return has_comma ? CP_SEEN_NUMBERS : CP_SEEN_LETTERS;
}

static enum cp_seen seen_in_word(cp_str word, cp_str rest)
{
    for (size_t i = 0; i < word.len; i++) {
        if (word.at[i] == '(') {
            enum cp_seen inside = seen_inside(cp_str_skip(rest, i + 1));
            if (inside != CP_SEEN_NOTHING)
                return inside;
        }
        if (word.at[i] == ',')
            return CP_SEEN_NUMBERS;
        if (i > 0 && cp_is_digit(word.at[i]) && cp_is_letter(word.at[i - 1]))
            return CP_SEEN_BARE;
    }
    return CP_SEEN_NOTHING;
}

/* A word that has no square, O-O or a slip or a variation's (1., is passed over. */
enum cp_seen cp_squares_seen(cp_str movetext)
{
    enum cp_seen seen = CP_SEEN_NOTHING;
    cp_str rest = movetext;
    bool is_word = true;
    while (seen == CP_SEEN_NOTHING && is_word) {
        size_t len = 0;
        while (rest.len && (cp_is_space(rest.at[0]) || strchr("0123456789.:)", rest.at[0])))
            rest = cp_str_skip(rest, 1);
        while (len < rest.len && !cp_is_space(rest.at[len]))
            len++;
        seen = seen_in_word((cp_str){rest.at, len}, rest);
        is_word = len > 0 && (cp_is_letter(rest.at[0]) || rest.at[0] == '(');
        rest = cp_str_skip(rest, len);
    }
    return seen;
}
