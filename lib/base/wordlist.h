/* SPDX-License-Identifier: MIT */
/* wordlist.h -- short lists of words on the command line ("nags,marks") and what
 * they stand for; and the word that was meant when one is mistyped. */
#ifndef CP_WORDLIST_H
#define CP_WORDLIST_H

#include "base/buf.h"

/* Tables end with a word that is NULL. */
struct cp_word {
    const char *word;
    unsigned bits;
};

/* The bits of all words of a list with commas between them; else false, and
 * *culprit is the word that the table does not have. */
CP_MUST_USE bool cp_wordlist_parse(const struct cp_word *table, unsigned *bits, cp_str list,
                                   cp_str *culprit);

/* The entry of a word; NULL: it has none. */
const struct cp_word *cp_wordlist_find(const struct cp_word *table, cp_str word);

/* The table's words, with that between them. */
void cp_wordlist_put(struct cp_buf *out, const struct cp_word *table, char between);

/* The word that was probably meant; NULL when none is near. */
const char *cp_wordlist_nearest(const struct cp_word *table, cp_str mistyped);

/* How many letters must be put in, taken out or changed, or neighbours changed with one
 * another, to make b of a. */
uint32_t cp_word_distance(cp_str a, cp_str b);

/* The one search for the word that was meant: capitals cost nothing; about a quarter of the
 * letters may be wrong, and a first letter only where all others are right. */
struct cp_meant {
    cp_str mistyped;
    const void *best; /* what the nearest word stands for, the first of several; NULL: none is
                       * near */
    uint32_t least;
};
void cp_meant_init(struct cp_meant *m, cp_str mistyped);
void cp_meant_try(struct cp_meant *m, cp_str word, const void *what);

#endif
