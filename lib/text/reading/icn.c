/* SPDX-License-Identifier: MIT */
/* icn.c -- a game of infinitechess.org, with any white space between its parts:
 *
 *     [Variant "Core"] w 0/100 1 (8;q,r|1;q,r) P1,2+|k5,8+|K5,1+ 1,2>1,4|5,8>5,7{a comment}
 *      tags            fields, each of which may be missing      moves
 *
 * One stands in a line, or in several: a line goes on with the game while it begins with a
 * later part of it. The fields with a position among them are the game's start as they stand
 * (start.h reads them), so that nothing of them is lost and every man has its place. What
 * else a record has no field for is kept in g->icn:
 *
 *     {"fields": "w 0/100 1"}                 where there is no position
 *     {"first_number": 1}                     where its moves are numbered: that of the first
 *
 * The window may slide whenever more is looked at: places are offsets from the cursor until all of
 * a field, or of a move, is at hand. */
#include "text/reading/reading.h"

#include "base/json.h"
#include "base/utf8.h"
#include "text/tags.h"
#include "text/tokens.h"

#include <inttypes.h>

enum {
    NEAR = 256,
    AHEAD_MOST = 1 << 16,      /* bytes of tags that are looked over */
    SPACE_MOST = CP_TEXT_MOST, /* of white space within a game */
    VALUE_MOST = 200,          /* of a tag there */
    MOVE_MOST = 2 * CP_TOKEN_MOST
};

/* ---- tags ---- */

/* The first byte from `at` on, of what is at hand, that may end a tag's value or its line; or
 * less, where there are no eight. */
static size_t pass_value(const struct cp_cursor *c, size_t at)
{
    while ((size_t)(c->end - c->at) >= at + 8) {
        uint64_t w = cp_eight(c->at + at);
        uint64_t ends = cp_has_byte(w, '"') | cp_has_byte(w, '\n') | cp_has_byte(w, '\r');
        if (ends)
            return at + cp_first_of(ends);
        at += 8;
    }
    return at;
}

/* The length of a tag as the site writes it; 0: it is none. */
static size_t tag_length(struct cp_cursor *c, size_t from, size_t *quote)
{
    size_t at = from + 1;
    while (cp_is_letter(cp_cursor_look(c, at)))
        at++;
    if (at == from + 1 || cp_cursor_look(c, at) != ' ' || cp_cursor_look(c, at + 1) != '"')
        return 0;
    *quote = at + 1 - from;
    for (at = pass_value(c, at + 2); at - from < CP_TOKEN_MOST && cp_cursor_look(c, at) != '"';
         at++)
        if (cp_is_line_end(c->at[at]) || at >= (size_t)(c->end - c->at))
            return 0;
    return cp_cursor_look(c, at + 1) == ']' ? at + 2 - from : 0;
}

/* The length of the line at `at`, which is a tag or several; 0: it is not, or too long. */
static size_t tag_line_length(struct cp_cursor *c, size_t at)
{
    const char *end = NULL;
    while (!end && cp_cursor_has(c, at + 1)) {
        size_t most = (size_t)(c->end - c->at) - at;
        end = memchr(c->at + at, '\n', most);
        if (!end && (most > CP_TOKEN_MOST || !cp_cursor_has(c, at + most + 1)))
            return 0;
    }
    size_t len = end ? (size_t)(end - c->at) - at : 0;
    while (len && cp_is_space(c->at[at + len - 1]))
        len--;
    return len > 1 && c->at[at + len - 1] == ']' && c->at[at + len - 2] == '"' ? len : 0;
}

/* How far must be looked to see what begins at `at`: farther where a comment, perhaps behind the
 * number of a move, stands there. */
