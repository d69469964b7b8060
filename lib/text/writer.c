/* SPDX-License-Identifier: MIT */
/* writer.c -- the tree as text, with a stack of its own. A comment is put where
 * the reader will give it back to the same move (see the drawing in builder.h):
 * behind the number when it would else be taken for one on the move before. */
#include "text/writer.h"

#include "base/json.h"
#include "base/scan.h"
#include "base/utf8.h"
#include "game/record.h"
#include "text/starts/fen.h"
#include "text/starts/start.h"
#include "text/tags.h"
#include "text/tokens.h"

#include <inttypes.h>

static bool has_byte(cp_str text, char c)
{
    return text.len && memchr(text.at, c, text.len);
}

/* ---- tags ---- */

/* A name that no tag can have is written with signs of its own in it, which is told. */
static void put_tag_name(struct cp_buf *out, cp_str name)
{
    while (name.len) {
        size_t fine = cp_tag_name_length(name), odd = fine < name.len;
        cp_buf_put(out, (cp_str){name.at, fine});
        if (odd) {
            size_t len = cp_utf8_length(name.at + fine, name.at + name.len);
            odd = len ? len : 1;
            cp_buf_putc(out, '_');
        }
        name = cp_str_skip(name, fine + odd);
    }
}

void cp_tag_write(struct cp_buf *out, cp_str name, cp_str value)
{
    cp_buf_putc(out, '[');
    put_tag_name(out, name.len ? name : CP_STR("_"));
    cp_buf_put(out, CP_STR(" \""));
    if (!value.len)
        value = CP_STR("");
    for (const char *at = value.at, *end = at + value.len; at < end;) {
        const char *plain = at;
        at = cp_json_skip_plain(at, end);
        cp_buf_put(out, (cp_str){plain, (size_t)(at - plain)});
        if (at == end)
            break;
        size_t closing = cp_tag_closing_length(value, (size_t)(at - value.at));
        char c = closing ? '"' : *at;
        at += closing ? closing : 1;
        if (c == '"' || c == '\\')
            cp_buf_putc(out, '\\');
        if (c)
            cp_buf_putc(out, cp_is_line_end(c) ? ' ' : c);
        else
            cp_buf_puts(out, CP_NO_CHARACTER);
    }
    cp_buf_put(out, CP_STR("\"]\n"));
}

/* Whether a tag names another delay than the rules: then the tag Rules names theirs, and
 * counts. */
static bool is_delay_doubted(const struct cp_game *g)
{
    cp_str delay = cp_rules_tag_delay(g);
    for (const struct cp_tag *tag = delay.len ? g->tags : NULL; tag; tag = tag->next)
        if (cp_str_is(tag->name, "Trapdoor") && !cp_str_equal(cp_str_trim(tag->value), delay))
            return true;
    return false;
}

/* Tags with a field of their own come last, but before others of their name: the
 * reader takes the first. */
static void put_fields(struct cp_buf *out, const struct cp_game *g, bool is_doubted)
{
    cp_str delay = cp_rules_tag_delay(g);
    struct cp_buf rules = cp_buf_in(g->arena);
    cp_rules_tag_format(&rules, g, is_doubted);
    if (g->frame.len)
        cp_tag_write(out, CP_STR("Frame"), g->frame);
    if (delay.len && !is_doubted)
        cp_tag_write(out, CP_STR("Trapdoor"), delay);
    if (rules.len)
        cp_tag_write(out, CP_STR("Rules"), cp_buf_str(&rules));
    if (cp_tag_name_of_start(g->start).len)
        cp_tag_write(out, cp_tag_name_of_start(g->start), g->start);
}

/* Whether a tag would be read as a field that the game does not have. Rules that nobody can read
 * stay a tag. */
static CP_NOINLINE bool would_be_field(const struct cp_game *g, const struct cp_tag *tag)
{
    struct cp_game other;
    enum cp_tag_field field = cp_tag_field_of(g, tag->name, tag->value);
    return field == CP_TAG_RULES ? cp_rules_tag_read(g, tag->value, &other) : field != CP_TAG_PLAIN;
}

