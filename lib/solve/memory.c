/* SPDX-License-Identifier: MIT */
/* memory.c -- how a search begins: what it remembers of positions, and how long it may go on. */
#include "solve/search.h"

#include <time.h>

enum {
    LOOK_EACH = 1024, /* positions */
    BITS_FEW = 14,    /* of a table, where few plies are asked for */
    BITS_MOST = 21,
};

/* ---- what was found out before ---- */

struct entry {
    uint64_t low, high;
    uint32_t problem; /* by number: entries of others are empty */
    uint16_t plies;
    uint8_t found;
};

struct cp_table {
    struct cp_arena *arena;
    uint32_t problem;
    struct entry *entries; /* NULL: none were needed yet */
    uint32_t bits;         /* 2^bits of them */
};

struct cp_table *cp_table_make(struct cp_arena *arena)
{
    struct cp_table *t = cp_arena_take_zero(arena, 1, sizeof *t);
    t->arena = arena;
    return t;
}

static void begin_table(struct cp_table *t, uint32_t plies)
{
    uint32_t bits = BITS_FEW + plies < BITS_MOST ? BITS_FEW + plies : BITS_MOST;
    if (plies > 2 && bits > t->bits) {
        t->entries = cp_arena_take_zero(t->arena, (size_t)1 << bits, sizeof *t->entries);
        t->bits = bits;
    }
    t->problem++;
}

static struct entry *entry_of(const struct cp_search *s, cp_hash h)
{
    return &s->table->entries[h.low >> (64 - s->table->bits)];
}

bool cp_search_recall(const struct cp_search *s, cp_hash h, uint32_t plies, enum cp_found *out)
{
    const struct entry *e = entry_of(s, h);
    if (e->problem != s->table->problem || e->low != h.low || e->high != h.high)
        return false;
    bool is_exact = e->plies == plies || s->asked.aim == CP_AIM_HELP;
    bool fits = is_exact                   ? e->plies == plies
                : e->found == CP_FOUND_YES ? e->plies <= plies
                                           : e->found == CP_FOUND_NO && e->plies >= plies;
    *out = (enum cp_found)e->found;
    return fits;
}

/* Deeper answers cost more, and stay. */
void cp_search_note(struct cp_search *s, cp_hash h, uint32_t plies, enum cp_found found)
{
    struct entry *e = entry_of(s, h);
    bool is_other = e->problem == s->table->problem && (e->low != h.low || e->high != h.high);
    if (found != CP_FOUND_LIMIT && !(is_other && e->plies > plies))
        *e = (struct entry){h.low, h.high, s->table->problem, (uint16_t)plies, (uint8_t)found};
}

/* ---- how long, and by what ---- */

static uint64_t now_in_milliseconds(void)
{
    struct timespec now = {0};
    (void)clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000 + (uint64_t)now.tv_nsec / 1000000;
}

bool cp_search_must_stop(struct cp_search *s)
{
    s->positions++;
    if (s->positions_most && s->positions > s->positions_most)
        s->is_stopped = true;
    if (s->positions % LOOK_EACH)
        return s->is_stopped;
    if (s->deadline && now_in_milliseconds() >= s->deadline)
        s->is_stopped = true;
    if (s->run && s->run->on_move)
        s->run->on_move(s->run);
    return s->is_stopped;
}

void cp_search_limit(struct cp_search *s, const struct cp_problem *problem)
{
    s->positions = 0;
    s->positions_most = problem->positions_most;
    s->deadline = problem->milliseconds ? now_in_milliseconds() + problem->milliseconds : 0;
    s->is_stopped = false;
}

void cp_search_begin(struct cp_search *s, struct cp_position *p, struct cp_arena *arena,
                     struct cp_table *table, const struct cp_problem *problem)
{
    uint32_t levels = problem->asked.plies + 1;
    *s = (struct cp_search){.p = p,
                            .rules = cp_rules_of(p),
                            .arena = arena,
                            .table = table,
                            .asked = problem->asked,
                            .run = problem->run,
                            .is_new = true};
    cp_search_limit(s, problem);
    s->only_checks = problem->only_checks;
    s->is_plain = cp_reach_begin(&s->reach, p);
    s->levels = cp_arena_take_zero(arena, levels, sizeof *s->levels);
    for (uint32_t i = 0; i < levels; i++)
        cp_ranges_init(&s->levels[i].ranges, arena);
    begin_table(table, problem->asked.plies);
    /* (of agents the last turn matters, which the hash does not tell) */
    s->remembers = table->entries && p->law->variant->family == CP_FAMILY_CHESS;
}
