/* SPDX-License-Identifier: MIT */
/* arena.c -- blocks double up to LARGEST; a request that does not fit an
 * ordinary block gets one of its own, which grows by itself, so that a text of 50 MB
 * never stands there twice. Reset gives such blocks back, and the ordinary ones beyond
 * KEPT: one huge game must not cost its size for the rest of the stream. */
#include "base/arena.h"

#include <stdlib.h>

enum { SMALLEST = 16 * 1024, LARGEST = 256 * 1024, KEPT = 4 << 20 };

struct cp_block {
    struct cp_block *next, *before;
    size_t size;
    _Alignas(16) char bytes[];
};

void cp_arena_init(struct cp_arena *a, void (*out_of_memory)(void *), void *handler_data)
{
    *a = (struct cp_arena){.out_of_memory = out_of_memory, .handler_data = handler_data};
}

void cp_arena_refuse(const struct cp_arena *a)
{
    if (a->out_of_memory)
        a->out_of_memory(a->handler_data);
    abort();
}

static void use(struct cp_arena *a, struct cp_block *b)
{
    a->current = b;
    a->at = b->bytes;
    a->end = b->bytes + b->size;
}

void cp_arena_bound(struct cp_arena *a, size_t most, void (*too_large)(void *), void *data)
{
    a->most = most;
    a->too_large = too_large;
    a->bound_data = data;
}

void cp_arena_bound_beside(struct cp_arena *a, const struct cp_arena *other)
{
    size_t left = other->most > other->held ? other->most - other->held : 1;
    cp_arena_bound(a, other->most ? left : 0, other->too_large, other->bound_data);
}

void cp_arena_add_cleanup(struct cp_arena *a, struct cp_cleanup *cleanup, void (*run)(void *),
                          void *data)
{
    *cleanup = (struct cp_cleanup){.next = a->cleanups, .run = run, .data = data};
    if (cleanup->next)
        cleanup->next->before = cleanup;
    a->cleanups = cleanup;
}

void cp_arena_drop_cleanup(struct cp_arena *a, struct cp_cleanup *cleanup)
{
    *(cleanup->before ? &cleanup->before->next : &a->cleanups) = cleanup->next;
    if (cleanup->next)
        cleanup->next->before = cleanup->before;
}

/* They may stand in blocks that go. */
static void clean_up(struct cp_arena *a)
{
    while (a->cleanups) {
        struct cp_cleanup *cleanup = a->cleanups;
        cp_arena_drop_cleanup(a, cleanup);
        cleanup->run(cleanup->data);
    }
}

void cp_arena_reset(struct cp_arena *a)
{
    size_t kept = 0;
    clean_up(a);
    for (struct cp_block *b = a->first, *next; b; b = next) {
        next = b->next;
        if (b->size <= LARGEST && kept + b->size <= KEPT) {
            kept += b->size;
            continue;
        }
        *(b->before ? &b->before->next : &a->first) = next;
        if (next)
            next->before = b->before;
        a->held -= b->size;
        free(b);
    }
    a->current = NULL;
    a->at = a->end = NULL;
    if (a->first)
        use(a, a->first);
}

void cp_arena_close(struct cp_arena *a)
{
    clean_up(a);
    for (struct cp_block *b = a->first, *next; b; b = next) {
        next = b->next;
        free(b);
    }
    struct cp_arena empty;
    cp_arena_init(&empty, a->out_of_memory, a->handler_data);
    cp_arena_bound(&empty, a->most, a->too_large, a->bound_data);
    *a = empty;
}

/* A block of that size made of old, which may be NULL: its bytes stay. */
static struct cp_block *block_of(struct cp_arena *a, struct cp_block *old, size_t size)
{
    size_t others = a->held - (old ? old->size : 0);
    if (a->most && (size > a->most || others > a->most - size))
        a->too_large(a->bound_data);
    if (size > SIZE_MAX - sizeof(struct cp_block))
        cp_arena_refuse(a);
    struct cp_block *b = realloc(old, sizeof *b + size);
    if (!b)
        cp_arena_refuse(a);
    a->held = others + size;
    b->size = size;
    return b;
}

static void *cut(struct cp_arena *a, size_t padded)
{
    void *taken = a->at;
    a->at += padded;
    return taken;
}

static bool fits(const struct cp_arena *a, size_t padded)
{
    return padded <= (size_t)(a->end - a->at);
}

void *cp_arena_take_block(struct cp_arena *a, size_t size)
{
    if (a->refuse_at && --a->refuse_at == 0)
        cp_arena_refuse(a);
    size_t padded = (size + 15) & ~(size_t)15;
    if (padded < size)
        cp_arena_refuse(a);
    if (a->at && fits(a, padded))
        return cut(a, padded);
    while (padded <= LARGEST && a->current && a->current->next) { /* kept by the last reset */
        use(a, a->current->next);
        if (fits(a, padded))
            return cut(a, padded);
    }
    size_t usual = a->current && a->current->size <= LARGEST / 2 ? a->current->size * 2 : LARGEST;
    if (!a->current)
        usual = SMALLEST;
    struct cp_block *b = block_of(a, NULL, padded > usual ? padded : usual);
    b->before = a->current; /* behind the current one */
    b->next = a->current ? a->current->next : a->first;
    *(b->before ? &b->before->next : &a->first) = b;
    if (b->next)
        b->next->before = b;
    use(a, b);
    return cut(a, padded);
}

void *cp_arena_take_zero(struct cp_arena *a, size_t count, size_t size)
{
    if (size && count > SIZE_MAX / size)
        cp_arena_refuse(a);
    void *taken = cp_arena_take(a, count * size);
    if (count > 0 && size > 0)
        memset(taken, 0, count * size);
    return taken;
}

/* What is larger than any ordinary block has one of its own, which grows. */
static void *grow_alone(struct cp_arena *a, char *old, size_t size)
{
    struct cp_block *b = (struct cp_block *)(void *)(old - offsetof(struct cp_block, bytes));
    bool is_current = a->current == b;
    size_t padded = (size + 15) & ~(size_t)15;
    if (a->refuse_at && --a->refuse_at == 0)
        cp_arena_refuse(a);
    if (padded < size)
        cp_arena_refuse(a);
    b = block_of(a, b, padded > b->size ? padded : b->size);
    *(b->before ? &b->before->next : &a->first) = b;
    if (b->next)
        b->next->before = b;
    if (is_current) {
        a->current = b;
        a->at = a->end = b->bytes + b->size;
    }
    return b->bytes;
}

void *cp_arena_take_more(struct cp_arena *a, void *old, size_t old_size, size_t size)
{
    size_t old_padded = (old_size + 15) & ~(size_t)15;
    if (old_padded > LARGEST)
        return grow_alone(a, old, size);
    if (old && (char *)old + old_padded == a->at && size <= (size_t)(a->end - (char *)old)) {
        a->at = old;
        return cp_arena_take(a, size);
    }
    void *grown = cp_arena_take(a, size);
    if (old_size)
        memcpy(grown, old, old_size);
    return grown;
}

void *cp_arena_grow_full(struct cp_arena *a, void *items, size_t *room, size_t size)
{
    size_t before = *room;
    *room = before ? before * 2 : 16;
    return cp_arena_take_more(a, items, before * size, *room * size);
}

cp_str cp_str_keep(struct cp_arena *a, cp_str text)
{
    char *kept = cp_arena_take(a, text.len + 1);
    if (text.len)
        memcpy(kept, text.at, text.len);
    kept[text.len] = '\0';
    return (cp_str){kept, text.len};
}
