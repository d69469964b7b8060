/* SPDX-License-Identifier: MIT */
#include "choose/choose.h"

/* A line of the game, and the way to it. */
struct cp_way {
    const struct cp_way *outer; /* NULL: it is the main line */
    const struct cp_line *line;
    uint32_t before; /* plies of the way to its first move */
};

/* Nobody says how a variation ends: it has no result. */
static struct cp_game leave_open(const struct cp_game *g)
{
    struct cp_game open = *g;
    open.result = g->result.len ? CP_STR("*") : g->result;
    open.result_line = open.result_col = 0;
    open.tags = NULL;
    for (const struct cp_tag *tag = g->tags; tag; tag = tag->next)
        if (!cp_str_is(tag->name, "Result"))
            cp_game_add_tag(&open, tag->name, tag->value, tag->line, tag->col);
    return open;
}

struct cp_lines cp_lines_of(struct cp_game *g)
{
    struct cp_lines l = {.game = g, .open = leave_open(g)};
    struct cp_walk w = cp_walk_of(g->arena, &g->moves);
    uint32_t count = 1, deepest = 0;
    for (enum cp_walk_event event; (event = cp_walk_step(&w)) != CP_WALK_END;) {
        count += event == CP_WALK_OPEN;
        deepest = w.ply > deepest ? w.ply : deepest;
    }
    l.ways = cp_arena_take_zero(g->arena, count, sizeof *l.ways);
    l.nodes = cp_arena_take_zero(g->arena, (size_t)deepest + 1, sizeof *l.nodes);
    l.notes = cp_arena_take_zero(g->arena, (size_t)deepest + 1, sizeof *l.notes);
    const struct cp_way *way = &l.ways[l.count++];
    l.ways[0].line = &g->moves;
    w = cp_walk_of(g->arena, &g->moves);
    for (enum cp_walk_event event; (event = cp_walk_step(&w)) != CP_WALK_END;) {
        if (event == CP_WALK_OPEN) {
            l.ways[l.count] = (struct cp_way){way, w.line, w.ply};
            way = &l.ways[l.count++];
        } else if (event == CP_WALK_CLOSE) {
            way = way->outer;
        }
    }
    return l;
}

/* The move as it stands in one line alone. */
static void copy_node(struct cp_lines *l, uint32_t ply, const struct cp_node *node)
{
    struct cp_node *copy = &l->nodes[ply];
    *copy = *node;
    copy->next = &l->nodes[ply + 1];
    if (!node->notes)
        return;
    l->notes[ply] = *node->notes;
    l->notes[ply].variations = NULL;
    copy->notes = &l->notes[ply];
}

bool cp_lines_next(struct cp_lines *l, struct cp_game *out)
{
    struct cp_game *g = l->game;
    if (l->next == l->count)
        return false;
    const struct cp_way *way = &l->ways[l->next++];
    uint32_t length = way->before, end = UINT32_MAX;
    for (const struct cp_way *w = way; w; end = w->before, w = w->outer) {
        uint32_t ply = w->before;
        for (const struct cp_node *node = w->line->first; node && ply < end; node = node->next)
            copy_node(l, ply++, node);
        length = w == way ? ply : length;
    }
    *out = way->outer ? l->open : *g;
    out->moves = (struct cp_line){.end = way->line->end};
    if (length) {
        out->moves.first = &l->nodes[0];
        out->moves.last = &l->nodes[length - 1];
        out->moves.last->next = NULL;
    }
    out->verdict = (cp_str){0}; /* of all lines together */
    struct cp_field **tail = &out->extra;
    out->extra = NULL; /* a stamp is added to them */
    for (const struct cp_field *field = g->extra; field; field = field->next)
        tail = cp_field_add(g->arena, tail, field->name, field->json);
    return true;
}
