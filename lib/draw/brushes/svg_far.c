/* SPDX-License-Identifier: MIT */
/* svg_far.c -- what lies beyond the window: an arrowhead at its rim, and beside it, past
 * the labels of the axis, the piece with its square.
 *
 *          rim  labels  gap  chip
 *      .  . | >   16   -----[ R (99,16) ]      the line across the gap leads to a chip
 *      .  . |     15                           that had to move along the edge
 *
 * And the map of all pieces, on a scale where each line is ten times as far from the window
 * as the one before: one picture for a rook ten squares away and for a king 10^30.
 *
 *      +---+---+-+---+---+
 *      |   |   | |   | o |      the square in the middle is the window
 *      +---+---+-+---+---+
 *      |   | o | |   |   |
 *      +---+---+-+---+---+ */
#include "draw/brushes/svg_panel.h"
#include "draw/picture/scene.h"

#include <inttypes.h>

enum {
    HEAD = 14, /* length of an arrowhead */
    WING = 4,  /* half its width */
};

/* A point across an edge and along it, as x and y. */
static cp_point at_edge(const struct cp_panel *window, enum cp_edge edge, int32_t across,
                        int32_t along)
{
    int64_t right = (int64_t)window->files * CP_SVG_UNIT;
    int64_t low = (int64_t)window->ranks * CP_SVG_UNIT;
    switch (edge) {
    case CP_LEFT:
        return (cp_point){-across, along};
    case CP_RIGHT:
        return (cp_point){right + across, along};
    case CP_TOP:
        return (cp_point){along, -across};
    default:
        return (cp_point){along, low + across};
    }
}

/* Its tip on the rim of the strip; slender, so that its direction can be read. A line goes across
 * the gap where the chip does not stand at its own place. */
static void put_head(struct cp_svg_paint *p, const struct cp_panel *window, enum cp_edge edge,
                     const uint32_t gutters[CP_EDGES], const struct cp_chip *chip,
                     const char *colour)
{
    int32_t begin = (int32_t)gutters[edge] + CP_STRIP, middle = chip->place + chip->length / 2;
    bool is_beside = edge == CP_LEFT || edge == CP_RIGHT;
    int64_t x = chip->dx, y = chip->dy, across = is_beside ? x : y, along = is_beside ? y : x;
    /* on its line beyond the labels, unless that runs along them */
    int64_t on = across ? (int64_t)gutters[edge] * along / (across < 0 ? -across : across) : 0;
    bool is_flat = chip->is_corner || on > CP_SVG_UNIT || on < -CP_SVG_UNIT;
    int32_t anchor = chip->anchor + (is_flat ? 0 : (int32_t)on);
    int32_t out = is_flat || !gutters[edge] ? CP_STRIP : begin + HEAD; /* behind labels */
    cp_point tip = at_edge(window, edge, out, anchor);
    cp_point to = at_edge(window, edge, begin + CP_CHIP_GAP, middle);
    const cp_point corners[] = {
        {10 * tip.x, 10 * tip.y},
        {10 * tip.x - (HEAD * x + WING * y) / 100, 10 * tip.y - (HEAD * y - WING * x) / 100},
        {10 * tip.x - (HEAD * x - WING * y) / 100, 10 * tip.y - (HEAD * y + WING * x) / 100},
    };
    cp_buf_printf(p->out, "<path fill=\"%s\" d=\"", colour);
    for (int i = 0; i < 3; i++)
        cp_svg_put_corner(p->out, i ? 'L' : 'M', corners[i].x, corners[i].y);
    cp_buf_puts(p->out, "z\"/>\n");
    if (!chip->is_corner && (middle - anchor > 4 || anchor - middle > 4))
        cp_buf_printf(p->out, "<path d=\"M%d %dL%d %d\" stroke=\"%s\" stroke-width=\"1.2\"/>\n",
                      (int)tip.x, (int)tip.y, (int)to.x, (int)to.y, colour);
}

