/* SPDX-License-Identifier: MIT */
#include "text/cursor.h"

enum { WINDOW = 64 * 1024 };

void cp_window_open(struct cp_window *w, const struct cp_arena *like, cp_source source, void *data)
{
    *w = (struct cp_window){.source = source, .data = data};
    for (int i = 0; i < 2; i++)
        cp_arena_init(&w->arenas[i], like->out_of_memory, like->handler_data);
}

void cp_window_close(struct cp_window *w)
{
    for (int i = 0; i < 2; i++)
        cp_arena_close(&w->arenas[i]);
}

/* A new window, of twice what must be kept at least, so that a token of any
 * length is copied a bounded number of times per byte. */
static void slide(struct cp_window *w)
{
    size_t kept = (size_t)(w->end - w->at), size = WINDOW;
    while (size < 2 * kept)
        size *= 2;
    char *room = cp_arena_take(&w->arenas[w->in_use], size);
    if (kept)
        memcpy(room, w->at, kept);
    w->offset = cp_window_offset(w, w->at);
    w->origin = w->at = room;
    w->end = room + kept;
    w->limit = room + size;
    w->has_slid = true;
}

void cp_window_settle(struct cp_window *w)
{
    if (!w->has_slid)
        return;
    w->in_use = !w->in_use;
    slide(w);
    cp_arena_reset(&w->arenas[!w->in_use]);
    w->has_slid = false;
}

bool cp_window_fill(struct cp_window *w)
{
    if (w->is_over)
        return false;
    if (w->limit == w->end)
        slide(w);
    char *room = w->limit - (w->limit - w->end);
    long got = w->source(w->data, room, (size_t)(w->limit - w->end));
    if (got <= 0) {
        w->is_over = true;
        w->is_failed = got < 0;
        return false;
    }
    w->end += got;
    return true;
}

void cp_window_drop(struct cp_window *w, const char *from)
{
    w->offset = cp_window_offset(w, w->end);
    w->origin = w->at = w->end = from;
}
