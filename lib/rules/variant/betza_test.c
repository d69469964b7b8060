/* SPDX-License-Identifier: MIT */
/* betza_test.c -- tables checked by hand: each ray is "dx,dy low-high uses". */
#include "rules/variant/load.h"
#include "test.h"

static struct cp_arena arena;

static void format_rays(struct cp_buf *b, const cp_ray *rays, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        const cp_ray *r = &rays[i];
        cp_buf_printf(b, "%s%d,%d %d-", i ? "; " : "", r->dx, r->dy, r->low);
        if (r->high)
            cp_buf_printf(b, "%d", r->high);
        cp_buf_printf(b, "%s%s%s", r->use == CP_RAY_MOVES ? " m" : "",
                      r->use == CP_RAY_TAKES ? " c" : "", r->first ? " i" : "");
        if (r->hops)
            cp_buf_puts(b, r->hops == CP_HOPS_OVER ? " over" : " beyond");
        if (r->second)
            cp_buf_printf(b, " %s %d,%d 1-%d", r->passes ? "then" : "perhaps then", r->second_dx,
                          r->second_dy, r->second);
    }
}

static cp_str rays_of(const char *text, int side)
{
    cp_arena_reset(&arena);
    struct cp_betza read;
    struct cp_buf b;
    cp_buf_init(&b, &arena);
    enum cp_diag wrong = cp_betza_parse(&read, &arena, cp_str_from(text));
    if (wrong) {
        cp_diag_format_slug(&b, wrong);
        cp_buf_printf(&b, " at %zu: %s", read.offset, read.why);
    } else {
        format_rays(&b, read.rays[side], read.count);
    }
    return cp_buf_str(&b);
}

__attribute__((constructor)) static void open_arena(void)
{
    cp_arena_init(&arena, NULL, NULL);
}

#define EXPECT_RAYS(text, wanted) EXPECT_STR(rays_of(text, 0), wanted)

TEST(atoms_are_four_or_eight_single_steps)
{
    EXPECT_RAYS("W", "0,1 1-1; 1,0 1-1; 0,-1 1-1; -1,0 1-1");
    EXPECT_RAYS("F", "1,1 1-1; 1,-1 1-1; -1,-1 1-1; -1,1 1-1");
    EXPECT_RAYS("D", "0,2 1-1; 2,0 1-1; 0,-2 1-1; -2,0 1-1");
    EXPECT_RAYS("A", "2,2 1-1; 2,-2 1-1; -2,-2 1-1; -2,2 1-1");
    EXPECT_RAYS("H", "0,3 1-1; 3,0 1-1; 0,-3 1-1; -3,0 1-1");
    EXPECT_RAYS("G", "3,3 1-1; 3,-3 1-1; -3,-3 1-1; -3,3 1-1");
    EXPECT_RAYS("N", "1,2 1-1; 2,1 1-1; 2,-1 1-1; 1,-2 1-1; -1,-2 1-1; -2,-1 1-1; -2,1 1-1; "
                     "-1,2 1-1");
    EXPECT_RAYS("L", "1,3 1-1; 3,1 1-1; 3,-1 1-1; 1,-3 1-1; -1,-3 1-1; -3,-1 1-1; -3,1 1-1; "
                     "-1,3 1-1");
    EXPECT_RAYS("J", "2,3 1-1; 3,2 1-1; 3,-2 1-1; 2,-3 1-1; -2,-3 1-1; -3,-2 1-1; -3,2 1-1; "
                     "-2,3 1-1");
}

TEST(two_numbers_are_any_leaper_in_whatever_order) /* R-ICN-8: giraffes leap (1,4) */
{
    EXPECT_RAYS("(1,4)", "1,4 1-1; 4,1 1-1; 4,-1 1-1; 1,-4 1-1; -1,-4 1-1; -4,-1 1-1; -4,1 1-1; "
                         "-1,4 1-1");
    EXPECT_RAYS("fsmi(4,1)W", "4,1 1-1 m i; -4,1 1-1 m i; 0,1 1-1; 1,0 1-1; 0,-1 1-1; -1,0 1-1");
    EXPECT_RAYS("f(0,1000)2", "0,1000 1-2");
    EXPECT_RAYS("fr(2,1)0", "2,1 1-");
    EXPECT_RAYS("(0,0)", "betza-syntax at 0: a leaper is two numbers up to 1000: (1,4)");
    EXPECT_RAYS(
        "(1", "betza-syntax at 0: a leaper is two numbers up to 1000: (1,4); within { } of YAML a "
              "comma ends a value, so this needs quotes there");
    EXPECT_RAYS("W(1,1001)", "betza-syntax at 1: a leaper is two numbers up to 1000: (1,4)");
    EXPECT_RAYS("(1,4", "betza-syntax at 0: a leaper is two numbers up to 1000: (1,4)");
    EXPECT_RAYS("(WF)", "betza-unsupported at 0: ( ) (groups): a leaper is (1,4)");
}

