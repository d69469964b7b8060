/* SPDX-License-Identifier: MIT */
/* game.h -- a whole game of clean moves on the bitboard engine, when all that is
 * wanted is whether there is anything to say about it.
 *
 * What it claims is what the general replay would find: every move legal and
 * marked as it should be, and no draw that the game could have gone past. Of
 * anything else it claims nothing, and the game is judged the usual way. */
#ifndef CP_BITBOARDS_GAME_H
#define CP_BITBOARDS_GAME_H

#include "game/written.h"
#include "rules/bitboards/board.h"
#include "rules/outcome.h"

/* ---- the usual move, inline ---- */

enum { CP_WHO = 8 }; /* men by what they do: roles, and CP_PACKED_PAWN_TAKES */

/* By side, what the man does, and target. */
struct cp_bit_origin {
    cp_bits from;
    cp_bits beside; /* of a pawn's target: where enemy pawns might take it in passing */
};

/* What a square has to do with others. */
struct cp_bit_sight {
    cp_bits line[64];    /* through both, from edge to edge; 0: none */
    cp_bits between[64]; /* of these, the squares strictly between them */
    cp_bits aim[2][8];   /* from where a man of a side and role attacks it, others not asked */
};

enum { CP_NOWHERE = 64 };

struct cp_bit_tables {
    const struct cp_bit_origin *origins;
    const struct cp_bit_sight *sights;
    const cp_bits *written;   /* of an origin, as in cp_packed_move: the squares it may be */
    const cp_square *squares; /* by their numbers here; CP_NOWHERE: zeroes */
};

void cp_bit_tables_init(struct cp_bit_tables *t, struct cp_arena *arena);

/* A move of one man, be it a capture, but no castling, promotion or taking in passing. */
typedef struct {
    unsigned who, man, to, from, takes;
    int side;
    cp_bits beside;
    cp_bits sliders; /* of both sides, before it */
} cp_usual;

static CP_ALWAYS_INLINE cp_bits cp_usual_sliders(const struct cp_bitboard *b)
{
    return b->role[CP_BISHOP] | b->role[CP_ROOK] | b->role[CP_QUEEN];
}

enum cp_usual_answer { CP_USUAL_LEGAL, CP_USUAL_ILLEGAL, CP_USUAL_ODD };

/* What is seldom asked. */
bool cp_usual_exposes_king(const struct cp_bitboard *b, cp_bits man, cp_bits target);
bool cp_usual_is_hit(const struct cp_bitboard *b, int square, cp_bits all);
void cp_usual_find_en_passant(struct cp_bitboard *b, int from, int to);

/* Whether a man that is not in line with its king, which is not in check, may step aside. */
bool cp_usual_can_step_aside(const struct cp_bitboard *b, cp_bits in_line);

/* Steps 1 and 2: which man it is, of those on `origins`, and whether its king is safe; the
 * checkers are known. ODD: none, or more than one, or a man stands in between. */
static CP_ALWAYS_INLINE enum cp_usual_answer cp_usual_find(cp_usual *u, const struct cp_bitboard *b,
                                                           const struct cp_bit_tables *t,
                                                           const int *king, cp_bits origins)
{
    int side = u->side;
    unsigned to = u->to, man = u->man;
    const struct cp_bit_origin *origin = &t->origins[((unsigned)side * CP_WHO + u->who) * 64 + to];
    cp_bits own = b->men[side], enemy = b->men[!side], target = (cp_bits)1 << to;
    cp_bits from = origin->from & b->role[man] & own & origins;
    if (CP_UNLIKELY((from ^ (from - 1)) <= from - 1)) /* none, or several */
        return CP_USUAL_ODD;
    int place = cp_bits_first(from);
    cp_bits between = t->sights[place].between[to];
    u->from = (unsigned)place;
    u->takes = enemy >> to & 1;
    u->beside = origin->beside;
    u->sliders = cp_usual_sliders(b);
    if (CP_UNLIKELY((between & (own | enemy)) | (target & own)))
        return CP_USUAL_ODD;
    if (man == CP_KING)
        return cp_usual_is_hit(b, (int)to, (own | enemy) & ~from) ? CP_USUAL_ILLEGAL
                                                                  : CP_USUAL_LEGAL;
    if (CP_UNLIKELY((t->sights[king[side]].line[place] & u->sliders & enemy) | b->checkers) &&
        cp_usual_exposes_king(b, from, target))
        return CP_USUAL_ILLEGAL;
    return CP_USUAL_LEGAL;
}

