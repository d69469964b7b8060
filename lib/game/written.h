/* SPDX-License-Identifier: MIT */
/* written.h -- a move as it was written: the parts that stood there, and no more. What
 * it means is for the rules to say. Squares are in the game's own frame, as written. */
#ifndef CP_WRITTEN_H
#define CP_WRITTEN_H

#include "game/alphabet.h"

enum cp_check_mark { CP_MARK_NONE, CP_MARK_CHECK, CP_MARK_DOUBLE, CP_MARK_MATE };

enum cp_written_has {
    CP_HAS_FROM_FILE = 1,
    CP_HAS_FROM_RANK = 2,
    CP_HAS_FROM = 3, /* both */
    CP_HAS_TO = 4,
    CP_HAS_PIECE = 8,       /* a letter stood there; without it a pawn is meant */
    CP_HAS_EN_PASSANT = 16, /* "e.p." was written */
    CP_IS_FUSED = 32,       /* `fused` holds the digits of a square without comma: n13 */
    CP_HAS_SECOND = 64,     /* the destination in the other system too; see `second` */
    CP_IS_ANY_MAN = 128,    /* e2e4: both squares and no letter of a piece: it may be any */
    CP_HAS_TAKEN = 512,     /* the piece taken is named; see `taken` */
    CP_IS_NULL = 256,       /* -- or Z0: the turn passes, and nothing else is there */
    CP_HAS_VIA = 1024,      /* a path of two parts: from sep `via` then to */
    CP_IS_ICN = 2048,       /* P5,2>5,4: any man; what else stands there decorates it */
    CP_IS_BLACKS = 4096,    /* and its codes are in small letters */
};

enum cp_castling { CP_CASTLE_NONE, CP_CASTLE_KING, CP_CASTLE_QUEEN };

typedef struct {
    cp_square from, to;
    union {               /* none is usual, and one game may hold 100 000 of these */
        cp_square second; /* CP_HAS_SECOND: c5 (3,5) writes the destination twice */
        cp_str fused;     /* CP_IS_FUSED: "13" or "-27", digits of file and rank glued */
        uint8_t taken;    /* CP_HAS_TAKEN: the kind that Qd1:Rd8 says it takes */
        cp_square via;    /* CP_HAS_VIA: e3 in Me2>e3<f4, g5 in Pg1@g5-g6 */
    };
    uint16_t has;      /* enum cp_written_has */
    uint8_t piece;     /* its kind; the pawn's kind when no letter stood there */
    uint8_t promotion; /* a kind, or CP_NO_KIND */
    uint8_t sep;       /* enum cp_sep */
    uint8_t then;      /* enum cp_sep of the second part; NONE without CP_HAS_VIA */
    uint8_t check;     /* enum cp_check_mark */
    uint8_t castling;  /* enum cp_castling */
    uint8_t spelling;  /* enum cp_spelling of its squares */
} cp_written;

enum cp_style { CP_KEEP, CP_LONG, CP_SHORT, CP_ENGINE /* e2e4, e7e8q */ };

/* The canonical text of w: R(g9)x(a9)=C+, Me2>e3<f4#. Parts it lacks are not
 * invented; a sep of NONE between two squares is written '-'; CP_MARK_DOUBLE as
 * "++". */
void cp_written_format(const struct cp_ints *t, struct cp_buf *out, const struct cp_alphabet *a,
                       const cp_written *w, enum cp_spelling spelling);

/* e4d5 and e7e8q, as engines write: there is no place for a mark in them. */
static inline bool cp_written_is_engines(const cp_written *w)
{
    return (w->has & CP_IS_ANY_MAN) && !(w->has & CP_IS_ICN) && w->sep == CP_SEP_NONE;
}

/* Shows the whole origin where a part of it is shown: one number alone could be a file or
 * a rank (R-NOT-6). For a move of the rules, whose `from` is whole. */
void cp_written_complete(cp_written *w);

/* The same of the usual move, bare squares and no promotion, as bytes at `to`: how many,
 * at most so many; 0: it is another, and nothing was written. */
enum { CP_WRITTEN_USUAL = 16 };
size_t cp_written_usual(char *to, const struct cp_alphabet *a, const cp_written *w);

/* ---- words about pieces and squares ---- */

/* How messages and remarks about one game write the squares of the board: in its
 * frame and its spelling. */
struct cp_speaker {
    struct cp_buf *out;
    struct cp_ints *ints;
    const struct cp_alphabet *alphabet;
    enum cp_spelling spelling;
    cp_square back; /* from the variant's default frame to the game's */
};

/* (g9) */
void cp_speak_square(const struct cp_speaker *s, cp_square at);

/* R, and of a pawn P */
void cp_speak_kind(const struct cp_speaker *s, uint8_t kind);

/* R(g9) */
void cp_speak_piece(const struct cp_speaker *s, uint8_t kind, cp_square at);

/* ---- a clean move of classical chess in eight bytes, from a scanner of text to an engine.
 * Both use the same codes of pieces: 1..5, and 0 for a pawn ---- */

enum { /* for `key` only */
       CP_PACKED_PAWN_TAKES = 6,
       CP_PACKED_SPECIAL = 7, /* see `odd` */
};

/* `odd`, 0 for most moves: what a pawn becomes, 1..5; castling; or no move at all, but a
 * piece that falls from `to` at the end of the turn before. */
enum { CP_PACKED_CASTLING = 8, CP_PACKED_FALL = 32 };

enum { CP_PACKED_WHOLE = 17, CP_PACKED_ORIGINS = CP_PACKED_WHOLE + 64 }; /* for `origin` */

typedef struct {
    uint8_t to;     /* rank * 8 + file, from 0 */
    uint8_t key;    /* man, or one of the two above: which moves can be meant */
    uint8_t man;    /* the code of the piece that moves */
    uint8_t origin; /* as written: 1..8 a file, 9..16 a rank, WHOLE + square both, 0 nothing */
    uint8_t takes;  /* 1, or 0 */
    uint8_t mark;   /* enum cp_check_mark, but for CP_MARK_DOUBLE */
    uint8_t odd;    /* CP_PACKED_CASTLING + enum cp_castling; CP_PACKED_FALL */
    uint8_t unused;
} cp_packed_move;

#endif
