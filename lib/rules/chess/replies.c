/* SPDX-License-Identifier: MIT */
/* replies.c -- a man may have endlessly many moves; a finite set of tries decides.
 *
 * Let B be the enemy men that would attack the king if man X were lifted.
 *
 * 1. X is the king: its steps are finite; each is judged on its board.
 * 2. B is empty: X's own king cannot be hit by X moving, so any square X
 *    reaches will do: each leap, and on each path the first length that lands
 *    on no man of its own. (On an endless line of prime lengths that search
 *    ends, for the men on it are finite and the primes are not.)
 * 3. B has a man b: X must take b or stand between b and the king. If b leaps,
 *    taking is all. Else "between" is a gap on one line:
 *      - a leap of X ends in it or does not;
 *      - a path of X on another line crosses it in one square at most;
 *      - a path of X along it meets it in a range of lengths. All of these are
 *        alike: the gap's squares lie on one line with the king, any other line
 *        of attack meets that line in the king's square only, so whether some
 *        other man hits the king does not depend on which is chosen. The
 *        shortest that fits (the next prime, where primes are asked) decides.
 *    Each try is judged on the board it leads to.
 * 4. Taking in passing ends on one square and empties another: tried for itself.
 * 5. On a board of trapdoors B is asked a second time with the men lifted who fall
 *    at the end of this very turn, whatever is played; but a turn that checkmates
 *    has no falls (R-TD-5). Only if nothing else is legal is that tried: near
 *    squares one by one, far ones where they give check, for whoever mates does.
 *    Where going anywhere gives check the answer is "undecided".
 *
 * Where men in blocks give check the gaps of 3 are not all: replies.c answers there.
 * Steps of 3 rest on riders that visit every square of their lines: the law
 * refuses others. */
#include "rules/chess/replies.h"

enum { FAR = 64 }; /* lengths tried one by one in step 5 */

static bool try_length(struct cp_position *p, int32_t man, const cp_path *path, cp_int n)
{
    return cp_man_may_go(p, man,
                         cp_square_step(p->ints, p->at[man], path->ray.dx, path->ray.dy, n));
}

static bool try_leaps(struct cp_position *p, int32_t man)
{
    const struct cp_manner *m = cp_manner_of(p, man);
    for (uint32_t i = 0; i < m->leap_count; i++)
        if (cp_man_may_go(p, man,
                          cp_square_leap(p->ints, p->at[man], m->leaps[i].dx, m->leaps[i].dy)))
            return true;
    return false;
}

/* ---- steps 1 and 2: free men ---- */

static bool in_range(const struct cp_position *p, const cp_path *path, cp_int n)
{
    return !path->ray.high || cp_int_compare(p->ints, n, CP_INT(path->ray.high)) <= 0;
}

/* A slide's first square, and the man it ends at. */
static bool try_slide(struct cp_position *p, int32_t man, const cp_path *path)
{
    cp_spot here;
    cp_spot_of_man(&here, p, man);
    cp_int steps;
    if (try_length(p, man, path, CP_INT(path->ray.low)))
        return true;
    int32_t first = cp_position_first(p, &here, path->line, path->way, &steps);
    return first != CP_NOBODY && in_range(p, path, steps) && try_length(p, man, path, steps);
}

/* A leaping path that takes only: it needs somebody to take. */
static bool try_victims(struct cp_position *p, int32_t man, const cp_path *path)
{
    uint32_t lines = p->law->line_count;
    for (uint32_t i = 0; i < p->count; i++)
        if (!p->gone[i] && p->side[i] != p->side[man] &&
            cp_int_equal(p->key[i * lines + path->line],
                         p->key[(uint32_t)man * lines + path->line]) &&
            cp_man_may_go(p, man, p->at[i]))
            return true;
    return false;
}

/* The next length the path allows from n on; false past its end. */
static bool next_length(struct cp_position *p, const cp_path *path, cp_int *n)
{
    if (path->ray.primes && !cp_int_next_prime(p->ints, *n, NULL, n))
        return false;
    return in_range(p, path, *n) &&
           (!p->law->variant->bounded || cp_int_compare(p->ints, *n, CP_INT(INT32_MAX)) < 0);
}

/* A leaping path that moves: past the men in its way there is room, so it needs
 * at most one length more than there are men. */
