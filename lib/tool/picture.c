/* SPDX-License-Identifier: MIT */
#include "tool/picture.h"

#include "rules/trapdoor.h"

void cp_picture_init(struct cp_picture *p, const struct cp_variant *v, struct cp_ints *ints,
                     cp_square back)
{
    *p = (struct cp_picture){
        .view = {
            .ints = ints,
            .alphabet = &v->alphabet,
            .bounded = v->bounded,
            .files = v->files,
            .ranks = v->ranks,
            .has_origin_mark = v->has_origin_mark,
            .origin_mark = cp_square_shift(ints, v->origin_mark, back),
            .window = {cp_square_shift(ints, v->window[0], back),
                       cp_square_shift(ints, v->window[1], back)},
            .axes = v->alphabet.native == CP_NUMERIC ? CP_AXES_NUMBERS : CP_AXES_LETTERS,
            .spelling = v->alphabet.native,
        }};
}

/* In turns of his own, for the men still there. */
static const uint16_t *clocks_of(const struct cp_position *position, struct cp_arena *arena)
{
    uint16_t *clocks = cp_arena_take_zero(arena, (size_t)position->count + 1, sizeof *clocks);
    uint32_t count = 0;
    for (uint32_t man = 0; man < position->count; man++) {
        if (position->gone[man])
            continue;
        uint32_t turns = (cp_trapdoor_left(position, (int32_t)man) + 1) / 2;
        clocks[count++] = (uint16_t)(turns < UINT16_MAX ? turns : UINT16_MAX);
    }
    return clocks;
}

void cp_picture_put(struct cp_picture *p, const struct cp_position *position, cp_square back,
                    struct cp_arena *arena)
{
    struct cp_view *v = &p->view;
    cp_man *men = cp_arena_take_zero(arena, (size_t)position->count + 1, sizeof *men);
    v->count = 0;
    for (uint32_t man = 0; man < position->count; man++)
        if (!position->gone[man])
            men[v->count++] = (cp_man){.square = cp_square_shift(v->ints, position->at[man], back),
                                       .kind = position->kind[man],
                                       .side = position->side[man]};
    v->men = men;
    v->clocks = position->delay ? clocks_of(position, arena) : NULL;
    v->checked_count = v->checker_count = 0;
    int32_t king = position->king[position->turn];
    if (position->checks == 0 || king == CP_NOBODY)
        return;
    v->checker_count = position->checks < 2 ? position->checks : 2;
    for (uint32_t i = 0; i < v->checker_count; i++)
        p->checkers[i] = cp_square_shift(v->ints, position->at[position->checker[i]], back);
    p->checked = cp_square_shift(v->ints, position->at[king], back);
    v->checked = &p->checked;
    v->checked_count = 1;
    v->checkers = p->checkers;
}
