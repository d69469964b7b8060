/* SPDX-License-Identifier: MIT */
#include "base/json.h"
#include "base/yaml.h"
#include "base/yaml_tree.h"

#include "test.h"

#include <setjmp.h>

static struct cp_arena arena;
static struct cp_diags diags;

static cp_str said(void)
{
    struct cp_buf out;
    cp_buf_init(&out, &arena);
    cp_diags_format(&diags, &out, 10);
    diags = cp_diags_in(&arena);
    return cp_buf_str(&out);
}

/* A document as JSON, or what is wrong with it. */
static cp_str as_json(const char *yaml)
{
    struct cp_value *v;
    struct cp_buf out;
    diags = cp_diags_in(&arena);
    if (!cp_yaml_parse(&v, &arena, cp_str_from(yaml), "f.yaml", &diags))
        return said();
    cp_buf_init(&out, &arena);
    cp_value_format_json(&out, v);
    return cp_buf_str(&out);
}

static cp_str as_yaml(const char *json)
{
    struct cp_value *v;
    struct cp_buf out;
    diags = cp_diags_in(&arena);
    if (!cp_json_parse(&v, &arena, cp_str_from(json), (cp_span){"f.json", 1, 1, 0}, &diags))
        return said();
    cp_buf_init(&out, &arena);
    EXPECT_INT(cp_yaml_format(&out, v), CP_OK);
    return cp_buf_str(&out);
}

static bool has(cp_str text, const char *part)
{
    return strstr(cp_str_keep(&arena, text).at, part) != NULL;
}

TEST(plain_scalars_mean_what_the_core_schema_of_yaml_1_2_says)
{
    EXPECT_STR(as_json("[~, null, NULL, '', 'null']"), "[null,null,null,\"\",\"null\"]");
    EXPECT_STR(as_json("[true, FALSE, yes, No, on]"), "[true,false,\"yes\",\"No\",\"on\"]");
    EXPECT_STR(as_json("[1, -7, 1.10, 1e5, 123456789012345678901234567890]"),
               "[1,-7,1.10,1e5,123456789012345678901234567890]");
    EXPECT_STR(as_json("[+1, 007, .5, 5., -.5e+3, 0x1F, 0o17, -0]"),
               "[1,7,0.5,5,-0.5e+3,31,15,-0]");
    EXPECT_STR(as_json("[1-0, 1/2-1/2, 0x, 0xg, 1.2.3, 1e, '1', 12:30, .inf, -, +, .]"),
               "[\"1-0\",\"1/2-1/2\",\"0x\",\"0xg\",\"1.2.3\",\"1e\",\"1\",\"12:30\",\".inf\","
               "\"-\",\"+\",\".\"]");
    EXPECT_STR(as_json("[!!str 12, !!int '12', ! 12, !!map {a: 1}]"),
               "[\"12\",12,\"12\",{\"a\":1}]");
    EXPECT_STR(as_json("0xffffffffffffffffffff"), "\"0xffffffffffffffffffff\"");
}

TEST(moves_and_names_are_plain_strings)
{
    EXPECT_STR(as_json("moves:\n- R(g9)-(a9)+\n- (-1,7)-(-1,6)\n- Hu(φ9)\n1: one\n"),
               "{\"moves\":[\"R(g9)-(a9)+\",\"(-1,7)-(-1,6)\",\"Hu(φ9)\"],\"1\":\"one\"}");
}

