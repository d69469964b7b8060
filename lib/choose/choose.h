/* SPDX-License-Identifier: MIT */
/* choose.h -- questions (query/query.h) put to games, and what becomes of those that are chosen. */
#ifndef CP_CHOOSE_H
#define CP_CHOOSE_H

#include "query/query.h"
#include "query/same.h"
#include "run/fast_lane.h"
#include "settle/play.h"

/* ---- select.c: the game at hand is read and played as far as the answer takes, no farther ---- */

/* What cp-select is asked with; and --where, which other tools have, too. */
extern const struct cp_option cp_select_options[], cp_where_options[];

/* Puts the conditions that options ask into q, in arena; false: reported to run->own. */
CP_MUST_USE bool cp_select_begin(struct cp_query *q, struct cp_run *run, const struct cp_options *o,
                                 struct cp_arena *arena);

/* The same of --where alone, of a tool whose other options are no conditions. */
CP_MUST_USE bool cp_select_begin_where(struct cp_query *q, struct cp_run *run,
                                       const struct cp_options *o);

/* By what games are the same: all moves, the last position and how many moves led there, or
 * the start. LINES: the moves of variations, too, in the order of cp_walk, an empty word for each
 * that could not be played. */
enum cp_sameness { CP_SAME_NOTHING, CP_SAME_MOVES, CP_SAME_POSITION, CP_SAME_START, CP_SAME_LINES };

/* Tells, at the end, of tags that are asked for and that no game has, where all were asked; of
 * values that were not understood; of games of another variant that has the name by which one is
 * asked for, and of a name that says more than the variant. */
void cp_select_report(struct cp_run *run, const struct cp_query *q, const struct cp_tally *tally);

/* After games of which none fits: asks for players in any capitals whom some game has so, and none
 * as they are written, and tells it. False: there are none, and nothing is told. */
bool cp_select_widen(struct cp_run *run, struct cp_query *q, const struct cp_tally *tally);

/* What makes g the same as another; false, and reported: it cannot be played so far. */
CP_MUST_USE bool cp_select_same(struct cp_run *run, struct cp_game *g, enum cp_sameness by,
                                struct cp_same *out);

/* The answer of a game that was read; DOUBT: it cannot be played to where it is decided, which
 * is reported. g stays as it is, but for moves that were found to be two.
 * tally: cp_heading.tally; lines (NULL: none) gets one for each place where a condition is met. */
enum cp_answer cp_select_ask(struct cp_run *run, const struct cp_query *q, struct cp_game *g,
                             struct cp_tally *tally, struct cp_buf *lines);

/* Whether it is wanted by a tool that goes on to play it: what is told by then is of games that
 * cannot be asked. */
bool cp_select_fits(struct cp_run *run, const struct cp_query *q, struct cp_game *g,
                    struct cp_tally *tally);

/* A question while a game is played. */
struct cp_asking {
    struct cp_play play; /* first: play.h */
    struct cp_watch watch;
    struct cp_hits *hits;        /* NULL: nobody asks for them */
    struct cp_quick_game *quick; /* NULL: it is played from its record */
};

/* The same of a game in the fast lane, before it is played there; DOUBT: it must be, if a->quick
 * is set, or it is to be read. And when it has been. */
enum cp_answer cp_select_quickly(struct cp_run *run, struct cp_asking *a, const struct cp_query *q,
                                 struct cp_tally *tally, struct cp_quick_game *quick);
enum cp_answer cp_select_played(struct cp_asking *a);

/* ---- lines.c: a game with variations as a game for each line ----
 *
 *     1. e4 e5 (1... c5 2. Nf3 (2. c3)) 2. Nc3      1. e4 e5 2. Nc3
 *                                                    1. e4 c5 2. Nf3
 *                                                    1. e4 c5 2. c3
 *
 * In the order in which they begin. A variation without moves is a line that ends before the move
 * instead of which it stands. */

struct cp_way;

