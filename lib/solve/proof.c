/* SPDX-License-Identifier: MIT */
/* proof.c -- the proof of an answer, as verify.c reads it, by what the search has found. */
#include "base/json.h"
#include "solve/search.h"

enum { BYTES_MOST = 8 << 20 };

struct prover {
    struct cp_search *s;
    struct cp_problem *problem;
    enum cp_spelling spelling;
    cp_square shift;
    struct cp_turns *levels;
    struct cp_buf out, word;
};

static void put_move(struct prover *r, uint32_t depth, const cp_move *move)
{
    struct cp_search *s = r->s;
    struct cp_buf *text = &r->word;
    cp_written w;
    text->len = 0;
    s->rules->write(s->p, move, CP_LONG, r->shift, &w);
    if (r->spelling == CP_NUMERIC)
        cp_written_complete(&w);
    cp_buf_printf(text, "%u ", depth);
    cp_written_format(s->p->ints, text, &s->p->law->variant->alphabet, &w, r->spelling);
    cp_buf_puts(&r->out, r->out.len ? "," : "");
    cp_json_put_string(&r->out, cp_buf_str(text));
}

static bool prove(struct prover *r, uint32_t plies);

/* Whether a move is as claimed; is_it: it is, and is written with what follows it. */
static bool prove_move(struct prover *r, const cp_move *move, uint32_t plies, bool is_it)
{
    struct cp_candidate c = {.move = *move};
    bool is_new = r->s->is_new;
    cp_undo undo;
    if (is_it)
        put_move(r, r->problem->asked.plies - plies + 1, move);
    cp_search_play(r->s, &c, &undo);
    bool good =
        is_it ? prove(r, plies - 1) : cp_search_decide(r->s, plies - 1) == r->problem->found;
    r->s->rules->undo(r->s->p, &undo);
    r->s->is_new = is_new;
    return good;
}

/* One move that is as claimed: of a solution the one that needs fewest. */
static bool prove_one(struct prover *r, uint32_t plies)
{
    struct cp_search *s = r->s;
    bool is_exact = r->problem->asked.aim == CP_AIM_HELP || r->problem->found == CP_FOUND_NO;
    uint32_t deep = is_exact ? plies : 2 - plies % 2;
    const struct cp_solved *key = r->problem->keys;
    if (plies == r->problem->asked.plies && key)
        return prove_move(r, &key->choice->move, plies, true);
    const struct cp_listed *l = cp_search_list(s, plies);
    for (; deep <= plies; deep += 2)
        for (uint32_t i = 0; i < l->count && !s->is_stopped; i++) {
            const cp_move *move = &cp_listed_get(l, i)->move;
            if (prove_move(r, move, deep, false))
                return prove_move(r, move, plies, true);
        }
    return !l->count; /* an end */
}

/* False: it cannot be written. */
static bool prove(struct prover *r, uint32_t plies)
{
    struct cp_search *s = r->s;
    bool is_yes = r->problem->found == CP_FOUND_YES, is_drawn = cp_search_is_drawn(s);
    if (r->out.len > BYTES_MOST || s->is_stopped)
        return false;
    if (plies == 0)
        return true;
    if (!is_drawn && cp_search_chooses(s, plies) == is_yes)
        return prove_one(r, plies);
    if (!cp_turns_list(&r->levels[plies], s->p, s->arena))
        return false;
    if (is_drawn || (!is_yes && plies == 1)) /* each is looked at */
        return true;
    for (uint32_t i = 0; i < r->levels[plies].count; i++) {
        const cp_move *move = &r->levels[plies].list[i].move;
        bool is_told = !s->only_checks || is_yes || prove_move(r, move, plies, false);
        if (is_told && !prove_move(r, move, plies, true))
            return false;
    }
    return true;
}

bool cp_search_prove(struct cp_search *s, struct cp_problem *problem, enum cp_spelling spelling,
                     cp_square shift)
{
    struct prover r = {.s = s, .problem = problem, .spelling = spelling, .shift = shift};
    r.levels = cp_turns_make(problem->asked.plies + 1, s->arena);
    r.out = r.word = cp_buf_in(s->arena);
    bool is_good =
        problem->found <= CP_FOUND_YES && prove(&r, problem->asked.plies) && !s->is_stopped;
    problem->proof = is_good ? cp_buf_str(&r.out) : (cp_str){0};
    return is_good;
}
