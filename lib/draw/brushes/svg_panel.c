/* SPDX-License-Identifier: MIT */
/* svg_panel.c -- one rectangle of squares, painted from below: ground, traps,
 * marks, bodies, pieces, what vanished, dots, arrows, labels, axes.
 *
 *     a trap       a pit: four slopes around its floor
 *     a body       a rounded frame around its pieces
 *     vanished     the piece, faint, under a cross
 *     tracks       arrows of the last turn: for the piece that moved, for those it
 *                  moved, with two heads for a swap; dots from a piece that led to
 *                  the one it led
 *     a label      on an empty square in its middle, else in its upper left corner: a plate
 *                  in the colour's frame, words in the ground's colours, so that it reads
 *                  on every square and in every theme; over arrows, which may cross it
 *
 * Arrows are reckoned in whole tenths of a unit:
 *
 *          tail  ________|\      Seven corners, each so far along the arrow
 *               |________  >     and so far across it.
 *                        |/ */
#include "draw/brushes/svg_panel.h"

enum {
    MIDDLE = CP_SVG_UNIT / 2,
    WORDS_MOST = 22,    /* font of a clock or a label: it stays in its square */
    SLOPE = 7,          /* how wide a trap's slopes are */
    TAIL_LEAVING = 60,  /* free around the first square's middle, when the line goes out */
    HEAD_LEAST = 60,    /* a shorter head would not be seen */
    PIECE_RADIUS = 200, /* around the middle of a square: a line from there begins beyond */
    BENT_LINE = 10,     /* around a bent arrow, in tenths */
};

static void put_id(struct cp_svg_paint *p, const char *what, cp_square square)
{
    cp_buf_printf(p->out, " id=\"" CP_SVG_PREFIX_LATER "%s", what);
    cp_int_format(p->view->ints, p->out, square.file);
    cp_buf_putc(p->out, '.');
    cp_int_format(p->view->ints, p->out, square.rank);
    cp_buf_putc(p->out, '"');
}

void cp_svg_put_drawing_id(struct cp_svg_paint *p, uint32_t kind, uint8_t side)
{
    const struct cp_alphabet *a = p->view->alphabet;
    const struct cp_drawing *d = cp_drawing_of(&a->pieces[kind]);
    cp_str letter = cp_alphabet_letter(a, (uint8_t)kind);
    cp_buf_printf(p->out, "%.*scp-%.*s-%s%s-", CP_FMT(p->drawing_prefix), CP_FMT(p->look_name),
                  a->pieces[kind].is_neutral ? "back-" : "", side == CP_WHITE ? "white" : "black");
    if (d) {
        cp_buf_puts(p->out, d->name);
        return;
    }
    cp_buf_puts(p->out, "disc-");
    for (size_t i = 0; i < letter.len; i++)
        cp_buf_printf(p->out, "%02x", (unsigned char)letter.at[i]);
}

void cp_svg_put_reference(struct cp_svg_paint *p, uint32_t kind, uint8_t side)
{
    static const char *const names[] = {"xlink:href", "href"};
    for (size_t i = 0; i < 2; i++) {
        cp_buf_printf(p->out, " %s=\"#", names[i]);
        cp_svg_put_drawing_id(p, kind, side);
        cp_buf_putc(p->out, '"');
    }
}

/* Where a square's upper left corner is in the panel; false: it is not there. */
static bool find_square(const struct cp_svg_paint *p, const struct cp_panel *panel,
                        cp_square square, uint32_t *x, uint32_t *y)
{
    uint32_t file, rank;
    if (!cp_panel_find(p->scene, panel, square, &file, &rank))
        return false;
    *x = (p->view->flip ? panel->files - 1 - file : file) * CP_SVG_UNIT;
    *y = (p->view->flip ? rank : panel->ranks - 1 - rank) * CP_SVG_UNIT;
    return true;
}

void cp_svg_put_man_title(struct cp_svg_paint *p, const cp_man *man)
{
    struct cp_buf words = cp_buf_in(p->arena);
    cp_words_put_man(&words, p->view, man);
    cp_buf_puts(p->out, "<title>");
    cp_words_put(p->out, cp_buf_str(&words), CP_ESCAPE_XML);
    cp_buf_puts(p->out, "</title>");
}

/* ---- squares ---- */

/* The dark squares as one path; at a tear two may stand side by side, or three apart. */
static void put_dark(struct cp_svg_paint *p, const struct cp_panel *panel)
{
    cp_buf_printf(p->out, "<path fill=\"%s\" d=\"", p->dark);
    for (uint32_t row = 0; row < panel->ranks; row++) {
        uint32_t next = UINT32_MAX; /* where the pen is */
        for (uint32_t column = 0; column < panel->files; column++) {
            if (!(cp_panel_cell(p->scene, panel, column, row)->flags & CP_CELL_DARK))
                continue;
            if (column != next && next != UINT32_MAX)
                cp_buf_puts(p->out, column < next ? "m-45 0" : "m45 0");
            if (next == UINT32_MAX)
                cp_buf_printf(p->out, "M%u %u", column * CP_SVG_UNIT, row * CP_SVG_UNIT);
            cp_buf_puts(p->out, "h45v45h-45zm90 0");
            next = column + 2;
        }
    }
    cp_buf_puts(p->out, "\"/>\n");
}

/* Beyond the window the plane goes on, but for its edges: narrow squares, half faded. */
static void put_fade(struct cp_svg_paint *p, const struct cp_panel *panel)
{
    int right = (int)panel->files * CP_SVG_UNIT, low = (int)panel->ranks * CP_SVG_UNIT;
    const bool *ends = panel->ends;
    int west = ends[CP_LEFT] ? 0 : CP_STRIP, north = ends[CP_TOP] ? 0 : CP_STRIP;
    int wide = right + west + (ends[CP_RIGHT] ? 0 : CP_STRIP);
    int tall = low + north + (ends[CP_BOTTOM] ? 0 : CP_STRIP);
    cp_buf_printf(p->out,
                  "<g opacity=\".45\"><path fill=\"%s\" d=\"M-%d -%dh%dv%dh-%dz\"/><path "
                  "fill=\"%s\" d=\"",
                  p->look->light, west, north, wide, tall, wide, p->dark);
    for (uint32_t i = 0; i < 2 * (panel->files + panel->ranks); i++) {
        bool is_high = i % 2, is_side = i >= 2 * panel->files; /* by pairs: above, below */
        uint32_t n = is_side ? i / 2 - panel->files : i / 2;
        uint32_t rim = !is_high ? 0 : (is_side ? panel->files : panel->ranks) - 1;
        int along = (int)n * CP_SVG_UNIT, across = !is_high ? -CP_STRIP : is_side ? right : low;
        if (!ends[(is_side ? CP_LEFT : CP_TOP) + is_high] &&
            !(cp_panel_cell(p->scene, panel, is_side ? rim : n, is_side ? n : rim)->flags &
              CP_CELL_DARK))
            cp_buf_printf(p->out, is_side ? "M%d %dh9v45h-9z" : "M%d %dh45v9h-45z",
                          is_side ? across : along, is_side ? along : across);
    }
    cp_buf_puts(p->out, "\"/></g>\n");
}

