/* SPDX-License-Identifier: MIT */
/* icn_parts.h -- what the parts of an ICN look like, as bytes at hand: its fields are told by
 * their looks, so that one out of its order is read as well (reading/icn.c). */
#ifndef CP_ICN_PARTS_H
#define CP_ICN_PARTS_H

#include "base/diag.h"
#include "game/square.h"

enum cp_icn_field {
    CP_ICN_TURN,      /* w, b */
    CP_ICN_PASSED,    /* 5,3: the square just passed over */
    CP_ICN_QUIET,     /* 12/100: plies without progress, and how many are a draw */
    CP_ICN_NUMBER,    /* of the move that comes */
    CP_ICN_PROMOTION, /* (8;q,r|1;q,r) */
    CP_ICN_BORDER,    /* -8,_,-8,17: left, right, bottom, top */
    CP_ICN_WINS,      /* checkmate, (checkmate|allpiecescaptured) */
    CP_ICN_SQUARES,   /* that are highlighted */
    CP_ICN_RAYS,
    CP_ICN_POSITION, /* P1,2+|k5,8+ */
    CP_ICN_FIELDS,
    CP_ICN_MOVES = CP_ICN_FIELDS, /* what stands there begins the moves */
    CP_ICN_NOTHING                /* it is nothing that ICN has */
};

struct cp_icn {
    cp_str run; /* all fields, as they stand */
    cp_str field[CP_ICN_FIELDS];
    size_t offset[CP_ICN_FIELDS]; /* of each in run */
    cp_span at[CP_ICN_FIELDS];    /* where it stood, if it was read from a game */
};

static inline bool cp_icn_has(const struct cp_icn *icn, enum cp_icn_field field)
{
    return icn->field[field].len > 0;
}

/* Whether text, which stands where fields or moves would, is ICN and nothing else. Behind tags
 * that only our text has, numbered moves need their bars: they may be what is left of an ICN. */
bool cp_icn_is(cp_str text, bool has_our_tags);

/* What text begins with. */
enum cp_icn_field cp_icn_look(cp_str text);

/* Whether its moves begin here, though not as ICN has it: with a bar, | 5,2>5,4, or with a move in
 * which another sign stands for >: 5,2&gt;5,4. */
bool cp_icn_begins_oddly(cp_str text, bool has_our_tags);

/* The number of a move that text begins with, in few bytes: 1. as ICN has it, or by hand 1) 1:
 * 1... as well, which is odd. len: up to the blanks behind it; 0: there is none. */
enum { CP_ICN_NUMBER_LOOK = 32 };
typedef struct {
    size_t len, digits;
    bool is_odd, is_blacks; /* is_blacks: of several dots */
} cp_icn_number;
cp_icn_number cp_icn_number_at(cp_str text);

/* How far its first word goes: up to a blank, and behind one where highlights stand that a name
 * has lost, Squares: 1,1|2,2. */
size_t cp_icn_word(cp_str text);

/* Squares: or Rays: and nothing behind it. */
bool cp_icn_is_bare_name(cp_str word);

/* The fields of run, which is nothing but such. */
void cp_icn_split(struct cp_icn *out, cp_str run);

/* Whether the text of a start is this: fields with a position among them. */
bool cp_icn_is_start(cp_str text);

/* The next man of a position: its code, and whether + stands behind it. False: there is none. */
typedef struct {
    cp_str text, code, player; /* player: digits in front of the code, of games of many */
    cp_square square;
    bool is_marked, is_good, is_odd;
} cp_icn_man;
CP_MUST_USE bool cp_icn_take_man(struct cp_ints *ints, cp_str *men, cp_icn_man *out);

#endif
