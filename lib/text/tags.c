/* SPDX-License-Identifier: MIT */
/* tags.c -- a tag's text, and tags into a game: into fields of their own, or the list; and
 * what of the list means to say more than it does.
 *
 * Rule options are JSON in a record and YAML's flow style in their tag. Of JSON that only
 * takes the quotes off plain words and puts blanks where a reader wants them, so
 * every value there is comes through. */
#include "text/tags.h"

#include "base/json.h"
#include "base/scan.h"
#include "base/utf8.h"
#include "base/yaml.h"
#include "base/yaml_tree.h"
#include "text/starts/fen.h"
#include "text/tokens.h"

#include <stdio.h>

/* ---- rule options ---- */

/* What an option may be to be written: any in use is far below. */
enum { LENGTH_MOST = 1 << 16, DEPTH_MOST = 100 };

static bool is_lower(char c)
{
    return c >= 'a' && c <= 'z';
}

static size_t name_length(cp_str text)
{
    size_t len = 0;
    while (len < text.len &&
           (is_lower(text.at[len]) || cp_is_digit(text.at[len]) || text.at[len] == '-'))
        len++;
    return len && is_lower(text.at[0]) ? len : 0;
}

bool cp_rules_tag_is(cp_str value)
{
    value = cp_str_trim(value);
    size_t name = name_length(value);
    return (value.len && value.at[0] == '"') || (name && name < value.len && value.at[name] == ':');
}

bool cp_rules_tag_parse(struct cp_game *g, cp_str value, cp_span at, struct cp_diags *d)
{
    struct cp_value *map;
    struct cp_field **tail = &g->rules;
    struct cp_diags told = cp_diags_in(g->arena); /* of YAML; its places are not the user's */
    struct cp_buf text = cp_buf_in(g->arena);
    cp_buf_printf(&text, "{%.*s\n}", CP_FMT(value)); /* '#' may begin a comment */
    if (!cp_yaml_parse(&map, g->arena, cp_buf_str(&text), at.file, &told) || map->type != CP_MAP) {
        cp_diag_report(d, CP_NOT_RULES, at, "%.*s", cp_str_shown(value), value.at);
        return false;
    }
    for (const struct cp_value *v = map->first; v; v = v->next) {
        cp_buf_init(&text, g->arena);
        cp_value_format_json(&text, v);
        tail = cp_field_add(g->arena, tail, v->name, cp_buf_str(&text));
    }
    return true;
}

/* Length of the JSON string that text begins with, quotes included. */
static size_t string_length(cp_str text)
{
    size_t len = 1;
    while (len < text.len && text.at[len] != '"')
        len += text.at[len] == '\\' ? 2 : 1;
    return len < text.len ? len + 1 : text.len;
}

bool cp_rules_tag_can(const struct cp_field *rule)
{
    size_t depth = 0;
    cp_str json = rule->json;
    bool fits = !cp_str_is(rule->name, "trapdoor") && rule->name.len <= LENGTH_MOST &&
                json.len <= LENGTH_MOST;
    for (size_t i = 0; fits && i < json.len; i++) {
        char c = json.at[i];
        if (c == '"')
            i += string_length(cp_str_skip(json, i)) - 1;
        depth += c == '[' || c == '{';
        depth -= c == ']' || c == '}';
        fits = depth <= DEPTH_MOST;
    }
    return fits;
}

/* A word that YAML takes for the same string without quotes. */
static bool is_plain(cp_str word, struct cp_arena *arena)
{
    cp_str number;
    for (size_t i = 0; i < word.len; i++)
        if (!cp_is_letter(word.at[i]) && !cp_is_digit(word.at[i]) && word.at[i] != '_' &&
            (!i || word.at[i] != '-'))
            return false;
    return word.len && cp_scalar_resolve(word, &number, arena) == CP_STRING;
}

