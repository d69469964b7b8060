/* SPDX-License-Identifier: MIT */
/* picture.h -- from a position, which the rules know, to a view, which can be
 * drawn. Squares go back into the game's own frame, so a picture and the moves
 * beside it speak of the same squares. */
#ifndef CP_PICTURE_H
#define CP_PICTURE_H

#include "draw/view.h"
#include "rules/replay.h"

struct cp_picture {
    struct cp_view view;
    cp_square checked, checkers[2];
    cp_way ways[CP_SHIFTS_MOST + 2];
};

/* What stays the same for all pictures of a game: the board and its traps, the
 * published window, the origin mark, how squares are spelt. `back` leads from the
 * variant's default frame to the game's; what is made lives in arena. */
void cp_picture_init(struct cp_picture *p, const struct cp_variant *v, struct cp_ints *ints,
                     cp_square back, struct cp_arena *arena);

/* What a turn just played did: its squares, and whom else it displaced. */
void cp_picture_turn(struct cp_picture *p, const struct cp_ply *ply, cp_square back);

/* The men, blocks and checks of a position; what it makes lives in arena. */
void cp_picture_put(struct cp_picture *p, const struct cp_position *position, cp_square back,
                    struct cp_arena *arena);

#endif
