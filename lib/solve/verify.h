/* SPDX-License-Identifier: MIT */
/* verify.h -- proofs, and whether they hold. */
#ifndef CP_SOLVE_VERIFY_H
#define CP_SOLVE_VERIFY_H

#include "solve/problem.h"

/* What is proved. */
struct cp_claim {
    cp_stipulation asked;
    bool is_yes, only_checks;
};

struct cp_turn_listed {
    cp_move move;
    bool is_told;
};

/* All legal moves of a position, one by one. */
struct cp_turns {
    struct cp_ranges ranges;
    struct cp_turn_listed *list;
    size_t room;
    uint32_t count;
};

/* Room for those of so many positions. */
struct cp_turns *cp_turns_make(uint32_t levels, struct cp_arena *arena);

/* False: they are endlessly many, or very many, or the rules leave open which there are. */
CP_MUST_USE bool cp_turns_list(struct cp_turns *out, struct cp_position *p, struct cp_arena *arena);

static inline bool cp_move_is_same(const cp_move *a, const cp_move *b)
{
    return a->is_body == b->is_body && a->is_pass == b->is_pass &&
           (a->is_pass || a->man == b->man) && cp_square_equal(a->from, b->from) &&
           cp_square_equal(a->to, b->to) && a->promotion == b->promotion && a->rook == b->rook &&
           a->sep == b->sep && a->then == b->then && (!a->then || cp_square_equal(a->via, b->via));
}

/* Whether the proof in g's solution holds, at p, where g's moves end. False: reported. */
CP_MUST_USE bool cp_proof_verify(struct cp_run *run, const struct cp_game *g, struct cp_position *p,
                                 cp_square shift, struct cp_arena *arena);

#endif
