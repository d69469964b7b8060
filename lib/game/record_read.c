/* SPDX-License-Identifier: MIT */
/* record_read.c -- values to a game. Every object has a table of its fields; what no
 * table knows is kept as the JSON it was. Variations wait on a list of their own, so
 * the deepest game costs no stack. */
#include "game/record.h"

#include "base/scan.h"

/* A variation (or the main line) whose moves are still to be read. */
struct pending {
    struct pending *next;
    struct cp_line *line;
    const struct cp_value *value;
    uint32_t depth;
};

struct reading {
    struct cp_game *game;
    struct cp_diags *diags;
    struct pending *pending, *spare;      /* variations still to be read */
    const struct cp_value *tag_places;    /* source.tags */
    const struct cp_value *repeat_places; /* source.repeated_tags */
    uint32_t depth;
    uint64_t moves;
    bool has_source;
};

/* What the fields of one object fill. */
struct owner {
    struct cp_line *line;
    struct cp_node *node;
    struct cp_field **extra; /* NULL: the node's */
    /* found, to be read when the rest is */
    const struct cp_value *moves, *variations, *move, *rules, *verdict, *solution, *at, *file,
        *tags;
    const struct cp_value *repeats; /* repeated_tags, which belong among the tags */
};

/* A field is read by a function, or is text or a place ("12:9") for those members of the game, or a
 * value for that one of its owner. */
struct field_reader {
    const char *name;
    void (*read)(struct reading *, struct owner *, const struct cp_value *);
    size_t text, line, col, value;
    enum cp_type type; /* of value */
    const char *what;  /* its name in messages, if that is another */
};
#define OF_GAME(member)  offsetof(struct cp_game, member)
#define OF_OWNER(member) offsetof(struct owner, member)

/* ---- fields by table ---- */

static bool wants(struct reading *r, const struct cp_value *v, enum cp_type type, const char *what)
{
    if (v->type == type)
        return true;
    cp_diag_report(r->diags, CP_RECORD_TYPE, v->at, "%s: expected %s, found %s", what,
                   cp_type_name(type), cp_type_name(v->type));
    r->game->is_broken = true;
    return false;
}

static void refuse(struct reading *r, enum cp_diag kind, cp_span at, const char *why)
{
    cp_diag_report(r->diags, kind, at, "%s", why);
    r->game->is_broken = true;
}

/* For one part more, which v holds. */
static bool has_room(struct reading *r, const struct cp_value *v)
{
    return cp_game_has_room(r->game, r->diags, v->at);
}

static void read_string(struct reading *r, cp_str *out, const struct cp_value *v, const char *what)
{
    if (wants(r, v, CP_STRING, what))
        *out = v->text;
}

static bool place_of(cp_str text, uint32_t *line, uint32_t *col)
{
    size_t len = text.len;
    cp_str before = cp_scan_until(&text, ':');
    return before.len < len && cp_number_parse(before, UINT32_MAX, line) &&
           cp_number_parse(text, UINT32_MAX, col);
}

/* ---- what is not ours ---- */

static cp_str json_of(struct reading *r, const struct cp_value *v)
{
    if (v->raw.len)
        return v->raw;
    struct cp_buf json = cp_buf_in(r->game->arena);
    cp_value_format_json(&json, v);
    return cp_buf_str(&json);
}

static void *member_of(void *all, size_t offset)
{
    return (char *)all + offset;
}

static void read_field(struct reading *r, const struct field_reader *field, struct owner *owner,
                       const struct cp_value *v)
{
    const char *what = field->what ? field->what : field->name;
    struct cp_game *g = r->game;
    if (field->read) {
        field->read(r, owner, v);
    } else if (field->text) {
        read_string(r, member_of(g, field->text), v, what);
    } else if (field->value) {
        if (wants(r, v, field->type, what))
            *(const struct cp_value **)member_of(owner, field->value) = v;
    } else if (wants(r, v, CP_STRING, what) &&
               !place_of(v->text, member_of(g, field->line), member_of(g, field->col))) {
        cp_diag_report(r->diags, CP_RECORD_VALUE, v->at, "%s: line:column", what);
        g->is_broken = true;
    }
}

