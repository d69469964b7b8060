/* SPDX-License-Identifier: MIT */
/* reader_input.h -- what a reader reads from, and how it finds the variant of a game: it shows what
 * it has seen of it. */
#ifndef CP_READER_INPUT_H
#define CP_READER_INPUT_H

#include "text/cursor.h"
#include "text/moves/notation.h"
#include "text/tokens.h"

struct cp_icn;

/* Lines of words in front of the moves that may name the variant, and how long they are. */
enum { CP_TITLES_MOST = 4, CP_TITLE_MOST = 80 };

/* What is known of a game when its variant must be found. */
struct cp_lookahead {
    enum cp_seen squares;     /* of the first move; NOTHING: there is no move */
    cp_str movetext;          /* the beginning of it */
    const struct cp_icn *icn; /* the fields of an ICN; NULL: it is none */
    const cp_str *titles;     /* in front of the moves */
    uint32_t title_count;
};

/* The alphabet of g's variant, called once per game when its tags are read:
 * sets g->variant; NULL when it is not known, which the callee reports. The
 * game's moves are then passed over. */
typedef const struct cp_alphabet *(*cp_find_alphabet)(void *data, struct cp_game *g,
                                                      const struct cp_lookahead *ahead);

struct cp_reader_input {
    cp_source source;
    void *source_data;
    const char *file; /* its name in spans; must outlive the games */
    struct cp_notations *notations;
    cp_find_alphabet alphabet;
    void *alphabet_data;
    bool is_icn;            /* all of it */
    bool is_within;         /* it begins behind the beginning of its file, where no list does */
    bool takes_moves_alone; /* words beside moves are dropped */
    bool is_behind_result;  /* and what stands before it ends with a game's result; where that is */
    bool (*ask_behind_result)(void *data); /* not known yet, this is asked if need be; else NULL */
    void *ask_data;
};

#endif
