/* SPDX-License-Identifier: MIT */
/* turn.h -- every square has a trapdoor: a man that stays where it arrived
 * falls through it `delay` moves later (R-TD-1). Any variant may have them: the
 * position counts plies and knows for each man the ply at whose end it falls.
 *
 *     a turn   1. the move            clock of every man it displaced restarts
 *              2. checkmate?          judged with all due men standing: no falls
 *              3. all due men fall    at once
 *              4. a king among them   its owner has lost
 *              5. check, mate, stalemate on what is left
 */
#ifndef CP_TURN_H
#define CP_TURN_H

#include "game/game.h"
#include "rules/chess/move.h"

/* Plays a whole turn: the move and what falls. cp_move_undo takes back both. */
void cp_turn_apply(struct cp_position *p, const cp_move *move, cp_undo *undo);

/* Makes p's board one of trapdoors when its variant says so: after setting up. */
void cp_trapdoor_lay(struct cp_position *p);

/* Step 3 alone: lifts all men that are due at the end of this ply, newest on top of
 * the fallen, and returns how many; the last of them put back. */
uint32_t cp_trapdoor_open(struct cp_position *p);
void cp_trapdoor_put_back(struct cp_position *p);

/* Turns left until a man falls, in plies; 0: its square is safe. */
static inline uint32_t cp_trapdoor_left(const struct cp_position *p, int32_t man)
{
    return p->falls_at[man] > p->ply ? p->falls_at[man] - p->ply : 0;
}

/* How many turns of its own a man has before then; 0 where the other side made it move, and its
 * next turn is the last (R-TD-3). */
static inline uint32_t cp_trapdoor_turns(const struct cp_position *p, int32_t man)
{
    return (cp_trapdoor_left(p, man) + (p->side[man] == p->turn)) / 2;
}

/* How the game has been won otherwise than by mate (R-ICN-12): CP_WINS_*, 0: it has not; and by
 * whom: -1 for nobody, also where both have come to their goals. */
uint8_t cp_position_won(struct cp_position *p, int *winner);

/* The side that has fewer men; -1: neither has. */
int cp_position_fewer(const struct cp_position *p);

/* Whether the king of a side has fallen. */
static inline bool cp_king_is_gone(const struct cp_position *p, enum cp_side side)
{
    return p->king[side] == CP_NOBODY && p->law->royal[side] != CP_NO_KIND &&
           !p->law->variant->any_royals;
}

/* Whether a king is gone, or a side has won otherwise, or counting has ended the game: then no
 * piece moves any more (R-TD-4, R-TR-14, R-ICN-8, R-ICN-12). */
static inline bool cp_position_is_over(struct cp_position *p)
{
    int winner;
    return p->counted || p->idle >= 2 || cp_king_is_gone(p, CP_WHITE) ||
           cp_king_is_gone(p, CP_BLACK) ||
           (CP_UNLIKELY(p->law->wins_otherwise) && cp_position_won(p, &winner));
}

/* The men that fell in a turn, against the falls that were written. */

/* Sorts men by file, then rank: the order in which falls are written. */
void cp_falls_sort(const struct cp_position *p, int32_t *men, uint32_t count);

/* Men sorted so. CP_OK; CP_FALLS_MISSING when a man that fell is not written; CP_FALL_WRONG
 * when a square is written on which none fell (R-TD-7); CP_FALLS_TWICE when one is written more
 * often than men fell there. `shift` takes written
 * squares to the variant's default frame. */
CP_MUST_USE enum cp_diag cp_falls_check(const struct cp_position *p, const struct cp_fall *written,
                                        cp_square shift, const int32_t *men, uint32_t count);

/* Writes the falls that happened over those of node, in the game's frame. */
void cp_falls_write(struct cp_game *g, struct cp_node *node, const struct cp_position *p,
                    cp_square shift, const int32_t *men, uint32_t count);

#endif
