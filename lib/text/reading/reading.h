/* SPDX-License-Identifier: MIT */
/* reading.h -- one game while its text is read, a token at a time. Each room reads its part:
 *
 *     loop.c         the loop over tokens: where a game begins and ends
 *     plain.c        plain moves, which most of a file is
 *     moves.c        a move in any spelling, and words that are none
 *     parentheses.c  squares, falls, figures, variations
 *     falls.c        falls, which are in parentheses of their own
 *     numbers.c      numbers of moves, and dots
 *     marks.c        marks behind moves, and the result
 *     comments.c     comments
 *     ahead.c        moves that nobody reads, which are told
 *     strays.c       what got into the text and is none of it
 *     state.h        what they all know */
#ifndef CP_READING_H
#define CP_READING_H

#include "text/reading/state.h"

/* ---- loop.c ---- */

/* The tokens, up to the game's result or the first of another game. */
void cp_reading_tokens(struct cp_reading *s);

/* Tells what is seen once all is read; comments behind the result go with the game. */
void cp_reading_end(struct cp_reading *s);

/* ---- plain.c ---- */

/* Numbers, clean moves and falls with blanks and single line ends between: whether any stood
 * here. */
bool cp_read_plain_moves(struct cp_reading *s);

/* ---- moves.c ---- */

void cp_read_move(struct cp_reading *s);

/* A move in any spelling; false when it is none. */
bool cp_reading_try_move(struct cp_reading *s);

/* The move of so many bytes here. */
void cp_reading_add_dialect(struct cp_reading *s, size_t len, const struct cp_scanned *reading);

/* A word of so many bytes that is no move. */
void cp_read_bad_word(struct cp_reading *s, size_t len);

size_t cp_reading_word_length(struct cp_reading *s);

/* As far as a square or a fall may go, but no further than that costs. */
size_t cp_reading_near_length(struct cp_reading *s);

/* ---- parentheses.c ---- */

void cp_read_parenthesis(struct cp_reading *s);

/* (1), of a diagram say, or (1.) or (...). It becomes a comment; false: there is none here. */
bool cp_read_figure(struct cp_reading *s);

/* ---- falls.c ---- */

/* Whether a parenthesis of them stood here. */
bool cp_read_falls(struct cp_reading *s);

/* The falls of text, a whole parenthesis of them, are the last move's. */
void cp_reading_add_falls(struct cp_reading *s, cp_str text);

/* Me3>f3 (g3:g3)#: where agents vanish, the mark of the last move stands behind
 * them. It is the move's, and goes into its text. */
bool cp_read_late_mark(struct cp_reading *s);

/* ---- numbers.c ---- */

/* 1. 1... 1) 1: or a number alone; whatever else begins with a digit is a move. */
void cp_read_number(struct cp_reading *s);

/* 1. and 1... */
bool cp_read_dotted_number(struct cp_reading *s);

/* Dots after a number say "Black's"; glued to a move they join two half-moves. */
void cp_read_dots(struct cp_reading *s);

/* 3... is of Black's move alone, 3. may be of either. */
static inline bool cp_is_number_of(uint32_t number, bool is_blacks, uint32_t ply)
{
    return number == ply / 2 + 1 && (!is_blacks || ply % 2);
}

void cp_blame_number(struct cp_diags *d, cp_span at, cp_str digits, bool is_blacks, uint32_t ply);

/* ---- marks.c ---- */

void cp_read_nag(struct cp_reading *s);
bool cp_read_glyph(struct cp_reading *s);
bool cp_read_assessment(struct cp_reading *s);
bool cp_read_comma(struct cp_reading *s);

/* A result ends the game, however many variations are open, unless a
 * parenthesis follows: then it stood in a variation. */
bool cp_read_result(struct cp_reading *s, bool *is_over);

/* 1-0 0-1: a result right behind the game's is none of another game. */
bool cp_read_other_result(struct cp_reading *s);

/* ---- comments.c ---- */

bool cp_read_comment(struct cp_reading *s);
void cp_reading_add_comment(struct cp_reading *s, cp_str text, enum cp_comment_kind kind);

/* ---- ahead.c ---- */

/* Of the comment behind a semicolon that begins here. */
void cp_reading_tell_moves_in_comment(struct cp_reading *s);

/* Moves on the line of a position are played from there; those on the next line are another
 * game's, as are those behind a result, which nobody may have meant. */
void cp_reading_tell_moves_on_line(struct cp_reading *s);
void cp_reading_look_behind_position(struct cp_reading *s);
void cp_reading_look_behind_result(struct cp_reading *s);

/* ---- strays.c ---- */

/* Odd blanks: here; ahead in the line, as far as a move goes; told once all is read. */
bool cp_reading_mend_here(struct cp_reading *s);
void cp_reading_mend_ahead(struct cp_reading *s);
void cp_reading_tell_blank(struct cp_reading *s);

/* Bytes that no text has, many of them near: a picture, or what a broken disk left. They are
 * passed over up to the next section of tags. */
bool cp_reading_is_binary(struct cp_reading *s);
void cp_reading_pass_over_binary(struct cp_reading *s);

/* What is wrong with the record that stands here; CP_OK: there is none. */
enum cp_diag cp_reading_record_here(struct cp_reading *s);
void cp_reading_pass_over_record(struct cp_reading *s, enum cp_diag kind);

/* A tag behind the marks of a mail, > and > >: a section of tags ends what stood before. */
bool cp_reading_is_quoted(struct cp_reading *s);
void cp_reading_pass_over_quoted(struct cp_reading *s);

#endif
