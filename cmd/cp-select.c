/* SPDX-License-Identifier: MIT */
/* cp-select -- the games that answer a question, untouched: conditions are options, and
 * all must hold. */
#include "choose/choose.h"
#include "game/record.h"
#include "run/tool.h"

struct settings {
    struct cp_query query;
    bool inverts, counts, shows_hits, expects, unmerges, merges;
    uint64_t first; /* that many games, no more; 0: all */
    enum cp_sameness same;
    struct cp_pick *pick; /* NULL: what comes out does not depend on what came before */
};

struct state {
    uint64_t found;
    uint64_t decided;        /* the number of the game that the fast lane found to fit, from 1 */
    struct cp_asking asking; /* of the game in it */
    struct cp_tally tally;   /* what the games had of what is asked */
    struct cp_same *same;    /* NULL: not needed yet */
};

#define THEN "select without it in parts, then again with it, from what came out"
static const struct cp_of_all_games whole[] = {
    {"game", NULL, "games are counted from the first"},
    {"first", NULL, THEN},
    {"unique", NULL, THEN},
    {"twins", NULL, THEN},
    {"sample", NULL, THEN},
    {"split", NULL, THEN},
    {"merge", NULL, THEN},
    {"count", NULL, "select without it in parts, and count what came out: wc -l"},
    {"expect", NULL, "select without it in parts, and look whether anything came out: test -s"},
    {0},
};

static const struct cp_listing listings[] = {{"count", "txt"}, {"hits", "txt"}, {0}};

static const struct cp_tool in_order;

static bool check(struct cp_run *run, const struct settings *s, bool is_in_order)
{
    const struct cp_request *asked = run->asked;
    const struct cp_options *o = &asked->options;
    bool is_split = cp_options_has(o, "split");
    if (s->counts && s->shows_hits)
        return cp_run_disagree(run, "--count and --hits");
    if (s->shows_hits && s->inverts)
        return cp_run_disagree(run,
                               "--hits shows where conditions are met, --invert where none is");
    if (s->shows_hits && is_in_order)
        return cp_run_disagree(run, "--hits are of all games: put another cp-select in front");
    if (s->shows_hits && s->unmerges)
        return cp_run_disagree(run, "--hits and --unmerge");
    if (s->merges && (s->counts || s->shows_hits || s->unmerges || is_split))
        return cp_run_disagree(run, "--merge and --count, --hits, --unmerge or --split");
    if (is_split && cp_options_has(o, "output"))
        return cp_run_disagree(run, "--split and --output: the files are those of --split");
    if (s->counts && is_split)
        return cp_run_disagree(run, "--count and --split");
    if (cp_options_has(o, "unique") && cp_options_has(o, "twins"))
        return cp_run_disagree(run, "--unique and --twins");
    if (cp_options_has(o, "prefix") && s->same != CP_SAME_MOVES)
        return cp_run_disagree(run, "--prefix goes with --unique or --twins, of moves");
    if (cp_options_has(o, "first") && cp_options_has(o, "sample"))
        return cp_run_disagree(run, "--first and --sample: put another cp-select behind");
    if (cp_options_has(o, "seed") && !cp_options_has(o, "sample"))
        return cp_run_disagree(run, "--seed goes with --sample");
    if (cp_options_has(o, "split-every") && !is_split)
        return cp_run_disagree(run, "--split-every goes with --split");
    return true;
}

/* Options whose answer depends on the games before. */
static bool open_pick(struct cp_run *run, struct cp_request *asked)
{
    struct settings *s = asked->settings;
    const struct cp_options *o = &asked->options;
    const struct cp_pick_settings settings = {.is_of_same = s->same != CP_SAME_NOTHING,
                                              .wants_repeats = cp_options_has(o, "twins"),
                                              .takes_beginnings = cp_options_has(o, "prefix"),
                                              .sample = (uint64_t)cp_options_number(o, "sample", 0),
                                              .seed = (uint64_t)cp_options_number(o, "seed", 0),
                                              .split = cp_options_get(o, "split"),
                                              .every =
                                                  (uint64_t)cp_options_number(o, "split-every", 0),
                                              .first = s->first,
                                              .counts = s->counts,
                                              .merges = s->merges};
    bool is_in_order = settings.is_of_same || settings.sample || settings.split || settings.merges;
    if (!check(run, s, is_in_order))
        return false;
    if (!is_in_order)
        return true;
    asked->tool = &in_order;
    return (s->pick = cp_pick_open(run, &settings)) != NULL;
}

