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
#include "base/scan.h"
#include "draw/brushes/svg_panel.h"
#include "draw/picture/scene.h"

#include <stdio.h>

enum {
    LENGTH_MOST = 100000, /* of any unit */
    MARGIN = CP_SVG_MARGIN,
    AXIS = 5,         /* room below a row of file labels */
    LABEL = 15,       /* font of labels */
    LABEL_SMALL = 11, /* of those with more than three characters */
    TURN = 22,        /* width of the mark for who is to move */
    CHARACTER = 62,   /* hundredths of the font that a character is wide */
    LINE = 20,        /* height of a line of words */
    REMARKS_MOST = CP_WORDS_REMARKS,
    INSET_FONT = 13,   /* of words above an inset */
    HEADING = 18,      /* height of a line of them */
    INSET_GAP = 24,    /* beside an inset */
    WIDTH_LEAST = 240, /* so that words have room below a small window */
};

/* A panel's place on the sheet, and where its squares begin in it. */
struct place {
    struct cp_labels letters, numbers;
    uint32_t gutters[CP_EDGES]; /* how wide labels are at each, beyond the strip */
    struct cp_label_fonts fonts;
    uint32_t left, top;     /* of its squares, in units of the panel */
    uint32_t width, height; /* of all of it, on the sheet */
    uint32_t x, y;          /* on the sheet */
};

/* A sheet in the making. */
struct sheet {
    struct cp_svg_paint p;
    struct cp_scene scene; /* with chips as large as their labels have to be */
    const struct cp_svg_style *style;
    uint32_t rings;       /* room for them beside the window, if there are any */
    uint32_t label_least; /* font of labels, that they may be read in print; 0: any */
    uint32_t width, y;    /* of the sheet; how far down it is filled */
    struct place places[CP_PANELS_MOST + 1]; /* of panels, and of the map if there is one */
    uint32_t place_count;
    cp_str headings[CP_PANELS_MOST]; /* the words below the pictures, made once */
    cp_str remarks[REMARKS_MOST];
    uint32_t remark_count;
};

/* ---- ids ---- */

static cp_str safe_prefix(struct cp_arena *arena, cp_str prefix)
{
    struct cp_buf b = cp_buf_in(arena);
    for (size_t i = 0; i < prefix.len; i++) {
        char c = prefix.at[i];
        bool is_inner = i > 0 && (c == '-' || cp_is_digit(c));
        cp_buf_putc(&b, cp_is_letter(c) || c == '_' || is_inner ? c : '_');
    }
    return cp_buf_str(&b);
}

void cp_svg_put_prefixed(struct cp_buf *out, cp_str svg, cp_str prefix)
{
    const char *hole;
    while (svg.len && (hole = memchr(svg.at, CP_SVG_PREFIX_LATER[0], svg.len))) {
        size_t before = (size_t)(hole - svg.at);
        cp_buf_put(out, (cp_str){svg.at, before});
        cp_buf_put(out, prefix);
        svg = cp_str_skip(svg, before + 1);
    }
    cp_buf_put(out, svg);
}

/* ---- the drawings that are used ---- */

static void use(struct cp_svg_kinds *used, uint32_t kind, uint8_t side)
{
    if (kind < CP_KINDS_MOST)
        used->of[side] |= UINT64_C(1) << kind;
}

static bool is_used(const struct cp_svg_kinds *used, uint32_t kind, uint8_t side)
{
    return used->of[side] >> kind & 1;
}

static void put_parts(struct cp_svg_paint *p, const struct cp_drawing *d, uint8_t side)
{
    const char *detail = p->look->detail[side];
    if (p->look->is_print && !d->box) { /* pieces stand clear of the hatching */
        cp_buf_printf(p->out, "<g fill=\"none\" stroke=\"%s\" stroke-width=\"4.5\">",
                      p->look->ground);
        for (const struct cp_drawing_part *part = d->parts; part->role != CP_PART_END; part++)
            if (part->role == CP_PART_SHAPE || part->role == CP_PART_STRINGS)
                cp_buf_printf(p->out, "<path d=\"%s\"/>", part->path);
        cp_buf_puts(p->out, "</g>");
    }
    for (const struct cp_drawing_part *part = d->parts; part->role != CP_PART_END; part++) {
        bool is_line = part->role == CP_PART_STRINGS || part->role == CP_PART_STROKES;
        cp_buf_printf(p->out, "<path d=\"%s\"", part->path);
        if (is_line)
            cp_buf_puts(p->out, " fill=\"none\"");
        if (part->role == CP_PART_STROKES)
            cp_buf_printf(p->out, " stroke=\"%s\"", detail);
        if (part->role == CP_PART_DOTS)
            cp_buf_printf(p->out, " fill=\"%s\" stroke=\"none\"", detail);
        cp_buf_puts(p->out, part->style ? part->style : is_line ? " stroke-width=\"1.2\"" : "");
        cp_buf_puts(p->out, "/>");
    }
}

/* Black on white; a theme on that base may have a colour instead. */
static bool has_hatching(const struct cp_theme *look)
{
    return look->is_print && strcmp(look->dark, look->light) == 0;
}

