/* SPDX-License-Identifier: MIT */
/* What is said of positions is judged by the families of testdata/annotate/; here
 * are the wordings that need none. */
#include "tool/annotate.h"

#include "test.h"

static struct cp_arena arena;

TEST(a_repetition_names_the_first_time)
{
    struct cp_buf out;
    cp_buf_init(&out, &arena);
    cp_remark_repetition(&out, 3, 4);
    EXPECT_STR(cp_buf_str(&out), "[%rep 3 third time this position: first after ply 4]");
    cp_buf_reset(&out);
    cp_remark_repetition(&out, 5, 0);
    EXPECT_STR(cp_buf_str(&out), "[%rep 5 fifth time this position: first at the start]");
}

TEST(moves_are_numbered_from_whoever_began)
{
    static const char *const white[] = {"[%move 1.]", "[%move 1...]", "[%move 2.]"};
    static const char *const black[] = {"[%move 1...]", "[%move 2.]", "[%move 2...]"};
    for (uint32_t ply = 1; ply <= 3; ply++) {
        struct cp_buf out;
        cp_buf_init(&out, &arena);
        cp_remark_move(&out, ply, CP_WHITE);
        EXPECT_STR(cp_buf_str(&out), white[ply - 1]);
        cp_buf_reset(&out);
        cp_remark_move(&out, ply, CP_BLACK);
        EXPECT_STR(cp_buf_str(&out), black[ply - 1]);
    }
}
