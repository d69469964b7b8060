/* SPDX-License-Identifier: MIT */
/* reading.h -- one game while its text is read, a token at a time, by its grammar:
 *
 *     loop.c         the loop over tokens, where a game begins and ends
 *     reading.c      what all others need; comments, falls
 *     plain.c        plain moves, which most of a file is
 *     moves.c        moves, their numbers and marks, and the result
 *     parentheses.c  squares and variations
 *     icn.c          games of infinitechess.org, with menders of their own
 *     epd.c          a position on a line of its own
 *     popeye.c       a problem in the words of Popeye
 *     threads.c      words around the moves, and what they say
 *     menders.c      what is odd and read all the same, asked where the grammar stops
 *
 * The window may slide whenever more bytes are asked for, so nothing in this folder holds
 * a pointer into it across a call that fills it; offsets are used instead. */
#ifndef CP_READING_H
#define CP_READING_H

#include "text/builder.h"
#include "text/reading/reader_input.h"
#include "text/starts/icn_parts.h"

/* Bytes looked at ahead, within a line; words of one game that are no moves, before its lines
 * are passed over. As all limits in these files they bound what a hostile text costs; none limits
 * what is read well. */
enum { CP_NEAR = 256, CP_BAD_MOST = 10000 };

enum { CP_NUMBER_MOST = 1 << 20, CP_DIGITS_MOST = 20 }; /* of a move's number */

#define CP_NOWHERE UINT64_MAX

/* Lines without a move, which are passed over a block at once. */
struct cp_words {
    cp_span at;            /* where the block begins */
    uint32_t last, passed; /* its last line, 0: it has been told; the last of any */
    uint64_t quiet_end;    /* offset up to which nothing goes on behind it */
    cp_str titles[CP_TITLES_MOST];
    uint32_t title_count;
};

/* Words for a result, and the offset behind the moves before them. */
struct cp_said {
    cp_str result, text;
    cp_span at;
    uint64_t move_end;
};

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
    bool is_number_told;
    bool is_cut;     /* tags ended a comment that had no end of its own */
    bool is_line;    /* it begins with a position on a line of its own */
    bool is_no_text; /* it is bytes of something else, or has some in it, or a record */
    cp_str early;    /* the number of 1... where it was not known yet who begins; none: len 0 */
    cp_span early_at;
    struct cp_words words;
    struct cp_said said;
    uint32_t dropped; /* words beside moves */
    cp_span dropped_at;
    uint32_t told;        /* a bit for each mender that tells once a game, and has */
    uint64_t mended;      /* offset up to which odd blanks have been looked for */
    bool is_mended_whole; /* that is a comment or the end of a line */
};

/* ---- reading.c ---- */

/* Of the game at c, of which nothing is read yet. */
void cp_reading_open(struct cp_reading *s, const struct cp_reader_input *input, struct cp_cursor *c,
                     struct cp_game *g, struct cp_diags *d);

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

/* Once it is known who begins. */
void cp_reading_begin_moves(struct cp_reading *s);

/* From here on nothing is kept of a game that is too large: it is read to its end, so that the next
 * one is found, and costs no more memory. */
void cp_reading_check_size(struct cp_reading *s);

void cp_blame_number(struct cp_diags *d, cp_span at, cp_str digits, bool is_blacks, uint32_t ply);
void cp_reading_blame(struct cp_reading *s, enum cp_diag kind, cp_str text);

/* Passes what is not kept, and is no text of the game. */
void cp_reading_pass_over(struct cp_reading *s, const char *ends);

/* The falls of text, a whole parenthesis of them, are the last move's. */
void cp_reading_add_falls(struct cp_reading *s, cp_str text);

/* Any comment; false where none begins. One in braces, which is here. */
bool cp_read_comment(struct cp_reading *s);
void cp_read_braced(struct cp_reading *s);

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

/* One token of movetext. False when the game is over. */
bool cp_read_movetext(struct cp_reading *s);

/* A move in any spelling; false when it is none. */
bool cp_reading_try_move(struct cp_reading *s);

/* A move of so many bytes here, and past it; what is read of it, if it is. NULL: it is not kept. */
struct cp_node *cp_reading_put_move(struct cp_reading *s, size_t len, const cp_written *move);

/* A word that is no move, of so many bytes; 0: as far as it goes. */
void cp_read_bad_word(struct cp_reading *s, size_t len);

/* How far the word here goes: to white space or a comment; in parentheses of its own, a few blanks
 * belong to it. Never 0. No further than a move may be: *is_whole, if asked. */
size_t cp_reading_word_length(struct cp_reading *s, bool *is_whole);

/* 1. and 1... */
bool cp_read_dotted_number(struct cp_reading *s);

/* A number of so many digits, `len` bytes with what stands behind them. */
void cp_reading_put_number(struct cp_reading *s, size_t digits, size_t len);

/* 3... is of Black's move alone, 3. may be of either. */
static inline bool cp_is_number_of(uint32_t number, bool is_blacks, uint32_t ply)
{
    return number == ply / 2 + 1 && (!is_blacks || ply % 2);
}

void cp_reading_put_nag(struct cp_reading *s, uint32_t nag, size_t len);

/* 1-0 0-1: a result right behind the game's is none of another game. */
bool cp_read_other_result(struct cp_reading *s);

/* ---- parentheses.c ---- */

void cp_read_parenthesis(struct cp_reading *s);

