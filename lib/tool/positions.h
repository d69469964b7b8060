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

/* is_last: it is the last ply of its game. */
bool cp_plies_has(const struct cp_plies *p, uint32_t ply, bool is_last);

/* A ply that was asked for by number and that a game of so many does not have;
 * 0 when there is none such. */
uint32_t cp_plies_missing(const struct cp_plies *p, uint32_t plies);

/* ---- files ----
 *
 *     game-%g-ply-%p.svg     %g the game's number, from 1;  %p the ply;  %% a %
 *
 * Pictures of one name share a file when they are text, parted by an empty line.
 * A second picture for a file that holds one document is refused, and so is a
 * name that an earlier game may have used: nothing is written over.
 *
 * A worker does not know the numbers of its games. In its copy of the run pictures
 * are put one behind another into run->output.text, each with what is known of it,
 * and go to their files when it is their turn. */

struct cp_picture_files {
    struct cp_run *run;      /* whose messages and standard output these are */
    const char *pattern;     /* "-": standard output */
    bool single;             /* one picture is a whole file */
    struct cp_output output; /* the open file, unless it is standard output */
    struct cp_output *to;    /* either, once it is open */
    struct cp_arena arena;   /* of the names: */
    struct cp_buf name, wanted;
    uint64_t first_game; /* 0: nothing yet */
    bool has_failed;
};

/* pattern NULL is "-". False when it is wrong (reported to run->own). */
CP_MUST_USE bool cp_picture_files_open(struct cp_picture_files *f, struct cp_run *run,
                                       const char *pattern, bool single);

/* Closes the last file; failures are reported to run->own. */
void cp_picture_files_close(struct cp_picture_files *f);

/* Writes the picture of a ply of the run's current game, or keeps it in a copy of the
 * run. One that has no place is left out, which is reported once, to run->own. */
void cp_picture_files_put(struct cp_picture_files *f, struct cp_run *run, uint32_t ply,
                          cp_str picture);

/* Writes the pictures and messages that a copy kept: for cp_tool.deliver. */
void cp_picture_files_deliver(struct cp_picture_files *f, cp_str kept, cp_str messages);

#endif
