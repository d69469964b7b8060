/* SPDX-License-Identifier: MIT */
/* replies.c -- a man may have endlessly many moves; a finite set of tries decides.
 *
 * 1. The king's steps are finite; each is judged on its board.
 * 2. Leaps are finite too, and so is taking in passing.
 * 3. A path ends at a man that is taken, or not; the lengths before it fall into
 *    intervals (replies.h), and one length of each is judged.
 *    - Nothing attacks the king when the piece is lifted: there is one interval, of
 *      which the first length decides; no barrier is even looked for. (On an endless
 *      path of primes the men on it are finite and the primes are not.)
 *    - Something does: a length off the barriers of that attack is not legal, and is
 *      not judged.
 * 4. On a board of trapdoors it is asked again with the men lifted that fall at the
 *    end of this very turn, whatever is played; but a turn that checkmates has no
 *    falls (R-TD-5). So lengths differ also where the turn gives check, and where it
 *    mates:
 *    - Whether it gives check changes where the piece comes upon a line through the
 *      enemy king, or near it.
 *    - If one length gives check and does not mate, some reply answers it. That answers
 *      other lengths too, up to where the piece comes in line with a square of the reply
 *      or with the king after it: only from there could it stand in the way, or attack.
 *    - If it mates, others do too, up to where the piece comes in line with any man or
 *      with a square next to the king.
 *    - A king that stands on the line on which a piece jumps primes is in check or not
 *      at each length for itself. It answers all of them if it can step off that line.
 *    - Of pieces by primes that are stopped (R-ICN-9) those that stand on the mover's own
 *      line, or the mover if it is one there, meet it on each length otherwise. All else it
 *      meets on single lengths, as above.
 *    - Only there, or where a king cannot step off, or where a reply in turn is legal just
 *      because it mates, this is no proof: lengths are tried one by one, and beyond FAR of
 *      them the answer is left open.
 *
 * 5. One that takes over a piece attacks along a line on which others may come to stand, whether
 *    it attacks now or not. So the squares between it and the king are a barrier, too, and
 *    that next to the king is one for itself: there alone stands what is gone over by one that
 *    lands just behind. The law refuses such pieces on a plane beside trapdoors, bodies, and royal
 *    pieces that slide without end, of which this says nothing.
 *
 * It rests on riders that visit every square of their lines: the law refuses others.
 *
 * Why so: D23 (DECISIONS.md). */
#include "rules/chess/replies.h"

#include <stdlib.h>

enum { PRIMES_TRIED = 256 }; /* intervals of one path among the primes of an attack */
enum { FAR = 64 };           /* lengths judged one by one where nothing better is known */

/* ---- barriers ---- */

/* The squares from first to last, both on one line of that family. */
static void add_barrier(struct cp_restraint *m, const struct cp_position *p, uint32_t line,
                        cp_square first, cp_square last)
{
    cp_int a = cp_line_place(p->law, line, first), b = cp_line_place(p->law, line, last);
    bool rises = cp_int_compare(p->ints, a, b) <= 0;
    m->lacks_barriers |= m->barrier_count == CP_BARRIERS_MOST;
    if (m->lacks_barriers)
        return;
    m->barriers[m->barrier_count++] = (cp_barrier){.line = line,
                                                   .key = cp_line_key(p->law, p->ints, line, first),
                                                   .low = rises ? a : b,
                                                   .high = rises ? b : a};
}

/* The squares on `steps` steps from a man on along a path. */
static void add_steps(struct cp_restraint *m, const struct cp_position *p, int32_t man,
                      const cp_path *path, cp_int steps)
{
    const cp_ray *ray = &path->ray;
    if (cp_int_sign(p->ints, steps) > 0)
        add_barrier(m, p, path->line, cp_square_leap(p->ints, p->at[man], ray->dx, ray->dy),
                    cp_square_step(p->ints, p->at[man], ray->dx, ray->dy, steps));
}

/* Those prime ones of the squares before the king that a man could stop it on. */
static void add_primes(struct cp_restraint *m, const struct cp_position *p, int32_t man,
                       const cp_path *path, cp_int steps)
{
    const cp_ray *ray = &path->ray;
    uint32_t before = m->barrier_count;
    if (cp_int_compare(p->ints, steps, CP_INT(ray->low)) < 0)
        return;
    cp_square first = cp_square_step(p->ints, p->at[man], ray->dx, ray->dy, CP_INT(ray->low));
    add_barrier(m, p, path->line, first,
                cp_square_step(p->ints, p->at[man], ray->dx, ray->dy, steps));
    if (m->barrier_count == before)
        return;
    m->barriers[before].primes = true;
    m->barriers[before].from = cp_line_place(p->law, path->line, p->at[man]);
}

/* Whether a single square, on whatever line, is a barrier already. */
static bool has_barrier(const struct cp_restraint *m, const struct cp_position *p, cp_square at)
{
    cp_int key = cp_line_key(p->law, p->ints, 0, at), where = cp_line_place(p->law, 0, at);
    for (uint32_t b = 0; b < m->barrier_count; b++) {
        const cp_barrier *other = &m->barriers[b];
        if (other->line == 0 && cp_int_equal(other->key, key) && !other->primes &&
            cp_int_equal(other->low, where) && cp_int_equal(other->high, where))
            return true;
    }
    return false;
}

static void add_man(struct cp_restraint *m, const struct cp_position *p, int32_t man,
                    const cp_spot *king)
{
    if (CP_UNLIKELY(cp_movement_of(p, man)->route_count)) {
        /* The squares of all ways that bend by which a man attacks: who stands on one stops those
         * that lead over it. */
        const cp_route *route;
        uint32_t from = 0, stop;
        while ((route = cp_man_route(p, man, king->at, CP_RAY_TAKES, &from, &stop)) != NULL)
            for (uint32_t i = 0; i < stop; i++) {
                /* A single square, on whatever line; those of several routes are told once. */
                cp_square at =
                    cp_square_leap(p->ints, p->at[man], route->by[i].dx, route->by[i].dy);
                if (!has_barrier(m, p, at))
                    add_barrier(m, p, 0, at, at);
            }
    }
    const cp_path *path = cp_man_path(p, man, king, CP_RAY_TAKES);
    if (!path || (!path->ray.blocked && (path->ray.leaps || path->ray.primes)))
        return;
    cp_int steps = cp_int_abs(p->ints, cp_line_steps(p, path->line, p->at[man], king->at));
    steps = cp_int_sub(p->ints, steps, CP_INT(1));
    if (path->ray.blocked)
        add_primes(m, p, man, path, steps);
    else
        add_steps(m, p, man, path, steps);
}

