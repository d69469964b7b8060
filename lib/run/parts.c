/* SPDX-License-Identifier: MIT */
#include "run/parts.h"

#include "base/scan.h"
#include "run/stream.h"

#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- what is done over all games, and not in parts ---- */

static const struct cp_of_all_games everywhere[] = {
    {"output", NULL,
     "parts are written to standard output; cp-batch(1) has an --output of its own"},
    {"diagnostics", "sarif", "that is one document of the whole run: --diagnostics jsonl"},
    {"progress", "always", "it would stand among the messages"},
    {0},
};

/* Whether the first operand is that word. */
static bool is_operand(const struct cp_options *o, const char *word)
{
    const struct cp_word *w = o->words;
    while (w && w->word && strcmp(w->word, word) != 0)
        w++;
    return w && w->word && w->bits == o->word;
}

static bool check_whole(struct cp_run *run, const struct cp_of_all_games *list)
{
    bool good = true;
    for (const struct cp_of_all_games *w = list; w && w->option; w++) {
        const struct cp_given *g = cp_options_next(&run->asked->options, w->option, NULL);
        while (g && w->value && strcmp(g->value, w->value) != 0)
            g = cp_options_next(&run->asked->options, w->option, g);
        bool is_word = is_operand(&run->asked->options, w->option);
        if (!g && !is_word)
            continue;
        cp_diag_report(&run->own, CP_PARTS_REFUSED, cp_run_span(run), "%s%s%s%s: %s",
                       is_word ? "" : "--", w->option, w->value ? " " : "",
                       w->value ? w->value : "", w->instead);
        good = false;
    }
    return good;
}

/* ---- one part ---- */

static const char *const shapes[] = {
    [CP_SHAPE_EMPTY] = "whole", [CP_SHAPE_TEXT] = "text", [CP_SHAPE_JSON] = "lines"};

static bool parse(struct cp_part *out, const char *text)
{
    char shape[8];
    uintmax_t file, from, to, line, games;
    int len = 0;
    if (text[strspn(text, "0123456789:abcdefghijklmnopqrstuvwxyz")] ||
        sscanf(text, "%9ju:%7[a-z]:%18ju:%18ju:%10ju:%18ju%n", &file, shape, &from, &to, &line,
               &games, &len) != 6)
        return false;
    while (out->shape <= CP_SHAPE_JSON && strcmp(shape, shapes[out->shape]) != 0)
        out->shape++;
    out->file = (uint32_t)file;
    out->line = (uint32_t)line;
    out->from = from;
    out->to = to;
    out->games = games;
    cp_str rest = cp_str_from(text + len);
    out->is_behind_result = cp_scan_prefix(&rest, CP_STR(":ended"));
    out->is_piped = cp_scan_prefix(&rest, CP_STR(":piped"));
    return out->shape <= CP_SHAPE_JSON && file && line && line <= UINT32_MAX && !rest.len &&
           (out->shape == CP_SHAPE_EMPTY ? from == 0 : from < to);
}

/* Files that were not named are one: standard input. */
static uint32_t files_named(const struct cp_options *o)
{
    return o->file_count ? o->file_count : 1;
}

bool cp_part_ask(struct cp_run *run, const struct cp_part **out)
{
    const struct cp_options *o = &run->asked->options;
    const char *text = cp_options_get(o, "part");
    struct cp_part *p = cp_arena_take_zero(&run->arena, 1, sizeof *p);
    *out = NULL;
    if (!text && !cp_options_has(o, "parts"))
        return true;
    if (text && cp_options_has(o, "parts"))
        return cp_run_disagree(run, "--parts says which there are, --part reads one");
    if (text && (!parse(p, text) || p->file > files_named(o)))
        return cp_run_refuse_value(run, "part", text,
                                   "a part as --parts names them, of the same files");
    *out = text ? p : NULL;
    bool good = check_whole(run, everywhere);
    return check_whole(run, run->asked->tool->whole) && good;
}

