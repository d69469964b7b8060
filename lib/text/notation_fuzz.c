/* SPDX-License-Identifier: MIT */
/* notation_fuzz.c -- any bytes are a move or a reported refusal; the scanner and
 * the pattern agree; what is written is read as the same text. */
#include "text/notation.h"

#include "text/sample_test.h"

#include <stdlib.h>

static void require(bool truth)
{
    if (!truth)
        abort();
}

static cp_str written(const cp_written *w, const struct cp_alphabet *a)
{
    struct cp_buf out;
    cp_buf_init(&out, &sample_record);
    cp_written_format(sample_ints, &out, a, w, (enum cp_spelling)w->spelling);
    return cp_buf_str(&out);
}

static void check(const struct cp_alphabet *a, cp_str text)
{
    cp_written w, again;
    struct cp_reading reading;
    const struct cp_notation *n = cp_notations_get(&sample_notations, a);
    const char *end = cp_notation_scan_clean(n, sample_ints, text.at, text.at + text.len, &w);
    size_t len = cp_notation_scan(n, sample_ints, text, &reading);
    require(len <= text.len);
    if (end)
        require(text.at + len == end && cp_str_equal(written(&w, a), written(&reading.move, a)) &&
                !reading.is_dialect);
    cp_span at = {"fuzz", 1, 1, 0};
    if (!cp_notation_parse(n, sample_ints, text, at, &w, &sample_diags)) {
        require(sample_diags.errors > 0);
        return;
    }
    bool is_file_of_letters = (w.has & CP_HAS_FROM) == CP_HAS_FROM_FILE && w.spelling != CP_NUMERIC;
    if (is_file_of_letters)
        return; /* Chx(a9): the chancellor, or the C on file h? */
    cp_str once = written(&w, a);
    require(cp_notation_parse(n, sample_ints, once, at, &again, &sample_diags));
    require(cp_str_equal(written(&again, a), once));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    sample_begin(false);
    cp_str text = cp_str_keep(&sample_record, (cp_str){(const char *)data, size});
    check(&sample_plane, text);
    check(&sample_board, text);
    check(&sample_agents, text);
    return 0;
}
