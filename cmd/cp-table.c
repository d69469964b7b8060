/* SPDX-License-Identifier: MIT */
/* cp-table -- games, plies, positions, tags or a tree of all games as rows, for databases and
 * spreadsheets. */
#include "choose/choose.h"
#include "run/tool.h"
#include "tables/table.h"

struct settings {
    struct cp_table_settings table; /* first: table.h */
    struct cp_query query;
};

struct state {
    struct cp_table_state table; /* first: table.h */
    struct cp_tally tally;
};

static const struct cp_of_all_games whole[] = {
    {"format", "sql", "it is one transaction: write tsv, and read that with .import"},
    {"tree", NULL, "it is of all games: make it in one run, or of positions in a database"},
    {0},
};

static bool begin(struct cp_run *run, struct cp_request *asked)
{
    struct settings *s = asked->settings;
    if (!cp_select_begin_where(&s->query, run, &asked->options))
        return false;
    if (s->query.asks_number)
        asked->jobs = 1; /* only one counts games from the first */
    return cp_table_begin(run, asked);
}

static bool each(struct cp_run *run, struct cp_game *g)
{
    const struct settings *s = run->asked->settings;
    struct state *state = run->state;
    state->table.batch = state->table.rows.batch; /* whatever becomes of it, until it has rows */
    return cp_select_fits(run, &s->query, g, &state->tally) && cp_table_each(run, g);
}

static void join(struct cp_run *run, const void *more)
{
    struct state *all = run->state;
    const struct state *one = more;
    cp_tally_join(&all->tally, &one->tally);
    cp_table_join(run, more);
}

static void end(struct cp_run *run)
{
    const struct settings *s = run->asked->settings;
    const struct state *state = run->state;
    if (!run->asked->part) /* other parts may have what this one has not */
        cp_select_report(run, &s->query, &state->tally);
    cp_table_end(run);
}

static void close(struct cp_run *run)
{
    struct settings *s = run->asked->settings;
    cp_table_close(&s->table);
    cp_query_close(&s->query);
}

static const struct cp_tool tool = {
    .name = "cp-table",
    .about = "Writes a row for each game, ply, position or tag, or for each position that games\n"
             "reach, with what became of these; the columns' names first: for spreadsheets,\n"
             "sqlite3, DuckDB.",
    .options = cp_table_options,
    .shared = cp_where_options,
    .whole = whole,
    .words = cp_table_words,
    .habits = CP_READS_FRAMES,
    .settings_size = sizeof(struct settings),
    .state_size = sizeof(struct state),
    .begin = begin,
    .head = cp_table_head,
    .each = each,
    .give_up = cp_table_give_up,
    .join = join,
    .deliver = cp_table_deliver,
    .end = end,
    .close = close,
};

int main(int argc, char **argv)
{
    return cp_tool_main(&tool, argc, argv);
}
