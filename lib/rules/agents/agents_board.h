/* SPDX-License-Identifier: MIT */
/* agents_board.h -- the board on which agents displace one another, and a turn
 * being tried on it.
 *
 * Squares are cells of one array, with a margin as wide as the farthest that a
 * turn looks beyond a square (a push by an alfil jump: 2 + 2), so directions are
 * differences of cells and nobody asks where the edge is:
 *
 *     . . . . . . . .        . wall      _ empty
 *     . . . M _ S . .        step north-east = width + 1
 *     . . . _ T _ . .        T trap
 *
 * Cell 0 is always wall: it stands for "none". The board follows the men of the
 * position; a trial moves them on the board alone, and takes everything back: to
 * whoever holds the position it is constant. */
#ifndef CP_AGENTS_BOARD_H
#define CP_AGENTS_BOARD_H

#include "rules/move.h"
#include "rules/position.h"

enum { CP_AGENTS_MARGIN = 4 };

enum cp_ground { CP_WALL = 1, CP_TRAP = 2, CP_RIM = 4 };

/* A move in cells: from, then perhaps via, to. What a puppeteer leads stands on
 * via. sep and then are enum cp_sep; then is NONE when there is one step. */
typedef struct {
    int32_t from, via, to;
    uint8_t sep, then;
} cp_pace;

/* What the family of agents keeps beside the men. */
struct cp_agents {
    int32_t width, cells;          /* of a row with its margins; of all rows */
    int32_t *man;                  /* by cell: who stands there, or CP_NOBODY */
    uint8_t *ground;               /* by cell: enum cp_ground */
    cp_trace last[CP_TRACES_MOST]; /* whom the last turn displaced: the ko rule's memory */
    uint32_t last_count;
    bool has_last;  /* a turn was played, or the start says what the last one did */
    cp_pace *paces; /* work space of whoever lists moves */
    uint32_t pace_room;
};

/* Whom a turn has displaced so far, each man once, however often he moved. */
typedef struct {
    int32_t man, from, to; /* cells; gone: the trap he vanished on */
    bool gone;
} cp_displaced;

/* A turn being tried, or the reason why it cannot be played. */
struct cp_trial {
    cp_displaced who[CP_TRACES_MOST];
    uint32_t count;
    int32_t at;      /* of a refusal: the cell to blame, 0: none */
    int32_t at_too;  /* and a second one */
    int32_t culprit; /* and the man, or CP_NOBODY */
};

/* Lays the board of a position just set up; men off the board are left out. */
void cp_agents_lay(struct cp_position *p, const struct cp_start *start);

static inline int32_t cp_cell(const struct cp_agents *board, int64_t file, int64_t rank)
{
    return (int32_t)((rank + CP_AGENTS_MARGIN - 1) * board->width + file + CP_AGENTS_MARGIN - 1);
}

/* The cell of a square that is on the board; 0 when it is not. */
static inline int32_t cp_cell_of(const struct cp_position *p, cp_square at)
{
    return cp_on_board(p->law, at) ? cp_cell(p->agents, at.file.v, at.rank.v) : 0;
}

static inline int32_t cp_cell_file(const struct cp_agents *board, int32_t cell)
{
    return cell % board->width - CP_AGENTS_MARGIN + 1;
}

static inline int32_t cp_cell_rank(const struct cp_agents *board, int32_t cell)
{
    return cell / board->width - CP_AGENTS_MARGIN + 1;
}

static inline cp_square cp_square_of(const struct cp_agents *board, int32_t cell)
{
    return (cp_square){CP_INT(cp_cell_file(board, cell)), CP_INT(cp_cell_rank(board, cell))};
}

static inline enum cp_agent cp_agent_of(const struct cp_position *p, int32_t man)
{
    return p->law->variant->kinds[p->kind[man]].agent;
}

void cp_trial_init(struct cp_trial *t);

/* Lifts a man off his cell, and lands one who was lifted: on a trap he is gone.
 * Landing refuses a king on the rim (R-TR-1), and leaves him lifted. */
void cp_trial_lift(const struct cp_position *p, struct cp_trial *t, int32_t man, int32_t cell);
CP_MUST_USE enum cp_diag cp_trial_land(const struct cp_position *p, struct cp_trial *t, int32_t man,
                                       int32_t cell);

/* A man who was lifted vanishes on a trap, without standing anywhere before. */
void cp_trial_vanish(struct cp_trial *t, int32_t man, int32_t trap);

/* Whether a man is gone by this turn; whether a king is. */
bool cp_trial_has_lost(const struct cp_trial *t, int32_t man);
bool cp_trial_has_ended(const struct cp_position *p, const struct cp_trial *t);

/* The whole turn against the ko rule (R-TR-12), and whether it changes anything
 * at all (R-TR-13). */
CP_MUST_USE enum cp_diag cp_trial_judge(const struct cp_position *p, struct cp_trial *t);

/* Everybody back to where he stood when *as was the trial so far; NULL: when the
 * turn began. */
void cp_trial_back(const struct cp_position *p, struct cp_trial *t, const struct cp_trial *as);

#endif
