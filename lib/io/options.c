/* SPDX-License-Identifier: MIT */
/* options.c -- reading the command line. Unique beginnings of a name are not
 * accepted (a script that uses one breaks when an option is added); a wrong
 * name is answered with the nearest right one instead. */
#include "io/options.h"

#include "base/scan.h"

#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

const struct cp_option *cp_options_after(const struct cp_options *o, uint32_t *table,
                                         const struct cp_option *last)
{
    const struct cp_option *option = last ? last + 1 : o->tables[0];
    while (option && !option->name)
        option = ++*table < CP_TABLES_MOST ? o->tables[*table] : NULL;
    return option;
}

const struct cp_option *cp_options_find(const struct cp_options *o, cp_str name)
{
    CP_EACH_OPTION(option, o)
    if (cp_str_is(name, option->name))
        return option;
    return NULL;
}

static const struct cp_option *find_short(const struct cp_options *o, char letter)
{
    CP_EACH_OPTION(option, o)
    if (option->letter == letter && letter)
        return option;
    return NULL;
}

/* ---- parsing ---- */

struct parser {
    struct cp_options *o;
    struct cp_arena *arena;
    struct cp_diags *d;
    cp_span at;
    char **argv;
    int argc, next;
    struct cp_given **first, **link;
    bool good;
};

bool cp_option_is_optional(const struct cp_option *option)
{
    return option->value && option->value[0] == '[';
}

/* How it is named on the command line, or in the environment. */
static const char *dashes(const struct cp_option *option)
{
    return option->name[0] >= 'A' && option->name[0] <= 'Z' ? "" : "--";
}

static bool take_choice(struct parser *p, const struct cp_option *option, const char *value,
                        unsigned *bits)
{
    const struct cp_word *word = cp_wordlist_find(option->values->words, cp_str_from(value));
    if (word || (option->values->takes_files && strpbrk(value, "./"))) {
        *bits = word ? word->bits : CP_CHOSE_FILE;
        return true;
    }
    struct cp_buf choices = cp_buf_in(p->arena);
    cp_wordlist_put(&choices, option->values->words, '|');
    if (option->values->takes_files)
        cp_buf_puts(&choices, " or a file (a name with a dot or a slash)");
    cp_diag_report(p->d, CP_OPTION_VALUE_WRONG, p->at, "%s%s takes %.*s, not \"%s\"",
                   dashes(option), option->name, CP_FMT(cp_buf_str(&choices)), value);
    return false;
}

static bool take_list(struct parser *p, const struct cp_option *option, const char *value,
                      unsigned *bits)
{
    cp_str culprit;
    struct cp_buf words;
    if (cp_wordlist_parse(option->values->words, bits, cp_str_from(value), &culprit))
        return true;
    const char *near = cp_wordlist_nearest(option->values->words, culprit);
    cp_buf_init(&words, p->arena);
    cp_wordlist_put(&words, option->values->words, ',');
    if (near)
        cp_diag_report(p->d, CP_OPTION_VALUE_WRONG, p->at, "--%s \"%.*s\"; did you mean %s?",
                       option->name, CP_FMT(culprit), near);
    else
        cp_diag_report(p->d, CP_OPTION_VALUE_WRONG, p->at, "--%s \"%.*s\"; it takes %.*s",
                       option->name, CP_FMT(culprit), CP_FMT(cp_buf_str(&words)));
    return false;
}

static bool take_number(struct parser *p, const struct cp_option *option, const char *value,
                        int64_t *number)
{
    enum { DIGITS_MOST = 18 }; /* no more fit */
    size_t len = strspn(value, "0123456789");
    *number = 0;
    for (size_t i = 0; i < len && len <= DIGITS_MOST; i++)
        *number = *number * 10 + (value[i] - '0');
    if (len && len <= DIGITS_MOST && !value[len] && *number >= option->values->least &&
        *number <= option->values->most)
        return true;
    if (option->values->most == INT64_MAX)
        cp_diag_report(p->d, CP_OPTION_VALUE_WRONG, p->at, "%s%s %s: a number, %jd or more",
                       dashes(option), option->name, value, (intmax_t)option->values->least);
    else
        cp_diag_report(p->d, CP_OPTION_VALUE_WRONG, p->at, "%s%s %s: a number from %jd to %jd",
                       dashes(option), option->name, value, (intmax_t)option->values->least,
                       (intmax_t)option->values->most);
    return false;
}

