/* SPDX-License-Identifier: MIT */
/* cuts.c -- mate by one of endlessly many lengths of a ray, decided by finitely many.
 *
 *     . . . . . . . q     the rook leaves the bishop's line: check at every length. Where it
 *     k . . . . . . .     comes upon a line through the queen, it can be taken; on a line
 *     . . . . . . . .     through a square beside the king, it guards that. Everywhere else
 *     . . R > > > > >     one length is like the next.
 *     . . . B . . . .
 *
 * A piece M goes along a line f; at length n it stands on s(n), an empty square, and all else is
 * the same whatever n. Mate is: the king K stands on k attacked, and no reply leaves it safe. Let
 * Q be the squares of all pieces, k, and the squares that K may step to. Claim: whether that is
 * mate can differ between n and n + 1 only if one of s(n), s(n + 1) is
 *     (a) on a line through a square of Q, of a family of lines other than f; or
 *     (b) on f and a square of Q, or a square of Q plus or minus a step of some piece, where
 *         steps are its leaps and the two ends of its rays of a limited range.
 * Proof. What n can change is what involves s(n):
 *  1. What M attacks of k and of K's steps q: by a leap, s(n) = q minus it (b); along a line
 *     other than f, (a) of q; along f, s(n) comes to an end of its range from q (b), or passes
 *     a piece or q itself (b).
 *  2. Whom M hinders that attacks k or q, or guards them once K has stepped or one of
 *     its pieces has gone elsewhere or was taken: it stands on their line, which goes through
 *     k or q: (a), or on f it passes the piece or the square (b).
 *  3. Who takes M: A from its square a, by a leap (b); along a line other than f, (a) of a;
 *     along f, at an end of A's range (b), or as M passes a piece (b).
 *  4. Whom M hinders that goes from a: it stands on a line through a: (a); or on f, where A's
 *     way to x now ends at M. Such an x matters only where A comes between K and what attacks
 *     it, or takes that: x is on a line through k, and so is s(n) as M passes it: (a) of k, or
 *     x is a piece (b). If that line is f itself, K, A and M are all on it, and (b) has where M
 *     passes K or A.
 *  5. Who comes between M and K: M attacks along a line through k; only along f can that be so
 *     at more lengths than (a) has. Then x is on f between M and K: where M passes x, A comes
 *     there along another line through a: (a); or by a leap: (b).
 *  Whether the reply leaves K safe is 1 and 2 again; replies that do not go to one of these
 *  squares and are none of K's leave the check as it was. QED.
 * So lengths are cut at each of (a) and (b), and behind it. Whether M's move gives check, is 1
 * and 2 of k alone: there Q is k, and the steps are M's. At all lengths but those of (a) and
 * (b) it is then the same: M attacks nothing, or along f, and hinders nobody. It rests on laws and
 * pieces such as is_plain asks for; of others nothing is claimed. Castling and passing a turn are
 * no way out of check there, and M's move allows no taking in passing: those are short steps. */
#include "solve/search.h"

#include "rules/chess/turn.h"

enum { STEPS_MOST = 64 }; /* of a king along one ray */

struct cuts {
    struct cp_position *p;
    const cp_range *range;
    enum cp_cuts_of of;
    struct cp_arena *arena;
    uint32_t line; /* f */
    struct cp_cuts *out;
};

bool cp_movement_is_plain(const struct cp_movement *m)
{
    bool is_plain = !m->route_count && !m->spares_like && !m->zone;
    for (uint32_t i = 0; i < m->path_count; i++) {
        const cp_ray *ray = &m->paths[i].ray;
        is_plain &= !ray->primes && !ray->blocked && !ray->hops && !ray->lame && !ray->round &&
                    !(ray->use & CP_RAY_FACES);
    }
    return is_plain;
}

bool cp_law_is_plain(const struct cp_position *p)
{
    const struct cp_law *law = p->law;
    const struct cp_variant *v = law->variant;
    bool is = v->family == CP_FAMILY_CHESS && !v->bounded && !p->delay && !law->has_bodies &&
              !law->hop_lines && !law->wins_otherwise && !law->has_royal_riders &&
              !law->tries_each && !law->bares_otherwise && !p->next_royal && !v->explodes &&
              !v->must_take && !v->forbids_checks && !v->answers_facing &&
              v->may_pass[CP_WHITE] == CP_PASSES_NEVER && v->may_pass[CP_BLACK] == CP_PASSES_NEVER;
    for (int32_t man = 0; is && man < (int32_t)p->count; man++)
        is = p->gone[man] || cp_movement_is_plain(cp_movement_of(p, man));
    return is;
}

