/* SPDX-License-Identifier: MIT */
/* scene.c -- the cost follows pieces and panels: the plane between is never walked.
 *
 * 1. the window: as given, or around the cluster with most pieces, grown to near
 *    squares that matter, cut to the board if there is one;
 * 2. what is outside it and worth seeing falls into clusters; those that fit an
 *    inset get one: first those that hold a square that matters, then those with
 *    more pieces;
 * 3. window and insets, the panels, are filled with pieces and marks. */
#include "draw/scene.h"

enum {
    AUTO_GAP = 6,    /* empty ranks or files that part two groups of pieces */
    INSET_GAP = 4,   /* the same, outside the window */
    AUTO_MOST = 40,  /* files and ranks that the automatic window grows to */
    GROW_MOST = 10,  /* how far a window reaches for a square that matters */
    AUTO_MARGIN = 1, /* empty squares around an automatic window */
    INSET_MOST = 16, /* files and ranks of an inset */
};

/* A scene in the making. */
struct making {
    struct cp_scene *scene;
    const struct cp_view *view;
    struct cp_ints *t;
    struct cp_arena *arena;
    cp_square *matters; /* squares to be seen if they can be */
    uint32_t matter_count;
    bool *is_shown; /* for each man: it stands in a panel */
    uint32_t shown; /* how many do */
};

/* ---- what matters ---- */

static void collect_matters(struct making *m)
{
    const struct cp_view *v = m->view;
    size_t room = 2 + (size_t)v->checked_count + v->checker_count;
    m->matters = cp_arena_take_zero(m->arena, room, sizeof *m->matters);
    if (v->has_last) {
        m->matters[m->matter_count++] = v->last_to;
        m->matters[m->matter_count++] = v->last_from;
    }
    for (uint32_t i = 0; i < v->checked_count; i++)
        m->matters[m->matter_count++] = v->checked[i];
    for (uint32_t i = 0; i < v->checker_count; i++)
        m->matters[m->matter_count++] = v->checkers[i];
}

/* ---- the main window ---- */

static cp_box board_of(const struct cp_view *view)
{
    return (cp_box){{CP_INT(1), CP_INT(1)}, {CP_INT(view->files), CP_INT(view->ranks)}};
}

static bool fits(struct making *m, cp_box box, uint32_t most)
{
    uint32_t files, ranks;
    return cp_box_size(m->t, box, most, &files, &ranks);
}

static cp_box grow_to_matters(struct making *m, cp_box box)
{
    for (uint32_t i = 0; i < m->matter_count; i++) {
        cp_box reach = cp_box_widen(m->t, box, GROW_MOST);
        if (!cp_box_has(m->t, reach, m->matters[i]))
            continue;
        cp_box grown = cp_box_join(m->t, box, (cp_box){m->matters[i], m->matters[i]});
        if (fits(m, grown, CP_WINDOW_MOST))
            box = grown;
    }
    return box;
}

/* The part of a cluster too large for any window: from its low corner. */
static cp_box crop(struct making *m, cp_box box)
{
    cp_box corner = cp_box_widen(m->t, (cp_box){box.low, box.low}, CP_WINDOW_MOST - 1);
    return cp_box_meet(m->t, box, corner);
}

/* The cluster with most pieces, the lowest of several, and all others that still
 * fit with it. */
