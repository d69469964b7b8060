/* SPDX-License-Identifier: MIT */
#include "tool/ring.h"

static void change(struct cp_ring *r)
{
    pthread_cond_broadcast(&r->changed);
}

static void wait_for_change(struct cp_ring *r)
{
    pthread_cond_wait(&r->changed, &r->lock);
}

bool cp_ring_open(struct cp_ring *r, struct cp_run *run, uint32_t count, size_t size)
{
    *r = (struct cp_ring){.run = run, .count = count, .size = size};
    r->first_state = cp_arena_take_zero(&run->arena, 1, run->tool->state_size);
    if (run->tool->state_size)
        memcpy(r->first_state, run->state, run->tool->state_size);
    r->batches = cp_arena_take_zero(&run->arena, count, sizeof *r->batches);
    for (uint32_t i = 0; i < count; i++) {
        struct cp_batch *b = &r->batches[i];
        cp_arena_init(&b->arena, run->arena.out_of_memory, run->arena.handler_data);
        b->text = cp_arena_take(&run->arena, size);
        b->tool_state = cp_arena_take_zero(&run->arena, 1, run->tool->state_size);
    }
    int fault = pthread_mutex_init(&r->lock, NULL);
    if (fault == 0 && (fault = pthread_cond_init(&r->changed, NULL)) != 0)
        pthread_mutex_destroy(&r->lock);
    if (fault)
        cp_diag_report(&run->own, CP_WORKER_REFUSED, cp_run_span(run), "%s", strerror(fault));
    return fault == 0;
}

void cp_ring_close(struct cp_ring *r)
{
    for (uint32_t i = 0; i < r->count; i++)
        cp_arena_close(&r->batches[i].arena);
    pthread_cond_destroy(&r->changed);
    pthread_mutex_destroy(&r->lock);
}

/* ---- writing ---- */

/* Locked; unlocks while it writes. Nobody else writes then. */
static void write_out(struct cp_ring *r, cp_str out, cp_str said)
{
    r->is_writing = true;
    pthread_mutex_unlock(&r->lock);
    if (r->run->tool->deliver)
        r->run->tool->deliver(r->run, out, said);
    else
        cp_run_tell(r->run, said);
    enum cp_fate fate = cp_output_write(&r->run->output, r->run->tool->deliver ? CP_STR("") : out);
    pthread_mutex_lock(&r->lock);
    r->is_writing = false;
    r->is_stopped |= fate != CP_WRITTEN;
}

static void gather(struct cp_ring *r, const void *tool_state, uint64_t games, int status)
{
    struct cp_run *run = r->run;
    if (run->tool->join && tool_state)
        run->tool->join(run, tool_state);
    run->games += games;
    run->status = status > run->status ? status : run->status;
}

/* Locked. Writes what is done and whose turn has come. */
static void write_done(struct cp_ring *r)
{
    if (r->is_writing) /* that one will see it */
        return;
    while (r->turn < r->made && !r->is_stopped) {
        struct cp_batch *b = cp_ring_batch(r, r->turn);
        if (b->state != CP_BATCH_DONE)
            break;
        write_out(r, cp_buf_str(&b->out), cp_buf_str(&b->said));
        cp_progress_show(&r->run->progress, b->taken, r->run->games + b->games);
        gather(r, b->games ? b->tool_state : NULL, b->games, b->status);
        r->turn++;
        change(r);
    }
}

/* ---- the maker ---- */

struct cp_batch *cp_ring_await_room(struct cp_ring *r)
{
    pthread_mutex_lock(&r->lock);
    while (!r->is_stopped && r->made - r->turn >= r->count)
        wait_for_change(r);
    bool is_stopped = r->is_stopped;
    pthread_mutex_unlock(&r->lock);
    if (is_stopped)
        return NULL;
    struct cp_batch *b = cp_ring_batch(r, r->made);
    cp_arena_reset(&b->arena);
    cp_buf_init(&b->out, &b->arena);
    cp_buf_init(&b->said, &b->arena);
    atomic_store(&b->is_void, false);
    b->state = CP_BATCH_MADE;
    b->faults = (struct cp_faults){0};
    b->len = 0;
    b->games = 0;
    b->status = 0;
    return b;
}

bool cp_ring_publish(struct cp_ring *r)
{
    pthread_mutex_lock(&r->lock);
    bool is_work = cp_ring_batch(r, r->made)->state == CP_BATCH_MADE;
    r->made++;
    write_done(r);
    change(r);
    bool needs_worker = is_work && !r->idle;
    pthread_mutex_unlock(&r->lock);
    return needs_worker;
}

void cp_ring_drain(struct cp_ring *r)
{
    pthread_mutex_lock(&r->lock);
    while (r->is_writing || (!r->is_stopped && r->turn < r->made))
        wait_for_change(r);
    pthread_mutex_unlock(&r->lock);
}

