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
    const struct cp_node *fault; /* the first bad move; NULL: none, or the start is bad */
    uint32_t fault_ply;          /* 0 for the start */
    cp_span fault_at;            /* line 0: none */
};

/* Plays g by its variant's rules, reports all that is wrong to run->diags, and
 * sets g->verdict if it will be recorded. The game has a variant; it may be damaged.
 * Where also is not NULL it hears what begins, is played and is refused, of variations too. */
void cp_judge_game(struct cp_run *run, struct cp_game *g, bool is_recorded,
                   const struct cp_listener *also, struct cp_judgement *out);

/* Why it is not valid, with its particulars. */
void cp_judgement_put_text(struct cp_buf *out, const struct cp_judgement *judged);

/* Reports a result that cannot be read, two that differ, or one that contradicts the board; with no
 * outcome (CP_OUTCOME_NONE, -1) the board is not asked. The particulars. */
enum cp_diag cp_result_report(struct cp_run *run, const struct cp_game *g, enum cp_outcome outcome,
                              int winner, cp_str *text);

/* ---- of many games ----
 *
 * Counts, as a table for people and as an object for programs, which several runs' can be made one
 * of.
 *
 *     {"summary":"cp-validate","games":3,"plies":24,"valid":2,"bad":1,"unjudged":0,
 *      "reasons":{"path-blocked":1},"warnings":2,"messages":{"path-blocked":1,"tag-unusual":2}}
 *
 * Counts are integers of any size. Names of kinds that are not known here are added up as
 * well, since a later version may know them; fields that are not known are refused, since
 * nobody can say what their sum is. */

enum cp_sum { CP_GAMES, CP_PLIES, CP_VALID, CP_BAD, CP_UNJUDGED, CP_WARNINGS, CP_SUMS };
enum cp_sum_kinds { CP_REASONS, CP_MESSAGES, CP_SUM_KINDS };

struct cp_kind_sum;

struct cp_summary {
    struct cp_arena *arena;
    struct cp_ints *ints;
    cp_int sums[CP_SUMS];
    struct cp_kind_sum *kinds[CP_SUM_KINDS]; /* by name */
};

void cp_summary_init(struct cp_summary *s, struct cp_arena *arena, struct cp_ints *ints);
void cp_summary_add(struct cp_summary *s, enum cp_sum sum, uint64_t count);
void cp_summary_add_kind(struct cp_summary *s, enum cp_sum_kinds of, enum cp_diag kind,
                         uint64_t count);

/* Whether a line is meant to be one; and adds what it holds. False: reported, and nothing is
 * added. */
bool cp_summary_is_begun(cp_str line);
CP_MUST_USE bool cp_summary_read(struct cp_summary *s, cp_str line, cp_span at, struct cp_diags *d);

void cp_summary_put_table(struct cp_buf *out, const struct cp_summary *s);
void cp_summary_put_json(struct cp_buf *out, const struct cp_summary *s);

#endif
