/* SPDX-License-Identifier: MIT */
#include "choose/choose.h"

#include "base/utf8.h"
#include "frame/captions.h"
#include "io/messages.h"
#include "rules/bitboards/engine.h"
#include "settle/judge.h"
#include "settle/play.h"
#include "settle/settle.h"
#include "settle/variants.h"
#include "text/tags.h"

#include <stdlib.h>

/* ---- options ---- */

static const struct cp_word samenesses[] = {
    {"moves", CP_SAME_MOVES}, {"position", CP_SAME_POSITION}, {"start", CP_SAME_START}, {0}};
static const struct cp_word turns[] = {{"w", CP_WHITE}, {"b", CP_BLACK}, {0}};

static const struct cp_values results = {
    .offered = "1-0 0-1 1/2-1/2 *", .is_list = true, .adds_up = true};
static const struct cp_values variants = {.put_words = cp_variants_put_ids, .adds_up = true};
static const struct cp_values slugs = {.put_words = cp_slugs_put_words, .adds_up = true};

#define HAPPENS "Asking what happens, and how it ends"
const struct cp_option cp_select_options[] = {
    {"tag", 't', "EXPR", CP_SEVERAL, "Asking about tags",
     "NAME and one of ~ !~ = != < <= > >= and a value:\n'White ~ /^hill/i', 'WhiteElo >= 2500', "
     "'ECO = B90:B99';\nNAME alone: it is there"},
    {"player", 'p', "RE", CP_SEVERAL, "Asking about tags",
     "White or Black matches: Hill, /^hill/i"},
    {"won", 0, NULL, NULL, "Asking about tags", "and that player won"},
    {"white", 0, "RE", CP_SEVERAL, "Asking about tags", "White matches"},
    {"black", 0, "RE", CP_SEVERAL, "Asking about tags", "Black matches"},
    {"result", 'r', "LIST", &results, "Asking about tags", "one of these: 1-0, 0-1, 1/2-1/2, *"},
    {"variant", 'v', "NAME", &variants, "Asking about tags", "of that variant, by id or name"},
    {"date", 'd', "A:B", CP_SEVERAL, "Asking about tags",
     "from A to B: 1924:1925.06.30; one may be left out"},
    {"game", 'g', "LIST", CP_SEVERAL, "Asking about tags",
     "the games of these numbers, from 1: 5,8:10"},
    {"plies", 0, "A:B", CP_SEVERAL, "Asking about moves",
     "so many half-moves; one number may be left out"},
    {"moves", 'm', "LINE", CP_SEVERAL, "Asking about moves", "it begins so: '1. e4 c5 2. Nf3'"},
    {"moves-in-any-order", 0, "LINE", CP_SEVERAL, "Asking about moves",
     "so, but for the order of each side's moves"},
    {"sequence", 0, "LINE", CP_SEVERAL, "Asking about moves",
     "moves anywhere: 'Bxh7+ Kxh7 Ng5+'; * is anything: 'N*x*';\n"
     "... any moves between; w: or b: in front says who begins"},
    {"takes", 0, "LIST", CP_SEVERAL, "Asking about moves",
     "BN:Q: a bishop or knight takes a queen; * is any"},
    {"comment", 0, "RE", CP_SEVERAL, "Asking about moves",
     "a comment matches, of variations, too: /time trouble/i"},
    {"clock-below", 0, "TIME", CP_SEVERAL, "Asking about moves",
     "behind some move [%clk] shows less than that: 0:30"},
    {"eval", 0, "A:B", CP_SEVERAL, "Asking about moves",
     "behind some move White is better by A to B pawns: 3:,\n-0.2:0.2, '#5:' (mate in 5 or "
     "less); as [%eval] says,\nor engines: {+0.38/19 1.2s}"},
    {"has", 0, "LIST", CP_WORDS_OF(cp_query_put_events), HAPPENS,
     "an event, on the way:\n"
     "  castling castling-short castling-long\n"
     "  castling-opposite en-passant promotion underpromotion\n"
     "  check double-check capture fall vanish formation\n"
     "  repetition    a position for the third time, or later\n"
     "  fifty-moves   of both sides, without progress\n"
     "  comment variation clock nag:N    in the text\n"
     "with a count, if need be: promotion>=3"},
    {"ends", 'e', "LIST", CP_WORDS_OF(cp_query_put_ends), HAPPENS,
     "an end, as the board says when all is played:\n"
     "  checkmate stalemate king-fallen king-trapped hill\n"
     "  royal-taken royals-taken all-taken goal no-moves\n"
     "  dead-position insufficient-material passed\n"
     "  fivefold      a position was there for the fifth time\n"
     "  seventyfive   moves of both sides, without progress\n"
     "  threefold quiet-limit    where its variant ends so\n"
     "  none undecided"},
    {"valid", 0, NULL, NULL, HAPPENS, "cp-validate finds it valid"},
    {"warned", 0, "[SLUG]", &slugs, HAPPENS, "cp-validate has a warning of it, or that one"},
    {"material", 0, "LIST", CP_SEVERAL, "Asking about positions",
     "QRR:RBN: White has these, Black those; + in front: at\nleast; ~: either side; for N behind: "
     "so long"},
    {"imbalance", 0, "LIST", CP_SEVERAL, "Asking about positions",
     "R:BN: White has a rook more, Black a bishop and a\nknight; signs and for N as of --material"},
    {"structure", 0, "LIST", CP_WORDS_OF(cp_query_put_structures), "Asking about positions",
     "isolated doubled backward passed-pawn\nprotected-passed-pawn open-file half-open-file\n"
     "pawn-up opposite-bishops pin;\nw:isolated:d: White's, on that file"},
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
    {"any-of", 0, NULL, NULL, "Putting questions", "one of all conditions is enough"},
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
    {"unmerge", 0, NULL, NULL, "Choosing what comes out",
     "of a game with variations a game for each line"},
    {"merge", 0, NULL, NULL, "Choosing what comes out",
     "of games that share a start one game with variations"},
    {"expect", 0, NULL, NULL, "Choosing what comes out", "exit with 1 when there is no game"},
    {0},
};

