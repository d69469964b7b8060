/* SPDX-License-Identifier: MIT */
/* stream.c -- read, settle, call, report, write; again.
 *
 *     text ──► game reader ──┐ variant asked for before the first move
 *     JSON ──► a line each ──┼─► settle ──► each() ──► messages, then the record
 *     YAML ──► documents ────┘                         or nothing */
#include "run/stream.h"

#include "base/json.h"
#include "base/scan.h"
#include "base/yaml.h"
#include "base/yaml_tree.h"
#include "forms/form.h"
#include "game/record.h"
#include "io/input.h"
#include "run/fast_lane.h"
#include "settle/play.h"
#include "settle/settle.h"
#include "settle/variants.h"
#include "text/reading/icn_list.h"
#include "text/starts/fen.h"
#include "text/tags.h"

/* ---- lines ---- */

void cp_line_reader_open(struct cp_line_reader *l, const struct cp_arena *like, cp_source source,
                         void *data)
{
    *l = (struct cp_line_reader){.most = CP_LINE_MOST};
    cp_cursor_open(&l->cursor, like, source, data, NULL);
}

enum cp_line_next cp_line_reader_read(struct cp_line_reader *l, cp_str *line)
{
    struct cp_cursor *c = &l->cursor;
    size_t seen = 0; /* bytes of this line without an end in them */
    bool is_cut = false, is_more = true;
    const char *end = NULL;
    cp_cursor_settle(c);
    while (is_more) {
        size_t left = (size_t)(c->end - c->at);
        if (left > seen && (end = memchr(c->at + seen, '\n', left - seen)))
            break;
        seen = left;
        if (seen > l->most) {
            is_cut = true;
            cp_cursor_drop(c, c->at);
            seen = 0;
        }
        is_more = cp_cursor_fill(c);
    }
    *line = (cp_str){c->at, (size_t)((end ? end : c->end) - c->at)};
    if (!end && (c->is_failed || (!line->len && !is_cut)))
        return CP_LINE_END;
    c->at += line->len + (end != NULL);
    l->number++;
    if (line->len && line->at[line->len - 1] == '\r')
        line->len--;
    return is_cut ? CP_LINE_CUT : CP_LINE_WHOLE;
}

enum next { END, GAME, BROKEN, COUNTED /* by the fast lane */ };

/* ---- text ---- */

static const struct cp_alphabet *find_alphabet(void *run, struct cp_game *g,
                                               const struct cp_lookahead *ahead)
{
    return cp_settle_alphabet(run, g, ahead);
}

/* ---- records ---- */

/* What is no record, or names its variant in no words, is not asked which variant it
 * is: what is wrong has been reported. */
static enum next take_record(struct cp_stream *s, struct cp_game *g, const struct cp_value *value)
{
    const struct cp_value *variant = cp_value_get(value, "variant");
    s->is_nothing = s->run->current.is_refused =
        value->type != CP_MAP || (variant && variant->type != CP_STRING);
    return cp_record_parse(g, value, &s->run->diags) ? GAME : BROKEN;
}

static enum next read_line(struct cp_stream *s, struct cp_game *g)
{
    struct cp_run *run = s->run;
    struct cp_value *value;
    cp_str line;
    enum cp_line_next next;
    /* a line that is no JSON may be the first of a record over several: those that do not begin
     * as records go with it, and nothing is said of them */
    do {
        next = cp_line_reader_read(&s->lines, &line);
        s->is_torn &= next != CP_LINE_WHOLE || !line.len || line.at[0] != '{';
    } while (next == CP_LINE_WHOLE && (s->is_torn || !cp_str_trim(line).len));
    cp_span at = {.file = run->input.file, .line = s->lines.number, .col = 1};
    if (next == CP_LINE_END)
        return END;
    if (run->input.is_list) {
        at.col += (uint32_t)cp_space_end(line, 0);
        cp_diag_report(&run->own, CP_RECORD_TYPE, at,
                       "a list of records is not read: jq -c '.[]' writes them on lines");
        return END;
    }
    if (next == CP_LINE_WHOLE && cp_fast_lane_take(run, line))
        return COUNTED;
    run->current.line = line;
    cp_game_init(g, &run->record, run->ints);
    if (next == CP_LINE_CUT)
        cp_diag_report(&run->diags, CP_LINE_TOO_LONG, at, "%d bytes are read", CP_LINE_MOST);
    s->is_nothing = s->run->current.is_refused =
        next == CP_LINE_CUT || !cp_json_parse(&value, &run->record, line, at, &run->diags);
    s->is_torn = s->run->current.is_refused;
    if (s->run->current.is_refused)
        return BROKEN;
    return take_record(s, g, value);
}

