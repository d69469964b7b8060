/* SPDX-License-Identifier: MIT */
#include "io/reports.h"

#include "base/json.h"
#include "io/messages.h"

/* ---- what both say ---- */

static void put_slug(struct cp_buf *out, enum cp_diag kind)
{
    cp_buf_putc(out, '"');
    cp_diag_format_slug(out, kind);
    cp_buf_putc(out, '"');
}

static void put_member(struct cp_buf *out, const char *name, cp_str text)
{
    cp_buf_printf(out, ",\"%s\":", name);
    cp_json_put_string(out, text);
}

static void put_count(struct cp_buf *out, const char *name, uint32_t count)
{
    cp_buf_printf(out, ",\"%s\":%u", name, count);
}

static cp_str hint_of(struct cp_arena *arena, const struct cp_message *m)
{
    struct cp_buf hint = cp_buf_in(arena);
    cp_message_put_hint(&hint, m);
    return cp_buf_str(&hint);
}

static bool is_in_file(const struct cp_subject *s, cp_span at)
{
    return at.file && strcmp(at.file, s->tool) != 0;
}

/* 0: not known. */
static uint32_t code_point_column(const struct cp_subject *s, cp_span at)
{
    return at.file == s->file && at.line ? cp_columns_find(s->columns, at.line, at.col) : 0;
}

/* ---- which move a message is about ---- */

/* Messages and moves are both in the order of the text: one walk finds all. */
struct finder {
    struct cp_walk walk;
    const struct cp_node *node; /* NULL: no more */
    uint32_t ply;
    bool has_begun;
};

/* The move that stands at a place, and its ply; NULL: none. */
static const struct cp_node *find_move(struct finder *f, const struct cp_subject *s, cp_span at)
{
    if (!s->game || !at.line || !at.col)
        return NULL;
    if (!f->has_begun) {
        f->walk = cp_walk_of(s->game->arena, &s->game->moves);
        f->node = cp_walk_next(&f->walk);
        f->has_begun = true;
    }
    for (; f->node; f->node = cp_walk_next(&f->walk)) {
        size_t len = f->node->text.len ? f->node->text.len : 1;
        if (f->node->line > at.line || (f->node->line == at.line && f->node->col + len > at.col))
            break;
    }
    bool is_there = f->node && f->node->line == at.line && f->node->col <= at.col;
    f->ply = is_there ? f->walk.ply : 0;
    return is_there ? f->node : NULL;
}

/* Its game and its move, each member with a comma in front. */
static void put_subject(struct cp_buf *out, const struct cp_subject *s, struct finder *f,
                        cp_span at)
{
    static const char *const sides[][2] = {{"White", "white"}, {"Black", "black"}};
    const struct cp_node *node = find_move(f, s, at);
    if (s->number.len)
        cp_buf_printf(out, ",\"game\":%.*s", CP_FMT(s->number));
    for (int i = 0; i < 2; i++) {
        cp_str name = cp_player_of(s->game, sides[i][0]);
        if (name.len)
            put_member(out, sides[i][1], name);
    }
    if (!node)
        return;
    put_count(out, "ply", f->ply);
    put_member(out, "move", node->text);
}

/* ---- JSON Lines ---- */

static void put_place(struct cp_buf *out, const struct cp_subject *s, cp_span at)
{
    uint32_t column = code_point_column(s, at);
    if (!is_in_file(s, at))
        return;
    put_member(out, "file", cp_str_from(at.file));
    if (at.line)
        put_count(out, "line", at.line);
    if (at.line && at.col)
        put_count(out, "column", at.col);
    if (column)
        put_count(out, "code_point_column", column);
}

static void put_object(struct cp_buf *out, struct cp_arena *arena, const struct cp_subject *s,
                       struct finder *f, const struct cp_message *m)
{
    cp_str hint = hint_of(arena, m);
    struct cp_buf text = cp_buf_in(arena);
    cp_message_put_text(&text, m);
    cp_buf_puts(out, "{\"slug\":");
    put_slug(out, m->kind);
    put_member(out, "level", cp_str_from(cp_level_word(m->level)));
    put_place(out, s, m->at);
    put_subject(out, s, f, m->at);
    put_member(out, "text", cp_buf_str(&text));
    if (hint.len)
        put_member(out, "hint", hint);
    for (const struct cp_message *also = m->also; also; also = also->next) {
        cp_buf_puts(out, also == m->also ? ",\"also\":[{\"text\":" : ",{\"text\":");
        cp_json_put_string(out, also->detail);
        put_place(out, s, also->at);
        cp_buf_putc(out, '}');
    }
    cp_buf_puts(out, m->also ? "]}\n" : "}\n");
}

/* ---- SARIF ---- */

static void put_location(struct cp_buf *out, const struct cp_subject *s, cp_span at)
{
    uint32_t column = code_point_column(s, at);
    cp_buf_puts(out, "{\"physicalLocation\":{\"artifactLocation\":{\"uri\":\"");
    /* a reference: what may stand in one as it is, and the rest as %XX; never taken for a scheme */
    const char *colon = strchr(at.file, ':'), *slash = strchr(at.file, '/');
    cp_buf_puts(out, at.file[0] == '/'                    ? "file://"
                     : colon && (!slash || colon < slash) ? "./"
                                                          : "");
    for (const char *c = at.file; *c; c++) {
        if (cp_is_letter(*c) || cp_is_digit(*c) || strchr("/-._~", *c))
            cp_buf_putc(out, *c);
        else
            cp_buf_printf(out, "%%%02X", (unsigned)(unsigned char)*c);
    }
    cp_buf_puts(out, "\"}");
    if (at.line)
        cp_buf_printf(out, ",\"region\":{\"startLine\":%u", at.line);
    if (at.line && column)
        put_count(out, "startColumn", column);
    cp_buf_puts(out, at.line ? "}}" : "}");
}

