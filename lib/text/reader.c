/* SPDX-License-Identifier: MIT */
/* reader.c -- one loop over tokens; the first byte says which kind it is.
 *
 * Variations are a stack of frames, one per open parenthesis. Where a comment
 * goes is decided by what stood before it in its line:
 *
 *     {before} 1. {before} e4 {after} (1. d4) {before the next} 1... e5 {after}
 *
 * The window may slide whenever more bytes are asked for, so nothing here holds
 * a pointer into it across a call that fills it; offsets are used instead. */
#include "text/reader.h"

#include "base/utf8.h"
#include "game/square.h"
#include "text/fen.h"
#include "text/rules_tag.h"

/* Bytes looked at ahead, within a line; blanks and parentheses within a word;
 * words of one game that are no moves, before its lines are passed over. None limits what is read
 * well: they bound what a hostile text costs. */
enum {
    NEAR = 256,
    BEHIND = 16,
    BLANKS_MOST = 8,
    OPEN_MOST = 8,
    FALLS_LOOK = 4096, /* of a parenthesis of falls with more blanks than a word has */
    BAD_MOST = 10000,
    ODD_BYTES_MOST = 8 /* within NEAR, of text */
};

struct frame {
    struct cp_line *line;
    struct cp_comment *pending; /* for the next move */
    uint32_t line_no, col;      /* of the parenthesis */
    bool is_new_move;           /* a number or a variation has followed the last move */
};

struct reading {
    struct cp_reader *r;
    struct cp_window *w; /* the reader's */
    struct cp_game *g;
    struct cp_diags *d;
    const struct cp_notation *notation; /* NULL: moves are passed over */
    const struct cp_san *san;           /* its reader of bare squares, where it has one */
    struct frame top, *stack;
    size_t depth, room, too_deep; /* variations open; those beyond the budget */
    uint64_t comment_bytes;
    uint32_t moves;
    uint64_t move_end; /* offset behind the last move */
    unsigned bad_words;
    unsigned line_ends; /* between the last token and this */
    bool is_begun;      /* anything of the game has been seen */
    bool has_moves;     /* and it was no tag or comment: the alphabet is found */
    bool is_alphabet_known;
    bool has_bad_tag;
    bool is_cut;    /* tags ended a comment that had no end of its own */
    bool is_binary; /* it is no text, or has some in it */
};

/* ---- places ---- */

static cp_span place(const struct reading *s, const char *at, size_t len)
{
    uint64_t col = cp_window_offset(s->w, at) - s->r->line_offset + 1;
    return (cp_span){s->r->input.file, s->r->line, col < UINT32_MAX ? (uint32_t)col : UINT32_MAX,
                     len < UINT32_MAX ? (uint32_t)len : UINT32_MAX};
}

static void blame(struct reading *s, enum cp_diag kind, cp_str text)
{
    int shown = text.len < 80 ? (int)text.len : 80;
    cp_diag_report(s->d, kind, place(s, text.at, text.len), "%.*s", shown, text.at);
}

static cp_str at_hand(const struct reading *s, size_t most)
{
    size_t len = (size_t)(s->w->end - s->w->at);
    return (cp_str){s->w->at, len < most ? len : most};
}

/* The byte n behind the current one; NUL beyond the end. */
static char look(struct reading *s, size_t n)
{
    return cp_window_has(s->w, n + 1) ? s->w->at[n] : '\0';
}

static void begin_line(struct cp_reader *r, const char *at)
{
    r->line++;
    r->line_offset = cp_window_offset(&r->window, at);
}

/* Passes one byte that may be a line end: LF, CR LF, or CR alone. */
static bool pass_line_end(struct cp_reader *r, const char *at)
{
    bool is_feed = *at == '\n', is_return = *at == '\r';
    bool is_new = is_return || (is_feed && !r->is_after_return);
    if (is_feed && !is_new)
        r->line_offset = cp_window_offset(&r->window, at + 1);
    if (is_new)
        begin_line(r, at + 1);
    r->is_after_return = is_return;
    return is_new;
}

/* Moves over n bytes at hand, counting lines. */
static void pass(struct reading *s, size_t n)
{
    for (const char *end = s->w->at + n; s->w->at < end; s->w->at++)
        if (*s->w->at == '\n' || *s->w->at == '\r' || s->r->is_after_return)
            pass_line_end(s->r, s->w->at);
}

/* Skips white space, up to a number of line ends; false at the end of input. None
 * of it is kept, so a million of blank lines costs no memory. */
static bool skip_space(struct reading *s, unsigned lines_most)
{
    struct cp_window *w = s->w;
    const char *from = w->at;
    s->line_ends = 0;
    while (s->line_ends < lines_most) {
        if (CP_UNLIKELY(w->at == w->end)) {
            cp_window_drop(w, from);
            if (!cp_window_fill(w))
                return false;
            from = w->at;
        }
        char c = *w->at;
        if (!cp_is_space(c)) {
            s->r->is_after_return = false;
            return true;
        }
        if (c == '\n' || c == '\r' || s->r->is_after_return)
            s->line_ends += pass_line_end(s->r, w->at);
        w->at++;
    }
    return cp_window_has(w, 1);
}

/* Bytes up to the end of the line, `most` of them. */
static size_t line_length(struct reading *s, size_t most)
{
    size_t seen = 0, wanted = most < NEAR ? most : NEAR;
    for (;;) {
        (void)cp_window_has(s->w, wanted);
        cp_str text = at_hand(s, wanted);
        for (; seen < text.len; seen++)
            if (text.at[seen] == '\n' || text.at[seen] == '\r')
                return seen;
        if (seen < wanted || seen == most)
            return seen;
        wanted = wanted < most / 2 ? wanted * 2 : most;
    }
}

