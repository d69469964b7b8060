/* SPDX-License-Identifier: MIT */
/* words.h -- the words of a picture: names of pieces and squares, remarks for the
 * caption, labels at the axes; and the one door through which foreign text enters
 * a picture. */
#ifndef CP_WORDS_H
#define CP_WORDS_H

#include "draw/picture/view.h"

enum cp_escape { CP_ESCAPE_NONE, CP_ESCAPE_XML };

/* text as it may stand in a picture: control characters, bytes that are no
 * UTF-8 and what XML forbids become U+FFFD, white space becomes a blank. */
void cp_words_put(struct cp_buf *out, cp_str text, enum cp_escape escape);

/* How many columns of a terminal: two for a wide character (CJK), none for a mark over
 * another. */
uint32_t cp_words_width(cp_str text);

/* The same in hundredths of the size of a common sans serif font, or a little more. */
uint32_t cp_words_extent(cp_str text);

/* How many bytes of text fit a line so wide, as `width` measures: up to a blank if
 * there is one. A word longer than the line is broken between characters, or
 * with `whole` stands on a line of its own. */
size_t cp_words_line(cp_str text, uint32_t most, bool whole, uint32_t (*width)(cp_str));

/* "white hawk (d1)" */
void cp_words_put_man(struct cp_buf *out, const struct cp_view *v, const cp_man *man);

/* "white hawk (d1), (u1); black king (m16)": by side, kind, then as listed. */
void cp_words_put_men(struct cp_buf *out, const struct cp_view *v, const cp_man *const *men,
                      uint32_t count);

/* How a square is called in this picture; of a very long number the ends, with how many digits
 * it has. */
void cp_words_put_square(struct cp_buf *out, const struct cp_view *v, cp_square square);

/* The same where there is little room, as books print it: digits in groups, a true minus, and of a
 * number of more than six digits so many powers of ten. False: it says only about where it is. */
bool cp_words_put_short(struct cp_buf *out, const struct cp_view *v, cp_square square);

#define CP_WORDS_GAP "..." /* between these */

enum { CP_WORDS_NAMES_MOST = 24 }; /* that a remark names; more are counted */

enum { CP_WORDS_REMARKS = 16 }; /* how many kinds there are */

/* The remarks, one by one: what cannot be seen in the panels (a piece outside,
 * the far end of a move), or with `all` also what only colour shows. Remark n
 * is put to out, unescaped; false when there is no n-th kind of remark. One
 * that has nothing to say puts nothing. */
CP_MUST_USE bool cp_words_put_remark(struct cp_buf *out, const struct cp_scene *s, uint32_t n,
                                     bool all);

/* Where an inset lies, from the window: "17 files right" and "4000 ranks down", as it is
 * seen; the n-th of these lines, false when there are no more. Numbers of more than 15
 * digits are about a power of ten. */
CP_MUST_USE bool cp_words_put_offset(struct cp_buf *out, const struct cp_scene *s,
                                     const struct cp_panel *inset, int n);

/* ---- labels ----
 *
 * Files and ranks far out have names longer than a square is wide: then the axis
 * counts +0, +1, ... from the panel's low corner, and a heading says in full where
 * that is. */

enum { CP_LABEL_MOST = 6 }; /* characters of a label */

struct cp_labels {
    const struct cp_scene *scene;
    const struct cp_panel *panel;
    enum cp_spelling spelling; /* of files */
    bool far_files, far_ranks; /* counted from the low corner */
    uint32_t file_width, rank_width;
    uint32_t file_step, rank_step; /* those are labelled that it divides */
};

/* spelling CP_NUMERIC for numbers; else letters, with φ or 0 as it says. */
void cp_labels_init(struct cp_labels *l, const struct cp_scene *s, const struct cp_panel *p,
                    enum cp_spelling spelling, struct cp_arena *arena);

/* The label of a column, or of a row, of the picture as it is seen; false: it has none. They are
 * multiples of the step; of files and ranks far out, counted from the low corner. */
bool cp_labels_put(const struct cp_labels *l, struct cp_buf *out, bool is_rank, uint32_t at);

/* "Inset 1: (99,1) to (104,9)" or "Window: ..."; only when the axes count
 * from the corner, or `always`. False: nothing was put. */
bool cp_labels_put_heading(const struct cp_labels *l, struct cp_buf *out, bool always);

#endif
