/* SPDX-License-Identifier: MIT */
/* repetition.h -- how often each position of a game has been on the board.
 * An open hash table from position hash to a count; linear in the plies. The
 * hash has 128 bits and whoever claims a repetition verifies it on the board. */
#ifndef CP_REPETITION_H
#define CP_REPETITION_H

#include "rules/position.h"

struct cp_sighting {
    cp_hash hash;
    uint32_t count, first; /* times on the board; the ply of the first time */
};

struct cp_repetition {
    struct cp_arena *arena;
    struct cp_sighting *table;
    uint32_t room, used;
};

void cp_repetition_init(struct cp_repetition *r, struct cp_arena *arena);

/* Counts a position; the entry is valid until the next call. */
struct cp_sighting *cp_repetition_put(struct cp_repetition *r, cp_hash hash, uint32_t ply);

/* Takes one count back: a variation is left. */
void cp_repetition_del(struct cp_repetition *r, cp_hash hash);

#endif
