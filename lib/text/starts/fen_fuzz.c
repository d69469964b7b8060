/* SPDX-License-Identifier: MIT */
/* fen_fuzz.c -- any bytes are a FEN or a reported refusal; what is written of one
 * is read as the same. Of a game it is the value of the tag.
 * seeds: testdata/pgn/fen.txt testdata/pgn/wild.txt testdata/fide/?*.txt testdata/trapdoor/?*.txt
 */
#include "text/starts/fen.h"

#include "text/sample_test.h"

#include <stdlib.h>

static void require(bool truth)
{
    if (!truth)
        abort();
}

static cp_str written(const struct cp_alphabet *a, const struct cp_start *start)
{
    struct cp_buf out;
    cp_buf_init(&out, &sample_record);
    cp_fen_format(&out, a, start, false);
    return cp_buf_str(&out);
}

/* What stands between FEN " and the next quote; the whole where there is none. */
static cp_str value_of(cp_str text)
{
    static const char tag[] = "FEN \"";
    size_t len = sizeof tag - 1;
    for (size_t i = 0; i + len <= text.len; i++)
        if (memcmp(text.at + i, tag, len) == 0) {
            cp_str value = cp_str_skip(text, i + len);
            const char *quote = value.len ? memchr(value.at, '"', value.len) : NULL;
            return quote ? (cp_str){value.at, (size_t)(quote - value.at)} : value;
        }
    return text;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check(const struct cp_alphabet *a, cp_str text)
{
    struct cp_start start, again;
    cp_span at = {"fuzz", 1, 1, 0};
    sample_diags = cp_diags_in(&sample_record);
    if (!cp_fen_parse(&start, &sample_record, a, text, at, &sample_diags)) {
        require(sample_diags.errors > 0);
        return;
    }
    require(start.count <= (uint32_t)(a->files * a->ranks));
    cp_str once = written(a, &start);
    require(cp_fen_parse(&again, &sample_record, a, once, at, &sample_diags));
    require(cp_str_equal(written(a, &again), once));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    sample_begin(false);
    cp_str text = cp_str_keep(&sample_record, value_of((cp_str){(const char *)data, size}));
    (void)cp_fen_turn(text);
    (void)cp_fen_number(text);
    check(&sample_board, text);
    check(&sample_agents, text);
    return 0;
}
