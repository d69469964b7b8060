/* SPDX-License-Identifier: MIT */
#include "query/query.h"

#include "base/utf8.h"

static const struct cp_question *const questions[] = {
    &cp_ask_tag,
    &cp_ask_player,
    &cp_ask_white,
    &cp_ask_black,
    &cp_ask_result,
    &cp_ask_variant,
    &cp_ask_date,
    &cp_ask_plies,
    &cp_ask_has,
    &cp_ask_ends,
    &cp_ask_valid,
    &cp_ask_warned,
    &cp_ask_material,
    &cp_ask_position,
    &cp_ask_fen,
    &cp_ask_empty,
    &cp_ask_start_like,
    &cp_ask_moves,
    &cp_ask_moves_in_any_order,
};
enum { QUESTIONS = sizeof questions / sizeof *questions };

static const struct cp_question *find(const char *option)
{
    for (size_t i = 0; i < QUESTIONS; i++)
        if (strcmp(questions[i]->option, option) == 0)
            return questions[i];
    return NULL;
}

bool cp_query_knows(const char *option)
{
    return find(option) != NULL;
}

bool cp_query_is_pattern(const char *option)
{
    const struct cp_question *question = find(option);
    return question == &cp_ask_position || question == &cp_ask_fen ||
           question == &cp_ask_start_like;
}

/* The group of a condition: that of an earlier one of its kind, or one of its own. */
static uint32_t group_of(struct cp_query *q, const struct cp_question *question, bool is_negated)
{
    bool is_alone = is_negated || question->holds_each;
    for (uint32_t i = 0; i < q->count && !is_alone; i++)
        if (q->conditions[i].question == question && !q->conditions[i].is_negated)
            return q->conditions[i].group;
    return q->groups++;
}

/* What has to be looked at for it. */
static void note_needs(struct cp_query *q, const struct cp_condition *c)
{
    const struct cp_question *question = c->question;
    bool is_of_board = !question->heading && !c->is_of_text;
    q->asks_variant |= c->asks_variant;
    q->asks_result |= c->asks_result;
    q->asks_plies |= question->reads_moves;
    q->asks_text |= c->is_of_text;
    q->asks_board |= is_of_board;
    q->asks_outcome |= question->asks_outcome;
    q->asks_draws |= c->asks_draws || question->asks_outcome;
    q->asks_verdict |= question->asks_verdict;
    q->is_slow |=
        c->is_slow || c->is_of_text || (is_of_board && question->start && !question->look);
}

static bool add_one(struct cp_query *q, struct cp_query_maker *m,
                    const struct cp_question *question, cp_str value, bool is_negated,
                    uint32_t group)
{
    struct cp_condition *c = &q->conditions[q->count];
    if (q->count == CP_CONDITIONS_MOST) {
        cp_buf_printf(m->why, "there are at most %d conditions", CP_CONDITIONS_MOST);
        return false;
    }
    *c = (struct cp_condition){
        .question = question, .number = q->count, .group = group, .is_negated = is_negated};
    if (!question->parse(c, m, value))
        return false;
    note_needs(q, c);
    q->count++;
    return true;
}

/* Any of a list; turned, each of them turned. */
static bool add_list(struct cp_query *q, struct cp_query_maker *m,
                     const struct cp_question *question, cp_str list, bool is_negated)
{
    uint32_t group = q->groups;
    for (bool more = true; more;) {
        const char *comma = list.len ? memchr(list.at, ',', list.len) : NULL;
        cp_str item = {list.at, comma ? (size_t)(comma - list.at) : list.len};
        more = comma != NULL;
        list = cp_str_skip(list, item.len + more);
        if (!add_one(q, m, question, item, is_negated, group))
            return false;
        group += is_negated;
        q->groups = q->conditions[q->count - 1].group + 1;
    }
    return true;
}

