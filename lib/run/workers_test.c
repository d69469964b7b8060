/* SPDX-License-Identifier: MIT */
/* The law: whatever the batches and the workers, games, messages and status are
 * those of one worker who reads the whole. */
#include "run/workers.h"

#include "settle/variants.h"
#include "test.h"

#include <unistd.h>

static uint64_t seed = 88172645463325252u;

static uint32_t draw(uint32_t below)
{
    seed ^= seed << 13;
    seed ^= seed >> 7;
    seed ^= seed << 17;
    return (uint32_t)(seed >> 33) % below;
}

/* ---- a tool that shows what it was given ---- */

struct state {
    uint64_t lines; /* the sum of the lines that games begin on */
};

static void put_comments(struct cp_buf *out, const struct cp_comment *c)
{
    for (; c; c = c->next)
        cp_buf_printf(out, " {%.*s}", CP_FMT(c->text));
}

static bool each(struct cp_run *run, struct cp_game *g)
{
    struct cp_buf *out = &run->output.text;
    cp_buf_printf(out, "%u:", g->line);
    for (const struct cp_tag *tag = g->tags; tag; tag = tag->next)
        cp_buf_printf(out, " [%.*s %.*s]", CP_FMT(tag->name), CP_FMT(tag->value));
    for (const struct cp_node *node = g->moves.first; node; node = node->next) {
        cp_buf_printf(out, " %u:%u %.*s", node->line, node->col, CP_FMT(node->text));
        put_comments(out, node->notes ? node->notes->after : NULL);
    }
    put_comments(out, g->moves.end);
    cp_buf_printf(out, " %.*s\n", CP_FMT(g->result));
    struct state *s = run->state;
    s->lines += g->line;
    if (g->line % 7 == 0)
        cp_run_raise(run, CP_ERROR);
    return false;
}

static void join(struct cp_run *run, const void *state)
{
    struct state *s = run->state;
    const struct state *more = state;
    s->lines += more->lines;
}

static const struct cp_tool tool = {
    .name = "test", .state_size = sizeof(struct state), .each = each, .join = join};

/* ---- running it ---- */

struct outcome {
    cp_str out, said;
    uint64_t games, lines;
    int status;
};

static struct cp_arena arena; /* of outcomes and texts */
static char path[40], path_out[48];

static cp_str content(const char *file)
{
    struct cp_buf text;
    cp_buf_init(&text, &arena);
    FILE *stream = fopen(file, "rb");
    size_t got = 1;
    while (stream && got) {
        got = fread(cp_buf_room(&text, 65536), 1, 65536, stream);
        text.len += got;
    }
    EXPECT(stream && fclose(stream) == 0);
    return cp_buf_str(&text);
}

static struct outcome outcome_of(unsigned jobs, size_t batch)
{
    struct cp_request asked = {.tool = &tool, .jobs = jobs, .batch = batch};
    strcpy(asked.mark, jobs > 1 ? "#7:" : "");
    struct cp_run run;
    struct cp_arena like;
    const char *files[] = {path};
    cp_arena_init(&like, NULL, NULL);
    cp_run_open(&run, &asked, cp_ints_open(), &like);
    EXPECT(cp_run_load_variants(&run, &asked));
    cp_variants_wake(&asked.variants, &run.arena, run.ints);
    asked.variant = cp_variants_find(&asked.variants, CP_STR("trappist-1"));
    run.mark = cp_ints_mark(run.ints);
    EXPECT(cp_output_open(&run.output, &run.arena, &run.own, path_out));
    cp_input_init(&run.input, &run.arena, &run.own, files, 1, CP_ENCODING_AUTO);
    cp_workers_run(&run);
    EXPECT_INT(cp_output_close(&run.output), CP_WRITTEN);
    const struct state *s = run.state;
    struct outcome all = {content(path_out), cp_str_keep(&arena, cp_buf_str(&run.messages)),
                          run.games, s->lines, run.status};
    cp_input_close(&run.input);
    cp_run_close(&run);
    return all;
}

static void expect_same(struct outcome wanted, struct outcome got)
{
    EXPECT(cp_str_equal(got.out, wanted.out));
    EXPECT(cp_str_equal(got.said, wanted.said));
    EXPECT_INT((int64_t)got.games, (int64_t)wanted.games);
    EXPECT_INT((int64_t)got.lines, (int64_t)wanted.lines);
    EXPECT_INT(got.status, wanted.status);
}

static void expect_law(cp_str text, unsigned tries)
{
    strcpy(path, "/tmp/cp-workers-XXXXXX");
    int fd = mkstemp(path);
    EXPECT(fd >= 0 && write(fd, text.at, text.len) == (ssize_t)text.len && close(fd) == 0);
    snprintf(path_out, sizeof path_out, "%s.out", path);
    struct outcome wanted = outcome_of(1, 0);
    unsigned before = test_faults;
    while (tries-- && test_faults == before)
        expect_same(wanted, outcome_of(2 + draw(4), 40 + draw(1 << (6 + draw(8)))));
    if (test_faults == before) {
        unlink(path);
        unlink(path_out);
    } else {
        printf("# %s\n", path);
    }
    cp_arena_reset(&arena);
}

/* ---- texts ---- */

