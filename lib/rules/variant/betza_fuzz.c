/* SPDX-License-Identifier: MIT */
/* betza_fuzz.c -- any bytes are a move or a refusal with a place inside them,
 * and no two rays of a kind say the same twice. */
#include "rules/variant/load.h"

#include <stdlib.h>

static void require(bool truth)
{
    if (!truth)
        abort();
}

static bool overlap(const cp_ray *a, const cp_ray *b)
{
    bool apart = (a->high && b->low > a->high) || (b->high && a->low > b->high);
    bool alike = a->hops == b->hops && a->lame == b->lame && a->second == b->second &&
                 a->second_dx == b->second_dx && a->second_dy == b->second_dy &&
                 a->passes == b->passes;
    return a->dx == b->dx && a->dy == b->dy && alike && !apart && (a->use & b->use);
}

static void check(const struct cp_betza *read)
{
    for (uint32_t i = 0; i < read->count; i++) {
        const cp_ray *r = &read->rays[0][i], *black = &read->rays[1][i];
        require(r->low >= 1 && (r->high == 0 || r->high >= r->low) && r->use);
        require(r->dx || r->dy);
        require(!r->second || r->second_dx || r->second_dy);
        require(black->second_dx == -r->second_dx && black->second_dy == -r->second_dy);
        require(black->dx == -r->dx && black->dy == -r->dy && black->low == r->low);
        for (uint32_t k = 0; k < i; k++)
            require(!overlap(r, &read->rays[0][k]));
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct cp_arena arena;
    struct cp_betza read;
    cp_arena_init(&arena, NULL, NULL);
    cp_str text = {(const char *)data, size};
    if (cp_betza_parse(&read, &arena, text) == CP_OK)
        check(&read);
    else
        require(read.offset <= size);
    cp_arena_close(&arena);
    return 0;
}
