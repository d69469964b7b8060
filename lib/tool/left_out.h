/* SPDX-License-Identifier: MIT */
/* left_out.h -- what a record holds that text has no place for. */
#ifndef CP_LEFT_OUT_H
#define CP_LEFT_OUT_H

#include "tool/run.h"

/* A warning for each such field of g; for those of its moves and variations one
 * warning each, with their number and names. */
void cp_left_out_report(struct cp_run *run, const struct cp_game *g);

#endif
