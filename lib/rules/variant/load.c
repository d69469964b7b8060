/* SPDX-License-Identifier: MIT */
#include "rules/variant/load.h"

#include "base/wordlist.h"
#include "base/yaml.h"
#include "rules/variant/bundled.h"

#include <stdarg.h>
#include <stdio.h>

enum { BOOL = 1 << CP_BOOL, NUMBER = 1 << CP_NUMBER, STRING = 1 << CP_STRING };
enum { LIST = 1 << CP_LIST, MAP = 1 << CP_MAP };
enum { OPTIONAL, REQUIRED };

static const struct key {
    enum cp_section section;
    const char *name;
    unsigned types;
    bool required;
    void (*read)(struct cp_load *, const struct cp_value *);
} keys[] = {
#define CP_KEY(section, key, types, need, read, meaning)                                           \
    {CP_IN_##section, key, types, need == REQUIRED, read},
#include "rules/variant/variant_keys.def"
#undef CP_KEY
};

enum { KEYS = sizeof keys / sizeof *keys };

/* ---- faults ---- */

/* Where a byte of v's text stands. Text that YAML folded or unescaped has no
 * such place: then it is v's own. */
static cp_span place_of(const struct cp_value *v, size_t offset)
{
    cp_span at = v->at;
    bool quoted = v->type == CP_STRING && at.len == v->text.len + 2;
    if (at.len != v->text.len && !quoted)
        return at;
    at.col += (uint32_t)offset + quoted;
    at.len = 1;
    return offset ? at : v->at;
}

void cp_load_fault(struct cp_load *l, enum cp_diag kind, const struct cp_value *v, size_t offset,
                   const char *fmt, ...)
{
    struct cp_buf detail;
    cp_buf_init(&detail, l->arena);
    va_list args;
    va_start(args, fmt);
    int wanted = vsnprintf(NULL, 0, fmt, args);
    va_end(args);
    size_t room = wanted < 0 ? 1 : (size_t)wanted + 1;
    va_start(args, fmt);
    vsnprintf(cp_buf_room(&detail, room), room, fmt, args);
    va_end(args);
    cp_diag_report(l->d, kind, place_of(v, offset), "%s", detail.at);
}

/* ---- sections ---- */

static const struct key *find_key(enum cp_section section, cp_str name)
{
    for (size_t i = 0; i < KEYS; i++)
        if (keys[i].section == section && cp_str_is(name, keys[i].name))
            return &keys[i];
    return NULL;
}

/* The key of the section that was probably meant, NULL when none is near. */
static const char *nearest_key(enum cp_section section, cp_str name)
{
    struct cp_meant meant;
    cp_meant_init(&meant, name);
    for (size_t i = 0; i < KEYS; i++)
        if (keys[i].section == section)
            cp_meant_try(&meant, cp_str_from(keys[i].name), keys[i].name);
    return meant.best;
}

static void report_unknown(struct cp_load *l, enum cp_section section, const struct cp_value *v)
{
    const char *meant = nearest_key(section, v->name);
    if (meant)
        cp_diag_report(l->d, CP_VARIANT_KEY, v->name_at, "'%.*s': is '%s' meant?", CP_FMT(v->name),
                       meant);
    else
        cp_diag_report(l->d, CP_VARIANT_KEY, v->name_at, "'%.*s'", CP_FMT(v->name));
}

static void report_type(struct cp_load *l, const struct key *key, const struct cp_value *v)
{
    struct cp_buf wanted;
    cp_buf_init(&wanted, l->arena);
    for (enum cp_type type = CP_NULL; type <= CP_MAP; type++)
        if (key->types & 1u << type)
            cp_buf_printf(&wanted, "%s%s", wanted.len ? " or " : "", cp_type_name(type));
    cp_load_fault(l, CP_VARIANT_TYPE, v, 0, "%s is %s, not %.*s", key->name, cp_type_name(v->type),
                  CP_FMT(cp_buf_str(&wanted)));
}

void cp_load_section(struct cp_load *l, enum cp_section section, const struct cp_value *map)
{
    for (const struct cp_value *v = map->first; v; v = v->next) {
        const struct key *key = find_key(section, v->name);
        if (!key)
            report_unknown(l, section, v);
        else if (!(key->types & 1u << v->type))
            report_type(l, key, v);
    }
    for (size_t i = 0; i < KEYS; i++) {
        if (keys[i].section != section)
            continue;
        const struct cp_value *v = cp_value_get(map, keys[i].name);
        if (!v && keys[i].required)
            cp_load_fault(l, CP_VARIANT_MISSING, map, 0, "'%s'", keys[i].name);
        if (v && keys[i].types & 1u << v->type)
            keys[i].read(l, v);
    }
}

/* ---- plain values ---- */

bool cp_load_int(struct cp_load *l, const struct cp_value *v, cp_int *out)
{
    if (v->type == CP_NUMBER && cp_int_parse(l->ints, out, v->text))
        return true;
    cp_load_fault(l, CP_VARIANT_NUMBER, v, 0, "%s is not whole", cp_type_name(v->type));
    return false;
}

bool cp_load_number(struct cp_load *l, const struct cp_value *v, int64_t low, int64_t high,
                    int32_t *out)
{
    cp_int number;
    int64_t n;
    if (!cp_load_int(l, v, &number))
        return false;
    if (cp_int_get(number, &n) && n >= low && n <= high) {
        *out = (int32_t)n;
        return true;
    }
    cp_load_fault(l, CP_VARIANT_NUMBER, v, 0, "%.*s is not within %lld and %lld", CP_FMT(v->text),
                  (long long)low, (long long)high);
    return false;
}

static bool is_listed(const cp_str *list, uint32_t count, cp_str text)
{
    for (uint32_t i = 0; i < count; i++)
        if (cp_str_like(list[i], text))
            return true;
    return false;
}

cp_str *cp_load_strings(struct cp_load *l, const struct cp_value *list, uint32_t *count)
{
    cp_str *out = cp_arena_take_zero(l->arena, list->count, sizeof *out);
    *count = 0;
    if (list->count > CP_NAMES_MOST)
        cp_load_fault(l, CP_VARIANT_MANY, list, 0, "at most %d names", CP_NAMES_MOST);
    for (const struct cp_value *v = list->first; v && *count < CP_NAMES_MOST; v = v->next) {
        if (v->type != CP_STRING || cp_str_trim(v->text).len == 0)
            cp_load_fault(l, CP_VARIANT_TYPE, v, 0, "a list of names holds %s",
                          v->type == CP_STRING ? "an empty one" : cp_type_name(v->type));
        else if (is_listed(out, *count, v->text))
            cp_load_fault(l, CP_VARIANT_TWICE, v, 0, "'%.*s'", CP_FMT(v->text));
        else
            out[(*count)++] = v->text;
    }
    return out;
}

cp_str cp_load_line(struct cp_load *l, const struct cp_value *v)
{
    cp_str text = cp_str_trim(v->text);
    if (text.len == 0 || memchr(text.at, '\n', text.len))
        cp_load_fault(l, CP_VARIANT_WORD, v, 0, "it is a name on one line");
    return text;
}

/* ---- the whole ---- */

bool cp_variant_parse(struct cp_variant **out, struct cp_arena *arena, struct cp_ints *ints,
                      cp_str yaml, const char *file, struct cp_diags *d)
{
    static const struct cp_frame diagram = {.name = {"diagram", 7}};
    uint32_t errors = d->errors;
    struct cp_value *map;
    if (!cp_yaml_parse(&map, arena, cp_str_keep(arena, yaml), file, d))
        return false;
    struct cp_load l = {.arena = arena, .ints = ints, .d = d};
    l.v = cp_arena_take_zero(arena, 1, sizeof *l.v);
    l.v->pawn = CP_NO_KIND;
    l.v->wins[CP_WHITE] = l.v->wins[CP_BLACK] = CP_WINS_CHECKMATE;
    l.v->alphabet.signs = CP_SIGNS_OF_CAPTURES;
    l.v->frames = &diagram;
    l.v->frame_count = 1;
    if (map->type == CP_MAP) {
        cp_load_section(&l, CP_IN_VARIANT, map);
        cp_load_check_promotion(&l);
        cp_load_check_window(&l, map);
        cp_load_check_family(&l, map);
        l.v->alphabet.counts_quiet = cp_variant_counts_quiet(l.v);
        l.v->alphabet.castles |= l.v->family == CP_FAMILY_CHESS && !l.v->bounded;
        if (l.v->castles_near && l.v->kinds)
            cp_variant_set_castling(l.v, arena, ints, true);
    } else {
        cp_load_fault(&l, CP_VARIANT_TYPE, map, 0, "a variant is a map of keys, not %s",
                      cp_type_name(map->type));
    }
    *out = l.v;
    return d->errors == errors;
}

cp_str cp_variant_text(cp_str id)
{
    for (size_t i = 0; i < cp_bundled_count; i++)
        if (cp_str_is(id, cp_bundled[i].id))
            return (cp_str){cp_bundled[i].text, cp_bundled[i].len};
    return (cp_str){0};
}

static struct cp_variant *sleeper(struct cp_arena *arena, const struct cp_bundled *b)
{
    struct cp_variant *v = cp_arena_take_zero(arena, 1, sizeof *v);
    uint32_t count = 0;
    while (b->aliases[count])
        count++;
    cp_str *aliases = cp_arena_take_zero(arena, count, sizeof *aliases);
    for (uint32_t i = 0; i < count; i++)
        aliases[i] = cp_str_from(b->aliases[i]);
    *v = (struct cp_variant){.id = cp_str_from(b->id),
                             .name = cp_str_from(b->name),
                             .aliases = aliases,
                             .alias_count = count,
                             .asleep = {b->text, b->len},
                             .is_named_only = b->is_named_only,
                             .is_assumed = b->is_assumed};
    return v;
}

static bool wake(struct cp_variant *v, struct cp_arena *arena, struct cp_ints *ints,
                 struct cp_diags *d)
{
    struct cp_variant *read;
    if (!cp_variant_parse(&read, arena, ints, v->asleep, v->id.at, d))
        return false;
    *v = *read;
    return true;
}

void cp_variant_wake(struct cp_variant *v, struct cp_arena *arena, struct cp_ints *ints)
{
    struct cp_diags d;
    if (CP_LIKELY(!v->asleep.len))
        return;
    uint64_t asked = cp_ints_asked(ints);
    cp_diags_init(&d, arena);
    (void)wake(v, arena, ints, &d); /* as in the tests: bundled ones are good */
    if (cp_ints_asked(ints) != asked)
        cp_ints_keep(ints);
}

void cp_variants_wake(const struct cp_variants *all, struct cp_arena *arena, struct cp_ints *ints)
{
    for (uint32_t i = 0; i < all->count; i++)
        cp_variant_wake(all->list[i], arena, ints);
}

void cp_variants_list(struct cp_variants *out, struct cp_arena *arena)
{
    struct cp_variant **list = cp_arena_take_zero(arena, cp_bundled_count, sizeof *list);
    *out = (struct cp_variants){list, 0};
    for (int named_only = 0; named_only < 2; named_only++)
        for (size_t i = 0; i < cp_bundled_count; i++)
            if (cp_bundled[i].is_named_only == named_only)
                list[out->count++] = sleeper(arena, &cp_bundled[i]);
}

bool cp_variants_load(struct cp_variants *out, struct cp_arena *arena, struct cp_ints *ints,
                      struct cp_diags *d)
{
    bool good = true;
    cp_variants_list(out, arena);
    for (uint32_t i = 0; i < out->count; i++)
        if (!out->list[i]->is_named_only)
            good &= wake(out->list[i], arena, ints, d);
    return good;
}
