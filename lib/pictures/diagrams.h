/* SPDX-License-Identifier: MIT */
/* diagrams.h -- pictures of chosen plies of games. The replay knows what stands
 * where, a view is filled with it, a brush paints the view, and the picture goes
 * to its file. Squares are those of the game's own frame, so that a picture and
 * the moves beside it speak of the same squares. */
#ifndef CP_DIAGRAMS_H
#define CP_DIAGRAMS_H

#include "frame/captions.h"
#include "pictures/picture_files.h"
#include "settle/plies.h"

enum cp_brush {
    CP_BRUSH_ASCII,
    CP_BRUSH_UNICODE,
    CP_BRUSH_SVG,
    CP_BRUSH_HTML,
    CP_BRUSH_MARKDOWN,
    CP_BRUSH_LATEX,
    CP_BRUSH_FILM,
    CP_BRUSH_PNG, /* drawn as SVG, and made of it where it is written */
    CP_BRUSH_PDF,
};

/* START is the variant's published window, or AUTO for a game that does not
 * begin with the variant's own array. */
enum cp_window_wish { CP_WISH_START, CP_WISH_AUTO, CP_WISH_BOX };

/* A piece whose moves are shown. */
struct cp_dots {
    struct cp_dots *next;
    cp_str asked;
    cp_square square; /* in the game's frame */
    cp_str letter;    /* of it, or of the body whose lower left piece it is; empty: any piece */
};

/* How to draw: filled by the tool. */
struct cp_diagrams {
    enum cp_brush brush;
    struct cp_svg_style style;
    struct cp_plies plies;
    enum cp_window_wish wish;
    cp_box window; /* BOX, in the game's frame */
    bool flip;
    bool hides_last, hides_origin, hides_insets, hides_list, shows_turn;
    uint32_t label_step; /* 0: every file and rank has one */
    bool labels_at_ends;
    bool has_axes; /* else as the variant writes its squares */
    enum cp_axes axes;
    const char *title, *caption;   /* {names} are filled in; where empty the players, the move */
    struct cp_caption_names names; /* of tags in these */
    uint32_t sheet_columns;        /* 0: each picture is alone */
    bool has_files;                /* pictures of Markdown and LaTeX go beside it */
    bool is_any;                   /* starts alone, which are not judged */
    struct cp_dots *dots;          /* NULL: no moves are shown */
    struct cp_marks marks;         /* on every picture, beside those in comments */
};

/* What writes pages of that brush; NULL: it makes pictures. */
const struct cp_page_pen *cp_brush_pen(enum cp_brush brush);

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

/* ---- how pictures are drawn, as options ask for it ---- */

/* All of cp-render; what says which games, and where pictures go, is not asked for here. */
extern const struct cp_option cp_drawing_options[];

/* enum cp_brush by --ascii, --unicode, --svg; -1: by none of them. False: reported. */
CP_MUST_USE bool cp_brush_read(int *brush, struct cp_run *run, const struct cp_options *o);

/* All else, for d->brush; it lives as long as arena. False: reported to run->own. */
CP_MUST_USE bool cp_diagrams_read(struct cp_diagrams *d, struct cp_run *run,
                                  const struct cp_options *o, struct cp_arena *arena);

#endif
