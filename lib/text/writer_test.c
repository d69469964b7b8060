/* SPDX-License-Identifier: MIT */
#include "text/writer.h"

#include "base/utf8.h"
#include "text/sample_test.h"

#include "test.h"

static struct cp_game game;

/* The first game of text, written again; into an arena that the next call ends. */
static cp_str rewritten(cp_str text, const struct cp_writing *how)
{
    struct cp_reader reader;
    struct sample_source source = {text, 0};
    sample_begin(false);
    cp_game_init(&game, &sample_record, sample_ints);
    sample_open(&reader, &source, NULL);
    bool read = cp_reader_read(&reader, &game, &sample_diags) != CP_READER_END;
    struct cp_buf out;
    cp_buf_init(&out, &sample_record);
    if (read)
        cp_game_write(&out, &game, how);
    cp_reader_close(&reader);
    return cp_buf_str(&out);
}

static const struct cp_writing as_it_was = {0};
static const struct cp_writing own = {.alphabet = &sample_plane, .keeps_spelling = true};
static const struct cp_writing numbers = {.alphabet = &sample_plane, .spelling = CP_NUMERIC};
static const struct cp_writing letters = {.alphabet = &sample_plane, .spelling = CP_LETTER};
static const struct cp_writing ascii = {.alphabet = &sample_plane, .spelling = CP_LETTER_ASCII};

#define EXPECT_WRITTEN(text, how, wanted) EXPECT_STR(rewritten(CP_STR(text), how), wanted)

TEST(a_game_is_tags_a_blank_line_moves_a_result_a_blank_line)
{
    EXPECT_WRITTEN(
        "[Event \"A \\\"b\\\" \\\\ c\"]   [Variant \"plane\"]\n1.(5,2)-(5,4) (5,7)-(5,5)\n"
        "2. N(6,3)!? $14 $1   1-0",
        &as_it_was,
        "[Event \"A \\\"b\\\" \\\\ c\"]\n[Variant \"plane\"]\n\n"
        "1. (5,2)-(5,4) (5,7)-(5,5) 2. N(6,3)!? $14 $1 1-0\n\n");
}

TEST(a_game_names_its_variant_its_frame_and_its_start) /* R-NOT-13 */
{
    EXPECT_WRITTEN(
        "[Frame \"classical\"]\n[Setup \"w: K (1,1); b: K (9,9); turn b\"]\n"
        "[SetUp \"1\"]\n\nK(9,8) K(1,2)",
        &as_it_was,
        "[Variant \"plane\"]\n[Frame \"classical\"]\n"
        "[Setup \"w: K (1,1); b: K (9,9); turn b\"]\n[SetUp \"1\"]\n\n1... K(9,8) 2. K(1,2) "
        "*\n\n");
}

TEST(rule_options_are_a_tag_in_the_words_of_variant_files) /* R-INF-7 */
{
    EXPECT_WRITTEN("[Rules \"fifty-moves:  false, 'promotion' : {white: 9,\"to\": [Q, 'R']}\"]\n*",
                   &as_it_was,
                   "[Variant \"plane\"]\n"
                   "[Rules \"fifty-moves: false, promotion: {white: 9, to: [Q, R]}\"]\n\n*\n\n");
    EXPECT_WRITTEN("[Rules \"FIDE\"]\n[Rules \"own: [1.10, no, 'no way', null, {}]\"]\n*",
                   &as_it_was,
                   "[Variant \"plane\"]\n[Rules \"own: [1.10, no, \\\"no way\\\", null, {}]\"]\n"
                   "[Rules \"FIDE\"]\n\n*\n\n");
}

TEST(a_start_position_alone_has_a_result_that_ends_it) /* R-NOT-13 */
{
    EXPECT_WRITTEN("[Variant \"plane\"]\n[Setup \"w: K (1,1); b: K (9,9)\"]\n", &as_it_was,
                   "[Variant \"plane\"]\n[Setup \"w: K (1,1); b: K (9,9)\"]\n\n*\n\n");
}

