/* SPDX-License-Identifier: MIT */
/* rows.h -- a game on its way to the rows of a table, cell by cell. */
#ifndef CP_ROWS_H
#define CP_ROWS_H

#include "forms/fen_text.h"
#include "frame/run.h"
#include "game/annotation.h"
#include "rules/key.h"
#include "settle/judge.h"

/* ---- rows, as other programs read them ----
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

/* The next cell of the row. */
void cp_cell_null(struct cp_rows *rows);
void cp_cell_number(struct cp_rows *rows, int64_t number);
void cp_cell_thousandths(struct cp_rows *rows, int64_t number); /* as a real number */
void cp_cell_truth(struct cp_rows *rows, bool truth);
void cp_cell_text(struct cp_rows *rows, cp_str text);

/* The same of text that the caller puts into rows->out in between. */
size_t cp_cell_open(struct cp_rows *rows);
void cp_cell_close(struct cp_rows *rows, size_t open);

/* Rows that a worker held. */
void cp_rows_deliver(struct cp_rows *rows, cp_str held);

/* ---- a game on its way to rows: what its cells are made of, and what tables have in common ----
 *
 * A table is a list of columns, each with the function that puts its cell, and a function that
 * puts the rows of a game:
 *
 *     table_games.c       judged, if any column asks for it
 *     table_plies.c       played for a listener: moves are written before, put after
 *     table_positions.c   likewise: before the first ply, then after each
 *     table_tags.c        not played at all
 *     table_tree.c        played so far for a listener; rows once all games are there */

struct cp_row_writer;
struct cp_tree;
struct cp_tree_row;

struct cp_column {
    const char *name;
    enum cp_cell_type type;
    bool is_indexed;
    unsigned needs;
    void (*put)(struct cp_row_writer *s);
};

struct cp_table_kind {
    const char *name;
    const char *usual;               /* columns, where nothing else is asked for */
    const struct cp_column *columns; /* beside those of all; a name of NULL ends them */
    void (*put_game)(struct cp_row_writer *s);

    /* Of rows that are of no game alone, and have no columns but those above: NULL, or these. */
    struct cp_tree *(*open)(struct cp_run *run);
    void (*take)(struct cp_tree *tree, cp_str kept); /* what a worker kept of its games */
    void (*put_rest)(struct cp_row_writer *s);       /* the rows */
    void (*close)(struct cp_tree *tree);
};

/* Each in its own file; in the order in which they are named. */
enum { CP_TABLES = 5 };
extern const struct cp_table_kind cp_table_games, cp_table_plies, cp_table_positions, cp_table_tags,
    cp_table_tree;

/* What was asked for. */
struct cp_table_settings {
    struct cp_table_shape shape;
    const struct cp_table_kind *kind;
    unsigned needs;
    const struct cp_column **columns; /* by cell */
    cp_str *tags;                     /* by cell: whose value it is, in a tag's column */
    uint32_t usual;                   /* so many columns nobody asked for by name */
    struct cp_tree *tree;             /* of all games, the main thread's; NULL: of other tables */
    uint32_t depth;                   /* of it: so many plies of a game, no more */
    bool joins_shifted;               /* and of positions without edges one for all shifts */
};

/* What cells are made of beside the game itself. */
enum {
    CP_NEEDS_VERDICT = 1,
    CP_NEEDS_LINE = 2, /* the key of the moves, and that of the last position */
    CP_NEEDS_KEY = 4,
    CP_NEEDS_FEN = 8,
    CP_NEEDS_MATERIAL = 16,
    CP_NEEDS_LONG = 32,
    CP_NEEDS_SHORT = 64,
    CP_NEEDS_ENGINE = 128,
    CP_NEEDS_CHECKS = 256,
    CP_NEEDS_REMARK = 512, /* what comments tell of a move */
};

/* The cells of a tag in a table of tags; in others, a tag's value, which may be missing. */
struct cp_tag_cell {
    cp_str name, value;
    bool is_there;
};

/* A game on its way to rows. */
struct cp_row_writer {
    struct cp_play play;
    const struct cp_table_settings *settings;
    struct cp_run *run;
    struct cp_game *game;
    struct cp_rows *rows;
    uint32_t cell;            /* being put */
    struct cp_tag_cell *tags; /* by cell: what the game has, where it is a tag's */
    struct cp_tag_cell one;
    bool is_frame_guessed; /* for a column: the game itself names none */

    struct cp_judgement judged; /* of games */
    cp_key moves_key, start_key, last_key;
    bool is_played; /* a position of it was seen */

    /* of plies and positions */
    struct cp_position *p;
    const struct cp_ply *ply;
    uint32_t ply_number;
    cp_written long_form, short_form, engine_form;
    bool has_engine_form;
    struct cp_key_track track;
    struct cp_buf material, text, steps;
    const struct cp_tree_row *tree_row;
    struct cp_remark remark;
    int64_t
        clocks[2]; /* of each side's last move, in thousandths of a second; negative: not known */
    int64_t increment; /* likewise */

    /* large: all above is cleared first */
    struct cp_key_words words;
    struct cp_fen_text fens;
};

/* The row of what is at hand, cell by cell. */
void cp_row_put(struct cp_row_writer *s);

/* Plays the main line for a listener, whose data is s: of positions, s->p. False: nothing
 * was played, which is reported. */
bool cp_row_play(struct cp_row_writer *s, struct cp_listener listener);

/* What it says of its end: its result, or the tag's. */
cp_str cp_row_result(const struct cp_row_writer *s);

/* ---- cells of several columns ---- */

/* Nothing, where it is empty. */
static inline void cp_row_put_text(struct cp_row_writer *s, cp_str text)
{
    if (text.len)
        cp_cell_text(s->rows, text);
    else
        cp_cell_null(s->rows);
}

static inline void cp_row_put_side(struct cp_row_writer *s, int side)
{
    cp_cell_text(s->rows, side == CP_WHITE ? CP_STR("white") : CP_STR("black"));
}

void cp_row_put_key(struct cp_row_writer *s, uint64_t key); /* of a game that was played */
void cp_row_put_number(struct cp_row_writer *s);            /* of the game */
void cp_row_put_ply(struct cp_row_writer *s);

#endif
