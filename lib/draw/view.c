/* SPDX-License-Identifier: MIT */
#include "draw/view.h"

/* ---- scales ---- */

uint32_t cp_scale_offset(const struct cp_scale *s, uint32_t column)
{
    uint32_t offset = column;
    for (uint32_t i = 0; i < s->tear_count && s->tears[i].at <= column; i++)
        offset += s->tears[i].skip;
    return offset;
}

/* The column of a file or rank counted from the low end; false: it is torn out. */
static bool column_of(const struct cp_scale *s, uint32_t offset, uint32_t *out)
{
    uint32_t skipped = 0;
    for (uint32_t i = 0; i < s->tear_count && s->tears[i].at + skipped <= offset; i++) {
        skipped += s->tears[i].skip;
        if (offset < s->tears[i].at + skipped)
            return false;
    }
    *out = offset - skipped;
    return true;
}

int64_t cp_scale_place(const struct cp_scale *s, int64_t tenths, int64_t square)
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

cp_int cp_panel_file(const struct cp_scene *s, const struct cp_panel *p, uint32_t column)
{
    uint32_t x = s->view->flip ? p->files - 1 - column : column;
    return cp_int_add(s->view->ints, p->box.low.file, CP_INT(cp_scale_offset(&p->x, x)));
}

cp_int cp_panel_rank(const struct cp_scene *s, const struct cp_panel *p, uint32_t row)
{
    uint32_t y = s->view->flip ? row : p->ranks - 1 - row;
    return cp_int_add(s->view->ints, p->box.low.rank, CP_INT(cp_scale_offset(&p->y, y)));
}

cp_square cp_panel_square(const struct cp_scene *s, const struct cp_panel *p, uint32_t column,
                          uint32_t row)
{
    return (cp_square){cp_panel_file(s, p, column), cp_panel_rank(s, p, row)};
}

/* ---- men ---- */

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
