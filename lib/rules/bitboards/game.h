/* SPDX-License-Identifier: MIT */
/* game.h -- a whole game of clean moves on the bitboard engine, when all that is
 * wanted is whether there is anything to say about it.
 *
 * What it claims is what the general replay would find: every move legal and
 * marked as it should be, and no draw that the game could have gone past. Of
 * anything else it claims nothing, and the game is judged the usual way. */
#ifndef CP_BITBOARDS_GAME_H
#define CP_BITBOARDS_GAME_H

#include "game/packed_move.h"
#include "rules/bitboards/trap.h"
#include "rules/outcome.h"

enum { CP_CLEAN_MOVES_MOST = 1024 };

struct cp_clean_origin;
struct cp_clean_sight;

/* Made once for a law that bitboards play; the tables are in arena. */
struct cp_clean_judge {
    struct cp_trapboard home;
    const struct cp_clean_origin *origins;
    const struct cp_clean_sight *sights;
};

void cp_clean_judge_init(struct cp_clean_judge *d, const struct cp_bitboard *home,
                         struct cp_arena *arena);

/* Plays from home, on trapdoors if there is a delay, falls behind the moves they follow; the codes
 * of men are enum cp_role. True: there is nothing to say. Then *end is what ended the game on the
 * board, CP_OUTCOME_NONE, CHECKMATE, STALEMATE, KING_FALLEN or two bare kings of trapdoors, DEAD,
 * and *winner who has won there, or -1. count is at most CP_CLEAN_MOVES_MOST. */
CP_MUST_USE bool cp_clean_judge_play(const struct cp_clean_judge *d, uint32_t delay,
                                     const cp_packed_move *moves, uint32_t count,
                                     enum cp_outcome *end, int *winner);

#endif
