/* SPDX-License-Identifier: MIT */
/* annotate.h -- knowledge that the rules have of a game, written into it. */
#ifndef CP_ANNOTATE_H
#define CP_ANNOTATE_H

#include "base/wordlist.h"
#include "tool/play.h"

enum cp_add {
    CP_ADD_CHECK = 1,   /* check and mate marks as they should be (R-NOT-7) */
    CP_ADD_CAPTURE = 2, /* capture marks likewise */
    CP_ADD_REPETITION = 4,
    CP_ADD_MATERIAL = 8,
    CP_ADD_REMOTE = 16,
    CP_ADD_LEGAL_COUNT = 32,
    CP_ADD_CLOCKS = 64, /* of trapdoors */
    CP_ADD_FALLS = 128, /* as they should be written (R-TD-7); of traps too (R-TR-16) */
    CP_ADD_KO = 256,    /* who may not be moved back at once (R-TR-12) */
};

/* What people call them: "check", "capture", ... */
extern const struct cp_word cp_add_words[];

/* Plays g and adds what is asked (enum cp_add) to every legal move, those of
 * variations too, in place of what was added before. A line stays as it is from
 * its first refused move on, which is reported, like a start that cannot be. */
void cp_game_annotate(struct cp_run *run, struct cp_game *g, unsigned adds);

/* Numbers every move in a comment, in place of earlier numbers; the rules are
 * not asked. */
enum cp_numbering { CP_NUMBER_PLIES, CP_NUMBER_MOVES };
void cp_game_number(struct cp_game *g, enum cp_numbering style);

#endif
