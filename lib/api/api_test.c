/* SPDX-License-Identifier: MIT */
/* What only a program that counts memory can see of the library: every request for memory
 * refused once, whoever makes it (GMP, libyaml and PCRE2 too), ends in a status, and nothing
 * is lost. And handles side by side. */
#include "api/chessplane.h"
#include "test.h"

#include <limits.h>
#include <pthread.h>
#include <stdatomic.h>

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define COUNTS_MEMORY 0 /* they have their own */
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define COUNTS_MEMORY 0
#endif
#endif
#ifndef COUNTS_MEMORY
#define COUNTS_MEMORY 1
#endif

static atomic_long held;      /* pieces of memory */
static atomic_ulong made;     /* requests, of those counted */
static unsigned long refused; /* the request that is refused; 0: none */

#if COUNTS_MEMORY
/* In the place of all libraries' own, too. */
#define SHOWN __attribute__((visibility("default")))

void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *old, size_t size);
void __libc_free(void *taken);

static bool is_refused(void)
{
    return refused && atomic_fetch_add(&made, 1) + 1 == refused;
}

static void *count(void *taken)
{
    atomic_fetch_add(&held, taken != NULL);
    return taken;
}

SHOWN void *malloc(size_t size)
{
    return is_refused() ? NULL : count(__libc_malloc(size));
}

SHOWN void *calloc(size_t number, size_t size)
{
    return is_refused() ? NULL : count(__libc_calloc(number, size));
}

SHOWN void *realloc(void *old, size_t size)
{
    void *taken = is_refused() ? NULL : __libc_realloc(old, size);
    atomic_fetch_add(&held, taken && !old);
    return taken;
}

SHOWN void free(void *taken)
{
    atomic_fetch_sub(&held, taken != NULL);
    __libc_free(taken);
}
#endif

static const char *const inputs[] = {
    "[White \"A\"]\n1. e4 {[%csl Re4]} e5 2. Sg1f3! $14 (2. d4 exd4) 2... Sc6 3.Lb5 *\n",
    "[Variant \"Trapdoor Chess\"]\n1. e4 e5 2. Qe2 Qe7 *\n[Event \"bad\"]\n1. e5 e5 *",
    "[Variant \"Trapper Chess\"]\n[Setup \"w: K e2, M d4; b: K i8, S e4, M g4\"]\n1. M>e4-d5 Mf5 *",
    "{\"variant\":\"coaip\",\"moves\":[\"(5,4)\",\"(5,5)\",{\"move\":\"B(3,4)\",\"after\":[\"far\"]"
    "}],"
    "\"result\":\"*\"}\n{\"moves\":3}\n",
    "variant: huygens\nstart: \"w: K (1,1), Hu (5,5); b: K (30,30), N (9,9)\"\nmoves: "
    "[Hu(5,5)-(5,10), N(7,10)]\n",
};
static const char of_numbers[] =
    "[Variant \"huygens\"]\n"
    "[Setup \"w: K (1,1), Hu (5,5), R (2,100000000000000000000); b: K (30,30), N (9,9)\"]\n"
    "1. Hu(5,5)-(5,10) N(7,10) 2. R(2,100000000000000000000)-(3,100000000000000000000) *";

/* The same of what is asked of a board, and of what changes the game. */
static int play_on(chessplane *plane)
{
    static const char *const question[] = {"has=check", "tag=White ~ /a/", NULL};
    static const char *const whats[] = {"game", "moves", "messages", "legal", "board"};
    chessplane_string text;
    int fits, status = chessplane_ask(plane, question, &fits, &text);
    if (status != CHESSPLANE_NO_MEMORY)
        status = chessplane_rows(plane, "positions", NULL, &text);
    for (size_t i = 0; i < 5 && status != CHESSPLANE_NO_MEMORY; i++)
        status = chessplane_json(plane, whats[i], &text);
    if (status != CHESSPLANE_NO_MEMORY)
        status = chessplane_make(plane, "e9");
    if (status != CHESSPLANE_NO_MEMORY)
        status = chessplane_take_back(plane);
    if (status != CHESSPLANE_NO_MEMORY)
        status = chessplane_legal_moves(plane, CHESSPLANE_LAST, NULL);
    const chessplane_legal *legal = chessplane_legal_at(plane, 0);
    char move[64] = "e4";
    if (legal && legal->text.length < sizeof move)
        memcpy(move, legal->text.at, legal->text.length + 1);
    if (status != CHESSPLANE_NO_MEMORY)
        status = chessplane_make(plane, move);
    if (status != CHESSPLANE_NO_MEMORY)
        status = chessplane_set_tag(plane, "White", "B");
    return status;
}

