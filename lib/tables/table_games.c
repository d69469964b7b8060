/* SPDX-License-Identifier: MIT */
/* table_games.c -- a row for each game: what the board says of it, and the keys of its line. */
#include "tables/rows.h"

/* As the record's verdict has it, which a game of no variant lacks. */
static void put_plies(struct cp_row_writer *s)
{
    if (cp_run_is_settled(s->run))
        cp_cell_number(s->rows, s->judged.verdict.plies);
    else
        cp_cell_null(s->rows);
}

static void put_outcome(struct cp_row_writer *s)
{
    const char *name = cp_run_is_settled(s->run) ? cp_outcome_name(s->judged.verdict.outcome) : "";
    cp_row_put_text(s, cp_str_from(name));
}

static void put_winner(struct cp_row_writer *s)
{
    if (s->judged.verdict.winner < 0)
        cp_cell_null(s->rows);
    else
        cp_row_put_side(s, s->judged.verdict.winner);
}

static void put_valid(struct cp_row_writer *s)
{
    cp_cell_truth(s->rows, s->judged.is_valid);
}

static void put_reason(struct cp_row_writer *s)
{
    if (!s->judged.reason) {
        cp_cell_null(s->rows);
        return;
    }
    size_t open = cp_cell_open(s->rows);
    cp_diag_format_slug(s->rows->out, s->judged.reason);
    cp_cell_close(s->rows, open);
}

static void put_warnings(struct cp_row_writer *s)
{
    cp_cell_number(s->rows, s->run->diags.warnings);
}

static void put_moves_key(struct cp_row_writer *s)
{
    if (!s->is_played) {
        cp_cell_null(s->rows);
        return;
    }
    size_t open = cp_cell_open(s->rows);
    cp_key_format(s->rows->out, s->moves_key);
    cp_cell_close(s->rows, open);
}

static void put_start_key(struct cp_row_writer *s)
{
    cp_row_put_key(s, s->start_key.low);
}

static void put_last_key(struct cp_row_writer *s)
{
    cp_row_put_key(s, s->last_key.low);
}

/* ---- games ---- */

static void line_begins(void *data, struct cp_position *p)
{
    struct cp_row_writer *s = data;
    s->p = p;
    s->is_played = true;
    cp_key_words_init(&s->words, s->run->current.variant);
    s->start_key = s->moves_key = s->last_key = cp_position_key(&s->words, p);
}

static void line_goes_on(void *data, const struct cp_ply *ply)
{
    struct cp_row_writer *s = data;
    if (ply->depth)
        return;
    s->moves_key = cp_key_play(&s->words, s->run->ints, s->moves_key, ply->move);
    if (!ply->node->next)
        s->last_key = cp_position_key(&s->words, ply->position);
}

static void line_ends(void *data, const struct cp_ply *ply, const struct cp_resolution *why)
{
    struct cp_row_writer *s = data;
    (void)why;
    if (!ply->depth)
        s->last_key = cp_position_key(&s->words, ply->position);
}

static void put_game(struct cp_row_writer *s)
{
    struct cp_run *run = s->run;
    cp_span at;
    const struct cp_listener listener = {
        .data = s, .begin = line_begins, .after = line_goes_on, .refused = line_ends};
    s->judged = (struct cp_judgement){.verdict.winner = -1};
    if (!(s->settings->needs & CP_NEEDS_VERDICT))
        ;
    else if (cp_run_is_settled(run))
        cp_judge_game(run, s->game, false, s->settings->needs & CP_NEEDS_LINE ? &listener : NULL,
                      &s->judged);
    else
        s->judged.reason = cp_diags_first_error(&run->diags, 0, &at, &s->judged.text);
    if ((s->settings->needs & CP_NEEDS_VERDICT) && !s->judged.is_valid)
        cp_run_raise(run, CP_ERROR);
    cp_row_put(s);
}

/* ---- the table ---- */

static const struct cp_column columns[] = {
    {"number", CP_CELL_NUMBER, true, 0, cp_row_put_number},
    {"plies", CP_CELL_NUMBER, false, CP_NEEDS_VERDICT, put_plies},
    {"outcome", CP_CELL_TEXT, false, CP_NEEDS_VERDICT, put_outcome},
    {"winner", CP_CELL_TEXT, false, CP_NEEDS_VERDICT, put_winner},
    {"valid", CP_CELL_TRUTH, false, CP_NEEDS_VERDICT, put_valid},
    {"reason", CP_CELL_TEXT, false, CP_NEEDS_VERDICT, put_reason},
    {"warnings", CP_CELL_NUMBER, false, CP_NEEDS_VERDICT, put_warnings},
    {"moves_key", CP_CELL_TEXT, true, CP_NEEDS_VERDICT | CP_NEEDS_LINE, put_moves_key},
    {"start_key", CP_CELL_TEXT, false, CP_NEEDS_VERDICT | CP_NEEDS_LINE, put_start_key},
    {"last_key", CP_CELL_TEXT, true, CP_NEEDS_VERDICT | CP_NEEDS_LINE, put_last_key},
    {0},
};

const struct cp_table_kind cp_table_games = {
    .name = "games",
    .usual = "number,file,line,variant,Event,Site,Date,Round,White,Black,result,plies,outcome,"
             "winner,valid,reason,warnings,moves_key,last_key",
    .columns = columns,
    .put_game = put_game,
};
