/* SPDX-License-Identifier: MIT */
/* menders.c -- what is odd in the text of a game and read all the same. The reader knows the
 * grammar; where it stops it asks this table. A row is for what was found in real files, in two
 * places at least, or what a ruling asks to read (R-NOT-9, R-NOT-11). What no row knows is one
 * error at its place: a word that is no move.
 *
 * Odd blanks, bytes of other files and records are no rows: blanks stand within words, which the
 * grammar would cut there, and the others are known before a game begins. */
#include "text/reading/reading.h"

#include "base/scan.h"
#include "base/utf8.h"
#include "game/record.h"
#include "text/tags.h"

#include <inttypes.h>

enum {
    RECORD_LOOK = 1 << 14, /* bytes of a line that may be a record */
    ODD_BYTES_MOST = 8     /* within CP_NEAR, of text */
};

#define BLANK_TOLD (1u << 31) /* of what is told once */

/* ---- the table ---- */

/* Signs of books, e4 ± and Nf3 +=. */
static size_t judgement(struct cp_reading *s, struct cp_found *f)
{
    return cp_assessment_scan(cp_cursor_ahead(s->c, 0, 8), &f->nag);
}

static void put_judgement(struct cp_reading *s, const struct cp_found *f)
{
    if (s->notation && cp_builder_last(&s->b))
        cp_diag_report(s->d, CP_JUDGEMENT_UNUSUAL, cp_reading_place(s, s->c->at, f->len),
                       "\"%.*s\" read as $%" PRIu32, (int)f->len, s->c->at, f->nag);
    cp_reading_put_nag(s, f->nag, f->len);
}

/* 1. e4, e5 */
static size_t comma(struct cp_reading *s, struct cp_found *f)
{
    (void)f;
    return *s->c->at == ',' && cp_builder_last(&s->b) && !s->b.top.is_new_move;
}

/* (5,4)...(5,5) */
static size_t joining_dots(struct cp_reading *s, struct cp_found *f)
{
    (void)f;
    return cp_dots_scan(cp_cursor_ahead(s->c, 0, 16));
}

/* 1: e4 */
static size_t number_by_hand(struct cp_reading *s, struct cp_found *f)
{
    (void)f;
    size_t digits = cp_cursor_digits_end(s->c, 0, CP_DIGITS_MOST);
    bool has_colon = digits && cp_cursor_look(s->c, digits) == ':';
    char behind = has_colon ? cp_cursor_look(s->c, digits + 1) : 'x';
    return cp_is_space(behind) || !behind ? digits + 1 : 0;
}

static void put_number(struct cp_reading *s, const struct cp_found *f)
{
    cp_reading_put_number(s, f->len - 1, f->len);
}

/* N (6,3), => and whatever else moves/notation_odd.c has a pattern for. */
static size_t odd_move(struct cp_reading *s, struct cp_found *f)
{
    if (!s->notation)
        return 0;
    cp_str text = cp_cursor_line(s->c, f->word + CP_NEAR);
    return cp_notation_scan(s->notation, s->g->ints, text, &f->move);
}

/* A number right behind it, (5,5)2. N(6,3), is told. */
void cp_reading_put_odd_move(struct cp_reading *s, const struct cp_found *f)
{
    cp_str text = {s->c->at, f->len};
    cp_span at = cp_reading_place(s, text.at, f->len);
    bool is_foreign = cp_notation_alphabet(s->notation)->is_foreign;
    bool is_good =
        !is_foreign && cp_scanned_report(s->notation, s->g->ints, &f->move, text, at, s->d);
    struct cp_node *node = cp_reading_put_move(s, f->len, &f->move.move);
    if (node) {
        node->is_read = is_good;
        node->is_bad = !is_good && !is_foreign;
    }
    if (cp_is_digit(cp_cursor_look(s->c, 0)))
        cp_reading_blame(s, CP_PARTING_UNUSUAL, (cp_str){s->c->at, 1});
}

/* Nf3Nc6, O-OO-O: two half-moves without a blank. (e4e5 is one move.) */
static size_t two_moves(struct cp_reading *s, struct cp_found *f)
{
    cp_str text = {s->c->at, f->word};
    while (text.len && (text.at[text.len - 1] == '!' || text.at[text.len - 1] == '?'))
        text.len--;
    f->word = text.len;
    return s->notation && f->is_whole ? cp_notation_cut(s->notation, text, f->both) : 0;
}

static void put_two_moves(struct cp_reading *s, const struct cp_found *f)
{
    cp_str text = {s->c->at, f->word};
    cp_diag_report(s->d, CP_PARTING_UNUSUAL, cp_reading_place(s, text.at, text.len),
                   "\"%.*s\" read as %.*s %.*s", CP_FMT(text), (int)f->len, text.at,
                   CP_FMT(cp_str_skip(text, f->len)));
    (void)cp_reading_put_move(s, f->len, &f->both[0]);
    (void)cp_reading_put_move(s, f->word - f->len, &f->both[1]);
}

