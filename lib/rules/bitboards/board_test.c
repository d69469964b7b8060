/* SPDX-License-Identifier: MIT */
#include "rules/bitboards/both_test.h"
#include "rules/bitboards/fen_test.h"

/* ---- perft: published numbers judge us ---- */

struct perft {
    const char *fen;
    uint64_t counts[6]; /* depth 1, 2, ...; 0 ends them */
};

/* From the start, and the positions usual for this ("Perft Results" of the chess
 * programming wiki). */
static const struct perft classics[] = {
    {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
     {20, 400, 8902, 197281, 4865609, 119060324}},
    {"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
     {48, 2039, 97862, 4085603, 193690690}},
    {"8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", {14, 191, 2812, 43238, 674624, 11030083}},
    {"r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
     {6, 264, 9467, 422333, 15833292}},
    {"r2q1rk1/pP1p2pp/Q4n2/bbp1p3/Np6/1B3NBn/pPPP1PPP/R3K2R b KQ - 0 1",
     {6, 264, 9467, 422333, 15833292}},
    {"rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
     {44, 1486, 62379, 2103487, 89941194}},
    {"r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
     {46, 2079, 89890, 3894594, 164075551}},
};

/* The first hundred of the Chess960 perft suite, thinned out, and those where
 * king or rook castles onto or past the other's square. */
static const struct perft shuffled[] = {
    {"bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
     {21, 528, 12189, 326672, 8146062}},
    {"2nnrbkr/p1qppppp/8/1ppb4/6PP/3PP3/PPP2P2/BQNNRBKR w HEhe - 1 9",
     {21, 807, 18002, 667366, 16253601}},
    {"b1q1rrkb/pppppppp/3nn3/8/P7/1PPP4/4PPPP/BQNNRKRB w GE - 1 9",
     {20, 479, 10471, 273318, 6417013}},
    {"qbbnnrkr/2pp2pp/p7/1p2pp2/8/P3PP2/1PPP1KPP/QBBNNR1R w hf - 0 9",
     {22, 593, 13440, 382958, 9183776}},
    {"1nbbnrkr/p1p1ppp1/3p4/1p3P1p/3Pq2P/8/PPP1P1P1/QNBBNRKR w HFhf - 0 9",
     {28, 1120, 31058, 1171749, 34030312}},
    {"q1bnrkr1/ppppp2p/2n2p2/4b1p1/2NP4/8/PPP1PPPP/QNB1RRKB w ge - 1 9",
     {30, 860, 24566, 732757, 21093346}},
    {"qn1rbbkr/ppp2p1p/1n1pp1p1/8/3P4/P6P/1PP1PPPK/QNNRBB1R w hd - 2 9",
     {28, 811, 23175, 679699, 19836606}},
    {"bnqnrbkr/1pp2pp1/p7/3pP2p/4P1P1/8/PPPP3P/BNQNRBKR w HEhe d6 0 9",
     {31, 984, 28677, 962591, 29032175}},
    {"n1rbbqkr/pp1pppp1/7p/P1p5/1n6/2PP4/1P2PPPP/NNRBBQKR w HChc - 0 9",
     {22, 631, 14978, 431801, 10911545}},
    {"nnrqk1bb/p1ppp2p/5rp1/1p3p2/1P4P1/5P1P/P1PPP3/NNRQKRBB w FCc - 1 9",
     {25, 795, 20510, 648945, 17342527}},
    {"nbnrbk2/p1pppp1p/1p3qr1/6p1/1B1P4/1N6/PPP1PPPP/1BNR1RKQ w d - 2 9",
     {30, 796, 22780, 687302, 20120565}},
    {"nnrkrbbq/pppp2pp/8/4pp2/4P3/P7/1PPPBPPP/NNKRR1BQ w c - 0 9",
     {25, 792, 19883, 636041, 16473376}},
    {"nb1r1nkr/ppp1ppp1/2bp4/7p/3P2qP/P6R/1PP1PPP1/NBQRBNK1 w Dhd - 1 9",
     {38, 1691, 60060, 2526992, 88557078}},
    {"nnr1kqbr/pp1pp1p1/2p5/b4p1p/P7/1PNP4/2P1PPPP/N1RBKQBR w HChc - 1 9",
     {12, 421, 6530, 227044, 4266410}},
};

#define LENGTH(array) (sizeof(array) / sizeof *(array))

