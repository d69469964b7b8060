/* SPDX-License-Identifier: MIT */
/* moves.c -- the same division as in replies.c, listed instead of tried: leaps and
 * short rays are judged square by square; a path is cut into intervals, one length of
 * each is judged, and legal intervals next to each other are one range. */
#include "rules/chess/moves.h"

enum { SHORT = 8 }; /* on a plane a ray of at most so many lengths is judged one by one */

void cp_ranges_init(struct cp_ranges *r, struct cp_arena *arena)
{
    *r = (struct cp_ranges){.arena = arena};
}

void cp_ranges_add(struct cp_ranges *r, const cp_range *range)
{
    r->list = cp_arena_grow(r->arena, r->list, r->count, &r->room, sizeof *r->list);
    r->list[r->count++] = *range;
}

void cp_ranges_keep_spacings(struct cp_ranges *r, const struct cp_position *p)
{
    if (p->has_trees && p->law->has_primes)
        r->spacings = cp_arena_take_zero(r->arena, (size_t)p->count * p->law->line_count,
                                         sizeof *r->spacings);
}

/* As cp_man_is_free has it of each man, walked from the king. */
void cp_ranges_begin(struct cp_ranges *r, struct cp_position *p)
{
    const struct cp_law *law = p->law;
    int32_t king = p->king[p->turn];
    cp_position_settle(p);
    r->knows_held = p->squares && !p->checks && !p->is_faced && !p->delay && !p->next_royal &&
                    !law->bares_otherwise && !law->route_span && !law->has_primes;
    r->held_count = 0;
    if (!r->knows_held || king == CP_NOBODY)
        return;
    for (uint32_t line = 0; line < law->line_count; line++)
        for (int32_t way = -1; way <= 1; way += 2) {
            int32_t man = cp_position_walk(p, line, p->at[king], way);
            if (man == CP_NOBODY || p->side[man] != p->side[king])
                continue;
            int32_t beyond = cp_position_walk(p, line, p->at[man], way);
            if (beyond != CP_NOBODY && p->side[beyond] != p->side[king] &&
                cp_movement_of(p, beyond)->take_lines >> line & 1)
                r->held[r->held_count++] = man;
        }
}

static bool hides_nobody(const struct cp_ranges *r, const struct cp_position *p, int32_t man)
{
    if (!r->knows_held)
        return cp_man_is_free(p, man);
    bool is_free = man != p->king[p->turn];
    for (uint32_t i = 0; i < r->held_count; i++)
        is_free &= r->held[i] != man;
    return is_free;
}

static cp_range range_along(const struct cp_position *p, int32_t man, int32_t dx, int32_t dy)
{
    return (cp_range){.man = man,
                      .from = p->at[man],
                      .dx = dx,
                      .dy = dy,
                      .low = CP_INT(1),
                      .takes = CP_NOBODY,
                      .stopped = CP_NOBODY};
}

/* Whether an interval has a length, and whether that is legal. */
enum finding { NO_LENGTH, ILLEGAL, OPEN, LEGAL };

/* One length; fills what is taken, and whether it promotes. What it becomes matters only
 * where a turn that mates has no falls: one choice that is legal is enough. */
static enum finding judge_length(struct cp_position *p, cp_range *range, cp_int length)
{
    cp_square to = cp_range_square(p->ints, range, length);
    cp_move move;
    enum cp_diag why = cp_any_check(p, range->is_body, range->man, to, CP_NO_KIND, &move);
    const struct cp_variant *v = p->law->variant;
    int side = p->side[range->man];
    uint8_t kind = p->kind[range->man];
    const uint8_t *choices;
    uint32_t count = cp_choices_of(v, side, kind, &choices);
    range->promotes =
        why == CP_PROMOTION_MISSING ||
        (cp_promotion_varies(v, side) && !range->is_body &&
         cp_promotes_by(v, side, kind, range->from, to, move.taken != CP_NOBODY) == CP_MAY_PROMOTE);
    if (!p->delay && !cp_choices_differ(v, side))
        count = count > 0;
    bool is_open = why == CP_TURN_UNDECIDED;
    for (uint32_t i = 0; range->promotes && why != CP_OK && i < count; i++) {
        why = cp_move_check(p, range->man, to, choices[i], &move);
        is_open |= why == CP_TURN_UNDECIDED;
    }
    range->takes = move.taken;
    return why == CP_OK ? LEGAL : is_open ? OPEN : ILLEGAL;
}