/* Whether the drawing is there for pieces of an earlier kind. */
static bool is_defined(const struct cp_svg_paint *p, const struct cp_svg_kinds *used,
                       const struct cp_drawing *d, uint32_t kind, uint8_t side)
{
    for (uint32_t i = 0; d && i < kind; i++) {
        const struct cp_drawing *other = cp_drawing_of(&p->view->alphabet->pieces[i]);
        if (other && (other == d || strcmp(other->name, d->name) == 0) && is_used(used, i, side))
            return true;
    }
    return false;
}

static void put_drawings(struct cp_svg_paint *p, const struct cp_svg_kinds *used)
{
    const struct cp_alphabet *a = p->view->alphabet;
    for (uint32_t i = 0; i < a->count * 2; i++) {
        uint32_t kind = i / 2;
        uint8_t side = i % 2 ? CP_BLACK : CP_WHITE;
        const struct cp_drawing *d = cp_drawing_of(&a->pieces[kind]);
        if (!is_used(used, kind, side) || is_defined(p, used, d, kind, side))
            continue;
        cp_buf_puts(p->out, "<g id=\"");
        cp_svg_put_drawing_id(p, kind, side);
        bool is_back = a->pieces[kind].is_neutral; /* nobody's: it stands back behind men */
        cp_buf_printf(p->out,
                      "\" fill=\"%s\" stroke=\"%s\" stroke-width=\"1.5\" stroke-linejoin=\"round\" "
                      "stroke-linecap=\"round\"%s>",
                      is_back ? "none" : p->look->fill[side],
                      is_back ? p->look->words : p->look->ink[side],
                      is_back ? " opacity=\".4\"" : "");
        if (d && d->box) /* what is outside its box is cut off there */
            cp_buf_printf(p->out, "<svg width=\"%d\" height=\"%d\" viewBox=\"%s\">", CP_SVG_UNIT,
                          CP_SVG_UNIT, d->box);
        if (d)
            put_parts(p, d, side);
        else if (a->pieces[kind].is_neutral &&
                 a->pieces[kind].is_void) /* a hole where there is no square */
            cp_buf_printf(p->out, "<path fill=\"%s\" stroke=\"none\" d=\"M0 0h45v45H0z\"/>",
                          p->look->ground);
        else if (a->pieces[kind].is_neutral) /* bricks that stand back behind men */
            cp_buf_printf(
                p->out,
                "<path fill=\"%s\" fill-opacity=\".22\" stroke=\"%s\" stroke-opacity=\".5\" "
                "stroke-width=\"1\" d=\"M.5 .5h44v44h-44zM.5 15.5h44M.5 30.5h44M22.5 "
                ".5v15M11.5 15.5v15M33.5 15.5v15M22.5 30.5v14\"/>",
                p->look->edge, p->look->edge);
        else { /* a disc with its letter */
            cp_str letter = cp_alphabet_letter(a, (uint8_t)kind);
            uint32_t width = cp_words_width(letter), size = width < 2 ? 20 : width < 3 ? 16 : 11;
            cp_buf_printf(p->out,
                          "<circle cx=\"22.5\" cy=\"22.5\" r=\"17\"/><text x=\"22.5\" y=\"%u\" "
                          "font-size=\"%u\" font-weight=\"bold\" text-anchor=\"middle\" "
                          "stroke=\"none\" fill=\"%s\">",
                          22 + size * 4 / 11, size, p->look->detail[side]);
            cp_words_put(p->out, letter, CP_ESCAPE_XML);
            cp_buf_puts(p->out, "</text>");
        }
        cp_buf_puts(p->out, d && d->box ? "</svg></g>\n" : "</g>\n");
    }
}

/* What is on panels and chips; and a piece that vanished in a trap is drawn there once more. */
static void put_definitions(struct cp_svg_paint *p)
{
    const struct cp_scene *s = p->scene;
    const struct cp_view *v = s->view;
    struct cp_svg_kinds used = {{0, 0}};
    for (uint32_t i = 0; i < s->panel_count; i++) {
        const struct cp_panel *panel = &s->panels[i];
        for (uint32_t c = 0; c < panel->files * panel->ranks; c++)
            use(&used, panel->cells[c].kind, panel->cells[c].side);
    }
    for (int edge = 0; edge < CP_EDGES; edge++)
        for (uint32_t i = 0; i < s->edges[edge].count; i++) {
            const cp_man *man = s->edges[edge].list[i].man;
            if (man)
                use(&used, man->kind, man->side);
        }
    for (uint32_t i = 0; v->is_log && i < s->beyond_count; i++)
        use(&used, s->beyond[i]->kind, s->beyond[i]->side);
    for (uint32_t i = 0; v->trap_count && i < v->fallen_count; i++)
        use(&used, v->fallen[i].kind, v->fallen[i].side);
    if (has_hatching(p->look)) /* dark squares, black on white */
        cp_buf_printf(p->out,
                      "<pattern id=\"" CP_SVG_PREFIX_LATER
                      "hatching\" width=\"7.5\" height=\"7.5\" "
                      "patternUnits=\"userSpaceOnUse\"><path d=\"M-1 1l2-2M0 7.5l7.5-7.5M6.5 "
                      "8.5l2-2\" fill=\"none\" stroke=\"%s\" stroke-width=\".7\"/></pattern>\n",
                      p->look->words);
    put_drawings(p, &used);
}

