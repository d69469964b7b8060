/* SPDX-License-Identifier: MIT */
#include "tool/restyle.h"

#include "rules/chess/turn.h"
#include "tool/refusal.h"

struct styler {
    struct cp_run *run;
    struct cp_game *game;
    enum cp_style style;
    const enum cp_spelling *spelling; /* NULL: each move's own */
    struct cp_replay replay;
    cp_written written; /* of the move being played */
};

/* R-NOT-6: of numbers nobody knows whether one alone is a file or a rank. */
static void make_whole(cp_written *w)
{
    if (!(w->has & CP_HAS_FROM))
        return;
    w->has |= CP_HAS_FROM;
    if (w->sep == CP_SEP_NONE)
        w->sep = CP_SEP_MOVE;
}

/* The rivals of a move are asked for before it is played, its check mark after. */
static void before(void *data, const struct cp_ply *ply)
{
    struct styler *s = data;
    cp_family_of(s->replay.law)
        ->write(ply->position, ply->move, s->style, s->replay.shift, &s->written);
    enum cp_spelling own = ply->node->move.spelling;
    if (s->style == CP_SHORT && (s->spelling ? *s->spelling : own) == CP_NUMERIC)
        make_whole(&s->written);
}

static void after(void *data, const struct cp_ply *ply)
{
    struct styler *s = data;
    if (s->style != CP_ENGINE) /* engines write no marks */
        s->written.check = (uint8_t)cp_check_mark_of(ply->position, ply->outcome);
    s->written.spelling = ply->node->move.spelling;
    ply->node->move = s->written;
    if (ply->fall_count || ply->fall_mark)
        cp_falls_write(s->game, ply->node, ply->position, s->replay.shift, ply->falls,
                       ply->fall_count);
}

static void refused(void *data, const struct cp_ply *ply, const struct cp_resolution *why)
{
    struct styler *s = data;
    (void)cp_refusal_report(s->run, s->game, &s->replay, ply, why);
}

bool cp_game_restyle(struct cp_run *run, struct cp_game *g, enum cp_style style,
                     const enum cp_spelling *spelling)
{
    struct styler s = {.run = run, .game = g, .style = style, .spelling = spelling};
    struct cp_listener listener = {
        .data = &s, .before = before, .after = after, .refused = refused};
    struct cp_verdict verdict;
    if (!cp_run_prepare(run, g, &s.replay))
        return false;
    s.replay.listener = &listener;
    cp_replay_run(&s.replay, g, &verdict);
    if (verdict.start_fault == CP_OK)
        return true;
    (void)cp_refusal_report_start(run, g, &s.replay, &verdict);
    return false;
}