/* Escapes are taken out where they can be: YAML has no halves of characters. */
static void put_string(struct cp_buf *out, cp_str json, struct cp_arena *arena)
{
    struct cp_value *v;
    cp_str word = {json.at + 1, json.len - 2};
    struct cp_diags told = cp_diags_in(arena);
    if (is_plain(word, arena))
        cp_buf_put(out, word);
    else if (cp_json_parse(&v, arena, json, (cp_span){0}, &told))
        cp_json_put_string(out, v->text);
}

void cp_rules_tag_format(struct cp_buf *out, const struct cp_game *g, bool has_delay)
{
    const char *between = "";
    for (const struct cp_field *rule = g->rules; rule; rule = rule->next) {
        bool is_delay = has_delay && cp_str_is(rule->name, "trapdoor");
        if (!is_delay && !cp_rules_tag_can(rule))
            continue;
        cp_buf_puts(out, between);
        between = ", ";
        /* The first name tells this tag from others of its name: in quotes unless cp_rules_tag_is
         * knows it. */
        if (name_length(rule->name) == rule->name.len && is_plain(rule->name, g->arena))
            cp_buf_put(out, rule->name);
        else
            cp_json_put_string(out, rule->name);
        cp_buf_puts(out, ": ");
        cp_str json = rule->json;
        for (size_t i = 0, len; i < json.len; i += len) {
            char c = json.at[i];
            len = c == '"' ? string_length(cp_str_skip(json, i)) : 1;
            if (c == '"')
                put_string(out, (cp_str){json.at + i, len}, g->arena);
            else if (!cp_is_space(c))
                cp_buf_putc(out, c);
            if (c == ':' || c == ',')
                cp_buf_putc(out, ' ');
        }
    }
}

static bool is_delay(cp_str json)
{
    enum { DIGITS_MOST = 18 };
    return json.len && json.len <= DIGITS_MOST && cp_digits_end(json, 0) == json.len;
}

cp_str cp_rules_tag_delay(const struct cp_game *g)
{
    cp_str delay = {0};
    for (const struct cp_field *rule = g->rules; rule; rule = rule->next)
        if (cp_str_is(rule->name, "trapdoor"))
            delay = is_delay(rule->json) ? rule->json : (cp_str){0};
    return delay;
}

/* ---- the text of one ---- */

/* Of no ASCII: web pages and word processors put such in. */
static size_t odd_blank_length(cp_str text, size_t from)
{
    uint32_t code;
    bool may_be = from < text.len && (unsigned char)text.at[from] >= 0x80;
    return may_be ? cp_blank_scan(cp_str_skip(text, from), &code) : 0;
}

static size_t blanks(cp_str text, size_t from)
{
    for (size_t len = 1; len; from += len) {
        bool is_plain = from < text.len && (text.at[from] == ' ' || text.at[from] == '\t');
        len = is_plain ? 1 : odd_blank_length(text, from);
    }
    return from;
}

static bool is_name_char(char c)
{
    static const bool is_other[256] = {
        ['\0'] = true, ['\t'] = true, ['\n'] = true, ['\v'] = true, ['\f'] = true,
        ['\r'] = true, [' '] = true,  ['"'] = true,  ['['] = true,  [']'] = true,
        ['{'] = true,  ['}'] = true,  [';'] = true,  ['%'] = true,  [0xe2] = true};
    return !is_other[(unsigned char)c];
}

/* Length of a quotation mark; curly ones (U+201C .. U+201F) have three bytes. */
static size_t quote_length(cp_str text, size_t from)
{
    if (from < text.len && text.at[from] == '"')
        return 1;
    bool is_curly = text.len - from >= 3 && memcmp(text.at + from, "\xe2\x80", 2) == 0 &&
                    (unsigned char)text.at[from + 2] >= 0x9c &&
                    (unsigned char)text.at[from + 2] <= 0x9f;
    return is_curly ? 3 : 0;
}

/* Of one of ‘x’, «x», ‹x› and 'x', which stand for quotation marks only on both sides. */
static size_t other_quote_length(cp_str text, size_t from)
{
    static const char *const marks[] = {
        "\xc2\xab",     "\xc2\xbb", "\xe2\x80\x98", "\xe2\x80\x99", "\xe2\x80\xb9",
        "\xe2\x80\xba", "'"};
    for (size_t i = 0; i < sizeof marks / sizeof *marks && from < text.len; i++)
        if (cp_str_starts(cp_str_skip(text, from), cp_str_from(marks[i])))
            return strlen(marks[i]);
    return 0;
}

