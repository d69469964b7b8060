/* SPDX-License-Identifier: MIT */
#include "draw/picture/view.h"

#include "draw/sample_test.h"

/* A window of 8 x 8 squares, and the segment in it as "x,y x,y", with < and > for what
 * goes on outside; empty: nothing. */
static cp_str seen(struct sample *s, cp_square from, cp_square to)
{
    struct cp_segment found;
    struct cp_buf b;
    cp_buf_init(&b, &s->arena);
    if (cp_segment_find(&found, &s->scene, &s->scene.panels[0], from, to))
        cp_buf_printf(&b, "%s%d,%d %d,%d%s", found.enters ? "<" : "", (int)found.from.x,
                      (int)found.from.y, (int)found.to.x, (int)found.to.y, found.leaves ? ">" : "");
    return cp_buf_str(&b);
}

static void open_window(struct sample *s)
{
    sample_open(s);
    sample_window(s, at(1, 1), at(8, 8));
    EXPECT(sample_make(s));
}

TEST(within_the_panel_it_joins_the_middles)
{
    struct sample s;
    open_window(&s);
    EXPECT_STR(seen(&s, at(1, 1), at(8, 8)), "225,3375 3375,225");
    s.view.flip = true;
    EXPECT_STR(seen(&s, at(1, 1), at(8, 8)), "3375,225 225,3375");
    sample_close(&s);
}

TEST(it_is_cut_where_it_leaves_the_strip)
{
    struct sample s;
    open_window(&s);
    EXPECT_STR(seen(&s, at(1, 1), at(1, 100)), "225,3375 225,-90>");
    EXPECT_STR(seen(&s, at(-50, 8), at(1, 8)), "<-90,225 225,225");
    EXPECT_STR(seen(&s, at(4, -4), at(4, 12)), "<1575,3690 1575,-90>");
    sample_close(&s);
}

TEST(what_passes_by_is_not_seen)
{
    struct sample s;
    open_window(&s);
    EXPECT_STR(seen(&s, at(-3, 5), at(3, 12)), "");
    EXPECT_STR(seen(&s, at(0, 1), at(0, 8)), "");
    EXPECT_STR(seen(&s, at(9, 9), at(20, 20)), "");
    EXPECT_STR(seen(&s, at(-5, 4), at(-1, 4)), ""); /* it would come in, and ends before */
    sample_close(&s);
}

/* Through the window from 10^40 to the left and down to 10^40 to the right and up, and
 * a rank above the same line: a tenth of a unit is exact. */
TEST(ends_of_any_distance_are_exact)
{
    struct sample s;
    open_window(&s);
    cp_int far = sample_int(&s, "10000000000000000000000000000000000000000");
    cp_int near = cp_int_negate(s.ints, far);
    cp_int above = cp_int_add(s.ints, far, CP_INT(1));
    EXPECT_STR(seen(&s, (cp_square){near, near}, (cp_square){far, far}), "<-90,3690 3690,-90>");
    EXPECT_STR(
        seen(&s, (cp_square){near, cp_int_add(s.ints, near, CP_INT(1))}, (cp_square){far, above}),
        "<-90,3240 3240,-90>");
    EXPECT_STR(seen(&s, (cp_square){near, CP_INT(3)}, (cp_square){far, CP_INT(3)}),
               "<-90,2475 3690,2475>");
    EXPECT_STR(seen(&s, (cp_square){CP_INT(2), far}, at(2, 8)), "<675,-90 675,225");
    sample_close(&s);
}

/* A law, and its slow twin: of random lines in and around the window, that is seen which
 * a walk along the line in small steps meets. */
TEST(a_walk_along_the_line_meets_what_is_seen)
{
    struct sample s;
    struct cp_segment found;
    uint32_t random = 12345;
    open_window(&s);
    for (int round = 0; round < 2000; round++) {
        int64_t c[4];
        for (int i = 0; i < 4; i++) {
            random = random * 1664525 + 1013904223;
            c[i] = (int64_t)(random >> 16) % 60 - 26;
        }
        bool is_met = false, is_near = false;
        enum { STEPS = 4000 };
        for (int64_t i = 0; i <= STEPS; i++) {
            int64_t x = (c[0] * 450 + 225) * STEPS + (c[2] - c[0]) * 450 * i;
            int64_t y = (c[1] * 450 + 225) * STEPS + (c[3] - c[1]) * 450 * i;
            int64_t low = (450 - 90) * (int64_t)STEPS, high = (9 * 450 + 90) * (int64_t)STEPS;
            int64_t edge = 20 * STEPS;
            is_met |= x >= low && x <= high && y >= low && y <= high;
            is_near |= x >= low - edge && x <= high + edge && y >= low - edge && y <= high + edge;
        }
        bool is_line = c[0] != c[2] || c[1] != c[3];
        bool is_seen =
            cp_segment_find(&found, &s.scene, &s.scene.panels[0], at(c[0], c[1]), at(c[2], c[3]));
        if (is_line && is_met == is_near && is_seen != is_met)
            EXPECT_STR(seen(&s, at(c[0], c[1]), at(c[2], c[3])), is_met ? "something" : "");
    }
    sample_close(&s);
}
