/* SPDX-License-Identifier: MIT */
#include "rules/falls.h"

static int compare(const struct cp_position *p, int32_t a, int32_t b)
{
    int files = cp_int_compare(p->ints, p->at[a].file, p->at[b].file);
    return files ? files : cp_int_compare(p->ints, p->at[a].rank, p->at[b].rank);
}

/* By insertion: seldom more than two fall at once. */
void cp_falls_sort(const struct cp_position *p, int32_t *men, uint32_t count)
{
    for (uint32_t i = 1; i < count; i++)
        for (uint32_t k = i; k > 0 && compare(p, men[k - 1], men[k]) > 0; k--) {
            int32_t man = men[k];
            men[k] = men[k - 1];
            men[k - 1] = man;
        }
}

static bool fell(const struct cp_position *p, cp_square at, const int32_t *men, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        if (cp_square_equal(p->at[men[i]], at))
            return true;
    return false;
}

/* A square on which several vanished is named once; men are sorted. */
static bool is_named_before(const struct cp_position *p, const int32_t *men, uint32_t i)
{
    return i > 0 && cp_square_equal(p->at[men[i]], p->at[men[i - 1]]);
}

static uint32_t count_squares(const struct cp_position *p, const int32_t *men, uint32_t count)
{
    uint32_t squares = 0;
    for (uint32_t i = 0; i < count; i++)
        squares += !is_named_before(p, men, i);
    return squares;
}

enum cp_diag cp_falls_check(const struct cp_position *p, const struct cp_fall *written,
                            cp_square shift, const int32_t *men, uint32_t count)
{
    uint32_t found = 0;
    for (const struct cp_fall *f = written; f; f = f->next) {
        cp_square at = cp_square_shift(p->ints, f->square, shift);
        if (!fell(p, at, men, count))
            return CP_FALL_WRONG;
        bool again = false;
        for (const struct cp_fall *before = written; before != f; before = before->next)
            again |= cp_square_equal(before->square, f->square);
        found += !again;
    }
    return found == count_squares(p, men, count) ? CP_OK : CP_FALLS_MISSING;
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
