/* SPDX-License-Identifier: MIT */
#include "base/json.h"
#include "game/annotation.h"
#include "game/record.h"

#include "test.h"

static struct cp_arena arena;
static struct cp_ints *ints;

static const char annotated[] =
    "{\"moves\":[{\"move\":\"a\",\"before\":[\"[%clk 0:01] x\"],\"nags\":[1],\"after\":[\"good "
    "[%eval 0.3] move\",\"[%clk 1] [%csl Ra1]\",{\"line\":\"; [%cal Ga1b2]\"},{\"escape\":\"[%clk "
    "1]\"}],\"variations\":[[\"b\",{\"move\":\"c\",\"nags\":[2],\"variations\":[[\"d\"]]}],"
    "{\"moves\":[],\"end\":[\"[%clk 5]\",\"e\"],\"u\":1}],\"v\":2}],\"end\":[\"[%clk 9]\"],"
    "\"verdict\":{},\"source\":{\"line\":1,\"w\":3},\"x\":4}";

static cp_str stripped(const char *words)
{
    struct cp_value *v;
    struct cp_game g;
    struct cp_buf out;
    cp_str culprit;
    unsigned kinds;
    if (!ints)
        ints = cp_ints_open();
    struct cp_diags d = cp_diags_in(&arena);
    cp_game_init(&g, &arena, ints);
    EXPECT(cp_json_parse(&v, &arena, cp_str_from(annotated), (cp_span){NULL, 1, 1, 0}, &d));
    EXPECT(cp_record_parse(&g, v, &d));
    EXPECT(cp_wordlist_parse(cp_strip_words, &kinds, cp_str_from(words), &culprit));
    cp_strip_apply(&g, kinds);
    cp_comment_add(&g, &g.moves.end, CP_STR("."), CP_BRACED); /* lists can still grow */
    cp_buf_init(&out, &arena);
    cp_record_format(&out, &g);
    return cp_buf_str(&out);
}

static cp_str stripped_of(const char *comment, const char *words)
{
    struct cp_game g;
    cp_str culprit;
    unsigned kinds;
    cp_game_init(&g, &arena, ints);
    cp_comment_add(&g, &g.moves.end, cp_str_from(comment), CP_BRACED);
    EXPECT(cp_wordlist_parse(cp_strip_words, &kinds, cp_str_from(words), &culprit));
    cp_strip_apply(&g, kinds);
    return g.moves.end ? g.moves.end->text : (cp_str){0};
}

TEST(everything_goes_but_the_moves)
{
    EXPECT_STR(stripped("all"), "{\"moves\":[\"a\"],\"end\":[\".\"],\"source\":{\"line\":1}}");
}

TEST(commands_go_and_the_rest_of_the_comment_stays)
{
    EXPECT_STR(stripped("clocks,evals,marks,variations,verdict,unknown"),
               "{\"moves\":[{\"move\":\"a\",\"before\":[\"x\"],\"nags\":[1],\"after\":[\"good "
               "move\",{\"line\":\";\"},{\"escape\":\"[%clk 1]\"}]}],\"end\":[\".\"],\"source\":"
               "{\"line\":1}}");
    EXPECT(strstr(cp_str_keep(&arena, stripped("clocks")).at,
                  "\"after\":[\"good [%eval 0.3] move\","
                  "\"[%csl Ra1]\","));
}

TEST(each_kind_is_found_at_every_level)
{
    EXPECT_STR(stripped("comments,unknown,verdict"),
               "{\"moves\":[{\"move\":\"a\",\"nags\":[1],\"variations\":[[\"b\",{\"move\":\"c\","
               "\"nags\":[2],\"variations\":[[\"d\"]]}],[]]}],\"end\":[\".\"],\"source\":{\"line\":"
               "1}}");
    EXPECT_STR(stripped("nags,comments,unknown,verdict"),
               "{\"moves\":[{\"move\":\"a\",\"variations\":[[\"b\",{\"move\":\"c\",\"variations\":"
               "[[\"d\"]]}],[]]}],\"end\":[\".\"],\"source\":{\"line\":1}}");
    EXPECT_STR(stripped("nags,comments,variations"),
               "{\"moves\":[{\"move\":\"a\",\"v\":2}],\"end\":[\".\"],\"verdict\":{},\"source\":"
               "{\"line\":1,\"w\":3},\"x\":4}");
}

TEST(a_comment_comes_apart_into_words_and_commands)
{
    static const char *const parts[] = {"[%clk 1]", "a [b] ", "[%dia]", "[",
                                        "[%e[%]",   "x",      "[%y[%z"};
    cp_str rest = CP_STR("[%clk 1]a [b] [%dia][[%e[%]x[%y[%z");
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        bool is_command;
        EXPECT_STR(cp_comment_take_part(&rest, &is_command), parts[i]);
        EXPECT(is_command == (i % 2 == 0 && i < 6)); /* what never ends is words */
    }
    EXPECT(!rest.len);
}

static cp_str value_of(const char *comment, const char *name)
{
    cp_str value;
    return cp_command_find(cp_str_from(comment), name, &value) ? value : CP_STR("none");
}