/* Passes a token that is too long to keep, up to where is_end says. */
static void pass_over(struct reading *s, bool (*is_end)(char))
{
    const char *from = s->w->at;
    for (;;) {
        while (s->w->at < s->w->end && !is_end(*s->w->at)) {
            pass_line_end(s->r, s->w->at);
            s->w->at++;
        }
        if (s->w->at < s->w->end)
            return;
        cp_window_drop(s->w, from);
        if (!cp_window_fill(s->w))
            return;
        from = s->w->at;
    }
}

static bool is_space(char c)
{
    return cp_is_space(c);
}

static bool is_line_end(char c)
{
    return c == '\n' || c == '\r';
}

static bool is_brace_or_bracket(char c)
{
    return c == '}' || c == '[';
}

static bool is_text(cp_str text)
{
    return cp_utf8_is_valid(text, NULL) && !(text.len && memchr(text.at, '\0', text.len));
}

static void check_bytes(struct reading *s, cp_str text)
{
    if (!is_text(text))
        cp_diag_report(s->d, CP_BAD_BYTES, place(s, text.at, text.len), "%s", "");
}

/* ---- comments ---- */

static struct cp_comment **comment_list(struct reading *s)
{
    struct frame *f = &s->top;
    if (!f->line->last || f->is_new_move)
        return &f->pending;
    return &cp_node_notes(s->g, f->line->last)->after;
}

static void add_comment(struct reading *s, cp_str text, enum cp_comment_kind kind)
{
    check_bytes(s, text);
    cp_comment_add(s->g, comment_list(s), text, kind);
}

/* Whether the budget still holds n bytes more; says so once when it does not. */
static bool can_comment(struct reading *s, size_t n)
{
    if (s->comment_bytes + n <= CP_COMMENT_MOST)
        return true;
    if (s->comment_bytes <= CP_COMMENT_MOST)
        cp_diag_report(s->d, CP_COMMENTS_TOO_LONG, place(s, s->w->at, 1), "%s", "");
    s->comment_bytes = (uint64_t)CP_COMMENT_MOST + 1;
    return false;
}

/* Length of a braced comment up to its brace, or up to a section of tags or the
 * end of input when it has none. */
enum comment_end { CLOSED, NOT_CLOSED, TOO_LONG };

static enum comment_end braced_length(struct reading *s, size_t *len)
{
    size_t most = CP_COMMENT_MOST;
    *len = 1;
    do {
        cp_str text = at_hand(s, most);
        for (; *len < text.len; ++*len) {
            char c = text.at[*len];
            if (c == '}')
                return CLOSED;
            if (c != '[' || !is_line_end(text.at[*len - 1]))
                continue;
            (void)cp_window_has(s->w, *len + CP_TAG_LOOK); /* may move the text */
            if (cp_tag_is_begun(cp_str_skip(at_hand(s, *len + CP_TAG_LOOK), *len)))
                return NOT_CLOSED;
            text = at_hand(s, most);
        }
    } while (*len < most && cp_window_has(s->w, *len + 1));
    return *len < most ? NOT_CLOSED : TOO_LONG;
}

static bool is_at_column_one(const struct reading *s)
{
    return cp_window_offset(s->w, s->w->at) == s->r->line_offset;
}

/* Passes a comment that is too long to keep: up to its brace, or to tags. */
static void pass_over_braced(struct reading *s)
{
    for (;;) {
        pass_over(s, is_brace_or_bracket);
        bool is_bracket = cp_window_has(s->w, CP_TAG_LOOK) || s->w->at < s->w->end;
        is_bracket = is_bracket && *s->w->at == '[';
        if (is_bracket && is_at_column_one(s) && cp_tag_is_begun(at_hand(s, CP_TAG_LOOK))) {
            s->is_cut = true;
            return;
        }
        s->w->at += s->w->at < s->w->end;
        if (!is_bracket)
            return;
    }
}

static void read_braced(struct reading *s)
{
    size_t len;
    enum comment_end end = braced_length(s, &len);
    s->is_cut |= end == NOT_CLOSED;
    if (end == NOT_CLOSED)
        cp_diag_report(s->d, CP_COMMENT_OPEN, place(s, s->w->at, 1), "%s", "");
    if (!can_comment(s, end == TOO_LONG ? (size_t)CP_COMMENT_MOST + 1 : len)) {
        pass_over_braced(s);
        return;
    }
    s->comment_bytes += len;
    add_comment(s, (cp_str){s->w->at + 1, len - 1}, CP_BRACED);
    pass(s, len + (end == CLOSED));
}

static void read_to_line_end(struct reading *s, enum cp_comment_kind kind)
{
    size_t len = line_length(s, CP_COMMENT_MOST);
    if (!can_comment(s, len)) {
        pass_over(s, is_line_end);
        return;
    }
    s->comment_bytes += len;
    add_comment(s, (cp_str){s->w->at + 1, len - 1}, kind);
    s->w->at += len;
}

static bool read_comment(struct reading *s)
{
    char c = *s->w->at;
    if (c == '{')
        read_braced(s);
    else if (c == ';')
        read_to_line_end(s, CP_TO_LINE_END);
    else if (c == '%' && is_at_column_one(s))
        read_to_line_end(s, CP_ESCAPE);
    else
        return false;
    return true;
}

