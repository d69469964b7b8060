/* SPDX-License-Identifier: MIT */
#include "article/article.h"

#include "test.h"

static struct cp_arena arena;

/* How many bytes are read at a time; 0: as many as there is room for. */
static size_t step;

static long by_steps(void *left, char *room, size_t size)
{
    return cp_source_of_text(left, room, step && step < size ? step : size);
}

/* The pieces of a text: their sorts, "t", "F" or "!", a sign for a run of the same; and whether
 * they are the text again. */
static const char *sorts_of(cp_str text)
{
    struct cp_article a;
    struct cp_figure f;
    struct cp_buf sorts = cp_buf_in(&arena), all = cp_buf_in(&arena);
    cp_str left = text;
    cp_article_open(&a, &arena, by_steps, &left);
    for (enum cp_piece piece; (piece = cp_article_next(&a, &f)) != CP_ARTICLE_END;) {
        char sort = piece == CP_ARTICLE_TEXT ? 't' : piece == CP_ARTICLE_FIGURE ? 'F' : '!';
        if (sort != 't' || !sorts.len || sorts.at[sorts.len - 1] != sort)
            cp_buf_putc(&sorts, sort);
        cp_buf_put(&all, f.raw);
    }
    EXPECT(cp_str_equal(cp_buf_str(&all), text));
    cp_buf_putc(&sorts, '\0');
    return sorts.at;
}

TEST(what_is_a_figure_and_what_is_not)
{
    static const struct {
        const char *text, *sorts;
    } rows[] = {
        {"", ""},
        {"```chess\n1. e4\n```\n", "F"},
        {"a\n```chess\n1. e4\n```\nb", "tFt"},
        {"~~~~ pgn flip\n1. e4\n~~~\n~~~~\nb", "Ft"},
        {"``` {.fen flip}\n8/8 w\n```", "F"},
        {"```{ .icn }\n```", "F"},
        {"```chess{flip}\n1. e4", "F"}, /* up to the end, as CommonMark has it */
        {"   ```chess\n1. e4\n   ```\n", "F"},
        {"    ```chess\n1. e4\n    ```\n", "t"},
        {"\t```chess\n1. e4\n", "t"},
        {"- a\n\n      ```chess\n      1. e4\n", "t"},
        {"10. a\n\n    ```chess\n    1. e4\n    ```\n    b\n", "tFt"},
        {"- a\n  - b\n\n    ```chess\n    1. e4\n  c\n", "tFt"}, /* c ends it */
        {"- ```chess\n  1. e4\n  ```\n```chess\n```", "tF"},
        {"1. ```c\n   ```chess\n2. ```\n\n```chess\n```", "tF"},
        {"- <pre>\n\n```chess\n```", "tF"},
        {"-\n  a\n-\n\t```chess\n\t1. e4\n", "tF"},
        {"- - -\n    ```chess\n", "t"},
        {"> ```chess\n> 1. e4\n> ```\n", "t"},
        {"```chessboard\n1. e4\n```\n", "t"},
        {"```Chess\n1. e4\n```\n", "t"},
        {"```c\n```chess\n```\na", "t"},
        {"````\n```chess\n```\n````\n```chess\n```", "tF"},
        {"```\n~~~\n```\n~~~chess\n~~~", "tF"},
        {"```chess `code`\n", "t"},
        {"``chess\n``\n", "t"},
        {"<!-- chess: flip 1. e4 -->\n", "F"},
        {"<!--chess:-->\n\nb\n", "Ft"},
        {"<!-- chess: flip\n1. e4\n\n2. e5\n--> \nb", "Ft"},
        {"<!-- chess: 1. e4 --> b\n", "t"},
        {"<!-- chess: 1. e4\n", "t"},
        {"text <!-- chess: 1. e4 -->\n", "t"},
        {"<!-- note\n```chess\n```\n-->\n```chess\n```", "tF"},
        {"<!-- note -->\n```chess\n```", "tF"},
        {"<pre>\n```chess\n```\n\n</pre>\n```chess\n```", "tF"},
        {"<PRE\n>\n</Pre>\n```chess\n```", "tF"},
        {"<div>\n```chess\n```\n\n```chess\n```", "tF"},
        {"</details>\n```chess\n```\n", "t"},
        {"<ins a=b>\n```chess\n```\n\n```chess\n```", "tF"},
        {"a\n<ins>\n```chess\n```\n", "tF"},
        {"<ins> b\n```chess\n```\n", "tF"},
        {"<http://a.b>\n```chess\n```\n", "tF"},
        {"<divide> b\n```chess\n```\n", "tF"},
        {"<?php\n```chess\n```\n?>\n```chess\n```", "tF"},
        {"<!DOCTYPE\n```chess\n```\n>\n```chess\n```", "tF"},
        {"<![CDATA[\n```chess\n```\n]]>\n```chess\n```", "tF"},
        {"<!-- chess: 1. e4 -->\n<div class=\"chess\">\n<svg>\n</div>\n\n<!-- /chess -->\nb", "Ft"},
        {"<!-- chess: 1. e4 -->\n![a](b.svg)\n\n<!-- /chess -->\nb", "Ft"},
        {"<!-- chess: 1. e4 -->\n![a](b.svg)\n\nb", "Ft"},
        {"<!-- chess: 1. e4 -->\n<div class=\"chess\">\n<svg>\n</div>\n", "!t"},
        {"<!-- chess: -->\n<div class=\"chess\">\n</div>\n\na\n<!-- /chess -->\n", "!t"},
        {"<!-- chess: -->\n<div class=\"chess\">\n\n</div>\n\n<!-- /chess -->\n", "!t"},
        {"<!-- chess: -->\n![a](b)\nc\n\n<!-- /chess -->\n", "!t"},
        {"<!-- chess: -->\n![a](b)\n\n<!-- chess: -->\n![a](b)\n\n<!-- /chess -->\n", "FtF"},
        {"a\r```chess\r1. e4\r```\rb", "tFt"},
        {"a\r\n```chess\r\n1. e4\r\n```\r\nb", "tFt"},
    };
    cp_arena_init(&arena, NULL, NULL);
    for (step = 0; step < 2; step++)
        for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
            const char *sorts = sorts_of(cp_str_from(rows[i].text));
            if (strcmp(sorts, rows[i].sorts) != 0)
                printf("# row %zu: %s, wanted %s\n", i, sorts, rows[i].sorts);
            EXPECT(strcmp(sorts, rows[i].sorts) == 0);
        }
    cp_arena_close(&arena);
}

