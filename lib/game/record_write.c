/* SPDX-License-Identifier: MIT */
/* record_write.c -- a game to its line of JSON in one pass over the tree. The
 * places of the moves (`at`) collect beside it, as moves are met in just the
 * order that `at` lists them. */
#include "base/json.h"
#include "base/yaml.h"
#include "game/record.h"

#include <stdlib.h>

enum { USUAL = 800 }; /* bytes of the places of a game */

struct writing {
    struct cp_buf *out;
    const struct cp_game *game;
    struct cp_buf at;
    uint32_t line; /* of the last place in `at` */
    bool has_places, has_fields;
    const bool *is_repeat; /* of each tag; NULL: none is */
};

/* ---- small parts ---- */

enum { DIGITS = 10 }; /* of a number, at most */

/* Most are columns and plies: two digits. Returns where they end. */
static inline char *put_digits(char *to, uint32_t n)
{
    if (CP_UNLIKELY(n >= 100)) {
        char digits[DIGITS], *first = digits + DIGITS;
        for (; n; n /= 10)
            *--first = (char)('0' + n % 10);
        size_t len = (size_t)(digits + DIGITS - first);
        memcpy(to, first, len);
        return to + len;
    }
    *to = (char)('0' + n / 10);
    to += n >= 10;
    *to = (char)('0' + n % 10);
    return to + 1;
}

static void put_number(struct cp_buf *out, uint32_t n)
{
    out->len = (size_t)(put_digits(cp_buf_room(out, DIGITS), n) - out->at);
}

static void begin_field(struct writing *w, cp_str name)
{
    cp_buf_putc(w->out, w->has_fields ? ',' : '{');
    w->has_fields = true;
    cp_json_put_string(w->out, name);
    cp_buf_putc(w->out, ':');
}

static void put_text(struct writing *w, cp_str name, cp_str text)
{
    if (!text.len)
        return;
    begin_field(w, name);
    cp_json_put_string(w->out, text);
}

static void put_json(struct writing *w, cp_str name, cp_str json)
{
    if (!json.len)
        return;
    begin_field(w, name);
    cp_json_put_shown(w->out, json);
}

static void put_fields(struct writing *w, const struct cp_field *field)
{
    for (; field; field = field->next) {
        begin_field(w, field->name);
        cp_json_put_shown(w->out, field->json);
    }
}

static void put_comments(struct writing *w, cp_str name, const struct cp_comment *comment)
{
    if (!comment)
        return;
    begin_field(w, name);
    for (char before = '['; comment; comment = comment->next, before = ',') {
        cp_buf_putc(w->out, before);
        if (comment->kind != CP_BRACED)
            cp_buf_puts(w->out, comment->kind == CP_ESCAPE ? "{\"escape\":" : "{\"line\":");
        cp_json_put_string(w->out, comment->text);
        cp_buf_puts(w->out, comment->kind == CP_BRACED ? "" : "}");
    }
    cp_buf_putc(w->out, ']');
}

static void put_nags(struct writing *w, const struct cp_nag *nag)
{
    if (!nag)
        return;
    begin_field(w, CP_STR("nags"));
    for (char before = '['; nag; nag = nag->next, before = ',') {
        cp_buf_putc(w->out, before);
        put_number(w->out, nag->number);
    }
    cp_buf_putc(w->out, ']');
}

static void put_falls(struct writing *w, const struct cp_node *node)
{
    if (!node->notes->falls)
        return;
    begin_field(w, CP_STR("falls"));
    struct cp_buf square = cp_buf_in(w->game->arena);
    char before = '[';
    for (const struct cp_fall *f = node->notes->falls; f; f = f->next, before = ',') {
        cp_buf_reset(&square);
        cp_square_format(w->game->ints, &square, f->square, cp_node_spelling(node));
        cp_buf_putc(w->out, before);
        cp_json_put_string(w->out, cp_buf_str(&square));
    }
    cp_buf_putc(w->out, ']');
}

/* ---- moves ---- */

