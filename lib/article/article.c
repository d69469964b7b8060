/* SPDX-License-Identifier: MIT */
/* article.c -- blocks as CommonMark has them, as far as figures need it: where code and HTML begin
 * and end. */
#include "article/article.h"

#include "base/scan.h"
#include "base/wordlist.h"
#include "io/input.h"

enum { STEP = 64 * 1024, INDENT_MOST = 3, FENCE_LEAST = 3, TAB = 4 };

/* ---- lines ---- */

void cp_article_open(struct cp_article *a, struct cp_arena *arena, cp_source source, void *data)
{
    *a = (struct cp_article){.text = cp_buf_in(arena), .source = source, .data = data, .line = 1};
}

static bool fill(struct cp_article *a)
{
    long got = a->is_over ? 0 : a->source(a->data, cp_buf_room(&a->text, STEP), STEP);
    a->is_over = got <= 0;
    a->text.len += got > 0 ? (size_t)got : 0;
    return got > 0;
}

/* The line that begins at an offset, with its end; empty: nothing is left. */
static cp_str line_at(struct cp_article *a, size_t at)
{
    size_t end = at;
    bool is_whole;
    do {
        while (end < a->text.len && a->text.at[end] != '\n' && a->text.at[end] != '\r')
            end++;
        bool is_return = end + 1 == a->text.len && a->text.at[end] == '\r'; /* before what? */
        is_whole = end < a->text.len && !is_return;
    } while (!is_whole && fill(a));
    bool is_return = end < a->text.len && a->text.at[end] == '\r';
    end += end < a->text.len;
    end += is_return && end < a->text.len && a->text.at[end] == '\n';
    return (cp_str){a->text.at + at, end - at};
}

static cp_str without_end(cp_str line)
{
    while (line.len && (line.at[line.len - 1] == '\n' || line.at[line.len - 1] == '\r'))
        line.len--;
    return line;
}

static bool is_blank(cp_str text)
{
    return cp_space_end(text, 0) == text.len;
}

/* SIZE_MAX: it is not there. */
static size_t find(cp_str text, const char *what)
{
    size_t len = strlen(what);
    for (size_t i = 0; i + len <= text.len; i++)
        if (text.at[i] == what[0] && cp_str_like((cp_str){text.at + i, len}, (cp_str){what, len}))
            return i;
    return SIZE_MAX;
}

/* ---- comments ---- */

/* How long what would end a comment is, with the backslashes that it has; 0: nothing is here. */
static size_t end_of_comment(cp_str text, size_t *signs)
{
    size_t at = 2;
    if (!cp_str_starts(text, CP_STR("--")))
        return 0;
    while (at < text.len && text.at[at] == '\\')
        at++;
    *signs = at - 2;
    at += at < text.len && text.at[at] == '!';
    return at < text.len && text.at[at] == '>' ? at + 1 : 0;
}

void cp_comment_escape(struct cp_buf *out, cp_str text)
{
    size_t signs;
    for (size_t i = 0; i < text.len; i++) {
        bool ends = end_of_comment(cp_str_skip(text, i), &signs);
        cp_buf_put(out, (cp_str){text.at + i, ends ? 2 : 1});
        if (ends)
            cp_buf_putc(out, '\\');
        i += ends;
    }
}

void cp_comment_unescape(struct cp_buf *out, cp_str text)
{
    size_t signs;
    for (size_t i = 0; i < text.len; i++) {
        bool ends = end_of_comment(cp_str_skip(text, i), &signs) && signs;
        cp_buf_put(out, (cp_str){text.at + i, ends ? 2 : 1});
        i += ends ? 2 : 0;
    }
}

/* ---- what a line begins ---- */

