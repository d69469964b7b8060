/* SPDX-License-Identifier: MIT */
#include "game/square.h"

#include "text/sample_test.h"

#include "test.h"

static bool is_far;

static bool is_piece(const void *data, cp_str word)
{
    (void)data;
    return cp_str_is(word, "R") || cp_str_is(word, "Hu");
}

static cp_str rewritten_by(const char *text, enum cp_spelling spelling, int64_t file, int64_t rank,
                           size_t step)
{
    struct cp_buf out, pending;
    sample_begin(false);
    cp_buf_init(&out, &sample_record);
    cp_buf_init(&pending, &sample_record);
    struct cp_squares how = {.ints = sample_ints,
                             .spelling = spelling,
                             .shift = {CP_INT(file), CP_INT(rank)},
                             .is_far = is_far,
                             .is_piece = is_piece};
    cp_str left = cp_str_from(text);
    do {
        size_t n = step && left.len > step ? step : left.len;
        cp_buf_put(&pending, (cp_str){left.at, n});
        left = cp_str_skip(left, n);
        size_t used = cp_squares_rewrite(&how, &out, cp_buf_str(&pending), left.len == 0);
        cp_str rest = cp_str_keep(&sample_record, cp_str_skip(cp_buf_str(&pending), used));
        cp_buf_reset(&pending);
        cp_buf_put(&pending, rest);
    } while (left.len);
    EXPECT_INT((int64_t)pending.len, 0);
    return cp_buf_str(&out);
}

static cp_str rewritten(const char *text, enum cp_spelling spelling)
{
    return rewritten_by(text, spelling, 0, 0, 0);
}

static const char article[] =
    "After 1. R(7,9)-(1,9) the rook (see 3,4) on (1,9) eyes (0,9), (-2,9)\n"
    "and ( 100000000000000000000 , -3 ); (a), (1), (1,000) and (1.2) are none.\t\xff (";

TEST(squares_in_prose_are_rewritten_and_all_else_stays) /* R-NOT-12 */
{
    EXPECT_STR(rewritten(article, CP_LETTER),
               "After 1. R(g9)-(a9) the rook (see 3,4) on (a9) eyes (φ9), (-b9)\n"
               "and (100000000000000000000,-3); (a), (1), (1,000) and (1.2) are none.\t\xff (");
}

TEST(letters_become_numbers_and_a_frame_may_be_shifted) /* R-NOT-12 */
{
    EXPECT_STR(rewritten("R(g9)-(a9), (G9) (09) (phi9) (Phi-3)", CP_NUMERIC),
               "R(7,9)-(1,9), (7,9) (0,9) (0,9) (0,-3)");
    EXPECT_STR(rewritten_by("R(g9)-(-b9)", CP_NUMERIC, -8, -8, 0), "R(-1,1)-(-10,1)");
    EXPECT_STR(rewritten_by("R(-1,1)", CP_NUMERIC, 8, 8, 0), "R(7,9)");
}

TEST(what_only_looks_like_a_square_stays)
{
    static const char *const plain[] = {
        "(a)",       "(1)",  "(see 3,4)", "(Table2)", "(1,000)",        "(+1,2)", "(-0,3)",
        "(3, 4, 5)", "e4",   "()",        "((",       "(abc9)",         "(a 9)",  "(x,y)",
        "(3,4",      "3,4)", "(1.2)",     "(a09)",    "plain \x80 text"};
    for (size_t i = 0; i < sizeof plain / sizeof *plain; i++) {
        EXPECT_STR(rewritten(plain[i], CP_NUMERIC), plain[i]);
        EXPECT_STR(rewritten(plain[i], CP_LETTER), plain[i]);
    }
    EXPECT_STR(rewritten("((7,9):(7,9))", CP_LETTER), "((g9):(g9))");
}

TEST(it_does_not_matter_how_the_bytes_arrive)
{
    char whole[sizeof article + 64];
    snprintf(whole, sizeof whole, "%.*s", CP_FMT(rewritten(article, CP_LETTER)));
    for (size_t step = 1; step < 20; step++)
        EXPECT_STR(rewritten_by(article, CP_LETTER, 0, 0, step), whole);
}

