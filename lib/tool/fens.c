/* SPDX-License-Identifier: MIT */
#include "tool/fens.h"

#include "text/fen.h"
#include "text/start.h"
#include "tool/refusal.h"

/* One game on its way. */
struct listing {
    struct cp_run *run;
    struct cp_game *g;
    const struct cp_plies *plies;
    bool is_epd, is_fen;
    struct cp_replay replay;
    enum cp_side began;
    uint32_t number;        /* of the first move */
    uint32_t ply, next;     /* plies played; the first ply not yet written */
    bool has_clocks;        /* of trapdoors, which were left out */
    struct cp_start start;  /* the position being written */
    struct cp_buf castling; /* of it */
    cp_before befores[CP_TRACES_MOST];
};

static void write_position(struct listing *s, struct cp_position *p)
{
    struct cp_buf *out = &s->run->output.text;
    const struct cp_alphabet *a = &s->run->variant->alphabet;
    if (s->next > s->ply)
        return;
    s->next = s->ply + 1;
    cp_setup_get(p, &s->castling, &s->start);
    s->start.befores = s->befores;
    s->start.before_count = cp_family_of(p->law)->recall(p, s->befores);
    s->start.number = s->number + (s->ply + (s->began == CP_BLACK)) / 2;
    if (s->is_fen)
        cp_fen_format(out, a, &s->start, s->is_epd);
    else
        cp_start_format(s->run->ints, out, a, &s->start, a->native);
    cp_buf_putc(out, '\n');
    for (uint32_t i = 0; i < s->start.count; i++)
        s->has_clocks |= s->start.men[i].clock != 0;
}

static void at_start(void *data, struct cp_position *p)
{
    struct listing *s = data;
    s->began = p->turn;
    s->start.men = cp_arena_take(s->g->arena, p->count * sizeof *s->start.men);
    if (cp_plies_has(s->plies, 0) || (s->plies->last && !s->g->moves.first))
        write_position(s, p);
}

static void after_move(void *data, const struct cp_ply *ply)
{
    struct listing *s = data;
    s->ply = ply->ply;
    if (cp_plies_has(s->plies, ply->ply) || (s->plies->last && !ply->node->next))
        write_position(s, ply->position);
}

/* The last legal position is the last there is. */
static void refused(void *data, const struct cp_ply *ply, const struct cp_resolution *why)
{
    struct listing *s = data;
    if (s->plies->last)
        write_position(s, ply->position);
    (void)cp_refusal_report(s->run, s->g, &s->replay, ply, why);
}

static void conclude(struct listing *s, const struct cp_verdict *verdict)
{
    cp_span at = cp_node_span(s->g, NULL);
    uint32_t missing = cp_plies_missing(s->plies, verdict->plies);
    if (verdict->start_fault)
        (void)cp_refusal_report_start(s->run, s->g, &s->replay, verdict);
    else if (missing && !verdict->first_bad)
        cp_diag_report(&s->run->diags, CP_PLY_MISSING, at, "ply %u of %u", missing, verdict->plies);
    if (s->has_clocks)
        cp_diag_report(&s->run->diags, CP_CLOCKS_LEFT_OUT, at, "%s", "");
}

void cp_fens_write(struct cp_run *run, struct cp_game *g, const struct cp_plies *plies, bool is_epd)
{
    struct listing s = {.run = run, .g = g, .plies = plies, .is_epd = is_epd};
    struct cp_listener listener = {
        .data = &s, .begin = at_start, .after = after_move, .refused = refused};
    struct cp_verdict verdict;
    if (!cp_run_prepare(run, g, &s.replay))
        return;
    s.is_fen = cp_fen_can(&run->variant->alphabet);
    cp_buf_init(&s.castling, g->arena);
    s.number = cp_start_number(g->start);
    s.replay.skip_variations = s.replay.skip_outcome = true;
    s.replay.listener = &listener;
    cp_replay_run(&s.replay, g, &verdict);
    conclude(&s, &verdict);
}
