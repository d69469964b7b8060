/* SPDX-License-Identifier: MIT */
/* parts.h -- reading in parts, each by a process of its own, perhaps on another machine:
 *
 *     cp-validate --parts 2 a.pgn b.jsonl         file 1 40132 1764000000.5 a.pgn
 *                                                 file 2 7001 1764000001.0 b.jsonl
 *                                                 part 1:text:0:20111:1:0
 *                                                 part 1:text:20111:40132:488:33:ended
 *                                                 part 2:whole:0:0:1:67
 *     cp-validate --part 1:text:20111:40132:488:33 a.pgn b.jsonl
 *
 * A part is a file (its place among those named), what it holds, the bytes from and to, the
 * line on which it begins, the games before it, and whether the last of them has a result: so
 * messages and numbers of games are those of one process. The cuts are those at which workers.h
 * meets, each confirmed by reading up to it. A file that cannot be cut, because it is packed, say,
 * is one part.
 *
 * What a tool finds out over several games is no part's business: cp_tool.whole lists the
 * options that ask for it, and they are refused.
 *
 * Why so: D34 (DECISIONS.md). */
#ifndef CP_PARTS_H
#define CP_PARTS_H

#include "frame/run.h"

struct cp_part {
    uint32_t file;         /* among those named, from 1 */
    enum cp_shape shape;   /* CP_SHAPE_EMPTY: whatever it is, all of it */
    uint64_t from, to;     /* bytes */
    uint32_t line;         /* at `from` */
    uint64_t games;        /* before it */
    bool is_behind_result; /* of the last of them, in its file */
    bool is_piped;         /* its bytes, and what follows them, are standard input */
};

/* Whether nothing was read before it. */
static inline bool cp_part_is_first(const struct cp_part *p)
{
    return !p || (p->file == 1 && p->from == 0);
}

/* Reads --part into *out, and whether all options are for parts. False: reported to run->own. */
CP_MUST_USE bool cp_part_ask(struct cp_run *run, const struct cp_part **out);

/* The games of the part that was asked for. */
void cp_part_run(struct cp_run *run);

/* ---- the plan: which parts there are ---- */

/* How many parts may be asked for. */
enum { CP_PLAN_MOST = 100000 };

/* From here on the loop that reads counts games, for a plan of `wanted` parts or not many more;
 * false: reported to run->own. */
CP_MUST_USE bool cp_plan_open(struct cp_run *run, uint32_t wanted);

/* Writes to run->output which files and parts there are: the files alone, where nothing was
 * read. */
void cp_plan_close(struct cp_run *run);

/* For the loop that reads: a file begins (next of input), a game may begin a part, a file was
 * read to its end. `games`: before that place. */
void cp_plan_begin_file(struct cp_plan *plan, const struct cp_input *in, uint64_t games);
void cp_plan_cut(struct cp_plan *plan, const struct cp_part *at);
void cp_plan_end_file(struct cp_plan *plan, const struct cp_input *in);

#endif