static void read_map(struct reading *r, const struct cp_value *map,
                     const struct field_reader *table, struct owner *owner)
{
    struct cp_field *unknown = NULL, **tail = &unknown;
    for (const struct cp_value *v = map->first; v; v = v->next) {
        const struct field_reader *field = table;
        while (field->name && !cp_str_is(v->name, field->name))
            field++;
        if (field->name)
            read_field(r, field, owner, v);
        else
            tail = cp_field_add(r->game->arena, tail, v->name, json_of(r, v));
    }
    if (unknown) /* a node gets its notes only when there is something to note */
        *(owner->extra ? owner->extra : &cp_node_notes(r->game, owner->node)->extra) = unknown;
}

/* ---- comments and NAGs ---- */

static void read_comments(struct reading *r, struct cp_comment **list, const struct cp_value *v,
                          const char *what)
{
    if (!wants(r, v, CP_LIST, what))
        return;
    for (const struct cp_value *item = v->first; item && has_room(r, item); item = item->next) {
        bool is_map = item->type == CP_MAP;
        const struct cp_value *inside = is_map && item->count == 1 ? item->first : item;
        enum cp_comment_kind kind = !is_map                           ? CP_BRACED
                                    : cp_str_is(inside->name, "line") ? CP_TO_LINE_END
                                                                      : CP_ESCAPE;
        if (is_map && (inside->type != CP_STRING ||
                       (kind == CP_ESCAPE && !cp_str_is(inside->name, "escape"))))
            refuse(r, CP_RECORD_VALUE, item->at,
                   "a comment is a string, {\"line\": \"...\"} or {\"escape\": \"...\"}");
        else if (wants(r, inside, CP_STRING, "a comment"))
            cp_comment_add(r->game, list, inside->text, kind);
    }
}

/* Before a move, and after it. */
static void read_around(struct reading *r, struct owner *o, const struct cp_value *v)
{
    bool is_before = cp_str_is(v->name, "before");
    if (v->type == CP_LIST && !v->count)
        return;
    struct cp_notes *notes = cp_node_notes(r->game, o->node);
    read_comments(r, is_before ? &notes->before : &notes->after, v, is_before ? "before" : "after");
}

static void read_end(struct reading *r, struct owner *o, const struct cp_value *v)
{
    read_comments(r, &o->line->end, v, "end");
}

static void read_nags(struct reading *r, struct owner *o, const struct cp_value *v)
{
    if (!wants(r, v, CP_LIST, "nags"))
        return;
    for (const struct cp_value *item = v->first; item && has_room(r, item); item = item->next) {
        uint32_t number;
        if (!wants(r, item, CP_NUMBER, "a NAG"))
            continue;
        if (cp_number_parse(item->text, UINT32_MAX, &number))
            cp_node_add_nag(r->game, o->node, number);
        else
            refuse(r, CP_RECORD_VALUE, item->at, "a NAG is a whole number from 0");
    }
}

static void read_falls(struct reading *r, struct owner *o, const struct cp_value *v)
{
    if (!wants(r, v, CP_LIST, "falls"))
        return;
    for (const struct cp_value *item = v->first; item && has_room(r, item); item = item->next) {
        cp_square square;
        if (!wants(r, item, CP_STRING, "a fall"))
            continue;
        enum cp_spelling s = CP_NUMERIC; /* or whichever canonical spelling it has */
        while (s <= CP_BARE && cp_square_parse(r->game->ints, &square, item->text, s) != CP_OK)
            s++;
        if (s <= CP_BARE)
            cp_node_add_fall(r->game, o->node, square);
        else
            refuse(r, CP_RECORD_VALUE, item->at,
                   "a fall is a square: \"e4\", \"(7,9)\" or \"(g9)\"");
    }
}

/* ---- moves ---- */

