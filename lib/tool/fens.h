/* SPDX-License-Identifier: MIT */
/* fens.h -- positions of a game as text, a line each: FEN or EPD on a board with
 * edges; the list of men of a Setup tag (R-NOT-13) where FEN has no words. */
#ifndef CP_FENS_H
#define CP_FENS_H

#include "tool/play.h"
#include "tool/positions.h"

/* The chosen plies of the main line, as far as it is legal, to run->output.text,
 * lists in the variant's default frame, which is not said; what is wrong with the
 * game, and what no FEN can say, is reported. */
void cp_fens_write(struct cp_run *run, struct cp_game *g, const struct cp_plies *plies,
                   bool is_epd);

#endif