/* ---- tags ---- */

static bool is_setup(cp_str value)
{
    value = cp_str_trim(value);
    if (!value.len || !strchr("wbWB", value.at[0]))
        return false;
    value = cp_str_trim(cp_str_skip(value, 1));
    return value.len && value.at[0] == ':';
}

/* Tags that have a field of their own; R-NOT-13 tells Setup from SetUp by what
 * they hold. */
static bool take_field(struct reading *s, cp_str name, cp_str value, cp_span at)
{
    struct cp_game *g = s->g;
    bool is_fen = cp_str_like(name, CP_STR("FEN")) && cp_fen_is(cp_str_trim(value));
    if ((is_fen || (cp_str_like(name, CP_STR("Setup")) && is_setup(value))) && !g->start.len) {
        g->start = value;
        g->start_line = at.line;
        g->start_col = at.col;
        return true;
    }
    if (cp_str_is(name, "Frame") && value.len && !g->frame.len) {
        g->frame = value;
        return true;
    }
    if (cp_str_is(name, "Rules") && !g->rules && cp_rules_tag_is(value)) {
        g->rules_line = at.line;
        g->rules_col = at.col;
        return cp_rules_tag_parse(g, value, at, s->d);
    }
    return false;
}

static void add_tag(struct reading *s, const struct cp_tag_text *tag, size_t len)
{
    check_bytes(s, tag->name);
    check_bytes(s, tag->value);
    if (tag->is_unusual)
        blame(s, CP_TAG_UNUSUAL, (cp_str){s->w->at, len});
    cp_str value = tag->has_escapes ? cp_tag_unescape(s->g->arena, tag->value) : tag->value;
    if (take_field(s, tag->name, value, place(s, tag->value.at, tag->value.len)))
        return;
    cp_span at = place(s, s->w->at, len);
    cp_game_add_tag(s->g, tag->name, value, at.line, at.col);
}

/* A tag whose name, value and bracket stand on several lines, which PGN allows. A line
 * end within the value is damage. */
static size_t scan_tag_on_lines(struct reading *s, struct cp_tag_text *tag)
{
    (void)cp_window_has(s->w, CP_TAG_LOOK);
    cp_str text = at_hand(s, CP_TAG_LOOK);
    char *line = cp_arena_take(s->g->arena, text.len + 1);
    for (size_t i = 0; i < text.len; i++)
        line[i] = is_line_end(text.at[i]) ? ' ' : text.at[i];
    size_t len = cp_tag_scan((cp_str){line, text.len}, tag);
    if (!len)
        return 0;
    tag->value.at = text.at + (tag->value.at - line);
    for (size_t i = 0; i < tag->value.len; i++)
        if (is_line_end(tag->value.at[i]))
            return 0;
    return len;
}

/* Such a tag, placed where its value stands; false when there is none. */
static bool read_tag_on_lines(struct reading *s)
{
    struct cp_tag_text tag;
    size_t len = scan_tag_on_lines(s, &tag);
    if (!len)
        return false;
    size_t begin = (size_t)(tag.value.at - s->w->at) - 1;
    pass(s, begin);
    add_tag(s, &tag, len - begin);
    pass(s, len - begin);
    return true;
}

static void read_tag(struct reading *s)
{
    struct cp_tag_text tag;
    size_t line = line_length(s, CP_TOKEN_MOST);
    s->has_bad_tag |= line == CP_TOKEN_MOST;
    if (line == CP_TOKEN_MOST) {
        cp_diag_report(s->d, CP_TOKEN_TOO_LONG, place(s, s->w->at, 1), "%s", "");
        pass_over(s, is_line_end);
        return;
    }
    size_t len = cp_tag_scan(at_hand(s, line), &tag);
    if (!len && read_tag_on_lines(s))
        return;
    s->has_bad_tag |= !len;
    if (len)
        add_tag(s, &tag, len);
    else
        blame(s, CP_NOT_A_TAG, at_hand(s, line));
    s->w->at += len ? len : line;
}

enum { NAMES_COMPARED = 64 };

static bool has_tag(const struct cp_game *g, cp_str name)
{
    if (cp_str_is(name, "Frame"))
        return g->frame.len > 0;
    if (cp_str_is(name, "Rules") && g->rules)
        return true;
    if (cp_str_like(name, CP_STR("FEN")) || (cp_str_like(name, CP_STR("Setup")) && g->start.len))
        return g->start.len > 0;
    int left = NAMES_COMPARED;
    for (const struct cp_tag *tag = g->tags; tag && left > 0; tag = tag->next, left--)
        if (cp_str_equal(tag->name, name))
            return true;
    return false;
}

/* Nothing but comments, which belong to the game that comes. */
static bool is_empty(const struct reading *s)
{
    const struct cp_game *g = s->g;
    return !s->has_moves && !s->has_bad_tag && !g->tags && !g->start.len && !g->frame.len &&
           !g->rules;
}

/* Whether the tag here begins another game: after moves any at the start of a
 * line does; after tags alone, one that has been before, behind a blank line, and
 * any there when what stood before is damaged. */
static bool is_next_game(struct reading *s)
{
    (void)cp_window_has(s->w, CP_TAG_LOOK);
    cp_str text = at_hand(s, CP_TAG_LOOK);
    bool is_section = s->line_ends > 1 && text.len > 1 && cp_is_letter(text.at[1]);
    if (s->has_moves ||
        (s->is_cut && !is_empty(s))) /* behind a blank line even a tag that cannot be read */
        return is_at_column_one(s) && (is_section || cp_tag_is_begun(text));
    if (!cp_tag_is_begun(text))
        return false;
    struct cp_tag_text tag;
    (void)cp_tag_scan(text, &tag);
    return s->line_ends > 1 && (s->has_bad_tag || has_tag(s->g, tag.name));
}

