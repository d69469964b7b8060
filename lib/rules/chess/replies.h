/* SPDX-License-Identifier: MIT */
/* replies.h -- is there any legal move at all? The question behind checkmate and
 * stalemate, answered exactly on a board without end (R-INF-5); and what the answer
 * rests on: lengths of a path that are all alike.
 *
 * Lift a piece off the board. Each attack on its own king then is a leap, or crosses
 * squares: those between a man and the king; or, on all parallel lines of a body,
 * those up to the step that takes. Standing on an empty square the piece can only
 * stand in the way of attacks, never make one. So a length of its path is safe if
 * each attack is crossed by a square it then stands on, and lengths n and n + 1 can
 * differ only where it comes upon such a row of squares, a *barrier*, or leaves it:
 * few lengths, found by intersecting lines. The lengths between two of them are an
 * *interval*: one is judged, on the board it leads to, and speaks for all.
 *
 *     R . . . . k      the bishop, lifted, bares the barrier between R and k;
 *       B . . .        its ray crosses that at length 1: the intervals are
 *                      1..1, and 2 to the ray's end
 *
 * Why so: D17 (DECISIONS.md). */
#ifndef CP_REPLIES_H
#define CP_REPLIES_H

#include "rules/chess/move.h"

/* Whether the side to move has a legal move, and one of them. Its cost follows the men.
 * False: p->is_undecided says whether it is not known, if it was not set before. */
CP_MUST_USE bool cp_position_find_reply(struct cp_position *p, cp_reply *reply);

CP_MUST_USE static inline bool cp_position_can_move(struct cp_position *p)
{
    cp_reply reply;
    return cp_position_find_reply(p, &reply);
}

/* The man of whom it is told that its side passes the turn, where that may be done; CP_NOBODY: it
 * may not. */
int32_t cp_position_passer(struct cp_position *p);

/* The same for one man, which must be of the side to move. */
CP_MUST_USE bool cp_man_find_reply(struct cp_position *p, int32_t man, cp_reply *reply);

/* A step of the king of the side to move, off its line of that family, that is plain. */
CP_MUST_USE bool cp_king_find_step_off(struct cp_position *p, uint32_t line, cp_reply *reply);

/* Squares of one line, low .. high, by their file or, on files, by their rank; of an attack by
 * primes only those on prime lengths from where it begins. */
typedef struct {
    uint32_t line;
    cp_int key, low, high;
    bool primes;
    cp_int from;
} cp_barrier;

/* On each line through the king one man at most in each direction attacks along
 * it, and of bodies as many as have leading men; twice, before falls and after, or of two
 * kings: of more it need not be asked. Any number may attack by primes that men stop, or by
 * ways that bend, of which each square is one, and a body's move may have to save any number
 * of kings: those beyond the room are left out, which makes the answer for movers along lines
 * open. */
enum { CP_BARRIERS_MOST = 2 * (2 * CP_LINES_MOST + CP_BODY_PATHS * CP_BODY_MOST * CP_BODY_MOST) };

/* A man, not the king, or a body about to move, and what holds it back. */
struct cp_restraint {
    int32_t man; /* of a body the lower left one */
    bool is_body;
    cp_square squares[CP_BODY_MOST];
    uint32_t count;
    bool is_held;   /* its king, of several another than itself, is attacked when it is lifted */
    bool is_royal;  /* it must not be attacked itself where it comes to stand */
    bool must_stop; /* now, and not only after falls: one of the first `stops` barriers is */
    uint32_t stops; /* to be stood on; none of them exists where the attack is a leap */
    bool may_mate;  /* attacked only once this turn's due men have fallen: R-TD-5 */
    cp_spot enemy_king;
    bool lacks_barriers;
    uint32_t barrier_count;
    cp_barrier barriers[CP_BARRIERS_MOST];
};

/* False when man leads no body though one is asked for. */
CP_MUST_USE bool cp_restraint_find(struct cp_restraint *m, struct cp_position *p, int32_t man,
                                   bool is_body);

/* Lengths of a path, low .. high, or without an end. */
typedef struct {
    cp_int low, high;
    bool is_endless;
    bool is_open;   /* whether all of it is as the length that speaks for it is not known */
    uint32_t tries; /* of lengths along an attack by primes, so far */
} cp_interval;

static inline bool cp_interval_is_empty(const struct cp_ints *t, const cp_interval *i)
{
    return !i->is_endless && cp_int_compare(t, i->low, i->high) > 0;
}

/* What a path's lengths end at: a range, a board's edge, or men. */
typedef struct {
    cp_interval free; /* all lengths onto empty squares; of paths that leap, all lengths */
    int32_t stopped;  /* the man behind the last, CP_NOBODY for none */
    bool takes;       /* which may be taken there, as far as the own king allows */
    bool is_barred;   /* no free length is legal: none comes upon a barrier to be stood on */
} cp_reach;

void cp_path_reach(cp_reach *out, const struct cp_restraint *m, const struct cp_position *p,
                   const cp_path *path);

/* The next interval of alike lengths within `all` after the one that *out holds, which
 * is zero at first; false when there is none. */
CP_MUST_USE bool cp_interval_next(cp_interval *out, const struct cp_restraint *m,
                                  struct cp_position *p, const cp_path *path,
                                  const cp_interval *all);

/* The length that speaks for an interval: its first, or its first prime. False when it
 * has none, or when nothing needs to be judged: no length of it is legal. */
CP_MUST_USE bool cp_interval_sample(const cp_interval *i, const struct cp_restraint *m,
                                    struct cp_position *p, const cp_path *path, cp_int *length);

#endif
