/* SPDX-License-Identifier: MIT */
/* drawing_file.c -- a strict reader of as much XML as drawings need, and of as much SVG.
 *
 *     <g transform="…" fill="white">     a level: what is said of it holds within it
 *       <rect …/>                        a part: a path in our own words, what it is
 *     </g>                               filled with, its line, and all transforms around
 *
 * What cannot be read as XML ends the reading; other faults are reported, each, and what
 * they stand in is passed over. */
#include "draw/drawing_file.h"

#include "draw/drawing_path.h"

enum { ATTRIBUTES_MOST = 32, HALF_GRID = CP_DRAWING_GRID * CP_MICRO / 2 };

enum paint { NONE, WHITE, BLACK };

/* Of a level, and of what is in it. */
struct look {
    enum paint fill, stroke;
    int64_t width;
    const char *cap, *join, *rule; /* of ours */
};

struct level {
    cp_str name;
    struct look look;
    cp_str transform;
    bool is_words; /* title, desc: their text is nothing to us */
};

struct attribute {
    cp_str name, value;
};

struct reader {
    struct cp_arena *arena;
    struct cp_diags *d;
    const char *file;
    cp_str text, rest;
    struct level levels[CP_DRAWING_DEPTH];
    uint32_t depth;
    bool has_root;
    struct attribute attributes[ATTRIBUTES_MOST];
    uint32_t attribute_count;
    struct cp_drawing_part *parts;
    uint32_t part_count;
};

/* With a NUL behind it. */
static const char *keep(struct cp_buf *b)
{
    cp_buf_putc(b, '\0');
    return b->at;
}

/* ---- faults ---- */

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

static bool refuse(struct reader *r, enum cp_diag kind, const char *at, cp_str what,
                   const char *why)
{
    enum { SHOWN = 40 };
    what.len = what.len < SHOWN ? what.len : SHOWN;
    cp_diag_report(r->d, kind, span_at(r, at), "%.*s%s%s", CP_FMT(what), what.len ? ": " : "", why);
    return false;
}

static bool refuse_xml(struct reader *r, const char *why)
{
    return refuse(r, CP_DRAWING_SYNTAX, r->rest.at, CP_STR(""), why);
}

/* ---- elements and attributes ---- */

enum shape { NO_SHAPE, PATH, RECT, CIRCLE, ELLIPSE, LINE, POLYLINE, POLYGON };

static const struct element {
    const char *name;
    enum shape shape;
    const char *attributes; /* besides those of every element; blanks between them */
} elements[] = {
    {"svg", NO_SHAPE, " xmlns version width height viewBox "},
    {"g", NO_SHAPE, " transform "},
    {"path", PATH, " transform d "},
    {"rect", RECT, " transform x y width height rx ry "},
    {"circle", CIRCLE, " transform cx cy r "},
    {"ellipse", ELLIPSE, " transform cx cy rx ry "},
    {"line", LINE, " transform x1 y1 x2 y2 "},
    {"polyline", POLYLINE, " transform points "},
    {"polygon", POLYGON, " transform points "},
    {"title", NO_SHAPE, ""},
    {"desc", NO_SHAPE, ""},
    {"defs", NO_SHAPE, ""},
};

static const char looks[] = " id style fill stroke stroke-width stroke-linecap stroke-linejoin "
                            "stroke-miterlimit fill-rule fill-opacity stroke-opacity opacity ";

static bool is_among(const char *words, cp_str word)
{
    for (const char *c = words; (c = strchr(c, ' ')) && c[1]; c++)
        if (strncmp(c + 1, word.at, word.len) == 0 && c[1 + word.len] == ' ')
            return true;
    return false;
}

static const struct element *find_element(cp_str name)
{
    for (size_t i = 0; i < sizeof elements / sizeof *elements; i++)
        if (cp_str_is(name, elements[i].name))
            return &elements[i];
    return NULL;
}

static const struct attribute *find_attribute(const struct reader *r, const char *name)
{
    for (uint32_t i = 0; i < r->attribute_count; i++)
        if (cp_str_is(r->attributes[i].name, name))
            return &r->attributes[i];
    return NULL;
}

