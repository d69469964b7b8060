/* SPDX-License-Identifier: MIT */
/* where_fuzz.c -- whatever the bytes: a question, or refused with a reason and a column within
 * them, or right behind.
 * seeds: testdata/fuzz/where/?*
 * runs: 4000 */
#include "query/query.h"
#include "text/moves/notation.h"

#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const struct cp_alphabet *own_alphabet(void *data, const struct cp_variant *v)
{
    (void)data;
    return &v->alphabet;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const cp_str names[] = {CP_STR("fide"), CP_STR("coaip")};
    static struct cp_query q;
    struct cp_arena arena;
    struct cp_variants all;
    struct cp_variant *list[2];
    struct cp_notations notations;
    struct cp_ints *ints = cp_ints_open();
    size_t column = 0;
    cp_arena_init(&arena, NULL, NULL);
    struct cp_diags d = cp_diags_in(&arena);
    struct cp_buf why = cp_buf_in(&arena);
    cp_notations_open(&notations, &arena);
    memset(&q, 0, sizeof q);
    if (!ints || !cp_variants_load(&all, &arena, ints, &d))
        abort();
    for (size_t i = 0; i < 2; i++)
        list[i] = cp_variants_find(&all, names[i]);
    struct cp_variants variants = {list, 2};
    struct cp_query_maker m = {.arena = &arena,
                               .lasting = &arena,
                               .ints = ints,
                               .variants = &variants,
                               .notations = &notations,
                               .workers = 1,
                               .why = &why,
                               .alphabet = own_alphabet,
                               .turn = CP_ANY_TURN};
    cp_str text = {(const char *)data, size};
    bool good = cp_query_add_where(&q, &m, text, false, &column);
    if (good ? q.root_count != 1 : !cp_buf_str(&why).len || column < 1 || column > size + 1)
        abort();
    if (m.is_inside || m.is_some || m.is_anywhere || m.is_mirrored)
        abort();
    cp_query_close(&q);
    cp_notations_close(&notations);
    cp_arena_close(&arena);
    cp_ints_close(ints);
    return 0;
}
