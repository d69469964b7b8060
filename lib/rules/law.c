/* SPDX-License-Identifier: MIT */
#include "rules/law.h"

#include <stdlib.h>

int64_t cp_greatest_divisor(int64_t a, int64_t b)
{
    while (b) {
        int64_t rest = a % b;
        a = b;
        b = rest;
    }
    return a < 0 ? -a : a;
}

/* The family a step runs along, made when new; CP_LINES_MOST when full. */
static uint32_t family_of(struct cp_law *law, const cp_ray *ray, int8_t *way)
{
    bool forward = ray->dx > 0 || (ray->dx == 0 && ray->dy > 0);
    *way = forward ? 1 : -1;
    int16_t dx = (int16_t)(ray->dx * *way), dy = (int16_t)(ray->dy * *way);
    uint32_t line = 0;
    while (line < law->line_count && (law->line_dx[line] != dx || law->line_dy[line] != dy))
        line++;
    if (line == law->line_count && line < CP_LINES_MOST) {
        law->line_dx[line] = dx;
        law->line_dy[line] = dy;
        law->line_count++;
    }
    return line;
}

static bool is_near_leap(const cp_ray *ray)
{
    return ray->high == 1 && !ray->first && !ray->bent && !ray->lame && ray->dx >= -3 &&
           ray->dx <= 3 && ray->dy >= -3 && ray->dy <= 3;
}

/* The squares of a ray that have a bit of cp_near_bit; and whether all have. */
static void note_near(struct cp_movement *m, const cp_ray *ray)
{
    int64_t n = ray->low;
    for (; !ray->high || n <= ray->high; n++) {
        int64_t dx = n * ray->dx, dy = n * ray->dy;
        if (dx < -3 || dx > 3 || dy < -3 || dy > 3)
            break;
        m->near_others |= cp_near_bit(dx, dy);
    }
    bool goes_far = !ray->high || n <= ray->high;
    m->goes_far |= goes_far;
    m->goes_askew |= goes_far && !cp_is_straight(ray->dx, ray->dy);
}

static void add_leap(struct cp_movement *m, cp_leap *leaps, const cp_ray *ray)
{
    leaps[m->leap_count++] = (cp_leap){ray->dx, ray->dy, ray->use, ray->first};
    if (!is_near_leap(ray)) {
        note_near(m, ray);
        return;
    }
    m->near_count = m->leap_count;
    if (ray->use & CP_RAY_MOVES)
        m->near_moves |= cp_near_bit(ray->dx, ray->dy);
    if (ray->use & CP_RAY_TAKES)
        m->near_takes |= cp_near_bit(ray->dx, ray->dy);
}

static bool add_path(struct cp_law *law, struct cp_movement *m, cp_path *paths, const cp_ray *ray)
{
    cp_path path = {.ray = *ray};
    uint32_t line = family_of(law, ray, &path.way);
    if (line == CP_LINES_MOST)
        return false;
    path.line = (uint8_t)line;
    paths[m->path_count++] = path;
    note_near(m, ray);
    uint16_t bit = (uint16_t)(1u << line);
    m->lines |= bit;
    if (ray->use & (CP_RAY_TAKES | CP_RAY_FACES))
        m->take_lines |= bit;
    if (ray->blocked)
        m->stopped_lines |= bit;
    if (ray->leaps || ray->primes || ray->hops)
        m->through_lines |= bit;
    if (!ray->leaps && !ray->primes)
        law->blockable_lines |= bit;
    if (ray->hops && ray->use & CP_RAY_TAKES)
        m->hop_lines |= bit;
    law->stopped_lines |= m->stopped_lines;
    law->hop_lines |= m->hop_lines;
    law->has_hops |= ray->hops != CP_HOPS_NOT;
    return true;
}

/* The step of an oblique leaper next to another, one way round (turn 1) or the other (-1). */
static void turn_step(int16_t *dx, int16_t *dy, int turn)
{
    const int16_t x = *dx, y = *dy;
    bool is_tall = y * y > x * x;
    if (is_tall == ((x > 0) == (y > 0)) ? turn > 0 : turn < 0) { /* over the diagonal */
        *dx = (int16_t)((x > 0 ? 1 : -1) * (y > 0 ? y : -y));
        *dy = (int16_t)((y > 0 ? 1 : -1) * (x > 0 ? x : -x));
    } else if (is_tall) {
        *dx = (int16_t)-x;
    } else {
        *dy = (int16_t)-y;
    }
}

