/* SPDX-License-Identifier: MIT */
/* record_read.c -- values to a game. Every object has a table of its fields;
 * what no table knows is kept as the JSON it was. */
#include "game/record_read.h"

bool cp_reading_wants(struct cp_reading *r, const struct cp_value *v, enum cp_type type,
                      const char *what)
{
    if (v->type == type)
        return true;
    cp_diag_report(r->diags, CP_RECORD_TYPE, v->at, "%s: expected %s, found %s", what,
                   cp_type_name(type), cp_type_name(v->type));
    r->game->is_broken = true;
    return false;
}

void cp_reading_refuse(struct cp_reading *r, enum cp_diag kind, cp_span at, const char *why)
{
    cp_diag_report(r->diags, kind, at, "%s", why);
    r->game->is_broken = true;
}

void cp_reading_string(struct cp_reading *r, cp_str *out, const struct cp_value *v,
                       const char *what)
{
    if (cp_reading_wants(r, v, CP_STRING, what))
        *out = v->text;
}

bool cp_reading_number(cp_str text, uint32_t most, uint32_t *out)
{
    uint64_t n = 0;
    for (size_t i = 0; i < text.len; i++) {
        if (!cp_is_digit(text.at[i]) || i > 9)
            return false;
        n = n * 10 + (uint64_t)(text.at[i] - '0');
    }
    *out = (uint32_t)n;
    return text.len && n <= most;
}

bool cp_reading_place(cp_str text, uint32_t *line, uint32_t *col)
{
    const char *colon = text.len ? memchr(text.at, ':', text.len) : NULL;
    if (!colon)
        return false;
    size_t before = (size_t)(colon - text.at);
    return cp_reading_number((cp_str){text.at, before}, UINT32_MAX, line) &&
           cp_reading_number(cp_str_skip(text, before + 1), UINT32_MAX, col);
}

/* ---- what is not ours ---- */

cp_str cp_record_one_line(struct cp_arena *arena, cp_str json)
{
    if (!json.len || (!memchr(json.at, '\n', json.len) && !memchr(json.at, '\r', json.len)))
        return json;
    char *line = cp_arena_take(arena, json.len); /* strings hold no bare line ends */
    for (size_t i = 0; i < json.len; i++)
        line[i] = json.at[i] == '\n' || json.at[i] == '\r' ? ' ' : json.at[i];
    return (cp_str){line, json.len};
}

cp_str cp_reading_json(struct cp_reading *r, const struct cp_value *v)
{
    if (v->raw.len)
        return cp_record_one_line(r->game->arena, v->raw);
    struct cp_buf json;
    cp_buf_init(&json, r->game->arena);
    cp_value_format_json(&json, v);
    return cp_buf_str(&json);
}

struct cp_field **cp_reading_keep(struct cp_reading *r, struct cp_field **tail,
                                  const struct cp_value *v)
{
    struct cp_field *field = cp_arena_take(r->game->arena, sizeof *field);
    *field = (struct cp_field){.name = v->name, .json = cp_reading_json(r, v)};
    *tail = field;
    return &field->next;
}

void cp_reading_map(struct cp_reading *r, const struct cp_value *map,
                    const struct cp_reading_field *table, struct cp_reading_owner *owner)
{
    struct cp_field *unknown = NULL, **tail = &unknown;
    for (const struct cp_value *v = map->first; v; v = v->next) {
        const struct cp_reading_field *field = table;
        while (field->name && !cp_str_is(v->name, field->name))
            field++;
        if (field->name)
            field->read(r, owner, v);
        else
            tail = cp_reading_keep(r, tail, v);
    }
    if (unknown) /* a node gets its notes only when there is something to note */
        *(owner->extra ? owner->extra : &cp_node_notes(r->game, owner->node)->extra) = unknown;
}

/* ---- the game's own fields ---- */

static void read_variant(struct cp_reading *r, struct cp_reading_owner *o, const struct cp_value *v)
{
    (void)o;
    cp_reading_string(r, &r->game->variant, v, "variant");
}