static void put_edges(struct cp_svg_paint *p, const struct cp_panel *panel)
{
    uint32_t right = panel->files * CP_SVG_UNIT, low = panel->ranks * CP_SVG_UNIT;
    const bool *ends = panel->ends;
    cp_buf_printf(p->out,
                  "<path fill=\"none\" stroke=\"%s\" stroke-width=\"3\" "
                  "stroke-linecap=\"square\" d=\"",
                  p->look->edge);
    if (ends[CP_LEFT])
        cp_buf_printf(p->out, "M0 0v%u", low);
    if (ends[CP_RIGHT])
        cp_buf_printf(p->out, "M%u 0v%u", right, low);
    if (ends[CP_TOP])
        cp_buf_printf(p->out, "M0 0h%u", right);
    if (ends[CP_BOTTOM])
        cp_buf_printf(p->out, "M0 %uh%u", low, right);
    cp_buf_puts(p->out, "\"/>\n");
}

/* ---- tears ---- */

/* A zigzag before each tear of one axis: the ground shows through. */
static void put_tears(struct cp_svg_paint *p, const struct cp_panel *panel, bool is_rank)
{
    const struct cp_scale *scale = is_rank ? &panel->y : &panel->x;
    uint32_t extent = is_rank ? panel->ranks : panel->files;
    uint32_t length = (is_rank ? panel->files : panel->ranks) * CP_SVG_UNIT + 2 * CP_STRIP;
    for (uint32_t i = 0; i < 2 * scale->tear_count; i++) { /* a wide line, a narrower over it */
        uint32_t at = scale->tears[i / 2].at;
        int place = (int)((p->view->flip == is_rank ? at : extent - at) * CP_SVG_UNIT) - 4;
        cp_buf_printf(p->out, "<path fill=\"none\" stroke=\"%s\" stroke-width=\"%s\" d=\"M%d %d",
                      i % 2 ? p->look->ground : p->look->edge, i % 2 ? "6.5" : "9",
                      is_rank ? -CP_STRIP : place, is_rank ? place : -CP_STRIP);
        for (uint32_t step = 0; step < length / 9; step++)
            cp_buf_puts(p->out, !(step % 2) ? "l9 9" : is_rank ? "l9 -9" : "l-9 9");
        cp_buf_puts(p->out, "\"/>\n");
    }
}

/* ---- traps ---- */

/* Light falls from above: the slope below catches it, the one above does not. In print walls
 * are lines, one within the other. */
static void put_traps(struct cp_svg_paint *p, const struct cp_panel *panel)
{
    int in = CP_SVG_UNIT - 2 * SLOPE;
    for (uint32_t i = 0, x, y; i < p->view->trap_count; i++) {
        if (!find_square(p, panel, p->view->traps[i], &x, &y))
            continue;
        if (p->look->is_print)
            cp_buf_printf(p->out,
                          "<path fill=\"%s\" stroke=\"%s\" stroke-width=\"1.5\" "
                          "d=\"M%u %uh41v41h-41zm6 6h29v29h-29zm6 6h17v17h-17z\"/>\n",
                          p->look->trap, p->look->trap_line, x + 2, y + 2);
        else
            cp_buf_printf(p->out,
                          "<path fill=\"%s\" d=\"M%u %uh45v45h-45z\"/>"
                          "<path fill=\"%s\" d=\"M%u %uh%dv%dh-%dz\"/>"
                          "<path fill=\"#000\" opacity=\".28\" d=\"M%u %uh45l-%d %dh-%dz\"/>"
                          "<path fill=\"#000\" opacity=\".14\" d=\"M%u %uv45l%d-%dv-%dz\"/>"
                          "<path fill=\"#fff\" opacity=\".22\" d=\"M%u %uh45l-%d-%dh-%dz\"/>"
                          "<path fill=\"none\" stroke=\"%s\" stroke-width=\"1.5\" "
                          "d=\"M%u.5 %u.5h44v44h-44z\"/>\n",
                          p->look->trap, x, y, p->look->pit, x + SLOPE, y + SLOPE, in, in, in, x, y,
                          SLOPE, SLOPE, in, x, y, SLOPE, SLOPE, in, x, y + CP_SVG_UNIT, SLOPE,
                          SLOPE, in, p->look->trap_line, x, y);
    }
}

/* ---- marks on squares ---- */

/* How a mark's lines are dashed in print, by its colour: an attribute, or nothing. */
static const char *dashes_of(const struct cp_svg_paint *p, uint8_t colour)
{
    static const char *const dashes[CP_COLOURS] = {
        [CP_GREEN] = "",
        [CP_RED] = " stroke-dasharray=\"9 4\"",
        [CP_YELLOW] = " stroke-dasharray=\"2 2.5\"",
        [CP_BLUE] = " stroke-dasharray=\"10 3 2 3\"",
        [CP_ORANGE] = " stroke-dasharray=\"5 5\"",
        [CP_PURPLE] = " stroke-dasharray=\"2 3 2 3 2 8\"",
    };
    return p->look->is_print ? dashes[colour] : "";
}

/* Around a king in check: in print a star. */
static void put_check(struct cp_svg_paint *p, uint32_t x, uint32_t y)
{
    if (p->look->is_print)
        cp_buf_printf(p->out,
                      "<path d=\"M%u.5 %ul4.5 4.6l6.2-1.7l1.7 6.2l6.2 1.7l-1.7 6.2l4.6 4.5l-4.6 "
                      "4.5l1.7 6.2l-6.2 1.7l-1.7 6.2l-6.2-1.7l-4.5 4.6l-4.5-4.6l-6.2 "
                      "1.7l-1.7-6.2l-6.2-1.6l1.7-6.3l-4.6-4.5l4.6-4.5l-1.7-6.3l6.2-1.6l1.6-6.2l6.3 "
                      "1.7z\" fill=\"none\" stroke=\"%s\" stroke-width=\"1.5\"/>",
                      x + 22, y + 1, p->look->check_line);
    else
        cp_buf_printf(p->out,
                      "<circle cx=\"%u.5\" cy=\"%u.5\" r=\"20.5\" fill=\"%s\" "
                      "fill-opacity=\".55\" stroke=\"%s\" stroke-width=\"2\"/>",
                      x + 22, y + 22, p->look->check, p->look->check_line);
}