static bool try_jumps(struct cp_position *p, int32_t man, const cp_path *path)
{
    if (!(path->ray.use & CP_RAY_MOVES))
        return try_victims(p, man, path);
    cp_int n = CP_INT(path->ray.low);
    for (uint32_t tries = 0; tries <= p->count && next_length(p, path, &n); tries++) {
        if (try_length(p, man, path, n))
            return true;
        n = cp_int_add(p->ints, n, CP_INT(1));
    }
    return path->ray.use & CP_RAY_TAKES && try_victims(p, man, path);
}

static bool is_free_to_move(struct cp_position *p, int32_t man)
{
    if (try_leaps(p, man))
        return true;
    const struct cp_manner *m = cp_manner_of(p, man);
    for (uint32_t i = 0; i < m->path_count; i++) {
        const cp_path *path = &m->paths[i];
        if (path->ray.leaps || path->ray.primes ? try_jumps(p, man, path) : try_slide(p, man, path))
            return true;
    }
    return false;
}

/* A royal rider's rays are finite (the loader sees to it): every length counts. */
static bool can_king_move(struct cp_position *p, int32_t king)
{
    cp_move castling;
    int32_t culprit;
    if (try_leaps(p, king))
        return true;
    for (int right = 0; p->law->variant->castles && right <= 1; right++)
        if (cp_move_check_castling(p, right, &castling, &culprit) == CP_OK)
            return true;
    const struct cp_manner *m = cp_manner_of(p, king);
    for (uint32_t i = 0; i < m->path_count; i++)
        for (int32_t n = m->paths[i].ray.low; n <= m->paths[i].ray.high; n++)
            if (try_length(p, king, &m->paths[i], CP_INT(n)))
                return true;
    return false;
}

/* ---- step 3: men who must take or stand between ---- */

void cp_gap_init(cp_gap *gap, const struct cp_position *p, const cp_spot *king, int32_t attacker)
{
    *gap = (cp_gap){.king = *king};
    const cp_path *path = cp_man_path(p, attacker, king, CP_RAY_TAKES);
    if (!path || path->ray.leaps || path->ray.primes)
        return;
    gap->is_open = true;
    gap->line = path->line;
    cp_int steps = cp_line_steps(p, path->line, king->at, p->at[attacker]);
    if (cp_int_sign(p->ints, steps) > 0) {
        gap->low = CP_INT(1);
        gap->high = cp_int_sub(p->ints, steps, CP_INT(1));
    } else {
        gap->low = cp_int_add(p->ints, steps, CP_INT(1));
        gap->high = CP_INT(-1);
    }
}

static bool is_between(const cp_gap *gap, const struct cp_position *p, cp_int steps)
{
    return cp_int_compare(p->ints, gap->low, steps) <= 0 &&
           cp_int_compare(p->ints, steps, gap->high) <= 0;
}

bool cp_gap_has(const cp_gap *gap, const struct cp_position *p, cp_square at)
{
    return gap->is_open &&
           cp_int_equal(cp_line_key(p->law, p->ints, gap->line, at), gap->king.key[gap->line]) &&
           is_between(gap, p, cp_line_steps(p, gap->line, gap->king.at, at));
}

/* A path along the gap's own line: the lengths whose squares lie in the gap. */
static bool lengths_along(const cp_gap *gap, const struct cp_position *p, int32_t man,
                          const cp_path *path, cp_int *low, cp_int *high)
{
    cp_int here = cp_line_steps(p, gap->line, gap->king.at, p->at[man]);
    cp_int near =
        path->way > 0 ? cp_int_sub(p->ints, gap->low, here) : cp_int_sub(p->ints, here, gap->high);
    cp_int far =
        path->way > 0 ? cp_int_sub(p->ints, gap->high, here) : cp_int_sub(p->ints, here, gap->low);
    *low = CP_INT(path->ray.low);
    if (cp_int_compare(p->ints, near, *low) > 0)
        *low = near;
    *high = far;
    if (path->ray.high && cp_int_compare(p->ints, far, CP_INT(path->ray.high)) > 0)
        *high = CP_INT(path->ray.high);
    return cp_int_compare(p->ints, *low, *high) <= 0;
}

