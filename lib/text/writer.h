/* SPDX-License-Identifier: MIT */
/* writer.h -- a game as text: tags, a blank line, moves in lines of at most 80
 * bytes (a comment stays in one piece), the result, a blank line. What the
 * reader makes of it is the same game. */
#ifndef CP_WRITER_H
#define CP_WRITER_H

#include "game/game.h"
#include "text/moves/notation.h"

struct cp_writing {
    const struct cp_alphabet *alphabet; /* NULL: moves stay as they were written */
    bool keeps_spelling;                /* each move in the spelling it has */
    enum cp_spelling spelling;          /* else: all in this one */
    bool is_pgn;    /* for other programs: the seven tags first, NAGs as numbers, a result always */
    bool is_unsaid; /* the variant need not be named: it is taken for granted */
    const struct cp_notation *notation; /* which reads it again; NULL: unknown */
    bool marks_last; /* a mate's mark stands behind what fell, as agents have it (R-TR-16) */
};

/* Comments that are not read again as they were: `;` and `%` end with the line, no comment may
 * have a NUL, nor one in braces a `}`, a line that is a tag, or falls. Other characters stand for
 * these, or the comment is of another sort; in PGN all but `%` are in braces. */
typedef struct {
    uint64_t comments;
    cp_str first;
    const struct cp_node *node; /* that it belongs to; NULL: the game */
} cp_altered;

/* Moves that could not be read are written as they stood. Appends to out. */
cp_altered cp_game_write(struct cp_buf *out, const struct cp_game *g, const struct cp_writing *how);

/* Whether a tag is not written, because it would be read as a field that the game does not
 * have, or because PGN has another of its name that counts; whether text holds a tag, and a move
 * that could not be read, as they are; else signs of their own stand in them, so that no text of a
 * move ends the game, begins another or is read as a move by that notation, if it is not NULL. */
bool cp_tag_is_left_out(const struct cp_game *g, const struct cp_tag *tag, bool is_pgn);
bool cp_tag_fits_text(const struct cp_tag *tag);
bool cp_move_fits_text(const struct cp_game *g, const struct cp_node *node,
                       const struct cp_notation *n, uint32_t highest);

/* The highest number that a move of g may have, for the function before: it reads all of a start,
 * so it is asked once a game. */
uint32_t cp_number_highest(const struct cp_game *g);

/* [Name "value"] and a line end. */
void cp_tag_write(struct cp_buf *out, cp_str name, cp_str value);

/* The tags alone and a blank line; false when there are none. */
bool cp_tags_write(struct cp_buf *out, const struct cp_game *g, const struct cp_writing *how);

/* The text of one move under how. */
void cp_node_write(struct cp_buf *out, const struct cp_game *g, const struct cp_node *node,
                   const struct cp_writing *how);

/* The same with what fell behind it: "Me3>f3 (g3:g3)#". */
void cp_node_write_turn(struct cp_buf *out, const struct cp_game *g, const struct cp_node *node,
                        const struct cp_writing *how);

#endif
