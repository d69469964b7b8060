/* SPDX-License-Identifier: MIT */
/* moves_test.c -- what is told of a man's moves against asking for every square of
 * a box, on boards of trapdoors and without. */
#include "rules/chess/moves.h"
#include "rules/chess/turn.h"
#include "rules/rules.h"
#include "rules/setup.h"
#include "test.h"

enum { BOX = 12, MEN = 14 };

struct world {
    struct cp_arena arena, scratch;
    struct cp_ints *ints;
    struct cp_diags diags;
    struct cp_variants variants;
    struct cp_variant variant;
    struct cp_law law;
    struct cp_position p;
    uint64_t seed;
    unsigned long told, restrained, attacks;
};

static uint64_t roll(struct world *w, uint64_t below)
{
    w->seed ^= w->seed << 13;
    w->seed ^= w->seed >> 7;
    w->seed ^= w->seed << 17;
    return (w->seed >> 11) % below;
}

static bool open_world(struct world *w, const char *variant, int32_t delay)
{
    *w = (struct world){.ints = cp_ints_open(), .seed = 88172645463325252u};
    cp_arena_init(&w->arena, NULL, NULL);
    cp_arena_init(&w->scratch, NULL, NULL);
    w->diags = cp_diags_in(&w->arena);
    if (!w->ints || !cp_variants_load(&w->variants, &w->arena, w->ints, &w->diags))
        return false;
    struct cp_variant *v = cp_variants_find(&w->variants, cp_str_from(variant));
    FILE *f = v ? NULL : fopen(variant, "rb");
    if (f) {
        struct cp_buf text = cp_buf_in(&w->arena);
        text.len = fread(cp_buf_room(&text, 65536), 1, 65536, f);
        fclose(f);
        if (!cp_variant_parse(&v, &w->arena, w->ints, cp_buf_str(&text), variant, &w->diags))
            return false;
    }
    cp_variant_wake(v, &w->arena, w->ints);
    w->variant = *v;
    w->variant.trapdoor = delay;
    return cp_law_init(&w->law, &w->variant, &w->arena, &w->diags);
}

static void close_world(struct world *w)
{
    cp_arena_close(&w->scratch);
    cp_arena_close(&w->arena);
    cp_ints_close(w->ints);
}

static cp_square random_square(struct world *w)
{
    return (cp_square){CP_INT((int64_t)roll(w, BOX) + 1), CP_INT((int64_t)roll(w, BOX) + 1)};
}

/* Kings, a few men, most of them about to fall. */
static bool invent(struct world *w)
{
    cp_man men[MEN];
    struct cp_start start = {.men = men, .turn = roll(w, 2) ? CP_BLACK : CP_WHITE};
    uint64_t count = 4 + roll(w, MEN - 4);
    for (uint32_t i = 0; i < count; i++) {
        uint8_t kind = (uint8_t)roll(w, w->variant.alphabet.count);
        men[start.count++] = (cp_man){.square = random_square(w),
                                      .kind = i < 2 ? w->law.royal[i] : kind,
                                      .side = (uint8_t)(i < 2 ? i : roll(w, 2)),
                                      .moved = true,
                                      .clock = w->variant.trapdoor ? (uint32_t)roll(w, 3) : 0};
    }
    int32_t culprit;
    cp_arena_reset(&w->scratch);
    w->law.many = w->law.many ? 0 : CP_MEN_MANY; /* both ways to look, in turn */
    cp_position_init(&w->p, &w->law, w->ints, &w->scratch, &start);
    cp_trapdoor_lay(&w->p);
    return cp_setup_check(&w->p, &start, &culprit) == CP_OK;
}

static bool may_go(struct world *w, int32_t man, cp_square to)
{
    const struct cp_variant *v = &w->variant;
    cp_move move;
    enum cp_diag why = cp_move_check(&w->p, man, to, CP_NO_KIND, &move);
    for (uint32_t i = 0; why == CP_PROMOTION_MISSING && i < v->promotion[w->p.turn].to_count; i++)
        if (cp_move_check(&w->p, man, to, v->promotion[w->p.turn].to[i], &move) == CP_OK)
            return true;
    return why == CP_OK;
}

