/* SPDX-License-Identifier: MIT */
/* sheet.c -- lengths are in units of the sheet; a diagram has its own, of which `scale` says
 * how large they are. */
#include "base/scan.h"
#include "draw/brushes/svg_panel.h"

enum {
    COLUMN = 420, /* width of a column of a sheet of given width: about that of a chess board */
    GAP = 8,      /* between columns, beside their margins */
    ROW_GAP = 12,
    WHOLE = 10000, /* the scale 1 */
    TEXT_GAP = 4,  /* characters */
};

/* The title that all have; empty: they differ. */
static cp_str title_of(const struct cp_sheet *s)
{
    for (uint32_t i = 1; i < s->count; i++)
        if (!cp_str_equal(s->list[i].title, s->list[0].title))
            return (cp_str){0};
    return s->list[0].title;
}

/* "3", or with a title of its own "3  White - Black". */
static cp_str heading_of(const struct cp_sheet *s, uint32_t i, bool has_title, const char *between,
                         struct cp_arena *arena)
{
    struct cp_buf out = cp_buf_in(arena);
    cp_buf_put_int(&out, s->first + i);
    if (!has_title && s->list[i].title.len) {
        cp_buf_puts(&out, between);
        cp_buf_put(&out, s->list[i].title);
    }
    return cp_buf_str(&out);
}

/* ---- text ---- */

struct column {
    cp_str lines[CP_SHEET_MOST]; /* not yet written, of each row */
    uint32_t width;
};

void cp_sheet_put_text(struct cp_buf *out, const struct cp_sheet *s)
{
    struct column columns[CP_SHEET_MOST] = {0};
    cp_str title = title_of(s);
    uint32_t rows = (s->count + s->columns - 1) / s->columns;
    for (uint32_t i = 0; i < s->count; i++) {
        struct column *column = &columns[i % s->columns];
        struct cp_buf text = cp_buf_in(out->arena);
        cp_words_put(&text, heading_of(s, i, title.len > 0, "  ", out->arena), CP_ESCAPE_NONE);
        cp_buf_putc(&text, '\n');
        cp_buf_put(&text, s->list[i].text);
        column->lines[i / s->columns] = cp_buf_str(&text);
        for (cp_str rest = cp_buf_str(&text); rest.len;) {
            uint32_t width = cp_words_width(cp_scan_until(&rest, '\n'));
            column->width = width > column->width ? width : column->width;
        }
    }
    cp_words_put(out, title, CP_ESCAPE_NONE);
    cp_buf_puts(out, title.len ? "\n\n" : "");
    for (uint32_t row = 0; row < rows; row++) {
        bool has_more = true;
        cp_buf_puts(out, row ? "\n" : "");
        while (has_more) {
            uint32_t blanks = 0;
            has_more = false;
            for (uint32_t c = 0; c < s->columns; c++) {
                cp_str line = cp_scan_until(&columns[c].lines[row], '\n');
                for (; line.len && blanks; blanks--)
                    cp_buf_putc(out, ' ');
                cp_buf_put(out, line);
                blanks += columns[c].width + TEXT_GAP - cp_words_width(line);
                has_more |= columns[c].lines[row].len > 0;
            }
            cp_buf_putc(out, '\n');
        }
    }
}

/* ---- SVG ---- */

/* Where a diagram stands. */
struct cell {
    cp_str words;   /* its heading */
    uint32_t scale; /* how large a unit of its own is */
    struct cp_svg_lines at;
    uint32_t x, y; /* of its own corner, below the heading */
};

struct page {
    const struct cp_sheet *sheet;
    const struct cp_svg_style *style;
    cp_str title;
    struct cp_svg_lines title_at;
    uint32_t letter; /* the font that words have at least */
    struct cell cells[CP_SHEET_MOST * CP_SHEET_MOST];
    uint32_t widths[CP_SHEET_MOST]; /* of columns */
    uint32_t width, height;
};

static uint32_t scaled(uint32_t n, uint32_t scale)
{
    return (uint32_t)(((uint64_t)n * scale + WHOLE - 1) / WHOLE);
}

struct cp_svg_style cp_sheet_style(const struct cp_svg_style *style, uint32_t columns)
{
    struct cp_svg_style part = *style;
    uint32_t whole = columns * COLUMN + (columns - 1) * GAP;
    part.width.thousandths = (uint32_t)((uint64_t)style->width.thousandths * COLUMN / whole);
    if (style->width.thousandths && !part.width.thousandths)
        part.width.thousandths = 1;
    return part;
}

