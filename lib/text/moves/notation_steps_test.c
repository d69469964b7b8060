/* SPDX-License-Identifier: MIT */
#include "text/moves/notation_move.h"

#include "text/sample_test.h"

#include "test.h"

static cp_written last;

static cp_str canonical_in(const struct cp_alphabet *a, enum cp_spelling spelling)
{
    struct cp_buf out;
    cp_buf_init(&out, &sample_record);
    cp_written_format(sample_ints, &out, a, &last, spelling);
    return cp_buf_str(&out);
}

static cp_str canonical(enum cp_spelling spelling)
{
    return canonical_in(&sample_agents, spelling);
}

/* The canonical text of a move, or "no move". Messages are in sample_diags. */
static cp_str read_in(const struct cp_alphabet *a, const char *text, bool strict)
{
    sample_begin(strict);
    cp_span at = {"games.txt", 3, 7, 0};
    if (!cp_notation_parse(cp_notations_get(&sample_notations, a), sample_ints, cp_str_from(text),
                           at, false, &last, &sample_diags))
        return CP_STR("no move");
    return canonical_in(a, (enum cp_spelling)last.spelling);
}

static cp_str read(const char *text)
{
    return read_in(&sample_agents, text, false);
}

#define EXPECT_CLEAN(text, wanted)                                                                 \
    do {                                                                                           \
        EXPECT_STR(read(text), wanted);                                                            \
        EXPECT_INT(sample_diags.count, 0);                                                         \
    } while (0)

/* Read with a warning; in --strict that is an error. */
#define EXPECT_ODD(text, wanted)                                                                   \
    do {                                                                                           \
        EXPECT_STR(read(text), wanted);                                                            \
        EXPECT_INT(sample_diags.warnings, 1);                                                      \
        EXPECT_INT(sample_diags.errors, 0);                                                        \
        read_in(&sample_agents, text, true);                                                       \
        EXPECT_INT(sample_diags.errors, 1);                                                        \
    } while (0)

static const char *const clean[] = {
    "Ke2-e3",
    "Sa1-b3",
    "Pb1-b5",
    "Me2-e3",
    "Me2-e3-f4",
    "Me2>e3<f4",
    "Sa1~b3",
    "Sa1>b3",
    "Sa1<b3",
    "Pg1@g5-g6",
    "Me3>f3-g4",
    "Me3>f3#",
    "Mf3",
    "S~b3",
    "P@g5-g6",
    "M>e3<f4",
    "Ma>b3",
    "M1e3",
    "Mae3",
    "Ma1>b2-c3",
    "Mm9<l8",
    "M2>e3-e4",
    "Pg@g5-g6",
    "e2-e3",
    "e2>e3<f4",
    "e3",
    "b3",
    "g1@g5-g6",
    "Pg1@g6",
    "M(5,2)>(5,3)<(6,4)",
    "M(e2)>(e3)<(f4)#",
    "P@(7,5)-(7,6)",
    "K(5,3)",
    "S~(2,3)+",
    "M(5,2)-(5,3)-(6,4)",
};

TEST(what_is_clean_is_read_without_a_word) /* R-TR-16 */
{
    for (size_t i = 0; i < sizeof clean / sizeof *clean; i++)
        EXPECT_CLEAN(clean[i], clean[i]);
}

TEST(a_move_has_the_parts_that_stood_there)
{
    EXPECT_CLEAN("Me2>e3<f4#", "Me2>e3<f4#");
    EXPECT_INT(last.piece, MOVER);
    EXPECT_INT(last.has, CP_HAS_PIECE | CP_HAS_FROM | CP_HAS_VIA | CP_HAS_TO);
    EXPECT_INT(last.from.file.v, 5);
    EXPECT_INT(last.from.rank.v, 2);
    EXPECT_INT(last.sep, CP_SEP_PUSH);
    EXPECT_INT(last.via.rank.v, 3);
    EXPECT_INT(last.then, CP_SEP_PULL);
    EXPECT_INT(last.to.file.v, 6);
    EXPECT_INT(last.to.rank.v, 4);
    EXPECT_INT(last.check, CP_MARK_MATE);
    EXPECT_INT(last.spelling, CP_BARE);
    EXPECT_INT(last.promotion, CP_NO_KIND);

    EXPECT_CLEAN("P@g5-g6", "P@g5-g6");
    EXPECT_INT(last.piece, PUPPETEER);
    EXPECT_INT(last.has, CP_HAS_PIECE | CP_HAS_VIA | CP_HAS_TO);
    EXPECT_INT(last.sep, CP_SEP_LEAD);
    EXPECT_INT(last.via.rank.v, 5);
    EXPECT_INT(last.then, CP_SEP_MOVE);

    EXPECT_CLEAN("S1~b3", "S1~b3");
    EXPECT_INT(last.has, CP_HAS_PIECE | CP_HAS_FROM_RANK | CP_HAS_TO);
    EXPECT_INT(last.sep, CP_SEP_SWAP);
    EXPECT_CLEAN("Mf3", "Mf3");
    EXPECT_INT(last.has, CP_HAS_PIECE | CP_HAS_TO);
    EXPECT_INT(last.sep, CP_SEP_NONE);
    EXPECT_CLEAN("e2-e3", "e2-e3");
    EXPECT_INT(last.piece, CP_NO_KIND);
    EXPECT_INT(last.has, CP_HAS_FROM | CP_HAS_TO);
}

