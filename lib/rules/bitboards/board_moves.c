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

static CP_ALWAYS_INLINE void moves_in_passing(struct scan *s)
{
    const struct cp_bitboard *b = s->b;
    int to = b->en_passant;
    cp_bits pawns = cp_pawn_bits[!b->turn][to] & b->role[CP_PAWN] & s->own;
    for (; pawns; pawns &= pawns - 1)
        if (cp_bitboard_is_safe(b, (pawns & -pawns) | cp_bit(to ^ 8), cp_bit(to)))
            add(s, pack(CP_PAWN, cp_bits_first(pawns), to, CP_PAWN, CP_NO_ROLE) | CP_BIT_PASSING);
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
    if (b->en_passant)
        moves_in_passing(s);
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

/* ---- perft: levels on a stack of their own, the last one only counted ---- */

uint64_t cp_bitboard_perft(const struct cp_bitboard *b, uint32_t depth)
{
    struct level {
        struct cp_bitboard b;
        cp_bit_move moves[CP_BIT_MOVES_MOST];
        uint32_t count;
    } levels[CP_PERFT_DEEPEST], *here = levels;
    uint64_t lines = 0;
    if (depth == 0 || depth > CP_PERFT_DEEPEST)
        return depth == 0;
    if (depth == 1)
        return cp_bitboard_count(b);
    here->b = *b;
    here->count = cp_bitboard_moves(b, here->moves);
    for (;;) {
        if (here->count == 0) {
            if (here == levels)
                return lines;
            here--;
            continue;
        }
        cp_bit_move move = here->moves[--here->count];
        struct level *next = here + 1;
        next->b = here->b;
        cp_bitboard_apply(&next->b, move);
        if (next - levels == (ptrdiff_t)depth - 1) {
            lines += cp_bitboard_count(&next->b);
        } else {
            next->count = cp_bitboard_moves(&next->b, next->moves);
            here = next;
        }
    }
}
