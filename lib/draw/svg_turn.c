/* SPDX-License-Identifier: MIT */
/* svg_turn.c -- boards on which men are not only taken: traps, blocks of men that
 * move as one, and what the last turn did to whom.
 *
 *     a trap       a pit: four slopes around its floor
 *     vanished     who it was, faint, under a cross
 *     ways         arrows: of who moved, of whom he moved, both ways for a swap,
 *                  a thread from who leads to whom he leads */
#include "draw/svg_paint.h"

enum { SLOPE = 7 /* how wide a trap's slopes are */ };

/* ---- traps ---- */

/* Light falls from above: the slope below catches it, the one above does not. */
static void put_pit(struct cp_svg_paint *p, uint32_t x, uint32_t y)
{
    int in = CP_SVG_UNIT - 2 * SLOPE;
    cp_buf_printf(p->out,
                  "<path fill=\"%s\" d=\"M%u %uh45v45h-45z\"/>"
                  "<path fill=\"%s\" d=\"M%u %uh%dv%dh-%dz\"/>"
                  "<path fill=\"#000\" opacity=\".28\" d=\"M%u %uh45l-%d %dh-%dz\"/>"
                  "<path fill=\"#000\" opacity=\".14\" d=\"M%u %uv45l%d-%dv-%dz\"/>"
                  "<path fill=\"#fff\" opacity=\".22\" d=\"M%u %uh45l-%d-%dh-%dz\"/>\n",
                  p->look->trap, x, y, p->look->pit, x + SLOPE, y + SLOPE, in, in, in, x, y, SLOPE,
                  SLOPE, in, x, y, SLOPE, SLOPE, in, x, y + CP_SVG_UNIT, SLOPE, SLOPE, in);
}

void cp_svg_put_traps(struct cp_svg_paint *p, const struct cp_panel *panel)
{
    uint32_t x, y;
    for (uint32_t i = 0; i < p->view->trap_count; i++)
        if (cp_svg_find(p, panel, p->view->traps[i], &x, &y))
            put_pit(p, x, y);
}

/* ---- blocks ---- */

/* The corner that is upper left on the picture. */
static cp_square upper_left(const struct cp_svg_paint *p, const cp_box *box)
{
    bool flip = p->view->flip;
    return (cp_square){flip ? box->high.file : box->low.file,
                       flip ? box->low.rank : box->high.rank};
}

void cp_svg_put_blocks(struct cp_svg_paint *p, const struct cp_panel *panel)
{
    const struct cp_view *v = p->view;
    for (uint32_t i = 0; i < v->block_count; i++) {
        const cp_block *b = &v->blocks[i];
        uint32_t x, y, files, ranks;
        if (!cp_box_size(v->ints, b->box, CP_WINDOW_MOST, &files, &ranks) ||
            !cp_box_has(v->ints, panel->box, b->box.low) ||
            !cp_box_has(v->ints, panel->box, b->box.high) ||
            !cp_svg_find(p, panel, upper_left(p, &b->box), &x, &y))
            continue;
        cp_buf_printf(p->out,
                      "<rect x=\"%u\" y=\"%u\" width=\"%u\" height=\"%u\" rx=\"12\" fill=\"%s\" "
                      "fill-opacity=\".16\" stroke=\"%s\" stroke-width=\"2.5\"%s/>\n",
                      x + 3, y + 3, files * CP_SVG_UNIT - 6, ranks * CP_SVG_UNIT - 6,
                      p->look->block[b->side], p->look->block[b->side],
                      b->side == CP_BLACK ? " stroke-dasharray=\"7 4\"" : "");
    }
}

/* ---- the vanished ---- */

/* Which of those on his square he is, and how many they are. */
static uint32_t place_among(const struct cp_view *v, uint32_t man, uint32_t *count)
{
    uint32_t place = 0;
    *count = 0;
    for (uint32_t i = 0; i < v->fallen_count; i++)
        if (cp_square_equal(v->fallen[i].square, v->fallen[man].square)) {
            place += i < man;
            ++*count;
        }
    return place;
}

static bool is_trap(const struct cp_view *v, cp_square square)
{
    for (uint32_t i = 0; i < v->trap_count; i++)
        if (cp_square_equal(v->traps[i], square))
            return true;
    return false;
}

/* One is drawn at three quarters, several side by side. */
static void put_ghost(struct cp_svg_paint *p, const cp_man *man, uint32_t x, uint32_t y,
                      uint32_t place, uint32_t count)
{
    uint32_t percent = count > 1 ? 90 / count : 75, size = CP_SVG_UNIT * percent / 100;
    uint32_t left = x + (CP_SVG_UNIT - size * count) / 2 + place * size;
    cp_buf_printf(p->out, "<use href=\"#");
    cp_svg_put_drawing_id(p, man->kind, man->side);
    cp_buf_printf(p->out, "\" transform=\"translate(%u %u) scale(.%02u)\" opacity=\".8\"/>\n", left,
                  y + (CP_SVG_UNIT - size) / 2, percent);
}

void cp_svg_put_vanished(struct cp_svg_paint *p, const struct cp_panel *panel)
{
    const struct cp_view *v = p->view;
    for (uint32_t i = 0; i < v->fallen_count; i++) {
        uint32_t x, y, count, place = place_among(v, i, &count);
        if (!is_trap(v, v->fallen[i].square) || !cp_svg_find(p, panel, v->fallen[i].square, &x, &y))
            continue;
        put_ghost(p, &v->fallen[i], x, y, place, count);
        if (place + 1 == count)
            cp_buf_printf(p->out,
                          "<path d=\"M%u %ul29 29m0-29l-29 29\" fill=\"none\" stroke=\"%s\" "
                          "stroke-width=\"4.5\" stroke-linecap=\"round\"/>\n",
                          x + 8, y + 8, p->look->check);
    }
}

/* ---- ways ---- */

static void put_thread(struct cp_svg_paint *p, const struct cp_panel *panel, const cp_way *way)
{
    uint32_t x, y, to_x, to_y;
    if (!cp_svg_find(p, panel, way->from, &x, &y) || !cp_svg_find(p, panel, way->to, &to_x, &to_y))
        return;
    cp_buf_printf(p->out,
                  "<path d=\"M%u.5 %u.5L%u.5 %u.5\" stroke=\"%s\" stroke-width=\"2\" "
                  "stroke-dasharray=\"1 6\" stroke-linecap=\"round\"/>\n",
                  x + 22, y + 22, to_x + 22, to_y + 22, p->look->own);
}

void cp_svg_put_ways(struct cp_svg_paint *p, const struct cp_panel *panel)
{
    struct cp_svg_arrow look = {
        .tail = 60, .tip = 60, .head = 130, .wing = 75, .shaft = 26, .opacity = ".85"};
    for (uint32_t i = 0; i < p->view->way_count; i++) {
        const cp_way *way = &p->view->ways[i];
        look.is_double = way->kind == CP_WAY_SWAP;
        look.colour = way->kind == CP_WAY_OWN ? p->look->own : p->look->moved;
        if (way->kind == CP_WAY_SIGHT)
            put_thread(p, panel, way);
        else if (way->kind != CP_WAY_ALONG)
            cp_svg_put_arrow(p, panel, way->from, way->to, &look);
    }
}
