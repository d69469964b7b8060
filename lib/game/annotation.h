/* SPDX-License-Identifier: MIT */
/* strip.h -- taking annotations out of a game, by kind. */
#ifndef CP_STRIP_H
#define CP_STRIP_H

#include "base/wordlist.h"
#include "game/game.h"

enum cp_strip {
    CP_STRIP_COMMENTS = 1,   /* whole comments, with whatever commands stand in them */
    CP_STRIP_NAGS = 2,       /* glyphs too */
    CP_STRIP_VARIATIONS = 4, /* with all that is in them */
    CP_STRIP_CLOCKS = 8,     /* [%clk] [%emt] [%egt] [%mct], leaving the rest of the comment */
    CP_STRIP_EVALS = 16,     /* [%eval] */
    CP_STRIP_MARKS = 32,     /* [%csl] [%cal] */
    CP_STRIP_VERDICT = 64,
    CP_STRIP_UNKNOWN = 128,      /* fields that chessplane does not know, at every level */
    CP_STRIP_REPETITION = 256,   /* [%rep], as cp-annotate adds it; likewise: */
    CP_STRIP_MATERIAL = 512,     /* [%mat] */
    CP_STRIP_REMOTE = 1024,      /* [%remote] */
    CP_STRIP_LEGAL_COUNT = 2048, /* [%legal] */
    CP_STRIP_NUMBERS = 4096,     /* [%ply] [%move] */
    CP_STRIP_TRAPDOORS = 8192,   /* [%trap] */
    CP_STRIP_FALLS = 16384, /* those written behind moves, of which they are a part: not in ALL */
    CP_STRIP_KO = 32768,    /* [%ko] */
    CP_STRIP_ADDED = CP_STRIP_REPETITION | CP_STRIP_MATERIAL | CP_STRIP_REMOTE |
                     CP_STRIP_LEGAL_COUNT | CP_STRIP_NUMBERS | CP_STRIP_TRAPDOORS | CP_STRIP_KO,
    CP_STRIP_ALL = 8191 | CP_STRIP_TRAPDOORS | CP_STRIP_KO,
};

/* What people call them: "comments", "added", ... */
extern const struct cp_word cp_strip_words[];

/* Moves, tags, start, rules and result are never touched. A comment that is left
 * empty goes. */
void cp_strip_apply(struct cp_game *g, unsigned kinds);

#endif
