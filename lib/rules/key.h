/* SPDX-License-Identifier: MIT */
/* key.h -- numbers that name positions and lines of moves: for archives, indexes and
 * doubles. The same on every machine, by every engine and in every version, whatever
 * the seed of hashes is; chessplane-record(5) says how anyone can compute them.
 *
 *     mix(x)          splitmix64's: three shifts, two products
 *     on(h, n)        mix(h + n + 0x9e3779b97f4a7c15)
 *     word("K",0,0,5,1)  from 0 (of `high` from 1): on() for each byte, then each number
 *
 *     a position      the sum of the words of its men, rights, clocks and the turn
 *     a line          the key of its start, then on() for each move's squares
 *
 * A sum follows a move by the words of what has changed; a line goes on from where it
 * was, so that each of its beginnings has a key as well. Anybody can make keys collide:
 * whoever drops something for a key that was there compares first.
 *
 * Why so: D32 (DECISIONS.md). */
#ifndef CP_KEY_H
#define CP_KEY_H

#include "rules/rules.h"

/* low alone is a position's key of 64 bits. */
typedef struct {
    uint64_t low, high;
} cp_key;

static inline bool cp_key_equal(cp_key a, cp_key b)
{
    return a.low == b.low && a.high == b.high;
}

static inline uint64_t cp_key_on(uint64_t h, uint64_t n)
{
    return cp_seed_word(h + n, 0);
}

static inline cp_key cp_key_on_both(cp_key key, uint64_t n)
{
    return (cp_key){cp_key_on(key.low, n), cp_key_on(key.high, n)};
}

cp_key cp_key_on_square(cp_key key, const struct cp_ints *ints, cp_square at);

/* Of a word without numbers. */
cp_key cp_key_of_text(cp_str text);

/* The 16 digits of low; or 32, those of high behind them. */
void cp_key_format_short(struct cp_buf *out, uint64_t low);
void cp_key_format(struct cp_buf *out, cp_key key);

/* How the words of a variant begin; cheap to make, for each game if need be. */
struct cp_key_words {
    cp_key man[CP_KINDS_MOST][2][2]; /* by kind, side, and whether it has its first move */
    cp_key letter[CP_KINDS_MOST];    /* of promotions */
    cp_key square, castling, passing, clock, checks, before, black;
};

void cp_key_words_init(struct cp_key_words *w, const struct cp_variant *v);

/* Men, whose turn it is, rights to first moves and to castle, what can really be taken in
 * passing, running clocks, checks that are counted, and what agents may not undo: all that
 * repetition compares. Costs what the men are. */
cp_key cp_position_key(const struct cp_key_words *w, struct cp_position *p);

/* The same of the position shifted so that its lowest file and its lowest rank are 1: of all
 * positions of which one is the other shifted. */
cp_key cp_position_key_shifted(const struct cp_key_words *w, struct cp_position *p);

/* Of a line with that key, the one that goes on with the move: from the key of the start
 * position. What was played matters, not how it was written. */
cp_key cp_key_play(const struct cp_key_words *w, const struct cp_ints *ints, cp_key line,
                   const cp_move *move);

/* ---- the key of 64 bits, followed from ply to ply ----
 * Costs what a move changes, and clocks while they run. Of one line: begun anew where moves are
 * taken back. */

struct cp_key_track {
    const struct cp_key_words *words;
    uint64_t *of_man; /* its word; 0: it is gone */
    uint64_t men;     /* the sum */
    int32_t *running; /* men on a clock, and some that were */
    bool *is_running; /* by man: it is in that list */
    uint32_t running_count;
};

/* Calls `each` for each man that the turn just played may have changed: its square, kind, clock or
 * first move, or that it is gone; some more than once. Of agents those that stand elsewhere. */
void cp_turn_each_changed(const struct cp_position *p, const cp_undo *undo,
                          void (*each)(void *data, const struct cp_position *p, int32_t man),
                          void *data);

/* At p; arena as long as the track. */
void cp_key_begin(struct cp_key_track *t, const struct cp_key_words *w, struct cp_arena *arena,
                  const struct cp_position *p);

/* After the turn just played. */
void cp_key_follow(struct cp_key_track *t, const struct cp_position *p, const cp_undo *undo);

/* Of p as it stands: cp_position_key's low. */
uint64_t cp_key_now(struct cp_key_track *t, struct cp_position *p);

#endif
