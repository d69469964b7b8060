/* SPDX-License-Identifier: MIT */
/* brushes.h -- what paints a scene: as text, as SVG, several on a sheet or one after another,
 * as PNG and PDF.
 *
 * An SVG is one self-contained file of SVG 1.1 that is also fit to stand inside a page. No
 * scripts, nothing from elsewhere; its style sheet says only that the page's are not for it,
 * and what the colours are at night; every piece and every marked square has an id and a
 * title. */
#ifndef CP_BRUSHES_H
#define CP_BRUSHES_H

#include "base/diag.h"
#include "draw/picture/view.h"

/* ---- themes: the colours of a picture, bundled or from a person's YAML file ----
 *
 *     name: evening           for ids; small letters, digits and dashes
 *     base: dark              where the file says nothing: light, dark, print or auto
 *     colours: {ground: "#101018", green: "#3fae55"}
 *     when-dark: {…}          others, for a reader who has it dark
 *
 * theme.def lists all colours. Those of css are variables of the page that the picture stands in,
 * --chess-ground and so on, and where it has none the light ones. The print theme is black on
 * white: its marks are told apart by their lines, and dark squares are hatched. */

enum cp_theme_id {
    CP_THEME_LIGHT,
    CP_THEME_DARK,
    CP_THEME_PRINT,
    CP_THEME_AUTO,
    CP_THEME_CSS,
    CP_THEMES
};

/* Colours are "#rrggbb"; of two, by side. */
struct cp_theme {
    const char *name;
    const char *ground, *words, *light, *dark, *edge;
    const char *fill[2], *ink[2], *detail[2]; /* of pieces */
    const char *last, *last_line, *check, *check_line, *origin;
    const char *trap, *pit, *trap_line; /* around, within, and between them */
    const char *own, *moved;            /* arrows of the piece that moved, and of those it moved */
    const char *body[2], *dots;
    const char *colours[CP_COLOURS], *lines[CP_COLOURS]; /* of marks: within, and around */
    bool is_print;                                       /* black on white */
    const struct cp_theme *night; /* for a reader who has it dark; NULL: this one */
};

extern const struct cp_theme cp_themes[CP_THEMES];

/* A theme in YAML; `file` names it in messages. NULL: all that is wrong was reported. */
CP_MUST_USE const struct cp_theme *cp_theme_parse(struct cp_arena *arena, cp_str yaml,
                                                  const char *file, struct cp_diags *d);

/* How many colours there are; their names; one of them. */
size_t cp_theme_colours(void);
const char *cp_theme_key(size_t index);
const char *cp_theme_colour(const struct cp_theme *theme, size_t index);

/* ---- text, for terminals and mail ----
 *
 *     22  .  .  .  .           White's pieces begin with a capital (K, Ha),
 *     21  . [Ha].  .           Black's are small (k, ha).
 *      3  .  . !k !.           [ ] last move   ! ! check   < > highlighted
 *         a  b  c  d           | before a square: the origin mark
 */

/* The scene as lines of text; with `unicode` chess symbols and φ. Everything
 * that colour would show is said in remarks below. */
void cp_ascii_paint(struct cp_buf *out, const struct cp_scene *s, bool unicode);

/* ---- SVG ---- */

enum cp_length_unit { CP_PX, CP_MM, CP_CM, CP_IN, CP_PT };

/* A length as CSS has it: "85mm". */
struct cp_length {
    uint32_t thousandths; /* of the unit; 0: none was given */
    uint8_t unit;         /* enum cp_length_unit */
};

struct cp_svg_style {
    const struct cp_theme *theme; /* NULL: light */
    cp_str id_prefix;             /* empty: by content */
    bool border;                  /* a frame around the sheet */
    bool transparent;             /* no ground behind it */
    bool map;                     /* of all pieces, on a logarithmic scale */
    bool is_embedded;             /* a page, in a frame of another */
    struct cp_length square;      /* how large a square is: */
    struct cp_length width;       /* or how wide the sheet */
    struct cp_length label;       /* how high labels at the axes are */
};

/* "24px", "8.5mm"; without a unit px. False: none, nothing, or more than a hundred
 * thousand of the unit. */
CP_MUST_USE bool cp_length_parse(struct cp_length *out, cp_str text);

/* The scene as an SVG document. Many may share a page: a drawing's id says whose it
 * is and in which theme, so that equal ids are equal drawings; all other ids begin
 * with a hash of what the picture shows, or with id_prefix if that is not empty
 * (letters, digits, '-' and '_'; anything else becomes '_'). A sheet of a given size has
 * labels of at least six points, if need be fewer. */
