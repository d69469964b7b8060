/* SPDX-License-Identifier: MIT */
/* reading.h -- one game while its text is read, a token at a time. Each room reads its part:
 *
 *     reading.c      the loop over tokens: where a game begins and ends
 *     plain.c        plain moves, which most of a file is
 *     moves.c        a move in any spelling, and words that are none
 *     parentheses.c  squares, falls, figures, variations
 *     numbers.c      numbers of moves, and dots
 *     marks.c        marks behind moves, and the result
 *     comments.c     comments
 *     ahead.c        moves that nobody reads, which are told
 *     strays.c       what got into the text and is none of it
 *
 * The window may slide whenever more bytes are asked for, so nothing here holds
 * a pointer into it across a call that fills it; offsets are used instead. */
#ifndef CP_READING_H
#define CP_READING_H

#include "text/builder.h"
#include "text/peek.h"

/* Bytes looked at ahead, within a line; words of one game that are no moves, before its lines
 * are passed over. As all limits in these files they bound what a hostile text costs; none limits
 * what is read well. */
enum { CP_NEAR = 256, CP_BAD_MOST = 10000 };

enum { CP_NUMBER_MOST = 1 << 20 }; /* of a move */

#define CP_NOWHERE UINT64_MAX

struct cp_reading {
    const struct cp_reader_input *input;
    struct cp_cursor *c; /* the reader's */
    struct cp_builder b;
    struct cp_game *g;
    struct cp_diags *d;
    uint32_t errors;                    /* before the game */
    const struct cp_notation *notation; /* NULL: moves are passed over */
    const struct cp_clean *san;         /* its reader of bare squares, where it has one */
    uint64_t move_end;                  /* offset behind the last move; CP_NOWHERE: there is none */
    uint64_t begin;                     /* of the game */
    size_t mark;                        /* of numbers, when the game became too large */
    struct cp_bad_run bad_run;
    unsigned bad_words, bad_lines; /* lines that are passed over for them */
    uint32_t number;               /* the last that was looked at; 0: none was */
    cp_span number_at;             /* the last in front of the first move */
    uint32_t first_ply;            /* of the game, from 0 */
    unsigned line_ends;            /* between the last token and this */
    const struct cp_icn *icn;      /* its fields; NULL: it is none, or they are still to come */
    bool is_icn_sure;              /* whatever it begins with */
    bool is_icn;                   /* its tags too are read as ICN's */
    uint64_t other;                /* offset behind tags at which there is no ICN */
    uint64_t tags_end;             /* offset up to which lines are known to be tags alone */
    bool is_begun;                 /* anything of the game has been seen */
    bool has_moves;                /* and it was no tag or comment: the alphabet is found */
    bool is_alphabet_known;
    bool has_bad_tag;
    bool has_commas, has_quotes, is_number_told; /* told once a game */
    bool has_doubt;                              /* a word may be two moves */
    bool is_mended_whole;                        /* up to a comment or the end of a line */
    uint64_t mended; /* offset up to which odd blanks have been looked for */
    cp_span blank;   /* the first of those; none: len 0 */
    uint32_t blank_code;
    cp_str early; /* the number of 1... where it was not known yet who begins; none: len 0 */
    cp_span early_at;
    bool is_cut;     /* tags ended a comment that had no end of its own */
    bool is_line;    /* it begins with a position on a line of its own */
    bool is_no_text; /* it is bytes of something else, or has some in it, or a record */
};

/* ---- reading.c ---- */

/* Of the game at c. Nothing is reported or kept before cp_reading_tokens. */
void cp_reading_open(struct cp_reading *s, const struct cp_reader_input *input, struct cp_cursor *c,
                     struct cp_game *g, struct cp_diags *d);

/* Its tokens, up to its result or the first of another game. */
void cp_reading_tokens(struct cp_reading *s);

/* Tells what is seen once all is read; comments behind the result go with the game. */
void cp_reading_end(struct cp_reading *s);

/* Nothing but comments, which belong to the game that comes. */
bool cp_reading_is_empty(const struct cp_reading *s);

void cp_reading_find_alphabet(struct cp_reading *s);

static inline const struct cp_alphabet *cp_reading_alphabet(const struct cp_reading *s)
{
    return s->notation ? cp_notation_alphabet(s->notation) : NULL;
}

static inline cp_span cp_reading_place(const struct cp_reading *s, const char *at, size_t len)
{
    return cp_cursor_place(s->c, at, len);
}

void cp_reading_blame(struct cp_reading *s, enum cp_diag kind, cp_str text);

/* Passes what is not kept, and is no text of the game. */
void cp_reading_pass_over(struct cp_reading *s, bool (*is_end)(char));

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
