/* SPDX-License-Identifier: MIT */
/* threads.c -- what stands around the moves where games are copied out of threads and pages:
 *
 *     Trappist-1                       a title, which may name the variant
 *     White: Alice, Black: Bob         a line of words alone, passed over
 *     1. (i9) (i16) 2. N(l11)
 *     Black resigns                    the result, where nothing else says it
 *
 * A line that has the shape of a move anywhere, however badly written, is never passed over: a
 * half-move does not vanish (R-NOT-9), and words beside moves are an error of their own. */
#include "text/reading/reading.h"

#include "base/scan.h"
#include "text/tags.h"

#include <inttypes.h>

enum {
    WORDS_LOOK = 1 << 16, /* a longer line is read word by word; so is CP_NEAR of a begun one */
    SHORT = 20            /* bytes of words that may have been meant as a move */
};

/* 3. in front of a word, where the third move comes: what was meant as the move stands there, or
 * in a variation. Or such a number alone. */
static bool has_number(const struct cp_reading *s, cp_str line)
{
    uint32_t number, ply = s->b.top.ply;
    while (line.len && memchr("() ", line.at[0], 3))
        line = cp_str_skip(line, 1);
    cp_str digits = cp_scan_digits(&line);
    bool is_alone = !cp_str_trim(line).len;
    return (is_alone || memchr(".):", line.at[0], 3)) &&
           cp_number_parse(digits, CP_NUMBER_MOST, &number) &&
           (number == ply / 2 + 1 || number == s->number || number == (ply + 1) / 2);
}

/* A result is the game's own; but * before all moves is a mark in front of words, and * * * a
 * rule. */
static bool has_result(const struct cp_reading *s, cp_str line)
{
    cp_str result;
    size_t len = cp_result_scan(line, &result, NULL);
    bool is_star = len && cp_str_is(result, "*");
    return len && !(is_star && (s->move_end == CP_NOWHERE ||
                                cp_str_starts(cp_behind_blanks(cp_str_skip(line, 1)), result)));
}

/* Up to a comment or a tag, which are never passed over; 0: braces are on the line, whose words
 * are read one by one. */
static size_t words_length(cp_str line)
{
    size_t at = 0;
    while (at < line.len && line.at[at] != ';' &&
           (line.at[at] != '[' || !cp_tag_is_begun(cp_str_skip(line, at))))
        at++;
    return memchr(line.at, '{', at) ? 0 : at;
}

/* What a line of moves shows at once: the words in its first bytes, but for the last. */
static bool has_move_near(struct cp_reading *s)
{
    enum { FEW = 24 };
    cp_str near = cp_cursor_line(s->c, FEW);
    bool is_cut = near.len == FEW;
    while (is_cut && near.len && !cp_is_space(near.at[near.len - 1]))
        near.len--;
    near.len = words_length(near);
    return has_number(s, near) || cp_has_move_shape(near);
}

/* The line here, if it has words and nothing like a move; else it is empty. */
static cp_str words_here(struct cp_reading *s)
{
    const struct cp_alphabet *a = cp_reading_alphabet(s);
    uint32_t ignored; /* a byte order mark, perhaps, and tags behind it */
    if (s->b.depth || s->b.too_deep || *s->c->at == '[' || *s->c->at == '$' || has_move_near(s) ||
        (s->is_alphabet_known ? !a || a->is_foreign : cp_game_tag(s->g, "Variant").len > 0))
        return (cp_str){0};
    size_t most = s->line_ends || cp_cursor_is_at_column_one(s->c) ? WORDS_LOOK : CP_NEAR;
    cp_str line = cp_cursor_line(s->c, most), all = line;
    bool is_whole = line.len < most && !cp_blank_scan(line, &ignored);
    line.len = words_length(line);
    bool is_words = is_whole && line.len && !cp_has_move_shape(line) &&
                    (cp_is_words(line) || (line.len < all.len && line.at[line.len] == '['));
    return is_words ? line : (cp_str){0};
}

enum comes { NOTHING_COMES, MOVES_COME, GAME_COMES };

