/* SPDX-License-Identifier: MIT */
/* twin_test.c -- the engine against the square-walking twin on every bundled plane
 * variant (R-INF-5, R-INF-9, R-INF-11); that of blocks is in bodies_twin_test.c. */
#include "rules/chess/twin_test.h"

enum { USUAL = 250 };

TEST(the_engine_and_the_twin_agree_on_the_plane_of_coaip)
{
    judge_variant(&(struct twin_field){.id = "coaip",
                                       .letters = "qrbncghppp",
                                       .becomes = "QRBNCGH",
                                       .usual = USUAL,
                                       .seed = 88172645463325252u});
}

TEST(the_engine_and_the_twin_agree_on_the_huygens_option)
{
    judge_variant(&(struct twin_field){.id = "huygens",
                                       .letters = "qrbncghuupp",
                                       .becomes = "QRBNCGH",
                                       .usual = USUAL,
                                       .seed = 4101842887655102017u});
}

TEST(the_engine_and_the_twin_agree_on_trappist_1)
{
    judge_variant(&(struct twin_field){.id = "trappist-1",
                                       .letters = "quuurbchnpp",
                                       .becomes = "QRBNCGHU",
                                       .usual = USUAL,
                                       .seed = 2685821657736338717u});
}

TEST(the_engine_and_the_twin_agree_on_castling_with_the_nearest) /* R-ICN-7 */
{
    judge_variant(&(struct twin_field){.id = "coaip",
                                       .letters = "qrbncghppp",
                                       .becomes = "QRBNCGH",
                                       .usual = USUAL,
                                       .seed = 5573589319906701683u,
                                       .castles = true});
    judge_variant(&(struct twin_field){.id = "trappist-1",
                                       .letters = "uurbnp",
                                       .becomes = "QRBNCGHU",
                                       .delay = 2,
                                       .usual = USUAL / 2,
                                       .seed = 1442695040888963407u,
                                       .castles = true});
}

TEST(the_engine_and_the_twin_agree_on_huygens_that_slide) /* R-ICN-9 */
{
    judge_variant(&(struct twin_field){.id = "trappist-1",
                                       .letters = "uuuuqrbchnpp",
                                       .becomes = "QRBNCGHU",
                                       .usual = USUAL,
                                       .seed = 6364136223846793005u,
                                       .least = 2});
    judge_variant(&(struct twin_field){.id = "huygens",
                                       .letters = "uuuurbngp",
                                       .becomes = "QRBNCGH",
                                       .usual = USUAL / 2,
                                       .seed = 3935559000370003845u,
                                       .castles = true,
                                       .least = 3});
    judge_variant(&(struct twin_field){.id = "trappist-1",
                                       .letters = "uuuurbchn",
                                       .becomes = "QRBNCGHU",
                                       .delay = 1,
                                       .usual = USUAL / 2,
                                       .seed = 2862933555777941757u,
                                       .nests = true,
                                       .least = 2});
}

/* R-INF-3, R-INF-7: none or several of each side. */
TEST(the_engine_and_the_twin_agree_on_several_promotion_ranks_and_two_lists)
{
    judge_variant(&(struct twin_field){.id = "coaip",
                                       .letters = "pppppqrbn",
                                       .becomes = "QR",
                                       .blacks = "NCGH",
                                       .usual = USUAL,
                                       .seed = 1442695040888963409u});
    judge_variant(&(struct twin_field){.id = "trappist-1",
                                       .letters = "ppppuqrb",
                                       .becomes = "UN",
                                       .blacks = "Q",
                                       .delay = 1,
                                       .usual = USUAL / 2,
                                       .seed = 3037000493862159371u,
                                       .border = true});
}

