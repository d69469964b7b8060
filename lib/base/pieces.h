/* SPDX-License-Identifier: MIT */
/* pieces.h -- a stream of YAML cut where its documents begin.
 *
 *     a: 1        a piece
 *     ---         here it is cut: nothing within a document may look so
 *     b: [        a piece; however broken it is,
 *     ---
 *     c: 3        this one is whole
 *
 * After "...", the next document's directives belong to the piece before. */
#ifndef CP_PIECES_H
#define CP_PIECES_H

#include "base/str.h"

/* Fills room with up to size bytes; 0 at the end; negative when reading fails. */
typedef long (*cp_piece_source)(void *data, char *room, size_t size);

struct cp_pieces {
    cp_piece_source source;
    void *data;
    char raw[4096];
    size_t from, to;          /* what of raw has not been given out */
    size_t lines;             /* ends of lines given out */
    char last;                /* byte given out */
    bool is_line_start;       /* what comes next begins a line */
    bool has_content;         /* of a document, in this piece */
    bool is_cut;              /* this piece is over, and another follows */
    bool is_over, has_failed; /* the source */
};

void cp_pieces_init(struct cp_pieces *p, cp_piece_source source, void *data);

/* Up to size bytes of the current piece; 0 at its end; -1 when reading failed. */
CP_MUST_USE long cp_pieces_read(struct cp_pieces *p, char *room, size_t size);

/* On to the next piece, passing over what is left of this one; false when there
 * is none. */
CP_MUST_USE bool cp_pieces_next(struct cp_pieces *p);

#endif