static cp_box auto_box(struct making *m)
{
    struct cp_clusters clusters;
    uint32_t count = m->view->count;
    cp_square *squares = cp_arena_take_zero(m->arena, count, sizeof *squares);
    for (uint32_t i = 0; i < count; i++)
        squares[i] = m->view->men[i].square;
    cp_clusters_make(&clusters, m->arena, m->t, squares, count, AUTO_GAP);
    if (clusters.count == 0)
        return (cp_box){{CP_INT(1), CP_INT(1)}, {CP_INT(8), CP_INT(8)}};
    uint32_t best = 0;
    for (uint32_t c = 1; c < clusters.count; c++)
        if (clusters.list[c].count > clusters.list[best].count)
            best = c;
    cp_box box = clusters.list[best].box;
    if (!fits(m, box, CP_WINDOW_MOST - 2 * AUTO_MARGIN))
        return crop(m, box);
    for (bool joined = true; joined;) {
        joined = false;
        for (uint32_t c = 0; c < clusters.count; c++) {
            cp_box both = cp_box_join(m->t, box, clusters.list[c].box);
            if (cp_box_has(m->t, box, clusters.list[c].box.low) &&
                cp_box_has(m->t, box, clusters.list[c].box.high))
                continue;
            if (!fits(m, both, AUTO_MOST - 2 * AUTO_MARGIN))
                continue;
            box = both;
            joined = true;
        }
    }
    return cp_box_widen(m->t, box, AUTO_MARGIN);
}

/* Reports which extent of box is more than can be drawn, or less than one square. */
static bool refuse(struct making *m, cp_box box, struct cp_diags *d, cp_span at)
{
    cp_int files = cp_int_add(m->t, cp_int_sub(m->t, box.high.file, box.low.file), CP_INT(1));
    cp_int ranks = cp_int_add(m->t, cp_int_sub(m->t, box.high.rank, box.low.rank), CP_INT(1));
    bool by_file =
        cp_int_sign(m->t, files) <= 0 ||
        (cp_int_sign(m->t, ranks) > 0 && cp_int_compare(m->t, files, CP_INT(CP_WINDOW_MOST)) > 0);
    cp_int culprit = by_file ? files : ranks;
    struct cp_buf number;
    cp_buf_init(&number, m->arena);
    cp_int_format(m->t, &number, culprit);
    const char *what = by_file ? "files" : "ranks";
    if (cp_int_sign(m->t, culprit) <= 0)
        cp_diag_report(d, CP_WINDOW_EMPTY, at, "%.*s %s", CP_FMT(cp_buf_str(&number)), what);
    else
        cp_diag_report(d, CP_WINDOW_TOO_LARGE, at, "%.*s %s, and at most %d can be drawn",
                       CP_FMT(cp_buf_str(&number)), what, CP_WINDOW_MOST);
    return false;
}

static bool choose_window(struct making *m, cp_box *out, struct cp_diags *d, cp_span at)
{
    const struct cp_view *v = m->view;
    cp_box box = v->mode == CP_WINDOW_FIXED ? v->window
                 : v->bounded               ? board_of(m->view)
                                            : auto_box(m);
    if (!fits(m, box, CP_WINDOW_MOST))
        return refuse(m, box, d, at);
    box = grow_to_matters(m, box);
    if (v->bounded)
        box = cp_box_meet(m->t, box, board_of(v));
    if (!fits(m, box, CP_WINDOW_MOST))
        return refuse(m, box, d, at);
    *out = box;
    return true;
}

/* ---- insets ---- */

/* What may be seen in insets: squares outside the window; the first `men` of
 * them hold pieces, the others only matter. */
struct remote {
    cp_square *squares;
    uint32_t men, count;
};

static void collect_remote(struct making *m, struct remote *r, cp_box window)
{
    size_t room = (size_t)m->view->count - m->shown + m->matter_count;
    r->squares = cp_arena_take_zero(m->arena, room, sizeof *r->squares);
    for (uint32_t i = 0; m->shown < m->view->count && i < m->view->count; i++)
        if (!m->is_shown[i])
            r->squares[r->count++] = m->view->men[i].square;
    r->men = r->count;
    for (uint32_t i = 0; i < m->matter_count; i++)
        if (!cp_box_has(m->t, window, m->matters[i]))
            r->squares[r->count++] = m->matters[i];
}

/* A cluster's claim to an inset: its pieces, and more where a square matters;
 * none without a piece, and none for one piece alone whose square does not matter. */