static bool is_copied; /* the second handle of a game names all variants again: not each time */

/* Of a game of its own, and of one found by number. */
static int read_otherwise(chessplane *plane)
{
    static const char *const tags[] = {"White=A", "Variant=fide", NULL};
    chessplane *copy = NULL;
    int status = chessplane_seek(plane, 1);
    if (status != CHESSPLANE_NO_MEMORY)
        status = chessplane_begin(plane, tags);
    if (status != CHESSPLANE_NO_MEMORY)
        (void)chessplane_copy(plane, 0, &copy); /* to which memory may be refused alone */
    chessplane_close(copy);
    return chessplane_next(plane);
}

/* All that there is to ask about a game; the first NO_MEMORY ends it. */
static int ask_all(chessplane *plane)
{
    static const char *const conversions[][3] = {{"to=pgn", "force", NULL},
                                                 {"to=yaml"},
                                                 {"to=letters", "style=long"},
                                                 {"to=fen", "ply=all"}};
    static const char *const drawings[][4] = {
        {"unicode", "ply=1"}, {"svg", "map", "theme=dark"}, {"dots=c3", "window=auto"}};
    const chessplane_verdict *verdict;
    chessplane_string text;
    int status = chessplane_check(plane, &verdict);
    size_t count = chessplane_move_count(plane);
    for (size_t i = 0; i < count; i++)
        (void)chessplane_move_at(plane, i);
    (void)chessplane_tag(plane, "White");
    (void)chessplane_game_of(plane);
    if (status != CHESSPLANE_NO_MEMORY)
        status = chessplane_legal_moves(plane, CHESSPLANE_LAST, &count);
    if (status != CHESSPLANE_NO_MEMORY)
        status = chessplane_record(plane, &text);
    for (size_t i = 0; i < 4 && status != CHESSPLANE_NO_MEMORY; i++)
        status = chessplane_convert(plane, conversions[i], &text);
    for (size_t i = 0; i < 3 && status != CHESSPLANE_NO_MEMORY; i++)
        status = chessplane_draw(plane, drawings[i], &text);
    return status == CHESSPLANE_NO_MEMORY ? status : play_on(plane);
}

static int read_all(chessplane *plane, const char *input)
{
    int status = chessplane_read_text(plane, "input", input, strlen(input));
    while (status == CHESSPLANE_OK || status == CHESSPLANE_REFUSED) {
        status = chessplane_next(plane);
        if (status == CHESSPLANE_OK && ask_all(plane) == CHESSPLANE_NO_MEMORY)
            status = CHESSPLANE_NO_MEMORY;
    }
    if (status == CHESSPLANE_END && is_copied && read_otherwise(plane) == CHESSPLANE_NO_MEMORY)
        status = CHESSPLANE_NO_MEMORY;
    return status;
}

/* From opening to closing, with the n-th request refused; what it ended with. */
static int live(unsigned long n, const char *input)
{
    static const char *const options[] = {"frame=diagram", NULL};
    chessplane *plane = NULL;
    made = 0;
    refused = n;
    int status = chessplane_open(&plane, options);
    if (status == CHESSPLANE_OK)
        status = read_all(plane, input);
    if (status == CHESSPLANE_NO_MEMORY && plane) {
        EXPECT_INT(chessplane_next(plane), CHESSPLANE_NO_MEMORY);
        EXPECT_STR(cp_str_from(chessplane_error(plane)), "memory was refused");
    }
    chessplane_close(plane);
    refused = 0;
    return status;
}

