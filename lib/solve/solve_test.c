/* SPDX-License-Identifier: MIT */
/* solve_test.c -- the search against its slow twin, which tries every move to the end and
 * remembers nothing; and mate by one of endlessly many lengths against lengths one by one.
 * CP_PROBLEMS=1000 in the environment asks for more than the daily number. */
#include "solve/search.h"

#include "rules/moves.h"
#include "rules/random_test.h"

/* ---- the twin ---- */

struct twin {
    struct world *w;
    cp_stipulation asked;
    uint64_t left; /* positions it may look at */
};

static enum cp_found twin_end(struct twin *t)
{
    int winner;
    struct cp_position *p = &t->w->p;
    enum cp_outcome outcome = cp_rules_of(p)->outcome(p, &winner);
    if (outcome == CP_OUTCOME_UNDECIDED)
        return CP_FOUND_OPEN;
    if (t->asked.stalemates)
        return outcome == CP_OUTCOME_STALEMATE ? CP_FOUND_YES : CP_FOUND_NO;
    bool is_trapped = outcome == CP_OUTCOME_KING_TRAPPED && winner != (int)p->turn;
    return is_trapped || outcome == CP_OUTCOME_CHECKMATE ? CP_FOUND_YES : CP_FOUND_NO;
}

/* All moves at once, in memory of their own. */
static uint32_t twin_moves(struct world *w, cp_move **out)
{
    struct cp_position *p = &w->p;
    struct cp_ranges ranges;
    uint32_t count = 0;
    size_t room = 0;
    cp_move *list = NULL;
    cp_ranges_init(&ranges, &w->scratch);
    for (int32_t man = 0; !cp_position_is_over(p) && man < (int32_t)p->count; man++)
        if (!p->gone[man] && p->owner[man] == p->turn)
            cp_rules_of(p)->each_move(p, man, &ranges);
    for (uint32_t i = 0; i < ranges.count; i++)
        for (int64_t n = ranges.list[i].low.v; n <= ranges.list[i].high.v; n++)
            for (uint32_t k = 0; k < cp_range_choices(p, &ranges.list[i]); k++) {
                list = cp_arena_grow(&w->scratch, list, count, &room, sizeof *list);
                count +=
                    cp_range_move(p, &ranges.list[i], CP_INT(n),
                                  cp_range_choice(p, &ranges.list[i], k), &list[count]) == CP_OK;
            }
    *out = list;
    return count;
}

static enum cp_found twin_decide(struct twin *t, uint32_t plies, bool is_new)
{
    struct cp_position *p = &t->w->p;
    bool helps = t->asked.aim == CP_AIM_HELP;
    bool chooses = helps || (plies % 2 == 1) == (t->asked.aim == CP_AIM_DIRECT);
    cp_move *moves;
    if (t->left)
        t->left--;
    if (plies == 0 || !t->left)
        return twin_end(t);
    uint32_t count = twin_moves(t->w, &moves);
    if (!count)
        return plies % 2 == 0 && !helps ? twin_end(t) : CP_FOUND_NO;
    if (cp_count_is_out(p) || cp_counting_outcome(p, CP_OUTCOME_NONE, false, is_new))
        return CP_FOUND_NO;
    enum cp_found found = chooses ? CP_FOUND_NO : CP_FOUND_YES;
    for (uint32_t i = 0; i < count && t->left; i++) {
        cp_undo undo;
        cp_rules_of(p)->apply(p, &moves[i], &undo);
        enum cp_found one = twin_decide(t, plies - 1, cp_move_changes_material(&moves[i]));
        cp_rules_of(p)->undo(p, &undo);
        if (one == (chooses ? CP_FOUND_YES : CP_FOUND_NO))
            return one;
        found = one > CP_FOUND_YES ? one : found;
    }
    return found;
}

/* ---- both ---- */

static struct cp_table *table;
static unsigned long answers[3], undecided;

static void put_variant(const struct world *w, const char *stipulation, int found, int wanted)
{
    printf("# %.*s, seed %ju: %s is %d, not %d\n", CP_FMT(w->variant.id), (uintmax_t)w->seed,
           stipulation, found, wanted);
}

