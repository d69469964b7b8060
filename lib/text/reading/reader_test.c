/* SPDX-License-Identifier: MIT */
#include "text/reading/reader.h"

#include "text/sample_test.h"

#include "test.h"

#include <setjmp.h>

static struct cp_game game;
static struct cp_reader reader;
static struct sample_source source;
static struct cp_lookahead ahead;

/* In small pieces, unless it is long. */
static void open_text(const char *text)
{
    cp_str all = cp_str_from(text);
    sample_begin(false);
    source = (struct sample_source){all, all.len < 1 << 20 ? 7 : 4099};
    sample_open(&reader, &source, &ahead);
}

static enum cp_reader_next next(void)
{
    sample_begin(sample_diags.strict);
    cp_game_init(&game, &sample_record, sample_ints);
    return cp_reader_read(&reader, &game, &sample_diags);
}

/* The one game of a text, or the first; what it returned. */
static enum cp_reader_next read(const char *text)
{
    open_text(text);
    return next();
}

static struct cp_node *move(int n)
{
    struct cp_node *node = game.moves.first;
    while (n-- > 1 && node)
        node = node->next;
    return node;
}

static int moves(void)
{
    int count = 0;
    for (struct cp_node *n = game.moves.first; n; n = n->next)
        count++;
    return count;
}

/* All of a line and what surrounds its moves, so that one string shows it. */
static void show_comments(struct cp_buf *out, const struct cp_comment *c)
{
    for (; c; c = c->next)
        cp_buf_printf(out, "%c%.*s%c ", "{;%"[c->kind], CP_FMT(c->text), "}..}"[c->kind]);
}

static void show_line(struct cp_buf *out, const struct cp_line *line)
{
    for (const struct cp_node *n = line->first; n; n = n->next) {
        if (n->notes)
            show_comments(out, n->notes->before);
        cp_buf_printf(out, "%.*s%s ", CP_FMT(n->text), n->is_bad ? "(bad)" : "");
        for (const struct cp_fall *f = n->notes ? n->notes->falls : NULL; f; f = f->next)
            cp_buf_printf(out, "falls %lld,%lld ", (long long)f->square.file.v,
                          (long long)f->square.rank.v);
        for (const struct cp_nag *nag = n->notes ? n->notes->nags : NULL; nag; nag = nag->next)
            cp_buf_printf(out, "$%u ", nag->number);
        if (n->notes)
            show_comments(out, n->notes->after);
        for (struct cp_line *v = n->notes ? n->notes->variations : NULL; v; v = v->next) {
            cp_buf_puts(out, "( ");
            show_line(out, v); /* tests nest no deeper than we write here */
            cp_buf_puts(out, ") ");
        }
    }
    if (line->end)
        cp_buf_puts(out, "end ");
    show_comments(out, line->end);
}

static cp_str shown(void)
{
    struct cp_buf out;
    cp_buf_init(&out, &sample_record);
    show_line(&out, &game.moves);
    cp_str text = cp_buf_str(&out);
    text.len -= text.len > 0;
    return text;
}

TEST(a_game_has_tags_moves_and_a_result)
{
    EXPECT_INT(read("[Event \"A \\\"b\\\" \\\\ c\"]\n[Variant \"plane\"]\n\n"
                    "1. (5,2)-(5,4) (5,7)-(5,5) 2. N(6,3) 1-0\n"),
               CP_READER_GAME);
    EXPECT_STR(cp_game_tag(&game, "Event"), "A \"b\" \\ c");
    EXPECT_STR(game.variant, "plane");
    EXPECT_STR(shown(), "(5,2)-(5,4) (5,7)-(5,5) N(6,3)");
    EXPECT_STR(game.result, "1-0");
    EXPECT_INT(game.result_line, 4);
    EXPECT_INT(sample_diags.count, 0);
    EXPECT_INT(move(3)->line, 4);
    EXPECT_INT(move(3)->col, 31);
    EXPECT_INT(move(3)->move.piece, N);
    EXPECT(move(3)->is_read);
    EXPECT_INT(next(), CP_READER_END);
    cp_reader_close(&reader);
}

TEST(lines_of_fen_and_epd_are_games_without_moves)
{
    open_text("8/8/8/8/8/8/4P3/4K2k w - - 0 1\r\n"
              "4k3/8/8/8/8/8/4P3/4K3 b - - id \"two\"; bm Kd7 Kf7; hmvc 5; fmvn 17;\n\n"
              "{said} 4k3/8/8/8/8/8/8/4K3 w - e3 fmvn 9\n"
              "w: K (1,1); b: K (9,9); turn b\n"
              "\n1. (5,4) *\n"
              "8/8/8/8/8/8/8/K1k5");
    static const struct {
        const char *start, *id;
        uint32_t line, col, moves;
    } wanted[] = {{"8/8/8/8/8/8/4P3/4K2k w - - 0 1", "", 1, 1, 0},
                  {"4k3/8/8/8/8/8/4P3/4K3 b - - 5 17", "two", 2, 1, 0},
                  {"4k3/8/8/8/8/8/8/4K3 w - e3 0 9", "", 4, 8, 0},
                  {"w: K (1,1); b: K (9,9); turn b", "", 5, 1, 0},
                  {"", "", 0, 0, 1},
                  {"8/8/8/8/8/8/8/K1k5", "", 8, 1, 0}};
    for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++) {
        EXPECT_INT(next(), CP_READER_GAME);
        EXPECT_STR(game.start, wanted[i].start);
        EXPECT_STR(cp_game_tag(&game, "id"), wanted[i].id);
        EXPECT_INT(game.start_line, wanted[i].line);
        EXPECT_INT(game.start_col, wanted[i].col);
        EXPECT_INT(moves(), wanted[i].moves);
        EXPECT_INT(sample_diags.count, 0);
        if (i == 1)
            EXPECT_STR(cp_game_tag(&game, "bm"), "Kd7 Kf7");
    }
    EXPECT_INT(next(), CP_READER_END);
    cp_reader_close(&reader);
}

TEST(a_position_behind_tags_or_moves_is_no_game_of_its_own)
{
    EXPECT_INT(read("[White \"A\"]\n\n8/8/8/8/8/8/4P3/4K2k w - - 0 1\n"), CP_READER_BROKEN);
    EXPECT_STR(game.start, "");
    cp_reader_close(&reader);
    EXPECT_INT(read("1. (5,4)\n8/8/8/8/8/8/4P3/4K2k w - - 0 1\n"), CP_READER_BROKEN);
    EXPECT_STR(game.start, "");
    cp_reader_close(&reader);
}

