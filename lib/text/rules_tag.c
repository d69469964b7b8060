/* SPDX-License-Identifier: MIT */
/* rules_tag.c -- JSON values to the flow style of YAML and back. Of JSON it only
 * takes the quotes off plain words and puts blanks where a reader wants them, so
 * every value there is comes through. */
#include "text/rules_tag.h"

#include "base/json.h"
#include "base/yaml.h"
#include "base/yaml_tree.h"

/* What an option may be to be written: any that somebody plays by is far below. */
enum { LENGTH_MOST = 1 << 16, DEPTH_MOST = 100 };

/* ---- reading ---- */

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

static cp_str as_json(struct cp_arena *arena, const struct cp_value *v)
{
    struct cp_buf json;
    cp_buf_init(&json, arena);
    cp_value_format_json(&json, v);
    return cp_buf_str(&json);
}

bool cp_rules_tag_parse(struct cp_game *g, cp_str value, cp_span at, struct cp_diags *d)
{
    struct cp_diags told; /* of YAML; its places are not the user's */
    struct cp_value *map;
    struct cp_buf text;
    struct cp_field **tail = &g->rules;
    cp_diags_init(&told, g->arena);
    cp_buf_init(&text, g->arena);
    cp_buf_printf(&text, "{%.*s\n}", CP_FMT(value)); /* '#' may begin a comment */
    if (!cp_yaml_parse(&map, g->arena, cp_buf_str(&text), at.file, &told) || map->type != CP_MAP) {
        cp_diag_report(d, CP_NOT_RULES, at, "%.*s", (int)(value.len < 80 ? value.len : 80),
                       value.at);
        return false;
    }
    for (const struct cp_value *v = map->first; v; v = v->next) {
        struct cp_field *field = cp_arena_take(g->arena, sizeof *field);
        *field = (struct cp_field){.name = v->name, .json = as_json(g->arena, v)};
        *tail = field;
        tail = &field->next;
    }
    return true;
}

/* ---- writing ---- */

/* Length of the JSON string that text begins with, quotes included. */
static size_t string_length(cp_str text)
{
    size_t len = 1;
    while (len < text.len && text.at[len] != '"')
        len += text.at[len] == '\\' ? 2 : 1;
    return len < text.len ? len + 1 : text.len;
}

static bool depth_fits(cp_str json)
{
    size_t depth = 0;
    for (size_t i = 0; i < json.len; i++) {
        char c = json.at[i];
        if (c == '"')
            i += string_length(cp_str_skip(json, i)) - 1;
        depth += c == '[' || c == '{';
        depth -= c == ']' || c == '}';
        if (depth > DEPTH_MOST)
            return false;
    }
    return true;
}

bool cp_rules_tag_can(const struct cp_field *rule)
{
    return !cp_str_is(rule->name, "trapdoor") && rule->name.len <= LENGTH_MOST &&
           rule->json.len <= LENGTH_MOST && depth_fits(rule->json);
}

/* A word that YAML takes for the same string without quotes. */
static bool is_plain(cp_str word, struct cp_arena *arena)
{
    cp_str number;
    for (size_t i = 0; i < word.len; i++)
        if (!cp_is_letter(word.at[i]) && !cp_is_digit(word.at[i]) && (!i || word.at[i] != '-'))
            return false;
    return word.len && cp_scalar_resolve(word, &number, arena) == CP_STRING;
}

/* Escapes are taken out where they can be: YAML has no halves of characters. */
static void put_string(struct cp_buf *out, cp_str json, struct cp_arena *arena)
{
    struct cp_value *v;
    struct cp_diags told;
    cp_str word = {json.at + 1, json.len - 2};
    cp_diags_init(&told, arena);
    if (is_plain(word, arena))
        cp_buf_put(out, word);
    else if (cp_json_parse(&v, arena, json, (cp_span){0}, &told))
        cp_json_put_string(out, v->text);
}

static void put_json(struct cp_buf *out, cp_str json, struct cp_arena *arena)
{
    for (size_t i = 0, len; i < json.len; i += len) {
        char c = json.at[i];
        len = c == '"' ? string_length(cp_str_skip(json, i)) : 1;
        if (c == '"')
            put_string(out, (cp_str){json.at + i, len}, arena);
        else if (!cp_is_space(c))
            cp_buf_putc(out, c);
        if (c == ':' || c == ',')
            cp_buf_putc(out, ' ');
    }
}

/* The first name says whose tag it is: in quotes unless cp_rules_tag_is knows it. */
static void put_name(struct cp_buf *out, cp_str name, struct cp_arena *arena)
{
    if (name_length(name) == name.len && is_plain(name, arena))
        cp_buf_put(out, name);
    else
        cp_json_put_string(out, name);
}

void cp_rules_tag_format(struct cp_buf *out, const struct cp_game *g)
{
    const char *between = "";
    for (const struct cp_field *rule = g->rules; rule; rule = rule->next) {
        if (!cp_rules_tag_can(rule))
            continue;
        cp_buf_puts(out, between);
        put_name(out, rule->name, g->arena);
        cp_buf_puts(out, ": ");
        put_json(out, rule->json, g->arena);
        between = ", ";
    }
}

static bool is_delay(cp_str json)
{
    enum { DIGITS_MOST = 18 };
    for (size_t i = 0; i < json.len; i++)
        if (!cp_is_digit(json.at[i]))
            return false;
    return json.len && json.len <= DIGITS_MOST;
}

cp_str cp_rules_tag_delay(const struct cp_game *g)
{
    cp_str delay = {0};
    for (const struct cp_field *rule = g->rules; rule; rule = rule->next)
        if (cp_str_is(rule->name, "trapdoor"))
            delay = is_delay(rule->json) ? rule->json : (cp_str){0};
    return delay;
}