static void add_stop(struct cp_law *law, struct cp_movement *m, cp_route *route, int x, int y)
{
    route->by[route->count].dx = (int16_t)x;
    route->by[route->count++].dy = (int16_t)y;
    note_near(m, &(cp_ray){.dx = (int16_t)x, .dy = (int16_t)y, .low = 1, .high = 1});
    int32_t far = 2 * (abs(x) > abs(y) ? abs(x) : abs(y));
    law->route_span = far > law->route_span ? far : law->route_span;
}

/* The way of a step that is lame: straight ahead as long as that is most of what is left, and
 * slantwise from there on. */
static void add_lame_route(struct cp_law *law, struct cp_movement *m, cp_route *routes,
                           const cp_ray *ray)
{
    cp_route *route = &routes[m->route_count++];
    int wide = abs(ray->dx), high = abs(ray->dy), x = 0, y = 0;
    *route = (cp_route){.use = ray->use, .first = ray->first};
    while (x < wide || y < high) {
        int left = (wide - x) - (high - y);
        x += left >= 0;
        y += left <= 0;
        add_stop(law, m, route, ray->dx < 0 ? -x : x, ray->dy < 0 ? -y : y);
    }
    route->lands = (uint8_t)(route->count - 1);
}

static void add_route(struct cp_law *law, struct cp_movement *m, cp_route *routes,
                      const cp_ray *ray, int turn)
{
    cp_route *route = &routes[m->route_count++];
    int16_t dx = ray->dx, dy = ray->dy, x = 0, y = 0;
    *route = (cp_route){.use = ray->use, .first = ray->first};
    for (uint32_t i = 0; i < ray->bent; i++) {
        x = (int16_t)(x + dx);
        y = (int16_t)(y + dy);
        add_stop(law, m, route, x, y);
        turn_step(&dx, &dy, turn);
    }
    const struct cp_variant *v = law->variant;
    int32_t room = v->files > v->ranks ? v->files : v->ranks;
    for (int32_t i = 1; i <= ray->second && (i < room || !v->bounded); i++)
        add_stop(law, m, route, x + i * ray->second_dx, y + i * ray->second_dy);
    route->lands = ray->passes;
}

/* The ways round the board, from each file the squares behind its end, on those before it: these
 * a path tells. */
static void add_rounds(struct cp_law *law, struct cp_movement *m, cp_route *routes,
                       const cp_ray *ray)
{
    const int32_t files = law->variant->files, ranks = law->variant->ranks;
    for (int32_t home = 0; home < files; home++) {
        cp_route *route = &routes[m->route_count];
        bool is_round = false;
        *route = (cp_route){.use = ray->use, .first = ray->first, .home = (uint8_t)(home + 1)};
        for (int32_t n = 1; (!ray->high || n <= ray->high) && n * abs(ray->dy) < ranks; n++) {
            int32_t file = home + n * ray->dx, there = (file % files + files) % files;
            if (!ray->dy && there == home)
                break;
            if (!is_round && n >= ray->low && there != file) {
                is_round = true;
                route->lands = (uint8_t)(n - 1);
            }
            add_stop(law, m, route, there - home, n * ray->dy);
        }
        m->route_count += is_round;
    }
}

/* Each single step round the board is two leaps: as it is, and to the other end. */
static const cp_ray *with_rounds(const struct cp_law *law, const cp_ray *rays, uint32_t *count,
                                 struct cp_arena *arena)
{
    cp_ray *all = cp_arena_take_zero(arena, 2 * (size_t)*count, sizeof *all);
    uint32_t made = 0;
    for (uint32_t i = 0; i < *count; i++) {
        all[made++] = rays[i];
        if (!rays[i].round || rays[i].high != 1)
            continue;
        all[made] = rays[i];
        all[made++].dx = (int16_t)(rays[i].dx - (rays[i].dx > 0 ? 1 : -1) * law->variant->files);
    }
    *count = made;
    return all;
}

/* Whether there is a square to which both lead, for one use. */
static bool meet(const cp_ray *a, const cp_ray *b)
{
    int64_t by_a = cp_greatest_divisor(a->dx, a->dy), by_b = cp_greatest_divisor(b->dx, b->dy);
    return a->use & b->use && a->dx * by_b == b->dx * by_a && a->dy * by_b == b->dy * by_a &&
           (!b->high || a->low * by_a <= b->high * by_b) &&
           (!a->high || b->low * by_b <= a->high * by_a);
}