/* But for the delay that is among the fields. */
static bool is_written(const struct cp_game *g, const struct cp_tag *tag, bool is_doubted)
{
    cp_str delay = {0};
    if (!is_doubted && cp_str_is(tag->name, "Trapdoor"))
        delay = cp_rules_tag_delay(g);
    return (!delay.len || !cp_str_equal(cp_str_trim(tag->value), delay)) && !would_be_field(g, tag);
}

/* An empty tag, instead of which the variant stands in front. */
static bool is_filled_in(const struct cp_game *g, const struct cp_tag *tag, bool is_unsaid)
{
    return !is_unsaid && g->variant.len && !tag->value.len && cp_str_is(tag->name, "Variant");
}

/* A record knows its variant, and the reader must find it again. */
static bool put_tags(struct cp_buf *out, const struct cp_game *g, bool is_unsaid)
{
    size_t before = out->len;
    bool is_doubted = is_delay_doubted(g);
    if (!is_unsaid && g->variant.len && !cp_game_tag(g, "Variant").len)
        cp_tag_write(out, CP_STR("Variant"), g->variant);
    const struct cp_tag *tag = g->tags;
    for (; tag && !cp_tag_is_of_start(tag->name) && !cp_str_is(tag->name, "Frame") &&
           !cp_str_is(tag->name, "Rules");
         tag = tag->next)
        if (is_written(g, tag, is_doubted) && !is_filled_in(g, tag, is_unsaid))
            cp_tag_write(out, tag->name, tag->value);
    put_fields(out, g, is_doubted);
    for (; tag; tag = tag->next)
        if (is_written(g, tag, is_doubted) && !is_filled_in(g, tag, is_unsaid))
            cp_tag_write(out, tag->name, tag->value);
    if (out->len > before)
        cp_buf_putc(out, '\n');
    return out->len > before;
}

static bool is_second(const struct cp_game *g, const struct cp_tag *tag)
{
    const struct cp_tag *first = cp_tag_first(g, tag->name);
    return first && first != tag;
}

/* A tag that is written in another place, or instead of which another is: PGN has each of
 * these once, and other programs would take the last for the one that counts. */
static bool is_outdone(const struct cp_game *g, const struct cp_tag *tag, unsigned what)
{
    cp_str name = tag->name;
    if (what & CP_TAG_OF_PGN)
        return true;
    if (!name.len || !strchr("FfRSsTV", name.at[0]))
        return false;
    if (cp_tag_is_of_start(name))
        return g->start.len > 0;
    if (cp_str_is(name, "Rules"))
        return g->rules && cp_rules_tag_is(tag->value);
    if (cp_str_is(name, "Frame"))
        return g->frame.len > 0;
    if (cp_str_is(name, "Trapdoor"))
        return cp_rules_tag_delay(g).len || is_second(g, tag);
    return cp_str_is(name, "Variant") && is_second(g, tag);
}

/* The seven first, then all others in their order; a start as FEN and SetUp. */
static void put_pgn_tags(struct cp_buf *out, const struct cp_game *g, bool is_unsaid)
{
    cp_str variant = cp_game_tag(g, "Variant");
    for (const struct cp_tag_name *one = cp_tag_names; one->name.len; one++) {
        if (!one->nothing)
            continue;
        const struct cp_tag *tag = cp_tag_find(g->tags, one->name);
        cp_str value = tag ? tag->value : cp_str_from(one->nothing);
        bool says_nothing = !tag || !value.len || cp_str_is(value, "?");
        if ((one->what & CP_TAG_COUNTS) && says_nothing)
            value = g->result.len ? g->result : cp_str_from(one->nothing);
        cp_tag_write(out, one->name, value);
    }
    if (!is_unsaid && g->variant.len && !variant.len)
        cp_tag_write(out, CP_STR("Variant"), g->variant);
    bool is_left_out = is_unsaid && cp_str_equal(variant, g->variant);
    for (const struct cp_tag *tag = g->tags; tag; tag = tag->next)
        if (!is_outdone(g, tag, cp_tag_what(tag->name)) && is_written(g, tag, false) &&
            !is_filled_in(g, tag, is_unsaid) && !(is_left_out && cp_str_is(tag->name, "Variant")))
            cp_tag_write(out, tag->name, tag->value);
    if (g->start.len && cp_fen_is(g->start))
        cp_tag_write(out, CP_STR("SetUp"), CP_STR("1"));
    put_fields(out, g, false);
    cp_buf_putc(out, '\n');
}

