/* SPDX-License-Identifier: MIT */
/* setup.h -- may a game begin like this? (R-INF-10) */
#ifndef CP_SETUP_H
#define CP_SETUP_H

#include "rules/chess/move.h"

/* Judges a position just set up from start; CP_OK, or the fault and the man of
 * the start it concerns (CP_NOBODY when it concerns none in particular). Also
 * finds what gives check to the side to move. */
CP_MUST_USE enum cp_diag cp_setup_check(struct cp_position *p, const struct cp_start *start,
                                        int32_t *culprit);

/* The mirror: what stands on p, as a start. out->men has room for p->count men;
 * out->castling lives in *castling. The square passed over is told only when a
 * capture in passing is legal (R-FIDE-2); out->number is left to the caller. */
void cp_setup_get(struct cp_position *p, struct cp_buf *castling, struct cp_start *out);

/* The same without the pieces. */
void cp_setup_get_state(struct cp_position *p, struct cp_buf *castling, struct cp_start *out);

/* Whether what is left on the board is on the variant's list of men proven
 * unable to mate. An observation, never a verdict (R-INF-6). */
CP_MUST_USE bool cp_position_is_bare(const struct cp_position *p);

enum { CP_BARE_MOST = 8 }; /* men that are proven so, kings aside */

/* Whether it is worth asking: seldom, until few are left. */
static inline bool cp_position_may_be_bare(const struct cp_position *p)
{
    return p->standing <= CP_BARE_MOST + 2;
}

#endif
