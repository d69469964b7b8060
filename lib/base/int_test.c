/* SPDX-License-Identifier: MIT */
#include "base/int.h"

#include "test.h"

#include <setjmp.h>

static struct cp_arena arena;
static struct cp_ints *ints;
static struct cp_buf out;

static void begin(void)
{
    cp_ints_close(ints);
    ints = cp_ints_open();
    cp_arena_reset(&arena);
    cp_buf_init(&out, &arena);
}

static cp_int number(const char *digits)
{
    cp_int n = CP_INT(0);
    EXPECT(cp_int_parse(ints, &n, cp_str_from(digits)));
    return n;
}

static cp_str digits(cp_int n)
{
    cp_buf_reset(&out);
    cp_int_format(ints, &out, n);
    return cp_buf_str(&out);
}

/* 2^exponent - less */
static cp_int power_of_2(int exponent, int64_t less)
{
    cp_int n = CP_INT(1);
    for (int i = 0; i < exponent; i++)
        n = cp_int_add(ints, n, n);
    return cp_int_sub(ints, n, CP_INT(less));
}

static cp_str ten_thousand_digits(char first)
{
    char *text = cp_arena_take(&arena, 10000);
    for (int i = 0; i < 10000; i++)
        text[i] = (char)('0' + (i * 7 + first) % 10);
    text[0] = first;
    return (cp_str){text, 10000};
}

/* ---- the table ---- */

static jmp_buf too_large;

static void leave(void *times)
{
    ++*(int *)times;
    longjmp(too_large, 1);
}

TEST(numbers_have_a_bound_and_below_the_mark_they_stay)
{
    struct cp_ints *t = cp_ints_open();
    cp_int first, n;
    volatile int times = 0, made = 0;
    EXPECT(cp_int_parse(t, &first, CP_STR("100000000000000000000")));
    size_t mark = cp_ints_mark(t);
    cp_ints_bound(t, 100000, leave, (void *)(uintptr_t)&times);
    n = first;
    if (!setjmp(too_large))
        for (;; made++)
            n = cp_int_add(t, n, first);
    EXPECT_INT(times, 1);
    EXPECT(made > 500 && made < 3000);
    cp_ints_reset(t, mark);
    n = cp_int_add(t, first, first); /* there is room again */
    EXPECT(cp_int_compare(t, n, first) > 0);
    EXPECT_INT(times, 1);
    cp_ints_close(t);
}

TEST(a_copied_table_knows_the_same_numbers_by_the_same_words)
{
    begin();
    cp_int a = number("100000000000000000000"), b = power_of_2(200, 1);
    struct cp_ints *copy = cp_ints_copy(ints);
    cp_ints_reset(ints, 0);
    cp_buf_reset(&out);
    cp_int_format(copy, &out, a);
    EXPECT_STR(cp_buf_str(&out), "100000000000000000000");
    EXPECT(cp_int_equal(cp_int_sub(copy, cp_int_add(copy, b, a), a), b));
    cp_ints_close(copy);
}

TEST(equal_numbers_have_one_word_however_they_came_to_be)
{
    begin();
    cp_int a = number("100000000000000000000"), b = CP_INT(1);
    for (int i = 0; i < 20; i++)
        b = cp_int_scale(ints, b, 10);
    EXPECT(cp_int_equal(a, b));
    EXPECT_INT((int64_t)cp_ints_mark(ints), 2); /* and 10^19 on the way */
    EXPECT(cp_int_equal(number("00100000000000000000000"), a));
    EXPECT(cp_int_equal(cp_int_sub(ints, a, cp_int_sub(ints, a, CP_INT(7))), CP_INT(7)));
    EXPECT(cp_int_equal(number("-0"), CP_INT(0)));
}

TEST(reset_forgets_the_newest_and_finds_the_others_again)
{
    begin();
    cp_int kept[1000];
    for (int i = 0; i < 1000; i++)
        kept[i] = cp_int_add(ints, number("5000000000000000000"), CP_INT(i));
    size_t mark = cp_ints_mark(ints);
    for (int round = 0; round < 3; round++) {
        for (int i = 0; i < 5000; i++)
            (void)cp_int_add(ints, number("-6000000000000000000"), CP_INT(i));
        cp_ints_reset(ints, mark);
        EXPECT_INT((int64_t)cp_ints_mark(ints), (int64_t)mark);
    }
    for (int i = 0; i < 1000; i++)
        EXPECT(cp_int_equal(kept[i], cp_int_add(ints, number("5000000000000000000"), CP_INT(i))));
    EXPECT_INT((int64_t)cp_ints_mark(ints), (int64_t)mark);
    cp_ints_reset(ints, 0);
    cp_ints_reset(ints, 0);
    EXPECT_STR(digits(number("7000000000000000000")), "7000000000000000000");
}

