/* SPDX-License-Identifier: MIT */
/* castling.h -- the king and its partner, a rook in chess, move at once, on the
 * king's own rank. The variant says which kind the partner is of; here it is
 * called the rook. Rights are held as the rook each belongs to, so classical chess
 * and Chess960 are one. */
#ifndef CP_CASTLING_H
#define CP_CASTLING_H

#include "rules/attack.h"

typedef struct {
    int32_t rook;
    cp_square king_to, rook_to;
} cp_castle;

/* Gives p the rights that text claims: KQkq (the outermost rook on that side of
 * the king, as X-FEN means it) or rooks' files (HAha); "" and "-" claim none.
 * CP_OK, or the fault; then p has the rights before it. */
CP_MUST_USE enum cp_diag cp_castling_claim(struct cp_position *p, cp_str text);

/* Whether the side to move may castle to the left (0) or right (1): CP_OK and
 * how, or the reason why not, blaming *culprit (CP_NOBODY: nobody). */
CP_MUST_USE enum cp_diag cp_castling_check(struct cp_position *p, int right, cp_castle *out,
                                           int32_t *culprit);

/* The rights that a move of man, or his being taken, ends. */
void cp_castling_forfeit(struct cp_position *p, int32_t man);

/* What the rights add to the position's hash. */
cp_hash cp_castling_hash(const struct cp_position *p);

/* The rights as FEN has them: KQkq where that is clear, else files; "-" for none. */
void cp_castling_format(struct cp_buf *out, const struct cp_position *p);

#endif
