/* SPDX-License-Identifier: MIT */
/* trap.h -- a board of trapdoors for the fast engine: a bitboard, and by
 * square the ply after which its man falls. The order of a turn is turn.h's,
 * which stays the definition.
 *
 * Mate within mate within mate is asked so deep; beyond it the answer is in doubt, and
 * the general engine's to give.
 *
 * Like the bitboard in it, a value: copy it to take turns back. Delay 0 is a
 * board without trapdoors. */
#ifndef CP_BITBOARDS_TRAP_H
#define CP_BITBOARDS_TRAP_H

#include "rules/bitboards/board.h"

struct cp_trapboard {
    struct cp_bitboard b;
    uint32_t delay; /* in moves */
    uint32_t ply;   /* played since the start position */
    cp_bits running;
    cp_bits due;           /* fall at the end of the next turn, unless it moves or takes them */
    cp_bits fallen;        /* in the last turn */
    uint32_t falls_at[64]; /* by square, where a clock is running */
};

/* A position in which all men are safe. */
void cp_trapboard_init(struct cp_trapboard *t, const struct cp_bitboard *b, uint32_t delay);

/* From a position of the general engine, set up and found lawful, clocks and all;
 * false when it is not for this engine. */
CP_MUST_USE bool cp_trapboard_take(struct cp_trapboard *t, const struct cp_classical *c,
                                   const struct cp_position *p);

/* Plays the whole turn of a move that is legal on the bitboard. CP_YES: it is
 * legal here too (R-TD-5), `fallen` holds the men that fell, and the game is over if kings
 * did. Else t is of no further use. */
CP_MUST_USE enum cp_answer cp_trapboard_apply(struct cp_trapboard *t, cp_bit_move move);

/* Whether the side to move, which has a king, has a legal turn. */
CP_MUST_USE enum cp_answer cp_trapboard_can_move(const struct cp_trapboard *t);

/* Whether its king may step where nothing attacks it, neither at once nor once the due
 * men are gone. Asks for men and their squares only: not for checkers. */
CP_MUST_USE bool cp_trapboard_king_can_step(const struct cp_trapboard *t);

/* How many lines of so many turns there are, depth at most CP_PERFT_DEEPEST; false
 * when some answer was in doubt. */
CP_MUST_USE bool cp_trapboard_perft(const struct cp_trapboard *t, uint32_t depth, uint64_t *lines);

#endif
