/* SPDX-License-Identifier: MIT */
#include "rules/bitboards/bitboard.h"

/* ---- hashing: two sums of one set of keys, by carryless and by whole addition ---- */

#define KEY_OF_TURN UINT64_C(0x9d39247e33776d41)

static void hash_add(cp_hash *h, uint64_t key)
{
    h->low ^= key;
    h->high += key;
}

static void hash_del(cp_hash *h, uint64_t key)
{
    h->low ^= key;
    h->high -= key;
}

static const uint64_t *keys_of(enum cp_role role, int side)
{
    return cp_square_keys[(int)role * 2 + side];
}

cp_hash cp_bitboard_hash(const struct cp_bitboard *b)
{
    cp_hash h = {0, 0};
    for (int role = 0; role < CP_ROLES; role++)
        for (int side = CP_WHITE; side <= CP_BLACK; side++)
            for (cp_bits men = b->role[role] & b->men[side]; men; men &= men - 1)
                hash_add(&h, keys_of((enum cp_role)role, side)[cp_bits_first(men)]);
    for (cp_bits rooks = b->rooks; rooks; rooks &= rooks - 1)
        hash_add(&h, cp_square_keys[CP_KEYS_RIGHT][cp_bits_first(rooks)]);
    if (b->en_passant)
        hash_add(&h, cp_square_keys[CP_KEYS_PASSING][b->en_passant]);
    if (b->turn == CP_BLACK)
        hash_add(&h, KEY_OF_TURN);
    return h;
}

/* ---- asking ---- */

/* Summed rather than searched: who stands there is hard to foresee. */
enum cp_role cp_bitboard_role(const struct cp_bitboard *b, int square)
{
    if (!(cp_bitboard_all(b) >> square & 1))
        return CP_NO_ROLE;
    cp_bits sum = 0;
    for (int role = CP_KNIGHT; role < CP_ROLES; role++)
        sum += (b->role[role] >> square & 1) * (cp_bits)role;
    return (enum cp_role)sum;
}

bool cp_bitboard_repeats(const struct cp_bitboard *a, const struct cp_bitboard *b)
{
    return memcmp(a->men, b->men, sizeof a->men) == 0 &&
           memcmp(a->role, b->role, sizeof a->role) == 0 && a->rooks == b->rooks &&
           a->en_passant == b->en_passant && a->turn == b->turn;
}

bool cp_bitboard_is_dead(const struct cp_bitboard *b)
{
    const cp_bits light = UINT64_C(0x55aa55aa55aa55aa);
    if (b->role[CP_PAWN] | b->role[CP_ROOK] | b->role[CP_QUEEN])
        return false;
    cp_bits knights = b->role[CP_KNIGHT], bishops = b->role[CP_BISHOP];
    if (knights)
        return !bishops && !cp_bits_many(knights);
    return !(bishops & light) || !(bishops & ~light);
}

/* ---- in passing ---- */

/* The pawns that attack the square just passed over, and the one that passed. */
static cp_bits takers(const struct cp_bitboard *b)
{
    return cp_pawn_bits[!b->turn][b->passed] & b->role[CP_PAWN] & b->men[b->turn];
}

CP_SELDOM void cp_bitboard_find_en_passant(struct cp_bitboard *b)
{
    cp_bits victim = cp_bit(b->passed ^ 8), to = cp_bit(b->passed);
    for (cp_bits pawns = takers(b); pawns; pawns &= pawns - 1)
        if (cp_bitboard_is_safe(b, (pawns & -pawns) | victim, to)) {
            b->en_passant = b->passed;
            hash_add(&b->hash, cp_square_keys[CP_KEYS_PASSING][b->passed]);
            return;
        }
}

/* ---- playing ---- */

static CP_SELDOM void lose_rights(struct cp_bitboard *b, cp_bits lost)
{
    b->rooks &= ~lost;
    for (; lost; lost &= lost - 1)
        hash_del(&b->hash, cp_square_keys[CP_KEYS_RIGHT][cp_bits_first(lost)]);
}

