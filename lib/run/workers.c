/* SPDX-License-Identifier: MIT */
/* workers.c -- batches of a long input between the main thread, which makes them,
 * workers, which read them, and one output. All waiting and all locking is in the
 * first part.
 *
 *     written │ turn ........................... made │ being filled
 *             │ done  done  claimed  claimed  made     │
 *
 * Batches have numbers, from 0. Their results go out in that order: the worker that
 * delivers the one whose turn it is writes it and all that are done behind it. A
 * batch stays where it is until it has been written, so the owner of an earlier one
 * may read on into it.
 *
 * A batch ends where the next game seems to begin. Its owner finds out: it reads on
 * into the next one; if its last game ends elsewhere than where that begins, it
 * takes it over, the other worker's results are void, and so on until games and
 * batches meet again. So whatever the cuts, games are those of one reader of the
 * whole. To take over, a worker waits until its own batch is the next to be written. */
#include "run/workers.h"

#include "io/descriptors.h"
#include "run/parts.h"
#include "run/stream.h"
#include "text/moves/notation.h"
#include "text/reading/reading.h"
#include "text/starts/fen.h"
#include "text/tags.h"

#include <pthread.h>
#include <stdatomic.h>

enum {
    BATCH = 128 * 1024,
    AHEAD = 4096, /* bytes read at a time of a batch that is another worker's */
};

/* ==== batches ==== */

enum batch_state { BATCH_MADE, BATCH_CLAIMED, BATCH_DONE };

struct batch {
    /* made by the main thread */
    char *text;
    size_t len;
    const char *file;
    uint32_t file_number; /* among those named, from 1 */
    enum cp_shape shape;
    uint64_t offset; /* in its file, and its first line */
    uint32_t first_line;
    bool is_start;   /* games may begin here: it may be claimed */
    bool is_taken;   /* over, by the owner of the one before: none begins here */
    bool is_last;    /* of its file */
    bool is_cut_off; /* behind it the file cannot be read */
    bool is_cut;     /* it ends where games may begin; else where there was no more room */
    struct cp_faults faults;
    uint64_t taken; /* bytes read from all files so far */

    /* and what its owner makes of it */
    enum batch_state state;
    atomic_bool is_void; /* another worker takes it over: the owner must leave */
    struct cp_arena arena;
    struct cp_buf out, messages;
    void *tool_state;
    uint64_t games;
    bool is_behind_result; /* the last of them */
    int status;
    uint64_t counts[CP_DIAG_COUNT];
};

struct batches {
    struct cp_run *run; /* that all goes to in the end */
    pthread_mutex_t lock;
    pthread_cond_t changed;
    struct batch *list;
    uint32_t count; /* of places; batch n is at n % count */
    size_t size;    /* bytes of a batch at most */
    uint64_t made, claimed, turn;
    uint32_t idle;          /* workers that wait for a batch */
    bool is_ended;          /* no more will be made */
    atomic_bool is_stopped; /* the output is not read on */
    bool is_writing;
};

static struct batch *batch_at(const struct batches *r, uint64_t number)
{
    return &r->list[number % r->count];
}

static void change(struct batches *r)
{
    pthread_cond_broadcast(&r->changed);
}

static void wait_for_change(struct batches *r)
{
    pthread_cond_wait(&r->changed, &r->lock);
}

/* False: reported to run->own. */
static bool open_batches(struct batches *r, struct cp_run *run, uint32_t count, size_t size)
{
    *r = (struct batches){.run = run, .count = count, .size = size};
    r->list = cp_arena_take_zero(&run->arena, count, sizeof *r->list);
    for (uint32_t i = 0; i < count; i++) {
        struct batch *b = &r->list[i];
        cp_arena_init(&b->arena, run->arena.out_of_memory, run->arena.handler_data);
        b->text = cp_arena_take(&run->arena, size);
        b->tool_state = cp_arena_take_zero(&run->arena, 1, run->asked->tool->state_size);
    }
    int fault = pthread_mutex_init(&r->lock, NULL);
    if (fault == 0 && (fault = pthread_cond_init(&r->changed, NULL)) != 0)
        pthread_mutex_destroy(&r->lock);
    if (fault)
        cp_diag_report(&run->own, CP_WORKER_REFUSED, cp_run_span(run), "%s", strerror(fault));
    return fault == 0;
}