TEST(everything_around_a_move_is_kept)
{
    EXPECT_INT(read("{a} 1. {b} (5,2)! $14 {c} ; d\n%e\n (1. (4,2) {f} (1. (3,2) ) {g}) {h} "
                    "1... (5,7) 2. {i} *"),
               CP_READER_GAME);
    EXPECT_STR(shown(), "{a} {b} (5,2) $1 $14 {c} ; d. %e. ( (4,2) {f} ( (3,2) ) end {g} ) "
                        "{h} (5,7) end {i}");
    EXPECT_STR(game.result, "*");
    cp_reader_close(&reader);
}

TEST(numbers_are_written_in_many_ways)
{
    static const char *const texts[] = {
        "1. (5,4) (5,5) 2. (6,4) (6,5)",    "1.(5,4) (5,5) 2.(6,4) (6,5)",
        "1 (5,4) (5,5) 2 (6,4) (6,5)",      "(5,4)\n(5,5)\n(6,4)\n(6,5)",
        "1) (5,4) (5,5) 2) (6,4) (6,5)",    "1. (5,4) 1... (5,5) 2. (6,4) 2. ... (6,5)",
        "1.(5,4) 1...(5,5) 2.(6,4)\n(6,5)", "1. (5,4) 1… (5,5) 2. (6,4) (6,5)"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        EXPECT_INT(read(texts[i]), CP_READER_GAME);
        EXPECT_STR(shown(), "(5,4) (5,5) (6,4) (6,5)");
        EXPECT_INT(sample_diags.count, 0);
        cp_reader_close(&reader);
    }
}

TEST(results_end_a_game)
{
    static const struct {
        const char *text, *result;
    } results[] = {{"(5,4) 1-0", "1-0"}, {"(5,4) 0-1", "0-1"},     {"(5,4) 1/2-1/2", "1/2-1/2"},
                   {"(5,4) *", "*"},     {"(5,4) ½-½", "1/2-1/2"}, {"(5,4) 1–0", "1-0"},
                   {"(5,4)", ""},        {"(5,4) 0-0", ""}};
    for (size_t i = 0; i < sizeof results / sizeof *results; i++) {
        EXPECT_INT(read(results[i].text), CP_READER_GAME);
        EXPECT_STR(game.result, results[i].result);
        cp_reader_close(&reader);
    }
}

TEST(parentheses_are_squares_falls_or_variations) /* R-NOT-9 */
{
    EXPECT_INT(read("1. (5,4) ((6,4) (6,5)) (a9) ((5,2)-(5,4)) *"), CP_READER_GAME);
    EXPECT_STR(shown(), "(5,4) ( (6,4) (6,5) ) (a9) ( (5,2)-(5,4) )");
    cp_reader_close(&reader);
    EXPECT_INT(read("1. (5,4) ((7,9):(7,9)) (e4:e4 e5) (5,5) *"), CP_READER_BROKEN);
    EXPECT_STR(shown(), "(5,4) falls 7,9 ( e4:e4(bad) e5(bad) ) (5,5)");
    cp_reader_close(&reader);
    EXPECT_INT(read("[Variant \"board\"]\n1. e4 (d4) (0-0) e5 (1. d4) *"), CP_READER_GAME);
    EXPECT_STR(shown(), "e4 (d4) ( 0-0 ) e5 ( d4 )"); /* (d4) is a square */
    cp_reader_close(&reader);
}

/* What is read in text, which has no fault. */
#define EXPECT_READ(text, wanted)                                                                  \
    do {                                                                                           \
        EXPECT_INT(read(text), CP_READER_GAME);                                                    \
        EXPECT_INT(sample_diags.count, 0);                                                         \
        EXPECT_STR(shown(), wanted);                                                               \
        cp_reader_close(&reader);                                                                  \
    } while (0)

TEST(falls_belong_to_the_move_before_them) /* R-NOT-9, R-TD-7 */
{
    EXPECT_READ("[Variant \"board\"]\n1. Qe2 (e4:e4) Kd1+ (e2:e2)(h3:h3) 2. e4(a1:a1, b2:b2)",
                "Qe2 falls 5,4 Kd1+ falls 5,2 falls 8,3 e4 falls 1,1 falls 2,2");
    EXPECT_READ("[Variant \"board\"]\n1. Qe2! $14 {c} (e4:e4) (1. d4 (d2:d2) e5) ((5,4):(5,4)) e5",
                "Qe2 falls 5,4 falls 5,4 $1 $14 {c} ( d4 falls 4,2 e5 ) e5");
    EXPECT_READ("1. K(4,1)+ ((5,2):(5,2)) R(g9)-(a9)((g9):(g9),(φ3):(φ3))",
                "K(4,1)+ falls 5,2 R(g9)-(a9) falls 7,9 falls 0,3");
}

TEST(falls_between_plain_moves_are_read_in_one_go_with_them) /* R-TD-7 */
{
    char text[512];
    static const char *const moves =
        "1. Qe2 (e4:e4) Kd1+ (e2:e2)(h3:h3) 2. e4(a1:a1)\n(b2:b2, c3:c3) Nf3 (a1:b1) (E4:e4)";
    snprintf(text, sizeof text, "[Variant \"board\"] [Trapdoor \"9\"]\n%s%64s", moves, "");
    EXPECT_INT(read(text), CP_READER_BROKEN);
    EXPECT_STR(shown(), "Qe2 falls 5,4 Kd1+ falls 5,2 falls 8,3 e4 falls 1,1 falls 2,2 falls 3,3 "
                        "Nf3 falls 5,4");
    EXPECT(sample_says("games.txt:3:21: error: a fall is written where no piece falls"));
    EXPECT_INT(move(4)->line, 3);
    EXPECT_INT(move(4)->col, 16);
    cp_reader_close(&reader);
}

TEST(falls_may_be_many_and_far)
{
    EXPECT_READ("1. (5,4) ( (a1):(a1) (b1):(b1) (c1):(c1), (d1):(d1) (e1):(e1) (f1):(f1) (g1):(g1)"
                " (h1):(h1) (i1):(i1) , (-10000000000,7):(-10000000000,7) ) *",
                "(5,4) falls 1,1 falls 2,1 falls 3,1 falls 4,1 falls 5,1 falls 6,1 falls 7,1 "
                "falls 8,1 falls 9,1 falls -10000000000,7");
}