void cp_part_run(struct cp_run *run)
{
    const struct cp_part *p = run->asked->part;
    struct cp_input *in = &run->input;
    in->next = p->file - 1;
    in->count = p->file;
    in->from_byte = p->from;
    in->from_line = p->line;
    in->is_piped = p->is_piped;
    run->games = p->games;
    run->is_behind_result = p->is_behind_result;
    if (!cp_input_next(in))
        return;
    run->shape = cp_input_shape(in);
    if (p->shape != CP_SHAPE_EMPTY)
        run->shape = in->shape = p->shape;
    cp_stream_run(run, p->shape == CP_SHAPE_EMPTY ? 0 : p->to);
    if (p->shape == CP_SHAPE_EMPTY && in->taken < p->to)
        cp_stream_report_short(run);
}

/* ---- the plan ---- */

struct cp_plan {
    const struct cp_request *asked; /* what was asked, while games are counted instead */
    struct source {
        const char *name, *why; /* it cannot be cut; NULL: it can */
        struct stat stat;
        uint64_t before; /* bytes of the files before it */
    } * files;
    struct cp_part *cuts;
    uint32_t file_count, count;
    uint64_t part_size, next; /* of all bytes: where the next part should begin */
};

/* Reads games for their number alone. */
static bool pass_over(struct cp_run *run, struct cp_game *g)
{
    (void)run;
    (void)g;
    return false;
}

static enum cp_quick_answer pass_by(struct cp_run *run, struct cp_quick_game *g)
{
    (void)run;
    (void)g;
    return CP_PASS;
}

bool cp_plan_open(struct cp_run *run, uint32_t wanted)
{
    const struct cp_options *o = &run->asked->options;
    struct cp_plan *plan = cp_arena_take_zero(&run->arena, 1, sizeof *plan);
    uint64_t size = 0;
    bool good = true;
    plan->asked = run->asked;
    plan->file_count = files_named(o);
    plan->files = cp_arena_take_zero(&run->arena, plan->file_count, sizeof *plan->files);
    plan->cuts =
        cp_arena_take_zero(&run->arena, (size_t)plan->file_count + wanted + 1, sizeof *plan->cuts);
    for (uint32_t i = 0; i < plan->file_count; i++) {
        struct source *f = &plan->files[i];
        f->name = o->file_count ? o->files[i] : "-";
        f->before = size;
        bool is_standard = strcmp(f->name, "-") == 0;
        if ((is_standard ? fstat(STDIN_FILENO, &f->stat) : stat(f->name, &f->stat)) != 0)
            continue; /* it is told when it is read */
        if (S_ISREG(f->stat.st_mode)) {
            size += (uint64_t)f->stat.st_size;
        } else if (wanted || !is_standard) { /* standard input may still be kept */
            good = false;
            cp_diag_report(&run->own, CP_PARTS_REFUSED,
                           (cp_span){.file = is_standard ? "stdin" : f->name},
                           "it is no regular file, and each part reads it anew: "
                           "cp-batch(1) keeps standard input");
        }
    }
    if (!good)
        return false;
    plan->part_size = plan->next = wanted ? size / wanted + 1 : size;
    run->plan = plan;

    /* the loop counts games instead of what the tool does */
    struct cp_request *asked = cp_arena_take(&run->arena, sizeof *asked);
    struct cp_tool *counter = cp_arena_take(&run->arena, sizeof *counter);
    *counter = (struct cp_tool){
        .name = run->asked->tool->name, .each = pass_over, .fast_lane.text = pass_by};
    *asked = *run->asked;
    asked->tool = counter;
    asked->takes_any_variant = asked->takes_any_start = true;
    asked->fast_lane = CP_LANE_TAGS;
    asked->told_from = CP_FAILURE;
    run->asked = asked;
    return true;
}

void cp_plan_begin_file(struct cp_plan *plan, const struct cp_input *in, uint64_t games)
{
    plan->cuts[plan->count++] = (struct cp_part){.file = in->next, .line = 1, .games = games};
}

