/* SPDX-License-Identifier: MIT */
/* steps_odd.c -- the careful reader of steps: parts are taken from the left, each
 * noting whether it was odd; one that leads nowhere is given back. */
#include "text/steps.h"

#include "game/square.h"

/* Where the careful reader stands. A part that is none leaves it where it was. */
struct cursor {
    const struct cp_steps *steps;
    struct cp_ints *ints;
    struct cp_reading *out;
    cp_str rest;
};

static void move_to(struct cursor *c, cp_str rest, bool is_odd)
{
    c->rest = rest;
    c->out->is_dialect |= is_odd;
}

static cp_str skip_blanks(cp_str text)
{
    while (text.len && cp_is_blank(text.at[0]))
        text = cp_str_skip(text, 1);
    return text;
}

enum { WORD_MOST = 64 };

static size_t word_length(cp_str text)
{
    size_t len = 0;
    while (len < text.len && len < WORD_MOST && cp_is_letter(text.at[len]))
        len++;
    return len;
}

/* Whether the word is the piece's own, and not its name or in another case. */
static bool is_plain_word(const struct cp_piece_words *p, cp_str word)
{
    bool is_plain = cp_str_equal(p->letter, word);
    for (uint32_t i = 0; i < p->alias_count && !is_plain; i++)
        is_plain = cp_str_equal(p->aliases[i], word);
    return is_plain;
}

static void name_piece(struct cursor *c, cp_str word, uint8_t kind)
{
    c->out->move.piece = kind;
    c->out->move.has |= CP_HAS_PIECE;
    c->out->is_dialect |= !is_plain_word(&c->steps->alphabet->pieces[kind], word);
}

/* Signs that people's keyboards and programs make of ours; arrows say where
 * somebody goes, as everywhere. */
static size_t odd_sign(cp_str text, enum cp_sep *sep)
{
    static const struct {
        cp_str text;
        enum cp_sep sep;
    } signs[] = {{{"=>", 2}, CP_SEP_MOVE},           {{"->", 2}, CP_SEP_MOVE},
                 {{"\xe2\x86\x92", 3}, CP_SEP_MOVE}, {{"\xe2\x88\xbc", 3}, CP_SEP_SWAP},
                 {{"\xcb\x9c", 2}, CP_SEP_SWAP},     {{"\xef\xbd\x9e", 3}, CP_SEP_SWAP}};
    for (size_t i = 0; i < sizeof signs / sizeof *signs; i++)
        if (cp_str_starts(text, signs[i].text)) {
            *sep = signs[i].sep;
            return signs[i].text.len;
        }
    return 0;
}

/* A blank in front of a sign needs one behind it: else it could be the neighbour's. */
static enum cp_sep take_sign(struct cursor *c)
{
    enum cp_sep sep = CP_SEP_NONE;
    cp_str text = skip_blanks(c->rest);
    bool is_behind_blank = text.len < c->rest.len;
    size_t odd = odd_sign(text, &sep), dash = odd ? 0 : cp_minus_scan(text);
    if (dash)
        sep = CP_SEP_MOVE;
    else if (!odd && text.len)
        sep = cp_sign_of(text.at[0]);
    if (sep == CP_SEP_NONE)
        return CP_SEP_NONE;
    cp_str behind = cp_str_skip(text, odd ? odd : dash ? dash : 1), rest = skip_blanks(behind);
    bool is_before_blank = rest.len < behind.len;
    if (is_behind_blank && !is_before_blank && !odd)
        return CP_SEP_NONE;
    move_to(c, rest, odd || is_behind_blank || is_before_blank);
    return sep;
}

/* How far a number goes, with its dash or plus. */
static size_t number_length(cp_str text)
{
    size_t len = cp_minus_scan(text);
    len += !len && text.len && text.at[0] == '+';
    size_t first = len;
    while (len < text.len && cp_is_digit(text.at[len]))
        len++;
    return len > first ? len : 0;
}