TEST(there_and_back_is_the_same)
{
    static const char text[] = "R(7,9)-(0,9) (11033,4) (-27,-3) (703,1) and so on (12345678,9)";
    char there[256];
    snprintf(there, sizeof there, "%.*s", CP_FMT(rewritten(text, CP_LETTER)));
    EXPECT_STR(rewritten(there, CP_NUMERIC), text);
}

/* Files of three letters and more look like words. */
TEST(words_stay_and_far_squares_are_told_from_them)
{
    static const char prose[] =
        "As (fig3) and (see4) show (table10), Fig.(fig3) too: in (fig3)-(fig5), the (pp7)\n"
        "Rook(all9) is no rook, In(all9) neither; 3R(all9), xR(all9), R (all9) (all9) R.";
    EXPECT_STR(
        rewritten(prose, CP_NUMERIC),
        "As (fig3) and (see4) show (table10), Fig.(fig3) too: in (fig3)-(fig5), the (432,7)\n"
        "Rook(all9) is no rook, In(all9) neither; 3R(all9), xR(all9), R (all9) (all9) R.");
    EXPECT_STR(
        rewritten("R(all9) Hu(all9): (all9)-(g9) (g9)-(all9)x(bxx2) (0,9)→(all9)", CP_NUMERIC),
        "R(1000,9) Hu(1000,9): (1000,9)-(7,9) (7,9)-(1000,9)x(2000,2) (0,9)→(1000,9)");
    is_far = true;
    EXPECT_STR(rewritten("(fig3) (jlktwhmjdbnin-10) (Fig3)", CP_NUMERIC),
               "(4297,3) (1000000000000000000,-10) (Fig3)");
    EXPECT_STR(rewritten("(1000000000000000000,-10)", CP_LETTER), "(jlktwhmjdbnin-10)");
    is_far = false;
    EXPECT_STR(rewritten("R(1000000000000000000,-10), (1000000000000000000,-10)", CP_LETTER),
               "R(jlktwhmjdbnin-10), (1000000000000000000,-10)");
}

/* What was written is turned back, whatever stands around it, near or far. */
TEST(every_row_of_squares_is_turned_back)
{
    static const char *const squares[] = {
        "(7,9)",   "(1000,9)",  "(703,-1)",
        "(702,2)", "(-702,2)",  "(-703,5)",
        "(0,0)",   "(11033,4)", "(12345678901234567890123456789,-10)",
        "(27,3)"};
    static const char *const around[] = {"-", "x", " ", "R",   " R", "-R", ":",
                                         "→", "(", ")", "fig", "Hu", ""};
    unsigned seed = 1;
    for (int i = 0; i < 20000; i++) {
        char text[512] = "", there[512];
        for (int k = 0; k < 5; k++) {
            seed = seed * 1103515245 + 12345;
            strcat(text, around[(seed >> 16) % (sizeof around / sizeof *around)]);
            seed = seed * 1103515245 + 12345;
            strcat(text, squares[(seed >> 16) % (sizeof squares / sizeof *squares)]);
        }
        size_t step = i % 3 ? 0 : (size_t)(i % 7 + 1);
        snprintf(there, sizeof there, "%.*s", CP_FMT(rewritten_by(text, CP_LETTER, 0, 0, step)));
        EXPECT_STR(rewritten_by(there, CP_NUMERIC, 0, 0, step), text);
        EXPECT_STR(rewritten(there, CP_LETTER), there);
    }
}

TEST(a_shifted_square_that_looks_like_a_word_is_written_in_numbers)
{
    EXPECT_STR(rewritten_by("(zz9) (700,3)", CP_LETTER, 10, 0, 0), "(712,9) (710,3)");
}

TEST(a_parenthesis_without_end_is_given_up_after_a_million_bytes)
{
    enum { LONG = 3 << 20 };
    struct cp_buf out;
    sample_begin(false);
    char *text = malloc(LONG);
    if (!text)
        exit(3);
    memset(text, '7', LONG);
    text[0] = '(';
    cp_buf_init(&out, &sample_record);
    struct cp_squares how = {.ints = sample_ints, .spelling = CP_LETTER};
    EXPECT_INT((int64_t)cp_squares_rewrite(&how, &out, (cp_str){text, LONG}, false), LONG);
    EXPECT_INT((int64_t)out.len, LONG);
    free(text);
}
