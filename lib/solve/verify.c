/* SPDX-License-Identifier: MIT */
/* verify.c -- whether a proof holds. It knows squares and the rules of single moves, and nothing
 * of how solutions are searched for.
 *
 * A proof is a list of moves with their depth, each before what follows it:
 *
 *     1 Rh1-a1        the solver's: one is enough,
 *     2 Kb8-c8        the other's: each legal move must be there,
 *     3 Ra1-a8        and so on to the mate
 *
 * Of "no" it is the other way: each first move is there, with one reply that refutes it; but the
 * moves that would have to mate at once are left out, as one look at each of them is enough. */
#include "solve/verify.h"
#include "base/json.h"
#include "base/scan.h"
#include "rules/chess/turn.h"
#include "rules/moves.h"
#include "rules/outcome.h"
#include "settle/variants.h"
#include "text/moves/notation.h"

enum { LENGTHS_MOST = 1 << 14 };

/* ---- all legal moves ---- */

struct cp_turns *cp_turns_make(uint32_t levels, struct cp_arena *arena)
{
    struct cp_turns *made = cp_arena_take_zero(arena, levels, sizeof *made);
    for (uint32_t i = 0; i < levels; i++)
        cp_ranges_init(&made[i].ranges, arena);
    return made;
}

bool cp_turns_list(struct cp_turns *out, struct cp_position *p, struct cp_arena *arena)
{
    out->count = 0;
    cp_ints_set_doubt(p->ints, 0);
    for (int32_t man = 0; (man = cp_ranges_next(&out->ranges, p, man)) != CP_NOBODY; man++)
        for (uint32_t i = 0; i < out->ranges.count; i++) {
            const cp_range *r = &out->ranges.list[i];
            cp_int most = cp_int_add(p->ints, r->low, CP_INT(LENGTHS_MOST));
            if (cp_range_is_empty(p->ints, r) && !r->is_open)
                continue;
            if (r->is_endless || r->is_open || cp_int_compare(p->ints, r->high, most) > 0)
                return false;
            for (cp_int n = r->low; cp_int_compare(p->ints, n, r->high) <= 0;
                 n = cp_int_add(p->ints, n, CP_INT(1)))
                for (uint32_t k = 0; k < cp_range_choices(p, r); k++) {
                    out->list =
                        cp_arena_grow(arena, out->list, out->count, &out->room, sizeof *out->list);
                    struct cp_turn_listed *one = &out->list[out->count];
                    one->is_told = false;
                    out->count +=
                        cp_range_move(p, r, n, cp_range_choice(p, r, k), &one->move) == CP_OK;
                }
        }
    return cp_ints_doubt(p->ints) == 0;
}

/* ---- the proof ---- */

struct verifier {
    struct cp_run *run;
    struct cp_position *p;
    const struct cp_rules *rules;
    struct cp_arena *arena;
    struct cp_claim claim;
    cp_square shift;
    struct cp_turns *levels;     /* by plies left */
    const struct cp_value *next; /* of the list */
    uint32_t read;               /* so many of it */
    struct cp_buf why;
};

/* Always false. */
static bool refuse(struct verifier *v, const cp_move *move, const char *why)
{
    const struct cp_alphabet *letters = &v->p->law->variant->alphabet;
    cp_written w;
    if (v->why.len)
        return false;
    cp_buf_printf(&v->why, "behind %u moves of the proof, ", v->read);
    if (move) {
        v->rules->write(v->p, move, CP_SHORT, v->shift, &w);
        cp_written_format(v->p->ints, &v->why, letters, &w, letters->native);
        cp_buf_putc(&v->why, ' ');
    }
    cp_buf_puts(&v->why, why);
    return false;
}

/* The next move of the proof, if it is of that depth. */
static bool take(struct verifier *v, uint32_t depth, cp_str *out)
{
    uint32_t number;
    cp_str text = v->next && v->next->type == CP_STRING ? v->next->text : (cp_str){0};
    if (!cp_number_parse(cp_scan_digits(&text), UINT32_MAX, &number) || number != depth ||
        !cp_scan_char(&text, ' '))
        return false;
    *out = text;
    v->next = v->next->next;
    v->read++;
    return true;
}

static bool read_move(struct verifier *v, cp_str text, cp_move *out)
{
    struct cp_diags ignored = cp_diags_in(v->arena);
    struct cp_resolution r;
    cp_written w;
    if (!cp_notation_parse(cp_run_notation(v->run), v->p->ints, text, (cp_span){0}, true, &w,
                           &ignored))
        return refuse(v, NULL, "where no move is written");
    v->rules->resolve(v->p, &w, v->shift, &r);
    *out = r.move;
    return r.why == CP_OK || refuse(v, NULL, "which is not legal there");
}

/* Whether the game has ended as is wanted, for the side that is to move. */
static bool is_aim(struct verifier *v)
{
    int winner = -1;
    enum cp_outcome outcome = v->rules->outcome(v->p, &winner);
    if (v->claim.asked.stalemates)
        return outcome == CP_OUTCOME_STALEMATE;
    bool is_trapped = outcome == CP_OUTCOME_KING_TRAPPED && winner != (int)v->p->turn;
    return is_trapped || outcome == CP_OUTCOME_CHECKMATE;
}

static bool is_open(struct verifier *v)
{
    int winner = -1;
    return v->p->is_left_open || v->rules->outcome(v->p, &winner) == CP_OUTCOME_UNDECIDED;
}

static bool holds(struct verifier *v, uint32_t plies, bool is_new);

