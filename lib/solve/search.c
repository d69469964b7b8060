/* SPDX-License-Identifier: MIT */
/* search.c -- a tree of moves, no deeper than was asked for.
 *
 * Who wants the end needs one move that leads there, the other side all of its moves; of a
 * helpmate both sides want it. Answers have a third value, and its reason: a move that is not
 * there to be tried, one of endlessly many, leaves a "no" open where one move would do, and a
 * "yes" where all must.
 *
 * What makes it fast, and changes no answer:
 *  - what bitboards play they are asked (boards.c), at once for all that follows;
 *  - at the last move of #n only what gives check is asked for mate;
 *  - what decided a position of the same depth is tried first, then checks and captures;
 *  - what was found of a position is remembered, in a table of bounded size. Within n moves "yes"
 *    holds for more moves too, and "no" for fewer; of helpmates only the same number counts.
 *    Positions are told apart by 128 bits of a hash that comes of a seed (int.h), and clocks and
 *    counts beside it: they are not compared, as 2^-128 is less than a machine's own errors.
 *
 * Recursion is by depth, which the asker chose, never by input. */
#include "solve/search.h"

#include "rules/chess/turn.h"
#include "rules/moves.h"

#include <stdlib.h>

enum {
    LENGTHS_MOST = 64,     /* of a range on a plane that are tried one by one in any case, */
    LENGTHS_FEW = 2,       /* at the last move; */
    LENGTHS_LAST = 16384,  /* and where that is what proves it */
    DECIDED_BEFORE = 1000, /* scores */
    CHECKS = 500,
    CAPTURES = 100,
};

/* ---- the moves of a position ---- */

static struct cp_candidate *add_choice(struct cp_search *s, struct cp_listed *l,
                                       const cp_range *range, cp_int length)
{
    struct cp_position *p = s->p;
    uint32_t before = l->count;
    for (uint32_t i = 0; i < cp_range_choices(p, range); i++) {
        l->list = cp_arena_grow(s->arena, l->list, l->count, &l->room, sizeof *l->list);
        struct cp_candidate *c = &l->list[l->count];
        *c = (struct cp_candidate){.range = *range};
        c->range.low = c->range.high = length;
        c->range.is_endless = false;
        if (cp_range_move(p, range, length, cp_range_choice(p, range, i), &c->move) == CP_OK)
            l->count++;
    }
    return l->count > before ? &l->list[before] : NULL;
}

static void add_each(struct cp_search *s, struct cp_listed *l, const cp_range *range, cp_int low,
                     cp_int high)
{
    struct cp_ints *t = s->p->ints;
    for (cp_int n = low; cp_int_compare(t, n, high) <= 0; n = cp_int_add(t, n, CP_INT(1)))
        (void)add_choice(s, l, range, n);
}

/* One of lengths that are not all judged. */
static void add_sample(struct cp_search *s, struct cp_listed *l, const cp_range *range,
                       cp_int length)
{
    struct cp_candidate *c = add_choice(s, l, range, length);
    if (c)
        c->is_sample = true;
    l->rest = l->rest == CP_FOUND_OPEN ? l->rest : CP_FOUND_ENDLESS;
}

/* Whether it has more lengths than that. */
static bool is_longer(const struct cp_search *s, const cp_range *range, int64_t most)
{
    struct cp_ints *t = s->p->ints;
    return range->is_endless ||
           cp_int_compare(t, cp_int_sub(t, range->high, range->low), CP_INT(most)) >= 0;
}

/* All up to where lengths are alike, and one of each class of those behind. False: they are not
 * known to be, or too many. */
static bool add_alike(struct cp_search *s, struct cp_listed *l, const cp_range *range,
                      uint32_t plies)
{
    struct cp_ints *t = s->p->ints;
    cp_int last;
    if (s->asked.aim == CP_AIM_HELP || s->asked.stalemates || range->promotes ||
        !cp_reach_find(&s->reach, s->p, plies - 1, &last))
        return false;
    last = cp_int_compare(t, last, range->low) < 0 ? range->low : last;
    uint32_t classes = (uint32_t)s->reach.classes[plies - 2];
    cp_int end = cp_int_add(t, last, CP_INT(classes));
    bool goes_on = range->is_endless || cp_int_compare(t, range->high, end) > 0;
    if (cp_int_compare(t, cp_int_sub(t, goes_on ? end : range->high, range->low),
                       CP_INT(LENGTHS_LAST)) > 0)
        return false;
    add_each(s, l, range, range->low, goes_on ? last : range->high);
    for (uint32_t i = 1; goes_on && i <= classes; i++) {
        cp_int n = cp_int_add(t, last, CP_INT(i));
        struct cp_candidate *c = add_choice(s, l, range, n);
        if (c) {
            c->every = classes;
            c->range.is_endless = range->is_endless;
            c->range.high = range->high;
        }
    }
    return true;
}

