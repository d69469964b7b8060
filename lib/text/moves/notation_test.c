/* SPDX-License-Identifier: MIT */
#include "text/moves/notation.h"

#include "text/sample_test.h"

#include "test.h"

#include <setjmp.h>

static const struct cp_notation *notation(const struct cp_alphabet *a)
{
    return cp_notations_get(&sample_notations, a);
}

static cp_written last;

/* The canonical text of a move, or "no move". Messages are in sample_diags. */
static cp_str read_in(const struct cp_alphabet *a, const char *text, bool strict)
{
    struct cp_buf out;
    sample_begin(strict);
    cp_buf_init(&out, &sample_record);
    cp_span at = {"games.txt", 3, 7, 0};
    if (!cp_notation_parse(notation(a), sample_ints, cp_str_from(text), at, false, &last,
                           &sample_diags))
        return CP_STR("no move");
    cp_written_format(sample_ints, &out, a, &last, (enum cp_spelling)last.spelling);
    return cp_buf_str(&out);
}

static cp_str read(const char *text)
{
    return read_in(&sample_plane, text, false);
}

#define EXPECT_CLEAN(text, wanted)                                                                 \
    do {                                                                                           \
        EXPECT_STR(read(text), wanted);                                                            \
        EXPECT_INT(sample_diags.count, 0);                                                         \
    } while (0)

/* Read with a warning; in --strict that is an error. */
#define EXPECT_DIALECT(text, wanted)                                                               \
    do {                                                                                           \
        EXPECT_STR(read(text), wanted);                                                            \
        EXPECT_INT(sample_diags.warnings, 1);                                                      \
        EXPECT_INT(sample_diags.errors, 0);                                                        \
        read_in(&sample_plane, text, true);                                                        \
        EXPECT_INT(sample_diags.errors, 1);                                                        \
    } while (0)

TEST(the_examples_of_the_published_rules)
{
    static const char *const examples[] = {"R(8,4)-(1,4)",
                                           "R(1,4)",
                                           "R(1,4)x(0,4)",
                                           "Rx(0,4)",
                                           "(-1,7)-(-1,6)",
                                           "(-1,6)",
                                           "R(g9)-(a9)",
                                           "R(a9)",
                                           "R(a9)-(φ9)",
                                           "R(φ9)",
                                           "R(09)",
                                           "R(a9)-(-b9)",
                                           "R(-b9)",
                                           "R(g9)-(g6)",
                                           "R(g6)",
                                           "x(5,3)",
                                           "N(1000000000000006,3)x(5,5)+",
                                           "(g7)-(g8)=C",
                                           "Hu(5,0)-(16,0)#"};
    for (size_t i = 0; i < sizeof examples / sizeof *examples; i++)
        EXPECT_CLEAN(examples[i], examples[i]);
}

TEST(a_move_has_the_parts_that_stood_there)
{
    EXPECT_CLEAN("N(6,-1)x(5,3)++", "N(6,-1)x(5,3)++");
    EXPECT_INT(last.piece, N);
    EXPECT_INT(last.from.file.v, 6);
    EXPECT_INT(last.from.rank.v, -1);
    EXPECT_INT(last.to.rank.v, 3);
    EXPECT_INT(last.sep, CP_SEP_TAKE);
    EXPECT_INT(last.check, CP_MARK_DOUBLE);
    EXPECT_INT(last.has, CP_HAS_FROM | CP_HAS_TO | CP_HAS_PIECE);
    EXPECT_INT(last.promotion, CP_NO_KIND);
    EXPECT_CLEAN("(b7)-(b8)=Ha", "(b7)-(b8)=Ha");
    EXPECT_INT(last.piece, PAWN);
    EXPECT_INT(last.promotion, HA);
    EXPECT_INT(last.spelling, CP_LETTER);
    EXPECT_INT(last.has, CP_HAS_FROM | CP_HAS_TO);
    EXPECT_CLEAN("P(5,2)-(5,4)", "(5,2)-(5,4)");
    EXPECT_INT(last.has, CP_HAS_FROM | CP_HAS_TO | CP_HAS_PIECE);
}

TEST(pieces_have_more_than_one_letter)
{
    EXPECT_CLEAN("Ch(1,2)", "C(1,2)");
    EXPECT_CLEAN("Gu(1,2)", "G(1,2)");
    EXPECT_CLEAN("H(1,2)", "Ha(1,2)");
    EXPECT_CLEAN("Hu(1,2)", "Hu(1,2)");
    EXPECT_STR(read("Z(1,2)"), "no move");
    EXPECT_STR(read("Hx"), "no move");
}