/* Calls put for every cell of the panel, at (x,y). */
static void put_cells(struct cp_svg_paint *p, const struct cp_panel *panel,
                      void (*put)(struct cp_svg_paint *, const cp_scene_cell *, cp_square,
                                  uint32_t x, uint32_t y))
{
    for (uint32_t row = 0; row < panel->ranks; row++)
        for (uint32_t column = 0; column < panel->files; column++)
            put(p, cp_panel_cell(p->scene, panel, column, row),
                cp_panel_square(p->scene, panel, column, row), column * CP_SVG_UNIT,
                row * CP_SVG_UNIT);
}

static void put_tints(struct cp_svg_paint *p, const cp_scene_cell *cell, cp_square square,
                      uint32_t x, uint32_t y)
{
    if ((cell->flags & ~(CP_CELL_DARK | CP_CELL_TRAP | CP_CELL_HEAD)) == 0 && cell->tints == 0)
        return;
    cp_buf_puts(p->out, "<g");
    put_id(p, "square", square);
    cp_buf_putc(p->out, '>');
    bool is_frame = p->look->is_print || (cell->flags & CP_CELL_TRAP);
    bool is_last = cell->flags & (CP_CELL_FROM | CP_CELL_TO);
    if (is_last && is_frame) /* its corners alone */
        cp_buf_printf(p->out,
                      "<path d=\"M%u %uv-10h10m21 0h10v10m0 21v10h-10m-21 0h-10v-10\" "
                      "fill=\"none\" stroke=\"%s\" stroke-width=\"3\"/>",
                      x + 2, y + 12, p->look->last_line);
    else if (is_last)
        cp_buf_printf(p->out,
                      "<rect x=\"%u\" y=\"%u\" width=\"43\" height=\"43\" fill=\"%s\" "
                      "fill-opacity=\".6\" stroke=\"%s\" stroke-width=\"2\"/>",
                      x + 1, y + 1, p->look->last, p->look->last_line);
    /* the colour, see-through, in a frame of its line: the frame alone in print, and on a trap,
     * which stays what it is */
    for (uint32_t colour = 0, inset = 1; colour < CP_COLOURS; colour++)
        if (cell->tints & (1u << colour)) {
            uint32_t size = CP_SVG_UNIT - 2 * inset;
            cp_buf_printf(p->out,
                          "<rect x=\"%u\" y=\"%u\" width=\"%u\" height=\"%u\" fill=\"%s\" "
                          "fill-opacity=\".5\" stroke=\"%s\" stroke-width=\"2\"%s/>",
                          x + inset, y + inset, size, size,
                          is_frame ? "none" : p->look->colours[colour], p->look->lines[colour],
                          dashes_of(p, (uint8_t)colour));
            inset += 4; /* so that all six have room */
        }
    if (cell->flags & CP_CELL_CHECK)
        put_check(p, x, y);
    if ((cell->flags & CP_CELL_FALL) && !(cell->flags & CP_CELL_TRAP))
        cp_buf_printf(
            p->out,
            "<path d=\"M%u %uh31v31h-31zm0 0l8 8h15l8-8m0 31l-8-8h-15l-8 8m8-8v-15m15 0v15\" "
            "fill=\"none\" stroke=\"%s\" stroke-width=\"1.5\" "
            "stroke-linejoin=\"round\"/>",
            x + 7, y + 7, p->look->check_line);
    if (cell->flags & CP_CELL_ORIGIN)
        cp_buf_printf(p->out,
                      "<path d=\"M%u %uv12h12\" fill=\"none\" stroke=\"%s\" "
                      "stroke-width=\"3\"/>",
                      x + 5, y + 28, p->look->origin);
    cp_buf_puts(p->out, "</g>\n");
}

/* In three characters at most, rounded down: 999, 12k, .3M. */
static void put_short_count(struct cp_buf *out, uint64_t count)
{
    static const char *const units[] = {"", "k", "M", "G", "T", "P", "E"};
    size_t unit = 0;
    for (; count > 999; count /= 1000)
        unit++;
    bool is_part = unit && count > 99; /* of the next unit */
    cp_buf_puts(out, is_part ? "." : "");
    cp_buf_put_int(out, (int64_t)(is_part ? count / 100 : count));
    cp_buf_puts(out, units[unit + is_part]);
}

/* Squares are the darker the more often they were entered; in print grey. */
static void put_heat(struct cp_svg_paint *p, const struct cp_panel *panel)
{
    struct cp_buf number = cp_buf_in(p->arena);
    for (uint32_t i = 0; i < p->view->entered_count; i++) {
        uint32_t x, y;
        if (!find_square(p, panel, p->view->entered[i].square, &x, &y))
            continue;
        cp_buf_reset(&number);
        put_short_count(&number, p->view->entered[i].count);
        uint32_t font = 26 - 4 * (uint32_t)number.len;
        cp_buf_printf(p->out,
                      "<rect x=\"%u\" y=\"%u\" width=\"45\" height=\"45\" fill=\"%s\" "
                      "fill-opacity=\".%02u\"/><text x=\"%u.5\" y=\"%u\" font-size=\"%u\" "
                      "font-weight=\"bold\" text-anchor=\"middle\" fill=\"%s\">%.*s</text>\n",
                      x, y, p->look->is_print ? p->look->words : p->look->colours[CP_RED],
                      5 + cp_entered_part(p->view, i, p->look->is_print ? 40 : 80), x + MIDDLE,
                      y + MIDDLE + font * 2 / 5, font, p->look->words, CP_FMT(cp_buf_str(&number)));
    }
}

/* ---- bodies ---- */

