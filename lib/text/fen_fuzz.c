/* SPDX-License-Identifier: MIT */
/* fen_fuzz.c -- any bytes are a FEN or a reported refusal; what is written of one
 * is read as the same. */
#include "text/fen.h"

#include "text/sample_test.h"

#include <stdlib.h>

static void require(bool truth)
{
    if (!truth)
        abort();
}

static cp_str written(const struct cp_start *start)
{
    struct cp_buf out;
    cp_buf_init(&out, &sample_record);
    cp_fen_format(&out, &sample_board, start, false);
    return cp_buf_str(&out);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct cp_start start, again;
    sample_begin(false);
    cp_span at = {"fuzz", 1, 1, 0};
    cp_str text = cp_str_keep(&sample_record, (cp_str){(const char *)data, size});
    (void)cp_fen_turn(text);
    (void)cp_fen_number(text);
    if (!cp_fen_parse(&start, &sample_record, &sample_board, text, at, &sample_diags)) {
        require(sample_diags.errors > 0);
        return 0;
    }
    require(start.count <= 64);
    cp_str once = written(&start);
    require(cp_fen_parse(&again, &sample_record, &sample_board, once, at, &sample_diags));
    require(cp_str_equal(written(&again), once));
    return 0;
}
