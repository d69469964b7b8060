/* SPDX-License-Identifier: MIT */
/* reader.h -- game text to games, one at a time, from a stream of any length.
 *
 *     struct cp_reader r;
 *     cp_reader_open(&r, &input, like);
 *     while ((next = cp_reader_read(&r, &game, &diags)) != CP_READER_END)
 *         ...
 *     cp_reader_close(&r);
 *
 * A text is tags, then moves with their numbers, comments, NAGs and nested
 * variations, then a result. What cannot be read is reported where it stands
 * and never harms the next game: a section of tags at the start of a line, or a
 * result, always begins afresh (R-NOT-10). A game is read the same whatever games
 * stand before it; but of a file's last one, which may have been cut off, it is told. */
#ifndef CP_READER_H
#define CP_READER_H

#include "text/reading/reader_input.h"

struct cp_fast_text;
struct cp_icn_list;

struct cp_reader {
    struct cp_reader_input input;
    struct cp_cursor cursor;
    struct cp_icn_list *list; /* its games are strings; NULL: they are not */
    struct cp_arena arena;    /* for that */
    bool has_begun;
    bool has_passed;       /* a game */
    bool is_behind_result; /* which ended with one */
};

/* Memory is refused the way `like` does it. */
void cp_reader_open(struct cp_reader *r, const struct cp_reader_input *input,
                    const struct cp_arena *like);
void cp_reader_close(struct cp_reader *r);

/* After a jump out of a read: passes over what is left of the game, up to the next tags. */
void cp_reader_leave(struct cp_reader *r);

/* The next game into g, which is initialised here in g->arena and with g->ints;
 * the caller has reset those. Its strings borrow from the reader until the next
 * call. BROKEN: something was reported as an error; what could be read is in g.
 * Messages, errors even, may also come with END (a comment behind the last game). A game in
 * the midst of which the source fails is none. */
enum cp_reader_next { CP_READER_END, CP_READER_GAME, CP_READER_BROKEN };
CP_MUST_USE enum cp_reader_next cp_reader_read(struct cp_reader *r, struct cp_game *g,
                                               struct cp_diags *d);

/* Passes white space up to where the next game would begin, and says where that is
 * in the source; false when nothing is left. What was borrowed is void. */
CP_MUST_USE bool cp_reader_look(struct cp_reader *r, uint64_t *offset);

/* The next game, if all of it is clean text; else k is void and it is still to be
 * read. What was borrowed is void, and what k borrows is until the next call. */
CP_MUST_USE bool cp_reader_read_fast(struct cp_reader *r, struct cp_fast_text *k);

/* Passes the game that k holds. */
void cp_reader_pass(struct cp_reader *r, const struct cp_fast_text *k);

/* How much of the source has been read for games. */
static inline uint64_t cp_reader_offset(const struct cp_reader *r)
{
    return cp_cursor_offset(&r->cursor, r->cursor.at);
}

/* Whether END came because the source could not be read. */
static inline bool cp_reader_has_failed(const struct cp_reader *r)
{
    return r->cursor.is_failed;
}

#endif
