/* SPDX-License-Identifier: MIT */
#include "base/json.h"
#include "base/yaml.h"
#include "game/game.h"
#include "game/record.h"

#include "test.h"

#include <setjmp.h>

static struct cp_arena arena;
static struct cp_ints *ints;
static struct cp_diags diags;
static struct cp_game game;

/* The record as a game; false when it is refused, with `diags` holding why. */
static bool read_record(cp_str json)
{
    struct cp_value *v;
    if (!ints)
        ints = cp_ints_open();
    diags = cp_diags_in(&arena);
    cp_game_init(&game, &arena, ints);
    return cp_json_parse(&v, &arena, json, (cp_span){"r.jsonl", 3, 1, 0}, &diags) &&
           cp_record_parse(&game, v, &diags);
}

static cp_str written(void)
{
    struct cp_buf out;
    cp_buf_init(&out, &arena);
    cp_record_format(&out, &game);
    return cp_buf_str(&out);
}

static cp_str said(void)
{
    struct cp_buf out;
    cp_buf_init(&out, &arena);
    cp_diags_format(&diags, &out, 20);
    return cp_buf_str(&out);
}

static bool has(cp_str text, const char *part)
{
    return strstr(cp_str_keep(&arena, text).at, part) != NULL;
}

/* Canonical already: through a game, and through YAML, every byte stays. */
static void expect_kept(const char *json)
{
    struct cp_buf yaml;
    struct cp_value *v;
    EXPECT(read_record(cp_str_from(json)));
    EXPECT_STR(said(), "");
    EXPECT_STR(written(), json);
    cp_buf_init(&yaml, &arena);
    EXPECT_INT(cp_record_format_yaml(&yaml, &game), CP_OK);
    EXPECT(cp_yaml_parse(&v, &arena, cp_buf_str(&yaml), "r.yaml", &diags));
    cp_game_init(&game, &arena, ints);
    EXPECT(cp_record_parse(&game, v, &diags));
    EXPECT_STR(written(), json);
}

#define SOURCE "\"source\":{\"file\":\"games.txt\",\"line\":12}"

static const char full[] =
    "{\"variant\":\"trappist-1\",\"tags\":{\"White\":\"J\\u00fcrgen \\u201cx\\u201d\"},"
    "\"frame\":\"classical\",\"start\":\"w: K (1,1); b: K (9,9)\",\"rules\":{\"trapdoor\":5,\"x\":"
    "[1.10]},\"moves\":[\"R(g9)-(a9)+\",{\"move\":\"Hu(φ9)\",\"before\":[\"a\",{\"line\":\"b\"}],"
    "\"nags\":[1,14],\"after\":[{\"escape\":\"c\"}],\"variations\":[[\"(a1)\",{\"move\":\"(a2)\","
    "\"variations\":[[\"(a3)\"],{\"moves\":[],\"end\":[\"e\"],\"own\":{\"deep\":[true,null]}}]}],"
    "[]],\"clock\":1.10},\"(a4)\"],\"end\":[\"the end\"],\"result\":\"1-0\",\"verdict\":{\"valid\":"
    "true},\"source\":{\"file\":\"games.txt\",\"line\":12,\"start\":\"13:1\",\"result\":\"15:40\","
    "\"by\":\"hand\"},\"at\":\"14:9 16 24 27 30 15:3\",\"n\":123456789012345678901234567890,"
    "\"m\":1.10,\"o\":{\"a\":[]}}";

TEST(a_record_of_every_field_is_kept_byte_for_byte)
{
    struct cp_value *v;
    diags = cp_diags_in(&arena);
    EXPECT(read_record(cp_str_from(full)));
    EXPECT_STR(said(), "");
    cp_str once = written();
    EXPECT(has(once, "Jürgen “x”")); /* our own fields are decoded and written anew */
    expect_kept(once.at);
    EXPECT(cp_json_parse(&v, &arena, once, (cp_span){0}, &diags));
}