TEST(a_figure_has_its_parts_and_its_place)
{
    cp_str text = CP_STR("a\r\n\r\n  ```icn {ply=2 flip}\r\n1. e4\r\n\r\ne5\r\n  ```\r\n"
                         "<!-- chess: flip 1. d4\nd5 -->\n");
    struct cp_article a;
    struct cp_figure f;
    cp_arena_init(&arena, NULL, NULL);
    cp_article_open(&a, &arena, cp_source_of_text, &text);
    EXPECT(cp_article_next(&a, &f) == CP_ARTICLE_TEXT);
    EXPECT(cp_article_next(&a, &f) == CP_ARTICLE_TEXT);
    EXPECT(cp_article_next(&a, &f) == CP_ARTICLE_FIGURE);
    EXPECT(f.is_icn);
    EXPECT_STR(f.head, "ply=2 flip");
    EXPECT_STR(f.body, "1. e4\r\n\r\ne5\r\n");
    EXPECT_STR(f.indent, "  ");
    EXPECT_STR(f.line_end, "\r\n");
    EXPECT_STR(f.comment, "");
    EXPECT_INT(f.line, 3);
    EXPECT_INT(f.head_col, 11);
    EXPECT(cp_article_next(&a, &f) == CP_ARTICLE_FIGURE);
    EXPECT(!f.is_icn);
    EXPECT_STR(f.comment, "<!-- chess: flip 1. d4\nd5 -->\n");
    EXPECT_STR(f.head, " flip 1. d4");
    EXPECT_STR(f.body, "d5 ");
    EXPECT_INT(f.line, 8);
    EXPECT_INT(f.head_col, 12);
    EXPECT(cp_article_next(&a, &f) == CP_ARTICLE_END);
    cp_arena_close(&arena);
}

static uint64_t state = 7;
static size_t chance(size_t n)
{
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (size_t)(state >> 33) % n;
}

static cp_str made_of(const char *const *parts, size_t count, size_t most)
{
    struct cp_buf text = cp_buf_in(&arena);
    for (size_t n = chance(most); n; n--)
        cp_buf_puts(&text, parts[chance(count)]);
    return cp_buf_str(&text);
}

TEST(no_byte_is_lost_however_it_is_read)
{
    static const char *const parts[] = {"```",
                                        "~~~",
                                        "````",
                                        "chess",
                                        " ",
                                        "\n",
                                        "\r",
                                        "\n",
                                        "\r\n",
                                        "    ",
                                        "<!--",
                                        "-->",
                                        "<!-- chess:",
                                        "<!-- /chess -->",
                                        "<div class=\"chess\">",
                                        "</div>",
                                        "![",
                                        "<pre>",
                                        "</pre>",
                                        "a",
                                        "1. e4",
                                        "{.chess}",
                                        "fen",
                                        "<?",
                                        "?>",
                                        "\t",
                                        "-->\n",
                                        "```chess\n",
                                        "```\n"};
    for (int i = 0; i < 20000; i++) {
        cp_arena_init(&arena, NULL, NULL);
        cp_str text = made_of(parts, sizeof parts / sizeof *parts, 40);
        step = 0;
        const char *whole = sorts_of(text);
        step = 1 + chance(5);
        EXPECT(strcmp(sorts_of(text), whole) == 0);
        cp_arena_close(&arena);
    }
    step = 0;
}

TEST(any_text_may_stand_in_a_comment_and_comes_out_of_it_again)
{
    static const char *const parts[] = {"-", "-", ">", "!", "\\", "a", "\n"};
    for (int i = 0; i < 20000; i++) {
        cp_arena_init(&arena, NULL, NULL);
        cp_str text = made_of(parts, sizeof parts / sizeof *parts, 12);
        struct cp_buf in = cp_buf_in(&arena), out = cp_buf_in(&arena);
        cp_comment_escape(&in, text);
        cp_comment_unescape(&out, cp_buf_str(&in));
        EXPECT(cp_str_equal(cp_buf_str(&out), text));
        cp_buf_putc(&in, '\0');
        EXPECT(!strstr(in.at, "-->") && !strstr(in.at, "--!>"));
        cp_arena_close(&arena);
    }
}
