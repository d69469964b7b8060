/* SPDX-License-Identifier: MIT */
/* strays.c -- what got into a text and is none of it: odd blanks, the bytes of something else,
 * records, lines of a mail. */
#include "text/reading/reading.h"

#include "base/utf8.h"
#include "game/record.h"
#include "text/tags.h"

#include <inttypes.h>

enum {
    RECORD_LOOK = 4096, /* bytes of a line that may be a record */
    ODD_BYTES_MOST = 8  /* within CP_NEAR, of text */
};

/* ---- odd blanks ----
 * Web pages, word processors and telephones put them between moves, or into them. Comments
 * and tags keep theirs; here they are blanks, of as many bytes. */

static void put_blank(struct cp_reading *s, const char *at, size_t len, uint32_t code)
{
    bool joins_files = code == 0xfeff && !s->is_begun;
    if (!s->blank.len && !joins_files) {
        s->blank = cp_reading_place(s, at, len);
        s->blank_code = code;
    }
    cp_cursor_blank(s->c, at, len);
}

bool cp_reading_mend_here(struct cp_reading *s)
{
    uint32_t code;
    (void)cp_cursor_has(s->c, 4);
    size_t len = cp_blank_scan(cp_cursor_text(s->c, 4), &code);
    if (len)
        put_blank(s, s->c->at, len, code);
    return len;
}

static bool ends_mending(char c)
{
    return cp_is_line_end(c) || c == '{' || c == ';' || c == '[' || c == '"';
}

/* A byte order mark in front of tags stands where files were put behind one another. */
static size_t odd_blank_at(cp_str text, size_t at, uint32_t *code)
{
    size_t len = (unsigned char)text.at[at] < 0x80 ? 0 : cp_blank_scan(cp_str_skip(text, at), code);
    bool joins_files = len && *code == 0xfeff && at + len < text.len && text.at[at + len] == '[';
    return joins_files ? 0 : len;
}

/* Up to a comment or tag, a few words at once. */
void cp_reading_mend_ahead(struct cp_reading *s)
{
    uint64_t from = cp_cursor_offset(s->c, s->c->at);
    if (from < s->mended && (s->is_mended_whole || from + CP_NEAR / 2 < s->mended))
        return;
    (void)cp_cursor_has(s->c, CP_NEAR);
    cp_str text = cp_cursor_text(s->c, CP_NEAR);
    size_t at = from < s->mended ? (size_t)(s->mended - from) : 0;
    uint32_t code;
    if (cp_utf8_is_ascii(cp_str_skip(text, at)))
        at = text.len;
    while (at < text.len && (!ends_mending(text.at[at]) || !at)) {
        size_t len = odd_blank_at(text, at, &code);
        if (len)
            put_blank(s, text.at + at, len, code);
        else if ((unsigned char)text.at[at] >= 0x80 && text.len - at < 3 && text.len == CP_NEAR)
            break; /* its other bytes come next time */
        at += len ? len : 1;
    }
    s->is_mended_whole = at < text.len && ends_mending(text.at[at]);
    s->mended = from + at;
}

void cp_reading_tell_blank(struct cp_reading *s)
{
    if (s->blank.len)
        cp_diag_report(s->d, CP_BLANK_UNUSUAL, s->blank, "U+%04" PRIX32 " read as a blank",
                       s->blank_code);
}

/* ---- what is no text ---- */

bool cp_reading_is_binary(struct cp_reading *s)
{
    int odd = 0;
    (void)cp_cursor_has(s->c, CP_NEAR);
    cp_str text = cp_cursor_text(s->c, CP_NEAR);
    for (size_t i = 0; i < text.len; i++)
        odd += ((unsigned char)text.at[i] < 0x20 && !cp_is_space(text.at[i])) || text.at[i] == 0x7f;
    return odd > ODD_BYTES_MOST;
}

/* A damaged game, of which nothing more is asked. */
static void refuse_text(struct cp_reading *s, enum cp_diag kind, const char *what)
{
    cp_diag_report(s->d, kind, cp_reading_place(s, s->c->at, 1), "%s", what);
    s->is_no_text = true;
    s->has_moves = true;
    cp_reading_find_alphabet(s);
}

/* One message for all of it, and on with the next section of tags. */
void cp_reading_pass_over_binary(struct cp_reading *s)
{
    refuse_text(s, CP_BAD_BYTES, "passed over up to the next tags");
    do {
        cp_reading_pass_over(s, cp_is_line_end);
        if (!cp_cursor_skip_space(s->c, UINT32_MAX, &s->line_ends))
            return;
        (void)cp_cursor_has(s->c, CP_TAG_LOOK);
    } while (!cp_cursor_is_at_column_one(s->c) ||
             !cp_tag_is_begun(cp_cursor_text(s->c, CP_TAG_LOOK)) || cp_reading_is_binary(s));
}

