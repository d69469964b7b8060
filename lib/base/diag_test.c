/* SPDX-License-Identifier: MIT */
#include "base/diag.h"

#include "test.h"

static struct cp_arena arena;
static struct cp_diags d;
static struct cp_buf out;

static void begin(void)
{
    cp_arena_reset(&arena);
    cp_buf_init(&out, &arena);
    d = cp_diags_in(&arena);
}

static cp_span at(uint32_t line, uint32_t col)
{
    return (cp_span){"games.txt", line, col, 1};
}

/* the first kind of that level: the list belongs to everybody and may change */
static enum cp_diag some(enum cp_level level)
{
    for (enum cp_diag kind = CP_OK + 1; kind < CP_DIAG_COUNT; kind++)
        if (cp_diag_level(kind) == level)
            return kind;
    return CP_OK;
}

TEST(a_slug_is_the_name_with_dashes_and_finds_its_kind)
{
    begin();
    cp_diag_format_slug(&out, CP_NOT_A_SQUARE);
    EXPECT_STR(cp_buf_str(&out), "not-a-square");
    EXPECT_INT(cp_diag_find(CP_STR("not-a-square")), CP_NOT_A_SQUARE);
    EXPECT_INT(cp_diag_find(CP_STR("NOT-A-SQUARE")), CP_OK);
    EXPECT_INT(cp_diag_find(CP_STR("not-a-squar")), CP_OK);
    EXPECT_INT(cp_diag_find(CP_STR("blank-unusual")), CP_PARTING_UNUSUAL); /* of earlier records */
    EXPECT_INT(cp_diag_find(CP_STR("trap-mark-missing")), CP_MATE_MARK_MISSING);
}

TEST(every_message_speaks_plainly_and_has_its_own_slug)
{
    begin();
    for (enum cp_diag kind = CP_OK + 1; kind < CP_DIAG_COUNT; kind++) {
        cp_str text = cp_str_from(cp_diag_text(kind));
        EXPECT(text.len > 0 && text.at[text.len - 1] != '.');
        cp_buf_reset(&out);
        cp_diag_format_slug(&out, kind);
        EXPECT_INT(cp_diag_find(cp_buf_str(&out)), kind);
    }
}

TEST(a_message_has_place_detail_slug_hint_and_second_place)
{
    begin();
    cp_diag_report(&d, CP_NOT_A_SQUARE, at(12, 9), "%s", "(g");
    cp_diag_also(&d, at(4, 3), "the parenthesis opened %s", "here");
    cp_diags_format(&d, &out, 20);
    EXPECT_STR(cp_buf_str(&out), "games.txt:12:9: error: this is no square: (g [not-a-square]\n"
                                 "  hint: a square is written (g9) or (7,9)\n"
                                 "  also: games.txt:4:3: the parenthesis opened here\n");
}

TEST(messages_are_sorted_by_place_and_keep_their_order_at_one_place)
{
    begin();
    cp_diag_report(&d, CP_NOT_A_FILE, at(3, 1), "third");
    cp_diag_report(&d, CP_NOT_A_FILE, at(2, 5), "first");
    cp_diag_report(&d, CP_NOT_A_FILE, at(2, 5), "second");
    cp_diags_format(&d, &out, 20);
    const char *first = strstr(cp_str_keep(&arena, cp_buf_str(&out)).at, "first");
    EXPECT(first && strstr(first, "second") && strstr(strstr(first, "second"), "third"));
}

TEST(an_unknown_place_is_left_out)
{
    begin();
    cp_diag_report(&d, CP_NOT_A_FILE, (cp_span){0}, "nowhere");
    cp_diag_report(&d, CP_NOT_A_FILE, (cp_span){.file = "f"}, "somewhere");
    cp_diag_report(&d, CP_NOT_A_FILE, (cp_span){.file = "f", .line = 3}, "there");
    cp_diags_format(&d, &out, 20);
    cp_str text = cp_str_keep(&arena, cp_buf_str(&out));
    EXPECT(cp_str_starts(text, CP_STR("error: ")));
    EXPECT(strstr(text.at, "\nf: error: ") != NULL);
    EXPECT(strstr(text.at, "\nf:3: error: ") != NULL);
}

/* C0, DEL, C1 whole and as a byte, marks of direction, separators of lines. */
TEST(control_characters_in_details_and_names_of_files_are_shown_as_escapes)
{
    begin();
    cp_span odd = {.file = "a\nf:1: error: no\xc2\x9b", .line = 1};
    cp_diag_report(&d, CP_NOT_A_FILE, odd,
                   "a\033[31m\n\177φ\xc2\x85\x9b\u202e\u2066\u061c\u2028\ufffeé\u200d");
    cp_diag_also(&d, odd, "x\r");
    cp_diags_format(&d, &out, 20);
    cp_str text = cp_str_keep(&arena, cp_buf_str(&out));
    EXPECT(cp_str_starts(text, CP_STR("'a\\x0af:1: error: no\\u009b':1: error: ")));
    EXPECT(
        strstr(text.at,
               ": a\\x1b[31m\\x0a\\x7fφ\\u0085\\x9b\\u202e\\u2066\\u061c\\u2028\\ufffeé\u200d ["));
    EXPECT(strstr(text.at, "\n  also: 'a\\x0af:1: error: no\\u009b':1: x\\x0d\n"));
}

