/* SPDX-License-Identifier: MIT */
/* query.h -- a question to games: a tree whose leaves are conditions.
 *
 *     --player Tal --player Hill --not --plies :20 --where 'at(20:40, check and capture)'
 *
 *             and ─┬─ or ─┬─ player Tal
 *                  │      └─ player Hill
 *                  ├─ not ── plies :20
 *                  └─ place 20:40 ── and ─┬─ has check
 *                                         └─ has capture
 *
 * Each root must hold. What is below a place is asked of one position at a time: the place holds
 * where all of it does at once. What is cheap is asked first. An answer may be left open: a game
 * that cannot be played to where it would be decided neither fits nor fails to. */
#ifndef CP_QUERY_H
#define CP_QUERY_H

#include "query/condition.h"

enum { CP_TERMS_MOST = 4 * CP_CONDITIONS_MOST };
enum cp_joint { CP_LEAF, CP_NOT, CP_AND, CP_OR, CP_PLACE };

/* A node of the tree; what it joins has lower numbers. */
struct cp_term {
    enum cp_joint joint;
    uint32_t left, right; /* terms; of a leaf, left: its condition */
    uint32_t first, last; /* of a place: after so many half-moves */
    bool is_end;          /* of a place: the last position, wherever that is */
    bool is_inside;       /* it is below a place */
    bool is_turned;       /* of a place: that it holds is not what is asked for */
};

struct cp_query {
    struct cp_condition conditions[CP_CONDITIONS_MOST];
    uint32_t count;
    struct cp_term terms[CP_TERMS_MOST];
    uint32_t term_count;
    uint32_t roots[CP_CONDITIONS_MOST]; /* terms that must all hold, and of which kind of condition
                                           each is one or the other; NULL: of several */
    const struct cp_question *kinds[CP_CONDITIONS_MOST];
    uint32_t root_count;
    bool asks_places;
    bool in_variations;             /* one line of the game that fits is enough */
    bool asks_variant, asks_result; /* what need not stand in a tag */
    bool asks_plies;                /* how many moves are written */
    bool asks_number;               /* the game's, which is counted from the first */
    bool asks_text;                 /* what stands in the moves as they are written */
    bool asks_board;                /* what only a game that is played can tell: */
    bool asks_outcome;              /* how it ends, by moves or by counting */
    bool asks_repetition;           /* how often a position was there */
    bool asks_verdict;              /* what cp-validate would say */
    bool asks_positions;            /* every position of it */
    bool is_slow;                   /* not for a quick look */
    uint32_t quiet_least;           /* of all that it asks of positions the least */
};

/* Whether there is a condition of that name; and whether it is of patterns of pieces. */
bool cp_query_knows(const char *option);
bool cp_query_is_pattern(const char *option);

/* Adds the condition that an option asks; false, and the reason in m->why, when its value
 * is wrong, or there are too many. */
CP_MUST_USE bool cp_query_add(struct cp_query *q, struct cp_query_maker *m, const char *option,
                              cp_str value, bool is_negated);

/* The same of an expression: names of options with their values in brackets, joined; *column is
 * where it is wrong, in bytes from 1. */
CP_MUST_USE bool cp_query_add_where(struct cp_query *q, struct cp_query_maker *m, cp_str text,
                                    bool is_negated, size_t *column);

/* One of all that was added must hold, instead of each. */
CP_MUST_USE bool cp_query_join_any(struct cp_query *q, struct cp_query_maker *m);

/* What expressions are made of: a leaf for a condition, several joined by "or" for a list, and what
 * joins terms (where.c). False, and the reason in m->why. */
const struct cp_question *cp_query_find(cp_str option);
const char *cp_query_nearest(cp_str option); /* NULL: none is spelt nearly so */
CP_MUST_USE bool cp_query_make_leaf(struct cp_query *q, struct cp_query_maker *m,
                                    const struct cp_question *question, cp_str value,
                                    bool is_negated, uint32_t *term);
CP_MUST_USE bool cp_query_make_term(struct cp_query *q, struct cp_query_maker *m,
                                    struct cp_term made, uint32_t *term);

/* A term that must hold, or must not; given a kind, it is one or the other with an earlier one of
 * that. */
CP_MUST_USE bool cp_query_add_root(struct cp_query *q, struct cp_query_maker *m, uint32_t term,
                                   bool is_negated, const struct cp_question *kind);

/* The conditions whose moves, pieces, squares and ends are there in that variant, a bit each;
 * of all that --ends asks for, where the game has rules of its own. */
uint64_t cp_query_readable(const struct cp_query *q, const struct cp_variant *v, uint32_t number,
                           bool owns_rules);

/* Gives back what patterns hold. */
void cp_query_close(struct cp_query *q);

/* ---- answers: NO is final; DOUBT: the rest is to be asked ---- */

/* What was answered so far of one game. */
struct cp_watch {
    const struct cp_query *query;
    uint32_t variant; /* its number */
    const struct cp_variant *heading_variant;
    enum cp_answer answers[CP_CONDITIONS_MOST];
    uint8_t places[CP_TERMS_MOST]; /* answers, of places */
    uint64_t met;                  /* a bit for each condition that is, at the last position */
    bool gave_up;                  /* a pattern did, so that its condition stays in doubt */
    bool has_changed;              /* an answer has, since all were asked for */
    struct cp_moment moment;
    struct cp_slot slots[CP_CONDITIONS_MOST];
};

enum cp_answer cp_watch_heading(struct cp_watch *w, const struct cp_query *q,
                                const struct cp_heading *h);
enum cp_answer cp_watch_text(struct cp_watch *w, struct cp_game *g, struct cp_hits *hits);

/* What is on the board; each tells whether some condition is met there, and what is decided
 * by it is in the answers. */
bool cp_watch_start(struct cp_watch *w, struct cp_position *p);
void cp_watch_before(struct cp_watch *w, const struct cp_ply *ply);
bool cp_watch_after(struct cp_watch *w, const struct cp_ply *ply);
void cp_watch_look(struct cp_watch *w, const struct cp_bit_ply *ply);
enum cp_answer cp_watch_so_far(const struct cp_watch *w);

/* When it has been played; and whether some condition is met at its last move by then, or holds
 * there. */
enum cp_answer cp_watch_end(struct cp_watch *w, const struct cp_ending *e);
bool cp_watch_is_met_at_end(const struct cp_watch *w);

#endif
