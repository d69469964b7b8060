/* SPDX-License-Identifier: MIT */
/* drawing_file.c -- a strict reader of the little SVG that drawings need. The first fault
 * ends the reading: there is nothing behind it that could be trusted.
 *
 * Why so: D33 (DECISIONS.md). */
#include "draw/drawings.h"

#include "base/scan.h"

enum attribute { VIEW_BOX, D, FILL, STROKE, WIDTH, ATTRIBUTES };

static const struct element {
    const char *name, *end;
    const char *attributes[ATTRIBUTES]; /* NULL: it has none of this name */
    const char *ignored;                /* others, with a blank around each */
} svg_element = {"svg", "</svg", {[VIEW_BOX] = "viewBox"}, " id version width height xmlns "},
  path_element = {"path",
                  "</path",
                  {[D] = "d", [FILL] = "fill", [STROKE] = "stroke", [WIDTH] = "stroke-width"},
                  " id "};

struct reader {
    struct cp_arena *arena;
    struct cp_diags *d;
    const char *file;
    cp_str text, rest;
    cp_str values[ATTRIBUTES]; /* of the element that was read last; at NULL: none */
    struct cp_drawing_part *parts;
    uint32_t part_count;
};

static cp_span span_at(const struct reader *r, const char *at)
{
    cp_span span = {.file = r->file, .line = 1, .col = 1, .len = 1};
    for (const char *c = r->text.at; c < at; c++) {
        span.col++;
        if (*c == '\n') {
            span.line++;
            span.col = 1;
        }
    }
    return span;
}

static bool refuse(struct reader *r, cp_str what, const char *why)
{
    enum { SHOWN = 40 };
    int shown = what.len < SHOWN ? (int)what.len : SHOWN;
    cp_diag_report(r->d, CP_DRAWING_WRONG, span_at(r, what.at), "%.*s%s%s", shown,
                   what.len ? what.at : "", what.len ? ": " : "", why);
    return false;
}

/* What stands next is wrong. */
static bool refuse_here(struct reader *r, const char *why)
{
    return refuse(r, (cp_str){r->rest.at, 0}, why);
}

/* ---- numbers and paths ---- */

/* Past -12.5 or 5e-4; false: there is no number, or one of more than seven digits before the
 * point. */
static bool take_number(cp_str *rest)
{
    enum { WHOLE_MOST = 7 };
    cp_str t = *rest;
    t = cp_str_skip(t, t.len && (t.at[0] == '-' || t.at[0] == '+'));
    size_t digits = cp_scan_digits(&t).len;
    if (digits > WHOLE_MOST)
        return false;
    if (cp_scan_char(&t, '.'))
        digits += cp_scan_digits(&t).len;
    if (digits && t.len > 2 && cp_lower(t.at[0]) == 'e' && t.at[1] == '-' && cp_is_digit(t.at[2]))
        t = cp_str_skip(t, cp_digits_end(t, 2));
    if (digits)
        *rest = t;
    return digits > 0;
}

/* A number that is more than nothing. */
static bool is_size(cp_str text)
{
    const char *all = text.at;
    if (!text.len || text.at[0] == '-' || !take_number(&text) || text.len)
        return false;
    while (*all == '+' || *all == '0' || *all == '.')
        all++;
    return cp_is_digit(*all);
}

/* Where a path cannot be read on; NULL: all of it can. */
static const char *find_fault(cp_str path)
{
    static const char commands[] = "mlhvcsqtaz";
    static const int counts[] = {2, 2, 1, 1, 6, 4, 4, 2, 7, 0};
    bool is_arc = false;
    int count = 0, done = 0; /* how many numbers the command takes, and has */
    cp_str rest = cp_behind_space(path);
    if (!rest.len || cp_lower(rest.at[0]) != 'm')
        return rest.at;
    for (; rest.len; rest = cp_behind_commas(rest)) {
        const char *command = memchr(commands, cp_lower(rest.at[0]), sizeof commands - 1);
        if (command && count && (done == 0 || done % count))
            return rest.at;
        if (command) {
            count = counts[command - commands];
            is_arc = *command == 'a';
            done = 0;
            rest = cp_str_skip(rest, 1);
            continue;
        }
        bool is_flag = is_arc && (done % count == 3 || done % count == 4); /* digits, as in "011" */
        if (is_flag && (rest.at[0] == '0' || rest.at[0] == '1'))
            rest = cp_str_skip(rest, 1);
        else if (is_flag || !count || !take_number(&rest))
            return rest.at;
        done++;
    }
    return count && (done == 0 || done % count) ? rest.at : NULL;
}

/* ---- elements ---- */

static bool take(struct reader *r, const char *word)
{
    return cp_scan_prefix(&r->rest, cp_str_from(word));
}

