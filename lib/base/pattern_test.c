/* SPDX-License-Identifier: MIT */
#include "base/pattern.h"

#include "test.h"

static struct cp_arena arena;

static struct cp_pattern *pattern(const char *expression)
{
    return cp_pattern_open(&arena, cp_str_from(expression), NULL, NULL);
}

TEST(a_match_begins_exactly_where_it_is_asked_for)
{
    struct cp_pattern *p = pattern("([A-Z])\\(([a-z]+)(\\d+)\\)");
    cp_str groups[CP_GROUPS], text = CP_STR("1. R(g9)");
    EXPECT(!cp_pattern_match(p, text, 0, groups));
    EXPECT(cp_pattern_match(p, text, 3, groups));
    EXPECT_STR(groups[0], "R(g9)");
    EXPECT_STR(groups[1], "R");
    EXPECT_STR(groups[3], "9");
    EXPECT(!groups[4].at);
    EXPECT(!cp_pattern_match(p, text, 99, groups));
    cp_pattern_close(p);
}

TEST(a_group_that_took_no_part_is_null_and_an_empty_one_is_not)
{
    struct cp_pattern *p = pattern("(x)?(y*)z");
    cp_str groups[CP_GROUPS];
    EXPECT(cp_pattern_match(p, CP_STR("z"), 0, groups));
    EXPECT(!groups[1].at);
    EXPECT(groups[2].at && !groups[2].len);
    cp_pattern_close(p);
}

TEST(letters_beyond_ascii_are_one_character)
{
    struct cp_pattern *p = pattern("\\(.9\\)");
    cp_str groups[CP_GROUPS];
    EXPECT(cp_pattern_match(p, CP_STR("(φ9)"), 0, groups));
    cp_pattern_close(p);
}

TEST(bytes_that_are_not_utf8_match_nothing_and_spoil_nothing)
{
    struct cp_pattern *p = pattern("a.");
    cp_str groups[CP_GROUPS];
    EXPECT(!cp_pattern_match(p, CP_STR("a\xff"), 0, groups));
    EXPECT(cp_pattern_match(p, CP_STR("\xff\xfe ab"), 3, groups));
    cp_pattern_close(p);
}

TEST(a_wrong_expression_says_where_and_why)
{
    size_t wrong = 0;
    cp_str why = {0};
    EXPECT(!cp_pattern_open(&arena, CP_STR("ab(c"), &wrong, &why));
    EXPECT_INT((int64_t)wrong, 4);
    EXPECT_STR(why, "missing closing parenthesis");
}

TEST(a_hostile_line_is_no_match_and_no_hang)
{
    struct cp_pattern *p = pattern("(?:(a+)+)+$");
    char line[4096];
    memset(line, 'a', sizeof line);
    line[sizeof line - 1] = '!';
    cp_str groups[CP_GROUPS];
    EXPECT(!cp_pattern_match(p, (cp_str){line, sizeof line}, 0, groups));
    cp_pattern_close(p);
}

TEST(a_search_finds_what_stands_anywhere_and_each_place_works_for_itself)
{
    bool gave_up = false;
    struct cp_search *s = cp_search_open(&arena, CP_STR("^al|ÉTI"), true, 2, NULL, NULL);
    EXPECT(s && cp_search_has(s, 0, CP_STR("Alekhine"), &gave_up));
    EXPECT(s && cp_search_has(s, 1, CP_STR("Saint-\xc3\xa9tienne"), &gave_up));
    EXPECT(s && !cp_search_has(s, 1, CP_STR("Capal"), &gave_up));
    EXPECT(s && !cp_search_has(s, 0, (cp_str){0}, &gave_up));
    cp_search_close(s);
    s = cp_search_open(&arena, CP_STR("al"), false, 1, NULL, NULL);
    EXPECT(s && !cp_search_has(s, 0, CP_STR("ALEKHINE"), &gave_up));
    cp_search_close(s);
    EXPECT(!gave_up);
    s = cp_search_open(&arena, CP_STR("^(?:(a|aa)+b|a+!)"), false, 1, NULL, NULL);
    char line[100];
    memset(line, 'a', sizeof line);
    EXPECT(s && !cp_search_has(s, 0, (cp_str){line, sizeof line}, &gave_up));
    EXPECT(gave_up);
    cp_search_close(s);
    cp_search_close(NULL);
    cp_str why = {0};
    EXPECT(!cp_search_open(&arena, CP_STR("("), false, 1, NULL, &why));
    EXPECT(why.len > 0);
}
