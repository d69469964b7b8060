/* SPDX-License-Identifier: MIT */
/* json_test.c -- jansson is the independent judge of our reader: on the same
 * bytes both say yes or both say no, and then hold the same values. It is not
 * asked where it is meant to differ: numbers beyond a double, nesting beyond its
 * 2048 levels, names with U+0000. */
#include "base/json.h"

#include "test.h"

#include <jansson.h>
#include <setjmp.h>

static struct cp_arena arena;
static struct cp_diags diags;

static bool parse(struct cp_value **v, cp_str text)
{
    diags = cp_diags_in(&arena);
    return cp_json_parse(v, &arena, text, (cp_span){"r.jsonl", 7, 1, 0}, &diags);
}

static cp_str said(const char *text)
{
    struct cp_value *v;
    struct cp_buf out;
    EXPECT(!parse(&v, cp_str_from(text)));
    cp_buf_init(&out, &arena);
    cp_diags_format(&diags, &out, 10);
    return cp_buf_str(&out);
}

static bool has(cp_str text, const char *part)
{
    return strstr(cp_str_keep(&arena, text).at, part) != NULL;
}

TEST(a_record_is_read_with_places_and_raw_bytes)
{
    struct cp_value *v;
    EXPECT(
        parse(&v, CP_STR(" {\"a\": [1.10, \"x\\u00e9\\n\"],\n \"b\":{\"c\":null}, \"d\":true} ")));
    EXPECT_INT(v->count, 3);
    struct cp_value *a = cp_value_get(v, "a"), *b = cp_value_get(v, "b");
    EXPECT_STR(a->raw, "[1.10, \"x\\u00e9\\n\"]");
    EXPECT_STR(a->first->text, "1.10");
    EXPECT_STR(a->first->next->text, "x\xc3\xa9\n");
    EXPECT_INT(a->at.line, 7);
    EXPECT_INT(a->at.col, 8);
    EXPECT_INT(b->name_at.line, 8);
    EXPECT_INT(b->name_at.col, 2);
    EXPECT_INT(b->at.len, 10);
    EXPECT(cp_value_get(v, "d")->truth);
    EXPECT(!cp_value_get(v, "e") && !cp_value_get(a, "x") && !cp_value_get(NULL, "x"));
}

TEST(numbers_of_any_size_are_kept_as_written)
{
    struct cp_value *v;
    EXPECT(parse(&v, CP_STR("[123456789012345678901234567890,1.10,-0,1E+400,0.0]")));
    EXPECT_STR(v->first->text, "123456789012345678901234567890");
    EXPECT_STR(v->first->next->next->next->text, "1E+400");
}

TEST(what_is_wrong_is_said_with_line_and_column)
{
    EXPECT(has(said("{\"a\":1,}"), "r.jsonl:7:8: error: this is no JSON: a name in double quotes"));
    EXPECT(has(said("[1,2"), "r.jsonl:7:5: error: this is no JSON: it ends too early"));
    EXPECT(has(said("[1 2]"), "a comma or a closing bracket"));
    EXPECT(has(said("[1]]"), "more follows"));
    EXPECT(has(said("[01]"), "not how a number is written"));
    EXPECT(has(said("[1.]"), "digits must follow the point"));
    EXPECT(has(said("[1e]"), "digits must follow the exponent"));
    EXPECT(has(said("[\"a]"), "r.jsonl:7:2: error: this is no JSON: this string is not closed"));
    EXPECT(has(said("[\"a\\"), "not closed"));
    EXPECT(has(said("[\"a\tb\"]"), "control character"));
    EXPECT(has(said("[\"\\x\"]"), "means no character"));
    EXPECT(has(said("[\"\\ud800\"]"), "means no character"));
    EXPECT(has(said("[\"\\udc00\\ud800\"]"), "means no character"));
    EXPECT(
        has(said("[\"a\xff\"]"), "r.jsonl:7:4: error: this is no JSON: these bytes are not UTF-8"));
    EXPECT(has(said("{\"a\" 1}"), "a colon must follow"));
    EXPECT(has(said("{\"a\":1,\"b\":2,\"a\":3}"), "r.jsonl:7:14: error: the same name"));
    EXPECT(has(said("{\"a\":1,\"\\u0061\":3}"), "r.jsonl:7:8: error: the same name"));
    EXPECT(has(said(""), "ends too early"));
    EXPECT(has(said("\n\n  nul"), "r.jsonl:9:3: error"));
}

