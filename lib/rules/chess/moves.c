/* SPDX-License-Identifier: MIT */
/* moves.c -- the same division as replies.c, told instead of tried: leaps and
 * short rays are judged square by square; an endless ray of a free man runs to
 * the first man on it; a restrained man's rays are cut to the gap he may stand
 * in. On a board with edges who is restrained by falls only is judged square by
 * square, for he may go anywhere if that mates (R-TD-5). Where men in blocks move
 * and give check replies.c says which lengths to judge. */
#include "rules/chess/moves.h"

#include "rules/chess/attack.h"
#include "rules/chess/replies.h"

enum { SHORT = 8 }; /* a ray of at most so many lengths is judged one by one */

void cp_survey_init(struct cp_survey *s, struct cp_arena *arena)
{
    *s = (struct cp_survey){.arena = arena};
}

static void add(struct cp_survey *s, const cp_run_of_moves *run)
{
    if (s->count == s->room) {
        uint32_t room = s->room ? s->room * 2 : 32;
        s->runs = cp_arena_take_more(s->arena, s->runs, s->room * sizeof *s->runs,
                                     room * sizeof *s->runs);
        s->room = room;
    }
    s->runs[s->count++] = *run;
}

static cp_run_of_moves run_along(const struct cp_position *p, int32_t man, int32_t dx, int32_t dy)
{
    return (cp_run_of_moves){.from = p->at[man],
                             .dx = dx,
                             .dy = dy,
                             .low = CP_INT(1),
                             .takes = CP_NOBODY,
                             .stopped = CP_NOBODY};
}

/* Whether one square is a legal move; fills what is taken and become there. What he
 * becomes matters only where a turn that mates has no falls: one that may is enough. */
static bool is_legal(struct cp_position *p, int32_t man, cp_square to, cp_run_of_moves *run)
{
    const struct cp_variant *v = p->law->variant;
    cp_move move;
    enum cp_diag why = cp_any_check(p, run->is_body, man, to, CP_NO_KIND, &move);
    run->promotes = why == CP_PROMOTION_MISSING;
    uint32_t choices = p->overlay ? v->promotes_to_count : v->promotes_to_count > 0;
    for (uint32_t i = 0; run->promotes && why != CP_OK && i < choices; i++)
        why = cp_move_check(p, man, to, v->promotes_to[i], &move);
    run->takes = move.taken;
    return why == CP_OK;
}

static void add_if_legal(struct cp_survey *s, struct cp_position *p, int32_t man,
                         cp_run_of_moves run, cp_int length)
{
    run.low = run.high = length;
    if (is_legal(p, man, cp_run_square(p->ints, &run, length), &run))
        add(s, &run);
}

static void add_leaps(struct cp_survey *s, struct cp_position *p, int32_t man)
{
    const struct cp_manner *m = cp_manner_of(p, man);
    for (uint32_t i = 0; i < m->leap_count; i++) {
        const cp_leap *leap = &m->leaps[i];
        cp_run_of_moves run = run_along(p, man, leap->dx, leap->dy);
        run.is_leap = true;
        bool told = false; /* a step to move and the like step to take are two leaps */
        for (uint32_t j = 0; j < i; j++)
            told |= m->leaps[j].dx == leap->dx && m->leaps[j].dy == leap->dy;
        if (!told)
            add_if_legal(s, p, man, run, CP_INT(1));
    }
}

/* A slide of a free man: up to whoever stands on it, and him if he can be taken. */
static void add_slide(struct cp_survey *s, struct cp_position *p, int32_t man, const cp_path *path)
{
    cp_run_of_moves run = run_along(p, man, path->ray.dx, path->ray.dy);
    cp_spot here;
    cp_int steps;
    cp_spot_of_man(&here, p, man);
    run.low = CP_INT(path->ray.low);
    run.stopped = cp_position_first(p, &here, path->line, path->way, &steps);
    run.is_endless = run.stopped == CP_NOBODY && !path->ray.high;
    run.high =
        run.stopped == CP_NOBODY ? CP_INT(path->ray.high) : cp_int_sub(p->ints, steps, CP_INT(1));
    if (path->ray.high && cp_int_compare(p->ints, run.high, CP_INT(path->ray.high)) > 0)
        run.high = CP_INT(path->ray.high);
    bool moves = path->ray.use & CP_RAY_MOVES;
    if (moves && (run.stopped != CP_NOBODY || !cp_run_is_empty(p->ints, &run)))
        add(s, &run);
    if (run.stopped != CP_NOBODY && p->side[run.stopped] != p->side[man])
        add_if_legal(s, p, man, run_along(p, man, path->ray.dx, path->ray.dy), steps);
}