const struct cp_option cp_where_options[] = {
    {"where", 0, "EXPR", CP_SEVERAL, "Putting questions",
     "options as names with their values in brackets, joined:\n"
     "'won(/Tal/) and at(20:40, material(QR:Q) and check)'"},
    {"variations", 0, NULL, NULL, "Putting questions",
     "in some line of the game, not only in the main one"},
    {0},
};

/* ---- the question ---- */

static bool misuse(struct cp_run *run, enum cp_diag kind, const char *option, const char *value,
                   cp_str why)
{
    cp_str said = cp_str_from(value), shown = {value, cp_utf8_cut(said, 200)};
    cp_diag_report(&run->own, kind, cp_run_span(run), "--%s%s%.*s%s%s%.*s", option,
                   *value ? " " : "", CP_FMT(shown), shown.len < said.len ? "..." : "",
                   why.len ? ": " : "", CP_FMT(why));
    return false;
}

/* As --piece-letters says; of a language that would make two pieces one, when games are read. */
static const struct cp_alphabet *alphabet_of(void *data, const struct cp_variant *v)
{
    struct cp_run *run = data;
    struct cp_game nobodys;
    cp_game_init(&nobodys, &run->arena, run->ints);
    const struct cp_alphabet *letters = cp_letters_alphabet(run, &nobodys, v);
    cp_diags_reset(&run->diags);
    return letters;
}

static bool has_pattern(const struct cp_options *o)
{
    for (const struct cp_given *g = o->given; g; g = g->next)
        if (cp_query_is_pattern(g->option->name))
            return true;
    return false;
}

/* Those in front say something of pieces, the others of empty squares, too. */
static const char *const pattern_words[] = {"some", "anywhere", "mirrored", "turn", "empty"};
enum { PATTERN_WORDS = sizeof pattern_words / sizeof *pattern_words, OF_PIECES = 2 };

/* What goes with patterns. */
static void read_pattern_words(const struct cp_options *o, struct cp_query_maker *m)
{
    m->is_some = cp_options_has(o, "some");
    m->is_anywhere = cp_options_has(o, "anywhere");
    m->is_mirrored = cp_options_has(o, "mirrored");
    m->turn = (int)cp_options_choice(o, "turn", CP_ANY_TURN);
    if (has_pattern(o)) {
        struct cp_buf squares = cp_buf_in(m->arena);
        for (const struct cp_given *g = NULL; (g = cp_options_next(o, "empty", g));)
            cp_buf_printf(&squares, "%s ", g->value);
        m->empty = cp_buf_str(&squares);
    }
}

