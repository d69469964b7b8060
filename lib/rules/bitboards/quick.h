/* SPDX-License-Identifier: MIT */
/* quick.h -- games with little to say about, at full speed.
 *
 * Most games of a large file are classical chess from the usual start, and every
 * move of theirs is legal. Such a game is played on the bitboard engine and its
 * verdict is ready; of a move there may be a mark to say, a check that is not
 * marked mostly. At the first refused move, or whatever else wants reasons, the
 * game is handed to the general replay, which begins again and knows them. */
#ifndef CP_QUICK_H
#define CP_QUICK_H

#include "rules/bitboards/trapboard.h"
#include "rules/replay.h"

struct cp_quick {
    const struct cp_law *law;
    struct cp_classical classical;
    struct cp_trapboard home; /* the variant's own start */
    bool fits;
};

/* Told what is wrong with a mark of a move that was played; for falls, also on which
 * squares men fell, by file, then rank. */
typedef void (*cp_say_mark)(void *data, const struct cp_node *node, enum cp_diag mark,
                            const cp_square *fell, uint32_t count);

/* Chosen by the law's data; fits is false for every game but classical chess, with
 * trapdoors or without. */
void cp_quick_init(struct cp_quick *q, const struct cp_law *law, struct cp_ints *ints,
                   struct cp_arena *scratch);

/* The verdict of r's game; false (also for no q) when the general replay must tell
 * it. r's listener is not told of plies: for those who listen for faults only. Marks
 * are said once the game is through, in order, and only if it is. */
CP_MUST_USE bool cp_quick_replay(const struct cp_quick *q, const struct cp_replay *r,
                                 struct cp_game *g, struct cp_verdict *verdict, cp_say_mark say,
                                 void *data);

#endif
