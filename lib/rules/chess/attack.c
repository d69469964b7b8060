/* SPDX-License-Identifier: MIT */
#include "rules/chess/attack.h"

/* Whether a length fits the path's range and filter. */
static CP_ALWAYS_INLINE bool length_fits(const struct cp_position *p, const cp_ray *ray, cp_int n)
{
    if (cp_int_compare(p->ints, n, CP_INT(ray->low)) < 0)
        return false;
    if (ray->high && cp_int_compare(p->ints, n, CP_INT(ray->high)) > 0)
        return false;
    return !ray->primes || cp_int_is_prime(p->ints, n);
}

int32_t cp_path_stop(const struct cp_position *p, const cp_spot *from, const cp_path *path,
                     cp_int *steps)
{
    bool by_file = p->law->line_dx[path->line] != 0;
    cp_int where = by_file ? from->at.file : from->at.rank;
    for (;;) {
        int32_t man = cp_position_beyond(p, path->line, from->key[path->line], where, path->way);
        if (man == CP_NOBODY)
            return man;
        *steps = cp_int_abs(p->ints, cp_line_steps(p, path->line, from->at, p->at[man]));
        if (length_fits(p, &path->ray, *steps))
            return man;
        where = by_file ? p->at[man].file : p->at[man].rank;
    }
}

int32_t cp_path_hurdle(const struct cp_position *p, const cp_spot *from, const cp_path *path,
                       int32_t *beyond)
{
    bool by_file = p->law->line_dx[path->line] != 0;
    cp_int steps, key = from->key[path->line];
    int32_t hurdle = cp_position_first(p, from, path->line, path->way, &steps);
    *beyond = CP_NOBODY;
    if (hurdle != CP_NOBODY)
        *beyond = cp_position_beyond(p, path->line, key,
                                     by_file ? p->at[hurdle].file : p->at[hurdle].rank, path->way);
    return hurdle;
}

/* Whether a hopper comes so far: what stands there itself does not matter. */
static bool hops_so_far(const struct cp_position *p, int32_t man, const cp_path *path, cp_int steps)
{
    cp_spot here;
    int32_t beyond;
    cp_spot_of_man(&here, p, man);
    int32_t hurdle = cp_path_hurdle(p, &here, path, &beyond);
    if (hurdle == CP_NOBODY || cp_man_spares(p, man, p->at[hurdle]))
        return false;
    cp_int away = cp_path_steps(p, path, p->at[man], p->at[hurdle]);
    if (path->ray.hops == CP_HOPS_NEXT)
        return cp_int_equal(steps, cp_int_add(p->ints, away, CP_INT(1)));
    return cp_int_compare(p->ints, away, steps) < 0 &&
           (beyond == CP_NOBODY ||
            cp_int_compare(p->ints, steps, cp_path_steps(p, path, p->at[man], p->at[beyond])) <= 0);
}

/* Whether one that takes kings only would do so there: one stands there, or might. */
static bool is_faced(const struct cp_position *p, int32_t man, cp_square at)
{
    int32_t there = cp_position_get(p, at);
    return (p->is_faced || !p->law->variant->answers_facing) &&
           (there == CP_NOBODY ||
            (p->side[there] != p->side[man] && p->law->royals >> p->kind[there] & 1));
}

static bool path_reaches(const struct cp_position *p, int32_t man, const cp_path *path,
                         const cp_spot *spot, uint8_t use)
{
    uint8_t uses = path->ray.use & CP_RAY_FACES ? CP_RAY_TAKES : path->ray.use;
    if (!(uses & use) || cp_is_spent(p, man, &path->ray) ||
        (path->ray.first && cp_first_strays(p, man, spot->at)))
        return false;
    if (cp_man_strays(p, man, spot->at) && !(path->ray.use & CP_RAY_FACES))
        return false;
    cp_int steps = cp_path_steps(p, path, p->at[man], spot->at);
    if (cp_int_sign(p->ints, steps) <= 0 || !length_fits(p, &path->ray, steps))
        return false;
    if (CP_UNLIKELY(path->ray.blocked)) {
        /* Whether no man stands on a prime length before that. */
        cp_spot here;
        cp_int stop;
        cp_spot_of_man(&here, p, man);
        return cp_path_stop(p, &here, path, &stop) == CP_NOBODY ||
               cp_int_compare(p->ints, stop, steps) >= 0;
    }
    if (CP_UNLIKELY(path->ray.hops))
        return hops_so_far(p, man, path, steps);
    if (CP_UNLIKELY(path->ray.use & CP_RAY_FACES) && !is_faced(p, man, spot->at))
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
    const struct cp_movement *m = cp_movement_of(p, man);
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
    const struct cp_movement *m = cp_movement_of(p, man);
    for (uint32_t i = m->near_count; i < m->leap_count; i++) {
        const cp_leap *leap = &m->leaps[i];
        if (leap->use & use && dx.v == leap->dx && dy.v == leap->dy &&
            !cp_leap_is_spent(p, man, leap))
            return true;
    }
    return false;
}