/* Without a pattern there is nothing to shift or turn. */
static bool check_pattern_words(struct cp_run *run, const struct cp_options *o,
                                const struct cp_query *q)
{
    bool is_of_pattern = false;
    for (uint32_t i = 0; i < q->count; i++)
        is_of_pattern |= cp_query_is_pattern(q->conditions[i].question->option);
    for (size_t i = 0; i < PATTERN_WORDS && !is_of_pattern; i++)
        if (cp_options_has(o, pattern_words[i]) && (i < OF_PIECES || !cp_options_has(o, "empty")))
            return misuse(run, CP_OPTIONS_DISAGREE, pattern_words[i], "",
                          i < OF_PIECES
                              ? CP_STR("it goes with --position, --fen or --start-like")
                              : CP_STR("it goes with --position, --fen, --start-like or --empty"));
    return true;
}

/* --where, whose mistakes have columns. */
static bool read_where(struct cp_run *run, struct cp_query *q, struct cp_query_maker *m,
                       const char *value, bool is_negated)
{
    size_t column;
    if (cp_query_add_where(q, m, cp_str_from(value), is_negated, &column))
        return true;
    cp_diag_report(&run->own, CP_OPTION_VALUE_WRONG, cp_run_span(run), "--where, column %zu: %.*s",
                   column, CP_FMT(cp_buf_str(m->why)));
    return false;
}

/* --not stands in front of the condition it turns; what goes with patterns may be between. */
static bool read_conditions(struct cp_run *run, const struct cp_options *o, struct cp_query *q,
                            struct cp_query_maker *m)
{
    bool is_negated = false, is_misplaced = false;
    bool has_patterns = has_pattern(o), has_won = cp_options_has(o, "won");
    if (has_won && !cp_options_has(o, "player"))
        return misuse(run, CP_OPTIONS_DISAGREE, "won", "", CP_STR("it goes with --player"));
    for (const struct cp_given *g = o->given; g && !is_misplaced; g = g->next) {
        const char *name = g->option->name;
        if (strcmp(name, "not") == 0) {
            is_negated = !is_negated;
        } else if (strcmp(name, "where") == 0) {
            if (!read_where(run, q, m, g->value, is_negated))
                return false;
            is_negated = false;
        } else if (strcmp(name, "won") == 0) {
            is_misplaced = is_negated; /* it is said of --player, wherever it stands */
        } else if (cp_query_knows(name) && !(has_patterns && strcmp(name, "empty") == 0)) {
            cp_str value = cp_str_from(g->value); /* a file stands for what is in it */
            if (cp_option_is_read(g->option) &&
                !cp_file_read(m->arena, &run->own, g->value, &value))
                return false;
            bool is_of_won = has_won && strcmp(name, "player") == 0;
            if (!cp_query_add(q, m, is_of_won ? "won" : name, value, is_negated))
                return misuse(run, CP_OPTION_VALUE_WRONG, name, g->value, cp_buf_str(m->why));
            is_negated = false;
        } else if (is_negated) {
            size_t i = 0;
            while (i < PATTERN_WORDS && strcmp(pattern_words[i], name) != 0)
                i++;
            is_misplaced = i == PATTERN_WORDS;
        }
    }
    return !is_negated ||
           misuse(run, CP_OPTIONS_DISAGREE, "not", "", CP_STR("it stands in front of a condition"));
}

static struct cp_query_maker make(struct cp_run *run, struct cp_arena *arena)
{
    struct cp_buf *why = cp_arena_take_zero(arena, 1, sizeof *why);
    cp_buf_init(why, arena);
    return (struct cp_query_maker){.arena = arena,
                                   .lasting = &run->arena,
                                   .ints = run->ints,
                                   .variants = &run->asked->variants,
                                   .notations = &run->notations,
                                   .workers = run->asked->jobs + 1,
                                   .why = why,
                                   .alphabet = alphabet_of,
                                   .data = run,
                                   .turn = CP_ANY_TURN};
}

