/* SPDX-License-Identifier: MIT */
/* view.h -- what a picture is to show, and what of it every brush paints.
 *
 *     view (asked for)                  scene (decided: scene.h)
 *     pieces, marks, window, texts -->  panels[0]   the window    .  .  .  . <|K (99,1)|
 *                                       panels[1..] insets        .  N  .  .
 *                                       edges       chips beside the window
 *                                       outside     pieces that are only named
 *
 * The board itself has no edge unless the view says so. No rules are known here: the
 * caller, who knows them, fills the view.
 *
 * Empty files and ranks may be torn out of a panel: a scale says which file or rank a
 * column or row of the picture is.
 *
 *     files     1  2  3 | 28 29 30      tears: before column 3, 24 files left out
 *     columns   0  1  2    3  4  5 */
#ifndef CP_VIEW_H
#define CP_VIEW_H

#include "draw/drawings.h"
#include "game/marks.h"
#include "game/start.h"

/* ---- boxes ----
 *
 * Rectangles of squares, and which squares lie near one another. Everything is exact on numbers
 * of any size; a box is only as large as may be drawn when cp_box_size says so. */

typedef struct {
    cp_square low, high; /* both corners belong to it */
} cp_box;

enum { CP_WINDOW_MOST = 256 }; /* files, and ranks, of the largest window */

bool cp_box_has(const struct cp_ints *t, cp_box box, cp_square square);

/* The smallest box that holds both; a box from a square is {square, square}. */
cp_box cp_box_join(const struct cp_ints *t, cp_box a, cp_box b);

/* What belongs to both; of boxes that do not meet low is above high. */
cp_box cp_box_meet(const struct cp_ints *t, cp_box a, cp_box b);

/* box with n more squares on every side; n may be negative. */
cp_box cp_box_widen(struct cp_ints *t, cp_box box, int32_t n);

/* The square of a box that is nearest to another. */
cp_square cp_box_nearest(struct cp_ints *t, cp_box box, cp_square square);

/* How many files to the right of one box, and ranks above it, another begins: negative to
 * the left and below, 0 where they share files, or ranks. */
cp_square cp_box_gap(struct cp_ints *t, cp_box from, cp_box to);

/* How many files and ranks; false when either is more than most, or less than 1. */
CP_MUST_USE bool cp_box_size(struct cp_ints *t, cp_box box, uint32_t most, uint32_t *files,
                             uint32_t *ranks);

/* The indices of squares by rank, then file. */
uint32_t *cp_squares_sort(struct cp_arena *arena, struct cp_ints *t, const cp_square *squares,
                          uint32_t count);

/* Squares near one another: order[first .. first+count) are their indices. */
struct cp_cluster {
    cp_box box;
    uint32_t first, count;
};

struct cp_clusters {
    struct cp_cluster *list; /* sorted by the box's low rank, then low file */
    uint32_t count;
    uint32_t *order; /* indices of squares; within a cluster by rank, then file */
};

/* Cuts the squares apart wherever more than gap empty ranks or files lie between:
 * by ranks, then by files, and again until no cut is left. */
void cp_clusters_make(struct cp_clusters *out, struct cp_arena *arena, struct cp_ints *t,
                      const cp_square *squares, uint32_t count, int32_t gap);

/* ---- asked for ---- */

enum cp_window_mode {
    CP_WINDOW_ASKED, /* the view's own window and no more */
    CP_WINDOW_START, /* the view's own, grown to what is near; AUTO when a king in check is not */
    CP_WINDOW_AUTO,  /* where the game is: a king in check, the last move, the kings, the crowd */
};

enum cp_axes { CP_AXES_NONE = 0, CP_AXES_LETTERS = 1, CP_AXES_NUMBERS = 2, CP_AXES_BOTH = 3 };

