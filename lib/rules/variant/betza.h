/* SPDX-License-Identifier: MIT */
/* betza.h -- Betza's notation for the moves of pieces, to rays.
 *
 *     atoms        W (1,0)  F (1,1)  D (2,0)  N (2,1)  A (2,2)  H (3,0)
 *                  L = C (3,1)  J = Z (3,2)  G (3,3)
 *     leapers      (1,4) = (4,1): any, up to a thousand squares
 *     compounds    R = WW   B = FF   Q = RB   K = WF
 *     range        W4: one to four steps, over empty squares; W0 = WW: no end
 *     modifiers    m only moves, c only takes, i only when it has not moved
 *     directions   f b l r, v = f and b, s = l and r; before an atom of two axes
 *                  pairs: frF one square, ffN the narrow two, fsN the wide two,
 *                  fhN all four in front, frN (2,1), rfN (1,2)
 *
 * Read are the parts that a ray can say exactly; every other is refused by its
 * name. A string that can be read in two ways is refused as well.
 *
 * Why so: D5 (DECISIONS.md). */
#ifndef CP_BETZA_H
#define CP_BETZA_H

#include "base/diag.h"
#include "rules/variant/variant.h"

enum { CP_RAYS_MOST = 256, CP_BETZA_STEPS_MOST = 1000000, CP_LEAP_MOST = 1000 };

struct cp_betza {
    const cp_ray *rays[2]; /* by side, the same count and order */
    uint32_t count;
    size_t offset;   /* when it failed: the byte to blame */
    const char *why; /* when it failed: the particulars */
};

/* CP_OK, or what is wrong, with out->offset and out->why. Rays live in arena. */
CP_MUST_USE enum cp_diag cp_betza_parse(struct cp_betza *out, struct cp_arena *arena, cp_str text);

#endif