/* A quotation mark may follow a name without a blank. */
static size_t name_end(cp_str text, size_t from)
{
    for (; from < text.len; from++) {
        bool is_ascii = (unsigned char)text.at[from] < 0x80;
        if (is_ascii ? !is_name_char(text.at[from])
                     : quote_length(text, from) || other_quote_length(text, from) ||
                           odd_blank_length(text, from))
            break;
    }
    return from;
}

size_t cp_tag_name_length(cp_str name)
{
    return name_end(name, 0);
}

size_t cp_tag_closing_length(cp_str value, size_t at)
{
    size_t len = value.at[at] == '"' ? 0 : quote_length(value, at);
    size_t after = len ? blanks(value, at + len) : value.len;
    while (after < value.len && cp_is_line_end(value.at[after])) /* written as blanks */
        after = blanks(value, after + 1);
    return after < value.len && value.at[after] == ']' ? len : 0;
}

static size_t value_begin(cp_str line, cp_str *name)
{
    if (!line.len || line.at[0] != '[')
        return 0;
    size_t first = blanks(line, 1), last = name_end(line, first);
    size_t quote = blanks(line, last);
    if (last == first || quote >= line.len)
        return 0;
    *name = (cp_str){line.at + first, last - first};
    return quote_length(line, quote) || other_quote_length(line, quote) ? quote : 0;
}

bool cp_tag_is_begun(cp_str text)
{
    cp_str name;
    return value_begin(text, &name) > 0;
}

bool cp_tag_is_next(struct cp_cursor *c)
{
    return cp_cursor_is_at_column_one(c) && cp_tag_is_begun(cp_cursor_ahead(c, 0, CP_TAG_LOOK));
}

/* A quote ends the value when only the bracket follows; one in the middle is
 * a forgotten escape. */
size_t cp_tag_scan(cp_str line, struct cp_tag_text *out)
{
    *out = (struct cp_tag_text){0};
    size_t quote = value_begin(line, &out->name);
    if (!quote)
        return 0;
    size_t other = line.at[quote] == '"' ? 0 : other_quote_length(line, quote);
    size_t len = other ? other : quote_length(line, quote), first = quote + len, at = first;
    const char *behind = out->name.at + out->name.len;
    out->is_unusual = other || len > 1 ||
                      !cp_utf8_is_ascii((cp_str){line.at, (size_t)(out->name.at - line.at)}) ||
                      !cp_utf8_is_ascii((cp_str){behind, (size_t)(line.at + quote - behind)});
    while (at < line.len) {
        bool is_odd = other && ((unsigned char)line.at[at] >= 0x80 || line.at[at] == '\'');
        if (is_name_char(line.at[at]) && line.at[at] != '\\' && !is_odd) { /* no quote, no escape */
            at++;
            continue;
        }
        size_t closing = other ? other_quote_length(line, at) : quote_length(line, at);
        size_t after = blanks(line, at + closing);
        if (closing && after < line.len && line.at[after] == ']') {
            out->value = (cp_str){line.at + first, at - first};
            out->is_unusual |= closing > 1 || !cp_utf8_is_ascii((cp_str){line.at + at + closing,
                                                                         after - at - closing});
            return after + 1;
        }
        out->is_unusual |= closing == 1;
        bool is_escape = line.at[at] == '\\' && at + 1 < line.len &&
                         (line.at[at + 1] == '"' || line.at[at + 1] == '\\');
        out->has_escapes |= is_escape;
        at += is_escape ? 2 : 1;
    }
    return 0;
}