TEST(promotions_and_checks_have_several_forms)
{
    EXPECT_CLEAN("(7,15)-(7,16)=C+", "(7,15)-(7,16)=C+");
    EXPECT_DIALECT("(7,15)-(7,16)C", "(7,15)-(7,16)=C");
    EXPECT_DIALECT("(7,15)-(7,16)(C)#", "(7,15)-(7,16)=C#");
    EXPECT_DIALECT("(7,15)-(7,16)=(C)#", "(7,15)-(7,16)=C#");
    EXPECT_DIALECT("(7,15)-(7,16)/Ch", "(7,15)-(7,16)=C");
    EXPECT_DIALECT("R(1,1) mate", "R(1,1)#");
    EXPECT_DIALECT("R(1,1)ch", "R(1,1)+");
    EXPECT_DIALECT("R(1,1) ch.", "R(1,1)+");
    EXPECT_DIALECT("x(6,3) e.p.+", "x(6,3)+");
    EXPECT_INT(last.has & CP_HAS_EN_PASSANT, CP_HAS_EN_PASSANT);
    EXPECT_CLEAN("R(1,1):(1,5)", "R(1,1)x(1,5)");
    EXPECT_STR(read("(7,16)=X"), "no move");
    EXPECT_STR(read("(7,16)="), "no move");
}

TEST(the_zero_file_in_moves) /* R-NOT-1 */
{
    EXPECT_CLEAN("R(φ9)", "R(φ9)");
    EXPECT_CLEAN("R(ϕ9)-(Φ7)", "R(φ9)-(φ7)");
    EXPECT_CLEAN("R(phi9)", "R(φ9)");
    EXPECT_CLEAN("R(Ï†9)", "R(φ9)");
    EXPECT_CLEAN("R(09)", "R(09)");
}

TEST(dashes_and_capital_letters) /* R-NOT-2 */
{
    EXPECT_CLEAN("R(G9)–(A9)", "R(g9)-(a9)");
    EXPECT_CLEAN("R(−1,7)−(−1,6)", "R(-1,7)-(-1,6)");
}

TEST(odd_numbers_warn_and_strict_refuses_them) /* R-NOT-3 */
{
    EXPECT_DIALECT("(007,4)", "(7,4)");
    EXPECT_DIALECT("(+7,4)", "(7,4)");
    EXPECT_DIALECT("R(7,4)-(-0,4)", "R(7,4)-(0,4)");
    read("(007,4)");
    EXPECT(sample_says("games.txt:3:7: warning: unusual spelling of a number: "
                       "\"(007,4)\" read as (7,4) [number-unusual]"));
}

TEST(any_size_is_read_and_written) /* R-NOT-4 */
{
    EXPECT_CLEAN("R(100000000000000000000,1)-(-100000000000000000001,1)",
                 "R(100000000000000000000,1)-(-100000000000000000001,1)");
    EXPECT_CLEAN("N(abcdefghijklmnopqrstuvwxyz9)", "N(abcdefghijklmnopqrstuvwxyz9)");
}

TEST(short_forms_keep_only_what_stood_there) /* R-NOT-5, R-NOT-8 */
{
    EXPECT_CLEAN("R(a9)", "R(a9)");
    EXPECT_INT(last.has, CP_HAS_TO | CP_HAS_PIECE);
    EXPECT_CLEAN("x(5,3)", "x(5,3)");
    EXPECT_INT(last.sep, CP_SEP_TAKE);
    EXPECT_CLEAN("-(5,3)", "(5,3)");
    EXPECT_STR(read("R"), "no move");
}

