/* SPDX-License-Identifier: MIT */
#include "game/marks.h"
#include "test.h"

struct hand {
    struct cp_arena arena;
    struct cp_ints *ints;
    struct cp_marks marks;
    cp_str culprit;
};

static void open(struct hand *h)
{
    *h = (struct hand){0};
    cp_arena_init(&h->arena, NULL, NULL);
    h->ints = cp_ints_open();
}

static void close_hand(struct hand *h)
{
    cp_ints_close(h->ints);
    cp_arena_close(&h->arena);
}

static enum cp_diag find(struct hand *h, const char *comment)
{
    return cp_marks_find(&h->marks, &h->arena, h->ints, cp_str_from(comment), &h->culprit);
}

/* All marks as text: "green (4,5); red (1,1)>(8,8)". */
static cp_str shown(struct hand *h)
{
    struct cp_buf b;
    cp_buf_init(&b, &h->arena);
    for (const struct cp_mark *m = h->marks.first; m; m = m->next) {
        static const char *const looks[] = {"", " circle", " cross", " label ", "", " bent"};
        cp_buf_printf(&b, "%s%s ", m == h->marks.first ? "" : "; ",
                      cp_colour_name((enum cp_colour)m->colour));
        cp_square_format(h->ints, &b, m->from, CP_NUMERIC);
        cp_buf_printf(&b, "%s%s", looks[m->kind], m->label);
        if (!cp_mark_is_arrow(m))
            continue;
        cp_buf_putc(&b, '>');
        cp_square_format(h->ints, &b, m->to, CP_NUMERIC);
    }
    return cp_buf_str(&b);
}

TEST(marks_stand_in_comments_with_squares_in_numbers_letters_or_bare)
{
    struct hand h;
    open(&h);
    EXPECT_INT(find(&h, "good [%csl G(4,5),R(g9)] and [%cal B(1,1)(-8,8),Ye2e4] here"), CP_OK);
    EXPECT_STR(shown(&h), "green (4,5); red (7,9); blue (1,1)>(-8,8); yellow (5,2)>(5,4)");
    close_hand(&h);
}

TEST(the_zero_file_is_read_in_both_spellings)
{
    struct hand h;
    open(&h);
    EXPECT_INT(find(&h, "[%csl B(\u03c69),R(09),G(-b-3)]"), CP_OK);
    EXPECT_STR(shown(&h), "blue (0,9); red (0,9); green (-2,-3)");
    close_hand(&h);
}

TEST(capitals_of_a_file_are_its_small_letters) /* R-NOT-2 */
{
    struct hand h;
    open(&h);
    EXPECT_INT(find(&h, "[%csl R(PHI9),B(Aa3)]"), CP_OK);
    EXPECT_STR(shown(&h), "red (0,9); blue (27,3)");
    close_hand(&h);
}

TEST(a_mark_without_colour_is_green_and_an_arrow_may_have_a_shaft)
{
    struct hand h;
    open(&h);
    EXPECT_INT(cp_marks_parse(&h.marks, &h.arena, h.ints, CP_STR("(1,1)-(2,2) b4b5 R(1,1)>(3,1)"),
                              true, &h.culprit),
               CP_OK);
    EXPECT_STR(shown(&h), "green (1,1)>(2,2); green (2,4)>(2,5); red (1,1)>(3,1)");
    close_hand(&h);
}

TEST(squares_of_a_thousand_digits_are_marked_like_others)
{
    struct hand h;
    struct cp_buf b;
    open(&h);
    cp_buf_init(&b, &h.arena);
    cp_buf_puts(&b, "(1");
    for (int i = 0; i < 1000; i++)
        cp_buf_putc(&b, '0');
    cp_buf_puts(&b, ",-7)");
    EXPECT_INT(cp_marks_parse(&h.marks, &h.arena, h.ints, cp_buf_str(&b), false, &h.culprit),
               CP_OK);
    struct cp_buf again;
    cp_buf_init(&again, &h.arena);
    cp_square_format(h.ints, &again, h.marks.first->from, CP_NUMERIC);
    EXPECT(cp_str_equal(cp_buf_str(&again), cp_buf_str(&b)));
    close_hand(&h);
}

TEST(an_unreadable_mark_is_named_and_later_lists_are_still_read)
{
    struct hand h;
    open(&h);
    EXPECT_INT(find(&h, "[%csl G(4,5),Q(1,1)] [%cal G(1,1)] [%csl R(9,9)]"), CP_MARK_UNREADABLE);
    EXPECT(cp_str_starts(h.culprit, CP_STR("Q(1,1)")));
    EXPECT_STR(shown(&h), "green (4,5); red (9,9)");
    close_hand(&h);
}

TEST(a_mark_may_be_a_circle_a_cross_a_label_or_a_bent_arrow_in_six_colours)
{
    struct hand h;
    open(&h);
    EXPECT_INT(find(&h, "[%csl O(4,5)=o,Pd4=x,e5=A,Yf6=12] [%cal Pg1f3=n,(1,1)-(8,8)]"), CP_OK);
    EXPECT_STR(shown(&h), "orange (4,5) circle; purple (4,4) cross; green (5,5) label A; "
                          "yellow (6,6) label 12; purple (7,1) bent>(6,3); green (1,1)>(8,8)");
    struct cp_buf b;
    cp_buf_init(&b, &h.arena);
    for (const struct cp_mark *m = h.marks.first; m; m = m->next)
        cp_mark_format(h.ints, &b, m, CP_BARE);
    EXPECT_STR(cp_buf_str(&b), "Od5=oPd4=xGe5=AYf6=12Pg1f3=nGa1h8");
    close_hand(&h);
}

TEST(a_look_that_there_is_not_is_refused)
{
    static const char *const wrong[] = {"e4=",   "e4=a", "e4=ABC", "e4=1234",
                                        "e4=A1", "e4=n", "e4=o1"};
    struct hand h;
    open(&h);
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        EXPECT_INT(
            cp_marks_parse(&h.marks, &h.arena, h.ints, cp_str_from(wrong[i]), false, &h.culprit),
            CP_MARK_UNREADABLE);
    EXPECT_INT(cp_marks_parse(&h.marks, &h.arena, h.ints, CP_STR("e4e5=o"), true, &h.culprit),
               CP_MARK_UNREADABLE);
    EXPECT(h.marks.first == NULL);
    close_hand(&h);
}

TEST(a_colour_has_one_name_and_its_letter)
{
    enum cp_colour c = CP_GREEN;
    EXPECT(cp_colour_find(CP_STR("purple"), &c) && c == CP_PURPLE);
    EXPECT_INT(cp_colour_letter(CP_ORANGE), 'O');
    EXPECT(!cp_colour_find(CP_STR("pink"), &c));
}

TEST(other_commands_and_unclosed_ones_are_only_text)
{
    struct hand h;
    open(&h);
    EXPECT_INT(find(&h, "[%clk 0:01:00] [%eval 3] [ [%csl G(4,5)"), CP_OK);
    EXPECT(h.marks.first == NULL);
    close_hand(&h);
}