static void put_result(struct cp_buf *out, struct cp_arena *arena, const struct cp_subject *s,
                       struct finder *f, const struct cp_message *m)
{
    cp_buf_puts(out, ",\n{\"ruleId\":");
    put_slug(out, m->kind);
    put_count(out, "ruleIndex", m->kind - 1);
    put_member(out, "level", cp_str_from(cp_level_word(m->level)));
    cp_str hint = hint_of(arena, m);
    struct cp_buf text = cp_buf_in(arena), inside = cp_buf_in(arena);
    cp_message_put_text(&text, m);
    for (const struct cp_message *also = m->also; also; also = also->next)
        if (!is_in_file(s, also->at)) /* what has no place is said behind the message itself */
            cp_buf_printf(&text, "\n%.*s", CP_FMT(also->detail));
    cp_buf_puts(out, ",\"message\":{\"text\":");
    cp_json_put_string(out, cp_buf_str(&text));
    cp_buf_putc(out, '}');
    if (is_in_file(s, m->at)) {
        cp_buf_puts(out, ",\"locations\":[");
        put_location(out, s, m->at);
        cp_buf_puts(out, "}]");
    }
    const char *before = ",\"relatedLocations\":[";
    for (const struct cp_message *also = m->also; also; also = also->next) {
        if (!is_in_file(s, also->at))
            continue;
        cp_buf_puts(out, before);
        put_location(out, s, also->at);
        cp_buf_puts(out, ",\"message\":{\"text\":");
        cp_json_put_string(out, also->detail);
        cp_buf_puts(out, "}}");
        before = ",";
    }
    cp_buf_puts(out, before[1] ? "" : "]");
    if (is_in_file(s, m->at) && m->at.line && m->at.col)
        put_count(&inside, "byteColumn", m->at.col);
    put_subject(&inside, s, f, m->at);
    if (hint.len)
        put_member(&inside, "hint", hint);
    if (inside.len) /* without its first comma */
        cp_buf_printf(out, ",\"properties\":{%.*s}", CP_FMT(cp_str_skip(cp_buf_str(&inside), 1)));
    cp_buf_putc(out, '}');
}

void cp_sarif_begin(struct cp_buf *out, const char *tool, const char *version)
{
    cp_buf_printf(out,
                  "{\"$schema\":\"https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/"
                  "schemas/sarif-schema-2.1.0.json\",\"version\":\"2.1.0\",\"runs\":["
                  "{\"tool\":{\"driver\":{\"name\":\"%s\",\"version\":\"%s\",\"rules\":[",
                  tool, version);
    for (enum cp_diag kind = CP_OK + 1; kind < CP_DIAG_COUNT; kind++) {
        const char *hint = cp_diag_hint(kind);
        cp_buf_puts(out, kind == 1 ? "\n{\"id\":" : ",\n{\"id\":");
        put_slug(out, kind);
        cp_buf_puts(out, ",\"shortDescription\":{\"text\":");
        cp_json_put_string(out, cp_str_from(cp_diag_text(kind)));
        if (hint[0]) {
            cp_buf_puts(out, "},\"help\":{\"text\":");
            cp_json_put_string(out, cp_str_from(hint));
        }
        cp_buf_printf(out, "},\"defaultConfiguration\":{\"level\":\"%s\"}}",
                      cp_level_word(cp_diag_level(kind)));
    }
    cp_buf_puts(out, "]}},\"columnKind\":\"unicodeCodePoints\",\"results\":[");
}

void cp_sarif_end(struct cp_buf *out, int status)
{
    enum { ASKED_WRONGLY = 2 };
    cp_buf_printf(out, "],\n\"invocations\":[{\"executionSuccessful\":%s,\"exitCode\":%d}]}]}\n",
                  status < ASKED_WRONGLY ? "true" : "false", status);
}

/* ---- all of a game ---- */

void cp_report_put(struct cp_buf *out, struct cp_diags *d, const struct cp_subject *s,
                   enum cp_report_form form)
{
    void (*put)(struct cp_buf *, struct cp_arena *, const struct cp_subject *, struct finder *,
                const struct cp_message *) = form == CP_AS_JSONL ? put_object : put_result;
    struct finder finder = {0};
    uint32_t held, all = cp_diags_told(d);
    struct cp_message **sorted = cp_diags_sort(d, &held);
    for (uint32_t i = 0; i < held; i++)
        put(out, d->arena, s, &finder, sorted[i]);
    if (!held || held == all || (d->silent && cp_kinds_has(d->silent, CP_NOT_SHOWN)))
        return;
    put(out, d->arena, s, &finder,
        &(struct cp_message){.kind = CP_NOT_SHOWN,
                             .level = CP_NOTE,
                             .at = {.file = sorted[0]->at.file},
                             .detail = cp_str_printf(d->arena, "%u more", all - held)});
}
