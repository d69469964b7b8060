/* SPDX-License-Identifier: MIT */
/* api.c -- a handle: opened, given text, asked for the next game, closed. */
#include "api/api.h"

#include "base/utf8.h"
#include "run/common_options.h"
#include "settle/variants.h"

#include <stdlib.h>

#ifndef CP_VERSION
#define CP_VERSION "unknown"
#endif

/* ---- the one way out ---- */

static void refuse_memory(void *data)
{
    struct chessplane *plane = data;
    plane->is_too_large = plane->is_stopped = false;
    longjmp(plane->way_out, 1);
}

static void refuse_size(void *data)
{
    struct chessplane *plane = data;
    plane->is_too_large = true;
    plane->is_stopped = false;
    longjmp(plane->way_out, 1);
}

/* Another thread asked for it: jumps out of what is being played. */
static void look_whether_stopped(struct cp_run *run)
{
    struct chessplane *plane = cp_api_of_run(run);
    if (atomic_load_explicit(&plane->stop, memory_order_relaxed)) {
        plane->is_stopped = true;
        longjmp(plane->way_out, 1);
    }
}

void chessplane_stop(chessplane *plane)
{
    if (plane)
        atomic_store(&plane->stop, true);
}

/* Back to what was read, wherever the work was left. */
static void come_back(struct chessplane *plane)
{
    struct cp_run *run = &plane->run;
    if (!plane->is_away)
        return;
    struct cp_arena copy = run->record;
    run->record = plane->away;
    plane->away = copy;
    plane->is_away = false;
    run->asked = &plane->asked; /* rows have settings and a state of their own */
    run->state = NULL;
    cp_ints_reset(run->ints, plane->mark);
}

/* What was left in the middle of a game. */
static void clear_up(struct chessplane *plane)
{
    struct cp_run *run = &plane->run;
    plane->player = NULL;
    if (!plane->is_away) /* it may be half changed */
        plane->has_game = false;
    cp_arena_bound(&run->record, 0, NULL, NULL);
    come_back(plane);
    cp_stream_bound(&plane->run, false, refuse_size, plane);
    cp_output_empty(&run->output);
    cp_diags_reset(&run->diags);
    plane->takes_options = false;
}

static int give_up(struct chessplane *plane)
{
    struct cp_run *run = &plane->run;
    cp_span at = cp_node_span(&plane->game, NULL);
    clear_up(plane);
    cp_diag_report(&run->own, CP_GAME_TOO_LARGE, at,
                   "with all that is to be found out and written about it, it takes too much "
                   "memory");
    cp_run_report(run, &run->own);
    return CHESSPLANE_REFUSED;
}

int cp_api_do(struct chessplane *plane, cp_api_work work, void *data)
{
    if (!plane || plane->is_inside)
        return CHESSPLANE_MISUSE;
    if (plane->failure)
        return plane->failure;
    cp_arena_reset(&plane->error_arena);
    cp_buf_init(&plane->error, &plane->error_arena);
    struct chessplane *before = cp_api_enter(plane);
    plane->is_inside = true;
    volatile int status = CHESSPLANE_STOPPED;
    if (!setjmp(plane->way_out))
        status = work(plane, data);
    else if (plane->is_stopped) /* in the middle of a game */
        clear_up(plane);
    else if (plane->is_too_large && !setjmp(plane->way_out)) /* to tell it needs memory, in turn */
        status = give_up(plane);
    else
        status = plane->failure = CHESSPLANE_NO_MEMORY;
    if (plane->is_stopped && !plane->failure) {
        status = CHESSPLANE_STOPPED;
        atomic_store(&plane->stop, false);
    }
    plane->is_stopped = plane->is_inside = false;
    cp_api_step_back(before);
    return status;
}

struct work_on_game {
    cp_api_work work;
    void *data;
};

static int do_game(struct chessplane *plane, void *data)
{
    const struct work_on_game *on = data;
    if (!plane->has_game)
        return cp_api_misuse(plane, "there is no game: chessplane_next has not read one");
    /* while it is worked on it may take as much as when it was read */
    cp_stream_bound(&plane->run, true, refuse_size, plane);
    int status = on->work(plane, on->data);
    cp_stream_bound(&plane->run, false, refuse_size, plane);
    return status;
}