static void wait_for(struct reading *r, struct cp_line *line, const struct cp_value *v,
                     uint32_t depth)
{
    struct pending *p = r->spare;
    if (p)
        r->spare = p->next;
    else
        p = cp_arena_take(r->game->arena, sizeof *p);
    *p = (struct pending){.next = r->pending, .line = line, .value = v, .depth = depth};
    r->pending = p;
}

/* Where the text of a move stands, behind its quote if it has one. */
static void set_place(struct cp_node *node, const struct cp_value *v)
{
    node->line = v->at.line;
    node->col = v->at.col + (v->type == CP_STRING && v->at.len >= v->text.len + 2);
}

static void read_node_map(struct reading *r, struct cp_node *node, const struct cp_value *v)
{
    static const struct field_reader fields[] = {
        {"move", .value = OF_OWNER(move), .type = CP_STRING},
        {"before", .read = read_around},
        {"nags", .read = read_nags},
        {"falls", .read = read_falls},
        {"after", .read = read_around},
        {"variations", .value = OF_OWNER(variations), .type = CP_LIST},
        {0},
    };
    struct owner owner = {.node = node};
    read_map(r, v, fields, &owner);
    const struct cp_value *move = cp_value_get(v, "move");
    if (move)
        set_place(node, move);
    else
        refuse(r, CP_RECORD_MISSING, v->at, "move");
    node->is_bad = !owner.move;
    if (owner.move)
        node->text = owner.move->text;
    if (!owner.variations || !owner.variations->count)
        return;
    if (r->depth >= CP_DEPTH_MOST) {
        cp_diag_report(r->diags, CP_TOO_DEEP, owner.variations->at,
                       "more than %d variations within each other", CP_DEPTH_MOST);
        r->game->is_broken = true;
        return;
    }
    for (const struct cp_value *item = owner.variations->first; item && has_room(r, item);
         item = item->next)
        wait_for(r, cp_node_add_variation(r->game, node), item, r->depth + 1);
}

/* A variation: a list of moves, or a map that holds one. */
static void read_variation(struct reading *r, const struct pending *p)
{
    static const struct field_reader fields[] = {
        {"moves", .value = OF_OWNER(moves), .type = CP_LIST}, {"end", .read = read_end}, {0}};
    struct owner owner = {.line = p->line, .extra = &p->line->extra};
    r->depth = p->depth;
    if (p->value->type == CP_MAP) {
        read_map(r, p->value, fields, &owner);
        if (!cp_value_get(p->value, "moves"))
            refuse(r, CP_RECORD_MISSING, p->value->at, "moves");
    } else if (wants(r, p->value, CP_LIST, "a variation")) {
        owner.moves = p->value;
    }
    const struct cp_value *v = owner.moves ? owner.moves->first : NULL;
    for (; v && has_room(r, v); v = v->next) {
        struct cp_node *node = cp_line_add(r->game, p->line, v->text);
        set_place(node, v);
        r->moves++;
        if (v->type == CP_MAP)
            read_node_map(r, node, v);
        else
            node->is_bad = !wants(r, v, CP_STRING, "a move");
    }
}

/* ---- the places of moves ---- */

/* The next place of text ("12:9", or "16" in the same line); false at its end
 * or when it is no place. */
static bool next_place(cp_str *text, uint32_t *line, uint32_t *col)
{
    cp_str place = cp_scan_until(text, ' ');
    return cp_number_parse(place, UINT32_MAX, col) ? *line > 0 : place_of(place, line, col);
}

/* Gives each move its place; when they do not fit, an editor has changed the
 * record and no move's place is known. */
static void place_moves(struct reading *r, cp_str at)
{
    struct cp_node *node;
    uint64_t places = at.len > 0;
    uint32_t line = 0, col = 0;
    for (size_t i = 0; i < at.len; i++)
        places += at.at[i] == ' ';
    bool fits = at.len && places == r->moves;
    if (!fits && !r->has_source && !at.len)
        return; /* its own source: the values' places stand */
    struct cp_walk walk = cp_walk_of(r->game->arena, &r->game->moves);
    while ((node = cp_walk_next(&walk))) {
        fits = fits && next_place(&at, &line, &col);
        node->line = fits ? line : 0;
        node->col = fits ? col : 0;
    }
    if (fits)
        return;
    walk = cp_walk_of(r->game->arena, &r->game->moves);
    while ((node = cp_walk_next(&walk)))
        node->line = node->col = 0;
}

