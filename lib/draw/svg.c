/* SPDX-License-Identifier: MIT */
/* svg.c -- the sheet: title, window, insets, caption and remarks, from above.
 *
 *     title                  one square is 45 x 45 units, the grid of the
 *     +--------------+       drawings; all numbers are whole units, or tenths
 *     |  the window  |       in arrows, so equal scenes give equal bytes on
 *     +--------------+       every machine.
 *     [inset] [inset]
 *     caption, remarks       The sheet is painted first and its head after it,
 *                            when its height is known. */
#include "draw/svg.h"

#include "draw/svg_panel.h"

static const char PREFIX_LATER[] = "\1"; /* until the hash is known */

enum {
    MARGIN = 12,       /* around everything */
    AXIS = 20,         /* height of a row of file labels */
    CHARACTER = 9,     /* width reserved for one at the axes */
    LINE = 20,         /* height of a line of words */
    TITLE = 28,        /* height of a line of the title */
    HEADING = 20,      /* above an inset */
    WIDTH_LEAST = 360, /* so that words have room beside a small window */
};

static const struct cp_svg_look looks[] = {
    [CP_THEME_LIGHT] = {"light",
                        "#fdfbf7",
                        "#3b352f",
                        "#f1e4cb",
                        "#c9a983",
                        "#6b5a48",
                        {"#fffdf8", "#34302d"},
                        {"#34302d", "#171514"},
                        {"#34302d", "#f6f0e6"},
                        "#d8c63a",
                        "#d6302a",
                        "#c8201c",
                        {"#2f8f3f", "#c23a32", "#d9a400", "#2c62b8"},
                        "#4d86bd",
                        "#3a6ea5",
                        "#3f7d3a",
                        "#b5481f",
                        {"#1d6f78", "#7a2f62"},
                        false},
    [CP_THEME_DARK] = {"dark",
                       "#1f2226",
                       "#d9d5cd",
                       "#a3abb3",
                       "#6f7a86",
                       "#c3c8cd",
                       {"#fbf8f2", "#26242a"},
                       {"#211f22", "#0b0a0c"},
                       {"#34302d", "#e9e4da"},
                       "#c3b53a",
                       "#e04038",
                       "#ff5a4d",
                       {"#3fae55", "#d64a42", "#e8b81e", "#4f8be8"},
                       "#4a7fb8",
                       "#305a88",
                       "#79c267",
                       "#f0803c",
                       {"#2fb3bd", "#d65cae"},
                       false},
    [CP_THEME_PRINT] = {"print",
                        "#ffffff",
                        "#000000",
                        "#ffffff",
                        "#d4d4d4",
                        "#000000",
                        {"#ffffff", "#262626"},
                        {"#000000", "#000000"},
                        {"#000000", "#ffffff"},
                        "#000000",
                        "#c00000",
                        "#c00000",
                        {"#00701a", "#b00000", "#b07d00", "#0040a0"},
                        "#a9cbe8",
                        "#5f93c2",
                        "#000000",
                        "#0040a0",
                        {"#000000", "#000000"},
                        true},
};

/* A sheet in the making. */
struct sheet {
    struct cp_svg_paint p;
    uint32_t width, y; /* of the sheet; how far down it is filled */
};

/* A panel's place and size, labels included. */
struct place {
    struct cp_labels letters, numbers;
    uint32_t left, top, width, height; /* of the squares within it; of all of it */
};

static void put_escaped(struct cp_svg_paint *p, cp_str text)
{
    cp_words_put(p->out, text, CP_ESCAPE_XML);
}

/* ---- ids ---- */

static cp_str safe_prefix(struct cp_arena *arena, cp_str prefix)
{
    struct cp_buf b;
    cp_buf_init(&b, arena);
    for (size_t i = 0; i < prefix.len; i++) {
        char c = prefix.at[i];
        bool is_inner = i > 0 && (c == '-' || cp_is_digit(c));
        cp_buf_putc(&b, cp_is_letter(c) || c == '_' || is_inner ? c : '_');
    }
    return cp_buf_str(&b);
}

/* FNV-1a: only equal pictures should have equal ids, nothing hangs on its strength. */
static uint64_t hash_of(cp_str text)
{
    uint64_t hash = 0xcbf29ce484222325;
    for (size_t i = 0; i < text.len; i++)
        hash = (hash ^ (unsigned char)text.at[i]) * 0x100000001b3;
    return hash;
}

