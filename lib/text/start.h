/* SPDX-License-Identifier: MIT */
/* start.h -- a start position as text, R-NOT-13: FEN, or
 *
 *     w: K (1,1), Q (4,5), (2,2); b: K (9,9), Hu (3,3); turn b; moved (2,2); ep (3,4)
 *     w: K e2, M e3; b: K i8; before e3<e4
 *
 * Clauses in any order, separated by ';'. Squares in numbers, in letters or, on
 * a board with edges, bare. `before` is for agents: who stands on e3 stood on e4
 * before the opponent's last move. What does not belong to every variant (castle)
 * is kept as it was written. */
#ifndef CP_START_TEXT_H
#define CP_START_TEXT_H

#include "game/start.h"
#include "text/square_text.h"

/* The men and all else into arena; false, and every fault reported at its place,
 * when it cannot be read. `at` is where text begins; the places in out's men
 * count from the beginning of text. */
CP_MUST_USE bool cp_start_parse(struct cp_start *out, struct cp_arena *arena, struct cp_ints *ints,
                                const struct cp_alphabet *a, cp_str text, cp_span at,
                                struct cp_diags *d);

/* Canonical text: w, b, then what differs from the default. */
void cp_start_format(const struct cp_ints *ints, struct cp_buf *out, const struct cp_alphabet *a,
                     const struct cp_start *start, enum cp_spelling spelling);

/* The number of the first move that text names; 1 when it names none. */
uint32_t cp_start_number(cp_str text);

/* Whose turn text says it is, without reading the rest. */
enum cp_side cp_start_turn(cp_str text);

#endif