/* e4+- and Nf3□: the move alone; the judgement comes next. */
static size_t judged_move(struct cp_reading *s, struct cp_found *f)
{
    enum { LONGEST = 4 };
    uint32_t nag;
    for (size_t len = LONGEST; len && s->notation && f->is_whole; len--) {
        cp_str move = {s->c->at, f->word - len};
        if (len < f->word &&
            cp_assessment_scan(cp_str_skip((cp_str){move.at, f->word}, move.len), &nag) == len &&
            cp_notation_scan(s->notation, s->g->ints, move, &f->move) == move.len)
            return move.len;
    }
    return 0;
}

/* (0:03) and (1:00:03.5), as servers write times. */
static size_t server_time(struct cp_reading *s, struct cp_found *f)
{
    (void)f;
    size_t parts = 0, at = 1, end;
    while (*s->c->at == '(' && (end = cp_cursor_digits_end(s->c, at, at + 3)) > at && parts < 3) {
        parts += end == at + 2 || !parts;
        at = end + (cp_cursor_look(s->c, end) == ':');
        if (at == end)
            break;
    }
    if (parts < 2 || !cp_builder_last(&s->b) || s->b.top.is_new_move)
        return 0;
    at = cp_cursor_look(s->c, at) == '.' ? cp_cursor_digits_end(s->c, at + 1, at + 4) : at;
    return cp_cursor_look(s->c, at) == ')' ? at + 1 : 0;
}

static void put_time(struct cp_reading *s, const struct cp_found *f)
{
    cp_str time = {s->c->at + 1, f->len - 2}, end = {s->c->at, f->len};
    const char *first = memchr(time.at, ':', time.len);
    bool has_hours = memchr(first + 1, ':', (size_t)(time.at + time.len - first - 1)) != NULL;
    const char *before = has_hours ? "" : first == time.at + 1 ? "0:0" : "0:"; /* h:mm:ss */
    cp_str text = cp_str_printf(s->g->arena, "[%%emt %s%.*s]", before, CP_FMT(time));
    cp_diag_report(s->d, CP_PARTING_UNUSUAL, cp_reading_place(s, end.at, end.len),
                   "\"%.*s\" read as {%.*s}", CP_FMT(end), CP_FMT(text));
    cp_builder_add_comment(&s->b, text, CP_BRACED);
    s->c->at += f->len;
}

const struct cp_mender cp_menders_of_text[] = {
    {CP_JUDGEMENT_UNUSUAL, NULL, false, judgement, put_judgement},
    {CP_PARTING_UNUSUAL, "%.*s", true, comma, NULL},
    {CP_PARTING_UNUSUAL, "%.*s", false, joining_dots, NULL},
    {CP_PARTING_UNUSUAL, "%.*s", false, number_by_hand, put_number},
    {CP_PARTING_UNUSUAL, NULL, false, server_time, put_time},
    {CP_MOVE_IN_DIALECT, NULL, false, odd_move, cp_reading_put_odd_move},
    {CP_MOVE_IN_DIALECT, NULL, false, judged_move, cp_reading_put_odd_move},
    {CP_PARTING_UNUSUAL, NULL, false, two_moves, put_two_moves},
    {0},
};

bool cp_reading_mend(struct cp_reading *s, const struct cp_mender *table, struct cp_found *found)
{
    const struct cp_mender *m = table;
    while (m->look && !(found->len = m->look(s, found)))
        m++;
    if (!m->look)
        return false;
    uint32_t bit = m->is_once ? 1u << (m - table) : 0;
    cp_str text = {s->c->at, found->len};
    if (m->says && !(s->told & bit) && (s->notation || !s->is_alphabet_known))
        cp_diag_report(s->d, m->kind, cp_reading_place(s, text.at, text.len), m->says,
                       cp_str_shown(text), text.at);
    s->told |= bit;
    if (m->mend)
        m->mend(s, found);
    else
        s->c->at += found->len;
    return true;
}

/* ---- odd blanks ----
 * Web pages, word processors and telephones put them between moves, or into them. Comments
 * and tags keep theirs; here they are blanks, of as many bytes. */

static void put_blank(struct cp_reading *s, const char *at, size_t len, uint32_t code)
{
    bool joins_files = code == 0xfeff && !s->is_begun;
    const char *from = at;
    while (from > s->c->at && !cp_is_space(from[-1]))
        from--;
    char behind = at + len < s->c->end ? at[len] : ' ';
    bool has_width = code != 0xad && code != 0xfeff && !(code >= 0x200b && code <= 0x200f) &&
                     !(code >= 0x2060 && code <= 0x206f);
    bool is_end = from == at || cp_is_digit(at[-1]) || strchr("+#!?)*", at[-1]);
    bool goes_on = cp_is_digit(behind) || cp_is_letter(behind);
    bool is_blank =
        has_width || (is_end && (from == at || goes_on)) || (!goes_on && !strchr("=-(", behind));
    if (!(s->told & BLANK_TOLD) && !joins_files) {
        s->told |= BLANK_TOLD;
        cp_diag_report(s->d, CP_PARTING_UNUSUAL, cp_reading_place(s, at, len), "U+%04" PRIX32 " %s",
                       code, is_blank ? "read as a blank" : "taken out");
    }
    if (is_blank)
        cp_cursor_blank(s->c, at, len);
    else
        cp_cursor_close_gap(s->c, from, at, len);
}

