/* SPDX-License-Identifier: MIT */
/* reach.c -- how far endless lengths must be tried one by one: behind that they are alike.
 *
 * Said of plain laws (cp_law_is_plain) on a plane without borders, without castling, whose endless
 * riders do not promote, and visit every square of their lines. F are the families of those lines,
 * key_f(z) = dy·x - dx·y the line of family f that a square is on. A man that goes a step along f
 * changes its key of g by a number |fg|, the same at each step. Forms are whole combinations of the
 * men's keys:
 *
 *     F0       key_f(A) - key_f(B), for all men A, B and all f
 *     F(d+1)   those of Fd, and (c2·p1 - c1·p2) / gcd(c1, c2) for all p1, p2 of Fd that a man's
 *              step along a line changes by c1 and c2, neither 0
 *
 * Ed are all |c| by which a step can change a form of Fd. E0 are the |fg| that are not 0; E1 are
 * divisors of products of two of E0, for c2·|f'g| - c1·|f'g'| of the same man is a product of
 * two such numbers, too (the identity of Plücker), and of other men it is one at sight.
 * Two positions of the same men, the same one to move, are d-alike if each form of Fd has in both
 * the same value, or in both one above rd, or in both one below -rd; and in both the same rest
 * when divided by Ld. With s the greatest key of a leap, or of an end of a short ray,
 *
 *     r0 = 3s, L0 = lcm(2, E0);   r(d+1) = m·(2·rd + Ld + 1), L(d+1) = Ld·lcm(Ed),
 *
 * where m is the greatest lcm of two numbers of Ed.
 *
 * 1. 0-alike positions are both mate, or neither. Who attacks whom, and who stands between, is
 *    said by keys: by equal ones, by leaps within r0, and by their order. So it is of the king's
 *    steps, as both a step and a leap fit into r0. A man A that comes by a line of f between the
 *    king and who gives check on g stands there on key_f(A): that it is between is the
 *    order of key_f, that there is such a square a rest by |fg|, and that its way is free the order
 *    of key_g. All these are forms of F0.
 * 2. Are P and P' (d+1)-alike, so for each move of P there is one of P' by the same man after which
 *    they are d-alike. Of leaps and short rays that is clear. Let a man go n steps; forms p of Fd
 *    that it changes are v = p + c·n after it, and 0 at b = -p/c. One of them is n, whose b is 0:
 *    the man's own start. Let t = rd + Ld.
 *    - Is |n - b| <= t for some form i, let n' be where that form has the same value in P': whole,
 *      and of the same rest, by L(d+1). For any other form j, c_i·v_j - c_j·v_i is a form of
 *      F(d+1) times the gcd. Is that form equal in both, so is v_j. Else it is beyond r(d+1), b_j
 * is more than 2·rd + Ld from b_i, and so n more than rd from b_j, on the same side in both.
 *    - Else let b_i be the last one before n, and n' the first number behind b_i' + rd with
 *      the same rest as n. All b that are not behind b_i in P are not in P'. One behind n is
 *      more than 2t from b_i in P, so it is in P' more than 2·rd + Ld: n' is more than rd before
 * it. Whom it passes, takes or stops before is the order of such forms, so the move is legal where
 * it is.
 * 3. So d-alike positions have the same answer of d moves more and the mate behind them, whoever
 *    chooses. Let D be the greatest difference of two men's keys, and wd the greatest sum of
 *    factors: |p| <= wd·D for p of Fd, w0 = 1, w(d+1) = wd · max (c1 + c2) / gcd(c1, c2) over Ed.
 *    If a man goes n steps from here, any form it changes is beyond rd as soon as n > wd·D + rd.
 *    All such n with the same rest by Ld leave positions that are d-alike. QED. */
#include "solve/search.h"

enum {
    CHANGES_MOST = 256, /* more than any number of E1 */
    CHANGE_MOST = 15,   /* of E0 */
    CLASSES_MOST = 1024,
};

/* Ed, and what is said of it. */
struct changes {
    bool has[CHANGES_MOST];
    int64_t all;    /* lcm of all */
    int64_t pair;   /* the greatest of two */
    int64_t factor; /* the greatest (c1 + c2) / gcd(c1, c2) */
};

static int64_t magnitude(int64_t n)
{
    return n < 0 ? -n : n;
}

static void measure(struct changes *e)
{
    e->all = e->pair = e->factor = 1;
    for (int64_t a = 1; a < CHANGES_MOST; a++) {
        if (!e->has[a] || e->all > CLASSES_MOST)
            continue;
        e->all *= a / cp_greatest_divisor(e->all, a);
        for (int64_t b = 1; b < CHANGES_MOST; b++) {
            if (!e->has[b])
                continue;
            int64_t common = cp_greatest_divisor(a, b);
            e->pair = a * b / common > e->pair ? a * b / common : e->pair;
            e->factor = (a + b) / common > e->factor ? (a + b) / common : e->factor;
        }
    }
}