/* ---- writing ---- */

/* Locked; unlocks while it writes. No other thread writes then. */
static void write_out(struct batches *r, cp_str out, cp_str messages)
{
    r->is_writing = true;
    pthread_mutex_unlock(&r->lock);
    const struct cp_tool *tool = r->run->asked->tool;
    struct cp_arena arena;
    cp_arena_init(&arena, r->run->arena.out_of_memory, r->run->arena.handler_data);
    struct cp_buf settled = cp_buf_in(&arena);
    if (tool->deliver)
        tool->deliver(r->run, out, messages);
    else
        cp_run_print_held(r->run, messages);
    enum cp_fate fate = cp_output_write(
        &r->run->output, tool->deliver ? CP_STR("") : cp_run_settle_numbers(r->run, &settled, out));
    cp_arena_close(&arena);
    pthread_mutex_lock(&r->lock);
    r->is_writing = false;
    r->is_stopped |= fate != CP_WRITTEN;
}

static void gather(struct batches *r, const struct batch *of, const void *tool_state,
                   uint64_t games, bool is_behind_result, int status,
                   const uint64_t counts[CP_DIAG_COUNT])
{
    struct cp_run *run = r->run;
    for (enum cp_diag kind = CP_OK; kind < CP_DIAG_COUNT; kind++)
        run->counts[kind] += counts[kind];
    if (run->asked->tool->join && tool_state)
        run->asked->tool->join(run, tool_state);
    run->games += games;
    if (games || of->offset == 0)
        run->is_behind_result = games && is_behind_result;
    run->status = status > run->status ? status : run->status;
}

/* Locked. Writes what is done and whose turn has come. */
static void write_done(struct batches *r)
{
    if (r->is_writing) /* that one will see it */
        return;
    while (r->turn < r->made && !r->is_stopped) {
        struct batch *b = batch_at(r, r->turn);
        if (b->state != BATCH_DONE)
            break;
        if (r->run->plan && b->is_start && !b->is_taken)
            cp_plan_cut(r->run->plan,
                        &(struct cp_part){.file = b->file_number,
                                          .from = b->offset,
                                          .line = b->first_line,
                                          .is_behind_result = r->run->is_behind_result,
                                          .games = r->run->games});
        write_out(r, cp_buf_str(&b->out), cp_buf_str(&b->messages));
        cp_progress_show(&r->run->progress, b->taken, r->run->games + b->games);
        gather(r, b, b->games ? b->tool_state : NULL, b->games, b->is_behind_result, b->status,
               b->counts);
        r->turn++;
        change(r);
    }
}

/* ---- for the main thread ---- */

static void empty_batch(struct batch *b)
{
    cp_arena_reset(&b->arena);
    cp_buf_init(&b->out, &b->arena);
    cp_buf_init(&b->messages, &b->arena);
}

/* The main thread: an empty batch to fill, once there is one; NULL: stop. */
static struct batch *await_room(struct batches *r)
{
    pthread_mutex_lock(&r->lock);
    while (!r->is_stopped && r->made - r->turn >= r->count)
        wait_for_change(r);
    bool is_stopped = r->is_stopped;
    pthread_mutex_unlock(&r->lock);
    if (is_stopped)
        return NULL;
    struct batch *b = batch_at(r, r->made);
    empty_batch(b);
    atomic_store(&b->is_void, false);
    b->state = BATCH_MADE;
    b->is_taken = false;
    b->faults = (struct cp_faults){0};
    b->len = 0;
    b->games = 0;
    b->status = 0;
    memset(b->counts, 0, sizeof b->counts);
    return b;
}

/* Waits until all that was published is written. */
static void drain(struct batches *r)
{
    pthread_mutex_lock(&r->lock);
    while (r->is_writing || (!r->is_stopped && r->turn < r->made))
        wait_for_change(r);
    pthread_mutex_unlock(&r->lock);
}

/* Stops as if the output were not read on, or because no more batches will come. */
static void finish(struct batches *r, bool is_stopped)
{
    pthread_mutex_lock(&r->lock);
    if (is_stopped)
        r->is_stopped = true;
    else
        r->is_ended = true;
    change(r);
    pthread_mutex_unlock(&r->lock);
}

/* ---- for a worker ---- */

