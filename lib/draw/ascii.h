/* SPDX-License-Identifier: MIT */
/* ascii.h -- the brush for terminals and mail.
 *
 *     22  .  .  .  .           White's pieces begin with a capital (K, Ha),
 *     21  . [Ha].  .           Black's are small (k, ha).
 *      3  .  . !k !.           [ ] last move   ! ! check   < > highlighted
 *         a  b  c  d           | before a square: the origin mark
 */
#ifndef CP_ASCII_H
#define CP_ASCII_H

#include "draw/view.h"

/* The scene as lines of text; with `unicode` chess symbols and φ. Everything
 * that colour would show is said in remarks below. */
void cp_ascii_paint(struct cp_buf *out, const struct cp_scene *s, bool unicode);

#endif