/* R-ICN-13: over ranks of promotion, and en passant of what a double step became. */
TEST(the_engine_and_the_twin_agree_on_pawns_of_presets)
{
    judge_variant(&(struct twin_field){.id = "coaip",
                                       .letters = "ppppppqrbn",
                                       .becomes = "QRN",
                                       .blacks = "QCH",
                                       .usual = 4 * USUAL,
                                       .seed = 6906969069069069069u,
                                       .castles = true,
                                       .site_pawns = true});
    judge_variant(&(struct twin_field){.id = "trappist-1",
                                       .letters = "pppppuqrb",
                                       .becomes = "UQ",
                                       .blacks = "QR",
                                       .delay = 1,
                                       .usual = USUAL,
                                       .seed = 1181783497276652983u,
                                       .site_pawns = true,
                                       .border = true});
}

TEST(the_engine_and_the_twin_agree_on_first_steps_by_squares)
{
    judge_variant(&(struct twin_field){.id = "coaip",
                                       .letters = "ppppppqrbn",
                                       .becomes = "QRN",
                                       .usual = 4 * USUAL,
                                       .seed = 4768777513237032719u,
                                       .steps = true});
    judge_variant(&(struct twin_field){.id = "coaip",
                                       .letters = "ppppprbn",
                                       .becomes = "QRN",
                                       .blacks = "QCH",
                                       .usual = USUAL,
                                       .seed = 9600629759793949337u,
                                       .border = true,
                                       .steps = true});
}

TEST(the_engine_and_the_twin_agree_on_roses) /* R-ICN-10 */
{
    judge_variant(&(struct twin_field){.id = "site-coaip-ro",
                                       .letters = "oooqrbncgp",
                                       .becomes = "QRCBNOG",
                                       .usual = USUAL,
                                       .seed = 2545872302196187379u,
                                       .castles = true});
    judge_variant(&(struct twin_field){.id = "site-coaip-ro",
                                       .letters = "ooorbnp",
                                       .becomes = "QRCBNOG",
                                       .usual = USUAL / 2,
                                       .seed = 4768777513237032717u,
                                       .border = true});
    judge_variant(&(struct twin_field){.id = "site-coaip-ro",
                                       .letters = "ooorbn",
                                       .becomes = "QRCBNOG",
                                       .delay = 1,
                                       .usual = USUAL / 2,
                                       .seed = 1865811235122147685u,
                                       .castles = true,
                                       .nests = true});
}

/* R-ICN-12: several royal pieces, none, those that slide, and those of nobody's concern. */
TEST(the_engine_and_the_twin_agree_on_several_royal_pieces_or_none)
{
    judge_variant(&(struct twin_field){.id = "testdata/variants/fine/royals.yaml",
                                       .letters = "qrbncghppp",
                                       .becomes = "QRBNCGH",
                                       .usual = USUAL,
                                       .seed = 8206165374598163741u,
                                       .castles = true,
                                       .royals = true});
    judge_variant(&(struct twin_field){.id = "testdata/variants/fine/royals.yaml",
                                       .letters = "uurbnovp",
                                       .becomes = "QRBNCGH",
                                       .usual = USUAL / 2,
                                       .seed = 2549297995355413924u,
                                       .castles = true,
                                       .royals = true});
    judge_variant(&(struct twin_field){.id = "testdata/variants/fine/royals.yaml",
                                       .letters = "qrbncghpp",
                                       .becomes = "QRBNCGH",
                                       .usual = USUAL / 2,
                                       .seed = 7664345821815920749u,
                                       .castles = true,
                                       .royals = true,
                                       .tamed = true,
                                       .border = true});
}

TEST(the_engine_and_the_twin_agree_where_only_the_last_is_royal_or_all_are)
{
    for (int i = 0; i < 2; i++)
        judge_variant(&(struct twin_field){.id = "testdata/variants/fine/royals-last.yaml",
                                           .letters = "qrbncghpppppp",
                                           .becomes = "KQRBN",
                                           .usual = USUAL,
                                           .seed = 4768777513237032717u,
                                           .edges = true,
                                           .royals = true,
                                           .of_several = i ? 'a' : 'l'});
}

