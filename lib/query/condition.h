/* SPDX-License-Identifier: MIT */
/* condition.h -- one condition of a question to a game: which kinds there are, what each
 * needs to know, and what is kept of the game while it is asked.
 *
 *     heading   tags, result, variant, length       without a move being played
 *     board     pieces, events, moves                while the game is played
 *     end       how it ended, what was told of it    when it has been played
 *
 * A kind is a row of functions; which it has says when it is asked. Whatever a condition
 * needs is made once, when the question is put, and only read then, by all workers. */
#ifndef CP_CONDITION_H
#define CP_CONDITION_H

#include "base/pattern.h"
#include "rules/replay.h"

enum { CP_CONDITIONS_MOST = 64 };

/* What is known of a game before any move is played. */
struct cp_heading {
    const struct cp_tag *tags;
    cp_str result;                    /* empty: it has none */
    cp_str start, frame;              /* tags that have become fields; empty: none */
    const struct cp_variant *variant; /* NULL: not known */
    cp_str variant_name;              /* what it calls its variant then */
    uint32_t plies;                   /* half-moves of its main line, as written */
    uint32_t worker;                  /* who asks: cp_query_maker.workers */
};

/* What a condition is made with. */
struct cp_query_maker {
    struct cp_arena *arena;
    struct cp_ints *ints;
    const struct cp_variants *variants;
    uint32_t workers;   /* that may ask side by side */
    struct cp_buf *why; /* what is wrong, if something is */
};

struct cp_condition;
struct cp_watch;

/* A kind of condition. */
struct cp_question {
    const char *option; /* that asks it */
    bool holds_each;    /* given twice, both are asked for; else one or the other */
    bool reads_moves;   /* of a heading: it asks for plies */
    bool (*parse)(struct cp_condition *, struct cp_query_maker *, cp_str value);
    bool (*heading)(const struct cp_condition *, const struct cp_heading *);
    void (*close)(struct cp_condition *);
};

struct cp_condition {
    const struct cp_question *question;
    void *asked;    /* what its kind made of the option's value */
    uint32_t group; /* one of a group must hold */
    bool is_negated;
    bool asks_variant, asks_result; /* of a heading: what need not stand in a tag */
};

/* The kinds of which options there are, by file. */
extern const struct cp_question cp_ask_tag, cp_ask_player, cp_ask_white, cp_ask_black,
    cp_ask_result, cp_ask_variant, cp_ask_date, cp_ask_plies; /* headings.c */

#endif
