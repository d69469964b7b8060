/* SPDX-License-Identifier: MIT */
#include "tool/diagrams.h"

#include "draw/ascii.h"
#include "text/writer.h"
#include "tool/refusal.h"

/* One game on its way. */
struct drawing {
    struct cp_diagrams *s;
    struct cp_run *run;
    struct cp_game *g;
    struct cp_picture picture;
    struct cp_replay replay;
    cp_square back;        /* from the variant's default frame to the game's */
    struct cp_node *node;  /* the move before the position, NULL at the start */
    uint32_t ply, next;    /* plies played; the first ply not yet drawn */
};

/* ---- words ---- */

static void put_players(struct drawing *d, struct cp_buf *out)
{
    cp_str white = cp_game_tag(d->g, "White"), black = cp_game_tag(d->g, "Black");
    if (white.len == 0 || black.len == 0 || (cp_str_is(white, "?") && cp_str_is(black, "?")))
        return;
    cp_buf_put(out, white);
    cp_buf_puts(out, d->s->brush == CP_BRUSH_ASCII ? " - " : " \u2013 ");
    cp_buf_put(out, black);
}

/* "12... R(g9)-(a9)+ (e4:e4)", or whose turn it is. */
static void put_move(struct drawing *d, enum cp_side turn, struct cp_buf *out)
{
    if (!d->node) {
        cp_buf_puts(out, turn == CP_WHITE ? "White to move" : "Black to move");
        return;
    }
    bool white_began = (turn == CP_BLACK) == (d->ply % 2 == 1);
    uint32_t number = (d->ply + (white_began ? 1 : 2)) / 2;
    cp_buf_printf(out, "%u%s ", number, turn == CP_BLACK ? "." : "...");
    cp_node_write_turn(out, d->g, d->node,
                       &(struct cp_writing){.marks_last = d->run->variant->alphabet.agents});
}

static void put_words(struct drawing *d, enum cp_side turn)
{
    struct cp_buf title, caption;
    cp_buf_init(&title, &d->s->arena);
    cp_buf_init(&caption, &d->s->arena);
    if (d->s->title)
        cp_buf_puts(&title, d->s->title);
    else
        put_players(d, &title);
    if (d->s->caption)
        cp_buf_puts(&caption, d->s->caption);
    else
        put_move(d, turn, &caption);
    d->picture.view.title = cp_buf_str(&title);
    d->picture.view.caption = cp_buf_str(&caption);
}

/* ---- marks ---- */

/* The comments that speak of the position: behind its move; for the start,
 * those in front of the first one. */
static const struct cp_comment *comments(const struct drawing *d)
{
    const struct cp_node *first = d->g->moves.first;
    if (d->node)
        return d->node->notes ? d->node->notes->after : NULL;
    if (first)
        return first->notes ? first->notes->before : NULL;
    return d->g->moves.end;
}

static void put_marks(struct drawing *d)
{
    struct cp_marks found = {0};
    const struct cp_node *node = d->node ? d->node : d->g->moves.first;
    for (const struct cp_comment *c = comments(d); c; c = c->next) {
        cp_str wrong;
        enum cp_diag kind = cp_marks_find(&found, &d->s->arena, d->run->ints, c->text, &wrong);
        if (kind != CP_OK)
            cp_diag_report(&d->run->diags, kind, cp_node_span(d->g, node), "%.*s", CP_FMT(wrong));
    }
    if (found.last)
        found.last->next = d->s->marks.first;
    d->picture.view.marks = found.first ? found.first : d->s->marks.first;
}

/* ---- pictures ---- */

static void paint(struct drawing *d, const struct cp_scene *scene)
{
    struct cp_buf picture, prefix;
    struct cp_buf *to = cp_series_next(&d->s->series, d->run->games, d->ply);
    if (!to)
        return;
    cp_buf_init(&picture, &d->s->arena);
    cp_buf_init(&prefix, &d->s->arena);
    cp_buf_printf(&prefix, "g%llup%u-", (unsigned long long)d->run->games, d->ply);
    if (d->s->brush == CP_BRUSH_SVG)
        cp_svg_paint(&picture, scene, d->s->theme, cp_buf_str(&prefix));
    else
        cp_ascii_paint(&picture, scene, d->s->brush == CP_BRUSH_UNICODE);
    cp_buf_put(to, cp_buf_str(&picture));
    cp_series_flush(&d->s->series);
}

