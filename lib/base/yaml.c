/* SPDX-License-Identifier: MIT */
/* yaml.c -- the only file that knows libyaml: its events to values and back.
 *
 * libyaml counts characters and we count bytes: the source notes where
 * characters are wide, and a column is corrected by those before it in its line.
 * It cannot go on behind a syntax error, so each document has a parser of its
 * own, and places within it are made places in the stream here. */
#include "base/yaml.h"

#include "base/json.h"
#include "base/yaml_tree.h"

#include <limits.h>
#include <stdlib.h>
#include <yaml.h>

/* ---- documents ---- */

enum { MARK = 4 }; /* bytes that decide whether a line is a mark */

void cp_documents_init(struct cp_documents *p, cp_source source, void *data)
{
    *p = (struct cp_documents){.source = source, .data = data, .is_line_start = true};
}

/* Whether n bytes are at hand, or as many as there are. */
static void look_ahead(struct cp_documents *p, size_t n)
{
    while (p->to - p->from < n && !p->is_over) {
        memmove(p->raw, p->raw + p->from, p->to + p->held - p->from);
        p->to -= p->from;
        p->from = 0;
        size_t end = p->to + p->held;
        long got = p->source(p->data, p->raw + end, sizeof p->raw - end);
        p->is_over = got <= 0;
        p->has_failed = got < 0;
        if (got > 0) {
            p->to = end + (size_t)got;
            p->held = cp_dos_ends((cp_str){p->raw + p->from, p->to - p->from});
            p->to -= p->held;
        }
    }
}

static bool is_mark(const struct cp_documents *p, const char *mark)
{
    cp_str text = {p->raw + p->from, p->to - p->from};
    return cp_str_starts(text, cp_str_from(mark)) && (text.len == 3 || cp_is_space(text.at[3]));
}

/* Looks at the line that begins here: false when another document does. */
static bool begin_line(struct cp_documents *p)
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

long cp_documents_read(struct cp_documents *p, char *room, size_t size)
{
    size_t count = 0;
    if (p->is_cut)
        return 0;
    look_ahead(p, 1);
    p->is_too_long |= p->given > CP_DOCUMENT_MOST;
    while (count < size && p->from < p->to && (!p->is_line_start || begin_line(p))) {
        char c = room[count++] = p->raw[p->from++];
        p->is_line_start = c == '\n' || c == '\r';
        p->lines += c == '\r' || (c == '\n' && p->last != '\r');
        p->last = c;
    }
    p->given += count;
    return count ? (long)count : p->has_failed ? -1 : 0;
}

bool cp_documents_next(struct cp_documents *p)
{
    char scrap[256];
    while (cp_documents_read(p, scrap, sizeof scrap) > 0)
        ;
    bool is_next = p->is_cut;
    p->is_cut = p->has_content = p->is_too_long = false;
    p->given = 0;
    p->is_line_start = true;
    return is_next;
}

enum { FLOW_FROM = 24 }; /* deeper levels are written in one line: indenting is quadratic */

struct wide {
    size_t index; /* which character of the document */
    size_t extra; /* bytes beyond one per character, up to and with this one */
};

struct cp_yaml {
    struct cp_cleanup cleanup; /* of whom it is read for, if it is closed there too */
    yaml_parser_t parser;
    yaml_event_t event;
    struct cp_documents documents;
    size_t lines_before; /* this document */
    const char *file;
    bool is_over, is_damaged, is_unreadable, lacks_memory;
    struct wide *wides;
    size_t wide_count, wide_room, line_index;      /* the line of the last event begins there */
    size_t characters, bytes, newlines, last_line; /* of the document so far */
};

/* ---- the source, and places in it ---- */

/* Places of so many wide characters of one line are known; behind them columns count
 * characters. */
enum { WIDES_MOST = 1 << 18 };

/* Forgets wide characters of lines that are done with; false without memory. */
static bool make_room(struct cp_yaml *y)
{
    size_t done = 0;
    while (done + 1 < y->wide_count && y->wides[done + 1].index < y->line_index)
        done++;
    if (done) {
        y->wide_count -= done;
        memmove(y->wides, y->wides + done, y->wide_count * sizeof *y->wides);
    }
    if ((y->wide_count <= y->wide_room / 2 && y->wide_room) || y->wide_room == WIDES_MOST)
        return true;
    size_t room = y->wide_room ? y->wide_room * 2 : 256;
    struct wide *wides = realloc(y->wides, room * sizeof *wides);
    if (!wides)
        return false;
    y->wides = wides;
    y->wide_room = room;
    return true;
}

