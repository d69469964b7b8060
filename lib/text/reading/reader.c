/* SPDX-License-Identifier: MIT */
/* reader.c -- the games of a stream, one after the other; reading/ reads each of them. */
#include "text/reading/reader.h"

#include "text/fast_text.h"
#include "text/reading/icn_list.h"
#include "text/reading/reading.h"
#include "text/tags.h"

void cp_reader_open(struct cp_reader *r, const struct cp_reader_input *input,
                    const struct cp_arena *like)
{
    *r = (struct cp_reader){.input = *input};
    cp_cursor_open(&r->cursor, like, input->source, input->source_data, input->file);
    cp_arena_init(&r->arena, like->out_of_memory, like->handler_data);
}

void cp_reader_close(struct cp_reader *r)
{
    if (r->list)
        cp_icn_list_close(r->list);
    cp_arena_close(&r->arena);
    cp_cursor_close(&r->cursor);
}

/* Before the first game. */
static void begin_reader(struct cp_reader *r)
{
    struct cp_icn_list list = {.has_string = false};
    r->has_begun = true;
    if (r->input.is_within || !cp_icn_list_begin(&list, &r->cursor))
        return;
    r->list = cp_arena_take(&r->arena, sizeof *r->list);
    *r->list = list;
}

void cp_reader_leave(struct cp_reader *r)
{
    struct cp_cursor *c = &r->cursor;
    unsigned ignored;
    cp_cursor_settle(c);
    if (r->list) {
        if (r->list->has_string)
            cp_cursor_close(&r->list->inside);
        r->list->has_string = false;
        return;
    }
    r->has_passed = true;
    r->is_behind_result = false;
    do {
        cp_cursor_pass_over(c, CP_LINE_ENDS);
        if (!cp_cursor_skip_space(c, UINT32_MAX, &ignored))
            return;
    } while (!cp_tag_is_next(c));
}

bool cp_reader_look(struct cp_reader *r, uint64_t *offset)
{
    unsigned ignored;
    if (!r->has_begun)
        begin_reader(r);
    cp_cursor_settle(&r->cursor);
    bool is_left = cp_cursor_skip_space(&r->cursor, UINT32_MAX, &ignored);
    *offset = cp_reader_offset(r);
    return is_left;
}

/* Whether so much from here on is all that could be read before the source failed: nobody
 * knows what would have come behind it. */
static bool is_cut_off(const struct cp_reader *r, size_t len)
{
    return r->cursor.is_failed && r->cursor.at + len == r->cursor.end;
}

/* More bytes of a game that does not end among those at hand. One that does, with a blank line
 * behind it, is not kept waiting: it gets *blanks behind them, which are not of the input. */
static bool read_on(struct cp_cursor *c, size_t *blanks)
{
    size_t len = (size_t)(c->end - c->at);
    if (cp_cursor_ahead(c, 0, len).len == len)
        return cp_cursor_fill(c);
    if (c->limit - c->end < CP_FAST_LOOK)
        return false;
    *blanks = CP_FAST_LOOK;
    cp_cursor_blank(c, c->end, *blanks);
    return true;
}

/* A game that does not end where the bytes at hand do is looked at again with more
 * of them, a few times: bytes may come in small pieces. */
bool cp_reader_read_fast(struct cp_reader *r, struct cp_fast_text *k)
{
    enum { TRIES = 4 };
    uint64_t ignored;
    enum cp_fast_next next = CP_FAST_MORE;
    if (!cp_reader_look(r, &ignored) || r->list)
        return false;
    struct cp_cursor *c = &r->cursor;
    size_t blanks = 0;
    for (int i = 0; i < TRIES && next == CP_FAST_MORE && !blanks; i++)
        if (i == 0 || read_on(c, &blanks))
            next = cp_fast_text_read(k, c->at, c->end + blanks, c->is_over);
    return next == CP_FAST_GAME && !is_cut_off(r, k->len);
}

void cp_reader_pass(struct cp_reader *r, const struct cp_fast_text *k)
{
    struct cp_cursor *c = &r->cursor;
    c->line += k->lines;
    if (k->lines)
        c->line_offset = cp_cursor_offset(c, c->at + k->line);
    c->at += k->len;
    r->has_passed = r->is_behind_result = true;
}

/* ---- the last game of a file that was cut off, by a full disk, say ---- */

/* Of PGN a result may be expected, and of what stands behind a game that has one. */
static bool expects_result(const struct cp_reader *r, const struct cp_game *g)
{
    const struct cp_reader_input *in = &r->input;
    if (cp_tag_find(g->tags, CP_STR("Result")))
        return true;
    if (r->has_passed)
        return r->is_behind_result;
    return in->ask_behind_result ? in->ask_behind_result(in->ask_data) : in->is_behind_result;
}

static void report_cut_off(struct cp_reader *r, struct cp_reading *s)
{
    struct cp_game *g = s->g;
    unsigned ignored;
    bool is_over = !g->result.len && !r->list && !s->is_icn && !s->is_line && !g->lost &&
                   !cp_cursor_skip_space(s->c, UINT32_MAX, &ignored);
    if (is_over && expects_result(r, g))
        cp_diag_report(s->d, CP_CUT_OFF, cp_reading_place(s, s->c->at, 0), "%s", "");
    g->is_broken |= s->d->errors > s->errors;
    r->has_passed = true;
    r->is_behind_result = g->result.len > 0;
}

static enum cp_reader_next read_from(struct cp_reader *r, struct cp_cursor *c, struct cp_game *g,
                                     struct cp_diags *d)
{
    struct cp_reading s;
    cp_cursor_settle(c);
    cp_reading_open(&s, &r->input, c, g, d);
    s.is_icn_sure |= r->list != NULL;
    cp_reading_tokens(&s);
    if (!s.is_begun || is_cut_off(r, 0))
        return CP_READER_END;
    if (cp_reading_is_empty(&s)) {
        cp_span at = {.file = g->file, .line = g->line, .col = 1};
        cp_diag_report(d, CP_COMMENT_ALONE, at, "%s", "");
        return CP_READER_END;
    }
    cp_reading_end(&s);
    report_cut_off(r, &s);
    return g->is_broken ? CP_READER_BROKEN : CP_READER_GAME;
}

/* What is left of a string, or the next one. */
static enum cp_reader_next read_string(struct cp_reader *r, struct cp_game *g, struct cp_diags *d)
{
    struct cp_icn_list *list = r->list;
    enum cp_icn_list_next next = CP_LIST_STRING;
    unsigned ignored;
    list->fault = NULL;
    if (list->has_string)
        cp_cursor_settle(&list->inside);
    while (next == CP_LIST_STRING &&
           !(list->has_string && cp_cursor_skip_space(&list->inside, UINT32_MAX, &ignored)))
        next = cp_icn_list_next(list, &r->cursor, g, d);
    if (next == CP_LIST_STRING)
        return read_from(r, &list->inside, g, d);
    return next == CP_LIST_WRONG ? CP_READER_BROKEN : CP_READER_END;
}

enum cp_reader_next cp_reader_read(struct cp_reader *r, struct cp_game *g, struct cp_diags *d)
{
    cp_game_init(g, g->arena, g->ints);
    g->file = r->input.file;
    if (!r->has_begun)
        begin_reader(r);
    return r->list ? read_string(r, g, d) : read_from(r, &r->cursor, g, d);
}
