/* SPDX-License-Identifier: MIT */
/* scene.c -- the cost follows pieces and panels: the plane between is never walked. */
#include "draw/picture/scene.h"

enum {
    GROUP_GAP = 6,     /* empty ranks or files that part two groups of pieces */
    INSET_GAP = 4,     /* the same, outside the window */
    AUTO_MOST = 40,    /* files and ranks that the automatic window grows to */
    AUTO_GROUPS = 64,  /* groups that it looks at, the largest first */
    ENTERED_MOST = 64, /* squares of those entered that a window is chosen for */
    REACH = 10,        /* how far a window grows for a square that matters */
    REACH_ANY = 8,     /* and for any piece, while the window stays small */
    MARGIN = 1,        /* empty squares around an automatic window */
    INSET_MOST = 16,   /* files and ranks of an inset */
    LEAST = 8,         /* files and ranks of an automatic window, where the board has so many */
    TEAR_LEAST = 10, /* empty files or ranks in a row that are torn out, but for one at each side */
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

static void add_matters(struct making *m, const cp_square *squares, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        m->matters[m->matter_count++] = squares[i];
}

static bool fits(struct making *m, cp_box box, uint32_t most)
{
    uint32_t files, ranks;
    return cp_box_size(m->t, box, most, &files, &ranks);
}

/* Enough of a way to see how it goes: its first step, and some squares around the piece. */
static void add_way(struct making *m, const cp_way *way)
{
    enum { AROUND = 4, FIRST_MOST = 12 };
    int64_t n = cp_int_or(way->low, 0), longest = way->dx < 0 ? -way->dx : way->dx;
    int64_t dy = way->dy < 0 ? -way->dy : way->dy;
    longest = (dy > longest ? dy : longest) * (n > 0 && n <= FIRST_MOST ? n : 1);
    int32_t around = longest > AROUND && longest <= FIRST_MOST ? (int32_t)longest : AROUND;
    cp_box box = cp_box_widen(m->t, (cp_box){way->from, way->from}, around);
    add_matters(m, &box.low, 1);
    add_matters(m, &box.high, 1);
}

/* One square of all that were entered is far from most others: the picture is of those that were
 * entered most often. */
static void add_entered(struct making *m, const struct cp_view *v)
{
    for (uint32_t i = 0; i < v->entered_count && i < ENTERED_MOST; i++)
        add_matters(m, &v->entered[i].square, 1);
}

/* First what a picture can least do without. One piece that went far away, alone, is seen
 * best from the kings. */
static void collect_matters(struct making *m)
{
    const struct cp_view *v = m->view;
    size_t room = 2 + 2 * (size_t)v->way_count + (size_t)v->checked_count + v->checker_count +
                  v->king_count + ENTERED_MOST;
    bool is_near = false; /* the last move went where a king can be seen, too */
    for (uint32_t i = 0; v->has_last && i < v->king_count; i++) {
        cp_box last = {v->last_to, v->last_to}, king = {v->kings[i], v->kings[i]};
        is_near |= fits(m, cp_box_join(m->t, last, king), AUTO_MOST - 2 * MARGIN);
    }
    m->matters = cp_arena_take_zero(m->arena, room, sizeof *m->matters);
    for (uint32_t i = 0; i < v->way_count; i++)
        add_way(m, &v->ways[i]);
    add_entered(m, v);
    add_matters(m, v->checked, v->checked_count);
    add_matters(m, v->checkers, v->checker_count);
    if (!is_near)
        add_matters(m, v->kings, v->king_count);
    add_matters(m, &v->last_to, v->has_last);
    add_matters(m, &v->last_from, v->has_last);
    if (is_near)
        add_matters(m, v->kings, v->king_count);
}

/* ---- tears ---- */

/* Which files and ranks of a panel something stands on, however far, is marked, or is
 * pointed at. */
struct in_use {
    bool files[CP_WINDOW_MOST], ranks[CP_WINDOW_MOST];
};

static void use(struct making *m, const struct cp_panel *p, struct in_use *in_use, cp_square square)
{
    int64_t file = cp_int_or(cp_int_sub(m->t, square.file, p->box.low.file), -1);
    int64_t rank = cp_int_or(cp_int_sub(m->t, square.rank, p->box.low.rank), -1);
    if (file >= 0 && file < p->x.extent)
        in_use->files[file] = true;
    if (rank >= 0 && rank < p->y.extent)
        in_use->ranks[rank] = true;
}

/* One empty file or rank stays on either side of a tear. */
static uint32_t tear(struct making *m, struct cp_scale *s, const bool *in_use)
{
    uint32_t skipped = 0, first = s->extent;
    s->tears = cp_arena_take_zero(m->arena, s->extent / TEAR_LEAST + 1, sizeof *s->tears);
    for (uint32_t i = 0; i < s->extent; i++) { /* what is empty at the rim was asked for */
        if (!in_use[i])
            continue;
        if (first < i && i - first >= TEAR_LEAST) {
            uint32_t skip = i - first - 2;
            s->tears[s->tear_count++] = (struct cp_tear){first + 1 - skipped, skip};
            skipped += skip;
        }
        first = i + 1;
    }
    return s->extent - skipped;
}

static void size_panel(struct making *m, struct cp_panel *p)
{
    if (!cp_box_size(m->t, p->box, CP_WINDOW_MOST, &p->files, &p->ranks))
        p->files = p->ranks = 0;
    p->x.extent = p->files;
    p->y.extent = p->ranks;
}

static void tear_panel(struct making *m, struct cp_panel *p)
{
    const struct cp_view *v = m->view;
    struct in_use in_use = {0};
    uint32_t files, ranks;
    if (v->mode == CP_WINDOW_START && cp_box_size(m->t, v->window, CP_WINDOW_MOST, &files, &ranks))
        for (uint32_t i = 0; i < files || i < ranks; i++) { /* a published diagram stays whole */
            cp_square at = cp_square_shift(m->t, v->window.low, (cp_square){CP_INT(i), CP_INT(i)});
            use(m, p, &in_use, cp_box_nearest(m->t, v->window, at));
        }
    for (uint32_t i = 0; i < v->count; i++)
        use(m, p, &in_use, v->men[i].square);
    for (uint32_t i = 0; i < m->matter_count; i++)
        use(m, p, &in_use, m->matters[i]);
    for (uint32_t i = 0; i < v->entered_count; i++)
        use(m, p, &in_use, v->entered[i].square);
    for (uint32_t i = 0; i < v->fallen_count; i++)
        use(m, p, &in_use, v->fallen[i].square);
    for (const struct cp_mark *mark = v->marks; mark; mark = mark->next) {
        use(m, p, &in_use, mark->from);
        use(m, p, &in_use, mark->to);
    }
    p->files = tear(m, &p->x, in_use.files);
    p->ranks = tear(m, &p->y, in_use.ranks);
}

/* ---- the main window ---- */

/* Takes what lies in `reach` into the box, if that can be drawn. */
static void grow_to(struct making *m, cp_box *box, cp_box reach, cp_square square, uint32_t most)
{
    cp_box grown = cp_box_join(m->t, *box, (cp_box){square, square});
    if (cp_box_has(m->t, reach, square) && fits(m, grown, most))
        *box = grown;
}

static cp_box grow(struct making *m, cp_box box)
{
    cp_box near = cp_box_widen(m->t, box, REACH_ANY), far = cp_box_widen(m->t, box, REACH);
    for (uint32_t i = 0; i < m->matter_count; i++)
        grow_to(m, &box, far, m->matters[i], CP_WINDOW_MOST);
    for (uint32_t i = 0; i < m->view->count; i++)
        grow_to(m, &box, near, m->view->men[i].square, AUTO_MOST);
    return box;
}

/* Whether what is empty may be left out: not where moves are shown, which may go there. */
static bool may_tear(const struct cp_view *v)
{
    return !v->bounded && v->mode != CP_WINDOW_ASKED && !v->way_count && !v->keeps_whole;
}

static uint32_t larger(uint32_t a, uint32_t b)
{
    return a > b ? a : b;
}

/* At least eight files and ranks; and on no side are more than half as many again drawn as on the
 * other. */
static cp_box even_out(struct making *m, cp_box box)
{
    struct cp_panel p = {.box = box};
    size_panel(m, &p);
    if (may_tear(m->view))
        tear_panel(m, &p);
    uint32_t files = larger(p.x.extent < LEAST ? LEAST : 0, (2 * p.ranks + 2) / 3);
    uint32_t ranks = larger(p.y.extent < LEAST ? LEAST : 0, (2 * p.files + 2) / 3);
    int32_t across = p.files < files ? (int32_t)(files - p.files) : 0;
    int32_t up = p.ranks < ranks ? (int32_t)(ranks - p.ranks) : 0;
    cp_box even = {
        cp_square_shift(m->t, box.low, (cp_square){CP_INT(-(across / 2)), CP_INT(-(up / 2))}),
        cp_square_shift(m->t, box.high,
                        (cp_square){CP_INT(across - across / 2), CP_INT(up - up / 2)}),
    };
    return fits(m, even, CP_WINDOW_MOST) ? even : box;
}

/* The box of so many files and ranks in which most of the squares are, the leftmost and lowest of
 * several: it begins at a file and a rank of theirs. Each square is in as many stripes as the box
 * has files, at most. */
static cp_box densest(struct making *m, const cp_square *squares, const uint32_t *list,
                      uint32_t count, int32_t size)
{
    cp_square *turned = cp_arena_take_zero(m->arena, count, sizeof *turned);
    cp_square *stripe = cp_arena_take_zero(m->arena, count, sizeof *stripe);
    cp_int wide = CP_INT(size - 1);
    cp_box best = {squares[list[0]], squares[list[0]]};
    uint32_t most = 0;
    for (uint32_t i = 0; i < count; i++)
        turned[i] = (cp_square){squares[list[i]].rank, squares[list[i]].file};
    const uint32_t *by_file = cp_squares_sort(m->arena, m->t, turned, count);
    for (uint32_t first = 0, end = 0; first < count; first++) {
        cp_int low = turned[by_file[first]].rank, high = cp_int_add(m->t, low, wide);
        while (end < count && cp_int_compare(m->t, turned[by_file[end]].rank, high) <= 0)
            end++;
        if (end - first <= most || (first && cp_int_equal(low, turned[by_file[first - 1]].rank)))
            continue;
        for (uint32_t i = first; i < end; i++)
            stripe[i - first] = squares[list[by_file[i]]];
        const uint32_t *by_rank = cp_squares_sort(m->arena, m->t, stripe, end - first);
        for (uint32_t bottom = 0, top = 0; bottom < end - first; bottom++) {
            cp_int rank = stripe[by_rank[bottom]].rank, last = cp_int_add(m->t, rank, wide);
            while (top < end - first && cp_int_compare(m->t, stripe[by_rank[top]].rank, last) <= 0)
                top++;
            if (top - bottom <= most)
                continue;
            most = top - bottom;
            best = (cp_box){{low, rank}, {high, last}};
        }
    }
    return best;
}

/* The box of an automatic window in the making. */
struct around {
    cp_box box;
    bool exists;
};

static bool take(struct making *m, struct around *a, cp_box more)
{
    cp_box both = a->exists ? cp_box_join(m->t, a->box, more) : more;
    if (!fits(m, both, AUTO_MOST - 2 * MARGIN))
        return false;
    *a = (struct around){both, true};
    return true;
}

/* The indices of the largest groups, the lowest of equal ones first. */
static uint32_t largest(const struct cp_clusters *all, uint32_t out[AUTO_GROUPS])
{
    uint32_t count = 0;
    for (uint32_t c = 0; c < all->count; c++) {
        uint32_t place = count;
        while (place && all->list[out[place - 1]].count < all->list[c].count)
            place--;
        if (place == AUTO_GROUPS)
            continue;
        count += count < AUTO_GROUPS;
        for (uint32_t i = count - 1; i > place; i--)
            out[i] = out[i - 1];
        out[place] = c;
    }
    return count;
}

/* What matters, as far as it fits, then the groups of pieces that still do. */
static cp_box auto_box(struct making *m)
{
    struct cp_clusters all;
    struct around a = {0};
    uint32_t order[AUTO_GROUPS], count = m->view->count;
    cp_square *squares = cp_arena_take_zero(m->arena, count, sizeof *squares);
    for (uint32_t i = 0; i < count; i++)
        squares[i] = m->view->men[i].square;
    for (uint32_t i = 0; i < m->matter_count; i++)
        take(m, &a, (cp_box){m->matters[i], m->matters[i]});
    cp_clusters_make(&all, m->arena, m->t, squares, count, GROUP_GAP);
    uint32_t groups = largest(&all, order);
    for (int round = 0; round < 2; round++) /* what did not fit beside others may now */
        for (uint32_t i = 0; i < groups; i++)
            if (!take(m, &a, all.list[order[i]].box) && !a.exists) {
                /* the densest part of a group that no window can hold */
                const struct cp_cluster *group = &all.list[order[i]];
                cp_box part = densest(m, squares, all.order + group->first, group->count,
                                      AUTO_MOST - 2 * MARGIN);
                a = (struct around){cp_box_meet(m->t, group->box, part), true};
            }
    if (!a.exists)
        return (cp_box){{CP_INT(1), CP_INT(1)}, {CP_INT(8), CP_INT(8)}};
    return cp_box_widen(m->t, a.box, MARGIN);
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
    struct cp_buf number = cp_buf_in(m->arena);
    cp_int_format(m->t, &number, culprit);
    const char *what = by_file ? "files" : "ranks";
    if (cp_int_sign(m->t, culprit) <= 0)
        cp_diag_report(d, CP_WINDOW_EMPTY, at, "%.*s %s", CP_FMT(cp_buf_str(&number)), what);
    else
        cp_diag_report(d, CP_PICTURE_TOO_LARGE, at, "%.*s %s, and at most %d can be drawn",
                       CP_FMT(cp_buf_str(&number)), what, CP_WINDOW_MOST);
    return false;
}

/* Without what lies beyond the board's edges, if it has any. */
static cp_box on_board(struct making *m, cp_box box)
{
    const struct cp_border *border = &m->view->border;
    cp_box board = box;
    cp_int *const sides[] = {&board.low.file, &board.high.file, &board.low.rank, &board.high.rank};
    for (int edge = 0; edge < CP_BORDER_EDGES; edge++)
        if (border->has[edge])
            *sides[edge] = border->at[edge];
    return cp_box_meet(m->t, box, board);
}

static bool choose_window(struct making *m, cp_box *out, struct cp_diags *d, cp_span at)
{
    const struct cp_view *v = m->view;
    const cp_int *ends = v->border.at;
    bool is_fixed = v->mode != CP_WINDOW_AUTO;
    cp_box board = {{ends[CP_BORDER_LEFT], ends[CP_BORDER_BOTTOM]},
                    {ends[CP_BORDER_RIGHT], ends[CP_BORDER_TOP]}};
    if (is_fixed && !fits(m, v->window, CP_WINDOW_MOST))
        return refuse(m, v->window, d, at);
    cp_box box = v->mode == CP_WINDOW_ASKED   ? v->window
                 : v->bounded                 ? (is_fixed ? v->window : board)
                 : v->mode == CP_WINDOW_START ? grow(m, v->window)
                                              : even_out(m, grow(m, auto_box(m)));
    bool is_elsewhere = false; /* the game, where the variant's own window is not */
    for (uint32_t i = 0; i < v->checked_count && !v->bounded; i++)
        is_elsewhere |= v->mode == CP_WINDOW_START && !cp_box_has(m->t, box, v->checked[i]);
    box = is_elsewhere ? even_out(m, grow(m, auto_box(m))) : box;
    *out = on_board(m, box);
    if (fits(m, *out, CP_WINDOW_MOST))
        return true;
    if (!is_fixed)
        return refuse(m, *out, d, at);
    cp_diag_report(d, CP_WINDOW_EMPTY, at, "it lies beside the board");
    return false;
}

/* ---- insets ---- */

static bool overlaps(const struct making *m, cp_box a, cp_box b)
{
    cp_box both = cp_box_meet(m->t, a, b);
    return cp_int_compare(m->t, both.low.file, both.high.file) <= 0 &&
           cp_int_compare(m->t, both.low.rank, both.high.rank) <= 0;
}

/* Of what lies outside the window: the squares of pieces, then those that only matter. */
static void choose_insets(struct making *m)
{
    struct cp_scene *s = m->scene;
    const struct cp_view *v = m->view;
    uint32_t count = 0;
    struct cp_clusters all;
    size_t room = (size_t)v->count - m->shown + m->matter_count;
    cp_square *squares = cp_arena_take_zero(m->arena, room, sizeof *squares);
    for (uint32_t i = 0; m->shown < v->count && i < v->count; i++)
        if (!m->is_shown[i])
            squares[count++] = v->men[i].square;
    const uint32_t pieces = count;
    for (uint32_t i = 0; i < m->matter_count; i++)
        if (!cp_box_has(m->t, s->panels[0].box, m->matters[i]))
            squares[count++] = m->matters[i];
    if (count == 0)
        return;
    cp_clusters_make(&all, m->arena, m->t, squares, count, INSET_GAP);
    uint32_t *claims = cp_arena_take_zero(m->arena, (size_t)all.count + 1, sizeof *claims);
    for (uint32_t c = 0; c < all.count; c++) {
        const struct cp_cluster *cluster = &all.list[c];
        uint32_t men = 0;
        if (!fits(m, cluster->box, INSET_MOST - 2) ||
            (v->bounded && (!cp_border_has(&v->border, m->t, cluster->box.low) ||
                            !cp_border_has(&v->border, m->t, cluster->box.high))) ||
            overlaps(m, cluster->box, s->panels[0].box))
            continue;
        for (uint32_t i = 0; i < cluster->count; i++)
            men += all.order[cluster->first + i] < pieces;
        if (men > 1) /* one alone is a chip; where a square matters the claim is greater */
            claims[c] = men + (cluster->count > men ? count : 0);
    }
    while (s->panel_count < CP_PANELS_MOST) {
        uint32_t best = 0;
        for (uint32_t c = 1; c < all.count; c++)
            if (claims[c] > claims[best])
                best = c;
        if (all.count == 0 || claims[best] == 0)
            break;
        claims[best] = 0;
        /* with a margin where that does not run into another panel */
        cp_box box = on_board(m, cp_box_widen(m->t, all.list[best].box, 1));
        for (uint32_t p = 0; p < s->panel_count; p++)
            if (overlaps(m, box, s->panels[p].box))
                box = all.list[best].box;
        s->panels[s->panel_count++].box = box;
    }
}

/* ---- cells ---- */

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
    for (uint32_t i = 0; i < v->entered_count; i++) {
        cp_scene_cell *cell = cell_of(m, p, v->entered[i].square);
        if (cell && v->entered[0].count <= CP_HEAT_MOST)
            cell->heat = (uint8_t)v->entered[i].count;
        else if (cell)
            cell->heat = (uint8_t)cp_entered_part(v, i, CP_HEAT_MOST);
    }
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
        if (cp_mark_is_arrow(mark)) {
            flag(m, p, mark->to, CP_CELL_HEAD);
            continue;
        }
        cp_scene_cell *cell = cell_of(m, p, mark->from);
        if (cell && mark->kind == CP_MARKED_SQUARE)
            cell->tints |= (uint8_t)(1u << mark->colour);
        if (cell)
            cell->shapes |= (uint8_t)(1u << mark->kind);
    }
}

