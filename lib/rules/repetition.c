/* SPDX-License-Identifier: MIT */
#include "rules/repetition.h"

enum { FIRST_ROOM = 256 };

void cp_repetition_init(struct cp_repetition *r, struct cp_arena *arena)
{
    *r = (struct cp_repetition){.arena = arena, .room = FIRST_ROOM};
    r->table = cp_arena_take_zero(arena, r->room, sizeof *r->table);
}

/* The hash's entry, or the empty one where it belongs (count and hash zero). */
static struct cp_sighting *entry_of(const struct cp_repetition *r, cp_hash hash)
{
    uint32_t slot = (uint32_t)hash.low & (r->room - 1);
    for (;; slot = (slot + 1) & (r->room - 1)) {
        struct cp_sighting *e = &r->table[slot];
        bool is_empty = !e->count && !e->hash.low && !e->hash.high;
        if (is_empty || (e->hash.low == hash.low && e->hash.high == hash.high))
            return e;
    }
}

static void grow(struct cp_repetition *r)
{
    struct cp_repetition old = *r;
    r->room *= 2;
    r->table = cp_arena_take_zero(r->arena, r->room, sizeof *r->table);
    for (uint32_t i = 0; i < old.room; i++)
        if (old.table[i].hash.low || old.table[i].hash.high || old.table[i].count)
            *entry_of(r, old.table[i].hash) = old.table[i];
}

struct cp_sighting *cp_repetition_put(struct cp_repetition *r, cp_hash hash, uint32_t ply)
{
    if (r->used * 2 >= r->room)
        grow(r);
    struct cp_sighting *e = entry_of(r, hash);
    if (!e->hash.low && !e->hash.high && !e->count)
        r->used++;
    if (!e->count) {
        e->hash = hash;
        e->first = ply;
    }
    e->count++;
    return e;
}

void cp_repetition_del(struct cp_repetition *r, cp_hash hash)
{
    struct cp_sighting *e = entry_of(r, hash);
    if (e->count)
        e->count--;
}
