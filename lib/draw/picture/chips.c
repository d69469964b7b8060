/* SPDX-License-Identifier: MIT */
/* Where pieces beyond the window are told of: chips at its edges, in the direction of their piece,
 * first for those that must be seen, then for the nearest, while there is room.
 *
 * Why so: D22 (DECISIONS.md). */
#include "draw/picture/scene.h"

#include "draw/picture/words.h"

#include <stdlib.h>

enum {
    LABEL_MOST = 110, /* units of a label; a longer one is a footnote */
    CROWD = 60,       /* of more men those alone have chips that must be seen */
    CHIPS_LEAST = 3,  /* at an edge of a small window: they go on past the corners */
    DIRECTION = 1000, /* length of a direction */
};

/* A piece beyond the window with its claim to a chip. */
struct candidate {
    struct cp_ints *t;
    cp_int distance; /* from the window, in king's moves */
    uint32_t index;  /* among all outside */
    uint8_t edge;    /* enum cp_edge */
    bool is_first;   /* it must be seen */
};

/* Chips on their way to the edges. */
struct placing {
    struct cp_scene *scene;
    struct cp_arena *arena;
    bool *is_placed; /* for each of s->outside */
};

static bool is_beside(enum cp_edge edge)
{
    return edge == CP_LEFT || edge == CP_RIGHT;
}

/* ---- labels ---- */

static uint32_t label_width(const struct cp_scene *s, const struct cp_chip *chip)
{
    return (cp_words_extent(chip->label) * s->chip_font + 99) / 100;
}

/* Of a chip beside the window. */
static int32_t high(const struct cp_scene *s)
{
    return (int32_t)cp_chip_units(s, CP_CHIP_PIECE + CP_CHIP_ROOM);
}

static int32_t length_of(const struct cp_scene *s, const struct cp_chip *chip, enum cp_edge edge)
{
    uint32_t width = label_width(s, chip), piece = cp_chip_units(s, CP_CHIP_PIECE);
    if (is_beside(edge))
        return high(s);
    return (int32_t)(2 * cp_chip_units(s, CP_CHIP_ROOM) + (width > piece ? width : piece));
}

uint32_t cp_chip_thickness(const struct cp_scene *s, const struct cp_chip *chip, enum cp_edge edge)
{
    uint32_t piece = chip->man ? cp_chip_units(s, CP_CHIP_PIECE) : 0;
    uint32_t room = cp_chip_units(s, CP_CHIP_ROOM);
    return is_beside(edge) ? piece + label_width(s, chip) + 3 * room
                           : piece + s->chip_font + 2 * room;
}

/* ---- candidates ---- */

static bool checks(const struct cp_view *v, cp_square square)
{
    return cp_square_is_among(square, v->checkers, v->checker_count);
}

static bool moved(const struct cp_view *v, cp_square square)
{
    return v->has_last && cp_square_equal(v->last_to, square);
}

/* The square of the window from which a line leads to a piece: on its file, its rank, or its
 * diagonal, where the window has squares of one. False: it is the nearest corner. */
static bool find_near(const struct cp_scene *s, cp_square square, cp_square *near)
{
    struct cp_ints *t = s->view->ints;
    cp_box box = s->panels[0].box;
    cp_square gap = cp_box_gap(t, box, (cp_box){square, square});
    *near = cp_box_nearest(t, box, square);
    int by_file = cp_int_sign(t, gap.file), by_rank = cp_int_sign(t, gap.rank);
    if (!by_file || !by_rank)
        return true;
    /* along the diagonal it comes to the farther edge first, and there so far within the other */
    cp_int more = cp_int_sub(t, cp_int_abs(t, gap.file), cp_int_abs(t, gap.rank));
    cp_square crossing = *near;
    if (cp_int_sign(t, more) > 0)
        crossing.rank = cp_int_sub(t, near->rank, cp_int_scale(t, more, by_rank));
    else
        crossing.file = cp_int_add(t, near->file, cp_int_scale(t, more, by_file));
    if (!cp_box_has(t, box, crossing))
        return false;
    *near = crossing;
    return true;
}

/* The line on which a piece lies: from the king that it checks, else from the window. */
static bool find_line(const struct cp_scene *s, cp_square square, struct cp_segment *line,
                      bool *is_corner)
{
    const struct cp_view *v = s->view;
    const struct cp_panel *window = &s->panels[0];
    bool from_king = checks(v, square) && cp_box_has(v->ints, window->box, v->checked[0]);
    cp_square near = v->checked_count ? v->checked[0] : square;
    *is_corner = !from_king && !find_near(s, square, &near);
    return cp_segment_find(line, s, window, near, square);
}