TEST(squares_without_a_sign_mean_a_plain_step) /* R-TR-16 */
{
    EXPECT_CLEAN("Me2e3", "Me2-e3");
    EXPECT_CLEAN("Me2e3f4", "Me2-e3-f4");
    EXPECT_INT(last.then, CP_SEP_MOVE);
    EXPECT_CLEAN("e2e3", "e2-e3");
    EXPECT(!(last.has & CP_IS_ANY_MAN));
    EXPECT_CLEAN("Me2>e3f4", "Me2>e3-f4");
    EXPECT_CLEAN("M-e3", "Me3");
    EXPECT_CLEAN("M-e3-f4", "M-e3-f4");
}

TEST(what_is_odd_is_read_with_a_warning) /* R-NOT-11 */
{
    EXPECT_ODD("Ke2 - e3", "Ke2-e3");
    EXPECT_ODD("K e2-e3", "Ke2-e3");
    EXPECT_ODD("Me2 > e3 < f4", "Me2>e3<f4");
    EXPECT_ODD("Me2> e3", "Me2>e3");
    EXPECT_ODD("P g1 @ g5 - g6", "Pg1@g5-g6");
    EXPECT_ODD("ke2-e3", "Ke2-e3");
    EXPECT_ODD("sa1~b3", "Sa1~b3");
    EXPECT_ODD("me2>e3<f4", "Me2>e3<f4");
    EXPECT_ODD("mm2>m3", "Mm2>m3");
    EXPECT_ODD("m>e3<f4", "M>e3<f4");
    EXPECT_ODD("p@g5-g6", "P@g5-g6");
    EXPECT_ODD("Mover e2>e3", "Me2>e3");
    EXPECT_ODD("swapper a1 ~ b3", "Sa1~b3");
    EXPECT_ODD("kinge3", "Ke3");
    EXPECT_ODD("(M) e2>e3", "Me2>e3");
    EXPECT_ODD("(puppeteer)g1@g5-g6", "Pg1@g5-g6");
    EXPECT_ODD("M5,2>5,3<6,4", "M(5,2)>(5,3)<(6,4)");
    EXPECT_ODD("M 5, 2 > (5,3)", "M(5,2)>(5,3)");
    EXPECT_ODD("M(5.2)>(5.3)", "M(5,2)>(5,3)");
    EXPECT_ODD("M(5,2)>e3", "M"
                            "e2>e3");
    EXPECT_ODD("Me2→e3", "Me2-e3");
    EXPECT_ODD("Me2 -> e3", "Me2-e3");
    EXPECT_ODD("Me2=>e3", "Me2-e3");
    EXPECT_ODD("Sa1∼b3", "Sa1~b3");
    EXPECT_ODD("Sa1～b3", "Sa1~b3");
    EXPECT_ODD("M(05,2)>(5,3)", "M(5,2)>(5,3)"); /* R-NOT-3 */
    EXPECT_ODD("M5>(5,3)", "M5>(5,3)");
    EXPECT_ODD("Me3>f3 mate", "Me3>f3#");
}

TEST(half_a_square_in_numbers_is_told_as_what_it_is)
{
    EXPECT_ODD("M6(4,3)", "M6(4,3)");
    EXPECT(sample_says("\"M6(4,3)\", without the whole square it comes from"));
}

TEST(dashes_are_no_oddity) /* R-NOT-2 */
{
    EXPECT_CLEAN("Me2–e3", "Me2-e3");
    EXPECT_CLEAN("Me2−e3−f4", "Me2-e3-f4");
    EXPECT_CLEAN("Me3>f3 #", "Me3>f3#");
    EXPECT_CLEAN("K( 5 , 2 )-(5,3)", "K(5,2)-(5,3)");
    EXPECT_CLEAN("K(E2)-(e3)", "K(e2)-(e3)");
}

