/* SPDX-License-Identifier: MIT */
/* notes.h -- a person's notes on games, from a YAML file of their own
 * (schemas/notes.schema.json): comments, NAGs, coloured squares and arrows by
 * game and ply.
 *
 *     - match: {White: Ada}       # or "game: 2", or both; neither: every game
 *       plies:
 *         14:
 *           move: R(g9)-(a9)      # what must stand there
 *           nags: ['!', 14]
 *           comment: A quiet move.
 *           marks: {red: (a9) (φ9)}
 *           arrows: {green: (g9)-(a9)} */
#ifndef CP_NOTEBOOK_H
#define CP_NOTEBOOK_H

#include "base/json.h"
#include "game/game.h"
#include "game/marks.h"

/* Of one colour; they stand in the comments, too. */
struct cp_note_marks {
    struct cp_note_marks *next;
    struct cp_marks marks; /* or arrows */
    cp_span at;
};

struct cp_note {
    struct cp_note *next;
    uint32_t ply; /* 1 is the first move; 0: before it */
    cp_span at;
    cp_str move; /* what must stand there; empty: anything */
    cp_span move_at;
    struct cp_comment *before, *after;
    struct cp_nag *nags;
    struct cp_note_marks *marks, *last_marks;
};

/* The notes on one game, or on all that fit. */
struct cp_note_page {
    struct cp_note_page *next;
    cp_span at;
    uint32_t game;        /* its number in the stream, from 1; 0: any */
    struct cp_tag *match; /* tags it must have */
    struct cp_note *notes, *last;
    bool is_used;                /* some game has fitted */
    uint32_t place;              /* among all pages */
    const struct cp_tag *rarest; /* of match: the one that fewest pages share */
    uint32_t sharers;            /* so many */
};

/* Pages, and once they are indexed where to look for those that may fit a game: by its
 * number, by one of its tags, and those that need neither. */
struct cp_notebook {
    struct cp_note_page *pages;
    struct cp_note_page **by_game, **by_tag, **others;
    uint32_t game_count, tag_count, other_count;
};

/* Lints all of v, each fault at its line and column; false when there was any.
 * Marks and arrows become comments: [%csl R(a9)] [%cal G(g9)(a9)]. All lives in
 * arena, and borrows from v. */
CP_MUST_USE bool cp_notebook_parse(struct cp_notebook *book, struct cp_arena *arena,
                                   struct cp_ints *ints, const struct cp_value *v,
                                   struct cp_diags *d);

/* Before the first game: nothing is added to pages afterwards. */
void cp_notebook_index(struct cp_notebook *book, struct cp_arena *arena);

/* Writes what fits the game, the number-th of its stream, into its main line,
 * but for comments and NAGs that stand there already. A ply that the game does not have, another
 * move standing there, or marks beyond its border (NULL: it has none, or it is not known) are
 * reported at their places in the notes. */
void cp_notebook_apply(struct cp_notebook *book, struct cp_game *g, uint64_t number,
                       const struct cp_border *border, struct cp_diags *d);

/* Reports each page that no game has fitted. */
void cp_notebook_check_used(const struct cp_notebook *book, struct cp_diags *d);

#endif
