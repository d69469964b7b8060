/* SPDX-License-Identifier: MIT */
/* record_doc_test.c -- what schemas/record.md shows and testdata/records and
 * testdata/notes hold, our readers read; the schemas are held to the same by
 * scripts/check-schemas. */
#include "annotate/annotate.h"
#include "base/json.h"
#include "base/yaml.h"
#include "game/record.h"

#include "test.h"

static struct cp_arena arena;
static struct cp_ints *ints;
static struct cp_diags diags;

static cp_str content(const char *path)
{
    struct cp_buf text;
    FILE *file = fopen(path, "rb");
    cp_buf_init(&text, &arena);
    EXPECT(file != NULL);
    for (size_t got = 1; file && got;) {
        got = fread(cp_buf_room(&text, 4096), 1, 4096, file);
        text.len += got;
    }
    if (file)
        fclose(file);
    return cp_buf_str(&text);
}

/* The next line of *text, without its end; false when there is none. */
static bool next_line(cp_str *text, cp_str *line)
{
    if (!text->len)
        return false;
    const char *end = memchr(text->at, '\n', text->len);
    *line = (cp_str){text->at, end ? (size_t)(end - text->at) : text->len};
    *text = cp_str_skip(*text, line->len + (end != NULL));
    return true;
}

/* The next fenced block of *text and its kind ("jsonl"). */
static bool next_block(cp_str *text, cp_str *kind, cp_str *block)
{
    cp_str line;
    while (next_line(text, &line)) {
        if (!cp_str_starts(line, CP_STR("```")))
            continue;
        *kind = cp_str_skip(line, 3);
        block->at = text->at;
        while (next_line(text, &line) && !cp_str_is(line, "```"))
            continue;
        block->len = (size_t)(line.at - block->at);
        return true;
    }
    return false;
}

/* What value says as a record, written anew; what is wrong with it otherwise. */
static cp_str rewritten(const struct cp_value *v)
{
    struct cp_game g;
    struct cp_buf out;
    cp_buf_init(&out, &arena);
    if (!ints)
        ints = cp_ints_open();
    cp_game_init(&g, &arena, ints);
    if (v && cp_record_parse(&g, v, &diags))
        cp_record_format(&out, &g);
    else
        cp_diags_format(&diags, &out, 20);
    return cp_buf_str(&out);
}

static struct cp_value *json_of(cp_str text)
{
    struct cp_value *v;
    diags = cp_diags_in(&arena);
    return cp_json_parse(&v, &arena, text, (cp_span){"doc", 1, 1, 0}, &diags) ? v : NULL;
}

static struct cp_value *yaml_of(cp_str text)
{
    struct cp_value *v;
    diags = cp_diags_in(&arena);
    return cp_yaml_parse(&v, &arena, text, "doc", &diags) ? v : NULL;
}

static const char *z(cp_str text)
{
    return cp_str_keep(&arena, text).at;
}

TEST(the_examples_of_record_md_are_records_kept_byte_for_byte)
{
    cp_str text = content("schemas/record.md"), kind, block, line, last = {0};
    unsigned kept = 0, read = 0, translated = 0;
    while (next_block(&text, &kind, &block)) {
        if (cp_str_is(kind, "jsonl"))
            while (next_line(&block, &line)) {
                EXPECT_STR(rewritten(json_of(line)), z(line));
                last = line;
                kept++;
            }
        else if (cp_str_is(kind, "json"))
            read += json_of(block) && rewritten(json_of(block)).at[0] == '{';
        else if (cp_str_is(kind, "yaml") && ++translated)
            EXPECT_STR(rewritten(yaml_of(block)), z(last)); /* the same as the line above it */
    }
    EXPECT_INT(kept, 4);
    EXPECT_INT(read, 2);
    EXPECT_INT(translated, 1);
}

TEST(what_the_schema_of_records_accepts_or_refuses_so_do_we)
{
    static const char *const fine[] = {"every-field", "tag-pairs", "bare"};
    cp_str text, line;
    for (size_t i = 0; i < sizeof fine / sizeof *fine; i++) {
        char path[64];
        snprintf(path, sizeof path, "testdata/records/%s.jsonl", fine[i]);
        EXPECT(rewritten(json_of(cp_str_trim(content(path)))).at[0] == '{');
        EXPECT_INT(diags.count, 0);
    }
    text = content("testdata/records/refused.jsonl");
    while (next_line(&text, &line)) {
        (void)rewritten(json_of(line));
        if (diags.errors == 0)
            EXPECT_STR(line, "a refusal");
    }
}

TEST(what_the_schema_of_notes_accepts_or_refuses_so_do_we)
{
    struct cp_notebook book = {0};
    cp_str text = content("testdata/notes/fine.jsonl"), line;
    if (!ints)
        ints = cp_ints_open();
    while (next_line(&text, &line))
        EXPECT(cp_notebook_parse(&book, &arena, ints, yaml_of(line), &diags));
    text = content("testdata/notes/refused.jsonl");
    while (next_line(&text, &line))
        if (cp_notebook_parse(&book, &arena, ints, yaml_of(line), &diags))
            EXPECT_STR(line, "a refusal");
}