/* So many are made before anything is read. */
static unsigned long opening(void)
{
    live(ULONG_MAX, "");
    return made - made / 100;
}

/* All bundled variants are named at first, request by request much alike: of those fewer are
 * refused than behind them. With CP_QUICK few, with CP_EACH all behind, which takes long. */
static void refuse_each(const char *input, unsigned long first)
{
    EXPECT_INT(live(0, input), CHESSPLANE_END);
    live(ULONG_MAX, input); /* to count them */
    unsigned long all = made;
    EXPECT(all > 100);
    unsigned long early = 61, late = 7, most = opening();
    if (getenv("CP_QUICK"))
        early = 199, late = 17;
    else if (getenv("CP_EACH"))
        early = 17, late = 1;
    for (unsigned long n = first; n <= all; n += n < most ? early : late) {
        long before = held;
        int status = live(n, input);
        bool good = held == before && (status == CHESSPLANE_NO_MEMORY || status == CHESSPLANE_END);
        EXPECT(good);
        if (!good)
            printf("# request %lu: status %d, %ld pieces lost\n", n, status, held - before);
    }
}

TEST(memory_refused_at_any_request_is_a_status_and_loses_nothing)
{
    if (!COUNTS_MEMORY)
        return;
    for (size_t i = 0; i < sizeof inputs / sizeof *inputs; i++)
        refuse_each(inputs[i], i ? opening() : 1);
}

/* What belongs to a handle that is being made by another. */
TEST(memory_refused_to_a_copy_loses_nothing_either)
{
    if (!COUNTS_MEMORY)
        return;
    is_copied = true;
    live(ULONG_MAX, inputs[0]);
    unsigned long all = made, step = getenv("CP_EACH") ? 17 : getenv("CP_QUICK") ? 1009 : 199;
    for (unsigned long n = all - opening(); n <= all; n += step) {
        long before = held;
        (void)live(n, inputs[0]);
        EXPECT_INT(held, before);
    }
    is_copied = false;
}

TEST(and_for_numbers_of_any_size_where_they_are_guarded)
{
    if (!COUNTS_MEMORY)
        return;
    chessplane_guard_numbers();
    chessplane_guard_numbers(); /* once is enough, twice does nothing */
    refuse_each(of_numbers, opening());
}

/* ---- side by side ---- */

static void *live_often(void *number)
{
    size_t first = *(const size_t *)number;
    for (size_t i = 0; i < 3 * (sizeof inputs / sizeof *inputs); i++) {
        const char *input = inputs[(first + i) % (sizeof inputs / sizeof *inputs)];
        chessplane *plane = NULL;
        int status = chessplane_open(&plane, NULL);
        if (status == CHESSPLANE_OK)
            status = read_all(plane, input);
        if (status == CHESSPLANE_OK || status == CHESSPLANE_END)
            status = read_all(plane, of_numbers);
        chessplane_close(plane);
        if (status != CHESSPLANE_END)
            return number;
    }
    return NULL;
}

TEST(each_thread_may_have_handles_of_its_own)
{
    enum { THREADS = 4 };
    pthread_t threads[THREADS];
    size_t numbers[THREADS];
    for (size_t i = 0; i < THREADS; i++) {
        numbers[i] = i;
        EXPECT_INT(pthread_create(&threads[i], NULL, live_often, &numbers[i]), 0);
    }
    for (size_t i = 0; i < THREADS; i++) {
        void *failed = NULL;
        EXPECT_INT(pthread_join(threads[i], &failed), 0);
        EXPECT(!failed);
    }
}

/* ---- what is promised of handles ---- */