/* The picture, with its hash for each PREFIX_LATER in it: no other text has that byte. */
static void put_with_hash(struct cp_buf *out, cp_str picture)
{
    struct cp_buf hash;
    const char *hole;
    cp_buf_init(&hash, out->arena);
    cp_buf_printf(&hash, "c%010llx-", (unsigned long long)(hash_of(picture) & 0xffffffffff));
    while (picture.len && (hole = memchr(picture.at, PREFIX_LATER[0], picture.len))) {
        size_t before = (size_t)(hole - picture.at);
        cp_buf_put(out, (cp_str){picture.at, before});
        cp_buf_put(out, cp_buf_str(&hash));
        picture = cp_str_skip(picture, before + 1);
    }
    cp_buf_put(out, picture);
}

/* ---- the drawings that are used ---- */

static bool is_used(const struct cp_scene *s, uint32_t kind, uint8_t side)
{
    for (uint32_t i = 0; i < s->panel_count; i++) {
        const struct cp_panel *p = &s->panels[i];
        for (uint32_t c = 0; c < p->files * p->ranks; c++)
            if (p->cells[c].kind == kind && p->cells[c].side == side)
                return true;
    }
    return false;
}

/* A piece that vanished in a trap is drawn there once more. */
static bool is_vanished(const struct cp_view *v, uint32_t kind, uint8_t side)
{
    for (uint32_t i = 0; v->trap_count && i < v->fallen_count; i++)
        if (v->fallen[i].kind == kind && v->fallen[i].side == side)
            return true;
    return false;
}

static bool is_needed(const struct cp_svg_paint *p, uint32_t kind, uint8_t side)
{
    return is_used(p->scene, kind, side) || is_vanished(p->view, kind, side);
}

/* Whether the drawing is there for pieces of an earlier kind. */
static bool is_defined(const struct cp_svg_paint *p, const struct cp_drawing *d, uint32_t kind,
                       uint8_t side)
{
    for (uint32_t i = 0; d && i < kind; i++)
        if (cp_drawing_find(p->view->alphabet->pieces[i].name) == d && is_needed(p, i, side))
            return true;
    return false;
}

static void put_paths(struct cp_svg_paint *p, const struct cp_drawing *d, uint8_t side)
{
    for (size_t i = 0; i < CP_DRAWING_SHAPES && d->shapes[i]; i++)
        cp_buf_printf(p->out, "<path d=\"%s\"/>", d->shapes[i]);
    if (d->strings)
        cp_buf_printf(p->out, "<path d=\"%s\" fill=\"none\" stroke-width=\"1.2\"/>", d->strings);
    if (d->strokes)
        cp_buf_printf(p->out, "<path d=\"%s\" fill=\"none\" stroke=\"%s\" stroke-width=\"1.2\"/>",
                      d->strokes, p->look->detail[side]);
    if (d->dots)
        cp_buf_printf(p->out, "<path d=\"%s\" fill=\"%s\" stroke=\"none\"/>", d->dots,
                      p->look->detail[side]);
}

/* A piece without a drawing: a disc with its letter. */
static void put_disc(struct cp_svg_paint *p, uint32_t kind, uint8_t side)
{
    cp_str letter = cp_alphabet_letter(p->view->alphabet, (uint8_t)kind);
    uint32_t width = cp_words_width(letter), size = width < 2 ? 20 : width < 3 ? 16 : 11;
    cp_buf_printf(p->out,
                  "<circle cx=\"22.5\" cy=\"22.5\" r=\"17\"/><text x=\"22.5\" y=\"%u\" "
                  "font-size=\"%u\" font-weight=\"bold\" text-anchor=\"middle\" stroke=\"none\" "
                  "fill=\"%s\">",
                  22 + size * 4 / 11, size, p->look->detail[side]);
    put_escaped(p, letter);
    cp_buf_puts(p->out, "</text>");
}

