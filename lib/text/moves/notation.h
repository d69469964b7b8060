/* SPDX-License-Identifier: MIT */
/* notation.h -- one move, as bytes, to its parts.
 *
 *     R(7,9)-(1,9)   N(1000000000000006,3)x(5,5)+   (g7)-(g8)=C   Rx(φ9)
 *
 * The notation of a variant is made once from its alphabet. Clean moves are read in
 * one pass; whatever else people write (R-NOT-11) is left to patterns, and each such
 * move is a warning that shows how it was read. What a move means is for the rules. */
#ifndef CP_NOTATION_H
#define CP_NOTATION_H

#include "game/game.h"
#include "text/moves/notation_move.h"

struct cp_notation;

/* Notations by alphabet, each made when it is first asked for. Alphabets must
 * live as long. Patterns hold memory of their own: close gives it back. */
struct cp_notations {
    struct cp_arena *arena;
    struct cp_notation *first;
};
void cp_notations_open(struct cp_notations *all, struct cp_arena *arena);
void cp_notations_close(struct cp_notations *all);
const struct cp_notation *cp_notations_get(struct cp_notations *all, const struct cp_alphabet *a);

const struct cp_alphabet *cp_notation_alphabet(const struct cp_notation *n);

/* Reports a text that is none of its moves. */
void cp_notation_refuse(const struct cp_notation *n, cp_str text, cp_span at, struct cp_diags *d);

/* Words that are no moves, one behind the other, are one damage: the first is reported,
 * and at the end how many came behind it. Of some runs of them; what is printed of a game is
 * bounded too. */
struct cp_bad_run {
    cp_span first;
    uint32_t more, runs;
};
void cp_bad_run_begin(struct cp_bad_run *run, cp_span first, struct cp_diags *d);
void cp_bad_run_end(struct cp_bad_run *run, struct cp_diags *d);

/* Its reader of bare squares; NULL on boards without edges. */
const struct cp_clean *cp_notation_bare(const struct cp_notation *n);

/* Its tables. */
const struct cp_clean *cp_notation_clean(const struct cp_notation *n);

/* The one move that text holds; a glyph or NAG is no part of it. False, and
 * reported at its place unless it is_told already, when it is none. */
CP_MUST_USE bool cp_notation_parse(const struct cp_notation *n, struct cp_ints *ints, cp_str text,
                                   cp_span at, bool is_told, cp_written *out, struct cp_diags *d);

/* Reads the text of every node that has not been read; nodes whose text is no
 * move are reported and marked, and so is the game. False when there was one. */
bool cp_notation_read_game(const struct cp_notation *n, struct cp_game *g, struct cp_diags *d);

/* For the reader of games. The longest clean move at `at`; NULL when there is
 * none, or when what follows might belong to it in some dialect. */
const char *cp_notation_scan_clean(const struct cp_notation *n, struct cp_ints *ints,
                                   const char *at, const char *end, cp_written *out);

/* The move that text, the rest of a line, begins with, in any spelling, and
 * whether reading it was a leniency; returns its length, 0 when there is none. */
size_t cp_notation_scan(const struct cp_notation *n, struct cp_ints *ints, cp_str text,
                        struct cp_scanned *out);

/* Where a whole word is cut that is two clean half-moves of bare squares, Nf3Nc6 or O-OO-O, and
 * both; 0: it is none, or could be cut in more than one way. */
size_t cp_notation_cut(const struct cp_notation *n, cp_str word, cp_written halves[2]);

/* Reports what was lenient about a move; false when it was wrong outright. */
CP_MUST_USE bool cp_scanned_report(const struct cp_notation *n, const struct cp_ints *ints,
                                   const struct cp_scanned *reading, cp_str text, cp_span at,
                                   struct cp_diags *d);

#endif
