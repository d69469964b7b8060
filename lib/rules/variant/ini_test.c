/* SPDX-License-Identifier: MIT */
/* ini_test.c -- sections, what they inherit, what is refused, and where. */
#include "rules/variant/ini.h"

#include "test.h"

static struct cp_arena arena;
static struct cp_ints *ints;
static struct cp_ini ini;

__attribute__((constructor)) static void open_arena(void)
{
    cp_arena_init(&arena, NULL, NULL);
    ints = cp_ints_open();
}

static void read_text(const char *text)
{
    struct cp_diags d = cp_diags_in(&arena);
    EXPECT(cp_ini_parse(&ini, &arena, ints, cp_str_from(text), "x.ini", &d));
}

static bool has(cp_str text, const char *part)
{
    size_t len = strlen(part);
    for (size_t i = 0; i + len <= text.len; i++)
        if (memcmp(text.at + i, part, len) == 0)
            return true;
    return false;
}

/* The first section's YAML has that; or why it is refused is shown. */
static bool says(const char *part)
{
    for (const struct cp_refusal *r = ini.list[0].refused; r; r = r->next)
        printf("# %u: %.*s\n", r->at.line, CP_FMT(r->why));
    return ini.list[0].v && has(ini.list[0].v->text, part);
}

static bool refuses(const char *text, uint32_t line, const char *why)
{
    read_text(text);
    const struct cp_refusal *r = ini.list[ini.count - 1].refused;
    if (r && r->at.line == line && has(r->why, why))
        return true;
    if (r)
        printf("# %u: %.*s\n", r->at.line, CP_FMT(r->why));
    return false;
}

static int count_reasons(uint32_t section)
{
    int count = 0;
    for (const struct cp_refusal *r = ini.list[section].refused; r; r = r->next)
        count++;
    return count;
}

TEST(a_section_before_all_else_is_what_tells_such_a_file)
{
    EXPECT(cp_ini_is(CP_STR("# about\n\n[a:b]\nking = k\n")));
    EXPECT(cp_ini_is(CP_STR("[a] ; of mine")));
    EXPECT(cp_ini_is(CP_STR("[a:chess\nking = k\n")));
    EXPECT(cp_ini_is(CP_STR("king = k\n[a]\n")));
    EXPECT(cp_ini_is(CP_STR("\xef\xbb\xbf\r\n [a:b]\r\n")));
    EXPECT(!cp_ini_is(CP_STR("id: a\n[b]\n")));
    EXPECT(!cp_ini_is(CP_STR("name: a = b\n")));
    EXPECT(!cp_ini_is(CP_STR("[a, b]: c\n")));
    EXPECT(!cp_ini_is(CP_STR("")));
}

TEST(a_section_without_a_parent_has_the_pieces_that_it_names)
{
    read_text("[Tiny]\r\nmaxFile = e\nmaxRank=5\nking = k\ncommoner = m\ncustomPiece2 = l:CfF\n"
              "pawn = p\nstartFen = kml2/ppppp/5/PPPPP/KML2 b - - 0 1\ndoubleStep = false\n"
              "promotionRegionWhite = *5\npromotionPieceTypes = ml\nnMoveRule = 20\n"
              "pieceValueMg = m:500\n");
    EXPECT(says("id: \"tiny\"\nname: \"Tiny\"\n"));
    EXPECT(says("board: {files: 5, ranks: 5}"));
    EXPECT(says("M: {name: commoner, move: \"K\"}"));
    EXPECT(says("L: {name: piece L, move: \"CfF\"}"));
    EXPECT(says("P: {name: pawn, move: \"mfWcfF\", unwritten: true, promotes: true}"));
    EXPECT(says("promotion: {white: [5], black: [1], to: [M, L]}"));
    EXPECT(says("quiet-limit: 40"));
    EXPECT(says("begins: black"));
    EXPECT(says("P: a4 b4 c4 d4 e4"));
}

TEST(a_section_below_a_bundled_variant_has_what_it_does_not_say_itself)
{
    read_text(
        "[kings:chess]\nking = k:KN\n[rooks:kings]\nqueen = -\nchancellor = q\n"
        "castling = false\nstartFen = rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1\n");
    EXPECT_INT(ini.count, 2);
    EXPECT(says("K: {name: king, move: \"KN\", royal: true}"));
    EXPECT(says("castling: {\"kingside\":[7,6],\"queenside\":[3,4]}"));
    EXPECT(says("move: \"mfWcfFimfW2\", unwritten: true, promotes: true, en-passant: true"));
    EXPECT(ini.list[1].v && has(ini.list[1].v->text, "Q: {name: chancellor, move: \"RN\"}"));
    EXPECT(ini.list[1].v && has(ini.list[1].v->text, "move: \"KN\""));
    EXPECT(ini.list[1].v && !has(ini.list[1].v->text, "castling"));
}

