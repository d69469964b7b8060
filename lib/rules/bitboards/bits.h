/* SPDX-License-Identifier: MIT */
/* bits.h -- sets of squares of an 8x8 board as words, and what men attack there.
 *
 *     square = rank * 8 + file, both from 0:  a1 = 0, h1 = 7, a8 = 56, h8 = 63
 *
 * Sliders along a file or a diagonal: subtracting the slider from the men of its
 * line borrows up to the first of them, so what changed is what it sees. The
 * other way is the same on the board seen from behind (byte order turned). A
 * rank turns within its byte, so a table of 512 bytes has its answers.
 *
 *     men of the line  ...1..1.    less the slider   ...1.1..
 *     slider           .....1..    changed           ......1.  and so on
 *
 * Magic multiplication was refused: its tables take 800 kB of cache from the
 * games that are read, and this costs about as much.
 *
 * Why so: D10 (DECISIONS.md). */
#ifndef CP_BITS_H
#define CP_BITS_H

#include "base/str.h"

#include <stdint.h>

typedef uint64_t cp_bits;

typedef struct {
    cp_bits file, diagonal, antidiagonal; /* without the square itself */
} cp_lines;

extern const cp_bits cp_knight_bits[64], cp_king_bits[64];
extern const cp_bits cp_pawn_bits[2][64]; /* what a side's pawn attacks */
extern const cp_lines cp_line_bits[64];
extern const uint8_t cp_rank_bits[64][8]; /* by inner six men, then file */

#define CP_FILE_A UINT64_C(0x0101010101010101)
#define CP_FILE_H UINT64_C(0x8080808080808080)
#define CP_RANK_1 UINT64_C(0xff)

static inline cp_bits cp_bit(int square)
{
    return (cp_bits)1 << square;
}

/* The lowest square of a set that is not empty. */
static inline int cp_bits_first(cp_bits set)
{
    return __builtin_ctzll(set);
}

static inline bool cp_bits_many(cp_bits set)
{
    return (set & (set - 1)) != 0;
}

/* The squares to the left and right of a set's. */
static inline cp_bits cp_bits_beside(cp_bits set)
{
    return (set << 1 & ~CP_FILE_A) | (set >> 1 & ~CP_FILE_H);
}

/* The squares one step from rooks and from bishops, by their moves; a queen is both. */
static inline cp_bits cp_bits_slider_steps(cp_bits rooks, cp_bits bishops)
{
    cp_bits aside = cp_bits_beside(bishops);
    return rooks << 8 | rooks >> 8 | cp_bits_beside(rooks) | aside << 8 | aside >> 8;
}

/* Spelt out: without a flag for newer machines the built-in calls a function. */
static inline uint32_t cp_bits_count(cp_bits set)
{
    set -= set >> 1 & UINT64_C(0x5555555555555555);
    set = (set & UINT64_C(0x3333333333333333)) + (set >> 2 & UINT64_C(0x3333333333333333));
    set = (set + (set >> 4)) & UINT64_C(0x0f0f0f0f0f0f0f0f);
    return (uint32_t)(set * CP_FILE_A >> 56);
}

static inline cp_bits cp_bits_along(cp_bits men, int square, cp_bits line)
{
    cp_bits up = men & line;
    cp_bits down = __builtin_bswap64(up);
    up -= cp_bit(square);
    down -= cp_bit(square ^ 56);
    return (up ^ __builtin_bswap64(down)) & line;
}

/* What a slider attacks among men, the first man of each line included. */
static inline cp_bits cp_bishop_bits(cp_bits men, int square)
{
    const cp_lines *lines = &cp_line_bits[square];
    return cp_bits_along(men, square, lines->diagonal) |
           cp_bits_along(men, square, lines->antidiagonal);
}

static inline cp_bits cp_rook_bits(cp_bits men, int square)
{
    int rank = square & 56;
    cp_bits level = cp_rank_bits[men >> rank >> 1 & 63][square & 7];
    return cp_bits_along(men, square, cp_line_bits[square].file) | level << rank;
}

/* The squares strictly between two squares, none when they are not in line. */
static inline cp_bits cp_bits_between(int a, int b)
{
    const cp_lines *lines = &cp_line_bits[a];
    if ((lines->diagonal | lines->antidiagonal) & cp_bit(b))
        return cp_bishop_bits(cp_bit(b), a) & cp_bishop_bits(cp_bit(a), b);
    if ((lines->file | CP_RANK_1 << (a & 56)) & cp_bit(b))
        return cp_rook_bits(cp_bit(b), a) & cp_rook_bits(cp_bit(a), b);
    return 0;
}

#endif