bool cp_gap_lengths(const cp_gap *gap, const struct cp_position *p, int32_t man,
                    const cp_path *path, cp_int *low, cp_int *high)
{
    if (!gap->is_open)
        return false;
    const struct cp_law *law = p->law;
    cp_int away = cp_int_sub(p->ints, gap->king.key[gap->line],
                             p->key[(uint32_t)man * law->line_count + gap->line]);
    if (path->line == gap->line)
        return cp_int_equal(away, CP_INT(0)) && lengths_along(gap, p, man, path, low, high);
    /* Each step brings the key nearer by so much; it must get there exactly. */
    int32_t per_step =
        law->line_dy[gap->line] * path->ray.dx - law->line_dx[gap->line] * path->ray.dy;
    if (per_step < 0) {
        per_step = -per_step;
        away = cp_int_negate(p->ints, away);
    }
    if (cp_int_sign(p->ints, away) <= 0)
        return false;
    if (cp_int_divide(p->ints, away, per_step, low) != 0 || !in_range(p, path, *low) ||
        cp_int_compare(p->ints, *low, CP_INT(path->ray.low)) < 0)
        return false;
    *high = *low;
    cp_square crossing = cp_square_step(p->ints, p->at[man], path->ray.dx, path->ray.dy, *low);
    return is_between(gap, p, cp_line_steps(p, gap->line, gap->king.at, crossing));
}

/* In a gap that opens by falls who falls still stands, where a leaper would land. */
static bool try_past_due(struct cp_position *p, int32_t man, const cp_path *path, cp_int low,
                         const cp_int *high)
{
    bool leaps = path->ray.leaps || path->ray.primes;
    for (uint32_t tries = 0; leaps && tries < p->count; tries++) {
        low = cp_int_add(p->ints, low, CP_INT(1));
        if ((path->ray.primes && !cp_int_next_prime(p->ints, low, high, &low)) ||
            cp_int_compare(p->ints, low, *high) > 0)
            return false;
        if (try_length(p, man, path, low))
            return true;
    }
    return false;
}

static bool try_between(struct cp_position *p, int32_t man, const cp_gap *gap)
{
    const struct cp_manner *m = cp_manner_of(p, man);
    for (uint32_t i = 0; i < m->leap_count; i++) {
        cp_square to = cp_square_leap(p->ints, p->at[man], m->leaps[i].dx, m->leaps[i].dy);
        if (cp_gap_has(gap, p, to) && cp_man_may_go(p, man, to))
            return true;
    }
    for (uint32_t i = 0; i < m->path_count; i++) {
        cp_int low, high;
        if (!cp_gap_lengths(gap, p, man, &m->paths[i], &low, &high))
            continue;
        if (m->paths[i].ray.primes && !cp_int_next_prime(p->ints, low, &high, &low))
            continue;
        if (try_length(p, man, &m->paths[i], low) ||
            (gap->is_after_falls && try_past_due(p, man, &m->paths[i], low, &high)))
            return true;
    }
    return false;
}

/* ---- step 5: a turn that mates has no falls ---- */

/* The lengths of a ray from man at which it crosses a line through a square. */
static bool crosses(struct cp_position *p, int32_t man, const cp_path *path, uint32_t line,
                    const cp_spot *through, cp_int *length)
{
    const struct cp_law *law = p->law;
    cp_int away =
        cp_int_sub(p->ints, through->key[line], p->key[(uint32_t)man * law->line_count + line]);
    int32_t per_step = law->line_dy[line] * path->ray.dx - law->line_dx[line] * path->ray.dy;
    if (per_step < 0)
        away = cp_int_negate(p->ints, away);
    return per_step && cp_int_sign(p->ints, away) > 0 &&
           cp_int_divide(p->ints, away, per_step < 0 ? -per_step : per_step, length) == 0;
}

/* The squares far along an endless ray from which man himself gives check: where
 * it crosses one of his lines through the king, or passes a leap away from him.
 * When he opens a line by going anywhere, or stands in line with the king, that is
 * not all, and the answer undecided. */
static bool try_far_checks(struct cp_position *p, int32_t man, const cp_path *path)
{
    const struct cp_manner *m = cp_manner_of(p, man);
    cp_spot king;
    cp_int n;
    cp_spot_of_man(&king, p, p->king[cp_other(p->side[man])]);
    cp_position_del(p, man);
    p->is_undecided |=
        cp_is_attacked(p, &king, (enum cp_side)p->side[man]) ||
        cp_int_equal(king.key[path->line], p->key[(uint32_t)man * p->law->line_count + path->line]);
    cp_position_put(p, man, p->at[man]);
    for (uint32_t i = 0; i < m->path_count; i++)
        if (crosses(p, man, path, m->paths[i].line, &king, &n) && try_length(p, man, path, n))
            return true;
    for (uint32_t i = 0; i < m->leap_count; i++) {
        cp_spot near;
        cp_spot_init(&near, p, cp_square_leap(p->ints, king.at, -m->leaps[i].dx, -m->leaps[i].dy));
        if (cp_int_equal(near.key[path->line],
                         p->key[(uint32_t)man * p->law->line_count + path->line]) &&
            cp_man_may_go(p, man, near.at))
            return true;
    }
    return false;
}