/* Each count up to so many nodes: `make check` is for every day. */
static void check_perft(const struct perft *all, size_t count, uint64_t most)
{
    for (size_t i = 0; i < count; i++) {
        struct cp_bitboard b;
        EXPECT(bitboard_from(&b, all[i].fen));
        for (uint32_t depth = 1; depth <= 6; depth++) {
            uint64_t wanted = all[i].counts[depth - 1];
            if (wanted && wanted <= most)
                EXPECT_INT((int64_t)bitboard_perft(&b, depth), (int64_t)wanted);
        }
    }
}

TEST(perft_of_the_usual_positions_is_as_published)
{
    check_perft(classics, LENGTH(classics), getenv("CP_PERFT") ? UINT64_MAX : 5000000);
}

TEST(perft_of_chess960_positions_is_as_published)
{
    check_perft(shuffled, LENGTH(shuffled), getenv("CP_PERFT") ? UINT64_MAX : 700000);
}

/* ---- random games beside the naive twin ---- */

static uint64_t roll(uint64_t *seed)
{
    *seed ^= *seed << 13;
    *seed ^= *seed >> 7;
    *seed ^= *seed << 17;
    return *seed;
}

static struct mailbox_move as_mailbox(const struct cp_bitboard *b, cp_bit_move m)
{
    struct mailbox_move out = {cp_bit_from(m), cp_bit_to(m), 0, (m & CP_BIT_CASTLE) != 0};
    if (cp_bit_promotion(m) != CP_NO_ROLE)
        out.becomes = ".NBRQ"[cp_bit_promotion(m)];
    if (out.castles) {
        cp_bits king = cp_bit(out.from), rooks = b->rooks & b->men[b->turn];
        out.to = cp_bits_first(m & CP_BIT_RIGHT ? rooks & ~(king - 1) : rooks & (king - 1));
    }
    return out;
}

static bool is_listed(const struct mailbox_move *list, int count, struct mailbox_move m)
{
    for (int i = 0; i < count; i++)
        if (list[i].from == m.from && list[i].to == m.to && list[i].becomes == m.becomes &&
            list[i].castles == m.castles)
            return true;
    return false;
}

/* The same men, rights and moves; and what the bitboard says of itself is so. */
static void compare(const struct cp_bitboard *b, const struct mailbox *m, const cp_bit_move *moves,
                    uint32_t count)
{
    struct mailbox_move theirs[256];
    struct cp_bitboard again;
    struct cp_start start;
    cp_man men[64];
    int wanted = mailbox_moves(m, theirs);
    EXPECT_INT(count, wanted);
    EXPECT_INT(cp_bitboard_count(b), wanted);
    EXPECT_INT(cp_bitboard_can_move(b), wanted > 0);
    for (uint32_t i = 0; i < count; i++)
        EXPECT(is_listed(theirs, wanted, as_mailbox(b, moves[i])));
    EXPECT_INT(b->checkers != 0, mailbox_in_check(m, m->white));
    cp_bits rooks = start_of(m, men, &start);
    EXPECT(cp_bitboard_init(&again, &classical, &start, rooks));
    again.quiet = b->quiet;
    EXPECT(both_same(&again, b));
}

static const char *const openings[] = {
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "r3k2r/pppp1ppp/8/8/8/8/PPPP1PPP/R3K2R w KQkq - 0 1",
    "4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - - 0 1",
    "nrbq2kr/ppppppb1/5n1p/5Pp1/8/P5P1/1PPPP2P/NRBQNBKR w HBhb - 1 9",
    "rkqnbbnr/ppppppp1/8/7p/3N4/6PP/PPPPPP2/RKQNBB1R w HAa - 0 9",
    "rk5r/8/8/8/8/8/8/RK5R w HAha - 0 1",
    "1rk4r/8/3q4/8/8/3Q4/8/1RK4R w HBhb - 0 1",
    "2r1kr2/8/8/8/8/8/8/2R1KR2 b FCfc - 0 1",
    "q3k2q/8/8/8/8/8/8/Q3K2Q w - - 0 1",
    "8/PPPPk3/8/8/8/8/3Kpppp/8 w - - 0 1",
    "bnqnrbkr/1pp2pp1/p7/3pP2p/4P1P1/8/PPPP3P/BNQNRBKR w HEhe d6 0 9",
};

