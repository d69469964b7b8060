/* SPDX-License-Identifier: MIT */
/* board.h -- the fast engine: classical men on 8x8, as sets of squares.
 *
 * It plays what cp_classical_fit says it can, by the variant's data, and the
 * general engine (move.h) stays the definition: what is refused here is refused
 * there too, where the reasons are told. A bitboard is a value: copy it to take
 * moves back. Nothing here allocates, and no state is shared. */
#ifndef CP_BITBOARDS_BOARD_H
#define CP_BITBOARDS_BOARD_H

#include "rules/moves.h"
#include "rules/position.h"

/* ---- sets of squares as words, and what men attack there ----
 *
 *     square = rank * 8 + file, both from 0:  a1 = 0, h1 = 7, a8 = 56, h8 = 63
 *
 * Sliders along a file or a diagonal: subtracting the slider from the men of its
 * line borrows up to the first of them, so what changed is what it sees. The
 * other way is the same on the board seen from behind (byte order turned). A
 * rank turns within its byte, so a table of 512 bytes has its answers.
 *
 *     men of the line  ...1..1.    less the slider   ...1.1..
 *     slider           .....1..    changed           ......1.  and so on
 *
 * Magic multiplication was refused: its tables take 800 kB of cache from the
 * games that are read, and this costs about as much.
 *
 * Why so: D10 (DECISIONS.md). */

typedef uint64_t cp_bits;

typedef struct {
    cp_bits file, diagonal, antidiagonal; /* without the square itself */
} cp_lines;

extern const cp_bits cp_knight_bits[64], cp_king_bits[64];
extern const cp_bits cp_pawn_bits[2][64]; /* what a side's pawn attacks */
extern const cp_lines cp_line_bits[64];
extern const uint8_t cp_rank_bits[64][8]; /* by inner six men, then file */

#define CP_FILE_A UINT64_C(0x0101010101010101)
#define CP_FILE_H UINT64_C(0x8080808080808080)
#define CP_RANK_1 UINT64_C(0xff)

static inline cp_bits cp_bit(int square)
{
    return (cp_bits)1 << square;
}

/* The number of a square of the board. */
static inline int cp_bit_place(cp_square at)
{
    return (int)(at.rank.v * 8 + at.file.v - 9) & 63;
}

/* The lowest square of a set that is not empty. */
static inline int cp_bits_first(cp_bits set)
{
    return __builtin_ctzll(set);
}

static inline bool cp_bits_many(cp_bits set)
{
    return (set & (set - 1)) != 0;
}

/* The squares to the left and right of a set's. */
static inline cp_bits cp_bits_beside(cp_bits set)
{
    return (set << 1 & ~CP_FILE_A) | (set >> 1 & ~CP_FILE_H);
}

/* The squares one step from rooks and from bishops, by their moves; a queen is both. */
static inline cp_bits cp_bits_slider_steps(cp_bits rooks, cp_bits bishops)
{
    cp_bits aside = cp_bits_beside(bishops);
    return rooks << 8 | rooks >> 8 | cp_bits_beside(rooks) | aside << 8 | aside >> 8;
}

/* Spelt out: without a flag for newer machines the built-in calls a function. */
static inline uint32_t cp_bits_count(cp_bits set)
{
    set -= set >> 1 & UINT64_C(0x5555555555555555);
    set = (set & UINT64_C(0x3333333333333333)) + (set >> 2 & UINT64_C(0x3333333333333333));
    set = (set + (set >> 4)) & UINT64_C(0x0f0f0f0f0f0f0f0f);
    return (uint32_t)(set * CP_FILE_A >> 56);
}

static inline cp_bits cp_bits_along(cp_bits men, int square, cp_bits line)
{
    cp_bits up = men & line;
    cp_bits down = __builtin_bswap64(up);
    up -= cp_bit(square);
    down -= cp_bit(square ^ 56);
    return (up ^ __builtin_bswap64(down)) & line;
}

