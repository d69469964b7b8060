/* SPDX-License-Identifier: MIT */
/* epd.c -- operands are words, or strings in quotation marks. EPD knows no quotation marks
 * within a string, but people and programs write them, with a backslash or without; so one ends a
 * string only where an operand may end: before a blank, ';' or the line's end. */
#include "text/epd.h"

#include "base/utf8.h"
#include "text/fen.h"
#include "text/tags.h"
#include "text/tokens.h"

/* ---- operands ---- */

/* What stands between a name and ';'. */
struct operands {
    size_t len, count, strings, words; /* words: neither strings nor numbers */
    cp_str inside;                     /* of the last string */
    bool is_odd, has_escapes, is_open;
    bool has_blanks; /* in words, of no ASCII: they are read as blanks */
};

static bool may_end(cp_str text, size_t at)
{
    return at >= text.len || text.at[at] == ';' || cp_is_space(text.at[at]);
}

static bool is_escape(cp_str text, size_t at)
{
    return text.at[at] == '\\' && at + 1 < text.len &&
           (text.at[at + 1] == '"' || text.at[at + 1] == '\\');
}

static cp_str skip_blanks(cp_str text)
{
    while (text.len && cp_is_space(text.at[0]))
        text = cp_str_skip(text, 1);
    return text;
}

/* Of operations, too. */
static cp_str skip_ends(cp_str text)
{
    while ((text = skip_blanks(text)).len && text.at[0] == ';')
        text = cp_str_skip(text, 1);
    return text;
}

static size_t word_length(cp_str text)
{
    size_t len = 0;
    while (!may_end(text, len))
        len++;
    return len;
}

/* Whether text is a name and blanks, as before a string. */
static bool is_name(cp_str text)
{
    cp_str name = skip_blanks(text);
    size_t len = word_length(name);
    return len && cp_is_letter(name.at[0]) && len < name.len &&
           !skip_blanks(cp_str_skip(name, len)).len;
}

/* Length of the string that text begins with. Nothing ends `id "one; bm Kd2;`: it goes to its
 * first ';', or to the last one before another operation's string begins. */
static size_t string_length(cp_str text, struct operands *o, bool *has_no_end)
{
    size_t first = text.len, last = text.len;
    bool is_fresh = false; /* no quotation mark has been behind the last ';' */
    for (size_t i = 1; i < text.len && !(*has_no_end && first < text.len); i++) {
        if (text.at[i] == ';') {
            first = first < text.len ? first : i;
            last = i;
            is_fresh = true;
        } else if (is_escape(text, i)) {
            o->has_escapes = o->is_odd = true;
            i++;
        } else if (text.at[i] == '"') {
            if (may_end(text, i + 1))
                return i + 1;
            o->is_odd = true;
            o->is_open = is_fresh && is_name((cp_str){text.at + last + 1, i - last - 1});
            if (o->is_open)
                return last;
            is_fresh = false;
        }
    }
    *has_no_end = o->is_odd = o->is_open = true;
    return first;
}

static size_t digits_length(cp_str text, size_t from)
{
    size_t len = 0;
    while (from + len < text.len && cp_is_digit(text.at[from + len]))
        len++;
    return len;
}

/* 35, -35, +35 and 0.35; and - where there is none. */
static bool is_number(cp_str value)
{
    size_t sign = value.len && strchr("+-", value.at[0]) && value.at[0];
    size_t whole = sign + digits_length(value, sign);
    bool has_point = whole + 1 < value.len && value.at[whole] == '.';
    size_t end = has_point ? whole + 1 + digits_length(value, whole + 1) : whole;
    return end == value.len && (whole > sign || cp_str_is(value, "-"));
}

static bool has_odd_blank(cp_str word)
{
    uint32_t code;
    size_t at = 0;
    while (at < word.len &&
           ((unsigned char)word.at[at] < 0x80 || !cp_blank_scan(cp_str_skip(word, at), &code)))
        at++;
    return at < word.len;
}

static struct operands scan_operands(cp_str text, bool *has_no_end)
{
    struct operands o = {0};
    for (size_t len;; o.len += len, o.count++) {
        while (o.len < text.len && cp_is_space(text.at[o.len]))
            o.len++;
        cp_str rest = cp_str_skip(text, o.len);
        len = word_length(rest);
        if (!len)
            return o;
        if (rest.at[0] == '"') {
            len = string_length(rest, &o, has_no_end);
            o.inside = (cp_str){rest.at + 1, len - 1 - !o.is_open};
            o.strings++;
        } else {
            bool is_remark = cp_fen_remark(rest) && rest.at[0] != '-'; /* -- is a null move here */
            o.is_odd |= is_remark || memchr(rest.at, '"', len);
            o.has_blanks |= has_odd_blank((cp_str){rest.at, len});
            o.words += !is_number((cp_str){rest.at, len});
        }
    }
}

