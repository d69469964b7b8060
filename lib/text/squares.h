/* SPDX-License-Identifier: MIT */
/* squares.h -- squares in any prose, rewritten in the other spelling, all else
 * left byte for byte.
 *
 *     The rook goes (7,9)-(1,9) (see 3,4).  →  The rook goes (g9)-(a9) (see 3,4).
 *
 * A square is a parenthesis that holds nothing else: two whole numbers with a
 * comma, or letters and a whole number. So as not to touch what only looks like
 * one: numbers without '+', leading zeros and -0 (so (1,000) stays); letters all
 * small or all capital, eight at most (so (Table2) stays); nothing between them.
 * (a), (1), (see 3,4), (1.2) and bare e4 are no squares. What cannot be told,
 * "(3,4)" the pair of numbers or "(x2)" the factor, is taken for a square. */
#ifndef CP_SQUARES_H
#define CP_SQUARES_H

#include "text/square_text.h"

struct cp_squares {
    struct cp_ints *ints;
    enum cp_spelling spelling; /* to write */
    cp_square shift;           /* added to each square read */
};

/* Appends text, rewritten, to out and returns how much of it was used: all of
 * it when it is the last of the stream, else up to a parenthesis that might be
 * a square when more has come. */
size_t cp_squares_rewrite(const struct cp_squares *how, struct cp_buf *out, cp_str text,
                          bool is_last);

#endif
