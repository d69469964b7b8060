/* SPDX-License-Identifier: MIT */
/* box.h -- rectangles of squares, and which squares lie near one another.
 * Everything is exact on numbers of any size; a box is only as large as may be
 * drawn when cp_box_size says so. */
#ifndef CP_BOX_H
#define CP_BOX_H

#include "game/square.h"

typedef struct {
    cp_square low, high; /* both corners belong to it */
} cp_box;

enum { CP_WINDOW_MOST = 256 }; /* files, and ranks, of the largest window */

bool cp_box_has(const struct cp_ints *t, cp_box box, cp_square square);

/* The smallest box that holds both; a box from a square is {square, square}. */
cp_box cp_box_join(const struct cp_ints *t, cp_box a, cp_box b);

/* What belongs to both; of boxes that do not meet low is above high. */
cp_box cp_box_meet(const struct cp_ints *t, cp_box a, cp_box b);

/* box with n more squares on every side; n may be negative. */
cp_box cp_box_widen(struct cp_ints *t, cp_box box, int32_t n);

/* How many files to the right of one box, and ranks above it, another begins: negative to
 * the left and below, 0 where they share files, or ranks. */
cp_square cp_box_gap(struct cp_ints *t, cp_box from, cp_box to);

/* How many files and ranks; false when either is more than most, or less than 1. */
CP_MUST_USE bool cp_box_size(struct cp_ints *t, cp_box box, uint32_t most, uint32_t *files,
                             uint32_t *ranks);

/* The indices of squares by rank, then file. */
uint32_t *cp_squares_sort(struct cp_arena *arena, struct cp_ints *t, const cp_square *squares,
                          uint32_t count);

/* Squares near one another: order[first .. first+count) are their indices. */
struct cp_cluster {
    cp_box box;
    uint32_t first, count;
};

struct cp_clusters {
    struct cp_cluster *list; /* sorted by the box's low rank, then low file */
    uint32_t count;
    uint32_t *order; /* indices of squares; within a cluster by rank, then file */
};

/* Cuts the squares apart wherever more than gap empty ranks or files lie between:
 * by ranks, then by files, and again until no cut is left. */
void cp_clusters_make(struct cp_clusters *out, struct cp_arena *arena, struct cp_ints *t,
                      const cp_square *squares, uint32_t count, int32_t gap);

#endif