TEST(only_the_most_wanted_are_shown_and_the_rest_counted)
{
    begin();
    for (uint32_t i = 1; i <= 25; i++)
        cp_diag_report(&d, CP_NOT_A_FILE, at(i, 1), "%s", "");
    cp_diags_format(&d, &out, 20);
    cp_str text = cp_str_keep(&arena, cp_buf_str(&out));
    EXPECT(strstr(text.at, "games.txt:20:1:") != NULL);
    EXPECT(strstr(text.at, "games.txt:21:1:") == NULL);
    EXPECT(strstr(text.at, "games.txt: note: 5 more of this game are not shown\n") != NULL);
}

TEST(a_million_faults_are_counted_but_not_all_kept)
{
    begin();
    for (uint32_t i = 1; i <= 1000000; i++)
        cp_diag_report(&d, CP_NOT_A_FILE, at(i, 1), "%s", "");
    EXPECT_INT(d.errors, 1000000);
    cp_diags_format(&d, &out, 1);
    EXPECT(strstr(cp_str_keep(&arena, cp_buf_str(&out)).at, "999999 more") != NULL);
}

TEST(strict_makes_errors_of_warnings)
{
    enum cp_diag warning = some(CP_WARNING);
    if (warning == CP_OK)
        return; /* no leniency exists yet */
    begin();
    cp_diag_report(&d, warning, at(1, 1), "%s", "");
    EXPECT_INT(d.errors, 0);
    EXPECT_INT(d.warnings, 1);
    EXPECT_INT(d.worst, CP_WARNING);
    d.strict = true;
    cp_diags_reset(&d);
    cp_diag_report(&d, warning, at(1, 1), "%s", "");
    EXPECT_INT(d.errors, 1);
    EXPECT_INT(d.warnings, 0);
    cp_diags_format(&d, &out, 20);
    EXPECT(strstr(cp_str_keep(&arena, cp_buf_str(&out)).at, ": error: ") != NULL);
}

TEST(silent_kinds_are_counted_but_neither_told_nor_made_errors)
{
    struct cp_kinds silent = {0};
    cp_kinds_put(&silent, CP_NUMBER_UNUSUAL);
    begin();
    d.strict = true;
    d.silent = &silent;
    cp_diag_report(&d, CP_NUMBER_UNUSUAL, at(1, 1), "%s", "");
    EXPECT(d.warnings == 1 && d.errors == 0 && d.worst == CP_WARNING && cp_diags_told(&d) == 0);
    cp_diags_format(&d, &out, 20);
    EXPECT_INT((int64_t)out.len, 0);
    for (uint32_t i = 1; i <= 2000; i++) {
        cp_diag_report(&d, CP_NUMBER_UNUSUAL, at(i, 1), "%s", "");
        cp_diag_report(&d, CP_TAG_UNUSUAL, at(i, 1), "%s", "");
    }
    EXPECT_INT(d.errors, 2000);
    EXPECT_INT(cp_diags_told(&d), 2000);
    cp_diags_format(&d, &out, 1);
    EXPECT(strstr(cp_str_keep(&arena, cp_buf_str(&out)).at, "note: 1999 more of this game") !=
           NULL);
}

TEST(reset_forgets_the_messages_and_keeps_the_settings)
{
    begin();
    d.strict = true;
    cp_diag_report(&d, CP_NOT_A_FILE, at(1, 1), "%s", "");
    cp_diags_reset(&d);
    EXPECT(d.strict && d.count == 0 && d.errors == 0 && d.worst == CP_NOTE);
    cp_diags_format(&d, &out, 20);
    EXPECT_INT((int64_t)out.len, 0);
}

static bool is_mild(enum cp_diag kind)
{
    return kind == CP_NUMBER_UNUSUAL;
}

TEST(messages_of_some_kinds_are_forgotten_as_if_never_said)
{
    cp_span where;
    cp_str detail;
    begin();
    cp_diag_report(&d, CP_NUMBER_UNUSUAL, at(1, 2), "%s", "mild");
    cp_diag_report(&d, CP_NOT_A_FILE, at(3, 4), "%s", "first");
    cp_diag_report(&d, CP_NUMBER_UNUSUAL, at(3, 5), "%s", "mild");
    EXPECT(cp_diags_forget(&d, is_mild));
    EXPECT_INT(d.count, 1);
    EXPECT_INT(d.errors, 1);
    EXPECT_INT(d.warnings, 0);
    EXPECT_INT(d.worst, CP_ERROR);
    cp_diag_report(&d, CP_NOT_A_SQUARE, at(5, 6), "%s", "second");
    EXPECT_INT(cp_diags_first_error(&d, 1, &where, &detail), CP_NOT_A_SQUARE);
    for (int i = 0; i < 2000; i++)
        cp_diag_report(&d, CP_NUMBER_UNUSUAL, at(7, 8), "%s", "mild");
    EXPECT(!cp_diags_forget(&d, is_mild)); /* not all are held */
    EXPECT_INT(d.count, 2002);
}

