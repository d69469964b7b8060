/* SPDX-License-Identifier: MIT */
/* board_fuzz.c -- any bytes are a start and moves of it; both engines must see
 * the same all along. Also, whatever a written move says, what the fast engine
 * resolves it to is what the general one does.
 * seeds: testdata/problems/?*.txt
 * runs: 100
 */
#include "rules/bitboards/both_test.h"
#include "rules/chess/resolve.h"

#include <stdlib.h>

static void require(bool truth)
{
    if (!truth)
        abort();
}

/* A move written at random from four bytes. */
static cp_written invent(const struct both *w, const uint8_t *data)
{
    cp_written out = {.to = both_square(data[0] & 63),
                      .from = both_square(data[1] & 63),
                      .has = (uint8_t)(CP_HAS_TO | data[2] >> 6),
                      .piece = w->c.kind[(data[2] & 15) % CP_ROLES],
                      .promotion = CP_NO_KIND,
                      .sep = data[3] & 3 ? CP_SEP_NONE : CP_SEP_TAKE};
    if (data[3] & 128)
        out.promotion = w->c.kind[(data[3] >> 2 & 15) % CP_ROLES];
    if (data[0] >> 6 == 3)
        out.castling = data[1] & 128 ? CP_CASTLE_KING : CP_CASTLE_QUEEN;
    if (out.piece != w->c.kind[CP_PAWN])
        out.has |= CP_HAS_PIECE;
    return out;
}

static void compare_written(struct both *w, const uint8_t *data)
{
    const cp_square none = {CP_INT(0), CP_INT(0)};
    cp_written written = invent(w, data);
    struct cp_resolution r;
    cp_move move;
    cp_bit_move fast = bitboard_resolve(&w->b, &w->c, &written);
    cp_resolve(&w->p, &written, none, &r);
    require((r.why == CP_OK) == (fast > CP_BIT_MOVE_MANY));
    require((r.why == CP_AMBIGUOUS) == (fast == CP_BIT_MOVE_MANY));
    if (r.why != CP_OK)
        return;
    require(both_judge(w, fast, &move) == CP_OK);
    require(move.man == r.move.man && cp_square_equal(move.to, r.move.to) &&
            move.promotion == r.move.promotion && move.taken == r.move.taken);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct both w; /* the variants are read once */
    struct cp_start start;
    cp_man men[64];
    char rights[5];
    bool taken;
    cp_bit_move moves[CP_BIT_MOVES_MOST];
    require(w.ints || both_open(&w));
    size_t at = both_invent(&w.c, data, size, men, rights, &start);
    require(!both_start(&w, &start, &taken));
    for (; taken && at + 5 <= size; at += 5) {
        uint32_t count = cp_bitboard_moves(&w.b, moves);
        require(!both_differ(&w, moves, count));
        compare_written(&w, data + at + 1);
        if (!count)
            break;
        require(!both_play(&w, moves[data[at] % count]));
    }
    return 0;
}