/* Whether the owner of batch `mine` must leave it: all has stopped, or another worker
 * takes it over. */
static bool is_lost(struct batches *r, uint64_t mine)
{
    return r->is_stopped || atomic_load(&batch_at(r, mine)->is_void);
}

/* Locked. */
static bool find_unclaimed(struct batches *r, uint64_t *number)
{
    for (; r->claimed < r->made; r->claimed++) {
        struct batch *b = batch_at(r, r->claimed);
        if (r->claimed < r->turn || !b->is_start || b->state != BATCH_MADE)
            continue;
        b->state = BATCH_CLAIMED;
        *number = r->claimed++;
        return true;
    }
    return false;
}

/* The next batch where games may begin; false: there will be none. */
static bool claim(struct batches *r, uint64_t *number)
{
    pthread_mutex_lock(&r->lock);
    bool has_one = false;
    r->idle++;
    while (!r->is_stopped && !(has_one = find_unclaimed(r, number)) && !r->is_ended)
        wait_for_change(r);
    r->idle--;
    pthread_mutex_unlock(&r->lock);
    return has_one;
}

/* The worker's run is as it was before its first game. */
static void empty(struct cp_run *results)
{
    cp_output_empty(&results->output);
    cp_arena_reset(&results->messages_arena);
    cp_buf_init(&results->messages, &results->messages_arena);
    if (results->asked->tool->state_size)
        memset(results->state, 0, results->asked->tool->state_size);
    results->games = 0;
    results->status = 0;
    memset(results->counts, 0, sizeof results->counts);
}

/* Writes what `results` holds of `mine` so far and makes the next batch the
 * caller's instead; false: lost. */
static bool take_over_next(struct batches *r, uint64_t mine, struct cp_run *results)
{
    struct batch *next = batch_at(r, mine + 1);
    pthread_mutex_lock(&r->lock);
    while (!is_lost(r, mine) && (r->turn != mine || r->is_writing))
        wait_for_change(r);
    bool good = !is_lost(r, mine);
    if (good) {
        write_out(r, cp_buf_str(&results->output.text), cp_buf_str(&results->messages));
        gather(r, batch_at(r, mine), results->state, results->games, results->is_behind_result,
               results->status, results->counts);
        empty(results);
        atomic_store(&next->is_void, true);
        change(r);
        while (next->state == BATCH_CLAIMED)
            wait_for_change(r);
        atomic_store(&next->is_void, false);
        next->state = BATCH_CLAIMED;
        next->is_taken = true;
        r->turn = mine + 1;
        change(r);
    }
    pthread_mutex_unlock(&r->lock);
    return good;
}

/* The results of `mine` are whole, or lost: the batch is left to its new owner. They leave the
 * worker's run empty. */
static void deliver(struct batches *r, uint64_t mine, struct cp_run *results, bool was_lost)
{
    struct batch *b = batch_at(r, mine);
    if (!was_lost) {
        empty_batch(b); /* one that was taken over may hold void results */
        cp_buf_put(&b->out, cp_buf_str(&results->output.text));
        cp_buf_put(&b->messages, cp_buf_str(&results->messages));
        if (results->asked->tool->state_size)
            memcpy(b->tool_state, results->state, results->asked->tool->state_size);
        b->games = results->games;
        b->is_behind_result = results->is_behind_result;
        b->status = results->status;
        memcpy(b->counts, results->counts, sizeof b->counts);
    }
    empty(results);
    pthread_mutex_lock(&r->lock);
    b->state = was_lost || is_lost(r, mine) ? BATCH_MADE : BATCH_DONE;
    if (!was_lost)
        write_done(r);
    change(r);
    pthread_mutex_unlock(&r->lock);
}

/* ==== where a long text may be cut ==== */

/* Tags behind something else than a tag, a line that is a position, a problem, or anything behind
 * what ends as results end and a blank line. No byte order mark: a reader would take it for one. */
