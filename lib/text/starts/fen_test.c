/* SPDX-License-Identifier: MIT */
#include "text/starts/fen.h"

#include "text/sample_test.h"

#include "test.h"

static struct cp_start start;

static bool read_in(const struct cp_alphabet *a, const char *text)
{
    sample_begin(false);
    return cp_fen_parse(&start, &sample_record, a, cp_str_from(text),
                        (cp_span){"games.pgn", 3, 7, 0}, &sample_diags);
}

static bool read(const char *text)
{
    return read_in(&sample_board, text);
}

static cp_str written(const char *text, bool is_epd)
{
    struct cp_buf out;
    if (!read(text))
        return CP_STR("refused");
    cp_buf_init(&out, &sample_record);
    cp_fen_format(&out, &sample_board, &start, is_epd);
    return cp_buf_str(&out);
}

static const char usual[] = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

TEST(what_is_read_is_written_again) /* R-FIDE-6 */
{
    static const char *const fens[] = {
        usual, "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R b KQkq - 17 40",
        "8/8/8/K7/1pPp3k/8/8/8 b - c3 0 1",
        "nrkbbqrn/pppppppp/8/8/8/8/PPPPPPPP/NRKBBQRN w GBgb - 0 1"};
    for (size_t i = 0; i < sizeof fens / sizeof *fens; i++) {
        EXPECT_STR(written(fens[i], false), fens[i]);
        EXPECT_INT(sample_diags.count, 0);
    }
    EXPECT_STR(written(usual, true), "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -");
}

TEST(every_field_is_understood)
{
    EXPECT(read("8/8/8/K7/1pPp3k/8/8/8 b - c3 12 34"));
    EXPECT_INT(start.count, 5);
    EXPECT_INT(start.turn, CP_BLACK);
    EXPECT(start.has_en_passant);
    EXPECT_INT(start.en_passant.file.v, 3);
    EXPECT_INT(start.quiet, 12);
    EXPECT_INT(start.number, 34);
    EXPECT_INT(start.men[0].kind, K);
    EXPECT_INT(start.men[0].square.rank.v, 5);
    EXPECT_INT(cp_fen_turn(CP_STR("8/8 b - - 0 7")), CP_BLACK);
    EXPECT_INT(cp_fen_number(CP_STR("8/8 b - - 0 7")), 7);
    EXPECT_INT(cp_fen_number(CP_STR("8/8 b - -")), 1);
}

TEST(a_pawn_that_passed_slantwise_is_named_beside_the_square_in_any_order)
{
    EXPECT(read("4k3/8/8/2pP4/8/8/8/4K3 w - d6c5 0 1"));
    EXPECT_INT(start.en_passant.file.v, 4);
    EXPECT_INT(start.passer.file.v, 3);
    EXPECT_STR(written("4k3/8/8/2pP4/8/8/8/4K3 w - c5d6 0 1", false),
               "4k3/8/8/2pP4/8/8/8/4K3 w - d6c5 0 1");
    EXPECT(!read("4k3/8/8/2pP4/8/8/8/4K3 w - d6c9 0 1"));
    EXPECT(!read("4k3/8/8/2pP4/8/8/8/4K3 w - d6c 0 1"));
}

TEST(pawns_away_from_home_have_moved)
{
    EXPECT(read("4k3/p7/1p6/8/8/1P6/P7/4K3 w - - 0 1"));
    EXPECT(!start.men[1].moved && start.men[2].moved && start.men[3].moved && !start.men[4].moved);
}

TEST(a_line_is_a_position_by_its_first_bytes)
{
    static const char *const positions[] = {usual,
                                            "8/8/8/8/8/8/8/8",
                                            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBN",
                                            "rnbqkbnr/pppppppp/9/8/8/8/PPPPPPPP/RNBQKBNR\nNext",
                                            "13/8k4/13/13 b - 12",
                                            "5/5/5/5/5 w",
                                            "2/2/2\tB;",
                                            "2k/3/K2",
                                            "1k1/3/3/~K2 id \"small\";",
                                            "w: K (1,1)",
                                            "b:K e4",
                                            "b: Ke4",
                                            "W: Hu ( 3, 3 )",
                                            "w: (2,2)",
                                            "b: (010), K (09)",
                                            "w: e2, Ke1; b: Ke8",
                                            "Ra1/~8/8 w",
                                            "8/8/8/8/8/8/8/8[Qn]",
                                            "+P8/9/9/9/9/9/9/9/9"};
    static const char *const others[] = {"",
                                         "1/2-1/2",
                                         "1. e4",
                                         "e8/Q",
                                         "w",
                                         "e4: a/b/c",
                                         "a/b",
                                         "{8/8/8",
                                         "*/8/8/",
                                         "8/8-8/8",
                                         "[8/8/8]",
                                         "12/03/2024",
                                         "3/5/7",
                                         "12/3/24 London",
                                         "24/7/365 chess club",
                                         "and/or/else words",
                                         "5/4/2024 - round 2",
                                         "p/q/r",
                                         "x//y",
                                         "//",
                                         "// b 4 was better",
                                         "/////////////",
                                         "Kd1/Kd2/Kf1",
                                         "Kevin/Mark/Kirk2",
                                         "11/11/11",
                                         "8/8/8\nw: K (1,1)",
                                         "w: my notes; b: yours",
                                         "b: e4",
                                         "w: e4; b: e5",
                                         "W: Carlsen",
                                         "W: Carlsen (2850)",
                                         "W: Carlsen (NOR 2850)",
                                         "w:",
                                         "w: (see below)",
                                         "b: e4 e5"};
    for (size_t i = 0; i < sizeof positions / sizeof *positions; i++)
        EXPECT(cp_fen_is_line(cp_str_from(positions[i])));
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        EXPECT(!cp_fen_is_line(cp_str_from(others[i])));
}

