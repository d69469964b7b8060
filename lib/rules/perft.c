/* SPDX-License-Identifier: MIT */
/* perft.c -- most of the time goes into the last level, where moves are counted
 * and not played. There a man who is not restrained is counted by the length of
 * his rays: to the first man on each, or to the board's edge. */
#include "rules/perft.h"

#include "rules/chess/turn.h"

struct counting {
    struct cp_position *p;
    struct cp_survey *surveys; /* by depth left: their room is used again */
};

static uint64_t choices_of(const struct counting *c, bool promotes)
{
    return promotes ? c->p->law->variant->promotes_to_count : 1;
}

/* ---- the last level ---- */

/* A promotion on a board of trapdoors: one kind may mate, and be legal for it,
 * where another does not. */
static uint64_t count_promotions(struct counting *c, int32_t man, const cp_run_of_moves *run)
{
    const struct cp_variant *v = c->p->law->variant;
    uint64_t count = 0;
    for (int64_t n = run->low.v; n <= run->high.v; n++)
        for (uint32_t i = 0; i < v->promotes_to_count; i++) {
            cp_square to = cp_run_square(c->p->ints, run, CP_INT(n));
            cp_move move;
            count += cp_move_check(c->p, man, to, v->promotes_to[i], &move) == CP_OK;
        }
    return count;
}

/* Whatever he is, by asking for each of his moves. */
static uint64_t count_surveyed(struct counting *c, int32_t man)
{
    struct cp_survey *s = &c->surveys[1];
    uint64_t count = 0;
    s->count = 0;
    cp_survey_add(s, c->p, man);
    for (uint32_t i = 0; i < s->count; i++) {
        const cp_run_of_moves *run = &s->runs[i];
        if (run->promotes && c->p->overlay)
            count += count_promotions(c, man, run);
        else if (run->low.v <= run->high.v)
            count += (uint64_t)(run->high.v - run->low.v + 1) * choices_of(c, run->promotes);
    }
    return count;
}

/* One square for a man who may go wherever he reaches, but in passing. */
static uint64_t count_reach(struct counting *c, int32_t man, cp_square to)
{
    cp_move move;
    if (!cp_on_board(c->p->law, to))
        return 0;
    enum cp_diag why = cp_move_check_reach(c->p, man, to, CP_NO_KIND, &move);
    if ((why == CP_OK || why == CP_PROMOTION_MISSING) && move.in_passing &&
        !cp_move_is_safe(c->p, &move, NULL))
        return 0;
    return why == CP_OK ? 1 : why == CP_PROMOTION_MISSING ? choices_of(c, true) : 0;
}

/* The same for a leap that moves and takes alike, of a man who does not promote. */
static uint64_t count_leap(struct counting *c, int32_t man, cp_square to)
{
    const struct cp_position *p = c->p;
    if (!cp_on_board(p->law, to))
        return 0;
    int32_t there = cp_position_get(p, to);
    return there == CP_NOBODY ||
           (p->side[there] != p->side[man] && there != p->king[p->side[there]]);
}

static int64_t steps_to_edge(int64_t at, int64_t last, int64_t step)
{
    return step > 0 ? (last - at) / step : step < 0 ? (at - 1) / -step : INT32_MAX;
}

static uint64_t count_slide(struct counting *c, int32_t man, const cp_path *path)
{
    struct cp_position *p = c->p;
    const struct cp_variant *v = p->law->variant;
    cp_square at = p->at[man];
    int64_t across = steps_to_edge(at.file.v, v->files, path->ray.dx);
    int64_t up = steps_to_edge(at.rank.v, v->ranks, path->ray.dy), free = across < up ? across : up;
    if (path->ray.high && free > path->ray.high)
        free = path->ray.high;
    cp_spot here;
    cp_int steps;
    cp_spot_of_man(&here, p, man);
    int32_t first = cp_position_first(p, &here, path->line, path->way, &steps);
    bool is_stopped = first != CP_NOBODY && cp_int_or(steps, INT64_MAX) <= free;
    bool takes = is_stopped && path->ray.use & CP_RAY_TAKES && p->side[first] != p->side[man] &&
                 steps.v >= path->ray.low && first != p->king[p->side[first]];
    if (is_stopped)
        free = steps.v - 1;
    bool moves = path->ray.use & CP_RAY_MOVES && free >= path->ray.low;
    return (moves ? (uint64_t)(free - path->ray.low + 1) : 0) + takes;
}