static enum next read_document(struct cp_stream *s, struct cp_game *g)
{
    struct cp_run *run = s->run;
    struct cp_value *value;
    enum cp_yaml_next next = cp_yaml_read(s->yaml, &value, &run->record, &run->diags);
    cp_game_init(g, &run->record, run->ints);
    s->is_nothing = s->run->current.is_refused = next == CP_YAML_BROKEN;
    if (next != CP_YAML_DOCUMENT)
        return next == CP_YAML_END ? END : BROKEN;
    return take_record(s, g, value);
}

/* ---- one game ---- */

/* "tool":["cp-parse 0.1.0 --stamp"], longer by one each time. */
static void stamp(struct cp_run *run, struct cp_game *g)
{
    struct cp_field *tool = cp_field_find(g->extra, CP_STR("tool"));
    struct cp_buf list = cp_buf_in(&run->record);
    cp_str old = tool ? cp_str_trim(tool->json) : CP_STR("[]");
    bool is_list = old.len > 1 && old.at[0] == '[';
    cp_str inside = is_list ? (cp_str){old.at + 1, old.len - 2} : old;
    cp_buf_putc(&list, '[');
    cp_buf_put(&list, inside);
    cp_buf_puts(&list, cp_str_trim(inside).len ? "," : "");
    cp_buf_put(&list, run->asked->stamp);
    cp_buf_putc(&list, ']');
    if (tool)
        tool->json = cp_buf_str(&list);
    else
        cp_field_add(&run->record, &g->extra, CP_STR("tool"), cp_buf_str(&list));
}

void cp_stream_write_record(struct cp_run *run, struct cp_game *g)
{
    struct cp_buf *out = &run->output.text;
    if (run->asked->stamp.len)
        stamp(run, g);
    if (!run->current.writes_yaml) {
        cp_record_format(out, g);
        cp_buf_putc(out, '\n');
        return;
    }
    enum cp_diag why = cp_record_format_yaml(out, g);
    if (why == CP_TOO_DEEP) /* what cannot be read back is not written */
        cp_diag_report(&run->diags, why, cp_node_span(g, NULL),
                       "no YAML of %d levels is read back; JSON goes deeper", CP_TREE_DEPTH + 1);
}

void cp_stream_write_game(struct cp_run *run, struct cp_game *g)
{
    const struct cp_conversion *asked = run->asked->conversion;
    if (!asked || cp_conversion_apply(asked, run, g))
        cp_stream_write_record(run, g);
}

void cp_stream_report_doubt(struct cp_run *run, const struct cp_game *g)
{
    uint32_t digits = cp_ints_worst_doubt(run->ints);
    if (digits && !run->diags.errors)
        cp_diag_report(&run->diags, CP_PRIMES_DOUBTED, cp_node_span(g, NULL), "%u digits", digits);
}

static void count_given_up(struct cp_run *run, enum cp_diag why)
{
    if (run->asked->tool->give_up)
        run->asked->tool->give_up(run, why);
}

static void handle(struct cp_stream *s, struct cp_game *g, bool broken)
{
    struct cp_run *run = s->run;
    s->written = run->output.text.len;
    run->games++;
    run->current.is_counted = true;
    run->current.game = g;
    if (g->lost) { /* not all of it is here */
        count_given_up(run, g->lost);
        return;
    }
    cp_game_settle(run, g, !broken);
    if (s->is_nothing)
        return;
    if (!run->asked->tool->each || run->asked->tool->each(run, g))
        cp_stream_write_game(run, g);
    cp_stream_report_doubt(run, g);
}

/* How far the file has been read for games; of YAML it is not known. */
static uint64_t place_reached(const struct cp_stream *s)
{
    switch (s->run->shape) {
    case CP_SHAPE_TEXT:
        return s->base + cp_reader_offset(&s->text);
    case CP_SHAPE_JSON:
        return s->base + cp_line_reader_offset(&s->lines);
    default:
        return UINT64_MAX - 1;
    }
}

