/* SPDX-License-Identifier: MIT */
/* remarks.c -- conditions on what comments tell of a move of the main line: what its clock shows,
 * and who is better behind it. They are asked while it is played, for engines tell who is better
 * from the side that moved. */
#include "query/condition.h"

#include "base/scan.h"
#include "game/annotation.h"

/* From one to the other: times, or evaluations. */
struct asked {
    int64_t low, high;
};

static bool parse_clock_below(struct cp_condition *c, struct cp_query_maker *m, cp_str value)
{
    struct asked *a = c->asked = cp_arena_take_zero(m->arena, 1, sizeof *a);
    a->high = cp_clock_parse(value) - 1;
    c->is_slow = true;
    if (a->high < 0)
        cp_buf_printf(m->why, "\"%.*s\": a time above 0, as 1:30:00, 0:30 or 2.5", CP_FMT(value));
    return a->high >= 0;
}

static bool parse_eval(struct cp_condition *c, struct cp_query_maker *m, cp_str value)
{
    struct asked *a = c->asked = cp_arena_take_zero(m->arena, 1, sizeof *a);
    cp_str rest = value, first = cp_str_trim(cp_scan_until(&rest, ':')), last = first;
    if (value.len && memchr(value.at, ':', value.len))
        last = cp_str_trim(rest);
    *a = (struct asked){INT64_MIN, INT64_MAX};
    bool good = (first.len || last.len) && (!first.len || cp_evaluation_parse(first, &a->low)) &&
                (!last.len || cp_evaluation_parse(last, &a->high));
    c->is_slow = true;
    if (!good || a->low > a->high)
        cp_buf_printf(m->why, "\"%.*s\": %s", CP_FMT(value),
                      good ? "what is before the : comes after what is behind it"
                           : "pawns or #moves to mate of White, or two with : between, as 1.5:#1");
    return good && a->low <= a->high;
}

static bool remark_at(const struct cp_condition *c, struct cp_slot *slot, const struct cp_moment *m)
{
    const struct asked *a = c->asked;
    const struct cp_notes *notes = m->ply ? m->ply->node->notes : NULL;
    struct cp_remark r;
    if (!notes)
        return false;
    cp_remark_read(&r, notes->after, m->turn == CP_WHITE);
    bool is_eval = c->question == &cp_ask_eval;
    int64_t told = is_eval ? r.worth : r.clock;
    bool is_told = is_eval ? r.evaluation[0] != '\0' : r.clock >= 0;
    bool is_met = is_told && a->low <= told && told <= a->high;
    slot->holds |= is_met;
    return is_met;
}

const struct cp_question cp_ask_clock_below = {
    .option = "clock-below", .parse = parse_clock_below, .at = remark_at};
const struct cp_question cp_ask_eval = {.option = "eval", .parse = parse_eval, .at = remark_at};
