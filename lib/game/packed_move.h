/* SPDX-License-Identifier: MIT */
/* packed_move.h -- a clean move of classical chess in eight bytes: what a scanner of
 * text tells an engine when nobody will ask for the text. The scanner and the engine
 * use the same codes of pieces: 1..5, and 0 for a pawn. */
#ifndef CP_PACKED_MOVE_H
#define CP_PACKED_MOVE_H

#include <stdint.h>

enum { /* for `who` only */
       CP_PACKED_PAWN_TAKES = 6,
       CP_PACKED_SPECIAL = 7, /* see `odd` */
};

/* `odd`, 0 for most moves: what a pawn becomes, 1..5; castling; the rank of an origin
 * that has a file too, from 1; or no move at all, but a piece that falls from `to` at
 * the end of the turn before. */
enum { CP_PACKED_CASTLING = 8, CP_PACKED_LONG = 16, CP_PACKED_FALL = 32 };

typedef struct {
    uint8_t to;     /* rank * 8 + file, from 0 */
    uint8_t who;    /* man, or one of the two above: which moves can be meant */
    uint8_t man;    /* the code of the piece that moves */
    uint8_t origin; /* as written: 1..8 a file, 9..16 a rank, 0 nothing */
    uint8_t takes;  /* 1, or 0 */
    uint8_t mark;   /* enum cp_check_mark, but for CP_MARK_DOUBLE */
    uint8_t odd; /* CP_PACKED_CASTLING + enum cp_castling; CP_PACKED_LONG + rank; CP_PACKED_FALL */
    uint8_t unused;
} cp_packed_move;

#endif