/* ---- XML ---- */

static void skip_space(struct reader *r)
{
    while (r->rest.len && cp_is_space(r->rest.at[0]))
        r->rest = cp_str_skip(r->rest, 1);
}

static bool is_name(char c)
{
    return cp_is_letter(c) || cp_is_digit(c) || c == '-' || c == '_' || c == ':' || c == '.';
}

static cp_str take_name(struct reader *r)
{
    size_t n = 0;
    while (n < r->rest.len && is_name(r->rest.at[n]))
        n++;
    cp_str name = {r->rest.at, n};
    r->rest = cp_str_skip(r->rest, n);
    return name;
}

static bool take(struct reader *r, const char *word)
{
    if (!cp_str_starts(r->rest, cp_str_from(word)))
        return false;
    r->rest = cp_str_skip(r->rest, strlen(word));
    return true;
}

/* Past the next such word; false: there is none. */
static bool skip_past(struct reader *r, const char *word)
{
    for (; r->rest.len; r->rest = cp_str_skip(r->rest, 1))
        if (take(r, word))
            return true;
    return false;
}

static bool take_attribute(struct reader *r)
{
    struct attribute *a = &r->attributes[r->attribute_count];
    a->name = take_name(r);
    skip_space(r);
    if (!a->name.len || !take(r, "="))
        return refuse_xml(r, "an attribute is a name, = and a value in quotes");
    skip_space(r);
    char quote = r->rest.len ? r->rest.at[0] : '\0';
    if (quote != '"' && quote != '\'')
        return refuse_xml(r, "a value stands in quotes");
    const char *begin = r->rest.at + 1;
    r->rest = cp_str_skip(r->rest, 1);
    while (r->rest.len && r->rest.at[0] != quote) {
        if (r->rest.at[0] == '<' || r->rest.at[0] == '&')
            return refuse_xml(r, "< and & cannot stand here: there are no entities");
        r->rest = cp_str_skip(r->rest, 1);
    }
    a->value = (cp_str){begin, (size_t)(r->rest.at - begin)};
    if (!take(r, quote == '"' ? "\"" : "'"))
        return refuse_xml(r, "the file ends within a value");
    for (uint32_t i = 0; i < r->attribute_count; i++)
        if (cp_str_equal(r->attributes[i].name, a->name))
            return refuse(r, CP_DRAWING_SYNTAX, a->name.at, a->name, "it has this attribute twice");
    r->attribute_count++;
    return true;
}

static bool take_attributes(struct reader *r)
{
    r->attribute_count = 0;
    for (;;) {
        const char *before = r->rest.at;
        skip_space(r);
        if (!r->rest.len || r->rest.at[0] == '>' || r->rest.at[0] == '/')
            return true;
        if (r->rest.at == before)
            return refuse_xml(r, "a blank stands before an attribute");
        if (r->attribute_count == ATTRIBUTES_MOST)
            return refuse(r, CP_DRAWING_LIMIT, r->rest.at, CP_STR(""),
                          "32 attributes of an element");
        if (!take_attribute(r))
            return false;
    }
}

/* ---- values ---- */

static bool refuse_value(struct reader *r, cp_str value, const char *at, const char *why)
{
    return refuse(r, CP_DRAWING_VALUE, at ? at : value.at, value, why);
}

static bool read_paint(struct reader *r, cp_str value, enum paint *out)
{
    static const struct {
        const char *name;
        enum paint paint;
    } names[] = {{"none", NONE},   {"white", WHITE}, {"#fff", WHITE},   {"#ffffff", WHITE},
                 {"black", BLACK}, {"#000", BLACK},  {"#000000", BLACK}};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (cp_str_like(value, cp_str_from(names[i].name))) {
            *out = names[i].paint;
            return true;
        }
    return refuse_value(r, value, NULL,
                        "a drawing is white, black and none: a theme has the colours");
}

