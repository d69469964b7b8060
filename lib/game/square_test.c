/* SPDX-License-Identifier: MIT */
#include "game/square.h"

#include "test.h"

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

/* text in one spelling, written in the other; "no square" when it is none */
static cp_str respelled(const char *text, enum cp_spelling from, enum cp_spelling to)
{
    cp_square square;
    if (cp_square_parse(ints, &square, cp_str_from(text), from) != CP_OK)
        return CP_STR("no square");
    cp_buf_reset(&out);
    cp_square_format(ints, &out, square, to);
    return cp_buf_str(&out);
}

TEST(letters_and_numbers_name_the_same_squares)
{
    static const struct {
        const char *letters, *numbers;
    } same[] = {
        {"(g9)", "(7,9)"},
        {"(-b9)", "(-2,9)"},
        {"(φ9)", "(0,9)"},
        {"(a1)", "(1,1)"},
        {"(z26)", "(26,26)"},
        {"(aa-1)", "(27,-1)"},
        {"(az0)", "(52,0)"},
        {"(zz4)", "(702,4)"},
        {"(aaa4)", "(703,4)"},
        {"(-z-9)", "(-26,-9)"},
        {"(-aa10)", "(-27,10)"},
        {"(φ-3)", "(0,-3)"},
        {"(φ0)", "(0,0)"},
        {"(fkd8)", "(4346,8)"},
        {"(-zzzzzzzzzzzzzzz1)", "(-1744349715977154962390,1)"},
        {"(a100000000000000000000)", "(1,100000000000000000000)"},
    };
    begin();
    for (size_t i = 0; i < sizeof same / sizeof *same; i++) {
        EXPECT_STR(respelled(same[i].letters, CP_LETTER, CP_NUMERIC), same[i].numbers);
        EXPECT_STR(respelled(same[i].numbers, CP_NUMERIC, CP_LETTER), same[i].letters);
        EXPECT_STR(respelled(same[i].letters, CP_LETTER, CP_LETTER), same[i].letters);
    }
}

TEST(the_file_that_spells_phi_is_written_in_numbers) /* R-NOT-1, R-NOT-2 */
{
    begin();
    EXPECT_STR(respelled("(11033,9)", CP_NUMERIC, CP_LETTER), "(11033,9)");
    EXPECT_STR(respelled("(11033,9)", CP_NUMERIC, CP_LETTER_ASCII), "(11033,9)");
    EXPECT_STR(respelled("(phi9)", CP_LETTER, CP_NUMERIC), "no square");
    EXPECT_STR(respelled("(PHI9)", CP_LETTER, CP_NUMERIC), "no square");
    EXPECT_STR(respelled("(-11033,9)", CP_NUMERIC, CP_LETTER), "(-phi9)");
    EXPECT_STR(respelled("(-phi9)", CP_LETTER, CP_NUMERIC), "(-11033,9)");
    EXPECT_STR(respelled("(phia9)", CP_LETTER, CP_LETTER), "(phia9)");
}

TEST(the_zero_file_is_phi_or_in_ascii_a_digit) /* R-NOT-1 */
{
    begin();
    EXPECT_STR(respelled("(0,9)", CP_NUMERIC, CP_LETTER), "(\xcf\x86"
                                                          "9)");
    EXPECT_STR(respelled("(0,9)", CP_NUMERIC, CP_LETTER_ASCII), "(09)");
    EXPECT_STR(respelled("(09)", CP_LETTER_ASCII, CP_NUMERIC), "(0,9)");
    EXPECT_STR(respelled("(010)", CP_LETTER_ASCII, CP_LETTER), "(φ10)");
    EXPECT_STR(respelled("(0-3)", CP_LETTER_ASCII, CP_LETTER), "(φ-3)");
    EXPECT_STR(respelled("(00)", CP_LETTER_ASCII, CP_LETTER), "(φ0)");
    EXPECT_STR(respelled("(-b9)", CP_LETTER_ASCII, CP_LETTER), "(-b9)");
    EXPECT_STR(respelled("(09)", CP_LETTER, CP_LETTER), "no square");
    EXPECT_STR(respelled("(φ9)", CP_LETTER_ASCII, CP_LETTER), "no square");
}

TEST(bare_squares_belong_to_bounded_boards)
{
    begin();
    EXPECT_STR(respelled("m9", CP_BARE, CP_NUMERIC), "(13,9)");
    EXPECT_STR(respelled("(13,9)", CP_NUMERIC, CP_BARE), "m9");
    EXPECT_STR(respelled("m0", CP_BARE, CP_NUMERIC), "no square");
    EXPECT_STR(respelled("-a3", CP_BARE, CP_NUMERIC), "no square");
    EXPECT_STR(respelled("a-3", CP_BARE, CP_NUMERIC), "no square");
    EXPECT_STR(respelled("(a3)", CP_BARE, CP_NUMERIC), "no square");
    EXPECT_STR(respelled("", CP_BARE, CP_NUMERIC), "no square");
}