/* An option given twice means one thing only if it says the same both times. */
static bool agrees(struct parser *p, const struct cp_given *given)
{
    const struct cp_option *option = given->option;
    const struct cp_given *before = *p->first;
    if (option->values && option->values->adds_up)
        return true;
    while (before && before->option != option)
        before = before->next;
    if (!before || strcmp(before->value, given->value) == 0)
        return true;
    cp_diag_report(p->d, CP_OPTION_TWICE, p->at, "--%s%s%s, --%s%s%s", option->name,
                   before->value[0] ? " " : "", before->value, option->name,
                   given->value[0] ? " " : "", given->value);
    return false;
}

static void refuse_missing(struct parser *p, const struct cp_option *option)
{
    cp_diag_report(p->d, CP_OPTION_VALUE_MISSING, p->at, "--%s %s", option->name, option->value);
    p->good = false;
}

static void give(struct parser *p, const struct cp_option *option, const char *value)
{
    if (!value[0] && option->value && !cp_option_is_optional(option) &&
        !(option->values && option->values->may_be_empty)) {
        refuse_missing(p, option);
        return;
    }
    bool is_left_out = cp_option_is_optional(option) && !value[0];
    struct cp_given *given = cp_arena_take_zero(p->arena, 1, sizeof *given);
    *given = (struct cp_given){.option = option, .value = value};
    const struct cp_values *values = option->values;
    bool is_anything = values && !values->words && !values->most; /* its owner reads it */
    bool good = !values || is_anything || is_left_out ||
                (!values->words    ? take_number(p, option, value, &given->number)
                 : values->is_list ? take_list(p, option, value, &given->bits)
                                   : take_choice(p, option, value, &given->bits));
    p->good &= good && agrees(p, given);
    *p->link = given;
    p->link = &given->next;
}

/* An option whose value may be left out: the next argument is a file, but if there is none and
 * it is a word of the option's, who wrote it meant the value. */
static void give_nothing(struct parser *p, const struct cp_option *option)
{
    const char *next = p->next < p->argc ? p->argv[p->next] : "";
    const struct cp_values *values = option->value ? option->values : NULL;
    struct cp_buf words = cp_buf_in(p->arena);
    give(p, option, "");
    if (!values || access(next, F_OK) == 0)
        return;
    bool is_word = values->words && cp_wordlist_find(values->words, cp_str_from(next));
    if (!values->words && values->put_words)
        values->put_words(&words, CP_NO_OPERAND, '\n');
    for (cp_str left = cp_buf_str(&words); left.len && !is_word;)
        is_word = cp_str_is(cp_scan_until(&left, '\n'), next);
    if (!is_word)
        return;
    cp_diag_report(p->d, CP_OPTION_VALUE_WRONG, p->at,
                   "--%s takes its value behind =, and there is no file %s: --%s=%s", option->name,
                   next, option->name, next);
    p->good = false;
}

/* The option's value is the next argument, whatever it looks like. */
static void give_next(struct parser *p, const struct cp_option *option)
{
    if (p->next < p->argc) {
        give(p, option, p->argv[p->next++]);
        return;
    }
    refuse_missing(p, option);
}

/* Options that went, of whatever tool, and what to do instead. */
static const struct {
    const char *name, *instead;
} gone[] = {
    {"seen", "--unique; of games in other runs, cp-table games -c moves_key and sort"},
};