/* One of a list of words, as our own string. */
static bool read_word(struct reader *r, cp_str value, const char *const *words, const char **out)
{
    for (; *words; words++)
        if (cp_str_is(value, *words)) {
            *out = *words;
            return true;
        }
    return refuse_value(r, value, NULL, "no such value");
}

static bool read_number(struct reader *r, cp_str value, int64_t least, int64_t *out)
{
    if (!cp_micro_parse(value, out))
        return refuse_value(r, value, NULL, "a number up to a million, without a unit or with px");
    return *out >= least || refuse_value(r, value, NULL, "it is too small");
}

/* What every element may say of how it looks. */
static bool read_look(struct reader *r, cp_str name, cp_str value, struct look *look)
{
    static const char *const caps[] = {"butt", "round", "square", NULL};
    static const char *const joins[] = {"miter", "round", "bevel", NULL};
    static const char *const rules[] = {"nonzero", "evenodd", NULL};
    int64_t ignored;
    value = cp_str_trim(value);
    if (cp_str_is(name, "fill"))
        return read_paint(r, value, &look->fill);
    if (cp_str_is(name, "stroke"))
        return read_paint(r, value, &look->stroke);
    if (cp_str_is(name, "stroke-width"))
        return read_number(r, value, 0, &look->width);
    if (cp_str_is(name, "stroke-linecap"))
        return read_word(r, value, caps, &look->cap);
    if (cp_str_is(name, "stroke-linejoin"))
        return read_word(r, value, joins, &look->join);
    if (cp_str_is(name, "fill-rule"))
        return read_word(r, value, rules, &look->rule);
    if (cp_str_is(name, "stroke-miterlimit"))
        return read_number(r, value, CP_MICRO, &ignored);
    return (read_number(r, value, 0, &ignored) && ignored == CP_MICRO) ||
           refuse_value(r, value, NULL, "nothing in a drawing is seen through: 1");
}

/* style="fill:white;stroke:black" */
static bool read_style(struct reader *r, cp_str style, struct look *look)
{
    bool good = true;
    while (style.len) {
        const char *end = memchr(style.at, ';', style.len);
        cp_str one = {style.at, end ? (size_t)(end - style.at) : style.len};
        style = cp_str_skip(style, one.len + (end != NULL));
        one = cp_str_trim(one);
        const char *colon = one.len ? memchr(one.at, ':', one.len) : NULL;
        if (!one.len)
            continue;
        cp_str name = cp_str_trim((cp_str){one.at, colon ? (size_t)(colon - one.at) : one.len});
        if (!colon || cp_str_is(name, "id") || cp_str_is(name, "style") || !is_among(looks, name))
            good = refuse(r, CP_DRAWING_ATTRIBUTE, one.at, name, "within style");
        else
            good &= read_look(r, name, cp_str_skip(one, (size_t)(colon + 1 - one.at)), look);
    }
    return good;
}

static bool refuse_attribute(struct reader *r, cp_str name, const struct element *e)
{
    struct cp_buf why;
    cp_buf_init(&why, r->arena);
    cp_buf_printf(&why, "not in %s", e->name);
    return refuse(r, CP_DRAWING_ATTRIBUTE, name.at, name, keep(&why));
}

static bool read_looks(struct reader *r, const struct element *e, struct look *look)
{
    bool good = true;
    for (uint32_t i = 0; i < r->attribute_count; i++) {
        const struct attribute *a = &r->attributes[i];
        bool is_look = is_among(looks, a->name);
        bool is_space = cp_str_starts(a->name, CP_STR("xmlns:")) || cp_str_is(a->name, "xml:space");
        if (cp_str_is(a->name, "style"))
            good &= read_style(r, a->value, look);
        else if (is_look && !cp_str_is(a->name, "id"))
            good &= read_look(r, a->name, a->value, look);
        else if (!is_look && !is_space && !is_among(e->attributes, a->name))
            good = refuse_attribute(r, a->name, e);
    }
    return good;
}

/* ---- shapes ---- */