/* What a slider attacks among men, the first man of each line included. */
static inline cp_bits cp_bishop_bits(cp_bits men, int square)
{
    const cp_lines *lines = &cp_line_bits[square];
    return cp_bits_along(men, square, lines->diagonal) |
           cp_bits_along(men, square, lines->antidiagonal);
}

static inline cp_bits cp_rook_bits(cp_bits men, int square)
{
    int rank = square & 56;
    cp_bits level = cp_rank_bits[men >> rank >> 1 & 63][square & 7];
    return cp_bits_along(men, square, cp_line_bits[square].file) | level << rank;
}

/* The squares strictly between two squares, none when they are not in line. */
static inline cp_bits cp_bits_between(int a, int b)
{
    const cp_lines *lines = &cp_line_bits[a];
    if ((lines->diagonal | lines->antidiagonal) & cp_bit(b))
        return cp_bishop_bits(cp_bit(b), a) & cp_bishop_bits(cp_bit(a), b);
    if ((lines->file | CP_RANK_1 << (a & 56)) & cp_bit(b))
        return cp_rook_bits(cp_bit(b), a) & cp_rook_bits(cp_bit(a), b);
    return 0;
}

/* ---- a position ---- */

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
 * are not asked for. */
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

/* The one legal move of a man of this role to `to`, from one of `origins`,
 * becoming `promotion` (or CP_NO_ROLE); 0 for none, CP_BIT_MOVE_MANY. Looks from
 * the target, so its cost does not follow the number of moves. No castling. */
cp_bit_move cp_bitboard_find(const struct cp_bitboard *b, enum cp_role role, int to,
                             cp_bits origins, enum cp_role promotion);

/* Castling to the left (0) or right (1), 0 when it is not legal. */
cp_bit_move cp_bitboard_castle(const struct cp_bitboard *b, int right);

/* The squares of other men that could legally play to the move's target as it
 * does: what short notation must rule out. */
cp_bits cp_bitboard_rivals(const struct cp_bitboard *b, cp_bit_move move);

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

/* ---- trapdoors ----
 *
 * A bitboard, and by square the ply after which its man falls. The order of a turn is
 * turn.h's, which stays the definition.
 *
 * Mate within mate within mate is asked so deep; beyond it the answer is in doubt, and
 * the general engine's to give. Delay 0 is a board without trapdoors. */

struct cp_trapboard {
    struct cp_bitboard b;
    uint32_t delay; /* in moves */
    uint32_t ply;   /* played since the start position */
    cp_bits running;
    cp_bits due;           /* fall at the end of the next turn, unless it moves or takes them */
    cp_bits fallen;        /* in the last turn */
    uint32_t falls_at[64]; /* by square, where a clock is running */
};

/* A position in which all men are safe. */
void cp_trapboard_init(struct cp_trapboard *t, const struct cp_bitboard *b, uint32_t delay);

/* From a position of the general engine, set up and found lawful, clocks and all;
 * false when it is not for this engine. */
CP_MUST_USE bool cp_trapboard_take(struct cp_trapboard *t, const struct cp_classical *c,
                                   const struct cp_position *p);

/* Plays the whole turn of a move that is legal on the bitboard. CP_YES: it is
 * legal here too (R-TD-5), `fallen` holds the men that fell, and the game is over if kings
 * did. Else t is of no further use. */
CP_MUST_USE enum cp_answer cp_trapboard_apply(struct cp_trapboard *t, cp_bit_move move);

/* Whether the side to move, which has a king, has a legal turn. */
CP_MUST_USE enum cp_answer cp_trapboard_can_move(const struct cp_trapboard *t);

/* Whether its king may step where nothing attacks it, neither at once nor once the due
 * men are gone. Asks for men and their squares only: not for checkers. */
CP_MUST_USE bool cp_trapboard_king_can_step(const struct cp_trapboard *t);

/* How many lines of so many turns there are, depth at most CP_PERFT_DEEPEST; false
 * when some answer was in doubt. */
CP_MUST_USE bool cp_trapboard_perft(const struct cp_trapboard *t, uint32_t depth, uint64_t *lines);

#endif