static void add_if_legal(struct cp_ranges *out, struct cp_position *p, cp_range range,
                         cp_int length)
{
    range.low = range.high = length;
    enum finding found = judge_length(p, &range, length);
    range.is_open = found == OPEN;
    if (found != ILLEGAL)
        cp_ranges_add(out, &range);
}

/* ---- single steps ---- */

/* Whether a path comes so far, too, and will tell of it. */
static bool is_on_path(const struct cp_position *p, int32_t man, int32_t dx, int32_t dy)
{
    cp_spot spot;
    cp_spot_init(&spot, p, cp_square_leap(p->ints, p->at[man], dx, dy));
    bool is_empty = cp_position_get(p, spot.at) == CP_NOBODY;
    const cp_path *path = cp_man_path(p, man, &spot, is_empty ? CP_RAY_MOVES : CP_RAY_TAKES);
    return path && !(path->ray.use & CP_RAY_FACES);
}

static bool is_leap(const struct cp_movement *m, uint32_t count, int32_t dx, int32_t dy)
{
    bool is = false;
    for (uint32_t i = 0; i < count && !is; i++)
        is = m->leaps[i].dx == dx && m->leaps[i].dy == dy;
    return is;
}

static void add_leaps(struct cp_ranges *out, struct cp_position *p, int32_t man)
{
    const struct cp_movement *m = cp_movement_of(p, man);
    for (uint32_t i = 0; i < m->leap_count; i++) {
        const cp_leap *leap = &m->leaps[i];
        /* a step to move and the like step to take are two leaps */
        if (!is_leap(m, i, leap->dx, leap->dy) &&
            !(m->path_count && is_on_path(p, man, leap->dx, leap->dy)))
            add_if_legal(out, p, range_along(p, man, leap->dx, leap->dy), CP_INT(1));
    }
}

/* Squares to which several routes lead, or another way, are told once. */
static void add_routes(struct cp_ranges *out, struct cp_position *p, int32_t man)
{
    const struct cp_movement *m = cp_movement_of(p, man);
    for (uint32_t i = 0; i < m->route_count; i++)
        for (uint32_t stop = 0; stop < m->routes[i].count; stop++) {
            int32_t dx = m->routes[i].by[stop].dx, dy = m->routes[i].by[stop].dy;
            uint32_t from = 0, first;
            cp_square to = cp_square_leap(p->ints, p->at[man], dx, dy);
            uint8_t use = cp_position_get(p, to) == CP_NOBODY ? CP_RAY_MOVES : CP_RAY_TAKES;
            if (cp_man_route(p, man, to, use, &from, &first) == &m->routes[i] &&
                !is_leap(m, m->leap_count, dx, dy) && !is_on_path(p, man, dx, dy))
                add_if_legal(out, p, range_along(p, man, dx, dy), CP_INT(1));
        }
}

static void add_one_by_one(struct cp_ranges *out, struct cp_position *p, int32_t man,
                           const cp_path *path)
{
    cp_int most;
    (void)cp_path_limit(p, p->at[man], 1, 1, path, &most);
    for (int64_t n = path->ray.low; n <= most.v; n++) {
        cp_range range = range_along(p, man, path->ray.dx, path->ray.dy);
        cp_spot to;
        cp_spot_init(&to, p, cp_range_square(p->ints, &range, CP_INT(n)));
        /* Over a piece and up to it, or by a leap, too: each square is told once. */
        uint8_t use = cp_position_get(p, to.at) != CP_NOBODY ? CP_RAY_TAKES
                      : p->law->variant->kinds[p->kind[man]].en_passant
                          ? CP_RAY_MOVES | CP_RAY_TAKES
                          : CP_RAY_MOVES;
        if (cp_man_path(p, man, &to, use) == path)
            add_if_legal(out, p, range, CP_INT(n));
    }
}

static void add_castling(struct cp_ranges *out, struct cp_position *p, int32_t king)
{
    for (int right = 0; right <= 1; right++) {
        cp_move move;
        int32_t culprit;
        if (cp_move_check_castling(p, king, right, &move, &culprit) != CP_OK)
            continue;
        cp_int files = cp_int_sub(p->ints, move.to.file, move.from.file);
        cp_range range = range_along(p, king, (int32_t)files.v, 0);
        range.high = CP_INT(1);
        range.castles = right ? 1 : -1;
        cp_ranges_add(out, &range);
    }
}

