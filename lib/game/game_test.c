/* SPDX-License-Identifier: MIT */
#include "game/game.h"

#include "test.h"

static struct cp_arena arena;
static struct cp_game game;

static void begin(void)
{
    cp_arena_reset(&arena);
    cp_game_init(&game, &arena, NULL);
    game.file = "games.txt";
}

TEST(moves_stand_in_the_order_they_were_added)
{
    begin();
    struct cp_node *first = cp_line_add(&game, &game.moves, CP_STR("a"));
    struct cp_node *second = cp_line_add(&game, &game.moves, CP_STR("b"));
    EXPECT(game.moves.first == first && first->next == second && game.moves.last == second);
    EXPECT(!second->next && !first->notes && !first->is_read);
}

TEST(notes_are_made_when_first_needed)
{
    begin();
    struct cp_node *node = cp_line_add(&game, &game.moves, CP_STR("a"));
    cp_node_add_nag(&game, node, 1);
    struct cp_notes *notes = node->notes;
    cp_node_add_nag(&game, node, 14);
    EXPECT(notes && cp_node_notes(&game, node) == notes);
    EXPECT_INT(notes->nags->number, 1);
    EXPECT_INT(notes->nags->next->number, 14);
}

TEST(a_hundred_thousand_of_anything_are_appended_in_order)
{
    enum { MANY = 100000 };
    begin();
    struct cp_node *node = cp_line_add(&game, &game.moves, CP_STR("a"));
    for (uint32_t i = 0; i < MANY; i++) {
        cp_comment_add(&game, &cp_node_notes(&game, node)->after, CP_STR("c"), CP_BRACED);
        cp_node_add_variation(&game, node);
        cp_game_add_tag(&game, CP_STR("t"), CP_STR("v"), i, 1);
    }
    uint32_t tags = 0, lines = 0, comments = 0;
    for (struct cp_tag *t = game.tags; t; t = t->next)
        EXPECT_INT(t->line, tags++);
    for (struct cp_line *l = node->notes->variations; l; l = l->next)
        lines++;
    for (struct cp_comment *c = node->notes->after; c; c = c->next)
        comments++;
    EXPECT_INT(tags, MANY);
    EXPECT_INT(lines, MANY);
    EXPECT_INT(comments, MANY);
}

TEST(a_list_that_was_shortened_can_be_added_to)
{
    begin();
    struct cp_comment *list = NULL;
    cp_comment_add(&game, &list, CP_STR("a"), CP_BRACED);
    cp_comment_add(&game, &list, CP_STR("b"), CP_BRACED);
    list->next = NULL;
    list->last = NULL; /* as game.h asks */
    cp_comment_add(&game, &list, CP_STR("c"), CP_BRACED);
    EXPECT_STR(list->next->text, "c");
    EXPECT(!list->next->next);
}

TEST(the_first_tag_of_a_name_counts)
{
    begin();
    cp_game_add_tag(&game, CP_STR("Event"), CP_STR("one"), 1, 1);
    cp_game_add_tag(&game, CP_STR("Event"), CP_STR("two"), 2, 1);
    EXPECT_STR(cp_game_tag(&game, "Event"), "one");
    EXPECT_STR(cp_game_tag(&game, "event"), "");
}

TEST(a_node_without_a_place_is_at_its_game)
{
    begin();
    game.line = 12;
    struct cp_node *node = cp_line_add(&game, &game.moves, CP_STR("abc"));
    EXPECT_INT(cp_node_span(&game, node).line, 12);
    EXPECT_INT(cp_node_span(&game, node).col, 0);
    EXPECT_INT(cp_node_span(&game, NULL).line, 12);
    node->line = 13;
    node->col = 4;
    cp_span at = cp_node_span(&game, node);
    EXPECT_INT(at.line, 13);
    EXPECT_INT(at.col, 4);
    EXPECT_INT(at.len, 3);
}
