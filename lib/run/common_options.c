/* SPDX-License-Identifier: MIT */
#include "run/common_options.h"

#include "base/scan.h"
#include "forms/form.h"
#include "io/messages.h"
#include "settle/settle.h"
#include "settle/variants.h"

#include <sys/random.h>
#include <time.h>
#include <unistd.h>

static const struct cp_word encodings[] = {
    {"utf-8", CP_UTF_8},
    {"utf-16", CP_UTF_16},
    {"latin-1", CP_WINDOWS_1252},
    {"windows-1252", CP_WINDOWS_1252},
    {0},
};

static const struct cp_word forms[] = {{"icn", 1}, {0}};

const struct cp_option cp_variant_options[] = {
    {"variant", 'v', "NAME", CP_NAME_OF(cp_variants_put_ids), "Reading",
     "the variant played, by id or name\n(otherwise the game's own Variant tag says it)"},
    {0},
};

static const struct cp_word owners[] = {
    {"inventor", CP_OWNER_INVENTOR}, {"site", CP_OWNER_SITE}, {0}};

const struct cp_option cp_reading_options[] = {
    {"variant-file", 0, "FILE", CP_SEVERAL, "Reading",
     "a variant of your own, beside the bundled ones\n"
     "(a YAML file, or variants.ini; without games it is only\nchecked)"},
    {"trapdoor", 0, "N", CP_NUMBER(1, CP_DELAY_MOST), "Reading",
     "play on a board of trapdoors that open after N moves,\nwhatever the game says"},
    {"rules", 0, "WHOSE", CP_ONE_OF(owners), "Reading",
     "inventor or site: play as a variant's inventor does, or\nby all rules of the site, where its "
     "file says so and\nthe game does not"},
    {"strict", 0, NULL, NULL, "Reading", "refuse what is otherwise read with a warning"},
    {"piece-letters", 0, "LANG", CP_ONE_OF(cp_language_words), "Reading",
     "the language of the letters that pieces have, on\nboards with edges (otherwise found out and "
     "told)"},
    {"from", 0, "FORM", CP_ONE_OF(forms), "Reading",
     "all text is ICN, of infinitechess.org (otherwise\nknown by its looks)"},
    {"only-moves", 0, NULL, NULL, "Reading",
     "take the moves out of lines with words, and drop the words"},
    {"encoding", 0, "NAME", CP_ONE_OF(encodings), "Reading",
     "how bytes are read (default: UTF-8, others noticed)"},
    {0},
};

const struct cp_option cp_frame_options[] = {
    {"frame", 0, "NAME", CP_NAME_OF(cp_variants_put_frames), "Reading",
     "where (1,1) is, for games that do not name a frame"},
    {0},
};

const struct cp_option cp_warning_options[] = {
    {"warnings", 0, "LIST", CP_WORDS_OF(cp_warnings_put_words), "Messages",
     "which warnings are told: none, all, some by their\nnames, or all but some: "
     "-move-in-dialect,-tag-unusual"},
    {0},
};

bool cp_common_options_read(struct cp_run *run, struct cp_request *asked)
{
    const struct cp_options *o = &asked->options;
    run->diags.strict = run->own.strict = asked->is_strict = cp_options_has(o, "strict");
    asked->is_icn = cp_options_has(o, "from");
    asked->takes_moves_alone = cp_options_has(o, "only-moves");
    asked->language = cp_language_asked(o);
    asked->delay = (uint32_t)cp_options_number(o, "trapdoor", 0);
    asked->owner = (enum cp_owner)cp_options_choice(o, "rules", CP_OWNER_NOBODY);
    if (asked->tool->habits & CP_READS_FRAMES)
        asked->frame_name = cp_options_get(o, "frame");
    return cp_warnings_read(&asked->silent, &asked->tells_each, o, &run->arena, cp_run_span(run),
                            &run->own);
}

/* ---- a name says the form ---- */

/* What other tools write, and other programs read and write, beside games. */
static const struct cp_word others[] = {
    {"tsv tab csv sql svg svgz png pdf html htm md tex gif jpg jpeg eps ps webp db sqlite sqlite3 "
     "xlsx ods bz2 xz lz4 zip rar",
     0},
    {0},
};

cp_str cp_suffix_of(const char *file)
{
    const char *slash = strrchr(file, '/');
    cp_str name = cp_str_from(slash ? slash + 1 : file);
    (void)cp_packing_take(&name);
    size_t from = name.len;
    while (from && (cp_is_letter(name.at[from - 1]) || cp_is_digit(name.at[from - 1])))
        from--;
    bool is_one =
        from && from < name.len && name.at[from - 1] == '.' && cp_is_letter(name.at[from]);
    return is_one ? cp_str_skip(name, from) : (cp_str){0};
}

