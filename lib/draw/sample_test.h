/* SPDX-License-Identifier: MIT */
/* sample_test.h -- views for the tests: men written as "wK 5 1, bHa -2 15". */
#ifndef CP_SAMPLE_TEST_H
#define CP_SAMPLE_TEST_H

#include "draw/scene.h"
#include "test.h"

enum { SAMPLE_MEN = 64 };

struct sample {
    struct cp_arena arena;
    struct cp_ints *ints;
    struct cp_diags diags;
    struct cp_piece_words words[6];
    struct cp_alphabet alphabet;
    cp_man men[SAMPLE_MEN];
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
    cp_diags_init(&s->diags, &s->arena);
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
    s->view.mode = CP_WINDOW_FIXED;
    s->view.window = (cp_box){low, high};
}

static inline bool sample_make(struct sample *s)
{
    return cp_scene_make(&s->scene, &s->view, &s->arena, &s->diags, (cp_span){0});
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
