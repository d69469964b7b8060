/* SPDX-License-Identifier: MIT */
/* cursor.h -- a source of bytes seen through a window that slides over it, and the
 * line and column of each byte.
 *
 *     source ....[ read and done | at ........ end )....   yet unread
 *
 * Strings borrow from the window: what was passed since the last cp_cursor_settle
 * stays where it is until the next one, however far the window has slid since.
 * So a stream of any length runs in flat memory, and a game costs its text once.
 *
 * The window may slide whenever more bytes are asked for, so a pointer into it is
 * void after each call that may fill it; only `at` moves along. */
#ifndef CP_CURSOR_H
#define CP_CURSOR_H

#include "base/arena.h"
#include "base/diag.h"
#include "base/source.h"

/* Where the bytes of a string stand that JSON has in one line of a file:
 *
 *     raw   5,2>5,4\n\u0031. 5,7     each escape has more bytes than it stands for;
 *     text  5,2>5,4.1. 5,7          one of each few hundred bytes is noted, and counted on from */
struct cp_unescaped {
    uint32_t line, col; /* of its first byte */
    cp_str raw;         /* as it stands between its quotation marks, and is known to be right */
    struct cp_noted *list;
    size_t count;
};

/* Once raw is known. */
void cp_unescaped_note(struct cp_unescaped *u, struct cp_arena *arena);

/* The column of the byte at an offset in the text. */
uint64_t cp_unescaped_col(const struct cp_unescaped *u, uint64_t offset);

struct cp_cursor {
    const char *at, *end; /* the bytes at hand */
    uint64_t offset;      /* of `at` in the source, as of the last slide */
    const char *origin;   /* where `at` was then */
    char *limit;          /* end of the room behind `end` */
    struct cp_arena arenas[2];
    char *window; /* the room that begins at or before `at` */
    int in_use;
    unsigned held; /* bytes behind `end` that are of the input only if more comes */
    bool has_slid;
    bool is_forgetful; /* nothing that is passed is borrowed */
    bool has_scrap;    /* and nothing of this window is */
    bool is_over;      /* nothing is left to read */
    bool is_failed;    /* the source said so */
    cp_source source;
    void *data;
    const char *file;                     /* its name in spans */
    const struct cp_unescaped *unescaped; /* NULL: it is a file itself */
    uint32_t line;
    uint64_t line_offset; /* where the line begins */
    bool is_after_return; /* a line feed next would belong to the same line end */
    /* offsets between which no game ends, for cp_cursor_ahead; behind the last byte of the one that
     * ends there, and behind its line. 0: none is known */
    uint64_t looked_from, looked_to, game_end, game_line_end;
};

/* Memory is refused the way `like` does it. */
void cp_cursor_open(struct cp_cursor *c, const struct cp_arena *like, cp_source source, void *data,
                    const char *file);
void cp_cursor_close(struct cp_cursor *c);

/* Gives back what was passed: strings borrowed so far are void. */
void cp_cursor_settle(struct cp_cursor *c);

/* Until the next settle, nothing that is passed from here on needs to stay: what is left
 * of a game too large to keep is read in one window, however long it is. */
void cp_cursor_forget(struct cp_cursor *c);

/* Reads more behind `end`, keeping what is at hand from `at` on (which may
 * move). False when there was nothing more. */
bool cp_cursor_fill(struct cp_cursor *c);

/* Forgets what is at hand from `from` to `end`, as if it had been passed, and uses
 * its room again: how a token too long to keep is skipped. */
void cp_cursor_drop(struct cp_cursor *c, const char *from);

/* Whether n bytes are at hand, after filling if need be. */
static inline bool cp_cursor_has(struct cp_cursor *c, size_t n)
{
    while (CP_UNLIKELY((size_t)(c->end - c->at) < n))
        if (!cp_cursor_fill(c))
            return false;
    return true;
}

/* The offset in the source of a byte at hand. */
static inline uint64_t cp_cursor_offset(const struct cp_cursor *c, const char *at)
{
    return c->offset + (uint64_t)(at - c->origin);
}

/* ---- places ---- */

/* The place of len bytes at hand. */
cp_span cp_cursor_place(const struct cp_cursor *c, const char *at, size_t len);

static inline bool cp_cursor_is_at_column_one(const struct cp_cursor *c)
{
    return cp_cursor_offset(c, c->at) == c->line_offset;
}

/* ---- looking ahead, and moving on ---- */

/* What is at hand, `most` bytes of it. */
static inline cp_str cp_cursor_text(const struct cp_cursor *c, size_t most)
{
    size_t len = (size_t)(c->end - c->at);
    return (cp_str){c->at, len < most ? len : most};
}

/* What stands `from` bytes ahead, `most` of it, after filling if need be; no more of it than up to
 * a blank line behind what ends as results end: a game that is over is not kept waiting for the
 * next. */
cp_str cp_cursor_look_on(struct cp_cursor *c, size_t from, size_t most);
static inline cp_str cp_cursor_ahead(struct cp_cursor *c, size_t from, size_t most)
{
    uint64_t begin = cp_cursor_offset(c, c->at) + from;
    bool is_looked_at = begin >= c->looked_from && begin + most <= c->looked_to;
    if (is_looked_at && (size_t)(c->end - c->at) >= from + most)
        return (cp_str){c->at + from, most};
    return cp_cursor_look_on(c, from, most);
}

/* Writes blanks over n bytes at hand, or behind them, where there is room. */
void cp_cursor_blank(struct cp_cursor *c, const char *at, size_t n);

/* Takes n bytes at `at` out of a word that begins at `from`: they are blanks in front of it then.
 */
void cp_cursor_close_gap(struct cp_cursor *c, const char *from, const char *at, size_t n);

/* The byte n behind the current one; NUL beyond the end. */
static inline char cp_cursor_look(struct cp_cursor *c, size_t n)
{
    return cp_cursor_has(c, n + 1) ? c->at[n] : '\0';
}

/* Where the white space, or the digits, from n on end; no further than `most`. */
static inline size_t cp_cursor_space_end(struct cp_cursor *c, size_t n, size_t most)
{
    while (n < most && cp_is_space(cp_cursor_look(c, n)))
        n++;
    return n;
}

static inline size_t cp_cursor_digits_end(struct cp_cursor *c, size_t n, size_t most)
{
    while (n < most && cp_is_digit(cp_cursor_look(c, n)))
        n++;
    return n;
}

/* What stands up to the end of the line, `most` of it. */
cp_str cp_cursor_line(struct cp_cursor *c, size_t most);

/* Moves over n bytes at hand, counting lines. */
void cp_cursor_pass(struct cp_cursor *c, size_t n);

/* Passes a token that is too long to keep, up to one of these bytes. */
#define CP_LINE_ENDS "\n\r"
void cp_cursor_pass_over(struct cp_cursor *c, const char *ends);

/* Passes white space, up to a number of line ends, which are counted; false at the end
 * of input, if not so many came before it. None of it is kept, so a million of blank lines costs
 * no memory. */
bool cp_cursor_skip_space(struct cp_cursor *c, unsigned lines_most, unsigned *lines);

#endif
