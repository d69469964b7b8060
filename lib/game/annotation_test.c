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

TEST(what_cp_annotate_added_goes_whoever_wrote_around_it)
{
    EXPECT_STR(stripped_of("[%rep 3 third time] mine [%legal 8]", "added"), "mine");
    EXPECT_STR(stripped_of("[%mat level] [%legal 8]", "material"), "[%legal 8]");
    EXPECT_STR(stripped_of("[%remote white rook (1000,4)]", "remote"), "");
    EXPECT_STR(stripped_of("[%ply 3]x[%move 2.]", "numbers"), "x");
    EXPECT_STR(stripped_of("[%legality] [%rep", "added"), "[%legality] [%rep");
}