TEST(a_comment_between_two_variations_introduces_the_second)
{
    EXPECT_READ("1. (5,4) (5,5) (1... (5,6)) {a} ;b\n {c} (1... (4,5) {d}) {e} 2. (4,4) *",
                "(5,4) (5,5) ( (5,6) ) ( {a} ;b. {c} (4,5) {d} ) {e} (4,4)");
    EXPECT_READ("1. (5,4) {a} (1. (5,3)) {b} () {c} (5,5) *",
                "(5,4) {a} ( (5,3) ) ( end {b} ) {c} (5,5)");
}

TEST(where_nothing_falls_two_squares_are_a_variation) /* R-NOT-9 */
{
    EXPECT_INT(read("[Variant \"board\"]\n1. e4 e5 (e4:e5) 2. d4 (exd5) *"), CP_READER_GAME);
    EXPECT_STR(shown(), "e4 e5 ( e4:e5 ) d4 ( exd5 )");
    EXPECT_INT(sample_diags.count, 0);
    cp_reader_close(&reader);
    EXPECT_INT(read("[Variant \"board\"]\n1. e4 (e4:e4) e5 (a1:a1, b1:c1) *"), CP_READER_BROKEN);
    EXPECT_STR(shown(), "e4 falls 5,4 e5 falls 1,1");
    cp_reader_close(&reader);
}

TEST(a_fall_that_cannot_be_is_reported) /* R-TD-7 */
{
    EXPECT_INT(read("[Variant \"board\"] [Trapdoor \"9\"]\n(e4:e4) 1. Qe2 (e4:e5)(a1:a1,b1:c1) *"),
               CP_READER_BROKEN);
    EXPECT_STR(shown(), "Qe2 falls 1,1");
    EXPECT(sample_says(
        "games.txt:2:1: error: what belongs to a move stands before any, and is left out: "
        "(e4:e4) [before-any-move]"));
    EXPECT(sample_says("games.txt:2:17: error: a fall is written where no piece falls: "
                       "e4:e5 names two squares [fall-wrong]"));
    EXPECT(sample_says("games.txt:2:30: error: a fall is written where no piece falls"));
    EXPECT_INT(sample_diags.errors, 3);
    cp_reader_close(&reader);
    EXPECT_INT(read("1. (5,4) ((07,9):(7,9)) *"), CP_READER_GAME);
    EXPECT(sample_says("games.txt:1:11: warning: unusual spelling of a number: (07,9):(7,9)"));
    cp_reader_close(&reader);
}

TEST(a_bad_game_never_takes_its_neighbours_with_it) /* R-NOT-10 */
{
    open_text("[Event \"1\"]\n\n1. (5,4) nonsense (5,5) 1-0\n\n"
              "[Event \"2\"]\n\n1. (5,4) {never closed\n\n"
              "[Event \"3\"]\n\n1. (5,4) (1. (6,4) (1. (7,4)\n\n"
              "[Event \"4\" oops\n\n1. (5,4) *\n\n"
              "[Event \"5\"]\n\n1. (5,4) ) (5,5) *\n\n"
              "1. \xff\xfe (5,4) *\n\n"
              "[Event \"7\"]\n\n1. (5,4) (5,5) *\n");
    EXPECT_INT(next(), CP_READER_BROKEN);
    EXPECT(sample_says("games.txt:3:10: error: this is no move: nonsense [not-a-move]"));
    EXPECT_STR(shown(), "(5,4) nonsense(bad) (5,5)");
    EXPECT_INT(next(), CP_READER_BROKEN);
    EXPECT(sample_says("games.txt:7:10: error: the comment has no end [comment-open]"));
    EXPECT_INT(next(), CP_READER_BROKEN);
    EXPECT(sample_says("games.txt:11:10: error: a parenthesis without its other half: a ( without "
                       "its ) [parenthesis-alone]"));
    EXPECT(sample_says("games.txt:11:20: error: a parenthesis without its other half: a ( without "
                       "its ) [parenthesis-alone]"));
    EXPECT_STR(shown(), "(5,4) ( (6,4) ( (7,4) ) )");
    EXPECT_INT(next(), CP_READER_BROKEN);
    EXPECT(sample_says("games.txt:13:1: error: this is no tag"));
    EXPECT_STR(shown(), "(5,4)");
    EXPECT_INT(next(), CP_READER_BROKEN);
    EXPECT(sample_says("games.txt:19:10: error: a parenthesis without its other half: a ) without "
                       "its ( [parenthesis-alone]"));
    EXPECT_INT(next(), CP_READER_BROKEN);
    EXPECT(sample_says("games.txt:21:4: error: bytes that are no text"));
    EXPECT_INT(next(), CP_READER_GAME);
    EXPECT_STR(cp_game_tag(&game, "Event"), "7");
    EXPECT_STR(shown(), "(5,4) (5,5)");
    EXPECT_INT(sample_diags.count, 0);
    EXPECT_INT(next(), CP_READER_END);
    cp_reader_close(&reader);
}

TEST(damage_before_the_first_move_takes_no_neighbour_either) /* R-NOT-10 */
{
    open_text("[Site \"1\"]\n\n{never closed\n\n"
              "[Event \"2\"]\n\n1. (5,4) *\n\n"
              "[Site \"3\"]\n[Site oops\n\n"
              "[Event \"4\"]\n\n1. (5,4) *\n");
    EXPECT_INT(next(), CP_READER_BROKEN);
    EXPECT(sample_says("games.txt:3:1: error: the comment has no end [comment-open]"));
    EXPECT_INT(next(), CP_READER_GAME);
    EXPECT_STR(cp_game_tag(&game, "Event"), "2");
    EXPECT_INT(next(), CP_READER_BROKEN);
    EXPECT(sample_says("games.txt:10:1: error: this is no tag"));
    EXPECT_INT(next(), CP_READER_GAME);
    EXPECT_STR(cp_game_tag(&game, "Event"), "4");
    EXPECT_INT(next(), CP_READER_END);
    cp_reader_close(&reader);
}

