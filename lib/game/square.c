/* SPDX-License-Identifier: MIT */
#include "game/square.h"

#include "base/scan.h"

static const cp_str phi = {"\xcf\x86", 2}; /* U+03C6 */

/* ---- parts ---- */

static bool is_small_letter(char c)
{
    return c >= 'a' && c <= 'z';
}

/* "phi" is read as φ (R-NOT-1), in capitals too (R-NOT-2), so the file of that name is written
 * as a number: (11033,9). -phi is nothing but a file. */
static const cp_str phi_word = {"phi", 3};
enum { PHI_NUMBER = (16 * 26 + 8) * 26 + 9 };

/* The spelling in which a file asked for in another can be written. */
static enum cp_spelling spelling_for(cp_int file, enum cp_spelling spelling)
{
    return cp_int_equal(file, CP_INT(PHI_NUMBER)) ? CP_NUMERIC : spelling;
}

enum { DIGITS_IN_PLACE = 18, LETTERS_IN_PLACE = 12 }; /* 26^12 < 10^17, 10^18 < 2^62 */

static const char *clean_int(struct cp_ints *ints, const char *at, const char *end, cp_int *out)
{
    const char *start = at;
    bool minus = at < end && *at == '-';
    at += minus;
    const char *first = at;
    int64_t n = 0;
    while (at < end && cp_is_digit(*at) && at - first < DIGITS_IN_PLACE)
        n = n * 10 + (*at++ - '0');
    if (at == first || (*first == '0' && (minus || at - first > 1)))
        return NULL;
    *out = CP_INT(minus ? -n : n);
    if (at == end || !cp_is_digit(*at))
        return at;
    while (at < end && cp_is_digit(*at))
        at++;
    return cp_int_parse(ints, out, (cp_str){start, (size_t)(at - start)}) ? at : NULL;
}

/* A file in letters; φ and 0 included, which alone tell the two spellings apart. */
static const char *clean_file(struct cp_ints *ints, const char *at, const char *end, cp_int *out,
                              enum cp_spelling *spelling)
{
    *spelling = CP_LETTER;
    *out = CP_INT(0);
    if (at < end && *at == '0') {
        *spelling = CP_LETTER_ASCII;
        return at + 1;
    }
    if (cp_str_starts((cp_str){at, (size_t)(end - at)}, phi))
        return at + phi.len;
    const char *start = at;
    bool minus = at < end && *at == '-';
    at += minus;
    const char *first = at;
    int64_t n = 0;
    while (at < end && is_small_letter(*at) && at - first < LETTERS_IN_PLACE)
        n = n * 26 + (*at++ - 'a' + 1);
    if (at == first || cp_str_equal((cp_str){start, (size_t)(at - start)}, phi_word))
        return NULL;
    *out = CP_INT(minus ? -n : n);
    if (at == end || !is_small_letter(*at))
        return at;
    while (at < end && is_small_letter(*at))
        at++;
    if (!cp_int_parse_letters(ints, out, (cp_str){first, (size_t)(at - first)}))
        return NULL;
    *out = minus ? cp_int_negate(ints, *out) : *out;
    return at;
}

/* ---- squares ---- */

enum cp_diag cp_square_parse(struct cp_ints *t, cp_square *out, cp_str text,
                             enum cp_spelling spelling)
{
    enum cp_spelling found = CP_BARE;
    const char *end = text.len ? text.at + text.len : NULL;
    if (spelling == CP_BARE) {
        bool may_be = end && is_small_letter(*text.at);
        const char *rank = may_be ? clean_file(t, text.at, end, &out->file, &found) : NULL;
        bool is_one = rank && clean_int(t, rank, end, &out->rank) == end;
        return is_one && cp_int_sign(t, out->rank) > 0 ? CP_OK : CP_NOT_A_SQUARE;
    }
    if (!end || *text.at != '(' || cp_square_scan_clean(t, text.at, end, out, &found) != end)
        return CP_NOT_A_SQUARE;
    if (spelling == CP_LETTER_ASCII && found == CP_LETTER && out->file.v) /* the same but for 0 */
        found = CP_LETTER_ASCII;
    return found == spelling ? CP_OK : CP_NOT_A_SQUARE;
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
    spelling = spelling_for(square.file, spelling);
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
    enum cp_spelling ignored;
    const char *end = text.len ? text.at + text.len : NULL;
    bool is_one = end && (clean_file(t, text.at, end, out, &ignored) == end ||
                          clean_int(t, text.at, end, out) == end);
    return is_one ? CP_OK : CP_NOT_A_FILE;
}

