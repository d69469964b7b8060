/* SPDX-License-Identifier: MIT */
/* svg_panel.c -- one rectangle of squares: ground, marks, men, arrows, axes. */
#include "draw/svg_paint.h"

static void put_words(struct cp_svg_paint *p, const struct cp_buf *b)
{
    cp_words_put(p->out, cp_buf_str(b), CP_ESCAPE_XML);
}

static void put_id(struct cp_svg_paint *p, const char *what, cp_square square)
{
    cp_buf_printf(p->out, " id=\"%.*s%s", CP_FMT(p->prefix), what);
    cp_int_format(p->view->ints, p->out, square.file);
    cp_buf_putc(p->out, '.');
    cp_int_format(p->view->ints, p->out, square.rank);
    cp_buf_putc(p->out, '"');
}

static void put_rect(struct cp_svg_paint *p, uint32_t x, uint32_t y, uint32_t w, uint32_t h,
                     const char *fill)
{
    cp_buf_printf(p->out, "<rect x=\"%u\" y=\"%u\" width=\"%u\" height=\"%u\" fill=\"%s\"/>\n", x,
                  y, w, h, fill);
}

/* ---- squares ---- */

/* The dark squares as one path. */
static void put_dark(struct cp_svg_paint *p, const struct cp_panel *panel)
{
    cp_buf_printf(p->out, "<path fill=\"%s\" d=\"", p->look->dark);
    for (uint32_t row = 0; row < panel->ranks; row++) {
        uint32_t first = cp_panel_cell(p->scene, panel, 0, row)->flags & CP_CELL_DARK ? 0 : 1;
        for (uint32_t column = first; column < panel->files; column += 2) {
            if (column == first)
                cp_buf_printf(p->out, "M%u %u", column * CP_SVG_UNIT, row * CP_SVG_UNIT);
            cp_buf_puts(p->out, "h45v45h-45zm90 0");
        }
    }
    cp_buf_puts(p->out, "\"/>\n");
}

static void put_strip(struct cp_svg_paint *p, int x, int y, uint32_t w, uint32_t h, bool dark)
{
    if (dark)
        cp_buf_printf(p->out, "M%d %dh%uv%uh-%uz", x, y, w, h, w);
}

/* Beyond the window the plane goes on: narrow squares, half faded. */
static void put_fade(struct cp_svg_paint *p, const struct cp_panel *panel)
{
    int right = (int)panel->files * CP_SVG_UNIT, low = (int)panel->ranks * CP_SVG_UNIT;
    cp_buf_printf(p->out,
                  "<g opacity=\".45\"><path fill=\"%s\" d=\"M-%d -%dh%dv%dh-%dz\"/><path "
                  "fill=\"%s\" d=\"",
                  p->look->light, CP_SVG_FADE, CP_SVG_FADE, right + 2 * CP_SVG_FADE,
                  low + 2 * CP_SVG_FADE, right + 2 * CP_SVG_FADE, p->look->dark);
    for (uint32_t i = 0; i < panel->files; i++) {
        bool high_is_dark = cp_panel_cell(p->scene, panel, i, 0)->flags & CP_CELL_DARK;
        bool low_is_dark =
            cp_panel_cell(p->scene, panel, i, panel->ranks - 1)->flags & CP_CELL_DARK;
        put_strip(p, (int)i * CP_SVG_UNIT, -CP_SVG_FADE, CP_SVG_UNIT, CP_SVG_FADE, !high_is_dark);
        put_strip(p, (int)i * CP_SVG_UNIT, low, CP_SVG_UNIT, CP_SVG_FADE, !low_is_dark);
    }
    for (uint32_t i = 0; i < panel->ranks; i++) {
        bool left_is_dark = cp_panel_cell(p->scene, panel, 0, i)->flags & CP_CELL_DARK;
        bool right_is_dark =
            cp_panel_cell(p->scene, panel, panel->files - 1, i)->flags & CP_CELL_DARK;
        put_strip(p, -CP_SVG_FADE, (int)i * CP_SVG_UNIT, CP_SVG_FADE, CP_SVG_UNIT, !left_is_dark);
        put_strip(p, right, (int)i * CP_SVG_UNIT, CP_SVG_FADE, CP_SVG_UNIT, !right_is_dark);
    }
    cp_buf_puts(p->out, "\"/></g>\n");
}

