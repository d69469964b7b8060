/* SPDX-License-Identifier: MIT */
/* Games made move by move, games by number, questions, rows and JSON of the library; and calls that
 * are stopped. */
#include "api/chessplane.h"
#include "base/json.h"
#include "test.h"

#include <pthread.h>

static cp_str str(chessplane_string s)
{
    return (cp_str){s.at, s.length};
}

static chessplane *opened(void)
{
    chessplane *plane;
    EXPECT_INT(chessplane_open(&plane, NULL), CHESSPLANE_OK);
    return plane;
}

static chessplane *reading(const char *game)
{
    chessplane *plane = opened();
    EXPECT_INT(chessplane_read_text(plane, "x", game, strlen(game)), CHESSPLANE_OK);
    EXPECT_INT(chessplane_next(plane), CHESSPLANE_OK);
    return plane;
}

static const char *json(chessplane *plane, const char *what)
{
    chessplane_string out;
    EXPECT_INT(chessplane_json(plane, what, &out), CHESSPLANE_OK);
    return out.at;
}

static const chessplane_board *board(chessplane *plane)
{
    const chessplane_board *board;
    EXPECT_INT(chessplane_board_of(plane, &board), CHESSPLANE_OK);
    return board;
}

/* The board, the legal moves and the verdict as a handle says that has only read the game. */
static void expect_as_read(chessplane *plane)
{
    chessplane_string record;
    size_t count, wanted;
    EXPECT_INT(chessplane_legal_moves(plane, CHESSPLANE_LAST, &count), CHESSPLANE_OK);
    char *legal = strdup(json(plane, "legal")), *here = strdup(json(plane, "board"));
    EXPECT_INT(chessplane_record(plane, &record), CHESSPLANE_OK);
    chessplane *other = reading(record.at);
    EXPECT_INT(chessplane_legal_moves(other, CHESSPLANE_LAST, &wanted), CHESSPLANE_OK);
    EXPECT_INT((int)count, (int)wanted);
    EXPECT_STR(cp_str_from(json(other, "legal")), legal);
    EXPECT_STR(cp_str_from(json(other, "board")), here);
    EXPECT_STR(cp_str_from(json(other, "messages")), "[]");
    chessplane_close(other);
    free(legal);
    free(here);
}

/* What a program that plays does: each move that is legal and known is made and taken back, then
 * one of them stays. */
static void play_randomly(const char *const *tags, unsigned plies)
{
    chessplane *plane = opened();
    unsigned chance = 7;
    EXPECT_INT(chessplane_begin(plane, tags), CHESSPLANE_OK);
    for (unsigned ply = 0; ply < plies; ply++) {
        char key[17], *moves[64];
        size_t count, kept = 0;
        memcpy(key, board(plane)->key.at, sizeof key);
        EXPECT_INT(chessplane_legal_moves(plane, CHESSPLANE_LAST, &count), CHESSPLANE_OK);
        for (size_t i = 0; i < count && kept < 64; i++) {
            const chessplane_legal *legal = chessplane_legal_at(plane, i);
            if (legal->text.length)
                moves[kept++] = strdup(legal->text.at);
        }
        if (!kept)
            break;
        for (size_t i = 0; i < kept; i++) {
            EXPECT_INT(chessplane_make(plane, moves[i]), CHESSPLANE_OK);
            EXPECT(board(plane)->ply == ply + 1 && strcmp(board(plane)->key.at, key) != 0);
            EXPECT_INT(chessplane_take_back(plane), CHESSPLANE_OK);
            EXPECT_STR(str(board(plane)->key), key);
        }
        chance = chance * 1103515245 + 12345;
        EXPECT_INT(chessplane_make(plane, moves[(chance >> 16) % kept]), CHESSPLANE_OK);
        while (kept)
            free(moves[--kept]);
        expect_as_read(plane);
    }
    chessplane_close(plane);
}