static bool make_movement(struct cp_law *law, struct cp_movement *m, const cp_ray *rays,
                          uint32_t count, struct cp_arena *arena)
{
    uint32_t rounds = 0;
    bool is_round = false;
    for (uint32_t i = 0; i < count; i++)
        is_round |= rays[i].round;
    if (CP_UNLIKELY(is_round)) {
        rays = with_rounds(law, rays, &count, arena);
        rounds = (uint32_t)law->variant->files * count;
    }
    cp_leap *leaps = cp_arena_take_zero(arena, count, sizeof *leaps);
    cp_path *paths = cp_arena_take_zero(arena, count, sizeof *paths);
    *m = (struct cp_movement){.leaps = leaps, .paths = paths};
    cp_route *routes = cp_arena_take_zero(arena, 2 * (size_t)count + rounds, sizeof *routes);
    m->routes = routes;
    for (uint32_t i = 0; i < count; i++) {
        if (rays[i].round && rays[i].high != 1) {
            add_rounds(law, m, routes, &rays[i]);
        } else if (rays[i].lame) {
            add_lame_route(law, m, routes, &rays[i]);
        } else if (rays[i].bent) {
            add_route(law, m, routes, &rays[i], 1);
            if (!rays[i].second)
                add_route(law, m, routes, &rays[i], -1);
        }
    }
    for (uint32_t i = 0; i < count; i++) /* near ones first: see near_count */
        if (is_near_leap(&rays[i]))
            add_leap(m, leaps, &rays[i]);
    for (uint32_t i = 0; i < count; i++) {
        if (is_near_leap(&rays[i]) || rays[i].bent || rays[i].lame)
            continue;
        if (rays[i].high == 1)
            add_leap(m, leaps, &rays[i]);
        else if (cp_greatest_divisor(rays[i].dx, rays[i].dy) != 1 ||
                 !add_path(law, m, paths, &rays[i]))
            return false;
    }
    m->is_simple = !m->through_lines && !m->route_count && !is_round;
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t j = 0; j < i; j++)
            m->is_simple &= !meet(&rays[i], &rays[j]);
    return true;
}

static void gather_step(struct cp_law *law, enum cp_side side, cp_leap step)
{
    cp_leap *all = law->steps[side];
    uint32_t found = 0;
    while (found < law->step_count[side] && (all[found].dx != step.dx || all[found].dy != step.dy))
        found++;
    if (found == law->step_count[side])
        all[law->step_count[side]++] = step;
}

/* Gathers the leaps and the squares of routes of all kinds. They are compared with each other,
 * which the steps of even a hundred kinds allow. */
static void gather_steps(struct cp_law *law, enum cp_side side, struct cp_arena *arena)
{
    uint32_t most = 0, kinds = law->variant->alphabet.count;
    for (uint32_t k = 0; k < kinds; k++)
        most += law->movements[side][k].leap_count +
                (CP_SECOND_MOST + 1) * law->movements[side][k].route_count;
    law->steps[side] = cp_arena_take_zero(arena, most, sizeof(cp_leap));
    for (uint32_t k = 0; k < kinds; k++) {
        const struct cp_movement *m = &law->movements[side][k];
        for (uint32_t i = 0; i < m->leap_count; i++)
            gather_step(law, side, m->leaps[i]);
        for (uint32_t r = 0; r < m->route_count; r++)
            for (uint32_t i = 0; i < m->routes[r].count; i++)
                gather_step(law, side,
                            (cp_leap){.dx = m->routes[r].by[i].dx, .dy = m->routes[r].by[i].dy});
    }
}

/* Single steps too are paths here: a body's way is asked of lines, however short. */
static bool make_body(struct cp_law *law)
{
    const struct cp_body_words *body = &law->variant->body;
    if (!body->exists)
        return true;
    const struct cp_kind *kind = &law->variant->kinds[body->kind];
    law->body_path_count = kind->ray_count;
    for (int side = CP_WHITE; side <= CP_BLACK; side++)
        for (uint32_t i = 0; i < kind->ray_count; i++) {
            cp_path *path = &law->body_paths[side][i];
            path->ray = kind->rays[side][i];
            uint32_t line = family_of(law, &path->ray, &path->way);
            if (line == CP_LINES_MOST)
                return false;
            path->line = (uint8_t)line;
        }
    law->has_bodies = true;
    return true;
}

static bool refuse(const struct cp_variant *v, uint32_t kind, struct cp_diags *d)
{
    cp_diag_report(d, CP_VARIANT_UNDECIDABLE, (cp_span){0}, "the %.*s",
                   CP_FMT(v->alphabet.pieces[kind].name));
    return false;
}

