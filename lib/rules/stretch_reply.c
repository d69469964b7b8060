/* SPDX-License-Identifier: MIT */
/* stretch_reply.c -- how far a mover's ways go, and whether one of them has a legal
 * length: its end if somebody is taken there, and one of each stretch. */
#include "rules/stretch.h"

/* ---- how far it goes at all ---- */

static void reach_of_body(cp_reach *out, const struct cp_mover *m, const struct cp_position *p,
                          const cp_path *path)
{
    cp_body body;
    cp_body_run run;
    if (!cp_body_find(p, m->man, &body))
        return;
    cp_body_run_find(&run, p, &body, path);
    out->free = (cp_stretch){CP_INT(1), run.free, run.is_endless};
    out->stopped = run.met_count ? run.met[0] : CP_NOBODY;
    out->takes = cp_body_run_takes(&run, p, (enum cp_side)p->side[m->man]) != CP_NOBODY;
}

static int32_t longest_on(const struct cp_variant *v)
{
    return v->files > v->ranks ? v->files : v->ranks;
}

void cp_mover_reach(cp_reach *out, const struct cp_mover *m, const struct cp_position *p,
                    const cp_path *path)
{
    const struct cp_variant *v = p->law->variant;
    *out = (cp_reach){.stopped = CP_NOBODY};
    if (m->is_body) {
        reach_of_body(out, m, p, path);
        return;
    }
    int32_t high = path->ray.high;
    if (v->bounded && (!high || high > longest_on(v)))
        high = longest_on(v);
    out->free = (cp_stretch){CP_INT(path->ray.low), CP_INT(high), !high};
    if (path->ray.leaps || path->ray.primes)
        return;
    cp_spot here;
    cp_int steps;
    cp_spot_of_man(&here, p, m->man);
    int32_t first = cp_position_first(p, &here, path->line, path->way, &steps);
    if (first == CP_NOBODY || (high && cp_int_compare(p->ints, steps, CP_INT(high)) > 0))
        return;
    out->free.high = cp_int_sub(p->ints, steps, CP_INT(1));
    out->free.is_endless = false;
    out->stopped = first;
    out->takes = p->side[first] != p->side[m->man] && path->ray.use & CP_RAY_TAKES &&
                 cp_int_compare(p->ints, steps, CP_INT(path->ray.low)) >= 0;
}

/* ---- is there any move ---- */

/* What it becomes matters only where a turn that mates has no falls. */
static bool may_become_something(struct cp_position *p, cp_move *move)
{
    const struct cp_variant *v = p->law->variant;
    uint32_t choices = p->overlay ? v->promotes_to_count : v->promotes_to_count > 0;
    for (uint32_t i = 0; i < choices; i++) {
        move->promotion = v->promotes_to[i];
        if (cp_move_is_safe(p, move, NULL))
            return true;
    }
    return false;
}

bool cp_man_may_go(struct cp_position *p, int32_t man, cp_square to)
{
    cp_move move;
    enum cp_diag why = cp_move_check_reach(p, man, to, CP_NO_KIND, &move);
    if (why == CP_OK)
        return cp_move_is_safe(p, &move, NULL);
    return why == CP_PROMOTION_MISSING && may_become_something(p, &move);
}

static bool may_go(struct cp_position *p, const struct cp_mover *m, cp_square to)
{
    cp_move move;
    return m->is_body ? cp_body_check(p, m->man, to, &move) == CP_OK : cp_man_may_go(p, m->man, to);
}

static cp_square square_on(struct cp_position *p, const struct cp_mover *m, const cp_path *path,
                           cp_int length)
{
    return cp_square_step(p->ints, m->squares[0], path->ray.dx, path->ray.dy, length);
}

/* Whether going there gives check. All lengths of the stretch do then, and each may
 * mate or not. */
static bool gives_check(struct cp_position *p, const struct cp_mover *m, cp_square to)
{
    cp_move move;
    cp_undo undo;
    enum cp_diag why = m->is_body ? cp_body_check_reach(p, m->man, to, &move)
                                  : cp_move_check_reach(p, m->man, to, CP_NO_KIND, &move);
    if (why != CP_OK)
        return false;
    cp_move_apply(p, &move, &undo);
    bool checks = p->checks > 0;
    cp_move_undo(p, &undo);
    return checks;
}

static bool is_single(const struct cp_position *p, const cp_stretch *s)
{
    return !s->is_endless && cp_int_compare(p->ints, s->low, s->high) >= 0;
}

static bool can_go_along(struct cp_position *p, const struct cp_mover *m, const cp_path *path)
{
    cp_reach reach;
    cp_int n;
    cp_mover_reach(&reach, m, p, path);
    if (reach.takes &&
        may_go(p, m, square_on(p, m, path, cp_int_add(p->ints, reach.free.high, CP_INT(1)))))
        return true;
    for (cp_stretch s = {.high = CP_INT(0)}; cp_stretch_next(&s, m, p, path, &reach.free);) {
        if (!cp_stretch_sample(&s, p, path, &n))
            continue;
        if (may_go(p, m, square_on(p, m, path, n)))
            return true;
        p->is_undecided |=
            m->may_mate && !is_single(p, &s) && gives_check(p, m, square_on(p, m, path, n));
    }
    return false;
}

static bool can_leap(struct cp_position *p, int32_t man)
{
    const struct cp_manner *manner = cp_manner_of(p, man);
    for (uint32_t i = 0; i < manner->leap_count; i++)
        if (cp_man_may_go(
                p, man,
                cp_square_leap(p->ints, p->at[man], manner->leaps[i].dx, manner->leaps[i].dy)))
            return true;
    return false;
}

static bool can_go_as_body(struct cp_position *p, int32_t man)
{
    struct cp_mover m;
    if (!cp_mover_init(&m, p, man, true))
        return false;
    for (uint32_t i = 0; i < p->law->body_path_count; i++)
        if (can_go_along(p, &m, &p->law->body_paths[p->side[man]][i]))
            return true;
    return false;
}

bool cp_mover_can_move(struct cp_position *p, int32_t man)
{
    const struct cp_manner *manner = cp_manner_of(p, man);
    struct cp_mover m;
    if (can_leap(p, man))
        return true;
    if (manner->path_count && cp_mover_init(&m, p, man, false))
        for (uint32_t i = 0; i < manner->path_count; i++)
            if (can_go_along(p, &m, &manner->paths[i]))
                return true;
    return can_go_as_body(p, man);
}