static void add_body(struct cp_restraint *m, const struct cp_position *p, int32_t man,
                     const cp_spot *king)
{
    cp_body body;
    cp_body_attack ways[CP_BODY_PATHS];
    if (!cp_body_find(p, man, &body))
        return;
    uint32_t count = cp_body_attacks(p, &body, king, ways);
    for (uint32_t w = 0; w < count; w++)
        for (uint32_t i = 0; i < body.count; i++) {
            if (!cp_body_leads(p->law, i, ways[w].path))
                continue;
            bool takes = body.man[i] == ways[w].man; /* its last square is the king's own */
            add_steps(m, p, body.man[i], ways[w].path,
                      cp_int_sub(p->ints, ways[w].steps, CP_INT(takes)));
        }
}

/* The same where men are many; only attacks along lines have barriers. */
static uint32_t add_barriers_of_many(struct cp_restraint *m, const struct cp_position *p,
                                     const cp_spot *king)
{
    enum cp_side other = cp_other((enum cp_side)p->side[m->man]);
    uint32_t before = m->barrier_count;
    int32_t lead, near[CP_BODIES_NEAR];
    if (!cp_attackers(p, king, other, &lead, 1))
        return 0;
    bool is_man = cp_man_reaches(p, lead, king, CP_RAY_TAKES);
    if (is_man)
        add_man(m, p, lead, king);
    else
        add_body(m, p, lead, king);
    uint32_t first = m->barrier_count - before;
    struct cp_comers c =
        p->law->route_span ? cp_comers_on(p, king, other) : cp_comers_on_lines(p, king, other);
    for (int32_t man; (man = cp_comers_next(&c)) != CP_NOBODY;)
        if (man != lead && cp_man_reaches(p, man, king, CP_RAY_TAKES))
            add_man(m, p, man, king);
    uint32_t bodies = p->law->has_bodies ? cp_bodies_near(p, king, other, near) : 0;
    for (uint32_t i = 0; i < bodies; i++)
        if (is_man || near[i] != lead)
            add_body(m, p, near[i], king);
    return first;
}

/* The barriers of every attack on the king, as the board stands; returns how many of
 * them are the first attack's. */
static uint32_t add_barriers(struct cp_restraint *m, const struct cp_position *p,
                             const cp_spot *king)
{
    enum cp_side side = (enum cp_side)p->side[m->man];
    uint32_t before = m->barrier_count, first = 0;
    bool is_first = true;
    if (CP_UNLIKELY(p->has_trees))
        return add_barriers_of_many(m, p, king);
    for (int32_t man = 0; man < (int32_t)p->count; man++) {
        if (p->gone[man] || p->side[man] == side)
            continue;
        if (cp_man_reaches(p, man, king, CP_RAY_TAKES)) {
            add_man(m, p, man, king);
            first = is_first ? m->barrier_count - before : first;
            is_first = false;
        }
        if (!p->law->has_bodies)
            continue;
        uint32_t so_far = m->barrier_count;
        add_body(m, p, man, king);
        if (is_first && m->barrier_count > so_far)
            first = m->barrier_count - before;
        is_first &= m->barrier_count == so_far;
    }
    return first;
}

/* Squares on which a man may be gone over by one that attacks the king, or be one too many. */
static void add_hops(struct cp_restraint *m, const struct cp_position *p, const cp_spot *king)
{
    struct cp_comers c = cp_comers_on_lines(p, king, cp_other((enum cp_side)p->side[m->man]));
    uint32_t before = m->barrier_count;
    if (CP_LIKELY(!p->law->hop_lines))
        return;
    for (int32_t man; (man = cp_comers_next(&c)) != CP_NOBODY;) {
        const struct cp_movement *movement = cp_movement_of(p, man);
        for (uint32_t i = 0; i < movement->path_count; i++) {
            const cp_path *path = &movement->paths[i];
            const cp_int *key = &p->key[(uint32_t)man * p->law->line_count];
            if (!path->ray.hops || !(path->ray.use & CP_RAY_TAKES) ||
                !cp_int_equal(key[path->line], king->key[path->line]))
                continue;
            cp_int steps = cp_path_steps(p, path, p->at[man], king->at);
            if (cp_int_compare(p->ints, steps, CP_INT(2)) < 0)
                continue;
            add_steps(m, p, man, path, cp_int_sub(p->ints, steps, CP_INT(1)));
            cp_square next = cp_square_leap(p->ints, king->at, -path->ray.dx, -path->ray.dy);
            if (path->ray.hops == CP_HOPS_NEXT)
                add_barrier(m, p, path->line, next, next);
        }
    }
    m->is_held |= m->barrier_count > before || m->lacks_barriers;
}

static void lift(struct cp_position *p, const cp_body *body)
{
    for (uint32_t i = 0; i < body->count; i++)
        cp_position_del(p, body->man[i]);
}

static void put_back(struct cp_position *p, const cp_body *body)
{
    for (uint32_t i = 0; i < body->count; i++)
        cp_position_put(p, body->man[i], p->at[body->man[i]]);
}

/* Whether all squares that stop an attack are one stretch of a line, empty; or there are none. */
static bool is_stretch(const struct cp_position *p, int32_t by, const cp_spot *king)
{
    if (cp_movement_of(p, by)->route_count || !cp_man_reaches(p, by, king, CP_RAY_TAKES))
        return false; /* by one that bends, or by a body */
    const cp_path *path = cp_man_path(p, by, king, CP_RAY_TAKES);
    return !path || !path->ray.blocked;
}

/* Asks what attacks each of several, the mover lifted. Two stretches between two kings and
 * their attackers never overlap: a path on the line of one meets the other at one length at
 * most. So where they are to be stopped both, each length is for itself, and it does not
 * matter what else attacks; but a body moves on several lines at once. */
static void find_barriers_of_several(struct cp_restraint *m, struct cp_position *p)
{
    enum cp_side side = (enum cp_side)p->side[m->man];
    uint32_t stretches = 0;
    int32_t by;
    cp_spot spot;
    for (int32_t king = p->king[side]; king != CP_NOBODY && stretches < 2;
         king = cp_royal_after(p, king)) {
        cp_spot_of_man(&spot, p, king);
        if (king == m->man || !cp_attackers(p, &spot, cp_other(side), &by, 1))
            continue;
        uint32_t first = add_barriers(m, p, &spot);
        m->stops = m->is_held ? m->stops : first;
        m->is_held = m->must_stop = true;
        stretches += !m->is_body && is_stretch(p, by, &spot);
    }
    for (int32_t king = p->king[side]; king != CP_NOBODY && p->law->hop_lines;
         king = cp_royal_after(p, king)) {
        cp_spot_of_man(&spot, p, king);
        if (king != m->man)
            add_hops(m, p, &spot);
    }
}

