/* SPDX-License-Identifier: MIT */
/* ascii.c -- each square is one slot for a mark, then a symbol padded to the
 * widest one. The slot behind a marked square closes its mark, unless the next
 * square opens one of its own: so a board of 24 files fits 80 columns.
 *
 *                  ^ K(5,1000)  N(7,90)     chips: pieces beyond the window
 *     r(-99,3) < 3  .  .  .  ~  .  .        ~ where empty files and ranks are torn out
 *                2  .  Q  .  ~  .  . > !b(12,2)!
 *                   1  2  3     8  9 */
#include "draw/brushes/brushes.h"
#include "draw/picture/words.h"

enum {
    LINE = 79, /* characters of a line of words */
    EMPTY_KINDS = 5,
};

/* The text of a kind of square: bytes of t->texts, and how many characters they are. */
struct symbol {
    size_t at, len;
    uint32_t width;
};

struct sheet {
    struct cp_buf *out;
    const struct cp_scene *scene;
    bool unicode;
    struct cp_buf texts;
    struct symbol *symbols; /* of empty squares, then two for each kind: White's, Black's */
    size_t longest;         /* bytes of a symbol */
    uint32_t width;         /* of all, padded */
    struct cp_labels numbers[CP_PANELS_MOST], letters[CP_PANELS_MOST];
    struct cp_buf words;   /* of chips, on their way */
    uint32_t left_columns; /* of the chips on the left */
};

/* ---- symbols ---- */

/* The letter has its side in its case: "Ha" and "ha". One that has no case gets a stroke for
 * Black. */
static void put_symbol(const struct sheet *t, struct cp_buf *out, uint8_t kind, uint8_t side)
{
    const struct cp_alphabet *a = t->scene->view->alphabet;
    const struct cp_drawing *d = t->unicode ? cp_drawing_find(a->pieces[kind].name) : NULL;
    cp_str letter = cp_alphabet_letter(a, kind);
    bool has_case = d && d->white;
    if (d && d->white)
        cp_buf_puts(out, side == CP_WHITE ? d->white : d->black);
    for (size_t i = 0; i < letter.len && !(d && d->white); i++) {
        char c = letter.at[i], small = cp_lower(c);
        bool raise = side == CP_WHITE && i == 0 && c >= 'a' && c <= 'z';
        has_case |= cp_is_letter(c);
        cp_buf_putc(out, raise ? (char)(c - 'a' + 'A') : side == CP_BLACK ? small : c);
    }
    if (!has_case && side == CP_BLACK)
        cp_buf_putc(out, '\'');
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
    static const char signs[] = {[CP_MARKED_SQUARE] = '<',
                                 [CP_MARKED_CIRCLE] = '(',
                                 [CP_MARKED_CROSS] = '{',
                                 [CP_MARKED_LABEL] = '"'};
    if (cell->flags & CP_CELL_CHECK)
        return '!';
    if (cell->flags & (CP_CELL_FROM | CP_CELL_TO))
        return '[';
    if (cell->shapes & CP_SHAPE_PREY)
        return 'x';
    for (int kind = CP_MARKED_SQUARE; cell->shapes & ~(CP_SHAPE_WAY | CP_SHAPE_RAY); kind++)
        if (cell->shapes >> kind & 1)
            return signs[kind]; /* the first there is */
    return cell->flags & CP_CELL_ORIGIN ? '|' : ' ';
}

static char closing(char open)
{
    static const char signs[] = "[<({|x", closings[] = "]>)}  ";
    const char *sign = open == ' ' ? NULL : strchr(signs, open);
    return sign ? closings[sign - signs] : open;
}

/* Whether a tear is in front of a column or row as it is seen. */
static bool is_torn(const struct cp_scale *s, uint32_t at, uint32_t count, bool from_high)
{
    for (uint32_t i = 0; i < s->tear_count; i++)
        if ((from_high ? count - s->tears[i].at : s->tears[i].at) == at)
            return true;
    return false;
}

