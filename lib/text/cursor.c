/* SPDX-License-Identifier: MIT */
#include "text/cursor.h"

#include "base/json.h"
#include "base/scan.h"
#include "base/utf8.h"

enum { WINDOW = 64 * 1024 };

void cp_cursor_open(struct cp_cursor *c, const struct cp_arena *like, cp_source source, void *data,
                    const char *file)
{
    *c = (struct cp_cursor){.source = source, .data = data, .file = file, .line = 1};
    for (int i = 0; i < 2; i++)
        cp_arena_init(&c->arenas[i], like->out_of_memory, like->handler_data);
}

void cp_cursor_close(struct cp_cursor *c)
{
    for (int i = 0; i < 2; i++)
        cp_arena_close(&c->arenas[i]);
}

/* To a window in which all is at hand from `at` on, and as much room behind it at least, so
 * that a token of any length is copied a bounded number of times per byte. One of which
 * nothing was passed grows, and one that nobody borrows from is used again. */
static void slide(struct cp_cursor *c)
{
    struct cp_arena *a = &c->arenas[c->in_use];
    size_t kept = (size_t)(c->end - c->at);
    size_t size = WINDOW, before = (size_t)(c->limit - c->window);
    while (size < 2 * kept)
        size *= 2;
    char *room = c->window;
    if (c->has_scrap && size <= before) {
        size = before;
        if (kept)
            memmove(room, c->at, kept);
    } else if (before && kept == before) {
        room = cp_arena_take_more(a, room, before, size);
    } else {
        room = cp_arena_take(a, size);
        if (kept)
            memcpy(room, c->at, kept);
    }
    c->window = room;
    c->limit = room + size;
    c->offset = cp_cursor_offset(c, c->at);
    c->origin = c->at = room;
    c->end = room + kept;
    c->has_slid = true;
    c->has_scrap = c->is_forgetful;
}

void cp_cursor_settle(struct cp_cursor *c)
{
    if (!c->has_slid)
        return;
    c->in_use = !c->in_use;
    c->is_forgetful = c->has_scrap = false;
    c->window = c->limit = NULL; /* it belongs to the other arena */
    slide(c);
    cp_arena_reset(&c->arenas[!c->in_use]);
    c->has_slid = false;
}

void cp_cursor_forget(struct cp_cursor *c)
{
    c->is_forgetful = true;
}

bool cp_cursor_fill(struct cp_cursor *c)
{
    const char *from = c->end;
    while (!c->is_over && c->end == from) {
        if ((size_t)(c->limit - c->end) <= c->held) {
            slide(c);
            from = c->end;
        }
        char *room = c->limit - (c->limit - c->end) + c->held;
        long got = c->source(c->data, room, (size_t)(c->limit - room));
        if (got <= 0) {
            c->is_over = true;
            c->is_failed = got < 0;
            break;
        }
        memset(room - c->held, CP_DOS_END, c->held); /* where they were is another window's */
        c->end = room + got;
        c->held = cp_dos_ends((cp_str){from, (size_t)(c->end - from)});
        c->end -= c->held;
    }
    return c->end > from;
}

void cp_cursor_drop(struct cp_cursor *c, const char *from)
{
    c->offset = cp_cursor_offset(c, c->end);
    c->origin = c->at = c->end = from;
}

/* ---- strings of a file ---- */

enum { STEP = 256 }; /* bytes of raw in which escapes are counted again */

/* Right behind an escape: offsets in the text, and in raw. */
struct cp_noted {
    uint64_t text, raw;
};

/* Past the next escape that begins before `end`; false: there is none. */
static bool pass_escape(cp_str raw, uint64_t end, struct cp_noted *n)
{
    const char *next = n->raw < end ? memchr(raw.at + n->raw, '\\', (size_t)(end - n->raw)) : NULL;
    if (!next)
        return false;
    char meant[4];
    size_t len;
    const char *behind = cp_json_unescape(next, raw.at + raw.len, meant, &len);
    n->text += (size_t)(next - raw.at) - n->raw + len;
    n->raw = (size_t)(behind - raw.at);
    return true;
}

