/* SPDX-License-Identifier: MIT */
/* trap_fuzz.c -- any bytes are a start with running clocks, and turns of it;
 * both engines must see the same all along.
 * seeds: testdata/problems/?*.txt testdata/trapdoor/?*.txt
 * runs: 200
 */
#include "rules/bitboards/traps_test.h"

#include <stdlib.h>

static void require(bool truth)
{
    if (!truth)
        abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct traps w; /* the variants are read once */
    struct cp_start start;
    cp_man men[64];
    char rights[5];
    bool taken;
    cp_bit_move moves[CP_BIT_MOVES_MOST];
    require(w.both.ints || traps_open(&w));
    size_t at = both_invent(&w.both.c, data, size, men, rights, &start);
    uint32_t delay = size ? 1 + data[0] % 5 : 1;
    for (uint32_t i = 0; i < start.count && at < size; i++, at++)
        men[i].clock = data[at] & 1 ? 1 + (uint32_t)(data[at] >> 1) % (2 * delay) : 0;
    require(!traps_start(&w, &start, delay, &taken));
    for (; taken && at < size; at++) {
        uint32_t count = cp_bitboard_moves(&w.t.b, moves);
        require(!traps_differ(&w, moves, count));
        struct cp_trapboard next = w.t;
        if (!count || cp_trapboard_apply(&next, moves[data[at] % count]) != CP_YES)
            continue;
        require(!traps_play(&w, moves[data[at] % count]));
        if (!cp_bits_many(w.t.b.role[CP_KING]) || cp_trapboard_can_move(&w.t) != CP_YES)
            break;
    }
    return 0;
}