/* ---- words ---- */

enum { BOLD = 1, QUIET = 2 }; /* how words are put; QUIET: only their room is taken */

uint32_t cp_svg_put_lines(struct cp_buf *out, cp_str text, const struct cp_svg_lines *how)
{
    uint32_t most = how->width * 100 / how->size, high = 0;
    if (how->is_bold) /* wider by an eighth at most */
        most = most * 8 / 9;
    for (cp_str rest = cp_str_trim(text); rest.len;) {
        cp_str line = {rest.at, cp_words_line(rest, most, false, cp_words_extent)};
        high += how->height;
        rest = cp_str_trim(cp_str_skip(rest, line.len));
        if (!out)
            continue;
        cp_buf_printf(out, "<text x=\"%u\" y=\"%u\" font-size=\"%u\"%s>", how->x, how->y + high - 5,
                      how->size, how->is_bold ? " font-weight=\"bold\"" : "");
        cp_words_put(out, line, CP_ESCAPE_XML);
        cp_buf_puts(out, "</text>\n");
    }
    return high;
}

static void put_text(struct sheet *t, cp_str text, uint32_t size, uint32_t height, int how)
{
    if (size < t->label_least) { /* words are as readable as labels */
        height = height * t->label_least / size;
        size = t->label_least;
    }
    struct cp_svg_lines lines = {.x = MARGIN,
                                 .y = t->y,
                                 .width = t->width - 2 * MARGIN,
                                 .size = size,
                                 .height = height,
                                 .is_bold = how & BOLD};
    t->y += cp_svg_put_lines(how & QUIET ? NULL : t->p.out, text, &lines);
}

static void put_heading(struct sheet *t, int how)
{
    put_text(t, t->p.view->title, CP_SVG_TITLE, CP_SVG_TITLE_HIGH, how | BOLD);
    put_text(t, t->p.view->source, 15, LINE, how);
}

/* At the end of the last line of the caption. */
static void put_tally(struct sheet *t, uint32_t font)
{
    cp_buf_printf(t->p.out, "<text x=\"%u\" y=\"%u\" font-size=\"%u\" text-anchor=\"end\">",
                  t->width - MARGIN, t->y - 5, font);
    cp_words_put(t->p.out, t->p.view->tally, CP_ESCAPE_XML);
    cp_buf_puts(t->p.out, "</text>\n");
}

/* All words below the pictures. */
static void put_words(struct sheet *t, int how)
{
    put_text(t, t->p.view->caption, 15, LINE, how);
    if (t->p.view->tally.len && !(how & QUIET))
        put_tally(t, cp_larger(15, t->label_least));
    for (uint32_t i = 0; i < t->p.scene->panel_count; i++)
        put_text(t, t->headings[i], 13, LINE - 2, how);
    for (uint32_t i = 0; i < t->remark_count; i++)
        put_text(t, t->remarks[i], 13, LINE - 2, how);
}

/* ---- layout ---- */

/* Room for the chips of an edge, its labels included, all from the squares. */
static uint32_t room_at(const struct sheet *t, const struct place *at, enum cp_edge edge)
{
    const struct cp_chips *chips = &t->p.scene->edges[edge];
    if (t->p.view->is_log)
        return t->rings;
    return CP_STRIP + at->gutters[edge] + (chips->count ? CP_CHIP_GAP + chips->thickness + 2 : 0);
}

/* How far chips stand out beyond the corners of a small window. */
static uint32_t overhang(const struct cp_chips *chips, uint32_t side)
{
    int32_t most = 0;
    for (uint32_t i = 0; i < chips->count; i++) {
        int32_t before = -chips->list[i].place;
        int32_t behind = chips->list[i].place + chips->list[i].length - (int32_t)side;
        most = before > most ? before : most;
        most = behind > most ? behind : most;
    }
    return (uint32_t)most;
}

/* Of the words above an inset. */
static uint32_t inset_font(const struct sheet *t)
{
    return cp_larger(INSET_FONT, t->label_least);
}

/* Insets are drawn at three quarters of the size, below their heading of several lines. */
static void size_inset(struct sheet *t, uint32_t number, struct place *at)
{
    const struct cp_panel *panel = &t->p.scene->panels[number];
    uint32_t font = inset_font(t), heading = HEADING * font / INSET_FONT;
    uint32_t lines = 1, widest = heading * 4;
    struct cp_buf line = cp_buf_in(t->p.arena);
    for (int n = 0; cp_buf_reset(&line), cp_words_put_offset(&line, t->p.scene, panel, n); n++) {
        widest = cp_larger(widest, cp_words_extent(cp_buf_str(&line)) * font / 100);
        lines++;
    }
    at->left = CP_STRIP + at->gutters[CP_LEFT];
    at->top = CP_STRIP + at->gutters[CP_TOP];
    uint32_t width = at->left + panel->files * CP_SVG_UNIT + CP_STRIP;
    uint32_t height = at->top + panel->ranks * CP_SVG_UNIT + CP_STRIP + at->gutters[CP_BOTTOM];
    at->width = cp_larger(width * 3 / 4, widest);
    at->height = lines * heading + height * 3 / 4;
}

