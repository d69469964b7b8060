/* SPDX-License-Identifier: MIT */
/* sheet.c -- lengths are in units of the sheet; a diagram has its own, of which `scale` says
 * how large they are. */
#include "draw/sheet.h"

#include "draw/svg_panel.h"

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
static void put_heading(struct cp_buf *out, const struct cp_sheet *s, uint32_t i, bool has_title,
                        const char *between)
{
    cp_buf_put_int(out, s->first + i);
    if (!has_title && s->list[i].title.len) {
        cp_buf_puts(out, between);
        cp_buf_put(out, s->list[i].title);
    }
}

/* ---- text ---- */

struct column {
    cp_str lines[CP_SHEET_MOST]; /* not yet written, of each row */
    uint32_t width;
};

static cp_str take_line(cp_str *lines)
{
    const char *end = lines->len ? memchr(lines->at, '\n', lines->len) : NULL;
    cp_str line = {lines->at, end ? (size_t)(end - lines->at) : lines->len};
    *lines = cp_str_skip(*lines, line.len + (end != NULL));
    return line;
}

static uint32_t width_of(cp_str lines)
{
    uint32_t most = 0;
    while (lines.len) {
        uint32_t width = cp_words_width(take_line(&lines));
        most = width > most ? width : most;
    }
    return most;
}

/* Its heading and its lines. */
static cp_str text_of(const struct cp_sheet *s, uint32_t i, bool has_title, struct cp_arena *arena)
{
    struct cp_buf heading, text;
    cp_buf_init(&heading, arena);
    cp_buf_init(&text, arena);
    put_heading(&heading, s, i, has_title, "  ");
    cp_words_put(&text, cp_buf_str(&heading), CP_ESCAPE_NONE);
    cp_buf_putc(&text, '\n');
    cp_buf_put(&text, s->list[i].text);
    return cp_buf_str(&text);
}

static void put_row(struct cp_buf *out, struct column *columns, uint32_t count, uint32_t row)
{
    bool has_more = true;
    while (has_more) {
        uint32_t blanks = 0;
        has_more = false;
        for (uint32_t c = 0; c < count; c++) {
            cp_str line = take_line(&columns[c].lines[row]);
            for (; line.len && blanks; blanks--)
                cp_buf_putc(out, ' ');
            cp_buf_put(out, line);
            blanks += columns[c].width + TEXT_GAP - cp_words_width(line);
            has_more |= columns[c].lines[row].len > 0;
        }
        cp_buf_putc(out, '\n');
    }
}

void cp_sheet_put_text(struct cp_buf *out, const struct cp_sheet *s)
{
    struct column columns[CP_SHEET_MOST] = {0};
    cp_str title = title_of(s);
    uint32_t rows = (s->count + s->columns - 1) / s->columns;
    for (uint32_t i = 0; i < s->count; i++) {
        struct column *column = &columns[i % s->columns];
        cp_str text = text_of(s, i, title.len > 0, out->arena);
        uint32_t width = width_of(text);
        column->lines[i / s->columns] = text;
        column->width = width > column->width ? width : column->width;
    }
    cp_words_put(out, title, CP_ESCAPE_NONE);
    cp_buf_puts(out, title.len ? "\n\n" : "");
    for (uint32_t row = 0; row < rows; row++) {
        cp_buf_puts(out, row ? "\n" : "");
        put_row(out, columns, s->columns, row);
    }
}

/* ---- SVG ---- */

/* Where a diagram stands. */
struct cell {
    struct cp_buf words; /* its heading */
    uint32_t scale;      /* how large a unit of its own is */
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

static uint32_t larger(uint32_t a, uint32_t b)
{
    return a > b ? a : b;
}

static uint32_t scaled(uint32_t n, uint32_t scale)
{
    return (uint32_t)(((uint64_t)n * scale + WHOLE - 1) / WHOLE);
}

static bool has_width(const struct cp_svg_style *style)
{
    return style->width.thousandths && !style->square.thousandths;
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
    uint32_t size = larger(CP_SVG_TITLE, p->letter);
    return (struct cp_svg_lines){.x = CP_SVG_MARGIN,
                                 .width = width - 2 * CP_SVG_MARGIN,
                                 .size = size,
                                 .height = CP_SVG_TITLE_HIGH * size / CP_SVG_TITLE,
                                 .is_bold = true};
}

static void size_cells(struct page *p, struct cp_arena *arena)
{
    const struct cp_sheet *s = p->sheet;
    uint32_t columns = has_width(p->style) || s->count > s->columns ? s->columns : s->count;
    for (uint32_t i = 0; i < s->count; i++) {
        const struct cp_svg_part *part = &s->list[i].svg;
        struct cell *cell = &p->cells[i];
        uint32_t *width = &p->widths[i % s->columns];
        cell->scale = has_width(p->style) ? COLUMN * WHOLE / part->width : WHOLE;
        p->letter = larger(p->letter, scaled(part->letter, cell->scale));
        cp_buf_init(&cell->words, arena);
        put_heading(&cell->words, s, i, p->title.len > 0, "\u2002");
        *width = has_width(p->style) ? COLUMN : larger(*width, part->width);
    }
    for (uint32_t c = 0; c < columns; c++)
        p->width += (has_width(p->style) ? COLUMN : p->widths[c]) + (c ? GAP : 0);
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
        head = larger(head, cp_svg_put_lines(NULL, cp_buf_str(&cell->words), &cell->at));
        body = larger(body, scaled(part->height, cell->scale));
    }
    for (uint32_t i = first; i < end; i++) {
        struct cell *cell = &p->cells[i];
        uint32_t own = cp_svg_put_lines(NULL, cp_buf_str(&cell->words), &cell->at);
        cell->y = p->height + head;
        cell->at.y = cell->y - own + scaled(CP_SVG_MARGIN, cell->scale);
    }
    p->height += head + body + (end < p->sheet->count ? ROW_GAP : 0);
}

