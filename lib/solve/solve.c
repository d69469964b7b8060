/* SPDX-License-Identifier: MIT */
/* solve.c -- first moves by depth, and the answer as a tree of moves in words. */
#include "solve/search.h"

#include "rules/chess/turn.h"
#include "settle/play.h"

#include <stdlib.h>

enum {
    REPLIES_DEEP = 2,  /* of a tree: replies, and replies to what answers these */
    LINES_MOST = 1000, /* of a helpmate */
};

/* ---- moves in words ---- */

struct teller {
    struct cp_search s;
    struct cp_problem *problem;
    enum cp_spelling spelling;
    cp_square shift;
    uint32_t lines; /* of a helpmate, so far */
};

/* Of a range, its first length… its last. */
static cp_str put_move(struct teller *t, const struct cp_candidate *c, enum cp_check_mark mark)
{
    struct cp_position *p = t->s.p;
    const struct cp_alphabet *letters = &p->law->variant->alphabet;
    struct cp_buf out = cp_buf_in(t->s.arena);
    cp_written w;
    bool is_range = c->range.is_endless || !cp_int_equal(c->range.low, c->range.high);
    t->s.rules->write(p, &c->move, is_range ? CP_LONG : CP_SHORT, t->shift, &w);
    if (t->spelling == CP_NUMERIC)
        cp_written_complete(&w);
    w.check = (uint8_t)(is_range ? CP_MARK_NONE : mark);
    cp_written_format(p->ints, &out, letters, &w, t->spelling);
    if (!is_range)
        return cp_buf_str(&out);
    cp_buf_puts(&out, "…");
    if (c->range.is_endless)
        cp_buf_puts(&out, "∞");
    else
        cp_square_format(p->ints, &out,
                         cp_square_shift(p->ints,
                                         cp_range_square(p->ints, &c->range, c->range.high),
                                         cp_square_negate(p->ints, t->shift)),
                         t->spelling);
    if (c->every)
        cp_buf_printf(&out, "/%u", c->every);
    if (mark == CP_MARK_MATE)
        cp_buf_putc(&out, '#');
    return cp_buf_str(&out);
}

/* Tries a move with so many plies left; and the mark it has earned, whatever is found. */
static enum cp_found try(struct teller *t, const struct cp_candidate *c, uint32_t plies,
                         enum cp_check_mark *mark)
{
    struct cp_search *s = &t->s;
    cp_undo undo;
    int winner;
    bool is_new = s->is_new;
    cp_search_play(s, c, &undo);
    *mark = cp_check_mark_of(s->p, s->rules->outcome(s->p, &winner));
    enum cp_found found = cp_search_decide(s, plies - 1);
    s->rules->undo(s->p, &undo);
    s->is_new = is_new;
    return found;
}

static struct cp_solved **add(struct teller *t, struct cp_solved **end,
                              const struct cp_candidate *c, enum cp_check_mark mark)
{
    struct cp_solved *one = cp_arena_take_zero(t->s.arena, 1, sizeof *one);
    struct cp_candidate *own = cp_arena_take(t->s.arena, sizeof *own);
    *own = *c;
    one->move = put_move(t, c, mark);
    one->choice = own;
    *end = one;
    return &one->next;
}

static int compare_places(const void *one, const void *other)
{
    const struct cp_turn_at *a = one, *b = other;
    return (a->at > b->at) - (a->at < b->at);
}

/* A list that stays while others of that depth are made; by_place: on a plane length by length. */
static struct cp_listed *list(struct teller *t, uint32_t plies, bool by_place)
{
    const struct cp_listed *made = cp_search_list(&t->s, plies);
    if (by_place && made->count && !t->s.p->law->variant->bounded)
        qsort(made->order, made->count, sizeof *made->order, compare_places);
    struct cp_listed *own = cp_arena_take(t->s.arena, sizeof *own);
    *own = *made;
    own->list = cp_arena_take(t->s.arena, made->count * sizeof *own->list);
    own->order = cp_arena_take(t->s.arena, made->count * sizeof *own->order);
    for (uint32_t i = 0; i < made->count; i++) {
        own->list[i] = *cp_listed_get(made, i);
        own->order[i].at = i;
    }
    return own;
}

/* ---- lengths with one answer ---- */

/* What is known of a move. */
struct outcome {
    enum cp_found found;
    uint32_t moves;         /* of a first move: so many it needs */
    uint8_t mark;           /* of a reply, */
    struct cp_solved *then; /* and what answers it */
};

static bool has_same_moves(const struct cp_solved *a, const struct cp_solved *b)
{
    for (; a && b; a = a->next, b = b->next)
        if (!cp_str_equal(a->move, b->move) || !has_same_moves(a->then, b->then))
            return false;
    return a == b;
}

