/* SPDX-License-Identifier: MIT */
/* stream.h -- a stream of games, from a whole file or a part of it, through
 * run->tool->each, one by one and in flat memory. */
#ifndef CP_STREAM_H
#define CP_STREAM_H

#include "text/reader.h"
#include "tool/lines.h"
#include "tool/run.h"

struct cp_stream {
    struct cp_run *run;
    struct cp_reader text; /* one of these, by run->shape */
    struct cp_lines lines;
    struct cp_yaml *yaml;
    uint64_t base;   /* in its file, of where its source begins */
    bool is_refused; /* why this game cannot be settled was said */
};

/* A stream of run->shape, of the file run->input.file. False: reported to run->own. */
CP_MUST_USE bool cp_stream_open(struct cp_stream *s, struct cp_run *run, cp_source source,
                                void *data);
void cp_stream_close(struct cp_stream *s);

/* One game: read, judged, written, its messages said. False at the end, or when
 * nobody reads the output on. */
bool cp_stream_step(struct cp_stream *s);

/* All games of run's open input. */
void cp_stream_run(struct cp_run *run);

#endif
