/* SPDX-License-Identifier: MIT */
#include "game/walk.h"

/* Where to go on when the variation being walked is over. */
struct cp_walk_step {
    struct cp_node *node;       /* the move it is a variation of */
    const struct cp_line *line; /* the variation */
    uint32_t ply;               /* of node */
};

void cp_walk_init(struct cp_walk *w, struct cp_arena *arena, const struct cp_line *line)
{
    *w = (struct cp_walk){.arena = arena, .first = line->first};
}

static void push(struct cp_walk *w, struct cp_node *node, const struct cp_line *line)
{
    size_t size = sizeof *w->stack;
    if (w->depth == w->room) {
        uint32_t room = w->room ? w->room * 2 : 16;
        w->stack = cp_arena_take_more(w->arena, w->stack, w->room * size, room * size);
        w->room = room;
    }
    w->stack[w->depth++] = (struct cp_walk_step){node, line, w->ply};
}

struct cp_node *cp_walk_next(struct cp_walk *w)
{
    struct cp_node *next = w->first;
    w->ply++;
    if (w->has_begun && w->last) {
        const struct cp_notes *notes = w->last->notes;
        next = w->last->next;
        if (notes && notes->variations) {
            w->ply--; /* they stand instead of it */
            push(w, w->last, notes->variations);
            next = notes->variations->first;
        }
    }
    w->has_begun = true;
    while (!next && w->depth) { /* this line is over: its sister, or back up */
        struct cp_walk_step *top = &w->stack[w->depth - 1];
        top->line = top->line->next;
        next = top->line ? top->line->first : top->node->next;
        w->ply = top->ply + !top->line;
        w->depth -= !top->line;
    }
    w->last = next;
    return next;
}
