/* SPDX-License-Identifier: MIT */
#include "run/stream.h"

#include "test.h"

/* A source that hands out a text in pieces. */
struct pieces {
    cp_str left;
    size_t step;
    size_t spaces; /* to hand out after the first byte */
};

static long hand_out(void *data, char *room, size_t size)
{
    struct pieces *p = data;
    size_t n = p->left.len < p->step ? p->left.len : p->step;
    if (p->spaces && size > p->spaces)
        size = p->spaces;
    if (p->spaces) {
        memset(room, ' ', size);
        p->spaces -= size;
        return (long)size;
    }
    memcpy(room, p->left.at, n);
    p->left = cp_str_skip(p->left, n);
    return (long)n;
}

static struct cp_arena like;
static struct cp_line_reader lines;
static cp_str line;

TEST(lines_end_in_lf_or_crlf_or_at_the_end)
{
    for (size_t step = 1; step < 12; step++) {
        struct pieces p = {CP_STR("one\r\n\ntwo\nthree"), step, 0};
        cp_line_reader_open(&lines, &like, hand_out, &p);
        EXPECT_INT(cp_line_reader_read(&lines, &line), CP_LINE_WHOLE);
        EXPECT_STR(line, "one");
        EXPECT_INT(cp_line_reader_read(&lines, &line), CP_LINE_WHOLE);
        EXPECT_STR(line, "");
        EXPECT_INT(cp_line_reader_read(&lines, &line), CP_LINE_WHOLE);
        EXPECT_STR(line, "two");
        EXPECT_INT(cp_line_reader_read(&lines, &line), CP_LINE_WHOLE);
        EXPECT_STR(line, "three");
        EXPECT_INT(lines.number, 4);
        EXPECT_INT(cp_line_reader_read(&lines, &line), CP_LINE_END);
        cp_cursor_close(&lines.cursor);
    }
}

TEST(nothing_is_no_line)
{
    struct pieces p = {CP_STR(""), 1, 0};
    cp_line_reader_open(&lines, &like, hand_out, &p);
    EXPECT_INT(cp_line_reader_read(&lines, &line), CP_LINE_END);
    cp_cursor_close(&lines.cursor);
}

TEST(a_huge_line_is_read_and_its_memory_given_back)
{
    struct pieces p = {CP_STR("\nnext\n"), 100, 5 << 20};
    cp_line_reader_open(&lines, &like, hand_out, &p);
    EXPECT_INT(cp_line_reader_read(&lines, &line), CP_LINE_WHOLE);
    EXPECT_INT((int64_t)line.len, 5 << 20);
    EXPECT_INT(cp_line_reader_read(&lines, &line), CP_LINE_WHOLE);
    EXPECT_STR(line, "next");
    EXPECT_INT(cp_line_reader_read(&lines, &line), CP_LINE_END);
    EXPECT(lines.cursor.limit - lines.cursor.at < 1 << 20);
    cp_cursor_close(&lines.cursor);
}

TEST(a_line_beyond_the_budget_is_passed_over)
{
    struct pieces p = {CP_STR("tail\nnext"), 100, 3 << 20};
    cp_line_reader_open(&lines, &like, hand_out, &p);
    lines.most = 1 << 20;
    EXPECT_INT(cp_line_reader_read(&lines, &line), CP_LINE_CUT);
    EXPECT_INT(cp_line_reader_read(&lines, &line), CP_LINE_WHOLE);
    EXPECT_STR(line, "next");
    EXPECT_INT(lines.number, 2);
    cp_cursor_close(&lines.cursor);
}
