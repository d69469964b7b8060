/* SPDX-License-Identifier: MIT */
/* svg_far.c -- what lies beyond the window: an arrowhead at its rim, and beside it, past
 * the labels of the axis, the piece with its square.
 *
 *          rim  labels  gap  chip
 *      .  . | >   16   -----[ R (99,16) ]      the line across the gap leads to a chip
 *      .  . |     15                           that had to move along the edge
 */
#include "draw/brushes/svg_panel.h"
#include "draw/picture/scene.h"

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

static void put_leader(struct cp_svg_paint *p, cp_point from, cp_point to, const char *colour)
{
    cp_buf_printf(p->out, "<path d=\"M%d %dL%d %d\" stroke=\"%s\" stroke-width=\"1.2\"/>\n",
                  (int)from.x, (int)from.y, (int)to.x, (int)to.y, colour);
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
    int64_t beyond = gutters[edge] ? (int64_t)gutters[edge] + HEAD : 0;
    int64_t on = across ? beyond * along / (across < 0 ? -across : across) : 0;
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
    if (middle - anchor > 4 || anchor - middle > 4)
        put_leader(p, tip, to, colour);
}

/* What stands behind another at a corner has that one's head: a bracket joins them. */
static void put_bracket(struct cp_svg_paint *p, const struct cp_panel *window, enum cp_edge edge,
                        const uint32_t gutters[CP_EDGES], const struct cp_chip *chip,
                        const struct cp_chip *nearer, const char *colour)
{
    int32_t across = (int32_t)gutters[edge] + CP_STRIP + CP_CHIP_GAP - 1;
    put_leader(p, at_edge(window, edge, across, nearer->place + nearer->length / 2),
               at_edge(window, edge, across, chip->place + chip->length / 2), colour);
}

/* The piece, and its square beside it or below. */
static void put_label(struct cp_svg_paint *p, const struct cp_chip *chip, bool is_beside,
                      cp_point corner, uint32_t width)
{
    const int32_t piece = (int32_t)cp_chip_units(p->scene, CP_CHIP_PIECE);
    const int32_t room = (int32_t)cp_chip_units(p->scene, CP_CHIP_ROOM);
    const int32_t font = (int32_t)p->scene->chip_font;
    int32_t x = (int32_t)corner.x + room, y = (int32_t)corner.y;
    int32_t baseline = y + piece / 2 + room / 2 + font * 2 / 5;
    const char *anchor = "start";
    if (chip->man) {
        int32_t left = is_beside ? x : (int32_t)corner.x + ((int32_t)width - piece) / 2;
        cp_buf_puts(p->out, "<use");
        cp_svg_put_reference(p, chip->man->kind, chip->man->side);
        cp_buf_printf(p->out, " transform=\"translate(%d %d) scale(%d.%03d)\"/>", left,
                      y + room / 2, piece / CP_SVG_UNIT, piece % CP_SVG_UNIT * 1000 / CP_SVG_UNIT);
    }
    if (chip->man && is_beside)
        x += piece + room;
    if (!is_beside) {
        anchor = "middle";
        x = (int32_t)corner.x + (int32_t)width / 2;
        baseline = y + (chip->man ? piece : 0) + font + room / 2;
    }
    cp_buf_printf(p->out, "<text x=\"%d\" y=\"%d\" font-size=\"%d\" text-anchor=\"%s\">", x,
                  baseline, font, anchor);
    cp_words_put(p->out, chip->label, CP_ESCAPE_XML);
    cp_buf_puts(p->out, "</text>");
}

static void put_chip(struct cp_svg_paint *p, const struct cp_panel *window, enum cp_edge edge,
                     const uint32_t gutters[CP_EDGES], const struct cp_chip *chip,
                     const struct cp_chip *nearer)
{
    bool is_beside = edge == CP_LEFT || edge == CP_RIGHT;
    const char *colour = chip->checks  ? p->look->check_line
                         : chip->moved ? p->look->last_line
                                       : p->look->words;
    uint32_t across = cp_chip_thickness(p->scene, chip, edge), along = (uint32_t)chip->length;
    int32_t begin = (int32_t)gutters[edge] + CP_STRIP + CP_CHIP_GAP;
    cp_point corner = at_edge(window, edge, begin, chip->place);
    corner.x -= edge == CP_LEFT ? across : 0;
    corner.y -= edge == CP_TOP ? across : 0;
    uint32_t width = is_beside ? across : along, height = is_beside ? along : across;
    cp_buf_puts(p->out, "<g role=\"group\">");
    if (chip->man) {
        cp_svg_put_man_title(p, chip->man);
        if (nearer)
            put_bracket(p, window, edge, gutters, chip, nearer, colour);
        else
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
            bool is_behind = chip->is_corner && next < chips->count &&
                             chips->list[next].is_corner &&
                             chips->list[next].anchor == chip->anchor;
            put_chip(p, &p->scene->panels[0], (enum cp_edge)edge, gutters, chip,
                     is_behind ? &chips->list[next] : NULL);
        }
    }
}