static void draw(struct drawing *d, const struct cp_position *p)
{
    struct cp_scene scene;
    if (d->next > d->ply)
        return;
    d->next = d->ply + 1;
    cp_picture_put(&d->picture, p, d->back, &d->s->arena);
    put_words(d, p->turn);
    put_marks(d);
    if (cp_scene_make(&scene, &d->picture.view, &d->s->arena, &d->run->diags, cp_run_span(d->run)))
        paint(d, &scene);
    cp_arena_reset(&d->s->arena);
}

/* Seldom any: they are kept until the next move. */
static void put_fallen(struct drawing *d, const struct cp_ply *e)
{
    struct cp_view *v = &d->picture.view;
    v->fallen_count = 0;
    if (!e->fall_count)
        return;
    cp_man *men = cp_arena_take_zero(d->g->arena, e->fall_count, sizeof *men);
    for (uint32_t i = 0; i < e->fall_count; i++)
        men[i] = (cp_man){.square = cp_square_shift(v->ints, e->position->at[e->falls[i]], d->back),
                          .kind = e->position->kind[e->falls[i]],
                          .side = e->position->side[e->falls[i]]};
    v->fallen = men;
    v->fallen_count = e->fall_count;
}

static void begin_game(void *data, struct cp_position *p)
{
    struct drawing *d = data;
    if (cp_plies_has(&d->s->plies, 0) || (d->s->plies.last && !d->g->moves.first))
        draw(d, p);
}

static void after_move(void *data, const struct cp_ply *e)
{
    struct drawing *d = data;
    d->node = e->node;
    d->ply = e->ply;
    put_fallen(d, e);
    cp_picture_turn(&d->picture, e, d->back);
    if (cp_plies_has(&d->s->plies, e->ply) || (d->s->plies.last && !e->node->next))
        draw(d, e->position);
}

/* The last legal position is the last there is. */
static void refused_move(void *data, const struct cp_ply *e, const struct cp_resolution *why)
{
    struct drawing *d = data;
    if (d->s->plies.last)
        draw(d, e->position);
    (void)cp_refusal_report(d->run, d->g, &d->replay, e, why);
}

/* ---- a game ---- */

static void choose_view(struct drawing *d)
{
    const struct cp_diagrams *s = d->s;
    struct cp_view *v = &d->picture.view;
    bool is_own_start = d->g->start.len > 0;
    v->flip = s->flip;
    v->mode = s->wish == CP_WISH_AUTO || (s->wish == CP_WISH_START && is_own_start)
                  ? CP_WINDOW_AUTO
                  : CP_WINDOW_FIXED;
    if (s->wish == CP_WISH_BOX)
        v->window = s->window;
    if (s->has_axes)
        v->axes = s->axes;
    if (s->has_axes && s->axes == CP_AXES_LETTERS)
        v->spelling = CP_LETTER;
    if (s->has_axes && s->axes == CP_AXES_NUMBERS)
        v->spelling = CP_NUMERIC;
    if (s->brush == CP_BRUSH_ASCII && v->spelling == CP_LETTER)
        v->spelling = CP_LETTER_ASCII;
}

void cp_diagrams_draw(struct cp_diagrams *s, struct cp_game *g)
{
    struct drawing d = {.s = s, .run = s->run, .g = g};
    struct cp_listener listener = {
        .data = &d, .begin = begin_game, .after = after_move, .refused = refused_move};
    struct cp_verdict verdict;
    if (!cp_run_prepare(s->run, g, &d.replay))
        return;
    d.replay.skip_variations = true;
    d.replay.listener = &listener;
    d.back = (cp_square){cp_int_negate(s->run->ints, d.replay.shift.file),
                         cp_int_negate(s->run->ints, d.replay.shift.rank)};
    cp_picture_init(&d.picture, s->run->variant, s->run->ints, d.back, g->arena);
    choose_view(&d);
    cp_replay_run(&d.replay, g, &verdict);
    if (verdict.start_fault)
        (void)cp_refusal_report_start(s->run, g, &d.replay, &verdict);
    else if (cp_plies_missing(&s->plies, verdict.plies) && !verdict.first_bad)
        cp_diag_report(&s->run->diags, CP_PLY_MISSING, cp_node_span(g, NULL), "ply %u of %u",
                       cp_plies_missing(&s->plies, verdict.plies), verdict.plies);
}