static bool has_notes(const struct cp_node *node)
{
    const struct cp_notes *n = node->notes;
    return n && (n->before || n->after || n->nags || n->falls || n->variations || n->extra);
}

static void put_place(struct writing *w, const struct cp_node *node)
{
    if (!node->line)
        w->has_places = false;
    if (!w->has_places)
        return;
    char *begin = cp_buf_room(&w->at, 2 * DIGITS + 2), *to = begin;
    *to = ' ';
    to += w->at.len > 0;
    if (CP_UNLIKELY(node->line != w->line)) {
        to = put_digits(to, node->line);
        *to++ = ':';
        w->line = node->line;
    }
    w->at.len += (size_t)(put_digits(to, node->col) - begin);
}

/* What follows the variations of a move that was written as a map. */
static void close_node(struct writing *w, const struct cp_node *node)
{
    w->has_fields = true;
    put_fields(w, node->notes->extra);
    cp_buf_putc(w->out, '}');
}

/* A move's text, most of 2 to 7 bytes. */
static inline void put_move_text(struct cp_buf *out, cp_str text)
{
    if (text.len - 2 > 5 || cp_json_special(cp_str_word(text))) {
        cp_json_put_string(out, text);
        return;
    }
    char *to = cp_buf_room(out, text.len + 2);
    *to = '"';
    cp_copy(to + 1, text.at, text.len);
    to[text.len + 1] = '"';
    out->len += text.len + 2;
}

/* One move; its variations follow, if it has some. */
static inline void put_node(struct writing *w, const struct cp_node *node)
{
    put_place(w, node);
    if (!has_notes(node)) {
        put_move_text(w->out, node->text);
        return;
    }
    cp_buf_put(w->out, CP_STR("{\"move\":"));
    cp_json_put_string(w->out, node->text);
    w->has_fields = true;
    put_comments(w, CP_STR("before"), node->notes->before);
    put_nags(w, node->notes->nags);
    put_falls(w, node);
    put_comments(w, CP_STR("after"), node->notes->after);
    if (node->notes->variations)
        cp_buf_put(w->out, CP_STR(",\"variations\":["));
    else
        close_node(w, node);
}

/* The end of the game's own line is a field of the game. */
static void put_moves(struct writing *w)
{
    struct cp_walk walk = cp_walk_of(w->game->arena, &w->game->moves);
    begin_field(w, CP_STR("moves"));
    cp_buf_putc(w->out, '[');
    for (enum cp_walk_event event; (event = cp_walk_step(&walk));) {
        const struct cp_line *line = walk.line;
        bool is_map = walk.depth && (line->end || line->extra);
        if (CP_LIKELY(event == CP_WALK_MOVE)) {
            if (walk.before)
                cp_buf_putc(w->out, ',');
            put_node(w, walk.node);
        } else if (event == CP_WALK_OPEN) {
            if (line != walk.stack[walk.depth - 1].node->notes->variations)
                cp_buf_putc(w->out, ',');
            cp_buf_put(w->out, is_map ? CP_STR("{\"moves\":[") : CP_STR("["));
        } else {
            cp_buf_putc(w->out, ']');
            if (is_map) {
                w->has_fields = true;
                put_comments(w, CP_STR("end"), line->end);
                put_fields(w, line->extra);
                cp_buf_putc(w->out, '}');
            }
            if (walk.depth && !line->next) {
                cp_buf_putc(w->out, ']');
                close_node(w, walk.stack[walk.depth - 1].node);
            }
        }
    }
    w->has_fields = true;
}

/* ---- the game ---- */

/* A tag, and which of all it is. */
struct numbered_tag {
    const struct cp_tag *tag;
    uint32_t number;
};

static int by_name(const void *left, const void *right)
{
    const struct numbered_tag *a = left, *b = right;
    int order = cp_str_compare(a->tag->name, b->tag->name);
    return order ? order : a->number < b->number ? -1 : a->number > b->number;
}

