/* SPDX-License-Identifier: MIT */
/* fill.h -- articles with the pictures of their figures (article.h): every other byte stays. */
#ifndef CP_FILL_H
#define CP_FILL_H

#include "pictures/diagrams.h"

/* Whether the options, as they were read, are for pictures in a text: reported, if they are not. */
CP_MUST_USE bool cp_fill_may(struct cp_run *run, const struct cp_diagrams *d,
                             const struct cp_picture_files *files);

/* All of the run's input, filled, to its output; pictures stand in the text, or go to `files`,
 * which is open, if it has a pattern. */
void cp_fill_run(struct cp_run *run, struct cp_picture_files *files);

#endif