TEST(operations_of_epd_stand_behind_the_fields)
{
    static const struct {
        const char *line, *fields;
    } cases[] = {
        {usual, usual},
        {"8/8/8 w - - id \"a b\";", "8/8/8 w - -"},
        {"8/8/8 w KQ e3 bm e3; ", "8/8/8 w KQ e3"},
        {"8/8/8 w - - 3 17 ", "8/8/8 w - - 3 17"},
        {"8/8/8 w - - c0 \"x\"", "8/8/8 w - -"},
        {"8/8/8 w - - 0 1 ;D1 20 ;D2 400", "8/8/8 w - - 0 1"},
        {"13/13/13 b - c1 \"a comment\";", "13/13/13 b -"},
        {"13/13/13 b e3<e4,e5<e6 id \"agents\"", "13/13/13 b e3<e4,e5<e6"},
        {"8/8/8 w - - 0 1 # note", "8/8/8 w - - 0 1"},
        {"8/8/8 w - - #note; x", "8/8/8 w - -"},
        {"8/8/8 w - - 0 1 // note", "8/8/8 w - - 0 1"},
        {"8/8/8", "8/8/8"},
        {"w: K (1,1), Q (2,2); b: K (9,9)", "w: K (1,1), Q (2,2); b: K (9,9)"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        cp_str line = cp_str_from(cases[i].line);
        EXPECT_STR(((cp_str){line.at, cp_fen_fields(line, NULL)}), cases[i].fields);
    }
}

TEST(short_ones_are_read_with_a_word)
{
    EXPECT(read("4k3/8/8/8/8/8/8/4K3 b"));
    EXPECT_INT(sample_diags.warnings, 1);
    EXPECT(read("4k3/8/8/8/8/8/8/4K3 w - -"));
    EXPECT_INT(sample_diags.count, 0);
}

TEST(what_is_not_taken_over_is_told_at_its_place)
{
    static const char *const said[][2] = {
        {"4k3/8/8/8/8/8/8/4K3 w - - bm Kd2; id \"x\";", "games.pgn:3:33: warning: unusual spelling "
                                                        "of a FEN or an EPD: operations of EPD"},
        {"4k3/8/8/8/8/8/4Q~3/4K3 w - - 0 1",
         "games.pgn:3:23: warning: unusual spelling of a FEN or an EPD: "
         "a mark of promoted pieces is passed over"},
        {"4k3/8/8/8/8/8/8/4K2R w KK - 0 1", "a right to castle stands there twice: \"KK\""},
        {"4k3/8/8/8/8/8/8/4K3 w - - - 1", "a number is missing: \"-\""},
        {"4k3/8/8/8/8/8/8/4K3 w - - 0 0",
         "games.pgn:3:35: warning: unusual spelling of a FEN or an EPD: "
         "moves are counted from 1: \"0\""},
    };
    for (size_t i = 0; i < sizeof said / sizeof *said; i++) {
        EXPECT(read(said[i][0]));
        EXPECT(sample_says(said[i][1]));
    }
}

TEST(damage_is_told_where_it_stands)
{
    static const struct {
        const char *fen, *said;
    } bad[] = {
        {"ppppppppp/8/8/8/8/8/8/8 w - - 0 1",
         "games.pgn:3:7: error: this is no FEN: rank 8 has 9 files instead of 8"},
        {"8/8/8/7/8/8/8/8 w - - 0 1", "games.pgn:3:13: error: this is no FEN: rank 5 has 7 files"},
        {"8/8/8/8/8/8/8 w - - 0 1", "ranks are missing"},
        {"8/8/8/8/8/8/8/8/8 w - - 0 1", "games.pgn:3:23: error: this is no FEN: one rank too many"},
        {"8/8/8/3X4/8/8/8/8 w - - 0 1",
         "games.pgn:3:14: error: this is no FEN: no piece has this letter"},
        {"8/8/8/8/8/8/8/8 x - - 0 1", "games.pgn:3:23: error: this is no FEN: turn is w or b"},
        {"8/8/8/8/8/8/8/8 w K? - 0 1", "castling is -, KQkq or files of rooks"},
        {"8/8/8/8/8/8/8/8 w - 99 0 1", "en passant is - or a square"},
        {"8/8/8/8/8/8/8/8 w - e9 0 1", "games.pgn:3:27: error: this is no FEN: en passant is"},
        {"8/8/8/8/8/8/8/8 w - i3 0 1", "en passant is - or a square of the board"},
        {"garbage", "games.pgn:3:8: error: this is no FEN: no piece has this letter: \"a\""},
        {"8/8/8/8/8/8/8/8 w - - 0 x", "a number is wanted"},
        {"8/8/8/8/8/8/8/8 w - - 0 1 1", "more than six fields"},
        {"", "no pieces"},
        {"99999999999999999999/8/8/8/8/8/8/8 w", "rank 8 has"}};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        EXPECT(!read(bad[i].fen));
        EXPECT(sample_says(bad[i].said));
        EXPECT_INT(sample_diags.errors, 1);
    }
}

