/* SPDX-License-Identifier: MIT */
/* annotate.h -- knowledge that the rules have of a game, written into it. */
#ifndef CP_ANNOTATE_H
#define CP_ANNOTATE_H

#include "game/annotation.h"
#include "rules/moves.h"
#include "rules/replay.h"
#include "settle/play.h"

/* Plays g and adds what is asked (enum cp_annotation) to every legal move, those of
 * variations too, in place of what was added before. A line stays as it is from
 * its first refused move on, which is reported, like a start that cannot be. */
void cp_game_annotate(struct cp_run *run, struct cp_game *g, unsigned adds);

/* Numbers every move in a comment, in place of earlier numbers; the rules are
 * not asked. */
enum cp_numbering { CP_NUMBER_PLIES, CP_NUMBER_MOVES };
void cp_game_number(struct cp_game *g, enum cp_numbering style);

/* ---- remarks ---- */

/* What cp-annotate writes in comments. Each remark is one command:
 * readable as it stands, found again by its first word (game/annotation.h).
 *
 *     [%rep 3 third time this position: first after ply 4]
 *     [%mat White has Q, 2 P more; Black has R more]
 *     [%remote white rook (1000,4), black huygens (-31,16)]
 *     [%legal endless: 37 and 5 endless lines]   [%legal 8]
 *     [%trap black pawn e5 1, white knight f3 2]
 *     [%ko black mover e5 not to e4]
 *     [%ply 7]   [%move 4.]   [%move 4...] */
void cp_remark_repetition(struct cp_buf *out, uint32_t times, uint32_t first);

/* before: half-moves before this one, from White's of move 1 on. */
void cp_remark_move(struct cp_buf *out, uint64_t before);

#endif