TEST(only_canonical_spellings_are_squares_here) /* the lenient ones live in text/ */
{
    static const char *const numbers[] = {
        "(7,9",   "7,9)",   "(7,)",    "(,9)",   "(7)",    "(7,9,1)", "()",     "(",
        ")",      "",       "(+7,9)",  "(07,9)", "(7,09)", "(-0,9)",  "(0,-0)", "(00,1)",
        "(7, 9)", "( 7,9)", "(--7,9)", "(7.9)",  "(g,9)",  "[7,9]",   "(7,9) "};
    static const char *const letters[] = {"(G9)",
                                          "(g 9)",
                                          "(g)",
                                          "(9)",
                                          "(g09)",
                                          "(g-0)",
                                          "(g+9)",
                                          "(-9)",
                                          "(--a9)",
                                          "(-φ9)",
                                          "(φ09)",
                                          "(φ)",
                                          "(φφ9)",
                                          "(φa9)",
                                          "(aφ9)",
                                          "(g9a)",
                                          "(g,9)",
                                          "()",
                                          "(\xcf"
                                          "9)"};
    begin();
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        EXPECT_STR(respelled(numbers[i], CP_NUMERIC, CP_NUMERIC), "no square");
    for (size_t i = 0; i < sizeof letters / sizeof *letters; i++)
        EXPECT_STR(respelled(letters[i], CP_LETTER, CP_LETTER), "no square");
}

TEST(there_is_no_largest_coordinate) /* R-NOT-4 */
{
    begin();
    struct cp_buf text;
    cp_buf_init(&text, &arena);
    cp_buf_putc(&text, '(');
    for (int i = 0; i < 10000; i++)
        cp_buf_putc(&text, (char)('a' + i * 7 % 26));
    cp_buf_putc(&text, '-');
    for (int i = 0; i < 10000; i++)
        cp_buf_putc(&text, (char)('1' + i % 9));
    cp_buf_puts(&text, ")");
    cp_square square, again;
    EXPECT_INT(cp_square_parse(ints, &square, cp_buf_str(&text), CP_LETTER), CP_OK);
    cp_square_format(ints, &out, square, CP_NUMERIC);
    EXPECT_INT(cp_square_parse(ints, &again, cp_buf_str(&out), CP_NUMERIC), CP_OK);
    EXPECT(cp_square_equal(square, again));
    cp_buf_reset(&out);
    cp_square_format(ints, &out, again, CP_LETTER);
    EXPECT(cp_str_equal(cp_buf_str(&out), cp_buf_str(&text)));
}

TEST(a_shift_there_and_back_is_the_same_square)
{
    begin();
    cp_square a, by = {CP_INT(8), CP_INT(8)}, back = {CP_INT(-8), CP_INT(-8)};
    EXPECT_INT(cp_square_parse(ints, &a, CP_STR("(-1,4611686018427387900)"), CP_NUMERIC), CP_OK);
    cp_square there = cp_square_shift(ints, a, by);
    cp_square_format(ints, &out, there, CP_NUMERIC);
    EXPECT_STR(cp_buf_str(&out), "(7,4611686018427387908)");
    EXPECT(!cp_square_equal(a, there));
    EXPECT(cp_square_equal(a, cp_square_shift(ints, there, back)));
}

TEST(a_file_alone_is_letters_phi_or_a_number)
{
    static const struct {
        const char *text;
        int64_t file;
    } good[] = {{"g", 7}, {"-b", -2}, {"φ", 0}, {"0", 0}, {"-2", -2}, {"zz", 702}, {"31", 31}};
    static const char *const bad[] = {"", "-", "a1", "1a", "G", "-0", "07", "φφ", "-φ", "a-b"};
    begin();
    cp_int file;
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        EXPECT_INT(cp_file_parse(ints, &file, cp_str_from(good[i].text)), CP_OK);
        EXPECT_INT(file.v, good[i].file);
    }
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        EXPECT_INT(cp_file_parse(ints, &file, cp_str_from(bad[i])), CP_NOT_A_FILE);
    cp_file_format(ints, &out, CP_INT(-27), CP_LETTER);
    cp_file_format(ints, &out, CP_INT(0), CP_LETTER);
    cp_file_format(ints, &out, CP_INT(0), CP_LETTER_ASCII);
    cp_file_format(ints, &out, CP_INT(-27), CP_NUMERIC);
    EXPECT_STR(cp_buf_str(&out), "-aaφ0-27");
}