TEST(a_comment_without_end_before_all_tags_is_the_games_that_follows) /* R-NOT-10 */
{
    open_text("{never closed\n[Event \"1\"]\n\n1. (5,4) *\n\n[Event \"2\"]\n\n1. (5,4) *\n");
    EXPECT_INT(next(), CP_READER_BROKEN);
    EXPECT(sample_says("games.txt:1:1: error: the comment has no end [comment-open]"));
    EXPECT_STR(cp_game_tag(&game, "Event"), "1");
    EXPECT_INT(next(), CP_READER_GAME);
    EXPECT_STR(cp_game_tag(&game, "Event"), "2");
    EXPECT_INT(next(), CP_READER_END);
    cp_reader_close(&reader);
}

TEST(half_moves_joined_by_dots_and_other_threads) /* R-NOT-11 */
{
    EXPECT_INT(read("1.Q(4,0)...(5,5) 2.(5,2)-(5,4)...(5,7)-(5,5)\n3: (5,4)\n"), CP_READER_GAME);
    EXPECT_STR(shown(), "Q(4,0) (5,5) (5,2)-(5,4) (5,7)-(5,5) (5,4)");
    EXPECT_INT(sample_diags.warnings, 3);
    EXPECT(sample_says("games.txt:1:9: warning: unusual signs or blanks between half-moves: ..."));
    EXPECT(sample_says("games.txt:2:1: warning: unusual signs or blanks between half-moves: 3:"));
    cp_reader_close(&reader);
    EXPECT_INT(read("1. (5,2) => (5,4) (C) (9, 8) => (11, 7) 2. C (-1.-1) n13\n4,0 c5 (3,5)\n"),
               CP_READER_GAME);
    EXPECT_STR(shown(), "(5,2) => (5,4) (C) (9, 8) => (11, 7) C (-1.-1) n13 4,0 c5 (3,5)");
    EXPECT_INT(sample_diags.warnings, 6);
    cp_reader_close(&reader);
    EXPECT_INT(read("[Event “curly”]\n[Site \"The \"big\" one\"]\n1. (5,4) *"), CP_READER_GAME);
    EXPECT_STR(cp_game_tag(&game, "Event"), "curly");
    EXPECT_STR(cp_game_tag(&game, "Site"), "The \"big\" one");
    EXPECT_INT(sample_diags.warnings, 2);
    cp_reader_close(&reader);
}

TEST(dots_before_the_first_move_join_nothing) /* R-NOT-10, R-NOT-11 */
{
    EXPECT_INT(read("... (5,5) *\n\n... (5,5) *\n"), CP_READER_GAME);
    EXPECT_INT(next(), CP_READER_GAME);
    EXPECT(!sample_says("[parting-unusual]"));
    EXPECT(sample_says("\"...\" stands where White's move 1 comes"));
    cp_reader_close(&reader);
}

TEST(a_comment_goes_to_the_end_of_its_line_whatever_it_says)
{
    EXPECT_INT(read("1. (5,4);(5,5)\n*"), CP_READER_GAME);
    EXPECT_INT(sample_diags.count, 0);
    EXPECT_STR(shown(), "(5,4) ;(5,5).");
    cp_reader_close(&reader);
}

TEST(strict_makes_leniencies_errors) /* R-NOT-11 */
{
    open_text("1. N (6,3) *");
    sample_diags.strict = true;
    EXPECT_INT(next(), CP_READER_BROKEN);
    EXPECT(sample_says("error: unusual spelling of a move"));
    EXPECT(move(1)->is_read);
    cp_reader_close(&reader);
}

TEST(setup_and_frame_have_fields_of_their_own) /* R-NOT-12, R-NOT-13 */
{
    EXPECT_INT(read("[SetUp \"1\"]\n[Setup \"w: K (1,1); b: K (9,9)\"]\n[Frame \"classical\"]\n"),
               CP_READER_GAME);
    EXPECT_STR(game.start, "w: K (1,1); b: K (9,9)");
    EXPECT_INT(game.start_line, 2);
    EXPECT_INT(game.start_col, 9);
    EXPECT_STR(game.frame, "classical");
    EXPECT_STR(cp_game_tag(&game, "SetUp"), "1");
    EXPECT(!game.tags->next);
    cp_reader_close(&reader);
}

TEST(rule_options_stand_in_a_tag) /* R-INF-7 */
{
    EXPECT(read("[Variant \"plane\"]\n[Rules \"fifty-moves: true, promotion: {black: -2}\"]\n"
                "[Rules \"x: 1\"]\n*") == CP_READER_GAME);
    EXPECT_STR(game.rules->name, "fifty-moves");
    EXPECT_STR(game.rules->json, "true");
    EXPECT_STR(game.rules->next->json, "{\"black\":-2}");
    EXPECT(!game.rules->next->next);
    EXPECT_STR(cp_game_tag(&game, "Rules"), "x: 1");
    cp_reader_close(&reader);
    EXPECT(read("[Rules \"by the laws of 1851\"]\n*") == CP_READER_GAME);
    EXPECT(!game.rules);
    cp_reader_close(&reader);
    EXPECT(read("[Event \"e\"]\n[Rules \"promotion: {to: [Q\"]\n*") == CP_READER_BROKEN);
    EXPECT(sample_says("games.txt:2:9: error: these rule options cannot be read: "
                       "promotion: {to: [Q [not-rules]"));
    cp_reader_close(&reader);
    EXPECT(read("[Rules \"a: 1, a: 2\"]\n*") == CP_READER_BROKEN);
    cp_reader_close(&reader);
    EXPECT(read("[Rules \"a: 1} --- {b: 1\"]\n*") == CP_READER_BROKEN);
    cp_reader_close(&reader);
    EXPECT(read("[Rules \"a: 1 # so\"]\n*") == CP_READER_GAME);
    EXPECT_STR(game.rules->json, "1");
    cp_reader_close(&reader);
}

TEST(start_positions_alone_are_games_of_their_own) /* R-NOT-13 */
{
    open_text("[Variant \"plane\"]\n[Setup \"w: K (1,1); b: K (9,9)\"]\n\n"
              "[Variant \"plane\"]\n\n[Setup \"w: K (2,2); b: K (9,9)\"]\n\n"
              "[Variant \"plane\"]\n");
    EXPECT_INT(next(), CP_READER_GAME);
    EXPECT_STR(game.start, "w: K (1,1); b: K (9,9)");
    EXPECT_INT(ahead.squares, CP_SEEN_NOTHING);
    EXPECT_INT(next(), CP_READER_GAME);
    EXPECT_STR(game.start, "w: K (2,2); b: K (9,9)");
    EXPECT_INT(next(), CP_READER_GAME);
    EXPECT_STR(game.start, "");
    EXPECT_INT(next(), CP_READER_END);
    cp_reader_close(&reader);
}