/* Plays it, and step 3: whether there may be a check; b->checkers is 0 then all the same,
 * and b->shield is not kept. */
static CP_ALWAYS_INLINE bool cp_usual_play(const cp_usual *u, struct cp_bitboard *b,
                                           const struct cp_bit_tables *t, int *king)
{
    int side = u->side;
    unsigned to = u->to, man = u->man, place = u->from;
    cp_bits target = (cp_bits)1 << to, from = (cp_bits)1 << place, moved = from | target;
    cp_bits own = b->men[side], enemy = b->men[!side];
    const struct cp_bit_sight *theirs = &t->sights[king[!side]];
    if (man == CP_KING) {
        b->rooks &= ~own;
        king[side] = (int)to;
    }
    b->role[CP_PAWN] &= ~target;
    b->role[CP_KNIGHT] &= ~target;
    b->role[CP_BISHOP] &= ~target;
    b->role[CP_ROOK] &= ~target;
    b->role[CP_QUEEN] &= ~target;
    b->role[man] ^= moved;
    b->rooks &= ~moved;
    b->men[side] = own ^= moved;
    b->men[!side] = enemy &= ~target;
    uint32_t is_progress = (man == CP_PAWN) | u->takes;
    b->quiet = (b->quiet + 1) & (is_progress - 1);
    b->turn = !side;
    b->passed = b->en_passant = 0;
    b->checkers = 0;
    if (CP_UNLIKELY(u->beside & enemy & b->role[CP_PAWN]))
        cp_usual_find_en_passant(b, (int)place, (int)to);
    bool is_open = !(theirs->between[to] & (own | enemy));
    bool hits = (theirs->aim[side][man] >> to & 1) & is_open;
    return hits | ((theirs->line[place] & u->sliders & own) != 0);
}

/* Step 4: whether a pawn of `side` may step forward that is not in line with its king. */
static CP_ALWAYS_INLINE bool cp_usual_can_step(const struct cp_bitboard *b, int side,
                                               cp_bits in_line)
{
    cp_bits free = b->men[side] & ~in_line & b->role[CP_PAWN];
    return ((side == CP_WHITE ? free << 8 : free >> 8) & ~cp_bitboard_all(b)) != 0;
}

/* ---- moves as they are written ---- */

