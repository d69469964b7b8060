/* SPDX-License-Identifier: MIT */
/* steps_fuzz.c -- moves of agents wherever a word of any bytes begins: the quick
 * readers and the careful one agree wherever a quick one takes a move, and what is
 * written is clean, and read as the same.
 * seeds: testdata/trapper-notation/?*.txt testdata/trapper/?*.txt
 * runs: 4000 */
#include "text/steps.h"

#include "text/sample_test.h"

#include <stdlib.h>

static void require(bool truth)
{
    if (!truth)
        abort();
}

static cp_str written(const cp_written *w)
{
    struct cp_buf out;
    cp_buf_init(&out, &sample_record);
    cp_written_format(sample_ints, &out, &sample_agents, w, (enum cp_spelling)w->spelling);
    return cp_buf_str(&out);
}

/* A part of an origin in numbers, and a null move, have no clean spelling. */
static bool is_plain(const cp_written *w)
{
    uint16_t from = w->has & CP_HAS_FROM;
    bool is_part = from && from != CP_HAS_FROM;
    return !(is_part && w->spelling != CP_BARE);
}

static void check(const struct cp_notation *n, cp_str text)
{
    cp_written clean, again;
    struct cp_reading reading;
    const char *next = cp_notation_scan_clean(n, sample_ints, text.at, text.at + text.len, &clean);
    size_t len = cp_notation_scan(n, sample_ints, text, &reading);
    require(len <= text.len);
    if (next) {
        require(text.at + len == next && !reading.is_dialect && !reading.odd);
        require(cp_str_equal(written(&clean), written(&reading.move)));
    }
    if (!len || !is_plain(&reading.move))
        return;
    cp_str once = written(&reading.move);
    cp_diags_init(&sample_diags, &sample_record);
    require(
        cp_notation_parse(n, sample_ints, once, (cp_span){"fuzz", 1, 1, 0}, &again, &sample_diags));
    require(sample_diags.count == 0 && cp_str_equal(written(&again), once));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    sample_begin(false);
    cp_str text = cp_str_keep(&sample_record, (cp_str){(const char *)data, size});
    const struct cp_notation *n = cp_notations_get(&sample_notations, &sample_agents);
    unsigned words = 0;
    for (size_t at = 0; at < text.len && words < 200; at++) {
        if (at > 0 && !cp_is_space(text.at[at - 1]))
            continue;
        cp_str line = cp_str_skip(text, at);
        const char *end = line.len ? memchr(line.at, '\n', line.len) : NULL;
        line.len = end ? (size_t)(end - line.at) : line.len;
        words++;
        check(n, line);
    }
    return 0;
}