/* Words as wide as a diagram, or as the sheet. */
static struct cp_svg_lines lines_of(const struct page *p, uint32_t width)
{
    uint32_t size = cp_larger(CP_SVG_TITLE, p->letter);
    return (struct cp_svg_lines){.x = CP_SVG_MARGIN,
                                 .width = width - 2 * CP_SVG_MARGIN,
                                 .size = size,
                                 .height = CP_SVG_TITLE_HIGH * size / CP_SVG_TITLE,
                                 .is_bold = true};
}

/* Diagrams of a row begin at the same height, their headings right above. */
static void place_row(struct page *p, uint32_t first)
{
    uint32_t head = 0, body = 0, x = 0;
    uint32_t end = first + p->sheet->columns;
    end = end < p->sheet->count ? end : p->sheet->count;
    for (uint32_t i = first; i < end; i++) {
        const struct cp_svg_part *part = &p->sheet->list[i].svg;
        struct cell *cell = &p->cells[i];
        cell->at = lines_of(p, scaled(part->width, cell->scale));
        cell->at.x = x + scaled(CP_SVG_MARGIN, cell->scale);
        cell->x = x;
        x += p->widths[i % p->sheet->columns] + GAP;
        head = cp_larger(head, cp_svg_put_lines(NULL, cell->words, &cell->at));
        body = cp_larger(body, scaled(part->height, cell->scale));
    }
    for (uint32_t i = first; i < end; i++) {
        struct cell *cell = &p->cells[i];
        uint32_t own = cp_svg_put_lines(NULL, cell->words, &cell->at);
        cell->y = p->height + head;
        cell->at.y = cell->y - own + scaled(CP_SVG_MARGIN, cell->scale);
    }
    p->height += head + body + (end < p->sheet->count ? ROW_GAP : 0);
}

static void lay_out(struct page *p, struct cp_arena *arena)
{
    const struct cp_sheet *s = p->sheet;
    bool is_wide = p->style->width.thousandths && !p->style->square.thousandths;
    uint32_t columns = is_wide || s->count > s->columns ? s->columns : s->count;
    p->title = title_of(s);
    for (uint32_t i = 0; i < s->count; i++) {
        const struct cp_svg_part *part = &s->list[i].svg;
        struct cell *cell = &p->cells[i];
        uint32_t *width = &p->widths[i % s->columns];
        cell->scale = is_wide ? COLUMN * WHOLE / part->width : WHOLE;
        p->letter = cp_larger(p->letter, scaled(part->letter, cell->scale));
        cell->words = heading_of(s, i, p->title.len > 0, "\u2002", arena);
        *width = is_wide ? COLUMN : cp_larger(*width, part->width);
    }
    for (uint32_t c = 0; c < columns; c++)
        p->width += (is_wide ? COLUMN : p->widths[c]) + (c ? GAP : 0);
    p->title_at = lines_of(p, p->width);
    p->title_at.y = CP_SVG_MARGIN;
    p->height = cp_svg_put_lines(NULL, p->title, &p->title_at);
    for (uint32_t i = 0; i < s->count; i += s->columns)
        place_row(p, i);
}

/* A diagram has ids that begin with the sheet's prefix and its number; each drawing is there
 * once. */
void cp_sheet_put_svg(struct cp_buf *out, const struct cp_sheet *s,
                      const struct cp_svg_style *style)
{
    struct page *p = cp_arena_take_zero(out->arena, 1, sizeof *p);
    struct cp_buf body = cp_buf_in(out->arena), definitions = cp_buf_in(out->arena),
                  lines = cp_buf_in(out->arena);
    p->sheet = s;
    p->style = style;
    lay_out(p, out->arena);
    cp_svg_put_lines(&body, p->title, &p->title_at);
    for (uint32_t i = 0; i < s->count; i++) {
        const struct cell *cell = &p->cells[i];
        const struct cp_svg_part *part = &s->list[i].svg;
        cp_str name = cp_str_printf(out->arena, CP_SVG_PREFIX_LATER "%u-", s->first + i);
        cp_buf_reset(&lines);
        cp_svg_put_prefixed(&lines, part->definitions, name);
        cp_svg_add_definitions(&definitions, NULL, cp_buf_str(&lines));
        cp_buf_printf(&body, "<g role=\"img\" aria-labelledby=\"%.*stitle %.*sdesc\">\n",
                      CP_FMT(name), CP_FMT(name));
        cp_svg_put_title(&body, name, cell->words, part->description);
        cp_svg_put_lines(&body, cell->words, &cell->at);
        cp_buf_printf(&body, "<g transform=\"translate(%u %u)", cell->x, cell->y);
        if (cell->scale != WHOLE)
            cp_buf_printf(&body, " scale(%u.%04u)", cell->scale / WHOLE, cell->scale % WHOLE);
        cp_buf_puts(&body, "\">\n");
        cp_svg_put_prefixed(&body, part->body, name);
        cp_buf_puts(&body, "</g>\n</g>\n");
    }
    struct cp_svg_frame frame = {.style = style,
                                 .width = p->width,
                                 .height = p->height,
                                 .title = p->title.len ? p->title : CP_STR("Chess diagrams"),
                                 .description = cp_str_printf(out->arena, "%u diagram%s", s->count,
                                                              s->count == 1 ? "" : "s"),
                                 .definitions = cp_buf_str(&definitions)};
    cp_svg_put_document(out, &frame, cp_buf_str(&body));
}