TEST(more_may_be_said_of_the_error_at_a_place)
{
    begin();
    cp_diag_report(&d, CP_NUMBER_UNUSUAL, at(1, 2), "%s", "mild");
    cp_diag_report(&d, CP_NOT_A_FILE, at(1, 2), "%s", "wrong");
    cp_diag_report(&d, CP_NOT_A_SQUARE, at(5, 6), "%s", "last");
    cp_diag_also_of(&d, at(1, 2), "%s", "try another");
    cp_diag_also_of(&d, at(9, 9), "%s", "nobody asked");
    cp_diags_format(&d, &out, 20);
    const char *text = cp_str_keep(&arena, cp_buf_str(&out)).at;
    const char *also = strstr(text, "\n  also: try another\n");
    EXPECT(also && strstr(text, "wrong") < also && also < strstr(text, "last"));
    EXPECT(!strstr(text, "nobody asked"));
}

TEST(what_was_told_before_counts_once_and_errors_are_told_again)
{
    uint64_t counts[CP_DIAG_COUNT] = {0};
    begin();
    cp_diag_report(&d, CP_NUMBER_UNUSUAL, at(1, 2), "%s", "mild");
    cp_diag_report_again(&d, CP_NUMBER_UNUSUAL, at(1, 2));
    cp_diag_report_again(&d, CP_NUMBER_UNUSUAL, at(3, 4));
    cp_diag_report_again(&d, CP_NOT_A_FILE, at(5, 6));
    EXPECT_INT(d.warnings, 2);
    EXPECT_INT(d.errors, 1);
    EXPECT_INT(cp_diags_told(&d), 2);
    cp_diags_count(&d, counts);
    EXPECT_INT((int64_t)counts[CP_NUMBER_UNUSUAL], 2);
    cp_diags_format(&d, &out, 20);
    EXPECT(!strstr(cp_str_keep(&arena, cp_buf_str(&out)).at, ":3:4"));
    begin();
    d.strict = true;
    cp_diag_report_again(&d, CP_NUMBER_UNUSUAL, at(3, 4));
    EXPECT_INT(cp_diags_told(&d), 1);
    EXPECT_INT(d.errors, 1);
}

TEST(the_first_error_is_found_among_all_or_of_one_place)
{
    cp_span where;
    cp_str detail;
    begin();
    EXPECT_INT(cp_diags_first_error(&d, 0, &where, &detail), CP_OK);
    cp_diag_report(&d, CP_NUMBER_UNUSUAL, at(1, 2), "%s", "mild");
    cp_diag_report(&d, CP_NOT_A_FILE, at(3, 4), "%s", "first");
    cp_diag_report(&d, CP_NOT_A_SQUARE, at(5, 6), "%s", "second");
    EXPECT_INT(cp_diags_first_error(&d, 0, &where, &detail), CP_NOT_A_FILE);
    EXPECT_STR(detail, "first");
    EXPECT_INT(cp_diags_first_error(&d, 2, &where, &detail), CP_NOT_A_SQUARE);
    EXPECT_INT(where.line, 5);
    EXPECT(!cp_diags_error_at(&d, at(1, 2))); /* a warning */
    EXPECT_INT(cp_diags_error_at(&d, at(5, 6))->kind, CP_NOT_A_SQUARE);
    EXPECT_STR(cp_diags_error_at(&d, at(5, 6))->detail, "second");
}

TEST(of_a_number_without_end_a_message_shows_its_ends_and_how_long_it_is) /* R-NOT-4 */
{
    static char digits[100001];
    cp_span where;
    cp_str detail;
    begin();
    memset(digits, '7', 100000);
    cp_diag_report(&d, CP_NOT_A_SQUARE, at(1, 2), "R(%s,-%.100s) (%s%.1s)", digits, digits, "a",
                   digits);
    EXPECT_INT(cp_diags_first_error(&d, 0, &where, &detail), CP_NOT_A_SQUARE);
    char wanted[300];
    snprintf(wanted, sizeof wanted, "R(%.20s…[100000 digits]…%.20s,-%.100s) (a7)", digits, digits,
             digits);
    EXPECT_STR(detail, wanted);
    cp_diags_reset(&d);
    memset(digits, 'q', 101);
    digits[101] = '\0';
    cp_diag_report(&d, CP_NOT_A_SQUARE, at(1, 2), "(%s)", digits);
    EXPECT_INT(cp_diags_first_error(&d, 0, &where, &detail), CP_NOT_A_SQUARE);
    EXPECT_STR(detail, "(qqqqqqqqqqqqqqqqqqqq…[101 characters]…qqqqqqqqqqqqqqqqqqqq)");
}
