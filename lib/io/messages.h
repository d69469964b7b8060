/* SPDX-License-Identifier: MIT */
/* messages.h -- whose messages they are, and which are told: --warnings.
 *
 *     --warnings none                          warnings and notes are counted, not told
 *     --warnings move-in-dialect,tag-unusual   only these are told
 *     --warnings -move-in-dialect              all but this one
 */
#ifndef CP_MESSAGES_H
#define CP_MESSAGES_H

#include "game/game.h"
#include "io/options.h"

/* For completions (io/options.h), the words of --warnings: none, all, and the slugs of
 * warnings and notes; and those slugs alone. */
void cp_warnings_put_words(struct cp_buf *out, unsigned operand, char between);
void cp_slugs_put_words(struct cp_buf *out, unsigned operand, char between);

/* The kinds that every --warnings of o together leaves out. False: reported at `at`. */
CP_MUST_USE bool cp_warnings_read(struct cp_kinds *silent, const struct cp_options *o,
                                  struct cp_arena *arena, cp_span at, struct cp_diags *d);

/* The player of "White" or "Black"; empty: not known, or no game. */
cp_str cp_player_of(const struct cp_game *g, const char *side);

/* A game by its players, ", Hill - Dale"; nothing where neither is known. NULL: no game. */
void cp_players_put(struct cp_buf *out, const struct cp_game *g);

#endif