bool cp_query_add(struct cp_query *q, struct cp_query_maker *m, const char *option, cp_str value,
                  bool is_negated)
{
    const struct cp_question *question = find(option);
    if (question->is_list)
        return add_list(q, m, question, value, is_negated);
    return add_one(q, m, question, value, is_negated, group_of(q, question, is_negated));
}

const struct cp_condition *cp_query_unmet(const struct cp_query *q, uint64_t met, uint32_t from)
{
    for (uint32_t i = from; i < q->count; i++)
        if ((q->conditions[i].tag.len || q->conditions[i].line.len) && !(met >> i & 1))
            return &q->conditions[i];
    return NULL;
}

const struct cp_condition *cp_query_mistaken(const struct cp_query *q, uint64_t namesakes,
                                             uint32_t from)
{
    for (uint32_t i = from; i < q->count; i++) {
        const struct cp_condition *c = &q->conditions[i];
        bool is_asked_for = false;
        for (uint32_t k = 0; k < q->count; k++)
            is_asked_for |= q->conditions[k].variant == c->namesake;
        if ((namesakes >> i & 1) && !is_asked_for)
            return c;
    }
    return NULL;
}

cp_str cp_met_value(const struct cp_met *met, uint32_t number)
{
    return (cp_str){met->values[number].at, met->values[number].len};
}

void cp_met_put_value(struct cp_met *met, uint32_t number, cp_str value)
{
    uint64_t bit = (uint64_t)1 << number;
    value.len = cp_utf8_cut(value, sizeof met->values->at);
    if ((met->unread & bit) && cp_str_compare(cp_met_value(met, number), value) <= 0)
        return;
    met->unread |= bit;
    met->values[number].len = (uint8_t)value.len;
    memcpy(met->values[number].at, value.at, value.len);
}

void cp_met_join(struct cp_met *met, const struct cp_met *more)
{
    met->conditions |= more->conditions;
    met->namesakes |= more->namesakes;
    for (uint32_t i = 0; i < CP_CONDITIONS_MOST; i++)
        if (more->unread >> i & 1)
            cp_met_put_value(met, i, cp_met_value(more, i));
}

uint64_t cp_query_readable(const struct cp_query *q, uint32_t variant)
{
    uint64_t bits = 0;
    for (uint32_t i = 0; i < q->count; i++) {
        const struct cp_condition *c = &q->conditions[i];
        bits |= (uint64_t)(c->line.len && cp_by_variant(c, variant)) << i;
    }
    return bits;
}

void cp_query_close(struct cp_query *q)
{
    for (uint32_t i = 0; i < q->count; i++)
        if (q->conditions[i].question->close)
            q->conditions[i].question->close(&q->conditions[i]);
    q->count = 0;
}

/* ---- answers ---- */

static enum cp_answer turned(enum cp_answer answer, bool is_negated)
{
    if (!is_negated || answer == CP_DOUBT)
        return answer;
    return answer == CP_YES ? CP_NO : CP_YES;
}

static enum cp_answer either(enum cp_answer a, enum cp_answer b)
{
    return a == CP_YES || b == CP_YES ? CP_YES : a == CP_DOUBT || b == CP_DOUBT ? CP_DOUBT : CP_NO;
}

enum cp_answer cp_watch_so_far(const struct cp_watch *w)
{
    const struct cp_query *q = w->query;
    enum cp_answer groups[CP_CONDITIONS_MOST], all = CP_YES;
    for (uint32_t i = 0; i < q->groups; i++)
        groups[i] = CP_NO;
    for (uint32_t i = 0; i < q->count; i++) {
        const struct cp_condition *c = &q->conditions[i];
        groups[c->group] = either(groups[c->group], turned(w->answers[i], c->is_negated));
    }
    for (uint32_t i = 0; i < q->groups; i++) {
        if (groups[i] == CP_NO)
            return CP_NO;
        all = groups[i] == CP_DOUBT ? CP_DOUBT : all;
    }
    return all;
}

static enum cp_answer answer_of(bool truth)
{
    return truth ? CP_YES : CP_NO;
}

