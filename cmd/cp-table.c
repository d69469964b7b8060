/* SPDX-License-Identifier: MIT */
/* cp-table -- games, plies, positions or tags as rows, for databases and spreadsheets. */
#include "run/tool.h"
#include "tables/table.h"

static const struct cp_of_all_games whole[] = {
    {"format", "sql", "it is one transaction: write tsv, and read that with .import"},
    {0},
};

static const struct cp_tool tool = {
    .name = "cp-table",
    .about = "Writes a row for each game, ply, position or tag, the columns' names first:\n"
             "for spreadsheets, sqlite3, DuckDB.",
    .options = cp_table_options,
    .whole = whole,
    .words = cp_table_words,
    .habits = CP_READS_FRAMES,
    .settings_size = sizeof(struct cp_table_settings),
    .state_size = sizeof(struct cp_table_state),
    .begin = cp_table_begin,
    .head = cp_table_head,
    .each = cp_table_each,
    .give_up = cp_table_give_up,
    .join = cp_table_join,
    .deliver = cp_table_deliver,
    .end = cp_table_end,
};

int main(int argc, char **argv)
{
    return cp_tool_main(&tool, argc, argv);
}