static bool is_same(const struct outcome *a, const struct outcome *b)
{
    return a->found == CP_FOUND_YES && b->found == CP_FOUND_YES && a->moves == b->moves &&
           a->mark == b->mark && has_same_moves(a->then, b->then);
}

/* Whether one begins where the other ends. */
static bool goes_on(struct cp_ints *t, const struct cp_candidate *one,
                    const struct cp_candidate *other)
{
    const cp_range *a = &one->range, *b = &other->range;
    return a->man == b->man && a->dx == b->dx && a->dy == b->dy && !a->is_endless &&
           one->move.promotion == other->move.promotion && one->move.taken == CP_NOBODY &&
           other->move.taken == CP_NOBODY &&
           cp_int_equal(cp_int_add(t, a->high, CP_INT(1)), b->low);
}

/* Of classes that begin with the i-th choice, how many: 0 where not all of them have one answer. */
static uint32_t count_classes(const struct cp_listed *l, const struct outcome *of, uint32_t i)
{
    uint32_t count = l->list[i].every;
    bool is_one = count > 0 && i + count <= l->count;
    for (uint32_t k = i + 1; is_one && k < i + count; k++)
        is_one = l->list[k].every == count && l->list[k].range.man == l->list[i].range.man &&
                 l->list[k].range.dx == l->list[i].range.dx &&
                 l->list[k].range.dy == l->list[i].range.dy && is_same(&of[i], &of[k]);
    return is_one ? count : 0;
}

/* On a plane lengths that go on from one another and have one answer become one. */
static void join(struct teller *t, struct cp_listed *l, struct outcome *of)
{
    uint32_t kept = 0;
    if (t->s.p->law->variant->bounded)
        return;
    for (uint32_t i = 0; i < l->count; i++) {
        uint32_t classes = count_classes(l, of, i);
        struct cp_candidate c = l->list[i], *last = kept ? &l->list[kept - 1] : NULL;
        c.every = classes ? 0 : c.every;
        if (last && !last->every && !c.every && is_same(&of[kept - 1], &of[i]) &&
            goes_on(t->s.p->ints, last, &c)) {
            last->range.high = c.range.high;
            last->range.is_endless = c.range.is_endless;
        } else {
            l->list[kept] = c;
            of[kept++] = of[i];
        }
        i += classes ? classes - 1 : 0;
    }
    l->count = kept;
}

/* ---- the tree ---- */

static struct cp_solved *tell_replies(struct teller *t, uint32_t plies, uint32_t deep,
                                      const struct cp_solved *threats);

/* What answers here, with what follows: the first, or all that do. */
static struct cp_solved *tell_answers(struct teller *t, uint32_t plies, uint32_t deep, bool all)
{
    struct cp_search *s = &t->s;
    struct cp_solved *first = NULL, **end = &first;
    const struct cp_listed *l = list(t, plies, false);
    for (uint32_t i = 0; i < l->count && (all || !first); i++) {
        const struct cp_candidate *c = cp_listed_get(l, i);
        enum cp_check_mark mark;
        if (try(t, c, plies, &mark) != CP_FOUND_YES)
            continue;
        struct cp_solved **one = end;
        end = add(t, end, c, mark);
        if (plies < 2 || !deep || mark == CP_MARK_MATE)
            continue;
        cp_undo undo;
        bool is_new = s->is_new;
        cp_search_play(s, c, &undo);
        (*one)->then = tell_replies(t, plies - 1, deep, NULL);
        s->rules->undo(s->p, &undo);
        s->is_new = is_new;
    }
    return first;
}

static bool has_one_of(const struct cp_solved *answers, const struct cp_solved *threats)
{
    for (; answers; answers = answers->next)
        for (const struct cp_solved *threat = threats; threat; threat = threat->next)
            if (cp_move_is_same(&answers->choice->move, &threat->choice->move))
                return true;
    return false;
}

/* Those that a threat does not answer. Of lengths that are alike it is known that there is an
 * answer, not that it is the same move. */
