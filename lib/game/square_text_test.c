/* SPDX-License-Identifier: MIT */
#include "game/square.h"

#include "text/sample_test.h"

#include "test.h"

/* The canonical spelling of a square in text, or "no square"; odd as digits behind. */
static cp_str read(const char *text)
{
    cp_square_text square;
    struct cp_buf out;
    sample_begin(false);
    cp_buf_init(&out, &sample_record);
    cp_str from = cp_str_from(text);
    if (!from.len || cp_square_scan(sample_ints, from, &square) != from.len)
        return CP_STR("no square");
    cp_square_format(sample_ints, &out, square.square, square.spelling);
    if (square.odd)
        cp_buf_printf(&out, " odd %u", square.odd);
    return cp_buf_str(&out);
}

TEST(the_zero_file_has_many_spellings) /* R-NOT-1 */
{
    static const char *const spellings[] = {"(φ9)",
                                            "(ϕ9)",
                                            "(Φ9)",
                                            "(phi9)",
                                            "(Phi9)",
                                            "(PHI9)",
                                            "(pHi9)",
                                            "(Ï†9)",
                                            "(\xc3\x8f\xc2\x86"
                                            "9)"};
    for (size_t i = 0; i < sizeof spellings / sizeof *spellings; i++)
        EXPECT_STR(read(spellings[i]), "(φ9)");
    EXPECT_STR(read("(09)"), "(09)");
    EXPECT_STR(read("(010)"), "(010)");
    EXPECT_STR(read("(0-3)"), "(0-3)");
    EXPECT_STR(read("(00)"), "(00)");
    EXPECT_STR(read("(-PHI9)"), "(-phi9)"); /* a file of that name, not φ */
    EXPECT_STR(read("(phia9)"), "(phia9)");
    EXPECT_STR(read("(θ9)"), "no square");
}

TEST(letters_are_taken_in_any_case_and_dashes_for_minus) /* R-NOT-2 */
{
    EXPECT_STR(read("(G9)"), "(g9)");
    EXPECT_STR(read("(-Bc-9)"), "(-bc-9)");
    EXPECT_STR(read("(−1,–7)"), "(-1,-7)");
    EXPECT_STR(read("(—b‐9)"), "(-b-9)");
    EXPECT_STR(read("(‗b9)"), "no square");
}

TEST(plus_leading_zeros_and_minus_zero_are_odd) /* R-NOT-3 */
{
    EXPECT_STR(read("(+7,4)"), "(7,4) odd 1");
    EXPECT_STR(read("(007,4)"), "(7,4) odd 2");
    EXPECT_STR(read("(7,-0)"), "(7,0) odd 4");
    EXPECT_STR(read("(-00,+03)"), "(0,3) odd 7");
    EXPECT_STR(read("(a007)"), "(a7) odd 2");
    EXPECT_STR(read("(-1.-1)"), "(-1,-1) odd 8");
    EXPECT_STR(read("(7,4)"), "(7,4)");
    EXPECT_STR(read("(++7,4)"), "no square");
}

TEST(no_coordinate_is_too_large) /* R-NOT-4 */
{
    EXPECT_STR(read("(100000000000000000000,-3)"), "(100000000000000000000,-3)");
    EXPECT_STR(read("(4611686018427387903,4611686018427387904)"),
               "(4611686018427387903,4611686018427387904)");
    EXPECT_STR(read("(abcdefghijklmnopqrstuvwxyz-18446744073709551616)"),
               "(abcdefghijklmnopqrstuvwxyz-18446744073709551616)");
}

TEST(spaces_inside_are_read_and_never_written)
{
    EXPECT_STR(read("( -1 , 7 )"), "(-1,7)");
    EXPECT_STR(read("( a9 )"), "(a9)");
    EXPECT_STR(read("(a 9)"), "no square");
    EXPECT_STR(read("(- 1,7)"), "no square");
}

TEST(what_is_no_square_is_refused)
{
    static const char *const bad[] = {"",        "(",       "()",   "(a)",     "(1)",    "(,)",
                                      "(1,)",    "(,1)",    "(1,2", "(1,2,3)", "(a9b)",  "(9a)",
                                      "(--1,2)", "(e4:e4)", "a9",   "1,2",     "(1.5.2)"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        EXPECT_STR(read(bad[i]), "no square");
}

/* The clean reader is the lenient one, but for refusing what we do not write. */
TEST(the_clean_reader_agrees_with_the_lenient_one)
{
    static const char *const parts[] = {
        "",   "-", "0",   "7", "07", "12", "9999999999999999999", "a",
        "zz", "A", "phi", "φ", " ",  "+",  "abcdefghijklmnop"};
    enum { PARTS = sizeof parts / sizeof *parts };
    sample_begin(false);
    int read_by_both = 0;
    for (int i = 0; i < PARTS * PARTS * PARTS * PARTS * 2; i++) {
        char text[128];
        int n = i / 2;
        snprintf(text, sizeof text, "(%s%s%s%s%s)", parts[n % PARTS], parts[n / PARTS % PARTS],
                 i % 2 ? "," : "", parts[n / PARTS / PARTS % PARTS],
                 parts[n / PARTS / PARTS / PARTS]);
        cp_str from = cp_str_from(text);
        cp_square clean;
        cp_square_text lenient;
        enum cp_spelling spelling;
        const char *end =
            cp_square_scan_clean(sample_ints, from.at, from.at + from.len, &clean, &spelling);
        size_t len = cp_square_scan(sample_ints, from, &lenient);
        if (end)
            EXPECT(end == from.at + len && !lenient.odd && lenient.spelling == spelling &&
                   cp_square_equal(clean, lenient.square));
        cp_square exact;
        bool is_exact =
            len && cp_square_parse(sample_ints, &exact, from, lenient.spelling) == CP_OK;
        if (is_exact)
            EXPECT(end && cp_square_equal(clean, exact));
        read_by_both += end != NULL;
    }
    EXPECT(read_by_both > 1000);
}

TEST(a_file_or_a_number_alone)
{
    cp_int n;
    uint8_t odd;
    sample_begin(false);
    EXPECT(cp_file_scan(sample_ints, CP_STR("8"), &n, &odd) && n.v == 8);
    EXPECT(cp_file_scan(sample_ints, CP_STR("-b"), &n, &odd) && n.v == -2);
    EXPECT(cp_file_scan(sample_ints, CP_STR("Φ"), &n, &odd) && n.v == 0);
    EXPECT(!cp_file_scan(sample_ints, CP_STR("b8"), &n, &odd));
    EXPECT(cp_number_scan(sample_ints, CP_STR("−08"), &n, &odd) && n.v == -8 &&
           odd == CP_ODD_ZEROS);
    EXPECT(!cp_number_scan(sample_ints, CP_STR("8b"), &n, &odd));
}

TEST(ten_thousand_digits_are_a_square)
{
    enum { DIGITS = 10000 };
    static char text[2 * DIGITS + 8];
    sample_begin(false);
    memset(text, '7', sizeof text);
    text[0] = '(';
    text[DIGITS] = ',';
    text[2 * DIGITS] = ')';
    cp_square clean;
    enum cp_spelling spelling;
    EXPECT(cp_square_scan_clean(sample_ints, text, text + sizeof text, &clean, &spelling) ==
           text + 2 * DIGITS + 1);
    EXPECT(!cp_int_is_small(clean.file) && cp_int_equal(clean.file, clean.rank));
}