static uint32_t claim(const struct remote *r, const struct cp_clusters *all, uint32_t c)
{
    const struct cp_cluster *cluster = &all->list[c];
    uint32_t men = 0;
    for (uint32_t i = 0; i < cluster->count; i++)
        men += all->order[cluster->first + i] < r->men;
    uint32_t others = cluster->count - men;
    return men == 0 || men + others < 2 ? 0 : men + (others ? r->count : 0);
}

static bool overlaps(const struct making *m, cp_box a, cp_box b)
{
    cp_box both = cp_box_meet(m->t, a, b);
    return cp_int_compare(m->t, both.low.file, both.high.file) <= 0 &&
           cp_int_compare(m->t, both.low.rank, both.high.rank) <= 0;
}

static bool is_on_board(const struct making *m, cp_box box)
{
    cp_box board = board_of(m->view);
    return !m->view->bounded ||
           (cp_box_has(m->t, board, box.low) && cp_box_has(m->t, board, box.high));
}

/* The inset's box: with a margin where that does not run into another panel. */
static cp_box inset_box(struct making *m, cp_box cluster)
{
    cp_box wide = cp_box_widen(m->t, cluster, 1);
    if (m->view->bounded)
        wide = cp_box_meet(m->t, wide, board_of(m->view));
    for (uint32_t p = 0; p < m->scene->panel_count; p++)
        if (overlaps(m, wide, m->scene->panels[p].box))
            return cluster;
    return wide;
}

static void choose_insets(struct making *m)
{
    struct cp_scene *s = m->scene;
    struct remote remote = {0};
    struct cp_clusters all;
    collect_remote(m, &remote, s->panels[0].box);
    if (remote.count == 0)
        return;
    cp_clusters_make(&all, m->arena, m->t, remote.squares, remote.count, INSET_GAP);
    uint32_t *claims = cp_arena_take_zero(m->arena, (size_t)all.count + 1, sizeof *claims);
    for (uint32_t c = 0; c < all.count; c++)
        if (fits(m, all.list[c].box, INSET_MOST - 2) && is_on_board(m, all.list[c].box) &&
            !overlaps(m, all.list[c].box, s->panels[0].box))
            claims[c] = claim(&remote, &all, c);
    while (s->panel_count < CP_PANELS_MOST) {
        uint32_t best = 0;
        for (uint32_t c = 1; c < all.count; c++)
            if (claims[c] > claims[best])
                best = c;
        if (all.count == 0 || claims[best] == 0)
            break;
        claims[best] = 0;
        s->panels[s->panel_count].box = inset_box(m, all.list[best].box);
        s->panel_count++;
    }
}

/* ---- panels ---- */

bool cp_panel_find(const struct cp_scene *s, const struct cp_panel *p, cp_square square,
                   uint32_t *file, uint32_t *rank)
{
    struct cp_ints *t = s->view->ints;
    int64_t x = cp_int_or(cp_int_sub(t, square.file, p->box.low.file), -1);
    int64_t y = cp_int_or(cp_int_sub(t, square.rank, p->box.low.rank), -1);
    *file = (uint32_t)x;
    *rank = (uint32_t)y;
    return x >= 0 && x < p->files && y >= 0 && y < p->ranks;
}

bool cp_scene_has(const struct cp_scene *s, cp_square square)
{
    uint32_t file, rank;
    for (uint32_t p = 0; p < s->panel_count; p++)
        if (cp_panel_find(s, &s->panels[p], square, &file, &rank))
            return true;
    return false;
}

/* The cell of a square in a panel, NULL when it is not there. */
static cp_scene_cell *cell_of(struct making *m, struct cp_panel *p, cp_square square)
{
    uint32_t file, rank;
    return cp_panel_find(m->scene, p, square, &file, &rank) ? &p->cells[rank * p->files + file]
                                                            : NULL;
}

