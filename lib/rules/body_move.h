/* SPDX-License-Identifier: MIT */
/* body_move.h -- a move of a whole body, judged; move.h plays it. */
#ifndef CP_BODY_MOVE_H
#define CP_BODY_MOVE_H

#include "rules/bodies.h"
#include "rules/move.h"

/* Whether the side to move may play the body whose lower left man is `man` so that
 * he lands on `to`: as cp_move_check, with BODY_MISSING and BODY_BLOCKED for the
 * reasons that only bodies have. */
CP_MUST_USE enum cp_diag cp_body_check(struct cp_position *p, int32_t man, cp_square to,
                                       cp_move *move);

/* The same without the last question, the mover's own king. */
CP_MUST_USE enum cp_diag cp_body_check_reach(const struct cp_position *p, int32_t man, cp_square to,
                                             cp_move *move);

/* The path that leads from square to square and how many steps it takes; NULL when
 * none does. */
const cp_path *cp_body_path(const struct cp_position *p, enum cp_side side, cp_square from,
                            cp_square to, cp_int *steps);

/* cp_move_check or, of a body, cp_body_check; a body becomes nothing. */
CP_MUST_USE static inline enum cp_diag cp_any_check(struct cp_position *p, bool is_body,
                                                    int32_t man, cp_square to, uint8_t promotion,
                                                    cp_move *move)
{
    if (!is_body)
        return cp_move_check(p, man, to, promotion, move);
    enum cp_diag why = cp_body_check(p, man, to, move);
    return why == CP_OK && promotion != CP_NO_KIND ? CP_PROMOTION_ELSEWHERE : why;
}

#endif
