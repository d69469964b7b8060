/* SPDX-License-Identifier: MIT */
/* both_test.c -- the bitboard engine against the definition, on positions of
 * random games and on random positions. CP_POSITIONS says how many. */
#include "rules/bitboards/both_test.h"
#include "rules/bitboards/fen_test.h"
#include "rules/chess/turn.h"

static uint64_t roll(uint64_t *seed)
{
    *seed ^= *seed << 13;
    *seed ^= *seed >> 7;
    *seed ^= *seed << 17;
    return *seed;
}

static bool agree(const char *difference)
{
    if (difference)
        printf("# the engines differ in %s\n", difference);
    return !difference;
}

static void show(const struct both *w)
{
    for (int square = 0; square < 64; square++) {
        int at = square ^ 56;
        enum cp_role role = cp_bitboard_role(&w->b, at);
        char letter = role == CP_NO_ROLE ? '.' : "PNBRQK"[role];
        printf("%s%c%s", square % 8 ? "" : "#   ",
               w->b.men[1] >> at & 1 ? cp_lower(letter) : letter, square % 8 == 7 ? "\n" : "");
    }
    printf("#   turn %d rooks %llx passed %d\n", w->b.turn, (unsigned long long)w->b.rooks,
           w->b.passed);
}

static unsigned long positions_wanted(void)
{
    const char *asked = getenv("CP_POSITIONS");
    return asked ? strtoul(asked, NULL, 10) : 12000;
}

TEST(the_bundled_chess_with_trapdoors_or_without_is_for_the_bitboards_and_nothing_else_is)
{
    struct both w;
    EXPECT(both_open(&w));
    for (uint32_t i = 0; i < w.variants.count; i++) {
        struct cp_law law;
        struct cp_classical c;
        EXPECT(cp_law_init(&law, w.variants.list[i], &w.arena, &w.diags));
        EXPECT_INT(cp_classical_fit(&c, &law),
                   cp_str_is(law.variant->id, "fide") || cp_str_is(law.variant->id, "trapdoor"));
    }
    both_close(&w);
}

TEST(of_a_board_of_trapdoors_the_bitboard_takes_the_men_alone)
{
    struct both w;
    bool taken;
    EXPECT(both_open(&w));
    struct cp_variant v = *w.law.variant;
    v.trapdoor = 5;
    EXPECT(cp_law_init(&w.law, &v, &w.arena, &w.diags));
    struct cp_classical c;
    EXPECT(cp_classical_fit(&c, &w.law));               /* board_traps.c has the clocks   */
    EXPECT(!both_start(&w, &v.start, &taken) && taken); /* before it is laid */
    cp_trapdoor_lay(&w.p);
    EXPECT(cp_bitboard_take(&w.b, &w.c, &w.p)); /* the men alone */
    v.trapdoor = 0;
    v.castled[CP_BLACK][0].king = 2;
    EXPECT(!cp_classical_fit(&c, &w.law));
    both_close(&w);
}

/* What repeats in the one has equal hashes in the other. */
struct history {
    struct cp_bitboard ours[128];
    cp_hash theirs[128];
    uint32_t count;
};

static void remember(struct history *h, struct both *w)
{
    cp_hash theirs = cp_position_hash(&w->p);
    for (uint32_t i = 0; i < h->count; i++) {
        bool same = cp_bitboard_repeats(&h->ours[i], &w->b);
        EXPECT_INT(same, h->theirs[i].low == theirs.low && h->theirs[i].high == theirs.high);
    }
    h->ours[h->count] = w->b;
    h->theirs[h->count++] = theirs;
}

