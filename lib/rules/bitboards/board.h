/* SPDX-License-Identifier: MIT */
/* board.h -- the fast engine: classical men on 8x8, as sets of squares.
 *
 * It plays what cp_classical_fit says it can, by the variant's data, and the
 * general engine (move.h) stays the definition: what is refused here is refused
 * there too, where the reasons are told. A bitboard is a value: copy it to take
 * moves back. Nothing here allocates, and no state is shared. */
#ifndef CP_BITBOARDS_BOARD_H
#define CP_BITBOARDS_BOARD_H

#include "game/written.h"
#include "rules/bitboards/bits.h"
#include "rules/moves.h"
#include "rules/position.h"

enum cp_role {
    CP_PAWN,
    CP_KNIGHT,
    CP_BISHOP,
    CP_ROOK,
    CP_QUEEN,
    CP_KING,
    CP_ROLES,
    CP_NO_ROLE = 7
};

/* Which of a variant's kinds plays which role, and the other way round. */
struct cp_classical {
    uint8_t role[CP_KINDS_MOST]; /* CP_NO_ROLE for kinds there are none of */
    uint8_t kind[CP_ROLES];
};

/* Whether the variant is chess as this engine plays it: 8x8, six kinds that
 * move exactly so, promotion, castling and taking in passing as usual. Trapdoors
 * are not asked for: they are trap.h's. */
CP_MUST_USE bool cp_classical_fit(struct cp_classical *out, const struct cp_law *law);

/* A position. */
struct cp_bitboard {
    cp_bits men[2];
    cp_bits role[CP_ROLES];
    cp_bits rooks;      /* those that may still castle */
    cp_bits checkers;   /* of the side to move */
    cp_bits shield;     /* the men nearest its king on their lines: only they can be pinned */
    uint32_t quiet;     /* plies since a man was taken or a pawn moved */
    uint8_t turn;       /* enum cp_side */
    uint8_t passed;     /* the square just passed over by a double step; 0: none */
    uint8_t en_passant; /* the same, when taking there is legal */
};

/* 0 is no move. Bits 0..5 from, 6..11 to, 12..14 role, 15..17 what is taken and
 * 18..20 what it becomes (CP_NO_ROLE: nothing), then flags. Castling goes to the
 * king's own new square. */
typedef uint32_t cp_bit_move;

enum {
    CP_BIT_MOVE_MANY = 1, /* no move either: more than one fits */
    CP_BIT_PASSING = 1 << 21,
    CP_BIT_DOUBLE = 1 << 22,
    CP_BIT_CASTLE = 1 << 23,
    CP_BIT_RIGHT = 1 << 24, /* castles to the right */
    CP_BIT_MOVES_MOST = 256,
};

static inline int cp_bit_from(cp_bit_move m)
{
    return (int)(m & 63);
}

static inline int cp_bit_to(cp_bit_move m)
{
    return (int)(m >> 6 & 63);
}

static inline enum cp_role cp_bit_role(cp_bit_move m)
{
    return (enum cp_role)(m >> 12 & 7);
}

static inline enum cp_role cp_bit_taken(cp_bit_move m)
{
    return (enum cp_role)(m >> 15 & 7);
}

static inline enum cp_role cp_bit_promotion(cp_bit_move m)
{
    return (enum cp_role)(m >> 18 & 7);
}

/* Sets up start, with the rights to castle of the rooks given; false when the
 * start is not for this engine (or not lawful: the general engine knows why). */
CP_MUST_USE bool cp_bitboard_init(struct cp_bitboard *b, const struct cp_classical *c,
                                  const struct cp_start *start, cp_bits rooks);

/* The same from a position of the general engine, set up and found lawful; clocks
 * of trapdoors are left behind. */
CP_MUST_USE bool cp_bitboard_take(struct cp_bitboard *b, const struct cp_classical *c,
                                  const struct cp_position *p);

/* Plays a legal move. */
void cp_bitboard_apply(struct cp_bitboard *b, cp_bit_move move);

/* Takes men that moved before off the board, kings too, as progress (R-TD-9): a
 * board without the king of the side to move is good for looking at only. */
void cp_bitboard_lift(struct cp_bitboard *b, cp_bits squares);

/* Notes in en_passant whether taking on `passed` is legal (R-FIDE-2):
 * part of all of the above. */
void cp_bitboard_find_en_passant(struct cp_bitboard *b);

/* The role of the man on a square, CP_NO_ROLE when it is empty. */
enum cp_role cp_bitboard_role(const struct cp_bitboard *b, int square);

/* Whether they are the same position for repetition (R-FIDE-2): men, turn, rights
 * to castle, and what can legally be taken in passing. */
bool cp_bitboard_repeats(const struct cp_bitboard *a, const struct cp_bitboard *b);

/* Whether neither side can ever mate (R-FIDE-4): kings alone, with one knight,
 * or with bishops that all stand on one colour. */