static bool gives_check(struct cp_search *s, const cp_move *move)
{
    cp_undo undo;
    s->rules->apply(s->p, move, &undo);
    bool gives = s->p->checks > 0;
    s->rules->undo(s->p, &undo);
    return gives;
}

/* The end of the lengths that begin with the i-th cut. */
static void cut_range(const struct cp_search *s, const struct cp_cuts *cuts, uint32_t i,
                      const cp_range *range, cp_range *out)
{
    bool is_end = i + 1 == cuts->count;
    *out = *range;
    out->low = cuts->list[i];
    out->is_endless = range->is_endless && is_end;
    out->high = is_end ? range->high : cp_int_sub(s->p->ints, cuts->list[i + 1], CP_INT(1));
}

/* Where the man's leaving gives check, whatever its length, one length of each kind that may mate
 * speaks for all of it. */
static void add_last(struct cp_search *s, struct cp_listed *l, const cp_range *checks)
{
    struct cp_ints *t = s->p->ints;
    for (uint32_t i = 0; i < s->mates.count; i++) {
        cp_range part;
        cut_range(s, &s->mates, i, checks, &part);
        if (cp_int_compare(t, part.low, checks->low) < 0 ||
            (!checks->is_endless && cp_int_compare(t, part.low, checks->high) > 0))
            continue;
        if (!checks->is_endless &&
            (part.is_endless || cp_int_compare(t, part.high, checks->high) > 0)) {
            part.is_endless = false;
            part.high = checks->high;
        }
        struct cp_candidate *c = add_choice(s, l, checks, part.low);
        if (c)
            c->range = part;
    }
}

/* Of a long range the lengths that give check. Those that are no cuts all do, or none. */
static bool add_checks(struct cp_search *s, struct cp_listed *l, const cp_range *range,
                       uint32_t plies)
{
    if (!cp_cuts_find(&s->checks, s->p, range, CP_CUTS_OF_CHECK, s->arena))
        return false;
    bool has_asked = false, is_free = false, has_mates = false;
    for (uint32_t i = 0; i < s->checks.count; i++) {
        cp_range part;
        cp_move move;
        cut_range(s, &s->checks, i, range, &part);
        bool is_single = cp_range_is_single(&part);
        if (has_asked && !is_single && !is_free)
            continue;
        bool is_check = cp_range_move(s->p, range, part.low, CP_NO_KIND, &move) == CP_OK &&
                        gives_check(s, &move);
        is_free |= !is_single && is_check;
        has_asked |= !is_single;
        if (!is_check)
            continue;
        if (is_single) {
            (void)add_choice(s, l, range, part.low);
        } else if (plies > 1) {
            if (!add_alike(s, l, &part, plies))
                add_sample(s, l, range, part.low);
        } else {
            has_mates =
                has_mates || cp_cuts_find(&s->mates, s->p, range, CP_CUTS_OF_MATE, s->arena);
            add_last(s, l, &part);
        }
    }
    return true;
}

/* Of lengths that are many those that may matter. */
static void add_long(struct cp_search *s, struct cp_listed *l, const cp_range *range,
                     uint32_t plies)
{
    bool chooses = cp_search_chooses(s, plies);
    bool is_last = chooses && plies == 1 && !s->asked.stalemates;
    if ((is_last || (chooses && s->only_checks)) && add_checks(s, l, range, plies))
        return;
    if (plies > 1 && add_alike(s, l, range, plies))
        return;
    if (is_last && !is_longer(s, range, LENGTHS_LAST)) {
        add_each(s, l, range, range->low, range->high);
        return;
    }
    if (!chooses || !cp_cuts_find(&s->checks, s->p, range, CP_CUTS_OF_CHECK, s->arena)) {
        add_sample(s, l, range, range->low);
        return;
    }
    for (uint32_t i = 0; i < s->checks.count; i++)
        add_sample(s, l, range, s->checks.list[i]);
}

bool cp_range_find(struct cp_ints *t, const cp_range *range, cp_square to, cp_int *length)
{
    cp_int way = range->dx ? cp_int_sub(t, to.file, range->from.file)
                           : cp_int_sub(t, to.rank, range->from.rank);
    int32_t step = range->dx ? range->dx : range->dy;
    if (cp_int_divide(t, step < 0 ? cp_int_negate(t, way) : way, step < 0 ? -step : step, length))
        return false;
    return cp_int_compare(t, *length, range->low) >= 0 &&
           (range->is_endless || cp_int_compare(t, *length, range->high) <= 0) &&
           cp_square_equal(cp_range_square(t, range, *length), to);
}