/* A number of an element; where it has none, `otherwise`. */
static bool read_place(struct reader *r, const char *name, int64_t least, int64_t otherwise,
                       int64_t *out)
{
    const struct attribute *a = find_attribute(r, name);
    *out = otherwise;
    return !a || read_number(r, a->value, least, out);
}

static void put_numbers(struct cp_buf *out, const char *command, const int64_t *numbers,
                        size_t count)
{
    cp_buf_puts(out, command);
    for (size_t i = 0; i < count; i++) {
        if (i)
            cp_buf_putc(out, ' ');
        cp_micro_format(out, numbers[i]);
    }
}

#define PUT(out, command, ...)                                                                     \
    put_numbers((out), (command), (const int64_t[]){__VA_ARGS__},                                  \
                sizeof((const int64_t[]){__VA_ARGS__}) / sizeof(int64_t))

static void put_ellipse(struct cp_buf *out, int64_t x, int64_t y, int64_t rx, int64_t ry)
{
    const int64_t one = CP_MICRO;
    PUT(out, "M", x - rx, y);
    PUT(out, "a", rx, ry, 0, one, one, 2 * rx, 0);
    PUT(out, "a", rx, ry, 0, one, one, -2 * rx, 0);
    cp_buf_putc(out, 'z');
}

static bool put_round(struct reader *r, struct cp_buf *out, bool is_circle)
{
    int64_t x, y, rx, ry;
    if (!read_place(r, "cx", INT64_MIN, 0, &x) || !read_place(r, "cy", INT64_MIN, 0, &y) ||
        !read_place(r, is_circle ? "r" : "rx", 0, 0, &rx) ||
        !read_place(r, is_circle ? "r" : "ry", 0, 0, &ry))
        return false;
    if (rx && ry)
        put_ellipse(out, x, y, rx, ry);
    return true;
}

static bool put_rect(struct reader *r, struct cp_buf *out)
{
    int64_t x, y, w, h, rx, ry;
    if (!read_place(r, "x", INT64_MIN, 0, &x) || !read_place(r, "y", INT64_MIN, 0, &y) ||
        !read_place(r, "width", 0, 0, &w) || !read_place(r, "height", 0, 0, &h) ||
        !read_place(r, "rx", 0, -1, &rx) || !read_place(r, "ry", 0, rx, &ry))
        return false;
    rx = rx < 0 ? (ry < 0 ? 0 : ry) : rx;
    ry = ry < 0 ? rx : ry;
    rx = rx > w / 2 ? w / 2 : rx;
    ry = ry > h / 2 ? h / 2 : ry;
    if (!w || !h)
        return true;
    if (!rx || !ry) {
        PUT(out, "M", x, y);
        PUT(out, "h", w);
        PUT(out, "v", h);
        PUT(out, "h", -w);
        cp_buf_putc(out, 'z');
        return true;
    }
    const int64_t one = CP_MICRO;
    PUT(out, "M", x + rx, y);
    PUT(out, "h", w - 2 * rx);
    PUT(out, "a", rx, ry, 0, 0, one, rx, ry);
    PUT(out, "v", h - 2 * ry);
    PUT(out, "a", rx, ry, 0, 0, one, -rx, ry);
    PUT(out, "h", 2 * rx - w);
    PUT(out, "a", rx, ry, 0, 0, one, -rx, -ry);
    PUT(out, "v", 2 * ry - h);
    PUT(out, "a", rx, ry, 0, 0, one, rx, -ry);
    cp_buf_putc(out, 'z');
    return true;
}

static bool put_line(struct reader *r, struct cp_buf *out)
{
    int64_t x1, y1, x2, y2;
    if (!read_place(r, "x1", INT64_MIN, 0, &x1) || !read_place(r, "y1", INT64_MIN, 0, &y1) ||
        !read_place(r, "x2", INT64_MIN, 0, &x2) || !read_place(r, "y2", INT64_MIN, 0, &y2))
        return false;
    PUT(out, "M", x1, y1);
    PUT(out, "L", x2, y2);
    return true;
}

