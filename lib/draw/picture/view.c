/* SPDX-License-Identifier: MIT */
#include "draw/picture/view.h"

/* ---- scales ---- */

uint32_t cp_scale_offset(const struct cp_scale *s, uint32_t column)
{
    uint32_t offset = column;
    for (uint32_t i = 0; i < s->tear_count && s->tears[i].at <= column; i++)
        offset += s->tears[i].skip;
    return offset;
}

/* A place in tenths of a unit, from the real board to the torn one. */
static int64_t place_of(const struct cp_scale *s, int64_t tenths, int64_t square)
{
    int64_t skipped = 0;
    for (uint32_t i = 0; i < s->tear_count; i++) {
        int64_t begin = (int64_t)s->tears[i].at * square + skipped;
        int64_t end = begin + (int64_t)s->tears[i].skip * square;
        if (tenths <= begin)
            break;
        skipped += tenths < end ? tenths - begin : end - begin;
    }
    return tenths - skipped;
}

/* The column of a file or rank counted from the low end; false: it is torn out. */
static bool column_of(const struct cp_scale *s, uint32_t offset, uint32_t *out)
{
    *out = (uint32_t)place_of(s, offset, 1);
    return cp_scale_offset(s, *out) == offset;
}

/* ---- panels ---- */

bool cp_panel_find(const struct cp_scene *s, const struct cp_panel *p, cp_square square,
                   uint32_t *file, uint32_t *rank)
{
    struct cp_ints *t = s->view->ints;
    int64_t x = cp_int_or(cp_int_sub(t, square.file, p->box.low.file), -1);
    int64_t y = cp_int_or(cp_int_sub(t, square.rank, p->box.low.rank), -1);
    return x >= 0 && x < p->x.extent && y >= 0 && y < p->y.extent &&
           column_of(&p->x, (uint32_t)x, file) && column_of(&p->y, (uint32_t)y, rank);
}

bool cp_scene_has(const struct cp_scene *s, cp_square square)
{
    uint32_t file, rank;
    for (uint32_t p = 0; p < s->panel_count; p++)
        if (cp_panel_find(s, &s->panels[p], square, &file, &rank))
            return true;
    return false;
}

const cp_scene_cell *cp_panel_cell(const struct cp_scene *s, const struct cp_panel *p,
                                   uint32_t column, uint32_t row)
{
    uint32_t x = s->view->flip ? p->files - 1 - column : column;
    uint32_t y = s->view->flip ? row : p->ranks - 1 - row;
    return &p->cells[y * p->files + x];
}

cp_square cp_panel_square(const struct cp_scene *s, const struct cp_panel *p, uint32_t column,
                          uint32_t row)
{
    struct cp_ints *t = s->view->ints;
    uint32_t x = s->view->flip ? p->files - 1 - column : column;
    uint32_t y = s->view->flip ? row : p->ranks - 1 - row;
    return (cp_square){cp_int_add(t, p->box.low.file, CP_INT(cp_scale_offset(&p->x, x))),
                       cp_int_add(t, p->box.low.rank, CP_INT(cp_scale_offset(&p->y, y)))};
}

/* ---- men ---- */

bool cp_square_is_among(cp_square square, const cp_square *squares, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        if (cp_square_equal(squares[i], square))
            return true;
    return false;
}

void cp_men_sort(const struct cp_view *v, const cp_man **men, uint32_t count,
                 struct cp_arena *arena)
{
    cp_square *squares = cp_arena_take_zero(arena, count, sizeof *squares);
    const cp_man **listed = cp_arena_take_zero(arena, count, sizeof *listed);
    for (uint32_t i = 0; i < count; i++) {
        squares[i] = men[i]->square;
        listed[i] = men[i];
    }
    uint32_t *order = cp_squares_sort(arena, v->ints, squares, count);
    for (uint32_t i = 0; i < count; i++)
        men[i] = listed[order[i]];
}

/* ---- lines ---- */

int64_t cp_point_distance(cp_point a, cp_point b)
{
    int64_t x = b.x - a.x, y = b.y - a.y, low = 0, high = (int64_t)1 << 30;
    while (low < high) {
        int64_t half = (low + high + 1) / 2;
        if (half * half <= x * x + y * y)
            low = half;
        else
            high = half - 1;
    }
    return low;
}