/* What the last turn did besides its own two squares. */
enum cp_track_kind {
    CP_TRACK_OWN,   /* a part of the path of the piece that moved */
    CP_TRACK_MOVED, /* a piece that it moved */
    CP_TRACK_SWAP,  /* two pieces changed places: from and to are theirs */
    CP_TRACK_LEAD,  /* from the piece that leads to the one that it leads */
    CP_TRACK_BODY,  /* a piece of a body that moved as one: only its squares are marked */
};

typedef struct {
    cp_square from, to;
    uint8_t kind;        /* enum cp_track_kind */
    uint8_t piece, side; /* of the piece that went there: for words */
} cp_track;

/* Pieces that may move as one: outlined, and named by a piece of their own. */
typedef struct {
    cp_box box;
    uint8_t piece, side;
} cp_body_box;

/* Where a piece may go, or what it attacks, along a line: `low` to `high` steps of (dx,dy), to no
 * end if is_endless; primes: so many steps as are prime. */
typedef struct {
    cp_square from;
    int32_t dx, dy;
    cp_int low, high;
    bool is_endless, primes;
    bool is_attack; /* what is farther than a step is a ray, or ticks on it, and no dots; whom it */
    uint8_t side;   /* comes to is taken, or of this side and guarded */
    bool is_prey;   /* it takes there, and does not go */
} cp_way;

/* How often pieces came to stand on a square. */
typedef struct {
    cp_square square;
    uint64_t count;
} cp_entered;

/* How a far square is called, which takes long to be made: in the place that its square has. */
struct cp_far_name {
    cp_square square;
    size_t len; /* 0: none is there */
    char text[224];
};

enum { CP_FAR_NAMES = 64 };

/* Everything is borrowed and must outlive the scene. */
struct cp_view {
    struct cp_ints *ints;
    const struct cp_alphabet *alphabet;
    const cp_man *men; /* in any order */
    uint32_t count;
    const uint16_t *clocks; /* for each man 1 more than its turns until it falls; NULL, 0: none */
    const cp_man *fallen;   /* through a trapdoor or into a trap, in the last turn */
    uint32_t fallen_count;
    bool bounded;            /* a board, all of which can be shown */
    struct cp_border border; /* squares beyond are none */
    const cp_square *traps;  /* a piece that comes to stand there vanishes */
    uint32_t trap_count;
    bool has_origin_mark;
    cp_square origin_mark;
    bool has_last;
    cp_square last_from, last_to;
    const cp_track *tracks;
    uint32_t track_count;
    const cp_body_box *bodies;
    uint32_t body_count;
    const cp_square *kings; /* of both sides, or more, or none */
    uint32_t king_count;
    const cp_square *checked, *checkers; /* kings in check, and the pieces that give it */
    uint32_t checked_count, checker_count;
    unsigned checker_bodies; /* a bit for each of them that is the lower left piece of a body and
                              * gives check as that */
    const struct cp_mark *marks; /* highlights and arrows */
    const cp_way *ways;          /* of pieces whose moves are shown, and what they take there */
    const cp_square *prey;
    uint32_t way_count, prey_count;
    cp_str way_words;          /* "Moves: ..." */
    bool ways_of_side;         /* all of an army: so many words that they are not drawn */
    const cp_entered *entered; /* instead of men; those that were entered most often first */
    uint32_t entered_count;
    enum cp_window_mode mode;
    cp_box window; /* when not AUTO */
    bool flip;     /* Black's side below */
    enum cp_axes axes;
    uint32_t label_step; /* label files and ranks that it divides; 0: all */
    bool labels_at_ends; /* label the first and the last only */
    bool hides_insets;   /* far groups are chips */
    bool hides_list;     /* pieces without a place are not listed */
    bool keeps_whole;    /* nothing is torn out */
    bool is_log; /* all that is outside stands in rings around the window, ten times as far each */
    bool is_print;             /* there are no colours: words that are drawn name none */
    bool has_signs;            /* chips have numbers as books print them, with signs beyond ASCII */
    bool is_any;               /* nobody has judged whether the position is possible */
    bool shows_turn;           /* mark who is to move: */
    uint8_t turn;              /* enum cp_side */
    enum cp_spelling spelling; /* of squares in words */
    struct cp_far_name *names; /* CP_FAR_NAMES, in this spelling; NULL: they are made each time */
    cp_str title, caption;     /* empty: none; any bytes */
    cp_str source;             /* below the title */
    cp_str tally;              /* at the end of the caption's line: "(8+5)" */
    cp_str about;              /* the variant and how the game stands: for who cannot see it */
};

