/* SPDX-License-Identifier: MIT */
#include "run/both_ways_test.h"

#include "test.h"

static struct both_ways both;
static struct cp_arena arena;

__attribute__((constructor)) static void open_both(void)
{
    cp_arena_init(&arena, NULL, NULL);
    if (!both_ways_open(&both))
        abort();
}

__attribute__((destructor)) static void close_both(void)
{
    both_ways_close(&both);
    cp_arena_close(&arena);
}

/* Behind a game: another one, so that it is not the last, which never takes the lane. */
#define NEXT "\n\n[Event \"next\"]\n[Result \"*\"]\n\n1. e4 *\n"

#define TAGS                                                                                       \
    "[Event \"one, two\"]\n[Site \"?\"]\n[WhiteElo \"\"]\n[Result \"1-0\"]\n[ECO \"C20\"]\n\n"

/* How many games of the text take the lane; both ways must agree on all. */
static int passed_by(const char *game, size_t step)
{
    struct cp_buf text;
    cp_arena_reset(&arena);
    cp_buf_init(&text, &arena);
    cp_buf_puts(&text, game);
    cp_buf_puts(&text, NEXT);
    const char *fault = both_ways_judge(&both, cp_buf_str(&text), step);
    if (fault)
        printf("# %s\n# both ways differ in %s\n", game, fault);
    EXPECT(!fault);
    return (int)both.fast.counts.passed;
}

TEST(a_clean_game_takes_the_lane)
{
    static const char *const clean[] = {
        TAGS "1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0",
        TAGS "1.e4 e5 2.Qh5 Nc6\n3.Bc4 Nf6 4.Qxf7#\n1-0",
        "1. e4 e5 1/2-1/2",
        "[Variant \"Chess\"]\n1. e4 *",
        "[Event \"x\"]\r\n[Result \"0-1\"]\r\n\r\n1. e4 e5\r\n2. Nf3 Nc6 0-1\r\n",
        "1. e4 $1 e5 $10 2. Nf3! Nc6!? 0-1",
        TAGS "1. e4 { [%clk 0:05:00] } 1... e5 {a word\nor two} 2. d4 {\xc3\xa9t\xc3\xa9} 1-0",
        "[White \"\xc3\x89tienne\"]\n\n1. e4 e5 0-1",
        "1. e4 d5 2. exd5 c6 3. dxc6 Nf6 4. cxb7 Nbd7 5. bxa8=Q Nb6 6. Qxa7 *",
        "1. Nf3 Nf6 2. g3 g6 3. Bg2 Bg7 4. O-O O-O 5. d4 d5 6. Nc3 Nc6 7. Bf4 Bf5 8. Qd2 Qd7 "
        "9. Rad1 Rad8 10. Rfe1 Rfe8 11. Qd3 *",
        "1. e4 Nf6 2. e5 d5 3. exd6 cxd6 *",
        "1. e3 a5 2. Qh5 Ra6 3. Qxa5 h5 4. Qxc7 Rah6 5. h4 f6 6. Qxd7+ Kf7 7. Qxb7 Qd3 8. Qxb8 "
        "Qh7 9. Qxc8 Kg6 10. Qe6 1/2-1/2",
        "1. d4 d5 2. Nd2 Nd7 3. Ndf3 Ndf6 4. Nd2 Nd7 5. N1f3 *",
        "1. Nc3 e6 2. Ne4 e5 3. N4g5 e4 4. Ng5xe4 *",
        TAGS "1. e2-e4 e7-e5 2. Bf1-c4 Nb8-c6 3. Qd1-h5 Ng8-f6 4. Qh5xf7# 1-0",
        "1. e2-e4 d7-d5 2. e4xd5 Ng8-f6 3. c2-c4 c7-c6 4. d5xc6 Qd8-d6 5. c6xb7 Qd6-e6+ 6. "
        "Ng1-e2 Nf6-d5 7. b7xa8=Q Nd5-b6 8. d2-d4 *",
        "1. e2-e4 a7-a6 2. e4-e5 d7-d5 3. e5xd6 e7xd6 4. Bf1-b5+! a6xb5 5. Ke1-f1 *",
        "1. h2-h4 g7-g5 2. h4xg5 Ng8-f6 3. g5xf6 h7-h6 4. f6xe7 h6-h5 5. e7xf8=Q+ *",
        "[Trapdoor \"1\"]\n1. e2-e4 e7-e5 2. a2-a3 (e4:e4) a7-a6 (e5:e5) *",
        "[Trapdoor \"5\"]\n1. e4 *",
        "[Trapdoor \"1\"]\n1. e4 e5 2. a3 (e4:e4) a6 (e5:e5) *",
        "[Trapdoor \"1\"]\n1. e4 e5 2. Ke2 (e4:e4) a6 (e5:e5) 3. a3 (e2:e2) 0-1",
        "[Variant \"Trapdoor Chess\"]\n[Trapdoor \"1\"]\n1. e4 e5 2. a3 (e4:e4) *",
        "[Trapdoor \"1000000\"]\n1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0",
        "[Trapdoor \"1\"]\n1. e4 e5 2. Nf3 (e4:e4) Nf6 (e5:e5) 3. Be2 (f3:f3) a6 (f6:f6) 4. O-O "
        "(e2:e2) b6 (a6:a6) 5. a3 (f1:f1)(g1:g1) 0-1",
    };
    for (size_t i = 0; i < sizeof clean / sizeof *clean; i++) {
        int all = passed_by(clean[i], 0);
        if (!all)
            printf("# %s\n", clean[i]);
        EXPECT_INT(all, 1);
        for (size_t step = 300; step < 310; step++)
            EXPECT_INT(passed_by(clean[i], step), 1);
        (void)passed_by(clean[i], 1);
        (void)passed_by(clean[i], 17);
    }
}

