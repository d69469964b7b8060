/* SPDX-License-Identifier: MIT */
/* play.h -- the one frame of every tool that needs the rules: it prepares a game,
 * plays it for a listener, and reports what is refused.
 *
 *     struct cp_play play;
 *     if (!cp_play_prepare(&play, run, g))
 *         return;                             reported
 *     play.replay.skip_variations = true;     what differs from the usual
 *     cp_play_run(&play, listener);           the verdict is in play.verdict
 */
#ifndef CP_PLAY_H
#define CP_PLAY_H

#include "frame/run.h"
#include "rules/replay.h"
#include "settle/settle.h"

/* The law of the current variant, made once for each; NULL: reported. */
const struct cp_law *cp_run_law(struct cp_run *run);

/* The same on trapdoors of that delay, or on none; until another delay is asked for. */
const struct cp_law *cp_run_law_on_trapdoors(struct cp_run *run, int32_t delay);

/* The start that g says, by its variant. False: reported. */
CP_MUST_USE bool cp_run_read_start(struct cp_run *run, const struct cp_game *g,
                                   struct cp_start *out, struct cp_diags *d);

/* Where the frame of g is not named: guesses it, or takes the default; sets
 * run->current.frame. */
void cp_run_find_frame(struct cp_run *run, struct cp_game *g);

/* Where g's board ends, in the frame its squares are in. False: nowhere, or that or the frame is
 * not known. Nothing is told. */
CP_MUST_USE bool cp_run_border(struct cp_run *run, const struct cp_game *g, struct cp_border *out);

/* g's squares are in the default frame, and in numbers now: names it where they would be
 * read in another otherwise. */
void cp_run_name_frame(struct cp_run *run, struct cp_game *g);

/* ---- a game played for a listener ---- */

struct cp_play {
    struct cp_run *run;
    struct cp_game *game;
    struct cp_replay replay;   /* as prepared; what to play may be changed before it runs */
    cp_square back;            /* from the variant's default frame to the game's */
    struct cp_verdict verdict; /* once it has run */
    cp_str refusal;            /* the particulars of a refused start or main line; or empty */
    bool is_silent;            /* refusals were reported before */
    bool corrects_falls;       /* the listener puts them right */
    bool judges_end_mark; /* of an ICN, whose last move has # if it ended the game, drawn too */
    void (*before)(void *, const struct cp_ply *);
    void (*refused)(void *, const struct cp_ply *, const struct cp_resolution *);
    void (*after_passed)(void *, const struct cp_ply *); /* of moves behind a turn passed */
    uint32_t passes;                                     /* of turns, within one another */
    struct cp_listener own;                              /* of what is played move by move */
    uint32_t fell; /* at the last of these, and it was not written: so many of the
                      position's fallen, the newest */
};

/* Makes g ready to be played, in its arena; sets run->current.frame, and g->frame where it is
 * guessed (R-NOT-12). False: reported, the game cannot be played. */
CP_MUST_USE bool cp_play_prepare(struct cp_play *p, struct cp_run *run, struct cp_game *g);

/* Plays the game for a listener, whose functions are given p as their data: let it be
 * the first member of what they need. Reports a start that is refused, and moves that
 * are, after the listener was called; and falls that are written where none were. */
void cp_play_run(struct cp_play *p, struct cp_listener listener);

/* The same move by move (replay.h), from the start, with memory of its own for all that is played:
 * what is refused is reported. NULL: the start is, which was reported. */
struct cp_player *cp_play_begin(struct cp_play *p, struct cp_arena *arena);

/* What is wrong with a mark, or the falls, of a move just played, at its place; CP_OK: nothing. */
void cp_play_report_mark(struct cp_play *p, const struct cp_ply *ply, enum cp_diag mark);
void cp_play_report_falls(struct cp_play *p, const struct cp_ply *ply, enum cp_diag mark);

/* Of R(xe5), before it is played, where Rx(e5) is legal too. */
void cp_play_report_capture(struct cp_play *p, const struct cp_ply *ply);

/* Of an ICN's king that castles by going onto its partner, which the site refuses, before it is
 * played: told (R-ICN-16). False: it does not. */
bool cp_play_report_castling(struct cp_play *p, const struct cp_ply *ply);

/* Of a move that is written anew: a mark that says more than is so is lost, one that was missing
 * is not. */
void cp_play_report_lost_marks(struct cp_play *p, const struct cp_ply *ply);

/* Instead: only the start, on the general engine, and not judged: nobody is royal in it,
 * whatever its kind. False, and reported: a piece stands beside the board, or where another
 * does. */
CP_MUST_USE bool cp_play_set_up(struct cp_play *p, struct cp_position *out);

/* Any position, in arena, so that a side's moves may be asked for though it is not to move:
 * legal ones, or where the position is none for that, those of a board where nobody is royal. */
void cp_play_set_turn(struct cp_position *out, struct cp_position *p, enum cp_side turn,
                      struct cp_arena *arena);

/* A square of the board in the game's own frame. */
static inline cp_square cp_play_back(const struct cp_play *p, cp_square at)
{
    return cp_square_shift(p->run->ints, at, p->back);
}

/* How its moves are to be spelled: as the first is, or where that tells nothing, as the variant's
 * are. */
static inline enum cp_spelling cp_play_spelling(const struct cp_play *p)
{
    const struct cp_node *first = p->game->moves.first;
    return first && first->is_read ? first->move.spelling
                                   : p->run->current.variant->alphabet.native;
}

/* Whether that frame is another than the default one. */
static inline bool cp_play_is_shifted(const struct cp_play *p)
{
    return p->replay.shift.file.v || p->replay.shift.rank.v;
}

#endif
