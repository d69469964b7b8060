/* SPDX-License-Identifier: MIT */
/* svg_map.c -- all pieces at once, however far: around a middle, which is the window, each line is
 * ten times as far from it as the one before.
 *
 *      +---+---+-+---+---+     As a map beside the window it is small, men are dots, and where
 *      |   |   | |   | o |     all stand within a thousand squares of one another it is even:
 *      +---+---+-+---+---+     so a crowd is seen. As the picture itself (--scale log) its middle
 *      |   | o | |   |   |     is the board with its true squares, and men are men; those that
 *      +---+---+-+---+---+     would overlap are one with a number. */
#include "draw/brushes/svg_panel.h"
#include "draw/picture/scene.h"

#include <inttypes.h>

enum {
    SIDE = 220,       /* of a map */
    HEADING = 13,     /* font of its name */
    BELOW = 11,       /* and of what else is said */
    MIDDLE = 30,      /* side of the window in a map */
    HUNDRED = 100,    /* a factor of ten is a hundred steps */
    LINES_MOST = 6,   /* on each side of the window of a map */
    RINGS_MOST = 8,   /* of a picture */
    EVEN_MOST = 1000, /* squares that a map shows evenly */
    DOT = 4,
    KING = 6,  /* radius */
    MAN = 27,  /* side of a man in a ring */
    NEAR = 22, /* men that are nearer overlap */
};