/* e3, or 5,3 without its parentheses; 0 for neither. */
static size_t open_length(cp_str text)
{
    if (text.len > 1 && cp_is_letter(text.at[0])) {
        size_t digits = cp_is_rank(text.at[1]) ? number_length(cp_str_skip(text, 1)) : 0;
        return digits ? digits + 1 : 0;
    }
    size_t file = number_length(text);
    if (!file || file >= text.len || text.at[file] != ',')
        return 0;
    size_t comma = file + 1;
    comma += comma < text.len && text.at[comma] == ' ';
    size_t rank = number_length(cp_str_skip(text, comma));
    return rank ? comma + rank : 0;
}

/* A capital can only be a file where it cannot be a piece. */
static bool take_square(struct cursor *c, bool has_piece, cp_square *out)
{
    cp_square_text square;
    bool is_open = c->rest.len && c->rest.at[0] != '(';
    size_t len = is_open ? open_length(c->rest) : cp_square_scan(c->ints, c->rest, &square);
    if (!len || (is_open && !cp_square_scan_open(c->ints, (cp_str){c->rest.at, len}, &square)))
        return false;
    bool is_bare = is_open && square.spelling != CP_NUMERIC;
    bool is_capital = is_bare && c->rest.at[0] >= 'A' && c->rest.at[0] <= 'Z';
    bool is_odd = (is_open && !is_bare) || (square.odd & CP_ODD_DOT) || is_capital;
    if (is_capital && !has_piece)
        return false;
    *out = square.square;
    c->out->move.spelling = (uint8_t)(is_bare ? CP_BARE : square.spelling);
    c->out->odd |= square.odd & (uint8_t)~CP_ODD_DOT;
    move_to(c, cp_str_skip(c->rest, len), is_odd);
    return true;
}

/* A file or a rank alone; beside a square in numbers, a number is a file. */
static bool take_part(struct cursor *c, cp_str *part)
{
    cp_str text = c->rest;
    size_t len = number_length(text);
    if (!len && text.len && text.at[0] >= 'a' && text.at[0] <= 'z')
        len = 1;
    *part = (cp_str){text.at, len};
    if (len)
        c->rest = cp_str_skip(text, len);
    return len > 0;
}

static bool read_part(struct cursor *c, cp_str part)
{
    cp_written *w = &c->out->move;
    uint8_t odd = 0;
    cp_int number;
    bool is_number = cp_number_scan(c->ints, part, &number, &odd);
    c->out->odd |= odd;
    c->out->is_dialect |= w->spelling != CP_BARE;
    if (is_number && w->spelling != CP_NUMERIC) {
        w->from.rank = number;
        w->has |= CP_HAS_FROM_RANK;
        return true;
    }
    w->has |= CP_HAS_FROM_FILE;
    return cp_file_scan(c->ints, part, &w->from.file, &odd);
}

/* Bare squares may stand side by side; those in parentheses are two moves then. */
static bool take_next(struct cursor *c, bool has_part, struct cp_row *row)
{
    uint8_t spelling = c->out->move.spelling;
    struct cursor before = *c;
    struct cp_reading reading = *c->out;
    enum cp_sep sep = take_sign(c);
    bool is_side_by_side = sep == CP_SEP_NONE && c->rest.len && c->rest.at[0] != '(' &&
                           c->out->move.spelling == CP_BARE;
    if (is_side_by_side)
        sep = CP_SEP_MOVE;
    if (sep != CP_SEP_NONE && cp_row_can_follow(row, has_part, sep) &&
        take_square(c, true, &row->square[row->count])) {
        row->sign[row->count++] = sep;
        bool was_numeric = spelling == CP_NUMERIC;
        c->out->is_dialect |= was_numeric != (c->out->move.spelling == CP_NUMERIC);
        return true;
    }
    *c = before;
    *c->out = reading;
    return false;
}

/* Where both kinds of squares were mixed, and one has no bare spelling. */
static void spell_in_numbers(struct cursor *c, const struct cp_row *row)
{
    cp_written *w = &c->out->move;
    for (int i = 0; i < row->count; i++)
        if (w->spelling == CP_BARE && !cp_square_can_be_bare(c->ints, row->square[i]))
            w->spelling = CP_NUMERIC;
}