TEST(calls_out_of_order_are_refused_in_words)
{
    chessplane *plane;
    chessplane_string text;
    const chessplane_verdict *verdict;
    size_t count = 9;
    EXPECT_INT(chessplane_open(NULL, NULL), CHESSPLANE_MISUSE);
    EXPECT_INT(chessplane_next(NULL), CHESSPLANE_MISUSE);
    EXPECT_INT(chessplane_open(&plane, NULL), CHESSPLANE_OK);
    EXPECT_STR(cp_str_from(chessplane_error(plane)), "");
    EXPECT_INT(chessplane_next(plane), CHESSPLANE_MISUSE);
    EXPECT(strstr(chessplane_error(plane), "chessplane_read_text"));
    EXPECT_INT(chessplane_check(plane, &verdict), CHESSPLANE_MISUSE);
    EXPECT(!verdict && strstr(chessplane_error(plane), "chessplane_next"));
    EXPECT_INT(chessplane_record(plane, &text), CHESSPLANE_MISUSE);
    EXPECT(text.at && text.length == 0);
    EXPECT_INT(chessplane_legal_moves(plane, 0, &count), CHESSPLANE_MISUSE);
    EXPECT(count == 0);
    EXPECT(!chessplane_game_of(plane) && !chessplane_move_at(plane, 0) &&
           !chessplane_tag_at(plane, 0) && !chessplane_message_at(plane, 0) &&
           !chessplane_legal_at(plane, 0));
    EXPECT_STR(cp_str_from(chessplane_tag(plane, "White")), "");
    EXPECT_INT(chessplane_read_text(plane, NULL, NULL, 3), CHESSPLANE_MISUSE);
    EXPECT(strstr(chessplane_error(plane), "text"));
    EXPECT_INT(chessplane_check(plane, NULL), CHESSPLANE_MISUSE);
    EXPECT(strstr(chessplane_error(plane), "verdict"));
    EXPECT_INT(chessplane_convert(plane, NULL, NULL), CHESSPLANE_MISUSE);
    EXPECT(strstr(chessplane_error(plane), "answer"));
    EXPECT_INT(chessplane_read_stream(plane, NULL, NULL, NULL), CHESSPLANE_MISUSE);
    EXPECT(strstr(chessplane_error(plane), "reads"));
    EXPECT_INT(chessplane_read_text(plane, NULL, NULL, 0), CHESSPLANE_OK);
    EXPECT_INT(chessplane_next(plane), CHESSPLANE_END);
    EXPECT_INT(chessplane_next(plane), CHESSPLANE_END);
    chessplane_close(plane);
    chessplane_close(NULL);
}