static void lay_out(struct page *p, struct cp_arena *arena)
{
    p->title = title_of(p->sheet);
    size_cells(p, arena);
    p->title_at = lines_of(p, p->width);
    p->title_at.y = CP_SVG_MARGIN;
    p->height = cp_svg_put_lines(NULL, p->title, &p->title_at);
    for (uint32_t i = 0; i < p->sheet->count; i += p->sheet->columns)
        place_row(p, i);
}

/* SVG of a diagram, whose ids begin with the sheet's prefix and its number. */
static void put_numbered(struct cp_buf *out, cp_str svg, cp_str prefix, uint32_t number)
{
    struct cp_buf name;
    cp_buf_init(&name, out->arena);
    cp_buf_printf(&name, "%.*s%u-", CP_FMT(prefix), number);
    cp_svg_put_prefixed(out, svg, cp_buf_str(&name));
}

/* Each drawing once. */
static void put_definitions(struct cp_buf *out, const struct cp_sheet *s, cp_str prefix)
{
    struct cp_buf lines;
    cp_buf_init(&lines, out->arena);
    for (uint32_t i = 0; i < s->count; i++) {
        cp_buf_reset(&lines);
        put_numbered(&lines, s->list[i].svg.definitions, prefix, s->first + i);
        cp_svg_add_definitions(out, NULL, cp_buf_str(&lines));
    }
}

static void put_cell(struct cp_buf *out, const struct page *p, uint32_t i, cp_str prefix)
{
    const struct cell *cell = &p->cells[i];
    const struct cp_svg_part *part = &p->sheet->list[i].svg;
    uint32_t number = p->sheet->first + i;
    cp_buf_printf(out, "<g role=\"img\" aria-labelledby=\"%.*s%u-title %.*s%u-desc\">\n",
                  CP_FMT(prefix), number, CP_FMT(prefix), number);
    cp_buf_printf(out, "<title id=\"%.*s%u-title\">", CP_FMT(prefix), number);
    cp_words_put(out, cp_buf_str(&cell->words), CP_ESCAPE_XML);
    cp_buf_printf(out, "</title>\n<desc id=\"%.*s%u-desc\">", CP_FMT(prefix), number);
    cp_words_put(out, part->description, CP_ESCAPE_XML);
    cp_buf_puts(out, "</desc>\n");
    cp_svg_put_lines(out, cp_buf_str(&cell->words), &cell->at);
    cp_buf_printf(out, "<g transform=\"translate(%u %u)", cell->x, cell->y);
    if (cell->scale != WHOLE)
        cp_buf_printf(out, " scale(%u.%04u)", cell->scale / WHOLE, cell->scale % WHOLE);
    cp_buf_puts(out, "\">\n");
    put_numbered(out, part->body, prefix, number);
    cp_buf_puts(out, "</g>\n</g>\n");
}

void cp_sheet_put_svg(struct cp_buf *out, const struct cp_sheet *s,
                      const struct cp_svg_style *style)
{
    struct cp_buf body, definitions, description;
    struct page *p = cp_arena_take_zero(out->arena, 1, sizeof *p);
    cp_str prefix = cp_svg_prefix_of(style, out->arena);
    cp_buf_init(&body, out->arena);
    cp_buf_init(&definitions, out->arena);
    cp_buf_init(&description, out->arena);
    p->sheet = s;
    p->style = style;
    lay_out(p, out->arena);
    put_definitions(&definitions, s, prefix);
    cp_svg_put_lines(&body, p->title, &p->title_at);
    for (uint32_t i = 0; i < s->count; i++)
        put_cell(&body, p, i, prefix);
    cp_buf_printf(&description, "%u diagram%s", s->count, s->count == 1 ? "" : "s");
    struct cp_svg_frame frame = {.style = style,
                                 .look = cp_svg_look_of(style),
                                 .width = p->width,
                                 .height = p->height,
                                 .prefix = prefix,
                                 .title = p->title.len ? p->title : CP_STR("Chess diagrams"),
                                 .description = cp_buf_str(&description),
                                 .definitions = cp_buf_str(&definitions)};
    cp_svg_put_document(out, &frame, cp_buf_str(&body));
}
