/* SPDX-License-Identifier: MIT */
#include "text/tokens.h"

#include "base/scan.h"
#include "base/utf8.h"

/* ---- results and glyphs ---- */

static bool is_delimiter(cp_str text, size_t at)
{
    return at >= text.len || cp_is_space(text.at[at]) || strchr("){};[(*", text.at[at]) ||
           cp_str_starts(cp_str_skip(text, at), CP_STR(CP_BYTE_ORDER_MARK));
}

/* A result is two halves around a dash, or a colon; ½ alone is half of a draw. */
static size_t half_length(cp_str text, size_t at, char *value)
{
    static const struct {
        cp_str text;
        char value;
    } halves[] = {{{"1/2", 3}, '2'}, {{"\xc2\xbd", 2}, '2'}, {{"1", 1}, '1'}, {{"0", 1}, '0'}};
    for (size_t i = 0; i < sizeof halves / sizeof *halves; i++)
        if (at < text.len && text.at[at] == *halves[i].text.at &&
            cp_str_starts(cp_str_skip(text, at), halves[i].text)) {
            *value = halves[i].value;
            return halves[i].text.len;
        }
    return 0;
}

size_t cp_result_scan(cp_str text, cp_str *result, bool *is_odd)
{
    bool ignored, *odd = is_odd ? is_odd : &ignored;
    *odd = false;
    if (text.len && text.at[0] == '*' && is_delimiter(text, 1)) {
        *result = CP_STR("*");
        return 1;
    }
    char white = 0, black = 0;
    size_t first = half_length(text, 0, &white);
    if (!first)
        return 0;
    /* The dash or colon between two halves, and the blanks around it. */
    size_t sign = cp_blanks_end(text, first), dash = cp_minus_scan(cp_str_skip(text, sign));
    bool is_colon = !dash && sign < text.len && text.at[sign] == ':';
    size_t behind = sign + dash + is_colon, next = cp_blanks_end(text, behind);
    size_t second = behind > sign ? half_length(text, next, &black) : 0, len = next + second;
    *odd = is_colon || sign > first || next > behind;
    if (!second) { /* half of a draw stands for it */
        *odd = true;
        len = first;
        black = white == '2' ? '2' : '\0';
    }
    if (!is_delimiter(text, len))
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

/* Like beginnings: the longer one first. Signs of ASCII need an end of their own. */
size_t cp_assessment_scan(cp_str text, uint32_t *nag)
{
    static const struct {
        cp_str text;
        uint32_t nag;
    } signs[] = {{{"\xe2\xa9\xb2", 3}, 14},
                 {{"\xe2\xa9\xb1", 3}, 15},
                 {{"\xc2\xb1", 2}, 16},
                 {{"\xe2\x88\x93", 3}, 17},
                 {{"\xe2\x88\x9e", 3}, 13},
                 {{"\xe2\x96\xa1", 3}, 7},
                 {{"(D)", 3}, 220},
                 {{"[D]", 3}, 220},
                 {{"[#]", 3}, 220},
                 {{"\xe2\x88\x92+", 4}, 19},
                 {{"+\xe2\x88\x92", 4}, 18},
                 {{"+/=", 3}, 14},
                 {{"=/+", 3}, 15},
                 {{"+/-", 3}, 16},
                 {{"-/+", 3}, 17},
                 {{"+=", 2}, 14},
                 {{"=+", 2}, 15},
                 {{"+-", 2}, 18},
                 {{"-+", 2}, 19},
                 {{"=", 1}, 10}};
    for (size_t i = 0; i < sizeof signs / sizeof *signs; i++) {
        size_t len = signs[i].text.len;
        bool is_keyed = memchr(signs[i].text.at, '+', len) || memchr(signs[i].text.at, '=', len);
        if (!cp_str_starts(text, signs[i].text) || (is_keyed && !is_delimiter(text, len)))
            continue;
        *nag = signs[i].nag;
        return len;
    }
    return 0;
}

size_t cp_foreign_letter_scan(cp_str text)
{
    size_t len = 0, step;
    if (text.len && text.at[0] >= 'A' && text.at[0] <= 'Z')
        return 1;
    while (len < text.len && (step = cp_utf8_length(text.at + len, text.at + text.len)) > 1) {
        uint32_t code = cp_utf8_get(text.at + len, step);
        if (code < 0xc0 || code == 0xd7 || code == 0xf7 || code >= 0x2000)
            break;
        len += step;
    }
    return len;
}

size_t cp_blank_scan(cp_str text, uint32_t *code)
{
    static const struct {
        uint32_t first, last;
    } blanks[] = {{0x85, 0x85},     {0xa0, 0xa0},     {0xad, 0xad},     {0x1680, 0x1680},
                  {0x180e, 0x180e}, {0x2000, 0x200f}, {0x2028, 0x202f}, {0x205f, 0x2064},
                  {0x2066, 0x206f}, {0x2800, 0x2800}, {0x3000, 0x3000}, {0xfeff, 0xfeff}};
    size_t len = cp_utf8_length(text.at, text.at + text.len);
    if (len < 2)
        return 0;
    *code = cp_utf8_get(text.at, len);
    for (size_t i = 0; i < sizeof blanks / sizeof *blanks; i++)
        if (*code >= blanks[i].first && *code <= blanks[i].last)
            return len;
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

enum { WORD_MOST = 16 }; /* letters of a piece's name */

/* Any square, behind a piece's word of so many letters; blanks may stand between. */
static size_t square_behind(struct cp_ints *ints, const struct cp_alphabet *a, cp_str text,
                            size_t from, size_t letters, cp_square_text *out)
{
    cp_str word = {text.at + from, letters};
    if (letters && cp_alphabet_find(a, word, true) == CP_NO_KIND)
        return 0;
    from = letters ? cp_space_end(text, from + letters) : from;
    if (from >= text.len)
        return 0;
    cp_str rest = cp_str_skip(text, from);
    size_t len = cp_square_scan(ints, rest, out);
    if (len)
        return from + len;
    len = cp_digits_end(rest, cp_letters_end(rest, 0));
    return cp_square_scan_open(ints, (cp_str){rest.at, len}, out) ? from + len : 0;
}

/* What joins the two squares of a fall, and the blanks around it. */
static size_t joint_end(cp_str text, size_t from)
{
    from = cp_space_end(text, from);
    cp_str rest = cp_str_skip(text, from);
    size_t len = cp_minus_scan(rest);
    if (!len && rest.len && strchr(":xX", rest.at[0]))
        len = 1;
    else if (cp_str_starts(rest, CP_STR("\xc3\x97")))
        len = 2;
    return len ? cp_space_end(text, from + len) : 0;
}

/* A whole pair whose pieces have words of so many letters; where it ends. */
static size_t pair_end(struct cp_ints *ints, const struct cp_alphabet *a, cp_str text,
                       const size_t letters[2], cp_fall_text *out)
{
    cp_square_text left, right;
    size_t first = square_behind(ints, a, text, out->begin, letters[0], &left);
    size_t second = first ? joint_end(text, first) : 0;
    size_t end =
        second && second < text.len ? square_behind(ints, a, text, second, letters[1], &right) : 0;
    if (!end)
        return 0;
    out->left = left.square;
    out->right = right.square;
    out->spelling = left.spelling;
    out->odd = left.odd | right.odd;
    out->is_even = cp_square_equal(left.square, right.square);
    out->is_dialect = letters[0] || letters[1] || second != first + 1 || text.at[first] != ':';
    return end;
}

/* With the word of a piece, as short as can be, in front of one square or both. */
static size_t worded_pair_end(struct cp_ints *ints, const struct cp_alphabet *a, cp_str text,
                              cp_fall_text *out)
{
    size_t letters_end = a ? cp_letters_end(text, out->begin) : 0;
    for (size_t len = 1; len <= WORD_MOST && out->begin + len <= letters_end; len++)
        for (int both = 0; both < 2; both++) {
            size_t letters[2] = {len, both ? len : 0};
            size_t end = pair_end(ints, a, text, letters, out);
            if (end && out->is_even)
                return end;
        }
    return 0;
}

/* Without a word the squares may differ, which is a slip, but for Re4:d4, a capture. */
size_t cp_fall_scan(struct cp_ints *ints, const struct cp_alphabet *a, cp_str text, size_t from,
                    cp_fall_text *out)
{
    *out = (cp_fall_text){0};
    from = cp_space_end(text, from);
    if (from < text.len && text.at[from] == ',')
        from = cp_space_end(text, from + 1);
    out->begin = from;
    if (from >= text.len)
        return 0;
    bool is_capital = text.at[from] >= 'A' && text.at[from] <= 'Z'; /* Nb4 is no file nb */
    size_t end = is_capital ? worded_pair_end(ints, a, text, out) : 0;
    if (end)
        return end;
    end = pair_end(ints, a, text, (const size_t[2]){0, 0}, out);
    if (end && (out->is_even || (!out->is_dialect && !is_capital)))
        return end;
    return is_capital ? 0 : worded_pair_end(ints, a, text, out);
}

/* (e4:d5), where a pawn could take so. */
static bool is_capture(const cp_fall_text *pair)
{
    int64_t from[2], to[2];
    if (!cp_int_get(pair->left.file, &from[0]) || !cp_int_get(pair->left.rank, &from[1]) ||
        !cp_int_get(pair->right.file, &to[0]) || !cp_int_get(pair->right.rank, &to[1]))
        return false;
    int64_t files = to[0] - from[0], ranks = to[1] - from[1];
    return (files == 1 || files == -1) && (ranks == 1 || ranks == -1);
}

size_t cp_falls_scan(struct cp_ints *ints, const struct cp_alphabet *a, cp_str text)
{
    cp_fall_text pair;
    size_t at = cp_fall_scan(ints, a, text, 1, &pair);
    bool is_none = at && is_capture(&pair);
    for (; at; is_none = false) {
        size_t end = cp_space_end(text, at);
        if (end < text.len && text.at[end] == ')')
            return is_none ? 0 : end + 1;
        at = cp_fall_scan(ints, a, text, at, &pair);
    }
    return 0;
}

/* ---- words ---- */

/* Letters, and of other scripts some together: how many, without those that take. */
static size_t letters_end(cp_str line, size_t at, size_t *count)
{
    *count = 0;
    for (size_t len; at < line.len; at += len) {
        bool is_ascii = cp_is_letter(line.at[at]);
        len = is_ascii ? 1 : cp_foreign_letter_scan(cp_str_skip(line, at));
        if (!len)
            break;
        *count += !is_ascii || cp_lower(line.at[at]) != 'x';
    }
    return at;
}

/* 5,4 and behind a parenthesis 5.4: `at` is behind the first number. "May 3, 2024, 6:30" has
 * none. */
static bool is_pair(cp_str line, size_t digits, size_t at, bool is_open)
{
    size_t comma = cp_blanks_end(line, at), next = cp_blanks_end(line, comma + 1);
    if (comma >= line.len || (line.at[comma] != ',' && (line.at[comma] != '.' || !is_open)))
        return false;
    next += next < line.len ? cp_minus_scan(cp_str_skip(line, next)) : 0;
    size_t end = next < line.len ? cp_digits_end(line, next) : next;
    char behind = end < line.len ? line.at[end] : ' ';
    bool is_date = digits < 3 && end - next == 4 && (line.at[next] == '1' || line.at[next] == '2');
    if (is_open)
        return line.at[comma] == ',' || (end > next && behind == ')');
    return end > next && (next == comma + 1 || (!is_date && behind != ':'));
}

/* O-O, 0-0-0, and null moves */
static bool is_castling(cp_str line, size_t at)
{
    size_t count = 0;
    cp_str word = {line.at + at, cp_word_end(line, at) - at};
    if (cp_str_is(word, "null") || cp_str_is(word, "0000"))
        return true;
    for (; at < line.len && memchr("oO0", line.at[at], 3); at++, count++) {
        size_t dash = cp_minus_scan(cp_str_skip(line, at + 1));
        at += dash;
        if (!dash)
            break;
    }
    return count && at < line.len && memchr("oO0", line.at[at], 3) &&
           cp_word_end(line, at) <= at + 2;
}

/* Nxe, d:c, PxP: one letter takes another. */
static bool is_taking(cp_str line, size_t at)
{
    size_t count, sign = at + 1, end = cp_letters_end(line, at);
    if (end == sign && end < line.len && line.at[end] == ':')
        end = cp_letters_end(line, sign + 1);
    else if (end == at + 3 && cp_lower(line.at[sign]) != 'x')
        return false;
    return end == at + 3 && letters_end(line, at + 2, &count) == end &&
           !(end < line.len && cp_is_digit(line.at[end]));
}

/* Behind `count` letters from `at` on, and a dash perhaps, stands a number. */
static bool is_square_shape(cp_str word, size_t count, size_t digits, bool has_dash, bool is_open)
{
    bool is_capital = word.at[0] >= 'A' && word.at[0] <= 'Z', has_capital = false,
         has_small = false;
    for (size_t i = 0; is_open && i < word.len; i++) {
        has_capital |= word.at[i] >= 'A' && word.at[i] <= 'Z';
        has_small |= word.at[i] >= 'a' && word.at[i] <= 'z';
    }
    if (is_open)
        return count <= 3 || !has_capital || !has_small;
    return count < 3 || (count == 3 && !has_dash && (is_capital || digits < 3));
}

bool cp_has_move_shape(cp_str line)
{
    bool is_open = false, is_begun = true; /* a parenthesis, a word */
    for (size_t at = 0; at < line.len;) {
        char c = line.at[at];
        size_t count, word = letters_end(line, at, &count);
        size_t dash = word < line.len ? cp_minus_scan(cp_str_skip(line, word)) : 0;
        size_t number = word + dash, end = number < line.len ? cp_digits_end(line, number) : number;
        if (c == ';' || c == '{')
            return false;
        if (is_begun && cp_str_starts(cp_str_skip(line, at), CP_STR("http"))) { /* an address */
            at = cp_word_end(line, at);
            continue;
        }
        if (is_begun && memchr("oO0n", c, 4) && is_castling(line, at))
            return true;
        if (is_begun && word > at && is_taking(line, at))
            return true;
        if (end > number && word > at &&
            is_square_shape((cp_str){line.at + at, word - at}, count, end - number, dash, is_open))
            return true;
        bool is_zero = is_open && word == at && !dash && c == '0' && end > at + 1;
        if (is_zero || (end > number && is_pair(line, end - number, end, is_open)))
            return true;
        is_open = c == '(' || (is_open && cp_is_space(c));
        is_begun = cp_is_space(c) || c == '(';
        at = end > number ? end : word > at ? word : at + 1;
    }
    return false;
}

/* 12/03/2024, 12:30, (2024), #12: the digits at `at`, and what stands beside them. */
static bool is_date(cp_str line, size_t at)
{
    size_t end = cp_digits_end(line, at);
    char before = at ? line.at[at - 1] : '\0';
    if (end == at || end >= line.len || before == '#')
        return end > at && before == '#';
    if (line.at[end] == ')')
        return before == '(';
    cp_str result;
    return memchr("/:-", line.at[end], 3) && cp_digits_end(line, end + 1) > end + 1 &&
           !cp_result_scan(cp_str_skip(line, at), &result, NULL);
}

/* Without letters: 8 . . k . . . . , |   |   |, ----, a date, a number */
bool cp_is_words(cp_str line)
{
    size_t signs = 0, run = 0, count, most = 0;
    bool is_digits = cp_digits_end(line, 0) == cp_str_trim(line).len;
    for (size_t at = 0; at < line.len && line.at[at] != ';'; at++) {
        char c = line.at[at];
        bool is_alone = at + 1 == line.len || cp_is_space(line.at[at + 1]);
        if (c == '{')
            return false;
        bool is_number = !at || !cp_is_digit(line.at[at - 1]);
        if (letters_end(line, at, &count) > at || (is_number && is_date(line, at)))
            return true;
        bool is_sign = c && strchr("|-.+#*_=~/\\<>:", c);
        run = is_sign && c != '.' && at && line.at[at - 1] == c ? run + 1 : is_sign;
        most = run > most ? run : most;
        signs += c == '|' || (is_sign && is_alone && (!at || cp_is_space(line.at[at - 1])));
    }
    return signs > 2 || most > 2 || is_digits;
}

/* What is said, and what may stand behind it: anything, else a stop, or "by checkmate". */
static const struct {
    const char *text, *result;
    bool goes_on;
} said[] = {
    {"white resign", "0-1", true},       {"black resign", "1-0", true},
    {"white has resigned", "0-1", true}, {"black has resigned", "1-0", true},
    {"white wins", "1-0", false},        {"black wins", "0-1", false},
    {"white won", "1-0", false},         {"black won", "0-1", false},
    {"draw agreed", "1/2-1/2", true},    {"agreed draw", "1/2-1/2", true},
    {"drawn", "1/2-1/2", false},         {"draw", "1/2-1/2", false},
};

size_t cp_said_result_scan(cp_str text, cp_str *result)
{
    size_t at = 0, first = 0;
    cp_str figures = {0};
    while (at < text.len && (cp_is_space(text.at[at]) || strchr("(-*", text.at[at])))
        at++;
    while (at + first < text.len &&
           (cp_is_digit(text.at[at + first]) || strchr("-/:", text.at[at + first])))
        first++;
    if (!first || cp_result_scan((cp_str){text.at + at, first}, &figures, NULL) != first)
        first = 0;
    *result = figures;
    cp_str rest = cp_str_skip(text, at + first);
    while (rest.len && (cp_is_space(rest.at[0]) || strchr(",.!:(-", rest.at[0])))
        rest = cp_str_skip(rest, 1);
    for (size_t i = 0; i < sizeof said / sizeof *said && rest.len; i++) {
        cp_str words = cp_str_from(said[i].text);
        size_t len = words.len < rest.len ? words.len : rest.len;
        cp_str behind = cp_behind_space(cp_str_skip(rest, len));
        bool is_end = !behind.len || strchr(".,!:;)-", behind.at[0]) ||
                      (behind.len > 3 && cp_str_like((cp_str){behind.at, 3}, CP_STR("by ")));
        if (!cp_str_like((cp_str){rest.at, len}, words) || !(said[i].goes_on || is_end))
            continue;
        if (!figures.len)
            *result = cp_str_from(said[i].result);
        return text.len;
    }
    return first && at + first < text.len ? text.len : 0;
}

/* ---- what the moves look like ---- */

/* (5.4) is (5,4) as some write it; (12.5.2024) and (1.) are none. */
static bool is_dotted_pair(cp_str inside)
{
    const char *dot = memchr(inside.at, '.', inside.len);
    if (!dot || dot == inside.at || !cp_is_digit(inside.at[0] == '-' ? inside.at[1] : inside.at[0]))
        return false;
    cp_str rank = cp_str_trim(cp_str_skip(inside, (size_t)(dot - inside.at) + 1));
    size_t at = cp_digits_end(rank, rank.len && rank.at[0] == '-');
    return at == rank.len && at && cp_is_digit(rank.at[at - 1]);
}

/* What a parenthesis holds: (g9) and (-1, 4) are squares, as is (09) on the file 0; (1. d4)
 * and (2024) are none. */
static enum cp_seen seen_inside(cp_str inside)
{
    const char *end = memchr(inside.at, ')', inside.len);
    bool has_comma = false, has_digit = false, is_lettered = false, has_gap = false;
    inside = cp_str_trim((cp_str){inside.at, end ? (size_t)(end - inside.at) : 0});
    bool has_letter = inside.len && inside.at[0] == '0';
    for (size_t i = 0; i < inside.len; i++) {
        char c = inside.at[i];
        has_comma |= c == ',';
        has_digit |= cp_is_digit(c);
        is_lettered |= i > 0 && has_letter && cp_is_digit(c);
        has_letter |= cp_is_letter(c) || (unsigned char)c >= 0x80;
        has_gap |= cp_is_space(c) || c == '.';
    }
    if ((has_comma && has_digit) || is_dotted_pair(inside))
        return CP_SEEN_NUMBERS;
    return is_lettered && !has_gap ? CP_SEEN_LETTERS : CP_SEEN_NOTHING;
}

/* A letter and a number; but N6,3 is of numbers. */
static bool is_bare_square(cp_str word, size_t digit)
{
    if (!digit || !cp_is_digit(word.at[digit]) || !cp_is_letter(word.at[digit - 1]))
        return false;
    size_t at = cp_digits_end(word, digit);
    bool is_piece = word.at[digit - 1] >= 'A' && word.at[digit - 1] <= 'Z';
    return !is_piece || at + 1 >= word.len || word.at[at] != ',' || !cp_is_digit(word.at[at + 1]);
}

static enum cp_seen seen_in_word(cp_str word, cp_str rest)
{
    enum { INSIDE_LOOK = 256 };
    for (size_t i = 0; i < word.len; i++) {
        if (word.at[i] == '(') {
            cp_str behind = cp_str_skip(rest, i + 1);
            behind.len = behind.len < INSIDE_LOOK ? behind.len : INSIDE_LOOK;
            enum cp_seen inside = seen_inside(behind);
            if (inside != CP_SEEN_NOTHING)
                return inside;
        }
        if (word.at[i] == ',' && ((i > 0 && cp_is_digit(word.at[i - 1])) ||
                                  (i + 1 < word.len && cp_is_digit(word.at[i + 1]))))
            return CP_SEEN_NUMBERS;
        if (is_bare_square(word, i))
            return CP_SEEN_BARE;
    }
    return CP_SEEN_NOTHING;
}

/* What stands behind a comment, if one begins here. */
static cp_str behind_comment(cp_str text)
{
    char first = text.len ? text.at[0] : '\0';
    if (first != '{' && first != ';')
        return text;
    const char *end = memchr(text.at, first == '{' ? '}' : '\n', text.len);
    return cp_str_skip(text, end ? (size_t)(end - text.at) + 1 : text.len);
}

/* Behind numbers of moves and comments. */
static cp_str at_word(cp_str text)
{
    cp_str result;
    size_t left;
    do {
        left = text.len;
        text = cp_behind_space(text);
        if (cp_result_scan(text, &result, NULL))
            return text;
        while (text.len && (cp_is_digit(text.at[0]) || strchr(".:)", text.at[0])))
            text = cp_str_skip(text, 1);
        text = behind_comment(text);
    } while (text.len != left);
    return text;
}

/* A word that has no square, O-O or a slip, "Hi Bob," or 12/03/2024, or the > of a mail, is
 * passed over, and so are comments; a tag or a result is the end. */
enum cp_seen cp_squares_seen(cp_str movetext, bool *is_cut)
{
    enum cp_seen seen = CP_SEEN_NOTHING;
    cp_str rest = at_word(movetext), result;
    while (seen == CP_SEEN_NOTHING && rest.len && rest.at[0] != '[' &&
           !cp_result_scan(rest, &result, NULL)) {
        size_t len = cp_word_end(rest, 0);
        seen = seen_in_word((cp_str){rest.at, len}, rest);
        rest = at_word(cp_str_skip(rest, len));
    }
    if (is_cut)
        *is_cut = seen == CP_SEEN_NOTHING && !rest.len;
    return seen;
}
