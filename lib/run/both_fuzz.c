/* SPDX-License-Identifier: MIT */
/* both_fuzz.c -- any bytes are games of chess, judged three times:
 *
 *     as cp-validate does     on bitboards if no more than marks is wrong, else in general
 *     in general only         records and messages must be the same bytes
 *     move by move            on bitboards: the same first bad ply, check and end
 *
 * seeds: testdata/pgn/?*.txt testdata/fide/?*.txt testdata/trapdoor/?*.txt
 * runs: 200
 */
#include "rules/bitboards/both_test.h"
#include "run/stream.h"
#include "settle/judge.h"
#include "settle/play.h"
#include "settle/variants.h"
#include "text/moves/notation.h"

#include <stdlib.h>

static void require(bool truth)
{
    if (!truth)
        abort();
}

/* ---- move by move ---- */

/* The game's rules and start, as the judge found them; what is said of them was
 * said. False: they are not for bitboards. */
static bool set_up(struct cp_run *run, struct cp_game *g, struct cp_classical *c,
                   struct cp_bitboard *b)
{
    struct cp_diags said = run->diags;
    struct cp_play play;
    struct cp_position p;
    int32_t culprit;
    run->diags = cp_diags_in(&run->record);
    bool good = cp_play_prepare(&play, run, g);
    run->diags = said;
    require(good);
    const struct cp_replay *replay = &play.replay;
    const struct cp_variant *v = replay->law->variant;
    if (v->trapdoor || !cp_classical_fit(c, replay->law))
        return false;
    const struct cp_start *start = replay->start ? replay->start : &v->start;
    cp_position_init(&p, replay->law, run->ints, &run->record, start);
    require(cp_setup_check(&p, start, &culprit) == CP_OK);
    return cp_bitboard_take(b, c, &p);
}

static void compare_moves(struct cp_run *run, struct cp_game *g, const struct cp_verdict *v)
{
    struct cp_classical c;
    struct cp_bitboard b;
    const struct cp_node *node = g->moves.first;
    cp_bit_move move = 0;
    uint32_t plies = 0;
    if (!set_up(run, g, &c, &b))
        return;
    for (; node && node->is_read; node = node->next, plies++) {
        if (node->move.has & CP_IS_ANY_MAN)
            return; /* bitboards want to know the man: such games are the general engine's */
        move = bitboard_resolve(&b, &c, &node->move);
        if (move <= CP_BIT_MOVE_MANY)
            break;
        cp_bitboard_apply(&b, move);
    }
    require(v->first_bad == node && v->plies == plies);
    if (node && node->is_read)
        require((v->why.why == CP_AMBIGUOUS) == (move == CP_BIT_MOVE_MANY));
    bool is_over = !cp_bitboard_can_move(&b);
    require(v->check == (b.checkers != 0) && v->turn == (enum cp_side)b.turn);
    require((v->outcome == CP_OUTCOME_CHECKMATE) == (is_over && b.checkers));
    require((v->outcome == CP_OUTCOME_STALEMATE) == (is_over && !b.checkers));
}

static bool judge(struct cp_run *run, struct cp_game *g)
{
    struct cp_judgement judged;
    cp_judge_game(run, g, true, NULL, &judged);
    if (judged.is_played && !judged.verdict.start_fault)
        compare_moves(run, g, &judged.verdict);
    return true;
}

/* ---- all games of some bytes ---- */

static const struct cp_tool tool = {.name = "both", .habits = CP_WRITES_RECORDS, .each = judge};
static struct cp_request asked = {.tool = &tool, .jobs = 1, .insists = true};
static struct cp_run run;

static void open_run(void)
{
    struct cp_arena like;
    cp_arena_init(&like, NULL, NULL);
    cp_run_open(&run, &asked, cp_ints_open(), &like);
    run.shape = CP_SHAPE_TEXT;
    run.input.file = "fuzz";
    require(cp_run_load_variants(&run, &asked));
    cp_variants_wake(&asked.variants, &run.arena, run.ints);
    asked.variant = cp_variants_find(&asked.variants, CP_STR("fide"));
    run.mark = cp_ints_mark(run.ints);
}

/* Records, then messages. */
static void read_all(cp_str text, struct cp_buf *out)
{
    struct cp_stream s;
    run.status = 0;
    run.games = 0; /* messages name their numbers */
    cp_buf_reset(&run.output.text);
    cp_buf_reset(&run.messages);
    cp_stream_open(&s, &run, cp_source_of_text, &text);
    while (cp_stream_step(&s))
        ;
    cp_stream_close(&s);
    cp_buf_put(out, cp_buf_str(&run.output.text));
    cp_buf_put(out, cp_buf_str(&run.messages));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct cp_arena arena;
    struct cp_buf quick, general;
    cp_str text = {(const char *)data, size};
    if (!run.asked)
        open_run();
    cp_arena_init(&arena, NULL, NULL);
    cp_buf_init(&quick, &arena);
    cp_buf_init(&general, &arena);
    asked.is_general = false;
    read_all(text, &quick);
    asked.is_general = true;
    read_all(text, &general);
    require(cp_str_equal(cp_buf_str(&quick), cp_buf_str(&general)));
    cp_arena_close(&arena);
    return 0;
}
