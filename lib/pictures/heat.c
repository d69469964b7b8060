/* SPDX-License-Identifier: MIT */
/* heat.c -- how often each square was entered in many games: a table of squares, as text since
 * no game's numbers outlive it, with open addressing. */
#include "pictures/diagrams.h"

#include "base/scan.h"

#include <stdlib.h>

enum { PLACES_LEAST = 256 };

struct cp_tally {
    cp_str square; /* "(4,5)" */
    uint64_t count;
};

/* Where the square is in the table, or may be put. */
static uint32_t *place_of(const struct cp_heat *h, cp_str square)
{
    uint32_t place = (uint32_t)cp_str_hash(square) & (h->place_count - 1);
    while (h->places[place] && !cp_str_equal(h->list[h->places[place] - 1].square, square))
        place = (place + 1) & (h->place_count - 1);
    return &h->places[place];
}

/* At least half of the places stay free. */
static void grow(struct cp_heat *h)
{
    if (2 * (h->count + 1) <= h->place_count)
        return;
    h->place_count = h->place_count ? 2 * h->place_count : PLACES_LEAST;
    h->places = cp_arena_take_zero(h->arena, h->place_count, sizeof *h->places);
    for (uint32_t i = 0; i < h->count; i++)
        *place_of(h, h->list[i].square) = i + 1;
}

void cp_heat_add(struct cp_heat *h, cp_str packed)
{
    cp_str variant = cp_pages_take_packed(&packed);
    if (!h->games)
        h->variant = cp_str_keep(h->arena, variant);
    if (!cp_str_equal(variant, h->variant)) { /* its squares are of another board */
        h->others++;
        return;
    }
    h->games++;
    while (packed.len) {
        cp_str square = cp_scan_until(&packed, '\n');
        grow(h);
        uint32_t *place = place_of(h, square);
        if (!*place) {
            h->list = cp_arena_grow(h->arena, h->list, h->count, &h->room, sizeof *h->list);
            h->list[h->count++] = (struct cp_tally){.square = cp_str_keep(h->arena, square)};
            *place = h->count;
        }
        h->list[*place - 1].count++;
    }
}

/* The most often entered first, and of one count those with short names: they are near. */
static int compare(const void *a, const void *b)
{
    const struct cp_tally *x = a, *y = b;
    if (x->count != y->count)
        return x->count < y->count ? 1 : -1;
    if (x->square.len != y->square.len)
        return x->square.len < y->square.len ? -1 : 1;
    return cp_str_compare(x->square, y->square);
}

void cp_heat_find(struct cp_heat *h, struct cp_ints *ints, struct cp_view *v)
{
    cp_entered *entered = cp_arena_take_zero(h->arena, h->count, sizeof *entered);
    if (h->count)
        qsort(h->list, h->count, sizeof *h->list, compare);
    h->place_count = 0; /* the list has another order now */
    for (uint32_t i = 0; i < h->count; i++) {
        cp_str text = h->list[i].square;
        entered[i].count = h->list[i].count;
        (void)!cp_mark_square_take(ints, &text, &entered[i].square); /* it was written so */
    }
    v->entered = entered;
    v->entered_count = h->count;
}
