/* SPDX-License-Identifier: MIT */
/* search.h -- the search behind problem.h: is there a solution within so many plies? */
#ifndef CP_SOLVE_SEARCH_H
#define CP_SOLVE_SEARCH_H

#include "solve/verify.h"

/* A first or later move that is tried: alone, or for all lengths low .. high of a range, which
 * are alike. */
struct cp_candidate {
    cp_move move;
    cp_range range; /* those it speaks for, and of what ray */
    uint32_t every; /* of a ray that goes on: for each so-manieth from here on, too; else 0 */
    bool is_sample; /* it speaks for itself alone, of lengths that are not all judged */
};

/* In which order: by score, then as they came. */
struct cp_turn_at {
    int32_t score;
    uint32_t at;
};

/* The moves of a position so many plies before the end. */
struct cp_listed {
    struct cp_ranges ranges;
    struct cp_candidate *list;
    struct cp_turn_at *order;
    size_t room, order_room;
    uint32_t count;
    bool is_brief;          /* there are more lengths */
    enum cp_found rest;     /* why there may be more than these; NO: there are none */
    cp_square killer[2][2]; /* the last two that decided here: from, to */
    uint32_t killer_bits;   /* the last one on bitboards */
};

/* Lengths of a range, increasing. */
struct cp_cuts {
    cp_int *list;
    size_t room;
    uint32_t count;
};

/* Behind which length of a ray lengths are alike (reach.c), by how many moves follow, less one. */
struct cp_reach {
    uint32_t depth; /* so many may follow; 0: nothing is claimed */
    int64_t factor[2], beyond[2], classes[2];
};

struct cp_search {
    struct cp_position *p;
    const struct cp_rules *rules;
    struct cp_arena *arena;
    struct cp_table *table;
    cp_stipulation asked;
    struct cp_listed *levels;     /* by plies left */
    struct cp_cuts checks, mates; /* of one range after the other */
    struct cp_reach reach;
    uint64_t positions, positions_most, deadline;
    struct cp_run *run; /* may be NULL */
    bool remembers;     /* what was found of positions */
    bool is_stopped;
    bool is_new;      /* the material, with the last move */
    bool only_checks; /* are played by who wants the end */
    bool is_plain;    /* cuts.c speaks of all that is played */
};

/* Whether the side that moves so many plies before the end is the one that wants the end. */
static inline bool cp_search_chooses(const struct cp_search *s, uint32_t plies)
{
    return s->asked.aim == CP_AIM_HELP || (plies % 2 == 1) == (s->asked.aim == CP_AIM_DIRECT);
}

/* Makes s ready for positions of p's rules. The table begins empty. */
void cp_search_begin(struct cp_search *s, struct cp_position *p, struct cp_arena *arena,
                     struct cp_table *table, const struct cp_problem *problem);

/* The moves at p, so many plies before the end; the n-th is the n-th most promising, whatever was
 * searched before. */
struct cp_listed *cp_search_list(struct cp_search *s, uint32_t plies);

static inline const struct cp_candidate *cp_listed_get(const struct cp_listed *l, uint32_t n)
{
    return &l->list[l->order[n].at];
}

/* Plays one, and back. */
void cp_search_play(struct cp_search *s, const struct cp_candidate *c, cp_undo *undo);

/* From here on it may take as long as the problem says. */
void cp_search_limit(struct cp_search *s, const struct cp_problem *problem);

/* Counts a position that is looked at. True: it is one too many, or too late. */
bool cp_search_must_stop(struct cp_search *s);

/* Whether counting, or another end than by mate, has ended a game that has moves. */
bool cp_search_is_drawn(const struct cp_search *s);

/* Of p, whoever is to move; of a helpmate its end alone, with no ply left. */
enum cp_found cp_search_decide(struct cp_search *s, uint32_t plies);

/* What was found of a position by its hash; and that it was. */
CP_MUST_USE bool cp_search_recall(const struct cp_search *s, cp_hash h, uint32_t plies,
                                  enum cp_found *out);
void cp_search_note(struct cp_search *s, cp_hash h, uint32_t plies, enum cp_found found);

/* The same as cp_search_decide on bitboards (boards.c). False: they do not play here. */
CP_MUST_USE bool cp_boards_decide(struct cp_search *s, uint32_t plies, enum cp_found *out);

/* At which length it goes to a square, if it does. */
CP_MUST_USE bool cp_range_find(struct cp_ints *t, const cp_range *range, cp_square to,
                               cp_int *length);

/* Writes the proof of the answer, if there is one. False: it would have endlessly many moves, or
 * very many. */
CP_MUST_USE bool cp_search_prove(struct cp_search *s, struct cp_problem *problem,
                                 enum cp_spelling spelling, cp_square shift);

enum cp_cuts_of { CP_CUTS_OF_CHECK, CP_CUTS_OF_MATE };

/* The lengths of a range at which check, or mate by one move, may begin or end: the first is
 * range->low; between two of them all lengths do so, or none. False: that is not proved here. */
CP_MUST_USE bool cp_cuts_find(struct cp_cuts *out, struct cp_position *p, const cp_range *range,
                              enum cp_cuts_of of, struct cp_arena *arena);

/* Whether nothing is played at p of which cuts.c and reach.c do not speak; and of one kind. */
bool cp_law_is_plain(const struct cp_position *p);
bool cp_movement_is_plain(const struct cp_movement *m);

/* False: a move of a plain law gives no check. */
bool cp_cuts_may_check(const struct cp_position *p, const cp_move *move);

/* What holds of all positions that follow from p. True: all that may be played there is plain. */
bool cp_reach_begin(struct cp_reach *r, struct cp_position *p);

/* *last: of those behind it each r->classes[moves - 1]-th length has the same answer, if so many
 * moves follow the one along a ray. False: that is not known. */
CP_MUST_USE bool cp_reach_find(const struct cp_reach *r, struct cp_position *p, uint32_t moves,
                               cp_int *last);

#endif
