/* SPDX-License-Identifier: MIT */
/* openings.h -- names of openings by position: whichever moves led there. Lines are read from a
 * table, ours (openings.tsv) or a user's, and played by the rules of each variant that asks, once:
 *
 *     eco<TAB>name<TAB>pgn
 *     B90<TAB>Sicilian Defense: Najdorf<TAB>1. e4 c5 2. Nf3 d6 3. d4 cxd4 4. Nxd4 Nf6 5. Nc3 a6
 *
 * A line names the position that it ends with. The last named position of a game is its opening. */
#ifndef CP_OPENINGS_H
#define CP_OPENINGS_H

#include "base/diag.h"
#include "rules/position.h"

struct cp_run;
struct cp_variant;
struct cp_opening_table;

struct cp_opening {
    cp_str eco, name, moves; /* eco may be empty */
    uint32_t line, col;      /* of the moves */
};

/* Of one file; only read once it is parsed. */
struct cp_opening_list {
    const char *file; /* NULL: ours, for the variant that bare squares mean */
    struct cp_opening *all;
    uint32_t count;
};

/* Ours, written by scripts/embed. */
extern const char cp_openings_text[];
extern const size_t cp_openings_length;

/* All borrows from text. False: a row without its three columns was reported. */
CP_MUST_USE bool cp_opening_list_parse(struct cp_opening_list *out, struct cp_arena *arena,
                                       cp_str text, const char *file, struct cp_diags *d);

/* A worker's: its tables, each of one variant, are made when they are first asked for. */
struct cp_openings {
    const struct cp_opening_list *list;
    struct cp_opening_table *tables;
};

/* That of the variant at hand, on the trapdoors of its game (the one before is gone); lines that
 * are not legal are reported at their places, and left out. NULL: it has none. */
struct cp_opening_table *cp_openings_find(struct cp_openings *o, struct cp_run *run);

/* What p is called; NULL: it has no name. */
const struct cp_opening *cp_opening_of(const struct cp_opening_table *t, struct cp_position *p);

#endif
