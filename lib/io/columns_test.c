/* SPDX-License-Identifier: MIT */
#include "io/columns.h"

#include "test.h"

static struct cp_arena arena;
static struct cp_columns columns;

static void begin(uint32_t line, bool ends_at_returns)
{
    cp_arena_init(&arena, NULL, NULL);
    columns = (struct cp_columns){0};
    cp_columns_begin(&columns, &arena, line, ends_at_returns);
}

static void pass(const char *text)
{
    cp_columns_pass(&columns, cp_str_from(text));
}

static int64_t at(uint32_t line, uint32_t col)
{
    return cp_columns_find(&columns, line, col);
}

TEST(characters_of_several_bytes_are_one_column)
{
    begin(1, true);
    pass("abc\n");
    pass("\xc3");
    pass("\xa9x\xf0\x9f\x98\x80y\n{\xe2\x80\xa6}");
    EXPECT_INT(at(1, 3), 3);
    EXPECT_INT(at(2, 1), 1);
    EXPECT_INT(at(2, 3), 2); /* x */
    EXPECT_INT(at(2, 4), 3);
    EXPECT_INT(at(2, 8), 4); /* y */
    EXPECT_INT(at(3, 5), 3);
    cp_arena_close(&arena);
}

TEST(lines_end_as_the_reader_ends_them)
{
    begin(7, true);
    pass("\xc3\xa9\r\n\xc3\xa9\r\xc3\xa9\r");
    pass("\n\xc3\xa9|");
    for (uint32_t line = 7; line <= 10; line++)
        EXPECT_INT(at(line, 3), 2);
    cp_arena_close(&arena);
    begin(1, false);
    pass("\xc3\xa9\r\xc3\xa9\n|");
    EXPECT_INT(at(1, 6), 4);
    EXPECT_INT(at(2, 1), 1);
    cp_arena_close(&arena);
}

TEST(what_was_not_read_or_is_long_gone_is_not_known)
{
    begin(5, true);
    EXPECT_INT(at(4, 1), 0);
    pass("abc");
    EXPECT_INT(at(5, 2), 2);
    EXPECT_INT(at(6, 1), 0);
    EXPECT_INT(at(5, 0), 0);
    for (int i = 0; i < 300000; i++)
        pass("\n\xc3\xa9");
    EXPECT_INT(at(6, 3), 0);
    EXPECT_INT(at(300005, 3), 2);
    cp_arena_close(&arena);
    columns = (struct cp_columns){0};
    EXPECT_INT(at(0, 1), 0);
    EXPECT_INT(at(1, 1), 0);
}
