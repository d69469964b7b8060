/* SPDX-License-Identifier: MIT */
#include "test.h"
#include "tool/positions.h"

static struct cp_arena arena;

static bool parse(struct cp_plies *p, const char *text)
{
    if (!arena.first)
        cp_arena_init(&arena, NULL, NULL);
    return cp_plies_parse(p, &arena, cp_str_from(text));
}

TEST(a_list_of_plies_has_numbers_ranges_and_the_last)
{
    struct cp_plies p;
    EXPECT(parse(&p, "0,3-5,last"));
    EXPECT(cp_plies_has(&p, 7, true) && !cp_plies_has(&p, 7, false));
    EXPECT(cp_plies_has(&p, 0, false) && cp_plies_has(&p, 3, false) && cp_plies_has(&p, 5, false));
    EXPECT(!cp_plies_has(&p, 1, false) && !cp_plies_has(&p, 6, false));
}

TEST(all_are_all_and_none_of_them_is_missing)
{
    struct cp_plies p;
    EXPECT(parse(&p, "all"));
    EXPECT(cp_plies_has(&p, 0, false) && cp_plies_has(&p, 1000000, false));
    EXPECT_INT(cp_plies_missing(&p, 3), 0);
}

TEST(a_ply_that_a_game_does_not_have_is_named)
{
    struct cp_plies p;
    EXPECT(parse(&p, "2,4-9"));
    EXPECT_INT(cp_plies_missing(&p, 9), 0);
    EXPECT_INT(cp_plies_missing(&p, 5), 9);
    EXPECT_INT(cp_plies_missing(&p, 3), 4);
    EXPECT_INT(cp_plies_missing(&p, 1), 2);
}

TEST(moves_go_by_their_numbers_wherever_a_game_begins)
{
    static const char late[] = "4k3/8/8/8/8/8/4P3/4K3 b - - 0 7"; /* Black's seventh is the first */
    static const struct {
        const char *list, *start;
        uint32_t low, high;
    } cases[] = {
        {"3w", "", 5, 5},      {"3.", "", 5, 5},
        {"3b", "", 6, 6},      {"3...", "", 6, 6},
        {"1w-2b", "", 1, 4},   {"2...-3w", "", 4, 5},
        {"7b", late, 1, 1},    {"7w", late, 0, 0},
        {"8w-9b", late, 2, 5}, {"6b", late, CP_NO_PLY, CP_NO_PLY},
        {"12", late, 12, 12},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct cp_plies p;
        EXPECT(cp_plies_parse(&p, &arena, cp_str_from(cases[i].list)));
        const struct cp_plies *settled = cp_plies_settle(&p, &arena, cp_str_from(cases[i].start));
        EXPECT_INT(settled->ranges[0].low, cases[i].low);
        EXPECT_INT(settled->ranges[0].high, cases[i].high);
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
    static const char *const wrong[] = {"",   ",",   "1,",         "first", "5-3", "-1",
                                        "1-", "1 2", "9999999999", "0x1",   "1,,2"};
    struct cp_plies p;
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        EXPECT(!parse(&p, wrong[i]));
}
