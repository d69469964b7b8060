/* SPDX-License-Identifier: MIT */
/* board_san.c -- from what was written to the move, looking back from the
 * target: a man of this kind that stands where one on the target would attack can
 * reach it. Mostly that is one man, and mostly it shields no king. */
#include "rules/bitboards/board.h"

static bool is_promotion(enum cp_role role)
{
    return role >= CP_KNIGHT && role <= CP_QUEEN;
}

/* The pawns that could get to the target, kings not asked. */
static cp_bits pawns_to(const struct cp_bitboard *b, int to, enum cp_role promotion)
{
    int side = b->turn, back = side == CP_WHITE ? -8 : 8;
    cp_bits pawns = b->role[CP_PAWN] & b->men[side], all = cp_bitboard_all(b);
    bool is_last = to >> 3 == (side == CP_WHITE ? 7 : 0);
    if (is_last ? !is_promotion(promotion) : promotion != CP_NO_ROLE)
        return 0;
    if (all >> to & 1 || (b->en_passant && b->en_passant == to))
        return cp_pawn_bits[!side][to] & pawns;
    if (to >> 3 == (side == CP_WHITE ? 0 : 7)) /* behind every pawn */
        return 0;
    if (pawns >> (to + back) & 1)
        return cp_bit(to + back);
    bool is_double = to >> 3 == (side == CP_WHITE ? 3 : 4) && !(all >> (to + back) & 1);
    return is_double ? pawns & cp_bit(to + 2 * back) : 0;
}

/* All ways of looking back at once, by masks: which role comes next in a game is
 * hard to foresee, and a wrong guess costs more than the sight of two sliders. */
static inline cp_bits men_to(const struct cp_bitboard *b, enum cp_role role, int to)
{
    cp_bits slants = role == CP_BISHOP || role == CP_QUEEN ? ~(cp_bits)0 : 0;
    cp_bits straight = role == CP_ROOK || role == CP_QUEEN ? ~(cp_bits)0 : 0;
    cp_bits leaps = role == CP_KNIGHT ? ~(cp_bits)0 : 0;
    cp_bits all = cp_bitboard_all(b);
    cp_bits from = (cp_knight_bits[to] & leaps) | (cp_bishop_bits(all, to) & slants) |
                   (cp_rook_bits(all, to) & straight);
    return from & b->role[role] & b->men[b->turn];
}

static CP_SELDOM cp_bits tried(const struct cp_bitboard *b, cp_bits men, cp_bits also, int to)
{
    cp_bits fine = 0;
    for (; men; men &= men - 1)
        if (cp_bitboard_is_safe(b, (men & -men) | also, cp_bit(to)))
            fine |= men & -men;
    return fine;
}

/* Those of the men that may go there as far as their king is concerned: out of check
 * all that shield nothing may. */
static inline cp_bits lawful(const struct cp_bitboard *b, cp_bits men, int to)
{
    cp_bits doubtful = b->checkers ? men : men & b->shield;
    return doubtful ? (men & ~doubtful) | tried(b, doubtful, 0, to) : men;
}

static CP_SELDOM cp_bits king_to(const struct cp_bitboard *b, int to)
{
    cp_bits king = b->role[CP_KING] & b->men[b->turn];
    bool is_hit = cp_bitboard_attackers(b, to, !b->turn, cp_bitboard_all(b) & ~king) != 0;
    return is_hit ? 0 : king & cp_king_bits[to];
}

/* All men of the role that may legally go to the target. */
static inline cp_bits origins_of(const struct cp_bitboard *b, enum cp_role role, int to,
                                 cp_bits origins, enum cp_role promotion)
{
    if ((b->men[b->turn] | b->role[CP_KING]) >> to & 1)
        return 0;
    if (role == CP_PAWN) {
        cp_bits pawns = pawns_to(b, to, promotion) & origins;
        if (CP_UNLIKELY(b->en_passant && b->en_passant == to))
            return tried(b, pawns, cp_bit(to ^ 8), to);
        return lawful(b, pawns, to);
    }
    if (promotion != CP_NO_ROLE)
        return 0;
    if (role == CP_KING)
        return king_to(b, to) & origins;
    return lawful(b, men_to(b, role, to) & origins, to);
}

cp_bit_move cp_bitboard_find(const struct cp_bitboard *b, enum cp_role role, int to,
                             cp_bits origins, enum cp_role promotion)
{
    cp_bits men = origins_of(b, role, to, origins, promotion);
    if (!men)
        return 0;
    if (cp_bits_many(men))
        return CP_BIT_MOVE_MANY;
    int from = cp_bits_first(men);
    enum cp_role taken = CP_NO_ROLE;
    cp_bit_move flags = 0;
    if (b->men[!b->turn] >> to & 1) {
        taken = cp_bitboard_role(b, to);
    } else if (role == CP_PAWN) {
        if ((from ^ to) & 7) {
            taken = CP_PAWN;
            flags = CP_BIT_PASSING;
        } else if ((from ^ to) == 16) {
            flags = CP_BIT_DOUBLE;
        }
    }
    return (cp_bit_move)from | (cp_bit_move)to << 6 | (cp_bit_move)role << 12 |
           (cp_bit_move)taken << 15 | (cp_bit_move)promotion << 18 | flags;
}