TEST(the_engine_and_the_twin_agree_on_obstacles_and_voids) /* R-ICN-11 */
{
    judge_variant(&(struct twin_field){.id = "testdata/variants/fine/royals.yaml",
                                       .letters = "qrbnocghpp",
                                       .becomes = "QRBNCGH",
                                       .usual = USUAL,
                                       .seed = 1070739135436143209u,
                                       .castles = true,
                                       .neutral = true});
    judge_variant(&(struct twin_field){.id = "testdata/variants/fine/royals.yaml",
                                       .letters = "uuorbnvpp",
                                       .becomes = "QRBNCGH",
                                       .usual = USUAL / 2,
                                       .seed = 5868231914711237003u,
                                       .castles = true,
                                       .royals = true,
                                       .neutral = true,
                                       .border = true,
                                       .least = 2});
}

/* Lame leapers, hoppers, and kings that must not face each other. */
TEST(the_engine_and_the_twin_agree_on_hoppers)
{
    judge_variant(&(struct twin_field){.id = "testdata/variants/fine/hoppers.yaml",
                                       .letters = "ssjjttlewddqrbp",
                                       .becomes = "QRBNCT",
                                       .usual = USUAL,
                                       .seed = 4602678819172646912u,
                                       .facing = true});
    judge_variant(&(struct twin_field){.id = "testdata/variants/fine/hoppers.yaml",
                                       .letters = "sjttwwldddqp",
                                       .becomes = "QRBNCT",
                                       .usual = USUAL / 2,
                                       .seed = 1442695040888963407u,
                                       .facing = true,
                                       .border = true});
}

TEST(the_engine_and_the_twin_agree_on_turns_passed_kings_face_to_face_and_lines_of_palaces)
{
    for (int i = 0; i < 3; i++)
        judge_variant(&(struct twin_field){.id = "testdata/variants/fine/hoppers.yaml",
                                           .letters = i ? "jjjrrrlwq" : "jjjjrrrsstlp",
                                           .becomes = "QRBNCT",
                                           .usual = USUAL,
                                           .seed = 2862933555777941757u,
                                           .facing = true,
                                           .edges = true,
                                           .answers = i < 2,
                                           .idles = i < 2 ? 'a' : 's',
                                           .likes = true,
                                           .slants = true});
    /* on a plane, where there is mostly a move */
    judge_variant(&(struct twin_field){.id = "coaip",
                                       .letters = "qrbncghppp",
                                       .becomes = "QRBNCGH",
                                       .usual = USUAL,
                                       .seed = 3202034522624059733u,
                                       .castles = true,
                                       .idles = 'a'});
    judge_variant(&(struct twin_field){.id = "coaip",
                                       .letters = "qqrrp",
                                       .becomes = "QRBNCGH",
                                       .usual = USUAL,
                                       .seed = 9600629759793949339u,
                                       .border = true,
                                       .idles = 's'});
}

TEST(the_engine_and_the_twin_agree_on_ways_of_two_legs)
{
    judge_variant(&(struct twin_field){.id = "testdata/variants/fine/legs.yaml",
                                       .letters = "fffmmmaaqrbnp",
                                       .becomes = "QRFMA",
                                       .usual = USUAL,
                                       .seed = 4602678819172646912u,
                                       .castles = true});
    judge_variant(&(struct twin_field){.id = "testdata/variants/fine/legs.yaml",
                                       .letters = "fffmmaaarbnp",
                                       .becomes = "QRFMA",
                                       .usual = USUAL,
                                       .seed = 2862933555777941757u,
                                       .border = true});
    judge_variant(&(struct twin_field){.id = "testdata/variants/fine/legs.yaml",
                                       .letters = "fffmmaaarbnp",
                                       .becomes = "QRFMA",
                                       .usual = USUAL,
                                       .seed = 1181783497276652981u,
                                       .edges = true});
    judge_variant(&(struct twin_field){.id = "testdata/variants/fine/legs.yaml",
                                       .letters = "ffmmaarb",
                                       .becomes = "QRFMA",
                                       .delay = 1,
                                       .usual = USUAL / 2,
                                       .seed = 1865811235122147685u,
                                       .castles = true,
                                       .nests = true});
}

