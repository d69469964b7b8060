/* SPDX-License-Identifier: MIT */
/* theme.c -- one table of colours, theme.def: the bundled themes are its columns, a file's
 * keys its rows. A file's theme begins as a copy of its base. */
#include "draw/brushes/brushes.h"

#include "base/wordlist.h"
#include "base/yaml.h"

#include <stddef.h>

const struct cp_theme cp_themes[CP_THEMES] = {
    [CP_THEME_LIGHT] =
        {
#define CP_COLOUR_KEY(member, key, use, light_, dark_, print_, meaning) .member = light_,
#include "draw/brushes/theme.def"
            .name = "light",
        },
    [CP_THEME_DARK] =
        {
#define CP_COLOUR_KEY(member, key, use, light_, dark_, print_, meaning) .member = dark_,
#include "draw/brushes/theme.def"
            .name = "dark",
        },
    [CP_THEME_PRINT] =
        {
#define CP_COLOUR_KEY(member, key, use, light_, dark_, print_, meaning) .member = print_,
#include "draw/brushes/theme.def"
            .name = "print",
            .is_print = true,
        },
    [CP_THEME_AUTO] =
        {
#define CP_COLOUR_KEY(member, key, use, light_, dark_, print_, meaning) .member = light_,
#include "draw/brushes/theme.def"
            .name = "auto",
            .night = &cp_themes[CP_THEME_DARK],
        },
    [CP_THEME_CSS] =
        {
#define CP_COLOUR_KEY(member, key, use, light_, dark_, print_, meaning)                            \
    .member = "var(--chess-" key "," light_ ")",
#include "draw/brushes/theme.def"
            .name = "css",
        },
};

static const struct {
    const char *name;
    size_t offset;
} keys[] = {
#define CP_COLOUR_KEY(member, key, use, light_, dark_, print_, meaning)                            \
    {key, offsetof(struct cp_theme, member)},
#include "draw/brushes/theme.def"
};

enum { KEYS = sizeof keys / sizeof *keys };

size_t cp_theme_colours(void)
{
    return KEYS;
}

const char *cp_theme_key(size_t index)
{
    return keys[index].name;
}

static const char **place_of(struct cp_theme *theme, size_t index)
{
    return (const char **)((char *)theme + keys[index].offset);
}

const char *cp_theme_colour(const struct cp_theme *theme, size_t index)
{
    return *(const char *const *)((const char *)theme + keys[index].offset);
}

/* ---- files ---- */

struct load {
    struct cp_arena *arena;
    struct cp_diags *d;
    struct cp_theme *theme, *night;
    bool has_night; /* the file says so, or its base does */
};

static void report_type(struct load *l, const struct cp_value *v, const char *what,
                        const char *wanted)
{
    cp_diag_report(l->d, CP_THEME_WRONG, v->at, "%s is %s, not %s", what, cp_type_name(v->type),
                   wanted);
}

/* "#Fa3" and "#FFAA33" are "#ffaa33"; NULL: it is no colour. */
static const char *colour_of(struct load *l, cp_str text)
{
    char *out = cp_arena_take(l->arena, sizeof "#rrggbb");
    if ((text.len != 4 && text.len != 7) || text.at[0] != '#')
        return NULL;
    for (size_t i = 0; i < 6; i++) {
        char c = cp_lower(text.at[1 + (text.len == 4 ? i / 2 : i)]);
        if (!cp_is_digit(c) && (c < 'a' || c > 'f'))
            return NULL;
        out[1 + i] = c;
    }
    out[0] = '#';
    out[7] = '\0';
    return out;
}

/* Of the names that there are, the one that was probably meant. */
static void report_unknown(struct load *l, const struct cp_value *v, const struct cp_word *names)
{
    const char *meant = cp_wordlist_nearest(names, v->name);
    if (meant)
        cp_diag_report(l->d, CP_THEME_WRONG, v->name_at, "there is no key '%.*s': is '%s' meant?",
                       CP_FMT(v->name), meant);
    else
        cp_diag_report(l->d, CP_THEME_WRONG, v->name_at, "there is no key '%.*s'", CP_FMT(v->name));
}

