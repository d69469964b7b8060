/* SPDX-License-Identifier: MIT */
/* answers.c -- what is made of a game: a record, other notation, a picture, rows, and what it is
 * asked. Each is made of a copy, by what the tools are made of, with the options of that one call.
 */
#include "api/api.h"
#include "choose/choose.h"
#include "forms/form.h"
#include "game/record.h"
#include "pictures/diagrams.h"
#include "solve/problem.h"
#include "tables/table.h"

struct question {
    int (*answer)(struct chessplane *plane, struct cp_game *g, const struct question *q);
    const char *const *options;
    chessplane_string *out;
    const char *table; /* of rows; of a problem its stipulation */
    int *fits;         /* of what is asked */
};

/* Every answer begins and ends so. */
static int answer(struct chessplane *plane, void *data)
{
    const struct question *q = data;
    struct cp_game g;
    cp_arena_reset(&plane->answer_arena);
    cp_api_leave(plane, &g);
    int status = q->answer(plane, &g, q);
    cp_output_empty(&plane->run.output);
    cp_api_return(plane);
    return status;
}

static int ask(chessplane *plane, struct question q)
{
    if (!q.out)
        return cp_api_refuse(plane, "there is no place for the answer: it is NULL");
    *q.out = (chessplane_string){"", 0};
    return cp_api_do_game(plane, answer, &q);
}

static void give(struct chessplane *plane, const struct question *q, cp_str text)
{
    *q->out = cp_api_keep(&plane->answer_arena, text);
}

/* ---- options of one call ---- */

/* Ends what was reported of options. */
static int misused(struct chessplane *plane)
{
    cp_run_report(&plane->run, &plane->run.own);
    plane->takes_options = false;
    return CHESSPLANE_MISUSE;
}

/* Reads them but for some that are not for one game. False: to be ended by misused(). */
static bool take_options(struct chessplane *plane, struct cp_options *o, const struct question *q,
                         const char *const *others)
{
    plane->takes_options = true;
    if (!cp_api_options(plane, o, &plane->answer_arena, q->options))
        return false;
    for (; *others; others++)
        if (cp_options_has(o, *others)) {
            cp_diag_report(&plane->run.own, CP_OPTION_IDLE, cp_run_span(&plane->run),
                           "--%s is for the tool, not for one game", *others);
            return false;
        }
    return true;
}

/* ---- a record ---- */

static int make_record(struct chessplane *plane, struct cp_game *g, const struct question *q)
{
    struct cp_buf out = cp_buf_in(&plane->run.output.arena);
    cp_record_format(&out, g);
    give(plane, q, cp_buf_str(&out));
    return CHESSPLANE_OK;
}

int chessplane_record(chessplane *plane, chessplane_string *out)
{
    return ask(plane, (struct question){make_record, .out = out});
}

/* ---- other notation ---- */

static int convert(struct chessplane *plane, struct cp_game *g, const struct question *q)
{
    static const char *const others[] = {"squares", "far", NULL};
    struct cp_run *run = &plane->run;
    struct cp_options o = {.tables = {cp_conversion_options}};
    struct cp_conversion conversion = {0};
    if (!take_options(plane, &o, q, others) ||
        !cp_conversion_read(&conversion, run, &o, &plane->answer_arena))
        return misused(plane);
    plane->takes_options = false;
    if (cp_conversion_apply(&conversion, run, g))
        cp_stream_write_record(run, g);
    give(plane, q, cp_buf_str(&run->output.text));
    return q->out->length || !run->diags.errors ? CHESSPLANE_OK : CHESSPLANE_REFUSED;
}

int chessplane_convert(chessplane *plane, const char *const *options, chessplane_string *out)
{
    return ask(plane, (struct question){convert, options, .out = out});
}

/* ---- a picture ---- */

struct pictures {
    struct chessplane *plane;
    const struct question *q;
    bool is_there;
};

static void take_picture(void *data, struct cp_run *run, cp_str place, cp_str picture)
{
    struct pictures *p = data;
    (void)run;
    (void)place;
    p->is_there = true;
    give(p->plane, p->q, picture);
}

static int draw(struct chessplane *plane, struct cp_game *g, const struct question *q)
{
    static const char *const others[] = {"any",    "men",   "start", "game", "sheet",
                                         "output", "index", "fill",  "html", "md",
                                         "tex",    "png",   "pdf",   NULL};
    struct cp_run *run = &plane->run;
    struct cp_options o = {.tables = {cp_drawing_options}};
    struct cp_diagrams how = {0};
    struct pictures pictures = {plane, q, false};
    int brush;
    if (!take_options(plane, &o, q, others) || !cp_brush_read(&brush, run, &o))
        return misused(plane);
    how.brush = brush < 0 ? CP_BRUSH_ASCII : (enum cp_brush)brush;
    if (!cp_diagrams_read(&how, run, &o, &plane->answer_arena))
        return misused(plane);
    plane->takes_options = false;
    if (how.brush != CP_BRUSH_ANIMATION && cp_plies_are_many(&how.plies))
        return cp_api_misuse(plane, "one picture is of one position: ply=N, or ply=last");
    if (!cp_run_is_settled(run))
        return CHESSPLANE_REFUSED;
    uint64_t dots_met = 0;
    cp_diagrams_draw(&how, run, g, take_picture, &pictures, &dots_met);
    return pictures.is_there ? CHESSPLANE_OK : CHESSPLANE_REFUSED;
}

