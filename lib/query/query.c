/* SPDX-License-Identifier: MIT */
#include "query/query.h"

#include "base/scan.h"
#include "rules/chess/turn.h"

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
    if (question->parse && !question->parse(c, m, value))
        return false;
    bool is_of_board = !question->heading && !c->is_of_text;
    q->asks_variant |= c->asks_variant;
    q->asks_result |= c->asks_result;
    q->asks_plies |= question->reads_moves;
    q->asks_text |= c->is_of_text;
    q->asks_board |= is_of_board;
    q->asks_outcome |= question->asks_outcome;
    q->asks_repetition |= c->asks_repetition;
    q->asks_verdict |= question->asks_verdict;
    if (is_of_board && question->at) {
        bool is_least = !q->asks_positions || c->quiet_least < q->quiet_least;
        q->quiet_least = is_least ? c->quiet_least : q->quiet_least;
        q->asks_positions = true;
    }
    q->is_slow |= c->is_slow || c->is_of_text;
    q->count++;
    return true;
}

bool cp_query_add(struct cp_query *q, struct cp_query_maker *m, const char *option, cp_str value,
                  bool is_negated)
{
    const struct cp_question *question = find(option);
    bool is_alone = is_negated || question->holds_each;
    uint32_t group = UINT32_MAX;
    /* any of them; turned, each of them turned */
    for (cp_str item; question->is_list && cp_scan_item(&value, &item);) {
        group = group == UINT32_MAX || is_negated ? q->groups++ : group;
        if (!add_one(q, m, question, item, is_negated, group))
            return false;
    }
    if (question->is_list)
        return true;
    for (uint32_t i = 0; i < q->count && !is_alone && group == UINT32_MAX; i++)
        if (q->conditions[i].question == question && !q->conditions[i].is_negated)
            group = q->conditions[i].group; /* that of an earlier one of its kind */
    if (group == UINT32_MAX)
        group = q->groups++;
    return add_one(q, m, question, value, is_negated, group);
}

uint64_t cp_query_readable(const struct cp_query *q, const struct cp_variant *v, uint32_t number,
                           bool owns_rules)
{
    uint64_t bits = 0;
    for (uint32_t i = 0; i < q->count; i++) {
        const struct cp_condition *c = &q->conditions[i];
        bool is_of = c->question->is_of ? owns_rules || c->question->is_of(c, v)
                                        : c->line.len && cp_by_variant(c, number);
        bits |= (uint64_t)is_of << i;
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

enum cp_answer cp_watch_so_far(const struct cp_watch *w)
{
    const struct cp_query *q = w->query;
    enum cp_answer groups[CP_CONDITIONS_MOST], all = CP_YES;
    for (uint32_t i = 0; i < q->groups; i++)
        groups[i] = CP_NO;
    for (uint32_t i = 0; i < q->count; i++) {
        const struct cp_condition *c = &q->conditions[i];
        enum cp_answer *group = &groups[c->group], answer = w->answers[i];
        if (c->is_negated && answer != CP_DOUBT)
            answer = answer == CP_YES ? CP_NO : CP_YES;
        if (*group != CP_YES && answer != CP_NO) /* either */
            *group = answer;
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
    w->heading_variant = h->variant;
    w->gave_up = w->has_changed = false;
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

/* Asks all there is to ask of a position; whether some condition is met. */
static bool ask_at(struct cp_watch *w)
{
    const struct cp_condition *c = w->query->conditions, *end = c + w->query->count;
    struct cp_slot *slot = w->slots;
    bool is_met = false;
    for (; c < end; c++, slot++) {
        if (c->is_of_text || !c->question->at)
            continue;
        is_met |= c->question->at(c, slot, &w->moment) & !c->is_negated;
        if (CP_UNLIKELY(slot->holds | slot->fails) && w->answers[c->number] == CP_DOUBT) {
            w->answers[c->number] = answer_of(slot->holds);
            w->has_changed = true;
        }
    }
    return is_met;
}

bool cp_watch_start(struct cp_watch *w, struct cp_position *p)
{
    w->moment = (struct cp_moment){.position = p,
                                   .variant = p->law->variant,
                                   .number = w->variant,
                                   .standing = p->standing,
                                   .turn = (int)p->turn,
                                   .is_start = true,
                                   .promotion = CP_NO_KIND,
                                   .quiet = p->quiet};
    return ask_at(w);
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
    struct cp_position *p = ply->position;
    const cp_move *move = ply->move;
    w->moment = (struct cp_moment){.ply = ply,
                                   .position = p,
                                   .variant = p->law->variant,
                                   .number = w->variant,
                                   .standing = p->standing,
                                   .turn = (int)p->turn,
                                   .castles = move->rook != CP_NOBODY,
                                   .takes = move->taken != CP_NOBODY,
                                   .takes_in_passing = move->in_passing,
                                   .promotion = move->promotion,
                                   .quiet = p->quiet,
                                   .checks = cp_position_is_over(p) ? 0 : p->checks}; /* R-TD-7 */
    return ask_at(w);
}

void cp_watch_look(struct cp_watch *w, const struct cp_bit_ply *ply)
{
    struct cp_moment *m = &w->moment;
    const cp_packed_move *move = ply->move;
    if (!move)
        *m = (struct cp_moment){.quick = ply,
                                .variant = w->heading_variant,
                                .number = w->variant,
                                .standing = cp_bits_count(cp_bitboard_all(ply->board)),
                                .promotion = CP_NO_KIND};
    m->is_start = !move;
    m->turn = ply->board->turn;
    m->quiet = ply->board->quiet;
    if (move) {
        m->castles = move->odd >= CP_PACKED_CASTLING;
        m->takes = move->takes;
        m->takes_in_passing = ply->takes_in_passing;
        m->promotion = move->odd && !m->castles ? ply->roles->kind[move->odd] : CP_NO_KIND;
        m->checks = move->mark ? 1U + cp_bits_many(ply->board->checkers) : 0;
        m->standing -= move->takes;
    }
    (void)ask_at(w);
}

enum cp_answer cp_watch_end(struct cp_watch *w, const struct cp_ending *e)
{
    for (uint32_t i = 0; i < w->query->count; i++) {
        const struct cp_condition *c = &w->query->conditions[i];
        if (c->question->end && !c->is_of_text)
            w->answers[i] = c->question->end(c, &w->slots[i], e);
        else if (w->answers[i] == CP_DOUBT && c->question->at && e->is_whole)
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