/* ---- ways ---- */

/* The numbers of steps n, from low to high, at which from + n * step is in low_end ..
 * high_end: cut to them; false when there are none. */
static bool cut_steps(struct cp_ints *t, cp_int from, int32_t step, cp_int low_end, cp_int high_end,
                      cp_int *low, cp_int *high)
{
    cp_int first = cp_int_sub(t, low_end, from), last = cp_int_sub(t, high_end, from);
    if (step == 0)
        return cp_int_sign(t, first) <= 0 && cp_int_sign(t, last) >= 0;
    if (step < 0) { /* seen from the other side */
        cp_int swap = cp_int_negate(t, first);
        first = cp_int_negate(t, last);
        last = swap;
        step = -step;
    }
    first = cp_int_add(t, first, CP_INT(step - 1)); /* rounded up */
    (void)cp_int_divide(t, first, step, &first);
    (void)cp_int_divide(t, last, step, &last);
    *low = cp_int_compare(t, first, *low) > 0 ? first : *low;
    *high = cp_int_compare(t, last, *high) < 0 ? last : *high;
    return cp_int_compare(t, *low, *high) <= 0;
}

bool cp_way_next(struct cp_ints *t, const cp_way *way, cp_int n, const cp_int *most, cp_int *out)
{
    if (way->primes)
        return cp_int_next_prime(t, n, most, out);
    *out = n;
    return !most || cp_int_compare(t, n, *most) <= 0;
}