/* Asks what attacks the king, the mover lifted, and again with all that fall. */
static void find_barriers(struct cp_restraint *m, struct cp_position *p, const cp_spot *king)
{
    enum cp_side other = cp_other((enum cp_side)p->side[m->man]);
    if (cp_is_attacked(p, king, other)) {
        m->is_held = m->must_stop = true;
        m->stops = add_barriers(m, p, king);
    }
    add_hops(m, p, king);
    if (!p->delay)
        return;
    struct cp_position *after = cp_falls_foreseen(p);
    if (after && !m->is_body) {
        /* The same on the board after all that fall, where men are many. */
        bool stays = !after->gone[m->man];
        if (after->gone[p->king[p->side[m->man]]])
            return;
        if (stays)
            cp_position_del(after, m->man);
        if (cp_is_attacked(after, king, cp_other((enum cp_side)p->side[m->man]))) {
            (void)add_barriers(m, after, king);
            m->is_held = m->may_mate = true;
        }
        if (stays)
            cp_position_put(after, m->man, after->at[m->man]);
        return;
    }
    if (!cp_falls_lift(p, m->man))
        return;
    p->lifted += p->fallen_count - p->fallen_mark;
    if (cp_is_attacked(p, king, other)) {
        (void)add_barriers(m, p, king);
        m->is_held = m->may_mate = true;
    }
    cp_falls_put_back(p);
}

/* Most men hold nothing back from their king: what attacks it then is known. */
static bool is_plain(const struct cp_restraint *m, const struct cp_position *p, int32_t king)
{
    return !p->delay && !p->law->has_bodies && !p->law->hop_lines && p->checks < 2 &&
           p->side[m->man] == p->turn && cp_man_hides_nobody(p, m->man, king);
}

