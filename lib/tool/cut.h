/* SPDX-License-Identifier: MIT */
/* cut.h -- where a long text may be parted, so that others read on from there. */
#ifndef CP_CUT_H
#define CP_CUT_H

#include "tool/input.h"

/* The last place in text, behind its first byte, where a game begins by the look of
 * it: 0: none. In JSON Lines, which it is sure of, that is behind a line feed; in
 * game text it is a guess, to be confirmed by whoever reads up to there. */
size_t cp_cut_find(cp_str text, enum cp_shape shape);

#endif
