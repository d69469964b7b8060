/* SPDX-License-Identifier: MIT */
#include "rules/chess/turn.h"

#include "test.h"

enum { MEN = 3000 };

static struct cp_arena arena;
static struct cp_position position;
static cp_square squares[MEN];
static struct cp_fall falls[2 * MEN];

__attribute__((destructor)) static void end(void)
{
    cp_arena_close(&arena);
}

/* Men on squares in no order; `same` of them share each square. */
static void place(uint32_t same)
{
    cp_arena_reset(&arena);
    position = (struct cp_position){.arena = &arena, .at = squares};
    position.ints = cp_ints_open();
    for (uint32_t i = 0; i < MEN; i++) {
        uint32_t place = i * 7919 % MEN / same;
        squares[i] = (cp_square){CP_INT(place % 50), CP_INT(place / 50)};
    }
}

static void sort(int32_t *men, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        men[i] = (int32_t)i;
    cp_falls_sort(&position, men, count);
}

static bool is_sorted(const int32_t *men, uint32_t count)
{
    for (uint32_t i = 1; i < count; i++) {
        cp_square a = squares[men[i - 1]], b = squares[men[i]];
        if (a.file.v > b.file.v || (a.file.v == b.file.v && a.rank.v > b.rank.v))
            return false;
    }
    return true;
}

static enum cp_diag check(uint32_t written, const int32_t *men, uint32_t count)
{
    for (uint32_t i = 0; i < written; i++)
        falls[i].next = i + 1 < written ? &falls[i + 1] : NULL;
    return cp_falls_check(&position, written ? falls : NULL, (cp_square){CP_INT(0), CP_INT(0)}, men,
                          count);
}

TEST(men_who_fell_are_sorted_by_file_then_rank_however_many)
{
    static int32_t men[MEN];
    static const uint32_t counts[] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 13, 40, 41, 121, 1000, MEN};
    place(1);
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
        sort(men, counts[i]);
        EXPECT(is_sorted(men, counts[i]));
    }
    cp_ints_close(position.ints);
}

TEST(each_square_is_written_once_or_as_often_as_men_fell_and_no_other) /* R-TD-7, R-TR-16 */
{
    static int32_t men[MEN];
    static const uint32_t counts[] = {2, 16, 17, MEN};
    for (uint32_t same = 1; same < 3; same++)
        for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
            uint32_t count = counts[i];
            place(same);
            sort(men, count);
            for (uint32_t k = 0; k < 2 * count; k++)
                falls[k].square = squares[men[k % count]];
            EXPECT_INT(check(count, men, count), CP_OK);
            EXPECT_INT(check(2 * count, men, count), CP_FALLS_TWICE);
            EXPECT_INT(check(0, men, count), CP_FALLS_MISSING);
            falls[0].square = squares[men[count - 1]];
            bool shares = cp_square_equal(squares[men[0]], squares[men[1]]);
            EXPECT_INT(check(count, men, count), !shares      ? CP_FALLS_MISSING
                                                 : count == 2 ? CP_OK
                                                              : CP_FALLS_TWICE);
            falls[1].square = (cp_square){CP_INT(-1), CP_INT(0)};
            EXPECT_INT(check(count, men, count), CP_FALL_WRONG);
            cp_ints_close(position.ints);
        }
    place(1);
    EXPECT_INT(check(0, men, 0), CP_OK);
    EXPECT_INT(check(1, men, 0), CP_FALL_WRONG);
    cp_ints_close(position.ints);
}
