/* SPDX-License-Identifier: MIT */
/* material.h -- infinitechess.org's table of material that it calls insufficient, which is data:
 * schemas/insufficient.tsv. Not all of it is proven; what is stands in variant files. */
#ifndef CP_MATERIAL_H
#define CP_MATERIAL_H

#include "rules/position.h"

/* Whether the table calls p a draw, by the names of its pieces, as the site asks it after a capture
 * or a promotion and of a start (R-ICN-14). False where the table has no answer: where a side wins
 * otherwise than by mate, on trapdoors, or with men that move as one body. */
bool cp_material_is_insufficient(const struct cp_position *p);

#endif