#define LETTER "Thanks for your letter, which came on Tuesday, as the post is slow here. "

TEST(the_variant_may_be_guessed_from_the_first_move)
{
    static const struct {
        const char *text;
        enum cp_seen seen;
    } peeks[] = {{"1. e4 e5", CP_SEEN_BARE},
                 {"1. R(g9)-(a9)", CP_SEEN_LETTERS},
                 {"{x} 1. (5,2)", CP_SEEN_NUMBERS},
                 {"N(φ9)", CP_SEEN_LETTERS},
                 {"1. Q 1004,0", CP_SEEN_NUMBERS},
                 {"[A \"b\"]", CP_SEEN_NOTHING},
                 {"1. O-O Kf7", CP_SEEN_BARE},
                 {"slip 1. e4", CP_SEEN_BARE},
                 {"Hi Bob, look: 1. e4", CP_SEEN_BARE},
                 {"> 1. e4\n> e5", CP_SEEN_BARE},
                 {"# x\n\n1. (5,2)", CP_SEEN_NUMBERS},
                 {"--- 1. e4", CP_SEEN_BARE},
                 {"1-0 e4", CP_SEEN_NOTHING},
                 {"1/2-1/2 e4", CP_SEEN_NOTHING},
                 {"x [A \"b4\"]", CP_SEEN_NOTHING},
                 {"1. O-O * e4", CP_SEEN_NOTHING},
                 {"a b c", CP_SEEN_NOTHING},
                 {"(1. d4) 1. e4", CP_SEEN_BARE},
                 {"1. {a (1,2)} e4", CP_SEEN_BARE},
                 {"1. ; b4 (c5)\n R(7,9)", CP_SEEN_NUMBERS},
                 {"(d4 d5) 1. e4", CP_SEEN_BARE},
                 {"(P) (5, 2)", CP_SEEN_NUMBERS},
                 {"( -1, 4)", CP_SEEN_NUMBERS},
                 {"12/03/2024\n1. e4", CP_SEEN_BARE},
                 {"3/5 1. e4", CP_SEEN_BARE},
                 {"Hastings 1924/25\n\n1. e4", CP_SEEN_BARE},
                 {"12:30/45 1. e4", CP_SEEN_BARE},
                 {"-3 1. e4", CP_SEEN_BARE},
                 {"2024-05-03 1. R(g9)", CP_SEEN_LETTERS},
                 {"(2024) 1. e4", CP_SEEN_BARE},
                 {"A (2700) - B (2650)\n\n1. (5,4)", CP_SEEN_NUMBERS},
                 {"(2nd game) (5th) (12.5.2024) (0) 1. e4", CP_SEEN_BARE},
                 {"(5.4) (5.5)", CP_SEEN_NUMBERS},
                 {"R(-5 . -4)", CP_SEEN_NUMBERS},
                 {"R(09)", CP_SEEN_LETTERS},
                 {"R(0-9)", CP_SEEN_LETTERS},
                 {"R(-aa-9)", CP_SEEN_LETTERS},
                 {"K. (1.e5) 1. (e4)", CP_SEEN_BARE},
                 {"12/03/2024 1. 1-0 e4", CP_SEEN_NOTHING},
                 {"1/2 e4", CP_SEEN_NOTHING},
                 {"*1. e4*", CP_SEEN_BARE},
                 {"N6,3 N3,6", CP_SEEN_NUMBERS},
                 {"Nf3,Nc6", CP_SEEN_BARE},
                 {"1.e4,2.d4", CP_SEEN_BARE},
                 {"1. O-O ; a comment", CP_SEEN_NOTHING},
                 {LETTER LETTER LETTER LETTER LETTER LETTER "1. e4", CP_SEEN_BARE},
                 {LETTER LETTER LETTER LETTER LETTER LETTER "1. (5,4)", CP_SEEN_NUMBERS},
                 {"O-O {" LETTER LETTER LETTER LETTER "(5,4) and more} 1. e4", CP_SEEN_BARE}};
    for (size_t i = 0; i < sizeof peeks / sizeof *peeks; i++) {
        (void)read(peeks[i].text);
        EXPECT_INT(ahead.squares, peeks[i].seen);
        cp_reader_close(&reader);
    }
}

TEST(a_game_of_no_known_variant_is_passed_over)
{
    open_text("[Variant \"nothing\"]\n\n1. whatever ((x) y) {c} R(1,4) 1-0\n\n1. (5,4) *");
    EXPECT_INT(next(), CP_READER_BROKEN);
    EXPECT_INT(moves(), 0);
    EXPECT_STR(game.result, "1-0");
    EXPECT_INT(sample_diags.count, 0); /* whoever does not know it says so */
    EXPECT_INT(next(), CP_READER_GAME);
    EXPECT_INT(moves(), 1);
    cp_reader_close(&reader);
}

TEST(comments_behind_a_result_belong_to_it_and_after_a_blank_line_to_the_next)
{
    open_text("1. (5,4) 1-0 {resigned}\n; for good\n\n{next} 1. (5,5) *\n\n{alone}\n");
    EXPECT_INT(next(), CP_READER_GAME);
    EXPECT_STR(shown(), "(5,4) end {resigned} ; for good.");
    EXPECT_INT(next(), CP_READER_GAME);
    EXPECT_STR(shown(), "{next} (5,5)");
    EXPECT_INT(next(), CP_READER_END);
    EXPECT(sample_says("games.txt:6:1: warning: a comment that belongs to no game"));
    cp_reader_close(&reader);
}

TEST(what_stands_in_the_room_behind_the_end_is_no_text) /* R-NOT-10 */
{
    open_text("1. (5,4)\n} ");
    EXPECT_INT(next(), CP_READER_BROKEN);
    EXPECT_STR(shown(), "(5,4) }(bad)");
    cp_reader_close(&reader);
}

