/* SPDX-License-Identifier: MIT */
/* arena.c -- blocks double up to LARGEST; a request that does not fit an
 * ordinary block gets one of its own, which reset gives back: one game of
 * 100 MB must not cost 100 MB for the rest of the stream. */
#include "base/arena.h"

#include <stdlib.h>

enum { SMALLEST = 16 * 1024, LARGEST = 256 * 1024 };

struct cp_block {
    struct cp_block *next;
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

void cp_arena_reset(struct cp_arena *a)
{
    struct cp_block **link = &a->first;
    while (*link) {
        struct cp_block *b = *link;
        if (b->size > LARGEST) {
            *link = b->next;
            free(b);
        } else {
            link = &b->next;
        }
    }
    a->current = NULL;
    a->at = a->end = NULL;
    if (a->first)
        use(a, a->first);
}

void cp_arena_close(struct cp_arena *a)
{
    for (struct cp_block *b = a->first, *next; b; b = next) {
        next = b->next;
        free(b);
    }
    cp_arena_init(a, a->out_of_memory, a->handler_data);
}

static struct cp_block *block_of(struct cp_arena *a, size_t size)
{
    if (size > SIZE_MAX - sizeof(struct cp_block))
        cp_arena_refuse(a);
    struct cp_block *b = malloc(sizeof *b + size);
    if (!b)
        cp_arena_refuse(a);
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
    struct cp_block *b = block_of(a, padded > usual ? padded : usual);
    b->next = a->current ? a->current->next : a->first;
    if (a->current)
        a->current->next = b;
    else
        a->first = b;
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

void *cp_arena_take_more(struct cp_arena *a, void *old, size_t old_size, size_t size)
{
    size_t old_padded = (old_size + 15) & ~(size_t)15;
    if (old && (char *)old + old_padded == a->at && size <= (size_t)(a->end - (char *)old)) {
        a->at = old;
        return cp_arena_take(a, size);
    }
    void *grown = cp_arena_take(a, size);
    if (old_size)
        memcpy(grown, old, old_size);
    return grown;
}

void *cp_arena_grow(struct cp_arena *a, void *items, size_t *room, size_t size)
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
