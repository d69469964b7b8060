/* SPDX-License-Identifier: MIT */
/* round_test.c -- chess round a board whose first and last files are neighbours, by the general
 * engine, against the naive twin. */
#include "rules/bitboards/mailbox_twin.h"
#include "rules/chess/turn.h"
#include "rules/moves.h"
#include "rules/setup.h"
#include "test.h"

#define LENGTH(array) (sizeof(array) / sizeof *(array))

static const char *const openings[] = {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -",
                                       "r3k2r/8/8/8/8/8/8/R3K2R w KQkq -",
                                       "1k4r1/p6p/8/8/8/8/P6P/2R3K1 w - -",
                                       "b6k/1q4n1/8/r7/R7/8/1Q4N1/B6K b - -",
                                       "3k4/p6P/8/8/8/8/P6p/3K4 w - -",
                                       "4k3/P6p/1p4P1/8/8/1P4p1/p6P/4K3 b - -",
                                       "7k/8/8/q7/8/8/6B1/K7 w - -",
                                       "k6r/8/8/8/8/8/8/K2N3R w - -"};

static int32_t man_on(const struct cp_position *p, int square)
{
    return cp_position_get(p, (cp_square){CP_INT(square % 8 + 1), CP_INT(square / 8 + 1)});
}

static uint8_t kind_of(const struct cp_variant *v, char letter)
{
    return cp_alphabet_find(&v->alphabet, (cp_str){&letter, letter == 'P' ? 0 : 1}, false);
}

static void set_up(struct cp_start *out, const struct cp_variant *v, const struct mailbox *m)
{
    for (int square = 0; square < 64; square++) {
        char c = m->at[square];
        bool black = c >= 'a';
        if (c != '.')
            out->men[out->count++] =
                (cp_man){.square = {CP_INT(square % 8 + 1), CP_INT(square / 8 + 1)},
                         .kind = kind_of(v, (char)(c & ~0x20)),
                         .side = black ? CP_BLACK : CP_WHITE,
                         .moved = (c & ~0x20) == 'P' && square / 8 != (black ? 6 : 1)};
    }
}

/* The twin's moves are legal here, and no others; returns how many. */
static int compare(struct cp_position *p, const struct mailbox *m, struct mailbox_move *moves,
                   struct cp_arena *arena)
{
    int count = mailbox_moves(m, moves), legal = 0, winner;
    EXPECT_INT(p->checks != 0, mailbox_in_check(m, m->white));
    EXPECT_INT((int64_t)cp_perft(p, 1, arena), count);
    EXPECT_INT(cp_rules_of(p)->outcome(p, &winner) == CP_OUTCOME_NONE, count > 0);
    for (int i = 0; i < count; i++) {
        cp_move move;
        uint8_t becomes =
            moves[i].becomes ? kind_of(p->law->variant, moves[i].becomes) : CP_NO_KIND;
        int32_t culprit;
        cp_square to = {CP_INT(moves[i].to % 8 + 1), CP_INT(moves[i].to / 8 + 1)};
        int32_t man = man_on(p, moves[i].from);
        legal += (moves[i].castles
                      ? cp_move_check_castling(p, man, moves[i].to > moves[i].from, &move, &culprit)
                      : cp_move_check(p, man, to, becomes, &move)) == CP_OK;
    }
    EXPECT_INT(legal, count);
    return count;
}

static void play(struct cp_position *p, struct mailbox *m, struct mailbox_move by)
{
    cp_move move;
    cp_undo undo;
    int32_t culprit, man = man_on(p, by.from);
    uint8_t becomes = by.becomes ? kind_of(p->law->variant, by.becomes) : CP_NO_KIND;
    cp_square to = {CP_INT(by.to % 8 + 1), CP_INT(by.to / 8 + 1)};
    EXPECT_INT(by.castles ? cp_move_check_castling(p, man, by.to > by.from, &move, &culprit)
                          : cp_move_check(p, man, to, becomes, &move),
               CP_OK);
    cp_hash before = cp_position_hash(p);
    cp_turn_apply(p, &move, &undo);
    cp_move_undo(p, &undo);
    EXPECT(cp_position_hash(p).low == before.low);
    cp_turn_apply(p, &move, &undo);
    mailbox_play(m, by);
}

TEST(random_games_round_the_board_have_the_moves_that_the_naive_twin_finds)
{
    struct cp_arena arena, game;
    struct cp_ints *ints = cp_ints_open();
    cp_arena_init(&arena, NULL, NULL);
    cp_arena_init(&game, NULL, NULL);
    struct cp_diags d = cp_diags_in(&arena);
    struct cp_variants all;
    struct cp_law law;
    cp_variants_list(&all, &arena);
    struct cp_variant *v = cp_variants_find(&all, CP_STR("cylindrical chess"));
    EXPECT(v != NULL);
    cp_variant_wake(v, &arena, ints);
    EXPECT(cp_law_init(&law, v, &arena, &d));
    uint64_t seed = 88172645463325252u;
    for (int i = 0; i < 80; i++) {
        struct mailbox m;
        struct mailbox_move moves[512];
        struct cp_position p = {0};
        cp_man men[64];
        mailbox_read(&m, openings[(size_t)i % LENGTH(openings)]);
        m.is_round = true;
        bool castles = i % (int)LENGTH(openings) < 2;
        struct cp_start start = {.men = men,
                                 .turn = m.white ? CP_WHITE : CP_BLACK,
                                 .castling = castles ? CP_STR("KQkq") : CP_STR("")};
        set_up(&start, v, &m);
        int32_t culprit;
        cp_position_init(&p, &law, ints, &game, &start);
        EXPECT_INT(cp_setup_check(&p, &start, &culprit), CP_OK);
        for (int ply = 0, count; ply < 100 && (count = compare(&p, &m, moves, &game)); ply++) {
            seed ^= seed << 13, seed ^= seed >> 7, seed ^= seed << 17;
            play(&p, &m, moves[seed % (uint64_t)count]);
        }
        cp_arena_reset(&game);
    }
    cp_ints_close(ints);
    cp_arena_close(&game);
    cp_arena_close(&arena);
}