/* ---- the variant ---- */

static void find_alphabet(struct reading *s)
{
    if (s->is_alphabet_known)
        return;
    s->is_alphabet_known = true;
    (void)cp_window_has(s->w, NEAR);
    struct cp_peek peek = {.movetext = at_hand(s, NEAR)};
    cp_span at = place(s, s->w->at, 0);
    peek.line = at.line;
    peek.col = at.col;
    if (s->is_binary)
        peek.squares = CP_SEEN_BARE; /* nothing to ask it: no variant is missed */
    else if (s->has_moves)
        peek.squares = cp_squares_seen(peek.movetext);
    const struct cp_alphabet *a = s->r->input.alphabet(s->r->input.alphabet_data, s->g, &peek);
    s->notation = a ? cp_notations_get(s->r->input.notations, a) : NULL;
    s->san = a ? cp_notation_san(s->notation) : NULL;
    s->g->is_broken |= !a;
}

/* ---- variations ---- */

static void push(struct reading *s, struct cp_line *line)
{
    if (s->depth == s->room) {
        size_t size = s->room * sizeof *s->stack;
        s->room = s->room ? s->room * 2 : 16;
        s->stack = cp_arena_take_more(s->g->arena, s->stack, size, s->room * sizeof *s->stack);
    }
    s->stack[s->depth++] = s->top;
    cp_span at = place(s, s->w->at, 1);
    s->top = (struct frame){.line = line, .line_no = at.line, .col = at.col};
}

static void open_variation(struct reading *s)
{
    struct cp_node *last = s->top.line->last;
    cp_span at = place(s, s->w->at, 1);
    if (s->depth > CP_DEPTH_MOST) {
        s->too_deep++;
    } else if (s->depth == CP_DEPTH_MOST || !last) { /* into a line that is not the game's */
        enum cp_diag kind = last ? CP_VARIATIONS_TOO_DEEP : CP_VARIATION_OF_NOTHING;
        if (s->notation)
            cp_diag_report(s->d, kind, at, "%s", "");
        push(s, cp_arena_take_zero(s->g->arena, 1, sizeof(struct cp_line)));
    } else {
        push(s, cp_node_add_variation(s->g, last));
    }
    s->w->at++;
}

static void end_line(struct reading *s)
{
    struct frame *f = &s->top;
    if (f->pending)
        f->line->end = f->pending;
}

static void close_variation(struct reading *s)
{
    if (s->too_deep) {
        s->too_deep--;
    } else if (s->depth == 0) {
        cp_diag_report(s->d, CP_VARIATION_NOT_OPEN, place(s, s->w->at, 1), "%s", "");
    } else {
        end_line(s);
        s->top = s->stack[--s->depth];
        s->top.is_new_move = true;
    }
    s->w->at++;
}

/* ---- moves ---- */

/* Said once; what follows is passed over up to the end of the game. */
static bool can_add(struct reading *s, size_t len)
{
    if (s->moves == CP_MOVES_MOST)
        cp_diag_report(s->d, CP_MOVES_TOO_MANY, place(s, s->w->at, len), "%s", "");
    s->moves += s->moves <= CP_MOVES_MOST;
    return s->moves <= CP_MOVES_MOST;
}

/* NULL: this move is not kept. */
static struct cp_node *add_node(struct reading *s, size_t len)
{
    if (!s->notation || s->too_deep || !can_add(s, len))
        return NULL;
    cp_str text = {s->w->at, len};
    struct cp_node *node = cp_line_add(s->g, s->top.line, text);
    cp_span at = place(s, text.at, len);
    node->line = at.line;
    node->col = at.col;
    if (CP_UNLIKELY(s->top.pending != NULL)) {
        cp_node_notes(s->g, node)->before = s->top.pending;
        s->top.pending = NULL;
    }
    s->top.is_new_move = false;
    return node;
}

static void pass_move(struct reading *s, size_t len)
{
    s->w->at += len;
    s->move_end = cp_window_offset(s->w, s->w->at);
}

static void add_clean(struct reading *s, size_t len, const cp_written *move)
{
    struct cp_node *node = add_node(s, len);
    if (node) {
        node->move = *move;
        node->is_read = true;
    }
    pass_move(s, len);
}

/* A clean move; nothing when it is none, or what follows is in doubt. */
static bool read_clean(struct reading *s)
{
    cp_written move;
    (void)cp_window_has(s->w, NEAR);
    for (;;) {
        const char *end = s->w->end;
        const char *next = cp_notation_scan_clean(s->notation, s->g->ints, s->w->at, end, &move);
        if (!next)
            return false;
        if (end - next < BEHIND && cp_window_fill(s->w))
            continue; /* more digits, or a mark, might have come */
        size_t len = (size_t)(next - s->w->at);
        add_clean(s, len, &move);
        return true;
    }
}

/* How far the word here goes: to white space or a comment; in parentheses of its
 * own, a few blanks belong to it. Never 0. */
