/* SPDX-License-Identifier: MIT */
#include "tool/parts.h"

#include "tool/stream.h"

#include <sys/stat.h>
#include <unistd.h>

/* ---- what is done over all games, and not in parts ---- */

static const struct cp_whole everywhere[] = {
    {"output", NULL,
     "parts are written to standard output; cp-batch(1) has an --output of its own"},
    {"diagnostics", "sarif", "that is one document of the whole run: --diagnostics jsonl"},
    {"progress", "always", "it would stand among the messages"},
    {0},
};

static bool has(const struct cp_options *o, const struct cp_whole *w)
{
    for (const struct cp_given *g = NULL; (g = cp_options_next(o, w->option, g));)
        if (!w->value || strcmp(g->value, w->value) == 0)
            return true;
    return false;
}

static bool check_whole(struct cp_run *run, const struct cp_whole *list)
{
    bool good = true;
    for (const struct cp_whole *w = list; w && w->option; w++)
        if (has(&run->asked->options, w)) {
            cp_diag_report(&run->own, CP_PARTS_REFUSED, cp_run_span(run), "--%s%s%s: %s", w->option,
                           w->value ? " " : "", w->value ? w->value : "", w->instead);
            good = false;
        }
    return good;
}

/* ---- a part in words ---- */

static const char *const shapes[] = {
    [CP_SHAPE_EMPTY] = "whole", [CP_SHAPE_TEXT] = "text", [CP_SHAPE_JSON] = "lines"};

void cp_part_format(struct cp_buf *out, const struct cp_part *p)
{
    cp_buf_printf(out, "%u:%s:%ju:%ju:%u:%ju", p->file, shapes[p->shape], (uintmax_t)p->from,
                  (uintmax_t)p->to, p->line, (uintmax_t)p->games);
}

/* Text up to the next colon; *rest: what comes behind it. */
static cp_str take_field(cp_str *rest)
{
    const char *colon = rest->len ? memchr(rest->at, ':', rest->len) : NULL;
    cp_str field = {rest->at, colon ? (size_t)(colon - rest->at) : rest->len};
    *rest = cp_str_skip(*rest, field.len + (colon != NULL));
    return field;
}

static bool take_count(cp_str *rest, uint64_t most, uint64_t *out)
{
    enum { DIGITS_MOST = 18 };
    cp_str field = take_field(rest);
    *out = 0;
    for (size_t i = 0; i < field.len; i++) {
        if (!cp_is_digit(field.at[i]))
            return false;
        *out = *out * 10 + (uint64_t)(field.at[i] - '0');
    }
    return field.len && field.len <= DIGITS_MOST && *out <= most;
}

bool cp_part_parse(struct cp_part *out, cp_str text)
{
    uint64_t file, line;
    *out = (struct cp_part){0};
    if (!take_count(&text, UINT32_MAX, &file) || !file)
        return false;
    cp_str shape = take_field(&text);
    for (out->shape = CP_SHAPE_EMPTY;
         out->shape <= CP_SHAPE_JSON && !cp_str_is(shape, shapes[out->shape]);)
        out->shape++;
    if (out->shape > CP_SHAPE_JSON || !take_count(&text, INT64_MAX, &out->from) ||
        !take_count(&text, INT64_MAX, &out->to) || !take_count(&text, UINT32_MAX, &line) || !line ||
        !take_count(&text, INT64_MAX, &out->games))
        return false;
    out->file = (uint32_t)file;
    out->line = (uint32_t)line;
    out->is_piped = cp_str_is(text, "piped");
    bool is_whole = out->shape == CP_SHAPE_EMPTY;
    return (!text.len || out->is_piped) && (is_whole ? !out->from : out->from < out->to);
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
    struct cp_part *p = cp_arena_take(&run->arena, sizeof *p);
    *out = NULL;
    if (!text && !cp_options_has(o, "parts"))
        return true;
    if (text && cp_options_has(o, "parts")) {
        cp_diag_report(&run->own, CP_OPTIONS_DISAGREE, cp_run_span(run),
                       "--parts says which there are, --part reads one");
        return false;
    }
    if (text && (!cp_part_parse(p, cp_str_from(text)) || p->file > files_named(o)))
        return cp_run_refuse_value(run, "part", text,
                                   "a part as --parts names them, of the same files");
    *out = text ? p : NULL;
    bool good = check_whole(run, everywhere);
    return check_whole(run, run->asked->tool->whole) && good;
}

/* ---- reading a part ---- */

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

/* What is known of a file. */
struct source {
    struct stat stat;
    uint64_t before; /* bytes of the files before it */
    const char *why; /* it cannot be cut; NULL: it can */
    uint32_t cuts;
};

struct cp_plan {
    const struct cp_options *options;
    const struct cp_request *asked; /* what was asked, while games are counted instead */
    struct source *files;
    uint32_t file_count, count;
    struct cp_part *cuts;
    uint64_t part_size, next; /* of all bytes: where the next part should begin */
};

static const char *name_of(const struct cp_plan *plan, uint32_t file)
{
    return plan->options->file_count ? plan->options->files[file] : "-";
}

