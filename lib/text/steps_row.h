/* SPDX-License-Identifier: MIT */
/* steps_row.h -- what the readers of steps share: signs, and the squares of a move
 * in a row, which are put together when all are known. */
#ifndef CP_STEPS_ROW_H
#define CP_STEPS_ROW_H

#include "game/written.h"

static inline enum cp_sep cp_sign_of(char c)
{
    switch (c) {
    case '-':
        return CP_SEP_MOVE;
    case '>':
        return CP_SEP_PUSH;
    case '<':
        return CP_SEP_PULL;
    case '~':
        return CP_SEP_SWAP;
    case '@':
        return CP_SEP_LEAD;
    default:
        return CP_SEP_NONE;
    }
}

/* What may be done on the way's second part. */
static inline bool cp_sign_is_second(enum cp_sep sep)
{
    return sep == CP_SEP_MOVE || sep == CP_SEP_PUSH || sep == CP_SEP_PULL;
}

static inline bool cp_is_blank(char c)
{
    return c == ' ' || c == '\t';
}

/* May stand behind a move. */
static inline bool cp_is_move_end(char c)
{
    return c == '\0' || cp_is_space(c) || strchr("{};$!?()", c);
}

/* Squares and the signs in front of them, as they stood: the first sign is that in
 * front of the first square, with or without a part of the origin before it. */
struct cp_row {
    cp_square square[3];
    enum cp_sep sign[3];
    int count;
};

/* The first square is where the man stands, unless there is a sign in front of it
 * or a part of the origin. */
void cp_row_put_together(const struct cp_row *row, bool has_part, cp_written *out);

/* Whether a sign may stand between the last square and the next. */
bool cp_row_can_follow(const struct cp_row *row, bool has_part, enum cp_sep sep);

static inline bool cp_is_rank(char c)
{
    return c >= '1' && c <= '9';
}

static inline void cp_row_begin(cp_written *out)
{
    *out = (cp_written){.piece = CP_NO_KIND, .promotion = CP_NO_KIND, .spelling = CP_BARE};
}

#endif