static bool begin(struct cp_run *run, struct cp_request *asked)
{
    struct settings *s = asked->settings;
    const struct cp_options *o = &asked->options;
    s->inverts = cp_options_has(o, "invert");
    s->counts = cp_options_has(o, "count");
    s->shows_hits = cp_options_has(o, "hits");
    s->expects = cp_options_has(o, "expect");
    s->unmerges = cp_options_has(o, "unmerge");
    s->merges = cp_options_has(o, "merge");
    s->first = (uint64_t)cp_options_number(o, "first", 0);
    const char *same = cp_options_has(o, "twins") ? "twins" : "unique";
    s->same = (enum cp_sameness)cp_options_choice(o, same, CP_SAME_NOTHING);
    if (cp_options_has(o, same) && s->same == CP_SAME_NOTHING)
        s->same = CP_SAME_MOVES;
    if (!cp_select_begin(&s->query, run, o, &run->arena))
        return false;
    if (s->first || s->query.asks_number)
        asked->jobs = 1; /* who counts games from the first reads all, up to the last wanted */
    if (!open_pick(run, asked))
        return false;
    bool is_idle = s->unmerges || (!s->query.count && (!s->counts || s->pick));
    asked->fast_lane = is_idle || s->query.is_slow || s->query.asks_verdict ? CP_LANE_CLOSED
                       : s->query.asks_board                                ? CP_LANE_BOARD
                       : s->query.asks_plies                                ? CP_LANE_MOVES
                                                                            : CP_LANE_TAGS;
    asked->takes_any_variant = !s->query.asks_board && !s->same;
    const char *idle = cp_options_has(o, "yaml")    ? "yaml"
                       : cp_options_has(o, "stamp") ? "stamp"
                       : cp_options_has(o, "to")    ? "to"
                                                    : NULL;
    bool writes_records = !s->counts && !s->shows_hits;
    if (!writes_records && idle)
        cp_diag_report(&run->own, CP_OPTION_IDLE, cp_run_span(run),
                       "--%s is for records, and --count and --hits write none", idle);
    return writes_records || !idle;
}

/* ---- games ---- */

static void take(struct cp_run *run)
{
    const struct settings *s = run->asked->settings;
    struct state *t = run->state;
    t->found++;
    run->is_done = t->found == s->first;
}

/* It comes out, or goes where those before it are known. */
static void choose(struct cp_run *run, struct cp_game *g)
{
    const struct settings *s = run->asked->settings;
    struct state *t = run->state;
    if (s->pick) {
        if (!s->same || cp_select_same(run, g, s->same, t->same))
            cp_pick_put(s->pick, run, g, t->same);
        t->found++; /* something; how many pick knows */
        return;
    }
    take(run);
    if (!s->counts && !s->shows_hits)
        cp_pick_write(run, g);
}

/* Each line of it as a game. What writes one may change it. */
static void choose_lines(struct cp_run *run, struct cp_game *g)
{
    struct cp_lines lines = cp_lines_of(g);
    struct cp_game line, own;
    if (lines.count > 1)
        run->current.line = (cp_str){0};
    while (!run->is_done && cp_lines_next(&lines, &line)) {
        if (run->asked->conversion)
            cp_game_copy(&own, &line, g->arena);
        choose(run, lines.count == 1 ? g : run->asked->conversion ? &own : &line);
    }
}

static bool each(struct cp_run *run, struct cp_game *g)
{
    const struct settings *s = run->asked->settings;
    struct state *t = run->state;
    struct cp_buf hits = cp_buf_in(&run->record);
    enum cp_answer answer = t->decided == run->games ? CP_YES
                                                     : cp_select_ask(run, &s->query, g, &t->tally,
                                                                     s->shows_hits ? &hits : NULL);
    bool is_wanted = (answer == CP_YES) != s->inverts;
    if (!is_wanted && answer != CP_DOUBT)
        cp_diags_reset(&run->diags); /* what is told is of games that come out */
    if (!is_wanted)
        return false;
    if (s->same && !t->same) {
        t->same = cp_arena_take_zero(&run->arena, 1, sizeof *t->same);
        cp_same_init(t->same, &run->arena);
    }
    cp_buf_put(&run->output.text, cp_buf_str(&hits));
    if (s->unmerges)
        choose_lines(run, g);
    else
        choose(run, g);
    return false;
}