static void unknown(struct parser *p, cp_str name)
{
    struct cp_meant meant;
    cp_meant_init(&meant, name);
    CP_EACH_OPTION(option, p->o)
    cp_meant_try(&meant, cp_str_from(option->name), option);
    const struct cp_option *near = meant.best;
    size_t i = 0, count = sizeof gone / sizeof *gone;
    while (i < count && !cp_str_is(name, gone[i].name))
        i++;
    if (i < count)
        cp_diag_report(p->d, CP_OPTION_UNKNOWN, p->at, "--%.*s; it is gone: %s", CP_FMT(name),
                       gone[i].instead);
    else if (near)
        cp_diag_report(p->d, CP_OPTION_UNKNOWN, p->at, "--%.*s; did you mean --%s?", CP_FMT(name),
                       near->name);
    else
        cp_diag_report(p->d, CP_OPTION_UNKNOWN, p->at, "--%.*s", CP_FMT(name));
    p->good = false;
}

static void parse_long(struct parser *p, const char *text)
{
    const char *equals = strchr(text, '=');
    cp_str name = {text, equals ? (size_t)(equals - text) : strlen(text)};
    const struct cp_option *option = cp_options_find(p->o, name);
    if (!option) {
        unknown(p, name);
    } else if (!option->value && equals) {
        cp_diag_report(p->d, CP_OPTION_VALUE_UNWANTED, p->at, "--%s", text);
        p->good = false;
    } else if (!equals && (!option->value || cp_option_is_optional(option))) {
        give_nothing(p, option);
    } else if (equals) {
        give(p, option, equals + 1);
    } else {
        give_next(p, option);
    }
}

static void parse_short(struct parser *p, const char *text)
{
    for (const char *letter = text; *letter; letter++) {
        const struct cp_option *option = find_short(p->o, *letter);
        if (!option) {
            cp_diag_report(p->d, CP_OPTION_UNKNOWN, p->at, "-%c", *letter);
            p->good = false;
        } else if (cp_option_is_optional(option) && letter[1] == '=') { /* as --help has it */
            give(p, option, letter + 2);
        } else if (!option->value || (cp_option_is_optional(option) && letter[1])) {
            give(p, option, "");
            continue;
        } else if (cp_option_is_optional(option)) {
            give_nothing(p, option);
        } else if (letter[1]) {
            give(p, option, letter + 1);
        } else {
            give_next(p, option);
        }
        return;
    }
}

bool cp_options_read_environment(struct cp_options *o, struct cp_arena *arena, cp_span at,
                                 struct cp_diags *d)
{
    struct cp_given *first = NULL;
    struct parser p = {
        .o = o, .arena = arena, .d = d, .at = at, .first = &first, .link = &first, .good = true};
    CP_EACH_OPTION(option, o)
    {
        const char *value = getenv(option->name);
        if (value && value[0])
            give(&p, option, value);
    }
    o->given = first;
    return p.good;
}

/* The first operand, where it is no file; not missed where only help is wanted. */
static bool take_word(struct parser *p)
{
    static const char *const answers[] = {"help", "version", "completion"};
    struct cp_options *o = p->o;
    struct cp_buf words;
    for (size_t i = 0; i < sizeof answers / sizeof *answers; i++)
        if (cp_options_has(o, answers[i]))
            return true;
    const char *said = o->file_count ? o->files[0] : NULL;
    const struct cp_word *word = said ? cp_wordlist_find(o->words, cp_str_from(said)) : NULL;
    if (word) {
        o->word = word->bits;
        o->files++;
        o->file_count--;
        return true;
    }
    cp_buf_init(&words, p->arena);
    cp_wordlist_put(&words, o->words, ',');
    const char *near = said ? cp_wordlist_nearest(o->words, cp_str_from(said)) : NULL;
    if (near)
        cp_diag_report(p->d, CP_WORD_MISSING, p->at, "\"%s\"; did you mean %s?", said, near);
    else
        cp_diag_report(p->d, CP_WORD_MISSING, p->at, "%s%s%sone of %.*s", said ? "\"" : "",
                       said ? said : "", said ? "\"; " : "", CP_FMT(cp_buf_str(&words)));
    return false;
}