int cp_api_do_game(struct chessplane *plane, cp_api_work work, void *data)
{
    struct work_on_game on = {work, data};
    return cp_api_do(plane, do_game, &on);
}

/* ---- what was wrong ---- */

int cp_api_misuse(struct chessplane *plane, const char *sentence)
{
    cp_buf_puts(&plane->error, sentence);
    *cp_buf_room(&plane->error, 1) = '\0';
    return CHESSPLANE_MISUSE;
}

static int refuse(struct chessplane *plane, void *sentence)
{
    return cp_api_misuse(plane, sentence);
}

int cp_api_refuse(struct chessplane *plane, const char *sentence)
{
    return cp_api_do(plane, refuse, (void *)(uintptr_t)sentence);
}

const char *chessplane_error(const chessplane *plane)
{
    if (!plane || plane->failure == CHESSPLANE_NO_MEMORY)
        return "memory was refused";
    return plane->error.len ? plane->error.at : "";
}

const char *chessplane_version(void)
{
    return CP_VERSION;
}

/* ---- options ---- */

bool cp_api_options(struct chessplane *plane, struct cp_options *o, struct cp_arena *arena,
                    const char *const *options)
{
    struct cp_run *run = &plane->run;
    return cp_options_parse_words(o, arena, options, cp_run_span(run), &run->own);
}

/* ---- messages ---- */

static void keep_message(struct chessplane *plane, const struct cp_message *m)
{
    struct cp_arena *arena = &plane->facts;
    chessplane_message *kept = cp_arena_take_zero(arena, 1, sizeof *kept);
    struct cp_buf text = cp_buf_in(arena), hint = cp_buf_in(arena), slug = cp_buf_in(arena),
                  more = cp_buf_in(arena);
    cp_message_put_text(&text, m);
    cp_message_put_hint(&hint, m);
    cp_diag_format_slug(&slug, m->kind);
    for (const struct cp_message *also = m->also; also; also = also->next) {
        cp_buf_puts(&more, more.len ? "\n" : "");
        if (also->at.file)
            cp_buf_printf(&more, "%s:%u:%u: ", also->at.file, also->at.line, also->at.col);
        cp_buf_put(&more, also->detail);
    }
    *kept = (chessplane_message){.level = m->level == CP_NOTE      ? CHESSPLANE_NOTE
                                          : m->level == CP_WARNING ? CHESSPLANE_WARNING
                                                                   : CHESSPLANE_ERROR,
                                 .slug = cp_api_keep(arena, cp_buf_str(&slug)),
                                 .text = cp_api_keep(arena, cp_buf_str(&text)),
                                 .hint = cp_api_keep(arena, cp_buf_str(&hint)),
                                 .file = cp_api_keep(arena, cp_str_from(m->at.file)),
                                 .line = m->at.line,
                                 .column = m->at.col,
                                 .also = cp_api_keep(arena, cp_buf_str(&more))};
    for (size_t i = 0; i < plane->messages.count; i++) {
        chessplane_message *told = (chessplane_message *)(uintptr_t)plane->messages.items[i];
        if (told->line != kept->line || told->column != kept->column ||
            told->text.length != kept->text.length || strcmp(told->slug.at, kept->slug.at) != 0 ||
            memcmp(told->text.at, kept->text.at, kept->text.length) != 0)
            continue;
        if (kept->also.length > told->also.length) /* it may have got more to say since */
            told->also = kept->also;
        return;
    }
    cp_api_add(&plane->messages, arena, kept);
}

void cp_api_tell(struct cp_run *run, struct cp_diags *d)
{
    struct chessplane *plane = cp_api_of_run(run);
    uint32_t count;
    if (plane->takes_options) {
        cp_diags_format(d, &plane->error, UINT32_MAX);
        while (plane->error.len && plane->error.at[plane->error.len - 1] == '\n')
            plane->error.len--;
        *cp_buf_room(&plane->error, 1) = '\0';
        return;
    }
    struct cp_message **sorted = cp_diags_sort(d, &count);
    for (uint32_t i = 0; i < count; i++)
        keep_message(plane, sorted[i]);
    if (d == &run->diags && !plane->is_told) {
        plane->told = *d;
        plane->is_told = true;
    }
}

