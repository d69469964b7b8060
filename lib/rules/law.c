/* SPDX-License-Identifier: MIT */
#include "rules/law.h"

static int gcd(int a, int b)
{
    while (b) {
        int rest = a % b;
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
    return ray->high == 1 && !ray->first && ray->dx >= -3 && ray->dx <= 3 && ray->dy >= -3 &&
           ray->dy <= 3;
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
    m->goes_far |= !ray->high || n <= ray->high;
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
    if (ray->use & CP_RAY_TAKES)
        m->take_lines |= bit;
    if (ray->blocked)
        law->stopped_lines |= bit;
    if (ray->leaps || ray->primes)
        law->through_lines |= bit;
    else
        law->blockable_lines |= bit;
    return true;
}

static bool make_movement(struct cp_law *law, struct cp_movement *m, const cp_ray *rays,
                          uint32_t count, struct cp_arena *arena)
{
    cp_leap *leaps = cp_arena_take_zero(arena, count, sizeof *leaps);
    cp_path *paths = cp_arena_take_zero(arena, count, sizeof *paths);
    *m = (struct cp_movement){.leaps = leaps, .paths = paths};
    for (uint32_t i = 0; i < count; i++) /* near ones first: see near_count */
        if (is_near_leap(&rays[i]))
            add_leap(m, leaps, &rays[i]);
    for (uint32_t i = 0; i < count; i++) {
        if (is_near_leap(&rays[i]))
            continue;
        if (rays[i].high == 1)
            add_leap(m, leaps, &rays[i]);
        else if (gcd(rays[i].dx, rays[i].dy) != 1 || !add_path(law, m, paths, &rays[i]))
            return false;
    }
    return true;
}

/* Gathers the leaps of all kinds. They are compared with each other, which the steps of
 * even a hundred kinds allow. */
static void gather_steps(struct cp_law *law, enum cp_side side, struct cp_arena *arena)
{
    uint32_t most = 0, count = 0;
    for (uint32_t k = 0; k < law->variant->alphabet.count; k++)
        most += law->movements[side][k].leap_count;
    cp_leap *all = cp_arena_take_zero(arena, most, sizeof *all);
    for (uint32_t k = 0; k < law->variant->alphabet.count; k++)
        for (uint32_t i = 0; i < law->movements[side][k].leap_count; i++) {
            cp_leap leap = law->movements[side][k].leaps[i];
            uint32_t found = 0;
            while (found < count && (all[found].dx != leap.dx || all[found].dy != leap.dy))
                found++;
            if (found == count)
                all[count++] = leap;
        }
    law->steps[side] = all;
    law->step_count[side] = count;
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

/* The nearest piece on a king's rank is looked for on its line, whether riders use it or not. */
static bool make_castling(struct cp_law *law)
{
    int8_t way;
    uint32_t line = 0;
    law->castles = law->variant->castles || law->variant->castles_near;
    if (law->variant->castles_near)
        line = family_of(law, &(cp_ray){.dx = 1}, &way);
    law->ranks = (uint8_t)line;
    return line < CP_LINES_MOST;
}

bool cp_law_init(struct cp_law *law, const struct cp_variant *v, struct cp_arena *arena,
                 struct cp_diags *d)
{
    *law = (struct cp_law){.variant = v, .royal = {CP_NO_KIND, CP_NO_KIND}, .many = CP_MEN_MANY};
    uint32_t kinds = v->alphabet.count;
    for (int side = CP_WHITE; side <= CP_BLACK; side++) {
        law->movements[side] = cp_arena_take_zero(arena, kinds, sizeof(struct cp_movement));
        for (uint32_t k = 0; k < kinds; k++) {
            const struct cp_kind *kind = &v->kinds[k];
            if (kind->royal)
                law->royal[side] = (uint8_t)k;
            for (uint32_t i = 0; i < kind->ray_count; i++)
                law->has_primes |= kind->rays[side][i].primes;
            if (!make_movement(law, &law->movements[side][k], kind->rays[side], kind->ray_count,
                               arena))
                return refuse(v, k, d);
        }
        gather_steps(law, (enum cp_side)side, arena);
    }
    for (uint32_t i = 0; i < v->bare_count; i++)
        for (uint32_t k = 0; k < v->bare[i].count; k++)
            law->bare_kinds |= (uint64_t)1 << v->bare[i].kinds[k];
    if (!make_castling(law))
        return refuse(v, law->royal[CP_WHITE], d);
    return make_body(law) || refuse(v, v->body.kind, d);
}