TEST(random_games_have_the_moves_that_the_naive_twin_finds)
{
    uint64_t seed = 88172645463325252u;
    for (int game = 0; game < 60; game++) {
        const char *fen = openings[(size_t)game % LENGTH(openings)];
        struct cp_bitboard b;
        struct mailbox m;
        cp_bit_move moves[CP_BIT_MOVES_MOST];
        mailbox_read(&m, fen);
        EXPECT(bitboard_from(&b, fen));
        for (int ply = 0; ply < 120; ply++) {
            uint32_t count = cp_bitboard_moves(&b, moves);
            compare(&b, &m, moves, count);
            if (!count)
                break;
            cp_bit_move move = moves[roll(&seed) % count];
            mailbox_play(&m, as_mailbox(&b, move));
            cp_bitboard_apply(&b, move);
        }
    }
}

/* ---- SAN ---- */

/* What filtering the list of all moves gives. */
static cp_bit_move filter(const cp_bit_move *moves, uint32_t count, const cp_written *w)
{
    cp_bit_move found = 0;
    for (uint32_t i = 0; i < count; i++) {
        cp_bit_move m = moves[i];
        uint8_t promotion =
            cp_bit_promotion(m) == CP_NO_ROLE ? CP_NO_KIND : (uint8_t)cp_bit_promotion(m);
        int to = cp_bit_to(m), from = cp_bit_from(m);
        if (m & CP_BIT_CASTLE ? (m & CP_BIT_RIGHT ? CP_CASTLE_KING : CP_CASTLE_QUEEN) != w->castling
                              : w->castling != CP_CASTLE_NONE)
            continue;
        if (!w->castling &&
            (cp_bit_role(m) != (enum cp_role)w->piece || w->promotion != promotion ||
             w->to.file.v != to % 8 + 1 || w->to.rank.v != to / 8 + 1 ||
             (w->has & CP_HAS_FROM_FILE && w->from.file.v != from % 8 + 1) ||
             (w->has & CP_HAS_FROM_RANK && w->from.rank.v != from / 8 + 1)))
            continue;
        found = found ? CP_BIT_MOVE_MANY : m;
    }
    return found;
}

/* Each move written with every part of its origin, canonically, and wrongly. */
static void check_written(const struct cp_bitboard *b, const cp_bit_move *moves, uint32_t count,
                          cp_bit_move move, uint64_t *seed)
{
    cp_written w;
    bitboard_write(b, &classical, move, CP_SHORT, &w);
    EXPECT(bitboard_resolve(b, &classical, &w) == move);
    uint8_t needed = w.has & CP_HAS_FROM;
    for (uint8_t has = 0; has <= CP_HAS_FROM && !w.castling; has++) {
        w.has = (uint8_t)((w.has & ~CP_HAS_FROM) | has);
        cp_bit_move wanted = filter(moves, count, &w);
        EXPECT_INT(bitboard_resolve(b, &classical, &w), wanted);
        if (w.piece != CP_PAWN && needed && (has & needed) != needed && has != CP_HAS_FROM_RANK)
            EXPECT_INT(wanted, CP_BIT_MOVE_MANY); /* the shortest was needed */
    }
    bitboard_write(b, &classical, move, CP_LONG, &w);
    EXPECT(bitboard_resolve(b, &classical, &w) == move);
    w.has &= (uint8_t)(roll(seed) | CP_HAS_TO);
    w.piece = (uint8_t)(roll(seed) % CP_ROLES);
    w.to =
        (cp_square){CP_INT((int64_t)(roll(seed) % 8) + 1), CP_INT((int64_t)(roll(seed) % 8) + 1)};
    w.promotion = roll(seed) % 4 ? CP_NO_KIND : (uint8_t)(roll(seed) % CP_ROLES);
    EXPECT_INT(bitboard_resolve(b, &classical, &w), filter(moves, count, &w));
}

TEST(a_written_move_is_what_filtering_all_moves_leaves)
{
    uint64_t seed = 2463534242u;
    int tried = 0;
    for (size_t game = 0; tried < 120000; game++) {
        struct cp_bitboard b;
        cp_bit_move moves[CP_BIT_MOVES_MOST];
        EXPECT(bitboard_from(&b, openings[game % LENGTH(openings)]));
        for (int ply = 0; ply < 150; ply++) {
            uint32_t count = cp_bitboard_moves(&b, moves);
            for (uint32_t i = 0; i < count; i += 1 + (uint32_t)(roll(&seed) % 3), tried++)
                check_written(&b, moves, count, moves[i], &seed);
            if (!count)
                break;
            cp_bitboard_apply(&b, moves[roll(&seed) % count]);
        }
    }
}