/* What stands in one attribute, which must be there. */
static bool put_text(struct reader *r, struct cp_buf *out, cp_str element, const char *name,
                     const char *(*copy)(struct cp_buf *, cp_str))
{
    const struct attribute *a = find_attribute(r, name);
    if (!a)
        return refuse(r, CP_DRAWING_VALUE, element.at, element, "it has no shape");
    const char *wrong = copy(out, a->value);
    return !wrong || refuse_value(r, a->value, wrong, "it cannot be read from here on");
}

/* False: reported. An empty path: nothing is to be seen. */
static bool put_shape(struct reader *r, struct cp_buf *out, const struct element *e, cp_str name)
{
    switch (e->shape) {
    case PATH:
        return put_text(r, out, name, "d", cp_path_copy);
    case RECT:
        return put_rect(r, out);
    case CIRCLE:
    case ELLIPSE:
        return put_round(r, out, e->shape == CIRCLE);
    case LINE:
        return put_line(r, out);
    default:
        if (!put_text(r, out, name, "points", cp_points_copy))
            return false;
        cp_buf_puts(out, e->shape == POLYGON ? "z" : "");
        return true;
    }
}

/* ---- parts ---- */

/* What is said of a part besides its path. */
static const char *style_of(struct reader *r, enum cp_part_role role, const struct level *l)
{
    struct cp_buf out;
    cp_buf_init(&out, r->arena);
    if (l->transform.len)
        cp_buf_printf(&out, " transform=\"%.*s\"", CP_FMT(l->transform));
    if (role == CP_PART_SHAPE && (l->look.stroke == NONE || !l->look.width))
        cp_buf_puts(&out, " stroke=\"none\"");
    else if (role != CP_PART_DOTS) {
        cp_buf_puts(&out, " stroke-width=\"");
        cp_micro_format(&out, l->look.width);
        cp_buf_printf(&out, "\" stroke-linecap=\"%s\" stroke-linejoin=\"%s\"", l->look.cap,
                      l->look.join);
    }
    if (role != CP_PART_STROKES && strcmp(l->look.rule, "nonzero") != 0)
        cp_buf_printf(&out, " fill-rule=\"%s\"", l->look.rule);
    return keep(&out);
}

static bool add_part(struct reader *r, cp_str name, enum cp_part_role role, const char *path,
                     const struct level *l)
{
    if (r->part_count == CP_PARTS_OF_DRAWING)
        return refuse(r, CP_DRAWING_LIMIT, name.at, CP_STR(""), "256 shapes");
    r->parts[r->part_count++] =
        (struct cp_drawing_part){.role = role, .path = path, .style = style_of(r, role, l)};
    return true;
}

static bool add_shape(struct reader *r, const struct element *e, cp_str name, const struct level *l)
{
    struct cp_buf path;
    cp_buf_init(&path, r->arena);
    if (!put_shape(r, &path, e, name))
        return false;
    if (!path.len)
        return true;
    const char *d = keep(&path);
    bool has_line = l->look.stroke == BLACK && l->look.width;
    if (l->look.stroke == WHITE)
        return refuse(r, CP_DRAWING_VALUE, name.at, name,
                      "a white line cannot be seen on White's pieces");
    if (l->look.fill == WHITE)
        return add_part(r, name, CP_PART_SHAPE, d, l);
    return (l->look.fill != BLACK || add_part(r, name, CP_PART_DOTS, d, l)) &&
           (!has_line || add_part(r, name, CP_PART_STROKES, d, l));
}

/* ---- the tree ---- */

static bool add_transform(struct reader *r, struct level *l)
{
    const struct attribute *a = find_attribute(r, "transform");
    struct cp_buf all;
    if (!a)
        return true;
    cp_buf_init(&all, r->arena);
    cp_buf_put(&all, l->transform);
    const char *wrong = cp_transform_copy(&all, a->value);
    l->transform = cp_buf_str(&all);
    if (all.len > CP_TRANSFORMS_MOST)
        return refuse(r, CP_DRAWING_LIMIT, a->name.at, a->name, "1000 characters of them");
    return !wrong || refuse_value(r, a->value, wrong, "this transform cannot be read");
}

