/* SPDX-License-Identifier: MIT */
/* play.h -- for tools that need the rules: everything a replay must know about
 * the current game, gathered in one call. */
#ifndef CP_PLAY_H
#define CP_PLAY_H

#include "rules/bitboards/quick.h"
#include "rules/replay.h"
#include "tool/run.h"

/* The law of the current variant, made once for each; NULL: reported. */
const struct cp_law *cp_run_law(struct cp_run *run);

/* The bitboard engine's view of a law, made once while games keep to it; NULL for
 * a law that is one game's own, by more than its trapdoors. */
const struct cp_quick *cp_run_quick(struct cp_run *run, const struct cp_law *law);

/* Fills law, start and shift of *r for g, in g's arena; the rest is for the
 * caller. Where nobody says the frame, it is guessed (R-NOT-12) and g->frame
 * set. False: reported, the game cannot be played. */
CP_MUST_USE bool cp_run_prepare(struct cp_run *run, struct cp_game *g, struct cp_replay *r);

/* Where nobody says the frame of g: guesses it, or takes the default; sets
 * run->frame. */
void cp_run_find_frame(struct cp_run *run, struct cp_game *g);

/* ---- why a move or a start position is refused ---- */

/* Reports a refused move where it stands, one of a variation as a warning; and
 * nothing where the reader has said already that it is no move. Returns the
 * particulars, squares in the game's own frame. For listeners. */
cp_str cp_refusal_report(struct cp_run *run, const struct cp_game *g, const struct cp_replay *r,
                         const struct cp_ply *ply, const struct cp_resolution *why);

/* The same for verdict->start_fault: the man that is wrong, as in "P(e8)". */
cp_str cp_refusal_report_start(struct cp_run *run, const struct cp_game *g,
                               const struct cp_replay *r, const struct cp_verdict *verdict);

#endif