static bool note_bytes(struct cp_yaml *y, const char *bytes, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        unsigned char c = (unsigned char)bytes[i];
        if (c == '\n') {
            y->newlines++;
            y->last_line = y->bytes + i + 1;
        }
        if (c < 0x80 || c >= 0xc0)
            y->characters++;
        if (c < 0xc0)
            continue;
        if (y->wide_count == y->wide_room && !make_room(y)) {
            y->lacks_memory = true;
            return false;
        }
        if (y->wide_count == y->wide_room)
            continue;
        size_t before = y->wide_count ? y->wides[y->wide_count - 1].extra : 0;
        size_t extra = c >= 0xf0 ? 3 : c >= 0xe0 ? 2 : 1;
        y->wides[y->wide_count++] = (struct wide){y->characters - 1, before + extra};
    }
    y->bytes += count;
    return true;
}

static int read_more(void *data, unsigned char *room, size_t size, size_t *got)
{
    struct cp_yaml *y = data;
    long count = cp_documents_read(&y->documents, (char *)room, size);
    if (y->documents.is_too_long)
        return 0;
    *got = count > 0 ? (size_t)count : 0;
    y->is_unreadable |= count < 0;
    return count >= 0 && note_bytes(y, (const char *)room, *got);
}

/* Extra bytes of the wide characters before the one of that index. */
static size_t extra_before(const struct cp_yaml *y, size_t index)
{
    size_t low = 0, high = y->wide_count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (y->wides[middle].index < index)
            low = middle + 1;
        else
            high = middle;
    }
    return low ? y->wides[low - 1].extra : 0;
}

static cp_span span_of(const struct cp_yaml *y, yaml_mark_t mark, const yaml_mark_t *end)
{
    size_t before = extra_before(y, mark.index);
    size_t col = mark.column + before - extra_before(y, mark.index - mark.column);
    size_t len = end ? end->index - mark.index + extra_before(y, end->index) - before : 0;
    size_t line = y->lines_before + mark.line + 1;
    return (cp_span){y->file, (uint32_t)line, (uint32_t)col + 1, (uint32_t)len};
}

static bool begin_document(struct cp_yaml *y)
{
    if (!yaml_parser_initialize(&y->parser))
        return false;
    yaml_parser_set_encoding(&y->parser, YAML_UTF8_ENCODING);
    yaml_parser_set_input(&y->parser, read_more, y);
    y->lines_before = y->documents.lines;
    y->wide_count = y->line_index = 0;
    y->characters = y->bytes = y->newlines = y->last_line = 0;
    return true;
}

struct cp_yaml *cp_yaml_open(cp_source source, void *data, const char *file)
{
    struct cp_yaml *y = calloc(1, sizeof *y);
    if (!y || !begin_document(y)) {
        free(y);
        return NULL;
    }
    cp_documents_init(&y->documents, source, data);
    y->file = file;
    return y;
}

void cp_yaml_close(struct cp_yaml *y)
{
    if (!y)
        return;
    yaml_event_delete(&y->event);
    yaml_parser_delete(&y->parser);
    free(y->wides);
    free(y);
}

/* ---- one document ---- */

/* Of the tags only the core schema's say something that JSON can hold. */
static bool is_foreign(const yaml_char_t *tag)
{
    static const char *const known[] = {"str", "int", "float", "bool", "null", "map", "seq"};
    cp_str text = cp_str_from((const char *)tag), prefix = CP_STR("tag:yaml.org,2002:");
    if (!tag || cp_str_is(text, "!"))
        return false;
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (cp_str_starts(text, prefix) && cp_str_is(cp_str_skip(text, prefix.len), known[i]))
            return false;
    return true;
}

static bool is_plain(const yaml_event_t *e)
{
    const yaml_char_t *tag = e->data.scalar.tag;
    if (!tag)
        return e->data.scalar.style == YAML_PLAIN_SCALAR_STYLE;
    return tag[1] && !cp_str_is(cp_str_from((const char *)tag), YAML_STR_TAG);
}

