/* SPDX-License-Identifier: MIT */
#include "draw/picture/view.h"
#include "draw/sample_test.h"

/* Clusters as text: "0 1|2". */
static cp_str cut(struct sample *s, const cp_square *squares, uint32_t count, int32_t gap)
{
    struct cp_clusters all;
    struct cp_buf b;
    cp_clusters_make(&all, &s->arena, s->ints, squares, count, gap);
    cp_buf_init(&b, &s->arena);
    for (uint32_t c = 0; c < all.count; c++)
        for (uint32_t i = 0; i < all.list[c].count; i++)
            cp_buf_printf(&b, "%s%u", i ? " " : c ? "|" : "", all.order[all.list[c].first + i]);
    return cp_buf_str(&b);
}

TEST(squares_with_wide_empty_stripes_between_fall_apart)
{
    struct sample s;
    sample_open(&s);
    cp_square squares[] = {at(1, 1), at(20, 1), at(2, 3), at(1, 40), at(22, 2)};
    EXPECT_STR(cut(&s, squares, 5, 4), "0 2|1 4|3");
    EXPECT_STR(cut(&s, squares, 5, 100), "0 1 4 2 3");
    sample_close(&s);
}

TEST(a_gap_counts_the_empty_files_between)
{
    struct sample s;
    sample_open(&s);
    cp_square squares[] = {at(1, 1), at(6, 1), at(12, 1)};
    EXPECT_STR(cut(&s, squares, 3, 4), "0 1|2");
    sample_close(&s);
}

TEST(parts_are_cut_again_the_other_way)
{
    /* by rank nothing; by file two parts; one of them then by rank */
    struct sample s;
    sample_open(&s);
    cp_square squares[] = {at(1, 1), at(1, 11), at(30, 6), at(31, 1), at(31, 11)};
    EXPECT_STR(cut(&s, squares, 5, 4), "0|3 2 4|1");
    sample_close(&s);
}

TEST(clusters_at_ten_to_the_thousandth_are_exact)
{
    struct sample s;
    sample_open(&s);
    char digits[1002] = "1";
    memset(digits + 1, '0', 1000);
    cp_int far = sample_int(&s, digits);
    cp_square squares[] = {
        {far, far},
        {cp_int_add(s.ints, far, CP_INT(3)), far},
        {cp_int_negate(s.ints, far), far},
        {far, cp_int_add(s.ints, far, CP_INT(6))},
    };
    EXPECT_STR(cut(&s, squares, 4, 4), "2|0 1|3");
    struct cp_clusters all;
    uint32_t files, ranks;
    cp_clusters_make(&all, &s.arena, s.ints, squares, 4, 4);
    EXPECT(cp_box_size(s.ints, all.list[1].box, 16, &files, &ranks));
    EXPECT_INT(files, 4);
    EXPECT_INT(ranks, 1);
    sample_close(&s);
}

TEST(nothing_makes_no_cluster)
{
    struct sample s;
    sample_open(&s);
    EXPECT_STR(cut(&s, NULL, 0, 4), "");
    sample_close(&s);
}

TEST(a_box_is_measured_only_up_to_what_may_be_drawn)
{
    struct sample s;
    uint32_t files, ranks;
    sample_open(&s);
    EXPECT(cp_box_size(s.ints, (cp_box){at(1, 1), at(8, 9)}, 9, &files, &ranks));
    EXPECT_INT(files, 8);
    EXPECT_INT(ranks, 9);
    EXPECT(!cp_box_size(s.ints, (cp_box){at(1, 1), at(8, 9)}, 8, &files, &ranks));
    EXPECT(!cp_box_size(s.ints, (cp_box){at(1, 1), at(0, 9)}, 99, &files, &ranks));
    cp_box huge = {at(1, 1), {sample_int(&s, "99999999999999999999999"), CP_INT(1)}};
    EXPECT(!cp_box_size(s.ints, huge, CP_WINDOW_MOST, &files, &ranks));
    sample_close(&s);
}

TEST(a_gap_is_how_far_another_box_begins_and_0_where_they_share_files_or_ranks)
{
    struct cp_ints *t = cp_ints_open();
    cp_box from = {{CP_INT(1), CP_INT(1)}, {CP_INT(8), CP_INT(8)}};
    cp_square gap =
        cp_box_gap(t, from, (cp_box){{CP_INT(25), CP_INT(-9)}, {CP_INT(30), CP_INT(-4)}});
    EXPECT_INT(gap.file.v, 17);
    EXPECT_INT(gap.rank.v, -5);
    gap = cp_box_gap(t, from, (cp_box){{CP_INT(-3), CP_INT(8)}, {CP_INT(1), CP_INT(99)}});
    EXPECT_INT(gap.file.v, 0);
    EXPECT_INT(gap.rank.v, 0);
    cp_ints_close(t);
}