/* ---- opening and closing ---- */

static const struct cp_option own_options[] = {
    {"play-on", 0, NULL, NULL, "Judging", "make illegal moves that can be made"},
    {0},
};

static bool take_game(struct cp_run *run, struct cp_game *g)
{
    struct chessplane *plane = cp_api_of_run(run);
    plane->game = *g;
    plane->has_game = true;
    return false;
}

static const struct cp_tool library = {
    .name = "chessplane",
    .options = own_options,
    .habits = CP_READS_FRAMES,
    .each = take_game,
    .tell = cp_api_tell,
};

static int open_plane(struct chessplane *plane, void *data)
{
    const char *const *options = data;
    size_t count = 0;
    struct cp_request *asked = &plane->asked;
    struct cp_run *run = &plane->run;
    const struct cp_option *const tables[] = {own_options, cp_variant_options, cp_reading_options,
                                              cp_frame_options, cp_warning_options};
    asked->tool = &library;
    for (size_t i = 0; i < sizeof tables / sizeof *tables; i++)
        asked->options.tables[i] = tables[i];
    struct cp_ints *ints = cp_ints_open_like(&plane->facts);
    cp_ints_set_seed(ints, cp_seed_by_chance());
    plane->is_open = true; /* what follows can be closed, however far it comes */
    cp_run_open(run, asked, ints, &plane->facts);
    while (options && options[count])
        count++;
    plane->options = cp_arena_take_zero(&run->arena, count + 1, sizeof *plane->options);
    for (size_t i = 0; i < count; i++)
        plane->options[i] = cp_api_keep(&run->arena, cp_str_from(options[i])).at;
    plane->takes_options = true;
    bool good = cp_api_options(plane, &asked->options, &run->arena, options) &&
                cp_common_options_read(run, asked) && cp_run_load_variants(run, asked);
    cp_run_report(run, &run->own);
    plane->takes_options = false;
    run->on_move = look_whether_stopped;
    run->mark = cp_ints_mark(run->ints);
    return good ? CHESSPLANE_OK : CHESSPLANE_MISUSE;
}

int chessplane_open(chessplane **out, const char *const *options)
{
    if (!out)
        return CHESSPLANE_MISUSE;
    struct chessplane *plane = *out = calloc(1, sizeof *plane);
    if (!plane)
        return CHESSPLANE_NO_MEMORY;
    plane->guards_numbers = cp_api_guards_numbers();
    struct cp_arena *arenas[] = {&plane->error_arena, &plane->reading,      &plane->facts,
                                 &plane->legal_arena, &plane->answer_arena, &plane->board_arena,
                                 &plane->json_arena,  &plane->line_arena,   &plane->away};
    for (size_t i = 0; i < sizeof arenas / sizeof *arenas; i++)
        cp_arena_init(arenas[i], refuse_memory, plane);
    int status = cp_api_do(plane, open_plane, (void *)(uintptr_t)options);
    plane->failure = status; /* one that was refused answers nothing else */
    if (status == CHESSPLANE_NO_MEMORY) {
        chessplane_close(plane);
        *out = NULL;
    }
    return status;
}

static void leave_input(struct chessplane *plane)
{
    if (plane->is_streaming)
        cp_stream_close(&plane->stream);
    plane->is_streaming = false;
    cp_input_close(&plane->run.input);
    plane->has_input = false;
}

void chessplane_close(chessplane *plane)
{
    if (!plane || plane->is_inside)
        return;
    struct chessplane *before = cp_api_enter(plane);
    bool is_torn = plane->guards_numbers && plane->failure == CHESSPLANE_NO_MEMORY;
    if (is_torn && plane->is_open)
        cp_ints_abandon(plane->run.ints);
    else
        come_back(plane);
    if (plane->is_open) {
        leave_input(plane);
        cp_run_close(&plane->run);
    }
    cp_api_close_numbers(plane);
    cp_api_step_back(before);
    struct cp_arena *arenas[] = {&plane->error_arena, &plane->reading,      &plane->facts,
                                 &plane->legal_arena, &plane->answer_arena, &plane->board_arena,
                                 &plane->json_arena,  &plane->line_arena,   &plane->away};
    for (size_t i = 0; i < sizeof arenas / sizeof *arenas; i++)
        cp_arena_close(arenas[i]);
    free(plane);
}

