/* SPDX-License-Identifier: MIT */
/* article_fuzz.c -- of any bytes the pieces are the bytes again, the same however they are read,
 * and what is put into a comment comes out of it. seeds: testdata/examples/article.md README.md
 * CONTRIBUTING.md */
#include "article/article.h"

#include <stdint.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void require(bool truth)
{
    if (!truth)
        abort();
}

struct reading {
    cp_str left;
    size_t step;
};

static long by_steps(void *data, char *room, size_t size)
{
    struct reading *r = data;
    return cp_source_of_text(&r->left, room, size < r->step ? size : r->step);
}

/* How many figures there are. */
static uint32_t count_figures(struct cp_arena *arena, cp_str text, size_t step)
{
    struct reading reading = {text, step};
    struct cp_article article;
    struct cp_figure figure;
    enum cp_piece piece;
    uint32_t count = 0;
    cp_article_open(&article, arena, by_steps, &reading);
    while ((piece = cp_article_next(&article, &figure)) != CP_ARTICLE_END) {
        count += piece == CP_ARTICLE_FIGURE;
        require(figure.raw.len && cp_str_starts(text, figure.raw));
        text = cp_str_skip(text, figure.raw.len);
    }
    require(!text.len);
    return count;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct cp_arena arena;
    cp_str text = {(const char *)data, size};
    cp_arena_init(&arena, NULL, NULL);
    require(count_figures(&arena, text, SIZE_MAX) == count_figures(&arena, text, 1 + size % 7));
    struct cp_buf in = cp_buf_in(&arena), out = cp_buf_in(&arena);
    cp_comment_escape(&in, text);
    cp_comment_unescape(&out, cp_buf_str(&in));
    require(cp_str_equal(cp_buf_str(&out), text));
    cp_arena_close(&arena);
    return 0;
}