bool cp_tags_write(struct cp_buf *out, const struct cp_game *g, const struct cp_writing *how)
{
    if (!how->is_pgn)
        return put_tags(out, g, how->is_unsaid);
    put_pgn_tags(out, g, how->is_unsaid);
    return true;
}

/* ---- what text cannot hold as it is ---- */

bool cp_tag_is_left_out(const struct cp_game *g, const struct cp_tag *tag, bool is_pgn)
{
    cp_str ignored;
    if (would_be_field(g, tag))
        return true;
    if (!is_pgn)
        return false;
    unsigned what = cp_tag_what(tag->name);
    if (!is_outdone(g, tag, what))
        return false;
    return what & CP_TAG_OF_PGN ? is_second(g, tag) : cp_tag_is_idle(g, tag, &ignored);
}

bool cp_tag_fits_text(const struct cp_tag *tag)
{
    cp_str value = tag->value;
    if (!tag->name.len || cp_tag_name_length(tag->name) != tag->name.len)
        return false;
    if (!value.len || cp_json_skip_plain(value.at, value.at + value.len) == value.at + value.len)
        return true;
    size_t at = has_byte(value, ']') ? 0 : value.len; /* of a quotation mark that closes */
    while (at < value.len && !cp_tag_closing_length(value, at))
        at++;
    return at == value.len && cp_line_end(value, 0) == value.len && !has_byte(value, '\0');
}

/* What is read back of a move's text that is no move may be another such text, but it ends
 * no game, begins none, and is no move. How it would be read: as a whole, or its beginning as a
 * move or a number, as its end as a judgement. */
struct no_move {
    cp_str text;
    bool is_whole;
    size_t marks; /* where those at its end begin */
};

static uint32_t highest_behind(const struct cp_game *g, uint64_t plies)
{
    return (uint32_t)(plies / 2 + g->parts + 2);
}

uint32_t cp_number_highest(const struct cp_game *g)
{
    return highest_behind(g, cp_game_plies_before(g));
}

static struct no_move no_move_of(const struct cp_game *g, cp_str text, const struct cp_notation *n,
                                 uint32_t highest, bool *is_misread)
{
    struct cp_scanned ignored;
    cp_written halves[2];
    struct no_move m = {.text = text, .marks = text.len};
    size_t move = n ? cp_notation_scan(n, g->ints, text, &ignored) : 0;
    m.is_whole = move && move == text.len;
    while (m.marks && !m.is_whole && strchr("!?", text.at[m.marks - 1]) && text.at[m.marks - 1])
        m.marks--;
    cp_str word = {text.at, m.marks}, behind = text, digits = cp_scan_digits(&behind);
    /* 1. and 1... and 1) and dots alone; and 1, where a move may have that number. */
    uint32_t number;
    bool is_number =
        digits.len && !behind.len
            ? cp_number_parse(text, highest, &number)
            : cp_dots_scan(behind) || (digits.len && strchr("):", behind.at[0]) && behind.at[0]);
    *is_misread =
        !m.is_whole && text.len && (move || is_number || (n && cp_notation_cut(n, word, halves)));
    return m;
}

/* The bytes at `at` that would mean something else, a result or a comment say; 0: they are
 * fine. `deep` parentheses are open, in which blanks end no word. */