/* At which edge, and how far along it: what is beyond a corner stands at the end of a side. */
static enum cp_edge find_edge(const struct cp_scene *s, cp_square square,
                              const struct cp_segment *line, bool is_corner, int32_t *anchor)
{
    const struct cp_panel *window = &s->panels[0];
    const int64_t strip = 10 * CP_STRIP, right = (int64_t)window->files * CP_TENTHS;
    int32_t low = (int32_t)(window->ranks * CP_DRAWING_GRID);
    enum cp_edge edge = line->to.x <= -strip          ? CP_LEFT
                        : line->to.x >= right + strip ? CP_RIGHT
                        : line->to.y <= -strip        ? CP_TOP
                                                      : CP_BOTTOM;
    if (is_corner) { /* which it is, no line says that hardly rises */
        struct cp_ints *t = s->view->ints;
        cp_square gap = cp_box_gap(t, window->box, (cp_box){square, square});
        bool is_above = (cp_int_sign(t, gap.rank) > 0) != s->view->flip;
        bool is_right = (cp_int_sign(t, gap.file) > 0) != s->view->flip;
        *anchor = is_above ? -CP_STRIP : low + CP_STRIP;
        return is_right ? CP_RIGHT : CP_LEFT;
    }
    *anchor = (int32_t)((is_beside(edge) ? line->to.y : line->to.x) / 10);
    return edge;
}

static struct cp_chip chip_of(struct placing *p, const struct candidate *c)
{
    struct cp_chip chip = {.man = p->scene->outside[c->index], .distance = c->distance};
    struct cp_segment line;
    if (!find_line(p->scene, chip.man->square, &line, &chip.is_corner)) /* it was found before */
        return chip;
    int64_t length = cp_point_distance(line.from, line.to);
    chip.dx = (int32_t)((line.to.x - line.from.x) * DIRECTION / length);
    chip.dy = (int32_t)((line.to.y - line.from.y) * DIRECTION / length);
    (void)find_edge(p->scene, chip.man->square, &line, chip.is_corner, &chip.anchor);
    chip.checks = checks(p->scene->view, chip.man->square);
    chip.moved = moved(p->scene->view, chip.man->square);
    struct cp_buf label = cp_buf_in(p->arena);
    if (p->scene->view->has_signs)
        chip.is_about = !cp_words_put_short(&label, p->scene->view, chip.man->square);
    else
        cp_words_put_square(&label, p->scene->view, chip.man->square);
    chip.label = cp_buf_str(&label);
    chip.footnote = !p->scene->view->has_signs && label_width(p->scene, &chip) > LABEL_MOST;
    if (chip.footnote) /* numbered when it is known who stays */
        chip.label = CP_STR("*00");
    chip.length = length_of(p->scene, &chip, (enum cp_edge)c->edge);
    return chip;
}

/* ---- who has room ---- */

/* By edge, and there by claim. */
static int by_claim(const void *a, const void *b)
{
    const struct candidate *p = a, *q = b;
    if (p->edge != q->edge)
        return p->edge < q->edge ? -1 : 1;
    if (p->is_first != q->is_first)
        return p->is_first ? -1 : 1;
    int c = cp_int_compare(p->t, p->distance, q->distance);
    return c ? c : (p->index > q->index) - (p->index < q->index);
}

/* Along the edge; of pieces behind one another the nearest first, and at a corner nearest to it.
 * There are few. */
static void sort_by_anchor(struct cp_ints *t, struct cp_chip *list, uint32_t count)
{
    for (uint32_t i = 1; i < count; i++) {
        struct cp_chip chip = list[i];
        uint32_t place = i;
        for (; place; place--) {
            const struct cp_chip *other = &list[place - 1];
            int farther = cp_int_compare(t, chip.distance, other->distance);
            if (chip.anchor != other->anchor        ? chip.anchor > other->anchor
                : chip.is_corner && chip.anchor > 0 ? farther <= 0
                                                    : farther >= 0)
                break;
            list[place] = *other;
        }
        list[place] = chip;
    }
}

/* "5 more, 3 white" */
static struct cp_chip count_rest(struct placing *p, const struct candidate *list, uint32_t count)
{
    uint32_t white = 0;
    struct cp_chip chip = {0};
    for (uint32_t i = 0; i < count; i++)
        white += p->scene->outside[list[i].index]->side == CP_WHITE;
    struct cp_buf label = cp_buf_in(p->arena);
    cp_buf_printf(&label, "%u more", count);
    if (white == 0 || white == count)
        cp_buf_puts(&label, white ? ", white" : ", black");
    else
        cp_buf_printf(&label, ", %u white", white);
    chip.label = cp_buf_str(&label);
    chip.length = length_of(p->scene, &chip, (enum cp_edge)list[0].edge);
    return chip;
}

/* ---- places ---- */

/* Chips that must stand side by side, as one: where its first would begin best. */
struct block {
    int64_t sum; /* of the best places of all, less what stands before each */
    uint32_t first, count;
};

static int64_t best_place(const struct block *b)
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
        for (; used > 1 && best_place(&blocks[used - 2]) > best_place(&blocks[used - 1]); used--) {
            blocks[used - 2].sum += blocks[used - 1].sum;
            blocks[used - 2].count += blocks[used - 1].count;
        }
    }
    int64_t highest = low + room - before;
    before = 0;
    for (uint32_t b = 0; b < used; b++) {
        int64_t place = best_place(&blocks[b]);
        place = place > highest ? highest : place < low ? low : place;
        for (uint32_t i = blocks[b].first; i < blocks[b].first + blocks[b].count; i++) {
            list[i].place = (int32_t)(place + before);
            before += list[i].length;
        }
    }
}