/* Where all stands in it. Without steps it is even: from low, so many squares across. */
struct chart {
    struct cp_svg_paint *p;
    int64_t wide, high; /* of the middle */
    int64_t room;       /* beside it */
    int64_t steps;      /* to its rim; 0: it is even */
    cp_box all;
    int64_t squares;
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

/* One coordinate, from the low end of the middle. */
static int64_t along(const struct chart *c, cp_int n, cp_int gap, cp_int low, uint32_t extent,
                     int64_t middle)
{
    struct cp_ints *t = c->p->view->ints;
    int64_t steps = steps_of(c->p, gap);
    if (!steps)
        return (2 * cp_int_or(cp_int_sub(t, n, low), 0) + 1) * middle / (2 * (int64_t)extent);
    return (steps > 0 ? middle : 0) + steps * c->room / c->steps;
}

/* From the upper left corner of the middle, or of an even map. */
static cp_point place_of(const struct chart *c, cp_square square)
{
    const struct cp_panel *window = &c->p->scene->panels[0];
    struct cp_ints *t = c->p->view->ints;
    bool flip = c->p->view->flip;
    if (!c->steps) {
        int64_t x = cp_int_or(cp_int_sub(t, square.file, c->all.low.file), 0);
        int64_t y = cp_int_or(cp_int_sub(t, square.rank, c->all.low.rank), 0);
        x = (2 * x + 1) * SIDE / (2 * c->squares);
        y = (2 * y + 1) * SIDE / (2 * c->squares);
        return (cp_point){flip ? SIDE - x : x, flip ? y : SIDE - y};
    }
    cp_square gap = cp_box_gap(t, window->box, (cp_box){square, square});
    int64_t x = along(c, square.file, gap.file, window->box.low.file, window->x.extent, c->wide);
    int64_t y = along(c, square.rank, gap.rank, window->box.low.rank, window->y.extent, c->high);
    return (cp_point){flip ? c->wide - x : x, flip ? y : c->high - y};
}

/* How far it goes, in whole factors of ten. */
static int64_t decades(struct cp_svg_paint *p)
{
    const struct cp_view *v = p->view;
    int64_t most = HUNDRED;
    for (uint32_t i = 0; i < v->count; i++) {
        cp_square square = v->men[i].square;
        cp_square gap = cp_box_gap(v->ints, p->scene->panels[0].box, (cp_box){square, square});
        int64_t x = imaxabs(steps_of(p, gap.file)), y = imaxabs(steps_of(p, gap.rank));
        most = x > most ? x : most;
        most = y > most ? y : most;
    }
    return (most + HUNDRED - 1) / HUNDRED;
}

/* ---- what both have ---- */

static void put_part_of_check(const struct chart *c, bool is_map, cp_point from, cp_point to)
{
    cp_buf_printf(c->p->out,
                  "<path d=\"M%d %dL%d %d\" stroke=\"%s\" stroke-width=\"%d\" "
                  "stroke-dasharray=\"%s\"/>\n",
                  (int)from.x, (int)from.y, (int)to.x, (int)to.y, c->p->look->check_line,
                  is_map ? 2 : 3, is_map ? "4 3" : "8 6");
}

/* In a picture the window shows what is within it. */
static void put_line_of_check(const struct chart *c, bool is_map)
{
    const struct cp_scene *s = c->p->scene;
    const struct cp_view *v = c->p->view;
    struct cp_segment seen;
    for (uint32_t i = 0; v->checked_count && i < v->checker_count; i++) {
        cp_point king = place_of(c, v->checked[0]), checker = place_of(c, v->checkers[i]);
        if (is_map || !cp_segment_find(&seen, s, &s->panels[0], v->checked[0], v->checkers[i])) {
            put_part_of_check(c, is_map, king, checker);
            continue;
        }
        if (seen.enters)
            put_part_of_check(c, false, king, (cp_point){seen.from.x / 10, seen.from.y / 10});
        if (seen.leaves)
            put_part_of_check(c, false, (cp_point){seen.to.x / 10, seen.to.y / 10}, checker);
    }
}

/* ---- the map ---- */

/* A font, or what can be read. */
static uint32_t font_of(const struct cp_svg_paint *p, uint32_t font)
{
    return cp_larger(font, p->letter);
}

/* Even, if all men stand near enough. */
static struct chart map_of(struct cp_svg_paint *p)
{
    const struct cp_view *v = p->view;
    struct chart c = {.p = p, .wide = MIDDLE, .high = MIDDLE, .room = (SIDE - MIDDLE) / 2 - KING};
    uint32_t files, ranks;
    cp_box all = p->scene->panels[0].box;
    for (uint32_t i = 0; i < v->count; i++)
        all = cp_box_join(v->ints, all, (cp_box){v->men[i].square, v->men[i].square});
    c.all = cp_box_widen(v->ints, all, 1);
    if (v->count && cp_box_size(v->ints, c.all, EVEN_MOST, &files, &ranks))
        c.squares = cp_larger(files, ranks);
    else
        c.steps = decades(p) * HUNDRED;
    return c;
}

static void put_map_lines(const struct chart *c, int64_t by)
{
    cp_buf_puts(c->p->out, "<path d=\"");
    if (c->steps)
        for (int64_t steps = 0; steps <= c->steps; steps += by * HUNDRED)
            for (int side = 0; side < 2; side++) {
                int64_t out = steps * c->room / c->steps, at = side ? c->wide + out : -out;
                int64_t low = -(SIDE - MIDDLE) / 2;
                cp_buf_printf(c->p->out, "M%d %dv%dM%d %dh%d", (int)at, (int)low, SIDE, (int)low,
                              (int)at, SIDE);
            }
    else
        for (int64_t at = by; at < c->squares; at += by) {
            int place = (int)(at * SIDE / c->squares);
            cp_buf_printf(c->p->out, "M%d 0v%dM0 %dh%d", place, SIDE, place, SIDE);
        }
    cp_buf_printf(c->p->out,
                  "\" fill=\"none\" stroke=\"%s\" stroke-width=\".7\" opacity=\".6\"/>\n",
                  c->p->look->edge);
}

/* The window, and where insets are, with their numbers. */
static void put_map_panels(const struct chart *c)
{
    const struct cp_scene *s = c->p->scene;
    for (uint32_t i = c->steps ? 1 : 0; i < s->panel_count; i++) {
        cp_point a = place_of(c, s->panels[i].box.low), b = place_of(c, s->panels[i].box.high);
        int x = (int)(a.x < b.x ? a.x : b.x) - KING, y = (int)(a.y < b.y ? a.y : b.y) - KING;
        cp_buf_printf(c->p->out, "<path d=\"M%d %dh%dv%dh%dz\" fill=\"none\" stroke=\"%s\"/>\n", x,
                      y, (int)imaxabs(b.x - a.x) + 2 * KING, (int)imaxabs(b.y - a.y) + 2 * KING,
                      -((int)imaxabs(b.x - a.x) + 2 * KING), c->p->look->words);
        if (i)
            cp_buf_printf(c->p->out, "<text x=\"%d\" y=\"%d\" font-size=\"%u\">%u</text>\n", x + 1,
                          y - 2, font_of(c->p, BELOW), i);
    }
}

static void put_dots(const struct chart *c)
{
    const struct cp_view *v = c->p->view;
    for (uint32_t i = 0; i < v->count; i++) {
        const cp_man *man = &v->men[i];
        bool is_king = cp_square_is_among(man->square, v->kings, v->king_count);
        if (c->steps && !is_king && cp_box_has(v->ints, c->p->scene->panels[0].box, man->square))
            continue;
        cp_point at = place_of(c, man->square);
        const char *colour = c->p->look->fill[man->side], *line = c->p->look->words;
        cp_buf_printf(c->p->out,
                      "<g><circle cx=\"%d\" cy=\"%d\" r=\"%d\" fill=\"%s\" stroke=\"%s\" "
                      "stroke-width=\"1.2\"/>",
                      (int)at.x, (int)at.y,
                      is_king    ? KING
                      : c->steps ? DOT
                                 : 2,
                      colour, line);
        if (is_king)
            cp_buf_printf(
                c->p->out, "<path d=\"M%d %dh6m-3-3v6\" stroke=\"%s\" stroke-width=\"1.5\"/>",
                (int)at.x - 3, (int)at.y, man->side == CP_WHITE ? line : c->p->look->light);
        cp_svg_put_man_title(c->p, man);
        cp_buf_puts(c->p->out, "</g>\n");
    }
}

/* Two lines of words, and a gap below them. */
static uint32_t heading_high(const struct cp_svg_paint *p)
{
    return (font_of(p, HEADING) + font_of(p, BELOW)) * 5 / 4 + CP_SVG_MARGIN / 2;
}

uint32_t cp_svg_map_width(const struct cp_svg_paint *p)
{
    enum { CHARACTERS = 40, CHARACTER = 62 }; /* in hundredths of the font */
    return cp_larger(SIDE, p->letter * CHARACTERS * CHARACTER / 100);
}

uint32_t cp_svg_map_height(const struct cp_svg_paint *p)
{
    return heading_high(p) + SIDE + 2 * CP_SVG_MARGIN;
}

void cp_svg_put_map(struct cp_svg_paint *p)
{
    const struct chart c = map_of(p);
    int64_t by = c.steps                      ? (c.steps / HUNDRED + LINES_MOST - 1) / LINES_MOST
                 : c.squares > EVEN_MOST / 10 ? EVEN_MOST / 10
                                              : EVEN_MOST / 100;
    cp_buf_printf(p->out,
                  "<text y=\"%u\" font-size=\"%u\" font-weight=\"bold\">Map</text>\n"
                  "<text y=\"%u\" font-size=\"%u\">%u %s, each line is ",
                  font_of(p, HEADING), font_of(p, HEADING), heading_high(p) - CP_SVG_MARGIN / 2,
                  font_of(p, BELOW), p->view->count, p->view->count == 1 ? "man" : "men");
    if (!c.steps)
        cp_buf_printf(p->out, "%d squares", (int)by);
    else if (by > 1) /* "each line is 10^5 times as far" */
        cp_buf_printf(p->out, "10^%d times as far", (int)by);
    else
        cp_buf_puts(p->out, "ten times as far");
    cp_buf_puts(p->out, "</text>\n");
    int low = (int)heading_high(p) + CP_SVG_MARGIN / 2, middle = c.steps ? (SIDE - MIDDLE) / 2 : 0;
    cp_buf_printf(p->out,
                  "<g transform=\"translate(0 %d)\"><rect width=\"%d\" height=\"%d\" fill=\"%s\"/>",
                  low, SIDE, SIDE, p->look->light);
    cp_buf_printf(p->out, "<g transform=\"translate(%d %d)\">\n", middle, middle);
    if (c.steps)
        cp_buf_printf(p->out, "<rect width=\"%d\" height=\"%d\" fill=\"%s\"/>\n", MIDDLE, MIDDLE,
                      p->dark);
    put_map_lines(&c, by);
    put_map_panels(&c);
    put_line_of_check(&c, true);
    put_dots(&c);
    cp_buf_puts(p->out, "</g></g>\n");
}

/* ---- the picture ---- */

static struct chart rings_of(struct cp_svg_paint *p, int64_t *by)
{
    const struct cp_panel *window = &p->scene->panels[0];
    int64_t count = decades(p), rings;
    *by = (count + RINGS_MOST - 1) / RINGS_MOST;
    rings = (count + *by - 1) / *by;
    return (struct chart){.p = p,
                          .wide = (int64_t)window->files * CP_SVG_UNIT,
                          .high = (int64_t)window->ranks * CP_SVG_UNIT,
                          .room = rings * CP_SVG_RING,
                          .steps = rings * *by * HUNDRED};
}

uint32_t cp_svg_rings_room(struct cp_svg_paint *p)
{
    int64_t by;
    return (uint32_t)rings_of(p, &by).room + CP_SVG_MARGIN;
}

void cp_svg_put_rings(struct cp_svg_paint *p)
{
    int64_t by;
    const struct chart c = rings_of(p, &by);
    for (int64_t out = c.room, steps = c.steps / HUNDRED; out > 0;
         out -= CP_SVG_RING, steps -= by) {
        cp_buf_printf(
            p->out,
            "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" fill=\"%s\" "
            "fill-opacity=\".35\" stroke=\"%s\"/><text x=\"%d\" y=\"%d\" font-size=\"%u\">10",
            -(int)out, -(int)out, (int)(c.wide + 2 * out), (int)(c.high + 2 * out), p->look->light,
            p->look->edge, 5 - (int)out, (int)font_of(p, 12) + 4 - (int)out, font_of(p, 12));
        cp_buf_printf(p->out, "<tspan dy=\"-4\" font-size=\"%u\">%d</tspan></text>\n",
                      font_of(p, 9), (int)steps);
    }
}

/* A man of a ring, and those that would overlap it. */
struct ringed {
    const cp_man *man;
    cp_point at;
    uint32_t others;
};

static bool is_near(cp_point a, cp_point b)
{
    return imaxabs(a.x - b.x) < NEAR && imaxabs(a.y - b.y) < NEAR;
}

void cp_svg_put_ringed(struct cp_svg_paint *p)
{
    int64_t by;
    const struct chart c = rings_of(p, &by);
    const struct cp_scene *s = p->scene;
    struct ringed *list = cp_arena_take_zero(p->arena, (size_t)s->beyond_count + 1, sizeof *list);
    uint32_t count = 0;
    put_line_of_check(&c, false);
    for (int first = 1; first >= 0; first--) /* kings are seen in any case */
        for (uint32_t i = 0; i < s->beyond_count; i++) {
            const cp_man *man = s->beyond[i];
            if (first != cp_square_is_among(man->square, p->view->kings, p->view->king_count))
                continue;
            cp_point at = place_of(&c, man->square);
            uint32_t host = 0;
            while (host < count && !is_near(list[host].at, at))
                host++;
            if (host < count)
                list[host].others++;
            else
                list[count++] = (struct ringed){man, at, 0};
        }
    for (uint32_t i = 0; i < count; i++) {
        const struct ringed *r = &list[i];
        cp_buf_puts(p->out, "<g>");
        cp_svg_put_man_title(p, r->man);
        cp_buf_puts(p->out, "<use");
        cp_svg_put_reference(p, r->man->kind, r->man->side);
        cp_buf_printf(p->out, " transform=\"translate(%d %d) scale(.6)\"/>", (int)r->at.x - MAN / 2,
                      (int)r->at.y - MAN / 2);
        if (r->others)
            cp_buf_printf(p->out,
                          "<text x=\"%d\" y=\"%d\" font-size=\"%u\" font-weight=\"bold\">%u</text>",
                          (int)r->at.x + MAN / 2 - 3, (int)r->at.y + MAN / 2, font_of(p, BELOW),
                          r->others + 1);
        cp_buf_puts(p->out, "</g>\n");
    }
}
