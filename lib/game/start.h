/* SPDX-License-Identifier: MIT */
/* start.h -- where a game begins: pieces on squares, the side to move, and what
 * else a position remembers. A variant's own array is one of these, and so is
 * what stands in a record's `start` (R-NOT-13). */
#ifndef CP_START_H
#define CP_START_H

#include "game/alphabet.h"

typedef struct {
    cp_square square;
    uint8_t kind;
    uint8_t side;       /* enum cp_side */
    uint32_t clock;     /* trapdoor: plies until it falls; 0: safe */
    bool moved;         /* a pawn without its double step */
    uint32_t line, col; /* where it was placed, relative to the text it was read from; 0: unknown */
} cp_man;

/* What the opponent's last move displaced: the piece on `now` stood on `then`
 * before it, and may not go back there at once. */
typedef struct {
    cp_square now, then;
    uint32_t line, col; /* as of a piece */
} cp_before;

struct cp_start {
    cp_man *men; /* in the order written */
    uint32_t count;
    cp_before *befores; /* in the order written */
    uint32_t before_count;
    enum cp_side turn;
    bool has_en_passant;
    cp_square en_passant;  /* the square just passed over, of several the last */
    uint8_t passed_more;   /* how many more on a board with edges, each a step farther back */
    cp_square passer;      /* of the piece that did, where that is said; no file: it is not */
    uint32_t passed_col;   /* where it stood in its text; 0: unknown */
    cp_str castling;       /* "KQkq" as written; empty: none */
    uint32_t castling_col; /* where it stood in its text; 0: unknown */
    uint32_t quiet;        /* plies since something was taken or a pawn moved */
    uint8_t checked[2];    /* how often each side has given check, where so many win */
    bool says_quiet;       /* in words of a list, whether the rules ask for it or not */
    uint32_t number;       /* of the first move; 0: 1 */
};

/* A copy in arena with every square moved; the rest is shared. */
struct cp_start *cp_start_shift(const struct cp_start *start, struct cp_arena *arena,
                                struct cp_ints *ints, cp_square by);

#endif