/* Whether each has a name that stands before it already; NULL: none has. */
static bool *find_repeats(const struct cp_game *g)
{
    uint32_t count = 0, i = 0, repeats = 0;
    if (!g->tags_may_repeat)
        return NULL;
    for (const struct cp_tag *tag = g->tags; tag; tag = tag->next)
        count++;
    bool *is_repeat = cp_arena_take_zero(g->arena, count, sizeof *is_repeat);
    struct numbered_tag *sorted = cp_arena_take(g->arena, count * sizeof *sorted);
    for (const struct cp_tag *tag = g->tags; tag; tag = tag->next, i++)
        sorted[i] = (struct numbered_tag){tag, i};
    qsort(sorted, count, sizeof *sorted, by_name);
    for (i = 1; i < count; i++)
        if (cp_str_equal(sorted[i - 1].tag->name, sorted[i].tag->name)) {
            is_repeat[sorted[i].number] = true;
            repeats++;
        }
    return repeats ? is_repeat : NULL;
}

/* {"after":3,"name":"White","value":"Dale"}: behind three tags. */
static void put_repeats(struct writing *w, const bool *is_repeat)
{
    uint32_t number = 0;
    char before = '[';
    begin_field(w, CP_STR("repeated_tags"));
    for (const struct cp_tag *tag = w->game->tags; tag; tag = tag->next, number++) {
        if (!is_repeat[number])
            continue;
        cp_buf_putc(w->out, before);
        before = ',';
        cp_buf_puts(w->out, "{\"after\":");
        put_number(w->out, number);
        cp_buf_puts(w->out, ",\"name\":");
        cp_json_put_string(w->out, tag->name);
        cp_buf_puts(w->out, ",\"value\":");
        cp_json_put_string(w->out, tag->value);
        cp_buf_putc(w->out, '}');
    }
    cp_buf_putc(w->out, ']');
}

/* A map of the first of each name; those whose name stands before them beside it. */
static void put_tags(struct writing *w)
{
    if (!w->game->tags)
        return;
    const bool *is_repeat = w->is_repeat = find_repeats(w->game);
    uint32_t number = 0;
    char before = '{';
    begin_field(w, CP_STR("tags"));
    for (const struct cp_tag *tag = w->game->tags; tag; tag = tag->next, number++) {
        if (is_repeat && is_repeat[number])
            continue;
        cp_buf_putc(w->out, before);
        before = ',';
        cp_json_put_string(w->out, tag->name);
        cp_buf_putc(w->out, ':');
        cp_json_put_string(w->out, tag->value);
    }
    cp_buf_putc(w->out, '}');
    if (is_repeat)
        put_repeats(w, is_repeat);
}

static void put_span(struct cp_buf *out, uint32_t line, uint32_t col)
{
    cp_buf_putc(out, '"');
    put_number(out, line);
    cp_buf_putc(out, ':');
    put_number(out, col);
    cp_buf_putc(out, '"');
}

static void put_place_field(struct writing *w, cp_str name, uint32_t line, uint32_t col)
{
    if (!line)
        return;
    begin_field(w, name);
    put_span(w->out, line, col);
}

/* Messages point at the result's tag only where no result follows the moves or it says nothing,
 * and at the variant's where that is not known; and at any that was told of once. */
static bool is_placed(const struct cp_game *g, const struct cp_tag *tag)
{
    if (tag->is_told || !cp_tag_is_placed(tag->name))
        return tag->is_told;
    if (cp_str_is(tag->name, "Result"))
        return !g->result_line || !tag->value.len || cp_str_is(tag->value, "?");
    return g->is_foreign || !cp_str_is(tag->name, "Variant");
}

/* Of those in repeated_tags, in their order; null where nothing points at one. */
static void put_repeat_places(struct writing *w)
{
    uint32_t number = 0;
    const struct cp_tag *tag = w->game->tags;
    for (; tag && !(w->is_repeat[number] && tag->is_told && tag->line); tag = tag->next)
        number++;
    if (!tag)
        return;
    char before = '[';
    begin_field(w, CP_STR("repeated_tags"));
    for (tag = w->game->tags, number = 0; tag; tag = tag->next, number++) {
        if (!w->is_repeat[number])
            continue;
        cp_buf_putc(w->out, before);
        before = ',';
        if (tag->is_told && tag->line)
            put_span(w->out, tag->line, tag->col);
        else
            cp_buf_puts(w->out, "null");
    }
    cp_buf_putc(w->out, ']');
}