static bool is_plain(const struct cp_position *p, const cp_range *r)
{
    int32_t king = p->king[cp_other(p->turn)];
    bool is = king != CP_NOBODY && !r->is_body && !r->primes && !r->promotes && !r->castles &&
              !r->is_pass && !r->sep && r->takes == CP_NOBODY &&
              !p->law->variant->kinds[p->kind[r->man]].en_passant && cp_law_is_plain(p);
    const struct cp_movement *m = is ? cp_movement_of(p, king) : NULL;
    for (uint32_t i = 0; is && i < m->path_count; i++)
        is = m->paths[i].ray.high && m->paths[i].ray.high <= STEPS_MOST;
    return is;
}

static bool find_line(struct cuts *c)
{
    const struct cp_law *law = c->p->law;
    for (c->line = 0; c->line < law->line_count; c->line++)
        if (law->line_dx[c->line] * c->range->dy == law->line_dy[c->line] * c->range->dx)
            return true;
    return false;
}

static void add(struct cuts *c, cp_int length)
{
    struct cp_ints *t = c->p->ints;
    if (cp_int_compare(t, length, c->range->low) < 0 ||
        (!c->range->is_endless && cp_int_compare(t, length, c->range->high) > 0))
        return;
    struct cp_cuts *out = c->out;
    out->list = cp_arena_grow(c->arena, out->list, out->count, &out->room, sizeof *out->list);
    out->list[out->count++] = length;
}

/* There, and behind it. */
static void cut(struct cuts *c, cp_int length)
{
    add(c, length);
    add(c, cp_int_add(c->p->ints, length, CP_INT(1)));
}

/* (a): where the ray comes upon a line of that family. */
static void cut_at_line(struct cuts *c, uint32_t line, cp_square q)
{
    const struct cp_law *law = c->p->law;
    struct cp_ints *t = c->p->ints;
    int32_t per_step = law->line_dy[line] * c->range->dx - law->line_dx[line] * c->range->dy;
    cp_int n, away = cp_int_sub(t, cp_line_key(law, t, line, q),
                                cp_line_key(law, t, line, c->range->from));
    if (per_step < 0)
        away = cp_int_negate(t, away);
    if (cp_int_divide(t, away, per_step < 0 ? -per_step : per_step, &n) == 0)
        cut(c, n);
}

/* (b): where it comes to that square. */
static void cut_at_square(struct cuts *c, cp_square q)
{
    const struct cp_law *law = c->p->law;
    struct cp_ints *t = c->p->ints;
    if (!cp_int_equal(cp_line_key(law, t, c->line, q),
                      cp_line_key(law, t, c->line, c->range->from)))
        return;
    int32_t stride = law->line_dx[c->line] ? c->range->dx : c->range->dy;
    cp_int n, away = cp_int_sub(t, cp_line_place(law, c->line, q),
                                cp_line_place(law, c->line, c->range->from));
    if (stride < 0)
        away = cp_int_negate(t, away);
    if (cp_int_divide(t, away, stride < 0 ? -stride : stride, &n) == 0)
        cut(c, n);
}

/* A step of some piece, from q and to q. */
static void cut_at_step(struct cuts *c, cp_square q, int32_t dx, int32_t dy)
{
    cut_at_square(c, cp_square_leap(c->p->ints, q, dx, dy));
    cut_at_square(c, cp_square_leap(c->p->ints, q, -dx, -dy));
}

static void cut_at_steps(struct cuts *c, cp_square q, const struct cp_movement *m)
{
    for (uint32_t i = 0; i < m->leap_count; i++)
        cut_at_step(c, q, m->leaps[i].dx, m->leaps[i].dy);
    for (uint32_t i = 0; i < m->path_count; i++) {
        const cp_ray *ray = &m->paths[i].ray;
        cut_at_step(c, q, ray->low * ray->dx, ray->low * ray->dy);
        if (ray->high)
            cut_at_step(c, q, ray->high * ray->dx, ray->high * ray->dy);
    }
}

