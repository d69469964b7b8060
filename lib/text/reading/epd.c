/* SPDX-License-Identifier: MIT */
/* epd.c -- a line of its own that is a position, and what EPD says of it:
 *
 *     4k3/8/8/8/8/8/4P3/4K3 w - - bm Kd2 e4; id "mate; or not";
 *     w: K (1,1), Q (4,5); b: K (9,9)
 *
 * An operation is a name and what it is about, up to ';'. In a game it is a tag, whose value is
 * a single string without its quotation marks, and anything else as it stands; hmvc and fmvn are
 * the last two fields of a FEN. */
#include "text/reading/reading.h"

#include "base/scan.h"
#include "base/utf8.h"
#include "text/starts/fen.h"
#include "text/tags.h"
#include "text/tokens.h"

static bool may_end(cp_str text, size_t at)
{
    return at >= text.len || text.at[at] == ';' || cp_is_space(text.at[at]);
}

/* Behind white space, and the ends of operations. */
static cp_str skip_ends(cp_str text)
{
    do
        text = cp_behind_space(text);
    while (cp_scan_char(&text, ';'));
    return text;
}

static size_t word_length(cp_str text)
{
    size_t len = 0;
    while (!may_end(text, len))
        len++;
    return len;
}

/* ---- operations ---- */

bool cp_operation_take(cp_str *rest, cp_operation *out)
{
    cp_str text = skip_ends(*rest);
    size_t name = 0, end, strings = 0, last = 0; /* last: where the last string begins */
    while (!may_end(text, name) && text.at[name] != '"')
        name++;
    for (end = name; end < text.len && text.at[end] != ';'; end++) {
        if (text.at[end] != '"')
            continue;
        strings++;
        for (last = end++; end < text.len && text.at[end] != '"';)
            end++;
    }
    bool is_open = end > text.len; /* nothing ends its last string: all of the line is of it */
    end -= is_open;
    *out = (cp_operation){.text = cp_str_trim((cp_str){text.at, end}), .name = {text.at, name}};
    cp_str value = cp_str_trim((cp_str){text.at + name, end - name});
    bool is_string =
        strings == 1 && value.at == text.at + last && (is_open || value.at[value.len - 1] == '"');
    out->value = is_string ? (cp_str){value.at + 1, value.len - 2 + is_open} : value;
    out->is_odd = is_open || !name;
    *rest = cp_str_skip(text, end);
    return text.len > 0;
}

/* ---- moves behind a position ---- */

/* e4, exd5, Nbd7, e2-e4, e8=Q+, Q(4,9): as no operation is named but c0 and v9. */
static bool is_like_move(cp_str word)
{
    if (cp_str_starts(word, CP_STR("O-O")) || cp_str_starts(word, CP_STR("0-0")))
        return true;
    bool has_piece = word.len && word.at[0] >= 'A' && word.at[0] <= 'Z';
    while (word.len > 1 && strchr("+#!?=QRBN", word.at[word.len - 1]) && word.at[word.len - 1])
        word.len--;
    size_t at = word.len; /* then of its square, e4 or (5,4) */
    bool is_closed = at && word.at[at - 1] == ')';
    while (at && (is_closed ? word.at[at - 1] != '(' : cp_is_digit(word.at[at - 1])))
        at--;
    bool is_open = at && at < word.len && word.at[at - 1] >= 'a' && word.at[at - 1] <= 'z';
    if (!at || (!is_closed && !is_open))
        return false;
    cp_str before = {word.at, at - 1};
    before = cp_str_skip(before, has_piece && before.len ? 1 : 0);
    bool has_origin = before.len && (cp_is_digit(before.at[before.len - 1]) ||
                                     strchr("x:-)", before.at[before.len - 1]));
    return !before.len || has_piece || has_origin;
}

/* The moves on the line of a position, a comment or a result, from what stands behind it; empty:
 * there are none. As engines are told positions the word moves is in front. c5 and v2 are comments
 * and variations of EPD, unless they stand behind all six fields of a FEN and no operation's end
 * follows. */
static cp_str moves_in(cp_str behind, int fields)
{
    behind = cp_behind_space(behind);
    cp_str word = {behind.at, word_length(behind)};
    if (cp_str_is(word, "moves"))
        behind = cp_behind_space(cp_str_skip(behind, word.len));
    bool is_operation = word.len == 2 && strchr("cv", word.at[0]) && cp_is_digit(word.at[1]) &&
                        (fields < 6 || memchr(behind.at, ';', behind.len) != NULL ||
                         memchr(behind.at, '"', behind.len) != NULL);
    size_t digits = cp_digits_end(behind, 0);
    bool is_number = digits && digits < behind.len && behind.at[digits] == '.';
    cp_str result, text = cp_str_trim(behind);
    /* A comment: no operation stands in front of its ; and none ends behind. */
    bool is_comment = text.len && text.at[0] == ';' && text.at[text.len - 1] != ';';
    bool is_text =
        is_comment || (word.len && word.at[0] == '{') ||
        (word.len && cp_result_scan(word, &result, NULL) == word.len) ||
        (!is_operation && (is_number || is_like_move((cp_str){behind.at, word_length(behind)})));
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

/* It becomes a tag; a count goes to the position, which is for agents or has four fields. */
static void take_operation(struct reading *s, const cp_operation *op)
{
    struct cp_tag tag = {.name = op->name, .value = op->value};
    cp_span at = cp_cursor_place(s->c, op->text.at, op->text.len);
    bool is_quiet = cp_str_is(op->name, "hmvc"), is_number = cp_str_is(op->name, "fmvn");
    cp_str *count = is_quiet ? &s->quiet : &s->number;
    if (op->is_odd)
        cp_diag_report(s->d, CP_FEN_UNUSUAL, at, "%.*s%s", cp_str_shown(op->text), op->text.at,
                       op->name.len ? "" : " has no name, and is left out");
    bool has_place = (is_quiet && s->fields == 4) || (is_number && s->fields <= 4);
    if (has_place && !count->len && op->value.len && cp_digits_end(op->value, 0) == op->value.len)
        *count = op->value;
    else if (op->name.len)
        cp_tag_take(s->g, &tag, at, at, s->d);
}

static cp_str with_counts(const struct reading *s, cp_str fields)
{
    if (!s->quiet.len && !s->number.len)
        return fields;
    struct cp_buf out = cp_buf_in(s->g->arena);
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
    cp_str line = cp_cursor_line(c, CP_TOKEN_MOST);
    struct reading s = {.c = c, .g = g, .d = d};
    cp_operation op;
    if (line.len == CP_TOKEN_MOST) {
        cp_diag_report(d, CP_TOKEN_TOO_LONG, cp_cursor_place(c, c->at, 1), "%s", "");
        cp_cursor_pass_over(c, CP_LINE_ENDS);
        return false;
    }
    cp_span at = cp_cursor_place(c, line.at, line.len);
    if (!cp_utf8_is_text(line))
        cp_diag_report(d, CP_BAD_BYTES, at, "%s", "");
    size_t fields = cp_fen_fields(line, &s.fields);
    g->start = (cp_str){line.at, fields}; /* before tags that mean to be one */
    g->start_line = at.line;
    g->start_col = at.col;
    cp_str rest = cp_str_skip(line, fields), moves = moves_in(rest, s.fields);
    if (moves.len) {
        c->at = moves.at;
        return true;
    }
    while (!take_remark(&s, rest) && cp_operation_take(&rest, &op))
        take_operation(&s, &op);
    g->start = with_counts(&s, g->start);
    c->at += line.len;
    return true;
}