TEST(what_is_wrong_is_said_with_line_and_column_in_bytes)
{
    EXPECT(has(as_json("a: [1, 2\n"), "f.yaml:2:1: error: this is no YAML"));
    EXPECT(has(as_json("a: 1\nb: 2\na: 3\n"), "f.yaml:3:1: error: the same name"));
    EXPECT(has(as_json("φφ: 1\nφφφ: [x, *]\n"), "f.yaml:2:"));
    EXPECT(has(as_json("k: 1\nφφφ: {φ: 1, φ: 2}\n"), "f.yaml:2:17: error: the same name"));
    EXPECT(has(as_json("a: ok\nb: \xff\n"), "f.yaml:2:4: error: this is no YAML"));
    EXPECT(has(as_json("a: ok\nbcd\x01: 2\n"), "f.yaml:2:4: error: this is no YAML"));
    EXPECT(has(as_json("result: *\n"), "[bad-yaml]"));
    EXPECT(has(as_json("a: *nobody\n"), "this alias names nothing"));
    EXPECT(has(as_json("a: !python/object x\n"), "a tag of this kind"));
    EXPECT(has(as_json("[a]: x\n"), "a name must be plain"));
    EXPECT(has(as_json(""), "nothing is written here"));
    EXPECT(has(as_json("a: 1\n---\nb: 2\n"), "one document is enough"));
}

TEST(a_full_table_of_wide_characters_is_no_lack_of_memory)
{
    char text[600];
    size_t len = 0;
    while (len < 512) { /* 256 of them, then a byte that is none */
        memcpy(text + len, "é", 2);
        len += 2;
    }
    memcpy(text + len, "\xff", 2);
    EXPECT(has(as_json(text), "f.yaml:1:513: error: this is no YAML"));
}

TEST(aliases_repeat_what_was_anchored)
{
    EXPECT_STR(as_json("a: &x [1, {b: c}]\nd: *x\ne: &y z\nf: *y\n"),
               "{\"a\":[1,{\"b\":\"c\"}],\"d\":[1,{\"b\":\"c\"}],\"e\":\"z\",\"f\":\"z\"}");
    EXPECT(has(as_json("a: &x [1, *x]\n"), "stands within what it names"));
}

TEST(an_alias_bomb_is_a_diagnostic)
{
    struct cp_buf bomb;
    cp_buf_init(&bomb, &arena);
    cp_buf_puts(&bomb, "a0: &a0 [lol,lol,lol,lol,lol,lol,lol,lol,lol]\n");
    for (int i = 1; i < 20; i++) {
        cp_buf_printf(&bomb, "a%d: &a%d [", i, i);
        for (int k = 0; k < 9; k++)
            cp_buf_printf(&bomb, "%s*a%d", k ? "," : "", i - 1);
        cp_buf_puts(&bomb, "]\n");
    }
    cp_buf_putc(&bomb, '\0');
    EXPECT(has(as_json(bomb.at), "error: the document, or record, is too large"));
}

TEST(nesting_beyond_the_budget_is_a_diagnostic)
{
    enum { DEEP = 100000 };
    char *text = cp_arena_take(&arena, DEEP + 1);
    memset(text, '[', DEEP);
    text[DEEP] = '\0';
    EXPECT(has(as_json(text), "f.yaml:1:3001: error: nested too deeply"));
}

static long refuse_to_read(void *data, char *room, size_t size)
{
    (void)data, (void)room, (void)size;
    return -1;
}

TEST(a_source_that_fails_ends_the_stream_without_a_second_message)
{
    struct cp_value *v;
    diags = cp_diags_in(&arena);
    struct cp_yaml *y = cp_yaml_open(refuse_to_read, NULL, "f.yaml");
    EXPECT_INT(cp_yaml_read(y, &v, &arena, &diags), CP_YAML_BROKEN);
    EXPECT_INT(cp_yaml_read(y, &v, &arena, &diags), CP_YAML_END);
    EXPECT_INT(diags.count, 0);
    cp_yaml_close(y);
}

/* A stream in small pieces. */
static long one_byte(void *data, char *room, size_t size)
{
    const char **at = data;
    if (!**at || !size)
        return 0;
    *room = *(*at)++;
    return 1;
}

