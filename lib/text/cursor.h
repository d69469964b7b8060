/* SPDX-License-Identifier: MIT */
/* cursor.h -- a source of bytes seen through a window that slides over it.
 *
 *     source ....[ read and done | at ........ end )....   yet unread
 *
 * Strings borrow from the window: what was passed since the last cp_window_settle
 * stays where it is until the next one, however far the window has slid since.
 * So a stream of any length runs in flat memory, and a game costs its text once. */
#ifndef CP_CURSOR_H
#define CP_CURSOR_H

#include "base/arena.h"
#include "base/source.h"

struct cp_window {
    const char *at, *end; /* the bytes at hand */
    uint64_t offset;      /* of `at` in the source, as of the last slide */
    const char *origin;   /* where `at` was then */
    char *limit;          /* end of the room behind `end` */
    struct cp_arena arenas[2];
    int in_use;
    bool has_slid;
    bool is_over;   /* nothing is left to read */
    bool is_failed; /* the source said so */
    cp_source source;
    void *data;
};

/* Memory is refused the way `like` does it. */
void cp_window_open(struct cp_window *w, const struct cp_arena *like, cp_source source, void *data);
void cp_window_close(struct cp_window *w);

/* Gives back what was passed: strings borrowed so far are void. */
void cp_window_settle(struct cp_window *w);

/* Reads more behind `end`, keeping what is at hand from `at` on (which may
 * move). False when there was nothing more. */
bool cp_window_fill(struct cp_window *w);

/* Forgets what is at hand from `from` to `end`, as if it had been passed, and uses
 * its room again: how a token too long to keep is skipped. */
void cp_window_drop(struct cp_window *w, const char *from);

/* Whether n bytes are at hand, after filling if need be. */
static inline bool cp_window_has(struct cp_window *w, size_t n)
{
    while (CP_UNLIKELY((size_t)(w->end - w->at) < n))
        if (!cp_window_fill(w))
            return false;
    return true;
}

/* The offset in the source of a byte at hand. */
static inline uint64_t cp_window_offset(const struct cp_window *w, const char *at)
{
    return w->offset + (uint64_t)(at - w->origin);
}

#endif
