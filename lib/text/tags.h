/* SPDX-License-Identifier: MIT */
/* tags.h -- [Name "value"] as text, and into a game. */
#ifndef CP_TAGS_H
#define CP_TAGS_H

#include "game/game.h"
#include "text/cursor.h"

/* [Name "value"] at the start of line. */
struct cp_tag_text {
    cp_str name, value; /* value as written, between the quotes */
    bool has_escapes;   /* \" or \\ stand in it */
    bool is_unusual;    /* curly quotes, or quotes inside that are not escaped */
    bool is_plain;      /* known to be neither, and well-formed */
};
size_t cp_tag_scan(cp_str line, struct cp_tag_text *out);
cp_str cp_tag_unescape(struct cp_arena *arena, cp_str value);

/* Whether text, at the start of a line, begins a tag: so that a section of tags
 * ends whatever stood open before it (R-NOT-10). Needs CP_TAG_LOOK bytes at most. */
enum { CP_TAG_LOOK = 256 };
bool cp_tag_is_begun(cp_str text);

/* The tag at the cursor into g, and past it; false, and reported, when it is none: its
 * line is passed over. */
bool cp_tag_read(struct cp_cursor *c, struct cp_game *g, struct cp_diags *d);

/* Whether g has such a tag, in its list or in a field: among the first 64 of the list. */
bool cp_tag_is_in(const struct cp_game *g, cp_str name);

#endif
