/* SPDX-License-Identifier: MIT */
#include "rules/agents/agents.h"

/* ---- laying ---- */

/* What the start says of the last turn; check_setup judges what makes no sense. */
static void remember(struct cp_position *p, const struct cp_start *start)
{
    struct cp_agents *board = p->agents;
    board->last_count = 0;
    board->has_last = start->before_count > 0;
    for (uint32_t i = 0; i < start->before_count && i < CP_TRACES_MOST; i++) {
        int32_t now = cp_cell_of(p, start->befores[i].now);
        int32_t then = cp_cell_of(p, start->befores[i].then);
        if (now && then && board->man[now] != CP_NOBODY)
            board->last[board->last_count++] = (cp_trace){board->man[now], then};
    }
}

void cp_agents_lay(struct cp_position *p, const struct cp_start *start)
{
    const struct cp_variant *v = p->law->variant;
    struct cp_agents *board = p->agents;
    if (!board) {
        board = p->agents = cp_arena_take_zero(p->arena, 1, sizeof *board);
        board->width = v->files + 2 * CP_AGENTS_MARGIN;
        board->cells = board->width * (v->ranks + 2 * CP_AGENTS_MARGIN);
        board->man = cp_arena_take_zero(p->arena, (size_t)board->cells, sizeof *board->man);
        board->ground = cp_arena_take_zero(p->arena, (size_t)board->cells, 1);
        memset(board->ground, CP_WALL, (size_t)board->cells);
        for (int32_t rank = 1; rank <= v->ranks; rank++)
            for (int32_t file = 1; file <= v->files; file++) {
                bool is_rim = file == 1 || file == v->files || rank == 1 || rank == v->ranks;
                board->ground[cp_cell(board, file, rank)] = is_rim ? CP_RIM : 0;
            }
        for (uint32_t i = 0; i < v->trap_count; i++)
            board->ground[cp_cell(board, v->traps[i].file.v, v->traps[i].rank.v)] |= CP_TRAP;
    }
    for (int32_t cell = 0; cell < board->cells; cell++)
        board->man[cell] = CP_NOBODY;
    for (uint32_t man = 0; man < p->count; man++)
        if (cp_on_board(p->law, p->ints, p->at[man]))
            board->man[cp_cell_of(p, p->at[man])] = (int32_t)man;
    remember(p, start);
}

/* ---- a trial ---- */

void cp_trial_init(struct cp_trial *t)
{
    t->count = 0;
    t->at = t->at_too = 0;
    t->culprit = CP_NOBODY;
}

static cp_displaced *entry_of(struct cp_trial *t, int32_t man, int32_t cell)
{
    for (uint32_t i = 0; i < t->count; i++)
        if (t->who[i].man == man)
            return &t->who[i];
    t->who[t->count] = (cp_displaced){man, cell, cell, false};
    return &t->who[t->count++];
}

void cp_trial_lift(const struct cp_position *p, struct cp_trial *t, int32_t man, int32_t cell)
{
    entry_of(t, man, cell)->to = 0;
    p->agents->man[cell] = CP_NOBODY;
}

enum cp_diag cp_trial_land(const struct cp_position *p, struct cp_trial *t, int32_t man,
                           int32_t cell)
{
    uint8_t ground = p->agents->ground[cell];
    if (ground & CP_RIM && cp_agent_of(p, man) == CP_AGENT_KING) {
        t->at = cell;
        t->culprit = man;
        return CP_KING_ON_RIM;
    }
    if (ground & CP_TRAP) {
        cp_trial_vanish(t, man, cell);
        return CP_OK;
    }
    entry_of(t, man, cell)->to = cell;
    p->agents->man[cell] = man;
    return CP_OK;
}

void cp_trial_vanish(struct cp_trial *t, int32_t man, int32_t trap)
{
    cp_displaced *d = entry_of(t, man, trap);
    d->to = trap;
    d->gone = true;
}

bool cp_trial_has_lost(const struct cp_trial *t, int32_t man)
{
    for (uint32_t i = 0; i < t->count; i++)
        if (t->who[i].man == man)
            return t->who[i].gone;
    return false;
}

bool cp_trial_has_ended(const struct cp_position *p, const struct cp_trial *t)
{
    for (uint32_t i = 0; i < t->count; i++)
        if (t->who[i].gone && cp_agent_of(p, t->who[i].man) == CP_AGENT_KING)
            return true;
    return false;
}

/* Where a man stood just before the opponent's last move: where that move found
 * it, or where it stands now. */
static int32_t reference(const struct cp_agents *board, const cp_displaced *d)
{
    for (uint32_t i = 0; i < board->last_count; i++)
        if (board->last[i].man == d->man)
            return board->last[i].from;
    return d->from;
}

enum cp_diag cp_trial_judge(const struct cp_position *p, struct cp_trial *t)
{
    bool changes = false;
    for (uint32_t i = 0; i < t->count; i++) {
        const cp_displaced *d = &t->who[i];
        changes |= d->gone || d->to != d->from;
        if (d->gone || d->to != reference(p->agents, d))
            continue;
        t->at = d->to;
        t->culprit = d->man;
        return CP_KO;
    }
    return changes ? CP_OK : CP_NOTHING_CHANGES;
}

/* Off the board with all, then each to where it was. */
void cp_trial_back(const struct cp_position *p, struct cp_trial *t, const struct cp_trial *as)
{
    int32_t *man = p->agents->man;
    for (uint32_t i = 0; i < t->count; i++)
        if (!t->who[i].gone && t->who[i].to)
            man[t->who[i].to] = CP_NOBODY;
    for (uint32_t i = 0; i < t->count; i++)
        if (!as || i >= as->count)
            man[t->who[i].from] = t->who[i].man;
        else if (!as->who[i].gone)
            man[as->who[i].to] = t->who[i].man;
    if (as)
        *t = *as;
    else
        cp_trial_init(t);
}

cp_pace cp_pace_of(const struct cp_position *p, const cp_move *move)
{
    cp_pace pace = {.from = cp_cell_of(p, move->from),
                    .to = cp_cell_of(p, move->to),
                    .sep = move->sep,
                    .then = move->then};
    if (move->then)
        pace.via = cp_cell_of(p, move->via);
    return pace;
}

cp_move cp_move_of(const struct cp_position *p, const cp_pace *pace)
{
    const struct cp_agents *board = p->agents;
    cp_move move = {.from = cp_square_of(board, pace->from),
                    .to = cp_square_of(board, pace->to),
                    .man = board->man[pace->from],
                    .taken = CP_NOBODY,
                    .promotion = CP_NO_KIND,
                    .rook = CP_NOBODY,
                    .sep = pace->sep,
                    .then = pace->then};
    if (pace->then)
        move.via = cp_square_of(board, pace->via);
    return move;
}