TEST(the_camel_and_the_zebra_have_two_letters_each)
{
    static char camel[400], zebra[400];
    cp_str text = rays_of("L", 0);
    memcpy(camel, text.at, text.len);
    EXPECT_RAYS("C", camel);
    text = rays_of("J", 0);
    memcpy(zebra, text.at, text.len);
    EXPECT_RAYS("Z", zebra);
}

TEST(compounds_are_rays_without_end_or_single_steps)
{
    EXPECT_RAYS("R", "0,1 1-; 1,0 1-; 0,-1 1-; -1,0 1-");
    EXPECT_RAYS("B", "1,1 1-; 1,-1 1-; -1,-1 1-; -1,1 1-");
    EXPECT_RAYS("Q", "0,1 1-; 1,0 1-; 0,-1 1-; -1,0 1-; 1,1 1-; 1,-1 1-; -1,-1 1-; -1,1 1-");
    EXPECT_RAYS("K", "0,1 1-1; 1,0 1-1; 0,-1 1-1; -1,0 1-1; 1,1 1-1; 1,-1 1-1; -1,-1 1-1; "
                     "-1,1 1-1");
}

TEST(a_range_limits_or_frees_an_atom)
{
    EXPECT_RAYS("fR4", "0,1 1-4");
    EXPECT_RAYS("fW4", "0,1 1-4");
    EXPECT_RAYS("fW0", "0,1 1-");
    EXPECT_RAYS("fWW", "0,1 1-");
    EXPECT_RAYS("fDD", "0,2 1-");
    EXPECT_RAYS("frN3", "2,1 1-3");
    EXPECT_RAYS("frNN", "2,1 1-");
    EXPECT_RAYS("Q2", "0,1 1-2; 1,0 1-2; 0,-1 1-2; -1,0 1-2; 1,1 1-2; 1,-1 1-2; -1,-1 1-2; "
                      "-1,1 1-2");
    EXPECT_RAYS("fR0", "0,1 1-");
    EXPECT_RAYS("fW1000000", "0,1 1-1000000");
}

TEST(a_range_that_is_no_range_is_refused)
{
    EXPECT_RAYS("W02", "betza-syntax at 1: a range does not begin with 0");
    EXPECT_RAYS("W00", "betza-syntax at 1: a range does not begin with 0");
    EXPECT_RAYS("fW1000001", "betza-syntax at 2: a range of more than a million steps");
    EXPECT_RAYS("W99999999999999999999", "betza-syntax at 1: a range of more than a million steps");
    EXPECT_RAYS("WW3", "betza-syntax at 2: a doubled atom has no end already");
    EXPECT_RAYS("WWW", "betza-syntax at 2: the same atom three times");
    EXPECT_RAYS("RR", "betza-syntax at 1: only atoms are doubled, and K is WF");
    EXPECT_RAYS("4", "betza-syntax at 0: ");
}

TEST(directions_of_straight_steps_add_up)
{
    EXPECT_RAYS("fW", "0,1 1-1");
    EXPECT_RAYS("bW", "0,-1 1-1");
    EXPECT_RAYS("lW", "-1,0 1-1");
    EXPECT_RAYS("rW", "1,0 1-1");
    EXPECT_RAYS("vW", "0,1 1-1; 0,-1 1-1");
    EXPECT_RAYS("sW", "1,0 1-1; -1,0 1-1");
    EXPECT_RAYS("frlR", "0,1 1-; 1,0 1-; -1,0 1-");
    EXPECT_RAYS("fsR", "0,1 1-; 1,0 1-; -1,0 1-");
}

TEST(directions_of_diagonal_steps_are_halves_or_crossings)
{
    EXPECT_RAYS("fF", "1,1 1-1; -1,1 1-1");
    EXPECT_RAYS("rF", "1,1 1-1; 1,-1 1-1");
    EXPECT_RAYS("frF", "1,1 1-1");
    EXPECT_RAYS("rfF", "1,1 1-1");
    EXPECT_RAYS("blA", "-2,-2 1-1");
    EXPECT_RAYS("flbrB", "1,-1 1-; -1,1 1-");
    EXPECT_RAYS("frlF", "betza-syntax at 2: these directions can be read in two ways: repeat the "
                        "atom");
    EXPECT_RAYS("vF", "betza-syntax at 0: v or s before diagonal steps says nothing");
}

