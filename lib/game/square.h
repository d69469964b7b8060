/* SPDX-License-Identifier: MIT */
/* square.h -- a square on the plane, and every spelling of it, R-NOT-1 .. R-NOT-3.
 *
 *     (7,9)   numeric: two integers of any size
 *     (g9)    letters: files in bijective base 26, a = 1, z = 26, aa = 27;
 *             φ is file 0, -a is file -1; then the rank
 *     g9      bare: a bounded board's square
 *
 * Three readers: the exact one takes a whole text and only what we write; the
 * clean one does the same where a square begins, and is quick; the lenient one
 * knows every spelling in use and reports what is odd. `phi`, in any case, is φ,
 * so the file of that name in base 26 is written as a number in every spelling: (11033,9).
 *
 *     (φ9) (ϕ9) (Φ9) (phi9) (PHI9) (09) (Ï†9)     one square, file 0
 *     (G9) = (g9)     (−1,7) (–1,7) = (-1,7)     ( -1 , 7 ) = (-1,7)
 *     (+7,4) (007,4) (-0,4)                       odd: read, and reported
 *
 * Why so: D3 (DECISIONS.md). */
#ifndef CP_SQUARE_H
#define CP_SQUARE_H

#include "base/diag.h"
#include "base/int.h"

typedef struct {
    cp_int file, rank;
} cp_square;

enum cp_spelling {
    CP_NUMERIC,
    CP_LETTER,       /* (φ9) */
    CP_LETTER_ASCII, /* (09) for (φ9) */
    CP_BARE,
};

static inline bool cp_square_equal(cp_square a, cp_square b)
{
    return cp_int_equal(a.file, b.file) && cp_int_equal(a.rank, b.rank);
}

/* a moved by (by.file, by.rank): frames are such shifts. */
static inline cp_square cp_square_shift(struct cp_ints *t, cp_square a, cp_square by)
{
    return (cp_square){cp_int_add(t, a.file, by.file), cp_int_add(t, a.rank, by.rank)};
}

/* The shift back. */
static inline cp_square cp_square_negate(struct cp_ints *t, cp_square by)
{
    return (cp_square){cp_int_negate(t, by.file), cp_int_negate(t, by.rank)};
}

/* ---- the outermost files and ranks of a board, or of a plane ---- */

enum { CP_BORDER_LEFT, CP_BORDER_RIGHT, CP_BORDER_BOTTOM, CP_BORDER_TOP, CP_BORDER_EDGES };

struct cp_border {
    bool has[CP_BORDER_EDGES]; /* else it is open there */
    cp_int at[CP_BORDER_EDGES];
};

/* Whether a square is within the border. */
bool cp_border_has(const struct cp_border *b, const struct cp_ints *ints, cp_square at);
bool cp_border_has_rank(const struct cp_border *b, const struct cp_ints *ints, cp_int rank);

/* Whether nothing at all is: left is beyond right, or bottom beyond top. */
bool cp_border_is_crossed(const struct cp_border *b, const struct cp_ints *ints);

/* The border moved by (by.file, by.rank). */
void cp_border_shift(struct cp_border *b, struct cp_ints *ints, cp_square by);

/* ---- one square ---- */

/* Whether a square has a bare spelling: one letter, and a rank from 1. */
bool cp_square_can_be_bare(const struct cp_ints *t, cp_square square);

/* One square, whole, in exactly the canonical spelling, parentheses included. What is
 * no bare square, of one letter and a rank from 1, is written in numbers then. */
CP_MUST_USE enum cp_diag cp_square_parse(struct cp_ints *t, cp_square *out, cp_str text,
                                         enum cp_spelling spelling);
void cp_square_format(const struct cp_ints *t, struct cp_buf *out, cp_square square,
                      enum cp_spelling spelling);

/* A file alone: "-b" or "φ" in letters, "-2" in numbers. */
CP_MUST_USE enum cp_diag cp_file_parse(struct cp_ints *t, cp_int *out, cp_str text);
void cp_file_format(const struct cp_ints *t, struct cp_buf *out, cp_int file,
                    enum cp_spelling spelling);

