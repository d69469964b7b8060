/* SPDX-License-Identifier: MIT */
/* same_test.c -- two games, or beginnings of them, have the same text where they have the same
 * key (rules/key.h), and only there: in random games of every bundled variant, with trapdoors
 * and without. */
#include "query/same.h"
#include "rules/random_test.h"

enum { GAMES = 4, PLIES = 60 };

/* A line: the key of each beginning, and where it ends in the text. */
struct line {
    cp_key keys[PLIES + 1];
    size_t ends[PLIES + 1];
    uint32_t plies;
    cp_str text;
};

static cp_str beginning(const struct line *l, uint32_t ply)
{
    return (cp_str){l->text.at, l->ends[ply]};
}

static void expect_alike(struct world *w, const struct line *a, const struct line *b)
{
    for (uint32_t ply = 0; ply <= a->plies && ply <= b->plies; ply++)
        w->faults += cp_key_equal(a->keys[ply], b->keys[ply]) !=
                     cp_str_equal(beginning(a, ply), beginning(b, ply));
}

/* A blank stands before each move, and nowhere else. */
static void expect_words(struct world *w, const struct line *l)
{
    size_t blanks = 0;
    for (size_t i = 0; i < l->text.len; i++)
        blanks += l->text.at[i] == ' ';
    for (uint32_t ply = 0; ply < l->plies; ply++)
        w->faults += l->text.at[l->ends[ply]] != ' ';
    w->faults += blanks != l->plies;
}

static void begin(struct world *w, struct cp_same *s, struct line *l,
                  const struct cp_key_words *words)
{
    const struct cp_game game = {0};
    struct cp_buf digits;
    cp_buf_init(&digits, &w->scratch);
    cp_same_begin(s, &w->scratch, &w->variant);
    cp_same_put_start(s, &game, &w->p, false);
    l->keys[0] = cp_position_key(words, &w->p);
    l->ends[0] = s->text.len;
    l->plies = 0;
    cp_key_format(&digits, l->keys[0]);
    w->faults += !cp_str_starts(cp_buf_str(&s->text), cp_buf_str(&digits));
}

static void add(struct world *w, struct cp_same *s, struct line *l,
                const struct cp_key_words *words, const cp_move *move)
{
    const struct cp_ply played = {.position = &w->p, .move = move};
    cp_same_put_move(s, &played);
    l->keys[l->plies + 1] = cp_key_play(words, w->ints, l->keys[l->plies], move);
    l->ends[++l->plies] = s->text.len;
}

static void play_game(struct world *w, struct cp_same *s, struct line *l)
{
    const struct cp_game game = {0};
    struct cp_key_words words;
    cp_move move;
    cp_undo undo;
    set_up(w);
    cp_key_words_init(&words, &w->variant);
    begin(w, s, l, &words);
    while (l->plies < PLIES && !cp_position_is_over(&w->p) && draw_move(w, &move)) {
        cp_rules_of(&w->p)->apply(&w->p, &move, &undo);
        add(w, s, l, &words, &move);
    }
    w->plies += l->plies;
    l->text = cp_str_keep(&w->arena, cp_buf_str(&s->text));
    expect_words(w, l);
    cp_same_begin(s, &w->scratch, &w->variant);
    cp_same_put_position(s, &game, &w->p, 7);
    w->faults += memchr(s->text.at, ' ', s->text.len) != NULL;
    cp_arena_reset(&w->scratch);
}

TEST(lines_of_the_same_text_have_the_same_key_and_so_have_their_beginnings)
{
    static const int32_t delays[] = {0, 3};
    struct line lines[GAMES];
    struct world w;
    struct cp_same same;
    world_init(&w);
    cp_same_init(&same, &w.arena);
    for (uint32_t i = 0; i < w.variants.count; i++)
        for (int k = 0; k < 2; k++) {
            take_variant(&w, w.variants.list[i], delays[k]);
            for (int game = 0; game < GAMES; game++) {
                play_game(&w, &same, &lines[game]);
                for (int other = 0; other < game; other++)
                    expect_alike(&w, &lines[game], &lines[other]);
            }
        }
    EXPECT(w.faults == 0);
    EXPECT(w.plies > 500);
    world_close(&w);
}

/* Whatever a move may be, in a game of that variant; the rules are not asked. */
static void take_move(struct world *w, const char *variant, const cp_move *move, struct line *l)
{
    struct cp_key_words words;
    struct cp_same same;
    take_variant(w, cp_variants_find(&w->variants, cp_str_from(variant)), 0);
    set_up(w);
    cp_key_words_init(&words, &w->variant);
    cp_same_init(&same, &w->scratch);
    begin(w, &same, l, &words);
    add(w, &same, l, &words, move);
    l->text = cp_buf_str(&same.text);
    expect_words(w, l);
}

/* Two moves that are not the same. */
static void expect_apart(struct world *w, const char *variant, cp_move one, cp_move other)
{
    struct line a, b;
    take_move(w, variant, &one, &a);
    take_move(w, variant, &other, &b);
    expect_alike(w, &a, &b);
    w->faults += cp_str_equal(a.text, b.text);
}

TEST(castling_promotion_steps_and_squares_far_away_tell_moves_apart)
{
    struct world w;
    world_init(&w);
    cp_move plain = {.from = {CP_INT(5), CP_INT(1)},
                     .to = {CP_INT(7), CP_INT(1)},
                     .rook = CP_NOBODY,
                     .promotion = CP_NO_KIND};
    cp_move castling = plain, becomes = plain, pushes = plain, leads = plain, far = plain;
    castling.rook = 3;
    becomes.promotion = 1;
    pushes.sep = CP_SEP_PUSH;
    pushes.then = CP_SEP_PULL;
    leads.sep = CP_SEP_LEAD;
    leads.via = (cp_square){CP_INT(-3), CP_INT(80)};
    EXPECT(cp_int_parse(w.ints, &far.to.file, CP_STR("-1000000000000000000000000000000")));
    expect_apart(&w, "fide", plain, castling);
    expect_apart(&w, "fide", plain, becomes);
    expect_apart(&w, "trapper", plain, pushes);
    expect_apart(&w, "trapper", pushes, leads);
    expect_apart(&w, "trappist-1", plain, far);
    expect_apart(&w, "trappist-1", far, becomes);
    EXPECT(w.faults == 0);
    world_close(&w);
}