static void ask_both(struct world *w, const char *stipulation, uint64_t most)
{
    struct cp_problem problem = {0};
    struct twin twin = {.w = w, .left = most};
    EXPECT(cp_stipulation_parse(&twin.asked, cp_str_from(stipulation)));
    enum cp_found wanted = twin_decide(&twin, twin.asked.plies, true);
    if (!twin.left)
        return; /* too much for it */
    cp_hash before = cp_position_hash(&w->p);
    problem.asked = twin.asked;
    cp_problem_solve(&problem, table, &w->p, CP_LETTER, (cp_square){CP_INT(0), CP_INT(0)},
                     &w->scratch);
    if (problem.found != wanted) {
        w->faults++;
        put_variant(w, stipulation, problem.found, wanted);
    }
    cp_hash after = cp_position_hash(&w->p);
    w->faults += before.low != after.low || before.high != after.high;
    if (wanted > CP_FOUND_YES)
        undecided++;
    else
        answers[wanted]++;
}

static void ask_all(struct world *w)
{
    static const char *const stipulations[] = {"#1", "=1", "h#0.5", "s#1", "h#1", "h#1.5", "h=1.5",
                                               "#2", "=2", "s=1",   "h#2", "s#2", "#3"};
    for (size_t i = 0; i < sizeof stipulations / sizeof *stipulations; i++)
        ask_both(w, stipulations[i], 300);
}

/* A game by chance, in which much is taken: few pieces are left at its end. */
static void play_down(struct world *w, uint32_t plies)
{
    for (uint32_t i = 0; i < plies && w->p.standing > 4; i++) {
        cp_move move, other;
        cp_undo undo;
        int winner;
        if (!draw_move(w, &move))
            return;
        for (int tries = 0; tries < 5 && move.taken == CP_NOBODY; tries++)
            if (draw_move(w, &other))
                move = other;
        cp_rules_of(&w->p)->apply(&w->p, &move, &undo);
        enum cp_outcome outcome = cp_rules_of(&w->p)->outcome(&w->p, &winner);
        if (outcome != CP_OUTCOME_NONE) {
            cp_rules_of(&w->p)->undo(&w->p, &undo); /* just before the end */
            return;
        }
    }
}

static uint64_t positions_asked(uint64_t usual)
{
    const char *said = getenv("CP_PROBLEMS");
    return said ? strtoull(said, NULL, 10) : usual;
}

TEST(the_search_finds_what_its_twin_finds_in_every_variant_with_edges)
{
    struct world w;
    world_init(&w);
    table = cp_table_make(&w.arena);
    for (uint32_t i = 0; i < w.variants.count; i++) {
        const struct cp_variant *v = w.variants.list[i];
        if (!v->bounded)
            continue;
        take_variant(&w, v, v->trapdoor);
        for (uint64_t n = 0; n < positions_asked(2); n++) {
            cp_arena_reset(&w.scratch);
            set_up(&w);
            play_down(&w, 20 + (uint32_t)roll(&w, 300));
            ask_all(&w);
        }
    }
    EXPECT_INT((int64_t)w.faults, 0);
    printf("# no %lu, yes %lu, undecided %lu\n", answers[0], answers[1], undecided);
    EXPECT(answers[0] > 500 && answers[1] > 100);
    world_close(&w);
}

/* ---- mate by one of endlessly many lengths ---- */

enum { MEN = 14, NEAR = 7, LOOKED_AT = 90 };

static unsigned long long_ranges, mating, mixed;

static cp_square at(int64_t files, int64_t ranks)
{
    return (cp_square){CP_INT(files), CP_INT(ranks)};
}

/* Black's king stands on (0,0), its own beside it; on a line with it a piece of White's behind
 * another; all others anywhere near. */
static cp_square draw_square(struct world *w, uint32_t man, int64_t dx, int64_t dy)
{
    int64_t far = man == 2 ? 4 + (int64_t)roll(w, 4) : 2 + (int64_t)roll(w, 2);
    if (man == 1)
        return at(0, 0);
    if (man == 2 || man == 3)
        return at(far * dx, far * dy);
    if (man % 2)
        return at((int64_t)roll(w, 3) - 1, (int64_t)roll(w, 3) - 1);
    return at((int64_t)roll(w, 2 * NEAR + 1) - NEAR, (int64_t)roll(w, 2 * NEAR + 1) - NEAR);
}

