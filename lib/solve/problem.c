/* SPDX-License-Identifier: MIT */
/* problem.c -- stipulations read and written; answers as JSON, as problemists print them, and as
 * moves. */
#include "solve/problem.h"

#include "base/json.h"
#include "base/scan.h"

/* ---- stipulations ---- */

bool cp_stipulation_is_begun(cp_str text)
{
    if (text.len && (text.at[0] == 'h' || text.at[0] == 's'))
        text = cp_str_skip(text, 1);
    return text.len && (text.at[0] == '#' || text.at[0] == '=');
}

bool cp_stipulation_parse(cp_stipulation *out, cp_str text)
{
    uint32_t moves;
    *out = (cp_stipulation){.aim = CP_AIM_DIRECT};
    if (!cp_stipulation_is_begun(text))
        return false;
    if (cp_scan_char(&text, 'h'))
        out->aim = CP_AIM_HELP;
    else if (cp_scan_char(&text, 's'))
        out->aim = CP_AIM_SELF;
    out->stalemates = text.at[0] == '=';
    text = cp_str_skip(text, 1);
    cp_str digits = cp_scan_digits(&text);
    bool is_half = out->aim == CP_AIM_HELP && cp_str_is(text, ".5");
    if (!cp_number_parse(digits, CP_PROBLEM_MOVES_MOST, &moves) || (text.len && !is_half) ||
        (!moves && !is_half))
        return false;
    out->plies = 2 * moves + is_half - (out->aim == CP_AIM_DIRECT);
    return true;
}

void cp_stipulation_format(struct cp_buf *out, cp_stipulation s)
{
    static const char *const aims[] = {"", "h", "s"};
    bool is_half = s.aim == CP_AIM_HELP && s.plies % 2;
    cp_buf_printf(out, "%s%c%u%s", aims[s.aim], s.stalemates ? '=' : '#',
                  (s.plies + (s.aim == CP_AIM_DIRECT)) / 2, is_half ? ".5" : "");
}

/* ---- answers ---- */

static const char *const reasons[] = {
    [CP_FOUND_ENDLESS] = "endless-choice",
    [CP_FOUND_OPEN] = "open-rules",
    [CP_FOUND_LIMIT] = "limit",
};

static const char *answer_of(const struct cp_problem *problem)
{
    return problem->found == CP_FOUND_YES  ? "yes"
           : problem->found == CP_FOUND_NO ? "no"
                                           : "undecided";
}

const char *cp_problem_reason(const struct cp_problem *problem)
{
    return reasons[problem->found == CP_FOUND_YES ? problem->rest : problem->found];
}

/* ---- JSON ---- */

static void put_moves(struct cp_buf *out, const struct cp_solved *list)
{
    cp_buf_putc(out, '[');
    for (const struct cp_solved *one = list; one; one = one->next) {
        if (one != list)
            cp_buf_putc(out, ',');
        cp_json_put_string(out, one->move);
    }
    cp_buf_putc(out, ']');
}

static void put_answers(struct cp_buf *out, const struct cp_solved *list);

/* Recursion is by depth, which was asked for, and of a tree told to a few moves. */
static void put_replies(struct cp_buf *out, const struct cp_solved *list)
{
    cp_buf_puts(out, ",\"replies\":[");
    for (const struct cp_solved *one = list; one; one = one->next) {
        cp_buf_puts(out, one == list ? "{\"move\":" : ",{\"move\":");
        cp_json_put_string(out, one->move);
        if (one->then) {
            cp_buf_puts(out, ",\"answers\":[");
            put_answers(out, one->then);
            cp_buf_putc(out, ']');
        }
        cp_buf_putc(out, '}');
    }
    cp_buf_putc(out, ']');
}

static void put_answers(struct cp_buf *out, const struct cp_solved *list)
{
    for (const struct cp_solved *one = list; one; one = one->next) {
        cp_buf_puts(out, one == list ? "{\"move\":" : ",{\"move\":");
        cp_json_put_string(out, one->move);
        if (one->moves)
            cp_buf_printf(out, ",\"moves\":%u", one->moves);
        if (one->threats) {
            cp_buf_puts(out, ",\"threats\":");
            put_moves(out, one->threats);
        }
        if (one->is_waiting)
            cp_buf_puts(out, ",\"threats\":[]");
        if (one->then)
            put_replies(out, one->then);
        cp_buf_putc(out, '}');
    }
}

