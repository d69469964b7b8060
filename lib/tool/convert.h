/* SPDX-License-Identifier: MIT */
/* convert.h -- the same games in other words: long and short notation, letters and
 * numbers, another frame, positions alone, or only the squares in prose. Only the
 * style, and positions, need the rules. */
#ifndef CP_CONVERT_H
#define CP_CONVERT_H

#include "game/square.h"
#include "text/writer.h"
#include "tool/play.h"
#include "tool/positions.h"
#include "tool/run.h"

/* ---- long and short notation (R-NOT-8) ----
 * Both need the rules: which origin must be written depends on what else could
 * legally go there. */

/* Plays g and rewrites node->move of every legal move in that style (CP_LONG or
 * CP_SHORT), with the capture and check marks it should have. From the first
 * refused move on, a line stays as it was; that is reported. False: g cannot be
 * played at all, reported. The text of the moves is for the caller to format, in
 * *spelling, or each in its own if that is NULL: in numbers an origin is whole. */
CP_MUST_USE bool cp_game_restyle(struct cp_run *run, struct cp_game *g, enum cp_style style,
                                 const enum cp_spelling *spelling);

/* ---- squares in the other spelling, or seen from another origin ----
 * No rules: works on damaged games and illegal ones alike. */

struct cp_respelling {
    bool keeps_spelling;       /* each square as it is, letters or numbers */
    bool is_ascii;             /* 0 for φ */
    bool has_fen;              /* a start becomes a FEN of six fields, where it can */
    enum cp_spelling spelling; /* else: CP_LETTER or CP_NUMERIC */
    cp_square shift;           /* added to every square */
};

/* Rewrites the text of every move of g canonically, its start, and the squares
 * within [%csl ...] and [%cal ...] of its comments. Of a move that could not be
 * read the squares that can be recognised are rewritten; one whose squares
 * cannot be told without the rules (n13) stays, and is reported. */
void cp_game_respell(struct cp_run *run, struct cp_game *g, const struct cp_respelling *how);

/* Its comments alone. */
void cp_comments_respell(struct cp_run *run, struct cp_game *g, const struct cp_respelling *how);

/* ---- from one frame to another (R-NOT-12): by how much ---- */

/* Adds to *shift what takes g's squares to the frame of that name, and names it
 * in g, nothing for the default. False: no such frame, reported. */
CP_MUST_USE bool cp_game_reframe(struct cp_run *run, struct cp_game *g, cp_str name,
                                 cp_square *shift);

/* The frame to which g, once it is moved by that, comes back: with a start of its own where that
 * is the variant's set-up, without one where it goes on farther than it does now. NULL: none. */
const struct cp_frame *cp_game_find_back(struct cp_run *run, struct cp_game *g, cp_square by);

/* g's squares are about to be moved by that much: names the frame they are in then. Where that is
 * none of the variant's, g is played from where its set-up will stand: the variant's becomes its
 * start, which goes again where it comes back; its rules move along, and what cannot is told. */
void cp_game_leave_frame(struct cp_run *run, struct cp_game *g, cp_square by);

/* ---- what text has no place for ---- */

/* A warning for each field of g that is lost in text, or in PGN; for those of its moves and
 * variations one warning each, with their number and names. */
void cp_left_out_report(struct cp_run *run, const struct cp_game *g, bool is_pgn);

/* A warning for the comments that were written otherwise. */
void cp_altered_report(struct cp_run *run, const struct cp_game *g, cp_altered altered);

/* Variations without moves, which PGN does not have, are taken out of g, and reported; their
 * comments become the move's. */
void cp_variations_fold(struct cp_run *run, struct cp_game *g);

/* ---- the squares in articles and letters, no games at all ---- */

/* Every input file to the output, its squares rewritten and every other byte as
 * it is, whatever the encoding (unless --encoding names one). */
void cp_prose_rewrite(struct cp_run *run, const struct cp_squares *how);

/* ---- positions as text, a line each ----
 * FEN or EPD on a board with edges, EPD of a game without moves with its operations; the list of
 * pieces of a Setup tag (R-NOT-13) where FEN has no words. */

enum { CP_WITH_GAME = 1, CP_WITH_PLY = 2, CP_WITH_MOVE = 4 };

/* What is written of a game. */
struct cp_fens {
    struct cp_plies plies;
    bool is_epd;
    unsigned with; /* said of each position: as operations of EPD, else as columns in front */
};

/* The chosen plies, as far as the game is legal, to run->output.text, lists in the
 * variant's default frame, without its name; what is wrong with the game, and what no FEN
 * can hold, is reported. */
void cp_fens_write(struct cp_run *run, struct cp_game *g, const struct cp_fens *how);

#endif
