/* SPDX-License-Identifier: MIT */
/* box.c -- boxes, and clusters by straight cuts.
 *
 *     . a a .|. . . .       1. sort by rank, cut at wide empty stripes
 *     . a . .|. . b .       2. sort each part by file, cut again
 *     -------+-------       3. go on with every new part until neither cuts
 *     . . . . . c . .
 *
 * Refused: single linkage (all pairs; L-shaped groups whose boxes overlap, which
 * insets could not show apart). Boxes made by cuts never overlap. */
#include "draw/picture/view.h"

#include <stdlib.h>

bool cp_box_has(const struct cp_ints *t, cp_box box, cp_square square)
{
    return cp_int_compare(t, box.low.file, square.file) <= 0 &&
           cp_int_compare(t, square.file, box.high.file) <= 0 &&
           cp_int_compare(t, box.low.rank, square.rank) <= 0 &&
           cp_int_compare(t, square.rank, box.high.rank) <= 0;
}

static cp_int lower(const struct cp_ints *t, cp_int a, cp_int b)
{
    return cp_int_compare(t, a, b) <= 0 ? a : b;
}

static cp_int higher(const struct cp_ints *t, cp_int a, cp_int b)
{
    return cp_int_compare(t, a, b) >= 0 ? a : b;
}

cp_box cp_box_join(const struct cp_ints *t, cp_box a, cp_box b)
{
    return (cp_box){
        {lower(t, a.low.file, b.low.file), lower(t, a.low.rank, b.low.rank)},
        {higher(t, a.high.file, b.high.file), higher(t, a.high.rank, b.high.rank)},
    };
}

cp_box cp_box_meet(const struct cp_ints *t, cp_box a, cp_box b)
{
    return (cp_box){
        {higher(t, a.low.file, b.low.file), higher(t, a.low.rank, b.low.rank)},
        {lower(t, a.high.file, b.high.file), lower(t, a.high.rank, b.high.rank)},
    };
}

cp_box cp_box_widen(struct cp_ints *t, cp_box box, int32_t n)
{
    cp_int by = cp_int_from(t, n);
    return (cp_box){{cp_int_sub(t, box.low.file, by), cp_int_sub(t, box.low.rank, by)},
                    {cp_int_add(t, box.high.file, by), cp_int_add(t, box.high.rank, by)}};
}

static bool extent(struct cp_ints *t, cp_int low, cp_int high, uint32_t most, uint32_t *out)
{
    int64_t n;
    if (!cp_int_get(cp_int_sub(t, high, low), &n) || n < 0 || n >= most)
        return false;
    *out = (uint32_t)n + 1;
    return true;
}

bool cp_box_size(struct cp_ints *t, cp_box box, uint32_t most, uint32_t *files, uint32_t *ranks)
{
    return extent(t, box.low.file, box.high.file, most, files) &&
           extent(t, box.low.rank, box.high.rank, most, ranks);
}

static cp_int gap_between(struct cp_ints *t, cp_int low, cp_int high, cp_int other_low,
                          cp_int other_high)
{
    if (cp_int_compare(t, other_low, high) > 0)
        return cp_int_sub(t, other_low, high);
    return cp_int_compare(t, other_high, low) < 0 ? cp_int_sub(t, other_high, low) : CP_INT(0);
}

cp_square cp_box_gap(struct cp_ints *t, cp_box from, cp_box to)
{
    return (cp_square){gap_between(t, from.low.file, from.high.file, to.low.file, to.high.file),
                       gap_between(t, from.low.rank, from.high.rank, to.low.rank, to.high.rank)};
}

cp_square cp_box_nearest(struct cp_ints *t, cp_box box, cp_square square)
{
    cp_square gap = cp_box_gap(t, box, (cp_box){square, square});
    return cp_square_shift(t, square, cp_square_negate(t, gap));
}

/* One square on its way to a cluster. */
struct point {
    const struct cp_ints *ints;
    cp_square square;
    uint32_t index;
};

static int compare_by_rank(const void *a, const void *b)
{
    const struct point *p = a, *q = b;
    int c = cp_int_compare(p->ints, p->square.rank, q->square.rank);
    if (c == 0)
        c = cp_int_compare(p->ints, p->square.file, q->square.file);
    return c ? c : (p->index > q->index) - (p->index < q->index);
}