TEST(what_is_kept_outlives_a_mark_that_was_set_before)
{
    struct cp_ints *t = cp_ints_open();
    cp_int old, kept, later;
    EXPECT(cp_int_parse(t, &old, CP_STR("100000000000000000000")));
    size_t mark = cp_ints_mark(t);
    EXPECT(cp_int_parse(t, &kept, CP_STR("200000000000000000000")));
    uint64_t asked = cp_ints_asked(t);
    EXPECT(cp_int_parse(t, &later, CP_STR("7")) && cp_ints_asked(t) == asked);
    EXPECT(cp_int_parse(t, &later, CP_STR("200000000000000000000")) && cp_ints_asked(t) > asked);
    cp_ints_keep(t);
    EXPECT(cp_int_parse(t, &later, CP_STR("300000000000000000000")));
    cp_ints_reset(t, mark);
    EXPECT_INT((int)cp_ints_mark(t), (int)mark + 1);
    EXPECT(cp_int_parse(t, &later, CP_STR("400000000000000000000")));
    EXPECT(cp_int_compare(t, kept, later) < 0 && !cp_int_equal(kept, later));
    EXPECT(cp_int_equal(cp_int_add(t, old, old), kept));
    cp_ints_close(t);
}

TEST(a_seed_changes_digests_and_nothing_else)
{
    begin();
    cp_int small = CP_INT(7), big = number("98765432109876543210");
    uint64_t first = cp_int_digest(ints, big);
    cp_ints_close(ints);
    ints = cp_ints_open();
    cp_ints_set_seed(ints, 12345);
    EXPECT(cp_ints_seed(ints) == 12345);
    cp_int again = number("98765432109876543210");
    EXPECT(cp_int_equal(again, big)); /* the first number of each */
    EXPECT(cp_int_digest(ints, again) != first);
    EXPECT(cp_int_digest(ints, small) == 7);
    struct cp_ints *copy = cp_ints_copy(ints);
    EXPECT(cp_ints_seed(copy) == 12345);
    EXPECT(cp_int_digest(copy, again) == cp_int_digest(ints, again));
    cp_ints_close(copy);
}

TEST(digests_tell_a_number_from_its_mirror_and_neighbours)
{
    begin();
    cp_int a = number("123456789012345678901234567890");
    EXPECT(cp_int_digest(ints, a) != cp_int_digest(ints, cp_int_negate(ints, a)));
    EXPECT(cp_int_digest(ints, a) != cp_int_digest(ints, cp_int_add(ints, a, CP_INT(1))));
}

/* ---- arithmetic, against 128-bit words around every edge ---- */

static const int64_t edges[] = {0,           (int64_t)1 << 30, (int64_t)1 << 31, (int64_t)1 << 61,
                                CP_INT_EDGE, INT64_MAX};

static cp_str wide_digits(__int128 n)
{
    char *text = cp_arena_take(&arena, 48), *at = text + 48;
    unsigned __int128 left = n < 0 ? -(unsigned __int128)n : (unsigned __int128)n;
    do {
        *--at = (char)('0' + (int)(left % 10));
        left /= 10;
    } while (left);
    if (n < 0)
        *--at = '-';
    return (cp_str){at, (size_t)(text + 48 - at)};
}