cp_square cp_way_square(struct cp_ints *t, const cp_way *way, cp_int n)
{
    return (cp_square){
        cp_int_add(t, way->from.file, cp_int_scale(t, n, way->dx)),
        cp_int_add(t, way->from.rank, cp_int_scale(t, n, way->dy)),
    };
}

/* Squares of a panel are at most so many steps apart as it has files or ranks. */
bool cp_way_find(struct cp_ints *t, const struct cp_panel *p, const cp_way *way, cp_int *first,
                 cp_int *last, cp_int *end)
{
    cp_box box = p->box;
    cp_int away = cp_int_add(t, cp_int_abs(t, cp_int_sub(t, way->from.file, box.low.file)),
                             cp_int_abs(t, cp_int_sub(t, way->from.rank, box.low.rank)));
    cp_int begin = CP_INT(0);
    *end = cp_int_add(t, away, CP_INT(2 * CP_WINDOW_MOST));
    if (!cut_steps(t, way->from.file, way->dx, box.low.file, box.high.file, &begin, end) ||
        !cut_steps(t, way->from.rank, way->dy, box.low.rank, box.high.rank, &begin, end))
        return false;
    *first = cp_int_compare(t, begin, way->low) > 0 ? begin : way->low;
    *last = *end;
    if (!way->is_endless && cp_int_compare(t, way->high, *last) < 0)
        *last = way->high;
    return true;
}