static size_t near_end(struct cp_cursor *c, size_t at)
{
    size_t end = at + NEAR, most = end + AHEAD_MOST;
    cp_str near = cp_cursor_ahead(c, at, NEAR);
    const char *brace = near.len ? memchr(near.at, '{', near.len) : NULL;
    if (!brace)
        return end;
    end = (size_t)(brace - c->at);
    for (char next = '{'; next && next != '}' && end < most; end++)
        next = cp_cursor_look(c, end);
    return end + NEAR;
}

bool cp_icn_is_here(struct cp_cursor *c, size_t at, bool has_our_tags)
{
    size_t end = near_end(c, at);
    (void)cp_cursor_has(c, end);
    for (char next = '0';
         end - at < CP_TOKEN_MOST && (cp_is_digit(next) || next == '-' || next == ','); end++)
        next = cp_cursor_look(c, end); /* of a number that goes far */
    return at < AHEAD_MOST && cp_icn_is(cp_str_skip(cp_cursor_text(c, end), at), has_our_tags);
}

bool cp_icn_is_ahead(struct cp_cursor *c, uint64_t *behind)
{
    size_t at = 0, len = 1, quote;
    bool has_our_tags = false;
    /* Tags line by line, as most games have them, are passed quickly: what stands behind them tells
     * that it is another text. */
    while (len && at < AHEAD_MOST && cp_cursor_look(c, at) == '[') {
        len = tag_line_length(c, at);
        at = len ? cp_cursor_space_end(c, at + len, AHEAD_MOST) : at;
    }
    *behind = cp_cursor_offset(c, c->at) + at;
    if (len && !cp_icn_is_here(c, at, false))
        return false;
    at = 0;
    while (at < AHEAD_MOST && cp_cursor_look(c, at) == '[') {
        len = tag_length(c, at, &quote);
        if (!len)
            return false;
        has_our_tags |= (cp_tag_what((cp_str){c->at + at + 1, quote - 2}) & CP_TAG_OF_TEXT) > 0;
        at = cp_cursor_space_end(c, at + len, AHEAD_MOST);
    }
    return cp_icn_is_here(c, at, has_our_tags);
}

bool cp_icn_read_tag(struct cp_cursor *c, struct cp_game *g, struct cp_diags *d)
{
    size_t quote = 0, len = tag_length(c, 0, &quote);
    if (!len)
        return cp_tag_read(c, g, d);
    cp_span at = cp_cursor_place(c, c->at, len);
    cp_str name = {c->at + 1, quote - 2}, value = {c->at + quote + 1, len - quote - 3};
    if (!cp_utf8_is_text(value))
        cp_diag_report(d, CP_BAD_BYTES, at, "%s", "");
    if (!value.len || value.len > VALUE_MOST)
        cp_diag_report(d, CP_ICN_UNUSUAL, at, "%.*s has %zu bytes, and 1 to %d are taken",
                       CP_FMT(name), value.len, VALUE_MOST);
    cp_str meant = cp_tag_meant(name);
    if (meant.len)
        cp_diag_report(d, CP_TAG_UNUSUAL, at, "%.*s, read as %.*s", CP_FMT(name), CP_FMT(meant));
    cp_game_add_tag(g, meant.len ? meant : name, value, at.line, at.col);
    cp_cursor_pass(c, len);
    return true;
}

/* ---- fields ---- */

/* Fields on their way. */
struct fields {
    struct cp_cursor *c;
    struct cp_reading *reading;
    size_t end; /* of all so far, from the cursor */
    bool has[CP_ICN_FIELDS], is_too_large;
    int last; /* field; -1: none yet */
};

static void blame(struct fields *s, enum cp_diag kind, size_t at, size_t len, const char *why)
{
    int shown = len < 80 ? (int)len : 80;
    cp_diag_report(s->reading->d, kind, cp_cursor_place(s->c, s->c->at + at, len), "%.*s%s", shown,
                   s->c->at + at, why);
    if (cp_diag_level(kind) == CP_ERROR)
        s->reading->g->is_broken = true;
}

