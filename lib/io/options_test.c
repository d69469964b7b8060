/* SPDX-License-Identifier: MIT */
#include "io/options.h"

#include "test.h"

#include <stdlib.h>

static const struct cp_word forms[] = {{"letters", 1}, {"numeric", 2}, {0}};
static const struct cp_option own[] = {
    {"to", 0, "FORM", CP_ONE_OF(forms), "Writing", "what to write"},
    {"quiet", 'q', NULL, NULL, "Writing", "say less"},
    {0},
};
static const struct cp_option shared[] = {
    {"variant", 'v', "NAME", NULL, "Reading", "which variant\nit is"},
    {"strict", 's', NULL, NULL, "Reading", "refuse more"},
    {"variant-file", 0, "FILE", CP_SEVERAL, "Reading", "a [variant] of 'your' own"},
    {0},
};

static const struct cp_word whens[] = {{"now", 0}, {"then", 1}, {0}};
static const struct cp_option often[] = {
    {"often", 0, "[WHEN]", CP_ONE_OF(whens), "Running", "now and then"}, {0}};

static const struct cp_word fruits[] = {{"fig", 1}, {"plum", 4}, {0}};
static const struct cp_option typed[] = {
    {"count", 0, "N", CP_NUMBER(2, 300), "Typed", "how many"},
    {"eat", 0, "WORDS", CP_LIST_OF(fruits), "Typed", "what"},
    {"no-end", 0, "N", CP_NUMBER(1, INT64_MAX), "Typed", "how many"},
    {0},
};

static struct cp_arena arena;
static struct cp_diags diags;

static struct cp_options parsed(char *argv[], bool *good)
{
    struct cp_options o = {.tables = {own, shared}};
    int argc = 0;
    while (argv[argc])
        argc++;
    cp_arena_init(&arena, NULL, NULL);
    diags = cp_diags_in(&arena);
    *good = cp_options_parse(&o, &arena, argc, argv, (cp_span){.file = "cp-x"}, &diags);
    return o;
}

#define PARSE(...)                                                                                 \
    bool good;                                                                                     \
    char *argv[] = {"cp-x", __VA_ARGS__, NULL};                                                    \
    struct cp_options o = parsed(argv, &good)

static cp_str messages(void)
{
    struct cp_buf out;
    cp_buf_init(&out, &arena);
    cp_diags_format(&diags, &out, 20);
    return cp_buf_str(&out);
}

TEST(values_stand_behind_an_equals_sign_or_by_themselves)
{
    PARSE("--to=letters", "--variant", "coaip", "-q");
    EXPECT(good);
    EXPECT_STR(cp_str_from(cp_options_get(&o, "to")), "letters");
    EXPECT_STR(cp_str_from(cp_options_get(&o, "variant")), "coaip");
    EXPECT(cp_options_has(&o, "quiet"));
    EXPECT(!cp_options_has(&o, "strict"));
    cp_arena_close(&arena);
}

TEST(an_option_that_is_gone_says_what_to_do_instead)
{
    PARSE("--seen=file");
    (void)o;
    EXPECT(!good);
    EXPECT_STR(messages(),
               "cp-x: error: no such option: --seen; it is gone: --unique; of games "
               "in other runs, cp-table games -c moves_key and sort [option-unknown]\n");
    cp_arena_close(&arena);
}

TEST(a_value_in_brackets_may_be_left_out_and_stands_behind_an_equals_sign_only)
{
    static char *const words[][2] = {{"--often", "x"}, {"--often=then", "x"}, {"--often", "then"}};
    for (int i = 0; i < 3; i++) {
        char *argv[] = {"cp-x", words[i][0], words[i][1], NULL};
        struct cp_options given = {.tables = {often}};
        cp_arena_init(&arena, NULL, NULL);
        diags = cp_diags_in(&arena);
        bool good = cp_options_parse(&given, &arena, 3, argv, (cp_span){.file = "cp-x"}, &diags);
        EXPECT(good == (i < 2)); /* its word apart, and no file of that name */
        EXPECT_STR(cp_str_from(cp_options_get(&given, "often")), i == 1 ? "then" : "");
        EXPECT_INT(given.file_count, 1);
        cp_arena_close(&arena);
    }
}