/* ---- the game's own fields ---- */

static void read_result(struct reading *r, struct owner *o, const struct cp_value *v)
{
    (void)o;
    read_string(r, &r->game->result, v, "result");
    if (v->type == CP_STRING && !cp_is_result(r->game->result))
        refuse(r, CP_RECORD_VALUE, v->at, "result: 1-0, 0-1, 1/2-1/2 or *");
}

static void read_icn(struct reading *r, struct owner *o, const struct cp_value *v)
{
    (void)o;
    if (!wants(r, v, CP_MAP, "icn"))
        return;
    const struct cp_value *fields = cp_value_get(v, "fields");
    if (fields)
        (void)wants(r, fields, CP_STRING, "icn.fields");
    r->game->icn = json_of(r, v);
}

static void add_tag(struct reading *r, cp_str name, const struct cp_value *value)
{
    cp_str meant = cp_tag_meant(name);
    if (meant.len)
        cp_diag_report(r->diags, CP_TAG_UNUSUAL, value->at, "%.*s, read as %.*s", CP_FMT(name),
                       CP_FMT(meant));
    cp_game_add_tag(r->game, meant.len ? meant : name, value->text, 0, 0);
}

/* Once, when a name stood twice, tags were written as [name, value]. */
static void read_tags(struct reading *r, struct owner *o, const struct cp_value *v)
{
    (void)o;
    bool are_pairs = v->type == CP_LIST;
    if (!are_pairs && !wants(r, v, CP_MAP, "tags"))
        return;
    for (const struct cp_value *tag = v->first; tag && has_room(r, tag); tag = tag->next) {
        const struct cp_value *name = tag->first;
        if (!are_pairs && wants(r, tag, CP_STRING, "a tag's value"))
            add_tag(r, tag->name, tag);
        if (!are_pairs || !wants(r, tag, CP_LIST, "a tag"))
            continue;
        if (tag->count != 2)
            refuse(r, CP_RECORD_VALUE, tag->at, "a tag is [name, value]");
        else if (wants(r, name, CP_STRING, "a tag's name") &&
                 wants(r, name->next, CP_STRING, "a tag's value"))
            add_tag(r, name->text, name->next);
    }
}

/* One of them: its name and its value, and how many tags stand before it. False: refused. */
static bool read_repeat(struct reading *r, const struct cp_value *v, uint32_t *after)
{
    const struct cp_value *name = cp_value_get(v, "name"), *value = cp_value_get(v, "value"),
                          *number = cp_value_get(v, "after");
    bool good = v->type == CP_MAP && v->count == 3 && name && value && number &&
                name->type == CP_STRING && value->type == CP_STRING && number->type == CP_NUMBER &&
                cp_number_parse(number->text, UINT32_MAX, after);
    if (!good)
        refuse(r, CP_RECORD_VALUE, v->at,
               "a repeated tag is {\"after\": N, \"name\": \"...\", \"value\": \"...\"}");
    return good;
}

/* The tags of the map and the repeated ones in one list, in one pass through both. */
static void place_repeats(struct reading *r, const struct cp_value *repeats)
{
    struct cp_game *g = r->game;
    struct cp_tag *rest = g->tags;
    const struct cp_value *place = r->repeat_places ? r->repeat_places->first : NULL;
    uint32_t count = 0, after;
    if (!repeats)
        return;
    g->tags = NULL;
    for (const struct cp_value *v = repeats->first; v && has_room(r, v); v = v->next) {
        if (!read_repeat(r, v, &after))
            continue;
        for (; rest && count < after; count++)
            rest = cp_game_move_tag(g, rest);
        add_tag(r, cp_value_get(v, "name")->text, cp_value_get(v, "value"));
        struct cp_tag *tag = g->tags->last ? g->tags->last : g->tags;
        if (place && place->type != CP_NULL && /* null: nothing points at it */
            wants(r, place, CP_STRING, "source.repeated_tags") &&
            !place_of(place->text, &tag->line, &tag->col))
            refuse(r, CP_RECORD_VALUE, place->at, "source.repeated_tags: line:column or null");
        place = place ? place->next : NULL;
        count++;
    }
    while (rest)
        rest = cp_game_move_tag(g, rest);
}

