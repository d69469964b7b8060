/* SPDX-License-Identifier: MIT */
/* attack.h -- what could take on a square. */
#ifndef CP_ATTACK_H
#define CP_ATTACK_H

#include "rules/position.h"

/* Whether man could go to the spot if it were empty (use MOVES) or held an
 * enemy (use TAKES), by its own powers: what stands between matters, what
 * stands on the spot does not, nor whose turn it is, nor the kings. */
bool cp_man_reaches(const struct cp_position *p, int32_t man, const cp_spot *spot, uint8_t use);

/* Whether a square is out of the zone that a man keeps to. */
static inline bool cp_man_strays(const struct cp_position *p, int32_t man, cp_square to)
{
    const struct cp_region *zone = cp_movement_of(p, man)->zone;
    return CP_UNLIKELY(zone != NULL) && !cp_region_has(zone, to);
}

/* Whether it would leave the squares of its first moves, where such a move ends on them. */
static inline bool cp_first_strays(const struct cp_position *p, int32_t man, cp_square to)
{
    const struct cp_region *stays = cp_movement_of(p, man)->first_stays;
    return CP_UNLIKELY(stays != NULL) && !cp_region_has(stays, to);
}

static inline bool cp_leap_is_spent(const struct cp_position *p, int32_t man, const cp_leap *leap)
{
    return leap->first &&
           (p->moved[man] ||
            cp_first_strays(p, man, cp_square_leap(p->ints, p->at[man], leap->dx, leap->dy)));
}

/* Whether a piece stands there of a man's own kind, which it spares. */
static inline bool cp_man_spares(const struct cp_position *p, int32_t man, cp_square at)
{
    int32_t there = CP_NOBODY;
    if (CP_UNLIKELY(cp_movement_of(p, man)->spares_like))
        there = cp_position_get(p, at);
    return there != CP_NOBODY && p->kind[there] == p->kind[man];
}

/* Whether a look at the two squares is enough to know that a man does not reach the
 * other, for whatever use: most men are too far away, or stand askew. */
static inline bool cp_man_is_far(const struct cp_position *p, int32_t man, cp_square at)
{
    const struct cp_movement *m = cp_movement_of(p, man);
    if (m->goes_far && m->path_count && !p->squares)
        return false; /* its lines say more */
    cp_int dx = cp_int_sub(p->ints, at.file, p->at[man].file);
    if (!m->goes_far && !cp_is_near(dx, CP_INT(0)))
        return true;
    cp_int dy = cp_int_sub(p->ints, at.rank, p->at[man].rank);
    if (!cp_is_near(dx, dy))
        return !m->goes_far || (!m->goes_askew && !cp_is_straight(dx.v, dy.v));
    return !((m->near_moves | m->near_takes | m->near_others) & cp_near_bit(dx.v, dy.v));
}

/* The most steps that a path's range and the board's edges leave to a man on `at`, or
 * to a block of so many files and ranks with that lower left square; false when there
 * is no such number. */
bool cp_path_limit(const struct cp_position *p, cp_square at, int32_t files, int32_t ranks,
                   const cp_path *path, cp_int *most);

/* The first man that stops a path of primes from a square on, and how far away it stands: on
 * a length of the path. CP_NOBODY: none. */
int32_t cp_path_stop(const struct cp_position *p, const cp_spot *from, const cp_path *path,
                     cp_int *steps);

/* The man that a hopper goes over along a path, and the next behind it; CP_NOBODY: none. */
int32_t cp_path_hurdle(const struct cp_position *p, const cp_spot *from, const cp_path *path,
                       int32_t *beyond);

/* The path by which it does, NULL when it is a leap (or does not): what can be
 * blocked. */
const cp_path *cp_man_path(const struct cp_position *p, int32_t man, const cp_spot *spot,
                           uint8_t use);

/* The same by a way that bends: the first of its routes, from *from on, that leads there, and
 * which of its squares that is; NULL when none does. *from is then the next to be asked. */
const cp_route *cp_man_route(const struct cp_position *p, int32_t man, cp_square to, uint8_t use,
                             uint32_t *from, uint32_t *stop);

