/* SPDX-License-Identifier: MIT */
/* query.h -- a question to games: conditions that must all hold.
 *
 *     --tag 'White ~ Hill' --result 1-0 --result 0-1 --not --plies :20
 *      group 1              group 2                    group 3, negated
 *
 * Conditions of one group are one or the other, all groups must hold. What is cheap is
 * asked first. An answer may be left open: a game that cannot be played to where it would
 * be decided neither fits nor fails to. */
#ifndef CP_QUERY_H
#define CP_QUERY_H

#include "query/condition.h"

struct cp_query {
    struct cp_condition conditions[CP_CONDITIONS_MOST];
    uint32_t count, groups;
    bool asks_variant, asks_result; /* what need not stand in a tag */
    bool asks_plies;                /* how many moves are written */
    bool asks_text;                 /* what stands in the moves as they are written */
    bool asks_board;                /* what only a game that is played can tell: */
    bool asks_outcome;              /* how it ends, by moves or by counting */
    bool asks_repetition;           /* how often a position was there */
    bool asks_verdict;              /* what cp-validate would say */
    bool asks_positions;            /* every position of it */
    bool is_slow;                   /* not for a quick look */
    uint32_t quiet_least;           /* of all that it asks of positions the least */
};

/* Whether there is a condition of that name; and whether it is of patterns of pieces. */
bool cp_query_knows(const char *option);
bool cp_query_is_pattern(const char *option);

/* Adds the condition that an option asks; false, and the reason in m->why, when its value
 * is wrong, or there are too many. */
CP_MUST_USE bool cp_query_add(struct cp_query *q, struct cp_query_maker *m, const char *option,
                              cp_str value, bool is_negated);

/* The conditions whose moves, pieces, squares and ends are there in that variant, a bit each;
 * of all that --ends asks for, where the game has rules of its own. */
uint64_t cp_query_readable(const struct cp_query *q, const struct cp_variant *v, uint32_t number,
                           bool owns_rules);

/* Gives back what patterns hold. */
void cp_query_close(struct cp_query *q);

/* ---- answers: NO is final; DOUBT: the rest is to be asked ---- */

/* What was answered so far of one game. */
struct cp_watch {
    const struct cp_query *query;
    uint32_t variant; /* its number */
    const struct cp_variant *heading_variant;
    enum cp_answer answers[CP_CONDITIONS_MOST];
    bool gave_up;     /* a pattern did, so that its condition stays in doubt */
    bool has_changed; /* an answer has, since all were asked for */
    struct cp_moment moment;
    struct cp_slot slots[CP_CONDITIONS_MOST];
};

enum cp_answer cp_watch_heading(struct cp_watch *w, const struct cp_query *q,
                                const struct cp_heading *h);
enum cp_answer cp_watch_text(struct cp_watch *w, struct cp_game *g, struct cp_hits *hits);

/* What is on the board; each tells whether some condition is met there, and what is decided
 * by it is in the answers. */
bool cp_watch_start(struct cp_watch *w, struct cp_position *p);
void cp_watch_before(struct cp_watch *w, const struct cp_ply *ply);
bool cp_watch_after(struct cp_watch *w, const struct cp_ply *ply);
void cp_watch_look(struct cp_watch *w, const struct cp_bit_ply *ply);
enum cp_answer cp_watch_so_far(const struct cp_watch *w);

/* When it has been played; and whether some condition is met at its last move by then. */
enum cp_answer cp_watch_end(struct cp_watch *w, const struct cp_ending *e);
bool cp_watch_is_met_at_end(const struct cp_watch *w);

#endif
