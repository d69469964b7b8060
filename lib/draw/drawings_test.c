/* SPDX-License-Identifier: MIT */
#include "draw/drawings.h"
#include "rules/variant/variant.h"
#include "test.h"

TEST(a_drawing_is_found_by_the_piece_s_name_whatever_its_case)
{
    EXPECT(cp_drawing_find(CP_STR("hawk")) != NULL);
    EXPECT(cp_drawing_find(CP_STR("Huygens")) != NULL);
    EXPECT(cp_drawing_find(CP_STR("wazir")) == NULL);
    EXPECT(cp_drawing_find(CP_STR("")) == NULL);
}

TEST(every_piece_of_the_plane_variants_and_of_trapper_and_what_authors_use_besides_is_drawn)
{
    static const char *const names[] = {
        "king",       "queen",      "rook",        "bishop",   "knight",  "pawn",      "chancellor",
        "guard",      "hawk",       "huygens",     "mover",    "swapper", "puppeteer", "amazon",
        "archbishop", "nightrider", "knightrider", "camel",    "zebra",   "giraffe",   "rose",
        "centaur",    "obstacle",   "void",        "elephant", "cannon",  "general",   "wizard",
        "champion",   "counsellor", "lion",        "silver",   "soldier", "commoner"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        EXPECT(cp_drawing_find(cp_str_from(names[i])) != NULL);
}

TEST(a_piece_that_goes_by_several_names_has_one_drawing)
{
    static const char *const names[][2] = {{"cardinal", "archbishop"},
                                           {"prime minister", "archbishop"},
                                           {"Janus", "archbishop"},
                                           {"vizier", "archbishop"},
                                           {"marshall", "chancellor"},
                                           {"war machine", "chancellor"},
                                           {"knightrider", "nightrider"},
                                           {"horse", "knight"},
                                           {"rua", "rook"},
                                           {"khon", "silver"},
                                           {"met", "counsellor"}};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        EXPECT(cp_drawing_find(cp_str_from(names[i][0])) ==
               cp_drawing_find(cp_str_from(names[i][1])));
}

TEST(no_two_kinds_of_a_bundled_variant_share_a_drawing)
{
    struct cp_arena arena;
    struct cp_variants all;
    struct cp_ints *ints = cp_ints_open();
    cp_arena_init(&arena, NULL, NULL);
    cp_variants_list(&all, &arena);
    EXPECT(all.count > 50);
    cp_variants_wake(&all, &arena, ints);
    for (uint32_t i = 0; i < all.count; i++) {
        const struct cp_alphabet *a = &all.list[i]->alphabet;
        for (uint32_t kind = 0; kind < a->count; kind++)
            for (uint32_t other = 0; other < kind; other++) {
                const struct cp_drawing *d = cp_drawing_of(&a->pieces[kind]);
                if (d && d == cp_drawing_of(&a->pieces[other]))
                    EXPECT_STR(all.list[i]->id, "one whose pieces all differ");
            }
    }
    cp_ints_close(ints);
    cp_arena_close(&arena);
}

static bool is_path(const char *d)
{
    for (const char *c = d; *c; c++)
        if (!strchr("MmLlHhVvCcSsAaZz0123456789.- ", *c))
            return false;
    return d[0] == 'M' && d[1] != '\0';
}

TEST(drawings_are_nothing_but_path_data_and_begin_with_a_shape)
{
    for (size_t i = 0; cp_drawing_at(i); i++) {
        const struct cp_drawing *d = cp_drawing_at(i);
        EXPECT(d->parts[0].role == CP_PART_SHAPE);
        for (const struct cp_drawing_part *part = d->parts; part->role != CP_PART_END; part++)
            EXPECT(is_path(part->path));
        EXPECT((d->white == NULL) == (d->black == NULL));
    }
}