/* The first man at or beyond a length of a path who stands on a length that the path
 * has. */
static int32_t first_along(struct cp_position *p, int32_t man, const cp_path *path, cp_int from,
                           cp_int *length)
{
    cp_spot spot;
    cp_square before = cp_square_step(p->ints, p->at[man], path->ray.dx, path->ray.dy,
                                      cp_int_sub(p->ints, from, CP_INT(1)));
    for (;;) {
        cp_int steps;
        cp_spot_init(&spot, p, before);
        int32_t other = cp_position_first(p, &spot, path->line, path->way, &steps);
        if (other == CP_NOBODY)
            return CP_NOBODY;
        *length = cp_int_abs(p->ints, cp_line_steps(p, path->line, p->at[man], p->at[other]));
        if (!path->ray.primes || cp_int_is_prime(p->ints, *length))
            return other;
        before = p->at[other];
    }
}

/* Prime lengths of a free man: runs between the men that stand on such. */
static void add_primes(struct cp_survey *s, struct cp_position *p, int32_t man, const cp_path *path)
{
    cp_run_of_moves run = run_along(p, man, path->ray.dx, path->ray.dy);
    run.primes = true;
    run.low = CP_INT(path->ray.low);
    for (;;) {
        cp_int length = CP_INT(0);
        run.stopped = first_along(p, man, path, run.low, &length);
        run.is_endless = run.stopped == CP_NOBODY;
        run.high = run.is_endless ? CP_INT(0) : cp_int_sub(p->ints, length, CP_INT(1));
        cp_int prime;
        if (run.is_endless || cp_int_next_prime(p->ints, run.low, &run.high, &prime))
            add(s, &run);
        if (run.is_endless)
            return;
        if (p->side[run.stopped] != p->side[man])
            add_if_legal(s, p, man, run_along(p, man, path->ray.dx, path->ray.dy), length);
        run.low = cp_int_add(p->ints, length, CP_INT(1));
    }
}

static void add_one_by_one(struct cp_survey *s, struct cp_position *p, int32_t man,
                           const cp_path *path, int32_t high)
{
    cp_run_of_moves run = run_along(p, man, path->ray.dx, path->ray.dy);
    for (int32_t n = path->ray.low; n <= high; n++)
        add_if_legal(s, p, man, run, CP_INT(n));
}

/* The longest length worth judging one by one; 0: the path is too long for it. */
static int32_t last_length(const struct cp_position *p, const cp_path *path)
{
    const struct cp_variant *v = p->law->variant;
    if (v->bounded)
        return v->files > v->ranks ? v->files : v->ranks;
    return path->ray.high && path->ray.high - path->ray.low < SHORT ? path->ray.high : 0;
}

static void add_free_path(struct cp_survey *s, struct cp_position *p, int32_t man,
                          const cp_path *path)
{
    if (last_length(p, path))
        add_one_by_one(s, p, man, path, last_length(p, path));
    else if (path->ray.primes)
        add_primes(s, p, man, path);
    else
        add_slide(s, p, man, path);
}

/* A run in a gap. One square of the gap speaks for all of them: see replies.c, step 3. */
static void add_in_gap(struct cp_survey *s, struct cp_position *p, int32_t man, const cp_path *path,
                       cp_run_of_moves run)
{
    cp_int least = run.low;
    if (cp_run_is_empty(p->ints, &run))
        return;
    run.primes = path->ray.primes && !cp_int_equal(run.low, run.high);
    if (path->ray.primes && !cp_int_next_prime(p->ints, run.low, &run.high, &least))
        return;
    if (is_legal(p, man, cp_run_square(p->ints, &run, least), &run))
        add(s, &run);
}

