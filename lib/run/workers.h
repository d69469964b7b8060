/* SPDX-License-Identifier: MIT */
/* workers.h -- the loop over games that every tool is, by one worker or several: the
 * same output, messages and status either way.
 *
 *     main thread: files ──► UTF-8 ──► batches ─┬─► worker: a bench of its own ─┐
 *                                               ├─► worker                     ├─► in order
 *                                               └─► worker                     ┘
 *
 * Workers share what was asked, which is only read, and each has everything else for
 * itself: arenas, numbers, laws, the tool's state. Memory is flat: a fixed
 * number of batches, and a game costs what it costs one worker. YAML, which libyaml
 * reads as a whole, is left to the main thread.
 *
 * Why so: D11 (DECISIONS.md). */
#ifndef CP_WORKERS_H
#define CP_WORKERS_H

#include "frame/run.h"

/* Every game of every input file through run->asked->tool->each, by run->asked->jobs workers. */
void cp_workers_run(struct cp_run *run);

/* The last place in text, behind its first byte, where a game seems to begin; 0:
 * none. In JSON Lines, where it is sure, that is behind a line feed; in game text it
 * is a guess, to be confirmed by the worker that reads up to there. */
size_t cp_batch_cut(cp_str text, enum cp_shape shape);

#endif