struct cp_lines {
    struct cp_game *game;
    struct cp_game open;   /* the same without a result, for variations */
    struct cp_way *ways;   /* of each line */
    size_t count, next;    /* lines; of these, the next one */
    struct cp_node *nodes; /* of the line at hand, by ply */
    struct cp_notes *notes;
};

struct cp_lines cp_lines_of(struct cp_game *g);

/* The next one: a game of its own until the next call, but for its texts, its tags and the lists of
 * its notes, which are shared. False: there is none. */
CP_MUST_USE bool cp_lines_next(struct cp_lines *l, struct cp_game *out);

/* ---- merge.c: games that share variant, rules, start and frame as one game with variations ----
 */

struct cp_merge;

struct cp_merge *cp_merge_open(struct cp_run *run);

/* A game as a record, and as cp_select_same has it by its lines. False: reported to run->own. */
CP_MUST_USE bool cp_merge_put(struct cp_merge *m, cp_str words, cp_str record);

/* Writes them, in the order of the first game of each. */
void cp_merge_end(struct cp_merge *m);

void cp_merge_close(struct cp_merge *m);

/* ---- split.c: records into files whose names come from their tags, or from their number ----
 *
 *     by-%{White}.jsonl      by-Alekhine, Alexander.jsonl
 *     part-%n.jsonl          part-1.jsonl, part-2.jsonl ... each with so many records
 *
 * The folder is what the pattern says, and no tag leads out of it: whatever a file's name
 * may not have becomes _. Different values have different files, whose names differ in more than
 * capitals: the second of two gets ~2, and that is told at the end. A file is emptied when its
 * first record comes. */

struct cp_split;

/* every: records of each file, or 0. NULL: the pattern is wrong, reported to run->own. */
struct cp_split *cp_split_open(struct cp_run *run, const char *pattern, uint64_t every);

/* Appends what says to which file g goes. */
void cp_split_key(const struct cp_split *s, struct cp_buf *out, const struct cp_game *g);

/* Puts a game as it is to be written into the file of that key. False: reported. */
CP_MUST_USE bool cp_split_put(struct cp_split *s, cp_str key, cp_str record);

/* Closes all; false: reported. */
CP_MUST_USE bool cp_split_close(struct cp_split *s);

/* ---- pick.c: what becomes of games where that depends on those before them ----
 *
 * One of several that are the same, a sample, files of so many:
 *
 *     worker ──► kept in run->output.text ──► in the order of games ──► here
 */

struct cp_pick_settings {
    bool is_of_same;       /* of games that are the same only the first comes out, */
    bool wants_repeats;    /* or only the others */
    bool takes_beginnings; /* a game that another goes on from is the same as that */
    uint64_t sample, seed; /* how many by chance; 0: all */
    const char *split;     /* a pattern of files' names, or NULL */
    uint64_t every;        /* records of each file */
    uint64_t first;        /* no more than these; 0: all */
    bool counts;           /* they are only counted */
    bool merges;           /* they come out as one of each start */
};

struct cp_pick;

/* NULL: reported to run->own. */
struct cp_pick *cp_pick_open(struct cp_run *run, const struct cp_pick_settings *settings);

/* The game at hand, to run->output.text: as it is asked for; a record that was a line as it is. */
void cp_pick_write(struct cp_run *run, struct cp_game *g);

/* The game at hand goes there, by what makes it the same as another (NULL: not asked). In a copy of
 * the run it is kept. One that cannot be written as it is asked for goes nowhere. */
void cp_pick_put(struct cp_pick *c, struct cp_run *run, struct cp_game *g,
                 const struct cp_same *same);

/* What a copy kept, for cp_tool.deliver. */
void cp_pick_deliver(struct cp_pick *c, cp_str kept);

/* Writes what waits; how many games there were. Reported to run->own if not all could be. */
uint64_t cp_pick_end(struct cp_pick *c);

void cp_pick_close(struct cp_pick *c);

#endif
