/* SPDX-License-Identifier: MIT */
/* engine.h -- bitboards as the engine behind a position (rules.h).
 *
 *     the plain arrays of the position    kept up with every move: their
 *                                         readers need not know which engine plays
 *     a board of sets of squares          legality, check, mate, repetition
 *     the index of lines                  stale; made anew for questions that only
 *                                         the general engine answers: why a move is
 *                                         refused, which moves there are, in words
 *
 * The general engine stays the definition: after every turn, also one taken back, the
 * arrays hold what it would have put there.
 *
 * Why so: D13 (DECISIONS.md). */
#ifndef CP_BITBOARDS_ENGINE_H
#define CP_BITBOARDS_ENGINE_H

#include "game/game.h"
#include "rules/bitboards/game.h"
#include "rules/rules.h"

/* How bitboards play the games of a law: made once for it. */
struct cp_bit_law {
    struct cp_classical classical;
    struct cp_bit_tables tables;
    struct cp_clean_judge judge; /* where has_usual_ends */
    bool has_usual_ends;         /* dead positions are those of cp_bitboard_is_dead, and its own
                                    start has not ended */
    struct cp_position home;     /* the variant's own start, set up: to be copied */
};

/* Chooses the engine of law by its data: bitboards where cp_classical_fit says so, from
 * then on. Without this, or where they do not fit, the general engine plays. */
void cp_bitboards_offer(struct cp_law *law, struct cp_ints *ints, struct cp_arena *arena);

/* Sets p up at the own start of a law that bitboards play. */
void cp_bitboards_begin(struct cp_position *p, const struct cp_law *law, struct cp_ints *ints,
                        struct cp_arena *arena);

/* Goes on with p, set up by the general engine and found lawful, on bitboards, if they
 * can play its law and what stands there. */
void cp_bitboards_take_over(struct cp_position *p);

/* Moves (game.h), but for what they say of checks, and how they are played. */
struct cp_bit_line {
    uint32_t count;
    cp_packed_move moves[CP_CLEAN_MOVES_MOST];
    cp_bit_step steps[CP_CLEAN_MOVES_MOST];
};

/* The line that was read from the own start of law, where no rules of the game's differ. False:
 * not all of it is clean and legal, or there are no such bitboards. */
CP_MUST_USE bool cp_bitboards_find_line(const struct cp_law *law, const struct cp_node *first,
                                        struct cp_bit_line *out);

#endif