static size_t misfit_length(const struct no_move *m, size_t at, size_t deep)
{
    cp_str text = m->text;
    char c = text.at[at];
    cp_str result, rest = cp_str_skip(text, at);
    uint32_t nag, code;
    size_t blank = cp_blank_scan(rest, &code);
    if (blank)
        return blank;
    if (!c || (c != ' ' && cp_is_space(c)) || strchr("{};$", c) || (c == ')' && !deep) ||
        (c == ' ' && !deep && !m->is_whole) || at >= m->marks)
        return 1;
    size_t judgement = at ? 0 : cp_assessment_scan(rest, &nag);
    if (judgement || (!at && c == ','))
        return judgement + !judgement;
    return cp_result_scan(rest, &result, NULL);
}

/* What is written for a text that is no move, if `out` is not NULL; whether it fits as it
 * is. */
static bool put_no_move(struct cp_buf *out, const struct cp_game *g, cp_str text,
                        const struct cp_notation *n, uint32_t highest)
{
    bool is_misread;
    struct no_move m = no_move_of(g, text, n, highest, &is_misread);
    bool fits = text.len > 0 && !is_misread;
    unsigned controls = 0;
    if (out && !fits)
        cp_buf_putc(out, '_'); /* or another move would be in its place */
    for (size_t at = 0, deep = 0; at < text.len;) {
        size_t misfit = misfit_length(&m, at, deep);
        char c = text.at[at];
        bool is_control = ((unsigned char)c < ' ' && !cp_is_space(c)) || c == 0x7f;
        if (is_control && controls++ > 0) /* many are taken for a picture among the games */
            misfit = 1;
        fits &= !misfit;
        if (out && misfit)
            cp_buf_puts(out, "_");
        else if (out)
            cp_buf_putc(out, c);
        deep += !misfit && c == '(';
        deep -= !misfit && c == ')';
        at += misfit ? misfit : 1;
    }
    return fits;
}

bool cp_move_fits_text(const struct cp_game *g, const struct cp_node *node,
                       const struct cp_notation *n, uint32_t highest)
{
    return node->is_read || put_no_move(NULL, g, node->text, n, highest);
}

/* ---- the tree ---- */

enum { WIDTH = 80 };

struct writing {
    struct cp_buf *out;
    struct cp_buf token, falls;
    const struct cp_game *g;
    const struct cp_writing *how;
    struct cp_walk walk;
    uint64_t plies_before; /* before the game's first */
    size_t column, opened; /* opened: parentheses that wait for their first word */
    bool is_glued;         /* no blank is put before the next word */
    bool is_first;         /* nothing of the game has been put */
    uint32_t highest;      /* number that a move may have */
    cp_altered altered;
};

/* ---- words in lines ---- */

static void put_line_end(struct writing *s)
{
    cp_buf_putc(s->out, '\n');
    s->column = 0;
    s->is_glued = false;
}

/* The bytes of text before its first line end. */
static inline size_t first_line(cp_str text)
{
    size_t len = 0;
    if (text.len > 16) {
        const char *end = memchr(text.at, '\n', text.len);
        return end ? (size_t)(end - text.at) : text.len;
    }
    while (len < text.len && text.at[len] != '\n')
        len++;
    return len;
}

static inline bool is_one_line(cp_str text)
{
    if (CP_LIKELY(text.len - 2 <= 6))
        return !cp_has_byte(cp_str_word(text), '\n');
    return first_line(text) == text.len;
}

/* At the beginning of a line these would be a tag, an escape or a record: {"a": with any blanks. */
static bool means_else(cp_str text)
{
    cp_str name = cp_behind_space(cp_str_skip(text, text.len > 0));
    bool is_quoted = name.len > 1 && name.at[0] == '"' && text.at[0] == '{';
    const char *end = is_quoted ? memchr(name.at + 1, '"', name.len - 1) : NULL;
    cp_str behind = end ? cp_behind_space(cp_str_skip(name, (size_t)(end + 1 - name.at))) : name;
    bool is_object = end && behind.len && behind.at[0] == ':';
    return text.len &&
           (text.at[0] == '[' || text.at[0] == '%' || is_object || cp_record_begins(text));
}

