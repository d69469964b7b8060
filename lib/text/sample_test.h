/* SPDX-License-Identifier: MIT */
/* sample_test.h -- what the tests of text/ share: alphabets as variant files
 * make them, and a few moves to build tests with. */
#ifndef CP_SAMPLE_TEST_H
#define CP_SAMPLE_TEST_H

#include "game/game.h"

enum { K, Q, R, B, N, C, G, HA, HU, PAWN, SAMPLE_KINDS };

static const cp_str sample_pawn[] = {{"P", 1}};
static const cp_str sample_chancellor[] = {{"Ch", 2}};
static const cp_str sample_guard[] = {{"Gu", 2}};
static const cp_str sample_hawk[] = {{"H", 1}};
static const struct cp_piece_words sample_words[SAMPLE_KINDS] = {
    [K] = {.letter = {"K", 1}, .name = {"king", 4}},
    [Q] = {.letter = {"Q", 1}, .name = {"queen", 5}},
    [R] = {.letter = {"R", 1}, .name = {"rook", 4}},
    [B] = {.letter = {"B", 1}, .name = {"bishop", 6}},
    [N] = {.letter = {"N", 1}, .name = {"knight", 6}},
    [C] = {{"C", 1}, {"chancellor", 10}, sample_chancellor, 1, false},
    [G] = {{"G", 1}, {"guard", 5}, sample_guard, 1, false},
    [HA] = {{"Ha", 2}, {"hawk", 4}, sample_hawk, 1, false},
    [HU] = {.letter = {"Hu", 2}, .name = {"huygens", 7}},
    [PAWN] = {{"", 0}, {"pawn", 4}, sample_pawn, 1, true},
};
static const struct cp_alphabet sample_plane = {
    .pieces = sample_words, .count = SAMPLE_KINDS, .native = CP_LETTER};
static const struct cp_alphabet sample_board = {.pieces = sample_words,
                                                .count = SAMPLE_KINDS,
                                                .native = CP_BARE,
                                                .bounded = true,
                                                .castles = true};

#endif