/* The four numbers of viewBox, or width and height. */
static bool read_box(struct reader *r, int64_t box[4], cp_str name)
{
    const struct attribute *a = find_attribute(r, "viewBox");
    box[0] = box[1] = 0;
    if (!a && (!find_attribute(r, "width") || !find_attribute(r, "height")))
        return refuse(r, CP_DRAWING_VALUE, name.at, name, "it has no viewBox");
    if (!a)
        return read_place(r, "width", 0, 0, &box[2]) && read_place(r, "height", 0, 0, &box[3]);
    cp_str rest = cp_skip_comma(a->value);
    for (int i = 0; i < 4; i++, rest = cp_skip_comma(rest))
        if (!cp_micro_take(&rest, &box[i]))
            return refuse_value(r, a->value, NULL, "a viewBox is four numbers");
    return !rest.len || refuse_value(r, a->value, NULL, "a viewBox is four numbers");
}

/* All of the box in the grid of the drawings, in its middle. */
static bool fit(struct reader *r, struct level *l, cp_str name)
{
    enum { LEAST = CP_MICRO, MOST = 100000 };
    int64_t box[4];
    struct cp_buf all;
    if (!read_box(r, box, name))
        return false;
    int64_t size = box[2] > box[3] ? box[2] : box[3];
    if (box[2] <= 0 || box[3] <= 0 || size < LEAST || size > (int64_t)MOST * CP_MICRO)
        return refuse(r, CP_DRAWING_VALUE, name.at, name,
                      "its box is from 1 to 100000 wide and high");
    if (size == (int64_t)CP_DRAWING_GRID * CP_MICRO && box[2] == box[3] && !box[0] && !box[1])
        return true;
    int64_t scale = (int64_t)CP_DRAWING_GRID * CP_MICRO * 1000 / (size / 1000);
    cp_buf_init(&all, r->arena);
    PUT(&all, "translate(", HALF_GRID, HALF_GRID);
    PUT(&all, ") scale(", scale);
    PUT(&all, ") translate(", -box[0] - box[2] / 2, -box[1] - box[3] / 2);
    cp_buf_putc(&all, ')');
    l->transform = cp_buf_str(&all);
    return true;
}

/* Whether an element may stand here. */
static bool may_begin(struct reader *r, const struct element *e, cp_str name)
{
    const struct level *around = r->depth ? &r->levels[r->depth - 1] : NULL;
    bool is_svg = e && e->shape == NO_SHAPE && strcmp(e->name, "svg") == 0;
    if (!e)
        return refuse(r, CP_DRAWING_ELEMENT, name.at, name, "it is no shape");
    if (is_svg != !around || (is_svg && r->has_root))
        return refuse(r, CP_DRAWING_ELEMENT, name.at, name, "one svg is around all");
    if (around && !cp_str_is(around->name, "svg") && !cp_str_is(around->name, "g"))
        return refuse(r, CP_DRAWING_ELEMENT, name.at, name, "only svg and g have others within");
    if (r->depth == CP_DRAWING_DEPTH)
        return refuse(r, CP_DRAWING_LIMIT, name.at, CP_STR(""), "16 elements within each other");
    return true;
}

/* Its attributes, what it draws, and a level of its own. */
static bool begin_element(struct reader *r, cp_str name)
{
    static const struct look plain = {BLACK, NONE, CP_MICRO, "butt", "miter", "nonzero"};
    const struct element *e = find_element(name);
    if (!may_begin(r, e, name) || !take_attributes(r))
        return false;
    struct level *l = &r->levels[r->depth];
    *l = (struct level){.name = name, .look = plain};
    if (r->depth) {
        l->look = l[-1].look;
        l->transform = l[-1].transform;
    }
    r->has_root = true;
    l->is_words = strcmp(e->name, "title") == 0 || strcmp(e->name, "desc") == 0;
    bool good = read_looks(r, e, &l->look);
    if (!r->depth)
        good &= fit(r, l, name);
    good &= add_transform(r, l);
    if (good && e->shape != NO_SHAPE)
        good = add_shape(r, e, name, l);
    r->depth++;
    return true; /* what is wrong was reported, and can be passed over */
}

