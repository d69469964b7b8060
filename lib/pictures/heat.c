/* SPDX-License-Identifier: MIT */
/* heat.c -- how often each square was entered in many games: a table of squares, as text since
 * no game's numbers outlive it, with open addressing. */
#include "pictures/diagrams.h"

#include "base/scan.h"

#include <stdio.h>
#include <stdlib.h>

enum { PLACES_LEAST = 256 };

struct cp_entered {
    cp_str square; /* "(4,5)" */
    uint64_t count;
};

/* FNV-1a. */
static uint32_t hash_of(cp_str text)
{
    uint32_t hash = 2166136261u;
    for (size_t i = 0; i < text.len; i++)
        hash = (hash ^ (uint8_t)text.at[i]) * 16777619u;
    return hash;
}

/* Where the square is in the table, or may be put. */
static uint32_t *place_of(const struct cp_heat *h, cp_str square)
{
    uint32_t place = hash_of(square) & (h->place_count - 1);
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
    if (!h->games++)
        h->variant = cp_str_keep(h->arena, variant);
    while (packed.len) {
        cp_str square = cp_scan_until(&packed, '\n');
        grow(h);
        uint32_t *place = place_of(h, square);
        if (!*place) {
            h->list = cp_arena_grow(h->arena, h->list, h->count, &h->room, sizeof *h->list);
            h->list[h->count++] = (struct cp_entered){.square = cp_str_keep(h->arena, square)};
            *place = h->count;
        }
        h->list[*place - 1].count++;
    }
}

/* The most often entered first, and those of one count in the order of their names. */
static int compare(const void *a, const void *b)
{
    const struct cp_entered *x = a, *y = b;
    return x->count != y->count ? (x->count < y->count ? 1 : -1)
                                : cp_str_compare(x->square, y->square);
}

/* In three characters, rounded down: 999, 12k, .3M. */
static void put_label(char out[CP_LABEL_OF_MARK + 1], uint64_t count)
{
    static const char *const units[] = {"", "k", "M", "G", "T", "P", "E"};
    size_t unit = 0;
    for (; count > 999; count /= 1000)
        unit++;
    bool is_part = unit && count > 99; /* of the next unit */
    (void)snprintf(out, CP_LABEL_OF_MARK + 1, is_part ? ".%u%s" : "%u%s",
                   (unsigned)(is_part ? count / 100 : count), units[unit + is_part]);
}

void cp_heat_find(struct cp_heat *h, struct cp_ints *ints, struct cp_marks *marks,
                  cp_square **squares)
{
    *squares = cp_arena_take_zero(h->arena, (size_t)h->count + 1, sizeof **squares);
    if (h->count)
        qsort(h->list, h->count, sizeof *h->list, compare);
    h->place_count = 0; /* the list has another order now */
    for (uint32_t i = 0; i < h->count; i++) {
        struct cp_mark *mark = cp_arena_take_zero(h->arena, 1, sizeof *mark);
        cp_str text = h->list[i].square;
        *mark = (struct cp_mark){
            .colour = CP_RED,
            .kind = CP_MARKED_LABEL,
            .entered = h->list[i].count,
            .percent = (uint8_t)(100.0 * (double)h->list[i].count / (double)h->list[0].count)};
        (void)!cp_mark_square_take(ints, &text, &mark->from); /* it was written so */
        mark->to = (*squares)[i] = mark->from;
        mark->percent = mark->percent ? mark->percent : 1;
        put_label(mark->label, h->list[i].count);
        *(marks->last ? &marks->last->next : &marks->first) = mark;
        marks->last = mark;
    }
}
