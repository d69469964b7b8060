/* SPDX-License-Identifier: MIT */
/* icn.h -- games as ICN (R-ICN-4 to R-ICN-6); what an ICN means is settled in settle/icn.c. */
#ifndef CP_FORMS_ICN_H
#define CP_FORMS_ICN_H

#include "forms/losses.h"
#include "settle/settle.h"

struct cp_icn_how {
    bool is_dressed; /* or compact */
    cp_square by;    /* what was no ICN is moved so far, its board with it */
    uint32_t number; /* of the first move, where the start says none; 0: 1 */
};

/* g as ICN, in one line, to run->output.text. Of what was ICN and is the same game still, tags,
 * fields and moves stay, unless it is to be dressed. What is left out is reported, and what the
 * site would not take. */
void cp_icn_write(struct cp_run *run, struct cp_game *g, const struct cp_icn_how *how);

/* What v has that ICN cannot hold (form.h); whether the site has its pieces is asked besides. */
const char *cp_icn_unfit(const struct cp_variant *v);

/* Whether a move is written as ICN has it, and whether any of a game is. */
bool cp_icn_is_move(const struct cp_node *node);
bool cp_icn_is_in(const struct cp_game *g);

/* The number of the move that comes first, which fields of ICN or another start say; else 1. */
uint32_t cp_icn_first_number(const struct cp_game *g);

/* The game of l is to be written as something else, text or a record: its tag names the variant as
 * we do, and l has what of its ICN is lost. */
void cp_icn_leave(struct cp_losses *l);

#endif