/* The least of 1, 2, 5, 10, ... labels that are so wide leave room for one another. */
static uint32_t step_for(uint32_t size, uint32_t given)
{
    static const uint32_t steps[] = {1, 2, 5, 10, 20, 50, 100};
    size_t i = 0;
    while (i + 1 < sizeof steps / sizeof *steps &&
           (steps[i] < given || size > steps[i] * CP_SVG_UNIT))
        i++;
    return steps[i] < given ? given : steps[i];
}

/* Labels of one axis have one size; large ones are fewer. An inset is drawn smaller. */
static void size_labels(struct sheet *t, struct place *at, bool is_inset)
{
    const struct cp_labels *files = t->p.view->axes & CP_AXES_LETTERS ? &at->letters : &at->numbers;
    uint32_t longest = t->p.view->axes == CP_AXES_BOTH
                           ? cp_larger(at->letters.file_width, at->numbers.file_width)
                           : files->file_width;
    uint32_t least = is_inset ? t->label_least * 4 / 3 : t->label_least;
    bool is_given = t->style->label.thousandths;
    at->fonts.files = longest > 3 ? LABEL_SMALL : LABEL;
    at->fonts.ranks = at->numbers.rank_width > 3 ? LABEL_SMALL : LABEL;
    at->fonts.files = is_given ? least : cp_larger(at->fonts.files, least);
    at->fonts.ranks = is_given ? least : cp_larger(at->fonts.ranks, least);
    if (least == 0)
        return;
    uint32_t wide = longest * at->fonts.files * CHARACTER / 100 + 4;
    at->letters.file_step = step_for(wide, at->letters.file_step);
    at->numbers.file_step = step_for(wide, at->numbers.file_step);
    at->numbers.rank_step = step_for(at->fonts.ranks, at->numbers.rank_step);
}

/* Asked for, or of a crowd that no list could name. */
static bool has_map(const struct sheet *t)
{
    return t->style->map || t->p.scene->outside_count > CP_WORDS_NAMES_MOST;
}

static void size_panels(struct sheet *t)
{
    enum cp_axes axes = t->p.view->axes;
    const struct cp_scene *s = t->p.scene;
    t->place_count = s->panel_count;
    for (uint32_t i = 0; i < s->panel_count; i++) {
        struct place *at = &t->places[i];
        const struct cp_panel *panel = &s->panels[i];
        uint32_t *labels = at->gutters;
        cp_labels_init(&at->letters, s, panel, CP_LETTER, t->p.arena);
        cp_labels_init(&at->numbers, s, panel, CP_NUMERIC, t->p.arena);
        size_labels(t, at, i > 0);
        uint32_t rank_label = at->numbers.rank_width * at->fonts.ranks * CHARACTER / 100;
        uint32_t reach = at->fonts.ranks * 3 / 7, room = CP_SVG_UNIT / 2 + CP_STRIP;
        labels[CP_LEFT] = axes ? 6 + rank_label : 0;
        labels[CP_RIGHT] = i == 0 && t->p.view->shows_turn ? TURN : 0;
        labels[CP_BOTTOM] = axes ? AXIS + at->fonts.files : 0;
        labels[CP_TOP] = axes == CP_AXES_BOTH ? AXIS + at->fonts.files : 0;
        if (axes && reach > room) /* the label of a row is higher than the row and the strip */
            labels[CP_TOP] = cp_larger(labels[CP_TOP], reach - room);
        if (i) {
            size_inset(t, i, at);
            continue;
        }
        /* chips above and below keep clear of those beside, beyond the corners */
        uint32_t files = panel->files * CP_SVG_UNIT, ranks = panel->ranks * CP_SVG_UNIT;
        uint32_t across =
            cp_larger(overhang(&s->edges[CP_TOP], files), overhang(&s->edges[CP_BOTTOM], files));
        uint32_t along =
            cp_larger(overhang(&s->edges[CP_LEFT], ranks), overhang(&s->edges[CP_RIGHT], ranks));
        labels[CP_TOP] = cp_larger(labels[CP_TOP], along);
        labels[CP_BOTTOM] = cp_larger(labels[CP_BOTTOM], along);
        at->left = cp_larger(room_at(t, at, CP_LEFT), across);
        at->top = room_at(t, at, CP_TOP);
        at->width = at->left + files + cp_larger(room_at(t, at, CP_RIGHT), across);
        at->height = at->top + ranks + room_at(t, at, CP_BOTTOM);
    }
    if (has_map(t))
        t->places[t->place_count++] =
            (struct place){.width = cp_svg_map_width(&t->p), .height = cp_svg_map_height(&t->p)};
}

/* Gives the first `beside` insets places in a column to the right of the window, the
 * others below in rows; the words come under all of that. The sheet is at least so wide. */
