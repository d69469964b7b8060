/* SPDX-License-Identifier: MIT */
/* agents.h -- the rules of agents, which push, pull, swap and lead one another, and
 * lose their king to a trap (R-TR-1 to R-TR-17).
 *
 *     moves.c    a turn being tried on cells: what each agent may do, and why not; all
 *                legal moves
 *     resolve.c  from what is written to a move, and back; refusals in words
 *     turn.c     a whole turn on the position, and back;
 *                and the table that the rest of the house asks */
#ifndef CP_AGENTS_H
#define CP_AGENTS_H

#include "game/written.h"
#include "rules/chess/turn.h"
#include "rules/position.h"
#include "rules/rules.h"

/* The board on which agents displace one another, and a turn
 * being tried on it.
 *
 * Squares are cells of one array, with a margin as wide as the farthest that a
 * turn looks beyond a square (a push by an alfil jump: 2 + 2), so directions are
 * differences of cells and the edge need not be asked about:
 *
 *     . . . . . . . .        . wall      _ empty
 *     . . . M _ S . .        step north-east = width + 1
 *     . . . _ T _ . .        T trap
 *
 * Cell 0 is always wall: it stands for "none". The board follows the men of the
 * position; a trial moves them on the board alone, and takes everything back: for the holder of a
 * position it is constant. */

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
    int32_t *man;                  /* by cell: what stands there, or CP_NOBODY */
    uint8_t *ground;               /* by cell: enum cp_ground */
    cp_trace last[CP_TRACES_MOST]; /* what the last turn displaced: the ko rule's memory */
    uint32_t last_count;
    bool has_last;  /* a turn was played, or the start says what the last one did */
    cp_pace *paces; /* work space for lists of moves */
    size_t pace_room;
};

/* What a turn has displaced so far, each man once, however often it moved. */
typedef struct {
    int32_t man, from, to; /* cells; gone: the trap it vanished on */
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

static inline int32_t cp_cell(const struct cp_agents *board, int64_t file, int64_t rank)
{
    return (int32_t)((rank + CP_AGENTS_MARGIN - 1) * board->width + file + CP_AGENTS_MARGIN - 1);
}

/* The cell of a square that is on the board; 0 when it is not. */
static inline int32_t cp_cell_of(const struct cp_position *p, cp_square at)
{
    return cp_on_board(p->law, p->ints, at) ? cp_cell(p->agents, at.file.v, at.rank.v) : 0;
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

/* Whether a king is gone by this turn. */
bool cp_trial_has_ended(const struct cp_position *p, const struct cp_trial *t);

/* What each agent may do, and why not: one move, tried on the
 * board. Whoever lists, resolves or plays moves asks here, so there is one text of
 * the rules. */

/* Makes the move on the board, all but the ko rule; CP_OK and the trial, or the
 * reason why not, with what to blame in *t, and the board as it was. An agent of
 * the side to move stands on pace->from. */
CP_MUST_USE enum cp_diag cp_agents_enact(const struct cp_position *p, const cp_pace *pace,
                                         struct cp_trial *t);

/* Whether the whole turn is legal; the board is as it was in either case, and *t
 * holds what the turn displaces, or what to blame. */
CP_MUST_USE enum cp_diag cp_agents_check(const struct cp_position *p, const cp_pace *pace,
                                         struct cp_trial *t);

/* The direction from one cell to another in line with it, and how many steps it
 * is; 0 when they are not in line. */
int32_t cp_cell_direction(const struct cp_agents *board, int32_t from, int32_t to, int32_t *steps);

/* All legal moves, into p->agents->paces, of the side to move, man by man; none once a king is
 * gone. It stops early when there are `enough`. */
uint32_t cp_agents_list(struct cp_position *p, uint32_t enough);

/* A move of the position as cells, and back. */
cp_pace cp_pace_of(const struct cp_position *p, const cp_move *move);
cp_move cp_move_of(const struct cp_position *p, const cp_pace *pace);

/* The family's: see rules.h. What is written is R-TR-16. */
void cp_agents_each_move(struct cp_position *p, int32_t man, struct cp_ranges *out);
void cp_agents_resolve(struct cp_position *p, const cp_written *w, cp_square shift,
                       struct cp_resolution *out);
bool cp_agents_force(struct cp_position *p, const cp_written *w, struct cp_resolution *r);
void cp_agents_write(struct cp_position *p, const cp_move *move, enum cp_style style,
                     cp_square shift, cp_written *out);
void cp_agents_explain(struct cp_buf *out, struct cp_position *p, const struct cp_resolution *r,
                       enum cp_spelling spelling, cp_square shift);

#endif
