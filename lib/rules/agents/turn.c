/* SPDX-License-Identifier: MIT */
/* turn.c -- a turn is enacted on the board of cells, and the men of the
 * position follow: those on traps join the fallen, newest last, and after them
 * those whose trapdoors open. What the turn displaced becomes the memory of the
 * ko rule, so taking back needs only what the memory was before. */
#include "rules/chess/turn.h"
#include "rules/agents/agents.h"

/* ---- the start ---- */

void cp_agents_begin(struct cp_position *p, const struct cp_start *start)
{
    cp_trapdoor_lay(p);
    cp_agents_lay(p, start);
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

static bool has_moved_off(const struct cp_agents *board, int32_t cell)
{
    for (uint32_t i = 0; i < board->last_count; i++)
        if (board->last[i].man == board->man[cell])
            return true;
    return board->man[cell] == CP_NOBODY;
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
                        has_moved_off(board, from) &&
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

enum cp_diag cp_agents_check_setup(struct cp_position *p, const struct cp_start *start,
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

void cp_agents_apply(struct cp_position *p, const cp_move *move, cp_undo *undo)
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

static bool was_displaced(const struct cp_agents *board, int32_t man)
{
    for (uint32_t i = 0; i < board->last_count; i++)
        if (board->last[i].man == man)
            return true;
    return false;
}

void cp_agents_undo(struct cp_position *p, const cp_undo *undo)
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

uint32_t cp_agents_shifts(const struct cp_position *p, const cp_undo *undo, cp_shift *out)
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

/* Whether the king that is gone vanished on a trap: no man ever stood there to fall. */
static bool is_trapped(const struct cp_position *p)
{
    for (uint32_t i = p->fallen_count; i-- > 0;) {
        int32_t man = p->fallen[i];
        if (cp_agent_of(p, man) == CP_AGENT_KING)
            return p->agents->ground[cp_cell_of(p, p->at[man])] & CP_TRAP;
    }
    return false;
}

/* A man that is gone, or stands where it stood, needs no memory: nothing could put it
 * back. */
uint32_t cp_agents_recall(const struct cp_position *p, cp_before *out)
{
    const struct cp_agents *board = p->agents;
    uint32_t count = 0;
    for (uint32_t i = 0; i < board->last_count; i++) {
        int32_t man = board->last[i].man;
        cp_before before = {.now = p->at[man], .then = cp_square_of(board, board->last[i].from)};
        if (!p->gone[man] && !cp_square_equal(before.now, before.then))
            out[count++] = before;
    }
    return count;
}

enum cp_outcome cp_agents_outcome(struct cp_position *p, int *winner)
{
    enum cp_side mover = cp_other(p->turn);
    bool mover_has = p->king[mover] != CP_NOBODY, other_has = p->king[p->turn] != CP_NOBODY;
    *winner = -1;
    if (!mover_has || !other_has) { /* R-TD-4: when both fell, the mover loses */
        *winner = (int)(mover_has ? mover : p->turn);
        return is_trapped(p) ? CP_OUTCOME_KING_TRAPPED : CP_OUTCOME_KING_FALLEN;
    }
    return cp_agents_list(p, 1) ? CP_OUTCOME_NONE : CP_OUTCOME_NO_MOVES;
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
    .each_move = cp_agents_each_move,
    .repeats = false,
};
