/* SPDX-License-Identifier: MIT */
/* cp-solve -- whether a position is mate in so many moves, proved: the first moves that
 * solve it, and what answers each reply. */
#include "run/tool.h"
#include "settle/play.h"
#include "solve/problem.h"

struct settings {
    bool has_stipulation; /* of the command line; else each game's own counts */
    struct cp_problem asked;
    bool is_text, is_quiet;
};

struct state {
    struct cp_table *table; /* NULL: not made yet */
};

static const struct cp_option options[] = {
    {"text", 't', NULL, NULL, "Solving",
     "write the solutions in lines, as problemists do, instead\nof records"},
    {"quiet", 'q', NULL, NULL, "Solving", "write nothing: the exit status is the answer"},
    {"limit", 0, "LIMIT", CP_OFFERS("10s 1m 1000000"), "Solving",
     "stop each problem after that time (10s, 500ms, 2m) or\nso many positions; what is not proved "
     "then is undecided"},
    {"only-checks", 0, NULL, NULL, "Solving", "of #n: who mates gives check with every move"},
    {"tries", 0, NULL, NULL, "Solving", "also first moves that one reply alone refutes"},
    {"duals", 0, NULL, NULL, "Solving", "all moves that answer a reply, not only one"},
    {0},
};

static const struct cp_listing listings[] = {{"text", "txt"}, {"quiet", NULL}, {0}};

/* The first operand, where it is no file. */
static bool read_stipulation(struct cp_run *run, struct cp_request *asked)
{
    struct settings *s = asked->settings;
    struct cp_options *o = &asked->options;
    cp_str said = o->file_count ? cp_str_from(o->files[0]) : (cp_str){0};
    if (!cp_stipulation_is_begun(said))
        return true;
    if (!cp_stipulation_parse(&s->asked.asked, said)) {
        cp_diag_report(&run->own, CP_STIPULATION_WRONG, cp_run_span(run), "\"%.*s\"", CP_FMT(said));
        return false;
    }
    s->has_stipulation = true;
    o->files++;
    o->file_count--;
    return true;
}

static bool begin(struct cp_run *run, struct cp_request *asked)
{
    struct settings *s = asked->settings;
    const struct cp_options *o = &asked->options;
    const char *limit = cp_options_get(o, "limit");
    s->is_text = cp_options_has(o, "text");
    s->is_quiet = cp_options_has(o, "quiet");
    s->asked.only_checks = cp_options_has(o, "only-checks");
    s->asked.wants_tries = cp_options_has(o, "tries");
    s->asked.wants_duals = cp_options_has(o, "duals");
    if (s->is_text && s->is_quiet)
        return cp_run_disagree(run, "--text writes what --quiet leaves out");
    if (limit && !cp_problem_limit(&s->asked, cp_str_from(limit)))
        return cp_run_refuse_value(run, "limit", limit, CP_LIMITS);
    return read_stipulation(run, asked);
}

/* What is asked of g: false, and reported, where nothing is, or no stipulation. */
static bool find_stipulation(struct cp_run *run, const struct cp_game *g,
                             struct cp_problem *problem)
{
    const struct settings *s = run->asked->settings;
    const struct cp_tag *tag = cp_game_find_tag(g, "Stipulation");
    if (s->has_stipulation)
        return true;
    if (!tag) {
        cp_diag_report(&run->diags, CP_STIPULATION_MISSING, cp_game_start_span(g), "%s", "");
        return false;
    }
    cp_str said = cp_game_tag(g, "Stipulation");
    if (cp_stipulation_parse(&problem->asked, said))
        return true;
    cp_diag_report(&run->diags, CP_STIPULATION_BAD, cp_tag_span(g, tag), "\"%.*s\"", CP_FMT(said));
    return false;
}

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

static bool each(struct cp_run *run, struct cp_game *g)
{
    const struct settings *s = run->asked->settings;
    struct state *state = run->state;
    struct cp_problem problem = s->asked;
    struct cp_play play;
    if (g->is_broken) /* it may be another position */
        return false;
    struct cp_position *p = set_up(&play, run, g);
    if (!p || !find_stipulation(run, g, &problem))
        return false;
    if (!state->table)
        state->table = cp_table_make(&run->arena);
    cp_problem_solve(&problem, state->table, p, cp_play_spelling(&play), play.replay.shift,
                     g->arena);
    if (problem.found != CP_FOUND_YES)
        cp_run_raise(run, CP_ERROR);
    if (s->is_quiet)
        return false;
    if (s->is_text) {
        cp_problem_put_text(&run->output.text, &problem);
        return false;
    }
    struct cp_buf json = cp_buf_in(g->arena);
    cp_problem_put_json(&json, &problem);
    g->solution = cp_buf_str(&json);
    return true;
}

static const struct cp_tool tool = {
    .name = "cp-solve",
    .about =
        "Solves chess problems: '#2' before the files is mate in two; also h#2, h#2.5, s#2, =2.\n"
        "Without it each game's tag Stipulation says what is to be done. Answers are proved.",
    .options = options,
    .operand = "['STIPULATION'] ",
    .lists = listings,
    .habits = CP_READS_FRAMES | CP_WRITES_RECORDS,
    .settings_size = sizeof(struct settings),
    .state_size = sizeof(struct state),
    .begin = begin,
    .each = each,
};

int main(int argc, char **argv)
{
    return cp_tool_main(&tool, argc, argv);
}