/* False: keys change by more than this file counts with. */
static bool find_first_changes(const struct cp_law *law, struct changes *e)
{
    for (uint32_t f = 0; f < law->line_count; f++)
        for (uint32_t g = 0; g < law->line_count; g++) {
            int64_t by = magnitude((int64_t)law->line_dx[f] * law->line_dy[g] -
                                   (int64_t)law->line_dy[f] * law->line_dx[g]);
            if (by > CHANGE_MOST)
                return false;
            e->has[by] = by > 0;
        }
    measure(e);
    return law->line_count > 1;
}

static void find_next_changes(const struct changes *before, struct changes *e)
{
    for (int64_t a = 1; a <= CHANGE_MOST; a++)
        for (int64_t b = 1; b <= CHANGE_MOST; b++)
            for (int64_t c = 1; before->has[a] && before->has[b] && c <= a * b; c++)
                e->has[c] |= a * b % c == 0;
    measure(e);
}

/* s: the greatest key of such steps. */
static int64_t find_step(const struct cp_law *law, const struct cp_movement *m)
{
    int64_t most = 0;
    for (uint32_t f = 0; f < law->line_count; f++) {
        int64_t dx = law->line_dx[f], dy = law->line_dy[f], key;
        for (uint32_t i = 0; i < m->leap_count; i++) {
            key = magnitude(dy * m->leaps[i].dx - dx * m->leaps[i].dy);
            most = key > most ? key : most;
        }
        for (uint32_t i = 0; i < m->path_count; i++) {
            const cp_ray *ray = &m->paths[i].ray;
            key = magnitude(dy * ray->dx - dx * ray->dy) * (ray->high ? ray->high : ray->low);
            most = key > most ? key : most;
        }
    }
    return most;
}

/* D */
static cp_int find_spread(struct cp_position *p)
{
    struct cp_ints *t = p->ints;
    cp_int most = CP_INT(0);
    for (uint32_t f = 0; f < p->law->line_count; f++) {
        bool is_first = true;
        cp_int low = CP_INT(0), high = CP_INT(0);
        for (int32_t man = 0; man < (int32_t)p->count; man++) {
            if (p->gone[man])
                continue;
            cp_int key = cp_line_key(p->law, t, f, p->at[man]);
            low = is_first || cp_int_compare(t, key, low) < 0 ? key : low;
            high = is_first || cp_int_compare(t, key, high) > 0 ? key : high;
            is_first = false;
        }
        cp_int spread = cp_int_sub(t, high, low);
        most = cp_int_compare(t, spread, most) > 0 ? spread : most;
    }
    return most;
}

/* Whether an edge stops what goes without end, or it promotes, on ranks of which no key tells. */
static bool is_bound_to_squares(const struct cp_variant *v, const struct cp_movement *m,
                                uint32_t kind)
{
    bool is_endless = false;
    for (uint32_t i = 0; i < m->path_count; i++)
        is_endless |= !m->paths[i].ray.high;
    return v->has_border || (is_endless && v->kinds[kind].promotes);
}

static bool may_castle(const struct cp_position *p)
{
    if (p->law->variant->castles_near && p->law->castles)
        return true;
    for (int side = 0; side < 2; side++)
        if (p->castle[side][0] != CP_NOBODY || p->castle[side][1] != CP_NOBODY)
            return true;
    return false;
}

bool cp_reach_begin(struct cp_reach *r, struct cp_position *p)
{
    const struct cp_law *law = p->law;
    struct changes first = {0}, next = {0};
    bool is_plain = cp_law_is_plain(p), is_free = true;
    int64_t step = 0;
    *r = (struct cp_reach){0};
    for (int side = 0; side < 2; side++)
        for (uint32_t kind = 0; kind < law->variant->alphabet.count; kind++) {
            const struct cp_movement *m = &law->movements[side][kind];
            int64_t key = find_step(law, m);
            step = key > step ? key : step;
            is_plain &= cp_movement_is_plain(m);
            is_free &= !is_bound_to_squares(law->variant, m, kind);
        }
    if (!is_plain || !is_free || may_castle(p) || !find_first_changes(law, &first))
        return is_plain;
    find_next_changes(&first, &next);
    int64_t even = first.all % 2 ? 2 * first.all : first.all;
    r->classes[0] = even * first.all;
    r->beyond[0] = first.pair * (6 * step + even + 1);
    r->factor[0] = first.factor;
    r->classes[1] = r->classes[0] * next.all;
    r->beyond[1] = next.pair * (2 * r->beyond[0] + r->classes[0] + 1);
    r->factor[1] = r->factor[0] * next.factor;
    r->depth = next.all > CLASSES_MOST || r->classes[1] > CLASSES_MOST ? 1 : 2;
    r->depth = first.all > CLASSES_MOST || r->classes[0] > CLASSES_MOST ? 0 : r->depth;
    return true;
}

bool cp_reach_find(const struct cp_reach *r, struct cp_position *p, uint32_t moves, cp_int *last)
{
    struct cp_ints *t = p->ints;
    if (!moves || moves > r->depth)
        return false;
    *last = cp_int_add(t, cp_int_scale(t, find_spread(p), (int32_t)r->factor[moves - 1]),
                       CP_INT(r->beyond[moves - 1]));
    return true;
}