/* Past the next such word; false: there is none. */
static bool skip_past(struct reader *r, const char *word)
{
    for (; r->rest.len; r->rest = cp_str_skip(r->rest, 1))
        if (take(r, word))
            return true;
    return false;
}

/* Past blanks and comments. */
static bool skip_comments(struct reader *r)
{
    r->rest = cp_behind_space(r->rest);
    while (take(r, "<!--")) {
        if (!skip_past(r, "-->"))
            return refuse_here(r, "the file ends within a comment");
        r->rest = cp_behind_space(r->rest);
    }
    return true;
}

static cp_str take_name(struct reader *r)
{
    size_t n = 0;
    while (n < r->rest.len && !cp_is_space(r->rest.at[n]) && !strchr("<>/=\"'", r->rest.at[n]))
        n++;
    cp_str name = {r->rest.at, n};
    r->rest = cp_str_skip(r->rest, n);
    return name;
}

/* name="value", of those that the element has. */
static bool take_attribute(struct reader *r, const struct element *e)
{
    cp_str name = take_name(r), value, *known = NULL;
    for (int i = 0; i < ATTRIBUTES; i++)
        if (e->attributes[i] && cp_str_is(name, e->attributes[i]))
            known = &r->values[i];
    cp_str word = cp_str_printf(r->arena, " %.*s ", CP_FMT(name));
    if (!name.len || (!known && !strstr(e->ignored, word.at) &&
                      !(e == &svg_element && cp_str_starts(name, CP_STR("xmlns:")))))
        return refuse(r, name,
                      e == &svg_element ? "an svg has a viewBox, no more"
                                        : "a path has d, fill, stroke and stroke-width, no more");
    if (known && known->at)
        return refuse(r, name, "it stands here twice");
    r->rest = cp_behind_space(r->rest);
    bool has_value = take(r, "=");
    r->rest = cp_behind_space(r->rest);
    char quote = r->rest.len ? r->rest.at[0] : '\0';
    const char *end = has_value && (quote == '"' || quote == '\'')
                          ? memchr(r->rest.at + 1, quote, r->rest.len - 1)
                          : NULL;
    if (!end)
        return refuse(r, name, "= and a value in quotes stand behind it");
    value = (cp_str){r->rest.at + 1, (size_t)(end - r->rest.at - 1)};
    if (memchr(value.at, '<', value.len) || memchr(value.at, '&', value.len))
        return refuse(r, value, "< and & cannot stand in a value: there are no entities");
    r->rest = cp_str_skip(r->rest, value.len + 2);
    if (r->rest.len && !cp_is_space(r->rest.at[0]) && !strchr("/>", r->rest.at[0]))
        return refuse_here(r, "a blank stands between attributes");
    if (known)
        *known = cp_str_trim(value);
    return true;
}

/* Its attributes, up to its > or />. */
static bool take_element(struct reader *r, const struct element *e, bool *is_empty)
{
    const char *begin = r->rest.at;
    if (!take(r, "<") || !cp_str_is(take_name(r), e->name))
        return refuse(r, (cp_str){begin, 0},
                      "a drawing is one svg and within it paths, no other element or text");
    memset(r->values, 0, sizeof r->values);
    for (;;) {
        r->rest = cp_behind_space(r->rest);
        *is_empty = take(r, "/>");
        if (*is_empty || take(r, ">"))
            return true;
        if (!take_attribute(r, e))
            return false;
    }
}

static bool take_end(struct reader *r, const struct element *e)
{
    bool is_there = take(r, e->end);
    r->rest = cp_behind_space(r->rest);
    return (is_there && take(r, ">")) || refuse_here(r, "the end of the element is missing");
}

/* ---- what they mean ---- */

enum paint { NONE, WHITE, BLACK };

static bool read_paint(struct reader *r, cp_str value, enum paint *out)
{
    static const struct {
        const char *name;
        enum paint paint;
    } names[] = {{"none", NONE},   {"white", WHITE}, {"#fff", WHITE},   {"#ffffff", WHITE},
                 {"black", BLACK}, {"#000", BLACK},  {"#000000", BLACK}};
    for (size_t i = 0; value.at && i < sizeof names / sizeof *names; i++)
        if (cp_str_like(value, cp_str_from(names[i].name))) {
            *out = names[i].paint;
            return true;
        }
    return !value.at ||
           refuse(r, value, "a drawing is white, black and none: a theme has the colours");
}

/* Text that was found to be numbers and letters of paths, with a NUL behind it. */
static const char *keep(struct reader *r, const char *before, cp_str text, const char *behind)
{
    struct cp_buf b = cp_buf_in(r->arena);
    cp_buf_puts(&b, before);
    for (size_t i = 0; i < text.len; i++)
        cp_buf_putc(&b, cp_is_space(text.at[i]) ? ' ' : text.at[i]);
    cp_buf_puts(&b, behind);
    cp_buf_putc(&b, '\0');
    return b.at;
}