/* A gap that opens by falls: those who fall still stand in it, and the run is told
 * in pieces between them. */
static void add_among_due(struct cp_survey *s, struct cp_position *p, int32_t man,
                          const cp_path *path, cp_run_of_moves run)
{
    bool slides = !path->ray.leaps && !path->ray.primes;
    cp_int end = run.high, length;
    for (;;) {
        int32_t other = first_along(p, man, path, slides ? CP_INT(1) : run.low, &length);
        bool is_met = other != CP_NOBODY && cp_int_compare(p->ints, length, end) <= 0;
        run.high = is_met ? cp_int_sub(p->ints, length, CP_INT(1)) : end;
        add_in_gap(s, p, man, path, run);
        if (!is_met || cp_int_compare(p->ints, length, run.low) < 0)
            return;
        if (p->side[other] != p->side[man])
            add_if_legal(s, p, man, run_along(p, man, path->ray.dx, path->ray.dy), length);
        if (slides)
            return;
        run.low = cp_int_add(p->ints, length, CP_INT(1));
    }
}

/* Out of a gap that opens by falls he may go where that mates (R-TD-5). */
static void add_mates(struct cp_survey *s, struct cp_position *p, int32_t man, const cp_path *path,
                      const cp_gap *gap, int32_t by)
{
    cp_run_of_moves run = run_along(p, man, path->ray.dx, path->ray.dy);
    int32_t last =
        path->ray.high && path->ray.high < CP_MATES_TOLD ? path->ray.high : CP_MATES_TOLD;
    for (int32_t n = path->ray.low; n <= last; n++) {
        cp_square to = cp_run_square(p->ints, &run, CP_INT(n));
        if (!cp_gap_has(gap, p, to) && !cp_square_equal(to, p->at[by]))
            add_if_legal(s, p, man, run, CP_INT(n));
    }
}

/* What a restrained man may do along a path: stand in the gap. */
static void add_restrained_path(struct cp_survey *s, struct cp_position *p, int32_t man,
                                const cp_path *path, const cp_gap *gap)
{
    cp_run_of_moves run = run_along(p, man, path->ray.dx, path->ray.dy);
    if (!cp_gap_lengths(gap, p, man, path, &run.low, &run.high))
        return;
    if (gap->is_after_falls)
        add_among_due(s, p, man, path, run);
    else
        add_in_gap(s, p, man, path, run);
}

/* Taking whoever restrains him; by a leap that was told already. */
static void add_taking(struct cp_survey *s, struct cp_position *p, int32_t man, int32_t by)
{
    cp_spot spot;
    cp_spot_of_man(&spot, p, by);
    const cp_path *path = cp_man_path(p, man, &spot, CP_RAY_TAKES);
    if (!path)
        return;
    cp_int length = cp_int_abs(p->ints, cp_line_steps(p, path->line, p->at[man], spot.at));
    add_if_legal(s, p, man, run_along(p, man, path->ray.dx, path->ray.dy), length);
}

static void add_castling(struct cp_survey *s, struct cp_position *p, int32_t king)
{
    for (int right = 0; right <= 1; right++) {
        cp_move move;
        int32_t culprit;
        if (cp_move_check_castling(p, right, &move, &culprit) != CP_OK)
            continue;
        cp_run_of_moves run = run_along(p, king, (int32_t)(move.to.file.v - move.from.file.v), 0);
        run.high = CP_INT(1);
        run.castles = right ? 1 : -1;
        add(s, &run);
    }
}

/* ---- where bodies give check ---- */

static bool goes_on(const struct cp_position *p, const cp_run_of_moves *a, const cp_run_of_moves *b)
{
    return a->takes == CP_NOBODY && b->takes == CP_NOBODY && a->promotes == b->promotes &&
           cp_int_equal(cp_int_add(p->ints, a->high, CP_INT(1)), b->low);
}