static void lift(struct cp_bitboard *b, enum cp_role role, int side, int square)
{
    b->role[role] ^= cp_bit(square);
    b->men[side] ^= cp_bit(square);
    hash_del(&b->hash, keys_of(role, side)[square]);
}

static void stand(struct cp_bitboard *b, enum cp_role role, int side, int square)
{
    b->role[role] ^= cp_bit(square);
    b->men[side] ^= cp_bit(square);
    hash_add(&b->hash, keys_of(role, side)[square]);
}

/* Both are lifted before either is put down: in Chess960 squares may coincide. */
static CP_SELDOM void castle(struct cp_bitboard *b, cp_bit_move move)
{
    int side = b->turn, king = cp_bit_from(move), to = cp_bit_to(move);
    cp_bits mine = b->rooks & b->men[side], left = cp_bit(king) - 1;
    int rook = cp_bits_first(move & CP_BIT_RIGHT ? mine & ~left : mine & left);
    lift(b, CP_KING, side, king);
    lift(b, CP_ROOK, side, rook);
    stand(b, CP_KING, side, to);
    stand(b, CP_ROOK, side, move & CP_BIT_RIGHT ? to - 1 : to + 1);
    lose_rights(b, mine);
    b->quiet++;
}

static CP_SELDOM void promote(struct cp_bitboard *b, cp_bit_move move)
{
    lift(b, CP_PAWN, b->turn, cp_bit_to(move));
    stand(b, cp_bit_promotion(move), b->turn, cp_bit_to(move));
}

static void step(struct cp_bitboard *b, cp_bit_move move)
{
    int side = b->turn, from = cp_bit_from(move), to = cp_bit_to(move);
    enum cp_role role = cp_bit_role(move), taken = cp_bit_taken(move);
    const uint64_t *keys = keys_of(role, side);
    cp_bits touched = cp_bit(from) | cp_bit(to);
    b->men[side] ^= touched;
    b->role[role] ^= touched;
    b->hash.low ^= keys[from] ^ keys[to];
    b->hash.high += keys[to] - keys[from];
    b->quiet = role == CP_PAWN ? 0 : b->quiet + 1;
    if (taken != CP_NO_ROLE) {
        lift(b, taken, !side, move & CP_BIT_PASSING ? to ^ 8 : to);
        b->quiet = 0;
    }
    if (cp_bit_promotion(move) != CP_NO_ROLE)
        promote(b, move);
    if (role == CP_KING)
        touched |= b->men[side];
    if (b->rooks & touched)
        lose_rights(b, b->rooks & touched);
}

void cp_bitboard_apply(struct cp_bitboard *b, cp_bit_move move)
{
    if (CP_UNLIKELY(b->en_passant))
        hash_del(&b->hash, cp_square_keys[CP_KEYS_PASSING][b->en_passant]);
    b->en_passant = b->passed = 0;
    if (CP_UNLIKELY(move & CP_BIT_CASTLE))
        castle(b, move);
    else
        step(b, move);
    b->hash.low ^= KEY_OF_TURN;
    b->hash.high += b->turn == CP_WHITE ? KEY_OF_TURN : -KEY_OF_TURN;
    b->turn = !b->turn;
    cp_bitboard_look(b);
    if (move & CP_BIT_DOUBLE) {
        b->passed = (uint8_t)((cp_bit_from(move) + cp_bit_to(move)) / 2);
        if (takers(b))
            cp_bitboard_find_en_passant(b);
    }
}

/* Nobody with a right to castle is lifted: who falls has moved. */
void cp_bitboard_lift(struct cp_bitboard *b, cp_bits squares)
{
    if (b->en_passant)
        hash_del(&b->hash, cp_square_keys[CP_KEYS_PASSING][b->en_passant]);
    b->en_passant = 0;
    b->quiet = 0;
    for (; squares; squares &= squares - 1) {
        int square = cp_bits_first(squares);
        lift(b, cp_bitboard_role(b, square), (int)(b->men[CP_BLACK] >> square & 1), square);
    }
    b->checkers = b->shield = 0;
    if (!(b->role[CP_KING] & b->men[b->turn]))
        return;
    cp_bitboard_look(b);
    if (b->passed && takers(b))
        cp_bitboard_find_en_passant(b);
}
