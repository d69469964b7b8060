/* SPDX-License-Identifier: MIT */
/* result.h -- what a game says it ended as, against what stands on the board
 * (R-FIDE-5). Resignations, flags and agreements are not visible and pass. */
#ifndef CP_RESULT_H
#define CP_RESULT_H

#include "rules/replay.h"

/* tag and marker as written, either may be empty. CP_OK, or what is wrong; the
 * particulars go to detail. */
CP_MUST_USE enum cp_diag cp_result_check(const struct cp_verdict *v, cp_str tag, cp_str marker,
                                         struct cp_buf *detail);

const char *cp_outcome_name(enum cp_outcome outcome); /* "checkmate" */

#endif
