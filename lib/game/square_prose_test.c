/* SPDX-License-Identifier: MIT */
#include "game/square.h"

#include "text/sample_test.h"

#include "test.h"

static cp_str rewritten_by(const char *text, enum cp_spelling spelling, int64_t file, int64_t rank,
                           size_t step)
{
    struct cp_buf out, pending;
    sample_begin(false);
    cp_buf_init(&out, &sample_record);
    cp_buf_init(&pending, &sample_record);
    struct cp_squares how = {sample_ints, spelling, {CP_INT(file), CP_INT(rank)}};
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
               "and (angwjirsmasufqv-3); (a), (1), (1,000) and (1.2) are none.\t\xff (");
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
        "(3, 4, 5)", "e4",   "()",        "((",       "(abcdefghi9)",   "(a 9)",  "(x,y)",
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
    struct cp_squares how = {sample_ints, CP_LETTER, {CP_INT(0), CP_INT(0)}};
    EXPECT_INT((int64_t)cp_squares_rewrite(&how, &out, (cp_str){text, LONG}, false), LONG);
    EXPECT_INT((int64_t)out.len, LONG);
    free(text);
}