static cp_bit_move play(struct cp_bitboard *b, const char *uci)
{
    int from = (uci[1] - '1') * 8 + uci[0] - 'a', to = (uci[3] - '1') * 8 + uci[2] - 'a';
    cp_bit_move m = cp_bitboard_find(b, cp_bitboard_role(b, from), to, cp_bit(from), CP_NO_ROLE);
    if (m > CP_BIT_MOVE_MANY)
        cp_bitboard_apply(b, m);
    return m;
}

TEST(a_pinned_rival_does_not_count)
{
    struct cp_bitboard b;
    cp_written w;
    EXPECT(bitboard_from(&b, "4k3/8/8/8/1b6/2N5/4K3/4N3 w - - 0 1"));
    EXPECT(bitboard_from(&b, "4k3/8/8/8/1b6/2N5/3K4/6N1 w - - 0 1"));
    cp_bit_move m = cp_bitboard_find(&b, CP_KNIGHT, 12, ~(cp_bits)0, CP_NO_ROLE);
    EXPECT_INT(cp_bit_from(m), 6);
    bitboard_write(&b, &classical, m, CP_SHORT, &w);
    EXPECT_INT(w.has, CP_HAS_TO | CP_HAS_PIECE);
}

TEST(nobody_castles_out_of_check_even_when_the_rook_would_stop_it)
{
    struct cp_bitboard b;
    EXPECT(bitboard_from(&b, "4k3/8/8/8/8/8/8/3q2KR w H - 0 1"));
    EXPECT_INT(cp_bitboard_castle(&b, 1), 0);
    EXPECT(bitboard_from(&b, "4k3/8/8/8/8/8/8/6KR w H - 0 1"));
    EXPECT(cp_bitboard_castle(&b, 1));
    /* leaving its file, the rook may open it */
    EXPECT(bitboard_from(&b, "4k3/8/8/8/8/8/8/qRK5 w B - 0 1"));
    EXPECT_INT(cp_bitboard_castle(&b, 0), 0);
}

TEST(squares_beyond_the_board_are_refused_at_any_distance)
{
    struct cp_bitboard b;
    EXPECT(bitboard_from(&b, openings[0]));
    const int64_t far[] = {0, -1, 9, 5000000000, INT64_MAX, INT64_MIN, CP_INT_EDGE};
    for (size_t i = 0; i < LENGTH(far); i++) {
        cp_written w = {.to = {CP_INT(far[i]), CP_INT(4)},
                        .has = CP_HAS_TO,
                        .piece = CP_PAWN,
                        .promotion = CP_NO_KIND};
        EXPECT_INT(bitboard_resolve(&b, &classical, &w), 0);
        w.to = (cp_square){CP_INT(5), CP_INT(far[i])};
        EXPECT_INT(bitboard_resolve(&b, &classical, &w), 0);
        w.to = (cp_square){CP_INT(5), CP_INT(4)};
        w.from.file = CP_INT(far[i]);
        w.has |= CP_HAS_FROM_FILE;
        EXPECT_INT(bitboard_resolve(&b, &classical, &w), 0);
    }
    cp_written w = {
        .to = {CP_INT(5), CP_INT(4)}, .has = CP_HAS_TO, .piece = CP_PAWN, .promotion = CP_NO_KIND};
    EXPECT_INT(cp_bit_to(bitboard_resolve(&b, &classical, &w)), 28);
}

/* ---- en passant and repetition ---- */

