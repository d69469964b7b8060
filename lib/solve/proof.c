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

/* One move and what follows it, if that is as claimed; *is_it: it is. */
static bool prove_move(struct prover *r, const cp_move *move, uint32_t plies, bool must_check,
                       bool *is_it)
{
    struct cp_search *s = r->s;
    struct cp_candidate c = {.move = *move};
    bool is_new = s->is_new, good = true;
    cp_undo undo;
    size_t before = r->out.len;
    put_move(r, r->problem->asked.plies - plies + 1, move);
    cp_search_play(s, &c, &undo);
    *is_it = (!must_check || s->p->checks) && cp_search_decide(s, plies - 1) == r->problem->found;
    if (*is_it)
        good = prove(r, plies - 1);
    else
        r->out.len = before;
    s->rules->undo(s->p, &undo);
    s->is_new = is_new;
    return good;
}

/* False: it cannot be written. */
static bool prove(struct prover *r, uint32_t plies)
{
    struct cp_search *s = r->s;
    bool chooses = cp_search_chooses(s, plies), is_yes = r->problem->found == CP_FOUND_YES;
    bool is_it = false;
    if (r->out.len > BYTES_MOST)
        return false;
    if (plies == 0)
        return true;
    if (chooses == is_yes) {
        struct cp_listed *l = cp_search_list(s, plies);
        for (uint32_t i = 0; i < l->count; i++) {
            bool good =
                prove_move(r, &cp_listed_get(l, i)->move, plies, s->only_checks && chooses, &is_it);
            if (is_it)
                return good;
        }
        return true; /* an end */
    }
    if (!cp_turns_list(&r->levels[plies], s->p, s->arena))
        return false;
    if (!is_yes && plies == 1) /* each is looked at */
        return true;
    for (uint32_t i = 0; i < r->levels[plies].count; i++)
        if (!prove_move(r, &r->levels[plies].list[i].move, plies, false, &is_it))
            return false;
    return true;
}

bool cp_search_prove(struct cp_search *s, struct cp_problem *problem, enum cp_spelling spelling,
                     cp_square shift)
{
    struct prover r = {.s = s, .problem = problem, .spelling = spelling, .shift = shift};
    r.levels = cp_turns_make(problem->asked.plies + 1, s->arena);
    r.out = r.word = cp_buf_in(s->arena);
    bool is_good = problem->found <= CP_FOUND_YES && prove(&r, problem->asked.plies);
    problem->proof = is_good ? cp_buf_str(&r.out) : (cp_str){0};
    return is_good;
}