static void arrange(struct sheet *t, uint32_t beside, uint32_t width)
{
    struct place *window = &t->places[0];
    uint32_t column = 0, x, y, row = 0;
    for (uint32_t i = 1; i <= beside; i++)
        column = cp_larger(column, t->places[i].width);
    column += column ? INSET_GAP : 0;
    t->width = cp_larger(cp_larger(WIDTH_LEAST, width), 2 * MARGIN + window->width + column);
    for (uint32_t i = beside + 1; i < t->place_count; i++)
        t->width = cp_larger(t->width, 2 * MARGIN + t->places[i].width);
    t->y = MARGIN;
    put_heading(t, QUIET);
    window->x = beside ? MARGIN : (t->width - window->width) / 2; /* a small one in the middle */
    window->y = y = t->y;
    for (uint32_t i = 1; i <= beside; i++) {
        t->places[i].x = MARGIN + window->width + INSET_GAP;
        t->places[i].y = y;
        y += t->places[i].height + MARGIN;
    }
    x = MARGIN;
    y = cp_larger(y, window->y + window->height);
    for (uint32_t i = beside + 1; i < t->place_count; i++) {
        struct place *at = &t->places[i];
        if (x > MARGIN && x + at->width + MARGIN > t->width) {
            y += row;
            x = MARGIN;
            row = 0;
        }
        at->x = x;
        at->y = y;
        x += at->width + INSET_GAP;
        row = cp_larger(row, at->height);
    }
    t->y = y + row;
    put_words(t, QUIET);
    t->y += MARGIN;
}

static bool is_wide(const struct sheet *t)
{
    const struct place *window = &t->places[0];
    return t->width > 2 * t->y && window->width <= 2 * window->height;
}

/* Of all ways to share the insets between the right side and below, the smallest sheet
 * of good proportions: never taller than 3:2, nor wider than 2:1, where the window itself is
 * not. */
static void choose_layout(struct sheet *t)
{
    uint32_t best = 0, best_width = 0;
    uint64_t least = UINT64_MAX;
    const struct cp_panel *window = &t->p.scene->panels[0];
    bool may_be_tall = 2 * window->ranks > 3 * window->files;
    for (uint32_t beside = 0; beside < t->place_count; beside++) {
        uint32_t width = 0;
        arrange(t, beside, width);
        /* words in longer lines need fewer; insets in longer rows may be higher */
        for (int round = 0; round < 4 && !may_be_tall && 2 * t->y > 3 * t->width; round++) {
            width = (2 * t->y + 2) / 3;
            arrange(t, beside, width);
        }
        uint64_t cost = (uint64_t)t->width * t->y * (is_wide(t) ? 4 : 1);
        if (cost >= least)
            continue;
        least = cost;
        best = beside;
        best_width = width;
    }
    arrange(t, best, best_width);
    if (is_wide(t))
        t->y = (t->width + 1) / 2;
}

/* ---- painting ---- */

static void put_inset(struct sheet *t, uint32_t number)
{
    const struct cp_panel *panel = &t->p.scene->panels[number];
    const struct place *at = &t->places[number];
    uint32_t font = inset_font(t), heading = HEADING * font / INSET_FONT, y = at->y + heading;
    struct cp_buf line = cp_buf_in(t->p.arena);
    cp_buf_printf(&line, "Inset %u", number);
    for (int n = 0; line.len; n++) {
        cp_buf_printf(t->p.out, "<text x=\"%u\" y=\"%u\" font-size=\"%u\"%s>", at->x, y - 5, font,
                      n ? "" : " font-weight=\"bold\"");
        cp_words_put(t->p.out, cp_buf_str(&line), CP_ESCAPE_XML);
        cp_buf_puts(t->p.out, "</text>\n");
        cp_buf_reset(&line);
        if (!cp_words_put_offset(&line, t->p.scene, panel, n))
            break;
        y += heading;
    }
    cp_buf_printf(t->p.out, "<g transform=\"translate(%u %u) scale(.75)\">\n",
                  at->x + at->left * 3 / 4, y + at->top * 3 / 4);
    cp_svg_put_panel(&t->p, panel, &at->letters, &at->numbers, &at->fonts);
    cp_buf_puts(t->p.out, "</g>\n");
}

static void put_panels(struct sheet *t)
{
    const struct cp_view *v = t->p.view;
    const struct cp_panel *window = &t->p.scene->panels[0];
    const struct place *at = &t->places[0];
    cp_buf_printf(t->p.out, "<g transform=\"translate(%u %u)\">\n", at->x + at->left,
                  at->y + at->top);
    if (v->is_log)
        cp_svg_put_rings(&t->p);
    cp_svg_put_panel(&t->p, window, &at->letters, &at->numbers, &at->fonts);
    if (v->is_log)
        cp_svg_put_ringed(&t->p);
    if (v->shows_turn) { /* beside the window, at the side that is to move */
        bool is_below = (v->turn == CP_WHITE) != v->flip;
        cp_buf_printf(t->p.out,
                      "<circle cx=\"%u\" cy=\"%u\" r=\"7\" fill=\"%s\" stroke=\"%s\" "
                      "stroke-width=\"1.5\"><title>%s to move</title></circle>\n",
                      window->files * CP_SVG_UNIT + CP_STRIP + TURN / 2,
                      is_below ? window->ranks * CP_SVG_UNIT - 8 : 8, t->p.look->fill[v->turn],
                      t->p.look->words, v->turn == CP_WHITE ? "White" : "Black");
    }
    cp_svg_put_chips(&t->p, at->gutters);
    cp_buf_puts(t->p.out, "</g>\n");
    for (uint32_t i = 1; i < t->p.scene->panel_count; i++)
        put_inset(t, i);
    if (has_map(t)) {
        at = &t->places[t->p.scene->panel_count];
        cp_buf_printf(t->p.out, "<g transform=\"translate(%u %u)\">\n", at->x, at->y);
        cp_svg_put_map(&t->p);
        cp_buf_puts(t->p.out, "</g>\n");
    }
}