static size_t look_over_letters(struct fields *s, size_t at)
{
    while (at <= CP_TEXT_MOST && cp_cursor_has(s->c, at + 1) && !cp_is_space(s->c->at[at]))
        at++;
    return at;
}

/* Where the next word begins, behind white space; whether that has line ends. */
static size_t look_over_space(struct cp_cursor *c, size_t at, bool *has_line_end)
{
    size_t from = at;
    *has_line_end = false;
    for (char next; at - from < SPACE_MOST && cp_is_space(next = cp_cursor_look(c, at)); at++)
        *has_line_end |= cp_is_line_end(next);
    return at;
}

/* The end of the word that begins at `at`, all of it at hand with what follows it. */
static size_t look_over_word(struct fields *s, size_t at)
{
    size_t end = look_over_letters(s, at);
    if (cp_icn_is_bare_name((cp_str){s->c->at + at, end - at})) {
        size_t next = look_over_letters(s, cp_cursor_space_end(s->c, end, end + SPACE_MOST));
        end = at + cp_icn_word(cp_str_skip(cp_cursor_text(s->c, next), at));
    }
    (void)cp_cursor_has(s->c, end + NEAR);
    return end;
}

/* 007, +7 or -0 somewhere in it. */
static bool has_odd_number(cp_str word)
{
    for (size_t i = 0; i + 1 < word.len; i++) {
        bool is_first = !i || !cp_is_digit(word.at[i - 1]);
        bool is_odd = word.at[i] == '+' || (word.at[i] == '0' && is_first);
        if ((is_odd && cp_is_digit(word.at[i + 1])) || (word.at[i] == '-' && word.at[i + 1] == '0'))
            return true;
    }
    return false;
}

static void take_field(struct fields *s, enum cp_icn_field look, size_t at, size_t len)
{
    if (look < CP_ICN_WINS && has_odd_number((cp_str){s->c->at + at, len}))
        blame(s, CP_NUMBER_UNUSUAL, at, len, "");
    bool is_parted = (look == CP_ICN_SQUARES || look == CP_ICN_RAYS) &&
                     (memchr(s->c->at + at, ' ', len) || memchr(s->c->at + at, '\t', len));
    if (is_parted)
        blame(s, CP_ICN_UNUSUAL, at, len, " has a blank");
    if (look == CP_ICN_NOTHING)
        blame(s, CP_NOT_ICN, at, len, "");
    else if (s->has[look])
        blame(s, CP_ICN_UNUSUAL, at, len, " is given twice: the first counts");
    else if ((int)look < s->last)
        blame(s, CP_ICN_UNUSUAL, at, len, " stands out of its order");
    if (look == CP_ICN_NOTHING)
        return;
    s->has[look] = true;
    s->last = (int)look > s->last ? (int)look : s->last;
}

/* One field more; false where the fields end. */
static bool look_at_field(struct fields *s)
{
    bool is_new_line;
    size_t at = look_over_space(s->c, s->end, &is_new_line);
    size_t end = look_over_word(s, at);
    if (end == at)
        return false;
    size_t near = near_end(s->c, at);
    cp_str text = cp_str_skip(cp_cursor_text(s->c, near > end ? near : end + NEAR), at);
    enum cp_icn_field look = cp_icn_look(text);
    bool is_next = is_new_line && s->end && (look == CP_ICN_NOTHING || (int)look <= s->last);
    if (look == CP_ICN_MOVES || is_next || text.at[0] == '[' || text.at[0] == '{' ||
        cp_icn_begins_oddly(text, false))
        return false;
    s->is_too_large = end > CP_TEXT_MOST;
    if (s->is_too_large)
        return false;
    take_field(s, look, at, end - at);
    s->end = end;
    return true;
}