/* Two words at most, castles or Nxe, or three with signs, P x P. */
static bool is_short(cp_str line)
{
    size_t words = 0, long_words = 0;
    line = cp_str_trim(line);
    bool is_letter =
        line.len && (line.at[0] == '(' || cp_foreign_letter_scan(line) || cp_is_letter(line.at[0]));
    for (cp_str rest = line; rest.len; words++) {
        size_t end = cp_word_end(rest, 0);
        long_words += end > 1;
        rest = cp_behind_space(cp_str_skip(rest, end));
    }
    return is_letter && line.len <= SHORT && words <= 3 && long_words <= 2;
}

/* What comes near behind so many bytes: more of the game or a comment, another game, or neither. */
static enum comes what_comes(struct cp_reading *s, size_t from)
{
    cp_str text = cp_cursor_ahead(s->c, from, CP_NEAR), line;
    uint64_t here = cp_cursor_offset(s->c, text.at), *quiet = &s->words.quiet_end;
    size_t known = *quiet > here ? (size_t)(*quiet - here) : 0;
    text = cp_str_skip(text, known < text.len ? known : text.len);
    for (;; text = cp_str_skip(text, line.len)) {
        text = cp_behind_space(text);
        line = (cp_str){text.at, cp_line_end(text, 0)};
        bool is_first = line.len > 1 && line.at[0] == '1' && memchr(".):", line.at[1], 3);
        if (!line.len || line.at[0] == '[')
            return NOTHING_COMES;
        if (is_first && s->b.top.ply > 1)
            return GAME_COMES;
        if (words_length(line) < line.len || has_number(s, line) || cp_has_move_shape(line))
            return MOVES_COME;
        *quiet = cp_cursor_offset(s->c, line.at);
    }
}

static void tell_block(struct cp_reading *s)
{
    struct cp_words *w = &s->words;
    if (w->last > w->at.line)
        cp_diag_report(s->d, CP_NO_MOVES, w->at, "lines %" PRIu32 "–%" PRIu32, w->at.line, w->last);
    else if (w->last)
        cp_diag_report(s->d, CP_NO_MOVES, w->at, "line %" PRIu32, w->last);
    w->last = 0;
}

void cp_tell_words(struct cp_reading *s)
{
    tell_block(s);
    if (s->dropped)
        cp_diag_report(s->d, CP_NO_MOVES, s->dropped_at, "%" PRIu32 " word%s beside moves",
                       s->dropped, s->dropped > 1 ? "s" : "");
    s->dropped = 0;
}

/* With the lines right before it, but for empty ones, it is one block. */
static void note_line(struct cp_reading *s, cp_str line)
{
    struct cp_words *w = &s->words;
    cp_span at = cp_reading_place(s, line.at, line.len);
    if (at.line - w->last != s->line_ends)
        tell_block(s);
    w->passed = at.line;
    if (line.len && memchr(line.at, '\0', line.len)) { /* of a damaged disk */
        tell_block(s);
        cp_reading_blame(s, CP_BAD_BYTES, line);
        return;
    }
    if (!w->last)
        w->at = at;
    w->last = at.line;
    line = cp_str_trim(line);
    if (s->is_alphabet_known || line.len > CP_TITLE_MOST || w->title_count == CP_TITLES_MOST)
        return;
    w->titles[w->title_count++] = cp_str_keep(s->g->arena, line);
}

/* What was said before others said it, or moves went on behind it. */
static void tell_said(const struct cp_reading *s)
{
    if (s->said.text.len)
        cp_diag_report(s->d, CP_NO_MOVES, s->said.at, "line %" PRIu32, s->said.at.line);
}

/* The line here, or a parenthesis in it, says the result. */
static void note_said(struct cp_reading *s, cp_str text, cp_str result)
{
    cp_span at = cp_reading_place(s, text.at, text.len);
    tell_said(s);
    text.len = (size_t)cp_str_shown(text);
    s->said = (struct cp_said){result, cp_str_keep(s->g->arena, text), at, s->move_end};
    s->words.passed = at.line;
}

