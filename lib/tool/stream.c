/* SPDX-License-Identifier: MIT */
/* stream.c -- read, settle, call, report, write; again.
 *
 *     text ──► game reader ──┐ variant asked for before the first move
 *     JSON ──► a line each ──┼─► settle ──► each() ──► messages, then the record
 *     YAML ──► documents ────┘                         or nothing */
#include "tool/stream.h"

#include "base/json.h"
#include "base/yaml.h"
#include "base/yaml_tree.h"
#include "game/record.h"
#include "text/fen.h"
#include "text/icn_list.h"
#include "text/tags.h"
#include "tool/fast_lane.h"
#include "tool/icn.h"
#include "tool/languages.h"
#include "tool/play.h"
#include "tool/variants.h"

/* ---- lines ---- */

void cp_line_reader_open(struct cp_line_reader *l, const struct cp_arena *like, cp_source source,
                         void *data)
{
    *l =
        (struct cp_line_reader){.most = CP_LINE_MOST, .next_line = 1, .next_col = 1, .before = '['};
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

/* ---- values that take several lines ---- */

/* How far into an object text is. */
struct nesting {
    uint32_t depth;
    bool is_string, is_escaped;
};

/* Passes a byte; whether it stands within a string, or ends one. */
static bool is_in_string(struct nesting *n, char c)
{
    if (!n->is_string) {
        n->is_string = c == '"';
        return false;
    }
    n->is_string = n->is_escaped || c != '"';
    n->is_escaped = !n->is_escaped && c == '\\';
    return true;
}

/* Passes a byte; whether the object ends with it. */
static bool ends_object(struct nesting *n, char c)
{
    if (is_in_string(n, c))
        return false;
    n->depth += c == '{' || c == '[';
    if (c != '}' && c != ']')
        return false;
    n->depth -= n->depth > 0;
    return n->depth == 0;
}

static void pass_place(struct cp_line_reader *l, char c)
{
    l->next_col = c == '\n' ? 1 : l->next_col + 1;
    l->next_line += c == '\n';
}

/* Why that sign, or an object that begins with it, may not stand here; NULL: it may, or what it
 * begins is no JSON, which is told of itself. */
static const char *misplaced(const struct cp_line_reader *l, char sign)
{
    bool is_listed = l->open_lists > 0;
    if (!l->before)
        return NULL;
    switch (sign) {
    case ',':
        return !is_listed         ? "a comma stands outside of a list"
               : l->before == '}' ? NULL
                                  : "a value must stand in front of the comma";
    case ']':
        return !is_listed         ? "this bracket ends no list: its beginning may be missing"
               : l->before == ',' ? "a value must stand behind the comma"
                                  : NULL;
    case '[':
    case '{':
        return is_listed && l->before == '}' ? "a comma must stand between two values of a list"
                                             : NULL;
    default:
        return NULL;
    }
}

static void count_list(struct cp_line_reader *l, char c)
{
    l->open_lists += c == '[';
    l->open_lists -= c == ']' && l->open_lists;
}

/* The first that is wrong is kept. */
static void take_sign(struct cp_line_reader *l, char sign)
{
    const char *fault = l->fault ? NULL : misplaced(l, sign);
    if (fault) {
        l->fault = fault;
        l->fault_line = l->next_line;
        l->fault_col = l->next_col;
    }
    count_list(l, sign);
    l->before = sign == ',' || sign == '[' ? sign : '}';
}

/* To the next object, or what is none. False: the end. */
static bool skip_between(struct cp_line_reader *l)
{
    struct cp_cursor *c = &l->cursor;
    l->fault = NULL;
    cp_cursor_settle(c);
    while (cp_cursor_has(c, 1)) {
        char next = *c->at;
        if (!cp_is_space(next))
            take_sign(l, next);
        if (!cp_is_space(next) && next != ',' && next != '[' && next != ']')
            return true;
        pass_place(l, *c->at++);
        if (c->at == c->end)
            cp_cursor_settle(c);
    }
    return false;
}

/* Passes a byte of what is no object; whether one begins there. Brackets within a string open and
 * end no list; one without an end goes no further than its line. */
static bool ends_other(struct cp_line_reader *l, struct nesting *n, char c)
{
    l->before = 0;
    if (!is_in_string(n, c))
        count_list(l, c);
    if (c == '\n')
        *n = (struct nesting){0};
    return c == '{';
}

enum cp_line_next cp_line_reader_read_value(struct cp_line_reader *l, cp_str *value, uint32_t *col)
{
    struct cp_cursor *c = &l->cursor;
    struct nesting nesting = {0};
    size_t len = 0;
    bool is_over = false, is_cut = false;
    if (!skip_between(l))
        return CP_LINE_END;
    bool is_object = *c->at == '{';
    l->number = l->next_line;
    *col = l->next_col;
    while (!is_over && cp_cursor_has(c, len + 1)) {
        char next = c->at[len];
        is_over = is_object ? ends_object(&nesting, next) : ends_other(l, &nesting, next);
        len += is_object || !is_over;
        if (is_object || !is_over)
            pass_place(l, next);
        if (len > l->most) {
            c->at += len;
            cp_cursor_settle(c);
            is_cut = true;
            len = 0;
        }
    }
    *value = (cp_str){c->at, len};
    c->at += len;
    if (!is_over && c->is_failed)
        return CP_LINE_END;
    if (is_object && !is_over)
        l->open_lists = 0; /* that the value has no end says it all */
    return is_cut ? CP_LINE_CUT : CP_LINE_WHOLE;
}

enum next { END, GAME, BROKEN, COUNTED /* by the fast lane */ };

/* ---- text ---- */

/* Whether a game that names no variant writes squares without parentheses,
 * or so little that no plane needs to be thought of: castles, or has no moves. */
static bool is_bare_text(struct cp_run *run, const struct cp_game *g, const struct cp_peek *peek)
{
    const struct cp_variant *assumed = cp_variant_assumed(run);
    if (!assumed || g->start.len)
        return assumed && cp_start_is_bare(g->start);
    if (peek->squares != CP_SEEN_NOTHING)
        return peek->squares == CP_SEEN_BARE;
    const struct cp_notation *n = cp_notations_get(&run->notations, &assumed->alphabet);
    cp_str text = peek->movetext, result;
    if (cp_result_scan(text, &result, NULL))
        return true;
    for (size_t dots; text.len; text = cp_str_skip(text, dots ? dots : 1)) {
        dots = cp_dots_scan(text);
        if (!dots && !cp_is_digit(text.at[0]) && !cp_is_space(text.at[0]))
            break;
    }
    struct cp_scanned ignored;
    return !text.len || text.at[0] == '[' || cp_notation_scan(n, run->ints, text, &ignored);
}

/* The words to read g with, once its variant is settled as far as it can be: bare
 * squares mean the variant that is assumed of them, if there is one. Of a variant that is
 * not known words are kept as they are. NULL: reported. */
static const struct cp_alphabet *settle_alphabet(struct cp_stream *s, struct cp_game *g,
                                                 bool is_assumed, bool has_bare_squares)
{
    struct cp_run *run = s->run;
    const struct cp_variant **variant = &run->current.variant;
    const struct cp_alphabet *a = NULL;
    cp_result_tag_read(g, &run->diags);
    cp_tags_check(g, &run->diags);
    *variant = cp_variant_named(run, g);
    if (!*variant && !g->variant.len && is_assumed)
        *variant = cp_variant_assumed(run);
    g->black_begins = *variant && (*variant)->start.turn == CP_BLACK;
    if (*variant)
        a = cp_letters_alphabet(run, g, *variant);
    else if (!g->variant.len && !has_bare_squares)
        a = cp_run_joint(run);
    else {
        if (run->asked->takes_any_variant || !cp_icn_refuse_older(run, g, &run->diags))
            cp_variant_refuse(run, g, &run->diags);
        g->is_foreign = true;
        a = cp_run_foreign(run);
    }
    s->is_refused = !a || g->is_foreign;
    return a;
}

/* An ICN is its preset's game, or its position's; it is never guessed which. */
static const struct cp_alphabet *settle_icn(struct cp_stream *s, struct cp_game *g,
                                            const struct cp_icn *icn)
{
    if (!cp_icn_name_variant(s->run, g, icn)) {
        g->is_foreign = s->is_refused = true;
        return cp_run_foreign(s->run);
    }
    const struct cp_alphabet *a = settle_alphabet(s, g, false, true);
    if (s->run->current.variant)
        cp_icn_take_rules(s->run, g, icn);
    return a;
}

static const struct cp_alphabet *find_alphabet(void *data, struct cp_game *g,
                                               const struct cp_peek *peek)
{
    struct cp_stream *s = data;
    if (peek->icn)
        return settle_icn(s, g, peek->icn);
    return settle_alphabet(s, g, is_bare_text(s->run, g, peek), peek->squares == CP_SEEN_BARE);
}

static enum next read_text(struct cp_stream *s, struct cp_game *g)
{
    enum cp_reader_next next = cp_reader_read(&s->text, g, &s->run->diags);
    const struct cp_icn_list *list = s->text.list;
    if (list && list->fault)
        cp_diag_report(&s->run->own, CP_ICN_LIST_WRONG, list->fault_at, "%s", list->fault);
    return next == CP_READER_END ? END : next == CP_READER_GAME ? GAME : BROKEN;
}

/* ---- records ---- */

/* What is no record, or names its variant in no words, is not asked which variant it
 * is: what is wrong has been reported. */
static enum next take_record(struct cp_stream *s, struct cp_game *g, const struct cp_value *value)
{
    const struct cp_value *variant = cp_value_get(value, "variant");
    s->is_nothing = s->is_refused =
        value->type != CP_MAP || (variant && variant->type != CP_STRING);
    return cp_record_parse(g, value, &s->run->diags) ? GAME : BROKEN;
}

/* A line that is no JSON may be the first of a record over several: those that do not begin
 * as records go with it, and nothing is said of them. */
static bool is_passed_over(struct cp_stream *s, cp_str line)
{
    bool is_record = line.len && line.at[0] == '{';
    s->is_torn &= !is_record;
    return s->is_torn || !cp_str_trim(line).len;
}

/* What is wrong between two records is no fault of either. */
static void report_signs(struct cp_stream *s)
{
    const struct cp_line_reader *l = &s->lines;
    cp_span at = {.file = s->run->input.file, .line = l->fault_line, .col = l->fault_col};
    if (l->fault)
        cp_diag_report(&s->run->own, CP_BAD_JSON, at, "%s", l->fault);
}

static enum cp_line_next next_line(struct cp_stream *s, cp_str *line, cp_span *at)
{
    enum cp_line_next next;
    at->col = 1;
    if (s->run->input.is_spread) {
        next = cp_line_reader_read_value(&s->lines, line, &at->col);
        report_signs(s);
    } else {
        do {
            next = cp_line_reader_read(&s->lines, line);
        } while (next == CP_LINE_WHOLE && is_passed_over(s, *line));
    }
    at->line = s->lines.number;
    return next;
}

/* At the end of the input. One that cannot be read on has been told of. */
static void check_lists(struct cp_stream *s)
{
    struct cp_line_reader *l = &s->lines;
    if (l->open_lists && !l->cursor.is_failed)
        cp_diag_report(
            &s->run->own, CP_LIST_OPEN,
            (cp_span){.file = s->run->input.file, .line = l->next_line, .col = l->next_col}, "%s",
            "");
    l->open_lists = 0;
}

static enum next read_line(struct cp_stream *s, struct cp_game *g)
{
    struct cp_run *run = s->run;
    struct cp_value *value;
    cp_str line;
    cp_span at = {.file = run->input.file};
    enum cp_line_next next = next_line(s, &line, &at);
    if (next == CP_LINE_END) {
        check_lists(s);
        return END;
    }
    if (next == CP_LINE_WHOLE && at.col == 1 && cp_fast_lane_take(run, line))
        return COUNTED;
    if (!run->input.is_spread)
        run->current.line = line;
    cp_game_init(g, &run->record, run->ints);
    if (next == CP_LINE_CUT)
        cp_diag_report(&run->diags, CP_LINE_TOO_LONG, at, "%d bytes are read", CP_LINE_MOST);
    s->is_nothing = s->is_refused =
        next == CP_LINE_CUT || !cp_json_parse(&value, &run->record, line, at, &run->diags);
    s->is_torn = s->is_refused;
    if (s->is_refused)
        return BROKEN;
    return take_record(s, g, value);
}

static enum next read_document(struct cp_stream *s, struct cp_game *g)
{
    struct cp_run *run = s->run;
    struct cp_value *value;
    enum cp_yaml_next next = cp_yaml_read(s->yaml, &value, &run->record, &run->diags);
    cp_game_init(g, &run->record, run->ints);
    s->is_nothing = s->is_refused = next == CP_YAML_BROKEN;
    if (next != CP_YAML_DOCUMENT)
        return next == CP_YAML_END ? END : BROKEN;
    return take_record(s, g, value);
}

/* A record's moves are text until its variant is known. */
static void read_moves(struct cp_stream *s, struct cp_game *g)
{
    struct cp_run *run = s->run;
    bool is_bare = cp_moves_are_bare(g);
    const struct cp_alphabet *a = settle_alphabet(s, g, is_bare, is_bare);
    if (a && !a->is_foreign &&
        !cp_notation_read_game(cp_notations_get(&run->notations, a), g, &run->diags))
        g->is_broken = true;
}

/* ---- one game ---- */

/* "tool":["cp-parse 0.1.0 --stamp"], longer by one each time. */
static void stamp(struct cp_run *run, struct cp_game *g)
{
    struct cp_field **link = &g->extra;
    while (*link && !cp_str_is((*link)->name, "tool"))
        link = &(*link)->next;
    struct cp_buf list;
    cp_buf_init(&list, &run->record);
    cp_str old = *link ? cp_str_trim((*link)->json) : CP_STR("[]");
    bool is_list = old.len > 1 && old.at[0] == '[';
    cp_str inside = is_list ? (cp_str){old.at + 1, old.len - 2} : old;
    cp_buf_putc(&list, '[');
    cp_buf_put(&list, inside);
    cp_buf_puts(&list, cp_str_trim(inside).len ? "," : "");
    cp_buf_put(&list, run->asked->stamp);
    cp_buf_putc(&list, ']');
    if (!*link) {
        *link = cp_arena_take_zero(&run->record, 1, sizeof **link);
        (*link)->name = CP_STR("tool");
    }
    (*link)->json = cp_buf_str(&list);
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

void cp_stream_report_doubt(struct cp_run *run, const struct cp_game *g)
{
    uint32_t digits = cp_ints_worst_doubt(run->ints);
    if (digits && !run->diags.errors)
        cp_diag_report(&run->diags, CP_PRIMES_DOUBTED, cp_node_span(g, NULL), "%u digits", digits);
}

/* What was told of the text that this record was made of. */
static void take_told(struct cp_run *run, const struct cp_game *g)
{
    cp_span at = {.file = g->file, .line = g->damage_line, .col = g->damage_col};
    if (g->damage)
        cp_diag_report(&run->diags, g->damage, at, "%s", "told when the game was first read");
    if (g->told && run->diags.strict)
        cp_diag_report(&run->diags, CP_TEXT_UNUSUAL, cp_node_span(g, NULL), "%u", g->told);
    else
        run->diags.warnings += g->told;
    run->counts[CP_TEXT_UNUSUAL] += run->diags.strict ? 0 : g->told;
}

/* What was told so far and would not be told of the game's record goes along with that, so
 * that a verdict is the same from both. */
static void note_told(struct cp_run *run, struct cp_game *g)
{
    struct cp_diags again;
    cp_span at = {0};
    cp_diags_init_like(&again, &run->record, &run->diags);
    cp_tags_check(g, &again);
    if (g->is_foreign && !cp_icn_refuse_older(run, g, &again))
        cp_variant_refuse(run, g, &again);
    else if (!g->is_foreign)
        cp_notation_reread_game(cp_notations_get(&run->notations, &run->current.variant->alphabet),
                                g, &again);
    g->told = run->diags.warnings > again.warnings ? run->diags.warnings - again.warnings : 0;
    if (g->damage) /* the first, of the text that the record was made of */
        return;
    g->damage = cp_diags_error_beyond(&run->diags, &again, &at);
    g->damage_line = at.line;
    g->damage_col = at.col;
}

static void count_given_up(struct cp_run *run, enum cp_diag why)
{
    if (run->asked->tool->give_up)
        run->asked->tool->give_up(run, why);
}

/* Two half-moves as one word become two before anything counts them. */
static void part_words(struct cp_run *run, struct cp_game *g)
{
    uint32_t parts = g->parts;
    cp_run_part_words(run, g);
    cp_reader_check_numbers(g, &run->diags);
    if (g->parts != parts) /* the record has fewer */
        run->current.line = (cp_str){0};
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
    bool is_known = !s->is_refused && cp_variant_settle(run, g) && cp_frame_settle(run, g);
    take_told(run, g);
    if (is_known) {
        cp_icn_settle_tag(run, g);
        part_words(run, g);
    }
    if ((is_known || g->is_foreign) && run->diags.count)
        note_told(run, g);
    if (broken || run->diags.errors || (!is_known && !run->asked->takes_any_variant))
        g->is_broken = true;
    if (s->is_nothing)
        return;
    bool is_wanted = run->asked->tool->each(run, g);
    cp_stream_report_doubt(run, g);
    if (is_wanted)
        cp_stream_write_record(run, g);
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
    if (s->run->shape == CP_SHAPE_TEXT)
        return read_text(s, g);
    enum next next = s->run->shape == CP_SHAPE_JSON ? read_line(s, g) : read_document(s, g);
    if ((next == GAME || next == BROKEN) && !s->is_refused)
        read_moves(s, g);
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

/* Bounds hold while there is a way out. */
static void set_bounds(struct cp_stream *s, bool is_bounded)
{
    struct cp_run *run = s->run;
    cp_arena_bound(&run->record, is_bounded ? CP_GAME_MEMORY : 0, jump_out, s);
    cp_arena_bound_beside(&run->picture, &run->record);
    cp_arena_bound(&run->output.arena, is_bounded ? CP_OUTPUT_MEMORY : 0, jump_out, s);
    cp_ints_bound(run->ints, is_bounded ? CP_NUMBERS_MEMORY : 0, jump_out, s);
}

static void clear(struct cp_stream *s)
{
    struct cp_run *run = s->run;
    cp_arena_reset(&run->picture);
    cp_arena_reset(&run->record);
    cp_ints_reset(run->ints, run->mark);
    cp_diags_reset(&run->diags);
    run->current = (struct cp_current){.writes_yaml = run->asked->writes_yaml};
    s->is_nothing = s->is_refused = false;
}

static bool give_up(struct cp_stream *s)
{
    struct cp_run *run = s->run;
    set_bounds(s, false);
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

/* Whether the end came because the source failed: what was begun is no game. */
static bool is_cut_off(const struct cp_stream *s)
{
    return s->run->shape == CP_SHAPE_TEXT   ? cp_reader_has_failed(&s->text)
           : s->run->shape == CP_SHAPE_JSON ? s->lines.cursor.is_failed
                                            : s->run->input.has_failed;
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
    set_bounds(s, true);
    enum next next = read_game(s, &game);
    s->is_read = true;
    if (next == GAME || next == BROKEN)
        s->at = cp_node_span(&game, NULL);
    bool is_read = next == GAME || next == BROKEN;
    if (!is_read && is_cut_off(s))
        cp_diags_reset(&run->diags);
    if (is_read && !s->is_refused && !game.lost && cp_letters_settle(run, &game))
        next = GAME;
    if (is_read)
        handle(s, &game, next == BROKEN);
    set_bounds(s, false);
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
    *s = (struct cp_stream){.run = run, .source = source, .source_data = data};
    if (run->asked->form != CP_AS_TEXT) {
        cp_columns_begin(&run->columns, &run->arena, 1, run->shape == CP_SHAPE_TEXT);
        source = read_by_columns;
        data = s;
    }
    struct cp_reader_input input = {.source = source,
                                    .source_data = data,
                                    .file = run->input.file,
                                    .notations = &run->notations,
                                    .alphabet = find_alphabet,
                                    .alphabet_data = s,
                                    .is_icn = run->asked->is_icn};
    if (run->shape == CP_SHAPE_TEXT)
        cp_reader_open(&s->text, &input, &run->arena);
    else if (run->shape == CP_SHAPE_JSON)
        cp_line_reader_open(&s->lines, &run->arena, source, data);
    else
        s->yaml = cp_yaml_open(source, data, run->input.file);
    if (run->shape == CP_SHAPE_YAML && !s->yaml)
        cp_arena_refuse(&run->arena);
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

/* Lines and bytes are counted from where the input begins. */
static void begin_counting(struct cp_stream *s)
{
    struct cp_run *run = s->run;
    s->base = run->input.offset;
    run->columns.line = run->columns.known_from = run->input.line;
    if (run->shape == CP_SHAPE_TEXT)
        s->text.cursor.line = run->input.line;
    else if (run->shape == CP_SHAPE_JSON)
        s->lines.number = run->input.line - 1;
}

/* Whether the next game begins behind `to`, or there is none. */
static bool is_behind(struct cp_stream *s, uint64_t to)
{
    uint64_t at;
    if (s->run->shape == CP_SHAPE_TEXT)
        return !cp_reader_look(&s->text, &at) || s->base + at >= to;
    return place_reached(s) >= to;
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
        begin_counting(&s);
        while (!(to && is_behind(&s, to)) && cp_stream_step(&s))
            ;
        cp_stream_close(&s);
    }
    if (run->output.fate == CP_WRITTEN)
        cp_input_report(&run->input, UINT64_MAX);
    if (run->input.offset < to)
        cp_stream_report_short(run);
    cp_run_report(run, &run->own);
}