/* HTML that goes on to the line that has this; what begins in another way, to a blank one. */
enum followed { BY_ANYTHING, BY_END_OF_NAME, BY_LETTER };
static const struct html {
    const char *begins, *ends;
    enum followed by;
} html[] = {
    {"<script", "</script>", BY_END_OF_NAME},
    {"<pre", "</pre>", BY_END_OF_NAME},
    {"<style", "</style>", BY_END_OF_NAME},
    {"<textarea", "</textarea>", BY_END_OF_NAME},
    {"<!--", "-->", BY_ANYTHING},
    {"<?", "?>", BY_ANYTHING},
    {"<![CDATA[", "]]>", BY_ANYTHING},
    {"<!", ">", BY_LETTER},
    {0},
};

/* CommonMark's list of the others. */
static const char *const blocks[] = {
    "address",  "article",  "aside",    "base",       "basefont", "blockquote", "body",   "caption",
    "center",   "col",      "colgroup", "dd",         "details",  "dialog",     "dir",    "div",
    "dl",       "dt",       "fieldset", "figcaption", "figure",   "footer",     "form",   "frame",
    "frameset", "h1",       "h2",       "h3",         "h4",       "h5",         "h6",     "head",
    "header",   "hr",       "html",     "iframe",     "legend",   "li",         "link",   "main",
    "menu",     "menuitem", "nav",      "noframes",   "ol",       "optgroup",   "option", "p",
    "param",    "search",   "section",  "summary",    "table",    "tbody",      "td",     "tfoot",
    "th",       "thead",    "title",    "tr",         "track",    "ul",
};

/* What begins with the name of a block; or, where no words come before it, any tag that is alone.
 */
static bool begins_block(cp_str text, bool is_behind_words)
{
    cp_str rest = cp_str_skip(text, 1), tag = cp_str_trim(text);
    (void)cp_scan_char(&rest, '/');
    size_t len = 0;
    while (len < rest.len && (cp_is_letter(rest.at[len]) ||
                              (len && (cp_is_digit(rest.at[len]) || rest.at[len] == '-'))))
        len++;
    cp_str name = {rest.at, len};
    rest = cp_str_skip(rest, len);
    bool is_over = !rest.len || cp_is_space(rest.at[0]) || rest.at[0] == '>' ||
                   cp_str_starts(rest, CP_STR("/>"));
    for (size_t i = 0; is_over && i < sizeof blocks / sizeof *blocks; i++)
        if (cp_str_like(name, cp_str_from(blocks[i])))
            return true;
    return is_over && len && !is_behind_words &&
           memchr(tag.at, '>', tag.len) == tag.at + tag.len - 1;
}

static bool begins_html(const struct html *h, cp_str text)
{
    size_t len = strlen(h->begins);
    char next = text.len > len ? text.at[len] : ' ';
    bool is_followed = h->by == BY_ANYTHING ||
                       (h->by == BY_LETTER ? cp_is_letter(next) : cp_is_space(next) || next == '>');
    return is_followed && text.len >= len &&
           cp_str_like((cp_str){text.at, len}, cp_str_from(h->begins));
}

/* Notes that text, the rest of a line, begins HTML, unless it ends there, too. */
static void enter_html(struct cp_article *a, cp_str text)
{
    const struct html *h = html;
    if (!text.len || text.at[0] != '<')
        return;
    while (h->begins && !begins_html(h, text))
        h++;
    a->closes = h->ends;
    a->is_in_html =
        h->ends ? find(text, h->ends) == SIZE_MAX : begins_block(text, a->is_behind_words);
}

static void leave_html(struct cp_article *a, cp_str line)
{
    if (a->closes ? find(line, a->closes) != SIZE_MAX : is_blank(line))
        a->is_in_html = false;
}

/* ---- where a line stands ---- */

/* Blanks at the front of text, and the column behind them; tabs go to each fourth. */
static size_t take_blanks(cp_str text, uint32_t *column)
{
    size_t n = 0;
    for (; n < text.len && (text.at[n] == ' ' || text.at[n] == '\t'); n++)
        *column += text.at[n] == ' ' ? 1 : TAB - *column % TAB;
    return n;
}