/* Plays on at random; returns how many positions were compared. */
static unsigned long play_on(struct both *w, uint64_t *seed, int plies)
{
    struct history h = {.count = 0};
    cp_bit_move moves[CP_BIT_MOVES_MOST], last = 0;
    for (int ply = 0; ply < plies; ply++) {
        uint32_t count = cp_bitboard_moves(&w->b, moves);
        if (!agree(both_differ(w, moves, count))) {
            EXPECT(!"agree");
            show(w);
            return (unsigned long)ply;
        }
        remember(&h, w);
        if (!count)
            return (unsigned long)ply + 1;
        last = moves[roll(seed) % count];
        if (!agree(both_play(w, last))) {
            EXPECT(!"agree");
            show(w);
            return (unsigned long)ply;
        }
    }
    return (unsigned long)plies;
}

TEST(both_engines_agree_on_every_position_of_random_games)
{
    uint64_t seed = 88172645463325252u;
    struct both w;
    EXPECT(both_open(&w));
    for (unsigned long seen = 0; seen < positions_wanted();) {
        bool taken;
        EXPECT(!both_start(&w, &w.law.variant->start, &taken) && taken);
        seen += play_on(&w, &seed, 100);
    }
    both_close(&w);
}

TEST(both_engines_agree_on_random_positions_and_what_follows)
{
    uint64_t seed = 362436069u;
    struct both w;
    EXPECT(both_open(&w));
    for (unsigned long seen = 0, tries = 0; seen < positions_wanted(); tries++) {
        uint8_t bytes[64];
        cp_man men[64];
        char rights[5];
        struct cp_start start;
        bool taken;
        for (size_t i = 0; i < sizeof bytes; i++)
            bytes[i] = (uint8_t)(roll(&seed) >> 24);
        both_invent(&w.c, bytes, sizeof bytes, men, rights, &start);
        if (!agree(both_start(&w, &start, &taken)))
            EXPECT(!"agree");
        else if (taken)
            seen += play_on(&w, &seed, 4);
        if (tries > 100 * positions_wanted()) {
            EXPECT(!"enough random positions are lawful");
            break;
        }
    }
    both_close(&w);
}

TEST(R_FIDE_1_nobody_castles_out_of_check_even_where_only_the_rook_would_move)
{
    struct both w;
    struct cp_bitboard b;
    cp_bit_move moves[CP_BIT_MOVES_MOST];
    cp_man men[64];
    char rights[4];
    struct cp_start start;
    cp_move castling;
    int32_t culprit;
    bool taken;
    EXPECT(both_open(&w));
    EXPECT(bitboard_from(&b, "4k3/8/8/8/8/8/8/3q2KR w H - 0 1"));
    cp_bitboard_start(&b, &w.c, men, rights, &start);
    EXPECT(agree(both_start(&w, &start, &taken)) && taken);
    EXPECT_INT(cp_move_check_castling(&w.p, w.p.king[w.p.turn], 1, &castling, &culprit),
               CP_CASTLING_THROUGH_CHECK);
    EXPECT(culprit != CP_NOBODY && w.p.side[culprit] == CP_BLACK);
    EXPECT(agree(both_differ(&w, moves, cp_bitboard_moves(&w.b, moves))));
    both_close(&w);
}

TEST(perft_is_the_same_on_both_engines)
{
    static const char *const fens[] = {
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
        "bnqnrbkr/1pp2pp1/p7/3pP2p/4P1P1/8/PPPP3P/BNQNRBKR w HEhe d6 0 9",
        "1rk4r/8/3q4/8/8/3Q4/8/1RK4R w HBhb - 0 1",
    };
    struct both w;
    EXPECT(both_open(&w));
    for (size_t i = 0; i < sizeof fens / sizeof *fens; i++) {
        struct cp_bitboard b;
        cp_man men[64];
        char rights[4];
        struct cp_start start;
        bool taken;
        EXPECT(bitboard_from(&b, fens[i]));
        cp_bitboard_start(&b, &w.c, men, rights, &start);
        EXPECT(agree(both_start(&w, &start, &taken)) && taken);
        uint32_t depth = getenv("CP_PERFT") ? 4 : 2;
        EXPECT(cp_perft(&w.p, depth, &w.scratch) == bitboard_perft(&w.b, depth));
    }
    both_close(&w);
}
