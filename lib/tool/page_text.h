/* SPDX-License-Identifier: MIT */
/* page_text.h -- the text of a game, for whichever pen writes it: HTML, Markdown or LaTeX. The
 * walk is the same for all: a move, its comments, its figures, its variations, the next move. */
#ifndef CP_PAGE_TEXT_H
#define CP_PAGE_TEXT_H

#include "tool/pages.h"

/* A line of moves on its way. */
struct cp_page_step {
    const struct cp_line *line, *variation; /* the next variation to write */
    const struct cp_node *node;
    uint32_t ply;
    bool has_begun;
};

struct cp_page_text {
    struct cp_page *p;
    struct cp_buf text;
    struct cp_buf moves;    /* of HTML: JSON */
    struct cp_buf pictures; /* that stand in files beside, see pages.h */
    struct cp_page_step *steps;
    size_t depth, room;
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

/* The move of a node, spelled so, in the page's arena. */
cp_str cp_page_move(const struct cp_page *p, const struct cp_node *node, enum cp_spelling spelling);

/* Event, place and date, the variant and the result. */
void cp_page_put_about(const struct cp_page *p, struct cp_buf *out);

#endif
