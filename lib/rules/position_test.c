/* SPDX-License-Identifier: MIT */
/* position_test.c -- a small board's lines are walked: in games of every bundled variant with
 * edges, what is first on a line is the same as a look at all men says, also from squares beyond
 * the edges, which are asked for where a game writes them. */
#include "rules/moves.h"
#include "rules/random_test.h"

enum { GAMES = 2, PLIES = 30, BEYOND = 3 };

/* The nearest in that direction among all men. */
static int32_t first_of_all(const struct cp_position *p, uint32_t line, cp_square from, int way)
{
    int32_t first = CP_NOBODY;
    int64_t least = 0;
    for (int32_t man = 0; man < (int32_t)p->count; man++) {
        cp_int own = cp_line_key(p->law, p->ints, line, p->at[man]);
        int64_t away =
            way * (cp_line_place(p->law, line, p->at[man]).v - cp_line_place(p->law, line, from).v);
        if (p->gone[man] || away <= 0 || own.v != cp_line_key(p->law, p->ints, line, from).v ||
            (first != CP_NOBODY && away >= least))
            continue;
        first = man;
        least = away;
    }
    return first;
}

static void look_from(struct world *w, cp_square from)
{
    const struct cp_position *p = &w->p;
    cp_spot spot;
    cp_int steps;
    cp_spot_init(&spot, p, from);
    for (uint32_t line = 0; line < p->law->line_count; line++)
        for (int way = -1; way <= 1; way += 2) {
            int32_t first = first_of_all(p, line, from, way);
            w->faults += cp_position_first(p, &spot, line, way, &steps) != first;
            w->faults += cp_position_beyond(p, line, spot.key[line],
                                            cp_line_place(p->law, line, from), way) != first;
            if (first == CP_NOBODY)
                continue;
            int32_t dx = way * p->law->line_dx[line], dy = way * p->law->line_dy[line];
            cp_square last = p->at[first], after = cp_square_leap(p->ints, last, dx, dy);
            w->faults += !cp_position_is_clear(p, line, from, last);
            w->faults += cp_position_is_clear(p, line, from, after);
            w->faults += cp_position_is_clear(p, line, after, from);
        }
}

static void look_from_everywhere(struct world *w)
{
    const struct cp_variant *v = &w->variant;
    for (int32_t file = 1 - BEYOND; file <= v->files + BEYOND; file++)
        for (int32_t rank = 1 - BEYOND; rank <= v->ranks + BEYOND; rank++)
            look_from(w, (cp_square){CP_INT(file), CP_INT(rank)});
}

TEST(first_on_a_line_is_what_a_look_at_all_men_says)
{
    struct world w;
    world_init(&w);
    for (uint32_t i = 0; i < w.variants.count; i++) {
        const struct cp_variant *v = w.variants.list[i];
        if (!v->bounded || v->family != CP_FAMILY_CHESS)
            continue;
        take_variant(&w, v, 0);
        for (int game = 0; game < GAMES; game++) {
            cp_move move;
            cp_undo undo;
            set_up(&w);
            EXPECT(w.p.squares > 0);
            for (int ply = 0; ply < PLIES && !cp_position_is_over(&w.p); ply++) {
                if (!draw_move(&w, &move))
                    break;
                cp_rules_of(&w.p)->apply(&w.p, &move, &undo);
                w.plies++;
            }
            look_from_everywhere(&w);
        }
        EXPECT(w.faults == 0);
    }
    EXPECT(w.plies > 1000);
    world_close(&w);
}