/* An attack takes who stands there, unless it is one of its own. */
static uint8_t shape_of_way(const struct cp_view *v, const cp_way *way, const cp_scene_cell *cell)
{
    if (way->is_prey)
        return CP_SHAPE_PREY;
    if (!way->is_attack || (cell->kind == CP_NO_KIND && !cp_way_is_ray(way)))
        return CP_SHAPE_WAY;
    bool is_own = cell->kind == CP_NO_KIND ||
                  (cell->side == way->side && !v->alphabet->pieces[cell->kind].is_neutral);
    return is_own ? CP_SHAPE_RAY : CP_SHAPE_PREY;
}

static void fill_way(struct making *m, struct cp_panel *p, const cp_way *way)
{
    struct cp_ints *t = m->t;
    cp_int first, last, end, n;
    if (!cp_way_find(t, p, way, &first, &last, &end))
        return;
    while (cp_way_next(t, way, first, &last, &n)) {
        cp_scene_cell *cell = cell_of(m, p, cp_way_square(t, way, n));
        if (cell)
            cell->shapes |= shape_of_way(m->view, way, cell);
        first = cp_int_add(t, n, CP_INT(1));
    }
    first = cp_int_compare(t, end, way->low) >= 0 ? cp_int_add(t, end, CP_INT(1)) : way->low;
    if (cp_way_next(t, way, first, way->is_endless ? NULL : &way->high, &n))
        p->exits[p->exit_count++] =
            (struct cp_exit){cp_way_square(t, way, end), cp_way_square(t, way, n),
                             cp_way_is_ray(way) && !way->primes};
}

