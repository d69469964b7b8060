/* SPDX-License-Identifier: MIT */
/* dialect.h -- moves as found in forum threads (R-NOT-11), read by a pattern
 * that is built from the variant's own words. It reads every clean move too,
 * and the same, only slower: the twin of the scanner in notation.c. */
#ifndef CP_DIALECT_H
#define CP_DIALECT_H

#include "game/written.h"

struct cp_reading {
    cp_written move;
    bool is_dialect; /* R-NOT-11 */
    uint8_t odd;     /* enum cp_odd, R-NOT-3 */
    bool is_agreed;  /* the two systems of c5 (3,5) name one square */
};

struct cp_dialect;

/* NULL when memory is refused. */
struct cp_dialect *cp_dialect_open(struct cp_arena *arena, const struct cp_alphabet *a,
                                   uint8_t pawn);
void cp_dialect_close(struct cp_dialect *dialect);

/* The move text begins with; its length, 0 for none. */
size_t cp_dialect_scan(const struct cp_dialect *dialect, struct cp_ints *ints, cp_str text,
                       struct cp_reading *out);

#endif