enum cp_answer cp_watch_heading(struct cp_watch *w, const struct cp_query *q,
                                const struct cp_heading *h)
{
    struct cp_heading asked = *h;
    w->query = q;
    w->gave_up = false;
    for (uint32_t i = 0; i < q->count; i++) {
        const struct cp_condition *c = &q->conditions[i];
        bool gave_up = false;
        asked.gave_up = &gave_up;
        w->slots[i] = (struct cp_slot){.worker = h->worker};
        bool is_so = c->question->heading && c->question->heading(c, &asked);
        w->answers[i] = c->question->heading && !gave_up ? answer_of(is_so) : CP_DOUBT;
        w->gave_up |= gave_up;
    }
    return cp_watch_so_far(w);
}

enum cp_answer cp_watch_text(struct cp_watch *w, struct cp_game *g, struct cp_hits *hits)
{
    const struct cp_query *q = w->query;
    for (uint32_t i = 0; i < q->count; i++) {
        const struct cp_condition *c = &q->conditions[i];
        if (c->is_of_text)
            w->answers[i] = answer_of(c->question->text(c, g, c->is_negated ? NULL : hits));
    }
    return cp_watch_so_far(w);
}

/* ---- on the board ---- */

static bool is_open(const struct cp_watch *w, uint32_t i)
{
    return w->answers[i] == CP_DOUBT && w->query->conditions[i].question->start;
}

static void settle(struct cp_watch *w, uint32_t i)
{
    if (w->slots[i].holds || w->slots[i].fails)
        w->answers[i] = answer_of(w->slots[i].holds);
}

bool cp_watch_start(struct cp_watch *w, struct cp_position *p)
{
    bool is_met = false;
    for (uint32_t i = 0; i < w->query->count; i++) {
        const struct cp_condition *c = &w->query->conditions[i];
        if (!is_open(w, i))
            continue;
        is_met |= c->question->start(c, &w->slots[i], p, w->variant) && !c->is_negated;
        settle(w, i);
    }
    return is_met;
}

void cp_watch_before(struct cp_watch *w, const struct cp_ply *ply)
{
    for (uint32_t i = 0; i < w->query->count; i++) {
        const struct cp_condition *c = &w->query->conditions[i];
        if (c->question->before)
            c->question->before(c, &w->slots[i], ply, w->variant);
    }
}

bool cp_watch_after(struct cp_watch *w, const struct cp_ply *ply)
{
    bool is_met = false;
    for (uint32_t i = 0; i < w->query->count; i++) {
        const struct cp_condition *c = &w->query->conditions[i];
        if (c->is_of_text || !c->question->after)
            continue;
        is_met |= c->question->after(c, &w->slots[i], ply, w->variant) && !c->is_negated;
        settle(w, i);
    }
    return is_met;
}

void cp_watch_look(struct cp_watch *w, const struct cp_bit_ply *ply)
{
    for (uint32_t i = 0; i < w->query->count; i++) {
        const struct cp_condition *c = &w->query->conditions[i];
        if (!is_open(w, i))
            continue;
        (void)c->question->look(c, &w->slots[i], ply, w->variant);
        settle(w, i);
    }
}

enum cp_answer cp_watch_end(struct cp_watch *w, const struct cp_ending *e)
{
    for (uint32_t i = 0; i < w->query->count; i++) {
        const struct cp_condition *c = &w->query->conditions[i];
        if (c->question->end && !c->is_of_text)
            w->answers[i] = c->question->end(c, &w->slots[i], e);
        else if (is_open(w, i) && e->is_whole)
            w->answers[i] = CP_NO;
    }
    return cp_watch_so_far(w);
}

bool cp_watch_is_met_at_end(const struct cp_watch *w)
{
    for (uint32_t i = 0; i < w->query->count; i++) {
        const struct cp_condition *c = &w->query->conditions[i];
        if (c->question->asks_outcome && !c->is_negated && w->answers[i] == CP_YES)
            return true;
    }
    return false;
}