static void agree(int64_t x, int64_t y)
{
    cp_int a = cp_int_from(ints, x), b = cp_int_from(ints, y);
    EXPECT(cp_str_equal(digits(a), wide_digits(x)));
    EXPECT(cp_str_equal(digits(cp_int_add(ints, a, b)), wide_digits((__int128)x + y)));
    EXPECT(cp_str_equal(digits(cp_int_sub(ints, a, b)), wide_digits((__int128)x - y)));
    EXPECT(cp_str_equal(digits(cp_int_negate(ints, a)), wide_digits(-(__int128)x)));
    EXPECT(cp_str_equal(digits(cp_int_scale(ints, a, -3)), wide_digits((__int128)x * -3)));
    EXPECT(cp_str_equal(digits(cp_int_scale(ints, a, INT32_MAX)),
                        wide_digits((__int128)x * INT32_MAX)));
    EXPECT_INT(cp_int_compare(ints, a, b), (x > y) - (x < y));
    EXPECT_INT(cp_int_sign(ints, a), (x > 0) - (x < 0));
    EXPECT_INT(cp_int_equal(a, b), x == y);
    EXPECT_INT(cp_int_sign(ints, cp_int_abs(ints, a)), x != 0);
}

TEST(arithmetic_agrees_with_wide_words_around_every_edge)
{
    begin();
    for (size_t i = 0; i < sizeof edges / sizeof *edges; i++)
        for (size_t k = 0; k < sizeof edges / sizeof *edges; k++)
            for (int near = 0; near < 16; near++) {
                int64_t x = edges[i] - (near & 3) + (i < 5), y = edges[k] - (near >> 2);
                agree(x, y);
                agree(-x, y);
                agree(x, -y);
                agree(-x, -y);
            }
    agree(INT64_MIN, INT64_MIN);
    agree(INT64_MIN, INT64_MAX);
}

TEST(big_numbers_compare_by_value_and_sign)
{
    begin();
    cp_int huge = number("1000000000000000000000000000000"), big = number("9000000000000000000");
    cp_int minus = cp_int_negate(ints, huge);
    EXPECT(cp_int_compare(ints, huge, big) > 0 && cp_int_compare(ints, minus, big) < 0);
    EXPECT(cp_int_compare(ints, minus, CP_INT(-CP_INT_EDGE)) < 0);
    EXPECT(cp_int_compare(ints, CP_INT(5), huge) < 0 && cp_int_compare(ints, CP_INT(5), minus) > 0);
    EXPECT_INT(cp_int_compare(ints, huge, number("1000000000000000000000000000000")), 0);
}

TEST(division_rounds_down_and_its_remainder_is_never_negative)
{
    begin();
    static const struct {
        const char *number, *quotient;
        int32_t divisor, rest;
    } cases[] = {
        {"7", "3", 2, 1},
        {"-7", "-4", 2, 1},
        {"-8", "-4", 2, 0},
        {"-1", "-1", 2147483647, 2147483646},
        {"4611686018427387904", "2305843009213693952", 2, 0},
        {"-4611686018427387905", "-2305843009213693953", 2, 1},
        {"-4611686018427387904", "-4611686018427387904", 1, 0},
        {"100000000000000000000000000000007", "14285714285714285714285714285715", 7, 2},
        {"-100000000000000000000000000000007", "-14285714285714285714285714285716", 7, 5},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        cp_int quotient;
        int32_t rest = cp_int_divide(ints, number(cases[i].number), cases[i].divisor, &quotient);
        EXPECT_INT(rest, cases[i].rest);
        EXPECT_STR(digits(quotient), cases[i].quotient);
    }
}

/* ---- text ---- */

TEST(numbers_are_digits_with_a_minus_and_nothing_else)
{
    static const char *const bad[] = {"",
                                      "-",
                                      "+1",
                                      "--1",
                                      " 1",
                                      "1 ",
                                      "1a",
                                      "0x10",
                                      "1.",
                                      "1-1",
                                      "\xe2\x88\x92"
                                      "1",
                                      "99999999999999999999x",
                                      "1_000"};
    begin();
    cp_int n;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        EXPECT(!cp_int_parse(ints, &n, cp_str_from(bad[i])));
    EXPECT(!cp_int_parse(ints, &n,
                         CP_STR("12\0"
                                "3")));
    EXPECT(!cp_int_parse(ints, &n,
                         CP_STR("1234567890123456789\0"
                                "123")));
    EXPECT_INT(number("-0012").v, -12);
    EXPECT_INT(number("999999999999999999").v, 999999999999999999);
    EXPECT_INT(number("-00000000000000000000000012").v, -12);
    EXPECT_STR(digits(number("4611686018427387903")), "4611686018427387903");
    EXPECT_STR(digits(number("-18446744073709551616")), "-18446744073709551616");
}

