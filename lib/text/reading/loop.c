/* SPDX-License-Identifier: MIT */
/* loop.c -- one loop over tokens; the first byte says which kind it is.
 * The cursor knows where it stands, the builder where it belongs (builder.h). */
#include "text/reading/reading.h"

#include "text/starts/fen.h"
#include "text/starts/start.h"
#include "text/tags.h"

/* ---- where a game begins ---- */

/* Whether the tag here begins another game: after moves any at the start of a
 * line does; after tags alone, one that has been before, behind a blank line, and
 * any there when what stood before is damaged. A line that is all of a game needs none. */
static bool is_next_game(struct cp_reading *s)
{
    cp_str text = cp_cursor_ahead(s->c, 0, CP_TAG_LOOK);
    bool is_section = s->line_ends > 1 && text.len > 1 && cp_is_letter(text.at[1]);
    if (s->has_moves ||
        (s->is_cut &&
         !cp_reading_is_empty(s))) /* behind a blank line even a tag that cannot be read */
        return cp_cursor_is_at_column_one(s->c) && (is_section || cp_tag_is_begun(text));
    bool is_parted = s->line_ends > (s->is_icn ? 0 : 1);
    uint64_t here = cp_cursor_offset(s->c, s->c->at);
    if (!is_parted && s->has_bad_tag && s->line_ends && here >= s->tags_end)
        is_parted = cp_icn_is_ahead(s->c, &s->tags_end) && here == s->tags_end;
    text = cp_cursor_text(s->c, CP_TAG_LOOK);
    if (!is_parted || !cp_tag_is_begun(text))
        return false;
    struct cp_tag_text tag;
    (void)cp_tag_scan(text, &tag);
    return s->has_bad_tag || cp_tag_is_in(s->g, tag.name);
}

/* A line that is one is a game: R-NOT-13. Behind tags it is damage, as it always was. */
static bool is_position(struct cp_reading *s)
{
    return cp_fen_is_line(cp_cursor_ahead(s->c, 0, CP_LINE_LOOK));
}

/* Where no result ended the moves before, the first number again begins others. */
static bool is_first_number(struct cp_reading *s)
{
    char dot = cp_cursor_look(s->c, 1);
    if (!dot || !strchr(".):", dot) || cp_cursor_look(s->c, 2) == '.' || s->b.depth ||
        s->b.too_deep || s->move_end == CP_NOWHERE || !cp_is_parted(s) ||
        cp_is_number_of(1, false, s->b.top.ply))
        return false;
    if (!cp_is_result_said(s))
        cp_diag_report(s->d, CP_MOVE_NUMBER_WRONG, cp_reading_place(s, s->c->at, 2),
                       "another game begins here, and the one before has no result");
    return true;
}

static bool read_moves(struct cp_reading *s)
{
    /* Numbers come before the alphabet, of which the words of comments before the moves tell
     * nothing. */
    if (!s->is_alphabet_known) {
        if (!s->g->start.len && cp_read_dotted_number(s))
            return true;
        cp_reading_find_alphabet(s);
        cp_reading_begin_moves(s);
    }
    if (s->san && !s->b.too_deep && cp_read_plain_moves(s))
        return true;
    cp_reading_mend_ahead(s);
    return cp_pass_words(s) || cp_read_movetext(s);
}

/* What stands behind the tags: what is no text, an ICN, a position on a line of its own, a
 * problem, or moves. */
static bool read_first(struct cp_reading *s)
{
    const struct cp_game *g = s->g;
    bool has_our_tags = g->start.len || g->frame.len || g->rules;
    cp_reading_mend_ahead(s);
    if (!cp_is_digit(*s->c->at) && cp_reading_is_binary(s)) {
        cp_reading_pass_over_binary(s);
        return true;
    }
    if (s->is_icn ||
        (cp_cursor_offset(s->c, s->c->at) != s->other && cp_icn_is_here(s->c, 0, has_our_tags))) {
        cp_read_icn(s);
        return false;
    }
    if (cp_reading_is_empty(s) && is_position(s)) {
        s->is_line = true;
        s->has_bad_tag |= !cp_position_read(s->c, s->g, s->d);
        return cp_cursor_line(s->c, 1).len && !s->has_bad_tag; /* moves, a comment, a result */
    }
    if (cp_reading_is_empty(s) && cp_problem_is_here(s->c)) {
        cp_read_problem(s);
        return false;
    }
    if (cp_pass_words(s))
        return true;
    s->has_moves = true;
    return read_moves(s);
}