/* Me3>f3 (g3:g3)#: where agents vanish, the mark of the last move stands behind
 * them. It is the move's, and goes into its text. */
bool cp_read_late_mark(struct cp_reading *s);

/* ---- threads.c ---- */

/* Past the line here, if it is one of words alone, without a move. */
bool cp_pass_words(struct cp_reading *s);

/* Whether a line of words here, behind words for a result and an empty line, stands in front of
 * another game. */
bool cp_is_title_of_next(struct cp_reading *s);

/* (Black resigns): whether it stood here. And past words that stand right behind a result. */
bool cp_read_said_result(struct cp_reading *s);
bool cp_read_words_behind(struct cp_reading *s);

/* Whether words behind the last move say the result. */
static inline bool cp_is_result_said(const struct cp_reading *s)
{
    return s->said.text.len && s->said.move_end == s->move_end;
}

/* What was said is the result, if no move stands behind it, and no other is given. */
void cp_take_said_result(struct cp_reading *s);

/* Whether a blank line, or one of words, stands before what is here. */
bool cp_is_parted(const struct cp_reading *s);

/* Where moves alone are taken: past a word, or a parenthesis here without a move in it. */
void cp_drop_word(struct cp_reading *s, size_t len);
bool cp_drop_remark(struct cp_reading *s);

/* Tells of all that was passed over. */
void cp_tell_words(struct cp_reading *s);

/* ---- menders.c ---- */

/* What the look of a mender finds. */
struct cp_found {
    size_t word, len; /* of the word here, and how much of it is odd */
    bool is_whole;    /* the word ends there */
    uint32_t nag;
    struct cp_scanned move;
    cp_written both[2];
    struct cp_icn_game *icn; /* all of it so far; the field here, or the number of a move, and */
    enum cp_icn_field field; /* what is odd in the move behind it, or in its place */
    cp_icn_number number;
    unsigned odds;
};

/* An oddity that was found in real files, or that a ruling asks to read: whether it stands here,
 * as its length, and its reading. */
struct cp_mender {
    enum cp_diag kind;
    const char *says; /* a format of what stands here; NULL: its reading tells */
    bool is_once;     /* told once a game */
    size_t (*look)(struct cp_reading *s, struct cp_found *found);
    void (*mend)(struct cp_reading *s, const struct cp_found *found); /* NULL: it is passed */
};

/* What stands here, if a table, whose last row is empty, has a mender for it: found has the word.
 */
extern const struct cp_mender cp_menders_of_text[];
bool cp_reading_mend(struct cp_reading *s, const struct cp_mender *table, struct cp_found *found);

/* The move that was found. */
void cp_reading_put_odd_move(struct cp_reading *s, const struct cp_found *found);

/* Makes blanks of odd ones: here; ahead in the line, as far as a move goes. */
bool cp_reading_mend_here(struct cp_reading *s);
void cp_reading_mend_ahead(struct cp_reading *s);

/* Bytes that no text has, many of them near: a picture, or what a broken disk left. They are
 * passed over up to the next section of tags. */
bool cp_reading_is_binary(struct cp_reading *s);
void cp_reading_pass_over_binary(struct cp_reading *s);

/* Whether a record stands here, or a list of them; it is passed over. */
bool cp_reading_is_record(struct cp_reading *s);
void cp_reading_pass_over_record(struct cp_reading *s);

/* ---- icn.c ---- */

/* Whether what stands `at` bytes behind the cursor, behind tags or not, is ICN. */
bool cp_icn_is_here(struct cp_cursor *c, size_t at, bool has_our_tags);

/* Whether what stands behind the tags at the cursor is ICN; *behind: where in the source the
 * lines that are tags alone end. */
bool cp_icn_is_ahead(struct cp_cursor *c, uint64_t *behind);

/* The tag at the cursor, in which nothing is escaped. False, and reported: it is none. */
bool cp_icn_read_tag(struct cp_cursor *c, struct cp_game *g, struct cp_diags *d);

/* All of an ICN behind its tags. */
void cp_read_icn(struct cp_reading *s);

/* ---- popeye.c ---- */

/* Whether text begins as a problem for Popeye does: BeginProblem or NextProblem, in three letters
 * or more, and a word that says what comes. Of fewer than six letters both may be anybody's, so
 * pieces of a side with their squares, or a board, must follow near by. A text that is cut is
 * judged by what is there. */
bool cp_problem_is_begun(cp_str text);

/* The same of what stands at c. */
bool cp_problem_is_here(struct cp_cursor *c);

/* The problem at the cursor, which begins one (cp_problem_is_here), and past it: into g's start and
 * tags. What it has that cannot be taken is reported, once. */
void cp_read_problem(struct cp_reading *s);

/* ---- epd.c ---- */

/* The line at the cursor, which is a position (cp_fen_is_line): into g's start, and its
 * operations into tags. It is passed, but for moves behind the position. False, and reported,
 * when it is too long. */
bool cp_position_read(struct cp_cursor *c, struct cp_game *g, struct cp_diags *d);

typedef struct {
    cp_str text, name, value; /* text: all of it, but for ';' */
    bool is_odd;              /* it has no name, or nothing ends its string */
} cp_operation;

/* The next one of what stands behind a position; false when there is none left. A string that
 * nothing ends goes to the end of the line. */
CP_MUST_USE bool cp_operation_take(cp_str *rest, cp_operation *out);

#endif
