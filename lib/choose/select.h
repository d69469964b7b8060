/* SPDX-License-Identifier: MIT */
/* select.h -- a question (query/query.h) put to the game at hand, which is read and played
 * as far as the answer takes, and no farther. */
#ifndef CP_SELECT_H
#define CP_SELECT_H

#include "query/query.h"
#include "query/same.h"
#include "run/fast_lane.h"
#include "settle/play.h"

/* Puts a condition that an option asks into q; false: reported to run->own. */
CP_MUST_USE bool cp_select_begin(struct cp_run *run, struct cp_query *q);

/* By what games are the same: all moves, the last position and how many moves led there, or
 * the start. */
enum cp_sameness { CP_SAME_NOTHING, CP_SAME_MOVES, CP_SAME_POSITION, CP_SAME_START };

/* Tells of values that were not understood; and of tags that are asked for and that no game has,
 * where all were asked. */
void cp_select_report_values(struct cp_run *run, const struct cp_query *q,
                             const struct cp_met *met);
void cp_select_report_tags(struct cp_run *run, const struct cp_query *q, const struct cp_met *met);

/* And of games of another variant that has the name by which one is asked for, and of a name that
 * says more than the variant. */
void cp_select_report_namesakes(struct cp_run *run, const struct cp_query *q,
                                const struct cp_met *met);

/* What makes g the same as another; false, and reported: it cannot be played so far. */
CP_MUST_USE bool cp_select_same(struct cp_run *run, struct cp_game *g, enum cp_sameness by,
                                struct cp_same *out);

/* The answer of a game that was read; DOUBT: it cannot be played to where it is decided, which
 * is reported. g stays as it is, but for moves that were found to be two.
 * met: cp_heading.met; lines (NULL: none) gets one for each place where a condition is met. */
enum cp_answer cp_select_ask(struct cp_run *run, const struct cp_query *q, struct cp_game *g,
                             struct cp_met *met, struct cp_buf *lines);

/* A question while a game is played. */
struct cp_asking {
    struct cp_play play; /* first: play.h */
    struct cp_watch watch;
    struct cp_hits *hits;     /* NULL: nobody asks for them */
    struct cp_glance *glance; /* NULL: it is played from its record */
};

/* The same of a game in the fast lane, before it is played there; DOUBT: it must be, if a->glance
 * is set, or it is to be read. And when it has been. */
enum cp_answer cp_select_glance(struct cp_run *run, struct cp_asking *a, const struct cp_query *q,
                                struct cp_met *met, struct cp_glance *glance);
enum cp_answer cp_select_played(struct cp_asking *a);

#endif
