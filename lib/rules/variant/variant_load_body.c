/* SPDX-License-Identifier: MIT */
/* variant_load_body.c -- a piece that is no man: men in a block, who may move as
 * one. How such a block moves and attacks is told in bodies.h, and holds only for
 * what is let in here: blocks that slide straight or slantwise and take as they
 * move, of men whose first move is like any other. */
#include "rules/variant/variant_load.h"

void cp_load_piece_body(struct cp_load *l, const struct cp_value *v)
{
    l->piece.body = v;
}

void cp_load_body_of(struct cp_load *l, const struct cp_value *v)
{
    l->body_of = v;
}

static void take_size(struct cp_load *l, const struct cp_value *v, uint8_t *out)
{
    int32_t n;
    if (cp_load_number(l, v, 1, CP_BODY_MOST, &n))
        *out = (uint8_t)n;
}

void cp_load_body_files(struct cp_load *l, const struct cp_value *v)
{
    take_size(l, v, &l->v->body.files);
}

void cp_load_body_ranks(struct cp_load *l, const struct cp_value *v)
{
    take_size(l, v, &l->v->body.ranks);
}

void cp_load_take_body(struct cp_load *l, uint8_t kind)
{
    const struct cp_piece_load *p = &l->piece;
    const struct cp_value *odd = p->royal ? p->royal : p->unwritten ? p->unwritten : p->promotes;
    if (l->body) {
        cp_load_fault(l, CP_VARIANT_CONFLICT, p->body, 0, "a second piece is a body");
        return;
    }
    if (odd)
        cp_load_fault(l, CP_VARIANT_CONFLICT, odd, 0, "a body of men is none of this");
    l->body = p->body;
    cp_load_section(l, CP_IN_BODY, p->body);
    struct cp_body_words *body = &l->v->body;
    uint32_t men = (uint32_t)body->files * body->ranks;
    if (men == 1 || men > CP_BODY_MOST)
        cp_load_fault(l, CP_VARIANT_NUMBER, p->body, 0, "a body has from 2 to %d men",
                      CP_BODY_MOST);
    body->exists = men > 1;
    body->kind = kind;
}

/* Straight or slantwise, from one step on, moving and taking alike. */
static bool is_plain(const cp_ray *r)
{
    return r->dx >= -1 && r->dx <= 1 && r->dy >= -1 && r->dy <= 1 && r->low == 1 && !r->primes &&
           !r->leaps && !r->first && r->use == (CP_RAY_MOVES | CP_RAY_TAKES);
}

static bool are_plain(const struct cp_kind *kind)
{
    for (uint32_t i = 0; i < kind->ray_count; i++) {
        if (!is_plain(&kind->rays[0][i]))
            return false;
        for (uint32_t k = 0; k < i; k++)
            if (kind->rays[0][i].dx == kind->rays[0][k].dx &&
                kind->rays[0][i].dy == kind->rays[0][k].dy)
                return false;
    }
    return true;
}

void cp_load_check_body(struct cp_load *l)
{
    struct cp_body_words *body = &l->v->body;
    if (!l->body)
        return;
    if (!are_plain(&l->kinds[body->kind]))
        cp_load_fault(l, CP_VARIANT_CONFLICT, l->body, 0,
                      "a body moves straight or slantwise and takes as it moves: Q, R, B, K, W3");
    body->of = l->body_of ? cp_load_kind(l, l->body_of->text, l->body_of->at) : CP_NO_KIND;
    if (body->of == CP_NO_KIND) {
        body->exists = false;
        return;
    }
    const struct cp_kind *of = &l->kinds[body->of];
    if (body->of == body->kind || of->royal || of->promotes || of->has_first)
        cp_load_fault(l, CP_VARIANT_CONFLICT, l->body_of, 0, "no body is made of this: the %.*s",
                      CP_FMT(l->words[body->of].name));
}

bool cp_load_is_man(struct cp_load *l, uint8_t kind, cp_span at)
{
    if (!l->v->body.exists || kind != l->v->body.kind)
        return true;
    cp_diag_report(l->d, CP_VARIANT_CONFLICT, at, "the %.*s is no man, but men in a block",
                   CP_FMT(l->words[kind].name));
    return false;
}
