/* SPDX-License-Identifier: MIT */
/* board_moves.c -- all legal moves, without trying any but the king's and
 * those in passing.
 *
 * 1. A man that is alone between its king and an enemy slider is pinned: it
 *    moves on that line or not at all.
 * 2. In check from one man, the others may take it or stand between: `goals`.
 *    In check from two, only the king moves.
 * 3. Every other man goes where it attacks; pawns do so all at once.
 *
 * The same code lists moves, counts them, and asks whether there are any: the
 * compiler makes three of it. */
#include "rules/bitboards/board.h"

struct scan {
    const struct cp_bitboard *b;
    cp_bits own, enemy, all;
    cp_bits goals;    /* where men other than the king may go */
    cp_bit_move *out; /* NULL where only the number is wanted */
    uint32_t count;
    bool any; /* one is enough */
};

static cp_bit_move pack(enum cp_role role, int from, int to, enum cp_role taken,
                        enum cp_role promotion)
{
    return (cp_bit_move)from | (cp_bit_move)to << 6 | (cp_bit_move)role << 12 |
           (cp_bit_move)taken << 15 | (cp_bit_move)promotion << 18;
}

static CP_ALWAYS_INLINE void add(struct scan *s, cp_bit_move move)
{
    if (s->out)
        s->out[s->count] = move;
    s->count++;
}

static CP_ALWAYS_INLINE enum cp_role taken_at(const struct scan *s, int to)
{
    return s->enemy >> to & 1 ? cp_bitboard_role(s->b, to) : CP_NO_ROLE;
}

/* One man's targets. */
static CP_ALWAYS_INLINE void add_targets(struct scan *s, enum cp_role role, int from, cp_bits to)
{
    if (!s->out) {
        s->count += cp_bits_count(to);
        return;
    }
    for (; to; to &= to - 1) {
        int square = cp_bits_first(to);
        add(s, pack(role, from, square, taken_at(s, square), CP_NO_ROLE));
    }
}

/* ---- pawns ---- */

enum { TO_LAST_RANK = 4 }; /* moves for one: Q R B N */

/* Pawns that all went the same way, by so many squares. */
static CP_ALWAYS_INLINE void add_pawns(struct scan *s, cp_bits to, int way, cp_bit_move flag)
{
    const cp_bits last = CP_RANK_1 | CP_RANK_1 << 56;
    if (!s->out) {
        s->count += cp_bits_count(to);
        if (to & last)
            s->count += (TO_LAST_RANK - 1) * cp_bits_count(to & last);
        return;
    }
    for (; to; to &= to - 1) {
        int square = cp_bits_first(to);
        enum cp_role taken = taken_at(s, square);
        if (!(to & -to & last)) {
            add(s, pack(CP_PAWN, square - way, square, taken, CP_NO_ROLE) | flag);
            continue;
        }
        for (int role = CP_QUEEN; role >= CP_KNIGHT; role--)
            add(s, pack(CP_PAWN, square - way, square, taken, (enum cp_role)role));
    }
}

/* A set shifted along a pawn's way, which for Black is down. */
static CP_ALWAYS_INLINE cp_bits forward(int side, cp_bits set, int squares)
{
    return side == CP_WHITE ? set << squares : set >> squares;
}

static CP_ALWAYS_INLINE void pawn_moves(struct scan *s, cp_bits pawns, cp_bits goals)
{
    int side = s->b->turn, sign = side == CP_WHITE ? 1 : -1;
    const cp_bits third = side == CP_WHITE ? CP_RANK_1 << 16 : CP_RANK_1 << 40;
    const cp_bits low = side == CP_WHITE ? CP_FILE_A : CP_FILE_H;
    const cp_bits high = side == CP_WHITE ? CP_FILE_H : CP_FILE_A;
    cp_bits one = forward(side, pawns, 8) & ~s->all;
    cp_bits two = forward(side, one & third, 8) & ~s->all;
    add_pawns(s, one & goals, 8 * sign, 0);
    add_pawns(s, two & goals, 16 * sign, CP_BIT_DOUBLE);
    add_pawns(s, forward(side, pawns & ~low, 7) & s->enemy & goals, 7 * sign, 0);
    add_pawns(s, forward(side, pawns & ~high, 9) & s->enemy & goals, 9 * sign, 0);
}