static size_t word_length(struct reading *s)
{
    size_t len = 0, outside = 0;
    unsigned open = 0, blanks = 0;
    for (;; len++) {
        char c = look(s, len);
        bool is_end = len >= (size_t)(s->w->end - s->w->at) || is_line_end(c);
        if (is_end || len >= CP_TOKEN_MOST ||
            (!open && (cp_is_space(c) || (c && strchr("{;)$", c)))))
            break;
        if (cp_is_space(c) && outside == 0)
            outside = len;
        if (cp_is_space(c) && ++blanks > BLANKS_MOST)
            break;
        open += c == '(';
        open -= c == ')';
        if (open > OPEN_MOST)
            break;
    }
    if (open && outside)
        len = outside;
    return len ? len : 1;
}

/* Bytes that no text has, many of them near: a picture, or what a broken disk left. */
static bool is_binary(struct reading *s)
{
    int odd = 0;
    (void)cp_window_has(s->w, NEAR);
    cp_str text = at_hand(s, NEAR);
    for (size_t i = 0; i < text.len; i++)
        odd += ((unsigned char)text.at[i] < 0x20 && !cp_is_space(text.at[i])) || text.at[i] == 0x7f;
    return odd > ODD_BYTES_MOST;
}

/* One message for all of it, and on with the next section of tags. */
static void pass_over_binary(struct reading *s)
{
    cp_diag_report(s->d, CP_BAD_BYTES, place(s, s->w->at, 1), "passed over up to the next tags");
    s->is_binary = true;
    s->has_moves = true;
    find_alphabet(s);
    do {
        pass_over(s, is_line_end);
        if (!skip_space(s, UINT32_MAX))
            return;
        (void)cp_window_has(s->w, CP_TAG_LOOK);
    } while (!is_at_column_one(s) || !cp_tag_is_begun(at_hand(s, CP_TAG_LOOK)) || is_binary(s));
}

/* Glyphs behind it are marks, as they are behind a move. */
static void read_bad(struct reading *s, size_t len)
{
    if (is_binary(s)) {
        pass_over_binary(s);
        return;
    }
    while (len > 1 && (s->w->at[len - 1] == '!' || s->w->at[len - 1] == '?'))
        len--;
    cp_str word = {s->w->at, len};
    if (s->bad_words++ >= BAD_MOST) { /* no game: on with the next line */
        pass_over(s, is_line_end);
        return;
    }
    if (s->notation && !s->too_deep) {
        const struct cp_node *last = s->top.line->last;
        if (!is_text(word))
            blame(s, CP_BAD_BYTES, word);
        else if (!last || !last->is_bad) /* one damage, told of its first word */
            blame(s, cp_notation_refusal(s->notation), word);
        struct cp_node *node = add_node(s, len);
        if (node)
            node->is_bad = true;
    }
    pass_move(s, len);
}

static bool read_dialect(struct reading *s, size_t word)
{
    struct cp_reading reading;
    cp_str text = {NULL, line_length(s, word + NEAR)};
    text.at = s->w->at;
    size_t len = cp_notation_scan(s->notation, s->g->ints, text, &reading);
    if (!len)
        return false;
    text.len = len;
    bool is_good =
        cp_reading_report(s->notation, s->g->ints, &reading, text, place(s, text.at, len), s->d);
    struct cp_node *node = add_node(s, len);
    if (node) {
        node->move = reading.move;
        node->is_read = is_good;
        node->is_bad = !is_good;
    }
    pass_move(s, len);
    return true;
}

/* A clean move with a result right behind it, (4,4)* or Nf3 1-0 without the blank:
 * the move ends where the result begins. */
static bool read_before_result(struct reading *s, size_t word)
{
    static const size_t lengths[] = {1, 3, 7}; /* of * and 1-0 and 1/2-1/2 */
    for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++) {
        cp_written move;
        cp_str result;
        if (word <= lengths[i])
            return false;
        const char *end = s->w->at + word - lengths[i];
        if (cp_result_scan((cp_str){end, lengths[i]}, &result) != lengths[i] ||
            cp_notation_scan_clean(s->notation, s->g->ints, s->w->at, end, &move) != end)
            continue;
        size_t len = (size_t)(end - s->w->at);
        add_clean(s, len, &move);
        return true;
    }
    return false;
}

/* Whether a clean move fills text, and becomes something at its end only. */
static bool is_plain_half(const struct reading *s, cp_str text, cp_written *out)
{
    const char *end = text.at + text.len;
    int32_t ranks = cp_notation_alphabet(s->notation)->ranks;
    if (cp_san_scan_text(s->san, text.at, end, out) != end || (out->has & CP_IS_ANY_MAN))
        return false;
    return out->promotion == CP_NO_KIND || out->to.rank.v == 1 || out->to.rank.v == ranks;
}

/* Nf3Nc6, O-OO-O: two half-moves without a blank, where there is one way to part
 * them. (e4e5 may be one move; the rules part it if it is not.) */
static bool read_glued(struct reading *s, size_t word)
{
    cp_written halves[2], found[2];
    size_t cut = 0, ways = 0;
    cp_str text = {s->w->at, word};
    while (text.len && (text.at[text.len - 1] == '!' || text.at[text.len - 1] == '?'))
        text.len--;
    for (size_t at = 2; s->san && text.len <= CP_SAN_LOOK && at + 2 <= text.len; at++)
        if (is_plain_half(s, (cp_str){text.at, at}, &halves[0]) &&
            is_plain_half(s, cp_str_skip(text, at), &halves[1])) {
            memcpy(found, halves, sizeof found);
            cut = at;
            ways++;
        }
    if (ways != 1)
        return false;
    cp_str second = cp_str_skip(text, cut);
    cp_diag_report(s->d, CP_HALF_MOVES_GLUED, place(s, text.at, text.len),
                   "\"%.*s\" read as %.*s %.*s", CP_FMT(text), (int)cut, text.at, CP_FMT(second));
    for (int i = 0; i < 2; i++) {
        size_t len = i ? second.len : cut;
        struct cp_node *node = add_node(s, len);
        if (node) {
            node->move = found[i];
            node->is_read = true;
        }
        pass_move(s, len);
    }
    return true;
}

