/* SPDX-License-Identifier: MIT */
/* turn.c -- a turn is enacted on the board of cells, and the men of the
 * position follow: those on traps join the fallen, newest last, and after them
 * those whose trapdoors open. What the turn displaced becomes the memory of the
 * ko rule, so taking back needs only what the memory was before. */
#include "rules/chess/turn.h"
#include "rules/agents/agents.h"

/* ---- the start ---- */

/* Lays the board of a position just set up; men off the board are left out. What the start
 * says of the last turn is judged below, where it makes no sense. */
static void begin(struct cp_position *p, const struct cp_start *start)
{
    const struct cp_variant *v = p->law->variant;
    struct cp_agents *board = p->agents;
    cp_trapdoor_lay(p);
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
    board->last_count = 0;
    board->has_last = start->before_count > 0;
    for (uint32_t i = 0; i < start->before_count && i < CP_TRACES_MOST; i++) {
        int32_t now = cp_cell_of(p, start->befores[i].now);
        int32_t then = cp_cell_of(p, start->befores[i].then);
        if (now && then && board->man[now] != CP_NOBODY)
            board->last[board->last_count++] = (cp_trace){board->man[now], then};
    }
}

static enum cp_diag check_man(const struct cp_position *p, int32_t man)
{
    if (!cp_on_board(p->law, p->ints, p->at[man]))
        return CP_OFF_BOARD;
    if (cp_position_get(p, p->at[man]) != man)
        return CP_START_SQUARE_TWICE;
    bool is_king = cp_agent_of(p, man) == CP_AGENT_KING;
    if (is_king && p->king[p->side[man]] != man)
        return CP_START_TWO_KINGS;
    uint8_t ground = p->agents->ground[cp_cell_of(p, p->at[man])];
    if (ground & CP_TRAP)
        return CP_START_ON_TRAP;
    return is_king && ground & CP_RIM ? CP_START_KING_ON_RIM : CP_OK;
}

static bool was_displaced(const struct cp_agents *board, int32_t man)
{
    for (uint32_t i = 0; i < board->last_count; i++)
        if (board->last[i].man == man)
            return true;
    return false;
}

/* Whoever is said to have been displaced stands there now, came from elsewhere, and
 * no other man can have stood where it came from. */
static enum cp_diag check_last(const struct cp_position *p, const struct cp_start *start,
                               int32_t *culprit)
{
    const struct cp_agents *board = p->agents;
    if (board->last_count != start->before_count)
        return CP_START_BEFORE;
    for (uint32_t i = 0; i < board->last_count; i++) {
        int32_t man = board->last[i].man, from = board->last[i].from;
        uint8_t ground = board->ground[from];
        bool is_sound = !(ground & CP_TRAP) && from != cp_cell_of(p, p->at[man]) &&
                        (board->man[from] == CP_NOBODY || was_displaced(board, board->man[from])) &&
                        !(ground & CP_RIM && cp_agent_of(p, man) == CP_AGENT_KING);
        for (uint32_t k = 0; k < i; k++)
            is_sound &= board->last[k].man != man && board->last[k].from != from;
        *culprit = man;
        if (!is_sound)
            return CP_START_BEFORE;
    }
    *culprit = CP_NOBODY;
    return CP_OK;
}

static enum cp_diag check_setup(struct cp_position *p, const struct cp_start *start,
                                int32_t *culprit)
{
    for (int32_t man = (int32_t)p->count - 1; man >= 0; man--) {
        enum cp_diag why = check_man(p, man);
        *culprit = man;
        if (why)
            return why;
    }
    *culprit = CP_NOBODY;
    if (p->king[CP_WHITE] == CP_NOBODY)
        return CP_START_NO_WHITE_KING;
    if (p->king[CP_BLACK] == CP_NOBODY)
        return CP_START_NO_BLACK_KING;
    if (start->castling.len && !cp_str_is(start->castling, "-"))
        return CP_CASTLING_UNKNOWN;
    if (start->has_en_passant)
        return CP_START_NOTHING_PASSED;
    return check_last(p, start, culprit);
}

/* ---- a turn ---- */

static void apply(struct cp_position *p, const cp_move *move, cp_undo *undo)
{
    struct cp_trial t;
    cp_pace pace = cp_pace_of(p, move);
    *undo = (cp_undo){.move = *move, .quiet = p->quiet};
    if (cp_agents_enact(p, &pace, &t) != CP_OK)
        t.count = 0; /* not reached: moves that are played were resolved or listed */
    /* The men follow the board. */
    for (uint32_t i = 0; i < t.count; i++)
        cp_position_del(p, t.who[i].man);
    for (uint32_t i = 0; i < t.count; i++) {
        const cp_displaced *d = &t.who[i];
        cp_square to = cp_square_of(p->agents, d->to);
        if (!d->gone) {
            cp_position_put(p, d->man, to);
            continue;
        }
        p->at[d->man] = to;
        p->fallen[p->fallen_count++] = d->man;
        undo->falls++;
        if (p->king[p->side[d->man]] == d->man)
            p->king[p->side[d->man]] = CP_NOBODY;
    }
    struct cp_agents *board = p->agents;
    undo->has_last = board->has_last;
    undo->last_count = (uint8_t)board->last_count;
    memcpy(undo->last, board->last, sizeof undo->last);
    board->has_last = true;
    board->last_count = t.count;
    for (uint32_t i = 0; i < t.count; i++)
        board->last[i] = (cp_trace){t.who[i].man, t.who[i].from};
    p->turn = cp_other(p->turn);
    p->ply++;
    p->quiet++;
    if (p->delay) {
        /* R-TD-3: what was displaced has full time again, whosever turn it was. A king
         * removed by the move ends the game before any man falls (R-TD-4). */
        for (uint32_t i = 0; i < t.count; i++) {
            undo->falls_at[i] = p->falls_at[t.who[i].man];
            cp_position_set_clock(p, t.who[i].man, p->ply + 2 * p->delay, false);
        }
        if (!cp_trial_has_ended(p, &t)) {
            uint32_t falls = cp_trapdoor_open(p);
            undo->falls += falls;
            for (uint32_t i = p->fallen_count - falls; i < p->fallen_count; i++)
                p->agents->man[cp_cell_of(p, p->at[p->fallen[i]])] = CP_NOBODY;
        }
    }
}

