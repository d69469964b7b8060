/* SPDX-License-Identifier: MIT */
/* icn_kept.h -- what a record keeps of the ICN it was, which anybody may have changed since: its
 * fields, the texts of its moves, and what stands around them. Of it ICN holds what would be
 * read from it again; all else is told, and left out. */
#ifndef CP_TOOL_ICN_KEPT_H
#define CP_TOOL_ICN_KEPT_H

#include "base/json.h"
#include "text/notation.h"
#include "tool/run.h"

enum cp_icn_gap_place { CP_GAP_FIRST, CP_GAP_BETWEEN, CP_GAP_MARK, CP_GAP_COMMENT };

struct cp_icn_kept {
    cp_str fields;                      /* those of the start too, if they are ICN's */
    const struct cp_value *gaps, *next; /* NULL: as usual; next: of a list */
    cp_str usual[CP_GAP_COMMENT + 1];
    bool is_told; /* that some gap is none */
};

/* Of g, which was ICN. What it could not have been is reported. */
void cp_icn_kept_read(struct cp_icn_kept *k, struct cp_run *run, const struct cp_game *g);

/* The fields of its ICN as they stand, of its start or beside it; empty: there are none. */
cp_str cp_icn_fields_of(const struct cp_game *g);

/* Its start says by now what fields beside it said. */
void cp_icn_forget_fields(struct cp_game *g);

/* What stands at a place, behind what is in out and in front of text. */
void cp_icn_put_gap(struct cp_icn_kept *k, struct cp_run *run, const struct cp_game *g,
                    struct cp_buf *out, enum cp_icn_gap_place place, cp_str text);

/* Whether the text of a move, the first of its game or not, is read as one from ICN again. */
bool cp_icn_holds_move(const struct cp_notation *n, struct cp_ints *ints, cp_str text,
                       bool is_first);

#endif
