/* SPDX-License-Identifier: MIT */
/* table.c -- the columns that all tables have, the list of columns that was asked for, and
 * each game on its way to its table. */
#include "tables/table.h"

#include "base/json.h"
#include "base/scan.h"
#include "frame/captions.h"
#include "text/tags.h"

static const struct cp_table_kind *const kinds[CP_TABLES] = {
    &cp_table_games, &cp_table_plies, &cp_table_positions, &cp_table_tags, &cp_table_tree};

const struct cp_word cp_table_words[] = {{"games", 0}, {"plies", 1}, {"positions", 2},
                                         {"tags", 3},  {"tree", 4},  {0}};

static const struct cp_word format_words[] = {
    {"tsv", CP_TSV}, {"csv", CP_CSV}, {"jsonl", CP_JSONL}, {"sql", CP_SQL}, {0}};

static const struct cp_word suffixes[] = {{"tsv tab txt", CP_TSV},
                                          {"csv", CP_CSV},
                                          {"jsonl ndjson json", CP_JSONL},
                                          {"sql", CP_SQL},
                                          {0}};

/* ---- cells of any table ---- */

static void put_file(struct cp_row_writer *s)
{
    cp_row_put_text(s, cp_str_from(s->game->file ? s->game->file : "-"));
}

static void put_line(struct cp_row_writer *s)
{
    cp_cell_number(s->rows, s->game->line);
}

static void put_variant(struct cp_row_writer *s)
{
    cp_row_put_text(s, s->game->variant);
}

static void put_start(struct cp_row_writer *s)
{
    cp_row_put_text(s, s->game->start);
}

static void put_result(struct cp_row_writer *s)
{
    cp_row_put_text(s, cp_row_result(s));
}

static void put_tag(struct cp_row_writer *s)
{
    const struct cp_tag_cell *tag = &s->tags[s->cell];
    if (tag->is_there)
        cp_cell_text(s->rows, tag->value);
    else
        cp_cell_null(s->rows);
}

static const struct cp_column columns[] = {
    {"game", CP_CELL_NUMBER, true, 0, cp_row_put_number},
    {"file", CP_CELL_TEXT, false, 0, put_file},
    {"line", CP_CELL_NUMBER, false, 0, put_line},
    {"variant", CP_CELL_TEXT, false, 0, put_variant},
    {"start", CP_CELL_TEXT, false, 0, put_start},
    {"result", CP_CELL_TEXT, false, 0, put_result},
    {0},
};
static const struct cp_column tag_column = {"", CP_CELL_TEXT, false, 0, put_tag};

/* ---- the list of columns ---- */

static const struct cp_column *find_in(const struct cp_column *list, cp_str name)
{
    while (list->name && !cp_str_is(name, list->name))
        list++;
    return list->name ? list : NULL;
}

/* Whether its rows are of games, which have columns for all tables, and of tags. */
static bool is_of_games(const struct cp_table_kind *kind)
{
    return !kind->put_rest;
}

/* The names in a list that none of so many tables before it has; behind one, nor all of them. */
static void put_names(struct cp_buf *out, const struct cp_column *list, int before, char between)
{
    for (; list->name; list++) {
        int kind = 0;
        while (kind < before && !find_in(kinds[kind]->columns, cp_str_from(list->name)))
            kind++;
        if (kind == before && !(before && find_in(columns, cp_str_from(list->name))))
            cp_buf_printf(out, "%s%c", list->name, between);
    }
}

static void put_column_names(struct cp_buf *out, unsigned table, char between)
{
    bool has_games = table == CP_NO_OPERAND || is_of_games(kinds[table]);
    if (has_games)
        put_names(out, columns, 0, between);
    for (int kind = 0; kind < CP_TABLES; kind++)
        if (table == CP_NO_OPERAND || table == (unsigned)kind)
            put_names(out, kinds[kind]->columns, table == CP_NO_OPERAND ? kind : 0, between);
    if (has_games)
        cp_buf_printf(out, "White%cBlack%cEvent%cDate", between, between, between);
    else
        out->len--;
}

/* The columns of that table, and where it has tags White and Black, for which people write white
 * and black. */