TEST(pieces_of_their_own_say_betza_as_that_program_has_it)
{
    read_text("[side:chess]\ncustomPiece1 = p:mfsWfceFimfnD\n");
    EXPECT(says("P: {name: pawn, move: \"mfsWfcFimfW2\", unwritten: true"));
    read_text("[walls]\nking = k\nrook = r\nstartFen = k3*3/8/8/8/8/8/8/K6R w - - 0 1\n");
    EXPECT(says("Void: {name: void, neutral: void}"));
    EXPECT(says("neutral: {Void: e8}"));
}

TEST(pieces_that_promote_each_to_one_other_are_named)
{
    read_text("[own:chess]\npromotionPieceTypes = -\npromotedPieceType = p:r N:Q z:q\n"
              "mandatoryPiecePromotion = true\n");
    EXPECT(says("promotion: {white: [8], black: [1], becomes: {P: R, N: Q}}"));
    EXPECT(says("move: \"mfWcfFimfW2\", unwritten: true, promotes: true"));
    read_text("[free:chess]\nknight = -\nshogiKnight = n\nimmobile = i\n"
              "promotedPieceType = n:q\npiecePromotionOnCapture = true\n"
              "startFen = 4k3/8/8/8/8/8/PPPPPPPP/INNQKBRR w - - 0 1\n");
    EXPECT(says("becomes: {N: Q}, pieces-optional: true, on-capture: true}"));
    EXPECT(says("I: {name: immobile, move: \"none\"}"));
    EXPECT(refuses("[a:chess]\npromotedPieceType = q:k\n", 2, "cannot become the king"));
    EXPECT(refuses("[a:chess]\npromotedPieceType = q:z\n", 2, "'Z'"));
    EXPECT(refuses("[a:chess]\npromotedPieceType = q : r\n", 2, "not pairs of letters"));
    EXPECT(refuses("[a:chess]\npromotedPieceType = p:q\n", 2, "promotes otherwise, too"));
    EXPECT(refuses("[a:chess]\npromotedPieceType = n:q q:r\n", 2, "promotes to another"));
    EXPECT(refuses("[a:chess]\npromotedPieceType = n:q\nmandatoryPawnPromotion = false\n"
                   "immobilityIllegal = true\n",
                   3, "pawns need not, where pieces promote, too"));
}

TEST(the_last_of_a_kind_is_royal_where_pieces_become_one_or_it_becomes_another)
{
    const char *pseudo = "king = -\ncommoner = k\nextinctionValue = loss\n"
                         "extinctionPieceTypes = kg\nextinctionPseudoRoyal = true\n"
                         "startFen = rnbqkbnr/8/8/8/8/8/8/RNBQKBNR w KQkq - 0 1\n";
    char text[512];
    snprintf(text, sizeof text, "[a:chess]\n%spromotedPieceType = q:k\n", pseudo);
    read_text(text);
    EXPECT(says("royals: last"));
    snprintf(text, sizeof text, "[a:chess]\ngold = g\n%spromotedPieceType = k:g\n", pseudo);
    read_text(text);
    EXPECT(says("royals: any"));
    EXPECT(says("becomes: {K: G}"));
    snprintf(text, sizeof text, "[a:chess]\ngold = g\n%spromotedPieceType = k:g q:g\n", pseudo);
    EXPECT(refuses(text, 7, "the last of a kind would be royal"));
}

TEST(what_cannot_be_said_is_refused_with_its_line_and_its_meaning)
{
    EXPECT(refuses("[a:chess]\n\npieceDrops = true\n", 3, "pieceDrops: pieces in hand"));
    EXPECT(refuses("[a:chess]\nmobilityRegionWhite = d1 d2\n", 2, "no such key"));
    EXPECT(refuses("[a:chess]\npeiceDrops = true\n", 2, "no such key"));
    EXPECT(refuses("[a:chess]\nhello\n", 2, "key = value"));
    EXPECT(refuses("[a:nothing]\n", 1, "'nothing'"));
    EXPECT(refuses("[a:chess]\n[a:chess]\n", 2, "above"));
    EXPECT(refuses("[a_b:chess]\n[A-b:chess]\n", 2, "above"));
    EXPECT(refuses("[a:chess\nking = k\n", 1, "'[name]'"));
    EXPECT(refuses("[b:chess]\n [a:chess] x\n", 2, "'[name]'"));
    EXPECT(refuses("[b:chess]\n\n[my own:chess]\n", 3, "'my own' is no id"));
    EXPECT(refuses("[:chess]\n", 1, "'' is no id"));
    EXPECT(refuses("[a:chess]\nmaxFile = 0\n", 2, "no number from 1 to 26"));
    EXPECT(refuses("[a:chess]\nmaxRank = -1\n", 2, "no number from 1 to 26"));
    EXPECT(refuses("[a:chess]\nrook = rr\n", 2, "'rr' is no piece"));
    EXPECT(refuses("[a:chess]\nrook = r:B\n", 2, "'r:B' is no piece"));
    EXPECT(refuses("[a:chess]\nrook = 1\n", 2, "'1' is no piece"));
    EXPECT(refuses("[a:chess]\nrook =\n", 2, "'' is no piece"));
    EXPECT(refuses("[a:chess]\ncustomPiece1 = z\n", 2, "'z' is no piece"));
    EXPECT(refuses("[a:chess]\ncustomPiece1 = zN\n", 2, "'zN' is no piece"));
    EXPECT(refuses("[a:chess]\ncustomPiece1 = z:X\n", 2, "Betza"));
    EXPECT(refuses("[a:chess]\ncustomPiece26 = z:N\n", 2, "no such key"));
    EXPECT(refuses("[a:chess]\ncastling = yes\nstartFen = 4k3/8/8/8/8/8/8/4K2R w K - 0 1\n", 2,
                   "true or false"));
    EXPECT(refuses("[a:chess]\npromotionRegionWhite = a8 z*\n", 2, "'z*' is not"));
    EXPECT(refuses("[a:chess]\ndoubleStepRegionWhite = *2 z*\n", 2, "'z*' is not"));
    EXPECT(refuses("[a:chess]\nstartFen = 4k3/8/8/8/8/8/8/PPP1K3 w - - 0 1\n", 1, "begin behind"));
    EXPECT(refuses("[a:chess]\nstartFen = 4k3/8/8/8/8/8/8/4K2Z w - - 0 1\n", 2, "not there"));
    EXPECT(refuses("[a:chess]\nmaxFile = 400\n", 2, "no number from 1 to 26"));
    EXPECT(refuses("[a:chess]\ncastlingRookPieces = p\n", 2, "no king castles with this"));
    EXPECT(refuses("[a:coaip]\n", 1, "no board with edges"));
    EXPECT(refuses("[a:trapper]\n", 1, "agents do not have this"));
    EXPECT(refuses("[a:chess]\nqueen = x\n", 2, "a letter that no piece can have"));
}

