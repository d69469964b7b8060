/* SPDX-License-Identifier: MIT */
#include "rules/stretch.h"

enum { FAR = 64 }; /* lengths judged one by one where a mate makes falls not happen */

/* ---- barriers ---- */

static cp_int along(const struct cp_law *law, uint32_t line, cp_square at)
{
    return law->line_dx[line] ? at.file : at.rank;
}

/* The squares from first to last, both on one line of that family. */
static void add_barrier(struct cp_mover *m, const struct cp_position *p, uint32_t line,
                        cp_square first, cp_square last)
{
    cp_int a = along(p->law, line, first), b = along(p->law, line, last);
    bool rises = cp_int_compare(p->ints, a, b) <= 0;
    m->barriers[m->barrier_count++] = (cp_barrier){.line = line,
                                                   .key = cp_line_key(p->law, p->ints, line, first),
                                                   .low = rises ? a : b,
                                                   .high = rises ? b : a};
}

/* The squares on `steps` steps from a man on along a path. */
static void add_steps(struct cp_mover *m, const struct cp_position *p, int32_t man,
                      const cp_path *path, cp_int steps)
{
    const cp_ray *ray = &path->ray;
    if (cp_int_sign(p->ints, steps) > 0)
        add_barrier(m, p, path->line, cp_square_leap(p->ints, p->at[man], ray->dx, ray->dy),
                    cp_square_step(p->ints, p->at[man], ray->dx, ray->dy, steps));
}

static void add_man(struct cp_mover *m, const struct cp_position *p, int32_t man,
                    const cp_spot *king)
{
    const cp_path *path = cp_man_path(p, man, king, CP_RAY_TAKES);
    if (!path || path->ray.leaps || path->ray.primes)
        return;
    cp_int steps = cp_int_abs(p->ints, cp_line_steps(p, path->line, p->at[man], king->at));
    add_steps(m, p, man, path, cp_int_sub(p->ints, steps, CP_INT(1)));
}

static void add_body(struct cp_mover *m, const struct cp_position *p, int32_t man,
                     const cp_spot *king)
{
    cp_body body;
    cp_body_way ways[CP_BODY_PATHS];
    if (!cp_body_find(p, man, &body))
        return;
    uint32_t count = cp_body_ways(p, &body, king, ways);
    for (uint32_t w = 0; w < count; w++)
        for (uint32_t i = 0; i < body.count; i++) {
            if (!cp_body_leads(p->law, i, ways[w].path))
                continue;
            bool takes = body.man[i] == ways[w].man; /* his last square is the king's own */
            add_steps(m, p, body.man[i], ways[w].path,
                      cp_int_sub(p->ints, ways[w].steps, CP_INT(takes)));
        }
}

static void add_barriers(struct cp_mover *m, const struct cp_position *p, const cp_spot *king)
{
    enum cp_side side = (enum cp_side)p->side[m->man];
    for (uint32_t man = 0; man < p->count; man++) {
        if (p->gone[man] || p->side[man] == side)
            continue;
        add_man(m, p, (int32_t)man, king);
        add_body(m, p, (int32_t)man, king);
    }
}

static void lift(struct cp_position *p, const int32_t *men, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        cp_position_del(p, men[i]);
}

static void put_back(struct cp_position *p, const int32_t *men, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        cp_position_put(p, men[i], p->at[men[i]]);
}

/* Asks who attacks the king, the mover lifted, and again with all who fall. */
static void find_barriers(struct cp_mover *m, struct cp_position *p, const cp_spot *king)
{
    enum cp_side other = cp_other((enum cp_side)p->side[m->man]);
    m->is_held = cp_is_attacked(p, king, other);
    if (m->is_held)
        add_barriers(m, p, king);
    if (!p->overlay || !p->overlay->lift(p, m->man))
        return;
    if (cp_is_attacked(p, king, other)) {
        add_barriers(m, p, king);
        m->is_held = m->may_mate = true;
    }
    p->overlay->put_back(p);
}