TEST(directions_of_oblique_steps_are_narrow_wide_or_single)
{
    EXPECT_RAYS("ffN", "1,2 1-1; -1,2 1-1");
    EXPECT_RAYS("fN", "1,2 1-1; -1,2 1-1");
    EXPECT_RAYS("fsN", "2,1 1-1; -2,1 1-1");
    EXPECT_RAYS("fhN", "1,2 1-1; 2,1 1-1; -2,1 1-1; -1,2 1-1");
    EXPECT_RAYS("bsN", "2,-1 1-1; -2,-1 1-1");
    EXPECT_RAYS("rvN", "1,2 1-1; 1,-2 1-1");
    EXPECT_RAYS("frN", "2,1 1-1");
    EXPECT_RAYS("rfN", "1,2 1-1");
    EXPECT_RAYS("lbN", "-1,-2 1-1");
    EXPECT_RAYS("blN", "-2,-1 1-1");
    EXPECT_RAYS("fbN", "1,2 1-1; 1,-2 1-1; -1,-2 1-1; -1,2 1-1"); /* of the fibnif, fbNF */
    EXPECT_RAYS("vN", "1,2 1-1; 1,-2 1-1; -1,-2 1-1; -1,2 1-1");
    EXPECT_RAYS("sN", "2,1 1-1; 2,-1 1-1; -2,-1 1-1; -2,1 1-1");
    EXPECT_RAYS("ffrrN", "1,2 1-1; 2,1 1-1; 2,-1 1-1; -1,2 1-1");
    EXPECT_RAYS("frlN", "betza-syntax at 2: these directions can be read in two ways: repeat the "
                        "atom");
    EXPECT_RAYS("vlN", "betza-syntax at 1: these directions can be read in two ways: repeat the "
                       "atom");
}

TEST(directions_before_king_or_queen_are_refused_as_two_readings)
{
    EXPECT_RAYS("WfK", "betza-syntax at 2: directions before K or Q can be read in two ways: "
                       "write W and F, or R and B");
}

TEST(black_sees_the_board_from_the_other_side)
{
    EXPECT_STR(rays_of("fW", 1), "0,-1 1-1");
    EXPECT_STR(rays_of("frN", 1), "-2,-1 1-1");
    EXPECT_STR(rays_of("mfWcfF", 1), "0,-1 1-1 m; -1,-1 1-1 c; 1,-1 1-1 c");
}

TEST(a_classical_pawn_has_four_rays_and_its_double_step_is_length_two_only)
{
    EXPECT_RAYS("mfWcfFimfW2", "0,1 1-1 m; 0,1 2-2 m i; 1,1 1-1 c; -1,1 1-1 c");
}

TEST(parts_that_overlap_become_rays_that_do_not)
{
    EXPECT_RAYS("fWfR", "0,1 1-");
    EXPECT_RAYS("fW2fW5", "0,1 1-5");
    EXPECT_RAYS("mfWcfW", "0,1 1-1");
    EXPECT_RAYS("mfW3fW", "0,1 1-1; 0,1 2-3 m");
    EXPECT_RAYS("mfRcfW2", "0,1 1-2; 0,1 3- m");
    EXPECT_RAYS("ifW2fW5", "0,1 1-5");
    EXPECT_RAYS("ifRmfW2", "0,1 1-2 m; 0,1 1-2 c i; 0,1 3- i");
    EXPECT_RAYS("fWfD", "0,1 1-1; 0,2 1-1"); /* another step is another ray */
    EXPECT_RAYS("fWfWfW", "0,1 1-1");
}

TEST(hoppers_lame_leapers_and_facing_kings_are_rays_of_their_own)
{
    EXPECT_RAYS("mfRcfpR", "0,1 1- m; 0,1 2- c over");
    EXPECT_RAYS("fpR4", "0,1 2-4 over");
    EXPECT_RAYS("fgR", "0,1 2- beyond");
    EXPECT_RAYS("ffNnffN", "1,2 1-1; -1,2 1-1; 1,2 1-1; -1,2 1-1");
    EXPECT_RAYS("fWfkR", "0,1 1-1; 0,1 1-");
}