/* ---- reading ---- */

void cp_api_forget(struct chessplane *plane)
{
    plane->has_tags = plane->has_moves = false;
    plane->game_fact = NULL;
    plane->verdict = NULL;
    plane->board = NULL;
    plane->game.verdict = plane->game.solution = (cp_str){0};
    plane->tags = plane->moves = plane->messages = plane->legal = plane->men =
        (struct cp_api_list){0};
    cp_arena_reset(&plane->facts);
    cp_arena_reset(&plane->legal_arena);
    cp_arena_reset(&plane->answer_arena);
    cp_arena_reset(&plane->board_arena);
    cp_arena_reset(&plane->away);
}

static void forget_game(struct chessplane *plane)
{
    plane->has_game = plane->is_changed = plane->is_told = false;
    plane->player = NULL;
    plane->free = NULL;
    plane->made = 0;
    cp_api_forget(plane);
}

static long take_text(void *data, char *room, size_t size)
{
    struct chessplane *plane = data;
    plane->is_stopped = plane->read && atomic_load(&plane->stop);
    if (plane->is_stopped) /* which ends it as a stream that fails */
        return -1;
    if (plane->read) { /* whose numbers are not ours */
        struct chessplane *before = cp_api_enter(NULL);
        long got = (long)plane->read(plane->read_data, room, size);
        cp_api_step_back(before);
        return got;
    }
    return cp_source_of_text(&plane->text, room, size);
}

struct input {
    const char *name;
    cp_str text;
    chessplane_read read;
    void *data;
    enum cp_encoding encoding;
};

static int give_input(struct chessplane *plane, void *data)
{
    const struct input *in = data;
    struct cp_run *run = &plane->run;
    leave_input(plane);
    forget_game(plane);
    cp_arena_reset(&plane->reading);
    plane->name = cp_str_keep(&plane->reading, cp_str_from(in->name ? in->name : "-")).at;
    plane->text = plane->whole = in->text;
    plane->is_indexed = false;
    plane->places = NULL;
    plane->place_count = plane->place_room = 0;
    plane->read = in->read;
    plane->read_data = in->data;
    cp_input_init_source(&run->input, &plane->reading, &run->own, &plane->name, take_text, plane,
                         in->encoding ? in->encoding : cp_encoding_asked(&run->asked->options));
    run->games = 0;
    plane->has_input = true;
    plane->is_over = false;
    return CHESSPLANE_OK;
}

int chessplane_read_text(chessplane *plane, const char *name, const void *text, size_t length)
{
    struct input in = {.name = name, .text = {text, length}};
    return text || !length ? cp_api_do(plane, give_input, &in)
                           : cp_api_refuse(plane, "there is no text to read: it is NULL");
}

int chessplane_read_stream(chessplane *plane, const char *name, chessplane_read read, void *data)
{
    struct input in = {.name = name, .read = read, .data = data};
    return read ? cp_api_do(plane, give_input, &in)
                : cp_api_refuse(plane, "there is nothing that reads: it is NULL");
}

/* Behind the last game: what is left to tell. */
static int end_input(struct chessplane *plane)
{
    struct cp_run *run = &plane->run;
    cp_input_report(&run->input, UINT64_MAX);
    cp_run_report(run, &run->own);
    plane->is_over = true;
    bool has_failed = run->input.has_failed;
    leave_input(plane);
    plane->has_input = true;
    return has_failed ? CHESSPLANE_FAILED : CHESSPLANE_END;
}

/* ---- games by number ---- */

struct cp_api_place {
    size_t offset;
    size_t line_start; /* of the line it begins in */
    uint32_t line;
    bool is_behind_result; /* of the game before */
    bool is_torn;          /* of the record before */
};

