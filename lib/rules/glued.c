/* SPDX-License-Identifier: MIT */
#include "rules/glued.h"

/* e4e5, Bb5a6, e7d8=Q: a whole origin, no sign, a target, and nothing odd. */
static bool may_be_two(const struct cp_node *node)
{
    const cp_written *w = &node->move;
    unsigned known = CP_HAS_FROM | CP_HAS_TO | CP_HAS_PIECE | CP_HAS_EN_PASSANT | CP_IS_ANY_MAN;
    return node->is_read && !w->castling && w->sep == CP_SEP_NONE && w->spelling == CP_BARE &&
           !(w->has & ~known) && (w->has & CP_HAS_FROM) == CP_HAS_FROM;
}

/* Behind the first square; 0 when text is not as clean as that. */
static size_t cut_of(cp_str text)
{
    size_t at = 0;
    while (at < text.len && cp_is_letter(text.at[at]))
        at++;
    size_t rank = at;
    while (at < text.len && cp_is_digit(text.at[at]))
        at++;
    bool is_clean = rank > 0 && at > rank && at < text.len;
    return is_clean && text.at[at] >= 'a' && text.at[at] <= 'z' ? at : 0;
}

static bool are_legal(struct cp_position *p, const cp_written halves[2], cp_square shift)
{
    const struct cp_family *family = cp_family_of(p->law);
    struct cp_resolution r;
    cp_undo undo;
    family->resolve(p, &halves[0], shift, &r);
    if (r.why != CP_OK)
        return false;
    family->apply(p, &r.move, &undo);
    family->resolve(p, &halves[1], shift, &r);
    family->undo(p, &undo);
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
}

bool cp_glued_part(struct cp_game *g, struct cp_line *line, struct cp_node *node,
                   struct cp_position *p, cp_square shift)
{
    const struct cp_variant *v = p->law->variant;
    size_t cut = v->bounded && v->pawn != CP_NO_KIND && may_be_two(node) ? cut_of(node->text) : 0;
    if (!cut)
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
    part(g, line, node, cut, halves);
    return true;
}