/* The place of a square on a route; its count when it is none of it. */
static uint32_t stop_at(const cp_route *route, cp_int dx, cp_int dy)
{
    uint32_t stop = 0;
    while (stop < route->count && (dx.v != route->by[stop].dx || dy.v != route->by[stop].dy))
        stop++;
    return stop;
}

int32_t cp_route_met(const struct cp_position *p, int32_t man, const cp_route *route, uint32_t stop)
{
    int32_t met = CP_NOBODY;
    for (uint32_t i = 0; i < stop && met == CP_NOBODY; i++)
        met = cp_position_get(
            p, cp_square_leap(p->ints, p->at[man], route->by[i].dx, route->by[i].dy));
    return met;
}

const cp_route *cp_man_route(const struct cp_position *p, int32_t man, cp_square to, uint8_t use,
                             uint32_t *from, uint32_t *stop)
{
    const struct cp_movement *m = cp_movement_of(p, man);
    cp_int dx = cp_int_sub(p->ints, to.file, p->at[man].file);
    cp_int dy = cp_int_sub(p->ints, to.rank, p->at[man].rank);
    while (*from < m->route_count && !cp_man_strays(p, man, to)) {
        const cp_route *route = &m->routes[(*from)++];
        if (CP_UNLIKELY(cp_route_is_elsewhere(p, man, route)))
            continue;
        *stop = stop_at(route, dx, dy);
        if (*stop >= route->lands && *stop < route->count && route->use & use &&
            !(route->first && (p->moved[man] || cp_first_strays(p, man, to))) &&
            cp_route_met(p, man, route, *stop) == CP_NOBODY)
            return route;
    }
    return NULL;
}

const cp_route *cp_blocked_route(const struct cp_position *p, int32_t man, cp_square to,
                                 uint8_t use)
{
    const struct cp_movement *m = cp_movement_of(p, man);
    cp_int dx = cp_int_sub(p->ints, to.file, p->at[man].file);
    cp_int dy = cp_int_sub(p->ints, to.rank, p->at[man].rank);
    for (uint32_t i = 0; i < m->route_count; i++) {
        const cp_route *route = &m->routes[i];
        uint32_t stop = stop_at(route, dx, dy);
        if (route->use & use && stop >= route->lands && stop < route->count &&
            !cp_route_is_elsewhere(p, man, route))
            return route;
    }
    return NULL;
}

bool cp_man_reaches(const struct cp_position *p, int32_t man, const cp_spot *spot, uint8_t use)
{
    const struct cp_movement *m = cp_movement_of(p, man);
    cp_int dx = cp_int_sub(p->ints, spot->at.file, p->at[man].file);
    cp_int dy = cp_int_sub(p->ints, spot->at.rank, p->at[man].rank);
    if (use == CP_RAY_TAKES && cp_man_spares(p, man, spot->at))
        return false;
    if (cp_man_strays(p, man, spot->at)) /* kings that face it are beyond */
        return cp_man_path(p, man, spot, use) != NULL;
    if (cp_is_near(dx, dy)) {
        uint64_t bit = cp_near_bit(dx.v, dy.v);
        uint64_t near =
            (use & CP_RAY_MOVES ? m->near_moves : 0) | (use & CP_RAY_TAKES ? m->near_takes : 0);
        if (near & bit)
            return true;
        if (!(m->near_others & bit))
            return false;
    } else if (!m->goes_far) {
        return false;
    }
    if (CP_UNLIKELY(m->near_count < m->leap_count) && far_leap_reaches(p, man, dx, dy, use))
        return true;
    if (CP_UNLIKELY(m->route_count)) {
        uint32_t from = 0, stop;
        if (cp_man_route(p, man, spot->at, use, &from, &stop))
            return true;
    }
    return m->path_count && cp_man_path(p, man, spot, use) != NULL;
}

