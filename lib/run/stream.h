/* SPDX-License-Identifier: MIT */
/* stream.h -- a stream of games, from a whole file or a part of it, through
 * run->asked->tool->each, one by one and in flat memory. */
#ifndef CP_STREAM_H
#define CP_STREAM_H

#include "frame/run.h"
#include "text/reading/reader.h"

#include <setjmp.h>

/* ---- lines of any length ---- */

enum { CP_LINE_MOST = 32 << 20 }; /* bytes of one line */

struct cp_line_reader {
    struct cp_cursor cursor;
    uint32_t number; /* of the line read last */
    size_t most;     /* CP_LINE_MOST; smaller in tests */
};

/* Memory is refused the way `like` does it. Close its cursor. */
void cp_line_reader_open(struct cp_line_reader *l, const struct cp_arena *like, cp_source source,
                         void *data);

/* The next line without its end (\n or \r\n), which lives until the next call; the
 * rest alone of a line that is longer than the most: CP_LINE_CUT. */
enum cp_line_next { CP_LINE_END, CP_LINE_WHOLE, CP_LINE_CUT };
CP_MUST_USE enum cp_line_next cp_line_reader_read(struct cp_line_reader *l, cp_str *line);

static inline uint64_t cp_line_reader_offset(const struct cp_line_reader *l)
{
    return cp_cursor_offset(&l->cursor, l->cursor.at);
}

/* ---- games ---- */

struct cp_stream {
    struct cp_run *run;
    struct cp_reader text; /* one of these, by run->shape */
    struct cp_line_reader lines;
    struct cp_yaml *yaml;
    cp_source source; /* what is read comes from there; its columns are looked at */
    void *source_data;
    uint64_t base;   /* in its file, of where its source begins */
    bool is_nothing; /* no game could be made of it */
    bool is_torn;    /* the line before was no JSON: others go with it, up to the next record */

    /* for the way out of a game that takes too much memory, whatever takes it */
    jmp_buf way_out;
    cp_span at;     /* of the game, once it is read */
    bool is_read;   /* what follows is another game's */
    size_t written; /* bytes of output before it */
    uint64_t games; /* before it */
};

/* What one game may take of memory, by what it is for: itself, what is found out about it
 * and what it is drawn with; what is written of it; its numbers beyond 2^62. Its text has bounds of
 * its own (game.h, CP_LINE_MOST). Together they stay below 256 MiB. */
enum { CP_GAME_MEMORY = 144 << 20, CP_OUTPUT_MEMORY = 36 << 20, CP_NUMBERS_MEMORY = 24 << 20 };

/* Has that hold for the game at hand, or no more; what is beyond it goes to way_out. */
void cp_stream_bound(struct cp_run *run, bool is_bounded, void (*way_out)(void *), void *data);

/* A stream of run->shape, of the file of run->input from where that stands. */
void cp_stream_open(struct cp_stream *s, struct cp_run *run, cp_source source, void *data);
void cp_stream_close(struct cp_stream *s);

/* One game: read, judged, written, its messages reported. False at the end, or when
 * the output is not read on. */
bool cp_stream_step(struct cp_stream *s);

/* Says that primes were doubted on the way to what was found out about g, unless it is
 * refused, where the reason was reported. */
void cp_stream_report_doubt(struct cp_run *run, const struct cp_game *g);

/* g as run->current.writes_yaml says, to run->output.text. And as what games are asked for as;
 * what cannot be written so is reported, and left out. */
void cp_stream_write_record(struct cp_run *run, struct cp_game *g);
void cp_stream_write_game(struct cp_run *run, struct cp_game *g);

/* All games of run's open input, from where that begins; those that begin before `to`, a byte
 * of the file, if it is not 0: there must be as much. */
void cp_stream_run(struct cp_run *run, uint64_t to);

/* Of a file that ends before the part of it that is to be read, unless it could not be read on. */
void cp_stream_report_short(struct cp_run *run);

#endif
