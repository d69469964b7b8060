/* SPDX-License-Identifier: MIT */
#include "rules/repetition.h"

void cp_repetition_init(struct cp_repetition *r, struct cp_arena *arena)
{
    *r = (struct cp_repetition){.arena = arena, .room = CP_SIGHTING_PAGE};
    r->heads = cp_arena_take_zero(arena, r->room, sizeof *r->heads);
}

/* Page n begins at sighting PAGE * (2^n - 1). */
static struct cp_sighting *sighting(struct cp_repetition *r, uint32_t index)
{
    uint32_t page = 31 - (uint32_t)__builtin_clz(index / CP_SIGHTING_PAGE + 1);
    uint32_t first = CP_SIGHTING_PAGE * (((uint32_t)1 << page) - 1);
    if (!r->pages[page])
        r->pages[page] = cp_arena_take(r->arena, ((size_t)CP_SIGHTING_PAGE << page) *
                                                     sizeof(struct cp_sighting));
    return &r->pages[page][index - first];
}

static uint32_t *head_of(const struct cp_repetition *r, cp_hash hash)
{
    return &r->heads[(uint32_t)hash.low & (r->room - 1)];
}

static struct cp_sighting *find(struct cp_repetition *r, cp_hash hash)
{
    for (uint32_t link = *head_of(r, hash); link;) {
        struct cp_sighting *s = sighting(r, link - 1);
        if (s->hash.low == hash.low && s->hash.high == hash.high)
            return s;
        link = s->next;
    }
    return NULL;
}

static void hang(struct cp_repetition *r, uint32_t index)
{
    struct cp_sighting *s = sighting(r, index);
    uint32_t *head = head_of(r, s->hash);
    s->next = *head;
    *head = index + 1;
}

static void grow(struct cp_repetition *r)
{
    r->room *= 4;
    r->heads = cp_arena_take_zero(r->arena, r->room, sizeof *r->heads);
    for (uint32_t i = 0; i < r->used; i++)
        hang(r, i);
}

struct cp_sighting *cp_repetition_put(struct cp_repetition *r, cp_hash hash, uint32_t ply)
{
    struct cp_sighting *s = find(r, hash);
    if (s) {
        if (s->count++ == 0)
            s->first = ply;
        return s;
    }
    if (r->used == r->room)
        grow(r);
    s = sighting(r, r->used);
    *s = (struct cp_sighting){.hash = hash, .count = 1, .first = ply};
    hang(r, r->used++);
    return s;
}

void cp_repetition_del(struct cp_repetition *r, cp_hash hash)
{
    struct cp_sighting *s = find(r, hash);
    if (s && s->count)
        s->count--;
}
