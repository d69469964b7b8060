/* SPDX-License-Identifier: MIT */
#include "base/wordlist.h"

#include "test.h"

static const struct cp_word table[] = {{"check", 1}, {"capture", 2}, {"legal-count", 4}, {0}};

static cp_str meant(const char *mistyped)
{
    return cp_str_from(cp_wordlist_nearest(table, cp_str_from(mistyped)));
}

TEST(a_list_is_all_its_words)
{
    unsigned bits;
    cp_str culprit;
    EXPECT(cp_wordlist_parse(table, &bits, CP_STR("legal-count,check"), &culprit));
    EXPECT_INT(bits, 5);
}

TEST(a_word_that_is_not_there_is_found)
{
    unsigned bits;
    cp_str culprit = {0};
    EXPECT(!cp_wordlist_parse(table, &bits, CP_STR("check,chess,capture"), &culprit));
    EXPECT_STR(culprit, "chess");
    EXPECT(!cp_wordlist_parse(table, &bits, CP_STR("check,"), &culprit));
    EXPECT_STR(culprit, "");
    EXPECT(!cp_wordlist_parse(table, &bits, CP_STR(""), &culprit));
}

TEST(the_nearest_word_is_the_one_that_was_meant)
{
    EXPECT_STR(meant("chekc"), "check");
    EXPECT_STR(meant("captures"), "capture");
    EXPECT_STR(meant("legalcount"), "legal-count");
    EXPECT_STR(meant("moon"), "");
    EXPECT_STR(meant("a-word-longer-than-any-that-anybody-would-type-here"), "");
}

TEST(what_is_not_near_was_not_meant)
{
    static const struct cp_word tags[] = {
        {"White", 1}, {"Black", 1}, {"Round", 1}, {"ECO", 1}, {0}};
    EXPECT(!cp_wordlist_nearest(tags, CP_STR("Clocks")));
    EXPECT(!cp_wordlist_nearest(tags, CP_STR("Rules")));
    EXPECT(!cp_wordlist_nearest(tags, CP_STR("x")));
    EXPECT(!cp_wordlist_nearest(tags, CP_STR("")));
    EXPECT_STR(cp_str_from(cp_wordlist_nearest(tags, CP_STR("BLACK"))), "Black");
    EXPECT_STR(cp_str_from(cp_wordlist_nearest(tags, CP_STR("lack"))), "Black");
    EXPECT_STR(cp_str_from(cp_wordlist_nearest(tags, CP_STR("Wihte"))), "White");
    EXPECT_STR(cp_str_from(cp_wordlist_nearest(tags, CP_STR("rond"))), "Round");
    static const struct cp_word variants[] = {{"trapper", 1}, {"trappist-1", 1}, {0}};
    EXPECT_STR(cp_str_from(cp_wordlist_nearest(variants, CP_STR("trapist"))), "trappist-1");
}

TEST(a_distance_counts_letters_and_neighbours_that_changed_places)
{
    EXPECT_INT(cp_word_distance(CP_STR("ply"), CP_STR("ply")), 0);
    EXPECT_INT(cp_word_distance(CP_STR("pyl"), CP_STR("ply")), 1);
    EXPECT_INT(cp_word_distance(CP_STR("plie"), CP_STR("ply")), 2);
    EXPECT_INT(cp_word_distance(CP_STR(""), CP_STR("ply")), 3);
    EXPECT_INT(cp_word_distance(CP_STR("kitten"), CP_STR("sitting")), 3);
}

TEST(all_words_are_listed)
{
    struct cp_arena arena;
    struct cp_buf out;
    cp_arena_init(&arena, NULL, NULL);
    cp_buf_init(&out, &arena);
    cp_wordlist_put(&out, table, ',');
    EXPECT_STR(cp_buf_str(&out), "check,capture,legal-count");
    cp_arena_close(&arena);
}