static int compare_by_file(const void *a, const void *b)
{
    const struct point *p = a, *q = b;
    int c = cp_int_compare(p->ints, p->square.file, q->square.file);
    return c ? c : compare_by_rank(a, b);
}

/* Points still to be cut: by which axis next, and whether the other one failed. */
struct part {
    uint32_t first, count;
    bool by_file, other_failed;
};

/* Cuts one part; pushes what it falls into. True when it was cut at all. */
static bool cut(struct cp_ints *t, struct point *points, struct part part, int32_t gap,
                struct part *stack, uint32_t *depth)
{
    struct point *p = points + part.first;
    uint32_t first = 0, top = *depth;
    qsort(p, part.count, sizeof *p, part.by_file ? compare_by_file : compare_by_rank);
    for (uint32_t i = 1; i <= part.count; i++) {
        const cp_square *low = &p[i - 1].square, *high = i < part.count ? &p[i].square : low;
        cp_int between = part.by_file ? cp_int_sub(t, high->file, low->file)
                                      : cp_int_sub(t, high->rank, low->rank);
        if (i < part.count && cp_int_compare(t, between, CP_INT(gap + 1)) <= 0)
            continue;
        stack[top++] = (struct part){part.first + first, i - first, !part.by_file, true};
        first = i;
    }
    if (top - *depth < 2)
        return false;
    *depth = top;
    return true;
}

uint32_t *cp_squares_sort(struct cp_arena *arena, struct cp_ints *t, const cp_square *squares,
                          uint32_t count)
{
    struct point *points = cp_arena_take_zero(arena, (size_t)count + 1, sizeof *points);
    uint32_t *order = cp_arena_take_zero(arena, (size_t)count + 1, sizeof *order);
    for (uint32_t i = 0; i < count; i++)
        points[i] = (struct point){t, squares[i], i};
    qsort(points, count, sizeof *points, compare_by_rank);
    for (uint32_t i = 0; i < count; i++)
        order[i] = points[i].index;
    return order;
}

void cp_clusters_make(struct cp_clusters *out, struct cp_arena *arena, struct cp_ints *t,
                      const cp_square *squares, uint32_t count, int32_t gap)
{
    *out = (struct cp_clusters){0};
    if (count == 0)
        return;
    struct point *points = cp_arena_take_zero(arena, count, sizeof *points);
    for (uint32_t i = 0; i < count; i++)
        points[i] = (struct point){t, squares[i], i};
    out->list = cp_arena_take_zero(arena, count, sizeof *out->list);
    struct part *stack = cp_arena_take_zero(arena, (size_t)count + 1, sizeof *stack);
    uint32_t depth = 0;
    stack[depth++] = (struct part){0, count, false, false};
    while (depth) {
        struct part part = stack[--depth];
        if (cut(t, points, part, gap, stack, &depth))
            continue;
        if (part.other_failed) {
            out->list[out->count++] = (struct cp_cluster){.first = part.first, .count = part.count};
            continue;
        }
        stack[depth++] = (struct part){part.first, part.count, !part.by_file, true};
    }
    /* they come out of the stack in no order that a reader would expect */
    cp_square *corners = cp_arena_take_zero(arena, out->count, sizeof *corners);
    struct cp_cluster *sorted = cp_arena_take_zero(arena, out->count, sizeof *sorted);
    out->order = cp_arena_take_zero(arena, count, sizeof *out->order);
    for (uint32_t c = 0; c < out->count; c++) {
        struct cp_cluster *cluster = &out->list[c];
        struct point *p = points + cluster->first;
        qsort(p, cluster->count, sizeof *p, compare_by_rank);
        cluster->box = (cp_box){p->square, p->square};
        for (uint32_t i = 0; i < cluster->count; i++) {
            out->order[cluster->first + i] = p[i].index;
            cluster->box = cp_box_join(t, cluster->box, (cp_box){p[i].square, p[i].square});
        }
        corners[c] = cluster->box.low;
    }
    uint32_t *order = cp_squares_sort(arena, t, corners, out->count);
    for (uint32_t c = 0; c < out->count; c++)
        sorted[c] = out->list[order[c]];
    out->list = sorted;
}
