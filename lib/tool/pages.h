/* SPDX-License-Identifier: MIT */
/* pages.h -- games that were written for a page, on their way to files. One game fills a page of
 * its own; several in one file stand behind one another, in HTML as a list in which each can be
 * opened. No more than the first is kept. */
#ifndef CP_PAGES_H
#define CP_PAGES_H

#include "tool/page.h"

/* Stand for what is known when a page is written: the number of the game, and the name of the
 * file without its folder and its suffix. No foreign text has such bytes. */
#define CP_PAGES_NUMBER_LATER "\1"
#define CP_PAGES_NAME_LATER   "\2"

struct cp_packed_page {
    cp_str title;    /* text, in which the number may be left out */
    cp_str drawings; /* each a line */
    cp_str body;
    cp_str pictures; /* for files beside: */
};

/* A picture, whose file is named after the page, its game and its place. */
void cp_pages_pack_picture(struct cp_buf *pictures, cp_str place, cp_str picture);
CP_MUST_USE bool cp_pages_take_picture(cp_str *pictures, cp_str *place, cp_str *picture);

void cp_pages_pack(struct cp_buf *out, const struct cp_packed_page *page);
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

void cp_pages_open(struct cp_pages *p, const struct cp_page_pen *pen,
                   const struct cp_svg_style *style, const struct cp_arena *like);
void cp_pages_close(struct cp_pages *p);

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