/* The legal ones of all stretches, those next to each other joined. */
static void add_stretches(struct cp_survey *s, struct cp_position *p, const struct cp_mover *m,
                          const cp_path *path, const cp_stretch *all)
{
    uint32_t first = s->count;
    cp_int n;
    for (cp_stretch at = {.high = CP_INT(0)}; cp_stretch_next(&at, m, p, path, all);) {
        cp_run_of_moves run = run_along(p, m->man, path->ray.dx, path->ray.dy);
        run.is_body = m->is_body;
        run.low = at.low;
        run.high = at.high;
        run.is_endless = at.is_endless;
        if (!cp_stretch_sample(&at, p, path, &n) ||
            !is_legal(p, m->man, cp_run_square(p->ints, &run, n), &run))
            continue;
        run.primes = path->ray.primes && run.takes == CP_NOBODY;
        if (s->count > first && goes_on(p, &s->runs[s->count - 1], &run)) {
            s->runs[s->count - 1].high = run.high;
            s->runs[s->count - 1].is_endless = run.is_endless;
        } else {
            add(s, &run);
        }
    }
}

static void add_reach(struct cp_survey *s, struct cp_position *p, const struct cp_mover *m,
                      const cp_path *path)
{
    cp_reach reach;
    cp_run_of_moves run = run_along(p, m->man, path->ray.dx, path->ray.dy);
    uint32_t first = s->count;
    cp_mover_reach(&reach, m, p, path);
    run.is_body = m->is_body;
    run.high = CP_INT(0);
    run.stopped = reach.stopped;
    add_stretches(s, p, m, path, &reach.free);
    cp_int last = cp_int_sub(p->ints, reach.free.high, CP_INT(1));
    if (s->count > first && cp_int_compare(p->ints, s->runs[s->count - 1].high, last) > 0)
        s->runs[s->count - 1].stopped = reach.stopped;
    if (!m->is_held && reach.stopped != CP_NOBODY &&
        cp_int_compare(p->ints, reach.free.high, reach.free.low) < 0)
        add(s, &run);
    if (reach.takes)
        add_if_legal(s, p, m->man, run, cp_int_add(p->ints, reach.free.high, CP_INT(1)));
}

static void add_ways(struct cp_survey *s, struct cp_position *p, int32_t man)
{
    const struct cp_manner *manner = cp_manner_of(p, man);
    struct cp_mover m;
    if (manner->path_count && cp_mover_init(&m, p, man, false))
        for (uint32_t i = 0; i < manner->path_count; i++) {
            const cp_path *path = &manner->paths[i];
            if (path->ray.first && p->moved[man])
                continue;
            if (last_length(p, path))
                add_one_by_one(s, p, man, path, last_length(p, path));
            else
                add_reach(s, p, &m, path);
        }
    if (cp_mover_init(&m, p, man, true))
        for (uint32_t i = 0; i < p->law->body_path_count; i++)
            add_reach(s, p, &m, &p->law->body_paths[p->side[man]][i]);
}

enum cp_diag cp_run_check(struct cp_position *p, const cp_run_of_moves *run, int32_t man,
                          cp_int length, uint8_t promotion, cp_move *move)
{
    int32_t culprit;
    if (run->castles)
        return cp_move_check_castling(p, run->castles > 0, move, &culprit);
    return cp_any_check(p, run->is_body, man, cp_run_square(p->ints, run, length), promotion, move);
}