/* ---- agents ---- */

static const char set_up[] = "sppssspssspps/mmmmmmmmkmmmm/13/13/13/13/13/MMMMKMMMMMMMM/"
                             "SPPSSSPSSSPPS w - 1";

static cp_str agents_written(const char *text, bool is_epd)
{
    struct cp_buf out;
    if (!read_in(&sample_agents, text))
        return CP_STR("refused");
    cp_buf_init(&out, &sample_record);
    cp_fen_format(&out, &sample_agents, &start, is_epd);
    return cp_buf_str(&out);
}

TEST(a_board_of_agents_has_its_size_and_its_memory) /* R-NOT-13 */
{
    static const char *const fens[] = {set_up, "13/8k4/13/12m/4m8/13/4M8/M3K7P/13 b e3<e4,e5<e6 12",
                                       "s11s/13/3k9/13/13/13/13/5K7/13 w m9<a1 1"};
    for (size_t i = 0; i < sizeof fens / sizeof *fens; i++) {
        EXPECT_STR(agents_written(fens[i], false), fens[i]);
        EXPECT_INT(sample_diags.count, 0);
    }
    EXPECT(read_in(&sample_agents, fens[1]));
    EXPECT_INT(start.turn, CP_BLACK);
    EXPECT_INT(start.number, 12);
    EXPECT_INT(start.before_count, 2);
    EXPECT_INT(start.befores[1].now.rank.v, 5);
    EXPECT_INT(start.befores[1].then.rank.v, 6);
    EXPECT_INT(start.befores[1].col, 43);
    EXPECT_INT(start.men[1].square.file.v, 13);
    EXPECT_INT(start.men[3].kind, MOVER);
    EXPECT_INT(start.men[6].kind, PUPPETEER);
    EXPECT_INT(cp_fen_turn(cp_str_from(fens[1])), CP_BLACK);
    EXPECT_INT(cp_fen_number(cp_str_from(fens[1])), 12);
    EXPECT_INT(cp_fen_number(cp_str_from(set_up)), 1);
    EXPECT_STR(agents_written("13/8k4/13/13/13/13/13/4K8/13 b", false),
               "13/8k4/13/13/13/13/13/4K8/13 b - 1");
    EXPECT_INT(sample_diags.count, 0);
    EXPECT_STR(agents_written(fens[1], true), "13/8k4/13/12m/4m8/13/4M8/M3K7P/13 b e3<e4,e5<e6");
    EXPECT_INT(sample_diags.count, 0);
    EXPECT(read_in(&sample_agents, "13/8k4/13/13/13/13/13/4K8/13"));
    EXPECT_INT(sample_diags.warnings, 1);
    EXPECT(sample_says("1 of 4 fields"));
}

TEST(damage_of_a_wide_board_is_told_too) /* R-NOT-13 */
{
    static const struct {
        const char *fen, *said;
    } bad[] = {{"12/13/13/13/13/13/13/13/13 w -", "rank 9 has 12 files instead of 13"},
               {"13/13/13/13/13/13/13/13 w -", "ranks are missing"},
               {"q12/13/13/13/13/13/13/13/13 w -", "no piece has this letter"},
               {"13/13/13/13/13/13/13/13/13 w KQkq - 0 1", "what stood elsewhere before"},
               {"13/13/13/13/13/13/13/13/13 w e3<", "games.pgn:3:36: error"},
               {"13/13/13/13/13/13/13/13/13 w e3<e4,", "what stood elsewhere before"},
               {"13/13/13/13/13/13/13/13/13 w ,e3<e4", "what stood elsewhere before"},
               {"13/13/13/13/13/13/13/13/13 w e3<e4<e5", "what stood elsewhere before"},
               {"13/13/13/13/13/13/13/13/13 w - x", "a number is wanted"},
               {"13/13/13/13/13/13/13/13/13 w - 1 1", "more than four fields"},
               {"", "no pieces"}};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        EXPECT(!read_in(&sample_agents, bad[i].fen));
        EXPECT(sample_says(bad[i].said));
        EXPECT_INT(sample_diags.errors, 1);
    }
}

TEST(it_is_told_from_a_list_of_men) /* R-NOT-13 */
{
    EXPECT(cp_fen_is(CP_STR("8/8 w")));
    EXPECT(!cp_fen_is(CP_STR("w: K (1,1); b: K (9,9)")));
    EXPECT(!cp_fen_is(CP_STR("")));
}