TEST(a_record_fills_the_tree)
{
    EXPECT(read_record(cp_str_from(full)));
    EXPECT_STR(game.variant, "trappist-1");
    EXPECT_STR(cp_game_tag(&game, "White"), "Jürgen “x”");
    EXPECT_STR(game.start, "w: K (1,1); b: K (9,9)");
    EXPECT_STR(game.rules->name, "trapdoor");
    EXPECT_STR(game.rules->json, "5");
    EXPECT_STR(game.verdict, "{\"valid\":true}");
    EXPECT_STR(cp_str_from(game.file), "games.txt");
    EXPECT_INT(game.line, 12);
    EXPECT_INT(game.start_line, 13);
    EXPECT_INT(game.result_col, 40);
    const struct cp_node *first = game.moves.first, *second = first->next;
    EXPECT_STR(first->text, "R(g9)-(a9)+");
    EXPECT(!first->notes && !first->is_read);
    EXPECT_INT(first->line, 14);
    EXPECT_INT(first->col, 9);
    EXPECT_INT(second->col, 16);
    EXPECT_INT(second->notes->nags->next->number, 14);
    EXPECT_INT(second->notes->before->next->kind, CP_TO_LINE_END);
    EXPECT_INT(second->notes->after->kind, CP_ESCAPE);
    EXPECT_STR(second->notes->extra->name, "clock");
    EXPECT_INT(second->notes->variations->first->col, 24);
    EXPECT_INT(second->next->line, 15);
    EXPECT_INT(second->next->col, 3);
    EXPECT_STR(game.moves.end->text, "the end");
}

TEST(falls_are_squares_spelled_as_their_move) /* R-TD-7 */
{
    expect_kept(
        "{\"moves\":[{\"move\":\"Qe2\",\"nags\":[1],\"falls\":[\"e4\",\"h3\"],\"after\":[\"c\"]},"
        "{\"move\":\"R(1,9)\",\"falls\":[\"(7,9)\"]},{\"move\":\"R(a9)\",\"falls\":[\"(φ-2)\"]}]"
        "," SOURCE "}");
    EXPECT(read_record(CP_STR("{\"moves\":[{\"move\":\"Qe2\",\"falls\":[\"(5,4)\",\"(h3)\"]},"
                              "{\"move\":\"R(1,9)\",\"falls\":[\"e4\",\"(07)\"]},"
                              "{\"move\":\"Qe3\",\"falls\":[]}]," SOURCE "}")));
    EXPECT_STR(written(),
               "{\"moves\":[{\"move\":\"Qe2\",\"falls\":[\"e4\",\"h3\"]},"
               "{\"move\":\"R(1,9)\",\"falls\":[\"(5,4)\",\"(0,7)\"]},\"Qe3\"]," SOURCE "}");
}

TEST(unknown_fields_pass_untouched_at_every_level)
{
    expect_kept("{\"moves\":[{\"move\":\"a\",\"variations\":[{\"moves\":[\"b\"],\"z\":1E+5}],\"y\":"
                "[1.10,\"A\"]}],\"source\":{\"file\":\"f\",\"line\":1,\"w\":{}},"
                "\"x\":123456789012345678901234567890,\"\":[{\"a\":-0}]}");
    EXPECT(read_record(
        CP_STR("{\"moves\":[],\"x\": [ 1.10 , \"\\u0041\" ],\"source\":{\"file\":\"f\"}}")));
    EXPECT_STR(written(),
               "{\"moves\":[],\"source\":{\"file\":\"f\"},\"x\":[ 1.10 , \"\\u0041\" ]}");
}