/* Puts text behind a blank, or on the next line when it is too long for this; in a
 * variation with room for its end. */
static void put_lines(struct writing *s, cp_str text, size_t line)
{
    bool needs_blank = s->column > 0 && !s->is_glued;
    size_t len = s->opened + line;
    bool is_inside = s->walk.depth && !cp_str_is(text, ")");
    if (s->column > 0 && s->column + needs_blank + len + is_inside > WIDTH) {
        put_line_end(s);
        needs_blank = false;
    }
    bool is_first = s->column + s->opened == 0;
    needs_blank |= is_first && means_else(text);
    if (needs_blank)
        cp_buf_putc(s->out, ' ');
    s->column += needs_blank + s->opened + text.len;
    for (; s->opened; s->opened--)
        cp_buf_putc(s->out, '(');
    cp_buf_put(s->out, text);
    s->is_glued = false;
}

static void put_word(struct writing *s, cp_str text)
{
    put_lines(s, text, first_line(text));
}

/* The same for a short word without line ends that is no bracket: numbers, read moves. */
static CP_ALWAYS_INLINE void put_short(struct writing *s, cp_str text)
{
    bool is_plain = s->column > 0 && !s->is_glued && !s->walk.depth && text.len <= 16;
    if (CP_UNLIKELY(!is_plain)) {
        put_lines(s, text, text.len);
        return;
    }
    struct cp_buf *out = s->out;
    char *to = cp_buf_room(out, 1 + text.len);
    size_t column = s->column + 1 + text.len;
    bool fits = column <= WIDTH;
    *to = fits ? ' ' : '\n';
    cp_copy(to + 1, text.at, text.len);
    out->len += 1 + text.len;
    s->column = fits ? column : text.len;
}

/* ---- comments ---- */

static bool fits(cp_str text, enum cp_comment_kind kind)
{
    bool is_whole = kind == CP_BRACED ? !has_byte(text, '}') : cp_line_end(text, 0) == text.len;
    return is_whole && !has_byte(text, '\0');
}

/* The text that is written of one that does not fit. */
static cp_str fitted(const struct writing *s, cp_str text, enum cp_comment_kind kind)
{
    struct cp_buf out = cp_buf_in(s->g->arena);
    for (size_t i = 0; i < text.len; i++) {
        char c = text.at[i];
        if (!c)
            cp_buf_puts(&out, CP_NO_CHARACTER);
        else if (kind == CP_BRACED)
            cp_buf_putc(&out, c == '}' ? ')' : c);
        else
            cp_buf_putc(&out, cp_is_line_end(c) ? ' ' : c);
    }
    return cp_buf_str(&out);
}

/* A line behind its mark, which is ended too. */
static void put_marked(struct writing *s, cp_str text, char mark)
{
    if (s->opened) {
        put_word(s, CP_STR(""));
        s->is_glued = true;
    }
    if (mark == '%' && s->column)
        put_line_end(s);
    if (s->column && !s->is_glued)
        cp_buf_putc(s->out, ' ');
    cp_buf_putc(s->out, mark);
    cp_buf_put(s->out, text);
    put_line_end(s);
}

/* What would not be read as it is where a line of a comment begins: a tag ends the comment, a
 * byte order mark says that another file does, and to other programs % hides the line. */
static bool is_misread(const struct writing *s, cp_str text, size_t at)
{
    cp_str rest = cp_str_skip(text, at);
    if (rest.at[0] == '%')
        return s->how->is_pgn;
    return (rest.at[0] == '[' && cp_tag_is_begun(rest)) ||
           cp_str_starts(rest, CP_STR(CP_BYTE_ORDER_MARK));
}

