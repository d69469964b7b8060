/* SPDX-License-Identifier: MIT */
/* comments.c -- comments, and the falls that stand in one for other programs. */
#include "text/reading/reading.h"

#include "base/utf8.h"
#include "text/braced.h"

static void check_bytes(struct cp_reading *s, cp_str text)
{
    if (!cp_utf8_is_text(text))
        cp_diag_report(s->d, CP_BAD_BYTES, cp_reading_place(s, text.at, text.len), "%s", "");
}

void cp_reading_add_comment(struct cp_reading *s, cp_str text, enum cp_comment_kind kind)
{
    check_bytes(s, text);
    cp_builder_add_comment(&s->b, text, kind);
}

/* The next parenthesis of the command [%falls (e4:e4)(h3:h3)] that text begins with, from
 * *at on, which goes behind it; nothing behind the last. */
static cp_str next_of_falls(struct cp_reading *s, cp_str text, size_t *at)
{
    while (*at < text.len && cp_is_space(text.at[*at]))
        ++*at;
    cp_str falls = {text.at + *at,
                    cp_falls_scan(s->g->ints, cp_reading_alphabet(s), cp_str_skip(text, *at))};
    *at += falls.len;
    return falls;
}

/* Falls that stand in a comment, as in PGN for other programs, right behind a move: they
 * are the move's, and what is left is a comment. */
static cp_str take_falls(struct cp_reading *s, cp_str text)
{
    enum { COMMAND = sizeof CP_FALLS_COMMAND - 1 };
    if (text.len < COMMAND + 2 || !cp_falls_are_in(text.at) || !s->notation || s->b.too_deep ||
        !cp_builder_last(&s->b) || s->b.top.is_new_move)
        return text;
    cp_str command = cp_str_trim(text), falls;
    size_t at = COMMAND, end = COMMAND;
    while (next_of_falls(s, command, &end).len)
        ;
    if (end == COMMAND || end >= command.len || command.at[end] != ']' ||
        !cp_is_space(command.at[COMMAND]))
        return text;
    while ((falls = next_of_falls(s, command, &at)).len)
        cp_reading_add_falls(s, falls);
    return cp_str_trim(cp_str_skip(command, end + 1));
}

/* Falls that are none for the place where they stand, or how they are written. */
static void tell_falls_in_words(struct cp_reading *s, cp_str text)
{
    cp_str command = cp_falls_find(text);
    if (command.len && s->notation && !s->b.too_deep)
        cp_diag_report(s->d, CP_FALLS_IN_WORDS, cp_reading_place(s, s->c->at, 1), "%.*s",
                       cp_str_shown(command), command.at);
}

/* One that is too long to keep is no text of the game. */
static void pass_over_braced(struct cp_reading *s)
{
    uint64_t from = cp_cursor_offset(s->c, s->c->at);
    s->is_cut |= cp_braced_pass_over(s->c);
    s->begin += cp_cursor_offset(s->c, s->c->at) - from;
}

static void read_braced(struct cp_reading *s)
{
    size_t len;
    enum cp_braced_end end = cp_braced_length(s->c, &len);
    s->is_cut |= end == CP_BRACED_OPEN;
    if (end == CP_BRACED_OPEN)
        cp_diag_report(s->d, CP_COMMENT_OPEN, cp_reading_place(s, s->c->at, 1), "%s", "");
    size_t cost = end == CP_BRACED_TOO_LONG ? (size_t)CP_COMMENT_MOST + 1 : len;
    if (!cp_builder_has_room(&s->b, cost, cp_reading_place(s, s->c->at, 1))) {
        pass_over_braced(s);
        return;
    }
    cp_str text = {s->c->at + 1, len - 1}, rest = take_falls(s, text);
    tell_falls_in_words(s, rest);
    if (rest.len || !text.len || rest.at == text.at)
        cp_reading_add_comment(s, rest, CP_BRACED);
    cp_cursor_pass(s->c, len + (end == CP_BRACED_CLOSED));
}

static void read_to_line_end(struct cp_reading *s, enum cp_comment_kind kind)
{
    size_t len = cp_cursor_line(s->c, CP_COMMENT_MOST);
    if (!cp_builder_has_room(&s->b, len, cp_reading_place(s, s->c->at, 1))) {
        cp_reading_pass_over(s, cp_is_line_end);
        return;
    }
    cp_str text = {s->c->at + 1, len - 1};
    if (kind == CP_TO_LINE_END)
        tell_falls_in_words(s, text);
    cp_reading_add_comment(s, text, kind);
    s->c->at += len;
}

bool cp_read_comment(struct cp_reading *s)
{
    char c = *s->c->at;
    if (c == '{')
        read_braced(s);
    else if (c == ';') {
        cp_reading_tell_moves_in_comment(s);
        read_to_line_end(s, CP_TO_LINE_END);
    } else if (c == '%' && cp_cursor_is_at_column_one(s->c))
        read_to_line_end(s, CP_ESCAPE);
    else
        return false;
    return true;
}
