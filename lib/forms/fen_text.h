/* SPDX-License-Identifier: MIT */
/* fen_text.h -- the positions of a game as text, one after another: FEN or EPD on a board
 * with edges; the list of pieces of a Setup tag (R-NOT-13) where FEN has no words. Lists
 * are in the variant's default frame, without its name. */
#ifndef CP_FEN_TEXT_H
#define CP_FEN_TEXT_H

#include "forms/losses.h"
#include "settle/play.h"

enum { CP_FEN_EDGE = 32 }; /* of a board that is not large, and one more */

/* A rank, and how it is written. */
struct cp_rank_text {
    char squares[CP_FEN_EDGE], text[CP_FEN_EDGE];
    size_t len; /* 0: not yet */
};

/* One game on its way. */
struct cp_fen_text {
    struct cp_play *play;
    bool is_epd, is_fen;
    bool is_small;                  /* the board of a FEN: written without a list of its pieces */
    bool has_clocks;                /* of trapdoors, which a FEN leaves out: some ran */
    bool may_lose_steps, has_steps; /* first moves that a FEN tells otherwise: some were met */
    char letters[2][CP_KINDS_MOST];
    struct cp_rank_text ranks[CP_FEN_EDGE]; /* of the position written last */
    enum cp_side began;
    uint32_t number;        /* of the first move */
    struct cp_start start;  /* the position being written */
    struct cp_buf castling; /* of it */
    cp_before befores[CP_TRACES_MOST];
};

/* Whether a FEN, read again, says of this piece what is so: whether it has moved. In FEN a
 * pawn has not on its home rank, and has elsewhere. */
CP_MUST_USE bool cp_fen_tells_step(const struct cp_variant *v, const cp_man *man);

/* What the positions written leave out. */
void cp_fen_text_find_losses(const struct cp_fen_text *f, struct cp_losses *l);

#define CP_STEPS_LEFT_OUT                                                                          \
    "which pawns have moved: a FEN gives the double step to those on their first rank, and to no " \
    "others"

/* Of the game of play, which is prepared, from its first position p on. */
void cp_fen_text_begin(struct cp_fen_text *f, struct cp_play *play, const struct cp_position *p,
                       bool is_epd);

/* Puts the position after so many plies. */
void cp_fen_text_put(struct cp_fen_text *f, struct cp_buf *out, struct cp_position *p,
                     uint32_t ply);

#endif