bool cp_options_parse(struct cp_options *o, struct cp_arena *arena, int argc, char **argv,
                      cp_span at, struct cp_diags *d)
{
    struct cp_given *first = NULL;
    struct parser p = {.o = o,
                       .arena = arena,
                       .d = d,
                       .at = at,
                       .argv = argv,
                       .argc = argc,
                       .next = 1,
                       .first = &first,
                       .link = &first,
                       .good = true};
    bool only_files = false;
    o->files = cp_arena_take_zero(arena, (size_t)argc + 1, sizeof *o->files);
    o->file_count = 0;
    while (p.next < argc) {
        const char *text = argv[p.next++];
        if (only_files || text[0] != '-' || !text[1])
            o->files[o->file_count++] = text;
        else if (text[1] != '-')
            parse_short(&p, text + 1);
        else if (text[2])
            parse_long(&p, text + 2);
        else
            only_files = true;
    }
    o->given = first;
    if (o->words && p.good)
        p.good = take_word(&p);
    return p.good;
}

bool cp_options_parse_words(struct cp_options *o, struct cp_arena *arena, const char *const *words,
                            cp_span at, struct cp_diags *d)
{
    struct cp_given *first = NULL;
    struct parser p = {
        .o = o, .arena = arena, .d = d, .at = at, .first = &first, .link = &first, .good = true};
    static const char *none[] = {NULL};
    o->files = none;
    o->file_count = 0;
    for (; words && *words; words++)
        if (**words)
            parse_long(&p, *words);
        else
            unknown(&p, CP_STR("\"\""));
    o->given = first;
    return p.good;
}

/* ---- asking ---- */

const struct cp_given *cp_options_next(const struct cp_options *o, const char *name,
                                       const struct cp_given *from)
{
    const struct cp_given *given = from ? from->next : o->given;
    while (given && strcmp(given->option->name, name) != 0)
        given = given->next;
    return given;
}

const char *cp_options_beside(const struct cp_options *o, const char *const *names)
{
    for (const struct cp_given *g = o->given; g; g = g->next) {
        const char *const *name = names;
        while (*name && strcmp(*name, g->option->name) != 0)
            name++;
        if (!*name)
            return g->option->name;
    }
    return NULL;
}

static const struct cp_given *last_given(const struct cp_options *o, const char *name)
{
    const struct cp_given *last = NULL;
    for (const struct cp_given *g = NULL; (g = cp_options_next(o, name, g));)
        last = g;
    return last;
}

const char *cp_options_get(const struct cp_options *o, const char *name)
{
    const struct cp_given *last = last_given(o, name);
    return last ? last->value : NULL;
}

unsigned cp_options_choice(const struct cp_options *o, const char *name, unsigned otherwise)
{
    const struct cp_given *last = last_given(o, name);
    return last ? last->bits : otherwise;
}

int64_t cp_options_number(const struct cp_options *o, const char *name, int64_t otherwise)
{
    const struct cp_given *last = last_given(o, name);
    return last ? last->number : otherwise;
}

unsigned cp_options_words(const struct cp_options *o, const char *name)
{
    unsigned bits = 0;
    for (const struct cp_given *g = NULL; (g = cp_options_next(o, name, g));)
        bits |= g->bits;
    return bits;
}

bool cp_options_has(const struct cp_options *o, const char *name)
{
    return cp_options_next(o, name, NULL) != NULL;
}

/* ---- what the names of files say ---- */

const struct cp_option *cp_options_of_names(const struct cp_options *o)
{
    CP_EACH_OPTION(option, o)
    if (option->values && option->values->suffixes)
        return option;
    return NULL;
}

