/* SPDX-License-Identifier: MIT */
#include "tool/restyle.h"

struct styler {
    struct cp_run *run;
    struct cp_game *game;
    enum cp_style style;
    cp_square shift;
    cp_written written; /* of the move being played */
};

/* The rivals of a move are asked for before it is played, its check mark after. */
static void before(void *data, const struct cp_ply *ply)
{
    struct styler *s = data;
    cp_move_write(ply->position, ply->move, s->style, s->shift, &s->written);
}

static void after(void *data, const struct cp_ply *ply)
{
    struct styler *s = data;
    s->written.check = CP_MARK_NONE;
    if (ply->outcome == CP_OUTCOME_CHECKMATE)
        s->written.check = CP_MARK_MATE;
    else if (ply->position->checks)
        s->written.check = CP_MARK_CHECK;
    s->written.spelling = ply->node->move.spelling;
    ply->node->move = s->written;
}

static void refused(void *data, const struct cp_ply *ply, const struct cp_resolution *why)
{
    struct styler *s = data;
    if (ply->node->is_bad)
        return; /* has been reported as unreadable */
    struct cp_buf detail;
    cp_buf_init(&detail, &s->run->record);
    cp_resolution_format(&detail, ply->position, why, ply->node->move.spelling, s->shift);
    cp_diag_report(&s->run->diags, why->why, cp_node_span(s->game, ply->node), "%.*s",
                   CP_FMT(cp_buf_str(&detail)));
}

bool cp_game_restyle(struct cp_run *run, struct cp_game *g, enum cp_style style)
{
    struct styler s = {.run = run, .game = g, .style = style};
    struct cp_listener listener = {
        .data = &s, .before = before, .after = after, .refused = refused};
    struct cp_replay replay = {.listener = &listener};
    struct cp_verdict verdict;
    if (!cp_run_prepare(run, g, &replay))
        return false;
    s.shift = replay.shift;
    cp_replay_run(&replay, g, &verdict);
    if (verdict.start_fault == CP_OK)
        return true;
    cp_diag_report(&run->diags, verdict.start_fault,
                   (cp_span){.file = g->file, .line = g->start_line, .col = g->start_col}, "%s",
                   "the moves stay as they are");
    return false;
}
