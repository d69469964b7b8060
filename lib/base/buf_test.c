/* SPDX-License-Identifier: MIT */
#include "base/buf.h"

#include "test.h"

static struct cp_arena arena;
static struct cp_buf b;

static void begin(void)
{
    cp_arena_reset(&arena);
    cp_buf_init(&b, &arena);
}

TEST(a_buffer_grows_byte_by_byte_and_by_the_megabyte)
{
    begin();
    static char megabyte[1 << 20];
    memset(megabyte, 'm', sizeof megabyte);
    for (int i = 0; i < 100000; i++)
        cp_buf_putc(&b, (char)('a' + i % 26));
    cp_buf_put(&b, (cp_str){megabyte, sizeof megabyte});
    EXPECT_INT((int64_t)b.len, 100000 + (1 << 20));
    for (int i = 0; i < 100000; i++)
        if (b.at[i] != 'a' + i % 26) {
            EXPECT_INT(b.at[i], 'a' + i % 26);
            break;
        }
    EXPECT_INT(b.at[b.len - 1], 'm');
}

TEST(growing_keeps_its_bytes_when_something_else_was_taken)
{
    begin();
    for (int i = 0; i < 3000; i++) {
        cp_buf_putc(&b, (char)('a' + i % 26));
        memset(cp_arena_take(&arena, 8), 'X', 8);
    }
    for (int i = 0; i < 3000; i++)
        EXPECT_INT(b.at[i], 'a' + i % 26);
}

TEST(whole_numbers_are_written_in_full)
{
    begin();
    cp_buf_put_int(&b, 0);
    cp_buf_putc(&b, ' ');
    cp_buf_put_int(&b, -7);
    cp_buf_putc(&b, ' ');
    cp_buf_put_int(&b, INT64_MAX);
    cp_buf_putc(&b, ' ');
    cp_buf_put_int(&b, INT64_MIN);
    EXPECT_STR(cp_buf_str(&b), "0 -7 9223372036854775807 -9223372036854775808");
}

TEST(printf_writes_at_the_end_and_reset_starts_afresh)
{
    begin();
    cp_buf_puts(&b, "ply ");
    cp_buf_printf(&b, "%d of %s", 7, "many");
    cp_buf_printf(&b, "%s", "");
    EXPECT_STR(cp_buf_str(&b), "ply 7 of many");
    cp_buf_reset(&b);
    EXPECT_STR(cp_buf_str(&b), "");
    cp_buf_printf(&b, "%300s|", "x");
    EXPECT_INT((int64_t)b.len, 301);
}

TEST(empty_strings_need_no_room)
{
    begin();
    cp_buf_put(&b, (cp_str){NULL, 0});
    cp_buf_puts(&b, "");
    EXPECT_INT((int64_t)b.room, 0);
}

TEST(there_is_always_a_place_to_write_at)
{
    begin();
    EXPECT(cp_buf_room(&b, 0) != NULL);
}
