/* SPDX-License-Identifier: MIT */
/* judge.h -- a game's verdict: played, reported where it stands, and written as
 * the record's `verdict` field. */
#ifndef CP_JUDGE_H
#define CP_JUDGE_H

#include "frame/run.h"
#include "rules/replay.h"

struct cp_judgement {
    struct cp_verdict verdict;
    bool is_valid;
    bool is_played;              /* false: the start could not be read, nothing was played */
    bool result_consistent;      /* with the other places it is given, and with the board */
    bool illegal_result;         /* what is given is no result at all */
    enum cp_diag reason;         /* why it is not valid: its first fault; or CP_OK */
    cp_str text;                 /* the reason's particulars */
    bool has_fault;              /* where that is: */
    const struct cp_node *fault; /* the first bad move, or NULL: the start is bad */
    uint32_t fault_ply;          /* 0 for the start */
    cp_span fault_at;
};

/* Plays g by its variant's rules, reports all that is wrong to run->diags, and
 * sets g->verdict if it will be recorded. The game has a variant; it may be damaged. */
void cp_judge_game(struct cp_run *run, struct cp_game *g, bool is_recorded,
                   struct cp_judgement *out);

/* The same for a listener of its own beside: what begins, is played and is refused, of
 * variations too. */
void cp_judge_game_for(struct cp_run *run, struct cp_game *g, bool is_recorded,
                       const struct cp_listener *also, struct cp_judgement *out);

/* Reports a result that is none, is given twice and not alike, or is not what stands on the
 * board; with no outcome (CP_OUTCOME_NONE, -1) the board is not asked. The particulars. */
enum cp_diag cp_result_report(struct cp_run *run, const struct cp_game *g, enum cp_outcome outcome,
                              int winner, cp_str *text);

#endif
