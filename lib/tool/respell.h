/* SPDX-License-Identifier: MIT */
/* respell.h -- the squares of a game in the other spelling, or seen from another
 * origin. No rules: works on damaged games and illegal ones alike. */
#ifndef CP_RESPELL_H
#define CP_RESPELL_H

#include "tool/run.h"

struct cp_respelling {
    bool keeps_spelling;       /* each square as it is, letters or numbers */
    bool is_ascii;             /* 0 for φ */
    bool has_fen;              /* a start becomes a FEN of six fields, where it can */
    enum cp_spelling spelling; /* else: CP_LETTER or CP_NUMERIC */
    cp_square shift;           /* added to every square */
};

/* Rewrites the text of every move of g canonically, its start, and the squares
 * within [%csl ...] and [%cal ...] of its comments. Of a move that could not be
 * read the squares that can be recognised are rewritten; one whose squares
 * cannot be told without the rules (n13) stays, and is reported. */
void cp_game_respell(struct cp_run *run, struct cp_game *g, const struct cp_respelling *how);

#endif
