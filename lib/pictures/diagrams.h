/* SPDX-License-Identifier: MIT */
/* diagrams.h -- pictures of chosen plies of games. The replay knows what stands
 * where, a view is filled with it, a brush paints the view, and the picture goes
 * to its file. Squares are those of the game's own frame, so that a picture and
 * the moves beside it speak of the same squares. */
#ifndef CP_DIAGRAMS_H
#define CP_DIAGRAMS_H

#include "frame/captions.h"
#include "pages/pages.h"
#include "settle/plies.h"

enum cp_brush {
    CP_BRUSH_ASCII,
    CP_BRUSH_UNICODE,
    CP_BRUSH_SVG,
    CP_BRUSH_HTML,
    CP_BRUSH_JSON, /* a page, for an element of another */
    CP_BRUSH_MARKDOWN,
    CP_BRUSH_LATEX,
    CP_BRUSH_ANIMATION,
    CP_BRUSH_PNG, /* drawn as SVG, and made of it where it is written */
    CP_BRUSH_PDF,
};

/* A piece whose moves are shown, or what it attacks; or what all of a side attack. */
struct cp_dots {
    struct cp_dots *next;
    const char *option;
    cp_str asked;
    bool is_attack;
    bool has_captures; /* with its moves where it takes and does not go, too */
    int side;          /* enum cp_side; -1: of a square */
    cp_square square;  /* in the game's frame */
    cp_str letter;     /* of it, or of the body whose lower left piece it is; empty: any piece */
};

/* How to draw: filled by the tool. */
struct cp_diagrams {
    enum cp_brush brush;
    struct cp_svg_style style;
    struct cp_plies plies;
    struct cp_plies opens; /* of those the ones of which the first is where a page opens */
    struct cp_view view;   /* of all pictures: what is hidden, marked, labelled; its window, if that
                            * is ASKED, in the game's frame, and its axes, if these are */
    bool hides_last, hides_origin;
    bool has_axes;                 /* else as the variant writes its squares */
    const char *title, *caption;   /* {names} are filled in, and where nothing is in them, or NULL,
                                    * it is the players, the move; "": none */
    const char *source;            /* the same below the title; NULL: none */
    bool counts;                   /* pieces, beside the caption */
    struct cp_caption_names names; /* of tags in these */
    uint32_t sheet_columns;        /* 0: each picture is alone */
    bool has_files;                /* pictures of Markdown and LaTeX go beside it */
    bool gathers;          /* nothing is drawn: each game gives, for cp_heat_add, what it entered */
    bool hides_men;        /* and what all entered is drawn */
    struct cp_dots *dots;  /* NULL: neither moves nor attacks are shown */
    struct cp_marks marks; /* on every picture, beside those in comments */
    const struct cp_language *letters; /* of pieces in moves; NULL: as they are written */
};

/* What writes pages of that brush; NULL: it makes pictures. */
const struct cp_page_pen *cp_brush_pen(enum cp_brush brush);

/* Whether they have a board to play games through. */
bool cp_brush_has_board(enum cp_brush brush);

/* Takes a picture, and where in the game it is of: "12", "12.1.3"; or the whole game, packed for
 * a page. */
typedef void (*cp_take_picture)(void *data, struct cp_run *run, cp_str place, cp_str picture);

/* Draws the chosen plies of a game's main line, as far as it is legal; what is
 * wrong with the game is reported to run->diags. Sets in *dots_met a bit for each of the first
 * 64 of how->dots on which a piece stood in some picture. */
void cp_diagrams_draw(const struct cp_diagrams *how, struct cp_run *run, struct cp_game *g,
                      cp_take_picture take, void *data, uint64_t *dots_met);

/* Tells of those on which none has stood, where others were met: else each picture said so. */
void cp_diagrams_report_dots(const struct cp_diagrams *how, struct cp_run *run, uint64_t dots_met);

/* ---- how often squares were entered, in all games ----
 *
 * Squares are those of the variant's own frame: games may have several. */

struct cp_tally;

struct cp_heat {
    struct cp_arena *arena;
    struct cp_tally *list;
    uint32_t count, *places, place_count;
    size_t room;
    uint64_t games, others; /* others are of another variant than: */
    cp_str variant;         /* of the first game */
};

/* What one game entered. */
void cp_heat_add(struct cp_heat *h, cp_str packed);

/* All that was entered, for a view; once all games were added. */
void cp_heat_find(struct cp_heat *h, struct cp_ints *ints, struct cp_view *v);

/* ---- how pictures are drawn, as options ask for it ---- */

