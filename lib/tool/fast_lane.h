/* SPDX-License-Identifier: MIT */
/* fast_lane.h -- games with nothing to say about, past everything that is only
 * there to say something: no record is made of them.
 *
 *     bytes ──► fast_text.h ──► game.h ──► clean: counted, and that was it
 *                 └────────┴── odd: the same bytes go the usual way
 *
 * For a tool that wants no records of good games (cp_tool.count) and an input where nothing
 * can be other than usual: classical chess, on trapdoors too, from its own start, no options
 * that say otherwise. The results are the same either way. */
#ifndef CP_FAST_LANE_H
#define CP_FAST_LANE_H

#include "text/reader.h"
#include "tool/run.h"

/* The next game of r, counted and passed; false when it must be read. */
CP_MUST_USE bool cp_fast_lane_step(struct cp_run *run, struct cp_reader *r);

/* The same of the game of a record, a line of JSON. */
CP_MUST_USE bool cp_fast_lane_take(struct cp_run *run, cp_str line);

#endif