/* ---- paths ---- */

static bool goes_on(const struct cp_position *p, const cp_range *a, const cp_range *b)
{
    return a->takes == CP_NOBODY && b->takes == CP_NOBODY && a->promotes == b->promotes &&
           a->is_open == b->is_open &&
           cp_int_equal(cp_int_add(p->ints, a->high, CP_INT(1)), b->low);
}

/* Whether every length to an empty square is legal as it stands, on a path of primes every
 * prime one. */
static bool is_free(const struct cp_restraint *m, const struct cp_position *p, const cp_path *path)
{
    const struct cp_kind *kind = &p->law->variant->kinds[p->kind[m->man]];
    return !m->is_held && !m->is_royal && !m->is_body && !p->delay && !p->law->has_bodies &&
           path->ray.use & CP_RAY_MOVES && (!path->ray.leaps || path->ray.primes) &&
           !path->ray.first && !kind->promotes && !kind->en_passant;
}

/* ---- free paths of primes, where men are many ----
 *
 * Only men on prime lengths matter: between two of them all lengths are one range, of
 * which the alike lengths before its first prime are no part. Where all men of a line
 * stand on multiples of a spacing from each other, the spacing itself is the only prime
 * there can be among their lengths. */

static int32_t next_on(const struct cp_position *p, int32_t man, uint32_t line, int way)
{
    return cp_position_beyond(p, line, p->key[(uint32_t)man * p->law->line_count + line],
                              cp_line_place(p->law, line, p->at[man]), way);
}

/* The spacing of the men on a man's line, in steps, found out once for all of them; 1 where there
 * is none to speak of. */
static int64_t spacing_of(const struct cp_ranges *r, const struct cp_position *p, int32_t man,
                          uint32_t line)
{
    uint32_t lines = p->law->line_count;
    if (!r->spacings)
        return 1;
    if (!r->spacings[(uint32_t)man * lines + line]) {
        int64_t spacing = 0;
        int32_t last = man, next;
        while ((next = next_on(p, last, line, -1)) != CP_NOBODY)
            last = next;
        for (; spacing != 1 && (next = next_on(p, last, line, 1)) != CP_NOBODY; last = next)
            spacing = cp_greatest_divisor(
                cp_int_or(cp_line_steps(p, line, p->at[last], p->at[next]), 1), spacing);
        for (int way = -1; way <= 1; way += 2)
            for (int32_t on = man; on != CP_NOBODY; on = next_on(p, on, line, way))
                r->spacings[(uint32_t)on * lines + line] = spacing ? spacing : 1;
    }
    return r->spacings[(uint32_t)man * lines + line];
}

/* The nearest man from a length on that stands on a prime one; CP_NOBODY, and the end of
 * all lengths, when there is none. */
static bool find_prime_man(struct cp_position *p, const cp_range *range, const cp_path *path,
                           const cp_interval *all, int64_t spacing, cp_int *length)
{
    cp_square here = cp_range_square(p->ints, range, cp_int_sub(p->ints, all->low, CP_INT(1)));
    cp_int key = cp_line_key(p->law, p->ints, path->line, here);
    if (spacing > 1) {
        *length = CP_INT(spacing);
        return cp_int_compare(p->ints, all->low, *length) <= 0 &&
               (all->is_endless || cp_int_compare(p->ints, *length, all->high) <= 0) &&
               cp_int_is_prime(p->ints, *length) &&
               cp_position_get(p, cp_range_square(p->ints, range, *length)) != CP_NOBODY;
    }
    for (;;) {
        int32_t man = cp_position_beyond(p, path->line, key,
                                         cp_line_place(p->law, path->line, here), path->way);
        if (man == CP_NOBODY)
            return false;
        here = p->at[man];
        *length = cp_path_steps(p, path, range->from, here);
        if (!all->is_endless && cp_int_compare(p->ints, *length, all->high) > 0)
            return false;
        if (cp_int_is_prime(p->ints, *length))
            return true;
    }
}

