/* SPDX-License-Identifier: MIT */
/* bits.c -- the tables, each entry a constant expression: nothing to make ready
 * at run time, nothing that can change, and no second program to keep in step. */
#include "rules/bitboards/bits.h"

#define ROW(F, s)                                                                                  \
    F(s), F((s) + 1), F((s) + 2), F((s) + 3), F((s) + 4), F((s) + 5), F((s) + 6), F((s) + 7)
#define EACH(F)                                                                                    \
    {                                                                                              \
        ROW(F, 0), ROW(F, 8), ROW(F, 16), ROW(F, 24), ROW(F, 32), ROW(F, 40), ROW(F, 48),          \
            ROW(F, 56)                                                                             \
    }

/* ---- steps: shifts, less those that would come round the board's edge ---- */

#define ONE(s)    (UINT64_C(1) << (s))
#define LEFT(s)   (ONE(s) & ~CP_FILE_A)
#define RIGHT(s)  (ONE(s) & ~CP_FILE_H)
#define LEFT2(s)  (ONE(s) & ~(CP_FILE_A | CP_FILE_A << 1))
#define RIGHT2(s) (ONE(s) & ~(CP_FILE_H | CP_FILE_H >> 1))

#define KNIGHT(s)                                                                                  \
    (LEFT(s) << 15 | LEFT(s) >> 17 | RIGHT(s) << 17 | RIGHT(s) >> 15 | LEFT2(s) << 6 |             \
     LEFT2(s) >> 10 | RIGHT2(s) << 10 | RIGHT2(s) >> 6)
#define WHITE_PAWN(s) (LEFT(s) << 7 | RIGHT(s) << 9)
#define BLACK_PAWN(s) (LEFT(s) >> 9 | RIGHT(s) >> 7)
#define KING(s)                                                                                    \
    (WHITE_PAWN(s) | BLACK_PAWN(s) | LEFT(s) >> 1 | RIGHT(s) << 1 | ONE(s) << 8 | ONE(s) >> 8)

const cp_bits cp_knight_bits[64] = EACH(KNIGHT);
const cp_bits cp_king_bits[64] = EACH(KING);
const cp_bits cp_pawn_bits[2][64] = {EACH(WHITE_PAWN), EACH(BLACK_PAWN)};

/* ---- lines: the two long diagonals, moved up or down by ranks ---- */

#define UP(word, n)   ((word) << (8 * (n)&63))
#define DOWN(word, n) ((word) >> (8 * (n)&63))
#define RISE(s)       (((s)&7) - ((s) >> 3)) /* file less rank */
#define FALL(s)       (((s)&7) + ((s) >> 3) - 7)

#define MAIN UINT64_C(0x8040201008040201)
#define ANTI UINT64_C(0x0102040810204080)

#define LINES(s)                                                                                   \
    {                                                                                              \
        CP_FILE_A << ((s)&7) & ~ONE(s),                                                            \
            (RISE(s) > 0 ? DOWN(MAIN, RISE(s)) : UP(MAIN, -RISE(s))) & ~ONE(s),                    \
            (FALL(s) > 0 ? UP(ANTI, FALL(s)) : DOWN(ANTI, -FALL(s))) & ~ONE(s)                     \
    }

const cp_lines cp_line_bits[64] = EACH(LINES);

/* ---- ranks: by the inner six men m; the outer two can block nothing ---- */

#define RIGHTWARD(f, above) (((above) ^ ((above) - (2 << (f)))) & ~((2 << (f)) - 1) & 255)
#define SMEAR(x)            ((x) | (x) >> 1 | (x) >> 2 | (x) >> 3 | (x) >> 4 | (x) >> 5 | (x) >> 6)
#define LEFTWARD(f, below)  (((1 << (f)) - 1) & ~(SMEAR(below) >> 1))
#define LEVEL(m, f)                                                                                \
    (RIGHTWARD(f, (m) << 1 & ~((2 << (f)) - 1)) | LEFTWARD(f, (m) << 1 & ((1 << (f)) - 1)))
#define LEVELS(m)                                                                                  \
    {                                                                                              \
        LEVEL(m, 0), LEVEL(m, 1), LEVEL(m, 2), LEVEL(m, 3), LEVEL(m, 4), LEVEL(m, 5), LEVEL(m, 6), \
            LEVEL(m, 7)                                                                            \
    }

const uint8_t cp_rank_bits[64][8] = EACH(LEVELS);
