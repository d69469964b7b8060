/* SPDX-License-Identifier: MIT */
/* agents_twin.h -- the slow, obvious judge of agents: the published rules written
 * down sentence by sentence over an array of 13 x 9 squares, each try on a copy of
 * the whole. It shares no code with the engine, and no idea: the ko rule here looks
 * at a picture of the board from before the opponent's last move. */
#ifndef CP_AGENTS_TWIN_H
#define CP_AGENTS_TWIN_H

#include <stdbool.h>

enum { ATWIN_FILES = 13, ATWIN_RANKS = 9, ATWIN_MEN = 117, ATWIN_MOVES = 4096, ATWIN_TEXT = 16 };

struct atwin_man {
    char kind; /* K M S P; 0: never was */
    bool black;
    int file, rank;               /* 0, 0: gone */
    int file_before, rank_before; /* just before the opponent's last move */
    int falls_at;                 /* with trapdoors: the ply at whose end he falls; 0: safe */
};

struct atwin {
    struct atwin_man man[ATWIN_MEN + 1]; /* from 1 on */
    int count;
    bool black_to_move;
    int delay, ply; /* of trapdoors (0: none), and how many plies were played */
};

struct atwin_move {
    char text[ATWIN_TEXT]; /* in full: Me2>e3<f4 */
    struct atwin after;
};

/* All legal moves; returns how many. None when a king is gone. */
int atwin_moves(const struct atwin *t, struct atwin_move *out);

#endif