/* 0..7, or more when the coordinate is beyond the board. */
static uint64_t coordinate(cp_int written, cp_int shift)
{
    return cp_int_is_small(written) && cp_int_is_small(shift)
               ? (uint64_t)written.v + (uint64_t)shift.v - 1
               : UINT64_MAX;
}

/* The file or rank that was written, or all squares. */
static cp_bits origins_on(bool was_written, uint64_t at, cp_bits first, int apart)
{
    cp_bits line = at > 7 ? 0 : first << (at & 7) * (unsigned)apart;
    return was_written ? line : ~(cp_bits)0;
}

cp_bit_move cp_bitboard_resolve(const struct cp_bitboard *b, const struct cp_classical *c,
                                const cp_written *w, cp_square shift)
{
    if (w->castling != CP_CASTLE_NONE)
        return cp_bitboard_castle(b, w->castling == CP_CASTLE_KING);
    if ((w->has & (CP_HAS_TO | CP_IS_FUSED)) != CP_HAS_TO || w->piece >= CP_KINDS_MOST ||
        !cp_int_is_small(shift.file) || !cp_int_is_small(shift.rank))
        return 0;
    uint64_t file = coordinate(w->to.file, shift.file), rank = coordinate(w->to.rank, shift.rank);
    enum cp_role role = (enum cp_role)c->role[w->piece], promotion = CP_NO_ROLE;
    if (file > 7 || rank > 7 || role == CP_NO_ROLE)
        return 0;
    cp_bits origins =
        origins_on(w->has & CP_HAS_FROM_FILE, coordinate(w->from.file, shift.file), CP_FILE_A, 1) &
        origins_on(w->has & CP_HAS_FROM_RANK, coordinate(w->from.rank, shift.rank), CP_RANK_1, 8);
    if (w->promotion != CP_NO_KIND) {
        promotion = w->promotion < CP_KINDS_MOST ? (enum cp_role)c->role[w->promotion] : CP_NO_ROLE;
        if (!is_promotion(promotion))
            return 0;
    }
    return cp_bitboard_find(b, role, (int)(rank * 8 + file), origins, promotion);
}

/* ---- writing ---- */

cp_bits cp_bitboard_rivals(const struct cp_bitboard *b, cp_bit_move move)
{
    if (move & CP_BIT_CASTLE)
        return 0;
    cp_bits others = ~cp_bit(cp_bit_from(move));
    return origins_of(b, cp_bit_role(move), cp_bit_to(move), others, cp_bit_promotion(move));
}

/* What of its origin a move must show: a pawn that takes its file, others what
 * tells them from their rivals, the file if it can. */
static uint8_t origin_needed(const struct cp_bitboard *b, cp_bit_move move)
{
    int from = cp_bit_from(move);
    if (cp_bit_role(move) == CP_PAWN)
        return cp_bit_taken(move) != CP_NO_ROLE ? CP_HAS_FROM_FILE : 0;
    cp_bits rivals = cp_bitboard_rivals(b, move);
    if (!rivals)
        return 0;
    if (!(rivals & CP_FILE_A << (from & 7)))
        return CP_HAS_FROM_FILE;
    return rivals & CP_RANK_1 << (from & 56) ? CP_HAS_FROM : CP_HAS_FROM_RANK;
}

static cp_square square_of(int square)
{
    return (cp_square){CP_INT(square % 8 + 1), CP_INT(square / 8 + 1)};
}

void cp_bitboard_write(const struct cp_bitboard *b, const struct cp_classical *c, cp_bit_move move,
                       enum cp_style style, cp_written *out)
{
    enum cp_role role = cp_bit_role(move), promotion = cp_bit_promotion(move);
    *out = (cp_written){.from = square_of(cp_bit_from(move)),
                        .to = square_of(cp_bit_to(move)),
                        .has = CP_HAS_TO,
                        .piece = c->kind[role],
                        .promotion = CP_NO_KIND,
                        .spelling = CP_BARE};
    if (move & CP_BIT_CASTLE) {
        out->castling = move & CP_BIT_RIGHT ? CP_CASTLE_KING : CP_CASTLE_QUEEN;
        return;
    }
    if (role != CP_PAWN)
        out->has |= CP_HAS_PIECE;
    if (promotion != CP_NO_ROLE)
        out->promotion = c->kind[promotion];
    out->has |= style == CP_LONG ? CP_HAS_FROM : origin_needed(b, move);
    if (cp_bit_taken(move) != CP_NO_ROLE)
        out->sep = CP_SEP_TAKE;
    else if (style == CP_LONG)
        out->sep = CP_SEP_MOVE;
}