TEST(a_small_number_is_had_as_a_word_and_a_big_one_is_not)
{
    begin();
    int64_t word;
    EXPECT(cp_int_get(CP_INT(CP_INT_EDGE - 1), &word) && word == CP_INT_EDGE - 1);
    EXPECT(cp_int_get(cp_int_from(ints, -CP_INT_EDGE), &word) && word == -CP_INT_EDGE);
    EXPECT(!cp_int_get(cp_int_from(ints, CP_INT_EDGE), &word));
    EXPECT(!cp_int_get(cp_int_from(ints, -CP_INT_EDGE - 1), &word));
}

TEST(ten_thousand_digits_are_an_ordinary_number) /* R-NOT-4 */
{
    begin();
    cp_str text = ten_thousand_digits('3');
    cp_int n, minus, sum;
    EXPECT(cp_int_parse(ints, &n, text));
    EXPECT(cp_str_equal(digits(n), text));
    minus = cp_int_negate(ints, n);
    EXPECT(cp_int_compare(ints, minus, n) < 0);
    sum = cp_int_add(ints, cp_int_add(ints, n, CP_INT(5)), minus);
    EXPECT_INT(sum.v, 5);
    EXPECT_INT((int64_t)digits(minus).len, 10001);
}

/* ---- letters ---- */

static int64_t letters_by_hand(const char *text)
{
    int64_t n = 0;
    for (; *text; text++)
        n = n * 26 + (*text - 'a' + 1);
    return n;
}

TEST(letters_count_a_to_z_then_aa)
{
    static const struct {
        const char *letters;
        int64_t number;
    } known[] = {{"a", 1},    {"z", 26},    {"aa", 27},     {"az", 52},     {"ba", 53},
                 {"zz", 702}, {"aaa", 703}, {"zzz", 18278}, {"aaaa", 18279}};
    begin();
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        cp_int n;
        EXPECT(cp_int_parse_letters(ints, &n, cp_str_from(known[i].letters)));
        EXPECT_INT(n.v, known[i].number);
        cp_buf_reset(&out);
        cp_int_format_letters(ints, &out, n);
        EXPECT_STR(cp_buf_str(&out), known[i].letters);
    }
}

TEST(letters_there_and_back_for_every_file_up_to_twenty_thousand)
{
    begin();
    for (int64_t i = 1; i <= 20000; i++) {
        cp_int n;
        cp_buf_reset(&out);
        cp_int_format_letters(ints, &out, CP_INT(i));
        if (!cp_int_parse_letters(ints, &n, cp_buf_str(&out)) || n.v != i ||
            letters_by_hand(cp_str_keep(&arena, cp_buf_str(&out)).at) != i) {
            EXPECT_INT(n.v, i);
            break;
        }
    }
}

/* lengths on both sides of the change from words to GMP, first and last of each */
TEST(letters_of_every_length_go_there_and_back)
{
    begin();
    for (size_t len = 1; len <= 60; len++) {
        static const char fills[] = "azaymkbz";
        for (size_t f = 0; f + 2 < sizeof fills; f++) {
            char text[60];
            memset(text, fills[f], len);
            text[len - 1] = fills[f + 1];
            cp_int n;
            EXPECT(cp_int_parse_letters(ints, &n, (cp_str){text, len}));
            cp_buf_reset(&out);
            cp_int_format_letters(ints, &out, n);
            EXPECT(cp_str_equal(cp_buf_str(&out), (cp_str){text, len}));
        }
    }
}

TEST(after_the_last_of_a_length_comes_the_first_of_the_next)
{
    begin();
    for (size_t len = 1; len <= 40; len++) {
        char last[40], first[41];
        cp_int n;
        memset(last, 'z', len);
        memset(first, 'a', len + 1);
        EXPECT(cp_int_parse_letters(ints, &n, (cp_str){last, len}));
        n = cp_int_add(ints, n, CP_INT(1));
        cp_buf_reset(&out);
        cp_int_format_letters(ints, &out, n);
        EXPECT(cp_str_equal(cp_buf_str(&out), (cp_str){first, len + 1}));
    }
}

