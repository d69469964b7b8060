/* SPDX-License-Identifier: MIT */
#include "tool/picture.h"

#include "rules/bodies.h"
#include "rules/trapdoor.h"

static const cp_square *shifted(struct cp_arena *arena, struct cp_ints *ints,
                                const cp_square *squares, uint32_t count, cp_square back)
{
    cp_square *there = cp_arena_take(arena, (size_t)count * sizeof *there);
    for (uint32_t i = 0; i < count; i++)
        there[i] = cp_square_shift(ints, squares[i], back);
    return there;
}

void cp_picture_init(struct cp_picture *p, const struct cp_variant *v, struct cp_ints *ints,
                     cp_square back, struct cp_arena *arena)
{
    *p = (struct cp_picture){
        .view = {
            .ints = ints,
            .alphabet = &v->alphabet,
            .bounded = v->bounded,
            .files = v->files,
            .ranks = v->ranks,
            .traps = shifted(arena, ints, v->traps, v->trap_count, back),
            .trap_count = v->trap_count,
            .has_origin_mark = v->has_origin_mark,
            .origin_mark = cp_square_shift(ints, v->origin_mark, back),
            .window = {cp_square_shift(ints, v->window[0], back),
                       cp_square_shift(ints, v->window[1], back)},
            .axes = v->alphabet.native == CP_NUMERIC ? CP_AXES_NUMBERS : CP_AXES_LETTERS,
            .spelling = v->alphabet.native,
        }};
}

/* ---- a turn ---- */

static void add_way(struct cp_picture *p, enum cp_way_kind kind, cp_square from, cp_square to,
                    cp_square back)
{
    struct cp_ints *ints = p->view.ints;
    p->ways[p->view.way_count++] = (cp_way){.from = cp_square_shift(ints, from, back),
                                            .to = cp_square_shift(ints, to, back),
                                            .kind = (uint8_t)kind};
}

/* Somebody displaced by another: by swapping with him, or otherwise. */
static void add_moved(struct cp_picture *p, const struct cp_ply *ply, const cp_shift *shift,
                      cp_square back)
{
    bool swaps = ply->move->sep == CP_SEP_SWAP;
    add_way(p, swaps ? CP_WAY_SWAP : CP_WAY_MOVED, shift->from, shift->to, back);
    cp_way *way = &p->ways[p->view.way_count - 1];
    way->piece = ply->position->kind[shift->man];
    way->side = ply->position->side[shift->man];
}

/* His own way, where it is more than from one square to another. */
static void add_own(struct cp_picture *p, const cp_move *move, bool moves_others, cp_square back)
{
    if (move->sep == CP_SEP_LEAD)
        add_way(p, CP_WAY_SIGHT, move->from, move->via, back);
    else if (move->then)
        add_way(p, CP_WAY_OWN, move->from, move->via, back);
    if (move->then && move->sep != CP_SEP_LEAD)
        add_way(p, CP_WAY_OWN, move->via, move->to, back);
    else if (!move->then && moves_others && move->sep != CP_SEP_SWAP)
        add_way(p, CP_WAY_OWN, move->from, move->to, back);
}

static void add_ways(struct cp_picture *p, const struct cp_ply *ply, cp_square back)
{
    cp_shift shifts[CP_SHIFTS_MOST];
    const cp_move *move = ply->move;
    uint32_t count = cp_family_of(ply->position->law)->shifts(ply->position, ply->undo, shifts);
    uint32_t others = 0;
    for (uint32_t i = 0; i < count; i++)
        others += shifts[i].man != move->man;
    for (uint32_t i = 0; i < count; i++)
        if (move->is_body)
            add_way(p, CP_WAY_ALONG, shifts[i].from, shifts[i].to, back);
        else if (shifts[i].man != move->man && !cp_square_equal(shifts[i].from, shifts[i].to))
            add_moved(p, ply, &shifts[i], back);
    if (!move->is_body)
        add_own(p, move, others > 0, back); /* above the others */
}

void cp_picture_turn(struct cp_picture *p, const struct cp_ply *ply, cp_square back)
{
    struct cp_view *v = &p->view;
    const cp_move *move = ply->move;
    v->has_last = true;
    v->last_from =
        cp_square_shift(v->ints, move->sep == CP_SEP_LEAD ? move->via : move->from, back);
    v->last_to = cp_square_shift(v->ints, move->to, back);
    v->ways = p->ways;
    v->way_count = 0;
    if (v->alphabet->agents || move->is_body)
        add_ways(p, ply, back);
}

/* ---- a position ---- */

/* The blocks of men who may move as one, each by its lower left man. */
static void put_blocks(struct cp_view *v, const struct cp_position *p, cp_square back,
                       struct cp_arena *arena)
{
    const struct cp_body_words *words = &p->law->variant->body;
    cp_block *blocks =
        cp_arena_take_zero(arena, words->exists ? (size_t)p->count + 1 : 1, sizeof *blocks);
    cp_body body;
    v->blocks = blocks;
    v->block_count = 0;
    for (int32_t man = 0; words->exists && man < (int32_t)p->count; man++) {
        if (p->gone[man] || !cp_body_find(p, man, &body))
            continue;
        cp_square low = cp_square_shift(v->ints, p->at[man], back);
        cp_square high = {cp_int_add(v->ints, low.file, CP_INT(words->files - 1)),
                          cp_int_add(v->ints, low.rank, CP_INT(words->ranks - 1))};
        blocks[v->block_count++] = (cp_block){{low, high}, words->kind, p->side[man]};
    }
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
    put_blocks(v, position, back, arena);
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
