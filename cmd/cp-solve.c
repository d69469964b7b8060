/* SPDX-License-Identifier: MIT */
/* cp-solve -- whether a position is mate in so many moves, proved: the first moves that
 * solve it, and what answers each reply. */
#include "run/tool.h"
#include "solve/problem.h"

struct settings {
    struct cp_problem asked; /* on the command line */
    bool is_text, is_quiet, verifies, adds_moves;
};

struct state {
    struct cp_table *table; /* NULL: not made yet */
};

static const struct cp_option options[] = {
    {"text", 't', NULL, NULL, "Solving",
     "write the solutions in lines, as problemists do, instead\nof records"},
    {"moves", 0, NULL, NULL, "Solving",
     "and the solution is the game's next moves, replies are\nvariations: for cp-render"},
    {"verify", 0, NULL, NULL, "Solving",
     "solve nothing: whether the certificates hold that\nthe records have"},
    {"quiet", 'q', NULL, NULL, "Solving", "write nothing: the exit status is the answer"},
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
    o->files++;
    o->file_count--;
    return cp_problem_ask(&s->asked, run, said);
}

static bool begin(struct cp_run *run, struct cp_request *asked)
{
    struct settings *s = asked->settings;
    const struct cp_options *o = &asked->options;
    s->is_text = cp_options_has(o, "text");
    s->is_quiet = cp_options_has(o, "quiet");
    if (s->is_text && s->is_quiet)
        return cp_run_disagree(run, "--text writes what --quiet leaves out");
    s->verifies = cp_options_has(o, "verify");
    s->adds_moves = cp_options_has(o, "moves");
    if (s->is_text && (s->adds_moves || cp_options_has(o, "certificate")))
        return cp_run_disagree(run, "--certificate and --moves are of records, not of --text");
    if (!read_stipulation(run, asked))
        return false;
    bool is_asked = s->asked.asked.plies || s->is_text || s->adds_moves;
    for (const struct cp_option *option = cp_solve_options; option->name; option++)
        is_asked |= cp_options_has(o, option->name);
    if (s->verifies && is_asked)
        return cp_run_disagree(run,
                               "--verify solves nothing: what was asked stands in the records");
    return cp_problem_begin(&s->asked, run, o);
}

static bool each(struct cp_run *run, struct cp_game *g)
{
    const struct settings *s = run->asked->settings;
    struct state *state = run->state;
    struct cp_problem problem = s->asked;
    if (s->verifies)
        return cp_problem_verify(run, g) && !s->is_quiet;
    if (!state->table)
        state->table = cp_table_make(&run->arena);
    if (!cp_problem_answer(&problem, state->table, run, g))
        return false;
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
    if (s->adds_moves)
        cp_problem_add_moves(g, &problem);
    return true;
}

static const struct cp_tool tool = {
    .name = "cp-solve",
    .about =
        "Solves chess problems: '#2' before the files is mate in two; also h#2, h#2.5, s#2, =2.\n"
        "Without it each game's tag Stipulation says what is to be done. Answers are proved.",
    .options = options,
    .shared = cp_solve_options,
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