TEST(letters_around_the_powers_of_two_go_there_and_back)
{
    begin();
    for (int exponent = 55; exponent <= 140; exponent++)
        for (int64_t less = -2; less <= 2; less++) {
            cp_int n = power_of_2(exponent, less), again;
            cp_buf_reset(&out);
            cp_int_format_letters(ints, &out, n);
            EXPECT(cp_int_parse_letters(ints, &again, cp_buf_str(&out)));
            EXPECT(cp_int_equal(n, again));
        }
}

TEST(letters_are_lower_case_and_nothing_else)
{
    static const char *const bad[] = {"",  "A", "a1", "-a", "a b", "φ", "aaaaaaaaaaaaaaaaaA",
                                      "`", "{"};
    begin();
    cp_int n;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        EXPECT(!cp_int_parse_letters(ints, &n, cp_str_from(bad[i])));
    cp_int_format_letters(ints, &out, CP_INT(0));
    EXPECT_STR(cp_buf_str(&out), "");
    cp_int_format_letters(ints, &out, CP_INT(-28));
    EXPECT_STR(cp_buf_str(&out), "ab"); /* the sign is the caller's */
}

/* ---- primes ---- */

static bool is_prime_by_trial(int64_t n)
{
    for (int64_t d = 2; d * d <= n; d++)
        if (n % d == 0)
            return false;
    return n > 1;
}

TEST(primality_agrees_with_trial_division) /* R-INF-1 */
{
    begin();
    for (int64_t n = -10; n < 60000; n++)
        if (cp_int_is_prime(ints, CP_INT(n)) != is_prime_by_trial(n)) {
            EXPECT_INT(n, 0);
            break;
        }
    for (int64_t n = 3215031751 - 300; n < 3215031751 + 300; n++)
        EXPECT_INT(cp_int_is_prime(ints, CP_INT(n)), is_prime_by_trial(n));
    for (int64_t n = 1000000000000 - 100; n < 1000000000000 + 100; n++)
        EXPECT_INT(cp_int_is_prime(ints, CP_INT(n)), is_prime_by_trial(n));
}

TEST(known_primes_are_prime)
{
    static const char *const primes[] = {"2147483647",
                                         "4294967291",
                                         "1000000000000000003",
                                         "1000000000000000009",
                                         "2305843009213693951",  /* 2^61 - 1 */
                                         "4611686018427387847",  /* the last below 2^62 */
                                         "4611686018427388039",  /* the first above it */
                                         "9223372036854775783",  /* the last below 2^63 */
                                         "9223372036854775837",  /* the first above it */
                                         "18446744073709551557", /* 2^64 - 59 */
                                         "18446744073709551629", /* 2^64 + 13 */
                                         "100000000000000000000000000000000000000000000000151",
                                         "170141183460469231731687303715884105727" /* 2^127 - 1 */};
    begin();
    for (size_t i = 0; i < sizeof primes / sizeof *primes; i++) {
        EXPECT(cp_int_is_prime(ints, number(primes[i])));
        EXPECT(cp_int_is_prime(ints, number(primes[i]))); /* as remembered */
        EXPECT(!cp_int_is_prime(ints, cp_int_negate(ints, number(primes[i]))));
    }
    EXPECT(cp_int_is_prime(ints, power_of_2(521, 1)));
    EXPECT(cp_int_is_prime(ints, power_of_2(1279, 1)));
    EXPECT(!cp_int_is_prime(ints, power_of_2(523, 1)));
}

/* Each passes the tests of many a hasty program: strong pseudoprimes to the
 * first 1, 2, … 12 bases (psi_n), Carmichael numbers, squares of primes,
 * products of two close primes, Arnault's composite that passes all bases
 * below 307. */