TEST(tags_with_a_name_that_stood_before_are_beside_the_others_and_keep_their_place)
{
    expect_kept(
        "{\"tags\":{\"A\":\"1\",\"B\":\"2\"},\"repeated_tags\":[{\"after\":1,\"name\":\"A\","
        "\"value\":\"1\"},{\"after\":3,\"name\":\"B\",\"value\":\"\"}],\"moves\":[]," SOURCE "}");
    /* as they were once written */
    EXPECT(read_record(
        CP_STR("{\"tags\":[[\"A\",\"1\"],[\"B\",\"2\"],[\"A\",\"3\"]],\"moves\":[]," SOURCE "}")));
    EXPECT_STR(written(),
               "{\"tags\":{\"A\":\"1\",\"B\":\"2\"},\"repeated_tags\":[{\"after\":2,\"name\":"
               "\"A\",\"value\":\"3\"}],\"moves\":[]," SOURCE "}");
    /* places that an editor has left behind, and fields in another order */
    EXPECT(read_record(
        CP_STR("{\"repeated_tags\":[{\"after\":9,\"name\":\"B\",\"value\":\"3\"},{\"after\":0,"
               "\"name\":\"A\",\"value\":\"4\"}],\"tags\":{\"A\":\"1\",\"B\":\"2\"},"
               "\"moves\":[]," SOURCE "}")));
    EXPECT_STR(written(),
               "{\"tags\":{\"A\":\"1\",\"B\":\"2\"},\"repeated_tags\":[{\"after\":2,\"name\":"
               "\"B\",\"value\":\"3\"},{\"after\":3,\"name\":\"A\",\"value\":\"4\"}],"
               "\"moves\":[]," SOURCE "}");
    EXPECT(read_record(CP_STR("{\"repeated_tags\":[{\"after\":0,\"name\":\"A\",\"value\":\"1\"}],"
                              "\"moves\":[],\"source\":{\"repeated_tags\":[\"3:4\"]}}")));
    EXPECT_INT(game.tags->line, 3);
    EXPECT_INT(game.tags->col, 4);
    EXPECT(!read_record(CP_STR("{\"repeated_tags\":[[\"A\",\"1\"]],\"moves\":[]}")));
    EXPECT(!read_record(CP_STR("{\"repeated_tags\":{},\"moves\":[]}")));
    EXPECT(read_record(CP_STR("{\"tags\":[[\"A\",\"1\"]],\"moves\":[]," SOURCE "}")));
    EXPECT_STR(written(), "{\"tags\":{\"A\":\"1\"},\"moves\":[]," SOURCE "}");
}

TEST(hostile_text_in_tags_comes_through)
{
    expect_kept(
        "{\"tags\":{\"</svg>\":\"]]>\\u0000\\u001b[2J\\n\\u007f\",\"\":\"\"},\"moves\":[\"\","
        "\"\\t\"]," SOURCE "}");
}

TEST(places_that_do_not_match_the_moves_are_dropped)
{
    static const char *const wrong[] = {"1:1",    "1:1 2 3",         "1 2",   "1:1  2",
                                        "1:x 2",  "1:1 2:",          "x",     ":1 2",
                                        "1:1 -2", "1:1 99999999999", "1:1 2 "};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        struct cp_buf json;
        cp_buf_init(&json, &arena);
        cp_buf_printf(&json, "{\"moves\":[\"a\",\"b\"]," SOURCE ",\"at\":\"%s\"}", wrong[i]);
        EXPECT(read_record(cp_buf_str(&json)));
        EXPECT_STR(written(), "{\"moves\":[\"a\",\"b\"]," SOURCE "}");
        cp_span span = cp_node_span(&game, game.moves.first);
        EXPECT_STR(cp_str_from(span.file), "games.txt");
        EXPECT_INT(span.line, 12);
    }
}

TEST(a_record_without_source_is_its_own)
{
    EXPECT(read_record(CP_STR("{\"moves\":[\"a\", {\"move\":\"b\"}]}")));
    EXPECT_STR(written(), "{\"moves\":[\"a\",\"b\"],\"source\":{\"file\":\"r.jsonl\",\"line\":3},"
                          "\"at\":\"3:12 25\"}");
}

