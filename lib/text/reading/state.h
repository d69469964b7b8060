/* SPDX-License-Identifier: MIT */
/* state.h -- what is known of a game while its text is read.
 *
 * The window may slide whenever more bytes are asked for, so nothing in this folder holds
 * a pointer into it across a call that fills it; offsets are used instead. */
#ifndef CP_STATE_H
#define CP_STATE_H

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

void cp_reading_blame(struct cp_reading *s, enum cp_diag kind, cp_str text);

/* Passes what is not kept, and is no text of the game. */
void cp_reading_pass_over(struct cp_reading *s, bool (*is_end)(char));

#endif
