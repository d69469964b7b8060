/* SPDX-License-Identifier: MIT */
/* walk.h -- every move of a game in the order it stands in the text: a move,
 * its variations, then the next move. Nesting costs a stack in the arena. */
#ifndef CP_WALK_H
#define CP_WALK_H

#include "game/game.h"

struct cp_walk_step;

struct cp_walk {
    struct cp_arena *arena;
    struct cp_walk_step *stack;
    uint32_t depth, room;
    uint32_t ply;         /* of last, from 1; a variation begins at the ply it replaces */
    struct cp_node *last; /* returned last */
    struct cp_node *first;
    bool has_begun;
};

/* The game may be changed while it is walked, but for moves and variations
 * being added or removed. */
void cp_walk_init(struct cp_walk *w, struct cp_arena *arena, const struct cp_line *line);

/* The next move; NULL when there is none left. */
struct cp_node *cp_walk_next(struct cp_walk *w);

#endif