bool cp_pass_words(struct cp_reading *s)
{
    cp_str result;
    bool is_first = s->line_ends || cp_cursor_is_at_column_one(s->c) ||
                    cp_cursor_offset(s->c, s->c->at) == s->begin; /* of its line, or of the game */
    char c = *s->c->at, next = c == '0' || c == '1' ? cp_cursor_look(s->c, 1) : ' ';
    bool is_figures = (next == '-' || next == '/' || next == ':') &&
                      cp_said_result_scan(cp_cursor_line(s->c, CP_NEAR), &result);
    cp_str line = is_first || is_figures ? words_here(s) : (cp_str){0};
    if (!line.len || has_result(s, line))
        return false;
    if (s->move_end != CP_NOWHERE && cp_said_result_scan(line, &result))
        note_said(s, line, result);
    else if (s->move_end != CP_NOWHERE && is_short(line) && what_comes(s, line.len) == MOVES_COME)
        return false; /* a half-move does not vanish */
    else
        note_line(s, (cp_str){s->c->at, line.len});
    cp_cursor_pass(s->c, line.len);
    if (cp_reading_is_empty(s) && !s->b.top.pending) { /* no game has begun */
        s->is_begun = false;
        cp_cursor_settle(s->c);
    }
    return true;
}

bool cp_is_title_of_next(struct cp_reading *s)
{
    cp_str line = s->line_ends > 1 && cp_is_result_said(s) ? words_here(s) : (cp_str){0}, result;
    return line.len && !cp_said_result_scan(line, &result) && what_comes(s, line.len) == GAME_COMES;
}

/* The parenthesis here, if it has no move in it; else it is empty. */
static cp_str remark_here(struct cp_reading *s)
{
    cp_str line = cp_cursor_line(s->c, CP_NEAR);
    const char *end = memchr(line.at, ')', line.len);
    line.len = end ? (size_t)(end - line.at) + 1 : 0;
    return words_length(line) < line.len || cp_has_move_shape(line) ? (cp_str){0} : line;
}

bool cp_read_said_result(struct cp_reading *s)
{
    cp_str line = remark_here(s), result;
    if (s->b.depth || s->b.too_deep || !cp_said_result_scan(line, &result))
        return false;
    note_said(s, line, result);
    s->c->at += line.len;
    return true;
}

bool cp_read_words_behind(struct cp_reading *s)
{
    cp_str line = words_here(s), result;
    bool is_said = line.len && cp_said_result_scan(line, &result);
    if (!line.len || (s->line_ends && !is_said))
        return false;
    if (is_said && !cp_str_equal(result, s->g->result))
        note_said(s, line, result);
    else
        note_line(s, line);
    cp_cursor_pass(s->c, line.len);
    return true;
}

bool cp_is_parted(const struct cp_reading *s)
{
    uint32_t line = cp_reading_place(s, s->c->at, 0).line;
    return s->line_ends > 1 || (s->words.passed && line - s->words.passed == s->line_ends);
}

void cp_take_said_result(struct cp_reading *s)
{
    const struct cp_said *said = &s->said;
    if (!cp_is_result_said(s)) {
        tell_said(s);
        return;
    }
    bool is_given = s->g->result.len && !cp_str_is(s->g->result, "*"),
         is_same = cp_str_equal(s->g->result, said->result);
    if (is_given && is_same)
        tell_said(s);
    else if (is_given)
        cp_diag_report(s->d, CP_RESULT_SPLIT, said->at, "%.*s and \"%.*s\"", CP_FMT(s->g->result),
                       CP_FMT(said->text));
    else
        cp_diag_report(s->d, CP_RESULT_UNUSUAL, said->at, "\"%.*s\" read as %.*s",
                       CP_FMT(said->text), CP_FMT(said->result));
    if (is_given)
        return;
    s->g->result = said->result;
    s->g->result_line = said->at.line;
    s->g->result_col = said->at.col;
}

/* ---- --only-moves ---- */

void cp_drop_word(struct cp_reading *s, size_t len)
{
    if (!s->dropped++)
        s->dropped_at = cp_reading_place(s, s->c->at, len);
    s->is_number_told = true; /* numbers among the words may be of anything */
    s->c->at += len;
}

bool cp_drop_remark(struct cp_reading *s)
{
    size_t len = s->input->takes_moves_alone ? remark_here(s).len : 0;
    if (len)
        cp_drop_word(s, len);
    return len;
}
