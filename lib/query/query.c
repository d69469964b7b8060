/* SPDX-License-Identifier: MIT */
#include "query/query.h"

#include "base/scan.h"
#include "base/wordlist.h"
#include "rules/chess/turn.h"

static const struct cp_question *const questions[] = {
    &cp_ask_tag,       &cp_ask_player,      &cp_ask_white,    &cp_ask_black,
    &cp_ask_won,       &cp_ask_result,      &cp_ask_variant,  &cp_ask_date,
    &cp_ask_plies,     &cp_ask_has,         &cp_ask_ends,     &cp_ask_valid,
    &cp_ask_warned,    &cp_ask_material,    &cp_ask_position, &cp_ask_fen,
    &cp_ask_empty,     &cp_ask_start_like,  &cp_ask_moves,    &cp_ask_moves_in_any_order,
    &cp_ask_structure, &cp_ask_sequence,    &cp_ask_takes,    &cp_ask_imbalance,
    &cp_ask_comment,   &cp_ask_clock_below, &cp_ask_eval,     &cp_ask_game,
};
enum { QUESTIONS = sizeof questions / sizeof *questions };

const struct cp_question *cp_query_find(cp_str option)
{
    for (size_t i = 0; i < QUESTIONS; i++)
        if (cp_str_is(option, questions[i]->option))
            return questions[i];
    return NULL;
}

const char *cp_query_nearest(cp_str option)
{
    struct cp_word words[QUESTIONS + 1] = {0};
    for (size_t i = 0; i < QUESTIONS; i++)
        words[i].word = questions[i]->option;
    return cp_wordlist_nearest(words, option);
}

bool cp_query_knows(const char *option)
{
    return cp_query_find(cp_str_from(option)) != NULL;
}

bool cp_query_is_pattern(const char *option)
{
    const struct cp_question *question = cp_query_find(cp_str_from(option));
    return question == &cp_ask_position || question == &cp_ask_fen ||
           question == &cp_ask_start_like;
}

/* ---- the tree ---- */

bool cp_query_make_term(struct cp_query *q, struct cp_query_maker *m, struct cp_term made,
                        uint32_t *term)
{
    if (q->term_count == CP_TERMS_MOST) {
        cp_buf_printf(m->why, "conditions and what joins them are at most %d", CP_TERMS_MOST);
        return false;
    }
    made.is_inside = m->is_inside;
    *term = q->term_count++;
    q->terms[*term] = made;
    if (made.joint == CP_PLACE) {
        q->asks_places = q->asks_positions = q->asks_board = true;
        q->quiet_least = 0;
    }
    return true;
}

static bool add_one(struct cp_query *q, struct cp_query_maker *m,
                    const struct cp_question *question, cp_str value, bool is_negated,
                    uint32_t *term)
{
    struct cp_condition *c = &q->conditions[q->count];
    if (q->count == CP_CONDITIONS_MOST) {
        cp_buf_printf(m->why, "there are at most %d conditions", CP_CONDITIONS_MOST);
        return false;
    }
    *c = (struct cp_condition){.question = question,
                               .number = q->count,
                               .is_negated = is_negated,
                               .is_inside = m->is_inside};
    if (question->parse && !question->parse(c, m, value))
        return false;
    bool is_of_board = !question->heading && !c->is_of_text;
    q->asks_variant |= c->asks_variant;
    q->asks_result |= c->asks_result;
    q->asks_plies |= question->reads_moves;
    q->asks_number |= question->asks_number;
    q->asks_text |= c->is_of_text;
    q->asks_board |= is_of_board;
    q->asks_outcome |= question->asks_outcome || c->asks_mate;
    q->asks_repetition |= c->asks_repetition;
    q->asks_verdict |= question->asks_verdict;
    if (is_of_board && question->at) {
        bool is_least = !q->asks_positions || c->quiet_least < q->quiet_least;
        q->quiet_least = is_least ? c->quiet_least : q->quiet_least;
        q->asks_positions = true;
    }
    q->is_slow |= c->is_slow || c->is_of_text;
    q->count++;
    return cp_query_make_term(q, m, (struct cp_term){.joint = CP_LEAF, .left = c->number}, term);
}

