/* SPDX-License-Identifier: MIT */
/* san_fuzz.c -- at every word: the quick reader takes nothing that the other one
 * reads otherwise; what is written is read again, the same.
 * runs: 4000 */
#include "text/notation.h"

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
    cp_written_format(sample_ints, &out, &sample_board, w, CP_BARE);
    return cp_buf_str(&out);
}

static void check(const struct cp_san *san, cp_str text)
{
    cp_written quick;
    struct cp_reading reading, again;
    const char *behind = cp_san_scan_text(san, text.at, text.at + text.len, &quick);
    size_t len = cp_san_scan(san, text, &reading);
    require(len <= text.len);
    if (behind)
        require(text.at + len == behind && !reading.is_dialect &&
                cp_str_equal(written(&quick), written(&reading.move)));
    const cp_written *w = &reading.move;
    bool is_on_file = (w->has & CP_HAS_FROM) == CP_HAS_FROM_FILE && (w->has & CP_HAS_PIECE);
    if (!len || is_on_file) /* Chd6: the chancellor, or the C on file h? */
        return;
    cp_str once = written(&reading.move);
    require(cp_san_scan(san, once, &again) == once.len);
    require(cp_str_equal(written(&again.move), once));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    enum { WORDS_MOST = 200 };
    sample_begin(false);
    cp_str text = cp_str_keep(&sample_record, (cp_str){(const char *)data, size});
    const struct cp_san *san = cp_notation_san(cp_notations_get(&sample_notations, &sample_board));
    for (int words = 0; text.len && words < WORDS_MOST; words++) {
        check(san, text);
        while (text.len && !cp_is_space(text.at[0]))
            text = cp_str_skip(text, 1);
        text = cp_str_trim(text);
    }
    return 0;
}
