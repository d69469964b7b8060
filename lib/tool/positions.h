/* SPDX-License-Identifier: MIT */
/* positions.h -- which positions of games are wanted, as options write it, and
 * which files their pictures go to. */
#ifndef CP_POSITIONS_H
#define CP_POSITIONS_H

#include "tool/run.h"

/* ---- plies ---- */

struct cp_ply_range {
    uint32_t low, high;
    bool is_of_moves; /* counted from the first half-move of move 1, wherever a game begins */
};

struct cp_plies {
    struct cp_ply_range *ranges;
    uint32_t count;
    bool last; /* the last ply too, whichever that is */
};

/* "12", "last", "all", or a list of such with ranges: "0,3-5,last". Ply 0 is the
 * start position. Moves go by their numbers: 3w (or 3.) is White's third, 3b (or 3...)
 * Black's. False when text is nothing of that. */
CP_MUST_USE bool cp_plies_parse(struct cp_plies *out, struct cp_arena *arena, cp_str text);

/* Whether it is one position, and not a list. */
bool cp_plies_is_one(const struct cp_plies *p);

/* The same in plies alone, of a game with that start; in arena, or p itself. */
const struct cp_plies *cp_plies_settle(const struct cp_plies *p, struct cp_arena *arena,
                                       cp_str start);

/* is_last: it is the last ply of its game. */
bool cp_plies_has(const struct cp_plies *p, uint32_t ply, bool is_last);

/* A ply that was asked for by number and that a game of so many does not have;
 * 0 when there is none such. */
uint32_t cp_plies_missing(const struct cp_plies *p, uint32_t plies);

/* Reports it. */
void cp_plies_report_missing(const struct cp_plies *p, struct cp_run *run, const struct cp_game *g,
                             uint32_t plies);

/* A ply of no game: a move with a number below that of the game's first. */
#define CP_NO_PLY (UINT32_MAX - 1)

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
