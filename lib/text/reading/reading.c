/* SPDX-License-Identifier: MIT */
/* reading.c -- what every part of a game's text is read with: where it is told what is wrong, the
 * alphabet, falls, and the comments, which may stand anywhere. */
#include "text/reading/reading.h"

#include "base/scan.h"
#include "base/utf8.h"
#include "text/starts/start.h"
#include "text/tags.h"
#include "text/tokens.h"

#include <inttypes.h>

/* ---- what is known of the game ---- */

void cp_reading_open(struct cp_reading *s, const struct cp_reader_input *input, struct cp_cursor *c,
                     struct cp_game *g, struct cp_diags *d)
{
    *s = (struct cp_reading){.input = input,
                             .c = c,
                             .b = {.game = g, .diags = d, .top = {.line = &g->moves}},
                             .g = g,
                             .d = d,
                             .errors = d->errors,
                             .move_end = CP_NOWHERE,
                             .is_icn_sure = input->is_icn};
}

void cp_reading_blame(struct cp_reading *s, enum cp_diag kind, cp_str text)
{
    int shown = cp_str_shown(text);
    cp_diag_report(s->d, kind, cp_reading_place(s, text.at, text.len), "%.*s", shown, text.at);
}

void cp_reading_pass_over(struct cp_reading *s, const char *ends)
{
    uint64_t from = cp_cursor_offset(s->c, s->c->at);
    cp_cursor_pass_over(s->c, ends);
    s->begin += cp_cursor_offset(s->c, s->c->at) - from;
}

bool cp_reading_is_empty(const struct cp_reading *s)
{
    const struct cp_game *g = s->g;
    return !s->has_moves && !s->has_bad_tag && !g->tags && !g->start.len && !g->frame.len &&
           !g->rules;
}

void cp_reading_find_alphabet(struct cp_reading *s)
{
    if (s->is_alphabet_known)
        return;
    s->is_alphabet_known = true;
    enum { LETTER = 4096 };
    struct cp_lookahead ahead = {
        .icn = s->icn, .titles = s->words.titles, .title_count = s->words.title_count};
    bool is_cut = false;
    cp_str near = cp_cursor_ahead(s->c, 0, CP_NEAR);
    if (s->is_no_text)
        ahead.squares = CP_SEEN_BARE; /* nothing to ask it: no variant is missed */
    else if (s->has_moves)
        ahead.squares = cp_squares_seen(near, &is_cut);
    if (is_cut && near.len == CP_NEAR) /* they may be behind a letter of many words */
        ahead.squares = cp_squares_seen(cp_cursor_ahead(s->c, 0, LETTER), NULL);
    ahead.movetext = cp_cursor_text(s->c, CP_NEAR);
    const struct cp_alphabet *a = s->input->alphabet(s->input->alphabet_data, s->g, &ahead);
    s->b.keeps_moves = a != NULL;
    s->notation = a ? cp_notations_get(s->input->notations, a) : NULL;
    s->san = a ? cp_notation_bare(s->notation) : NULL;
    s->g->is_broken |= !a;
}

void cp_blame_number(struct cp_diags *d, cp_span at, cp_str digits, bool is_blacks, uint32_t ply)
{
    const char *whose = ply % 2 ? "Black's move" : is_blacks ? "White's move" : "move";
    cp_diag_report(d, CP_MOVE_NUMBER_WRONG, at, "\"%.*s%s\" stands where %s %" PRIu32 " comes",
                   CP_FMT(digits), is_blacks ? "..." : "", whose, ply / 2 + 1);
    if (at.col == 1 && ply && cp_str_is(digits, "1"))
        cp_diag_also(d, (cp_span){0},
                     "if another game begins here, end the one before with its result, or *");
}

void cp_reading_begin_moves(struct cp_reading *s)
{
    s->first_ply = s->b.top.ply = cp_game_turn(s->g) == CP_BLACK;
    if (!s->early.len || s->is_number_told || !s->notation || s->first_ply)
        return;
    s->is_number_told = true;
    cp_blame_number(s->d, s->early_at, s->early, true, 0);
}

void cp_reading_check_size(struct cp_reading *s)
{
    bool is_long = cp_cursor_offset(s->c, s->c->at) - s->begin > CP_TEXT_MOST && s->is_begun;
    if (CP_LIKELY(!is_long && s->g->parts <= CP_PARTS_MOST && !s->b.is_full))
        return;
    cp_span at = cp_reading_place(s, s->c->at, 0);
    if (s->b.is_full) {
        cp_ints_reset(s->g->ints, s->mark);
        return;
    }
    if (is_long)
        cp_game_refuse_size(s->g, s->d, at, "more than 16 MiB of text");
    if (cp_game_has_room(s->g, s->d, at))
        return;
    s->b.is_full = true;
    s->b.keeps_moves = false;
    s->notation = NULL;
    s->san = NULL;
    s->is_alphabet_known = true;
    s->mark = cp_ints_mark(s->g->ints);
    cp_cursor_forget(s->c);
}

/* ---- falls ---- */

