/* SPDX-License-Identifier: MIT */
#include "rules/trail.h"

void cp_trail_init(struct cp_trail *t, struct cp_arena *arena, struct cp_position *p)
{
    *t = (struct cp_trail){.arena = arena, .could_pass_at_start = cp_position_has_passing(p)};
    t->then = cp_arena_take_zero(arena, p->count, sizeof *t->then);
    t->mark = cp_arena_take_zero(arena, p->count, sizeof *t->mark);
}

void cp_trail_put(struct cp_trail *t, struct cp_position *p, const cp_undo *undo)
{
    if (t->count == t->room) {
        uint32_t room = t->room ? t->room * 2 : 128;
        t->prints = cp_arena_take_more(t->arena, t->prints, t->room * sizeof *t->prints,
                                       room * sizeof *t->prints);
        t->room = room;
    }
    const cp_move *move = &undo->move;
    bool loses_first = p->law->variant->kinds[undo->kind].has_first && !undo->moved;
    t->prints[t->count++] = (cp_footprint){
        .from = move->from,
        .man = move->man,
        .changed_men = move->taken != CP_NOBODY || move->promotion != CP_NO_KIND || loses_first,
        .can_pass = cp_position_has_passing(p)};
}

void cp_trail_del(struct cp_trail *t)
{
    t->count--;
}

/* Goes back to `ply`, noting where each man stood; false when men changed. */
static bool go_back(struct cp_trail *t, uint32_t ply)
{
    t->comparison++;
    for (uint32_t i = t->count; i > ply; i--) {
        const cp_footprint *print = &t->prints[i - 1];
        if (print->changed_men)
            return false;
        t->then[print->man] = print->from;
        t->mark[print->man] = t->comparison;
    }
    return true;
}

static bool is_like(const struct cp_position *p, int32_t a, int32_t b)
{
    return b != CP_NOBODY && p->kind[a] == p->kind[b] && p->side[a] == p->side[b] &&
           (p->moved[a] == p->moved[b] || !p->law->variant->kinds[p->kind[a]].has_first);
}

bool cp_trail_is_same(struct cp_trail *t, struct cp_position *p, uint32_t ply)
{
    if ((t->count - ply) % 2 != 0 || !go_back(t, ply))
        return false;
    bool could_pass = ply ? t->prints[ply - 1].can_pass : t->could_pass_at_start;
    bool can_pass = t->count ? t->prints[t->count - 1].can_pass : t->could_pass_at_start;
    for (uint32_t man = 0; man < p->count; man++)
        if (t->mark[man] == t->comparison &&
            !is_like(p, (int32_t)man, cp_position_get(p, t->then[man])))
            return false;
    return could_pass == can_pass;
}
