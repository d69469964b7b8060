/* SPDX-License-Identifier: MIT */
#include "base/arena.h"

#include "test.h"

#include <setjmp.h>

static jmp_buf refused;

static void leave(void *count)
{
    ++*(int *)count;
    longjmp(refused, 1);
}

static bool is_aligned(const void *p)
{
    return (uintptr_t)p % 16 == 0;
}

TEST(what_is_taken_is_aligned_apart_and_stays)
{
    struct cp_arena a;
    unsigned char *taken[500];
    cp_arena_init(&a, NULL, NULL);
    for (size_t i = 0; i < 500; i++) {
        taken[i] = cp_arena_take(&a, i * 7);
        EXPECT(is_aligned(taken[i]));
        memset(taken[i], (int)(i & 0xff), i * 7);
    }
    for (size_t i = 0; i < 500; i++)
        for (size_t k = 0; k < i * 7; k++)
            if (taken[i][k] != (i & 0xff)) {
                EXPECT(!"a neighbour wrote here");
                break;
            }
    cp_arena_close(&a);
}

TEST(zeroed_memory_is_zero_even_when_used_before)
{
    struct cp_arena a;
    cp_arena_init(&a, NULL, NULL);
    memset(cp_arena_take(&a, 4000), 0xff, 4000);
    cp_arena_reset(&a);
    const char *zero = cp_arena_take_zero(&a, 400, 10);
    for (size_t i = 0; i < 4000; i++)
        EXPECT_INT(zero[i], 0);
    EXPECT(cp_arena_take_zero(&a, 0, 10) != NULL);
    cp_arena_close(&a);
}

static size_t room_left(const struct cp_arena *a)
{
    return (size_t)(a->end - a->at);
}

TEST(after_a_reset_the_same_blocks_serve_again)
{
    struct cp_arena a;
    cp_arena_init(&a, NULL, NULL);
    char *first = cp_arena_take(&a, 100);
    for (int i = 0; i < 100; i++)
        cp_arena_take(&a, 10000);
    size_t left = room_left(&a);
    for (int game = 0; game < 1000; game++) {
        cp_arena_reset(&a);
        EXPECT(cp_arena_take(&a, 100) == (void *)first);
        for (int i = 0; i < 100; i++)
            cp_arena_take(&a, 10000);
        EXPECT_INT((int64_t)room_left(&a), (int64_t)left);
    }
    cp_arena_close(&a);
}

TEST(a_huge_request_has_a_block_of_its_own_that_reset_gives_back)
{
    struct cp_arena a;
    cp_arena_init(&a, NULL, NULL);
    char *small = cp_arena_take(&a, 16);
    char *huge = cp_arena_take(&a, (size_t)100 << 20);
    EXPECT(is_aligned(huge));
    huge[0] = huge[((size_t)100 << 20) - 1] = 'x';
    cp_arena_reset(&a);
    EXPECT(cp_arena_take(&a, 16) == (void *)small);
    for (int i = 0; i < 1000; i++) { /* through every block that was kept */
        cp_arena_take(&a, 4096);
        EXPECT(room_left(&a) <= 1 << 20);
    }
    cp_arena_close(&a);
}

TEST(a_text_that_grows_is_held_once)
{
    struct cp_arena a;
    size_t room = 1 << 19;
    cp_arena_init(&a, NULL, NULL);
    char *text = cp_arena_take(&a, room);
    memcpy(text, "hawk", 5);
    for (; room < 64 << 20; room *= 2) {
        char *other = cp_arena_take(&a, 100);
        text = cp_arena_take_more(&a, text, room, 2 * room);
        text[2 * room - 1] = 'x';
        memset(other, 'o', 100);
        EXPECT_STR(cp_str_from(text), "hawk");
        EXPECT(is_aligned(text));
        EXPECT(a.held < 2 * room + (1 << 20));
    }
    text = cp_arena_take_more(&a, text, room, room + 1); /* as the last thing taken, too */
    EXPECT_STR(cp_str_from(text), "hawk");
    cp_arena_reset(&a);
    EXPECT(a.held < 1 << 20);
    cp_arena_close(&a);
    EXPECT_INT((int64_t)a.held, 0);
}

TEST(little_is_kept_of_what_one_game_took)
{
    struct cp_arena a;
    cp_arena_init(&a, NULL, NULL);
    for (int i = 0; i < 100000; i++)
        cp_arena_take(&a, 1000);
    EXPECT(a.held > 100000000);
    cp_arena_reset(&a);
    EXPECT(a.held <= 4 << 20);
    for (int i = 0; i < 5000; i++)
        memset(cp_arena_take(&a, 1000), 'x', 1000);
    cp_arena_close(&a);
}

TEST(what_passes_the_bound_is_the_business_of_its_own_handler)
{
    static struct cp_arena a;
    volatile int times = 0;
    volatile size_t taken = 0;
    cp_arena_init(&a, NULL, NULL); /* memory itself is there: this one would abort */
    cp_arena_bound(&a, 1 << 20, leave, (void *)(uintptr_t)&times);
    if (!setjmp(refused))
        for (;; taken += 1000)
            cp_arena_take(&a, 1000);
    EXPECT_INT(times, 1);
    EXPECT(taken > 700000 && taken <= 1 << 20);
    if (!setjmp(refused))
        cp_arena_take(&a, SIZE_MAX / 2);
    EXPECT_INT(times, 2);
    cp_arena_reset(&a);
    EXPECT(cp_arena_take(&a, 1000) != NULL);
    cp_arena_close(&a);
    if (!setjmp(refused)) /* a bound outlives what was held */
        cp_arena_take(&a, 2 << 20);
    EXPECT_INT(times, 3);
    cp_arena_close(&a);
}

