/* SPDX-License-Identifier: MIT */
/* halves.c -- a word such as e4e5 is one move where a man of the side to move stands on e4,
 * and two where none does: the board decides, and the rules say whether both are legal.
 *
 * Engines write every move so. That each of a whole game is one is seen without the rules: from
 * where it comes and where it goes it is followed who stands where. What cannot be followed is
 * left to the replay. */
#include "rules/halves.h"

/* ---- who stands where, as far as words tell ---- */

enum {
    SIDE_MOST = 15, /* files and ranks of boards on which that is followed */
    KIND = 0xff,    /* of who stands on a square; nobody: 0 */
    MAN = 0x100,
    BLACK = 0x200,
    DISPLACES = 0x400, /* may take in passing, or castle */
};

struct board {
    const struct cp_variant *variant;
    uint64_t files, ranks;
    uint16_t man[SIDE_MOST + 1][SIDE_MOST + 1]; /* by file and rank; nobody stands on 0 */
};

static inline uint16_t man_of(const struct cp_variant *v, uint8_t kind, enum cp_side side)
{
    bool displaces = kind == v->pawn || v->kinds[kind].royal;
    return (uint16_t)(kind | MAN | (side == CP_BLACK ? BLACK : 0) | (displaces ? DISPLACES : 0));
}

/* On the variant's own start. False: not here. */
static bool board_init(struct board *b, const struct cp_variant *v, const struct cp_game *g)
{
    if (v->files > SIDE_MOST || v->ranks > SIDE_MOST || v->trapdoor || g->start.len)
        return false;
    b->variant = v;
    b->files = (uint64_t)v->files;
    b->ranks = (uint64_t)v->ranks;
    memset(b->man, 0, sizeof b->man);
    for (uint32_t i = 0; i < v->start.count; i++) {
        const cp_man *man = &v->start.men[i];
        b->man[man->square.file.v][man->square.rank.v] =
            man_of(v, man->kind, (enum cp_side)man->side);
    }
    return true;
}

/* Castling and taking in passing displace others: where the partner goes is between the king's
 * squares, where it came from beyond them. */
static void displace(struct board *b, const cp_written *w, uint16_t man)
{
    const struct cp_variant *v = b->variant;
    int64_t from = w->from.file.v, to = w->to.file.v, rank = w->to.rank.v;
    int64_t step = to > from ? 1 : -1, away = (to - from) * step;
    if ((man & KIND) == v->pawn && away == 1 && !b->man[to][rank])
        b->man[to][w->from.rank.v] = 0;
    if (!v->kinds[man & KIND].royal || away < 2 || v->castles_with == CP_NO_KIND)
        return;
    for (int64_t file = to + step; file > 0 && file <= v->files; file += step)
        b->man[file][rank] = 0;
    for (int64_t file = from + step; file != to; file += step)
        b->man[file][rank] = man_of(v, v->castles_with, man & BLACK ? CP_BLACK : CP_WHITE);
}

/* Plays a word as one move of a side, MAN or MAN | BLACK; false: nobody of it stands where the
 * word comes from, or it does not say where that is. */
static inline bool follow(struct board *b, const struct cp_node *node, unsigned side)
{
    const cp_written *w = &node->move;
    uint64_t file = (uint64_t)w->to.file.v, rank = (uint64_t)w->to.rank.v;
    unsigned squares = w->has & (CP_HAS_FROM | CP_HAS_TO | CP_IS_NULL);
    if (!node->is_read || squares != (CP_HAS_FROM | CP_HAS_TO) ||
        (uint64_t)(w->from.file.v | w->from.rank.v) > SIDE_MOST || file - 1 >= b->files ||
        rank - 1 >= b->ranks)
        return false;
    uint16_t *from = &b->man[w->from.file.v][w->from.rank.v], man = *from;
    if ((man & (MAN | BLACK)) != side)
        return false;
    if ((man & DISPLACES) && w->from.file.v != w->to.file.v)
        displace(b, w, man);
    b->man[file][rank] = man;
    *from = 0;
    return true;
}

/* The first move of the main line that cannot be followed from v's start; NULL: all can. */
static const struct cp_node *unfollowed(struct board *b, const struct cp_game *g)
{
    const struct cp_node *node = g->moves.first;
    unsigned side = MAN | (b->variant->start.turn == CP_BLACK ? BLACK : 0);
    for (; node && !(node->notes && node->notes->variations) && follow(b, node, side);
         node = node->next)
        side ^= BLACK;
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
    struct cp_node *node = g->moves.first;
    if (!v->bounded || v->pawn == CP_NO_KIND)
        return false;
    while (node && !(node->notes && node->notes->variations) && !cp_node_may_be_two(node))
        node = node->next;
    if (!node) /* as most games: without variations */
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
    bool takes = r.why == CP_OK && r.move.taken != CP_NOBODY;
    if (r.why != CP_OK || (halves[0].sep == CP_SEP_TAKE && !takes))
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
    size_t next = cut;
    while (cp_is_space(node->text.at[next]))
        next++;
    *second = *node;
    second->text = cp_str_skip(node->text, next);
    second->col += node->col ? (uint32_t)next : 0;
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
                                   .sep = w->sep,
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
