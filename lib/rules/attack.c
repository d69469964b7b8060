/* SPDX-License-Identifier: MIT */
#include "rules/attack.h"

#include "rules/bodies.h"

/* Whether a length fits the path's range and filter. */
static bool length_fits(const struct cp_position *p, const cp_ray *ray, cp_int n)
{
    if (cp_int_compare(p->ints, n, CP_INT(ray->low)) < 0)
        return false;
    if (ray->high && cp_int_compare(p->ints, n, CP_INT(ray->high)) > 0)
        return false;
    return !ray->primes || cp_int_is_prime(p->ints, n);
}

static bool path_reaches(const struct cp_position *p, int32_t man, const cp_path *path,
                         const cp_spot *spot, uint8_t use)
{
    if (!(path->ray.use & use) || (path->ray.first && p->moved[man]))
        return false;
    cp_int steps = cp_line_steps(p, path->line, p->at[man], spot->at);
    if (path->way < 0)
        steps = cp_int_negate(p->ints, steps);
    if (cp_int_sign(p->ints, steps) <= 0 || !length_fits(p, &path->ray, steps))
        return false;
    return path->ray.leaps || path->ray.primes ||
           cp_position_is_clear(p, path->line, p->at[man], spot->at);
}

/* The families in which a man is in line with the spot, among those asked. */
static uint16_t lines_shared(const struct cp_position *p, int32_t man, const cp_spot *spot,
                             uint16_t asked)
{
    uint32_t lines = p->law->line_count;
    const cp_int *key = &p->key[(uint32_t)man * lines];
    uint16_t shared = 0;
    for (uint32_t line = 0; line < lines; line++)
        shared |= (uint16_t)((unsigned)cp_int_equal(key[line], spot->key[line]) << line);
    return shared & asked;
}

const cp_path *cp_man_path(const struct cp_position *p, int32_t man, const cp_spot *spot,
                           uint8_t use)
{
    const struct cp_manner *m = cp_manner_of(p, man);
    uint16_t shared = lines_shared(p, man, spot, m->lines);
    if (!shared)
        return NULL;
    for (uint32_t i = 0; i < m->path_count; i++)
        if (shared >> m->paths[i].line & 1 && path_reaches(p, man, &m->paths[i], spot, use))
            return &m->paths[i];
    return NULL;
}

static bool far_leap_reaches(const struct cp_position *p, int32_t man, cp_int dx, cp_int dy,
                             uint8_t use)
{
    const struct cp_manner *m = cp_manner_of(p, man);
    for (uint32_t i = m->near_count; i < m->leap_count; i++) {
        const cp_leap *leap = &m->leaps[i];
        if (leap->use & use && dx.v == leap->dx && dy.v == leap->dy &&
            !(leap->first && p->moved[man]))
            return true;
    }
    return false;
}

bool cp_man_reaches(const struct cp_position *p, int32_t man, const cp_spot *spot, uint8_t use)
{
    const struct cp_manner *m = cp_manner_of(p, man);
    cp_int dx = cp_int_sub(p->ints, spot->at.file, p->at[man].file);
    cp_int dy = cp_int_sub(p->ints, spot->at.rank, p->at[man].rank);
    if (cp_is_near(dx, dy)) {
        uint64_t near =
            (use & CP_RAY_MOVES ? m->near_moves : 0) | (use & CP_RAY_TAKES ? m->near_takes : 0);
        if (near & cp_near_bit(dx.v, dy.v))
            return true;
    }
    if (CP_UNLIKELY(m->near_count < m->leap_count) && far_leap_reaches(p, man, dx, dy, use))
        return true;
    return m->path_count && cp_man_path(p, man, spot, use) != NULL;
}

uint32_t cp_attackers(const struct cp_position *p, const cp_spot *spot, enum cp_side side,
                      int32_t *out, uint32_t most)
{
    uint32_t found = 0;
    for (uint32_t i = 0; i < p->count && found < most; i++)
        if (p->side[i] == side && !p->gone[i] && cp_man_reaches(p, (int32_t)i, spot, CP_RAY_TAKES))
            out[found++] = (int32_t)i;
    if (CP_UNLIKELY(p->law->has_bodies))
        found += cp_body_attackers(p, spot, side, &out[found], most - found);
    return found;
}
