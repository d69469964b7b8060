/* SPDX-License-Identifier: MIT */
/* loop.c -- one loop over tokens; the first byte says which kind it is.
 * The cursor knows where it stands, the builder where it belongs (builder.h). */
#include "text/reading/reading.h"

#include "text/epd.h"
#include "text/fen.h"
#include "text/icn.h"
#include "text/start.h"
#include "text/tags.h"

#include <inttypes.h>

/* Whether the line here is tags and ICN's fields or moves: all of a game. */
static bool is_icn_line(struct cp_reading *s)
{
    uint64_t here = cp_cursor_offset(s->c, s->c->at);
    return here >= s->tags_end && cp_icn_is_ahead(s->c, &s->tags_end) && here == s->tags_end;
}

/* Whether the tag here begins another game: after moves any at the start of a
 * line does; after tags alone, one that has been before, behind a blank line, and
 * any there when what stood before is damaged. A line that is all of a game needs none. */
static bool is_next_game(struct cp_reading *s)
{
    (void)cp_cursor_has(s->c, CP_TAG_LOOK);
    cp_str text = cp_cursor_text(s->c, CP_TAG_LOOK);
    bool is_section = s->line_ends > 1 && text.len > 1 && cp_is_letter(text.at[1]);
    if (s->has_moves ||
        (s->is_cut &&
         !cp_reading_is_empty(s))) /* behind a blank line even a tag that cannot be read */
        return cp_cursor_is_at_column_one(s->c) && (is_section || cp_tag_is_begun(text));
    bool is_parted =
        s->line_ends > (s->is_icn ? 0 : 1) || (s->has_bad_tag && s->line_ends && is_icn_line(s));
    if (!is_parted || !cp_tag_is_begun(text))
        return false;
    struct cp_tag_text tag;
    (void)cp_tag_scan(text, &tag);
    return s->has_bad_tag || cp_tag_is_in(s->g, tag.name);
}

/* A line that is one is a game: R-NOT-13. Behind tags it is damage, as it always was. */
static bool is_position(struct cp_reading *s)
{
    (void)cp_cursor_has(s->c, CP_LINE_LOOK);
    return cp_fen_is_line(cp_cursor_text(s->c, CP_LINE_LOOK));
}

/* The whole line is a game, unless moves, a comment or a result stand on it. Whether they do. */
static bool read_position(struct cp_reading *s)
{
    s->is_line = true;
    s->has_bad_tag |= !cp_position_read(s->c, s->g, s->d);
    bool goes_on = cp_cursor_line(s->c, 1) > 0 && !s->has_bad_tag;
    if (!goes_on)
        cp_reading_look_behind_position(s);
    return goes_on;
}

/* Words without a move among them, and without tags: a heading, say. */
static bool is_words_alone(const struct cp_reading *s)
{
    return s->bad_words && !s->g->tags && s->b.top.ply - s->first_ply == s->bad_words;
}

/* Behind a position and what stands on its line as well, and behind words alone. */
static bool is_next_position(struct cp_reading *s)
{
    return (s->is_line || is_words_alone(s)) && cp_cursor_is_at_column_one(s->c) && is_position(s);
}

/* Once it is known who begins. */
static void begin_moves(struct cp_reading *s)
{
    s->first_ply = s->b.top.ply = cp_game_turn(s->g) == CP_BLACK;
    if (!s->early.len || s->is_number_told || !s->notation || s->first_ply)
        return;
    s->is_number_told = true;
    cp_blame_number(s->d, s->early_at, s->early, true, 0);
}

static bool is_icn_here(struct cp_reading *s)
{
    const struct cp_game *g = s->g;
    bool has_our_tags = g->start.len || g->frame.len || g->rules;
    return s->is_icn ||
           (cp_cursor_offset(s->c, s->c->at) != s->other && cp_icn_is_here(s->c, 0, has_our_tags));
}

/* From here on nothing is kept: a game that is too large is read to its end, so that the
 * next one is found, and costs no more memory. */