static struct cp_solved *tell_replies(struct teller *t, uint32_t plies, uint32_t deep,
                                      const struct cp_solved *threats)
{
    struct cp_search *s = &t->s;
    struct cp_solved *first = NULL, **end = &first;
    struct cp_listed *l = list(t, plies, false);
    struct outcome *of = cp_arena_take_zero(s->arena, l->count + 1, sizeof *of);
    uint32_t kept = 0;
    for (uint32_t i = 0; i < l->count; i++) {
        struct cp_candidate c = *cp_listed_get(l, i);
        cp_undo undo;
        bool is_new = s->is_new, is_idle = false;
        enum cp_check_mark mark;
        (void)try(t, &c, plies, &mark);
        of[kept] = (struct outcome){.found = CP_FOUND_YES, .mark = (uint8_t)mark};
        cp_search_play(s, &c, &undo);
        if (threats && !c.every)
            is_idle = has_one_of(tell_answers(t, plies - 1, 0, true), threats);
        if (!is_idle && !c.every && plies > 1 && mark != CP_MARK_MATE)
            of[kept].then = tell_answers(t, plies - 1, deep - 1, t->problem->wants_duals);
        s->rules->undo(s->p, &undo);
        s->is_new = is_new;
        if (!is_idle)
            l->list[kept++] = c;
    }
    l->count = kept;
    join(t, l, of);
    for (uint32_t i = 0; i < l->count; i++) {
        struct cp_solved **one = end;
        end = add(t, end, &l->list[i], (enum cp_check_mark)of[i].mark);
        (*one)->then = of[i].then;
    }
    return first;
}

/* What would be played if the other side did nothing: only chess without trapdoors has that. */
static struct cp_solved *tell_threats(struct teller *t, uint32_t plies, bool *is_waiting)
{
    struct cp_search *s = &t->s;
    struct cp_position *p = s->p, turned;
    struct cp_solved *threats = NULL;
    if (plies < 2 || p->checks || p->delay || p->law->variant->family != CP_FAMILY_CHESS ||
        t->problem->asked.aim != CP_AIM_DIRECT || t->problem->asked.stalemates)
        return NULL;
    cp_play_set_turn(&turned, p, cp_other(p->turn), s->arena);
    if (turned.law != p->law)
        return NULL; /* the king of the side that would move is attacked */
    s->p = &turned;
    threats = tell_answers(t, plies - 1, 0, true);
    s->p = p;
    *is_waiting = !threats;
    return threats;
}

/* ---- the first moves ---- */

/* The only reply that refutes a move after which so many plies are left. */
static struct cp_solved *tell_refutation(struct teller *t, uint32_t plies)
{
    struct cp_solved *only = NULL;
    const struct cp_listed *l = list(t, plies, false);
    for (uint32_t i = 0; i < l->count; i++) {
        enum cp_check_mark mark;
        const struct cp_candidate *c = cp_listed_get(l, i);
        if (try(t, c, plies, &mark) == CP_FOUND_YES)
            continue;
        if (only || t->s.is_stopped)
            return NULL;
        (void)add(t, &only, c, mark);
    }
    return only;
}

/* By depth, so that what is short is found first. */
static void find_keys(struct teller *t, const struct cp_listed *l, struct outcome *of)
{
    struct cp_search *s = &t->s;
    struct cp_problem *problem = t->problem;
    uint32_t plies = problem->asked.plies;
    enum cp_check_mark mark;
    for (uint32_t deep = plies % 2 ? 1 : 2; deep <= plies; deep += 2) {
        bool is_refuted = l->rest == CP_FOUND_NO;
        for (uint32_t i = 0; i < l->count && !s->is_stopped; i++) {
            if (of[i].found == CP_FOUND_YES)
                continue;
            of[i].found = try(t, cp_listed_get(l, i), deep, &mark);
            of[i].moves = (deep + 1) / 2;
            is_refuted &= of[i].found == CP_FOUND_NO;
            if (of[i].found == CP_FOUND_YES)
                problem->found = CP_FOUND_YES;
        }
        if (s->is_stopped)
            return;
        if (is_refuted && problem->found != CP_FOUND_YES)
            problem->searched = (deep + 1) / 2;
    }
}

/* What follows may be another for each of several lengths. */
static bool is_single(const struct cp_candidate *c)
{
    return !c->every && cp_range_is_single(&c->range);
}

static void tell_first_move(struct teller *t, const struct cp_candidate *c,
                            const struct outcome *found, struct cp_solved ***key,
                            struct cp_solved ***tried)
{
    struct cp_search *s = &t->s;
    uint32_t plies = t->problem->asked.plies;
    bool is_key = found->found == CP_FOUND_YES, is_new = s->is_new;
    cp_undo undo;
    struct cp_solved all = {0};
    enum cp_check_mark mark;
    if (!is_key && (!t->problem->wants_tries || found->found != CP_FOUND_NO))
        return;
    (void)try(t, c, plies, &mark);
    cp_search_play(s, c, &undo);
    if (is_key && is_single(c) && plies > 1 && mark != CP_MARK_MATE && !s->is_stopped) {
        all.threats = tell_threats(t, plies - 1, &all.is_waiting);
        all.then = tell_replies(t, plies - 1, REPLIES_DEEP, all.threats);
    } else if (!is_key && plies > 1 && !s->is_stopped) {
        all.then = tell_refutation(t, plies - 1);
    }
    s->rules->undo(s->p, &undo);
    s->is_new = is_new;
    struct cp_solved ***end = is_key ? key : tried;
    if (!is_key && !all.then)
        return;
    struct cp_solved *one;
    struct cp_solved **next = add(t, *end, c, mark);
    one = **end;
    one->then = all.then;
    one->threats = all.threats;
    one->is_waiting = all.is_waiting;
    one->moves = found->moves;
    *end = next;
}

