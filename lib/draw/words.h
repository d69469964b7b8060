/* SPDX-License-Identifier: MIT */
/* words.h -- the words of a picture: names of men and squares, remarks for the
 * caption, and the one door through which foreign text enters a picture. */
#ifndef CP_WORDS_H
#define CP_WORDS_H

#include "draw/scene.h"

enum cp_escape { CP_ESCAPE_NONE, CP_ESCAPE_XML };

/* text as it may stand in a picture: control characters, bytes that are no
 * UTF-8 and what XML forbids become U+FFFD, white space becomes a blank. */
void cp_words_put(struct cp_buf *out, cp_str text, enum cp_escape escape);

/* How many characters. */
uint32_t cp_words_width(cp_str text);

/* How many bytes of text fit a line of so many characters: up to a blank if
 * there is one. A word longer than the line is broken between characters, or
 * with `whole` stands on a line of its own. */
size_t cp_words_line(cp_str text, uint32_t most, bool whole);

/* "white hawk (d1)" */
void cp_words_put_man(struct cp_buf *out, const struct cp_view *v, const cp_man *man);

/* "white hawk (d1), (u1); black king (m16)": men by side, kind, then as listed. */
void cp_words_put_men(struct cp_buf *out, const struct cp_view *v, const cp_man *const *men,
                      uint32_t count);

/* "white hawk": the side and the piece's name, or its letter. */
void cp_words_put_kind(struct cp_buf *out, const struct cp_view *v, uint8_t kind, uint8_t side);

/* How a square is called in this picture. */
void cp_words_put_square(struct cp_buf *out, const struct cp_view *v, cp_square square);

/* The remarks, one by one: what cannot be seen in the panels (a man outside,
 * the far end of a move), or with `all` also what only colour shows. Remark n
 * is put to out, unescaped; false when there is no n-th kind of remark. One
 * that has nothing to say puts nothing. */
CP_MUST_USE bool cp_words_put_remark(struct cp_buf *out, const struct cp_scene *s, uint32_t n,
                                     bool all);

#endif