/* ---- and back ---- */

static void undo_turn(struct cp_position *p, const cp_undo *undo)
{
    struct cp_agents *board = p->agents;
    /* Those whose trapdoors opened, until those on traps are on top. */
    uint32_t bottom = p->fallen_count - undo->falls;
    while (p->fallen_count > bottom) {
        int32_t man = p->fallen[p->fallen_count - 1];
        if (was_displaced(p->agents, man)) {
            p->fallen_count--;
            continue;
        }
        cp_trapdoor_put_back(p);
        p->agents->man[cp_cell_of(p, p->at[man])] = man;
    }
    for (uint32_t i = 0; i < board->last_count; i++) {
        int32_t man = board->last[i].man;
        if (p->gone[man])
            continue;
        board->man[cp_cell_of(p, p->at[man])] = CP_NOBODY;
        cp_position_del(p, man);
    }
    for (uint32_t i = 0; i < board->last_count; i++) {
        int32_t man = board->last[i].man;
        board->man[board->last[i].from] = man;
        cp_position_put(p, man, cp_square_of(board, board->last[i].from));
        if (cp_agent_of(p, man) == CP_AGENT_KING)
            p->king[p->side[man]] = man;
        if (p->delay)
            cp_position_set_clock(p, man, undo->falls_at[i], false);
    }
    board->has_last = undo->has_last;
    board->last_count = undo->last_count;
    memcpy(board->last, undo->last, sizeof board->last);
    p->turn = cp_other(p->turn);
    p->ply--;
    p->quiet = undo->quiet;
}

/* ---- what it did ---- */

static uint32_t shifts(const struct cp_position *p, const cp_undo *undo, cp_shift *out)
{
    const struct cp_agents *board = p->agents;
    uint32_t count = 0;
    for (uint32_t i = 0; i < board->last_count; i++) {
        int32_t man = board->last[i].man;
        cp_square from = cp_square_of(board, board->last[i].from);
        if (p->gone[man] || !cp_square_equal(from, p->at[man]))
            out[count++] = (cp_shift){from, p->at[man], man, p->gone[man]};
    }
    for (uint32_t i = p->fallen_count - undo->falls; i < p->fallen_count; i++) {
        int32_t man = p->fallen[i];
        if (!was_displaced(board, man) && count < CP_SHIFTS_MOST)
            out[count++] = (cp_shift){p->at[man], p->at[man], man, true};
    }
    return count;
}

/* A man that is gone, or stands where it stood, needs no memory: nothing could put it
 * back. */
uint32_t cp_position_recall(const struct cp_position *p, cp_before *out)
{
    const struct cp_agents *board = p->agents;
    uint32_t count = 0;
    for (uint32_t i = 0; board && i < board->last_count; i++) {
        int32_t man = board->last[i].man;
        cp_before before = {.now = p->at[man], .then = cp_square_of(board, board->last[i].from)};
        if (!p->gone[man] && !cp_square_equal(before.now, before.then))
            out[count++] = before;
    }
    return count;
}

static enum cp_outcome outcome(struct cp_position *p, int *winner)
{
    enum cp_side mover = cp_other(p->turn);
    bool mover_has = p->king[mover] != CP_NOBODY, other_has = p->king[p->turn] != CP_NOBODY;
    *winner = -1;
    if (mover_has && other_has)
        return cp_agents_list(p, 1) ? CP_OUTCOME_NONE : CP_OUTCOME_NO_MOVES;
    *winner = (int)(mover_has ? mover : p->turn); /* R-TD-4: when both fell, the mover loses */
    /* Whether it vanished on a trap: no man ever stood there to fall. */
    uint32_t i = p->fallen_count;
    while (i > 0 && cp_agent_of(p, p->fallen[i - 1]) != CP_AGENT_KING)
        i--;
    bool is_trapped = i > 0 && p->agents->ground[cp_cell_of(p, p->at[p->fallen[i - 1]])] & CP_TRAP;
    return is_trapped ? CP_OUTCOME_KING_TRAPPED : CP_OUTCOME_KING_FALLEN;
}

const struct cp_rules cp_rules_agents = {
    .begin = begin,
    .check_setup = check_setup,
    .resolve = cp_agents_resolve,
    .force = cp_agents_force,
    .apply = apply,
    .undo = undo_turn,
    .shifts = shifts,
    .outcome = outcome,
    .write = cp_agents_write,
    .explain = cp_agents_explain,
    .each_move = cp_agents_each_move,
    .repeats = false,
};