TEST(moves_are_rewritten_in_the_spelling_asked_for) /* R-NOT-1, R-NOT-12 */
{
    static const char text[] = "1. R(7,9)-(0,9) n (φ3) (1... (G9)x(-b9)=C+) bad *";
    EXPECT_STR(rewritten(cp_str_from(text), &own),
               "[Variant \"plane\"]\n\n1. R(7,9)-(0,9) N(φ3) (1... (g9)x(-b9)=C+) 2. bad *\n\n");
    EXPECT_STR(rewritten(cp_str_from(text), &numbers),
               "[Variant \"plane\"]\n\n1. R(7,9)-(0,9) N(0,3) (1... (7,9)x(-2,9)=C+) 2. bad *\n\n");
    EXPECT_STR(rewritten(cp_str_from(text), &letters),
               "[Variant \"plane\"]\n\n1. R(g9)-(φ9) N(φ3) (1... (g9)x(-b9)=C+) 2. bad *\n\n");
    EXPECT_STR(rewritten(cp_str_from(text), &ascii),
               "[Variant \"plane\"]\n\n1. R(g9)-(09) N(03) (1... (g9)x(-b9)=C+) 2. bad *\n\n");
    EXPECT_STR(rewritten(cp_str_from(text), &as_it_was),
               "[Variant \"plane\"]\n\n1. R(7,9)-(0,9) n (φ3) (1... (G9)x(-b9)=C+) 2. bad *\n\n");
}

TEST(where_agents_vanish_the_mark_stands_at_the_very_end) /* R-TR-16 */
{
    static const char text[] = "[Variant \"agents\"]\n1. Me3>f3# (g3:g3)! Me8-e7 (c7:c7, g7:g7) #"
                               " (1... Mf8-f7# 2. Ke3 # (c3:c3)) 1-0";
    static const struct cp_writing last = {.marks_last = true};
    static const struct cp_writing in_numbers = {
        .alphabet = &sample_agents, .spelling = CP_NUMERIC, .marks_last = true};
    static const char wanted[] =
        "[Variant \"agents\"]\n\n1. Me3>f3 (g3:g3)#! Me8-e7 (c7:c7)(g7:g7)#"
        " (1... Mf8-f7# 2. Ke3 (c3:c3)#) 1-0\n\n";
    EXPECT_STR(rewritten(cp_str_from(text), &last), wanted);
    EXPECT_INT(sample_diags.count, 0);
    EXPECT_STR(rewritten(cp_str_from(wanted), &last), wanted);
    EXPECT_STR(
        rewritten(cp_str_from(text), &in_numbers),
        "[Variant \"agents\"]\n\n1. M(5,3)>(6,3) ((7,3):(7,3))#! M(5,8)-(5,7) "
        "((3,7):(3,7))((7,7):(7,7))# (1...\nM(6,8)-(6,7)# 2. K(5,3) ((3,3):(3,3))#) 1-0\n\n");
    EXPECT_STR(rewritten(CP_STR("[Variant \"agents\"] 1. Me3>f3 (g3:g3)# *"), &as_it_was),
               "[Variant \"agents\"]\n\n1. Me3>f3# (g3:g3) *\n\n");
}

TEST(falls_follow_the_check_mark_in_the_spelling_of_the_move) /* R-TD-7 */
{
    static const char text[] = "[Variant \"board\"]\n1. Qe2!? $14 {c} (h3:h3, e4:e4) Kd1+ "
                               "((5,2):(5,2)) (1... d5 (d4:d4)!) 2. K(5,3)+ (e4:e4) oops (e5:e5) *";
    EXPECT_STR(rewritten(cp_str_from(text), &as_it_was),
               "[Variant \"board\"]\n\n1. Qe2 (h3:h3)(e4:e4)!? $14 {c} 1... Kd1+ (e2:e2) (1... d5 "
               "(d4:d4)!) 2. K(5,3)+\n"
               "((5,4):(5,4)) oops (e5:e5) *\n\n");
    EXPECT_WRITTEN("1. (5,4) ((φ9):(φ9)) (5,5) *", &letters,
                   "[Variant \"plane\"]\n\n1. (e4) ((φ9):(φ9)) (e5) *\n\n");
    EXPECT_WRITTEN("1. (5,4) ((φ9):(φ9)) (5,5) *", &ascii,
                   "[Variant \"plane\"]\n\n1. (e4) ((09):(09)) (e5) *\n\n");
    EXPECT_WRITTEN("1. (e4) ((φ9):(φ9)) (e5) *", &numbers,
                   "[Variant \"plane\"]\n\n1. (5,4) ((0,9):(0,9)) (5,5) *\n\n");
}

