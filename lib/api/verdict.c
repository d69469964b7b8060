/* SPDX-License-Identifier: MIT */
/* verdict.c -- a game judged, and the legal moves of its positions. */
#include "api/api.h"
#include "rules/chess/turn.h"
#include "settle/judge.h"
#include "settle/play.h"

/* ---- judging ---- */

int cp_api_outcome(enum cp_outcome outcome)
{
    static const int of_header[] = {
#define CP_OUTCOME(NAME, name, result, words) [CP_OUTCOME_##NAME] = CHESSPLANE_##NAME,
#include "rules/outcome.def"
#undef CP_OUTCOME
    };
    return of_header[outcome];
}

static void make_verdict(struct chessplane *plane, const struct cp_game *g,
                         const struct cp_judgement *judged)
{
    struct cp_arena *arena = &plane->facts;
    const struct cp_verdict *v = &judged->verdict;
    const struct cp_node *fault = judged->fault;
    chessplane_verdict *fact = cp_arena_take_zero(arena, 1, sizeof *fact);
    struct cp_buf slug = cp_buf_in(arena), text = cp_buf_in(arena);
    fact->is_valid = judged->is_valid;
    fact->plies = v->plies;
    fact->outcome = cp_api_outcome(v->outcome);
    fact->winner = cp_api_winner(v->winner);
    fact->is_check = v->check;
    fact->is_result_right = judged->result_consistent && !judged->illegal_result;
    fact->warnings = plane->run.diags.warnings;
    fact->bad_move = cp_api_keep(arena, fault ? fault->text : (cp_str){0});
    fact->bad_ply = judged->fault_ply;
    fact->bad_line = judged->fault_at.line;
    fact->bad_column = judged->fault_at.col;
    fact->outcome_name = cp_api_keep(arena, cp_str_from(cp_outcome_name(v->outcome)));
    fact->json = cp_api_keep(arena, g->verdict);
    if (judged->reason) {
        cp_diag_format_slug(&slug, judged->reason);
        cp_judgement_put_text(&text, judged);
    }
    fact->reason = cp_api_keep(arena, cp_buf_str(&slug));
    fact->text = cp_api_keep(arena, cp_buf_str(&text));
    plane->verdict = fact;
}

/* As cp-validate does: on the game itself, with what was told of its text; where it is judged again
 * and again, as it is played on, on a copy. */
static int check(struct chessplane *plane, void *data)
{
    struct cp_run *run = &plane->run;
    struct cp_judgement judged;
    struct cp_game copy, *g = &plane->game;
    (void)data;
    if (plane->verdict)
        return CHESSPLANE_OK;
    if (!plane->current.frame)
        return CHESSPLANE_REFUSED;
    if (plane->is_changed) {
        cp_api_leave(plane, g = &copy);
    } else {
        run->current = plane->current;
        run->diags = plane->told;
    }
    cp_judge_game(run, g, true, NULL, &judged);
    cp_stream_report_doubt(run, g);
    plane->game_fact = NULL; /* its frame may be known now */
    make_verdict(plane, g, &judged);
    if (plane->is_changed) {
        plane->game.verdict = (cp_str){plane->verdict->json.at, plane->verdict->json.length};
        cp_api_return(plane);
    } else {
        plane->current = run->current;
        cp_run_report(run, &run->diags);
    }
    return CHESSPLANE_OK;
}

int chessplane_check(chessplane *plane, const chessplane_verdict **verdict)
{
    int status = verdict ? cp_api_do_game(plane, check, NULL)
                         : cp_api_refuse(plane, "there is no place for the verdict: it is NULL");
    if (verdict)
        *verdict = status == CHESSPLANE_OK ? plane->verdict : NULL;
    return status;
}

/* ---- legal moves ---- */

struct listing {
    struct cp_play own; /* first: play.h */
    struct cp_play *play;
    struct chessplane *plane;
    uint32_t ply;
    bool is_done;
};

static chessplane_string square(struct listing *l, cp_square at)
{
    struct cp_buf out = cp_buf_in(&l->plane->legal_arena);
    cp_square_format(l->play->run->ints, &out, cp_play_back(l->play, at),
                     cp_play_spelling(l->play));
    return cp_api_keep(&l->plane->legal_arena, cp_buf_str(&out));
}

/* The move to a length of a range, in full, or where it would lead. */
static void add_legal(struct listing *l, struct cp_position *p, const cp_range *r, cp_int length,
                      uint8_t promotion)
{
    struct cp_arena *arena = &l->plane->legal_arena;
    cp_move move;
    cp_written w;
    bool is_legal = cp_range_move(p, r, length, promotion, &move) == CP_OK;
    if (!is_legal && !r->is_open)
        return; /* a promotion that is not legal where another is */
    struct cp_buf out = cp_buf_in(arena);
    if (is_legal) {
        cp_rules_of(p)->write(p, &move, CP_LONG, l->play->replay.shift, &w);
        cp_written_format(p->ints, &out, &p->law->variant->alphabet, &w, cp_play_spelling(l->play));
    }
    chessplane_legal *fact = cp_arena_take_zero(arena, 1, sizeof *fact);
    fact->text = cp_api_keep(arena, cp_buf_str(&out));
    fact->from = square(l, r->from);
    fact->to = square(l, is_legal ? move.to : cp_range_square(p->ints, r, length));
    fact->last = fact->to;
    fact->is_undecided = r->is_open;
    cp_api_add(&l->plane->legal, arena, fact);
}

