/* SPDX-License-Identifier: MIT */
/* icn_fuzz.c -- any bytes are games of infinitechess.org: however they arrive their records are
 * the same, and where nothing is told of them they come back from these as they were, but for
 * white space, and what parts moves (R-ICN-1). What was written of any is read, and written as it
 * is. What begins with a brace is records that anybody may have written, and the same holds of
 * those. They are asked for as without --rules.
 *
 * seeds: testdata/icn/?*.icn
 * runs: 400
 */
#include "forms/form.h"
#include "run/stream.h"
#include "settle/variants.h"

#include <stdlib.h>

static void require(bool truth)
{
    if (!truth)
        abort();
}

static bool pass_on(struct cp_run *run, struct cp_game *g)
{
    (void)run;
    (void)g;
    return true;
}

static bool write_icn(struct cp_run *run, struct cp_game *g)
{
    (void)cp_icn_form_write(&(struct cp_conversion){.form = CP_TO_ICN, .style = CP_KEEP}, run, g);
    return false;
}

static const struct cp_tool parser = {.name = "icn", .habits = CP_WRITES_RECORDS, .each = pass_on};
static const struct cp_tool writer = {.name = "icn", .each = write_icn};
static struct cp_request asked = {
    .tool = &parser, .jobs = 1, .is_icn = true, .takes_any_variant = true};
static struct cp_run run;

static void open_run(void)
{
    struct cp_arena like;
    cp_arena_init(&like, NULL, NULL);
    cp_run_open(&run, &asked, cp_ints_open(), &like);
    run.input.file = "fuzz";
    require(cp_run_load_variants(&run, &asked));
    cp_variants_wake(&asked.variants, &run.arena, run.ints);
    run.mark = cp_ints_mark(run.ints);
}

struct bytes {
    cp_str left;
    size_t step; /* 0: all at once */
};

static long read_bytes(void *data, char *room, size_t size)
{
    struct bytes *b = data;
    size_t len = b->left.len < size ? b->left.len : size;
    len = b->step && len > b->step ? b->step : len;
    if (len)
        memcpy(room, b->left.at, len);
    b->left = cp_str_skip(b->left, len);
    return (long)len;
}

/* What a tool makes of text, into out; whether anything was told. */
static bool make(const struct cp_tool *tool, enum cp_shape shape, cp_str text, size_t step,
                 struct cp_buf *out)
{
    struct cp_stream s;
    struct bytes bytes = {text, step};
    asked.tool = tool;
    run.shape = shape;
    run.status = 0;
    run.games = 0;
    cp_buf_reset(&run.output.text);
    cp_buf_reset(&run.messages);
    cp_stream_open(&s, &run, read_bytes, &bytes);
    while (cp_stream_step(&s))
        ;
    cp_stream_close(&s);
    cp_buf_put(out, cp_buf_str(&run.output.text));
    return run.messages.len > 0;
}

/* Passes white space, bars and numbers of moves, 1. */
static size_t pass_parting(cp_str text, size_t at)
{
    for (size_t end; at < text.len; at = end) {
        for (end = at; end < text.len && (cp_is_space(text.at[end]) || text.at[end] == '|');)
            end++;
        size_t digits = end;
        while (digits < text.len && cp_is_digit(text.at[digits]))
            digits++;
        bool is_fresh = !end || cp_is_space(text.at[end - 1]) || strchr("|}", text.at[end - 1]);
        if (is_fresh && digits > end && digits < text.len && text.at[digits] == '.')
            end = digits + 1;
        if (end == at)
            break;
    }
    return at;
}

/* But for what parts moves. */
static bool is_same_but_for_parting(cp_str a, cp_str b)
{
    size_t i = 0, k = 0;
    for (;; i++, k++) {
        i = pass_parting(a, i);
        k = pass_parting(b, k);
        if (i == a.len || k == b.len)
            return i == a.len && k == b.len;
        if (a.at[i] != b.at[k])
            return false;
    }
}

/* Whether the site knows the name of its variant; else a position is written (R-ICN-16). */
static bool is_known_there(cp_str text)
{
    cp_str tag = CP_STR("[Variant \"");
    while (text.len && !cp_str_starts(text, tag))
        text = cp_str_skip(text, 1);
    cp_str value = cp_str_skip(text, text.len ? tag.len : 0);
    const char *end = value.len ? memchr(value.at, '"', value.len) : NULL;
    value.len = end ? (size_t)(end - value.at) : 0;
    const struct cp_variant *v =
        value.len ? cp_variants_find_anywhere(&asked.variants, value) : NULL;
    return !v || (cp_variant_is_named_there(v, value) && !cp_str_is(v->name, CP_SITE_POSITION));
}

/* What was told when it was read stands in records by this name, and is not told again. */
static bool was_told(cp_str records)
{
    const cp_str name = CP_STR("\"told\"");
    while (records.len && !cp_str_starts(records, name))
        records = cp_str_skip(records, 1);
    return records.len > 0;
}

/* What was written without a word is read without one, and written as it is: a line a game. */
static void try_records(cp_str text, struct cp_buf *icn, struct cp_buf *again)
{
    bool is_odd = make(&writer, CP_SHAPE_JSON, text, 0, icn) || was_told(text);
    uint64_t games = run.games;
    if (!is_odd && icn->len) {
        require(!make(&writer, CP_SHAPE_TEXT, cp_buf_str(icn), 0, again));
        require(run.games == games && cp_str_equal(cp_buf_str(icn), cp_buf_str(again)));
    }
}

static void try_text(cp_str text, struct cp_buf *icn, struct cp_buf *again, struct cp_arena *arena)
{
    struct cp_buf records, slowly;
    cp_buf_init(&records, arena);
    cp_buf_init(&slowly, arena);
    bool is_told = make(&parser, CP_SHAPE_TEXT, text, 0, &records);
    require(make(&parser, CP_SHAPE_TEXT, text, 3, &slowly) == is_told);
    require(cp_str_equal(cp_buf_str(&records), cp_buf_str(&slowly)));
    bool is_odd = make(&writer, CP_SHAPE_JSON, cp_buf_str(&records), 0, icn);
    bool is_list = text.len && memchr(text.at, '"', text.len) && text.at[0] == '[' &&
                   text.len > 1 && !cp_is_letter(text.at[1]);
    if (!is_told && !is_odd && !is_list && is_known_there(text))
        require(is_same_but_for_parting(text, cp_buf_str(icn)));
    if (!make(&writer, CP_SHAPE_TEXT, cp_buf_str(icn), 0, again) && !is_odd && !is_told)
        require(cp_str_equal(cp_buf_str(icn), cp_buf_str(again)));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct cp_arena arena;
    struct cp_buf icn, again;
    cp_str text = {(const char *)data, size};
    if (!run.asked)
        open_run();
    cp_arena_init(&arena, NULL, NULL);
    cp_buf_init(&icn, &arena);
    cp_buf_init(&again, &arena);
    if (size && *data == '{')
        try_records(text, &icn, &again);
    else
        try_text(text, &icn, &again, &arena);
    cp_arena_close(&arena);
    return 0;
}
