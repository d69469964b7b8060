/* SPDX-License-Identifier: MIT */
/* options.h -- what a game was played with other than its variant (R-INF-7): the
 * record's `rules`. Keys are those of variant files, with the same meaning; a key
 * that is not known here is an error, for a game must not be judged by rules it
 * was not played by.
 *
 *     "rules": {"promotion": {"white": 9, "black": 0, "to": ["Q", "R"]}}
 *     "rules": {"trapdoor": 5}        or in texts [Trapdoor "5"] (R-TD-8)
 */
#ifndef CP_OPTIONS_OF_RULES_H
#define CP_OPTIONS_OF_RULES_H

#include "game/game.h"
#include "rules/variant/variant.h"

/* A copy of v, in arena, with the game's options; v itself when it has none.
 * `delay` of trapdoors outweighs what the game says; 0: none is asked for. NULL:
 * reported at the game's place. */
const struct cp_variant *cp_variant_with_rules(const struct cp_variant *v, const struct cp_game *g,
                                               uint32_t delay, struct cp_arena *arena,
                                               struct cp_diags *d);

/* In what that copy, `played`, is another than v, by the game's options: the same words for the
 * same rules, however and in whatever order they are written; nothing for those that are v's own.
 * Its trapdoors are not among them. */
void cp_rules_format(struct cp_buf *out, const struct cp_variant *v,
                     const struct cp_variant *played, const struct cp_game *g);

/* The names of the rules in which they differ, that of trapdoors among them: "border, wins". */
void cp_rules_names(struct cp_buf *out, const struct cp_variant *v, const struct cp_variant *played,
                    const struct cp_game *g);

/* Where squares move: adds to the border and the ranks where pawns promote, those that g's options
 * name or those of v; what is as in v then is no option of g, and what is not is one. False:
 * something stays as it is, an option that cannot be read or the hill to be won. */
CP_MUST_USE bool cp_rules_shift(struct cp_game *g, const struct cp_variant *v, cp_square by);

/* Whether there is a rule option of that name. */
bool cp_rule_is_known(cp_str name);

/* Whether that copy can differ from v by its trapdoors only. */
bool cp_rules_are_trapdoors(const struct cp_game *g);

#endif