/* With a blank before what would be misread, or taken for falls. False: there is one. */
static bool put_braced(struct writing *s, cp_str text)
{
    size_t done = 0;
    if (!text.len)
        text = CP_STR("");
    s->token.len = 0;
    cp_buf_putc(&s->token, '{');
    if (text.len > sizeof CP_FALLS_COMMAND && cp_falls_are_in(text.at)) {
        done = (size_t)((const char *)memchr(text.at, '[', text.len) - text.at) + 1;
        cp_buf_put(&s->token, (cp_str){text.at, done});
        cp_buf_putc(&s->token, ' ');
    }
    size_t line = has_byte(text, '\r') ? 0 : first_line(text);
    for (size_t i = line + 1; i < text.len; i++)
        if (CP_UNLIKELY(cp_is_line_end(text.at[i - 1]) && is_misread(s, text, i))) {
            cp_buf_put(&s->token, (cp_str){text.at + done, i - done});
            cp_buf_putc(&s->token, ' ');
            done = i;
        }
    cp_buf_put(&s->token, cp_str_skip(text, done));
    cp_buf_putc(&s->token, '}');
    cp_str token = cp_buf_str(&s->token);
    size_t first = first_line(token);
    put_lines(s, token, first);
    if (first == token.len)
        return !done;
    for (s->column = 0; token.at[token.len - 1 - s->column] != '\n';)
        s->column++;
    return !done;
}

/* Many programs read comments in braces only: `;` stays in our own text, where a brace in a
 * comment of one line may be kept by it. */
static CP_NOINLINE void put_comment(struct writing *s, const struct cp_comment *c,
                                    const struct cp_node *node)
{
    enum cp_comment_kind kind = c->kind;
    bool wants_line = kind == CP_TO_LINE_END || has_byte(c->text, '}');
    bool may_be_line = !s->how->is_pgn && cp_line_end(c->text, 0) == c->text.len;
    if (kind != CP_ESCAPE)
        kind = wants_line && may_be_line ? CP_TO_LINE_END : CP_BRACED;
    bool is_same = fits(c->text, kind) && (kind == c->kind || s->how->is_pgn);
    cp_str text = CP_LIKELY(is_same) ? c->text : fitted(s, c->text, kind);
    if (kind == CP_BRACED)
        is_same &= put_braced(s, text);
    else
        put_marked(s, text, kind == CP_ESCAPE ? '%' : ';');
    if (!is_same && !s->altered.comments++)
        s->altered = (cp_altered){.comments = 1, .first = c->text, .node = node};
}

static inline void put_comments(struct writing *s, const struct cp_comment *c,
                                const struct cp_node *node)
{
    for (; CP_UNLIKELY(c != NULL); c = c->next)
        put_comment(s, c, node);
}

/* ---- moves ---- */

void cp_node_write(struct cp_buf *out, const struct cp_game *g, const struct cp_node *node,
                   const struct cp_writing *how)
{
    if (!how->alphabet || !node->is_read) {
        cp_buf_put(out, node->text);
        return;
    }
    enum cp_spelling spelling =
        how->keeps_spelling ? (enum cp_spelling)node->move.spelling : how->spelling;
    cp_written_format(g->ints, out, how->alphabet, &node->move, spelling);
}

static inline void put_number(struct writing *s, uint64_t ply)
{
    char text[32], *first = text + 20;
    uint64_t number = ply / 2 + 1;
    size_t dots = ply % 2 ? 3 : 1;
    memcpy(first, "...", 4);
    for (; CP_UNLIKELY(number >= 100); number /= 10)
        *--first = (char)('0' + number % 10);
    *--first = (char)('0' + number % 10);
    if (number >= 10)
        *--first = (char)('0' + number / 10);
    put_short(s, (cp_str){first, (size_t)(text + 20 - first) + dots});
}

/* (e4:e4)(h3:h3) in one word, in the spelling of the move. */
static void put_falls(struct cp_buf *out, const struct cp_game *g, const struct cp_node *node,
                      const struct cp_writing *how)
{
    bool is_own = !how->alphabet || how->keeps_spelling || !node->is_read || node->move.castling;
    enum cp_spelling spelling = is_own ? cp_node_spelling(node) : how->spelling;
    for (const struct cp_fall *f = node->notes->falls; f; f = f->next) {
        cp_buf_putc(out, '(');
        cp_square_format(g->ints, out, f->square, spelling);
        cp_buf_putc(out, ':');
        cp_square_format(g->ints, out, f->square, spelling);
        cp_buf_putc(out, ')');
    }
}

