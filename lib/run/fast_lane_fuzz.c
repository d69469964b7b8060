/* SPDX-License-Identifier: MIT */
/* fast_lane_fuzz.c -- whatever the bytes are, the way a game went makes no difference. They
 * are judged twice over, for the last game of a text never takes the lane. Bytes that
 * begin as a record does are lines of records.
 * seeds: testdata/pgn/?*.* testdata/fide/?*.txt testdata/trapdoor/?*.txt
 * runs: 200
 */
#include "run/both_ways_test.h"

#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct both_ways both; /* the variants are read once */
    if (!both.fast.run.ints && !both_ways_open(&both))
        abort();
    struct cp_arena arena;
    struct cp_buf text;
    cp_arena_init(&arena, NULL, NULL);
    cp_buf_init(&text, &arena);
    cp_str once = {(const char *)data, size};
    cp_buf_put(&text, once);
    cp_buf_puts(&text, "\n\n");
    cp_buf_put(&text, once);
    if (both_ways_judge(&both, cp_buf_str(&text), size % 3 ? 0 : size % 97))
        abort();
    cp_arena_close(&arena);
    return 0;
}