TEST(thousands_of_names_are_told_apart_and_a_double_is_found)
{
    struct cp_buf text;
    struct cp_value *v;
    cp_buf_init(&text, &arena);
    for (int i = 0; i < 200000; i++)
        cp_buf_printf(&text, "%c\"name %d\":1", i ? ',' : '{', i);
    size_t len = text.len;
    cp_buf_putc(&text, '}');
    EXPECT(parse(&v, cp_buf_str(&text)));
    EXPECT_INT(v->count, 200000);
    text.len = len;
    cp_buf_puts(&text, ",\"name 77\":2}");
    EXPECT(!parse(&v, cp_buf_str(&text)));
}

TEST(a_hundred_thousand_variations_fit_the_budget_and_a_million_levels_do_not)
{
    enum { DEEP = 300000, TOO_DEEP = CP_JSON_DEPTH + 1 };
    char *text = cp_arena_take(&arena, TOO_DEEP * 2);
    memset(text, '[', TOO_DEEP);
    memset(text + DEEP, ']', DEEP);
    struct cp_value *v;
    EXPECT(parse(&v, (cp_str){text, DEEP * 2}));
    memset(text, '[', TOO_DEEP);
    EXPECT(!parse(&v, (cp_str){text, TOO_DEEP}));
    struct cp_buf out;
    cp_buf_init(&out, &arena);
    cp_diags_format(&diags, &out, 1);
    EXPECT(has(cp_buf_str(&out), "nested too deeply"));
    cp_arena_reset(&arena);
}

TEST(strings_are_written_with_escapes_and_what_is_no_utf8_is_replaced)
{
    struct cp_buf out;
    cp_buf_init(&out, &arena);
    cp_json_put_string(&out,
                       CP_STR("</svg> \"\\\n\t\r\x01\x1f\x7f φ \xff\xe2\x82 \xf0\x9f\x98\x80"));
    EXPECT_STR(cp_buf_str(&out), "\"</svg> \\\"\\\\\\n\\t\\r\\u0001\\u001f\\u007f φ "
                                 "\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd \xf0\x9f\x98\x80\"");
}

/* A character that may not be shown at each place of a text of each length, and one beyond the
 * plane that four digits name. */
TEST(what_may_not_be_shown_is_written_as_an_escape_in_strings_and_in_json_that_is_there_already)
{
    static const struct {
        const char *text, *written;
    } odd[] = {{"\x7f", "\\u007f"},   {"\xc2\x9b", "\\u009b"},     {"\u061c", "\\u061c"},
               {"\u200f", "\\u200f"}, {"\u2028", "\\u2028"},       {"\u202e", "\\u202e"},
               {"\u2069", "\\u2069"}, {"\ufffe", "\\ufffe"},       {"\U0001ffff", "\\ud83f\\udfff"},
               {"\u200d", "\u200d"},  {"\U0001f600", "\U0001f600"}};
    static const char letters[] = "abcdefghijklmnopqrstuvwxyz";
    for (size_t i = 0; i < sizeof odd / sizeof *odd; i++)
        for (int before = 0; before < 18; before++)
            for (int behind = 0; behind < 18; behind++) {
                cp_str text = cp_str_printf(&arena, "%.*s%s%.*s", before, letters, odd[i].text,
                                            behind, letters);
                cp_str wanted = cp_str_printf(&arena, "\"%.*s%s%.*s\"", before, letters,
                                              odd[i].written, behind, letters);
                struct cp_buf out = cp_buf_in(&arena), shown = cp_buf_in(&arena);
                struct cp_value *v;
                cp_json_put_string(&out, text);
                EXPECT(cp_str_equal(cp_buf_str(&out), wanted));
                cp_json_put_shown(&shown, cp_str_printf(&arena, "\"%.*s\"", CP_FMT(text)));
                EXPECT(cp_str_equal(cp_buf_str(&shown), wanted));
                EXPECT(parse(&v, wanted) && cp_str_equal(v->text, text));
            }
    cp_arena_reset(&arena);
}

TEST(a_tree_without_raw_bytes_is_written_compactly)
{
    struct cp_value *v;
    struct cp_buf out;
    EXPECT(parse(
        &v, CP_STR("{ \"a\" : [ 1 , { } , [ ] , \"x\" ] , \"b\" : null , \"c\":{\"d\":false} }")));
    v->raw.len = 0;
    for (struct cp_value *member = v->first; member; member = member->next)
        member->raw.len = 0;
    cp_buf_init(&out, &arena);
    cp_value_format_json(&out, v);
    EXPECT_STR(cp_buf_str(&out), "{\"a\":[1,{ },[ ],\"x\"],\"b\":null,\"c\":{\"d\":false}}");
    cp_buf_reset(&out);
    cp_value_format_json(&out, v->first);
    EXPECT_STR(cp_buf_str(&out), "[1,{ },[ ],\"x\"]");
}

/* ---- the judge ---- */

static bool agrees(const struct cp_value *v, const json_t *j);