TEST(short_options_cluster_and_take_values)
{
    PARSE("-qsvcoaip", "-v", "other");
    EXPECT(!good); /* two variants */
    EXPECT(cp_options_has(&o, "quiet") && cp_options_has(&o, "strict"));
    const struct cp_given *first = cp_options_next(&o, "variant", NULL);
    EXPECT_STR(cp_str_from(first->value), "coaip");
    EXPECT_STR(cp_str_from(cp_options_next(&o, "variant", first)->value), "other");
    EXPECT_STR(cp_str_from(cp_options_get(&o, "variant")), "other");
    cp_arena_close(&arena);
}

TEST(a_dash_is_a_file_and_two_dashes_end_the_options)
{
    PARSE("-", "a.txt", "--", "--strict", "-");
    EXPECT(good);
    EXPECT_INT(o.file_count, 4);
    EXPECT_STR(cp_str_from(o.files[2]), "--strict");
    EXPECT(!cp_options_has(&o, "strict"));
    cp_arena_close(&arena);
}

TEST(a_value_may_look_like_an_option)
{
    PARSE("--variant", "--strict");
    EXPECT(good);
    EXPECT_STR(cp_str_from(cp_options_get(&o, "variant")), "--strict");
    cp_arena_close(&arena);
}

TEST(every_wrong_option_is_reported)
{
    PARSE("--varient=x", "--zzzzzz", "-k", "--strict=yes", "--to", "digits", "--variant");
    EXPECT(!good);
    EXPECT_INT(o.file_count, 0);
    EXPECT_STR(messages(),
               "cp-x: error: no such option: --varient; did you mean --variant? [option-unknown]\n"
               "cp-x: error: no such option: --zzzzzz [option-unknown]\n"
               "cp-x: error: no such option: -k [option-unknown]\n"
               "cp-x: error: the option takes no value: --strict=yes [option-value-unwanted]\n"
               "cp-x: error: the option's value is wrong: --to takes letters|numeric, not "
               "\"digits\" [option-value-wrong]\n"
               "cp-x: error: the option needs a value: --variant NAME [option-value-missing]\n");
    cp_arena_close(&arena);
}

TEST(help_groups_options_by_intent)
{
    PARSE("-q");
    EXPECT(good);
    struct cp_buf out;
    cp_buf_init(&out, &arena);
    cp_options_format_help(&o, &out);
    EXPECT_STR(cp_buf_str(&out), "\nWriting:\n"
                                 "      --to letters|numeric  what to write\n"
                                 "  -q, --quiet               say less\n"
                                 "\nReading:\n"
                                 "  -v, --variant NAME        which variant\n"
                                 "                            it is\n"
                                 "  -s, --strict              refuse more\n"
                                 "      --variant-file FILE   a [variant] of 'your' own\n");
    cp_arena_close(&arena);
}

/* ---- values ---- */

static bool parse_typed(struct cp_options *o, const char *option)
{
    char *argv[] = {"cp-x", (char *)(uintptr_t)option, NULL};
    *o = (struct cp_options){.tables = {typed}};
    cp_arena_init(&arena, NULL, NULL);
    diags = cp_diags_in(&arena);
    return cp_options_parse(o, &arena, 2, argv, (cp_span){.file = "cp-x"}, &diags);
}

TEST(numbers_are_read_in_one_way_and_kept_in_their_range)
{
    static const char *const wrong[] = {
        "--count=1",  "--count=301", "--count=-2",
        "--count=+7", "--count=7x",  "--count=",
        "--count= 7", "--no-end=0",  "--no-end=9999999999999999999"};
    struct cp_options o;
    EXPECT(parse_typed(&o, "--count=300"));
    EXPECT_INT(cp_options_number(&o, "count", 0), 300);
    EXPECT_INT(cp_options_number(&o, "no-end", -1), -1);
    cp_arena_close(&arena);
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        EXPECT(!parse_typed(&o, wrong[i]));
        cp_arena_close(&arena);
    }
    EXPECT(!parse_typed(&o, "--count=0"));
    EXPECT_STR(messages(), "cp-x: error: the option's value is wrong: --count 0: a number from "
                           "2 to 300 [option-value-wrong]\n");
    cp_arena_close(&arena);
    EXPECT(!parse_typed(&o, "--no-end=0"));
    EXPECT_STR(messages(), "cp-x: error: the option's value is wrong: --no-end 0: a number, 1 "
                           "or more [option-value-wrong]\n");
    cp_arena_close(&arena);
}

