/* SPDX-License-Identifier: MIT */
/* ascii.c -- each square is one slot for a mark, then a symbol padded to the
 * widest one. The slot behind a marked square closes its mark, unless the next
 * square opens one of its own: so a board of 24 files fits 80 columns. */
#include "draw/ascii.h"

#include "draw/drawings.h"
#include "draw/words.h"

enum { LINE = 79 }; /* characters of a line of words */

struct symbol {
    cp_str text;
    uint32_t width;
};

struct sheet {
    struct cp_buf *out;
    const struct cp_scene *scene;
    bool unicode;
    uint32_t width;         /* of a symbol, padded */
    struct symbol *symbols; /* two for each kind: White's, Black's */
    struct cp_labels numbers[CP_PANELS_MOST], letters[CP_PANELS_MOST];
};

/* ---- symbols ---- */

/* The letter with its side in its case: "Ha" and "ha". A letter that has no
 * case gets a stroke for Black. */
static void put_letter(struct cp_buf *out, cp_str letter, uint8_t side)
{
    bool has_case = false;
    for (size_t i = 0; i < letter.len; i++) {
        char c = letter.at[i], small = cp_lower(c);
        bool raise = side == CP_WHITE && i == 0 && c >= 'a' && c <= 'z';
        has_case |= cp_is_letter(c);
        cp_buf_putc(out, raise ? (char)(c - 'a' + 'A') : side == CP_BLACK ? small : c);
    }
    if (!has_case && side == CP_BLACK)
        cp_buf_putc(out, '\'');
}

static struct symbol make_symbol(const struct sheet *t, uint8_t kind, uint8_t side)
{
    const struct cp_alphabet *a = t->scene->view->alphabet;
    const struct cp_drawing *d = t->unicode ? cp_drawing_find(a->pieces[kind].name) : NULL;
    struct cp_buf b;
    cp_buf_init(&b, t->out->arena);
    if (d && d->white)
        cp_buf_puts(&b, side == CP_WHITE ? d->white : d->black);
    else
        put_letter(&b, cp_alphabet_letter(a, kind), side);
    return (struct symbol){cp_buf_str(&b), cp_words_width(cp_buf_str(&b))};
}

/* A symbol for each kind; the widest says how wide a square is. */
static void make_symbols(struct sheet *t)
{
    uint32_t count = t->scene->view->alphabet->count;
    t->symbols = cp_arena_take_zero(t->out->arena, 2 * (size_t)count, sizeof *t->symbols);
    t->width = 1;
    for (uint32_t kind = 0; kind < count; kind++) {
        struct symbol *s = &t->symbols[2 * kind];
        s[CP_WHITE] = make_symbol(t, (uint8_t)kind, CP_WHITE);
        s[CP_BLACK] = make_symbol(t, (uint8_t)kind, CP_BLACK);
        t->width = s[CP_BLACK].width > t->width ? s[CP_BLACK].width : t->width;
    }
}

static void measure(struct sheet *t)
{
    const struct cp_view *v = t->scene->view;
    make_symbols(t);
    t->width += v->clocks && t->width < 2; /* room for a clock's digit */
    for (uint32_t p = 0; p < t->scene->panel_count; p++) {
        struct cp_labels *l = v->axes == CP_AXES_LETTERS ? &t->letters[p] : &t->numbers[p];
        const struct cp_panel *panel = &t->scene->panels[p];
        cp_labels_init(&t->numbers[p], t->scene, panel, CP_NUMERIC, t->out->arena);
        cp_labels_init(&t->letters[p], t->scene, panel, t->unicode ? CP_LETTER : CP_LETTER_ASCII,
                       t->out->arena);
        if (v->axes && l->file_width == 2 && t->width < 2)
            t->width = 2; /* two characters are better side by side */
    }
}

static void pad(struct cp_buf *out, uint32_t n)
{
    while (n--)
        cp_buf_putc(out, ' ');
}

/* Ends a line, without blanks at its end. */
static void end_line(struct cp_buf *out)
{
    while (out->len && out->at[out->len - 1] == ' ')
        out->len--;
    cp_buf_putc(out, '\n');
}

/* ---- squares ---- */

static char opening(const cp_scene_cell *cell)
{
    if (cell->flags & CP_CELL_CHECK)
        return '!';
    if (cell->flags & (CP_CELL_FROM | CP_CELL_TO))
        return '[';
    if (cell->tints)
        return '<';
    return cell->flags & CP_CELL_ORIGIN ? '|' : ' ';
}

static char closing(char open)
{
    return open == '[' ? ']' : open == '<' ? '>' : open == '!' ? '!' : ' ';
}

static cp_str empty_square(const struct sheet *t, const cp_scene_cell *cell)
{
    bool is_trap = cell->flags & CP_CELL_TRAP, is_fall = cell->flags & CP_CELL_FALL;
    if (is_trap && is_fall)
        return t->unicode ? CP_STR("\u00d7") : CP_STR("x");
    if (is_trap)
        return t->unicode ? CP_STR("\u25a3") : CP_STR("#");
    if (is_fall)
        return t->unicode ? CP_STR("\u25a1") : CP_STR("_");
    return t->unicode ? CP_STR("\u00b7") : CP_STR(".");
}

