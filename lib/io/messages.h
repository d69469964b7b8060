/* SPDX-License-Identifier: MIT */
/* messages.h -- whose messages they are, and which are told: --warnings.
 *
 *     --warnings all                           each, however often it repeats
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

/* A line for each message there is: its name, its level and its text, with tabs between. */
void cp_messages_put_list(struct cp_buf *out);

/* The kinds that every --warnings of o together leaves out, and whether one of them is "all": each
 * is told, also where one kind of them repeats. False: reported at `at`. */
CP_MUST_USE bool cp_warnings_read(struct cp_kinds *silent, bool *tells_each,
                                  const struct cp_options *o, struct cp_arena *arena, cp_span at,
                                  struct cp_diags *d);

/* Of text that is told, what is left when warnings and notes that have been told five times are
 * only counted. */
struct cp_repeats {
    uint64_t counts[CP_DIAG_COUNT]; /* of each kind, told or not */
    bool is_passing;                /* the message whose lines come is not told */
};
void cp_repeats_put(struct cp_repeats *r, struct cp_buf *out, cp_str text);

/* A line of `tool` for each kind that was told less often than it occurred. */
void cp_repeats_put_end(const struct cp_repeats *r, struct cp_buf *out, const char *tool);

/* The player of "White" or "Black"; empty: not known, or no game. */
cp_str cp_player_of(const struct cp_game *g, const char *side);

/* A game by its players, ", Hill - Dale"; nothing where neither is known. NULL: no game. */
void cp_players_put(struct cp_buf *out, const struct cp_game *g);

#endif
