/* SPDX-License-Identifier: MIT */
/* completion.h -- what shells offer behind TAB, as scripts that a tool prints of its own
 * table of options: names and letters, the words that a value may be, lists of them with
 * commas between, files where files are meant, and nothing where nothing is known. */
#ifndef CP_COMPLETION_H
#define CP_COMPLETION_H

#include "io/options.h"

/* A script for the tool of that name. */
void cp_completion_format_bash(struct cp_buf *out, const struct cp_options *o, const char *tool);
void cp_completion_format_zsh(struct cp_buf *out, const struct cp_options *o, const char *tool);

#endif