/* White's many against a king in the middle and some of its own. */
static bool set_up_near(struct world *w, enum cp_side turn)
{
    const struct cp_start *full = &w->variant.start;
    cp_man men[MEN];
    struct cp_start start = {.men = men, .count = 10 + (uint32_t)roll(w, MEN - 9), .turn = turn};
    int32_t culprit;
    int64_t dx = (int64_t)roll(w, 3) - 1, dy = (int64_t)roll(w, 3) - 1;
    for (uint32_t i = 0; i < start.count; i++) {
        men[i] = (cp_man){.square = draw_square(w, i, dx, dy), .moved = true};
        men[i].side = i == 1 || (i > 3 && i % 2) ? CP_BLACK : CP_WHITE;
        do {
            const cp_man *man = &full->men[roll(w, full->count)];
            men[i].kind = man->kind;
        } while (w->law.royals >> men[i].kind & 1 || w->variant.kinds[men[i].kind].promotes);
        if (i < 2)
            men[i].kind = w->law.royal[men[i].side];
        for (uint32_t k = 0; k < i; k++)
            if (cp_square_equal(men[i].square, men[k].square))
                return false;
    }
    if (start.men[1].kind == CP_NO_KIND || start.men[0].kind == CP_NO_KIND)
        return false;
    cp_position_init(&w->p, &w->law, w->ints, &w->scratch, &start);
    cp_rules_of(&w->p)->begin(&w->p, &start);
    return cp_rules_of(&w->p)->check_setup(&w->p, &start, &culprit) == CP_OK;
}

/* The next such position, in memory that the last one had. */
static bool set_up_another(struct world *w, enum cp_side turn)
{
    bool is_set_up = false;
    cp_arena_reset(&w->scratch);
    cp_ints_reset(w->ints, cp_ints_mark(w->ints));
    for (int tries = 0; tries < 500 && !is_set_up; tries++)
        is_set_up = set_up_near(w, turn);
    return is_set_up;
}

static bool mates(struct world *w, const cp_range *range, cp_int length)
{
    cp_move move;
    cp_undo undo;
    int winner;
    if (cp_range_move(&w->p, range, length, CP_NO_KIND, &move) != CP_OK) {
        w->faults++;
        return false;
    }
    cp_rules_of(&w->p)->apply(&w->p, &move, &undo);
    bool is_mate = cp_rules_of(&w->p)->outcome(&w->p, &winner) == CP_OUTCOME_CHECKMATE;
    cp_rules_of(&w->p)->undo(&w->p, &undo);
    return is_mate;
}

/* Each of many lengths, and some far away, is as the cut before it. */
static void compare_lengths(struct world *w, const struct cp_cuts *cuts, const cp_range *range)
{
    bool is_mate = false, was_mate = false, wants_mate = false;
    uint32_t k = 0;
    cp_int n = range->low;
    unsigned long before = w->faults;
    for (int step = 0; step < LOOKED_AT + 10; step++) {
        if (!range->is_endless && cp_int_compare(w->ints, n, range->high) > 0)
            break;
        for (; k < cuts->count && cp_int_compare(w->ints, cuts->list[k], n) <= 0; k++)
            wants_mate = mates(w, range, cuts->list[k]);
        is_mate = mates(w, range, n);
        w->faults += is_mate != wants_mate;
        mating += is_mate;
        mixed += step && is_mate != was_mate;
        was_mate = is_mate;
        n = step < LOOKED_AT ? cp_int_add(w->ints, n, CP_INT(1))
                             : cp_int_add(w->ints, cp_int_scale(w->ints, n, 1000), CP_INT(step));
    }
    if (w->faults > before)
        printf("# %.*s, seed %ju: lengths by (%d,%d) are not alike\n", CP_FMT(w->variant.id),
               (uintmax_t)w->seed, range->dx, range->dy);
}

static void compare_ranges(struct world *w)
{
    struct cp_ranges ranges;
    struct cp_cuts cuts = {0};
    cp_ranges_init(&ranges, &w->scratch);
    for (int32_t man = 0; man < (int32_t)w->p.count; man++)
        if (!w->p.gone[man] && w->p.owner[man] == w->p.turn)
            cp_rules_of(&w->p)->each_move(&w->p, man, &ranges);
    for (uint32_t i = 0; i < ranges.count; i++) {
        const cp_range *range = &ranges.list[i];
        if (range->is_open || cp_range_is_empty(w->ints, range) || cp_range_is_single(range) ||
            !cp_cuts_find(&cuts, &w->p, range, CP_CUTS_OF_MATE, &w->scratch))
            continue;
        long_ranges++;
        compare_lengths(w, &cuts, range);
    }
}