/* ---- panels ---- */

/* a1 = (1,1) is dark: squares whose file and rank add up to an even number. */
static void fill_panel(struct making *m, struct cp_panel *p)
{
    const struct cp_view *v = m->view;
    p->cells = cp_arena_take(m->arena, (size_t)p->files * p->ranks * sizeof *p->cells);
    cp_int half;
    uint32_t odd =
        (uint32_t)cp_int_divide(m->t, cp_int_add(m->t, p->box.low.file, p->box.low.rank), 2, &half);
    cp_scene_cell *cell = p->cells;
    for (uint32_t y = 0; y < p->ranks; y++) {
        uint32_t rank = odd + cp_scale_offset(&p->y, y);
        for (uint32_t x = 0; x < p->files; x++)
            *cell++ = (cp_scene_cell){
                .kind = CP_NO_KIND,
                .flags = (rank + cp_scale_offset(&p->x, x)) % 2 ? 0 : CP_CELL_DARK,
            };
    }
    for (uint32_t i = 0; m->shown < v->count && i < v->count; i++) {
        if (!(cell = cell_of(m, p, v->men[i].square)))
            continue;
        m->is_shown[i] = true;
        m->shown++;
        cell->kind = v->men[i].kind;
        cell->side = v->men[i].side;
        cell->clock = v->clocks ? v->clocks[i] : 0;
    }
    fill_flags(m, p);
    p->exits = cp_arena_take_zero(m->arena, v->way_count, sizeof *p->exits);
    for (uint32_t i = 0; i < v->way_count; i++)
        fill_way(m, p, &v->ways[i]);
    for (uint32_t i = 0; v->way_count && i < v->prey_count; i++)
        if ((cell = cell_of(m, p, v->prey[i])))
            cell->shapes |= CP_SHAPE_PREY;
    static const enum cp_edge seen[] = {CP_LEFT, CP_RIGHT, CP_BOTTOM, CP_TOP};
    cp_int sides[] = {p->box.low.file, p->box.high.file, p->box.low.rank, p->box.high.rank};
    for (int edge = 0; edge < CP_BORDER_EDGES; edge++)
        p->ends[seen[v->flip ? edge ^ 1 : edge]] =
            v->border.has[edge] && cp_int_equal(sides[edge], v->border.at[edge]);
}

