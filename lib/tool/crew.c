/* SPDX-License-Identifier: MIT */
/* crew.c -- the maker of batches and the workers; who waits for whom is in ring.c. */
#include "tool/crew.h"

#include "text/notation.h"
#include "tool/cut.h"
#include "tool/ring.h"
#include "tool/stream.h"

enum {
    BATCH = 128 * 1024,
    AHEAD = 4096, /* bytes read at a time of a batch that is another's */
};

struct worker {
    struct cp_ring *ring;
    struct cp_run run;
    struct cp_notations notations;
    struct cp_arena held_arena;
    struct cp_buf held;
    struct cp_stream stream;
    pthread_t thread;
    uint64_t mine, reading; /* batches; others are read on into */
    size_t at;              /* in the one that is read */
    uint64_t end;           /* of mine, in what the stream has read */
    bool is_lost;           /* mine is another's now */
};

struct crew {
    struct cp_run *run;
    struct cp_run first; /* as it was before any game: run itself changes as results come */
    struct cp_ring ring;
    struct worker *workers;
    unsigned hired;
    struct cp_arena heard_arena;
    struct cp_diags heard; /* of files that cannot be opened */
};

/* ---- a worker reads ---- */

static bool take_over(struct worker *w)
{
    w->is_lost |= !cp_ring_take_over(w->ring, w->mine, &w->run);
    if (w->is_lost)
        return false;
    w->end += cp_ring_batch(w->ring, ++w->mine)->len;
    return true;
}

/* On to the next batch of the file, which may be another's. */
static bool read_on(struct worker *w)
{
    if (w->reading > w->mine && !take_over(w))
        return false;
    w->is_lost |= !cp_ring_await(w->ring, w->mine, w->reading + 1);
    if (w->is_lost)
        return false;
    const struct cp_batch *b = cp_ring_batch(w->ring, ++w->reading);
    struct cp_faults *faults = &w->run.input.faults;
    for (uint32_t i = 0; i < b->faults.count; i++)
        faults->list[faults->count++] = b->faults.list[i];
    w->at = 0;
    return true;
}

/* Lines end where their batch does, unless one was too long for it. */
static bool is_end(const struct cp_batch *b)
{
    return b->is_last || (b->shape == CP_SHAPE_JSON && b->is_cut);
}

