/* SPDX-License-Identifier: MIT */
#include "base/str.h"

#include "test.h"

TEST(strings_of_equal_bytes_are_equal_wherever_they_lie)
{
    char bytes[] = "chess chess";
    EXPECT(cp_str_equal((cp_str){bytes, 5}, (cp_str){bytes + 6, 5}));
    EXPECT(!cp_str_equal((cp_str){bytes, 5}, (cp_str){bytes, 4}));
    EXPECT(!cp_str_equal(CP_STR("chess"), CP_STR("chesS")));
    EXPECT(cp_str_equal((cp_str){NULL, 0}, CP_STR("")));
    EXPECT(cp_str_equal(CP_STR("a\0b"), CP_STR("a\0b")));
    EXPECT(!cp_str_equal(CP_STR("a\0b"), CP_STR("a\0c")));
}

TEST(alike_forgives_the_case_of_ascii_letters_only)
{
    EXPECT(cp_str_like(CP_STR("Trappist-1"), CP_STR("tRAPPIST-1")));
    EXPECT(!cp_str_like(CP_STR("@"), CP_STR("`"))); /* differ in the case bit */
    EXPECT(!cp_str_like(CP_STR("\xc3\x9c"), CP_STR("\xc3\xbc")));
    EXPECT(!cp_str_like(CP_STR("ab"), CP_STR("abc")));
}

TEST(a_string_starts_with_its_prefixes)
{
    EXPECT(cp_str_starts(CP_STR("R(g9)"), CP_STR("R(")));
    EXPECT(cp_str_starts(CP_STR("R"), (cp_str){NULL, 0}));
    EXPECT(!cp_str_starts(CP_STR("R"), CP_STR("R(")));
    EXPECT_STR(cp_str_skip(CP_STR("R(g9)"), 1), "(g9)");
}

TEST(trimming_takes_white_space_from_both_ends_only)
{
    EXPECT_STR(cp_str_trim(CP_STR(" \t\r\n a b\v\f ")), "a b");
    EXPECT_STR(cp_str_trim(CP_STR(" \n ")), "");
    EXPECT_STR(cp_str_trim((cp_str){NULL, 0}), "");
}

TEST(strings_sort_by_bytes_and_a_prefix_comes_first)
{
    EXPECT(cp_str_compare(CP_STR("a"), CP_STR("b")) < 0);
    EXPECT(cp_str_compare(CP_STR("ab"), CP_STR("a")) > 0);
    EXPECT(cp_str_compare(CP_STR("\xcf\x86"), CP_STR("z")) > 0);
    EXPECT_INT(cp_str_compare(CP_STR("hawk"), CP_STR("hawk")), 0);
    EXPECT_INT(cp_str_compare((cp_str){NULL, 0}, CP_STR("")), 0);
}

TEST(a_number_is_digits_alone_and_no_more_than_asked_for)
{
    uint32_t n;
    EXPECT(cp_number_parse(CP_STR("4294967295"), UINT32_MAX, &n) && n == UINT32_MAX);
    EXPECT(!cp_number_parse(CP_STR("4294967296"), UINT32_MAX, &n));
    EXPECT(!cp_number_parse(CP_STR("99999999999999999999999"), UINT32_MAX, &n));
    EXPECT(cp_number_parse(CP_STR("007"), 7, &n) && n == 7);
    EXPECT(!cp_number_parse(CP_STR("8"), 7, &n));
    EXPECT(!cp_number_parse(CP_STR(""), 7, &n) && !cp_number_parse(CP_STR("-1"), 7, &n));
}

TEST(bytes_are_sought_eight_at_a_time)
{
    EXPECT(cp_first_of(cp_has_byte(cp_eight("ab{de{gh"), '{')) == 2);
    EXPECT(!cp_has_byte(cp_eight("abcdefgh"), '{'));
    for (size_t n = 2; n <= 8; n++) {
        char text[9] = "abcdefgh";
        EXPECT(!cp_has_byte(cp_str_word((cp_str){text, n}), '{'));
        text[n - 1] = '{';
        EXPECT(cp_has_byte(cp_str_word((cp_str){text, n}), '{') != 0);
    }
}