/* ---- of many ---- */

static int32_t next_step(struct cp_comers *c)
{
    const struct cp_position *p = c->p;
    while (c->step < p->law->step_count[c->side]) {
        const cp_leap *leap = &p->law->steps[c->side][c->step++];
        int32_t man =
            cp_position_get(p, cp_square_leap(p->ints, c->spot->at, -leap->dx, -leap->dy));
        if (man != CP_NOBODY && p->side[man] == c->side)
            return man;
    }
    return CP_NOBODY;
}

/* The man on this line that is to be looked at after the last, if any. */
static int32_t next_on_line(const struct cp_comers *c)
{
    if (c->last != CP_NOBODY && !(c->p->through_lines[c->side] >> c->line & 1))
        return CP_NOBODY;
    cp_square from = c->last == CP_NOBODY ? c->spot->at : c->p->at[c->last];
    return cp_position_beyond(c->p, c->line, c->spot->key[c->line],
                              cp_line_place(c->p->law, c->line, from), c->way);
}

int32_t cp_comers_next(struct cp_comers *c)
{
    int32_t man = next_step(c);
    while (man == CP_NOBODY && c->line < c->p->law->line_count) {
        c->last = man = next_on_line(c);
        if (man == CP_NOBODY) {
            c->line += c->way < 0;
            c->way = -c->way;
        } else if (c->p->side[man] != c->side) {
            man = CP_NOBODY;
        }
    }
    return man;
}

uint32_t cp_keep_first(int32_t *out, uint32_t count, uint32_t most, int32_t man)
{
    uint32_t place = count;
    while (place > 0 && out[place - 1] > man)
        place--;
    if ((place > 0 && out[place - 1] == man) || place == most)
        return count;
    count = count < most ? count + 1 : count;
    for (uint32_t i = count - 1; i > place; i--)
        out[i] = out[i - 1];
    out[place] = man;
    return count;
}

uint32_t cp_attackers(const struct cp_position *p, const cp_spot *spot, enum cp_side side,
                      int32_t *out, uint32_t most)
{
    uint32_t found = 0;
    if (CP_UNLIKELY(p->has_trees)) {
        struct cp_comers c = cp_comers_on(p, spot, side);
        for (int32_t man; (man = cp_comers_next(&c)) != CP_NOBODY;)
            if ((found < most || man < out[found - 1]) &&
                cp_man_reaches(p, man, spot, CP_RAY_TAKES))
                found = cp_keep_first(out, found, most, man);
    } else {
        for (uint32_t i = 0; i < p->count && found < most; i++)
            if (p->owner[i] == side && !p->gone[i] && !cp_man_is_far(p, (int32_t)i, spot->at) &&
                cp_man_reaches(p, (int32_t)i, spot, CP_RAY_TAKES))
                out[found++] = (int32_t)i;
    }
    if (CP_UNLIKELY(p->law->has_bodies))
        found += cp_body_attackers(p, spot, side, &out[found], most - found);
    return found;
}

bool cp_is_shielded(const struct cp_position *p, enum cp_side side, cp_square at)
{
    int32_t other = p->king[cp_other(side)];
    return CP_UNLIKELY(p->law->variant->explodes) && other != CP_NOBODY &&
           cp_square_is_beside(p->ints, p->at[other], at);
}