static bool may_begin(cp_str text, size_t at)
{
    char c = text.at[at];
    if (c <= ' ' || c >= 0x7f || !cp_is_line_end(text.at[at - 1]))
        return false;
    cp_str here = cp_str_skip(text, at);
    unsigned line_ends = 0; /* behind the last byte that is no white space */
    for (; at && cp_is_space(text.at[at - 1]); at--)
        line_ends += text.at[at - 1] == '\n' || (text.at[at - 1] == '\r' && text.at[at] != '\n');
    char last = at ? text.at[at - 1] : '\0';
    if (c == '[' && cp_tag_is_begun(here))
        return last && last != ']';
    return (line_ends > 1 && last && strchr("012*\xbd", last)) || cp_fen_is_line(here) ||
           cp_problem_is_begun(here);
}

size_t cp_batch_cut(cp_str text, enum cp_shape shape)
{
    if (shape == CP_SHAPE_JSON) {
        for (size_t at = text.len; at-- > 1;) /* a line that begins as a record */
            if (text.at[at] == '{' && text.at[at - 1] == '\n')
                return at;
        return 0;
    }
    for (size_t at = text.len; at-- > 1;)
        if (may_begin(text, at))
            return at;
    return 0;
}

/* ==== workers ==== */

struct worker {
    struct batches *batches;
    struct cp_run run;
    struct cp_stream stream;
    pthread_t thread;
    uint64_t mine, reading; /* batches; others are read on into */
    size_t at;              /* in the one that is read */
    uint64_t end;           /* of mine, in what the stream has read */
    bool is_lost;           /* mine is another worker's now */
};

struct workers {
    struct cp_run *run;
    struct batches batches;
    struct worker *list;
    unsigned count;
    struct cp_arena own_arena;
    struct cp_diags own; /* of files that cannot be opened */
};

/* ---- a worker reads ---- */

static bool take_over(struct worker *w)
{
    w->run.is_behind_result = w->stream.text.is_behind_result;
    w->is_lost |= !take_over_next(w->batches, w->mine, &w->run);
    if (w->is_lost)
        return false;
    w->end += batch_at(w->batches, ++w->mine)->len;
    return true;
}

/* On to the next batch of the file, which may be another worker's. */
static bool read_on(struct worker *w)
{
    if (w->reading > w->mine && !take_over(w))
        return false;
    struct batches *r = w->batches;
    pthread_mutex_lock(&r->lock); /* the next one may not be made yet */
    while (!is_lost(r, w->mine) && r->made <= w->reading + 1)
        wait_for_change(r);
    w->is_lost |= is_lost(r, w->mine);
    pthread_mutex_unlock(&r->lock);
    if (w->is_lost)
        return false;
    const struct batch *b = batch_at(w->batches, ++w->reading);
    struct cp_faults *faults = &w->run.input.faults;
    for (uint32_t i = 0; i < b->faults.count; i++)
        faults->list[faults->count++] = b->faults.list[i];
    w->at = 0;
    return true;
}

/* Lines end where their batch does, unless one was too long for it. */
static bool is_end(const struct batch *b)
{
    return b->is_last || (b->shape == CP_SHAPE_JSON && b->is_cut);
}

static long pull(void *worker, char *room, size_t size)
{
    struct worker *w = worker;
    const struct batch *b = batch_at(w->batches, w->reading);
    while (w->at == b->len) {
        if (w->is_lost || is_end(b) || !read_on(w))
            return is_end(b) && b->is_cut_off ? -1 : 0;
        b = batch_at(w->batches, w->reading);
    }
    size_t len = b->len - w->at;
    if (w->reading > w->mine && b->is_start && len > AHEAD)
        len = AHEAD;
    if (len > size)
        len = size;
    memcpy(room, b->text + w->at, len);
    w->at += len;
    return (long)len;
}

/* Whether the next game, which begins at `at`, is where the next batch begins. A list is one
 * worker's, who knows of its beginning. */
static bool meets(const struct worker *w, uint64_t at)
{
    const struct batch *next = batch_at(w->batches, w->mine + 1);
    return next->is_start && at == w->end && w->stream.text.cursor.line == next->first_line &&
           !w->stream.text.list;
}

/* Text, game by game, up to where the next batch begins; false: up to its end. */
static bool read_text(struct worker *w)
{
    uint64_t at;
    while (!w->is_lost && cp_reader_look(&w->stream.text, &at)) {
        if (is_lost(w->batches, w->mine))
            w->is_lost = true;
        else if (at < w->end)
            (void)cp_stream_step(&w->stream); /* its end is seen by the next look */
        else if (meets(w, at))
            return true;
        else
            (void)take_over(w);
    }
    return false;
}

