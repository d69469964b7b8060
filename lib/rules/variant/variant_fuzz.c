/* SPDX-License-Identifier: MIT */
/* variant_fuzz.c -- any bytes are a variant whose parts agree, or a refusal that
 * says why.
 * seeds: schemas/variants/?*.yaml testdata/variants/bad/?*.yaml
 */
#include "rules/variant/variant.h"

#include <stdlib.h>

static void require(bool truth)
{
    if (!truth)
        abort();
}

static void check_kinds(const struct cp_variant *v)
{
    unsigned royal = 0;
    for (uint32_t k = 0; k < v->alphabet.count; k++) {
        const struct cp_kind *kind = &v->kinds[k];
        bool is_agent = v->family == CP_FAMILY_AGENTS;
        require(is_agent == (kind->agent != CP_AGENT_NONE));
        require(is_agent || v->alphabet.pieces[k].is_neutral ||
                (kind->ray_count > 0 && kind->rays[0] && kind->rays[1]));
        royal += kind->royal;
        require(v->alphabet.pieces[k].letter.len > 0 || v->pawn == k);
    }
    require(royal == 1 || v->any_royals);
}

static void check_men(const struct cp_variant *v)
{
    unsigned kings[2] = {0, 0};
    for (uint32_t i = 0; i < v->start.count; i++) {
        const cp_man *man = &v->start.men[i];
        require(man->kind < v->alphabet.count && man->side < 2);
        kings[man->side] += v->kinds[man->kind].royal;
    }
    for (int side = 0; side < 2; side++)
        require(kings[side] == 1 || v->any_royals || !(v->wins[!side] & CP_WINS_CHECKMATE));
}

static void check_body(const struct cp_variant *v)
{
    const struct cp_body_words *b = &v->body;
    if (!b->exists)
        return;
    require(b->kind < v->alphabet.count && b->of < v->alphabet.count && b->kind != b->of);
    require(b->files * b->ranks > 1 && b->files * b->ranks <= CP_BODY_MOST);
    for (uint32_t i = 0; i < v->start.count; i++)
        require(v->start.men[i].kind != b->kind);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct cp_arena arena;
    struct cp_variant *v = NULL;
    struct cp_ints *ints = cp_ints_open();
    if (!ints)
        return 0;
    cp_arena_init(&arena, NULL, NULL);
    struct cp_diags d = cp_diags_in(&arena);
    if (cp_variant_parse(&v, &arena, ints, (cp_str){(const char *)data, size}, "fuzz", &d)) {
        check_kinds(v);
        check_men(v);
        check_body(v);
    } else {
        require(d.errors > 0);
    }
    cp_arena_close(&arena);
    cp_ints_close(ints);
    return 0;
}
