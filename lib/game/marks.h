/* SPDX-License-Identifier: MIT */
/* marks.h -- what an author puts on a picture: coloured squares, circles, crosses and
 * labels on squares, and arrows, as they stand in comments (after lichess, with the
 * plane's squares), in notes and in options:
 *
 *     [%csl G(4,5),R(g9)=o,Yd4=x]  squares; =o a circle, =x a cross
 *     [%csl (4,5)=A,B(g9)=12]      one or two capital letters, or up to three digits
 *     [%cal G(1,1)(8,8),Be2e4]     arrows
 *     [%cal Gg1f3=n]               bent as a knight goes: along the longer way first
 *
 * The colour is G, R, Y, B, O or P; without one it is green. */
#ifndef CP_MARKS_H
#define CP_MARKS_H

#include "game/square.h"

enum cp_colour { CP_GREEN, CP_RED, CP_YELLOW, CP_BLUE, CP_ORANGE, CP_PURPLE, CP_COLOURS };

const char *cp_colour_name(enum cp_colour colour);  /* "green" */
char cp_colour_letter(enum cp_colour colour);       /* 'G' */
bool cp_colour_find(cp_str name, enum cp_colour *); /* by its name */

enum cp_mark_kind {
    CP_MARKED_SQUARE, /* all of it */
    CP_MARKED_CIRCLE,
    CP_MARKED_CROSS,
    CP_MARKED_LABEL,
    CP_MARKED_ARROW, /* from here on arrows */
    CP_MARKED_BENT,
};

enum { CP_LABEL_OF_MARK = 3 }; /* characters */

struct cp_mark {
    struct cp_mark *next;
    cp_square from, to;  /* the same square twice, but for arrows */
    uint8_t spelling[2]; /* enum cp_spelling, of these as they are written */
    uint8_t colour;      /* enum cp_colour */
    uint8_t kind;        /* enum cp_mark_kind */
    char label[CP_LABEL_OF_MARK + 1];
};

static inline bool cp_mark_is_arrow(const struct cp_mark *mark)
{
    return mark->kind >= CP_MARKED_ARROW;
}

struct cp_marks {
    struct cp_mark *first, *last;
};

/* Writes its square that is beyond the border, as it is written there; false: there is none. */
CP_MUST_USE bool cp_mark_put_beyond(struct cp_buf *out, const struct cp_mark *mark,
                                    const struct cp_ints *ints, const struct cp_border *border);

/* Appends the marks of a list such as "G(4,5),R(g9)=o". CP_OK, or the message to
 * say and in *culprit the part that could not be read; marks before it are
 * kept. Squares are taken as written: frames are the caller's. */
CP_MUST_USE enum cp_diag cp_marks_parse(struct cp_marks *marks, struct cp_arena *arena,
                                        struct cp_ints *ints, cp_str list, bool arrows,
                                        cp_str *culprit);

/* The square that *rest begins with, "(4,5)", "(g9)" or "e4", which goes behind it. */
CP_MUST_USE bool cp_mark_square_take(struct cp_ints *ints, cp_str *rest, cp_square *out);

/* One of them, as it is read again. */
void cp_mark_format(const struct cp_ints *ints, struct cp_buf *out, const struct cp_mark *mark,
                    enum cp_spelling spelling);

/* Appends the marks of every [%csl ...] and [%cal ...] in a comment; the rest
 * of the comment is nothing to it. Reading goes on behind a bad list; the first
 * fault is returned. */
CP_MUST_USE enum cp_diag cp_marks_find(struct cp_marks *marks, struct cp_arena *arena,
                                       struct cp_ints *ints, cp_str comment, cp_str *culprit);

#endif
