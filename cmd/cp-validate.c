/* SPDX-License-Identifier: MIT */
/* cp-validate -- plays every game by its variant's rules and reports what it finds:
 * messages where things stand in the user's file, a verdict in each record, and
 * where asked a table of all games or the legal moves of a position. */
#include "base/utf8.h"
#include "rules/moves.h"
#include "run/fast_lane.h"
#include "run/parts.h"
#include "run/stream.h"
#include "run/tool.h"
#include "settle/judge.h"
#include "settle/play.h"
#include "settle/plies.h"
#include "settle/variants.h"
#include "solve/problem.h"

enum which { ALL, VALID, INVALID };
static const struct cp_word which_words[] = {{"valid", VALID}, {"invalid", INVALID}, {0}};

enum summary { NO_SUMMARY, SUMMARY_TEXT, SUMMARY_JSON };
static const struct cp_word summary_words[] = {{"text", SUMMARY_TEXT}, {"json", SUMMARY_JSON}, {0}};

struct settings {
    enum which only;
    bool is_quiet, lists_moves, checks_problems;
    struct cp_problem limits; /* of solving them */
    enum summary summary;
    struct cp_plies ply; /* of the position to list: one, or the last */
    uint32_t perft;      /* how deep; 0: not asked */
};

/* What is counted. */
struct state {
    uint64_t games, plies, valid, warnings;
    uint64_t bad[CP_DIAG_COUNT]; /* games, by reason */
    struct cp_table *table;      /* of problems; NULL: none was looked at */
};

static const struct cp_option options[] = {
    {"only", 0, "WHICH", CP_ONE_OF(which_words), "Judging",
     "write only games found valid, or only the others"},
    {"quiet", 'q', NULL, NULL, "Judging", "write no records, only messages and the exit status"},
    {"summary", 's', "[FORM]", CP_ONE_OF(summary_words), "Judging",
     "on standard error, games, plies, reasons, messages:\na table, or with json an object"},
    {"join-summaries", 0, NULL, NULL, "Judging",
     "instead of judging games, add up the summaries (json)\nthat the files hold"},
    {"list-variants", 0, NULL, NULL, "Judging",
     "instead, all variants: id, name, board, family; to\nsee one, cp-render --start -v ID"},
    {"show-variant", 0, "ID", CP_NAME_OF(cp_variants_put_ids), "Judging",
     "instead, the file of a bundled variant: a template"},
    {"play-on", 0, NULL, NULL, "Judging",
     "make illegal moves that can be made, and judge the\nrest of the game"},
    {"problems", 0, "[LIMIT]", NULL, "Judging",
     "of games with a tag Stipulation: whether their first\nmoves, and no others, solve it (see "
     "cp-solve)"},
    {"perft", 0, "N", CP_NUMBER(1, CP_PERFT_DEEPEST), "Judging",
     "count the lines of 1 to N half-moves from the last\nposition (or of --ply) instead of "
     "writing records"},
    {"legal", 'l', NULL, NULL, "Judging",
     "list the legal moves of the last position\n(or of --ply) instead of writing records"},
    {"ply", 0, "N", NULL, "Judging",
     "the position after N half-moves, 0 is the start;\nor after a move: 3w, 3b"},
    {0},
};

static const struct cp_of_all_games whole[] = {
    {"join-summaries", NULL, "it reads no games"},
    {0},
};

static const struct cp_listing listings[] = {{"legal", "txt"},
                                             {"perft", "txt"},
                                             {"ply", "txt"},
                                             {"list-variants", "tsv tab txt"},
                                             {"show-variant", "yaml yml txt"},
                                             {"join-summaries", "json jsonl txt"},
                                             {0}};