/* Known once all before it is written. */
static bool ask_behind_result(void *worker)
{
    struct worker *w = worker;
    struct batches *r = w->batches;
    pthread_mutex_lock(&r->lock);
    while (!is_lost(r, w->mine) && (r->turn != w->mine || r->is_writing))
        wait_for_change(r);
    bool is_behind = r->run->is_behind_result;
    pthread_mutex_unlock(&r->lock);
    return is_behind;
}

static void read_batch(struct worker *w)
{
    const struct batch *b = batch_at(w->batches, w->mine);
    struct cp_run *run = &w->run;
    w->reading = w->mine;
    w->at = 0;
    w->end = b->len;
    w->is_lost = false;
    run->shape = b->shape;
    run->input.file = b->file;
    run->input.faults = b->faults;
    run->input.offset = b->offset;
    run->input.line = b->first_line;
    cp_stream_open(&w->stream, run, pull, w);
    w->stream.text.input.ask_behind_result = b->offset ? ask_behind_result : NULL;
    w->stream.text.input.ask_data = w;
    if (b->shape != CP_SHAPE_TEXT || !read_text(w)) {
        /* all lines; of text the rest of a list's last string, and what is said of its end */
        while (!w->is_lost && cp_stream_step(&w->stream))
            w->is_lost = is_lost(w->batches, w->mine);
        while (!w->is_lost && w->reading > w->mine) /* read on into: now this worker's */
            (void)take_over(w);
    }
    run->is_behind_result = w->stream.text.is_behind_result;
    cp_stream_close(&w->stream);
}

static void *work(void *worker)
{
    struct worker *w = worker;
    while (claim(w->batches, &w->mine)) {
        read_batch(w);
        deliver(w->batches, w->mine, &w->run, w->is_lost);
    }
    return NULL;
}

/* ---- starting workers ---- */

/* Fewer workers than asked for are slower; none is an error. */
static void start_worker(struct workers *c)
{
    if (c->count == c->run->asked->jobs)
        return;
    struct worker *w = &c->list[c->count];
    w->batches = &c->batches;
    cp_run_open(&w->run, c->run->asked, cp_ints_copy(c->run->ints), &c->run->arena);
    w->run.mark = c->run->mark;
    w->run.number = c->count + 1;
    sigset_t before;
    cp_signals_hold(&before); /* the main thread takes them, when it is not in the middle */
    int fault = pthread_create(&w->thread, NULL, work, w);
    cp_signals_release(&before);
    c->count += fault == 0;
    if (fault)
        cp_run_close(&w->run);
    if (fault && !c->count) {
        cp_diag_report(&c->own, CP_WORKER_REFUSED, cp_run_span(c->run), "%s", strerror(fault));
        finish(&c->batches, true);
    }
}

/* ---- the main thread makes batches ---- */

/* What was filled is there for all. A batch that is DONE already is only written. */
static void pass_batch(struct workers *c)
{
    struct batches *r = &c->batches;
    pthread_mutex_lock(&r->lock);
    bool is_work = batch_at(r, r->made)->state == BATCH_MADE;
    r->made++;
    write_done(r);
    change(r);
    bool needs_worker = is_work && !r->idle;
    pthread_mutex_unlock(&r->lock);
    if (needs_worker)
        start_worker(c);
}

/* Messages about files go out in their order. */
static void pass_on(struct workers *c)
{
    struct batch *b = c->own.count ? await_room(&c->batches) : NULL;
    if (!b)
        return;
    struct cp_run holder = {
        .asked = c->run->asked, .messages = b->messages, .holds_messages = true};
    cp_run_report(&holder, &c->own);
    b->messages = holder.messages;
    cp_arena_reset(&c->own_arena);
    b->status = holder.status;
    memcpy(b->counts, holder.counts, sizeof b->counts);
    b->taken = c->run->input.taken;
    b->state = BATCH_DONE;
    pass_batch(c);
}

/* The open file between two batches. */
struct making {
    cp_str rest; /* read already, for the next batch */
    uint64_t offset;
    uint32_t line;
    bool is_start, is_after_return;
};

