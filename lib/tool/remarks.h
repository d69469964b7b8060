/* SPDX-License-Identifier: MIT */
/* remarks.h -- what cp-annotate says in comments. Each remark is one command:
 * readable as it stands, found again by its first word (game/strip.h).
 *
 *     [%rep 3 third time this position: first after ply 4]
 *     [%mat White has Q, 2 P more; Black has R more]
 *     [%remote white rook (1000,4), black huygens (-31,16)]
 *     [%legal endless: 37 and 5 endless lines]   [%legal 8]
 *     [%trap black pawn e5 1, white knight f3 2]
 *     [%ko black mover e5 not to e4]
 *     [%ply 7]   [%move 4.]   [%move 4...] */
#ifndef CP_REMARKS_H
#define CP_REMARKS_H

#include "rules/chess/moves.h"
#include "rules/replay.h"

/* Whether a man stands farther from the variant's diagram than a diagram reaches:
 * more than ten files or ranks outside it. */
bool cp_man_is_remote(const struct cp_position *p, int32_t man);

void cp_remark_repetition(struct cp_buf *out, uint32_t times, uint32_t first);

/* What each side has that the other has not; of agents, whom either side may lose
 * to either, all that each has. */
void cp_remark_material(struct cp_buf *out, const struct cp_position *p);

/* The remote men, lowest rank first, the first sixteen by name; shift is of the
 * game's frame, in which they are told. */
void cp_remark_remote(struct cp_buf *out, const struct cp_position *p, enum cp_spelling spelling,
                      cp_square shift);

/* Whose trapdoors are running and how many turns of his own each has left, who
 * falls soonest first. False when there are none. */
CP_MUST_USE bool cp_remark_clocks(struct cp_buf *out, const struct cp_position *p,
                                  enum cp_spelling spelling, cp_square shift);

/* Who may not be moved back at once, and where to. False when there is nobody. */
CP_MUST_USE bool cp_remark_ko(struct cp_buf *out, const struct cp_position *p,
                              enum cp_spelling spelling, cp_square shift);

void cp_remark_legal(struct cp_buf *out, const struct cp_ints *t, const struct cp_tally *tally);

/* turn: who moved first in the game. */
void cp_remark_ply(struct cp_buf *out, uint32_t ply);
void cp_remark_move(struct cp_buf *out, uint32_t ply, enum cp_side turn);

#endif