static const struct cp_word *words_of(struct cp_run *run, const struct cp_table_kind *kind)
{
    static const struct cp_column players[] = {{.name = "White"}, {.name = "Black"}, {0}};
    const struct cp_column *const lists[] = {columns, kind->columns, players};
    size_t begin = is_of_games(kind) ? 0 : 1, end = is_of_games(kind) ? 3 : 2;
    struct cp_word *words = NULL;
    size_t count = 0, room = 0;
    for (size_t i = begin; i < end; i++)
        for (const struct cp_column *c = lists[i]; c->name; c++) {
            /* an empty one comes last */
            words = cp_arena_grow(&run->arena, words, count + 1, &room, sizeof *words);
            words[count++] = (struct cp_word){c->name, 0};
        }
    words[count] = (struct cp_word){0};
    return words;
}

static bool refuse(struct cp_run *run, const struct cp_table_kind *kind, cp_str name)
{
    const struct cp_word *words = words_of(run, kind);
    const char *near = cp_wordlist_nearest(words, name);
    const struct cp_table_kind *owner = NULL; /* the table that has such a column */
    for (int i = 0; i < CP_TABLES && !owner; i++)
        owner = find_in(kinds[i]->columns, name) ? kinds[i] : NULL;
    struct cp_buf list = cp_buf_in(&run->arena);
    cp_wordlist_put(&list, words, ',');
    if (owner)
        cp_diag_report(&run->own, CP_OPTION_VALUE_WRONG, cp_run_span(run),
                       "--columns \"%.*s\" is of %s; here are %.*s", CP_FMT(name), owner->name,
                       CP_FMT(cp_buf_str(&list)));
    else if (near)
        cp_diag_report(&run->own, CP_OPTION_VALUE_WRONG, cp_run_span(run),
                       "--columns \"%.*s\"; did you mean %s?", CP_FMT(name), near);
    else
        cp_diag_report(&run->own, CP_OPTION_VALUE_WRONG, cp_run_span(run),
                       "--columns \"%.*s\"; it takes %.*s%s", CP_FMT(name),
                       CP_FMT(cp_buf_str(&list)), is_of_games(kind) ? " and names of tags" : "");
    return false;
}

static bool add_column(struct cp_run *run, struct cp_arena *arena,
                       struct cp_table_settings *settings, struct cp_head *heads, cp_str name)
{
    struct cp_table_shape *shape = &settings->shape;
    bool has_tags = is_of_games(settings->kind);
    const struct cp_column *column = find_in(settings->kind->columns, name);
    if (!column && has_tags)
        column = find_in(columns, name);
    if (!column && has_tags) {
        bool is_said = cp_scan_prefix(&name, CP_STR("tag:"));
        if (name.len && (is_said || (name.at[0] >= 'A' && name.at[0] <= 'Z')))
            column = &tag_column;
    }
    if (!column)
        return refuse(run, settings->kind, name);
    for (uint32_t i = 0; i < shape->count; i++)
        if (shape->format == CP_SQL ? cp_str_like(heads[i].name, name)
                                    : cp_str_equal(heads[i].name, name)) {
            cp_diag_report(&run->own, CP_OPTION_VALUE_WRONG, cp_run_span(run),
                           "--columns: %.*s and %.*s are one column%s", CP_FMT(heads[i].name),
                           CP_FMT(name), shape->format == CP_SQL ? " in SQL" : "");
            return false;
        }
    settings->columns[shape->count] = column;
    settings->tags[shape->count] = name;
    settings->needs |= column->needs;
    struct cp_buf key = cp_buf_in(arena);
    cp_buf_putc(&key, ',');
    cp_json_put_string(&key, name);
    cp_buf_putc(&key, ':');
    heads[shape->count++] =
        (struct cp_head){name, cp_buf_str(&key), column->type, column->is_indexed};
    return true;
}

/* "a,b,c" */
static bool add_columns(struct cp_run *run, struct cp_arena *arena,
                        struct cp_table_settings *settings, struct cp_head *heads, cp_str list)
{
    for (cp_str name; cp_scan_item(&list, &name);)
        if (!add_column(run, arena, settings, heads, cp_str_trim(name)))
            return false;
    return true;
}