/* The fields at the cursor, which stands behind white space, and where they belong in the game. */
static void read_fields(struct cp_icn *out, struct cp_reading *r)
{
    struct cp_cursor *c = r->c;
    struct cp_game *g = r->g;
    struct cp_diags *d = r->d;
    struct fields s = {.c = c, .reading = r, .last = -1};
    cp_span at = cp_cursor_place(c, c->at, 1);
    *out = (struct cp_icn){0};
    while (look_at_field(&s))
        ;
    if (s.is_too_large) {
        cp_game_refuse_size(g, d, at, "more than 16 MiB of text");
        cp_cursor_forget(c);
        cp_cursor_pass_over(c, CP_LINE_ENDS);
        return;
    }
    cp_icn_split(out, (cp_str){c->at, s.end});
    for (int i = 0; i < CP_ICN_FIELDS; i++) {
        if (!cp_icn_has(out, (enum cp_icn_field)i))
            continue;
        struct cp_cursor there = *c;
        cp_cursor_pass(&there, out->offset[i]);
        out->at[i] = cp_cursor_place(&there, there.at, out->field[i].len);
    }
    cp_cursor_pass(c, s.end);
    if (!cp_utf8_is_text(out->run))
        cp_diag_report(d, CP_BAD_BYTES, at, "%s", "");
    if (!cp_icn_has(out, CP_ICN_POSITION))
        return;
    g->start = out->run;
    g->start_line = at.line;
    g->start_col = at.col;
    cp_str position = out->field[CP_ICN_POSITION];
    char last = position.at[position.len - 1]; /* of a rank, or the + behind it */
    if (!cp_is_digit(last) && last != '+')
        cp_diag_report(d, CP_ICN_UNUSUAL, out->at[CP_ICN_POSITION], "a position that ends with %c",
                       last);
}

/* ---- moves ---- */

/* Moves on their way. */
struct moves {
    struct cp_reading *s;
    struct cp_cursor *c;
    uint32_t number;       /* the last */
    uint32_t before;       /* how many moves its numbers count before the first */
    bool is_half;          /* behind a number one move has come, of two */
    uint32_t first_number; /* that stands in front of the first move; 0: none */
    struct {
        bool has_bar, has_number;
        cp_span bar, number;
    } parted; /* what stands in front of a comment in front of a move */
    struct cp_node *last;
    size_t count;
};

static cp_span place(const struct moves *m, size_t at, size_t len)
{
    return cp_cursor_place(m->c, m->c->at + at, len);
}

static void tell(const struct moves *m, cp_span at, const char *what)
{
    cp_diag_report(m->s->d, CP_ICN_UNUSUAL, at, "%s", what);
}

/* How far the move that begins at `at` may go: up to a bar, a comment, or the line's end. */
static size_t look_over_move(struct moves *m, size_t at)
{
    size_t from = at;
    for (char next; at - from < MOVE_MOST && (next = cp_cursor_look(m->c, at)); at++)
        if (next == '|' || next == '{' || cp_is_line_end(next))
            break;
    return at;
}

/* What parts this move from the one before it. */
struct parting {
    size_t end; /* where the move begins */
    bool has_bar, has_number, has_line_end;
    size_t bar_at, number_at; /* of which the signs are these */
    cp_icn_number signs;
    uint32_t number;
};

static struct parting look_at_parting(struct moves *m)
{
    struct parting p = {0};
    p.end = look_over_space(m->c, 0, &p.has_line_end);
    if (cp_cursor_look(m->c, p.end) == '|') {
        p.has_bar = true;
        p.bar_at = p.end;
        p.end = cp_cursor_space_end(m->c, p.end + 1, p.end + 1 + SPACE_MOST);
    }
    p.number_at = p.end;
    p.signs = cp_icn_number_at(cp_cursor_ahead(m->c, p.end, CP_ICN_NUMBER_LOOK));
    if (!p.signs.len)
        return p;
    p.has_number =
        cp_number_parse((cp_str){m->c->at + p.end, p.signs.digits}, UINT32_MAX, &p.number);
    p.end += p.signs.len;
    p.end = cp_cursor_space_end(m->c, p.end, p.end + SPACE_MOST);
    return p;
}