/* How long the sign is with which an item of a list begins; 0: none does. */
static size_t sign_of_item(cp_str text)
{
    size_t n = cp_digits_end(text, 0), signs = 0, others = 0;
    char sign = n < text.len ? text.at[n] : '\0';
    bool is_number = n && n <= 9 && (sign == '.' || sign == ')');
    bool is_bullet = !n && (sign == '-' || sign == '+' || sign == '*');
    if ((!is_number && !is_bullet) || (n + 1 < text.len && !cp_is_space(text.at[n + 1])))
        return 0;
    for (size_t i = 0; i < text.len; i++) {
        signs += text.at[i] == sign;
        others += text.at[i] != sign && !cp_is_space(text.at[i]);
    }
    bool is_rule = sign != '+' && signs > 2 && !others; /* "- - -", a line across the page */
    return is_rule ? 0 : n + 1;
}

/* Whether a line is no part any more of what began in the same items of lists. */
static bool is_outside(const struct cp_article *a, cp_str line)
{
    uint32_t column = 0;
    size_t n = take_blanks(line, &column);
    return n < line.len && column < a->base;
}

/* The blanks before what a line begins, and those and signs of items before that. */
struct head {
    size_t indent, signs;
    bool is_code; /* it stands too far in */
};

/* An item without anything neither goes on behind a blank line nor interrupts words. */
static struct head enter_line(struct cp_article *a, cp_str line)
{
    uint32_t column = 0;
    size_t n = take_blanks(line, &column), sign;
    struct head h = {.indent = n};
    bool is_empty = a->is_item_empty, interrupts = a->is_behind_words;
    a->is_item_empty = false;
    if (n == line.len) {
        a->item_count -= is_empty;
        return h;
    }
    for (; a->item_count && column < a->items[a->item_count - 1]; interrupts = false)
        a->item_count--;
    a->base = a->item_count ? a->items[a->item_count - 1] : 0;
    h.is_code = column - a->base > INDENT_MOST;
    while (!h.is_code && (sign = sign_of_item(cp_str_skip(line, n)))) {
        bool has_none = is_blank(cp_str_skip(line, n + sign));
        if (a->item_count == CP_ITEMS_MOST || (has_none && interrupts))
            break;
        h.signs = n += sign;
        uint32_t behind = column += (uint32_t)sign;
        n += take_blanks(cp_str_skip(line, n), &column);
        h.is_code = column - behind > INDENT_MOST + 1 && !has_none;
        a->base = h.is_code || has_none ? behind + 1 : column;
        a->is_item_empty = has_none;
        a->items[a->item_count++] = a->base;
    }
    h.indent = n;
    return h;
}

/* Of a line without its indent: how long the fence is that it begins with, and what follows it; 0:
 * none. */
static size_t take_fence(cp_str *text)
{
    char sign = text->len ? text->at[0] : '\0';
    size_t n = 0;
    if (sign != '`' && sign != '~')
        return 0;
    while (n < text->len && text->at[n] == sign)
        n++;
    *text = cp_str_skip(*text, n);
    bool is_code = sign == '`' && text->len && memchr(text->at, '`', text->len);
    return n < FENCE_LEAST || is_code ? 0 : n;
}

static bool closes_fence(const struct cp_article *a, cp_str line)
{
    uint32_t column = 0;
    cp_str text = cp_str_skip(line, take_blanks(line, &column));
    return column <= a->base + INDENT_MOST && text.len && text.at[0] == a->fence &&
           take_fence(&text) >= a->fence_len && is_blank(text);
}

/* ---- figures ---- */

static const struct cp_word words[] = {{"chess", 0}, {"chessplane", 0}, {"fen", 0},
                                       {"pgn", 0},   {"icn", 1},        {0}};

