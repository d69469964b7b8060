/* SPDX-License-Identifier: MIT */
/* choice.c -- cost follows men and panels: the plane between is never walked.
 *
 * 1. the window: as given, or around the cluster with most men, grown to near
 *    squares that matter, cut to the board if there is one;
 * 2. what is outside it and worth seeing falls into clusters; those that fit an
 *    inset get one: first those with something to tell, then those with more men. */
#include "draw/choice.h"

enum {
    AUTO_GAP = 6,    /* empty ranks or files that part two groups of men */
    INSET_GAP = 4,   /* the same, outside the window */
    AUTO_MOST = 40,  /* files and ranks that the automatic window grows to */
    GROW_MOST = 10,  /* how far a window reaches for a square that matters */
    AUTO_MARGIN = 1, /* empty squares around an automatic window */
};

/* A choice in the making. */
struct making {
    struct cp_choice *choice;
    const struct cp_view *view;
    struct cp_ints *t;
    struct cp_arena *arena;
    cp_square *matters; /* squares to be seen if they can be */
    uint32_t matter_count;
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

cp_box cp_view_board(const struct cp_view *view)
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
static cp_box crop(struct making *m, cp_box box, int32_t most)
{
    cp_int reach = cp_int_from(m->t, most - 1);
    cp_box largest = {
        box.low, {cp_int_add(m->t, box.low.file, reach), cp_int_add(m->t, box.low.rank, reach)}};
    if (cp_int_compare(m->t, box.high.file, largest.high.file) < 0)
        largest.high.file = box.high.file;
    if (cp_int_compare(m->t, box.high.rank, largest.high.rank) < 0)
        largest.high.rank = box.high.rank;
    return largest;
}

static cp_square *men_squares(struct making *m)
{
    cp_square *squares = cp_arena_take_zero(m->arena, (size_t)m->view->count + 1, sizeof *squares);
    for (uint32_t i = 0; i < m->view->count; i++)
        squares[i] = m->view->men[i].square;
    return squares;
}

/* The cluster with most men, the lowest of several, and whatever else still
 * fits with it. */
static cp_box auto_box(struct making *m)
{
    struct cp_clusters clusters;
    cp_clusters_make(&clusters, m->arena, m->t, men_squares(m), m->view->count, AUTO_GAP);
    if (clusters.count == 0)
        return (cp_box){{CP_INT(1), CP_INT(1)}, {CP_INT(8), CP_INT(8)}};
    uint32_t best = 0;
    for (uint32_t c = 1; c < clusters.count; c++)
        if (clusters.list[c].count > clusters.list[best].count)
            best = c;
    cp_box box = clusters.list[best].box;
    if (!fits(m, box, CP_WINDOW_MOST - 2 * AUTO_MARGIN))
        return crop(m, box, CP_WINDOW_MOST);
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

static cp_box cut_to_board(struct making *m, cp_box box)
{
    cp_box board = cp_view_board(m->view);
    if (cp_int_compare(m->t, box.low.file, board.low.file) < 0)
        box.low.file = board.low.file;
    if (cp_int_compare(m->t, box.low.rank, board.low.rank) < 0)
        box.low.rank = board.low.rank;
    if (cp_int_compare(m->t, box.high.file, board.high.file) > 0)
        box.high.file = board.high.file;
    if (cp_int_compare(m->t, box.high.rank, board.high.rank) > 0)
        box.high.rank = board.high.rank;
    return box;
}

/* Says which extent of box is more than can be drawn, or less than one square. */
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
                 : v->bounded               ? cp_view_board(m->view)
                                            : auto_box(m);
    if (!fits(m, box, CP_WINDOW_MOST))
        return refuse(m, box, d, at);
    box = grow_to_matters(m, box);
    if (v->bounded)
        box = cut_to_board(m, box);
    if (!fits(m, box, CP_WINDOW_MOST))
        return refuse(m, box, d, at);
    *out = box;
    return true;
}

/* ---- insets ---- */

/* What may be seen in insets: squares outside the window; the first `men` of
 * them hold men, the others only matter. */
struct remote {
    cp_square *squares;
    uint32_t men, count;
};

static void collect_remote(struct making *m, struct remote *r, cp_box window)
{
    r->squares = cp_arena_take_zero(m->arena, (size_t)m->view->count + m->matter_count + 1,
                                    sizeof *r->squares);
    for (uint32_t i = 0; i < m->view->count; i++)
        if (!cp_box_has(m->t, window, m->view->men[i].square))
            r->squares[r->count++] = m->view->men[i].square;
    r->men = r->count;
    for (uint32_t i = 0; i < m->matter_count; i++)
        if (!cp_box_has(m->t, window, m->matters[i]))
            r->squares[r->count++] = m->matters[i];
}

/* A cluster's claim to an inset: men and what matters; none without any man,
 * none for a man alone of whom nothing is to be told. */
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
    return cp_int_compare(m->t, a.low.file, b.high.file) <= 0 &&
           cp_int_compare(m->t, b.low.file, a.high.file) <= 0 &&
           cp_int_compare(m->t, a.low.rank, b.high.rank) <= 0 &&
           cp_int_compare(m->t, b.low.rank, a.high.rank) <= 0;
}

static bool is_on_board(const struct making *m, cp_box box)
{
    cp_box board = cp_view_board(m->view);
    return !m->view->bounded ||
           (cp_box_has(m->t, board, box.low) && cp_box_has(m->t, board, box.high));
}

/* The inset's box: with a margin where that does not run into another panel. */
static cp_box inset_box(struct making *m, cp_box cluster)
{
    cp_box wide = cp_box_widen(m->t, cluster, 1);
    if (m->view->bounded)
        wide = cut_to_board(m, wide);
    for (uint32_t p = 0; p < m->choice->count; p++)
        if (overlaps(m, wide, m->choice->boxes[p]))
            return cluster;
    return wide;
}

static void choose_insets(struct making *m)
{
    struct cp_choice *chosen = m->choice;
    struct remote remote = {0};
    struct cp_clusters all;
    collect_remote(m, &remote, chosen->boxes[0]);
    cp_clusters_make(&all, m->arena, m->t, remote.squares, remote.count, INSET_GAP);
    uint32_t *claims = cp_arena_take_zero(m->arena, (size_t)all.count + 1, sizeof *claims);
    for (uint32_t c = 0; c < all.count; c++)
        if (fits(m, all.list[c].box, CP_INSET_SIZE_MOST - 2) && is_on_board(m, all.list[c].box) &&
            !overlaps(m, all.list[c].box, chosen->boxes[0]))
            claims[c] = claim(&remote, &all, c);
    while (chosen->count < CP_PANELS_MOST) {
        uint32_t best = 0;
        for (uint32_t c = 1; c < all.count; c++)
            if (claims[c] > claims[best])
                best = c;
        if (all.count == 0 || claims[best] == 0)
            break;
        claims[best] = 0;
        chosen->boxes[chosen->count] = inset_box(m, all.list[best].box);
        chosen->count++;
    }
}

bool cp_choice_make(struct cp_choice *out, const struct cp_view *view, struct cp_arena *arena,
                    struct cp_diags *d, cp_span at)
{
    struct making m = {.choice = out, .view = view, .t = view->ints, .arena = arena};
    *out = (struct cp_choice){.count = 1};
    collect_matters(&m);
    if (!choose_window(&m, &out->boxes[0], d, at))
        return false;
    choose_insets(&m);
    return true;
}
