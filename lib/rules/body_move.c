/* SPDX-License-Identifier: MIT */
#include "rules/body_move.h"

const cp_path *cp_body_path(const struct cp_position *p, enum cp_side side, cp_square from,
                            cp_square to, cp_int *steps)
{
    struct cp_ints *t = p->ints;
    cp_int files = cp_int_sub(t, to.file, from.file), ranks = cp_int_sub(t, to.rank, from.rank);
    *steps = cp_int_abs(t, cp_int_sign(t, files) ? files : ranks);
    for (uint32_t i = 0; i < p->law->body_path_count; i++) {
        const cp_path *path = &p->law->body_paths[side][i];
        if (cp_int_equal(files, cp_int_scale(t, *steps, path->ray.dx)) &&
            cp_int_equal(ranks, cp_int_scale(t, *steps, path->ray.dy)))
            return cp_int_sign(t, *steps) ? path : NULL;
    }
    return NULL;
}

/* Whether all squares of the board that a body would stand on are there. */
static bool fits_board(const struct cp_position *p, cp_square to)
{
    const struct cp_body_words *b = &p->law->variant->body;
    return cp_on_board(p->law, to) &&
           cp_on_board(p->law, cp_square_leap(p->ints, to, b->files - 1, b->ranks - 1));
}

enum cp_diag cp_body_check_reach(const struct cp_position *p, int32_t man, cp_square to,
                                 cp_move *move)
{
    enum cp_side side = (enum cp_side)p->side[man];
    cp_body body;
    cp_body_run run;
    cp_int steps;
    *move = (cp_move){.from = p->at[man],
                      .to = to,
                      .man = man,
                      .taken = CP_NOBODY,
                      .promotion = CP_NO_KIND,
                      .rook = CP_NOBODY,
                      .is_body = true};
    if (!cp_body_find(p, man, &body))
        return CP_BODY_MISSING;
    if (!fits_board(p, to))
        return CP_OFF_BOARD;
    const cp_path *path = cp_body_path(p, side, p->at[man], to, &steps);
    if (!path || (path->ray.high && cp_int_compare(p->ints, steps, CP_INT(path->ray.high)) > 0))
        return CP_CANNOT_REACH;
    cp_body_run_find(&run, p, &body, path);
    if (run.is_endless || cp_int_compare(p->ints, steps, run.free) <= 0)
        return CP_OK;
    move->taken = cp_body_run_takes(&run, p, side);
    if (move->taken == CP_NOBODY ||
        !cp_int_equal(steps, cp_int_add(p->ints, run.free, CP_INT(1)))) {
        move->taken = CP_NOBODY;
        return CP_BODY_BLOCKED;
    }
    return move->taken == p->king[cp_other(side)] ? CP_KING_TAKEN : CP_OK;
}

enum cp_diag cp_body_check(struct cp_position *p, int32_t man, cp_square to, cp_move *move)
{
    if (p->side[man] != p->turn)
        return CP_NOT_YOUR_MAN;
    enum cp_diag why = cp_body_check_reach(p, man, to, move);
    if (why)
        return why;
    if (cp_move_is_safe(p, move, NULL))
        return CP_OK;
    return p->checks ? CP_KING_LEFT_IN_CHECK : CP_KING_EXPOSED;
}
