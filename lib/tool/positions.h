/* SPDX-License-Identifier: MIT */
/* positions.h -- which positions of games are wanted, as options write it, and
 * which files their pictures go to. */
#ifndef CP_POSITIONS_H
#define CP_POSITIONS_H

#include "tool/run.h"

/* ---- plies ---- */

struct cp_ply_range {
    uint32_t low, high;
};

struct cp_plies {
    struct cp_ply_range *ranges;
    uint32_t count;
    bool last; /* the last ply too, whichever that is */
};

/* "12", "last", "all", or a list of such with ranges: "0,3-5,last". Ply 0 is the
 * start position. False when text is nothing of that. */
CP_MUST_USE bool cp_plies_parse(struct cp_plies *out, struct cp_arena *arena, cp_str text);

bool cp_plies_has(const struct cp_plies *p, uint32_t ply);

/* A ply that was asked for by number and that a game of so many does not have;
 * 0 when there is none such. */
uint32_t cp_plies_missing(const struct cp_plies *p, uint32_t plies);

/* ---- files ----
 *
 *     game-%g-ply-%p.svg     %g the game's number, from 1;  %p the ply;  %% a %
 *
 * Pictures of one name share a file when they are text, parted by an empty line.
 * A second picture for a file that holds one document is refused, and so is a
 * name that an earlier game may have used: nothing is written over. */

struct cp_picture_files {
    struct cp_run *run;
    const char *pattern;     /* NULL or "-": standard output */
    bool single;             /* one picture is a whole file */
    struct cp_output output; /* the open file, unless it is standard output */
    struct cp_buf name;
    uint64_t first_game; /* 0: nothing yet */
    bool is_open, has_failed;
};

/* Lives as long as the run. False when the pattern is wrong (reported to run->own). */
CP_MUST_USE bool cp_picture_files_init(struct cp_picture_files *f, struct cp_run *run,
                                       const char *pattern, bool single);

/* Where to put the picture of a ply; NULL when it has no place (reported once,
 * to run->own). */
struct cp_buf *cp_picture_files_next(struct cp_picture_files *f, uint64_t game, uint32_t ply);

/* Writes what is worth a system call; after each picture. */
void cp_picture_files_flush(struct cp_picture_files *f);

/* Closes the last file; failures are reported to run->own. */
void cp_picture_files_close(struct cp_picture_files *f);

#endif
