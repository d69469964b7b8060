/* SPDX-License-Identifier: MIT */
/* pages.h -- games as text with figures, for pages of HTML, Markdown and LaTeX; for HTML also
 * the changes of each ply, from which page.js draws its boards.
 *
 *     page.c     replay    start, before, after ... refused     what each turn changed
 *                figures   of chosen plies                      painted where they are drawn
 *     page_text.c  pack    walks the text of the game once more, and marries both
 *                files     one game fills a page of its own; several in one file stand behind
 *                          one another, in HTML as a list in which each can be opened
 *
 * Squares are those of the game's own frame, as in pictures. */
#ifndef CP_PAGES_H
#define CP_PAGES_H

#include "draw/brushes/brushes.h"
#include "settle/play.h"
#include "settle/plies.h"

/* A refused move, or a turn that was played: */
struct cp_page_turn {
    const struct cp_node *node;
    uint32_t parent;               /* the turn before it; 0: the start */
    uint32_t number;               /* among those that were played, from 1 */
    size_t data, data_len;         /* JSON of what it changed, without braces */
    size_t touched, touched_count; /* men that it may have changed, in the page's list */
    cp_str position;               /* as text, where the board has edges */
    cp_str copied;                 /* the move in our notation, where it was ICN */
    enum cp_diag refused;          /* CP_OK: it was played */
};

/* A picture, at a turn. */
struct cp_page_figure {
    uint32_t turn;
    bool is_of_main_line;
    bool opens; /* a page opens there, if nowhere before */
    cp_str caption;
    cp_str place; /* as %p has it */
    struct cp_svg_part part;
    cp_str picture; /* of texts whose pictures stand in files beside: a document of SVG */
    cp_str diagram; /* of texts that show it: the same as text */
};

/* What a turn may change of a man. */
struct cp_page_man {
    cp_square at;
    uint32_t due; /* the ply after which it falls; 0: never */
    uint8_t kind;
    bool gone, moved;
    bool leads; /* the lower left one of a body */
};

/* Where a line of moves stands while it is played. */
struct cp_page_line {
    const struct cp_node *node;
    uint32_t turn;
};

struct cp_page_pen;

struct cp_page {
    const struct cp_play *play;
    const struct cp_view *view; /* what stays the same for all pictures, and the last turn */
    const struct cp_svg_style *style;
    const struct cp_page_pen *pen;
    struct cp_game *game;
    struct cp_arena *arena; /* the game's */
    cp_str title;
    const struct cp_mark *marks;       /* on every picture */
    const struct cp_alphabet *letters; /* of moves as they are read; NULL: as they were written */
    enum cp_side began;
    struct cp_page_man *men; /* by number, as they stood before the turn */
    uint32_t *touched;       /* men, of one turn after another */
    size_t touched_count, touched_room;
    uint32_t at_turn;        /* after which men stand so */
    struct cp_fen_text *fen; /* NULL: the board has no edges */
    cp_str copied;           /* of the turn that is being played */
    struct cp_page_turn *turns;
    struct cp_page_figure *figures;
    struct cp_page_line *lines; /* from the main line to the current one */
    size_t turn_count, turn_room, figure_count, figure_room, line_room;
    uint32_t played, last_number; /* turns; the last of the main line */
    struct cp_svg_kinds used;
    struct cp_buf start, data; /* JSON of the start; of all turns */
    cp_box window;             /* that the board shows at first */
};

/* ---- pens ---- */

struct cp_page_text;

enum cp_page_words {
    CP_PAGE_NUMBER, /* "12." */
    CP_PAGE_COMMENT,
    CP_PAGE_NAME,     /* of an event, a place, a variant */
    CP_PAGE_CLOCK,    /* of a player */
    CP_PAGE_COMMAND,  /* another command's words */
    CP_PAGE_UNPLAYED, /* a move that is refused, or stands behind one */
    CP_PAGE_REFUSAL,
    CP_PAGE_PARENTHESIS,
    CP_PAGE_RESULT,
    CP_PAGE_OUTCOME,
    CP_PAGE_SILENT, /* a command, for copying: of pens that keep them */
    CP_PAGE_WORDS,
};

/* How a page is written. */
struct cp_page_pen {
    void (*escape)(struct cp_buf *out, cp_str text); /* foreign text, so that it stays text */
    void (*open)(struct cp_buf *out, size_t depth);  /* a paragraph, of a variation so deep */
    const char *close;
    const char *const (
        *around)[2]; /* of each kind of words, before them and behind; NULL: nothing */
    void (*move)(struct cp_page_text *w, const struct cp_page_turn *turn, cp_str text);
    void (*figure)(struct cp_page *p, struct cp_buf *out, const struct cp_page_figure *figure);
    /* all of a game but its title, when its text is there, which players, when and where it is
     * about; drawings that games share. NULL: the text below what it is about */
    void (*body)(struct cp_page_text *w, struct cp_buf *out, cp_str about, struct cp_buf *drawings);
    bool has_data; /* what each turn changed is told, for a script */
    bool has_main; /* the figure where it opens stands beside the text */
    /* NULL, or it has them in files beside, where it goes to a file: what their names have behind
     * the page's, so that pages of several sorts do not share them */
    const char *pictures;
    bool takes_pdf, has_diagrams; /* pictures, if they can be made so; text where there are none */
    const char *tie;              /* between a number and its move */