void cp_file_format(const struct cp_ints *t, struct cp_buf *out, cp_int file,
                    enum cp_spelling spelling)
{
    if (spelling_for(file, spelling) == CP_NUMERIC) {
        cp_int_format(t, out, file);
        return;
    }
    int sign = cp_int_sign(t, file);
    if (sign == 0)
        cp_buf_put(out, spelling == CP_LETTER_ASCII ? CP_STR("0") : phi);
    else if (sign < 0)
        cp_buf_putc(out, '-');
    cp_int_format_letters(t, out, file);
}

/* ---- the clean spelling ---- */

const char *cp_square_scan_clean(struct cp_ints *ints, const char *at, const char *end,
                                 cp_square *out, enum cp_spelling *spelling)
{
    const char *inside = at + 1;
    const char *next = clean_int(ints, inside, end, &out->file);
    if (next && next < end && *next == ',') {
        *spelling = CP_NUMERIC;
        next++;
    } else {
        next = clean_file(ints, inside, end, &out->file, spelling);
        if (!next)
            return NULL;
    }
    next = clean_int(ints, next, end, &out->rank);
    return next && next < end && *next == ')' ? next + 1 : NULL;
}

/* ---- every spelling ---- */

size_t cp_minus_scan(cp_str text)
{
    /* hyphen-minus; U+2010 .. U+2015 hyphens and dashes; U+2212 minus */
    if (text.len && text.at[0] == '-')
        return 1;
    if (text.len < 3 || (unsigned char)text.at[0] != 0xe2)
        return 0;
    unsigned char second = (unsigned char)text.at[1], third = (unsigned char)text.at[2];
    bool is_dash = second == 0x80 && third >= 0x90 && third <= 0x95;
    return is_dash || (second == 0x88 && third == 0x92) ? 3 : 0;
}

/* The number that *text begins with, however odd; *text is moved behind it. */
static bool take_number(struct cp_ints *ints, cp_str *text, cp_int *out, uint8_t *odd)
{
    cp_str rest = *text;
    size_t minus = cp_minus_scan(rest);
    rest = cp_str_skip(rest, minus);
    if (!minus && cp_scan_char(&rest, '+'))
        *odd |= CP_ODD_PLUS;
    cp_str digits = cp_scan_digits(&rest);
    if (!cp_int_parse(ints, out, digits))
        return false;
    if (digits.len > 1 && digits.at[0] == '0')
        *odd |= CP_ODD_ZEROS;
    if (minus && cp_int_sign(ints, *out) == 0)
        *odd |= CP_ODD_MINUS_ZERO;
    if (minus)
        *out = cp_int_negate(ints, *out);
    *text = rest;
    return true;
}

/* Spellings of the zero file, R-NOT-1, but for phi; the last two are φ in UTF-8 taken for
 * Windows-1252 and for Latin-1, and written as UTF-8 again. */
static size_t zero_file(cp_str text)
{
    static const cp_str spellings[] = {
        {"0", 1},
        {"\xcf\x86", 2},
        {"\xcf\x95", 2},
        {"\xce\xa6", 2},
        {"\xc3\x8f\xe2\x80\xa0", 5},
        {"\xc3\x8f\xc2\x86", 4},
    };
    for (size_t i = 0; i < sizeof spellings / sizeof *spellings; i++)
        if (cp_str_starts(text, spellings[i]))
            return spellings[i].len;
    size_t letters = cp_letters_end(text, 0);
    return cp_str_like((cp_str){text.at, letters}, phi_word) ? letters : 0;
}

