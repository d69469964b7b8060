/* SPDX-License-Identifier: MIT */
/* ray.h -- how a man moves on a board without edges: a step, how often it may
 * be taken, and what for. All moves of a kind are a few of these. */
#ifndef CP_RAY_H
#define CP_RAY_H

#include <stdbool.h>
#include <stdint.h>

/* Whether a ray's squares serve for moving, for taking, or for both. */
enum { CP_RAY_MOVES = 1, CP_RAY_TAKES = 2 };

/* The squares low .. high steps away. Unless it leaps, every step before the
 * last must be onto an empty square, also those before low: a pawn's double
 * step is low 2, high 2. No two rays of one kind overlap in step and length,
 * except that what a man may only do first is a ray of its own for its use. */
typedef struct {
    int16_t dx, dy;    /* one step; Black's are White's seen from the other side */
    int32_t low, high; /* lengths in steps; high 0: no end */
    uint8_t use;       /* CP_RAY_MOVES | CP_RAY_TAKES */
    bool primes;       /* only prime lengths, leaping over anything */
    bool leaps;        /* whatever stands between does not matter */
    bool first;        /* only for a man that has not moved */
} cp_ray;

#endif
