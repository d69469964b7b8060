/* SPDX-License-Identifier: MIT */
/* chosen.h -- what becomes of games that were selected, where that depends on those before
 * them: one of several that are the same, a sample, files of so many.
 *
 *     worker ──► kept in run->output.text ──► in the order of games ──► here
 */
#ifndef CP_CHOSEN_H
#define CP_CHOSEN_H

#include "choose/split.h"
#include "query/same.h"

struct cp_chosen_wish {
    bool is_of_same;       /* of games that are the same only the first comes out, */
    bool wants_twins;      /* or only the others */
    bool takes_beginnings; /* a game that another goes on from is the same as that */
    uint64_t sample, seed; /* how many by chance; 0: all */
    const char *split;     /* a pattern of files' names, or NULL */
    uint64_t every;        /* records of each file */
    uint64_t first;        /* no more than these; 0: all */
    bool counts;           /* they are only counted */
};

struct cp_chosen;

/* NULL: reported to run->own. */
struct cp_chosen *cp_chosen_open(struct cp_run *run, const struct cp_chosen_wish *wish);

/* The game at hand goes there, by what makes it the same as another (NULL: not asked). True: it
 * comes out at once, and is to be written as it is; it is counted. In a copy of the run it is
 * kept. */
CP_MUST_USE bool cp_chosen_put(struct cp_chosen *c, struct cp_run *run, const struct cp_game *g,
                               const struct cp_same *same);

/* What a copy kept, for cp_tool.deliver. */
void cp_chosen_deliver(struct cp_chosen *c, cp_str kept);

/* Writes what waits; how many games there were. Reported to run->own if not all could be. */
uint64_t cp_chosen_end(struct cp_chosen *c);

void cp_chosen_close(struct cp_chosen *c);

#endif
