/* SPDX-License-Identifier: MIT */
/* refused_test.c -- a game read from text, written as a record, read from that,
 * played and written as text, with the n-th request for memory refused, for every
 * n until none is. What is half done then must leave nothing behind. */
#include "base/json.h"
#include "game/record.h"
#include "rules/replay.h"
#include "rules/variant/variant.h"
#include "test.h"
#include "text/reading/reader.h"
#include "text/starts/start.h"
#include "text/writer.h"

#include <setjmp.h>

static const char game_text[] =
    "[Event \"a \\\"name\\\"\"]\n[Variant \"trappist-1\"]\n"
    "[Setup \"w: K (1,1), Hu (5,5), R (2,100000000000000000000), P (4,15); b: K (30,30), N "
    "(9,9)\"]\n\n"
    "1. Hu(5,5)-(5,10)! {a comment} N(7,10) (1... N(7,8) (1... K (31,31) $5)) 2. (4,16)=C+ "
    "K(31,30) 3. R(2,100000000000000000000)-(3,100000000000000000000) * ; the end\n";

static struct cp_arena run, record;
static struct cp_ints *ints;
static struct cp_variants variants;
static struct cp_law law;
static struct cp_notations notations;
static struct cp_buf written; /* of the last round that was not refused */
static size_t mark;
static jmp_buf refused;

static void refuse(void *data)
{
    (void)data;
    longjmp(refused, 1);
}

static void load(void)
{
    static struct cp_diags said;
    cp_arena_init(&run, NULL, NULL);
    ints = cp_ints_open();
    said = cp_diags_in(&run);
    cp_notations_open(&notations, &run);
    cp_buf_init(&written, &run);
    if (!ints || !cp_variants_load(&variants, &run, ints, &said) ||
        !cp_law_init(&law, cp_variants_find(&variants, CP_STR("trappist-1")), &run, &said))
        abort();
    mark = cp_ints_mark(ints);
}

static const struct cp_alphabet *find_alphabet(void *data, struct cp_game *g,
                                               const struct cp_lookahead *ahead)
{
    (void)data, (void)ahead;
    g->variant = law.variant->id;
    return &law.variant->alphabet;
}

static void play(struct cp_game *g, struct cp_diags *d)
{
    struct cp_start start;
    struct cp_verdict verdict;
    EXPECT(
        cp_start_parse(&start, &record, ints, &law.variant->alphabet, g->start, (cp_span){0}, d));
    struct cp_replay replay = {.law = &law, .start = &start};
    cp_replay_run(&replay, g, &verdict);
    EXPECT_INT(verdict.plies, 5);
    EXPECT(!verdict.first_bad);
}

/* All there is to do with a game; the text that comes of it. */
static cp_str work(struct cp_reader *reader)
{
    struct cp_game read, again;
    struct cp_buf json, text;
    struct cp_value *v;
    cp_game_init(&read, &record, ints);
    cp_game_init(&again, &record, ints);
    struct cp_diags d = cp_diags_in(&record);
    cp_buf_init(&json, &record);
    cp_buf_init(&text, &record);
    EXPECT_INT(cp_reader_read(reader, &read, &d), CP_READER_GAME);
    play(&read, &d);
    cp_record_format(&json, &read);
    EXPECT(cp_json_parse(&v, &record, cp_buf_str(&json), (cp_span){"g.jsonl", 1, 1, 0}, &d));
    EXPECT(cp_record_parse(&again, v, &d));
    EXPECT(cp_notation_read_game(cp_notations_get(&notations, &law.variant->alphabet), &again, &d));
    play(&again, &d);
    cp_game_write(&text, &again,
                  &(struct cp_writing){.alphabet = &law.variant->alphabet, .keeps_spelling = true});
    return cp_buf_str(&text);
}

/* One round with the n-th request refused; whether all went well. */
static bool try(unsigned n)
{
    struct cp_reader reader;
    volatile bool is_done = false;
    cp_str left = cp_str_from(game_text);
    struct cp_reader_input input = {.source = cp_source_of_text,
                                    .source_data = &left,
                                    .file = "g.txt",
                                    .notations = &notations,
                                    .alphabet = find_alphabet};
    cp_ints_reset(ints, mark);
    cp_arena_init(&record, refuse, NULL);
    record.refuse_at = n;
    cp_reader_open(&reader, &input, &run);
    if (!setjmp(refused)) {
        cp_str text = work(&reader);
        cp_buf_reset(&written);
        cp_buf_put(&written, text);
        is_done = true;
    }
    cp_reader_close(&reader);
    cp_arena_close(&record);
    return is_done;
}

TEST(a_game_is_read_judged_and_written_whatever_memory_is_refused)
{
    unsigned n = 1;
    load();
    while (n < 20000 && !try(n))
        n++;
    EXPECT(n > 50 && n < 20000);
    cp_str first = cp_str_keep(&run, cp_buf_str(&written));
    EXPECT(try(0)); /* and what was refused before has harmed nothing */
    EXPECT(cp_str_equal(first, cp_buf_str(&written)));
    EXPECT(cp_str_starts(first, CP_STR("[Event \"a \\\"name\\\"\"]\n[Variant \"trappist-1\"]\n")));
    cp_notations_close(&notations);
    cp_ints_close(ints);
    cp_arena_close(&run);
}