/* ---- animations ---- */

/* The last is what stands still. Pictures have names, p0, p1, ..., with which their ids begin. */
void cp_animation_paint(struct cp_buf *out, const struct cp_svg_part *parts, uint32_t count,
                        cp_str title, const struct cp_svg_style *style)
{
    struct cp_buf body, definitions, lines, pictures, times;
    struct cp_svg_frame frame = {.style = style,
                                 .title = title.len ? title : CP_STR("Chess game"),
                                 .description = parts[count - 1].description};
    struct cp_buf *const all[] = {&body, &definitions, &lines, &pictures, &times};
    uint64_t whole = (uint64_t)(count - 1) * CP_ANIMATION_PICTURE + CP_ANIMATION_END;
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        cp_buf_init(all[i], out->arena);
    cp_str name = {0};
    for (uint32_t i = 0; i < count; i++) {
        const struct cp_svg_part *part = &parts[i];
        frame.width = cp_larger(frame.width, part->width);
        frame.height = cp_larger(frame.height, part->height);
        name = cp_str_printf(out->arena, CP_SVG_PREFIX_LATER "p%u", i);
        cp_str within = cp_str_printf(out->arena, "%.*s-", CP_FMT(name));
        cp_buf_reset(&lines);
        cp_svg_put_prefixed(&lines, part->definitions, within);
        cp_svg_add_definitions(&definitions, NULL, cp_buf_str(&lines));
        cp_buf_printf(&pictures, "<g id=\"%.*s\">\n", CP_FMT(name));
        cp_svg_put_prefixed(&pictures, part->body, within);
        cp_buf_puts(&pictures, "</g>\n");
        cp_buf_printf(&body, "%s#%.*s", i ? ";" : "", CP_FMT(name));
        cp_buf_printf(&times, "%s.%06u", i ? ";0" : "0", /* as parts of the whole: 0;.25;.5 */
                      (unsigned)((uint64_t)i * CP_ANIMATION_PICTURE * 1000000 / whole));
    }
    cp_buf_put(&definitions, cp_buf_str(&pictures));
    frame.definitions = cp_buf_str(&definitions);
    cp_str names = cp_buf_str(&body);
    cp_buf_init(&body, out->arena);
    cp_buf_printf(&body,
                  "<use id=\"" CP_SVG_PREFIX_LATER
                  "film\" xlink:href=\"#%.*s\" href=\"#%.*s\"><animate "
                  "attributeName=\"href\" calcMode=\"discrete\" repeatCount=\"indefinite\" "
                  "values=\"%.*s\" keyTimes=\"%.*s\" dur=\"%llums\"/></use>\n",
                  CP_FMT(name), CP_FMT(name), CP_FMT(names), CP_FMT(cp_buf_str(&times)),
                  (unsigned long long)whole);
    cp_buf_printf(&body,
                  "<use id=\"" CP_SVG_PREFIX_LATER "still\" xlink:href=\"#%.*s\" href=\"#%.*s\" "
                  "display=\"none\"/>\n<style>@media (prefers-reduced-motion:reduce),print{"
                  "#" CP_SVG_PREFIX_LATER "sheet #" CP_SVG_PREFIX_LATER
                  "film{display:none!important}"
                  "#" CP_SVG_PREFIX_LATER "sheet #" CP_SVG_PREFIX_LATER
                  "still{display:inline!important}}</style>\n",
                  CP_FMT(name), CP_FMT(name));
    cp_svg_put_document(out, &frame, cp_buf_str(&body));
}
