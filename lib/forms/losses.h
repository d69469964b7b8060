/* SPDX-License-Identifier: MIT */
/* losses.h -- what a form does not hold of a game: what is left out is gathered while the game is
 * written, and told in one message; what is written as something else is told at its place. */
#ifndef CP_LOSSES_H
#define CP_LOSSES_H

#include "frame/run.h"
#include "text/writer.h"

/* What a form may hold. Records hold all. */
enum {
    CP_HOLDS_FIELDS = 1,     /* that nobody knows */
    CP_HOLDS_VARIATIONS = 2, /* those with moves */
    CP_HOLDS_EMPTY = 4,      /* those without */
    CP_HOLDS_COMMENTS = 8,   /* more than one behind each move, too */
    CP_HOLDS_TAGS = 16,      /* any names, and any number of tags of a name */
    CP_HOLDS_ALL = 31
};

struct cp_losses {
    struct cp_run *run;
    struct cp_game *g;
    struct cp_buf left, unused;
    bool has_more; /* than left names */
};

struct cp_losses cp_losses_of(struct cp_run *run, struct cp_game *g);

/* One more thing that is left out: whoever knows it puts its name there. */
struct cp_buf *cp_losses_left(struct cp_losses *l);

/* Comments that are altered. */
void cp_losses_alter_comments(struct cp_losses *l, cp_altered of);

/* 3 comments; nothing of 0. */
void cp_losses_count(struct cp_losses *l, uint64_t count, const char *what);

/* What a form that holds so much leaves out of the fields, moves and variations of the game.
 * Variations without moves are taken out of it where it holds none, and their comments become the
 * move's. */
void cp_losses_find(struct cp_losses *l, unsigned holds);

/* Of its tags, rules and moves that could not be read what text leaves out, and tells what it
 * alters; PGN for other programs holds less. */
void cp_losses_find_in_text(struct cp_losses *l, unsigned holds);

void cp_losses_end(struct cp_losses *l);

#endif
