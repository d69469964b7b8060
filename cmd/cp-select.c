/* SPDX-License-Identifier: MIT */
/* cp-select -- the games that answer a question, untouched: conditions are options, and
 * all must hold. */
#include "choose/choose.h"
#include "game/record.h"
#include "io/messages.h"
#include "run/tool.h"
#include "settle/variants.h"

struct settings {
    struct cp_query query;
    bool inverts, counts, shows_hits, expects;
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

static const struct cp_word samenesses[] = {
    {"moves", CP_SAME_MOVES}, {"position", CP_SAME_POSITION}, {"start", CP_SAME_START}, {0}};
static const struct cp_word turns[] = {{"w", CP_WHITE}, {"b", CP_BLACK}, {0}};

static const struct cp_values results = {
    .offered = "1-0 0-1 1/2-1/2 *", .is_list = true, .adds_up = true};
static const struct cp_values variants = {.put_words = cp_variants_put_ids, .adds_up = true};
static const struct cp_values slugs = {.put_words = cp_slugs_put_words, .adds_up = true};

#define HAPPENS "Asking what happens, and how it ends"
static const struct cp_option options[] = {
    {"tag", 't', "EXPR", CP_SEVERAL, "Asking about tags",
     "NAME and one of ~ !~ = != < <= > >= and a value:\n'White ~ /^hill/i', 'WhiteElo >= 2500'; "
     "NAME alone: it is there"},
    {"player", 'p', "RE", CP_SEVERAL, "Asking about tags",
     "White or Black matches: Hill, /^hill/i"},
    {"white", 0, "RE", CP_SEVERAL, "Asking about tags", "White matches"},
    {"black", 0, "RE", CP_SEVERAL, "Asking about tags", "Black matches"},
    {"result", 'r', "LIST", &results, "Asking about tags", "one of these: 1-0, 0-1, 1/2-1/2, *"},
    {"variant", 'v', "NAME", &variants, "Asking about tags", "of that variant, by id or name"},
    {"date", 'd', "A:B", CP_SEVERAL, "Asking about tags",
     "from A to B: 1924:1925.06.30; one may be left out"},
    {"plies", 0, "A:B", CP_SEVERAL, "Asking about moves",
     "so many half-moves; one number may be left out"},
    {"moves", 'm', "LINE", CP_SEVERAL, "Asking about moves", "it begins so: '1. e4 c5 2. Nf3'"},
    {"moves-in-any-order", 0, "LINE", CP_SEVERAL, "Asking about moves",
     "so, but for the order of each side's moves"},
    {"has", 0, "LIST", CP_WORDS_OF(cp_query_put_events), HAPPENS,
     "an event, on the way:\n"
     "  castling en-passant promotion underpromotion\n"
     "  check double-check capture fall vanish formation\n"
     "  repetition    a position for the third time, or later\n"
     "  fifty-moves   of both sides, without progress\n"
     "  comment variation clock nag:N    in the text\n"
     "with a count, if need be: promotion>=3"},
    {"ends", 'e', "LIST", CP_WORDS_OF(cp_query_put_ends), HAPPENS,
     "an end, as the board says when all is played:\n"
     "  checkmate stalemate king-fallen king-trapped hill\n"
     "  royal-taken royals-taken all-taken goal no-moves\n"
     "  dead-position insufficient-material\n"
     "  fivefold      a position was there for the fifth time\n"
     "  seventyfive   moves of both sides, without progress\n"
     "  threefold quiet-limit    where its variant ends so\n"
     "  none undecided"},
    {"valid", 0, NULL, NULL, HAPPENS, "cp-validate finds it valid"},
    {"warned", 0, "[SLUG]", &slugs, HAPPENS, "cp-validate has a warning of it, or that one"},
    {"material", 0, "LIST", CP_SEVERAL, "Asking about positions",
     "QRR:RBN: White has these, Black those; + in front: at\nleast; ~: either side; for N behind: "
     "so long"},
    {"position", 0, "LIST", CP_SEVERAL, "Asking about positions",
     "'w: K (5,1), R (3,3); b: K (5,9)', and nothing else"},
    {"fen", 0, "FEN", CP_SEVERAL, "Asking about positions",
     "the same as FEN; ? any square, ! A a any piece, of\nWhite, of Black, [KQ] [^p] sets, * any "
     "squares"},
    {"start-like", 0, "FILE", CP_SEVERAL, "Asking about positions",
     "the game begins with a position of that file"},
    {"some", 0, NULL, NULL, "Asking about positions", "these pieces at least"},
    {"empty", 0, "SQUARES", CP_SEVERAL, "Asking about positions", "and nothing stands there"},
    {"turn", 0, "w|b", CP_ONE_OF(turns), "Asking about positions", "and it is that side's turn"},
    {"anywhere", 0, NULL, NULL, "Asking about positions", "shifted as far as may be, too"},
    {"mirrored", 0, NULL, NULL, "Asking about positions",
     "left to right, too, and with colours changed"},
    {"not", 'n', NULL, NULL, "Putting questions", "the condition that comes next must not hold"},
    {"invert", 'i', NULL, NULL, "Putting questions",
     "all games that would not be selected, instead"},
    {"count", 'c', NULL, NULL, "Choosing what comes out", "how many games, instead of them"},
    {"hits", 0, NULL, NULL, "Choosing what comes out",
     "file:line:column, ply and move of each place, instead\nof games"},
    {"first", 0, "N", CP_NUMBER(1, INT64_MAX), "Choosing what comes out",
     "only the first N games; no more is read then"},
    {"unique", 'u', "[WHAT]", CP_ONE_OF(samenesses), "Choosing what comes out",
     "of games that are the same the first: moves (and the\nstart; without WHAT), last position "
     "and "
     "length, or start"},
    {"twins", 0, "[WHAT]", CP_ONE_OF(samenesses), "Choosing what comes out", "the others of them"},
    {"prefix", 0, NULL, NULL, "Choosing what comes out",
     "a game that is the beginning of another is the same"},
    {"sample", 0, "N", CP_NUMBER(1, 100000000), "Choosing what comes out", "N of them by chance"},
    {"seed", 0, "S", CP_NUMBER(0, INT64_MAX), "Choosing what comes out",
     "another sample for another S (default: 0)"},
    {"split", 0, "NAME", CP_TO_FILE, "Choosing what comes out",
     "into files: 'by-%{White}.jsonl', or with\n--split-every 'part-%n.jsonl'"},
    {"split-every", 0, "N", CP_NUMBER(1, INT64_MAX), "Choosing what comes out",
     "so many games to a file"},
    {"expect", 0, NULL, NULL, "Choosing what comes out", "exit with 1 when there is no game"},
    {0},
};

#define THEN "select without it in parts, then again with it, from what came out"
static const struct cp_of_all_games whole[] = {
    {"first", NULL, THEN},
    {"unique", NULL, THEN},
    {"twins", NULL, THEN},
    {"sample", NULL, THEN},
    {"split", NULL, THEN},
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
                                              .counts = s->counts};
    bool is_in_order = settings.is_of_same || settings.sample || settings.split;
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
    s->first = (uint64_t)cp_options_number(o, "first", 0);
    const char *same = cp_options_has(o, "twins") ? "twins" : "unique";
    s->same = (enum cp_sameness)cp_options_choice(o, same, CP_SAME_NOTHING);
    if (cp_options_has(o, same) && s->same == CP_SAME_NOTHING)
        s->same = CP_SAME_MOVES;
    if (s->first)
        asked->jobs = 1; /* what comes behind the last game is not read */
    if (!cp_select_begin(run, &s->query) || !open_pick(run, asked))
        return false;
    bool is_idle = !s->query.count && (!s->counts || s->pick);
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
    if (s->pick) { /* it goes where those before it are known */
        if (!s->same || cp_select_same(run, g, s->same, t->same))
            cp_pick_put(s->pick, run, g, t->same);
        return false;
    }
    take(run);
    cp_buf_put(&run->output.text, cp_buf_str(&hits));
    if (!s->counts && !s->shows_hits)
        cp_pick_write(run, g);
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
        "byte, text as the record of it. In --result, --has and --ends a comma is \"or\", and\n"   \
        "the option once more is \"and\"; of other conditions given twice one must hold, of\n"     \
        "--tag both.",                                                                             \
    .options = options, .whole = whole, .lists = listings,                                         \
    .habits = CP_READS_FRAMES | CP_WRITES_RECORDS | CP_ASKS_VARIANT,                               \
    .settings_size = sizeof(struct settings), .state_size = sizeof(struct state), .begin = begin,  \
    .each = each, .fast_lane = {.text = judge_quickly, .played = played}, .join = join,            \
    .end = end, .close = close

static const struct cp_tool tool = {SELECT};
static const struct cp_tool in_order = {SELECT, .deliver = deliver};

int main(int argc, char **argv)
{
    return cp_tool_main(&tool, argc, argv);
}