TEST(line_ends_of_every_kind_count_once)
{
    static const char *const ends[] = {"\n", "\r\n", "\r"};
    for (size_t i = 0; i < 3; i++) {
        char text[256];
        snprintf(text, sizeof text, "\xef\xbb\xbf[A \"b\"]%s%s1. (5,4) {x%sy} (5,5)%s(6,4) *",
                 ends[i], ends[i], ends[i], ends[i]);
        EXPECT_INT(read(text), CP_READER_GAME);
        EXPECT_INT(game.tags->col, 1);
        EXPECT_INT(move(1)->line, 3);
        EXPECT_INT(move(2)->line, 4);
        EXPECT_INT(move(2)->col, 4);
        EXPECT_INT(move(3)->line, 5);
        EXPECT_INT(move(3)->col, 1);
        cp_reader_close(&reader);
    }
}

TEST(an_odd_blank_is_told_at_its_place_however_far_was_looked_before)
{
    for (unsigned lines = 1; lines < 60; lines++) {
        char text[500] = "", says[80];
        for (unsigned i = 0; i < lines; i++)
            strcat(text, "N(6,3)\n");
        strcat(text, "N(6,3) \xef\xbb\xbf(5,6) *\n");
        snprintf(says, sizeof says, "games.txt:%u:8: warning: unusual signs", lines + 1);
        EXPECT_INT(read(text), CP_READER_GAME);
        EXPECT(sample_says(says));
        cp_reader_close(&reader);
    }
}

TEST(bytes_that_are_no_text_are_reported)
{
    sample_begin(false);
    static const char text[] = "[A \"\xff\"]\n1. (5,4) {a\0b} R\0(1,4) \x80 *\n\n1. (5,4) *";
    source = (struct sample_source){{text, sizeof text - 1}, 1};
    sample_open(&reader, &source, &ahead);
    EXPECT_INT(next(), CP_READER_BROKEN);
    EXPECT(sample_says("games.txt:1:5: error: bytes that are no text [bad-bytes]"));
    EXPECT(sample_says("games.txt:2:11: error: bytes that are no text [bad-bytes]"));
    EXPECT_INT(sample_diags.errors, 4);
    EXPECT_INT(next(), CP_READER_GAME);
    cp_reader_close(&reader);
}

TEST(what_is_no_text_at_all_is_one_message)
{
    static const char picture[] = "\x01\x02\x03\x04\x05 (\x06 {\x07\x0e\x0f [x\n[\x10\n\n$\x11\n";
    char text[256];
    (void)snprintf(text, sizeof text, "%s\n[A \"b\"]\n\n1. (g9) *\n", picture);
    (void)read(text);
    EXPECT_INT(sample_diags.errors, 1);
    EXPECT(sample_says("games.txt:1:1: error: bytes that are no text: passed over"));
    EXPECT_INT(next(), CP_READER_GAME);
    EXPECT_STR(cp_game_tag(&game, "A"), "b");
    EXPECT_INT(next(), CP_READER_END);
    cp_reader_close(&reader);
}

TEST(marks_without_a_move_are_reported)
{
    EXPECT_INT(read("! $1 ( (5,4) ) 1. (5,4) $x $ $12345678901 (5,5) (1... (6,5) 1-0) *"),
               CP_READER_BROKEN);
    EXPECT(sample_says("[before-any-move]"));
    EXPECT(sample_says("[before-any-move]"));
    EXPECT(sample_says("[bad-nag]"));
    EXPECT(sample_says("games.txt:1:61: warning: unusual spelling of a result: "));
    EXPECT_STR(game.result, "*");
    cp_reader_close(&reader);
}

/* ---- the window ---- */

static void expect_steps(const char *text, const char *wanted)
{
    static const size_t steps[] = {1, 2, 3, 5, 64, 0};
    for (size_t i = 0; i < sizeof steps / sizeof *steps; i++) {
        sample_begin(false);
        source = (struct sample_source){cp_str_from(text), steps[i]};
        sample_open(&reader, &source, &ahead);
        EXPECT_INT(next(), CP_READER_GAME);
        EXPECT_STR(shown(), wanted);
        cp_reader_close(&reader);
    }
}

TEST(it_does_not_matter_how_the_bytes_arrive)
{
    expect_steps("1. R(7,9)-(1,9)++ $123 {x} Hu(1234567890123456789012,3)  =>  (5,5) "
                 "(1... (5,2)-(5,4)!!) 2.(5,4)...(5,5) 1/2-1/2",
                 "R(7,9)-(1,9)++ $123 {x} Hu(1234567890123456789012,3)  =>  (5,5) "
                 "( (5,2)-(5,4) $3 ) (5,4) (5,5)");
    expect_steps("\xe2\x80\x8b 1.\xc2\xa0(5,4)\xe2\x80\xaf(5,\xc2\xa0"
                 " 5) {\xc2\xa0} 2. R(7,9)\xe3\x80\x80 *",
                 "(5,4) (5,   5) {\xc2\xa0} R(7,9)");
}

static size_t blocks_of(const struct cp_arena *a)
{
    size_t count = 0;
    for (const void *b = a->first; b; b = *(void *const *)b)
        count++;
    return count;
}

struct endless {
    uint64_t games;
    size_t at;
};

static long read_endless(void *data, char *room, size_t size)
{
    static const char text[] = "[Event \"x\"]\n\n1. (5,2)-(5,4) (5,7)-(5,5) {good} 2. N(6,3) *\n\n";
    struct endless *e = data;
    size_t n = 0;
    for (; n < size && e->games; n++) {
        room[n] = text[e->at++];
        if (e->at == sizeof text - 1) {
            e->at = 0;
            e->games--;
        }
    }
    return (long)n;
}

TEST(a_stream_of_games_runs_in_flat_memory)
{
    enum { GAMES = 100000 };
    struct endless endless = {GAMES, 0};
    sample_begin(false);
    struct cp_reader_input input = {read_endless,    &endless, "pipe", &sample_notations,
                                    sample_alphabet, NULL,     false,  false,
                                    false,           false,    NULL,   NULL};
    cp_reader_open(&reader, &input, &sample_run);
    int games = 0;
    while (next() == CP_READER_GAME)
        games += moves() == 3;
    EXPECT_INT(games, GAMES);
    EXPECT(blocks_of(&reader.cursor.arenas[0]) + blocks_of(&reader.cursor.arenas[1]) < 10);
    EXPECT_INT(reader.cursor.line, 4 * GAMES + 1);
    cp_reader_close(&reader);
}

