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

static cp_str written(const struct cp_alphabet *a, const struct cp_start *start)
{
    struct cp_buf out;
    cp_buf_init(&out, &sample_record);
    cp_fen_format(&out, a, start, false);
    return cp_buf_str(&out);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check(const struct cp_alphabet *a, cp_str text)
{
    struct cp_start start, again;
    cp_span at = {"fuzz", 1, 1, 0};
    cp_diags_init(&sample_diags, &sample_record);
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
    cp_str text = cp_str_keep(&sample_record, (cp_str){(const char *)data, size});
    (void)cp_fen_turn(text);
    (void)cp_fen_number(text);
    check(&sample_board, text);
    check(&sample_agents, text);
    return 0;
}
