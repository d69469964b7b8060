/* SPDX-License-Identifier: MIT */
/* epd.h -- a line of its own that is a position, and what EPD says of it:
 *
 *     4k3/8/8/8/8/8/4P3/4K3 w - - bm Kd2 e4; id "mate; or not";
 *     w: K (1,1), Q (4,5); b: K (9,9)
 *
 * An operation is a name and what it is about, up to ';'. In a game it is a tag, whose value is
 * a single string without its quotation marks, and anything else as it stands; hmvc and fmvn are
 * the last two fields of a FEN. */
#ifndef CP_EPD_H
#define CP_EPD_H

#include "game/game.h"
#include "text/cursor.h"

/* The line at the cursor, which is a position (cp_fen_is_line): into g's start, and its
 * operations into tags. It is passed, but for moves behind the position. False, and reported,
 * when it is too long. */
bool cp_position_read(struct cp_cursor *c, struct cp_game *g, struct cp_diags *d);

/* Whether what stands behind a position, on its line or the next, begins with a move or the
 * number of one. */
bool cp_position_has_moves(cp_str behind);

typedef struct {
    cp_str text, name, value; /* text: all of it, but for ';' */
    bool is_odd;              /* it has no name, or nothing ends its string */
} cp_operation;

/* The next one of what stands behind a position; false when there is none left. A string that
 * nothing ends goes to the end of the line. */
CP_MUST_USE bool cp_operation_take(cp_str *rest, cp_operation *out);

#endif