/* What would do nothing beside another option is refused. */
static bool check_options(struct cp_run *run, const struct settings *s)
{
    const struct cp_request *asked = run->asked;
    const struct cp_options *o = &asked->options;
    bool is_legal = cp_options_has(o, "legal"), chooses = s->only != ALL;
    bool is_of_records =
        chooses || asked->writes_yaml || asked->stamp.len || cp_options_has(o, "to");
    if (is_legal && s->perft)
        return cp_run_disagree(run, "--legal lists moves, --perft counts lines");
    if (s->lists_moves && is_of_records)
        return cp_run_disagree(run, "--legal, --ply and --perft write no records to choose, stamp "
                                    "or turn into YAML or another form");
    if (s->is_quiet && s->lists_moves)
        return cp_run_disagree(run,
                               "--quiet writes nothing, --legal, --ply and --perft are to be read");
    if (s->is_quiet && is_of_records)
        return cp_run_disagree(
            run, "--quiet writes no records to choose, stamp or turn into YAML or another form");
    if (s->is_quiet && cp_options_has(o, "output"))
        return cp_run_disagree(run, "--quiet writes nothing that --output could hold");
    return true;
}

/* Its form is that of the messages it stands among, and JSON where summaries are joined. */
static bool read_summary(struct cp_run *run, struct settings *s)
{
    const struct cp_options *o = &run->asked->options;
    bool joins = cp_options_has(o, "join-summaries"), is_asked = cp_options_has(o, "summary");
    const char *form = cp_options_get(o, "summary");
    enum cp_report_form around = joins ? CP_AS_TEXT : run->asked->form;
    enum summary usual = around == CP_AS_TEXT ? SUMMARY_TEXT : SUMMARY_JSON;
    s->summary = joins ? SUMMARY_JSON : NO_SUMMARY;
    if (is_asked)
        s->summary = form[0] ? (enum summary)cp_options_choice(o, "summary", usual) : usual;
    bool is_mixed = is_asked && (around == CP_AS_SARIF ||
                                 (around == CP_AS_JSONL && s->summary == SUMMARY_TEXT));
    return !is_mixed ||
           cp_run_disagree(run, "--summary and --diagnostics both write to standard error: an "
                                "object among objects, --summary=json, needs --diagnostics jsonl");
}

static bool begin(struct cp_run *run, struct cp_request *asked)
{
    struct settings *s = asked->settings;
    const struct cp_options *o = &asked->options;
    s->only = (enum which)cp_options_choice(o, "only", ALL);
    s->is_quiet = cp_options_has(o, "quiet");
    if (!read_summary(run, s))
        return false;
    asked->closing = s->summary == SUMMARY_TEXT ? "text" : s->summary ? "json" : NULL;
    if (asked->part && s->summary)
        s->summary = SUMMARY_JSON; /* to be added up */
    const char *ply = cp_options_get(o, "ply");
    s->perft = (uint32_t)cp_options_number(o, "perft", 0);
    s->lists_moves = cp_options_has(o, "legal") || ply || s->perft;
    s->checks_problems = cp_options_has(o, "problems");
    if (!cp_problem_limit(&s->limits, run, o, "problems"))
        return false;
    asked->fast_lane =
        s->is_quiet && !s->lists_moves && !s->checks_problems ? CP_LANE_BOARD : CP_LANE_CLOSED;
    if (!cp_plies_parse(&s->ply, &run->arena, cp_str_from(ply ? ply : "last")) ||
        !cp_plies_is_one(&s->ply))
        return cp_run_refuse_value(run, "ply", ply,
                                   "a number, 0 or more, a move (3w, 3b), or last");
    return check_options(run, s);
}

/* ---- the legal moves of a position ---- */

struct listing {
    struct cp_play play;
    uint32_t ply;
};

/* What there is to know before a list of moves: why there are none, or may be some. */
static void put_outcome(struct cp_buf *out, struct cp_position *p)
{
    int winner = -1;
    cp_ints_set_doubt(p->ints, 0);
    enum cp_outcome outcome = p->counted ? p->counted : cp_rules_of(p)->outcome(p, &winner);
    uint32_t digits = p->law->has_primes ? cp_ints_doubt(p->ints) : 0;
    if (cp_outcome_words(outcome))
        cp_buf_printf(out, ", but %s", cp_outcome_words(outcome));
    else if (digits)
        cp_buf_printf(out, ", undecided: whether a number of %u digits is prime", digits);
    else if (winner >= 0 && outcome != CP_OUTCOME_CHECKMATE)
        cp_buf_printf(out, ", but %s has won", winner == CP_WHITE ? "White" : "Black");
    else if (outcome == CP_OUTCOME_GOAL)
        cp_buf_puts(out, ", but the game is drawn");
    else if (outcome == CP_OUTCOME_UNDECIDED && !p->delay)
        cp_buf_puts(out, ", undecided: whether a distance far out is safe");
    else if (outcome == CP_OUTCOME_UNDECIDED)
        cp_buf_puts(out, ", undecided: whether a turn mates before its falls expose the king");
    cp_buf_putc(out, '\n');
}

