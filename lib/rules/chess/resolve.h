/* SPDX-License-Identifier: MIT */
/* resolve.h -- from a move as it was written to the one legal move it means,
 * or to the nearest reason why it means none (R-NOT-5). */
#ifndef CP_RESOLVE_H
#define CP_RESOLVE_H

#include "game/written.h"
#include "rules/chess/move.h"

enum { CP_CHOICES_MOST = 4 };

struct cp_resolution {
    enum cp_diag why;      /* CP_OK: `move` is the move; else the reason */
    cp_move move;          /* when refused: the nearest candidate, man CP_NOBODY for none */
    int32_t culprit;       /* the man to blame: blocker, attacker, squatter; or CP_NOBODY */
    int32_t bares;         /* the man whose fall bares the king to it; or CP_NOBODY */
    int32_t exposed;       /* of several royal pieces the one that is attacked; or CP_NOBODY */
    uint32_t choice_count; /* AMBIGUOUS: how many in all */
    cp_move choices[CP_CHOICES_MOST];
    uint32_t since;     /* GAME_OVER: the ply after which it was */
    uint32_t digits;    /* PRIME_UNDECIDED: of the distance */
    uint32_t fitting;   /* men that the text can mean */
    uint8_t kind;       /* of the piece that was written */
    uint8_t of;         /* and of the men it may be: the same, or those of a body */
    bool is_body;       /* which it is then */
    bool is_by_body;    /* the culprit attacks as the lower left man of a body */
    bool has_from;      /* whether the origin was written */
    cp_square from, to; /* as written, in the variant's default frame */
};

/* How resolving begins: with the origin, as far as it is written. */
void cp_resolution_begin(struct cp_resolution *r, const struct cp_position *p, const cp_written *w,
                         cp_square shift);

/* Whether w can mean a man of the side to move, by its kind and origin. */
CP_MUST_USE bool cp_resolution_means(const struct cp_resolution *r, const struct cp_position *p,
                                     const cp_written *w, int32_t man);

/* Why it means none of them. */
void cp_resolution_fits_nobody(struct cp_resolution *r, const struct cp_position *p);

/* Of a report: writes one move. */
typedef void cp_move_teller(const void *report, const cp_move *move);

/* What an ambiguous move can be: "Nb1-d2 or Nf3-d2", and "or 3 more" behind those that are kept. */
void cp_choices_write(struct cp_buf *out, const struct cp_resolution *r, cp_move_teller *write,
                      const void *report);

/* w's squares plus shift are squares of the variant's default frame. */
void cp_resolve(struct cp_position *p, const cp_written *w, cp_square shift,
                struct cp_resolution *out);

/* The written form of a move: long, or short where the origin is not needed.
 * The check mark is left to the caller, who knows the position afterwards. */
void cp_move_write(struct cp_position *p, const cp_move *move, enum cp_style style, cp_square shift,
                   cp_written *out);

/* The particulars of a refusal in a player's words, squares spelt as asked and
 * shifted back to the game's frame: "R(g9)-(a9) meets P(d9)". */
void cp_resolution_format(struct cp_buf *out, struct cp_position *p, const struct cp_resolution *r,
                          enum cp_spelling spelling, cp_square shift);

#endif
