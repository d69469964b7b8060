/* SPDX-License-Identifier: MIT */
#include "base/yaml.h"

#include "test.h"

static size_t step;

static long some(void *data, char *room, size_t size)
{
    cp_str *left = data;
    size_t count = left->len < step ? left->len : step;
    count = count < size ? count : size;
    memcpy(room, left->at, count);
    *left = cp_str_skip(*left, count);
    return (long)count;
}

/* The documents of text with '|' between them, and the line each begins on. */
static cp_str cut(const char *text, size_t at_once)
{
    static char out[256];
    struct cp_documents p;
    size_t len = 0;
    cp_str left = cp_str_from(text);
    step = at_once;
    cp_documents_init(&p, some, &left);
    do {
        len += (size_t)snprintf(out + len, 8, "%zu:", p.lines + 1);
        for (long got; (got = cp_documents_read(&p, out + len, at_once)) > 0;)
            len += (size_t)got;
        out[len++] = '|';
    } while (cp_documents_next(&p));
    return (cp_str){out, len};
}

TEST(documents_are_cut_however_the_bytes_arrive)
{
    for (size_t n = 1; n < 12; n++) {
        EXPECT_STR(cut("a\n---\nb\n--- c\n---", n), "1:a\n|2:---\nb\n|4:--- c\n|5:---|");
        EXPECT_STR(cut("---\na: [\n---\nb", n), "1:---\na: [\n|3:---\nb|");
        EXPECT_STR(cut("a\r\n---\r\nb", n), "1:a\r\n|2:---\r\nb|");
        EXPECT_STR(cut("a\r---\rb", n), "1:a\r|2:---\rb|");
    }
}

TEST(what_only_looks_like_a_mark_cuts_nothing)
{
    EXPECT_STR(cut("a: |\n ---\n----\n---x\n", 5), "1:a: |\n ---\n----\n---x\n|");
}

TEST(what_dos_ended_files_with_is_passed_over_at_the_end_alone)
{
    char many[160];
    for (size_t n = 1; n < 12; n++) {
        EXPECT_STR(cut("a\n---\nb\n\x1a", n), "1:a\n|2:---\nb\n|");
        EXPECT_STR(cut("a\n---\x1a\x1a\x1a", n), "1:a\n|2:---|");
        EXPECT_STR(cut("a\x1a\n---\n\x1a\x1a\n\x1a", n), "1:a\x1a\n|2:---\n\x1a\x1a\n|");
        EXPECT_STR(cut("\x1a", n), "1:|");
        memset(many, 0x1a, sizeof many - 1);
        many[sizeof many - 1] = '\0';
        EXPECT_INT((int64_t)cut(many, n).len, 3 + 159 - 128); /* CP/M wrote no more */
    }
}

TEST(directives_stay_with_their_document)
{
    EXPECT_STR(cut("%YAML 1.2\n---\na\n...\n%YAML 1.2\n---\nb\n---\nc", 5),
               "1:%YAML 1.2\n---\na\n...\n%YAML 1.2\n---\nb\n|8:---\nc|");
    EXPECT_STR(cut("# c\n\n---\na", 5), "1:# c\n\n---\na|");
    EXPECT_STR(cut("", 5), "1:|");
}

TEST(what_is_left_of_a_document_is_passed_over)
{
    struct cp_documents p;
    char room[8];
    cp_str left = CP_STR("a\nb\nc\n---\nd");
    step = 3;
    cp_documents_init(&p, some, &left);
    EXPECT_INT(cp_documents_read(&p, room, 1), 1);
    EXPECT(cp_documents_next(&p));
    EXPECT(p.lines == 3);
    EXPECT_INT(cp_documents_read(&p, room, sizeof room), 5);
    EXPECT_STR(((cp_str){room, 5}), "---\nd");
    EXPECT(!cp_documents_next(&p));
}