static void put_cell(const struct sheet *t, const cp_scene_cell *cell)
{
    bool is_empty = cell->kind == CP_NO_KIND;
    const struct symbol *s = is_empty ? NULL : &t->symbols[2 * cell->kind + cell->side];
    uint32_t width = is_empty ? 1 : s->width;
    cp_buf_put(t->out, is_empty ? empty_square(t, cell) : s->text);
    if (cell->clock && cell->clock < 10 && width < t->width) {
        cp_buf_put_int(t->out, cell->clock);
        width++;
    }
    pad(t->out, t->width - width);
}

static void put_row(const struct sheet *t, const struct cp_panel *p, uint32_t row)
{
    char before = ' ';
    const cp_scene_cell *cell = cp_panel_cell(t->scene, p, 0, row);
    for (uint32_t column = 0; column < p->files; column++, cell += t->scene->view->flip ? -1 : 1) {
        char open = opening(cell);
        cp_buf_putc(t->out, open == ' ' ? closing(before) : open);
        put_cell(t, cell);
        before = open;
    }
    cp_buf_putc(t->out, closing(before));
}

/* ---- axes ---- */

/* A row of file labels; upright when they are wider than a square. */
static void put_files(const struct sheet *t, const struct cp_labels *l, uint32_t indent)
{
    struct cp_buf label;
    cp_buf_init(&label, t->out->arena);
    bool upright = l->file_width > t->width;
    for (uint32_t line = 0; line < (upright ? l->file_width : 1); line++) {
        pad(t->out, indent);
        for (uint32_t column = 0; column < l->panel->files; column++) {
            cp_buf_reset(&label);
            cp_labels_put_file(l, &label, column);
            cp_str text = cp_buf_str(&label);
            uint32_t width = cp_words_width(text);
            cp_buf_putc(t->out, ' ');
            if (!upright) {
                cp_buf_put(t->out, text);
                pad(t->out, t->width - width);
                continue;
            }
            /* only φ has more than one byte, and it stands alone */
            uint32_t above = l->file_width - width;
            bool here = line >= above;
            if (here && text.len > width)
                cp_buf_put(t->out, text);
            else
                cp_buf_putc(t->out, here ? text.at[line - above] : ' ');
            pad(t->out, t->width - 1);
        }
        end_line(t->out);
    }
}

static void put_border(const struct sheet *t, const struct cp_panel *p, uint32_t indent)
{
    pad(t->out, indent);
    for (uint32_t i = 0; i < p->files * (t->width + 1) + 1; i++)
        cp_buf_putc(t->out, '-');
    cp_buf_putc(t->out, '\n');
}

static void put_panel(const struct sheet *t, uint32_t number)
{
    const struct cp_view *v = t->scene->view;
    const struct cp_panel *p = &t->scene->panels[number];
    const struct cp_labels *numbers = &t->numbers[number];
    bool flip = v->flip, low = flip ? p->high_edge : p->low_edge;
    bool high = flip ? p->low_edge : p->high_edge;
    uint32_t indent = v->axes ? numbers->rank_width + 1 : 0;
    if (v->axes == CP_AXES_BOTH)
        put_files(t, numbers, indent);
    if (high)
        put_border(t, p, indent);
    struct cp_buf label;
    cp_buf_init(&label, t->out->arena);
    for (uint32_t row = 0; row < p->ranks; row++) {
        cp_buf_reset(&label);
        if (v->axes) {
            cp_labels_put_rank(numbers, &label, row);
            pad(t->out, numbers->rank_width - (uint32_t)label.len);
            cp_buf_put(t->out, cp_buf_str(&label));
            cp_buf_putc(t->out, ' ');
        }
        put_row(t, p, row);
        end_line(t->out);
    }
    if (low)
        put_border(t, p, indent);
    if (v->axes)
        put_files(t, v->axes & CP_AXES_LETTERS ? &t->letters[number] : numbers, indent);
}

/* ---- words ---- */

static void put_text(const struct sheet *t, cp_str text)
{
    if (text.len == 0)
        return;
    cp_words_put(t->out, text, CP_ESCAPE_NONE);
    end_line(t->out);
}

/* A remark on lines of its own, never breaking a square's name. */
static void put_remark(const struct sheet *t, cp_str text)
{
    const char *indent = "";
    for (cp_str rest = cp_str_trim(text); rest.len;) {
        cp_str line = {rest.at, cp_words_line(rest, LINE - 2, true)};
        cp_buf_puts(t->out, indent);
        put_text(t, line);
        rest = cp_str_trim(cp_str_skip(rest, line.len));
        indent = "  ";
    }
}

static void put_remarks(const struct sheet *t)
{
    struct cp_buf remark;
    cp_buf_init(&remark, t->out->arena);
    for (uint32_t n = 0; cp_words_put_remark(&remark, t->scene, n, true); n++) {
        put_remark(t, cp_buf_str(&remark));
        cp_buf_reset(&remark);
    }
}

void cp_ascii_paint(struct cp_buf *out, const struct cp_scene *s, bool unicode)
{
    struct sheet t;
    t.out = out;
    t.scene = s;
    t.unicode = unicode;
    measure(&t);
    put_text(&t, s->view->title);
    for (uint32_t p = 0; p < s->panel_count; p++) {
        if (p)
            cp_buf_putc(out, '\n');
        if (cp_labels_put_heading(&t.letters[p], out, p > 0))
            cp_buf_putc(out, '\n');
        put_panel(&t, p);
    }
    put_text(&t, s->view->caption);
    put_remarks(&t);
}