static void flag(struct making *m, struct cp_panel *p, cp_square square, enum cp_cell_flag flag)
{
    cp_scene_cell *cell = cell_of(m, p, square);
    if (cell)
        cell->flags |= (uint8_t)flag;
}

static void fill_men(struct making *m, struct cp_panel *p)
{
    const struct cp_view *v = m->view;
    for (uint32_t i = 0; m->shown < v->count && i < v->count; i++) {
        cp_scene_cell *cell = cell_of(m, p, v->men[i].square);
        if (!cell)
            continue;
        m->is_shown[i] = true;
        m->shown++;
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
    for (uint32_t i = 0; i < v->track_count; i++)
        if (v->tracks[i].kind == CP_TRACK_BODY) {
            flag(m, p, v->tracks[i].from, CP_CELL_FROM);
            flag(m, p, v->tracks[i].to, CP_CELL_TO);
        }
    for (const struct cp_mark *mark = v->marks; mark; mark = mark->next) {
        cp_scene_cell *cell = mark->is_arrow ? NULL : cell_of(m, p, mark->from);
        if (cell)
            cell->tints |= (uint8_t)(1u << mark->colour);
    }
}

static void fill_edges(struct making *m, struct cp_panel *p)
{
    if (!m->view->bounded)
        return;
    cp_box board = board_of(m->view);
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
    p->cells = cp_arena_take(m->arena, (size_t)p->files * p->ranks * sizeof *p->cells);
    cp_int half;
    int32_t odd = cp_int_divide(m->t, cp_int_add(m->t, p->box.low.file, p->box.low.rank), 2, &half);
    cp_scene_cell *cell = p->cells;
    for (uint32_t y = 0; y < p->ranks; y++)
        for (uint32_t x = 0; x < p->files; x++)
            *cell++ = (cp_scene_cell){
                .kind = CP_NO_KIND,
                .flags = ((uint32_t)odd + x + y) % 2 ? 0 : CP_CELL_DARK,
            };
    fill_men(m, p);
    fill_flags(m, p);
    fill_edges(m, p);
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

static void list_outside(struct making *m)
{
    struct cp_scene *s = m->scene;
    const struct cp_view *v = m->view;
    if (m->shown == v->count)
        return;
    s->outside = cp_arena_take_zero(m->arena, v->count, sizeof *s->outside);
    for (uint32_t i = 0; i < v->count; i++)
        if (!m->is_shown[i])
            s->outside[s->outside_count++] = &v->men[i];
    cp_men_sort(v, s->outside, s->outside_count, m->arena);
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
    return cp_int_add(s->view->ints, p->box.low.file, CP_INT(x));
}

cp_int cp_panel_rank(const struct cp_scene *s, const struct cp_panel *p, uint32_t row)
{
    uint32_t y = s->view->flip ? row : p->ranks - 1 - row;
    return cp_int_add(s->view->ints, p->box.low.rank, CP_INT(y));
}

cp_square cp_panel_square(const struct cp_scene *s, const struct cp_panel *p, uint32_t column,
                          uint32_t row)
{
    return (cp_square){cp_panel_file(s, p, column), cp_panel_rank(s, p, row)};
}

bool cp_scene_make(struct cp_scene *out, const struct cp_view *view, struct cp_arena *arena,
                   struct cp_diags *d, cp_span at)
{
    struct making m = {.scene = out, .view = view, .t = view->ints, .arena = arena};
    *out = (struct cp_scene){.view = view, .panel_count = 1};
    collect_matters(&m);
    if (!choose_window(&m, &out->panels[0].box, d, at))
        return false;
    m.is_shown = cp_arena_take_zero(arena, view->count, sizeof *m.is_shown);
    fill_panel(&m, &out->panels[0]);
    choose_insets(&m);
    for (uint32_t p = 1; p < out->panel_count; p++)
        fill_panel(&m, &out->panels[p]);
    list_outside(&m);
    return true;
}