static void read_source_line(struct reading *r, struct owner *o, const struct cp_value *v)
{
    (void)o;
    if (wants(r, v, CP_NUMBER, "source.line") &&
        !cp_number_parse(v->text, UINT32_MAX, &r->game->line))
        refuse(r, CP_RECORD_VALUE, v->at, "source.line: a whole number");
}

/* Each as "12:9 comment-open". Earlier builds wrote the first error alone, as `damage`. */
static void read_source_told(struct reading *r, struct owner *o, const struct cp_value *v)
{
    struct cp_told **link = &r->game->told;
    (void)o;
    bool is_one = v->type == CP_STRING;
    if (!is_one && !wants(r, v, CP_LIST, "source.told"))
        return;
    while (*link)
        link = &(*link)->next;
    for (const struct cp_value *each = is_one ? v : v->first; each; each = each->next) {
        if (!wants(r, each, CP_STRING, "source.told"))
            return;
        struct cp_told *told = cp_arena_take_zero(r->game->arena, 1, sizeof *told);
        cp_str name = each->text, place = cp_scan_until(&name, ' ');
        told->kind = name.len ? cp_diag_find(name) : CP_OK;
        if (!told->kind || cp_diag_level(told->kind) > CP_ERROR ||
            !place_of(place, &told->line, &told->col)) {
            refuse(r, CP_RECORD_VALUE, each->at,
                   "source.told: of each line:column and the name of a message");
            return;
        }
        *link = told;
        link = &told->next;
        if (is_one)
            return;
    }
}

/* Of a tag that is there no more nothing is kept; nor of the last of very many among many, for
 * which all would be looked through again and again. */
static void place_tags(struct reading *r)
{
    enum { COMPARED_MOST = 1 << 20 };
    unsigned left = COMPARED_MOST;
    const struct cp_value *v = r->tag_places ? r->tag_places->first : NULL;
    for (; v && left; v = v->next) {
        struct cp_tag *tag = r->game->tags;
        for (; tag && left && !cp_str_equal(tag->name, v->name); left--)
            tag = tag->next;
        if (tag && wants(r, v, CP_STRING, "source.tags") &&
            !place_of(v->text, &tag->line, &tag->col))
            refuse(r, CP_RECORD_VALUE, v->at, "source.tags: line:column of each");
    }
}

static void read_source(struct reading *r, struct owner *o, const struct cp_value *v)
{
    static const struct field_reader fields[] = {
        {"file", .value = OF_OWNER(file), .type = CP_STRING, .what = "source.file"},
        {"line", .read = read_source_line},
        {"tags", .value = OF_OWNER(tags), .type = CP_MAP, .what = "source.tags"},
        {"repeated_tags", .value = OF_OWNER(repeats), .type = CP_LIST,
         .what = "source.repeated_tags"},
        {"told", .read = read_source_told},
        {"damage", .read = read_source_told},
        {"start", .line = OF_GAME(start_line), .col = OF_GAME(start_col), .what = "source.start"},
        {"rules", .line = OF_GAME(rules_line), .col = OF_GAME(rules_col), .what = "source.rules"},
        {"result", .line = OF_GAME(result_line), .col = OF_GAME(result_col),
         .what = "source.result"},
        {0},
    };
    struct owner source = {.extra = &r->game->source_extra};
    (void)o;
    r->has_source = true;
    if (wants(r, v, CP_MAP, "source"))
        read_map(r, v, fields, &source);
    r->tag_places = source.tags;
    r->repeat_places = source.repeats;
    if (!source.file || !source.file->text.len)
        return;
    r->game->file = cp_str_keep(r->game->arena, source.file->text).at;
    if (!cp_value_get(v, "line"))
        r->game->line = 0; /* the record's own line is in another file */
}