static void put_definitions(struct cp_svg_paint *p)
{
    const struct cp_alphabet *a = p->view->alphabet;
    cp_buf_puts(p->out, "<defs>\n");
    for (uint32_t i = 0; i < a->count * 2; i++) {
        uint32_t kind = i / 2;
        uint8_t side = i % 2 ? CP_BLACK : CP_WHITE;
        const struct cp_drawing *d = cp_drawing_find(a->pieces[kind].name);
        if (!is_needed(p, kind, side) || is_defined(p, d, kind, side))
            continue;
        cp_buf_puts(p->out, "<g id=\"");
        cp_svg_put_drawing_id(p, kind, side);
        cp_buf_printf(p->out,
                      "\" fill=\"%s\" stroke=\"%s\" stroke-width=\"1.5\" stroke-linejoin=\"round\" "
                      "stroke-linecap=\"round\">",
                      p->look->fill[side], p->look->ink[side]);
        if (d)
            put_paths(p, d, side);
        else
            put_disc(p, kind, side);
        cp_buf_puts(p->out, "</g>\n");
    }
    cp_buf_puts(p->out, "</defs>\n");
}

/* ---- words ---- */

static void put_text(struct sheet *t, cp_str text, uint32_t size, uint32_t height,
                     const char *weight)
{
    uint32_t most = (t->width - 2 * MARGIN) * 100 / size;
    if (*weight) /* bold letters are wider by an eighth at most */
        most = most * 8 / 9;
    for (cp_str rest = cp_str_trim(text); rest.len;) {
        cp_str line = {rest.at, cp_words_line(rest, most, false, cp_words_extent)};
        t->y += height;
        cp_buf_printf(t->p.out, "<text x=\"%d\" y=\"%u\" font-size=\"%u\"%s>", MARGIN, t->y - 5,
                      size, weight);
        put_escaped(&t->p, line);
        cp_buf_puts(t->p.out, "</text>\n");
        rest = cp_str_trim(cp_str_skip(rest, line.len));
    }
}

static void put_remarks(struct sheet *t)
{
    struct cp_buf remark;
    cp_buf_init(&remark, t->p.arena);
    for (uint32_t n = 0; cp_words_put_remark(&remark, t->p.scene, n, false); n++) {
        put_text(t, cp_buf_str(&remark), 13, LINE - 2, "");
        cp_buf_reset(&remark);
    }
}

/* ---- layout ---- */

static struct place place_of(struct sheet *t, const struct cp_panel *panel)
{
    struct place at;
    enum cp_axes axes = t->p.view->axes;
    cp_labels_init(&at.letters, t->p.scene, panel, CP_LETTER, t->p.arena);
    cp_labels_init(&at.numbers, t->p.scene, panel, CP_NUMERIC, t->p.arena);
    at.left = CP_STRIP + (axes ? 6 + at.numbers.rank_width * CHARACTER : 0);
    at.top = CP_STRIP + (axes == CP_AXES_BOTH ? AXIS : 0);
    at.width = at.left + panel->files * CP_SVG_UNIT + CP_STRIP;
    at.height = at.top + panel->ranks * CP_SVG_UNIT + CP_STRIP + (axes ? AXIS : 0);
    return at;
}

static void put_window(struct sheet *t)
{
    const struct cp_panel *panel = &t->p.scene->panels[0];
    struct place at = place_of(t, panel);
    cp_buf_printf(t->p.out, "<g transform=\"translate(%u %u)\">\n", MARGIN + at.left,
                  t->y + at.top);
    cp_svg_put_panel(&t->p, panel, &at.letters, &at.numbers);
    cp_buf_puts(t->p.out, "</g>\n");
    t->y += at.height;
}

/* Insets at three quarters of the size, side by side while there is room. */
static void put_insets(struct sheet *t)
{
    uint32_t x = MARGIN, row_height = 0;
    for (uint32_t i = 1; i < t->p.scene->panel_count; i++) {
        const struct cp_panel *panel = &t->p.scene->panels[i];
        struct place at = place_of(t, panel);
        uint32_t width = at.width * 3 / 4, height = HEADING + at.height * 3 / 4;
        if (x > MARGIN && x + width + MARGIN > t->width) {
            t->y += row_height;
            x = MARGIN;
            row_height = 0;
        }
        cp_buf_printf(t->p.out, "<text x=\"%u\" y=\"%u\" font-size=\"13\">Inset %u</text>\n", x,
                      t->y + HEADING - 5, i);
        cp_buf_printf(t->p.out, "<g transform=\"translate(%u %u) scale(.75)\">\n",
                      x + at.left * 3 / 4, t->y + HEADING + at.top * 3 / 4);
        cp_svg_put_panel(&t->p, panel, &at.letters, &at.numbers);
        cp_buf_puts(t->p.out, "</g>\n");
        x += width + MARGIN;
        row_height = height > row_height ? height : row_height;
    }
    t->y += row_height;
}

