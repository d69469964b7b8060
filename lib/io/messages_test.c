/* SPDX-License-Identifier: MIT */
#include "io/messages.h"

#include "test.h"

static const struct cp_option told[] = {
    {"warnings", 0, "LIST", CP_WORDS_OF(cp_warnings_put_words), "Messages", "which are told"}, {0}};

static struct cp_arena arena;
static struct cp_diags diags;
static struct cp_kinds silent;
static bool tells_each;

static bool takes(const char *first, const char *second)
{
    struct cp_options o = {.tables = {told}};
    char *argv[] = {"cp-x", (char *)(uintptr_t)first, (char *)(uintptr_t)second, NULL};
    cp_arena_init(&arena, NULL, NULL);
    diags = cp_diags_in(&arena);
    return cp_options_parse(&o, &arena, second ? 3 : 2, argv, (cp_span){.file = "cp-x"}, &diags) &&
           cp_warnings_read(&silent, &tells_each, &o, &arena, (cp_span){.file = "cp-x"}, &diags);
}

static cp_str said(void)
{
    struct cp_buf out;
    cp_buf_init(&out, &arena);
    cp_diags_format(&diags, &out, 20);
    return cp_buf_str(&out);
}

static bool is_silent(enum cp_diag kind)
{
    return cp_kinds_has(&silent, kind);
}

TEST(a_name_alone_is_all_that_is_told_and_one_with_a_dash_all_that_is_not)
{
    EXPECT(takes("--warnings=move-in-dialect,tag-unusual", NULL));
    EXPECT(!is_silent(CP_MOVE_IN_DIALECT) && !is_silent(CP_TAG_UNUSUAL));
    EXPECT(is_silent(CP_NUMBER_UNUSUAL) && is_silent(CP_DIGITS_SPLIT));
    cp_arena_close(&arena);
    EXPECT(takes("--warnings=-move-in-dialect", NULL));
    EXPECT(is_silent(CP_MOVE_IN_DIALECT) && !is_silent(CP_TAG_UNUSUAL));
    cp_arena_close(&arena);
    EXPECT(takes("--warnings=none", NULL));
    EXPECT(is_silent(CP_MOVE_IN_DIALECT) && is_silent(CP_DIGITS_SPLIT));
    EXPECT(!is_silent(CP_PATH_BLOCKED) && !is_silent(CP_FILE_UNREADABLE));
    cp_arena_close(&arena);
}

TEST(options_given_several_times_are_one_list)
{
    EXPECT(takes("--warnings=none", "--warnings=tag-unusual"));
    EXPECT(is_silent(CP_MOVE_IN_DIALECT) && !is_silent(CP_TAG_UNUSUAL));
    cp_arena_close(&arena);
    EXPECT(takes("--warnings=tag-unusual", "--warnings=all"));
    EXPECT(!is_silent(CP_MOVE_IN_DIALECT));
    cp_arena_close(&arena);
}

TEST(what_is_no_warning_is_refused_and_the_nearest_named)
{
    EXPECT(!takes("--warnings=move-in-dialekt", NULL));
    EXPECT_STR(said(), "cp-x: error: the option's value is wrong: --warnings \"move-in-dialekt\"; "
                       "did you mean move-in-dialect? [option-value-wrong]\n");
    cp_arena_close(&arena);
    EXPECT(!takes("--warnings=all,-path-blocked", NULL));
    EXPECT_STR(said(), "cp-x: error: the option's value is wrong: --warnings \"path-blocked\": it "
                       "is an error, and errors are always told [option-value-wrong]\n");
    cp_arena_close(&arena);
    static const char *const wrong[] = {"--warnings=",
                                        "--warnings=,",
                                        "--warnings=-",
                                        "--warnings=tag-unusual,",
                                        "--warnings=--tag-unusual",
                                        "--warnings=-none",
                                        "--warnings=ok"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        EXPECT(!takes(wrong[i], NULL));
        cp_arena_close(&arena);
    }
}

/* Its lines come in any pieces that are whole lines; errors, those by --strict too, are all told.
 */
TEST(of_a_kind_five_are_told_and_the_rest_counted)
{
    static const char strict[] = "f:1:1: error: check is not marked: e4 [check-mark-missing]\n",
                      warning[] = "f:1:1: warning: check is not marked: e4 [check-mark-missing]\n",
                      hint[] = "  hint: x\n  also: g:1: y\n",
                      summary[] = "  12 [check-mark-missing]\n";
    struct cp_repeats repeats = {.is_passing = false};
    cp_arena_init(&arena, NULL, NULL);
    struct cp_buf out = cp_buf_in(&arena), wanted = cp_buf_in(&arena), end = cp_buf_in(&arena);
    for (int i = 0; i < 7; i++) {
        cp_repeats_put(&repeats, &out, cp_str_from(strict));
        cp_repeats_put(&repeats, &out, cp_str_printf(&arena, "%s%s", hint, warning));
        cp_repeats_put(&repeats, &out, cp_str_printf(&arena, "%s%s", hint, summary));
        cp_buf_printf(&wanted, "%s%s%s%s%s", strict, hint, i < 5 ? warning : "", i < 5 ? hint : "",
                      summary);
    }
    EXPECT_STR(cp_buf_str(&out), cp_str_keep(&arena, cp_buf_str(&wanted)).at);
    cp_repeats_put_end(&repeats, &end, "cp-x");
    EXPECT_STR(cp_buf_str(&end),
               "cp-x: note: check-mark-missing: 2 more; --warnings all shows each\n");
    cp_arena_close(&arena);
}
