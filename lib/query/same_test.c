/* SPDX-License-Identifier: MIT */
/* same_test.c -- what makes games the same has the keys that cp-table gives them, in random
 * games of every bundled variant, with trapdoors and without; and its text tells them again. */
#include "query/same.h"
#include "rules/random_test.h"

enum { GAMES = 4, PLIES = 60 };

/* The key that the text tells, word by word; and each of its beginnings has the one it had. */
static void expect_keys(struct world *w, const struct cp_same *s, const cp_key *keys)
{
    cp_str rest = cp_buf_str(&s->text);
    cp_key key;
    EXPECT(cp_same_key(&key, rest));
    for (uint32_t ply = 0; rest.len; ply++) {
        const char *blank = memchr(rest.at + 1, ' ', rest.len - 1);
        cp_str word = {rest.at, blank ? (size_t)(blank - rest.at) : rest.len};
        if (ply)
            key = cp_same_key_on(&s->squares, w->others, key, word);
        w->faults += !cp_key_equal(key, keys[ply]);
        rest = cp_str_skip(rest, word.len);
    }
    w->faults += !cp_key_equal(key, s->key);
}

static void play_game(struct world *w, struct cp_same *s)
{
    const struct cp_game game = {0};
    struct cp_key_words words;
    cp_key keys[PLIES + 1];
    cp_move move;
    cp_undo undo;
    set_up(w);
    cp_key_words_init(&words, &w->variant);
    cp_same_begin(s, &w->scratch, &w->variant);
    cp_same_put_start(s, &game, &w->p, false);
    keys[0] = cp_position_key(&words, &w->p);
    for (int ply = 1; ply <= PLIES; ply++) {
        const struct cp_ply played = {.position = &w->p, .move = &move};
        if (cp_position_is_over(&w->p) || !draw_move(w, &move))
            break;
        cp_rules_of(&w->p)->apply(&w->p, &move, &undo);
        cp_same_put_move(s, &played);
        keys[ply] = cp_key_play(&words, w->ints, keys[ply - 1], &move);
        w->plies++;
    }
    expect_keys(w, s, keys);
    cp_same_begin(s, &w->scratch, &w->variant);
    cp_same_put_position(s, &game, &w->p, 7);
    w->faults += !cp_key_equal(s->key, cp_key_on_both(cp_position_key(&words, &w->p), 7));
    w->faults += memchr(s->text.at, ' ', s->text.len) != NULL;
    cp_arena_reset(&w->scratch);
    cp_ints_reset(w->others, 0);
}

TEST(texts_of_sameness_tell_the_keys_of_lines_and_of_all_their_beginnings)
{
    static const int32_t delays[] = {0, 3};
    struct world w;
    struct cp_same same;
    world_init(&w);
    cp_same_init(&same, &w.arena);
    for (uint32_t i = 0; i < w.variants.count; i++)
        for (int k = 0; k < 2; k++) {
            take_variant(&w, w.variants.list[i], delays[k]);
            for (int game = 0; game < GAMES; game++)
                play_game(&w, &same);
        }
    EXPECT(w.faults == 0);
    EXPECT(w.plies > 500);
    world_close(&w);
}

/* Whatever a move may be, in a game of that variant; the rules are not asked. */
static void expect_key_of(struct world *w, const char *variant, cp_move move)
{
    const struct cp_game game = {0};
    const struct cp_ply ply = {.position = &w->p, .move = &move};
    struct cp_key_words words;
    struct cp_same same;
    cp_key keys[2];
    take_variant(w, cp_variants_find(&w->variants, cp_str_from(variant)), 0);
    set_up(w);
    cp_key_words_init(&words, &w->variant);
    cp_same_init(&same, &w->scratch);
    cp_same_begin(&same, &w->scratch, &w->variant);
    cp_same_put_start(&same, &game, &w->p, false);
    cp_same_put_move(&same, &ply);
    keys[0] = cp_position_key(&words, &w->p);
    keys[1] = cp_key_play(&words, w->ints, keys[0], &move);
    expect_keys(w, &same, keys);
}

TEST(castling_promotion_blocks_steps_and_squares_far_away_are_parts_of_the_key)
{
    struct world w;
    world_init(&w);
    cp_move plain = {.from = {CP_INT(5), CP_INT(1)},
                     .to = {CP_INT(7), CP_INT(1)},
                     .rook = CP_NOBODY,
                     .promotion = CP_NO_KIND};
    cp_move castling = plain, becomes = plain, body = plain, pushes = plain, leads = plain,
            far = plain;
    castling.rook = 3;
    becomes.promotion = 1;
    body.is_body = true;
    pushes.sep = CP_SEP_PUSH;
    pushes.then = CP_SEP_PULL;
    leads.sep = CP_SEP_LEAD;
    leads.via = (cp_square){CP_INT(-3), CP_INT(80)};
    EXPECT(cp_int_parse(w.ints, &far.to.file, CP_STR("-1000000000000000000000000000000")));
    expect_key_of(&w, "fide", plain);
    expect_key_of(&w, "fide", castling);
    expect_key_of(&w, "fide", becomes);
    expect_key_of(&w, "formation", body);
    expect_key_of(&w, "trapper", plain);
    expect_key_of(&w, "trapper", pushes);
    expect_key_of(&w, "trapper", leads);
    expect_key_of(&w, "trappist-1", far);
    expect_key_of(&w, "trappist-1", becomes);
    EXPECT(w.faults == 0);
    world_close(&w);
}

TEST(a_text_that_tells_no_key_is_told)
{
    cp_key key;
    EXPECT(cp_same_key(&key, CP_STR("95d9bfc14163c4b57e3c79215adda7e5,fide,,")));
    EXPECT(!cp_same_key(&key, CP_STR("95d9bfc14163c4b57e3c79215adda7e,fide,,")));
    EXPECT(!cp_same_key(&key, CP_STR("95d9bfc14163c4b57e3c79215adda7e5")));
    EXPECT(!cp_same_key(&key, CP_STR("95d9bfc14163c4b57e3c79215adda7eg,fide,,")));
    EXPECT(!cp_same_key(&key, CP_STR("fide,,")));
    EXPECT(!cp_same_key(&key, CP_STR("")));
}
