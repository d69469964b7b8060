/* SPDX-License-Identifier: MIT */
/* settle.h -- what a game is: its variant with its rules, its letters, its frame, what it was
 * told; in run->current and in the game. It is asked twice, and never played for it: before the
 * moves are read, which need the words, and behind them, which may tell the variant. */
#ifndef CP_SETTLE_H
#define CP_SETTLE_H

#include "frame/run.h"
#include "rules/variant/variant.h"
#include "text/reading/reader.h"
#include "text/starts/icn_parts.h"

/* The words to read g's moves with, once its variant is settled as far as it can be: bare squares
 * mean the variant that is assumed of them, if there is one. Of a variant that is not known words
 * are kept as they are. `ahead` is a look at the text of its moves; NULL: they are read as words,
 * of a record. NULL: reported. */
const struct cp_alphabet *cp_settle_alphabet(struct cp_run *run, struct cp_game *g,
                                             const struct cp_lookahead *ahead);

/* Settles g, whose moves have been read: its letters, variant, rules and frame, and what goes along
 * with it of what was told. is_good: nothing was wrong with it so far. A game that
 * is bad then is marked. */
void cp_game_settle(struct cp_run *run, struct cp_game *g, bool is_good);

/* ---- pieces with the letters of another language ----
 *
 * Sf3 is a knight's move in German, and a pawn's in no language.
 *
 *     --piece-letters de     it is known
 *     --piece-letters en     these are the variant's own, whatever stands there
 *     otherwise              when moves of a game cannot be read, and one language has
 *                            all letters in them
 *
 * Either way the moves are rewritten with the variant's own letters, so that
 * a reader of the record need not ask again. Each game is asked alone; boards
 * with edges only. */

/* What --piece-letters takes: "en", "bg", "ca"... */
extern const struct cp_word cp_language_words[];

/* What --piece-letters names; NULL: it is not given. */
const struct cp_language *cp_language_asked(const struct cp_options *o);

/* The alphabet to read v's moves with: its own, or as --piece-letters says. NULL,
 * and reported, when two of v's pieces would have one letter. */
const struct cp_alphabet *cp_letters_alphabet(struct cp_run *run, const struct cp_game *g,
                                              const struct cp_variant *v);

/* v's alphabet with the letters of that language, NULL: its own; and NULL, as above. */
const struct cp_alphabet *cp_letters_of(struct cp_run *run, const struct cp_game *g,
                                        const struct cp_variant *v, const struct cp_language *l);

/* What --to-piece-letters takes, the languages and figurines, and what it names; NULL: it is not
 * given. */
extern const struct cp_word cp_letters_words[];
extern const struct cp_language cp_figurines;
const struct cp_language *cp_letters_asked(const struct cp_options *o);

/* For a game whose moves have been read: finds the language if none was named and
 * moves need one, reads them again and reports it once; and rewrites the text of
 * all. What it solves is taken back from the messages of the game; true when
 * nothing else was wrong with it. */
bool cp_letters_settle(struct cp_run *run, struct cp_game *g);

/* ---- ICN: its variant and rules (R-ICN-3) ----
 *
 * The site's variants are those whose names end with CP_SITE_NAME; a position that its variant has
 * no pieces for is played by the one called CP_SITE_POSITION. */

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

/* The frame in which its squares are. */
const struct cp_frame *cp_icn_frame(const struct cp_variant *v);

/* How each side wins, in its words. */
void cp_icn_put_wins(struct cp_buf *out, const struct cp_variant *v);

/* The rules alone, silently. */
void cp_icn_find_rules(struct cp_run *run, struct cp_game *g, const struct cp_icn *icn);

/* Of a record: what no start in ICN may have is an error at its place, as in text; the rules that
 * count are the record's own. */
void cp_icn_check_start(struct cp_run *run, const struct cp_game *g);

#endif