static void solve_first_moves(struct teller *t)
{
    struct cp_search *s = &t->s;
    struct cp_problem *problem = t->problem;
    struct cp_solved **key = &problem->keys, **tried = &problem->tries;
    struct cp_listed *l = list(t, problem->asked.plies, true);
    struct outcome *of = cp_arena_take_zero(s->arena, l->count + 1, sizeof *of);
    find_keys(t, l, of);
    enum cp_found rest = s->is_stopped ? CP_FOUND_LIMIT : l->rest;
    for (uint32_t i = 0; i < l->count && rest == CP_FOUND_NO; i++)
        rest = of[i].found > CP_FOUND_YES ? of[i].found : rest;
    if (problem->found == CP_FOUND_YES)
        problem->rest = rest;
    else
        problem->found = rest;
    join(t, l, of);
    problem->positions = s->positions;
    s->positions_most = s->deadline = 0; /* what is left is to tell it */
    for (uint32_t i = 0; i < l->count; i++)
        tell_first_move(t, cp_listed_get(l, i), &of[i], &key, &tried);
}

/* ---- helpmates ---- */

/* All that leads to the end in exactly so many plies; *rest: why there may be more. */
static struct cp_solved *find_lines(struct teller *t, uint32_t plies, enum cp_found *rest)
{
    struct cp_search *s = &t->s;
    struct cp_solved *first = NULL, **end = &first;
    enum cp_found any = cp_search_decide(s, plies);
    if (any != CP_FOUND_YES) {
        *rest = any > CP_FOUND_YES && any != CP_FOUND_LIMIT ? any : *rest;
        return NULL;
    }
    const struct cp_listed *l = cp_search_list(s, plies);
    enum cp_found open = l->rest;
    for (uint32_t i = 0; i < l->count && !s->is_stopped; i++) {
        const struct cp_candidate *c = cp_listed_get(l, i);
        cp_undo undo;
        bool is_new = s->is_new;
        struct cp_solved *then = NULL;
        cp_search_play(s, c, &undo);
        enum cp_check_mark mark = s->p->checks ? CP_MARK_CHECK : CP_MARK_NONE;
        enum cp_found found = CP_FOUND_NO;
        if (plies == 1) {
            found = cp_search_decide(s, 0);
            mark = found == CP_FOUND_YES && !s->asked.stalemates ? CP_MARK_MATE : mark;
            open = found > CP_FOUND_YES ? found : open;
        } else {
            then = find_lines(t, plies - 1, &open);
            found = then ? CP_FOUND_YES : CP_FOUND_NO;
        }
        s->rules->undo(s->p, &undo);
        s->is_new = is_new;
        if (found != CP_FOUND_YES)
            continue;
        struct cp_solved **one = end;
        end = add(t, end, c, mark);
        (*one)->then = then;
        if (plies == 1 && ++t->lines >= LINES_MOST)
            s->is_stopped = true;
    }
    *rest = open != CP_FOUND_NO ? open : *rest;
    return first;
}

void cp_problem_solve(struct cp_problem *problem, struct cp_table *table, struct cp_position *p,
                      enum cp_spelling spelling, cp_square shift, struct cp_arena *arena)
{
    struct teller t = {.problem = problem, .spelling = spelling, .shift = shift};
    uint32_t doubt = cp_ints_doubt(p->ints);
    struct cp_bit_game *fast = cp_position_hand_over(p);
    problem->only_checks &= problem->asked.aim == CP_AIM_DIRECT && !problem->asked.stalemates;
    cp_search_begin(&t.s, p, arena, table, problem);
    problem->found = problem->rest = CP_FOUND_NO;
    problem->keys = problem->tries = NULL;
    problem->searched = 0;
    if (problem->asked.aim != CP_AIM_HELP) {
        solve_first_moves(&t);
    } else {
        enum cp_found rest = CP_FOUND_NO;
        problem->keys = find_lines(&t, problem->asked.plies, &rest);
        rest = t.s.is_stopped ? CP_FOUND_LIMIT : rest;
        problem->found = problem->keys ? CP_FOUND_YES : rest;
        problem->rest = problem->keys ? rest : CP_FOUND_NO;
        problem->positions = t.s.positions;
    }
    cp_search_limit(&t.s, problem); /* anew */
    problem->has_proof = problem->wants_proof && cp_search_prove(&t.s, problem, spelling, shift);
    cp_ints_set_doubt(p->ints, doubt);
    p->fast = fast;
}
