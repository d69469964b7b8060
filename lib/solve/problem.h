/* SPDX-License-Identifier: MIT */
/* problem.h -- problems: a position, what is to be done in it and in how many moves, and the
 * answer, which is proved.
 *
 *     #2      White to move mates in two moves at most, whatever Black does
 *     =2      the same, stalemate
 *     s#2     White forces Black to mate him
 *     h#2     both sides together: Black moves, White moves, Black moves, White mates;
 *     h#2.5   White has one more move, the first
 *
 * "White" is here the side to move (of h#2 the other), whichever it is. Mate is what the variant's
 * rules call checkmate, of Trapper a king trapped; any other end of a game is no solution. As in
 * counts of lines (moves.h) no repetition ends a game, plies without progress do where the
 * variant says so. */
#ifndef CP_PROBLEM_H
#define CP_PROBLEM_H

#include "frame/run.h"
#include "rules/rules.h"

enum cp_aim { CP_AIM_DIRECT, CP_AIM_HELP, CP_AIM_SELF };

enum { CP_PROBLEM_MOVES_MOST = 99 };

typedef struct {
    enum cp_aim aim;
    bool stalemates;
    uint32_t plies; /* 2n - 1 of #n, 2n of h#n and s#n, one more of h#n.5 */
} cp_stipulation;

CP_MUST_USE bool cp_stipulation_parse(cp_stipulation *out, cp_str text);
void cp_stipulation_format(struct cp_buf *out, cp_stipulation s);

/* Whether text begins as one, right or wrong; and so is no file. */
bool cp_stipulation_is_begun(cp_str text);

/* What is found out of a question; all but the first two leave it open, and say why. */
enum cp_found {
    CP_FOUND_NO,
    CP_FOUND_YES,
    CP_FOUND_ENDLESS, /* of endlessly many moves, or very many, not each could be judged */
    CP_FOUND_OPEN,    /* the rules leave open whether a move is legal, or mates: primes */
    CP_FOUND_LIMIT,   /* the search was stopped */
};

struct cp_table;
struct cp_candidate;

/* A move as it is written, the next beside it, and what follows it: of a first move the replies
 * that matter, of a reply what answers it; of a helpmate all that goes on to the end. */
struct cp_solved {
    cp_str move;
    struct cp_solved *next, *then;
    struct cp_solved *threats; /* of a first move: what it would do next if nothing were done */
    bool is_waiting;           /* a first move that threatens nothing: any reply is a mistake */
    uint32_t moves;            /* of a first move: so many it needs at most, itself included */
    const struct cp_candidate *choice;
};

struct cp_problem {
    cp_stipulation asked;
    uint64_t positions_most, milliseconds; /* of the search; 0: no matter how many */
    bool wants_tries, wants_duals, wants_proof;
    bool only_checks;   /* of #n: all moves of who mates give check */
    struct cp_run *run; /* NULL, or whose on_move looks now and then whether to stop */

    /* the answer */
    enum cp_found found;     /* YES, NO, or why neither is proved */
    enum cp_found rest;      /* of YES: why there may be more first moves, or lines; else NO */
    struct cp_solved *keys;  /* all first moves that solve it; of a helpmate all lines */
    struct cp_solved *tries; /* first moves that one reply alone refutes: `then` */
    uint32_t searched;       /* it is proved that none needs so many moves or fewer */
    uint64_t positions;      /* looked at */
    bool has_proof;          /* it was wanted, and can be written */
    cp_str proof;            /* verify.c says how */
};

/* Why it is undecided, or more may solve it; NULL: neither is so. */
const char *cp_problem_reason(const struct cp_problem *problem);

/* Room for what was found out, for any number of problems one by one. */
struct cp_table *cp_table_make(struct cp_arena *arena);

/* Solves it at p, which is afterwards as it was. The table serves one problem after the other.
 * Moves are written in such squares, shifted back to the game's frame. Scratch and answer live in
 * arena. */
void cp_problem_solve(struct cp_problem *problem, struct cp_table *table, struct cp_position *p,
                      enum cp_spelling spelling, cp_square shift, struct cp_arena *arena);

/* ---- of games (asked.c) ---- */

/* Of one problem: limit, only-checks, tries, duals. False: reported. */
extern const struct cp_option cp_solve_options[];
CP_MUST_USE bool cp_problem_begin(struct cp_problem *problem, struct cp_run *run,
                                  const struct cp_options *o);

/* The limit that the option `name` has, if it is there and has one. False: it is none, reported. */
CP_MUST_USE bool cp_problem_limit(struct cp_problem *problem, struct cp_run *run,
                                  const struct cp_options *o, const char *name);

/* What is to be done, said outside of games. False: reported. */
CP_MUST_USE bool cp_problem_ask(struct cp_problem *problem, struct cp_run *run, cp_str said);

/* Solves what was asked, or else what g's tag Stipulation asks, where g's moves end. False:
 * reported, as they do not go so far, or nothing was asked. */
CP_MUST_USE bool cp_problem_answer(struct cp_problem *problem, struct cp_table *table,
                                   struct cp_run *run, struct cp_game *g);

/* Whether the proof in g's solution holds where g's moves end. False: reported. */
CP_MUST_USE bool cp_problem_verify(struct cp_run *run, struct cp_game *g);

/* Whether what g's tag Stipulation asks for, if it has one, is done at p, its start, by the first
 * moves that g gives, and by no others; by one, if it gives none. What is wrong is reported, at the
 * tag or the move. Of *problem the limits count. */
void cp_problem_check(struct cp_problem *problem, struct cp_table *table, struct cp_position *p,
                      struct cp_run *run, struct cp_game *g);

/* The answer as the JSON of a record's `solution`; in lines as problemists print it; and as moves
 * behind those of g, with variations: of several first moves, of replies, of tries. */
void cp_problem_put_json(struct cp_buf *out, const struct cp_problem *problem);
void cp_problem_put_text(struct cp_buf *out, const struct cp_problem *problem);
void cp_problem_add_moves(struct cp_game *g, const struct cp_problem *problem);

#endif
