/* SPDX-License-Identifier: MIT */
/* options.h -- one table per tool says which options there are, what their values
 * may be and what those mean. Parsing, --help, shell completions (completion.h) and the
 * check of the manual all come from it; choices and numbers are given as what they mean.
 *
 *     --name=value  --name value  -n value  -nvalue  -abc  --  -
 *
 * A table ends with an entry whose name is NULL. A tool's own table and those
 * it shares with others are searched together. */
#ifndef CP_OPTIONS_H
#define CP_OPTIONS_H

#include "base/diag.h"
#include "base/wordlist.h"

/* What the value of an option may be: not empty, unless that says something. An option is
 * given once, or again with the same value; only one that adds up is given several times. */
struct cp_values {
    const struct cp_word *words; /* one of these, or of a list several; NULL: see most */
    bool is_list, adds_up, may_be_empty;
    bool takes_files; /* what has a dot or a slash is the name of a file */
    bool is_written;  /* it names what is written, by its suffix in the form that this says */
    const struct cp_word *suffixes; /* NULL, or which of its words such a name gives by itself: rows
                                       of suffixes, blanks between, and the bits of a word */
    int64_t least, most;            /* a number of that range; 0, 0: anything */

    /* What completions offer where there are neither words nor numbers, and its owner reads
     * the value: "last all white", or what a function writes, with `between` between; of the
     * operand (cp_options.words) that was given, or CP_NO_OPERAND. */
    const char *offered;
    void (*put_words)(struct cp_buf *out, unsigned operand, char between);
    bool asks_operand; /* the function's words are others for other operands */
};
#define CP_NO_OPERAND        (~0u)
#define CP_NAME_OF(function) (&(const struct cp_values){.put_words = (function)})
#define CP_WORDS_OF(function)                                                                      \
    (&(const struct cp_values){.put_words = (function), .is_list = true, .adds_up = true})
#define CP_OFFERS(text)       (&(const struct cp_values){.offered = (text)})
#define CP_OFFERS_LIST(text)  (&(const struct cp_values){.offered = (text), .is_list = true})
#define CP_ONE_OF(table)      (&(const struct cp_values){.words = (table)})
#define CP_ONE_OR_FILE(table) (&(const struct cp_values){.words = (table), .takes_files = true})
#define CP_LIST_OF(table)                                                                          \
    (&(const struct cp_values){.words = (table), .is_list = true, .adds_up = true})
#define CP_NUMBER(low, high) (&(const struct cp_values){.least = (low), .most = (high)})
#define CP_SEVERAL           (&(const struct cp_values){.adds_up = true}) /* of anything */
#define CP_ANY_TEXT          (&(const struct cp_values){.may_be_empty = true})
#define CP_TO_FILE           (&(const struct cp_values){.is_written = true})

struct cp_option {
    const char *name;               /* long, without dashes */
    char letter;                    /* short; 0: none */
    const char *value;              /* what stands for its value in help: "FILE"; NULL: a flag;
                                       "[WHEN]": it may be left out, and stands behind = only */
    const struct cp_values *values; /* NULL: anything */
    const char *group;              /* heading it stands under in help: "Reading" */
    const char *help;               /* half a line, or several with \n */
};

enum { CP_TABLES_MOST = 14 };

/* One option as it was given, in that order. */
struct cp_given {
    struct cp_given *next;
    const struct cp_option *option;
    const char *value; /* "" for a flag */
    unsigned bits;     /* of its words; of one that is left out, 0 */
    int64_t number;
    bool is_by_name; /* nobody gave it: the name of a file says so */
};

struct cp_options {
    const struct cp_option *tables[CP_TABLES_MOST]; /* filled by the caller, then NULL */
    const struct cp_word *words; /* likewise: the first operand is one of these; NULL: a file */
    unsigned word;               /* what that one means */
    struct cp_given *given;
    struct cp_given *read_too; /* whose values are files that files name */
    const char **files;        /* operands, in order */
    uint32_t file_count;
};

/* Reads argv[1] onwards; what it fills lives in arena and borrows from argv.
 * False when something was wrong, all of it reported at place `at`. */
CP_MUST_USE bool cp_options_parse(struct cp_options *o, struct cp_arena *arena, int argc,
                                  char **argv, cp_span at, struct cp_diags *d);

/* The same of words that have no dashes, "name" or "name=value", a NULL behind the last; each for
 * itself: none is an operand, or the value of the one before. NULL: there are none. */
CP_MUST_USE bool cp_options_parse_words(struct cp_options *o, struct cp_arena *arena,
                                        const char *const *words, cp_span at, struct cp_diags *d);

/* The same of the environment: an option of these tables is given where a variable of its
 * name, CP_ENGINE say, is set and not empty. */
CP_MUST_USE bool cp_options_read_environment(struct cp_options *o, struct cp_arena *arena,
                                             cp_span at, struct cp_diags *d);

/* The option of a long name, given or not; NULL: there is none. */
const struct cp_option *cp_options_find(const struct cp_options *o, cp_str name);

/* The first option that was given and is none of these names (a NULL ends them); NULL:
 * there is none. So a tool refuses what would do nothing beside another option. */
const char *cp_options_beside(const struct cp_options *o, const char *const *names);

/* The value given last ("" for a flag); NULL when the option was not given. */
const char *cp_options_get(const struct cp_options *o, const char *name);
bool cp_options_has(const struct cp_options *o, const char *name);

/* What the choice given last means (CP_CHOSE_FILE: a file), and the number given last. */
enum { CP_CHOSE_FILE = 1 << 16 };
unsigned cp_options_choice(const struct cp_options *o, const char *name, unsigned otherwise);
int64_t cp_options_number(const struct cp_options *o, const char *name, int64_t otherwise);

/* The bits of all words of a list that may be given several times. */
unsigned cp_options_words(const struct cp_options *o, const char *name);

/* The next time it was given after `from` (NULL: the first time); NULL: no more. */
const struct cp_given *cp_options_next(const struct cp_options *o, const char *name,
                                       const struct cp_given *from);

/* The option whose value the name of a file may say, of those in the tables; NULL: there is none.
 * And its value as that name says, where no word that a name could say was given. */
const struct cp_option *cp_options_of_names(const struct cp_options *o);
void cp_options_give_by_name(struct cp_options *o, struct cp_arena *arena, unsigned bits);

/* Whether the value is a file that is read. */
bool cp_option_is_read(const struct cp_option *option);

/* Which of the files that are read ("-": standard input) is the one to be written, under
 * whatever name; NULL: none. output NULL: standard output. Writing it would lose it, or
 * never end. */
const char *cp_options_overlap(const struct cp_options *o, const char *output);

/* The table as --help shows it: options grouped under their headings. */
void cp_options_format_help(const struct cp_options *o, struct cp_buf *out);

/* ---- for completions ---- */

/* The option after `last` (NULL: the first) through all tables; *table begins at 0. */
const struct cp_option *cp_options_after(const struct cp_options *o, uint32_t *table,
                                         const struct cp_option *last);

#define CP_EACH_OPTION(option, o)                                                                  \
    for (uint32_t table_##option = 0, once_##option = 1; once_##option; once_##option = 0)         \
        for (const struct cp_option *option = cp_options_after((o), &table_##option, NULL);        \
             option; option = cp_options_after((o), &table_##option, option))

bool cp_option_is_optional(const struct cp_option *option); /* its value may be left out */

#endif