/* ---- pathology ---- */

struct repeated {
    const char *before, *text, *after;
    size_t count; /* how often text comes */
};

static char *repeat(const struct repeated *r)
{
    size_t len = strlen(r->text);
    char *text = malloc(strlen(r->before) + len * r->count + strlen(r->after) + 1), *at = text;
    if (!text)
        exit(3);
    at = stpcpy(at, r->before);
    for (size_t i = 0; i < r->count; i++)
        at = memcpy(at, r->text, len) + len;
    strcpy(at, r->after);
    return text;
}

static void read_hostile(const char *before, const char *text, size_t count, const char *after)
{
    char *whole = repeat(&(struct repeated){before, text, after, count});
    sample_begin(false);
    source = (struct sample_source){cp_str_from(whole), 0};
    sample_open(&reader, &source, &ahead);
    enum cp_reader_next first = next();
    EXPECT(first == CP_READER_BROKEN || first == CP_READER_GAME);
    if (strstr(after, "second")) {
        EXPECT_INT(next(), CP_READER_GAME);
        EXPECT_STR(cp_game_tag(&game, "Event"), "second");
        EXPECT_STR(shown(), "(5,5)");
    }
    free(whole);
}

#define SECOND "\n\n[Event \"second\"]\n\n1. (5,5) *\n"

TEST(a_hundred_thousand_nested_variations_are_read)
{
    enum { DEEP = 100000 };
    char *open = repeat(&(struct repeated){"", "(5,4) (", "(5,4) ", DEEP});
    char *closed = repeat(&(struct repeated){open, ")", " *", DEEP});
    sample_begin(false);
    source = (struct sample_source){cp_str_from(closed), 0};
    sample_open(&reader, &source, &ahead);
    EXPECT_INT(next(), CP_READER_GAME);
    int depth = 0;
    for (struct cp_line *l = &game.moves; l; depth++)
        l = l->first->notes ? l->first->notes->variations : NULL;
    EXPECT_INT(depth, DEEP + 1);
    cp_reader_close(&reader);
    free(open);
    free(closed);
}

TEST(variations_beyond_the_budget_are_a_diagnostic)
{
    read_hostile("1. (5,4) ", "(5,4) (", CP_DEPTH_MOST + 10, SECOND);
    cp_reader_close(&reader);
    read_hostile("1. (5,4) ", "(", 300000, SECOND);
    cp_reader_close(&reader);
    char *text = repeat(&(struct repeated){"", "(5,4) (", " *", CP_DEPTH_MOST + 10});
    EXPECT_INT(read(text), CP_READER_BROKEN);
    EXPECT(sample_says("[too-deep]"));
    cp_reader_close(&reader);
    free(text);
}

TEST(hostile_texts_cost_a_diagnostic_and_no_more)
{
    read_hostile("1. ", "x", 3 << 20, SECOND); /* a word beyond the budget */
    EXPECT(true);
    cp_reader_close(&reader);
    read_hostile("[Event \"", "x", 3 << 20, "\"]" SECOND); /* a tag beyond it */
    cp_reader_close(&reader);
    read_hostile("1. (5,4) {", "long ", 1 << 20, "}" SECOND);
    cp_reader_close(&reader);
    read_hostile("1. ", "x(", 1 << 19, SECOND);
    cp_reader_close(&reader);
    read_hostile("1. ", "a b( c ", 1 << 18, SECOND);
    cp_reader_close(&reader);
    read_hostile("1. (5,4) ", "$1 ! {c} ", 1 << 17, SECOND);
    cp_reader_close(&reader);
    read_hostile("1. (5,4) ", "(5,5 ", 1 << 18, SECOND);
    cp_reader_close(&reader);
    read_hostile("1. R(", "7", 10000, ",1)" SECOND);
    cp_reader_close(&reader);
    read_hostile("", "[A \"b\"]\n\n[C \"d\"]\n", 1, "1. (4,4) *" SECOND);
    cp_reader_close(&reader);
    read_hostile("", "[Ax \"b\"]\n", 1 << 16, "1. (4,4) *" SECOND);
    cp_reader_close(&reader);
}

/* Whatever it is that one game has too much of: refused once, and the next is whole. */
TEST(a_game_beyond_the_budget_is_named_once_whatever_it_consists_of)
{
    static const char *const words[] = {"(5,4) ", "$1 ",      "! ",          "{} ",
                                        "() ",    "((5,5)) ", "(5,4)(5,5) ", ";\n"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        char *text = repeat(&(struct repeated){"1. (5,4) ", words[i], "\n* [more-than-one]" SECOND,
                                               2 * CP_PARTS_MOST});
        EXPECT_INT(read(text), CP_READER_BROKEN);
        if (!sample_says("error: this game is too large: more than 262144 half-moves"))
            printf("# WHICH %s\n", words[i]);
        EXPECT(game.lost == CP_GAME_TOO_LARGE && game.parts <= CP_PARTS_MOST + 2);
        EXPECT(reader.cursor.arenas[0].held + reader.cursor.arenas[1].held < 8 << 20);
        enum cp_reader_next next;
        do {
            cp_arena_reset(&sample_record);
            cp_diags_reset(&sample_diags);
            next = cp_reader_read(&reader, &game, &sample_diags);
        } while (next == CP_READER_BROKEN);
        EXPECT_INT(next, CP_READER_GAME);
        EXPECT_STR(cp_game_tag(&game, "Event"), "second");
        cp_reader_close(&reader);
        free(text);
    }
}

TEST(tags_beyond_the_budget_are_a_game_too_large)
{
    char *text =
        repeat(&(struct repeated){"", "[Ax \"b\"]\n", "\n1. (5,4) *" SECOND, 2 * CP_PARTS_MOST});
    EXPECT_INT(read(text), CP_READER_BROKEN);
    EXPECT(sample_says("error: this game is too large: more than 262144 half-moves"));
    EXPECT_INT(sample_diags.errors, 1);
    EXPECT_INT(cp_reader_read(&reader, &game, &sample_diags), CP_READER_GAME);
    cp_reader_close(&reader);
    free(text);
}