static void list_position(const struct listing *l, struct cp_position *p)
{
    struct cp_buf *out = &l->play.run->output.text;
    const struct settings *s = l->play.run->asked->settings;
    cp_buf_puts(out, "# ");
    cp_shown_put(out, cp_str_from(l->play.game->file));
    cp_buf_printf(out, ":%u after ply %u, %s to move%s", l->play.game->line, l->ply,
                  p->turn == CP_WHITE ? "White" : "Black", p->checks ? ", in check" : "");
    put_outcome(out, p);
    for (uint32_t depth = 1; depth <= s->perft; depth++) {
        uint64_t lines = cp_perft(p, depth, &l->play.run->record);
        cp_buf_printf(out, "%u %ju\n", depth, (uintmax_t)lines);
    }
    if (!s->perft)
        cp_moves_format(out, p, cp_play_spelling(&l->play), l->play.replay.shift,
                        &l->play.run->record);
}

static void at_start(void *data, struct cp_position *p)
{
    const struct listing *l = data;
    if (l->ply == 0)
        list_position(l, p);
}

static void after_move(void *data, const struct cp_ply *ply)
{
    const struct listing *l = data;
    if (ply->ply == l->ply)
        list_position(l, ply->position);
}

static void list_legal(struct cp_run *run, struct cp_game *g, const struct cp_judgement *judged)
{
    const struct settings *s = run->asked->settings;
    uint32_t ply = cp_plies_settle(&s->ply, g).ranges->low;
    struct listing l = {.ply = ply == CP_PLY_LAST ? judged->verdict.plies : ply};
    struct cp_listener listener = {.begin = at_start, .after = after_move};
    if (s->perft && !run->current.variant->bounded) {
        cp_diag_report(&run->diags, CP_LINES_ENDLESS, cp_node_span(g, NULL), "%s", "");
        return;
    }
    if (l.ply == CP_NO_PLY) {
        cp_diag_report(&run->diags, CP_NO_SUCH_PLY, cp_node_span(g, NULL),
                       "its first move has a higher number");
        return;
    }
    if (l.ply > judged->verdict.plies) {
        cp_diag_report(&run->diags, CP_NO_SUCH_PLY, cp_node_span(g, NULL),
                       "%u was asked for, %u could be played", l.ply, judged->verdict.plies);
        return;
    }
    if (judged->verdict.start_fault || !cp_play_prepare(&l.play, run, g))
        return;
    struct cp_replay *replay = &l.play.replay;
    replay->skip_variations = replay->skip_outcome = replay->stop_at_ply = true;
    replay->last_ply = l.ply;
    l.play.is_silent = true;
    cp_play_run(&l.play, listener);
}

/* ---- composed problems ---- */

struct problem {
    struct cp_run *run;
    struct cp_game *game;
};

static void check_problem(void *data, struct cp_position *p)
{
    struct problem *of = data;
    struct state *s = of->run->state;
    const struct settings *settings = of->run->asked->settings;
    struct cp_problem problem = settings->limits;
    if (!s->table)
        s->table = cp_table_make(&of->run->arena);
    cp_problem_check(&problem, s->table, p, of->run, of->game);
}

/* ---- every game ---- */

