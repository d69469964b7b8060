/* SPDX-License-Identifier: MIT */
/* html.c -- colours are variables of the page, by the names that themes have for them; the
 * attributes of pictures, which have those of the day, are led to the variables, so that a
 * reader who has it dark sees the night's, and paper the light ones. */
#include "draw/html.h"

#include "draw/page_bundled.h"
#include "draw/svg_panel.h"

static void put_variables(struct cp_buf *out, const struct cp_theme *look)
{
    cp_buf_puts(out, ":root{");
    for (size_t i = 0; i < cp_theme_colours(); i++)
        cp_buf_printf(out, "--%s:%s;", cp_theme_key(i), cp_theme_colour(look, i));
    cp_buf_puts(out, look->is_print ? "--dark-squares:#d0d0d0}" : "}"); /* not hatched there */
}

/* Whether a colour before this one is the same: the first has its name. */
static bool is_again(const struct cp_theme *look, size_t index)
{
    size_t i = 0;
    while (i < index && strcmp(cp_theme_colour(look, i), cp_theme_colour(look, index)) != 0)
        i++;
    return i < index;
}

static void put_attributes(struct cp_buf *out, const struct cp_theme *look)
{
    for (size_t i = 0; i < cp_theme_colours(); i++)
        if (!is_again(look, i))
            cp_buf_printf(out, "[fill=\"%s\"]{fill:var(--%s)}[stroke=\"%s\"]{stroke:var(--%s)}",
                          cp_theme_colour(look, i), cp_theme_key(i), cp_theme_colour(look, i),
                          cp_theme_key(i));
}

static void put_colours(struct cp_buf *out, const struct cp_theme *look)
{
    put_variables(out, look);
    if (look->night) {
        cp_buf_puts(out, "@media screen and (prefers-color-scheme:dark){");
        put_variables(out, look->night);
        cp_buf_puts(out, "}");
    }
    if (look->is_print) /* its hatching is a fill of its own */
        return;
    cp_buf_puts(out, "@media print{");
    put_variables(out, &cp_themes[CP_THEME_LIGHT]);
    cp_buf_puts(out, "}");
    put_attributes(out, look);
}

void cp_html_put_head(struct cp_buf *out, const struct cp_svg_style *style, cp_str title)
{
    const struct cp_theme *look = cp_svg_look_of(style);
    cp_buf_puts(out, "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
                     "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
                     "style-src 'unsafe-inline'; script-src '");
    cp_buf_puts(out, cp_page_script_hash);
    cp_buf_puts(out, "'; base-uri 'none'; form-action 'none'\">\n"
                     "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n");
    if (look->night)
        cp_buf_puts(out, "<meta name=\"color-scheme\" content=\"light dark\">\n");
    cp_buf_puts(out, "<title>");
    cp_words_put(out, title, CP_ESCAPE_XML);
    cp_buf_puts(out, "</title>\n<style>\n");
    put_colours(out, look);
    cp_buf_putc(out, '\n');
    cp_buf_puts(out, cp_page_style);
    cp_buf_puts(out, "</style>\n</head>\n<body>\n");
}

void cp_html_put_foot(struct cp_buf *out)
{
    cp_buf_puts(out, "<script>");
    cp_buf_puts(out, cp_page_script);
    cp_buf_puts(out, "</script>\n</body>\n</html>\n");
}

void cp_html_put_drawings(struct cp_buf *out, cp_str definitions)
{
    if (!definitions.len)
        return;
    cp_buf_puts(out,
                "<svg class=\"drawings\" width=\"0\" height=\"0\" aria-hidden=\"true\"><defs>\n");
    cp_buf_put(out, definitions);
    cp_buf_puts(out, "</defs></svg>\n");
}

/* The ids of a picture begin with the figure's. */
static void put_named(struct cp_buf *out, cp_str svg, cp_str id)
{
    struct cp_buf name;
    cp_buf_init(&name, out->arena);
    cp_buf_printf(&name, "%.*s-", CP_FMT(id));
    cp_svg_put_prefixed(out, svg, cp_buf_str(&name));
}

/* The first line of what a picture uses has such a name if any has. */
static void put_own_definitions(struct cp_buf *out, cp_str lines, cp_str id)
{
    const char *end = lines.len ? memchr(lines.at, '\n', lines.len) : NULL;
    cp_str first = {lines.at, end ? (size_t)(end - lines.at) : lines.len};
    if (!first.len || !memchr(first.at, CP_SVG_PREFIX_LATER[0], first.len))
        return;
    cp_buf_puts(out, "<defs>");
    put_named(out, first, id);
    cp_buf_puts(out, "</defs>\n");
}

void cp_html_put_figure(struct cp_buf *out, const struct cp_svg_part *part,
                        const struct cp_svg_style *style, cp_str id, cp_str title)
{
    cp_buf_printf(out,
                  "<figure id=\"%.*s\">\n<svg width=\"%u\" height=\"%u\" viewBox=\"0 0 %u %u\" "
                  "role=\"img\" aria-labelledby=\"%.*s-title %.*s-desc\">\n",
                  CP_FMT(id), part->width, part->height, part->width, part->height, CP_FMT(id),
                  CP_FMT(id));
    cp_buf_printf(out, "<title id=\"%.*s-title\">", CP_FMT(id));
    cp_words_put(out, title, CP_ESCAPE_XML);
    cp_buf_printf(out, "</title>\n<desc id=\"%.*s-desc\">", CP_FMT(id));
    cp_words_put(out, part->description, CP_ESCAPE_XML);
    cp_buf_puts(out, "</desc>\n");
    put_own_definitions(out, part->definitions, id);
    cp_buf_printf(out, "<g fill=\"%s\">\n", cp_svg_look_of(style)->words);
    put_named(out, part->body, id);
    cp_buf_puts(out, "</g>\n</svg>\n<figcaption>");
    cp_words_put(out, title, CP_ESCAPE_XML);
    cp_buf_puts(out, "</figcaption>\n</figure>\n");
}