TEST(a_leap_that_must_jump_goes_over_the_piece_in_its_middle)
{
    EXPECT_RAYS("fjD", "0,1 2-2 over");
    EXPECT_RAYS("jA", "1,1 2-2 over; 1,-1 2-2 over; -1,-1 2-2 over; -1,1 2-2 over");
    EXPECT_RAYS("ijfrA", "1,1 2-2 i over");
    EXPECT_STR(rays_of("mfjDfD", 1), "0,-1 2-2 m over; 0,-2 1-1");
    static const char wrong[] =
        " at 0: j (must jump) is for D and A; who skips a square goes [D?R]";
    static const char *const others[] = {"jN", "jW", "jR", "jH", "jW3", "jD2", "jAA", "j(1,4)"};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        EXPECT(strstr(rays_of(others[i], 0).at, wrong));
    EXPECT_RAYS("njD", "betza-syntax at 1: only one of n, p, g, k, j and y");
    EXPECT_RAYS("jjD", "betza-syntax at 1: only one of n, p, g, k, j and y");
}

TEST(two_legs_in_brackets_go_as_straight_as_their_atoms_can)
{
    EXPECT_RAYS("[fF?R3]", "1,1 1-1 perhaps then 1,0 1-3; 1,1 1-1 perhaps then 0,1 1-3; "
                           "-1,1 1-1 perhaps then 0,1 1-3; -1,1 1-1 perhaps then -1,0 1-3");
    EXPECT_RAYS("[fW-B]", "0,1 1-1 then 1,1 1-31; 0,1 1-1 then -1,1 1-31");
    EXPECT_RAYS("[fW-R]", "0,1 1-1 then 0,1 1-31");
    EXPECT_RAYS("[frF-B2]", "1,1 1-1 then 1,1 1-2");
    EXPECT_RAYS("[fD?R]", "0,2 1-1 perhaps then 0,1 1-31");
    EXPECT_RAYS("[rW?sD]", "1,0 1-1 perhaps then 0,-2 1-1; 1,0 1-1 perhaps then 0,2 1-1");
    EXPECT_RAYS("[rW?lW2]", "1,0 1-1 perhaps then 0,1 1-2");
    EXPECT_RAYS("mi[fD?frFF]", "0,2 1-1 m i perhaps then 1,1 1-31");
    EXPECT_RAYS("[ifH-flA]", "0,3 1-1 i then -2,2 1-1");
    EXPECT_STR(rays_of("[flF-flR2]", 1), "1,-1 1-1 then 1,0 1-2");
    EXPECT_RAYS("m[fW-fF]c[fW-fF]", "betza-unsupported at 5: a second leg not by f, s, fs, l, r, "
                                    "fl or fr, or not as its atom goes");
    EXPECT_RAYS("m[fW-frF]c[fW-frF]", "0,1 1-1 then 1,1 1-1");
    EXPECT_RAYS("f[W-F]", "betza-unsupported at 1: [ ] (moves in a row) other than two legs, as "
                          "mi[F?R] or [fW-B]");
}

TEST(a_piece_that_moves_again_does_not_stay_where_its_first_leg_ends)
{
    EXPECT_RAYS("fafsW", "0,1 1-1 then 1,1 1-1; 0,1 1-1 then -1,1 1-1");
    EXPECT_RAYS("mfrafsF", "1,1 1-1 then 1,0 1-1; 1,1 1-1 then 0,1 1-1");
    EXPECT_RAYS("faW", "0,1 1-1 then 0,1 1-1; 0,1 1-1 then 1,0 1-1; 0,1 1-1 then -1,0 1-1");
    EXPECT_RAYS("rafmfsA", "betza-syntax at 4: directions must stand together");
    EXPECT_RAYS("frafrmA", "2,2 1-1 m then 2,0 1-1");
    EXPECT_RAYS("ifyafW", "0,1 1-1 i then 0,1 1-31");
    EXPECT_RAYS("flyaflF", "-1,1 1-1 then -1,0 1-31");
    static const char behind[] =
        "betza-unsupported at 1: a (moves again) behind what takes or jumps";
    EXPECT_RAYS("caF", behind);
    EXPECT_RAYS("paF", behind);
    EXPECT_RAYS("naD", behind);
    EXPECT_RAYS("mcaF", "betza-unsupported at 2: a (moves again) behind what takes or jumps");
    EXPECT_RAYS("aaW",
                "betza-unsupported at 1: a (moves again) more than once, or between brackets");
    EXPECT_RAYS("[aW-F]",
                "betza-unsupported at 1: a (moves again) more than once, or between brackets");
    EXPECT_RAYS("abW", "betza-unsupported at 1: a second leg not by f, s, fs, l, r, fl or fr, or "
                       "not as its atom goes");
    EXPECT_RAYS("yW",
                "betza-unsupported at 0: y (changes its range on the way) is for the first of "
                "two legs: yafsF");
}

