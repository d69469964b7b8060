/* SPDX-License-Identifier: MIT */
/* key_test.c -- keys against what chessplane-record(5) says, which another program
 * computed; and a law in random games of every bundled variant, with trapdoors and without:
 * a key followed from ply to ply is that of the position, and of the same position set up
 * anew elsewhere, whatever the seed of hashes (R-FIDE-2, R-INF-2, R-TD-9). */
#include "rules/key.h"
#include "rules/random_test.h"

enum { GAMES = 6, PLIES = 60 };

static cp_square moved_to(struct world *w, cp_square at)
{
    cp_square there;
    struct cp_buf text;
    cp_buf_init(&text, &w->scratch);
    cp_square_format(w->ints, &text, at, CP_NUMERIC);
    EXPECT_INT(cp_square_parse(w->others, &there, cp_buf_str(&text), CP_NUMERIC), CP_OK);
    return there;
}

/* The position set up from what a start says of it, over the other numbers. */
static cp_key key_elsewhere(struct world *w, const struct cp_key_words *words)
{
    struct cp_position p;
    struct cp_start start = {.men = cp_arena_take(&w->scratch, w->p.count * sizeof(cp_man))};
    cp_before befores[CP_TRACES_MOST];
    struct cp_buf castling;
    int32_t culprit;
    cp_buf_init(&castling, &w->scratch);
    cp_setup_get(&w->p, &castling, &start);
    start.befores = befores;
    start.before_count = cp_position_recall(&w->p, befores);
    for (uint32_t i = 0; i < start.count; i++)
        start.men[i].square = moved_to(w, start.men[i].square);
    for (uint32_t i = 0; i < start.count / 2; i++) { /* the order says nothing */
        cp_man man = start.men[i];
        start.men[i] = start.men[start.count - 1 - i];
        start.men[start.count - 1 - i] = man;
    }
    start.en_passant = moved_to(w, start.en_passant);
    cp_position_init(&p, &w->law, w->others, &w->scratch, &start);
    cp_rules_of(&p)->begin(&p, &start);
    EXPECT_INT(cp_rules_of(&p)->check_setup(&p, &start, &culprit), CP_OK);
    return cp_position_key(words, &p);
}

static void play_game(struct world *w)
{
    struct cp_key_words words;
    struct cp_key_track track;
    cp_move move;
    cp_undo undo;
    set_up(w);
    cp_key_words_init(&words, &w->variant);
    cp_key_begin(&track, &words, &w->scratch, &w->p);
    for (int ply = 0; ply < PLIES; ply++) {
        cp_key key = cp_position_key(&words, &w->p);
        if (cp_key_now(&track, &w->p) != key.low)
            w->faults++;
        if (!cp_position_is_over(&w->p) && !cp_key_equal(key_elsewhere(w, &words), key))
            w->faults++;
        if (cp_position_is_over(&w->p) || !draw_move(w, &move))
            break;
        cp_rules_of(&w->p)->apply(&w->p, &move, &undo);
        cp_key_follow(&track, &w->p, &undo);
        w->plies++;
    }
    cp_arena_reset(&w->scratch);
    cp_ints_reset(w->others, 0);
}

TEST(R_FIDE_2_R_TD_9_a_key_that_is_followed_is_that_of_the_position_set_up_anew)
{
    static const int32_t delays[] = {0, 2, 5};
    struct world w;
    world_init(&w);
    for (uint32_t i = 0; i < w.variants.count; i++)
        for (int k = 0; k < 3; k++) {
            if (delays[k] && cp_variant_is_won_otherwise(w.variants.list[i]))
                continue; /* none of these on trapdoors */
            take_variant(&w, w.variants.list[i], delays[k]);
            for (int game = 0; game < GAMES; game++)
                play_game(&w);
        }
    EXPECT(w.faults == 0);
    EXPECT(w.plies > 1000);
    world_close(&w);
}