TEST(a_part_of_the_origin_is_kept) /* R-NOT-6 */
{
    EXPECT_DIALECT("8x(9,4)", "8x(9,4)");
    EXPECT_STR(read("8x(9,4)"), "8x(9,4)");
    EXPECT_INT(last.has, CP_HAS_FROM_FILE | CP_HAS_TO);
    EXPECT_INT(last.from.file.v, 8);
    EXPECT_CLEAN("R-8x(9,4)", "R-8x(9,4)"); /* as we write it, for that is all that is known */
    EXPECT_CLEAN("R8-(a4)", "R8-(a4)");
    EXPECT_STR(read("R8-(a4)"), "R8-(a4)");
    EXPECT_INT(last.has & CP_HAS_FROM, CP_HAS_FROM_RANK);
    EXPECT_STR(read("8x9"), "no move");
    EXPECT_STR(read_in(&sample_board, "Nbd7", false), "Nbd7");
    EXPECT_INT(last.has & CP_HAS_FROM, CP_HAS_FROM_FILE);
    EXPECT_STR(read_in(&sample_board, "R1xe2", false), "R1xe2");
    EXPECT_INT(last.has & CP_HAS_FROM, CP_HAS_FROM_RANK);
}

TEST(check_and_capture_marks_are_kept_for_the_judge) /* R-NOT-7 */
{
    EXPECT_CLEAN("R(7,9)x(1,9)#", "R(7,9)x(1,9)#");
    EXPECT_INT(last.check, CP_MARK_MATE);
    EXPECT_INT(last.sep, CP_SEP_TAKE);
}

TEST(the_old_long_style_names_who_is_taken) /* R-TD-7 */
{
    EXPECT_STR(read_in(&sample_board, "Qd1:Rd8+", true), "Qd1xd8+");
    EXPECT(last.has & CP_HAS_TAKEN);
    EXPECT_INT(last.taken, R);
    EXPECT_STR(read_in(&sample_board, "e7xNd8=Q", true), "e7xd8=Q");
    EXPECT_INT(last.taken, N);
    EXPECT_STR(read_in(&sample_board, "d2-d4", true), "d2-d4");
    EXPECT(!(last.has & CP_HAS_TAKEN));
    EXPECT_STR(read_in(&sample_plane, "R(g9)xHa(a9)", true), "R(g9)x(a9)");
    EXPECT_INT(last.taken, HA);
    EXPECT_STR(read_in(&sample_board, "Qd1-Rd8", false), "no move");
}

TEST(dialects_of_real_games) /* R-NOT-11 */
{
    static const struct {
        const char *text, *reading;
    } dialects[] = {
        {"N (6,3)", "N(6,3)"},
        {"H (8,-3)", "Ha(8,-3)"},
        {"(P) (5,2) => (5,4)", "(5,2)-(5,4)"},
        {"(C) (9, 8) => (11, 7)", "C(9,8)-(11,7)"},
        {"C (-1.-1)", "C(-1,-1)"},
        {"Q 1004,0", "Q(1004,0)"},
        {"c-1,3", "C(-1,3)"},
        {"4,0", "(4,0)"},
        {"5,2-5,4", "(5,2)-(5,4)"},
        {"c5 (3,5)", "(c5)"},
        {"Nc3 (3,3)", "N(c3)"},
        {"n(6,3)", "N(6,3)"},
        {"hu(6,3)", "Hu(6,3)"},
        {"R(1,4)X(0,4)", "R(1,4)x(0,4)"},
        {"R(1,4)*(0,4)", "R(1,4)x(0,4)"},
        {"R(1,4)×(0,4)", "R(1,4)x(0,4)"},
        {"R(1,4) x (0,4)", "R(1,4)x(0,4)"},
        {"R(1,4)→(0,4)", "R(1,4)-(0,4)"},
        {"R(1,4)=>(0,4)", "R(1,4)-(0,4)"},
        {"R(1,4) > (0,4)", "R(1,4)-(0,4)"},
        {"0-0", "O-O"},
        {"0-0-0+", "O-O-O+"},
        {"Hawk(10,3)", "Ha(10,3)"},
        {"Huygensx(10,5)", "Hux(10,5)"},
        {"Huygens(9,11)", "Hu(9,11)"},
        {"pawn (5,2)-(5,4)", "(5,2)-(5,4)"},
        {"8x(9,4)", "8x(9,4)"},
        {"n13", "N13"},
        {"r-27", "R-27"},
    };
    for (size_t i = 0; i < sizeof dialects / sizeof *dialects; i++)
        EXPECT_DIALECT(dialects[i].text, dialects[i].reading);
    EXPECT_CLEAN("Ha(4,1)", "Ha(4,1)");
    EXPECT_CLEAN("O-O", "O-O");
    EXPECT_INT(last.castling, CP_CASTLE_KING);
}