/* How often the i-th square was entered, from 1 up to so many parts of the most. */
static inline uint32_t cp_entered_part(const struct cp_view *v, uint32_t i, uint32_t parts)
{
    return 1 + (uint32_t)((parts - 1) * ((double)v->entered[i].count / (double)v->entered->count));
}

/* ---- decided ---- */

enum { CP_HEAT_MOST = 9 };

enum cp_cell_flag {
    CP_CELL_DARK = 1,
    CP_CELL_FROM = 2, /* the last move */
    CP_CELL_TO = 4,
    CP_CELL_CHECK = 8, /* a king in check */
    CP_CELL_TRAP = 16,
    CP_CELL_ORIGIN = 32,
    CP_CELL_FALL = 64,  /* a piece fell here in the last turn */
    CP_CELL_HEAD = 128, /* a marked arrow points here */
};

/* Beside the kinds of marks, among the shapes of a square. */
enum {
    CP_SHAPE_RAY = 32,   /* a ray or a tick is there, or who is guarded */
    CP_SHAPE_WAY = 64,   /* a piece may go there */
    CP_SHAPE_PREY = 128, /* what stands there may be taken */
};

typedef struct {
    uint8_t kind;   /* CP_NO_KIND: empty */
    uint8_t side;   /* enum cp_side */
    uint8_t flags;  /* enum cp_cell_flag */
    uint8_t tints;  /* filled: one bit for each enum cp_colour */
    uint8_t shapes; /* on it: one bit for each enum cp_mark_kind, and CP_SHAPE_... */
    uint8_t heat;   /* how often it was entered: up to CP_HEAT_MOST, of more in such parts */
    uint16_t clock; /* as in clocks of the view */
} cp_scene_cell;

/* `skip` files or ranks are left out before column or row `at`, counted from the low end. */
struct cp_tear {
    uint32_t at, skip;
};

struct cp_scale {
    uint32_t extent; /* files or ranks from the lowest to the highest */
    struct cp_tear *tears;
    uint32_t tear_count;
};

/* A way that goes on beyond a panel: from its last square there. */
struct cp_exit {
    cp_square from, to;
    bool is_ray; /* it is seen on the board, too */
};

/* An edge of a panel as it is seen. */
enum cp_edge { CP_LEFT, CP_RIGHT, CP_TOP, CP_BOTTOM, CP_EDGES };

struct cp_panel {
    cp_box box;
    struct cp_exit *exits;
    uint32_t exit_count;
    uint32_t files, ranks; /* that are drawn */
    struct cp_scale x, y;
    cp_scene_cell *cells; /* rank by rank from the lowest, each from the lowest file */
    bool ends[CP_EDGES];  /* at this edge the board ends */
};

enum { CP_PANELS_MOST = 9 };

/* A piece beyond the window, beside an edge, in its direction; or how many have no room. */
struct cp_chip {
    const cp_man *man;     /* NULL: counted pieces */
    cp_str label;          /* its square, or "5 more, 3 white" */
    uint32_t footnote;     /* its square is too long for a label: the number of a remark; else 0 */
    bool is_about;         /* its label says only about where it is: a remark says it all */
    bool is_corner;        /* no file, rank or diagonal of the window leads to it */
    cp_int distance;       /* from the window, in king's moves */
    int32_t anchor;        /* where along the edge its direction meets it, in units */
    int32_t place, length; /* where along the edge the chip begins, and how long it is */
    int32_t dx, dy;        /* its direction as it is seen, about a thousand long */
    bool checks, moved;    /* it gives check; it moved last */
};