/* `reads`: games will be, for cuts. */
static bool look_at_files(struct cp_run *run, struct cp_plan *plan, bool reads)
{
    uint64_t size = 0;
    bool good = true;
    for (uint32_t i = 0; i < plan->file_count; i++) {
        struct source *f = &plan->files[i];
        const char *name = name_of(plan, i);
        bool is_standard = strcmp(name, "-") == 0;
        bool is_there = (is_standard ? fstat(STDIN_FILENO, &f->stat) : stat(name, &f->stat)) == 0;
        f->before = size;
        if (is_there && S_ISREG(f->stat.st_mode)) {
            size += (uint64_t)f->stat.st_size;
        } else if (is_there && (reads || !is_standard)) {
            good = false;
            cp_diag_report(&run->own, CP_PARTS_REFUSED,
                           (cp_span){.file = is_standard ? "stdin" : name},
                           "it is no regular file, and each part reads it anew: "
                           "cp-batch(1) keeps standard input");
        } /* what is not there is told when it is read; standard input may still be kept */
    }
    plan->part_size = size;
    return good;
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
    if (in->packing)
        return "packed";
    bool has_other_size = in->offset != (uint64_t)f->stat.st_size;
    if (has_other_size && in->encoding == CP_UTF_8 && !in->is_utf_16 && !in->faults.count)
        return "mark"; /* U+FEFF where a line begins is passed over */
    if (in->is_utf_16 || in->faults.count || has_other_size)
        return "encoding";
    return in->shape == CP_SHAPE_YAML ? "yaml" : in->is_spread ? "spread" : NULL;
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

/* A name without blanks, line ends and backslashes, as printf(1) reads %b. */
static void put_name(struct cp_buf *out, const char *name)
{
    for (const unsigned char *c = (const unsigned char *)name; *c; c++)
        if (*c <= ' ' || *c >= 0x7f || *c == '\\')
            cp_buf_printf(out, "\\0%03o", *c);
        else
            cp_buf_putc(out, (char)*c);
}

static void put_files(const struct cp_plan *plan, struct cp_buf *out)
{
    for (uint32_t i = 0; i < plan->file_count; i++) {
        const struct stat *s = &plan->files[i].stat;
        cp_buf_printf(out, "file %u %ju %ju.%09ju ", i + 1, (uintmax_t)s->st_size,
                      (uintmax_t)s->st_mtim.tv_sec, (uintmax_t)s->st_mtim.tv_nsec);
        put_name(out, name_of(plan, i));
        cp_buf_putc(out, '\n');
    }
}

static void put_parts(const struct cp_plan *plan, struct cp_buf *out)
{
    for (uint32_t i = 0; i < plan->file_count; i++)
        if (plan->files[i].why && (uint64_t)plan->files[i].stat.st_size > plan->part_size)
            cp_buf_printf(out, "whole %u %s\n", i + 1, plan->files[i].why);
    for (uint32_t i = 0; i < plan->count; i++) {
        cp_buf_puts(out, "part ");
        cp_part_format(out, &plan->cuts[i]);
        cp_buf_putc(out, '\n');
    }
}

/* Reads games for their number alone. */
static bool pass_over(struct cp_run *run, struct cp_game *g)
{
    (void)run;
    (void)g;
    return false;
}

static enum cp_glanced pass_by(struct cp_run *run, struct cp_glance *g)
{
    (void)run;
    (void)g;
    return CP_PASS;
}

/* The loop counts games instead of what the tool does. */
static const struct cp_request *ask_to_count(struct cp_run *run)
{
    struct cp_request *asked = cp_arena_take(&run->arena, sizeof *asked);
    struct cp_tool *counter = cp_arena_take(&run->arena, sizeof *counter);
    *counter =
        (struct cp_tool){.name = run->asked->tool->name, .each = pass_over, .lane.text = pass_by};
    *asked = *run->asked;
    asked->tool = counter;
    asked->takes_any_variant = asked->takes_any_start = true;
    asked->lane = CP_LANE_TAGS;
    asked->told_from = CP_FAILURE;
    return asked;
}

bool cp_plan_open(struct cp_run *run, uint32_t wanted)
{
    const struct cp_options *o = &run->asked->options;
    uint32_t files = files_named(o);
    struct cp_plan *plan = cp_arena_take(&run->arena, sizeof *plan);
    *plan = (struct cp_plan){.options = o, .asked = run->asked, .file_count = files};
    plan->files = cp_arena_take_zero(&run->arena, files, sizeof *plan->files);
    plan->cuts = cp_arena_take_zero(&run->arena, (size_t)files + wanted + 1, sizeof *plan->cuts);
    if (!look_at_files(run, plan, wanted > 0))
        return false;
    plan->part_size = wanted ? plan->part_size / wanted + 1 : 0;
    plan->next = plan->part_size;
    run->plan = plan;
    run->asked = ask_to_count(run);
    return true;
}

void cp_plan_close(struct cp_run *run)
{
    struct cp_plan *plan = run->plan;
    struct cp_buf *out = &run->output.text;
    run->asked = plan->asked;
    run->plan = NULL;
    if (cp_run_has_failed(run))
        return;
    put_files(plan, out);
    if (run->asked->closing)
        cp_buf_printf(out, "closing %s\n", run->asked->closing);
    if (run->asked->tool->habits & CP_SPACES_OUT)
        cp_buf_puts(out, "between line\n");
    put_parts(plan, out);
}