static bool is_on_run(struct world *w, const cp_range *run, cp_square to)
{
    for (int64_t n = 1; n <= 2 * BOX; n++) {
        cp_int length = CP_INT(n);
        bool is_in = cp_int_compare(w->ints, run->low, length) <= 0 &&
                     (run->is_endless || cp_int_compare(w->ints, length, run->high) <= 0);
        if (is_in && (!run->primes || cp_int_is_prime(w->ints, length)) &&
            cp_square_equal(cp_range_square(w->ints, run, length), to))
            return true;
    }
    return false;
}

static bool is_told_right(struct world *w, int32_t man)
{
    struct cp_ranges s;
    cp_ranges_init(&s, &w->scratch);
    cp_chess_each_move(&w->p, man, &s);
    for (int file = 1 - BOX / 2; file <= BOX + BOX / 2; file++)
        for (int rank = 1 - BOX / 2; rank <= BOX + BOX / 2; rank++) {
            cp_square to = {CP_INT(file), CP_INT(rank)};
            unsigned told = 0;
            for (uint32_t i = 0; i < s.count; i++)
                told += is_on_run(w, &s.list[i], to);
            if (told != may_go(w, man, to)) {
                printf("# man %d to (%d,%d) is told %u times\n", man, file, rank, told);
                return false;
            }
            w->told += told;
        }
    return true;
}

/* Against asking, of every square, whether the man, or the body that it leads, takes there. */
static bool are_attacks_told_right(struct world *w, int32_t man)
{
    struct cp_ranges s;
    cp_body body;
    bool has_body = w->law.has_bodies && cp_body_find(&w->p, man, &body);
    cp_ranges_init(&s, &w->scratch);
    cp_chess_each_attack(&w->p, man, &s);
    for (int file = 1 - BOX / 2; file <= BOX + BOX / 2; file++)
        for (int rank = 1 - BOX / 2; rank <= BOX + BOX / 2; rank++) {
            cp_square at = {CP_INT(file), CP_INT(rank)};
            int32_t there = cp_position_get(&w->p, at);
            bool is_own = there == man, is_told[2] = {false};
            for (uint32_t i = 0; has_body && i < body.count; i++)
                is_own |= there == body.man[i];
            if (is_own || !cp_on_board(&w->law, w->ints, at))
                continue;
            cp_spot spot;
            cp_spot_init(&spot, &w->p, at);
            for (uint32_t i = 0; i < s.count; i++)
                is_told[s.list[i].is_body] |= is_on_run(w, &s.list[i], at);
            if (is_told[0] != cp_man_reaches(&w->p, man, &spot, CP_RAY_TAKES) ||
                is_told[1] != (has_body && cp_body_attacks(&w->p, &body, &spot, NULL) > 0)) {
                printf("# attack of man %d on (%d,%d): %d, %d\n", man, file, rank, is_told[0],
                       is_told[1]);
                return false;
            }
            w->attacks += (unsigned long)is_told[0] + is_told[1];
        }
    return true;
}

static void show(struct world *w)
{
    const struct cp_position *p = &w->p;
    struct cp_buf out;
    cp_buf_init(&out, &w->scratch);
    for (uint32_t i = 0; i < p->count; i++) {
        if (p->gone[i])
            continue;
        cp_buf_printf(&out, "%u %c %.*s ", i, p->side[i] == CP_WHITE ? 'w' : 'b',
                      CP_FMT(cp_alphabet_letter(&w->variant.alphabet, p->kind[i])));
        cp_square_format(p->ints, &out, p->at[i], CP_NUMERIC);
        cp_buf_puts(&out, p->moved[i] ? " moved\n" : "\n");
    }
    printf("%.*s", CP_FMT(cp_buf_str(&out)));
}

static void compare(const char *variant, int32_t delay)
{
    struct world w;
    const char *asked = getenv("CP_POSITIONS");
    unsigned long wanted = asked ? strtoul(asked, NULL, 10) : 200;
    EXPECT(open_world(&w, variant, delay));
    for (unsigned long seen = 0; seen < wanted;) {
        if (!invent(&w))
            continue;
        seen++;
        for (int32_t man = 0; man < (int32_t)w.p.count; man++)
            if (w.p.side[man] == (uint8_t)w.p.turn && !is_told_right(&w, man)) {
                EXPECT(!"told right");
                show(&w);
                seen = wanted;
            }
    }
    EXPECT(w.told > 0);
    close_world(&w);
}

TEST(what_is_told_of_moves_is_what_is_legal) /* R-INF-1 */
{
    compare("coaip", 0);
    compare("trappist-1", 0);
    compare("huygens", 0);
    compare("fide", 0);
    compare("testdata/variants/fine/ways.yaml", 0);
    compare("testdata/variants/fine/griffins.yaml", 0);
}

