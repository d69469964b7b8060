/* SPDX-License-Identifier: MIT */
/* tags.h -- [Name "value"] as text, and into a game; and the tag Rules, which has on one
 * line what a variant file would say:
 *
 *     [Rules "fifty-moves: false, promotion: {white: 9, black: 0, to: [Q, R]}"]
 *
 * The delay of trapdoors has a tag of its own, [Trapdoor "5"]. */
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

/* The bytes that name begins with and a tag's name may have: all but blanks, control
 * characters that end a line, quotes, brackets, braces, ';' and '%'. */
size_t cp_tag_name_length(cp_str name);

/* The length of a curly quotation mark in a value that would be taken for its end, as a bracket
 * follows; 0: none is at `at`. */
size_t cp_tag_closing_length(cp_str value, size_t at);

/* Whether text, at the start of a line, begins a tag: so that a section of tags
 * ends whatever stood open before it (R-NOT-10). Needs CP_TAG_LOOK bytes at most. */
enum { CP_TAG_LOOK = 256 };
bool cp_tag_is_begun(cp_str text);

/* Whether the cursor is at the start of a line that does. */
bool cp_tag_is_next(struct cp_cursor *c);

/* The tag at the cursor into g, and past it; false, and reported, when it is none: its
 * line is passed over. */
bool cp_tag_read(struct cp_cursor *c, struct cp_game *g, struct cp_diags *d);

/* A tag of that name and value, both at those places, into its field or g's list. */
void cp_tag_take(struct cp_game *g, const struct cp_tag *tag, cp_span at, cp_span value_at,
                 struct cp_diags *d);

/* The field of g that such a tag would be read into, being the first: PLAIN for none. */
enum cp_tag_field { CP_TAG_PLAIN, CP_TAG_START, CP_TAG_FRAME, CP_TAG_RULES };
enum cp_tag_field cp_tag_field_of(const struct cp_game *g, cp_str name, cp_str value);

/* FEN or Setup, in any case. */
bool cp_tag_is_of_start(cp_str name);

/* The tag that a start is read from again; empty: there is none, it is no start. */
cp_str cp_tag_name_of_start(cp_str start);

/* What g has in a field that such a tag stands for (CP_TAG_FIELD); empty: nothing. */
cp_str cp_tag_field_value(const struct cp_game *g, cp_str name);

/* EloDifference, how much more White has than Black, and EloMean, of a list that has WhiteElo and
 * BlackElo: 120, -35, 2612.5; written to `at`. Empty: the name is neither, or a number is missing.
 */
enum { CP_ELOS_ROOM = 16 };
cp_str cp_tag_of_elos(const struct cp_tag *tags, cp_str name, char at[CP_ELOS_ROOM]);

/* What g has of that name: its first tag, or else such a field, or what follows from its numbers.
 * False: nothing. */
bool cp_tag_value(const struct cp_game *g, cp_str name, cp_str *value);

/* The first tag of that name, among the first 64 of g's list; NULL: none. */
const struct cp_tag *cp_tag_first(const struct cp_game *g, cp_str name);

/* Whether g has such a tag, in that part of its list or in a field. */
bool cp_tag_is_in(const struct cp_game *g, cp_str name);

/* Whether a tag of g's list changes nothing, though it says something: the first of its name, or a
 * field of the game, counts instead, or nobody understands it (then nothing counts). */
bool cp_tag_is_idle(const struct cp_game *g, const struct cp_tag *tag, cp_str *instead);

/* Takes a result in the words that the end of the moves may have, 1:0 or 0 - 1, for what it
 * means, which is told. */
void cp_result_tag_read(struct cp_game *g, struct cp_diags *d);

/* The result behind the moves, else what the tag says if that is one; empty: none. */
cp_str cp_result_of(const struct cp_game *g);

/* Reports the tags of g's list that change nothing, and notes of each that it is told. */
void cp_tags_check(struct cp_game *g, struct cp_diags *d);

/* ---- rule options ---- */

/* Whether value is meant as rule options: other programs may have a tag of that
 * name for something else. */
bool cp_rules_tag_is(cp_str value);

/* The options of value into g->rules. False, and reported at its place, when it
 * cannot be read. */
CP_MUST_USE bool cp_rules_tag_parse(struct cp_game *g, cp_str value, cp_span at,
                                    struct cp_diags *d);

/* The same into the rules of a game of its own, as g's, and reported nowhere. */
CP_MUST_USE bool cp_rules_tag_read(const struct cp_game *g, cp_str value, struct cp_game *out);

/* Whether the tag can hold this option: not if it is the trapdoors', or too large
 * to be read again. */
bool cp_rules_tag_can(const struct cp_field *rule);

/* The value with all options that the tag can hold, the delay of trapdoors too where its own
 * tag says otherwise; nothing when there are none. */
void cp_rules_tag_format(struct cp_buf *out, const struct cp_game *g, bool has_delay);

/* What the tag Trapdoor says of the rules: digits; empty when they have no delay, or
 * none that anybody could play by. */
cp_str cp_rules_tag_delay(const struct cp_game *g);

#endif