static cp_str unescape(struct cp_arena *arena, cp_str value)
{
    char *plain = cp_arena_take(arena, value.len + 1);
    size_t len = 0;
    for (size_t i = 0; i < value.len; i++) {
        bool is_escape = value.at[i] == '\\' && i + 1 < value.len &&
                         (value.at[i + 1] == '"' || value.at[i + 1] == '\\');
        i += is_escape;
        plain[len++] = value.at[i];
    }
    return (cp_str){plain, len};
}

/* ---- reading one into a game ---- */

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
enum cp_tag_field cp_tag_field_of(const struct cp_game *g, cp_str name, cp_str value)
{
    if (!name.len || !strchr("FfSsR", name.at[0]))
        return CP_TAG_PLAIN;
    if (cp_str_like(name, CP_STR("FEN")) ? cp_fen_is(cp_str_trim(value))
                                         : cp_str_like(name, CP_STR("Setup")) && is_setup(value))
        return g->start.len ? CP_TAG_PLAIN : CP_TAG_START;
    if (cp_str_is(name, "Frame") && value.len)
        return g->frame.len ? CP_TAG_PLAIN : CP_TAG_FRAME;
    if (cp_str_is(name, "Rules") && cp_rules_tag_is(value))
        return g->rules ? CP_TAG_PLAIN : CP_TAG_RULES;
    return CP_TAG_PLAIN;
}

cp_str cp_tag_name_of_start(cp_str start)
{
    return cp_fen_is(start) ? CP_STR("FEN") : is_setup(start) ? CP_STR("Setup") : (cp_str){0};
}

static cp_str rules_of(const struct cp_game *g)
{
    if (!g->rules)
        return (cp_str){0};
    struct cp_buf rules = cp_buf_in(g->arena);
    cp_rules_tag_format(&rules, g, false);
    return cp_buf_str(&rules);
}

cp_str cp_tag_field_value(const struct cp_game *g, cp_str name)
{
    if (!name.len || !strchr("FRSTV", name.at[0]))
        return (cp_str){0};
    if (cp_str_is(name, "Start"))
        return g->start;
    if (cp_str_is(name, "FEN") || cp_str_is(name, "Setup"))
        return cp_str_equal(cp_tag_name_of_start(g->start), name) ? g->start : (cp_str){0};
    if (cp_str_is(name, "Frame"))
        return g->frame;
    if (cp_str_is(name, "Rules"))
        return rules_of(g);
    if (cp_str_is(name, "Trapdoor"))
        return cp_rules_tag_delay(g);
    if (cp_str_is(name, "Result"))
        return g->result;
    return cp_str_is(name, "Variant") ? g->variant : (cp_str){0};
}

cp_str cp_tag_of_elos(const struct cp_tag *tags, cp_str name, char at[CP_ELOS_ROOM])
{
    enum { ELO_MOST = 99999 };
    static const char *const names[] = {"WhiteElo", "BlackElo"};
    bool is_mean = cp_str_is(name, "EloMean");
    uint32_t elo[2];
    if (!is_mean && !cp_str_is(name, "EloDifference"))
        return (cp_str){0};
    for (int side = 0; side < 2; side++) {
        const struct cp_tag *tag = cp_tag_find(tags, cp_str_from(names[side]));
        if (!tag || !cp_number_parse(cp_str_trim(tag->value), ELO_MOST, &elo[side]) || !elo[side])
            return (cp_str){0}; /* 0 stands for nobody's */
    }
    uint32_t sum = elo[0] + elo[1];
    int len = is_mean ? snprintf(at, CP_ELOS_ROOM, "%u%s", sum / 2, sum % 2 ? ".5" : "")
                      : snprintf(at, CP_ELOS_ROOM, "%d", (int)elo[0] - (int)elo[1]);
    return (cp_str){at, (size_t)len};
}

bool cp_tag_value(const struct cp_game *g, cp_str name, cp_str *value)
{
    const struct cp_tag *tag = cp_tag_find(g->tags, name);
    *value = tag ? tag->value : cp_tag_field_value(g, name);
    if (!tag && !value->len && cp_str_starts(name, CP_STR("Elo")))
        *value = cp_tag_of_elos(g->tags, name, cp_arena_take(g->arena, CP_ELOS_ROOM));
    return tag || value->len;
}

