/* SPDX-License-Identifier: MIT */
#include "rules/falls.h"

static int compare(const struct cp_position *p, int32_t a, int32_t b)
{
    int files = cp_int_compare(p->ints, p->at[a].file, p->at[b].file);
    return files ? files : cp_int_compare(p->ints, p->at[a].rank, p->at[b].rank);
}

/* By insertion, which is all that one or two need; from far to near, so that a
 * hundred thousand take no longer than they must. */
void cp_falls_sort(const struct cp_position *p, int32_t *men, uint32_t count)
{
    uint32_t gap = 1;
    while (gap < count / 3)
        gap = 3 * gap + 1;
    for (; gap > 0; gap /= 3)
        for (uint32_t i = gap; i < count; i++)
            for (uint32_t k = i; k >= gap && compare(p, men[k - gap], men[k]) > 0; k -= gap) {
                int32_t man = men[k];
                men[k] = men[k - gap];
                men[k - gap] = man;
            }
}

/* A square on which several vanished is named once; men are sorted. */
static bool is_named_before(const struct cp_position *p, const int32_t *men, uint32_t i)
{
    return i > 0 && cp_square_equal(p->at[men[i]], p->at[men[i - 1]]);
}

/* The first of the men who fell on a square, or `count`. */
static uint32_t find(const struct cp_position *p, cp_square at, const int32_t *men, uint32_t count)
{
    uint32_t low = 0, high = count;
    while (low < high) {
        uint32_t half = low + (high - low) / 2;
        cp_square there = p->at[men[half]];
        int files = cp_int_compare(p->ints, there.file, at.file);
        bool is_before = files ? files < 0 : cp_int_compare(p->ints, there.rank, at.rank) < 0;
        low = is_before ? half + 1 : low;
        high = is_before ? high : half;
    }
    return low < count && cp_square_equal(p->at[men[low]], at) ? low : count;
}

/* Squares may be written twice, and people may write any number of them. */
enum cp_diag cp_falls_check(const struct cp_position *p, const struct cp_fall *written,
                            cp_square shift, const int32_t *men, uint32_t count)
{
    bool few[16] = {false};
    bool *is_named = count <= 16 ? few : cp_arena_take_zero(p->arena, count, sizeof *is_named);
    for (const struct cp_fall *f = written; f; f = f->next) {
        uint32_t fallen = find(p, cp_square_shift(p->ints, f->square, shift), men, count);
        if (fallen == count)
            return CP_FALL_WRONG;
        is_named[fallen] = true;
    }
    for (uint32_t i = 0; i < count; i++)
        if (!is_named[i] && !is_named_before(p, men, i))
            return CP_FALLS_MISSING;
    return CP_OK;
}

void cp_falls_write(struct cp_game *g, struct cp_node *node, const struct cp_position *p,
                    cp_square shift, const int32_t *men, uint32_t count)
{
    cp_square back = {cp_int_negate(p->ints, shift.file), cp_int_negate(p->ints, shift.rank)};
    if (node->notes)
        node->notes->falls = NULL;
    for (uint32_t i = 0; i < count; i++)
        if (!is_named_before(p, men, i))
            cp_node_add_fall(g, node, cp_square_shift(p->ints, p->at[men[i]], back));
}