/* A slider whose lengths are all alike: none is the first move's or promotes. */
static bool is_plain(const struct cp_position *p, int32_t man, const cp_path *path)
{
    const struct cp_kind *kind = &p->law->variant->kinds[p->kind[man]];
    return !path->ray.primes && !path->ray.leaps && !path->ray.first && !kind->promotes;
}

static uint64_t count_free(struct counting *c, int32_t man)
{
    struct cp_position *p = c->p;
    const struct cp_manner *m = cp_manner_of(p, man);
    uint64_t count = 0;
    const struct cp_kind *kind = &p->law->variant->kinds[p->kind[man]];
    bool is_plain_man = !kind->promotes && !kind->en_passant;
    for (uint32_t i = 0; i < m->leap_count; i++) {
        const cp_leap *leap = &m->leaps[i];
        cp_square to = cp_square_leap(p->ints, p->at[man], leap->dx, leap->dy);
        if (is_plain_man && leap->use == (CP_RAY_MOVES | CP_RAY_TAKES) && !leap->first) {
            count += count_leap(c, man, to);
            continue;
        }
        bool told = false; /* a step to move and the like step to take are two leaps */
        for (uint32_t j = 0; j < i; j++)
            told |= m->leaps[j].dx == leap->dx && m->leaps[j].dy == leap->dy;
        if (!told)
            count += count_reach(c, man, to);
    }
    for (uint32_t i = 0; i < m->path_count; i++) {
        const cp_path *path = &m->paths[i];
        if (is_plain(p, man, path)) {
            count += count_slide(c, man, path);
            continue;
        }
        int32_t last = path->ray.high;
        if (!last)
            last = p->law->variant->files + p->law->variant->ranks;
        for (int32_t n = path->ray.low; n <= last; n++)
            count += count_reach(
                c, man, cp_square_step(p->ints, p->at[man], path->ray.dx, path->ray.dy, CP_INT(n)));
    }
    return count;
}

static uint64_t count_man(struct counting *c, int32_t man)
{
    struct cp_position *p = c->p;
    cp_gap gap;
    if (p->overlay || p->law->has_bodies || man == p->king[p->turn] ||
        cp_man_restrainer(p, man, &gap) != CP_NOBODY)
        return count_surveyed(c, man);
    return count_free(c, man);
}

/* ---- the levels above ---- */

static uint64_t count_below(struct counting *c, uint32_t depth);

static uint64_t play(struct counting *c, int32_t man, const cp_run_of_moves *run, cp_int length,
                     uint32_t depth)
{
    struct cp_position *p = c->p;
    uint64_t count = 0, choices = choices_of(c, run->promotes);
    for (uint64_t i = 0; i < choices; i++) {
        uint8_t promotion = run->promotes ? p->law->variant->promotes_to[i] : CP_NO_KIND;
        cp_move move;
        cp_undo undo;
        if (cp_run_check(p, run, man, length, promotion, &move) != CP_OK)
            continue;
        cp_turn_apply(p, &move, &undo);
        count += count_below(c, depth - 1);
        cp_move_undo(p, &undo);
    }
    return count;
}

/* Recursion is by depth, which the asker chose, never by input. */
static uint64_t count_below(struct counting *c, uint32_t depth)
{
    struct cp_position *p = c->p;
    uint64_t count = 0;
    if (depth == 0)
        return 1;
    if (cp_trapdoor_took_king(p))
        return 0;
    for (int32_t man = 0; man < (int32_t)p->count; man++) {
        if (p->gone[man] || p->side[man] != p->turn)
            continue;
        if (depth == 1) {
            count += count_man(c, man);
            continue;
        }
        struct cp_survey *s = &c->surveys[depth];
        s->count = 0;
        cp_survey_add(s, p, man);
        for (uint32_t i = 0; i < s->count; i++)
            for (int64_t n = s->runs[i].low.v; n <= s->runs[i].high.v; n++)
                count += play(c, man, &s->runs[i], CP_INT(n), depth);
    }
    return count;
}

uint64_t cp_perft(struct cp_position *p, uint32_t depth, struct cp_arena *arena)
{
    struct counting c = {.p = p};
    c.surveys = cp_arena_take_zero(arena, (size_t)depth + 2, sizeof *c.surveys);
    for (uint32_t i = 0; i <= depth + 1; i++)
        cp_survey_init(&c.surveys[i], arena);
    return count_below(&c, depth);
}
