/* SPDX-License-Identifier: MIT */
/* options.h -- one table per tool says which options there are. Parsing,
 * --help, shell completions and the check of the manual all come from it.
 *
 *     --name=value  --name value  -n value  -nvalue  -abc  --  -
 *
 * A table ends with an entry whose name is NULL. A tool's own table and those
 * it shares with others are searched together. */
#ifndef CP_OPTIONS_H
#define CP_OPTIONS_H

#include "base/diag.h"

struct cp_option {
    const char *name;    /* long, without dashes */
    char letter;         /* short; 0: none */
    const char *value;   /* what stands for its value in help: "FILE"; NULL: a flag;
                            "[WHEN]": it may be left out, and stands behind = only */
    const char *choices; /* all it may be: "letters|numeric"; NULL: anything */
    const char *group;   /* heading it stands under in help: "Reading" */
    const char *help;    /* half a line, or several with \n */
};

enum { CP_TABLES_MOST = 10 };

/* One option somebody gave, in the order given. */
struct cp_given {
    struct cp_given *next;
    const struct cp_option *option;
    const char *value; /* "" for a flag */
};

struct cp_options {
    const struct cp_option *tables[CP_TABLES_MOST]; /* filled by the caller, then NULL */
    const struct cp_given *given;
    const char **files; /* operands, in order */
    uint32_t file_count;
};

/* Reads argv[1] onwards; what it fills lives in arena and borrows from argv.
 * False when something was wrong, all of it reported at place `at`. */
CP_MUST_USE bool cp_options_parse(struct cp_options *o, struct cp_arena *arena, int argc,
                                  char **argv, cp_span at, struct cp_diags *d);

/* The value given last ("" for a flag); NULL when the option was not given. */
const char *cp_options_get(const struct cp_options *o, const char *name);
bool cp_options_has(const struct cp_options *o, const char *name);

/* The next time it was given after `from` (NULL: the first time); NULL: no more. */
const struct cp_given *cp_options_next(const struct cp_options *o, const char *name,
                                       const struct cp_given *from);

/* Whether a file of that name is among those to be read, under any name:
 * emptying it for output would lose it. */
bool cp_options_has_file(const struct cp_options *o, const char *output);

/* The table as --help shows it: options grouped under their headings. */
void cp_options_format_help(const struct cp_options *o, struct cp_buf *out);

/* A completion script for `shell` ("bash" or "zsh") and the tool of that name. */
void cp_options_format_completion(const struct cp_options *o, struct cp_buf *out, const char *tool,
                                  const char *shell);

#endif
