/* SPDX-License-Identifier: MIT */
#include "settle/plies.h"
#include "test.h"

static struct cp_arena arena;

static bool parse(struct cp_plies *p, const char *text)
{
    if (!arena.first)
        cp_arena_init(&arena, NULL, NULL);
    return cp_plies_parse(p, &arena, cp_str_from(text));
}

/* ---- a choice, told of a game as the replay tells ---- */

struct told {
    struct cp_game g;
    struct cp_position position;
    struct cp_choice choice;
    struct cp_buf places; /* that were wanted */
};

/* Adds n moves; the line that holds them. */
static struct cp_line *add(struct told *t, struct cp_line *line, int n)
{
    while (n--)
        cp_line_add(&t->g, line, CP_STR("e4"));
    return line;
}

static struct cp_node *at_ply(const struct cp_line *line, uint32_t ply)
{
    struct cp_node *node = line->first;
    while (--ply)
        node = node->next;
    return node;
}

static void note(struct told *t, bool has)
{
    if (!has)
        return;
    cp_buf_puts(&t->places, t->places.len ? " " : "");
    cp_choice_put_place(&t->choice, &t->places);
}

/* The replay's order: a move, then its variations; "x" cannot be played. */
static void tell(struct told *t, const struct cp_branch *b, uint32_t depth)
{
    uint32_t number = b->before;
    for (struct cp_node *node = b->line->first; node; node = node->next) {
        t->position.turn = ++number % 2 ? CP_BLACK : CP_WHITE;
        struct cp_ply ply = {
            .branch = b, .position = &t->position, .node = node, .ply = number, .depth = depth};
        bool is_refused = cp_str_is(node->text, "x");
        note(t,
             is_refused ? cp_choice_has_before(&t->choice, &ply) : cp_choice_has(&t->choice, &ply));
        struct cp_line *variation = node->notes ? node->notes->variations : NULL;
        struct cp_branch inner = {b, variation, 1, number - 1};
        for (; inner.line && t->choice.enters_variations; inner.line = inner.line->next) {
            tell(t, &inner, depth + 1);
            inner.variation++;
        }
        if (is_refused)
            return;
    }
}

/* The places of `list` in a game of six plies:
 *
 *     1 2 3 4 5 6
 *       |   4.1 (4 plies, of which the third has an empty variation and one of 2)
 *       |   4.2 (1 ply)
 *       2.1 (2 plies)      */
static void init(struct told *t)
{
    memset(t, 0, sizeof *t);
    if (!arena.first)
        cp_arena_init(&arena, NULL, NULL);
    cp_game_init(&t->g, &arena, NULL);
    cp_buf_init(&t->places, &arena);
    add(t, &t->g.moves, 6);
    add(t, cp_node_add_variation(&t->g, at_ply(&t->g.moves, 2)), 2);
    struct cp_node *fourth = at_ply(&t->g.moves, 4);
    struct cp_line *line = add(t, cp_node_add_variation(&t->g, fourth), 4);
    cp_node_add_variation(&t->g, at_ply(line, 3));
    add(t, cp_node_add_variation(&t->g, at_ply(line, 3)), 2);
    add(t, cp_node_add_variation(&t->g, fourth), 1);
}

static cp_str places(struct told *t, const char *list)
{
    struct cp_plies p;
    EXPECT(cp_plies_parse(&p, &arena, cp_str_from(list)));
    cp_choice_init(&t->choice, &p, &t->g);
    cp_buf_reset(&t->places);
    note(t, cp_choice_has_start(&t->choice));
    tell(t, &(struct cp_branch){.line = &t->g.moves}, 0);
    return cp_buf_str(&t->places);
}

TEST(places_within_variations_are_found_in_the_order_of_the_game)
{
    struct told t;
    init(&t);
    EXPECT_STR(places(&t, "0,3-5,last"), "0 3 4 5 6");
    EXPECT_STR(places(&t, "all"), "0 1 2 3 4 5 6");
    EXPECT_STR(places(&t, "5-last,1w"), "1 5 6");
    EXPECT_STR(places(&t, "white"), "1 3 5");
    EXPECT_STR(places(&t, "black,1"), "1 2 4 6");
    EXPECT_STR(places(&t, "4.1.3"), "4.1.3");
    EXPECT_STR(places(&t, "4.1.2-3,4,2.1.last"), "2.1.2 4 4.1.2 4.1.3");
    EXPECT_STR(places(&t, "2b.1.all"), "4.1.1 4.1.2 4.1.3 4.1.4");
    EXPECT_STR(places(&t, "4.1.3.2.1,4.2.1"), "4.1.3.2.1 4.2.1");
    EXPECT_STR(places(&t, "4.1.3.1.1"), "");
    EXPECT_STR(places(&t, "4.1.3.2.2-last,4.1.4"), "4.1.3.2.2 4.1.4");
}