TEST(famous_composites_are_composite)
{
    static const char *const composites[] = {
        "2047",
        "1373653",
        "25326001",
        "3215031751",
        "2152302898747",
        "3474749660383",
        "341550071728321",
        "3825123056546413051",
        "318665857834031151167461",
        "3317044064679887385961981",
        "561",
        "1105",
        "1729",
        "2465",
        "2821",
        "6601",
        "8911",
        "825265",
        "321197185",
        "9746347772161",
        "1436697831295441",
        "4681",
        "1194649",
        "12327121",
        "18446744073709551556",
        "18446744073709551555",
        "21267647932558653440728706863763295409",  /* (2^62 - 57)^2 */
        "340282366920938463463374607431768211457", /* 2^128 + 1, factor 59649589127497217 */
        "288714823805077121267142959713039399197760945927972270092651602419743230379915273311"
        "632898314463922594197780311092934965557841894944174093380561511397999942154241693397"
        "290542371100275104208013496673175515285922696291677532547504444585610194940420003990"
        "443211677661994962953925045269871932907037356403227370127845389912612030924484149472"
        "8976885406024976768122077071687938121709811322297802059565867"};
    begin();
    for (size_t i = 0; i < sizeof composites / sizeof *composites; i++) {
        EXPECT(!cp_int_is_prime(ints, number(composites[i])));
        EXPECT(!cp_int_is_prime(ints, number(composites[i])));
    }
    EXPECT(!cp_int_is_prime(ints, power_of_2(67, 1))); /* Cole, 1903 */
    EXPECT(!cp_int_is_prime(ints, CP_INT(0)) && !cp_int_is_prime(ints, CP_INT(1)));
}

static int64_t next_small(int64_t low, int64_t high)
{
    cp_int last = CP_INT(high), found;
    return cp_int_next_prime(ints, CP_INT(low), &last, &found) ? found.v : -1;
}

TEST(the_next_prime_is_the_smallest_one_not_outside_the_interval)
{
    begin();
    for (int64_t low = -3; low < 200; low++)
        for (int64_t high = -3; high < 200; high++) {
            int64_t wanted = low < 2 ? 2 : low;
            while (!is_prime_by_trial(wanted))
                wanted++;
            EXPECT_INT(next_small(low, high), wanted <= high ? wanted : -1);
        }
    EXPECT_INT(next_small(113, 127), 113);
    EXPECT_INT(next_small(114, 126), -1);
}

TEST(the_next_prime_beyond_any_edge_is_found)
{
    static const struct {
        const char *low, *prime;
    } cases[] = {
        {"4611686018427387848", "4611686018427388039"}, /* across 2^62 */
        {"4611686018427388039", "4611686018427388039"},
        {"9223372036854775784", "9223372036854775837"},
        {"18446744073709551558", "18446744073709551629"},
        {"100000000000000000000000000000000000000000000000000",
         "100000000000000000000000000000000000000000000000151"},
    };
    begin();
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        cp_int low = number(cases[i].low), prime = number(cases[i].prime), found;
        cp_int before = cp_int_sub(ints, prime, CP_INT(1));
        cp_int far = cp_int_add(ints, prime, power_of_2(80, 0));
        EXPECT(cp_int_next_prime(ints, low, NULL, &found) && cp_int_equal(found, prime));
        EXPECT(cp_int_next_prime(ints, low, &prime, &found) && cp_int_equal(found, prime));
        EXPECT(cp_int_next_prime(ints, low, &far, &found) && cp_int_equal(found, prime));
        EXPECT(!cp_int_next_prime(ints, low, &before, &found));
    }
    cp_int high = number("-100000000000000000000"), found;
    EXPECT(!cp_int_next_prime(ints, number("-200000000000000000000"), &high, &found));
    EXPECT(cp_int_next_prime(ints, high, NULL, &found) && found.v == 2);
}

TEST(a_search_for_a_big_prime_interns_no_candidates)
{
    begin();
    cp_int low = power_of_2(1000, 0), found; /* 2^1000 + 297 is the first */
    cp_int before = cp_int_add(ints, low, CP_INT(296));
    cp_int prime = cp_int_add(ints, low, CP_INT(297));
    size_t mark = cp_ints_mark(ints);
    EXPECT(!cp_int_next_prime(ints, low, &before, &found));
    EXPECT(cp_int_next_prime(ints, low, &prime, &found) && cp_int_equal(found, prime));
    EXPECT(cp_int_next_prime(ints, low, NULL, &found) && cp_int_equal(found, prime));
    EXPECT_INT((int64_t)cp_ints_mark(ints), (int64_t)mark);
}

/* 10^zeros + plus */
static cp_int power_of_10(size_t zeros, int64_t plus)
{
    static char digits[4000];
    memset(digits, '0', zeros + 1);
    digits[0] = '1';
    digits[zeros + 1] = '\0';
    return cp_int_add(ints, number(digits), CP_INT(plus));
}

