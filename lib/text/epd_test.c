/* SPDX-License-Identifier: MIT */
#include "text/epd.h"

#include "base/utf8.h"
#include "text/sample_test.h"

#include "test.h"

/* The operations of text as name, '=', value, '|', and '!' behind one that is odd. */
static cp_str listed(cp_str text)
{
    struct cp_operations all = {.rest = text};
    cp_operation op;
    struct cp_buf out;
    cp_buf_init(&out, &sample_record);
    while (cp_operation_take(&all, &sample_record, &op))
        cp_buf_printf(&out, "%.*s=%.*s%s|", CP_FMT(op.name), CP_FMT(op.value),
                      op.is_odd ? "!" : "");
    return cp_buf_str(&out);
}

/* The same put again, but for those whose names no operation can have. */
static cp_str put_again(cp_str text)
{
    struct cp_operations all = {.rest = text};
    cp_operation op;
    struct cp_buf out;
    bool ignored;
    cp_buf_init(&out, &sample_record);
    while (cp_operation_take(&all, &sample_record, &op))
        if (cp_operation_can(op.name))
            EXPECT(cp_operation_put(&out, out.arena, op.name, op.value, &ignored));
    return cp_buf_str(&out);
}

#define EXPECT_LISTED(text, wanted)                                                                \
    do {                                                                                           \
        sample_begin(false);                                                                       \
        EXPECT_STR(listed(CP_STR(text)), wanted);                                                  \
    } while (0)

TEST(an_operation_is_a_name_and_what_stands_before_its_semicolon)
{
    EXPECT_LISTED(" bm Nf3 e4;id \"a; b\" ; c0 \"x\" \"y\"; hmvc 3; ce;;pv",
                  "bm=Nf3 e4|id=a; b|c0=\"x\" \"y\"|hmvc=3|ce=|pv=|");
    EXPECT_LISTED(" ;D1 20 ;D2 400", "D1=20|D2=400|");
    EXPECT_LISTED("\tid\t\"\"\t", "id=|");
    EXPECT_LISTED("White \"Tal\";", "White=Tal|");
    EXPECT_LISTED("", "");
    EXPECT_LISTED(" ;; ", "");
}

TEST(a_string_without_its_end_leaves_the_others_alone)
{
    EXPECT_LISTED("c1 \"unclosed; id \"t\"; bm Kc7;", "c1=unclosed!|id=t|bm=Kc7|");
    EXPECT_LISTED("id \"one; bm Kd2;", "id=one!|bm=Kd2|");
    EXPECT_LISTED("id \"one", "id=one!|");
    EXPECT_LISTED("c0 \"a\" \"b; id \"x\";", "c0=\"a\" \"b!|id=x|");
}

TEST(a_quotation_mark_within_a_string_does_not_end_it)
{
    EXPECT_LISTED("id \"a\\\"b\"; pv Kd2;", "id=a\"b!|pv=Kd2|");
    EXPECT_LISTED("id \"a\"b\"; pv Kd2;", "id=a\"b!|pv=Kd2|");
    EXPECT_LISTED("id \"C:\\a\"; pv Kd2;", "id=C:\\a|pv=Kd2|");
    EXPECT_LISTED("id \"a\\\\\";", "id=a\\!|");
}

TEST(what_others_might_not_read_is_odd)
{
    EXPECT_LISTED(" ; best is Kd2; x a b; tcri 1 -2; pv a b",
                  "best=is Kd2!|x=a b!|tcri=1 -2|pv=a b|");
    EXPECT_LISTED("bm e4 # good; am e4 //; pv e4 -- e5#;", "bm=e4 # good!|am=e4 //!|pv=e4 -- e5#|");
    EXPECT_LISTED("\"no name\"; 9x 1; id\"x\"; bm \"Kd2\"; bm Kd2 id \"x\"; ce a\"b;",
                  "=no name!|9x=1!|id=x!|bm=Kd2!|bm=Kd2 id \"x\"!|ce=a\"b!|");
}