static long pull(void *worker, char *room, size_t size)
{
    struct worker *w = worker;
    const struct cp_batch *b = cp_ring_batch(w->ring, w->reading);
    while (w->at == b->len) {
        if (w->is_lost || is_end(b) || !read_on(w))
            return 0;
        b = cp_ring_batch(w->ring, w->reading);
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

/* Whether the next game, which begins at `at`, is where the next batch begins. */
static bool meets(const struct worker *w, uint64_t at)
{
    const struct cp_batch *next = cp_ring_batch(w->ring, w->mine + 1);
    return next->is_start && at == w->end && w->stream.text.line == next->first_line;
}

/* The file has ended: whatever was read on into is no other's. */
static void take_rest(struct worker *w)
{
    while (!w->is_lost && w->reading > w->mine)
        (void)take_over(w);
}

static void read_text(struct worker *w)
{
    uint64_t at;
    w->stream.text.line = cp_ring_batch(w->ring, w->mine)->first_line;
    while (!w->is_lost && cp_reader_look(&w->stream.text, &at)) {
        if (cp_ring_is_lost(w->ring, w->mine))
            w->is_lost = true;
        else if (at < w->end)
            (void)cp_stream_step(&w->stream); /* its end is seen by the next look */
        else if (meets(w, at))
            return;
        else
            (void)take_over(w);
    }
    cp_input_report(&w->run.input, UINT64_MAX);
    cp_run_say(&w->run, &w->run.own);
    take_rest(w);
}

static void read_lines(struct worker *w)
{
    w->stream.lines.number = cp_ring_batch(w->ring, w->mine)->first_line - 1;
    while (!w->is_lost && cp_stream_step(&w->stream))
        w->is_lost = cp_ring_is_lost(w->ring, w->mine);
    take_rest(w);
}

static void read_batch(struct worker *w)
{
    const struct cp_batch *b = cp_ring_batch(w->ring, w->mine);
    struct cp_run *run = &w->run;
    w->reading = w->mine;
    w->at = 0;
    w->end = b->len;
    w->is_lost = false;
    run->shape = b->shape;
    run->input.file = b->file;
    run->input.faults = b->faults;
    if (!cp_stream_open(&w->stream, run, pull, w))
        return; /* only YAML can be refused */
    w->stream.base = b->offset;
    if (b->shape == CP_SHAPE_TEXT)
        read_text(w);
    else
        read_lines(w);
    cp_stream_close(&w->stream);
}

static void *work(void *worker)
{
    struct worker *w = worker;
    while (cp_ring_claim(w->ring, &w->mine)) {
        read_batch(w);
        if (w->is_lost)
            cp_ring_leave(w->ring, w->mine, &w->run);
        else
            cp_ring_deliver(w->ring, w->mine, &w->run);
    }
    return NULL;
}

/* ---- hiring ---- */

/* A run like `run`, for one worker: what is written to is its own. */
static void copy_run(struct worker *w, const struct cp_run *run, const void *first_state)
{
    struct cp_run *copy = &w->run;
    void (*refuse)(void *) = run->arena.out_of_memory;
    void *data = run->arena.handler_data;
    *copy = *run;
    cp_arena_init(&copy->arena, refuse, data);
    cp_arena_init(&copy->record, refuse, data);
    cp_arena_init(&copy->own_arena, refuse, data);
    cp_arena_init(&w->held_arena, refuse, data);
    cp_diags_init(&copy->diags, &copy->record);
    cp_diags_init(&copy->own, &copy->own_arena);
    copy->diags.strict = run->diags.strict;
    copy->ints = cp_ints_copy(run->ints);
    if (!copy->ints)
        refuse(data);
    copy->input = (struct cp_input){.diags = &copy->own, .fd = -1};
    cp_output_hold(&copy->output, &copy->arena, &copy->own);
    cp_buf_init(&w->held, &w->held_arena);
    copy->held = &w->held;
    cp_notations_open(&w->notations, &copy->arena);
    copy->notations = &w->notations;
    copy->laws = NULL;
    copy->joint = NULL;
    copy->lane = NULL;
    copy->letters = NULL;
    copy->games = 0;
    copy->status = 0;
    copy->state = cp_arena_take_zero(&copy->arena, 1, run->tool->state_size);
    if (run->tool->state_size)
        memcpy(copy->state, first_state, run->tool->state_size);
}

static void close_worker(struct worker *w)
{
    cp_notations_close(&w->notations);
    cp_arena_close(&w->run.output.arena);
    cp_ints_close(w->run.ints);
    cp_arena_close(&w->held_arena);
    cp_arena_close(&w->run.own_arena);
    cp_arena_close(&w->run.record);
    cp_arena_close(&w->run.arena);
}

/* With fewer workers than asked for all goes well, only slower; without any, not. */
static void hire(struct crew *c)
{
    if (c->hired == c->run->jobs)
        return;
    struct worker *w = &c->workers[c->hired];
    w->ring = &c->ring;
    copy_run(w, &c->first, c->ring.first_state);
    int fault = pthread_create(&w->thread, NULL, work, w);
    c->hired += fault == 0;
    if (fault)
        close_worker(w);
    if (fault && !c->hired) {
        cp_diag_report(&c->heard, CP_WORKER_REFUSED, cp_run_span(c->run), "%s", strerror(fault));
        cp_ring_stop(&c->ring);
    }
}

/* ---- the maker ---- */

static void publish(struct crew *c)
{
    if (cp_ring_publish(&c->ring))
        hire(c);
}

/* What was heard of files goes out in their order. */
static void pass_on(struct crew *c)
{
    struct cp_batch *b = c->heard.count ? cp_ring_await_room(&c->ring) : NULL;
    if (!b)
        return;
    struct cp_run teller = {
        .tool = c->run->tool, .held = &b->said, .hides_warnings = c->run->hides_warnings};
    cp_run_say(&teller, &c->heard);
    cp_arena_reset(&c->heard_arena);
    b->status = teller.status;
    b->taken = c->run->input.taken;
    b->state = CP_BATCH_DONE;
    publish(c);
}

/* The open file between two batches. */
struct making {
    cp_str rest; /* read already, for the next batch */
    uint64_t offset;
    uint32_t line;
    bool is_start, is_after_return;
};

/* As much as a batch holds; false when that was all of the file. */
static bool fill(struct crew *c, struct cp_batch *b, const struct making *m)
{
    long got = 1;
    if (m->rest.len)
        memcpy(b->text, m->rest.at, m->rest.len);
    for (b->len = m->rest.len; got > 0 && b->len<c->ring.size; b->len += got> 0 ? (size_t)got : 0)
        got = cp_input_read(&c->run->input, b->text + b->len, c->ring.size - b->len);
    return got > 0;
}

/* Faults go with the bytes they are of. */
static void share_faults(struct cp_faults *all, struct cp_batch *b)
{
    b->faults = (struct cp_faults){0};
    while (all->said < all->count &&
           (b->is_last || all->list[all->said].offset < b->offset + b->len))
        b->faults.list[b->faults.count++] = all->list[all->said++];
}

static void make_batch(struct crew *c, struct cp_batch *b, struct making *m)
{
    struct cp_input *in = &c->run->input;
    b->file = in->file;
    b->shape = in->shape;
    b->first_line = m->line;
    b->offset = m->offset;
    b->is_start = m->is_start;
    b->is_last = !fill(c, b, m);
    cp_str text = {b->text, b->len};
    size_t cut = b->is_last ? 0 : cp_cut_find(text, b->shape);
    b->is_cut = cut > 0;
    if (b->is_cut)
        b->len = cut;
    m->rest = cp_str_skip(text, b->len);
    m->is_start = b->is_cut;
    m->offset += b->len;
    m->line += cp_lines_count((cp_str){b->text, b->len}, b->shape, &m->is_after_return);
    b->taken = in->taken;
    share_faults(&in->faults, b);
}

static void make_batches(struct crew *c)
{
    struct making m = {.line = 1, .is_start = true};
    struct cp_batch *b;
    do {
        b = cp_ring_await_room(&c->ring);
        if (!b)
            return;
        make_batch(c, b, &m);
        publish(c);
    } while (!b->is_last);
}

/* libyaml wants the whole stream: nobody works beside it. */
static void run_alone(struct crew *c)
{
    cp_ring_drain(&c->ring);
    c->run->input.diags = &c->run->own;
    cp_stream_run(c->run);
    c->run->input.diags = &c->heard;
}

static void make_all(struct crew *c)
{
    struct cp_run *run = c->run;
    while (!cp_ring_is_stopped(&c->ring) && cp_input_next(&run->input)) {
        run->shape = cp_input_shape(&run->input);
        pass_on(c);
        if (run->shape == CP_SHAPE_EMPTY)
            cp_input_report(&run->input, UINT64_MAX);
        else if (run->shape == CP_SHAPE_YAML)
            run_alone(c);
        else
            make_batches(c);
    }
    pass_on(c);
}

void cp_crew_run(struct cp_run *run)
{
    struct crew c = {.run = run, .first = *run};
    cp_arena_init(&c.heard_arena, run->arena.out_of_memory, run->arena.handler_data);
    cp_diags_init(&c.heard, &c.heard_arena);
    c.workers = cp_arena_take_zero(&run->arena, run->jobs, sizeof *c.workers);
    if (!cp_ring_open(&c.ring, run, 2 * run->jobs + 2, run->batch ? run->batch : BATCH))
        return;
    run->input.diags = &c.heard;
    make_all(&c);
    cp_ring_drain(&c.ring);
    cp_ring_end(&c.ring);
    for (unsigned i = 0; i < c.hired; i++) {
        (void)pthread_join(c.workers[i].thread, NULL); /* it is there to be joined */
        close_worker(&c.workers[i]);
    }
    cp_run_say(run, &c.heard);
    run->input.diags = &run->own;
    cp_ring_close(&c.ring);
    cp_arena_close(&c.heard_arena);
}
