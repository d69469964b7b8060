/* SPDX-License-Identifier: MIT */
/* rules.h -- what a game's rules must be able to say, whatever they are.
 *
 * A variant is data; how its data is played is said by a table of functions. Most
 * variants are chess: men that move along rays, take, and must not leave their king
 * attacked. Agents, which push and pull one another, have other laws on the same
 * board. The replay, the tools and the generator ask the table and know no rules:
 *
 *     replay, tools  ->  rules.h  ->  chess.c, agents/turn.c  ->  position, move, ...
 *
 * All rules keep their men in a cp_position; what they need beside them hangs on a
 * pointer there, to a struct that their own files alone complete.
 *
 * Why so: D14 (DECISIONS.md). */
#ifndef CP_RULES_H
#define CP_RULES_H

#include "rules/chess/moves.h"
#include "rules/chess/resolve.h"
#include "rules/outcome.h"

enum { CP_SHIFTS_MOST = 64 }; /* men that one turn displaces, and are told */

/* A man that changed its square in a turn, or left the board. */
typedef struct {
    cp_square from, to; /* leaves: the square on which it vanished */
    int32_t man;
    bool leaves;
} cp_shift;

struct cp_rules {
    /* Readies a position just set up: what moves by itself, what is remembered. */
    void (*begin)(struct cp_position *p, const struct cp_start *start);

    /* May a game begin so? As cp_setup_check. */
    enum cp_diag (*check_setup)(struct cp_position *p, const struct cp_start *start,
                                int32_t *culprit);

    /* The one legal move that was meant, or the nearest reason why not. */
    void (*resolve)(struct cp_position *p, const cp_written *w, cp_square shift,
                    struct cp_resolution *out);

    /* Whether an illegal move can be made on the board all the same; then *r holds
     * the whole move. NULL in an engine that hands games to be played on to another. */
    bool (*force)(struct cp_position *p, const cp_written *w, struct cp_resolution *r);

    /* A whole turn, with all that falls or vanishes; and back. Of bitboards without trapdoors undo
     * may be NULL: it is not taken back. */
    void (*apply)(struct cp_position *p, const cp_move *move, cp_undo *undo);
    void (*undo)(struct cp_position *p, const cp_undo *undo);

    /* What the turn just played displaced; returns how many, at most CP_SHIFTS_MOST. The law's
     * rules are asked: NULL for bitboards. */
    uint32_t (*shifts)(const struct cp_position *p, const cp_undo *undo, cp_shift *out);

    /* How the game stands after a turn; the winner, or -1. */
    enum cp_outcome (*outcome)(struct cp_position *p, int *winner);

    /* The move in that style, before it is played, but for its check mark. */
    void (*write)(struct cp_position *p, const cp_move *move, enum cp_style style, cp_square shift,
                  cp_written *out);

    /* The particulars of a refusal in a player's words. */
    void (*explain)(struct cp_buf *out, struct cp_position *p, const struct cp_resolution *r,
                    enum cp_spelling spelling, cp_square shift);

    /* Adds the legal moves of a man of the side to move: single moves, and ranges of
     * lengths. Whatever lists, counts or writes moves asks here (moves.h). */
    void (*each_move)(struct cp_position *p, int32_t man, struct cp_ranges *out);

    /* Adds what a man of either side attacks, whoever is to move. NULL: nothing is taken here. */
    void (*each_attack)(struct cp_position *p, int32_t man, struct cp_ranges *out);

    /* Whether a man of the side to move, which is not in check, keeps its king from being attacked.
     * NULL: no man does here. */
    bool (*is_pinned)(struct cp_position *p, int32_t man);

    /* A faster count of the legal move sequences of a length, on a board with edges;
     * false when this position has none. May be NULL. */
    bool (*perft)(struct cp_position *p, uint32_t depth, uint64_t *lines);

    /* How often the position has been on the board in this line of moves, and the ply
     * after which it first was, as the engine itself remembers; asked once a ply. NULL:
     * the replay remembers (repetition.h). */
    uint32_t (*seen)(struct cp_position *p, uint32_t *first);

    bool repeats; /* a position that comes back a third time may be a draw */

    /* Without trapdoors, a game has ended only where there is no legal move. So how it
     * stands need not be asked while it goes on. */
    bool ends_without_moves;
};

/* Men that move along rays and guard a king; and agents, which push, pull, swap and lead
 * one another, and lose their king to a trap (R-TR-1 to R-TR-17). */
extern const struct cp_rules cp_rules_chess, cp_rules_agents;

/* Chess again, of positions that bitboards play (bitboards/engine.h). */
extern const struct cp_rules cp_rules_bitboards;

/* What a start would have to say of the last turn (R-NOT-13): where men stood before it;
 * returns how many, at most CP_TRACES_MOST. What chess remembers has words of its own. */
uint32_t cp_position_recall(const struct cp_position *p, cp_before *out);

/* Those of a position's game, and of a law's games. */
static inline const struct cp_rules *cp_rules_of_law(const struct cp_law *law)
{
    return law->variant->family == CP_FAMILY_AGENTS ? &cp_rules_agents : &cp_rules_chess;
}

static inline const struct cp_rules *cp_rules_of(const struct cp_position *p)
{
    return p->fast ? &cp_rules_bitboards : cp_rules_of_law(p->law);
}

#endif
