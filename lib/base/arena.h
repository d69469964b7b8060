/* SPDX-License-Identifier: MIT */
/* arena.h -- memory that is given back all at once.
 *
 *     blocks   [######....]->[##########]->[###.......]
 *                                           ^ taken from here
 *
 * Two arenas serve a tool: `run` lives as long as the process, `record` is
 * reset between games and keeps its blocks, so a stream of any length runs in
 * flat memory. Running out is decided once: cp_arena_take never returns NULL;
 * it calls the handler, which must not return (a tool exits 3, a test longjmps).
 * An arena may have a bound, with a handler of its own: what one game makes grow, in
 * whatever way, is stopped there (a tool gives the game up and reads the next).
 *
 * Why so: D24 (DECISIONS.md). */
#ifndef CP_ARENA_H
#define CP_ARENA_H

#include "base/str.h"

#include <stdint.h>

struct cp_block;

/* What holds memory of its own, of a library's say, while its owner may be jumped out of:
 * it is made to give that back when the arena is reset or closed. */
struct cp_cleanup {
    struct cp_cleanup *next, *before;
    void (*run)(void *data);
    void *data;
};

struct cp_arena {
    struct cp_block *first, *current;
    char *at, *end;                /* the free part of the current block */
    void (*out_of_memory)(void *); /* must not return; NULL aborts */
    void *handler_data;
    size_t held, most;         /* bytes of all blocks; the bound, 0: none */
    void (*too_large)(void *); /* where the bound is passed; must not return */
    void *bound_data;
    struct cp_cleanup *cleanups;
    uint64_t refuse_at; /* tests: refuse the n-th take from now (0: never) */
};

void cp_arena_init(struct cp_arena *a, void (*out_of_memory)(void *), void *handler_data);

/* No more than `most` bytes are held from here on; what would take more calls too_large,
 * which must not return. */
void cp_arena_bound(struct cp_arena *a, size_t most, void (*too_large)(void *), void *data);

/* What `other` leaves of its bound, if it has one, is the bound of a. */
void cp_arena_bound_beside(struct cp_arena *a, const struct cp_arena *other);

/* From here on, and no longer: its owner lives to give back what it holds itself. */
void cp_arena_add_cleanup(struct cp_arena *a, struct cp_cleanup *cleanup, void (*run)(void *),
                          void *data);
void cp_arena_drop_cleanup(struct cp_arena *a, struct cp_cleanup *cleanup);

/* Everything taken is void from here on; some ordinary blocks are kept for reuse, all
 * others go back to the system. */
void cp_arena_reset(struct cp_arena *a);

/* What is done when memory is refused, also by those who take theirs elsewhere: calls
 * the handler. Does not return. */
CP_NORETURN void cp_arena_refuse(const struct cp_arena *a);

/* Gives all memory back; the arena must be initialised before further use. */
void cp_arena_close(struct cp_arena *a);

/* size bytes aligned for any type, not cleared. Slow path of cp_arena_take. */
void *cp_arena_take_block(struct cp_arena *a, size_t size);

/* size bytes aligned for any type, not cleared. Never NULL. */
static inline void *cp_arena_take(struct cp_arena *a, size_t size)
{
    size_t padded = (size + 15) & ~(size_t)15; /* 0 also when size is beyond any memory */
    if (CP_UNLIKELY(padded - 1 >= (size_t)(a->end - a->at) || a->refuse_at))
        return cp_arena_take_block(a, size);
    void *taken = a->at;
    a->at += padded;
    return taken;
}

/* The same, cleared; for count * size without overflow. */
void *cp_arena_take_zero(struct cp_arena *a, size_t count, size_t size);

/* A larger copy of what was taken as old (old_size bytes), which is void then: it grows
 * in place when it was the last thing taken, and a large one moves away. */
void *cp_arena_take_more(struct cp_arena *a, void *old, size_t old_size, size_t size);

/* Items with room for twice as many as *room, or for the first 16. */
void *cp_arena_grow_full(struct cp_arena *a, void *items, size_t *room, size_t size);

/* Items with room for one more than `count`: lists and stacks grow so when they are full. */
static inline void *cp_arena_grow(struct cp_arena *a, void *items, size_t count, size_t *room,
                                  size_t size)
{
    return CP_LIKELY(count < *room) ? items : cp_arena_grow_full(a, items, room, size);
}

/* A copy of text that lives as long as the arena. */
cp_str cp_str_keep(struct cp_arena *a, cp_str text);

#endif