TEST(legs_of_other_atoms_or_in_other_numbers_are_refused)
{
    static const char wrong[] =
        " a leg that is no step of W F D A H G; the second may go on, as R and B do";
    static const char *const others[] = {"afsN",  "aK",     "aR",        "aW2",      "afW0",
                                         "anD",   "[N?R]",  "[F?N]",     "[R-W]",    "[W2-F]",
                                         "[F?Q]", "[F?nD]", "[(1,4)?R]", "[W?(2,2)]"};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        EXPECT(strstr(rays_of(others[i], 0).at, wrong));
    static const char two[] =
        "betza-unsupported at 0: [ ] (moves in a row) other than two legs, as "
        "mi[F?R] or [fW-B]";
    static const char *const rows[] = {"[WF]", "[W]", "[W?F?R]", "[W-F", "[cW?F]", "[W?mF]"};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        EXPECT_RAYS(rows[i], two);
    EXPECT_RAYS("[[W-F]]", "betza-unsupported at 1: [ ] (moves in a row)");
    EXPECT_RAYS("[W?", "betza-syntax at 3: an atom is missing at the end");
    EXPECT_RAYS("W-F", "betza-unsupported at 1: - (moves in a row) without brackets: [F-R]");
}

TEST(what_goes_round_the_board_does_with_all_its_moves_to_another_file)
{
    EXPECT_RAYS("oR", "0,1 1-; 1,0 1-; 0,-1 1-; -1,0 1-");
    static const char wrong[] = "betza-unsupported at 0: o (goes round the board) of some moves "
                                "alone, or of what hops or bends";
    static const char *const others[] = {"oWF", "onN", "opR", "oafsW", "okR"};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        EXPECT_RAYS(others[i], wrong);
}

TEST(what_is_not_supported_is_refused_by_name_and_place)
{
    EXPECT_RAYS("nR", "betza-unsupported at 0: n (must not jump) is for single steps, such as N");
    EXPECT_RAYS("n(1,8)",
                "betza-unsupported at 0: n (must not jump) is for steps of at most seven squares");
    EXPECT_RAYS(
        "WpN",
        "betza-unsupported at 1: p and g (over a piece) are for what goes on and on, such as R");
    EXPECT_RAYS(
        "gR3",
        "betza-unsupported at 0: g (just beyond a piece) is for what has no range, such as R");
    EXPECT_RAYS("kW", "betza-unsupported at 0: k (before kings only) is for what goes on and on, "
                      "such as R");
    EXPECT_RAYS("KckR", "betza-syntax at 2: k (before kings only) is neither m nor c");
    EXPECT_RAYS("npR", "betza-syntax at 1: only one of n, p, g, k, j and y");
    EXPECT_RAYS("KO2", "betza-unsupported at 1: O (castling)");
    EXPECT_RAYS("hN", "betza-unsupported at 0: h (a half) without f, b, l or r before it");
    EXPECT_RAYS("fhW", "betza-unsupported at 1: h (a half) without f, b, l or r before it");
}

TEST(what_is_no_betza_is_refused)
{
    EXPECT_RAYS("", "betza-syntax at 0: it is empty");
    EXPECT_RAYS("Kf", "betza-syntax at 2: an atom is missing at the end");
    EXPECT_RAYS("X", "betza-syntax at 0: ");
    EXPECT_RAYS("R N", "betza-syntax at 1: ");
    EXPECT_RAYS("mmW", "betza-syntax at 1: the same modifier twice");
    EXPECT_RAYS("iifW", "betza-syntax at 1: the same modifier twice");
    EXPECT_RAYS("fmrW", "betza-syntax at 2: directions must stand together");
    EXPECT_RAYS("fbfW", "betza-syntax at 2: the same direction twice");
}

TEST(a_string_of_endless_atoms_meets_a_budget)
{
    char many[100];
    memset(many, 'N', sizeof many - 1);
    for (size_t i = 1; i < sizeof many - 1; i += 2)
        many[i] = 'W';
    many[sizeof many - 1] = '\0';
    EXPECT_RAYS(many, "betza-syntax at 43: more moves than one piece can hold");
}
