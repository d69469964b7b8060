/* SPDX-License-Identifier: MIT */
#include "tool/run.h"

#include "tool/descriptors.h"

#include <unistd.h>

enum { SHOWN_MOST = 20 };

void cp_run_open(struct cp_run *run, const struct cp_request *asked, struct cp_ints *ints,
                 const struct cp_arena *like)
{
    struct cp_arena *arenas[] = {&run->arena, &run->record, &run->picture, &run->own_arena,
                                 &run->messages_arena};
    *run = (struct cp_run){.asked = asked, .ints = ints};
    for (size_t i = 0; i < sizeof arenas / sizeof *arenas; i++)
        cp_arena_init(arenas[i], like->out_of_memory, like->handler_data);
    cp_diags_init(&run->diags, &run->record);
    cp_diags_init(&run->own, &run->own_arena);
    run->diags.strict = asked->is_strict;
    run->diags.silent = run->own.silent = &asked->silent;
    run->input = (struct cp_input){.diags = &run->own, .fd = -1};
    cp_output_hold(&run->output, &run->arena, &run->own);
    cp_buf_init(&run->messages, &run->messages_arena);
    run->holds_messages = true;
    cp_notations_open(&run->notations, &run->arena);
    run->state = cp_arena_take_zero(&run->arena, 1, asked->tool->state_size);
}

void cp_run_close(struct cp_run *run)
{
    cp_notations_close(&run->notations);
    cp_arena_close(&run->output.arena);
    cp_ints_close(run->ints);
    cp_arena_close(&run->messages_arena);
    cp_arena_close(&run->own_arena);
    cp_arena_close(&run->picture);
    cp_arena_close(&run->record);
    cp_arena_close(&run->arena);
}

bool cp_run_may_write(struct cp_run *run, const char *output)
{
    const char *read = cp_options_overlap(&run->asked->options, output);
    bool is_same_name = read && output && strcmp(read, output) == 0;
    if (read)
        cp_diag_report(&run->own, CP_OUTPUT_IS_READ, cp_run_span(run), "%s%s%s",
                       output ? output : "standard output", is_same_name ? "" : " is ",
                       is_same_name             ? ""
                       : strcmp(read, "-") == 0 ? "standard input"
                                                : read);
    return !read;
}

void cp_run_raise(struct cp_run *run, enum cp_level level)
{
    static const int statuses[] = {
        [CP_NOTE] = 0, [CP_WARNING] = 0, [CP_ERROR] = 1, [CP_MISUSE] = 2, [CP_FAILURE] = 3};
    if (statuses[level] > run->status)
        run->status = statuses[level];
}

/* If standard error fails there is no place left to report it. */
void cp_stderr_write(cp_str text)
{
    if (!cp_descriptor_write(STDERR_FILENO, text))
        return;
}

void cp_run_print(struct cp_run *run, cp_str text)
{
    if (run->holds_messages) {
        cp_buf_put(&run->messages, text);
    } else if (text.len) {
        cp_progress_clear(&run->progress);
        cp_stderr_write(text);
    }
}

void cp_run_report(struct cp_run *run, struct cp_diags *d)
{
    if (!d->count)
        return;
    struct cp_buf text;
    cp_buf_init(&text, d->arena);
    cp_diags_format(d, &text, SHOWN_MOST);
    cp_run_print(run, cp_buf_str(&text));
    cp_run_raise(run, d->worst);
    cp_diags_reset(d);
    if (d == &run->own)
        cp_arena_reset(&run->own_arena);
}
