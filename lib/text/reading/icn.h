/* SPDX-License-Identifier: MIT */
/* icn.h -- a game of infinitechess.org, with any white space between its parts:
 *
 *     [Variant "Core"] w 0/100 1 (8;q,r|1;q,r) P1,2+|k5,8+|K5,1+ 1,2>1,4|5,8>5,7{a comment}
 *      tags            fields, each of which may be missing      moves
 *
 * One stands in a line, or in several: a line goes on with the game while it begins with a
 * later part of it. The fields with a position among them are the game's start as they stand
 * (start.h reads them), so that nothing of them is lost and every man has its place. What
 * else a record has no field for is kept in g->icn:
 *
 *     {"fields": "w 0/100 1"}                 where there is no position
 *     {"first_number": 1}                     where its moves are numbered: that of the first */
#ifndef CP_ICN_H
#define CP_ICN_H

#include "text/builder.h"
#include "text/cursor.h"
#include "text/moves/notation.h"
#include "text/starts/icn_parts.h"

/* Whether what stands `at` bytes behind the cursor, behind tags or not, is ICN. */
bool cp_icn_is_here(struct cp_cursor *c, size_t at, bool has_our_tags);

/* Whether what stands behind the tags at the cursor is ICN; *behind: where in the source the
 * lines that are tags alone end. */
bool cp_icn_is_ahead(struct cp_cursor *c, uint64_t *behind);

/* ---- reading a game ---- */

/* The tag at the cursor, in which nothing is escaped. False, and reported: it is none. */
bool cp_icn_read_tag(struct cp_cursor *c, struct cp_game *g, struct cp_diags *d);

/* The fields at the cursor, and where they belong in g. */
void cp_icn_read_fields(struct cp_icn *out, struct cp_cursor *c, struct cp_game *g,
                        struct cp_diags *d);

/* Moves on their way. */
struct cp_icn_moves {
    struct cp_cursor *c;
    struct cp_builder *b;
    struct cp_diags *d;
    const struct cp_notation *notation; /* NULL: they are passed over */
    const struct cp_icn *icn;
    uint32_t number;    /* the last */
    uint32_t before;    /* how many moves its numbers count before the first */
    uint32_t first_ply; /* 1: Black begins */
    bool is_number_told;
    bool is_half;          /* behind a number one move has come, of two */
    uint32_t first_number; /* that stands in front of the first move; 0: none */
    struct {
        bool has_bar, has_number;
        cp_span bar, number;
    } parted; /* what stands in front of a comment in front of a move */
    struct cp_bad_run bad_run;
    struct cp_node *last;
    size_t moves;
    uint64_t passed_over; /* bytes of comments that are too long to keep */
};

void cp_icn_begin_moves(struct cp_icn_moves *m, const struct cp_icn *icn, struct cp_cursor *c,
                        struct cp_builder *b, const struct cp_notation *n);

/* The next move; false when the game is over. */
bool cp_icn_read_move(struct cp_icn_moves *m);

/* What is left to say of them, and g->icn. */
void cp_icn_end_moves(struct cp_icn_moves *m);

#endif