struct cp_chips {
    struct cp_chip *list; /* along the edge, from the left or from the top */
    uint32_t count;
    uint32_t thickness; /* of the widest chip, across the edge */
};

struct cp_scene {
    const struct cp_view *view;
    struct cp_panel panels[CP_PANELS_MOST];
    uint32_t panel_count; /* 1 + insets */
    struct cp_chips edges[CP_EDGES];
    uint32_t chip_font;     /* of labels of chips, in units */
    const cp_man **outside; /* men in no panel and on no chip, by rank, then file */
    uint32_t outside_count;
    const cp_man **beyond; /* these and those on chips, in that order */
    uint32_t beyond_count;
};

/* Where square is drawn in a panel, counted from its low corner; false: nowhere. */
CP_MUST_USE bool cp_panel_find(const struct cp_scene *s, const struct cp_panel *p, cp_square square,
                               uint32_t *file, uint32_t *rank);

/* The cell, and the square, at a column and row of the picture as it is seen:
 * row 0 on top, flipped if the view is. The next column's cell is beside it: behind,
 * or flipped before. */
const cp_scene_cell *cp_panel_cell(const struct cp_scene *s, const struct cp_panel *p,
                                   uint32_t column, uint32_t row);
cp_square cp_panel_square(const struct cp_scene *s, const struct cp_panel *p, uint32_t column,
                          uint32_t row);

/* The file or rank of a column or row of the scale, counted from its low end. */
uint32_t cp_scale_offset(const struct cp_scale *s, uint32_t column);

/* The numbers of steps, first to last, at which a way is in a panel, and how many lead to the last
 * square of its line there; false: it has none. From n on the next one, if there is one up to
 * *most (NULL: to no end). And where so many lead. */
CP_MUST_USE bool cp_way_find(struct cp_ints *t, const struct cp_panel *p, const cp_way *way,
                             cp_int *first, cp_int *last, cp_int *end);
CP_MUST_USE bool cp_way_next(struct cp_ints *t, const cp_way *way, cp_int n, const cp_int *most,
                             cp_int *out);
cp_square cp_way_square(struct cp_ints *t, const cp_way *way, cp_int n);

/* Whether it is a ray: it is straight, and goes farther than a step. */
static inline bool cp_way_is_ray(const cp_way *way)
{
    return way->is_attack && (way->is_endless || !cp_int_equal(way->low, way->high));
}

bool cp_square_is_among(cp_square square, const cp_square *squares, uint32_t count);

/* By rank, then file. */
void cp_men_sort(const struct cp_view *v, const cp_man **men, uint32_t count,
                 struct cp_arena *arena);

/* Whether a square is in any panel. */
bool cp_scene_has(const struct cp_scene *s, cp_square square);

/* ---- lines ----
 *
 * What can be seen, in a panel, of the line between two squares: exact to a tenth of a
 * unit however far the squares are.
 *
 *            +- - - - - - -+  . to
 *            |  panel  . ' |             Points are counted in tenths of a drawing
 *            |     . '     |             unit from the upper left corner of the panel
 *     from   | . '         |             as it is seen; the strip beyond its edges
 *       . ' '+- - - - - - -+             belongs to it. */

enum {
    CP_TENTHS = CP_DRAWING_GRID * 10, /* of a square */
    CP_STRIP = 9,                     /* units beyond the window */
};

typedef struct {
    int64_t x, y;
} cp_point;

/* The whole part of the distance. */
int64_t cp_point_distance(cp_point a, cp_point b);

struct cp_segment {
    cp_point from, to;
    bool enters, leaves; /* the line begins, ends, outside */
};

/* From the middle of one square to that of another; false: none of it is there. */
CP_MUST_USE bool cp_segment_find(struct cp_segment *out, const struct cp_scene *s,
                                 const struct cp_panel *p, cp_square from, cp_square to);

#endif