static void put_tag_places(struct writing *w)
{
    bool has_some = false;
    const bool *is_repeat = w->is_repeat;
    uint32_t number = 0;
    for (const struct cp_tag *tag = w->game->tags; tag; tag = tag->next, number++) {
        if (!tag->line || (is_repeat && is_repeat[number]) || !is_placed(w->game, tag))
            continue;
        if (!has_some)
            begin_field(w, CP_STR("tags"));
        w->has_fields = has_some;
        put_place_field(w, tag->name, tag->line, tag->col);
        has_some = true;
    }
    if (has_some)
        cp_buf_putc(w->out, '}');
}

static void put_source(struct writing *w)
{
    const struct cp_game *g = w->game;
    if (!g->file && !g->line && !g->source_extra)
        return;
    begin_field(w, CP_STR("source"));
    w->has_fields = false;
    put_text(w, CP_STR("file"), cp_str_from(g->file));
    if (g->line) {
        begin_field(w, CP_STR("line"));
        put_number(w->out, g->line);
    }
    put_tag_places(w);
    if (w->is_repeat)
        put_repeat_places(w);
    put_place_field(w, CP_STR("start"), g->start_line, g->start_col);
    put_place_field(w, CP_STR("rules"), g->rules_line, g->rules_col);
    put_place_field(w, CP_STR("result"), g->result_line, g->result_col);
    if (g->told)
        begin_field(w, CP_STR("told"));
    for (const struct cp_told *t = g->told; t; t = t->next) { /* "12:9 comment-open" */
        cp_buf_printf(w->out, "%s\"%u:%u ", t == g->told ? "[" : ",", t->line, t->col);
        cp_diag_format_slug(w->out, t->kind);
        cp_buf_puts(w->out, t->next ? "\"" : "\"]");
    }
    put_fields(w, g->source_extra);
    cp_buf_puts(w->out, w->has_fields ? "}" : "{}");
    w->has_fields = true;
}

void cp_record_format(struct cp_buf *out, const struct cp_game *g)
{
    struct writing w = {.out = out, .game = g, .has_places = true};
    cp_buf_init(&w.at, g->arena);
    (void)cp_buf_room(&w.at, USUAL);
    put_text(&w, CP_STR("variant"), g->variant);
    put_tags(&w);
    put_text(&w, CP_STR("frame"), g->frame);
    put_text(&w, CP_STR("start"), g->start);
    if (g->rules) {
        begin_field(&w, CP_STR("rules"));
        w.has_fields = false;
        put_fields(&w, g->rules);
        cp_buf_putc(out, '}');
    }
    put_json(&w, CP_STR("icn"), g->icn);
    put_moves(&w);
    put_comments(&w, CP_STR("end"), g->moves.end);
    put_text(&w, CP_STR("result"), g->result);
    put_json(&w, CP_STR("verdict"), g->verdict);
    put_json(&w, CP_STR("solution"), g->solution);
    put_source(&w);
    if (w.has_places && w.at.len) {
        begin_field(&w, CP_STR("at"));
        cp_buf_putc(out, '"');
        cp_buf_put(out, cp_buf_str(&w.at));
        cp_buf_putc(out, '"');
    }
    put_fields(&w, g->extra);
    cp_buf_putc(out, '}');
}

enum cp_diag cp_record_format_yaml(struct cp_buf *out, const struct cp_game *g)
{
    struct cp_value *v;
    struct cp_buf json = cp_buf_in(g->arena);
    struct cp_diags d = cp_diags_in(g->arena);
    cp_record_format(&json, g);
    return cp_json_parse(&v, g->arena, cp_buf_str(&json), (cp_span){0}, &d) ? cp_yaml_format(out, v)
                                                                            : CP_BAD_JSON;
}
