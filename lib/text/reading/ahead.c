/* SPDX-License-Identifier: MIT */
/* ahead.c -- looks for moves where none are read: in the words of a comment, on the line of a
 * position, behind a result. They are told, and change nothing. */
#include "text/reading/reading.h"

#include "text/epd.h"
#include "text/fen.h"

/* The length of the clean move that text begins with, alone or joined to more by a comma or a
 * dash: Nf3 Nc6, Nf3,Nc6, Nf3-Nc6; 0: there is none. */
static size_t joined_move(struct cp_reading *s, cp_str text)
{
    cp_written ignored;
    const char *end = text.at + text.len, *to;
    to = cp_notation_scan_clean(s->notation, s->g->ints, text.at, end, &ignored);
    for (size_t cut = 1; !to && cut < text.len && !cp_is_space(text.at[cut]); cut++) {
        const char *joint = text.at + cut;
        bool is_joint = *joint == ',' || *joint == '-' || *joint == ';';
        if (is_joint &&
            cp_notation_scan_clean(s->notation, s->g->ints, text.at, joint, &ignored) == joint)
            to = joint;
    }
    return to ? (size_t)(to - text.at) : 0;
}

/* The same for Sf3 and Lb5 on boards with edges: whose language they are is found out once all
 * is read, but with a letter of our own they are moves. */
static size_t foreign_move(struct cp_reading *s, cp_str text)
{
    char own[CP_CLEAN_LOOK] = "Q";
    size_t letter = cp_foreign_letter_scan(text);
    cp_str rest = cp_str_skip(text, letter);
    if (!letter || !cp_reading_alphabet(s)->bounded)
        return 0;
    rest.len = rest.len < sizeof own - 1 ? rest.len : sizeof own - 1;
    memcpy(own + 1, rest.at, rest.len);
    size_t move = joined_move(s, (cp_str){own, rest.len + 1});
    return move ? letter + move - 1 : 0;
}

/* The same for whatever the reader takes for a move. */
static size_t any_move(struct cp_reading *s, cp_str text)
{
    struct cp_scanned ignored;
    size_t len = joined_move(s, text);
    len = len ? len : cp_notation_scan(s->notation, s->g->ints, text, &ignored);
    return len ? len : foreign_move(s, text);
}

/* 0-0, which is no number. */
static bool is_castling(struct cp_reading *s, cp_str text)
{
    return cp_reading_alphabet(s)->castles && cp_str_starts(text, CP_STR("0-0"));
}

/* The bytes that text begins with and that stand between moves: blanks, numbers, dots. */
static size_t between_moves(struct cp_reading *s, cp_str text)
{
    size_t len = 0, step = 1;
    cp_str rest = text, result;
    for (; rest.len && step; rest = cp_str_skip(text, len += step)) {
        char c = rest.at[0];
        bool is_between = cp_is_space(c) || cp_is_digit(c) || (c && strchr(",;-):", c));
        if (cp_result_scan(rest, &result, NULL) || is_castling(s, rest))
            break;
        step = is_between ? 1 : cp_dots_scan(rest);
    }
    return len;
}

/* How many moves and results text begins with, and whether it holds no more than these. */
static uint32_t count_moves(struct cp_reading *s, cp_str text, bool *is_all)
{
    uint32_t count = 0;
    for (*is_all = false;; count++) {
        cp_str result;
        text = cp_str_skip(text, between_moves(s, text));
        size_t len = cp_result_scan(text, &result, NULL);
        count += len > 1; /* an asterisk says nothing */
        text = cp_str_skip(text, len);
        if (!text.len) {
            *is_all = true;
            return count;
        }
        len = any_move(s, text);
        if (!len)
            return count;
        text = cp_str_skip(text, len);
    }
}

/* e4;e5 and e5; 2. Nf3: right behind a move and like one, or behind a blank and nothing but
 * moves, where nobody may have meant a comment. */