/* Lengths with no man on a prime one, if any of them is prime. */
static void add_stretch(struct cp_ranges *out, struct cp_position *p, cp_range range,
                        const cp_path *path, const cp_interval *all)
{
    struct cp_ints *t = p->ints;
    cp_int prime;
    if (!cp_int_next_prime(t, all->low, all->is_endless ? NULL : &all->high, &prime))
        return;
    cp_square first = cp_range_square(t, &range, prime);
    int32_t before = cp_position_beyond(p, path->line, cp_line_key(p->law, t, path->line, first),
                                        cp_line_place(p->law, path->line, first), -path->way);
    range.low = cp_int_add(t, cp_path_steps(p, path, range.from, p->at[before]), CP_INT(1));
    if (cp_int_compare(t, range.low, all->low) < 0)
        range.low = all->low;
    range.high = all->high;
    range.is_endless = all->is_endless;
    range.primes = true;
    cp_ranges_add(out, &range);
}

/* False, and nothing, when it is not known in time what is prime. */
static bool add_primes(struct cp_ranges *out, struct cp_position *p, int32_t man,
                       const cp_path *path, const cp_interval *all)
{
    uint32_t doubt = cp_ints_doubt(p->ints), first = out->count;
    int64_t spacing = spacing_of(out, p, man, path->line);
    cp_range range = range_along(p, man, path->ray.dx, path->ray.dy);
    cp_interval left = *all;
    cp_ints_set_doubt(p->ints, 0);
    for (bool is_cut = true; is_cut;) {
        cp_int length;
        cp_interval stretch = left;
        is_cut = find_prime_man(p, &range, path, &left, spacing, &length);
        if (is_cut) {
            stretch.high = cp_int_sub(p->ints, length, CP_INT(1));
            stretch.is_endless = false;
            left.low = cp_int_add(p->ints, length, CP_INT(1));
        }
        if (!cp_interval_is_empty(p->ints, &stretch))
            add_stretch(out, p, range, path, &stretch);
        if (is_cut)
            add_if_legal(out, p, range, length);
    }
    bool is_known = !cp_ints_doubt(p->ints);
    cp_ints_set_doubt(p->ints, doubt);
    out->count = is_known ? out->count : first;
    return is_known;
}

/* Where it is not known in time which lengths are prime, a single one counts as prime, and
 * endless ones of a free mover have primes among them. */
static enum finding judge(struct cp_position *p, const struct cp_restraint *m, const cp_path *path,
                          const cp_interval *i, cp_range *range)
{
    cp_int n;
    if (!cp_interval_sample(i, m, p, path, &n)) {
        if (m->must_stop)
            return ILLEGAL;
        if (path->ray.primes && i->is_endless && !m->is_held)
            return LEGAL;
        n = i->low;
        if (!cp_range_is_single(range) || !cp_int_is_prime(p->ints, n))
            return NO_LENGTH;
    }
    enum finding found = judge_length(p, range, n);
    return i->is_open ? OPEN : found;
}

/* The legal ones of all intervals, those next to each other joined. */
static void add_intervals(struct cp_ranges *out, struct cp_position *p,
                          const struct cp_restraint *m, const cp_path *path, const cp_interval *all)
{
    uint32_t first = out->count;
    cp_range range = range_along(p, m->man, path->ray.dx, path->ray.dy);
    range.is_body = m->is_body;
    for (cp_interval i = {.high = CP_INT(0)}; cp_interval_next(&i, m, p, path, all);) {
        range.low = i.low;
        range.high = i.high;
        range.is_endless = i.is_endless;
        range.takes = CP_NOBODY;
        range.promotes = false;
        enum finding found = judge(p, m, path, &i, &range);
        range.is_open = found == OPEN;
        range.primes = path->ray.primes && range.takes == CP_NOBODY;
        if (found != ILLEGAL) {
            /* Behind the ranges from `first` on, which are of one path. An interval without a
             * length that the path has only lengthens the range before it. */
            bool has_length = found >= OPEN;
            cp_range *last = out->count > first ? &out->list[out->count - 1] : NULL;
            if (last && goes_on(p, last, &range)) {
                last->high = range.high;
                last->is_endless = range.is_endless;
            } else if (has_length) {
                cp_ranges_add(out, &range);
            }
        }
    }
}

