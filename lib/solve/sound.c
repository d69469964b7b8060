/* SPDX-License-Identifier: MIT */
/* sound.c -- whether a composed problem is sound: its first moves are those of the game that holds
 * it, the main line's and those of variations instead of it. */
#include "settle/play.h"
#include "solve/search.h"

enum { NAMED_MOST = 8 };

/* Whether a first move is one of those that a solution's stands for. */
static bool is_of(struct cp_ints *t, const cp_move *move, const struct cp_candidate *c)
{
    const cp_range *r = &c->range;
    cp_int length, ignored, low = r->low, high = r->high;
    cp_square to = c->move.to;
    if (move->man != c->move.man || move->promotion != c->move.promotion)
        return false;
    if (cp_range_is_single(r) && !c->every)
        return cp_move_is_same(move, &c->move);
    cp_int files = cp_int_sub(t, move->to.file, r->from.file);
    cp_int ranks = cp_int_sub(t, move->to.rank, r->from.rank);
    int32_t rest =
        r->dx ? cp_int_divide(t, files, r->dx, &length) : cp_int_divide(t, ranks, r->dy, &length);
    to = cp_range_square(t, r, length);
    if (rest || !cp_square_equal(to, move->to) || cp_int_compare(t, length, low) < 0 ||
        (!r->is_endless && cp_int_compare(t, length, high) > 0))
        return false;
    return !c->every ||
           cp_int_divide(t, cp_int_sub(t, length, low), (int32_t)c->every, &ignored) == 0;
}

/* Whether more than one move, or line, is told in it. */
static bool is_several(const struct cp_problem *problem, const struct cp_solved *key)
{
    if (key->choice->every || !cp_range_is_single(&key->choice->range))
        return true;
    for (; problem->asked.aim == CP_AIM_HELP && key->then; key = key->then)
        if (key->then->next)
            return true;
    return false;
}

struct given {
    const struct cp_node *node;
    cp_move move;
    struct given *next;
};

/* The legal first moves that g gives; the others are blamed by who judges the game. */
static struct given *find_given(struct cp_position *p, const struct cp_run *run, struct cp_game *g)
{
    struct given *first = NULL, **end = &first;
    struct cp_node *node = g->moves.first;
    const struct cp_line *line = node && node->notes ? node->notes->variations : NULL;
    while (node) {
        struct cp_resolution r;
        cp_rules_of(p)->resolve(p, &node->move, run->current.frame->shift, &r);
        if (node->is_read && !node->is_bad && r.why == CP_OK) {
            *end = cp_arena_take_zero(g->arena, 1, sizeof **end);
            **end = (struct given){.node = node, .move = r.move};
            end = &(*end)->next;
        }
        for (node = NULL; line && !node; line = line->next)
            node = line->first;
    }
    return first;
}

/* First moves that solve it and were not given. */
static void report_others(const struct cp_problem *problem, const struct given *given,
                          struct cp_run *run, cp_span at)
{
    struct cp_buf text = cp_buf_in(&run->record);
    uint32_t others = 0;
    bool is_one_meant = !given;
    for (const struct cp_solved *key = problem->keys; key; key = key->next) {
        bool is_meant = is_one_meant;
        for (const struct given *one = given; one && !is_meant; one = one->next)
            is_meant = is_of(run->ints, &one->move, key->choice);
        is_one_meant = false;
        if ((!is_meant || is_several(problem, key)) && others++ < NAMED_MOST)
            cp_buf_printf(&text, "%s%.*s", text.len ? ", " : "", CP_FMT(key->move));
    }
    if (others > NAMED_MOST)
        cp_buf_printf(&text, " and %u more", others - NAMED_MOST);
    if (others)
        cp_diag_report(&run->diags, CP_PROBLEM_COOKED, at, "%.*s", CP_FMT(cp_buf_str(&text)));
}

void cp_problem_check(struct cp_problem *problem, struct cp_table *table, struct cp_position *p,
                      struct cp_run *run, struct cp_game *g)
{
    struct cp_play play = {.run = run, .game = g};
    const struct cp_tag *tag = cp_game_find_tag(g, "Stipulation");
    cp_str said = cp_game_tag(g, "Stipulation");
    cp_span at = tag ? cp_tag_span(g, tag) : (cp_span){0};
    if (!tag)
        return;
    if (!cp_stipulation_parse(&problem->asked, said)) {
        cp_diag_report(&run->diags, CP_STIPULATION_BAD, at, "\"%.*s\"", CP_FMT(said));
        return;
    }
    cp_problem_solve(problem, table, p, cp_play_spelling(&play), run->current.frame->shift,
                     g->arena);
    const char *reason = cp_problem_reason(problem);
    struct given *given = find_given(p, run, g);
    if (reason)
        cp_diag_report(&run->diags, CP_PROBLEM_UNDECIDED, at, "%.*s: %s", CP_FMT(said), reason);
    if (problem->found == CP_FOUND_NO)
        cp_diag_report(&run->diags, CP_PROBLEM_UNSOLVED, at, "%.*s", CP_FMT(said));
    if (problem->found != CP_FOUND_YES)
        return;
    for (const struct given *one = given; one && !reason; one = one->next) {
        const struct cp_solved *key = problem->keys;
        while (key && !is_of(run->ints, &one->move, key->choice))
            key = key->next;
        if (!key)
            cp_diag_report(&run->diags, CP_PROBLEM_UNSOLVED, cp_node_span(g, one->node),
                           "\"%.*s\" is no %.*s", CP_FMT(one->node->text), CP_FMT(said));
    }
    report_others(problem, given, run, at);
}