TEST(a_game_made_move_by_move_is_the_one_that_is_read)
{
    static const char *const games[][4] = {
        {"Variant=fide"},
        {"Variant=Chess", "FEN=4k3/2P5/8/3pP3/8/8/8/R3K2R w KQ d6 0 1"},
        {"Variant=coaip"},
        {"Variant=huygens"},
        {"Variant=Trapdoor Chess"},
        {"Variant=Trapper Chess", "Setup=w: K e2, M d4; b: K i8, S e4, M g4"},
        {"Variant=atomic"},
        {"Variant=coaip",
         "Setup=w: K (1,1), R (2,100000000000000000000000000); b: K (30,30), N (9,9)"},
    };
    for (size_t i = 0; i < sizeof games / sizeof *games; i++)
        play_randomly(games[i], 6);
}

TEST(a_move_that_is_refused_changes_nothing_and_is_told)
{
    chessplane *plane = reading("1. e4 e5 2. Qh5 Ke7 1-0");
    EXPECT_INT(chessplane_make(plane, "Ke9"), CHESSPLANE_REFUSED);
    EXPECT(strstr(json(plane, "messages"), "\"off-board\""));
    EXPECT_INT(chessplane_make(plane, "what?"), CHESSPLANE_REFUSED);
    EXPECT(strstr(json(plane, "messages"), "\"not-a-move\""));
    EXPECT(!strstr(json(plane, "messages"), "\"off-board\""));
    EXPECT(strstr(json(plane, "game"), "\"result\":\"1-0\"") != NULL);
    EXPECT_INT((int)board(plane)->ply, 4);
    EXPECT_INT(chessplane_make(plane, "Qxe5"), CHESSPLANE_OK);
    EXPECT_STR(cp_str_from(json(plane, "messages")), "[]");
    EXPECT(strstr(json(plane, "game"), "\"result\":\"\"") != NULL); /* the game went on */
    EXPECT_INT(board(plane)->outcome, CHESSPLANE_CHECKMATE);
    EXPECT_INT(chessplane_make(plane, "d6"), CHESSPLANE_REFUSED);
    EXPECT(strstr(json(plane, "messages"), "\"game-over\""));
    for (int left = 5; left; left--)
        EXPECT_INT(chessplane_take_back(plane), CHESSPLANE_OK);
    EXPECT_INT(chessplane_take_back(plane), CHESSPLANE_REFUSED);
    EXPECT_INT((int)chessplane_move_count(plane), 0);
    chessplane_close(plane);
}

TEST(what_follows_the_last_legal_move_is_dropped_when_another_is_made)
{
    chessplane *plane = reading("1. e4 e5 2. Nf6 d6 3. d4 *");
    const chessplane_verdict *verdict;
    EXPECT_INT(chessplane_check(plane, &verdict), CHESSPLANE_OK);
    EXPECT(!verdict->is_valid);
    EXPECT_INT((int)board(plane)->ply, 2);
    EXPECT_INT((int)chessplane_move_count(plane), 5);
    EXPECT_INT(chessplane_make(plane, "Nf3"), CHESSPLANE_OK);
    EXPECT_INT((int)chessplane_move_count(plane), 3);
    EXPECT_INT(chessplane_check(plane, &verdict), CHESSPLANE_OK);
    EXPECT(verdict->is_valid);
    chessplane_close(plane);
}

TEST(pieces_that_fall_are_written_behind_a_move_that_is_made)
{
    static const char *const tags[] = {"Variant=Trapdoor Chess", "Trapdoor=2", NULL};
    static const char *const moves[] = {"e4", "e5", "Qe2", "Qe7", "Qd1", "Qd8"};
    chessplane *plane = opened();
    chessplane_string text;
    EXPECT_INT(chessplane_begin(plane, tags), CHESSPLANE_OK);
    for (size_t i = 0; i < sizeof moves / sizeof *moves; i++)
        EXPECT_INT(chessplane_make(plane, moves[i]), CHESSPLANE_OK);
    EXPECT_INT(chessplane_record(plane, &text), CHESSPLANE_OK);
    EXPECT(strstr(text.at, "\"falls\""));
    expect_as_read(plane);
    chessplane_close(plane);
}