/* The word of a fence that a figure begins with, and the options behind it, out of their braces. */
static bool take_word(cp_str *info, bool *is_icn)
{
    cp_str rest = cp_str_trim(*info);
    bool is_braced = cp_scan_char(&rest, '{');
    rest = cp_behind_blanks(rest);
    if (is_braced && !cp_scan_char(&rest, '.'))
        return false;
    size_t len = cp_letters_end(rest, 0);
    const struct cp_word *word = cp_wordlist_find(words, (cp_str){rest.at, len});
    rest = cp_str_skip(rest, len);
    bool is_over = !rest.len || cp_is_space(rest.at[0]) || rest.at[0] == '{' || rest.at[0] == '}';
    if (!word || !is_over)
        return false;
    *is_icn = word->bits;
    rest = cp_behind_blanks(rest);
    is_braced |= cp_scan_char(&rest, '{');
    if (is_braced && rest.len && rest.at[rest.len - 1] == '}')
        rest.len--;
    *info = rest;
    return true;
}

/* What is at an offset, once nothing more is read. */
static cp_str span(const struct cp_article *a, size_t from, size_t to)
{
    return (cp_str){a->text.at + from, to - from};
}

static bool is_line(struct cp_article *a, size_t at, const char *text)
{
    return cp_str_is(cp_str_trim(line_at(a, at)), text);
}

/* Behind the line at an offset. */
static size_t behind_line(struct cp_article *a, size_t at)
{
    return at + line_at(a, at).len;
}

/* Whether the end of a picture stands somewhere behind, before another comment for one. */
static bool has_end(struct cp_article *a, size_t at)
{
    cp_str line;
    for (; !a->has_no_ends && (line = line_at(a, at)).len; at += line.len) {
        if (is_line(a, at, CP_FIGURE_END))
            return true;
        if (cp_str_starts(cp_str_trim(line), CP_STR("<!-- chess:")))
            return false;
    }
    a->has_no_ends = true;
    return false;
}

/* Behind the picture that was made at `from`: there, if there is none; SIZE_MAX: what stands there
 * is not as it was made. */
static size_t skip_picture(struct cp_article *a, size_t from)
{
    bool is_inline = is_line(a, from, CP_FIGURE_OPEN);
    size_t at = from;
    if (!is_inline && !cp_str_starts(cp_str_trim(line_at(a, from)), CP_STR("![")))
        return from;
    while (is_inline && !is_blank(line_at(a, at)) && !is_line(a, at, CP_FIGURE_CLOSE))
        at = behind_line(a, at);
    bool is_closed = !is_inline || is_line(a, at, CP_FIGURE_CLOSE);
    size_t blank = behind_line(a, at), last = behind_line(a, blank);
    bool is_made =
        is_closed && last > blank && is_blank(line_at(a, blank)) && is_line(a, last, CP_FIGURE_END);
    return is_made ? behind_line(a, last) : is_inline || has_end(a, from) ? SIZE_MAX : from;
}

/* Offsets of what a figure is made of, while reading on may move the text. */
struct place {
    size_t indent, head, head_end, body, body_end, end;
    bool is_comment, is_icn;
};

/* A fence, up to its end or that of what it stands in. */
static bool find_fence(struct cp_article *a, const struct head *h, struct place *p)
{
    cp_str line = line_at(a, a->from), text = cp_str_skip(without_end(line), h->indent);
    char sign = text.len ? text.at[0] : '\0';
    size_t len = take_fence(&text);
    if (!len)
        return false;
    a->fence = sign;
    a->fence_len = len;
    if (h->signs || !take_word(&text, &p->is_icn))
        return false;
    p->indent = h->indent;
    p->head = (size_t)(text.at - a->text.at);
    p->head_end = p->head + text.len;
    p->body = p->end = p->body_end = a->from + line.len;
    while ((line = line_at(a, p->end)).len && !is_outside(a, without_end(line))) {
        p->end += line.len;
        if (closes_fence(a, without_end(line)))
            break;
        p->body_end = p->end;
    }
    a->fence = '\0';
    return true;
}