/* Of the game that is to be read next, once nobody looks at the one before any more. */
static void note_place(struct chessplane *plane)
{
    const struct cp_stream *s = &plane->stream;
    uint64_t at;
    struct cp_api_place place;
    if (!plane->is_indexed || plane->place_count > plane->run.games)
        return;
    if (plane->run.shape == CP_SHAPE_TEXT) {
        if (!cp_reader_look(&plane->stream.text, &at))
            return;
        const struct cp_cursor *c = &s->text.cursor;
        place = (struct cp_api_place){.offset = s->base + at,
                                      .line_start = s->base + c->line_offset,
                                      .line = c->line,
                                      .is_behind_result = s->text.is_behind_result};
    } else {
        at = s->base + cp_line_reader_offset(&s->lines);
        place = (struct cp_api_place){
            .offset = at, .line_start = at, .line = s->lines.number + 1, .is_torn = s->is_torn};
    }
    plane->places = cp_arena_grow(&plane->reading, plane->places, plane->place_count,
                                  &plane->place_room, sizeof *plane->places);
    plane->places[plane->place_count++] = place;
}

static int next_game(struct chessplane *plane, void *data)
{
    struct cp_run *run = &plane->run;
    (void)data;
    if (!plane->has_input)
        return cp_api_misuse(plane, "there is nothing to read: call chessplane_read_text or "
                                    "chessplane_read_stream first");
    forget_game(plane);
    if (plane->is_over)
        return CHESSPLANE_END;
    plane->is_stopped = !plane->read && atomic_load(&plane->stop);
    if (plane->is_stopped)
        return CHESSPLANE_STOPPED;
    if (!plane->is_streaming) {
        run->shape = cp_input_next(&run->input) ? cp_input_shape(&run->input) : CP_SHAPE_EMPTY;
        if (run->shape == CP_SHAPE_EMPTY)
            return end_input(plane);
        plane->is_streaming = true;
        cp_stream_open(&plane->stream, run, cp_input_read, &run->input);
    }
    note_place(plane);
    if (!cp_stream_step(&plane->stream))
        return end_input(plane);
    if (!plane->is_told)
        plane->told = run->diags;
    plane->is_told = true;
    plane->current = run->current;
    return plane->has_game ? CHESSPLANE_OK : CHESSPLANE_REFUSED;
}

int cp_api_read_game(struct chessplane *plane, cp_str text)
{
    struct input in = {.text = text, .encoding = CP_UTF_8};
    (void)give_input(plane, &in);
    plane->text = plane->whole = cp_str_keep(&plane->reading, text);
    return next_game(plane, NULL);
}

int chessplane_next(chessplane *plane)
{
    return cp_api_do(plane, next_game, NULL);
}

/* Nothing of the text has been read. */
static void begin_again(struct chessplane *plane, size_t offset)
{
    forget_game(plane);
    if (plane->is_streaming)
        cp_stream_close(&plane->stream);
    plane->is_streaming = plane->is_over = false;
    plane->text = (cp_str){plane->whole.at + offset, plane->whole.len - offset};
    plane->run.games = 0;
    plane->run.is_behind_result = false;
    plane->run.input.next = 0;
}

/* Reads on from the n-th game of those whose places are known, from 0. */
static void jump(struct chessplane *plane, size_t n)
{
    struct cp_run *run = &plane->run;
    struct cp_api_place place = plane->places[n];
    begin_again(plane, place.offset);
    if (!cp_input_next(&run->input)) /* there is one: this */
        return;
    if (!n)
        run->shape = cp_input_shape(&run->input);
    run->input.offset = place.offset;
    run->input.line = place.line;
    run->is_behind_result = place.is_behind_result;
    run->games = n;
    cp_stream_open(&plane->stream, run, cp_input_read, &run->input);
    if (run->shape == CP_SHAPE_TEXT) /* its line may begin before all that is there */
        plane->stream.text.cursor.line_offset = (uint64_t)place.line_start - place.offset;
    plane->stream.is_torn = place.is_torn;
    plane->is_streaming = true;
}

