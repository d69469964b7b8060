/* SPDX-License-Identifier: MIT */
/* tool.c -- the frame around the loop. The only file that exits. */
#include "run/tool.h"

#include "base/json.h"
#include "base/utf8.h"
#include "forms/form.h"
#include "io/completion.h"
#include "io/descriptors.h"
#include "io/messages.h"
#include "rules/variant/ini.h"
#include "run/common_options.h"
#include "run/parts.h"
#include "run/stream.h"
#include "run/workers.h"
#include "settle/variants.h"

#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#ifndef CP_VERSION
#define CP_VERSION "unknown"
#endif

/* ---- options that tools share ---- */

enum { PROGRESS_AUTO, PROGRESS_ALWAYS, PROGRESS_NEVER };
static const struct cp_word progress_words[] = {
    {"auto", PROGRESS_AUTO},
    {"always", PROGRESS_ALWAYS},
    {"never", PROGRESS_NEVER},
    {0},
};

enum { BASH, ZSH };
static const struct cp_word shells[] = {{"bash", BASH}, {"zsh", ZSH}, {0}};

enum { JOBS_MOST = 1024, STATUS_FAILED = 3 };

static const struct cp_option records[] = {
    {"yaml", 0, NULL, NULL, "Writing", "write records as YAML instead of JSON Lines"},
    {0},
};

static const struct cp_option stamps[] = {
    {"stamp", 0, NULL, NULL, "Writing", "note tool, version and arguments in the record"},
    {0},
};

static const struct cp_option batches[] = {
    {"jobs", 'j', "N", CP_NUMBER(0, JOBS_MOST), "Running",
     "N workers, for big files; 0: one per processor\n(default: 1); the output stays the same"},
    {"progress", 0, "[WHEN]", CP_ONE_OF(progress_words), "Running",
     "show on standard error how far it is; without WHEN,\nand with auto, only on a terminal"},
    {"parts", 0, "N", CP_NUMBER(0, CP_PLAN_MOST), "Running",
     "instead, where to cut the files into N parts: see\ncp-batch, which has them run side by "
     "side"},
    {"part", 0, "PART", NULL, "Running", "only that part of the files"},
    {"join-messages", 0, NULL, NULL, "Running",
     "instead, pass on the messages of all parts, which are\nread from standard input"},
    {"output-name", 0, "NAME", CP_TO_FILE, "Running",
     "what the parts are joined to is called so: in the form\nthat this name says"},
    {0},
};

static const struct cp_word report_forms[] = {
    {"text", CP_AS_TEXT}, {"jsonl", CP_AS_JSONL}, {"sarif", CP_AS_SARIF}, {0}};

static const struct cp_option messages[] = {
    {"diagnostics", 0, "FORM", CP_ONE_OF(report_forms), "Messages",
     "messages as text (the default), one JSON object a line,\nor one document of SARIF 2.1.0"},
    {0},
};

static const struct cp_option writing[] = {
    {"output", 'o', "FILE", CP_TO_FILE, "Writing",
     "write there instead of standard output, in the form that\nits name says"},
    {0},
};

static const struct cp_option about[] = {
    {"help", 'h', NULL, NULL, "About", "show this and exit"},
    {"version", 'V', NULL, NULL, "About", "show the version and exit"},
    {"list-messages", 0, NULL, NULL, "About", "the name, level and text of each message, and exit"},
    {"completion", 0, "SHELL", CP_ONE_OF(shells), "About", "print a completion script and exit"},
    {0},
};

/* What the environment says, for trying and for tests: which engine plays, how many bytes
 * a worker gets at a time (small batches make many cuts of a small file), the seed of
 * hashes. */
enum engine { ENGINE_BITBOARDS, ENGINE_GENERAL, ENGINE_TREES };
static const struct cp_word engines[] = {
    {"bitboards", ENGINE_BITBOARDS}, {"general", ENGINE_GENERAL}, {"trees", ENGINE_TREES}, {0}};

enum { BATCH_LEAST = 16, BATCH_MOST = 1 << 20 };