static cp_str name_of(const yaml_char_t *anchor)
{
    return cp_str_from((const char *)anchor);
}

static void add_event(struct cp_yaml *y, struct cp_tree *t)
{
    const yaml_event_t *e = &y->event;
    const yaml_char_t *tag = e->type == YAML_SCALAR_EVENT           ? e->data.scalar.tag
                             : e->type == YAML_SEQUENCE_START_EVENT ? e->data.sequence_start.tag
                             : e->type == YAML_MAPPING_START_EVENT  ? e->data.mapping_start.tag
                                                                    : NULL;
    y->line_index = e->start_mark.index - e->start_mark.column;
    cp_span at = span_of(y, e->start_mark, &e->end_mark);
    if (is_foreign(tag) && !t->is_bad)
        cp_tree_refuse(t, CP_BAD_YAML, at, "a tag of this kind means nothing here");
    if (e->type == YAML_SCALAR_EVENT)
        cp_tree_add(t, (cp_str){(const char *)e->data.scalar.value, e->data.scalar.length},
                    is_plain(e), name_of(e->data.scalar.anchor), at);
    else if (e->type == YAML_ALIAS_EVENT)
        cp_tree_add_alias(t, name_of(e->data.alias.anchor), at);
    else if (e->type == YAML_SEQUENCE_START_EVENT)
        cp_tree_enter(t, CP_LIST, name_of(e->data.sequence_start.anchor), at);
    else if (e->type == YAML_MAPPING_START_EVENT)
        cp_tree_enter(t, CP_MAP, name_of(e->data.mapping_start.anchor), at);
    else if (e->type == YAML_SEQUENCE_END_EVENT || e->type == YAML_MAPPING_END_EVENT)
        cp_tree_leave(t);
}

/* Where the byte stands that the reader could not take: what it has not yet
 * taken of the source is counted back from the end. */
static cp_span bad_byte(const struct cp_yaml *y)
{
    const unsigned char *at = y->parser.raw_buffer.pointer, *last = y->parser.raw_buffer.last;
    const unsigned char *start = y->parser.raw_buffer.start;
    size_t offset = y->bytes - (size_t)(last - at), line = y->newlines, line_start = y->last_line;
    for (const unsigned char *c = at; c < last; c++)
        line -= *c == '\n';
    if (line < y->newlines) {
        const unsigned char *c = at;
        while (c > start && c[-1] != '\n')
            c--;
        line_start = offset - (size_t)(at - c);
    }
    line += y->lines_before + 1;
    return (cp_span){y->file, (uint32_t)line, (uint32_t)(offset - line_start) + 1, 0};
}

static void report(struct cp_yaml *y, struct cp_arena *arena, struct cp_diags *d)
{
    const yaml_parser_t *p = &y->parser;
    y->is_damaged = true;
    y->is_over = y->is_unreadable;
    if (p->error == YAML_MEMORY_ERROR || y->lacks_memory)
        cp_arena_refuse(arena);
    if (y->is_unreadable)
        return; /* the owner of the source knows why */
    if (y->documents.is_too_long) {
        cp_diag_report(d, CP_DOCUMENT_TOO_LARGE,
                       (cp_span){.file = y->file, .line = (uint32_t)y->lines_before + 1}, "%s", "");
        return;
    }
    cp_span at = p->error == YAML_READER_ERROR ? bad_byte(y) : span_of(y, p->problem_mark, NULL);
    cp_diag_report(d, CP_BAD_YAML, at, "%s", p->problem ? p->problem : "");
}

/* The next event, kept where cp_yaml_close finds it. */
static bool next_event(struct cp_yaml *y)
{
    yaml_event_delete(&y->event);
    return yaml_parser_parse(&y->parser, &y->event);
}

/* The next document, when this one is done with. */
static void end_document(struct cp_yaml *y, struct cp_arena *arena)
{
    y->is_damaged = false;
    yaml_event_delete(&y->event);
    if (!cp_documents_next(&y->documents)) {
        y->is_over = true;
        return;
    }
    yaml_parser_delete(&y->parser);
    if (!begin_document(y))
        cp_arena_refuse(arena);
}

void cp_yaml_leave(struct cp_yaml *y)
{
    y->is_damaged = true;
}

