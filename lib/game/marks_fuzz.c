/* SPDX-License-Identifier: MIT */
/* marks_fuzz.c -- any bytes are marks or name the part that is none; marks that
 * were read are the same when written again, and in a comment among others.
 * seeds: testdata/pictures/?*.txt testdata/pictures/?*.args testdata/convert/tree.txt */
#include "game/marks.h"

#include <stdlib.h>

static struct cp_arena arena; /* of one input */

static void require(bool truth)
{
    if (!truth)
        abort();
}

static void write_marks(struct cp_buf *out, struct cp_ints *ints, const struct cp_mark *mark)
{
    for (; mark; mark = mark->next) {
        cp_mark_format(ints, out, mark, CP_NUMERIC);
        cp_buf_putc(out, ',');
    }
}

static void check_list(struct cp_ints *ints, cp_str text, bool arrows)
{
    struct cp_marks marks = {0}, again = {0}, found = {0};
    struct cp_buf once, twice, comment;
    cp_str culprit = {0};
    cp_buf_init(&once, &arena);
    cp_buf_init(&twice, &arena);
    cp_buf_init(&comment, &arena);
    if (cp_marks_parse(&marks, &arena, ints, text, arrows, &culprit) != CP_OK)
        require(culprit.at >= text.at && culprit.at + culprit.len == text.at + text.len);
    write_marks(&once, ints, marks.first);
    require(cp_marks_parse(&again, &arena, ints, cp_buf_str(&once), arrows, &culprit) == CP_OK);
    write_marks(&twice, ints, again.first);
    require(cp_str_equal(cp_buf_str(&once), cp_buf_str(&twice)));
    cp_buf_printf(&comment, "a [ %s%.*s] b", arrows ? "[%cal " : "[%csl ",
                  CP_FMT(cp_buf_str(&once)));
    require(cp_marks_find(&found, &arena, ints, cp_buf_str(&comment), &culprit) == CP_OK);
    cp_buf_reset(&twice);
    write_marks(&twice, ints, found.first);
    require(cp_str_equal(cp_buf_str(&once), cp_buf_str(&twice)));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct cp_ints *ints = cp_ints_open();
    struct cp_marks marks = {0};
    cp_str text = {(const char *)data, size}, culprit = {0};
    cp_arena_init(&arena, NULL, NULL);
    if (cp_marks_find(&marks, &arena, ints, text, &culprit) != CP_OK)
        require(culprit.at > text.at && culprit.at + culprit.len < text.at + text.len);
    check_list(ints, text, false);
    check_list(ints, text, true);
    cp_arena_close(&arena);
    cp_ints_close(ints);
    return 0;
}