TEST(no_sign_is_taken_for_another_one) /* R-TR-16 */
{
    static const char *const bad[] = {
        "Me2xe3",     "Me2:e3",       "Sa1xb3",     "M",        "Me",        "M>",
        "Me2>",       "Me2>>e3",      "Me2><e3",    "e2~e3~e4", "Me2-e3~f4", "Me2-e3@f4",
        "Sa1~b3~c5",  "Me2-e3-f4-g5", "M>e3<f4-g5", "Qe2-e3",   "Ne3",       "e9x",
        "O-O",        "e8=S",         "Pe2-e3=S",   "ae3",      "Me2-e3q",   "Me2>(5,3",
        "M(5,2)>(5)", "M0",           "Me0",        "=>e3x",    "Ke2 e3",    "M5",
        "K#",         "(M",           "(e2)x(e3)",  "~b3",      "-e3",       ">(5,2)"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        EXPECT_STR(read(bad[i]), "no move");
        EXPECT_INT(sample_diags.errors, 1);
        EXPECT(sample_says("[not-a-step]"));
    }
}

TEST(a_square_beyond_the_board_is_for_the_rules_to_refuse)
{
    EXPECT_STR(read("Mz2>z3"), "Mz2>z3");
    EXPECT_CLEAN("M(5,99999999999999999999)-(5,0)", "M(5,99999999999999999999)-(5,0)");
    EXPECT_ODD("S(0,9)~d8", "S(0,9)~(4,8)"); /* no bare spelling has the zero file */
    EXPECT_ODD("Md8-(-3,9)", "M(4,8)-(-3,9)");
    EXPECT_ODD("M(4,27)-(27,4)-e5", "M(4,27)-(27,4)-(5,5)");
    EXPECT_ODD("S(6,9)~d8", "Sf9~d8");
}

/* p4@k7 would be a puppeteer's, from the rank 4: what is read as a move is what stands there. */
TEST(a_file_that_the_board_does_not_have_is_no_letter_of_a_piece)
{
    EXPECT_CLEAN("(p4)@(k7)", "(p4)@(k7)");
    EXPECT_STR(canonical(CP_BARE), "(16,4)@(11,7)");
    EXPECT_CLEAN("(16,4)-(16,5)", "(16,4)-(16,5)");
    EXPECT_STR(canonical(CP_BARE), "(16,4)-(16,5)");
    EXPECT_CLEAN("(m2)-(m3)", "(m2)-(m3)");
    EXPECT_STR(canonical(CP_BARE), "m2-m3");
    EXPECT_STR(read("(M2)-m3"), "no move");
    EXPECT_STR(read("(p4)@k7"), "no move");
    EXPECT_STR(read("(s8)=>h7"), "no move");
    EXPECT_STR(read("(P05)- y4"), "no move");
    EXPECT_ODD("(d2)-d3", "d2-d3");
    EXPECT_ODD("M(d2)-d3", "Md2-d3");
}

TEST(the_careful_reader_reads_what_is_clean_and_the_same)
{
    const struct cp_notation *n;
    for (size_t i = 0; i < sizeof clean / sizeof *clean; i++) {
        struct cp_scanned reading;
        cp_str text = cp_str_from(clean[i]);
        EXPECT_STR(read(clean[i]), clean[i]);
        n = cp_notations_get(&sample_notations, &sample_agents);
        EXPECT(cp_notation_scan(n, sample_ints, text, &reading) == text.len);
        last = reading.move;
        EXPECT_STR(canonical((enum cp_spelling)last.spelling), clean[i]);
        EXPECT(!reading.is_dialect && !reading.odd);
    }
}

TEST(letters_and_numbers_are_one_move_in_two_spellings)
{
    static const enum cp_spelling spellings[] = {CP_NUMERIC, CP_LETTER, CP_BARE};
    for (size_t i = 0; i < sizeof clean / sizeof *clean; i++)
        for (size_t k = 0; k < sizeof spellings / sizeof *spellings; k++) {
            char there[80], back[80];
            EXPECT_STR(read(clean[i]), clean[i]);
            bool has_part = (last.has & CP_HAS_FROM) && (last.has & CP_HAS_FROM) != CP_HAS_FROM;
            if (has_part && spellings[k] != CP_BARE)
                continue; /* a rank alone cannot be told from a file in numbers */
            enum cp_spelling own = (enum cp_spelling)last.spelling;
            snprintf(there, sizeof there, "%.*s", CP_FMT(canonical(spellings[k])));
            EXPECT_STR(read(there), there);
            EXPECT_INT(sample_diags.count, 0);
            snprintf(back, sizeof back, "%.*s", CP_FMT(canonical(own)));
            EXPECT_STR(read(back), clean[i]);
        }
}

