/* SPDX-License-Identifier: MIT */
#include "game/start.h"

struct cp_start *cp_start_shift(const struct cp_start *start, struct cp_arena *arena,
                                struct cp_ints *ints, cp_square by)
{
    struct cp_start *there = cp_arena_take(arena, sizeof *there);
    *there = *start;
    there->men = cp_arena_take(arena, start->count * sizeof *there->men);
    for (uint32_t i = 0; i < start->count; i++) {
        there->men[i] = start->men[i];
        there->men[i].square = cp_square_shift(ints, start->men[i].square, by);
    }
    there->befores = cp_arena_take(arena, start->before_count * sizeof *there->befores);
    for (uint32_t i = 0; i < start->before_count; i++) {
        there->befores[i] = start->befores[i];
        there->befores[i].now = cp_square_shift(ints, start->befores[i].now, by);
        there->befores[i].then = cp_square_shift(ints, start->befores[i].then, by);
    }
    if (start->has_en_passant)
        there->en_passant = cp_square_shift(ints, start->en_passant, by);
    return there;
}