TEST(a_command_is_found_by_its_name_whatever_white_space_is_behind_it)
{
    EXPECT_STR(value_of("a [%clk 0:01:30] b", "clk"), "0:01:30");
    EXPECT_STR(value_of("[x][%clk\n 0:01:30\t]", "clk"), "0:01:30");
    EXPECT_STR(value_of("[%emt 1][%clk\t2][%clk 3]", "clk"), "2");
    EXPECT_STR(value_of("[%dia]", "dia"), "");
    EXPECT_STR(value_of("[[%dia ]", "dia"), "");
    EXPECT_STR(value_of("[%diag]", "dia"), "none");
    EXPECT_STR(value_of("[%clk", "clk"), "none");
    EXPECT_STR(value_of("[%clk 1", "clk"), "none");
    EXPECT_STR(value_of("] [%cl", "clk"), "none");
}

/* White's evaluation, depth, clock and time spent; - where nothing is told. */
static cp_str remark_of_two(const char *comment, const char *behind, bool is_blacks)
{
    static struct cp_buf out;
    struct cp_comment second = {.text = cp_str_from(behind)};
    struct cp_comment first = {.text = cp_str_from(comment), .next = &second};
    struct cp_remark r;
    cp_buf_init(&out, &arena);
    cp_remark_read(&r, &first, is_blacks);
    cp_buf_printf(&out, "%s %u %lld %lld", r.evaluation, r.depth, (long long)r.clock,
                  (long long)r.spent);
    return cp_buf_str(&out);
}

static const char *const commands = "[%eval 9.00] [%emt 0:09]";

static cp_str remark_of(const char *comment, bool is_blacks)
{
    return remark_of_two(comment, "", is_blacks);
}

TEST(what_engines_and_commands_tell_of_a_move_is_read)
{
    EXPECT_STR(remark_of("[%clk 1:00:00] [%eval -0.4,12][%emt 3]", false), "-0.4 12 3600000 3000");
    EXPECT_STR(remark_of("[%eval #-3]", true), "#-3 0 -1 -1");
    EXPECT_STR(remark_of("+0.38/19 1.25s", false), "0.38 19 -1 1250");
    EXPECT_STR(remark_of(" -0.38/19 12s ", true), "0.38 19 -1 12000");
    EXPECT_STR(remark_of("+0.38/19 1:02", true), "-0.38 19 -1 62000");
    EXPECT_STR(remark_of("0.00/1 0s", true), "0.00 1 -1 0");
    EXPECT_STR(remark_of("-0.00/1", false), "0.00 1 -1 -1");
    EXPECT_STR(remark_of("+M5/20 0.5s, Black mates", true), "#-3 20 -1 500");
    EXPECT_STR(remark_of("-M4/20 0.5s, n=12, pv=\"e4\"", true), "#2 20 -1 500");
    EXPECT_STR(remark_of("M1/9", false), "#1 9 -1 -1");
    EXPECT_STR(remark_of("[%clk 0:10] +0.38/19 1s [%x]", false), "0.38 19 10000 1000");
    /* commands count wherever they stand, and of two the first */
    EXPECT_STR(remark_of_two("+0.38/19 1s", commands, true), "9.00 0 -1 9000");
    EXPECT_STR(remark_of_two("[%eval 1]", commands, true), "1 0 -1 9000");
    EXPECT_STR(remark_of_two("[%emt 1]", "+0.38/19 2s", false), "0.38 19 -1 1000");
    /* none of that */
    static const char *const others[] = {"book",
                                         "1/2",
                                         "1/2 1s",
                                         "+0.38",
                                         "+0.38/",
                                         "+0.38/x 1s",
                                         "+0.38/19 fast",
                                         "M/3",
                                         "+.5/3 1s",
                                         "12/24",
                                         "+0.38/19 1s left",
                                         "+0.12345678901234567890123/3 1s",
                                         "M99999999999/1 1s",
                                         ""};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        EXPECT_STR(remark_of(others[i], true), " 0 -1 -1");
}

TEST(evaluations_are_in_order_and_mates_beyond_all_pawns)
{
    static const char *const rising[] = {"#-1",
                                         "#-2",
                                         "#-99999999999999",
                                         "-99999999999999",
                                         "-12",
                                         "-.5",
                                         "-0.001",
                                         "+0.00",
                                         "0.0019",
                                         "0.5",
                                         "12.",
                                         "999999999",
                                         "#12",
                                         "#3",
                                         "#0"};
    int64_t last = INT64_MIN, worth;
    for (size_t i = 0; i < sizeof rising / sizeof *rising; i++) {
        EXPECT(cp_evaluation_parse(cp_str_from(rising[i]), &worth) && worth > last);
        last = worth;
    }
    static const char *const none[] = {"", "#", "-", "+-1", "1.2.3", "#1.5", "x", "1 ", "#x", "."};
    for (size_t i = 0; i < sizeof none / sizeof *none; i++)
        EXPECT(!cp_evaluation_parse(cp_str_from(none[i]), &worth));
}

TEST(what_cp_annotate_added_goes_whoever_wrote_around_it)
{
    EXPECT_STR(stripped_of("[%rep 3 third time] mine [%legal 8]", "added"), "mine");
    EXPECT_STR(stripped_of("[%mat level] [%legal 8]", "material"), "[%legal 8]");
    EXPECT_STR(stripped_of("[%remote white rook (1000,4)]", "remote"), "");
    EXPECT_STR(stripped_of("[%ply 3]x[%move 2.]", "numbers"), "x");
    EXPECT_STR(stripped_of("[%legality] [%rep", "added"), "[%legality] [%rep");
}