static void read_colour(struct load *l, const struct cp_value *v, struct cp_theme *theme)
{
    struct cp_word names[KEYS + 1] = {{0}};
    for (size_t i = 0; i < KEYS; i++) {
        names[i].word = keys[i].name;
        if (!cp_str_is(v->name, keys[i].name))
            continue;
        const char *colour = v->type == CP_STRING ? colour_of(l, v->text) : NULL;
        if (colour)
            *place_of(theme, i) = colour;
        else if (v->type == CP_STRING)
            cp_diag_report(l->d, CP_THEME_WRONG, v->at, "%s is \"%.*s\", no colour", keys[i].name,
                           CP_FMT(v->text));
        else
            cp_diag_report(l->d, CP_THEME_WRONG, v->at, "%s is %s, no colour", keys[i].name,
                           cp_type_name(v->type));
        return;
    }
    report_unknown(l, v, names);
}

static void read_colours(struct load *l, const struct cp_value *map, struct cp_theme *theme)
{
    if (!map)
        return;
    if (map->type != CP_MAP)
        report_type(l, map, "a theme's colours", "a map");
    for (const struct cp_value *v = map->type == CP_MAP ? map->first : NULL; v; v = v->next)
        read_colour(l, v, theme);
}

static void read_theme(struct load *l, const struct cp_value *map)
{
    enum { NAME_MOST = 32 };
    static const struct cp_word names[] = {
        {"name", 0}, {"base", 0}, {"colours", 0}, {"when-dark", 0}, {0}};
    for (const struct cp_value *key = map->first; key; key = key->next)
        if (!cp_wordlist_find(names, key->name))
            report_unknown(l, key, names);
    /* a copy of the base, and of its night */
    const struct cp_theme *base = NULL;
    const struct cp_value *v = cp_value_get(map, "base");
    for (size_t i = 0; v && v->type == CP_STRING && i < CP_THEMES; i++)
        if (cp_str_is(v->text, cp_themes[i].name))
            base = &cp_themes[i];
    if (v && !base)
        report_type(l, v, "the base", "light, dark, print or auto");
    *l->theme = base ? *base : cp_themes[CP_THEME_LIGHT];
    *l->night = cp_themes[CP_THEME_DARK];
    l->has_night = l->theme->night != NULL;
    v = cp_value_get(map, "name");
    bool is_good = !v || (v->type == CP_STRING && v->text.len > 0 && v->text.len <= NAME_MOST);
    for (size_t i = 0; v && is_good && i < v->text.len; i++) {
        char c = v->text.at[i];
        is_good = (c >= 'a' && c <= 'z') || (i > 0 && (c == '-' || cp_is_digit(c)));
    }
    if (!is_good)
        cp_diag_report(l->d, CP_THEME_WRONG, v->at,
                       "'%.*s' is no name: small letters, digits and dashes, 32 at most",
                       CP_FMT(v->text));
    l->theme->name = v && is_good ? cp_str_printf(l->arena, "%.*s", CP_FMT(v->text)).at : "own";
    read_colours(l, cp_value_get(map, "colours"), l->theme);
    read_colours(l, cp_value_get(map, "when-dark"), l->night);
    l->has_night |= cp_value_get(map, "when-dark") != NULL;
}

/* Of colours that are equal by day, but not by night, all but one are changed a little,
 * where no eye sees it: so each says which it is. */
static void part(struct load *l)
{
    for (size_t i = 0; i < KEYS; i++) {
        char *own = cp_arena_take(l->arena, sizeof "#rrggbb");
        memcpy(own, cp_theme_colour(l->theme, i), sizeof "#rrggbb");
        for (size_t other = 0; other < i; other++) { /* the last digit, then the last of green */
            if (strcmp(cp_theme_colour(l->theme, other), own) != 0)
                continue;
            char *digit = &own[own[6] == 'f' ? 4 : 6];
            own[6] = own[6] == 'f' ? '0' : own[6];
            *digit = *digit == '9' ? 'a' : *digit == 'f' ? '0' : (char)(*digit + 1);
            other = SIZE_MAX; /* and look at all again */
        }
        *place_of(l->theme, i) = own;
    }
}

const struct cp_theme *cp_theme_parse(struct cp_arena *arena, cp_str yaml, const char *file,
                                      struct cp_diags *d)
{
    struct load l = {.arena = arena, .d = d};
    struct cp_value *map;
    uint32_t errors = d->errors;
    l.theme = cp_arena_take_zero(arena, 1, sizeof *l.theme);
    l.night = cp_arena_take_zero(arena, 1, sizeof *l.night);
    if (!cp_yaml_parse(&map, arena, yaml, file, d))
        return NULL;
    if (map->type != CP_MAP) {
        report_type(&l, map, "a theme", "a map of keys");
        return NULL;
    }
    read_theme(&l, map);
    if (d->errors != errors)
        return NULL;
    l.theme->night = l.has_night ? l.night : NULL;
    if (l.has_night)
        part(&l);
    return l.theme;
}
