/* SPDX-License-Identifier: MIT */
/* moves.h -- the legal moves of a man, which may be endlessly many: single moves, and
 * ranges of lengths along a ray. */
#ifndef CP_CHESS_MOVES_H
#define CP_CHESS_MOVES_H

#include "rules/chess/replies.h"

/* The lengths low..high (to no end if is_endless) of a ray from `from` that are
 * legal moves to empty squares or captures; with `primes` only the prime ones. A
 * single move is a range with low == high. */
typedef struct {
    cp_square from;
    cp_int low, high;
    int32_t man, dx, dy;
    int32_t takes;   /* a capture: always a single move */
    int32_t stopped; /* the man that stands right after the range, or CP_NOBODY */
    bool is_endless, primes;
    bool is_open; /* whether these are legal could not be decided: they are no moves */
    bool is_body; /* a body goes there: squares are those of its lower left man */
    bool promotes;
    bool is_pass;      /* nothing goes: the turn is passed */
    int8_t castles;    /* -1 to the left, 1 to the right, of the king; 0: it is none */
    uint8_t sep, then; /* agents, always single: as in cp_move; sep is 0 of other pieces */
    cp_square via;
} cp_range;

/* A ray of a man on which no move is possible, because a man is in the way, is in the
 * list too on a plane: a range with low > high and `stopped` set. And so are lengths of
 * which it is not known whether they are legal: is_open. */
struct cp_ranges {
    cp_range *list;
    uint32_t count;
    size_t room;
    struct cp_arena *arena;
    int64_t *spacings; /* NULL, or of one position: see cp_ranges_keep_spacings */
    bool knows_held;   /* of a small board: which men of the side to move hide its king, */
    int32_t held[2 * CP_LINES_MOST]; /* so many, before the other's that take along its lines */
    uint32_t held_count;
    bool are_counted;  /* moves that need no word more than that they are there are not listed, */
    uint32_t unlisted; /* but so many */
};

void cp_ranges_init(struct cp_ranges *r, struct cp_arena *arena);

/* For a list of all moves of one position: what was found out about a line is kept for
 * all men on it. */
void cp_ranges_keep_spacings(struct cp_ranges *r, const struct cp_position *p);

/* Before the men of one position are asked one by one: finds out at once what is asked of each. */
void cp_ranges_begin(struct cp_ranges *r, struct cp_position *p);

void cp_ranges_add(struct cp_ranges *r, const cp_range *range);

/* Adds the ranges of a man of the side to move, in the order of its rays, then those
 * of the body whose lower left man it is; own men on prime lengths cut a range of
 * primes in two. */
void cp_chess_each_move(struct cp_position *p, int32_t man, struct cp_ranges *out);

/* Adds what a man of either side attacks, as cp_attackers has it: squares on which it would
 * take whatever came there, and men that it takes or guards; then what the body attacks whose
 * lower left man it is, along the line of each leading man: is_body, and that man's ranges. */
void cp_chess_each_attack(struct cp_position *p, int32_t man, struct cp_ranges *out);

static inline bool cp_range_is_empty(const struct cp_ints *t, const cp_range *r)
{
    return !r->is_endless && cp_int_compare(t, r->low, r->high) > 0;
}

static inline bool cp_range_is_single(const cp_range *r)
{
    return !r->is_endless && cp_int_equal(r->low, r->high);
}

static inline cp_square cp_range_square(struct cp_ints *t, const cp_range *r, cp_int length)
{
    return cp_square_step(t, r->from, r->dx, r->dy, length);
}

/* What a man may choose from at each length of a range, and the choices, CP_NO_KIND among them: not
 * each need be legal. */
static inline uint32_t cp_range_choices(const struct cp_position *p, const cp_range *r)
{
    const struct cp_variant *v = p->law->variant;
    const uint8_t *choices;
    return r->promotes ? cp_choices_of(v, (int)p->turn, p->kind[r->man], &choices) +
                             cp_promotion_varies(v, (int)p->turn)
                       : 1;
}

static inline uint8_t cp_range_choice(const struct cp_position *p, const cp_range *r, uint32_t i)
{
    const uint8_t *choices;
    uint32_t count = cp_choices_of(p->law->variant, (int)p->turn, p->kind[r->man], &choices);
    return r->promotes && i < count ? choices[i] : CP_NO_KIND;
}

/* The whole move at a length of a range, promoting to a kind or CP_NO_KIND: CP_OK, or
 * why that one is not legal, as a length that is not prime. */
CP_MUST_USE enum cp_diag cp_range_move(struct cp_position *p, const cp_range *r, cp_int length,
                                       uint8_t promotion, cp_move *move);

#endif