/* ---- sizes ---- */

/* A unit is `px` / `of` px; an inch has 96. */
static const struct {
    const char *name;
    uint32_t px, of;
} units[] = {[CP_PX] = {"px", 1, 1},
             [CP_MM] = {"mm", 960, 254},
             [CP_CM] = {"cm", 9600, 254},
             [CP_IN] = {"in", 96, 1},
             [CP_PT] = {"pt", 4, 3}};

bool cp_length_parse(struct cp_length *out, cp_str text)
{
    uint32_t whole, part = 0, place = 1000;
    if (!cp_scan_number(&text, LENGTH_MOST, &whole))
        return false;
    cp_str unit = text;
    if (cp_scan_char(&unit, '.'))
        for (cp_str digits = cp_scan_digits(&unit); digits.len; digits = cp_str_skip(digits, 1)) {
            place /= 10;
            part += (uint32_t)(digits.at[0] - '0') * place;
        }
    *out = (struct cp_length){.thousandths = whole * 1000 + part};
    for (size_t i = 0; i < sizeof units / sizeof *units; i++)
        if (cp_str_is(unit, units[i].name) || (unit.len == 0 && i == CP_PX)) {
            out->unit = (uint8_t)i;
            return out->thousandths > 0;
        }
    return false;
}

/* In thousandths of a px. */
static uint64_t px_of(const struct cp_length *l)
{
    return (uint64_t)l->thousandths * units[l->unit].px / units[l->unit].of;
}

static void make_remarks(struct sheet *t)
{
    struct cp_buf words = cp_buf_in(t->p.arena);
    t->remark_count = 0;
    while (t->remark_count < REMARKS_MOST &&
           cp_words_put_remark(&words, t->p.scene, t->remark_count, false)) {
        t->remarks[t->remark_count++] = cp_buf_str(&words);
        cp_buf_init(&words, t->p.arena);
    }
}

/* Larger labels make a wider sheet, which is drawn smaller: a few rounds settle it. */
static void put_sheet(struct sheet *t)
{
    static const struct cp_length readable = {6000, CP_PT};
    struct cp_buf words;
    t->rings = t->p.view->is_log ? cp_svg_rings_room(&t->p) : 0;
    size_panels(t);
    for (uint32_t i = 0; i < t->p.scene->panel_count; i++) {
        cp_buf_init(&words, t->p.arena);
        if (cp_labels_put_heading(&t->places[i].numbers, &words, false))
            t->headings[i] = cp_buf_str(&words);
    }
    make_remarks(t);
    choose_layout(t);
    const struct cp_svg_style *style = t->style;
    bool has_square = style->square.thousandths, has_width = style->width.thousandths;
    bool is_free = !has_square && !has_width && !style->label.thousandths;
    for (int round = 0; round < 6 && !is_free; round++) {
        uint64_t px = px_of(style->label.thousandths ? &style->label : &readable);
        uint64_t across = !has_square && has_width ? t->width : CP_SVG_UNIT;
        uint64_t whole = has_square  ? px_of(&style->square)
                         : has_width ? px_of(&style->width)
                                     : CP_SVG_UNIT * 1000;
        uint32_t least = (uint32_t)((px * across + whole - 1) / (whole ? whole : 1));
        if (least <= t->label_least)
            break;
        t->label_least = t->p.letter = least;
        if (least > t->scene.chip_font && t->scene.beyond_count && !t->p.view->is_log) {
            cp_chips_place(&t->scene, least, t->p.arena);
            make_remarks(t); /* others have no room now */
        }
        size_panels(t);
        choose_layout(t);
    }
    uint32_t height = t->y, bottom = 0;
    t->y = MARGIN;
    put_heading(t, 0);
    put_panels(t);
    for (uint32_t i = 0; i < t->place_count; i++)
        bottom = cp_larger(bottom, t->places[i].y + t->places[i].height);
    t->y = bottom;
    put_words(t, 0);
    t->y = height;
}

/* ---- the head ---- */

/* "85mm": thousandths of a unit. */
static void put_length(struct cp_buf *out, uint64_t thousandths, const char *unit)
{
    uint64_t part = thousandths % 1000;
    cp_buf_put_int(out, (int64_t)(thousandths / 1000));
    if (part) {
        cp_buf_printf(out, ".%03u", (unsigned)part);
        while (out->at[out->len - 1] == '0')
            out->len--;
    }
    cp_buf_puts(out, unit);
}

/* ---- style ---- */

/* In ids of drawings: two themes of one name must not be taken for one another. */
static cp_str name_of(struct cp_arena *arena, const struct cp_theme *theme)
{
    for (size_t i = 0; i < CP_THEMES; i++)
        if (theme == &cp_themes[i])
            return cp_str_from(theme->name);
    struct cp_buf colours = cp_buf_in(arena);
    for (const struct cp_theme *t = theme; t; t = t->night)
        for (size_t i = 0; i < cp_theme_colours(); i++)
            cp_buf_puts(&colours, cp_theme_colour(t, i));
    return cp_str_printf(arena, "%s-%08x", theme->name,
                         (unsigned)cp_str_hash(cp_buf_str(&colours)));
}

