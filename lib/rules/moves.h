/* SPDX-License-Identifier: MIT */
/* moves.h -- all legal moves of a position, whatever its rules: how many there are,
 * in words, and played on; and which may have been meant by a written one that is none
 * (suggest.c). All of it rests on the rules' each_move.
 *
 * Why so: D31 (DECISIONS.md). */
#ifndef CP_MOVES_H
#define CP_MOVES_H

#include "rules/rules.h"

enum { CP_PERFT_DEEPEST = 16 };

/* The next man of the side to move at or after `man`, from 0 on, and its ranges alone; CP_NOBODY
 * when there is none. Whether the game is over is asked once, of the first. */
int32_t cp_ranges_next(struct cp_ranges *r, struct cp_position *p, int32_t man);

struct cp_move_count {
    cp_int count;       /* moves, but for those along the lines below; a promotion
                           counts once for each piece it may become */
    uint32_t endless;   /* lines without an end */
    uint32_t uncounted; /* lines that end, whose primes are too many to count */
    uint32_t open;      /* lines of which it is not known whether they are legal */
};

/* The legal moves of the side to move. A kind whose rays overlap is counted once
 * for each. `work` is work space, initialised by the caller, and may serve again. */
void cp_moves_count(struct cp_move_count *out, struct cp_position *p, struct cp_ranges *work);

/* "37", "endless: 37 and 5 endless lines". */
void cp_move_count_format(struct cp_buf *out, const struct cp_ints *t,
                          const struct cp_move_count *count);

/* A line for each man of the side to move, and one for each body: the man, then its
 * moves, squares spelt as asked and shifted back to the game's frame; what is undecided is
 * told so. Nothing once a king is gone. */
void cp_moves_format(struct cp_buf *out, struct cp_position *p, enum cp_spelling spelling,
                     cp_square shift, struct cp_arena *arena);

/* The line of one man, of ranges that each_move gave: those of it alone, or of the body
 * whose lower left man it is. */
void cp_ranges_format(struct cp_buf *out, struct cp_position *p, int32_t man,
                      const struct cp_ranges *ranges, bool of_body, enum cp_spelling spelling,
                      cp_square shift);

/* How many legal move sequences of a length there are, on a board with edges: what
 * engines compare. Plies without progress end them where the variant says so, repetition
 * does not. A promotion counts once per piece that may be chosen. */
uint64_t cp_perft(struct cp_position *p, uint32_t depth, struct cp_arena *arena);

/* "Nf3, Nh3": those whose spelling is nearest to text, the nearest first, a few at most, in
 * short notation and squares shifted back to the game's frame; nothing on a board without
 * edges, or when no legal move resembles it. Scratch from arena. */
void cp_suggest_moves(struct cp_buf *out, struct cp_position *p, cp_str text, cp_square shift,
                      struct cp_arena *arena);

/* R(xe5) goes to file xe. The capture that may have been meant, Rx(e5), if it is legal; empty:
 * there is none. */
cp_str cp_suggest_capture(struct cp_position *p, const cp_written *w, cp_square shift,
                          struct cp_arena *arena);

#endif
