/* SPDX-License-Identifier: MIT */
/* rules_tag.h -- rule options as the tag Rules has them: what a variant file
 * would say, on one line.
 *
 *     [Rules "fifty-moves: false, promotion: {white: 9, black: 0, to: [Q, R]}"]
 *
 * The delay of trapdoors has a tag of its own, [Trapdoor "5"]. */
#ifndef CP_RULES_TAG_H
#define CP_RULES_TAG_H

#include "game/game.h"

/* Whether value is meant as rule options: other programs may have a tag of that
 * name for something else. */
bool cp_rules_tag_is(cp_str value);

/* The options of value into g->rules. False, and reported at its place, when it
 * cannot be read. */
CP_MUST_USE bool cp_rules_tag_parse(struct cp_game *g, cp_str value, cp_span at,
                                    struct cp_diags *d);

/* Whether the tag can hold this option: not if it is the trapdoors', or too large
 * to be read again. */
bool cp_rules_tag_can(const struct cp_field *rule);

/* The value with all options that the tag can hold; nothing when there are none. */
void cp_rules_tag_format(struct cp_buf *out, const struct cp_game *g);

/* What the tag Trapdoor says of the rules: digits; empty when they have no delay, or
 * none that anybody could play by. */
cp_str cp_rules_tag_delay(const struct cp_game *g);

#endif
