/* SPDX-License-Identifier: MIT */
/* shape.h -- game text, JSON Lines and YAML, told apart by the first bytes. */
#ifndef CP_SHAPE_H
#define CP_SHAPE_H

#include "base/str.h"

/* What the first bytes look like. */
enum cp_shape { CP_SHAPE_EMPTY, CP_SHAPE_TEXT, CP_SHAPE_JSON, CP_SHAPE_YAML };

const unsigned char *cp_space_skip(const unsigned char *b, const unsigned char *end);

/* Whether what is there can be told: a line of it, or, after a brace, the end
 * of the first name. A producer that thinks about its second line is not waited for. */
bool cp_shape_is_told(const unsigned char *b, const unsigned char *end);

/* Of what begins so, without white space before it. */
enum cp_shape cp_shape_of(const unsigned char *b, const unsigned char *end);

#endif
