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
    bool asks_tags; /* or anything else that stands above the moves */
    bool asks_variant, asks_result;
    bool asks_plies; /* how many moves are written */
    bool asks_board; /* what only a game that is played can tell */
};

/* Whether there is a condition of that name. */
bool cp_query_knows(const char *option);

/* Adds the condition that an option asks; false, and the reason in m->why, when its value
 * is wrong, or there are too many. */
CP_MUST_USE bool cp_query_add(struct cp_query *q, struct cp_query_maker *m, const char *option,
                              cp_str value, bool is_negated);

/* Gives back what patterns hold. */
void cp_query_close(struct cp_query *q);

/* What the heading says: NO is final; DOUBT: the rest is to be asked. */
enum cp_answer cp_query_ask_heading(const struct cp_query *q, const struct cp_heading *h);

#endif