void cp_survey_add(struct cp_survey *s, struct cp_position *p, int32_t man)
{
    const struct cp_manner *m = cp_manner_of(p, man);
    cp_gap gap;
    bool is_king = man == p->king[p->side[man]];
    add_leaps(s, p, man);
    if (!is_king && p->law->has_bodies) {
        add_ways(s, p, man);
        return;
    }
    int32_t by = is_king ? CP_NOBODY : cp_man_restrainer(p, man, &gap);
    for (uint32_t i = 0; i < m->path_count; i++) {
        const cp_path *path = &m->paths[i];
        if (path->ray.first && p->moved[man])
            continue;
        if (is_king)
            add_one_by_one(s, p, man, path, path->ray.high);
        else if (by == CP_NOBODY || (gap.is_after_falls && p->law->variant->bounded))
            add_free_path(s, p, man, path);
        else
            add_restrained_path(s, p, man, path, &gap);
        if (by != CP_NOBODY && gap.is_after_falls && !p->law->variant->bounded)
            add_mates(s, p, man, path, &gap, by);
    }
    if (is_king && p->law->variant->castles)
        add_castling(s, p, man);
    if (by != CP_NOBODY && !(gap.is_after_falls && p->law->variant->bounded))
        add_taking(s, p, man, by);
}

/* Legal moves for people to read:
 *
 *     R(g9): left (f9)…∞, right blocked by P(h9), up (g10)…(g14), xP(g15)
 *     Hu(f8): left primes (a8)…∞
 *     N(j9): (i11), (k11)
 */

struct teller {
    struct cp_buf *out;
    struct cp_position *p;
    enum cp_spelling spelling;
    cp_square back; /* from the variant's frame to the game's */
};

static void tell_square(const struct teller *t, cp_square at)
{
    cp_square_format(t->p->ints, t->out, cp_square_shift(t->p->ints, at, t->back), t->spelling);
}

static void tell_kind(const struct teller *t, uint8_t kind)
{
    cp_buf_put(t->out, cp_alphabet_letter(&t->p->law->variant->alphabet, kind));
}

static void tell_man(const struct teller *t, int32_t man)
{
    tell_kind(t, t->p->kind[man]);
    tell_square(t, t->p->at[man]);
}

static void tell_way(const struct teller *t, const cp_run_of_moves *r)
{
    static const char *const ways[3][3] = {
        {"down-left", "left", "up-left"}, {"down", "", "up"}, {"down-right", "right", "up-right"}};
    if (r->dx >= -1 && r->dx <= 1 && r->dy >= -1 && r->dy <= 1)
        cp_buf_puts(t->out, ways[r->dx + 1][r->dy + 1]);
    else
        cp_buf_printf(t->out, "by (%d,%d)", r->dx, r->dy);
}

static void tell_single(const struct teller *t, const cp_run_of_moves *r)
{
    if (r->castles) {
        cp_buf_puts(t->out, r->castles > 0 ? "O-O" : "O-O-O");
        return;
    }
    if (r->takes != CP_NOBODY && r->is_body) { /* whom it takes stands elsewhere */
        tell_square(t, cp_run_square(t->p->ints, r, r->low));
        cp_buf_putc(t->out, 'x');
        tell_man(t, r->takes);
        return;
    }
    if (r->takes != CP_NOBODY) {
        cp_buf_putc(t->out, 'x');
        tell_kind(t, t->p->kind[r->takes]);
    }
    tell_square(t, cp_run_square(t->p->ints, r, r->low));
    cp_buf_puts(t->out, r->promotes ? "=" : "");
}

static void tell_run(const struct teller *t, const cp_run_of_moves *r)
{
    struct cp_ints *ints = t->p->ints;
    if (cp_run_is_empty(ints, r)) {
        tell_way(t, r);
        cp_buf_puts(t->out, " blocked by ");
        tell_man(t, r->stopped);
        return;
    }
    if (!r->is_endless && cp_int_equal(r->low, r->high)) {
        tell_single(t, r);
        return;
    }
    cp_int nearest = r->low;
    bool is_known = !r->primes || cp_int_next_prime(ints, r->low, NULL, &nearest);
    tell_way(t, r);
    cp_buf_puts(t->out, !r->primes ? " " : is_known ? " primes " : " primes beyond ");
    tell_square(t, cp_run_square(ints, r, nearest));
    cp_buf_puts(t->out, "…");
    if (r->is_endless)
        cp_buf_puts(t->out, "∞");
    else
        tell_square(t, cp_run_square(ints, r, r->high));
}