void cp_unescaped_note(struct cp_unescaped *u, struct cp_arena *arena)
{
    size_t room = 0;
    struct cp_noted n = {0, 0};
    uint64_t known = 0;
    u->list = NULL;
    u->count = 0;
    while (pass_escape(u->raw, u->raw.len, &n)) {
        if (n.raw <= known + STEP)
            continue;
        u->list = cp_arena_grow(arena, u->list, u->count, &room, sizeof *u->list);
        u->list[u->count++] = n;
        known = n.raw;
    }
}

uint64_t cp_unescaped_col(const struct cp_unescaped *u, uint64_t offset)
{
    size_t low = 0, high = u->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (u->list[middle].text <= offset)
            low = middle + 1;
        else
            high = middle;
    }
    struct cp_noted n = low ? u->list[low - 1] : (struct cp_noted){0, 0}, next = n;
    uint64_t end = n.raw + STEP < u->raw.len ? n.raw + STEP : u->raw.len;
    while (pass_escape(u->raw, end, &next) && next.text <= offset)
        n = next;
    return u->col + n.raw + (offset - n.text);
}

/* ---- places ---- */

static cp_span span_of(const struct cp_cursor *c, uint32_t line, uint64_t col, size_t len)
{
    return (cp_span){c->file, line, col < UINT32_MAX ? (uint32_t)col : UINT32_MAX,
                     len < UINT32_MAX ? (uint32_t)len : UINT32_MAX};
}

/* A string in a file is in one line of it. */
static CP_SELDOM cp_span place_unescaped(const struct cp_cursor *c, uint64_t offset, size_t len)
{
    return span_of(c, c->unescaped->line, cp_unescaped_col(c->unescaped, offset), len);
}

cp_span cp_cursor_place(const struct cp_cursor *c, const char *at, size_t len)
{
    uint64_t offset = cp_cursor_offset(c, at);
    return CP_UNLIKELY(c->unescaped) ? place_unescaped(c, offset, len)
                                     : span_of(c, c->line, offset - c->line_offset + 1, len);
}

/* Passes one byte that may be a line end: LF, CR LF, or CR alone. */
static bool pass_line_end(struct cp_cursor *c)
{
    bool is_feed = *c->at == '\n', is_return = *c->at == '\r';
    bool is_new = is_return || (is_feed && !c->is_after_return);
    if (is_feed || is_return)
        c->line_offset = cp_cursor_offset(c, c->at + 1);
    c->line += is_new;
    c->is_after_return = is_return;
    c->at++;
    return is_new;
}

/* ---- looking ahead, and moving on ---- */

void cp_cursor_blank(struct cp_cursor *c, const char *at, size_t n)
{
    memset(c->limit - (c->limit - at), ' ', n); /* in the window, which is the cursor's own */
}

void cp_cursor_close_gap(struct cp_cursor *c, const char *from, const char *at, size_t n)
{
    char *to = c->limit - (c->limit - from) + n;
    memmove(to, from, (size_t)(at - from));
    cp_cursor_blank(c, from, n);
}

/* How much of text there is up to a blank line behind what ends as results end; or all. Each line
 * is looked at once, however often it is asked for. */
static size_t game_length(struct cp_cursor *c, cp_str text)
{
    uint64_t begin = cp_cursor_offset(c, text.at);
    if (c->game_end && begin >= c->looked_from && begin < c->game_end)
        return c->game_line_end - begin < text.len ? (size_t)(c->game_line_end - begin) : text.len;
    if (c->game_end || begin < c->looked_from || begin > c->looked_to)
        c->looked_from = c->looked_to = begin;
    c->game_end = 0;
    size_t at = (size_t)(c->looked_to - begin);
    cp_str rest = at < text.len ? cp_str_skip(text, at) : (cp_str){0};
    bool has_returns = rest.len && memchr(rest.at, '\r', rest.len);
    while (rest.len) {
        const char *feed = memchr(rest.at, '\n', rest.len);
        size_t end = has_returns ? cp_line_end(rest, 0)
                     : feed      ? (size_t)(feed - rest.at)
                                 : rest.len;
        unsigned lines = 0;
        size_t next = end, last = end;
        for (; next < rest.len && cp_is_space(rest.at[next]); next++)
            lines += rest.at[next] == '\n' ||
                     (rest.at[next] == '\r' && next + 1 < rest.len && rest.at[next + 1] != '\n');
        while (lines > 1 && last && cp_is_space(rest.at[last - 1]))
            last--;
        uint64_t line = begin + (uint64_t)(rest.at - text.at);
        if (lines > 1 && last && strchr("012*\xbd", rest.at[last - 1])) {
            c->looked_to = line;
            c->game_end = line + last;
            c->game_line_end = line + end + 1;
            return (size_t)(c->game_line_end - begin);
        }
        if (next == rest.len) /* more may come of its end */
            break;
        rest = cp_str_skip(rest, next);
        c->looked_to = line + next;
    }
    return text.len;
}