/* Every length of a path as far as it is short, beyond that those that check. */
static bool try_all_lengths(struct cp_position *p, int32_t man, const cp_path *path)
{
    const struct cp_variant *v = p->law->variant;
    cp_spot here;
    cp_int end = CP_INT(path->ray.high);
    cp_spot_of_man(&here, p, man);
    if (v->bounded)
        end = CP_INT(v->files > v->ranks ? v->files : v->ranks);
    else if (!path->ray.leaps && !path->ray.primes)
        (void)cp_position_first(p, &here, path->line, path->way, &end);
    bool is_short = cp_int_sign(p->ints, end) > 0 && cp_int_compare(p->ints, end, CP_INT(FAR)) <= 0;
    for (int64_t n = path->ray.low; n <= (is_short ? end.v : FAR); n++)
        if (try_length(p, man, path, CP_INT(n)))
            return true;
    return !is_short && try_far_checks(p, man, path);
}

static bool try_to_mate(struct cp_position *p, int32_t man)
{
    const struct cp_manner *m = cp_manner_of(p, man);
    if (try_leaps(p, man))
        return true;
    for (uint32_t i = 0; i < m->path_count; i++)
        if (try_all_lengths(p, man, &m->paths[i]))
            return true;
    return false;
}

/* ---- all together ---- */

int32_t cp_man_restrainer(struct cp_position *p, int32_t man, cp_gap *gap)
{
    int32_t by = CP_NOBODY;
    cp_spot spot, *king = &spot;
    if (p->king[p->turn] == CP_NOBODY)
        return CP_NOBODY;
    cp_spot_of_man(king, p, p->king[p->turn]);
    if (!p->overlay && !p->checks && cp_man_hides_nobody(p, man, king))
        return CP_NOBODY;
    if (p->checks == 1 && cp_man_hides_nobody(p, man, king)) {
        cp_gap_init(gap, p, king, p->checker[0]);
        return p->checker[0];
    }
    cp_position_del(p, man);
    if (cp_attackers(p, king, cp_other(p->side[man]), &by, 1)) {
        cp_gap_init(gap, p, king, by);
    } else if (p->overlay && p->overlay->lift(p, man)) {
        if (cp_attackers(p, king, cp_other(p->side[man]), &by, 1)) {
            cp_gap_init(gap, p, king, by);
            gap->is_after_falls = true;
        }
        p->overlay->put_back(p);
    }
    cp_position_put(p, man, p->at[man]);
    return by;
}

bool cp_man_can_move(struct cp_position *p, int32_t man)
{
    int32_t king = p->king[p->turn];
    if (man == king)
        return can_king_move(p, man);
    if (p->passing != CP_NOBODY && p->law->variant->kinds[p->kind[man]].en_passant &&
        cp_man_may_go(p, man, p->passed))
        return true;
    if (p->law->has_bodies)
        return cp_mover_can_move(p, man);
    cp_gap gap;
    int32_t by = cp_man_restrainer(p, man, &gap);
    if (by == CP_NOBODY)
        return is_free_to_move(p, man);
    if (cp_man_may_go(p, man, p->at[by]) || try_between(p, man, &gap))
        return true;
    return gap.is_after_falls && try_to_mate(p, man);
}

bool cp_position_can_move(struct cp_position *p)
{
    int32_t guess = p->able[p->turn];
    if (guess != CP_NOBODY && !p->gone[guess] && cp_man_can_move(p, guess))
        return true;
    for (int32_t man = (int32_t)p->count - 1; man >= 0; man--) {
        if (p->gone[man] || p->side[man] != p->turn || man == guess || !cp_man_can_move(p, man))
            continue;
        p->able[p->turn] = man;
        return true;
    }
    return false;
}

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

/* How far a mover's ways go, and whether one of them has a legal
 * length: its end if somebody is taken there, and one of each stretch. */

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