/* Of a long range the first length, and what decided before. */
static void add_few(struct cp_search *s, struct cp_listed *l, const cp_range *range)
{
    cp_int length;
    l->is_brief = true;
    (void)add_choice(s, l, range, range->low);
    for (int i = 0; i < 2; i++)
        if (cp_square_equal(l->killer[i][0], range->from) &&
            cp_range_find(s->p->ints, range, l->killer[i][1], &length) &&
            !cp_int_equal(length, range->low))
            (void)add_choice(s, l, range, length);
}

static void add_range(struct cp_search *s, struct cp_listed *l, const cp_range *range,
                      uint32_t plies, bool is_brief)
{
    if (range->is_open)
        l->rest = CP_FOUND_OPEN;
    else if (cp_range_is_empty(s->p->ints, range))
        return;
    else if (s->p->law->variant->bounded ||
             !is_longer(s, range, plies == 1 || is_brief ? LENGTHS_FEW : LENGTHS_MOST))
        add_each(s, l, range, range->low, range->high);
    else if (is_brief)
        add_few(s, l, range);
    else
        add_long(s, l, range, plies);
}

/* ---- which first ---- */

/* False: it gives no check, and is asked for one. */
static bool score(struct cp_search *s, const struct cp_listed *l, const struct cp_candidate *c,
                  uint32_t plies, int32_t *out)
{
    bool chooses = cp_search_chooses(s, plies);
    *out = c->move.taken != CP_NOBODY ? CAPTURES : 0;
    for (int i = 0; i < 2; i++)
        if (cp_square_equal(c->move.from, l->killer[i][0]) &&
            cp_square_equal(c->move.to, l->killer[i][1]))
            *out += DECIDED_BEFORE - i;
    bool wants_check = chooses && (c->is_sample || s->only_checks);
    if ((plies < 3 || s->asked.aim == CP_AIM_HELP) && !wants_check)
        return true; /* to try it costs no more than to ask, or all must be tried */
    bool gives = gives_check(s, &c->move);
    *out += gives ? CHECKS : 0;
    return gives || !wants_check;
}

static int compare(const void *one, const void *other)
{
    const struct cp_turn_at *a = one, *b = other;
    int by_score = (a->score < b->score) - (a->score > b->score);
    return by_score ? by_score : (a->at > b->at) - (a->at < b->at);
}

static void set_order(struct cp_search *s, struct cp_listed *l, uint32_t plies)
{
    uint32_t kept = 0;
    bool is_mixed = false;
    bool skips_idle = s->is_plain && !s->asked.stalemates && cp_search_chooses(s, plies) &&
                      (plies == 1 || s->only_checks);
    for (uint32_t i = 0; i < l->count; i++) {
        l->order = cp_arena_grow(s->arena, l->order, kept, &l->order_room, sizeof *l->order);
        if (skips_idle && !cp_cuts_may_check(s->p, &l->list[i].move))
            continue;
        l->order[kept].at = i;
        l->order[kept].score = 0;
        if (plies >= 2 && !score(s, l, &l->list[i], plies, &l->order[kept].score))
            continue;
        is_mixed |= l->order[kept++].score != 0;
    }
    l->count = kept;
    if (is_mixed)
        qsort(l->order, kept, sizeof *l->order, compare);
}

/* is_brief: what is likely to decide will do. */
static struct cp_listed *list_moves(struct cp_search *s, uint32_t plies, bool is_brief)
{
    struct cp_position *p = s->p;
    struct cp_listed *l = &s->levels[plies];
    bool is_begun = cp_falls_begin(p);
    l->count = 0;
    l->rest = CP_FOUND_NO;
    l->is_brief = false;
    cp_ints_set_doubt(p->ints, 0);
    for (int32_t man = 0; (man = cp_ranges_next(&l->ranges, p, man)) != CP_NOBODY; man++)
        for (uint32_t i = 0; i < l->ranges.count; i++)
            add_range(s, l, &l->ranges.list[i], plies, is_brief);
    cp_falls_end(p, is_begun);
    if (cp_ints_doubt(p->ints))
        l->rest = CP_FOUND_OPEN;
    set_order(s, l, plies);
    return l;
}

struct cp_listed *cp_search_list(struct cp_search *s, uint32_t plies)
{
    memset(s->levels[plies].killer, 0, sizeof s->levels[plies].killer);
    return list_moves(s, plies, false);
}

static void note_killer(struct cp_listed *l, const cp_move *move)
{
    if (cp_square_equal(move->from, l->killer[0][0]) && cp_square_equal(move->to, l->killer[0][1]))
        return;
    memcpy(l->killer[1], l->killer[0], sizeof l->killer[1]);
    l->killer[0][0] = move->from;
    l->killer[0][1] = move->to;
}

/* ---- the search ---- */