static void add_promotions(struct listing *l, struct cp_position *p, const cp_range *r,
                           cp_int length)
{
    for (uint32_t i = 0; i < cp_range_choices(p, r); i++)
        add_legal(l, p, r, length, cp_range_choice(p, r, i));
}

/* Along a line of a board without edges: one entry, which says how far. */
static void add_range(struct listing *l, struct cp_position *p, const cp_range *r)
{
    if (cp_range_is_empty(p->ints, r))
        return;
    if (p->law->variant->bounded || cp_range_is_single(r)) {
        for (int64_t n = r->low.v; !cp_range_is_single(r) && n < r->high.v; n++)
            add_promotions(l, p, r, CP_INT(n));
        add_promotions(l, p, r, r->high);
        return;
    }
    cp_int nearest = r->low;
    bool is_known = !r->primes || cp_int_next_prime(p->ints, r->low, NULL, &nearest);
    size_t before = l->plane->legal.count;
    add_promotions(l, p, r, nearest);
    for (size_t i = before; i < l->plane->legal.count; i++) {
        chessplane_legal *fact = (chessplane_legal *)(uintptr_t)l->plane->legal.items[i];
        fact->is_endless = r->is_endless;
        fact->is_prime = r->primes;
        fact->is_undecided |= !is_known;
        fact->last = r->is_endless ? cp_api_keep(&l->plane->legal_arena, (cp_str){0})
                                   : square(l, cp_range_square(p->ints, r, r->high));
    }
}

static void list_position(struct listing *l, struct cp_position *p)
{
    struct cp_ranges ranges;
    l->is_done = true;
    if (cp_position_is_over(p))
        return;
    cp_ranges_init(&ranges, &l->plane->legal_arena);
    cp_ranges_keep_spacings(&ranges, p);
    bool is_begun = cp_falls_begin(p);
    for (int32_t man = 0; man < (int32_t)p->count; man++) {
        ranges.count = 0;
        if (!p->gone[man] && p->owner[man] == p->turn)
            cp_rules_of(p)->each_move(p, man, &ranges);
        for (uint32_t i = 0; i < ranges.count; i++)
            add_range(l, p, &ranges.list[i]);
    }
    cp_falls_end(p, is_begun);
}

static void at_start(void *data, struct cp_position *p)
{
    struct listing *l = data;
    if (l->ply == 0 || (l->ply == CHESSPLANE_LAST && !l->play->game->moves.first))
        list_position(l, p);
}

static void after_move(void *data, const struct cp_ply *ply)
{
    struct listing *l = data;
    if (ply->ply == l->ply || (l->ply == CHESSPLANE_LAST && !ply->node->next))
        list_position(l, ply->position);
}

/* Where it ends early, that is the last position. */
static void refused(void *data, const struct cp_ply *ply, const struct cp_resolution *why)
{
    struct listing *l = data;
    (void)why;
    if (l->ply == CHESSPLANE_LAST)
        list_position(l, ply->position);
}

/* Of the position that is on the board already. */
static int list_board(struct chessplane *plane)
{
    struct listing l = {.play = &plane->play, .plane = plane};
    size_t mark = cp_ints_mark(plane->run.ints);
    list_position(&l, cp_player_look(plane->player));
    cp_ints_reset(plane->run.ints, mark);
    return CHESSPLANE_OK;
}

static int list_legal(struct chessplane *plane, void *data)
{
    uint32_t ply = *(const uint32_t *)data;
    struct listing l = {.play = &l.own, .plane = plane, .ply = ply};
    struct cp_listener listener = {.begin = at_start, .after = after_move, .refused = refused};
    struct cp_game g;
    plane->legal = (struct cp_api_list){0};
    cp_arena_reset(&plane->legal_arena);
    if (ply == CHESSPLANE_LAST && plane->player)
        return list_board(plane);
    cp_api_leave(plane, &g);
    if (cp_run_is_settled(&plane->run) && cp_play_prepare(l.play, &plane->run, &g)) {
        struct cp_replay *replay = &l.play->replay;
        replay->skip_variations = replay->skip_outcome = true;
        replay->stop_at_ply = ply != CHESSPLANE_LAST;
        replay->last_ply = ply;
        cp_play_run(l.play, listener);
    }
    cp_api_return(plane);
    return l.is_done ? CHESSPLANE_OK : CHESSPLANE_REFUSED;
}

int chessplane_legal_moves(chessplane *plane, uint32_t ply, size_t *count)
{
    int status = cp_api_do_game(plane, list_legal, &ply);
    if (count)
        *count = status == CHESSPLANE_OK ? plane->legal.count : 0;
    return status;
}

const chessplane_legal *chessplane_legal_at(chessplane *plane, size_t index)
{
    return plane && index < plane->legal.count ? plane->legal.items[index] : NULL;
}