TEST(documents_come_one_by_one_and_a_bad_one_is_passed_over)
{
    const char *text = "a: 1\n---\nb: 1\nb: 2\n---\n- φ\n...\n---\n[*]\n";
    struct cp_value *v;
    diags = cp_diags_in(&arena);
    struct cp_yaml *y = cp_yaml_open(one_byte, &text, "f.yaml");
    EXPECT_INT(cp_yaml_read(y, &v, &arena, &diags), CP_YAML_DOCUMENT);
    EXPECT_STR(v->first->name, "a");
    EXPECT_INT(cp_yaml_read(y, &v, &arena, &diags), CP_YAML_BROKEN);
    EXPECT_INT(cp_yaml_read(y, &v, &arena, &diags), CP_YAML_DOCUMENT);
    EXPECT_STR(v->first->text, "φ");
    EXPECT_INT(v->first->at.line, 6);
    EXPECT_INT(v->first->at.col, 3);
    EXPECT_INT(v->first->at.len, 2);
    EXPECT_INT(cp_yaml_read(y, &v, &arena, &diags), CP_YAML_BROKEN);
    EXPECT_INT(cp_yaml_read(y, &v, &arena, &diags), CP_YAML_END);
    cp_yaml_close(y);
}

TEST(a_document_that_is_no_yaml_harms_none_behind_it)
{
    const char *text = "---\n\tx: [\n---\nφ: [\n---\n\xff\n---\n[*]\n---\nφ: *no\n";
    struct cp_value *v;
    diags = cp_diags_in(&arena);
    struct cp_yaml *y = cp_yaml_open(one_byte, &text, "f.yaml");
    for (int i = 0; i < 5; i++)
        EXPECT_INT(cp_yaml_read(y, &v, &arena, &diags), CP_YAML_BROKEN);
    EXPECT_INT(cp_yaml_read(y, &v, &arena, &diags), CP_YAML_END);
    cp_str all = said();
    EXPECT(has(all, "f.yaml:2:1: "));
    EXPECT(has(all, "f.yaml:5:1: "));
    EXPECT(has(all, "f.yaml:6:1: "));
    EXPECT(has(all, "f.yaml:8:"));
    EXPECT(has(all, "f.yaml:10:5: "));
    cp_yaml_close(y);
}

TEST(a_record_is_written_for_people)
{
    EXPECT_STR(
        as_yaml("{\"variant\":\"trappist-1\",\"tags\":{\"White\":\"Jürgen\",\"Round\":\"1\"},"
                "\"moves\":[\"R(g9)-(a9)+\",\"(-b9)\",\"(-1,7)\",{\"move\":\"(φ2)\","
                "\"nags\":[1,14],\"after\":[\"a remark: it is long, and stays on the line "
                "that it was written on, however long that line may be in the end.\"]}],"
                "\"result\":\"*\",\"depth\":1.10,\"e\":[],\"m\":{}}"),
        "---\n"
        "variant: trappist-1\n"
        "tags:\n"
        "  White: Jürgen\n"
        "  Round: '1'\n"
        "moves:\n"
        "- R(g9)-(a9)+\n"
        "- (-b9)\n"
        "- (-1,7)\n"
        "- move: (φ2)\n"
        "  nags: [1, 14]\n"
        "  after:\n"
        "  - 'a remark: it is long, and stays on the line that it was written on, however "
        "long that line may be in the end.'\n"
        "result: '*'\n"
        "depth: 1.10\n"
        "e: []\n"
        "m: {}\n");
}

static void expect_same(const char *json)
{
    cp_str yaml = as_yaml(json);
    EXPECT_STR(as_json(cp_str_keep(&arena, yaml).at), json);
}

