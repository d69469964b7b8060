/* SPDX-License-Identifier: MIT */
/* reply.c -- a man may have endlessly many moves; a finite set of tries decides.
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
 * Where men in blocks give check the gaps of 3 are not all: stretch.c answers there.
 * Steps of 3 rest on riders that visit every square of their lines: the law
 * refuses others. */
#include "rules/reply.h"

#include "rules/stretch.h"

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
