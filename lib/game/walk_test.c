/* SPDX-License-Identifier: MIT */
#include "game/game.h"

#include "test.h"

static struct cp_arena arena;
static struct cp_game game;

static void begin(void)
{
    cp_arena_init(&arena, NULL, NULL);
    cp_game_init(&game, &arena, NULL);
}

static cp_str walked(void)
{
    struct cp_buf out;
    cp_buf_init(&out, &arena);
    struct cp_walk walk = cp_walk_of(&arena, &game.moves);
    for (struct cp_node *node; (node = cp_walk_next(&walk));)
        cp_buf_printf(&out, "%.*s%u", CP_FMT(node->text), walk.ply);
    return cp_buf_str(&out);
}

TEST(a_game_without_moves_is_walked_at_once)
{
    begin();
    EXPECT_STR(walked(), "");
    cp_arena_close(&arena);
}

TEST(a_move_comes_before_its_variations_and_they_before_the_next_move)
{
    begin();
    struct cp_node *a = cp_line_add(&game, &game.moves, CP_STR("a"));
    struct cp_line *one = cp_node_add_variation(&game, a);
    struct cp_node *b = cp_line_add(&game, one, CP_STR("b"));
    cp_line_add(&game, cp_node_add_variation(&game, b), CP_STR("c"));
    cp_line_add(&game, one, CP_STR("d"));
    (void)cp_node_add_variation(&game, a); /* an empty one, as damage leaves it */
    cp_line_add(&game, cp_node_add_variation(&game, a), CP_STR("e"));
    cp_line_add(&game, &game.moves, CP_STR("f"));
    EXPECT_STR(walked(), "a1b1c1d2e1f2");
    cp_arena_close(&arena);
}

TEST(a_hundred_thousand_nested_variations_are_walked)
{
    begin();
    struct cp_line *line = &game.moves;
    for (int i = 0; i < 100000; i++)
        line = cp_node_add_variation(&game, cp_line_add(&game, line, CP_STR("x")));
    EXPECT_INT((int64_t)walked().len, 200000);
    cp_arena_close(&arena);
}