/* As many chips as there is room for, those with the best claims, and one that counts the
 * rest. An edge goes on past the corners of a small window, and as far as those need that
 * must be seen. */
static void fill_edge(struct placing *p, const struct candidate *list, uint32_t count)
{
    enum cp_edge edge = (enum cp_edge)list[0].edge;
    const struct cp_panel *window = &p->scene->panels[0];
    struct cp_chips *out = &p->scene->edges[edge];
    int32_t side = (int32_t)((is_beside(edge) ? window->ranks : window->files) * CP_DRAWING_GRID);
    int32_t least = CHIPS_LEAST * high(p->scene), room = side > least ? side : least, used = 0;
    struct cp_chip rest = count_rest(p, list, count); /* no part of them has a longer label */
    uint32_t firsts = 0, made = 0;
    while (firsts < count && list[firsts].is_first)
        firsts++;
    uint32_t most = firsts + (uint32_t)(room / high(p->scene)) + 2;
    out->list = cp_arena_take_zero(p->arena, most, sizeof *out->list);
    for (; made < count && made + 1 < most; made++) {
        struct cp_chip chip = chip_of(p, &list[made]);
        if (made >= firsts && used + chip.length > room)
            break;
        out->list[made] = chip;
        used += chip.length;
        if (made < firsts && used + (firsts < count ? rest.length : 0) > room)
            room = used + (firsts < count ? rest.length : 0);
    }
    while (made < count && made > firsts && used + rest.length > room)
        used -= out->list[--made].length;
    for (uint32_t i = 0; i < made; i++)
        p->is_placed[list[i].index] = true;
    sort_by_anchor(p->scene->view->ints, out->list, made);
    out->count = made;
    if (made < count) {
        rest = count_rest(p, list + made, count - made);
        rest.anchor = side + CP_STRIP;
        out->list[out->count++] = rest;
    }
    spread(p->arena, out->list, out->count, (side - room) / 2, room);
}

void cp_chips_place(struct cp_scene *s, uint32_t font, struct cp_arena *arena)
{
    s->chip_font = font;
    s->outside_count = s->beyond_count;
    s->outside = cp_arena_take_zero(arena, (size_t)s->beyond_count + 1, sizeof *s->outside);
    for (uint32_t i = 0; i < s->beyond_count; i++)
        s->outside[i] = s->beyond[i];
    for (int edge = 0; edge < CP_EDGES; edge++)
        s->edges[edge] = (struct cp_chips){0};
    struct placing p = {.scene = s, .arena = arena};
    struct candidate *list = cp_arena_take_zero(arena, s->outside_count, sizeof *list);
    const struct cp_view *v = s->view;
    uint32_t kept = 0, count = 0;
    for (uint32_t i = 0; i < s->outside_count; i++) {
        cp_square square = s->outside[i]->square;
        struct cp_segment line;
        bool is_corner;
        int32_t anchor;
        if (!find_line(s, square, &line, &is_corner)) /* only where the window has no squares */
            continue;
        bool is_first = checks(v, square) || moved(v, square) ||
                        cp_square_is_among(square, v->kings, v->king_count);
        if (s->beyond_count > CROWD && !is_first)
            continue;
        enum cp_edge edge = find_edge(s, square, &line, is_corner, &anchor);
        cp_square gap = cp_box_gap(v->ints, s->panels[0].box, (cp_box){square, square});
        cp_int files = cp_int_abs(v->ints, gap.file), ranks = cp_int_abs(v->ints, gap.rank);
        list[count++] = (struct candidate){
            .t = v->ints,
            .index = i,
            .distance = cp_int_compare(v->ints, files, ranks) > 0 ? files : ranks,
            .edge = (uint8_t)edge,
            .is_first = is_first};
    }
    p.is_placed = cp_arena_take_zero(arena, s->outside_count, sizeof *p.is_placed);
    qsort(list, count, sizeof *list, by_claim);
    for (uint32_t first = 0, end; first < count; first = end) {
        for (end = first; end < count && list[end].edge == list[first].edge;)
            end++;
        fill_edge(&p, list + first, end - first);
    }
    uint32_t number = 0;
    for (int edge = 0; edge < CP_EDGES; edge++)
        for (uint32_t i = 0; i < s->edges[edge].count; i++) {
            struct cp_chip *chip = &s->edges[edge].list[i];
            if (chip->footnote) { /* in the order in which the chips are written about */
                chip->footnote = ++number;
                chip->label = cp_str_printf(arena, "*%u", number);
            }
            uint32_t thickness = cp_chip_thickness(s, chip, (enum cp_edge)edge);
            if (thickness > s->edges[edge].thickness)
                s->edges[edge].thickness = thickness;
        }
    for (uint32_t i = 0; i < s->outside_count; i++)
        if (!p.is_placed[i])
            s->outside[kept++] = s->outside[i];
    s->outside_count = kept;
}
