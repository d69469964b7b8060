/* SPDX-License-Identifier: MIT */
#include "draw/drawings.h"
#include "test.h"

TEST(a_drawing_is_found_by_the_piece_s_name_whatever_its_case)
{
    EXPECT(cp_drawing_find(CP_STR("hawk")) != NULL);
    EXPECT(cp_drawing_find(CP_STR("Huygens")) != NULL);
    EXPECT(cp_drawing_find(CP_STR("wizard")) == NULL);
    EXPECT(cp_drawing_find(CP_STR("")) == NULL);
}

TEST(every_piece_of_the_plane_variants_and_of_trapper_is_drawn)
{
    static const char *const names[] = {"king",  "queen",      "rook",     "bishop", "knight",
                                        "pawn",  "chancellor", "guard",    "hawk",   "huygens",
                                        "mover", "swapper",    "puppeteer"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        EXPECT(cp_drawing_find(cp_str_from(names[i])) != NULL);
}

static bool is_path(const char *d)
{
    if (!d)
        return true;
    for (const char *c = d; *c; c++)
        if (!strchr("MmLlHhVvCcSsAaZz0123456789.- ", *c))
            return false;
    return d[0] == 'M' && d[1] != '\0';
}

TEST(drawings_are_nothing_but_path_data)
{
    for (size_t i = 0; cp_drawing_at(i); i++) {
        const struct cp_drawing *d = cp_drawing_at(i);
        EXPECT(d->shapes[0] != NULL);
        for (size_t s = 0; s < CP_DRAWING_SHAPES; s++)
            EXPECT(is_path(d->shapes[s]));
        EXPECT(is_path(d->strokes) && is_path(d->dots) && is_path(d->strings));
        EXPECT((d->white == NULL) == (d->black == NULL));
    }
}
