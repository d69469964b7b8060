/* SPDX-License-Identifier: MIT */
#include "draw/chips.h"

#include "draw/words.h"

#include <stdlib.h>

enum {
    LABEL_MOST = 110,                    /* units of a label; a longer one is a footnote */
    HIGH = CP_CHIP_PIECE + CP_CHIP_ROOM, /* of a chip beside the window */
    EDGE_LEAST = 3 * HIGH,               /* of small windows: chips go on past the corners */
    DIRECTION = 1000,                    /* length of a direction */
};

/* A chip with its claim to a place. */
struct candidate {
    struct cp_chip chip;
    struct cp_ints *t;
    cp_int distance; /* from the window, in king's moves */
    uint32_t index;  /* among all outside */
    bool is_first;   /* it must be seen */
};

/* Chips on their way to the edges. */
struct placing {
    struct cp_scene *scene;
    struct cp_arena *arena;
    struct candidate *edges[CP_EDGES];
    uint32_t counts[CP_EDGES];
    uint32_t footnotes;
    bool *is_placed; /* for each of s->outside */
};

static bool is_beside(enum cp_edge edge)
{
    return edge == CP_LEFT || edge == CP_RIGHT;
}

/* ---- where a piece is ---- */

static cp_int nearest(const struct cp_ints *t, cp_int n, cp_int low, cp_int high)
{
    return cp_int_compare(t, n, low) < 0 ? low : cp_int_compare(t, n, high) > 0 ? high : n;
}

static cp_int distance(struct cp_ints *t, cp_square a, cp_square b)
{
    cp_int files = cp_int_abs(t, cp_int_sub(t, a.file, b.file));
    cp_int ranks = cp_int_abs(t, cp_int_sub(t, a.rank, b.rank));
    return cp_int_compare(t, files, ranks) > 0 ? files : ranks;
}

/* The edge that a point of the window's rim is on. */
static enum cp_edge edge_of(const struct cp_panel *window, cp_point rim)
{
    const int64_t strip = 10 * CP_STRIP;
    if (rim.x <= -strip)
        return CP_LEFT;
    if (rim.x >= (int64_t)window->files * CP_TENTHS + strip)
        return CP_RIGHT;
    return rim.y <= -strip ? CP_TOP : CP_BOTTOM;
}

/* ---- labels ---- */

static uint32_t label_width(const struct cp_chip *chip)
{
    return (cp_words_extent(chip->label) * CP_CHIP_FONT + 99) / 100;
}

static void put_label(struct placing *p, struct cp_chip *chip)
{
    struct cp_buf label;
    cp_buf_init(&label, p->arena);
    cp_words_put_square(&label, p->scene->view, chip->man->square);
    chip->label = cp_buf_str(&label);
    if (label_width(chip) <= LABEL_MOST)
        return;
    cp_buf_init(&label, p->arena);
    chip->footnote = ++p->footnotes;
    cp_buf_printf(&label, "*%u", chip->footnote);
    chip->label = cp_buf_str(&label);
}

static int32_t length_of(const struct cp_chip *chip, enum cp_edge edge)
{
    int32_t width = (int32_t)label_width(chip);
    if (is_beside(edge))
        return HIGH;
    return 2 * CP_CHIP_ROOM + (width > CP_CHIP_PIECE ? width : CP_CHIP_PIECE);
}

uint32_t cp_chip_thickness(const struct cp_chip *chip, enum cp_edge edge)
{
    uint32_t piece = chip->man ? CP_CHIP_PIECE : 0;
    return is_beside(edge) ? piece + label_width(chip) + 3 * CP_CHIP_ROOM
                           : piece + CP_CHIP_FONT + 2 * CP_CHIP_ROOM;
}

/* ---- candidates ---- */

