/* SPDX-License-Identifier: MIT */
#include "tool/twins.h"

#include "test.h"

enum { GAMES = 300000, FIXED = 1 << 20, EACH = 32 };

static struct cp_run run;
static struct cp_request asked = {.tool = &(const struct cp_tool){.name = "test"}, .jobs = 1};

static struct cp_twins *open_twins(bool takes_beginnings)
{
    struct cp_arena like;
    struct cp_ints *ints = cp_ints_open();
    cp_arena_init(&like, NULL, NULL);
    if (!ints)
        abort();
    cp_run_open(&run, &asked, ints, &like);
    return cp_twins_open(&run, "moves", takes_beginnings, NULL);
}

static void close_twins(struct cp_twins *t)
{
    EXPECT(cp_twins_close(t, false));
    cp_run_close(&run);
}

/* Another one for each number, with that many words behind it. */
static void write_game(struct cp_buf *out, uint32_t number, uint32_t words)
{
    out->len = 0;
    cp_buf_printf(out, "%032x,fide,,", number);
    for (uint32_t i = 0; i < words; i++)
        cp_buf_printf(out, " %04x", number + i);
}

/* The most bytes that were held beyond EACH of what is kept, of games or of beginnings. */
static size_t most_beyond(struct cp_twins *t, uint32_t games, uint32_t words, uint32_t kept)
{
    struct cp_arena arena;
    struct cp_buf text;
    size_t most = 0;
    cp_arena_init(&arena, NULL, NULL);
    cp_buf_init(&text, &arena);
    for (uint32_t i = 0; i < games; i++) {
        bool failed;
        write_game(&text, i, words);
        EXPECT(cp_twins_put(t, cp_buf_str(&text), &failed) && !failed);
        size_t due = (size_t)(i + 1) * kept * EACH, held = cp_twins_held(t);
        most = held > due && held - due > most ? held - due : most;
    }
    cp_arena_close(&arena);
    return most;
}

TEST(a_game_costs_as_many_bytes_as_the_manual_says_whatever_their_number)
{
    struct cp_twins *t = open_twins(false);
    size_t most = most_beyond(t, GAMES, 1, 1);
    EXPECT(most <= FIXED);
    close_twins(t);
}

TEST(with_beginnings_so_does_every_half_move)
{
    enum { WORDS = 40 };
    struct cp_twins *t = open_twins(true);
    size_t most = most_beyond(t, GAMES / WORDS, WORDS, WORDS + 1);
    EXPECT(most <= FIXED);
    close_twins(t);
}