static bool take_begin(struct reader *r)
{
    cp_str name = take_name(r);
    if (!name.len)
        return refuse_xml(r, "no DOCTYPE, CDATA or instructions here");
    if (!begin_element(r, name))
        return false;
    if (take(r, "/>")) {
        r->depth--;
        return true;
    }
    return take(r, ">") || refuse_xml(r, "a > is missing");
}

static bool take_end(struct reader *r)
{
    cp_str name = take_name(r);
    skip_space(r);
    if (!r->depth || !cp_str_equal(r->levels[r->depth - 1].name, name))
        return refuse(r, CP_DRAWING_SYNTAX, name.at, name, "it is not what is open");
    r->depth--;
    return take(r, ">") || refuse_xml(r, "a > is missing");
}

static bool take_next(struct reader *r)
{
    if (take(r, "<!--"))
        return skip_past(r, "-->") || refuse_xml(r, "the file ends within a comment");
    if (take(r, "</"))
        return take_end(r);
    if (take(r, "<"))
        return take_begin(r);
    if (r->depth && r->levels[r->depth - 1].is_words) {
        r->rest = cp_str_skip(r->rest, 1);
        return true;
    }
    return refuse_xml(r, "text stands in title and desc only");
}

/* ---- the whole ---- */

/* FNV-1a of all that is painted. */
static const char *name_of(const struct reader *r)
{
    struct cp_buf name;
    uint32_t hash = 0x811c9dc5;
    for (uint32_t i = 0; i < r->part_count; i++) {
        const char *const texts[] = {r->parts[i].path, r->parts[i].style};
        hash = (hash ^ (unsigned)r->parts[i].role) * 0x01000193;
        for (size_t t = 0; t < 2; t++)
            for (const char *c = texts[t]; *c; c++)
                hash = (hash ^ (unsigned char)*c) * 0x01000193;
    }
    cp_buf_init(&name, r->arena);
    cp_buf_printf(&name, "own-%08x", (unsigned)hash);
    return keep(&name);
}

/* All in black, White's piece would look like Black's. */
static bool has_body(const struct reader *r)
{
    bool has = false;
    for (uint32_t i = 0; i < r->part_count; i++)
        has |= r->parts[i].role == CP_PART_SHAPE;
    return has;
}

static bool read_all(struct reader *r)
{
    if (r->text.len > CP_DRAWING_MOST)
        return refuse(r, CP_DRAWING_LIMIT, r->text.at, CP_STR(""), "65536 bytes");
    take(r, "\xef\xbb\xbf");
    if (take(r, "<?xml") && !skip_past(r, "?>"))
        return refuse_xml(r, "the file ends within its first line");
    for (skip_space(r); r->rest.len; skip_space(r))
        if (!take_next(r))
            return false;
    if (r->depth || !r->has_root)
        return refuse_xml(r, r->depth ? "the file ends before its elements do" : "there is no svg");
    return true;
}

const struct cp_drawing *cp_drawing_parse(struct cp_arena *arena, cp_str svg, const char *file,
                                          struct cp_diags *d)
{
    struct reader *r = cp_arena_take_zero(arena, 1, sizeof *r);
    uint32_t errors = d->errors;
    *r = (struct reader){.arena = arena, .d = d, .file = file, .text = svg, .rest = svg};
    r->parts = cp_arena_take_zero(arena, CP_PARTS_OF_DRAWING + 1, sizeof *r->parts);
    if (!read_all(r) || d->errors != errors)
        return NULL;
    if (!r->part_count) {
        refuse_xml(r, "nothing is drawn");
        return NULL;
    }
    if (!has_body(r))
        cp_diag_report(d, CP_DRAWING_DARK, span_at(r, svg.at), "%s", "");
    struct cp_drawing *out = cp_arena_take_zero(arena, 1, sizeof *out);
    *out = (struct cp_drawing){.name = name_of(r), .parts = r->parts};
    return out;
}