/* Length of a square, e4 or (5,4), at the end of text. */
static size_t square_at_end(cp_str text)
{
    size_t at = text.len;
    if (at && text.at[at - 1] == ')') {
        while (at && text.at[at - 1] != '(')
            at--;
        return at ? text.len - at + 1 : 0;
    }
    while (at && cp_is_digit(text.at[at - 1]))
        at--;
    bool is_square = at && at < text.len && text.at[at - 1] >= 'a' && text.at[at - 1] <= 'z';
    return is_square ? text.len - at + 1 : 0;
}

/* e4, exd5, Nbd7, e2-e4, e8=Q+, Q(4,9): as no operation is named but c0 and v9. */
static bool is_like_move(cp_str word)
{
    if (cp_str_starts(word, CP_STR("O-O")) || cp_str_starts(word, CP_STR("0-0")))
        return true;
    bool has_piece = word.len && word.at[0] >= 'A' && word.at[0] <= 'Z';
    while (word.len > 1 && strchr("+#!?=QRBN", word.at[word.len - 1]) && word.at[word.len - 1])
        word.len--;
    size_t square = square_at_end(word);
    cp_str before = {word.at, word.len - square};
    before = cp_str_skip(before, has_piece && before.len ? 1 : 0);
    bool has_origin = before.len && (cp_is_digit(before.at[before.len - 1]) ||
                                     strchr("x:-)", before.at[before.len - 1]));
    return square && (!before.len || has_piece || has_origin);
}

/* ---- operations ---- */

/* EPD's comments and variations, c0 to v9. */
static bool is_numbered(cp_str name)
{
    return name.len == 2 && (name.at[0] == 'c' || name.at[0] == 'v') && cp_is_digit(name.at[1]);
}

/* Of moves, which are no strings. */
static bool is_of_moves(cp_str name)
{
    static const char *const names[] = {"am", "bm", "pm", "pv", "sm", NULL};
    const char *const *known = names;
    while (*known && !cp_str_is(name, *known))
        known++;
    return *known;
}

/* A comment, the name of a position or of an opening, or what a tag of PGN says; but D1 counts
 * lines. */
static bool is_of_string(cp_str name)
{
    bool is_tag = name.len > 1 && name.at[0] >= 'A' && name.at[0] <= 'Z';
    return (is_tag && !cp_is_digit(name.at[1])) || is_numbered(name) || cp_str_is(name, "id") ||
           cp_str_is(name, "eco") || cp_str_is(name, "nic");
}

bool cp_operation_take(struct cp_operations *all, struct cp_arena *arena, cp_operation *out)
{
    cp_str rest = skip_ends(all->rest);
    size_t name = 0;
    while (!may_end(rest, name) && rest.at[name] != '"')
        name++;
    *out = (cp_operation){.name = {rest.at, name}};
    cp_str behind = cp_str_skip(rest, name);
    struct operands o = scan_operands(behind, &all->has_no_end);
    out->text = cp_str_trim((cp_str){rest.at, name + o.len});
    out->value = cp_str_trim((cp_str){behind.at, o.len});
    if (o.count == 1 && o.strings)
        out->value = o.has_escapes ? cp_tag_unescape(arena, o.inside) : o.inside;
    bool is_glued = o.len && !cp_is_space(behind.at[0]);
    bool is_as_written = out->value.len || (o.strings > 0) == is_of_string(out->name);
    out->is_odd = o.is_odd || is_glued || !is_as_written || !cp_operation_can(out->name) ||
                  (is_of_moves(out->name) ? o.strings > 0 : o.words > 0 && o.count > 1);
    all->rest = cp_str_skip(behind, o.len);
    return rest.len > 0;
}

bool cp_operation_can(cp_str name)
{
    size_t len = 0;
    while (len < name.len && name.at[len] > ' ' && name.at[len] < 0x7f &&
           !strchr("\";", name.at[len]))
        len++;
    return len && len == name.len && cp_is_letter(name.at[0]) &&
           (is_numbered(name) || !is_like_move(name));
}