/* ---- men ---- */

static CP_ALWAYS_INLINE void slider_moves(struct scan *s, cp_bits men, cp_bits goals, bool slanted)
{
    for (men &= s->own; men; men &= men - 1) {
        int from = cp_bits_first(men);
        cp_bits to = slanted ? cp_bishop_bits(s->all, from) : cp_rook_bits(s->all, from);
        enum cp_role role = slanted ? CP_BISHOP : CP_ROOK;
        if (s->out && s->b->role[CP_QUEEN] >> from & 1)
            role = CP_QUEEN;
        add_targets(s, role, from, to & goals);
    }
}

static CP_ALWAYS_INLINE void men_moves(struct scan *s, cp_bits free)
{
    const struct cp_bitboard *b = s->b;
    pawn_moves(s, b->role[CP_PAWN] & s->own & free, s->goals);
    for (cp_bits men = b->role[CP_KNIGHT] & s->own & free; men; men &= men - 1)
        add_targets(s, CP_KNIGHT, cp_bits_first(men),
                    cp_knight_bits[cp_bits_first(men)] & s->goals);
    slider_moves(s, (b->role[CP_BISHOP] | b->role[CP_QUEEN]) & free, s->goals, true);
    slider_moves(s, (b->role[CP_ROOK] | b->role[CP_QUEEN]) & free, s->goals, false);
    if (b->en_passant) {
        int to = b->en_passant;
        cp_bits pawns = cp_pawn_bits[!b->turn][to] & b->role[CP_PAWN] & s->own;
        for (; pawns; pawns &= pawns - 1)
            if (cp_bitboard_is_safe(b, (pawns & -pawns) | cp_bit(to ^ 8), cp_bit(to)))
                add(s,
                    pack(CP_PAWN, cp_bits_first(pawns), to, CP_PAWN, CP_NO_ROLE) | CP_BIT_PASSING);
    }
}

/* Step 1: moves the pinned men along their lines, and returns them. */
static CP_ALWAYS_INLINE cp_bits pinned_moves(struct scan *s, int king)
{
    const struct cp_bitboard *b = s->b;
    cp_bits slanted = b->role[CP_BISHOP] | b->role[CP_QUEEN];
    cp_bits straight = b->role[CP_ROOK] | b->role[CP_QUEEN];
    cp_bits beyond = s->all & ~b->shield, pinned = 0;
    cp_bits pinners =
        ((cp_bishop_bits(beyond, king) & slanted) | (cp_rook_bits(beyond, king) & straight)) &
        s->enemy & ~b->checkers;
    for (; pinners; pinners &= pinners - 1) {
        int pinner = cp_bits_first(pinners);
        cp_bits line = cp_bits_between(king, pinner) | (pinners & -pinners);
        cp_bits man = line & s->own, goals = line & s->goals;
        pinned |= man;
        pawn_moves(s, man & b->role[CP_PAWN], goals);
        slider_moves(s, man & slanted, goals, true);
        slider_moves(s, man & straight, goals, false);
    }
    return pinned;
}

static CP_ALWAYS_INLINE void king_moves(struct scan *s, int king)
{
    cp_bits to = cp_king_bits[king] & ~s->own, safe = 0, all = s->all & ~cp_bit(king);
    for (; to && !(s->any && safe); to &= to - 1)
        if (!cp_bitboard_attackers(s->b, cp_bits_first(to), !s->b->turn, all))
            safe |= to & -to;
    add_targets(s, CP_KING, king, safe);
    if (s->b->checkers || !(s->b->rooks & s->own))
        return;
    for (int right = 0; right <= 1; right++) {
        cp_bit_move move = cp_bitboard_castle(s->b, right);
        if (move)
            add(s, move);
    }
}