static void put_bodies(struct cp_svg_paint *p, const struct cp_panel *panel)
{
    const struct cp_view *v = p->view;
    for (uint32_t i = 0; i < v->body_count; i++) {
        const cp_body_box *b = &v->bodies[i];
        uint32_t x, y, files, ranks;
        cp_square upper_left = {v->flip ? b->box.high.file : b->box.low.file,
                                v->flip ? b->box.low.rank : b->box.high.rank};
        if (!cp_box_size(v->ints, b->box, CP_WINDOW_MOST, &files, &ranks) ||
            !cp_box_has(v->ints, panel->box, b->box.low) ||
            !cp_box_has(v->ints, panel->box, b->box.high) ||
            !find_square(p, panel, upper_left, &x, &y))
            continue;
        cp_buf_printf(p->out,
                      "<rect x=\"%u\" y=\"%u\" width=\"%u\" height=\"%u\" rx=\"12\" fill=\"%s\" "
                      "fill-opacity=\".16\" stroke=\"%s\" stroke-width=\"2.5\"%s/>\n",
                      x + 3, y + 3, files * CP_SVG_UNIT - 6, ranks * CP_SVG_UNIT - 6,
                      p->look->body[b->side], p->look->body[b->side],
                      b->side == CP_BLACK ? " stroke-dasharray=\"7 4\"" : "");
    }
}

/* ---- pieces ---- */

static void put_man(struct cp_svg_paint *p, const cp_scene_cell *cell, cp_square square, uint32_t x,
                    uint32_t y)
{
    const cp_man man = {.square = square, .kind = cell->kind, .side = cell->side};
    if (cell->kind == CP_NO_KIND)
        return;
    cp_buf_puts(p->out, "<use");
    put_id(p, "man", square);
    cp_svg_put_reference(p, cell->kind, cell->side);
    cp_buf_printf(p->out, " x=\"%u\" y=\"%u\">", x, y);
    cp_svg_put_man_title(p, &man);
    cp_buf_puts(p->out, "</use>\n");
    if (!cell->clock)
        return;
    /* on a disc in a lower corner, where no piece has its crown */
    uint32_t font = cp_larger(12, p->letter < WORDS_MOST ? p->letter : WORDS_MOST);
    uint32_t radius = font * 5 / 8;
    uint32_t cx = x + CP_SVG_UNIT - radius - 1, cy = y + CP_SVG_UNIT - radius - 1;
    cp_buf_printf(p->out,
                  "<circle cx=\"%u\" cy=\"%u\" r=\"%u\" fill=\"%s\" stroke=\"%s\"/><text x=\"%u\" "
                  "y=\"%u\" font-size=\"%u\" font-weight=\"bold\" text-anchor=\"middle\" "
                  "fill=\"%s\">%u</text>\n",
                  cx, cy, radius, p->look->ground, p->look->check_line, cx, cy + font * 4 / 11,
                  font, p->look->check_line, cell->clock - 1u);
}

/* ---- the vanished ---- */

static void put_cross(struct cp_svg_paint *p, uint32_t x, uint32_t y)
{
    cp_buf_printf(p->out,
                  "<path d=\"M%u %ul29 29m0-29l-29 29\" fill=\"none\" stroke=\"%s\" "
                  "stroke-width=\"4.5\" stroke-linecap=\"round\"/>\n",
                  x + 8, y + 8, p->look->check_line);
}

/* One is drawn at three quarters under a cross; several of a square down its diagonal, over it,
 * so that each can be told. */
static void put_vanished(struct cp_svg_paint *p, const struct cp_panel *panel)
{
    const struct cp_view *v = p->view;
    for (uint32_t i = 0; i < v->fallen_count; i++) {
        const cp_man *man = &v->fallen[i];
        uint32_t x, y, count = 0, place = 0;
        if (!cp_square_is_among(man->square, v->traps, v->trap_count) ||
            !find_square(p, panel, man->square, &x, &y))
            continue;
        for (uint32_t j = 0; j < v->fallen_count; j++)
            if (cp_square_equal(v->fallen[j].square, man->square)) {
                place += j < i;
                count++;
            }
        uint32_t percent = count > 2 ? 45 : count > 1 ? 60 : 75, size = CP_SVG_UNIT * percent / 100;
        uint32_t steps = count > 1 ? count - 1 : 2,
                 at = (count > 1 ? place : 1) * (CP_SVG_UNIT - size) / steps;
        if (count > 1 && !place)
            put_cross(p, x, y);
        cp_buf_puts(p->out, "<use");
        cp_svg_put_reference(p, man->kind, man->side);
        cp_buf_printf(p->out, " transform=\"translate(%u %u) scale(.%02u)\"%s/>\n", x + at, y + at,
                      percent, count > 1 ? "" : " opacity=\".8\"");
        if (count == 1)
            put_cross(p, x, y);
    }
}

/* ---- marks over pieces ---- */

/* A dot where pieces may go, a ring around what they may take, a dotted one around what they
 * guard. */
static void put_way(struct cp_svg_paint *p, const cp_scene_cell *cell, cp_square square, uint32_t x,
                    uint32_t y)
{
    (void)square;
    if (cell->shapes & CP_SHAPE_PREY)
        cp_buf_printf(p->out,
                      "<circle cx=\"%u.5\" cy=\"%u.5\" r=\"19\" fill=\"none\" "
                      "stroke=\"%s\" stroke-width=\"4\"/>\n",
                      x + MIDDLE, y + MIDDLE, p->look->dots);
    else if (cell->shapes & CP_SHAPE_RAY && cell->kind != CP_NO_KIND)
        cp_buf_printf(p->out,
                      "<circle cx=\"%u.5\" cy=\"%u.5\" r=\"20\" fill=\"none\" stroke=\"%s\" "
                      "stroke-width=\"2\" stroke-dasharray=\"2 4\"/>\n",
                      x + MIDDLE, y + MIDDLE, p->look->dots);
    else if (cell->shapes & CP_SHAPE_WAY)
        cp_buf_printf(p->out, "<circle cx=\"%u.5\" cy=\"%u.5\" r=\"6\" fill=\"%s\"/>\n", x + MIDDLE,
                      y + MIDDLE, p->look->dots);
}

/* Circles and crosses, each twice: in the line's colour, which may be dashed, and narrower in
 * its own. */
