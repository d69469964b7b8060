/* SPDX-License-Identifier: MIT */
/* bitboard_men.c -- from men to sets of squares, and back. */
#include "rules/bitboards/bitboard.h"

/* ---- setting up ---- */

static bool put_man(struct cp_bitboard *b, const struct cp_classical *c, const cp_man *man)
{
    uint64_t file = (uint64_t)man->square.file.v - 1, rank = (uint64_t)man->square.rank.v - 1;
    if (file > 7 || rank > 7 || man->kind >= CP_KINDS_MOST || c->role[man->kind] == CP_NO_ROLE)
        return false;
    cp_bits bit = cp_bit((int)(rank * 8 + file));
    if (cp_bitboard_all(b) & bit)
        return false;
    enum cp_role role = (enum cp_role)c->role[man->kind];
    if (role == CP_PAWN) {
        bool is_home = rank == (man->side == CP_WHITE ? 1 : 6);
        if (rank == 0 || rank == 7 || man->moved == is_home)
            return false;
    }
    b->men[man->side] |= bit;
    b->role[role] |= bit;
    return true;
}

/* Each right needs a king and a rook of one side on its first rank, one a wing. */
static bool has_rights(const struct cp_bitboard *b, cp_bits rooks)
{
    for (int side = CP_WHITE; side <= CP_BLACK; side++) {
        cp_bits king = b->role[CP_KING] & b->men[side];
        cp_bits home = side == CP_WHITE ? CP_RANK_1 : CP_RANK_1 << 56, mine = rooks & home;
        if (mine & ~(b->role[CP_ROOK] & b->men[side]))
            return false;
        if (mine &&
            (!(king & home) || cp_bits_many(mine & (king - 1)) || cp_bits_many(mine & ~(king - 1))))
            return false;
        rooks &= ~home;
    }
    return !rooks;
}

/* R-FIDE-6: a square that nobody can have passed over is ignored. False when the
 * position leaves it open whether somebody has. */
static bool set_passed(struct cp_bitboard *b, const struct cp_start *start)
{
    uint64_t file = (uint64_t)start->en_passant.file.v - 1;
    uint64_t rank = (uint64_t)start->en_passant.rank.v - 1;
    if (!start->has_en_passant || file > 7 || rank > 7)
        return true;
    int square = (int)(rank * 8 + file), back = b->turn == CP_WHITE ? 8 : -8;
    cp_bits pawns = b->role[CP_PAWN] & b->men[!b->turn];
    if (rank == 0 || rank == 7 || !(pawns & cp_bit(square - back)))
        return true;
    if (rank != (b->turn == CP_WHITE ? 5 : 2) ||
        cp_bitboard_all(b) & (cp_bit(square) | cp_bit(square + back)))
        return false;
    b->passed = (uint8_t)square;
    return true;
}

bool cp_bitboard_init(struct cp_bitboard *b, const struct cp_classical *c,
                      const struct cp_start *start, cp_bits rooks)
{
    *b = (struct cp_bitboard){.rooks = rooks, .turn = (uint8_t)start->turn, .quiet = start->quiet};
    for (uint32_t i = 0; i < start->count; i++)
        if (!put_man(b, c, &start->men[i]))
            return false;
    for (int side = CP_WHITE; side <= CP_BLACK; side++) {
        cp_bits kings = b->role[CP_KING] & b->men[side];
        if (!kings || cp_bits_many(kings))
            return false;
    }
    if (!has_rights(b, rooks) ||
        cp_bitboard_attackers(b, cp_bitboard_king(b, !b->turn), b->turn, cp_bitboard_all(b)))
        return false;
    cp_bitboard_look(b);
    b->hash = cp_bitboard_hash(b);
    if (!set_passed(b, start))
        return false;
    if (b->passed)
        cp_bitboard_find_en_passant(b);
    return true;
}

/* As if the position were a start, which it was for what it remembers. */
bool cp_bitboard_take(struct cp_bitboard *b, const struct cp_classical *c,
                      const struct cp_position *p)
{
    cp_man men[64];
    cp_bits rooks = 0;
    struct cp_start start = {.men = men, .turn = p->turn};
    for (uint32_t man = 0; man < p->count; man++) {
        if (p->gone[man])
            continue;
        if (start.count == 64)
            return false;
        men[start.count++] = (cp_man){.square = p->at[man],
                                      .kind = p->kind[man],
                                      .side = p->side[man],
                                      .moved = p->moved[man]};
    }
    for (int i = 0; i < 4; i++) {
        int32_t rook = p->castle[i / 2][i % 2];
        if (rook != CP_NOBODY)
            rooks |= cp_bit((int)(p->at[rook].rank.v * 8 + p->at[rook].file.v - 9) & 63);
    }
    start.has_en_passant = p->passing != CP_NOBODY;
    start.en_passant = p->passed;
    if (!cp_bitboard_init(b, c, &start, rooks))
        return false;
    b->quiet = p->quiet;
    return true;
}

/* ---- back to men ---- */

static cp_square square_of(int square)
{
    return (cp_square){CP_INT(square % 8 + 1), CP_INT(square / 8 + 1)};
}

static char letter_of_right(const struct cp_bitboard *b, int side, int rook)
{
    int king = cp_bitboard_king(b, side);
    cp_bits rooks = b->role[CP_ROOK] & b->men[side] & CP_RANK_1 << (king & 56);
    cp_bits beyond = rook > king ? ~(cp_bit(rook) - 1) : cp_bit(rook) * 2 - 1;
    char letter = (char)('A' + rook % 8);
    if (!cp_bits_many(rooks & beyond))
        letter = rook > king ? 'K' : 'Q';
    return side == CP_WHITE ? letter : cp_lower(letter);
}

void cp_bitboard_start(const struct cp_bitboard *b, const struct cp_classical *c, cp_man *men,
                       char *rights, struct cp_start *out)
{
    *out = (struct cp_start){.men = men,
                             .turn = (enum cp_side)b->turn,
                             .has_en_passant = b->passed != 0,
                             .en_passant = square_of(b->passed)};
    for (cp_bits all = cp_bitboard_all(b); all; all &= all - 1) {
        int square = cp_bits_first(all);
        int side = (int)(b->men[CP_BLACK] >> square & 1);
        enum cp_role role = cp_bitboard_role(b, square);
        bool is_home = role == CP_PAWN && square / 8 == (side == CP_WHITE ? 1 : 6);
        men[out->count++] = (cp_man){.square = square_of(square),
                                     .kind = c->kind[role],
                                     .side = (uint8_t)side,
                                     .moved = role == CP_PAWN && !is_home};
    }
    size_t length = 0;
    for (int side = CP_WHITE; side <= CP_BLACK; side++)
        for (cp_bits rooks = b->rooks & b->men[side]; rooks;) {
            int rook = 63 - __builtin_clzll(rooks); /* K before Q */
            rights[length++] = letter_of_right(b, side, rook);
            rooks ^= cp_bit(rook);
        }
    out->castling = (cp_str){rights, length};
}