/* Whether an attribute of that value stands anywhere in the picture. */
static bool has_attribute(cp_str picture, const char *name, const char *value)
{
    char wanted[32];
    int len = snprintf(wanted, sizeof wanted, "%s=\"%s\"", name, value);
    const char *end = picture.at + picture.len;
    for (const char *c = picture.at; (c = memchr(c, name[0], (size_t)(end - c))); c++)
        if (end - c >= len && memcmp(c, wanted, (size_t)len) == 0)
            return true;
    return false;
}

/* Style sheets of a page do not reach into the picture: all that they say of it is taken
 * back, and nothing is inherited. */
static void put_style(struct cp_buf *out, const struct cp_svg_frame *f, cp_str picture)
{
    const struct cp_theme *look = cp_svg_look_of(f->style);
    cp_str drawings = cp_str_printf(out->arena, "%.*scp-%.*s-",
                                    CP_FMT(safe_prefix(out->arena, f->style->id_prefix)),
                                    CP_FMT(name_of(out->arena, look)));
    /* also what is used, which has no ancestors where it is */
    cp_str everything = cp_str_printf(
        out->arena, ":is(#" CP_SVG_PREFIX_LATER "sheet>g *,[id^=\"%.*s\"],[id^=\"%.*s\"] *)",
        CP_FMT(drawings), CP_FMT(drawings));
    cp_buf_puts(out, "<style>#" CP_SVG_PREFIX_LATER
                     "sheet>g{all:initial!important;direction:ltr!important}");
    cp_buf_put(out, everything);
    cp_buf_puts(out, "{all:revert-layer!important;direction:ltr!important}");
    if (look->night) { /* what has a colour of the day has that of the night */
        static const char *const attributes[] = {"fill", "stroke"};
        cp_buf_puts(out, "@media (prefers-color-scheme:dark){");
        for (size_t i = 0; i < 2 * cp_theme_colours(); i++) {
            const char *name = attributes[i % 2], *day = cp_theme_colour(look, i / 2);
            if (!has_attribute(picture, name, day))
                continue;
            cp_buf_put(out, everything);
            cp_buf_printf(out, "[%s=\"%s\"]{%s:%s!important}", name, day, name,
                          cp_theme_colour(look->night, i / 2));
        }
        cp_buf_putc(out, '}');
    }
    cp_buf_puts(out, "</style>\n");
}

void cp_svg_put_title(struct cp_buf *out, cp_str prefix, cp_str title, cp_str description)
{
    cp_buf_printf(out, "<title id=\"%.*stitle\">", CP_FMT(prefix));
    cp_words_put(out, title, CP_ESCAPE_XML);
    cp_buf_printf(out, "</title>\n<desc id=\"%.*sdesc\">", CP_FMT(prefix));
    cp_words_put(out, description, CP_ESCAPE_XML);
    cp_buf_puts(out, "</desc>\n");
}

/* A unit is shown as a px, or as the style says. */
void cp_svg_put_document(struct cp_buf *out, const struct cp_svg_frame *f, cp_str body)
{
    struct cp_buf whole = cp_buf_in(out->arena);
    const struct cp_theme *look = cp_svg_look_of(f->style);
    const struct cp_svg_style *style = f->style;
    const struct cp_length *given = style->square.thousandths ? &style->square : &style->width;
    uint64_t across = style->square.thousandths ? CP_SVG_UNIT : f->width;
    uint64_t of = given->thousandths ? given->thousandths : across * 1000;
    const char *unit = given->thousandths ? units[given->unit].name : "";
    cp_buf_puts(&whole,
                "<svg id=\"" CP_SVG_PREFIX_LATER "sheet\" xmlns=\"http://www.w3.org/2000/svg\" "
                "xmlns:xlink=\"http://www.w3.org/1999/xlink\" width=\"");
    put_length(&whole, f->width * of / across, unit);
    cp_buf_puts(&whole, "\" height=\"");
    put_length(&whole, f->height * of / across, unit);
    cp_buf_printf(&whole,
                  "\" viewBox=\"0 0 %u %u\" role=\"img\" aria-labelledby=\"" CP_SVG_PREFIX_LATER
                  "title " CP_SVG_PREFIX_LATER "desc\">\n",
                  f->width, f->height);
    cp_svg_put_title(&whole, CP_STR(CP_SVG_PREFIX_LATER), f->title, f->description);
    cp_buf_puts(&whole, "<g>\n<defs>\n");
    cp_buf_put(&whole, f->definitions);
    cp_buf_puts(&whole, "</defs>\n");
    if (!style->transparent)
        cp_buf_printf(&whole, "<rect width=\"%u\" height=\"%u\" fill=\"%s\"/>\n", f->width,
                      f->height, look->ground);
    if (style->border)
        cp_buf_printf(&whole,
                      "<rect x=\"1\" y=\"1\" width=\"%u\" height=\"%u\" fill=\"none\" "
                      "stroke=\"%s\" stroke-width=\"2\"/>\n",
                      f->width - 2, f->height - 2, look->words);
    cp_buf_printf(&whole,
                  "<g font-family=\"DejaVu Sans, Verdana, Helvetica, Arial, sans-serif\" "
                  "fill=\"%s\">\n",
                  look->words);
    cp_buf_put(&whole, body);
    cp_buf_puts(&whole, "</g>\n</g>\n");
    put_style(&whole, f, cp_buf_str(&whole));
    cp_buf_puts(&whole, "</svg>\n");
    cp_str svg = cp_buf_str(&whole), prefix = safe_prefix(out->arena, style->id_prefix);
    unsigned long long hash = cp_str_hash(svg) & 0xffffffffff;
    cp_svg_put_prefixed(out, svg,
                        prefix.len ? prefix : cp_str_printf(out->arena, "c%010llx-", hash));
}

