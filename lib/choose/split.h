/* SPDX-License-Identifier: MIT */
/* split.h -- records into files whose names come from their tags, or from their number:
 *
 *     by-%{White}.jsonl      by-Alekhine, Alexander.jsonl
 *     part-%n.jsonl          part-1.jsonl, part-2.jsonl ... each with so many records
 *
 * The folder is what the pattern says, and no tag leads out of it: whatever a file's name
 * may not have becomes _. Different values have different files, whose names differ in more than
 * capitals: the second of two gets ~2, and that is told at the end. A file is emptied when its
 * first record comes. */
#ifndef CP_SPLIT_H
#define CP_SPLIT_H

#include "frame/run.h"

struct cp_split;

/* every: records of each file, or 0. NULL: the pattern is wrong, reported to run->own. */
struct cp_split *cp_split_open(struct cp_run *run, const char *pattern, uint64_t every);

/* Appends what says to which file g goes. */
void cp_split_key(const struct cp_split *s, struct cp_buf *out, const struct cp_game *g);

/* Puts a record and a line end into the file of that key. False: reported. */
CP_MUST_USE bool cp_split_put(struct cp_split *s, cp_str key, cp_str record);

/* Closes all; false: reported. */
CP_MUST_USE bool cp_split_close(struct cp_split *s);

#endif
