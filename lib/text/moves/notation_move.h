/* SPDX-License-Identifier: MIT */
/* notation_move.h -- the two readers of one move. Clean moves, as this project and
 * other programs write them, are read from left to right in one pass:
 *
 *     Nf3  Nbd7  R1e2  Bxd3+  exd5  e8=Q#  O-O                   bare squares
 *     Ng1-f3  Ng1f3  e2-e4  e7xd8=Q  e2e4  e7e8q
 *     R(7,9)-(1,9)  N(3,5)x(5,5)+  (g7)-(g8)=C  Rx(φ9)           in parentheses
 *     Ke2-e3  Me2>e3<f4  S~b3  Pg1@g5-g6  M(5,2)>(5,3)<(6,4)     steps
 *
 * What letters and signs mean is in tables, made once from the alphabet. An x is
 * a capture wherever it can be one. Whatever else people write (R-NOT-11) is read
 * by patterns, which also read every clean move, and the same, only slower. */
#ifndef CP_NOTATION_MOVE_H
#define CP_NOTATION_MOVE_H

#include "game/written.h"

enum { CP_CLEAN_LOOK = 48 }; /* bytes that decide what a clean move of bare squares is */

struct cp_clean {
    const struct cp_alphabet *alphabet;
    uint8_t pawn;         /* its kind; CP_NO_KIND: there is none */
    uint8_t files;        /* letters from a that are files */
    bool has_steps;       /* cp_alphabet_has_steps */
    bool has_pairs;       /* some pieces have two letters */
    bool is_usual;        /* neither, nor a piece that could be castling's O */
    bool x_takes;         /* and is no file */
    uint8_t classes[256]; /* what a byte can be; private to notation_clean.c */
    uint8_t sep[256];     /* enum cp_sep by sign */
    uint8_t kind[256];    /* by letter */
    uint8_t (*pair)[64];  /* by first and second letter, each from 'A' */
};

void cp_clean_init(struct cp_clean *c, struct cp_arena *arena, const struct cp_alphabet *a);

/* The clean move of bare squares at `at`, where CP_CLEAN_LOOK bytes can be read;
 * the first byte after it, NULL when there is none or what follows might belong
 * to it. */
const char *cp_clean_scan_bare(const struct cp_clean *c, const char *at, cp_written *out);

/* The same for any text, of any length. */
const char *cp_clean_scan_text(const struct cp_clean *c, const char *at, const char *end,
                               cp_written *out);

/* The same for squares in parentheses. */
const char *cp_clean_scan_plane(const struct cp_clean *c, struct cp_ints *ints, const char *at,
                                const char *end, cp_written *out);

/* The same for a move of ICN, which any man may make: 5,2>5,4, or dressed, with one blank at
 * most in each place, P5,2 x 6,3 =Q +. What names no piece of the alphabet is no move, but for a
 * code in front, which only decorates. *odds, unless it is NULL: what the site would not take. */
enum {
    CP_ICN_ODD_NUMBER = 1, /* 007, +7, -0 */
    CP_ICN_ODD_BLANK = 2   /* 5, 2 > 5, 4 */
};
const char *cp_clean_scan_icn(const struct cp_clean *c, struct cp_ints *ints, const char *at,
                              const char *end, cp_written *out, unsigned *odds);

/* Puts one more square, behind sep, into a move whose destination was the last
 * one: that was the origin then, or a square on the way. False: it has no place. */
CP_MUST_USE bool cp_written_extend(cp_written *w, bool has_steps, enum cp_sep sep,
                                   cp_square square);

/* Whether w has nothing in front but the file of its own square: bb4, where no pawn's file is
 * wanted and a bishop may be meant. */
bool cp_is_own_file(const cp_written *w);

/* ---- odd moves ---- */

struct cp_scanned {
    cp_written move;
    bool is_dialect; /* R-NOT-11 */
    uint8_t odd;     /* enum cp_odd, R-NOT-3 */
    bool is_agreed;  /* the two systems of c5 (3,5) name one square */
};

struct cp_dialect;

/* Its patterns are made in arena when they are needed first; closed even if arena's
 * handler jumps away then. c must live as long. */
struct cp_dialect *cp_dialect_open(struct cp_arena *arena, const struct cp_clean *c);
void cp_dialect_close(struct cp_dialect *d);

/* The move text begins with, odd or clean; its length, 0 for none, as always when the
 * letters make more of a pattern than PCRE2 takes. */
size_t cp_dialect_scan(struct cp_dialect *d, struct cp_ints *ints, cp_str text,
                       struct cp_scanned *out);

#endif
