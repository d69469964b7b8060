/* SPDX-License-Identifier: MIT */
/* brief.h -- a clean move of classical chess in eight bytes: what a scanner of text
 * tells an engine when nobody will ask for the text. Whoever reads letters and
 * whoever plays agree on the codes of men, 1..5, and 0 for a pawn. */
#ifndef CP_BRIEF_H
#define CP_BRIEF_H

#include <stdint.h>

enum {
    CP_BRIEF_PAWN_TAKES = 6, /* for `who` only, as is the next */
    CP_BRIEF_NOBODY = 7,     /* look at `odd` */
};

/* What is odd about a move, else 0: what a pawn becomes, 1..5; castling; that its
 * origin has a rank, too, from 1; or that it is none, but a man who falls from `to` at the
 * end of the turn before. */
enum { CP_BRIEF_CASTLING = 8, CP_BRIEF_LONG = 16, CP_BRIEF_FALL = 32 };

typedef struct {
    uint8_t to; /* rank * 8 + file, from 0 */
    uint8_t who, man;
    uint8_t origin; /* as written: 1..8 a file, 9..16 a rank, 0 nothing */
    uint8_t takes;  /* 1, or 0 */
    uint8_t mark;   /* enum cp_check_mark, but for CP_MARK_DOUBLE */
    uint8_t odd;    /* CP_BRIEF_CASTLING + enum cp_castling; CP_BRIEF_LONG + rank; CP_BRIEF_FALL */
    uint8_t unused;
} cp_brief;

#endif