static bool add_part(struct reader *r, enum cp_part_role role, const char *path, const char *style)
{
    if (r->part_count == CP_PARTS_OF_DRAWING)
        return refuse_here(r, "a drawing has at most 256 paths");
    r->parts[r->part_count++] =
        (struct cp_drawing_part){.role = role, .path = path, .style = style};
    return true;
}

static bool add_path(struct reader *r, const char *element)
{
    enum paint fill = BLACK, stroke = NONE;
    cp_str d = r->values[D], width = r->values[WIDTH].at ? r->values[WIDTH] : CP_STR("1");
    const char *fault = d.at ? find_fault(d) : element;
    if (fault)
        return refuse(r, (cp_str){fault, 0}, "the path cannot be read from here on");
    if (!read_paint(r, r->values[FILL], &fill) || !read_paint(r, r->values[STROKE], &stroke))
        return false;
    if (stroke == WHITE)
        return refuse(r, r->values[STROKE], "a white line cannot be seen on White's pieces");
    if (!is_size(width))
        return refuse(r, width, "a width is a number, without a unit");
    const char *path = keep(r, "", d, ""), *line = keep(r, " stroke-width=\"", width, "\"");
    if (fill == WHITE)
        return add_part(r, CP_PART_SHAPE, path, stroke == NONE ? " stroke=\"none\"" : line);
    return (fill == NONE || add_part(r, CP_PART_DOTS, path, "")) &&
           (stroke == NONE || add_part(r, CP_PART_STROKES, path, line));
}

static bool check_box(struct reader *r, const char *element)
{
    cp_str box = r->values[VIEW_BOX], rest = box, numbers[4];
    for (int i = 0; i < 4; i++, rest = cp_behind_commas(rest)) {
        numbers[i].at = rest.at;
        if (!take_number(&rest))
            return refuse(r, (cp_str){element, 0}, "its viewBox is four numbers");
        numbers[i].len = (size_t)(rest.at - numbers[i].at);
    }
    return (!rest.len && is_size(numbers[2]) && is_size(numbers[3])) ||
           refuse(r, box, "a viewBox is four numbers, the last two its width and height");
}

static bool read_all(struct reader *r, const char **box)
{
    bool is_empty;
    if (r->text.len > CP_DRAWING_MOST)
        return refuse_here(r, "a drawing has at most 65536 bytes");
    take(r, "\xef\xbb\xbf");
    if (take(r, "<?xml") && !skip_past(r, "?>"))
        return refuse_here(r, "the file ends within its first line");
    if (!skip_comments(r))
        return false;
    const char *element = r->rest.at;
    if (!take_element(r, &svg_element, &is_empty) || !check_box(r, element))
        return false;
    *box = keep(r, "", r->values[VIEW_BOX], "");
    while (!is_empty) {
        bool is_path_empty;
        if (!skip_comments(r))
            return false;
        if (cp_str_starts(r->rest, CP_STR("</")))
            break;
        element = r->rest.at;
        if (!take_element(r, &path_element, &is_path_empty) || !add_path(r, element) ||
            (!is_path_empty && !take_end(r, &path_element)))
            return false;
    }
    if ((!is_empty && !take_end(r, &svg_element)) || !skip_comments(r))
        return false;
    return r->rest.len ? refuse_here(r, "nothing stands behind the svg")
                       : r->part_count || refuse_here(r, "nothing is drawn");
}

/* ---- the whole ---- */

const struct cp_drawing *cp_drawing_parse(struct cp_arena *arena, cp_str svg, const char *file,
                                          struct cp_diags *d)
{
    struct reader r = {.arena = arena, .d = d, .file = file, .text = svg, .rest = svg};
    struct cp_drawing *out = cp_arena_take_zero(arena, 1, sizeof *out);
    r.parts = cp_arena_take_zero(arena, CP_PARTS_OF_DRAWING + 1, sizeof *r.parts);
    if (!read_all(&r, &out->box))
        return NULL;
    /* FNV-1a of all that is painted; in black alone, White's piece would look like Black's. */
    bool has_white = false;
    uint32_t hash = 0x811c9dc5;
    for (uint32_t i = 0; i < r.part_count; i++) {
        const char *const texts[] = {out->box, r.parts[i].path, r.parts[i].style};
        has_white |= r.parts[i].role == CP_PART_SHAPE;
        hash = (hash ^ (unsigned)r.parts[i].role) * 0x01000193;
        for (size_t t = 0; t < sizeof texts / sizeof *texts; t++)
            for (const char *c = texts[t]; *c; c++)
                hash = (hash ^ (unsigned char)*c) * 0x01000193;
    }
    if (!has_white)
        cp_diag_report(d, CP_DRAWING_DARK, span_at(&r, svg.at), "%s", "");
    out->name = cp_str_printf(arena, "own-%08x", (unsigned)hash).at;
    out->parts = r.parts;
    return out;
}
