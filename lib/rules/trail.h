/* SPDX-License-Identifier: MIT */
/* trail.h -- where men came from, ply by ply: enough to say whether the position
 * now is the one after an earlier ply, without playing the game again.
 *
 * Between two equal positions nothing was taken and nothing promoted. Going back
 * from now, the last origin met of each man that moved is where he stood then:
 *
 *     ply 5  N b1-c3     back from ply 8 to ply 4: the knight stood on b1,
 *     ply 7  N c3-b1     and a knight stands there now
 */
#ifndef CP_TRAIL_H
#define CP_TRAIL_H

#include "rules/move.h"

typedef struct {
    cp_square from;
    int32_t man, rook; /* rook: castled along, or CP_NOBODY */
    bool changed_men;  /* men, or rights to first moves or castling */
    bool can_pass;     /* afterwards somebody could take in passing */
    bool is_body;      /* `men` moved as one, man and from being the first's */
    int32_t men[CP_BODY_MOST];
} cp_footprint;

struct cp_trail {
    struct cp_arena *arena;
    cp_footprint *prints;
    uint32_t count, room;
    bool could_pass_at_start;
    uint32_t *clocks_at_start; /* by man, with trapdoors: the ply at whose end he falls */
    cp_square *then;           /* by man: where he stood, while comparing */
    uint32_t *mark;            /* by man: the comparison that `then` belongs to */
    uint32_t comparison;
};

void cp_trail_init(struct cp_trail *t, struct cp_arena *arena, struct cp_position *p);

/* After a move was applied; before it is undone. */
void cp_trail_put(struct cp_trail *t, struct cp_position *p, const cp_undo *undo);
void cp_trail_del(struct cp_trail *t);

/* Whether the position now is the one after `ply` plies of this line: like men
 * on the same squares with the same rights, and the same side to move. Costs as
 * many steps as there are plies between. */
CP_MUST_USE bool cp_trail_is_same(struct cp_trail *t, struct cp_position *p, uint32_t ply);

#endif
