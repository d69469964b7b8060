/* SPDX-License-Identifier: MIT */
/* errand.h -- the tool that runs, asked about one text beside, as on a command line of its own: in
 * that text it reads games, what it writes is handed back, and its messages are told among those of
 * the run. */
#ifndef CP_ERRAND_H
#define CP_ERRAND_H

#include "frame/run.h"

struct cp_errand {
    const char *const *options; /* "ply=12"; NULL behind the last */
    cp_span at;                 /* where they stand: of messages about them */
    cp_str text;
    uint32_t line;       /* on which it begins, in the file of `at` */
    bool has_told_place; /* afterwards: a message names that file */
};

/* Whether an errand may have that option: not those of how the tool runs, and whom it tells. */
bool cp_errand_takes(const struct cp_run *run, cp_str option);

/* Puts what is written into out. Its status; the run's is raised: 1 where something is bad, the
 * options included, 3 where the machine failed. */
int cp_errand_run(struct cp_run *run, struct cp_errand *e, struct cp_buf *out);

#endif