TEST(what_is_told_of_attacks_is_what_men_and_bodies_reach) /* R-INF-1 */
{
    static const char *const variants[] = {
        "coaip", "trappist-1",    "huygens",       "formation",
        "fide",  "site-coaip-ro", "site-coaip-ho", "testdata/variants/fine/griffins.yaml"};
    for (size_t i = 0; i < sizeof variants / sizeof *variants; i++) {
        struct world w;
        bool is_right = true;
        EXPECT(open_world(&w, variants[i], 0));
        for (int seen = 0; seen < 60 && is_right;) {
            if (!invent(&w))
                continue;
            seen++;
            for (int32_t man = 0; man < (int32_t)w.p.count && is_right; man++)
                is_right = w.p.gone[man] || are_attacks_told_right(&w, man);
        }
        EXPECT(is_right);
        if (!is_right)
            show(&w);
        EXPECT(w.attacks > 1000);
        close_world(&w);
    }
}

TEST(and_so_it_is_on_boards_of_trapdoors) /* R-TD-5 */
{
    compare("fide", 1);
    compare("coaip", 1);
    compare("trappist-1", 1);
    compare("huygens", 1);
}

/* The pawn on (15,40) falls at the end of White's turn, and the black rook then looks
 * through to the king: the queen must stay between them, unless she mates. */
TEST(R_TD_5_who_must_stand_between_after_falls_may_still_go_and_mate)
{
    static const int pawns[][2] = {{4, 4}, {5, 4}, {6, 4}, {4, 5}, {6, 5}, {4, 6}, {6, 6}};
    struct world w;
    cp_man men[MEN];
    struct cp_start start = {.men = men, .turn = CP_WHITE};
    int32_t culprit;
    EXPECT(open_world(&w, "coaip", 5));
    const struct cp_alphabet *a = &w.variant.alphabet;
    uint8_t queen = cp_alphabet_find(a, CP_STR("Q"), false);
    uint8_t rook = cp_alphabet_find(a, CP_STR("R"), false);
    men[0] = (cp_man){.square = {CP_INT(1), CP_INT(40)}, .kind = w.law.royal[0]};
    men[1] = (cp_man){.square = {CP_INT(5), CP_INT(5)}, .kind = w.law.royal[1], .side = CP_BLACK};
    men[2] = (cp_man){.square = {CP_INT(12), CP_INT(40)}, .kind = queen};
    men[3] = (cp_man){.square = {CP_INT(15), CP_INT(40)}, .kind = w.variant.pawn, .clock = 1};
    men[4] = (cp_man){.square = {CP_INT(20), CP_INT(40)}, .kind = rook, .side = CP_BLACK};
    for (start.count = 5; start.count < 12; start.count++) {
        const int *at = pawns[start.count - 5];
        men[start.count] = (cp_man){.square = {CP_INT(at[0]), CP_INT(at[1])},
                                    .kind = w.variant.pawn,
                                    .side = CP_BLACK,
                                    .moved = true};
    }
    men[3].moved = true;
    cp_position_init(&w.p, &w.law, w.ints, &w.scratch, &start);
    cp_trapdoor_lay(&w.p);
    EXPECT_INT(cp_setup_check(&w.p, &start, &culprit), CP_OK);
    struct cp_ranges s;
    unsigned squares = 0, mates = 0;
    cp_ranges_init(&s, &w.scratch);
    cp_chess_each_move(&w.p, 2, &s);
    for (int file = -30; file <= 50; file++)
        for (int rank = -10; rank <= 90; rank++)
            for (uint32_t i = 0; i < s.count; i++) {
                cp_square to = {CP_INT(file), CP_INT(rank)};
                bool told = is_on_run(&w, &s.list[i], to);
                squares += told;
                mates += told && file == 5 && (rank == 33 || rank == 47);
            }
    EXPECT_INT(squares, 12 + 2); /* (2,40) to (14,40), and two mates */
    EXPECT_INT(mates, 2);
    close_world(&w);
}

/* The rook will look through to the king when the pawn has fallen. Far behind the king
 * a huygens can come between, but not on (3,1), the nearest prime, if that is where the
 * pawn still stands. */