TEST(games_that_large_pieces_cut_in_two_take_the_lane)
{
    enum { GAMES = 200 };
    struct cp_buf text;
    struct cp_arena local;
    cp_arena_init(&local, NULL, NULL);
    cp_buf_init(&text, &local);
    for (int i = 0; i < GAMES; i++)
        cp_buf_puts(&text, TAGS "1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0\n\n");
    for (size_t step = 4096; step < 4196; step += 7) {
        EXPECT(!both_ways_judge(&both, cp_buf_str(&text), step));
        EXPECT_INT((int64_t)both.fast.counts.passed, GAMES);
    }
    cp_arena_close(&local);
}

TEST(whatever_is_odd_goes_the_usual_way)
{
    static const char *const odd[] = {
        TAGS "1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7 1-0",
        TAGS "1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7+ 1-0",
        TAGS "1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qf7# 1-0",
        TAGS "1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1/2-1/2",
        "1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 0-1",
        "1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# *",
        "1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# Ke7 1-0",
        TAGS "1. e4 e5 0-1",
        TAGS "1. e4 e5",
        TAGS "1-0",
        "1. e4 e4 *",
        "1. e4 e5 2. Bb5 d6 *",
        "1. e4 e5 2. Bb5+ *",
        "1. e4 e5 2. Nf3 Nf6 3. Nxf6 *",
        "1. e4 e5 2. Ke2 Ke7 3. Ke3 Ke6 4. Kf4 *",
        "1. d4 d5 2. Nd2 *\n{a comment of the game}",
        "1. d4 d5 2. Nf3 Nf6 3. Nd2 *",
        "1. e4 (1. d4) 1... e5 *",
        "1. e4 e5 ; to the end\n2. Nf3 *",
        "1. e4 e5\n% escaped\n2. Nf3 *",
        "{first} 1. e4 *",
        "1. {first} e4 *",
        "1. $1 e4 *",
        "1. e4 {not closed\n[Event \"x\"]\n\n1. d4",
        "1. e4 {\xff} *",
        "1. e4 {\x01} *",
        "1. e4++ *",
        "1. P@e4 *",
        "1. e2e4 *",
        "1. e2-xe4 *",
        "1. e2-e4 e7-e5 2. Ng1-xf3 *",
        "1. e2-e4 e7-e5 2. Ng1-ef3 *",
        "1. e2-e4 e7-e5 2. Nb1-f3 *",
        "1. e2-e4 d7-d5 2. e4-d5 *",
        "1. e2-e4 d7-d5 2. d4xd5 *",
        "1. e2-e4 e7-e5 2. Ng1xf3 *",
        "1. e2-e4 e7-e5 2. g1-f3 *",
        "1. e2-e4 e7-e5 2. Ke1-g1 *",
        "1. e2-e4 e7-e5 2. Bf1-c4 Nb8-c6 3. Qd1-h5 Ng8-f6 4. Qh5xf7+ 1-0",
        "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Bxc6 dxc6 5. 0-0 *",
        "1. e4 e5 2. O-O *",
        "1. e4.. e5 *",
        "1.... e4 *",
        "1. e4 e5 2. Nf3!!!!! *",
        "1. e4 x *",
        "1. e4\te5 *",
        "1. e4\re5 *",
        "[FEN \"8/8/8/8/8/8/8/8 w - - 0 1\"]\n1. e4 *",
        "[Trapdoor \"0\"]\n1. e4 *",
        "[Trapdoor \"5x\"]\n1. e4 *",
        "[Trapdoor \" 5\"]\n1. e4 *",
        "[Trapdoor \"\"]\n1. e4 *",
        "[Trapdoor \"9999999\"]\n1. e4 *",
        "[Trapdoor \"5\"]\n[Trapdoor \"5\"]\n1. e4 *",
        "[Trapdoor \"1\"]\n1. e4 e5 2. a3 *",
        "[Trapdoor \"1\"]\n1. e4 e5 2. a3 (e5:e5) *",
        "[Trapdoor \"1\"]\n1. e4 e5 2. a3 (e4:e4)(e4:e4) *",
        "[Trapdoor \"2\"]\n1. e4 e5 2. a3 (e4:e4) *",
        "[Trapdoor \"1\"]\n1. e4 e5 2. Ke2 (e4:e4) a6 (e5:e5) 3. a3+ (e2:e2) 0-1",
        "[Trapdoor \"1\"]\n1. e4 e5 2. Ke2 (e4:e4) a6 (e5:e5) 3. a3 (e2:e2) 1-0",
        "[Trapdoor \"1\"]\n1. e4 e5 2. Ke2 (e4:e4) a6 (e5:e5) 3. a3 (e2:e2) a5 0-1",
        "1. e4 e5 2. a3 (e4:e4) *",
        "[Variant \"Huygens\"]\n1. e4 *",
        "[Variant \"Chess960\"]\n[Variant \"nothing\"]\n1. e4 *",
        "[Frame \"x\"]\n1. e4 *",
        "[Clocks \"e2:1\"]\n1. e4 *",
        "[Rules \"fifty-moves: false\"]\n1. e4 *",
        "[Nobody \"knows\"]\n1. e4 *",
        "[Event \"a \"quote\" inside\"]\n1. e4 *",
        "[Event \"an \\\"escape\\\"\"]\n1. e4 *",
        "[Event \"\xe2\x80\x9d]\n1. e4 *",
        "[Event \"x\"] [Site \"y\"]\n1. e4 *",
        "[Event \"x\"]\n\n[Site \"y\"]\n\n1. e4 *",
        "[Event \"x\"]\n[Result \"1-0\"]\n[Result \"0-1\"]\n\n1. e4 1-0",
        "[Result \"?\"]\n\n1. e4 1-0",
        "[Result \"won\"]\n\n1. e4 1-0",
        "1. e4 e5 1-0 {said}",
        "1. e4 e5 1-0\n; said",
        "1. a3 a6 2. a4 a5 3. axa5 *",
        "1. e4 e5 2. e5 *",
        "1. h4 g5 2. hxg5 h6 3. gxh6 Nf6 4. h7 Ng8 5. hxg8 *",
        "1. h4 g5 2. hxg5 h6 3. gxh6 Nf6 4. h7 Ng8 5. hxg8=K *",
        "1. h4 g5 2. hxg5 h6 3. gxh6 Nf6 4. h7=Q *",
    };
    for (size_t i = 0; i < sizeof odd / sizeof *odd; i++) {
        int all = passed_by(odd[i], 0);
        if (all)
            printf("# took the lane: %s\n", odd[i]);
        EXPECT_INT(all, 0);
    }
}