static bool is_column_torn(const struct sheet *t, const struct cp_panel *p, uint32_t column)
{
    return is_torn(&p->x, column, p->files, t->scene->view->flip);
}

static void put_row(const struct sheet *t, const struct cp_panel *p, uint32_t row)
{
    char before = ' ';
    int step = t->scene->view->flip ? -1 : 1;
    const cp_scene_cell *cell = cp_panel_cell(t->scene, p, 0, row);
    char *at =
        cp_buf_room(t->out, p->files * (1 + t->longest + t->width) + 1 + 2 * p->x.tear_count);
    for (uint32_t column = 0; column < p->files; column++, cell += step) {
        char open = opening(cell);
        if (p->x.tear_count && is_column_torn(t, p, column)) {
            *at++ = closing(before);
            *at++ = '~';
            before = ' ';
        }
        *at++ = open == ' ' ? closing(before) : open;
        const struct symbol *s =
            &t->symbols[!!(cell->flags & CP_CELL_TRAP) + 2 * !!(cell->flags & CP_CELL_FALL)];
        if (cell->kind != CP_NO_KIND)
            s = &t->symbols[EMPTY_KINDS + 2 * cell->kind + cell->side];
        else if (cell->shapes & (CP_SHAPE_WAY | CP_SHAPE_RAY))
            s = &t->symbols[EMPTY_KINDS - 1];
        const char *text = t->texts.at + s->at, digit = (char)('0' + cell->heat);
        uint32_t width = s->width;
        if (cell->heat && cell->kind == CP_NO_KIND)
            *at++ = digit;
        else
            for (size_t i = 0; i < s->len; i++)
                *at++ = text[i];
        if (cell->clock && cell->clock <= 10 && width++ < t->width)
            *at++ = (char)('0' + cell->clock - 1);
        for (; width < t->width; width++)
            *at++ = ' ';
        before = open;
    }
    *at++ = closing(before);
    t->out->len = (size_t)(at - t->out->at);
}

/* ---- axes ---- */