static const struct cp_option settings[] = {
    {"CP_ENGINE", 0, "NAME", CP_ONE_OF(engines), NULL, NULL},
    {"CP_BATCH", 0, "BYTES", CP_NUMBER(BATCH_LEAST, BATCH_MOST), NULL, NULL},
    {"CP_SEED", 0, "N", CP_NUMBER(0, INT64_MAX), NULL, NULL},
    {0},
};

static void gather_options(struct cp_request *asked)
{
    const struct cp_option **table = asked->options.tables;
    unsigned habits = asked->tool->habits;
    if (asked->tool->options)
        *table++ = asked->tool->options;
    if (asked->tool->shared)
        *table++ = asked->tool->shared;
    if (!(habits & CP_ASKS_VARIANT))
        *table++ = cp_variant_options;
    *table++ = cp_reading_options;
    if (habits & CP_READS_FRAMES)
        *table++ = cp_frame_options;
    if (habits & CP_WRITES_RECORDS) {
        *table++ = records;
        *table++ = cp_form_options;
    }
    if (habits & (CP_WRITES_RECORDS | CP_STAMPS))
        *table++ = stamps;
    if (!(habits & CP_OWN_OUTPUT))
        *table++ = writing;
    *table++ = cp_warning_options;
    *table++ = messages;
    *table++ = batches;
    *table++ = about;
    asked->options.words = asked->tool->words;
}

/* ---- beginning and end of a run ---- */

/* What belongs to the process rather than to a run: GMP's requests for memory come
 * without data of ours, and a process ends once, whichever worker finds the reason. */
static struct {
    const char *tool;
    bool tells_objects; /* one a message */
    atomic_flag is_ending;
} process = {.is_ending = ATOMIC_FLAG_INIT};

/* No way back to the caller, so nothing is closed or written any more: the kernel takes
 * all of it. A second worker that is refused waits for the first one's message. */
static CP_NORETURN void out_of_memory(void *unused)
{
    const char *text = cp_diag_text(CP_MEMORY_REFUSED);
    const char *const plain[] = {process.tool, ": error: ", text, " [memory-refused]\n"};
    const char *const object[] = {"{\"slug\":\"memory-refused\",",
                                  "\"level\":\"error\",\"text\":\"", text, "\"}\n"};
    const char *const *words = process.tells_objects ? object : plain;
    (void)unused;
    while (atomic_flag_test_and_set(&process.is_ending))
        pause();
    for (size_t i = 0; i < sizeof plain / sizeof *plain; i++)
        cp_stderr_write(cp_str_from(words[i]));
    _exit(STATUS_FAILED);
}

static void *take_more_for_number(void *old, size_t old_size, size_t size)
{
    (void)old_size;
    void *taken = realloc(old, size);
    if (!taken)
        out_of_memory(NULL);
    return taken;
}

static void *take_for_number(size_t size)
{
    return take_more_for_number(NULL, 0, size);
}

static void put_usage(struct cp_buf *out, const struct cp_tool *tool)
{
    cp_buf_printf(out, "usage: %s ", tool->name);
    for (const struct cp_word *w = tool->words; w && w->word; w++)
        cp_buf_printf(out, "%s%s", w->word, w[1].word ? "|" : " ");
    cp_buf_printf(out, "%s[OPTION]... [FILE]...\n", tool->operand ? tool->operand : "");
}

/* --help, --version, --list-messages, --completion: one answer, and nothing else is done. */
static bool answer(struct cp_run *run)
{
    struct cp_buf *out = &run->output.text;
    const struct cp_tool *tool = run->asked->tool;
    const struct cp_options *o = &run->asked->options;
    if (cp_options_has(o, "help")) {
        put_usage(out, tool);
        cp_buf_printf(out, "%s\n", tool->about);
        cp_options_format_help(o, out);
        cp_buf_puts(out, "\nWithout FILE, or where FILE is -, standard input is read.\n"
                         "Exit status: 0 every game good, 1 some game bad, 2 asked wrongly,\n"
                         "3 the machine failed.\n");
    } else if (cp_options_has(o, "version")) {
        cp_buf_printf(out, "%s (chessplane) %s\n", tool->name, CP_VERSION);
    } else if (cp_options_has(o, "list-messages")) {
        cp_messages_put_list(out);
    } else if (!cp_options_has(o, "completion")) {
        return false;
    } else if (cp_options_choice(o, "completion", BASH) == ZSH) {
        cp_completion_format_zsh(out, o, tool->name);
    } else {
        cp_completion_format_bash(out, o, tool->name);
    }
    return true;
}

