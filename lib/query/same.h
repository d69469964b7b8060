/* SPDX-License-Identifier: MIT */
/* same.h -- what makes two games the same, as text: equal text, the same game, on every
 * machine, by every engine, however it was written. Words with blanks between, so that the
 * text of a game's beginning is a beginning of the game's text:
 *
 *     fide,, 5254 5755 7163 ...      the variant, its rules, a start of its own; each move
 *
 * A square is two signs, '0' + file and '0' + rank; numbers that are none of 0 to 74 stand in
 * braces. Behind a move stands what tells it from another: ~ and what a pawn becomes, | of
 * castling, & of a block, ! and the steps of an agent. */
#ifndef CP_SAME_H
#define CP_SAME_H

#include "game/game.h"
#include "rules/bitboards/game.h"
#include "rules/replay.h"

enum { CP_SAME_MOVE_MOST = 9 }; /* bytes of a move on a board of bits */

/* The first word: p is the start; owns_start: it is none of its variant's. */
void cp_same_put_start(struct cp_buf *out, const struct cp_game *g, struct cp_position *p,
                       bool owns_start);

/* A move, and the blank before it. */
void cp_same_put_move(struct cp_buf *out, const struct cp_ply *ply);

/* The same of variants that play on bitboards without trapdoors, from their own start. */
size_t cp_same_write_start(char *out, size_t room, const struct cp_variant *v);
size_t cp_same_write_move(char out[CP_SAME_MOVE_MOST], const struct cp_bit_ply *ply);

/* All there is to a position, in one word. */
void cp_same_put_position(struct cp_buf *out, struct cp_position *p);

#endif