void cp_reading_tell_moves_in_comment(struct cp_reading *s)
{
    bool is_all;
    if (!s->notation || s->move_end == CP_NOWHERE)
        return;
    cp_str text = {NULL, cp_cursor_line(s->c, CP_NEAR)};
    text.at = s->c->at;
    uint32_t count = count_moves(s, cp_str_skip(text, 1), &is_all);
    bool is_joined = cp_cursor_offset(s->c, text.at) == s->move_end;
    if (is_joined ? count > 0 : is_all && count > 1)
        cp_reading_blame(s, CP_MOVES_IN_COMMENT, text);
}

/* Moves on the line of a position are played from there. */
void cp_reading_tell_moves_on_line(struct cp_reading *s)
{
    cp_str moves = {NULL, cp_cursor_line(s->c, CP_NEAR)};
    moves.at = s->c->at;
    if (s->is_line && cp_position_has_moves(moves))
        cp_diag_report(s->d, CP_MOVES_BEHIND_POSITION, cp_reading_place(s, moves.at, moves.len),
                       "they are played from it");
}

/* Moves on the next line are another game's, which nobody may have meant. */
void cp_reading_look_behind_position(struct cp_reading *s)
{
    (void)cp_cursor_has(s->c, CP_LINE_LOOK);
    cp_str text = cp_cursor_text(s->c, CP_LINE_LOOK);
    cp_span at = {.file = s->g->file, .line = s->c->line + 1, .col = 1};
    text = cp_str_skip(text, cp_str_starts(text, CP_STR("\r\n")) ? 2 : text.len > 0);
    if (!text.len || cp_is_space(text.at[0]) || cp_fen_is_line(text) ||
        !cp_position_has_moves(text))
        return;
    cp_diag_report(s->d, CP_MOVES_BEHIND_POSITION, at, "those on the next line are another game");
    cp_diag_also(s->d, cp_game_start_span(s->g), "the position");
}

/* 1. or 1 in front of moves: where they stand on the line of a result, another game is meant. */
static bool is_first_number(cp_str text)
{
    return text.len && text.at[0] == '1' && (text.len == 1 || !cp_is_digit(text.at[1]));
}

/* A result with nothing else on its line; its length, 0: there is none. */
static size_t lone_result(cp_str line)
{
    cp_str result;
    line = cp_str_trim(line);
    return cp_result_scan(line, &result, NULL) == line.len ? line.len : 0;
}

/* A move, or a number in front of one. */
static bool has_moves_ahead(struct cp_reading *s, cp_str line)
{
    return cp_position_has_moves(line) || (s->notation && line.len && any_move(s, line));
}

/* Nothing is read of it yet: what stands behind the result and its comments is another game,
 * which nobody may have meant. */
void cp_reading_look_behind_result(struct cp_reading *s)
{
    const struct cp_game *g = s->g;
    cp_span at = {.file = g->file, .line = g->result_line, .col = g->result_col};
    bool is_line = s->c->line == g->result_line, has_moves = g->moves.first;
    cp_str line = {NULL, cp_cursor_line(s->c, CP_NEAR)};
    line.at = s->c->at;
    if (is_line && !has_moves && line.len && line.at[0] == '[')
        cp_diag_report(s->d, CP_RESULT_BEFORE_TAG, at, "%.*s", CP_FMT(g->result));
    else if (is_line && has_moves_ahead(s, line) && (!has_moves || !is_first_number(line)))
        cp_diag_report(s->d, CP_MOVES_BEHIND_RESULT, cp_reading_place(s, line.at, line.len), "%.*s",
                       cp_str_shown(line), line.at);
    else if (s->line_ends == 1 && lone_result(line))
        cp_diag_report(s->d, CP_RESULT_ALONE, cp_reading_place(s, line.at, lone_result(line)),
                       "%.*s", CP_FMT(cp_str_trim(line)));
    else
        return;
    if (!is_line || has_moves)
        cp_diag_also(s->d, at, "the result");
}
