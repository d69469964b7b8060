/* SPDX-License-Identifier: MIT */
/* outcome.h -- how a game stands after a turn, and whether the marks
 * written at the move agree. */
#ifndef CP_OUTCOME_H
#define CP_OUTCOME_H

#include "game/written.h"
#include "rules/chess/move.h"

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
