/* SPDX-License-Identifier: MIT */
/* fast_lane.h -- games with nothing to say about, past everything that is only
 * there to say something: no record is made of them.
 *
 *     bytes ──► fast_text.h ──► game.h ──► clean: counted, and that was it
 *                 └────────┴── odd: the same bytes go the usual way
 *
 * For a tool that wants no records of some games (cp_tool.fast_lane) and an input where nothing
 * can be other than usual: classical chess, on trapdoors too, from its own start, no options
 * that say otherwise. The results are the same either way. */
#ifndef CP_FAST_LANE_H
#define CP_FAST_LANE_H

#include "frame/run.h"
#include "rules/bitboards/game.h"
#include "text/fast_text.h"
#include "text/reading/reader.h"

/* What is known of a game without a record of it. */
struct cp_quick_game {
    const struct cp_fast_text *text;
    const struct cp_variant *variant;
    uint32_t plies; /* but for CP_LANE_TAGS */
    struct cp_bit_watch
        watch;               /* the tool's: its look NULL, or told of every ply that it is played */
    bool is_decided;         /* by the tool's watch, which has stopped the game then */
    enum cp_outcome outcome; /* else, once all of it has been played */
    int winner;
};

/* The next game of r, counted and passed; false when it must be read. */
CP_MUST_USE bool cp_fast_lane_step(struct cp_run *run, struct cp_reader *r);

/* The same of the game of a record, a line of JSON. */
CP_MUST_USE bool cp_fast_lane_take(struct cp_run *run, cp_str line);

#endif