/* A part begins anywhere, with games of whatever number. */
static bool check_number(struct cp_run *run, const struct cp_query *q)
{
    bool good = !q->asks_number || !run->asked->part;
    if (!good)
        cp_diag_report(&run->own, CP_PARTS_REFUSED, cp_run_span(run), "%s",
                       "games are counted from the first: leave --game and game() out");
    return good;
}

/* --variations. A quick look sees none. */
static bool read_variations(struct cp_run *run, const struct cp_options *o, struct cp_query *q)
{
    q->in_variations = cp_options_has(o, "variations");
    q->is_slow |= q->in_variations;
    return q->count || !q->in_variations ||
           misuse(run, CP_OPTIONS_DISAGREE, "variations", "", CP_STR("it goes with a condition"));
}

bool cp_select_begin(struct cp_query *q, struct cp_run *run, const struct cp_options *o,
                     struct cp_arena *arena)
{
    struct cp_query_maker m = make(run, arena);
    read_pattern_words(o, &m);
    if (!read_conditions(run, o, q, &m) || !check_pattern_words(run, o, q) ||
        !check_number(run, q) || !read_variations(run, o, q))
        return false;
    return !cp_options_has(o, "any-of") || cp_query_join_any(q, &m) ||
           misuse(run, CP_OPTION_VALUE_WRONG, "any-of", "", cp_buf_str(m.why));
}

bool cp_select_begin_where(struct cp_query *q, struct cp_run *run, const struct cp_options *o)
{
    struct cp_query_maker m = make(run, &run->arena);
    bool good = true;
    for (const struct cp_given *g = NULL; good && (g = cp_options_next(o, "where", g));)
        good = read_where(run, q, &m, g->value, false);
    return good && check_number(run, q) && read_variations(run, o, q);
}

/* ---- headings ---- */

static uint32_t count_moves(const struct cp_game *g)
{
    uint32_t plies = 0;
    for (const struct cp_node *node = g->moves.first; node; node = node->next)
        plies++;
    return plies;
}

void cp_select_report(struct cp_run *run, const struct cp_query *q, const struct cp_tally *tally)
{
    const struct cp_condition *end = q->conditions + q->count;
    bool are_all_asked = run->games && !run->is_done;
    for (const struct cp_condition *c = q->conditions; are_all_asked && c < end; c++) {
        if (c->other_tag.len && !(tally->others >> c->number & 1))
            cp_tag_missing_report(run, c->question->option, c->other_tag, true, NULL);
        if (tally->conditions >> c->number & 1)
            continue;
        else if (c->tag.len)
            cp_tag_missing_report(run, c->question->option, c->tag, false, NULL);
        else if (c->line.len)
            cp_diag_report(&run->own, CP_ASKED_OF_NO_VARIANT, cp_run_span(run), "--%s \"%.*s\"",
                           c->question->option, cp_str_shown(c->line), c->line.at);
    }
    for (const struct cp_condition *c = q->conditions; c < end; c++) {
        cp_str of = c->asks_player ? c->name : c->tag;
        if ((tally->unread >> c->number & 1) &&
            (!c->asks_player || (are_all_asked && !(tally->conditions >> c->number & 1))))
            cp_diag_report(&run->own, c->asks_player ? CP_CAPITALS_DIFFER : CP_VALUE_NOT_COMPARED,
                           cp_run_span(run), "--%s%s%.*s: \"%.*s\"", c->question->option,
                           of.len ? " " : "", CP_FMT(of), CP_FMT(cp_tally_value(tally, c->number)));
    }
    for (const struct cp_condition *c = q->conditions; c < end; c++) {
        bool is_asked_for = !(tally->namesakes >> c->number & 1);
        for (const struct cp_condition *other = q->conditions; other < end; other++)
            is_asked_for |= other->variant == c->namesake;
        if (!is_asked_for)
            cp_diag_report(&run->own, CP_VARIANT_OF_TWO, cp_run_span(run),
                           "--variant %.*s asks for %.*s, and for the other: --variant %.*s",
                           CP_FMT(c->name), CP_FMT(c->variant->id), CP_FMT(c->namesake->id));
    }
    for (const struct cp_condition *c = q->conditions; c < end; c++)
        if (c->is_wider)
            cp_diag_report(&run->own, CP_VARIANT_OF_TWO, cp_run_span(run),
                           "--variant \"%.*s\" asks for %.*s; for that name alone: "
                           "--tag 'Variant = %.*s'",
                           CP_FMT(c->name), CP_FMT(c->variant->id), CP_FMT(c->name));
}