/* A comment on lines of its own; false: it is none, or has no end. */
static bool find_comment(struct cp_article *a, const struct head *h, struct place *p)
{
    static const char closes[] = "-->";
    cp_str line = line_at(a, a->from), text = cp_str_skip(without_end(line), h->indent);
    if (h->signs || !cp_scan_prefix(&text, CP_STR("<!--")))
        return false;
    text = cp_behind_blanks(text);
    if (!cp_scan_prefix(&text, CP_STR("chess:")))
        return false;
    size_t end = find(text, closes), head = (size_t)(text.at - a->text.at);
    bool is_one_line = end != SIZE_MAX;
    *p = (struct place){.is_comment = true, .indent = h->indent, .head = head};
    p->head_end = head + (is_one_line ? end : text.len);
    p->body = p->body_end = is_one_line ? p->head_end : a->from + line.len;
    p->end = a->from + line.len;
    cp_str rest = is_one_line ? cp_str_skip(text, end) : CP_STR("");
    while (!rest.len && (line = line_at(a, p->end)).len && !is_outside(a, without_end(line))) {
        end = find(line, closes);
        if (end != SIZE_MAX)
            rest = without_end(cp_str_skip(line, end));
        p->body_end = p->end + (rest.len ? end : line.len);
        p->end += line.len;
    }
    return rest.len && is_blank(cp_str_skip(rest, strlen(closes)));
}

static void take_figure(struct cp_article *a, const struct place *p, size_t end,
                        struct cp_figure *out)
{
    cp_str first = line_at(a, a->from);
    size_t len = without_end(first).len;
    *out = (struct cp_figure){
        .raw = span(a, a->from, end),
        .comment = p->is_comment ? span(a, a->from, p->end) : CP_STR(""),
        .head = span(a, p->head, p->head_end),
        .body = span(a, p->body, p->body_end),
        .indent = span(a, a->from, a->from + p->indent),
        .line_end = first.len > len ? cp_str_skip(first, len) : CP_STR("\n"),
        .line = a->line,
        .head_col = (uint32_t)(p->head - a->from) + 1,
        .is_icn = p->is_icn,
    };
}

/* Passes a piece, which is of whole lines. */
static void pass(struct cp_article *a, cp_str piece)
{
    bool is_after_return = false;
    a->line += cp_lines_count(piece, CP_SHAPE_TEXT, &is_after_return);
    a->from += piece.len;
}

enum cp_piece cp_article_next(struct cp_article *a, struct cp_figure *figure)
{
    if (a->from && a->from >= a->text.len - a->from) { /* most of it was passed */
        memmove(a->text.at, a->text.at + a->from, a->text.len - a->from);
        a->text.len -= a->from;
        a->from = 0;
    }
    struct place p = {0};
    struct head h = {0};
    cp_str line = line_at(a, a->from), text = without_end(line);
    if ((a->fence || a->is_in_html) && is_outside(a, text))
        a->fence = a->is_in_html = 0;
    bool is_plain = !a->fence && !a->is_in_html;
    if (is_plain)
        h = enter_line(a, text);
    if (is_plain && !h.is_code && (find_fence(a, &h, &p) || find_comment(a, &h, &p))) {
        size_t end = p.is_comment ? skip_picture(a, p.end) : p.end;
        take_figure(a, &p, end == SIZE_MAX ? p.end : end, figure);
        pass(a, figure->raw);
        a->is_behind_words = false;
        return end == SIZE_MAX ? CP_ARTICLE_TORN : CP_ARTICLE_FIGURE;
    }
    line = line_at(a, a->from); /* which may have moved */
    text = without_end(line);
    *figure = (struct cp_figure){.raw = line, .line = a->line};
    if (a->is_in_html)
        leave_html(a, text);
    else if (!is_plain && closes_fence(a, text))
        a->fence = '\0';
    else if (is_plain && !a->fence && !h.is_code)
        enter_html(a, cp_str_skip(text, h.indent));
    a->is_behind_words = is_plain && !a->fence && !a->is_in_html && !is_blank(text);
    pass(a, line);
    return line.len ? CP_ARTICLE_TEXT : CP_ARTICLE_END;
}
