/* SPDX-License-Identifier: MIT */
/* svg_marks.c -- what an author puts on squares besides filling them: circles around
 * pieces, crosses over them, labels.
 *
 *     a label    on an empty square in its middle, else in its upper left corner: a disc
 *                in the colour's frame, words in the ground's colours, so that it reads
 *                on every square and in every theme; over arrows, which may cross it */
#include "draw/svg_panel.h"

#include <stdio.h>

enum {
    MIDDLE = CP_SVG_UNIT / 2,
    DOT = 6,   /* radius of where a piece may go, */
    PREY = 19, /* of what it may take, */
    RING = 20, /* radius of a circle around a piece */
    ARM = 15,  /* how far a cross reaches from the middle */
    DISC = 15, /* radius of a label's disc, */
    DISC_SMALL = 10,
};

/* A shape twice: in the line's colour, which may be dashed, and narrower in its own. */
static void put_shape(struct cp_svg_paint *p, const char *shape, uint8_t colour)
{
    cp_buf_printf(p->out,
                  "<%s fill=\"none\" stroke=\"%s\" stroke-width=\"5\"%s/><%s fill=\"none\" "
                  "stroke=\"%s\" stroke-width=\"2.5\"/>\n",
                  shape, p->look->lines[colour], cp_svg_dashes(p, colour), shape,
                  p->look->colours[colour]);
}

enum { SHAPE = 80 }; /* an element and its place */

static void put_circle(struct cp_svg_paint *p, uint32_t x, uint32_t y, uint8_t colour)
{
    char shape[SHAPE];
    snprintf(shape, sizeof shape, "circle cx=\"%u.5\" cy=\"%u.5\" r=\"%d\"", x + MIDDLE, y + MIDDLE,
             RING);
    put_shape(p, shape, colour);
}

static void put_cross(struct cp_svg_paint *p, uint32_t x, uint32_t y, uint8_t colour)
{
    char shape[SHAPE];
    snprintf(shape, sizeof shape, "path d=\"M%u.5 %u.5l%d %dm0-%dl-%d %d\"", x + MIDDLE - ARM,
             y + MIDDLE - ARM, 2 * ARM, 2 * ARM, 2 * ARM, 2 * ARM, 2 * ARM);
    put_shape(p, shape, colour);
}

/* Whether the middle of a label's square holds a piece or the head of an arrow. */
static bool is_occupied(const struct cp_svg_paint *p, const struct cp_panel *panel, cp_square at)
{
    uint32_t file, rank;
    if (!cp_panel_find(p->scene, panel, at, &file, &rank))
        return false;
    const cp_scene_cell *cell = &panel->cells[rank * panel->files + file];
    return cell->kind != CP_NO_KIND || cell->flags & CP_CELL_HEAD;
}

static void put_label(struct cp_svg_paint *p, const char *label, bool is_small, uint32_t x,
                      uint32_t y, uint8_t colour)
{
    uint32_t radius = is_small ? DISC_SMALL : DISC, long_by = (uint32_t)strlen(label) - 1;
    uint32_t font = (is_small ? 15 : 22) - long_by * (is_small ? 3 : 4);
    uint32_t cx = x + (is_small ? radius : MIDDLE), cy = y + (is_small ? radius : MIDDLE);
    cp_buf_printf(p->out,
                  "<circle cx=\"%u.5\" cy=\"%u.5\" r=\"%u\" fill=\"%s\" stroke=\"%s\" "
                  "stroke-width=\"%s\"%s/><text x=\"%u.5\" y=\"%u\" font-size=\"%u\" "
                  "font-weight=\"bold\" text-anchor=\"middle\" fill=\"%s\">%s</text>\n",
                  cx, cy, radius, p->look->ground, p->look->lines[colour], is_small ? "2" : "3",
                  cp_svg_dashes(p, colour), cx, cy + font * 2 / 5, font, p->look->words, label);
}

void cp_svg_put_shapes(struct cp_svg_paint *p, const struct cp_panel *panel)
{
    for (const struct cp_mark *m = p->view->marks; m; m = m->next) {
        uint32_t x, y;
        bool is_circle = m->kind == CP_MARKED_CIRCLE;
        if ((is_circle || m->kind == CP_MARKED_CROSS) && cp_svg_find(p, panel, m->from, &x, &y))
            (is_circle ? put_circle : put_cross)(p, x, y, m->colour);
    }
}

void cp_svg_put_labels(struct cp_svg_paint *p, const struct cp_panel *panel)
{
    for (const struct cp_mark *m = p->view->marks; m; m = m->next) {
        uint32_t x, y;
        if (m->kind == CP_MARKED_LABEL && cp_svg_find(p, panel, m->from, &x, &y))
            put_label(p, m->label, is_occupied(p, panel, m->from), x, y, m->colour);
    }
}

void cp_svg_put_ways(struct cp_svg_paint *p, const struct cp_panel *panel)
{
    for (uint32_t row = 0; p->view->way_count && row < panel->ranks; row++)
        for (uint32_t column = 0; column < panel->files; column++) {
            const cp_scene_cell *cell = cp_panel_cell(p->scene, panel, column, row);
            uint32_t x = column * CP_SVG_UNIT + MIDDLE, y = row * CP_SVG_UNIT + MIDDLE;
            if (cell->shapes & CP_SHAPE_PREY)
                cp_buf_printf(p->out,
                              "<circle cx=\"%u.5\" cy=\"%u.5\" r=\"%d\" fill=\"none\" "
                              "stroke=\"%s\" stroke-width=\"4\"/>\n",
                              x, y, PREY, p->look->dots);
            else if (cell->shapes & CP_SHAPE_WAY)
                cp_buf_printf(p->out, "<circle cx=\"%u.5\" cy=\"%u.5\" r=\"%d\" fill=\"%s\"/>\n", x,
                              y, DOT, p->look->dots);
        }
}