TEST(comments_return_to_their_moves)
{
    EXPECT_WRITTEN("{a} 1. {b} (5,2) {c} {d} 1... {e} (5,7) (1... (6,7) {f} (1... (4,7)) {g}) {h} "
                   "2. (5,4) 2... {i} 1-0 {j}",
                   &as_it_was,
                   "[Variant \"plane\"]\n\n{a} {b} 1. (5,2) {c} {d} 1... {e} (5,7) (1... (6,7) {f} "
                   "(1... (4,7)) {g}) {h} 2.\n(5,4) 1-0 {i} {j}\n\n");
    EXPECT_WRITTEN(
        "1. (5,2) ; to the end\n%escape\n(5,7) ({x}) () *", &as_it_was,
        "[Variant \"plane\"]\n\n1. (5,2) ; to the end\n%escape\n1... (5,7) ({x}) () *\n\n");
}

TEST(lines_are_at_most_eighty_bytes)
{
    struct cp_buf text;
    static struct cp_arena arena;
    cp_buf_init(&text, &arena);
    for (int i = 0; i < 200; i++)
        cp_buf_printf(&text, "(%d,2)-(%d,4) (", i, i);
    for (int i = 0; i < 200; i++)
        cp_buf_putc(&text, ')');
    cp_str out = rewritten(cp_buf_str(&text), &as_it_was);
    size_t column = 0, longest = 0;
    for (size_t i = 0; i < out.len; i++) {
        column = out.at[i] == '\n' ? 0 : column + 1;
        longest = column > longest ? column : longest;
    }
    EXPECT(longest <= 80 && longest > 70);
    cp_arena_close(&arena);
}

TEST(a_comment_of_many_lines_begins_where_its_first_line_fits)
{
    EXPECT_WRITTEN("(5,4) {the first line of this comment,\nand a second one that is so long that "
                   "both would not fit} (5,5) *",
                   &as_it_was,
                   "[Variant \"plane\"]\n\n1. (5,4) {the first line of this comment,\nand a second "
                   "one that is so long that both would not fit} 1... (5,5) *\n\n");
}

TEST(no_line_begins_with_the_end_of_a_variation)
{
    EXPECT_WRITTEN("(5,4) ((4,4) {a comment that fills its line and leaves no room behind it.}) *",
                   &as_it_was,
                   "[Variant \"plane\"]\n\n1. (5,4) (1. (4,4)\n"
                   "{a comment that fills its line and leaves no room behind it.}) *\n\n");
}

TEST(what_a_text_cannot_hold_is_written_so_that_it_stays_one_game)
{
    struct cp_buf out;
    sample_begin(false);
    cp_game_init(&game, &sample_record, sample_ints);
    game.variant = CP_STR("plane");
    cp_game_add_tag(&game, CP_STR("my tag"), CP_STR("two\nlines"), 0, 0);
    struct cp_node *node = cp_line_add(&game, &game.moves, CP_STR("(5,4)"));
    struct cp_comment **after = &cp_node_notes(&game, node)->after;
    cp_comment_add(&game, after, CP_STR("a } brace\nand a line"), CP_BRACED);
    cp_comment_add(&game, after, CP_STR("x\n[Event \"y\"]\n"), CP_BRACED);
    cp_buf_init(&out, &sample_record);
    cp_altered altered = cp_game_write(&out, &game, &as_it_was);
    EXPECT_STR(cp_buf_str(&out),
               "[Variant \"plane\"]\n[my_tag \"two lines\"]\n\n1. (5,4) {a ) brace\n"
               "and a line} {x\n [Event \"y\"]\n} *\n\n");
    EXPECT_INT((int64_t)altered.comments, 2);
    EXPECT_STR(altered.first, "a } brace\nand a line");
    EXPECT(altered.node == node);
}