TEST(a_source_without_a_line_has_none)
{
    EXPECT(read_record(CP_STR("{\"moves\":[],\"source\":{\"file\":\"f\",\"line\":0}}")));
    EXPECT_STR(written(), "{\"moves\":[],\"source\":{\"file\":\"f\"}}");
    expect_kept("{\"moves\":[],\"source\":{\"file\":\"f\"}}");
    EXPECT(read_record(CP_STR("{\"moves\":[],\"source\":{\"file\":\"\",\"by\":1}}")));
    EXPECT_STR(written(), "{\"moves\":[],\"source\":{\"file\":\"r.jsonl\",\"line\":3,\"by\":1}}");
}

TEST(a_wrong_type_is_reported_at_its_place_in_every_field)
{
    static const char *const cases[][2] = {
        {"[]",
         "r.jsonl:3:1: error: a value of the wrong type: a record: expected a map, found a list"},
        {"{\"variant\":1,\"moves\":[]}", "r.jsonl:3:12: error: a value of the wrong type: variant: "
                                         "expected a string, found a number"},
        {"{\"tags\":1,\"moves\":[]}",
         "3:9: error: a value of the wrong type: tags: expected a map"},
        {"{\"tags\":{\"a\":1},\"moves\":[]}",
         "3:14: error: a value of the wrong type: a tag's value"},
        {"{\"tags\":[1],\"moves\":[]}", "3:10: error: a value of the wrong type: a tag:"},
        {"{\"tags\":[[1,\"\"]],\"moves\":[]}",
         "3:11: error: a value of the wrong type: a tag's name"},
        {"{\"tags\":[[\"\"]],\"moves\":[]}", "3:10: error: a value that cannot stand here"},
        {"{\"frame\":[],\"moves\":[]}", "frame: expected a string, found a list"},
        {"{\"start\":{},\"moves\":[]}", "start: expected a string, found a map"},
        {"{\"rules\":[],\"moves\":[]}", "rules: expected a map"},
        {"{\"moves\":{}}", "3:10: error: a value of the wrong type: moves: expected a list"},
        {"{\"moves\":[1]}", "3:11: error: a value of the wrong type: a move"},
        {"{\"moves\":[null]}", "found null"},
        {"{\"moves\":[{}]}", "3:11: error: a field is missing: move"},
        {"{\"moves\":[{\"move\":1}]}", "move: expected a string"},
        {"{\"moves\":[{\"move\":\"\",\"before\":1}]}", "before: expected a list"},
        {"{\"moves\":[{\"move\":\"\",\"before\":[1]}]}", "a comment: expected a string"},
        {"{\"moves\":[{\"move\":\"\",\"after\":\"x\"}]}", "after: expected a list"},
        {"{\"moves\":[{\"move\":\"\",\"after\":[{\"row\":\"\"}]}]}", "a comment is a string"},
        {"{\"moves\":[{\"move\":\"\",\"after\":[{\"line\":1}]}]}", "a comment is a string"},
        {"{\"moves\":[{\"move\":\"\",\"nags\":1}]}", "nags: expected a list"},
        {"{\"moves\":[{\"move\":\"\",\"falls\":\"e4\"}]}", "falls: expected a list"},
        {"{\"moves\":[{\"move\":\"\",\"falls\":[[5,4]]}]}", "a fall: expected a string"},
        {"{\"moves\":[{\"move\":\"\",\"falls\":[\"e4:e4\"]}]}", "a fall is a square"},
        {"{\"moves\":[{\"move\":\"\",\"falls\":[\"\"]}]}", "a fall is a square"},
        {"{\"moves\":[{\"move\":\"\",\"nags\":[\"1\"]}]}", "a NAG: expected a number"},
        {"{\"moves\":[{\"move\":\"\",\"nags\":[-1]}]}",
         "3:30: error: a value that cannot stand here"},
        {"{\"moves\":[{\"move\":\"\",\"nags\":[1.5]}]}", "a NAG is a whole number"},
        {"{\"moves\":[{\"move\":\"\",\"nags\":[4294967296]}]}", "a NAG is a whole number"},
        {"{\"moves\":[{\"move\":\"\",\"variations\":1}]}", "variations: expected a list"},
        {"{\"moves\":[{\"move\":\"\",\"variations\":[1]}]}", "a variation: expected a list"},
        {"{\"moves\":[{\"move\":\"\",\"variations\":[{}]}]}", "a field is missing: moves"},
        {"{\"moves\":[{\"move\":\"\",\"variations\":[{\"moves\":1}]}]}", "moves: expected a list"},
        {"{\"moves\":[],\"end\":1}", "end: expected a list"},
        {"{\"moves\":[],\"result\":1}", "result: expected a string"},
        {"{\"moves\":[],\"result\":\"2-0\"}",
         "3:22: error: a value that cannot stand here: result"},
        {"{\"moves\":[],\"verdict\":1}", "verdict: expected a map"},
        {"{\"moves\":[],\"source\":1}", "source: expected a map"},
        {"{\"moves\":[],\"source\":{\"file\":1}}", "source.file: expected a string"},
        {"{\"moves\":[],\"source\":{\"line\":\"1\"}}", "source.line: expected a number"},
        {"{\"moves\":[],\"source\":{\"line\":-1}}", "source.line: a whole number"},
        {"{\"moves\":[],\"source\":{\"start\":1}}", "source.start: expected a string"},
        {"{\"moves\":[],\"source\":{\"result\":\"1\"}}", "source.result: line:column"},
        {"{\"moves\":[],\"at\":1}", "at: expected a string"},
        {"{}", "3:1: error: a field is missing: moves"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        EXPECT(!read_record(cp_str_from(cases[i][0])));
        EXPECT(game.is_broken);
        EXPECT_INT(diags.count, 1);
        if (!has(said(), cases[i][1])) {
            EXPECT_STR(cp_str_from(cases[i][0]), cases[i][1]);
            EXPECT_STR(said(), cases[i][1]);
        }
    }
}

TEST(all_faults_of_a_record_are_reported_at_once)
{
    EXPECT(!read_record(CP_STR("{\"variant\":1,\"moves\":[1,2],\"result\":3}")));
    EXPECT_INT(diags.count, 4);
}

/* count variations, each within the one before. */
static cp_str nested(size_t count)
{
    struct cp_buf json;
    cp_buf_init(&json, &arena);
    cp_buf_puts(&json, "{\"moves\":[");
    for (size_t i = 0; i < count; i++)
        cp_buf_puts(&json, "{\"move\":\"a\",\"variations\":[[");
    cp_buf_puts(&json, "\"b\"");
    for (size_t i = 0; i < count; i++)
        cp_buf_puts(&json, "]]}");
    cp_buf_puts(&json, "]," SOURCE "}");
    return cp_buf_str(&json);
}

TEST(the_deepest_game_that_text_may_hold_comes_back)
{
    cp_str json = nested(CP_DEPTH_MOST);
    EXPECT(read_record(json));
    EXPECT(cp_str_equal(written(), json));
    EXPECT(!read_record(nested(CP_DEPTH_MOST + 1)));
    EXPECT(
        has(said(),
            "error: nested too deeply: more than 100000 variations within each other [too-deep]"));
    cp_arena_reset(&arena);
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
    for (n = 1; !is_done; n++) {
        struct cp_arena small;
        struct cp_value *v;
        struct cp_game g;
        struct cp_buf out;
        cp_arena_init(&small, on_refusal, NULL);
        small.refuse_at = n;
        struct cp_diags d = cp_diags_in(&small);
        cp_game_init(&g, &small, ints);
        cp_buf_init(&out, &small);
        if (!setjmp(refused)) {
            EXPECT(cp_json_parse(&v, &small, cp_str_from(full), (cp_span){"f", 1, 1, 0}, &d));
            EXPECT(cp_record_parse(&g, v, &d));
            cp_record_format(&out, &g);
            is_done = true;
        }
        cp_arena_close(&small);
    }
    EXPECT(n > 50);
}
