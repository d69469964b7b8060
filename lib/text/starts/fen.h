/* SPDX-License-Identifier: MIT */
/* fen.h -- positions of boards with edges in Forsyth's notation:
 *
 *     rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1
 *     pieces, from the last rank down             turn castling ep clock number
 *
 *     … w KQkq - 3+1 0 1         where so many checks win: White's and Black's that are left
 *     … w KQkq - 0 1 +0+2        the same as older programs have it: those that were given
 *
 *     13/8k4/13/13/4m8/13/4M8/4K8/13 b e3<e4,e5<e6 12
 *     pieces                         turn before   number     where pieces are agents
 *
 * On any board whose size the alphabet knows, with the letters of its pieces; a
 * number is of empty squares, however many digits it has.
 * Castling as FEN, X-FEN or Shredder-FEN have it is kept as written: which rook
 * is meant is for the rules. The last four fields may be missing, which is reported;
 * operations of EPD behind the fourth are passed over. Of agents the last two may
 * be missing: the piece on e3 stood on e4 before the opponent's last move. */
#ifndef CP_FEN_H
#define CP_FEN_H

#include "game/start.h"

/* Whether text, which is where a game begins, is meant as FEN rather than as a
 * list of pieces ("w: K (1,1), ..."): no ':' is in it. */
bool cp_fen_is(cp_str text);

/* ---- a line of its own: see reading/epd.c ---- */

/* Whether the line that text begins with is a position, as no game begins: a side's pieces, or
 * FEN by its ranks, behind which the turn stands; or there are eight at least, or they are
 * equally long, with numbers and kings of both sides. So dates and what people write with
 * slashes are none. A FEN that is damaged elsewhere still is. Ranks that fill CP_LINE_LOOK bytes
 * are believed. */
enum { CP_LINE_LOOK = 256 };
bool cp_fen_is_line(cp_str line);

/* How much of it are fields, without blanks behind them, and how many (if that is not
 * NULL); operations of EPD follow, or moves. */
size_t cp_fen_fields(cp_str line, int *count);

/* The length of the sign behind them that begins a remark elsewhere, # or // or --; 0: none. */
size_t cp_fen_remark(cp_str behind);

/* ---- reading and writing ---- */

/* The field of checks, 3+1 or +0+2; false: it is none, or they are more than win. */
CP_MUST_USE bool cp_checks_parse(uint8_t given[2], const struct cp_alphabet *a, cp_str text);

/* " 3+1" behind `before`, where checks are counted. */
void cp_checks_put(struct cp_buf *out, const struct cp_alphabet *a, const struct cp_start *start,
                   const char *before);

/* The pieces and all else into arena; pawns that stand elsewhere than on their
 * side's second rank have moved. False, and reported at its place, when it
 * cannot be read. `at` is where text begins. */
CP_MUST_USE bool cp_fen_parse(struct cp_start *out, struct cp_arena *arena,
                              const struct cp_alphabet *a, cp_str text, cp_span at,
                              struct cp_diags *d);

/* Whether all positions of a board with these words can be written as FEN: its
 * size is known, no more files than letters, a letter for each piece. */
bool cp_fen_can(const struct cp_alphabet *a);

/* Whether all squares of start are on that board. */
bool cp_fen_holds(const struct cp_alphabet *a, const struct cp_start *start);

/* All fields; as EPD has them, without the numbers, if is_epd. The castling of
 * start is written as it is; pieces beside the board are left out. */
void cp_fen_format(struct cp_buf *out, const struct cp_alphabet *a, const struct cp_start *start,
                   bool is_epd);

/* The two halves of that, for an engine that has letters at hand: the pieces from the
 * letters on the squares of each rank, the last rank first (0: empty; small: Black's);
 * and the fields behind them, which start's pieces have no part in. */
void cp_fen_put_squares(struct cp_buf *out, const char *letters, int32_t files, int32_t ranks);
void cp_fen_put_state(struct cp_buf *out, const struct cp_alphabet *a, const struct cp_start *start,
                      bool is_epd);

/* Whose turn it is in text and the number of its first move, without reading
 * all of it; White and 1 when it does not say. */
enum cp_side cp_fen_turn(cp_str text);
uint32_t cp_fen_number(cp_str text);

#endif