    /* files: the name that pictures begin with; title NULL: of several games; what stands before
     * a game and behind it, among others and alone; and behind all */
    void (*name)(struct cp_buf *out, cp_str name);
    void (*head)(struct cp_buf *out, const struct cp_svg_style *style, const cp_str *title);
    void (*drawings)(struct cp_buf *out, cp_str definitions); /* NULL: has none */
    const char *before[2], *behind[2];
    void (*foot)(struct cp_buf *out);
    const char *link; /* in an index of files, a line for one with a single game; NULL: has none */
    /* NULL, or files have one game each, and what stands between head and foot is wrapped so */
    void (*wrap)(struct cp_buf *out, const struct cp_svg_style *style, cp_str title, cp_str text);
};

/* ---- while the game is played ---- */

/* Listens from the start position on; `view` is followed as it changes. */
void cp_page_begin(struct cp_page *p, struct cp_position *at);
void cp_page_before(struct cp_page *p, const struct cp_ply *e);
void cp_page_after(struct cp_page *p, const struct cp_ply *e);
void cp_page_refused(struct cp_page *p, const struct cp_ply *e, enum cp_diag why);

/* A picture of the turn of that node, NULL: of the start; all but its turn. It is kept. */
void cp_page_add_figure(struct cp_page *p, const struct cp_page_figure *figure,
                        const struct cp_node *node);

/* All of it, for cp_pages_add. */
void cp_page_pack(struct cp_page *p, struct cp_buf *out);

/* The move of a node, spelled so, its pieces with those letters; NULL: as they were written. */
cp_str cp_page_move(struct cp_arena *arena, const struct cp_play *play, const struct cp_node *node,
                    enum cp_spelling spelling, const struct cp_alphabet *letters);

/* JSON in which nothing looks like markup; numbers that are too large for its readers are
 * strings. */
void cp_page_put_json(struct cp_buf *out, cp_str text);
void cp_page_put_int(struct cp_buf *out, const struct cp_ints *ints, cp_int n);
void cp_page_put_square(struct cp_buf *out, const struct cp_ints *ints, cp_square square);
/* before, the squares, and "]" */
void cp_page_put_squares(struct cp_buf *out, const struct cp_ints *ints, const char *before,
                         const cp_square *squares, uint32_t count);

/* ---- the text of a game, for whichever pen writes it ----
 *
 * The walk is the same for all: a move, its comments, its figures, its variations, the next
 * move. */

struct cp_page_text {
    struct cp_page *p;
    struct cp_buf text;
    struct cp_buf moves;    /* of HTML: JSON */
    struct cp_buf pictures; /* that stand in files beside, see pages.h */
    struct cp_walk walk;
    size_t turn;      /* the next of p->turns */
    size_t figure;    /* of p->figures */
    size_t main;      /* the figure that stands beside the text; SIZE_MAX: none */
    bool is_open;     /* a paragraph */
    bool is_numbered; /* a number is due before the next move, whoever moves */
    bool is_tight;    /* no blank is due */
    bool is_tied;     /* a number stands in front */
};

/* What a comment's command says that people read, and as what. */
cp_str cp_page_command(cp_str command, enum cp_page_words *kind);

/* The sign of a NAG and what it means; NULL: it has none, or needs none. */
const char *cp_page_nag(uint32_t number, const char **meaning);

/* Pages to play games through; the same as JSON, for the element <chess-plane> of others' pages;
 * text that people set themselves: Markdown (CommonMark), and a document of LaTeX. */
extern const struct cp_page_pen cp_page_html, cp_page_element, cp_page_markdown, cp_page_latex;

/* The style sheet and the script of pages, page.css and page.js, as they stood when the library
 * was built: without comments and indents; and "sha256-...", as a page's policy names it. */
extern const char cp_page_style[], cp_page_script[], cp_page_script_hash[];

/* The script that defines the element, with both of them in it. */
extern const char cp_page_component[];

/* ---- files ---- */

/* Stand for what is known when a page is written: the number of the game, the name of the file
 * without its folder and its suffix (in a link: its address), and the title. No foreign text has
 * such bytes. */
#define CP_PAGES_NUMBER_LATER "\1"
#define CP_PAGES_NAME_LATER   "\2"
#define CP_PAGES_TITLE_LATER  "\3"

/* For workers, texts one behind another, each with its length in front. */
void cp_pages_put_packed(struct cp_buf *out, cp_str text);
cp_str cp_pages_take_packed(cp_str *bytes);

struct cp_packed_page {
    cp_str title;    /* text, in which the number may be left out */
    cp_str drawings; /* each a line */
    cp_str body;
    cp_str pictures; /* for files beside, named after the page, its game and the place: each its
                      * place and itself, packed */
};

struct cp_packed_page cp_pages_unpack(cp_str bytes);

struct cp_pages {
    const struct cp_page_pen *pen; /* NULL: there are none */
    const struct cp_svg_style *style;
    struct cp_arena arena;         /* of one file: */
    struct cp_buf name;            /* of it */
    struct cp_buf drawings, fresh; /* all that are there; those of one game */
    struct cp_buf title;
    cp_str first; /* packed, until there is a second */
    uint64_t first_game;
    uint32_t count;
};

/* A file's name as a link has it: all but plain letters, digits and a few signs as %20. */
void cp_pages_put_address(struct cp_buf *out, cp_str name);

/* A line of an index for a page, packed, that is at that address. */
void cp_pages_put_link(struct cp_pages *p, struct cp_buf *out, cp_str address, uint64_t game,
                       cp_str packed);

/* One game more into a file of that name, and its end. */
void cp_pages_add(struct cp_pages *p, struct cp_buf *out, cp_str name, uint64_t game,
                  cp_str packed);
void cp_pages_end(struct cp_pages *p, struct cp_buf *out);

#endif
