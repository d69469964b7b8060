/* SPDX-License-Identifier: MIT */
/* scene.c -- fills the chosen panels with men and marks. */
#include "draw/scene.h"

/* A scene in the making. */
struct making {
    struct cp_scene *scene;
    const struct cp_view *view;
    struct cp_ints *t;
    struct cp_arena *arena;
};

bool cp_panel_find(const struct cp_scene *s, const struct cp_panel *p, cp_square square,
                   uint32_t *file, uint32_t *rank)
{
    struct cp_ints *t = s->view->ints;
    int64_t x, y;
    if (!cp_box_has(t, p->box, square) ||
        !cp_int_get(cp_int_sub(t, square.file, p->box.low.file), &x) ||
        !cp_int_get(cp_int_sub(t, square.rank, p->box.low.rank), &y))
        return false;
    *file = (uint32_t)x;
    *rank = (uint32_t)y;
    return true;
}

bool cp_scene_has(const struct cp_scene *s, cp_square square)
{
    for (uint32_t p = 0; p < s->panel_count; p++)
        if (cp_box_has(s->view->ints, s->panels[p].box, square))
            return true;
    return false;
}

/* The cell of a square in a panel, NULL when it is not there. */
static cp_cell *cell_of(struct making *m, struct cp_panel *p, cp_square square)
{
    uint32_t file, rank;
    return cp_panel_find(m->scene, p, square, &file, &rank) ? &p->cells[rank * p->files + file]
                                                            : NULL;
}

static void flag(struct making *m, struct cp_panel *p, cp_square square, enum cp_cell_flag flag)
{
    cp_cell *cell = cell_of(m, p, square);
    if (cell)
        cell->flags |= (uint8_t)flag;
}

static void fill_men(struct making *m, struct cp_panel *p)
{
    const struct cp_view *v = m->view;
    for (uint32_t i = 0; i < v->count; i++) {
        cp_cell *cell = cell_of(m, p, v->men[i].square);
        if (!cell)
            continue;
        cell->kind = v->men[i].kind;
        cell->side = v->men[i].side;
        cell->clock = v->clocks ? v->clocks[i] : 0;
    }
}

static void fill_flags(struct making *m, struct cp_panel *p)
{
    const struct cp_view *v = m->view;
    for (uint32_t i = 0; i < v->trap_count; i++)
        flag(m, p, v->traps[i], CP_CELL_TRAP);
    for (uint32_t i = 0; i < v->fallen_count; i++)
        flag(m, p, v->fallen[i].square, CP_CELL_FALL);
    for (uint32_t i = 0; i < v->checked_count; i++)
        flag(m, p, v->checked[i], CP_CELL_CHECK);
    if (v->has_origin_mark)
        flag(m, p, v->origin_mark, CP_CELL_ORIGIN);
    if (v->has_last) {
        flag(m, p, v->last_from, CP_CELL_FROM);
        flag(m, p, v->last_to, CP_CELL_TO);
    }
    for (uint32_t i = 0; i < v->way_count; i++)
        if (v->ways[i].kind == CP_WAY_ALONG) {
            flag(m, p, v->ways[i].from, CP_CELL_FROM);
            flag(m, p, v->ways[i].to, CP_CELL_TO);
        }
    for (const struct cp_mark *mark = v->marks; mark; mark = mark->next) {
        cp_cell *cell = mark->is_arrow ? NULL : cell_of(m, p, mark->from);
        if (cell)
            cell->tints |= (uint8_t)(1u << mark->colour);
    }
}

static void fill_edges(struct making *m, struct cp_panel *p)
{
    if (!m->view->bounded)
        return;
    cp_box board = cp_view_board(m->view);
    p->left_edge = cp_int_equal(p->box.low.file, board.low.file);
    p->right_edge = cp_int_equal(p->box.high.file, board.high.file);
    p->low_edge = cp_int_equal(p->box.low.rank, board.low.rank);
    p->high_edge = cp_int_equal(p->box.high.rank, board.high.rank);
}

/* a1 = (1,1) is dark: squares whose file and rank add up to an even number. */
static void fill_panel(struct making *m, struct cp_panel *p)
{
    bool fit = cp_box_size(m->t, p->box, CP_WINDOW_MOST, &p->files, &p->ranks);
    p->files = fit ? p->files : 0;
    p->ranks = fit ? p->ranks : 0;
    p->cells = cp_arena_take_zero(m->arena, (size_t)p->files * p->ranks + 1, sizeof *p->cells);
    cp_int half;
    int32_t odd = cp_int_divide(m->t, cp_int_add(m->t, p->box.low.file, p->box.low.rank), 2, &half);
    for (uint32_t y = 0; y < p->ranks; y++)
        for (uint32_t x = 0; x < p->files; x++)
            p->cells[y * p->files + x] = (cp_cell){
                .kind = CP_NO_KIND,
                .flags = ((uint32_t)odd + x + y) % 2 ? 0 : CP_CELL_DARK,
            };
    fill_men(m, p);
    fill_flags(m, p);
    fill_edges(m, p);
}

static void list_outside(struct making *m)
{
    struct cp_scene *s = m->scene;
    const struct cp_view *v = m->view;
    cp_square *squares = cp_arena_take_zero(m->arena, (size_t)v->count + 1, sizeof *squares);
    const cp_man **left = cp_arena_take_zero(m->arena, (size_t)v->count + 1, sizeof *left);
    uint32_t count = 0;
    for (uint32_t i = 0; i < v->count; i++) {
        if (cp_scene_has(s, v->men[i].square))
            continue;
        squares[count] = v->men[i].square;
        left[count++] = &v->men[i];
    }
    uint32_t *order = cp_squares_sort(m->arena, m->t, squares, count);
    s->outside = cp_arena_take_zero(m->arena, (size_t)count + 1, sizeof *s->outside);
    for (uint32_t i = 0; i < count; i++)
        s->outside[i] = left[order[i]];
    s->outside_count = count;
}

const cp_cell *cp_panel_cell(const struct cp_scene *s, const struct cp_panel *p, uint32_t column,
                             uint32_t row)
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
    return (cp_square){cp_int_add(t, p->box.low.file, CP_INT(x)),
                       cp_int_add(t, p->box.low.rank, CP_INT(y))};
}

bool cp_scene_make(struct cp_scene *out, const struct cp_view *view, struct cp_arena *arena,
                   struct cp_diags *d, cp_span at)
{
    struct making m = {.scene = out, .view = view, .t = view->ints, .arena = arena};
    struct cp_choice choice;
    *out = (struct cp_scene){.view = view};
    if (!cp_choice_make(&choice, view, arena, d, at))
        return false;
    out->panel_count = choice.count;
    for (uint32_t p = 0; p < choice.count; p++) {
        out->panels[p].box = choice.boxes[p];
        fill_panel(&m, &out->panels[p]);
    }
    list_outside(&m);
    return true;
}