/* ---- all of it ---- */

bool cp_scene_make(struct cp_scene *out, const struct cp_view *view, struct cp_arena *arena,
                   struct cp_diags *d, cp_span at)
{
    struct making m = {.scene = out, .view = view, .t = view->ints, .arena = arena};
    *out = (struct cp_scene){.view = view, .panel_count = 1};
    collect_matters(&m);
    if (!choose_window(&m, &out->panels[0].box, d, at))
        return false;
    m.is_shown = cp_arena_take_zero(arena, view->count, sizeof *m.is_shown);
    size_panel(&m, &out->panels[0]);
    if (may_tear(view))
        tear_panel(&m, &out->panels[0]);
    fill_panel(&m, &out->panels[0]);
    if (!view->hides_insets && !view->is_log)
        choose_insets(&m);
    for (uint32_t p = 1; p < out->panel_count; p++) {
        size_panel(&m, &out->panels[p]);
        fill_panel(&m, &out->panels[p]);
    }
    if (m.shown == view->count)
        return true;
    /* pieces in no panel: at the edges while there is room, else named */
    out->beyond = cp_arena_take_zero(arena, view->count, sizeof *out->beyond);
    for (uint32_t i = 0; i < view->count; i++)
        if (!m.is_shown[i])
            out->beyond[out->beyond_count++] = &view->men[i];
    cp_men_sort(view, out->beyond, out->beyond_count, arena);
    if (!view->is_log)
        cp_chips_place(out, CP_CHIP_FONT, arena);
    return true;
}
