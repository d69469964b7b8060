/* SPDX-License-Identifier: MIT */
/* sheets.h -- diagrams on their way to the sheets that they fill one after another. No more
 * than those of one sheet are kept. */
#ifndef CP_SHEETS_H
#define CP_SHEETS_H

#include "draw/sheet.h"

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

void cp_sheets_open(struct cp_sheets *s, const struct cp_arena *like);
void cp_sheets_close(struct cp_sheets *s);

/* Whether one more, so large, may stand on the sheet: it is painted in a few times its
 * bytes. */
bool cp_sheets_can_add(const struct cp_sheets *s, size_t bytes);

/* Copies a packed diagram. */
void cp_sheets_add(struct cp_sheets *s, uint64_t game, cp_str packed);

static inline bool cp_sheets_is_full(const struct cp_sheets *s)
{
    return s->count == s->columns * s->rows;
}

/* The sheet as far as it is filled, in its arena. */
cp_str cp_sheets_paint(struct cp_sheets *s);

/* Goes on with the next sheet, or with the first one of another count. */
void cp_sheets_turn(struct cp_sheets *s, bool begins_again);

#endif
