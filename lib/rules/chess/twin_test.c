/* SPDX-License-Identifier: MIT */
/* twin_test.c -- the engine against the square-walking twin on every bundled plane
 * variant (R-INF-5, R-INF-9, R-INF-11); that of blocks is in bodies_twin_test.c. */
#include "rules/chess/twin_test.h"

enum { USUAL = 400 };

TEST(the_engine_and_the_twin_agree_on_the_plane_of_coaip)
{
    judge_variant(&(struct twin_field){"coaip", "qrbncghppp", "QRBNCGH", 0, USUAL, false,
                                       88172645463325252u, false});
}

TEST(the_engine_and_the_twin_agree_on_the_huygens_option)
{
    judge_variant(&(struct twin_field){"huygens", "qrbncghuupp", "QRBNCGH", 0, USUAL, false,
                                       4101842887655102017u, false});
}

TEST(the_engine_and_the_twin_agree_on_trappist_1)
{
    judge_variant(&(struct twin_field){"trappist-1", "quuurbchnpp", "QRBNCGHU", 0, USUAL, false,
                                       2685821657736338717u, false});
}

/* R-TD-1 to R-TD-6: one and two moves of delay. */
TEST(the_engine_and_the_twin_agree_on_trapdoors_under_coaip)
{
    judge_variant(&(struct twin_field){"coaip", "qrbncghppp", "QRBNCGH", 1, USUAL, false,
                                       774763251095801167u, false});
}

TEST(the_engine_and_the_twin_agree_on_trapdoors_under_trappist_1)
{
    judge_variant(&(struct twin_field){"trappist-1", "quuurbchnpp", "QRBNCGHU", 2, USUAL, false,
                                       3202034522624059733u, false});
}

/* R-END-2, R-TD-5: turns that are legal only if they mate. */
TEST(the_engine_and_the_twin_agree_on_nests_of_mates)
{
    judge_variant(&(struct twin_field){"coaip", "qrbncghppp", "QRBNCGH", 1, USUAL, false,
                                       9600629759793949339u, true});
    judge_variant(&(struct twin_field){"trappist-1", "uuurbchn", "QRBNCGHU", 1, USUAL, false,
                                       15755949402303325939u, true});
}