enum cp_yaml_next cp_yaml_read(struct cp_yaml *y, struct cp_value **out, struct cp_arena *arena,
                               struct cp_diags *d)
{
    struct cp_tree tree = {.arena = arena, .diags = d};
    bool is_read = true;
    do {
        if (!y->is_over && (y->is_damaged || y->event.type == YAML_STREAM_END_EVENT))
            end_document(y, arena);
        if (y->is_over)
            return CP_YAML_END;
        is_read = next_event(y);
    } while (is_read && y->event.type != YAML_DOCUMENT_START_EVENT);
    while (is_read && !tree.is_hopeless && y->event.type != YAML_DOCUMENT_END_EVENT) {
        is_read = next_event(y);
        if (is_read)
            add_event(y, &tree);
    }
    if (!is_read)
        report(y, arena, d);
    y->is_damaged |= tree.is_hopeless;
    *out = tree.root;
    return is_read && !tree.is_bad ? CP_YAML_DOCUMENT : CP_YAML_BROKEN;
}

/* ---- text in memory ---- */

static void close_left(void *yaml)
{
    cp_yaml_close(yaml);
}

bool cp_yaml_parse(struct cp_value **out, struct cp_arena *arena, cp_str text, const char *file,
                   struct cp_diags *d)
{
    cp_str left = text.len ? text : CP_STR("");
    struct cp_yaml *y = cp_yaml_open(cp_source_of_text, &left, file);
    struct cp_value *second;
    if (!y)
        cp_arena_refuse(arena);
    cp_arena_add_cleanup(arena, &y->cleanup, close_left, y);
    enum cp_yaml_next got = cp_yaml_read(y, out, arena, d);
    if (got == CP_YAML_END)
        cp_diag_report(d, CP_BAD_YAML, (cp_span){file, 1, 1, 0}, "nothing is written here");
    bool is_read = got == CP_YAML_DOCUMENT;
    if (is_read && cp_yaml_read(y, &second, arena, d) != CP_YAML_END) {
        cp_diag_report(
            d, CP_BAD_YAML,
            (cp_span){file, (uint32_t)(y->lines_before + y->event.start_mark.line) + 1, 1, 0},
            "one document is enough here");
        is_read = false;
    }
    cp_arena_drop_cleanup(arena, &y->cleanup);
    cp_yaml_close(y);
    return is_read;
}

/* ---- writing ---- */

struct writer {
    struct cp_cleanup cleanup;
    yaml_emitter_t emitter;
    struct cp_buf *out;
    const struct cp_value **open; /* the containers being written */
    size_t depth, room;
    bool is_too_deep, is_too_long;
};

/* libyaml is not jumped out of: the arena's bound is passed when it is done with. */
static int write_out(void *data, unsigned char *bytes, size_t count)
{
    struct writer *w = data;
    w->is_too_long = !cp_buf_can_grow(w->out, 3 * count); /* "\u061c" stands for two bytes */
    if (!w->is_too_long) /* what libyaml shows and we do not stands in double quotes: style_of */
        cp_json_put_shown(w->out, (cp_str){(const char *)bytes, count});
    return !w->is_too_long;
}

static yaml_scalar_style_t style_of(cp_str text, bool is_name)
{
    if (!is_name && cp_scalar_is_prose(text))
        return YAML_LITERAL_SCALAR_STYLE;
    if (cp_scalar_needs_escapes(text))
        return YAML_DOUBLE_QUOTED_SCALAR_STYLE;
    return cp_scalar_is_mistakable(text) ? YAML_SINGLE_QUOTED_SCALAR_STYLE
                                         : YAML_PLAIN_SCALAR_STYLE;
}

static bool emit_text(struct writer *w, cp_str text, yaml_scalar_style_t style)
{
    yaml_event_t e;
    if (text.len > INT_MAX)
        return false;
    return yaml_scalar_event_initialize(&e, NULL, NULL,
                                        (const yaml_char_t *)(text.at ? text.at : ""),
                                        (int)text.len, 1, 1, style) &&
           yaml_emitter_emit(&w->emitter, &e);
}

/* Numbers side by side in one line: nags: [1, 14]. */
static bool is_short(const struct cp_value *v)
{
    for (const struct cp_value *item = v->first; item; item = item->next)
        if (item->type != CP_NUMBER)
            return false;
    return v->count <= 16;
}

