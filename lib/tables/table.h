/* SPDX-License-Identifier: MIT */
/* table.h -- games, plies, positions and tags as rows, and all games as a tree: what cp-table does.
 *
 * A column is a name, the tables that have it, and a function that puts its cell; a name
 * that begins with a capital letter, or with tag:, is a tag's. What a table needs to know
 * of its games (are they played, with keys, in which notations) follows from its
 * columns, and no more is done. Rows are of main lines. */
#ifndef CP_TABLE_H
#define CP_TABLE_H

#include "tables/rows.h"

extern const struct cp_word cp_table_words[]; /* the tables */

extern const struct cp_option cp_table_options[];

/* The settings (struct cp_table_settings) and the state of a tool with the options "columns" and
 * "format", and its functions (run.h). */
struct cp_table_state {
    struct cp_rows rows;
    uint32_t batch;     /* rows.batch, before the game at hand */
    uint64_t tags_seen; /* of those that columns ask for */
    bool has_games;
};

/* What is asked, of a table of that kind (cp_options.word), in arena; format: unless one is said.
 * False: reported to run->own. */
CP_MUST_USE bool cp_table_read(struct cp_table_settings *settings, struct cp_run *run,
                               const struct cp_options *o, enum cp_row_format format,
                               struct cp_arena *arena);
bool cp_table_begin(struct cp_run *run, struct cp_request *asked);
void cp_table_head(struct cp_run *run);
bool cp_table_each(struct cp_run *run, struct cp_game *g);
void cp_table_give_up(struct cp_run *run, enum cp_diag why);
void cp_table_join(struct cp_run *run, const void *state);
void cp_table_deliver(struct cp_run *run, cp_str out, cp_str messages);
void cp_table_end(struct cp_run *run);
void cp_table_close(struct cp_table_settings *settings);

#endif