/* What a line can hold of a value; false: something else stands for line ends and NULs. */
static bool fit_line(struct cp_buf *fitted, cp_str *value)
{
    size_t len = 0;
    while (len < value->len && value->at[len] && !cp_is_line_end(value->at[len]))
        len++;
    if (len == value->len)
        return true;
    for (size_t i = 0; i < value->len; i++) {
        if (!value->at[i])
            cp_buf_puts(fitted, CP_NO_CHARACTER);
        else
            cp_buf_putc(fitted, cp_is_line_end(value->at[i]) ? ' ' : value->at[i]);
    }
    *value = cp_str_trim(cp_buf_str(fitted));
    return false;
}

/* Whether value is read as it is, without a word of it, where no quotation marks stand around it:
 * moves and numbers, or several strings. */
static bool is_bare(cp_str name, cp_str value, bool *is_odd)
{
    bool ignored = false;
    struct operands o = scan_operands(value, &ignored);
    *is_odd = o.is_odd;
    if (o.len < value.len || cp_str_trim(value).len < value.len)
        return false;
    if (o.strings)
        return o.count > 1 && !o.words && !o.is_open && !o.has_blanks;
    return !o.is_odd && !o.has_blanks &&
           (is_of_moves(name) || (!is_of_string(name) && is_number(value)));
}

/* A backslash needs another where it would be taken for one before a quotation mark. */
static void put_string(struct cp_buf *out, cp_str value, bool *is_odd)
{
    *is_odd = false;
    cp_buf_putc(out, '"');
    for (size_t i = 0; i < value.len; i++) {
        char c = value.at[i];
        bool is_last = i + 1 == value.len;
        if (c == '"' || (c == '\\' && (is_last || is_escape(value, i)))) {
            cp_buf_putc(out, '\\');
            *is_odd = true;
        }
        cp_buf_putc(out, c);
    }
    cp_buf_putc(out, '"');
}

bool cp_operation_put(struct cp_buf *out, struct cp_arena *arena, cp_str name, cp_str value,
                      bool *is_odd)
{
    struct cp_buf fitted;
    cp_buf_init(&fitted, arena);
    bool is_whole = fit_line(&fitted, &value);
    *is_odd = false;
    cp_buf_putc(out, ' ');
    cp_buf_put(out, name);
    if (value.len || is_of_string(name)) {
        cp_buf_putc(out, ' ');
        if (value.len && is_bare(name, value, is_odd))
            cp_buf_put(out, value);
        else
            put_string(out, value, is_odd);
    }
    cp_buf_putc(out, ';');
    return is_whole;
}

/* ---- moves behind a position ---- */

bool cp_position_has_moves(cp_str behind)
{
    size_t digits = 0;
    behind = skip_blanks(behind);
    while (digits < behind.len && cp_is_digit(behind.at[digits]))
        digits++;
    bool is_number = digits && digits < behind.len && behind.at[digits] == '.';
    return is_number || is_like_move((cp_str){behind.at, word_length(behind)});
}

/* Whether ; is where a comment begins: no operation stands in front, and none ends behind. */
static bool is_comment(cp_str behind)
{
    cp_str text = cp_str_trim(behind);
    return text.len && text.at[0] == ';' && text.at[text.len - 1] != ';';
}

/* The moves on the line of a position, a comment or a result, from what stands behind it; empty:
 * there are none. As engines are told positions the word moves is in front. c5 and v2 are comments
 * and variations of EPD, unless they stand behind all six fields of a FEN and no operation's end
 * follows. */
static cp_str moves_in(cp_str behind, int fields)
{
    behind = skip_blanks(behind);
    cp_str word = {behind.at, word_length(behind)};
    if (cp_str_is(word, "moves"))
        behind = skip_blanks(cp_str_skip(behind, word.len));
    bool is_operation =
        is_numbered(word) && (fields < 6 || memchr(behind.at, ';', behind.len) != NULL ||
                              memchr(behind.at, '"', behind.len) != NULL);
    cp_str result;
    bool is_text = is_comment(behind) || (word.len && word.at[0] == '{') ||
                   (word.len && cp_result_scan(word, &result, NULL) == word.len) ||
                   (!is_operation && cp_position_has_moves(behind));
    return is_text ? behind : (cp_str){0};
}

/* ---- a line ---- */

struct reading {
    struct cp_cursor *c;
    struct cp_game *g;
    struct cp_diags *d;
    int fields;           /* of the position */
    cp_str quiet, number; /* what hmvc and fmvn say */
};