TEST(R_TD_5_who_leaps_past_men_that_are_due_may_land_beyond_them)
{
    struct world w;
    cp_man men[5];
    struct cp_start start = {.men = men, .turn = CP_WHITE, .count = 5};
    int32_t culprit;
    EXPECT(open_world(&w, "trappist-1", 5));
    const struct cp_alphabet *a = &w.variant.alphabet;
    uint8_t huygens = cp_alphabet_find(a, CP_STR("Hu"), false);
    uint8_t rook = cp_alphabet_find(a, CP_STR("R"), false);
    men[0] = (cp_man){.square = {CP_INT(1), CP_INT(1)}, .kind = w.law.royal[0]};
    men[1] = (cp_man){.square = {CP_INT(1), CP_INT(900)}, .kind = w.law.royal[1], .side = CP_BLACK};
    men[2] = (cp_man){.square = {CP_INT(-100), CP_INT(1)}, .kind = huygens};
    men[3] = (cp_man){.square = {CP_INT(15), CP_INT(1)}, .kind = w.variant.pawn, .clock = 1};
    men[4] = (cp_man){.square = {CP_INT(40), CP_INT(1)}, .kind = rook, .side = CP_BLACK};
    for (int blocked = 0; blocked <= 1; blocked++) {
        if (blocked)
            men[3].square.file = CP_INT(3);
        cp_position_init(&w.p, &w.law, w.ints, &w.scratch, &start);
        cp_trapdoor_lay(&w.p);
        EXPECT_INT(cp_setup_check(&w.p, &start, &culprit), CP_OK);
        EXPECT_INT(may_go(&w, 2, (cp_square){CP_INT(3), CP_INT(1)}), !blocked);
        EXPECT(may_go(&w, 2, (cp_square){CP_INT(7), CP_INT(1)}));
        EXPECT(!may_go(&w, 2, (cp_square){CP_INT(-100), CP_INT(6)}));
        EXPECT(cp_man_find_reply(&w.p, 2, &(cp_reply){.is_plain = false}));
    }
    close_world(&w);
}

static void put(cp_man *man, struct world *w, const char *letter, int side, int64_t file,
                int64_t rank)
{
    *man = (cp_man){.square = {CP_INT(file), CP_INT(rank)},
                    .kind = cp_alphabet_find(&w->variant.alphabet, cp_str_from(letter), false),
                    .side = (uint8_t)side};
}

/* A nest as deep as none is: the turn is refused as undecided, and when it is played
 * nobody says how the game stands. */
TEST(beyond_the_deepest_nest_a_turn_is_undecided_and_the_game_after_it) /* R-END-2 */
{
    enum { DEEPEST = 24 };
    struct world w;
    cp_man men[6];
    struct cp_start start = {.men = men, .count = 6, .turn = CP_WHITE};
    cp_move move;
    cp_undo undo;
    int32_t culprit;
    int winner;
    EXPECT(open_world(&w, "coaip", 1));
    put(&men[0], &w, "K", CP_WHITE, 5, 1);
    put(&men[1], &w, "G", CP_WHITE, 5, 3); /* falls, and bares the king */
    put(&men[2], &w, "R", CP_WHITE, 1, 5);
    put(&men[3], &w, "K", CP_BLACK, 9, 10);
    put(&men[4], &w, "R", CP_BLACK, 5, 20);
    put(&men[5], &w, "N", CP_BLACK, 30, 30);
    men[1].clock = 1;
    cp_position_init(&w.p, &w.law, w.ints, &w.arena, &start);
    cp_rules_chess.begin(&w.p, &start);
    EXPECT_INT(cp_setup_check(&w.p, &start, &culprit), CP_OK);
    for (uint32_t nesting = 0; nesting <= DEEPEST; nesting += DEEPEST) {
        cp_square to = {CP_INT(1), CP_INT(10)}; /* gives check, and mates nobody */
        w.p.nesting = nesting;
        EXPECT_INT(cp_move_check(&w.p, 2, to, CP_NO_KIND, &move),
                   nesting ? CP_TURN_UNDECIDED : CP_KING_EXPOSED);
        EXPECT(!w.p.is_undecided);
        cp_turn_apply(&w.p, &move, &undo);
        EXPECT_INT(cp_rules_chess.outcome(&w.p, &winner),
                   nesting ? CP_OUTCOME_UNDECIDED : CP_OUTCOME_NONE);
        EXPECT_INT(undo.falls, 1);
        cp_move_undo(&w.p, &undo);
    }
    close_world(&w);
}
