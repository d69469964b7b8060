/* SPDX-License-Identifier: MIT */
/* both_ways_test.h -- one text judged twice, by a run that may take the fast lane and by
 * one that may not: after every game both must have said, counted and passed the
 * same. For tests and for the fuzzer. */
#ifndef CP_BOTH_WAYS_TEST_H
#define CP_BOTH_WAYS_TEST_H

#include "run/fast_lane.h"
#include "run/stream.h"
#include "settle/judge.h"
#include "settle/variants.h"

/* What is there to be counted, and how many games were not even read. */
struct counts {
    uint64_t games, plies, valid, warnings, passed;
};

struct way {
    struct cp_request asked;
    struct cp_run run;
    struct cp_stream stream;
    struct counts counts;
    cp_str text;
    size_t step; /* bytes at a time; 0: all */
};

struct both_ways {
    struct way fast, usual;
};

static inline bool way_each(struct cp_run *run, struct cp_game *g)
{
    struct counts *t = run->state;
    struct cp_judgement judged;
    cp_judge_game(run, g, false, NULL, &judged);
    if (!judged.is_valid)
        cp_run_raise(run, CP_ERROR);
    t->games++;
    t->plies += judged.verdict.plies;
    t->valid += judged.is_valid;
    t->warnings += run->diags.warnings;
    return false;
}

static inline enum cp_quick_answer way_count(struct cp_run *run, const struct cp_quick_game *g)
{
    struct counts *t = run->state;
    t->games++;
    t->plies += g->plies;
    t->valid++;
    t->passed++;
    return CP_PASS;
}

static inline long way_source(void *data, char *room, size_t size)
{
    struct way *w = data;
    size_t n = w->text.len < size ? w->text.len : size;
    n = w->step && n > w->step ? w->step : n;
    if (n)
        memcpy(room, w->text.at, n);
    w->text = cp_str_skip(w->text, n);
    return (long)n;
}

static inline bool way_open(struct way *w, bool may_skim)
{
    static const struct cp_tool tool = {
        .name = "test", .each = way_each, .fast_lane.played = way_count};
    struct cp_run *run = &w->run;
    struct cp_arena like;
    cp_arena_init(&like, NULL, NULL);
    *w = (struct way){.asked = {.tool = &tool,
                                .jobs = 1,
                                .fast_lane = may_skim ? CP_LANE_BOARD : CP_LANE_CLOSED}};
    struct cp_ints *ints = cp_ints_open();
    if (!ints)
        return false;
    cp_run_open(run, &w->asked, ints, &like);
    run->state = &w->counts;
    run->shape = CP_SHAPE_TEXT;
    run->input.file = "text";
    bool good = cp_run_load_variants(run, &w->asked);
    run->mark = cp_ints_mark(run->ints);
    return good;
}

static inline void way_close(struct way *w)
{
    cp_run_close(&w->run);
}

static inline bool both_ways_open(struct both_ways *b)
{
    return way_open(&b->fast, true) && way_open(&b->usual, false);
}

static inline void both_ways_close(struct both_ways *b)
{
    way_close(&b->fast);
    way_close(&b->usual);
}

static inline void way_begin(struct way *w, cp_str text, size_t step)
{
    bool is_records = text.len && text.at[0] == '{';
    w->run.shape = is_records ? CP_SHAPE_JSON : CP_SHAPE_TEXT;
    w->counts = (struct counts){0};
    w->text = text;
    w->step = step;
    w->run.status = 0;
    cp_arena_reset(&w->run.messages_arena);
    cp_buf_init(&w->run.messages, &w->run.messages_arena);
    cp_stream_open(&w->stream, &w->run, way_source, w);
}

/* NULL, or in what they differ. */
static inline const char *both_ways_differ(struct both_ways *b)
{
    const struct counts *l = &b->fast.counts, *u = &b->usual.counts;
    const struct cp_reader *fast = &b->fast.stream.text, *usual = &b->usual.stream.text;
    if (!cp_str_equal(cp_buf_str(&b->fast.run.messages), cp_buf_str(&b->usual.run.messages)))
        return "what is said";
    if (b->fast.run.status != b->usual.run.status)
        return "the status";
    if (l->games != u->games || l->plies != u->plies || l->valid != u->valid ||
        l->warnings != u->warnings)
        return "what is counted";
    if (b->fast.run.shape == CP_SHAPE_JSON)
        return cp_line_reader_offset(&b->fast.stream.lines) ==
                       cp_line_reader_offset(&b->usual.stream.lines)
                   ? NULL
                   : "where the line ends";
    if (fast->cursor.line != usual->cursor.line ||
        cp_reader_offset(fast) != cp_reader_offset(usual) ||
        fast->cursor.line_offset != usual->cursor.line_offset)
        return "where the game ends";
    return NULL;
}

/* Judges the whole text; NULL, or in what the ways differ. */
static inline const char *both_ways_judge(struct both_ways *b, cp_str text, size_t step)
{
    uint64_t at;
    const char *fault = NULL;
    bool goes_on = true;
    way_begin(&b->fast, text, step);
    way_begin(&b->usual, text, 0);
    while (goes_on && !fault) {
        goes_on = cp_stream_step(&b->fast.stream);
        if (goes_on != cp_stream_step(&b->usual.stream))
            fault = "how many games there are";
        bool is_text = b->fast.run.shape == CP_SHAPE_TEXT;
        bool is_left = is_text && cp_reader_look(&b->fast.stream.text, &at);
        if (is_text && is_left != cp_reader_look(&b->usual.stream.text, &at))
            fault = "whether text is left";
        if (!fault)
            fault = both_ways_differ(b);
    }
    cp_stream_close(&b->fast.stream);
    cp_stream_close(&b->usual.stream);
    return fault;
}

#endif