TEST(R_FIDE_2_en_passant_counts_only_where_it_is_legal)
{
    struct cp_bitboard b, other;
    EXPECT(bitboard_from(&b, "4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1"));
    EXPECT(play(&b, "e2e4"));
    EXPECT_INT(b.passed, 20);
    EXPECT_INT(b.en_passant, 20);
    EXPECT(bitboard_from(&other, "4k3/8/8/8/3pP3/8/8/4K3 b - - 0 1"));
    EXPECT(!cp_bitboard_repeats(&b, &other));
    /* nobody near */
    EXPECT(bitboard_from(&b, "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"));
    EXPECT(play(&b, "e2e4"));
    EXPECT(bitboard_from(&other, "4k3/8/8/8/4P3/8/8/4K3 b - - 0 1"));
    EXPECT(cp_bitboard_repeats(&b, &other));
    /* the taker is pinned */
    EXPECT(bitboard_from(&b, "3k4/8/8/8/3p4/8/4P3/3RK3 w - - 0 1"));
    EXPECT(play(&b, "e2e4"));
    EXPECT_INT(b.en_passant, 0);
    EXPECT_INT(play(&b, "d4e3"), 0);
    /* both pawns leave the rank at once */
    EXPECT(bitboard_from(&b, "8/8/8/8/k2p3R/8/4P3/4K3 w - - 0 1"));
    EXPECT(play(&b, "e2e4"));
    EXPECT_INT(b.en_passant, 0);
    EXPECT_INT(play(&b, "d4e3"), 0);
    /* the passing pawn alone shields from a diagonal */
    EXPECT(bitboard_from(&b, "8/7B/8/8/3pk3/8/2P5/1K6 b - - 0 1"));
}

TEST(R_FIDE_2_a_position_repeats_only_with_its_turn_and_rights)
{
    struct cp_bitboard first, b;
    EXPECT(bitboard_from(&first, "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"));
    b = first;
    const char *const round[] = {"e1e2", "e8e7", "e2e1", "e7e8"};
    for (size_t i = 0; i < LENGTH(round); i++) {
        EXPECT(play(&b, round[i]));
        EXPECT(!cp_bitboard_repeats(&first, &b)); /* the rights are gone for good */
    }
    struct cp_bitboard second = b;
    for (size_t i = 0; i < LENGTH(round); i++) {
        EXPECT(play(&b, round[i]));
        EXPECT_INT(cp_bitboard_repeats(&second, &b), i + 1 == LENGTH(round));
    }
}

TEST(a_discovered_check_by_the_pawn_that_passed_can_be_stopped_in_passing_only_so)
{
    struct cp_bitboard b;
    /* the double step itself gives check, and taking in passing removes it */
    EXPECT(bitboard_from(&b, "8/8/8/2k5/4p3/8/3P4/4K3 w - - 0 1"));
    EXPECT(play(&b, "d2d4"));
    EXPECT(b.checkers == cp_bit(27));
    EXPECT_INT(b.en_passant, 19);
    EXPECT(play(&b, "e4d3"));
    /* the double step discovers a check that the capture lands in front of */
    EXPECT(bitboard_from(&b, "8/8/8/8/5k2/8/3P4/2B1K3 w - - 0 1"));
    EXPECT(play(&b, "d2d4"));
    EXPECT(b.checkers == cp_bit(2));
    /* ... and one that it does not */
    EXPECT(bitboard_from(&b, "8/8/7k/8/4p3/8/3P4/2B1K3 w - - 0 1"));
    EXPECT(play(&b, "d2d4"));
    EXPECT(b.checkers == cp_bit(2));
    EXPECT_INT(b.en_passant, 0);
}

TEST(R_FIDE_6_an_en_passant_square_that_no_pawn_can_use_is_ignored)
{
    struct cp_bitboard b, plain;
    EXPECT(bitboard_from(&plain, "4k3/8/8/8/4P3/8/8/4K3 b - - 0 1"));
    EXPECT(bitboard_from(&b, "4k3/8/8/8/4P3/8/8/4K3 b - e3 0 1"));
    EXPECT(cp_bitboard_repeats(&b, &plain));
    EXPECT(bitboard_from(&b, "4k3/8/8/8/4P3/8/8/4K3 b - a3 0 1"));
    EXPECT_INT(b.passed, 0);
    EXPECT(!bitboard_from(&b, "4k3/8/8/8/4P3/8/4N3/4K3 b - e3 0 1")); /* whence? */
}

/* ---- starts ---- */

TEST(R_FIDE_6_impossible_starts_are_refused)
{
    struct cp_bitboard b;
    const char *const bad[] = {
        "8/8/8/8/8/8/8/4K3 w - - 0 1",     "4k3/8/8/8/8/8/8/3KK3 w - - 0 1",
        "4k3/4R3/8/8/8/8/8/4K3 w - - 0 1", "4k2P/8/8/8/8/8/8/4K3 w - - 0 1",
        "4k3/8/8/8/8/8/8/p3K3 w - - 0 1",  "4k3/8/8/8/8/8/4K3/7R w H - 0 1",
        "4k3/8/8/8/8/8/8/4K1N1 w G - 0 1", "4k3/8/8/8/8/8/8/4K1RR w GH - 0 1",
        "4k3/8/8/8/8/8/8/r3K3 b A - 0 1",
    };
    for (size_t i = 0; i < LENGTH(bad); i++)
        EXPECT(!bitboard_from(&b, bad[i]));
}

