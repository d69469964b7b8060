/* SPDX-License-Identifier: MIT */
/* attack.h -- who could take on a square. */
#ifndef CP_ATTACK_H
#define CP_ATTACK_H

#include "rules/position.h"

/* Whether man could go to the spot if it were empty (use MOVES) or held an
 * enemy (use TAKES), by its own powers: what stands between matters, what
 * stands on the spot does not, nor whose turn it is, nor the kings. */
bool cp_man_reaches(const struct cp_position *p, int32_t man, const cp_spot *spot, uint8_t use);

/* The path by which it does, NULL when it is a leap (or does not): what can be
 * blocked. */
const cp_path *cp_man_path(const struct cp_position *p, int32_t man, const cp_spot *spot,
                           uint8_t use);

/* Up to `most` men of a side that attack the spot, in the order of men, then the
 * bodies that do, each told by its lower left man (bodies.h); returns how many were
 * found. */
uint32_t cp_attackers(const struct cp_position *p, const cp_spot *spot, enum cp_side side,
                      int32_t *out, uint32_t most);

static inline bool cp_is_attacked(const struct cp_position *p, const cp_spot *spot,
                                  enum cp_side side)
{
    int32_t one;
    return cp_attackers(p, spot, side, &one, 1) > 0;
}

#endif