/* Letters in upper case are lowered here, which needs room: a longer name is
 * read only as we write it ourselves. */
enum { UPPER_MOST = 1024 };

static bool file_of(struct cp_ints *ints, cp_str letters, cp_int *out)
{
    char lower[UPPER_MOST];
    if (cp_int_parse_letters(ints, out, letters))
        return true;
    if (letters.len > UPPER_MOST)
        return false;
    for (size_t i = 0; i < letters.len; i++)
        lower[i] = cp_lower(letters.at[i]);
    return cp_int_parse_letters(ints, out, (cp_str){lower, letters.len});
}

static bool take_file(struct cp_ints *ints, cp_str *text, cp_int *out, enum cp_spelling *spelling)
{
    size_t zero = zero_file(*text);
    if (zero) {
        *spelling = text->at[0] == '0' ? CP_LETTER_ASCII : CP_LETTER;
        *out = CP_INT(0);
        *text = cp_str_skip(*text, zero);
        return true;
    }
    size_t minus = cp_minus_scan(*text);
    cp_str letters = {text->at + minus, cp_letters_end(*text, minus) - minus};
    if (!file_of(ints, letters, out))
        return false;
    *spelling = CP_LETTER;
    if (minus)
        *out = cp_int_negate(ints, *out);
    *text = cp_str_skip(*text, minus + letters.len);
    return true;
}

/* What stands inside the parentheses; *text is moved behind it. */
static bool take_inside(struct cp_ints *ints, cp_str *text, cp_square_text *out)
{
    cp_str rest = cp_behind_blanks(*text);
    out->odd = 0;
    bool is_number = take_number(ints, &rest, &out->square.file, &out->odd);
    if (is_number)
        rest = cp_behind_blanks(rest);
    if (is_number && rest.len && (rest.at[0] == ',' || rest.at[0] == '.')) {
        out->spelling = CP_NUMERIC;
        if (rest.at[0] == '.')
            out->odd |= CP_ODD_DOT;
        rest = cp_behind_blanks(cp_str_skip(rest, 1));
    } else {
        rest = cp_behind_blanks(*text);
        out->odd = 0;
        if (!take_file(ints, &rest, &out->square.file, &out->spelling))
            return false;
    }
    if (!take_number(ints, &rest, &out->square.rank, &out->odd))
        return false;
    *text = cp_behind_blanks(rest);
    return true;
}

size_t cp_square_scan(struct cp_ints *ints, cp_str text, cp_square_text *out)
{
    if (!text.len || text.at[0] != '(')
        return 0;
    cp_str rest = cp_str_skip(text, 1);
    if (!take_inside(ints, &rest, out) || !rest.len || rest.at[0] != ')')
        return 0;
    return text.len - rest.len + 1;
}

bool cp_square_scan_open(struct cp_ints *ints, cp_str text, cp_square_text *out)
{
    return take_inside(ints, &text, out) && text.len == 0;
}

bool cp_number_scan(struct cp_ints *ints, cp_str text, cp_int *out, uint8_t *odd)
{
    *odd = 0;
    return take_number(ints, &text, out, odd) && text.len == 0;
}

bool cp_file_scan(struct cp_ints *ints, cp_str text, cp_int *out, uint8_t *odd)
{
    enum cp_spelling spelling;
    if (cp_number_scan(ints, text, out, odd))
        return true;
    *odd = 0;
    return take_file(ints, &text, out, &spelling) && text.len == 0;
}

/* ---- squares in prose ---- */

enum { SQUARE_MOST = 1 << 20, NEAR_MOST = 26 * 26 + 26 /* files of two letters */ };

/* Bytes from the parenthesis to the first that no square has. */
static size_t inside_length(cp_str text)
{
    for (size_t len = 1;; len++) {
        char c = len < text.len && len < SQUARE_MOST ? text.at[len] : '\0';
        if (!c ||
            !(cp_is_digit(c) || cp_is_letter(c) || strchr(" \t,+-", c) || (unsigned char)c >= 0x80))
            return len;
    }
}

