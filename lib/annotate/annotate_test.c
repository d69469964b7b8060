/* SPDX-License-Identifier: MIT */
/* What is said of positions is judged by the families of testdata/annotate/; here
 * are the wordings that need none. */
#include "annotate/annotate.h"

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

TEST(moves_are_numbered_by_the_half_moves_before_them)
{
    static const struct {
        uint64_t before;
        const char *text;
    } cases[] = {{0, "[%move 1.]"},    {1, "[%move 1...]"},    {2, "[%move 2.]"},
                 {118, "[%move 60.]"}, {119, "[%move 60...]"}, {8589934590, "[%move 4294967296.]"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct cp_buf out;
        cp_buf_init(&out, &arena);
        cp_remark_move(&out, cases[i].before);
        EXPECT_STR(cp_buf_str(&out), cases[i].text);
    }
}