/* A new line goes on with the game behind a bar, with a number that comes next, or with the second
 * move of a pair. One that begins with 1. and no move of ICN is another game. */
static bool goes_on(struct moves *m, const struct parting *p)
{
    char next = cp_cursor_look(m->c, p->end);
    if (!next || next == '[')
        return false;
    if (p->has_bar || m->parted.has_bar || m->parted.has_number || !p->has_line_end)
        return true;
    cp_str text = cp_cursor_ahead(m->c, p->end, NEAR);
    bool is_move = cp_icn_look(text) == CP_ICN_MOVES;
    if (m->count && p->has_number && (is_move || p->number > 1))
        return p->number > m->number || (p->number == m->number && p->signs.is_blacks);
    return m->count ? is_move && m->is_half : is_move || cp_icn_begins_oddly(text, false);
}

/* The number at the cursor. A wrong one is told once a game, and not behind words that are no
 * moves. A game from a position may begin with any, and where Black begins one may count pairs, or
 * White's moves. */
static void check_number(struct moves *m, const struct parting *p)
{
    uint32_t ply = m->s->b.top.ply;
    cp_span at = place(m, 0, p->signs.len);
    if (!p->signs.len || !m->s->notation)
        return;
    if (p->signs.is_odd)
        cp_diag_report(m->s->d, CP_ICN_UNUSUAL, at, "%.*s is no number of a move",
                       (int)p->signs.len, m->c->at);
    if (!m->count && p->number && cp_icn_has(m->s->icn, CP_ICN_POSITION))
        m->before = p->number - 1;
    uint64_t comes = (uint64_t)m->before + (ply - m->s->first_ply) / 2 + 1;
    bool is_wrong =
        !p->has_number || (p->number != comes && p->number != (uint64_t)m->before + ply / 2 + 1);
    if (is_wrong && !m->s->is_number_told && !m->s->bad_run.runs && !m->s->b.is_full) {
        m->s->is_number_told = true;
        cp_diag_report(m->s->d, CP_MOVE_NUMBER_WRONG, at,
                       "\"%.*s\" stands where move %" PRIu64 " comes", (int)p->signs.digits,
                       m->c->at, comes);
    }
}

/* What is no move goes up to the next bar. */
static void blame_move(struct moves *m, size_t at, size_t len)
{
    cp_str text = cp_str_trim((cp_str){m->c->at + at, len});
    if (!text.len)
        text.len = len;
    cp_span span = cp_cursor_place(m->c, text.at, text.len);
    if (m->last && m->last->is_bad) {
        m->s->bad_run.more++;
        return;
    }
    cp_diag_report(m->s->d, CP_NOT_A_MOVE, span, "%.*s", cp_str_shown(text), text.at);
    cp_bad_run_begin(&m->s->bad_run, span, m->s->d);
}

/* Behind the move: its marks and comments. */
static void read_behind(struct moves *m)
{
    uint32_t nag;
    size_t sign = cp_cursor_look(m->c, 0) == ' ', end = sign;
    for (char next; (next = cp_cursor_look(m->c, end)) == '!' || next == '?';)
        end++;
    if (end > sign && cp_glyph_scan((cp_str){m->c->at + sign, end - sign}, &nag) == end - sign) {
        if (m->last && !m->s->b.is_full)
            cp_node_add_nag(m->s->g, m->last, nag);
        cp_cursor_pass(m->c, end);
    }
    for (int comments = 0; cp_cursor_has(m->c, 1); comments++) {
        size_t at = cp_cursor_look(m->c, 0) == ' ' || cp_cursor_look(m->c, 0) == '\t';
        if (cp_cursor_look(m->c, at) != '{')
            break;
        if (comments)
            tell(m, place(m, at, 1), "a second comment");
        cp_cursor_pass(m->c, at);
        cp_read_braced(m->s);
    }
}

