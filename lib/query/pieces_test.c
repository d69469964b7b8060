/* SPDX-License-Identifier: MIT */
/* Behind the kinds of the variant lies memory that nothing may be read from. */
#include "query/query.h"
#include "rules/random_test.h"

#include <sys/mman.h>

enum { ROOM = 1 << 16 };

static const struct cp_alphabet *own_alphabet(void *data, const struct cp_variant *v)
{
    (void)data;
    return &v->alphabet;
}

TEST(an_empty_square_beside_pieces_is_of_no_kind)
{
    struct world w;
    world_init(&w);
    struct cp_variant chess = *cp_variants_find(&w.variants, CP_STR("chess")), *list[] = {&chess};
    size_t len = chess.alphabet.count * sizeof *chess.kinds;
    char *memory = aligned_alloc(ROOM, 2 * ROOM);
    EXPECT(memory && mprotect(memory + ROOM, ROOM, PROT_NONE) == 0);
    chess.kinds = memcpy(memory + ROOM - len, chess.kinds, len);
    struct cp_variants variants = {list, 1};
    struct cp_buf why;
    cp_buf_init(&why, &w.arena);
    struct cp_query_maker m = {.arena = &w.arena,
                               .ints = w.ints,
                               .variants = &variants,
                               .workers = 1,
                               .why = &why,
                               .alphabet = own_alphabet,
                               .turn = CP_ANY_TURN,
                               .empty = CP_STR("e4, d4")};
    static struct cp_query q;
    EXPECT(cp_query_add(&q, &m, "position", CP_STR("w: Q h5; b: N f6"), false));
    cp_query_close(&q);
    EXPECT(mprotect(memory + ROOM, ROOM, PROT_READ | PROT_WRITE) == 0);
    free(memory);
    world_close(&w);
}
