/* SPDX-License-Identifier: MIT */
/* replay.h -- the one loop over moves. A part that needs to know what a game's
 * moves do (to judge, to rewrite, to draw, to annotate) listens here.
 *
 *     begin, then for every move: before → after, or refused; end
 * and between before and after, where falls are written that are none, or too often: falls_wrong.
 *
 * Who does not know the next move yet plays one by one (cp_player).
 *
 * Variations are visited right after the move they replace: leave and enter
 * tell when the line changes. A line ends at its first refused move. */
#ifndef CP_REPLAY_H
#define CP_REPLAY_H

#include "game/game.h"
#include "rules/rules.h"
#include "rules/setup.h"

/* A line that is being played, and the way to it. */
struct cp_branch {
    const struct cp_branch *outer; /* NULL: it is the main line */
    const struct cp_line *line;
    uint32_t variation; /* of a move of the outer line, from 1 */
    uint32_t before;    /* plies from the start position to its first move */
};

/* What a listener is told about one move. */
struct cp_ply {
    const struct cp_branch *branch; /* its line */
    struct cp_position *position;   /* before: before the move; after: after it */
    struct cp_node *node;
    uint32_t ply;   /* plies from the start position, this one included */
    uint32_t depth; /* 0 for the main line */
    const cp_move *move;
    const cp_undo *undo;  /* after: what it displaced; of bitboards to who looks_back */
    const int32_t *falls; /* after: the men that fell in this turn, by file, then rank */
    uint32_t fall_count;
    enum cp_diag fall_mark;  /* after: what is wrong with the falls written, or CP_OK */
    enum cp_outcome outcome; /* after: checkmate or none; others too, unless rules let them
                                wait until there is no legal move (ends_without_moves) */
    uint32_t seen;           /* after: how often this position has been on the board */
    uint32_t seen_first;     /* and the ply after which it first was; by its hash alone */
    enum cp_diag capture_mark, check_mark; /* CP_OK, or what is wrong with them (R-NOT-7) */
};

struct cp_listener {
    void *data;
    void (*begin)(void *data, struct cp_position *p);
    void (*before)(void *data, const struct cp_ply *ply);
    void (*after)(void *data, const struct cp_ply *ply);
    void (*refused)(void *data, const struct cp_ply *ply, const struct cp_resolution *why);
    void (*again)(void *data, const struct cp_ply *ply); /* as after, but for what is judged: the
                                       move was taken back for its variations, its line goes on */
    void (*falls_wrong)(void *data, const struct cp_ply *ply); /* before `after` */
    void (*misread)(void *data,
                    const struct cp_ply *ply); /* before `before`: bc4 is the bishop's */
    bool looks_back;                           /* asks for `undo` */
};

struct cp_verdict {
    enum cp_diag start_fault; /* the start position is impossible; no move was played */
    int32_t start_culprit;    /* the man of the start it concerns */
    uint32_t plies;           /* legal plies of the main line */
    struct cp_node *first_bad;
    struct cp_resolution why; /* for first_bad */
    bool is_unread;           /* first_bad could not even be read */
    enum cp_outcome outcome;
    int winner;        /* on the board: CP_WHITE, CP_BLACK, or -1 for neither */
    bool check;        /* the side to move at the end is in check */
    enum cp_side turn; /* the side to move */
    struct cp_draws draws;
    bool is_bare;           /* material proven unable to mate */
    bool start_passed_idle; /* no pawn can have passed over the start's square to take in passing */
};

/* What to play and how: zeroes are the usual answers. */
struct cp_replay {
    const struct cp_law *law;
    const struct cp_start *start; /* NULL: the variant's own */
    cp_square shift;              /* of the game's frame to the variant's default frame */
    struct cp_line *variation;    /* NULL: the game; else what is left of one, from `start` on, */
    uint32_t first_ply;           /* behind so many plies */
    bool skip_variations;
    bool skip_outcome; /* do not ask for mate, stalemate and repetition */
    bool skip_draws;   /* nor for what is counted over several turns, repetition too */
    bool plays_on;     /* an illegal move that can be executed is, and the rest judged */
    bool stop_at_ply;  /* play `last_ply` plies of the main line, no more */
    uint32_t last_ply;
    bool has_other_letters;             /* of another language: a small one is no piece's */
    const struct cp_listener *listener; /* may be NULL */
};

/* Plays the game, tells the listener, and fills the verdict on the main line.
 * Scratch lives in the game's arena; the position told about dies with it. */
void cp_replay_run(const struct cp_replay *r, struct cp_game *g, struct cp_verdict *verdict);

/* ---- move by move: a main line that grows and shrinks ---- */

struct cp_player;

/* At the start of g, before its moves; *r and *verdict live as long, and of the latter what is said
 * of the position on the board is so behind cp_player_look. NULL: verdict->start_fault says why. */
struct cp_player *cp_player_begin(const struct cp_replay *r, struct cp_game *g,
                                  struct cp_verdict *verdict);

/* The next move; false: it is refused, as the listener was told. And the last is taken back, if
 * there is one. */
CP_MUST_USE bool cp_player_play(struct cp_player *pl, struct cp_node *node);
void cp_player_take_back(struct cp_player *pl);

/* What stands on the board, until the next move. */
struct cp_position *cp_player_look(struct cp_player *pl);

/* How many of the first `plies` moves of the main line are legal when squares
 * are shifted so: for guessing frames (R-NOT-12). */
uint32_t cp_replay_fits(const struct cp_law *law, const struct cp_start *start, cp_square shift,
                        struct cp_game *g, uint32_t plies);

#endif
