/* SPDX-License-Identifier: MIT */
/* languages.h -- pieces with the letters of another language: Sf3 is a knight's
 * move in German, and a pawn's in no language.
 *
 *     --piece-letters de     it is known
 *     --piece-letters en     these are the variant's own, whatever stands there
 *     otherwise              when moves of a game cannot be read for their letters
 *                            alone, and one language has them all; or when moves with
 *                            the letter of a pawn are legal farther in one
 *
 * Either way the moves are rewritten with the variant's own letters, so that
 * a reader of the record need not ask again. Each game is asked alone; boards
 * with edges only. */
#ifndef CP_LANGUAGES_H
#define CP_LANGUAGES_H

#include "tool/run.h"

/* What --piece-letters takes: "en", "bg", "ca"... */
extern const struct cp_word cp_language_words[];

/* What --piece-letters names; NULL: it is not given. */
const struct cp_language *cp_language_asked(const struct cp_options *o);

/* The alphabet to read v's moves with: its own, or as --piece-letters says. NULL,
 * and reported, when two of v's pieces would have one letter. */
const struct cp_alphabet *cp_letters_alphabet(struct cp_run *run, const struct cp_game *g,
                                              const struct cp_variant *v);

/* For a game whose moves have been read: finds the language if none was named and
 * moves need one, reads them again and reports it once; and rewrites the text of
 * all. What it solves is taken back from the messages of the game; true when
 * nothing else was wrong with it. */
bool cp_letters_settle(struct cp_run *run, struct cp_game *g);

#endif