/* Whether a route is for men of another file. */
static inline bool cp_route_is_elsewhere(const struct cp_position *p, int32_t man,
                                         const cp_route *route)
{
    return route->home && p->at[man].file.v != route->home;
}

/* The man that stands on a route before one of its squares, CP_NOBODY for none. */
int32_t cp_route_met(const struct cp_position *p, int32_t man, const cp_route *route,
                     uint32_t stop);

/* The first route of a man, for such a use, that leads there but for what stands on it, or for
 * its first move being spent. */
const cp_route *cp_blocked_route(const struct cp_position *p, int32_t man, cp_square to,
                                 uint8_t use);

/* Whether a man there could stand on some route to the other square. */
static inline bool cp_may_stop_routes(const struct cp_position *p, cp_square at, cp_square to)
{
    cp_int span = CP_INT(p->law->route_span);
    return cp_int_compare(p->ints, cp_int_abs(p->ints, cp_int_sub(p->ints, at.file, to.file)),
                          span) <= 0 &&
           cp_int_compare(p->ints, cp_int_abs(p->ints, cp_int_sub(p->ints, at.rank, to.rank)),
                          span) <= 0;
}

/* The steps along a path from a square of its line to another; negative: it leads away. */
static inline cp_int cp_path_steps(const struct cp_position *p, const cp_path *path, cp_square from,
                                   cp_square to)
{
    cp_int steps = cp_line_steps(p, path->line, from, to);
    return path->way < 0 ? cp_int_negate(p->ints, steps) : steps;
}

/* Up to `most` men of a side that attack the spot, in the order of men, then the
 * bodies that do, each named by its lower left man (attack.h); returns how many were
 * found. */
uint32_t cp_attackers(const struct cp_position *p, const cp_spot *spot, enum cp_side side,
                      int32_t *out, uint32_t most);

/* Of many men only those that may come to a spot: those that stand a leap away, the
 * nearest on each line through it, and all on lines that some kind leaps along. Some of
 * them may come twice. */
struct cp_comers {
    const struct cp_position *p;
    const cp_spot *spot;
    enum cp_side side;
    uint32_t step, line; /* the next to be looked at */
    int way;
    int32_t last; /* on this line; CP_NOBODY: none yet */
};

static inline struct cp_comers cp_comers_on(const struct cp_position *p, const cp_spot *spot,
                                            enum cp_side side)
{
    return (struct cp_comers){.p = p, .spot = spot, .side = side, .way = 1, .last = CP_NOBODY};
}

/* The same without those that only leap. */
static inline struct cp_comers cp_comers_on_lines(const struct cp_position *p, const cp_spot *spot,
                                                  enum cp_side side)
{
    struct cp_comers c = cp_comers_on(p, spot, side);
    c.step = p->law->step_count[side];
    return c;
}

/* The next of them, CP_NOBODY when there are no more. */
int32_t cp_comers_next(struct cp_comers *c);

/* Puts a man among those told so far, of which the first `most` are kept, in their order and
 * once; returns how many there are then. */
uint32_t cp_keep_first(int32_t *out, uint32_t count, uint32_t most, int32_t man);

static inline bool cp_is_attacked(const struct cp_position *p, const cp_spot *spot,
                                  enum cp_side side)
{
    int32_t one;
    return cp_attackers(p, spot, side, &one, 1) > 0;
}

/* Men in a block that move as one, and what such a block attacks.
 *
 * A body is there when its men stand so; no list of them is kept. One step
 * enters the squares next to its *leading* men, those whose next square is none
 * of the block's own:
 *
 *     . . x .        . x x x          x: entered by the first step
 *     B B x .        . x B B x        up and to the right three of four men lead
 *     B B x .        . . B B x
 *
 * So its way is as many parallel lines as it has leading men. It ends before the
 * first step that would enter an occupied square; but where that is one square
 * only, and an enemy on it, the step is made and takes it. A king is attacked
 * by what could take it so. */