static void tell(struct reading *s, const cp_operation *op, const char *what)
{
    cp_diag_report(s->d, CP_EPD_UNUSUAL, cp_cursor_place(s->c, op->text.at, op->text.len),
                   "%.*s %s", cp_str_shown(op->text), op->text.at, what);
}

static void tell_reading(struct reading *s, const cp_operation *op)
{
    cp_diag_report(s->d, CP_EPD_UNUSUAL, cp_cursor_place(s->c, op->text.at, op->text.len),
                   "%.*s: read as %.*s, %.*s", cp_str_shown(op->text), op->text.at,
                   cp_str_shown(op->name), op->name.at, cp_str_shown(op->value), op->value.at);
}

/* A count goes to the position, which is for agents or has four fields. */
static bool take_count(struct reading *s, const cp_operation *op)
{
    bool is_quiet = cp_str_is(op->name, "hmvc");
    cp_str *count = is_quiet ? &s->quiet : &s->number;
    if (!is_quiet && !cp_str_is(op->name, "fmvn"))
        return false;
    bool has_place = s->fields == 4 || (s->fields == 3 && !is_quiet);
    if (has_place && !count->len && op->value.len && digits_length(op->value, 0) == op->value.len) {
        *count = op->value;
        return true;
    }
    tell(s, op, "counts nothing here, and stays a tag");
    return false;
}

static void take_operation(struct reading *s, const cp_operation *op)
{
    struct cp_tag tag = {.name = op->name, .value = op->value};
    cp_span at = cp_cursor_place(s->c, op->text.at, op->text.len);
    if (!op->name.len)
        tell(s, op, "has no name, and is left out");
    else if (op->is_odd)
        tell_reading(s, op);
    if (op->name.len && !take_count(s, op))
        cp_tag_take(s->g, &tag, at, at, s->d);
}

static cp_str with_counts(const struct reading *s, cp_str fields)
{
    struct cp_buf out;
    if (!s->quiet.len && !s->number.len)
        return fields;
    cp_buf_init(&out, s->g->arena);
    cp_buf_put(&out, fields);
    cp_buf_putc(&out, ' ');
    if (s->fields == 4) {
        cp_buf_put(&out, s->quiet.len ? s->quiet : CP_STR("0"));
        cp_buf_putc(&out, ' ');
    }
    cp_buf_put(&out, s->number.len ? s->number : CP_STR("1"));
    return cp_buf_str(&out);
}

/* False: it is none. Comments of games begin with ; alone. */
static bool take_remark(struct reading *s, cp_str behind)
{
    behind = cp_str_trim(skip_ends(behind));
    size_t sign = cp_fen_remark(behind);
    if (!sign)
        return false;
    cp_diag_report(s->d, CP_FEN_UNUSUAL, cp_cursor_place(s->c, behind.at, behind.len),
                   "%.*s: read as a comment", cp_str_shown(behind), behind.at);
    cp_comment_add(s->g, &s->g->moves.end, cp_str_trim(cp_str_skip(behind, sign)), CP_TO_LINE_END);
    return true;
}

bool cp_position_read(struct cp_cursor *c, struct cp_game *g, struct cp_diags *d)
{
    size_t len = cp_cursor_line(c, CP_TOKEN_MOST);
    struct reading s = {.c = c, .g = g, .d = d};
    cp_operation op;
    if (len == CP_TOKEN_MOST) {
        cp_diag_report(d, CP_TOKEN_TOO_LONG, cp_cursor_place(c, c->at, 1), "%s", "");
        cp_cursor_pass_over(c, cp_is_line_end);
        return false;
    }
    cp_str line = {c->at, len};
    cp_span at = cp_cursor_place(c, line.at, line.len);
    if (!cp_utf8_is_text(line))
        cp_diag_report(d, CP_BAD_BYTES, at, "%s", "");
    size_t fields = cp_fen_fields(line, &s.fields);
    g->start = (cp_str){line.at, fields}; /* before tags that mean to be one */
    g->start_line = at.line;
    g->start_col = at.col;
    struct cp_operations all = {.rest = cp_str_skip(line, fields)};
    cp_str moves = moves_in(all.rest, s.fields);
    if (moves.len) {
        c->at = moves.at;
        return true;
    }
    while (!take_remark(&s, all.rest) && cp_operation_take(&all, g->arena, &op))
        take_operation(&s, &op);
    g->start = with_counts(&s, g->start);
    c->at += len;
    return true;
}