static bool has_falls(const struct cp_node *node)
{
    return node->notes && node->notes->falls;
}

/* The two words of a move and what fell; false when nothing did, and there is one. */
static bool put_turn(struct cp_buf *move, struct cp_buf *falls, const struct cp_game *g,
                     const struct cp_node *node, const struct cp_writing *how)
{
    size_t begin = move->len;
    cp_node_write(move, g, node, how);
    if (!has_falls(node))
        return false;
    bool has_mark = how->marks_last && move->len > begin && move->at[move->len - 1] == '#';
    if (has_mark)
        move->len = begin + cp_str_trim((cp_str){move->at + begin, move->len - 1 - begin}).len;
    put_falls(falls, g, node, how);
    if (has_mark)
        cp_buf_putc(falls, '#');
    return true;
}

void cp_node_write_turn(struct cp_buf *out, const struct cp_game *g, const struct cp_node *node,
                        const struct cp_writing *how)
{
    struct cp_buf falls = cp_buf_in(g->arena);
    if (!put_turn(out, &falls, g, node, how))
        return;
    cp_buf_putc(out, ' ');
    cp_buf_put(out, cp_buf_str(&falls));
}

/* The token, of a move. What is none has its number in front where a line begins: a line of words
 * alone is none of a game's. */
static void put_turn_word(struct writing *s, const struct cp_node *node)
{
    cp_str text = cp_buf_str(&s->token);
    size_t end = s->column + !s->is_glued + first_line(text);
    uint64_t ply = s->plies_before + s->walk.ply - 1;
    if (!node->is_read && !s->walk.depth && (!s->column || end > WIDTH) && !cp_has_move_shape(text))
        text = cp_str_printf(s->g->arena, "%" PRIu64 "%s %.*s", ply / 2 + 1, ply % 2 ? "..." : ".",
                             CP_FMT(text));
    put_word(s, text);
}

/* Falls belong to the move, so the first glyph stands behind them if there are
 * any; whatever follows is a number. */
static void put_move(struct writing *s, const struct cp_node *node)
{
    const struct cp_nag *nag = node->notes ? node->notes->nags : NULL;
    bool is_put = false;
    s->token.len = s->falls.len = 0;
    if (!cp_move_fits_text(s->g, node, s->how->notation, s->highest)) {
        put_no_move(&s->token, s->g, node->text, s->how->notation, s->highest);
    } else if (s->how->is_pgn) {
        cp_node_write(&s->token, s->g, node, s->how);
    } else if (put_turn(&s->token, &s->falls, s->g, node, s->how)) {
        put_turn_word(s, node);
        s->token.len = 0;
        cp_buf_put(&s->token, cp_buf_str(&s->falls));
        is_put = true;
    }
    if (nag && !s->how->is_pgn && cp_glyph_of(nag->number).len) {
        cp_buf_put(&s->token, cp_glyph_of(nag->number));
        nag = nag->next;
    }
    if (is_put)
        put_word(s, cp_buf_str(&s->token));
    else
        put_turn_word(s, node);
    for (; nag; nag = nag->next) {
        s->token.len = 0;
        cp_buf_printf(&s->token, "$%u", nag->number);
        put_word(s, cp_buf_str(&s->token));
    }
    if (!s->how->is_pgn || !has_falls(node))
        return;
    /* Other programs know no falls: a comment of their own, which is read as falls. */
    s->token.len = 0;
    cp_buf_puts(&s->token, "{" CP_FALLS_COMMAND " ");
    put_falls(&s->token, s->g, node, s->how);
    cp_buf_puts(&s->token, "]}");
    put_word(s, cp_buf_str(&s->token));
}

/* Text that begins {"name": or {} is taken for records, and %YAML for YAML: where no tags
 * stand before a comment the number does. */
