/* SPDX-License-Identifier: MIT */
/* perft.h -- counts the legal move sequences of a length: what engines compare. */
#ifndef CP_PERFT_H
#define CP_PERFT_H

#include "rules/chess/moves.h"

/* On a bounded board; a promotion counts once per piece that may be chosen. */
uint64_t cp_perft(struct cp_position *p, uint32_t depth, struct cp_arena *arena);

#endif