/* All of cp-render; what says which games, and where pictures go, is not asked for here. */
extern const struct cp_option cp_drawing_options[];

/* enum cp_brush by --ascii, --unicode, --svg; -1: by none of them. False: reported. */
CP_MUST_USE bool cp_brush_read(int *brush, struct cp_run *run, const struct cp_options *o);

/* All else, for d->brush; it lives as long as arena. False: reported to run->own. */
CP_MUST_USE bool cp_diagrams_read(struct cp_diagrams *d, struct cp_run *run,
                                  const struct cp_options *o, struct cp_arena *arena);

/* ---- which files pictures and pages go to ----
 *
 *     game-%g-ply-%03p.svg   %g the game's number, from 1;  %p the ply, or its place in a
 *                            variation: 12.1.3;  %03p, %04g: with zeros in front;  %% a %
 *     sheet-%s.svg           %s the sheet's number, from 1, instead of %p; with %g sheets
 *                            are of one game each
 *
 *     game-%g.html           pages have no number but the game's
 *
 * Pictures of one name share a file when they are text, parted by an empty line; games of one
 * name share a page.
 * A second picture for a file that holds one document is refused, and so is a
 * name that an earlier game may have used: nothing is written over.
 *
 * A worker does not know the numbers of its games. In its copy of the run pictures
 * are put one behind another into run->output.text, each with what is known of it,
 * and go to their files when it is their turn. */

/* ---- sheets: diagrams on their way to those that they fill one after another ----
 *
 * No more than those of one sheet are kept. */

/* A diagram as bytes, for workers and for the next: */
void cp_sheet_picture_pack(struct cp_buf *out, const struct cp_sheet_picture *picture);

struct cp_sheets {
    uint32_t columns, rows;           /* 0: none, each diagram is a picture of its own */
    const struct cp_svg_style *style; /* NULL: text */
    struct cp_arena arena;            /* of the sheet that is being filled: */
    struct cp_sheet_picture *list;    /* NULL: none yet */
    uint32_t count, number, first;    /* its diagrams, and the numbers of it and its first */
    size_t bytes;                     /* of its diagrams */
    uint64_t game;                    /* that its first is of */
};

struct cp_picture_files {
    struct cp_run *run;  /* whose messages and standard output these are */
    const char *pattern; /* "-": standard output */
    bool single;         /* one picture, or sheet, is a whole file */
    struct cp_sheets sheets;
    struct cp_heat *heat; /* NULL, or it takes what comes: games that are gathered */
    bool is_raster;       /* pictures come as SVG, and become: */
    enum cp_raster raster;
    uint32_t dpi;
    size_t page_bytes; /* of the page that is open */
    bool has_told_size;
    struct cp_pages pages;   /* with a pen, each picture is a game, packed for it */
    struct cp_output output; /* the open file, unless it is standard output */
    struct cp_output *to;    /* either, once it is open */
    const char *index;       /* a file of links to all pages; NULL: none */
    cp_str link_way;         /* from its folder to theirs, as far as that is the same for all */
    size_t link_from;        /* where the rest of a link begins in the name of a page */
    struct cp_output links;  /* it */
    bool has_links;          /* it is open */
    struct cp_arena arena;   /* of the names: */
    struct cp_buf name, wanted, number;
    struct cp_buf address; /* of a page, in its link */
    uint64_t first_game;   /* 0: nothing yet */
    bool has_failed;
};

/* Whether the number of that letter stands in the pattern of a name. */
bool cp_pattern_names(const char *pattern, char what);

/* f->sheets says what sheets are asked for, f->pages.pen and its style that pages are,
 * f->is_raster that all are made into that, f->index that all pages are listed there. pattern
 * NULL is "-". False when it is wrong (reported to run->own). */
CP_MUST_USE bool cp_picture_files_open(struct cp_picture_files *f, struct cp_run *run,
                                       const char *pattern, bool single);

/* Writes what is left of the last sheet, and closes the last file; failures are reported to
 * run->own. */
void cp_picture_files_close(struct cp_picture_files *f);

/* Writes the picture of a place in the run's current game, packed if it is for a sheet, or
 * keeps it in a copy of the run. One that has no place is left out, which is reported once, to
 * run->own. */
void cp_picture_files_put(struct cp_picture_files *f, struct cp_run *run, cp_str place,
                          cp_str picture);

/* Writes the pictures and messages that a copy kept: for cp_tool.deliver. */
void cp_picture_files_deliver(struct cp_picture_files *f, cp_str kept, cp_str messages);

#endif