int32_t cp_attacked_king(const struct cp_position *p, enum cp_side side, int32_t *by)
{
    int32_t king = p->king[side];
    bool takes_all = p->law->variant->royals == CP_ROYALS_ALL;
    cp_spot spot;
    for (*by = CP_NOBODY; king != CP_NOBODY; king = cp_royal_after(p, king)) {
        cp_spot_of_man(&spot, p, king);
        bool is_attacked =
            !cp_is_shielded(p, side, spot.at) && cp_attackers(p, &spot, cp_other(side), by, 1);
        if (is_attacked && (!takes_all || cp_royal_after(p, king) == CP_NOBODY))
            return king;
        if (takes_all && !is_attacked)
            break;
    }
    *by = CP_NOBODY;
    return CP_NOBODY;
}

void cp_position_find_facing(struct cp_position *p)
{
    int32_t king = p->king[p->turn], other = p->king[cp_other(p->turn)];
    if (CP_LIKELY(!p->law->variant->answers_facing) || king == CP_NOBODY || other == CP_NOBODY)
        return;
    cp_spot spot;
    cp_spot_of_man(&spot, p, king);
    p->is_faced = true; /* else none is */
    const cp_path *path = cp_man_path(p, other, &spot, CP_RAY_TAKES);
    p->is_faced = path && path->ray.use & CP_RAY_FACES;
}

/* ---- blocks ---- */

bool cp_body_find(const struct cp_position *p, int32_t first, cp_body *out)
{
    const struct cp_body_words *b = &p->law->variant->body;
    if (p->kind[first] != b->of || !b->exists)
        return false;
    out->count = 0;
    for (int32_t file = 0; file < b->files; file++)
        for (int32_t rank = 0; rank < b->ranks; rank++) {
            int32_t man = first;
            if (file || rank)
                man = cp_position_get(p, cp_square_leap(p->ints, p->at[first], file, rank));
            if (man == CP_NOBODY || p->kind[man] != p->law->variant->body.of ||
                p->side[man] != p->side[first])
                return false;
            out->man[out->count++] = man;
        }
    return true;
}

void cp_body_shift(struct cp_position *p, int32_t first, cp_square to)
{
    cp_square by = {cp_int_sub(p->ints, to.file, p->at[first].file),
                    cp_int_sub(p->ints, to.rank, p->at[first].rank)};
    cp_body body;
    if (!cp_body_find(p, first, &body))
        return;
    for (uint32_t i = 0; i < body.count; i++)
        cp_position_del(p, body.man[i]);
    for (uint32_t i = 0; i < body.count; i++)
        cp_position_put(p, body.man[i], cp_square_shift(p->ints, p->at[body.man[i]], by));
}

/* ---- ways ---- */

bool cp_body_leads(const struct cp_law *law, uint32_t index, const cp_path *path)
{
    const struct cp_body_words *b = &law->variant->body;
    int32_t file = (int32_t)index / b->ranks + path->ray.dx;
    int32_t rank = (int32_t)index % b->ranks + path->ray.dy;
    return file < 0 || file >= b->files || rank < 0 || rank >= b->ranks;
}

/* The first man in front of one that leads; steps are as in cp_position_first. */
static int32_t first_before(const struct cp_position *p, int32_t man, const cp_path *path,
                            cp_int *steps)
{
    cp_spot here;
    cp_spot_of_man(&here, p, man);
    return cp_position_first(p, &here, path->line, path->way, steps);
}

