/* SPDX-License-Identifier: MIT */
/* chess.h -- the family of men who move along rays and guard a king. */
#ifndef CP_CHESS_H
#define CP_CHESS_H

#include "rules/family.h"

extern const struct cp_family cp_family_chess;

#endif
