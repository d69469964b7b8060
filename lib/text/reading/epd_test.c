/* SPDX-License-Identifier: MIT */
#include "text/reading/reading.h"

#include "base/utf8.h"
#include "text/sample_test.h"

#include "test.h"

/* The operations of text as name, '=', value, '|', and '!' behind one that is odd. */
static cp_str listed(cp_str text)
{
    cp_operation op;
    struct cp_buf out;
    cp_buf_init(&out, &sample_record);
    while (cp_operation_take(&text, &op))
        cp_buf_printf(&out, "%.*s=%.*s%s|", CP_FMT(op.name), CP_FMT(op.value),
                      op.is_odd ? "!" : "");
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

TEST(a_string_ends_at_the_next_quotation_mark_or_with_its_line)
{
    EXPECT_LISTED("id \"one; bm Kd2;", "id=one; bm Kd2;!|");
    EXPECT_LISTED("id \"", "id=!|");
    EXPECT_LISTED("c0 \"a\" \"b; id", "c0=\"a\" \"b; id!|");
    EXPECT_LISTED("id \"a\\\"; pv Kd2;", "id=a\\|pv=Kd2|");
    EXPECT_LISTED("id \"a\"b; pv Kd2;", "id=\"a\"b|pv=Kd2|");
    EXPECT_LISTED("bm Kd2 id \"x\"; id\"x\";", "bm=Kd2 id \"x\"|id=x|");
    EXPECT_LISTED("\"no name\"; 9x 1;", "=no name!|9x=1|");
}

/* Bound: a line of strings that nothing ends costs what it is long. */
TEST(many_strings_are_read_in_time_that_goes_with_their_length)
{
    enum { MANY = 100000 };
    struct cp_buf line;
    sample_begin(false);
    cp_buf_init(&line, &sample_record);
    for (int i = 0; i < MANY; i++)
        cp_buf_puts(&line, "b c \"x;\";");
    cp_str text = cp_buf_str(&line);
    cp_operation op;
    size_t count = 0;
    while (cp_operation_take(&text, &op))
        count++;
    EXPECT(count == MANY);
}