bool cp_query_make_leaf(struct cp_query *q, struct cp_query_maker *m,
                        const struct cp_question *question, cp_str value, bool is_negated,
                        uint32_t *term)
{
    cp_str item;
    if (!question->is_list)
        return add_one(q, m, question, value, is_negated, term);
    bool good = cp_scan_item(&value, &item) && add_one(q, m, question, item, is_negated, term);
    for (uint32_t one; good && cp_scan_item(&value, &item);)
        good = add_one(q, m, question, item, is_negated, &one) &&
               cp_query_make_term(
                   q, m, (struct cp_term){.joint = CP_OR, .left = *term, .right = one}, term);
    return good;
}

bool cp_query_add_root(struct cp_query *q, struct cp_query_maker *m, uint32_t term, bool is_negated,
                       const struct cp_question *kind)
{
    if (is_negated &&
        !cp_query_make_term(q, m, (struct cp_term){.joint = CP_NOT, .left = term}, &term))
        return false;
    for (uint32_t i = 0; i < q->root_count && kind; i++)
        if (q->kinds[i] == kind)
            return cp_query_make_term(
                q, m, (struct cp_term){.joint = CP_OR, .left = q->roots[i], .right = term},
                &q->roots[i]);
    q->roots[q->root_count] = term;
    q->kinds[q->root_count++] = kind;
    return true;
}

bool cp_query_add(struct cp_query *q, struct cp_query_maker *m, const char *option, cp_str value,
                  bool is_negated)
{
    const struct cp_question *question = cp_query_find(cp_str_from(option));
    bool is_alone = is_negated || question->holds_each;
    uint32_t term;
    return cp_query_make_leaf(q, m, question, value, is_negated, &term) &&
           cp_query_add_root(q, m, term, is_negated, is_alone ? NULL : question);
}

bool cp_query_join_any(struct cp_query *q, struct cp_query_maker *m)
{
    while (q->root_count > 1) {
        uint32_t last = q->roots[--q->root_count];
        if (!cp_query_make_term(
                q, m, (struct cp_term){.joint = CP_OR, .left = q->roots[0], .right = last},
                &q->roots[0]))
            return false;
    }
    return true;
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

static enum cp_answer either(enum cp_answer a, enum cp_answer b)
{
    return a == CP_YES || b == CP_YES ? CP_YES : a == CP_NO && b == CP_NO ? CP_NO : CP_DOUBT;
}

static enum cp_answer turned(enum cp_answer a)
{
    return a == CP_DOUBT ? CP_DOUBT : a == CP_YES ? CP_NO : CP_YES;
}

/* Below a place a condition is in doubt until no later position can have it; when what is below
 * cannot hold any more, the place does not either. */
static enum cp_answer answer_at(const struct cp_watch *w, const struct cp_term *t, uint32_t number,
                                const enum cp_answer *of)
{
    switch (t->joint) {
    case CP_LEAF:
        return t->is_inside && w->answers[t->left] == CP_YES ? CP_DOUBT : w->answers[t->left];
    case CP_NOT:
        return turned(of[t->left]);
    case CP_AND:
        return turned(either(turned(of[t->left]), turned(of[t->right])));
    case CP_OR:
        return either(of[t->left], of[t->right]);
    default:
        return w->places[number] == CP_DOUBT && of[t->left] == CP_NO
                   ? CP_NO
                   : (enum cp_answer)w->places[number];
    }
}

enum cp_answer cp_watch_so_far(const struct cp_watch *w)
{
    const struct cp_query *q = w->query;
    enum cp_answer of[CP_TERMS_MOST], all = CP_YES;
    for (uint32_t i = 0; i < q->term_count; i++)
        of[i] = answer_at(w, &q->terms[i], i, of);
    for (uint32_t i = 0; i < q->root_count && all != CP_NO; i++)
        all = of[q->roots[i]] == CP_YES ? all : of[q->roots[i]];
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
    w->met = 0;
    if (q->asks_places)
        memset(w->places, CP_DOUBT, q->term_count);
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
        struct cp_slot *slot = &w->slots[i];
        if (!c->is_of_text)
            continue;
        bool is_so = c->question->text(c, slot, g, c->is_negated ? NULL : hits);
        w->answers[i] = slot->gave_up && !is_so ? CP_DOUBT : answer_of(is_so);
        w->gave_up |= w->answers[i] == CP_DOUBT;
    }
    return cp_watch_so_far(w);
}

