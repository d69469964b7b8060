/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE /* memmem */
/* errand.c -- a bench of its own, for as long as it takes. */
#include "run/errand.h"

#include "base/int.h"
#include "run/common_options.h"
#include "run/workers.h"
#include "settle/variants.h"

static void gather_options(struct cp_options *o, const struct cp_tool *tool)
{
    const struct cp_option *const tables[] = {tool->options, cp_variant_options, cp_reading_options,
                                              cp_frame_options, cp_warning_options};
    for (size_t i = 0; i < sizeof tables / sizeof *tables; i++)
        o->tables[i] = tables[i];
}

bool cp_errand_takes(const struct cp_run *run, cp_str option)
{
    struct cp_options o = {0};
    gather_options(&o, run->asked->tool);
    return cp_options_find(&o, option);
}

static bool settle(struct cp_run *run, struct cp_request *asked, const struct cp_errand *e)
{
    const struct cp_tool *tool = asked->tool;
    gather_options(&asked->options, tool);
    return cp_options_parse_words(&asked->options, &run->arena, e->options, e->at, &run->own) &&
           cp_common_options_read(run, asked) && cp_run_load_variants(run, asked) &&
           (!tool->begin || tool->begin(run, asked));
}

static void do_it(struct cp_run *run, const struct cp_errand *e)
{
    const struct cp_tool *tool = run->asked->tool;
    cp_str text = e->text;
    cp_input_init_source(&run->input, &run->arena, &run->own, &e->at.file, cp_source_of_text, &text,
                         CP_UTF_8);
    run->input.from_line = e->line;
    run->mark = cp_ints_mark(run->ints);
    if (tool->instead && tool->instead(run))
        return;
    cp_workers_run(run);
    if (tool->end)
        tool->end(run);
    cp_input_close(&run->input);
}

/* Whether a message begins with that name, or, as an object, has it. */
static bool names_file(struct cp_run *run, const char *file)
{
    bool is_text = run->asked->form == CP_AS_TEXT;
    cp_str name = cp_str_printf(&run->arena, is_text ? "\n%s:" : "\"%s\"", file);
    cp_str told = cp_str_printf(&run->arena, "\n%.*s", CP_FMT(cp_buf_str(&run->messages)));
    return memmem(told.at, told.len, name.at, name.len);
}

int cp_errand_run(struct cp_run *run, struct cp_errand *e, struct cp_buf *out)
{
    struct cp_request asked = {
        .tool = run->asked->tool, .form = run->asked->form, .jobs = 1, .told_from = CP_NOTE};
    struct cp_run own;
    struct cp_ints *ints = cp_ints_open_like(&run->arena);
    cp_ints_set_seed(ints, cp_ints_seed(run->ints));
    cp_run_open(&own, &asked, ints, &run->arena);
    own.place = e->at;
    asked.settings = cp_arena_take_zero(&own.arena, 1, asked.tool->settings_size);
    if (settle(&own, &asked, e))
        do_it(&own, e);
    cp_run_report(&own, &own.own);
    e->has_told_place = names_file(&own, e->at.file);
    cp_run_print(run, cp_buf_str(&own.messages));
    cp_run_raise(run, cp_run_has_failed(&own) ? CP_FAILURE : own.status ? CP_ERROR : CP_NOTE);
    cp_buf_put(out, cp_buf_str(&own.output.text));
    if (asked.tool->close)
        asked.tool->close(&own);
    int status = own.status;
    cp_run_close(&own);
    return status;
}