bool cp_bitboard_is_dead(const struct cp_bitboard *b);

/* ---- moves ---- */

/* All legal moves, at most CP_BIT_MOVES_MOST; returns how many. */
uint32_t cp_bitboard_moves(const struct cp_bitboard *b, cp_bit_move *out);
uint32_t cp_bitboard_count(const struct cp_bitboard *b);
bool cp_bitboard_can_move(const struct cp_bitboard *b);

/* How many lines of so many plies there are; depth is at most CP_PERFT_DEEPEST. */
uint64_t cp_bitboard_perft(const struct cp_bitboard *b, uint32_t depth);

/* The one legal move of a man of this role to `to`, from one of `origins`,
 * becoming `promotion` (or CP_NO_ROLE); 0 for none, CP_BIT_MOVE_MANY. Looks from
 * the target, so its cost does not follow the number of moves. No castling. */
cp_bit_move cp_bitboard_find(const struct cp_bitboard *b, enum cp_role role, int to,
                             cp_bits origins, enum cp_role promotion);

/* Castling to the left (0) or right (1), 0 when it is not legal. */
cp_bit_move cp_bitboard_castle(const struct cp_bitboard *b, int right);

/* The one legal move that was written, its squares moved by shift; 0 for none,
 * CP_BIT_MOVE_MANY. Judges neither capture nor check marks. */
cp_bit_move cp_bitboard_resolve(const struct cp_bitboard *b, const struct cp_classical *c,
                                const cp_written *w, cp_square shift);

/* The squares of other men that could legally play to the move's target as it
 * does: what short notation must rule out. */
cp_bits cp_bitboard_rivals(const struct cp_bitboard *b, cp_bit_move move);

/* The written form of a legal move: CP_LONG, or else the shortest that SAN
 * allows. The check mark is left to the caller. */
void cp_bitboard_write(const struct cp_bitboard *b, const struct cp_classical *c, cp_bit_move move,
                       enum cp_style style, cp_written *out);

/* ---- attacks, inline ---- */

static inline cp_bits cp_bitboard_all(const struct cp_bitboard *b)
{
    return b->men[0] | b->men[1];
}

static inline int cp_bitboard_king(const struct cp_bitboard *b, int side)
{
    return cp_bits_first(b->role[CP_KING] & b->men[side]);
}

/* The men of a side that attack a square, when the squares of `all` are taken. */
static inline cp_bits cp_bitboard_attackers(const struct cp_bitboard *b, int square, int side,
                                            cp_bits all)
{
    cp_bits slanted = b->role[CP_BISHOP] | b->role[CP_QUEEN];
    cp_bits straight = b->role[CP_ROOK] | b->role[CP_QUEEN];
    return ((cp_knight_bits[square] & b->role[CP_KNIGHT]) |
            (cp_king_bits[square] & b->role[CP_KING]) |
            (cp_pawn_bits[!side][square] & b->role[CP_PAWN]) |
            (cp_bishop_bits(all, square) & slanted) | (cp_rook_bits(all, square) & straight)) &
           b->men[side];
}

/* Finds checkers and shield, from nothing. */
static inline void cp_bitboard_look(struct cp_bitboard *b)
{
    int side = b->turn, king = cp_bitboard_king(b, side);
    cp_bits all = cp_bitboard_all(b), slanted = b->role[CP_BISHOP] | b->role[CP_QUEEN];
    cp_bits straight = b->role[CP_ROOK] | b->role[CP_QUEEN];
    cp_bits diagonals = cp_bishop_bits(all, king), level = cp_rook_bits(all, king);
    b->shield = (diagonals | level) & b->men[side];
    b->checkers =
        ((diagonals & slanted) | (level & straight) | (cp_knight_bits[king] & b->role[CP_KNIGHT]) |
         (cp_pawn_bits[side][king] & b->role[CP_PAWN])) &
        b->men[!side];
}

/* Whether the king of the side to move is safe from sliders, and from those that
 * give check now, after a man other than it goes from one set of squares to
 * another; `to` counts as taken on. */
static inline bool cp_bitboard_is_safe(const struct cp_bitboard *b, cp_bits from, cp_bits to)
{
    int king = cp_bitboard_king(b, b->turn);
    cp_bits all = (cp_bitboard_all(b) & ~from) | to, gone = from | to;
    cp_bits slanted = b->role[CP_BISHOP] | b->role[CP_QUEEN];
    cp_bits straight = b->role[CP_ROOK] | b->role[CP_QUEEN];
    cp_bits sliders = (cp_bishop_bits(all, king) & slanted) | (cp_rook_bits(all, king) & straight);
    cp_bits leapers = b->checkers & (b->role[CP_KNIGHT] | b->role[CP_PAWN]);
    return !((sliders | leapers) & b->men[!b->turn] & ~gone);
}

#endif