/* The lengths of a path to empty squares, or the man that stops it. */
static void add_free_lengths(struct cp_ranges *out, struct cp_position *p,
                             const struct cp_restraint *m, const cp_path *path,
                             const cp_reach *reach)
{
    uint32_t first = out->count;
    bool is_stopped = reach->stopped != CP_NOBODY,
         is_empty = cp_interval_is_empty(p->ints, &reach->free);
    cp_range range = range_along(p, m->man, path->ray.dx, path->ray.dy);
    range.is_body = m->is_body;
    range.low = reach->free.low;
    range.high = reach->free.high;
    range.is_endless = reach->free.is_endless;
    range.stopped = reach->stopped;
    bool is_at_once = !is_empty && is_free(m, p, path);
    if (is_at_once && path->ray.primes && p->has_trees && !p->law->variant->bounded &&
        add_primes(out, p, m->man, path, &reach->free))
        return;
    if (is_at_once && !path->ray.primes) {
        cp_ranges_add(out, &range);
        return;
    }
    if (!reach->is_barred)
        add_intervals(out, p, m, path, &reach->free);
    cp_int last = cp_int_sub(p->ints, reach->free.high, CP_INT(1));
    if (out->count > first && cp_int_compare(p->ints, out->list[out->count - 1].high, last) > 0)
        out->list[out->count - 1].stopped = reach->stopped;
    if (is_stopped && is_empty && !m->is_held && path->ray.use & CP_RAY_MOVES &&
        !p->law->variant->bounded)
        cp_ranges_add(out, &range);
}

static void add_taking(struct cp_ranges *out, struct cp_position *p, const struct cp_restraint *m,
                       const cp_path *path, const cp_reach *reach)
{
    cp_range range = range_along(p, m->man, path->ray.dx, path->ray.dy);
    range.is_body = m->is_body;
    if (reach->takes)
        add_if_legal(out, p, range, cp_int_add(p->ints, reach->free.high, CP_INT(1)));
}

static bool is_short(const struct cp_position *p, const cp_path *path)
{
    return !p->law->variant->bounded && path->ray.high && path->ray.high - path->ray.low < SHORT;
}

/* Of a man that is held, what it takes comes after all places where it may stand; of a king's path
 * that ends, every length counts. */
static void add_paths(struct cp_ranges *out, struct cp_position *p, int32_t man)
{
    const struct cp_movement *movement = cp_movement_of(p, man);
    struct cp_restraint m;
    cp_reach reach;
    bool is_each = cp_is_king(p, man) || p->law->tries_each;
    (void)!cp_restraint_find(&m, p, man, false);
    bool takes_last = m.is_held && !is_each;
    for (uint32_t i = 0; i < movement->path_count; i++) {
        const cp_path *path = &movement->paths[i];
        cp_int most;
        if (cp_is_spent(p, man, &path->ray) || path->ray.use & CP_RAY_FACES)
            continue;
        if (is_each ? cp_path_limit(p, p->at[man], 1, 1, path, &most) : is_short(p, path)) {
            add_one_by_one(out, p, man, path);
            continue;
        }
        cp_path_reach(&reach, &m, p, path);
        add_free_lengths(out, p, &m, path, &reach);
        if (!takes_last)
            add_taking(out, p, &m, path, &reach);
    }
    for (uint32_t i = 0; takes_last && i < movement->path_count; i++) {
        if (movement->paths[i].ray.use & CP_RAY_FACES)
            continue;
        cp_path_reach(&reach, &m, p, &movement->paths[i]);
        if (!is_short(p, &movement->paths[i]))
            add_taking(out, p, &m, &movement->paths[i], &reach);
    }
}

/* ---- on a small board ----
 *
 * Square by square: what stands there, and whether the man is free, tells most of it. Of a square
 * that a man comes to is still to be asked nothing, whether its king is safe then, or all. */

enum asking { ASK_NOTHING, ASK_SAFETY, ASK_ALL };

static CP_NOINLINE void add_square(struct cp_ranges *out, struct cp_position *p, int32_t man,
                                   const cp_ray *ray, int32_t length, int32_t takes,
                                   enum asking asking)
{
    cp_move move;
    cp_range range = range_along(p, man, ray->dx, ray->dy);
    range.low = range.high = CP_INT(length);
    range.takes = takes;
    if (asking == ASK_ALL) {
        add_if_legal(out, p, range, range.low);
        return;
    }
    if (asking == ASK_SAFETY)
        cp_move_begin(&move, p, man, cp_range_square(p->ints, &range, range.low), takes);
    if (asking == ASK_NOTHING || cp_move_is_safe(p, &move))
        cp_ranges_add(out, &range);
}

/* What does not change from one ray of a man to the next. A place is a square's on the board, rank
 * by rank, all from 0. */
struct walker {
    int32_t man;
    uint32_t file, rank;
    uint32_t passed; /* the place where it may take in passing; UINT32_MAX: none, or several */
    bool takes_passed;
    enum asking asking;
    const struct cp_region *zone; /* NULL: none */
    uint64_t promoting;           /* the ranks, by bits, on which it does, or may */
    uint64_t special_kinds;       /* to take one is to be asked */
};

