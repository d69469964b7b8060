/* SPDX-License-Identifier: MIT */
/* reports.h -- messages for programs: --diagnostics.
 *
 *     jsonl   one message, one object, one line
 *     sarif   the whole run as one document, SARIF 2.1.0
 *
 * A result of SARIF begins with a comma, for one before it: who prints the first leaves
 * that out and writes what stands before all results. */
#ifndef CP_REPORTS_H
#define CP_REPORTS_H

#include "game/game.h"
#include "io/columns.h"

enum cp_report_form { CP_AS_TEXT, CP_AS_JSONL, CP_AS_SARIF };

/* What messages are about. */
struct cp_subject {
    const char *tool;                 /* what names it is about no file */
    const struct cp_game *game;       /* NULL: none */
    cp_str number;                    /* of the game; empty: none */
    const struct cp_columns *columns; /* of the file that is read, */
    const char *file;                 /* whose name is this very string */
};

/* The messages of d that are to be told, all that were kept, in either form. */
void cp_report_put(struct cp_buf *out, struct cp_diags *d, const struct cp_subject *s,
                   enum cp_report_form form);

/* What stands before all results, and behind them. */
void cp_sarif_begin(struct cp_buf *out, const char *tool, const char *version);
void cp_sarif_end(struct cp_buf *out, int status);

#endif
