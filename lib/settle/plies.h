/* SPDX-License-Identifier: MIT */
/* plies.h -- which positions of a game are wanted, as options write it.
 *
 *     12  6w  6b  6...  last          one: 0 is the start position
 *     3-5  6w-9b  3-last  all         all from one to another
 *     white  black                    those after a move of that side
 *     marked                          those of NAG 220, or of a comment [%dia]
 *     12.1.3  12.1.2-4  12.1.all      in the first variation at ply 12 its third, ...
 *     12.1.3.2.1  6b.1.last           in a variation of that one; at Black's sixth move
 *     0,3-5,last                      a list of such
 *
 * What says nothing of variations is of the main line, but for `marked`, which is of all. */
#ifndef CP_PLIES_H
#define CP_PLIES_H

#include "frame/run.h"
#include "rules/replay.h"

enum { CP_NAG_DIAGRAM = 220 }; /* asks for a picture of the position, and says nothing else */

#define CP_PLY_LAST UINT32_MAX

/* A ply of no game: a move with a number below that of the game's first. */
#define CP_NO_PLY (UINT32_MAX - 1)

enum cp_plies_of { CP_PLIES_NUMBERED, CP_PLIES_OF_WHITE, CP_PLIES_OF_BLACK, CP_PLIES_MARKED };

/* The variation-th, from 1, of those at a ply, counted from 1 in its line. */
struct cp_fork {
    uint32_t ply, variation;
};

struct cp_ply_range {
    cp_str text;           /* as it was written */
    enum cp_plies_of of;   /* NUMBERED: */
    uint32_t low, high;    /* in their line; LAST: its last, whichever that is */
    struct cp_fork *forks; /* the way into a variation */
    uint32_t fork_count;   /* 0: the main line */
    bool is_of_moves;      /* the plies of the main line are counted from the first
                              half-move of move 1, wherever a game begins */
};

struct cp_plies {
    struct cp_ply_range *ranges;
    uint32_t count;
    bool where_there; /* what a game does not have is not missed */
};

/* False when text is nothing of that. */
CP_MUST_USE bool cp_plies_parse(struct cp_plies *out, struct cp_arena *arena, cp_str text);

/* What an option takes that is read so. */
#define CP_PLIES_TAKEN                                                                             \
    "a number, a move (3w, 3b), last, all, white, black, marked, a place in a variation "          \
    "(12.1.3), or a list: 0,3-5,last"

/* Whether it is one position of the main line, and not a list. */
bool cp_plies_is_one(const struct cp_plies *p);

/* Whether they may be many of a game. */
bool cp_plies_are_many(const struct cp_plies *p);

/* The same in plies alone, of a game; in its arena. */
struct cp_plies cp_plies_settle(const struct cp_plies *p, const struct cp_game *g);

/* ---- the choice among the positions of one game ----
 *
 * It follows a replay, and must be told of the start and all moves. */

struct cp_choice {
    const struct cp_game *game;
    struct cp_plies plies;  /* of this game */
    uint32_t *reached;      /* of each range, how far it has come */
    bool enters_variations; /* which the replay need not visit otherwise */
    bool is_of_last;        /* nothing but the last of the main line is wanted */

    /* where the position stands that was asked for last */
    const struct cp_branch *branch; /* NULL: it is the start */
    const struct cp_node *node;     /* that leads to it; NULL: none of its line */
    uint32_t ply, depth;            /* ply: counted in its line */
};

/* In the game's arena. */
void cp_choice_init(struct cp_choice *c, const struct cp_plies *p, struct cp_game *g);

/* Whether a position is wanted: the start; that after a move; that before a refused move,
 * the last of its line, unless it has been. */
bool cp_choice_has_start(struct cp_choice *c);
static inline bool cp_choice_has(struct cp_choice *c, const struct cp_ply *ply);
bool cp_choice_has_before(struct cp_choice *c, const struct cp_ply *refused);

bool cp_choice_look_up(struct cp_choice *c, const struct cp_ply *ply);

static inline bool cp_choice_has(struct cp_choice *c, const struct cp_ply *ply)
{
    return (!c->is_of_last || !ply->node->next) && cp_choice_look_up(c, ply);
}

/* Where the position stands that was wanted last: "12", "12.1.3". */
void cp_choice_put_place(const struct cp_choice *c, struct cp_buf *out);

/* Reports a ply that was asked for by number and that the game does not have. */
void cp_choice_report_missing(const struct cp_choice *c, struct cp_run *run, uint32_t plies);

#endif