/* Whether its bytes are those that are read. */
static bool is_plain(cp_str text)
{
    static const char mark[] = "\xef\xbb\xbf"; /* of byte order, which is passed over */
    const char *at = text.at, *end = at + text.len;
    size_t bad;
    if (!text.len || !cp_utf8_is_valid(text, &bad))
        return false;
    for (; (at = memchr(at, mark[0], (size_t)(end - at))); at++)
        if (memcmp(at, mark, strlen(mark)) == 0) /* valid: there are as many */
            return false;
    return true;
}

/* Whether games stand in it one behind the other: those of a JSON list do not. */
static bool is_sequence(struct chessplane *plane)
{
    const struct cp_run *run = &plane->run;
    uint64_t ignored;
    if (run->input.unpacker || run->input.is_list || run->input.is_utf_16 ||
        run->input.wanted > CP_UTF_8)
        return false;
    return run->shape == CP_SHAPE_JSON ||
           (run->shape == CP_SHAPE_TEXT &&
            !(cp_reader_look(&plane->stream.text, &ignored) && plane->stream.text.list));
}

static bool begin_index(struct chessplane *plane)
{
    if (plane->read)
        return false;
    plane->place_count = 0;
    plane->places =
        cp_arena_grow(&plane->reading, plane->places, 0, &plane->place_room, sizeof *plane->places);
    plane->places[plane->place_count++] = (struct cp_api_place){.line = 1};
    jump(plane, 0);
    plane->is_indexed = is_plain(plane->whole) && is_sequence(plane);
    if (!plane->is_indexed)
        begin_again(plane, 0);
    return plane->is_indexed;
}

static int seek(struct chessplane *plane, void *number)
{
    const uint64_t before = *(const uint64_t *)number - 1;
    struct cp_run *run = &plane->run;
    int status = CHESSPLANE_OK;
    if (!plane->has_input || before == UINT64_MAX)
        return cp_api_misuse(plane, "there is no text, or no such number");
    if (!plane->is_indexed && !begin_index(plane))
        return cp_api_misuse(plane,
                             "only of a text in UTF-8 without byte order marks, of games one "
                             "behind the other or of records on lines, is known where they "
                             "begin");
    jump(plane, (size_t)(before < plane->place_count ? before : plane->place_count - 1));
    while (run->games < before && (status == CHESSPLANE_OK || status == CHESSPLANE_REFUSED))
        status = next_game(plane, NULL);
    if (status == CHESSPLANE_OK || status == CHESSPLANE_REFUSED)
        forget_game(plane);
    return status == CHESSPLANE_REFUSED ? CHESSPLANE_OK : status;
}

int chessplane_seek(chessplane *plane, uint64_t number)
{
    return cp_api_do(plane, seek, &number);
}

/* ---- work on a copy ---- */

/* The messages of its text are known to it, as they are to the tools; what is added to them
 * goes with the copy. */
void cp_api_leave(struct chessplane *plane, struct cp_game *copy)
{
    struct cp_run *run = &plane->run;
    struct cp_arena bare = plane->away;
    plane->away = run->record;
    run->record = bare;
    plane->is_away = true;
    plane->mark = cp_ints_mark(run->ints);
    cp_arena_reset(&run->record);
    cp_arena_bound(&run->record, CP_GAME_MEMORY, refuse_size, plane);
    cp_arena_bound_beside(&run->picture, &run->record);
    if (copy)
        cp_game_copy(copy, &plane->game, &run->record);
    run->current = plane->current;
    run->current.game = NULL;
    cp_diags_init_like(&run->diags, &run->record, &plane->told);
}

void cp_api_return(struct chessplane *plane)
{
    struct cp_run *run = &plane->run;
    run->asked = &plane->asked;
    run->state = NULL;
    cp_run_report(run, &run->diags);
    cp_run_report(run, &run->own);
    come_back(plane);
    cp_arena_bound(&plane->away, 0, NULL, NULL);
}

/* ---- what is handed out ---- */

void cp_api_add(struct cp_api_list *list, struct cp_arena *arena, const void *item)
{
    list->items = cp_arena_grow(arena, list->items, list->count, &list->room, sizeof *list->items);
    list->items[list->count++] = item;
}

chessplane_string cp_api_keep(struct cp_arena *arena, cp_str text)
{
    cp_str kept = cp_str_keep(arena, text);
    return (chessplane_string){kept.at, kept.len};
}
