/* SPDX-License-Identifier: MIT */
/* square.h -- a square on the plane, and its two spellings.
 *
 *     (7,9)   numeric: two integers of any size
 *     (g9)    letters: files in bijective base 26, a = 1, z = 26, aa = 27;
 *             φ is file 0, -a is file -1; then the rank
 *     g9      bare: a bounded board's square
 *
 * Here are the exact spellings only; lenient ones live in text/. */
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

#endif