/* A move in any spelling; false when it is none. */
static bool try_move(struct reading *s)
{
    if (s->notation && read_clean(s))
        return true;
    size_t word = word_length(s);
    if (word >= CP_TOKEN_MOST) {
        cp_diag_report(s->d, CP_TOKEN_TOO_LONG, place(s, s->w->at, 1), "%s", "");
        pass_over(s, is_space);
        return true;
    }
    if (!s->notation) {
        cp_square_text square;
        size_t len = cp_square_scan(s->g->ints, at_hand(s, word), &square);
        s->w->at += len;
        return len > 0;
    }
    /* a number of many digits may not have been at hand before */
    return (word > NEAR && read_clean(s)) || read_before_result(s, word) || read_dialect(s, word) ||
           read_glued(s, word);
}

static void read_move(struct reading *s)
{
    if (!try_move(s))
        read_bad(s, word_length(s));
}

/* The falls of text, a whole parenthesis of them, are the last move's. */
static void add_falls(struct reading *s, cp_str text)
{
    struct cp_node *last = s->top.line->last;
    cp_fall_text fall;
    for (size_t from = 1, at; (at = cp_fall_scan(s->g->ints, text, from, &fall)); from = at) {
        cp_str pair = {text.at + fall.begin, at - fall.begin};
        if (fall.odd)
            blame(s, CP_NUMBER_UNUSUAL, pair);
        if (!cp_square_equal(fall.left, fall.right))
            blame(s, CP_FALL_UNEVEN, pair);
        else if (last)
            cp_node_add_fall(s->g, last, fall.left);
    }
    if (!last)
        blame(s, CP_FALL_ON_NOTHING, text);
}

static bool read_falls(struct reading *s)
{
    cp_str text = at_hand(s, word_length(s));
    size_t len = cp_falls_scan(s->g->ints, text);
    if (!len) {
        (void)cp_window_has(s->w, FALLS_LOOK);
        text = at_hand(s, FALLS_LOOK);
        len = cp_falls_scan(s->g->ints, text);
    }
    if (!len)
        return false;
    if (s->notation && !s->too_deep)
        add_falls(s, (cp_str){text.at, len});
    s->w->at += len;
    return true;
}

/* Me3>f3 (g3:g3)#: where agents vanish, the mark of the last move stands behind
 * them. It is the move's, and goes into its text. */
static bool read_late_mark(struct reading *s)
{
    struct cp_node *last = s->top.line->last;
    bool is_late = s->notation && cp_notation_alphabet(s->notation)->marks_last && !s->too_deep &&
                   last && last->notes && last->notes->falls && !s->top.is_new_move;
    if (!is_late || !last->is_read || last->move.check)
        return false;
    char *text = cp_arena_take(s->g->arena, last->text.len + 1);
    memcpy(text, last->text.at, last->text.len);
    text[last->text.len] = '#';
    last->text = (cp_str){text, last->text.len + 1};
    last->move.check = CP_MARK_MATE;
    s->w->at++;
    return true;
}

static void read_parenthesis(struct reading *s)
{
    bool castles = s->notation && cp_notation_alphabet(s->notation)->castles;
    bool is_castling = castles && look(s, 1) == '0' && look(s, 2) == '-' && look(s, 3) == '0';
    bool is_move = look(s, 1) != '(' && !is_castling; /* none begins with two of them */
    if (is_move && try_move(s))
        return;
    if (!read_falls(s))
        open_variation(s);
}

/* ---- plain moves: what most of a file is ---- */

/* 1. and 1... of few digits; the first byte after it, NULL for anything else. */
static inline const char *plain_number(const char *at)
{
    for (int digits = 0; digits < 4 && cp_is_digit(*at); digits++)
        at++;
    if (*at != '.')
        return NULL;
    if (at[1] == '.')
        return at[2] == '.' && at[3] != '.' ? at + 3 : NULL;
    return (unsigned char)at[1] != 0xe2 ? at + 1 : NULL;
}

/* The next line if moves go on there; else NULL, and the line end is left. */
static inline const char *plain_line_end(const char *at)
{
    at += *at == '\r' && at[1] == '\n';
    at += *at == '\n';
    return cp_is_letter(*at) || cp_is_digit(*at) ? at : NULL;
}

static inline void add_plain(struct reading *s, const char *at, size_t len, const cp_written *move,
                             uint32_t line, uint64_t col)
{
    struct cp_node *node = cp_arena_take(s->g->arena, sizeof *node);
    struct cp_line *to = s->top.line;
    node->next = NULL;
    node->notes = NULL;
    node->text = (cp_str){at, len};
    node->move = *move;
    node->line = line;
    node->col = col < UINT32_MAX ? (uint32_t)col : UINT32_MAX;
    node->is_read = true;
    node->is_bad = false;
    s->moves++;
    *(to->last ? &to->last->next : &to->first) = node;
    to->last = node;
    if (CP_UNLIKELY(s->top.pending != NULL)) {
        cp_node_notes(s->g, node)->before = s->top.pending;
        s->top.pending = NULL;
    }
}

