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
    cp_ini_parse(&ini, &arena, ints, cp_str_from(text), "x.ini");
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

TEST(a_section_before_all_else_is_what_tells_such_a_file)
{
    EXPECT(cp_ini_is(CP_STR("# about\n\n[a:b]\nking = k\n")));
    EXPECT(cp_ini_is(CP_STR("[a] ; of mine")));
    EXPECT(!cp_ini_is(CP_STR("id: a\n[b]\n")));
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

TEST(what_cannot_be_said_is_refused_with_its_line_and_its_meaning)
{
    EXPECT(refuses("[a:chess]\n\npieceDrops = true\n", 3, "pieceDrops: pieces in hand"));
    EXPECT(refuses("[a:chess]\nmobilityRegionWhiteKing = d1 d2\n", 2, "may not leave"));
    EXPECT(refuses("[a:chess]\npeiceDrops = true\n", 2, "no such key"));
    EXPECT(refuses("[a:chess]\nhello\n", 2, "key = value"));
    EXPECT(refuses("[a:nothing]\n", 1, "'nothing'"));
    EXPECT(refuses("[a:chess]\n[a:chess]\n", 2, "above"));
    EXPECT(refuses("[a:chess]\ncastling = yes\nstartFen = 4k3/8/8/8/8/8/8/4K2R w K - 0 1\n", 2,
                   "true or false"));
    EXPECT(refuses("[a:chess]\npromotionRegionWhite = a8 b8\n", 2, "some squares"));
    EXPECT(refuses("[a:chess]\ndoubleStepRegionWhite = *2 *3\n", 2, "several ranks"));
    EXPECT(refuses("[a:chess]\nstartFen = 4k3/8/8/8/8/8/8/PPP1K3 w - - 0 1\n", 1, "begin behind"));
    EXPECT(refuses("[a:chess]\nstartFen = 4k3/8/8/8/8/8/8/4K2Z w - - 0 1\n", 2, "not there"));
    EXPECT(refuses("[a:chess]\nmaxFile = 400\n", 2, "too large"));
    EXPECT(
        refuses("[a:chess]\ncastlingRookPieces = rn\nstartFen = 4k3/8/8/8/8/8/8/4K2R w K - 0 1\n",
                2, "several kinds"));
    EXPECT(refuses("[a:coaip]\n", 1, "no board with edges"));
    EXPECT(refuses("[a:chess]\nqueen = x\n", 2, "a letter that no piece can have"));
}

TEST(a_refused_parent_is_refused_below_too_unless_the_key_is_said_anew)
{
    EXPECT(refuses("[a:chess]\nmustCapture = true\n[b:a]\n", 2, "mustCapture"));
    read_text("[a:chess]\nmustCapture = true\n[b:a]\nmustCapture = false\n");
    EXPECT(ini.list[0].refused && !ini.list[1].refused);
    EXPECT(cp_ini_find_refused(&ini, CP_STR("A")) == &ini.list[0]);
    EXPECT(cp_ini_find_refused(&ini, CP_STR("b")) == NULL);
}
