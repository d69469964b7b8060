/* SPDX-License-Identifier: MIT */
#include "text/reading/icn_list.h"

#include "text/sample_test.h"

#include "test.h"

static struct cp_icn_list list;
static struct cp_cursor cursor;
static struct sample_source source;
static struct cp_game game;

static bool begin(const char *text)
{
    sample_begin(false);
    source = (struct sample_source){cp_str_from(text), 3};
    cp_cursor_open(&cursor, &sample_run, sample_read, &source, "games.json");
    list = (struct cp_icn_list){.has_string = false};
    return cp_icn_list_begin(&list, &cursor);
}

static void end(void)
{
    cp_icn_list_close(&list);
    cp_cursor_close(&cursor);
}

static enum cp_icn_list_next next(void)
{
    cp_game_init(&game, &sample_record, sample_ints);
    return cp_icn_list_next(&list, &cursor, &game, &sample_diags);
}

static cp_str string(void)
{
    EXPECT_INT(next(), CP_LIST_STRING);
    while (cp_cursor_fill(&list.inside))
        ;
    return cp_cursor_text(&list.inside, SIZE_MAX);
}

TEST(a_list_is_known_by_what_stands_first_in_it)
{
    EXPECT(begin(" [ \"x\"]"));
    end();
    EXPECT(begin("[1, \"x\"]"));
    end();
    EXPECT(begin("[ , \"x\"]"));
    end();
    EXPECT(!begin("[,]"));
    cp_cursor_close(&cursor);
    EXPECT(!begin("[Event \"x\"]"));
    cp_cursor_close(&cursor);
    EXPECT(!begin("[true \"x\"]"));
    cp_cursor_close(&cursor);
}

TEST(strings_come_one_by_one_with_their_places_and_what_is_none_is_passed_over)
{
    EXPECT(begin("[\"a\\nb\", \"\" , 7, {\"x\":[\"]\"]},\"d\\\"\" ]\n"));
    EXPECT_STR(string(), "a\nb");
    EXPECT_INT(cp_cursor_place(&list.inside, list.inside.at + 1, 1).col, 4);
    EXPECT_INT(cp_cursor_place(&list.inside, list.inside.at + 2, 1).col, 6);
    EXPECT_STR(string(), "");
    EXPECT_INT(next(), CP_LIST_WRONG);
    EXPECT_INT(next(), CP_LIST_WRONG);
    EXPECT_STR(string(), "d\"");
    EXPECT_INT(next(), CP_LIST_END);
    end();
}

TEST(a_string_or_a_list_without_an_end_is_told_once)
{
    EXPECT(begin("[\"a\", \"b"));
    EXPECT_STR(string(), "a");
    EXPECT_INT(next(), CP_LIST_WRONG);
    EXPECT_INT(next(), CP_LIST_END);
    EXPECT_INT(next(), CP_LIST_END);
    EXPECT_INT((long long)sample_diags.count, 2);
    end();
}

TEST(a_string_that_is_none_is_no_game_however_much_was_told_before)
{
    EXPECT(begin("[\"\\q\", \"\\q\"]"));
    EXPECT_INT(next(), CP_LIST_WRONG);
    enum cp_diag why = game.lost;
    EXPECT(why != CP_OK);
    for (int i = 0; i < 2000; i++)
        cp_diag_report(&sample_diags, CP_NOT_A_MOVE, (cp_span){.line = 1, .col = 1}, "%s", "");
    EXPECT_INT(next(), CP_LIST_WRONG);
    EXPECT_INT(game.lost, CP_ICN_LIST_WRONG);
    end();
}

TEST(a_comma_that_is_missing_or_too_many_is_a_fault_and_no_string_is_lost)
{
    EXPECT(begin("[\"a\" \"b\",, 5 6,\"c\",]"));
    EXPECT_STR(string(), "a");
    EXPECT(!list.fault);
    EXPECT_STR(string(), "b");
    EXPECT_STR(cp_str_from(list.fault), "a comma must stand between two values of a list");
    EXPECT_INT(list.fault_at.col, 6);
    list.fault = NULL;
    EXPECT_INT(next(), CP_LIST_WRONG);
    EXPECT_STR(cp_str_from(list.fault), "a value must stand in front of the comma");
    EXPECT_INT(list.fault_at.col, 10);
    list.fault = NULL;
    EXPECT_STR(string(), "c");
    EXPECT(!list.fault);
    EXPECT_INT(next(), CP_LIST_END);
    EXPECT_STR(cp_str_from(list.fault), "a value must stand behind the comma");
    EXPECT_INT(list.fault_at.col, 20);
    end();
}

TEST(what_stands_behind_a_list_is_told_once_and_is_no_game)
{
    EXPECT(begin("[\"a\"]], \"b\"]"));
    EXPECT_STR(string(), "a");
    EXPECT_INT(next(), CP_LIST_END);
    EXPECT_INT(next(), CP_LIST_END);
    EXPECT_INT((long long)sample_diags.count, 1);
    EXPECT(!list.fault);
    end();
}