cp_str cp_cursor_look_on(struct cp_cursor *c, size_t from, size_t most)
{
    for (bool is_there = cp_cursor_has(c, from);;) {
        cp_str text = cp_str_skip(cp_cursor_text(c, from + most), is_there ? from : 0);
        size_t len = game_length(c, text);
        if (len < text.len || text.len == most || !cp_cursor_fill(c))
            return (cp_str){text.at, len};
    }
}

cp_str cp_cursor_line(struct cp_cursor *c, size_t most)
{
    for (size_t seen = 0;;) {
        cp_str text = cp_cursor_text(c, most);
        size_t left = text.len - seen;
        const char *feed = left ? memchr(text.at + seen, '\n', left) : NULL;
        left = feed ? (size_t)(feed - text.at) - seen : left;
        const char *other = left ? memchr(text.at + seen, '\r', left) : NULL;
        seen = other ? (size_t)(other - text.at) : seen + left;
        if (seen < text.len || seen == most || !cp_cursor_fill(c))
            return (cp_str){text.at, seen};
    }
}

void cp_cursor_pass(struct cp_cursor *c, size_t n)
{
    const char *end = c->at + n;
    if (n && !c->is_after_return && !memchr(c->at, '\n', n) && !memchr(c->at, '\r', n))
        c->at = end;
    while (c->at < end)
        (void)pass_line_end(c);
}

void cp_cursor_pass_over(struct cp_cursor *c, const char *ends)
{
    const char *from = c->at;
    for (;;) {
        while (c->at < c->end && !(*c->at && strchr(ends, *c->at)))
            (void)pass_line_end(c);
        if (c->at < c->end)
            return;
        cp_cursor_drop(c, from);
        if (!cp_cursor_fill(c))
            return;
        from = c->at;
    }
}

/* A byte order mark where a line begins is white space, and has no column: files are put behind
 * one another. So is one that was taken for Windows-1252, ï»¿. */
static bool pass_mark(struct cp_cursor *c)
{
    static const char *const marks[] = {CP_BYTE_ORDER_MARK, "\xc3\xaf\xc2\xbb\xc2\xbf"};
    size_t len = strlen(marks[*c->at != CP_BYTE_ORDER_MARK[0]]);
    if (!cp_cursor_is_at_column_one(c) || !cp_cursor_has(c, len) ||
        memcmp(c->at, marks[*c->at != CP_BYTE_ORDER_MARK[0]], len) != 0)
        return false;
    c->at += len;
    c->line_offset += len;
    return true;
}

bool cp_cursor_skip_space(struct cp_cursor *c, unsigned lines_most, unsigned *lines)
{
    const char *from = c->at;
    *lines = 0;
    while (*lines < lines_most) {
        if (CP_UNLIKELY(c->at == c->end)) {
            cp_cursor_drop(c, from);
            if (!cp_cursor_fill(c))
                return false;
            from = c->at;
        }
        if (!cp_is_space(*c->at)) {
            c->is_after_return = false;
            bool may_be_mark = *c->at == CP_BYTE_ORDER_MARK[0] || *c->at == '\xc3';
            if (CP_LIKELY(!may_be_mark) || !pass_mark(c))
                return true;
            from = c->at; /* more may have come, and the window be another */
            continue;
        }
        *lines += pass_line_end(c);
    }
    return true;
}