TEST(lengths_between_two_cuts_mate_all_or_none)
{
    struct world w;
    world_init(&w);
    for (uint32_t i = 0; i < w.variants.count; i++) {
        const struct cp_variant *v = w.variants.list[i];
        if (v->bounded || v->start.count < 2)
            continue;
        take_variant(&w, v, 0);
        for (uint64_t n = 0; n < positions_asked(30); n++) {
            if (set_up_another(&w, CP_WHITE))
                compare_ranges(&w);
        }
    }
    EXPECT_INT((int64_t)w.faults, 0);
    printf("# %lu ranges, %lu lengths mate, %lu changes\n", long_ranges, mating, mixed);
    EXPECT(long_ranges > 1000 && mating > 10 && mixed > 10);
    world_close(&w);
}

/* ---- mate in two by one of endlessly many lengths ---- */

static unsigned long compared, solving;

/* What comes of going so far, with so many plies left. */
static enum cp_found decide(struct cp_search *s, const cp_range *range, cp_int length,
                            uint32_t plies)
{
    struct cp_candidate c = {.range = *range};
    cp_undo undo;
    if (cp_range_move(s->p, range, length, CP_NO_KIND, &c.move) != CP_OK)
        return CP_FOUND_OPEN;
    cp_search_play(s, &c, &undo);
    enum cp_found found = cp_search_decide(s, plies);
    s->rules->undo(s->p, &undo);
    return found;
}

/* Lengths behind the last that is tried alone, and those much farther of the same class. */
static void compare_classes(struct world *w, const cp_range *range, uint32_t plies)
{
    struct cp_search s;
    struct cp_problem problem = {.asked = {.plies = plies}};
    cp_int last, near, far;
    cp_search_begin(&s, &w->p, &w->scratch, table, &problem);
    if (!range->is_endless || !cp_reach_find(&s.reach, &w->p, plies - 1, &last))
        return;
    int64_t classes = s.reach.classes[plies - 2];
    for (int i = 0; i < 3; i++) {
        near = cp_int_add(w->ints, last, CP_INT(1 + (int64_t)roll(w, (uint64_t)classes)));
        far = cp_int_scale(w->ints, CP_INT(classes), i < 2 ? 1 + i * 977 : 1000000007);
        far = cp_int_add(w->ints, near, i < 2 ? far : cp_int_scale(w->ints, far, 1000000007));
        enum cp_found found = decide(&s, range, near, plies - 1);
        w->faults += found != decide(&s, range, far, plies - 1);
        compared++;
        solving += found == CP_FOUND_YES;
    }
}

/* Of Black's reply in a mate in two, and of White's first move. */
TEST(lengths_behind_the_last_one_are_as_their_class)
{
    struct world w;
    world_init(&w);
    table = cp_table_make(&w.arena);
    for (uint32_t i = 0; i < w.variants.count; i++) {
        const struct cp_variant *v = w.variants.list[i];
        if (v->bounded || v->start.count < 2)
            continue;
        take_variant(&w, v, 0);
        for (uint64_t n = 0; n < positions_asked(30); n++) {
            uint32_t plies = n % 10 ? 2 : 3;
            struct cp_ranges ranges;
            if (!set_up_another(&w, plies == 2 ? CP_BLACK : CP_WHITE))
                continue;
            cp_ranges_init(&ranges, &w.scratch);
            for (int32_t man = 0; man < (int32_t)w.p.count; man++)
                if (!w.p.gone[man] && w.p.owner[man] == w.p.turn)
                    cp_rules_of(&w.p)->each_move(&w.p, man, &ranges);
            for (uint32_t k = 0; k < ranges.count; k++)
                compare_classes(&w, &ranges.list[k], plies);
        }
    }
    EXPECT_INT((int64_t)w.faults, 0);
    printf("# %lu lengths, %lu solve\n", compared, solving);
    EXPECT(compared > 100 && solving > 10);
    world_close(&w);
}

/* ---- mate in two in a window ---- */

enum { WINDOW = 12, FAR_OUT = 150 };