TEST(two_arenas_share_a_bound)
{
    static struct cp_arena a, b;
    volatile int times = 0;
    volatile size_t taken = 0;
    cp_arena_init(&a, NULL, NULL);
    cp_arena_init(&b, NULL, NULL);
    cp_arena_bound_beside(&b, &a); /* there is none yet */
    EXPECT(cp_arena_take(&b, 8 << 20) != NULL);
    cp_arena_reset(&b);
    cp_arena_bound(&a, 4 << 20, leave, (void *)(uintptr_t)&times);
    EXPECT(cp_arena_take(&a, 3 << 20) != NULL);
    cp_arena_bound_beside(&b, &a);
    if (!setjmp(refused))
        for (;; taken += 1000)
            cp_arena_take(&b, 1000);
    EXPECT_INT(times, 1);
    EXPECT(taken > 700000 && taken <= 1 << 20);
    EXPECT(cp_arena_take(&a, 1 << 20) != NULL); /* nothing is left */
    cp_arena_close(&b);
    cp_arena_bound_beside(&b, &a);
    if (!setjmp(refused))
        cp_arena_take(&b, 1);
    EXPECT_INT(times, 2);
    cp_arena_close(&a);
    cp_arena_close(&b);
}

TEST(taking_nothing_is_not_null)
{
    struct cp_arena a;
    cp_arena_init(&a, NULL, NULL);
    EXPECT(cp_arena_take(&a, 0) != NULL);
    cp_arena_close(&a);
}

TEST(the_last_thing_taken_grows_in_place)
{
    struct cp_arena a;
    cp_arena_init(&a, NULL, NULL);
    char *text = cp_arena_take(&a, 5);
    memcpy(text, "hawk", 5);
    EXPECT(cp_arena_take_more(&a, text, 5, 500) == (void *)text);
    char *other = cp_arena_take(&a, 1);
    EXPECT(other >= text + 500);
    char *moved = cp_arena_take_more(&a, text, 500, 600);
    EXPECT(moved != text);
    EXPECT_STR(cp_str_from(moved), "hawk");
    char *far = cp_arena_take_more(&a, moved, 600, (size_t)1 << 20);
    EXPECT_STR(cp_str_from(far), "hawk");
    EXPECT(cp_arena_take_more(&a, NULL, 0, 10) != NULL);
    cp_arena_close(&a);
}

TEST(a_kept_string_is_a_copy)
{
    struct cp_arena a;
    char bytes[] = "huygens";
    cp_arena_init(&a, NULL, NULL);
    cp_str kept = cp_str_keep(&a, cp_str_from(bytes));
    bytes[0] = 'H';
    EXPECT_STR(kept, "huygens");
    EXPECT_STR(cp_str_keep(&a, (cp_str){NULL, 0}), "");
    cp_arena_close(&a);
}

/* some work of a known number of takes, each by another road */
static void work(struct cp_arena *a)
{
    void *grown = cp_arena_take(a, 8);
    cp_arena_take_zero(a, 3, 50000);
    grown = cp_arena_take_more(a, grown, 8, 64);
    (void)grown;
    cp_str_keep(a, CP_STR("chancellor"));
}

TEST(the_nth_take_is_refused_and_the_handler_decides)
{
    struct cp_arena a;
    volatile int done = 0;
    int called = 0;
    cp_arena_init(&a, leave, &called);
    for (volatile uint64_t n = 1; n <= 5; n++) {
        a.refuse_at = n;
        if (setjmp(refused) == 0) {
            work(&a);
            done++;
        }
        a.refuse_at = 0;
        cp_arena_reset(&a);
    }
    EXPECT_INT(called, 4); /* four takes, so the fifth is never asked for */
    EXPECT_INT(done, 1);
    cp_arena_close(&a);
}

TEST(sizes_that_overflow_are_refused)
{
    struct cp_arena a;
    int called = 0;
    cp_arena_init(&a, leave, &called);
    if (setjmp(refused) == 0)
        EXPECT(cp_arena_take(&a, SIZE_MAX - 3) == NULL);
    if (setjmp(refused) == 0)
        EXPECT(cp_arena_take(&a, SIZE_MAX / 2) == NULL);
    if (setjmp(refused) == 0)
        EXPECT(cp_arena_take_zero(&a, SIZE_MAX / 2, 3) == NULL);
    EXPECT_INT(called, 3);
    EXPECT(cp_arena_take(&a, 16) != NULL); /* and the arena lives on */
    cp_arena_close(&a);
}

static void go_home(void *count)
{
    ++*(int *)count;
}

TEST(cleanups_run_once_when_it_is_reset_or_closed_unless_they_were_dismissed)
{
    struct cp_arena a;
    struct cp_cleanup cleanups[4];
    int left[4] = {0, 0, 0, 0};
    cp_arena_init(&a, NULL, NULL);
    for (size_t i = 0; i < 3; i++)
        cp_arena_add_cleanup(&a, &cleanups[i], go_home, &left[i]);
    cp_arena_drop_cleanup(&a, &cleanups[1]);
    cp_arena_reset(&a);
    EXPECT(left[0] == 1 && left[1] == 0 && left[2] == 1);
    cp_arena_add_cleanup(&a, &cleanups[3], go_home, &left[3]);
    cp_arena_close(&a);
    EXPECT(left[0] == 1 && left[1] == 0 && left[2] == 1 && left[3] == 1);
    cp_arena_close(&a);
    EXPECT(left[3] == 1);
}