static void add_candidate(struct placing *p, uint32_t index)
{
    const struct cp_view *v = p->scene->view;
    const struct cp_panel *window = &p->scene->panels[0];
    const cp_man *man = p->scene->outside[index];
    cp_square near = {
        nearest(v->ints, man->square.file, window->box.low.file, window->box.high.file),
        nearest(v->ints, man->square.rank, window->box.low.rank, window->box.high.rank)};
    struct candidate c = {.t = v->ints,
                          .index = index,
                          .distance = distance(v->ints, near, man->square),
                          .chip = {.man = man}};
    c.chip.checks = cp_square_is_among(man->square, v->checkers, v->checker_count);
    c.chip.moved = v->has_last && cp_square_equal(v->last_to, man->square);
    c.is_first =
        c.chip.checks || c.chip.moved || cp_square_is_among(man->square, v->kings, v->king_count);
    bool is_line = c.chip.checks && cp_box_has(v->ints, window->box, v->checked[0]);
    struct cp_segment line;
    if (!cp_segment_find(&line, p->scene, window, is_line ? v->checked[0] : near, man->square))
        return; /* a window of no squares */
    enum cp_edge edge = edge_of(window, line.to);
    int64_t dx = line.to.x - line.from.x, dy = line.to.y - line.from.y;
    int64_t length = cp_point_distance(line.from, line.to);
    c.chip.dx = (int32_t)(dx * DIRECTION / length);
    c.chip.dy = (int32_t)(dy * DIRECTION / length);
    c.chip.anchor = (int32_t)((is_beside(edge) ? line.to.y : line.to.x) / 10);
    put_label(p, &c.chip);
    c.chip.length = length_of(&c.chip, edge);
    p->edges[edge][p->counts[edge]++] = c;
}

/* ---- who has room ---- */

static int by_claim(const void *a, const void *b)
{
    const struct candidate *p = a, *q = b;
    if (p->is_first != q->is_first)
        return p->is_first ? -1 : 1;
    int c = cp_int_compare(p->t, p->distance, q->distance);
    return c ? c : (p->index > q->index) - (p->index < q->index);
}

static int by_anchor(const void *a, const void *b)
{
    const struct candidate *p = a, *q = b;
    if (p->chip.anchor != q->chip.anchor)
        return p->chip.anchor < q->chip.anchor ? -1 : 1;
    int c = cp_int_compare(p->t, p->distance, q->distance);
    return c ? c : (p->index > q->index) - (p->index < q->index);
}

/* "5 more, 3 white" */
static struct cp_chip count_rest(struct placing *p, enum cp_edge edge, uint32_t from)
{
    uint32_t count = p->counts[edge] - from, white = 0;
    struct cp_chip chip = {0};
    struct cp_buf label;
    for (uint32_t i = from; i < p->counts[edge]; i++)
        white += p->edges[edge][i].chip.man->side == CP_WHITE;
    cp_buf_init(&label, p->arena);
    cp_buf_printf(&label, "%u more", count);
    if (white == 0 || white == count)
        cp_buf_puts(&label, white ? ", white" : ", black");
    else
        cp_buf_printf(&label, ", %u white", white);
    chip.label = cp_buf_str(&label);
    chip.length = length_of(&chip, edge);
    return chip;
}

/* How long an edge is for chips: past the corners of a small window, and long enough for
 * those that must be seen. The candidates are sorted by claim; `rest` is how long the
 * chip that counts the others is at most. */
static int32_t room_of(struct placing *p, enum cp_edge edge, int32_t side, int32_t rest)
{
    int32_t firsts = 0;
    uint32_t i = 0;
    for (; i < p->counts[edge] && p->edges[edge][i].is_first; i++)
        firsts += p->edges[edge][i].chip.length;
    if (i < p->counts[edge])
        firsts += rest;
    int32_t least = side > EDGE_LEAST ? side : EDGE_LEAST;
    return firsts > least ? firsts : least;
}

/* How many of the candidates fit together with a chip that counts the rest. */
static uint32_t count_fitting(struct placing *p, enum cp_edge edge, int32_t room, int32_t rest)
{
    int64_t all = 0;
    const struct candidate *list = p->edges[edge];
    uint32_t count = p->counts[edge], fitting = 0;
    for (uint32_t i = 0; i < count; i++)
        all += list[i].chip.length;
    if (all <= room)
        return count;
    int32_t used = 0;
    for (; fitting < count; fitting++) {
        int32_t more = list[fitting].chip.length;
        if (used + more + rest > room && !list[fitting].is_first)
            break;
        used += more;
    }
    return fitting;
}

