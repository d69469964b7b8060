/* SPDX-License-Identifier: MIT */
/* asked.c -- what is asked of a game that holds a problem: to solve it, or whether it is sound. */
#include "base/scan.h"
#include "settle/play.h"
#include "solve/search.h"

/* ---- what is asked ---- */

const struct cp_option cp_solve_options[] = {
    {"limit", 0, "LIMIT", CP_OFFERS("10s 1m 1000000"), "Solving",
     "stop each problem after that time (10s, 500ms, 2m) or\nso many positions; what is not proved "
     "then is undecided"},
    {"only-checks", 0, NULL, NULL, "Solving", "of #n: who mates gives check with every move"},
    {"certificate", 0, NULL, NULL, "Solving",
     "also a proof: each move that the other side has, and\nwhat answers it"},
    {"tries", 0, NULL, NULL, "Solving", "also first moves that one reply alone refutes"},
    {"duals", 0, NULL, NULL, "Solving", "all moves that answer a reply, not only one"},
    {0},
};

bool cp_problem_limit(struct cp_problem *problem, struct cp_run *run, const struct cp_options *o,
                      const char *name)
{
    static const struct {
        const char *unit;
        uint64_t milliseconds;
    } units[] = {{"ms", 1}, {"s", 1000}, {"m", 60000}};
    enum { MOST = 1000000000 };
    const char *value = cp_options_get(o, name);
    cp_str text = cp_str_from(value ? value : "");
    uint32_t count = 0;
    if (!text.len)
        return true;
    bool good = cp_number_parse(cp_scan_digits(&text), MOST, &count) && count;
    if (good && !text.len) {
        problem->positions_most = count;
        return true;
    }
    for (size_t i = 0; good && i < sizeof units / sizeof *units; i++)
        if (cp_str_is(text, units[i].unit)) {
            problem->milliseconds = count * units[i].milliseconds;
            return true;
        }
    return cp_run_refuse_value(run, name, value, "10s, 500ms, 2m, or a number of positions");
}

bool cp_problem_begin(struct cp_problem *problem, struct cp_run *run, const struct cp_options *o)
{
    problem->only_checks = cp_options_has(o, "only-checks");
    problem->wants_proof = cp_options_has(o, "certificate");
    problem->wants_tries = cp_options_has(o, "tries");
    problem->wants_duals = cp_options_has(o, "duals");
    return cp_problem_limit(problem, run, o, "limit");
}

bool cp_problem_ask(struct cp_problem *problem, struct cp_run *run, cp_str said)
{
    if (cp_stipulation_parse(&problem->asked, said))
        return true;
    cp_diag_report(&run->own, CP_STIPULATION_WRONG, cp_run_span(run), "\"%.*s\"", CP_FMT(said));
    return false;
}

/* What g's tag asks: false, and reported, where it asks nothing that can be solved. */
static bool take_tag(struct cp_problem *problem, struct cp_run *run, const struct cp_game *g)
{
    const struct cp_tag *tag = cp_game_find_tag(g, "Stipulation");
    cp_str said = cp_game_tag(g, "Stipulation");
    if (!tag)
        cp_diag_report(&run->diags, CP_STIPULATION_MISSING, cp_game_start_span(g), "%s", "");
    else if (!cp_stipulation_parse(&problem->asked, said))
        cp_diag_report(&run->diags, CP_STIPULATION_BAD, cp_tag_span(g, tag), "\"%.*s\"",
                       CP_FMT(said));
    else
        return true;
    return false;
}

/* ---- solved ---- */

/* The position behind all moves of the main line; NULL: one of them is refused, or the start,
 * which was reported. */
static struct cp_position *set_up(struct cp_play *play, struct cp_run *run, struct cp_game *g)
{
    if (!cp_run_is_settled(run) || !cp_play_prepare(play, run, g))
        return NULL;
    play->replay.skip_draws = true;
    struct cp_player *player = cp_play_begin(play, g->arena);
    for (struct cp_node *node = g->moves.first; player && node; node = node->next)
        if (!cp_player_play(player, node))
            return NULL;
    return player ? cp_player_look(player) : NULL;
}

bool cp_problem_verify(struct cp_run *run, struct cp_game *g)
{
    struct cp_play play;
    struct cp_position *p = g->is_broken ? NULL : set_up(&play, run, g);
    return p && cp_proof_verify(run, g, p, play.replay.shift, g->arena);
}

bool cp_problem_answer(struct cp_problem *problem, struct cp_table *table, struct cp_run *run,
                       struct cp_game *g)
{
    struct cp_play play;
    if (g->is_broken) /* it may be another position */
        return false;
    struct cp_position *p = set_up(&play, run, g);
    if (!p || (!problem->asked.plies && !take_tag(problem, run, g)))
        return false;
    problem->run = run;
    cp_problem_solve(problem, table, p, cp_play_spelling(&play), play.replay.shift, g->arena);
    if (problem->wants_proof && !problem->has_proof)
        cp_diag_report(&run->diags, CP_PROOF_NONE, cp_game_start_span(g), "%s",
                       problem->found > CP_FOUND_YES ? "it is undecided" : "");
    return true;
}

/* ---- sound or not ----
 *
 * First moves that are meant are those of the game, the main line's and those of variations in its
 * place. */

enum { NAMED_MOST = 8 };

/* Whether a first move is one of those that a solution's stands for. */
static bool is_of(struct cp_ints *t, const cp_move *move, const struct cp_candidate *c)
{
    const cp_range *r = &c->range;
    cp_int length, whole;
    if (move->man != c->move.man || move->promotion != c->move.promotion)
        return false;
    if (cp_range_is_single(r) && !c->every)
        return cp_move_is_same(move, &c->move);
    return cp_range_find(t, r, move->to, &length) &&
           (!c->every ||
            !cp_int_divide(t, cp_int_sub(t, length, r->low), (int32_t)c->every, &whole));
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

/* The legal first moves that g gives, as the general engine has them, which tells more than
 * bitboards do; the others are blamed by who judges the game. */
static struct given *find_given(struct cp_position *p, const struct cp_run *run, struct cp_game *g)
{
    struct given *first = NULL, **end = &first;
    struct cp_bit_game *fast = cp_position_hand_over(p);
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
    p->fast = fast;
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
    cp_span at = cp_tag_span(g, tag);
    if (!tag || g->is_broken || !take_tag(problem, run, g))
        return;
    problem->run = run;
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
