/* SPDX-License-Identifier: MIT */
/* svg_arrow.c -- arrows in whole tenths of a unit.
 *
 *          tail  ________|\\      Seven corners, each so far along the arrow
 *               |________  >     and so far across it. An end outside the panel
 *                        |/      is replaced by the point where the line to it
 *                                leaves the panel, exact in direction to nine
 *                                digits however far the end is. */
#include "draw/svg_paint.h"

enum {
    SQUARE = CP_SVG_UNIT * 10,
    DIGITS = 9,
    CORNERS_MOST = 10,
};

struct point {
    int64_t x, y;
};

/* The leading digits of a whole number without its last `drop`. */
static int64_t leading(cp_str digits, size_t drop)
{
    int64_t n = 0;
    bool minus = digits.len && digits.at[0] == '-';
    for (size_t i = minus; i + drop < digits.len; i++)
        n = n * 10 + (digits.at[i] - '0');
    return minus ? -n : n;
}

/* The direction from one square to another on the screen, in numbers small
 * enough to multiply. */
static struct point direction(struct cp_svg_paint *p, cp_square from, cp_square to)
{
    struct cp_ints *t = p->view->ints;
    struct cp_buf x, y;
    cp_buf_init(&x, p->arena);
    cp_buf_init(&y, p->arena);
    cp_int_format(t, &x, cp_int_sub(t, to.file, from.file));
    cp_int_format(t, &y, cp_int_sub(t, to.rank, from.rank));
    size_t longest = x.len > y.len ? x.len : y.len;
    size_t drop = longest > DIGITS ? longest - DIGITS : 0;
    struct point d = {leading(cp_buf_str(&x), drop), -leading(cp_buf_str(&y), drop)};
    return p->view->flip ? (struct point){-d.x, -d.y} : d;
}

bool cp_svg_find(struct cp_svg_paint *p, const struct cp_panel *panel, cp_square square,
                 uint32_t *x, uint32_t *y)
{
    uint32_t file, rank;
    if (!cp_panel_find(p->scene, panel, square, &file, &rank))
        return false;
    *x = (p->view->flip ? panel->files - 1 - file : file) * CP_SVG_UNIT;
    *y = (p->view->flip ? rank : panel->ranks - 1 - rank) * CP_SVG_UNIT;
    return true;
}

/* The middle of a square of the panel. */
static bool middle(struct cp_svg_paint *p, const struct cp_panel *panel, cp_square square,
                   struct point *out)
{
    uint32_t x, y;
    if (!cp_svg_find(p, panel, square, &x, &y))
        return false;
    *out = (struct point){x * 10 + SQUARE / 2, y * 10 + SQUARE / 2};
    return true;
}

/* Where the line from `inside` along d leaves the panel. */
static struct point leave(const struct cp_panel *panel, struct point inside, struct point d)
{
    int64_t strip = CP_SVG_FADE * 10;
    int64_t wide = d.x > 0 ? panel->files * SQUARE + strip - inside.x : inside.x + strip;
    int64_t high = d.y > 0 ? panel->ranks * SQUARE + strip - inside.y : inside.y + strip;
    int64_t dx = d.x < 0 ? -d.x : d.x, dy = d.y < 0 ? -d.y : d.y;
    if (dx && (dy == 0 || wide * dy <= high * dx))
        return (struct point){inside.x + (d.x > 0 ? wide : -wide), inside.y + d.y * wide / dx};
    if (dy)
        return (struct point){inside.x + d.x * high / dy, inside.y + (d.y > 0 ? high : -high)};
    return inside;
}

/* The whole part of the square root. */
static int64_t root(int64_t n)
{
    int64_t low = 0, high = (int64_t)1 << 30;
    while (low < high) {
        int64_t half = (low + high + 1) / 2;
        if (half * half <= n)
            low = half;
        else
            high = half - 1;
    }
    return low;
}

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

struct corner {
    int64_t along, across;
};

/* The corners in order; how many. */
static size_t find_corners(const struct cp_svg_arrow *look, int64_t length,
                           struct corner out[CORNERS_MOST])
{
    int64_t wing = look->wing, shaft = look->shaft, tip = look->tip;
    int64_t end = length - tip, neck = end - look->head;
    const struct corner single[] = {
        {look->tail, shaft}, {neck, shaft},  {neck, wing},        {end, 0},
        {neck, -wing},       {neck, -shaft}, {look->tail, -shaft}};
    const struct corner twice[] = {{tip, 0},
                                   {tip + look->head, wing},
                                   {tip + look->head, shaft},
                                   {neck, shaft},
                                   {neck, wing},
                                   {end, 0},
                                   {neck, -wing},
                                   {neck, -shaft},
                                   {tip + look->head, -shaft},
                                   {tip + look->head, -wing}};
    if (look->is_double)
        memcpy(out, twice, sizeof twice);
    else
        memcpy(out, single, sizeof single);
    return look->is_double ? sizeof twice / sizeof *twice : sizeof single / sizeof *single;
}

static void put_shape(struct cp_svg_paint *p, struct point a, struct point b,
                      const struct cp_svg_arrow *look)
{
    int64_t dx = b.x - a.x, dy = b.y - a.y, length = root(dx * dx + dy * dy);
    struct corner corners[CORNERS_MOST];
    if (length < look->tail + look->tip + look->head * (1 + look->is_double))
        return;
    size_t count = find_corners(look, length, corners);
    cp_buf_printf(p->out, "<path fill=\"%s\" opacity=\"%s\" d=\"", look->colour, look->opacity);
    for (size_t i = 0; i < count; i++) {
        cp_buf_putc(p->out, i ? 'L' : 'M');
        put_tenths(p->out, a.x + (dx * corners[i].along - dy * corners[i].across) / length);
        cp_buf_putc(p->out, ' ');
        put_tenths(p->out, a.y + (dy * corners[i].along + dx * corners[i].across) / length);
    }
    cp_buf_puts(p->out, "z\"/>\n");
}

void cp_svg_put_arrow(struct cp_svg_paint *p, const struct cp_panel *panel, cp_square first,
                      cp_square last, const struct cp_svg_arrow *look)
{
    struct point from, to;
    if (cp_square_equal(first, last))
        return;
    bool begins = middle(p, panel, first, &from), ends = middle(p, panel, last, &to);
    if (!begins && !ends)
        return;
    if (!ends)
        to = leave(panel, from, direction(p, first, last));
    if (!begins)
        from = leave(panel, to, direction(p, last, first));
    put_shape(p, from, to, look);
}

void cp_svg_put_arrows(struct cp_svg_paint *p, const struct cp_panel *panel)
{
    for (const struct cp_mark *m = p->view->marks; m; m = m->next) {
        const struct cp_svg_arrow look = {.tail = 130,
                                          .tip = 50,
                                          .head = 190,
                                          .wing = 105,
                                          .shaft = 36,
                                          .colour = p->look->colours[m->colour],
                                          .opacity = ".8"};
        if (m->is_arrow)
            cp_svg_put_arrow(p, panel, m->from, m->to, &look);
    }
}