void cp_tag_take(struct cp_game *g, const struct cp_tag *tag, cp_span at, cp_span value_at,
                 struct cp_diags *d)
{
    cp_str name = cp_tag_meant(tag->name);
    if (name.len)
        cp_diag_report(d, CP_TAG_UNUSUAL, at, "%.*s, read as %.*s", CP_FMT(tag->name),
                       CP_FMT(name));
    else
        name = tag->name;
    switch (cp_tag_field_of(g, name, tag->value)) {
    case CP_TAG_START:
        g->start = tag->value;
        g->start_line = value_at.line;
        g->start_col = value_at.col;
        return;
    case CP_TAG_FRAME:
        g->frame = tag->value;
        g->frame_line = value_at.line;
        g->frame_col = value_at.col;
        return;
    case CP_TAG_RULES:
        g->rules_line = value_at.line;
        g->rules_col = value_at.col;
        if (cp_rules_tag_parse(g, tag->value, value_at, d))
            return;
        break;
    default:
        break;
    }
    cp_game_add_tag(g, name, tag->value, at.line, at.col);
}

static void add_tag(struct cp_cursor *c, struct cp_game *g, struct cp_diags *d,
                    const struct cp_tag_text *tag, size_t len)
{
    cp_span at = cp_cursor_place(c, c->at, len),
            value_at = cp_cursor_place(c, tag->value.at, tag->value.len);
    if (!tag->is_plain && !cp_utf8_is_text(tag->name))
        cp_diag_report(d, CP_BAD_BYTES, cp_cursor_place(c, tag->name.at, tag->name.len), "%s", "");
    if (!tag->is_plain && !cp_utf8_is_text(tag->value))
        cp_diag_report(d, CP_BAD_BYTES, value_at, "%s", "");
    cp_str value = tag->has_escapes ? unescape(g->arena, tag->value) : tag->value;
    if (tag->is_unusual)
        cp_diag_report(d, CP_TAG_UNUSUAL, at, "%.*s, its value read as %.*s",
                       cp_str_shown((cp_str){c->at, len}), c->at, cp_str_shown(value), value.at);
    cp_tag_take(g, &(struct cp_tag){.name = tag->name, .value = value}, at, value_at, d);
}

/* A tag whose name, value and bracket stand on several lines, which PGN allows, placed where its
 * value stands; false when there is none. A line end within the value is damage. */
static bool read_on_lines(struct cp_cursor *c, struct cp_game *g, struct cp_diags *d)
{
    struct cp_tag_text tag;
    cp_str text = cp_cursor_ahead(c, 0, CP_TAG_LOOK);
    char *line = cp_arena_take(g->arena, text.len + 1);
    for (size_t i = 0; i < text.len; i++)
        line[i] = cp_is_line_end(text.at[i]) ? ' ' : text.at[i];
    size_t len = cp_tag_scan((cp_str){line, text.len}, &tag);
    if (!len)
        return false;
    tag.name.at = text.at + (tag.name.at - line);
    tag.value.at = text.at + (tag.value.at - line);
    if (cp_line_end(tag.value, 0) < tag.value.len)
        return false;
    size_t begin = (size_t)(tag.value.at - c->at) - 1;
    cp_cursor_pass(c, begin);
    add_tag(c, g, d, &tag, len - begin);
    cp_cursor_pass(c, len - begin);
    return true;
}

/* [Name "value"] in plain letters, as most are: its length, 0 for any other. */
static size_t scan_plain(cp_str text, struct cp_tag_text *tag)
{
    size_t name = cp_letters_end(text, 1), at, end;
    bool is_ascii = true;
    if (name == 1 || text.len - name < 2 || text.at[name] != ' ' || text.at[name + 1] != '"')
        return 0;
    for (at = end = name + 2;; is_ascii = false, end++) {
        end = (size_t)(cp_json_skip_plain(text.at + end, text.at + text.len) - text.at);
        if (text.len - end < 2)
            return 0;
        if ((unsigned char)text.at[end] < 0x80 || (unsigned char)text.at[end] == 0xe2)
            break; /* 0xe2 begins curly quotes */
    }
    *tag = (struct cp_tag_text){
        .name = {text.at + 1, name - 1}, .value = {text.at + at, end - at}, .is_plain = true};
    bool is_closed = text.at[end] == '"' && text.at[end + 1] == ']';
    return is_closed && (is_ascii || cp_utf8_is_valid(tag->value, NULL)) ? end + 2 : 0;
}

