/* SPDX-License-Identifier: MIT */
/* plies.h -- a choice of plies, as options write it: "12", "last", "all", or a
 * list of such with ranges: "0,3-5,last". Ply 0 is the start position. */
#ifndef CP_PLIES_H
#define CP_PLIES_H

#include "base/arena.h"

struct cp_ply_range {
    uint32_t low, high;
};

struct cp_plies {
    struct cp_ply_range *ranges;
    uint32_t count;
    bool last; /* the last ply too, whichever that is */
};

/* False when text is no such choice. */
CP_MUST_USE bool cp_plies_parse(struct cp_plies *out, struct cp_arena *arena, cp_str text);

bool cp_plies_has(const struct cp_plies *p, uint32_t ply);

/* A ply that was asked for by number and that a game of so many does not have;
 * 0 when there is none such. */
uint32_t cp_plies_missing(const struct cp_plies *p, uint32_t plies);

#endif