static void make_batch(struct workers *c, struct batch *b, struct making *m)
{
    struct cp_input *in = &c->run->input;
    b->file = in->file;
    b->file_number = in->next;
    b->shape = in->shape;
    b->first_line = m->line;
    b->offset = m->offset;
    b->is_start = m->is_start;
    long got = 1; /* as much as a batch holds */
    if (m->rest.len)
        memcpy(b->text, m->rest.at, m->rest.len);
    for (b->len = m->rest.len; got > 0 && b->len < c->batches.size;) {
        got = cp_input_read(in, b->text + b->len, c->batches.size - b->len);
        b->len += got > 0 ? (size_t)got : 0;
    }
    b->is_cut_off = got < 0;
    b->is_last = got <= 0;
    cp_str text = {b->text, b->len};
    size_t cut = b->is_last ? 0 : cp_batch_cut(text, b->shape);
    b->is_cut = cut > 0;
    if (b->is_cut)
        b->len = cut;
    m->rest = cp_str_skip(text, b->len);
    m->is_start = b->is_cut;
    m->offset += b->len;
    m->line += cp_lines_count((cp_str){b->text, b->len}, b->shape, &m->is_after_return);
    b->taken = in->taken;
    b->faults = (struct cp_faults){0}; /* they go with the bytes they are of */
    for (struct cp_faults *all = &in->faults;
         all->reported < all->count &&
         (b->is_last || all->list[all->reported].offset < b->offset + b->len);)
        b->faults.list[b->faults.count++] = all->list[all->reported++];
}

static void make_batches(struct workers *c)
{
    struct making m = {.line = 1, .is_start = true};
    struct batch *b;
    do {
        b = await_room(&c->batches);
        if (!b)
            return;
        make_batch(c, b, &m);
        pass_batch(c);
    } while (!b->is_last);
}

static void make_all(struct workers *c)
{
    struct cp_run *run = c->run;
    while (!c->batches.is_stopped && cp_input_next(&run->input)) {
        run->shape = cp_input_shape(&run->input);
        pass_on(c);
        if (run->plan) { /* which counts games by files */
            drain(&c->batches);
            cp_plan_begin_file(run->plan, &run->input, run->games);
        }
        if (run->shape == CP_SHAPE_EMPTY) {
            cp_input_report(&run->input, UINT64_MAX);
        } else if (run->shape == CP_SHAPE_YAML || run->input.is_list) {
            drain(&c->batches); /* libyaml wants the whole stream: no worker beside it */
            run->input.diags = &run->own;
            cp_stream_run(run, 0);
            run->input.diags = &c->own;
        } else {
            make_batches(c);
        }
        if (run->plan) {
            drain(&c->batches);
            cp_plan_end_file(run->plan, &run->input);
        }
    }
    pass_on(c);
}

static void run_side_by_side(struct cp_run *run)
{
    struct workers c = {.run = run};
    cp_arena_init(&c.own_arena, run->arena.out_of_memory, run->arena.handler_data);
    cp_diags_init_like(&c.own, &c.own_arena, &run->own);
    c.list = cp_arena_take_zero(&run->arena, run->asked->jobs, sizeof *c.list);
    if (!open_batches(&c.batches, run, 2 * run->asked->jobs + 2,
                      run->asked->batch ? run->asked->batch : BATCH))
        return;
    run->input.diags = &c.own;
    make_all(&c);
    drain(&c.batches);
    finish(&c.batches, false);
    for (unsigned i = 0; i < c.count; i++) {
        (void)pthread_join(c.list[i].thread, NULL); /* it is there to be joined */
        cp_run_close(&c.list[i].run);
    }
    cp_run_report(run, &c.own);
    run->input.diags = &run->own;
    for (uint32_t i = 0; i < c.batches.count; i++)
        cp_arena_close(&c.batches.list[i].arena);
    pthread_cond_destroy(&c.batches.changed);
    pthread_mutex_destroy(&c.batches.lock);
    cp_arena_close(&c.own_arena);
}

void cp_workers_run(struct cp_run *run)
{
    if (run->asked->part) {
        cp_part_run(run);
    } else if (run->asked->jobs > 1 || run->plan) {
        run_side_by_side(run);
    } else {
        while (run->output.fate == CP_WRITTEN && !run->is_done && cp_input_next(&run->input)) {
            run->shape = cp_input_shape(&run->input);
            cp_stream_run(run, 0);
        }
    }
}
