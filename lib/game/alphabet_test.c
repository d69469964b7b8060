/* SPDX-License-Identifier: MIT */
#include "game/alphabet.h"

#include "test.h"

static const cp_str hawk_aliases[] = {{"H", 1}}, pawn_aliases[] = {{"P", 1}, {"p.", 2}};
static const struct cp_piece_words words[] = {
    {.letter = {"K", 1}, .name = {"king", 4}},
    {.letter = {"Ha", 2}, .name = {"hawk", 4}, .aliases = hawk_aliases, .alias_count = 1},
    {.letter = {"Hu", 2}, .name = {"huygens", 7}},
    {.letter = {"h", 1}, .name = {"halberd", 7}},
    {.letter = {"", 0}, .name = {"pawn", 4}, .aliases = pawn_aliases, .alias_count = 2},
};
static const struct cp_alphabet alphabet = {.pieces = words, .count = 5};

TEST(a_kind_is_found_by_letter_and_alias)
{
    EXPECT_INT(cp_alphabet_find(&alphabet, CP_STR("K"), false), 0);
    EXPECT_INT(cp_alphabet_find(&alphabet, CP_STR("H"), false), 1);
    EXPECT_INT(cp_alphabet_find(&alphabet, CP_STR("P"), false), 4);
    EXPECT_INT(cp_alphabet_find(&alphabet, CP_STR(""), false), 4);
    EXPECT_INT(cp_alphabet_find(&alphabet, CP_STR("X"), false), CP_NO_KIND);
}

TEST(an_exact_letter_wins_over_one_in_another_case)
{
    EXPECT_INT(cp_alphabet_find(&alphabet, CP_STR("h"), false), 3);
    EXPECT_INT(cp_alphabet_find(&alphabet, CP_STR("hU"), false), 2);
    EXPECT_INT(cp_alphabet_find(&alphabet, CP_STR("k"), false), 0);
}

TEST(full_names_are_found_only_when_asked_for)
{
    EXPECT_INT(cp_alphabet_find(&alphabet, CP_STR("Huygens"), true), 2);
    EXPECT_INT(cp_alphabet_find(&alphabet, CP_STR("Huygens"), false), CP_NO_KIND);
    EXPECT_INT(cp_alphabet_find(&alphabet, CP_STR("huygen"), true), 2); /* R-NOT-11 */
    EXPECT_INT(cp_alphabet_find(&alphabet, CP_STR("Huyge"), true), CP_NO_KIND);
}

TEST(a_pawn_has_a_letter_in_lists_of_men)
{
    EXPECT_STR(cp_alphabet_letter(&alphabet, 4), "P");
    EXPECT_STR(cp_alphabet_letter(&alphabet, 1), "Ha");
    const struct cp_piece_words nameless = {.letter = {"", 0}};
    const struct cp_alphabet one = {.pieces = &nameless, .count = 1};
    EXPECT_STR(cp_alphabet_letter(&one, 0), "P");
}
