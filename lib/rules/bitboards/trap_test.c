/* SPDX-License-Identifier: MIT */
/* trap_test.c -- the bitboards' trapdoors against the definition, turn by turn,
 * with delays of 1, 2, 3 and 5 moves. CP_POSITIONS says on how many positions. */
#include "rules/bitboards/fen_test.h"
#include "rules/bitboards/traps_test.h"
#include "test.h"

static uint64_t roll(uint64_t *seed)
{
    *seed ^= *seed << 13;
    *seed ^= *seed >> 7;
    *seed ^= *seed << 17;
    return *seed;
}

static const uint32_t delays[] = {1, 2, 3, 5};

static unsigned long positions_wanted(void)
{
    const char *asked = getenv("CP_POSITIONS");
    return asked ? strtoul(asked, NULL, 10) : 12000;
}

/* Enough of them that all that can happen does. */
static bool are_many(void)
{
    return positions_wanted() >= 12000;
}

static bool agree(const struct traps *w, const char *difference)
{
    if (!difference)
        return true;
    printf("# the engines differ in %s, delay %u\n", difference, w->t.delay);
    for (int square = 0; square < 64; square++) {
        int at = square ^ 56;
        enum cp_role role = cp_bitboard_role(&w->t.b, at);
        char letter = role == CP_NO_ROLE ? '.' : "PNBRQK"[role];
        printf("%s%c%c%s", square % 8 ? "" : "#   ",
               w->t.b.men[1] >> at & 1 ? cp_lower(letter) : letter,
               w->t.running >> at & 1 ? (int)('0' + w->t.falls_at[at] - w->t.ply) : ' ',
               square % 8 == 7 ? "\n" : "");
    }
    printf("#   turn %d\n", w->t.b.turn);
    EXPECT(!"agree");
    return false;
}

static bool is_over(const struct traps *w)
{
    return !cp_bits_many(w->t.b.role[CP_KING]) || cp_trapboard_can_move(&w->t) != CP_YES;
}

/* Any legal turn, found by trying from a random one on. */
static cp_bit_move choose(struct traps *w, const cp_bit_move *moves, uint32_t count, uint64_t *seed)
{
    uint32_t first = (uint32_t)(roll(seed) % count);
    for (uint32_t i = 0; i < count; i++) {
        struct cp_trapboard next = w->t;
        cp_bit_move m = moves[(first + i) % count];
        if (cp_trapboard_apply(&next, m) == CP_YES)
            return m;
    }
    return 0;
}

static unsigned long play_on(struct traps *w, uint64_t *seed, unsigned long plies)
{
    cp_bit_move moves[CP_BIT_MOVES_MOST];
    unsigned long ply = 0;
    for (; ply < plies && !is_over(w); ply++) {
        uint32_t count = cp_bitboard_moves(&w->t.b, moves);
        if (!agree(w, traps_differ(w, moves, count)))
            break;
        cp_bit_move m = choose(w, moves, count, seed);
        if (!m || !agree(w, traps_play(w, m)))
            break;
    }
    return ply + 1;
}

TEST(both_engines_agree_on_every_turn_of_random_trapdoor_games) /* R-TD-1 .. R-TD-5 */
{
    uint64_t seed = 88172645463325252u;
    struct traps w;
    EXPECT(traps_open(&w));
    for (unsigned long seen = 0, game = 0; seen < positions_wanted(); game++) {
        bool taken;
        EXPECT(!traps_start(&w, &w.variant.start, delays[game % 4], &taken) && taken);
        seen += play_on(&w, &seed, 120);
    }
    EXPECT(!are_many() || (w.falls > 0 && w.kings > 0 && w.illegal_by_falls > 0));
    EXPECT(w.doubts == 0);
    traps_close(&w);
}

/* Clocks that may stand at any ply, also for men who were displaced by the other
 * side; rights to castle now and then. */
static void wind(struct cp_start *start, uint32_t delay, uint64_t *seed)
{
    if (roll(seed) >> 20 & 3)
        start->castling.len = 0;
    for (uint32_t i = 0; i < start->count; i++) {
        uint64_t dice = roll(seed) >> 16;
        bool runs = start->castling.len ? dice % 8 == 0 : dice % 3 > 0;
        start->men[i].clock = runs ? (uint32_t)(1 + (dice >> 8) % (2 * delay)) : 0;
    }
}

TEST(both_engines_agree_on_random_positions_with_running_clocks) /* R-TD-4, R-TD-5, R-TD-8 */
{
    uint64_t seed = 362436069u;
    struct traps w;
    EXPECT(traps_open(&w));
    for (unsigned long seen = 0, tries = 0; seen < positions_wanted(); tries++) {
        uint8_t bytes[64];
        cp_man men[64];
        char rights[5];
        struct cp_start start;
        bool taken;
        uint32_t delay = delays[tries % 4];
        for (size_t i = 0; i < sizeof bytes; i++)
            bytes[i] = (uint8_t)(roll(&seed) >> 24);
        size_t size = tries % 2 ? sizeof bytes : 16; /* with few men mates are frequent */
        both_invent(&w.both.c, bytes, size, men, rights, &start);
        wind(&start, delay, &seed);
        const char *wrong = traps_start(&w, &start, delay, &taken);
        if (!agree(&w, wrong))
            break;
        if (taken)
            seen += play_on(&w, &seed, 4);
    }
    if (are_many()) {
        EXPECT(w.falls > 0 && w.kings > 0 && w.both_kings > 0 && w.stalemates > 0);
        EXPECT(w.mates_before_falls > 0 && w.mates_by_falls > 0 && w.illegal_by_falls > 0);
    }
    traps_close(&w);
}

/* A position with clocks in plies: "b5 1 b4 9". */
static bool start_from(struct traps *w, const char *fen, const char *clocks, uint32_t delay)
{
    struct cp_bitboard b;
    cp_man men[64];
    char rights[4], square[3];
    struct cp_start start;
    unsigned clock;
    int length;
    bool taken;
    if (!bitboard_from(&b, fen))
        return false;
    cp_bitboard_start(&b, &w->both.c, men, rights, &start);
    for (; sscanf(clocks, "%2s %u %n", square, &clock, &length) == 2; clocks += length)
        for (uint32_t i = 0; i < start.count; i++)
            if (cp_square_equal(men[i].square,
                                both_square((square[1] - '1') * 8 + square[0] - 'a')))
                men[i].clock = clock;
    return agree(w, traps_start(w, &start, delay, &taken)) && taken;
}

TEST(perft_with_trapdoors_is_the_same_on_both_engines) /* R-TD-4: none after a king's fall */
{
    static const struct {
        const char *fen, *clocks;
        uint32_t delay;
    } cases[] = {
        {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "", 1},
        {"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
         "f3 1 e5 2 h3 1 b4 3", 2},
        {"8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", "a5 3 h4 2 b4 1 h5 2", 5},
        {"r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", "g1 3 b6 2 a3 4", 3},
        {"1rk4r/8/3q4/8/8/3Q4/8/1RK4R w HBhb - 0 1", "d6 2 d3 1", 1},
    };
    struct traps w;
    EXPECT(traps_open(&w));
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        uint32_t depth = getenv("CP_PERFT") ? 4 : 3;
        uint64_t lines = 0;
        EXPECT(start_from(&w, cases[i].fen, cases[i].clocks, cases[i].delay));
        EXPECT(cp_trapboard_perft(&w.t, depth, &lines));
        EXPECT_INT((int64_t)lines, (int64_t)cp_perft(&w.both.p, depth, &w.both.scratch));
    }
    traps_close(&w);
}
