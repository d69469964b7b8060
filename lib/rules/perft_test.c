/* SPDX-License-Identifier: MIT */
/* perft_test.c -- the general engine against published counts (R-FIDE-1, R-FIDE-2):
 * the start position, and positions made to break castling, en passant and
 * promotion. Each side's men are given by rank as FEN has them. */
#include "rules/chess/turn.h"
#include "rules/moves.h"
#include "rules/setup.h"
#include "test.h"

struct world {
    struct cp_arena arena, moves;
    struct cp_ints *ints;
    struct cp_diags diags;
    struct cp_variants variants;
    struct cp_law law;
};

static void world_init(struct world *w)
{
    *w = (struct world){0};
    cp_arena_init(&w->arena, NULL, NULL);
    cp_arena_init(&w->moves, NULL, NULL);
    w->diags = cp_diags_in(&w->arena);
    w->ints = cp_ints_open();
    EXPECT(cp_variants_load(&w->variants, &w->arena, w->ints, &w->diags));
    const struct cp_variant *v = cp_variants_find(&w->variants, CP_STR("fide"));
    EXPECT(v && cp_law_init(&w->law, v, &w->arena, &w->diags));
}

static void world_close(struct world *w)
{
    cp_ints_close(w->ints);
    cp_arena_close(&w->moves);
    cp_arena_close(&w->arena);
}

/* Places, turn and castling of a FEN; none of these has an en passant square. */
static struct cp_start start_of(struct world *w, const char *places, char turn,
                                const char *castling)
{
    struct cp_start s = {.turn = turn == 'b' ? CP_BLACK : CP_WHITE,
                         .castling = cp_str_from(castling)};
    s.men = cp_arena_take_zero(&w->arena, 64, sizeof *s.men);
    int file = 1, rank = 8;
    for (const char *c = places; *c; c++) {
        if (*c == '/') {
            rank--;
            file = 1;
        } else if (*c >= '1' && *c <= '8') {
            file += *c - '0';
        } else {
            char letter[2] = {(char)(*c & ~0x20), '\0'};
            const char *word = letter[0] == 'P' ? "" : letter;
            bool black = *c >= 'a';
            s.men[s.count++] = (cp_man){
                .square = {CP_INT(file++), CP_INT(rank)},
                .side = black ? CP_BLACK : CP_WHITE,
                .kind = cp_alphabet_find(&w->law.variant->alphabet, cp_str_from(word), false),
                .moved = letter[0] == 'P' && rank != (black ? 7 : 2)};
        }
    }
    return s;
}

static void expect_perft(struct world *w, const char *places, char turn, const char *castling,
                         uint32_t depth, uint64_t wanted)
{
    struct cp_position p;
    struct cp_start start = start_of(w, places, turn, castling);
    int32_t culprit;
    cp_position_init(&p, &w->law, w->ints, &w->moves, &start);
    EXPECT_INT(cp_setup_check(&p, &start, &culprit), CP_OK);
    cp_hash before = cp_position_hash(&p);
    EXPECT(cp_perft(&p, depth, &w->moves) == wanted);
    cp_hash after = cp_position_hash(&p);
    EXPECT(before.low == after.low && before.high == after.high);
    cp_arena_reset(&w->moves);
}

TEST(the_start_position_has_the_published_counts)
{
    struct world w;
    world_init(&w);
    static const uint64_t wanted[] = {20, 400, 8902};
    for (uint32_t depth = 1; depth <= 3; depth++)
        expect_perft(&w, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR", 'w', "KQkq", depth,
                     wanted[depth - 1]);
    world_close(&w);
}

TEST(positions_full_of_castling_en_passant_and_promotion_have_theirs)
{
    static const struct {
        const char *places;
        char turn;
        const char *castling;
        uint64_t counts[3];
    } cases[] = {
        {"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R", 'w', "KQkq", {48, 2039, 97862}},
        {"8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8", 'w', "-", {14, 191, 2812}},
        {"r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1", 'w', "kq", {6, 264, 9467}},
        {"rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R", 'w', "KQ", {44, 1486, 62379}},
        {"r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1",
         'w',
         "-",
         {46, 2079, 89890}},
    };
    struct world w;
    world_init(&w);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        for (uint32_t depth = 1; depth <= 3; depth++)
            expect_perft(&w, cases[i].places, cases[i].turn, cases[i].castling, depth,
                         cases[i].counts[depth - 1]);
    world_close(&w);
}

/* Plays some move of a man, the first from a number on that has one; false when none has. */
static bool play_on(struct world *w, struct cp_position *p, uint32_t from, struct cp_ranges *ranges)
{
    for (uint32_t i = 0; i < p->count; i++) {
        int32_t man = (int32_t)((from + i) % p->count);
        if (p->gone[man] || p->owner[man] != p->turn)
            continue;
        ranges->count = 0;
        cp_chess_each_move(p, man, ranges);
        for (uint32_t r = 0; r < ranges->count; r++)
            for (uint32_t c = 0; c < cp_range_choices(p, &ranges->list[r]); c++) {
                const cp_range *range = &ranges->list[(r + from) % ranges->count];
                uint8_t choice = cp_range_choice(p, range, c);
                cp_move move;
                cp_undo *undo = cp_arena_take(&w->moves, sizeof *undo);
                if (cp_range_move(p, range, range->low, choice, &move) != CP_OK)
                    continue;
                cp_turn_apply(p, &move, undo);
                return true;
            }
    }
    return false;
}

