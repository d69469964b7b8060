/* SPDX-License-Identifier: MIT */
/* start.h -- a start position as text, R-NOT-13: FEN, or
 *
 *     w: K (1,1), Q (4,5), (2,2); b: K (9,9), Hu (3,3); turn b; moved (2,2); ep (3,4)
 *     w: K e2, M e3; b: K i8; before e3<e4
 *     b 5,3 12/100 7 (8|1;q,r) K5,1+|P5,4|k5,8+        the fields of an ICN (reading/icn.c)
 *
 * Clauses in any order, separated by ';'. Squares in numbers, in letters or, on
 * a board with edges, bare. `before` is for agents: the piece on e3 stood on e4
 * before the opponent's last move. What does not belong to every variant (castle)
 * is kept as it was written.
 *
 * and the trapdoors that run already when it does, R-TD-8:
 *
 *     [Clocks "e4:1 h3:2"]   [Clocks "(4,4):1, (-2,9):3p"]
 *
 * A square, then its piece's own turns until it falls, or with `p` the plies. For
 * a piece of the side to move n turns are 2n-1 plies, for the others 2n. */
#ifndef CP_START_TEXT_H
#define CP_START_TEXT_H

#include "game/game.h"
#include "game/start.h"

/* The pieces and all else into arena; false, and every fault reported at its place,
 * when it cannot be read. `at` is where text begins; the places in out's pieces
 * count from the beginning of text. */
CP_MUST_USE bool cp_start_parse(struct cp_start *out, struct cp_arena *arena, struct cp_ints *ints,
                                const struct cp_alphabet *a, cp_str text, cp_span at,
                                struct cp_diags *d);

/* Canonical text: w, b, then what differs from the default. */
void cp_start_format(const struct cp_ints *ints, struct cp_buf *out, const struct cp_alphabet *a,
                     const struct cp_start *start, enum cp_spelling spelling);

/* The number of the first move that text names; 1 when it names none. */
uint32_t cp_start_number(cp_str text);

/* The side to move by text, without reading the rest. */
enum cp_side cp_start_turn(cp_str text);

/* The same of a game, which may have no such text. */
static inline enum cp_side cp_game_turn(const struct cp_game *g)
{
    return g->start.len ? cp_start_turn(g->start) : g->black_begins ? CP_BLACK : CP_WHITE;
}

/* Half-moves before the first of g, as moves are numbered: 0 where White begins move 1, 119
 * where Black begins move 60. */
static inline uint64_t cp_game_plies_before(const struct cp_game *g)
{
    return 2 * ((uint64_t)cp_start_number(g->start) - 1) + (cp_game_turn(g) == CP_BLACK);
}

/* ---- clocks ---- */

typedef struct {
    cp_square square;
    enum cp_spelling spelling;
    uint32_t left; /* turns, or plies; UINT32_MAX: more than fit */
    bool in_plies;
    uint8_t odd; /* enum cp_odd of the square */
} cp_clock;

/* The clock that text begins with; returns its length, 0 when it is none. Bare
 * squares are read on boards with edges only. */
size_t cp_clock_scan(struct cp_ints *ints, cp_str text, bool bounded, cp_clock *out);

/* The same text with squares moved by `shift` and written in this spelling, but
 * bare ones perhaps kept so; other words stay as they are. */
void cp_clocks_rewrite(struct cp_ints *ints, struct cp_buf *out, cp_str text, bool bounded,
                       cp_square shift, enum cp_spelling spelling, bool keeps_bare);

/* Sets the clocks of start's pieces, whose squares are in the frame that text uses.
 * `delay` is that of the game's trapdoors, 0 when it has none. `at` is where text
 * begins. False, and every fault reported at its place, when some cannot run. */
CP_MUST_USE bool cp_clocks_parse(struct cp_start *start, struct cp_arena *arena,
                                 struct cp_ints *ints, bool bounded, uint32_t delay, cp_str text,
                                 cp_span at, struct cp_diags *d);

#endif