#define RECORD(tags, moves, result)                                                                \
    "{\"variant\":\"fide\"," tags "\"moves\":[" moves "],\"result\":\"" result                     \
    "\",\"source\":{\"file\":\"a.pgn\",\"line\":1,\"result\":\"3:4\"},\"at\":\"2:3 6 11 17\"}\n"

TEST(clean_records_take_the_lane_and_others_do_not)
{
    static const char *const clean[] = {
        RECORD("", "\"e4\",\"e5\"", "*"),
        RECORD("\"tags\":{\"Trapdoor\":\"5\"},", "\"e4\",\"e5\"", "*"),
        RECORD("\"tags\":{\"Event\":\"x, y\",\"Result\":\"0-1\"},", "\"f3\",\"e5\",\"g4\",\"Qh4#\"",
               "0-1"),
        RECORD("\"tags\":{\"Variant\":\"Chess\",\"White\":\"\xc3\x89\"},", "\"e4\"", "1/2-1/2"),
        "{\"variant\":\"fide\",\"tags\":{\"Result\":\"*\"},\"moves\":[\"e4\",\"e5\",\"Nf3\","
        "\"Nc6\"],\"result\":"
        "\"*\",\"source\":{\"file\":\"a\",\"line\":12,\"tags\":{\"Result\":\"7:1\"}},\"at\":\"no "
        "place\"}\n",
    };
    static const char *const odd[] = {
        RECORD("", "\"e4\",\"e4\"", "*"),
        RECORD("", "\"e4\",\"\",\"Sf3\"", "*"), /* no word: its letters are of no language */
        RECORD("", "\"e4\",{\"move\":\"e5\"}", "*"),
        RECORD("", "\"e4\",\"e2e4\"", "*"),
        RECORD("", "\"e4\" ,\"e5\"", "*"),
        RECORD("", "", "*"),
        RECORD("", "\"e4!\"", "*"),
        RECORD("\"tags\":{\"Result\":\"0-1\"},", "\"e4\"", "1-0"),
        RECORD("\"tags\":{\"Result\":\"0-1\",\"Result\":\"0-1\"},", "\"e4\"", "0-1"),
        RECORD("\"tags\":{\"Event\":\"\\u0041\"},", "\"e4\"", "*"),
        RECORD("\"tags\":{\"Event\":\"\xff\"},", "\"e4\"", "*"),
        RECORD("\"tags\":{\"Trapdoor\":\"0\"},", "\"e4\"", "*"),
        RECORD("\"tags\":{\"Variant\":\"Huygens\"},", "\"e4\"", "*"),
        RECORD("\"rules\":{\"trapdoor\":5},", "\"e4\"", "*"),
        RECORD("", "\"e4\"", "won"),
        "{\"variant\":\"fide\",\"moves\":[\"e4\",\"e5\",\"Nf3\",\"Nc6\"],\"result\":\"*\"}\n",
        "{\"variant\":\"huygens\",\"moves\":[\"e4\"],\"result\":\"*\",\"source\":{\"file\":\"a\","
        "\"line\":"
        "1},\"at\":\"\"}\n",
        "{\"variant\":\"fide\",\"moves\":[\"e4\"],\"result\":\"*\",\"source\":{\"file\":\"a\","
        "\"line\":1,"
        "\"result\":\"3\"},\"at\":\"1:1\"}\n",
    };
    for (size_t i = 0; i < sizeof clean / sizeof *clean; i++) {
        EXPECT(!both_ways_judge(&both, cp_str_from(clean[i]), i));
        EXPECT_INT((int64_t)both.fast.counts.passed, 1);
    }
    for (size_t i = 0; i < sizeof odd / sizeof *odd; i++) {
        EXPECT(!both_ways_judge(&both, cp_str_from(odd[i]), 0));
        EXPECT_INT((int64_t)both.fast.counts.passed, 0);
    }
}

