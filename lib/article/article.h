/* SPDX-License-Identifier: MIT */
/* article.h -- the text of an article, in Markdown, piece by piece: lines that pass as they are,
 * and the figures that pictures are made of.
 *
 *     ```chess ply=12 flip          a fence, of which the comment below is made
 *     [Variant "coaip"] 1. ...
 *     ```
 *
 *     <!-- chess: ply=12 flip       a comment: it stays, and the picture stands behind it
 *     [Variant "coaip"] 1. ...
 *     -->
 *     <div class="chess">           made before: up to its last line it is made anew
 *     <svg ...
 *     </div>
 *
 *     <!-- /chess -->               behind a blank line, so that what follows is Markdown again
 *
 * Figures stand on lines of their own, in items of lists, too. What is in code, in other comments,
 * in HTML or in quotations is no figure. */
#ifndef CP_ARTICLE_H
#define CP_ARTICLE_H

#include "base/buf.h"
#include "base/source.h"

#define CP_FIGURE_OPEN  "<div class=\"chess\">"
#define CP_FIGURE_CLOSE "</div>"
#define CP_FIGURE_END   "<!-- /chess -->" /* on a line of its own */

struct cp_figure {
    cp_str raw;        /* all of it, as it stands */
    cp_str comment;    /* what it begins with, if it is no fence, with its line end */
    cp_str head;       /* what stands behind its first word, on the same line */
    cp_str body;       /* and on the lines below */
    cp_str indent;     /* in front of it */
    cp_str line_end;   /* "\n", "\r\n", or "\r" */
    uint32_t line;     /* where it begins; its head, */
    uint32_t head_col; /* and the column of that */
    bool is_icn;       /* its word says so */
};

enum cp_piece {
    CP_ARTICLE_END,
    CP_ARTICLE_TEXT,   /* passes */
    CP_ARTICLE_FIGURE, /* is to be drawn */
    CP_ARTICLE_TORN,   /* a figure whose picture is not as it was made: its comment passes */
};

enum { CP_ITEMS_MOST = 16 };

struct cp_article {
    struct cp_buf text; /* what has been read and not been passed, from `from` on */
    size_t from;
    cp_source source;
    void *data;
    uint32_t line;                 /* at `from` */
    bool is_over;                  /* nothing is left to read */
    bool has_no_ends;              /* no picture ends in what is left */
    uint32_t items[CP_ITEMS_MOST]; /* of lists: the columns in which they go on */
    uint32_t item_count, base;     /* base: of what is begun, the last of these; 0: none */
    bool is_item_empty;            /* the last of them, so far */
    bool is_behind_words;          /* which a tag may go on with */
    bool is_in_html;
    const char *closes; /* it: what its last line has; NULL: that is a blank one */
    char fence;         /* within code: its sign; 0: not within any */
    size_t fence_len;
};

/* Memory is `arena`'s: as much as the longest line, or figure. */
void cp_article_open(struct cp_article *a, struct cp_arena *arena, cp_source source, void *data);

/* The next piece; of a figure *figure is filled, of all others its raw. All of it lives until the
 * next call. */
enum cp_piece cp_article_next(struct cp_article *a, struct cp_figure *figure);

/* What would end a comment, as HTML has it, gets a backslash, and loses it again. */
void cp_comment_escape(struct cp_buf *out, cp_str text);
void cp_comment_unescape(struct cp_buf *out, cp_str text);

#endif