TEST(a_copy_goes_its_own_way)
{
    chessplane *plane = reading("[White \"Tal\"]\n1. e4 {best} e5 (1... c5) 2. Nf3 Nc6 1-0"), *copy;
    EXPECT_INT(chessplane_copy(plane, 2, &copy), CHESSPLANE_OK);
    EXPECT_INT((int)board(copy)->ply, 2);
    EXPECT_STR(cp_str_from(chessplane_tag(copy, "White")), "Tal");
    EXPECT(strstr(json(copy, "moves"), "best") && strstr(json(copy, "moves"), "c5"));
    EXPECT(strstr(json(copy, "game"), "\"result\":\"\""));
    EXPECT_INT(chessplane_make(copy, "Bc4"), CHESSPLANE_OK);
    EXPECT_INT((int)board(plane)->ply, 4);
    chessplane_close(plane);
    EXPECT_INT(chessplane_make(copy, "Bc5"), CHESSPLANE_OK);
    EXPECT_INT(chessplane_next(copy), CHESSPLANE_END);
    chessplane_close(copy);
    plane = reading("1. e4 *");
    EXPECT_INT(chessplane_copy(plane, CHESSPLANE_LAST, &copy), CHESSPLANE_OK);
    EXPECT(strstr(json(copy, "game"), "\"result\":\"*\""));
    EXPECT_INT(chessplane_copy(plane, 0, NULL), CHESSPLANE_MISUSE);
    chessplane_close(copy);
    chessplane_close(plane);
}

TEST(tags_are_set_and_removed_but_for_those_that_say_how_a_game_is_played)
{
    static const char *const odd[] = {"no equals", NULL}, *const unnamed[] = {"=x", NULL};
    static const char *const tags[] = {"Variant=fide", "White=T\"a\\l", "Date=2026", NULL};
    chessplane *plane = opened();
    chessplane_string text;
    EXPECT_INT(chessplane_begin(plane, odd), CHESSPLANE_MISUSE);
    EXPECT_INT(chessplane_begin(plane, unnamed), CHESSPLANE_MISUSE);
    EXPECT_INT(chessplane_begin(plane, tags), CHESSPLANE_OK);
    EXPECT_STR(cp_str_from(chessplane_tag(plane, "White")), "T\"a\\l");
    EXPECT_INT(chessplane_set_tag(plane, "Date", NULL), CHESSPLANE_OK);
    EXPECT_INT(chessplane_set_tag(plane, "Date", NULL), CHESSPLANE_OK);
    EXPECT_INT(chessplane_set_tag(plane, "White", "Tal"), CHESSPLANE_OK);
    EXPECT_INT(chessplane_set_tag(plane, "Round", "3"), CHESSPLANE_OK);
    EXPECT_INT(chessplane_set_tag(plane, "Result", "0-1"), CHESSPLANE_OK);
    EXPECT_INT(chessplane_set_tag(plane, "FEN", "x"), CHESSPLANE_MISUSE);
    EXPECT_INT(chessplane_set_tag(plane, "fen", "x"), CHESSPLANE_MISUSE);
    EXPECT_INT(chessplane_set_tag(plane, "Clocks", "a2:1"), CHESSPLANE_MISUSE);
    EXPECT_INT(chessplane_set_tag(plane, "Result", "foo"), CHESSPLANE_MISUSE);
    EXPECT_INT(chessplane_set_tag(plane, "Site", "\xff"), CHESSPLANE_MISUSE);
    EXPECT_INT(chessplane_set_tag(plane, "a b", "x"), CHESSPLANE_MISUSE);
    EXPECT_INT(chessplane_record(plane, &text), CHESSPLANE_OK);
    EXPECT(strstr(text.at, "\"White\":\"Tal\"") && strstr(text.at, "\"Round\":\"3\""));
    EXPECT(!strstr(text.at, "Date") && strstr(text.at, "\"result\":\"0-1\""));
    chessplane_close(plane);
}

