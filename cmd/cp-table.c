/* SPDX-License-Identifier: MIT */
/* cp-table -- games, plies, positions or tags as rows, for databases and spreadsheets. */
#include "run/tool.h"
#include "tables/table.h"

static const struct cp_values columns = {
    .put_words = cp_table_put_columns, .asks_operand = true, .is_list = true, .adds_up = true};

static const struct cp_values formats = {.words = cp_table_formats, .suffixes = cp_table_suffixes};

static const struct cp_option options[] = {
    {"columns", 'c', "LIST", &columns, "Rows",
     "which, in that order: game,ply,key or names of tags,\n"
     "White,Black,tag:name; +LIST: these behind the usual ones"},
    {"format", 'f', "FORM", &formats, "Rows",
     "how rows are written (default: as the name of -o FILE\nsays, or tsv); sql is for sqlite3: "
     "tables, indexes\nand rows"},
    {0},
};

static const struct cp_of_all_games whole[] = {
    {"format", "sql", "it is one transaction: write tsv, and read that with .import"},
    {0},
};

static const struct cp_tool tool = {
    .name = "cp-table",
    .about = "Writes a row for each game, ply, position or tag, the columns' names first:\n"
             "for spreadsheets, sqlite3, DuckDB.",
    .options = options,
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
