/* SPDX-License-Identifier: MIT */
#include "tool/prose.h"

enum { STEP = 64 * 1024 };

/* Block by block; what a block's end might have cut in two waits for the next. */
static void rewrite_file(struct cp_run *run, const struct cp_squares *how)
{
    struct cp_buf text;
    cp_arena_reset(&run->record);
    cp_buf_init(&text, &run->record);
    for (long got = 1; got > 0 && run->output.fate == CP_WRITTEN;) {
        if (run->input.from == run->input.to)
            cp_output_flush(&run->output);
        got = cp_input_read(&run->input, cp_buf_room(&text, STEP), STEP);
        text.len += got > 0 ? (size_t)got : 0;
        size_t used = cp_squares_rewrite(how, &run->output.text, cp_buf_str(&text), got <= 0);
        text.len -= used;
        if (text.len)
            memmove(text.at, text.at + used, text.len);
        cp_ints_reset(run->ints, run->mark);
        cp_output_flush_full(&run->output);
    }
}

void cp_prose_rewrite(struct cp_run *run, const struct cp_squares *how)
{
    if (!cp_options_has(&run->options, "encoding"))
        run->input.wanted = CP_BYTES;
    run->mark = cp_ints_mark(run->ints); /* the shift may be a big number */
    while (run->output.fate == CP_WRITTEN && cp_input_next(&run->input)) {
        rewrite_file(run, how);
        cp_input_report(&run->input, UINT64_MAX);
        cp_run_say(run, &run->own);
    }
}
