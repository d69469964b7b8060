/* SPDX-License-Identifier: MIT */
/* summary.h -- what there was in many games: counts, as a table for people and as an object for
 * programs, which several runs' can be made one of.
 *
 *     {"summary":"cp-validate","games":3,"plies":24,"valid":2,"bad":1,"unjudged":0,
 *      "reasons":{"path-blocked":1},"warnings":2,"messages":{"path-blocked":1,"tag-unusual":2}}
 *
 * Counts are integers of any size. Names of kinds that are not known here are added up as
 * well, since a later version may know them; fields that are not known are refused, since
 * nobody can say what their sum is. */
#ifndef CP_SUMMARY_H
#define CP_SUMMARY_H

#include "base/diag.h"
#include "base/int.h"

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