/* ---- clean and lenient ---- */

/* What was odd about a square: leniencies, each worth a warning. */
enum cp_odd {
    CP_ODD_PLUS = 1,       /* +7 */
    CP_ODD_ZEROS = 2,      /* 007 */
    CP_ODD_MINUS_ZERO = 4, /* -0 */
    CP_ODD_DOT = 8,        /* (-1.-1) */
};

typedef struct {
    cp_square square;
    enum cp_spelling spelling; /* never CP_BARE */
    uint8_t odd;               /* enum cp_odd */
} cp_square_text;

/* The square in clean spelling that begins at `at`, which is its parenthesis;
 * returns the first byte after it, NULL when there is none. */
const char *cp_square_scan_clean(struct cp_ints *ints, const char *at, const char *end,
                                 cp_square *out, enum cp_spelling *spelling);

/* The parenthesised square that text begins with, however spelled; returns its
 * length, 0 when there is none. */
size_t cp_square_scan(struct cp_ints *ints, cp_str text, cp_square_text *out);

/* The same without parentheses: "1004,0", "-b9". The whole of text. */
CP_MUST_USE bool cp_square_scan_open(struct cp_ints *ints, cp_str text, cp_square_text *out);

/* A file alone, in numbers ("8") or letters ("b", "φ"); or any number with its
 * oddities. The whole of text. */
CP_MUST_USE bool cp_file_scan(struct cp_ints *ints, cp_str text, cp_int *out, uint8_t *odd);
CP_MUST_USE bool cp_number_scan(struct cp_ints *ints, cp_str text, cp_int *out, uint8_t *odd);

/* How many bytes of a minus or dash text begins with; 0 for none. */
size_t cp_minus_scan(cp_str text);

/* ---- squares in any prose, rewritten in another spelling, all else left byte for byte ----
 *
 *     The rook goes (7,9)-(1,9) (see 3,4).  →  The rook goes (g9)-(a9) (see 3,4).
 *
 * A square is a parenthesis that holds nothing else: two whole numbers with a
 * comma, or letters and a whole number. So as not to touch what only looks like
 * one: numbers without '+', leading zeros and -0 (so (1,000) stays); letters all
 * small or all capital (so (Table2) stays); nothing between them. (a), (1), (see 3,4),
 * (1.2) and bare e4 are no squares. What cannot be told, "(3,4)" the pair of numbers
 * or "(x2)" the factor, is taken for a square.
 *
 * Files of three letters and more look like words: (fig3). They are squares only where
 * something says so: `is_far`, a piece's letter right in front, R(fig3), or another
 * square joined by a sign, (g9)-(all9). Where nothing would, a far square is not written
 * in letters but in numbers: so what was written is always turned back. */

struct cp_squares {
    struct cp_ints *ints;
    enum cp_spelling spelling;                       /* to write */
    cp_square shift;                                 /* added to each square read */
    bool is_far;                                     /* whatever could be a square is one */
    bool has_no_words;                               /* (Ab3) too, as in commands */
    bool (*is_piece)(const void *data, cp_str word); /* NULL: no word is a piece's */
    const void *data;

    /* kept from one piece of a text to the next; nothing at first */
    uint64_t kept; /* far squares that were written in numbers for it */
    bool has_phi;  /* a square was written that is not of ASCII */
    struct {
        bool was_read, was_written; /* a square, and as one that is told from words */
        char behind[8];             /* what stands behind it, or the last of that */
        uint8_t len;                /* all of behind: it may be more */
    } last;
};

/* Appends text, rewritten, to out and returns how much of it was used: all of
 * it when it is the last of the stream, else up to a parenthesis that might be
 * a square when more has come. */
size_t cp_squares_rewrite(struct cp_squares *how, struct cp_buf *out, cp_str text, bool is_last);

#endif
