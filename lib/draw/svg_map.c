/* SPDX-License-Identifier: MIT */
/* svg_map.c -- all pieces on a scale where each line is ten times as far from the window
 * as the one before: one picture for a rook ten squares away and for a king 10^30.
 *
 *      +---+---+-+---+---+
 *      |   |   | |   | o |      the square in the middle is the window
 *      +---+---+-+---+---+
 *      |   | o | |   |   |
 *      +---+---+-+---+---+ */
#include "draw/svg_panel.h"

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
    struct cp_buf digits;
    cp_buf_init(&digits, p->arena);
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

static int64_t size_of(int64_t n)
{
    return n < 0 ? -n : n;
}

/* Where so many steps from the window are, of `most` in all. */
static int64_t place_of(int64_t steps, int64_t most)
{
    int64_t room = (SIDE - MIDDLE) / 2 - KING;
    int64_t from = steps > 0 ? MIDDLE / 2 : steps < 0 ? -MIDDLE / 2 : 0;
    return SIDE / 2 + from + steps * room / most;
}

/* "each line is 10^5 times as far" */
static void put_heading(struct cp_svg_paint *p, int64_t by)
{
    cp_buf_puts(p->out, "<text y=\"13\" font-size=\"13\" font-weight=\"bold\">Map</text>\n"
                        "<text y=\"30\" font-size=\"11\">each line is ");
    if (by > 1)
        cp_buf_printf(p->out, "10^%d", (int)by);
    else
        cp_buf_puts(p->out, "ten");
    cp_buf_puts(p->out, " times as far</text>\n");
}

static void put_lines(struct cp_svg_paint *p, int64_t most, int64_t by)
{
    int64_t decades = most / HUNDRED;
    cp_buf_puts(p->out, "<path d=\"");
    for (int64_t decade = 0; decade <= decades; decade += by)
        for (int sign = -1; sign <= 1; sign += 2) {
            int64_t at =
                decade ? place_of(sign * decade * HUNDRED, most) : SIDE / 2 + sign * MIDDLE / 2;
            cp_buf_printf(p->out, "M%d 0V%dM0 %dH%d", (int)at, SIDE, (int)at, SIDE);
        }
    cp_buf_printf(p->out, "\" stroke=\"%s\" stroke-width=\".7\" opacity=\".6\"/>\n", p->look->edge);
}

void cp_svg_put_map(struct cp_svg_paint *p)
{
    const struct cp_view *v = p->view;
    int64_t most = HUNDRED;
    for (uint32_t i = 0; i < v->count; i++) {
        cp_point steps = steps_to(p, &v->men[i]);
        most = size_of(steps.x) > most ? size_of(steps.x) : most;
        most = size_of(steps.y) > most ? size_of(steps.y) : most;
    }
    int64_t by = (most / HUNDRED + LINES_MOST - 1) / LINES_MOST;
    put_heading(p, by);
    cp_buf_printf(p->out, "<g transform=\"translate(0 %d)\">\n", CP_SVG_MAP_HIGH - SIDE);
    cp_buf_printf(p->out,
                  "<rect width=\"%d\" height=\"%d\" fill=\"%s\"/><rect x=\"%d\" y=\"%d\" "
                  "width=\"%d\" height=\"%d\" fill=\"%.*s\"/>\n",
                  SIDE, SIDE, p->look->light, (SIDE - MIDDLE) / 2, (SIDE - MIDDLE) / 2, MIDDLE,
                  MIDDLE, CP_FMT(p->dark));
    put_lines(p, most, by);
    for (uint32_t i = 0; i < v->count; i++) {
        const cp_man *man = &v->men[i];
        cp_point steps = steps_to(p, man);
        if (steps.x == 0 && steps.y == 0)
            continue;
        struct cp_buf words;
        cp_buf_init(&words, p->arena);
        cp_words_put_man(&words, v, man);
        cp_buf_printf(p->out,
                      "<circle cx=\"%d\" cy=\"%d\" r=\"%d\" fill=\"%s\" stroke=\"%s\" "
                      "stroke-width=\"1.2\"><title>",
                      (int)place_of(steps.x, most), (int)place_of(steps.y, most),
                      cp_square_is_among(man->square, v->kings, v->king_count) ? KING : DOT,
                      p->look->fill[man->side], p->look->words);
        cp_words_put(p->out, cp_buf_str(&words), CP_ESCAPE_XML);
        cp_buf_puts(p->out, "</title></circle>\n");
    }
    cp_buf_puts(p->out, "</g>\n");
}