/* With the usage, where the options are wrong. */
static void misuse(struct cp_run *run)
{
    bool shows_usage = run->own.worst == CP_MISUSE && run->asked->form == CP_AS_TEXT;
    cp_run_report(run, &run->own);
    if (!shows_usage)
        return;
    struct cp_buf text = cp_buf_in(&run->arena);
    put_usage(&text, run->asked->tool);
    cp_buf_printf(&text, "try: %s --help\n", run->asked->tool->name);
    cp_stderr_write(cp_buf_str(&text));
}

static cp_str stamp_of(struct cp_run *run, int argc, char **argv)
{
    struct cp_buf plain = cp_buf_in(&run->arena);
    struct cp_buf json = cp_buf_in(&run->arena);
    cp_buf_printf(&plain, "%s %s", run->asked->tool->name, CP_VERSION);
    for (int i = 1; i < argc; i++)
        if (strcmp(argv[i], "--part") == 0) /* all parts have one stamp */
            i++;
        else if (!cp_str_starts(cp_str_from(argv[i]), CP_STR("--part=")) &&
                 !cp_str_starts(cp_str_from(argv[i]), CP_STR("--output-name=")))
            cp_buf_printf(&plain, " %s", argv[i]);
    cp_json_put_string(&json, cp_buf_str(&plain));
    return cp_buf_str(&json);
}

static long read_stdin(void *unused, char *room, size_t size)
{
    long got;
    (void)unused;
    do {
        got = read(STDIN_FILENO, room, size);
    } while (got < 0 && cp_descriptor_await_reading(STDIN_FILENO));
    return got;
}

/* Messages of parts, which told all, as one process tells them. */
static void join_messages(struct cp_run *run)
{
    struct cp_line_reader lines;
    cp_str line;
    cp_line_reader_open(&lines, &run->arena, read_stdin, NULL);
    while (cp_line_reader_read(&lines, &line) != CP_LINE_END) {
        cp_run_print(run, cp_str_printf(&run->record, "%.*s\n", CP_FMT(line)));
        cp_arena_reset(&run->record);
    }
    if (lines.cursor.is_failed)
        cp_diag_report(&run->own, CP_FILE_UNREADABLE, (cp_span){.file = "stdin"}, "%s", "");
    cp_cursor_close(&lines.cursor);
    cp_run_end_repeats(run);
}

/* The variants of a file that cannot be played; how many these are. */
static uint32_t report_refused(struct cp_run *run, const struct cp_ini *ini)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < ini->count; i++) {
        const struct cp_refusal *r = ini->list[i].refused;
        if (!r)
            continue;
        count++;
        cp_diag_report(&run->own, CP_VARIANT_SECTION, r->at, "%.*s: %.*s",
                       CP_FMT(ini->list[i].name), CP_FMT(r->why));
        while ((r = r->next))
            cp_diag_also(&run->own, r->at, "%.*s", CP_FMT(r->why));
    }
    return count;
}

static void open_input(struct cp_run *run, const struct cp_options *o)
{
    cp_input_init(&run->input, &run->arena, &run->own, o->files, o->file_count,
                  cp_encoding_asked(o));
}