TEST(no_changed_byte_of_a_record_tells_the_ways_apart)
{
    static const char record[] = RECORD("\"tags\":{\"Event\":\"x, y\",\"Result\":\"0-1\"},",
                                        "\"f3\",\"e5\",\"g4\",\"Qh4#\"", "0-1");
    const char *fault = NULL;
    for (size_t at = 1; at + 1 < sizeof record && !fault; at++)
        for (int byte = 0; byte < 256 && !fault; byte++) {
            char text[sizeof record];
            memcpy(text, record, sizeof record);
            text[at] = (char)byte;
            fault = both_ways_judge(&both, (cp_str){text, sizeof record - 1}, 0);
            if (fault)
                printf("# byte %zu is %02x: both ways differ in %s\n", at, (unsigned)byte, fault);
        }
    EXPECT(!fault);
}

/* Every byte of a game made another, one at a time; how many games took the lane. With CP_QUICK
 * one byte of five, by which that number is multiplied. */
static uint64_t change_bytes(const char *game, size_t size)
{
    static const char others[] = " \n\r\t\"%()*+-.0128:;=?BKNOPQ[]aegx{}#!$\\\xc3\x01";
    char text[2000];
    const char *fault = NULL;
    size_t step = getenv("CP_QUICK") ? 5 : 1;
    uint64_t all = 0;
    EXPECT(size <= sizeof text);
    for (size_t at = 0; at + 1 < size && !fault; at += step)
        for (size_t i = 0; i < sizeof others && !fault; i++) {
            memcpy(text, game, size);
            text[at] = others[i];
            fault = both_ways_judge(&both, (cp_str){text, size - 1}, 0);
            all += both.fast.counts.passed;
            if (fault)
                printf("# %s\n# byte %zu is %02x: both ways differ in %s\n", text, at,
                       (unsigned char)others[i], fault);
        }
    EXPECT(!fault);
    return all * step;
}

