/* SPDX-License-Identifier: MIT */
/* film.c -- the pictures are definitions; what is seen is one of them, by a reference that is
 * animated, and which no style sheet of a page can reach:
 *
 *     <use href="#last"> values="#0;#1;#2"      who shows no motion takes the reference as it is */
#include "draw/film.h"

#include "draw/svg_panel.h"

static void put_name(struct cp_buf *out, cp_str prefix, uint32_t picture)
{
    cp_buf_printf(out, "%.*sp%u", CP_FMT(prefix), picture);
}

/* One picture, whose ids begin with its name. */
static void put_picture(struct cp_buf *out, cp_str svg, cp_str prefix, uint32_t picture)
{
    struct cp_buf name;
    cp_buf_init(&name, out->arena);
    put_name(&name, prefix, picture);
    cp_buf_putc(&name, '-');
    cp_svg_put_prefixed(out, svg, cp_buf_str(&name));
}

/* 0;.25;.5: when each begins, as parts of the whole. */
static void put_times(struct cp_buf *out, uint32_t count)
{
    uint64_t whole = (uint64_t)(count - 1) * CP_FILM_PICTURE + CP_FILM_END;
    for (uint32_t i = 0; i < count; i++)
        cp_buf_printf(out, "%s.%06u", i ? ";0" : "0",
                      (unsigned)((uint64_t)i * CP_FILM_PICTURE * 1000000 / whole));
    cp_buf_printf(out, "\" dur=\"%llums\"", (unsigned long long)whole);
}

static void put_screen(struct cp_buf *out, cp_str prefix, uint32_t count)
{
    cp_buf_printf(out, "<use id=\"%.*sfilm\" xlink:href=\"#", CP_FMT(prefix));
    put_name(out, prefix, count - 1);
    cp_buf_puts(out, "\" href=\"#");
    put_name(out, prefix, count - 1);
    cp_buf_puts(out, "\"><animate attributeName=\"href\" calcMode=\"discrete\" "
                     "repeatCount=\"indefinite\" values=\"");
    for (uint32_t i = 0; i < count; i++) {
        cp_buf_puts(out, i ? ";#" : "#");
        put_name(out, prefix, i);
    }
    cp_buf_puts(out, "\" keyTimes=\"");
    put_times(out, count);
    cp_buf_printf(out, "/></use>\n<use id=\"%.*sstill\" xlink:href=\"#", CP_FMT(prefix));
    put_name(out, prefix, count - 1);
    cp_buf_puts(out, "\" href=\"#");
    put_name(out, prefix, count - 1);
    cp_buf_printf(out,
                  "\" display=\"none\"/>\n<style>@media (prefers-reduced-motion:reduce),print{"
                  "#%.*ssheet #%.*sfilm{display:none!important}"
                  "#%.*ssheet #%.*sstill{display:inline!important}}</style>\n",
                  CP_FMT(prefix), CP_FMT(prefix), CP_FMT(prefix), CP_FMT(prefix));
}

void cp_film_paint(struct cp_buf *out, const struct cp_svg_part *parts, uint32_t count,
                   cp_str title, const struct cp_svg_style *style)
{
    struct cp_buf body, definitions, lines;
    cp_str prefix = cp_svg_prefix_of(style, out->arena);
    struct cp_svg_frame frame = {.style = style,
                                 .look = cp_svg_look_of(style),
                                 .prefix = prefix,
                                 .title = title.len ? title : CP_STR("Chess game"),
                                 .description = parts[count - 1].description};
    cp_buf_init(&body, out->arena);
    cp_buf_init(&definitions, out->arena);
    cp_buf_init(&lines, out->arena);
    for (uint32_t i = 0; i < count; i++) {
        const struct cp_svg_part *part = &parts[i];
        frame.width = part->width > frame.width ? part->width : frame.width;
        frame.height = part->height > frame.height ? part->height : frame.height;
        cp_buf_reset(&lines);
        put_picture(&lines, part->definitions, prefix, i);
        cp_svg_add_definitions(&definitions, NULL, cp_buf_str(&lines));
    }
    for (uint32_t i = 0; i < count; i++) {
        cp_buf_puts(&definitions, "<g id=\"");
        put_name(&definitions, prefix, i);
        cp_buf_puts(&definitions, "\">\n");
        put_picture(&definitions, parts[i].body, prefix, i);
        cp_buf_puts(&definitions, "</g>\n");
    }
    put_screen(&body, prefix, count);
    frame.definitions = cp_buf_str(&definitions);
    cp_svg_put_document(out, &frame, cp_buf_str(&body));
}