static const char *const scraps[] = {
    "[Event \"x\"]\n",
    "[White \"a {b\"]\n",
    "[Black \"c}d\"]\r\n",
    "\n[Event \"y\"]\n\n",
    "\r\r[Event \"z\"]\r",
    "\n\n[Event \"no end\n",
    "\n[not a tag\n",
    " [Indented \"t\"]\n",
    "1. (a1)-(a2) R(b3)-(b9) ",
    "1. (4,2)-(4,4) ",
    "{a comment} ",
    "{with\n[Event \"a tag\"]\nin it} ",
    "{of [lines\n[lines}\n",
    "{without an end ",
    "} ",
    "; to the end {\n",
    "\n% escape [Event \"q\"]\n",
    "( (a1)-(a3) ) ",
    "(((( ",
    ")",
    "x({ ",
    "x(a b ",
    "1-0\n\n",
    "1-0 ",
    "0-1\n; behind it\n\n",
    "*\n\n{before} ",
    "1/2-1/2\r\n\r\n",
    "\xc2\xbd-\xc2\xbd\n\n",
    "\n\n\n",
    "        ",
    "\n",
    "\r",
    "$14 ! ?? ",
    "1-0 [Event \"}\"]\n",
    "\xef\xbb\xbf",
    "\xff",
    "\n\n[\n\n",
    "\n\n[\"x\"\n",
    "\n\n[5,\n",
    "\"1. (a1)-(a2)\",\n",
    "]\n\n",
    "a-word-that-is-longer-than-most-words-are-and-yet-no-move-at-all ",
};

static cp_str rags(unsigned count, unsigned kinds)
{
    struct cp_buf text;
    uint32_t all = sizeof scraps / sizeof *scraps, chosen[64];
    cp_buf_init(&text, &arena);
    for (unsigned i = 0; i < kinds; i++)
        chosen[i] = draw(all);
    for (unsigned i = 0; i < count; i++)
        cp_buf_puts(&text, scraps[chosen[draw(kinds)]]);
    return cp_buf_str(&text);
}

TEST(games_of_rags_are_the_same_in_any_batches)
{
    for (int i = 0; i < (getenv("CP_QUICK") ? 30 : 150); i++)
        expect_law(rags(20 + draw(800), 2 + draw(30)), 3);
}

TEST(a_game_larger_than_all_batches_is_one_game)
{
    struct cp_buf text;
    cp_buf_init(&text, &arena);
    cp_buf_puts(&text, "[Event \"one\"]\n\n1. (a1)-(a2) {");
    for (int i = 0; i < 5000; i++)
        cp_buf_puts(&text, "[lines]\n[Line of a comment\n\n1-0\n\n1.");
    cp_buf_puts(&text, "} 1-0\n\n[Event \"two\"]\n\n1. (a1)-(a3) 1-0\n");
    expect_law(cp_buf_str(&text), 5);
}

TEST(a_comment_without_end_ends_where_one_worker_ends_it)
{
    struct cp_buf text;
    cp_buf_init(&text, &arena);
    for (int i = 0; i < 400; i++) {
        cp_buf_printf(&text, "[Event \"%d\"]\n\n1. (a1)-(a2) ", i);
        cp_buf_puts(&text, i % 50 == 7   ? "{open\n\n"
                           : i % 50 == 8 ? "{open, first\n\n"
                                         : "1-0\n\n");
        if (i % 50 == 8)
            cp_buf_puts(&text, "1-0\n\n{no moves\n\n");
    }
    expect_law(cp_buf_str(&text), 20);
}

TEST(records_are_the_same_in_any_batches)
{
    struct cp_buf text;
    cp_buf_init(&text, &arena);
    for (int i = 0; i < 300; i++) {
        cp_buf_puts(&text, "{\"variant\": \"trappist-1\", \"tags\": {\"Event\": \"");
        for (uint32_t n = draw(300); n; n--)
            cp_buf_puts(&text, draw(40) ? "x" : "\xff");
        cp_buf_puts(&text, draw(9) ? "\"}, \"moves\": [\"(a1)-(a2)\"]}" : "broken");
        cp_buf_puts(&text, draw(9) ? "\n" : draw(2) ? "\r\n" : "\r\n\n");
    }
    expect_law(cp_buf_str(&text), 20);
    cp_buf_init(&text, &arena);
    cp_buf_puts(&text, "{}"); /* no line end */
    expect_law(cp_buf_str(&text), 2);
}

/* ---- cuts ---- */

TEST(cuts_are_proposed_where_games_begin)
{
    static const char text[] =
        "[Event \"a\"]\n\n1. (a1)-(a2) {x\n[%clk 1]} 1-0\n\n[Event \"b\"]\n[Site \"s\"]\n\n1. ";
    cp_str all = cp_str_from(text);
    EXPECT_INT((int64_t)cp_batch_cut(all, CP_SHAPE_TEXT), strstr(text, "[Event \"b") - text);
    all.len = (size_t)(strstr(text, "[Event \"b") - text);
    EXPECT_INT((int64_t)cp_batch_cut(all, CP_SHAPE_TEXT), 0);
    cp_str plain = CP_STR("1. (a1)-(a2) 1-0\n\n1. (a1)-(a2)\n\n2. (a2)-(a3)");
    EXPECT_INT((int64_t)cp_batch_cut(plain, CP_SHAPE_TEXT), 18);
    cp_str lines = CP_STR("8/8/8 w - -\n8/8/8 b - - id \"a\";\n8/8/8 w");
    EXPECT_INT((int64_t)cp_batch_cut(lines, CP_SHAPE_TEXT), 32);
    EXPECT_INT((int64_t)cp_batch_cut(CP_STR("{}\n{}\n{\"a\""), CP_SHAPE_JSON), 6);
    EXPECT_INT((int64_t)cp_batch_cut(CP_STR("{\"a\""), CP_SHAPE_JSON), 0);
}