static bool read_token(struct cp_reading *s)
{
    /* A position begins another game behind one and what stands on its line as well, and behind
     * words alone, without a move or tags: a heading, say. */
    bool is_words = s->bad_words && !s->g->tags && s->b.top.ply - s->first_ply == s->bad_words;
    bool may_be_position = CP_UNLIKELY(s->is_line || is_words) && cp_cursor_is_at_column_one(s->c);
    if ((*s->c->at == '[' && is_next_game(s)) ||
        (may_be_position && (is_position(s) || cp_problem_is_here(s->c))))
        return false;
    if ((*s->c->at == '1' && s->line_ends && is_first_number(s)) || cp_is_title_of_next(s))
        return false;
    if (CP_UNLIKELY((unsigned char)*s->c->at >= 0x80) && cp_reading_mend_here(s))
        return true;
    struct cp_game *g = s->g;
    if (!s->is_begun) {
        g->line = cp_reading_place(s, s->c->at, 0).line;
        s->begin = cp_cursor_offset(s->c, s->c->at);
        s->is_begun = true;
        s->other = CP_NOWHERE;
        s->tags_end = 0;
        s->is_icn = s->is_icn_sure || (*s->c->at == '[' && cp_icn_is_ahead(s->c, &s->other));
    }
    if (CP_UNLIKELY(*s->c->at == '{' || *s->c->at == '[') && cp_reading_is_record(s)) {
        if (cp_reading_is_empty(s))
            cp_reading_pass_over_record(s);
        return false; /* or the game before it ends here */
    }
    if (cp_read_comment(s))
        return true;
    if (*s->c->at == '[' && !s->has_moves) {
        if (s->b.is_full)
            cp_reading_pass_over(s, CP_LINE_ENDS);
        s->has_bad_tag |= s->b.is_full || !(s->is_icn ? cp_icn_read_tag(s->c, g, s->d)
                                                      : cp_tag_read(s->c, g, s->d));
        return true;
    }
    return s->has_moves ? read_moves(s) : read_first(s);
}

void cp_reading_tokens(struct cp_reading *s)
{
    while (cp_cursor_skip_space(s->c, UINT32_MAX, &s->line_ends) && read_token(s))
        cp_reading_check_size(s);
    cp_reading_check_size(s);
    if (!s->is_begun)
        cp_tell_words(s);
}

void cp_reading_end(struct cp_reading *s)
{
    cp_builder_close_all(&s->b);
    if (s->is_icn && !s->has_moves && !s->b.is_full)
        cp_read_icn(s); /* of tags alone */
    cp_reading_find_alphabet(s);
    cp_bad_run_end(&s->bad_run, s->d);
    if (s->bad_lines)
        cp_diag_also_of(s->d, s->bad_run.first,
                        "and behind %d of them what is left of %u lines is passed over",
                        CP_BAD_MOST, s->bad_lines);
    bool is_behind_result = s->g->result.len; /* not behind words that say it */
    cp_take_said_result(s);
    s->said.text.len = 0;
    s->b.top.is_new_move |= s->g->result.len > 0;
    while (is_behind_result && cp_cursor_skip_space(s->c, 2, &s->line_ends) && s->line_ends < 2 &&
           ((!s->line_ends && cp_read_other_result(s)) ||
            (!cp_reading_is_record(s) && (cp_read_comment(s) || cp_read_words_behind(s)))))
        ; /* comments on the lines right behind the result belong to the game */
    cp_take_said_result(s);
    cp_tell_words(s);
    cp_builder_end_line(&s->b);
    s->g->is_broken |= s->d->errors > s->errors;
}