static bool agrees_inside(const struct cp_value *v, const json_t *j)
{
    size_t i = 0;
    if (v->count != (v->type == CP_MAP ? json_object_size(j) : json_array_size(j)))
        return false;
    for (const struct cp_value *child = v->first; child; child = child->next) {
        char name[256];
        snprintf(name, sizeof name, "%.*s", CP_FMT(child->name));
        const json_t *twin = v->type == CP_MAP ? json_object_get(j, name) : json_array_get(j, i++);
        if (child->name.len < sizeof name && !(twin && agrees(child, twin)))
            return false;
    }
    return true;
}

static bool agrees(const struct cp_value *v, const json_t *j)
{
    char number[512];
    switch (v->type) {
    case CP_NULL:
        return json_is_null(j);
    case CP_BOOL:
        return json_is_boolean(j) && json_is_true(j) == v->truth;
    case CP_NUMBER:
        snprintf(number, sizeof number, "%.*s", CP_FMT(v->text));
        return json_is_number(j) &&
               (v->text.len >= sizeof number || json_number_value(j) == strtod(number, NULL));
    case CP_STRING:
        return json_is_string(j) &&
               cp_str_equal(v->text, (cp_str){json_string_value(j), json_string_length(j)});
    default:
        return json_typeof(j) == (v->type == CP_MAP ? JSON_OBJECT : JSON_ARRAY) &&
               agrees_inside(v, j);
    }
}

static void judge(cp_str text)
{
    struct cp_value *v;
    json_error_t error;
    json_t *j = json_loadb(text.at, text.len,
                           JSON_REJECT_DUPLICATES | JSON_DECODE_ANY | JSON_ALLOW_NUL, &error);
    bool is_read = parse(&v, text);
    enum json_error_code code = j ? json_error_unknown : json_error_code(&error);
    bool is_meant = code == json_error_numeric_overflow || code == json_error_stack_overflow ||
                    code == json_error_null_byte_in_key;
    if (!is_meant && (is_read != (j != NULL) || (is_read && !agrees(v, j)))) {
        EXPECT_STR(text, "(what both readers agree on)");
        if (!j)
            printf("#   jansson says: %s\n", error.text);
    }
    EXPECT(!cp_json_is_plain(text) || is_read || cp_diags_have(&diags, CP_DUPLICATE_KEY));
    json_decref(j);
}

TEST(jansson_agrees_on_many_damaged_texts)
{
    static const char *const seeds[] = {
        "{\"variant\":\"coaip\",\"tags\":{\"A\":\"b\"},\"moves\":[\"R(φ9)-(a9)+\",{\"move\":\"x\","
        "\"nags\":[1,14]}],\"n\":[1.10,-0.5e+3,0,1E9]}",
        "[\"e4\",\"Nf3\",\"e5\",\"O-O\",{\"a\":[\"b\",\"c\",\"d\",\"e\",1]},\"\",\"f\",\"g\","
        "\"hh\"]",
        "[\"\\u00e9\\ud83d\\ude00\\n\\/\\\"\\\\\",null,true,false,[],{},[[{\"a\":{\"b\":[]}}]]]",
        " \"\xf0\x9f\x98\x80 \xe2\x82\xac\" ",
        "-12.5E-7",
        "{\"a\":1,\"b\":2,\"\":3}"};
    static const char bytes[] = "{}[]\":,\\u0019eE+-.tnf \x01\xc3\xff\xed\xa0\x80 ad";
    uint64_t random = 42;
    for (int round = 0; round < 72000; round++) {
        char text[256];
        const char *seed = seeds[round % 6];
        size_t len = strlen(seed);
        memcpy(text, seed, len);
        for (int change = round / 6 % 4; change > 0; change--) {
            random = random * 6364136223846793005u + 1442695040888963407u;
            size_t at = (size_t)(random >> 33) % len, what = (size_t)(random >> 20) % 3;
            if (what == 0 || len > 250)
                text[at] = bytes[(random >> 40) % (sizeof bytes - 1)];
            else if (what == 1 && len > 1)
                memmove(text + at, text + at + 1, --len - at);
            else
                memmove(text + at + 1, text + at, len++ - at);
        }
        judge((cp_str){text, len});
        cp_arena_reset(&arena);
        if (test_faults > 5)
            return;
    }
}

