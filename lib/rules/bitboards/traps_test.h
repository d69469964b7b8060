/* SPDX-License-Identifier: MIT */
/* traps_test.h -- both engines on a board of trapdoors: as both_test.h, with turns
 * in which men fall. For tests and for the fuzzer. */
#ifndef CP_TRAPS_TEST_H
#define CP_TRAPS_TEST_H

#include "rules/bitboards/both_test.h"
#include "rules/chess/turn.h"
#include "rules/rules.h"

struct traps {
    struct both both;          /* its bitboard is not used */
    struct cp_variant variant; /* chess, with the trapdoors of the last start */
    struct cp_trapboard t;
    /* What was met on the way: */
    unsigned long falls, kings, both_kings, mates_before_falls, mates_by_falls, stalemates,
        illegal_by_falls, doubts;
};

static inline bool traps_open(struct traps *w)
{
    *w = (struct traps){.both = {.ints = NULL}};
    if (!both_open(&w->both))
        return false;
    w->variant = *w->both.law.variant;
    w->both.law.variant = &w->variant;
    return true;
}

static inline void traps_close(struct traps *w)
{
    both_close(&w->both);
}

/* NULL, or what is wrong. *taken: the start is lawful. */
static inline const char *traps_start(struct traps *w, const struct cp_start *start, uint32_t delay,
                                      bool *taken)
{
    struct both *both = &w->both;
    int32_t culprit;
    cp_arena_reset(&both->scratch);
    w->variant.trapdoor = (int32_t)delay;
    cp_position_init(&both->p, &both->law, both->ints, &both->scratch, start);
    cp_trapdoor_lay(&both->p);
    *taken = cp_setup_check(&both->p, start, &culprit) == CP_OK;
    if (!*taken || cp_trapboard_take(&w->t, &both->c, &both->p))
        return NULL;
    *taken = false;
    return "whether the start is lawful";
}

static inline bool traps_same(const struct cp_trapboard *a, const struct cp_trapboard *b)
{
    for (cp_bits running = a->running; running; running &= running - 1) {
        int square = cp_bits_first(running);
        if (a->falls_at[square] - a->ply != b->falls_at[square] - b->ply)
            return false;
    }
    return both_same(&a->b, &b->b) && a->running == b->running && a->due == b->due &&
           a->delay == b->delay;
}

static inline void count_turn(struct traps *w, cp_bit_move m, const cp_undo *undo,
                              enum cp_outcome outcome)
{
    const struct cp_position *p = &w->both.p;
    cp_bits due = w->t.due & ~cp_bit(cp_bit_from(m)) & ~cp_bit(cp_bit_to(m));
    w->falls += undo->falls;
    w->kings += outcome == CP_OUTCOME_KING_FALLEN;
    w->both_kings += p->king[CP_WHITE] == CP_NOBODY && p->king[CP_BLACK] == CP_NOBODY;
    w->mates_before_falls += outcome == CP_OUTCOME_CHECKMATE && due;
    w->mates_by_falls += outcome == CP_OUTCOME_CHECKMATE && undo->falls;
    w->stalemates += outcome == CP_OUTCOME_STALEMATE;
}

/* One FIDE-legal move: is the turn legal, and where does it lead? Both positions
 * are as before afterwards. */
static inline const char *traps_try(struct traps *w, cp_bit_move m)
{
    struct cp_position *p = &w->both.p;
    struct cp_trapboard next = w->t, again;
    cp_move move;
    cp_undo undo;
    p->is_undecided = false;
    bool legal = both_judge(&w->both, m, &move) == CP_OK;
    enum cp_answer answer = cp_trapboard_apply(&next, m);
    if (answer == CP_DOUBT || p->is_undecided) {
        w->doubts++;
        return NULL;
    }
    if (legal != (answer == CP_YES))
        return "which turns are legal";
    w->illegal_by_falls += !legal;
    if (!legal)
        return NULL;
    int winner, mover = (int)p->turn;
    const char *wrong = NULL;
    cp_turn_apply(p, &move, &undo);
    enum cp_outcome outcome = cp_rules_of(p)->outcome(p, &winner);
    cp_bits kings = next.b.role[CP_KING];
    if (undo.falls != cp_bits_count(next.fallen))
        wrong = "how many men fall";
    else if ((p->checks > 0) != (next.b.checkers != 0) ||
             (p->checks > 1) != cp_bits_many(next.b.checkers))
        wrong = "who gives check after falls";
    else if ((outcome == CP_OUTCOME_KING_FALLEN) != !cp_bits_many(kings))
        wrong = "whether a king fell";
    else if (outcome == CP_OUTCOME_KING_FALLEN &&
             (winner == mover) != ((kings & next.b.men[mover]) != 0))
        wrong = "who wins when a king has fallen";
    else if (outcome != CP_OUTCOME_KING_FALLEN &&
             (!cp_trapboard_take(&again, &w->both.c, p) || !traps_same(&again, &next)))
        wrong = "where a turn leads";
    count_turn(w, m, &undo, outcome);
    cp_move_undo(p, &undo);
    return wrong;
}

/* What of the position they see differently, NULL for nothing. */
static inline const char *traps_differ(struct traps *w, const cp_bit_move *moves, uint32_t count)
{
    struct cp_position *p = &w->both.p;
    uint64_t lines;
    enum cp_answer answer = cp_trapboard_can_move(&w->t);
    p->is_undecided = false;
    bool can_move = cp_position_can_move(p);
    if (answer == CP_DOUBT || p->is_undecided)
        w->doubts++;
    else if (can_move != (answer == CP_YES))
        return "whether there is a turn";
    for (uint32_t i = 0; i < count; i++) {
        const char *wrong = traps_try(w, moves[i]);
        if (wrong)
            return wrong;
    }
    if (!cp_trapboard_perft(&w->t, 1, &lines))
        w->doubts++;
    else if (cp_perft(p, 1, &w->both.scratch) != lines)
        return "how many turns there are";
    if (p->quiet != w->t.b.quiet)
        return "how many plies were quiet";
    return NULL;
}

/* Plays a turn found legal by both. */
static inline const char *traps_play(struct traps *w, cp_bit_move m)
{
    cp_move move;
    cp_undo undo;
    if (both_judge(&w->both, m, &move) != CP_OK || cp_trapboard_apply(&w->t, m) != CP_YES)
        return "a turn is not legal";
    cp_turn_apply(&w->both.p, &move, &undo);
    return NULL;
}

#endif