static void pass_over_rest(struct cp_reading *s)
{
    s->b.is_full = true;
    s->b.keeps_moves = false;
    s->notation = NULL;
    s->san = NULL;
    s->is_alphabet_known = true;
    s->mark = cp_ints_mark(s->g->ints);
    cp_cursor_forget(s->c);
}

static inline void check_size(struct cp_reading *s)
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
    if (!cp_game_has_room(s->g, s->d, at))
        pass_over_rest(s);
}

static void read_icn(struct cp_reading *s)
{
    struct cp_icn icn;
    struct cp_icn_moves moves;
    s->has_moves = true;
    if (s->b.top.pending)
        cp_diag_report(s->d, CP_ICN_COMMENTS, cp_reading_place(s, s->c->at, 0),
                       "one stands before its game");
    cp_icn_read_fields(&icn, s->c, s->g, s->d);
    s->icn = &icn;
    s->g->icn = CP_STR("{}");
    cp_reading_find_alphabet(s);
    begin_moves(s);
    cp_icn_begin_moves(&moves, &icn, s->c, &s->b, s->notation);
    while (cp_icn_read_move(&moves)) {
        s->begin += moves.passed_over;
        moves.passed_over = 0;
        check_size(s);
        moves.notation = s->notation;
    }
    cp_icn_end_moves(&moves);
    s->icn = NULL;
}

static void begin(struct cp_reading *s)
{
    s->g->line = cp_reading_place(s, s->c->at, 0).line;
    s->begin = cp_cursor_offset(s->c, s->c->at);
    s->is_begun = true;
    s->other = CP_NOWHERE;
    s->tags_end = 0;
    s->is_icn = s->is_icn_sure || (*s->c->at == '[' && cp_icn_is_ahead(s->c, &s->other));
}

static bool read_tag(struct cp_reading *s)
{
    return s->is_icn ? cp_icn_read_tag(s->c, s->g, s->d) : cp_tag_read(s->c, s->g, s->d);
}

/* Before the first move; false where a number was read instead, for the words of
 * comments before the moves tell nothing of the alphabet. */
static bool begin_text_moves(struct cp_reading *s)
{
    if ((!s->g->start.len && cp_read_dotted_number(s)) || cp_read_figure(s))
        return false;
    cp_reading_find_alphabet(s);
    cp_reading_tell_moves_on_line(s);
    begin_moves(s);
    return true;
}

/* One token of movetext. False when the game is over. */
static bool read_movetext(struct cp_reading *s)
{
    bool is_over;
    char c = *s->c->at;
    switch (c) {
    case '(':
        cp_read_parenthesis(s);
        return true;
    case ')':
        cp_builder_close_variation(&s->b, cp_reading_place(s, s->c->at, 1));
        s->c->at++;
        return true;
    case '$':
        cp_read_nag(s);
        return true;
    case '.':
        cp_read_dots(s);
        return true;
    default:
        break;
    }
    if (cp_is_letter(c)) {
        cp_read_move(s);
        return true;
    }
    if (cp_read_result(s, &is_over))
        return !is_over;
    if ((unsigned char)c == 0xe2 && cp_cursor_has(s->c, 3) &&
        cp_dots_scan(cp_cursor_text(s->c, 3))) {
        cp_read_dots(s);
        return true;
    }
    if (cp_is_digit(c))
        cp_read_number(s);
    else if ((c == '#' && cp_read_late_mark(s)) || ((c == '!' || c == '?') && cp_read_glyph(s)) ||
             (c == ',' && cp_read_comma(s)) || cp_read_assessment(s))
        return true;
    else
        cp_read_move(s);
    return true;
}