const struct cp_word *cp_suffix_find(const struct cp_word *rows, cp_str suffix)
{
    for (; suffix.len && rows->word; rows++)
        for (cp_str all = cp_str_from(rows->word); all.len;)
            if (cp_str_like(cp_scan_word(&all), suffix))
                return rows;
    return NULL;
}

bool cp_suffix_is_known(cp_str suffix)
{
    return cp_suffix_find(cp_form_suffixes, suffix) || cp_suffix_find(others, suffix);
}

bool cp_suffix_refuse(struct cp_run *run, const char *option, const char *file,
                      const struct cp_word *rows)
{
    struct cp_buf wanted = cp_buf_in(&run->arena);
    cp_buf_puts(&wanted, "a name that ends in ");
    for (const struct cp_word *row = rows; row->word; row++) {
        cp_str first = cp_str_from(row->word);
        first = cp_scan_word(&first);
        cp_buf_printf(&wanted, "%s.%.*s",
                      row == rows   ? ""
                      : row[1].word ? ", "
                                    : " or ",
                      CP_FMT(first));
    }
    cp_buf_puts(&wanted, ", as the format is");
    cp_buf_putc(&wanted, '\0');
    return cp_run_refuse_value(run, option, file, wanted.at);
}

/* The option of request->tool->lists that was given; NULL: none, games are written. */
static const struct cp_listing *listing_asked(const struct cp_request *asked)
{
    const struct cp_listing *list = asked->tool->lists;
    while (list && list->option && !cp_options_has(&asked->options, list->option))
        list++;
    return list && list->option ? list : NULL;
}

/* What stands for numbers and tags in the names of several files: %g, %03p, %{White}. */
static bool has_field(const char *name)
{
    while ((name = strchr(name, '%'))) {
        name += 1 + strspn(name + 1, "0123456789");
        if (*name && strchr("gpsn{", *name))
            return true;
    }
    return false;
}

bool cp_names_read(struct cp_run *run, struct cp_options *o)
{
    const struct cp_option *of = cp_options_of_names(o);
    const struct cp_listing *list = listing_asked(run->asked);
    const struct cp_word listed[] = {{list ? list->suffixes : NULL, 0}, {0}};
    bool is_own = run->asked->tool->habits & CP_OWN_OUTPUT; /* and so are their names */
    for (const struct cp_given *g = o->given; g && !is_own; g = g->next) {
        const char *option = g->option->name;
        if (!g->option->values || !g->option->values->is_written)
            continue;
        if (strcmp(option, "split") != 0 && has_field(g->value))
            return cp_run_refuse_value(run, option, g->value,
                                       "the name of one file; cp-select --split "
                                       "'by-%{White}.pgn' writes several");
        if (!of || (list && !list->suffixes))
            continue;
        cp_str suffix = cp_suffix_of(g->value);
        const struct cp_word *rows = list ? listed : of->values->suffixes;
        const struct cp_word *row = cp_suffix_find(rows, suffix);
        if (row && !list && !cp_options_has(o, "yaml"))
            cp_options_give_by_name(o, &run->arena, row->bits);
        if (!row && cp_suffix_is_known(suffix))
            return cp_suffix_refuse(run, option, g->value, rows);
    }
    return true;
}

bool cp_form_read(struct cp_run *run, struct cp_request *asked)
{
    const struct cp_options *o = &asked->options;
    bool is_record = !cp_options_has(o, "to") || listing_asked(asked);
    asked->writes_yaml = cp_options_has(o, "yaml");
    if (is_record)
        return true;
    struct cp_conversion *c = cp_arena_take_zero(&run->arena, 1, sizeof *c);
    if (!cp_conversion_read(c, run, o, &run->arena))
        return false;
    if (asked->writes_yaml && c->form && c->form != CP_TO_YAML)
        return cp_run_disagree(run, "--yaml, --to");
    if (!c->form)
        c->form = asked->writes_yaml ? CP_TO_YAML : CP_TO_JSON;
    asked->writes_yaml = c->form == CP_TO_YAML;
    is_record = cp_conversion_asks(c) & CP_IS_RECORD;
    if (asked->stamp.len && !is_record)
        return cp_run_disagree(run, "--stamp is for records: --to json or --to yaml");
    if (!is_record || c->respells)
        asked->conversion = c;
    return true;
}

enum cp_encoding cp_encoding_asked(const struct cp_options *o)
{
    return (enum cp_encoding)cp_options_choice(o, "encoding", CP_ENCODING_AUTO);
}

uint64_t cp_seed_by_chance(void)
{
    uint64_t seed = 0;
    if (getrandom(&seed, sizeof seed, GRND_NONBLOCK) == (ssize_t)sizeof seed)
        return seed;
    struct timespec now = {0};
    (void)clock_gettime(CLOCK_REALTIME, &now);
    return (uint64_t)now.tv_sec << 32 ^ (uint64_t)now.tv_nsec ^ (uint64_t)getpid() << 20;
}