void cp_plan_cut(struct cp_plan *plan, const struct cp_part *at)
{
    struct source *f = &plan->files[at->file - 1];
    uint64_t place = f->before + at->from;
    if (at->from == 0 || at->from >= (uint64_t)f->stat.st_size || place < plan->next)
        return; /* a file that grows meanwhile is cut where it was when it was looked at */
    plan->cuts[plan->count++] = *at;
    plan->next = (place / plan->part_size + 1) * plan->part_size;
}

/* Bytes of a file that can be cut are those that its reader counts, and of one sort. */
static const char *why_whole(const struct cp_input *in, const struct source *f)
{
    if (in->shape == CP_SHAPE_EMPTY)
        return NULL;
    if (in->unpacker)
        return "it is packed; unpack it";
    bool has_other_size = in->offset != (uint64_t)f->stat.st_size;
    if (has_other_size && in->encoding == CP_UTF_8 && !in->is_utf_16 && !in->faults.count)
        return "it holds byte order marks (U+FEFF); take them out"; /* passed over in lines */
    if (in->is_utf_16 || in->faults.count || has_other_size)
        return "it is not UTF-8 throughout; recode it by iconv(1)";
    return in->shape == CP_SHAPE_YAML || in->is_list
               ? "its records are not one a line; write them so"
               : NULL;
}

/* The parts of the file are those noted since it began, if it can be cut. */
void cp_plan_end_file(struct cp_plan *plan, const struct cp_input *in)
{
    struct source *f = &plan->files[in->next - 1];
    uint32_t first = plan->count;
    uint64_t behind = f->before + (uint64_t)f->stat.st_size;
    while (first && plan->cuts[first - 1].file == in->next)
        first--;
    f->why = why_whole(in, f);
    plan->cuts[first].to = (uint64_t)f->stat.st_size;
    if (f->why)
        plan->count = first + 1;
    for (uint32_t i = first; i < plan->count && !f->why; i++) {
        bool is_last = i + 1 == plan->count;
        plan->cuts[i].shape = in->shape;
        plan->cuts[i].to = is_last ? (uint64_t)f->stat.st_size : plan->cuts[i + 1].from;
    }
    while (plan->next <= behind && plan->part_size)
        plan->next += plan->part_size;
}

void cp_plan_close(struct cp_run *run)
{
    struct cp_plan *plan = run->plan;
    struct cp_buf *out = &run->output.text;
    run->asked = plan->asked;
    run->plan = NULL;
    if (cp_run_has_failed(run))
        return;
    for (uint32_t i = 0; i < plan->file_count; i++) {
        const struct stat *s = &plan->files[i].stat;
        cp_buf_printf(out, "file %u %ju %ju.%09ju ", i + 1, (uintmax_t)s->st_size,
                      (uintmax_t)s->st_mtim.tv_sec, (uintmax_t)s->st_mtim.tv_nsec);
        /* the name without blanks, line ends and backslashes, as printf(1) reads %b */
        for (const unsigned char *c = (const unsigned char *)plan->files[i].name; *c; c++)
            cp_buf_printf(out, *c <= ' ' || *c >= 0x7f || *c == '\\' ? "\\0%03o" : "%c", *c);
        cp_buf_putc(out, '\n');
    }
    if (run->asked->closing)
        cp_buf_printf(out, "closing %s\n", run->asked->closing);
    if (run->asked->tool->habits & CP_SPACES_OUT)
        cp_buf_puts(out, "between line\n");
    for (uint32_t i = 0; i < plan->file_count; i++)
        if (plan->files[i].why && (uint64_t)plan->files[i].stat.st_size > plan->part_size)
            cp_buf_printf(out, "whole %u %s\n", i + 1, plan->files[i].why);
    for (const struct cp_part *p = plan->cuts; p < plan->cuts + plan->count; p++)
        cp_buf_printf(out, "part %u:%s:%ju:%ju:%u:%ju%s\n", p->file, shapes[p->shape],
                      (uintmax_t)p->from, (uintmax_t)p->to, p->line, (uintmax_t)p->games,
                      p->is_behind_result ? ":ended" : "");
}