TEST(what_is_written_at_the_end_of_a_game_goes_when_it_goes_on)
{
    static const char *const tags[] = {"White=A", "Result=1-0", NULL};
    chessplane *plane = reading("[Result \"1-0\"]\n1. e4 e5 {b} (1... c5) {end} 1-0");
    chessplane_string text;
    EXPECT_INT(chessplane_take_back(plane), CHESSPLANE_OK);
    EXPECT_INT(chessplane_make(plane, "c5"), CHESSPLANE_OK);
    EXPECT_INT(chessplane_record(plane, &text), CHESSPLANE_OK);
    EXPECT(!strstr(text.at, "end") && !strstr(text.at, "1-0") && !strstr(text.at, "\"b\""));
    EXPECT_INT(chessplane_begin(plane, tags), CHESSPLANE_OK);
    EXPECT(strstr(json(plane, "game"), "\"result\":\"1-0\""));
    EXPECT_STR(cp_str_from(json(plane, "messages")), "[]");
    chessplane_close(plane);
}

/* A program plays for hours: nothing of what was refused or judged may stay. */
TEST(a_game_is_played_on_in_flat_memory)
{
    static const char *const to_and_fro[] = {"Nf3", "Nf6", "Ng1", "Ng8"};
    static const char *const trapdoor[] = {"Variant=Trapdoor Chess", "Trapdoor=1", NULL};
    const chessplane_verdict *verdict;
    chessplane *plane = reading("1. e4 e5 *");
    for (int i = 0; i < 16000; i++)
        if (chessplane_make(plane, i % 2 ? "Ra5" : "zz") != CHESSPLANE_REFUSED || i == 15999)
            EXPECT_INT(i, 15999);
    for (int i = 0; i < 1000; i++) {
        EXPECT_INT(chessplane_make(plane, to_and_fro[i % 4]), CHESSPLANE_OK);
        EXPECT_INT(chessplane_check(plane, &verdict), CHESSPLANE_OK);
        if (i == 14)
            EXPECT_INT(verdict->outcome, CHESSPLANE_NONE);
    }
    EXPECT_INT((int)board(plane)->ply, 1002);
    EXPECT_INT(verdict->outcome, CHESSPLANE_FIVEFOLD);
    EXPECT_INT(chessplane_begin(plane, trapdoor), CHESSPLANE_OK);
    EXPECT_INT(chessplane_make(plane, "e4"), CHESSPLANE_OK);
    EXPECT_INT(chessplane_make(plane, "e5"), CHESSPLANE_OK);
    for (int i = 0; i < 140000; i++)
        if (chessplane_make(plane, "Qe2") || chessplane_take_back(plane))
            EXPECT_INT(i, -1);
    chessplane_close(plane);
}

/* ---- by number ---- */

static void expect_seeking_finds(const char *text, size_t games)
{
    chessplane *plane = opened();
    char *wanted[8];
    chessplane_string record;
    EXPECT_INT(chessplane_read_text(plane, "x", text, strlen(text)), CHESSPLANE_OK);
    for (size_t i = 0; i < games; i++) {
        int status = chessplane_next(plane);
        EXPECT(status == CHESSPLANE_OK || status == CHESSPLANE_REFUSED);
        wanted[i] = strdup(status == CHESSPLANE_OK ? (chessplane_record(plane, &record), record.at)
                                                   : json(plane, "messages"));
    }
    EXPECT_INT(chessplane_next(plane), CHESSPLANE_END);
    for (unsigned chance = 1, i = 0; i < 40; i++) {
        chance = chance * 1103515245 + 12345;
        size_t n = (chance >> 16) % games;
        EXPECT_INT(chessplane_seek(plane, n + 1), CHESSPLANE_OK);
        for (; n < games && i % 3 >= n % 3; n++) {
            int status = chessplane_next(plane);
            EXPECT_STR(cp_str_from(status == CHESSPLANE_OK
                                       ? (chessplane_record(plane, &record), record.at)
                                       : json(plane, "messages")),
                       wanted[n]);
        }
    }
    EXPECT_INT(chessplane_seek(plane, games + 2), CHESSPLANE_END);
    EXPECT_INT(chessplane_seek(plane, 0), CHESSPLANE_MISUSE);
    while (games)
        free(wanted[--games]);
    chessplane_close(plane);
}

