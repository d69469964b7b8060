/* SPDX-License-Identifier: MIT */
#include "game/written.h"

#include "test.h"

enum { KING, MOVER, PUPPETEER, SWAPPER };

static const struct cp_piece_words words[] = {
    [KING] = {.letter = {"K", 1}, .name = {"king", 4}},
    [MOVER] = {.letter = {"M", 1}, .name = {"mover", 5}},
    [PUPPETEER] = {.letter = {"P", 1}, .name = {"puppeteer", 9}},
    [SWAPPER] = {.letter = {"S", 1}, .name = {"swapper", 7}},
};
static const struct cp_alphabet agents = {.pieces = words,
                                          .count = 4,
                                          .native = CP_BARE,
                                          .bounded = true,
                                          .signs = CP_SIGNS_OF_STEPS,
                                          .files = 13,
                                          .ranks = 9};

static struct cp_arena arena;

__attribute__((destructor)) static void end(void)
{
    cp_arena_close(&arena);
}

static cp_square at(int file, int rank)
{
    return (cp_square){CP_INT(file), CP_INT(rank)};
}

static cp_str text_of(cp_written w, enum cp_spelling spelling)
{
    struct cp_ints *ints = cp_ints_open();
    struct cp_buf out;
    cp_arena_reset(&arena);
    cp_buf_init(&out, &arena);
    w.promotion = CP_NO_KIND;
    cp_written_format(ints, &out, &agents, &w, spelling);
    cp_ints_close(ints);
    return cp_buf_str(&out);
}

/* from, sep, to; squares as file and rank. */
static cp_written step(uint8_t piece, cp_square from, enum cp_sep sep, cp_square to)
{
    return (cp_written){.piece = piece,
                        .has = CP_HAS_PIECE | CP_HAS_FROM | CP_HAS_TO,
                        .from = from,
                        .sep = (uint8_t)sep,
                        .to = to};
}

static cp_written path(uint8_t piece, cp_square from, enum cp_sep sep, cp_square via,
                       enum cp_sep then, cp_square to)
{
    cp_written w = step(piece, from, sep, to);
    w.has |= CP_HAS_VIA;
    w.via = via;
    w.then = (uint8_t)then;
    return w;
}

TEST(what_an_agent_does_to_another_is_a_sign_between_squares)
{
    EXPECT_STR(text_of(step(KING, at(5, 2), CP_SEP_MOVE, at(5, 3)), CP_BARE), "Ke2-e3");
    EXPECT_STR(text_of(step(SWAPPER, at(1, 1), CP_SEP_SWAP, at(2, 3)), CP_BARE), "Sa1~b3");
    EXPECT_STR(text_of(step(SWAPPER, at(1, 1), CP_SEP_PUSH, at(2, 3)), CP_BARE), "Sa1>b3");
    EXPECT_STR(text_of(step(SWAPPER, at(1, 1), CP_SEP_PULL, at(2, 3)), CP_BARE), "Sa1<b3");
    EXPECT_STR(text_of(step(MOVER, at(5, 2), CP_SEP_NONE, at(5, 3)), CP_BARE), "Me2-e3");
}

TEST(a_path_names_the_square_on_the_way)
{
    cp_written two = path(MOVER, at(5, 2), CP_SEP_PUSH, at(5, 3), CP_SEP_PULL, at(6, 4));
    EXPECT_STR(text_of(two, CP_BARE), "Me2>e3<f4");
    EXPECT_STR(text_of(two, CP_NUMERIC), "M(5,2)>(5,3)<(6,4)");
    EXPECT_STR(text_of(two, CP_LETTER), "M(e2)>(e3)<(f4)");
    cp_written lead = path(PUPPETEER, at(7, 1), CP_SEP_LEAD, at(7, 5), CP_SEP_MOVE, at(7, 6));
    EXPECT_STR(text_of(lead, CP_BARE), "Pg1@g5-g6");
    EXPECT_STR(text_of(lead, CP_NUMERIC), "P(7,1)@(7,5)-(7,6)");
    two.then = CP_SEP_NONE;
    two.check = CP_MARK_MATE;
    EXPECT_STR(text_of(two, CP_BARE), "Me2>e3-f4#");
}

TEST(parts_that_are_left_out_stay_so)
{
    cp_written w = path(MOVER, at(5, 2), CP_SEP_PUSH, at(5, 3), CP_SEP_PULL, at(6, 4));
    w.has &= (uint16_t)~CP_HAS_FROM;
    EXPECT_STR(text_of(w, CP_BARE), "M>e3<f4");
    w.has |= CP_HAS_FROM_FILE;
    EXPECT_STR(text_of(w, CP_BARE), "Me>e3<f4");
    w.has &= (uint16_t) ~(CP_HAS_FROM | CP_HAS_PIECE);
    w.piece = CP_NO_KIND;
    w.sep = CP_SEP_MOVE; /* without it e3 would be where he comes from */
    EXPECT_STR(text_of(w, CP_BARE), "-e3<f4");
    cp_written swap = step(SWAPPER, at(1, 1), CP_SEP_SWAP, at(2, 3));
    swap.has &= (uint16_t)~CP_HAS_FROM;
    EXPECT_STR(text_of(swap, CP_BARE), "S~b3");
    swap.sep = CP_SEP_MOVE;
    EXPECT_STR(text_of(swap, CP_BARE), "Sb3");
}