static void put_shapes(struct cp_svg_paint *p, const struct cp_panel *panel)
{
    enum { RING = 20, ARM = 15 }; /* a circle's radius; how far a cross reaches from the middle */
    struct cp_buf shape = cp_buf_in(p->arena);
    for (const struct cp_mark *m = p->view->marks; m; m = m->next) {
        uint32_t x, y;
        if ((m->kind != CP_MARKED_CIRCLE && m->kind != CP_MARKED_CROSS) ||
            !find_square(p, panel, m->from, &x, &y))
            continue;
        cp_buf_reset(&shape);
        if (m->kind == CP_MARKED_CIRCLE)
            cp_buf_printf(&shape, "circle cx=\"%u.5\" cy=\"%u.5\" r=\"%d\"", x + MIDDLE, y + MIDDLE,
                          RING);
        else
            cp_buf_printf(&shape, "path d=\"M%u.5 %u.5l%d %dm0-%dl-%d %d\"", x + MIDDLE - ARM,
                          y + MIDDLE - ARM, 2 * ARM, 2 * ARM, 2 * ARM, 2 * ARM, 2 * ARM);
        cp_buf_printf(p->out,
                      "<%.*s fill=\"none\" stroke=\"%s\" stroke-width=\"5\"%s/><%.*s fill=\"none\" "
                      "stroke=\"%s\" stroke-width=\"2.5\"/>\n",
                      CP_FMT(cp_buf_str(&shape)), p->look->lines[m->colour],
                      dashes_of(p, m->colour), CP_FMT(cp_buf_str(&shape)),
                      p->look->colours[m->colour]);
    }
}

/* A small one where the middle of its square holds a piece or the head of an arrow. */
static void put_labels(struct cp_svg_paint *p, const struct cp_panel *panel)
{
    for (const struct cp_mark *m = p->view->marks; m; m = m->next) {
        uint32_t x, y;
        if (m->kind != CP_MARKED_LABEL || !find_square(p, panel, m->from, &x, &y))
            continue;
        const cp_scene_cell *cell =
            cp_panel_cell(p->scene, panel, x / CP_SVG_UNIT, y / CP_SVG_UNIT);
        bool is_small = cell->kind != CP_NO_KIND || cell->flags & CP_CELL_HEAD;
        uint32_t count = (uint32_t)strlen(m->label);
        uint32_t font = is_small ? 18 - 3 * count : 26 - 4 * count;
        font = cp_larger(font, p->letter < WORDS_MOST ? p->letter : WORDS_MOST);
        uint32_t high = cp_larger(is_small ? 10 : 15, font * 5 / 8); /* half of it */
        uint32_t wide = cp_larger(high, count * font * 3 / 10 + 2);
        uint32_t cx = x + (is_small ? wide : MIDDLE), cy = y + (is_small ? high : MIDDLE);
        cp_buf_printf(p->out,
                      "<rect x=\"%u.5\" y=\"%u.5\" width=\"%u\" height=\"%u\" rx=\"%u\" "
                      "fill=\"%s\" stroke=\"%s\" stroke-width=\"%s\"%s/>"
                      "<text x=\"%u.5\" y=\"%u\" font-size=\"%u\" font-weight=\"bold\" "
                      "text-anchor=\"middle\" fill=\"%s\">%s</text>\n",
                      cx - wide, cy - high, 2 * wide, 2 * high, high, p->look->ground,
                      p->look->lines[m->colour], is_small ? "2" : "3", dashes_of(p, m->colour), cx,
                      cy + font * 2 / 5, font, p->look->words, m->label);
    }
}

/* ---- arrows ---- */

/* Lengths in tenths of a unit along an arrow and across it. */
struct arrow {
    int32_t tail, tip;         /* left free around the centre of the first square, of the last */
    int32_t head, wing;        /* length of the head; half its width */
    int32_t shaft;             /* half the shaft's width */
    bool is_double;            /* a head at both ends: tail is as tip */
    const char *colour, *line; /* within, and around */
    const char *width;         /* of the line */
    const char *dashes;        /* an attribute, or nothing */
    bool is_opaque;            /* else what it covers shows through */
};

static void put_tenths(struct cp_buf *out, int64_t n)
{
    if (n < 0)
        cp_buf_putc(out, '-');
    n = n < 0 ? -n : n;
    cp_buf_put_int(out, n / 10);
    if (n % 10) {
        cp_buf_putc(out, '.');
        cp_buf_put_int(out, n % 10);
    }
}

void cp_svg_put_corner(struct cp_buf *out, char command, int64_t x, int64_t y)
{
    cp_buf_putc(out, command);
    put_tenths(out, x);
    cp_buf_putc(out, ' ');
    put_tenths(out, y);
}

/* A line; its stroke is to be said behind it. */
static void put_line(struct cp_svg_paint *p, cp_point from, cp_point to)
{
    cp_buf_puts(p->out, "<path d=\"");
    cp_svg_put_corner(p->out, 'M', from.x, from.y);
    cp_svg_put_corner(p->out, 'L', to.x, to.y);
    cp_buf_puts(p->out, "\" stroke=\"");
}

/* A point on the way from one to another, so many tenths behind the first. */
static cp_point behind(cp_point from, cp_point to, int64_t tenths)
{
    int64_t dx = to.x - from.x, dy = to.y - from.y, length = cp_point_distance(from, to);
    if (length <= tenths)
        return from;
    return (cp_point){from.x + dx * tenths / length, from.y + dy * tenths / length};
}

static void begin_outline(struct cp_svg_paint *p, const struct arrow *look)
{
    cp_buf_printf(p->out,
                  "<path fill=\"%s\" fill-opacity=\"%s\" stroke=\"%s\" stroke-width=\"%s\"%s "
                  "stroke-linejoin=\"round\" d=\"",
                  look->colour, look->is_opaque ? "1" : ".8", look->line, look->width,
                  look->dashes);
}

/* Corners are so far along the arrow (x) and across it (y): along one side, and back along the
 * other, which mirrors it. */
static void put_outline(struct cp_svg_paint *p, cp_point a, cp_point b, const struct arrow *look)
{
    int64_t dx = b.x - a.x, dy = b.y - a.y, length = cp_point_distance(a, b);
    struct arrow fit = *look;
    int64_t room = (length - look->tail - look->tip) / (1 + look->is_double);
    if (room < fit.head) { /* a small head is better than none */
        fit.wing = (int32_t)(fit.wing * room / fit.head);
        fit.head = (int32_t)room;
    }
    if (fit.head < HEAD_LEAST)
        return;
    int64_t wing = fit.wing, shaft = fit.shaft, end = length - fit.tip;
    int64_t neck = end - fit.head, first_neck = fit.tip + fit.head;
    const cp_point twice[] = {{fit.tip, 0},  {first_neck, wing}, {first_neck, shaft},
                              {neck, shaft}, {neck, wing},       {end, 0}};
    const cp_point single[] = {{fit.tail, shaft}, {neck, shaft}, {neck, wing}, {end, 0}};
    const cp_point *corners = look->is_double ? twice : single;
    size_t count = look->is_double ? sizeof twice / sizeof *twice : sizeof single / sizeof *single;
    begin_outline(p, look);
    for (size_t i = 0; i < 2 * count; i++) {
        cp_point c = corners[i < count ? i : 2 * count - 1 - i];
        if (i >= count && c.y == 0)
            continue;
        c.y = i < count ? c.y : -c.y;
        cp_svg_put_corner(p->out, i ? 'L' : 'M', a.x + (dx * c.x - dy * c.y) / length,
                          a.y + (dy * c.x + dx * c.y) / length);
    }
    cp_buf_puts(p->out, "z\"/>\n");
}