/* ---- on the board ---- */

/* Whether what is below a place holds of the last position. */
static bool holds_there(const struct cp_watch *w, uint32_t place)
{
    const struct cp_term *terms = w->query->terms;
    bool is[CP_TERMS_MOST];
    for (uint32_t i = 0; i < place; i++) {
        const struct cp_term *t = &terms[i];
        if (!t->is_inside)
            continue;
        is[i] = t->joint == CP_LEAF  ? w->met >> t->left & 1
                : t->joint == CP_NOT ? !is[t->left]
                : t->joint == CP_AND ? is[t->left] && is[t->right]
                                     : is[t->left] || is[t->right];
    }
    return is[terms[place].left];
}

static uint32_t ply_of(const struct cp_moment *m)
{
    return m->is_start ? 0 : m->quick ? m->quick->ply : m->ply->ply;
}

/* Of places the last position alone decides, when it is known to be. */
static bool ask_places(struct cp_watch *w)
{
    const struct cp_query *q = w->query;
    uint32_t ply = ply_of(&w->moment);
    bool is_met = false;
    for (uint32_t i = 0; i < q->term_count; i++) {
        const struct cp_term *t = &q->terms[i];
        if (t->joint != CP_PLACE || t->is_end)
            continue;
        bool holds = t->first <= ply && ply <= t->last && holds_there(w, i);
        is_met |= holds && !t->is_turned;
        if (w->places[i] == CP_DOUBT && (holds || ply >= t->last)) {
            w->places[i] = holds ? CP_YES : CP_NO;
            w->has_changed = true;
        }
    }
    return is_met;
}

/* Asks all there is to ask of a position; whether some condition is met. */
static bool ask_at(struct cp_watch *w)
{
    const struct cp_condition *c = w->query->conditions, *end = c + w->query->count;
    struct cp_slot *slot = w->slots;
    uint64_t met = 0;
    bool is_met = false;
    for (; c < end; c++, slot++) {
        if (c->is_of_text || !c->question->at)
            continue;
        bool is_so = c->question->at(c, slot, &w->moment);
        met |= (uint64_t)is_so << c->number;
        is_met |= is_so & !c->is_negated & !c->is_inside;
        if (CP_UNLIKELY(slot->holds | slot->fails) && w->answers[c->number] == CP_DOUBT) {
            w->answers[c->number] = answer_of(slot->holds);
            w->has_changed = true;
        }
    }
    w->met = met;
    return CP_UNLIKELY(w->query->asks_places) ? ask_places(w) | is_met : is_met;
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
    w->moment = (struct cp_moment){
        .ply = ply,
        .position = p,
        .variant = p->law->variant,
        .number = w->variant,
        .standing = p->standing,
        .turn = (int)p->turn,
        .castles = move->rook != CP_NOBODY,
        .castles_short = move->rook != CP_NOBODY &&
                         cp_int_compare(p->ints, move->rook_to.file, move->to.file) < 0,
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
        m->castles_short = move->odd == CP_PACKED_CASTLING + CP_CASTLE_KING;
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
    for (uint32_t i = 0; i < w->query->term_count && e->is_whole; i++)
        if (w->query->terms[i].joint == CP_PLACE && w->places[i] == CP_DOUBT)
            w->places[i] = answer_of(w->query->terms[i].is_end && holds_there(w, i));
    return cp_watch_so_far(w);
}

bool cp_watch_is_met_at_end(const struct cp_watch *w)
{
    for (uint32_t i = 0; i < w->query->term_count; i++) {
        const struct cp_term *t = &w->query->terms[i];
        if (t->joint == CP_PLACE && t->is_end && !t->is_turned && w->places[i] == CP_YES)
            return true;
    }
    for (uint32_t i = 0; i < w->query->count; i++) {
        const struct cp_condition *c = &w->query->conditions[i];
        if (c->question->asks_outcome && !c->is_negated && w->answers[i] == CP_YES)
            return true;
    }
    return false;
}
