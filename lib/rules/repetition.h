/* SPDX-License-Identifier: MIT */
/* repetition.h -- how often each position of a game has been on the board.
 *
 *     heads   [ 3 | - | 17 | - | … ]      by hash
 *     pages   sighting 3 → 0 → -          in the order first seen
 *
 * A chained hash table from position hash to a count; linear in the plies. Only
 * the heads are made anew when it grows: sightings stay where they are. The hash
 * has 128 bits, and a claim of repetition is verified on the board.
 *
 * Why so: D20 (DECISIONS.md). */
#ifndef CP_REPETITION_H
#define CP_REPETITION_H

#include "rules/chess/move.h"
#include "rules/position.h"

struct cp_sighting {
    cp_hash hash;
    uint32_t count, first; /* times on the board; the ply of the first time */
    uint32_t next;         /* 1 + the next of its chain; 0: none */
};

enum { CP_SIGHTING_PAGE = 256, CP_SIGHTING_PAGES = 24 };

struct cp_repetition {
    struct cp_arena *arena;
    struct cp_sighting *pages[CP_SIGHTING_PAGES]; /* each twice the one before */
    uint32_t *heads;                              /* 1 + a sighting */
    uint32_t room, used;
};

void cp_repetition_init(struct cp_repetition *r, struct cp_arena *arena);

/* Counts a position; the entry is valid as long as the table. */
struct cp_sighting *cp_repetition_put(struct cp_repetition *r, cp_hash hash, uint32_t ply);

/* Takes one count back: a variation is left. */
void cp_repetition_del(struct cp_repetition *r, cp_hash hash);

/* Where men came from, ply by ply: enough to say whether the position
 * now is the one after an earlier ply, without playing the game again.
 *
 * Between two equal positions nothing was taken and nothing promoted. Going back
 * from now, the last origin met of each man that moved is where it stood then:
 *
 *     ply 5  N b1-c3     back from ply 8 to ply 4: the knight stood on b1,
 *     ply 7  N c3-b1     and a knight stands there now
 */

typedef struct {
    cp_square from;
    int32_t man, rook; /* rook: castled along, or CP_NOBODY */
    bool changed_men;  /* men, rights to first moves or castling, or checks that are counted */
    bool gives_check;
    bool can_pass; /* afterwards a capture in passing is possible */
    bool is_body;  /* `men` moved as one, man and from being the first's */
    int32_t men[CP_BODY_MOST];
} cp_footprint;

struct cp_history {
    struct cp_arena *arena;
    cp_footprint *prints;
    uint32_t count;
    size_t room;
    bool could_pass_at_start;
    uint32_t *clocks_at_start; /* by man, with trapdoors: the ply at whose end it falls */
    cp_square *then;           /* by man: where it stood, while comparing */
    uint32_t *mark;            /* by man: the comparison that `then` belongs to */
    uint32_t comparison;
};

void cp_history_init(struct cp_history *t, struct cp_arena *arena, struct cp_position *p);

/* After a move was applied; before it is undone. */
void cp_history_put(struct cp_history *t, struct cp_position *p, const cp_undo *undo);
void cp_history_del(struct cp_history *t);

/* Whether the position now is the one after `ply` plies of this line: like men
 * on the same squares with the same rights, and the same side to move. Costs as
 * many steps as there are plies between. */
CP_MUST_USE bool cp_history_is_same(struct cp_history *t, struct cp_position *p, uint32_t ply);

/* The side that has given check with each of its moves after `ply`; -1: neither, or both. */
int cp_history_checker(const struct cp_history *t, const struct cp_position *p, uint32_t ply);

#endif