static const struct cp_values column_lists = {
    .put_words = put_column_names, .asks_operand = true, .is_list = true, .adds_up = true};

static const struct cp_values formats = {.words = format_words, .suffixes = suffixes};

const struct cp_option cp_table_options[] = {
    {"columns", 'c', "LIST", &column_lists, "Rows",
     "which, in that order: game,ply,key or names of tags,\n"
     "White,Black,tag:name; +LIST: these behind the usual ones"},
    {"format", 'f', "FORM", &formats, "Rows",
     "how rows are written (default: as the name of -o FILE\nsays, or tsv); sql is for sqlite3: "
     "tables, indexes\nand rows"},
    {"depth", 0, "N", CP_NUMBER(0, CP_DEPTH_MOST), "Rows",
     "tree: the first N plies of each game (default: 20)"},
    {"shifted", 0, NULL, NULL, "Rows",
     "tree: positions without edges that are others shifted\nare the same"},
    {0},
};

/* What is asked of a tree alone. */
static bool read_tree(struct cp_table_settings *settings, struct cp_run *run,
                      const struct cp_options *o)
{
    enum { USUAL_DEPTH = 20 };
    bool is_asked = cp_options_has(o, "depth") || cp_options_has(o, "shifted");
    if (is_asked && is_of_games(settings->kind))
        return cp_run_disagree(run, "--depth and --shifted are for tree");
    settings->depth = (uint32_t)cp_options_number(o, "depth", USUAL_DEPTH);
    settings->joins_shifted = cp_options_has(o, "shifted");
    return true;
}

bool cp_table_read(struct cp_table_settings *settings, struct cp_run *run,
                   const struct cp_options *o, enum cp_row_format format, struct cp_arena *arena)
{
    settings->kind = kinds[o->word];
    if (!read_tree(settings, run, o))
        return false;
    size_t most = strlen(settings->kind->usual) + 2;
    for (const struct cp_given *g = NULL; (g = cp_options_next(o, "columns", g));)
        most += strlen(g->value) + 1;
    struct cp_head *heads = cp_arena_take_zero(arena, most, sizeof *heads);
    settings->columns = cp_arena_take_zero(arena, most, sizeof *settings->columns);
    settings->tags = cp_arena_take_zero(arena, most, sizeof *settings->tags);
    settings->shape = (struct cp_table_shape){
        .format = (enum cp_row_format)cp_options_choice(o, "format", format),
        .name = settings->kind->name,
        .heads = heads};
    /* one list behind another; behind the usual ones where the first begins with a '+', or there
     * is none */
    const struct cp_given *given = cp_options_next(o, "columns", NULL);
    bool good = true;
    if (!given || given->value[0] == '+')
        good = add_columns(run, arena, settings, heads, cp_str_from(settings->kind->usual));
    settings->usual = settings->shape.count;
    for (; good && given; given = cp_options_next(o, "columns", given))
        good = add_columns(run, arena, settings, heads,
                           cp_str_from(given->value + (given->value[0] == '+')));
    return good;
}

bool cp_table_begin(struct cp_run *run, struct cp_request *asked)
{
    struct cp_table_settings *settings = asked->settings;
    if (!cp_table_read(settings, run, &asked->options, CP_TSV, &run->arena))
        return false;
    if (settings->kind->open)
        settings->tree = settings->kind->open(run);
    return true;
}

void cp_table_close(struct cp_table_settings *settings)
{
    if (settings->tree)
        settings->kind->close(settings->tree);
}

/* ---- games ---- */

/* A bit for each column that is asked for, of the first 64; more are not missed. */
static uint64_t bit_of(const struct cp_table_settings *settings, uint32_t column)
{
    enum { BITS = 64 };
    uint32_t bit = column - settings->usual;
    return column >= settings->usual && bit < BITS ? UINT64_C(1) << bit : 0;
}