/* ---- records ---- */

/* A record of JSON: on a line of its own, or over several, as programs write it for people; or
 * the first of a list of them, of which `before` bytes stand before it. No comment is so long a
 * line of JSON that its names are not seen. */
static bool is_json(struct cp_reading *s, size_t before)
{
    (void)cp_cursor_has(s->c, CP_NEAR);
    if (cp_json_look(cp_str_skip(cp_cursor_text(s->c, CP_NEAR), before)) != CP_JSON_OBJECT)
        return false;
    size_t len = cp_cursor_line(s->c, RECORD_LOOK);
    cp_str line = cp_str_trim((cp_str){s->c->at, len});
    if (len == RECORD_LOOK)
        return true;
    return strchr(before ? "},{[]" : "},{[", line.at[line.len - 1]) &&
           cp_record_begins(
               cp_str_skip(cp_cursor_text(s->c, len > CP_NEAR ? len : CP_NEAR), before));
}

/* How many bytes a list of records has before the first; 0: there is none. */
static size_t list_opening(struct cp_reading *s)
{
    size_t len = 1;
    if (*s->c->at != '[')
        return 0;
    while (len < CP_NEAR && cp_cursor_has(s->c, len + 1) && cp_is_space(s->c->at[len]))
        len++;
    return cp_cursor_look(s->c, len) == '{' ? len : 0;
}

/* Names without quotes are words of a comment, too: amid a game they are no record's. */
static bool has_bare_names(cp_str text)
{
    size_t at = 0;
    while (at < text.len && (text.at[at] == '[' || text.at[at] == '{' || cp_is_space(text.at[at])))
        at++;
    return at + 1 < text.len && cp_is_letter(text.at[at]) && text.at[at + 1] != '\'';
}

enum cp_diag cp_reading_record_here(struct cp_reading *s)
{
    size_t before = list_opening(s);
    if ((*s->c->at != '{' && !before) || !cp_cursor_is_at_column_one(s->c))
        return CP_OK;
    if (is_json(s, before))
        return CP_RECORD_IN_TEXT;
    size_t len = cp_cursor_line(s->c, RECORD_LOOK);
    cp_str line = cp_str_trim((cp_str){s->c->at, len});
    bool may_be = len == RECORD_LOOK || strchr("},{[", line.at[line.len - 1]) ||
                  (before && line.at[line.len - 1] == ']');
    (void)cp_cursor_has(s->c, len > CP_NEAR ? len : CP_NEAR);
    cp_str text = cp_cursor_text(s->c, len > CP_NEAR ? len : CP_NEAR);
    may_be = may_be && (cp_reading_is_empty(s) || s->g->result.len || !has_bare_names(text));
    return may_be && cp_record_is_misquoted(text) ? CP_RECORD_MISQUOTED : CP_OK;
}

/* It is a damaged game of its own; with it go lines that go on with it. */
void cp_reading_pass_over_record(struct cp_reading *s, enum cp_diag kind)
{
    cp_str line = {NULL, cp_cursor_line(s->c, RECORD_LOOK)};
    line.at = s->c->at;
    line = cp_str_trim(line);
    bool is_spread = line.len < RECORD_LOOK && !strchr("}]", line.at[line.len - 1]);
    char first;
    refuse_text(s, kind, "");
    do {
        cp_reading_pass_over(s, cp_is_line_end);
        while (cp_is_line_end(first = cp_cursor_look(s->c, 0)))
            cp_cursor_pass(s->c, 1);
    } while (is_spread && (first == ' ' || first == '\t' || first == ']' || first == '}'));
}

/* ---- lines of a mail ---- */

/* How many of the bytes here are marks such as > and > > at the beginning of a line. */
static size_t quote_marks(struct cp_reading *s)
{
    size_t len = 0;
    while (len < CP_NEAR && (cp_cursor_look(s->c, len) == '>' || cp_cursor_look(s->c, len) == ' '))
        len++;
    return *s->c->at == '>' && cp_cursor_is_at_column_one(s->c) ? len : 0;
}

bool cp_reading_is_quoted(struct cp_reading *s)
{
    size_t len = quote_marks(s);
    (void)cp_cursor_has(s->c, len + CP_TAG_LOOK);
    return len && cp_tag_is_begun(cp_str_skip(cp_cursor_text(s->c, len + CP_TAG_LOOK), len));
}

/* They are a damaged game. */
void cp_reading_pass_over_quoted(struct cp_reading *s)
{
    refuse_text(s, CP_LINES_QUOTED, "");
    do {
        cp_reading_pass_over(s, cp_is_line_end);
        while (cp_is_line_end(cp_cursor_look(s->c, 0)))
            cp_cursor_pass(s->c, 1);
    } while (quote_marks(s));
}