TEST(a_refused_parent_is_refused_below_too_unless_the_key_is_said_anew)
{
    EXPECT(refuses("[a:chess]\ntwoBoards = true\n[b:a]\n", 2, "twoBoards"));
    read_text("[a:chess]\ntwoBoards = true\n[b:a]\ntwoBoards = false\n");
    EXPECT(ini.list[0].refused && !ini.list[1].refused);
    EXPECT(cp_ini_find_refused(&ini, CP_STR("A"), NULL) == &ini.list[0]);
    EXPECT(cp_ini_find_refused(&ini, CP_STR("b"), NULL) == NULL);
}

TEST(what_a_section_says_is_not_its_parents_fault)
{
    read_text("[a:chess]\npieceDrops = true\nhello\n[b:a]\nworld\n[c:a]\n");
    EXPECT_INT(count_reasons(0), 2);
    EXPECT_INT(count_reasons(1), 3);
    EXPECT_INT(count_reasons(2), 2);
    EXPECT_INT(ini.list[1].refused->at.line, 3);
    EXPECT_INT(ini.list[1].refused->next->at.line, 5);
}

TEST(reasons_are_few_and_each_is_of_a_line)
{
    struct cp_buf text = cp_buf_in(&arena);
    cp_buf_puts(&text, "[a:chess]\n");
    for (int i = 0; i < 1000; i++)
        cp_buf_puts(&text, "hello\n");
    cp_buf_putc(&text, 0);
    read_text(text.at);
    EXPECT_INT(count_reasons(0), 20);
}

TEST(a_mark_of_utf_8_returns_and_indents_change_nothing)
{
    read_text("\xef\xbb\xbf# by hand\r\n  [a:chess]\r\n\tking = k:KN\r\n");
    EXPECT_INT(ini.count, 1);
    EXPECT(says("move: \"KN\""));
}

static bool is_unusable(const char *text, uint32_t line, const char *why)
{
    struct cp_diags d = cp_diags_in(&arena);
    bool good = cp_ini_parse(&ini, &arena, ints, cp_str_from(text), "x.ini", &d);
    return !good && d.errors == 1 && d.first->kind == CP_FILE_BAD && d.first->at.line == line &&
           has(d.first->detail, why);
}

TEST(a_file_is_refused_whole_when_it_begins_without_a_section_or_has_too_many)
{
    struct cp_buf text = cp_buf_in(&arena);
    EXPECT(is_unusable("# mine\nking = k\n[a]\n", 2, "before the first section"));
    EXPECT(is_unusable("king = k\n", 1, "before the first section"));
    for (int i = 0; i < 2049; i++)
        cp_buf_puts(&text, "[a]\n");
    cp_buf_putc(&text, 0);
    EXPECT(is_unusable(text.at, 0, "2049 variants, and 2048"));
}

TEST(a_refused_section_is_found_by_every_name_of_the_bundled_variant_it_names)
{
    struct cp_variants all;
    cp_variants_list(&all, &arena);
    const struct cp_variant *v = cp_variants_find(&all, CP_STR("gardner"));
    read_text("[minichess]\ntwoBoards = true\n");
    EXPECT(cp_ini_find_refused(&ini, v->id, v) == &ini.list[0]);
    EXPECT(cp_ini_find_refused(&ini, v->id, NULL) == NULL);
    EXPECT(cp_ini_find_refused(&ini, CP_STR("Minichess"), NULL) == &ini.list[0]);
}