bool cp_tag_read(struct cp_cursor *c, struct cp_game *g, struct cp_diags *d)
{
    struct cp_tag_text tag;
    size_t len = scan_plain(cp_cursor_text(c, CP_TAG_LOOK), &tag);
    cp_str line = len ? (cp_str){c->at, len} : cp_cursor_line(c, CP_TOKEN_MOST);
    if (line.len == CP_TOKEN_MOST) {
        cp_diag_report(d, CP_TOKEN_TOO_LONG, cp_cursor_place(c, c->at, 1), "%s", "");
        cp_cursor_pass_over(c, CP_LINE_ENDS);
        return false;
    }
    if (!len)
        len = cp_tag_scan(line, &tag);
    if (!len && read_on_lines(c, g, d))
        return true;
    if (len)
        add_tag(c, g, d, &tag, len);
    else
        cp_diag_report(d, CP_NOT_A_TAG, cp_cursor_place(c, c->at, line.len), "%.*s",
                       cp_str_shown(line), c->at);
    c->at += len ? len : line.len;
    return len > 0;
}

enum { NAMES_COMPARED = 64 };

const struct cp_tag *cp_tag_first(const struct cp_game *g, cp_str name)
{
    const struct cp_tag *tag = g->tags;
    for (int left = NAMES_COMPARED; tag && left > 0; tag = tag->next, left--)
        if (cp_str_equal(tag->name, name))
            return tag;
    return NULL;
}

bool cp_tag_is_in(const struct cp_game *g, cp_str name)
{
    if (cp_str_is(name, "Frame"))
        return g->frame.len > 0;
    if (cp_str_is(name, "Rules") && g->rules)
        return true;
    if (cp_str_like(name, CP_STR("FEN")) || (cp_str_like(name, CP_STR("Setup")) && g->start.len))
        return g->start.len > 0;
    cp_str meant = cp_tag_meant(name);
    return cp_tag_first(g, meant.len ? meant : name);
}

/* ---- tags that change nothing ---- */

bool cp_tag_is_of_start(cp_str name)
{
    return cp_str_like(name, CP_STR("FEN")) || cp_str_like(name, CP_STR("Setup"));
}

bool cp_rules_tag_read(const struct cp_game *g, cp_str value, struct cp_game *out)
{
    *out = (struct cp_game){.arena = g->arena, .ints = g->ints};
    struct cp_diags unused = cp_diags_in(g->arena);
    return cp_rules_tag_parse(out, value, (cp_span){.file = ""}, &unused);
}

/* Whether it costs little to compare them. */
static bool are_few(const struct cp_field *rules)
{
    enum { FEW = 16, LENGTH_FEW = 256 };
    int left = FEW;
    while (rules && left && rules->json.len <= LENGTH_FEW && rules->name.len <= LENGTH_FEW) {
        rules = rules->next;
        left--;
    }
    return !rules;
}

/* PGN's SetUp says with 0 or 1 whether there is a start. Rules that cannot be read are an error
 * already. */
