/* SPDX-License-Identifier: MIT */
/* columns.h -- columns in bytes, as messages have them, to columns in code points, as editors
 * and SARIF count. What is read passes here, and the last so many bytes that only continue
 * a character are remembered: of a place before them nothing is known. */
#ifndef CP_COLUMNS_H
#define CP_COLUMNS_H

#include "base/arena.h"
#include "base/str.h"

struct cp_columns {
    struct cp_continuation *list; /* in the order they passed */
    struct cp_arena *arena;       /* where it is taken, once there is one */
    uint32_t count;
    uint32_t known_from; /* the first line of which all is known */
    uint32_t line, col;  /* of the next byte */
    bool ends_at_returns, is_after_return;
};

/* A line ends at \n; where ends_at_returns, also at \r and \r\n, as in text. */
void cp_columns_begin(struct cp_columns *c, struct cp_arena *arena, uint32_t line,
                      bool ends_at_returns);

/* Text that is read; in UTF-8. */
void cp_columns_pass(struct cp_columns *c, cp_str text);

/* The column in code points, from 1, of a place that was read; 0: not known. */
uint32_t cp_columns_find(const struct cp_columns *c, uint32_t line, uint32_t col);

#endif