void cp_options_give_by_name(struct cp_options *o, struct cp_arena *arena, unsigned bits)
{
    const struct cp_option *option = cp_options_of_names(o);
    struct cp_given **link = &o->given;
    for (; *link; link = &(*link)->next)
        for (const struct cp_word *w = option->values->suffixes; w->word; w++)
            if ((*link)->option == option && (*link)->bits == w->bits)
                return;
    const struct cp_word *word = option->values->words;
    while (word->bits != bits)
        word++;
    *link = cp_arena_take_zero(arena, 1, sizeof **link);
    **link =
        (struct cp_given){.option = option, .value = word->word, .bits = bits, .is_by_name = true};
}

/* ---- help ---- */

/* The words of which its value is one; NULL: it is something else. */
static const struct cp_word *choices_of(const struct cp_option *option)
{
    return option->values && !option->values->is_list ? option->values->words : NULL;
}

static bool takes_files(const struct cp_option *option)
{
    return option->values && option->values->takes_files;
}

enum { HELP_COLUMN = 28 };

static void format_option(struct cp_buf *out, const struct cp_option *option)
{
    size_t begin = out->len;
    if (option->letter)
        cp_buf_printf(out, "  -%c, --%s", option->letter, option->name);
    else
        cp_buf_printf(out, "      --%s", option->name);
    if (option->value) {
        cp_buf_puts(out, cp_option_is_optional(option) ? "[=" : " ");
        if (choices_of(option)) {
            cp_wordlist_put(out, choices_of(option), '|');
            cp_buf_puts(out, takes_files(option) ? "|FILE" : "");
        } else {
            cp_buf_puts(out, option->value);
        }
        cp_buf_puts(out, cp_option_is_optional(option) ? "]" : "");
    }
    if (out->len - begin + 2 > HELP_COLUMN) {
        cp_buf_putc(out, '\n');
        begin = out->len;
    }
    for (const char *c = option->help; *c; c++) {
        while (out->len - begin < HELP_COLUMN)
            cp_buf_putc(out, ' ');
        cp_buf_putc(out, *c);
        if (*c == '\n')
            begin = out->len;
    }
    cp_buf_putc(out, '\n');
}

/* Whether no option before this one has its heading. */
static bool opens_group(const struct cp_options *o, const struct cp_option *first)
{
    CP_EACH_OPTION(option, o)
    {
        if (option == first)
            return true;
        if (strcmp(option->group, first->group) == 0)
            return false;
    }
    return false;
}

void cp_options_format_help(const struct cp_options *o, struct cp_buf *out)
{
    CP_EACH_OPTION(head, o)
    {
        if (!opens_group(o, head))
            continue;
        cp_buf_printf(out, "\n%s:\n", head->group);
        CP_EACH_OPTION(option, o)
        if (strcmp(option->group, head->group) == 0)
            format_option(out, option);
    }
}

/* ---- files ---- */

bool cp_option_is_read(const struct cp_option *option)
{
    return takes_files(option) || (option->value && strcmp(option->value, "FILE") == 0 &&
                                   !(option->values && option->values->is_written));
}

static bool is_file(const char *name, const struct stat *file)
{
    struct stat found;
    bool is_standard = strcmp(name, "-") == 0;
    return (is_standard ? fstat(STDIN_FILENO, &found) : stat(name, &found)) == 0 &&
           found.st_dev == file->st_dev && found.st_ino == file->st_ino;
}

const char *cp_options_overlap(const struct cp_options *o, const char *output)
{
    struct stat to;
    if ((output ? stat(output, &to) : fstat(STDOUT_FILENO, &to)) != 0)
        return NULL;
    bool is_pipe = output && S_ISFIFO(to.st_mode); /* it would wait for itself */
    if (!S_ISREG(to.st_mode) && !is_pipe)
        return NULL;
    for (uint32_t i = 0; i < o->file_count; i++)
        if (is_file(o->files[i], &to))
            return o->files[i];
    for (const struct cp_given *g = o->given; g; g = g->next)
        if (cp_option_is_read(g->option) && is_file(g->value, &to))
            return g->value;
    for (const struct cp_given *g = o->read_too; g; g = g->next)
        if (is_file(g->value, &to))
            return g->value;
    return !o->file_count && is_file("-", &to) ? "-" : NULL;
}