TEST(a_start_made_of_a_bitboard_gives_it_again)
{
    uint64_t seed = 521288629u;
    for (size_t game = 0; game < 4 * LENGTH(openings); game++) {
        struct cp_bitboard b, again;
        cp_bit_move moves[CP_BIT_MOVES_MOST];
        cp_man men[64];
        char rights[4];
        struct cp_start start;
        EXPECT(bitboard_from(&b, openings[game % LENGTH(openings)]));
        for (int ply = 0; ply < 40; ply++) {
            uint32_t count = cp_bitboard_moves(&b, moves);
            cp_bitboard_start(&b, &classical, men, rights, &start);
            EXPECT(cp_bitboard_init(&again, &classical, &start, b.rooks));
            again.quiet = b.quiet;
            EXPECT(both_same(&again, &b));
            EXPECT_INT((int)start.castling.len, cp_bits_count(b.rooks));
            if (!count)
                break;
            cp_bitboard_apply(&b, moves[roll(&seed) % count]);
        }
    }
}

TEST(rights_are_written_by_letter_or_by_file_where_another_rook_stands_outside)
{
    struct cp_bitboard b;
    cp_man men[64];
    char rights[4];
    struct cp_start start;
    EXPECT(bitboard_from(&b, "r1k4r/8/8/8/8/8/8/1R1KR2R w EBha - 0 1"));
    cp_bitboard_start(&b, &classical, men, rights, &start);
    EXPECT_STR(start.castling, "EQkq");
    EXPECT(bitboard_from(&b, openings[0]));
    cp_bitboard_start(&b, &classical, men, rights, &start);
    EXPECT_STR(start.castling, "KQkq");
}

/* ---- dead positions ---- */

TEST(R_FIDE_4_dead_positions_are_told_by_material)
{
    static const struct {
        const char *fen;
        bool dead;
    } cases[] = {
        {"4k3/8/8/8/8/8/8/4K3 w - - 0 1", true},
        {"4k3/8/8/8/8/8/8/4KN2 w - - 0 1", true},
        {"4k3/8/8/8/8/8/8/4KB2 w - - 0 1", true},
        {"2b1k3/8/8/8/8/8/8/4KB2 w - - 0 1", true},
        {"1b2k3/8/8/8/8/8/8/4KB2 w - - 0 1", false},
        {"4k3/8/8/8/8/8/8/4KNN1 w - - 0 1", false},
        {"4k1n1/8/8/8/8/8/8/4KN2 w - - 0 1", false},
        {"4k3/8/8/8/8/8/8/4KBN1 w - - 0 1", false},
        {"4k3/7p/8/8/8/8/8/4K3 w - - 0 1", false},
        {"4k3/8/8/8/8/8/8/4K2R w - - 0 1", false},
        {"4k2q/8/8/8/8/8/8/4K3 w - - 0 1", false},
        {"2b1k3/8/8/8/8/8/3B4/3BKB2 w - - 0 1", false},
        {"2b1k3/8/8/8/8/3B4/4B3/4KB2 w - - 0 1", true},
    };
    for (size_t i = 0; i < LENGTH(cases); i++) {
        struct cp_bitboard b;
        EXPECT(bitboard_from(&b, cases[i].fen));
        EXPECT_INT(cp_bitboard_is_dead(&b), cases[i].dead);
    }
}

TEST(quiet_plies_are_counted_from_the_last_capture_or_pawn_move)
{
    struct cp_bitboard b;
    EXPECT(bitboard_from(&b, openings[0]));
    const char *const line[] = {"g1f3", "g8f6", "e2e4", "f6e4", "b1c3"};
    const uint32_t wanted[] = {1, 2, 0, 0, 1};
    for (size_t i = 0; i < LENGTH(line); i++) {
        EXPECT(play(&b, line[i]));
        EXPECT_INT(b.quiet, wanted[i]);
    }
}