bool cp_tag_is_idle(const struct cp_game *g, const struct cp_tag *tag, cp_str *instead)
{
    cp_str name = tag->name, value = cp_str_trim(tag->value), delay;
    bool says_nothing = !value.len || cp_str_is(value, "?") || cp_str_is(value, "-");
    const struct cp_tag *first = NULL;
    *instead = (cp_str){0};
    if (says_nothing)
        return false;
    if (cp_tag_is_of_start(name)) {
        if (cp_str_is(value, "0") || cp_str_is(value, "1"))
            return false;
        *instead = g->start;
    } else if (cp_str_is(name, "Rules")) {
        struct cp_game other;
        bool is_few = are_few(g->rules) && value.len <= CP_TAG_LOOK;
        *instead = is_few ? rules_of(g) : CP_STR("other rules");
        if (is_few && cp_rules_tag_is(value)) {
            if (!cp_rules_tag_read(g, value, &other))
                return false;
            value = rules_of(&other);
        }
    } else if (cp_str_is(name, "Frame")) {
        *instead = g->frame;
    } else if (cp_str_is(name, "Trapdoor") && (delay = cp_rules_tag_delay(g)).len) {
        *instead = delay;
    } else {
        first = cp_tag_first(g, name);
        if (!first || first == tag)
            return false;
        *instead = first->value;
    }
    return !cp_str_like(cp_str_trim(*instead), value);
}

/* As the end of the moves would have it: 1:0, 0 - 1, 1/2. */
void cp_result_tag_read(struct cp_game *g, struct cp_diags *d)
{
    enum { WORD_MOST = 24 };
    char plain[WORD_MOST];
    cp_str meant, text = {plain, 0};
    struct cp_tag *tag = cp_game_find_tag(g, "Result");
    if (!tag || tag->value.len > WORD_MOST)
        return;
    for (size_t i = 0; i < tag->value.len; i++)
        if (!cp_is_space(tag->value.at[i]))
            plain[text.len++] = tag->value.at[i];
    if (!text.len || cp_result_scan(text, &meant, NULL) != text.len ||
        cp_str_equal(meant, tag->value))
        return;
    cp_diag_report(d, CP_RESULT_UNUSUAL, cp_tag_span(g, tag), "[Result \"%.*s\"] read as %.*s",
                   CP_FMT(tag->value), CP_FMT(meant));
    tag->value = meant;
}

cp_str cp_result_of(const struct cp_game *g)
{
    cp_str tag = cp_game_tag(g, "Result"), result = {0};
    if (g->result.len)
        return g->result;
    return tag.len && cp_result_scan(tag, &result, NULL) == tag.len ? result : (cp_str){0};
}

static void check_result(const struct cp_game *g, struct cp_tag *tag, struct cp_diags *d)
{
    cp_str result = {0}, value = tag->value;
    size_t len = cp_result_scan(value, &result, NULL);
    bool is_result = len == value.len && cp_str_equal(result, value);
    tag->is_told = !value.len || !is_result;
    if (!value.len || cp_str_is(value, "?"))
        cp_diag_report(d, CP_RESULT_UNUSUAL, cp_tag_span(g, tag), "[Result \"%.*s\"] says nothing",
                       CP_FMT(value));
    else if (!is_result)
        cp_diag_report(d, CP_RESULT_WORDS, cp_tag_span(g, tag), "[Result \"%.*s\"]",
                       cp_str_shown(value), value.at);
}

void cp_tags_check(struct cp_game *g, struct cp_diags *d)
{
    bool has_result = false;
    cp_str instead;
    for (struct cp_tag *tag = g->tags; tag; tag = tag->next) {
        cp_str name = tag->name;
        bool is_first = !has_result && cp_str_is(name, "Result");
        has_result |= is_first;
        if (is_first) {
            check_result(g, tag, d);
            continue;
        }
        /* It may be one that has a field, or a rule: most of a game's are none. */
        bool may_be_field = name.len && strchr("FfRSsT", name.at[0]) &&
                            (cp_tag_is_of_start(name) || (cp_tag_what(name) & CP_TAG_COUNTS));
        if ((!g->tags_may_repeat && !may_be_field) || !cp_tag_is_idle(g, tag, &instead))
            continue;
        tag->is_told = true;
        cp_diag_report(d, CP_TAG_IDLE, cp_tag_span(g, tag), "[%.*s \"%.*s\"]%s%.*s", CP_FMT(name),
                       cp_str_shown(tag->value), tag->value.at, instead.len ? " beside " : "",
                       cp_str_shown(instead), instead.at);
    }
}
