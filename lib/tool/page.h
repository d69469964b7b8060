/* SPDX-License-Identifier: MIT */
/* page.h -- one game for a page of HTML: text that is read without scripts, and the changes
 * of each ply, from which page.js draws its boards.
 *
 *     replay   start, before, after ... refused     what each turn changed
 *     figures  of chosen plies                      painted where they are drawn
 *     pack     walks the text of the game once more, and marries both
 *
 * Squares are those of the game's own frame, as in pictures. */
#ifndef CP_PAGE_H
#define CP_PAGE_H

#include "draw/html.h"
#include "tool/play.h"

/* A refused move, or a turn that was played: */
struct cp_page_turn {
    const struct cp_node *node;
    uint32_t parent;       /* the turn before it; 0: the start */
    uint32_t number;       /* among those that were played, from 1 */
    size_t data, data_len; /* JSON of what it changed, without braces */
    cp_str position;       /* as text, where the board has edges */
    enum cp_diag refused;  /* CP_OK: it was played */
};

/* A picture, at a turn. */
struct cp_page_figure {
    uint32_t turn;
    bool is_of_main_line;
    cp_str caption;
    struct cp_svg_part part;
};

/* What a turn may change of a man. */
struct cp_page_man {
    cp_square at;
    uint32_t due; /* the ply after which it falls; 0: never */
    uint8_t kind;
    bool gone, moved;
};

/* Where a line of moves stands while it is played. */
struct cp_page_line {
    const struct cp_node *node;
    uint32_t turn;
};

struct cp_page {
    const struct cp_play *play;
    const struct cp_view *view; /* what stays the same for all pictures, and the last turn */
    const struct cp_svg_style *style;
    struct cp_game *game;
    struct cp_arena *arena; /* the game's */
    cp_str title;
    const struct cp_mark *marks; /* on every picture */
    enum cp_side began;
    struct cp_page_man *men; /* by number, as they stood before the turn */
    struct cp_fen_text *fen; /* NULL: the board has no edges */
    struct cp_page_turn *turns;
    struct cp_page_figure *figures;
    struct cp_page_line *lines; /* from the main line to the current one */
    size_t turn_count, turn_room, figure_count, figure_room, line_room;
    uint32_t played;
    struct cp_svg_kinds used;
    struct cp_buf start, data; /* JSON of the start; of all turns */
    cp_box window;             /* that the board shows at first */
};

/* Listens from the start position on; `view` is followed as it changes. */
void cp_page_begin(struct cp_page *p, struct cp_position *at);
void cp_page_before(struct cp_page *p, const struct cp_ply *e);
void cp_page_after(struct cp_page *p, const struct cp_ply *e);
void cp_page_refused(struct cp_page *p, const struct cp_ply *e, enum cp_diag why);

/* A picture of the last turn that it was told of; the part is kept. */
void cp_page_add_figure(struct cp_page *p, const struct cp_svg_part *part, cp_str caption,
                        bool is_of_main_line);

/* All of it, for cp_pages_add. */
void cp_page_pack(struct cp_page *p, struct cp_buf *out);

/* The move of a node, spelled so. */
void cp_page_put_move(struct cp_buf *out, const struct cp_play *play, const struct cp_node *node,
                      enum cp_spelling spelling);

/* ---- pages on their way to files ----
 *
 * One game fills a page of its own; of several in one file each can be opened in a list. No
 * more than the first is kept. */

struct cp_pages {
    const struct cp_svg_style *style;
    struct cp_arena arena;         /* of one file: */
    struct cp_buf drawings, fresh; /* all that are there; those of one game */
    struct cp_buf title;
    cp_str first; /* packed, until there is a second */
    uint64_t first_game;
    uint32_t count;
};

void cp_pages_open(struct cp_pages *p, const struct cp_svg_style *style,
                   const struct cp_arena *like);
void cp_pages_close(struct cp_pages *p);

/* One game more into a file, and its end. */
void cp_pages_add(struct cp_pages *p, struct cp_buf *out, uint64_t game, cp_str packed);
void cp_pages_end(struct cp_pages *p, struct cp_buf *out);

#endif