/* But for what w says of a check. False: it is none that the judge knows. */
static CP_ALWAYS_INLINE bool cp_pack(cp_packed_move *m, const struct cp_classical *c,
                                     const cp_written *w)
{
    const unsigned unknown = 0xffff ^ (CP_HAS_FROM | CP_HAS_TO | CP_HAS_PIECE);
    uint64_t file = (uint64_t)w->to.file.v - 1, rank = (uint64_t)w->to.rank.v - 1;
    unsigned takes = w->sep == CP_SEP_TAKE, origin = 0;
    unsigned man = w->piece < CP_KINDS_MOST ? c->role[w->piece] : CP_NO_ROLE;
    if (CP_UNLIKELY(w->castling)) { /* which names no man */
        *m = (cp_packed_move){.key = CP_PACKED_SPECIAL,
                              .odd = (uint8_t)(CP_PACKED_CASTLING + w->castling)};
        return !(w->has & unknown) && w->sep <= CP_SEP_TAKE;
    }
    if ((w->has & (unknown | CP_HAS_TO)) != CP_HAS_TO || (file | rank) > 7 || man >= CP_ROLES ||
        w->sep > CP_SEP_TAKE)
        return false;
    if (w->has & CP_HAS_FROM) {
        uint64_t from_file = (uint64_t)w->from.file.v - 1, from_rank = (uint64_t)w->from.rank.v - 1;
        bool has_file = w->has & CP_HAS_FROM_FILE, has_rank = w->has & CP_HAS_FROM_RANK;
        if ((has_file && from_file > 7) || (has_rank && from_rank > 7))
            return false;
        origin = has_file && has_rank ? CP_PACKED_WHOLE + (unsigned)(from_rank * 8 + from_file)
                 : has_file           ? 1 + (unsigned)from_file
                                      : 9 + (unsigned)from_rank;
    }
    *m = (cp_packed_move){.to = (uint8_t)((rank * 8 + file) & 63),
                          .key = (uint8_t)(takes & (man == CP_PAWN) ? CP_PACKED_PAWN_TAKES : man),
                          .man = (uint8_t)man,
                          .origin = (uint8_t)origin,
                          .takes = (uint8_t)takes};
    if (CP_LIKELY(w->promotion == CP_NO_KIND))
        return true;
    m->key = CP_PACKED_SPECIAL;
    m->odd = w->promotion < CP_KINDS_MOST ? c->role[w->promotion] : CP_NO_ROLE;
    return m->odd && m->odd < CP_KING;
}

/* The one legal move that m is, be it odd; 0 for none, CP_BIT_MOVE_MANY. Judges neither
 * capture nor check marks. */
cp_bit_move cp_packed_find(const struct cp_bitboard *b, const cp_packed_move *m);

/* ---- a game ---- */

enum { CP_CLEAN_MOVES_MOST = 1024 };

struct cp_clean_judge {
    struct cp_bitboard home;
    struct cp_bit_tables tables;
};

/* Told of the positions of a game. */
struct cp_bit_ply {
    const struct cp_bitboard *board;
    const struct cp_classical *roles;
    const cp_packed_move *move; /* NULL: the start */
    uint32_t ply;               /* that led to it, from 1; 0: the start */
    unsigned from, to;          /* squares; castling: the king's */
    bool takes_in_passing;
};
struct cp_bit_watch {
    void *data;
    const struct cp_classical *roles;                    /* of its variant */
    bool (*look)(void *data, const struct cp_bit_ply *); /* false: no more is played */
    uint32_t quiet_least; /* behind the start it is told of these only: so many plies without
                             progress led there */
    bool stops_at_third;  /* not clean: a position that may be there for the third time */
};

/* Where a move began and ended: numbers of squares; castling: the king's. */
typedef struct {
    uint8_t from, to;
} cp_bit_step;

/* Plays from home, on trapdoors if there is a delay, falls behind the moves they follow; the codes
 * of men are enum cp_role. True: there is nothing to say. Then *end is what ended the game on the
 * board, CP_OUTCOME_NONE, CHECKMATE, STALEMATE, KING_FALLEN or DEAD (two bare kings of trapdoors),
 * and *winner the side that has won there, or -1. count is at most CP_CLEAN_MOVES_MOST. A watch
 * (NULL: none) is for boards without trapdoors; of a game that is not clean it sees a part. */
CP_MUST_USE bool cp_clean_judge_play(const struct cp_clean_judge *d, uint32_t delay,
                                     const cp_packed_move *moves, uint32_t count,
                                     const struct cp_bit_watch *watch, enum cp_outcome *end,
                                     int *winner);

/* Without trapdoors, and where it is not asked what moves say of checks nor what ends the game:
 * whether all of it can be played, and how. */
CP_MUST_USE bool cp_clean_judge_find(const struct cp_clean_judge *d, const cp_packed_move *moves,
                                     uint32_t count, cp_bit_step *steps);

#endif