/* One move is given: it is legal, and proves it. */
static bool one_holds(struct verifier *v, uint32_t plies, cp_str text, bool must_check)
{
    cp_move move;
    cp_undo undo;
    if (!read_move(v, text, &move))
        return false;
    v->rules->apply(v->p, &move, &undo);
    bool good = !must_check || v->p->checks || is_aim(v) || refuse(v, NULL, "which gives no check");
    good = good && holds(v, plies - 1, cp_move_changes_material(&move));
    v->rules->undo(v->p, &undo);
    return good;
}

/* A move that the proof does not give needs none: it gives no check where it must, or is the last
 * one, and does not mate. */
static bool needs_none(struct verifier *v, const cp_move *move, uint32_t plies, bool must_check)
{
    cp_undo undo;
    v->rules->apply(v->p, move, &undo);
    bool is_quiet = must_check && !v->p->checks, is_last = !v->claim.is_yes && plies == 1;
    bool needs_none = (is_quiet || is_last) && !is_open(v) && !is_aim(v);
    v->rules->undo(v->p, &undo);
    return needs_none;
}

/* All moves of the list are given. */
static bool all_hold(struct verifier *v, uint32_t plies, bool must_check)
{
    struct cp_turns *turns = &v->levels[plies];
    cp_str text;
    while (take(v, v->claim.asked.plies - plies + 1, &text)) {
        cp_move move;
        bool is_new = false;
        cp_undo undo;
        if (!read_move(v, text, &move))
            return false;
        for (uint32_t i = 0; i < turns->count; i++) /* by two ways, perhaps */
            if (!turns->list[i].is_told && cp_move_is_same(&turns->list[i].move, &move))
                is_new = turns->list[i].is_told = true;
        if (!is_new)
            return refuse(v, &move, "is there twice");
        v->rules->apply(v->p, &move, &undo);
        bool good = holds(v, plies - 1, cp_move_changes_material(&move));
        v->rules->undo(v->p, &undo);
        if (!good)
            return false;
    }
    for (uint32_t i = 0; i < turns->count; i++)
        if (!turns->list[i].is_told && !needs_none(v, &turns->list[i].move, plies, must_check))
            return refuse(v, &turns->list[i].move, "has no answer");
    return true;
}

static bool holds(struct verifier *v, uint32_t plies, bool is_new)
{
    struct cp_position *p = v->p;
    bool helps = v->claim.asked.aim == CP_AIM_HELP, is_yes = v->claim.is_yes;
    bool chooses = helps || (plies % 2 == 1) == (v->claim.asked.aim == CP_AIM_DIRECT);
    bool must_check = v->claim.only_checks && chooses;
    bool is_over = plies == 0 || cp_position_is_over(p), is_first = plies == v->claim.asked.plies;
    bool is_drawn = cp_count_is_out(p) || cp_counting_outcome(p, CP_OUTCOME_NONE, false, is_new);
    cp_str text;
    if (is_open(v))
        return refuse(v, NULL, "the rules leave open what is legal");
    if (!is_over && !is_drawn && chooses == is_yes &&
        take(v, v->claim.asked.plies - plies + 1, &text))
        return one_holds(v, plies, text, must_check);
    if (!is_over && !cp_turns_list(&v->levels[plies], p, v->arena))
        return refuse(v, NULL, "there are endlessly many moves");
    if (is_over || !v->levels[plies].count)
        return (!is_first && plies % 2 == 0 && (!helps || !plies) && is_aim(v)) == is_yes ||
               refuse(v, NULL, is_yes ? "it is not done" : "it is done");
    if (is_drawn)
        return !is_yes || refuse(v, NULL, "the game is drawn");
    if (chooses == is_yes)
        return refuse(v, NULL, "no move is given");
    return all_hold(v, plies, must_check);
}

/* ---- a record's ---- */

static bool read_claim(struct verifier *v, const struct cp_value *solution)
{
    const struct cp_value *said = cp_value_get(solution, "stipulation");
    const struct cp_value *answer = cp_value_get(solution, "answer");
    const struct cp_value *only_checks = cp_value_get(solution, "only_checks");
    const struct cp_value *proof = cp_value_get(solution, "proof");
    if (!said || said->type != CP_STRING || !answer || answer->type != CP_STRING || !proof ||
        proof->type != CP_LIST || !cp_stipulation_parse(&v->claim.asked, said->text))
        return false;
    v->claim.is_yes = cp_str_is(answer->text, "yes");
    v->claim.only_checks = only_checks && only_checks->type == CP_BOOL && only_checks->truth;
    v->next = proof->first;
    return v->claim.is_yes || cp_str_is(answer->text, "no");
}

bool cp_proof_verify(struct cp_run *run, const struct cp_game *g, struct cp_position *p,
                     cp_square shift, struct cp_arena *arena)
{
    struct cp_diags ignored = cp_diags_in(arena);
    struct cp_value *solution = NULL;
    struct verifier v = {
        .run = run, .p = p, .arena = arena, .shift = shift, .why = cp_buf_in(arena)};
    cp_span at = cp_game_start_span(g);
    if (!g->solution.len || !cp_json_parse(&solution, arena, g->solution, at, &ignored) ||
        !read_claim(&v, solution)) {
        cp_diag_report(&run->diags, CP_PROOF_MISSING, at, "%s", "");
        return false;
    }
    (void)cp_position_hand_over(p);
    v.rules = cp_rules_of(p);
    v.levels = cp_turns_make(v.claim.asked.plies + 1, arena);
    bool good = holds(&v, v.claim.asked.plies, true);
    if (good && v.next)
        good = refuse(&v, NULL, "there is more than it needs");
    if (!good)
        cp_diag_report(&run->diags, CP_PROOF_REFUSED, at, "%.*s", CP_FMT(cp_buf_str(&v.why)));
    return good;
}
