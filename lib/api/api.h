/* SPDX-License-Identifier: MIT */
/* api.h -- what stands behind a handle of chessplane.h: one bench of the tools (run.h), whose
 * stream stops after each game, and whose messages are kept instead of printed.
 *
 *     chessplane_next   read ─► settle ─► each(): the game stays in run.record
 *     chessplane_check  judged there, once; one that was played on as a copy
 *     chessplane_make   played on there by a player that stays, in line_arena (board.c)
 *     all others        a copy of it, in `away`, is played, rewritten or drawn
 *
 * Every call that may ask for memory goes through cp_api_do. It is the one way out: whatever
 * is refused jumps there and becomes what the call returns. All memory of a handle is in
 * arenas that it owns, or is listed by one (cp_cleanup), so that closing gives back what a
 * jump left behind.
 *
 * Why so: D36 (DECISIONS.md). */
#ifndef CP_API_H
#define CP_API_H

#include "api/chessplane.h"
#include "forms/fen_text.h"
#include "run/stream.h"
#include "settle/play.h"

#include <stdatomic.h>

/* Things handed out one by one, which stay where they are while more are added. */
struct cp_api_list {
    const void **items;
    size_t count, room;
};

struct cp_api_piece;
struct cp_api_cell;
struct cp_api_place;

struct chessplane {
    jmp_buf way_out;
    bool guards_numbers;
    struct cp_api_piece *numbers; /* all that GMP holds for it, if so */
    int failure;                  /* what every call returns from now on; CHESSPLANE_OK: none */
    bool is_inside;               /* a call is under way */
    bool is_too_large, is_stopped;
    atomic_bool stop;    /* asked for by another thread */
    struct cp_buf error; /* what chessplane_error says, once there is something */
    struct cp_arena error_arena;

    const char **options; /* as it was opened with */
    struct cp_request asked;
    struct cp_run run;
    bool is_open;       /* run is */
    bool takes_options; /* what is reported is about options, and goes to `error` */

    /* what is read */
    struct cp_arena reading; /* its name and blocks */
    const char *name;
    chessplane_read read;
    void *read_data;
    cp_str text; /* what is left of it, without `read` */
    struct cp_stream stream;
    bool has_input, is_streaming, is_over;
    cp_str whole;    /* the same, all of it */
    bool is_indexed; /* where games begin in it is remembered, as far as it was read: */
    struct cp_api_place *places;
    size_t place_count, place_room;

    /* the game */
    bool has_game;
    struct cp_game game;
    struct cp_current current; /* as run.current was when it had been read */
    struct cp_diags told;      /* what was told of its text */
    bool is_told;

    /* the same while it is played move by move (board.c) */
    bool is_changed;
    struct cp_arena line_arena; /* of what follows, but for cells, which are the game's */
    struct cp_play play;
    struct cp_player *player; /* NULL: nobody has asked yet */
    struct cp_fen_text *fens;
    struct cp_api_list line; /* the nodes that were played, */
    size_t made;             /* and how many of them, the last ones, are in cells */
    struct cp_api_cell *free;
    const chessplane_board *board;
    struct cp_api_list men;

    /* what was handed out of it; all in `facts` */
    struct cp_arena facts;
    const chessplane_game *game_fact;
    struct cp_api_list tags, moves, messages;
    bool has_tags, has_moves;
    const chessplane_verdict *verdict;

    /* answers, each until the next one */
    struct cp_arena legal_arena, answer_arena, board_arena, json_arena;
    struct cp_api_list legal;
    struct cp_arena away; /* the copy that is worked on; while it is, the two change places */
    bool is_away;
    size_t mark; /* of run.ints: what is made beside the game is above */
};

/* See numbers.c: which handle this thread is inside of from here on; returns that before. */
bool cp_api_guards_numbers(void);
struct chessplane *cp_api_enter(struct chessplane *plane);
void cp_api_step_back(struct chessplane *before);
void cp_api_close_numbers(struct chessplane *plane);

/* Does the work, which returns a status, with a way out; sets what chessplane_error says. */
typedef int (*cp_api_work)(struct chessplane *plane, void *data);
int cp_api_do(struct chessplane *plane, cp_api_work work, void *data);

/* The same of work on the game, which there must be. */
int cp_api_do_game(struct chessplane *plane, cp_api_work work, void *data);

/* A sentence for chessplane_error; returns CHESSPLANE_MISUSE. The other is for a call that does
 * nothing else. */
int cp_api_misuse(struct chessplane *plane, const char *sentence);
int cp_api_refuse(struct chessplane *plane, const char *sentence);

/* What was handed out of the game is void, and so is all that was found out about it. */
void cp_api_forget(struct chessplane *plane);

/* Reads the one game of a text that is kept with the handle. */
int cp_api_read_game(struct chessplane *plane, cp_str text);

/* What the position on the board is played by; fails with what it returns. */
int cp_api_set_up(struct chessplane *plane, uint32_t plies);

/* Numbers of enums for those of chessplane.h. */
int cp_api_outcome(enum cp_outcome outcome);
static inline int cp_api_winner(int side)
{
    return side == CP_WHITE   ? CHESSPLANE_WHITE
           : side == CP_BLACK ? CHESSPLANE_BLACK
                              : CHESSPLANE_NOBODY;
}

/* Reads options of chessplane.h's kind, which live as long as `arena`. False: misuse, and what
 * is wrong goes to chessplane_error. */
CP_MUST_USE bool cp_api_options(struct chessplane *plane, struct cp_options *o,
                                struct cp_arena *arena, const char *const *options);

/* Between the two, work is on a copy of the game (NULL: none is made), in run.record, which is
 * another arena then; run.diags tells what is new. No number that is made stays. */
void cp_api_leave(struct chessplane *plane, struct cp_game *copy);
void cp_api_return(struct chessplane *plane);

/* Adds an item of its own; a string with a NUL behind it. */
void cp_api_add(struct cp_api_list *list, struct cp_arena *arena, const void *item);
chessplane_string cp_api_keep(struct cp_arena *arena, cp_str text);

static inline struct chessplane *cp_api_of_run(struct cp_run *run)
{
    return (struct chessplane *)(void *)((char *)run - offsetof(struct chessplane, run));
}

/* Messages of d that have not been told of this game. */
void cp_api_tell(struct cp_run *run, struct cp_diags *d);

#endif