/* Of all that tells what may follow. */
static cp_hash hash_of(struct cp_position *p)
{
    const struct cp_variant *v = p->law->variant;
    cp_hash h = cp_position_hash(p);
    if (v->quiet_limit)
        h.low += p->quiet * UINT64_C(0x9e3779b97f4a7c15);
    h.high += p->idle * UINT64_C(0xc2b2ae3d27d4eb4f);
    h.low += (p->checked[0] * UINT64_C(256) + p->checked[1]) * UINT64_C(0xd6e8feb86659fd93);
    if (p->counts != CP_COUNTS_NOTHING)
        h.high +=
            (p->drawn_at - p->ply + p->counts * (UINT64_C(1) << 32)) * UINT64_C(0x9e3779b97f4a7c15);
    return h;
}

void cp_search_play(struct cp_search *s, const struct cp_candidate *c, cp_undo *undo)
{
    s->rules->apply(s->p, &c->move, undo);
    s->is_new = cp_move_changes_material(&c->move);
}

/* Whether the game has ended here as is wanted: asked where no move is left, and at the last
 * ply. The side to move is then the one that is to be mated (plies is even). */
static enum cp_found find_end(struct cp_search *s)
{
    struct cp_position *p = s->p;
    bool is_chess = p->law->variant->family == CP_FAMILY_CHESS;
    int winner;
    if (is_chess && !p->is_left_open && (p->checks > 0) == s->asked.stalemates)
        return CP_FOUND_NO;
    if (p->law->has_primes)
        cp_ints_set_doubt(p->ints, 0);
    enum cp_outcome outcome = s->rules->outcome(p, &winner);
    if (outcome == CP_OUTCOME_UNDECIDED || (p->law->has_primes && cp_ints_doubt(p->ints)))
        return CP_FOUND_OPEN;
    bool is_end = s->asked.stalemates
                      ? outcome == CP_OUTCOME_STALEMATE
                      : outcome == CP_OUTCOME_CHECKMATE || outcome == CP_OUTCOME_KING_TRAPPED;
    /* of Trapper's kings the one of the side to move: who goes into a trap himself is not mated */
    if (outcome == CP_OUTCOME_KING_TRAPPED && winner == (int)p->turn)
        is_end = false;
    return is_end ? CP_FOUND_YES : CP_FOUND_NO;
}

bool cp_search_is_drawn(const struct cp_search *s)
{
    return cp_count_is_out(s->p) ||
           cp_counting_outcome(s->p, CP_OUTCOME_NONE, false, s->is_new) != CP_OUTCOME_NONE;
}

static enum cp_found try_all(struct cp_search *s, struct cp_listed *l, uint32_t plies)
{
    bool chooses = cp_search_chooses(s, plies);
    enum cp_found decides = chooses ? CP_FOUND_YES : CP_FOUND_NO;
    enum cp_found found = chooses ? CP_FOUND_NO : CP_FOUND_YES;
    for (uint32_t i = 0; i < l->count; i++) {
        cp_undo undo;
        bool is_new = s->is_new;
        const struct cp_candidate *c = cp_listed_get(l, i);
        cp_search_play(s, c, &undo);
        enum cp_found one = cp_search_decide(s, plies - 1);
        s->rules->undo(s->p, &undo);
        s->is_new = is_new;
        if (one == CP_FOUND_LIMIT)
            return one;
        if (one == decides) {
            note_killer(l, &c->move);
            return one;
        }
        if (one > CP_FOUND_YES && found <= CP_FOUND_YES)
            found = one;
    }
    return l->rest != CP_FOUND_NO && found <= CP_FOUND_YES ? l->rest : found;
}

enum cp_found cp_search_decide(struct cp_search *s, uint32_t plies)
{
    enum cp_found found;
    cp_hash hash = {0};
    bool is_kept = plies >= 2 && s->remembers;
    if (plies && cp_boards_decide(s, plies, &found))
        return found;
    if (cp_search_must_stop(s))
        return CP_FOUND_LIMIT;
    if (plies == 0)
        return find_end(s);
    if (s->p->is_left_open)
        return CP_FOUND_OPEN;
    if (is_kept) {
        hash = hash_of(s->p);
        if (cp_search_recall(s, hash, plies, &found))
            return found;
    }
    bool must_all = plies > 1 && !cp_search_chooses(s, plies);
    struct cp_listed *l = list_moves(s, plies, must_all);
    if (!l->count && l->rest == CP_FOUND_NO)
        found = plies % 2 == 0 && s->asked.aim != CP_AIM_HELP ? find_end(s) : CP_FOUND_NO;
    else if (cp_search_is_drawn(s))
        found = CP_FOUND_NO;
    else
        found = try_all(s, l, plies);
    if (l->is_brief && found != CP_FOUND_NO && found != CP_FOUND_LIMIT)
        found = try_all(s, list_moves(s, plies, false), plies);
    if (is_kept)
        cp_search_note(s, hash, plies, found);
    return found;
}
