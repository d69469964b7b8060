/* SPDX-License-Identifier: MIT */
/* quick.h -- games with nothing to say about, at full speed.
 *
 * Most games of a large file are classical chess from the usual start, and every
 * move of theirs is legal and marked as it should be. Such a game is played on
 * the bitboard engine and its verdict is ready. At the first thing that is not
 * so, down to a check that is not marked or a hundred quiet plies, the game
 * is handed to the general replay, which begins again and knows all reasons. */
#ifndef CP_QUICK_H
#define CP_QUICK_H

#include "rules/bitboard.h"
#include "rules/replay.h"

struct cp_quick {
    const struct cp_law *law;
    struct cp_classical classical;
    struct cp_bitboard home; /* the variant's own start */
    bool fits;
};

/* Chosen by the law's data; fits is false for every game but classical chess. */
void cp_quick_init(struct cp_quick *q, const struct cp_law *law, struct cp_ints *ints,
                   struct cp_arena *scratch);

/* The verdict of r's game; false (also for no q) when the general replay must tell it. Nobody is
 * told of plies: for those who listen for faults only. */
CP_MUST_USE bool cp_quick_replay(const struct cp_quick *q, const struct cp_replay *r,
                                 struct cp_game *g, struct cp_verdict *verdict);

#endif