static enum next read_game(struct cp_stream *s, struct cp_game *g)
{
    if (s->run->shape == CP_SHAPE_TEXT) {
        enum cp_reader_next found = cp_reader_read(&s->text, g, &s->run->diags);
        const struct cp_icn_list *list = s->text.list;
        if (list && list->fault)
            cp_diag_report(&s->run->own, CP_ICN_LIST_WRONG, list->fault_at, "%s", list->fault);
        return found == CP_READER_END ? END : found == CP_READER_GAME ? GAME : BROKEN;
    }
    enum next next = s->run->shape == CP_SHAPE_JSON ? read_line(s, g) : read_document(s, g);
    if ((next != GAME && next != BROKEN) || s->run->current.is_refused)
        return next;
    /* a record's moves are text until its variant is known */
    const struct cp_alphabet *a = cp_settle_alphabet(s->run, g, NULL);
    if (a && !a->is_foreign &&
        !cp_notation_read_game(cp_notations_get(&s->run->notations, a), g, &s->run->diags))
        g->is_broken = true;
    return next;
}

/* What was wrong in the file up to here. */
static void report_faults(struct cp_stream *s)
{
    cp_input_report(&s->run->input, place_reached(s));
    cp_run_report(s->run, &s->run->own);
}

/* ---- a game that takes too much memory is given up, and the next one read ---- */

static void jump_out(void *stream)
{
    longjmp(((struct cp_stream *)stream)->way_out, 1);
}

void cp_stream_bound(struct cp_run *run, bool is_bounded, void (*way_out)(void *), void *data)
{
    cp_arena_bound(&run->record, is_bounded ? CP_GAME_MEMORY : 0, way_out, data);
    cp_arena_bound_beside(&run->picture, &run->record);
    cp_arena_bound(&run->output.arena, is_bounded ? CP_OUTPUT_MEMORY : 0, way_out, data);
    cp_ints_bound(run->ints, is_bounded ? CP_NUMBERS_MEMORY : 0, way_out, data);
}

static void clear(struct cp_stream *s)
{
    struct cp_run *run = s->run;
    cp_arena_reset(&run->picture);
    cp_arena_reset(&run->record);
    cp_ints_reset(run->ints, run->mark);
    cp_diags_reset(&run->diags);
    run->current = (struct cp_current){.writes_yaml = run->asked->writes_yaml};
    s->is_nothing = false;
}

static bool give_up(struct cp_stream *s)
{
    struct cp_run *run = s->run;
    cp_stream_bound(run, false, jump_out, s);
    clear(s);
    if (!s->is_read && run->shape == CP_SHAPE_TEXT)
        cp_reader_leave(&s->text);
    else if (!s->is_read && run->shape == CP_SHAPE_YAML)
        cp_yaml_leave(s->yaml);
    if (run->output.text.len > s->written)
        run->output.text.len = s->written;
    run->games = s->games + 1;
    run->current.is_counted = true;
    count_given_up(run, CP_GAME_TOO_LARGE);
    cp_diag_report(
        &run->diags, CP_GAME_TOO_LARGE, s->at,
        "with all that is to be found out and written about it, it takes too much memory, as "
        "one of more than some 300000 pieces does");
    report_faults(s);
    cp_run_report(run, &run->diags);
    return cp_output_flush_full(&run->output) == CP_WRITTEN;
}

static bool read_and_handle(struct cp_stream *s)
{
    struct cp_run *run = s->run;
    struct cp_game game;
    clear(s);
    cp_game_init(&game, &run->record, run->ints);
    s->at = (cp_span){.file = run->input.file};
    s->is_read = false;
    s->written = SIZE_MAX;
    s->games = run->games;
    cp_stream_bound(run, true, jump_out, s);
    enum next next = read_game(s, &game);
    s->is_read = true;
    if (next == GAME || next == BROKEN) {
        s->at = cp_node_span(&game, NULL);
        handle(s, &game, next == BROKEN);
    } else if (run->shape == CP_SHAPE_TEXT   ? cp_reader_has_failed(&s->text)
               : run->shape == CP_SHAPE_JSON ? s->lines.cursor.is_failed
                                             : run->input.has_failed) {
        cp_diags_reset(&run->diags); /* the source failed: what was begun is no game */
    }
    cp_stream_bound(run, false, jump_out, s);
    cp_input_report(&run->input, next == END ? UINT64_MAX : place_reached(s));
    cp_run_report(run, &run->own);
    cp_run_report(run, &run->diags);
    run->current.game = NULL; /* it ends here */
    return next != END && cp_output_flush_full(&run->output) == CP_WRITTEN && !run->is_done;
}

