/* SPDX-License-Identifier: MIT */
/* notation_fuzz.c -- any bytes, from every word on, are a move of each alphabet or a
 * reported refusal; clean moves are read by the patterns as by the scanner; what is
 * written is read as the same text.
 * seeds: testdata/notation/?*.txt testdata/trapper-notation/?*.txt testdata/fide/?*.txt
 * runs: 4000 */
#include "text/moves/notation.h"

#include "text/sample_test.h"

#include <stdlib.h>

enum { WORDS_MOST = 200 };

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
    struct cp_scanned reading;
    const struct cp_notation *n = cp_notations_get(&sample_notations, a);
    const char *end = cp_notation_scan_clean(n, sample_ints, text.at, text.at + text.len, &w);
    size_t len = cp_notation_scan(n, sample_ints, text, &reading);
    require(len <= text.len);
    if (end)
        require(text.at + len == end && cp_str_equal(written(&w, a), written(&reading.move, a)) &&
                !reading.is_dialect && !reading.odd);
    cp_span at = {"fuzz", 1, 1, 0};
    if (!cp_notation_parse(n, sample_ints, text, at, false, &w, &sample_diags))
        require(sample_diags.errors > 0);
    unsigned from = reading.move.has & CP_HAS_FROM;
    if (!len || (from && from != CP_HAS_FROM))
        return; /* Chx(a9), Chd6: the chancellor, or the C on file h? */
    cp_str once = written(&reading.move, a);
    require(cp_notation_parse(n, sample_ints, once, at, false, &again, &sample_diags));
    require(cp_str_equal(written(&again, a), once));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    sample_begin(false);
    cp_str text = cp_str_keep(&sample_record, (cp_str){(const char *)data, size});
    unsigned words = 0;
    for (size_t at = 0; at < text.len && words < WORDS_MOST; at++) {
        if (at > 0 && !cp_is_space(text.at[at - 1]))
            continue;
        cp_str line = cp_str_skip(text, at);
        const char *end = memchr(line.at, '\n', line.len);
        line.len = end ? (size_t)(end - line.at) : line.len;
        words++;
        check(&sample_plane, line);
        check(&sample_board, line);
        check(&sample_agents, line);
    }
    return 0;
}
