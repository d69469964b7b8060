/* SPDX-License-Identifier: MIT */
/* icn.h -- what the fields of an ICN mean: its variant and rules (R-ICN-3); and games as ICN
 * (R-ICN-4 to R-ICN-6). The site's variants are those whose names end with CP_SITE_NAME; a
 * position that its variant has no pieces for is played by the one called CP_SITE_POSITION. */
#ifndef CP_TOOL_ICN_H
#define CP_TOOL_ICN_H

#include "rules/variant/variant.h"
#include "text/icn_parts.h"
#include "tool/run.h"

#define CP_SITE_POSITION "Position" CP_SITE_NAME

/* Sets g->variant to the variant that an ICN with these fields is played by, as far as it is
 * known. False: its start is not, which is reported. */
CP_MUST_USE bool cp_icn_name_variant(struct cp_run *run, struct cp_game *g,
                                     const struct cp_icn *icn);

/* Reports that g, of which no variant is known, is an ICN of a preset that began otherwise at its
 * date. False: it is none. */
CP_MUST_USE bool cp_icn_refuse_older(struct cp_run *run, const struct cp_game *g,
                                     struct cp_diags *d);

/* Whether an ICN with these fields and the tags of g is played by the variant at hand. */
bool cp_icn_is_named(struct cp_run *run, const struct cp_game *g, const struct cp_icn *icn);

/* Has the tag of an ICN without a position name the variant at hand, and tells if it did not. */
void cp_icn_settle_tag(struct cp_run *run, struct cp_game *g);

/* The rules and the frame of g, once its variant is known; tells of what it is not played by. */
void cp_icn_take_rules(struct cp_run *run, struct cp_game *g, const struct cp_icn *icn);

/* How many plies without progress are a draw by the rules of v, whether claimed or not; 0: there
 * is no such rule. */
uint32_t cp_icn_quiet_limit(const struct cp_variant *v);

/* The site's variant of the same name, NULL where there is none. */
const struct cp_variant *cp_icn_find_like(struct cp_run *run, const struct cp_variant *v);

/* Why a kind of v is no piece of the site's, as the end of "its knight ..."; NULL: it is. */
const char *cp_icn_why_no_piece(struct cp_run *run, const struct cp_variant *v, uint8_t kind);

/* The frame in which its squares are. */
const struct cp_frame *cp_icn_frame(const struct cp_variant *v);

/* How each side wins, in its words. */
void cp_icn_put_wins(struct cp_buf *out, const struct cp_variant *v);

/* The rules alone, silently. */
void cp_icn_find_rules(struct cp_run *run, struct cp_game *g, const struct cp_icn *icn);

struct cp_icn_how {
    bool is_dressed; /* or compact */
    cp_square by;    /* what was no ICN is moved so far, its board with it */
    uint32_t number; /* of the first move, where the start says none; 0: 1 */
};

/* g as ICN, in one line, to run->output.text. What was ICN and is the same game still stays as it
 * stood, unless it is to be dressed. What is left out is reported, and what the site would not
 * take. */
void cp_icn_write(struct cp_run *run, struct cp_game *g, const struct cp_icn_how *how);

/* Whether a move is written as ICN has it, and whether any of a game is. */
bool cp_icn_is_move(const struct cp_node *node);
bool cp_icn_is_in(const struct cp_game *g);

/* The number of the move that comes first, which fields of ICN or another start say; else 1. */
uint32_t cp_icn_first_number(const struct cp_game *g);

/* Tells what of its fields nothing else has words for: what is highlighted, and, where its start
 * becomes a list, the number of the move that comes. A record would have words for them, if it
 * stayed as it is. False: there is nothing to tell. */
bool cp_icn_tell_lost(struct cp_run *run, const struct cp_game *g, bool is_list, bool is_text);

/* g is to be written as something else, text or a record: its tag names the variant as we do. */
void cp_icn_leave(struct cp_run *run, struct cp_game *g, bool is_text);

#endif
