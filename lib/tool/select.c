/* SPDX-License-Identifier: MIT */
#include "tool/select.h"

#include "base/utf8.h"
#include "tool/play.h"

enum cp_lane cp_select_lane(const struct cp_query *q)
{
    if (q->asks_board)
        return CP_LANE_CLOSED;
    return q->asks_plies ? CP_LANE_MOVES : CP_LANE_TAGS;
}

/* ---- headings ---- */

static uint32_t count_moves(const struct cp_game *g)
{
    uint32_t plies = 0;
    for (const struct cp_node *node = g->moves.first; node; node = node->next)
        plies++;
    return plies;
}

static struct cp_heading heading_of(const struct cp_run *run, const struct cp_query *q,
                                    const struct cp_game *g)
{
    return (struct cp_heading){.tags = g->tags,
                               .result = g->result,
                               .start = g->start,
                               .frame = g->frame,
                               .variant = run->current.variant,
                               .variant_name = g->variant,
                               .plies = q->asks_plies ? count_moves(g) : 0,
                               .worker = run->number};
}

/* Where no condition is met at a move, the game itself is the place. */
static void put_place(struct cp_buf *hits, const struct cp_game *g)
{
    cp_shown_put(hits, cp_str_from(g->file));
    cp_buf_printf(hits, ":%u:1: ply 0: %.*s - %.*s\n", g->line, CP_FMT(cp_game_tag(g, "White")),
                  CP_FMT(cp_game_tag(g, "Black")));
}

enum cp_answer cp_select_ask(struct cp_run *run, const struct cp_query *q, struct cp_game *g,
                             struct cp_buf *hits)
{
    struct cp_heading heading = heading_of(run, q, g);
    enum cp_answer answer = cp_query_ask_heading(q, &heading);
    if (hits && answer == CP_YES)
        put_place(hits, g);
    return answer;
}

/* Whether nothing is asked that only the moves, or what stands behind them, could say. */
static bool is_told(const struct cp_query *q, const struct cp_fast_text *k)
{
    return (!q->asks_variant || k->variant.at || k->id.at) && (!q->asks_result || k->result.at);
}

enum cp_answer cp_select_glance(struct cp_run *run, const struct cp_query *q,
                                struct cp_glance *glance)
{
    const struct cp_fast_text *k = glance->text;
    struct cp_heading heading = {.tags = k->tag_count ? k->tags : NULL,
                                 .result = k->result,
                                 .variant = glance->variant,
                                 .plies = glance->plies,
                                 .worker = run->number};
    return is_told(q, k) ? cp_query_ask_heading(q, &heading) : CP_DOUBT;
}