TEST(a_reading_taken_is_shown) /* R-NOT-11 */
{
    read("8x(9,4)");
    EXPECT(sample_says("\"8x(9,4)\", without the whole square it comes from"));
    read("N13");
    EXPECT(sample_says("\"N13\", a square without its comma"));
    read("(C) (9, 8) => (11, 7)");
    EXPECT(sample_says("games.txt:3:7: warning: unusual spelling of a move: "
                       "\"(C) (9, 8) => (11, 7)\" read as C(9,8)-(11,7) [move-in-dialect]"));
}

TEST(both_systems_must_agree) /* R-NOT-11 */
{
    EXPECT_STR(read("c5 (3,5)"), "(c5)");
    EXPECT_INT(last.has & CP_HAS_SECOND, CP_HAS_SECOND);
    EXPECT(cp_square_equal(last.to, last.second));
    EXPECT_STR(read("c5 (4,5)"), "no move");
    EXPECT(sample_says("[squares-differ]"));
}

TEST(fused_digits_are_kept_for_the_rules) /* R-NOT-11 */
{
    EXPECT_STR(read("n13"), "N13");
    EXPECT_INT(last.has, CP_HAS_PIECE | CP_IS_FUSED);
    EXPECT_STR(last.fused, "13");
    read("r-27");
    EXPECT_STR(last.fused, "-27");
    EXPECT_STR(read("n1"), "no move");
}

TEST(a_neighbour_is_not_swallowed)
{
    struct cp_scanned reading;
    static const struct {
        const char *text;
        size_t len;
    } lines[] = {{"R(1,4) x(5,3)", 6}, {"R(1,4) x (5,3)", 14},  {"(5,2) (5,4)", 5},
                 {"n13 (5,5)", 3},     {"R(1,4)(1. (5,2))", 6}, {"R(9,9) Ch(5,5)", 6},
                 {"R(9,9) -(5,5)", 6}, {"R(9,9){x}", 6},        {"R(9,9)...(5,5)", 6},
                 {"(7,16)C (9,9)", 7}, {"R(9,9) mate", 11}};
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        sample_begin(false);
        EXPECT_INT((int64_t)cp_notation_scan(notation(&sample_plane), sample_ints,
                                             cp_str_from(lines[i].text), &reading),
                   (int64_t)lines[i].len);
    }
}

TEST(boards_with_edges_have_bare_squares)
{
    static const struct {
        const char *text, *reading;
    } moves[] = {{"e4", "e4"},       {"Nf3", "Nf3"},       {"exd5", "exd5"},   {"e2e4", "e2e4"},
                 {"bxc3", "bxc3"},   {"Qh4xe1", "Qh4xe1"}, {"e8=Q+", "e8=Q+"}, {"e7e8q", "e7e8q"},
                 {"O-O-O", "O-O-O"}, {"N(6,3)", "N(6,3)"}};
    for (size_t i = 0; i < sizeof moves / sizeof *moves; i++) {
        EXPECT_STR(read_in(&sample_board, moves[i].text, true), moves[i].reading);
        EXPECT_INT(sample_diags.count, 0);
    }
    EXPECT_STR(read("e4"), "no move"); /* on the plane a square has parentheses */
}

