/* SPDX-License-Identifier: MIT */
#include "text/starts/icn_parts.h"

#include "test.h"

static int look(const char *text)
{
    return (int)cp_icn_look(cp_str_from(text));
}

TEST(each_field_is_told_by_its_looks)
{
    EXPECT_INT(look("w 0/100"), CP_ICN_TURN);
    EXPECT_INT(look("w:b:r"), CP_ICN_TURN);
    EXPECT_INT(look("-5,33"), CP_ICN_PASSED);
    EXPECT_INT(look("12/100"), CP_ICN_QUIET);
    EXPECT_INT(look("7"), CP_ICN_NUMBER);
    EXPECT_INT(look("(8;q,r|1;q,r)"), CP_ICN_PROMOTION);
    EXPECT_INT(look("-8,_,-8,17"), CP_ICN_BORDER);
    EXPECT_INT(look("(checkmate|koth)"), CP_ICN_WINS);
    EXPECT_INT(look("allpiecescaptured"), CP_ICN_WINS);
    EXPECT_INT(look("Squares:1,2|3,4"), CP_ICN_SQUARES);
    EXPECT_INT(look("Rays:1,2>1,0"), CP_ICN_RAYS);
    EXPECT_INT(look("P1,2+|k5,8"), CP_ICN_POSITION);
    EXPECT_INT(look("HA-1,2"), CP_ICN_POSITION);
    EXPECT_INT(look("1,2>1,4"), CP_ICN_MOVES);
    EXPECT_INT(look("1. P1,2 x 1,4"), CP_ICN_MOVES);
    EXPECT_INT(look("P1, 2 > 1 ,4"), CP_ICN_MOVES);
    EXPECT_INT(look("P1,  2  >  1 ,4"), CP_ICN_MOVES);
    EXPECT_INT(look("1. {a} 1,2>1,4"), CP_ICN_MOVES);
    EXPECT_INT(look("1. {a} 1,2"), CP_ICN_NOTHING);
    EXPECT_INT(look("1,2  x 1,4"), CP_ICN_PASSED);
    EXPECT_INT(look("1, 2 x 1, 4"), CP_ICN_NOTHING);
    EXPECT_INT(look("1, 2 > x"), CP_ICN_NOTHING);
    EXPECT_INT(look("1,2,3"), CP_ICN_NOTHING);
    EXPECT_INT(look("1/2/3"), CP_ICN_NOTHING);
    EXPECT_INT(look("ABC1,2"), CP_ICN_NOTHING);
    EXPECT_INT(look(""), CP_ICN_NOTHING);
    EXPECT_INT(look("-"), CP_ICN_NOTHING);
}

TEST(fields_are_a_start_only_with_a_position_and_without_moves)
{
    EXPECT(cp_icn_is_start(CP_STR("w 0/100 1 (8|1) P1,2+|k5,8")));
    EXPECT(!cp_icn_is_start(CP_STR("w 0/100 1 (8|1)")));
    EXPECT(!cp_icn_is_start(CP_STR("1,2>1,4|1,7>1,5")));
    EXPECT(!cp_icn_is_start(CP_STR("w: K (1,1); b: K (9,9)")));
    EXPECT(!cp_icn_is_start(CP_STR("")));
}

TEST(what_is_split_stands_where_it_stood_and_the_first_of_two_counts)
{
    struct cp_icn icn;
    cp_icn_split(&icn, CP_STR(" b 1/9\t7 8 k1,1|K2,2"));
    EXPECT_STR(icn.field[CP_ICN_TURN], "b");
    EXPECT_STR(icn.field[CP_ICN_NUMBER], "7");
    EXPECT_STR(icn.field[CP_ICN_POSITION], "k1,1|K2,2");
    EXPECT_INT((long long)icn.offset[CP_ICN_QUIET], 3);
    EXPECT(!cp_icn_has(&icn, CP_ICN_BORDER));
}

static bool take(const char *text, cp_icn_man *man)
{
    struct cp_ints *ints = cp_ints_open();
    cp_str men = cp_str_from(text);
    bool good = cp_icn_take_man(ints, &men, man) && man->is_good;
    cp_ints_close(ints);
    return good;
}

TEST(a_piece_has_a_code_a_square_and_perhaps_a_right)
{
    cp_icn_man man;
    EXPECT(take("HA-3,12+|k1,1", &man));
    EXPECT_STR(man.code, "HA");
    EXPECT_INT(man.square.file.v, -3);
    EXPECT_INT(man.square.rank.v, 12);
    EXPECT(man.is_marked && !man.is_odd);
    EXPECT(take("3q01,2", &man) && man.is_odd);
    EXPECT_STR(man.player, "3");
    EXPECT(take("K+1,-0", &man) && man.is_odd);
    EXPECT(!take("K1,2++", &man));
    EXPECT(!take("K1.2", &man));
    EXPECT(!take("1,2", &man));
    EXPECT(!take("", &man));
}

TEST(a_bar_or_another_sign_for_an_arrow_is_known_where_nothing_else_looks_so)
{
    static const char *const games[] = {
        "| 5,2>5,4|5,7>5,5",     "|5,2>5,4",
        "| 1. 5,2>5,4",          "w | 5,2>5,4",
        "5,2&gt;5,4|5,7&gt;5,5", "5,2&gt;5,4",
        "1. P5,2&gt;5,4",        "5,2→5,4|5,7→5,5",
        "5,2->5,4 | 5,7->5,5",   "1. P5,2->5,4+|1,1->2,2",
    };
    static const char *const others[] = {
        "|",
        "| Nf3",
        "| 5,2",
        "| R7,9x1,9 |",
        "| 5,2->5,4",
        "5,2->5,4",
        "5,2→5,4 5,7→5,5",
        "1. P5,2->5,4 p5,7->5,5",
        "5,2-5,4|5,7-5,5",
        "R7,9&gt",
        "5,2&lt;5,4|",
        "|| 5,2>5,4",
    };
    for (size_t i = 0; i < sizeof games / sizeof *games; i++)
        EXPECT(cp_icn_is(cp_str_from(games[i]), false));
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        EXPECT(!cp_icn_is(cp_str_from(others[i]), false));
}