static void run_tool(struct cp_run *run, struct cp_request *asked)
{
    if (asked->conversion && cp_conversion_needs_rules(asked->conversion))
        asked->takes_any_variant = false;
    const struct cp_options *o = &run->asked->options;
    const struct cp_tool *tool = asked->tool;
    /* a variant file without games is only checked: it does not wait at a terminal */
    bool may_check = cp_options_has(o, "variant-file") && !o->file_count;
    unsigned when = cp_options_choice(o, "progress", PROGRESS_NEVER);
    bool is_shown = when == PROGRESS_ALWAYS || (when == PROGRESS_AUTO && isatty(STDERR_FILENO));
    if (is_shown && asked->form == CP_AS_TEXT) /* else programs read there */
        cp_progress_begin(&run->progress, &run->arena, o->files, o->file_count);
    open_input(run, o);
    run->mark = cp_ints_mark(run->ints);
    cp_run_report(run, &run->own); /* so far */
    asked->told_from = CP_NOTE;
    if (cp_options_has(o, "parts")) {
        uint32_t parts = (uint32_t)cp_options_number(o, "parts", 0);
        if (!cp_plan_open(run, parts))
            return;
        if (parts)
            cp_workers_run(run);
        cp_plan_close(run);
        return;
    }
    if (cp_options_has(o, "join-messages")) {
        join_messages(run);
        return;
    }
    if (tool->instead && tool->instead(run))
        return;
    if (!may_check || !isatty(STDIN_FILENO)) {
        if (tool->head && cp_part_is_first(asked->part))
            tool->head(run);
        cp_workers_run(run);
        if (tool->again && !asked->part && !run->input.is_streamed && tool->again(run)) {
            run->games = 0;
            open_input(run, o);
            cp_workers_run(run);
        }
    }
    cp_progress_clear(&run->progress);
    struct cp_buf text = cp_buf_in(&run->arena);
    bool tells_files = may_check && !run->games && run->asked->form == CP_AS_TEXT;
    const struct cp_given *g = tells_files ? cp_options_next(o, "variant-file", NULL) : NULL;
    for (uint32_t i = 0; g; g = cp_options_next(o, "variant-file", g), i++) {
        const struct cp_ini *ini = &asked->inis[i];
        uint32_t refused = report_refused(run, ini);
        cp_shown_put(&text, cp_str_from(g->value));
        if (refused)
            cp_buf_printf(&text, ": %u of %u variants\n", ini->count - refused, ini->count);
        else
            cp_buf_puts(&text, ": ok\n");
    }
    cp_run_report(run, &run->own);
    cp_stderr_write(cp_buf_str(&text));
    cp_run_end_repeats(run);
    if (tool->end)
        tool->end(run);
    cp_input_close(&run->input);
}

/* Games, more games and what is said of them cannot all come from there. */
static bool check_stdin(struct cp_run *run)
{
    const struct cp_options *o = &run->asked->options;
    unsigned wanted =
        !o->file_count && !cp_options_has(o, "variant-file"); /* else there may be no games */
    for (uint32_t i = 0; i < o->file_count; i++)
        wanted += strcmp(o->files[i], "-") == 0;
    for (const struct cp_given *g = o->given; g; g = g->next)
        wanted += cp_option_is_read(g->option) && strcmp(g->value, "-") == 0;
    return wanted <= 1 || cp_run_disagree(run, "standard input can be read for one thing only");
}

static bool open_output(struct cp_run *run)
{
    const char *file = cp_options_get(&run->asked->options, "output");
    bool is_standard = !file || strcmp(file, "-") == 0;
    if (!is_standard && (run->asked->tool->habits & CP_OWN_OUTPUT))
        return true;
    return cp_run_may_write(run, is_standard ? NULL : file) &&
           (is_standard || cp_output_open(&run->output, &run->arena, &run->own, file));
}

