/* SPDX-License-Identifier: MIT */
/* marks.h -- coloured squares and arrows, as they stand in
 * comments (after lichess, with the plane's squares) and in options:
 *
 *     [%csl G(4,5),R(g9),Yd4]      highlighted squares
 *     [%cal G(1,1)(8,8),Be2e4]     arrows
 *
 * The colour is G, R, Y or B; without one it is green. */
#ifndef CP_MARKS_H
#define CP_MARKS_H

#include "game/square.h"

enum cp_colour { CP_GREEN, CP_RED, CP_YELLOW, CP_BLUE, CP_COLOURS };

const char *cp_colour_name(enum cp_colour colour); /* "green" */

struct cp_mark {
    struct cp_mark *next;
    cp_square from, to; /* the same square twice for a highlight */
    uint8_t colour;     /* enum cp_colour */
    bool is_arrow;
};

struct cp_marks {
    struct cp_mark *first, *last;
};

/* Appends the marks of a list such as "G(4,5),R(g9)". CP_OK, or the message to
 * say and in *culprit the part that could not be read; marks before it are
 * kept. Squares are taken as written: frames are the caller's. */
CP_MUST_USE enum cp_diag cp_marks_parse(struct cp_marks *marks, struct cp_arena *arena,
                                        struct cp_ints *ints, cp_str list, bool arrows,
                                        cp_str *culprit);

/* Appends the marks of every [%csl ...] and [%cal ...] in a comment; the rest
 * of the comment is nothing to it. Reading goes on behind a bad list; the first
 * fault is returned. */
CP_MUST_USE enum cp_diag cp_marks_find(struct cp_marks *marks, struct cp_arena *arena,
                                       struct cp_ints *ints, cp_str comment, cp_str *culprit);

#endif
