/* SPDX-License-Identifier: MIT */
#include "text/builder.h"

#include "base/utf8.h"

enum { OPEN_MOST = 8 }; /* open variations that are reported */

/* ---- comments ---- */

bool cp_builder_has_room(struct cp_builder *b, size_t n, cp_span at)
{
    if (b->comment_bytes + n <= CP_COMMENT_MOST && !b->is_full) {
        b->comment_bytes += n;
        return true;
    }
    if (b->comment_bytes <= CP_COMMENT_MOST && !b->is_full)
        cp_diag_report(b->diags, CP_GAME_TOO_LARGE, at, "more than 4 MiB of comments");
    b->comment_bytes = (uint64_t)CP_COMMENT_MOST + 1;
    return false;
}

void cp_builder_add_comment(struct cp_builder *b, cp_str text, enum cp_comment_kind kind)
{
    struct cp_builder_frame *f = &b->top;
    bool is_before = !f->line->last || f->is_new_move;
    cp_comment_add(b->game, is_before ? &f->pending : &cp_node_notes(b->game, f->line->last)->after,
                   text, kind);
}

/* ---- moves ---- */

struct cp_node *cp_builder_add_move(struct cp_builder *b, cp_str text, cp_span at)
{
    if (!b->keeps_moves || b->too_deep || b->is_full)
        return NULL;
    struct cp_node *node = cp_line_add(b->game, b->top.line, text);
    node->line = at.line;
    node->col = at.col;
    b->top.ply++;
    cp_builder_take_pending(b, node);
    b->top.is_new_move = false;
    return node;
}

/* ---- variations ---- */

static void push(struct cp_builder *b, struct cp_line *line, cp_span at)
{
    b->stack = cp_arena_grow(b->game->arena, b->stack, b->depth, &b->room, sizeof *b->stack);
    uint32_t ply = b->top.ply - (b->top.ply > 0); /* it replaces the last move */
    b->stack[b->depth++] = b->top;
    b->top = (struct cp_builder_frame){.line = line, .at = at, .ply = ply};
}

void cp_builder_open_variation(struct cp_builder *b, cp_span at)
{
    struct cp_node *last = b->top.line->last;
    if (b->depth > CP_DEPTH_MOST || b->is_full) {
        b->too_deep++;
    } else if (b->depth == CP_DEPTH_MOST || !last) { /* into a line that is not the game's */
        enum cp_diag kind = last ? CP_TOO_DEEP : CP_BEFORE_ANY_MOVE;
        if (b->keeps_moves)
            cp_diag_report(b->diags, kind, at, "%s", last ? "variations" : "a variation");
        push(b, cp_arena_take_zero(b->game->arena, 1, sizeof(struct cp_line)), at);
        b->game->parts++;
    } else {
        bool is_first = !last->notes || !last->notes->variations;
        push(b, cp_node_add_variation(b->game, last), at);
        if (!is_first) { /* a comment between two introduces the second */
            struct cp_builder_frame *outer = &b->stack[b->depth - 1];
            b->top.pending = outer->pending;
            outer->pending = NULL;
        }
    }
}

void cp_builder_close_variation(struct cp_builder *b, cp_span at)
{
    if (b->too_deep) {
        b->too_deep--;
    } else if (b->depth == 0) {
        cp_diag_report(b->diags, CP_PARENTHESIS_ALONE, at, "a ) without its (");
    } else {
        cp_builder_end_line(b);
        b->top = b->stack[--b->depth];
        b->top.is_new_move = true;
    }
}

void cp_builder_close_all(struct cp_builder *b)
{
    b->too_deep = 0;
    for (; b->depth; b->top = b->stack[--b->depth]) {
        if (b->depth <= OPEN_MOST)
            cp_diag_report(b->diags, CP_PARENTHESIS_ALONE, b->top.at, "a ( without its )");
        cp_builder_end_line(b);
    }
}
