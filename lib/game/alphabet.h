/* SPDX-License-Identifier: MIT */
/* alphabet.h -- what the pieces of a variant are called: all that the readers
 * and writers of notation need to know of its rules. Made when the variant is
 * loaded; a piece's place in the list is its kind everywhere. */
#ifndef CP_ALPHABET_H
#define CP_ALPHABET_H

#include "game/square.h"

enum { CP_KINDS_MOST = 64, CP_NO_KIND = 255 };

enum cp_side { CP_WHITE, CP_BLACK };

static inline enum cp_side cp_other(enum cp_side side)
{
    return side == CP_WHITE ? CP_BLACK : CP_WHITE;
}

/* Signs between the squares of a move, or in front of a lone one. */
enum cp_sep {
    CP_SEP_NONE, /* R(a9): a bare destination */
    CP_SEP_MOVE, /* - */
    CP_SEP_TAKE, /* x or : */
    CP_SEP_PUSH, /* > */
    CP_SEP_PULL, /* < */
    CP_SEP_SWAP, /* ~ */
    CP_SEP_LEAD, /* @: it names the square of another piece, which the piece moves */
};

static inline char cp_sep_sign(enum cp_sep sep)
{
    return " -x><~@"[sep];
}

/* Sets of signs: bits 1 << enum cp_sep. */
enum {
    CP_SIGNS_OF_CAPTURES = 1 << CP_SEP_MOVE | 1 << CP_SEP_TAKE,
    CP_SIGNS_OF_STEPS = 1 << CP_SEP_MOVE | 1 << CP_SEP_PUSH | 1 << CP_SEP_PULL | 1 << CP_SEP_SWAP |
                        1 << CP_SEP_LEAD,
};

struct cp_drawing;

struct cp_piece_words {
    cp_str letter;         /* canonical, in moves: "Ha"; "" for the pawn */
    cp_str name;           /* "hawk" */
    const cp_str *aliases; /* other accepted letters: "H" */
    uint32_t alias_count;
    bool promotes;            /* a pawn: its moves may carry a promotion */
    bool is_neutral, is_void; /* nobody's: it stands in the way; a void is no square at all */

    /* of its own, for pictures: the file as the variant's file names it, and where; and what
     * was made of it, NULL: none */
    cp_str drawing_file;
    cp_span drawing_at;
    const struct cp_drawing *drawing;
};

struct cp_alphabet {
    const struct cp_piece_words *pieces;
    uint32_t count;
    enum cp_spelling native; /* how squares are written by default */
    bool bounded;            /* bare squares are meant when none are in parentheses */
    bool castles;
    bool is_foreign;      /* of a variant that is not known: its words are kept, not judged */
    uint8_t signs;        /* that its moves may have: CP_SIGNS_OF_CAPTURES or _OF_STEPS */
    bool marks_last;      /* a mate's # stands behind what fell: Me3>f3 (g3:g3)# */
    bool has_falls;       /* pieces fall through trapdoors, or into traps */
    bool has_before;      /* a start tells which pieces came from where, a FEN in its third field */
    bool counts_quiet;    /* a start tells how many half-moves without progress there were */
    int32_t checks_win;   /* so many, which a start may count; 0: none do */
    bool counts_both;     /* material is both armies, not the difference between them */
    int32_t files, ranks; /* of a board with edges; 0: not known */
    int32_t home[2];      /* by side, the rank where those that promote make their first move */
};

/* Whether a move may have more than one part, and take other pieces along. */
static inline bool cp_alphabet_has_steps(const struct cp_alphabet *a)
{
    return a->signs & ~CP_SIGNS_OF_CAPTURES;
}

/* Whether each of its squares is a letter and a number, without parentheses: then a file
 * or a rank alone cannot be mistaken, nor can two squares side by side. */
static inline bool cp_alphabet_is_bare(const struct cp_alphabet *a)
{
    return a->native == CP_BARE && a->bounded && a->files <= 26;
}

/* The kind whose letter, alias or (if names) full name is text, exactly or but
 * for case; CP_NO_KIND when there is none. The longest-match work is the lexer's. */
uint8_t cp_alphabet_find(const struct cp_alphabet *a, cp_str text, bool names);

/* The letter to write in a list of pieces, where a pawn needs one too: "P". */
cp_str cp_alphabet_letter(const struct cp_alphabet *a, uint8_t kind);

#endif