/* The piece, and its square beside it or below. */
static void put_label(struct cp_svg_paint *p, const struct cp_chip *chip, bool is_beside,
                      cp_point corner, uint32_t width)
{
    int32_t x = (int32_t)corner.x + CP_CHIP_ROOM, y = (int32_t)corner.y;
    int32_t baseline = y + CP_CHIP_PIECE / 2 + CP_CHIP_ROOM / 2 + CP_CHIP_FONT * 2 / 5;
    const char *anchor = "start";
    if (chip->man) {
        int32_t left = is_beside ? x : (int32_t)corner.x + ((int32_t)width - CP_CHIP_PIECE) / 2;
        cp_buf_puts(p->out, "<use");
        cp_svg_put_reference(p, chip->man->kind, chip->man->side);
        cp_buf_printf(p->out, " transform=\"translate(%d %d) scale(.667)\"/>", left,
                      y + CP_CHIP_ROOM / 2);
    }
    if (chip->man && is_beside)
        x += CP_CHIP_PIECE + CP_CHIP_ROOM;
    if (!is_beside) {
        anchor = "middle";
        x = (int32_t)corner.x + (int32_t)width / 2;
        baseline = y + (chip->man ? CP_CHIP_PIECE : 0) + CP_CHIP_FONT + CP_CHIP_ROOM / 2;
    }
    cp_buf_printf(p->out, "<text x=\"%d\" y=\"%d\" font-size=\"%d\" text-anchor=\"%s\">", x,
                  baseline, CP_CHIP_FONT, anchor);
    cp_words_put(p->out, chip->label, CP_ESCAPE_XML);
    cp_buf_puts(p->out, "</text>");
}

static void put_chip(struct cp_svg_paint *p, const struct cp_panel *window, enum cp_edge edge,
                     const uint32_t gutters[CP_EDGES], const struct cp_chip *chip, bool is_behind)
{
    bool is_beside = edge == CP_LEFT || edge == CP_RIGHT;
    const char *colour = chip->checks  ? p->look->check_line
                         : chip->moved ? p->look->last_line
                                       : p->look->words;
    uint32_t across = cp_chip_thickness(chip, edge), along = (uint32_t)chip->length;
    int32_t begin = (int32_t)gutters[edge] + CP_STRIP + CP_CHIP_GAP;
    cp_point corner = at_edge(window, edge, begin, chip->place);
    corner.x -= edge == CP_LEFT ? across : 0;
    corner.y -= edge == CP_TOP ? across : 0;
    uint32_t width = is_beside ? across : along, height = is_beside ? along : across;
    cp_buf_puts(p->out, "<g role=\"group\">");
    if (chip->man) {
        cp_svg_put_man_title(p, chip->man);
        if (!is_behind)
            put_head(p, window, edge, gutters, chip, colour);
    }
    cp_buf_printf(p->out,
                  "<rect x=\"%d\" y=\"%d\" width=\"%u\" height=\"%u\" rx=\"5\" fill=\"%s\" "
                  "stroke=\"%s\" stroke-width=\"%s\"%s/>",
                  (int)corner.x + 1, (int)corner.y + 1, width - 2, height - 2, p->look->light,
                  colour, chip->checks || chip->moved ? "2.5" : "1",
                  chip->checks && p->look->is_print ? " stroke-dasharray=\"6 3\"" : "");
    put_label(p, chip, is_beside, corner, width);
    cp_buf_puts(p->out, "</g>\n");
}

void cp_svg_put_chips(struct cp_svg_paint *p, const uint32_t gutters[CP_EDGES])
{
    for (int edge = 0; edge < CP_EDGES; edge++) {
        const struct cp_chips *chips = &p->scene->edges[edge];
        for (uint32_t i = 0; i < chips->count; i++) {
            const struct cp_chip *chip = &chips->list[i];
            uint32_t next = chip->anchor > 0 ? i + 1 : i - 1; /* nearer to its corner */
            put_chip(p, &p->scene->panels[0], (enum cp_edge)edge, gutters, chip,
                     chip->is_corner && next < chips->count && chips->list[next].is_corner &&
                         chips->list[next].anchor == chip->anchor);
        }
    }
}

/* ---- the map ---- */

enum {
    SIDE = CP_SVG_MAP,
    MIDDLE = 24,    /* side of the window in it */
    HUNDRED = 100,  /* a factor of ten is a hundred steps */
    LINES_MOST = 6, /* on each side of the window */
    DOT = 4,
    KING = 6, /* radius */
};

