/* SPDX-License-Identifier: MIT */
/* loop.h -- the one loop over games that every tool is. */
#ifndef CP_LOOP_H
#define CP_LOOP_H

#include "tool/run.h"

/* Every game of every input file through run->tool->each, in flat memory. */
void cp_loop(struct cp_run *run);

#endif