TEST(no_changed_byte_tells_the_ways_apart)
{
    static const char game[] =
        "[Event \"a\"]\n[Variant \"FIDE\"]\n[Result \"1/2-1/2\"]\n\n1. d4 d5 2. c4 dxc4 3. e4 b5 "
        "4. a4 c6 5. axb5 cxb5 6. Nc3 a6 {so} 7. Nxb5 axb5 8. Rxa8 Bb7 9. Ra1 e6 10. Nf3 Bb4+\n"
        "11. Bd2 Bxd2+ 12. Qxd2 $2 Bxe4 13. Be2! Nf6 14. O-O O-O 15. Rfc1 Nbd7 1/2-1/2\n\n"
        "1. e4 e5 *" NEXT;
    EXPECT(change_bytes(game, sizeof game) > 5000); /* most often one of the first two does */
}

TEST(nor_one_of_a_game_on_trapdoors)
{
    static const char game[] =
        "[Variant \"Trapdoor Chess\"]\n[Result \"0-1\"]\n\n1. c4 b5 2. Nc3 bxc4 3. d3 cxd3\n4. Kd2 "
        "dxe2 5. Bxe2 Na6 6. g3 g6 7. Nb5 h6 8. Kd3 d6 9. h3 Bf5+ 10. Kd4 (e2:e2) c5+ (a6:a6)\n"
        "11. Kc3 (g3:g3) Nf6 (g6:g6) 12. Nxd6+ Kd7 (h6:h6) 13. b3 a6 14. f3 (h3:h3) Bc2 15. Nc4+ "
        "Bxd1 (c5:c5) 16. Nd6 (c3:c3) 0-1\n\n[Variant \"Trapdoor\"]\n\n1. e4 e5 2. Nf3 Nf6 3. Ng1 "
        "Ng8 4. Nf3 Nf6 5. Ng1 Ng8 6. Qe2 (e4:e4) Qe7 (e5:e5) *" NEXT;
    EXPECT_INT(passed_by(game, 0), 3); /* and the one behind them */
    EXPECT(change_bytes(game, sizeof game) > 10000);
}

TEST(nor_one_of_a_game_in_long_notation)
{
    static const char game[] =
        "[Result \"*\"]\n\n1. e2-e4 d7-d5 2. e4xd5 Ng8-f6 3. c2-c4 c7-c6 4. d5xc6 Qd8-d6 5. c6xb7 "
        "Qd6-e6+\n6. Bf1-e2 Nf6-d5 7. b7xa8=Q Nd5-b6 8. Ng1-f3 Nb6xa8 9. O-O Na8c7 *" NEXT;
    EXPECT_INT(passed_by(game, 0), 2);
    EXPECT(change_bytes(game, sizeof game) > 1000);
}

/* Knights out and back: quiet plies, positions that are the same. */
TEST(games_that_come_to_a_draw_go_the_usual_way)
{
    for (int rounds = 1; rounds < 45; rounds++) {
        struct cp_buf text;
        struct cp_arena local;
        cp_arena_init(&local, NULL, NULL);
        cp_buf_init(&text, &local);
        cp_buf_puts(&text, "1. e4 e5 ");
        for (int i = 0; i < rounds; i++)
            cp_buf_puts(&text, i % 5 == 4 ? "Nc3 Nc6 Nb1 Nb8 " : "Nf3 Nf6 Ng1 Ng8 ");
        cp_buf_puts(&text, "*");
        cp_buf_putc(&text, '\0');
        EXPECT_INT(passed_by(cp_buf_str(&text).at, 0), rounds < 4);
        cp_arena_close(&local);
    }
}
