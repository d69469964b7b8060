/* SPDX-License-Identifier: MIT */
/* ring.h -- batches of a long input between one maker, many workers, and one
 * output; all waiting and all locking is here.
 *
 *     written │ turn ........................... made │ being filled
 *             │ done  done  claimed  claimed  made     │
 *
 * Batches have numbers, from 0. Their results go out in that order: whoever
 * delivers the one whose turn it is writes it and all that are done behind it. A
 * batch stays where it is until it has been written, so those who own an earlier
 * one may read on into it.
 *
 * A batch ends where the next game begins by the look of it. Its owner finds out:
 * he reads on into the next one; if his last game ends elsewhere than where that
 * begins, he takes it over, its own worker's results are void, and so on until
 * games and batches meet again. So whatever the cuts, games are those of one
 * reader of the whole. To take over, one waits for one's turn. */
#ifndef CP_RING_H
#define CP_RING_H

#include "tool/run.h"

#include <pthread.h>
#include <stdatomic.h>

enum cp_batch_state { CP_BATCH_MADE, CP_BATCH_CLAIMED, CP_BATCH_DONE };

struct cp_batch {
    /* the maker's */
    char *text;
    size_t len;
    const char *file;
    enum cp_shape shape;
    uint64_t offset; /* in its file, and its first line */
    uint32_t first_line;
    bool is_start; /* games may begin here: it may be claimed */
    bool is_last;  /* of its file */
    bool is_cut;   /* it ends where games may begin; else where there was no more room */
    struct cp_faults faults;
    uint64_t taken; /* bytes read from all files so far */

    /* the owner's */
    enum cp_batch_state state;
    atomic_bool is_void; /* somebody takes it over: the owner must leave */
    struct cp_arena arena;
    struct cp_buf out, said;
    void *tool_state;
    uint64_t games;
    int status;
};

struct cp_ring {
    struct cp_run *run; /* that all goes to in the end */
    void *first_state;  /* the tool's, before any game */
    pthread_mutex_t lock;
    pthread_cond_t changed;
    struct cp_batch *batches;
    uint32_t count; /* places in the ring */
    size_t size;    /* bytes of a batch at most */
    uint64_t made, claimed, turn;
    uint32_t idle;   /* workers who wait for a batch */
    bool is_ended;   /* no more will be made */
    bool is_stopped; /* nobody reads the output on */
    bool is_writing;
};

/* False: reported to run->own. */
CP_MUST_USE bool cp_ring_open(struct cp_ring *r, struct cp_run *run, uint32_t count, size_t size);
void cp_ring_close(struct cp_ring *r);

static inline struct cp_batch *cp_ring_batch(const struct cp_ring *r, uint64_t number)
{
    return &r->batches[number % r->count];
}

/* ---- the maker ---- */

/* An empty batch to fill, once there is one; NULL: stop. */
struct cp_batch *cp_ring_await_room(struct cp_ring *r);

/* What was filled is there for all. A batch that is DONE already is only written.
 * True: a further worker would have something to do. */
bool cp_ring_publish(struct cp_ring *r);

/* Waits until all that was published is written. */
void cp_ring_drain(struct cp_ring *r);

/* As if nobody read the output on. */
void cp_ring_stop(struct cp_ring *r);
bool cp_ring_is_stopped(struct cp_ring *r);

/* Nothing more will come: workers may go home. */
void cp_ring_end(struct cp_ring *r);

/* ---- a worker ---- */

/* The next batch where games may begin; false: go home. */
CP_MUST_USE bool cp_ring_claim(struct cp_ring *r, uint64_t *number);

/* Whether the owner of batch `mine` must leave it: stopped, or taken over. */
bool cp_ring_is_lost(struct cp_ring *r, uint64_t mine);

/* Waits for a batch behind `mine` to be made; false: lost. */
CP_MUST_USE bool cp_ring_await(struct cp_ring *r, uint64_t mine, uint64_t number);

/* Writes what `results` says of `mine` so far and makes the next batch the
 * caller's instead; false: lost. */
CP_MUST_USE bool cp_ring_take_over(struct cp_ring *r, uint64_t mine, struct cp_run *results);

/* The results of `mine` are whole. They leave the worker's run empty. */
void cp_ring_deliver(struct cp_ring *r, uint64_t mine, struct cp_run *results);

/* Leaves a lost batch, whoever has it now. */
void cp_ring_leave(struct cp_ring *r, uint64_t mine, struct cp_run *results);

#endif
