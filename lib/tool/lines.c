/* SPDX-License-Identifier: MIT */
#include "tool/lines.h"

enum { STEP = 64 * 1024, KEPT_MOST = 1 << 20 };

void cp_lines_open(struct cp_lines *l, const struct cp_arena *like, cp_source source,
                   void *data)
{
    *l = (struct cp_lines){.source = source, .data = data, .most = CP_LINE_MOST};
    cp_arena_init(&l->arena, like->out_of_memory, like->handler_data);
    cp_buf_init(&l->window, &l->arena);
}

void cp_lines_close(struct cp_lines *l)
{
    cp_arena_close(&l->arena);
}

/* Drops what was given out; a huge line gives its memory back. */
static void slide(struct cp_lines *l)
{
    size_t left = l->window.len - l->at;
    if (l->window.room > KEPT_MOST && left < STEP) {
        struct cp_arena old = l->arena;
        cp_str rest = {l->window.at + l->at, left};
        cp_arena_init(&l->arena, old.out_of_memory, old.handler_data);
        cp_buf_init(&l->window, &l->arena);
        cp_buf_put(&l->window, rest);
        cp_arena_close(&old);
    } else if (left) {
        memmove(l->window.at, l->window.at + l->at, left);
        l->window.len = left;
    } else {
        l->window.len = 0;
    }
    l->at = 0;
}

static void fill(struct cp_lines *l)
{
    if (l->at)
        slide(l);
    long got = l->source(l->data, cp_buf_room(&l->window, STEP), STEP);
    if (got > 0)
        l->window.len += (size_t)got;
    else
        l->is_ended = true;
}

enum cp_lines_next cp_lines_read(struct cp_lines *l, cp_str *line)
{
    size_t looked = 0; /* bytes of this line without an end in them */
    bool is_too_long = false;
    const char *end = NULL;
    while (!end) {
        size_t left = l->window.len - l->at;
        if (left > looked)
            end = memchr(l->window.at + l->at + looked, '\n', left - looked);
        if (end || l->is_ended)
            break;
        looked = left;
        if (looked > l->most) {
            is_too_long = true;
            l->at += looked;
            l->offset += looked;
            looked = 0;
        }
        fill(l);
    }
    size_t len = end ? (size_t)(end - l->window.at) - l->at : l->window.len - l->at;
    if (!end && !len && !is_too_long)
        return CP_LINES_END;
    *line = (cp_str){l->window.at + l->at, len};
    l->at += len + (end != NULL);
    l->offset += len + (end != NULL);
    l->number++;
    if (line->len && line->at[line->len - 1] == '\r')
        line->len--;
    return is_too_long ? CP_LINES_TOO_LONG : CP_LINES_LINE;
}