/* 1-0 where the game ends: read, though the site has it in a tag alone. */
static bool read_result(struct moves *m, size_t at)
{
    enum { MOST = 16 };
    cp_str result;
    struct cp_game *g = m->s->g;
    size_t len = cp_result_scan(cp_cursor_ahead(m->c, at, MOST), &result, NULL);
    bool has_line_end;
    size_t end = look_over_space(m->c, at + len, &has_line_end);
    if (!len || (cp_cursor_look(m->c, end) && !has_line_end))
        return false;
    cp_cursor_pass(m->c, at);
    cp_span span = place(m, 0, len);
    cp_diag_report(m->s->d, CP_ICN_UNUSUAL, span, "%.*s behind the moves: there it is a tag",
                   CP_FMT(result));
    g->result = result;
    g->result_line = span.line;
    g->result_col = span.col;
    cp_cursor_pass(m->c, len);
    return true;
}

/* What is neither move nor result, and parts no moves, is bad up to where a move may begin. */
static void read_junk(struct moves *m)
{
    bool has_line_end;
    size_t at = look_over_space(m->c, 0, &has_line_end);
    char next = cp_cursor_look(m->c, at);
    if (!next || next == '|' || next == '[' || has_line_end || cp_is_space(next) ||
        look_at_parting(m).has_number)
        return;
    if (cp_icn_look(cp_cursor_ahead(m->c, at, NEAR)) == CP_ICN_MOVES || read_result(m, at))
        return;
    size_t end = look_over_move(m, at);
    if (end == at)
        end = at + 1;
    if (m->s->notation)
        blame_move(m, at, end - at);
    cp_cursor_pass(m->c, end);
}

/* The move at the cursor, and what belongs to it. */
static void read_move(struct moves *m)
{
    cp_written move;
    unsigned odds = 0;
    size_t len = look_over_move(m, 0);
    const char *end = NULL;
    if (m->s->notation)
        end = cp_clean_scan_icn(cp_notation_clean(m->s->notation), m->s->g->ints, m->c->at,
                                m->c->at + len, &move, &odds);
    cp_str text = {m->c->at, end ? (size_t)(end - m->c->at) : len};
    bool is_foreign = m->s->notation && cp_notation_alphabet(m->s->notation)->is_foreign;
    if (!end)
        text = cp_str_trim(text);
    if (!end && m->s->notation && !is_foreign)
        blame_move(m, 0, len ? len : 1);
    if (end && odds)
        cp_diag_report(m->s->d, odds & CP_ICN_ODD_BLANK ? CP_ICN_UNUSUAL : CP_NUMBER_UNUSUAL,
                       place(m, 0, text.len), "%.*s", cp_str_shown(text), text.at);
    m->last = m->s->notation
                  ? cp_builder_add_move(&m->s->b, text, cp_cursor_place(m->c, text.at, text.len))
                  : NULL;
    if (m->last) {
        m->last->is_read = end != NULL;
        m->last->is_bad = !end && !is_foreign;
        if (end)
            m->last->move = move;
    }
    cp_cursor_pass(m->c, end ? text.len : len);
    read_behind(m);
    read_junk(m);
}

/* A bar or a number behind which the game ends. */
static void pass_last(struct moves *m, const struct parting *p)
{
    cp_span bar = p->has_bar ? place(m, p->bar_at, 1) : m->parted.bar;
    cp_span number = p->has_number ? place(m, p->number_at, p->signs.len) : m->parted.number;
    bool is_number_last = p->has_number && m->count && !cp_cursor_look(m->c, p->end);
    if (p->has_bar || m->parted.has_bar)
        tell(m, bar, "a bar and no move behind it");
    if ((is_number_last || m->parted.has_number) && m->s->notation)
        tell(m, number, "a number and no move behind it");
    cp_cursor_pass(m->c, is_number_last ? p->end : p->has_bar ? p->bar_at + 1 : 0);
}