/* A line on its way through a panel, in tenths from the panel's low corner. */
struct line {
    struct cp_ints *t;
    cp_int x, y, dx, dy; /* where it begins; how far it goes */
    int64_t right, high; /* the panel without its strip, whole: 0 .. right, 0 .. high */
    cp_point points[4];  /* where it crosses the rim */
    uint32_t count;
};

static cp_int middle_of(struct cp_ints *t, cp_int square, cp_int low)
{
    return cp_int_add(t, cp_int_scale(t, cp_int_sub(t, square, low), CP_TENTHS),
                      CP_INT(CP_TENTHS / 2));
}

/* How high the line is at a place of the other axis: start + (at - from) * rise / run;
 * false when it does not come there, or beyond `most`. */
static bool crosses(struct line *l, cp_int from, cp_int run, cp_int start, cp_int rise, int64_t at,
                    int64_t most, int64_t *out)
{
    cp_int place = CP_INT(at), end = cp_int_add(l->t, from, run);
    if (cp_int_sign(l->t, run) == 0 ||
        cp_int_compare(l->t, from, place) * cp_int_compare(l->t, place, end) < 0)
        return false;
    cp_int way = cp_int_proportion(l->t, cp_int_sub(l->t, place, from), rise, run);
    *out = cp_int_or(cp_int_add(l->t, start, way), INT64_MAX);
    return *out >= -10 * CP_STRIP && *out <= most + 10 * CP_STRIP;
}

/* Grows along the line. */
static int64_t progress(const struct line *l, cp_point point)
{
    return point.x * cp_int_sign(l->t, l->dx) + point.y * cp_int_sign(l->t, l->dy);
}

/* On the panel as it is drawn: torn, and from its upper left corner. */
static cp_point as_seen(const struct cp_scene *s, const struct cp_panel *p, cp_point point)
{
    int64_t x = place_of(&p->x, point.x, CP_TENTHS);
    int64_t y = place_of(&p->y, point.y, CP_TENTHS);
    bool flip = s->view->flip;
    return (cp_point){flip ? (int64_t)p->files * CP_TENTHS - x : x,
                      flip ? y : (int64_t)p->ranks * CP_TENTHS - y};
}

bool cp_segment_find(struct cp_segment *out, const struct cp_scene *s, const struct cp_panel *p,
                     cp_square from, cp_square to)
{
    struct cp_ints *t = s->view->ints;
    struct line l = {.t = t,
                     .x = middle_of(t, from.file, p->box.low.file),
                     .y = middle_of(t, from.rank, p->box.low.rank),
                     .right = (int64_t)p->x.extent * CP_TENTHS,
                     .high = (int64_t)p->y.extent * CP_TENTHS};
    cp_int to_x = middle_of(t, to.file, p->box.low.file),
           to_y = middle_of(t, to.rank, p->box.low.rank);
    l.dx = cp_int_sub(t, to_x, l.x);
    l.dy = cp_int_sub(t, to_y, l.y);
    out->enters = !cp_box_has(t, p->box, from);
    out->leaves = !cp_box_has(t, p->box, to);
    out->from = (cp_point){cp_int_or(l.x, 0), cp_int_or(l.y, 0)};
    out->to = (cp_point){cp_int_or(to_x, 0), cp_int_or(to_y, 0)};
    const int64_t strip = 10 * CP_STRIP;
    const int64_t xs[] = {-strip, l.right + strip}, ys[] = {-strip, l.high + strip};
    for (int i = 0; i < 2 && (out->enters || out->leaves); i++) {
        int64_t other;
        if (crosses(&l, l.x, l.dx, l.y, l.dy, xs[i], l.high, &other))
            l.points[l.count++] = (cp_point){xs[i], other};
        if (crosses(&l, l.y, l.dy, l.x, l.dx, ys[i], l.right, &other))
            l.points[l.count++] = (cp_point){other, ys[i]};
    }
    if (l.count < (uint32_t)(out->enters + out->leaves))
        return false;
    for (uint32_t i = 0; i < l.count; i++) {
        if (out->enters && (i == 0 || progress(&l, l.points[i]) < progress(&l, out->from)))
            out->from = l.points[i];
        if (out->leaves && (i == 0 || progress(&l, l.points[i]) > progress(&l, out->to)))
            out->to = l.points[i];
    }
    out->from = as_seen(s, p, out->from);
    out->to = as_seen(s, p, out->to);
    return out->from.x != out->to.x || out->from.y != out->to.y;
}