/* Blocked at once, by a man that the next run takes: that run says it. */
static bool is_said_next(const struct cp_survey *s, const struct cp_position *p, uint32_t i)
{
    const cp_run_of_moves *r = &s->runs[i];
    return cp_run_is_empty(p->ints, r) && i + 1 < s->count && s->runs[i + 1].takes != CP_NOBODY &&
           s->runs[i + 1].takes == r->stopped;
}

static void tell_runs(const struct teller *t, const struct cp_survey *s, bool of_body)
{
    const char *between = " ";
    cp_buf_putc(t->out, ':');
    for (uint32_t i = 0; i < s->count; i++) {
        if (s->runs[i].is_body != of_body || is_said_next(s, t->p, i))
            continue;
        cp_buf_puts(t->out, between);
        tell_run(t, &s->runs[i]);
        between = ", ";
    }
    cp_buf_puts(t->out, between[0] == ',' ? "\n" : " no legal move\n");
}

void cp_survey_format(struct cp_buf *out, const struct cp_survey *s, struct cp_position *p,
                      int32_t man, enum cp_spelling spelling, cp_square shift)
{
    struct teller t = {
        out, p, spelling, {cp_int_negate(p->ints, shift.file), cp_int_negate(p->ints, shift.rank)}};
    cp_body body;
    tell_man(&t, man);
    tell_runs(&t, s, false);
    if (!cp_body_find(p, man, &body))
        return;
    tell_kind(&t, p->law->variant->body.kind);
    tell_square(&t, p->at[man]);
    tell_runs(&t, s, true);
}

/* Runs are counted by subtraction, so a rook's 10^30 squares cost what
 * three do. Primes cannot be: they are counted one by one, along so many squares
 * as any diagram might show, and beyond that the line is told instead. */

enum { PRIMES_ALONG = 10000 };

static cp_int length_of(struct cp_ints *t, const cp_run_of_moves *run)
{
    return cp_int_add(t, cp_int_sub(t, run->high, run->low), CP_INT(1));
}

static int64_t count_primes(struct cp_ints *t, const cp_run_of_moves *run)
{
    int64_t count = 0;
    cp_int from = run->low, prime;
    while (cp_int_compare(t, from, run->high) <= 0 &&
           cp_int_next_prime(t, from, &run->high, &prime)) {
        count++;
        from = cp_int_add(t, prime, CP_INT(1));
    }
    return count;
}

static void add_run(struct cp_tally *out, struct cp_position *p, const cp_run_of_moves *run)
{
    struct cp_ints *t = p->ints;
    if (cp_run_is_empty(t, run))
        return;
    if (run->is_endless) {
        out->endless++;
        return;
    }
    cp_int count = length_of(t, run);
    if (run->primes && cp_int_compare(t, count, CP_INT(PRIMES_ALONG)) > 0) {
        out->uncounted++;
        return;
    }
    if (run->primes)
        count = CP_INT(count_primes(t, run));
    if (run->promotes)
        count = cp_int_scale(t, count, (int32_t)p->law->variant->promotes_to_count);
    out->count = cp_int_add(t, out->count, count);
}

void cp_tally_position(struct cp_tally *out, struct cp_survey *s, struct cp_position *p)
{
    *out = (struct cp_tally){0};
    s->count = 0;
    for (uint32_t man = 0; man < p->count; man++)
        if (!p->gone[man] && p->side[man] == p->turn)
            cp_survey_add(s, p, (int32_t)man);
    for (uint32_t i = 0; i < s->count; i++)
        add_run(out, p, &s->runs[i]);
}

void cp_tally_format(struct cp_buf *out, const struct cp_ints *t, const struct cp_tally *tally)
{
    if (tally->endless)
        cp_buf_puts(out, "endless: ");
    cp_int_format(t, out, tally->count);
    if (tally->uncounted)
        cp_buf_printf(out, "%s the primes of %u long line%s", tally->endless ? "," : " and",
                      tally->uncounted, tally->uncounted == 1 ? "" : "s");
    if (tally->endless)
        cp_buf_printf(out, " and %u endless line%s", tally->endless,
                      tally->endless == 1 ? "" : "s");
}