static void expect_key(cp_key key, const char *wanted, struct cp_arena *arena)
{
    struct cp_buf out;
    cp_buf_init(&out, arena);
    cp_key_format(&out, key);
    EXPECT_STR(cp_buf_str(&out), wanted);
}

TEST(keys_of_the_start_and_of_a_line_are_those_that_the_manual_says)
{
    struct world w;
    struct cp_key_words words;
    world_init(&w);
    take_variant(&w, cp_variants_find(&w.variants, CP_STR("fide")), 0);
    set_up(&w);
    cp_key_words_init(&words, &w.variant);
    cp_key start = cp_position_key(&words, &w.p);
    expect_key(start, "95d9bfc14163c4b57e3c79215adda7e5", &w.scratch);
    cp_move move = {.from = {CP_INT(5), CP_INT(2)},
                    .to = {CP_INT(5), CP_INT(4)},
                    .rook = CP_NOBODY,
                    .promotion = CP_NO_KIND};
    cp_key line = cp_key_play(&words, w.ints, start, &move);
    expect_key(line, "a4a639c1a726aed6abecd1f5dec2d24f", &w.scratch);
    w.p.turn = CP_BLACK;
    EXPECT(!cp_key_equal(cp_position_key(&words, &w.p), start));
    w.p.turn = CP_WHITE;
    w.p.castle[CP_WHITE][1] = CP_NOBODY;
    EXPECT(!cp_key_equal(cp_position_key(&words, &w.p), start));
    move.promotion = 1;
    EXPECT(!cp_key_equal(cp_key_play(&words, w.ints, start, &move), line));
    move.promotion = CP_NO_KIND;
    move.rook = 3;
    EXPECT(!cp_key_equal(cp_key_play(&words, w.ints, start, &move), line));
    world_close(&w);
}

TEST(a_position_that_is_another_shifted_as_far_as_may_be_has_its_shifted_key)
{
    struct world w;
    struct cp_key_words words;
    cp_square by = {.rank = CP_INT(-7)};
    world_init(&w);
    take_variant(&w, cp_variants_find(&w.variants, CP_STR("coaip")), 0);
    set_up(&w);
    cp_key_words_init(&words, &w.variant);
    cp_key own = cp_position_key(&words, &w.p), shifted = cp_position_key_shifted(&words, &w.p);
    EXPECT(cp_int_parse(w.ints, &by.file, CP_STR("1000000000000000000000000000000")));
    for (uint32_t man = 0; man < w.p.count; man++)
        w.p.at[man] = cp_square_shift(w.ints, w.p.at[man], by);
    EXPECT(!cp_key_equal(cp_position_key(&words, &w.p), own));
    EXPECT(cp_key_equal(cp_position_key_shifted(&words, &w.p), shifted));
    w.p.at[0].file = cp_int_add(w.ints, w.p.at[0].file, CP_INT(1));
    EXPECT(!cp_key_equal(cp_position_key_shifted(&words, &w.p), shifted));
    world_close(&w);
}

TEST(numbers_of_any_size_have_words_of_their_own_whatever_the_seed)
{
    struct world w;
    world_init(&w);
    static const struct {
        const char *digits;
        uint64_t word;
    } cases[] = {{"-1", UINT64_MAX},
                 {"4611686018427387903", (UINT64_C(1) << 62) - 1},
                 {"1000000000000000000000000000000", UINT64_C(0x9c2f63ea0dd66180)},
                 {"-1000000000000000000000000000000", UINT64_C(0x11cc5fe8e8aa754c)}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        cp_int ours, theirs;
        EXPECT(cp_int_parse(w.ints, &ours, cp_str_from(cases[i].digits)));
        EXPECT(cp_int_parse(w.others, &theirs, cp_str_from(cases[i].digits)));
        EXPECT(cp_int_word(w.ints, ours) == cases[i].word);
        EXPECT(cp_int_word(w.others, theirs) == cases[i].word);
    }
    world_close(&w);
}