bool cp_mover_init(struct cp_mover *m, struct cp_position *p, int32_t man, bool is_body)
{
    cp_body body = {{man}, 1};
    int32_t king = p->king[p->side[man]], enemy = p->king[!p->side[man]];
    if (is_body && !cp_body_find(p, man, &body))
        return false;
    m->man = man;
    m->is_body = is_body;
    m->is_held = m->may_mate = false;
    m->barrier_count = 0;
    m->count = body.count;
    for (uint32_t i = 0; i < body.count; i++)
        m->squares[i] = p->at[body.man[i]];
    if (enemy != CP_NOBODY)
        cp_spot_of_man(&m->enemy_king, p, enemy);
    if (king == CP_NOBODY)
        return true;
    cp_spot spot;
    cp_spot_of_man(&spot, p, king);
    lift(p, body.man, body.count);
    find_barriers(m, p, &spot);
    put_back(p, body.man, body.count);
    m->may_mate &= enemy != CP_NOBODY;
    return true;
}

/* ---- lengths at which something changes ---- */

/* The least of the lengths told so far that is more than `after`. */
struct change {
    struct cp_position *p;
    const cp_path *path;
    cp_int after, at;
    bool is_known;
};

static void note(struct change *c, cp_int length)
{
    if (cp_int_compare(c->p->ints, length, c->after) > 0 &&
        (!c->is_known || cp_int_compare(c->p->ints, length, c->at) < 0)) {
        c->at = length;
        c->is_known = true;
    }
}

/* Only there it is so, or different. */
static void note_one(struct change *c, cp_int length)
{
    note(c, length);
    note(c, cp_int_add(c->p->ints, length, CP_INT(1)));
}

/* The length at which a square, going along the path, comes upon another line. */
static bool meets_line(const struct change *c, cp_square from, uint32_t line, cp_int key,
                       cp_int *length)
{
    const struct cp_law *law = c->p->law;
    struct cp_ints *t = c->p->ints;
    int32_t per_step = law->line_dy[line] * c->path->ray.dx - law->line_dx[line] * c->path->ray.dy;
    cp_int away = cp_int_sub(t, key, cp_line_key(law, t, line, from));
    if (per_step < 0)
        away = cp_int_negate(t, away);
    return per_step && cp_int_sign(t, away) > 0 &&
           cp_int_divide(t, away, per_step < 0 ? -per_step : per_step, length) == 0;
}

/* The length at which a square comes to a coordinate of its own line; lines are
 * made of single steps, so there is one, if perhaps behind. */
static cp_int length_to(const struct change *c, cp_square from, cp_int coordinate)
{
    const struct cp_law *law = c->p->law;
    uint32_t line = c->path->line;
    int32_t stride = law->line_dx[line] ? c->path->ray.dx : c->path->ray.dy;
    cp_int way = cp_int_sub(c->p->ints, coordinate, along(law, line, from));
    if (stride < 0)
        way = cp_int_negate(c->p->ints, way);
    if (stride != 1 && stride != -1)
        (void)cp_int_divide(c->p->ints, way, stride < 0 ? -stride : stride, &way);
    return way;
}

static void note_barrier(struct change *c, cp_square from, const cp_barrier *b)
{
    struct cp_position *p = c->p;
    cp_int n;
    if (b->line != c->path->line) {
        if (meets_line(c, from, b->line, b->key, &n))
            note_one(c, n);
        return;
    }
    if (!cp_int_equal(cp_line_key(p->law, p->ints, b->line, from), b->key))
        return;
    note_one(c, length_to(c, from, b->low));  /* one of them is its first square, */
    note_one(c, length_to(c, from, b->high)); /* the other its last */
}

