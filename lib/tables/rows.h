/* SPDX-License-Identifier: MIT */
/* rows.h -- the rows of a table, cell by cell, as other programs read them:
 *
 *     TSV     tabs between cells; what holds a tab, a quote or a line end stands in quotes,
 *             quotes within it twice: as sqlite3, DuckDB, PostgreSQL's csv and Python read it
 *     CSV     RFC 4180: the same with commas, and lines that end in CR LF
 *     JSONL   one object a row
 *     SQL     tables and indexes for sqlite3, then rows in batches, all in one transaction
 *
 * What is not there is nothing between two separators, null, or NULL; a text without
 * letters is "". What is written is UTF-8 without NUL.
 *
 * A worker does not know how many rows stand before its own, so of SQL a NUL stands in its
 * copy of the run where each begins, until it is the worker's turn (cp_rows_deliver). */
#ifndef CP_ROWS_H
#define CP_ROWS_H

#include "base/buf.h"

#include <stdint.h>

enum cp_row_format { CP_TSV, CP_CSV, CP_JSONL, CP_SQL };

enum cp_cell_type { CP_CELL_TEXT, CP_CELL_NUMBER, CP_CELL_REAL, CP_CELL_TRUTH };

struct cp_head {
    cp_str name;
    cp_str key; /* ,"name": of JSON */
    enum cp_cell_type type;
    bool is_indexed; /* SQL: it has an index of its own */
};

/* What a table is: only read. */
struct cp_table_shape {
    enum cp_row_format format;
    const char *name;
    const struct cp_head *heads;
    uint32_t count;
};

struct cp_rows {
    const struct cp_table_shape *shape;
    struct cp_buf *out;
    struct cp_buf spare; /* work space, of the game */
    bool is_held;        /* a NUL stands before each row of SQL */
    uint32_t next;       /* cell of the row */
    uint32_t batch;      /* SQL: rows of the batch so far */
};

/* Names of all cells; everything that stands before rows, and behind them. */
void cp_rows_put_head(const struct cp_table_shape *shape, struct cp_buf *out);
void cp_rows_put_end(const struct cp_rows *rows);

void cp_row_begin(struct cp_rows *rows);
void cp_row_end(struct cp_rows *rows);

/* The next cell of the row. */
void cp_cell_null(struct cp_rows *rows);
void cp_cell_number(struct cp_rows *rows, int64_t number);
void cp_cell_thousandths(struct cp_rows *rows, int64_t number); /* as a real number */
void cp_cell_truth(struct cp_rows *rows, bool truth);
void cp_cell_text(struct cp_rows *rows, cp_str text);

/* The same of a number that the caller puts into rows->out; of text that it puts there in
 * between. */
void cp_cell_begin(struct cp_rows *rows);
size_t cp_cell_open(struct cp_rows *rows);
void cp_cell_close(struct cp_rows *rows, size_t open);

/* Rows that a worker held. */
void cp_rows_deliver(struct cp_rows *rows, cp_str held);

#endif