TEST(wrong_options_are_told_and_the_handle_goes_on)
{
    static const char *const wrong[] = {"variant=chss", NULL}, *const unknown[] = {"to=pngg", NULL};
    static const char *const idle[] = {"sheet=2x2", NULL}, *const alone[] = {"title", NULL};
    static const char *const empty[] = {"", NULL}, *const film[] = {"animate", "ply=all", NULL};
    static const char *const several[][2] = {{"ply=all"}, {"ply=0,last"}, {"ply=1-2"}};
    static const char *const pages[][2] = {{"html"}, {"md"}, {"tex"}, {"png"}, {"pdf"}};
    chessplane *plane;
    chessplane_string text;
    EXPECT_INT(chessplane_open(&plane, wrong), CHESSPLANE_MISUSE);
    EXPECT(strstr(chessplane_error(plane), "did you mean"));
    EXPECT_INT(chessplane_read_text(plane, "x", "1. e4 *", 7), CHESSPLANE_MISUSE);
    chessplane_close(plane);
    EXPECT_INT(chessplane_open(&plane, NULL), CHESSPLANE_OK);
    EXPECT_INT(chessplane_read_text(plane, "x", "1. e4 *", 7), CHESSPLANE_OK);
    EXPECT_INT(chessplane_next(plane), CHESSPLANE_OK);
    EXPECT_INT(chessplane_convert(plane, unknown, &text), CHESSPLANE_MISUSE);
    EXPECT(strstr(chessplane_error(plane), "pngg"));
    EXPECT_INT(chessplane_draw(plane, idle, &text), CHESSPLANE_MISUSE);
    EXPECT(strstr(chessplane_error(plane), "--sheet"));
    EXPECT_INT(chessplane_draw(plane, alone, &text), CHESSPLANE_MISUSE);
    EXPECT_INT(chessplane_draw(plane, empty, &text), CHESSPLANE_MISUSE);
    EXPECT(strstr(chessplane_error(plane), "no such option"));
    EXPECT(chessplane_message_count(plane) == 0);
    for (size_t i = 0; i < sizeof several / sizeof *several; i++) {
        EXPECT_INT(chessplane_draw(plane, several[i], &text), CHESSPLANE_MISUSE);
        EXPECT(strstr(chessplane_error(plane), "one picture is of one position"));
        EXPECT(text.length == 0);
    }
    for (size_t i = 0; i < sizeof pages / sizeof *pages; i++) {
        EXPECT_INT(chessplane_draw(plane, pages[i], &text), CHESSPLANE_MISUSE);
        EXPECT(strstr(chessplane_error(plane), "is for the tool"));
    }
    EXPECT_INT(chessplane_draw(plane, film, &text), CHESSPLANE_OK);
    EXPECT(strstr(text.at, "<animate "));
    EXPECT_INT(chessplane_draw(plane, NULL, &text), CHESSPLANE_OK);
    EXPECT(text.length > 100 && strlen(text.at) == text.length);
    EXPECT_STR(cp_str_from(chessplane_error(plane)), "");
    chessplane_close(plane);
}

TEST(moves_are_told_in_the_order_of_the_text_with_their_depth)
{
    static const char game[] = "1. d4! {a} (1. c4 c5 (1... e5)) (1. b4) d5 *";
    static const struct {
        const char *text;
        uint32_t ply, depth;
        bool is_first;
    } wanted[] = {{"d4", 1, 0, true}, {"c4", 1, 1, true}, {"c5", 2, 1, false},
                  {"e5", 2, 2, true}, {"b4", 1, 1, true}, {"d5", 2, 0, false}};
    chessplane *plane;
    EXPECT_INT(chessplane_open(&plane, NULL), CHESSPLANE_OK);
    EXPECT_INT(chessplane_read_text(plane, "x", game, sizeof game - 1), CHESSPLANE_OK);
    EXPECT_INT(chessplane_next(plane), CHESSPLANE_OK);
    EXPECT(chessplane_move_count(plane) == 6);
    for (size_t i = 0; i < 6; i++) {
        const chessplane_move *m = chessplane_move_at(plane, i);
        EXPECT_STR(((cp_str){m->text.at, m->text.length}), wanted[i].text);
        EXPECT_INT(m->ply, wanted[i].ply);
        EXPECT_INT(m->depth, wanted[i].depth);
        EXPECT_INT(m->is_first, wanted[i].is_first);
    }
    EXPECT_STR(cp_str_from(chessplane_move_at(plane, 0)->after.at), "a");
    EXPECT_INT(chessplane_move_at(plane, 0)->nags[0], 1);
    EXPECT_INT(chessplane_move_at(plane, 0)->column, 4);
    chessplane_close(plane);
}