/* Perft does not list what it counts, and lists do not count. */
static void expect_like_counts(struct world *w, const struct cp_variant *v)
{
    struct cp_position p;
    struct cp_ranges ranges;
    struct cp_move_count listed;
    int32_t culprit;
    EXPECT(cp_law_init(&w->law, v, &w->arena, &w->diags));
    cp_position_init(&p, &w->law, w->ints, &w->moves, &v->start);
    EXPECT_INT(cp_setup_check(&p, &v->start, &culprit), CP_OK);
    cp_ranges_init(&ranges, &w->moves);
    for (uint32_t ply = 0, roll = 1; ply < 60; ply++, roll = roll * 69069 + 1) {
        cp_moves_count(&listed, &p, &ranges);
        uint64_t counted = cp_perft(&p, 1, &w->moves);
        if (counted != (uint64_t)listed.count.v)
            printf("%.*s, ply %u\n", CP_FMT(v->id), ply);
        EXPECT_INT((int64_t)counted, listed.count.v);
        if (!play_on(w, &p, roll >> 8, &ranges))
            break;
    }
    cp_arena_reset(&w->moves);
}

TEST(perft_counts_what_lists_have_on_every_board_with_edges)
{
    struct world w;
    uint32_t count = 0;
    world_init(&w);
    for (uint32_t i = 0; i < w.variants.count; i++) {
        struct cp_variant *v = w.variants.list[i];
        cp_variant_wake(v, &w.arena, w.ints);
        if (!v->bounded || v->family != CP_FAMILY_CHESS || v->trapdoor || cp_counting_ends(v))
            continue;
        expect_like_counts(&w, v);
        count++;
    }
    EXPECT(count > 50);
    world_close(&w);
}

static int32_t man_on(const struct cp_start *s, const char *square)
{
    for (uint32_t i = 0; i < s->count; i++)
        if (cp_square_equal(s->men[i].square,
                            (cp_square){CP_INT(square[0] - 'a' + 1), CP_INT(square[1] - '0')}))
            return (int32_t)i;
    return CP_NOBODY;
}

/* clocks: "b5 1 b4 9", in plies. */
static uint64_t count_on_trapdoors(struct world *w, const char *places, char turn,
                                   const char *clocks, uint32_t delay, uint32_t depth)
{
    struct cp_variant v = *w->law.variant;
    struct cp_law law = w->law;
    struct cp_start start = start_of(w, places, turn, "-");
    struct cp_position p;
    int32_t culprit;
    char square[3];
    unsigned clock;
    int length;
    v.trapdoor = (int32_t)delay;
    law.variant = &v;
    for (; sscanf(clocks, "%2s %u %n", square, &clock, &length) == 2; clocks += length)
        start.men[man_on(&start, square)].clock = clock;
    cp_position_init(&p, &law, w->ints, &w->moves, &start);
    cp_trapdoor_lay(&p);
    EXPECT_INT(cp_setup_check(&p, &start, &culprit), CP_OK);
    uint64_t count = cp_perft(&p, depth, &w->moves);
    cp_arena_reset(&w->moves);
    return count;
}

TEST(R_TD_5_turns_are_counted_one_by_one_where_falls_expose_a_king)
{
    struct world w;
    world_init(&w);
    /* the queen may take the bishop that would fall, but not go past it */
    EXPECT_INT((int64_t)count_on_trapdoors(&w, "1k6/8/8/1B6/1q6/1R6/1K6/r3R3", 'b',
                                           "b8 3 b5 1 b4 9 b3 10 b2 8 e1 4", 5, 1),
               18);
    /* Black's king falls and leaves White's to the bishop: seven turns guard against
     * it, and one mates, so that nobody falls */
    EXPECT_INT((int64_t)count_on_trapdoors(&w, "4R3/7N/6b1/5k2/8/8/8/1K1Q4", 'w',
                                           "e8 3 h7 2 g6 2 f5 1 b1 3", 3, 1),
               8);
    world_close(&w);
}

TEST(R_TD_4_nobody_moves_once_a_king_has_fallen)
{
    struct world w;
    world_init(&w);
    /* White's king falls unless he goes to one of his five squares; Black has five, too */
    EXPECT_INT((int64_t)count_on_trapdoors(&w, "4k3/8/8/8/8/8/P7/4K3", 'w', "e1 1", 5, 1), 7);
    EXPECT_INT((int64_t)count_on_trapdoors(&w, "4k3/8/8/8/8/8/P7/4K3", 'w', "e1 1", 5, 2), 25);
    world_close(&w);
}