static uint32_t first_hopper(const struct cp_variant *v)
{
    for (uint32_t k = 0; k < v->alphabet.count; k++)
        for (uint32_t i = 0; i < v->kinds[k].ray_count; i++)
            if (v->kinds[k].rays[CP_WHITE][i].hops)
                return k;
    return 0;
}

bool cp_law_init(struct cp_law *law, const struct cp_variant *v, struct cp_arena *arena,
                 struct cp_diags *d)
{
    *law = (struct cp_law){.variant = v, .royal = {CP_NO_KIND, CP_NO_KIND}, .many = CP_MEN_MANY};
    uint32_t kinds = v->alphabet.count;
    for (int side = CP_WHITE; side <= CP_BLACK; side++) {
        law->is_guarded[side] = v->wins[cp_other((enum cp_side)side)] & CP_WINS_CHECKMATE;
        law->wins_otherwise |= v->wins[side] != CP_WINS_CHECKMATE;
    }
    law->tries_each =
        v->explodes || v->forbids_checks || v->answers_facing || cp_royals_are_loose(v);
    law->has_royals = v->any_royals || law->wins_otherwise;
    for (int side = CP_WHITE; side <= CP_BLACK; side++) {
        law->movements[side] = cp_arena_take_zero(arena, kinds, sizeof(struct cp_movement));
        for (uint32_t k = 0; k < kinds; k++) {
            const struct cp_kind *kind = &v->kinds[k];
            for (uint32_t i = 0; i < kind->ray_count; i++)
                law->has_primes |= kind->rays[side][i].primes;
            if (!make_movement(law, &law->movements[side][k], kind->rays[side], kind->ray_count,
                               arena))
                return refuse(v, k, d);
            if (kind->zone[side].is_said)
                law->movements[side][k].zone = &kind->zone[side];
            if (kind->first_stays)
                law->movements[side][k].first_stays = &kind->first_from[side];
            law->movements[side][k].spares_like = kind->spares_like;
            const struct cp_promotion *own = &v->promotion[side];
            for (uint32_t i = 0; (kind->promotes || kind->becomes) && i < own->rank_count; i++)
                if ((uint64_t)own->ranks[i].v - 1 < (uint64_t)v->ranks && v->ranks <= 64)
                    law->movements[side][k].promoting |= UINT64_C(1) << (own->ranks[i].v - 1);
            law->tries_each |=
                kind->zone[side].is_said || kind->becomes || kind->first_stays || kind->spares_like;
            law->neutrals |= (uint64_t)v->alphabet.pieces[k].is_neutral << k;
            law->voids |= (uint64_t)v->alphabet.pieces[k].is_void << k;
            if (v->castle_kings >> k & 1)
                law->castlers |= (uint64_t)1 << k;
            if (!kind->royal)
                continue;
            law->royals |= (uint64_t)1 << k;
            if (law->is_guarded[side] && law->royal[side] == CP_NO_KIND)
                law->royal[side] = (uint8_t)k;
            bool slides = false;
            for (uint32_t i = 0; i < kind->ray_count; i++) {
                const cp_ray *ray = &kind->rays[side][i];
                law->has_royal_riders |= !ray->high && !(ray->use & CP_RAY_FACES) && !v->bounded;
                slides |= ray->high != 1 && !(ray->use & CP_RAY_FACES);
            }
            if (!slides && !v->castle_kings)
                law->castlers |= (uint64_t)1 << k;
        }
        gather_steps(law, (enum cp_side)side, arena);
    }
    /* replies.c: what its proof does not speak of. */
    if (law->has_hops && !v->bounded && (law->has_royal_riders || v->trapdoor || v->body.exists))
        return refuse(v, first_hopper(v), d);
    int8_t way;
    if (law->route_span && !law->line_count) /* squares that stop one are told by a line */
        (void)family_of(law, &(cp_ray){.dx = 1}, &way);
    for (uint32_t i = 0; i < v->bare_count; i++)
        for (uint32_t k = 0; k < v->bare[i].count; k++)
            law->bare_kinds |= (uint64_t)1 << v->bare[i].kinds[k];
    law->bares_otherwise = v->body.exists || law->hop_lines || v->explodes || v->forbids_checks ||
                           cp_royals_are_loose(v);
    /* The nearest piece on a king's rank is looked for on its line, though no rider uses it. */
    law->castles = v->castles || v->castles_near;
    law->ranks = v->castles_near ? (uint8_t)family_of(law, &(cp_ray){.dx = 1}, &way) : 0;
    if (law->ranks == CP_LINES_MOST)
        return refuse(v, law->royal[CP_WHITE], d);
    return make_body(law) || refuse(v, v->body.kind, d);
}