TEST(a_game_is_found_by_its_number_as_it_is_read_in_order)
{
    expect_seeking_finds(
        "[White \"A\"]\n\n1. e4 *\n\n[White \"B\"]\n\n1. d4 d5 {x\ny} 1-0\n1. c4 *\n"
        "\n[White \"D\"]\n[FEN \"x\"]\n\n1. e4 zz *\n\n1. Nf3 0-1\n\n\n",
        5);
    expect_seeking_finds("{\"variant\":\"fide\",\"moves\":[\"e4\"]}\n\n{\"moves\":3}\n"
                         "{\"variant\":\"coaip\",\"moves\":[\"(5,4)\"],\"result\":\"*\"}\n",
                         3);
    expect_seeking_finds("{\"moves\":\n[\"e4\"]}\n{\"variant\":\"fide\",\"moves\":[\"d4\"]}\n"
                         "{\"variant\":\"fide\",\"moves\":[\"c4\"]}\n",
                         3);
    expect_seeking_finds("1. e4 e5 1-0 1. d4 d5 * [White \"A\"] 1. Nf3 *", 3);
}

TEST(where_games_begin_is_known_of_plain_texts_alone)
{
    static const char *const texts[] = {"\xef\xbb\xbf"
                                        "1. e4 *",
                                        "1. e4 {\xe9} *", "variant: fide\nmoves: [e4]\n", "",
                                        "[\"w K1,1|k5,5 1,1>1,2\",\n\"w K1,1|k5,5 1,1>1,2\"]\n"};
    static const char *const latin[] = {"encoding=windows-1252", NULL};
    static const char *const tags[] = {"White=\xc3\x85ngstr\xc3\xb6m", NULL};
    chessplane *plane = opened();
    EXPECT_INT(chessplane_seek(plane, 1), CHESSPLANE_MISUSE);
    EXPECT_INT(chessplane_read_text(plane, "x", "1\0.\0 \0e\0004\0 \0*\0", 14), CHESSPLANE_OK);
    EXPECT_INT(chessplane_seek(plane, 1), CHESSPLANE_MISUSE);
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        EXPECT_INT(chessplane_read_text(plane, "x", texts[i], strlen(texts[i])), CHESSPLANE_OK);
        EXPECT_INT(chessplane_seek(plane, 1), CHESSPLANE_MISUSE);
        EXPECT_INT(chessplane_next(plane), i == 3 ? CHESSPLANE_END : CHESSPLANE_OK);
    }
    chessplane_close(plane);
    EXPECT_INT(chessplane_open(&plane, latin), CHESSPLANE_OK);
    EXPECT_INT(chessplane_read_text(plane, "x", "1. e4 *", 7), CHESSPLANE_OK);
    EXPECT_INT(chessplane_seek(plane, 1), CHESSPLANE_MISUSE);
    EXPECT_INT(chessplane_begin(plane, tags), CHESSPLANE_OK); /* which is UTF-8 whatever is read */
    EXPECT_STR(cp_str_from(chessplane_tag(plane, "White")), "\xc3\x85ngstr\xc3\xb6m");
    chessplane_close(plane);
}

/* ---- questions and rows ---- */

TEST(a_game_answers_as_cp_select_asks)
{
    static const char *const check[] = {"has=check", NULL}, *const not_check[] = {
                                                                "not", "has=check", NULL};
    static const char *const player[] = {"player=/^ta/i", "plies=3:", NULL};
    static const char *const wrong[] = {"has=chekc", NULL}, *const tool[] = {"count", NULL};
    chessplane *plane = reading("[White \"Tal\"]\n1. e4 e5 2. Qh5 Ke7 3. Qxe5 *");
    chessplane_string hits;
    int fits;
    EXPECT_INT(chessplane_ask(plane, check, &fits, &hits), CHESSPLANE_OK);
    EXPECT(fits);
    EXPECT_STR(str(hits), "x:2:24: ply 5: Qxe5\n");
    EXPECT_INT(chessplane_ask(plane, not_check, &fits, NULL), CHESSPLANE_OK);
    EXPECT(!fits);
    EXPECT_INT(chessplane_ask(plane, player, &fits, NULL), CHESSPLANE_OK);
    EXPECT(fits);
    EXPECT_INT(chessplane_ask(plane, wrong, &fits, NULL), CHESSPLANE_MISUSE);
    EXPECT(strstr(chessplane_error(plane), "chekc"));
    EXPECT_INT(chessplane_ask(plane, tool, &fits, NULL), CHESSPLANE_MISUSE);
    EXPECT_INT(chessplane_ask(plane, check, NULL, NULL), CHESSPLANE_MISUSE);
    chessplane_close(plane);
    plane = reading("1. e4 e5 2. Ke3 *");
    EXPECT_INT(chessplane_ask(plane, check, &fits, NULL), CHESSPLANE_REFUSED);
    EXPECT(strstr(json(plane, "messages"), "\"level\":2"));
    chessplane_close(plane);
}

