/* SPDX-License-Identifier: MIT */
/* sample_test.h -- what the tests of text/ share: alphabets as variant files
 * make them, and a few moves to build tests with. */
#ifndef CP_SAMPLE_TEST_H
#define CP_SAMPLE_TEST_H

#include "text/moves/notation.h"
#include "text/reading/reader.h"

enum { K, Q, R, B, N, C, G, HA, HU, PAWN, SAMPLE_KINDS };

static const cp_str sample_pawn[] = {{"P", 1}};
static const cp_str sample_chancellor[] = {{"Ch", 2}};
static const cp_str sample_guard[] = {{"Gu", 2}};
static const cp_str sample_hawk[] = {{"H", 1}};
static const struct cp_piece_words sample_words[SAMPLE_KINDS] = {
    [K] = {.letter = {"K", 1}, .name = {"king", 4}},
    [Q] = {.letter = {"Q", 1}, .name = {"queen", 5}},
    [R] = {.letter = {"R", 1}, .name = {"rook", 4}},
    [B] = {.letter = {"B", 1}, .name = {"bishop", 6}},
    [N] = {.letter = {"N", 1}, .name = {"knight", 6}},
    [C] = {.letter = {"C", 1},
           .name = {"chancellor", 10},
           .aliases = sample_chancellor,
           .alias_count = 1},
    [G] = {.letter = {"G", 1}, .name = {"guard", 5}, .aliases = sample_guard, .alias_count = 1},
    [HA] = {.letter = {"Ha", 2}, .name = {"hawk", 4}, .aliases = sample_hawk, .alias_count = 1},
    [HU] = {.letter = {"Hu", 2}, .name = {"huygens", 7}},
    [PAWN] = {.letter = {"", 0},
              .name = {"pawn", 4},
              .aliases = sample_pawn,
              .alias_count = 1,
              .promotes = true},
};
static const struct cp_alphabet sample_plane = {.pieces = sample_words,
                                                .count = SAMPLE_KINDS,
                                                .native = CP_LETTER,
                                                .signs = CP_SIGNS_OF_CAPTURES};
static const struct cp_alphabet sample_board = {.pieces = sample_words,
                                                .count = SAMPLE_KINDS,
                                                .native = CP_BARE,
                                                .bounded = true,
                                                .castles = true,
                                                .signs = CP_SIGNS_OF_CAPTURES,
                                                .files = 8,
                                                .ranks = 8,
                                                .home = {2, 7}};

enum { AGENT_KING, MOVER, PUPPETEER, SWAPPER, AGENT_KINDS };

static const struct cp_piece_words sample_agent_words[AGENT_KINDS] = {
    [AGENT_KING] = {.letter = {"K", 1}, .name = {"king", 4}},
    [MOVER] = {.letter = {"M", 1}, .name = {"mover", 5}},
    [PUPPETEER] = {.letter = {"P", 1}, .name = {"puppeteer", 9}},
    [SWAPPER] = {.letter = {"S", 1}, .name = {"swapper", 7}},
};
static const struct cp_alphabet sample_agents = {.pieces = sample_agent_words,
                                                 .count = AGENT_KINDS,
                                                 .native = CP_BARE,
                                                 .bounded = true,
                                                 .signs = CP_SIGNS_OF_STEPS,
                                                 .marks_last = true,
                                                 .has_before = true,
                                                 .counts_both = true,
                                                 .files = 13,
                                                 .ranks = 9,
                                                 .home = {2, 8}};

/* ---- where a test works ---- */

static struct cp_arena sample_run, sample_record;
static struct cp_ints *sample_ints;
static struct cp_notations sample_notations;
static struct cp_diags sample_diags;

/* A new record; the notations stay. */
static inline void sample_begin(bool strict)
{
    if (!sample_ints) {
        sample_ints = cp_ints_open();
        cp_notations_open(&sample_notations, &sample_run);
    }
    cp_ints_reset(sample_ints, 0);
    cp_arena_reset(&sample_record);
    sample_diags = cp_diags_in(&sample_record);
    sample_diags.strict = strict;
}

/* At the end of a program: so that what is left over is a leak. */
__attribute__((destructor)) static inline void sample_end(void)
{
    cp_notations_close(&sample_notations);
    cp_arena_close(&sample_run);
    cp_arena_close(&sample_record);
    cp_ints_close(sample_ints);
}

static inline cp_str sample_messages(void)
{
    struct cp_buf out;
    cp_buf_init(&out, &sample_record);
    cp_diags_format(&sample_diags, &out, 50);
    return cp_buf_str(&out);
}

static inline bool sample_says(const char *text)
{
    cp_str all = sample_messages();
    size_t len = strlen(text);
    for (size_t i = 0; i + len <= all.len; i++)
        if (memcmp(all.at + i, text, len) == 0)
            return true;
    return false;
}

/* Text handed out a few bytes at a time. */
struct sample_source {
    cp_str text;
    size_t step;
};

/* Behind what it gives the room may hold anything: here the sign that most hangs on. */
static inline long sample_read(void *data, char *room, size_t size)
{
    enum { BEHIND = 16 };
    struct sample_source *s = data;
    size_t n = s->text.len < size ? s->text.len : size;
    if (s->step && n > s->step)
        n = s->step;
    memset(room, '[', n + BEHIND < size ? n + BEHIND : size);
    if (n)
        memcpy(room, s->text.at, n);
    s->text = cp_str_skip(s->text, n);
    return (long)n;
}

/* A variant called "board" has edges, "agents" too, as testdata calls it as well;
 * "nothing" is not known. */
static inline const struct cp_alphabet *sample_alphabet(void *data, struct cp_game *g,
                                                        const struct cp_lookahead *ahead)
{
    if (data)
        *(struct cp_lookahead *)data = *ahead;
    cp_str name = cp_game_tag(g, "Variant");
    g->variant = name.len ? name : CP_STR("plane");
    if (cp_str_is(name, "nothing"))
        return NULL;
    if (cp_str_is(name, "agents") || cp_str_is(name, "Trapper Chess"))
        return &sample_agents;
    return cp_str_is(name, "board") ? &sample_board : &sample_plane;
}

static inline void sample_open(struct cp_reader *r, struct sample_source *source,
                               struct cp_lookahead *ahead)
{
    struct cp_reader_input input = {sample_read,     source, "games.txt", &sample_notations,
                                    sample_alphabet, ahead,  false,       false,
                                    false,           false,  NULL,        NULL};
    cp_reader_open(r, &input, &sample_run);
}

#endif
