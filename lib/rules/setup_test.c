/* SPDX-License-Identifier: MIT */
#include "rules/setup.h"
#include "test.h"

enum { WHITE_KING, WHITE_ROOK, OTHER_ROOK, BLACK_KING, MEN };

/* The verdict on white Ke1 Ra1 Rh1, black Ke8 with these clocks. */
static enum cp_diag judged(const char *castling, const uint32_t clocks[MEN], int32_t *culprit)
{
    struct cp_arena arena;
    struct cp_variants variants;
    struct cp_law law;
    struct cp_position p;
    cp_arena_init(&arena, NULL, NULL);
    struct cp_diags diags = cp_diags_in(&arena);
    struct cp_ints *ints = cp_ints_open();
    EXPECT(cp_variants_load(&variants, &arena, ints, &diags));
    const struct cp_variant *v = cp_variants_find(&variants, CP_STR("fide"));
    EXPECT(v && cp_law_init(&law, v, &arena, &diags));
    uint8_t king = law.royal[CP_WHITE];
    uint8_t rook = cp_alphabet_find(&v->alphabet, CP_STR("R"), false);
    cp_man men[MEN] = {[WHITE_KING] = {.square = {CP_INT(5), CP_INT(1)}, .kind = king},
                       [WHITE_ROOK] = {.square = {CP_INT(1), CP_INT(1)}, .kind = rook},
                       [OTHER_ROOK] = {.square = {CP_INT(8), CP_INT(1)}, .kind = rook},
                       [BLACK_KING] = {.square = {CP_INT(5), CP_INT(8)}, .kind = king, .side = 1}};
    for (int i = 0; i < MEN; i++)
        men[i].clock = clocks[i];
    struct cp_start start = {.men = men, .count = MEN, .castling = cp_str_from(castling)};
    cp_position_init(&p, &law, ints, &arena, &start);
    enum cp_diag why = cp_setup_check(&p, &start, culprit);
    cp_ints_close(ints);
    cp_arena_close(&arena);
    return why;
}

TEST(a_man_on_a_running_clock_cannot_have_a_right_to_castle) /* R-TD-8 */
{
    int32_t culprit;
    EXPECT_INT(judged("K", (uint32_t[MEN]){0, 0, 3, 0}, &culprit), CP_START_CASTLING_CLOCK);
    EXPECT_INT(culprit, OTHER_ROOK);
    EXPECT_INT(judged("KQ", (uint32_t[MEN]){1, 0, 0, 0}, &culprit), CP_START_CASTLING_CLOCK);
    EXPECT_INT(culprit, WHITE_KING);
    EXPECT_INT(judged("Q", (uint32_t[MEN]){0, 0, 3, 2}, &culprit), CP_OK);
    EXPECT_INT(judged("", (uint32_t[MEN]){1, 3, 3, 2}, &culprit), CP_OK);
}

/* R-ICN-7, R-ICN-8, R-ICN-9: what platforms play begins like any other. */
TEST(a_game_can_begin_from_every_bundled_set_up)
{
    struct cp_arena arena;
    struct cp_variants variants;
    cp_arena_init(&arena, NULL, NULL);
    struct cp_diags diags = cp_diags_in(&arena);
    struct cp_ints *ints = cp_ints_open();
    EXPECT(cp_variants_load(&variants, &arena, ints, &diags));
    cp_variants_wake(&variants, &arena, ints);
    for (uint32_t i = 0; i < variants.count; i++) {
        const struct cp_variant *v = variants.list[i];
        struct cp_law law;
        struct cp_position p;
        int32_t culprit;
        if (v->family != CP_FAMILY_CHESS)
            continue;
        EXPECT(cp_law_init(&law, v, &arena, &diags));
        cp_position_init(&p, &law, ints, &arena, &v->start);
        EXPECT_INT(cp_setup_check(&p, &v->start, &culprit), CP_OK);
        EXPECT_INT(p.turn, v->start.turn);
    }
    cp_ints_close(ints);
    cp_arena_close(&arena);
}
