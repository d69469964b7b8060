/* SPDX-License-Identifier: MIT */
/* same.h -- what makes two games the same: a text, in which the same is the same on every
 * machine, by every engine, however it was written. Words with blanks between, so that the
 * text of a game's beginning is a beginning of the game's text:
 *
 *     95d9…a7e5,fide,, 5254 5755 7163 ...     the key of the start, the variant, its rules,
 *                                              a start of its own; each move
 *
 * What is no line (a last position, a start) is one word, with its key in front.
 *
 * A square is two signs, '0' + file and '0' + rank; numbers that are none of 0 to 74 stand in
 * braces. Behind a move stands what tells it from another: ~ and what a pawn becomes, | of
 * castling, & of a block, ! and the steps of an agent. */
#ifndef CP_SAME_H
#define CP_SAME_H

#include "game/game.h"
#include "rules/bitboards/engine.h"
#include "rules/key.h"
#include "rules/replay.h"

struct cp_same {
    const struct cp_variant *own; /* of the game at hand: its variant, without its own rules */
    struct cp_buf text;

    /* kept from game to game: the first word of games from the start of a variant */
    const struct cp_law *usual_law; /* NULL: none yet */
    struct cp_buf usual;
};

/* arena: as long as *s. */
void cp_same_init(struct cp_same *s, struct cp_arena *arena);

/* Begins a game, in its arena, which was played by `own` and maybe by rules of its own. */
void cp_same_begin(struct cp_same *s, struct cp_arena *arena, const struct cp_variant *own);

/* The first word of a line: p is the start; owns_start: it is none of its variant's. */
void cp_same_put_start(struct cp_same *s, const struct cp_game *g, struct cp_position *p,
                       bool owns_start);

/* A move, and the blank before it. */
void cp_same_put_move(struct cp_same *s, const struct cp_ply *ply);

/* Both, and all its moves, of a game on bitboards from law's own start, by no other rules. */
void cp_same_put_line(struct cp_same *s, const struct cp_law *law, const struct cp_bit_line *line);

/* The only word of a game by its last position, after so many half-moves. */
void cp_same_put_position(struct cp_same *s, const struct cp_game *g, struct cp_position *p,
                          uint32_t plies);

#endif