/* An end outside the panel needs no room around a middle: the line goes on. */
static void put_arrow(struct cp_svg_paint *p, const struct cp_panel *panel, cp_square first,
                      cp_square last, const struct arrow *look)
{
    struct cp_segment seen;
    struct arrow cut = *look;
    if (cp_square_equal(first, last) || !cp_segment_find(&seen, p->scene, panel, first, last))
        return;
    if (seen.enters)
        cut.tail = 0;
    else if (seen.leaves && look->tail > TAIL_LEAVING)
        cut.tail = TAIL_LEAVING;
    put_outline(p, seen.from, seen.to, &cut);
}

/* From a king in check towards what gives it, where only one of them is in the panel; in rings
 * across it, too. */
static void put_check_lines(struct cp_svg_paint *p, const struct cp_panel *panel)
{
    const struct cp_view *v = p->view;
    for (uint32_t i = 0; v->checked_count && i < v->checker_count; i++) {
        struct cp_segment seen;
        if (!cp_segment_find(&seen, p->scene, panel, v->checked[0], v->checkers[i]) ||
            (seen.enters == seen.leaves && !(seen.enters && p->view->is_log)))
            continue;
        cp_point from = seen.enters ? seen.from : behind(seen.from, seen.to, PIECE_RADIUS);
        cp_point to = seen.leaves ? seen.to : behind(seen.to, seen.from, PIECE_RADIUS);
        put_line(p, from, to);
        cp_buf_printf(p->out, "%s\" stroke-width=\"3\" stroke-dasharray=\"8 6\"/>\n",
                      p->look->check_line);
    }
}

/* A shaft of an arrow without a head, and round at the end where it goes on. */
static void put_shaft(struct cp_svg_paint *p, const struct cp_panel *panel, cp_square first,
                      cp_square corner, const struct arrow *look)
{
    struct cp_segment seen;
    if (!cp_segment_find(&seen, p->scene, panel, first, corner))
        return;
    cp_point from = seen.enters ? seen.from : behind(seen.from, seen.to, look->tail);
    put_line(p, from, seen.to);
    cp_buf_printf(p->out, "%s\" stroke-width=\"", look->colour);
    put_tenths(p->out, 2 * look->shaft);
    cp_buf_printf(p->out, "\"%s stroke-linejoin=\"round\"/>\n", look->dashes);
}

/* Its corner is behind the longer of its two ways. Both in the line's colour, and a little
 * narrower in its own: where they meet there is no line. */
static void put_bent(struct cp_svg_paint *p, const struct cp_panel *panel, const struct cp_mark *m,
                     const struct arrow *look)
{
    struct cp_ints *t = p->view->ints;
    struct arrow around = *look, within = *look;
    cp_int files = cp_int_abs(t, cp_int_sub(t, m->to.file, m->from.file));
    cp_int ranks = cp_int_abs(t, cp_int_sub(t, m->to.rank, m->from.rank));
    cp_square corner = cp_int_compare(t, files, ranks) > 0 ? (cp_square){m->to.file, m->from.rank}
                                                           : (cp_square){m->from.file, m->to.rank};
    around.is_opaque = within.is_opaque = true;
    around.colour = look->line;
    around.shaft += BENT_LINE;
    around.tail -= BENT_LINE;
    within.dashes = "";
    within.line = "none";
    put_shaft(p, panel, m->from, corner, &around);
    around.shaft = look->shaft;
    around.tail = within.tail = -look->shaft; /* so that the corner is whole */
    around.width = "2";
    put_arrow(p, panel, corner, m->to, &around);
    within.tail = look->tail;
    put_shaft(p, panel, m->from, corner, &within);
    within.tail = -look->shaft;
    put_arrow(p, panel, corner, m->to, &within);
}

/* ---- arrows around pieces, which in print would be hidden: they are opaque there ---- */

/* From `from` to `to`, drawn towards `control` on the way; times along it are in thousandths. */
struct curve {
    cp_point from, control, to;
};

static cp_point curve_at(const struct curve *c, int64_t time)
{
    const int64_t left = 1000 - time, a = left * left, b = 2 * left * time, e = time * time;
    return (cp_point){(a * c->from.x + b * c->control.x + e * c->to.x) / 1000000,
                      (a * c->from.y + b * c->control.y + e * c->to.y) / 1000000};
}

/* A point beside the curve: so far to the left of where it goes. */
static cp_point beside_curve(const struct curve *c, int64_t time, int64_t left)
{
    cp_point at = curve_at(c, time);
    const int64_t rest = 1000 - time;
    int64_t dx = rest * (c->control.x - c->from.x) + time * (c->to.x - c->control.x);
    int64_t dy = rest * (c->control.y - c->from.y) + time * (c->to.y - c->control.y);
    int64_t length = cp_point_distance((cp_point){0, 0}, (cp_point){dx, dy});
    return length ? (cp_point){at.x + left * dy / length, at.y - left * dx / length} : at;
}

/* How many pieces it covers, but for those at its ends; UINT32_MAX: it leaves the panel. */
static uint32_t count_covered(const struct cp_svg_paint *p, const struct cp_panel *panel,
                              const struct curve *c)
{
    enum { LOOKS = 16, CLEAR = 250 };
    uint32_t count = 0, x, y;
    const int64_t right = (int64_t)panel->files * CP_TENTHS,
                  low = (int64_t)panel->ranks * CP_TENTHS;
    for (int look = 1; look < LOOKS; look++) {
        cp_point at = curve_at(c, look * 1000 / LOOKS);
        if (at.x < 0 || at.y < 0 || at.x > right || at.y > low)
            return UINT32_MAX;
    }
    for (uint32_t i = 0; i < p->view->count; i++) {
        if (!find_square(p, panel, p->view->men[i].square, &x, &y))
            continue;
        const cp_point middle = {10 * x + CP_TENTHS / 2, 10 * y + CP_TENTHS / 2};
        bool is_met = false;
        for (int look = 1; look < LOOKS; look++)
            is_met |= cp_point_distance(middle, curve_at(c, look * 1000 / LOOKS)) < CLEAR;
        count += is_met && cp_point_distance(middle, c->from) > CLEAR &&
                 cp_point_distance(middle, c->to) > CLEAR;
    }
    return count;
}

