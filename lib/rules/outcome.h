/* SPDX-License-Identifier: MIT */
/* outcome.h -- how a game stands after a turn, and whether the marks
 * written at the move agree. */
#ifndef CP_OUTCOME_H
#define CP_OUTCOME_H

#include "game/written.h"
#include "rules/setup.h"

enum cp_outcome {
    CP_OUTCOME_NONE,
    CP_OUTCOME_CHECKMATE,
    CP_OUTCOME_STALEMATE,
    CP_OUTCOME_FIVEFOLD,
    CP_OUTCOME_SEVENTYFIVE,
    CP_OUTCOME_DEAD,
    CP_OUTCOME_KING_FALLEN,
    CP_OUTCOME_KING_TRAPPED,
    CP_OUTCOME_NO_MOVES,
    CP_OUTCOME_UNDECIDED,
};

const char *cp_outcome_name(enum cp_outcome outcome); /* "checkmate" */

/* Draws that are counted over several turns: since which ply each holds, 0 for not
 * yet. Two of them may only be claimed; the others end the game, and a game that goes
 * on past them is told so. */
struct cp_draws {
    uint32_t threefold, fivefold;
    uint32_t fifty, seventyfive; /* where the variant counts */
    uint32_t dead;               /* where it ends the game */
};

enum { CP_FIFTY_PLIES = 100, CP_SEVENTYFIVE_PLIES = 150 }; /* without progress */

/* Whether so many plies without progress may end a game by themselves: an engine that
 * judges games without counting leaves them to the replay then. */
static inline bool cp_draws_may_end(uint32_t quiet)
{
    return quiet >= CP_SEVENTYFIVE_PLIES;
}

/* What quiet moves and material say after so many plies. */
static inline void cp_draws_count(struct cp_draws *d, const struct cp_variant *v,
                                  const struct cp_position *p, uint32_t ply)
{
    if (v->counts_quiet_moves && p->quiet >= CP_FIFTY_PLIES && !d->fifty)
        d->fifty = ply;
    if (v->counts_quiet_moves && p->quiet >= CP_SEVENTYFIVE_PLIES && !d->seventyfive)
        d->seventyfive = ply;
    if (v->bare_ends && !d->dead && cp_position_is_bare(p))
        d->dead = ply;
}

/* Whether a position that was on the board so often would be news: who answers
 * verifies that it is the same before it is noted. */
static inline bool cp_draws_want(const struct cp_draws *d, uint32_t seen)
{
    return seen >= 3 && (!d->threefold || (seen >= 5 && !d->fivefold));
}

void cp_draws_note_repetition(struct cp_draws *d, uint32_t seen, uint32_t ply);

/* The draw that has ended the game, CP_OUTCOME_NONE for none. */
enum cp_outcome cp_draws_outcome(const struct cp_draws *d);

/* CP_OK, or what is wrong with the marks of the move just played (R-NOT-7). */
CP_MUST_USE enum cp_diag cp_capture_mark_check(const cp_written *w, const cp_move *move,
                                               const struct cp_position *p);
/* The mark a turn has earned; check is the position's after it. */
enum cp_check_mark cp_check_mark_of(const struct cp_position *p, enum cp_outcome outcome);

CP_MUST_USE enum cp_diag cp_check_mark_check(const cp_written *w, const struct cp_position *p,
                                             enum cp_outcome outcome);

/* The same from what there is to know: the kind that was taken, or CP_NO_KIND, and
 * how many men give check. */
CP_MUST_USE enum cp_diag cp_capture_mark_find(const cp_written *w, uint8_t taken);
CP_MUST_USE enum cp_diag cp_check_mark_find(const cp_written *w, uint32_t checks,
                                            enum cp_outcome outcome);

/* What a game says it ended as, tag and marker as written (either may be empty),
 * against what stands on the board (R-FIDE-5): CP_OUTCOME_NONE and -1 where the board
 * decides nothing, or a move was refused. CP_OK, or what is wrong; the particulars go
 * to detail. Resignations, flags and agreements are not visible and pass. */
CP_MUST_USE enum cp_diag cp_result_check(enum cp_outcome outcome, int winner, cp_str tag,
                                         cp_str marker, struct cp_buf *detail);

#endif