/* The square that text begins with and nothing else is; its length, 0: there is none, or
 * it may go on behind text (*is_cut). */
static size_t prose_square(const struct cp_squares *how, cp_str text, cp_square_text *out,
                           bool *is_cut)
{
    size_t len = inside_length(text);
    *is_cut = len == text.len && len < SQUARE_MOST;
    if (len == text.len || text.at[len] != ')')
        return 0;
    text.len = len + 1;
    bool has_small = false, has_capital = false; /* both: a word, but for (Phi */
    for (size_t i = 0; i < len && !how->has_no_words; i++) {
        has_small |= text.at[i] >= 'a' && text.at[i] <= 'z';
        has_capital |= text.at[i] >= 'A' && text.at[i] <= 'Z';
    }
    bool is_word = has_small && has_capital && !cp_str_starts(text, CP_STR("(Phi"));
    bool is_square = cp_square_scan(how->ints, text, out) == text.len && !out->odd && !is_word;
    return is_square ? text.len : 0;
}

/* Told from words by its own looks. */
static bool is_told(const struct cp_squares *how, cp_square square, enum cp_spelling spelling)
{
    return spelling == CP_NUMERIC ||
           (cp_int_compare(how->ints, square.file, CP_INT(NEAR_MOST)) <= 0 &&
            cp_int_compare(how->ints, square.file, CP_INT(-NEAR_MOST)) >= 0);
}

/* The length of the sign that text begins with, which joins two squares. */
static size_t joint_length(cp_str text)
{
    static const cp_str signs[] = {
        {"x", 1}, {":", 1}, {"=>", 2}, {"\xc3\x97", 2}, {"\xe2\x86\x92", 3}};
    size_t len = cp_minus_scan(text);
    for (size_t i = 0; !len && i < sizeof signs / sizeof *signs; i++)
        if (cp_str_starts(text, signs[i]))
            len = signs[i].len;
    return len;
}

/* A capital letter, perhaps with a small one, that is a word of its own. */
static bool is_behind_piece(const struct cp_squares *how)
{
    const char *text = how->last.behind;
    size_t end = how->last.len, from = end;
    while (from > 0 && (cp_is_letter(text[from - 1]) || cp_is_digit(text[from - 1]) ||
                        (unsigned char)text[from - 1] >= 0x80))
        from--;
    cp_str word = {text + from, end - from};
    return word.len && word.len <= 2 && how->is_piece && how->is_piece(how->data, word);
}

/* Passes text that is left as it is. */
static void put_plain(struct cp_squares *how, struct cp_buf *out, cp_str text)
{
    enum { ROOM = sizeof how->last.behind };
    cp_buf_put(out, text);
    if (text.len >= ROOM) {
        text = cp_str_skip(text, text.len - ROOM);
        how->last.len = 0;
        how->last.was_read = how->last.was_written = false;
    }
    for (size_t i = 0; i < text.len; i++) {
        if (how->last.len == ROOM) {
            memmove(how->last.behind, how->last.behind + 1, ROOM - 1);
            how->last.len--;
            how->last.was_read = how->last.was_written = false;
        }
        how->last.behind[how->last.len++] = text.at[i];
    }
}

/* What speaks for a square of len bytes at the beginning of rest: of how it is read, and how it
 * is written. False: more of the text must be seen. */
struct grounds {
    bool read, written;
};