typedef struct {
    int32_t man[CP_BODY_MOST]; /* by file, then rank: the lower left one first */
    uint32_t count;
} cp_body;

/* Whether man is the lower left one of a body, and which men it is of. */
CP_MUST_USE bool cp_body_find(const struct cp_position *p, int32_t man, cp_body *out);

/* Moves the body of a lower left man so that it stands on `to`; what it takes is
 * gone already. */
void cp_body_shift(struct cp_position *p, int32_t first, cp_square to);

/* How far a body can go along a path. */
typedef struct {
    cp_int free;               /* steps it may go without taking; 0: none */
    bool is_endless;           /* nothing ends it: `free` says nothing */
    int32_t met[CP_BODY_MOST]; /* what stands where the step after those would lead, */
    uint32_t met_count;        /* none at a board's edge or a range's end */
} cp_body_reach;

void cp_body_reach_find(cp_body_reach *out, const struct cp_position *p, const cp_body *body,
                        const cp_path *path);

/* The man that the step after the free ones takes, CP_NOBODY when it cannot be
 * made. A king is no exception. */
int32_t cp_body_reach_takes(const cp_body_reach *run, const struct cp_position *p,
                            enum cp_side side);

/* One way by which a body attacks a square: one leading man enters it at a step. */
typedef struct {
    const cp_path *path;
    cp_int steps;
    int32_t man;
} cp_body_attack;

/* The ways by which a body would take on the spot, whatever stands there, if
 * anything; what else stands on the board matters. `out` may be NULL. */
uint32_t cp_body_attacks(const struct cp_position *p, const cp_body *body, const cp_spot *spot,
                         cp_body_attack out[CP_BODY_PATHS]);

/* Whether a man leads along a path: its next square is none of its body's. The
 * index is its place in cp_body. */
bool cp_body_leads(const struct cp_law *law, uint32_t index, const cp_path *path);

/* As cp_attackers, of bodies: each is named by its lower left man. */
uint32_t cp_body_attackers(const struct cp_position *p, const cp_spot *spot, enum cp_side side,
                           int32_t *out, uint32_t most);

/* The lower left men of bodies that may come to a spot, or take on it: they lead with a
 * man that stands there or is the nearest on one of their lines; each once. For where
 * men are many. */
enum { CP_BODIES_NEAR = (2 * CP_BODY_PATHS + 1) * CP_BODY_MOST };
uint32_t cp_bodies_near(const struct cp_position *p, const cp_spot *spot, enum cp_side side,
                        int32_t out[CP_BODIES_NEAR]);

/* Whether a body of that side has the spot on one of its lines, whatever stands
 * between or beside: if not, no move of the other side exposes the spot to it. True may
 * also mean "perhaps". */
bool cp_body_aims(const struct cp_position *p, const cp_spot *spot, enum cp_side side);

/* Where captures explode, whether a king of a side on a square could be taken only at the cost of
 * the taker's own: nothing attacks it there. */
bool cp_is_shielded(const struct cp_position *p, enum cp_side side, cp_square at);

/* The king of a side that is attacked, of several the first, or where all must be the last, and its
 * first attacker; *by and the result are CP_NOBODY when there is none. */
int32_t cp_attacked_king(const struct cp_position *p, enum cp_side side, int32_t *by);

/* Finds whether royal pieces face each other, where that is answered. */
void cp_position_find_facing(struct cp_position *p);

/* Whether a man could take another by its own powers, and not only as one of a body. */
static inline bool cp_man_attacks(const struct cp_position *p, int32_t man, int32_t other)
{
    cp_spot spot;
    cp_spot_of_man(&spot, p, other);
    return cp_man_reaches(p, man, &spot, CP_RAY_TAKES);
}

/* The king of the side to move that is in check, of several the first; CP_NOBODY. */
static inline int32_t cp_checked_king(const struct cp_position *p)
{
    int32_t by, king = p->checks ? p->king[p->turn] : CP_NOBODY;
    return p->next_royal && king != CP_NOBODY ? cp_attacked_king(p, p->turn, &by) : king;
}

#endif