bool cp_reading_mend_here(struct cp_reading *s)
{
    uint32_t code;
    size_t len = cp_blank_scan(cp_cursor_ahead(s->c, 0, 4), &code);
    if (len)
        put_blank(s, s->c->at, len, code);
    return len;
}

static bool ends_mending(char c)
{
    return cp_is_line_end(c) || c == '{' || c == ';' || c == '[' || c == '"';
}

/* Up to a comment or tag, a few words at once. */
void cp_reading_mend_ahead(struct cp_reading *s)
{
    uint64_t from = cp_cursor_offset(s->c, s->c->at);
    if (from < s->mended && (s->is_mended_whole || from + CP_NEAR / 2 < s->mended))
        return;
    cp_str text = cp_cursor_ahead(s->c, 0, CP_NEAR);
    size_t at = cp_utf8_is_ascii(text) ? text.len : 0;
    uint32_t code;
    while (at < text.len && (!ends_mending(text.at[at]) || !at)) {
        bool is_ascii = (unsigned char)text.at[at] < 0x80;
        size_t len = is_ascii ? 0 : cp_blank_scan(cp_str_skip(text, at), &code);
        /* A byte order mark in front of tags stands where files were put behind one another. */
        if (len && code == 0xfeff && at + len < text.len && text.at[at + len] == '[')
            len = 0;
        if (len)
            put_blank(s, text.at + at, len, code);
        else if (!is_ascii && text.len - at < 3 && text.len == CP_NEAR)
            break; /* its other bytes come next time */
        at += len ? len : 1;
    }
    s->is_mended_whole = at < text.len && ends_mending(text.at[at]);
    s->mended = from + at;
}

/* ---- what is no text ---- */

bool cp_reading_is_binary(struct cp_reading *s)
{
    int odd = 0;
    cp_str text = cp_cursor_ahead(s->c, 0, CP_NEAR);
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

/* Letters and a plain quotation mark, for bytes may look like others. */
static bool is_plain_tag(struct cp_reading *s)
{
    cp_str text = cp_cursor_ahead(s->c, 0, CP_TAG_LOOK);
    size_t name = text.len && text.at[0] == '[' ? cp_letters_end(text, 1) : 0;
    size_t quote = cp_blanks_end(text, name);
    return name > 1 && quote > name && quote < text.len && text.at[quote] == '"';
}

/* Up to the end of the line, or a tag on it: what stands in front of that has no column. */
static void pass_over_bytes(struct cp_reading *s)
{
    s->c->at += cp_cursor_look(s->c, 0) == '['; /* a tag amid bytes that are none */
    for (;;) {
        cp_reading_pass_over(s, CP_LINE_ENDS "[");
        if (cp_cursor_look(s->c, 0) != '[')
            return;
        if (is_plain_tag(s)) {
            s->c->line_offset = cp_cursor_offset(s->c, s->c->at);
            return;
        }
        s->c->at++;
    }
}

/* One message for all of it, and on with the next section of tags. */
void cp_reading_pass_over_binary(struct cp_reading *s)
{
    refuse_text(s, CP_BAD_BYTES, "passed over up to the next tags");
    do {
        pass_over_bytes(s);
        if (!cp_cursor_skip_space(s->c, UINT32_MAX, &s->line_ends))
            return;
    } while (!cp_cursor_is_at_column_one(s->c) || !is_plain_tag(s) || cp_reading_is_binary(s));
}

/* ---- records ---- */

bool cp_reading_is_record(struct cp_reading *s)
{
    bool is_list = *s->c->at == '[';
    size_t before = is_list ? cp_cursor_space_end(s->c, 1, CP_NEAR) : 0;
    if (cp_cursor_look(s->c, before) != '{' || !cp_cursor_is_at_column_one(s->c))
        return false;
    size_t line = cp_cursor_line(s->c, RECORD_LOOK).len;
    cp_str text =
        cp_cursor_ahead(s->c, 0, line > CP_NEAR ? line : CP_NEAR); /* perhaps more lines */
    return cp_record_begins(cp_str_skip(text, before));
}

/* It is a damaged game of its own; with it go lines that go on with it. */
void cp_reading_pass_over_record(struct cp_reading *s)
{
    cp_str line = cp_str_trim(cp_cursor_line(s->c, RECORD_LOOK));
    bool is_spread = line.len < RECORD_LOOK && !strchr("}]", line.at[line.len - 1]);
    char first;
    refuse_text(s, CP_RECORD_IN_TEXT, "");
    do {
        cp_reading_pass_over(s, CP_LINE_ENDS);
        while (cp_is_line_end(first = cp_cursor_look(s->c, 0)))
            cp_cursor_pass(s->c, 1);
    } while (is_spread && (first == ' ' || first == '\t' || first == ']' || first == '}'));
}