static bool read_token(struct cp_reading *s)
{
    if ((*s->c->at == '[' && is_next_game(s)) || CP_UNLIKELY(is_next_position(s)))
        return false;
    if (CP_UNLIKELY((unsigned char)*s->c->at >= 0x80) && cp_reading_mend_here(s))
        return true;
    if (!s->is_begun)
        begin(s);
    enum cp_diag record = CP_OK;
    if (CP_UNLIKELY(*s->c->at == '{' || *s->c->at == '['))
        record = cp_reading_record_here(s);
    if (record) {
        if (cp_reading_is_empty(s))
            cp_reading_pass_over_record(s, record);
        return false; /* or the game before it ends here */
    }
    if (CP_UNLIKELY(*s->c->at == '>') && cp_reading_is_quoted(s)) {
        if (cp_reading_is_empty(s))
            cp_reading_pass_over_quoted(s);
        return false; /* or the game before them ends here */
    }
    if (cp_read_comment(s) || (!s->has_moves && cp_read_figure(s)))
        return true;
    if (*s->c->at == '[' && !s->has_moves) {
        if (s->b.is_full)
            cp_reading_pass_over(s, cp_is_line_end);
        s->has_bad_tag |= s->b.is_full || !read_tag(s);
        return true;
    }
    if (!s->has_moves)
        cp_reading_mend_ahead(s);
    if (!s->has_moves && !cp_is_digit(*s->c->at) && cp_reading_is_binary(s)) {
        cp_reading_pass_over_binary(s);
        return true;
    }
    if (!s->has_moves && is_icn_here(s)) {
        read_icn(s);
        return false;
    }
    if (!s->has_moves && cp_reading_is_empty(s) && is_position(s))
        return read_position(s);
    s->has_moves = true;
    if (!s->is_alphabet_known && !begin_text_moves(s))
        return true;
    if (s->san && !s->b.too_deep && cp_read_plain_moves(s))
        return true;
    cp_reading_mend_ahead(s);
    return read_movetext(s);
}

void cp_reading_tokens(struct cp_reading *s)
{
    while (cp_cursor_skip_space(s->c, UINT32_MAX, &s->line_ends) && read_token(s))
        check_size(s);
    check_size(s);
}

/* Comments on the lines right behind the result belong to the game, and so does the count of
 * moves that books write on its line: 1-0 (31). */
static void read_behind_result(struct cp_reading *s)
{
    s->b.top.is_new_move = true;
    while (cp_cursor_skip_space(s->c, 2, &s->line_ends) && s->line_ends < 2 &&
           ((!s->line_ends && (cp_read_other_result(s) || cp_read_figure(s))) ||
            (!cp_reading_record_here(s) && cp_read_comment(s))))
        ;
    if (s->line_ends < 2)
        cp_reading_look_behind_result(s);
}

/* [Result "*"] behind moves, say; a game that names its variant begins as that does. */
static void tell_tags_alone(struct cp_reading *s)
{
    const struct cp_game *g = s->g;
    bool has_more = s->has_moves || s->has_bad_tag || s->b.is_full || g->start.len || g->rules ||
                    g->frame.len || cp_tag_is_in(g, CP_STR("Variant"));
    if (g->tags && !has_more)
        cp_diag_report(s->d, CP_TAGS_ALONE, (cp_span){.file = g->file, .line = g->line, .col = 1},
                       "%s", "");
}

/* Behind a result, say: 1-0 1 */
static void tell_number_alone(struct cp_reading *s)
{
    const struct cp_game *g = s->g;
    bool has_more = g->tags || g->start.len || g->rules || g->frame.len || g->icn.len ||
                    g->moves.first || g->result.len || s->has_bad_tag || s->b.is_full;
    if (s->number && !has_more)
        cp_diag_report(s->d, CP_NUMBER_ALONE, s->number_at, "%" PRIu32, s->number);
}

void cp_reading_end(struct cp_reading *s)
{
    if (s->d->errors == s->errors)
        tell_number_alone(s);
    cp_builder_close_all(&s->b);
    if (s->is_icn && !s->has_moves && !s->b.is_full)
        read_icn(s); /* of tags alone */
    cp_reading_find_alphabet(s);
    cp_reading_tell_blank(s);
    tell_tags_alone(s);
    cp_bad_run_end(&s->bad_run, s->d);
    if (s->bad_lines)
        cp_diag_also_of(s->d, s->bad_run.first,
                        "and behind %d of them what is left of %u lines is passed over",
                        CP_BAD_MOST, s->bad_lines);
    if (s->g->result.len)
        read_behind_result(s);
    cp_builder_end_line(&s->b);
    s->g->is_broken |= s->d->errors > s->errors;
}
