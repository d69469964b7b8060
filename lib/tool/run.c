/* SPDX-License-Identifier: MIT */
#include "tool/run.h"

#include <errno.h>
#include <unistd.h>

enum { SHOWN_MOST = 20 };

void cp_run_raise(struct cp_run *run, enum cp_level level)
{
    static const int statuses[] = {
        [CP_NOTE] = 0, [CP_WARNING] = 0, [CP_ERROR] = 1, [CP_MISUSE] = 2, [CP_FAILURE] = 3};
    if (statuses[level] > run->status)
        run->status = statuses[level];
}

/* If standard error fails there is no place left to say so. */
void cp_run_complain(cp_str text)
{
    while (text.len) {
        ssize_t put = write(STDERR_FILENO, text.at, text.len);
        if (put < 0 && errno != EINTR)
            return;
        if (put > 0)
            text = cp_str_skip(text, (size_t)put);
    }
}

void cp_run_tell(struct cp_run *run, cp_str text)
{
    if (run->held) {
        cp_buf_put(run->held, text);
    } else if (text.len) {
        cp_progress_clear(&run->progress);
        cp_run_complain(text);
    }
}

void cp_run_say(struct cp_run *run, struct cp_diags *d)
{
    if (!d->count)
        return;
    struct cp_buf text;
    cp_buf_init(&text, d->arena);
    cp_diags_format(d, &text, SHOWN_MOST, !run->hides_warnings);
    cp_run_tell(run, cp_buf_str(&text));
    cp_run_raise(run, d->worst);
    cp_diags_reset(d);
    if (d == &run->own)
        cp_arena_reset(&run->own_arena);
}
