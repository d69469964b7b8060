/* SPDX-License-Identifier: MIT */
/* halves.c -- a word such as e4e5 is one move where a man of the side to move stands on e4,
 * and two where none does: the board decides, and the rules say whether both are legal.
 *
 * Engines write every move so. That each of a whole game is one is seen without the rules: from
 * where it comes and where it goes it is followed who stands where. What cannot be followed is
 * left to the replay. */
#include "rules/halves.h"

/* ---- who stands where, as far as words tell ---- */

enum { SIDE_MOST = 16 }; /* files and ranks of boards on which that is followed */

struct board {
    const struct cp_variant *variant;
    uint8_t kind[SIDE_MOST][SIDE_MOST], side[SIDE_MOST][SIDE_MOST]; /* CP_NO_KIND: nobody */
};

/* On the variant's own start. False: not here. */
static bool board_init(struct board *b, const struct cp_variant *v, const struct cp_game *g)
{
    if (v->files > SIDE_MOST || v->ranks > SIDE_MOST || v->trapdoor || g->start.len)
        return false;
    b->variant = v;
    memset(b->kind, CP_NO_KIND, sizeof b->kind);
    for (uint32_t i = 0; i < v->start.count; i++) {
        const cp_man *man = &v->start.men[i];
        b->kind[man->square.file.v - 1][man->square.rank.v - 1] = man->kind;
        b->side[man->square.file.v - 1][man->square.rank.v - 1] = man->side;
    }
    return true;
}

/* Castling and taking in passing displace others: where the partner goes is between the king's
 * squares, where it came from beyond them. */
static void displace(struct board *b, const int64_t from[2], const int64_t to[2], uint8_t side)
{
    const struct cp_variant *v = b->variant;
    uint8_t kind = b->kind[from[0]][from[1]];
    int step = to[0] > from[0] ? 1 : -1;
    int64_t away = (to[0] - from[0]) * step;
    if (kind == v->pawn && away == 1 && b->kind[to[0]][to[1]] == CP_NO_KIND)
        b->kind[to[0]][from[1]] = CP_NO_KIND;
    if (!v->kinds[kind].royal || away < 2)
        return;
    for (int64_t file = to[0] + step; file >= 0 && file < v->files; file += step)
        b->kind[file][to[1]] = CP_NO_KIND;
    for (int64_t file = from[0] + step; file != to[0]; file += step) {
        b->kind[file][to[1]] = v->castles_with;
        b->side[file][to[1]] = side;
    }
}

/* Plays a word as one move; false: nobody of that side stands where it comes from, or it does not
 * say where that is. */
static bool follow(struct board *b, const struct cp_node *node, uint8_t side)
{
    const cp_written *w = &node->move;
    int64_t from[2] = {w->from.file.v - 1, w->from.rank.v - 1};
    int64_t to[2] = {w->to.file.v - 1, w->to.rank.v - 1};
    if (!node->is_read || (w->has & (CP_HAS_FROM | CP_HAS_TO)) != (CP_HAS_FROM | CP_HAS_TO) ||
        (w->has & CP_IS_NULL) || (uint64_t)from[0] >= (uint64_t)b->variant->files ||
        (uint64_t)from[1] >= (uint64_t)b->variant->ranks ||
        (uint64_t)to[0] >= (uint64_t)b->variant->files ||
        (uint64_t)to[1] >= (uint64_t)b->variant->ranks)
        return false;
    uint8_t kind = b->kind[from[0]][from[1]];
    if (kind == CP_NO_KIND || b->side[from[0]][from[1]] != side)
        return false;
    displace(b, from, to, side);
    b->kind[to[0]][to[1]] = kind;
    b->side[to[0]][to[1]] = side;
    b->kind[from[0]][from[1]] = CP_NO_KIND;
    return true;
}

/* The first move of the main line that cannot be followed from v's start; NULL: all can. */
static const struct cp_node *unfollowed(struct board *b, const struct cp_game *g)
{
    const struct cp_node *node = g->moves.first;
    enum cp_side side = b->variant->start.turn;
    for (; node && !(node->notes && node->notes->variations) && follow(b, node, (uint8_t)side);
         node = node->next)
        side = (enum cp_side) !side;
    return node;
}

bool cp_halves_are_none(const struct cp_variant *v, const struct cp_game *g)
{
    struct board b;
    return board_init(&b, v, g) && !unfollowed(&b, g);
}

const struct cp_node *cp_halves_first(const struct cp_variant *v, const struct cp_game *g)
{
    struct board b;
    bool may_be = v->bounded && v->pawn != CP_NO_KIND && board_init(&b, v, g);
    const struct cp_node *node = may_be ? unfollowed(&b, g) : NULL;
    return node && cp_node_may_be_two(node) ? node : NULL;
}

bool cp_halves_may_be_in(const struct cp_variant *v, const struct cp_game *g,
                         struct cp_arena *scratch)
{
    struct cp_walk walk;
    struct cp_node *node;
    if (!v->bounded || v->pawn == CP_NO_KIND)
        return false;
    cp_walk_init(&walk, scratch, &g->moves);
    while ((node = cp_walk_next(&walk)) && !cp_node_may_be_two(node))
        ;
    return node;
}

/* ---- parting ---- */

static bool are_legal(struct cp_position *p, const cp_written halves[2], cp_square shift)
{
    const struct cp_rules *rules = cp_rules_of(p);
    struct cp_resolution r;
    cp_undo undo;
    rules->resolve(p, &halves[0], shift, &r);
    if (r.why != CP_OK)
        return false;
    rules->apply(p, &r.move, &undo);
    rules->resolve(p, &halves[1], shift, &r);
    rules->undo(p, &undo);
    return r.why == CP_OK;
}

/* What stands before the word is the first's, all else the second's. */
static void part(struct cp_game *g, struct cp_line *line, struct cp_node *node, size_t cut,
                 const cp_written halves[2])
{
    struct cp_node *second = cp_arena_take(g->arena, sizeof *second);
    struct cp_notes *notes = node->notes;
    *second = *node;
    second->text = cp_str_skip(node->text, cut);
    second->col += node->col ? (uint32_t)cut : 0;
    second->move = halves[1];
    node->text.len = cut;
    node->move = halves[0];
    node->next = second;
    node->notes = NULL;
    if (notes && notes->before) {
        cp_node_notes(g, node)->before = notes->before;
        notes->before = NULL;
    }
    if (line->last == node)
        line->last = second;
    g->parts++;
}

bool cp_halves_part(struct cp_game *g, struct cp_line *line, struct cp_node *node,
                    struct cp_position *p, cp_square shift)
{
    const struct cp_variant *v = p->law->variant;
    if (!v->bounded || v->pawn == CP_NO_KIND || !cp_node_may_be_two(node))
        return false;
    const cp_written *w = &node->move;
    const cp_written halves[2] = {{.to = w->from,
                                   .has = CP_HAS_TO | (w->has & CP_HAS_PIECE),
                                   .piece = w->piece,
                                   .promotion = CP_NO_KIND,
                                   .spelling = CP_BARE},
                                  {.to = w->to,
                                   .has = CP_HAS_TO | (w->has & CP_HAS_EN_PASSANT),
                                   .piece = v->pawn,
                                   .promotion = w->promotion,
                                   .check = w->check,
                                   .spelling = CP_BARE}};
    if (!are_legal(p, halves, shift))
        return false;
    part(g, line, node, cp_node_half_length(node), halves);
    return true;
}
