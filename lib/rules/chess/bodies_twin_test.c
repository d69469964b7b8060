/* SPDX-License-Identifier: MIT */
/* bodies_twin_test.c -- the engine against the square-walking twin where knights move
 * in blocks of four (R-FORM-1 to R-FORM-3, R-FORM-6), with trapdoors too (R-TD-3,
 * R-TD-6). */
#include "rules/chess/twin_test.h"

TEST(the_engine_and_the_twin_agree_on_blocks_of_knights)
{
    judge_variant(&(struct twin_field){.id = "formation",
                                       .letters = "qrnnghpp",
                                       .becomes = "QRBNCGH",
                                       .usual = 400,
                                       .blocks = true,
                                       .seed = 7046029254386353131u});
}

TEST(the_engine_and_the_twin_agree_on_trapdoors_under_blocks_of_knights)
{
    judge_variant(&(struct twin_field){.id = "formation",
                                       .letters = "qrnnghpp",
                                       .becomes = "QRBNCGH",
                                       .delay = 1,
                                       .usual = 150,
                                       .blocks = true,
                                       .seed = 1442695040888963407u});
    judge_variant(&(struct twin_field){.id = "formation",
                                       .letters = "qrnnghpp",
                                       .becomes = "QRBNCGH",
                                       .delay = 2,
                                       .usual = 150,
                                       .blocks = true,
                                       .seed = 3935559000370003845u});
}

/* R-END-2, R-TD-5: turns that are legal only if they mate. */
TEST(the_engine_and_the_twin_agree_on_nests_of_mates_among_blocks_of_knights)
{
    judge_variant(&(struct twin_field){.id = "formation",
                                       .letters = "qrnnghpp",
                                       .becomes = "QRBNCGH",
                                       .delay = 1,
                                       .usual = 300,
                                       .blocks = true,
                                       .seed = 11400714819323198485u,
                                       .nests = true});
}