/* All single moves of at most so many steps along a ray. */
static cp_move *moves_within(struct world *w, int64_t most, uint32_t *count)
{
    struct cp_ranges ranges;
    size_t room = 0;
    cp_move *list = NULL;
    *count = 0;
    cp_ranges_init(&ranges, &w->scratch);
    for (int32_t man = 0; (man = cp_ranges_next(&ranges, &w->p, man)) != CP_NOBODY; man++)
        for (uint32_t i = 0; i < ranges.count; i++)
            for (int64_t n = ranges.list[i].low.v; n <= most; n++) {
                const cp_range *r = &ranges.list[i];
                if (r->is_open || (!r->is_endless && n > r->high.v))
                    break;
                list = cp_arena_grow(&w->scratch, list, *count, &room, sizeof *list);
                *count += cp_range_move(&w->p, r, CP_INT(n), cp_range_choice(&w->p, r, 0),
                                        &list[*count]) == CP_OK;
            }
    return list;
}

static bool mates_within(struct world *w, int64_t most)
{
    uint32_t count;
    bool is_mate = false;
    cp_move *list = moves_within(w, most, &count);
    for (uint32_t i = 0; i < count && !is_mate; i++) {
        cp_undo undo;
        int winner;
        cp_rules_of(&w->p)->apply(&w->p, &list[i], &undo);
        is_mate = cp_rules_of(&w->p)->outcome(&w->p, &winner) == CP_OUTCOME_CHECKMATE;
        cp_rules_of(&w->p)->undo(&w->p, &undo);
    }
    return is_mate;
}

/* Black is to move: whether White mates after each reply of the window; where not, looks farther
 * out, too. */
static bool is_answered(struct world *w, int64_t most)
{
    uint32_t count;
    bool good = true;
    cp_move *list = moves_within(w, WINDOW, &count);
    for (uint32_t i = 0; i < count && good; i++) {
        cp_undo undo;
        cp_rules_of(&w->p)->apply(&w->p, &list[i], &undo);
        good = mates_within(w, most);
        cp_rules_of(&w->p)->undo(&w->p, &undo);
    }
    return good && count;
}

static unsigned long lost, safe, far_saved, far_mated;

/* What the search says of the side to move, which is to be mated next. */
static void compare_window(struct world *w)
{
    struct cp_search s;
    struct cp_problem problem = {.asked = {.plies = 2}};
    int winner;
    if (cp_rules_of(&w->p)->outcome(&w->p, &winner) != CP_OUTCOME_NONE)
        return;
    cp_search_begin(&s, &w->p, &w->scratch, table, &problem);
    enum cp_found found = cp_search_decide(&s, 2);
    if (found > CP_FOUND_YES || (found == CP_FOUND_NO && roll(w, 20)))
        return;
    bool answered = is_answered(w, WINDOW);
    lost += found == CP_FOUND_YES;
    safe += found == CP_FOUND_NO && !answered;
    far_saved += found == CP_FOUND_NO && answered; /* by a reply beyond the window */
    if (found == CP_FOUND_YES && !answered) {
        far_mated++;
        w->faults += !is_answered(w, FAR_OUT);
    }
}

TEST(who_is_lost_on_the_plane_is_lost_in_every_window)
{
    struct world w;
    world_init(&w);
    table = cp_table_make(&w.arena);
    for (uint32_t i = 0; i < w.variants.count; i++) {
        const struct cp_variant *v = w.variants.list[i];
        if (v->bounded || v->start.count < 2)
            continue;
        take_variant(&w, v, 0);
        for (uint64_t n = 0; n < positions_asked(6); n++) {
            uint32_t count;
            bool is_set_up = set_up_another(&w, CP_WHITE);
            const cp_move *list = is_set_up ? moves_within(&w, 3, &count) : NULL;
            for (uint32_t k = 0; list && k < count; k++) {
                cp_undo undo;
                cp_rules_of(&w.p)->apply(&w.p, &list[k], &undo);
                compare_window(&w);
                cp_rules_of(&w.p)->undo(&w.p, &undo);
            }
        }
    }
    printf("# lost %lu, safe %lu, saved far out %lu, mated far out %lu\n", lost, safe, far_saved,
           far_mated);
    EXPECT_INT((int64_t)w.faults, 0);
    EXPECT(lost > 10 && safe > 50 && far_saved < safe / 10);
    world_close(&w);
}
