/* SPDX-License-Identifier: MIT */
/* facts.c -- what a game says: handed out as it is asked for, each thing made once. */
#include "api/api.h"

/* ---- the game ---- */

static int make_game(struct chessplane *plane, void *unused)
{
    (void)unused;
    const struct cp_game *g = &plane->game;
    const struct cp_variant *v = plane->current.variant;
    struct cp_arena *arena = &plane->facts;
    if (plane->game_fact)
        return CHESSPLANE_OK;
    chessplane_game *fact = cp_arena_take(arena, sizeof *fact);
    *fact = (chessplane_game){
        .file = cp_api_keep(arena, cp_str_from(g->file)),
        .line = g->line,
        .is_damaged = g->is_broken,
        .number = plane->run.games,
        .variant = cp_api_keep(arena, g->variant),
        .variant_name = cp_api_keep(arena, v ? v->name : (cp_str){0}),
        .frame = cp_api_keep(arena, g->frame),
        .start = cp_api_keep(arena, g->start),
        .result = cp_api_keep(arena, g->result),
    };
    plane->game_fact = fact;
    return CHESSPLANE_OK;
}

const chessplane_game *chessplane_game_of(chessplane *plane)
{
    return cp_api_do_game(plane, make_game, NULL) == CHESSPLANE_OK ? plane->game_fact : NULL;
}

/* ---- tags ---- */

static int make_tags(struct chessplane *plane, void *unused)
{
    (void)unused;
    for (const struct cp_tag *t = plane->has_tags ? NULL : plane->game.tags; t; t = t->next) {
        chessplane_tag_pair *pair = cp_arena_take(&plane->facts, sizeof *pair);
        *pair = (chessplane_tag_pair){.name = cp_api_keep(&plane->facts, t->name),
                                      .value = cp_api_keep(&plane->facts, t->value),
                                      .line = t->line,
                                      .column = t->col};
        cp_api_add(&plane->tags, &plane->facts, pair);
    }
    plane->has_tags = true;
    return CHESSPLANE_OK;
}

size_t chessplane_tag_count(chessplane *plane)
{
    return cp_api_do_game(plane, make_tags, NULL) == CHESSPLANE_OK ? plane->tags.count : 0;
}

const chessplane_tag_pair *chessplane_tag_at(chessplane *plane, size_t index)
{
    return index < chessplane_tag_count(plane) ? plane->tags.items[index] : NULL;
}

const char *chessplane_tag(chessplane *plane, const char *name)
{
    size_t count = name ? chessplane_tag_count(plane) : 0;
    for (size_t i = 0; i < count; i++) {
        const chessplane_tag_pair *pair = plane->tags.items[i];
        if (strcmp(pair->name.at, name) == 0)
            return pair->value.at;
    }
    return "";
}

/* ---- moves ---- */

static chessplane_string words_of(struct cp_arena *arena, const struct cp_comment *list)
{
    struct cp_buf out = cp_buf_in(arena);
    for (const struct cp_comment *c = list; c; c = c->next) {
        cp_buf_puts(&out, c == list ? "" : " ");
        cp_buf_put(&out, c->text);
    }
    return cp_api_keep(arena, cp_buf_str(&out));
}

static void add_move(struct chessplane *plane, const struct cp_walk *walk)
{
    struct cp_arena *arena = &plane->facts;
    chessplane_move *move = cp_arena_take(arena, sizeof *move);
    const struct cp_node *node = walk->node;
    const struct cp_notes *notes = node->notes;
    *move = (chessplane_move){.text = cp_api_keep(arena, node->text),
                              .ply = walk->ply,
                              .depth = (uint32_t)walk->depth,
                              .line = node->line,
                              .column = node->col,
                              .is_first = !walk->before,
                              .is_bad = node->is_bad,
                              .before = words_of(arena, notes ? notes->before : NULL),
                              .after = words_of(arena, notes ? notes->after : NULL)};
    for (const struct cp_nag *n = notes ? notes->nags : NULL; n; n = n->next)
        move->nag_count++;
    uint32_t *nags = cp_arena_take_zero(arena, move->nag_count, sizeof *nags);
    move->nags = nags;
    for (const struct cp_nag *n = notes ? notes->nags : NULL; n; n = n->next)
        *nags++ = n->number;
    cp_api_add(&plane->moves, arena, move);
}

static int make_moves(struct chessplane *plane, void *unused)
{
    (void)unused;
    if (plane->has_moves)
        return CHESSPLANE_OK;
    plane->moves = (struct cp_api_list){0};
    struct cp_walk walk = cp_walk_of(&plane->facts, &plane->game.moves);
    while (cp_walk_next(&walk))
        add_move(plane, &walk);
    plane->has_moves = true;
    return CHESSPLANE_OK;
}

size_t chessplane_move_count(chessplane *plane)
{
    return cp_api_do_game(plane, make_moves, NULL) == CHESSPLANE_OK ? plane->moves.count : 0;
}

const chessplane_move *chessplane_move_at(chessplane *plane, size_t index)
{
    return index < chessplane_move_count(plane) ? plane->moves.items[index] : NULL;
}

/* ---- messages: there may be some where there is no game ---- */

size_t chessplane_message_count(chessplane *plane)
{
    return plane ? plane->messages.count : 0;
}

const chessplane_message *chessplane_message_at(chessplane *plane, size_t index)
{
    return index < chessplane_message_count(plane) ? plane->messages.items[index] : NULL;
}