/* What a program does with a game leaves no trace in it. */
TEST(answers_leave_the_game_as_it_is)
{
    static const char game[] =
        "[Variant \"huygens\"]\n[Frame \"classical\"]\n1. (5,4) {[%csl G(5,4)]} "
        "(1. N(6,3)) (3,5) 2. N(6,3) *";
    static const char *const other[] = {"to=letters", "to-frame=diagram", "style=long", NULL};
    chessplane *plane;
    chessplane_string before, text, after;
    EXPECT_INT(chessplane_open(&plane, NULL), CHESSPLANE_OK);
    EXPECT_INT(chessplane_read_text(plane, "x", game, sizeof game - 1), CHESSPLANE_OK);
    EXPECT_INT(chessplane_next(plane), CHESSPLANE_OK);
    EXPECT_INT(chessplane_record(plane, &before), CHESSPLANE_OK);
    char *kept = strdup(before.at);
    EXPECT_INT(chessplane_convert(plane, other, &text), CHESSPLANE_OK);
    EXPECT(strstr(text.at, "1. (k8)-(k10)"));
    EXPECT_INT(chessplane_draw(plane, NULL, &text), CHESSPLANE_OK);
    EXPECT_INT(chessplane_legal_moves(plane, 1, NULL), CHESSPLANE_OK);
    EXPECT_INT(chessplane_record(plane, &after), CHESSPLANE_OK);
    EXPECT_STR(cp_str_from(after.at), kept);
    free(kept);
    chessplane_close(plane);
}

/* Counting may end a game where its men could still move (R-ICN-8). */
TEST(no_move_is_legal_in_a_game_that_counting_has_ended)
{
    static const char game[] = "[Variant \"Chess\"]\n[Rules \"quiet-limit: 2\"]\n1. Nc3 Nc6 *";
    chessplane *plane;
    size_t count;
    EXPECT_INT(chessplane_open(&plane, NULL), CHESSPLANE_OK);
    EXPECT_INT(chessplane_read_text(plane, "x", game, sizeof game - 1), CHESSPLANE_OK);
    EXPECT_INT(chessplane_next(plane), CHESSPLANE_OK);
    EXPECT_INT(chessplane_legal_moves(plane, 1, &count), CHESSPLANE_OK);
    EXPECT(count == 20);
    EXPECT_INT(chessplane_legal_moves(plane, CHESSPLANE_LAST, &count), CHESSPLANE_OK);
    EXPECT(count == 0);
    chessplane_close(plane);
}

/* Not by its inventor's, in which nobody castles. */
TEST(a_preset_is_played_by_its_own_rules)
{
    static const char game[] = "[Variant \"CoaIP\"] w K5,1+|R10,1+|Q20,2|k5,8 5,1>7,1";
    chessplane *plane;
    const chessplane_verdict *verdict;
    EXPECT_INT(chessplane_open(&plane, NULL), CHESSPLANE_OK);
    EXPECT_INT(chessplane_read_text(plane, "x", game, sizeof game - 1), CHESSPLANE_OK);
    EXPECT_INT(chessplane_next(plane), CHESSPLANE_OK);
    EXPECT_INT(chessplane_check(plane, &verdict), CHESSPLANE_OK);
    EXPECT_INT(verdict->plies, 1);
    chessplane_close(plane);
}

static ptrdiff_t fail_later(void *data, char *room, size_t size)
{
    int *left = data;
    if (size == 0 || (*left)-- <= 0)
        return -1;
    memcpy(room, "1. e4 *\n", 8);
    return 8;
}

static ptrdiff_t lie(void *data, char *room, size_t size)
{
    (void)data;
    (void)room;
    return (ptrdiff_t)size + 1;
}

TEST(streams_that_fail_are_told)
{
    chessplane *plane;
    int left = 2, status, games = 0;
    EXPECT_INT(chessplane_open(&plane, NULL), CHESSPLANE_OK);
    EXPECT_INT(chessplane_read_stream(plane, "s", fail_later, &left), CHESSPLANE_OK);
    while ((status = chessplane_next(plane)) == CHESSPLANE_OK)
        games++;
    EXPECT_INT(games, 2);
    EXPECT_INT(status, CHESSPLANE_FAILED);
    EXPECT(chessplane_message_count(plane) == 1);
    EXPECT_INT(chessplane_read_stream(plane, "s", lie, NULL), CHESSPLANE_OK);
    EXPECT_INT(chessplane_next(plane), CHESSPLANE_FAILED);
    EXPECT_INT(chessplane_read_stream(plane, "s", NULL, NULL), CHESSPLANE_MISUSE);
    chessplane_close(plane);
}
