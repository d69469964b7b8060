/* SPDX-License-Identifier: MIT */
/* replies.h -- is there any legal move at all? The question behind checkmate and
 * stalemate, answered exactly on a board without end (R-INF-5). */
#ifndef CP_REPLIES_H
#define CP_REPLIES_H

#include "rules/chess/move.h"

/* Whether the side to move has a legal move. Its cost follows the men. */
CP_MUST_USE bool cp_position_can_move(struct cp_position *p);

/* The same for one man, who must be of the side to move. */
CP_MUST_USE bool cp_man_can_move(struct cp_position *p, int32_t man);

/* Squares strictly between an attacker and a king, both on one line: where a
 * man may stand in between. `low`..`high` are steps from the king along the
 * family's direction; empty when low > high. */
typedef struct {
    cp_spot king;
    uint32_t line;
    cp_int low, high;
    bool is_open;        /* false: the attack is a leap, nothing can stand between */
    bool is_after_falls; /* the attack is there only once this turn's due men have fallen */
} cp_gap;

/* The gap between the attacker's square and its target along its path. */
void cp_gap_init(cp_gap *gap, const struct cp_position *p, const cp_spot *king, int32_t attacker);

/* The lengths of a man's path that end in the gap, low..high in steps of the
 * path; false when none does. On another line it is one length or none. */
CP_MUST_USE bool cp_gap_lengths(const cp_gap *gap, const struct cp_position *p, int32_t man,
                                const cp_path *path, cp_int *low, cp_int *high);

/* Whether a square is in the gap. */
CP_MUST_USE bool cp_gap_has(const cp_gap *gap, const struct cp_position *p, cp_square at);

/* The first enemy that would attack the king if man, not the king himself, were
 * lifted off the board, and the gap between the two; CP_NOBODY when there is
 * none and man moves as he likes. */
CP_MUST_USE int32_t cp_man_restrainer(struct cp_position *p, int32_t man, cp_gap *gap);

/* Lengths of a way that are all alike: how the moves of men and of
 * bodies are told and tried where bodies give check. For other laws replies.c has
 * a shorter way to the same end.
 *
 * Lift the mover off the board. Each attack on his king then is a leap, or crosses
 * squares: those between a man and the king; or, on all parallel lines of a body,
 * those up to the step that takes. Standing on an empty square the mover can only
 * stand in the way of attacks, never make one. So a length is safe if each attack
 * is crossed by a square he then stands on, and lengths n and n + 1 can differ only
 * where one of his squares comes upon such a row of squares, a *barrier*, or leaves
 * it: few lengths, found by intersecting lines. One length of each stretch between
 * them is judged, on the board it leads to, and speaks for all of it.
 *
 *     R . . . . k      the bishop, lifted, bares the barrier between R and k;
 *       B . . .        its ray crosses that at length 1: the stretches are
 *                      1..1, and 2 to the ray's end */

/* Squares of one line, low .. high, by their file or, on files, by their rank. */
typedef struct {
    uint32_t line;
    cp_int key, low, high;
} cp_barrier;

/* On each line through the king one man at most in each direction attacks along
 * it, and of bodies as many as have leading men; twice, before falls and after. */
enum { CP_BARRIERS_MOST = 2 * (2 * CP_LINES_MOST + CP_BODY_PATHS * CP_BODY_MOST * CP_BODY_MOST) };

/* A man, not the king, or a body about to move, and what holds him back. */
struct cp_mover {
    int32_t man; /* of a body the lower left one */
    bool is_body;
    cp_square squares[CP_BODY_MOST];
    uint32_t count;
    bool is_held;  /* his king is attacked when he is lifted */
    bool may_mate; /* but only once this turn's due men have fallen: see replies.c, step 5 */
    cp_spot enemy_king;
    cp_barrier barriers[CP_BARRIERS_MOST];
    uint32_t barrier_count;
};

/* False when man leads no body though one is asked for. */
CP_MUST_USE bool cp_mover_init(struct cp_mover *m, struct cp_position *p, int32_t man,
                               bool is_body);

/* Lengths of a path, low .. high, or without an end. */
typedef struct {
    cp_int low, high;
    bool is_endless;
} cp_stretch;

/* What a way's lengths end at: a range, a board's edge, or men. */
typedef struct {
    cp_stretch free; /* all lengths onto empty squares; of paths that leap, all lengths */
    int32_t stopped; /* who stands behind the last, CP_NOBODY for nobody */
    bool takes;      /* and may be taken there, as far as his own king allows */
} cp_reach;

void cp_mover_reach(cp_reach *out, const struct cp_mover *m, const struct cp_position *p,
                    const cp_path *path);

/* The next stretch of alike lengths within `all` after the one that *out holds, which
 * is zero at first; false when there is none. */
CP_MUST_USE bool cp_stretch_next(cp_stretch *out, const struct cp_mover *m, struct cp_position *p,
                                 const cp_path *path, const cp_stretch *all);

/* The length that speaks for a stretch: its first, or its first prime. False when it
 * has none. */
CP_MUST_USE bool cp_stretch_sample(const cp_stretch *s, struct cp_position *p, const cp_path *path,
                                   cp_int *length);

/* Whether man may go to `to`, as whatever it may become there. */
CP_MUST_USE bool cp_man_may_go(struct cp_position *p, int32_t man, cp_square to);

/* Whether man, not the king, has a legal move, alone or as the lower left one of a
 * body; taking in passing is not asked. */
CP_MUST_USE bool cp_mover_can_move(struct cp_position *p, int32_t man);

#endif