/* What the question has looked at is there for the games that follow. */
TEST(questions_of_pieces_spoil_no_other_game)
{
    static const char *const asked[][3] = {
        {"position=w: K e1", "some"}, {"material=Q:Q"}, {"moves=1. e4"}};
    static const char games[] =
        "[Variant \"fide\"]\n1. e4 *\n\n[Variant \"atomic\"]\n1. e4 *\n\n"
        "[Variant \"capablanca\"]\n1. e4 *\n\n[Variant \"coaip\"]\n1. (5,4) *";
    for (size_t i = 0; i < sizeof asked / sizeof *asked; i++) {
        chessplane *plane = reading(games);
        int fits;
        do
            EXPECT_INT(chessplane_ask(plane, asked[i], &fits, NULL), CHESSPLANE_OK);
        while (chessplane_next(plane) == CHESSPLANE_OK);
        chessplane_close(plane);
    }
}

TEST(a_problem_is_solved_as_cp_solve_does)
{
    static const char *const limited[] = {"limit=1", NULL}, *const wrong[] = {"limit=soon", NULL};
    chessplane *plane = reading("[FEN \"1k6/8/2K5/8/8/8/8/7R w - - 0 1\"]\n\n*");
    chessplane_string out;
    EXPECT_INT(chessplane_solve(plane, "#2", NULL, &out), CHESSPLANE_OK);
    EXPECT(strstr(out.at, "\"answer\":\"yes\",\"keys\":[\"Ra1\"]"));
    EXPECT_INT(chessplane_solve(plane, "#1", NULL, &out), CHESSPLANE_OK);
    EXPECT(strstr(out.at, "\"answer\":\"no\""));
    EXPECT_INT(chessplane_solve(plane, "#2", limited, &out), CHESSPLANE_OK);
    EXPECT(strstr(out.at, "\"reason\":\"limit\""));
    EXPECT_INT(chessplane_solve(plane, "#2", wrong, &out), CHESSPLANE_MISUSE);
    EXPECT_INT(chessplane_solve(plane, "#", NULL, &out), CHESSPLANE_MISUSE);
    EXPECT_INT(chessplane_solve(plane, NULL, NULL, &out), CHESSPLANE_REFUSED); /* no tag says it */
    EXPECT(strstr(json(plane, "messages"), "stipulation"));
    chessplane_close(plane);
}

TEST(rows_are_those_of_cp_table)
{
    static const char *const some[] = {"columns=ply,move,White", "format=csv", NULL};
    static const char *const sql[] = {"format=sql", NULL}, *const wrong[] = {"columns=plie", NULL};
    chessplane *plane = reading("[White \"T,l\"]\n1. e4 e5 *");
    chessplane_string rows;
    EXPECT_INT(chessplane_rows(plane, "plies", some, &rows), CHESSPLANE_OK);
    EXPECT_STR(str(rows), "1,e4,\"T,l\"\r\n2,e5,\"T,l\"\r\n");
    EXPECT_INT(chessplane_rows(plane, "positions", NULL, &rows), CHESSPLANE_OK);
    EXPECT(strstr(rows.at, "{\"game\":1,\"ply\":0,") == rows.at);
    EXPECT_INT(chessplane_rows(plane, "games", sql, &rows), CHESSPLANE_MISUSE);
    EXPECT_INT(chessplane_rows(plane, "games", wrong, &rows), CHESSPLANE_MISUSE);
    EXPECT(strstr(chessplane_error(plane), "plie"));
    EXPECT_INT(chessplane_rows(plane, "chairs", NULL, &rows), CHESSPLANE_MISUSE);
    EXPECT_INT(chessplane_rows(plane, NULL, NULL, &rows), CHESSPLANE_MISUSE);
    chessplane_close(plane);
}