bool cp_restraint_find(struct cp_restraint *m, struct cp_position *p, int32_t man, bool is_body)
{
    cp_body body = {{man}, 1};
    int32_t king = p->king[p->side[man]], enemy = p->king[!p->side[man]];
    if (is_body && !cp_body_find(p, man, &body))
        return false;
    m->man = man;
    m->is_body = is_body;
    m->is_held = m->must_stop = m->may_mate = m->lacks_barriers = false;
    m->is_royal = !is_body && cp_is_king(p, man);
    m->barrier_count = m->stops = 0;
    m->count = body.count;
    for (uint32_t i = 0; i < body.count; i++)
        m->squares[i] = p->at[body.man[i]];
    if (enemy != CP_NOBODY)
        cp_spot_of_man(&m->enemy_king, p, enemy);
    if (king == CP_NOBODY || (m->is_royal && !p->next_royal))
        return true;
    if (CP_UNLIKELY(p->next_royal != NULL)) {
        lift(p, &body);
        find_barriers_of_several(m, p);
        put_back(p, &body);
        return true;
    }
    cp_spot spot;
    cp_spot_of_man(&spot, p, king);
    if (is_plain(m, p, king)) {
        m->is_held = m->must_stop = p->checks > 0;
        if (p->checks)
            add_man(m, p, p->checker[0], &spot);
        m->stops = m->barrier_count;
        return true;
    }
    lift(p, &body);
    find_barriers(m, p, &spot);
    put_back(p, &body);
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
    bool among_primes; /* along an attack by primes, where they come one by one */
    bool is_each;      /* of a royal piece: no two lengths are alike */
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

/* The length at which a square, going along a path, comes upon another line. */
static bool meets_line(const struct cp_position *p, const cp_path *path, cp_square from,
                       uint32_t line, cp_int key, cp_int *length)
{
    const struct cp_law *law = p->law;
    struct cp_ints *t = p->ints;
    int32_t per_step = law->line_dy[line] * path->ray.dx - law->line_dx[line] * path->ray.dy;
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
    cp_int way = cp_int_sub(c->p->ints, coordinate, cp_line_place(law, line, from));
    if (stride < 0)
        way = cp_int_negate(c->p->ints, way);
    if (stride != 1 && stride != -1)
        (void)cp_int_divide(c->p->ints, way, stride < 0 ? -stride : stride, &way);
    return way;
}

enum { LOOK = 4096 }; /* lengths looked through for a prime distance at once */

/* Along an attack by primes: where the mover comes to a prime distance from its origin, or
 * leaves it; between two of them it stops nothing. */
static void note_primes(struct change *c, cp_square from, const cp_barrier *b)
{
    struct cp_position *p = c->p;
    cp_int last = length_to(c, from, b->low), first = length_to(c, from, b->high);
    cp_int origin = length_to(c, from, b->from);
    if (cp_int_compare(p->ints, first, last) > 0) {
        cp_int swap = first;
        first = last;
        last = swap;
    }
    if (cp_int_compare(p->ints, c->after, first) < 0 || cp_int_compare(p->ints, c->after, last) > 0)
        return;
    c->among_primes = true;
    for (int32_t n = 0; n < LOOK; n++) {
        cp_int length = cp_int_add(p->ints, c->after, CP_INT(n));
        if (!cp_int_is_prime(p->ints, cp_int_abs(p->ints, cp_int_sub(p->ints, length, origin))))
            continue;
        note_one(c, length);
        return;
    }
    note(c, cp_int_add(p->ints, c->after, CP_INT(LOOK)));
}

/* Where it comes upon a line; true: it goes along that one. */
static bool note_line(struct change *c, cp_square from, uint32_t line, cp_int key)
{
    const struct cp_position *p = c->p;
    cp_int n;
    if (line == c->path->line)
        return cp_int_equal(cp_line_key(p->law, p->ints, line, from), key);
    if (meets_line(p, c->path, from, line, key, &n))
        note_one(c, n);
    return false;
}

static void note_barrier(struct change *c, cp_square from, const cp_barrier *b)
{
    if (!note_line(c, from, b->line, b->key))
        return;
    note_one(c, length_to(c, from, b->low));  /* one of them is its first square, */
    note_one(c, length_to(c, from, b->high)); /* the other its last */
    if (CP_UNLIKELY(b->primes))
        note_primes(c, from, b);
}

/* Where a leaping path passes men: the one it stands on, if any, and the next. */
static void note_men(struct change *c, const struct cp_restraint *m)
{
    const struct cp_position *p = c->p;
    uint32_t line = c->path->line;
    const cp_ray *ray = &c->path->ray;
    cp_square here = cp_square_step(p->ints, m->squares[0], ray->dx, ray->dy, c->after);
    if (cp_position_get(p, here) != CP_NOBODY)
        note_one(c, c->after);
    int32_t next = cp_position_beyond(p, line, cp_line_key(p->law, p->ints, line, here),
                                      cp_line_place(p->law, line, here), c->path->way);
    if (next != CP_NOBODY)
        note_one(c, length_to(c, m->squares[0], cp_line_place(p->law, line, p->at[next])));
}

/* A square on which the mover, from one of its own, or in line with which it may matter. */
static void note_square(struct change *c, cp_square from, cp_square at)
{
    const struct cp_law *law = c->p->law;
    for (uint32_t line = 0; line < law->line_count; line++)
        if (note_line(c, from, line, cp_line_key(law, c->p->ints, line, at)))
            note_one(c, length_to(c, from, cp_line_place(law, line, at)));
}

/* The same; and with bodies also the squares that matter to one that would enter it. */
static void note_around(struct change *c, cp_square from, cp_square at)
{
    const struct cp_body_words *b = &c->p->law->variant->body;
    int32_t wide = c->p->law->has_bodies ? b->files - 1 : 0;
    int32_t high = c->p->law->has_bodies ? b->ranks - 1 : 0;
    for (int32_t file = -wide; file <= wide; file++)
        for (int32_t rank = -high; rank <= high; rank++)
            note_square(c, from, cp_square_leap(c->p->ints, at, file, rank));
}

/* How many lengths it takes on one axis to come within a span; false: it never does. */
static bool comes_within(struct cp_ints *t, cp_int away, int32_t step, int32_t span, cp_int *length)
{
    cp_int left = cp_int_sub(t, cp_int_abs(t, away), CP_INT(span));
    *length = CP_INT(0);
    if (cp_int_sign(t, left) <= 0)
        return true;
    if (step == 0 || cp_int_sign(t, away) != (step > 0 ? 1 : -1))
        return false;
    (void)cp_int_divide(t, left, abs(step), length);
    return true;
}

/* Near one that bends each length is for itself: it may stand on its way. */
static void note_routes(struct change *c, cp_square from)
{
    const struct cp_position *p = c->p;
    struct cp_ints *t = p->ints;
    const cp_ray *ray = &c->path->ray;
    cp_square here = cp_square_step(t, from, ray->dx, ray->dy, c->after);
    for (int32_t man = 0; p->law->route_span && man < (int32_t)p->count; man++) {
        cp_int files = cp_int_sub(t, p->at[man].file, here.file), n;
        cp_int ranks = cp_int_sub(t, p->at[man].rank, here.rank), m;
        if (p->gone[man] || !cp_movement_of(p, man)->route_count ||
            !comes_within(t, files, ray->dx, p->law->route_span, &n) ||
            !comes_within(t, ranks, ray->dy, p->law->route_span, &m))
            continue;
        n = cp_int_compare(t, n, m) < 0 ? m : n;
        n = cp_int_sign(t, n) > 0 ? n : CP_INT(1);
        note(c, cp_int_add(t, c->after, n));
    }
}

/* Where a king stands, or would. */
static void note_king(struct change *c, const struct cp_restraint *m, cp_square from,
                      cp_square king)
{
    const struct cp_movement *movement = cp_movement_of(c->p, m->man);
    note_routes(c, from);
    note_around(c, from, king);
    for (uint32_t i = 0; i < movement->leap_count; i++) {
        const cp_leap *leap = &movement->leaps[i];
        note_square(c, from, cp_square_leap(c->p->ints, king, -leap->dx, -leap->dy));
    }
}

/* Where a turn could give check, and so mate before any man falls. */
static void note_checks(struct change *c, const struct cp_restraint *m, cp_square from)
{
    note_king(c, m, from, m->enemy_king.at);
    /* Where the mover could join others to a body. */
    const struct cp_position *p = c->p;
    if (!p->law->has_bodies || p->kind[m->man] != p->law->variant->body.of)
        return;
    for (uint32_t man = 0; man < p->count; man++)
        if (!p->gone[man] && p->side[man] == p->side[m->man] && p->kind[man] == p->kind[m->man])
            note_around(c, from, p->at[man]);
}

/* Where it could matter to a reply, by which a king may have gone elsewhere. */
static void note_reply(struct change *c, const struct cp_restraint *m, cp_square from,
                       const cp_move *reply)
{
    struct cp_position *p = c->p;
    const struct cp_body_words *b = &p->law->variant->body;
    int32_t files = reply->is_body ? b->files : 1, ranks = reply->is_body ? b->ranks : 1;
    bool is_king = p->king[p->side[reply->man]] == reply->man;
    note_king(c, m, from, is_king ? reply->to : m->enemy_king.at);
    for (int32_t file = 0; file < files; file++)
        for (int32_t rank = 0; rank < ranks; rank++) {
            note_square(c, from, cp_square_leap(p->ints, reply->from, file, rank));
            note_square(c, from, cp_square_leap(p->ints, reply->to, file, rank));
        }
    if (reply->taken != CP_NOBODY)
        note_square(c, from, p->at[reply->taken]);
}

/* Where it could matter to any. */
static void note_replies(struct change *c, const struct cp_restraint *m, cp_square from)
{
    struct cp_position *p = c->p;
    const struct cp_movement *king = cp_movement_of(p, p->king[!p->side[m->man]]);
    for (uint32_t man = 0; man < p->count; man++)
        if (!p->gone[man])
            note_around(c, from, p->at[man]);
    for (uint32_t i = 0; i < king->leap_count; i++)
        note_king(c, m, from,
                  cp_square_leap(p->ints, m->enemy_king.at, king->leaps[i].dx, king->leaps[i].dy));
    for (uint32_t i = 0; i < king->path_count; i++)
        for (int32_t n = king->paths[i].ray.low; n <= king->paths[i].ray.high; n++)
            note_king(c, m, from,
                      cp_square_leap(p->ints, m->enemy_king.at, n * king->paths[i].ray.dx,
                                     n * king->paths[i].ray.dy));
}

static bool is_on_barrier(const struct cp_position *p, cp_square at, const cp_barrier *b)
{
    cp_int here = cp_line_place(p->law, b->line, at);
    return cp_int_equal(cp_line_key(p->law, p->ints, b->line, at), b->key) &&
           cp_int_compare(p->ints, b->low, here) <= 0 &&
           cp_int_compare(p->ints, here, b->high) <= 0;
}

/* Whether a mover going by (dx,dy) may stop the attack that it has to stop: by standing
 * on one of its squares, or by taking. */
static bool may_stop(const struct cp_restraint *m, const struct cp_position *p, cp_square by)
{
    if (!m->must_stop)
        return true;
    for (uint32_t i = 0; i < m->count; i++) {
        cp_square at = cp_square_shift(p->ints, m->squares[i], by);
        for (uint32_t b = 0; b < m->stops; b++)
            if (is_on_barrier(p, at, &m->barriers[b]))
                return true;
    }
    return !m->is_body &&
           cp_position_get(p, cp_square_shift(p->ints, m->squares[0], by)) != CP_NOBODY;
}

static cp_square square_on(struct cp_position *p, int32_t man, const cp_path *path, cp_int length)
{
    return cp_square_step(p->ints, p->at[man], path->ray.dx, path->ray.dy, length);
}

static cp_square way_of(struct cp_position *p, const cp_path *path, cp_int length)
{
    const cp_square home = {CP_INT(0), CP_INT(0)};
    return cp_square_step(p->ints, home, path->ray.dx, path->ray.dy, length);
}

/* ---- a royal piece on its way ----
 *
 * It must not be attacked where it comes to stand. What a man attacks of a way is a few single
 * lengths: where leaps and bent ways end, where another line of its own crosses. Along the way
 * itself it attacks a stretch, whose ends are those of its range or the man itself; only by
 * primes that is not so, and each length is for itself, unless something else attacks it on
 * all of them. */

static void note_single(struct change *c, cp_square from, cp_square at)
{
    const struct cp_law *law = c->p->law;
    uint32_t line = c->path->line;
    if (cp_int_equal(cp_line_key(law, c->p->ints, line, from),
                     cp_line_key(law, c->p->ints, line, at)))
        note_one(c, length_to(c, from, cp_line_place(law, line, at)));
}

/* The ends of a stretch of so many steps from a length on, either way. */
static void note_range(struct change *c, cp_int length, int32_t steps)
{
    note_one(c, cp_int_add(c->p->ints, length, CP_INT(steps)));
    note_one(c, cp_int_sub(c->p->ints, length, CP_INT(steps)));
}

static void note_attack_along(struct change *c, cp_square from, int32_t man, const cp_path *path)
{
    const struct cp_position *p = c->p;
    cp_square at = p->at[man];
    if (!(path->ray.use & (CP_RAY_TAKES | CP_RAY_FACES)) ||
        !note_line(c, from, path->line, cp_line_key(p->law, p->ints, path->line, at)))
        return;
    cp_int n = length_to(c, from, cp_line_place(p->law, path->line, at));
    note_one(c, n);
    note_range(c, n, path->ray.low);
    if (path->ray.high)
        note_range(c, n, path->ray.high);
    c->is_each |= path->ray.primes;
}

static void note_attacks_of(struct change *c, cp_square from, int32_t man)
{
    const struct cp_position *p = c->p;
    const struct cp_movement *m = cp_movement_of(p, man);
    for (uint32_t i = 0; i < m->leap_count; i++)
        note_single(c, from, cp_square_leap(p->ints, p->at[man], m->leaps[i].dx, m->leaps[i].dy));
    for (uint32_t r = 0; r < m->route_count; r++)
        for (uint32_t i = 0; i < m->routes[r].count; i++)
            note_single(
                c, from,
                cp_square_leap(p->ints, p->at[man], m->routes[r].by[i].dx, m->routes[r].by[i].dy));
    for (uint32_t i = 0; i < m->path_count; i++)
        note_attack_along(c, from, man, &m->paths[i]);
}

/* Whether it is attacked at this length, but by primes along its way. */
static bool is_attacked_otherwise(const struct change *c, const struct cp_restraint *m)
{
    struct cp_position *p = c->p;
    bool is_attacked = false;
    cp_spot spot;
    cp_spot_init(&spot, p, square_on(p, m->man, c->path, c->after));
    cp_position_del(p, m->man);
    for (int32_t man = 0; man < (int32_t)p->count && !is_attacked; man++) {
        if (p->gone[man] || p->side[man] == p->side[m->man] ||
            !cp_man_reaches(p, man, &spot, CP_RAY_TAKES))
            continue;
        const cp_path *path = cp_man_path(p, man, &spot, CP_RAY_TAKES);
        is_attacked = !path || !path->ray.primes || path->line != c->path->line;
    }
    cp_position_put(p, m->man, m->squares[0]);
    return is_attacked;
}

/* Blocks of men, and what falls, are left to lengths one by one. */
static void note_attacks(struct change *c, const struct cp_restraint *m)
{
    struct cp_position *p = c->p;
    c->is_each = p->law->has_bodies || p->delay;
    for (int32_t man = 0; man < (int32_t)p->count; man++)
        if (!p->gone[man] && p->side[man] != p->side[m->man])
            note_attacks_of(c, m->squares[0], man);
    c->is_each =
        c->is_each && may_stop(m, p, way_of(p, c->path, c->after)) && !is_attacked_otherwise(c, m);
    if (c->is_each)
        note(c, cp_int_add(p->ints, c->after, CP_INT(1)));
}

/* The lengths from low on that are alike. On a board with edges they are few where a
 * turn may mate, or of primes. */
static void interval_from(cp_interval *out, const struct cp_restraint *m, struct cp_position *p,
                          const cp_path *path, cp_int low)
{
    struct change c = {.p = p, .path = path, .after = low};
    uint32_t tries = out->tries;
    for (uint32_t i = 0; i < m->count; i++) {
        for (uint32_t b = 0; b < m->barrier_count; b++)
            note_barrier(&c, m->squares[i], &m->barriers[b]);
        if (m->may_mate)
            note_checks(&c, m, m->squares[i]);
    }
    if ((path->ray.leaps || path->ray.primes) && !path->ray.blocked)
        note_men(&c, m);
    const struct cp_variant *v = c.p->law->variant;
    const struct cp_promotion *own = &v->promotion[c.p->side[m->man]];
    struct cp_ints *t = c.p->ints;
    int32_t dy = c.path->ray.dy;
    bool promotes = !m->is_body && v->kinds[c.p->kind[m->man]].promotes;
    c.is_each |= promotes && own->on.is_said;
    if (promotes && dy) {
        for (uint32_t i = 0; i < own->rank_count; i++) {
            cp_int n, away = cp_int_sub(t, own->ranks[i], m->squares[0].rank);
            if (dy < 0)
                away = cp_int_negate(t, away);
            if (cp_int_divide(t, away, dy < 0 ? -dy : dy, &n) == 0)
                note_one(&c, n);
        }
    }
    if (m->is_royal)
        note_attacks(&c, m);
    if (p->law->variant->bounded && (m->may_mate || path->ray.primes))
        note(&c, cp_int_add(p->ints, low, CP_INT(1)));
    *out = (cp_interval){
        .low = low, .is_endless = !c.is_known, .tries = tries + (c.among_primes || c.is_each)};
    if (c.is_known)
        out->high = cp_int_sub(p->ints, c.at, CP_INT(1));
}

bool cp_interval_sample(const cp_interval *i, const struct cp_restraint *m, struct cp_position *p,
                        const cp_path *path, cp_int *length)
{
    *length = i->low;
    return (!m->must_stop || may_stop(m, p, way_of(p, path, i->low))) &&
           (!path->ray.primes ||
            cp_int_next_prime(p->ints, i->low, i->is_endless ? NULL : &i->high, length));
}

static bool is_stopped_along(const struct cp_position *p, int32_t man, uint32_t line)
{
    const struct cp_movement *m = cp_movement_of(p, man);
    for (uint32_t i = 0; i < m->path_count; i++)
        if (m->paths[i].ray.blocked && m->paths[i].line == line)
            return true;
    return false;
}

/* Whether a piece whose primes are stopped, the mover too, stands on the path's own line: each
 * length of the mover may stop it, or be stopped, or be no prime. Other lines of theirs the
 * mover meets on one length each, as it does those of other riders. */
static bool is_line_of_stopped(const struct cp_restraint *m, const struct cp_position *p,
                               const cp_path *path)
{
    cp_int key = cp_line_key(p->law, p->ints, path->line, m->squares[0]);
    if (!(p->law->stopped_lines >> path->line & 1))
        return false;
    if (m->is_body || is_stopped_along(p, m->man, path->line))
        return true;
    for (uint32_t man = 0; man < p->count; man++)
        if (!p->gone[man] && is_stopped_along(p, (int32_t)man, path->line) &&
            cp_int_equal(p->key[man * p->law->line_count + path->line], key))
            return true;
    return false;
}

/* Lengths that are alike but perhaps in whether they mate, where that decides: up to the
 * first that may differ from the one that speaks for them. */
static void cut_by_mates(cp_interval *out, const struct cp_restraint *m, struct cp_position *p,
                         const cp_path *path)
{
    cp_move move;
    struct cp_exposure e;
    struct change c = {.p = p, .path = path};
    if (CP_UNLIKELY(p->law->has_royal_riders || is_line_of_stopped(m, p, path))) {
        /* what the other king can do, or whom it stands in the way of, nobody knows */
        out->is_open = cp_int_compare(p->ints, out->low, CP_INT(FAR)) >= 0;
        out->is_endless &= out->is_open;
        out->high = out->is_open ? out->high : out->low;
        return;
    }
    if (!cp_interval_sample(out, m, p, path, &c.after))
        return;
    cp_square to = square_on(p, m->man, path, c.after);
    enum cp_diag why = m->is_body ? cp_body_check_reach(p, m->man, to, &move)
                                  : cp_move_check_reach(p, m->man, to, CP_NO_KIND, &move);
    if (why != CP_OK || !cp_move_is_safe_at_once(p, &move, NULL))
        return;
    cp_exposure_find(&e, p, &move);
    /* Whether the mover, on its path, attacks by primes a king that stands on it. */
    const struct cp_movement *movement = cp_movement_of(p, m->man);
    cp_int key = cp_line_key(p->law, p->ints, path->line, m->squares[0]);
    bool aims = false;
    for (uint32_t i = 0; i < movement->path_count; i++)
        aims |= movement->paths[i].ray.primes && movement->paths[i].line == path->line;
    bool primes = aims && cp_int_equal(m->enemy_king.key[path->line], key);
    if (e.by == CP_NOBODY || (!e.gives_check && !primes))
        return;
    bool is_answered = primes ? cp_exposure_step_off(p, &move, path->line, &e.reply)
                              : e.mates == CP_NO && e.reply.is_plain;
    bool is_mate = e.mates == CP_YES && !e.nests && !primes;
    for (uint32_t i = 0; i < m->count; i++) {
        if (is_answered)
            note_reply(&c, m, m->squares[i], &e.reply.move);
        if (is_mate)
            note_replies(&c, m, m->squares[i]);
    }
    if (!is_answered && !is_mate) {
        out->is_open = cp_int_compare(p->ints, c.after, CP_INT(FAR)) >= 0;
        c.is_known = !out->is_open;
        c.at = cp_int_add(p->ints, c.after, CP_INT(1));
    }
    if (!c.is_known || (!out->is_endless && cp_int_compare(p->ints, c.at, out->high) > 0))
        return;
    out->high = cp_int_sub(p->ints, c.at, CP_INT(1));
    out->is_endless = false;
}

bool cp_interval_next(cp_interval *out, const struct cp_restraint *m, struct cp_position *p,
                      const cp_path *path, const cp_interval *all)
{
    cp_int low = all->low;
    if (out->is_endless)
        return false;
    if (cp_int_compare(p->ints, out->high, low) >= 0)
        low = cp_int_add(p->ints, out->high, CP_INT(1));
    if (!all->is_endless && cp_int_compare(p->ints, low, all->high) > 0)
        return false;
    interval_from(out, m, p, path, low);
    if (CP_UNLIKELY(out->tries > PRIMES_TRIED || m->lacks_barriers)) {
        *out = (cp_interval){.low = low, .high = all->high, .is_endless = all->is_endless};
        out->is_open = true;
        return true;
    }
    if (!all->is_endless &&
        (out->is_endless || cp_int_compare(p->ints, out->high, all->high) > 0)) {
        out->high = all->high;
        out->is_endless = false;
    }
    if (m->may_mate && !(!out->is_endless && cp_int_compare(p->ints, out->low, out->high) >= 0))
        cut_by_mates(out, m, p, path);
    return true;
}

/* ---- how far it goes at all ---- */

/* Whether a path comes upon none of the barriers one of which is to be stood on. Paths
 * that leap take on the way, and are not asked. */
static bool is_barred(const struct cp_restraint *m, const struct cp_position *p,
                      const cp_path *path)
{
    cp_int n;
    if (!m->must_stop || path->ray.leaps || path->ray.primes)
        return false;
    for (uint32_t i = 0; i < m->count; i++)
        for (uint32_t b = 0; b < m->stops; b++) {
            const cp_barrier *stop = &m->barriers[b];
            if (stop->line == path->line
                    ? cp_int_equal(cp_line_key(p->law, p->ints, stop->line, m->squares[i]),
                                   stop->key)
                    : meets_line(p, path, m->squares[i], stop->line, stop->key, &n))
                return false;
        }
    return true;
}

/* Whether a man may take another at a length of its path. */
static bool may_take(const struct cp_position *p, int32_t man, const cp_path *path, int32_t other,
                     cp_int steps)
{
    return p->owner[other] != p->owner[man] && !cp_is_void(p, other) &&
           path->ray.use & CP_RAY_TAKES &&
           cp_int_compare(p->ints, steps, CP_INT(path->ray.low)) >= 0;
}

/* The lengths behind the man that a hopper goes over, of which one kind has but the first;
 * out->free holds all that its range and the board's edges leave. */
static void reach_over(cp_reach *out, const struct cp_restraint *m, const struct cp_position *p,
                       const cp_path *path, const cp_spot *here)
{
    int32_t beyond, hurdle = cp_path_hurdle(p, here, path, &beyond);
    cp_interval all = out->free;
    cp_int steps;
    out->free = (cp_interval){.low = CP_INT(1), .high = CP_INT(0)};
    if (hurdle == CP_NOBODY)
        return;
    steps = cp_int_add(p->ints, cp_path_steps(p, path, here->at, p->at[hurdle]), CP_INT(1));
    if (!all.is_endless && cp_int_compare(p->ints, steps, all.high) > 0)
        return;
    all.low = steps;
    if (path->ray.hops == CP_HOPS_NEXT) {
        all.high = steps;
        all.is_endless = false;
    }
    if (beyond != CP_NOBODY) {
        steps = cp_path_steps(p, path, here->at, p->at[beyond]);
        if (all.is_endless || cp_int_compare(p->ints, steps, all.high) <= 0) {
            all.high = cp_int_sub(p->ints, steps, CP_INT(1));
            all.is_endless = false;
            out->stopped = beyond;
            out->takes = may_take(p, m->man, path, beyond, steps);
        }
    }
    out->free = all;
}

void cp_path_reach(cp_reach *out, const struct cp_restraint *m, const struct cp_position *p,
                   const cp_path *path)
{
    cp_int most, steps;
    cp_spot here;
    *out = (cp_reach){.stopped = CP_NOBODY, .is_barred = is_barred(m, p, path)};
    if (m->is_body) {
        cp_body body;
        cp_body_reach run;
        if (!cp_body_find(p, m->man, &body))
            return;
        cp_body_reach_find(&run, p, &body, path);
        out->free = (cp_interval){.low = CP_INT(1), .high = run.free, .is_endless = run.is_endless};
        out->stopped = run.met_count ? run.met[0] : CP_NOBODY;
        out->takes = cp_body_reach_takes(&run, p, (enum cp_side)p->side[m->man]) != CP_NOBODY;
        return;
    }
    bool ends = cp_path_limit(p, p->at[m->man], 1, 1, path, &most);
    out->free = (cp_interval){.low = CP_INT(path->ray.low), .high = most, .is_endless = !ends};
    if ((path->ray.leaps || path->ray.primes) && !path->ray.blocked)
        return;
    cp_spot_of_man(&here, p, m->man);
    if (CP_UNLIKELY(path->ray.hops)) {
        reach_over(out, m, p, path, &here);
        return;
    }
    int32_t first = path->ray.blocked ? cp_path_stop(p, &here, path, &steps)
                                      : cp_position_first(p, &here, path->line, path->way, &steps);
    if (first == CP_NOBODY || (ends && cp_int_compare(p->ints, steps, most) > 0))
        return;
    out->free.high = cp_int_sub(p->ints, steps, CP_INT(1));
    out->free.is_endless = false;
    out->stopped = first;
    out->takes = may_take(p, m->man, path, first, steps);
}

/* ---- is there any move ---- */

/* Whether the move that the man can make leaves its king safe. */
static bool is_legal(struct cp_position *p, cp_reply *reply)
{
    if (!p->delay) {
        reply->is_plain = true;
        return cp_move_is_safe(p, &reply->move);
    }
    bool before = p->asked_mate;
    p->asked_mate = false;
    bool is_safe = cp_move_is_safe(p, &reply->move);
    reply->is_plain = !p->asked_mate;
    p->asked_mate |= before;
    return is_safe;
}

/* Whether man may go to `to`, as whatever it may become there. */
static bool may_go(struct cp_position *p, int32_t man, cp_square to, cp_reply *reply)
{
    enum cp_diag why = cp_move_check_reach(p, man, to, CP_NO_KIND, &reply->move);
    /* What it becomes matters only where a turn that mates has no falls. */
    const struct cp_variant *v = p->law->variant;
    bool is_each = p->delay || cp_choices_differ(v, (int)p->turn);
    if (why == CP_OK && is_legal(p, reply))
        return true;
    if (why != CP_PROMOTION_MISSING && (why != CP_OK || !is_each))
        return false;
    const uint8_t *choices;
    uint32_t count = cp_choices_of(v, (int)p->turn, p->kind[man], &choices);
    for (uint32_t i = 0; i < (is_each ? count : count > 0); i++) {
        if (is_each && cp_move_check_reach(p, man, to, choices[i], &reply->move) != CP_OK)
            continue;
        reply->move.promotion = choices[i];
        if (is_legal(p, reply))
            return true;
    }
    return false;
}

static bool mover_may_go(struct cp_position *p, const struct cp_restraint *m, const cp_path *path,
                         cp_int length, cp_reply *reply)
{
    cp_square to = square_on(p, m->man, path, length);
    if (!m->is_body)
        return may_go(p, m->man, to, reply);
    return cp_body_check_reach(p, m->man, to, &reply->move) == CP_OK && is_legal(p, reply);
}

static bool can_go_along(struct cp_position *p, const struct cp_restraint *m, const cp_path *path,
                         cp_reply *reply)
{
    cp_reach reach;
    cp_int n;
    if (cp_is_spent(p, m->man, &path->ray) || path->ray.use & CP_RAY_FACES)
        return false;
    cp_path_reach(&reach, m, p, path);
    if (reach.takes &&
        mover_may_go(p, m, path, cp_int_add(p->ints, reach.free.high, CP_INT(1)), reply))
        return true;
    if (reach.is_barred)
        return false;
    for (cp_interval i = {.high = CP_INT(0)}; cp_interval_next(&i, m, p, path, &reach.free);) {
        if (cp_interval_sample(&i, m, p, path, &n) && mover_may_go(p, m, path, n, reply))
            return true;
        p->is_undecided |= i.is_open;
    }
    return false;
}

static CP_ALWAYS_INLINE bool can_leap_by(struct cp_position *p, int32_t man,
                                         const struct cp_restraint *m, int32_t dx, int32_t dy,
                                         cp_reply *reply)
{
    return (!m || may_stop(m, p, (cp_square){CP_INT(dx), CP_INT(dy)})) &&
           may_go(p, man, cp_square_leap(p->ints, p->at[man], dx, dy), reply);
}

static bool can_bend(struct cp_position *p, int32_t man, const struct cp_restraint *m,
                     const cp_route *route, cp_reply *reply)
{
    for (uint32_t i = 0; i < route->count && !cp_route_is_elsewhere(p, man, route); i++) {
        int32_t dx = route->by[i].dx, dy = route->by[i].dy;
        if (can_leap_by(p, man, m, dx, dy, reply))
            return true;
        if (cp_position_get(p, cp_square_leap(p->ints, p->at[man], dx, dy)) != CP_NOBODY)
            return false;
    }
    return false;
}

static bool can_leap(struct cp_position *p, int32_t man, const struct cp_restraint *m,
                     cp_reply *reply)
{
    const struct cp_movement *movement = cp_movement_of(p, man);
    for (uint32_t i = 0; i < movement->leap_count; i++)
        if (can_leap_by(p, man, m, movement->leaps[i].dx, movement->leaps[i].dy, reply))
            return true;
    for (uint32_t i = 0; i < movement->route_count; i++)
        if (can_bend(p, man, m, &movement->routes[i], reply))
            return true;
    return false;
}

/* Out of check most men have a move, and the first length of a path is one. */
static bool can_move_at_once(struct cp_position *p, int32_t man, cp_reply *reply)
{
    const struct cp_movement *movement = cp_movement_of(p, man);
    if (can_leap(p, man, NULL, reply))
        return true;
    for (uint32_t i = 0; i < movement->path_count; i++)
        if (may_go(p, man,
                   square_on(p, man, &movement->paths[i], CP_INT(movement->paths[i].ray.low)),
                   reply))
            return true;
    return false;
}

/* Along paths without an end. */
static bool can_king_ride(struct cp_position *p, int32_t king, cp_reply *reply)
{
    const struct cp_movement *movement = cp_movement_of(p, king);
    struct cp_restraint m;
    cp_int most;
    (void)!cp_restraint_find(&m, p, king, false);
    for (uint32_t i = 0; i < movement->path_count; i++)
        if (!cp_path_limit(p, p->at[king], 1, 1, &movement->paths[i], &most) &&
            can_go_along(p, &m, &movement->paths[i], reply))
            return true;
    return false;
}

/* Where a path ends, by its range or at the board's edge, each length may be tried. */
static bool can_go_step_by_step(struct cp_position *p, int32_t man, cp_reply *reply)
{
    const struct cp_movement *m = cp_movement_of(p, man);
    for (uint32_t i = 0; i < m->path_count; i++) {
        cp_int most;
        if (m->paths[i].ray.use & CP_RAY_FACES ||
            !cp_path_limit(p, p->at[man], 1, 1, &m->paths[i], &most))
            continue;
        for (int64_t n = m->paths[i].ray.low; n <= most.v; n++)
            if (may_go(p, man, square_on(p, man, &m->paths[i], CP_INT(n)), reply))
                return true;
    }
    return false;
}

static bool can_king_move(struct cp_position *p, int32_t king, cp_reply *reply)
{
    int32_t culprit;
    if (can_leap(p, king, NULL, reply))
        return true;
    for (int right = 0; p->law->castles && !p->checks && right <= 1; right++)
        if (cp_move_check_castling(p, king, right, &reply->move, &culprit) == CP_OK) {
            reply->is_plain = false; /* rare enough */
            return true;
        }
    if (can_go_step_by_step(p, king, reply))
        return true;
    return CP_UNLIKELY(p->law->has_royal_riders) && can_king_ride(p, king, reply);
}

bool cp_king_find_step_off(struct cp_position *p, uint32_t line, cp_reply *reply)
{
    int32_t king = p->king[p->turn];
    const struct cp_movement *m = cp_movement_of(p, king);
    for (uint32_t i = 0; i < m->leap_count; i++) {
        const cp_leap *leap = &m->leaps[i];
        int32_t off = p->law->line_dy[line] * leap->dx - p->law->line_dx[line] * leap->dy;
        if (off &&
            may_go(p, king, cp_square_leap(p->ints, p->at[king], leap->dx, leap->dy), reply) &&
            reply->is_plain)
            return true;
    }
    return false;
}

bool cp_man_find_reply(struct cp_position *p, int32_t man, cp_reply *reply)
{
    if (cp_is_king(p, man) || (p->law->castles && p->law->castlers >> p->kind[man] & 1))
        return can_king_move(p, man, reply);
    cp_square passed;
    if (p->passing != CP_NOBODY && p->law->variant->kinds[p->kind[man]].en_passant)
        for (uint32_t n = 0; n <= p->passed_more; n++)
            if (cp_position_passed(p, n, &passed) && may_go(p, man, passed, reply))
                return true;
    if (CP_UNLIKELY(p->law->tries_each))
        return can_leap(p, man, NULL, reply) || can_go_step_by_step(p, man, reply);
    const struct cp_movement *movement = cp_movement_of(p, man);
    struct cp_restraint m;
    if (!p->checks && can_move_at_once(p, man, reply))
        return true;
    if (movement->path_count || p->checks) {
        (void)!cp_restraint_find(&m, p, man, false);
        if (p->checks && can_leap(p, man, &m, reply))
            return true;
        for (uint32_t i = 0; i < movement->path_count; i++)
            if (can_go_along(p, &m, &movement->paths[i], reply))
                return true;
    }
    if (!p->law->has_bodies || !cp_restraint_find(&m, p, man, true))
        return false;
    for (uint32_t i = 0; i < p->law->body_path_count; i++)
        if (can_go_along(p, &m, &p->law->body_paths[p->side[man]][i], reply))
            return true;
    return false;
}

/* Of many men in check: the king, or one that may come to what gives check; CP_NOBODY when
 * none of them has a move. */
static int32_t find_first_help(struct cp_position *p, cp_reply *reply)
{
    cp_spot spot;
    int32_t man = p->king[p->turn];
    if (cp_man_find_reply(p, man, reply))
        return man;
    cp_spot_of_man(&spot, p, p->checker[0]);
    struct cp_comers c = cp_comers_on(p, &spot, p->turn);
    while ((man = cp_comers_next(&c)) != CP_NOBODY)
        if (cp_man_reaches(p, man, &spot, CP_RAY_TAKES) && cp_man_find_reply(p, man, reply))
            return man;
    return CP_NOBODY;
}

/* A man that has a legal move; CP_NOBODY when none has. */
static int32_t find_able(struct cp_position *p, cp_reply *reply)
{
    int32_t guess = p->able[p->turn];
    if (guess != CP_NOBODY && !p->gone[guess] && cp_man_find_reply(p, guess, reply))
        return guess;
    if (CP_UNLIKELY(p->has_trees) && p->checks && p->king[p->turn] != CP_NOBODY) {
        int32_t help = find_first_help(p, reply);
        if (help != CP_NOBODY)
            return help;
    }
    for (int32_t man = (int32_t)p->count - 1; man >= 0; man--)
        if (!p->gone[man] && p->owner[man] == p->turn && man != guess &&
            cp_man_find_reply(p, man, reply))
            return man;
    return CP_NOBODY;
}

/* Its king, or where it has none any man. */
static int32_t idler(const struct cp_position *p)
{
    int32_t man = p->king[p->turn];
    for (int32_t i = (int32_t)p->count - 1; i >= 0 && man == CP_NOBODY; i--)
        man = p->owner[i] == p->turn && !p->gone[i] ? i : CP_NOBODY;
    return man;
}

int32_t cp_position_passer(struct cp_position *p)
{
    enum cp_may_pass when = p->law->variant->may_pass[p->turn];
    cp_reply reply;
    if (CP_LIKELY(when == CP_PASSES_NEVER) || (p->checks && !p->is_faced) ||
        (when == CP_PASSES_STUCK && find_able(p, &reply) != CP_NOBODY) ||
        (p->law->variant->must_take && cp_can_take(p)))
        return CP_NOBODY;
    return idler(p);
}

/* What was left open on the way does not matter once there is one. */
bool cp_position_find_reply(struct cp_position *p, cp_reply *reply)
{
    bool before = p->is_undecided, is_begun = cp_falls_begin(p);
    int32_t man = find_able(p, reply), passer = CP_NOBODY;
    cp_falls_end(p, is_begun);
    if (man == CP_NOBODY)
        passer = cp_position_passer(p);
    if (passer != CP_NOBODY) {
        cp_move_begin_pass(&reply->move, p, passer);
        reply->is_plain = true;
        return true;
    }
    if (man == CP_NOBODY)
        return false;
    if (!cp_is_king(p, man)) /* whose moves cost most to judge */
        p->able[p->turn] = man;
    p->is_undecided = before;
    return true;
}