bool cp_select_widen(struct cp_run *run, struct cp_query *q, const struct cp_tally *tally)
{
    bool is_wider = false;
    for (struct cp_condition *c = q->conditions; c < q->conditions + q->count; c++) {
        bool is_other = c->asks_player && !c->is_negated &&
                        (tally->unread & ~tally->conditions) >> c->number & 1;
        if (!is_other || !cp_query_ask_anyhow(c))
            continue;
        is_wider = true;
        cp_diag_report(&run->own, CP_CAPITALS_DIFFER, cp_run_span(run),
                       "--%s %.*s: \"%.*s\", whose games are taken", c->question->option,
                       CP_FMT(c->name), CP_FMT(cp_tally_value(tally, c->number)));
    }
    return is_wider;
}

/* ---- hits ---- */

/* In the order of the file, or of plies where the places are not known; the start is first. 0: they
 * are shown as one. */
static int compare_hits(const void *a, const void *b)
{
    const struct cp_hit *one = a, *other = b;
    const struct cp_node *x = one->node, *y = other->node;
    if (!x || !y || x == y)
        return (x != NULL) - (y != NULL);
    if (x->line != y->line)
        return x->line < y->line ? -1 : 1;
    if (x->col != y->col)
        return x->col < y->col ? -1 : 1;
    if (one->ply != other->ply)
        return one->ply < other->ply ? -1 : 1;
    return cp_str_compare(x->text, y->text);
}

/* file:line:column: ply 7: Nf3; of what no move answers, where the game is and whose. A line for
 * each place, however many conditions are met there. */
static void put_hits(struct cp_buf *out, const struct cp_game *g, struct cp_hits *hits)
{
    if (!hits->count)
        cp_hits_put(hits, NULL, 0);
    qsort(hits->at, hits->count, sizeof *hits->at, compare_hits);
    for (size_t i = 0; i < hits->count; i++) {
        const struct cp_node *node = hits->at[i].node;
        if (i && compare_hits(&hits->at[i], &hits->at[i - 1]) == 0)
            continue;
        cp_span at = cp_node_span(g, node);
        cp_shown_put(out, cp_str_from(at.file));
        cp_buf_printf(out, ":%u:%u: ply %u: ", at.line, at.col ? at.col : 1, hits->at[i].ply);
        if (node) {
            cp_shown_put(out, node->text);
        } else {
            cp_str white = cp_player_of(g, "White"), black = cp_player_of(g, "Black");
            cp_shown_put(out, white.len ? white : CP_STR("?"));
            cp_buf_puts(out, " - ");
            cp_shown_put(out, black.len ? black : CP_STR("?"));
        }
        cp_buf_putc(out, '\n');
    }
}

/* ---- the board ---- */

/* Once all is decided, and no more places are to be shown, it is played no farther, or not told
 * of. */
static void stop_if_decided(struct cp_asking *a, uint32_t ply)
{
    if (!a->watch.has_changed || a->hits)
        return;
    a->watch.has_changed = false;
    if (cp_watch_so_far(&a->watch) == CP_DOUBT)
        return;
    if (a->quick)
        a->quick->is_decided = true;
    a->play.replay.stop_at_ply = true;
    a->play.replay.last_ply = ply;
}

static void at_start(void *data, struct cp_position *p)
{
    struct cp_asking *a = data;
    if (cp_watch_start(&a->watch, p))
        cp_hits_put(a->hits, NULL, 0);
    stop_if_decided(a, 0);
}

static void before_move(void *data, const struct cp_ply *ply)
{
    struct cp_asking *a = data;
    cp_watch_before(&a->watch, ply);
}

