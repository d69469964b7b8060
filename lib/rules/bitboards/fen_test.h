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