static const struct field_reader record_fields[] = {
    {"variant", .text = OF_GAME(variant)},
    {"tags", .read = read_tags},
    {"repeated_tags", .value = OF_OWNER(repeats), .type = CP_LIST},
    {"frame", .text = OF_GAME(frame)},
    {"start", .text = OF_GAME(start)},
    {"rules", .value = OF_OWNER(rules), .type = CP_MAP},
    {"icn", .read = read_icn},
    {"moves", .value = OF_OWNER(moves), .type = CP_LIST},
    {"end", .read = read_end},
    {"result", .read = read_result},
    {"verdict", .value = OF_OWNER(verdict), .type = CP_MAP},
    {"solution", .value = OF_OWNER(solution), .type = CP_MAP},
    {"source", .read = read_source},
    {"at", .value = OF_OWNER(at), .type = CP_STRING},
    {0},
};

static size_t quote_length(cp_str text)
{
    static const char *const quotes[] = {"\"",           "'",           "u'", "\\\"", "&quot;",
                                         "\xe2\x80\x9c", "\xe2\x80\x9d"};
    for (size_t i = 0; i < sizeof quotes / sizeof *quotes; i++)
        if (cp_str_starts(text, cp_str_from(quotes[i])))
            return strlen(quotes[i]);
    return 0;
}

/* What a comment says ends with its }. */
bool cp_record_begins(cp_str text)
{
    bool is_begun = text.len && text.at[0] == '{';
    while (is_begun && text.len && text.at[0] != '}') {
        bool may_be = text.at[0] == '{' || text.at[0] == ',';
        text = cp_str_skip(text, 1);
        text = may_be ? cp_behind_space(text) : text;
        size_t quote = may_be ? quote_length(text) : 0, end = quote;
        while (quote && end < text.len && (cp_is_letter(text.at[end]) || text.at[end] == '_'))
            end++;
        cp_str name = {text.at + quote, end - quote}, behind = cp_str_skip(text, end);
        behind = cp_behind_space(cp_str_skip(behind, quote_length(behind)));
        bool is_name = quote && behind.len && behind.at[0] == ':';
        for (const struct field_reader *f = record_fields; is_name && f->name; f++)
            if (cp_str_is(name, f->name))
                return true;
    }
    return false;
}

bool cp_record_parse(struct cp_game *g, const struct cp_value *v, struct cp_diags *d)
{
    struct reading r = {.game = g, .diags = d};
    struct owner owner = {.line = &g->moves, .extra = &g->extra};
    g->file = v->at.file;
    g->line = v->at.line;
    if (!wants(&r, v, CP_MAP, "a record"))
        return false;
    read_map(&r, v, record_fields, &owner);
    if (owner.verdict)
        g->verdict = json_of(&r, owner.verdict);
    if (owner.solution)
        g->solution = json_of(&r, owner.solution);
    struct cp_field **tail = &g->rules;
    for (const struct cp_value *rule = owner.rules ? owner.rules->first : NULL; rule;
         rule = rule->next)
        tail = cp_field_add(g->arena, tail, rule->name, json_of(&r, rule));
    if (owner.moves)
        wait_for(&r, &g->moves, owner.moves, 0);
    else if (!cp_value_get(v, "moves"))
        refuse(&r, CP_RECORD_MISSING, v->at, "moves");
    while (r.pending) {
        struct pending *p = r.pending, now = *p;
        r.pending = p->next;
        p->next = r.spare;
        r.spare = p;
        read_variation(&r, &now);
    }
    (void)has_room(&r, v); /* what came last may have been one too many */
    place_moves(&r, owner.at ? owner.at->text : (cp_str){0});
    place_repeats(&r, owner.repeats);
    place_tags(&r);
    const struct cp_value *result = cp_value_get(v, "result");
    if (!r.has_source && result && result->type == CP_STRING) { /* its own source */
        g->result_line = result->at.line;
        g->result_col = result->at.col + (result->at.len >= result->text.len + 2);
    }
    return !g->is_broken;
}
