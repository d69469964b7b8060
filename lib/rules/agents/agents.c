/* SPDX-License-Identifier: MIT */
#include "rules/agents/agents.h"

static void tally(struct cp_tally *out, struct cp_survey *s, struct cp_position *p)
{
    (void)s;
    *out = (struct cp_tally){.count = CP_INT(cp_agents_list(p, UINT32_MAX))};
}

static uint32_t list(struct cp_position *p, struct cp_arena *arena, const cp_move **out)
{
    uint32_t count = cp_agents_list(p, UINT32_MAX);
    cp_move *moves = cp_arena_take_zero(arena, count, sizeof *moves);
    for (uint32_t i = 0; i < count; i++)
        moves[i] = cp_move_of(p, &p->agents->paces[i]);
    *out = moves;
    return count;
}

/* The moves of one level of a count: listing uses the same room again below it. */
struct level {
    cp_pace *paces;
    uint32_t room;
};

static uint32_t list_level(struct cp_position *p, struct level *l, struct cp_arena *arena)
{
    uint32_t count = cp_agents_list(p, UINT32_MAX);
    if (count > l->room) {
        l->room = count * 2;
        l->paces = cp_arena_take_zero(arena, l->room, sizeof *l->paces);
    }
    if (count)
        memcpy(l->paces, p->agents->paces, count * sizeof *l->paces);
    return count;
}

/* Recursion is by depth, which the asker chose, never by input. */
static uint64_t count_below(struct cp_position *p, struct level *levels, uint32_t depth,
                            struct cp_arena *arena)
{
    uint64_t nodes = 0;
    if (depth == 1)
        return cp_agents_list(p, UINT32_MAX);
    uint32_t count = list_level(p, &levels[depth], arena);
    for (uint32_t i = 0; i < count; i++) {
        cp_undo undo;
        cp_move move = cp_move_of(p, &levels[depth].paces[i]);
        cp_agents_apply(p, &move, &undo);
        nodes += count_below(p, levels, depth - 1, arena);
        cp_agents_undo(p, &undo);
    }
    return nodes;
}

static uint64_t perft(struct cp_position *p, uint32_t depth, struct cp_arena *arena)
{
    struct level *levels = cp_arena_take_zero(arena, (size_t)depth + 1, sizeof *levels);
    return depth ? count_below(p, levels, depth, arena) : 1;
}

const struct cp_rules cp_rules_agents = {
    .begin = cp_agents_begin,
    .check_setup = cp_agents_check_setup,
    .resolve = cp_agents_resolve,
    .force = cp_agents_force,
    .apply = cp_agents_apply,
    .undo = cp_agents_undo,
    .shifts = cp_agents_shifts,
    .recall = cp_agents_recall,
    .outcome = cp_agents_outcome,
    .write = cp_agents_write,
    .explain = cp_agents_explain,
    .tell_moves = cp_agents_tell_moves,
    .tally = tally,
    .perft = perft,
    .list = list,
    .repeats = false,
};