static void put_edges(struct cp_svg_paint *p, const struct cp_panel *panel)
{
    uint32_t right = panel->files * CP_SVG_UNIT, low = panel->ranks * CP_SVG_UNIT;
    bool flip = p->view->flip;
    cp_buf_printf(p->out,
                  "<path fill=\"none\" stroke=\"%s\" stroke-width=\"3\" "
                  "stroke-linecap=\"square\" d=\"",
                  p->look->edge);
    if (flip ? panel->right_edge : panel->left_edge)
        cp_buf_printf(p->out, "M0 0v%u", low);
    if (flip ? panel->left_edge : panel->right_edge)
        cp_buf_printf(p->out, "M%u 0v%u", right, low);
    if (flip ? panel->low_edge : panel->high_edge)
        cp_buf_printf(p->out, "M0 0h%u", right);
    if (flip ? panel->high_edge : panel->low_edge)
        cp_buf_printf(p->out, "M0 %uh%u", low, right);
    cp_buf_puts(p->out, "\"/>\n");
}

/* ---- marks on squares ---- */

static void put_tint(struct cp_svg_paint *p, uint32_t x, uint32_t y, const char *colour,
                     uint32_t inset, bool is_framed)
{
    uint32_t size = CP_SVG_UNIT - 2 * inset;
    if (is_framed)
        cp_buf_printf(p->out,
                      "<rect x=\"%u\" y=\"%u\" width=\"%u\" height=\"%u\" fill=\"none\" "
                      "stroke=\"%s\" stroke-width=\"3\"/>",
                      x + inset + 2, y + inset + 2, size - 4, size - 4, colour);
    else
        cp_buf_printf(p->out,
                      "<rect x=\"%u\" y=\"%u\" width=\"%u\" height=\"%u\" fill=\"%s\" "
                      "opacity=\".6\"/>",
                      x + inset, y + inset, size, size, colour);
}

static void put_square_marks(struct cp_svg_paint *p, const cp_cell *cell, uint32_t x, uint32_t y)
{
    bool is_framed = p->look->framed || (cell->flags & CP_CELL_TRAP); /* it stays blue */
    if (cell->flags & (CP_CELL_FROM | CP_CELL_TO))
        put_tint(p, x, y, p->look->last, 0, is_framed);
    uint32_t inset = 0;
    for (int colour = 0; colour < CP_COLOURS; colour++)
        if (cell->tints & (1u << colour)) {
            put_tint(p, x, y, p->look->colours[colour], inset, is_framed);
            inset += 5;
        }
    if (cell->flags & CP_CELL_CHECK)
        cp_buf_printf(p->out,
                      "<circle cx=\"%u.5\" cy=\"%u.5\" r=\"20\" fill=\"%s\" fill-opacity=\"%s\" "
                      "stroke=\"%s\" stroke-width=\"2.5\"/>",
                      x + 22, y + 22, p->look->check, p->look->framed ? "0" : ".55",
                      p->look->check);
    if ((cell->flags & CP_CELL_FALL) && !(cell->flags & CP_CELL_TRAP))
        cp_buf_printf(
            p->out,
            "<path d=\"M%u %uh31v31h-31zm0 0l8 8h15l8-8m0 31l-8-8h-15l-8 8m8-8v-15m15 0v15\" "
            "fill=\"none\" stroke=\"%s\" stroke-width=\"1.5\" "
            "stroke-linejoin=\"round\"/>",
            x + 7, y + 7, p->look->check);
    if (cell->flags & CP_CELL_ORIGIN)
        cp_buf_printf(p->out,
                      "<path d=\"M%u %uv12h12\" fill=\"none\" stroke=\"%s\" "
                      "stroke-width=\"3\"/>",
                      x + 2, y + 31, p->look->origin);
}

static void put_marks(struct cp_svg_paint *p, const struct cp_panel *panel)
{
    for (uint32_t row = 0; row < panel->ranks; row++)
        for (uint32_t column = 0; column < panel->files; column++) {
            const cp_cell *cell = cp_panel_cell(p->scene, panel, column, row);
            if ((cell->flags & ~(CP_CELL_DARK | CP_CELL_TRAP)) == 0 && cell->tints == 0)
                continue;
            cp_buf_puts(p->out, "<g");
            put_id(p, "square", cp_panel_square(p->scene, panel, column, row));
            cp_buf_putc(p->out, '>');
            put_square_marks(p, cell, column * CP_SVG_UNIT, row * CP_SVG_UNIT);
            cp_buf_puts(p->out, "</g>\n");
        }
}

/* ---- men ---- */