static void read_frame(struct cp_reading *r, struct cp_reading_owner *o, const struct cp_value *v)
{
    (void)o;
    cp_reading_string(r, &r->game->frame, v, "frame");
}

static void read_start(struct cp_reading *r, struct cp_reading_owner *o, const struct cp_value *v)
{
    (void)o;
    cp_reading_string(r, &r->game->start, v, "start");
}

static void read_result(struct cp_reading *r, struct cp_reading_owner *o, const struct cp_value *v)
{
    static const char *const results[] = {"1-0", "0-1", "1/2-1/2", "*"};
    (void)o;
    cp_reading_string(r, &r->game->result, v, "result");
    for (size_t i = 0; i < sizeof results / sizeof *results; i++)
        if (cp_str_is(r->game->result, results[i]))
            return;
    if (v->type == CP_STRING)
        cp_reading_refuse(r, CP_RECORD_VALUE, v->at, "result: 1-0, 0-1, 1/2-1/2 or *");
}

static void read_verdict(struct cp_reading *r, struct cp_reading_owner *o, const struct cp_value *v)
{
    (void)o;
    if (cp_reading_wants(r, v, CP_MAP, "verdict"))
        r->game->verdict = cp_reading_json(r, v);
}

static void read_at(struct cp_reading *r, struct cp_reading_owner *o, const struct cp_value *v)
{
    (void)o;
    cp_reading_string(r, &r->at, v, "at");
}

static void read_rules(struct cp_reading *r, struct cp_reading_owner *o, const struct cp_value *v)
{
    struct cp_field **tail = &r->game->rules;
    (void)o;
    if (cp_reading_wants(r, v, CP_MAP, "rules"))
        for (const struct cp_value *member = v->first; member; member = member->next)
            tail = cp_reading_keep(r, tail, member);
}

/* [name, value], as tags are written when a name stands twice. */
static void read_tag_pair(struct cp_reading *r, const struct cp_value *v)
{
    if (!cp_reading_wants(r, v, CP_LIST, "a tag"))
        return;
    const struct cp_value *name = v->first;
    if (v->count != 2)
        cp_reading_refuse(r, CP_RECORD_VALUE, v->at, "a tag is [name, value]");
    else if (cp_reading_wants(r, name, CP_STRING, "a tag's name") &&
             cp_reading_wants(r, name->next, CP_STRING, "a tag's value"))
        cp_game_add_tag(r->game, name->text, name->next->text, 0, 0);
}

static void read_tags(struct cp_reading *r, struct cp_reading_owner *o, const struct cp_value *v)
{
    (void)o;
    if (v->type == CP_LIST)
        for (const struct cp_value *pair = v->first; pair; pair = pair->next)
            read_tag_pair(r, pair);
    else if (cp_reading_wants(r, v, CP_MAP, "tags"))
        for (const struct cp_value *tag = v->first; tag; tag = tag->next)
            if (cp_reading_wants(r, tag, CP_STRING, "a tag's value"))
                cp_game_add_tag(r->game, tag->name, tag->text, 0, 0);
}

static void read_source_file(struct cp_reading *r, struct cp_reading_owner *o,
                             const struct cp_value *v)
{
    (void)o;
    if (!cp_reading_wants(r, v, CP_STRING, "source.file") || !v->text.len)
        return;
    r->game->file = cp_str_keep(r->game->arena, v->text).at;
    r->has_file = true;
}

static void read_source_line(struct cp_reading *r, struct cp_reading_owner *o,
                             const struct cp_value *v)
{
    (void)o;
    if (cp_reading_wants(r, v, CP_NUMBER, "source.line") &&
        !cp_reading_number(v->text, UINT32_MAX, &r->game->line))
        cp_reading_refuse(r, CP_RECORD_VALUE, v->at, "source.line: a whole number");
}

static void read_source_start(struct cp_reading *r, struct cp_reading_owner *o,
                              const struct cp_value *v)
{
    (void)o;
    if (cp_reading_wants(r, v, CP_STRING, "source.start") &&
        !cp_reading_place(v->text, &r->game->start_line, &r->game->start_col))
        cp_reading_refuse(r, CP_RECORD_VALUE, v->at, "source.start: line:column");
}

