/* SPDX-License-Identifier: MIT */
/* annotation.h -- the kinds of annotation (annotation.def), and taking them out of a
 * game. */
#ifndef CP_ANNOTATION_H
#define CP_ANNOTATION_H

#include "base/wordlist.h"
#include "game/game.h"

enum cp_annotation_place {
#define CP_ANNOTATION(name, commands) CP_ANNOTATION_PLACE_##name,
#include "game/annotation.def"
};

/* Sets of kinds. */
enum cp_annotation {
#define CP_ANNOTATION(name, commands) CP_ANNOTATION_##name = 1 << CP_ANNOTATION_PLACE_##name,
#include "game/annotation.def"
    /* commands that take the place of those written before */
    CP_ANNOTATIONS_REPLACED = CP_ANNOTATION_REPETITION | CP_ANNOTATION_MATERIAL |
                              CP_ANNOTATION_REMOTE | CP_ANNOTATION_LEGAL_COUNT |
                              CP_ANNOTATION_TRAPDOORS | CP_ANNOTATION_KO |
                              CP_ANNOTATION_OPENING_REMARK,
    CP_ANNOTATIONS_ADDED = CP_ANNOTATIONS_REPLACED | CP_ANNOTATION_NUMBERS,
    /* commands that name squares */
    CP_ANNOTATIONS_OF_SQUARES = CP_ANNOTATION_MARKS | CP_ANNOTATION_REMOTE |
                                CP_ANNOTATION_TRAPDOORS | CP_ANNOTATION_KO | CP_ANNOTATION_FALLS,
    /* what is no part of a move */
    CP_ANNOTATIONS_ALL = CP_ANNOTATIONS_ADDED | ((1 << CP_ANNOTATION_PLACE_CHECK) - 1),
};

/* Their words in --add, and in --strip. */
extern const struct cp_word cp_add_words[], cp_strip_words[];

/* The length of the command of one of these kinds, "[%clk 0:01:30]", that text begins with;
 * 0: none. A ']' comes in text. */
size_t cp_command_length(cp_str text, unsigned kinds);

/* Whether text begins with the command of that name, [%clk 0:01:30] or [%dia], whatever white
 * space stands behind the name: *value is what follows, without the blanks around it. */
CP_MUST_USE bool cp_command_is(cp_str text, const char *name, cp_str *value);

/* The same for the first of that name in a comment. */
CP_MUST_USE bool cp_command_find(cp_str comment, const char *name, cp_str *value);

/* Takes the next part off a comment: one command with its brackets, or the words before the
 * next. What is opened and never closed is words to the end. */
CP_MUST_USE cp_str cp_comment_take_part(cp_str *comment, bool *is_command);

/* The time of a clock, 1:02:03.45, 2:03 or 3, as thousandths of a second; -1: it is none. Behind
 * a colon there are less than sixty minutes or seconds. */
CP_MUST_USE int64_t cp_clock_parse(cp_str text);

/* What comments behind a move tell of it: in [%clk], [%emt] and [%eval], or as programs in which
 * engines play each other write it:
 *
 *     {+0.38/19 1.2s}  {-M4/20 0.5s, Black mates}      who moved is better by so many pawns, or is
 *                                                      mated in so many half-moves, / depth, time
 *
 * Of each the first counts that is one. */
enum { CP_EVALUATION_MOST = 24 };
struct cp_remark {
    char evaluation[CP_EVALUATION_MOST]; /* White's, in pawns or moves to mate: 0.38, #-2; or "" */
    int64_t worth;                       /* the same as cp_evaluation_parse has it */
    uint32_t depth;                      /* 0: not told */
    int64_t clock, spent;                /* thousandths of a second; negative: not told */
};
void cp_remark_read(struct cp_remark *out, const struct cp_comment *list, bool is_blacks);

/* 0.38, -12, #3 or #-3 as a number to be compared: thousandths of a pawn, and beyond all of these
 * mates, the sooner the farther. False: it is none. */
CP_MUST_USE bool cp_evaluation_parse(cp_str text, int64_t *out);

/* Takes those kinds out. Moves, start, rules and result are never touched, nor tags other than ECO
 * and Opening. A
 * comment that is left empty goes. */
void cp_strip_apply(struct cp_game *g, unsigned kinds);

#endif