static void after_move(void *data, const struct cp_ply *ply)
{
    struct cp_asking *a = data;
    if (cp_watch_after(&a->watch, ply))
        cp_hits_put(a->hits, ply->node, ply->ply);
    stop_if_decided(a, ply->ply);
}

static const struct cp_listener listener = {
    .begin = at_start, .before = before_move, .after = after_move};

/* In a quick look. */
static bool look(void *data, const struct cp_bit_ply *ply)
{
    struct cp_asking *a = data;
    cp_watch_look(&a->watch, ply);
    stop_if_decided(a, ply->ply);
    return !a->quick->is_decided;
}

/* DOUBT: once more, and this time the reason is told. Of a game that cannot be begun, which is
 * told, only what cp-validate says of it is known. */
static enum cp_answer ask_board(struct cp_run *run, struct cp_asking *a, struct cp_game *g)
{
    const struct cp_query *q = a->watch.query;
    struct cp_play *play = &a->play;
    struct cp_ending e = {.told = &run->diags};
    cp_str frame = g->frame;
    enum cp_answer answer = CP_DOUBT;
    if (!cp_run_is_settled(run)) /* reported */
        return cp_watch_end(&a->watch, &e);
    if (q->asks_verdict) { /* told of games that come out */
        struct cp_judgement judged;
        cp_judge_game(run, g, false, NULL, &judged);
        g->frame = frame;
        e.is_valid = judged.is_valid;
    }
    if (cp_play_prepare(play, run, g)) {
        play->replay.skip_variations = true;
        play->replay.skip_outcome = !q->asks_outcome && !q->asks_repetition;
        play->replay.skip_draws = play->replay.skip_outcome;
        play->is_silent = true;
        cp_play_run(play, listener);
        e.is_whole = !play->verdict.start_fault && !play->verdict.first_bad;
        e.outcome = play->verdict.outcome;
        e.draws = &play->verdict.draws;
        answer = cp_watch_so_far(&a->watch);
        if (answer == CP_DOUBT || (a->hits && answer == CP_YES && q->asks_places))
            answer = cp_watch_end(&a->watch, &e);
        if (a->hits && cp_watch_is_met_at_end(&a->watch))
            cp_hits_put(a->hits, g->moves.last, count_moves(g));
        if (answer == CP_DOUBT) {
            play->is_silent = false;
            cp_play_run(play, (struct cp_listener){0});
        }
    } else {
        answer = cp_watch_end(&a->watch, &e);
    }
    g->frame = frame;
    return answer;
}

/* What is known before it is played. */
static enum cp_answer ask_heading(struct cp_run *run, struct cp_watch *w, const struct cp_query *q,
                                  struct cp_heading *h, struct cp_tally *tally)
{
    h->worker = run->number;
    h->tally = tally;
    if (q->asks_board && h->variant) {
        w->variant = cp_variants_number(&run->asked->variants, h->variant);
        tally->conditions |=
            cp_query_readable(q, h->variant, w->variant, h->game && h->game->rules);
    }
    return cp_watch_heading(w, q, h);
}

/* Of a line of g, which may be all of it. What stands in g's text is asked of no line alone. */
static enum cp_answer ask_line(struct cp_run *run, struct cp_asking *a, const struct cp_query *q,
                               struct cp_game *g, struct cp_game *line, struct cp_tally *tally)
{
    struct cp_heading heading = {.tags = g->tags,
                                 .result = g->result,
                                 .game = g,
                                 .variant = run->current.variant,
                                 .variant_name = g->variant,
                                 .plies = q->asks_plies ? count_moves(line) : 0,
                                 .number = run->games};
    enum cp_answer answer = ask_heading(run, &a->watch, q, &heading, tally);
    bool asks_all = a->hits && answer == CP_YES; /* where else it holds is to be shown */
    if ((answer == CP_DOUBT || asks_all) && q->asks_text)
        answer = cp_watch_text(&a->watch, g, a->hits);
    if (q->asks_board && (answer == CP_DOUBT || (a->hits && answer == CP_YES)))
        answer = ask_board(run, a, line);
    if (answer == CP_DOUBT && a->watch.gave_up)
        cp_diag_report(&run->diags, CP_PATTERN_GAVE_UP, cp_node_span(g, NULL), "%s", "");
    if (a->hits && answer != CP_YES)
        a->hits->count = 0;
    return answer;
}