/* A fall as we write it, (e4:e4): the first byte behind it, else NULL. */
static inline const char *plain_fall(struct reading *s, const char *at)
{
    bool is_plain = at[1] >= 'a' && at[1] <= 'z' && at[2] >= '1' && at[2] <= '9' && at[3] == ':' &&
                    at[4] == at[1] && at[5] == at[2] && at[6] == ')';
    struct cp_node *last = s->top.line->last;
    if (!is_plain || !last)
        return NULL;
    cp_node_add_fall(s->g, last, (cp_square){CP_INT(at[1] - 'a' + 1), CP_INT(at[2] - '0')});
    return at + 7;
}

/* Numbers, clean moves and falls with blanks and single line ends between, as far as
 * they go and are at hand: nothing here asks for more input. What it does not
 * know it leaves to the loop below, which does the same for these. */
static bool read_plain(struct reading *s)
{
    struct cp_window *w = s->w;
    const char *at = w->at;
    uint64_t line_offset = s->r->line_offset;
    const char *move_end = NULL, *next;
    uint32_t line = s->r->line;
    cp_written move;
    while (w->end - at > CP_SAN_LOOK) {
        if (*at == ' ') {
            at++;
        } else if (cp_is_digit(*at)) {
            if (!(next = plain_number(at)))
                break;
            at = next;
            s->top.is_new_move = true;
        } else if (CP_UNLIKELY(*at == '\n' || *at == '\r')) {
            if (!(next = plain_line_end(at)))
                break;
            at = next;
            line_offset = cp_window_offset(w, at);
            line++;
        } else if (CP_UNLIKELY(*at == '(')) {
            if (!(next = plain_fall(s, at)))
                break;
            at = next;
        } else {
            if (!(next = cp_san_scan_clean(s->san, at, &move)) || s->moves >= CP_MOVES_MOST)
                break;
            add_plain(s, at, (size_t)(next - at), &move, line,
                      cp_window_offset(w, at) - line_offset + 1);
            s->top.is_new_move = false;
            at = move_end = next;
        }
    }
    if (at == w->at)
        return false;
    s->r->line_offset = line_offset;
    s->r->line = line;
    w->at = at;
    if (move_end)
        s->move_end = cp_window_offset(w, move_end);
    return true;
}

/* ---- numbers, marks, results ---- */

static void note_number(struct reading *s, size_t len, bool is_unusual)
{
    if (is_unusual && s->notation)
        blame(s, CP_MOVE_NUMBER_UNUSUAL, (cp_str){s->w->at, len});
    s->top.is_new_move = true;
    s->w->at += len;
}

/* 1. 1... 1) 1: or a number alone; whatever else begins with a digit is a move. */
static void read_number(struct reading *s)
{
    size_t len = 0;
    while (len < 20 && cp_is_digit(look(s, len)))
        len++;
    char next = look(s, len), after = look(s, len + 1);
    if (next == '.' || (unsigned char)next == 0xe2) {
        (void)cp_window_has(s->w, len + 16);
        size_t dots = cp_dots_scan(cp_str_skip(at_hand(s, len + 16), len));
        if (dots) {
            note_number(s, len + dots, false);
            return;
        }
    }
    if (next == ')' && (s->depth == 0 || !s->top.line->first))
        note_number(s, len + 1, false);
    else if (next == ':' && (cp_is_space(after) || !after))
        note_number(s, len + 1, true);
    else if (next == '\0' || next == ')' || cp_is_space(next))
        note_number(s, len, false);
    else
        read_move(s);
}

/* Dots after a number say "Black's"; glued to a move they join two half-moves. */
static void read_dots(struct reading *s)
{
    (void)cp_window_has(s->w, 16);
    cp_str dots = at_hand(s, 16);
    dots.len = cp_dots_scan(dots);
    if (cp_window_offset(s->w, s->w->at) == s->move_end && s->notation)
        blame(s, CP_HALF_MOVES_JOINED, dots);
    s->w->at += dots.len;
}

static void add_nag(struct reading *s, uint32_t nag, size_t len)
{
    struct cp_node *last = s->top.line->last;
    if (last)
        cp_node_add_nag(s->g, last, nag);
    else if (s->notation)
        blame(s, CP_MARK_ON_NOTHING, (cp_str){s->w->at, len});
    s->w->at += len;
}

static void read_nag(struct reading *s)
{
    size_t len = 1;
    uint32_t nag = 0;
    while (len < 11 && cp_is_digit(look(s, len)))
        nag = nag * 10 + (uint32_t)(s->w->at[len++] - '0');
    if (len == 1 || len > 10) {
        blame(s, CP_BAD_NAG, (cp_str){s->w->at, len});
        s->w->at += len;
        return;
    }
    add_nag(s, nag, len);
}

static bool read_glyph(struct reading *s)
{
    uint32_t nag = 0;
    (void)cp_window_has(s->w, 2);
    size_t len = cp_glyph_scan(at_hand(s, 2), &nag);
    if (len)
        add_nag(s, nag, len);
    return len > 0;
}

static bool is_closing_next(struct reading *s, size_t from)
{
    while (cp_is_space(look(s, from)) && from < NEAR)
        from++;
    return look(s, from) == ')';
}

/* A result ends the game, however many variations are open, unless a
 * parenthesis follows: then it stood in a variation. */