TEST(strings_have_quotation_marks_and_moves_and_numbers_none)
{
    static const struct {
        const char *name, *value, *wanted;
        bool is_odd;
    } cases[] = {
        {"bm", "Kd2 e4", " bm Kd2 e4;", false},
        {"bm", "Kd2;", " bm \"Kd2;\";", false},
        {"acd", "12", " acd 12;", false},
        {"ce", "-5", " ce -5;", false},
        {"id", "12", " id \"12\";", false},
        {"c3", "12", " c3 \"12\";", false},
        {"White", "Tal", " White \"Tal\";", false},
        {"Round", "3", " Round \"3\";", false},
        {"x", "a b", " x \"a b\";", false},
        {"x", " a ", " x \" a \";", false},
        {"ce", "", " ce;", false},
        {"c0", "\"a\" \"b\"", " c0 \"a\" \"b\";", false},
        {"id", "a\"b", " id \"a\\\"b\";", true},
        {"id", "\"x\"", " id \"\\\"x\\\"\";", true},
        {"id", "C:\\a", " id \"C:\\a\";", false},
        {"id", "a\\", " id \"a\\\\\";", true},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct cp_buf out;
        bool is_odd;
        sample_begin(false);
        cp_buf_init(&out, &sample_record);
        EXPECT(cp_operation_put(&out, out.arena, cp_str_from(cases[i].name),
                                cp_str_from(cases[i].value), &is_odd));
        EXPECT_STR(cp_buf_str(&out), cases[i].wanted);
        EXPECT(is_odd == cases[i].is_odd);
        struct cp_operations all = {.rest = cp_buf_str(&out)};
        cp_operation op;
        EXPECT(cp_operation_take(&all, &sample_record, &op));
        EXPECT_STR(op.value, cases[i].value);
    }
}

TEST(what_no_line_can_hold_is_another_character_and_said)
{
    struct cp_buf out;
    bool is_odd;
    sample_begin(false);
    cp_buf_init(&out, &sample_record);
    EXPECT(!cp_operation_put(&out, out.arena, CP_STR("id"), CP_STR("a\nb"), &is_odd));
    EXPECT(!cp_operation_put(&out, out.arena, CP_STR("bm"), CP_STR("a\0b"), &is_odd));
    EXPECT(!cp_operation_put(&out, out.arena, CP_STR("bm"), CP_STR("a\nb"), &is_odd));
    EXPECT(!cp_operation_put(&out, out.arena, CP_STR("c0"), CP_STR("\"a\"\n\"b\""), &is_odd));
    EXPECT_STR(cp_buf_str(&out), " id \"a b\"; bm a" CP_NO_CHARACTER
                                 "b; bm a b; c0 \"a\" \"b\";"); /* as it is read back */
    EXPECT(!cp_operation_can(CP_STR("")) && !cp_operation_can(CP_STR("a b")) &&
           !cp_operation_can(CP_STR("\xc3\xa9")) && !cp_operation_can(CP_STR("a;")) &&
           !cp_operation_can(CP_STR("9")) && !cp_operation_can(CP_STR("a\0b")) &&
           cp_operation_can(CP_STR("D1")));
}

static uint32_t state = 1;

static uint32_t roll(uint32_t n)
{
    state = state * 1664525 + 1013904223;
    return (state >> 8) % n;
}

/* Law: what was read of any line is written as a line that says the same, and that one is
 * written as it is. */
TEST(what_is_put_is_read_as_what_it_was)
{
    static const char *const parts[] = {"\"", "\"", "\"", "\\",  ";", ";",   " ",
                                        " ",  "id", "bm", "c1",  "W", "x",   "12",
                                        "-",  "é",  "\t", "Kd2", "9", "\\\""};
    enum { PARTS = sizeof parts / sizeof *parts, LINES = 20000, LONGEST = 24 };
    for (int i = 0; i < LINES; i++) {
        struct cp_buf line;
        sample_begin(false);
        cp_buf_init(&line, &sample_record);
        for (uint32_t n = roll(LONGEST); n > 0; n--)
            cp_buf_puts(&line, parts[roll(PARTS)]);
        cp_str once = put_again(cp_buf_str(&line)), twice = put_again(once);
        EXPECT(cp_str_equal(once, twice));
        struct cp_operations all = {.rest = cp_buf_str(&line)}, again = {.rest = once};
        cp_operation op, same;
        while (cp_operation_take(&all, &sample_record, &op)) {
            if (!cp_operation_can(op.name))
                continue;
            EXPECT(cp_operation_take(&again, &sample_record, &same));
            EXPECT(cp_str_equal(op.name, same.name) && cp_str_equal(op.value, same.value));
        }
        EXPECT(!cp_operation_take(&again, &sample_record, &same));
    }
}

/* Bound: a line of strings that nothing ends costs what it is long. */
TEST(many_strings_without_end_are_read_in_time_that_goes_with_their_length)
{
    enum { MANY = 100000 };
    struct cp_buf line;
    cp_operation op;
    sample_begin(false);
    cp_buf_init(&line, &sample_record);
    for (int i = 0; i < MANY; i++)
        cp_buf_puts(&line, "b c \"x;");
    struct cp_operations all = {.rest = cp_buf_str(&line)};
    int count = 0;
    while (cp_operation_take(&all, &sample_record, &op))
        count++;
    EXPECT_INT(count, MANY);
}