/* What was told since is of nobody. */
static void forget(struct cp_run *run, struct cp_diags before)
{
    run->diags = before;
    if (before.last)
        before.last->next = NULL;
}

/* The answer, when the main line's is known: each other line is asked as a game of its own, whose
 * moves are gone when the next one comes. That one cannot be asked is told once, if none fits. */
static enum cp_answer ask_variations(struct cp_run *run, struct cp_asking *a,
                                     const struct cp_query *q, struct cp_game *g,
                                     struct cp_tally *tally, enum cp_answer answer,
                                     struct cp_diags unasked)
{
    struct cp_lines lines = cp_lines_of(g);
    struct cp_hits *all = a->hits, found;
    struct cp_game line;
    while ((answer != CP_YES || all) && cp_lines_next(&lines, &line)) {
        if (lines.next == 1)
            continue; /* the main line */
        struct cp_diags before = run->diags;
        found = (struct cp_hits){.arena = &run->record};
        a->hits = all ? &found : NULL;
        enum cp_answer one = ask_line(run, a, q, g, &line, tally);
        if (one != CP_DOUBT || answer != CP_NO)
            forget(run, one == CP_YES && answer != CP_YES ? unasked : before);
        for (size_t i = 0; all && i < found.count; i++) {
            const struct cp_node *node = found.at[i].node;
            struct cp_node *kept = node ? cp_arena_take_zero(&run->record, 1, sizeof *kept) : NULL;
            if (node)
                *kept = *node;
            cp_hits_put(all, kept, found.at[i].ply);
        }
        answer = one == CP_NO || answer == CP_YES ? answer : one;
    }
    a->hits = all;
    return answer;
}

enum cp_answer cp_select_ask(struct cp_run *run, const struct cp_query *q, struct cp_game *g,
                             struct cp_tally *tally, struct cp_buf *lines)
{
    struct cp_hits places = {.arena = &run->record};
    struct cp_diags unasked = run->diags;
    struct cp_asking a;
    a.hits = lines ? &places : NULL;
    a.quick = NULL;
    enum cp_answer answer = ask_line(run, &a, q, g, g, tally);
    if (q->in_variations && (answer != CP_YES || a.hits))
        answer = ask_variations(run, &a, q, g, tally, answer, unasked);
    if (a.hits && answer == CP_YES)
        put_hits(lines, g, a.hits);
    return answer;
}

bool cp_select_fits(struct cp_run *run, const struct cp_query *q, struct cp_game *g,
                    struct cp_tally *tally)
{
    struct cp_diags before = run->diags;
    enum cp_answer answer = q->count ? cp_select_ask(run, q, g, tally, NULL) : CP_YES;
    if (answer == CP_NO)
        cp_diags_reset(&run->diags);
    else if (answer == CP_YES)
        forget(run, before); /* what playing it tells, who plays it again tells again */
    return answer == CP_YES;
}

enum cp_answer cp_select_quickly(struct cp_run *run, struct cp_asking *a, const struct cp_query *q,
                                 struct cp_tally *tally, struct cp_quick_game *quick)
{
    const struct cp_fast_text *k = quick->text;
    struct cp_heading heading = {.tags = k->tag_count ? k->tags : NULL,
                                 .result = k->result,
                                 .variant = quick->variant,
                                 .plies = quick->plies,
                                 .number = run->games + 1};
    a->hits = NULL;
    a->quick = NULL;
    if ((q->asks_variant && !k->variant.at && !k->id.at) || (q->asks_result && !k->result.at) ||
        (q->asks_plies && k->may_be_more))
        return CP_DOUBT; /* only the moves, or what stands behind them, could say */
    enum cp_answer answer = ask_heading(run, &a->watch, q, &heading, tally);
    if (answer != CP_DOUBT || !q->asks_board)
        return answer;
    a->quick = quick;
    if (q->asks_positions)
        quick->watch = (struct cp_bit_watch){.data = a,
                                             .look = look,
                                             .quiet_least = q->quiet_least,
                                             .stops_at_third = q->asks_repetition};
    return CP_DOUBT;
}