static bool looks_like_record(const struct writing *s, const struct cp_comment *c)
{
    if (CP_LIKELY(!s->is_first || !c))
        return false;
    cp_str text = cp_behind_space(c->text);
    return c->kind == CP_ESCAPE ? cp_str_starts(c->text, CP_STR("YAML"))
                                : !text.len || text.at[0] == '"';
}

static void put_node(struct writing *s)
{
    const struct cp_node *node = s->walk.node, *last = s->walk.before;
    uint64_t ply = s->plies_before + s->walk.ply - 1;
    static const struct cp_notes none = {0};
    const struct cp_notes *notes = node->notes ? node->notes : &none;
    const struct cp_notes *before = last && last->notes ? last->notes : &none;
    bool is_fresh = !last || before->variations;
    bool are_first = s->how->is_pgn || (is_fresh && !looks_like_record(s, notes->before));
    if (are_first) /* no other program wants them behind the number */
        put_comments(s, notes->before, node);
    bool is_after_comment = before->after || (before->falls && s->how->is_pgn);
    if (is_fresh || ply % 2 == 0 || is_after_comment || notes->before)
        put_number(s, ply);
    if (!are_first)
        put_comments(s, notes->before, node);
    put_move(s, node);
    put_comments(s, notes->after, node);
    s->is_first = false;
}

/* A move without notes behind another, as most are: its number, nothing between. */
static inline void put_plain_node(struct writing *s)
{
    const struct cp_node *node = s->walk.node;
    cp_str text = node->text;
    uint64_t ply = s->plies_before + s->walk.ply - 1;
    if (ply % 2 == 0)
        put_number(s, ply);
    if (CP_LIKELY(node->is_read && !s->how->alphabet && text.len <= 16 && is_one_line(text)))
        put_short(s, text);
    else
        put_move(s, node);
}

/* ---- lines ---- */

/* The comments at the end of a line, which ours might take for some on its last move: the main
 * line's stand behind the result, others behind a number. */
static void put_line_comments(struct writing *s, bool is_behind_result)
{
    const struct cp_walk *w = &s->walk;
    bool is_behind_move =
        w->node && !(w->node->notes && w->node->notes->variations) && !s->how->is_pgn;
    if (is_behind_result != (!w->depth && is_behind_move))
        return;
    if (w->line->end && !is_behind_result && (is_behind_move || looks_like_record(s, w->line->end)))
        put_number(s, s->plies_before + w->ply);
    put_comments(s, w->line->end, w->node);
}

static void put_moves(struct writing *s)
{
    struct cp_walk *w = &s->walk;
    s->plies_before = cp_game_plies_before(s->g);
    s->highest = highest_behind(s->g, s->plies_before);
    *w = cp_walk_of(s->g->arena, &s->g->moves);
    for (enum cp_walk_event event; (event = cp_walk_step(w));) {
        if (CP_LIKELY(event == CP_WALK_MOVE)) {
            if (!w->node->notes && w->before && !w->before->notes)
                put_plain_node(s);
            else
                put_node(s);
        } else if (event == CP_WALK_OPEN) {
            s->opened++; /* on a line with the first word inside */
        } else {
            put_line_comments(s, false);
            s->is_glued |= w->depth && !s->opened; /* () is a word of its own */
            if (w->depth)
                put_word(s, CP_STR(")"));
        }
    }
}

cp_altered cp_game_write(struct cp_buf *out, const struct cp_game *g, const struct cp_writing *how)
{
    struct writing s = {.out = out, .g = g, .how = how};
    cp_buf_init(&s.token, g->arena);
    cp_buf_init(&s.falls, g->arena);
    s.is_first = !cp_tags_write(out, g, how);
    size_t before = out->len;
    put_moves(&s);
    /* Every game has a result, or the next might be taken for more of it: its own, else what its
     * tag says, else the sign for none. */
    cp_str result = cp_result_of(g);
    put_word(&s, result.len ? result : CP_STR("*"));
    put_line_comments(&s, true);
    if (s.column)
        put_line_end(&s);
    if (out->len > before)
        cp_buf_putc(out, '\n');
    return s.altered;
}
