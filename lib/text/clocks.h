/* SPDX-License-Identifier: MIT */
/* clocks.h -- trapdoors already running when a game begins, R-NOT-13, R-TD-8:
 *
 *     [Clocks "e4:1 h3:2"]   [Clocks "(4,4):1, (-2,9):3p"]
 *
 * A square, then its man's own turns until he falls, or with `p` the plies. For
 * a man of the side to move n turns are 2n-1 plies, for the others 2n. */
#ifndef CP_CLOCKS_TEXT_H
#define CP_CLOCKS_TEXT_H

#include "game/start.h"
#include "text/square_text.h"

typedef struct {
    cp_square square;
    enum cp_spelling spelling;
    uint32_t left; /* turns, or plies; UINT32_MAX: more than fit */
    bool in_plies;
    uint8_t odd; /* enum cp_odd of the square */
} cp_clock;

/* The clock that text begins with; returns its length, 0 when it is none. Bare
 * squares are read on boards with edges only. */
size_t cp_clock_scan(struct cp_ints *ints, cp_str text, bool bounded, cp_clock *out);

/* The same text with squares moved by `shift` and written in this spelling, but
 * bare ones perhaps kept so; what is no clock stays. */
void cp_clocks_rewrite(struct cp_ints *ints, struct cp_buf *out, cp_str text, bool bounded,
                       cp_square shift, enum cp_spelling spelling, bool keeps_bare);

/* Sets the clocks of start's men, whose squares are in the frame that text uses.
 * `delay` is that of the game's trapdoors, 0 when it has none. `at` is where text
 * begins. False, and every fault reported at its place, when some cannot run. */
CP_MUST_USE bool cp_clocks_parse(struct cp_start *start, struct cp_arena *arena,
                                 struct cp_ints *ints, bool bounded, uint32_t delay, cp_str text,
                                 cp_span at, struct cp_diags *d);

#endif