/* Clean as it is, it ends as it was found to. */
enum cp_answer cp_select_played(struct cp_asking *a)
{
    struct cp_ending e = {.is_whole = true, .is_valid = true, .outcome = a->quick->outcome};
    return a->quick->is_decided ? cp_watch_so_far(&a->watch) : cp_watch_end(&a->watch, &e);
}

/* ---- what makes it the same as another ---- */

struct same_player {
    struct cp_play play; /* first: play.h */
    enum cp_sameness by;
    struct cp_same *out;
    struct played {
        const struct cp_node *node;
        size_t end; /* of its word */
    } * played;     /* of LINES: in the order of cp_walk, but for what is refused and behind it */
    size_t count, room;
};

static void same_start(void *data, struct cp_position *p)
{
    struct same_player *s = data;
    if (s->by != CP_SAME_POSITION)
        cp_same_put_start(s->out, s->play.game, p, s->play.replay.start != NULL);
    else if (!s->play.game->moves.first)
        cp_same_put_position(s->out, s->play.game, p, 0);
}

static void same_move(void *data, const struct cp_ply *ply)
{
    struct same_player *s = data;
    if (s->by == CP_SAME_MOVES || s->by == CP_SAME_LINES)
        cp_same_put_move(s->out, ply);
    else if (!ply->node->next)
        cp_same_put_position(s->out, s->play.game, ply->position, ply->ply);
    if (s->by != CP_SAME_LINES)
        return;
    s->played =
        cp_arena_grow(s->play.game->arena, s->played, s->count, &s->room, sizeof *s->played);
    s->played[s->count++] = (struct played){ply->node, s->out->text.len};
}

/* An empty word for each move that was not played. */
static void put_gaps(struct same_player *s)
{
    struct cp_game *g = s->play.game;
    struct cp_buf text = cp_buf_in(g->arena);
    cp_str words = cp_buf_str(&s->out->text);
    const char *blank = memchr(words.at, ' ', words.len);
    size_t done = blank ? (size_t)(blank - words.at) : words.len, next = 0;
    cp_buf_put(&text, (cp_str){words.at, done});
    struct cp_walk w = cp_walk_of(g->arena, &g->moves);
    for (const struct cp_node *node; (node = cp_walk_next(&w));) {
        bool is_played = next < s->count && s->played[next].node == node;
        size_t end = is_played ? s->played[next++].end : done;
        cp_buf_puts(&text, is_played ? "" : " ");
        cp_buf_put(&text, (cp_str){words.at + done, end - done});
        done = end;
    }
    s->out->text = text;
}

static bool has_variations(const struct cp_node *node)
{
    while (node && !(node->notes && node->notes->variations))
        node = node->next;
    return node;
}

bool cp_select_same(struct cp_run *run, struct cp_game *g, enum cp_sameness by, struct cp_same *out)
{
    struct same_player s = {.by = by, .out = out};
    struct cp_replay *r = &s.play.replay;
    struct cp_bit_line line;
    cp_str frame = g->frame;
    cp_same_begin(out, &run->record, run->current.variant);
    bool good = cp_run_is_settled(run) && cp_play_prepare(&s.play, run, g);
    bool has_lines = by == CP_SAME_LINES && has_variations(g->moves.first);
    bool is_line = by == CP_SAME_MOVES || (by == CP_SAME_LINES && !has_lines);
    if (good && is_line && !r->start && !g->rules &&
        cp_bitboards_find_line(r->law, g->moves.first, &line)) {
        cp_same_put_line(out, r->law, &line); /* clean, on bitboards alone, as most are */
    } else if (good) {
        r->skip_variations = !has_lines;
        r->skip_outcome = true;
        r->stop_at_ply = by == CP_SAME_START;
        s.play.is_silent = has_lines; /* what is wrong in variations stays as it is */
        cp_play_run(&s.play, (struct cp_listener){.begin = same_start, .after = same_move});
        good = !s.play.verdict.start_fault && !s.play.verdict.first_bad;
        if (good && has_lines)
            put_gaps(&s);
        s.play.is_silent = false;
        r->skip_variations = true;
        if (!good && has_lines)
            cp_play_run(&s.play, (struct cp_listener){0});
    }
    g->frame = frame;
    return good;
}