TEST(what_is_no_file_of_the_board_is_nowhere_to_come_from)
{
    static const char *const words[] = {"sf3", "sxf3", "q4B4", "Ps8f8", "Gu6>B6"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        EXPECT_STR(read_in(&sample_board, words[i], false), "no move");
    EXPECT_STR(read_in(&sample_board, "Ni3", false), "Ni3"); /* off the board, says the judge */
}

TEST(what_is_no_move_is_reported_where_it_stands)
{
    static const char *const bad[] = {"",      "Hello",     "R(7,9)-",      "R(7,9)-(1,9",
                                      "(5;4)", "R[7,9]",    "(5,4)!x",      "R(7,9)~(1,9)",
                                      "()",    "\xff(7,9)", "R(7,9) R(7,9)"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        EXPECT_STR(read(bad[i]), "no move");
        EXPECT(sample_says("games.txt:3:7: error: this is no move"));
    }
}

/* ---- twin and laws ---- */

static bool same(const cp_written *a, const cp_written *b)
{
    bool froms = (a->has & CP_HAS_FROM) != CP_HAS_FROM || cp_square_equal(a->from, b->from);
    bool vias = !(a->has & CP_HAS_VIA) || cp_square_equal(a->via, b->via);
    return froms && vias && cp_square_equal(a->to, b->to) && a->has == b->has &&
           a->piece == b->piece && a->promotion == b->promotion && a->sep == b->sep &&
           a->then == b->then && a->check == b->check && a->spelling == b->spelling &&
           a->castling == b->castling;
}

static const char *pick(unsigned *seed, const char *const *from, size_t count)
{
    *seed = *seed * 1103515245u + 12345u;
    return from[(*seed >> 16) % count];
}
#define PICK(seed, list) pick(seed, list, sizeof list / sizeof *list)

static void random_move(unsigned *seed, char *text, size_t size)
{
    static const char *const pieces[] = {"",   "",  "K",  "Q", "R",  "N",    "C",
                                         "Ch", "G", "Ha", "H", "Hu", "P",    "X",
                                         "n",  "M", "S",  "♘", "b",  "hawk", "Mover "};
    static const char *const squares[] = {
        "(7,9)", "(-1,-22)", "(g9)",      "(-aa0)",
        "(φ-3)", "(09)",     "(0,0)",     "e4",
        "d5",    "g1",       "b12",       "e",
        "5",     "E4",       "c5",        "(123456789012345678901234,5)",
        "(G9)",  "(007,1)",  "( 7 , 9 )", "(7,9",
        "7,9"};
    static const char *const seps[] = {"-", "x", ":", "", " ", " - ", "–", ">", "<", "~", "@", "→"};
    static const char *const tails[] = {"",    "",  "",      "=C", "=Ha+",  "+",       "++",
                                        "#",   "C", "!",     " ",  "  {x}", " x(1,1)", " e.p.",
                                        "...", "q", " mate", "†",  "~b3",   "-f6"};
    static const char *const whole[] = {"O-O", "0-0-0", "--", "n13", "c5 (3,5)"};
    bool is_long = *seed & 0x10000;
    snprintf(text, size, "%s%s%s%s%s", PICK(seed, pieces), is_long ? PICK(seed, squares) : "",
             PICK(seed, seps), PICK(seed, squares), PICK(seed, tails));
    if (*seed % 32 == 0)
        snprintf(text, size, "%s%s", PICK(seed, whole), PICK(seed, tails));
}

static const struct cp_alphabet *const alphabets[] = {&sample_plane, &sample_board, &sample_agents};

TEST(the_patterns_read_every_clean_move_as_the_scanner_does)
{
    unsigned seed = 1;
    int clean[3] = {0};
    for (int i = 0; i < 60000; i++) {
        char text[256];
        struct cp_scanned reading;
        cp_written move;
        const struct cp_notation *n = notation(alphabets[i % 3]);
        sample_begin(false);
        random_move(&seed, text, sizeof text);
        cp_str line = cp_str_from(text);
        const char *end =
            cp_notation_scan_clean(n, sample_ints, line.at, line.at + line.len, &move);
        if (!end)
            continue;
        clean[i % 3]++;
        size_t len = cp_notation_scan(n, sample_ints, line, &reading);
        bool agree = line.at + len == end && same(&move, &reading.move) && !reading.is_dialect &&
                     !reading.odd;
        EXPECT(agree);
        if (!agree)
            printf("# %s: %d and %d bytes\n", text, (int)(end - line.at), (int)len);
    }
    EXPECT(clean[0] > 300 && clean[1] > 300 && clean[2] > 300);
}

/* A file alone has no spelling that is never anything else: Chx(a9), Chd6. */
TEST(what_was_written_is_read_as_the_same_move)
{
    unsigned seed = 7;
    int count[3] = {0};
    for (int i = 0; i < 60000; i++) {
        char text[256], first[256];
        const struct cp_alphabet *a = alphabets[i % 3];
        random_move(&seed, text, sizeof text);
        cp_str once = read_in(a, text, false);
        unsigned from = last.has & CP_HAS_FROM;
        if (cp_str_is(once, "no move") || (from && from != CP_HAS_FROM))
            continue;
        snprintf(first, sizeof first, "%.*s", CP_FMT(once));
        EXPECT_STR(read_in(a, first, false), first);
        EXPECT_INT(sample_diags.count, (last.has & CP_IS_FUSED) != 0);
        count[i % 3]++;
    }
    EXPECT(count[0] > 1000 && count[1] > 1000 && count[2] > 1000);
}

TEST(an_empty_text_is_no_move)
{
    cp_written move;
    struct cp_scanned reading;
    const cp_str none = {NULL, 0};
    for (int i = 0; i < 3; i++) {
        const struct cp_notation *n = notation(alphabets[i]);
        sample_begin(false);
        EXPECT(!cp_notation_scan_clean(n, sample_ints, NULL, NULL, &move));
        EXPECT(cp_notation_scan(n, sample_ints, none, &reading) == 0);
        EXPECT(!cp_notation_parse(n, sample_ints, none, (cp_span){0}, false, &move, &sample_diags));
    }
}

TEST(a_letter_of_another_script_is_no_piece)
{
    static const cp_str russian[] = {{"Ф", 2}};
    static const struct cp_piece_words words[] = {
        {.letter = {"K", 1}, .name = {"king", 4}},
        {.letter = {"Q", 1}, .name = {"queen", 5}, .aliases = russian, .alias_count = 1}};
    static const struct cp_alphabet a = {
        .pieces = words, .count = 2, .native = CP_NUMERIC, .signs = CP_SIGNS_OF_CAPTURES};
    EXPECT_STR(read_in(&a, "Ф(5,4)", false), "Q(5,4)");
    EXPECT_STR(read_in(&a, "ф(5,4)", false), "no move");
    EXPECT_STR(read_in(&a, "\u212a(5,4)", false), "no move"); /* the sign of kelvins */
}

TEST(every_spelling_says_the_same)
{
    static const enum cp_spelling spellings[] = {CP_NUMERIC, CP_LETTER, CP_LETTER_ASCII};
    static const char *const moves[] = {"R(7,9)-(1,9)", "N(1000000000000006,3)x(0,5)+",
                                        "(-3,7)-(-3,8)=C", "Hux(11033,4)#"};
    for (size_t m = 0; m < sizeof moves / sizeof *moves; m++)
        for (size_t i = 0; i < 3; i++) {
            char there[256];
            struct cp_buf out;
            EXPECT_STR(read(moves[m]), moves[m]);
            cp_buf_init(&out, &sample_record);
            cp_written_format(sample_ints, &out, &sample_plane, &last, spellings[i]);
            snprintf(there, sizeof there, "%.*s", CP_FMT(cp_buf_str(&out)));
            read(there);
            EXPECT_INT(sample_diags.count, 0);
            cp_buf_init(&out, &sample_record);
            cp_written_format(sample_ints, &out, &sample_plane, &last, CP_NUMERIC);
            EXPECT_STR(cp_buf_str(&out), moves[m]);
        }
}

/* ---- whole games ---- */

TEST(a_game_from_elsewhere_is_read_with_all_its_variations)
{
    struct cp_game g;
    sample_begin(false);
    cp_game_init(&g, &sample_record, sample_ints);
    g.file = "games.jsonl";
    g.line = 4;
    struct cp_node *first = cp_line_add(&g, &g.moves, CP_STR("(5,2)-(5,4)"));
    struct cp_line *variation = cp_node_add_variation(&g, first);
    struct cp_node *inner = cp_line_add(&g, variation, CP_STR("N(6,3)"));
    struct cp_node *bad = cp_line_add(&g, cp_node_add_variation(&g, inner), CP_STR("nonsense"));
    struct cp_node *second = cp_line_add(&g, &g.moves, CP_STR("(5,7)-(5,5)"));
    EXPECT(!cp_notation_read_game(notation(&sample_plane), &g, &sample_diags));
    EXPECT(first->is_read && inner->is_read && second->is_read);
    EXPECT(bad->is_bad && !bad->is_read && g.is_broken);
    EXPECT_INT(sample_diags.errors, 1);
    EXPECT(sample_says("games.jsonl:4: error: this is no move: nonsense [not-a-move]"));
}

static jmp_buf refused;

static void refuse(void *data)
{
    (void)data;
    longjmp(refused, 1);
}

TEST(memory_may_be_refused_at_any_moment)
{
    for (volatile unsigned n = 1;; n++) {
        struct cp_arena arena;
        struct cp_notations all;
        cp_arena_init(&arena, refuse, NULL);
        cp_notations_open(&all, &arena);
        arena.refuse_at = n;
        volatile bool is_done = false;
        if (!setjmp(refused)) {
            is_done = cp_notations_get(&all, &sample_board) != NULL;
            arena.refuse_at = 0;
        }
        cp_notations_close(&all);
        cp_arena_close(&arena);
        if (is_done) {
            EXPECT(n > 3);
            return;
        }
    }
}