void cp_ring_stop(struct cp_ring *r)
{
    pthread_mutex_lock(&r->lock);
    r->is_stopped = true;
    change(r);
    pthread_mutex_unlock(&r->lock);
}

bool cp_ring_is_stopped(struct cp_ring *r)
{
    pthread_mutex_lock(&r->lock);
    bool is_stopped = r->is_stopped;
    pthread_mutex_unlock(&r->lock);
    return is_stopped;
}

void cp_ring_end(struct cp_ring *r)
{
    pthread_mutex_lock(&r->lock);
    r->is_ended = true;
    change(r);
    pthread_mutex_unlock(&r->lock);
}

/* ---- a worker ---- */

/* Locked. */
static bool is_lost(struct cp_ring *r, uint64_t mine)
{
    return r->is_stopped || atomic_load(&cp_ring_batch(r, mine)->is_void);
}

bool cp_ring_is_lost(struct cp_ring *r, uint64_t mine)
{
    return atomic_load(&cp_ring_batch(r, mine)->is_void);
}

/* Locked. Passes batches that are somebody's already. */
static bool claim(struct cp_ring *r, uint64_t *number)
{
    for (; r->claimed < r->made; r->claimed++) {
        struct cp_batch *b = cp_ring_batch(r, r->claimed);
        if (r->claimed < r->turn || !b->is_start || b->state != CP_BATCH_MADE)
            continue;
        b->state = CP_BATCH_CLAIMED;
        *number = r->claimed++;
        return true;
    }
    return false;
}

bool cp_ring_claim(struct cp_ring *r, uint64_t *number)
{
    pthread_mutex_lock(&r->lock);
    bool has_one = false;
    r->idle++;
    while (!r->is_stopped && !(has_one = claim(r, number)) && !r->is_ended)
        wait_for_change(r);
    r->idle--;
    pthread_mutex_unlock(&r->lock);
    return has_one;
}

bool cp_ring_await(struct cp_ring *r, uint64_t mine, uint64_t number)
{
    pthread_mutex_lock(&r->lock);
    while (!is_lost(r, mine) && r->made <= number)
        wait_for_change(r);
    bool good = !is_lost(r, mine);
    pthread_mutex_unlock(&r->lock);
    return good;
}

/* The worker's run is as it was before its first game. */
static void empty(const struct cp_ring *r, struct cp_run *results)
{
    cp_output_empty(&results->output);
    cp_arena_reset(results->held->arena);
    cp_buf_init(results->held, results->held->arena);
    if (results->tool->state_size)
        memcpy(results->state, r->first_state, results->tool->state_size);
    results->games = 0;
    results->status = 0;
}

bool cp_ring_take_over(struct cp_ring *r, uint64_t mine, struct cp_run *results)
{
    struct cp_batch *next = cp_ring_batch(r, mine + 1);
    pthread_mutex_lock(&r->lock);
    while (!is_lost(r, mine) && (r->turn != mine || r->is_writing))
        wait_for_change(r);
    bool good = !is_lost(r, mine);
    if (good) {
        write_out(r, cp_buf_str(&results->output.text), cp_buf_str(results->held));
        gather(r, results->state, results->games, results->status);
        empty(r, results);
        atomic_store(&next->is_void, true);
        change(r);
        while (next->state == CP_BATCH_CLAIMED)
            wait_for_change(r);
        atomic_store(&next->is_void, false);
        next->state = CP_BATCH_CLAIMED;
        r->turn = mine + 1;
        change(r);
    }
    pthread_mutex_unlock(&r->lock);
    return good;
}

void cp_ring_deliver(struct cp_ring *r, uint64_t mine, struct cp_run *results)
{
    struct cp_batch *b = cp_ring_batch(r, mine);
    cp_arena_reset(&b->arena); /* one that was taken over may hold void results */
    cp_buf_init(&b->out, &b->arena);
    cp_buf_init(&b->said, &b->arena);
    cp_buf_put(&b->out, cp_buf_str(&results->output.text));
    cp_buf_put(&b->said, cp_buf_str(results->held));
    if (results->tool->state_size)
        memcpy(b->tool_state, results->state, results->tool->state_size);
    b->games = results->games;
    b->status = results->status;
    empty(r, results);
    pthread_mutex_lock(&r->lock);
    b->state = is_lost(r, mine) ? CP_BATCH_MADE : CP_BATCH_DONE;
    write_done(r);
    change(r);
    pthread_mutex_unlock(&r->lock);
}

void cp_ring_leave(struct cp_ring *r, uint64_t mine, struct cp_run *results)
{
    empty(r, results);
    pthread_mutex_lock(&r->lock);
    cp_ring_batch(r, mine)->state = CP_BATCH_MADE;
    change(r);
    pthread_mutex_unlock(&r->lock);
}
