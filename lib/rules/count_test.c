/* SPDX-License-Identifier: MIT */
/* What is counted is judged by testdata/annotate/legal.txt; here is how it is told. */
#include "rules/moves.h"

#include "test.h"

static struct cp_arena arena;

static cp_str told(int64_t count, uint32_t endless, uint32_t uncounted)
{
    struct cp_move_count all = {CP_INT(count), endless, uncounted, 0};
    struct cp_ints *ints = cp_ints_open();
    struct cp_buf out;
    cp_buf_init(&out, &arena);
    cp_move_count_format(&out, ints, &all);
    cp_ints_close(ints);
    return cp_buf_str(&out);
}

TEST(a_number_is_a_number)
{
    EXPECT_STR(told(0, 0, 0), "0");
    EXPECT_STR(told(37, 0, 0), "37");
}

TEST(what_has_no_end_is_told_line_by_line)
{
    EXPECT_STR(told(37, 5, 0), "endless: 37 and 5 endless lines");
    EXPECT_STR(told(0, 1, 0), "endless: 0 and 1 endless line");
}

TEST(primes_too_many_to_count_are_told_apart)
{
    EXPECT_STR(told(8, 0, 1), "8 and the primes of 1 long line");
    EXPECT_STR(told(8, 0, 2), "8 and the primes of 2 long lines");
    EXPECT_STR(told(8, 3, 2), "endless: 8, the primes of 2 long lines and 3 endless lines");
}