TEST(text_beyond_the_budget_is_a_game_too_large)
{
    char *digits = repeat(&(struct repeated){"R(", "7", ",1) ", 100000});
    char *text = repeat(&(struct repeated){"1. (5,4) ", digits, "*" SECOND, 500});
    EXPECT_INT(read(text), CP_READER_BROKEN);
    EXPECT(sample_says("error: this game is too large: more than 16 MiB of text"));
    EXPECT(reader.cursor.arenas[0].held + reader.cursor.arenas[1].held < 36 << 20);
    EXPECT_INT(cp_reader_read(&reader, &game, &sample_diags), CP_READER_GAME);
    cp_reader_close(&reader);
    free(text);
    free(digits);
}

TEST(a_word_beyond_the_budget_is_named)
{
    char *text = repeat(&(struct repeated){"1. (5,4) ", "x", " (5,5) *", (size_t)3 << 20});
    EXPECT_INT(read(text), CP_READER_BROKEN);
    EXPECT(sample_says("games.txt:1:10: error: a word too long to be part of a game "
                       "[token-too-long]"));
    EXPECT_STR(shown(), "(5,4) (5,5)");
    cp_reader_close(&reader);
    free(text);
}

TEST(comments_beyond_the_budget_are_left_out)
{
    enum { PART = 1 << 16 };
    char *part = repeat(&(struct repeated){"{", "x", "} ", PART});
    char *text = repeat(&(struct repeated){"1. (5,4) ", part, SECOND, CP_COMMENT_MOST / PART + 2});
    EXPECT_INT(read(text), CP_READER_BROKEN);
    EXPECT_INT(sample_diags.errors, 1);
    EXPECT(sample_says("more than 4 MiB of comments [game-too-large]"));
    EXPECT_INT(next(), CP_READER_GAME);
    EXPECT_STR(shown(), "(5,5)");
    cp_reader_close(&reader);
    free(text);
    text = repeat(&(struct repeated){"1. (5,4) {", "x", "} (6,6)" SECOND, CP_COMMENT_MOST + 9});
    EXPECT_INT(read(text), CP_READER_BROKEN);
    EXPECT_STR(shown(), "(5,4) (6,6)");
    EXPECT_INT(next(), CP_READER_GAME);
    cp_reader_close(&reader);
    free(text);
    text = repeat(&(struct repeated){"1. (5,4) {", "[\n", SECOND, CP_COMMENT_MOST / 2 + 9});
    EXPECT_INT(read(text), CP_READER_BROKEN); /* not closed: the next tags end it */
    EXPECT_INT(next(), CP_READER_GAME);
    EXPECT_STR(shown(), "(5,5)");
    cp_reader_close(&reader);
    free(text);
    free(part);
}

TEST(what_is_all_prose_is_told_once_and_given_up_line_by_line)
{
    char *text = repeat(&(struct repeated){"1. (5,4) ", "no ", "moves\n(6,6) *" SECOND, 1 << 21});
    EXPECT_INT(read(text), CP_READER_BROKEN);
    EXPECT_INT(moves(), 10002);
    EXPECT_INT(sample_diags.errors, 1);
    EXPECT_STR(game.result, "*");
    EXPECT_INT(next(), CP_READER_GAME);
    EXPECT_STR(shown(), "(5,5)");
    cp_reader_close(&reader);
    free(text);
}

TEST(ten_thousand_digits_are_a_move) /* R-NOT-4 */
{
    char *text = repeat(&(struct repeated){"1. R(", "7", ",1)-(5, 1) *", 10000});
    EXPECT_INT(read(text), CP_READER_GAME);
    EXPECT_INT(moves(), 1);
    EXPECT(!cp_int_is_small(move(1)->move.from.file));
    cp_reader_close(&reader);
    free(text);
}

/* ---- memory ---- */

static jmp_buf refused;

static void refuse(void *data)
{
    (void)data;
    longjmp(refused, 1);
}

TEST(memory_may_be_refused_at_any_moment)
{
    static const char text[] = "[A \"b\\\"\"]\n{c} 1. (5,4)! (1. N (6,3) {d}) x 1-0";
    for (volatile unsigned n = 1; n < 1000; n++) {
        struct cp_arena record;
        static struct cp_game g;
        static struct cp_diags d;
        sample_begin(false);
        cp_arena_init(&record, refuse, NULL);
        record.refuse_at = n;
        source = (struct sample_source){cp_str_from(text), 5};
        sample_open(&reader, &source, &ahead);
        volatile bool is_done = false;
        if (!setjmp(refused)) {
            cp_game_init(&g, &record, sample_ints);
            d = cp_diags_in(&record);
            EXPECT_INT(cp_reader_read(&reader, &g, &d), CP_READER_BROKEN);
            is_done = true;
        }
        cp_reader_close(&reader);
        cp_arena_close(&record);
        if (is_done) {
            EXPECT(n > 8);
            return;
        }
    }
    EXPECT(false);
}

static long fail(void *data, char *room, size_t size)
{
    (void)data, (void)room, (void)size;
    return -1;
}

TEST(a_source_that_fails_is_told_from_an_end)
{
    sample_begin(false);
    struct cp_reader_input input = {
        fail,  NULL, "x", &sample_notations, sample_alphabet, NULL, false, false, false,
        false, NULL, NULL};
    cp_reader_open(&reader, &input, &sample_run);
    EXPECT_INT(next(), CP_READER_END);
    EXPECT(cp_reader_has_failed(&reader));
    cp_reader_close(&reader);
}

static long fail_later(void *data, char *room, size_t size)
{
    cp_str *text = data;
    if (!text->len)
        return -1;
    size_t len = text->len < size ? text->len : size;
    memcpy(room, text->at, len);
    *text = cp_str_skip(*text, len);
    return (long)len;
}

TEST(a_game_that_a_failing_source_cuts_is_none)
{
    sample_begin(false);
    cp_str text = CP_STR("[Event \"one\"]\n\n1. (5,4) *\n\n[Event \"two\"]\n\n1. (5,4) (5");
    struct cp_reader_input input = {fail_later,      &text, "x",   &sample_notations,
                                    sample_alphabet, NULL,  false, false,
                                    false,           false, NULL,  NULL};
    cp_reader_open(&reader, &input, &sample_run);
    EXPECT_INT(next(), CP_READER_GAME);
    EXPECT_INT(next(), CP_READER_END);
    EXPECT(cp_reader_has_failed(&reader));
    cp_reader_close(&reader);
}
