/* SPDX-License-Identifier: MIT */
/* problems_test.c -- the problems of testdata/problems and what expected.tsv
 * says of each: outcome and check of the last position, or what is wrong with the
 * first (R-INF-10). They were worked out apart from the engine, and judge it. */
#include "rules/replay.h"
#include "rules/variant/variant.h"
#include "test.h"
#include "text/reading/reader.h"
#include "text/starts/start.h"

enum { LAWS = 16 };

/* What lives as long as the program, and one game's own. */
static struct cp_arena arena, record;
static struct cp_ints *ints;
static struct cp_diags said;
static struct cp_variants variants;
static struct cp_law laws[LAWS];
static struct cp_notations notations;

__attribute__((constructor)) static void load(void)
{
    cp_arena_init(&arena, NULL, NULL);
    cp_arena_init(&record, NULL, NULL);
    ints = cp_ints_open();
    said = cp_diags_in(&arena);
    cp_notations_open(&notations, &arena);
    if (!ints || !cp_variants_load(&variants, &arena, ints, &said))
        abort();
    for (uint32_t i = 0; i < variants.count && i < LAWS; i++)
        if (!cp_law_init(&laws[i], variants.list[i], &arena, &said))
            abort();
}

static const struct cp_law *law_of(const struct cp_game *g)
{
    const struct cp_variant *v = cp_variants_find(&variants, g->variant);
    for (uint32_t i = 0; i < variants.count && i < LAWS; i++)
        if (laws[i].variant == v)
            return &laws[i];
    return NULL;
}

static const struct cp_alphabet *find_alphabet(void *data, struct cp_game *g,
                                               const struct cp_lookahead *ahead)
{
    (void)data;
    (void)ahead;
    const struct cp_variant *v = cp_variants_find(&variants, cp_game_tag(g, "Variant"));
    if (!v)
        return NULL;
    g->variant = v->id;
    return &v->alphabet;
}

/* ---- expected.tsv ---- */

struct expectation {
    cp_str file, name, outcome, check, why;
};

static cp_str next_part(cp_str *rest, char end)
{
    const char *found = rest->len ? memchr(rest->at, end, rest->len) : NULL;
    cp_str part = {rest->at, found ? (size_t)(found - rest->at) : rest->len};
    *rest = cp_str_skip(*rest, part.len + (found != NULL));
    return part;
}

static cp_str read_file(const char *path)
{
    struct cp_buf out;
    cp_buf_init(&out, &arena);
    FILE *f = fopen(path, "rb");
    EXPECT(f != NULL);
    for (size_t n = 1; f && n;) {
        n = fread(cp_buf_room(&out, 4096), 1, 4096, f);
        out.len += n;
    }
    if (f)
        fclose(f);
    return cp_buf_str(&out);
}

/* The next problem's line; false at the end. */
static bool next_expectation(cp_str *rest, struct expectation *e)
{
    while (rest->len) {
        cp_str line = next_part(rest, '\n');
        if (line.len == 0 || line.at[0] == '#')
            continue;
        e->file = next_part(&line, '\t');
        next_part(&line, '\t'); /* the game's number, for people */
        e->name = next_part(&line, '\t');
        e->outcome = next_part(&line, '\t');
        e->check = next_part(&line, '\t');
        e->why = line;
        return true;
    }
    return false;
}

/* ---- games ---- */

static const char *outcome_name(enum cp_outcome outcome)
{
    switch (outcome) {
    case CP_OUTCOME_CHECKMATE:
        return "checkmate";
    case CP_OUTCOME_STALEMATE:
        return "stalemate";
    default:
        return "none";
    }
}

static void complain(const struct expectation *e, const char *what, const char *got)
{
    printf("# %.*s, \"%.*s\": %s %s; wanted %.*s, check %.*s: %.*s\n", CP_FMT(e->file),
           CP_FMT(e->name), what, got, CP_FMT(e->outcome), CP_FMT(e->check), CP_FMT(e->why));
    EXPECT(!"as expected");
}

static void judge_start(const struct expectation *e, enum cp_diag fault)
{
    if (fault != cp_diag_find(e->outcome))
        complain(e, "start:", cp_diag_text(fault));
}

static void judge(struct cp_game *g, const struct expectation *e, struct cp_diags *d)
{
    struct cp_start start;
    struct cp_verdict verdict;
    const struct cp_law *law = law_of(g);
    EXPECT(cp_str_equal(cp_game_tag(g, "Event"), e->name));
    if (!law || !cp_start_parse(&start, &record, ints, &law->variant->alphabet, g->start,
                                (cp_span){0}, d)) {
        complain(e, "start", "cannot be read");
        return;
    }
    struct cp_replay replay = {.law = law, .start = &start};
    cp_replay_run(&replay, g, &verdict);
    if (verdict.start_fault || cp_str_starts(e->outcome, CP_STR("start-")))
        judge_start(e, verdict.start_fault);
    else if (verdict.first_bad)
        complain(e, "move:", verdict.is_unread ? "unread" : cp_diag_text(verdict.why.why));
    else if (!cp_str_is(e->outcome, outcome_name(verdict.outcome)))
        complain(e, "outcome", outcome_name(verdict.outcome));
    else if (verdict.check != cp_str_is(e->check, "yes"))
        complain(e, "check", verdict.check ? "yes" : "no");
}

static long read_stream(void *data, char *room, size_t size)
{
    size_t count = fread(room, 1, size, data);
    return ferror((FILE *)data) ? -1 : (long)count;
}

/* Opens testdata/problems/FILE.txt; FILE changes with the table's first column. */
static FILE *open_problems(struct cp_reader *r, cp_str file)
{
    static char path[200];
    snprintf(path, sizeof path, "testdata/problems/%.*s.txt", CP_FMT(file));
    FILE *f = fopen(path, "rb");
    if (!f) {
        printf("# %s cannot be read\n", path);
        EXPECT(!"a file of problems");
        return NULL;
    }
    struct cp_reader_input input = {.source = read_stream,
                                    .source_data = f,
                                    .file = path,
                                    .notations = &notations,
                                    .alphabet = find_alphabet};
    cp_reader_open(r, &input, &arena);
    return f;
}

static void judge_file(cp_str file, cp_str table, unsigned *count)
{
    struct cp_reader r;
    struct cp_game g;
    struct cp_diags d;
    struct expectation e;
    FILE *f = open_problems(&r, file);
    while (f && next_expectation(&table, &e) && cp_str_equal(e.file, file)) {
        cp_arena_reset(&record);
        d = cp_diags_in(&record);
        cp_game_init(&g, &record, ints);
        if (cp_reader_read(&r, &g, &d) == CP_READER_GAME)
            judge(&g, &e, &d);
        else
            complain(&e, "the text", "cannot be read");
        ++*count;
    }
    if (f) {
        cp_arena_reset(&record);
        d = cp_diags_in(&record);
        cp_game_init(&g, &record, ints);
        EXPECT_INT(cp_reader_read(&r, &g, &d), CP_READER_END);
        cp_reader_close(&r);
        fclose(f);
    }
}

TEST(every_problem_ends_as_its_table_says)
{
    struct expectation e;
    cp_str table = read_file("testdata/problems/expected.tsv"), rest = table, file = CP_STR("");
    unsigned count = 0;
    for (cp_str here = rest; next_expectation(&rest, &e); here = rest) {
        if (cp_str_equal(e.file, file))
            continue;
        file = e.file;
        judge_file(file, here, &count);
    }
    EXPECT(count >= 100);
}