static bool take_row(struct cursor *c, bool has_piece)
{
    struct cp_row row = {.count = 0};
    cp_str part = {NULL, 0};
    cp_square ignored;
    struct cursor ahead = *c;
    struct cp_reading untouched = *c->out;
    bool has_square = take_square(&ahead, has_piece, &ignored);
    *c->out = untouched;
    bool has_part = !has_square && has_piece && take_part(c, &part);
    row.sign[0] = has_piece ? take_sign(c) : CP_SEP_NONE;
    if (!take_square(c, has_piece, &row.square[row.count++]))
        return false;
    while (take_next(c, has_part, &row))
        ;
    cp_row_put_together(&row, has_part, &c->out->move);
    if (has_part && !read_part(c, part))
        return false;
    spell_in_numbers(c, &row);
    return true;
}

static bool take_word_and_row(struct cursor *c)
{
    cp_str text = c->rest, inside = cp_str_skip(text, text.len && text.at[0] == '(');
    bool is_inside = inside.len < text.len;
    struct cp_reading reading = *c->out;
    for (size_t len = word_length(inside); len > 0; len--) {
        cp_str word = {inside.at, len}, rest = cp_str_skip(inside, len);
        uint8_t kind = cp_alphabet_find(c->steps->alphabet, word, true);
        if (kind == CP_NO_KIND || (is_inside && !(rest.len && rest.at[0] == ')')))
            continue;
        rest = cp_str_skip(rest, is_inside);
        *c->out = reading;
        name_piece(c, word, kind);
        cp_str behind = skip_blanks(rest);
        move_to(c, behind, is_inside || behind.len < rest.len);
        if (take_row(c, true))
            return true;
    }
    c->rest = text;
    *c->out = reading;
    return false;
}

static bool take_null(struct cursor *c)
{
    if (!cp_str_starts(c->rest, CP_STR("--")) && !cp_str_starts(c->rest, CP_STR("Z0")))
        return false;
    c->out->move.has = CP_IS_NULL;
    c->rest = cp_str_skip(c->rest, 2);
    return true;
}

/* Dots behind it may join two half-moves. */
static bool is_over(cp_str rest)
{
    return !rest.len || cp_is_move_end(rest.at[0]) || rest.at[0] == '.';
}

/* "+ ++ # mate ch.", with blanks before it. */
static void take_check(struct cursor *c)
{
    static const struct {
        cp_str text;
        enum cp_check_mark mark;
    } marks[] = {{{"++", 2}, CP_MARK_DOUBLE}, {{"+", 1}, CP_MARK_CHECK},
                 {{"#", 1}, CP_MARK_MATE},    {{"mate", 4}, CP_MARK_MATE},
                 {{"ch.", 3}, CP_MARK_CHECK}, {{"ch", 2}, CP_MARK_CHECK}};
    cp_str text = skip_blanks(c->rest);
    for (size_t i = 0; i < sizeof marks / sizeof *marks; i++) {
        cp_str behind = cp_str_skip(text, marks[i].text.len);
        if (!cp_str_starts(text, marks[i].text) || !is_over(behind))
            continue;
        c->out->move.check = (uint8_t)marks[i].mark;
        c->rest = behind;
        return;
    }
}

size_t cp_steps_scan(const struct cp_steps *s, struct cp_ints *ints, cp_str text,
                     struct cp_reading *out)
{
    struct cursor c = {s, ints, out, text};
    *out = (struct cp_reading){.is_agreed = true};
    cp_row_begin(&out->move);
    struct cp_reading nothing = *out;
    bool is_square = text.len > 1 && cp_steps_is_file(s, text.at[0]) && cp_is_rank(text.at[1]);
    bool is_read = take_null(&c) || (is_square && take_row(&c, false));
    if (!is_read) {
        c.rest = text;
        *out = nothing;
        is_read = take_word_and_row(&c) || take_row(&c, false);
    }
    if (!is_read)
        return 0;
    take_check(&c);
    return is_over(c.rest) ? text.len - c.rest.len : 0;
}
