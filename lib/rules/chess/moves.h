/* SPDX-License-Identifier: MIT */
/* moves.h -- all legal moves of a man, who may have endlessly many: single
 * squares, and runs of squares along a ray. */
#ifndef CP_MOVES_H
#define CP_MOVES_H

#include "rules/chess/replies.h"

/* The lengths low..high (to no end if is_endless) of a ray from `from` that are
 * legal moves to empty squares or captures; with `primes` only the prime ones. A
 * single square is a run with low == high. */
typedef struct {
    cp_square from;
    int32_t dx, dy;
    cp_int low, high;
    bool is_endless, primes, is_leap;
    bool is_body; /* a body goes there: squares are those of its lower left man */
    bool promotes;
    int8_t castles;  /* -1 to the left, 1 to the right, of the king; 0: it is none */
    int32_t takes;   /* a capture: always a run of one */
    int32_t stopped; /* the man that stands right after the run, or CP_NOBODY */
} cp_run_of_moves;

/* A ray of a man on which no move is possible, because somebody is in the way,
 * is told too: a run with low > high and `stopped` set. */
struct cp_survey {
    cp_run_of_moves *runs;
    uint32_t count, room;
    struct cp_arena *arena;
};

void cp_survey_init(struct cp_survey *s, struct cp_arena *arena);

/* On a plane of trapdoors, moves that are legal only because they mate (R-TD-5) are
 * told up to this far. */
enum { CP_MATES_TOLD = 64 };

/* Adds the runs of a man of the side to move, in the order of his rays, then those
 * of the body whose lower left man he is; own men on prime lengths cut a run of
 * primes in two. */
void cp_survey_add(struct cp_survey *s, struct cp_position *p, int32_t man);

static inline bool cp_run_is_empty(const struct cp_ints *t, const cp_run_of_moves *r)
{
    return !r->is_endless && cp_int_compare(t, r->low, r->high) > 0;
}

static inline cp_square cp_run_square(struct cp_ints *t, const cp_run_of_moves *r, cp_int length)
{
    return cp_square_step(t, r->from, r->dx, r->dy, length);
}

/* Whether the square at a length of a run may be played, and the whole move. */
CP_MUST_USE enum cp_diag cp_run_check(struct cp_position *p, const cp_run_of_moves *run,
                                      int32_t man, cp_int length, uint8_t promotion, cp_move *move);

/* One line: the man, then his runs (all of s), squares spelt as asked and shifted
 * back to the game's frame. Another for the body that he leads. */
void cp_survey_format(struct cp_buf *out, const struct cp_survey *s, struct cp_position *p,
                      int32_t man, enum cp_spelling spelling, cp_square shift);

/* How many legal moves there are, where that is a number. */

struct cp_tally {
    cp_int count;       /* moves, but for those along the lines below; a promotion
                           counts once for each piece it may become */
    uint32_t endless;   /* lines without an end */
    uint32_t uncounted; /* lines that end, whose primes are too many to count */
};

/* The legal moves of the side to move. A kind whose rays overlap is counted once
 * for each. s is work space, initialised by the caller, and may serve again. */
void cp_tally_position(struct cp_tally *out, struct cp_survey *s, struct cp_position *p);

/* "37", "endless: 37 and 5 endless lines". */
void cp_tally_format(struct cp_buf *out, const struct cp_ints *t, const struct cp_tally *tally);

#endif