TEST(other_alphabets_read_their_signs_as_before)
{
    EXPECT_STR(read_in(&sample_board, "Ng1>f3", false), "Ng1-f3");
    EXPECT_INT(sample_diags.warnings, 1);
    EXPECT_STR(read_in(&sample_plane, "R(8,4)>(9,4)", false), "R(8,4)-(9,4)");
    EXPECT_STR(read_in(&sample_board, "Ng1~f3", false), "no move");
    EXPECT_STR(read_in(&sample_board, "Ng1@f3", false), "no move");
    EXPECT_STR(read_in(&sample_plane, "R(8,4)<(9,4)", false), "no move");
}

/* ---- in games ---- */

static struct cp_game game;

static enum cp_reader_next read_game(const char *text)
{
    static struct cp_reader reader;
    static bool is_open;
    static struct sample_source source;
    if (is_open)
        cp_reader_close(&reader);
    sample_begin(false);
    source = (struct sample_source){cp_str_from(text), 0};
    sample_open(&reader, &source, NULL);
    is_open = true;
    game.arena = &sample_record;
    game.ints = sample_ints;
    return cp_reader_read(&reader, &game, &sample_diags);
}

TEST(removals_are_falls_and_the_mark_may_stand_behind_them) /* R-TR-16 */
{
    EXPECT_INT(
        read_game("[Variant \"agents\"] 1. Me2-e3 Mi8>i7-h6 (g7:g7) 2. Me3>f3 (c3:c3)(g3:g3)# 1-0"),
        CP_READER_GAME);
    EXPECT_INT(sample_diags.count, 0);
    struct cp_node *node = game.moves.first->next;
    EXPECT_INT(node->notes->falls->square.file.v, 7);
    EXPECT_INT(node->move.check, CP_MARK_NONE);
    node = node->next;
    EXPECT_INT(node->move.check, CP_MARK_MATE);
    EXPECT_STR(node->text, "Me3>f3#");
    EXPECT_INT(node->notes->falls->next->square.file.v, 7);
    EXPECT_STR(game.result, "1-0");
}

TEST(the_mark_may_stand_in_front_too_but_not_twice) /* R-TR-16 */
{
    EXPECT_INT(read_game("[Variant \"agents\"] 1. Me3>f3# (c3:c3, g3:g3) 1-0"), CP_READER_GAME);
    EXPECT_INT(sample_diags.count, 0);
    EXPECT_INT(game.moves.first->move.check, CP_MARK_MATE);
    EXPECT_STR(game.moves.first->text, "Me3>f3#");
    EXPECT(game.moves.first->notes->falls->next != NULL);
    EXPECT_INT(read_game("[Variant \"agents\"] 1. Me3>f3 (g3:g3) #! {so} 1-0"), CP_READER_GAME);
    EXPECT_STR(game.moves.first->text, "Me3>f3#");
    EXPECT_INT(game.moves.first->notes->nags->number, 1);
    EXPECT_INT(read_game("[Variant \"agents\"] 1. Me3>f3# (g3:g3)# 1-0"), CP_READER_BROKEN);
    EXPECT(sample_says("this is no move of agents: #"));
    EXPECT_INT(read_game("[Variant \"agents\"] 1. Me3>f3 # (g3:g3)(c3:c3) Ke3"), CP_READER_GAME);
    EXPECT_INT(sample_diags.count, 0);
}

TEST(plain_games_are_read_in_one_go)
{
    EXPECT_INT(
        read_game(
            "[Variant \"agents\"] 1. Me2-e3 Me8-e7 2.Sa1~b3 {x} Pg9@g5-g6 (2... Kh7 3. M>e3<f4) "
            "3. M(5,3)>(5,4) (c3:c3) K(i8)-(i7) *"),
        CP_READER_GAME);
    EXPECT_INT(sample_diags.count, 0);
    const struct cp_node *node = game.moves.first;
    for (int i = 0; i < 3; i++)
        node = node->next;
    EXPECT_STR(node->text, "Pg9@g5-g6");
    EXPECT_INT(node->move.sep, CP_SEP_LEAD);
    EXPECT_STR(node->notes->variations->first->text, "Kh7");
    EXPECT_STR(node->notes->variations->first->next->text, "M>e3<f4");
    EXPECT_INT(node->next->notes->falls->square.rank.v, 3);
    EXPECT_INT(node->next->next->move.spelling, CP_LETTER);
}

TEST(a_game_of_odd_moves_loses_none_of_them)
{
    EXPECT_INT(read_game("[Variant \"agents\"] 1. m e2 > e3 < f4 (c3:c3) Mover e8-e7 2. Ke2 - e3 "
                         "ke8-e7 3. Me3 -e4 *"),
               CP_READER_BROKEN); /* "-e4" is a move of its own, or none */
    EXPECT_INT(
        read_game(
            "[Variant \"agents\"] 1. m e2 > e3 < f4 (c3:c3) Mover e8-e7 2. Ke2 - e3 ke8-e7 *"),
        CP_READER_GAME);
    EXPECT_INT(sample_diags.warnings, 4);
}