/* Only how many squares a man comes to, where none of them is special; else false. */
static CP_NOINLINE bool count_walks(const struct cp_position *p, const struct walker *w,
                                    const cp_ray *ray, const cp_ray *end, uint32_t *total)
{
    const struct cp_variant *v = p->law->variant;
    const uint32_t files = (uint32_t)v->files, ranks = (uint32_t)v->ranks;
    uint32_t count = 0;
    for (; ray < end; ray++) {
        const uint32_t dx = (uint32_t)ray->dx, dy = (uint32_t)ray->dy;
        uint32_t file = w->file + dx, rank = w->rank + dy;
        int32_t n = 1, there = CP_NOBODY;
        if (cp_is_spent(p, w->man, ray))
            continue;
        for (; there == CP_NOBODY && file < files && rank < ranks; file += dx, rank += dy) {
            uint32_t place = rank * files + file;
            uint8_t fits = CP_RAY_MOVES;
            there = p->bucket[place];
            if (there != CP_NOBODY) {
                if (p->owner[there] == p->turn)
                    break;
                fits = CP_RAY_TAKES;
                if (w->special_kinds >> p->kind[there] & 1)
                    return false;
            }
            if (w->promoting >> rank & 1 || place == w->passed)
                return false;
            count += n >= ray->low && ray->use & fits;
            if (n++ == ray->high)
                break;
        }
    }
    *total += count;
    return true;
}

static void walk_along(struct cp_ranges *out, struct cp_position *p, const struct walker *w,
                       const cp_ray *ray)
{
    const struct cp_variant *v = p->law->variant;
    const uint32_t files = (uint32_t)v->files, ranks = (uint32_t)v->ranks;
    const uint32_t dx = (uint32_t)ray->dx, dy = (uint32_t)ray->dy;
    uint32_t file = w->file + dx, rank = w->rank + dy;
    int32_t last = ray->high ? ray->high : INT32_MAX;
    enum asking asking = w->asking;
    for (int32_t n = 1; n <= last && file < files && rank < ranks; n++, file += dx, rank += dy) {
        uint32_t place = rank * files + file;
        int32_t there = p->bucket[place];
        uint8_t fits = CP_RAY_MOVES;
        const cp_square at = {CP_INT(file + 1), CP_INT(rank + 1)};
        if (there != CP_NOBODY) {
            if (p->owner[there] == p->turn)
                return;
            fits = CP_RAY_TAKES;
            last = n;
            if (w->special_kinds >> p->kind[there] & 1)
                asking = ASK_ALL;
        } else if (w->takes_passed && ray->use & CP_RAY_TAKES &&
                   (p->passed_more || place == w->passed)) {
            fits = CP_RAY_MOVES | CP_RAY_TAKES; /* perhaps */
            asking = ASK_ALL;
        }
        if (w->promoting >> rank & 1)
            asking = ASK_ALL; /* also of where it goes over such a square */
        if (n < ray->low || !(ray->use & fits) || (w->zone && !cp_region_has(w->zone, at)) ||
            (ray->first && cp_first_strays(p, w->man, at)))
            continue;
        if (out->are_counted && asking == ASK_NOTHING) {
            out->unlisted++;
            continue;
        }
        add_square(out, p, w->man, ray, n, there, asking);
    }
}

static CP_NOINLINE void add_by_walks(struct cp_ranges *out, struct cp_position *p, int32_t man,
                                     const struct cp_movement *movement)
{
    const struct cp_variant *v = p->law->variant;
    const struct cp_kind *kind = &v->kinds[p->kind[man]];
    struct walker w = {
        .man = man,
        .file = (uint32_t)p->at[man].file.v - 1,
        .rank = (uint32_t)p->at[man].rank.v - 1,
        .passed = UINT32_MAX,
        .takes_passed = kind->en_passant && p->passing != CP_NOBODY,
        .asking = p->delay                    ? ASK_ALL
                  : hides_nobody(out, p, man) ? ASK_NOTHING
                                              : ASK_SAFETY,
        .zone = movement->zone,
        .promoting = kind->becomes && cp_promotes_on(v, (int)p->turn, p->at[man])
                         ? UINT64_MAX /* wherever it goes */
                         : movement->promoting,
        .special_kinds = p->law->royals | p->law->voids,
    };
    if (w.takes_passed && !p->passed_more)
        w.passed = (uint32_t)((p->passed.rank.v - 1) * v->files + p->passed.file.v - 1);
    const cp_ray *ray = kind->rays[p->turn], *end = ray + kind->ray_count;
    if (out->are_counted && w.asking == ASK_NOTHING && !w.zone && !movement->first_stays &&
        !(w.takes_passed && p->passed_more) && count_walks(p, &w, ray, end, &out->unlisted))
        return;
    for (; ray < end; ray++)
        if (!cp_is_spent(p, man, ray) && !(ray->use & CP_RAY_FACES))
            walk_along(out, p, &w, ray);
}