static void put_headings(struct sheet *t)
{
    struct cp_buf words;
    cp_buf_init(&words, t->p.arena);
    for (uint32_t i = 0; i < t->p.scene->panel_count; i++) {
        struct place at = place_of(t, &t->p.scene->panels[i]);
        cp_buf_reset(&words);
        if (cp_labels_put_heading(&at.numbers, &words, false))
            put_text(t, cp_buf_str(&words), 13, LINE - 2, "");
    }
}

static void measure(struct sheet *t)
{
    t->width = WIDTH_LEAST;
    for (uint32_t i = 0; i < t->p.scene->panel_count; i++) {
        uint32_t width = place_of(t, &t->p.scene->panels[i]).width;
        width = 2 * MARGIN + (i ? width * 3 / 4 : width);
        t->width = width > t->width ? width : t->width;
    }
}

/* ---- the head ---- */

/* Every piece by name, for readers who cannot see the picture. */
static void put_description(struct cp_svg_paint *p)
{
    const struct cp_view *v = p->view;
    struct cp_buf words;
    const cp_man **men = cp_arena_take_zero(p->arena, v->count, sizeof *men);
    for (uint32_t i = 0; i < v->count; i++)
        men[i] = &v->men[i];
    cp_men_sort(v, men, v->count, p->arena);
    cp_buf_init(&words, p->arena);
    for (uint32_t n = 0; cp_words_put_remark(&words, p->scene, n, true); n++)
        if (words.len && words.at[words.len - 1] != ' ')
            cp_buf_puts(&words, ". ");
    cp_buf_puts(&words, v->count ? "On the board: " : "The board is empty");
    cp_words_put_men(&words, v, men, v->count);
    put_escaped(p, cp_buf_str(&words));
}

static void put_head(struct sheet *t, struct cp_buf *out)
{
    struct cp_svg_paint head = t->p;
    cp_str prefix = t->p.prefix;
    head.out = out;
    cp_buf_printf(out,
                  "<svg xmlns=\"http://www.w3.org/2000/svg\" "
                  "xmlns:xlink=\"http://www.w3.org/1999/xlink\" width=\"%u\" height=\"%u\" "
                  "viewBox=\"0 0 %u %u\" role=\"img\" aria-labelledby=\"%.*stitle %.*sdesc\">\n",
                  t->width, t->y, t->width, t->y, CP_FMT(prefix), CP_FMT(prefix));
    cp_buf_printf(out, "<title id=\"%.*stitle\">", CP_FMT(prefix));
    put_escaped(&head, t->p.view->title.len ? t->p.view->title : CP_STR("Chess diagram"));
    cp_buf_printf(out, "</title>\n<desc id=\"%.*sdesc\">", CP_FMT(prefix));
    put_description(&head);
    cp_buf_puts(out, "</desc>\n");
    put_definitions(&head);
    cp_buf_printf(out,
                  "<rect width=\"%u\" height=\"%u\" fill=\"%s\"/>\n"
                  "<g font-family=\"DejaVu Sans, Verdana, Helvetica, Arial, sans-serif\" "
                  "fill=\"%s\">\n",
                  t->width, t->y, t->p.look->ground, t->p.look->words);
}

void cp_svg_paint(struct cp_buf *out, const struct cp_scene *s, enum cp_theme theme, cp_str prefix)
{
    struct cp_buf body, whole;
    cp_buf_init(&body, out->arena);
    cp_buf_init(&whole, out->arena);
    struct sheet t = {.y = MARGIN,
                      .p = {.out = &body,
                            .scene = s,
                            .view = s->view,
                            .look = &looks[theme],
                            .arena = out->arena,
                            .drawing_prefix = safe_prefix(out->arena, prefix),
                            .prefix = cp_str_from(PREFIX_LATER)}};
    if (prefix.len)
        t.p.prefix = t.p.drawing_prefix;
    measure(&t);
    put_text(&t, s->view->title, 20, TITLE, " font-weight=\"bold\"");
    put_window(&t);
    put_insets(&t);
    put_text(&t, s->view->caption, 15, LINE, "");
    put_headings(&t);
    put_remarks(&t);
    t.y += MARGIN;
    put_head(&t, &whole);
    cp_buf_put(&whole, cp_buf_str(&body));
    cp_buf_puts(&whole, "</g>\n</svg>\n");
    put_with_hash(out, cp_buf_str(&whole));
}