static bool each(struct cp_run *run, struct cp_game *g)
{
    const struct settings *settings = run->asked->settings;
    struct state *s = run->state;
    struct cp_judgement judged;
    if (!cp_run_is_settled(run)) { /* without rules: what was said of it no longer holds */
        cp_span at;
        cp_str text;
        s->games++;
        s->warnings += run->diags.warnings;
        s->bad[cp_diags_first_error(&run->diags, 0, &at, &text)]++;
        g->verdict = (cp_str){0};
        return !settings->is_quiet && !settings->lists_moves && settings->only != VALID;
    }
    struct problem problem = {run, g};
    struct cp_listener listener = {.data = &problem, .begin = check_problem};
    cp_judge_game(run, g, !settings->is_quiet, settings->checks_problems ? &listener : NULL,
                  &judged);
    if (!judged.is_valid)
        cp_run_raise(run, CP_ERROR);
    s->games++;
    s->plies += judged.verdict.plies;
    s->valid += judged.is_valid;
    s->warnings += run->diags.warnings;
    s->bad[judged.reason] += !judged.is_valid;
    if (settings->lists_moves && judged.is_played)
        list_legal(run, g, &judged);
    if (settings->is_quiet || settings->lists_moves)
        return false;
    return settings->only == ALL || (settings->only == VALID) == judged.is_valid;
}

/* A game that is valid and worth no word. */
static enum cp_quick_answer count(struct cp_run *run, const struct cp_quick_game *g)
{
    struct state *s = run->state;
    s->games++;
    s->plies += g->plies;
    s->valid++;
    return CP_PASS;
}

static void join(struct cp_run *run, const void *state)
{
    struct state *s = run->state;
    const struct state *more = state;
    s->games += more->games;
    s->plies += more->plies;
    s->valid += more->valid;
    s->warnings += more->warnings;
    for (enum cp_diag kind = CP_OK; kind < CP_DIAG_COUNT; kind++)
        s->bad[kind] += more->bad[kind];
}

static void put_summary(const struct cp_run *run, struct cp_buf *out, const struct cp_summary *s)
{
    const struct settings *settings = run->asked->settings;
    (settings->summary == SUMMARY_JSON ? cp_summary_put_json : cp_summary_put_table)(out, s);
}

static void end(struct cp_run *run)
{
    const struct settings *s = run->asked->settings;
    struct cp_summary summary;
    const struct cp_options *o = &run->asked->options;
    bool is_empty = !run->games && !run->asked->part && !run->status && !o->file_count &&
                    !s->is_quiet && !s->lists_moves && !cp_options_has(o, "to") &&
                    !cp_options_has(o, "output");
    for (uint32_t i = 0; is_empty && i < run->asked->own_count; i++) /* as they were understood */
        cp_variant_explain(run, &run->output.text, run->asked->variants.list[i]);
    if (!s->summary)
        return;
    cp_summary_init(&summary, &run->record, run->ints);
    const struct state *counted = run->state;
    uint64_t games = run->games - (run->asked->part ? run->asked->part->games : 0);
    cp_summary_add(&summary, CP_GAMES, games);
    cp_summary_add(&summary, CP_PLIES, counted->plies);
    cp_summary_add(&summary, CP_VALID, counted->valid);
    cp_summary_add(&summary, CP_BAD, games - counted->valid);
    if (games > counted->games) /* no game could be made of what stands there */
        cp_summary_add(&summary, CP_UNJUDGED, games - counted->games);
    cp_summary_add(&summary, CP_WARNINGS, counted->warnings);
    for (enum cp_diag kind = CP_OK + 1; kind < CP_DIAG_COUNT; kind++) {
        cp_summary_add_kind(&summary, CP_REASONS, kind, counted->bad[kind]);
        cp_summary_add_kind(&summary, CP_MESSAGES, kind, run->counts[kind]);
    }
    struct cp_buf out = cp_buf_in(&run->record);
    put_summary(run, &out, &summary);
    cp_run_print(run, cp_buf_str(&out));
}

/* ---- summaries of several runs ---- */

/* Those of the open file, each a line that begins as one; other lines are messages of the
 * same run. False: reported. */