TEST(all_json_is_json)
{
    static const char *const whats[] = {"game", "moves", "messages", "verdict", "legal", "board"};
    chessplane *plane = reading("[Variant \"huygens\"]\n1. (5,4) {\"\\} $3 $17 (5,5) 2. (0,0) *");
    struct cp_arena arena;
    chessplane_string out;
    EXPECT_INT(chessplane_legal_moves(plane, 1, NULL), CHESSPLANE_OK);
    for (size_t i = 0; i < sizeof whats / sizeof *whats; i++) {
        struct cp_diags d;
        struct cp_value *value;
        cp_arena_init(&arena, NULL, NULL);
        d = cp_diags_in(&arena);
        cp_str text = cp_str_keep(&arena, cp_str_from(json(plane, whats[i])));
        EXPECT(text.len > 2 && cp_json_parse(&value, &arena, text, (cp_span){0}, &d));
        cp_arena_close(&arena);
    }
    EXPECT(strstr(json(plane, "moves"), "\"nags\":[3,17]"));
    EXPECT_INT(chessplane_json(plane, "weather", &out), CHESSPLANE_MISUSE);
    EXPECT_INT(chessplane_json(plane, NULL, &out), CHESSPLANE_MISUSE);
    EXPECT_INT(chessplane_json(plane, "game", NULL), CHESSPLANE_MISUSE);
    chessplane_close(plane);
}

/* ---- stopped ---- */

struct endless {
    chessplane *plane;
    int blocks;
};

/* One game after another, until somebody has had enough. */
static ptrdiff_t more(void *data, char *room, size_t size)
{
    static const char game[] = "1. e4 e5 *\n\n";
    struct endless *e = data;
    size_t len = size < sizeof game - 1 ? size : sizeof game - 1;
    if (e->blocks++ == 100)
        chessplane_stop(e->plane);
    memcpy(room, game, len);
    return (ptrdiff_t)len;
}

static void *stop_soon(void *plane)
{
    chessplane_stop(plane);
    return NULL;
}

TEST(a_call_is_stopped_from_elsewhere_and_the_handle_goes_on)
{
    struct endless e = {opened(), 0};
    chessplane *plane = e.plane;
    const chessplane_verdict *verdict;
    int status;
    EXPECT_INT(chessplane_read_stream(plane, "s", more, &e), CHESSPLANE_OK);
    while ((status = chessplane_next(plane)) == CHESSPLANE_OK)
        ;
    EXPECT_INT(status, CHESSPLANE_STOPPED);
    chessplane_close(plane);
    plane = reading("1. e4 e5 *\n\n1. d4 *");
    pthread_t thread;
    EXPECT_INT(pthread_create(&thread, NULL, stop_soon, plane), 0);
    EXPECT_INT(pthread_join(thread, NULL), 0);
    EXPECT_INT(chessplane_check(plane, &verdict), CHESSPLANE_STOPPED);
    EXPECT_INT(chessplane_check(plane, &verdict), CHESSPLANE_MISUSE); /* the game is lost */
    EXPECT_INT(chessplane_next(plane), CHESSPLANE_OK);
    EXPECT_INT(chessplane_check(plane, &verdict), CHESSPLANE_OK);
    chessplane_stop(NULL);
    chessplane_close(plane);
    chessplane_string rows;
    plane = reading("1. e4 *\n\n1. d4 *");
    chessplane_stop(plane);
    EXPECT_INT(chessplane_rows(plane, "positions", NULL, &rows), CHESSPLANE_STOPPED);
    chessplane_stop(plane);
    EXPECT_INT(chessplane_next(plane), CHESSPLANE_STOPPED);
    EXPECT_INT(chessplane_next(plane), CHESSPLANE_OK);
    chessplane_close(plane);
    plane = reading("[Variant \"fide\"]\n\n*");
    chessplane_stop(plane); /* of one position: the search looks by itself */
    EXPECT_INT(chessplane_solve(plane, "#9", NULL, &rows), CHESSPLANE_STOPPED);
    chessplane_close(plane);
}
