/* SPDX-License-Identifier: MIT */
/* repetition.h -- how often each position of a game has been on the board.
 *
 *     heads   [ 3 | - | 17 | - | … ]      by hash
 *     pages   sighting 3 → 0 → -          in the order first seen
 *
 * A chained hash table from position hash to a count; linear in the plies. Only
 * the heads are made anew when it grows: sightings stay where they are. The hash
 * has 128 bits, and whoever claims a repetition verifies it on the board. */
#ifndef CP_REPETITION_H
#define CP_REPETITION_H

#include "rules/position.h"

struct cp_sighting {
    cp_hash hash;
    uint32_t count, first; /* times on the board; the ply of the first time */
    uint32_t next;         /* 1 + the next of its chain; 0: none */
};

enum { CP_SIGHTING_PAGE = 256, CP_SIGHTING_PAGES = 24 };

struct cp_repetition {
    struct cp_arena *arena;
    struct cp_sighting *pages[CP_SIGHTING_PAGES]; /* each twice the one before */
    uint32_t *heads;                              /* 1 + a sighting */
    uint32_t room, used;
};

void cp_repetition_init(struct cp_repetition *r, struct cp_arena *arena);

/* Counts a position; the entry is valid as long as the table. */
struct cp_sighting *cp_repetition_put(struct cp_repetition *r, cp_hash hash, uint32_t ply);

/* Takes one count back: a variation is left. */
void cp_repetition_del(struct cp_repetition *r, cp_hash hash);

#endif
