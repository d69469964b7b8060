/* SPDX-License-Identifier: MIT */
#include "base/pieces.h"

enum { MARK = 4 }; /* bytes that decide whether a line is a mark */

void cp_pieces_init(struct cp_pieces *p, cp_piece_source source, void *data)
{
    *p = (struct cp_pieces){.source = source, .data = data, .is_line_start = true};
}

/* Whether n bytes are at hand, or as many as there are. */
static void look_ahead(struct cp_pieces *p, size_t n)
{
    while (p->to - p->from < n && !p->is_over) {
        memmove(p->raw, p->raw + p->from, p->to - p->from);
        p->to -= p->from;
        p->from = 0;
        long got = p->source(p->data, p->raw + p->to, sizeof p->raw - p->to);
        p->is_over = got <= 0;
        p->has_failed = got < 0;
        p->to += got > 0 ? (size_t)got : 0;
    }
}

static bool is_mark(const struct cp_pieces *p, const char *mark)
{
    cp_str text = {p->raw + p->from, p->to - p->from};
    return cp_str_starts(text, cp_str_from(mark)) && (text.len == 3 || cp_is_space(text.at[3]));
}

/* Looks at the line that begins here: false when another piece does. */
static bool begin_line(struct cp_pieces *p)
{
    look_ahead(p, MARK);
    if (p->from == p->to)
        return true;
    p->is_cut = p->has_content && is_mark(p, "---");
    if (is_mark(p, "..."))
        p->has_content = false;
    else if (!strchr("%#\r\n \t", p->raw[p->from]))
        p->has_content = true;
    p->is_line_start = false;
    return !p->is_cut;
}

static char take(struct cp_pieces *p)
{
    char c = p->raw[p->from++];
    p->is_line_start = c == '\n' || c == '\r';
    p->lines += c == '\r' || (c == '\n' && p->last != '\r');
    p->last = c;
    return c;
}

long cp_pieces_read(struct cp_pieces *p, char *room, size_t size)
{
    size_t count = 0;
    if (p->is_cut)
        return 0;
    look_ahead(p, 1);
    while (count < size && p->from < p->to && (!p->is_line_start || begin_line(p)))
        room[count++] = take(p);
    return count ? (long)count : p->has_failed ? -1 : 0;
}

bool cp_pieces_next(struct cp_pieces *p)
{
    char scrap[256];
    while (cp_pieces_read(p, scrap, sizeof scrap) > 0)
        ;
    bool is_next = p->is_cut;
    p->is_cut = p->has_content = false;
    p->is_line_start = true;
    return is_next;
}
