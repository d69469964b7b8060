/* SPDX-License-Identifier: MIT */
/* series.h -- many pictures into files named by a template:
 *
 *     game-%g-ply-%p.svg     %g the game's number, from 1;  %p the ply;  %% a %
 *
 * Pictures of one name share a file when they are text, parted by an empty
 * line; a second picture for a
 * file that holds one document is refused, and so is a name that a former game
 * may have used: nothing is written over. */
#ifndef CP_SERIES_H
#define CP_SERIES_H

#include "tool/run.h"

struct cp_series {
    struct cp_run *run;
    const char *template;    /* NULL or "-": standard output */
    bool single;             /* one picture is a whole file */
    struct cp_output output; /* the open file, unless it is standard output */
    struct cp_buf name;
    uint64_t first_game; /* 0: nothing yet */
    bool is_open, has_failed;
};

/* Lives as long as the run. False when the template is wrong (reported to run->own). */
CP_MUST_USE bool cp_series_init(struct cp_series *s, struct cp_run *run, const char *template,
                                bool single);

/* Where to put the picture of a ply; NULL when it has no place (reported once,
 * to run->own). */
struct cp_buf *cp_series_next(struct cp_series *s, uint64_t game, uint32_t ply);

/* Writes what is worth a system call; after each picture. */
void cp_series_flush(struct cp_series *s);

/* Closes the last file; failures are reported to run->own. */
void cp_series_close(struct cp_series *s);

#endif