static CP_ALWAYS_INLINE uint32_t scan(const struct cp_bitboard *b, cp_bit_move *out, bool any)
{
    struct scan s = {
        .b = b, .own = b->men[b->turn], .enemy = b->men[!b->turn], .out = out, .any = any};
    int king = cp_bitboard_king(b, b->turn);
    s.all = s.own | s.enemy;
    s.goals = ~s.own;
    if (b->checkers)
        s.goals &= b->checkers | cp_bits_between(king, cp_bits_first(b->checkers));
    king_moves(&s, king);
    if (cp_bits_many(b->checkers) || (any && s.count))
        return s.count;
    cp_bits pinned = pinned_moves(&s, king);
    men_moves(&s, ~pinned);
    return s.count;
}

uint32_t cp_bitboard_moves(const struct cp_bitboard *b, cp_bit_move *out)
{
    return scan(b, out, false);
}

uint32_t cp_bitboard_count(const struct cp_bitboard *b)
{
    return scan(b, NULL, false);
}

/* Out of check, a pawn that is no shield may step forward; so may, seldom asked,
 * a knight. */
bool cp_bitboard_can_move(const struct cp_bitboard *b)
{
    cp_bits free = b->checkers ? 0 : b->men[b->turn] & ~b->shield;
    if (forward(b->turn, free & b->role[CP_PAWN], 8) & ~cp_bitboard_all(b))
        return true;
    return scan(b, NULL, true) > 0;
}

/* ---- castling ---- */

cp_bit_move cp_bitboard_castle(const struct cp_bitboard *b, int right)
{
    int side = b->turn, king = cp_bitboard_king(b, side), home = king & 56;
    cp_bits left = cp_bit(king) - 1;
    cp_bits rooks = b->rooks & b->men[side] & (right ? ~left : left);
    if (!rooks || b->checkers)
        return 0;
    int rook = cp_bits_first(rooks), king_to = home + (right ? 6 : 2);
    int rook_to = right ? king_to - 1 : king_to + 1;
    cp_bits ends = cp_bit(king_to) | cp_bit(rook_to), both = cp_bit(king) | rooks;
    cp_bits others = cp_bitboard_all(b) & ~both;
    cp_bits way = king == king_to ? 0 : cp_bits_between(king, king_to);
    cp_bits rook_way = rook == rook_to ? 0 : cp_bits_between(rook, rook_to);
    if (others & (way | rook_way | ends))
        return 0;
    for (; way; way &= way - 1)
        if (cp_bitboard_attackers(b, cp_bits_first(way), !side, others | rooks))
            return 0;
    if (cp_bitboard_attackers(b, king_to, !side, others | cp_bit(rook_to)))
        return 0;
    return pack(CP_KING, king, king_to, CP_NO_ROLE, CP_NO_ROLE) | CP_BIT_CASTLE |
           (right ? CP_BIT_RIGHT : 0);
}

/* ---- which man goes there ----
 *
 * Looking back from the target: a man of this kind that stands where one on the target
 * would attack can reach it. Mostly that is one man, and mostly it shields no king. */

/* The pawns that could get to the target, kings not asked. */
static cp_bits pawns_to(const struct cp_bitboard *b, int to, enum cp_role promotion)
{
    int side = b->turn, back = side == CP_WHITE ? -8 : 8;
    cp_bits pawns = b->role[CP_PAWN] & b->men[side], all = cp_bitboard_all(b);
    bool is_last = to >> 3 == (side == CP_WHITE ? 7 : 0);
    if (is_last ? promotion < CP_KNIGHT || promotion > CP_QUEEN : promotion != CP_NO_ROLE)
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
    if (role == CP_KING) {
        cp_bits king = b->role[CP_KING] & b->men[b->turn];
        bool is_hit = cp_bitboard_attackers(b, to, !b->turn, cp_bitboard_all(b) & ~king) != 0;
        return is_hit ? 0 : king & cp_king_bits[to] & origins;
    }
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
    return pack(role, from, to, taken, promotion) | flags;
}

cp_bits cp_bitboard_rivals(const struct cp_bitboard *b, cp_bit_move move)
{
    if (move & CP_BIT_CASTLE)
        return 0;
    cp_bits others = ~cp_bit(cp_bit_from(move));
    return origins_of(b, cp_bit_role(move), cp_bit_to(move), others, cp_bit_promotion(move));
}