TEST(a_choice_and_a_list_are_what_their_words_mean)
{
    struct cp_options o;
    EXPECT(parse_typed(&o, "--eat=fig,plum"));
    EXPECT_INT(cp_options_words(&o, "eat"), 5);
    cp_arena_close(&arena);
    EXPECT(!parse_typed(&o, "--eat=fig,plun"));
    EXPECT_STR(messages(), "cp-x: error: the option's value is wrong: --eat \"plun\"; did you "
                           "mean plum? [option-value-wrong]\n");
    cp_arena_close(&arena);
}

TEST(an_option_given_twice_says_the_same_unless_it_adds_up)
{
    PARSE("--to=letters", "--to=letters", "-q", "-q", "--variant-file=a", "--variant-file=b");
    EXPECT(good);
    EXPECT_INT(cp_options_choice(&o, "to", 0), 1);
    EXPECT_INT(cp_options_choice(&o, "often", 7), 7);
    EXPECT(cp_options_beside(&o, (const char *const[]){"to", "quiet", "variant-file", NULL}) ==
           NULL);
    EXPECT_STR(cp_str_from(cp_options_beside(&o, (const char *const[]){"to", "quiet", NULL})),
               "variant-file");
    cp_arena_close(&arena);
}

TEST(an_option_given_twice_with_different_values_is_refused)
{
    PARSE("--to=letters", "-vone", "--to", "numeric", "--variant=two");
    EXPECT(!good && cp_options_has(&o, "to"));
    EXPECT_STR(messages(), "cp-x: error: the option is given twice, with different values: "
                           "--to letters, --to numeric [option-twice]\n"
                           "  hint: keep one of the two\n"
                           "cp-x: error: the option is given twice, with different values: "
                           "--variant one, --variant two [option-twice]\n"
                           "  hint: keep one of the two\n");
    cp_arena_close(&arena);
}

static const struct cp_option settings[] = {
    {"CP_FORM", 0, "FORM", CP_ONE_OF(forms), NULL, NULL},
    {"CP_MANY", 0, "N", CP_NUMBER(2, 300), NULL, NULL},
    {"CP_NONE", 0, "N", CP_NUMBER(2, 300), NULL, NULL},
    {0},
};

static const struct cp_option texts[] = {
    {"words", 0, "TEXT", CP_ANY_TEXT, "Typed", "any, or none"},
    {"name", 'n', "NAME", NULL, "Typed", "one"},
    {0},
};

TEST(a_value_may_not_be_empty_unless_that_says_something)
{
    struct cp_options o = {.tables = {texts, often}};
    char *argv[] = {"cp-x", "--words=", "--name", "", "-n", "", "--often", "--often=then", NULL};
    cp_arena_init(&arena, NULL, NULL);
    diags = cp_diags_in(&arena);
    EXPECT(!cp_options_parse(&o, &arena, 8, argv, (cp_span){.file = "cp-x"}, &diags));
    EXPECT(cp_options_has(&o, "words") && !cp_options_has(&o, "name"));
    EXPECT_STR(messages(), "cp-x: error: the option needs a value: --name NAME "
                           "[option-value-missing]\n"
                           "cp-x: error: the option needs a value: --name NAME "
                           "[option-value-missing]\n"
                           "cp-x: error: the option is given twice, with different values: "
                           "--often, --often then [option-twice]\n"
                           "  hint: keep one of the two\n");
    cp_arena_close(&arena);
}

TEST(the_environment_is_read_by_the_same_tables)
{
    struct cp_options o = {.tables = {settings}};
    cp_arena_init(&arena, NULL, NULL);
    diags = cp_diags_in(&arena);
    EXPECT(setenv("CP_FORM", "numeric", true) == 0 && setenv("CP_NONE", "", true) == 0);
    EXPECT(cp_options_read_environment(&o, &arena, (cp_span){.file = "cp-x"}, &diags));
    EXPECT_INT(cp_options_choice(&o, "CP_FORM", 0), 2);
    EXPECT(!cp_options_has(&o, "CP_MANY") && !cp_options_has(&o, "CP_NONE"));
    EXPECT(setenv("CP_MANY", "2x", true) == 0);
    EXPECT(!cp_options_read_environment(&o, &arena, (cp_span){.file = "cp-x"}, &diags));
    EXPECT_STR(messages(), "cp-x: error: the option's value is wrong: "
                           "CP_MANY 2x: a number from 2 to 300 [option-value-wrong]\n");
    cp_arena_close(&arena);
}