void cp_svg_paint(struct cp_buf *out, const struct cp_scene *s, const struct cp_svg_style *style);

/* The same to stand on a sheet with others: see sheet.c. */
struct cp_svg_part {
    uint32_t width, height; /* in units of its squares */
    uint32_t letter;        /* the font that words have at least, in these units */
    cp_str description;     /* words */
    cp_str definitions;     /* each a line of SVG, which only equal ones have an id of */
    cp_str body;            /* SVG, with a hole for the prefix of ids */
};

/* All in arena. */
void cp_svg_paint_part(struct cp_svg_part *out, const struct cp_scene *s,
                       const struct cp_svg_style *style, struct cp_arena *arena);

/* Sets of kinds of pieces, by side. */
struct cp_svg_kinds {
    uint64_t of[2];
};

/* For those who use drawings beside pictures: the drawings of a set, each a line of SVG as in
 * cp_svg_part's definitions, and the id of one. */
void cp_svg_put_drawings(struct cp_buf *out, const struct cp_alphabet *a,
                         const struct cp_svg_kinds *used, const struct cp_svg_style *style);
void cp_svg_put_name(struct cp_buf *out, const struct cp_alphabet *a, uint8_t kind, uint8_t side,
                     const struct cp_svg_style *style);

/* Each drawing once: adds the lines that are not in `all` to it, and to `fresh` if that is not
 * NULL. */
void cp_svg_add_definitions(struct cp_buf *all, struct cp_buf *fresh, cp_str lines);

/* What the style asks for, or light. */
const struct cp_theme *cp_svg_look_of(const struct cp_svg_style *style);

/* The title and description of a picture, whose ids have that prefix. */
void cp_svg_put_title(struct cp_buf *out, cp_str prefix, cp_str title, cp_str description);

/* Before each id until its prefix is known; no other text of a picture has that byte. */
#define CP_SVG_PREFIX_LATER "\1"

/* The SVG, with the prefix where it was left out. */
void cp_svg_put_prefixed(struct cp_buf *out, cp_str svg, cp_str prefix);

/* ---- sheets: several diagrams, row by row, numbered ----
 *
 *     The title                            that all have stands above them once
 *     1                 2
 *     +----------+      +----------+      diagrams as text keep their lines and are as
 *     |          |      |          |      wide as they are; SVGs are as large as --size
 *     +----------+      +----------+      asks, or fill columns of equal width when the
 *     White to move     Mate in 2         sheet has a given one */

enum { CP_SHEET_MOST = 10 }; /* columns, and rows */

/* One diagram, painted without its title: as text, or as SVG. */
struct cp_sheet_picture {
    cp_str title, text;
    struct cp_svg_part svg;
};

struct cp_sheet {
    const struct cp_sheet_picture *list;
    uint32_t count;   /* 1 or more */
    uint32_t columns; /* CP_SHEET_MOST at most */
    uint32_t first;   /* the number of the first */
};

/* The style for cp_svg_paint_part: what is left of the sheet's size for one diagram. */
struct cp_svg_style cp_sheet_style(const struct cp_svg_style *style, uint32_t columns);

void cp_sheet_put_text(struct cp_buf *out, const struct cp_sheet *s);

/* One document, whose ids are unique though pictures may be equal. */
void cp_sheet_put_svg(struct cp_buf *out, const struct cp_sheet *s,
                      const struct cp_svg_style *style);

/* ---- animations: pictures one after another ----
 *
 * In one SVG, which plays them again and again without any script. Who shows no motion, or is
 * asked for less of it, shows the last. */

enum {
    CP_ANIMATION_PICTURE = 1200, /* milliseconds for each */
    CP_ANIMATION_END = 3600,     /* and for the last */
};

/* Count is 1 or more. */
void cp_animation_paint(struct cp_buf *out, const struct cp_svg_part *parts, uint32_t count,
                        cp_str title, const struct cp_svg_style *style);

/* ---- PNG and PDF, by librsvg, where it was built in (make RSVG=1) ---- */

enum cp_raster { CP_RASTER_PNG, CP_RASTER_PDF };

/* Whether it was built in. */
bool cp_raster_is_there(void);

enum { CP_DPI = 192 }; /* of PNG, where no other is asked for: two pixels for one of the SVG */

/* Puts the document as PNG of so many dots an inch, which it says, or as PDF. False: it could not
 * be made, and nothing was put. */
CP_MUST_USE bool cp_raster_put(struct cp_buf *out, cp_str svg, enum cp_raster format, uint32_t dpi);

#endif