/* Where a leaping path passes men. */
static void note_men(struct change *c, const struct cp_mover *m)
{
    const struct cp_position *p = c->p;
    uint32_t lines = p->law->line_count, line = c->path->line;
    cp_int key = cp_line_key(p->law, p->ints, line, m->squares[0]);
    for (uint32_t man = 0; man < p->count; man++)
        if (!p->gone[man] && cp_int_equal(p->key[man * lines + line], key))
            note_one(c, length_to(c, m->squares[0], along(p->law, line, p->at[man])));
}

/* Where a turn could give check, and so mate before anybody falls. */
static void note_checks(struct change *c, const struct cp_mover *m, cp_square from)
{
    const struct cp_law *law = c->p->law;
    const struct cp_manner *manner = cp_manner_of(c->p, m->man);
    cp_int n;
    if (cp_int_compare(c->p->ints, c->after, CP_INT(FAR)) < 0)
        note_one(c, c->after);
    for (uint32_t line = 0; line < law->line_count; line++)
        if (meets_line(c, from, line, m->enemy_king.key[line], &n))
            note_one(c, n);
    for (uint32_t i = 0; i < manner->leap_count; i++) {
        const cp_leap *leap = &manner->leaps[i];
        cp_square near = cp_square_leap(c->p->ints, m->enemy_king.at, -leap->dx, -leap->dy);
        for (uint32_t line = 0; line < law->line_count; line++)
            if (meets_line(c, from, line, cp_line_key(law, c->p->ints, line, near), &n))
                note_one(c, n);
    }
}

static void note_promotion(struct change *c, const struct cp_mover *m)
{
    const struct cp_variant *v = c->p->law->variant;
    struct cp_ints *t = c->p->ints;
    int32_t dy = c->path->ray.dy;
    cp_int n, away = cp_int_sub(t, v->promotion_rank[c->p->side[m->man]], m->squares[0].rank);
    if (m->is_body || !v->kinds[c->p->kind[m->man]].promotes || !dy)
        return;
    if (dy < 0)
        away = cp_int_negate(t, away);
    if (cp_int_divide(t, away, dy < 0 ? -dy : dy, &n) == 0)
        note_one(c, n);
}

/* The lengths from low on that are alike. */
static void stretch_from(cp_stretch *out, const struct cp_mover *m, struct cp_position *p,
                         const cp_path *path, cp_int low)
{
    struct change c = {.p = p, .path = path, .after = low};
    for (uint32_t i = 0; i < m->count; i++) {
        for (uint32_t b = 0; b < m->barrier_count; b++)
            note_barrier(&c, m->squares[i], &m->barriers[b]);
        if (m->may_mate)
            note_checks(&c, m, m->squares[i]);
    }
    if (path->ray.leaps || path->ray.primes)
        note_men(&c, m);
    note_promotion(&c, m);
    if (p->law->variant->bounded) /* edges are not lines; and there are few lengths */
        note(&c, cp_int_add(p->ints, low, CP_INT(1)));
    *out = (cp_stretch){.low = low, .is_endless = !c.is_known};
    if (c.is_known)
        out->high = cp_int_sub(p->ints, c.at, CP_INT(1));
}

bool cp_stretch_next(cp_stretch *out, const struct cp_mover *m, struct cp_position *p,
                     const cp_path *path, const cp_stretch *all)
{
    cp_int low = all->low;
    if (out->is_endless)
        return false;
    if (cp_int_compare(p->ints, out->high, low) >= 0)
        low = cp_int_add(p->ints, out->high, CP_INT(1));
    if (!all->is_endless && cp_int_compare(p->ints, low, all->high) > 0)
        return false;
    stretch_from(out, m, p, path, low);
    if (!all->is_endless &&
        (out->is_endless || cp_int_compare(p->ints, out->high, all->high) > 0)) {
        out->high = all->high;
        out->is_endless = false;
    }
    return true;
}

bool cp_stretch_sample(const cp_stretch *s, struct cp_position *p, const cp_path *path,
                       cp_int *length)
{
    *length = s->low;
    return !path->ray.primes ||
           cp_int_next_prime(p->ints, s->low, s->is_endless ? NULL : &s->high, length);
}