static void put_tries(struct cp_buf *out, const struct cp_solved *list)
{
    for (const struct cp_solved *one = list; one; one = one->next) {
        cp_buf_puts(out, one == list ? "{\"move\":" : ",{\"move\":");
        cp_json_put_string(out, one->move);
        cp_buf_puts(out, ",\"refutation\":");
        cp_json_put_string(out, one->then->move);
        cp_buf_putc(out, '}');
    }
}

/* The moves of lines from `at` on, one of those in each place: the way to the n-th end in
 * `way`, NULL behind the last line. */
static bool next_line(const struct cp_solved **way, uint32_t plies, const struct cp_solved *first)
{
    uint32_t at = 0;
    if (way[0]) { /* on from the last: where the tree forks next */
        at = plies;
        while (at > 0 && !way[at - 1]->next)
            at--;
        if (at == 0)
            return false;
        first = way[--at]->next;
    }
    for (; at < plies && first; at++) {
        way[at] = first;
        first = first->then;
    }
    return at == plies;
}

static void put_lines(struct cp_buf *out, const struct cp_problem *problem)
{
    const struct cp_solved *way[2 * CP_PROBLEM_MOVES_MOST + 1] = {NULL};
    const char *between = "";
    while (next_line(way, problem->asked.plies, problem->keys)) {
        cp_buf_printf(out, "%s[", between);
        for (uint32_t i = 0; i < problem->asked.plies; i++) {
            if (i)
                cp_buf_putc(out, ',');
            cp_json_put_string(out, way[i]->move);
        }
        cp_buf_putc(out, ']');
        between = ",";
    }
}

void cp_problem_put_json(struct cp_buf *out, const struct cp_problem *problem)
{
    const char *reason = cp_problem_reason(problem);
    cp_buf_puts(out, "{\"stipulation\":\"");
    cp_stipulation_format(out, problem->asked);
    cp_buf_printf(out, "\"%s,\"answer\":\"%s\"",
                  problem->only_checks ? ",\"only_checks\":true" : "", answer_of(problem));
    if (reason)
        cp_buf_printf(out, ",\"reason\":\"%s\"", reason);
    if (problem->found > CP_FOUND_YES)
        cp_buf_printf(out, ",\"refuted\":%u,\"positions\":%ju", problem->searched,
                      (uintmax_t)problem->positions);
    if (problem->found == CP_FOUND_YES && problem->asked.aim == CP_AIM_HELP) {
        cp_buf_puts(out, ",\"lines\":[");
        put_lines(out, problem);
        cp_buf_putc(out, ']');
    } else if (problem->found == CP_FOUND_YES) {
        cp_buf_puts(out, ",\"keys\":");
        put_moves(out, problem->keys);
        cp_buf_puts(out, ",\"tree\":[");
        put_answers(out, problem->keys);
        cp_buf_putc(out, ']');
    }
    if (problem->has_proof)
        cp_buf_printf(out, ",\"proof\":[%.*s]", CP_FMT(problem->proof));
    if (problem->tries) {
        cp_buf_puts(out, ",\"tries\":[");
        put_tries(out, problem->tries);
        cp_buf_putc(out, ']');
    }
    cp_buf_putc(out, '}');
}

/* ---- in lines ---- */

static void put_move(struct cp_buf *out, uint32_t number, const char *dots,
                     const struct cp_solved *one)
{
    cp_buf_printf(out, "%u%s%.*s", number, dots, CP_FMT(one->move));
}

static void put_variations(struct cp_buf *out, const struct cp_solved *replies, uint32_t number,
                           uint32_t indent)
{
    for (; replies; replies = replies->next) {
        cp_buf_printf(out, "\n%*s", (int)(3 * indent), "");
        put_move(out, number, "...", replies);
        for (const struct cp_solved *one = replies->then; one; one = one->next) {
            cp_buf_puts(out, one == replies->then ? " " : ", ");
            put_move(out, number + 1, ".", one);
            put_variations(out, one->then, number + 1, indent + 1);
        }
    }
}

static void put_key(struct cp_buf *out, const struct cp_solved *key, bool is_only)
{
    put_move(out, 1, ".", key);
    cp_buf_puts(out, is_only ? "!" : "");
    for (const struct cp_solved *threat = key->threats; threat; threat = threat->next) {
        cp_buf_puts(out, threat == key->threats ? " threat " : ", ");
        put_move(out, 2, ".", threat);
    }
    cp_buf_puts(out, key->is_waiting ? " zugzwang" : "");
    put_variations(out, key->then, 1, 1);
    cp_buf_putc(out, '\n');
}