static bool emit_enter(struct writer *w, const struct cp_value *v)
{
    yaml_event_t e;
    bool is_flow = w->depth >= FLOW_FROM || is_short(v);
    w->is_too_deep = w->depth == CP_TREE_DEPTH;
    if (w->is_too_deep)
        return false;
    w->open = cp_arena_grow(w->out->arena, w->open, w->depth, &w->room, sizeof *w->open);
    w->open[w->depth++] = v;
    int is_made =
        v->type == CP_MAP
            ? yaml_mapping_start_event_initialize(
                  &e, NULL, NULL, 1, is_flow ? YAML_FLOW_MAPPING_STYLE : YAML_BLOCK_MAPPING_STYLE)
            : yaml_sequence_start_event_initialize(&e, NULL, NULL, 1,
                                                   is_flow ? YAML_FLOW_SEQUENCE_STYLE
                                                           : YAML_BLOCK_SEQUENCE_STYLE);
    return is_made && yaml_emitter_emit(&w->emitter, &e);
}

static bool emit_value(struct writer *w, const struct cp_value *v)
{
    if (w->depth && w->open[w->depth - 1]->type == CP_MAP &&
        !emit_text(w, v->name, style_of(v->name, true)))
        return false;
    if (v->type == CP_LIST || v->type == CP_MAP)
        return emit_enter(w, v);
    if (v->type == CP_STRING)
        return emit_text(w, v->text, style_of(v->text, false));
    cp_str text = v->type == CP_NUMBER ? v->text
                  : v->type == CP_NULL ? CP_STR("null")
                  : v->truth           ? CP_STR("true")
                                       : CP_STR("false");
    return emit_text(w, text, YAML_PLAIN_SCALAR_STYLE);
}

static bool emit_tree(struct writer *w, const struct cp_value *root)
{
    const struct cp_value *v = root;
    for (;;) {
        size_t depth = w->depth;
        if (v && !emit_value(w, v))
            return false;
        bool is_entered = v && w->depth > depth;
        while (w->depth && !(is_entered ? v->first : v && v != root ? v->next : NULL)) {
            yaml_event_t e;
            v = w->open[--w->depth];
            is_entered = false;
            if (!(v->type == CP_MAP ? yaml_mapping_end_event_initialize(&e)
                                    : yaml_sequence_end_event_initialize(&e)) ||
                !yaml_emitter_emit(&w->emitter, &e))
                return false;
        }
        if (!w->depth)
            return true;
        v = is_entered ? v->first : v->next;
    }
}

static bool emit_document(struct writer *w, const struct cp_value *v)
{
    yaml_event_t e;
    return yaml_stream_start_event_initialize(&e, YAML_UTF8_ENCODING) &&
           yaml_emitter_emit(&w->emitter, &e) &&
           yaml_document_start_event_initialize(&e, NULL, NULL, NULL, 0) &&
           yaml_emitter_emit(&w->emitter, &e) && emit_tree(w, v) &&
           yaml_document_end_event_initialize(&e, 1) && yaml_emitter_emit(&w->emitter, &e) &&
           yaml_stream_end_event_initialize(&e) && yaml_emitter_emit(&w->emitter, &e);
}

static void close_writer(void *writer)
{
    struct writer *w = writer;
    yaml_emitter_delete(&w->emitter);
}

enum cp_diag cp_yaml_format(struct cp_buf *out, const struct cp_value *v)
{
    struct writer *w = cp_arena_take_zero(out->arena, 1, sizeof *w);
    size_t before = out->len;
    w->out = out;
    if (!yaml_emitter_initialize(&w->emitter))
        cp_arena_refuse(out->arena);
    cp_arena_add_cleanup(out->arena, &w->cleanup, close_writer, w);
    yaml_emitter_set_output(&w->emitter, write_out, w);
    yaml_emitter_set_unicode(&w->emitter, 1);
    yaml_emitter_set_width(&w->emitter, -1);
    bool is_written = emit_document(w, v);
    cp_arena_drop_cleanup(out->arena, &w->cleanup);
    close_writer(w);
    if (is_written)
        return CP_OK;
    if (w->is_too_long)
        cp_buf_grow(out, out->arena->most);
    if (!w->is_too_deep)
        cp_arena_refuse(out->arena);
    out->len = before;
    return CP_TOO_DEEP;
}