static bool find_grounds(const struct cp_squares *how, cp_str rest, size_t len,
                         const cp_square_text *square, bool is_last, struct grounds *out)
{
    cp_square_text next;
    cp_str behind = cp_str_skip(rest, len), before = {how->last.behind, how->last.len};
    bool is_given = how->is_far || is_behind_piece(how), is_cut = false;
    bool joined = before.len && joint_length(before) == before.len;
    cp_square to = cp_square_shift(how->ints, square->square, how->shift);
    *out = (struct grounds){is_given || (joined && how->last.was_read) ||
                                is_told(how, square->square, square->spelling),
                            is_given || (joined && how->last.was_written) ||
                                is_told(how, to, how->spelling)};
    if (out->read && out->written)
        return true;
    size_t joint = joint_length(behind);
    if (behind.len < 4 && !is_last) /* the longest sign, and a parenthesis */
        return false;
    if (!joint || joint >= behind.len || behind.at[joint] != '(')
        return true;
    size_t next_len = prose_square(how, cp_str_skip(behind, joint), &next, &is_cut);
    if (is_cut && !is_last)
        return false;
    if (next_len) {
        to = cp_square_shift(how->ints, next.square, how->shift);
        out->read |= is_told(how, next.square, next.spelling);
        out->written |= is_told(how, to, how->spelling);
    }
    return true;
}

/* A square that nothing would tell from a word is written in numbers. */
static void put_square(struct cp_squares *how, struct cp_buf *out, cp_square square,
                       bool is_written)
{
    cp_square to = cp_square_shift(how->ints, square, how->shift);
    enum cp_spelling spelling = is_written ? how->spelling : CP_NUMERIC;
    cp_square_format(how->ints, out, to, spelling);
    how->has_phi |= spelling == CP_LETTER && cp_int_equal(to.file, CP_INT(0));
    how->kept += !is_written;
    how->last.was_read = true;
    how->last.was_written = is_written;
    how->last.len = 0;
}

size_t cp_squares_rewrite(struct cp_squares *how, struct cp_buf *out, cp_str text, bool is_last)
{
    size_t done = 0;
    while (done < text.len) {
        const char *open = memchr(text.at + done, '(', text.len - done);
        size_t plain = open ? (size_t)(open - text.at) : text.len;
        put_plain(how, out, (cp_str){text.at + done, plain - done});
        done = plain;
        if (!open)
            break;
        cp_str rest = cp_str_skip(text, done);
        cp_square_text square;
        struct grounds grounds = {false, false};
        bool is_cut;
        size_t len = prose_square(how, rest, &square, &is_cut);
        if ((is_cut && !is_last) ||
            (len && !find_grounds(how, rest, len, &square, is_last, &grounds)))
            break;
        if (grounds.read)
            put_square(how, out, square.square, grounds.written);
        else
            put_plain(how, out, (cp_str){rest.at, len = len ? len : inside_length(rest)});
        done += len;
    }
    return done;
}

/* ---- borders ---- */

/* Whether a file or a rank is between two opposite edges, of which this is the lower one. */
static bool is_between(const struct cp_border *b, const struct cp_ints *ints, int low, cp_int n)
{
    return (!b->has[low] || cp_int_compare(ints, n, b->at[low]) >= 0) &&
           (!b->has[low + 1] || cp_int_compare(ints, n, b->at[low + 1]) <= 0);
}

bool cp_border_has_rank(const struct cp_border *b, const struct cp_ints *ints, cp_int rank)
{
    return is_between(b, ints, CP_BORDER_BOTTOM, rank);
}

bool cp_border_has(const struct cp_border *b, const struct cp_ints *ints, cp_square at)
{
    return is_between(b, ints, CP_BORDER_LEFT, at.file) && cp_border_has_rank(b, ints, at.rank);
}

bool cp_border_is_crossed(const struct cp_border *b, const struct cp_ints *ints)
{
    return (b->has[CP_BORDER_LEFT] &&
            !is_between(b, ints, CP_BORDER_LEFT, b->at[CP_BORDER_LEFT])) ||
           (b->has[CP_BORDER_BOTTOM] && !cp_border_has_rank(b, ints, b->at[CP_BORDER_BOTTOM]));
}

void cp_border_shift(struct cp_border *b, struct cp_ints *ints, cp_square by)
{
    for (int edge = 0; edge < CP_BORDER_EDGES; edge++)
        if (b->has[edge])
            b->at[edge] =
                cp_int_add(ints, b->at[edge], edge < CP_BORDER_BOTTOM ? by.file : by.rank);
}