static void put_man(struct cp_svg_paint *p, const cp_cell *cell, cp_square square, uint32_t x,
                    uint32_t y)
{
    struct cp_buf words;
    cp_buf_init(&words, p->arena);
    cp_words_put_man(&words, p->view,
                     &(cp_man){.square = square, .kind = cell->kind, .side = cell->side});
    cp_buf_puts(p->out, "<use");
    put_id(p, "man", square);
    cp_buf_puts(p->out, " href=\"#");
    cp_svg_put_drawing_id(p, cell->kind, cell->side);
    cp_buf_printf(p->out, "\" x=\"%u\" y=\"%u\"><title>", x, y);
    put_words(p, &words);
    cp_buf_puts(p->out, "</title></use>\n");
    if (cell->clock)
        cp_buf_printf(p->out,
                      "<text x=\"%u\" y=\"%u\" font-size=\"13\" font-weight=\"bold\" "
                      "text-anchor=\"end\" fill=\"%s\">%u</text>\n",
                      x + CP_SVG_UNIT - 2, y + 13, p->look->check, cell->clock);
}

static void put_men(struct cp_svg_paint *p, const struct cp_panel *panel)
{
    for (uint32_t row = 0; row < panel->ranks; row++)
        for (uint32_t column = 0; column < panel->files; column++) {
            const cp_cell *cell = cp_panel_cell(p->scene, panel, column, row);
            if (cell->kind != CP_NO_KIND)
                put_man(p, cell, cp_panel_square(p->scene, panel, column, row),
                        column * CP_SVG_UNIT, row * CP_SVG_UNIT);
        }
}

/* ---- axes ---- */

static void put_axis_label(struct cp_svg_paint *p, const struct cp_buf *label, int x, int y,
                           const char *anchor)
{
    uint32_t size = cp_words_width(cp_buf_str(label)) > 3 ? 11 : 15;
    cp_buf_printf(p->out, "<text x=\"%d\" y=\"%d\" font-size=\"%u\" text-anchor=\"%s\">", x, y,
                  size, anchor);
    put_words(p, label);
    cp_buf_puts(p->out, "</text>");
}

static void put_file_axis(struct cp_svg_paint *p, const struct cp_labels *l, int y)
{
    struct cp_buf label;
    cp_buf_init(&label, p->arena);
    for (uint32_t column = 0; column < l->panel->files; column++) {
        cp_buf_reset(&label);
        cp_labels_put_file(l, &label, column);
        put_axis_label(p, &label, (int)(column * CP_SVG_UNIT + CP_SVG_UNIT / 2), y, "middle");
    }
}

static void put_axes(struct cp_svg_paint *p, const struct cp_panel *panel,
                     const struct cp_labels *letters, const struct cp_labels *numbers)
{
    struct cp_buf label;
    cp_buf_init(&label, p->arena);
    if (p->view->axes == CP_AXES_NONE)
        return;
    cp_buf_printf(p->out, "<g fill=\"%s\" aria-hidden=\"true\">", p->look->words);
    for (uint32_t row = 0; row < panel->ranks; row++) {
        cp_buf_reset(&label);
        cp_labels_put_rank(numbers, &label, row);
        put_axis_label(p, &label, -CP_SVG_FADE - 4, (int)(row * CP_SVG_UNIT + CP_SVG_UNIT / 2 + 5),
                       "end");
    }
    int low = (int)(panel->ranks * CP_SVG_UNIT) + CP_SVG_FADE + 15;
    put_file_axis(p, p->view->axes & CP_AXES_LETTERS ? letters : numbers, low);
    if (p->view->axes == CP_AXES_BOTH)
        put_file_axis(p, numbers, -CP_SVG_FADE - 5);
    cp_buf_puts(p->out, "</g>\n");
}

void cp_svg_put_panel(struct cp_svg_paint *p, const struct cp_panel *panel,
                      const struct cp_labels *letters, const struct cp_labels *numbers)
{
    if (!p->view->bounded)
        put_fade(p, panel);
    put_rect(p, 0, 0, panel->files * CP_SVG_UNIT, panel->ranks * CP_SVG_UNIT, p->look->light);
    put_dark(p, panel);
    cp_svg_put_traps(p, panel);
    put_marks(p, panel);
    if (p->view->bounded)
        put_edges(p, panel);
    cp_svg_put_blocks(p, panel);
    put_men(p, panel);
    cp_svg_put_vanished(p, panel);
    cp_svg_put_ways(p, panel);
    cp_svg_put_arrows(p, panel);
    put_axes(p, panel, letters, numbers);
}