TEST(the_engine_and_the_twin_agree_on_zones)
{
    judge_variant(&(struct twin_field){.id = "coaip",
                                       .letters = "rrrnnqbcp",
                                       .becomes = "QRBNCGH",
                                       .usual = USUAL,
                                       .seed = 3202034522624059731u,
                                       .edges = true,
                                       .zoned = true});
}

TEST(the_engine_and_the_twin_agree_within_borders) /* R-INF-7 */
{
    judge_variant(&(struct twin_field){.id = "coaip",
                                       .letters = "qrbncghppp",
                                       .becomes = "QRBNCGH",
                                       .usual = USUAL,
                                       .seed = 7046029254386353131u,
                                       .castles = true,
                                       .border = true});
    judge_variant(&(struct twin_field){.id = "trappist-1",
                                       .letters = "uuurbchnp",
                                       .becomes = "QRBNCGHU",
                                       .usual = USUAL / 2,
                                       .seed = 1181783497276652981u,
                                       .border = true});
    judge_variant(&(struct twin_field){.id = "trappist-1",
                                       .letters = "uuuurbchn",
                                       .becomes = "QRBNCGHU",
                                       .usual = USUAL / 2,
                                       .seed = 3202034522624059733u,
                                       .least = 2,
                                       .border = true});
    judge_variant(&(struct twin_field){.id = "coaip",
                                       .letters = "qrbncghppp",
                                       .becomes = "QRBNCGH",
                                       .delay = 1,
                                       .usual = USUAL / 2,
                                       .seed = 2685821657736338717u,
                                       .nests = true,
                                       .border = true});
}

TEST(the_engine_and_the_twin_agree_on_the_last_of_a_kind)
{
    judge_variant(&(struct twin_field){.id = "coaip",
                                       .letters = "qrbnchpp",
                                       .becomes = "QRBNCGH",
                                       .usual = USUAL,
                                       .seed = 7046029254386353087u,
                                       .scarce = 'R'});
    judge_variant(&(struct twin_field){.id = "coaip",
                                       .letters = "rrrrqbnp",
                                       .becomes = "QRBNCGH",
                                       .usual = USUAL,
                                       .seed = 1181783497276652983u,
                                       .scarce = 'R',
                                       .few = 1,
                                       .enough = 2});
    judge_variant(&(struct twin_field){.id = "coaip",
                                       .letters = "qrbnchpp",
                                       .becomes = "QRBNCGH",
                                       .usual = USUAL,
                                       .seed = 2549297995355413925u,
                                       .scarce = '*',
                                       .few = 3,
                                       .enough = 3});
}

TEST(the_engine_and_the_twin_agree_on_bare_kings)
{
    judge_variant(&(struct twin_field){.id = "coaip",
                                       .letters = "qrbnchpp",
                                       .becomes = "QRBNCGH",
                                       .usual = USUAL,
                                       .seed = 6906969069069069071u,
                                       .bares = true});
}

TEST(the_engine_and_the_twin_agree_on_explosions)
{
    for (int i = 0; i < 2; i++)
        judge_variant(&(struct twin_field){.id = "coaip",
                                           .letters = i ? "qrbncghppp" : "qrrbbnnpppp",
                                           .becomes = "QRBNCGH",
                                           .usual = USUAL,
                                           .seed = 8206165374598163743u,
                                           .castles = i,
                                           .edges = true,
                                           .explodes = true});
}

TEST(the_engine_and_the_twin_agree_where_who_can_take_must)
{
    for (int i = 0; i < 2; i++)
        judge_variant(&(struct twin_field){.id = "coaip",
                                           .letters = "qrbncghppp",
                                           .becomes = "QRBNCGH",
                                           .usual = USUAL,
                                           .seed = 6364136223846793007u,
                                           .castles = true,
                                           .edges = i,
                                           .must_take = true});
}

TEST(the_engine_and_the_twin_agree_where_nobody_may_give_check)
{
    for (int i = 0; i < 2; i++)
        judge_variant(&(struct twin_field){.id = "coaip",
                                           .letters = "qrbncghppp",
                                           .becomes = "QRBNCGH",
                                           .usual = USUAL,
                                           .seed = 2862933555777941759u,
                                           .castles = i,
                                           .edges = true,
                                           .no_checks = true});
}