static void read_source_result(struct cp_reading *r, struct cp_reading_owner *o,
                               const struct cp_value *v)
{
    (void)o;
    if (cp_reading_wants(r, v, CP_STRING, "source.result") &&
        !cp_reading_place(v->text, &r->game->result_line, &r->game->result_col))
        cp_reading_refuse(r, CP_RECORD_VALUE, v->at, "source.result: line:column");
}

static void read_source_rules(struct cp_reading *r, struct cp_reading_owner *o,
                              const struct cp_value *v)
{
    (void)o;
    if (cp_reading_wants(r, v, CP_STRING, "source.rules") &&
        !cp_reading_place(v->text, &r->game->rules_line, &r->game->rules_col))
        cp_reading_refuse(r, CP_RECORD_VALUE, v->at, "source.rules: line:column");
}

static void read_source_tags(struct cp_reading *r, struct cp_reading_owner *o,
                             const struct cp_value *v)
{
    (void)o;
    if (cp_reading_wants(r, v, CP_MAP, "source.tags"))
        r->tag_places = v;
}

/* Of a tag that is there no more nothing is kept. */
static void place_tags(struct cp_reading *r)
{
    for (const char *const *name = cp_tags_placed; *name; name++) {
        struct cp_tag *tag = cp_game_find_tag(r->game, *name);
        const struct cp_value *v = cp_value_get(r->tag_places, *name);
        if (tag && v && cp_reading_wants(r, v, CP_STRING, "source.tags") &&
            !cp_reading_place(v->text, &tag->line, &tag->col))
            cp_reading_refuse(r, CP_RECORD_VALUE, v->at, "source.tags: line:column of each");
    }
}

static void read_source(struct cp_reading *r, struct cp_reading_owner *o, const struct cp_value *v)
{
    static const struct cp_reading_field fields[] = {{"file", read_source_file},
                                                     {"line", read_source_line},
                                                     {"tags", read_source_tags},
                                                     {"start", read_source_start},
                                                     {"rules", read_source_rules},
                                                     {"result", read_source_result},
                                                     {NULL, NULL}};
    struct cp_reading_owner source = {.extra = &r->game->source_extra};
    (void)o;
    r->has_source = true;
    if (cp_reading_wants(r, v, CP_MAP, "source"))
        cp_reading_map(r, v, fields, &source);
    if (r->has_file && !cp_value_get(v, "line"))
        r->game->line = 0; /* the record's own line is in another file */
}

bool cp_record_parse(struct cp_game *g, const struct cp_value *v, struct cp_diags *d)
{
    static const struct cp_reading_field fields[] = {
        {"variant", read_variant}, {"tags", read_tags},     {"frame", read_frame},
        {"start", read_start},     {"rules", read_rules},   {"moves", cp_reading_moves_field},
        {"end", cp_reading_end},   {"result", read_result}, {"verdict", read_verdict},
        {"source", read_source},   {"at", read_at},         {NULL, NULL},
    };
    struct cp_reading r = {.game = g, .diags = d};
    struct cp_reading_owner owner = {.line = &g->moves, .extra = &g->extra};
    g->file = v->at.file;
    g->line = v->at.line;
    if (!cp_reading_wants(&r, v, CP_MAP, "a record"))
        return false;
    cp_reading_map(&r, v, fields, &owner);
    if (owner.moves)
        cp_reading_moves(&r, owner.moves);
    else if (!cp_value_get(v, "moves"))
        cp_reading_refuse(&r, CP_RECORD_MISSING, v->at, "moves");
    cp_reading_place_moves(&r);
    place_tags(&r);
    const struct cp_value *result = cp_value_get(v, "result");
    if (!r.has_source && result && result->type == CP_STRING) { /* its own source */
        g->result_line = result->at.line;
        g->result_col = result->at.col + (result->at.len >= result->text.len + 2);
    }
    return !g->is_broken;
}