/* h#2.5 begins with the side that will mate: its first move has dots. */
static void put_help(struct cp_buf *out, const struct cp_problem *problem)
{
    uint32_t plies = problem->asked.plies, before = plies % 2;
    const struct cp_solved *way[2 * CP_PROBLEM_MOVES_MOST + 1] = {NULL};
    while (next_line(way, plies, problem->keys)) {
        for (uint32_t i = 0; i < plies; i++) {
            uint32_t half = i + before;
            if (i)
                cp_buf_putc(out, ' ');
            if (half % 2 == 0 || i == 0)
                put_move(out, half / 2 + 1, half % 2 ? "..." : ".", way[i]);
            else
                cp_buf_put(out, way[i]->move);
        }
        cp_buf_putc(out, '\n');
    }
}

void cp_problem_put_text(struct cp_buf *out, const struct cp_problem *problem)
{
    const char *reason = cp_problem_reason(problem);
    cp_stipulation_format(out, problem->asked);
    cp_buf_printf(out, ": %s", answer_of(problem));
    if (reason)
        cp_buf_printf(out, problem->found == CP_FOUND_YES ? " (perhaps more: %s)" : " (%s)",
                      reason);
    cp_buf_putc(out, '\n');
    if (problem->found == CP_FOUND_YES && problem->asked.aim == CP_AIM_HELP)
        put_help(out, problem);
    else
        for (const struct cp_solved *key = problem->keys; key; key = key->next)
            put_key(out, key, key == problem->keys && !key->next && problem->rest == CP_FOUND_NO);
    for (const struct cp_solved *one = problem->tries; one; one = one->next) {
        put_move(out, 1, ".", one);
        cp_buf_puts(out, "? ");
        put_move(out, 1, "...", one->then);
        cp_buf_puts(out, "!\n");
    }
}

/* ---- as moves ---- */

enum { NAG_GOOD = 1, NAG_MISTAKE = 2 };

/* Of lengths that are alike the first is played, and all are named. */
static struct cp_node *add_move(struct cp_game *g, struct cp_line *line,
                                const struct cp_solved *one)
{
    struct cp_buf said = cp_buf_in(g->arena);
    cp_str more = one->move, played = cp_scan_until(&more, "\u2026"[0]);
    struct cp_node *node = cp_line_add(g, line, played);
    if (played.len < one->move.len)
        cp_buf_put(&said, one->move);
    for (const struct cp_solved *threat = one->threats; threat; threat = threat->next)
        cp_buf_printf(&said, "%s%.*s", threat == one->threats ? "threat " : ", ",
                      CP_FMT(threat->move));
    cp_buf_puts(&said, one->is_waiting ? "zugzwang" : "");
    if (said.len)
        cp_comment_add(g, &cp_node_notes(g, node)->after, cp_buf_str(&said), CP_BRACED);
    return node;
}

/* The first of list goes on the line, the others stand as variations. Recursion as above. */
static struct cp_node *add_list(struct cp_game *g, struct cp_line *line,
                                const struct cp_solved *list)
{
    struct cp_node *first = add_move(g, line, list);
    for (const struct cp_solved *one = list->next; one; one = one->next) {
        struct cp_line *variation = cp_node_add_variation(g, first);
        (void)add_move(g, variation, one);
        if (one->then)
            (void)add_list(g, variation, one->then);
    }
    if (list->then)
        (void)add_list(g, line, list->then);
    return first;
}

void cp_problem_add_moves(struct cp_game *g, const struct cp_problem *problem)
{
    if (problem->found != CP_FOUND_YES)
        return;
    struct cp_node *key = add_list(g, &g->moves, problem->keys);
    g->verdict = (cp_str){0}; /* it was of fewer moves */
    if (problem->asked.aim != CP_AIM_HELP && !problem->keys->next && problem->rest == CP_FOUND_NO)
        cp_node_add_nag(g, key, NAG_GOOD);
    for (const struct cp_solved *one = problem->tries; one; one = one->next) {
        struct cp_line *variation = cp_node_add_variation(g, key);
        cp_node_add_nag(g, add_move(g, variation, one), NAG_MISTAKE);
        cp_node_add_nag(g, add_move(g, variation, one->then), NAG_GOOD);
    }
}
