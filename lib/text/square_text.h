/* SPDX-License-Identifier: MIT */
/* square_text.h -- squares as people write them, R-NOT-1 .. R-NOT-3.
 *
 *     (φ9) (ϕ9) (Φ9) (phi9) (Phi9) (09) (Ï†9)     one square, file 0
 *     (G9) = (g9)     (−1,7) (–1,7) = (-1,7)     ( -1 , 7 ) = (-1,7)
 *     (+7,4) (007,4) (-0,4)                       odd: read, and said so
 *
 * Two readers: the clean one knows only what we write ourselves and is quick;
 * the lenient one knows everything and tells what was odd. `phi` and `Phi` are
 * φ, so the file of that name in base 26 (number 11033) is written PHI. */
#ifndef CP_SQUARE_TEXT_H
#define CP_SQUARE_TEXT_H

#include "game/square.h"

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

#endif
