/* SPDX-License-Identifier: MIT */
#include "query/query.h"

static const struct cp_question *const questions[] = {
    &cp_ask_tag,    &cp_ask_player,  &cp_ask_white, &cp_ask_black,
    &cp_ask_result, &cp_ask_variant, &cp_ask_date,  &cp_ask_plies,
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

/* The group of a condition: that of an earlier one of its kind, or one of its own. */
static uint32_t group_of(struct cp_query *q, const struct cp_question *question, bool is_negated)
{
    bool is_alone = is_negated || question->holds_each;
    for (uint32_t i = 0; i < q->count && !is_alone; i++)
        if (q->conditions[i].question == question && !q->conditions[i].is_negated)
            return q->conditions[i].group;
    return q->groups++;
}

bool cp_query_add(struct cp_query *q, struct cp_query_maker *m, const char *option, cp_str value,
                  bool is_negated)
{
    const struct cp_question *question = find(option);
    struct cp_condition *c = &q->conditions[q->count];
    if (q->count == CP_CONDITIONS_MOST) {
        cp_buf_printf(m->why, "there are at most %d conditions", CP_CONDITIONS_MOST);
        return false;
    }
    *c = (struct cp_condition){.question = question, .is_negated = is_negated};
    if (!question->parse(c, m, value))
        return false;
    c->group = group_of(q, question, is_negated);
    q->count++;
    q->asks_tags |= question->heading && !question->reads_moves;
    q->asks_variant |= c->asks_variant;
    q->asks_result |= c->asks_result;
    q->asks_plies |= question->reads_moves;
    q->asks_board |= !question->heading;
    return true;
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

/* All groups of the answers to each condition. */
static enum cp_answer gather(const struct cp_query *q, const enum cp_answer *answers)
{
    enum cp_answer groups[CP_CONDITIONS_MOST], all = CP_YES;
    for (uint32_t i = 0; i < q->groups; i++)
        groups[i] = CP_NO;
    for (uint32_t i = 0; i < q->count; i++) {
        const struct cp_condition *c = &q->conditions[i];
        groups[c->group] = either(groups[c->group], turned(answers[i], c->is_negated));
    }
    for (uint32_t i = 0; i < q->groups; i++) {
        if (groups[i] == CP_NO)
            return CP_NO;
        all = groups[i] == CP_DOUBT ? CP_DOUBT : all;
    }
    return all;
}

enum cp_answer cp_query_ask_heading(const struct cp_query *q, const struct cp_heading *h)
{
    enum cp_answer answers[CP_CONDITIONS_MOST];
    for (uint32_t i = 0; i < q->count; i++) {
        const struct cp_condition *c = &q->conditions[i];
        answers[i] = !c->question->heading ? CP_DOUBT : c->question->heading(c, h) ? CP_YES : CP_NO;
    }
    return gather(q, answers);
}
