/* SPDX-License-Identifier: MIT */
/* icn_list.h -- games as strings in a list of JSON:
 *
 *     ["[Variant \"Core\"] 1,2>1,4", "..."]
 *
 * Each is seen through a cursor of its own, in which places are those of the file. Only one
 * string is at hand at a time. */
#ifndef CP_ICN_LIST_H
#define CP_ICN_LIST_H

#include "game/game.h"
#include "text/cursor.h"

struct cp_icn_list {
    struct cp_cursor inside; /* the string at hand */
    bool has_string;
    cp_str rest;           /* of it, not yet asked for */
    struct cp_arena arena; /* where it is */
    struct cp_unescaped places;
    bool has_end, is_told; /* is_told: what is to be said of its end */
    char before;           /* the sign in front of the cursor: [ or , or " for any value */
    const char *fault;     /* the first wrong comma since the caller took one: it is no game's */
    cp_span fault_at;
};

/* Whether a list begins at the cursor, which is where its file does; then it is passed into. */
bool cp_icn_list_begin(struct cp_icn_list *list, struct cp_cursor *c);
void cp_icn_list_close(struct cp_icn_list *list);

/* To where a string begins; what stands there instead is reported, and passed over. */
enum cp_icn_list_next { CP_LIST_END, CP_LIST_STRING, CP_LIST_WRONG };
CP_MUST_USE enum cp_icn_list_next cp_icn_list_next(struct cp_icn_list *list, struct cp_cursor *c,
                                                   struct cp_game *g, struct cp_diags *d);

#endif