const struct cp_theme *cp_svg_look_of(const struct cp_svg_style *style)
{
    return style->theme ? style->theme : &cp_themes[CP_THEME_LIGHT];
}

/* ---- pictures ---- */

static struct cp_svg_paint paint_of(struct cp_buf *out, const struct cp_view *v,
                                    const struct cp_svg_style *style)
{
    return (struct cp_svg_paint){.out = out,
                                 .view = v,
                                 .look = cp_svg_look_of(style),
                                 .arena = out->arena,
                                 .drawing_prefix = safe_prefix(out->arena, style->id_prefix),
                                 .look_name = name_of(out->arena, cp_svg_look_of(style))};
}

void cp_svg_put_drawings(struct cp_buf *out, const struct cp_alphabet *a,
                         const struct cp_svg_kinds *used, const struct cp_svg_style *style)
{
    const struct cp_view view = {.alphabet = a};
    struct cp_svg_paint paint = paint_of(out, &view, style);
    put_drawings(&paint, used);
}

void cp_svg_put_name(struct cp_buf *out, const struct cp_alphabet *a, uint8_t kind, uint8_t side,
                     const struct cp_svg_style *style)
{
    const struct cp_view view = {.alphabet = a};
    struct cp_svg_paint paint = paint_of(out, &view, style);
    cp_svg_put_drawing_id(&paint, kind, side);
}

void cp_svg_add_definitions(struct cp_buf *all, struct cp_buf *fresh, cp_str lines)
{
    while (lines.len) {
        cp_str line = cp_scan_until(&lines, '\n'), rest = cp_buf_str(all);
        bool is_there = false;
        while (rest.len && !is_there)
            is_there = cp_str_equal(cp_scan_until(&rest, '\n'), line);
        if (is_there)
            continue;
        cp_buf_printf(all, "%.*s\n", CP_FMT(line));
        if (fresh)
            cp_buf_printf(fresh, "%.*s\n", CP_FMT(line));
    }
}

void cp_svg_paint_part(struct cp_svg_part *out, const struct cp_scene *s,
                       const struct cp_svg_style *style, struct cp_arena *arena)
{
    const struct cp_view *v = s->view;
    struct cp_buf body = cp_buf_in(arena), definitions = cp_buf_in(arena), words = cp_buf_in(arena);
    struct sheet t = {.style = style, .p = paint_of(&body, s->view, style)};
    t.scene = *s;
    t.p.scene = &t.scene;
    t.p.dark = has_hatching(t.p.look) ? "url(#" CP_SVG_PREFIX_LATER "hatching)" : t.p.look->dark;
    put_sheet(&t);
    t.p.out = &definitions;
    put_definitions(&t.p);
    /* every piece by name, for readers who cannot see the picture */
    const cp_man **men = cp_arena_take_zero(arena, v->count, sizeof *men);
    for (uint32_t i = 0; i < v->count; i++)
        men[i] = &v->men[i];
    cp_men_sort(v, men, v->count, arena);
    cp_buf_put(&words, v->about);
    cp_buf_puts(&words, v->about.len ? ". " : "");
    for (uint32_t n = 0; cp_words_put_remark(&words, &t.scene, n, true); n++)
        if (words.len && words.at[words.len - 1] != ' ')
            cp_buf_puts(&words, ". ");
    cp_buf_puts(&words, v->count ? "On the board: " : "The board is empty");
    cp_words_put_men(&words, v, men, v->count);
    *out = (struct cp_svg_part){.width = t.width,
                                .height = t.y,
                                .letter = t.label_least,
                                .description = cp_buf_str(&words),
                                .definitions = cp_buf_str(&definitions),
                                .body = cp_buf_str(&body)};
}

void cp_svg_paint(struct cp_buf *out, const struct cp_scene *s, const struct cp_svg_style *style)
{
    const struct cp_view *v = s->view;
    struct cp_buf title = cp_buf_in(out->arena);
    struct cp_svg_part part;
    cp_svg_paint_part(&part, s, style, out->arena);
    cp_buf_put(&title, v->title);
    cp_buf_puts(&title, v->title.len && v->about.len ? ". " : "");
    cp_buf_put(&title, v->about);
    struct cp_svg_frame frame = {.style = style,
                                 .width = part.width,
                                 .height = part.height,
                                 .title = title.len ? cp_buf_str(&title) : CP_STR("Chess diagram"),
                                 .description = part.description,
                                 .definitions = part.definitions};
    cp_svg_put_document(out, &frame, part.body);
}
