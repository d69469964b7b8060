/* SPDX-License-Identifier: MIT */
#include "rules/perft.h"

/* Recursion is by depth, which the asker chose, never by input. */
static uint64_t count(struct cp_position *p, uint32_t depth, struct cp_arena *levels);

static uint64_t below(struct cp_position *p, const cp_move *move, uint32_t depth,
                      struct cp_arena *levels)
{
    cp_undo undo;
    cp_move_apply(p, move, &undo);
    uint64_t lines = count(p, depth - 1, levels);
    cp_move_undo(p, &undo);
    return lines;
}

static uint64_t count_square(struct cp_position *p, int32_t man, const cp_run_of_moves *run,
                             cp_int length, uint32_t depth, struct cp_arena *levels)
{
    const struct cp_variant *v = p->law->variant;
    uint32_t choices = run->promotes ? v->promotes_to_count : 1;
    uint64_t lines = 0;
    if (depth == 1)
        return choices;
    for (uint32_t i = 0; i < choices; i++) {
        uint8_t promotion = run->promotes ? v->promotes_to[i] : CP_NO_KIND;
        cp_move move;
        int32_t culprit;
        enum cp_diag why =
            run->castles
                ? cp_move_check_castling(p, run->castles > 0, &move, &culprit)
                : cp_move_check(p, man, cp_run_square(p->ints, run, length), promotion, &move);
        if (why == CP_OK)
            lines += below(p, &move, depth, levels);
    }
    return lines;
}

/* levels[depth - 1] is for the survey of one man at a time. */
static uint64_t count(struct cp_position *p, uint32_t depth, struct cp_arena *levels)
{
    uint64_t lines = 0;
    if (depth == 0)
        return 1;
    for (uint32_t man = 0; man < p->count; man++) {
        struct cp_survey s;
        if (p->gone[man] || p->side[man] != p->turn)
            continue;
        cp_arena_reset(&levels[depth - 1]);
        cp_survey_init(&s, &levels[depth - 1]);
        cp_survey_add(&s, p, (int32_t)man);
        for (uint32_t i = 0; i < s.count; i++)
            for (int64_t n = s.runs[i].low.v; n <= s.runs[i].high.v; n++)
                lines += count_square(p, (int32_t)man, &s.runs[i], CP_INT(n), depth, levels);
    }
    return lines;
}

uint64_t cp_perft(struct cp_position *p, uint32_t depth, struct cp_arena *arena)
{
    struct cp_arena *levels = cp_arena_take_zero(arena, depth + 1, sizeof *levels);
    for (uint32_t i = 0; i < depth; i++)
        cp_arena_init(&levels[i], arena->out_of_memory, arena->handler_data);
    uint64_t lines = count(p, depth, levels);
    for (uint32_t i = 0; i < depth; i++)
        cp_arena_close(&levels[i]);
    return lines;
}