/* Whether some man before it moves like this one: then its steps are known. */
static bool has_alike(const struct cp_position *p, int32_t man)
{
    for (int32_t other = 0; other < man; other++)
        if (!p->gone[other] && cp_movement_of(p, other) == cp_movement_of(p, man))
            return true;
    return false;
}

/* All that a square of Q cuts. */
static void cut_around(struct cuts *c, cp_square q)
{
    const struct cp_position *p = c->p;
    for (uint32_t line = 0; line < p->law->line_count; line++)
        if (line != c->line)
            cut_at_line(c, line, q);
    cut_at_square(c, q);
    for (int32_t man = 0; man < (int32_t)p->count; man++)
        if (!p->gone[man] &&
            (man == c->range->man || (c->of == CP_CUTS_OF_MATE && !has_alike(p, man))))
            cut_at_steps(c, q, cp_movement_of(p, man));
}

/* Shell's way, as numbers of any size must be asked which is greater. Then each once. */
static void sort(struct cp_cuts *c, const struct cp_ints *t)
{
    uint32_t kept = 0;
    for (uint32_t gap = c->count / 2; gap; gap /= 2)
        for (uint32_t i = gap; i < c->count; i++) {
            cp_int n = c->list[i];
            uint32_t k = i;
            for (; k >= gap && cp_int_compare(t, c->list[k - gap], n) > 0; k -= gap)
                c->list[k] = c->list[k - gap];
            c->list[k] = n;
        }
    for (uint32_t i = 0; i < c->count; i++)
        if (!kept || !cp_int_equal(c->list[kept - 1], c->list[i]))
            c->list[kept++] = c->list[i];
    c->count = kept;
}

static void cut_at_king_steps(struct cuts *c, int32_t king)
{
    struct cp_position *p = c->p;
    const struct cp_movement *m = cp_movement_of(p, king);
    cp_square k = p->at[king];
    for (uint32_t i = 0; i < m->leap_count; i++)
        cut_around(c, cp_square_leap(p->ints, k, m->leaps[i].dx, m->leaps[i].dy));
    for (uint32_t i = 0; i < m->path_count; i++)
        for (int32_t n = m->paths[i].ray.low; n <= m->paths[i].ray.high; n++)
            cut_around(c,
                       cp_square_leap(p->ints, k, n * m->paths[i].ray.dx, n * m->paths[i].ray.dy));
}

bool cp_cuts_find(struct cp_cuts *out, struct cp_position *p, const cp_range *range,
                  enum cp_cuts_of of, struct cp_arena *arena)
{
    struct cuts c = {.p = p, .range = range, .of = of, .arena = arena, .out = out};
    out->count = 0;
    if (!is_plain(p, range) || !find_line(&c))
        return false;
    int32_t king = p->king[cp_other(p->turn)];
    add(&c, range->low);
    for (int32_t man = 0; man < (int32_t)p->count; man++)
        if (!p->gone[man] && (man == king || of == CP_CUTS_OF_MATE))
            cut_around(&c, p->at[man]);
    if (of == CP_CUTS_OF_MATE)
        cut_at_king_steps(&c, king);
    sort(out, p->ints);
    return true;
}

/* A line on which both squares are, of those families. */
static bool has_line(const struct cp_position *p, uint32_t lines, cp_square a, cp_square b)
{
    for (uint32_t line = 0; line < p->law->line_count; line++)
        if (lines >> line & 1 && cp_int_equal(cp_line_key(p->law, p->ints, line, a),
                                              cp_line_key(p->law, p->ints, line, b)))
            return true;
    return false;
}

bool cp_cuts_may_check(const struct cp_position *p, const cp_move *move)
{
    int32_t king = p->king[cp_other(p->turn)];
    const struct cp_movement *m = cp_movement_of(p, move->man);
    if (king == CP_NOBODY || move->promotion != CP_NO_KIND || move->taken != CP_NOBODY ||
        move->rook != CP_NOBODY || has_line(p, UINT32_MAX, move->from, p->at[king]) ||
        has_line(p, m->lines, move->to, p->at[king]))
        return true;
    for (uint32_t i = 0; i < m->leap_count; i++)
        if (cp_square_equal(cp_square_leap(p->ints, move->to, m->leaps[i].dx, m->leaps[i].dy),
                            p->at[king]))
            return true;
    return false;
}
