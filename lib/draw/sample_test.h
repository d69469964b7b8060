/* SPDX-License-Identifier: MIT */
/* sample_test.h -- views for the tests: men written as "wK 5 1, bHa -2 15". */
#ifndef CP_SAMPLE_TEST_H
#define CP_SAMPLE_TEST_H

#include "draw/picture/scene.h"
#include "test.h"

enum { SAMPLE_MEN = 128 };

struct sample {
    struct cp_arena arena;
    struct cp_ints *ints;
    struct cp_diags diags;
    struct cp_piece_words words[6];
    struct cp_alphabet alphabet;
    cp_man men[SAMPLE_MEN];
    cp_square kings[2];
    struct cp_view view;
    struct cp_scene scene;
};

static inline cp_int sample_int(struct sample *s, const char *digits)
{
    cp_int n = CP_INT(0);
    if (!cp_int_parse(s->ints, &n, cp_str_from(digits)))
        printf("# no number: %s\n", digits);
    return n;
}

static inline void sample_put(struct sample *s, const char *man, cp_int file, cp_int rank)
{
    cp_man *m = &s->men[s->view.count++];
    *m = (cp_man){.square = {file, rank}, .side = man[0] == 'b' ? CP_BLACK : CP_WHITE};
    m->kind = cp_alphabet_find(&s->alphabet, cp_str_from(man + 1), false);
}

static inline void sample_open(struct sample *s)
{
    *s = (struct sample){0};
    cp_arena_init(&s->arena, NULL, NULL);
    s->ints = cp_ints_open();
    s->diags = cp_diags_in(&s->arena);
    s->words[0] = (struct cp_piece_words){.letter = CP_STR("K"), .name = CP_STR("king")};
    s->words[1] = (struct cp_piece_words){.letter = CP_STR("R"), .name = CP_STR("rook")};
    s->words[2] = (struct cp_piece_words){.letter = CP_STR("Ha"), .name = CP_STR("hawk")};
    s->words[3] = (struct cp_piece_words){.letter = CP_STR("W"), .name = CP_STR("<wizard>")};
    s->words[4] = (struct cp_piece_words){.letter = CP_STR("Q"), .name = CP_STR("queen")};
    s->words[5] = (struct cp_piece_words){.letter = CP_STR("N"), .name = CP_STR("knight")};
    s->alphabet = (struct cp_alphabet){.pieces = s->words, .count = 6};
    s->view = (struct cp_view){.ints = s->ints,
                               .alphabet = &s->alphabet,
                               .men = s->men,
                               .mode = CP_WINDOW_AUTO,
                               .axes = CP_AXES_LETTERS,
                               .spelling = CP_NUMERIC};
}

static inline void sample_close(struct sample *s)
{
    cp_ints_close(s->ints);
    cp_arena_close(&s->arena);
}

static inline cp_square at(int64_t file, int64_t rank)
{
    return (cp_square){CP_INT(file), CP_INT(rank)};
}

static inline void sample_window(struct sample *s, cp_square low, cp_square high)
{
    s->view.mode = CP_WINDOW_ASKED;
    s->view.window = (cp_box){low, high};
}

/* A board of so many files and ranks. */
static inline void sample_bound(struct sample *s, int64_t files, int64_t ranks)
{
    s->view.bounded = true;
    s->view.border = (struct cp_border){{true, true, true, true},
                                        {CP_INT(1), CP_INT(files), CP_INT(1), CP_INT(ranks)}};
}

/* The same as a variant's own diagram, which may grow. */
static inline void sample_diagram(struct sample *s, cp_square low, cp_square high)
{
    sample_window(s, low, high);
    s->view.mode = CP_WINDOW_START;
}

static inline bool sample_make(struct sample *s)
{
    return cp_scene_make(&s->scene, &s->view, &s->arena, &s->diags, (cp_span){0});
}

static inline uint32_t sample_random(uint32_t *state, uint32_t below)
{
    *state = *state * 1664525 + 1013904223;
    return (*state >> 8) % below;
}

static inline cp_int sample_far_number(struct sample *s, uint32_t *random)
{
    static const char *const huge[] = {"100000000000000000000000000000", "-31415926535897932384626",
                                       "999999999999"};
    uint32_t n = sample_random(random, 40);
    if (n < 3)
        return cp_int_add(s->ints, sample_int(s, huge[n]), CP_INT(sample_random(random, 5)));
    return CP_INT((int64_t)sample_random(random, n < 30   ? 12
                                                 : n < 36 ? 100
                                                          : 30000) -
                  (n % 2 ? 0 : n));
}

static inline bool sample_is_taken(const struct sample *s, cp_square square)
{
    for (uint32_t i = 0; i < s->view.count; i++)
        if (cp_square_equal(s->men[i].square, square))
            return true;
    return false;
}

/* Men here and there, some very far, with kings, perhaps a check and a last move, in a
 * window of any kind. */
static inline void sample_generate(struct sample *s, uint32_t *random)
{
    static const char *const men[] = {"wR", "bR", "wHa", "bHa", "wQ", "bN", "wN", "bW"};
    uint32_t count = 2 + sample_random(random, SAMPLE_MEN - 2);
    for (uint32_t i = 0; i < count; i++) {
        cp_square square = {sample_far_number(s, random), sample_far_number(s, random)};
        if (sample_is_taken(s, square))
            continue;
        if (s->view.count < 2)
            s->kings[s->view.count] = square;
        const char *man = s->view.count == 0 ? "wK" : s->view.count == 1 ? "bK" : men[i % 8];
        sample_put(s, man, square.file, square.rank);
    }
    s->view.kings = s->kings;
    s->view.king_count = s->view.count < 2 ? s->view.count : 2;
    s->view.flip = sample_random(random, 2);
    uint32_t mode = sample_random(random, 3);
    if (mode)
        sample_window(s, at(1, 1),
                      at(1 + sample_random(random, 12), 1 + sample_random(random, 12)));
    s->view.mode = mode == 0 ? CP_WINDOW_AUTO : mode == 1 ? CP_WINDOW_START : CP_WINDOW_ASKED;
    if (s->view.count > 4 && sample_random(random, 2)) {
        s->view.checked = &s->kings[0];
        s->view.checkers = &s->men[2].square;
        s->view.checked_count = s->view.checker_count = 1;
    }
    if (s->view.count > 5 && sample_random(random, 2)) {
        s->view.has_last = true;
        s->view.last_from = (cp_square){sample_far_number(s, random), sample_far_number(s, random)};
        s->view.last_to = s->men[sample_random(random, s->view.count)].square;
    }
}

/* "(1,2) to (3,4)" of a panel. */
static inline cp_str sample_box(struct sample *s, uint32_t panel)
{
    struct cp_buf b;
    cp_buf_init(&b, &s->arena);
    cp_square_format(s->ints, &b, s->scene.panels[panel].box.low, CP_NUMERIC);
    cp_buf_puts(&b, " to ");
    cp_square_format(s->ints, &b, s->scene.panels[panel].box.high, CP_NUMERIC);
    return cp_buf_str(&b);
}

#endif