TEST(a_quick_look_knows_json_without_blanks_that_is_not_too_odd)
{
    static const char *const plain[] = {"{}",
                                        "[]",
                                        "[[],{}]",
                                        "\"a\\n\xc3\xa9\"",
                                        "120",
                                        "0",
                                        "{\"a\":[true,null],\"b\":{\"c\":false}}",
                                        "[\"e4\",\"e5\",\"Nf3\",\"Nc6\",\"Bb5\",\"a6\"]",
                                        "{\"a\":[\",\",\"b\",\"],[\",\"ccccccccccccc\"]}"};
    static const char *const odd[] = {"",
                                      "[",
                                      "{",
                                      "[}",
                                      "{]",
                                      "[]]",
                                      "[[]",
                                      "[1,]",
                                      "[,1]",
                                      "[1 2]",
                                      "{\"a\"}",
                                      "{\"a\":}",
                                      "{\"a\":1,}",
                                      "{\"a\":1\"b\":2}",
                                      "{1:2}",
                                      "{}{}",
                                      "nul",
                                      "01",
                                      "\"\\x\"",
                                      "\"\xff\"",
                                      "\"\n\"",
                                      "\"a",
                                      "\"\\",
                                      "[\"a\"\"b\",\"cccccccccccccccc\"]",
                                      "\"aaaa\",\"bbbbbbbbbbb\",\"cccccccccccccccc\"",
                                      "[\"e4\",\"e5\",\"Nf3\",\"Nc6\",\"Bb5\",\"a6\""};
    char deep[131];
    for (size_t i = 0; i < sizeof plain / sizeof *plain; i++)
        EXPECT(cp_json_is_plain(cp_str_from(plain[i])));
    for (size_t i = 0; i < sizeof odd / sizeof *odd; i++)
        EXPECT(!cp_json_is_plain(cp_str_from(odd[i])));
    for (size_t levels = 63; levels < 66; levels++) {
        memset(deep, '[', levels);
        memset(deep + levels, ']', levels);
        EXPECT(cp_json_is_plain((cp_str){deep, 2 * levels}) == (levels <= 64));
    }
}

TEST(an_object_is_told_from_words_in_braces)
{
    static const struct {
        const char *text;
        bool may;
    } cases[] = {{"{\"a\": \"b\"}", true},
                 {"{\n \"a\\\"\" :-1", true},
                 {"{\"a\":null}", true},
                 {"{, ,\"a\":null}", true},
                 {"{, a: null}", false},
                 {"{\"a\": said he}", true},
                 {"{\"a\":", true},
                 {"{\"a", true},
                 {"{}", true},
                 {"{ ", true},
                 {"{\"a\" he said}", false},
                 {"{a: 1}", false},
                 {"\"a\": 1", false},
                 {"", false}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        EXPECT_INT(cp_json_may_begin(&arena, cp_str_from(cases[i].text)), cases[i].may);
}

TEST(a_text_is_gone_through_piece_by_piece)
{
    struct cp_json j;
    struct cp_value v;
    cp_json_begin(&j, &arena, CP_STR("{\"a\": [1, {}], \"b\\n\": \"x\"} {"),
                  (cp_span){"f", 1, 1, 0}, NULL);
    EXPECT_INT(cp_json_next(&j, &v), CP_JSON_OPEN);
    EXPECT_INT(v.type, CP_MAP);
    EXPECT_INT(cp_json_next(&j, &v), CP_JSON_OPEN);
    EXPECT_INT(v.type, CP_LIST);
    EXPECT_STR(v.name, "a");
    EXPECT_INT(cp_json_next(&j, &v), CP_JSON_VALUE);
    EXPECT_STR(v.text, "1");
    EXPECT_INT(cp_json_next(&j, &v), CP_JSON_OPEN);
    EXPECT_INT(cp_json_next(&j, &v), CP_JSON_CLOSE);
    EXPECT_INT(cp_json_next(&j, &v), CP_JSON_CLOSE);
    EXPECT_INT(j.depth, 1);
    EXPECT_INT(cp_json_next(&j, &v), CP_JSON_VALUE);
    EXPECT_STR(v.name, "b\n");
    EXPECT_INT(v.at.col, 23);
    EXPECT_INT(cp_json_next(&j, &v), CP_JSON_CLOSE);
    EXPECT_INT(cp_json_next(&j, &v), CP_JSON_WRONG);
}

static jmp_buf refused;

static void on_refusal(void *data)
{
    (void)data;
    longjmp(refused, 1);
}

TEST(a_refused_allocation_is_survived_wherever_it_falls)
{
    static volatile bool is_done;
    static volatile uint64_t n;
    static const char text[] = "{\"a\":[1,{\"\\n\":2}],\"a\":\"\\t\"}";
    for (n = 1; !is_done; n++) {
        struct cp_arena small;
        struct cp_value *v;
        cp_arena_init(&small, on_refusal, NULL);
        small.refuse_at = n;
        struct cp_diags d = cp_diags_in(&small);
        if (!setjmp(refused)) {
            EXPECT(!cp_json_parse(&v, &small, cp_str_from(text), (cp_span){"f", 1, 1, 0}, &d));
            is_done = true;
        }
        cp_arena_close(&small);
    }
    EXPECT(n > 8);
}