/* The comment of the game's only move as it is written, and whether as it was. */
static cp_str comment_written(const char *text, size_t len, enum cp_comment_kind kind, bool is_pgn,
                              bool *is_same)
{
    static struct cp_buf out;
    sample_begin(false);
    cp_game_init(&game, &sample_record, sample_ints);
    struct cp_node *node = cp_line_add(&game, &game.moves, CP_STR("e4"));
    cp_comment_add(&game, &cp_node_notes(&game, node)->after, (cp_str){text, len}, kind);
    cp_buf_init(&out, &sample_record);
    *is_same = !cp_game_write(&out, &game, &(struct cp_writing){.is_pgn = is_pgn}).comments;
    const char *move = strstr(out.at, "1. e4");
    size_t from = (size_t)(move - out.at) + strlen("1. e4");
    return cp_str_trim((cp_str){out.at + from, out.len - from - strlen(" *\n\n")});
}

TEST(a_comment_is_written_as_it_was_or_is_counted)
{
    static const struct {
        const char *text;
        size_t len;
        enum cp_comment_kind kind;
        const char *wanted, *in_pgn;
        bool is_same, is_same_in_pgn;
    } cases[] = {
        {"a\nb", 3, CP_BRACED, "{a\nb}", "{a\nb}", true, true},
        {"a", 1, CP_TO_LINE_END, ";a", "{a}", true, true},
        {"a}", 2, CP_TO_LINE_END, ";a}", "{a)}", true, false},
        {"a", 1, CP_ESCAPE, "%a", "%a", true, true},
        {"a}b", 3, CP_BRACED, ";a}b", "{a)b}", false, false},
        {"a}\nb", 4, CP_BRACED, "{a)\nb}", "{a)\nb}", false, false},
        {"a\nb", 3, CP_TO_LINE_END, "{a\nb}", "{a\nb}", false, true},
        {"a\rb", 3, CP_ESCAPE, "%a b", "%a b", false, false},
        {"a\0b", 3, CP_BRACED, "{a" CP_NO_CHARACTER "b}", "{a" CP_NO_CHARACTER "b}", false, false},
        {"a\0b", 3, CP_TO_LINE_END, ";a" CP_NO_CHARACTER "b", "{a" CP_NO_CHARACTER "b}", false,
         false},
        {"\n[x \"y\"]", 8, CP_BRACED, "{\n [x \"y\"]}", "{\n [x \"y\"]}", false, false},
        {"\n\xef\xbb\xbfx", 5, CP_BRACED, "{\n \xef\xbb\xbfx}", "{\n \xef\xbb\xbfx}", false, false},
        {"[%falls (e4:e4)]", 16, CP_BRACED, "{[ %falls (e4:e4)]}", "{[ %falls (e4:e4)]}", false,
         false},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        bool is_same;
        EXPECT_STR(comment_written(cases[i].text, cases[i].len, cases[i].kind, false, &is_same),
                   cases[i].wanted);
        EXPECT(is_same == cases[i].is_same);
        EXPECT_STR(comment_written(cases[i].text, cases[i].len, cases[i].kind, true, &is_same),
                   cases[i].in_pgn);
        EXPECT(is_same == cases[i].is_same_in_pgn);
    }
}

TEST(no_text_begins_as_a_record_does)
{
    EXPECT_WRITTEN(" {\"a\":1} e4 e5 *", &as_it_was,
                   "[Variant \"plane\"]\n\n {\"a\":1} 1. e4 e5 *\n\n");
    cp_game_init(&game, &sample_record, sample_ints);
    struct cp_buf out;
    cp_buf_init(&out, &sample_record);
    struct cp_node *node = cp_line_add(&game, &game.moves, CP_STR("e4"));
    cp_comment_add(&game, &cp_node_notes(&game, node)->before, CP_STR(" \"a\":1"), CP_BRACED);
    cp_game_write(&out, &game, &as_it_was);
    EXPECT_STR(cp_buf_str(&out), "1. { \"a\":1} e4 *\n\n");
    node->notes->before->kind = CP_ESCAPE;
    node->notes->before->text = CP_STR("YAML");
    out.len = 0;
    cp_game_write(&out, &game, &as_it_was);
    EXPECT_STR(cp_buf_str(&out), "1.\n%YAML\ne4 *\n\n");
}

/* ---- the law: what was written is read as the same, and written the same ---- */

