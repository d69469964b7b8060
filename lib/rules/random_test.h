/* SPDX-License-Identifier: MIT */
/* random_test.h -- positions of games played by chance, of any variant, with trapdoors or
 * without: for tests of what is said of positions and of moves. */
#ifndef CP_RANDOM_TEST_H
#define CP_RANDOM_TEST_H

#include "rules/chess/turn.h"
#include "rules/setup.h"
#include "test.h"

struct world {
    struct cp_arena arena, scratch;
    struct cp_ints *ints, *others; /* of another seed */
    struct cp_diags diags;
    struct cp_variants variants;
    struct cp_variant variant; /* perhaps with trapdoors */
    struct cp_law law;
    struct cp_position p;
    uint64_t seed;
    unsigned long plies, faults;
};

static inline uint64_t roll(struct world *w, uint64_t below)
{
    w->seed ^= w->seed << 13;
    w->seed ^= w->seed >> 7;
    w->seed ^= w->seed << 17;
    return (w->seed >> 11) % below;
}

static inline void world_init(struct world *w)
{
    *w = (struct world){.ints = cp_ints_open(), .others = cp_ints_open(), .seed = 12345};
    cp_ints_set_seed(w->others, 99);
    cp_arena_init(&w->arena, NULL, NULL);
    cp_arena_init(&w->scratch, NULL, NULL);
    w->diags = cp_diags_in(&w->arena);
    EXPECT(cp_variants_load(&w->variants, &w->arena, w->ints, &w->diags));
    cp_variants_wake(&w->variants, &w->arena, w->ints);
}

static inline void world_close(struct world *w)
{
    cp_ints_close(w->others);
    cp_ints_close(w->ints);
    cp_arena_close(&w->scratch);
    cp_arena_close(&w->arena);
}

static inline void take_variant(struct world *w, const struct cp_variant *v, int32_t trapdoor)
{
    w->variant = *v;
    w->variant.trapdoor = trapdoor;
    EXPECT(cp_law_init(&w->law, &w->variant, &w->arena, &w->diags));
}

static inline void set_up(struct world *w)
{
    int32_t culprit;
    const struct cp_start *start = &w->variant.start;
    cp_position_init(&w->p, &w->law, w->ints, &w->scratch, start);
    cp_rules_of(&w->p)->begin(&w->p, start);
    EXPECT_INT(cp_rules_of(&w->p)->check_setup(&w->p, start, &culprit), CP_OK);
}

/* A legal move by chance; false when the first hundred tries find none. */
static inline bool draw_move(struct world *w, cp_move *move)
{
    struct cp_position *p = &w->p;
    for (int tries = 0; tries < 100; tries++) {
        struct cp_ranges ranges;
        int32_t man = (int32_t)roll(w, p->count);
        cp_ranges_init(&ranges, &w->scratch);
        if (p->gone[man] || p->side[man] != p->turn)
            continue;
        cp_rules_of(p)->each_move(p, man, &ranges);
        if (!ranges.count)
            continue;
        const cp_range *range = &ranges.list[roll(w, ranges.count)];
        cp_int length = range->low;
        if (range->is_endless && roll(w, 2))
            length = cp_int_scale(w->ints, cp_int_from(w->ints, INT64_C(1) << 61), 7);
        uint8_t kind = range->promotes ? w->variant.promotion[p->turn].to[0] : CP_NO_KIND;
        if (!cp_range_is_empty(w->ints, range) &&
            cp_range_move(p, range, length, kind, move) == CP_OK)
            return true;
    }
    return false;
}

#endif