/* A row of file labels; upright when they are wider than a square. */
static void put_files(const struct sheet *t, const struct cp_labels *l, uint32_t indent)
{
    struct cp_buf label = cp_buf_in(t->out->arena);
    bool upright = l->file_width > t->width;
    for (uint32_t line = 0; line < (upright ? l->file_width : 1); line++) {
        pad(t->out, indent);
        for (uint32_t column = 0; column < l->panel->files; column++) {
            cp_buf_reset(&label);
            cp_labels_put(l, &label, false, column);
            if (l->panel->x.tear_count && is_column_torn(t, l->panel, column))
                pad(t->out, 2);
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
            bool here = line >= above && width;
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

/* ---- chips ---- */

/* "<", "<^", "^", "^>", ... */
static void put_direction(struct cp_buf *out, const struct cp_chip *chip)
{
    int32_t x = chip->dx < 0 ? -chip->dx : chip->dx, y = chip->dy < 0 ? -chip->dy : chip->dy;
    bool is_flat = 5 * y < 2 * x, is_steep = 5 * x < 2 * y;
    if (chip->dx < 0 && !is_steep)
        cp_buf_putc(out, '<');
    if (!is_flat)
        cp_buf_putc(out, chip->dy < 0 ? '^' : 'v');
    if (chip->dx > 0 && !is_steep)
        cp_buf_putc(out, '>');
}

/* "R(99,3)", "[R(99,3)]" if it moved last, "!R(99,3)!" if it gives check. */
static void put_chip(const struct sheet *t, struct cp_buf *out, const struct cp_chip *chip)
{
    const char *before = chip->checks ? "!" : chip->moved ? "[" : "";
    const char *behind = chip->checks ? "!" : chip->moved ? "]" : "";
    cp_buf_puts(out, before);
    if (chip->man)
        put_symbol(t, out, chip->man->kind, chip->man->side);
    cp_buf_put(out, chip->label);
    cp_buf_puts(out, behind);
}

/* The chips of a row, " > R(99,3)", to t->words; on the left the arrow stands behind. */
static void make_side_words(struct sheet *t, enum cp_edge edge, uint32_t row)
{
    const struct cp_chips *chips = &t->scene->edges[edge];
    cp_buf_reset(&t->words);
    for (uint32_t i = 0; i < chips->count; i++) {
        const struct cp_chip *chip = &chips->list[i];
        int32_t at = (chip->place + chip->length / 2) / CP_DRAWING_GRID;
        int32_t last = (int32_t)t->scene->panels[0].ranks - 1;
        if ((uint32_t)(at < 0 ? 0 : at > last ? last : at) != row)
            continue;
        cp_buf_putc(&t->words, ' ');
        if (edge == CP_RIGHT && chip->man)
            put_direction(&t->words, chip);
        cp_buf_puts(&t->words, edge == CP_RIGHT && chip->man ? " " : "");
        put_chip(t, &t->words, chip);
        cp_buf_puts(&t->words, edge == CP_LEFT && chip->man ? " " : "");
        if (edge == CP_LEFT && chip->man)
            put_direction(&t->words, chip);
    }
}

/* ---- panels ---- */

static void put_panel(struct sheet *t, uint32_t number)
{
    const struct cp_view *v = t->scene->view;
    const struct cp_panel *p = &t->scene->panels[number];
    const struct cp_labels *numbers = &t->numbers[number];
    uint32_t left = number ? 0 : t->left_columns;
    uint32_t indent = left + (v->axes ? numbers->rank_width + 1 : 0);
    if (v->axes == CP_AXES_BOTH)
        put_files(t, numbers, indent);
    if (p->ends[CP_TOP])
        put_border(t, p, indent);
    struct cp_buf label = cp_buf_in(t->out->arena);
    for (uint32_t row = 0; row < p->ranks; row++) {
        if (p->y.tear_count && is_torn(&p->y, row, p->ranks, !v->flip)) {
            pad(t->out, indent);
            for (uint32_t column = 0; column < p->files; column++) {
                cp_buf_puts(t->out, is_column_torn(t, p, column) ? "   ~" : " ~");
                pad(t->out, t->width - 1);
            }
            end_line(t->out);
        }
        if (t->left_columns && number == 0) {
            make_side_words(t, CP_LEFT, row);
            cp_str words = cp_str_trim(cp_buf_str(&t->words));
            pad(t->out, t->left_columns - 1 - cp_words_width(words));
            cp_words_put(t->out, words, CP_ESCAPE_NONE);
            cp_buf_putc(t->out, ' ');
        }
        cp_buf_reset(&label);
        if (v->axes) {
            cp_labels_put(numbers, &label, true, row);
            pad(t->out, numbers->rank_width - (uint32_t)label.len);
            cp_buf_put(t->out, cp_buf_str(&label));
            cp_buf_putc(t->out, ' ');
        }
        put_row(t, p, row);
        if (t->scene->edges[CP_RIGHT].count && number == 0) {
            make_side_words(t, CP_RIGHT, row);
            cp_words_put(t->out, cp_buf_str(&t->words), CP_ESCAPE_NONE);
        }
        end_line(t->out);
    }
    if (p->ends[CP_BOTTOM])
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
        cp_str line = {rest.at, cp_words_line(rest, LINE - 2, true, cp_words_width)};
        cp_buf_puts(t->out, indent);
        put_text(t, line);
        rest = cp_str_trim(cp_str_skip(rest, line.len));
        indent = "  ";
    }
}

/* "^ K(5,1000)  <^ N(-7,90)": the chips above or below the window, none broken. */
static void put_level_chips(struct sheet *t, enum cp_edge edge)
{
    const struct cp_chips *chips = &t->scene->edges[edge];
    uint32_t used = 0;
    for (uint32_t i = 0; i < chips->count; i++) {
        cp_buf_reset(&t->words);
        if (chips->list[i].man) {
            put_direction(&t->words, &chips->list[i]);
            cp_buf_putc(&t->words, ' ');
        }
        put_chip(t, &t->words, &chips->list[i]);
        uint32_t width = 2 + cp_words_width(cp_buf_str(&t->words));
        if (used + width > LINE) {
            cp_buf_putc(t->out, '\n');
            used = 0;
        }
        cp_buf_puts(t->out, used ? "  " : "");
        cp_words_put(t->out, cp_buf_str(&t->words), CP_ESCAPE_NONE);
        used += width;
    }
    if (chips->count)
        cp_buf_putc(t->out, '\n');
}

/* The widest symbol says how wide a square is. */
static void measure(struct sheet *t)
{
    static const char *const empty[2][EMPTY_KINDS] = {
        {".", "#", "_", "x", "*"}, {"\u00b7", "\u25a3", "\u25a1", "\u00d7", "\u2022"}};
    const struct cp_view *v = t->scene->view;
    uint32_t kinds = EMPTY_KINDS + 2 * v->alphabet->count;
    t->symbols = cp_arena_take(t->out->arena, kinds * sizeof *t->symbols);
    t->longest = t->width = t->left_columns = 0;
    cp_buf_init(&t->texts, t->out->arena);
    cp_buf_init(&t->words, t->out->arena);
    for (uint32_t i = 0; i < kinds; i++) {
        size_t first = t->texts.len;
        uint32_t piece = i - EMPTY_KINDS;
        if (i < EMPTY_KINDS)
            cp_buf_puts(&t->texts, empty[t->unicode][i]);
        else
            put_symbol(t, &t->texts, (uint8_t)(piece / 2), piece % 2 ? CP_BLACK : CP_WHITE);
        cp_str text = cp_str_skip(cp_buf_str(&t->texts), first);
        struct symbol *s = &t->symbols[i];
        *s = (struct symbol){first, text.len, cp_words_width(text)};
        t->longest = s->len > t->longest ? s->len : t->longest;
        t->width = s->width > t->width ? s->width : t->width;
    }
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
    for (uint32_t row = 0; t->scene->edges[CP_LEFT].count && row < t->scene->panels[0].ranks;
         row++) {
        make_side_words(t, CP_LEFT, row);
        uint32_t width = cp_words_width(cp_str_trim(cp_buf_str(&t->words))) + 1;
        t->left_columns = width > 1 && width > t->left_columns ? width : t->left_columns;
    }
}

void cp_ascii_paint(struct cp_buf *out, const struct cp_scene *s, bool unicode)
{
    const struct cp_view *v = s->view;
    struct sheet t;
    t.out = out;
    t.scene = s;
    t.unicode = unicode;
    struct cp_buf words = cp_buf_in(out->arena);
    measure(&t);
    put_text(&t, v->title);
    put_text(&t, v->source);
    for (uint32_t p = 0; p < s->panel_count; p++) {
        if (p)
            cp_buf_putc(out, '\n');
        if (cp_labels_put_heading(&t.letters[p], out, p > 0))
            cp_buf_putc(out, '\n');
        cp_buf_reset(&words); /* "17 files right, 4000 ranks down" */
        for (int n = 0; p && cp_words_put_offset(&words, s, &s->panels[p], n); n++)
            cp_buf_puts(&words, ", ");
        put_remark(&t, (cp_str){words.at, words.len - (words.len ? 2 : 0)});
        if (!p)
            put_level_chips(&t, CP_TOP);
        put_panel(&t, p);
        if (!p)
            put_level_chips(&t, CP_BOTTOM);
    }
    put_text(&t, !v->tally.len ? v->caption
                               : cp_str_printf(out->arena, "%.*s  %.*s", CP_FMT(v->caption),
                                               CP_FMT(v->tally)));
    cp_str turn = v->turn == CP_WHITE ? CP_STR("White to move") : CP_STR("Black to move");
    if (v->shows_turn && !cp_str_equal(v->caption, turn)) /* once: a caption may say no more */
        put_text(&t, turn);
    cp_buf_reset(&words);
    for (uint32_t n = 0; cp_words_put_remark(&words, s, n, true); n++) {
        put_remark(&t, cp_buf_str(&words));
        cp_buf_reset(&words);
    }
}