/* ---- games in the fast lane ---- */

static enum cp_quick_answer settle(struct cp_run *run, enum cp_answer answer)
{
    const struct settings *s = run->asked->settings;
    struct state *t = run->state;
    if (answer == CP_DOUBT)
        return CP_READ;
    if ((answer == CP_YES) == s->inverts)
        return CP_PASS;
    t->decided = s->shows_hits || s->inverts ? 0 : run->games + 1;
    if (!s->counts || s->pick)
        return CP_READ;
    take(run);
    return CP_PASS;
}

static enum cp_quick_answer judge_quickly(struct cp_run *run, struct cp_quick_game *g)
{
    const struct settings *s = run->asked->settings;
    struct state *t = run->state;
    enum cp_answer answer = cp_select_quickly(run, &t->asking, &s->query, &t->tally, g);
    return answer == CP_DOUBT && t->asking.quick ? CP_LOOK_ON : settle(run, answer);
}

static enum cp_quick_answer played(struct cp_run *run, const struct cp_quick_game *g)
{
    struct state *t = run->state;
    (void)g;
    return settle(run, cp_select_played(&t->asking));
}

/* ---- the end ---- */

static void join(struct cp_run *run, const void *state)
{
    struct state *t = run->state;
    const struct state *more = state;
    t->found += more->found;
    cp_tally_join(&t->tally, &more->tally);
}

/* Who is known by another's capitals is found where nothing else is. */
static bool again(struct cp_run *run)
{
    struct settings *s = run->asked->settings;
    struct state *t = run->state;
    bool is_asked = !t->found && cp_select_widen(run, &s->query, &t->tally);
    if (is_asked)
        *t = (struct state){0};
    return is_asked;
}

static void end(struct cp_run *run)
{
    struct settings *s = run->asked->settings;
    struct state *t = run->state;
    if (s->pick)
        t->found = cp_pick_end(s->pick);
    if (s->counts)
        cp_buf_printf(&run->output.text, "%ju\n", (uintmax_t)t->found);
    if (!run->asked->part) /* other parts may have what this one has not */
        cp_select_report(run, &s->query, &t->tally);
    if (s->expects && !t->found)
        cp_run_raise(run, CP_ERROR);
}

static void close(struct cp_run *run)
{
    struct settings *s = run->asked->settings;
    if (s->pick)
        cp_pick_close(s->pick);
    cp_query_close(&s->query);
}

/* What workers kept, where the games before are known. */
static void deliver(struct cp_run *run, cp_str kept, cp_str messages)
{
    const struct settings *s = run->asked->settings;
    cp_pick_deliver(s->pick, kept);
    cp_run_print_held(run, messages);
}

#define SELECT                                                                                     \
    .name = "cp-select",                                                                           \
    .about =                                                                                       \
        "Writes the games that fit all conditions, each as it came: a line of JSON byte for\n"     \
        "byte, text as the record of it. In --result, --has, --ends and --structure a comma is\n"  \
        "\"or\", and the option once more is \"and\", as with --tag, --sequence and --takes; of\n" \
        "other conditions given twice one must hold.",                                             \
    .options = cp_select_options, .shared = cp_where_options, .whole = whole, .lists = listings,   \
    .habits = CP_READS_FRAMES | CP_WRITES_RECORDS | CP_ASKS_VARIANT,                               \
    .settings_size = sizeof(struct settings), .state_size = sizeof(struct state), .begin = begin,  \
    .each = each, .again = again, .fast_lane = {.text = judge_quickly, .played = played},          \
    .join = join, .end = end, .close = close

static const struct cp_tool tool = {SELECT};
static const struct cp_tool in_order = {SELECT, .deliver = deliver};

int main(int argc, char **argv)
{
    return cp_tool_main(&tool, argc, argv);
}