/* log10 of 1 + n in hundredths: 0 for 0, 30 for 1, 104 for 10. */
static int64_t steps_of(struct cp_svg_paint *p, cp_int n)
{
    static const uint8_t logs[] = {0, 30, 48, 60, 70, 78, 85, 90, 95};
    struct cp_ints *t = p->view->ints;
    struct cp_buf digits = cp_buf_in(p->arena);
    cp_int_format(t, &digits, cp_int_add(t, cp_int_abs(t, n), CP_INT(1)));
    int64_t steps = (int64_t)(digits.len - 1) * HUNDRED + logs[digits.at[0] - '1'];
    return cp_int_sign(t, n) < 0 ? -steps : steps;
}

static cp_point steps_to(struct cp_svg_paint *p, const cp_man *man)
{
    cp_square gap =
        cp_box_gap(p->view->ints, p->scene->panels[0].box, (cp_box){man->square, man->square});
    int64_t x = steps_of(p, gap.file), y = steps_of(p, gap.rank);
    return p->view->flip ? (cp_point){-x, y} : (cp_point){x, -y};
}

/* Where so many steps from the window are, of `most` in all. */
static int64_t place_of(int64_t steps, int64_t most)
{
    int64_t room = (SIDE - MIDDLE) / 2 - KING;
    int64_t from = steps > 0 ? MIDDLE / 2 : steps < 0 ? -MIDDLE / 2 : 0;
    return SIDE / 2 + from + steps * room / most;
}

void cp_svg_put_map(struct cp_svg_paint *p)
{
    const struct cp_view *v = p->view;
    int64_t most = HUNDRED;
    for (uint32_t i = 0; i < v->count; i++) {
        cp_point steps = steps_to(p, &v->men[i]);
        most = imaxabs(steps.x) > most ? imaxabs(steps.x) : most;
        most = imaxabs(steps.y) > most ? imaxabs(steps.y) : most;
    }
    int64_t by = (most / HUNDRED + LINES_MOST - 1) / LINES_MOST;
    cp_buf_puts(p->out, "<text y=\"13\" font-size=\"13\" font-weight=\"bold\">Map</text>\n"
                        "<text y=\"30\" font-size=\"11\">each line is ");
    if (by > 1) /* "each line is 10^5 times as far" */
        cp_buf_printf(p->out, "10^%d", (int)by);
    else
        cp_buf_puts(p->out, "ten");
    cp_buf_puts(p->out, " times as far</text>\n");
    cp_buf_printf(p->out, "<g transform=\"translate(0 %d)\">\n", CP_SVG_MAP_HIGH - SIDE);
    cp_buf_printf(p->out,
                  "<rect width=\"%d\" height=\"%d\" fill=\"%s\"/><rect x=\"%d\" y=\"%d\" "
                  "width=\"%d\" height=\"%d\" fill=\"%s\"/>\n",
                  SIDE, SIDE, p->look->light, (SIDE - MIDDLE) / 2, (SIDE - MIDDLE) / 2, MIDDLE,
                  MIDDLE, p->dark);
    cp_buf_puts(p->out, "<path d=\"");
    for (int64_t decade = 0; decade <= most / HUNDRED; decade += by)
        for (int sign = -1; sign <= 1; sign += 2) {
            int64_t at =
                decade ? place_of(sign * decade * HUNDRED, most) : SIDE / 2 + sign * MIDDLE / 2;
            cp_buf_printf(p->out, "M%d 0V%dM0 %dH%d", (int)at, SIDE, (int)at, SIDE);
        }
    cp_buf_printf(p->out, "\" stroke=\"%s\" stroke-width=\".7\" opacity=\".6\"/>\n", p->look->edge);
    for (uint32_t i = 0; i < v->count; i++) {
        const cp_man *man = &v->men[i];
        cp_point steps = steps_to(p, man);
        if (steps.x == 0 && steps.y == 0)
            continue;
        cp_buf_printf(p->out,
                      "<circle cx=\"%d\" cy=\"%d\" r=\"%d\" fill=\"%s\" stroke=\"%s\" "
                      "stroke-width=\"1.2\">",
                      (int)place_of(steps.x, most), (int)place_of(steps.y, most),
                      cp_square_is_among(man->square, v->kings, v->king_count) ? KING : DOT,
                      p->look->fill[man->side], p->look->words);
        cp_svg_put_man_title(p, man);
        cp_buf_puts(p->out, "</circle>\n");
    }
    cp_buf_puts(p->out, "</g>\n");
}