TEST(whether_a_number_of_very_many_digits_is_prime_is_decided_or_in_doubt_but_soon) /* R-INF-1 */
{
    begin();
    EXPECT(cp_int_is_prime(ints, power_of_10(1000, 453)));
    EXPECT(!cp_int_is_prime(ints, power_of_10(1000, 455)));
    EXPECT(!cp_int_is_prime(ints, power_of_10(3000, 5))); /* 3 divides it */
    EXPECT_INT(cp_ints_doubt(ints), 0);
    cp_int doubtful = power_of_10(1300, 33); /* no factor below 10000 */
    EXPECT(!cp_int_is_prime(ints, doubtful));
    EXPECT_INT(cp_ints_doubt(ints), 1301);
    cp_ints_set_doubt(ints, 0);
    EXPECT(!cp_int_is_prime(ints, doubtful)); /* from memory */
    EXPECT_INT(cp_ints_doubt(ints), 1301);
    cp_ints_set_doubt(ints, 0);
    EXPECT_INT(cp_ints_worst_doubt(ints), 1301);
    cp_ints_reset(ints, 0);
    EXPECT_INT(cp_ints_worst_doubt(ints), 0);
}

TEST(a_prime_is_sought_among_numbers_of_very_many_digits_while_it_can_be_found_soon)
{
    begin();
    cp_int found, low = power_of_10(1000, 448), prime = power_of_10(1000, 453);
    EXPECT(cp_int_next_prime(ints, low, &prime, &found) && cp_int_equal(found, prime));
    cp_int below = power_of_10(1000, 452);
    EXPECT(!cp_int_next_prime(ints, low, &below, &found));
    EXPECT_INT(cp_ints_doubt(ints), 0);
    EXPECT(!cp_int_next_prime(ints, power_of_10(1000, 0), &prime, &found)); /* many tries */
    EXPECT_INT(cp_ints_doubt(ints), 1001);
    cp_ints_set_doubt(ints, 0);
    EXPECT(!cp_int_next_prime(ints, low, NULL, &found));
    EXPECT_INT(cp_ints_doubt(ints), 1001);
    cp_ints_set_doubt(ints, 0);
    cp_int three = power_of_10(1300, 33);
    EXPECT(!cp_int_next_prime(ints, power_of_10(1300, 32), &three, &found));
    EXPECT_INT(cp_ints_doubt(ints), 1301);
}

TEST(a_small_factor_is_the_smallest_and_never_the_number_itself)
{
    begin();
    EXPECT_INT(cp_int_small_factor(ints, CP_INT(1)), 0);
    EXPECT_INT(cp_int_small_factor(ints, CP_INT(2)), 0);
    EXPECT_INT(cp_int_small_factor(ints, CP_INT(4)), 2);
    EXPECT_INT(cp_int_small_factor(ints, CP_INT(97)), 0);
    EXPECT_INT(cp_int_small_factor(ints, CP_INT(9973 * (int64_t)9973)), 9973);
    EXPECT_INT(cp_int_small_factor(ints, CP_INT(10007 * (int64_t)10007)), 0);
    EXPECT_INT(cp_int_small_factor(ints, power_of_2(67, 1)), 0); /* 193707721 divides it */
    EXPECT_INT(cp_int_small_factor(ints, power_of_2(64, -1)), 0);
    EXPECT_INT(cp_int_small_factor(ints, power_of_2(83, 1)), 167);
}

TEST(a_proportion_is_rounded_down_whatever_the_signs_and_sizes)
{
    begin();
    EXPECT_INT(cp_int_proportion(ints, CP_INT(7), CP_INT(3), CP_INT(2)).v, 10);
    EXPECT_INT(cp_int_proportion(ints, CP_INT(-7), CP_INT(3), CP_INT(2)).v, -11);
    EXPECT_INT(cp_int_proportion(ints, CP_INT(7), CP_INT(3), CP_INT(-2)).v, -11);
    EXPECT_INT(cp_int_proportion(ints, CP_INT(0), power_of_2(90, 1), CP_INT(-2)).v, 0);
    cp_int big = power_of_2(100, 0), same = cp_int_proportion(ints, big, big, big);
    EXPECT(cp_int_equal(same, big));
    EXPECT_INT(cp_int_proportion(ints, CP_INT(450), big, power_of_2(101, 0)).v, 225);
}