int chessplane_draw(chessplane *plane, const char *const *options, chessplane_string *out)
{
    return ask(plane, (struct question){draw, options, .out = out});
}

/* ---- a question ---- */

static int ask_whether(struct chessplane *plane, struct cp_game *g, const struct question *q)
{
    static const char *const others[] = {"invert",      "count",  "hits",   "first", "unique",
                                         "twins",       "prefix", "sample", "seed",  "split",
                                         "split-every", "expect", NULL};
    struct cp_run *run = &plane->run;
    struct cp_options o = {.tables = {cp_select_options, cp_where_options}};
    struct cp_arena *arena = &plane->answer_arena;
    struct cp_query *query = cp_arena_take_zero(arena, 1, sizeof *query);
    struct cp_tally tally = {0};
    struct cp_buf hits = cp_buf_in(&run->record);
    if (!take_options(plane, &o, q, others) || !cp_select_begin(query, run, &o, arena))
        return misused(plane);
    plane->takes_options = false;
    enum cp_answer answer = cp_select_ask(run, query, g, &tally, &hits);
    give(plane, q, cp_buf_str(&hits));
    *q->fits = answer == CP_YES;
    return answer == CP_DOUBT ? CHESSPLANE_REFUSED : CHESSPLANE_OK;
}

int chessplane_ask(chessplane *plane, const char *const *options, int *fits,
                   chessplane_string *hits)
{
    chessplane_string unwanted;
    if (!fits)
        return cp_api_refuse(plane, "there is no place for the answer: it is NULL");
    *fits = 0;
    return ask(plane, (struct question){ask_whether, options, .out = hits ? hits : &unwanted,
                                        .fits = fits});
}

/* ---- rows ---- */

static int make_rows(struct chessplane *plane, struct cp_game *g, const struct question *q)
{
    static const char *const others[] = {NULL};
    struct cp_run *run = &plane->run;
    struct cp_options o = {.tables = {cp_table_options}};
    struct cp_arena *arena = &plane->answer_arena;
    struct cp_table_settings *settings = cp_arena_take_zero(arena, 1, sizeof *settings);
    struct cp_table_state *state = cp_arena_take_zero(arena, 1, sizeof *state);
    struct cp_request *asked = cp_arena_take(arena, sizeof *asked);
    const struct cp_word *word = cp_table_words;
    while (word->word && q->table && strcmp(word->word, q->table) != 0)
        word++;
    if (!word->word || !q->table)
        return cp_api_misuse(plane, "a table is games, plies, positions or tags");
    o.word = word->bits;
    if (!take_options(plane, &o, q, others) || !cp_table_read(settings, run, &o, CP_JSONL, arena))
        return misused(plane);
    plane->takes_options = false;
    if (settings->kind->put_rest)
        return cp_api_misuse(plane, "a tree is of many games: cp-table tree");
    if (settings->shape.format == CP_SQL)
        return cp_api_misuse(plane, "rows of one game are tsv, csv or jsonl");
    *asked = plane->asked;
    asked->settings = settings;
    run->asked = asked;
    run->state = state;
    (void)cp_table_each(run, g);
    give(plane, q, cp_buf_str(&run->output.text));
    return run->diags.errors && !q->out->length ? CHESSPLANE_REFUSED : CHESSPLANE_OK;
}

int chessplane_rows(chessplane *plane, const char *table, const char *const *options,
                    chessplane_string *out)
{
    return ask(plane, (struct question){make_rows, options, .out = out, .table = table});
}

/* ---- a problem ---- */

static int solve(struct chessplane *plane, struct cp_game *g, const struct question *q)
{
    static const char *const others[] = {NULL};
    struct cp_run *run = &plane->run;
    struct cp_options o = {.tables = {cp_solve_options}};
    struct cp_problem problem = {0};
    if (!take_options(plane, &o, q, others) || !cp_problem_begin(&problem, run, &o) ||
        (q->table && !cp_problem_ask(&problem, run, cp_str_from(q->table))))
        return misused(plane);
    plane->takes_options = false;
    if (!cp_problem_answer(&problem, cp_table_make(&plane->answer_arena), run, g))
        return CHESSPLANE_REFUSED;
    cp_problem_put_json(&run->output.text, &problem);
    give(plane, q, cp_buf_str(&run->output.text));
    return CHESSPLANE_OK;
}

int chessplane_solve(chessplane *plane, const char *stipulation, const char *const *options,
                     chessplane_string *out)
{
    return ask(plane, (struct question){solve, options, .out = out, .table = stipulation});
}
