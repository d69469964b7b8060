/* SPDX-License-Identifier: MIT */
/* builder.h -- the tree of a game while its text is read: moves, comments, NAGs and
 * variations go where they belong, under the budgets of game.h.
 *
 * Variations are a stack of frames, one per open parenthesis. Where a comment goes is
 * decided by what stood before it in its line:
 *
 *     {before} 1. {before} e4 {after} (1. d4) {before the next} 1... e5 {after}
 *     1. e4 (1. d4) {before c4} (1. c4) e5 */
#ifndef CP_BUILDER_H
#define CP_BUILDER_H

#include "game/game.h"

struct cp_builder_frame {
    struct cp_line *line;
    struct cp_comment *pending; /* for the next move */
    cp_span at;                 /* of the parenthesis */
    uint32_t ply;               /* of the next move, from 0 */
    bool is_new_move;           /* a number or a variation has followed the last move */
};

struct cp_builder {
    struct cp_game *game;
    struct cp_diags *diags;
    struct cp_builder_frame top, *stack;
    size_t depth, room, too_deep; /* variations open; those beyond the budget */
    struct cp_node *free;         /* taken for a move to come; NULL: none */
    uint64_t comment_bytes;
    bool keeps_moves; /* the variant is known; else moves are passed over */
    bool is_full;     /* the game is too large: nothing more is kept */
};

static inline struct cp_node *cp_builder_last(const struct cp_builder *b)
{
    return b->top.line->last;
}

/* Whether comments may have n bytes more; reported once when they may not. */
bool cp_builder_has_room(struct cp_builder *b, size_t n, cp_span at);
void cp_builder_add_comment(struct cp_builder *b, cp_str text, enum cp_comment_kind kind);

/* NULL: this move is not kept. */
struct cp_node *cp_builder_add_move(struct cp_builder *b, cp_str text, cp_span at);

void cp_builder_open_variation(struct cp_builder *b, cp_span at);
void cp_builder_close_variation(struct cp_builder *b, cp_span at);

/* Closes and reports what is still open. */
void cp_builder_close_all(struct cp_builder *b);

/* Comments that wait for a move belong to the end of the line. */
static inline void cp_builder_end_line(struct cp_builder *b)
{
    if (b->top.pending)
        b->top.line->end = b->top.pending;
}

static inline void cp_builder_take_pending(struct cp_builder *b, struct cp_node *node)
{
    if (CP_UNLIKELY(b->top.pending != NULL)) {
        cp_node_notes(b->game, node)->before = b->top.pending;
        b->top.pending = NULL;
    }
}

/* Room for a move to be read into, of which nothing is known until it is added: what is
 * no move leaves no trace. */
static inline struct cp_node *cp_builder_room(struct cp_builder *b)
{
    if (!b->free)
        b->free = (struct cp_node *)cp_arena_take(b->game->arena, sizeof *b->free);
    return b->free;
}

/* The move that was read there, within the budget. */
static inline void cp_builder_add_read(struct cp_builder *b, cp_str text, uint32_t line,
                                       uint64_t col)
{
    struct cp_node *node = b->free;
    struct cp_line *to = b->top.line;
    b->free = NULL;
    node->next = NULL;
    node->notes = NULL;
    node->text = text;
    node->line = line;
    node->col = col < UINT32_MAX ? (uint32_t)col : UINT32_MAX;
    node->is_read = true;
    node->is_bad = false;
    b->game->parts++;
    *(to->last ? &to->last->next : &to->first) = node;
    to->last = node;
    b->top.ply++;
    cp_builder_take_pending(b, node);
    b->top.is_new_move = false;
}

#endif
