/* SPDX-License-Identifier: MIT */
/* refusal.h -- telling a player why a move or a start position is refused: the
 * rules know the reason, the game knows the place. */
#ifndef CP_REFUSAL_H
#define CP_REFUSAL_H

#include "rules/replay.h"
#include "tool/run.h"

/* Reports a refused move where it stands, one of a variation as a warning; and
 * nothing where the reader has said already that it is no move. Returns the
 * particulars, squares in the game's own frame. For listeners. */
cp_str cp_refusal_report(struct cp_run *run, const struct cp_game *g, const struct cp_replay *r,
                         const struct cp_ply *ply, const struct cp_resolution *why);

/* The same for verdict->start_fault: the man that is wrong, as in "P(e8)". */
cp_str cp_refusal_report_start(struct cp_run *run, const struct cp_game *g,
                               const struct cp_replay *r, const struct cp_verdict *verdict);

#endif