static CP_NOINLINE void add_by_paths(struct cp_position *p, int32_t man, struct cp_ranges *out,
                                     const struct cp_movement *movement)
{
    struct cp_restraint m;
    add_leaps(out, p, man);
    if (movement->route_count)
        add_routes(out, p, man);
    if (movement->path_count)
        add_paths(out, p, man);
    if (p->law->has_bodies && !cp_is_king(p, man) && cp_restraint_find(&m, p, man, true))
        for (uint32_t i = 0; i < p->law->body_path_count; i++) {
            const cp_path *path = &p->law->body_paths[p->side[man]][i];
            cp_reach reach;
            cp_path_reach(&reach, &m, p, path);
            add_free_lengths(out, p, &m, path, &reach);
            add_taking(out, p, &m, path, &reach);
        }
}

static void add_moves(struct cp_position *p, int32_t man, struct cp_ranges *out)
{
    const struct cp_movement *movement = cp_movement_of(p, man);
    if (p->squares && movement->is_simple && !movement->spares_like && !p->law->has_bodies)
        add_by_walks(out, p, man, movement);
    else
        add_by_paths(p, man, out, movement);
    if (p->law->castles && p->law->castlers >> p->kind[man] & 1)
        add_castling(out, p, man);
}

void cp_chess_each_move(struct cp_position *p, int32_t man, struct cp_ranges *out)
{
    uint32_t kept = out->count;
    if (CP_UNLIKELY(p->law->variant->may_pass[p->turn] != CP_PASSES_NEVER) &&
        cp_position_passer(p) == man) {
        cp_range pass = range_along(p, man, 0, 0);
        pass.high = pass.low;
        pass.is_pass = true;
        cp_ranges_add(out, &pass);
        kept++;
    }
    add_moves(p, man, out);
    if (CP_LIKELY(!p->law->variant->must_take) || !cp_can_take(p))
        return;
    for (uint32_t i = kept; i < out->count; i++)
        if (out->list[i].takes != CP_NOBODY)
            out->list[kept++] = out->list[i];
    out->count = kept;
}

/* ---- attacks ---- */

static void add_attacked(struct cp_ranges *out, const struct cp_position *p, int32_t man,
                         int32_t dx, int32_t dy)
{
    cp_range range = range_along(p, man, dx, dy);
    range.high = range.low;
    cp_square to = cp_range_square(p->ints, &range, range.low);
    int32_t there = cp_on_board(p->law, p->ints, to) ? cp_position_get(p, to) : CP_NOBODY;
    if (cp_on_board(p->law, p->ints, to) && !cp_man_strays(p, man, to) &&
        (there == CP_NOBODY || !cp_is_void(p, there)))
        cp_ranges_add(out, &range);
}

/* The lengths before what stops the path, and its own. */
static void add_attacked_line(struct cp_ranges *out, const struct cp_position *p, int32_t man,
                              const cp_path *path)
{
    const struct cp_restraint free_man = {.man = man};
    const struct cp_movement *m = cp_movement_of(p, man);
    cp_reach reach;
    if (CP_UNLIKELY(m->zone || m->first_stays || m->spares_like)) { /* on a board with edges */
        cp_int most;
        (void)cp_path_limit(p, p->at[man], 1, 1, path, &most);
        for (int64_t n = 1; n <= most.v; n++) {
            cp_spot to;
            cp_spot_init(
                &to, p, cp_square_step(p->ints, p->at[man], path->ray.dx, path->ray.dy, CP_INT(n)));
            if (cp_man_path(p, man, &to, CP_RAY_TAKES) == path && !cp_man_spares(p, man, to.at))
                add_attacked(out, p, man, (int32_t)n * path->ray.dx, (int32_t)n * path->ray.dy);
        }
        return;
    }
    cp_path_reach(&reach, &free_man, p, path);
    cp_range range = range_along(p, man, path->ray.dx, path->ray.dy);
    range.low = reach.free.low;
    range.high = reach.free.high;
    range.is_endless = reach.free.is_endless;
    range.primes = path->ray.primes;
    if (reach.stopped != CP_NOBODY && !cp_is_void(p, reach.stopped))
        range.high = cp_int_add(p->ints, range.high, CP_INT(1));
    if (!cp_range_is_empty(p->ints, &range))
        cp_ranges_add(out, &range);
}

