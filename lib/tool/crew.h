/* SPDX-License-Identifier: MIT */
/* crew.h -- the loop over games by several workers: same output, messages and
 * status as by one.
 *
 *     main thread: files ──► UTF-8 ──► batches ─┬─► worker: a copy of the run ─┐
 *                                               ├─► worker                     ├─► in order
 *                                               └─► worker                     ┘
 *
 * A worker's run shares what is only read (options, variants) and has everything
 * else for itself: arenas, numbers, laws, the tool's state. Memory is flat:
 * a fixed number of batches (ring.h), and a game costs what it costs one worker.
 * YAML, which libyaml reads as a whole, is left to the main thread. */
#ifndef CP_CREW_H
#define CP_CREW_H

#include "tool/run.h"

/* Every game of every input file, by run->jobs workers. */
void cp_crew_run(struct cp_run *run);

#endif
