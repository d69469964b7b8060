/* SPDX-License-Identifier: MIT */
#include "text/cursor.h"

#include "base/buf.h"

#include "test.h"

static struct cp_arena arena;

/* The column of each byte of the text that raw stands for is where it is in raw, also behind so
 * many escapes that not all are noted. */
static void expect_columns(const char *escape, size_t plain, size_t between, size_t times)
{
    struct cp_buf raw;
    cp_buf_init(&raw, &arena);
    size_t len = cp_str_from(escape).len;
    for (size_t i = 0; i < times; i++) {
        for (size_t k = 0; k < between; k++)
            cp_buf_putc(&raw, 'x');
        cp_buf_puts(&raw, escape);
    }
    struct cp_unescaped u = {.line = 1, .col = 3, .raw = cp_buf_str(&raw)};
    cp_unescaped_note(&u, &arena);
    uint64_t faults = 0;
    for (size_t i = 0; i < times; i++)
        for (size_t k = 0; k <= between; k++) /* the last is the first byte of an escape */
            faults +=
                cp_unescaped_col(&u, i * (between + plain) + k) != 3 + i * (between + len) + k;
    EXPECT_INT((long long)faults, 0);
    EXPECT(u.count <= raw.len / 256 + 1);
}

TEST(columns_are_those_of_the_file_however_many_escapes_stand_before)
{
    cp_arena_init(&arena, NULL, NULL);
    for (size_t between = 0; between < 4; between++) {
        expect_columns("\\n", 1, between, 700);
        expect_columns("\\u0031", 1, between, 700);
        expect_columns("\\u00E4", 2, between, 700);
        expect_columns("\\u20ac", 3, between, 700);
        expect_columns("\\ud83d\\ude00", 4, between, 700);
    }
    expect_columns("\\\\", 1, 254, 9);
    expect_columns("\\\\", 1, 255, 9);
    expect_columns("\\\"", 1, 256, 9);
    expect_columns("\\/", 1, 1000, 9);
    expect_columns("", 0, 1000, 1);
    cp_arena_close(&arena);
}