/* Where one leading man alone would meet somebody, it takes. */
static void add_attacked_by_body(struct cp_ranges *out, const struct cp_position *p,
                                 const cp_body *body, const cp_path *path)
{
    cp_body_reach reach;
    cp_body_reach_find(&reach, p, body, path);
    for (uint32_t i = 0; i < body->count; i++) {
        if (!cp_body_leads(p->law, i, path))
            continue;
        cp_range range = range_along(p, body->man[i], path->ray.dx, path->ray.dy);
        range.is_body = true;
        range.is_endless = reach.is_endless;
        range.high = reach.free;
        cp_int behind = cp_int_add(p->ints, reach.free, CP_INT(1));
        if (reach.met_count == 1 &&
            cp_square_equal(cp_range_square(p->ints, &range, behind), p->at[reach.met[0]]))
            range.high = behind;
        if (!cp_range_is_empty(p->ints, &range))
            cp_ranges_add(out, &range);
    }
}

void cp_chess_each_attack(struct cp_position *p, int32_t man, struct cp_ranges *out)
{
    const struct cp_movement *m = cp_movement_of(p, man);
    for (uint32_t i = 0; i < m->leap_count; i++)
        if (m->leaps[i].use & CP_RAY_TAKES && !cp_leap_is_spent(p, man, &m->leaps[i]))
            add_attacked(out, p, man, m->leaps[i].dx, m->leaps[i].dy);
    for (uint32_t i = 0; i < m->route_count; i++)
        for (uint32_t stop = 0; stop < m->routes[i].count; stop++) {
            int32_t dx = m->routes[i].by[stop].dx, dy = m->routes[i].by[stop].dy;
            uint32_t from = 0, first;
            cp_square to = cp_square_leap(p->ints, p->at[man], dx, dy);
            cp_spot spot;
            cp_spot_init(&spot, p, to);
            if (cp_man_route(p, man, to, CP_RAY_TAKES, &from, &first) == &m->routes[i] &&
                !(m->routes[i].home && cp_man_path(p, man, &spot, CP_RAY_TAKES)))
                add_attacked(out, p, man, dx, dy);
        }
    for (uint32_t i = 0; i < m->path_count; i++)
        if (m->paths[i].ray.use & CP_RAY_TAKES && !cp_is_spent(p, man, &m->paths[i].ray))
            add_attacked_line(out, p, man, &m->paths[i]);
    cp_body body;
    if (p->law->has_bodies && cp_body_find(p, man, &body))
        for (uint32_t i = 0; i < p->law->body_path_count; i++)
            add_attacked_by_body(out, p, &body, &p->law->body_paths[p->side[man]][i]);
}

enum cp_diag cp_range_move(struct cp_position *p, const cp_range *r, cp_int length,
                           uint8_t promotion, cp_move *move)
{
    int32_t culprit;
    cp_square to = cp_range_square(p->ints, r, length);
    cp_position_settle(p);
    if (r->castles)
        return cp_move_check_castling(p, r->man, r->castles > 0, move, &culprit);
    if (r->is_pass) {
        cp_move_begin_pass(move, p, r->man);
        return CP_OK;
    }
    const struct cp_kind *kind = &p->law->variant->kinds[p->kind[r->man]];
    bool is_judged = p->squares && cp_range_is_single(r) && !r->primes && !r->promotes &&
                     !r->is_body && !r->is_open && !kind->en_passant && !kind->has_first &&
                     promotion == CP_NO_KIND; /* as it stands */
    if (!r->sep && !is_judged)
        return cp_any_check(p, r->is_body, r->man, to, promotion, move);
    cp_move_begin(move, p, r->man, to, r->takes);
    if (!r->sep)
        return CP_OK;
    move->via = r->via;
    move->sep = r->sep;
    move->then = r->then;
    return CP_OK;
}