static bool join_file(struct cp_run *run, struct cp_summary *sum)
{
    struct cp_line_reader lines;
    cp_str line;
    enum cp_line_next next;
    bool good = true, has_one = false;
    cp_line_reader_open(&lines, &run->arena, cp_input_read, &run->input);
    while (good && (next = cp_line_reader_read(&lines, &line)) != CP_LINE_END) {
        cp_span at = {.file = run->input.file, .line = lines.number, .col = 1};
        if (next != CP_LINE_WHOLE || !cp_summary_is_begun(line))
            continue;
        has_one = true;
        good = cp_summary_read(sum, line, at, &run->own);
    }
    cp_cursor_close(&lines.cursor);
    cp_input_report(&run->input, UINT64_MAX);
    if (good && !has_one && !run->input.has_failed)
        cp_diag_report(&run->own, CP_SUMMARY_BAD, (cp_span){.file = run->input.file},
                       "no line of it begins as one");
    return good && has_one;
}

enum group { ON_PLANE, ON_SITE, WITH_EDGES, GROUPS };

static enum group group_of(const struct cp_variant *v)
{
    if (v->bounded)
        return WITH_EDGES;
    return cp_str_equal(cp_variant_name_there(v), v->name) ? ON_PLANE : ON_SITE;
}

/* Their ids, names, boards and families: those of the plane, those of a site, those with edges. */
static void list_variants(struct cp_run *run)
{
    static const char *const families[CP_FAMILY_COUNT] = {"chess", "agents"};
    const struct cp_variants *all = &run->asked->variants;
    struct cp_buf *out = &run->output.text;
    cp_variants_wake(all, &run->arena, run->ints);
    for (int group = 0; group < GROUPS; group++)
        for (uint32_t i = 0; i < all->count; i++) {
            const struct cp_variant *v = all->list[i];
            if ((int)group_of(v) != group)
                continue;
            cp_buf_printf(out, "%.*s\t%.*s\t", CP_FMT(v->id), CP_FMT(v->name));
            if (v->bounded)
                cp_buf_printf(out, "%dx%d", v->files, v->ranks);
            else
                cp_buf_puts(out, "plane");
            cp_buf_printf(out, "\t%s\n", families[v->family]);
        }
}

static bool instead(struct cp_run *run)
{
    struct cp_summary sum;
    bool good = true;
    const char *shown = cp_options_get(&run->asked->options, "show-variant");
    const struct cp_variants *all = &run->asked->variants;
    bool lists = cp_options_has(&run->asked->options, "list-variants");
    if (lists)
        list_variants(run);
    if (shown) {
        const struct cp_variant *v = cp_variants_find(all, cp_str_from(shown));
        cp_str text = !v ? (cp_str){0} : v->text.len ? v->text : cp_variant_text(v->id);
        if (text.len) {
            cp_buf_put(&run->output.text, text);
        } else {
            cp_diag_report(&run->own, CP_VARIANT_NOT_KNOWN_HERE, cp_run_span(run),
                           "\"%s\"; --list-variants names them", shown);
            cp_variant_tell_refused(run, &run->own, cp_str_from(shown));
        }
    }
    if (shown || lists)
        return true;
    if (!cp_options_has(&run->asked->options, "join-summaries"))
        return false;
    cp_summary_init(&sum, &run->record, run->ints);
    while (cp_input_next(&run->input))
        good &= join_file(run, &sum);
    if (good)
        put_summary(run, &run->output.text, &sum);
    return true;
}

static void give_up(struct cp_run *run, enum cp_diag why)
{
    struct state *s = run->state;
    s->games++;
    s->bad[why]++;
}

static const struct cp_tool tool = {
    .name = "cp-validate",
    .about = "Plays every game by its variant's rules and adds a verdict to its record.\n"
             "What is wrong is told on standard error, where it stands in your file.",
    .options = options,
    .whole = whole,
    .lists = listings,
    .habits = CP_READS_FRAMES | CP_WRITES_RECORDS,
    .settings_size = sizeof(struct settings),
    .state_size = sizeof(struct state),
    .begin = begin,
    .each = each,
    .fast_lane.played = count,
    .give_up = give_up,
    .join = join,
    .end = end,
    .instead = instead,
};

int main(int argc, char **argv)
{
    return cp_tool_main(&tool, argc, argv);
}