/* Once a game, whatever its rows and its tags are. Of those of one name the first counts. */
static void find_tags(struct cp_row_writer *s, uint64_t *seen)
{
    const struct cp_table_settings *settings = s->settings;
    s->tags = cp_arena_take_zero(s->game->arena, settings->shape.count, sizeof *s->tags);
    for (uint32_t i = 0; i < settings->shape.count; i++) {
        struct cp_tag_cell *cell = &s->tags[i];
        if (settings->columns[i]->put != put_tag)
            continue;
        if (cp_str_is(settings->tags[i], "Frame") && cp_run_is_settled(s->run) &&
            !s->game->frame.len) {
            cp_run_find_frame(s->run, s->game); /* as any tool that writes its record names it */
            s->is_frame_guessed = s->game->frame.len > 0;
        }
        cell->is_there = cp_tag_value(s->game, settings->tags[i], &cell->value);
        *seen |= cell->is_there ? bit_of(settings, i) : 0;
    }
}

/* A way to rows: g is NULL where they are of no game. */
static void begin_writing(struct cp_row_writer *s, struct cp_run *run, struct cp_game *g)
{
    struct cp_table_state *state = run->state;
    memset(s, 0, offsetof(struct cp_row_writer, words));
    s->settings = run->asked->settings;
    s->run = run;
    s->game = g;
    s->rows = &state->rows;
    state->rows.shape = &s->settings->shape;
    state->rows.out = &run->output.text;
    state->rows.is_held = run->output.is_held;
    cp_buf_init(&state->rows.spare, &run->record);
}

bool cp_table_each(struct cp_run *run, struct cp_game *g)
{
    struct cp_table_state *state = run->state;
    const struct cp_table_settings *settings = run->asked->settings;
    struct cp_row_writer s;
    begin_writing(&s, run, g);
    state->batch = state->rows.batch;
    state->has_games = true;
    find_tags(&s, &state->tags_seen);
    settings->kind->put_game(&s);
    return false;
}

/* What the game has written so far is taken back. */
void cp_table_give_up(struct cp_run *run, enum cp_diag why)
{
    (void)why;
    struct cp_table_state *state = run->state;
    state->rows.batch = state->batch;
}

void cp_table_join(struct cp_run *run, const void *state)
{
    struct cp_table_state *all = run->state;
    const struct cp_table_state *one = state;
    all->tags_seen |= one->tags_seen;
    all->has_games |= one->has_games;
}

/* The rows of all workers, and of none. */
static struct cp_rows *rows_of(struct cp_run *run)
{
    struct cp_table_state *state = run->state;
    const struct cp_table_settings *settings = run->asked->settings;
    state->rows.shape = &settings->shape;
    state->rows.out = &run->output.text;
    return &state->rows;
}

void cp_table_head(struct cp_run *run)
{
    cp_rows_put_head(rows_of(run)->shape, &run->output.text);
}

void cp_table_deliver(struct cp_run *run, cp_str out, cp_str messages)
{
    const struct cp_table_settings *settings = run->asked->settings;
    struct cp_arena arena;
    if (settings->tree) {
        settings->kind->take(settings->tree, out);
        cp_run_print_held(run, messages);
        return;
    }
    cp_arena_init(&arena, run->arena.out_of_memory, run->arena.handler_data);
    struct cp_buf settled = cp_buf_in(&arena);
    cp_rows_deliver(rows_of(run), cp_run_settle_numbers(run, &settled, out));
    cp_arena_close(&arena);
    cp_run_print_held(run, messages);
}

/* A column that is empty in every row may be misspelt. Without COMMIT nothing of it stays in a
 * database. */
void cp_table_end(struct cp_run *run)
{
    const struct cp_table_settings *settings = run->asked->settings;
    const struct cp_table_state *state = run->state;
    bool is_asked = state->has_games && !run->asked->part; /* other parts may have them */
    for (uint32_t i = settings->usual; is_asked && i < settings->shape.count; i++)
        if (settings->columns[i]->put == put_tag && bit_of(settings, i) &&
            !(state->tags_seen & bit_of(settings, i)))
            cp_tag_missing_report(run, "columns", settings->tags[i], false,
                                  words_of(run, settings->kind));
    if (settings->tree) {
        struct cp_row_writer s;
        begin_writing(&s, run, NULL);
        settings->kind->put_rest(&s);
    }
    if (!cp_run_has_failed(run))
        cp_rows_put_end(rows_of(run));
}