static void put_curve(struct cp_svg_paint *p, const struct curve *c, const struct arrow *look)
{
    enum { PARTS = 20 };
    int64_t first = 2 * cp_point_distance(c->from, c->control); /* how fast it begins, and ends */
    int64_t last = 2 * cp_point_distance(c->control, c->to);
    int64_t begin = 1000 * look->tail / first, tip = 1000 - 1000 * look->tip / last;
    int64_t neck = tip - 1000 * look->head / last;
    begin_outline(p, look);
    for (int side = 1; side >= -1; side -= 2) {
        for (int part = 0; part <= PARTS; part++) {
            int64_t time = begin + (neck - begin) * (side > 0 ? part : PARTS - part) / PARTS;
            cp_point at = beside_curve(c, time, side * look->shaft);
            if (side < 0 && part == 0) { /* the head, once */
                cp_point corners[] = {beside_curve(c, neck, look->wing), curve_at(c, tip),
                                      beside_curve(c, neck, -look->wing)};
                for (size_t i = 0; i < sizeof corners / sizeof *corners; i++)
                    cp_svg_put_corner(p->out, 'L', corners[i].x, corners[i].y);
            }
            cp_svg_put_corner(p->out, side > 0 && !part ? 'M' : 'L', at.x, at.y);
        }
    }
    cp_buf_puts(p->out, "z\"/>\n");
}

/* Of a few curves the one that covers the fewest pieces; false: straight is as good, or it is
 * not seen whole. */
static bool put_around(struct cp_svg_paint *p, const struct cp_panel *panel,
                       const struct cp_mark *m, const struct arrow *look)
{
    static const int rises[] = {0, 75, -75, 110, -110, 150, -150, 200, -200}; /* of 100 a square */
    struct cp_segment seen;
    struct curve best = {0};
    uint32_t least = UINT32_MAX;
    size_t chosen = 0;
    if (cp_square_equal(m->from, m->to) ||
        !cp_segment_find(&seen, p->scene, panel, m->from, m->to) || seen.enters || seen.leaves)
        return false;
    int64_t dx = seen.to.x - seen.from.x, dy = seen.to.y - seen.from.y;
    int64_t length = cp_point_distance(seen.from, seen.to);
    for (size_t i = 0; least && i < sizeof rises / sizeof *rises; i++) {
        int64_t away = 2 * rises[i] * CP_TENTHS / 100; /* of the control: twice the rise */
        struct curve c = {seen.from,
                          {(seen.from.x + seen.to.x) / 2 + away * dy / length,
                           (seen.from.y + seen.to.y) / 2 - away * dx / length},
                          seen.to};
        uint32_t covered = count_covered(p, panel, &c);
        if (covered >= least)
            continue;
        least = covered;
        best = c;
        chosen = i;
    }
    if (chosen)
        put_curve(p, &best, look);
    return chosen != 0;
}

static void put_arrows(struct cp_svg_paint *p, const struct cp_panel *panel)
{
    for (const struct cp_mark *m = p->view->marks; m; m = m->next) {
        const struct arrow look = {.tail = 130,
                                   .tip = 50,
                                   .head = 190,
                                   .wing = 105,
                                   .shaft = 36,
                                   .colour = p->look->colours[m->colour],
                                   .line = p->look->lines[m->colour],
                                   .width = "1.5",
                                   .dashes = dashes_of(p, m->colour),
                                   .is_opaque = p->look->is_print}; /* no grey pieces */
        if (m->kind == CP_MARKED_BENT && !cp_int_equal(m->from.file, m->to.file) &&
            !cp_int_equal(m->from.rank, m->to.rank))
            put_bent(p, panel, m, &look);
        else if (cp_mark_is_arrow(m) && !(p->look->is_print && put_around(p, panel, m, &look)))
            put_arrow(p, panel, m->from, m->to, &look);
    }
}

/* Where ways go on beyond the panel: from its last square outwards. */
static void put_exits(struct cp_svg_paint *p, const struct cp_panel *panel)
{
    const struct arrow look = {.tail = 110,
                               .tip = 20,
                               .head = 110,
                               .wing = 75,
                               .shaft = 18,
                               .colour = p->look->dots,
                               .line = p->look->dots,
                               .width = "0",
                               .dashes = "",
                               .is_opaque = true};
    for (uint32_t i = 0; i < panel->exit_count; i++)
        if (!panel->exits[i].is_ray)
            put_arrow(p, panel, panel->exits[i].from, panel->exits[i].to, &look);
}

/* ---- attacks ---- */

/* Across the way, in the middle of a square. */
static void put_tick(struct cp_svg_paint *p, const struct cp_panel *panel, const cp_way *way,
                     cp_square square)
{
    enum { HALF = 70 };
    uint32_t x, y;
    if (!find_square(p, panel, square, &x, &y))
        return;
    cp_point middle = {10 * x + CP_TENTHS / 2, 10 * y + CP_TENTHS / 2};
    cp_point ends[2];
    for (int i = 0; i < 2; i++) { /* up is up, or down: the line is the same */
        int64_t sign = i ? -CP_TENTHS : CP_TENTHS;
        ends[i] =
            behind(middle, (cp_point){middle.x + sign * way->dy, middle.y + sign * way->dx}, HALF);
    }
    put_line(p, ends[0], ends[1]);
    cp_buf_printf(p->out, "%s\" stroke-width=\"3.5\"/>\n", p->look->dots);
}