static int64_t least(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

static int64_t steps_to_edge(int64_t low, int64_t high, int64_t last, int64_t step)
{
    return step > 0 ? (last - high) / step : step < 0 ? (low - 1) / -step : INT32_MAX;
}

bool cp_path_limit(const struct cp_position *p, cp_square at, int32_t files, int32_t ranks,
                   const cp_path *path, cp_int *most)
{
    const struct cp_variant *v = p->law->variant;
    int64_t limit = path->ray.high ? path->ray.high : INT32_MAX;
    if (v->bounded) {
        int64_t file = at.file.v, rank = at.rank.v;
        limit = least(limit, steps_to_edge(file, file + files - 1, v->files, path->ray.dx));
        limit = least(limit, steps_to_edge(rank, rank + ranks - 1, v->ranks, path->ray.dy));
    }
    *most = CP_INT(limit);
    bool is_limited = v->bounded || path->ray.high;
    if (CP_LIKELY(!v->has_border))
        return is_limited;
    cp_square far = cp_square_leap(p->ints, at, files - 1, ranks - 1);
    const cp_int sides[] = {[CP_BORDER_LEFT] = at.file,
                            [CP_BORDER_RIGHT] = far.file,
                            [CP_BORDER_BOTTOM] = at.rank,
                            [CP_BORDER_TOP] = far.rank};
    for (int edge = 0; edge < CP_BORDER_EDGES; edge++) {
        int32_t by = edge < CP_BORDER_BOTTOM ? path->ray.dx : path->ray.dy;
        if (!v->border.has[edge] || (edge % 2 ? by <= 0 : by >= 0))
            continue; /* it does not lie ahead */
        cp_int steps,
            away = cp_int_abs(p->ints, cp_int_sub(p->ints, v->border.at[edge], sides[edge]));
        (void)cp_int_divide(p->ints, away, by < 0 ? -by : by, &steps);
        if (!is_limited || cp_int_compare(p->ints, steps, *most) < 0)
            *most = steps;
        is_limited = true;
    }
    return is_limited;
}

static bool has_limit(const struct cp_position *p, cp_square at, const cp_path *path, cp_int *most)
{
    const struct cp_body_words *b = &p->law->variant->body;
    return cp_path_limit(p, at, b->files, b->ranks, path, most);
}

void cp_body_reach_find(cp_body_reach *out, const struct cp_position *p, const cp_body *body,
                        const cp_path *path)
{
    cp_int nearest = CP_INT(0), steps, most;
    *out = (cp_body_reach){.free = CP_INT(0)};
    for (uint32_t i = 0; i < body->count; i++) {
        if (!cp_body_leads(p->law, i, path))
            continue;
        int32_t man = first_before(p, body->man[i], path, &steps);
        if (man == CP_NOBODY)
            continue;
        int order = out->met_count ? cp_int_compare(p->ints, steps, nearest) : -1;
        if (order > 0)
            continue;
        out->met_count = order < 0 ? 0 : out->met_count;
        out->met[out->met_count++] = man;
        nearest = steps;
    }
    out->is_endless = !out->met_count;
    if (out->met_count)
        out->free = cp_int_sub(p->ints, nearest, CP_INT(1));
    if (!has_limit(p, p->at[body->man[0]], path, &most))
        return;
    if (out->is_endless || cp_int_compare(p->ints, out->free, most) >= 0) {
        out->free = most;
        out->met_count = 0;
    }
    out->is_endless = false;
}

int32_t cp_body_reach_takes(const cp_body_reach *run, const struct cp_position *p,
                            enum cp_side side)
{
    bool takes =
        run->met_count == 1 && p->owner[run->met[0]] != side && !cp_is_void(p, run->met[0]);
    return takes ? run->met[0] : CP_NOBODY;
}

/* ---- attacks ---- */

/* Whether every other square that the body enters on so many steps is empty; the
 * man `taker` enters the spot at the last. */
static bool is_clear(const struct cp_position *p, const cp_body *body, const cp_path *path,
                     int32_t taker, cp_int steps)
{
    cp_int away, most;
    if (has_limit(p, p->at[body->man[0]], path, &most) && cp_int_compare(p->ints, steps, most) > 0)
        return false;
    for (uint32_t i = 0; i < body->count; i++) {
        int32_t man = body->man[i];
        if (!cp_body_leads(p->law, i, path) || first_before(p, man, path, &away) == CP_NOBODY)
            continue;
        int order = cp_int_compare(p->ints, away, steps);
        if (order < 0 || (order == 0 && man != taker))
            return false;
    }
    return true;
}

uint32_t cp_body_attacks(const struct cp_position *p, const cp_body *body, const cp_spot *spot,
                         cp_body_attack out[CP_BODY_PATHS])
{
    uint32_t count = 0;
    const cp_path *paths = p->law->body_paths[p->side[body->man[0]]];
    for (uint32_t i = 0; i < p->law->body_path_count; i++)
        for (uint32_t m = 0; m < body->count; m++) {
            cp_body_attack way = {.path = &paths[i], .man = body->man[m]};
            uint32_t line = way.path->line;
            if (!cp_body_leads(p->law, m, way.path) ||
                !cp_int_equal(p->key[(uint32_t)way.man * p->law->line_count + line],
                              spot->key[line]))
                continue;
            way.steps = cp_path_steps(p, way.path, p->at[way.man], spot->at);
            if (cp_int_sign(p->ints, way.steps) <= 0 ||
                !is_clear(p, body, way.path, way.man, way.steps))
                continue;
            if (out)
                out[count] = way;
            count++;
            break; /* on parallel lines: no other of them comes there */
        }
    return count;
}

/* Whether some man of a body with that lower left man is in line with the spot:
 * a line key differs between men of a block by less than files and ranks together. */
static bool may_aim(const struct cp_position *p, int32_t first, const cp_spot *spot)
{
    const struct cp_law *law = p->law;
    const cp_path *paths = law->body_paths[p->side[first]];
    for (uint32_t i = 0; i < law->body_path_count; i++) {
        uint32_t line = paths[i].line;
        cp_int away =
            cp_int_sub(p->ints, spot->key[line], p->key[(uint32_t)first * law->line_count + line]);
        if (cp_int_compare(p->ints, cp_int_abs(p->ints, away), CP_INT(CP_BODY_MOST)) < 0)
            return true;
    }
    return false;
}

/* The next body of a side, at or after man, that may have the spot on its lines. */
static bool find_next(const struct cp_position *p, const cp_spot *spot, enum cp_side side,
                      uint32_t *man, cp_body *body)
{
    for (; *man < p->count; ++*man)
        if (p->kind[*man] == p->law->variant->body.of && p->side[*man] == side && !p->gone[*man] &&
            may_aim(p, (int32_t)*man, spot) && cp_body_find(p, (int32_t)*man, body))
            return true;
    return false;
}

/* The bodies that a man is of, each once. */
static uint32_t add_bodies(const struct cp_position *p, int32_t man, int32_t *out, uint32_t count)
{
    const struct cp_body_words *b = &p->law->variant->body;
    cp_body body;
    for (int32_t i = 0; i < b->files * b->ranks; i++) {
        cp_square corner = cp_square_leap(p->ints, p->at[man], -(i / b->ranks), -(i % b->ranks));
        int32_t first = cp_position_get(p, corner);
        if (first != CP_NOBODY && p->side[first] == p->side[man] && cp_body_find(p, first, &body))
            count = cp_keep_first(out, count, CP_BODIES_NEAR, first);
    }
    return count;
}

uint32_t cp_bodies_near(const struct cp_position *p, const cp_spot *spot, enum cp_side side,
                        int32_t out[CP_BODIES_NEAR])
{
    const struct cp_law *law = p->law;
    uint32_t count = 0;
    cp_int steps;
    int32_t there = cp_position_get(p, spot->at);
    if (there != CP_NOBODY && p->side[there] == side)
        count = add_bodies(p, there, out, count);
    for (uint32_t i = 0; i < law->body_path_count; i++)
        for (int way = -1; way <= 1; way += 2) {
            int32_t man = cp_position_first(p, spot, law->body_paths[side][i].line, way, &steps);
            if (man != CP_NOBODY && p->side[man] == side)
                count = add_bodies(p, man, out, count);
        }
    return count;
}

uint32_t cp_body_attackers(const struct cp_position *p, const cp_spot *spot, enum cp_side side,
                           int32_t *out, uint32_t most)
{
    uint32_t found = 0;
    cp_body body;
    if (CP_UNLIKELY(p->has_trees)) {
        int32_t near[CP_BODIES_NEAR];
        uint32_t count = cp_bodies_near(p, spot, side, near);
        for (uint32_t i = 0; i < count && found < most; i++)
            if (cp_body_find(p, near[i], &body) && cp_body_attacks(p, &body, spot, NULL))
                out[found++] = near[i];
        return found;
    }
    for (uint32_t man = 0; found < most && find_next(p, spot, side, &man, &body); man++)
        if (cp_body_attacks(p, &body, spot, NULL))
            out[found++] = (int32_t)man;
    return found;
}

bool cp_body_aims(const struct cp_position *p, const cp_spot *spot, enum cp_side side)
{
    cp_body body;
    uint32_t man = 0;
    return CP_UNLIKELY(p->has_trees) || find_next(p, spot, side, &man, &body);
}