TEST(the_engine_and_the_twin_agree_where_so_many_checks_win)
{
    judge_variant(&(struct twin_field){.id = "coaip",
                                       .letters = "qrbncghppp",
                                       .becomes = "QRBNCGH",
                                       .usual = USUAL,
                                       .seed = 6364136223846793007u,
                                       .checks = 2});
    judge_variant(&(struct twin_field){.id = "coaip",
                                       .letters = "qrbncghppp",
                                       .becomes = "QRBNCGH",
                                       .usual = USUAL,
                                       .seed = 1442695040888963409u,
                                       .castles = true,
                                       .edges = true,
                                       .checks = 3});
}

TEST(the_engine_and_the_twin_agree_where_pieces_promote)
{
    static const char *const own[] = {"RQNCBH", "PHRCNG", "BGCQ"};
    for (int i = 0; i < 3; i++)
        judge_variant(&(struct twin_field){.id = "coaip",
                                           .letters = "rrbbnncqpp",
                                           .becomes = "QRBNCGH",
                                           .usual = USUAL,
                                           .seed = 6364136223846793009u,
                                           .castles = i == 2,
                                           .blacks = i ? "RN" : NULL,
                                           .edges = true,
                                           .must_take = i == 2,
                                           .own = own[i]});
    /* kings that are not alone, and what becomes one of several */
    for (int i = 0; i < 2; i++)
        judge_variant(&(struct twin_field){.id = "testdata/variants/fine/royals-last.yaml",
                                           .letters = "rrnnbbqpp",
                                           .becomes = "KQRBN",
                                           .usual = USUAL,
                                           .seed = 1442695040888963407u,
                                           .edges = true,
                                           .royals = true,
                                           .of_several = i ? 'a' : 'l',
                                           .own = "NKBVRQ"});
}

TEST(the_engine_and_the_twin_agree_on_goals)
{
    judge_variant(&(struct twin_field){.id = "coaip",
                                       .letters = "qrbnchpp",
                                       .becomes = "QRBNCGH",
                                       .usual = USUAL,
                                       .seed = 4354685564936845319u,
                                       .border = true,
                                       .comer = 'N'});
    for (int i = 0; i < 2; i++)
        judge_variant(&(struct twin_field){.id = "coaip",
                                           .letters = "qrbnchp",
                                           .becomes = "QRBNCGH",
                                           .usual = USUAL,
                                           .seed = 3202034522624059733u,
                                           .edges = true,
                                           .comer = "KN"[i]});
}

/* R-TD-1 to R-TD-6: one and two moves of delay. */
TEST(the_engine_and_the_twin_agree_on_trapdoors_under_coaip)
{
    judge_variant(&(struct twin_field){.id = "coaip",
                                       .letters = "qrbncghppp",
                                       .becomes = "QRBNCGH",
                                       .delay = 1,
                                       .usual = USUAL,
                                       .seed = 774763251095801167u});
}

TEST(the_engine_and_the_twin_agree_on_trapdoors_under_trappist_1)
{
    judge_variant(&(struct twin_field){.id = "trappist-1",
                                       .letters = "quuurbchnpp",
                                       .becomes = "QRBNCGHU",
                                       .delay = 2,
                                       .usual = USUAL,
                                       .seed = 3202034522624059733u});
}

/* R-END-2, R-TD-5: turns that are legal only if they mate. */
TEST(the_engine_and_the_twin_agree_on_nests_of_mates)
{
    judge_variant(&(struct twin_field){.id = "coaip",
                                       .letters = "qrbncghppp",
                                       .becomes = "QRBNCGH",
                                       .delay = 1,
                                       .usual = USUAL,
                                       .seed = 9600629759793949339u,
                                       .nests = true});
    judge_variant(&(struct twin_field){.id = "trappist-1",
                                       .letters = "uuurbchn",
                                       .becomes = "QRBNCGHU",
                                       .delay = 1,
                                       .usual = USUAL,
                                       .seed = 15755949402303325939u,
                                       .nests = true});
}