/* From its piece on, the thinner the farther where it does not end in the panel. */
static void put_ray(struct cp_svg_paint *p, const struct cp_panel *panel, cp_square from,
                    cp_square to)
{
    enum { WIDE = 26, THIN = 5 };
    struct cp_segment seen;
    if (!cp_segment_find(&seen, p->scene, panel, from, to))
        return;
    cp_point a = seen.enters ? seen.from : behind(seen.from, seen.to, PIECE_RADIUS), b = seen.to;
    int64_t dx = b.x - a.x, dy = b.y - a.y, length = cp_point_distance(a, b);
    int64_t wide = WIDE, thin = seen.leaves ? THIN : WIDE;
    if (length == 0)
        return;
    cp_buf_printf(p->out, "<path fill=\"%s\" fill-opacity=\".5\" d=\"", p->look->dots);
    cp_svg_put_corner(p->out, 'M', a.x - dy * wide / length, a.y + dx * wide / length);
    cp_svg_put_corner(p->out, 'L', b.x - dy * thin / length, b.y + dx * thin / length);
    cp_svg_put_corner(p->out, 'L', b.x + dy * thin / length, b.y - dx * thin / length);
    cp_svg_put_corner(p->out, 'L', a.x + dy * wide / length, a.y - dx * wide / length);
    cp_buf_puts(p->out, "z\"/>\n");
}

/* Below pieces. A ray to no end is drawn to the square after the last of its line here. */
static void put_rays(struct cp_svg_paint *p, const struct cp_panel *panel)
{
    struct cp_ints *t = p->view->ints;
    for (uint32_t i = 0; i < p->view->way_count; i++) {
        const cp_way *way = &p->view->ways[i];
        cp_int first, last, end, n;
        if (!cp_way_is_ray(way) || !cp_way_find(t, panel, way, &first, &last, &end))
            continue;
        if (!way->primes)
            put_ray(
                p, panel, way->from,
                cp_way_square(t, way, way->is_endless ? cp_int_add(t, end, CP_INT(1)) : way->high));
        while (way->primes && cp_way_next(t, way, first, &last, &n)) {
            put_tick(p, panel, way, cp_way_square(t, way, n));
            first = cp_int_add(t, n, CP_INT(1));
        }
    }
}

/* ---- tracks ---- */

static void put_tracks(struct cp_svg_paint *p, const struct cp_panel *panel)
{
    struct arrow look = {
        .tail = 60, .tip = 60, .head = 130, .wing = 75, .shaft = 26, .width = "1", .dashes = ""};
    for (uint32_t i = 0; i < p->view->track_count; i++) {
        const cp_track *track = &p->view->tracks[i];
        look.is_double = track->kind == CP_TRACK_SWAP;
        look.line = track->kind == CP_TRACK_OWN ? p->look->own : p->look->moved;
        bool is_hollow = p->look->is_print && track->kind != CP_TRACK_OWN;
        look.colour = is_hollow ? p->look->ground : look.line;
        look.width = is_hollow ? "2.5" : "1";
        uint32_t x, y, to_x, to_y;
        if (track->kind == CP_TRACK_LEAD && find_square(p, panel, track->from, &x, &y) &&
            find_square(p, panel, track->to, &to_x, &to_y))
            cp_buf_printf(p->out,
                          "<path d=\"M%u.5 %u.5L%u.5 %u.5\" stroke=\"%s\" stroke-width=\"2\" "
                          "stroke-dasharray=\"1 6\" stroke-linecap=\"round\"/>\n",
                          x + 22, y + 22, to_x + 22, to_y + 22, p->look->own);
        else if (track->kind != CP_TRACK_LEAD && track->kind != CP_TRACK_BODY)
            put_arrow(p, panel, track->from, track->to, &look);
    }
}

/* ---- axes ---- */

/* Labels of files in a row at that height, or of ranks in a column. */
static void put_axis(struct cp_svg_paint *p, const struct cp_labels *l, bool is_rank, int at,
                     uint32_t size)
{
    struct cp_buf label = cp_buf_in(p->arena);
    for (uint32_t i = 0; i < (is_rank ? l->panel->ranks : l->panel->files); i++) {
        int middle = (int)(i * CP_SVG_UNIT + CP_SVG_UNIT / 2);
        cp_buf_reset(&label);
        if (!cp_labels_put(l, &label, is_rank, i))
            continue;
        cp_buf_printf(p->out, "<text x=\"%d\" y=\"%d\" font-size=\"%u\" text-anchor=\"%s\">",
                      is_rank ? at : middle, is_rank ? middle + (int)size / 3 : at, size,
                      is_rank ? "end" : "middle");
        cp_words_put(p->out, cp_buf_str(&label), CP_ESCAPE_XML);
        cp_buf_puts(p->out, "</text>");
    }
}

static void put_axes(struct cp_svg_paint *p, const struct cp_panel *panel,
                     const struct cp_labels *letters, const struct cp_labels *numbers,
                     const struct cp_label_fonts *fonts)
{
    if (p->view->axes == CP_AXES_NONE)
        return;
    cp_buf_printf(p->out, "<g fill=\"%s\" aria-hidden=\"true\">", p->look->words);
    put_axis(p, numbers, true, -CP_STRIP - 4, fonts->ranks);
    int low = (int)(panel->ranks * CP_SVG_UNIT + CP_STRIP + fonts->files);
    put_axis(p, p->view->axes & CP_AXES_LETTERS ? letters : numbers, false, low, fonts->files);
    if (p->view->axes == CP_AXES_BOTH)
        put_axis(p, numbers, false, -CP_STRIP - 5, fonts->files);
    cp_buf_puts(p->out, "</g>\n");
}

void cp_svg_put_panel(struct cp_svg_paint *p, const struct cp_panel *panel,
                      const struct cp_labels *letters, const struct cp_labels *numbers,
                      const struct cp_label_fonts *fonts)
{
    if (!p->view->bounded)
        put_fade(p, panel);
    cp_buf_printf(p->out, "<rect x=\"0\" y=\"0\" width=\"%u\" height=\"%u\" fill=\"%s\"/>\n",
                  panel->files * CP_SVG_UNIT, panel->ranks * CP_SVG_UNIT, p->look->light);
    put_dark(p, panel);
    put_traps(p, panel);
    put_tears(p, panel, false);
    put_tears(p, panel, true);
    put_cells(p, panel, put_tints);
    put_heat(p, panel);
    if (panel->ends[CP_LEFT] || panel->ends[CP_RIGHT] || panel->ends[CP_TOP] ||
        panel->ends[CP_BOTTOM])
        put_edges(p, panel);
    put_bodies(p, panel);
    put_rays(p, panel);
    put_cells(p, panel, put_man);
    put_vanished(p, panel);
    if (p->view->way_count)
        put_cells(p, panel, put_way);
    put_exits(p, panel);
    put_shapes(p, panel);
    put_tracks(p, panel);
    put_check_lines(p, panel);
    put_arrows(p, panel);
    put_labels(p, panel);
    put_axes(p, panel, letters, numbers, fonts);
}
