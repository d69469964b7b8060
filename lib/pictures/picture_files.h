/* SPDX-License-Identifier: MIT */
/* picture_files.h -- which files pictures and pages go to.
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

#ifndef CP_PICTURE_FILES_H
#define CP_PICTURE_FILES_H

#include "pages/pages.h"

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

/* ---- files ---- */

struct cp_picture_files {
    struct cp_run *run;  /* whose messages and standard output these are */
    const char *pattern; /* "-": standard output */
    bool single;         /* one picture, or sheet, is a whole file */
    struct cp_sheets sheets;
    bool is_raster; /* pictures come as SVG, and become: */
    enum cp_raster raster;
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
