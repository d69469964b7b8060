/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE /* memmem */
#include "frame/run.h"

#include "base/int.h"
#include "io/descriptors.h"
#include "io/messages.h"

#include <errno.h>
#include <unistd.h>

#ifndef CP_VERSION
#define CP_VERSION "unknown"
#endif

enum { SHOWN_MOST = 20 };

void cp_run_open(struct cp_run *run, const struct cp_request *asked, struct cp_ints *ints,
                 const struct cp_arena *like)
{
    struct cp_arena *arenas[] = {&run->arena, &run->record, &run->picture, &run->own_arena,
                                 &run->messages_arena};
    *run = (struct cp_run){.asked = asked, .ints = ints};
    for (size_t i = 0; i < sizeof arenas / sizeof *arenas; i++)
        cp_arena_init(arenas[i], like->out_of_memory, like->handler_data);
    run->diags = cp_diags_in(&run->record);
    run->own = cp_diags_in(&run->own_arena);
    run->diags.strict = run->own.strict = asked->is_strict;
    run->diags.silent = run->own.silent = &asked->silent;
    run->input = (struct cp_input){.diags = &run->own, .fd = -1, .line = 1};
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

bool cp_run_disagree(struct cp_run *run, const char *what)
{
    cp_diag_report(&run->own, CP_OPTIONS_DISAGREE, cp_run_span(run), "%s", what);
    return false;
}

bool cp_run_refuse_value(struct cp_run *run, const char *option, const char *value,
                         const char *wanted)
{
    cp_diag_report(&run->own, CP_OPTION_VALUE_WRONG, cp_run_span(run), "--%s \"%s\"; it takes %s",
                   option, value, wanted);
    return false;
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

void cp_run_put_number(const struct cp_run *run, struct cp_buf *out)
{
    const char *mark = run->holds_messages ? run->asked->mark : "";
    cp_buf_puts(out, mark);
    cp_buf_put_int(out, (int64_t)run->games);
    cp_buf_puts(out, mark[0] ? ";" : "");
}

/* The first mark in text; NULL: none. */
static const char *find_mark(const char *mark, cp_str text)
{
    return text.len && mark[0] ? memmem(text.at, text.len, mark, strlen(mark)) : NULL;
}

cp_str cp_run_settle_numbers(const struct cp_run *run, struct cp_buf *out, cp_str text)
{
    const char *mark = run->asked->mark, *at = find_mark(mark, text);
    if (!at)
        return text;
    for (; at; at = find_mark(mark, text)) {
        int64_t number = 0;
        cp_buf_put(out, (cp_str){text.at, (size_t)(at - text.at)});
        for (at += strlen(mark); cp_is_digit(*at); at++)
            number = number * 10 + (*at - '0');
        cp_buf_put_int(out, (int64_t)run->games + number);
        text = cp_str_skip(text, (size_t)(at + 1 - text.at));
    }
    cp_buf_put(out, text);
    return cp_buf_str(out);
}

/* A disk that is full keeps no messages; who has closed standard error wants none. */
static void tell(struct cp_run *run, cp_str text)
{
    if (!cp_stderr_write(text) && errno != EPIPE && errno != EBADF)
        cp_run_raise(run, CP_FAILURE);
}

/* Text of results, the first of them without its comma. */
static cp_str begin_report(struct cp_run *run, cp_str results)
{
    if (run->has_begun_report)
        return results;
    struct cp_arena arena;
    cp_arena_init(&arena, run->arena.out_of_memory, run->arena.handler_data);
    struct cp_buf text = cp_buf_in(&arena);
    cp_sarif_begin(&text, run->asked->tool->name, CP_VERSION);
    cp_stderr_write(cp_buf_str(&text));
    cp_arena_close(&arena);
    run->has_begun_report = true;
    return cp_str_skip(results, results.len > 0);
}

void cp_run_end_report(struct cp_run *run)
{
    if (run->asked->form != CP_AS_SARIF)
        return;
    begin_report(run, CP_STR(""));
    struct cp_buf text = cp_buf_in(&run->own_arena);
    cp_sarif_end(&text, run->status);
    tell(run, cp_buf_str(&text));
}

void cp_run_print(struct cp_run *run, cp_str text)
{
    if (run->holds_messages) {
        cp_buf_put(&run->messages, text);
    } else if (text.len) {
        struct cp_arena arena;
        cp_arena_init(&arena, run->arena.out_of_memory, run->arena.handler_data);
        struct cp_buf left = cp_buf_in(&arena);
        if (run->repeats) {
            cp_repeats_put(run->repeats, &left, text);
            text = cp_buf_str(&left);
        }
        cp_progress_clear(&run->progress);
        if (run->asked->form == CP_AS_SARIF)
            text = begin_report(run, text);
        tell(run, text);
        cp_arena_close(&arena);
    }
}

void cp_run_end_repeats(struct cp_run *run)
{
    struct cp_buf text = cp_buf_in(&run->arena);
    if (run->repeats)
        cp_repeats_put_end(run->repeats, &text, run->asked->tool->name);
    run->repeats = NULL;
    cp_run_print(run, cp_buf_str(&text));
}

void cp_run_print_held(struct cp_run *run, cp_str messages)
{
    struct cp_arena arena;
    cp_arena_init(&arena, run->arena.out_of_memory, run->arena.handler_data);
    struct cp_buf settled = cp_buf_in(&arena);
    cp_run_print(run, cp_run_settle_numbers(run, &settled, messages));
    cp_arena_close(&arena);
}

/* A game that lacks what was asked for is a good one. */
static bool is_refusal(enum cp_diag kind)
{
    return kind != CP_PLY_MISSING;
}

static void print_report(struct cp_run *run, struct cp_diags *d)
{
    struct cp_buf number = cp_buf_in(d->arena);
    if (d == &run->diags && run->current.is_counted)
        cp_run_put_number(run, &number);
    struct cp_subject subject = {.tool = run->asked->tool->name,
                                 .game = d == &run->diags ? run->current.game : NULL,
                                 .number = cp_buf_str(&number),
                                 .columns = &run->columns,
                                 .file = run->input.file};
    struct cp_buf text = cp_buf_in(d->arena), players = cp_buf_in(d->arena);
    if (run->asked->form == CP_AS_TEXT && number.len && d->errors) { /* it is named, once */
        cp_players_put(&players, run->current.game);
        cp_diag_also_of_first(d, is_refusal, "in game %.*s%.*s", CP_FMT(subject.number),
                              CP_FMT(cp_buf_str(&players)));
    }
    if (run->asked->form == CP_AS_TEXT)
        cp_diags_format(d, &text, SHOWN_MOST);
    else
        cp_report_put(&text, d, &subject, run->asked->form);
    cp_run_print(run, cp_buf_str(&text));
}

void cp_run_report(struct cp_run *run, struct cp_diags *d)
{
    if (!d->count)
        return;
    if (d->worst < run->asked->told_from) {
        cp_diags_reset(d);
        return;
    }
    cp_diags_count(d, run->counts);
    (run->asked->tool->tell ? run->asked->tool->tell : print_report)(run, d);
    cp_run_raise(run, d->worst);
    cp_diags_reset(d);
    if (d == &run->own)
        cp_arena_reset(&run->own_arena);
}