static void pass_parting(struct moves *m, const struct parting *p)
{
    m->number = p->has_number ? p->number : m->number;
    m->is_half = p->has_number ? !p->signs.is_blacks : m->parted.has_number && m->is_half;
    cp_cursor_pass(m->c, p->number_at);
    check_number(m, p);
    cp_cursor_pass(m->c, p->end - p->number_at);
}

/* False when the game is over. */
static bool read_next(struct moves *m)
{
    struct parting p = look_at_parting(m);
    if (cp_is_space(cp_cursor_look(m->c, p.end))) { /* that makes a game too large */
        bool is_within = p.has_bar || !p.has_line_end;
        cp_cursor_pass(m->c, is_within ? p.end : 0);
        return is_within;
    }
    if (m->count && p.has_line_end && !p.has_number && read_result(m, p.end))
        return false;
    if (!goes_on(m, &p)) {
        pass_last(m, &p);
        return false;
    }
    if (p.has_bar && m->parted.has_bar)
        tell(m, place(m, p.bar_at, 1), "a second bar");
    else if (p.has_bar && !m->count)
        tell(m, place(m, p.bar_at, 1), "a bar and no move in front of it");
    if (cp_cursor_look(m->c, p.end) == '{') {
        /* It becomes one of the move before it; a bar and a number in front of it are those of the
         * move behind it. */
        tell(m, place(m, p.end, 1), "a comment before a move");
        m->parted.bar = p.has_bar ? place(m, p.bar_at, 1) : m->parted.bar;
        m->parted.number = p.has_number ? place(m, p.number_at, p.signs.len) : m->parted.number;
        m->parted.has_bar |= p.has_bar;
        m->parted.has_number |= p.has_number;
        pass_parting(m, &p);
        cp_read_braced(m->s);
        return true;
    }
    bool is_parted = p.has_bar || p.has_number || m->parted.has_bar || m->parted.has_number;
    if (m->count && !is_parted && m->s->notation)
        tell(m, place(m, p.end, 1), "a bar is missing here");
    if (m->count && !p.has_number && read_result(m, p.end))
        return false;
    pass_parting(m, &p);
    if (!m->count && (p.has_number || m->parted.has_number) && m->number <= INT32_MAX)
        m->first_number = m->number;
    memset(&m->parted, 0, sizeof m->parted);
    read_move(m);
    m->count++;
    return true;
}

/* Of what a record has no other field for. */
static cp_str json_of(const struct moves *m)
{
    const struct cp_icn *icn = m->s->icn;
    struct cp_buf out = cp_buf_in(m->s->g->arena);
    cp_buf_putc(&out, '{');
    if (!cp_icn_has(icn, CP_ICN_POSITION) && icn->run.len) {
        cp_buf_puts(&out, "\"fields\":");
        cp_json_put_string(&out, icn->run);
    }
    if (m->first_number)
        cp_buf_printf(&out, "%s\"first_number\":%" PRIu32, out.len > 1 ? "," : "", m->first_number);
    cp_buf_putc(&out, '}');
    return cp_buf_str(&out);
}

void cp_read_icn(struct cp_reading *s)
{
    struct cp_icn icn;
    struct moves moves = {.s = s, .c = s->c};
    s->has_moves = true;
    if (s->b.top.pending)
        tell(&moves, place(&moves, 0, 0), "a comment before its game");
    read_fields(&icn, s);
    s->icn = &icn;
    s->g->icn = CP_STR("{}");
    cp_reading_find_alphabet(s);
    cp_reading_begin_moves(s);
    while (read_next(&moves))
        cp_reading_check_size(s);
    cp_bad_run_end(&s->bad_run, s->d);
    s->g->icn = json_of(&moves);
    s->icn = NULL;
}
