/* SPDX-License-Identifier: MIT */
/* fen_test.h -- classical starts for tests: FEN, read by the mailbox twin, as the
 * men of a variant whose kinds are the roles of board.h in their order. */
#ifndef CP_FEN_TEST_H
#define CP_FEN_TEST_H

#include "rules/bitboards/board.h"
#include "rules/bitboards/mailbox_twin.h"
#include "test.h"

static const struct cp_classical classical = {.role = {0, 1, 2, 3, 4, 5},
                                              .kind = {0, 1, 2, 3, 4, 5}};

static inline cp_square square_of(int square)
{
    return (cp_square){CP_INT(square % 8 + 1), CP_INT(square / 8 + 1)};
}

static inline char letter_of_right(const struct cp_bitboard *b, int side, int rook)
{
    int king = cp_bitboard_king(b, side);
    cp_bits rooks = b->role[CP_ROOK] & b->men[side] & CP_RANK_1 << (king & 56);
    cp_bits beyond = rook > king ? ~(cp_bit(rook) - 1) : cp_bit(rook) * 2 - 1;
    char letter = (char)('A' + rook % 8);
    if (!cp_bits_many(rooks & beyond))
        letter = rook > king ? 'K' : 'Q';
    return side == CP_WHITE ? letter : cp_lower(letter);
}

static inline void cp_bitboard_start(const struct cp_bitboard *b, const struct cp_classical *c,
                                     cp_man *men, char *rights, struct cp_start *out)
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

static inline cp_man man_of(const struct mailbox *m, int square)
{
    static const char letters[] = "pnbrqk";
    char c = m->at[square];
    uint8_t kind = (uint8_t)(strchr(letters, cp_lower(c)) - letters);
    uint8_t side = c >= 'a' ? CP_BLACK : CP_WHITE;
    return (cp_man){.square = {CP_INT(square % 8 + 1), CP_INT(square / 8 + 1)},
                    .kind = kind,
                    .side = side,
                    .moved = kind == CP_PAWN && square / 8 != (side == CP_WHITE ? 1 : 6)};
}

/* men[] holds at least 64. */
static inline cp_bits start_of(const struct mailbox *m, cp_man *men, struct cp_start *out)
{
    cp_bits rooks = 0;
    *out = (struct cp_start){.men = men, .turn = m->white ? CP_WHITE : CP_BLACK};
    for (int square = 0; square < 64; square++) {
        if (m->at[square] != '.')
            men[out->count++] = man_of(m, square);
        if (m->may[square])
            rooks |= cp_bit(square);
    }
    if (m->passed >= 0) {
        out->has_en_passant = true;
        out->en_passant = (cp_square){CP_INT(m->passed % 8 + 1), CP_INT(m->passed / 8 + 1)};
    }
    return rooks;
}

static inline bool bitboard_from(struct cp_bitboard *b, const char *fen)
{
    struct mailbox m;
    struct cp_start start;
    cp_man men[64];
    mailbox_read(&m, fen);
    cp_bits rooks = start_of(&m, men, &start);
    return cp_bitboard_init(b, &classical, &start, rooks);
}

#endif
