/* SPDX-License-Identifier: MIT */
#include "rules/agents/agents.h"

static void each_move(struct cp_position *p, int32_t man, struct cp_ranges *out)
{
    const struct cp_agents *board = p->agents;
    uint32_t count = cp_position_is_over(p) ? 0 : cp_agents_list_man(p, man, 0, UINT32_MAX);
    for (uint32_t i = 0; i < count; i++) {
        const cp_pace *pace = &board->paces[i];
        cp_range range = {
            .man = man,
            .from = p->at[man],
            .dx = cp_cell_file(board, pace->to) - cp_cell_file(board, pace->from),
            .dy = cp_cell_rank(board, pace->to) - cp_cell_rank(board, pace->from),
            .low = CP_INT(1),
            .high = CP_INT(1),
            .sep = pace->sep,
            .then = pace->then,
            .takes = CP_NOBODY,
            .stopped = CP_NOBODY,
        };
        if (pace->then)
            range.via = cp_square_of(board, pace->via);
        cp_ranges_add(out, &range);
    }
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
    .each_move = each_move,
    .repeats = false,
};