static bool read_result(struct reading *s, bool *is_over)
{
    cp_str result;
    (void)cp_window_has(s->w, 16);
    size_t len = cp_result_scan(at_hand(s, 16), &result);
    *is_over = false;
    if (!len)
        return false;
    if (s->depth && is_closing_next(s, len)) {
        blame(s, CP_RESULT_IN_VARIATION, (cp_str){s->w->at, len});
    } else {
        cp_span at = place(s, s->w->at, len);
        s->g->result = result;
        s->g->result_line = at.line;
        s->g->result_col = at.col;
        *is_over = true;
    }
    s->w->at += len;
    return true;
}

/* ---- the loop ---- */

/* One token of movetext. False when the game is over. */
static bool read_movetext(struct reading *s)
{
    bool is_over;
    char c = *s->w->at;
    switch (c) {
    case '(':
        read_parenthesis(s);
        return true;
    case ')':
        close_variation(s);
        return true;
    case '$':
        read_nag(s);
        return true;
    case '.':
        read_dots(s);
        return true;
    default:
        break;
    }
    if (cp_is_letter(c)) {
        read_move(s);
        return true;
    }
    if (read_result(s, &is_over))
        return !is_over;
    if ((unsigned char)c == 0xe2 && cp_window_has(s->w, 3) && cp_dots_scan(at_hand(s, 3))) {
        read_dots(s);
        return true;
    }
    if (cp_is_digit(c))
        read_number(s);
    else if ((c == '#' && read_late_mark(s)) || ((c == '!' || c == '?') && read_glyph(s)))
        return true;
    else
        read_move(s);
    return true;
}

static bool read_token(struct reading *s)
{
    if (*s->w->at == '[' && is_next_game(s))
        return false;
    if (!s->is_begun) {
        s->g->line = s->r->line;
        s->is_begun = true;
    }
    if (read_comment(s))
        return true;
    if (*s->w->at == '[' && !s->has_moves) {
        read_tag(s);
        return true;
    }
    if (!s->has_moves && !cp_is_digit(*s->w->at) && is_binary(s)) {
        pass_over_binary(s);
        return true;
    }
    s->has_moves = true;
    find_alphabet(s);
    return (s->san && !s->too_deep && read_plain(s)) || read_movetext(s);
}

/* Comments on the lines right behind the result belong to the game. */
static void read_behind_result(struct reading *s)
{
    s->top.is_new_move = true;
    while (skip_space(s, 2) && s->line_ends < 2 && read_comment(s))
        ;
}

static void end_game(struct reading *s)
{
    s->too_deep = 0;
    for (; s->depth; s->top = s->stack[--s->depth]) {
        cp_span at = {s->r->input.file, s->top.line_no, s->top.col, 1};
        if (s->depth <= OPEN_MOST)
            cp_diag_report(s->d, CP_VARIATION_OPEN, at, "%s", "");
        end_line(s);
    }
    find_alphabet(s);
    if (s->g->result.len)
        read_behind_result(s);
    end_line(s);
}

void cp_reader_open(struct cp_reader *r, const struct cp_reader_input *input,
                    const struct cp_arena *like)
{
    *r = (struct cp_reader){.input = *input, .line = 1};
    cp_window_open(&r->window, like, input->source, input->source_data);
    if (cp_window_has(&r->window, 3) && memcmp(r->window.at, "\xef\xbb\xbf", 3) == 0) {
        r->window.at += 3;
        r->line_offset = 3;
    }
}

void cp_reader_close(struct cp_reader *r)
{
    cp_window_close(&r->window);
}

bool cp_reader_look(struct cp_reader *r, uint64_t *offset)
{
    cp_window_settle(&r->window);
    struct reading s = {.r = r, .w = &r->window};
    bool is_left = skip_space(&s, UINT32_MAX);
    *offset = cp_reader_offset(r);
    return is_left;
}

/* A game that does not end where the bytes at hand do is looked at again with more
 * of them, a few times: bytes may come in small pieces. */
bool cp_reader_read_fast(struct cp_reader *r, struct cp_fast_text *k)
{
    enum { TRIES = 4 };
    uint64_t ignored;
    enum cp_fast_next next = CP_FAST_MORE;
    if (!cp_reader_look(r, &ignored))
        return false;
    for (int i = 0; i < TRIES && next == CP_FAST_MORE; i++)
        if (i == 0 || cp_window_fill(&r->window))
            next = cp_fast_text_read(k, r->window.at, r->window.end, r->window.is_over);
    return next == CP_FAST_GAME;
}

void cp_reader_pass(struct cp_reader *r, const struct cp_fast_text *k)
{
    r->line += k->lines;
    if (k->lines)
        r->line_offset = cp_window_offset(&r->window, r->window.at + k->line);
    r->window.at += k->len;
}

enum cp_reader_next cp_reader_read(struct cp_reader *r, struct cp_game *g, struct cp_diags *d)
{
    cp_window_settle(&r->window);
    cp_game_init(g, g->arena, g->ints);
    g->file = r->input.file;
    struct reading s = {.r = r, .w = &r->window, .g = g, .d = d, .top = {.line = &g->moves}};
    uint32_t errors = d->errors;
    while (skip_space(&s, UINT32_MAX) && read_token(&s))
        ;
    if (!s.is_begun)
        return CP_READER_END;
    if (is_empty(&s)) {
        cp_span at = {.file = g->file, .line = g->line, .col = 1};
        cp_diag_report(d, CP_COMMENT_ALONE, at, "%s", "");
        return CP_READER_END;
    }
    end_game(&s);
    g->is_broken |= d->errors > errors;
    return g->is_broken ? CP_READER_BROKEN : CP_READER_GAME;
}
