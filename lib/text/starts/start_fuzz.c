/* SPDX-License-Identifier: MIT */
/* start_fuzz.c -- any bytes are a start position or a reported refusal, and one
 * that was written is read as the same. Squares in prose, on the same bytes:
 * there and back changes nothing.
 * runs: 4000 */
#include "text/starts/start.h"

#include "game/square.h"
#include "text/sample_test.h"

#include <stdlib.h>

static void require(bool truth)
{
    if (!truth)
        abort();
}

static void check_start(const struct cp_alphabet *a, cp_str text)
{
    struct cp_start start, again;
    struct cp_buf once, twice;
    cp_span at = {"fuzz", 1, 1, 0};
    cp_buf_init(&once, &sample_record);
    cp_buf_init(&twice, &sample_record);
    if (!cp_start_parse(&start, &sample_record, sample_ints, a, text, at, &sample_diags)) {
        require(sample_diags.errors > 0);
        return;
    }
    cp_start_format(sample_ints, &once, a, &start, CP_LETTER);
    require(cp_start_parse(&again, &sample_record, sample_ints, a, cp_buf_str(&once), at,
                           &sample_diags));
    cp_start_format(sample_ints, &twice, a, &again, CP_LETTER);
    require(cp_str_equal(cp_buf_str(&once), cp_buf_str(&twice)));
}

static void check_squares(cp_str text)
{
    struct cp_buf numbers, letters, again;
    struct cp_squares to_numbers = {.ints = sample_ints, .spelling = CP_NUMERIC}, back = to_numbers;
    struct cp_squares to_letters = {.ints = sample_ints, .spelling = CP_LETTER};
    cp_buf_init(&numbers, &sample_record);
    cp_buf_init(&letters, &sample_record);
    cp_buf_init(&again, &sample_record);
    require(cp_squares_rewrite(&to_numbers, &numbers, text, true) == text.len);
    require(cp_squares_rewrite(&to_letters, &letters, cp_buf_str(&numbers), true) == numbers.len);
    require(cp_squares_rewrite(&back, &again, cp_buf_str(&letters), true) == letters.len);
    require(cp_str_equal(cp_buf_str(&again), cp_buf_str(&numbers)));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    sample_begin(false);
    cp_str text = cp_str_keep(&sample_record, (cp_str){(const char *)data, size});
    check_start(&sample_plane, text);
    check_start(&sample_board, text);
    check_start(&sample_agents, text);
    check_squares(text);
    return 0;
}