static void expect_fixed_point(const char *text, const struct cp_writing *how)
{
    static char first[1 << 16];
    cp_str once = rewritten(cp_str_from(text), how);
    EXPECT(once.len < sizeof first);
    snprintf(first, sizeof first, "%.*s", CP_FMT(once));
    EXPECT_STR(rewritten(cp_str_from(first), how), first);
}

static unsigned seed = 1;

static const char *any(const char *const *list, size_t count)
{
    seed = seed * 1103515245u + 12345u;
    return list[(seed >> 16) % count];
}

/* A move's text of a record, as it is written. */
static cp_str word_of(const char *text)
{
    static struct cp_buf out;
    sample_begin(false);
    cp_game_init(&game, &sample_record, sample_ints);
    cp_line_add(&game, &game.moves, cp_str_from(text));
    cp_buf_init(&out, &sample_record);
    cp_game_write(&out, &game, &as_it_was);
    return (cp_str){out.at + 3, out.len - 3 - 4}; /* between "1. " and " *\n\n" */
}

TEST(a_text_that_is_no_move_ends_no_game_and_begins_none)
{
    EXPECT_STR(word_of("zz(f14)"), "zz(f14)");
    EXPECT_STR(word_of("(C) (9, 8)x"), "(C)_(9, 8)x");
    EXPECT_STR(word_of("e4 e5"), "e4_e5");
    EXPECT_STR(word_of("e4!?"), "e4__");
    EXPECT_STR(word_of("1.e4"), "_1.e4");
    EXPECT_STR(word_of("12)"), "_12_");
    EXPECT_STR(word_of("..x"), "_..x");
    EXPECT_STR(word_of("[x"), "[x");
    EXPECT_STR(word_of("e4*"), "e4_");
    EXPECT_STR(word_of("e2*e4"), "e2*e4");
    EXPECT_STR(word_of("x...1-0"), "x..._");
    EXPECT_STR(word_of("R10-11"), "R10-11");
    EXPECT_STR(word_of("\xc2\xbd-\xc2\xbd"), "_");
    EXPECT_STR(word_of("(a 1-0)"), "(a _)");
    EXPECT_STR(word_of("(a {b"), "(a _b");
    EXPECT_STR(word_of("x\xe2\x80\xa8[y"), "x_[y"); /* a line separator is read as a blank */
    EXPECT_STR(word_of("R(g9]-(g6)"), "R(g9]-(g6)");
    EXPECT_STR(word_of("x)\n\n[Event \"y\"]\r;$1"), "x___[Event_\"y\"]___1");
    const struct cp_tag fine = {.name = {"\xe2\x82\xacuro-x", 8}, .value = {"]", 1}};
    const struct cp_tag odd = {.name = {"a b", 3}, .value = {"x", 1}};
    EXPECT(cp_tag_fits_text(&fine) && !cp_tag_fits_text(&odd));
}

TEST(writing_is_a_fixed_point_of_reading)
{
    static const char *const parts[] = {"(5,2)-(5,4) ",
                                        "R(g9) ",
                                        "N(φ3)x(5,5)+ ",
                                        "{c} ",
                                        "{d\ne} ",
                                        "; line\n",
                                        "\n%esc\n",
                                        "$3 ",
                                        "! ",
                                        "( ",
                                        "( ",
                                        ") ",
                                        ") ",
                                        "2. ",
                                        "2... ",
                                        "nonsense ",
                                        "((7,9):(7,9), (-b2):(-b2)) ",
                                        "(e4:e4)",
                                        "r-27 ",
                                        "1-0 {x} ",
                                        "Q 1004,0 ",
                                        "(C) (9, 8) => (11, 7) ",
                                        "()",
                                        "\n",
                                        "* ",
                                        "[Event \"x\"]\n"};
    for (int i = 0; i < 3000; i++) {
        char text[2048];
        size_t len = 0;
        for (int n = 0; n < 30; n++)
            len += (size_t)snprintf(text + len, sizeof text - len, "%s",
                                    any(parts, sizeof parts / sizeof *parts));
        expect_fixed_point(text, &as_it_was);
        expect_fixed_point(text, &numbers);
        expect_fixed_point(text, &letters);
    }
}
