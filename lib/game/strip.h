/* SPDX-License-Identifier: MIT */
/* strip.h -- taking annotations out of a game, by kind. */
#ifndef CP_STRIP_H
#define CP_STRIP_H

#include "game/game.h"

enum cp_strip {
    CP_STRIP_COMMENTS = 1,   /* whole comments, with whatever commands stand in them */
    CP_STRIP_NAGS = 2,       /* glyphs too */
    CP_STRIP_VARIATIONS = 4, /* with all that is in them */
    CP_STRIP_CLOCKS = 8,     /* [%clk] [%emt] [%egt] [%mct], leaving the rest of the comment */
    CP_STRIP_EVALS = 16,     /* [%eval] */
    CP_STRIP_MARKS = 32,     /* [%csl] [%cal] */
    CP_STRIP_VERDICT = 64,
    CP_STRIP_UNKNOWN = 128, /* fields that chessplane does not know, at every level */
    CP_STRIP_ALL = 255,
};

/* "comments,nags" or "all" to kinds (enum cp_strip); else false, and *culprit is
 * the word that names none. */
CP_MUST_USE bool cp_strip_parse(unsigned *kinds, cp_str list, cp_str *culprit);

/* The words cp_strip_parse knows, with commas between them: for help. */
void cp_strip_format_words(struct cp_buf *out);

/* Moves, tags, start, rules and result are never touched. A comment that is left
 * empty goes. */
void cp_strip_apply(struct cp_game *g, unsigned kinds);

#endif