/* What the shared options mean; false: reported. */
static bool settle(struct cp_run *run, struct cp_request *asked, int argc, char **argv,
                   const struct cp_options *said, uint64_t seed)
{
    unsigned engine = cp_options_choice(said, "CP_ENGINE", ENGINE_BITBOARDS);
    const struct cp_options *o = &asked->options;
    asked->form = (enum cp_report_form)cp_options_choice(o, "diagnostics", CP_AS_TEXT);
    process.tells_objects = asked->form == CP_AS_JSONL;
    if (!cp_part_ask(run, &asked->part))
        return false;
    bool joins = cp_options_has(o, "join-messages");
    if (joins || cp_options_has(o, "parts") || !cp_part_is_first(asked->part))
        asked->told_from = CP_ERROR; /* until games are read: the first part tells it */
    int64_t jobs = cp_options_number(o, "jobs", 1);
    jobs = jobs ? jobs : sysconf(_SC_NPROCESSORS_ONLN);
    asked->jobs = jobs < 1 ? 1 : jobs < JOBS_MOST ? (unsigned)jobs : JOBS_MOST;
    asked->batch = (size_t)cp_options_number(said, "CP_BATCH", 0);
    asked->is_general = engine == ENGINE_GENERAL;
    asked->looks_by_lines = engine == ENGINE_TREES;
    if (asked->jobs > 1)
        snprintf(asked->mark, sizeof asked->mark, "#%016jx:", (uintmax_t)seed);
    if (cp_options_has(o, "stamp"))
        asked->stamp = stamp_of(run, argc, argv);
    if (!cp_common_options_read(run, asked))
        return false;
    if (asked->form == CP_AS_TEXT && !asked->part && !asked->tells_each)
        run->repeats = cp_arena_take_zero(&run->arena, 1, sizeof *run->repeats);
    return true;
}

int cp_tool_main(const struct cp_tool *tool, int argc, char **argv)
{
    struct cp_request asked = {.tool = tool};
    struct cp_options said = {.tables = {settings}};
    struct cp_run run;
    process.tool = tool->name;
    cp_ints_take_memory((struct cp_ints_memory){take_for_number, take_more_for_number, NULL});
    signal(SIGPIPE, SIG_IGN); /* a reader that goes away is EPIPE, seen by output.c */
    signal(SIGXFSZ, SIG_IGN); /* and a file that may not grow is EFBIG */
    /* the main thread's bench: it prints what it writes and reports */
    struct cp_arena like;
    cp_arena_init(&like, out_of_memory, NULL);
    cp_run_open(&run, &asked, cp_ints_open_like(&like), &like);
    run.holds_messages = false;
    asked.settings = cp_arena_take_zero(&run.arena, 1, tool->settings_size);
    if (!cp_output_open(&run.output, &run.arena, &run.own, NULL))
        cp_run_report(&run, &run.own); /* cannot be: standard output is open or fails later */
    gather_options(&asked);
    bool is_secure = cp_descriptors_secure();
    if (!is_secure)
        cp_diag_report(&run.own, CP_FILE_UNREADABLE, (cp_span){.file = "/dev/null"}, "%s",
                       "it stands for descriptors that are closed");
    bool good =
        is_secure && cp_options_read_environment(&said, &run.arena, cp_run_span(&run), &run.own) &&
        cp_options_parse(&asked.options, &run.arena, argc, argv, cp_run_span(&run), &run.own) &&
        cp_names_read(&run, &asked.options);
    uint64_t seed = cp_options_has(&said, "CP_SEED")
                        ? (uint64_t)cp_options_number(&said, "CP_SEED", 0)
                        : cp_seed_by_chance();
    cp_ints_set_seed(run.ints, seed);
    if (!settle(&run, &asked, argc, argv, &said, seed) || !good)
        misuse(&run);
    else if (answer(&run))
        asked.form = CP_AS_TEXT; /* and that was it */
    else if (!check_stdin(&run) || !cp_run_load_variants(&run, &asked))
        ; /* reported below */
    else if (!cp_form_read(&run, &asked) || (tool->begin && !tool->begin(&run, &asked)))
        misuse(&run);
    else if (open_output(&run))
        run_tool(&run, &asked);
    cp_run_report(&run, &run.own);
    if (cp_run_has_failed(&run))
        cp_output_leave(&run.output);
    if (cp_output_close(&run.output) == CP_UNWRITABLE)
        cp_run_report(&run, &run.own);
    if (tool->close)
        tool->close(&run);
    cp_run_end_report(&run);
    int status = run.status;
    cp_run_close(&run);
    return status;
}
