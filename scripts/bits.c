/* SPDX-License-Identifier: MIT */
/* bits.c -- how fast the bitboard engine is: nanoseconds for a ply of a game
 * (resolve what was written, play it, ask for check and for any reply), and perft
 * of the start position, on the general engine too. Games are random, seeded. */
#include "rules/bitboards/both_test.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { GAMES = 2000, PLIES = 80, ROUNDS = 10, DEPTH = 6, GENERAL_DEPTH = 5 };

static const struct cp_classical fit = {.role = {0, 1, 2, 3, 4, 5}, .kind = {0, 1, 2, 3, 4, 5}};

static void set_up(struct cp_bitboard *b)
{
    static const uint8_t array[] = {CP_ROOK, CP_KNIGHT, CP_BISHOP, CP_QUEEN,
                                    CP_KING, CP_BISHOP, CP_KNIGHT, CP_ROOK};
    cp_man men[32];
    struct cp_start start = {.men = men};
    for (int file = 0; file < 8; file++)
        for (int side = CP_WHITE; side <= CP_BLACK; side++) {
            cp_square home = {CP_INT(file + 1), CP_INT(side == CP_WHITE ? 1 : 8)};
            cp_square pawn = {CP_INT(file + 1), CP_INT(side == CP_WHITE ? 2 : 7)};
            men[start.count++] =
                (cp_man){.square = home, .kind = array[file], .side = (uint8_t)side};
            men[start.count++] = (cp_man){.square = pawn, .kind = CP_PAWN, .side = (uint8_t)side};
        }
    if (!cp_bitboard_init(b, &fit, &start, cp_bit(0) | cp_bit(7) | cp_bit(56) | cp_bit(63)))
        abort();
}

static uint64_t roll(uint64_t *seed)
{
    *seed ^= *seed << 13;
    *seed ^= *seed >> 7;
    *seed ^= *seed << 17;
    return *seed;
}

struct game {
    cp_written moves[PLIES];
    uint32_t count;
};

static void make_game(struct game *g, uint64_t *seed)
{
    struct cp_bitboard b;
    cp_bit_move moves[CP_BIT_MOVES_MOST];
    set_up(&b);
    for (g->count = 0; g->count < PLIES; g->count++) {
        uint32_t count = cp_bitboard_moves(&b, moves);
        if (!count)
            return;
        cp_bit_move move = moves[roll(seed) % count];
        bitboard_write(&b, &fit, move, CP_SHORT, &g->moves[g->count]);
        cp_bitboard_apply(&b, move);
    }
}

static uint64_t play_game(const struct game *g)
{
    struct cp_bitboard b;
    uint64_t sum = 0;
    set_up(&b);
    for (uint32_t ply = 0; ply < g->count; ply++) {
        cp_bit_move move = bitboard_resolve(&b, &fit, &g->moves[ply]);
        if (move <= CP_BIT_MOVE_MANY)
            abort();
        cp_bitboard_apply(&b, move);
        sum += b.men[0] ^ b.rooks;
        sum += b.checkers != 0;
        sum += cp_bitboard_can_move(&b);
    }
    return sum;
}

static double seconds(void)
{
    struct timespec t;
    if (clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t) != 0)
        abort();
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

/* Lines per second of the general engine; 0 when something is amiss. */
static double general_rate(void)
{
    struct cp_arena arena;
    struct cp_variants all;
    struct cp_law law;
    struct cp_position p;
    struct cp_ints *ints = cp_ints_open();
    int32_t culprit;
    double rate = 0;
    cp_arena_init(&arena, NULL, NULL);
    struct cp_diags d = cp_diags_in(&arena);
    if (ints && cp_variants_load(&all, &arena, ints, &d)) {
        const struct cp_variant *v = cp_variants_find(&all, CP_STR("fide"));
        if (v && cp_law_init(&law, v, &arena, &d)) {
            cp_position_init(&p, &law, ints, &arena, &v->start);
            if (cp_setup_check(&p, &v->start, &culprit) == CP_OK) {
                double begin = seconds();
                uint64_t lines = cp_perft(&p, GENERAL_DEPTH, &arena);
                rate = (double)lines / (seconds() - begin);
            }
        }
    }
    cp_arena_close(&arena);
    cp_ints_close(ints);
    return rate;
}

int main(void)
{
    uint64_t seed = 42, sum = 0, plies = 0;
    struct game *games = malloc(GAMES * sizeof *games);
    if (!games)
        return 3;
    for (int i = 0; i < GAMES; i++)
        make_game(&games[i], &seed);
    double begin = seconds();
    for (int round = 0; round < ROUNDS; round++)
        for (int i = 0; i < GAMES; i++) {
            sum += play_game(&games[i]);
            plies += games[i].count;
        }
    double end = seconds();
    printf("%-34s %10.1f ns a ply, %.1f million plies/s (%u)\n", "bitboards: games",
           (end - begin) * 1e9 / (double)plies, (double)plies / (end - begin) * 1e-6,
           (unsigned)(sum & 0xff));
    struct cp_bitboard b;
    set_up(&b);
    begin = seconds();
    uint64_t lines = bitboard_perft(&b, DEPTH);
    end = seconds();
    double rate = (double)lines / (end - begin), general = general_rate();
    printf("%-34s %10.1f million/s (%llu lines)\n", "bitboards: perft 6", rate * 1e-6,
           (unsigned long long)lines);
    printf("%-34s %10.1f million/s\n", "general engine: perft 5", general * 1e-6);
    printf("%-34s %10.1f   (wanted: 10 or less)\n", "bitboards / general engine", rate / general);
    free(games);
    return 0;
}