TEST(json_to_yaml_to_json_is_the_same)
{
    expect_same("null");
    expect_same("\"\"");
    expect_same("{\"\":\"\"}");
    expect_same(
        "[\"yes\",\"~\",\"null\",\"1\",\"1-0\",\"0-1\",\"*\",\"1/2-1/2\",\"2024-01-31\",\"12:"
        "30\",\"true\",\"0x1f\",\"+1\",\".5\",\"-\",\"- a\",\"? b\",\"<<\",\"=\"]");
    expect_same("[1.10,1E5,-0,123456789012345678901234567890,1e-400]");
    expect_same("[\"a\\nb\",\"a\\n\",\"\\na\",\" a\\n b\",\"a \\nb\",\"a\\n\\nb\",\"#\\n# x\",\"---"
                "\\n...\",\"a\\tb\",\"tab\\t\"]");
    expect_same(
        "[\"\\u0000\\u0001\\u001b\",\"\\u007f\",\"\\u0085\",\"\\u2028\",\"\xef\xbb\xbf\","
        "\"\xf0\x9f\x98\x80\",\"φ\",\"\\ufffe\",\"\\u061c\",\"a\\n\\u202eb\",\"\\ud83f\\udfff\"]");
    EXPECT_STR(as_yaml("[\"\\u061c é\",\"\\u202ea\"]"), "---\n- \"\\u061c é\"\n- \"\\u202ea\"\n");
    expect_same(
        "{\"a b\":1,\"a: b\":2,\"#c\":3,\"1\":4,\"null\":5,\"a\\nb\":6,\"</svg>\":\"]]>\"}");
    expect_same("[[],{},[[]],[{}],{\"a\":[{\"b\":[[1,2],[3]]}]}]");
}

TEST(three_thousand_levels_come_back_and_deeper_ones_cost_a_line_not_a_square)
{
    enum { DEEP = 2900 };
    char *text = cp_arena_take(&arena, 2 * DEEP + 1);
    memset(text, '[', DEEP);
    memset(text + DEEP, ']', DEEP);
    text[2 * DEEP] = '\0';
    expect_same(text);
    EXPECT((int64_t)as_yaml(text).len < 4 * DEEP);
}

TEST(what_could_not_be_read_back_is_not_written)
{
    enum { DEEP = CP_TREE_DEPTH + 1 };
    struct cp_value *v;
    struct cp_buf out;
    char *text = cp_arena_take(&arena, (size_t)2 * DEEP);
    memset(text, '[', DEEP);
    memset(text + DEEP, ']', DEEP);
    for (size_t cut = 0; cut < 2; cut++) {
        cp_str json = {text + cut, 2 * (DEEP - cut)};
        diags = cp_diags_in(&arena);
        EXPECT(cp_json_parse(&v, &arena, json, (cp_span){0}, &diags));
        cp_buf_init(&out, &arena);
        cp_buf_puts(&out, "# before\n");
        EXPECT_INT(cp_yaml_format(&out, v), cut ? CP_OK : CP_TOO_DEEP);
        if (cut)
            EXPECT(cp_yaml_parse(&v, &arena, cp_buf_str(&out), "f.yaml", &diags));
        else
            EXPECT_STR(cp_buf_str(&out), "# before\n");
    }
}

static jmp_buf refused;

static void on_refusal(void *data)
{
    (void)data;
    longjmp(refused, 1);
}

TEST(a_refused_allocation_is_survived_wherever_it_falls)
{
    static struct cp_yaml *y;
    static volatile uint64_t n;
    static const char *text;
    static volatile bool is_done;
    for (n = 1; !is_done; n++) {
        struct cp_arena small;
        struct cp_value *v;
        cp_arena_init(&small, on_refusal, NULL);
        small.refuse_at = n;
        struct cp_diags d = cp_diags_in(&small);
        text = "a: &x [1, {b: 0x1f}]\nb: *x\nc: c\na: c\n";
        y = cp_yaml_open(one_byte, &text, "f.yaml");
        if (!setjmp(refused)) {
            EXPECT_INT(cp_yaml_read(y, &v, &small, &d), CP_YAML_BROKEN);
            is_done = true;
        }
        cp_yaml_close(y);
        cp_arena_close(&small);
    }
    EXPECT(n > 10);
}