TEST(the_last_of_a_line_is_before_the_move_that_is_refused)
{
    struct told t;
    init(&t);
    struct cp_line *line = at_ply(&t.g.moves, 4)->notes->variations;
    at_ply(line, 3)->text = CP_STR("x");
    at_ply(&t.g.moves, 6)->text = CP_STR("x");
    line->next->first->text = CP_STR("x");
    EXPECT_STR(places(&t, "last"), "5");
    EXPECT_STR(places(&t, "5,last"), "5");
    EXPECT_STR(places(&t, "4.1.last,last"), "4.1.2 5");
    EXPECT_STR(places(&t, "4.1.3.2.1"), "4.1.3.2.1"); /* instead of the refused one */
    EXPECT_STR(places(&t, "4.2.last,4.2.1"), "");
}

TEST(marked_moves_have_a_nag_or_a_command)
{
    struct told t;
    init(&t);
    struct cp_node *second = at_ply(&t.g.moves, 2), *third = at_ply(&t.g.moves, 3);
    cp_node_add_nag(&t.g, second, 1);
    cp_node_add_nag(&t.g, second, 220);
    cp_comment_add(&t.g, &cp_node_notes(&t.g, third)->after, CP_STR("[%csl Ra1] so [%dia]"),
                   CP_BRACED);
    struct cp_node *inner = at_ply(at_ply(&t.g.moves, 4)->notes->variations, 2);
    cp_comment_add(&t.g, &cp_node_notes(&t.g, inner)->after, CP_STR("[%dia] [%di"), CP_BRACED);
    cp_comment_add(&t.g, &cp_node_notes(&t.g, t.g.moves.first)->after, CP_STR("[%dia"), CP_BRACED);
    EXPECT_STR(places(&t, "marked"), "2 3 4.1.2");
    cp_comment_add(&t.g, &t.g.moves.first->notes->before, CP_STR("[%dia]"), CP_BRACED);
    EXPECT_STR(places(&t, "marked"), "0 2 3 4.1.2");
}

TEST(moves_go_by_their_numbers_wherever_a_game_begins)
{
    static const char late[] = "4k3/8/8/8/8/8/4P3/4K3 b - - 0 7"; /* Black's seventh is the first */
    static const struct {
        const char *list, *start;
        uint32_t low, high;
    } cases[] = {
        {"3w", "", 5, 5},
        {"3.", "", 5, 5},
        {"3b", "", 6, 6},
        {"3...", "", 6, 6},
        {"1w-2b", "", 1, 4},
        {"2...-3w", "", 4, 5},
        {"7b", late, 1, 1},
        {"7w", late, 0, 0},
        {"8w-9b", late, 2, 5},
        {"6b", late, CP_NO_PLY, CP_NO_PLY},
        {"12", late, 12, 12},
        {"6w-9b", "", 11, 18},
        {"8b.1.2", late, 3, 3},
        {"3.1.2", late, 3, 3},
        {"8w-last", late, 2, CP_PLY_LAST},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct cp_plies p;
        EXPECT(cp_plies_parse(&p, &arena, cp_str_from(cases[i].list)));
        struct cp_game g = {.arena = &arena, .start = cp_str_from(cases[i].start)};
        struct cp_plies settled = cp_plies_settle(&p, &g);
        uint32_t forks = settled.ranges->fork_count;
        EXPECT_INT(forks ? settled.ranges->forks->ply : settled.ranges->low, cases[i].low);
        EXPECT_INT(forks ? settled.ranges->forks->ply : settled.ranges->high, cases[i].high);
    }
    static const char *const wrong[] = {"0w",   "0b",   "0...", "w",     "3x",
                                        "3w-5", "3-5w", "3..",  "4w-3w", "3wb"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        struct cp_plies p;
        EXPECT(!cp_plies_parse(&p, &arena, cp_str_from(wrong[i])));
    }
}

TEST(what_is_no_choice_of_plies_is_refused)
{
    static const char *const wrong[] = {"",
                                        ",",
                                        "1,",
                                        "first",
                                        "5-3",
                                        "-1",
                                        "1-",
                                        "1 2",
                                        "9999999999",
                                        "0x1",
                                        "1,,2",
                                        "12.1",
                                        "12.1.",
                                        "12.1.0",
                                        "12.0.1",
                                        "0.1.1",
                                        "0w.1.1",
                                        "12.1.x",
                                        "12.1.5-3",
                                        "12.1.3w",
                                        "12.1.2-3.1.1",
                                        "12.1.white",
                                        "marked-3",
                                        "last-3",
                                        "white-black",
                                        "12.1.3...",
                                        "12.1.9999999999",
                                        "all.1.2"};
    struct cp_plies p;
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        EXPECT(!parse(&p, wrong[i]));
}

TEST(one_position_is_no_list)
{
    static const char *const one[] = {"0", "3b", "last"};
    static const char *const more[] = {"all", "1,2", "1-2", "white", "marked", "5-last"};
    struct cp_plies p;
    for (size_t i = 0; i < sizeof one / sizeof *one; i++)
        EXPECT(parse(&p, one[i]) && cp_plies_is_one(&p) && !cp_plies_are_many(&p));
    for (size_t i = 0; i < sizeof more / sizeof *more; i++)
        EXPECT(parse(&p, more[i]) && !cp_plies_is_one(&p) && cp_plies_are_many(&p));
    EXPECT(parse(&p, "12.1.3") && !cp_plies_is_one(&p));
}