void cp_reading_add_falls(struct cp_reading *s, cp_str text)
{
    struct cp_node *last = cp_builder_last(&s->b);
    const struct cp_alphabet *a = cp_reading_alphabet(s);
    cp_fall_text fall;
    for (size_t from = 1, at; (at = cp_fall_scan(s->g->ints, a, text, from, &fall)); from = at) {
        cp_str pair = {text.at + fall.begin, at - fall.begin};
        cp_span span = cp_reading_place(s, pair.at, pair.len);
        if (fall.is_dialect) {
            bool is_bare = fall.spelling != CP_NUMERIC && a->native == CP_BARE;
            struct cp_buf square = cp_buf_in(s->g->arena);
            cp_square_format(s->g->ints, &square, fall.left, is_bare ? CP_BARE : fall.spelling);
            cp_str as = cp_buf_str(&square);
            cp_diag_report(s->d, CP_FALL_IN_DIALECT, span, "\"%.*s\" read as %.*s:%.*s",
                           cp_str_shown(pair), pair.at, CP_FMT(as), CP_FMT(as));
        } else if (fall.odd) {
            cp_reading_blame(s, CP_NUMBER_UNUSUAL, pair);
        }
        if (!fall.is_even)
            cp_diag_report(s->d, CP_FALL_WRONG, span, "%.*s names two squares", cp_str_shown(pair),
                           pair.at);
        else if (last)
            cp_node_add_fall(s->g, last, fall.left);
    }
    if (!last)
        cp_reading_blame(s, CP_BEFORE_ANY_MOVE, text);
}

/* The next parenthesis of the command [%falls (e4:e4)(h3:h3)] that text begins with, from
 * *at on, which goes behind it; nothing behind the last. */
static cp_str next_of_falls(struct cp_reading *s, cp_str text, size_t *at)
{
    *at = cp_space_end(text, *at);
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

/* ---- comments ---- */

static void add_comment(struct cp_reading *s, cp_str text, enum cp_comment_kind kind)
{
    if (!cp_utf8_is_text(text))
        cp_diag_report(s->d, CP_BAD_BYTES, cp_reading_place(s, text.at, text.len), "%s", "");
    cp_builder_add_comment(&s->b, text, kind);
}

/* The first brace or bracket that matters to a comment, or end. */
static const char *mark_of(const char *at, const char *end)
{
    for (uint64_t w; end - at >= 8; at += 8) {
        memcpy(&w, at, 8);
        if (cp_has_byte(w, '}') | cp_has_byte(w, '['))
            break;
    }
    while (at < end && *at != '}' && *at != '[')
        at++;
    return at;
}

/* Up to its }, or where a section of tags begins (R-NOT-10). Its length up to there; of one that is
 * too long to keep it is not known. */
enum braced_end { CLOSED, OPEN, TOO_LONG };
static enum braced_end braced_length(struct cp_cursor *c, size_t *len)
{
    size_t most = CP_COMMENT_MOST;
    *len = 1;
    do {
        cp_str text = cp_cursor_text(c, most);
        for (; *len < text.len; ++*len) {
            *len = (size_t)(mark_of(text.at + *len, text.at + text.len) - text.at);
            if (*len == text.len)
                break;
            if (text.at[*len] == '}')
                return CLOSED;
            if (text.at[*len] != '[' || !cp_is_line_end(text.at[*len - 1]))
                continue;
            if (cp_tag_is_begun(cp_cursor_ahead(c, *len, CP_TAG_LOOK))) /* may move the text */
                return OPEN;
            text = cp_cursor_text(c, most);
        }
    } while (*len < most && cp_cursor_has(c, *len + 1));
    return *len < most ? OPEN : TOO_LONG;
}

/* Past one that is too long, and its brace; true where tags ended it. */
static bool pass_over_braced(struct cp_cursor *c)
{
    for (;;) {
        cp_cursor_pass_over(c, "}[");
        if (!cp_cursor_has(c, 1))
            return false;
        if (cp_tag_is_next(c))
            return true;
        bool is_bracket = *c->at++ == '[';
        if (!is_bracket)
            return false;
    }
}

/* The line ends in front of tags are none of an ICN's comment, in which no falls are looked for. */
void cp_read_braced(struct cp_reading *s)
{
    size_t len;
    cp_span at = cp_reading_place(s, s->c->at, 1);
    enum braced_end end = braced_length(s->c, &len);
    s->is_cut |= end == OPEN;
    if (end == OPEN)
        cp_diag_report(s->d, CP_COMMENT_OPEN, at, "%s", "");
    size_t cost = end == TOO_LONG ? (size_t)CP_COMMENT_MOST + 1 : len;
    if (!cp_builder_has_room(&s->b, cost, at)) {
        uint64_t from = cp_cursor_offset(s->c, s->c->at);
        s->is_cut |= pass_over_braced(s->c);
        s->begin += cp_cursor_offset(s->c, s->c->at) - from; /* it is no text of the game */
        return;
    }
    while (s->icn && end == OPEN && len > 1 && cp_is_line_end(s->c->at[len - 1]))
        len--;
    cp_str text = {s->c->at + 1, len - 1}, rest = s->icn ? text : take_falls(s, text);
    if (rest.len || !text.len || rest.at == text.at)
        add_comment(s, rest, CP_BRACED);
    cp_cursor_pass(s->c, len + (end == CLOSED));
}

bool cp_read_comment(struct cp_reading *s)
{
    char c = *s->c->at;
    if (c != '{' && c != ';' && (c != '%' || !cp_cursor_is_at_column_one(s->c)))
        return false;
    if (c == '{') {
        cp_read_braced(s);
        return true;
    }
    cp_str line = cp_cursor_line(s->c, CP_COMMENT_MOST);
    if (cp_builder_has_room(&s->b, line.len, cp_reading_place(s, line.at, 1))) {
        add_comment(s, cp_str_skip(line, 1), c == ';' ? CP_TO_LINE_END : CP_ESCAPE);
        s->c->at += line.len;
    } else {
        cp_reading_pass_over(s, CP_LINE_ENDS);
    }
    return true;
}