/* ---- places ---- */

/* Chips that must stand side by side, as one: where its first would begin best. */
struct block {
    int64_t sum; /* of the wishes of all, less what stands before each */
    uint32_t first, count;
};

static int64_t wish(const struct block *b)
{
    return b->sum / b->count;
}

/* Nearest to the anchors, in their order, none over another, between low and low + room. */
static void spread(struct cp_arena *arena, struct cp_chip *list, uint32_t count, int32_t low,
                   int32_t room)
{
    struct block *blocks = cp_arena_take_zero(arena, (size_t)count + 1, sizeof *blocks);
    uint32_t used = 0;
    int64_t before = 0;
    for (uint32_t i = 0; i < count; i++) {
        blocks[used++] = (struct block){list[i].anchor - list[i].length / 2 - before, i, 1};
        before += list[i].length;
        for (; used > 1 && wish(&blocks[used - 2]) > wish(&blocks[used - 1]); used--) {
            blocks[used - 2].sum += blocks[used - 1].sum;
            blocks[used - 2].count += blocks[used - 1].count;
        }
    }
    int64_t highest = low + room - before;
    before = 0;
    for (uint32_t b = 0; b < used; b++) {
        int64_t place = wish(&blocks[b]);
        place = place > highest ? highest : place < low ? low : place;
        for (uint32_t i = blocks[b].first; i < blocks[b].first + blocks[b].count; i++) {
            list[i].place = (int32_t)(place + before);
            before += list[i].length;
        }
    }
}

static void fill_edge(struct placing *p, enum cp_edge edge)
{
    const struct cp_panel *window = &p->scene->panels[0];
    struct candidate *list = p->edges[edge];
    struct cp_chips *out = &p->scene->edges[edge];
    int32_t side = (int32_t)((is_beside(edge) ? window->ranks : window->files) * CP_DRAWING_GRID);
    qsort(list, p->counts[edge], sizeof *list, by_claim);
    int32_t rest = count_rest(p, edge, 0).length; /* of all: no part has a longer label */
    int32_t room = room_of(p, edge, side, rest);
    uint32_t fitting = count_fitting(p, edge, room, rest);
    bool has_rest = fitting < p->counts[edge];
    out->list = cp_arena_take_zero(p->arena, (size_t)fitting + 1, sizeof *out->list);
    out->count = fitting + has_rest;
    if (has_rest) {
        out->list[fitting] = count_rest(p, edge, fitting);
        out->list[fitting].anchor = side + CP_STRIP;
    }
    qsort(list, fitting, sizeof *list, by_anchor);
    for (uint32_t i = 0; i < fitting; i++) {
        out->list[i] = list[i].chip;
        p->is_placed[list[i].index] = true;
    }
    for (uint32_t i = 0; i < out->count; i++) {
        uint32_t thickness = cp_chip_thickness(&out->list[i], edge);
        out->thickness = thickness > out->thickness ? thickness : out->thickness;
    }
    spread(p->arena, out->list, out->count, (side - room) / 2, room);
}

void cp_chips_place(struct cp_scene *s, struct cp_arena *arena)
{
    struct placing p = {.scene = s, .arena = arena};
    uint32_t kept = 0;
    p.is_placed = cp_arena_take_zero(arena, s->outside_count, sizeof *p.is_placed);
    for (int edge = 0; edge < CP_EDGES; edge++)
        p.edges[edge] = cp_arena_take_zero(arena, s->outside_count, sizeof *p.edges[edge]);
    for (uint32_t i = 0; i < s->outside_count; i++)
        add_candidate(&p, i);
    for (int edge = 0; edge < CP_EDGES; edge++)
        if (p.counts[edge])
            fill_edge(&p, (enum cp_edge)edge);
    for (uint32_t i = 0; i < s->outside_count; i++)
        if (!p.is_placed[i])
            s->outside[kept++] = s->outside[i];
    s->outside_count = kept;
}