bool cp_stream_step(struct cp_stream *s)
{
    struct cp_run *run = s->run;
    if (run->shape == CP_SHAPE_TEXT && cp_fast_lane_step(run, &s->text)) {
        report_faults(s);
        return !run->is_done;
    }
    return setjmp(s->way_out) ? give_up(s) : read_and_handle(s);
}

/* ---- one file, or a part of it ---- */

/* Messages for programs have columns in code points, too. */
static long read_by_columns(void *stream, char *room, size_t size)
{
    struct cp_stream *s = stream;
    long got = s->source(s->source_data, room, size);
    if (got > 0)
        cp_columns_pass(&s->run->columns, (cp_str){room, (size_t)got});
    return got;
}

void cp_stream_open(struct cp_stream *s, struct cp_run *run, cp_source source, void *data)
{
    uint32_t line = run->input.line;
    *s = (struct cp_stream){
        .run = run, .source = source, .source_data = data, .base = run->input.offset};
    if (run->asked->form != CP_AS_TEXT) {
        cp_columns_begin(&run->columns, &run->arena, line, run->shape == CP_SHAPE_TEXT);
        source = read_by_columns;
        data = s;
    }
    struct cp_reader_input input = {.source = source,
                                    .source_data = data,
                                    .file = run->input.file,
                                    .notations = &run->notations,
                                    .alphabet = find_alphabet,
                                    .alphabet_data = run,
                                    .is_icn = run->asked->is_icn,
                                    .is_within = s->base > 0,
                                    .takes_moves_alone = run->asked->takes_moves_alone,
                                    .is_behind_result = run->is_behind_result && s->base};
    if (run->shape == CP_SHAPE_TEXT) {
        cp_reader_open(&s->text, &input, &run->arena);
        s->text.cursor.line = line;
    } else if (run->shape == CP_SHAPE_JSON) {
        cp_line_reader_open(&s->lines, &run->arena, source, data);
        s->lines.number = line - 1;
    } else if (!(s->yaml = cp_yaml_open(source, data, run->input.file))) {
        cp_arena_refuse(&run->arena);
    }
}

void cp_stream_close(struct cp_stream *s)
{
    if (s->run->shape == CP_SHAPE_TEXT)
        cp_reader_close(&s->text);
    else if (s->run->shape == CP_SHAPE_JSON)
        cp_cursor_close(&s->lines.cursor);
    else
        cp_yaml_close(s->yaml);
}

/* Before the tool waits for more input what is ready goes out, so a slow
 * producer's games come through as they come in. */
static long pull(void *run_data, char *room, size_t size)
{
    struct cp_run *run = run_data;
    if (run->input.from == run->input.to)
        cp_output_flush(&run->output);
    cp_progress_show(&run->progress, run->input.taken, run->games);
    return cp_input_read(&run->input, room, size);
}

void cp_stream_report_short(struct cp_run *run)
{
    if (run->output.fate == CP_WRITTEN && !run->input.has_failed)
        cp_diag_report(&run->own, CP_FILE_UNREADABLE, (cp_span){.file = run->input.file},
                       "it ends before the part of it that is to be read");
}

void cp_stream_run(struct cp_run *run, uint64_t to)
{
    struct cp_stream s;
    if (run->shape != CP_SHAPE_EMPTY) {
        cp_stream_open(&s, run, pull, run);
        for (bool goes_on = true; goes_on;) {
            uint64_t at = 0;
            bool is_behind = to && (run->shape == CP_SHAPE_TEXT
                                        ? !cp_reader_look(&s.text, &at) || s.base + at >= to
                                        : place_reached(&s) >= to);
            goes_on = !is_behind && cp_stream_step(&s);
        }
        cp_stream_close(&s);
    }
    if (run->output.fate == CP_WRITTEN)
        cp_input_report(&run->input, UINT64_MAX);
    if (run->input.offset < to)
        cp_stream_report_short(run);
    cp_run_report(run, &run->own);
}
